//! `never-true`: a test that is never true; and what both such lints read.

use super::reach::Never;
use super::{Lint, Needs, Subject, is_said_within, written};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{Fits, Test1};
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "never-true", severity: Severity::Warning, needs: Needs::Text, check };

/// A test with the same answer in every position of every game.
pub(super) struct Answer {
    /// The test.
    pub span: Span,
    /// The answer.
    pub is: bool,
    /// ` for any value of the options`, where the test is about them.
    pub range: &'static str,
}

fn check(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let never = answers(subject, said).into_iter().filter(|answer| !answer.is);
    let mut found: Vec<Diagnostic> = never.map(|answer| finding(subject, &answer)).collect();
    let told: Vec<Diagnostic> = said.iter().chain(&found).cloned().collect();
    found.extend(together(subject, &told));
    found
}

fn finding(subject: &Subject<'_>, answer: &Answer) -> Diagnostic {
    let text = subject.text(answer.span);
    let message = format!("`{text}` is never true{}", answer.range);
    let finding = Diagnostic::warning("never-true", answer.span, message)
        .found("the answer is no, whatever the position");
    match text.strip_prefix("makes ") {
        Some(what) if answer.range.is_empty() => finding.help(format!(
            "`makes` speaks of the hole after the seed has fallen; of the hole before it: \
             `falls in {what}`"
        )),
        _ => finding.help("leave it out with what depends on it, or say what was meant"),
    }
}

/// Conditions of which every test can be true, but not all at once.
fn together(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for statement in subject.file().into_iter().flat_map(written::all_statements) {
        let Some(Fits::If(cond)) = written::fits(statement) else { continue };
        let tests = written::tests(cond);
        let (Some(first), Some(last)) = (tests.first(), tests.last()) else { continue };
        let impossible = subject.reaches.cases.get(&statement.span) == Some(&Never::Impossible);
        if impossible && !is_said_within(said, statement.span) {
            let span = first.span.to(last.span);
            let message = format!("`{}` is never true", subject.text(span));
            found.push(
                Diagnostic::warning("never-true", span, message)
                    .found("these cannot be so at once")
                    .help("one of them is not what was meant, or `or` is meant for `and`"),
            );
        }
    }
    found
}

/// The tests of the description that always have the same answer, in order.
pub(super) fn answers(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Answer> {
    let Some(file) = subject.file() else { return Vec::new() };
    let mut found: BTreeMap<Span, Answer> = BTreeMap::new();
    let mut add = |answer: Answer| {
        if !is_said_within(said, answer.span) {
            found.entry(answer.span).or_insert(answer);
        }
    };
    let statements = written::all_statements(file);
    let of_statements = statements.iter().flat_map(|statement| {
        let text = subject.description.sources.slice(statement.span);
        written::conds(statement).into_iter().map(move |cond| (cond, text))
    });
    let until = written::stages(file).filter_map(|s| s.until.as_ref()).map(|cond| (cond, ""));
    let ranges = subject.ranges();
    for (cond, text) in of_statements.chain(until) {
        let tests = written::tests(cond);
        let of_options = ranges.choices(text).filter(|_| !text.is_empty());
        for test in tests {
            if let Some(choices) = &of_options {
                let mut all = choices.iter().map(|values| ranges.test(test, values));
                let first = all.next().flatten();
                if let Some(is) = first.filter(|_| all.all(|one| one == first)) {
                    let several = choices.len() > 1;
                    let range = if several { " for any value of the options" } else { "" };
                    add(Answer { span: test.span, is, range });
                }
            }
            if let Some(is) = by_position(subject, test) {
                add(Answer { span: test.span, is, range: "" });
            }
        }
    }
    found.into_values().collect()
}

/// The answer of the test whose phrase stands here, if it is always the same.
fn by_position(subject: &Subject<'_>, test: &Test1) -> Option<bool> {
    let within = |at: &Span| {
        at.file == test.span.file && test.span.start <= at.start && at.end <= test.span.end
    };
    let mut phrases = subject.reaches.tests.iter().filter(|(at, _)| within(at));
    match (phrases.next(), phrases.next()) {
        (Some((_, answer)), None) => *answer,
        _ => None,
    }
}
