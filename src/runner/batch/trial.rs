//! Which moves are lawful: every move of a game in which a law holds is made, to look at what comes
//! of it. The moves of several games are made at once; the games wait until there are enough.

use super::code::{Law, Lockstep};
use super::{Table, count};
use mnc_lockstep::{Cell, Fixed, GAMES, Pack, Row};

/// So many games wait before their moves are tried, unless nobody else has anything to do.
const ENOUGH: u32 = 12;

/// A move that is tried.
#[derive(Clone, Copy, Debug)]
struct Trial {
    game: usize,
    /// Which of the holes that can be chosen.
    offer: usize,
}

/// What came of it: the laws that it keeps, by their number.
#[derive(Clone, Debug)]
struct Tried {
    trial: Trial,
    kept: Vec<bool>,
}

impl<T: Cell> Table<'_, T> {
    /// Games in which a law holds wait.
    pub(super) fn wait(&mut self) {
        let bound = *self.pack.get(Fixed::Bound);
        if bound.any() {
            let waiting = self.pack.fixed(Fixed::Waiting);
            *waiting = Row::each(|g| waiting.0[g].or(bound.0[g]));
            let ready = self.pack.fixed(Fixed::Ready);
            *ready = Row::each(|g| ready.0[g].and(bound.0[g].not()));
        }
    }

    /// Whether it is time to try the moves of those that wait.
    pub(super) fn are_enough_waiting(&self) -> bool {
        let waiting = self.pack.get(Fixed::Waiting).count();
        let pending = count(self.pack.get(Fixed::Pending), |lane| lane != T::ALL);
        waiting >= ENOUGH || waiting > 0 && pending == 0 && !self.pack.get(Fixed::Ready).any()
    }

    /// The games that wait go on, with the moves that are lawful.
    pub(super) fn try_moves(&mut self) {
        let code = &self.games.code;
        let waiting = *self.pack.get(Fixed::Waiting);
        *self.pack.fixed(Fixed::Ready) = waiting;
        *self.pack.fixed(Fixed::Waiting) = Row::NONE;
        self.pack.run(&code.bind);
        self.pack.run(&code.offer);
        let offers = code.plan.offers.len();
        let all = waiting.games().flat_map(|game| (0..offers).map(move |offer| (game, offer)));
        let can = |(game, offer): &(usize, usize)| {
            let (_, at) = code.plan.offers[*offer];
            self.pack.cells[usize::from(at.0)].0[*game] != T::NONE
        };
        let all: Vec<Trial> =
            all.filter(can).map(|(game, offer)| Trial { game, offer }).collect();
        let Some(mut trials) = self.trials.take() else { return };
        let mut tried = Vec::new();
        for some in all.chunks(GAMES) {
            try_some(code, &mut trials, &mut self.pack, some, &mut tried);
        }
        self.trials = Some(trials);
        self.keep_lawful(&tried);
        self.settle();
    }

    /// What is not lawful is no longer offered.
    fn keep_lawful(&mut self, tried: &[Tried]) {
        let code = &self.games.code;
        let laws = &code.laws;
        for group in tried.chunk_by(|a, b| a.trial.game == b.trial.game) {
            let Some(Tried { trial: Trial { game, .. }, .. }) = group.first() else { continue };
            let holds = |law: usize| {
                self.pack.cells[usize::from(laws[law].holds.0)].0[*game] != T::NONE
            };
            let holds: Vec<bool> = (0..laws.len()).map(holds).collect();
            let keeps = |tried: &Tried, law: usize| !holds[law] || tried.kept[law];
            let keeps_always = |tried: &Tried| {
                (0..laws.len()).all(|law| laws[law].if_any_can || keeps(tried, law))
            };
            let can: Vec<bool> = (0..laws.len())
                .map(|law| group.iter().any(|t| t.kept[law] && keeps_always(t)))
                .collect();
            for tried in group {
                let lawful = (0..laws.len())
                    .all(|law| keeps(tried, law) || laws[law].if_any_can && !can[law]);
                if !lawful {
                    let (_, at) = code.plan.offers[tried.trial.offer];
                    self.pack.cells[usize::from(at.0)].0[*game] = T::NONE;
                }
            }
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
    let lanes = code.plan.lanes;
    for cell in &mut pack.cells[lanes..] {
        *cell = Row::NONE;
    }
    for all in [Fixed::Everything, Fixed::Pending, Fixed::FirstLap] {
        *pack.fixed(all) = Row::ALL;
    }
    for (at, trial) in trials.iter().enumerate() {
        for (to, from) in pack.cells[..lanes].iter_mut().zip(&of.cells[..lanes]) {
            to.0[at] = from.0[trial.game];
        }
        let (lane, _) = code.plan.offers[trial.offer];
        pack.fixed(Fixed::Pending).0[at] = T::of(lane.0.into());
        pack.fixed(Fixed::Mover).0[at] = of.get(Fixed::Mover).0[trial.game];
    }
    while count(pack.get(Fixed::Pending), |lane| lane != T::ALL) > 0 {
        pack.run(&code.lap);
    }
    for law in &code.laws {
        pack.run(&law.test);
    }
    for (at, trial) in trials.iter().enumerate() {
        if pack.get(Fixed::Left).0[at] != T::NONE {
            of.fixed(Fixed::Left).0[trial.game] = T::ALL;
        }
        let kept = |law: &Law<T>| pack.cells[usize::from(law.kept.0)].0[at] != T::NONE;
        tried.push(Tried { trial: *trial, kept: code.laws.iter().map(kept).collect() });
    }
}
