//! Parses one statement after the other, each with the entry production of its section.

use super::ast::*;
use super::build::{AstBuilder, NestedLines};
use super::layout::RawStatement;
use super::phrase::{ParseFailure, Phrase, Rule};
use super::repair;
use super::token::Token;
use super::vocabulary;
use crate::diagnostic::{Diagnostic, Fix};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The last column that a statement should reach.
const LAST_COLUMN: usize = 100;
/// How many parses may be tried to find corrections in one file.
pub const TRIES_PER_FILE: usize = 4_000;

/// Parses the statements of one file.
pub struct StatementReader<'a> {
    /// The number of the file.
    pub file: u16,
    /// Its text.
    pub text: &'a str,
    /// The names that the file defines.
    pub names: &'a BTreeSet<String>,
    /// Whether the game is like another one, whose names it can use.
    pub has_base: bool,
    /// How many parses may still be tried.
    pub tries_left: usize,
    /// The diagnostics so far.
    pub diagnostics: Vec<Diagnostic>,
}

/// The entry production of a statement, and its section, for messages.
#[derive(Clone, Copy)]
pub struct EntryProduction {
    /// The entry production.
    pub rule: Rule,
    /// The section that the statement belongs to.
    pub section: Option<SectionKind>,
}

impl EntryProduction {
    /// The production for the statements of a section.
    pub fn of(section: SectionKind) -> EntryProduction {
        let rule = match section {
            SectionKind::About => Rule::about_line,
            SectionKind::Points => Rule::point_line,
            SectionKind::Options => Rule::option_line,
            SectionKind::Board => Rule::board_line,
            SectionKind::Words => Rule::word_line,
            SectionKind::Start => Rule::start_line,
            SectionKind::Way => Rule::way_line,
            SectionKind::Turn => Rule::turn_line,
            SectionKind::Allowed => Rule::law_line,
            SectionKind::Winner => Rule::winner_line,
            SectionKind::Opening
            | SectionKind::Move
            | SectionKind::BeforeEachLap
            | SectionKind::EachSeed
            | SectionKind::LastSeed
            | SectionKind::AfterCapture
            | SectionKind::AfterMove
            | SectionKind::End
            | SectionKind::Match => Rule::case_line,
        };
        EntryProduction { rule, section: Some(section) }
    }

    /// The production of the deeper lines below such a statement.
    pub(super) fn nested_production(self) -> Option<EntryProduction> {
        match self.rule {
            Rule::case_line | Rule::word_case_line => Some(self),
            Rule::word_line => Some(EntryProduction { rule: Rule::word_case_line, ..self }),
            _ => None,
        }
    }

    /// The kind of statement in a few words, for counting: see
    /// [`Expectation::context`](super::Expectation::context).
    pub(super) fn context(self) -> &'static str {
        match (self.rule, self.section) {
            (Rule::heading_line, _) => "heading",
            (Rule::test_line, _) => "test",
            (Rule::item_line, _) => "item",
            (Rule::word_case_line, _) => "case of a word",
            (_, Some(section)) => section.words(),
            (_, None) => "",
        }
    }

    /// Its name in messages: `a statement of *last seed*`.
    pub fn description(self) -> String {
        match (self.rule, self.section) {
            (Rule::heading_line, _) => "a heading".into(),
            (Rule::test_line, _) => "a line of a test".into(),
            (Rule::item_line, _) => "a line of `in this order:`".into(),
            (Rule::word_case_line, _) => "a case of a word".into(),
            (_, Some(section)) => format!("a statement of *{}*", section.words()),
            (_, None) => "a statement".into(),
        }
    }
}

/// Why a statement could not be read.
enum Unread<'t> {
    /// It has no lines below it.
    EmptyBlock(Diagnostic),
    /// Its words do not fit.
    Words {
        /// The words, with the language's name of each direction.
        tokens: Cow<'t, [Token]>,
        /// The findings about these names.
        directions: Vec<Diagnostic>,
        failure: ParseFailure,
    },
}

