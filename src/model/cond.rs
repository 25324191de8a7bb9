//! Numbers and conditions.

use super::action::NoteValue;
use super::ids::{KindId, MarkId, NoteId};
use super::place::{PlacePhrase, Places, PlayerRef, Subject};
use super::rules::{Unit, UnitRef};
use super::way::Dir;

/// A number that may depend on the position. Options are already put in.
#[derive(Clone, PartialEq, Debug)]
pub enum Count {
    /// A fixed number.
    Fixed(i64),
    /// The value of a note; whose, if each player has one.
    Note(NoteId, Option<PlayerRef>),
    /// The number of seeds in places.
    SeedsIn(Box<Places>),
    /// The worth of the seeds in places.
    WorthIn(Box<Places>),
    /// Numerator, denominator, number; rounded down, but up in *fewer than*.
    Fraction(i64, i64, Box<Count>),
    /// Sum.
    Add(Box<Count>, Box<Count>),
    /// Difference.
    Sub(Box<Count>, Box<Count>),
    /// Product.
    Mul(Box<Count>, Box<Count>),
    /// The first case that matches; the last one always does.
    Cases(Vec<(Option<Cond>, Count)>),
}

/// A test on a number. 0 is not even.
#[derive(Clone, PartialEq, Debug)]
pub enum Amount {
    /// Equal to one of these.
    OneOf(Vec<Count>),
    /// At least this.
    AtLeast(Count),
    /// At most this.
    AtMost(Count),
    /// Less than this.
    Fewer(Count),
    /// More than this.
    More(Count),
    /// Even, not 0, and within the bounds.
    Even(Option<(Count, Count)>),
    /// Odd, and within the bounds.
    Odd(Option<(Count, Count)>),
    /// Within the bounds, both included.
    Between(Count, Count),
}

impl Amount {
    /// Whether it is exactly *none*.
    pub fn is_none(&self) -> bool {
        matches!(self, Amount::OneOf(counts) if matches!(counts.as_slice(), [Count::Fixed(0)]))
    }
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Cond {
    /// Decided when the model was built.
    Fixed(bool),
    /// All hold.
    And(Vec<Cond>),
    /// At least one holds.
    Or(Vec<Cond>),
    /// Not.
    Not(Box<Cond>),
    /// The hole of this fall is one of these, read before the fall.
    FallsIn(PlacePhrase),
    /// One of the seeds of this fall is of this kind.
    Falls(KindId),
    /// The hole of this fall is one of these, read just after the fall.
    Makes(PlacePhrase),
    /// The hole of this fall holds that many seeds just after the fall.
    MakesAmount(Amount),
    /// The previous seed of the same lap fell in one of these, read before that fall.
    SeedBefore(PlacePhrase),
    /// All selected places (at least one) pass the test now.
    Is(PlacePhrase, super::place::StateTest),
    /// That many of these places exist now.
    ThereAre(Amount, PlacePhrase),
    /// The player has that many seeds there (`None`: in store and hand).
    PlayerSeeds(Subject, Amount, Option<Places>),
    /// The player has that many seeds of a kind there (`None`: in store and hand).
    PlayerKind(Subject, KindId, Amount, Option<Places>),
    /// That many of these places are the player's (the phrase is evaluated with them as the actor).
    PlayerPlaces(Subject, Amount, PlacePhrase),
    /// That many seeds are in holes, in shared places on a way, and in the sowing hand.
    SeedsLeft(Amount),
    /// That many of them are of that kind.
    KindLeft(KindId, Amount),
    /// The player about to move concedes. Never holds in random games.
    Concedes(Subject),
    /// The player about to move offers to end the game, and the others agree.
    Agreed,
    /// The player, if about to move, would have no legal choice.
    NoMove(Subject),
    /// The player has ended a move in this stage.
    HasMoved(Subject),
    /// The position has occurred at least that many times with the same player about to move.
    PositionReturns(u32),
    /// The game just over has no winner.
    Drawn,
    /// The player has the mark.
    PlayerMarked(Subject, MarkId),
    /// The player is that player.
    PlayerIs(Subject, PlayerRef),
    /// A note has one of these values (for numbers see [`Cond::CountIs`]).
    NoteIs(NoteId, Option<PlayerRef>, Vec<NoteValue>),
    /// A number passes a test.
    CountIs(Count, Amount),
    /// This is the first lap of the move, move of the turn, turn of the game, or game of the match.
    FirstUnit(Unit),
    /// A fact of a lap, move or turn.
    Fact(UnitRef, Fact),
    /// A fact holds for every lap, some lap, or no lap.
    Laps {
        /// For how many laps.
        quantifier: LapQuantifier,
        /// The laps of this move, or of this turn.
        of: Unit,
        /// The fact is negated.
        not: bool,
        /// The fact.
        fact: Fact,
    },
}

impl Cond {
    /// The conditions that it joins or negates; none for an elementary condition.
    pub fn parts(&self) -> &[Cond] {
        match self {
            Cond::And(parts) | Cond::Or(parts) => parts,
            Cond::Not(part) => std::slice::from_ref(part),
            Cond::Fixed(_)
            | Cond::FallsIn(_)
            | Cond::Falls(_)
            | Cond::Makes(_)
            | Cond::MakesAmount(_)
            | Cond::SeedBefore(_)
            | Cond::Is(..)
            | Cond::ThereAre(..)
            | Cond::PlayerSeeds(..)
            | Cond::PlayerKind(..)
            | Cond::PlayerPlaces(..)
            | Cond::SeedsLeft(_)
            | Cond::KindLeft(..)
            | Cond::Concedes(_)
            | Cond::Agreed
            | Cond::NoMove(_)
            | Cond::HasMoved(_)
            | Cond::PositionReturns(_)
            | Cond::Drawn
            | Cond::PlayerMarked(..)
            | Cond::PlayerIs(..)
            | Cond::NoteIs(..)
            | Cond::CountIs(..)
            | Cond::FirstUnit(_)
            | Cond::Fact(..)
            | Cond::Laps { .. } => &[],
        }
    }

