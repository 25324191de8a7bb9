//! `test-plays-nothing`: a test that lays out seeds, plays nothing, and expects the same seeds.

use super::test_expects_nothing::expects;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstTest, Holding, Name, TestLine};

pub(super) const LINT: Lint =
    Lint { name: "test-plays-nothing", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let tests = subject.file().into_iter().flat_map(|file| &file.tests);
    tests.filter(|test| is_idle(test)).map(finding).collect()
}

fn finding(test: &AstTest) -> Diagnostic {
    let message = format!("the test \"{}\" plays nothing", test.name.text);
    Diagnostic::warning("test-plays-nothing", test.name.span, message)
        .found("it expects the position that it lays out")
        .help("add a line that plays, such as `South plays a1`, before the `expect` lines")
}

/// Whether a test only repeats its position: no rule has a part in it. A forced move is made at once, so a test
/// can expect another position without playing.
fn is_idle(test: &AstTest) -> bool {
    let lines = || test.lines.iter().map(|(line, _)| line);
    let given: Vec<&Holding> = lines().filter_map(given).flatten().collect();
    let repeats = |line: &TestLine| {
        let TestLine::Expect(expected) = line else { return false };
        expected.iter().all(|one| laid(&given, one) == one.count)
    };
    let mut expected = lines().filter(|line| expects(line)).peekable();
    !given.is_empty()
        && !lines().any(|line| matches!(line, TestLine::Plays(..) | TestLine::NextGame))
        && expected.peek().is_some()
        && expected.all(repeats)
}

fn given(line: &TestLine) -> Option<&Vec<Holding>> {
    let TestLine::Given(holdings) = line else { return None };
    Some(holdings)
}

/// The seeds that the `given` lines put in a place.
fn laid(given: &[&Holding], place: &Holding) -> u64 {
    let text = |name: &Option<Name>| name.as_ref().map(|name| name.text.clone());
    let key = |one: &Holding| (one.place.text.clone(), text(&one.owner), text(&one.kind));
    given.iter().find(|one| key(one) == key(place)).map_or(0, |one| one.count)
}
