//! Laps for which there is no form: the plan sows them, game by game.

use super::code::Lockstep;
use super::table::Alone;
use crate::model::{ClauseId, Seat};
use crate::program::{Ending, Lane};
use mnc_lockstep::{Cell, Draw, Fixed, GAMES, Pack, yes};

/// The laps of a move, as the plan has sown them.
#[derive(Clone, Copy, Debug, Default)]
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

/// The cells in which it is told what has come of the laps of a move.
pub(super) fn told() -> impl Iterator<Item = Fixed> {
    told_of(&Sown::default(), u8::NONE, u8::NONE).into_iter().map(|(cell, _)| cell)
}

/// Sows all laps of every game that has any to sow.
pub(super) fn sow_aside<T: Cell>(pack: &mut Pack<'_, T>, code: &Lockstep<T>, alone: &dyn Alone<T>) {
    let fixed = |cell: Fixed| code.plan.fixed(cell);
    for game in 0..GAMES {
        let pending = pack.one(fixed(Fixed::Pending), game);
        if pending == T::ALL {
            continue;
        }
        let (mover, mut lanes) = code.position_in(pack, game);
        let decisions = pack.draws.decisions(game);
        let draw = pack.draws.of(game);
        let mut answers = Answers { draw, decisions, offered: 0, captures: 0, laps: 0 };
        let origin = code.seen(mover, Lane(pending.number() as u8));
        let sown = alone.sow(&mut lanes, mover, origin, &mut answers);
        // What does not fit into a cell is told by the plan.
        let fits = |n: &u32| *n <= T::GREATEST;
        let sown = sown.filter(|sown| fits(&sown.laps) && lanes.iter().all(fits));
        let told = sown.and_then(|sown| {
            let over = end_of(sown.over, code, mover)?;
            Some(told_of(&sown, over, pending))
        });
        let Some(told) = told else {
            let left = [Fixed::Pending, Fixed::Done, Fixed::Left];
            left.into_iter().for_each(|cell| pack.put(fixed(cell), game, T::ALL));
            continue;
        };
        pack.draws.decided(game, answers.decisions - decisions);
        pack.tallies.add(game, answers.offered, answers.captures, answers.laps);
        for (lane, seeds) in lanes.iter().enumerate() {
            pack.put(code.at(mover, lane), game, T::of(*seeds));
        }
        told.into_iter().for_each(|(of, n)| pack.put(fixed(of), game, n));
    }
}

/// What has come of the laps of a move: which of the ends, if any, and the rest.
fn told_of<T: Cell>(sown: &Sown, over: T, origin: T) -> [(Fixed, T); 14] {
    let [lap, last, first, in_move] = sown.captured;
    [
        (Fixed::Pending, T::ALL),
        (Fixed::Done, T::ALL),
        (Fixed::Left, T::NONE),
        (Fixed::Over, over),
        (Fixed::Again, yes(sown.again)),
        (Fixed::TurnOver, yes(sown.turn_over)),
        (Fixed::LapCaptured, yes(lap)),
        (Fixed::LastCaptured, yes(last)),
        (Fixed::FirstCaptured, yes(first)),
        (Fixed::Captured, yes(in_move)),
        (Fixed::FirstLap, yes(sown.first)),
        (Fixed::Laps, T::of(sown.laps)),
        (Fixed::Held, T::of(sown.held)),
        (Fixed::FirstOrigin, origin),
    ]
}

/// The end that a player's laps have come to, as the cells tell it; `None`: no game ends so elsewhere.
fn end_of<T: Cell>(over: Option<(Ending, ClauseId)>, code: &Lockstep<T>, mover: Seat) -> Option<T> {
    let Some((how, why)) = over else { return Some(T::NONE) };
    let how = match how {
        Ending::Wins(seat) => Ending::Wins(code.seat(mover, seat)),
        Ending::Loses(seat) => Ending::Loses(code.seat(mover, seat)),
        how => how,
    };
    let end = code.ends.iter().position(|end| end.how == how && end.why == why)?;
    Some(T::of(end as u32 + 1))
}
