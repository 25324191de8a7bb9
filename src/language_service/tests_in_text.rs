//! The tests of a description, one by one.

use super::EditedText;
use crate::diagnostic::Diagnostic;
use crate::game_tests::TestRunner;
use crate::resolve::load;
use crate::source::Sources;
use crate::span::Span;
use crate::syntax::parse_tree;

/// A test of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestHeading {
    /// Its name.
    pub name: String,
    /// Its heading.
    pub span: Span,
}

/// The result of one test.
#[derive(Clone, Debug)]
pub struct TestRunResult {
    /// Its name.
    pub name: String,
    /// The texts that the findings are about.
    pub sources: Sources,
    /// What does not hold; empty if the test passes.
    pub findings: Vec<Diagnostic>,
}

/// The tests of a text in its order.
pub fn tests(text: &str) -> Vec<TestHeading> {
    let tests = parse_tree(0, text).tests.into_iter();
    tests.map(|test| TestHeading { name: test.name.text, span: test.span }).collect()
}

/// Plays the test of that name; `None` if there is none. If several have the name, the first one.
pub fn run_test(document: EditedText<'_>, name: &str) -> Option<TestRunResult> {
    let (description, found) = load(document.name, document.text, document.library);
    let test =
        parse_tree(0, document.text).tests.into_iter().find(|test| test.name.text == name)?;
    let mut outcome = TestRunner::new(&description).run(&test);
    if outcome.engine.is_none() && outcome.findings.is_empty() {
        // There is no game to play it with.
        let errors = description.build(&Default::default()).1;
        let errors = found.into_iter().chain(errors);
        outcome
            .findings
            .extend(errors.filter(|d| d.severity == crate::diagnostic::Severity::Error));
    }
    let sources = description.sources;
    Some(TestRunResult { name: name.to_owned(), sources, findings: outcome.findings })
}
