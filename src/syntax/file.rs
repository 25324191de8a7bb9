//! The headings of a file, and the statements below each.

use super::ast::*;
use super::build::{AstBuilder, NestedLines};
use super::heading::HeadingLine;
use super::layout::RawStatement;
use super::phrase::{Phrase, Rule};
use super::statement::{EntryProduction, StatementReader, internal_error};
use super::token::{Token, TokenKind};
use super::vocabulary;
use crate::diagnostic::{Diagnostic, Fix, fix};
use crate::span::Span;
use crate::threads;
use std::borrow::Cow;

mod changes;
mod parallel;
mod stray_lines;

use parallel::{ParsedBlock, split_in_half};

/// The version of the language that is supported.
const VERSION: u64 = 1;

/// Parses all statements of a file.
///
/// `tries` is how many parses may be tried to explain what is broken.
pub fn read(file: u16, text: &str, raws: &[RawStatement], tries: usize) -> (File, Vec<Diagnostic>) {
    let names = vocabulary::declared_names(raws);
    let mut walk = FileParser {
        reader: StatementReader { tries_left: tries, ..StatementReader::new(file, text, &names) },
        file: File { file, ..File::default() },
        target: SectionTarget::Sections,
        section: None,
        outside_reported: false,
        parsed_ahead: None,
    };
    if raws.is_empty() {
        let at = Span::new(file, 0, 0);
        walk.reader.diagnostics.push(
            Diagnostic::error("empty-file", at, "the file is empty")
                .found("a description begins here")
                .help("begin with `mnc 1` and `game \"NAME\"`"),
        );
        return (walk.file, walk.reader.diagnostics);
    }
    walk.check_version_first(raws);
    let raws = match raws {
        [first, rest @ ..] if is_version_respelt(first) => rest,
        _ => raws,
    };
    let (first, second) = split_in_half(text, raws);
    std::thread::scope(|scope| {
        let ahead = || parallel::parse_blocks(file, text, &names, second);
        let reading = if second.is_empty() { None } else { threads::spawn(scope, ahead) };
        first.iter().for_each(|raw| walk.top_level(raw));
        let read = threads::join(reading).unwrap_or_default();
        for (raw, read) in
            second.iter().zip(read.into_iter().chain(std::iter::repeat_with(|| None)))
        {
            walk.parsed_ahead = read;
            walk.top_level(raw);
        }
    });
    walk.check_game_named(raws);
    (walk.file, walk.reader.diagnostics)
}

/// What the next section belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SectionTarget {
    /// The game or the last variation.
    Sections,
    /// The last stage of it.
    Stage,
    /// A test: no section may follow.
    Test,
}

struct FileParser<'a> {
    reader: StatementReader<'a>,
    file: File,
    target: SectionTarget,
    /// The section of the last heading, for a statement that is not indented by mistake.
    section: Option<(SectionKind, AstChange)>,
    outside_reported: bool,
    /// The lines below the heading, if they are parsed already.
    parsed_ahead: Option<ParsedBlock>,
}

