//! Random games side by side: they begin, go on, wait for each other, and end.

use super::aside::{Answers, Sown, sow_aside};
use super::code::{Laps, Lockstep};
use super::trial::forbid;
use super::unsure::find_out;
use super::{Games, IDLE};
use crate::model::Seat;
use crate::program::Lane;
use crate::runner::playout::{Played, Sample, Tally};
use mnc_lockstep::{At, Cell, Draw, Fixed, GAMES, Op, Pack, Seed};
use std::iter::Peekable;

/// So many games wait, their move over, before they go on while others still sow.
const ENOUGH_DONE: u32 = 96;

/// So many wait before it is looked what rare thing comes of them.
const ENOUGH_RARE: u32 = 24;

/// So many have to be over before others begin in their places.
const ENOUGH_ENDED: u32 = 16;

/// So many turns are made before it is looked whether that has come about.
const TURNS: u32 = 3;

/// So many laps have to be over before it is looked what comes of their last seeds.
const ENOUGH_LANDED: u32 = 96;

/// So many games wait before their moves are tried, unless nobody else has anything to do.
const ENOUGH_BOUND: u32 = GAMES as u32 / 10;

/// So many games to be played again are kept at most.
const MOST_AGAIN: usize = 4096;

/// Where one game of so many has to be played again, and a few have been, earlier positions are looked at as
/// soon as there are any.
const SELDOM: u64 = 8;
const FEW: u64 = 64;

/// What is done for one game of a pack.
pub(super) trait Alone<T> {
    /// The game of that number is played by the plan.
    fn play(&self, number: u64) -> Played;
    /// The game of that number is played by the plan until it can go on among many; else until it is
    /// over, or has lasted long enough.
    fn enter(&self, code: &Lockstep<T>, number: u64) -> Result<Entered<T>, Played>;
    /// The laps of a move are sown, by the player about to move, from a place. `None`: the game has to be
    /// played by the plan.
    fn sow(
        &self,
        lanes: &mut [u32],
        mover: Seat,
        origin: Lane,
        answers: &mut Answers,
    ) -> Option<Sown>;
    /// Whether that player, about to move, has a move; see [`super::unsure`].
    fn has_move(&self, lanes: &[u32], mover: Seat) -> Option<bool>;
    /// Who wins by the rule of *winner*.
    fn judged(&self, lanes: &[u32], mover: Seat) -> Option<Seat>;
}

impl<T: Cell> Games<T> {
    /// Plays the games of some numbers at random; they end in an order of their own.
    pub(super) fn play_out(
        &self,
        alone: &dyn Alone<T>,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, Played),
    ) {
        let plan = &self.code.plan;
        // Where a position that returns for the first time ends the game, many games may have to be played
        // again.
        let late = plan.soonest_return.is_some() && plan.returns > 2;
        let pack = if late { Pack::looking_late(plan) } else { Pack::of(plan) };
        Table::of(self, alone, sample, each, pack, numbers).play();
    }
}

/// Where a game goes on that has been played elsewhere.
pub(super) struct Entered<T> {
    pub cells: Vec<(At, T)>,
    /// The position is one that can return.
    pub kept: bool,
    pub tally: Tally,
}

/// A pack of games being played.
pub(super) struct Table<'a, T> {
    pub(super) games: &'a Games<T>,
    pub(super) alone: &'a dyn Alone<T>,
    pub(super) pack: Pack<'a, T>,
    /// Where it is found out which moves are lawful.
    trials: Option<Pack<'a, T>>,
    pub(super) numbers: [Option<u64>; GAMES],
    /// Answers drawn in vain before a game came here; one in which that happens here is played by the plan.
    endless: [u32; GAMES],
    /// Games of which something is to be done.
    pub(super) noted: Vec<u8>,
    sample: &'a Sample,
    seed: Seed,
    /// Games not yet begun.
    left: Peekable<&'a mut dyn Iterator<Item = u64>>,
    /// Those to be played again, with an eye on all that has been.
    again: Vec<u64>,
    /// How many have begun here, and how many of them are to be played again.
    begun: u64,
    doubted: u64,
    /// Those are too many: no others begin here.
    in_vain: bool,
    /// How many have been taken out since they kept too many positions, and whether no others begin for that.
    overlong: u64,
    plays_alone: bool,
    /// Turns until a game may have lasted long enough.
    before_limit: u32,
    /// Some game begins.
    any_fresh: bool,
    /// Games that go on here, each in its place.
    entered: Vec<(usize, Entered<T>)>,
    /// In some place there is no game any more.
    any_gone: bool,
    pub(super) each: &'a mut dyn FnMut(u64, Played),
}

