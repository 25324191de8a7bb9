//! The protocol: what the server says about itself, and how calls reach the tools.

use super::tools::{self, JsonMap, ToolAnswer};
use mnc::library::Library;
use mnc::stop::StopFlag;
use mnc::threads;
use mnc_grammar::{CARD, REFERENCE};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities,
    ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use std::sync::Arc;
use std::thread::Builder;
use tokio::sync::{Semaphore, oneshot};

/// Stack size of the threads that do what is asked.
const STACK: usize = 64 << 20;

const INSTRUCTIONS: &str = "\
mnc is a rules language for mancala (sowing) games. A `.mnc` text describes a game in restricted English, and is \
checked, played and compared by these tools. To write or change a description: read `language_card`, and with \
`list_games` and `read_game` a game that is similar; write the text with tests; `check` it and follow the `help` of its \
findings until there are none; use `expected_at` where no phrase seems to fit; `play` a few moves to see whether it is \
the intended game; `format` it at the end. No tool writes a file.";

/// A text that can be read as a resource.
struct TextResource {
    uri: &'static str,
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

const TEXTS: [TextResource; 2] = [
    TextResource {
        uri: "mnc://card.md",
        name: "card",
        about: "The rules language on two pages",
        text: CARD,
    },
    TextResource {
        uri: "mnc://reference.md",
        name: "reference",
        about: "The reference of the rules language",
        text: REFERENCE,
    },
];

/// The beginning of the address of a game's description.
const GAMES: &str = "mnc://games/";

/// Serves on standard input and output until the assistant leaves.
///
/// # Errors
/// A fault of the system or of the other side, for people.
pub fn serve() -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the server cannot start: {error}"))?;
    let done = runtime.block_on(async {
        let server = ToolServer { room: Arc::new(Semaphore::new(threads::available())) };
        let running = server.serve(stdio()).await;
        let running = running.map_err(|error| format!("the assistant did not begin: {error}"))?;
        running.waiting().await.map_err(|error| format!("the server broke off: {error}"))
    });
    // Nobody reads the answers of calls that are still running.
    runtime.shutdown_background();
    done.map(drop)
}

struct ToolServer {
    /// As many calls run at a time as the machine has processors.
    room: Arc<Semaphore>,
}

impl ServerHandler for ToolServer {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let server = Implementation::new("mnc", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(can).with_server_info(server).with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let only_reads = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
        let tool = |tool: &tools::ToolEntry| {
            let described = Tool::new(tool.name, tool.description(), Arc::new((tool.schema)()));
            described.with_annotations(only_reads.clone())
        };
        Ok(ListToolsResult::with_all_items(tools::ALL.iter().map(tool).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = tools::named(&request.name)
            .map_err(|message| ErrorData::invalid_params(message, None))?;
        let _room = self.room.acquire().await;
        let arguments = request.arguments.unwrap_or_default();
        let answer = on_thread(tool, arguments, &context).await?;
        let (text, failed) = match answer {
            Ok(text) => (text, false),
            Err(text) => (text, true),
        };
        let content = vec![ContentBlock::text(text)];
        let result =
            if failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let texts = TEXTS.iter().map(|text| {
            let resource = Resource::new(text.uri, text.name).with_description(text.about);
            resource.with_mime_type("text/markdown")
        });
        let games = Library::shipped().games().iter().map(|game| {
            let resource = Resource::new(format!("{GAMES}{}.mnc", game.stem()), game.stem());
            resource.with_description(game.name.as_str()).with_mime_type("text/plain")
        });
        Ok(ListResourcesResult::with_all_items(texts.chain(games).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let contents = match TEXTS.iter().find(|text| text.uri == uri) {
            Some(text) => ResourceContents::text(text.text, &uri).with_mime_type("text/markdown"),
            None => {
                let stem = uri.strip_prefix(GAMES).and_then(|name| name.strip_suffix(".mnc"));
                let mut games = Library::shipped().games().iter();
                let game = games.find(|game| Some(game.stem()) == stem).ok_or_else(|| {
                    ErrorData::resource_not_found(format!("there is no resource `{uri}`"), None)
                })?;
                ResourceContents::text(game.text.to_string(), &uri)
            }
        };
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// Calls a tool on a thread of its own. It ends early if the assistant cancels the call.
async fn on_thread(
    tool: &'static tools::ToolEntry,
    arguments: JsonMap,
    context: &RequestContext<RoleServer>,
) -> Result<ToolAnswer, ErrorData> {
    let stop = StopFlag::default();
    let (send, answer) = oneshot::channel();
    let stopped = stop.clone();
    let work = move || drop(send.send(tool.call(arguments, &stopped)));
    let started = Builder::new().stack_size(STACK).spawn(work);
    started.map_err(|error| {
        ErrorData::internal_error(format!("cannot start a thread: {error}"), None)
    })?;
    let fault = || ErrorData::internal_error("a fault of mnc: please report it", None);
    tokio::select! {
        answer = answer => answer.map_err(|_| fault()),
        () = context.ct.cancelled() => {
            stop.set();
            Err(ErrorData::internal_error("the call was cancelled", None))
        }
    }
}
