//! Compiles a program to op lists for many games at once.
//!
//! Every clause runs in all games, under the mask of the games in which it applies. A program with a clause
//! that has no ops is left to the plan as a whole; rare cases fall back game by game
//! ([`Register::FallBack`]).

mod acts;
mod columns;
mod cond;
mod fast_arrival;
mod lap;
mod lap_support;
mod rings;
mod run_captures;
mod shared_captures;
mod turn;
mod vectorize;

use super::code::{BatchLaw, BatchProgram, GameEnd, TrialSetup};
use crate::program::{Block, Code, Lane, LaneSet, Mirror, Program, Test};
use columns::{Columns, GatheredColumns};
use mnc_lockstep::{CellId, CellLayout, CellValue, Op, Register, WideId};
use shared_captures::CaptorMasks;

/// Emitted ops, or the reason why there are none.
pub(super) type Emitted<T> = Result<T, &'static str>;

/// Most laps of a move; games with longer moves fall back to the plan.
const MAX_LAPS: i64 = 60;

/// A position that occurs for the third time ends the game in any case.
const FORCED_END_COUNT: u32 = 3;

/// Features that only the plan supports.
const SIMULTANEOUS: &str = "both players moving at once";
const KINDS: &str = "kinds of seeds";
const OTHER_PLAYER: &str = "whether another player could move is asked";
const PREVIOUS_SEED: &str = "the seed before this one";

/// Approximate cost of an op: the number of cells that it reads or writes.
fn op_cost<T>(op: &Op<T>) -> usize {
    let mut many = 1;
    op.operands(&mut |_| many += 1);
    many + op.entries()
}

/// The cell of a lane.
fn at(lane: Lane) -> CellId {
    CellId(lane.0.into())
}

/// Builds a [`BatchProgram`].
struct BatchCompiler<'p, T> {
    program: &'p Program,
    seat_codes: &'p [SeatCode<'p>],
    mirror: Option<&'p Mirror>,
    /// The holes that can ever be chosen, each with the mask cell that says whether it can be chosen now.
    offers: &'p [(CellId, CellId)],
    ops: Vec<Op<T>>,
    /// Cells in use, and the most that ever were.
    cells: u16,
    most_cells: u16,
    numbers: u16,
    most_numbers: u16,
    ends: Vec<GameEnd>,
    /// The cell that holds the content of the hole after the fall.
    fallen: Option<CellId>,
    /// Seat of the mover, where the code being compiled is that of one player.
    known_mover: Option<u8>,
    columns: Columns,
    /// Masks for captures that count for different players, depending on who has moved.
    captors: Option<CaptorMasks>,
    /// Per-seed hooks are being compiled: seeds are in the hand.
    seed_by_seed: bool,
    /// Least number of occurrences of a position that matters.
    returns: u32,
    /// Why the plan also begins the moves; `None`: it does not.
    scalar_choices: Option<&'static str>,
    /// Why the plan sows the laps, game by game; `None`: ops sow them.
    scalar_reason: Option<&'static str>,
    /// See [`LapCode::others_captured`](super::code::LapCode::others_captured).
    others_captured: Option<CellId>,
    /// What the compiled tests take for the answer of the plan whether the other player could move.
    other: OtherPlayer,
    /// Tests that the plan evaluates when the laps are over, each with the cell of its mask.
    lap_facts: Vec<(Test, CellId)>,
}

/// Whether the other of two players could move, if the plan has to be asked for that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OtherPlayer {
    /// The plan is not asked.
    Unknown,
    /// To find out where the answer matters: taken to be this.
    Stuck(bool),
    /// The plan has been asked, where it matters.
    Asked,
}

/// A saved state of the compiler.
struct Checkpoint {
    ops: usize,
    ends: usize,
    cells: u16,
    numbers: u16,
    gathered: GatheredColumns,
}

/// The rules of one player as they are compiled.
struct SeatCode<'p> {
    seat: u8,
    code: &'p Code,
    /// The *end* blocks that run before this player moves, each with the seat of the previous mover.
    ends: Vec<(u8, &'p Block)>,
}

/// Most ops of a list.
const MAX_VECTORIZED_COST: usize = 1 << 18;

