//! Moves or laps without ops: the plan makes them, game by game.

use super::code::BatchProgram;
use super::scheduler::ScalarRunner;
use crate::model::{ClauseId, Seat};
use crate::program::{EndRule, Lane};
use crate::runner::plan::{DrawnReplies, LapOutcome, MoveStats};
use crate::runner::playout::{GameTally, LapDecisions};
use mnc_lockstep::{CellId, CellValue, GAMES, Pack, Register, mask};

/// The registers that hold the outcome of the laps of a move.
pub(super) fn outcome_cells() -> impl Iterator<Item = Register> {
    outcome_values(&LapOutcome::default(), u8::NONE, u8::NONE).into_iter().map(|(cell, _)| cell)
}

/// Statistics of a game whose moves the plan begins.
#[derive(Clone, Debug, Default)]
pub(super) struct ScalarTally {
    /// Of all moves but the last one.
    tally: GameTally,
    /// The last move.
    last: Option<ScalarMove>,
}

/// A move that the plan has begun.
#[derive(Clone, Debug)]
struct ScalarMove {
    mover: Seat,
    draws: DrawnReplies,
    /// The players who captured since the last question: one bit per seat.
    captors: u32,
}

impl ScalarTally {
    /// Of a game that enters the batch after some decisions.
    pub fn of(tally: GameTally) -> ScalarTally {
        ScalarTally { tally, last: None }
    }

    /// The statistics of the game. The registers have those of the last move, since its last question.
    pub fn up_to_now<T: CellValue>(
        &self,
        pack: &Pack<'_, T>,
        code: &BatchProgram<T>,
        game: usize,
    ) -> GameTally {
        let mut tally = self.tally;
        if let Some(ScalarMove { mover, draws, captors }) = &self.last {
            // Of two players, the other.
            let later = code.laps.others_captured.map(|cell| pack.get_one(cell, game) != T::NONE);
            let others = captors | u32::from(later == Some(true)) << (mover.0 ^ 1);
            let held = |cell: Register| pack.get_one(pack.plan.register(cell), game);
            let laps = held(Register::Laps).number();
            let captured = held(Register::Captured) != T::NONE;
            tally.add_drawn_move(draws, MoveStats::by(*mover, laps, captured, others));
        }
        tally
    }
}

/// The lanes of games, read and written one game at a time.
struct LaneCells {
    /// The cell of each lane, for the first player's and for the second player's moves.
    cells: [Vec<CellId>; 2],
    /// Scratch: the lanes of a game, in the program's own order (unmirrored).
    lanes: Vec<u32>,
}

impl LaneCells {
    fn of<T: CellValue>(code: &BatchProgram<T>) -> LaneCells {
        let lanes = code.plan.lanes;
        let cells = |seat| (0..lanes).map(|lane| code.cell_of(Seat(seat), lane)).collect();
        LaneCells { cells: [0, 1].map(cells), lanes: vec![0; lanes] }
    }

    fn cells(&self, mover: Seat) -> &[CellId] {
        &self.cells[usize::from(mover.0 != 0)]
    }

    /// Reads the lanes of a game; returns its mover.
    fn read<T: CellValue>(&mut self, pack: &Pack<'_, T>, game: usize) -> Seat {
        let mover = pack.get_one(pack.plan.register(Register::Mover), game);
        let mover = Seat(mover.number() as u8);
        let LaneCells { cells, lanes } = self;
        for (lane, cell) in lanes.iter_mut().zip(&cells[usize::from(mover.0 != 0)]) {
            *lane = pack.get_one(*cell, game).number();
        }
        mover
    }
}

/// Begins the move of every game that is ready, and sows its laps.
pub(super) fn make_scalar_moves<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    scalar: &dyn ScalarRunner<T>,
    tallies: &mut [ScalarTally],
) {
    let mut games = Vec::new();
    pack.collect_nonzero(Register::Ready, &mut games);
    for game in games.iter().map(|game| usize::from(*game)) {
        tallies[game] = ScalarTally::of(tallies[game].up_to_now(pack, code, game));
    }
    pack.run(&code.begin_move);
    let mut position = LaneCells::of(code);
    for game in games.into_iter().map(usize::from) {
        let mut mover = position.read(pack, game);
        let (draw, decisions) = (pack.draws.game(game), pack.draws.decisions(game));
        let begun = scalar.begin_move(&mut position.lanes, &mut mover, draw, decisions, code);
        let stored = begun.filter(|(outcome, _)| {
            pack.put(code.plan.register(Register::Mover), game, T::of(mover.0.into()));
            store_laps(pack, code, game, mover, &position, outcome)
        });
        let Some((LapOutcome { captors, .. }, draws)) = stored else {
            fall_back(pack, code, game);
            continue;
        };
        pack.draws.add_decisions(game, draws.questions().len() as u32);
        tallies[game].last = Some(ScalarMove { mover, draws, captors });
    }
}

