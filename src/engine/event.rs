//! What can be chosen, and what happened.

use super::position::FinalResult;
use crate::model::{AlternativeId, ClauseId, KindId, MarkId, NoteId, PlaceId, Seat, StageId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A direction round a ring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Forward.
    Anticlockwise,
    /// Backward.
    Clockwise,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Anticlockwise => Direction::Clockwise,
            Direction::Clockwise => Direction::Anticlockwise,
        }
    }
}

/// An answer to a decision.
///
/// With serde it is stored by number (`{"place": 3}`), which means something only together with the
/// model of the game. Other programs and people name it as [`crate::notation::choice_id`] does (`d1`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Choice {
    /// A hole or another place.
    Place(PlaceId),
    /// A direction.
    Direction(Direction),
    /// A number.
    Number(u16),
    /// To do what one may do.
    Yes,
    /// Not to.
    No,
    /// To stop in mid-sowing.
    Stop,
    /// To sow on.
    GoOn,
    /// One of `either A, or B, or C`.
    Alternative(AlternativeId),
    /// A seed of that kind; `None`: of the usual one.
    Seed(Option<KindId>),
    /// Offered beside the answers: to concede.
    Concede,
    /// Offered beside the answers: to end the game, if the others agree.
    Agree,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Deciding {
    /// Which hole to sow.
    Hole,
    /// Which way round.
    Direction,
    /// How many.
    Number,
    /// Whether to stop or to go on.
    Stop,
    /// Which place (to capture, to put seeds in, to mark, to fill ...).
    Place,
    /// Whether to do it.
    Whether,
    /// Which of several.
    Alternative,
    /// Which of the seeds in the hand falls.
    Seed,
}

impl Deciding {
    /// As the interface names it.
    pub fn name(self) -> &'static str {
        match self {
            Deciding::Hole => "hole",
            Deciding::Direction => "direction",
            Deciding::Number => "number",
            Deciding::Stop => "stop",
            Deciding::Place => "place",
            Deciding::Whether => "whether",
            Deciding::Alternative => "alternative",
            Deciding::Seed => "seed",
        }
    }
}

/// A question to a player, with every answer that the rules of the place itself allow. Which of
/// them are legal is told by [`super::Engine::choices`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Who decides.
    pub seat: Seat,
    /// What.
    pub deciding: Deciding,
    /// The statement that asks.
    pub clause: ClauseId,
    /// The answers, each with its class of preference (0 is kept first); in a preference order an
    /// answer may stand in several classes.
    pub options: SmallVec<[(Choice, u8); 16]>,
    /// What of the question its answers do not tell.
    pub form: QuestionForm,
}

/// What of a question its answers do not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuestionForm {
    /// Nothing.
    Plain,
    /// A preference order asks: `sow, in this order`.
    Ordered,
    /// `either` asks, and this is its first alternative.
    Either(AlternativeId),
}

impl Question {
    /// Whether a preference order asks.
    pub(crate) fn ordered(&self) -> bool {
        self.form == QuestionForm::Ordered
    }

    /// The classes of preference, the first one first.
    pub(crate) fn classes(&self) -> SmallVec<[u8; 8]> {
        let mut classes: SmallVec<[u8; 8]> = self.options.iter().map(|(_, k)| *k).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

/// Something that happened, and the statement that made it happen. [`crate::protocol::event`] gives its
/// JSON form, with names in place of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The statement, or the default.
    pub clause: ClauseId,
    /// Who did it.
    pub seat: Seat,
    /// What.
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EventKind {
    /// A game begins; the first is number 1.
    GameBegan(u16),
    /// Seeds were laid out by a statement of *start*.
    Placed,
    /// The player moves first.
    MovesFirst,
    /// A stage begins, for all players or for one.
    StageBegan(StageId, Option<Seat>),
    /// A turn of several moves begins.
    TurnOf(u16),
    /// Both players have chosen, and move at once.
    AtOnce,
    /// The player was the first to end, and moves next.
    MovesNext,
    /// A choice was not offered, by that law, preference or default.
    Barred(Choice),
    /// The player chose.
    Chose(Choice),
    /// A lap was sown.
    Sowed {
        /// From 1, within the move.
        lap: u32,
        /// What was taken up.
        from: SmallVec<[PlaceId; 4]>,
        /// How many seeds.
        seeds: u16,
        /// Where the last fell (or the last before the lap was stopped).
        to: PlaceId,
        /// The way.
        sense: Direction,
        /// The statements of *way* that took part.
        by: SmallVec<[ClauseId; 2]>,
    },
    /// Many laps were sown, each beginning where the one before ended: of a move of very many laps
    /// not all are told one by one.
    SowedOn {
        /// How many laps.
        laps: u32,
        /// How many seeds fell.
        seeds: u64,
        /// Where the last fell.
        to: PlaceId,
    },
    /// Seeds went to the player's store.
    Captured {
        /// From where, how many.
        from: SmallVec<[(PlaceId, u16); 4]>,
    },
    /// Seeds went elsewhere.
    Put {
        /// From where, how many.
        from: SmallVec<[(PlaceId, u16); 4]>,
        /// Where to.
        to: PlaceId,
    },
    /// A seed of a kind fell in a place.
    Fell(KindId, PlaceId),
    /// Of the seeds just told of, so many are of a kind.
    Among(KindId, u16),
    /// A hole was filled from the store.
    Filled(PlaceId, u16),
    /// A hole was put out of play.
    Closed(PlaceId),
    /// A hole was put back in play.
    Opened(PlaceId),
    /// A mark was put on a place.
    Marked(MarkId, PlaceId),
    /// A mark was put on a player.
    MarkedPlayer(MarkId, Seat),
    /// A mark was lifted.
    Unmarked(MarkId, PlaceId),
    /// A player's mark was lifted.
    UnmarkedPlayer(MarkId, Seat),
    /// A note was set.
    Noted(NoteId, i32),
    /// The player owns the hole from now on.
    Owns(PlaceId),
    /// The player passed.
    Passed,
    /// The player plays again, in this turn.
    Again,
    /// The player plays again: one move more at his next turn.
    AgainNext,
    /// The move ended.
    MoveEnded,
    /// The turn ended.
    TurnEnded,
    /// The statement fitted, and changed nothing.
    Fitted,
    /// The statement was tried and undone, because its judgement says so.
    Undone,
    /// The statement needs a winner or a loser, and the last game was drawn.
    NoOneMeant,
    /// What the statement led to took the engine too much work, and was followed no further.
    GivenUp,
    /// The game is over.
    GameOver {
        /// Who won or lost it.
        verdict: FinalResult,
        /// What each player holds at the end.
        scores: SmallVec<[u32; 4]>,
    },
    /// The match is over.
    MatchOver {
        /// Who won or lost it.
        verdict: FinalResult,
    },
}
