//! Words, marks and notes, and how long they live.

use super::{AstAction, AstCond, AstCount, AstPlace, AstPlaces, Name, Statement};
use crate::span::Span;

/// `NAME = ...` in *words*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstWord {
    /// The word.
    pub name: Name,
    /// Its definition.
    pub meaning: AstMeaning,
}

/// The definition of a word. The form after `=` determines its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstMeaning {
    /// `a [quiet] mark [of each player] [life]`.
    Mark {
        /// It has an owner: the player who set it.
        of_each_player: bool,
        /// How long it lives; the game if not given.
        life: Option<AstLife>,
        /// It is bookkeeping: changes are not reported to players.
        quiet: bool,
    },
    /// `a [quiet] number | direction | yes | hole` `[of each player] [life]`: a note.
    Note {
        /// The type of its value.
        kind: AstNoteKind,
        /// One for each player.
        of_each_player: bool,
        /// How long it lives; the game if not given.
        life: Option<AstLife>,
        /// It is bookkeeping: changes are not reported to players.
        quiet: bool,
    },
    /// `a seed worth 10`: a kind of seeds.
    Seed(AstCount),
    /// `a hole holding 4`, `an own hole except ...`: a kind of hole, defined by tests.
    Kind(AstPlace),
    /// A number: `2 * columns`.
    Count(AstCount),
    /// A set of places.
    Places(AstPlaces),
    /// A condition.
    Cond(AstCond),
    /// Actions, done by `do NAME`.
    Actions(Vec<AstAction>),
    /// `NAME =` with cases below: of numbers (`COND -> 4`) or of actions.
    Cases(Vec<Statement>),
}

/// The type of a note.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AstNoteKind {
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
pub enum AstLife {
    /// `for the move`, `for the turn`, `for the game`, `for the match`.
    For(AstUnit, Span),
    /// `until COND`.
    Until(AstCond),
}

/// A stretch of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum AstUnit {
    Lap,
    Move,
    Turn,
    Game,
    Match,
}

/// A reference to a stretch of play: `this lap`, `the first lap`, `the last move`, `a lap of this turn`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AstUnitRef {
    /// `this lap`, `that lap`.
    This(AstUnit),
    /// `the first lap` (of this move), `the first move` (of this turn).
    First(AstUnit),
    /// `the last lap`: the one before this.
    Last(AstUnit),
    /// `every lap of this turn`: the fact holds for each lap so far.
    EveryLapOf(AstUnit),
    /// `no lap of this turn`.
    NoLapOf(AstUnit),
    /// `a lap of this turn`: for at least one.
    SomeLapOf(AstUnit),
}
