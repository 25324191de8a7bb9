//! From a program to one for many games at once.
//!
//! What the clauses say is done in every game, under the answer to whether it is said there. A
//! program with a clause that has no such form is left to the plan, whole; what happens rarely is left
//! to it game by game ([`Fixed::Left`]).

mod acts;
mod rings;
mod tests;

use super::code::{End, Law, Lockstep};
use crate::model::Default as Rule;
use crate::program::{Block, Code, Ending, Lane, Mirror, Program, Where};
use mnc_lockstep::{At, Cell, Fixed, Num, Op, Plan};
use rings::Rings;

/// What was made, or what has no form here.
pub(super) type Made<T> = Result<T, &'static str>;

/// Laps of a move that are sown here; a move of more is told by the plan.
const LAPS: i64 = 60;

/// A program in the making.
struct Build<'p, T> {
    program: &'p Program,
    ops: Vec<Op<T>>,
    /// Cells in use, and the most that ever were.
    cells: u16,
    most_cells: u16,
    numbers: u16,
    most_numbers: u16,
    ends: Vec<End>,
    /// The cell of the hole of the fall, and how much more it holds than just before.
    fallen: Option<At>,
    /// The player about to move is known to have that number.
    next: Option<u8>,
}

/// The rules of a player, as they are told here.
struct Side<'p> {
    seat: u8,
    code: &'p Code,
    /// What is looked at when he is about to move, by who moved before.
    ends: Vec<(u8, &'p Block)>,
}

impl<T: Cell> Lockstep<T> {
    /// A program for many games at once, or what has no form in it.
    pub fn of(program: &Program, most_falls: u64) -> Made<Lockstep<T>> {
        if program.codes.len() != program.seats {
            return Err("stages");
        }
        if most_falls < (LAPS as u64 + 2) * u64::from(program.greatest) {
            return Err("a sowing may be long");
        }
        if program.asks_sown {
            return Err("where seeds fell is asked");
        }
        if program.lifted.iter().any(|lanes| !lanes.is_empty()) {
            return Err("marks or notes that are lifted");
        }
        if program.moves_left.is_some() {
            return Err("turns of several moves");
        }
        let mirror = program.mirror();
        let sides = sides(program, mirror.is_some());
        let mut build = Build {
            program,
            ops: Vec::new(),
            cells: (program.lanes.len() + Fixed::COUNT) as u16,
            most_cells: 0,
            numbers: 0,
            most_numbers: 0,
            ends: Vec::new(),
            fallen: None,
            next: None,
        };
        let made = build.lockstep(&sides, mirror.as_ref())?;
        Ok(made.without_idle_steps().with_identity(program))
    }
}

/// The rules of each player; of a game that is the same for both, those of the first.
fn sides(program: &Program, mirrored: bool) -> Vec<Side<'_>> {
    let seats = if mirrored { 1 } else { program.seats };
    let side = |seat: usize| Side {
        seat: seat as u8,
        code: &program.codes[seat],
        ends: (0..program.seats)
            .filter_map(|before| Some((before as u8, program.codes[before].end.get(seat)?)))
            .collect(),
    };
    (0..seats).map(side).collect()
}

impl<'p, T: Cell> Build<'p, T> {
    fn fixed(&self, cell: Fixed) -> At {
        At((self.program.lanes.len() + cell as usize) as u16)
    }

    fn cell(&mut self) -> At {
        self.cells += 1;
        self.most_cells = self.most_cells.max(self.cells);
        At(self.cells - 1)
    }

    fn num(&mut self) -> Num {
        self.numbers += 1;
        self.most_numbers = self.most_numbers.max(self.numbers);
        Num(self.numbers - 1)
    }

    fn op(&mut self, op: Op<T>) {
        self.ops.push(op);
    }

    fn set(&mut self, cell: Fixed, n: T) {
        let to = self.fixed(cell);
        self.op(Op::Set { to, n });
    }

    fn put(&mut self, cell: Fixed, n: T, under: At) {
        let to = self.fixed(cell);
        self.op(Op::Put { to, n, under });
    }

    fn or_into(&mut self, cell: Fixed, b: At) {
        let to = self.fixed(cell);
        self.op(Op::Or { to, a: to, b });
    }

    fn and(&mut self, a: At, b: At) -> At {
        let to = self.cell();
        self.op(Op::And { to, a, b });
        to
    }

