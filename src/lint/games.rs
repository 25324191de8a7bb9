//! The games that a description makes, and queries on their models.

use crate::diagnostic::Diagnostic;
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Clause, ClauseId, Cond, Model};
use crate::resolve::Setting;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game that a description makes.
#[derive(Clone, Debug)]
pub struct SubjectGame {
    /// Its variations and options.
    pub setting: Setting,
    /// Its model.
    pub model: Arc<Model>,
}

/// A setting that does not make a game.
#[derive(Clone, Debug)]
pub struct RefusedSetting {
    /// Its variations and options.
    pub setting: Setting,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// The statements of a game that an event can name.
pub fn named_by_events(model: &Model) -> Vec<&Clause> {
    struct ClauseCollector(BTreeSet<ClauseId>);
    impl Visit for ClauseCollector {
        fn clause(&mut self, clause: ClauseId) {
            self.0.insert(clause);
        }
    }
    let mut named = ClauseCollector(BTreeSet::new());
    walk::model(model, &mut named);
    named.0.into_iter().map(|id| model.clause(id)).filter(|clause| !clause.default).collect()
}

/// A setting as in a test: `with columns = 2`; empty for the game as it is.
pub fn setting_text(setting: &Setting) -> String {
    let variations = setting.variations.iter().map(|name| format!("variation \"{name}\""));
    let options = setting.options.iter().map(|(name, value)| format!("{name} = {value}"));
    let parts: Vec<String> = variations.chain(options).collect();
    if parts.is_empty() { String::new() } else { format!("with {}", parts.join(" and ")) }
}

/// Visitor: finds cases for positions that occur again.
#[derive(Default)]
struct ReturnCases {
    clauses: Vec<ClauseId>,
    returns: bool,
}

impl Visit for ReturnCases {
    fn list(&mut self, here: VisitContext, list: &[Case]) {
        for case in list {
            let mut inner = ReturnCases::default();
            case.when.iter().for_each(|when| walk::cond(here, when, &mut inner));
            if inner.returns {
                self.clauses.push(case.clause);
            }
        }
    }

    fn cond(&mut self, _: VisitContext, cond: &Cond) {
        self.returns |= matches!(cond, Cond::PositionReturns(_));
    }
}

/// The cases for positions that occur again.
pub fn repetition_cases(model: &Model) -> Vec<ClauseId> {
    let mut found = ReturnCases::default();
    walk::model(model, &mut found);
    found.clauses
}

/// Whether some condition is about positions that occur again.
pub fn mentions_repetition(model: &Model) -> bool {
    let mut found = ReturnCases::default();
    walk::model(model, &mut found);
    found.returns
}
