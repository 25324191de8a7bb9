//! What can be chosen, and what happened.

use super::position::FinalResult;
use crate::model::{
    AlternativeId, ClauseId, Direction, KindId, MarkId, Model, NoteId, PlaceId, Seat, StageId,
};
use crate::order::SmallSort;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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
    /// Do an optional action.
    Yes,
    /// Do not.
    No,
    /// Stop in mid-sowing.
    Stop,
    /// Sow on.
    GoOn,
    /// One of `either A, or B, or C`.
    Alternative(AlternativeId),
    /// A seed of that kind; `None`: of the usual one.
    Seed(Option<KindId>),
    /// Offered in addition to the answers: concede.
    Concede,
    /// Offered in addition to the answers: end the game, if the others agree.
    Agree,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Deciding {
    /// Which hole to sow.
    Hole,
    /// Which direction.
    Direction,
    /// How many.
    Number,
    /// Whether to stop or to go on.
    Stop,
    /// Which place (to capture, to put seeds in, to mark, to fill ...).
    Place,
    /// Whether to do an optional action.
    Whether,
    /// Which of several alternatives.
    Alternative,
    /// Which of the seeds in the hand falls.
    Seed,
}

impl Deciding {
    /// The name used in the interface.
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

/// Who makes a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decider {
    /// A player.
    Player(Seat),
    /// Nobody: a lot is drawn. All legal choices are equally likely.
    Lot,
}

impl Decider {
    /// Who decides in an action of a player.
    pub(crate) fn of(seat: Seat, by_lot: bool) -> Decider {
        if by_lot { Decider::Lot } else { Decider::Player(seat) }
    }

    /// The player who chooses; `None` where a lot is drawn.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Decider::Player(seat) => Some(seat),
            Decider::Lot => None,
        }
    }

    /// The name of the player, or `the lot`.
    pub fn name(self, model: &Model) -> &str {
        match self {
            Decider::Player(seat) => model.player(seat),
            Decider::Lot => "the lot",
        }
    }
}

/// A question to a player or to chance, with all its options. [`super::Engine::choices`] lists the legal ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Whose action asks. Laws are judged for that player.
    pub seat: Seat,
    /// Chance answers.
    pub by_lot: bool,
    /// What is decided.
    pub deciding: Deciding,
    /// The statement that asks.
    pub clause: ClauseId,
    /// The options, each with its preference class (0 is preferred). In a preference order an
    /// option may be in several classes.
    pub options: SmallVec<[(Choice, u8); 16]>,
    /// The form of the question.
    pub form: QuestionForm,
}

/// The form of a question: plain, a preference order, or `either`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuestionForm {
    /// A plain question.
    Plain,
    /// A preference order: `sow, in this order`.
    Ordered,
    /// `either`; its first alternative.
    Either(AlternativeId),
}

impl Question {
    /// Who answers.
    pub(crate) fn decider(&self) -> Decider {
        Decider::of(self.seat, self.by_lot)
    }

    /// Whether a preference order asks.
    pub(crate) fn ordered(&self) -> bool {
        self.form == QuestionForm::Ordered
    }

    /// The preference classes, ascending.
    pub(crate) fn classes(&self) -> SmallVec<[u8; 8]> {
        let mut classes: SmallVec<[u8; 8]> = self.options.iter().map(|(_, k)| *k).collect();
        classes.small_sort();
        classes.dedup();
        classes
    }
}

/// Something that happened, and the statement that caused it. [`crate::protocol::event`] gives its JSON
/// form, with names in place of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The statement, or the default.
    pub clause: ClauseId,
    /// The player who did it.
    pub seat: Seat,
    /// What happened.
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
    /// A choice was not offered because of this law, preference or default.
    Barred(Choice),
    /// The player chose.
    Chose(Choice),
    /// The players exchanged their sides of the board.
    SwappedSides,
    /// A lot was drawn.
    Drew(Choice),
    /// A lap was sown.
    Sowed {
        /// From 1, within the move.
        lap: u32,
        /// The places whose seeds were picked up.
        from: SmallVec<[PlaceId; 4]>,
        /// The number of seeds.
        seeds: u16,
        /// Where the last fell (or the last before the lap was stopped).
        to: PlaceId,
        /// The direction.
        sense: Direction,
        /// The statements of *way* that took part.
        by: SmallVec<[ClauseId; 2]>,
        /// The places in which seeds fell, in order; a place for each seed. Of a very long lap the first ones, and
        /// none if laps of both players are sown at once.
        falls: Vec<PlaceId>,
    },
    /// Many laps were sown, each from where the one before ended. In a move of very many laps, not
    /// all have an event of their own.
    SowedOn {
        /// The number of laps.
        laps: u32,
        /// The number of seeds that fell.
        seeds: u64,
        /// Where the last fell.
        to: PlaceId,
    },
    /// Seeds went to the player's store.
    Captured {
        /// From where, and how many.
        from: SmallVec<[(PlaceId, u16); 4]>,
    },
    /// Seeds went elsewhere.
    Put {
        /// From where, and how many.
        from: SmallVec<[(PlaceId, u16); 4]>,
        /// Where to.
        to: PlaceId,
    },
    /// A seed of a kind fell in a place.
    Fell(KindId, PlaceId),
    /// Of the seeds of the last event, this many are of a kind.
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
    /// The player plays again: one more move in their next turn.
    AgainNext,
    /// The move ended.
    MoveEnded,
    /// The turn ended.
    TurnEnded,
    /// The statement applied, and changed nothing.
    Fitted,
    /// The statement was tried and undone, because of its judgement.
    Undone,
    /// The statement needs a winner or a loser, and the last game was drawn.
    NoOneMeant,
    /// What the statement led to took too much work; the engine gave up.
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
