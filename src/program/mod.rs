//! The intermediate representation: a model compiled for one game.
//!
//! A model describes places; a [`Program`] names them. Everything that is decided when a game begins is
//! folded in: the mover, the hole that an occasion is about (one list of cases for each hole), owners and
//! closed holes that never change. What is left to read during play are numbers, one [`Lane`] each: the seeds
//! of every place, then marks, notes, owners and the few facts of a turn that the rules read.
//!
//! This module has the structure of a program; tests, numbers and places are in `test`, statements in `act`.
//! `compile` makes programs from models.
//!
//! A program is data. It can be printed ([`Program::to_text`]), compared, and run in several ways; how it is
//! run is up to the runners. A clause that cannot be lowered is marked ([`Act::Unsupported`],
//! [`Code::unsupported`]) and run by the reference engine.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod act;
mod compile;
pub(crate) use crate::eval::fraction;
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
pub use fold::{Fold, fold_test};
pub use lanes::{Lane, LaneRole, LaneSet};
pub use mirror::Mirror;
pub use range::{NumberRange, Parity};
pub use test::{Connective, MoveFact, MovePart, NumberExpr, Operand, PlaceExpr, Test};

use crate::engine::GameConstants;
use crate::model::{ClauseId, KindId, Model, PlaceId, Seat};
use std::borrow::Cow;
use std::sync::Arc;

/// A game compiled.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// What each lane holds; the lanes of the places' seeds come first.
    pub lanes: Vec<LaneRole>,
    /// How many places there are.
    pub places: usize,
    /// How many players.
    pub seats: usize,
    /// The lanes that identify a position.
    pub identity: LaneSet,
    /// Stores: where seeds leave the game, if captured seeds never come back.
    pub stores: LaneSet,
    /// Captured seeds never come back within a game.
    pub irreversible: bool,
    /// No position returns after fewer moves without a capture; [`u32::MAX`]: none ever does.
    pub fewest_moves_to_repeat: u32,
    /// The rules of each player's moves, by stage, then by seat.
    pub codes: Vec<Code>,
    /// For each player: their holes that never change owner, and the store that their seeds go to where each
    /// player keeps their own.
    pub own_holes: Vec<(LaneSet, Lane)>,
    /// Holes that can change owner (not among `own_holes`), each with the lane of its owner: 0 nobody, else
    /// seat + 1.
    pub owners: Vec<(Lane, Lane)>,
    /// For each player: the lanes of their store and hand.
    pub score_lanes: Vec<LaneSet>,
    /// The lane of the seeds of the last capture, which lie in a store, and that of the seeds being sown, if
    /// the rules read them; both are 0 between moves.
    pub last_capture: Option<Lane>,
    /// See [`Program::last_capture`].
    pub hand: Option<Lane>,
    /// For each kind of seeds, its value minus that of a usual seed; and, indexed by lane of seeds, the lane
    /// that counts the seeds of that kind in it. Empty in most games.
    pub kinds: Vec<(i64, Vec<Lane>)>,
    /// For each player, the lane of their stage, in a game with stages.
    pub stage_lanes: Vec<Lane>,
    /// The lane of the moves made in this turn, if the program reads it.
    pub moves_made: Option<Lane>,
    /// Whether an earlier move of this turn has captured, if the program reads it.
    pub turn_captured: Option<Lane>,
    /// Direction of the last lap of an earlier move of this turn, encoded as a note that holds a direction,
    /// if the program reads it.
    pub turn_went: Option<Lane>,
    /// Places for which the program reads whether an earlier move of this turn has sown in them, each with
    /// the lane that says so.
    pub turn_sown: Vec<(Lane, Lane)>,
    /// The lane of the moves left in this turn, if a turn can have several.
    pub moves_left: Option<Lane>,
    /// For each player, the lane of the extra moves they have been given, if some rule gives any.
    pub extra_moves: Vec<Lane>,
    /// Lanes that are cleared when [a lap, a move, a turn] is over.
    pub expiring: [LaneSet; 3],
    /// For each player, the lane that says whether they have moved in this stage.
    pub moved: Vec<Option<Lane>>,
    /// For each player, the lane that says whether they have ended a turn.
    pub played: Vec<Option<Lane>>,
    /// All seeds of the game.
    pub total_seeds: u32,
    /// The greatest number that notes are compared with, where notes hold numbers; else 0. Larger values are
    /// possible; they mostly make the game fall back to the reference engine.
    pub greatest_compared: u32,
    /// The program reads where seeds fell.
    pub asks_sown: bool,
    /// The program reads the place of the previous seed.
    pub asks_earlier: bool,
    /// The program reads [lanes as they were before a seed fell](NumberExpr::LaneBeforeFall).
    pub asks_before_fall: bool,
}