impl<'a> StatementReader<'a> {
    /// A reader of a file that defines these names.
    pub fn new(file: u16, text: &'a str, names: &'a BTreeSet<String>) -> StatementReader<'a> {
        let has_base = text.lines().any(is_based);
        StatementReader {
            file,
            text,
            names,
            has_base,
            tries_left: TRIES_PER_FILE,
            diagnostics: Vec::new(),
        }
    }

    /// The statements of a section or of a block in it.
    pub fn statements(
        &mut self,
        kind: EntryProduction,
        raws: &[RawStatement],
        change: AstChange,
    ) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut rest = raws;
        while let [raw, below @ ..] = rest {
            rest = below;
            let unread = match self.statement(kind, raw, change) {
                Ok(statement) => {
                    statements.push(statement);
                    continue;
                }
                Err(unread) => unread,
            };
            if let [next, below @ ..] = below
                && change != AstChange::ChangeIn
                && let Some(finding) = self.two_lines(kind, raw, next)
            {
                rest = below;
                self.diagnostics.push(finding);
                statements.extend([raw, next].map(|raw| Statement::broken(raw.span(self.file))));
                continue;
            }
            statements.push(self.unread_statement(kind, raw, change, unread));
        }
        statements
    }

    /// The finding for two lines that only together say something. The first one could not be read.
    fn two_lines(
        &mut self,
        kind: EntryProduction,
        first: &RawStatement,
        second: &RawStatement,
    ) -> Option<Diagnostic> {
        let is_prose = |raw: &RawStatement| {
            let ends = |t: &Token| matches!(t.text.as_str(), "[" | "assumed" | "=");
            !raw.broken && raw.nested.is_empty() && !raw.tokens.iter().any(ends)
        };
        let can_be_read = |raw: &RawStatement| {
            let tokens = self.normalize_directions(&raw.tokens).0;
            Phrase::new(&tokens).parse(kind.rule).is_some()
        };
        // Each line with an arrow is a case of its own.
        let is_case = |raw: &RawStatement| raw.tokens.iter().any(|token| token.text == "->");
        let apart = is_case(first) && is_case(second);
        let are_prose = is_prose(first) && is_prose(second) && !can_be_read(second);
        if kind.section.is_none() || apart || !are_prose {
            return None;
        }
        repair::of_two_lines(self, kind, &first.tokens, &second.tokens)
    }

    fn statement<'t>(
        &mut self,
        kind: EntryProduction,
        raw: &'t RawStatement,
        change: AstChange,
    ) -> Result<Statement, Unread<'t>> {
        let (mut statement, written) = self.begun(raw, change);
        let below = self.nested_lines(kind, raw);
        if raw.broken {
            return Ok(statement);
        }
        if let Some(finding) = empty_block(kind, raw) {
            return Err(Unread::EmptyBlock(finding));
        }
        let (tokens, directions) = self.normalize_directions(written);
        let phrase = Phrase::new(&tokens);
        let pair = match phrase.read(kind.rule) {
            Ok(pair) => pair,
            Err(failure) => return Err(Unread::Words { tokens, directions, failure }),
        };
        if let Some(finding) = repair::read_as_name(self, kind, &tokens, self.has_base) {
            self.diagnostics.push(finding);
            return Ok(statement);
        }
        match AstBuilder::new(&phrase, below).statement(pair) {
            Some(built) => {
                self.diagnostics.extend(directions);
                self.check_differences(&tokens);
                statement.span = built.span;
                statement.kind = built.value;
                statement.cites = built.cites;
                statement.assumed = built.assumed;
                self.check_length(kind, &tokens, built.span.end);
            }
            None => self.diagnostics.push(internal_error(raw.span(self.file))),
        }
        Ok(statement)
    }

    /// A statement that is not read yet, and its words without `becomes`.
    fn begun<'t>(&self, raw: &'t RawStatement, change: AstChange) -> (Statement, &'t [Token]) {
        let becomes = change == AstChange::ChangeIn && raw.has_word(0, "becomes");
        let words = raw.tokens.get(usize::from(becomes)..).unwrap_or_default();
        (Statement { becomes, ..Statement::broken(raw.span(self.file)) }, words)
    }

    /// Reports a statement that cannot be read.
    fn unread_statement(
        &mut self,
        kind: EntryProduction,
        raw: &RawStatement,
        change: AstChange,
        unread: Unread<'_>,
    ) -> Statement {
        let (statement, written) = self.begun(raw, change);
        let finding = match unread {
            Unread::EmptyBlock(finding) => finding,
            Unread::Words { tokens, directions, failure } => {
                // Of a whole statement in other words, the direction is only a part.
                let translated = match directions.as_slice() {
                    [] => None,
                    [..] => repair::in_other_words(self, kind, written),
                };
                translated.unwrap_or_else(|| {
                    self.diagnostics.extend(directions);
                    repair::explain(self, kind, &tokens, &failure)
                })
            }
        };
        self.diagnostics.push(finding);
        statement
    }

    /// Replaces `counterclockwise`, which the grammar would take for a name, by `anticlockwise`. Returns the
    /// findings about it, too.
    fn normalize_directions<'t>(&self, tokens: &'t [Token]) -> (Cow<'t, [Token]>, Vec<Diagnostic>) {
        let by_another_name = |token: &Token| vocabulary::is_direction_synonym(&token.text);
        let mut findings = Vec::new();
        if !tokens.iter().any(by_another_name) {
            return (tokens.into(), findings);
        }
        let mut tokens = tokens.to_vec();
        for token in &mut tokens {
            let known = self.names.contains(&token.text);
            if !known && by_another_name(token) {
                token.text = "anticlockwise".into();
                let message = "the word is `anticlockwise`";
                findings.push(
                    Diagnostic::error("unreadable-statement", token.span, message)
                        .found("another word for it")
                        .fix(Fix::safe(token.span, "anticlockwise")),
                );
            }
        }
        (tokens.into(), findings)
    }

    /// Parses the deeper lines.
    fn nested_lines(&mut self, kind: EntryProduction, raw: &RawStatement) -> NestedLines {
        let Some(deeper) = kind.nested_production() else { return NestedLines::Nothing };
        if raw.nested.is_empty() {
            return NestedLines::Nothing;
        }
        let words: Vec<&str> = raw.tokens.iter().rev().map(|t| t.text.as_str()).take(3).collect();
        if words == [":", "order", "this"] {
            let items = raw.nested.iter().filter_map(|item| self.item(item)).collect();
            return NestedLines::Items(items);
        }
        NestedLines::Statements(self.statements(deeper, &raw.nested, AstChange::Plain))
    }

    fn item(&mut self, raw: &RawStatement) -> Option<SowItem> {
        if raw.broken {
            return None;
        }
        let kind = EntryProduction { rule: Rule::item_line, section: None };
        let phrase = Phrase::new(&raw.tokens);
        match phrase.read(Rule::item_line) {
            Ok(pair) => {
                let built = AstBuilder::new(&phrase, NestedLines::Nothing).item(pair);
                if let Some(built) = &built {
                    self.check_length(kind, &raw.tokens, built.span.end);
                } else {
                    self.diagnostics.push(internal_error(raw.span(self.file)));
                }
                built.map(|b| b.value)
            }
            Err(trouble) => {
                let finding = repair::explain(self, kind, &raw.tokens, &trouble);
                self.diagnostics.push(finding);
                None
            }
        }
    }

    /// Reports `2-3`: a subtraction, where the author wants a range.
    fn check_differences(&mut self, tokens: &[Token]) {
        for three in tokens.windows(3) {
            let [first, minus, last] = three else { continue };
            let number = |token: &Token| token.text.parse::<u64>().ok();
            let (Some(from), Some(to)) = (number(first), number(last)) else { continue };
            if minus.text == "-" && from < to {
                let span = first.span.to(last.span);
                let message = format!("`{from}-{to}` is {from} minus {to}, which is less than 0");
                self.diagnostics.push(
                    Diagnostic::error("unreadable-statement", span, message)
                        .found("a subtraction")
                        .fix(Fix::guess(span, format!("from {from} to {to}"))),
                );
            }
        }
    }

    fn check_length(&mut self, kind: EntryProduction, tokens: &[Token], end: u32) {
        if matches!(kind.section, Some(SectionKind::About | SectionKind::Points)) {
            return;
        }
        let far = tokens.iter().find(|t| t.column > LAST_COLUMN && t.span.end <= end);
        if let Some(token) = far {
            self.diagnostics.push(
                Diagnostic::warning(
                    "long-line",
                    token.span,
                    "this line is too long to read easily",
                )
                .found(format!("beyond column {LAST_COLUMN}"))
                .help(super::layout::BREAK_LINE_HELP),
            );
        }
    }

    /// The lines of a test.
    pub fn test_lines(&mut self, raws: &[RawStatement]) -> Vec<(TestLine, crate::span::Span)> {
        let kind = EntryProduction { rule: Rule::test_line, section: None };
        let mut lines = Vec::new();
        for raw in raws {
            let span = raw.span(self.file);
            let phrase = Phrase::new(&raw.tokens);
            let line = match phrase.read(Rule::test_line) {
                _ if raw.broken => TestLine::Broken,
                Ok(pair) => match AstBuilder::new(&phrase, NestedLines::Nothing).test_line(pair) {
                    Some(line) => line,
                    None => {
                        self.diagnostics.push(internal_error(span));
                        TestLine::Broken
                    }
                },
                Err(trouble) => {
                    let finding = repair::explain(self, kind, &raw.tokens, &trouble);
                    self.diagnostics.push(finding);
                    TestLine::Broken
                }
            };
            lines.push((line, span));
        }
        lines
    }
}

/// Whether a line bases a description on another one: `game "A" like "B"`, however it is laid out.
fn is_based(line: &str) -> bool {
    let mut parts = line.split('"').map(str::trim);
    parts.next() == Some("game") && parts.nth(1) == Some("like")
}

/// The finding for a line that opens a block without lines.
fn empty_block(kind: EntryProduction, raw: &RawStatement) -> Option<Diagnostic> {
    let last = raw.tokens.last()?;
    if !raw.opens_block() || !raw.nested.is_empty() || kind.nested_production().is_none() {
        return None;
    }
    let help = if last.text == "->" {
        "write the actions after the arrow, or put the steps on the lines below, two blanks further in"
    } else {
        "put its items on the lines below, two blanks further in"
    };
    Some(
        Diagnostic::error("empty-block", last.span, "there is nothing below this line")
            .found(format!("`{}` opens a block of deeper lines", last.text))
            .help(help),
    )
}

/// The grammar and the builder disagree: a fault of this program.
pub fn internal_error(span: crate::span::Span) -> Diagnostic {
    Diagnostic::error(
        "unreadable-statement",
        span,
        "this statement is well formed, but the program cannot process it",
    )
    .found("a fault of the program, not of the description")
    .help("please report it, with this statement")
}
