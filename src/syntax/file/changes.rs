//! Changes that are written in another way: headings such as `replace move`, and both halves of a change in one
//! line.

use super::*;
use crate::syntax::foreign::foreign_heading;

/// How far statements are from the left edge.
const INDENT: usize = 2;

/// The word before the second half of a change.
const BECOMES: &str = "becomes";

/// What people write before the name of a section that they change.
const CHANGES: [(AstChange, &str); 4] = [
    (
        AstChange::New,
        "new different replace replaces replacing redefine override overwrite rewrite instead-of",
    ),
    (
        AstChange::ChangeIn,
        "change changes changed change-to changes-to modify modifies alter edit update adjust",
    ),
    (AstChange::AlsoIn, "add add-to adding-to extend append-to also more additional extra"),
    (AstChange::No, "without remove removes delete drop omit leave-out"),
];

/// Words around the name of a section that add nothing.
const FILLERS: [&str; 6] = ["the", "section", "rule", "rules", "of", "in"];

/// The heading that these words mean: `new move` for `replace the move section`.
pub(super) fn change_in_other_words(heading: &str) -> Option<(AstChange, SectionKind, String)> {
    let heading = heading.to_lowercase();
    let words: Vec<&str> = heading.split_whitespace().collect();
    let (many, change) = [2, 1].into_iter().find_map(|many| {
        let begin = words.get(..many)?.join("-");
        let says = |(_, all): &&(AstChange, &str)| all.split(' ').any(|word| word == begin);
        CHANGES.iter().find(says).map(|(change, _)| (many, *change))
    })?;
    let section = section_of(words.get(many..)?)?;
    Some((change, section, change.heading(section)))
}

/// The section that a heading such as `in move` names without saying what happens to it.
pub(super) fn section_without_change(heading: &str) -> Option<SectionKind> {
    let heading = heading.to_lowercase();
    let (first, rest) = heading.split_once(' ')?;
    ["in", "for"]
        .contains(&first)
        .then(|| section_of(&rest.split_whitespace().collect::<Vec<_>>()))?
}

/// The section that words name: all of them, or all without those that add nothing.
fn section_of(words: &[&str]) -> Option<SectionKind> {
    let named = |words: &[&str]| {
        let name = words.join(" ");
        let section = SectionKind::ALL.into_iter().find(|section| section.words() == name);
        section.or_else(|| foreign_heading(&name).map(|(_, section)| section))
    };
    let kept: Vec<&str> = words.iter().copied().filter(|word| !FILLERS.contains(word)).collect();
    named(words).or_else(|| named(&kept))
}

impl FileParser<'_> {
    /// Puts both halves of each change on lines of their own, and reports those that were not. `heading`: the first
    /// statement is in the line of the heading.
    pub(super) fn halves_apart<'r>(
        &mut self,
        raws: Cow<'r, [RawStatement]>,
        heading: bool,
    ) -> Cow<'r, [RawStatement]> {
        if !raws.iter().any(|raw| becomes_at(raw).is_some()) {
            return raws;
        }
        let mut apart = Vec::new();
        for (nth, raw) in raws.iter().enumerate() {
            let Some(at) = becomes_at(raw) else {
                apart.push(raw.clone());
                continue;
            };
            let (old, new) = raw.tokens.split_at(at);
            let in_heading = heading && nth == 0;
            self.report_halves(raw, at, in_heading);
            let half = |tokens: &[Token], nested| RawStatement {
                tokens: tokens.to_vec(),
                nested,
                ..raw.clone()
            };
            apart.push(half(old, Vec::new()));
            apart.push(half(new, raw.nested.clone()));
        }
        apart.into()
    }

    /// Puts `becomes` alone on its line before the statement on the next line, and reports that.
    pub(super) fn lone_becomes<'r>(
        &mut self,
        raws: Cow<'r, [RawStatement]>,
    ) -> Cow<'r, [RawStatement]> {
        let is_alone = |raw: &RawStatement| raw.tokens.len() == 1 && raw.has_word(0, BECOMES);
        if !raws.iter().any(is_alone) {
            return raws;
        }
        let mut joined = Vec::new();
        let mut rest = raws.iter();
        while let Some(raw) = rest.next() {
            let Some(becomes) = raw.tokens.first().filter(|_| is_alone(raw)) else {
                joined.push(raw.clone());
                continue;
            };
            let below = match raw.nested.as_slice() {
                [] => rest.next(),
                [only] => Some(only),
                [..] => None,
            };
            let finding = Diagnostic::error(
                "unreadable-statement",
                becomes.span,
                "`becomes` and the new statement are on one line",
            )
            .found("the new statement comes after this");
            let Some((new, first)) = below.and_then(|new| Some((new, new.tokens.first()?))) else {
                let help = "write the new statement after it";
                self.report(finding.help(help));
                joined.push(RawStatement { broken: true, ..raw.clone() });
                continue;
            };
            let gap = Span { start: becomes.span.end, end: first.span.start, ..becomes.span };
            let fix = Fix::safe(gap, " ").titled("join this line and the next");
            self.report(finding.fix(fix));
            let tokens = [raw.tokens.as_slice(), new.tokens.as_slice()].concat();
            joined.push(RawStatement { tokens, indent: raw.indent, ..new.clone() });
        }
        joined.into()
    }

    fn report_halves(&mut self, raw: &RawStatement, at: usize, in_heading: bool) {
        let (Some(before), Some(becomes)) = (raw.tokens.get(at - 1), raw.tokens.get(at)) else {
            return;
        };
        let gap = Span { start: before.span.end, end: becomes.span.start, ..becomes.span };
        let indent = " ".repeat(if in_heading { INDENT } else { raw.indent });
        let line = format!("\n{indent}");
        let mut fix = Fix::safe(gap, line.clone())
            .titled("put `becomes` and what follows on a line of its own");
        if let Some(first) = raw.tokens.first().filter(|_| in_heading) {
            let text = self.reader.text.get(..first.span.start as usize).unwrap_or("");
            let blanks = text.len() - text.trim_end_matches([' ', '\t']).len();
            let after_colon = Span {
                start: first.span.start - blanks as u32,
                end: first.span.start,
                ..first.span
            };
            // A heading that has its statements below it has no colon.
            let colon = Span { start: after_colon.start.saturating_sub(1), ..after_colon };
            fix = fix.and(colon, line);
        }
        self.report(
            Diagnostic::error(
                "unreadable-statement",
                becomes.span,
                "`becomes` begins a line of its own",
            )
            .found("the second half of a change")
            .fix(fix),
        );
    }
}

/// Where the second half of a change begins within one line.
fn becomes_at(raw: &RawStatement) -> Option<usize> {
    let becomes = |token: &Token| token.kind != TokenKind::Text && token.text == BECOMES;
    raw.tokens.iter().skip(1).position(becomes).map(|at| at + 1)
}