/// The rules of one player's moves in one stage.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// Why all moves are run by the reference engine; `None`: they are not.
    pub unsupported: Option<Unsupported>,
    /// Where a move can begin: the first whose test holds.
    pub starts: Vec<MoveStart>,
    /// How a move begins, if not simply with one hole.
    pub opening: Option<Block>,
    /// A choice may be illegal without any law: a sowing may never end, or the move may fail a test when it
    /// is over.
    pub needs_trial: bool,
    /// For each origin, the direction of its laps: the first entry whose test holds. Empty if the paths
    /// decide.
    pub headings: Vec<Vec<(Test, LapDirection)>>,
    /// For each origin, its paths, as indices in `sowings`: the first entry whose test holds; with headings,
    /// the first of those with the right direction.
    pub ways: Vec<Vec<(Test, usize)>>,
    /// The paths.
    pub sowings: Vec<SowPath>,
    /// Before a lap, by origin; empty if there is nothing to do.
    pub before_lap: Vec<Block>,
    /// At every fall, by place; empty if there is nothing to do.
    pub each_seed: Vec<Block>,
    /// At the last fall of a lap, by place: [forward laps, backward laps].
    pub last_seed: [Vec<Block>; 2],
    /// Where a sowing that never ends stops, by the place of the last seed: [forward laps, backward laps].
    /// Empty if the rules are not about such sowings.
    pub never_ends: [Vec<Block>; 2],
    /// After every fall and every capture.
    pub any_time: Block,
    /// Marks and notes that expire as soon as a test holds: lane, the value that it applies to (`None`: any),
    /// and the test.
    pub expiry_tests: Vec<(Lane, Option<u16>, Test)>,
    /// Which moves are legal.
    pub laws: Vec<MoveLaw>,
    /// After each move.
    pub after_move: Block,
    /// After each move, by the player who is about to move next.
    pub end: Vec<Block>,
    /// When the stage is left.
    pub until: Option<Test>,
    /// Each player leaves it on their own.
    pub leaves_per_player: bool,
    /// What happens to a player who cannot move: the statement, and whether they lose.
    pub no_move: Option<(ClauseId, bool)>,
    /// Set if both players move at once.
    pub at_once: Option<FirstToEnd>,
    /// Moves of a turn.
    pub turn: Option<TurnLimits>,
    /// The winner of an ended game: whether the fewest win, and the score of each player.
    pub winner: Option<(bool, Vec<NumberExpr>)>,
}

/// If both players move at once: whether the first to end their move moves first in the next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstToEnd(pub bool);

/// A clause that cannot be lowered; the reference engine runs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// The clause; `None`: all of a code.
    pub clause: Option<ClauseId>,
    /// The feature that has no lowering.
    pub reason: &'static str,
}

/// Where a move can begin.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveStart {
    /// The statement.
    pub clause: ClauseId,
    /// When.
    pub test: Test,
    /// The holes, each with its test.
    pub holes: PlaceExpr,
}

/// Limits on the moves of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnLimits {
    /// The number of moves that a turn must have.
    pub moves: Option<NumberExpr>,
    /// `play again` has no effect after this many.
    pub at_most: Option<NumberExpr>,
    /// Further moves while this holds.
    pub continues_while: Option<Test>,
}

/// Direction of a lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LapDirection {
    /// Against the ring (`true`) or along it.
    Fixed(bool),
    /// As in the first lap of the move.
    AsFirst,
    /// Against the lap before.
    Reversed,
    /// The direction in a note; along the ring if the note is empty.
    Noted(Lane),
    /// As the player chooses.
    Chosen,
    /// The direction in a note; if the note is empty the player chooses, and the choice is noted.
    NotedOrChosen(Lane),
}