/// Sows all laps of every game with a pending one.
pub(super) fn sow_scalar<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    scalar: &dyn ScalarRunner<T>,
) {
    let mut position = LaneCells::of(code);
    for game in 0..GAMES {
        let pending = pack.get_one(code.plan.register(Register::PendingOrigin), game);
        if pending == T::ALL {
            continue;
        }
        let mover = position.read(pack, game);
        let decisions = pack.draws.decisions(game);
        let draw = pack.draws.game(game);
        let mut answers = LapDecisions { draw, decisions, offered: 0, captures: 0, laps: 0 };
        let origin = code.view_lane(mover, Lane(pending.number() as u8));
        let (facts, lanes) = (code.lap_facts(mover), &mut position.lanes);
        let sown = scalar.sow(lanes, mover, origin, &mut answers, facts);
        if !sown.is_some_and(|sown| store_laps(pack, code, game, mover, &position, &sown)) {
            fall_back(pack, code, game);
            continue;
        }
        pack.draws.add_decisions(game, answers.decisions - decisions);
        pack.tallies.add(game, answers.offered, answers.captures, answers.laps);
    }
}

/// Leaves a game to the plan.
fn fall_back<T: CellValue>(pack: &mut Pack<'_, T>, code: &BatchProgram<T>, game: usize) {
    let cells = [Register::PendingOrigin, Register::LapsDone, Register::FallBack];
    cells.into_iter().for_each(|cell| pack.put(code.plan.register(cell), game, T::ALL));
}

/// Stores the lanes after the laps of a move, and what these led to; returns whether all fits.
#[inline]
fn store_laps<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    game: usize,
    mover: Seat,
    position: &LaneCells,
    sown: &LapOutcome,
) -> bool {
    let lanes = &position.lanes;
    let fits = |n: &u32| *n <= T::GREATEST;
    let over = end_number(sown.end, code, mover);
    let Some(over) = over.filter(|_| fits(&sown.laps) && lanes.iter().all(fits)) else {
        return false;
    };
    let origin = sown.origin.map_or(T::ALL, |at| T::of(code.view_lane(mover, at).0.into()));
    for (cell, n) in position.cells(mover).iter().zip(lanes) {
        pack.put(*cell, game, T::of(*n));
    }
    let outcome = outcome_values(sown, over, origin);
    for (cell, (_, n)) in code.laps.outcome.iter().zip(outcome) {
        if let Some(cell) = cell {
            pack.put(*cell, game, n);
        }
    }
    if let Some(cell) = code.laps.others_captured {
        pack.put(cell, game, T::NONE);
    }
    for (i, cell) in code.laps.facts.cells.iter().enumerate() {
        pack.put(*cell, game, mask(sown.facts >> i & 1 != 0));
    }
    true
}

/// Register values for the outcome of a move; `over`: number of the end (index plus 1), or 0.
fn outcome_values<T: CellValue>(sown: &LapOutcome, over: T, origin: T) -> [(Register, T); 14] {
    let [lap, last, first, in_move] = sown.captured;
    [
        (Register::PendingOrigin, T::ALL),
        (Register::LapsDone, T::ALL),
        (Register::FallBack, T::NONE),
        (Register::EndNumber, over),
        (Register::Again, mask(sown.again)),
        (Register::TurnOver, mask(sown.turn_over)),
        (Register::LapCaptured, mask(lap)),
        (Register::LastCaptured, mask(last)),
        (Register::FirstCaptured, mask(first)),
        (Register::Captured, mask(in_move)),
        (Register::FirstLap, mask(sown.first)),
        (Register::Laps, T::of(sown.laps)),
        (Register::FirstLapHeld, T::of(sown.held)),
        (Register::FirstOrigin, origin),
    ]
}

/// The end that a move led to, as a cell value (index plus 1; 0: none); `None`: an unknown end.
fn end_number<T: CellValue>(
    over: Option<(EndRule, ClauseId)>,
    code: &BatchProgram<T>,
    mover: Seat,
) -> Option<T> {
    let Some((how, why)) = over else { return Some(T::NONE) };
    let how = match how {
        EndRule::Wins(seat) => EndRule::Wins(code.view_seat(mover, seat)),
        EndRule::Loses(seat) => EndRule::Loses(code.view_seat(mover, seat)),
        EndRule::Judged | EndRule::Drawn => how,
    };
    let end = code.ends.iter().position(|end| end.ending == how && end.clause == why)?;
    Some(T::of(end as u32 + 1))
}
