//! Units of play and tests on a place.

use super::builder::{Builder, Here};
use crate::model::{Base, Det, Filter, PlacePhrase, Places, Side, StateTest, Unit, Units, Who};
use crate::span::Span;
use crate::syntax::ast;

/// A stretch of play.
pub(super) fn unit(unit: ast::Unit) -> Unit {
    match unit {
        ast::Unit::Lap => Unit::Lap,
        ast::Unit::Move => Unit::Move,
        ast::Unit::Turn => Unit::Turn,
        ast::Unit::Game => Unit::Game,
        ast::Unit::Match => Unit::Match,
    }
}

/// This lap.
pub(super) const LAP: Units = Units::This(Unit::Lap);

/// Left or right.
pub(super) fn side(side: ast::Side) -> Side {
    match side {
        ast::Side::Left => Side::Left,
        ast::Side::Right => Side::Right,
    }
}

impl<'a> Builder<'a> {
    /// Which stretch of play.
    pub fn units(&mut self, units: ast::Units, span: Span) -> Option<Units> {
        let units = match units {
            ast::Units::This(which) => Units::This(unit(which)),
            ast::Units::First(which) => Units::First(unit(which)),
            ast::Units::Last(which) => Units::Last(unit(which)),
            ast::Units::EveryLapOf(_) | ast::Units::NoLapOf(_) | ast::Units::SomeLapOf(_) => {
                self.not_yet(span, "asking about several laps");
                return None;
            }
        };
        let (Units::This(of) | Units::First(of) | Units::Last(of)) = units;
        self.asks_of_turns |= of != Unit::Lap && units != Units::This(Unit::Move);
        Some(units)
    }

    /// `is [not] STATE`, `holds AMOUNT`; `subject` is the place that is tested.
    pub fn state_test(
        &mut self,
        test: &'a ast::StateTest,
        subject: &PlacePhrase,
        here: &mut Here,
    ) -> Option<StateTest> {
        match test {
            ast::StateTest::Is { not, state } => {
                let filters = self.state(state, subject, here)?;
                Some(StateTest { not: *not, filters })
            }
            ast::StateTest::Holds { not, amount, kind } => {
                let holding = self.holding(amount, kind.as_ref(), here)?;
                Some(StateTest { not: *not, filters: vec![holding] })
            }
        }
    }

    fn state(
        &mut self,
        state: &'a ast::State,
        subject: &PlacePhrase,
        here: &mut Here,
    ) -> Option<Vec<Filter>> {
        Some(match state {
            ast::State::Empty => vec![Filter::Empty],
            ast::State::Occupied => vec![Filter::Occupied],
            ast::State::Open => vec![Filter::Open],
            ast::State::Closed => vec![Filter::Closed],
            ast::State::Place(place) => {
                let phrase = self.described(place, here)?;
                self.one_of(phrase, subject)
            }
        })
    }

    /// Tests that a place is one of a phrase's.
    pub fn one_of(&self, phrase: PlacePhrase, subject: &PlacePhrase) -> Vec<Filter> {
        if !matches!(phrase.base, Base::Holes) || phrase.pick.is_some() {
            let phrase = PlacePhrase { det: Det::Every, ..phrase };
            return vec![Filter::Among(Box::new(Places { parts: vec![phrase] }))];
        }
        let mut filters = Vec::new();
        if !is_hole(&subject.base) {
            let holes = self.board.all_holes();
            filters.push(Filter::FixedFor(Who::Actor, self.board.seats().map(|_| holes).collect()));
        }
        filters.extend(phrase.filters);
        filters
    }
}

/// Whether a base means holes only.
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
