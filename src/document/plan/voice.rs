//! Who does something: the reader (`you`), the opponent, or somebody else; and when it is looked at.

use crate::model::{PlayerRef, Subject};

/// The player that a statement is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Person {
    /// The player to move.
    You,
    /// The other of two players.
    Opponent,
    /// Somebody who was just named: `they`.
    They,
}

/// How a phrase is read: for whom, at which hole, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Voice {
    /// The actor of the statement.
    pub actor: Person,
    /// The hole of the occasion.
    pub it: OccasionHole,
    /// Tests are about the time before a seed fell.
    pub past: bool,
    /// Chance makes the choices.
    pub by_lot: bool,
}

/// The hole of an occasion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OccasionHole {
    /// Where a seed falls.
    Fallen,
    /// Where the last seed falls; a rule for every seed may have emptied it since.
    FallenLast,
    /// Where the last seed fell, some time ago.
    Over,
    /// The hole about to be emptied.
    Taken,
    /// One of a series of holes.
    Looked,
    /// One of these, depending on where a word is done.
    Any,
}

impl Voice {
    /// The player to move, at the hole of an occasion.
    pub fn mover(it: OccasionHole) -> Voice {
        Voice { actor: Person::You, it, past: false, by_lot: false }
    }

    /// The same for another actor.
    pub fn of(self, actor: Person) -> Voice {
        Voice { actor, ..self }
    }

    /// The same for what chance decides.
    pub fn by_lot(self, by_lot: bool) -> Voice {
        Voice { by_lot: by_lot || self.by_lot, ..self }
    }

    /// The same before the seed fell.
    pub fn before(self) -> Voice {
        Voice { past: true, ..self }
    }

    /// The same at the present time.
    pub fn now(self) -> Voice {
        Voice { past: false, ..self }
    }

    /// The actor that a player becomes, where they do or have something.
    pub fn actor_of(self, who: PlayerRef) -> Person {
        match (who, self.actor) {
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
                | PlayerRef::Owner
                | PlayerRef::Seat(_),
                _,
            ) => Person::They,
        }
    }

    /// The voice of what a subject does.
    pub fn of_subject(self, who: Subject) -> Voice {
        match who {
            Subject::One(who) => self.of(self.actor_of(who)),
            Subject::Each | Subject::Some => self.of(Person::They),
        }
    }
}
