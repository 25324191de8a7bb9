//! Laps for which there is no form: the plan sows them, game by game.

use super::code::Lockstep;
use super::table::Alone;
use crate::model::{ClauseId, Seat};
use crate::program::{Ending, Lane};
use mnc_lockstep::{At, Cell, Draw, Fixed, GAMES, Pack, yes};

/// The laps of a move, as the plan has sown them.
#[derive(Clone, Copy, Debug)]
pub(in crate::runner) struct Sown {
    /// How many in which there was something to sow.
    pub laps: u32,
    /// There has been no lap but the first.
    pub first: bool,
    /// Captures: in the last lap, in the one before, in the first, in the move. Where somebody has been
    /// asked, only what has happened since counts for the laps and for the move.
    pub captured: [bool; 4],
    /// What the first lap took up held so many.
    pub held: u32,
    /// The player moves again; the turn is over.
    pub again: bool,
    pub turn_over: bool,
    /// The game has ended.
    pub over: Option<(Ending, ClauseId)>,
}

/// What is decided in the laps of a game.
#[derive(Clone, Debug)]
pub(in crate::runner) struct Answers {
    /// The random numbers of the game, and how many decisions have been made.
    pub draw: Draw,
    pub decisions: u32,
    /// What has been offered in these laps, and what led to a question: captures, laps.
    pub offered: u32,
    pub captures: u32,
    pub laps: u32,
}

/// Sows all laps of every game that has any to sow.
pub(super) fn sow_aside<T: Cell>(pack: &mut Pack<'_, T>, code: &Lockstep<T>, alone: &dyn Alone<T>) {
    let fixed = |cell: Fixed| code.plan.fixed(cell);
    let mut lanes = vec![0; code.plan.lanes];
    for game in 0..GAMES {
        let pending = pack.one(fixed(Fixed::Pending), game);
        if pending == T::ALL {
            continue;
        }
        let mover = Seat(pack.one(fixed(Fixed::Mover), game).number() as u8);
        let turned = code.turned(mover);
        let seen = |lane: Lane| turned.map_or(lane, |mirror| mirror.lane(lane));
        let cell = |lane: usize| At(seen(Lane(lane as u8)).0.into());
        for (lane, seeds) in lanes.iter_mut().enumerate() {
            *seeds = pack.one(cell(lane), game).number();
        }
        let decisions = pack.draws.decisions(game);
        let draw = pack.draws.of(game);
        let mut answers = Answers { draw, decisions, offered: 0, captures: 0, laps: 0 };
        let origin = seen(Lane(pending.number() as u8));
        let sown = alone.sow(&mut lanes, mover, origin, &mut answers);
        pack.put(fixed(Fixed::Pending), game, T::ALL);
        pack.put(fixed(Fixed::Done), game, T::ALL);
        // What does not fit into a cell is told by the plan.
        let fits = |n: &u32| *n <= T::GREATEST;
        let sown = sown.filter(|sown| fits(&sown.laps) && lanes.iter().all(fits));
        let Some(sown) = sown else {
            pack.put(fixed(Fixed::Left), game, T::ALL);
            continue;
        };
        (decisions..answers.decisions).for_each(|_| pack.draws.decided(game));
        pack.tallies.add(game, answers.offered, answers.captures, answers.laps);
        for (lane, seeds) in lanes.iter().enumerate() {
            pack.put(cell(lane), game, T::of(*seeds));
        }
        let other = |seat: Seat| if turned.is_some() { Seat(1 - seat.0) } else { seat };
        let over = sown.over.and_then(|(how, why)| {
            let how = match how {
                Ending::Wins(seat) => Ending::Wins(other(seat)),
                Ending::Loses(seat) => Ending::Loses(other(seat)),
                how => how,
            };
            code.ends.iter().position(|end| end.how == how && end.why == why)
        });
        let [lap, last, first, in_move] = sown.captured;
        let told = [
            (Fixed::Over, over.map_or(T::NONE, |end| T::of(end as u32 + 1))),
            (Fixed::Again, yes(sown.again)),
            (Fixed::TurnOver, yes(sown.turn_over)),
            (Fixed::LapCaptured, yes(lap)),
            (Fixed::LastCaptured, yes(last)),
            (Fixed::FirstCaptured, yes(first)),
            (Fixed::Captured, yes(in_move)),
            (Fixed::FirstLap, yes(sown.first)),
            (Fixed::Laps, T::of(sown.laps)),
            (Fixed::Held, T::of(sown.held)),
            (Fixed::FirstOrigin, pending),
        ];
        told.into_iter().for_each(|(cell, n)| pack.put(fixed(cell), game, n));
    }
}