impl<'a, T: Cell> Table<'a, T> {
    fn of(
        games: &'a Games<T>,
        alone: &'a dyn Alone<T>,
        sample: &'a Sample,
        each: &'a mut dyn FnMut(u64, Played),
        pack: Pack<'a, T>,
        left: &'a mut dyn Iterator<Item = u64>,
    ) -> Table<'a, T> {
        Table {
            games,
            alone,
            trials: (!games.code.laws.is_empty()).then(|| Pack::of(pack.plan)),
            pack,
            numbers: [None; GAMES],
            endless: [0; GAMES],
            noted: Vec::with_capacity(GAMES),
            left: left.peekable(),
            again: Vec::new(),
            begun: 0,
            doubted: 0,
            in_vain: false,
            overlong: 0,
            plays_alone: false,
            sample,
            seed: Seed::of(sample.seed),
            before_limit: 0,
            any_fresh: false,
            entered: Vec::new(),
            any_gone: false,
            each,
        }
    }

    /// A fixed cell holds that from now on, in a game.
    fn put(&mut self, cell: Fixed, game: usize, n: T) {
        self.pack.put(self.pack.plan.fixed(cell), game, n);
    }

    fn play(mut self) {
        let code = &self.games.code;
        (0..GAMES).for_each(|game| self.next(game));
        self.begin();
        loop {
            let whole = !code.turn.is_empty();
            let most = self.look_at_limit(if whole { TURNS } else { 1 });
            if self.is_idle() {
                return self.play_again();
            }
            if whole {
                for _ in 1..most {
                    self.pack.run(&code.turn);
                    self.pack.run(&code.rest);
                }
                self.pack.run(&code.turn);
            } else {
                self.choose();
                self.sow();
                self.pack.run(&code.after);
                self.pack.run(&code.bind);
            }
            if !code.laws.is_empty() && self.is_bound() {
                self.unbind();
                self.arrive(true);
            } else if whole {
                self.pack.run(&code.rest);
                self.settle(self.is_usual());
            } else {
                self.pack.run(&code.wait);
                self.arrive(false);
            }
        }
    }

    /// A choice is made in every game that is ready.
    fn choose(&mut self) {
        self.pack.run(&[Op::Choose { take: Box::default() }]);
        self.pack.run(&self.games.code.begin_move);
    }

    /// Before choices are made, at most so many in each game: games that have lasted long enough are left.
    /// How many can be made before it is looked again.
    fn look_at_limit(&mut self, most: u32) -> u32 {
        // In no game more decisions have been made than there were turns.
        if self.before_limit == 0 {
            self.before_limit = self.until_limit();
        }
        if self.games.code.laps.asks {
            // Nor is it known how many are made in a turn.
            self.before_limit = 1;
        }
        let most = most.min(self.before_limit);
        self.before_limit -= most;
        most
    }

    /// Laps are sown until enough moves are over.
    fn sow(&mut self) {
        let code = &self.games.code;
        if code.laps.aside.is_some() {
            return sow_aside(&mut self.pack, code, self.alone);
        }
        loop {
            sow_laps(&mut self.pack, &code.laps);
            if code.sows_once()
                || self.pack.count(Fixed::Done, T::ALL) >= ENOUGH_DONE
                || is_sown(&self.pack)
            {
                return;
            }
        }
    }

    /// A move may begin: what can be chosen, whether the game is over. `tried`: where a law holds moves are
    /// tried first.
    fn arrive(&mut self, tried: bool) {
        let code = &self.games.code;
        self.pack.run(&code.offer);
        if let Some(trials) = self.trials.as_mut().filter(|_| tried) {
            self.pack.games(Fixed::Bound, &mut self.noted);
            let alone = self.alone;
            let sow = |pack: &mut Pack<'_, T>| sow_all(pack, code, alone);
            forbid(code, &mut self.pack, trials, &self.noted, &sow);
        }
        self.pack.run(&code.look);
        let alone = self.alone;
        find_out(&mut self.pack, code, &|lanes, mover| alone.has_move(lanes, mover));
        let usual = code.glance.as_ref().is_some_and(|glance| {
            self.pack.run(glance);
            self.is_usual()
        });
        self.settle(usual);
    }

    /// Whether games in which something rare may come of the last move can still wait.
    fn is_usual(&self) -> bool {
        self.pack.count(Fixed::Rare, T::ALL) < ENOUGH_RARE && self.pack.any(Fixed::Ready)
    }

    /// `usual`: rare games can still wait.
    fn settle(&mut self, usual: bool) {
        if !usual {
            self.pack.run(&self.games.code.arrive);
        }
        self.pack.take_doubtful().into_iter().for_each(|game| self.doubt(game));
        self.pack.take_overlong().into_iter().for_each(|game| self.take_out(game));
        if self.games.leaves {
            self.of_each(Fixed::Left, Self::tell);
        }
        // Where nothing rare has been looked at no other has ended.
        if self.in_vain
            || self.left.peek().is_none()
            || !usual && GAMES as u32 - self.pack.count(Fixed::Ended, T::NONE) >= ENOUGH_ENDED
        {
            self.finish();
        }
        self.begin();
    }

    /// A game is told by the plan, from its beginning.
    #[cold]
    fn tell(&mut self, game: usize) {
        if let Some(number) = self.numbers[game] {
            let played = self.alone.play(number);
            (self.each)(number, played);
        }
        self.next(game);
    }

    /// A game keeps so many positions that it is played by the plan; where most do, so are all others.
    #[cold]
    fn take_out(&mut self, game: usize) {
        self.overlong += u64::from(self.numbers[game].is_some());
        self.plays_alone |= self.overlong >= FEW && self.overlong * SELDOM > self.begun;
        self.tell(game);
    }

    /// Whether a position of a game that is over may have returned unseen; then it will be played again.
    pub(super) fn doubts(&mut self, game: usize) -> bool {
        let doubtful = self.pack.is_doubtful(game);
        if doubtful {
            self.doubt(game);
        }
        doubtful
    }

    /// A game will be played again, since a position may have returned unseen.
    fn doubt(&mut self, game: usize) {
        self.again.extend(self.numbers[game]);
        self.doubted += 1;
        self.in_vain |= self.doubted >= FEW && self.doubted * SELDOM > self.begun;
        [Fixed::Left, Fixed::Ended].into_iter().for_each(|cell| self.put(cell, game, T::NONE));
        self.next(game);
        if self.again.len() >= MOST_AGAIN {
            self.play_again();
        }
    }

    /// Plays the games that are to be played again; where those are too many, all others as well.
    fn play_again(&mut self) {
        let again = std::mem::take(&mut self.again);
        let others = if self.in_vain { usize::MAX } else { 0 };
        let mut all = again.into_iter().chain(self.left.by_ref().take(others)).peekable();
        if all.peek().is_some() {
            let pack = Pack::of(self.pack.plan);
            Table::of(self.games, self.alone, self.sample, self.each, pack, &mut all).play();
        }
    }

    /// Whether there is nothing left to do.
    fn is_idle(&self) -> bool {
        self.numbers.iter().all(Option::is_none)
    }

    /// Something is done in the games in which a cell holds anything.
    fn of_each(&mut self, cell: Fixed, mut done: impl FnMut(&mut Self, usize)) {
        if self.pack.any(cell) {
            let mut noted = std::mem::take(&mut self.noted);
            self.pack.games(cell, &mut noted);
            noted.iter().for_each(|game| done(self, usize::from(*game)));
            self.noted = noted;
        }
    }

    /// A game that has lasted long enough is left unfinished; so may be the next one in its place.
    fn give_up(&mut self, game: usize) {
        while self.pack.draws.decisions(game) >= self.sample.most_decisions {
            let Some(number) = self.numbers[game] else { break };
            if self.doubts(game) {
                continue;
            }
            if self.may_be_over(game) {
                self.tell(game);
                continue;
            }
            let played = self.tally(game as u8).played(None);
            (self.each)(number, played);
            self.next(game);
        }
    }

    /// Whether a game may be over, since no sowing of what can be chosen in it ever comes to an end.
    fn may_be_over(&self, game: usize) -> bool {
        let code = &self.games.code;
        code.relays && {
            let (mover, lanes) = code.position_in(&self.pack, game);
            self.alone.has_move(&lanes, mover) != Some(true)
        }
    }

    /// Games that have lasted long enough are left unfinished. After so many turns some other may have.
    fn until_limit(&mut self) -> u32 {
        self.of_each(Fixed::Ready, Self::give_up);
        self.begin();
        let decisions = (0..GAMES).map(|game| self.pack.draws.decisions(game)).max();
        let decisions = decisions.unwrap_or_default();
        self.sample.most_decisions.saturating_sub(decisions).max(1)
    }

    pub(super) fn tally(&self, game: u8) -> Tally {
        let game = usize::from(game);
        let tallies = &self.pack.tallies;
        let decisions = self.pack.draws.decisions(game);
        Tally {
            decisions,
            offered: tallies.offered(game),
            laps: match self.games.code.counts_laps {
                true => tallies.laps[game],
                false => decisions.wrapping_add(tallies.laps[game]),
            },
            captures: tallies.captures(game),
            endless: self.endless[game],
            last: None,
        }
    }

    /// The next game will begin in that place, if there is one.
    pub(super) fn next(&mut self, game: usize) {
        let (number, entered) = self.taken();
        self.numbers[game] = number;
        self.endless[game] = entered.as_ref().map_or(0, |entered| entered.tally.endless);
        self.pack.tallies.begin(game);
        self.put(Fixed::Fresh, game, T::ALL);
        self.any_fresh = true;
        match number {
            Some(number) => {
                self.begun += 1;
                self.pack.draws.put(game, self.seed.draw(number));
            }
            None => {
                self.pack.draws.put(game, Draw::default());
                self.any_gone = true;
            }
        }
        if let Some(entered) = entered {
            self.entered.push((game, entered));
        }
    }

    /// The number of the next game, if there is one, and where it goes on if it does not begin here.
    fn taken(&mut self) -> (Option<u64>, Option<Entered<T>>) {
        loop {
            let number = if self.in_vain { None } else { self.left.next() };
            if let Some(number) = number.filter(|_| self.plays_alone) {
                (self.each)(number, self.alone.play(number));
                continue;
            }
            let Some(number) = number.filter(|_| self.games.begin.is_none()) else {
                return (number, None);
            };
            match self.alone.enter(&self.games.code, number) {
                Err(played) => (self.each)(number, played),
                Ok(entered) => return (Some(number), Some(entered)),
            }
        }
    }

    /// Games begin.
    fn begin(&mut self) {
        if !std::mem::take(&mut self.any_fresh) {
            return;
        }
        if let Some(begin) = &self.games.begin {
            self.pack.run(begin);
        }
        for (game, entered) in std::mem::take(&mut self.entered) {
            self.enter(game, &entered);
        }
        self.pack.fill(self.pack.plan.fixed(Fixed::Fresh), T::NONE);
        if self.any_gone {
            for game in 0..GAMES {
                if self.numbers[game].is_none() {
                    let none = IDLE.into_iter().chain([Fixed::Ready, Fixed::Choices]);
                    none.for_each(|cell| self.put(cell, game, T::NONE));
                    self.put(Fixed::Pending, game, T::ALL);
                }
            }
        }
    }

    /// A game goes on that has been played elsewhere.
    fn enter(&mut self, game: usize, Entered { cells, kept, tally }: &Entered<T>) {
        cells.iter().for_each(|(cell, n)| self.pack.put(*cell, game, *n));
        if self.pack.plan.soonest_return.is_some() {
            self.pack.enter(game, *kept);
        }
        self.pack.draws.decided(game, tally.decisions);
        // Where all moves have one lap they are counted by the decisions.
        let counted = if self.games.code.counts_laps { 0 } else { tally.decisions };
        let laps = tally.laps.wrapping_sub(counted);
        self.pack.tallies.add(game, tally.offered, tally.captures, laps);
        self.before_limit = 0;
    }

    /// Games in which a law holds wait until there are enough of them; whether there are.
    fn is_bound(&self) -> bool {
        let bound = self.pack.count(Fixed::Bound, T::ALL);
        let waiting = bound + self.pack.count(Fixed::Waiting, T::ALL);
        let nobody_else = || {
            self.pack.count(Fixed::Ready, T::ALL) == bound
                && (self.games.code.sows_once() || is_sown(&self.pack))
        };
        waiting >= ENOUGH_BOUND || waiting > 0 && nobody_else()
    }

    /// Those that wait go on.
    fn unbind(&mut self) {
        let code = &self.games.code;
        let [ready, waiting] = [Fixed::Ready, Fixed::Waiting].map(|cell| code.plan.fixed(cell));
        let all = [Op::Or { to: ready, a: ready, b: waiting }, Op::Set { to: waiting, n: T::NONE }];
        self.pack.run(&all);
        self.pack.run(&code.bind);
    }
}