impl FileParser<'_> {
    fn report(&mut self, finding: Diagnostic) {
        self.reader.diagnostics.push(finding);
    }

    // ------------------------------------------------------------------ the first lines of a file

    fn check_version_first(&mut self, raws: &[RawStatement]) {
        let Some(first) = raws.first().filter(|raw| !raw.has_word(0, "mnc")) else { return };
        let span = first.tokens.first().map_or(Span::default(), |t| t.span);
        let start = if self.reader.text.starts_with('\u{feff}') { 3 } else { 0 };
        let start = Span::new(self.file.file, start, start);
        if is_version_respelt(first) {
            let at = first.span(self.file.file);
            self.file.version = Some((VERSION, at));
            return self.report(
                Diagnostic::error("missing-version", at, "the version is written as two words")
                    .found("the first line is `mnc 1`")
                    .fix(Fix::safe(at, "mnc 1")),
            );
        }
        let mut finding =
            Diagnostic::error("missing-version", span, "the file does not begin with its version")
                .found("the first line is `mnc 1`")
                .help("write `mnc 1` in a line of its own above everything else");
        if let Some(later) = raws.iter().find(|raw| raw.has_word(0, "mnc")) {
            let span = later.span(self.file.file);
            finding = finding.label(span, "move this line to the top");
            let line = fix::whole_line(self.reader.text, span);
            if line != span {
                let written = format!("{}\n", self.reader.text.get(span.range()).unwrap_or(""));
                let title = "move the line with the version to the top";
                finding = finding.fix(Fix::safe(start, written).and(line, "").titled(title));
            }
        } else {
            // There is no other version that the author could have had in mind.
            finding = finding.fix(Fix::safe(start, "mnc 1\n"));
        }
        self.report(finding);
    }

    fn check_game_named(&mut self, raws: &[RawStatement]) {
        if self.file.game.is_some() || raws.iter().any(|raw| raw.has_word(0, "game")) {
            return;
        }
        let version = raws.first().filter(|raw| raw.has_word(0, "mnc"));
        let span = raws.first().map_or(Span::default(), |raw| raw.span(self.file.file));
        let at = match version {
            Some(_) => {
                let rest = self.reader.text.get(span.end as usize..).unwrap_or("");
                span.end as usize + rest.find('\n').map_or(rest.len(), |n| n + 1)
            }
            None => span.start as usize,
        };
        let blank = at == self.reader.text.len() && !self.reader.text.ends_with('\n');
        let line = if blank { "\ngame \"Untitled\"\n" } else { "game \"Untitled\"\n" };
        self.report(
            Diagnostic::error("missing-game", span, "the file does not name its game")
                .found("the name follows the version")
                .help("write `game \"NAME\"` in the second line")
                .fix(Fix::guess(Span::new(self.file.file, at, at), line)),
        );
    }

    // --------------------------------------------------------------------------------- one heading

    fn top_level(&mut self, raw: &RawStatement) {
        if raw.broken {
            return;
        }
        if raw.indent > 0 {
            return self.statement_outside(raw);
        }
        let (head, inline) = split_heading(raw);
        let phrase = Phrase::new(head);
        match phrase.read(Rule::heading_line) {
            Ok(pair) => match AstBuilder::new(&phrase, NestedLines::Nothing).heading(pair) {
                Some(heading) => self.heading(heading, raw, inline),
                None => self.report(internal_error(raw.span(self.file.file))),
            },
            Err(trouble) => self.unreadable_heading(raw, head, inline, &trouble),
        }
    }

    fn heading(&mut self, heading: HeadingLine, raw: &RawStatement, inline: Option<RawStatement>) {
        match heading {
            HeadingLine::Section(change, kind, span) => {
                return self.section(change, kind, span, raw, inline);
            }
            HeadingLine::Test(name, span) => {
                self.target = SectionTarget::Test;
                self.section = None;
                if raw.nested.is_empty() {
                    self.report(empty_section("the test has no lines", span));
                }
                let lines = match self.parsed_ahead.take() {
                    Some(ParsedBlock::Lines(lines)) => lines,
                    _ => self.reader.test_lines(&raw.nested),
                };
                self.file.tests.push(AstTest { name, span, lines });
                return;
            }
            HeadingLine::Version(number, span) => self.version(number, span),
            HeadingLine::Game(line) => self.game(line),
            HeadingLine::Variation(name, span) => {
                self.target = SectionTarget::Sections;
                self.file.variations.push(Variation { name, span, body: AstBody::default() });
            }
            HeadingLine::Stage(stage) => {
                self.target = SectionTarget::Stage;
                self.body().stages.push(stage);
            }
        }
        self.section = None;
        if let Some(first) = raw.nested.first() {
            self.outside_reported = false;
            self.statement_outside(first);
        }
    }

    fn version(&mut self, number: u64, span: Span) {
        if number != VERSION {
            self.report(
                Diagnostic::error(
                    "unknown-version",
                    span,
                    format!("this program does not know version {number} of the language"),
                )
                .found("it knows version 1")
                .fix(Fix::guess(span, "mnc 1")),
            );
        }
        let Some((first, _)) = self.file.version else {
            self.file.version = Some((number, span));
            return;
        };
        let line = fix::whole_line(self.reader.text, span);
        self.report(
            Diagnostic::error("statement-outside", span, "the version is given twice")
                .found("it belongs in the first line only")
                .fix(Fix::safe_if(number == first, line, "").titled("delete this line")),
        );
    }

    fn game(&mut self, line: GameLine) {
        if let Some(first) = &self.file.game {
            let finding =
                Diagnostic::error("two-games", line.span, "a second game in the same file")
                    .found("the second")
                    .label(first.span, "the first")
                    .help("put it in a file of its own, or make it a `variation`");
            return self.report(finding);
        }
        self.file.game = Some(line);
    }

    fn body(&mut self) -> &mut AstBody {
        match self.file.variations.last_mut() {
            Some(variation) => &mut variation.body,
            None => &mut self.file.body,
        }
    }

    fn sections(&mut self) -> &mut Vec<Section> {
        let in_stage = self.target == SectionTarget::Stage;
        let body = self.body();
        match body.stages.last_mut() {
            Some(stage) if in_stage => &mut stage.sections,
            _ => &mut body.sections,
        }
    }

    // --------------------------------------------------------------------------------- one section

    fn section(
        &mut self,
        change: AstChange,
        kind: SectionKind,
        span: Span,
        raw: &RawStatement,
        inline: Option<RawStatement>,
    ) {
        if self.target == SectionTarget::Test {
            self.target = SectionTarget::Sections;
            self.report(
                Diagnostic::error("statement-outside", span, "this section comes after a test")
                    .found("it is not clear what this section belongs to")
                    .help("put the tests at the end of the game or of its variation"),
            );
        }
        self.section = Some((kind, change));
        let like = self.file.game.as_ref().is_some_and(|game| game.like.is_some());
        let main = self.file.variations.is_empty() && self.target == SectionTarget::Sections;
        if change != AstChange::Plain && main && !like && self.file.game.is_some() {
            let finding =
                Diagnostic::error("change-of-nothing", span, "there is nothing here to change")
                    .found("there is no earlier section that this could change");
            let whole =
                Fix::guess(span, kind.words()).titled(format!("write only `{}`", kind.words()));
            let line = fix::whole_line(self.reader.text, span);
            self.report(match change {
                AstChange::No => finding.fix(Fix::guess(line, "").titled("delete this line")),
                AstChange::ChangeIn => {
                    finding.help(format!("write `{}` and the whole section", kind.words()))
                }
                AstChange::Plain | AstChange::New | AstChange::FirstIn | AstChange::AlsoIn => {
                    finding.fix(whole)
                }
            });
        }
        let in_heading = inline.is_some();
        let mut raws: Cow<'_, [RawStatement]> = match inline {
            Some(inline) if inline.opens_block() => vec![inline].into(),
            Some(inline) => {
                let inline = RawStatement { nested: Vec::new(), ..inline };
                [inline].into_iter().chain(raw.nested.iter().cloned()).collect()
            }
            None => raw.nested.as_slice().into(),
        };
        if change == AstChange::ChangeIn {
            raws = self.halves_apart(raws, in_heading);
            raws = self.lone_becomes(raws);
        }
        if change == AstChange::No {
            if let Some(first) = raws.first() {
                let at = first.span(self.file.file);
                self.report(
                    Diagnostic::error("statement-outside", at, "this statement is in no section")
                        .found("the heading above removes its section")
                        .help(format!("write `new {}` to replace it", kind.words())),
                );
            }
            raws = Cow::default();
        } else if raws.is_empty() {
            self.report(empty_section(&format!("the section *{}* is empty", kind.words()), span));
        }
        let statements = match self.parsed_ahead.take() {
            Some(ParsedBlock::Statements(statements)) => statements,
            _ => self.reader.statements(EntryProduction::of(kind), &raws, change),
        };
        self.check_pairs(change, &statements);
        self.add_section(Section { change, kind, span, statements });
    }

    /// In `change in SECTION`, each statement is followed by its replacement.
    fn check_pairs(&mut self, change: AstChange, statements: &[Statement]) {
        if change != AstChange::ChangeIn {
            return;
        }
        for (n, statement) in statements.iter().enumerate() {
            let next = statements.get(n + 1).is_some_and(|s| s.becomes);
            let before =
                n.checked_sub(1).and_then(|b| statements.get(b)).is_some_and(|s| !s.becomes);
            let fault = match statement.becomes {
                true if !before => "there is no statement above that this could replace",
                false if !next => "there is no `becomes` line below this statement",
                _ => continue,
            };
            let finding = Diagnostic::error("unreadable-statement", statement.span, fault)
                .found("one half of a change")
                .help("write the old statement unchanged, and below it `becomes` and the new one");
            self.report(finding);
        }
    }

    fn add_section(&mut self, section: Section) {
        let same = |s: &&mut Section| s.kind == section.kind && s.change == section.change;
        let Some(first) = self.sections().iter_mut().find(same) else {
            self.sections().push(section);
            return;
        };
        let at = first.span;
        first.statements.extend(section.statements);
        let words = section.kind.words();
        self.report(
            Diagnostic::error("section-twice", section.span, format!("a second section *{words}*"))
                .found("the second")
                .label(at, "the first")
                .help("put all its statements below one heading"),
        );
    }
}

