//! Which cases of all games are never reached, and which tests are constant.

use super::formula::{self, ListReach};
use super::games::SubjectGame;
use super::static_facts::StaticFacts;
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Cond, Model};
use crate::span::Span;
use std::collections::BTreeMap;

/// Reachability of the cases and tests of a description, over all of its games.
#[derive(Debug, Default)]
pub struct Reachability {
    /// By the span of the case: whether some game reaches it, or why none does.
    pub cases: BTreeMap<Span, CaseReach>,
    /// By the span of the test's place phrase: its value, if it is constant.
    pub tests: BTreeMap<Span, Option<bool>>,
}

/// Whether a case is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CaseReach {
    /// In some game.
    Reached,
    /// Its condition never holds.
    Impossible,
    /// Earlier cases match whenever it does.
    Shadowed(Vec<Span>),
}

impl Reachability {
    /// Analyses every list of cases of every game.
    pub fn of(games: &[SubjectGame]) -> Reachability {
        let mut all = Reachability::default();
        for game in games {
            let facts = StaticFacts::new(&game.model);
            let mut lists = CaseLists { facts: &facts, all: &mut all };
            walk::model(&game.model, &mut lists);
        }
        all
    }

    fn case(&mut self, at: Span, reach: CaseReach) {
        let known = self.cases.entry(at).or_insert_with(|| reach.clone());
        if reach == CaseReach::Reached || matches!((&*known, &reach), (CaseReach::Impossible, _)) {
            *known = reach;
        }
    }

    fn test(&mut self, at: Span, answer: Option<bool>) {
        let known = self.tests.entry(at).or_insert(answer);
        if *known != answer {
            *known = None;
        }
    }
}

struct CaseLists<'a> {
    facts: &'a StaticFacts<'a>,
    all: &'a mut Reachability,
}

impl Visit for CaseLists<'_> {
    fn list(&mut self, here: VisitContext, list: &[Case]) {
        let model: &Model = self.facts.model();
        let mut reader = self.facts.formula_builder(here, list);
        let mut formulas = Vec::with_capacity(list.len());
        for case in list {
            formulas.push(reader.case(case));
            for (at, leaf) in case.when.iter().flat_map(leaves) {
                let formula = reader.cond(leaf);
                self.all.test(at, formula::decided(&formula, &reader.variables));
            }
        }
        for (case, reach) in list.iter().zip(formula::reaches(&formulas, &reader.variables)) {
            let span = |i: usize| list.get(i).map(|case| model.clause(case.clause).span);
            let never = match reach {
                ListReach::Reached => CaseReach::Reached,
                ListReach::Never => CaseReach::Impossible,
                ListReach::Shadowed(cases) => {
                    CaseReach::Shadowed(cases.into_iter().filter_map(span).collect())
                }
            };
            self.all.case(model.clause(case.clause).span, never);
        }
        for case in list.iter().skip(formula::MAX_CASES) {
            self.all.case(model.clause(case.clause).span, CaseReach::Reached);
        }
    }
}

/// The single tests of a condition that have a place phrase, each with the span of the phrase.
fn leaves(cond: &Cond) -> Vec<(Span, &Cond)> {
    if let Cond::FallsIn(phrase)
    | Cond::Makes(phrase)
    | Cond::Is(phrase, _)
    | Cond::ThereAre(_, phrase) = cond
    {
        return vec![(phrase.span, cond)];
    }
    cond.joined().iter().flat_map(leaves).collect()
}
