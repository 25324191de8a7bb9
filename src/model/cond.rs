//! Numbers and conditions.

use super::action::NoteValue;
use super::ids::{KindId, MarkId, NoteId};
use super::place::{PlacePhrase, Places, PlayerRef, StateTest, Subject};
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

    /// Whether it is one number, and not *none*.
    pub fn is_one_number(&self) -> bool {
        matches!(self, Amount::OneOf(counts) if matches!(counts.as_slice(), [Count::Fixed(1..)]))
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
    Is(PlacePhrase, StateTest),
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

/// A part of a condition: what it is about.
#[derive(Clone, Copy, Debug)]
pub enum CondPart<'c> {
    /// A condition that it joins or negates.
    Cond(&'c Cond),
    /// The player that it is about.
    Subject(Subject),
    /// Another player.
    Player(PlayerRef),
    /// A test on a number.
    Amount(&'c Amount),
    /// A number.
    Count(&'c Count),
    /// Places.
    Phrase(&'c PlacePhrase),
    /// Places, one of which is the hole of the fall.
    FallsInto(&'c PlacePhrase),
    /// A test on places.
    StateTest(&'c StateTest),
    /// Places joined by `and`.
    Places(&'c Places),
    /// A direction.
    Direction(&'c Dir),
    /// A mark.
    Mark(MarkId),
    /// A note.
    Note(NoteId),
    /// The move just made or being made, which is unknown in a position set up by hand.
    Move,
}

impl Cond {
    /// Calls `visit` with every part, in order; with the parts of joined conditions it does not. This is the
    /// one table of what each condition is about.
    pub fn for_each_part<'c>(&'c self, visit: &mut dyn FnMut(CondPart<'c>)) {
        use CondPart as P;
        let mut all = |parts: &[P<'c>]| parts.iter().for_each(|part| visit(*part));
        match self {
            Cond::And(parts) | Cond::Or(parts) => parts.iter().for_each(|one| all(&[P::Cond(one)])),
            Cond::Not(part) => all(&[P::Cond(part)]),
            Cond::FallsIn(phrase) | Cond::Makes(phrase) => all(&[P::Move, P::FallsInto(phrase)]),
            Cond::Falls(_) => all(&[P::Move]),
            Cond::MakesAmount(amount) => all(&[P::Move, P::Amount(amount)]),
            Cond::SeedBefore(phrase) => all(&[P::Move, P::Phrase(phrase)]),
            Cond::Is(phrase, test) => all(&[P::Phrase(phrase), P::StateTest(test)]),
            Cond::ThereAre(amount, phrase) => all(&[P::Amount(amount), P::Phrase(phrase)]),
            Cond::PlayerSeeds(subject, amount, places)
            | Cond::PlayerKind(subject, _, amount, places) => {
                all(&[P::Subject(*subject), P::Amount(amount)]);
                places.iter().for_each(|places| all(&[P::Places(places)]));
            }
            Cond::PlayerPlaces(subject, amount, phrase) => {
                all(&[P::Subject(*subject), P::Amount(amount), P::Phrase(phrase)]);
            }
            Cond::SeedsLeft(amount) | Cond::KindLeft(_, amount) => all(&[P::Amount(amount)]),
            Cond::Concedes(subject) | Cond::NoMove(subject) | Cond::HasMoved(subject) => {
                all(&[P::Subject(*subject)]);
            }
            Cond::PlayerMarked(subject, mark) => all(&[P::Subject(*subject), P::Mark(*mark)]),
            Cond::PlayerIs(subject, who) => all(&[P::Subject(*subject), P::Player(*who)]),
            Cond::NoteIs(note, who, _) => {
                all(&[P::Note(*note)]);
                who.iter().for_each(|who| all(&[P::Player(*who)]));
            }
            Cond::CountIs(count, amount) => all(&[P::Count(count), P::Amount(amount)]),
            Cond::FirstUnit(Unit::Lap | Unit::Move) => all(&[P::Move]),
            Cond::Fact(_, fact) | Cond::Laps { fact, .. } => {
                all(&[P::Move]);
                match fact {
                    Fact::SownIn(phrase) | Fact::BeganFrom(phrase) => all(&[P::Phrase(phrase)]),
                    Fact::Goes(dir) => all(&[P::Direction(dir)]),
                    Fact::Captured => {}
                }
            }
            Cond::Fixed(_)
            | Cond::Agreed
            | Cond::PositionReturns(_)
            | Cond::Drawn
            | Cond::FirstUnit(Unit::Turn | Unit::Game | Unit::Match) => {}
        }
    }

    /// The conditions that it joins or negates; none for an elementary condition.
    pub fn joined(&self) -> &[Cond] {
        if let Cond::And(parts) | Cond::Or(parts) = self {
            parts
        } else if let Cond::Not(part) = self {
            std::slice::from_ref(part)
        } else {
            &[]
        }
    }

    /// Whether the predicate holds for the condition, or for one that it joins or negates.
    pub fn any_of(&self, is: &dyn Fn(&Cond) -> bool) -> bool {
        is(self) || self.joined().iter().any(|part| part.any_of(is))
    }

    /// A test on one number: the number, as the same condition with an amount that nothing passes, and the amount.
    pub fn number_and_amount(&self) -> Option<(Cond, Amount)> {
        if matches!(self.subject(), Some(Subject::Each | Subject::Some)) {
            return None;
        }
        let mut number = self.clone();
        let (Cond::MakesAmount(amount)
        | Cond::ThereAre(amount, _)
        | Cond::PlayerSeeds(_, amount, _)
        | Cond::PlayerKind(_, _, amount, _)
        | Cond::PlayerPlaces(_, amount, _)
        | Cond::SeedsLeft(amount)
        | Cond::KindLeft(_, amount)
        | Cond::CountIs(_, amount)) = &mut number
        else {
            return None;
        };
        let amount = std::mem::replace(amount, Amount::OneOf(Vec::new()));
        Some((number, amount))
    }

    /// The player that the condition is about.
    pub fn subject(&self) -> Option<Subject> {
        let mut found = None;
        self.for_each_part(&mut |part| {
            if let CondPart::Subject(subject) = part {
                found = Some(subject);
            }
        });
        found
    }

    /// Whether it tests whether a player can move. Such tests are one level deep: a trial does not
    /// evaluate them again.
    pub fn tests_for_moves(&self) -> bool {
        self.any_of(&|cond| matches!(cond, Cond::NoMove(_)))
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