/// Whether a line is the version but for blanks, signs and capitals: `mnc1`, `MNC 1`.
fn is_version_respelt(raw: &RawStatement) -> bool {
    let letters = raw.tokens.iter().flat_map(|token| token.text.chars());
    let letters: String = letters.filter(|c| c.is_alphanumeric()).collect();
    !raw.has_word(0, "mnc") && letters.eq_ignore_ascii_case(&format!("mnc{VERSION}"))
}

fn empty_section(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error("empty-section", span, message)
        .found("there is nothing below it")
        .help("put its statements on the lines below, two blanks further in, or delete the heading")
}

/// Headings with a text or a number of their own.
pub(super) const NAMED: [&str; 5] = ["mnc", "game", "variation", "stage", "test"];

/// The words of a heading, and the statement after its colon.
pub(super) fn split_heading(raw: &RawStatement) -> (&[Token], Option<RawStatement>) {
    let named = NAMED.iter().any(|w| raw.has_word(0, w));
    let colon = raw.tokens.iter().position(|t| t.kind == TokenKind::Sign && t.text == ":");
    let last = raw.tokens.len().saturating_sub(1);
    match colon {
        Some(at) if at == last || !named => {
            let head = raw.tokens.get(..at).unwrap_or_default();
            let tokens = raw.tokens.get(at + 1..).unwrap_or_default().to_vec();
            let inline = (!tokens.is_empty()).then(|| RawStatement {
                indent: raw.indent,
                tokens,
                nested: raw.nested.clone(),
                broken: false,
            });
            (head, inline)
        }
        _ => (&raw.tokens, None),
    }
}
