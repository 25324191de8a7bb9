//! From a program to one for many games at once.
//!
//! What the clauses say is done in every game, under the answer to whether it is said there. A
//! program with a clause that has no such form is left to the plan, whole; what happens rarely is left
//! to it game by game ([`Fixed::Left`]).

mod acts;
mod aside;
mod captors;
mod columns;
mod cond;
mod glance;
mod lap;
mod merge;
mod rings;
mod runs;
mod turn;

use super::code::{End, Law, Lockstep, Tried};
use crate::program::{Block, Code, Lane, LaneSet, Mirror, Program, Test};
use captors::Captors;
use columns::{Columns, Known};
use mnc_lockstep::{At, Cell, Fixed, Num, Op, Plan};

/// What was made, or what has no form here.
pub(super) type Made<T> = Result<T, &'static str>;

/// Laps of a move that are sown here; a move of more is told by the plan.
const LAPS: i64 = 60;

/// A position that stands for the third time ends the game, whatever else is said.
const THIRD: u32 = 3;

/// What is played by the plan alone.
const BOTH: &str = "both players moving at once";
const KINDS: &str = "kinds of seeds";
const EARLIER: &str = "the seed before this one";

/// About how many cells a step looks at, or changes.
fn looked_at<T>(op: &Op<T>) -> usize {
    let mut many = 1;
    op.read(&mut |_| many += 1);
    many + match op {
        Op::Scatter { into, .. } => 2 * into.len(),
        Op::Name { of, .. } => of.len(),
        Op::MoveRun { of, .. } => of.len(),
        Op::MovePlace { of, .. } => of.len(),
        Op::Among { among, .. } => among.len(),
        _ => 0,
    }
}

/// The cell of a lane.
fn at(lane: Lane) -> At {
    At(lane.0.into())
}

/// A program in the making.
struct Build<'p, T> {
    program: &'p Program,
    sides: &'p [Side<'p>],
    mirror: Option<&'p Mirror>,
    /// The holes that can ever be chosen, and the cells that tell whether they can be now.
    offers: &'p [(At, At)],
    ops: Vec<Op<T>>,
    /// Cells in use, and the most that ever were.
    cells: u16,
    most_cells: u16,
    numbers: u16,
    most_numbers: u16,
    ends: Vec<End>,
    /// The cell that tells what the hole of the fall came to hold.
    fallen: Option<At>,
    /// The player about to move is known to have that number.
    next: Option<u8>,
    columns: Columns,
    /// Whose captures they are, if that depends on who has moved.
    captors: Option<Captors>,
    /// Seeds are in the hand.
    walking: bool,
    /// It matters when a position stands for the so-many-th time.
    returns: u32,
    /// Why the plan sows the laps, game by game; `None`: it does not.
    aside: Option<&'static str>,
}

/// How far a program has been made.
struct Before {
    ops: usize,
    ends: usize,
    cells: u16,
    numbers: u16,
    known: Known,
}

/// The rules of a player, as they are told here.
struct Side<'p> {
    seat: u8,
    code: &'p Code,
    /// What is looked at when he is about to move, by who moved before.
    ends: Vec<(u8, &'p Block)>,
}

/// So many steps are looked at together.
const MOST_STEPS: usize = 1 << 18;

