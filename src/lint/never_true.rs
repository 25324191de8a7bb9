//! `never-true`: a test that is never true. Also finds the tests for `always-true`.

use super::reach::CaseReach;
use super::{Lint, LintInput, LintSubject, SubjectGame, already_reported_within, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::order::SortedMap;
use crate::span::Span;
use crate::syntax::ast::{AdjKind, AstCaseGuard, CondTest, CondTestKind, Noun, PostModifierKind};

pub(super) const LINT: Lint =
    Lint { name: "never-true", severity: Severity::Warning, needs: LintInput::Text, check };

/// A test with the same value in every position of every game.
pub(super) struct ConstantTest {
    /// The test.
    pub span: Span,
    /// Its value.
    pub value: bool,
    /// ` for any value of the options`, if the test is about them.
    pub range: &'static str,
}

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let never = constant_tests(subject, earlier).into_iter().filter(|answer| !answer.value);
    let mut found: Vec<Diagnostic> = never.map(|answer| finding(subject, &answer)).collect();
    let reported: Vec<Diagnostic> = earlier.iter().chain(&found).cloned().collect();
    found.extend(contradictions(subject, &reported));
    found
}

fn finding(subject: &LintSubject<'_>, answer: &ConstantTest) -> Diagnostic {
    let text = subject.text(answer.span);
    let message = format!("`{text}` is never true{}", answer.range);
    let finding =
        Diagnostic::warning("never-true", answer.span, message).found("false in every position");
    match text.strip_prefix("makes ") {
        // `falls in` needs a place: `makes 60` is only a number.
        Some(what)
            if answer.range.is_empty() && !what.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            finding.help(format!(
                "`makes` speaks of the hole after the seed has fallen; of the hole before it: \
                 `falls in {what}`"
            ))
        }
        _ => finding.help("leave it out with what depends on it, or correct it"),
    }
}

/// Conditions whose tests can each be true, but not all at once.
fn contradictions(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for statement in subject.statements() {
        let Some(AstCaseGuard::If(cond)) = ast_queries::fits(statement) else { continue };
        let tests = ast_queries::tests(cond);
        let (Some(first), Some(last)) = (tests.first(), tests.last()) else { continue };
        let impossible = subject.reaches.cases.get(&statement.span) == Some(&CaseReach::Impossible);
        if impossible && !already_reported_within(earlier, statement.span) {
            let span = first.span.to(last.span);
            let message = format!("`{}` is never true", subject.text(span));
            // The author thinks of the hole beyond an empty one.
            let one_hole_twice = tests.iter().any(is_of_next) && tests.iter().any(is_of_after_it);
            let rows = |game: &SubjectGame| game.model.board.rows;
            let has_middle_row =
                subject.games.iter().any(|game| rows(game) > 1 && rows(game) % 2 == 1);
            let help = if has_middle_row && tests.iter().any(is_of_opposite) {
                "the opposite hole is on the other player's side, and a middle row has none: correct \
                 the condition"
            } else if one_hole_twice {
                "`it` is the hole of the last seed, and what comes after it is next: what comes \
                 after that is `the hole after the next hole`"
            } else {
                "correct one of them, or write `or` for `and`"
            };
            found.push(
                Diagnostic::warning("never-true", span, message)
                    .found("these cannot be true at the same time")
                    .help(help),
            );
        }
    }
    found
}

/// Whether a test is about `the opposite hole`.
fn is_of_opposite(test: &&CondTest) -> bool {
    let CondTestKind::Place(place, _) = &test.test else { return false };
    let adj = place.adjs.iter().any(|adj| adj.kind == AdjKind::Opposite);
    adj || place.posts.iter().any(|post| matches!(post.kind, PostModifierKind::Opposite(_)))
}

/// Whether a test is about `the next hole`.
fn is_of_next(test: &&CondTest) -> bool {
    let CondTestKind::Place(place, _) = &test.test else { return false };
    place.adjs.iter().any(|adj| adj.kind == AdjKind::Next)
}

/// Whether a test is about `the hole after it`.
fn is_of_after_it(test: &&CondTest) -> bool {
    let CondTestKind::Place(place, _) = &test.test else { return false };
    let after_it = |kind: &_| matches!(kind, PostModifierKind::After(of) if of.noun == Noun::It);
    place.posts.iter().any(|post| after_it(&post.kind))
}

/// The constant tests of the description, in text order.
pub(super) fn constant_tests(
    subject: &LintSubject<'_>,
    earlier: &[Diagnostic],
) -> Vec<ConstantTest> {
    let Some(file) = subject.file() else { return Vec::new() };
    let mut found: SortedMap<Span, ConstantTest> = SortedMap::default();
    let mut add = |answer: ConstantTest| {
        if !already_reported_within(earlier, answer.span) {
            found.get_or_insert(answer.span, answer);
        }
    };
    let statements = ast_queries::all_statements(file);
    let of_statements = statements.iter().flat_map(|statement| {
        let text = subject.description.sources.slice(statement.span);
        ast_queries::conds(statement).into_iter().map(move |cond| (cond, text))
    });
    let until = ast_queries::stages(file).filter_map(|s| s.until.as_ref()).map(|cond| (cond, ""));
    let ranges = subject.ranges();
    for (cond, text) in of_statements.chain(until) {
        let tests = ast_queries::tests(cond);
        let of_options = ranges.choices(text).filter(|_| !text.is_empty());
        for test in tests {
            if let Some(choices) = &of_options {
                let mut all = choices.iter().map(|values| ranges.test(test, &values));
                let first = all.next().flatten();
                if let Some(is) = first.filter(|_| all.all(|one| one == first)) {
                    let several = choices.count() > 1;
                    let range = if several { " for any value of the options" } else { "" };
                    add(ConstantTest { span: test.span, value: is, range });
                }
            }
            if let Some(is) = by_position(subject, test) {
                add(ConstantTest { span: test.span, value: is, range: "" });
            }
        }
    }
    found.into_iter().map(|(_, test)| test).collect()
}

/// The value of the test, if its only place phrase makes it constant.
fn by_position(subject: &LintSubject<'_>, test: &CondTest) -> Option<bool> {
    let within = |at: &Span| {
        at.file == test.span.file && test.span.start <= at.start && at.end <= test.span.end
    };
    let mut phrases = subject.reaches.tests.iter().filter(|(at, _)| within(at));
    let answer = match (phrases.next(), phrases.next()) {
        (Some((_, answer)), None) => *answer,
        _ => None,
    };
    // Wherever a seed falls, it may be of another kind.
    let of_a_kind = matches!(test.test, CondTestKind::FallsIn(_, Some(_)));
    answer.filter(|is| !(of_a_kind && *is))
}
