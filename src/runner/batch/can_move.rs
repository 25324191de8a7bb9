//! Whether players can move, where ops cannot tell: the player to move has choices, but every sowing may be endless;
//! or a rule asks about the other player. The plan decides that, in the games in which it matters.

use super::code::BatchProgram;
use crate::model::Seat;
use mnc_lockstep::{CellValue, Pack, Register};

/// Whether a player (the second seat) can move with these lanes, where the first seat is to move; `None`: only the
/// reference engine can decide.
pub(super) type CanMoveFn<'a> = &'a dyn Fn(&[u32], Seat, Seat) -> Option<bool>;

/// Before a move: asks the plan, in the games that ask for it.
pub(super) fn ask_who_can_move<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    can_move: CanMoveFn<'_>,
) {
    remove_endless_only(pack, code, can_move);
    if code.asks_of_other {
        find_stuck_others(pack, code, can_move);
    }
}

/// Removes all choices of a player whose choices are all endless.
fn remove_endless_only<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    can_move: CanMoveFn<'_>,
) {
    for game in marked(pack, Register::NeedsEndlessCheck) {
        let (mover, lanes) = code.position_in(pack, game);
        match can_move(&lanes, mover, mover) {
            Some(true) => {}
            Some(false) => {
                let offers = code.plan.offers.iter().map(|(_, answer)| *answer);
                let none = offers.chain([code.plan.register(Register::ChoiceCount)]);
                none.for_each(|cell| pack.put(cell, game, T::NONE));
                // What the rules ask then was not asked before.
                if code.asks_of_other {
                    pack.put(code.plan.register(Register::NeedsOtherCheck), game, T::ALL);
                }
            }
            None => pack.put(code.plan.register(Register::FallBack), game, T::ALL),
        }
    }
}

/// Notes whether the other of two players could move.
fn find_stuck_others<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    can_move: CanMoveFn<'_>,
) {
    for game in marked(pack, Register::NeedsOtherCheck) {
        let (mover, lanes) = code.position_in(pack, game);
        let (cell, n) = match can_move(&lanes, mover, Seat(mover.0 ^ 1)) {
            Some(true) => (Register::OtherStuck, T::NONE),
            Some(false) => (Register::OtherStuck, T::ALL),
            None => (Register::FallBack, T::ALL),
        };
        pack.put(code.plan.register(cell), game, n);
    }
}

/// The games in which a register is not 0.
fn marked<T: CellValue>(
    pack: &Pack<'_, T>,
    cell: Register,
) -> impl Iterator<Item = usize> + use<T> {
    let mut games = Vec::new();
    if pack.any(cell) {
        pack.collect_nonzero(cell, &mut games);
    }
    games.into_iter().map(usize::from)
}
