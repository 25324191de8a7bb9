//! Which cases of the lists of all games are never reached, and which tests always give the same
//! answer.

use super::Game;
use super::truth::{self, Reach};
use super::world::World;
use crate::model::walk::{self, Here, Visit};
use crate::model::{Case, Cond, Model};
use crate::span::Span;
use std::collections::BTreeMap;

/// What was found of the cases and tests of a description, over all of its games.
#[derive(Debug, Default)]
pub struct Reaches {
    /// By the place of the case: reached in some game, or why in none.
    pub cases: BTreeMap<Span, Never>,
    /// By the place of the phrase in it: the answer of a test, if it is always the same.
    pub tests: BTreeMap<Span, Option<bool>>,
}

/// Why a case is never reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Never {
    /// It is, in some game.
    Reached,
    /// Its condition never holds.
    Impossible,
    /// These cases fit before it does.
    Behind(Vec<Span>),
}

impl Reaches {
    /// Looks at every list of cases of every game.
    pub fn of(games: &[Game]) -> Reaches {
        let mut all = Reaches::default();
        for game in games {
            let world = World::new(&game.model);
            let mut lists = Lists { world: &world, all: &mut all };
            walk::model(&game.model, &mut lists);
        }
        all
    }

    fn case(&mut self, at: Span, reach: Never) {
        let known = self.cases.entry(at).or_insert_with(|| reach.clone());
        if reach == Never::Reached || matches!((&*known, &reach), (Never::Impossible, _)) {
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

struct Lists<'a> {
    world: &'a World<'a>,
    all: &'a mut Reaches,
}

impl Visit for Lists<'_> {
    fn list(&mut self, here: Here, list: &[Case]) {
        let model: &Model = self.world.model();
        let mut reader = self.world.reader(here, list);
        let mut formulas = Vec::with_capacity(list.len());
        for case in list {
            formulas.push(reader.case(case));
            for (at, leaf) in case.when.iter().flat_map(leaves) {
                let formula = reader.cond(leaf);
                self.all.test(at, truth::decided(&formula, &reader.unknowns));
            }
        }
        for (case, reach) in list.iter().zip(truth::reaches(&formulas, &reader.unknowns)) {
            let span = |i: usize| list.get(i).map(|case| model.clause(case.clause).span);
            let never = match reach {
                Reach::Reached => Never::Reached,
                Reach::Never => Never::Impossible,
                Reach::Behind(cases) => Never::Behind(cases.into_iter().filter_map(span).collect()),
            };
            self.all.case(model.clause(case.clause).span, never);
        }
        for case in list.iter().skip(truth::LONGEST) {
            self.all.case(model.clause(case.clause).span, Never::Reached);
        }
    }
}

/// The single tests of a condition that have a place phrase, each with the place of the phrase.
fn leaves(cond: &Cond) -> Vec<(Span, &Cond)> {
    match cond {
        Cond::And(parts) | Cond::Or(parts) => parts.iter().flat_map(leaves).collect(),
        Cond::Not(part) => leaves(part),
        Cond::FallsIn(phrase)
        | Cond::Makes(phrase)
        | Cond::Is(phrase, _)
        | Cond::ThereAre(_, phrase) => vec![(phrase.span, cond)],
        Cond::Fixed(_)
        | Cond::MakesAmount(_)
        | Cond::Falls(_)
        | Cond::Concedes(_)
        | Cond::Agreed
        | Cond::PlayerSeeds(..)
        | Cond::PlayerKind(..)
        | Cond::KindLeft(..)
        | Cond::PlayerPlaces(..)
        | Cond::SeedsLeft(_)
        | Cond::NoMove(_)
        | Cond::HasMoved(_)
        | Cond::PositionReturns(_)
        | Cond::Drawn
        | Cond::PlayerMarked(..)
        | Cond::PlayerIs(..)
        | Cond::NoteIs(..)
        | Cond::CountIs(..)
        | Cond::FirstUnit(_)
        | Cond::SeedBefore(_)
        | Cond::Laps { .. }
        | Cond::Fact(..) => Vec::new(),
    }
}
