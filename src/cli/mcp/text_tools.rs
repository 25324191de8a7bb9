//! The tools about the text of a description.

use super::arguments::DescriptionArgument;
use super::tools::{Tool, ToolAnswer};
use crate::cli::{Output, explain, findings_output, fmt};
use mnc::check::{Thoroughness, check_with_suppressed};
use mnc::diagnostic::{Applicability, Findings, Severity, summary};
use mnc::fixes::Fixer;
use mnc::language_service::{CompletionItem, EditedText, complete, meaning_of};
use mnc::stop::StopFlag;
use mnc_grammar::CARD;
use schemars::JsonSchema;
use serde::Deserialize;

/// The rules language on two pages, with a whole example. Read it before you write or change a description.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LanguageCardTool {}

impl Tool for LanguageCardTool {
    const NAME: &'static str = "language_card";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        Ok(CARD.into())
    }
}

/// The text of a description that comes with mnc: an example of good style, or the beginning of a variant.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReadGameTool {
    #[serde(flatten)]
    about: DescriptionArgument,
}

impl Tool for ReadGameTool {
    const NAME: &'static str = "read_game";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        Ok(self.about.read()?.text)
    }
}

/// Looks for mistakes in a description: what cannot be understood, what is probably not meant, tests that fail. Each
/// finding has a line and a column, and often a line `help` that can be typed as it is.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CheckTool {
    #[serde(flatten)]
    about: DescriptionArgument,
    /// Also list what the description assumes, and where it uses a default
    #[serde(default)]
    notes: bool,
    /// Play ten times as many random games, to find rare mistakes
    #[serde(default)]
    thorough: bool,
}

impl Tool for CheckTool {
    const NAME: &'static str = "check";

    fn run(self, stop: &StopFlag) -> ToolAnswer {
        let read = self.about.read()?;
        let how = if self.thorough { Thoroughness::Thorough } else { Thoroughness::Usual };
        let least = if self.notes { Severity::Note } else { Severity::Warning };
        let (name, library) = (&read.name, read.library());
        let checked =
            check_with_suppressed(name, &read.text, &library, how, stop, &mut |_, _, _| {});
        Ok(report(Findings::new(checked.sources, checked.findings).at_least(least)))
    }
}

/// The findings, and how many there are.
fn report(findings: Findings) -> String {
    let text = findings_output::to_text(&findings, false);
    format!("{text}{}\n", summary(&[findings]))
}

/// Corrects what can be corrected in a description, and answers with the new text. A correction is made only if its
/// finding is then gone and nothing new is found.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FixTool {
    #[serde(flatten)]
    about: DescriptionArgument,
    /// Also make corrections that are guesses: look at the result
    #[serde(default)]
    guesses: bool,
}

impl Tool for FixTool {
    const NAME: &'static str = "fix";

    fn run(self, stop: &StopFlag) -> ToolAnswer {
        let read = self.about.read()?;
        let library = read.library();
        let fixer = Fixer { name: &read.name, library: &library, stop };
        let least = if self.guesses { Applicability::Unsafe } else { Applicability::Safe };
        let fixed = fixer.fix_all(&read.text, least);
        let mut answer = match fixed.fixed.len() {
            0 => "nothing was corrected\n".to_owned(),
            many => format!("{many} corrected:\n"),
        };
        for finding in &fixed.fixed {
            answer += &format!("- {} [{}]\n", finding.message, finding.code);
        }
        let (usual, mut quiet) = (Thoroughness::Usual, |_, _: &_, _: &[_]| {});
        let left =
            check_with_suppressed(&read.name, &fixed.text, &library, usual, stop, &mut quiet);
        let left = Findings::new(left.sources, left.findings).at_least(Severity::Warning);
        answer += &format!("left:\n{}", report(left));
        if !fixed.fixed.is_empty() {
            answer += &format!("the new text:\n\n{}", fixed.text);
        }
        Ok(answer)
    }
}

/// Puts a description into the canonical layout and answers with the new text. No rule changes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FormatTool {
    #[serde(flatten)]
    about: DescriptionArgument,
}