    fn and_not(&mut self, a: At, b: At) -> At {
        let to = self.cell();
        self.op(Op::AndNot { to, a, b });
        to
    }

    fn is(&mut self, of: At, n: T, under: At) -> At {
        let to = self.cell();
        self.op(Op::Is { to, of, n, under });
        to
    }

    /// The games whose number is not 0.
    fn some(&mut self, of: At, under: At) -> At {
        let to = self.cell();
        self.op(Op::Occupied { to, of: [of].into(), under });
        to
    }

    /// Steps that are left out where no game does them, if there are enough of them.
    fn within(&mut self, under: At, make: impl FnOnce(&mut Self) -> Made<()>) -> Made<()> {
        /// So few are sooner done than left out.
        const FEW: usize = 9;
        let at = self.ops.len();
        self.op(Op::SkipUnless { under, steps: 0 });
        self.for_a_while(make)?;
        let steps = self.ops.len() - at - 1;
        if steps <= FEW {
            self.ops.remove(at);
        } else {
            self.ops[at] = Op::SkipUnless { under, steps: steps as u32 };
        }
        Ok(())
    }

    /// What is kept in cells meanwhile is forgotten afterwards.
    fn for_a_while<R>(&mut self, make: impl FnOnce(&mut Self) -> Made<R>) -> Made<R> {
        let (cells, numbers) = (self.cells, self.numbers);
        let made = make(self)?;
        (self.cells, self.numbers) = (cells, numbers);
        Ok(made)
    }

    fn list(&mut self, make: impl FnOnce(&mut Self) -> Made<()>) -> Made<Vec<Op<T>>> {
        self.for_a_while(make)?;
        Ok(std::mem::take(&mut self.ops))
    }

    fn lockstep(&mut self, sides: &[Side<'p>], mirror: Option<&Mirror>) -> Made<Lockstep<T>> {
        let program = self.program;
        let holes = sides.iter().flat_map(|side| &side.code.begin).map(|b| b.holes.lanes());
        let holes =
            holes.fold(Default::default(), |all: crate::program::LaneSet, holes| all.union(holes));
        let offers: Vec<(Lane, At)> = holes.iter().map(|lane| (lane, self.cell())).collect();
        let mut laws = Vec::new();
        for side in sides {
            for law in &side.code.laws {
                let (holds, kept) = (self.cell(), self.cell());
                let mut test = self.list(|b| {
                    let under = b.fixed(Fixed::Done);
                    let answer = b.test(&law.test, under)?;
                    b.op(Op::Copy { to: kept, of: answer });
                    Ok(())
                })?;
                test.shrink_to_fit();
                laws.push(Law { holds, test, kept, if_any_can: law.if_any_can });
            }
        }
        if laws.len() > super::trial::MOST_LAWS {
            return Err("very many laws");
        }
        let rings = Rings::of(sides.iter().map(|side| side.code))?;
        let on: Vec<At> = rings.rings.iter().map(|_| self.cell()).collect();
        let lap = self.list(|b| b.lap(sides, &rings, &on))?;
        let after = self.list(|b| b.after(sides, mirror))?;
        let bind = self.list(|b| b.bind(sides, &laws))?;
        let offer = self.list(|b| b.offer(sides, &offers))?;
        let arrive = self.list(|b| b.arrive(sides, mirror, &offers, !laws.is_empty()))?;
        let choose = self.list(|b| {
            b.choose();
            Ok(())
        })?;
        let reversed = match mirror {
            None => false,
            Some(mirror) => {
                let others: Vec<Lane> = offers.iter().map(|(lane, _)| mirror.lane(*lane)).collect();
                let rising = others.is_sorted();
                if !rising && !others.iter().rev().is_sorted() {
                    return Err("the players' holes do not lie in one order");
                }
                !rising
            }
        };
        let relays = sides.iter().any(|side| side.code.relays);
        let soonest_return = Some(program.soonest_return).filter(|n| *n != u32::MAX);
        Ok(Lockstep {
            stores: program.stores.iter().map(tests::at).collect(),
            plan: Plan {
                lanes: program.lanes.len(),
                cells: usize::from(self.most_cells),
                numbers: usize::from(self.most_numbers),
                rings: rings.rings,
                offers: offers.into_iter().map(|(lane, at)| (tests::at(lane), at)).collect(),
                reversed,
                identity: Vec::new(),
                soonest_return,
                irreversible: program.irreversible,
            },
            ends: std::mem::take(&mut self.ends),
            lap,
            after,
            bind,
            offer,
            arrive,
            choose,
            laws,
            mirrored: mirror.is_some(),
            relays,
        })
    }

    /// The games of those in which that player is about to move.
    fn moving(&mut self, side: &Side<'_>, sides: &[Side<'_>], under: At) -> At {
        if sides.len() == 1 {
            return under;
        }
        let mover = self.fixed(Fixed::Mover);
        self.is(mover, T::of(side.seat.into()), under)
    }

