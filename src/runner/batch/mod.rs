//! The batch: runs 256 games at a time with vector code.
//!
//! [`compile`] translates a [`Program`] to [ops](mnc_lockstep::Op). An op runs in all games of a
//! [`Pack`](mnc_lockstep::Pack); a mask says in which of them it takes effect. There are no branches on the
//! state of a single game, so the code of a game is a few straight lists ([`BatchProgram`]): sow a lap, act
//! on its last seed, finish the move, check for the end, find the next choices. [`optimize`] and [`fuse`]
//! then remove what the lists do not need.
//!
//! Games differ in how much they have to do, so the [`scheduler`] lets them wait for each other:
//!
//! - Laps: in each round every game with seeds to sow sows one lap. Games whose move is over wait until
//!   enough of them do.
//! - Rare steps (the end of a game, a pass) run when enough games need them.
//! - Laws: where a law applies, all moves of the waiting games are simulated in a second pack ([`legality`]).
//! - A slot whose game has ended is refilled with the next game.
//!
//! What has no ops falls back to the plan (trait [`ScalarRunner`]), in the smallest unit possible:
//!
//! | what | falls back |
//! |---|---|
//! | laps with an unsupported clause | the laps of each move ([`scalar_laps`]) |
//! | moves that do not simply begin with one hole | the choices and the laps of each move |
//! | moves before the last stage, or before the first decision that the batch can take over | those moves |
//! | whether every choice of a player is endless; whether the other player could move | that question ([`can_move`]) |
//! | a move of very many laps, a number too large for a cell | the whole game |
//! | any other unsupported clause | all games |
//!
//! A game draws the same random numbers on every runner, so the batch, the plan and the reference engine play
//! the same games. [`perft`] uses the same ops to count positions.

mod can_move;
mod code;
mod compile;
mod fuse;
mod legality;
mod optimize;
mod perft;
mod results;
mod scalar_laps;
mod scheduler;

use super::hybrid::{HybridNode, HybridRunner, PlannedNode};
use super::lanes::Lanes;
use super::plan::{DrawnLaps, DrawnReplies, LapOutcome, Plan, PlanPosition, ReplySource};
use super::playout::{BatchEntry, LapDecisions, PlayoutResult, Sample};
use crate::model::Seat;
use crate::program::{Code, Lane, NumberExpr, PlaceExpr, Program, Test};
use code::BatchProgram;
use mnc_lockstep::{CellId, CellValue, GameRng, Op, Register, mask};
use perft::PerftHistogram;
use results::EndTable;
use scheduler::{EnteredGame, ScalarRunner};
use std::cell::RefCell;

/// Registers that are 0 in a slot without a game, and in a game that begins.
const IDLE_CELLS: [Register; 9] = [
    Register::Seeds,
    Register::Landed,
    Register::EndAfterLap,
    Register::EndNumber,
    Register::FinishedEnd,
    Register::Rare,
    Register::FallBack,
    Register::LapsDone,
    Register::AwaitingTrial,
];

/// A batch, with cells of the size that the game needs.
#[derive(Clone, Debug)]
pub(super) enum Batch {
    Bytes(Box<SizedBatch<u8>>),
    Words(Box<SizedBatch<u16>>),
}

/// A program for many games at once, with its perft variant and its start.
#[derive(Clone, Debug)]
pub(super) struct SizedBatch<T> {
    code: BatchProgram<T>,
    /// The same for perft: without repetition and statistics.
    perft_code: BatchProgram<T>,
    /// Ops that start a game; `None`: the plan plays each game until it can enter the batch.
    begin_ops: Option<Vec<Op<T>>>,
    /// Verdicts and scores of ended games.
    end_table: EndTable,
    /// A game may have to fall back to the plan.
    may_fall_back: bool,
}