impl Tool for FormatTool {
    const NAME: &'static str = "format";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        let read = self.about.read()?;
        let new = fmt::formatted(&read.name, &read.text, &read.library()).map_err(|fault| {
            format!("{fault}; the text is as it was; please report this with the description")
        })?;
        match fmt::kept_message(new.kept) {
            None => Ok(new.text),
            Some(kept) => {
                Ok(format!("{kept}; `check` says what is wrong. The text:\n\n{}", new.text))
            }
        }
    }
}

/// Explains a message of `check` with a wrong and a right example; without a code, lists all codes.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ExplainTool {
    /// The code of the message, in square brackets in the message: `unknown-word`
    code: Option<String>,
}

impl Tool for ExplainTool {
    const NAME: &'static str = "explain";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        match self.code {
            Some(code) => match explain::essay(&code) {
                Some(essay) => Ok(essay.into()),
                None => Err(explain::unknown_code(&code)),
            },
            None => Output::text_of(|out| explain::list(out).map(drop)).map_err(|e| e.to_string()),
        }
    }
}

/// The words and phrases that can be written at a place of a description, the likely ones first, with their
/// meanings. Write the statement up to there and ask for what follows.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ExpectedAtTool {
    #[serde(flatten)]
    about: DescriptionArgument,
    /// The line, from 1; without it, the end of the text
    line: Option<usize>,
    /// The column in characters, from 1, before which something is to be written; without it, the end of the line
    column: Option<usize>,
    /// The greatest number of words and phrases
    #[serde(default = "usual_number_of_phrases")]
    most: usize,
}

fn usual_number_of_phrases() -> usize {
    30
}

/// The longest meaning of a phrase, in characters.
const LONGEST_MEANING: usize = 300;

impl Tool for ExpectedAtTool {
    const NAME: &'static str = "expected_at";

    fn run(self, _: &StopFlag) -> ToolAnswer {
        let read = self.about.read()?;
        let offset = offset(&read.text, self.line, self.column)?;
        let library = read.library();
        let document = EditedText { name: &read.name, text: &read.text, library: &library };
        let found = complete(document, offset);
        let items: Vec<&CompletionItem> =
            found.items.iter().filter(|item| item.typed_as.is_none()).collect();
        if items.is_empty() {
            return Ok(
                "nothing can follow here, or something before it in the statement cannot be \
                       read: `check` says what\n"
                    .into(),
            );
        }
        let mut answer = String::new();
        for item in items.iter().take(self.most) {
            let meaning = meaning_of(&item.text, &[]).or_else(|| item.detail.clone());
            let meaning = meaning.map(|text| format!("  —  {}", first_paragraph(&text)));
            answer += &format!("{}{}\n", item.text, meaning.unwrap_or_default());
        }
        if items.len() > self.most {
            answer += &format!("… and {} more\n", items.len() - self.most);
        }
        Ok(answer)
    }
}

/// The first paragraph of a text, on one line, cut where it is long.
fn first_paragraph(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    match paragraph.char_indices().nth(LONGEST_MEANING) {
        Some((end, _)) => format!("{}…", paragraph.get(..end).unwrap_or_default()),
        None => paragraph,
    }
}

/// The offset in bytes of a place.
fn offset(text: &str, line: Option<usize>, column: Option<usize>) -> Result<usize, String> {
    let Some(line) = line else {
        return match column {
            Some(_) => Err("a `column` needs a `line`".into()),
            None => Ok(text.trim_end_matches('\n').len()),
        };
    };
    if line == 0 {
        return Err(no_line(text, line));
    }
    let mut start = 0;
    let mut lines = text.split_inclusive('\n');
    for _ in 1..line {
        start += lines.next().ok_or_else(|| no_line(text, line))?.len();
    }
    let content = match lines.next() {
        Some(content) => content.trim_end_matches(['\n', '\r']),
        // The empty line after the last line end.
        None if text.is_empty() || text.ends_with('\n') => "",
        None => return Err(no_line(text, line)),
    };
    let characters = content.chars().count();
    match column {
        None => Ok(start + content.len()),
        Some(column) if (1..=characters + 1).contains(&column) => {
            let before: usize = content.chars().take(column - 1).map(char::len_utf8).sum();
            Ok(start + before)
        }
        Some(column) => {
            Err(format!("line {line} has {characters} characters: there is no column {column}"))
        }
    }
}

fn no_line(text: &str, line: usize) -> String {
    format!("the text has {} lines: there is no line {line}", text.lines().count())
}
