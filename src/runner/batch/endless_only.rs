//! Whether who can choose something has a move: he has none if no sowing of it all ever comes to an end.
//! The plan finds that out, in the games in which it matters.

use super::code::BatchProgram;
use crate::model::Seat;
use mnc_lockstep::{CellValue, Pack, Register};

/// Whether that player has a move where the lanes hold so much; `None`: nobody but the reference engine
/// can tell.
pub(super) type HasMoveFn<'a> = &'a dyn Fn(&[u32], Seat) -> Option<bool>;

/// Where it matters whether any sowing comes to an end that is found out. If none does nothing can be chosen.
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
