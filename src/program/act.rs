//! Statements of a program: cases, acts, questions.

use super::{Lane, LapDirection, NumberExpr, PlaceExpr, Test, Unsupported};
use crate::model::{AlternativeId, ClauseId, KindId, Seat};
use std::sync::Arc;

/// Lists of cases; of each list the first that fits is run.
pub type Block = Vec<Vec<BlockCase>>;

/// A case of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockCase {
    /// The statement.
    pub clause: ClauseId,
    /// The condition.
    pub test: Test,
    /// What is done.
    pub acts: Vec<Act>,
}

/// How many seeds of each place are taken.
#[derive(Clone, PartialEq, Debug)]
pub enum TakeAmount {
    /// Everything.
    All,
    /// This number, or all there are.
    Number(NumberExpr),
    /// Half, rounded down.
    Half,
    /// A number that this player chooses for each place: from the first number to the second, and no more than
    /// there are.
    Chosen(Seat, NumberExpr, NumberExpr),
    /// All seeds of the first places; this player chooses how many places, at least one.
    WholePlaces(Seat),
    /// All seeds of this many of the places, or of all if there are fewer; this player chooses one after the
    /// other.
    ChosenPlaces(Seat, NumberExpr),
}

impl TakeAmount {
    /// The player who is asked for the number.
    pub fn asked(&self) -> Option<Seat> {
        match self {
            TakeAmount::Chosen(seat, ..)
            | TakeAmount::WholePlaces(seat)
            | TakeAmount::ChosenPlaces(seat, _) => Some(*seat),
            TakeAmount::All | TakeAmount::Number(_) | TakeAmount::Half => None,
        }
    }
}

/// A statement. Large parts are shared (`Arc`), since many places have the same.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Seeds go from places to another.
    Move {
        /// The places to take seeds from.
        from: PlaceExpr,
        /// The seeds being sown are taken too.
        hand: bool,
        /// How many seeds of each.
        share: TakeAmount,
        /// Only this kind of seeds.
        kind: Option<KindId>,
        /// The target: the first selected place.
        to: PlaceExpr,
        /// It is a capture: the mover's (`true`) or another player's.
        capture: Option<bool>,
        /// What is run after a capture.
        after: Block,
    },
    /// Prepares the next lap.
    Sow(LapSpec),
    /// Sets a lane.
    Set(Lane, NumberExpr),
    /// Sets all selected lanes.
    SetEach(PlaceExpr, u16),
    /// Adds to a lane.
    Add(Lane, NumberExpr),
    /// Runs a block.
    Cases(Arc<Block>),
    /// Runs one block after the other, as long as a case fits.
    Chain(Arc<[Block]>),
    /// Runs acts, then undoes them unless the test holds.
    Try {
        /// The acts.
        acts: Vec<Act>,
        /// The test after them.
        test: Test,
        /// The test asks whether somebody could move: within such a question, nothing is tested or undone.
        judges: bool,
    },
    /// Asks a player and runs the acts of the reply.
    Ask(Arc<QuestionSpec>),
    /// The same player moves again.
    PlayAgain,
    /// Does nothing, and that counts as the move.
    Pass,
    /// Ends the move.
    EndMove,
    /// Ends the turn.
    EndTurn,
    /// Begins the next stage.
    EndStage,
    /// Ends the game.
    EndGame(EndRule),
    /// The whole move is run by the reference engine.
    Unsupported(Unsupported),
}

/// A lap to be sown.
#[derive(Clone, PartialEq, Debug)]
pub struct LapSpec {
    /// The origin: the first whose test holds.
    pub from: Vec<(Lane, Test)>,
    /// Take all whose tests hold; the lap begins at the last of them.
    pub all: bool,
    /// How many seeds of each.
    pub share: TakeAmount,
    /// Only this kind of seeds.
    pub kind: Option<KindId>,
    /// The direction, if it is set for this lap.
    pub heading: Option<LapDirection>,
    /// Where its first seed falls (the first selected place), if that is set for this lap.
    pub first: Option<PlaceExpr>,
}

impl LapSpec {
    /// The origins, if the lap has no other properties.
    pub fn only_from(&self) -> Option<&[(Lane, Test)]> {
        let LapSpec { from, all, share, kind, heading, first } = self;
        let plain = !all && *share == TakeAmount::All && kind.is_none();
        (plain && heading.is_none() && first.is_none()).then_some(from)
    }
}

