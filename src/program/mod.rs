//! What runs fast: a model compiled for one game.
//!
//! A model says what places are meant by describing them; a [`Program`] names them. Everything that
//! is decided when a game begins is put in: the player whose move it is, the hole that an occasion
//! speaks of (one list of cases for each hole), who owns what and what is closed, where that does not
//! change. What is left to look at in play are numbers that lie side by side, one [`Lane`] each: the
//! seeds of every place, and behind them marks, notes, owners and the few facts of a turn that the rules
//! ask for.
//!
//! Here stands how a program is made up; what is asked in it stands in `test`, what is done in `act`,
//! and `compile` makes it.
//!
//! A program is data. It can be printed ([`Program::to_text`]), compared, and run in several ways;
//! how it is run is not told here. A clause for which there is no such form says so
//! ([`Act::Unsupported`], [`Code::unsupported`]), and is left to the reference engine.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod act;
mod compile;
pub(crate) use compile::fraction;
mod fold;
mod lanes;
mod mirror;
mod range;
mod repetition;
mod test;
mod text;

pub use act::{
    Act, AnswerSpec, Block, BlockCase, EndRule, LapSpec, QuestionSpec, Reply, TakeAmount, any_act,
    visit_acts,
};
pub use fold::Fold;
pub use lanes::{Lane, LaneRole, LaneSet};
pub use mirror::Mirror;
pub use range::{NumberRange, Parity};
pub use test::{Connective, MoveFact, MovePart, NumberExpr, Operand, PlaceExpr, Test};

use crate::engine::GameConstants;
use crate::model::{ClauseId, KindId, Model, PlaceId, Seat};
use std::borrow::Cow;

/// A game compiled.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// What each lane holds, the seeds of the places first.
    pub lanes: Vec<LaneRole>,
    /// How many places there are.
    pub places: usize,
    /// How many players.
    pub seats: usize,
    /// By which lanes positions are told apart.
    pub identity: LaneSet,
    /// Stores: where seeds leave the game, if captured seeds never come back.
    pub stores: LaneSet,
    /// Captured seeds never come back within a game.
    pub irreversible: bool,
    /// After fewer moves without a capture no position returns; [`u32::MAX`]: none ever does.
    pub fewest_moves_to_repeat: u32,
    /// For each stage, for each player: the rules of his moves.
    pub codes: Vec<Code>,
    /// For each player: his holes, and the store that they go to where each keeps his own.
    pub own_holes: Vec<(LaneSet, Lane)>,
    /// Holes that change their owner, which are not among these, each with the lane that tells whose it is:
    /// 0 nobody's, else 1 and his seat.
    pub owners: Vec<(Lane, Lane)>,
    /// For each player: store and hand.
    pub score_lanes: Vec<LaneSet>,
    /// The lane of the seeds of the last capture, which lie in a store, and that of the seeds being sown,
    /// where somebody asks for them; both hold nothing between moves.
    pub last_capture: Option<Lane>,
    /// See [`Program::last_capture`].
    pub hand: Option<Lane>,
    /// For each kind of seeds, what one is worth more than a usual one, and of each lane of seeds the lane of
    /// those of that kind, in this order. Empty in most games.
    pub kinds: Vec<(i64, Vec<Lane>)>,
    /// The lane of the stage of each player, in a game with stages.
    pub stage_lanes: Vec<Lane>,
    /// The lane of the moves made in this turn, where somebody asks for it.
    pub moves_made: Option<Lane>,
    /// The lane that tells whether an earlier move of this turn has captured, if somebody asks.
    pub turn_captured: Option<Lane>,
    /// The lane that tells which way the last lap of an earlier move of this turn went, if somebody asks: as
    /// a note that keeps a direction.
    pub turn_went: Option<Lane>,
    /// The lanes of places of which somebody asks whether an earlier move of this turn has sown in them,
    /// and those that tell it.
    pub turn_sown: Vec<(Lane, Lane)>,
    /// The lane of the moves left in this turn, where a turn can have several.
    pub moves_left: Option<Lane>,
    /// The lane of the moves more that each player has been given, if some rule gives them.
    pub extra_moves: Vec<Lane>,
    /// Lanes that are lifted when a lap, a move, a turn is over.
    pub expiring: [LaneSet; 3],
    /// The lane that tells whether each player has moved in this stage.
    pub moved: Vec<Option<Lane>>,
    /// The lane that tells whether each player has ended a turn.
    pub played: Vec<Option<Lane>>,
    /// All seeds of the game.
    pub total_seeds: u32,
    /// The greatest number that something is compared with, where notes hold numbers; else 0. Notes may come to
    /// hold more, of which it is then mostly told by the reference engine.
    pub greatest_compared: u32,
    /// Somebody asks where seeds fell.
    pub asks_sown: bool,
    /// Somebody asks for the seed before.
    pub asks_earlier: bool,
}

