//! Rules about positions that occur again.

use super::walk::{self, Visit, VisitContext};
use super::{Case, ClauseId, Cond, Model};

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
