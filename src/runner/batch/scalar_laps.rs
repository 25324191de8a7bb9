//! Laps without ops: the plan sows them, game by game.

use super::code::BatchProgram;
use super::scheduler::ScalarRunner;
use crate::model::{ClauseId, Seat};
use crate::program::{EndRule, Lane};
use crate::runner::plan::LapOutcome;
use crate::runner::playout::LapDecisions;
use mnc_lockstep::{CellValue, GAMES, Pack, Register, mask};

/// The registers that hold the outcome of the laps of a move.
pub(super) fn outcome_cells() -> impl Iterator<Item = Register> {
    outcome_values(&LapOutcome::default(), u8::NONE, u8::NONE).into_iter().map(|(cell, _)| cell)
}

/// Sows all laps of every game with a pending one.
pub(super) fn sow_scalar<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    scalar: &dyn ScalarRunner<T>,
) {
    let fixed = |cell: Register| code.plan.register(cell);
    for game in 0..GAMES {
        let pending = pack.get_one(fixed(Register::PendingOrigin), game);
        if pending == T::ALL {
            continue;
        }
        let (mover, mut lanes) = code.position_in(pack, game);
        let decisions = pack.draws.decisions(game);
        let draw = pack.draws.game(game);
        let mut answers = LapDecisions { draw, decisions, offered: 0, captures: 0, laps: 0 };
        let origin = code.view_lane(mover, Lane(pending.number() as u8));
        let sown = scalar.sow(&mut lanes, mover, origin, &mut answers);
        // Numbers that do not fit a cell make the game fall back.
        let fits = |n: &u32| *n <= T::GREATEST;
        let sown = sown.filter(|sown| fits(&sown.laps) && lanes.iter().all(fits));
        let outcome = sown.and_then(|sown| {
            let over = end_number(sown.end, code, mover)?;
            Some(outcome_values(&sown, over, pending))
        });
        let Some(values) = outcome else {
            let left = [Register::PendingOrigin, Register::LapsDone, Register::FallBack];
            left.into_iter().for_each(|cell| pack.put(fixed(cell), game, T::ALL));
            continue;
        };
        pack.draws.add_decisions(game, answers.decisions - decisions);
        pack.tallies.add(game, answers.offered, answers.captures, answers.laps);
        for (lane, seeds) in lanes.iter().enumerate() {
            pack.put(code.cell_of(mover, lane), game, T::of(*seeds));
        }
        values.into_iter().for_each(|(of, n)| pack.put(fixed(of), game, n));
    }
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
