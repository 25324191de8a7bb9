//! Counting the ways to play on, many positions at a time.
//!
//! The positions that can be reached lie side by side, and of all of them the same hole is taken up
//! at once, where it can be. What comes of that is taken up at once in the same way, where few
//! decisions are left; else the positions that there are now are laid close together first.

use super::code::Lockstep;
use super::table::sow_together;
use super::trial::forbid;
use super::unsure::{HasMove, find_out};
use super::{Games, laid, side_by_side};
use crate::model::Seat;
use crate::program::Lane;
use crate::runner::Perft;
use crate::runner::lanes::Lanes;
use crate::runner::plan::{Plan, Pos};
use mnc_lockstep::{At, Cell, Fixed, GAMES, Op, Pack};

/// With so many decisions left positions are not laid close together any more.
const FEW: u32 = 2;

/// What was counted; and how many last positions hold how many seeds where it was asked.
pub(in crate::runner) type Counted = (Perft, Vec<(u32, u64)>);

/// Positions being counted.
struct Count<'c, T> {
    code: &'c Lockstep<T>,
    /// A pack for each decision that is left.
    packs: Vec<Pack<'c, T>>,
    trials: Pack<'c, T>,
    has_move: HasMove<'c>,
    /// For each hole that can be chosen, the only lap of a move that takes it up; none where there may
    /// be more.
    laps: Vec<Vec<Op<T>>>,
    /// The lane whose seeds are told, for either player about to move.
    told: [At; 2],
    /// How many last positions hold so many there.
    many: Vec<u64>,
    counted: Perft,
}

/// Something has to be told by the plan.
struct Left;

impl<T: Cell> Games<T> {
    /// See [`super::Batch::perft`]; `depth` is at least 1. No law may hold in the position.
    pub fn perft<L: Lanes>(
        &self,
        plan: &Plan<L>,
        here: &Pos<L>,
        depth: u32,
        place: Lane,
    ) -> Option<Counted> {
        let code = &self.counting;
        if code.laps.aside.is_some() {
            return None;
        }
        let (lanes, offers) = laid(code, here, here.options);
        let packs = 0..=depth;
        let taken = code.plan.offers.iter().filter(|_| code.sows_once());
        let mut count = Count {
            code,
            packs: packs.map(|_| Pack::of(&code.plan)).collect(),
            trials: Pack::of(&code.plan),
            has_move: &|lanes, mover| plan.has_move(&side_by_side(lanes), mover),
            laps: taken.map(|(lane, _)| code.lap_from(*lane)).collect(),
            told: [0, 1].map(|seat| code.at(Seat(seat), place.index())),
            many: vec![0; T::GREATEST as usize + 1],
            counted: Perft::default(),
        };
        let root = count.packs.get_mut(depth as usize)?;
        let lanes = lanes.into_iter().chain([T::of(here.mover.0.into())]);
        for (at, n) in code.position.iter().zip(lanes) {
            root.put(*at, 0, n);
        }
        for ((_, answer), can) in code.plan.offers.iter().zip(offers) {
            root.put(*answer, 0, if can { T::ALL } else { T::NONE });
        }
        root.put(code.plan.fixed(Fixed::Ready), 0, T::ALL);
        count.below(depth).ok()?;
        let told = (0..).zip(count.many).filter(|(_, many)| *many > 0);
        Some((count.counted, told.collect()))
    }
}

