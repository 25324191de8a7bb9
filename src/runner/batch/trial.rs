//! Which moves are lawful: every move of a game in which a law holds is made, to look at what comes
//! of it. The moves of several games are made at once.

use super::code::Lockstep;
use mnc_lockstep::{Cell, Fixed, GAMES, Pack};

/// How the laps of the moves that are tried are sown.
pub(super) type Sow<'a, T> = &'a dyn Fn(&mut Pack<'_, T>);

/// Some laws, a bit each.
type Laws = u64;

/// The most laws of a game.
pub(super) const MOST_LAWS: usize = Laws::BITS as usize;

/// Moves that are tried, those that take up the same hole one after the other.
#[derive(Default)]
struct Trials {
    /// Of which game.
    games: Vec<u8>,
    /// How many there are up to the last one of each of the holes that can be chosen.
    until: Vec<usize>,
    /// The laws that each keeps.
    kept: Vec<Laws>,
}

/// Of what is offered in some games, in which a law holds, what is not lawful is offered no longer.
pub(super) fn forbid<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
    games: &[u8],
    sow: Sow<'_, T>,
) {
    let mut all = Trials::of(code, pack, games);
    for first in (0..all.games.len()).step_by(GAMES) {
        try_some(code, trials, pack, &mut all, first, sow);
    }
    let (hold, always) = laws_of(code, pack, games);
    // What no move can keep, without breaking what holds in any case or is written before, does not
    // hold.
    let mut binds = hold.map(|laws| laws & always);
    for (i, _) in code.laws.iter().enumerate().filter(|(_, law)| law.if_any_can) {
        let duty: Laws = 1 << i;
        let mut can = [0; GAMES];
        for (game, kept) in all.games.iter().zip(&all.kept) {
            let game = usize::from(*game);
            if binds[game] & !kept == 0 {
                can[game] |= kept & hold[game] & duty;
            }
        }
        binds.iter_mut().zip(can).for_each(|(binds, can)| *binds |= can);
    }
    let mut first = 0;
    for ((_, at), until) in code.plan.offers.iter().zip(&all.until) {
        for trial in first..*until {
            let game = usize::from(all.games[trial]);
            if binds[game] & !all.kept[trial] != 0 {
                pack.put(*at, game, T::NONE);
            }
        }
        first = *until;
    }
}

/// The laws that hold in some games; and those of all that hold even if no move can keep them.
fn laws_of<T: Cell>(code: &Lockstep<T>, pack: &Pack<'_, T>, games: &[u8]) -> ([Laws; GAMES], Laws) {
    let (mut hold, mut always) = ([0; GAMES], 0);
    for (i, law) in code.laws.iter().enumerate() {
        let here = pack.numbers(law.holds);
        for game in games {
            let game = usize::from(*game);
            hold[game] |= Laws::from(here[game] != T::NONE) << i;
        }
        always |= Laws::from(!law.if_any_can) << i;
    }
    (hold, always)
}

impl Trials {
    /// All moves that are offered in some games.
    fn of<T: Cell>(code: &Lockstep<T>, pack: &Pack<'_, T>, games: &[u8]) -> Trials {
        let offers = &code.plan.offers;
        let most = games.len() * offers.len();
        let mut all = Trials { games: vec![0; most + 1], ..Trials::default() };
        let mut many = 0;
        for (_, at) in offers {
            let offered = pack.numbers(*at);
            for game in games {
                // What is not offered is written over by the next.
                all.games[many] = *game;
                many += usize::from(offered[usize::from(*game)] != T::NONE);
            }
            all.until.push(many);
        }
        all.games.truncate(many);
        all.kept = vec![0; many];
        all
    }

    /// Which of the holes that can be chosen are taken up by some of them, each with those that do.
    fn of_each(&self, first: usize, last: usize) -> impl Iterator<Item = (usize, usize)> {
        let within = move |until: &usize| (*until).clamp(first, last) - first;
        let from = std::iter::once(0).chain(self.until.iter().map(within));
        from.zip(self.until.iter().map(within))
    }
}

/// Makes some moves of the games of another pack. A game one of whose sowings does not end soon is
/// left.
fn try_some<T: Cell>(
    code: &Lockstep<T>,
    pack: &mut Pack<'_, T>,
    of: &mut Pack<'_, T>,
    all: &mut Trials,
    first: usize,
    sow: Sow<'_, T>,
) {
    let plan = &code.plan;
    let last = all.games.len().min(first + GAMES);
    let games = &all.games[first..last];
    code.tried.cleared.iter().for_each(|cell| pack.fill(*cell, T::NONE));
    pack.fill(plan.fixed(Fixed::FirstLap), T::ALL);
    code.tried.copied.iter().for_each(|cell| pack.gather(*cell, of, games));
    let mut taken_up = [T::ALL; GAMES];
    for ((lane, _), (from, until)) in plan.offers.iter().zip(all.of_each(first, last)) {
        taken_up[from..until].fill(T::of(lane.0.into()));
    }
    let mut ready = [T::NONE; GAMES];
    ready[..games.len()].fill(T::ALL);
    pack.lay(plan.fixed(Fixed::Pending), &taken_up);
    pack.lay(plan.fixed(Fixed::Ready), &ready);
    sow(pack);
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
    for (i, law) in code.laws.iter().enumerate() {
        let kept = pack.numbers(law.kept);
        for (all, kept) in all.kept[first..last].iter_mut().zip(kept) {
            *all |= Laws::from(kept != T::NONE) << i;
        }
    }
}
