//! Stretches of play, and tests on a place.

use super::builder::{Builder, PhraseContext};
use crate::model::{
    Base, Det, Filter, PlacePhrase, Places, PlayerRef, Side, StateTest, Unit, UnitRef,
};
use crate::span::Span;
use crate::syntax::ast;

/// A stretch of play.
pub(super) fn unit(unit: ast::AstUnit) -> Unit {
    match unit {
        ast::AstUnit::Lap => Unit::Lap,
        ast::AstUnit::Move => Unit::Move,
        ast::AstUnit::Turn => Unit::Turn,
        ast::AstUnit::Game => Unit::Game,
        ast::AstUnit::Match => Unit::Match,
    }
}

/// This lap.
pub(super) const THIS_LAP: UnitRef = UnitRef::This(Unit::Lap);

/// Left or right.
pub(super) fn side(side: ast::AstSide) -> Side {
    match side {
        ast::AstSide::Left => Side::Left,
        ast::AstSide::Right => Side::Right,
    }
}

impl<'a> Builder<'a> {
    /// A reference to a stretch of play.
    pub fn units(&mut self, units: ast::AstUnitRef, span: Span) -> Option<UnitRef> {
        let units = match units {
            ast::AstUnitRef::This(which) => UnitRef::This(unit(which)),
            ast::AstUnitRef::First(which) => UnitRef::First(unit(which)),
            ast::AstUnitRef::Last(which) => UnitRef::Last(unit(which)),
            ast::AstUnitRef::EveryLapOf(_)
            | ast::AstUnitRef::NoLapOf(_)
            | ast::AstUnitRef::SomeLapOf(_) => {
                self.report_not_yet(span, "a test on several laps");
                return None;
            }
        };
        let (UnitRef::This(of) | UnitRef::First(of) | UnitRef::Last(of)) = units;
        self.uses_turn_facts |= of != Unit::Lap && units != UnitRef::This(Unit::Move);
        Some(units)
    }

    /// `is [not] STATE`, `holds AMOUNT`; `subject` is the place that is tested.
    pub fn state_test(
        &mut self,
        test: &'a ast::AstStateTest,
        subject: &PlacePhrase,
        here: &mut PhraseContext,
    ) -> Option<StateTest> {
        match test {
            ast::AstStateTest::Is { not, state } => {
                let filters = self.state(state, subject, here)?;
                Some(StateTest { not: *not, filters })
            }
            ast::AstStateTest::Holds { not, amount, kind } => {
                let holding = self.holding(amount, kind.as_ref(), here)?;
                Some(StateTest { not: *not, filters: vec![holding] })
            }
        }
    }

    fn state(
        &mut self,
        state: &'a ast::AstState,
        subject: &PlacePhrase,
        here: &mut PhraseContext,
    ) -> Option<Vec<Filter>> {
        Some(match state {
            ast::AstState::Empty => vec![Filter::Empty],
            ast::AstState::Occupied => vec![Filter::Occupied],
            ast::AstState::Open => vec![Filter::Open],
            ast::AstState::Closed => vec![Filter::Closed],
            ast::AstState::Place(place) => {
                let phrase = self.descriptor(place, here)?;
                self.is_one_of(phrase, subject)
            }
        })
    }

    /// The tests that a place is one of the places of a phrase.
    pub fn is_one_of(&self, phrase: PlacePhrase, subject: &PlacePhrase) -> Vec<Filter> {
        if !matches!(phrase.base, Base::Holes) || phrase.pick.is_some() {
            let phrase = PlacePhrase { det: Det::Every, ..phrase };
            return vec![Filter::Among(Box::new(Places { parts: vec![phrase] }))];
        }
        let mut filters = Vec::new();
        if !is_hole(&subject.base) {
            let holes = self.board.all_holes();
            filters.push(Filter::FixedFor(
                PlayerRef::Actor,
                self.board.seats().map(|_| holes).collect(),
            ));
        }
        filters.extend(phrase.filters);
        filters
    }
}

/// Whether all places of a base are holes.
fn is_hole(base: &Base) -> bool {
    match base {
        Base::Holes | Base::Candidate | Base::Run { .. } => true,
        Base::Along { holes_only, .. } => *holes_only,
        Base::It
        | Base::Origin(_)
        | Base::FirstPlace(_)
        | Base::Left
        | Base::Captured
        | Base::SowingHand
        | Base::WayPlaces
        | Base::Fixed(_)
        | Base::Store(_)
        | Base::Hand(_)
        | Base::Note(..)
        | Base::Union(_) => false,
    }
}