/// The rules of a player's moves in a stage.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// Why all moves are left to the reference engine.
    pub unsupported: Option<Unsupported>,
    /// Where a move can begin: the first that fits.
    pub starts: Vec<MoveStart>,
    /// How a move begins, if it does not simply begin with one hole.
    pub opening: Option<Block>,
    /// A choice may turn out not to be legal, whatever the laws: a sowing may never end, or a move be
    /// judged when it is over.
    pub needs_trial: bool,
    /// For each place taken up, which way round its seeds go: the first that fits. Empty where that is
    /// told by the way.
    pub headings: Vec<Vec<(Test, LapDirection)>>,
    /// For each place taken up, how its seeds go round: the first that fits; where there are headings,
    /// the first of those that go that way round.
    pub ways: Vec<Vec<(Test, usize)>>,
    /// The ways.
    pub sowings: Vec<SowPath>,
    /// Before a lap, by the place taken up; empty if there is nothing to do.
    pub before_lap: Vec<Block>,
    /// At every fall, by its place; empty if there is nothing to do.
    pub each_seed: Vec<Block>,
    /// At the last fall of a lap: for laps that go forward and backward, by its place.
    pub last_seed: [Vec<Block>; 2],
    /// After every fall and every capture.
    pub any_time: Block,
    /// Marks and notes that are lifted as soon as something is so: the lane, what it holds then, if
    /// that matters, and the test.
    pub expiry_tests: Vec<(Lane, Option<u16>, Test)>,
    /// Which moves are legal.
    pub laws: Vec<MoveLaw>,
    /// After each move.
    pub after_move: Block,
    /// After each move, by who is about to move.
    pub end: Vec<Block>,
    /// The stage is left.
    pub until: Option<Test>,
    /// It is left by each player alone.
    pub leaves_per_player: bool,
    /// Who cannot move loses; and the statement for it.
    pub no_move: Option<(ClauseId, bool)>,
    /// Both players move at once; and whether the first to end his move moves next.
    pub at_once: Option<FirstToEnd>,
    /// Moves of a turn.
    pub turn: Option<TurnLimits>,
    /// Who wins an ended game: whether the fewest, and what is counted for each player.
    pub winner: Option<(bool, Vec<NumberExpr>)>,
}

/// Whether, where both players move at once, the first to end his move is the first of the next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstToEnd(pub bool);

/// A clause that has no form here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// Which.
    pub clause: Option<ClauseId>,
    /// What of it.
    pub reason: &'static str,
}

/// Where a move can begin.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveStart {
    /// The statement.
    pub clause: ClauseId,
    /// When.
    pub test: Test,
    /// The holes, each with what must hold of it.
    pub holes: PlaceExpr,
}

/// Moves of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnLimits {
    /// So many, if it is a duty.
    pub moves: Option<NumberExpr>,
    /// `play again` does nothing after so many.
    pub at_most: Option<NumberExpr>,
    /// Further moves while this holds.
    pub continues_while: Option<Test>,
}

/// Which way round the seeds of a lap go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LapDirection {
    /// Against the ring, or along it.
    Fixed(bool),
    /// As in the first lap of the move.
    AsFirst,
    /// Against the lap before.
    Reversed,
    /// As a note tells, or along the ring where it tells nothing.
    Noted(Lane),
    /// As the player chooses.
    Chosen,
    /// As a note tells; where it tells nothing the player chooses, and it is noted.
    NotedOrChosen(Lane),
}

/// How the seeds of a place go round.
#[derive(Clone, PartialEq, Debug)]
pub struct SowPath {
    /// What is taken up.
    pub origin: Lane,
    /// Where the first seed falls, unless that is said of the lap.
    pub start: FirstFall,
    /// Against the ring.
    pub backward: bool,
    /// Where the seeds fall, the first first; then round again. Empty: the sowing has nowhere to go.
    pub path: Vec<Lane>,
    /// Places of the path that are passed over while a test holds.
    pub passing: Vec<(Lane, Test)>,
    /// So many seeds fall in each place, in the last one those that are left; `None`: one. It is read
    /// before they are taken up.
    pub each: Option<NumberExpr>,
    /// When the player says in which order the kinds of seeds fall; read then, too.
    pub any_order: Test,
}

impl SowPath {
    /// One seed falls in each place of the path, from its beginning on, whatever is so there.
    pub fn is_plain(&self) -> bool {
        let SowPath { origin: _, backward: _, path: _, start, passing, each, any_order } = self;
        let plain = passing.is_empty() && each.is_none();
        plain && *start == FirstFall::PathStart && *any_order == Test::Never
    }
}

