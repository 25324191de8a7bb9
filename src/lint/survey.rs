//! What the statements of a game do, collected in one visit: where seeds can come from and go to, how games
//! end, what is asked. Several lints read it.

use super::place_bounds::Extents;
use super::static_facts::{StaticFacts, seeds};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{
    Base, ClauseId, Cond, Deed, Fact, LawDeed, Model, PlaceId, PlaceKind, PlacePhrase,
    PlaceSetBits, Places, SectionName, Source, Unit, UnitRef, WayKind,
};
use std::collections::BTreeSet;

/// What the statements of a game can do.
#[derive(Debug, Default)]
pub struct Survey {
    /// The seeds of the game.
    pub seeds: i64,
    /// The places that hold seeds when the first game begins.
    pub laid: PlaceSetBits,
    /// The places in which seeds can fall: an upper bound.
    pub sown: PlaceSetBits,
    /// The places that seeds can come into after the start: an upper bound.
    pub filled: PlaceSetBits,
    /// The places that seeds can be taken from: an upper bound.
    pub emptied: PlaceSetBits,
    /// The first statement that captures in a move.
    pub captures: Option<ClauseId>,
    /// The first statement that ends a game and leaves it to *winner*.
    pub ends: Option<ClauseId>,
    /// Some statement ends a game and says who wins or loses.
    pub decides: bool,
    /// Some statement ends the match.
    pub ends_match: bool,
    /// Some statement gives another move.
    pub plays_again: bool,
    /// A move can have more than one lap.
    pub relays: bool,
    /// The statements that ask whether a move has captured, or name the seeds that it captured.
    pub asks_for_captures: BTreeSet<ClauseId>,
    /// The statements that ask which lap it is.
    pub asks_for_laps: BTreeSet<ClauseId>,
    /// The statements that take seeds from a hand.
    pub from_hands: BTreeSet<ClauseId>,
    /// Some phrase or number is about worth.
    pub counts_worth: bool,
    /// What players hold is counted, or named.
    pub counts_held: bool,
}

impl Survey {
    /// Of a model.
    pub fn of(model: &Model) -> Survey {
        let facts = StaticFacts::new(model);
        let extents = Extents::new(&facts);
        let mut survey = Survey { seeds: seeds(model), ..Survey::default() };
        survey.laid =
            model.start.iter().filter(|(.., n)| *n > 0).map(|(_, place, _)| *place).collect();
        survey.filled = facts.sown_by(None, None);
        for line in model.stages.iter().flat_map(|stage| &stage.rules.way) {
            if let WayKind::Circuit { dynamic: Some(live), .. } = &line.kind {
                survey.filled = survey
                    .filled
                    .union(live.inserted.iter().flatten().map(|one| one.place).collect());
            }
        }
        survey.sown = survey.filled;
        let mut visitor = SurveyVisitor { model, extents: &extents, survey };
        walk::model(model, &mut visitor);
        visitor.rules_of_stages();
        visitor.survey
    }

    /// Whether a place can ever hold seeds.
    pub fn can_hold(&self, place: PlaceId) -> bool {
        self.laid.contains(place) || self.filled.contains(place)
    }
}

struct SurveyVisitor<'a> {
    model: &'a Model,
    extents: &'a Extents<'a>,
    survey: Survey,
}

impl SurveyVisitor<'_> {
    fn places(&self, which: &Places, here: VisitContext) -> PlaceSetBits {
        which
            .parts
            .iter()
            .fold(PlaceSetBits::default(), |all, one| all.union(self.phrase_bound(one, here)))
    }

    /// The places that a phrase can select.
    fn phrase_bound(&self, phrase: &PlacePhrase, here: VisitContext) -> PlaceSetBits {
        if matches!(phrase.base, Base::Captured | Base::SowingHand) {
            return PlaceSetBits::default();
        }
        self.extents.places(phrase, here)
    }

    fn of_kinds(&self, kinds: &[PlaceKind]) -> PlaceSetBits {
        let places = self.model.board.places.iter().zip(0..=u8::MAX);
        places.filter(|(place, _)| kinds.contains(&place.kind)).map(|(_, id)| PlaceId(id)).collect()
    }

    fn fill(&mut self, places: PlaceSetBits) {
        self.survey.filled = self.survey.filled.union(places);
    }

    fn take(&mut self, source: &Source, here: VisitContext) {
        let places = self.places(&source.places, here);
        self.survey.emptied = self.survey.emptied.union(places);
        if source.places.parts.iter().any(|part| matches!(part.base, Base::Hand(_))) {
            self.survey.from_hands.extend(here.clause);
        }
    }

    /// Whether a statement is about moves, not about the end or what comes between games.
    fn is_of_moves(&self, clause: ClauseId) -> bool {
        let section = self.model.clause(clause).section;
        !matches!(section, SectionName::Opening | SectionName::End | SectionName::Match)
    }

    fn asks_for_captures(&mut self, here: VisitContext) {
        let clause = here.clause.filter(|clause| self.is_of_moves(*clause));
        self.survey.asks_for_captures.extend(clause);
    }

    fn rules_of_stages(&mut self) {
        let model = self.model;
        if model.next_game.is_some() {
            // Before the next game the seeds left in holes go to their owners.
            self.fill(self.of_kinds(&[PlaceKind::Store, PlaceKind::Captured]));
        }
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            for law in &rules.laws {
                if let LawDeed::Captures { .. } = law.deed {
                    self.survey.asks_for_captures.insert(law.clause);
                }
            }
            self.survey.counts_held |=
                rules.winner.as_ref().is_some_and(|winner| winner.places.is_none());
            self.survey.counts_worth |= rules.winner.as_ref().is_some_and(|winner| winner.worth);
            self.survey.plays_again |=
                rules.turn.moves.as_ref().is_some_and(|moves| moves.again.is_some());
            let lists =
                [&rules.before_each_lap, &rules.each_seed, &rules.last_seed, &rules.after_capture];
            let cases = lists.into_iter().flat_map(|cases| &cases.lists).flatten();
            self.survey.relays |=
                cases.flat_map(|case| &case.actions).any(|one| one.deed.may_relay());
        }
    }
}

