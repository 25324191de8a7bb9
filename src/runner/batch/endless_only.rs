//! Finds players who have choices but no move, because every sowing they could choose is endless. The plan
//! decides that, in the games in which it matters.

use super::code::BatchProgram;
use crate::model::Seat;
use mnc_lockstep::{CellValue, Pack, Register};

/// Whether the player to move has a move with these lanes; `None`: only the reference engine can decide.
pub(super) type HasMoveFn<'a> = &'a dyn Fn(&[u32], Seat) -> Option<bool>;

/// In the games that ask for the check, removes all choices of a player whose choices are all endless.
pub(super) fn remove_endless_only<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    has_move: HasMoveFn<'_>,
) {
    if !pack.any(Register::NeedsEndlessCheck) {
        return;
    }
    let mut games = Vec::new();
    pack.collect_nonzero(Register::NeedsEndlessCheck, &mut games);
    for game in games.into_iter().map(usize::from) {
        let (mover, lanes) = code.position_in(pack, game);
        match has_move(&lanes, mover) {
            Some(true) => {}
            Some(false) => {
                let offers = code.plan.offers.iter().map(|(_, answer)| *answer);
                let none = offers.chain([code.plan.register(Register::ChoiceCount)]);
                none.for_each(|cell| pack.put(cell, game, T::NONE));
            }
            None => pack.put(code.plan.register(Register::FallBack), game, T::ALL),
        }
    }
}
