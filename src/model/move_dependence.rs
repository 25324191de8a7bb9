//! Finds conditions that depend on the move just made, and not on the position alone.

use super::walk::{self, Visit, VisitContext};
use super::{Base, Cond, CondPart, Count, Filter, Life, MarkId, Model, NoteId, PlacePhrase, Unit};

impl Model {
    /// Whether a condition depends on the move just made, which is unknown in a position set up by
    /// hand.
    pub fn depends_on_the_move(&self, cond: &Cond) -> bool {
        let mut found = MoveDependence { model: self, found: false };
        walk::cond(VisitContext::default(), cond, &mut found);
        found.found
    }
}

/// Visitor: whether a part of a condition depends on the move.
struct MoveDependence<'m> {
    model: &'m Model,
    found: bool,
}

impl MoveDependence<'_> {
    fn mark(&self, mark: MarkId) -> bool {
        self.model.marks.get(mark.index()).is_some_and(|mark| mark.life.ends_with_the_turn())
    }

    fn note(&self, note: NoteId) -> bool {
        self.model.notes.get(note.index()).is_some_and(|note| note.life.ends_with_the_turn())
    }
}

impl Visit for MoveDependence<'_> {
    fn cond(&mut self, _: VisitContext, cond: &Cond) {
        let mut found = false;
        cond.for_each_part(&mut |part| {
            found |= match part {
                CondPart::Move => true,
                CondPart::Mark(mark) => self.mark(mark),
                CondPart::Note(note) => self.note(note),
                CondPart::Cond(_)
                | CondPart::Subject(_)
                | CondPart::Player(_)
                | CondPart::Amount(_)
                | CondPart::Count(_)
                | CondPart::Phrase(_)
                | CondPart::FallsInto(_)
                | CondPart::StateTest(_)
                | CondPart::Places(_)
                | CondPart::Direction(_) => false,
            };
        });
        self.found |= found;
    }

    fn phrase(&mut self, _: VisitContext, phrase: &PlacePhrase) {
        self.found |= match &phrase.base {
            Base::It
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Captured
            | Base::SowingHand => true,
            Base::Note(note, _) => self.note(*note),
            Base::Candidate
            | Base::Left
            | Base::Holes
            | Base::WayPlaces
            | Base::Fixed(_)
            | Base::Store(_)
            | Base::Hand(_)
            | Base::Along { .. }
            | Base::Run { .. }
            | Base::Union(_) => false,
        };
    }

    fn filter(&mut self, _: VisitContext, filter: &Filter) {
        self.found |= match filter {
            Filter::SownIn(_) => true,
            Filter::Marked(mark, _) => self.mark(*mark),
            Filter::Owner(_)
            | Filter::Open
            | Filter::Closed
            | Filter::Occupied
            | Filter::Empty
            | Filter::FixedFor(..)
            | Filter::Half(..)
            | Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::Opposite(_)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::Among(_)
            | Filter::Not(_) => false,
        };
    }

    fn count(&mut self, _: VisitContext, count: &Count) {
        if let Count::Note(note, _) = count {
            self.found |= self.note(*note);
        }
    }
}

impl Life {
    /// Whether it expires with the turn at the latest.
    fn ends_with_the_turn(&self) -> bool {
        match self {
            Life::Unit(Unit::Lap | Unit::Move | Unit::Turn) => true,
            Life::Unit(Unit::Game | Unit::Match) | Life::Until(_) => false,
        }
    }
}
