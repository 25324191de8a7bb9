//! Words, notes, and how long they live.

use super::{Action, Cond, Count, Name, Place, Places, Statement};
use crate::span::Span;

/// `NAME = ...` in *words*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub name: Name,
    /// What it stands for.
    pub means: Meaning,
}

/// What a word stands for. The form after `=` tells the type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// `a [quiet] mark [of each player] [life]`.
    Mark {
        /// It has an owner: who put it on.
        of_each_player: bool,
        /// How long it lives; the game if not said.
        life: Option<Life>,
        /// It is bookkeeping: players are not told when it changes.
        quiet: bool,
    },
    /// `a [quiet] number | direction | yes | hole` `[of each player] [life]`: a note.
    Note {
        /// What it holds.
        kind: NoteKind,
        /// One for each player.
        of_each_player: bool,
        /// How long it lives; the game if not said.
        life: Option<Life>,
        /// It is bookkeeping: players are not told when it changes.
        quiet: bool,
    },
    /// `a seed worth 10`: a kind of seeds.
    Seed(Count),
    /// `a hole holding 4`, `an own hole except ...`: a kind of hole, told by tests.
    Kind(Place),
    /// A number: `2 * columns`.
    Count(Count),
    /// A set of places.
    Places(Places),
    /// A condition.
    Cond(Cond),
    /// Actions, done by `do NAME`.
    Actions(Vec<Action>),
    /// `NAME =` with cases below: of numbers (`COND -> 4`) or of actions.
    Cases(Vec<Statement>),
}

/// What a note holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// A whole number.
    Number,
    /// A direction.
    Direction,
    /// Yes or no.
    Yes,
    /// A hole.
    Hole,
}

/// How long a mark or note lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Life {
    /// `for the move`, `for the turn`, `for the game`, `for the match`.
    For(Unit, Span),
    /// `until COND`.
    Until(Cond),
}

/// A stretch of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Unit {
    Lap,
    Move,
    Turn,
    Game,
    Match,
}

/// Which stretch: `this lap`, `the first lap`, `the last move`, `a lap of this turn`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// `this lap`, `that lap`.
    This(Unit),
    /// `the first lap` (of this move), `the first move` (of this turn).
    First(Unit),
    /// `the last lap`: the one before this.
    Last(Unit),
    /// `every lap of this turn`: the fact holds of each lap so far.
    EveryLapOf(Unit),
    /// `no lap of this turn`.
    NoLapOf(Unit),
    /// `a lap of this turn`: of at least one.
    SomeLapOf(Unit),
}
