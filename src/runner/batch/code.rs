//! A program for many games at once.

use super::fuse::read_in;
use super::tidy::leave_out;
use crate::model::{ClauseId, Seat};
use crate::program::{Ending, Lane, LaneSet, Mirror, Program};
use mnc_lockstep::{At, Cell, Fixed, Op, Pack, Plan};

/// An end that a game can come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub how: Ending,
    pub why: ClauseId,
}

/// A program for many games at once.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lockstep<T> {
    pub plan: Plan,
    pub ends: Vec<End>,
    pub laps: Laps<T>,
    /// After a move, until it is known who is next.
    pub after: Vec<Op<T>>,
    /// In which games a law holds.
    pub bind: Vec<Op<T>>,
    /// Those wait.
    pub wait: Vec<Op<T>>,
    /// What can be chosen.
    pub offer: Vec<Op<T>>,
    /// What a position is: what can be chosen by the laws too, whether it has stood before.
    pub look: Vec<Op<T>>,
    /// Before a move, where nothing rare comes of it. `None`: it is nowhere sure, or a part of the turn.
    pub glance: Option<Vec<Op<T>>>,
    /// Before a move: ends, and what is kept.
    pub arrive: Vec<Op<T>>,
    /// What each player holds at the end, as the rules call him.
    pub scores: Vec<At>,
    /// The beginning of a move.
    pub begin_move: Vec<Op<T>>,
    pub laws: Vec<Law<T>>,
    /// What a pack is given where moves are tried for the laws.
    pub tried: Tried,
    /// All of a turn, from the choice of a hole to where the next one may begin, as long as nothing rare
    /// comes of it; where there are laws, to the games in which one holds. Empty where some of it has to
    /// be looked at meanwhile.
    pub turn: Vec<Op<T>>,
    /// The rest of such a turn, where the games in which a law holds wait.
    pub rest: Vec<Op<T>>,
    pub stores: Box<[At]>,
    /// The cells of a position: its lanes, and who is about to move.
    pub position: Box<[At]>,
    /// The rules are those of the first player, and the second one's side is turned to him, so.
    pub mirror: Option<Mirror>,
    /// A move can have several laps.
    pub relays: bool,
    /// A move can have more laps than one, or fewer.
    pub counts_laps: bool,
}

/// What a pack has to be given where moves are tried.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Tried {
    /// These cells hold what those of the game do.
    pub copied: Box<[At]>,
    /// These hold nothing.
    pub cleared: Box<[At]>,
}

/// How laps are sown.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Laps<T> {
    /// One lap of every game that has one to sow; where seeds fall one by one, its beginning.
    pub lap: Vec<Op<T>>,
    /// Seeds fall, up to one by which something is done. Empty: they fall all at once.
    pub fall: Vec<Op<T>>,
    /// What comes of the laps whose last seed has fallen.
    pub land: Vec<Op<T>>,
    /// Why the plan sows the laps, game by game; `None`: it does not.
    pub aside: Option<&'static str>,
    /// Somebody may be asked in them.
    pub asks: bool,
}

impl<T> Default for Laps<T> {
    fn default() -> Laps<T> {
        Laps { lap: Vec::new(), fall: Vec::new(), land: Vec::new(), aside: None, asks: false }
    }
}

/// A law.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Law<T> {
    /// The games in which it holds for the move about to be made.
    pub holds: At,
    /// Cells that hold nothing there.
    pub empty: Vec<At>,
    /// Read after the move, into a cell.
    pub test: Vec<Op<T>>,
    pub kept: At,
    pub if_any_can: bool,
}

impl<T: Cell> Lockstep<T> {
    /// How the sides are turned when that player is about to move, if they are.
    fn turned(&self, mover: Seat) -> Option<&Mirror> {
        self.mirror.as_ref().filter(|_| mover != Seat(0))
    }

    /// Where a lane is told here when that player is about to move, and the other way round.
    pub fn seen(&self, mover: Seat, lane: Lane) -> Lane {
        self.turned(mover).map_or(lane, |mirror| mirror.lane(lane))
    }

    /// The cell of the lane of that number when that player is about to move.
    pub fn at(&self, mover: Seat, lane: usize) -> At {
        At(self.seen(mover, Lane(lane as u8)).0.into())
    }

    /// Who is about to move in a game, and what the lanes hold as the rules call them.
    pub fn position_in(&self, pack: &Pack<'_, T>, game: usize) -> (Seat, Vec<u32>) {
        let held = |at: At| pack.one(at, game).number();
        let mover = Seat(held(self.plan.fixed(Fixed::Mover)) as u8);
        (mover, (0..self.plan.lanes).map(|lane| held(self.at(mover, lane))).collect())
    }

    /// Whom the rules call that player when that one is about to move, and the other way round.
    pub fn seat(&self, mover: Seat, seat: Seat) -> Seat {
        self.turned(mover).map_or(seat, |mirror| mirror.seat(seat))
    }

    /// Whether a move is over with its first lap, whose seeds fall all at once.
    pub fn sows_once(&self) -> bool {
        !self.relays && self.laps.fall.is_empty() && self.laps.aside.is_none()
    }

