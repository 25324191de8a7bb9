//! Who does something: the reader (`you`), the opponent, or somebody else; and when it is looked at.

use super::English;
use crate::model::{PlayerRef, Seat, Subject};

/// The player that a statement is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Person {
    /// The player to move.
    You,
    /// The other of two players.
    Opponent,
    /// Somebody who was just named: `they`.
    They,
}

/// How a phrase is read: for whom, at which hole, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Voice {
    /// The actor of the statement.
    pub actor: Person,
    /// The hole of the occasion.
    pub it: OccasionHole,
    /// Tests are about the time before a seed fell.
    pub past: bool,
}

/// What `that hole` is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OccasionHole {
    /// Where a seed has fallen.
    Fallen,
    /// The hole about to be emptied.
    Taken,
    /// One of a series of holes.
    Looked,
}

impl Voice {
    pub fn of(self, actor: Person) -> Voice {
        Voice { actor, ..self }
    }

    pub fn before(self) -> Voice {
        Voice { past: true, ..self }
    }

    pub fn now(self) -> Voice {
        Voice { past: false, ..self }
    }
}

impl English<'_> {
    /// A player as the subject of a sentence.
    pub(super) fn player(&self, who: PlayerRef, voice: Voice) -> String {
        match (who, voice.actor) {
            (PlayerRef::Actor, Person::You) => "you".into(),
            (PlayerRef::Actor, Person::Opponent) => "your opponent".into(),
            (PlayerRef::Actor, Person::They) => "they".into(),
            (PlayerRef::Opponent, Person::You) => "your opponent".into(),
            (PlayerRef::Opponent, Person::Opponent) => "you".into(),
            (PlayerRef::Opponent, Person::They) => "the other player".into(),
            (PlayerRef::That, _) => "that player".into(),
            (PlayerRef::Other, _) => "the other player".into(),
            (PlayerRef::Winner, _) => "the winner of the last game".into(),
            (PlayerRef::Loser, _) => "the loser of the last game".into(),
            (PlayerRef::Starter, _) => "the player who moved first in the game".into(),
            (PlayerRef::Second, _) => "the player who moved second in the game".into(),
            (PlayerRef::Next, _) => "the next player".into(),
            (PlayerRef::Seat(seat), _) => self.seat(seat),
        }
    }

    /// Whose: `your`, `your opponent's`.
    pub(super) fn whose(&self, who: PlayerRef, voice: Voice) -> String {
        match (who, voice.actor) {
            (PlayerRef::Actor, Person::You) => "your".into(),
            (PlayerRef::Actor, Person::They | Person::Opponent) => "their own".into(),
            (PlayerRef::Opponent, Person::Opponent) => "your".into(),
            (PlayerRef::Winner, _) => "the last winner's".into(),
            (PlayerRef::Loser, _) => "the last loser's".into(),
            (PlayerRef::Starter, _) => "the first player's".into(),
            (PlayerRef::Second, _) => "the second player's".into(),
            (
                PlayerRef::Opponent
                | PlayerRef::That
                | PlayerRef::Other
                | PlayerRef::Next
                | PlayerRef::Seat(_),
                _,
            ) => format!("{}'s", self.player(who, voice)),
        }
    }

    /// The actor that a player becomes, where they do or have something.
    pub(super) fn actor(&self, who: PlayerRef, voice: Voice) -> Person {
        match (who, voice.actor) {
            (PlayerRef::Actor, actor) => actor,
            (PlayerRef::Opponent, Person::You) => Person::Opponent,
            (PlayerRef::Opponent, Person::Opponent) => Person::You,
            (
                PlayerRef::Opponent
                | PlayerRef::That
                | PlayerRef::Other
                | PlayerRef::Winner
                | PlayerRef::Loser
                | PlayerRef::Starter
                | PlayerRef::Second
                | PlayerRef::Next
                | PlayerRef::Seat(_),
                _,
            ) => Person::They,
        }
    }

    /// A subject, and the voice of what it does.
    pub(super) fn subject(&self, who: Subject, voice: Voice) -> (String, Voice) {
        match who {
            Subject::One(who) => (self.player(who, voice), voice.of(self.actor(who, voice))),
            Subject::Each => ("each player".into(), voice.of(Person::They)),
            Subject::Some => ("a player".into(), voice.of(Person::They)),
        }
    }

    pub(super) fn seat(&self, seat: Seat) -> String {
        self.model.player(seat).to_owned()
    }
}

/// The form of a verb for a subject: `you have`, `South has`.
pub(super) fn verb(subject: &str, base: &str) -> String {
    if subject == "you" || subject == "they" {
        return base.to_owned();
    }
    match base {
        "have" => "has".into(),
        "are" => "is".into(),
        "do" => "does".into(),
        "pass" => "passes".into(),
        _ => format!("{base}s"),
    }
}