impl Visit for SurveyVisitor<'_> {
    fn clause(&mut self, clause: ClauseId) {
        if self.model.clause(clause).section == SectionName::AfterCapture {
            self.survey.asks_for_captures.insert(clause);
        }
    }

    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        for sow in deed.sowings() {
            self.take(&sow.source, here);
            if let Some(begin) = &sow.begin {
                let places = self.phrase_bound(begin, here);
                self.survey.sown = self.survey.sown.union(places);
                self.fill(places);
            }
        }
        match deed {
            Deed::Capture(from) => {
                let in_a_move = here.clause.filter(|clause| self.is_of_moves(*clause));
                self.survey.captures = self.survey.captures.or(in_a_move);
                self.take(from, here);
                self.fill(self.of_kinds(&[PlaceKind::Store, PlaceKind::Captured]));
            }
            Deed::Put(from, to) => {
                self.take(from, here);
                self.fill(self.phrase_bound(to, here));
            }
            Deed::Fill { places, .. } => {
                self.fill(self.places(places, here));
                let held = [PlaceKind::Store, PlaceKind::Captured, PlaceKind::Hand];
                self.survey.emptied = self.survey.emptied.union(self.of_kinds(&held));
            }
            Deed::SwapSides => {
                let all = (0..self.model.board.places.len()).map(|i| PlaceId(i as u8)).collect();
                self.fill(all);
                self.survey.emptied = self.survey.emptied.union(all);
            }
            Deed::EndGame => self.survey.ends = self.survey.ends.or(here.clause),
            Deed::Wins(false) | Deed::Loses(false) => self.survey.decides = true,
            Deed::Wins(true) | Deed::Loses(true) => self.survey.ends_match = true,
            Deed::PlayAgain { .. } => self.survey.plays_again = true,
            Deed::Sow(_)
            | Deed::SowInOrder(_)
            | Deed::Close(_)
            | Deed::Open(_)
            | Deed::Mark(..)
            | Deed::Unmark(..)
            | Deed::Choose(..)
            | Deed::SetNumber(..)
            | Deed::Set(..)
            | Deed::SetDir(..)
            | Deed::Own(_)
            | Deed::MovesFirst
            | Deed::Do(_)
            | Deed::Cases(_)
            | Deed::Either(..)
            | Deed::Repeat { .. }
            | Deed::Pass
            | Deed::EndMove
            | Deed::EndTurn
            | Deed::EndStage
            | Deed::Draw => {}
        }
    }

    fn cond(&mut self, here: VisitContext, cond: &Cond) {
        if let Cond::Fact(_, Fact::Captured) | Cond::Laps { fact: Fact::Captured, .. } = cond {
            self.asks_for_captures(here);
        }
        self.survey.counts_held |= matches!(cond, Cond::PlayerSeeds(_, _, None));
        if let Cond::FirstUnit(Unit::Lap) | Cond::Fact(UnitRef::Last(Unit::Lap), _) = cond {
            self.survey.asks_for_laps.extend(here.clause);
        }
    }

    fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {
        if let Base::Captured = phrase.base {
            self.asks_for_captures(here);
        }
        self.survey.counts_held |= matches!(phrase.base, Base::Store(_));
    }

    fn count(&mut self, _: VisitContext, count: &crate::model::Count) {
        self.survey.counts_worth |= matches!(count, crate::model::Count::WorthIn(_));
    }
}