impl<T: CellValue> BatchProgram<T> {
    /// Compiles a program; `Err`: a feature that has no ops.
    pub fn of(program: &Program, most_falls: u64) -> Emitted<BatchProgram<T>> {
        if most_falls < (MAX_LAPS as u64 + 2) * u64::from(program.total_seeds) {
            return Err("a sowing may be long");
        }
        if program.codes.iter().any(|code| code.until.is_some()) {
            return Err("a last stage that comes to an end");
        }
        if program.codes.iter().any(|code| code.at_once.is_some()) {
            return Err(SIMULTANEOUS);
        }
        if !program.kinds.is_empty() {
            return Err(KINDS);
        }
        let one_move = |code: &Code| {
            let moves = code.turn.as_ref().and_then(|turn| turn.moves.as_ref());
            moves.is_none_or(|moves| moves.as_fixed() == Some(1))
        };
        // If no turn begins with more than one move, none is left after a move.
        let counts = program.moves_left.is_some() && !program.extra_moves.is_empty();
        if counts || !program.codes.iter().all(one_move) {
            return Err("turns of several moves");
        }
        if !program.owners.is_empty() {
            return Err("holes that change their owner");
        }
        let mirror = program.mirror();
        let sides = seat_codes(program, mirror.is_some());
        let cells = program.lanes.len() + Register::COUNT;
        let begins = sides.iter().flat_map(|side| &side.code.starts).map(|b| b.holes.lanes());
        let holes = begins.fold(LaneSet::default(), |all, holes| all.union(holes));
        let answers = (cells as u16..).map(CellId);
        let opens = program.codes.iter().any(|code| code.opening.is_some());
        let scalar_choices = opens.then_some("a move that does not simply begin with one hole");
        let holes = if scalar_choices.is_some() { LaneSet::default() } else { holes };
        let offers: Vec<(CellId, CellId)> = holes.iter().map(at).zip(answers).collect();
        let cells = (cells + offers.len()) as u16;
        let build = BatchCompiler {
            program,
            seat_codes: &sides,
            mirror: mirror.as_ref(),
            offers: &offers,
            ops: Vec::new(),
            cells,
            most_cells: cells,
            numbers: 0,
            most_numbers: 0,
            ends: Vec::new(),
            fallen: None,
            known_mover: None,
            columns: Columns::default(),
            captors: None,
            seed_by_seed: false,
            returns: FORCED_END_COUNT,
            scalar_choices,
            scalar_reason: None,
            others_captured: None,
            other: OtherPlayer::Unknown,
            lap_facts: Vec::new(),
        };
        let made = build.compile()?;
        Ok(made.optimize().with_identity(program))
    }
}

/// Lanes that are empty wherever a condition holds.
fn known_empty_lanes(test: &Test) -> LaneSet {
    if let Test::All(tests) = test {
        return tests.iter().fold(LaneSet::default(), |all, t| all.union(known_empty_lanes(t)));
    }
    if let Test::Empty(lanes) = test { *lanes } else { LaneSet::default() }
}

/// The rules of each player; in a mirrored game, only those of the first.
fn seat_codes(program: &Program, mirrored: bool) -> Vec<SeatCode<'_>> {
    let seats = if mirrored { 1 } else { program.seats };
    let side = |seat: usize| SeatCode {
        seat: seat as u8,
        code: &program.codes[seat],
        ends: (0..program.seats)
            .filter_map(|before| Some((before as u8, program.codes[before].end.get(seat)?)))
            .collect(),
    };
    (0..seats).map(side).collect()
}

impl<'p, T: CellValue> BatchCompiler<'p, T> {
    fn register(&self, cell: Register) -> CellId {
        CellId((self.program.lanes.len() + cell as usize) as u16)
    }

    fn new_cell(&mut self) -> CellId {
        let cell = CellId(self.cells);
        self.cells = self.cells.saturating_add(1);
        self.most_cells = self.most_cells.max(self.cells);
        cell
    }

    fn new_wide(&mut self) -> WideId {
        let number = WideId(self.numbers);
        self.numbers = self.numbers.saturating_add(1);
        self.most_numbers = self.most_numbers.max(self.numbers);
        number
    }

    fn emit(&mut self, op: Op<T>) {
        self.ops.push(op);
    }

    fn set(&mut self, cell: Register, n: T) {
        let to = self.register(cell);
        self.emit(Op::Set { to, n });
    }

    fn assign(&mut self, cell: Register, n: T, under: CellId) {
        let to = self.register(cell);
        self.emit(Op::Assign { to, n, under });
    }

    fn or_into(&mut self, cell: Register, b: CellId) {
        let to = self.register(cell);
        self.emit(Op::Or { to, a: to, b });
    }

