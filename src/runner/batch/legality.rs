//! Filters choices by the laws: every move of a game in which a law applies is simulated and tested, many
//! moves at once.

use super::code::BatchProgram;
use mnc_lockstep::{CellValue, GAMES, Pack, Register};

/// Sows all laps of the trial moves in a pack.
pub(super) type SowFn<'a, T> = &'a dyn Fn(&mut Pack<'_, T>);

/// A set of laws, one bit each.
type LawMask = u64;

/// The most laws of a game.
pub(super) const MOST_LAWS: usize = LawMask::BITS as usize;

/// Trial moves, ordered by the hole that they take up.
#[derive(Default)]
struct TrialMoves {
    /// Game of each move.
    games: Vec<u8>,
    /// For each choosable hole, the end of its moves.
    hole_ends: Vec<usize>,
    /// Laws that each move satisfies.
    satisfied: Vec<LawMask>,
}

/// Removes the illegal choices of the games `games`, in which a law applies.
pub(super) fn filter_legal<T: CellValue>(
    code: &BatchProgram<T>,
    pack: &mut Pack<'_, T>,
    trials: &mut Pack<'_, T>,
    games: &[u8],
    sow: SowFn<'_, T>,
) {
    let mut all = TrialMoves::of(code, pack, games);
    for first in (0..all.games.len()).step_by(GAMES) {
        run_trials(code, trials, pack, &mut all, first, sow);
    }
    for (i, law) in code.laws.iter().enumerate() {
        let mut first = 0;
        for (begins, until) in law.begins.iter().zip(&all.hole_ends) {
            let begins = pack.numbers(*begins);
            for trial in first..*until {
                if begins[usize::from(all.games[trial])] == T::NONE {
                    all.satisfied[trial] &= !(1 << i);
                }
            }
            first = *until;
        }
    }
    let (hold, always) = applicable_laws(code, pack, games);
    // A law that no move can satisfy together with the laws that apply before it does not apply.
    let mut binds = hold.map(|laws| laws & always);
    for (i, _) in code.laws.iter().enumerate().filter(|(_, law)| law.if_any_can) {
        let duty: LawMask = 1 << i;
        let mut can = [0; GAMES];
        for (game, kept) in all.games.iter().zip(&all.satisfied) {
            let game = usize::from(*game);
            if binds[game] & !kept == 0 {
                can[game] |= kept & hold[game] & duty;
            }
        }
        binds.iter_mut().zip(can).for_each(|(binds, can)| *binds |= can);
    }
    let mut first = 0;
    for ((_, at), until) in code.plan.offers.iter().zip(&all.hole_ends) {
        for trial in first..*until {
            let game = usize::from(all.games[trial]);
            if binds[game] & !all.satisfied[trial] != 0 {
                pack.put(*at, game, T::NONE);
            }
        }
        first = *until;
    }
}

/// The laws that apply in each of some games, and those of all laws that apply even if no move can satisfy
/// them.
fn applicable_laws<T: CellValue>(
    code: &BatchProgram<T>,
    pack: &Pack<'_, T>,
    games: &[u8],
) -> ([LawMask; GAMES], LawMask) {
    let (mut hold, mut always) = ([0; GAMES], 0);
    for (i, law) in code.laws.iter().enumerate() {
        let here = pack.numbers(law.applies);
        for game in games {
            let game = usize::from(*game);
            hold[game] |= LawMask::from(here[game] != T::NONE) << i;
        }
        always |= LawMask::from(!law.if_any_can) << i;
    }
    (hold, always)
}

impl TrialMoves {
    /// All choices offered in some games.
    fn of<T: CellValue>(code: &BatchProgram<T>, pack: &Pack<'_, T>, games: &[u8]) -> TrialMoves {
        let offers = &code.plan.offers;
        let most = games.len() * offers.len();
        let mut all = TrialMoves { games: vec![0; most + 1], ..TrialMoves::default() };
        let mut many = 0;
        for (_, at) in offers {
            let offered = pack.numbers(*at);
            for game in games {
                // Entries that are not offered are overwritten by the next.
                all.games[many] = *game;
                many += usize::from(offered[usize::from(*game)] != T::NONE);
            }
            all.hole_ends.push(many);
        }
        all.games.truncate(many);
        all.satisfied = vec![0; many];
        all
    }

    /// For each choosable hole, its moves among those from `first` to `last`, as a range relative to `first`.
    fn by_hole(&self, first: usize, last: usize) -> impl Iterator<Item = (usize, usize)> {
        let within = move |until: &usize| (*until).clamp(first, last) - first;
        let from = std::iter::once(0).chain(self.hole_ends.iter().map(within));
        from.zip(self.hole_ends.iter().map(within))
    }
}

/// Simulates some moves of the games of another pack (`of`). If a sowing does not end soon, its game falls
/// back.
fn run_trials<T: CellValue>(
    code: &BatchProgram<T>,
    pack: &mut Pack<'_, T>,
    of: &mut Pack<'_, T>,
    all: &mut TrialMoves,
    first: usize,
    sow: SowFn<'_, T>,
) {
    let plan = &code.plan;
    let last = all.games.len().min(first + GAMES);
    let games = &all.games[first..last];
    code.trial_setup.cleared.iter().for_each(|cell| pack.fill(*cell, T::NONE));
    pack.fill(plan.register(Register::FirstLap), T::ALL);
    code.trial_setup.copied.iter().for_each(|cell| pack.gather(*cell, of, games));
    let mut taken_up = [T::ALL; GAMES];
    for ((lane, _), (from, until)) in plan.offers.iter().zip(all.by_hole(first, last)) {
        taken_up[from..until].fill(T::of(lane.0.into()));
    }
    let mut ready = [T::NONE; GAMES];
    ready[..games.len()].fill(T::ALL);
    pack.fill_first(plan.register(Register::PendingOrigin), &taken_up);
    pack.fill_first(plan.register(Register::Ready), &ready);
    sow(pack);
    for law in &code.laws {
        pack.run(&law.test);
    }
    let left = plan.register(Register::FallBack);
    if pack.any(Register::FallBack) {
        for (at, game) in games.iter().enumerate() {
            if pack.get_one(left, at) != T::NONE {
                of.put(left, usize::from(*game), T::ALL);
            }
        }
    }
    for (i, law) in code.laws.iter().enumerate() {
        let kept = pack.numbers(law.satisfied);
        for (all, kept) in all.satisfied[first..last].iter_mut().zip(kept) {
            *all |= LawMask::from(kept != T::NONE) << i;
        }
    }
}
