//! Which moves are lawful: every move of a game in which a law holds is made, to look at what comes
//! of it. The moves of several games are made at once.

use super::code::Lockstep;
use super::table::sow_all;
use mnc_lockstep::{At, Cell, Fixed, GAMES, Pack};

/// A move that is tried.
#[derive(Clone, Copy, Debug)]
struct Trial {
    game: usize,
    /// Which of the holes that can be chosen.
    offer: usize,
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
struct Tried {
    trial: Trial,
    /// The laws that it keeps, a bit each.
    kept: Laws,
}

/// Some laws, a bit each.
type Laws = u64;

/// The most laws of a game.
pub(super) const MOST_LAWS: usize = Laws::BITS as usize;

/// Of what is offered in some games, in which a law holds, what is not lawful is offered no longer.
pub(super) fn forbid<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
    games: &[usize],
) {
    let mut all = Vec::with_capacity(GAMES);
    for game in games {
        for (offer, (_, at)) in code.plan.offers.iter().enumerate() {
            if pack.one(*at, *game) != T::NONE {
                all.push(Trial { game: *game, offer });
            }
        }
    }
    let mut tried = Vec::with_capacity(all.len());
    for some in all.chunks(GAMES) {
        try_some(code, trials, pack, some, &mut tried);
    }
    for group in tried.chunk_by(|a, b| a.trial.game == b.trial.game) {
        keep_lawful(code, pack, group);
    }
}

/// What is not lawful in a game is no longer offered.
fn keep_lawful<T: Cell>(code: &Lockstep<T>, pack: &mut Pack<'_, T>, tried: &[Tried]) {
    let Some(Tried { trial: Trial { game, .. }, .. }) = tried.first() else { return };
    let (mut holds, mut if_any_can): (Laws, Laws) = (0, 0);
    for (i, law) in code.laws.iter().enumerate() {
        let here = pack.one(law.holds, *game) != T::NONE;
        holds |= Laws::from(here) << i;
        if_any_can |= Laws::from(law.if_any_can) << i;
    }
    // What no move can keep, without breaking what holds in any case, does not hold.
    let keeps_always = |tried: &&Tried| holds & !tried.kept & !if_any_can == 0;
    let can = tried.iter().filter(keeps_always).fold(0, |can, tried| can | tried.kept);
    let holds = holds & (can | !if_any_can);
    for Tried { trial, kept } in tried {
        if holds & !kept != 0 {
            let (_, at) = code.plan.offers[trial.offer];
            pack.put(at, *game, T::NONE);
        }
    }
}

/// Makes some moves of the games of another pack. A game one of whose sowings does not end soon is
/// left.
fn try_some<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    of: &mut Pack<'_, T>,
    trials: &[Trial],
    tried: &mut Vec<Tried>,
) {
    let plan = &code.plan;
    let lanes = plan.lanes;
    (lanes..lanes + Fixed::COUNT).for_each(|at| pack.fill(At(at as u16), T::NONE));
    for all in [Fixed::Everything, Fixed::Pending, Fixed::FirstLap] {
        pack.fill(plan.fixed(all), T::ALL);
    }
    for cell in &code.position {
        for (at, trial) in trials.iter().enumerate() {
            pack.put(*cell, at, of.one(*cell, trial.game));
        }
    }
    for (at, trial) in trials.iter().enumerate() {
        let (lane, _) = plan.offers[trial.offer];
        pack.put(plan.fixed(Fixed::Pending), at, T::of(lane.0.into()));
    }
    sow_all(pack, code);
    for law in &code.laws {
        pack.run(&law.test);
    }
    for (at, trial) in trials.iter().enumerate() {
        let left = plan.fixed(Fixed::Left);
        if pack.one(left, at) != T::NONE {
            of.put(left, trial.game, T::ALL);
        }
        let mut kept: Laws = 0;
        for (i, law) in code.laws.iter().enumerate() {
            let keeps = pack.one(law.kept, at) != T::NONE;
            kept |= Laws::from(keeps) << i;
        }
        tried.push(Tried { trial: *trial, kept });
    }
}