impl<T: Cell> Lockstep<T> {
    /// A program for many games at once, or what has no form in it.
    pub fn of(program: &Program, most_falls: u64) -> Made<Lockstep<T>> {
        if most_falls < (LAPS as u64 + 2) * u64::from(program.greatest) {
            return Err("a sowing may be long");
        }
        if program.codes.iter().any(|code| code.until.is_some()) {
            return Err("a last stage that comes to an end");
        }
        if program.codes.iter().any(|code| code.at_once.is_some()) {
            return Err(BOTH);
        }
        if !program.kinds.is_empty() {
            return Err(KINDS);
        }
        if program.codes.iter().any(|code| code.opening.is_some()) {
            return Err("a move that does not simply begin with one hole");
        }
        if program.codes.iter().flat_map(|code| &code.laws).any(|law| law.begins.is_some()) {
            return Err("a law about where a move begins");
        }
        if program.moves_left.is_some() {
            return Err("turns of several moves");
        }
        if !program.owners.is_empty() {
            return Err("holes that change their owner");
        }
        let told = [program.turn_captured, program.turn_went];
        if told.iter().any(Option::is_some) || !program.turn_sown.is_empty() {
            return Err("what has happened in a turn of several moves");
        }
        let mirror = program.mirror();
        let sides = sides(program, mirror.is_some());
        let cells = program.lanes.len() + Fixed::COUNT;
        let begins = sides.iter().flat_map(|side| &side.code.begin).map(|b| b.holes.lanes());
        let holes = begins.fold(LaneSet::default(), |all, holes| all.union(holes));
        let answers = (cells as u16..).map(At);
        let offers: Vec<(At, At)> = holes.iter().map(at).zip(answers).collect();
        let cells = (cells + offers.len()) as u16;
        let build = Build {
            program,
            sides: &sides,
            mirror: mirror.as_ref(),
            offers: &offers,
            ops: Vec::new(),
            cells,
            most_cells: cells,
            numbers: 0,
            most_numbers: 0,
            ends: Vec::new(),
            fallen: None,
            next: None,
            columns: Columns::default(),
            captors: None,
            walking: false,
            returns: THIRD,
            aside: None,
        };
        let made = build.lockstep()?;
        Ok(made.tidied().with_identity(program))
    }
}

