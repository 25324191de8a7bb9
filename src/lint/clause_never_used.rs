//! `clause-never-used`: a statement that was never used in many games at random, nor in a test.
//!
//! A case for positions that return is left out: it is there for the game that goes wrong.

use super::walk::{self, Here, Visit};
use super::{Lint, Needs, Subject, is_said_within};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Case, Clause, ClauseId, Cond, Deed};
use crate::span::Span;
use std::collections::BTreeSet;

pub(super) const LINT: Lint =
    Lint { name: "clause-never-used", severity: Severity::Warning, needs: Needs::Play, check };

fn check(subject: &Subject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic> {
    let unused = worth_using(subject, said).into_iter();
    let unused = unused.filter(|clause| !subject.played.used.contains(&clause.span));
    unused.map(finding).collect()
}

fn finding(clause: &Clause) -> Diagnostic {
    let message = format!("`{}` was never used", clause.text);
    Diagnostic::warning("clause-never-used", clause.span, message)
        .found("in none of many games tried at random, and in no test")
        .help("look at it once more; if it is only rare, add a `test` that shows when it is used")
}

/// The statements that should be used in some game, in the order of the text; not those of which
/// something has been said.
pub(super) fn worth_using<'s>(subject: &'s Subject<'_>, said: &[Diagnostic]) -> Vec<&'s Clause> {
    let mut rare = BTreeSet::new();
    for game in &subject.games {
        let mut found = Rare::default();
        walk::model(&game.model, &mut found);
        rare.extend(found.clauses.into_iter().map(|id| game.model.clause(id).span));
    }
    let mut all = subject.clauses();
    all.retain(|clause| {
        let here = subject.is_here(clause.span) && clause.span != Span::default();
        here && !rare.contains(&clause.span) && !is_said_within(said, clause.span)
    });
    all.sort_by_key(|clause| clause.span);
    all
}

/// Cases for positions that return.
#[derive(Default)]
struct Rare {
    clauses: Vec<ClauseId>,
    returns: bool,
}

impl Visit for Rare {
    fn list(&mut self, here: Here, list: &[Case]) {
        for case in list {
            let mut inner = Rare::default();
            case.when.iter().for_each(|when| walk::cond(here, when, &mut inner));
            if inner.returns {
                self.clauses.push(case.clause);
            }
        }
    }

    fn cond(&mut self, _: Here, cond: &Cond) {
        self.returns |= matches!(cond, Cond::PositionReturns(_));
    }
}

/// The clauses that say who wins or loses.
pub(super) fn decides(subject: &Subject<'_>) -> BTreeSet<Span> {
    struct Found(BTreeSet<ClauseId>);
    impl Visit for Found {
        fn deed(&mut self, here: Here, deed: &Deed) {
            if let Deed::Wins(_) | Deed::Loses(_) = deed {
                self.0.extend(here.clause);
            }
        }
    }
    let mut all = BTreeSet::new();
    for game in &subject.games {
        let mut found = Found(BTreeSet::new());
        walk::model(&game.model, &mut found);
        all.extend(found.0.into_iter().map(|id| game.model.clause(id).span));
    }
    all
}