/// The path of the seeds of one origin.
#[derive(Clone, PartialEq, Debug)]
pub struct SowPath {
    /// The place that is sown.
    pub origin: Lane,
    /// Where the first seed falls, unless the lap says so.
    pub start: FirstFall,
    /// The path goes against the ring.
    pub backward: bool,
    /// The places in sowing order, then again from the first. Empty: the sowing never ends.
    pub path: Vec<Lane>,
    /// Places of the path that are passed over while a test holds.
    pub passing: Vec<(Lane, Test)>,
    /// Seeds for each place; the last place gets what is left; `None`: one. Evaluated before the seeds are
    /// taken up.
    pub each: Option<NumberExpr>,
    /// Whether the player chooses the order in which the kinds of seeds fall; evaluated at the same time.
    pub any_order: Test,
}

impl SowPath {
    /// Whether one seed falls in each place of the path, from its beginning on, unconditionally.
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
    /// For an origin that is not on the ring: after the last seed of the lap before, or at the beginning of
    /// the path.
    AfterLastLap,
    /// Nowhere: the sowing never ends.
    Nowhere,
}

/// A statement of *allowed*: a law about moves.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveLaw {
    /// The statement.
    pub clause: ClauseId,
    /// When the law applies; evaluated before the move.
    pub when: Test,
    /// `when` asks whether somebody could move: the law does not apply within such a question.
    pub judges: bool,
    /// What the move must fulfil; evaluated after it.
    pub test: Test,
    /// It applies only if some move can fulfil it.
    pub if_any_can: bool,
    /// Where the move must begin, or must not (`false`); evaluated before it.
    pub begins: Option<(bool, Vec<(Lane, Test)>)>,
}

impl Code {
    /// The blocks that run in a lap: before it, at each seed, at the last one.
    pub fn lap_blocks(&self) -> impl Iterator<Item = &Block> {
        let blocks = self.before_lap.iter().chain(&self.each_seed).chain([&self.any_time]);
        blocks.chain(self.last_seed.iter().flatten()).chain(self.never_ends.iter().flatten())
    }

    /// Whether a player may be asked in a lap after its direction, or in a later lap: any number of times.
    pub fn asks_in_laps(&self) -> bool {
        let later = Test::Not(Arc::new(Test::Fact(MoveFact::FirstLap)));
        let asks = |heading: &LapDirection| {
            matches!(heading, LapDirection::Chosen | LapDirection::NotedOrChosen(_))
        };
        let chosen = |headings: &Vec<(Test, LapDirection)>| {
            let mut of_later_laps = headings.iter().take_while(|(test, _)| *test != later);
            of_later_laps.any(|(_, heading)| asks(heading))
        };
        self.headings.iter().any(chosen) || self.lap_blocks().any(|block| any_act(block, Act::asks))
    }

    /// Whether nothing but the answer to a question of the opening runs after it in the opening.
    pub fn opening_ends_with_questions(&self) -> bool {
        let ends = |block: &Block| block_ends_with_questions(block);
        self.opening.as_ref().is_some_and(ends) && !any_act(&self.any_time, Act::asks)
    }

    /// Whether any per-seed hook exists.
    pub fn has_fall_hooks(&self) -> bool {
        !self.each_seed.is_empty() || !self.any_time.is_empty() || !self.expiry_tests.is_empty()
    }

    /// Whether the rules are about sowings that never end.
    pub fn rules_endless_sowing(&self) -> bool {
        self.never_ends.iter().any(|blocks| !blocks.is_empty())
    }

    /// The lanes that do not change while a move is sown.
    pub fn lasting_lanes(&self, program: &Program) -> LaneSet {
        let mut changing: LaneSet = (0..program.places).map(|place| Lane(place as u8)).collect();
        changing = changing.union(program.expiring[0]);
        let kinds = program.kinds.iter().flat_map(|(_, lanes)| lanes);
        let expiring = self.expiry_tests.iter().map(|(lane, ..)| lane);
        let others = kinds.chain(expiring).chain(&program.last_capture).chain(&program.hand);
        others.for_each(|lane| changing.insert(*lane));
        for (_, heading) in self.headings.iter().flatten() {
            if let LapDirection::NotedOrChosen(lane) = heading {
                changing.insert(*lane);
            }
        }
        let mut see = |act: &Act| match act {
            Act::Set(lane, _) | Act::Add(lane, _) => changing.insert(*lane),
            Act::SetEach(places, _) => changing = changing.union(places.lanes()),
            Act::Move { from, to, .. } => {
                changing = changing.union(from.lanes()).union(to.lanes());
            }
            Act::Sow(_)
            | Act::Cases(_)
            | Act::Chain(_)
            | Act::Try { .. }
            | Act::Ask(_)
            | Act::PlayAgain
            | Act::Pass
            | Act::EndMove
            | Act::EndTurn
            | Act::EndStage
            | Act::EndGame(_)
            | Act::Unsupported(_) => {}
        };
        self.lap_blocks().for_each(|block| visit_acts(block, &mut see));
        let all = (0..program.lanes.len()).map(|lane| Lane(lane as u8));
        all.filter(|lane| !changing.contains(*lane)).collect()
    }