    /// One lap.
    fn lap(&mut self, sides: &[Side<'p>], rings: &Rings, on: &[At]) -> Made<()> {
        let (all, pending) = (self.fixed(Fixed::Everything), self.fixed(Fixed::Pending));
        let live = self.fixed(Fixed::Live);
        let idle = self.is(pending, T::ALL, all);
        self.op(Op::AndNot { to: live, a: all, b: idle });
        self.set(Fixed::Stopped, T::NONE);
        let lap_captured = self.fixed(Fixed::LapCaptured);
        let last_captured = self.fixed(Fixed::LastCaptured);
        self.op(Op::PutCell { to: last_captured, of: lap_captured, under: live });
        self.put(Fixed::LapCaptured, T::NONE, live);
        let laps = self.fixed(Fixed::Laps);
        let further = self.some(laps, live);
        self.put(Fixed::FirstLap, T::NONE, further);
        let movers: Vec<At> = sides.iter().map(|side| self.moving(side, sides, live)).collect();
        for (side, moving) in sides.iter().zip(&movers) {
            for (place, block) in side.code.before_lap.iter().enumerate() {
                if !block.is_empty() {
                    let here = self.is(pending, T::of(place as u32), *moving);
                    self.within(here, |b| b.block(block, here))?;
                }
            }
        }
        self.set(Fixed::Seeds, T::NONE);
        self.set(Fixed::First, T::NONE);
        on.iter().for_each(|on| self.ops.push(Op::Set { to: *on, n: T::NONE }));
        for ((side, moving), ways) in sides.iter().zip(&movers).zip(&rings.ways) {
            self.take_up(side.code, *moving, ways, on)?;
        }
        let seeds = self.fixed(Fixed::Seeds);
        let first = self.fixed(Fixed::FirstLap);
        let first = self.and(first, live);
        let (held, origin) = (self.fixed(Fixed::Held), self.fixed(Fixed::Origin));
        let first_origin = self.fixed(Fixed::FirstOrigin);
        self.op(Op::PutCell { to: held, of: seeds, under: first });
        self.op(Op::PutCell { to: origin, of: pending, under: live });
        self.op(Op::PutCell { to: first_origin, of: pending, under: first });
        let sown = self.some(seeds, live);
        self.op(Op::Count { to: laps, under: sown });
        self.set(Fixed::Pending, T::ALL);
        for (ring, on) in on.iter().enumerate() {
            self.op(Op::Sow { ring: ring as u16, on: *on });
        }
        for (side, moving) in sides.iter().zip(&movers) {
            self.last_seeds(side.code, *moving, sides.len() == 1, &rings.rings, on)?;
        }
        let stopped = self.fixed(Fixed::Stopped);
        self.put(Fixed::Pending, T::ALL, stopped);
        if sides.iter().any(|side| side.code.relays) {
            let pends = self.cell();
            let fit = tests::fit(&crate::program::Range::from(LAPS), 0);
            if let Some(fit) = fit {
                self.op(Op::Within { to: pends, of: laps, fit, under: live });
                let idle = self.is(pending, T::ALL, pends);
                let left = self.and_not(pends, idle);
                self.or_into(Fixed::Left, left);
            }
            let left = self.fixed(Fixed::Left);
            self.put(Fixed::Pending, T::ALL, left);
        }
        let done = self.is(pending, T::ALL, live);
        self.or_into(Fixed::Done, done);
        Ok(())
    }

    /// What comes of the last seed.
    fn last_seeds(
        &mut self,
        code: &'p Code,
        moving: At,
        alone: bool,
        rings: &[mnc_lockstep::Ring],
        on: &[At],
    ) -> Made<()> {
        let last = self.fixed(Fixed::Last);
        for (ring, on) in rings.iter().zip(on) {
            let blocks = &code.last_seed[usize::from(ring.backward)];
            let under = if alone { *on } else { self.and(*on, moving) };
            for (i, lane) in ring.lanes.iter().enumerate() {
                let Some(block) = blocks.get(usize::from(lane.0)).filter(|block| !block.is_empty())
                else {
                    continue;
                };
                self.for_a_while(|b| {
                    let here = b.is(last, T::of(i as u32), under);
                    b.within(here, |b| {
                        b.fallen = Some(*lane);
                        if tests::asks_fall_later(block) {
                            let fallen = b.cell();
                            b.op(Op::Copy { to: fallen, of: *lane });
                            b.fallen = Some(fallen);
                        }
                        let made = b.block(block, here);
                        b.fallen = None;
                        made
                    })
                })?;
            }
        }
        Ok(())
    }

    /// After a move, until it is known who is next.
    fn after(&mut self, sides: &[Side<'p>], mirror: Option<&Mirror>) -> Made<()> {
        let (done, left) = (self.fixed(Fixed::Done), self.fixed(Fixed::Left));
        let (ready, over) = (self.fixed(Fixed::Ready), self.fixed(Fixed::Over));
        self.op(Op::AndNot { to: ready, a: done, b: left });
        self.set(Fixed::Done, T::NONE);
        self.set(Fixed::Stopped, T::NONE);
        self.set(Fixed::Same, T::NONE);
        self.set(Fixed::Turned, T::NONE);
        let going = self.is(over, T::NONE, ready);
        let movers: Vec<At> = sides.iter().map(|side| self.moving(side, sides, going)).collect();
        for (side, moving) in sides.iter().zip(&movers) {
            self.after_side(side, *moving)?;
        }
        let (same, turned) = (self.fixed(Fixed::Same), self.fixed(Fixed::Turned));
        let mover = self.fixed(Fixed::Mover);
        if let Some(mirror) = mirror {
            self.put(Fixed::Before, T::NONE, same);
            self.put(Fixed::Before, T::ONE, turned);
            self.turn_round(mirror, turned);
        } else {
            for (side, moving) in sides.iter().zip(&movers) {
                self.put(Fixed::Before, T::of(side.seat.into()), *moving);
            }
            let before = self.fixed(Fixed::Before);
            for side in sides {
                let next = (usize::from(side.seat) + 1) % self.program.seats;
                let his = self.is(before, T::of(side.seat.into()), turned);
                self.op(Op::Put { to: mover, n: T::of(next as u32), under: his });
            }
        }
        Ok(())
    }

    fn after_side(&mut self, side: &Side<'p>, moving: At) -> Made<()> {
        let program = self.program;
        if let Some(moved) = program.moved[usize::from(side.seat)] {
            self.op(Op::Put { to: At(moved.0.into()), n: T::ONE, under: moving });
        }
        self.block(&side.code.after_move, moving)?;
        let over = self.fixed(Fixed::Over);
        let going = match side.code.after_move.is_empty() {
            true => moving,
            false => self.is(over, T::NONE, moving),
        };
        let (again, turn_over) = (self.fixed(Fixed::Again), self.fixed(Fixed::TurnOver));
        let can = self.and_not(going, turn_over);
        let mut same = self.and(can, again);
        if let Some(turn) = &side.code.turn {
            if turn.at_most.is_some() || turn.moves.is_some() || turn.owed {
                return Err("turns of several moves");
            }
            if let Some(test) = &turn.again {
                let open = self.and_not(can, again);
                let more = self.test(test, open)?;
                let to = self.cell();
                self.op(Op::Or { to, a: same, b: more });
                same = to;
            }
        }
        let turned = self.and_not(going, same);
        if let Some(made) = program.moves_made {
            let made = At(made.0.into());
            let few = self.is(made, T::ALL, same);
            let counted = self.and_not(same, few);
            self.op(Op::Count { to: made, under: counted });
            self.op(Op::Put { to: made, n: T::NONE, under: turned });
        }
        if let Some(played) = program.played[usize::from(side.seat)] {
            self.op(Op::Put { to: At(played.0.into()), n: T::ONE, under: turned });
        }
        self.or_into(Fixed::Same, same);
        self.or_into(Fixed::Turned, turned);
        Ok(())
    }

    /// The other player is about to move, and his side is turned to him.
    fn turn_round(&mut self, mirror: &Mirror, under: At) {
        let pairs = mirror.pairs().filter(|(lane, _)| self.changes(*lane));
        let pairs: Box<[_]> = pairs.map(|(a, b)| (At(a.0.into()), At(b.0.into()))).collect();
        self.op(Op::Swap { pairs, under });
        let mover = self.fixed(Fixed::Mover);
        let first = self.is(mover, T::NONE, under);
        self.op(Op::Put { to: mover, n: T::NONE, under });
        self.op(Op::Put { to: mover, n: T::ONE, under: first });
    }

    /// Whether what a lane holds may change: all but what nobody can ever sow or capture to.
    fn changes(&self, lane: Lane) -> bool {
        lane.index() >= self.program.places || self.program.identity.contains(lane)
    }

    /// In which games a law holds.
    fn bind(&mut self, sides: &[Side<'p>], laws: &[Law<T>]) -> Made<()> {
        let (ready, over) = (self.fixed(Fixed::Ready), self.fixed(Fixed::Over));
        self.set(Fixed::Bound, T::NONE);
        let going = self.is(over, T::NONE, ready);
        let mut laws = laws.iter();
        for side in sides {
            let moving = self.moving(side, sides, going);
            for (law, of) in side.code.laws.iter().zip(&mut laws) {
                let holds = self.test(&law.when, moving)?;
                self.op(Op::Copy { to: of.holds, of: holds });
                self.or_into(Fixed::Bound, holds);
            }
        }
        Ok(())
    }

    /// What can be chosen.
    fn offer(&mut self, sides: &[Side<'p>], offers: &[(Lane, At)]) -> Made<()> {
        let ready = self.fixed(Fixed::Ready);
        self.offer_under(sides, offers, ready)
    }

    fn offer_under(&mut self, sides: &[Side<'p>], offers: &[(Lane, At)], under: At) -> Made<()> {
        let plain = match sides {
            [side] => match side.code.begin.as_slice() {
                [begin] => match (&begin.test, &begin.holes) {
                    (crate::program::Test::Always, Where::Holding(_, range)) => Some(*range),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if let Some(range) = plain {
            for (lane, to) in offers {
                let of = tests::at(*lane);
                match tests::fit(&range, 0) {
                    Some(fit) => self.op(Op::Within { to: *to, of, fit, under }),
                    None => self.op(Op::Set { to: *to, n: T::NONE }),
                }
            }
            return Ok(());
        }
        for (_, to) in offers {
            self.op(Op::Set { to: *to, n: T::NONE });
        }
        for side in sides {
            let mut rest = self.moving(side, sides, under);
            for begin in &side.code.begin {
                let fits = self.test(&begin.test, rest)?;
                self.for_a_while(|b| {
                    for (of, chosen) in b.meant(&begin.holes, fits)? {
                        let offer = offers.iter().find(|(lane, _)| tests::at(*lane) == of);
                        let Some((_, to)) = offer else { continue };
                        b.op(Op::Or { to: *to, a: *to, b: chosen });
                    }
                    Ok(())
                })?;
                rest = self.and_not(rest, fits);
            }
        }
        Ok(())
    }

    /// Before a move: ends, and what is kept.
    fn arrive(
        &mut self,
        sides: &[Side<'p>],
        mirror: Option<&Mirror>,
        offers: &[(Lane, At)],
        laws: bool,
    ) -> Made<()> {
        let (ready, over) = (self.fixed(Fixed::Ready), self.fixed(Fixed::Over));
        let choices = self.fixed(Fixed::Choices);
        let offered: Box<[At]> = offers.iter().map(|(_, at)| *at).collect();
        self.op(Op::Tell { to: choices, of: offered.clone() });
        let returns = self.program.soonest_return != u32::MAX;
        if returns {
            self.op(Op::LookBack);
        }
        self.set(Fixed::Stopped, T::NONE);
        let going = self.is(over, T::NONE, ready);
        let before = self.fixed(Fixed::Before);
        for side in sides {
            let moving = self.moving(side, sides, going);
            self.next = Some(side.seat);
            for (seat, block) in &side.ends {
                if !block.is_empty() {
                    let his = self.is(before, T::of((*seat).into()), moving);
                    self.for_a_while(|b| b.block(block, his))?;
                }
            }
            self.next = None;
        }
        let going = self.is(over, T::NONE, ready);
        if returns {
            let stood = self.fixed(Fixed::Stood);
            let often = self.cell();
            if let Some(fit) = tests::fit(&crate::program::Range::from(2), 0) {
                self.op(Op::Within { to: often, of: stood, fit, under: going });
                self.within(often, |b| b.each_keeps(often, Rule::Repetition))?;
            }
            let stored = self.fixed(Fixed::Stored);
            let of = self.program.stores.iter().map(tests::at).collect();
            self.op(Op::Sum { to: stored, of });
            self.op(Op::Keep);
        }
        let going = self.is(over, T::NONE, ready);
        let stuck = self.is(choices, T::NONE, going);
        self.within(stuck, |b| b.pass(sides, mirror, offers, stuck, laws))?;
        self.op(Op::Tally);
        Ok(())
    }

    /// The player about to move passes.
    fn pass(
        &mut self,
        sides: &[Side<'p>],
        mirror: Option<&Mirror>,
        offers: &[(Lane, At)],
        stuck: At,
        laws: bool,
    ) -> Made<()> {
        let over = self.fixed(Fixed::Over);
        self.lose(sides, stuck);
        let passing = self.is(over, T::NONE, stuck);
        if laws || self.program.seats != 2 || self.program.moves_made.is_some() {
            self.or_into(Fixed::Left, passing);
            return Ok(());
        }
        let mover = self.fixed(Fixed::Mover);
        match mirror {
            Some(mirror) => self.turn_round(mirror, passing),
            None => {
                let first = self.is(mover, T::NONE, passing);
                self.op(Op::Put { to: mover, n: T::NONE, under: passing });
                self.op(Op::Put { to: mover, n: T::ONE, under: first });
            }
        }
        // The others keep what they can choose.
        let kept: Vec<At> = offers.iter().map(|_| self.cell()).collect();
        for ((_, at), kept) in offers.iter().zip(&kept) {
            self.op(Op::Copy { to: *kept, of: *at });
        }
        self.offer_under(sides, offers, passing)?;
        for ((_, at), kept) in offers.iter().zip(&kept) {
            self.op(Op::Or { to: *at, a: *at, b: *kept });
        }
        let choices = self.fixed(Fixed::Choices);
        let of = offers.iter().map(|(_, at)| *at).collect();
        self.op(Op::Tell { to: choices, of });
        let stuck = self.is(choices, T::NONE, passing);
        self.lose(sides, stuck);
        let nobody = self.is(over, T::NONE, stuck);
        self.each_keeps(nobody, Rule::NobodyMoves)
    }

    /// Who cannot move loses, where that is said.
    fn lose(&mut self, sides: &[Side<'p>], stuck: At) {
        for side in sides {
            if let Some((why, true)) = side.code.no_move {
                let his = self.moving(side, sides, stuck);
                let how = Ending::Loses(crate::model::Seat(side.seat));
                self.end(End { how, why }, his);
            }
        }
    }

    /// By default each player keeps the seeds of his own holes, and the game is over.
    fn each_keeps(&mut self, under: At, why: Rule) -> Made<()> {
        let mut owned = false;
        for (holes, store) in &self.program.keeps {
            owned |= !holes.is_empty();
            let gained = self.cell();
            let of = holes.iter().map(tests::at).collect();
            self.op(Op::MoveAll { of, to: At(store.0.into()), under, gained });
        }
        let how = if owned { Ending::Judged } else { Ending::Drawn };
        self.end(End { how, why: why.clause() }, under);
        Ok(())
    }

    /// The game is over.
    fn end(&mut self, end: End, under: At) {
        let known = self.ends.iter().position(|e| *e == end);
        let number = known.unwrap_or_else(|| {
            self.ends.push(end);
            self.ends.len() - 1
        });
        self.put(Fixed::Over, T::of(number as u32 + 1), under);
    }

    /// The beginning of a move.
    fn choose(&mut self) {
        self.op(Op::Draw);
        self.op(Op::Choose);
        let ready = self.fixed(Fixed::Ready);
        let none = [
            Fixed::Again,
            Fixed::TurnOver,
            Fixed::LapCaptured,
            Fixed::LastCaptured,
            Fixed::FirstCaptured,
            Fixed::Captured,
            Fixed::Laps,
        ];
        none.into_iter().for_each(|cell| self.put(cell, T::NONE, ready));
        self.put(Fixed::FirstLap, T::ALL, ready);
        let (stored, before) = (self.fixed(Fixed::Stored), self.fixed(Fixed::StoredBefore));
        self.op(Op::PutCell { to: before, of: stored, under: ready });
    }
}
