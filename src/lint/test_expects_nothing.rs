//! `test-expects-nothing`: a test without an `expect` line.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::game_tests::is_expectation;
use crate::syntax::ast::{AstTest, TestLine};

pub(super) const LINT: Lint = Lint {
    name: "test-expects-nothing",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let tests = subject.file().into_iter().flat_map(|file| &file.tests);
    let idle = tests.filter(|test| !test.lines.iter().any(|(line, _)| expects(line)));
    idle.filter(|test| !test.lines.is_empty()).map(finding).collect()
}

fn finding(test: &AstTest) -> Diagnostic {
    let message = format!("the test \"{}\" expects nothing", test.name.text);
    Diagnostic::warning("test-expects-nothing", test.name.span, message)
        .found("no line of it begins with `expect`")
        .help("add what must be so afterwards: `expect a1 0, South store 4`, or `expect North to move`")
}

/// Whether a line of a test states a result. One that cannot be read may do so.
pub(super) fn expects(line: &TestLine) -> bool {
    is_expectation(line) || matches!(line, TestLine::Broken)
}
