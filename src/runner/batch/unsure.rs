//! Whether who can choose something has a move: he has none if no sowing of it all ever comes to an end.
//! The plan finds that out, in the games in which it matters.

use super::code::Lockstep;
use crate::model::Seat;
use mnc_lockstep::{Cell, Fixed, Pack};

/// Whether that player has a move where the lanes hold so much; `None`: nobody but the reference engine
/// can tell.
pub(super) type HasMove<'a> = &'a dyn Fn(&[u32], Seat) -> Option<bool>;

/// Where it matters whether any sowing comes to an end that is found out. If none does nothing can be chosen.
pub(super) fn find_out<T: Cell>(pack: &mut Pack<'_, T>, code: &Lockstep<T>, has_move: HasMove<'_>) {
    if !pack.any(Fixed::Unsure) {
        return;
    }
    let mut games = Vec::new();
    pack.games(Fixed::Unsure, &mut games);
    for game in games.into_iter().map(usize::from) {
        let (mover, lanes) = code.position_in(pack, game);
        match has_move(&lanes, mover) {
            Some(true) => {}
            Some(false) => {
                let offers = code.plan.offers.iter().map(|(_, answer)| *answer);
                let none = offers.chain([code.plan.fixed(Fixed::Choices)]);
                none.for_each(|cell| pack.put(cell, game, T::NONE));
            }
            None => pack.put(code.plan.fixed(Fixed::Left), game, T::ALL),
        }
    }
}