    fn and(&mut self, a: CellId, b: CellId) -> CellId {
        let to = self.new_cell();
        self.emit(Op::And { to, a, b });
        to
    }

    fn and_not(&mut self, a: CellId, b: CellId) -> CellId {
        let to = self.new_cell();
        self.emit(Op::AndNot { to, a, b });
        to
    }

    fn is(&mut self, of: CellId, n: T, under: CellId) -> CellId {
        let to = self.new_cell();
        self.emit(Op::Is { to, of, n, under });
        to
    }

    /// Mask of the games in which a cell is not 0.
    fn nonzero(&mut self, of: CellId, under: CellId) -> CellId {
        self.any_nonzero([of].into(), under)
    }

    /// Mask of the games in which one of these cells is not 0.
    fn any_nonzero(&mut self, of: Box<[CellId]>, under: CellId) -> CellId {
        let to = self.new_cell();
        self.emit(Op::Occupied { to, of, under });
        to
    }

    /// Emits ops that are skipped if no game needs them, unless they are few.
    fn skip_unless(
        &mut self,
        under: CellId,
        make: impl FnOnce(&mut Self) -> Emitted<()>,
    ) -> Emitted<()> {
        /// Ops of no more than this cost are run rather than skipped.
        const FEW: usize = 24;
        let at = self.ops.len();
        self.emit(Op::SkipUnless { under, steps: 0 });
        self.with_temporaries(make)?;
        let steps = self.ops.len() - at - 1;
        if self.ops[at + 1..].iter().map(op_cost).sum::<usize>() <= FEW {
            self.ops.remove(at);
        } else {
            self.ops[at] = Op::SkipUnless { under, steps: steps as u32 };
        }
        Ok(())
    }

    /// Frees the temporary cells that `make` allocates.
    fn with_temporaries<R>(&mut self, make: impl FnOnce(&mut Self) -> Emitted<R>) -> Emitted<R> {
        let before = self.checkpoint();
        let made = make(self)?;
        if self.ops.len() > MAX_VECTORIZED_COST
            || self.most_cells.max(self.most_numbers) == u16::MAX
        {
            return Err("a program of very many steps");
        }
        (self.cells, self.numbers) = (before.cells, before.numbers);
        self.columns.restore(&before.gathered);
        Ok(made)
    }

    fn checkpoint(&self) -> Checkpoint {
        let (ops, ends, known) = (self.ops.len(), self.ends.len(), self.columns.gathered.clone());
        Checkpoint { ops, ends, cells: self.cells, numbers: self.numbers, gathered: known }
    }

    /// Discards everything emitted since a checkpoint at which there were no columns.
    fn roll_back(&mut self, before: Checkpoint) {
        self.ops.truncate(before.ops);
        self.ends.truncate(before.ends);
        (self.cells, self.numbers) = (before.cells, before.numbers);
        self.columns = Columns::default();
        self.fallen = None;
    }

    fn op_list(&mut self, make: impl FnOnce(&mut Self) -> Emitted<()>) -> Emitted<Vec<Op<T>>> {
        self.with_temporaries(make)?;
        Ok(std::mem::take(&mut self.ops))
    }

    fn compile(mut self) -> Emitted<BatchProgram<T>> {
        let program = self.program;
        // Permanent cells are allocated before all temporaries.
        let scores: Vec<CellId> = program.score_lanes.iter().map(|_| self.new_cell()).collect();
        let mut laws = self.new_laws()?;
        let before = self.checkpoint();
        let made = self.scalar_choices.map_or_else(|| self.lap_code(), Err);
        let (rings, laps) = match made {
            Ok(made) => made,
            Err(why) => {
                self.roll_back(before);
                (Vec::new(), self.scalar_laps(why)?)
            }
        };
        self.emit_law_tests(&mut laws)?;
        let after = self.op_list(BatchCompiler::emit_after_move)?;
        let law_masks = self.op_list(|b| b.emit_law_masks(&laws))?;
        let offer = self.op_list(BatchCompiler::emit_offer)?;
        let inspect = self.op_list(BatchCompiler::emit_inspection)?;
        let fast_arrival = self.fast_arrival()?;
        let full_arrival = self.op_list(|b| match fast_arrival {
            Some(_) => b.emit_rare_arrival(&scores),
            None => b.emit_arrival(&scores),
        })?;
        let park = self.op_list(BatchCompiler::emit_parking)?;
        let begin_move = self.op_list(BatchCompiler::emit_begin_move)?;
        let (relays, counts_laps) = (self.may_relay(), self.counts_laps());
        let asks_of_other = self.other == OtherPlayer::Asked;
        let mover = self.register(Register::Mover);
        let lanes = (0..program.lanes.len()).map(|lane| CellId(lane as u16));
        Ok(BatchProgram {
            position: lanes.chain([mover]).collect(),
            stores: program.stores.iter().map(at).collect(),
            plan: CellLayout {
                lanes: program.lanes.len(),
                cells: usize::from(self.most_cells),
                numbers: usize::from(self.most_numbers),
                rings,
                offers: self.offers.to_vec(),
                reversed: self.reversed()?,
                identity: Vec::new(),
                fewest_moves_to_repeat: Some(program.fewest_moves_to_repeat)
                    .filter(|n| *n != u32::MAX),
                repetition_limit: self.returns,
                irreversible: program.irreversible,
            },
            ends: self.ends,
            laps,
            after,
            law_masks,
            park,
            offer,
            inspect,
            fast_arrival,
            full_arrival,
            scores,
            begin_move,
            laws,
            whole_turn: Vec::new(),
            turn_rest: Vec::new(),
            trial_setup: TrialSetup::default(),
            mirror: self.mirror.cloned(),
            relays,
            counts_laps,
            asks_of_other,
        })
    }

