//! What a tool is, and the list of them.

use super::{game_tools, text_tools};
use mnc::stop::StopFlag;
use mnc::suggest;
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A JSON object.
pub type JsonMap = Map<String, Value>;
/// The text of an answer; or what is wrong and what to do.
pub type ToolAnswer = Result<String, String>;

/// A tool: the arguments of a call, and what it does. The comment of the struct says what the tool is for, the comments
/// of its fields what the arguments are: assistants read them.
pub trait Tool: DeserializeOwned + JsonSchema {
    /// Its name in the protocol.
    const NAME: &'static str;

    /// Does it. Long work ends early if `stop` is set.
    ///
    /// # Errors
    /// What is wrong with the call, and what to do.
    fn run(self, stop: &StopFlag) -> ToolAnswer;
}

/// A tool in the list.
pub struct ToolEntry {
    /// Its name in the protocol.
    pub name: &'static str,
    /// The JSON schema of its arguments.
    pub schema: fn() -> JsonMap,
    run: fn(JsonMap, &StopFlag) -> ToolAnswer,
}

/// All tools, in the order in which they are usually needed.
pub const ALL: [ToolEntry; 12] = [
    entry::<text_tools::LanguageCardTool>(),
    entry::<game_tools::ListGamesTool>(),
    entry::<text_tools::ReadGameTool>(),
    entry::<text_tools::CheckTool>(),
    entry::<text_tools::FixTool>(),
    entry::<text_tools::FormatTool>(),
    entry::<text_tools::ExplainTool>(),
    entry::<text_tools::ExpectedAtTool>(),
    entry::<game_tools::ShowTool>(),
    entry::<game_tools::PlayTool>(),
    entry::<game_tools::PlayoutTool>(),
    entry::<game_tools::CompareTool>(),
];

const fn entry<T: Tool>() -> ToolEntry {
    ToolEntry { name: T::NAME, schema: schema::<T>, run: run::<T> }
}

fn schema<T: Tool>() -> JsonMap {
    let schema = schema_for!(T);
    schema.as_object().cloned().unwrap_or_default()
}

fn run<T: Tool>(arguments: JsonMap, stop: &StopFlag) -> ToolAnswer {
    let tool: T = serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { String::new() } else { format!("`{path}`: ") };
        format!("{place}{}", error.into_inner())
    })?;
    tool.run(stop)
}

impl ToolEntry {
    /// What the tool is for.
    pub fn description(&self) -> String {
        let schema = (self.schema)();
        schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Calls the tool.
    ///
    /// # Errors
    /// What is wrong with the call, and what to do.
    pub fn call(&self, arguments: JsonMap, stop: &StopFlag) -> ToolAnswer {
        let schema = (self.schema)();
        let no_names = JsonMap::new();
        let names = schema.get("properties").and_then(Value::as_object).unwrap_or(&no_names);
        if let Some(unknown) = arguments.keys().find(|name| !names.contains_key(*name)) {
            let known: Vec<&str> = names.keys().map(String::as_str).collect();
            let near = suggest::nearest(unknown, known.iter().copied());
            let near = near.map(|name| format!("did you mean `{name}`? ")).unwrap_or_default();
            let all = match known.is_empty() {
                true => "it takes no arguments".to_owned(),
                false => format!("its arguments are {}", known.join(", ")),
            };
            return Err(format!("`{}` has no argument `{unknown}`; {near}{all}", self.name));
        }
        (self.run)(arguments, stop)
    }
}

/// The tool of a name.
///
/// # Errors
/// There is none: what there is.
pub fn named(name: &str) -> Result<&'static ToolEntry, String> {
    const TOOLS: &[ToolEntry] = &ALL;
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let all: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        format!("there is no tool `{name}`; the tools are {}", all.join(", "))
    })
}
