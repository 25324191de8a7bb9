//! Counts the ways to continue, many positions at a time.
//!
//! A pack holds positions of equal depth. For each hole, all positions of the pack in which it can be chosen
//! make that move at once, into the pack of the next depth. Near the leaves that pack is counted as it is,
//! with its gaps; higher up, the resulting positions of all holes are compacted first.

use super::can_move::{CanMoveFn, ask_who_can_move};
use super::code::BatchProgram;
use super::legality::filter_legal;
use super::scheduler::sow_vectorized;
use super::{SizedBatch, batch_position};
use crate::model::Seat;
use crate::program::Lane;
use crate::runner::PerftCount;
use crate::runner::lanes::Lanes;
use crate::runner::plan::{Plan, PlanPosition};
use mnc_lockstep::{CellId, CellValue, GAMES, Op, Pack, Register};

/// With this many decisions left or fewer, positions are not compacted.
const UNCOMPACTED_DEPTH: u32 = 2;

/// The count, and for each number of seeds in the place asked for, how many leaves have it.
pub(in crate::runner) type PerftHistogram = (PerftCount, Vec<(u32, u64)>);

/// A count in progress.
struct BatchPerft<'c, T> {
    code: &'c BatchProgram<T>,
    /// A pack for each number of decisions left.
    packs: Vec<Pack<'c, T>>,
    trials: Pack<'c, T>,
    can_move: CanMoveFn<'c>,
    /// For each choosable hole, the ops of the only lap of a move from it; empty if moves may have more laps.
    laps: Vec<Vec<Op<T>>>,
    /// Cell of the place asked for, by seat of the mover.
    counted_cells: [CellId; 2],
    /// Leaves by number of seeds in that place.
    histogram: Vec<u64>,
    counted: PerftCount,
}

/// The plan has to count.
struct NeedsPlan;

impl<T: CellValue> SizedBatch<T> {
    /// See [`super::Batch::perft`]; `depth` is at least 1. No law may apply in the position.
    pub fn perft<L: Lanes>(
        &self,
        plan: &Plan<L>,
        here: &PlanPosition<L>,
        depth: u32,
        place: Lane,
    ) -> Option<PerftHistogram> {
        let code = &self.perft_code;
        if code.laps.scalar_reason.is_some() {
            return None;
        }
        let (lanes, offers) = batch_position(code, here, here.options);
        let packs = 0..=depth;
        let taken = code.plan.offers.iter().filter(|_| code.sows_once());
        let mut count = BatchPerft {
            code,
            packs: packs.map(|_| Pack::of(&code.plan)).collect(),
            trials: Pack::of(&code.plan),
            can_move: &|lanes, mover, seat| plan.could_move(&L::of_values(lanes), mover, seat),
            laps: taken.map(|(lane, _)| code.first_lap_from(*lane)).collect(),
            counted_cells: [0, 1].map(|seat| code.cell_of(Seat(seat), place.index())),
            histogram: vec![0; T::GREATEST as usize + 1],
            counted: PerftCount::default(),
        };
        let root = count.packs.get_mut(depth as usize)?;
        let lanes = lanes.into_iter().chain([T::of(here.mover.0.into())]);
        for (at, n) in code.position.iter().zip(lanes) {
            root.put(*at, 0, n);
        }
        for ((_, answer), can) in code.plan.offers.iter().zip(offers) {
            root.put(*answer, 0, if can { T::ALL } else { T::NONE });
        }
        root.put(code.plan.register(Register::Ready), 0, T::ALL);
        count.count_below(depth).ok()?;
        let histogram = (0..).zip(count.histogram).filter(|(_, many)| *many > 0);
        Some((count.counted, histogram.collect()))
    }
}

