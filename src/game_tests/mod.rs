//! The small games that a description must play: its `test` sections.
//!
//! A test is a story from a set-up position (or from the start), the choices made, and what must
//! then be so. A test is played up to its first line that does not hold.
//!
//! - `run`: one test, line by line; `names`: the names in its lines; `given`, `play`, `expect`: the
//!   kinds of lines; `setting`: the variations and options that it names.
//! - `failure`: the board that a line expects, next to the one that it finds.
//! - `coverage`: which statements occur in the events of tests, recorded games and random games.

mod coverage;
mod expect;
mod failure;
mod given;
mod names;
mod play;
mod run;
mod setting;

pub use coverage::{Coverage, RandomGames, StatementUse, nameable};
pub use failure::TestFailure;
pub(crate) use failure::is_expectation;

use crate::diagnostic::Diagnostic;
use crate::engine::{Engine, Event, EventKind};
use crate::model::ClauseId;
use crate::resolve::{Description, Setting};
use crate::span::Span;
use crate::syntax::ast::AstTest;
use run::TestRun;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The result of a test.
#[derive(Debug)]
pub struct TestOutcome {
    /// The name of the test.
    pub name: String,
    /// The heading of the test.
    pub span: Span,
    /// What does not hold; empty: the test passes.
    pub findings: Vec<Diagnostic>,
    /// The line that does not hold, with the boards; `None` where no position was reached.
    pub failure: Option<TestFailure>,
    /// The clauses that the events of the test name.
    pub clauses: BTreeSet<ClauseId>,
    /// The game it was played with; `None` where none could be built.
    pub engine: Option<Engine>,
}

impl TestOutcome {
    /// Whether everything holds that the test expects.
    pub fn passes(&self) -> bool {
        self.findings.is_empty() && self.engine.is_some()
    }
}

/// Plays every test of a description; returns what does not hold.
pub fn run(description: &Description) -> Vec<Diagnostic> {
    outcomes(description).flat_map(|outcome| outcome.findings).collect()
}

/// Plays the tests of a description one by one, each when it is asked for.
pub fn outcomes(description: &Description) -> impl Iterator<Item = TestOutcome> {
    let mut runner = TestRunner::new(description);
    description.tests.iter().map(move |test| runner.run(test))
}

/// Whether a finding with this code is about a test that does not go as it says.
pub(crate) fn is_failure(code: &str) -> bool {
    matches!(code, "test-fails" | "test-cannot-play")
}

/// The names of the tests of a description, with their headings.
pub fn names(description: &Description) -> impl Iterator<Item = (&str, Span)> {
    description.tests.iter().map(|test| (test.name.text.as_str(), test.span))
}

/// The greatest number of engines that are kept for further tests.
const MAX_KEPT_ENGINES: usize = 16;

/// Plays tests of a description. Tests with the same setting share an engine.
pub(crate) struct TestRunner<'d> {
    description: &'d Description,
    engines: BTreeMap<Setting, Engine>,
}

impl<'d> TestRunner<'d> {
    /// For the tests of a description.
    pub(crate) fn new(description: &'d Description) -> TestRunner<'d> {
        TestRunner { description, engines: BTreeMap::new() }
    }

    /// Plays one test, up to the first line that does not hold.
    pub(crate) fn run(&mut self, test: &AstTest) -> TestOutcome {
        let mut outcome = TestOutcome {
            name: test.name.text.clone(),
            span: test.span,
            findings: setting::unknown_names(self.description, test),
            failure: None,
            clauses: BTreeSet::new(),
            engine: None,
        };
        if !outcome.findings.is_empty() {
            return outcome;
        }
        let engine = match self.engine(setting::of_test(test)) {
            Ok(engine) => engine,
            Err(found) => {
                // A mistake that every setting has is said by the check itself.
                let (plain, _) = self.description.build(&Setting::default());
                outcome.findings = if plain.is_some() { found } else { Vec::new() };
                return outcome;
            }
        };
        let mut run = TestRun::new(engine);
        for (nth, (line, span)) in test.lines.iter().enumerate() {
            run.line(line, *span);
            if !run.findings.is_empty() {
                outcome.failure = run.failure(&test.lines, nth);
                break;
            }
        }
        TestOutcome {
            findings: run.findings,
            clauses: run.clauses,
            engine: Some(run.engine),
            ..outcome
        }
    }

    /// The engine of a setting; what is found if no game can be built.
    fn engine(&mut self, setting: Setting) -> Result<Engine, Vec<Diagnostic>> {
        if let Some(engine) = self.engines.get(&setting) {
            return Ok(engine.clone());
        }
        let (model, found) = self.description.build(&setting);
        let engine = Engine::new(Arc::new(model.ok_or(found)?));
        if self.engines.len() >= MAX_KEPT_ENGINES {
            self.engines.clear();
        }
        self.engines.insert(setting, engine.clone());
        Ok(engine)
    }
}

/// The clauses that events name.
pub fn clauses_of(events: &[Event]) -> impl Iterator<Item = ClauseId> + '_ {
    events.iter().flat_map(|event| {
        let by = match &event.kind {
            EventKind::Sowed { by, .. } => by.as_slice(),
            _ => &[],
        };
        std::iter::once(event.clause).chain(by.iter().copied())
    })
}