/// Sows one lap; where seeds fall one by one, until enough laps are over.
fn sow_laps<T: Cell>(pack: &mut Pack<'_, T>, laps: &Laps<T>) {
    pack.run(&laps.lap);
    if !laps.fall.is_empty() {
        while pack.any(Fixed::Seeds) && pack.count(Fixed::Landed, T::ALL) < ENOUGH_LANDED {
            pack.run(&laps.fall);
        }
        pack.run(&laps.land);
    }
}

/// Sows until no game has anything to sow, by the plan where it has to.
pub(super) fn sow_all<T: Cell>(pack: &mut Pack<'_, T>, code: &Lockstep<T>, alone: &dyn Alone<T>) {
    match code.laps.aside {
        Some(_) => sow_aside(pack, code, alone),
        None => sow_together(pack, code),
    }
}

/// Sows in all games at once until none has anything to sow.
pub(super) fn sow_together<T: Cell>(pack: &mut Pack<'_, T>, code: &Lockstep<T>) {
    if code.sows_once() {
        return pack.run(&code.laps.lap);
    }
    while !is_sown(pack) {
        sow_laps(pack, &code.laps);
    }
}

/// Whether no game has anything to sow.
fn is_sown<T: Cell>(pack: &Pack<'_, T>) -> bool {
    pack.count(Fixed::Pending, T::ALL) == GAMES as u32 && !pack.any(Fixed::Seeds)
}