    /// With all of a turn in one list instead of several, where that can be.
    pub fn with_turns(mut self) -> Lockstep<T> {
        if self.laws.is_empty() {
            // No law is bound to hold, and nobody waits for that.
            self.bind.clear();
            self.wait.clear();
        }
        let whole = self.sows_once();
        let Some(glance) = self.glance.take_if(|_| whole) else { return self };
        // What only one turn needs to know holds nothing when it begins.
        let own = [Fixed::Done, Fixed::Again, Fixed::TurnOver].map(|cell| self.plan.fixed(cell));
        self.turn = own.map(|to| Op::Set { to, n: T::NONE }).to_vec();
        self.turn.push(Op::Choose { take: Box::default() });
        self.turn.append(&mut self.begin_move);
        self.turn.extend_from_slice(&self.laps.lap);
        self.turn.append(&mut self.after);
        self.turn.extend_from_slice(&self.bind);
        let mut rest = std::mem::take(&mut self.wait);
        rest.extend_from_slice(&self.offer);
        rest.extend_from_slice(&self.look);
        rest.extend_from_slice(&glance);
        if self.laws.is_empty() {
            self.turn.append(&mut rest);
            self.laps.lap.clear();
            self.offer.clear();
            self.look.clear();
        } else {
            // Where moves are tried what stands in the rest is done step by step.
            (self.rest, self.glance) = (rest, Some(glance));
        }
        self.tidied().taking_at_once()
    }

    /// The first lap, where it is known which hole is taken up.
    pub fn lap_from(&self, lane: At) -> Vec<Op<T>> {
        let mut lap = self.laps.lap.clone();
        for op in &mut lap {
            if let Op::TakeUp { of, new, .. } = op {
                // A new hand is empty where it takes up nothing.
                let here = of.iter().any(|take| take.lane == lane);
                if here || !*new {
                    *of = of.iter().filter(|take| take.lane == lane).copied().collect();
                }
            }
        }
        lap
    }

    /// The seeds in the stores of a position.
    pub fn stored(&self, lanes: &[T]) -> T {
        self.stores.iter().fold(T::NONE, |sum, at| sum.add(lanes[usize::from(at.0)]))
    }
}

impl<T: Cell> Lockstep<T> {
    /// The same for counting the ways to play on, where no position returns: none is kept, and nothing is
    /// told of the games.
    pub fn for_counting(mut self) -> Lockstep<T> {
        for ops in self.lists() {
            let out: Vec<bool> = ops
                .iter()
                .map(|op| matches!(op, Op::LookBack | Op::Keep | Op::Tally { .. }))
                .collect();
            leave_out(ops, &out);
        }
        self.tidied()
    }

    /// Positions are told apart by what changes while they can return.
    pub fn with_identity(mut self, program: &Program) -> Lockstep<T> {
        let mut changes = LaneSet::default();
        let plan = std::mem::take(&mut self.plan);
        let mut see = |at: At| {
            if usize::from(at.0) < plan.lanes {
                changes.insert(Lane(at.0 as u8));
            }
        };
        self.lists().flat_map(|ops| ops.iter()).for_each(|op| op.writes(&plan, &mut see));
        // Seeds in the stores stay there until positions are cut off anyway.
        let stays = |lane: &Lane| program.irreversible && program.stores.contains(*lane);
        let identity = program.identity.both(changes).iter().filter(|lane| !stays(lane));
        self.plan = Plan { identity: identity.map(|lane| At(lane.0.into())).collect(), ..plan };
        self
    }

    /// Whether a game may have to be told by the plan.
    pub fn may_leave(&mut self) -> bool {
        let (plan, mut may) = (self.plan.clone(), false);
        let left = [Fixed::Left, Fixed::Unsure].map(|cell| plan.fixed(cell));
        let mut see = |at| may |= left.contains(&at);
        self.lists().flatten().for_each(|op| op.writes(&plan, &mut see));
        may
    }

    /// What a pack has to be given where moves are tried.
    pub fn for_trials(&self) -> Tried {
        let laps = [&self.laps.lap, &self.laps.fall, &self.laps.land];
        let ops = laps.into_iter().chain(self.laws.iter().map(|law| &law.test)).flatten();
        let read = read_in(ops, &self.plan);
        let empty = |at: &At| self.laws.iter().all(|law| law.empty.contains(at));
        let position = self.position.iter().copied().filter(|at| read[usize::from(at.0)]);
        let (cleared, copied): (Vec<At>, Vec<At>) = position.partition(empty);
        // What comes of a trial is found in the last ones.
        let told = [Fixed::Pending, Fixed::Ready, Fixed::FirstLap, Fixed::Everything];
        let told = told.map(|cell| self.plan.fixed(cell));
        let found = [Fixed::Done, Fixed::Left].map(|cell| self.plan.fixed(cell));
        let fixed = (self.plan.lanes..self.plan.lanes + Fixed::COUNT).map(|at| At(at as u16));
        let fixed = fixed.filter(|at| read[usize::from(at.0)] || found.contains(at));
        let fixed = fixed.filter(|at| !told.contains(at) && !self.position.contains(at));
        Tried { copied: copied.into(), cleared: cleared.into_iter().chain(fixed).collect() }
    }

    /// All lists of steps.
    pub fn lists(&mut self) -> impl Iterator<Item = &mut Vec<Op<T>>> {
        let all = [
            &mut self.laps.lap,
            &mut self.laps.fall,
            &mut self.laps.land,
            &mut self.after,
            &mut self.bind,
            &mut self.wait,
            &mut self.offer,
            &mut self.look,
            &mut self.arrive,
            &mut self.begin_move,
            &mut self.turn,
            &mut self.rest,
        ];
        all.into_iter().chain(&mut self.glance).chain(self.laws.iter_mut().map(|law| &mut law.test))
    }
}