    /// Whether the predicate holds for the condition, or for one of its parts.
    pub fn any_of(&self, is: &dyn Fn(&Cond) -> bool) -> bool {
        is(self) || self.parts().iter().any(|part| part.any_of(is))
    }

    /// The player that the condition is about.
    pub fn subject(&self) -> Option<Subject> {
        match self {
            Cond::PlayerSeeds(subject, ..)
            | Cond::PlayerKind(subject, ..)
            | Cond::PlayerPlaces(subject, ..)
            | Cond::Concedes(subject)
            | Cond::NoMove(subject)
            | Cond::HasMoved(subject)
            | Cond::PlayerMarked(subject, _)
            | Cond::PlayerIs(subject, _) => Some(*subject),
            Cond::Fixed(_)
            | Cond::And(_)
            | Cond::Or(_)
            | Cond::Not(_)
            | Cond::FallsIn(_)
            | Cond::Falls(_)
            | Cond::Makes(_)
            | Cond::MakesAmount(_)
            | Cond::SeedBefore(_)
            | Cond::Is(..)
            | Cond::ThereAre(..)
            | Cond::SeedsLeft(_)
            | Cond::KindLeft(..)
            | Cond::Agreed
            | Cond::PositionReturns(_)
            | Cond::Drawn
            | Cond::NoteIs(..)
            | Cond::CountIs(..)
            | Cond::FirstUnit(_)
            | Cond::Fact(..)
            | Cond::Laps { .. } => None,
        }
    }
}

/// Of how many laps something is so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LapQuantifier {
    /// For all of them, and there is at least one.
    Every,
    /// For at least one.
    Some,
    /// For none.
    No,
}

/// A fact of a lap, move, turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// A capture was made.
    Captured,
    /// A seed fell in one of these.
    SownIn(PlacePhrase),
    /// It began from one of these.
    BeganFrom(PlacePhrase),
    /// It goes in that direction.
    Goes(Dir),
}