impl<T: Cell> Count<'_, T> {
    /// Counts below the positions of a pack; so many decisions are left.
    fn below(&mut self, left: u32) -> Result<(), Left> {
        // Positions one after the other: what their lanes hold, and who is about to move.
        let mut next = Vec::new();
        for offer in 0..self.code.plan.offers.len() {
            if !self.make(left, offer)? {
                continue;
            }
            match left - 1 {
                0 => {}
                few if few <= FEW => self.below(few)?,
                _ => self.store(left - 1, &mut next),
            }
        }
        let width = self.code.position.len();
        for some in next.chunks(width * GAMES) {
            self.load(left - 1, some, width)?;
            self.below(left - 1)?;
        }
        Ok(())
    }

    /// Takes up one hole in all positions of a pack in which it can be; whether there are any.
    fn make(&mut self, left: u32, offer: usize) -> Result<bool, Left> {
        let (code, plan) = (self.code, &self.code.plan);
        let (to, from) = self.packs.split_at_mut(left as usize);
        let ([.., to], [from, ..]) = (to, from) else { return Ok(false) };
        let (lane, answer) = plan.offers[offer];
        // No games begin here: their cell tells in which positions the hole is taken up.
        let (ready, chosen) = (plan.fixed(Fixed::Ready), plan.fixed(Fixed::Fresh));
        to.copy(ready, &from.get(Fixed::Ready));
        to.copy(chosen, &from.row(answer));
        let pending = plan.fixed(Fixed::Pending);
        to.fill(pending, T::ALL);
        to.run(&[
            Op::And { to: chosen, a: chosen, b: ready },
            Op::Copy { to: ready, of: chosen },
            Op::Put { to: pending, n: T::of(lane.0.into()), under: chosen },
        ]);
        let made = to.count(Fixed::Fresh, T::ALL);
        if made == 0 {
            return Ok(false);
        }
        to.copy_lanes(from);
        to.copy(plan.fixed(Fixed::Mover), &from.get(Fixed::Mover));
        for cell in [Fixed::Over, Fixed::Ended, Fixed::Rare, Fixed::Done, Fixed::Seeds] {
            to.fill(plan.fixed(cell), T::NONE);
        }
        to.run(&code.begin_move);
        match self.laps.get(offer) {
            Some(lap) => to.run(lap),
            None => sow_together(to, code),
        }
        to.run(&code.after);
        arrive(code, to, &mut self.trials, self.has_move)?;
        self.counted.nodes += u64::from(made);
        if left == 1 {
            self.counted.leaves += u64::from(made);
            let [here, there] = self.told;
            let mover = plan.fixed(Fixed::Mover);
            // Nobody goes on from here: the cell of those that are ready is free.
            to.run(&[
                Op::Is { to: ready, of: mover, n: T::NONE, under: chosen },
                Op::PutCell { to: there, of: here, under: ready },
            ]);
            let many = &mut self.many;
            to.tally(there, Fixed::Fresh, &mut |seeds, games| many[seeds] += u64::from(games));
        }
        Ok(true)
    }

    /// Lays the positions of a pack in which the game goes on behind others.
    fn store(&self, left: u32, store: &mut Vec<T>) {
        let pack = &self.packs[left as usize];
        pack.get(Fixed::Ready).for_each(|game| {
            store.extend(self.code.position.iter().map(|at| pack.column(*at).at(game)));
        });
    }

    /// Positions lie side by side in a pack from now on.
    fn load(&mut self, left: u32, some: &[T], width: usize) -> Result<(), Left> {
        let (code, pack) = (self.code, &mut self.packs[left as usize]);
        let ready = code.plan.fixed(Fixed::Ready);
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

/// What can be chosen, by the laws too.
fn offer<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
) -> Result<(), Left> {
    if code.laws.is_empty() {
        pack.run(&code.offer);
    } else {
        pack.run(&code.bind);
        pack.run(&code.offer);
        let mut bound = Vec::new();
        pack.games(Fixed::Bound, &mut bound);
        forbid(code, pack, trials, &bound, &|pack| sow_together(pack, code));
    }
    if pack.any(Fixed::Left) { Err(Left) } else { Ok(()) }
}

/// After a move, until the next one may begin: the games that go on are ready.
fn arrive<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
    has_move: HasMove<'_>,
) -> Result<(), Left> {
    offer(code, pack, trials)?;
    pack.run(&code.look);
    find_out(pack, code, has_move);
    let rare = code.glance.as_ref().is_none_or(|glance| {
        pack.run(glance);
        pack.any(Fixed::Rare)
    });
    if rare {
        pack.run(&code.arrive);
    }
    if pack.any(Fixed::Left) { Err(Left) } else { Ok(()) }
}