/// Where the first seed of a lap falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstFall {
    /// At the beginning of the path.
    PathStart,
    /// What is taken up lies beside the way: behind the last seed of the lap before, or at the beginning
    /// of the path.
    AfterLastLap,
    /// Nowhere: the sowing never ends.
    Nowhere,
}

/// A statement of *allowed*.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveLaw {
    /// The statement.
    pub clause: ClauseId,
    /// When it holds; read before the move.
    pub when: Test,
    /// That asks what somebody could do: where that is asked itself it does not hold.
    pub judges: bool,
    /// What must come out; read after it.
    pub test: Test,
    /// It holds only if some move can.
    pub if_any_can: bool,
    /// Where the move must begin, or must not (`false`); read before it.
    pub begins: Option<(bool, Vec<(Lane, Test)>)>,
}

impl Code {
    /// What is done in a lap: before it, at each seed, at the last one.
    pub fn lap_blocks(&self) -> impl Iterator<Item = &Block> {
        let blocks = self.before_lap.iter().chain(&self.each_seed).chain([&self.any_time]);
        blocks.chain(self.last_seed.iter().flatten())
    }

    /// Whether there is something to look at when a seed falls.
    pub fn has_fall_hooks(&self) -> bool {
        !self.each_seed.is_empty() || !self.any_time.is_empty() || !self.expiry_tests.is_empty()
    }

    /// All that is done in a move, and after it.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.opening.iter().chain(self.lap_blocks()).chain(&self.end).chain([&self.after_move])
    }

    /// The places that a lap can take up.
    pub fn origins(&self) -> LaneSet {
        let begins = self.starts.iter().map(|begin| begin.holes.lanes());
        let mut all = begins.fold(LaneSet::default(), LaneSet::union);
        let mut see = |act: &Act| {
            if let Act::Sow(lap) = act {
                lap.from.iter().for_each(|(lane, _)| all.insert(*lane));
            }
        };
        self.lap_blocks().chain(&self.opening).for_each(|block| visit_acts(block, &mut see));
        all
    }
}

impl Code {
    /// Leaves out the ways of places that no lap takes up.
    fn remove_unused_ways(&mut self) {
        let origins = self.origins();
        for i in (0..self.ways.len()).filter(|i| !origins.contains(Lane(*i as u8))) {
            self.ways[i].clear();
            if let Some(headings) = self.headings.get_mut(i) {
                headings.clear();
            }
        }
        let mut sowings: Vec<SowPath> = Vec::new();
        for (_, way) in self.ways.iter_mut().flatten() {
            let sowing = &self.sowings[*way];
            let known = sowings.iter().position(|its| its == sowing);
            *way = known.unwrap_or(sowings.len());
            if known.is_none() {
                sowings.push(sowing.clone());
            }
        }
        self.sowings = sowings;
    }
}

impl Program {
    /// Whether all players are in the last stage; `held`: what a lane holds.
    pub fn is_in_last_stage(&self, held: impl Fn(Lane) -> u32) -> bool {
        let last = (self.codes.len() / self.seats - 1) as u32;
        self.stage_lanes.iter().all(|lane| held(*lane) == last)
    }

    /// The rules of the last stage alone, of a game with stages.
    pub fn last_stage(&self) -> Cow<'_, Program> {
        if self.stage_lanes.is_empty() {
            return Cow::Borrowed(self);
        }
        let codes = self.codes[self.codes.len() - self.seats..].to_vec();
        let mut last = Program { codes, stage_lanes: Vec::new(), ..self.clone() };
        last.fewest_moves_to_repeat = last.compute_fewest_moves_to_repeat();
        Cow::Owned(last)
    }

    /// Compiles a model for a game that begins so.
    pub fn of(model: &Model, fixed: &GameConstants) -> Program {
        compile::program(model, fixed, true)
    }

    /// The same, by the thread that asks for it alone.
    pub fn on_one_thread(model: &Model, fixed: &GameConstants) -> Program {
        compile::program(model, fixed, false)
    }

    /// The lane of those seeds of a lane that are of a kind.
    pub fn of_kind(&self, seeds: Lane, kind: KindId) -> Option<Lane> {
        let (_, lanes) = self.kinds.get(kind.index())?;
        lanes.get(seeds.index()).copied()
    }

    /// The rules of a player's moves in a stage.
    #[inline]
    pub fn code(&self, stage: u16, seat: Seat) -> &Code {
        &self.codes[usize::from(stage) * self.seats + seat.index()]
    }

    /// What a lane has to hold, if it can.
    pub fn greatest_value(&self) -> u32 {
        self.total_seeds.max(self.greatest_compared)
    }

    /// The lane of a place's seeds.
    pub fn lane(place: PlaceId) -> Lane {
        Lane(place.0)
    }
}