/// A question in the middle of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct QuestionSpec {
    /// The player who is asked.
    pub seat: Seat,
    /// The possible answers, in this order.
    pub answers: Vec<AnswerSpec>,
    /// What is run if no answer is possible; then nothing is asked.
    pub otherwise: Vec<Act>,
    /// The question is which of several things to do. If it was asked before in this move in the same state,
    /// answers that go on sowing are not offered.
    pub is_either: bool,
}

impl QuestionSpec {
    /// A plain question: if no answer is possible, nothing is done.
    pub fn of(seat: Seat, answers: Vec<AnswerSpec>) -> QuestionSpec {
        QuestionSpec { seat, answers, otherwise: Vec::new(), is_either: false }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct AnswerSpec {
    /// The reply that gives this answer.
    pub reply: Reply,
    /// When it is offered.
    pub test: Test,
    /// The sowing may go on.
    pub goes_on: bool,
    /// What is run.
    pub acts: Vec<Act>,
}

/// The reply of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// This place.
    Place(Lane),
    /// This alternative.
    Which(AlternativeId),
    /// This place, in a numbered class; the first class with a legal reply counts.
    InOrder(Lane, u8),
    /// Sow against the ring (`true`) or along it.
    Direction(bool),
    /// Stop, where the alternative is to go on.
    Stop,
    /// Go on, where the alternative is to stop.
    GoOn,
    /// Do it.
    Yes,
    /// Leave it.
    No,
    /// This number.
    Number(u16),
    /// A seed of this kind falls, or one of the usual kind.
    Seed(Option<KindId>),
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndRule {
    /// The rule of *winner* decides.
    Judged,
    /// That player wins.
    Wins(Seat),
    /// That player loses.
    Loses(Seat),
    /// Nobody wins.
    Drawn,
}

impl Act {
    /// Asks a question.
    pub fn ask(ask: QuestionSpec) -> Act {
        Act::Ask(Arc::new(ask))
    }

    /// Whether it changes nothing.
    pub fn is_idle(&self) -> bool {
        matches!(self, Act::Set(lane, NumberExpr::Lane(of)) if lane == of)
    }

    /// Whether this act itself asks a player, not counting acts within it.
    pub fn asks(&self) -> bool {
        self.asked().is_some()
    }

    /// The player whom this act itself asks, not counting acts within it.
    pub fn asked(&self) -> Option<Seat> {
        match self {
            Act::Ask(ask) => Some(ask.seat),
            Act::Move { share, .. } | Act::Sow(LapSpec { share, .. }) => share.asked(),
            Act::Set(..)
            | Act::SetEach(..)
            | Act::Add(..)
            | Act::Cases(_)
            | Act::Chain(_)
            | Act::Try { .. }
            | Act::PlayAgain
            | Act::Pass
            | Act::EndMove
            | Act::EndTurn
            | Act::EndStage
            | Act::EndGame(_)
            | Act::Unsupported(_) => None,
        }
    }

    /// Visits the act and every act within it.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Act)) {
        see(self);
        match self {
            Act::Move { after, .. } => visit_acts(after, see),
            Act::Cases(block) => visit_acts(block, see),
            Act::Chain(blocks) => blocks.iter().for_each(|block| visit_acts(block, see)),
            Act::Try { acts, .. } => acts.iter().for_each(|act| act.visit(see)),
            Act::Ask(ask) => {
                let answers = ask.answers.iter().flat_map(|answer| &answer.acts);
                answers.chain(&ask.otherwise).for_each(|act| act.visit(see));
            }
            Act::Sow(_)
            | Act::Set(..)
            | Act::SetEach(..)
            | Act::Add(..)
            | Act::PlayAgain
            | Act::Pass
            | Act::EndMove
            | Act::EndTurn
            | Act::EndStage
            | Act::EndGame(_)
            | Act::Unsupported(_) => {}
        }
    }

    /// Whether a predicate holds for the act, or for an act within it.
    pub fn any(&self, pred: impl Fn(&Act) -> bool) -> bool {
        let mut any = false;
        self.visit(&mut |act| any |= pred(act));
        any
    }
}

/// Visits every act of a block, nested ones included.
pub fn visit_acts<'a>(block: &'a Block, see: &mut dyn FnMut(&'a Act)) {
    block.iter().flatten().flat_map(|case| &case.acts).for_each(|act| act.visit(see));
}

/// Whether a predicate holds for some act of a block, nested ones included.
pub fn any_act(block: &Block, pred: impl Fn(&Act) -> bool) -> bool {
    let mut any = false;
    visit_acts(block, &mut |act| any |= pred(act));
    any
}
