//! What the word at a place means.

use super::meanings::{meaning_of, production_meaning, section_meaning};
use super::scope::line_of;
use super::{EditedText, name_at};
use crate::diagnostic::catalogue;
use crate::span::Span;
use crate::syntax::{Comment, DefinedName, NameKind, code_part, comments, word_at};

/// An explanation of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordMeaning {
    /// The word or phrase.
    pub span: Span,
    /// The explanation, in Markdown.
    pub text: String,
}

/// What the word at `offset`, in bytes, means: the definition of a name, the text of a point, a phrase of the
/// language, or the code in a comment that allows it.
pub fn hover(document: EditedText<'_>, offset: usize) -> Option<WordMeaning> {
    if let Some(found) = name_at(document, offset) {
        let text = found.base.as_ref().map_or(document.text, |base| base.text.as_str());
        let mut meaning = definition_text(text, &found.name);
        if let Some(base) = &found.base {
            meaning = format!("{meaning}\n\n*Defined in `{}`*", base.name);
        }
        return Some(WordMeaning { span: found.span, text: meaning });
    }
    if let Some(meaning) = allowed_code(document.text, offset) {
        return Some(meaning);
    }
    let word = word_at(document.text, offset)?;
    let first = word.productions.first();
    let is_section = word.productions.iter().any(|name| name == "section_name");
    let meaning = match is_section {
        true => section_meaning(&word.phrase),
        false => meaning_of(&word.phrase, &word.productions),
    };
    let meaning = meaning.or_else(|| {
        let of_value = first.is_some_and(|name| matches!(name.as_str(), "number" | "text"));
        let names = word.productions.iter().skip(usize::from(of_value));
        names.filter_map(|name| production_meaning(name)).next().map(str::to_owned)
    })?;
    Some(WordMeaning { span: word.phrase_span, text: meaning })
}

/// What a code of a finding means: the beginning of its essay, in Markdown.
pub fn code_meaning(code: &str) -> Option<String> {
    let essay = catalogue::explain(code)?;
    let title = catalogue::title(code)?;
    let paragraph: Vec<&str> = essay
        .lines()
        .skip(1)
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .collect();
    Some(format!("**{code}**: {title}\n\n{}", paragraph.join(" ")))
}

/// The statement that defines a name, with the lines below it, and what it is.
fn definition_text(text: &str, name: &DefinedName) -> String {
    let what = match name.kind {
        NameKind::Option => "an option",
        NameKind::Word => "a word",
        NameKind::Mark => "a mark",
        NameKind::Note => "a note",
        NameKind::SeedKind => "a kind of seeds",
        NameKind::Row => "a row",
        NameKind::Player => "a player",
        NameKind::Place => "a place that nobody owns",
        NameKind::Chosen => "a name for what is chosen",
        NameKind::Stage => "a stage",
        NameKind::Variation => "a variation",
        NameKind::Point => "a point of the source",
    };
    let lines: Vec<String> =
        name.definitions.iter().map(|span| statement_lines(text, span.start as usize)).collect();
    let uses = match name.uses.len() {
        0 => "not used".to_owned(),
        1 => "used once".to_owned(),
        many => format!("used {many} times"),
    };
    format!("```mnc\n{}\n```\n{what}, {uses}", lines.join("\n"))
}

/// How many lines of a definition are shown.
const MOST_LINES: usize = 12;

/// The line at an offset, and the deeper lines below it.
fn statement_lines(text: &str, offset: usize) -> String {
    let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.get(start..).unwrap_or_default().lines();
    let first = lines.next().unwrap_or_default();
    let below = lines
        .take_while(|line| depth(line) > depth(first) && !line.trim().is_empty())
        .take(MOST_LINES)
        .filter(|_| depth(first) > 0)
        .map(|line| {
            code_part(line).0.trim_end().get(depth(first)..).unwrap_or_default().to_owned()
        });
    let first = line_of(text, offset).to_owned();
    std::iter::once(first).chain(below).collect::<Vec<_>>().join("\n")
}

/// The meaning of the code in a comment `# allow CODE: reason`.
fn allowed_code(text: &str, offset: usize) -> Option<WordMeaning> {
    let at = u32::try_from(offset).ok()?;
    let inside = |comment: &Comment<'_>| comment.span.start <= at && at <= comment.span.end;
    let comment = comments(0, text).into_iter().find(inside)?;
    let start = comment.text.find("allow")? + "allow".len();
    let rest = comment.text.get(start..)?;
    let code = rest.trim_start().split(|c: char| c == ':' || c.is_whitespace()).next()?;
    let begin = start + (rest.len() - rest.trim_start().len()) + comment.span.start as usize;
    let span = Span::new(0, begin, begin + code.len());
    Some(WordMeaning { span, text: code_meaning(code)? })
}