    /// All blocks that run in a move, and after it.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.opening.iter().chain(self.lap_blocks()).chain(&self.end).chain([&self.after_move])
    }

    /// The places that a lap can start from.
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

fn block_ends_with_questions(block: &Block) -> bool {
    let mut asking = block
        .iter()
        .filter(|list| list.iter().flat_map(|case| &case.acts).any(|act| act.any(Act::asks)));
    match asking.next() {
        None => true,
        Some(list) => {
            let last = block.last() == Some(list) && asking.next().is_none();
            last && list.iter().all(|case| end_with_questions(&case.acts))
        }
    }
}

fn end_with_questions(acts: &[Act]) -> bool {
    let Some((last, before)) = acts.split_last() else { return true };
    let ends = match last {
        Act::Ask(ask) => {
            let answers = ask.answers.iter().map(|answer| &answer.acts);
            answers.chain([&ask.otherwise]).all(|acts| end_with_questions(acts))
        }
        Act::Cases(block) => block_ends_with_questions(block),
        Act::Try { acts, .. } => end_with_questions(acts),
        Act::Chain(blocks) => {
            let asks = |block: &Block| any_act(block, Act::asks);
            let (last, before) = blocks.split_last().map_or((None, &[][..]), |(a, b)| (Some(a), b));
            last.is_none_or(block_ends_with_questions) && !before.iter().any(asks)
        }
        Act::Move { .. }
        | Act::Sow(_)
        | Act::Set(..)
        | Act::SetEach(..)
        | Act::Add(..)
        | Act::PlayAgain
        | Act::Pass
        | Act::EndMove
        | Act::EndTurn
        | Act::EndStage
        | Act::EndGame(_)
        | Act::Unsupported(_) => !last.any(Act::asks),
    };
    ends && !before.iter().any(|act| act.any(Act::asks))
}

impl Code {
    /// Removes the paths of places that no lap starts from.
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
    /// The index in [`State::marks`](crate::engine::State) of the mark that a lane holds; `None`: it holds none.
    pub(crate) fn mark_slot(&self, role: LaneRole) -> Option<usize> {
        let (mark, nth) = if let LaneRole::Mark(mark, place) = role {
            (mark, place.index())
        } else if let LaneRole::PlayerMark(mark, seat) = role {
            (mark, self.places + seat.index())
        } else {
            return None;
        };
        Some(mark.index() * (self.places + self.seats) + nth)
    }

    /// Whether all players are in the last stage; `held`: value of a lane.
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

    /// Compiles a model for a game with these constants.
    pub fn of(model: &Model, fixed: &GameConstants) -> Program {
        compile::program(model, fixed, true)
    }

    /// The same, on the calling thread only.
    pub fn on_one_thread(model: &Model, fixed: &GameConstants) -> Program {
        compile::program(model, fixed, false)
    }

    /// The lanes that say what has happened in earlier moves of a turn.
    pub fn turn_facts(&self) -> impl Iterator<Item = Lane> {
        let sown = self.turn_sown.iter().map(|(_, lane)| *lane);
        sown.chain(self.turn_captured).chain(self.turn_went)
    }

    /// The lane that counts the seeds of a kind in a lane of seeds.
    pub fn of_kind(&self, seeds: Lane, kind: KindId) -> Option<Lane> {
        let (_, lanes) = self.kinds.get(kind.index())?;
        lanes.get(seeds.index()).copied()
    }

    /// The rules of a player's moves in a stage.
    #[inline]
    pub fn code(&self, stage: u16, seat: Seat) -> &Code {
        &self.codes[usize::from(stage) * self.seats + seat.index()]
    }

    /// The greatest value that lanes have to be able to hold.
    pub fn greatest_value(&self) -> u32 {
        self.total_seeds.max(self.greatest_compared)
    }

    /// The lane of a place's seeds.
    pub fn lane(place: PlaceId) -> Lane {
        Lane(place.0)
    }
}