impl<T: CellValue> BatchPerft<'_, T> {
    /// Counts below the positions of a pack with `left` decisions left.
    fn count_below(&mut self, left: u32) -> Result<(), NeedsPlan> {
        // Positions one after the other, as [`BatchProgram::position`] lists their cells.
        let mut next = Vec::new();
        for offer in 0..self.code.plan.offers.len() {
            if !self.make_moves(left, offer)? {
                continue;
            }
            match left - 1 {
                0 => {}
                few if few <= UNCOMPACTED_DEPTH => self.count_below(few)?,
                _ => self.store(left - 1, &mut next),
            }
        }
        let width = self.code.position.len();
        for some in next.chunks(width * GAMES) {
            self.load(left - 1, some, width)?;
            self.count_below(left - 1)?;
        }
        Ok(())
    }

    /// Chooses one hole in all positions of a pack where it can be chosen, into the next pack; returns
    /// whether there are any.
    fn make_moves(&mut self, left: u32, offer: usize) -> Result<bool, NeedsPlan> {
        let (code, plan) = (self.code, &self.code.plan);
        let (to, from) = self.packs.split_at_mut(left as usize);
        let ([.., to], [from, ..]) = (to, from) else { return Ok(false) };
        let (lane, answer) = plan.offers[offer];
        // No games start here, so the register `Starting` is free: it masks the positions where the hole is
        // chosen.
        let (ready, chosen) = (plan.register(Register::Ready), plan.register(Register::Starting));
        to.copy(ready, &from.get(Register::Ready));
        to.copy(chosen, &from.row(answer));
        let pending = plan.register(Register::PendingOrigin);
        to.fill(pending, T::ALL);
        to.run(&[
            Op::And { to: chosen, a: chosen, b: ready },
            Op::Copy { to: ready, of: chosen },
            Op::Assign { to: pending, n: T::of(lane.0.into()), under: chosen },
        ]);
        let made = to.count(Register::Starting, T::ALL);
        if made == 0 {
            return Ok(false);
        }
        to.copy_lanes(from);
        to.copy(plan.register(Register::Mover), &from.get(Register::Mover));
        for cell in [
            Register::EndNumber,
            Register::FinishedEnd,
            Register::Rare,
            Register::LapsDone,
            Register::Seeds,
        ] {
            to.fill(plan.register(cell), T::NONE);
        }
        to.run(&code.begin_move);
        match self.laps.get(offer) {
            Some(lap) => to.run(lap),
            None => sow_vectorized(to, code),
        }
        to.run(&code.after);
        arrive(code, to, &mut self.trials, self.can_move)?;
        self.counted.nodes += u64::from(made);
        if left == 1 {
            self.counted.leaves += u64::from(made);
            let [here, there] = self.counted_cells;
            let mover = plan.register(Register::Mover);
            // These positions are leaves, so the register `Ready` is free.
            to.run(&[
                Op::Is { to: ready, of: mover, n: T::NONE, under: chosen },
                Op::AssignCell { to: there, of: here, under: ready },
            ]);
            let many = &mut self.histogram;
            to.tally(there, Register::Starting, &mut |seeds, games| {
                many[seeds] += u64::from(games)
            });
        }
        Ok(true)
    }

    /// Appends the positions of a pack in which the game goes on.
    fn store(&self, left: u32, store: &mut Vec<T>) {
        let pack = &self.packs[left as usize];
        pack.get(Register::Ready).for_each(|game| {
            store.extend(self.code.position.iter().map(|at| pack.view(*at).at(game)));
        });
    }

    /// Fills a pack with stored positions.
    fn load(&mut self, left: u32, some: &[T], width: usize) -> Result<(), NeedsPlan> {
        let (code, pack) = (self.code, &mut self.packs[left as usize]);
        let ready = code.plan.register(Register::Ready);
        pack.fill(ready, T::NONE);
        for (game, position) in some.chunks(width).enumerate() {
            for (at, n) in code.position.iter().zip(position) {
                pack.put(*at, game, *n);
            }
            pack.put(ready, game, T::ALL);
        }
        offer(code, pack, &mut self.trials)
    }
}

/// Finds the choices, filtered by the laws.
fn offer<T: CellValue>(
    code: &BatchProgram<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
) -> Result<(), NeedsPlan> {
    if code.laws.is_empty() {
        pack.run(&code.offer);
    } else {
        pack.run(&code.law_masks);
        pack.run(&code.offer);
        let mut bound = Vec::new();
        pack.collect_nonzero(Register::LawApplies, &mut bound);
        filter_legal(code, pack, trials, &bound, &|pack| sow_vectorized(pack, code));
    }
    if pack.any(Register::FallBack) { Err(NeedsPlan) } else { Ok(()) }
}

/// From the end of a move to the next choice: the games that go on are ready.
fn arrive<T: CellValue>(
    code: &BatchProgram<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
    can_move: CanMoveFn<'_>,
) -> Result<(), NeedsPlan> {
    offer(code, pack, trials)?;
    pack.run(&code.inspect);
    ask_who_can_move(pack, code, can_move);
    let rare = code.fast_arrival.as_ref().is_none_or(|fast_arrival| {
        pack.run(fast_arrival);
        pack.any(Register::Rare)
    });
    if rare {
        pack.run(&code.full_arrival);
    }
    if pack.any(Register::FallBack) { Err(NeedsPlan) } else { Ok(()) }
}
