//! What is done: cases, seeds that are moved and sown, questions.

use super::{Lane, LapDirection, NumberExpr, PlaceExpr, Test, Unsupported};
use crate::model::{AlternativeId, ClauseId, KindId, Seat};
use std::sync::Arc;

/// Lists of cases; of each list the first that fits is done.
pub type Block = Vec<Vec<BlockCase>>;

/// A case.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockCase {
    /// The statement.
    pub clause: ClauseId,
    /// When.
    pub test: Test,
    /// What is done.
    pub acts: Vec<Act>,
}

/// How much of each place is taken.
#[derive(Clone, PartialEq, Debug)]
pub enum TakeAmount {
    /// Everything.
    All,
    /// So many, or all there are.
    Number(NumberExpr),
    /// Half, rounded down.
    Half,
    /// As many as the player chooses, of each place by itself: from so many to so many, and no more than
    /// there are.
    Chosen(NumberExpr, NumberExpr),
    /// Everything of the first places, of as many as the player chooses, and at least of one.
    WholePlaces,
}

impl TakeAmount {
    /// Whether the player is asked.
    pub fn asks(&self) -> bool {
        matches!(self, TakeAmount::Chosen(..) | TakeAmount::WholePlaces)
    }
}

/// What is done. What is done in many places is told once, and shared by them.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Seeds go from places to another.
    Move {
        /// From where.
        from: PlaceExpr,
        /// The seeds that are being sown as well.
        hand: bool,
        /// How much of each.
        share: TakeAmount,
        /// Of that kind of seeds only.
        kind: Option<KindId>,
        /// Where to: the first that is meant.
        to: PlaceExpr,
        /// It is a capture: of the player whose move it is (`true`) or of another.
        capture: Option<bool>,
        /// What is done after a capture.
        after: Block,
    },
    /// The next lap takes up a place.
    Sow(LapSpec),
    /// A lane holds that from now on.
    Set(Lane, NumberExpr),
    /// A lane holds that from now on, of all those that are meant.
    SetEach(PlaceExpr, u16),
    /// A lane holds so many more.
    Add(Lane, NumberExpr),
    /// Cases.
    Cases(Arc<Block>),
    /// One block after the other, as long as a case fits.
    Chain(Arc<[Block]>),
    /// Done, looked at, and undone where the test does not come out so.
    Try {
        /// What is done.
        acts: Vec<Act>,
        /// What must come out.
        test: Test,
        /// That asks what somebody could do: where that is asked itself nothing is looked at.
        judges: bool,
    },
    /// A player is asked; what he answers is done.
    Ask(Arc<QuestionSpec>),
    /// Another move of the same player.
    PlayAgain,
    /// Nothing, and that is the move.
    Pass,
    /// Nothing more in this move.
    EndMove,
    /// No further move in this turn.
    EndTurn,
    /// The next stage begins.
    EndStage,
    /// The game is over: by the winner's rule, or won by that player, or lost, or drawn.
    EndGame(EndRule),
    /// The whole move is left to the reference engine.
    Unsupported(Unsupported),
}

/// A lap to be sown.
#[derive(Clone, PartialEq, Debug)]
pub struct LapSpec {
    /// What it takes up: the first that holds.
    pub from: Vec<(Lane, Test)>,
    /// All that hold; the last of them is where it begins.
    pub all: bool,
    /// How much of each.
    pub share: TakeAmount,
    /// Of that kind of seeds only.
    pub kind: Option<KindId>,
    /// Which way round, where that is said of this lap.
    pub heading: Option<LapDirection>,
    /// Where its first seed falls, the first that holds, where that is said of this lap.
    pub first: Option<PlaceExpr>,
}

impl LapSpec {
    /// What it takes up, if nothing more is said of it.
    pub fn only_from(&self) -> Option<&[(Lane, Test)]> {
        let LapSpec { from, all, share, kind, heading, first } = self;
        let plain = !all && *share == TakeAmount::All && kind.is_none();
        (plain && heading.is_none() && first.is_none()).then_some(from)
    }
}

/// A question in the middle of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct QuestionSpec {
    /// What can be answered, in this order.
    pub answers: Vec<AnswerSpec>,
    /// What is done where nothing can be answered, and so nothing is asked.
    pub otherwise: Vec<Act>,
    /// It asks which of several things to do. Where that has been asked before in the same move with
    /// everything as it is, nothing more can be sown.
    pub is_either: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct AnswerSpec {
    /// Which.
    pub reply: Reply,
    /// When it can be given.
    pub test: Test,
    /// The sowing may go on.
    pub goes_on: bool,
    /// What is done.
    pub acts: Vec<Act>,
}

/// What a player answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// That place.
    Place(Lane),
    /// That one of several things.
    Which(AlternativeId),
    /// That place, of so many classes of which the first with a legal answer counts.
    InOrder(Lane, u8),
    /// To sow against the ring, or along it.
    Direction(bool),
    /// To stop, where the other thing is to go on.
    Stop,
    /// To go on, where the other thing is to stop.
    GoOn,
    /// That it be done.
    Yes,
    /// That it be left.
    No,
    /// So many.
    Number(u16),
    /// A seed of that kind falls, or one of no kind.
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
    /// A question.
    pub fn ask(ask: QuestionSpec) -> Act {
        Act::Ask(Arc::new(ask))
    }

    /// Whether a player is asked in it, what is within it left aside.
    pub fn asks(&self) -> bool {
        match self {
            Act::Ask(_) => true,
            Act::Move { share, .. } | Act::Sow(LapSpec { share, .. }) => share.asks(),
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
            | Act::Unsupported(_) => false,
        }
    }

    /// Tells of the act, and of every act within it.
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

    /// Whether that is so of the act, or of an act within it.
    pub fn any(&self, is: impl Fn(&Act) -> bool) -> bool {
        let mut any = false;
        self.visit(&mut |act| any |= is(act));
        any
    }
}

/// Tells of every act of a block, and of every act within one.
pub fn visit_acts<'a>(block: &'a Block, see: &mut dyn FnMut(&'a Act)) {
    block.iter().flatten().flat_map(|case| &case.acts).for_each(|act| act.visit(see));
}

/// Whether that is so of some act of a block, or of one within it.
pub fn any_act(block: &Block, is: impl Fn(&Act) -> bool) -> bool {
    let mut any = false;
    visit_acts(block, &mut |act| any |= is(act));
    any
}