    /// Allocates the cells of all laws.
    fn new_laws(&mut self) -> Emitted<Vec<BatchLaw<T>>> {
        if self.scalar_choices.is_some() && self.has_laws() {
            return Err("laws about moves that do not simply begin with one hole");
        }
        let of_sides = self.seat_codes.iter().flat_map(|side| &side.code.laws);
        let laws: Vec<BatchLaw<T>> = of_sides
            .map(|law| {
                let (holds, kept, if_any_can) = (self.new_cell(), self.new_cell(), law.if_any_can);
                let empty = known_empty_lanes(&law.when).iter().map(at).collect();
                let offers = if law.begins.is_some() { self.offers.len() } else { 0 };
                BatchLaw {
                    applies: holds,
                    known_empty: empty,
                    test: Vec::new(),
                    satisfied: kept,
                    begins: (0..offers).map(|_| self.new_cell()).collect(),
                    if_any_can,
                }
            })
            .collect();
        match laws.len() > super::legality::MOST_LAWS {
            true => Err("very many laws"),
            false => Ok(laws),
        }
    }

    /// Emits the tests of all laws.
    fn emit_law_tests(&mut self, laws: &mut [BatchLaw<T>]) -> Emitted<()> {
        let of_sides = self.seat_codes.iter().flat_map(|side| &side.code.laws);
        for (law, made) in of_sides.zip(laws) {
            made.test = self.op_list(|b| {
                let under = b.register(Register::LapsDone);
                let of = b.test_mask(&law.test, under)?;
                b.emit(Op::Copy { to: made.satisfied, of });
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Whether the second player's holes are in the opposite order of the first player's.
    fn reversed(&self) -> Emitted<bool> {
        let Some(mirror) = self.mirror else { return Ok(false) };
        let other = |(lane, _): &(CellId, CellId)| mirror.lane(Lane(lane.0 as u8));
        let others: Vec<Lane> = self.offers.iter().map(other).collect();
        let rising = others.is_sorted();
        if !rising && !others.iter().rev().is_sorted() {
            return Err("the players' holes do not lie in one order");
        }
        Ok(!rising)
    }

    /// Mask of the games, among `under`, in which this player is to move.
    fn mover_mask(&mut self, side: &SeatCode<'_>, under: CellId) -> CellId {
        if self.seat_codes.len() == 1 {
            return under;
        }
        let mover = self.register(Register::Mover);
        self.is(mover, T::of(side.seat.into()), under)
    }

    /// The same for each player.
    fn mover_masks(&mut self, under: CellId) -> Vec<CellId> {
        let sides = self.seat_codes;
        sides.iter().map(|side| self.mover_mask(side, under)).collect()
    }

    /// Ends the games in `under`.
    fn end_game(&mut self, end: GameEnd, under: CellId) {
        let number = self.end_number(end);
        self.assign(Register::EndNumber, T::of(number as u32 + 1), under);
    }

    /// Index of an end, which is added if it is new.
    fn end_number(&mut self, end: GameEnd) -> usize {
        let known = self.ends.iter().position(|e| *e == end);
        known.unwrap_or_else(|| {
            self.ends.push(end);
            self.ends.len() - 1
        })
    }
}
