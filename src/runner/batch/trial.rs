//! Which moves are lawful: every move of a game in which a law holds is made, to look at what comes
//! of it. The moves of several games are made at once.

use super::code::{Law, Lockstep};
use super::table::sow_all;
use mnc_lockstep::{At, Cell, Fixed, GAMES, Pack};

/// Moves that are tried: of which game, and which of the holes that can be chosen. Those of a game come
/// one after the other.
#[derive(Default)]
struct Trials {
    games: Vec<u8>,
    offers: Vec<u8>,
    /// The laws that each keeps, a bit each.
    kept: Vec<Laws>,
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
    let mut all = Trials::of(code, pack, games);
    for (games, offers) in all.games.chunks(GAMES).zip(all.offers.chunks(GAMES)) {
        try_some(code, trials, pack, games, offers, &mut all.kept);
    }
    let mut at = 0;
    for group in all.games.chunk_by(|a, b| a == b) {
        let some = at..at + group.len();
        at = some.end;
        keep_lawful(code, pack, group, &all.offers[some.clone()], &all.kept[some]);
    }
}

impl Trials {
    /// All moves that are offered in some games.
    fn of<T: Cell>(code: &Lockstep<T>, pack: &Pack<'_, T>, games: &[usize]) -> Trials {
        let offers = &code.plan.offers;
        let most = games.len() * offers.len();
        let mut all =
            Trials { games: vec![0; most + 1], offers: vec![0; most + 1], kept: Vec::new() };
        let mut many = 0;
        for game in games {
            for (offer, (_, at)) in offers.iter().enumerate() {
                // What is not offered is written over by the next.
                (all.games[many], all.offers[many]) = (*game as u8, offer as u8);
                many += usize::from(pack.one(*at, *game) != T::NONE);
            }
        }
        all.games.truncate(many);
        all.offers.truncate(many);
        all.kept.reserve(many);
        all
    }
}

/// What is not lawful in a game is no longer offered.
fn keep_lawful<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    games: &[u8],
    offers: &[u8],
    tried: &[Laws],
) {
    let Some(game) = games.first().map(|game| usize::from(*game)) else { return };
    let (mut holds, mut if_any_can): (Laws, Laws) = (0, 0);
    for (i, law) in code.laws.iter().enumerate() {
        let here = pack.one(law.holds, game) != T::NONE;
        holds |= Laws::from(here) << i;
        if_any_can |= Laws::from(law.if_any_can) << i;
    }
    // What no move can keep, without breaking what holds in any case, does not hold.
    let keeps_always = |kept: &&Laws| holds & !**kept & !if_any_can == 0;
    let can = tried.iter().filter(keeps_always).fold(0, |can, kept| can | kept);
    let holds = holds & (can | !if_any_can);
    for (offer, kept) in offers.iter().zip(tried) {
        if holds & !kept != 0 {
            let (_, at) = code.plan.offers[usize::from(*offer)];
            pack.put(at, game, T::NONE);
        }
    }
}

/// Makes some moves of the games of another pack. A game one of whose sowings does not end soon is
/// left.
fn try_some<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    of: &mut Pack<'_, T>,
    games: &[u8],
    offers: &[u8],
    kept: &mut Vec<Laws>,
) {
    let plan = &code.plan;
    let lanes = plan.lanes;
    (lanes..lanes + Fixed::COUNT).for_each(|at| pack.fill(At(at as u16), T::NONE));
    for all in [Fixed::Everything, Fixed::Pending, Fixed::FirstLap] {
        pack.fill(plan.fixed(all), T::ALL);
    }
    code.tried.iter().for_each(|cell| pack.gather(*cell, of, games));
    for (at, offer) in offers.iter().enumerate() {
        let (lane, _) = plan.offers[usize::from(*offer)];
        pack.put(plan.fixed(Fixed::Pending), at, T::of(lane.0.into()));
        pack.put(plan.fixed(Fixed::Ready), at, T::ALL);
    }
    sow_all(pack, code);
    for law in &code.laws {
        pack.run(&law.test);
    }
    let left = plan.fixed(Fixed::Left);
    if pack.any(Fixed::Left) {
        for (at, game) in games.iter().enumerate() {
            if pack.one(left, at) != T::NONE {
                of.put(left, usize::from(*game), T::ALL);
            }
        }
    }
    for at in 0..games.len() {
        let laws = code.laws.iter().enumerate();
        let keeps = |(i, law): (usize, &Law<T>)| Laws::from(pack.one(law.kept, at) != T::NONE) << i;
        kept.push(laws.map(keeps).fold(0, |all, one| all | one));
    }
}
