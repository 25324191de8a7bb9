//! Edits of whole statements and sections, for fixes.

use super::subject::LintSubject;
use crate::diagnostic::Fix;
use crate::span::Span;
use crate::syntax::ast::{Section, SectionKind};

impl LintSubject<'_> {
    /// A guess: a new section, on one line, after the last of these that the game has outside of its stages.
    pub fn new_section(&self, after: &[SectionKind], text: &str) -> Option<Fix> {
        let file = self.file()?;
        let here = file.body.sections.iter().filter(|section| after.contains(&section.kind));
        let last = here.filter_map(|section| section.statements.last()).max_by_key(|s| s.span)?;
        self.line_after(last.span, text)
    }

    /// A guess: deletes a statement with its citations; `None` if it shares its line with a heading, or is the only
    /// one of its section.
    pub fn deletion(&self, at: Span) -> Option<Fix> {
        let holds = |section: &&Section| section.statements.iter().any(|one| one.span == at);
        let section = self.file()?.sections().find(holds)?;
        let (start, _) = self.own_line(at)?;
        let end = self.end_of_statement(at)?;
        let line = Span::new(at.file, start, end);
        (section.statements.len() > 1).then(|| Fix::guess(line, "").titled("delete this line"))
    }

    /// A guess: another line at the end of a section; `None` if the section is on one line with its heading.
    pub fn new_line(&self, section: &Section, text: &str) -> Option<Fix> {
        let last = section.statements.last()?.span;
        let (_, indent) = self.own_line(last)?;
        self.line_after(last, &format!("{indent}{text}"))
    }

    /// A guess: another line after a statement.
    fn line_after(&self, statement: Span, line: &str) -> Option<Fix> {
        let at = self.end_of_statement(statement)?;
        let text = &self.description.sources.get(statement.file)?.text;
        let ended = text.get(..at)?.ends_with('\n');
        let new = if ended { format!("{line}\n") } else { format!("\n{line}\n") };
        let fix = Fix::guess(Span::new(statement.file, at, at), new);
        Some(fix.titled(format!("add `{}`", line.trim())))
    }

    /// A guess: two statements or items change places.
    pub fn exchange(&self, one: Span, other: Span) -> Fix {
        let fix = Fix::guess(one, self.text(other)).and(other, self.text(one));
        fix.titled("exchange the two lines")
    }

    /// A guess: another word in place of one that occurs once in a text.
    pub fn word_for(&self, at: Span, word: &str, new: &str) -> Option<Fix> {
        let text = self.description.sources.slice(at);
        let mut places = text.match_indices(word);
        let (Some((start, _)), None) = (places.next(), places.next()) else { return None };
        let start = at.range().start + start;
        Some(Fix::guess(Span::new(at.file, start, start + word.len()), new))
    }

    /// Where the line of a statement begins, and the blanks before the statement; `None` if something else is
    /// before it.
    fn own_line(&self, at: Span) -> Option<(usize, &str)> {
        let before = self.description.sources.get(at.file)?.text.get(..at.range().start)?;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = before.get(start..)?;
        indent.trim().is_empty().then_some((start, indent))
    }

    /// Where the line after a statement, its citations and its deeper lines begins.
    fn end_of_statement(&self, span: Span) -> Option<usize> {
        let text = &self.description.sources.get(span.file)?.text;
        let start = text.get(..span.range().start)?.rfind('\n').map_or(0, |at| at + 1);
        let indent = depth(text.get(start..)?);
        let line_end =
            |from: usize| Some(text.get(from..)?.find('\n').map_or(text.len(), |at| from + at + 1));
        let mut end = line_end(span.range().end)?;
        loop {
            let Some(line) = text.get(end..).and_then(|rest| rest.lines().next()) else {
                return Some(end);
            };
            let deeper = depth(line) > indent || continues(line.trim_start());
            if line.trim().is_empty() || !deeper {
                return Some(end);
            }
            end = line_end(end)?;
        }
    }
}

/// Whether a line goes on with the statement above it.
fn continues(line: &str) -> bool {
    ["->", ",", "[", "and ", "or ", "assumed "].iter().any(|start| line.starts_with(start))
}

/// The number of blanks before a line.
fn depth(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ').count()
}