impl Batch {
    /// The batch for a game with this start; `Err`: a feature that has no ops.
    pub fn of<L: Lanes>(runner: &HybridRunner<L>) -> Result<Batch, &'static str> {
        let program = &*runner.plan.program;
        if program.greatest_value() <= u8::GREATEST {
            SizedBatch::of(runner).map(|games| Batch::Bytes(Box::new(games)))
        } else {
            SizedBatch::of(runner).map(|games| Batch::Words(Box::new(games)))
        }
    }

    /// Why laps are sown by the plan, game by game; `None`: they are sown by ops.
    pub fn scalar_reason(&self) -> Option<&'static str> {
        match self {
            Batch::Bytes(batch) => batch.code.laps.scalar_reason,
            Batch::Words(batch) => batch.code.laps.scalar_reason,
        }
    }

    /// Whether the plan also begins the moves.
    pub fn scalar_choices(&self) -> bool {
        match self {
            Batch::Bytes(batch) => batch.code.laps.scalar_choices,
            Batch::Words(batch) => batch.code.laps.scalar_choices,
        }
    }

    /// Counts the ways to continue from a position, with a histogram of the seeds in `place` at the leaves;
    /// `None`: the plan has to count.
    pub fn perft<L: Lanes>(
        &self,
        plan: &Plan<L>,
        here: &PlanPosition<L>,
        depth: u32,
        place: Lane,
    ) -> Option<PerftHistogram> {
        match self {
            Batch::Bytes(batch) => batch.perft(plan, here, depth, place),
            Batch::Words(batch) => batch.perft(plan, here, depth, place),
        }
    }

    /// Least number of decisions after which a position can return; `u32::MAX`: none ever does.
    pub fn fewest_moves_to_repeat(&self) -> u32 {
        let plan = match self {
            Batch::Bytes(batch) => &batch.code.plan,
            Batch::Words(batch) => &batch.code.plan,
        };
        plan.fewest_moves_to_repeat.unwrap_or(u32::MAX)
    }

    /// Plays the random games with these numbers; results are reported in the order in which games end.
    pub fn play_out<L: Lanes>(
        &self,
        runner: &HybridRunner<L>,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, PlayoutResult),
    ) {
        let fallback = PlanFallback(runner, sample);
        match self {
            Batch::Bytes(batch) => batch.play_out(&fallback, sample, numbers, each),
            Batch::Words(batch) => batch.play_out(&fallback, sample, numbers, each),
        }
    }
}

impl<T: CellValue> SizedBatch<T> {
    fn of<L: Lanes>(runner: &HybridRunner<L>) -> Result<SizedBatch<T>, &'static str> {
        let program: &Program = &runner.plan.program;
        let code = BatchProgram::<T>::of(&program.last_stage(), runner.plan.most_falls())?;
        let perft_code = code.clone().for_perft();
        let mut code = code.with_whole_turns();
        let begin_ops = match runner.start() {
            HybridNode::Planned(here)
                if is_plain_start(&here, program) && !code.laps.scalar_choices =>
            {
                let (start, offers) = batch_position(&code, &here.pos, here.pos.options);
                Some(begin_ops(&mut code, &start, here.pos.mover, &offers))
            }
            HybridNode::Planned(_) | HybridNode::Asking(_) | HybridNode::Reference(_) => None,
        };
        let may_fall_back = code.may_fall_back();
        let end_table = EndTable::of(&code, fewest_wins(program));
        Ok(SizedBatch { code, perft_code, begin_ops, end_table, may_fall_back })
    }
}

/// Whether a game begins at its start position, with no law, opening or stages.
fn is_plain_start<L: Lanes>(here: &PlannedNode<L>, program: &Program) -> bool {
    let PlannedNode { pos, trail } = here;
    let begun = trail.returnable().len() != 1 || !trail.earlier().is_empty();
    !begun
        && pos.end.is_none()
        && !pos.laws_apply
        && !pos.has_opening
        && program.stage_lanes.is_empty()
}

/// Whether the fewest seeds win (else the most); `None`: the winner is found in another way.
fn fewest_wins(program: &Program) -> Option<bool> {
    let of_code = |code: &Code| {
        let (fewest, counted) = code.winner.as_ref()?;
        let lanes = |number: &NumberExpr| {
            if let NumberExpr::Sum(PlaceExpr::All(lanes)) = number {
                return Some(*lanes);
            }
            let NumberExpr::Lane(lane) = number else { return None };
            Some((*lane).into())
        };
        let held = program.score_lanes.iter().map(|lanes| Some(*lanes));
        counted.iter().map(lanes).eq(held).then_some(*fewest)
    };
    let fewest = of_code(program.codes.first()?)?;
    program.codes.iter().all(|code| of_code(code) == Some(fewest)).then_some(fewest)
}

/// The lanes of a position, and for each offer whether it can be chosen, as the batch program views them (see
/// [`BatchProgram::view_lane`]).
fn batch_position<T: CellValue, L: Lanes>(
    code: &BatchProgram<T>,
    pos: &PlanPosition<L>,
    options: L::Set,
) -> (Vec<T>, Vec<bool>) {
    let seen = |lane| code.view_lane(pos.mover, Lane(lane));
    let lanes = (0..code.plan.lanes).map(|i| T::of(pos.lanes.get(seen(i as u8))));
    let can = |(at, _): &(CellId, CellId)| L::has(options, seen(at.0 as u8));
    (lanes.collect(), code.plan.offers.iter().map(can).collect())
}