/// Lanes that hold nothing where a condition holds.
fn empty(test: &Test) -> LaneSet {
    match test {
        Test::Empty(lanes) => *lanes,
        Test::All(tests) => tests.iter().fold(LaneSet::default(), |all, t| all.union(empty(t))),
        _ => LaneSet::default(),
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
        let cell = At(self.cells);
        self.cells = self.cells.saturating_add(1);
        self.most_cells = self.most_cells.max(self.cells);
        cell
    }

    fn num(&mut self) -> Num {
        let number = Num(self.numbers);
        self.numbers = self.numbers.saturating_add(1);
        self.most_numbers = self.most_numbers.max(self.numbers);
        number
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
        self.any([of].into(), under)
    }

    /// The games in which one of these cells holds something.
    fn any(&mut self, of: Box<[At]>, under: At) -> At {
        let to = self.cell();
        self.op(Op::Occupied { to, of, under });
        to
    }

    /// Steps that are left out where no game does them, if there are enough of them.
    fn within(&mut self, under: At, make: impl FnOnce(&mut Self) -> Made<()>) -> Made<()> {
        /// Those that look at so few cells are sooner done than left out.
        const FEW: usize = 24;
        let at = self.ops.len();
        self.op(Op::SkipUnless { under, steps: 0 });
        self.for_a_while(make)?;
        let steps = self.ops.len() - at - 1;
        if self.ops[at + 1..].iter().map(looked_at).sum::<usize>() <= FEW {
            self.ops.remove(at);
        } else {
            self.ops[at] = Op::SkipUnless { under, steps: steps as u32 };
        }
        Ok(())
    }

    /// What is kept in cells meanwhile is forgotten afterwards.
    fn for_a_while<R>(&mut self, make: impl FnOnce(&mut Self) -> Made<R>) -> Made<R> {
        let before = self.made();
        let made = make(self)?;
        if self.ops.len() > MOST_STEPS || self.most_cells.max(self.most_numbers) == u16::MAX {
            return Err("a program of very many steps");
        }
        (self.cells, self.numbers) = (before.cells, before.numbers);
        self.columns.back_to(&before.known);
        Ok(made)
    }

    fn made(&self) -> Before {
        let (ops, ends, known) = (self.ops.len(), self.ends.len(), self.columns.known.clone());
        Before { ops, ends, cells: self.cells, numbers: self.numbers, known }
    }

    /// What has been made since then, when there were no columns, is given up.
    fn back_to(&mut self, before: Before) {
        self.ops.truncate(before.ops);
        self.ends.truncate(before.ends);
        (self.cells, self.numbers) = (before.cells, before.numbers);
        self.columns = Columns::default();
        self.fallen = None;
    }

    fn list(&mut self, make: impl FnOnce(&mut Self) -> Made<()>) -> Made<Vec<Op<T>>> {
        self.for_a_while(make)?;
        Ok(std::mem::take(&mut self.ops))
    }

    fn lockstep(mut self) -> Made<Lockstep<T>> {
        let program = self.program;
        // Cells that are kept come before all that are used for a while.
        let scores: Vec<At> = program.held.iter().map(|_| self.cell()).collect();
        let laws = self.laws()?;
        let before = self.made();
        let (rings, laps) = match self.laps_of_all() {
            Ok(made) => made,
            Err(why) => {
                self.back_to(before);
                (Vec::new(), self.laps_aside(why)?)
            }
        };
        let after = self.list(Build::after)?;
        let bind = self.list(|b| b.bind(&laws))?;
        let offer = self.list(Build::offer)?;
        let look = self.list(Build::look)?;
        let glance = self.glance()?;
        let arrive = self.list(|b| match glance {
            Some(_) => b.arrive_rare(&scores),
            None => b.arrive(&scores),
        })?;
        let wait = self.list(Build::wait)?;
        let begin_move = self.list(Build::begin_move)?;
        let (relays, counts_laps) = (self.relays(), self.counts_laps());
        let mover = self.fixed(Fixed::Mover);
        let lanes = (0..program.lanes.len()).map(|lane| At(lane as u16));
        Ok(Lockstep {
            position: lanes.chain([mover]).collect(),
            stores: program.stores.iter().map(at).collect(),
            plan: Plan {
                lanes: program.lanes.len(),
                cells: usize::from(self.most_cells),
                numbers: usize::from(self.most_numbers),
                rings,
                offers: self.offers.to_vec(),
                reversed: self.reversed()?,
                identity: Vec::new(),
                soonest_return: Some(program.soonest_return).filter(|n| *n != u32::MAX),
                returns: self.returns,
                irreversible: program.irreversible,
            },
            ends: self.ends,
            laps,
            after,
            bind,
            wait,
            offer,
            look,
            glance,
            arrive,
            scores,
            begin_move,
            laws,
            turn: Vec::new(),
            rest: Vec::new(),
            tried: Tried::default(),
            mirror: self.mirror.cloned(),
            relays,
            counts_laps,
        })
    }

    /// What is looked at after a move that a law may forbid.
    fn laws(&mut self) -> Made<Vec<Law<T>>> {
        let of_sides = self.sides.iter().flat_map(|side| &side.code.laws);
        let mut laws: Vec<Law<T>> = of_sides
            .clone()
            .map(|law| {
                let (holds, kept, if_any_can) = (self.cell(), self.cell(), law.if_any_can);
                let empty = empty(&law.when).iter().map(at).collect();
                Law { holds, empty, test: Vec::new(), kept, if_any_can }
            })
            .collect();
        for (law, made) in of_sides.zip(&mut laws) {
            made.test = self.list(|b| {
                let under = b.fixed(Fixed::Done);
                let of = b.test(&law.test, under)?;
                b.op(Op::Copy { to: made.kept, of });
                Ok(())
            })?;
        }
        match laws.len() > super::trial::MOST_LAWS {
            true => Err("very many laws"),
            false => Ok(laws),
        }
    }

    /// Whether the second player's holes lie in the opposite order of the first one's.
    fn reversed(&self) -> Made<bool> {
        let Some(mirror) = self.mirror else { return Ok(false) };
        let other = |(lane, _): &(At, At)| mirror.lane(Lane(lane.0 as u8));
        let others: Vec<Lane> = self.offers.iter().map(other).collect();
        let rising = others.is_sorted();
        if !rising && !others.iter().rev().is_sorted() {
            return Err("the players' holes do not lie in one order");
        }
        Ok(!rising)
    }

    /// The games of those in which that player is about to move.
    fn moving(&mut self, side: &Side<'_>, under: At) -> At {
        if self.sides.len() == 1 {
            return under;
        }
        let mover = self.fixed(Fixed::Mover);
        self.is(mover, T::of(side.seat.into()), under)
    }

    /// The same for each player.
    fn movers(&mut self, under: At) -> Vec<At> {
        let sides = self.sides;
        sides.iter().map(|side| self.moving(side, under)).collect()
    }

    /// The game is over.
    fn end(&mut self, end: End, under: At) {
        let number = self.number_of(end);
        self.put(Fixed::Over, T::of(number as u32 + 1), under);
    }

    /// The number of an end.
    fn number_of(&mut self, end: End) -> usize {
        let known = self.ends.iter().position(|e| *e == end);
        known.unwrap_or_else(|| {
            self.ends.push(end);
            self.ends.len() - 1
        })
    }
}
