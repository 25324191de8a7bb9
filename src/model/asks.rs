//! What speaks of the move that has just been made, and not of the position alone.

use super::{
    Amount, Base, Cond, Count, Filter, Life, MarkId, Model, NoteId, Pick, PlacePhrase, Places, Unit,
};

impl Model {
    /// Whether a condition asks what happened in the move just made. In a position that is laid out
    /// nobody knows.
    pub fn asks_of_the_move(&self, cond: &Cond) -> bool {
        match cond {
            Cond::FallsIn(_)
            | Cond::Falls(_)
            | Cond::Makes(_)
            | Cond::MakesAmount(_)
            | Cond::SeedBefore(_)
            | Cond::FirstUnit(Unit::Lap | Unit::Move)
            | Cond::Fact(..)
            | Cond::Laps { .. } => true,
            Cond::Fixed(_)
            | Cond::FirstUnit(Unit::Turn | Unit::Game | Unit::Match)
            | Cond::Concedes(_)
            | Cond::Agreed
            | Cond::NoMove(_)
            | Cond::HasMoved(_)
            | Cond::PositionReturns(_)
            | Cond::Drawn
            | Cond::PlayerIs(..) => false,
            Cond::And(parts) | Cond::Or(parts) => parts.iter().any(|p| self.asks_of_the_move(p)),
            Cond::Not(part) => self.asks_of_the_move(part),
            Cond::Is(phrase, test) => {
                self.place_of_the_move(phrase)
                    || test.filters.iter().any(|f| self.filter_of_the_move(f))
            }
            Cond::ThereAre(amount, phrase) | Cond::PlayerPlaces(_, amount, phrase) => {
                self.amount_of_the_move(amount) || self.place_of_the_move(phrase)
            }
            Cond::PlayerSeeds(_, amount, places) | Cond::PlayerKind(_, _, amount, places) => {
                self.amount_of_the_move(amount)
                    || places.as_ref().is_some_and(|p| self.places_of_the_move(p))
            }
            Cond::SeedsLeft(amount) | Cond::KindLeft(_, amount) => self.amount_of_the_move(amount),
            Cond::PlayerMarked(_, mark) => self.mark_of_the_move(*mark),
            Cond::NoteIs(note, ..) => self.note_of_the_move(*note),
            Cond::CountIs(count, amount) => {
                self.count_of_the_move(count) || self.amount_of_the_move(amount)
            }
        }
    }

    fn mark_of_the_move(&self, mark: MarkId) -> bool {
        self.marks.get(mark.index()).is_some_and(|mark| mark.life.is_fleeting())
    }

    fn note_of_the_move(&self, note: NoteId) -> bool {
        self.notes.get(note.index()).is_some_and(|note| note.life.is_fleeting())
    }

    fn amount_of_the_move(&self, amount: &Amount) -> bool {
        let asks = |count: &Count| self.count_of_the_move(count);
        let within = |bounds: &Option<(Count, Count)>| {
            bounds.as_ref().is_some_and(|(from, to)| asks(from) || asks(to))
        };
        match amount {
            Amount::OneOf(counts) => counts.iter().any(asks),
            Amount::AtLeast(count)
            | Amount::AtMost(count)
            | Amount::Fewer(count)
            | Amount::More(count) => asks(count),
            Amount::Even(bounds) | Amount::Odd(bounds) => within(bounds),
            Amount::Between(from, to) => asks(from) || asks(to),
        }
    }

    fn count_of_the_move(&self, count: &Count) -> bool {
        match count {
            Count::Fixed(_) => false,
            Count::Note(note, _) => self.note_of_the_move(*note),
            Count::SeedsIn(places) | Count::WorthIn(places) => self.places_of_the_move(places),
            Count::Fraction(_, _, of) => self.count_of_the_move(of),
            Count::Add(a, b) | Count::Sub(a, b) | Count::Mul(a, b) => {
                self.count_of_the_move(a) || self.count_of_the_move(b)
            }
            Count::Cases(cases) => cases.iter().any(|(when, count)| {
                when.as_ref().is_some_and(|when| self.asks_of_the_move(when))
                    || self.count_of_the_move(count)
            }),
        }
    }

    fn places_of_the_move(&self, places: &Places) -> bool {
        places.parts.iter().any(|part| self.place_of_the_move(part))
    }

    fn place_of_the_move(&self, phrase: &PlacePhrase) -> bool {
        let base = match &phrase.base {
            Base::It
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Captured
            | Base::SowingHand => true,
            Base::Candidate
            | Base::Left
            | Base::Holes
            | Base::WayPlaces
            | Base::Fixed(_)
            | Base::Store(_)
            | Base::Hand(_) => false,
            Base::Along { from, nth, .. } => {
                self.place_of_the_move(from) || self.count_of_the_move(nth)
            }
            Base::Run { from, .. } => self.place_of_the_move(from),
            Base::Note(note, _) => self.note_of_the_move(*note),
            Base::Union(places) => self.places_of_the_move(places),
        };
        let pick = match &phrase.pick {
            None | Some(Pick::Central) => false,
            Some(
                Pick::Outermost(_, count, _)
                | Pick::NthFrom(_, count, _)
                | Pick::First(count)
                | Pick::Last(count),
            ) => self.count_of_the_move(count),
            Some(Pick::NearestTo(of) | Pick::OtherThan(of)) => self.place_of_the_move(of),
            Some(Pick::Offset(count, _, of, _)) => {
                self.count_of_the_move(count) || self.place_of_the_move(of)
            }
        };
        base || pick || phrase.filters.iter().any(|filter| self.filter_of_the_move(filter))
    }

    fn filter_of_the_move(&self, filter: &Filter) -> bool {
        match filter {
            Filter::SownIn(_) => true,
            Filter::Owner(_)
            | Filter::Open
            | Filter::Closed
            | Filter::Occupied
            | Filter::Empty
            | Filter::FixedFor(..)
            | Filter::Half(..) => false,
            Filter::Holding(amount) | Filter::HoldingKind(_, amount) => {
                self.amount_of_the_move(amount)
            }
            Filter::Marked(mark, _) => self.mark_of_the_move(*mark),
            Filter::Opposite(of) | Filter::NumberedLike(of) | Filter::Beside(of) => {
                self.place_of_the_move(of)
            }
            Filter::Whose(phrase, test) => {
                self.place_of_the_move(phrase)
                    || test.filters.iter().any(|f| self.filter_of_the_move(f))
            }
            Filter::Except(places) => self.places_of_the_move(places),
            Filter::Among(places) => self.places_of_the_move(places),
            Filter::Not(inner) => self.filter_of_the_move(inner),
        }
    }
}

impl Life {
    /// Whether it is over with the turn at the latest.
    fn is_fleeting(&self) -> bool {
        match self {
            Life::Unit(Unit::Lap | Unit::Move | Unit::Turn) => true,
            Life::Unit(Unit::Game | Unit::Match) | Life::Until(_) => false,
        }
    }
}