/// Ops that start games at a position.
fn begin_ops<T: CellValue>(
    code: &mut BatchProgram<T>,
    start: &[T],
    mover: Seat,
    offers: &[bool],
) -> Vec<Op<T>> {
    let leaves_alone = code.ignores_initial_value();
    let plan = &code.plan;
    let to = initial_cells(code, start, mover, offers, leaves_alone).into();
    let put = Op::AssignEach { to, under: plan.register(Register::Starting) };
    let kept = plan.fewest_moves_to_repeat.map(|_| Op::PushStarting);
    [put].into_iter().chain(kept).collect()
}

/// Initial value of each cell of a game, except where `leaves_alone` says that it does not matter.
fn initial_cells<T: CellValue>(
    code: &BatchProgram<T>,
    start: &[T],
    mover: Seat,
    offers: &[bool],
    leaves_alone: impl Fn(Register, T) -> bool,
) -> Vec<(CellId, T)> {
    let plan = &code.plan;
    let lanes = start.iter().enumerate().map(|(i, n)| (CellId(i as u16), *n));
    let offered = plan.offers.iter().zip(offers).map(|((_, at), can)| (*at, mask(*can)));
    // A game that was abandoned may have been in the middle of a lap.
    let none = IDLE_CELLS.into_iter().chain([Register::Laps, Register::Captured]);
    let none = none.map(|cell| (cell, T::NONE));
    let stored = code.stored_seeds(start);
    let choices = match code.laps.scalar_choices {
        // Whether there is any is found out in the move.
        true => 1,
        false => offers.iter().filter(|can| **can).count() as u32,
    };
    let others = [
        (Register::ChoiceCount, T::of(choices)),
        (Register::Ready, T::ALL),
        (Register::PendingOrigin, T::ALL),
        (Register::ReversiblePositions, T::ONE),
        (Register::Mover, T::of(mover.0.into())),
        (Register::StoredSeeds, stored),
        (Register::StoredSeedsBefore, stored),
    ];
    let fixed = none.chain(others).filter(|(cell, n)| !leaves_alone(*cell, *n));
    let fixed = fixed.map(|(cell, n)| (plan.register(cell), n));
    lanes.chain(offered).chain(fixed).collect()
}

/// The plan as fallback, and the sample being played.
struct PlanFallback<'a, L: Lanes>(&'a HybridRunner<L>, &'a Sample);

impl<T: CellValue, L: Lanes> ScalarRunner<T> for PlanFallback<'_, L> {
    fn play(&self, number: u64) -> PlayoutResult {
        self.0.play_by_plan(self.0.start(), self.1, number)
    }

    fn enter(&self, code: &BatchProgram<T>, number: u64) -> Result<EnteredGame<T>, PlayoutResult> {
        let BatchEntry { pos, options, can_return: kept, tally } =
            self.0.play_until_batch(self.1, number)?;
        let (start, offers) = batch_position(code, &pos, options);
        let cells = initial_cells(code, &start, pos.mover, &offers, |_, _| false);
        Ok(EnteredGame { cells, kept, tally })
    }

    fn sow(
        &self,
        lanes: &mut [u32],
        mover: Seat,
        origin: Lane,
        answers: &mut LapDecisions,
        facts: &[Test],
    ) -> Option<LapOutcome> {
        let mut all = L::of_values(lanes);
        let sown = self.0.sow(&mut all, mover, origin, answers, self.1.most_decisions, facts);
        all.copy_to(lanes);
        sown
    }

    fn begin_move(
        &self,
        lanes: &mut [u32],
        mover: &mut Seat,
        draw: GameRng,
        decisions: u32,
        code: &BatchProgram<T>,
    ) -> Option<(LapOutcome, DrawnReplies)> {
        let source = ReplySource { draw, first: decisions, most_decisions: self.1.most_decisions };
        let facts = |mover| code.lap_facts(mover);
        let draws = RefCell::new(DrawnReplies::of(source));
        let made = self.0.plan.begin_drawn(L::of_values(lanes), *mover, &draws, &facts)?;
        let DrawnLaps { lanes: all, mover: moved, outcome } = made;
        all.copy_to(lanes);
        *mover = moved;
        Some((outcome, draws.into_inner()))
    }

    fn can_move(&self, lanes: &[u32], mover: Seat, seat: Seat) -> Option<bool> {
        self.0.plan.could_move(&L::of_values(lanes), mover, seat)
    }

    fn judged_winner(&self, lanes: &[u32], mover: Seat) -> Option<Seat> {
        self.0.plan.judged_winner(&L::of_values(lanes), mover)
    }
}
