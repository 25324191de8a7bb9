//! Which cases of all games are never reached, and which tests are constant.

use super::formula::{self, Formula, ListReach};
use super::games::SubjectGame;
use super::static_facts::StaticFacts;
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Cond, CondPart, Model};
use crate::order::SortedMap;
use crate::span::Span;

/// Reachability of the cases and tests of a description, over all of its games.
#[derive(Debug, Default)]
pub struct Reachability {
    /// By the span of the case: whether some game reaches it, or why none does.
    pub cases: SortedMap<Span, CaseReach>,
    /// By the span of the test's place phrase: its value, if it is constant.
    pub tests: SortedMap<Span, Option<bool>>,
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

    /// Whether no game can change what is known of a case: some game reaches it.
    fn is_reached(&self, at: Span) -> bool {
        self.cases.get(&at) == Some(&CaseReach::Reached)
    }

    /// Whether no game can change what is known of a test: it is not constant.
    fn varies(&self, at: Span) -> bool {
        self.tests.get(&at) == Some(&None)
    }

    fn case(&mut self, at: Span, reach: CaseReach) {
        let known = self.cases.get_or_insert(at, CaseReach::Impossible);
        if reach == CaseReach::Reached || matches!((&*known, &reach), (CaseReach::Impossible, _)) {
            *known = reach;
        }
    }

    fn test(&mut self, at: Span, answer: Option<bool>) {
        let known = self.tests.get_or_insert(at, answer);
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
        let span = |case: &Case| model.clause(case.clause).span;
        let tests = || list.iter().flat_map(|case| case.when.iter().flat_map(leaves));
        // Most lists are the same in all games.
        if list.iter().all(|case| self.all.is_reached(span(case)))
            && tests().all(|(at, _)| self.all.varies(at))
        {
            return;
        }
        let mut reader = self.facts.formula_builder(here, list);
        let formulas: Vec<Formula> = list.iter().map(|case| reader.case(case)).collect();
        for (at, leaf) in tests() {
            if !self.all.varies(at) {
                let formula = reader.cond(leaf);
                self.all.test(at, formula::decided(&formula, &reader.variables));
            }
        }
        for (nth, case) in list.iter().enumerate().take(formula::MAX_CASES) {
            if self.all.is_reached(span(case)) {
                continue;
            }
            let reach = match formula::reach(&formulas, nth, &reader.variables) {
                ListReach::Reached => CaseReach::Reached,
                ListReach::Never => CaseReach::Impossible,
                ListReach::Shadowed(cases) => {
                    let of = |nth: usize| list.get(nth).map(span);
                    CaseReach::Shadowed(cases.into_iter().filter_map(of).collect())
                }
            };
            self.all.case(span(case), reach);
        }
        for case in list.iter().skip(formula::MAX_CASES) {
            self.all.case(model.clause(case.clause).span, CaseReach::Reached);
        }
    }
}

/// The single tests of a condition that have a place phrase, each with the span of the phrase.
fn leaves(cond: &Cond) -> Vec<(Span, &Cond)> {
    if !cond.joined().is_empty() {
        return cond.joined().iter().flat_map(leaves).collect();
    }
    let mut span = None;
    cond.for_each_part(&mut |part| {
        if let CondPart::Phrase(phrase) | CondPart::FallsInto(phrase) = part {
            span = span.or(Some(phrase.span));
        }
    });
    span.map(|span| (span, cond)).into_iter().collect()
}
