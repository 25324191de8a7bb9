//! Random games side by side: they begin, go on, wait for each other, and end.

use super::code::{BatchProgram, LapCode};
use super::endless_only::remove_endless_only;
use super::legality::filter_legal;
use super::scalar_laps::sow_scalar;
use super::{IDLE_CELLS, SizedBatch};
use crate::model::Seat;
use crate::program::Lane;
use crate::runner::plan::LapOutcome;
use crate::runner::playout::{GameTally, LapDecisions, PlayoutResult, Sample};
use mnc_lockstep::{CellId, CellValue, GAMES, GameRng, Op, Pack, Register, SampleSeed};
use std::iter::Peekable;

/// So many games wait, their move over, before they go on while others still sow.
const MIN_DONE: u32 = 96;

/// So many wait before it is looked what rare thing comes of them.
const MIN_RARE: u32 = 24;

/// So many have to be over before others begin in their places.
const MIN_ENDED: u32 = 16;

/// So many turns are made before it is looked whether that has come about.
const TURNS_BETWEEN_CHECKS: u32 = 3;

/// So many laps have to be over before it is looked what comes of their last seeds.
const MIN_LANDED: u32 = 96;

/// So many games wait before their moves are tried, unless nobody else has anything to do.
const MIN_TRIALS: u32 = GAMES as u32 / 10;

/// So many games to be played again are kept at most.
const MAX_REPLAYS: usize = 4096;

/// Where one game of so many has to be played again, and a few have been, earlier positions are looked at as
/// soon as there are any.
const MAX_REPLAY_RATE: u64 = 8;
const MIN_REPLAYS: u64 = 64;

/// What is done for one game of a pack.
pub(super) trait ScalarRunner<T> {
    /// The game of that number is played by the plan.
    fn play(&self, number: u64) -> PlayoutResult;
    /// The game of that number is played by the plan until it can go on among many; else until it is
    /// over, or has lasted long enough.
    fn enter(&self, code: &BatchProgram<T>, number: u64) -> Result<EnteredGame<T>, PlayoutResult>;
    /// The laps of a move are sown, by the player about to move, from a place. `None`: the game has to be
    /// played by the plan.
    fn sow(
        &self,
        lanes: &mut [u32],
        mover: Seat,
        origin: Lane,
        answers: &mut LapDecisions,
    ) -> Option<LapOutcome>;
    /// Whether that player, about to move, has a move; see [`super::endless_only`].
    fn has_move(&self, lanes: &[u32], mover: Seat) -> Option<bool>;
    /// Who wins by the rule of *winner*.
    fn judged_winner(&self, lanes: &[u32], mover: Seat) -> Option<Seat>;
}

impl<T: CellValue> SizedBatch<T> {
    /// Plays the games of some numbers at random; they end in an order of their own.
    pub(super) fn play_out(
        &self,
        alone: &dyn ScalarRunner<T>,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, PlayoutResult),
    ) {
        let plan = &self.code.plan;
        // Where a position that returns for the first time ends the game, many games may have to be played
        // again.
        let late = plan.fewest_moves_to_repeat.is_some() && plan.repetition_limit > 2;
        let pack = if late { Pack::with_deferred_repetition(plan) } else { Pack::of(plan) };
        PackScheduler::of(self, alone, sample, each, pack, numbers).play();
    }
}

/// Where a game goes on that has been played elsewhere.
pub(super) struct EnteredGame<T> {
    pub cells: Vec<(CellId, T)>,
    /// The position is one that can return.
    pub kept: bool,
    pub tally: GameTally,
}

/// A pack of games being played.
pub(super) struct PackScheduler<'a, T> {
    pub(super) games: &'a SizedBatch<T>,
    pub(super) scalar: &'a dyn ScalarRunner<T>,
    pub(super) pack: Pack<'a, T>,
    /// Where it is found out which moves are lawful.
    trials: Option<Pack<'a, T>>,
    pub(super) numbers: [Option<u64>; GAMES],
    /// Answers drawn in vain before a game came here; one in which that happens here is played by the plan.
    endless: [u32; GAMES],
    /// Games of which something is to be done.
    pub(super) selected: Vec<u8>,
    sample: &'a Sample,
    seed: SampleSeed,
    /// Games not yet begun.
    remaining: Peekable<&'a mut dyn Iterator<Item = u64>>,
    /// Those to be played again, with an eye on all that has been.
    replays: Vec<u64>,
    /// How many have begun here, and how many of them are to be played again.
    started: u64,
    replayed: u64,
    /// Those are too many: no others begin here.
    too_many_replays: bool,
    /// How many have been taken out since they kept too many positions, and whether no others begin for that.
    overlong: u64,
    too_many_overlong: bool,
    /// Turns until a game may have lasted long enough.
    before_limit: u32,
    /// Some game begins.
    any_starting: bool,
    /// Games that go on here, each in its place.
    entered: Vec<(usize, EnteredGame<T>)>,
    /// In some place there is no game any more.
    any_vacant: bool,
    pub(super) report: &'a mut dyn FnMut(u64, PlayoutResult),
}

impl<'a, T: CellValue> PackScheduler<'a, T> {
    fn of(
        games: &'a SizedBatch<T>,
        alone: &'a dyn ScalarRunner<T>,
        sample: &'a Sample,
        each: &'a mut dyn FnMut(u64, PlayoutResult),
        pack: Pack<'a, T>,
        left: &'a mut dyn Iterator<Item = u64>,
    ) -> PackScheduler<'a, T> {
        PackScheduler {
            games,
            scalar: alone,
            trials: (!games.code.laws.is_empty()).then(|| Pack::of(pack.plan)),
            pack,
            numbers: [None; GAMES],
            endless: [0; GAMES],
            selected: Vec::with_capacity(GAMES),
            remaining: left.peekable(),
            replays: Vec::new(),
            started: 0,
            replayed: 0,
            too_many_replays: false,
            overlong: 0,
            too_many_overlong: false,
            sample,
            seed: SampleSeed::from_seed(sample.seed),
            before_limit: 0,
            any_starting: false,
            entered: Vec::new(),
            any_vacant: false,
            report: each,
        }
    }

    /// A fixed cell holds that from now on, in a game.
    fn put(&mut self, cell: Register, game: usize, n: T) {
        self.pack.put(self.pack.plan.register(cell), game, n);
    }

    fn play(mut self) {
        let code = &self.games.code;
        (0..GAMES).for_each(|game| self.schedule_next(game));
        self.begin();
        loop {
            let whole = !code.whole_turn.is_empty();
            let most = self.check_limit(if whole { TURNS_BETWEEN_CHECKS } else { 1 });
            if self.is_finished() {
                return self.run_replays();
            }
            if whole {
                for _ in 1..most {
                    self.pack.run(&code.whole_turn);
                    self.pack.run(&code.turn_rest);
                }
                self.pack.run(&code.whole_turn);
            } else {
                self.choose();
                self.sow_moves();
                self.pack.run(&code.after);
                self.pack.run(&code.law_masks);
            }
            if !code.laws.is_empty() && self.trials_due() {
                self.release_parked();
                self.arrive(true);
            } else if whole {
                self.pack.run(&code.turn_rest);
                self.finish_arrival(self.can_defer_rare());
            } else {
                self.pack.run(&code.park);
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
    fn check_limit(&mut self, most: u32) -> u32 {
        // In no game more decisions have been made than there were turns.
        if self.before_limit == 0 {
            self.before_limit = self.turns_to_limit();
        }
        if self.games.code.laps.may_ask {
            // Nor is it known how many are made in a turn.
            self.before_limit = 1;
        }
        let most = most.min(self.before_limit);
        self.before_limit -= most;
        most
    }

    /// Laps are sown until enough moves are over.
    fn sow_moves(&mut self) {
        let code = &self.games.code;
        if code.laps.scalar_reason.is_some() {
            return sow_scalar(&mut self.pack, code, self.scalar);
        }
        loop {
            sow_laps(&mut self.pack, &code.laps);
            if code.sows_once()
                || self.pack.count(Register::LapsDone, T::ALL) >= MIN_DONE
                || all_sown(&self.pack)
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
            self.pack.collect_nonzero(Register::LawApplies, &mut self.selected);
            let alone = self.scalar;
            let sow = |pack: &mut Pack<'_, T>| sow_all(pack, code, alone);
            filter_legal(code, &mut self.pack, trials, &self.selected, &sow);
        }
        self.pack.run(&code.inspect);
        let alone = self.scalar;
        remove_endless_only(&mut self.pack, code, &|lanes, mover| alone.has_move(lanes, mover));
        let usual = code.fast_arrival.as_ref().is_some_and(|glance| {
            self.pack.run(glance);
            self.can_defer_rare()
        });
        self.finish_arrival(usual);
    }

    /// Whether games in which something rare may come of the last move can still wait.
    fn can_defer_rare(&self) -> bool {
        self.pack.count(Register::Rare, T::ALL) < MIN_RARE && self.pack.any(Register::Ready)
    }

    /// `usual`: rare games can still wait.
    fn finish_arrival(&mut self, usual: bool) {
        if !usual {
            self.pack.run(&self.games.code.full_arrival);
        }
        self.pack.take_suspects().into_iter().for_each(|game| self.schedule_replay(game));
        self.pack.take_overlong().into_iter().for_each(|game| self.play_overlong_by_plan(game));
        if self.games.may_fall_back {
            self.for_each_nonzero(Register::FallBack, Self::play_by_plan);
        }
        // Where nothing rare has been looked at no other has ended.
        if self.too_many_replays
            || self.remaining.peek().is_none()
            || !usual && GAMES as u32 - self.pack.count(Register::FinishedEnd, T::NONE) >= MIN_ENDED
        {
            self.finish_games();
        }
        self.begin();
    }

    /// A game is told by the plan, from its beginning.
    #[cold]
    fn play_by_plan(&mut self, game: usize) {
        if let Some(number) = self.numbers[game] {
            let played = self.scalar.play(number);
            (self.report)(number, played);
        }
        self.schedule_next(game);
    }

    /// A game keeps so many positions that it is played by the plan; where most do, so are all others.
    #[cold]
    fn play_overlong_by_plan(&mut self, game: usize) {
        self.overlong += u64::from(self.numbers[game].is_some());
        self.too_many_overlong |=
            self.overlong >= MIN_REPLAYS && self.overlong * MAX_REPLAY_RATE > self.started;
        self.play_by_plan(game);
    }

    /// Whether a position of a game that is over may have returned unseen; then it will be played again.
    pub(super) fn needs_replay(&mut self, game: usize) -> bool {
        let doubtful = self.pack.is_suspect(game);
        if doubtful {
            self.schedule_replay(game);
        }
        doubtful
    }

    /// A game will be played again, since a position may have returned unseen.
    fn schedule_replay(&mut self, game: usize) {
        self.replays.extend(self.numbers[game]);
        self.replayed += 1;
        self.too_many_replays |=
            self.replayed >= MIN_REPLAYS && self.replayed * MAX_REPLAY_RATE > self.started;
        [Register::FallBack, Register::FinishedEnd]
            .into_iter()
            .for_each(|cell| self.put(cell, game, T::NONE));
        self.schedule_next(game);
        if self.replays.len() >= MAX_REPLAYS {
            self.run_replays();
        }
    }

    /// Plays the games that are to be played again; where those are too many, all others as well.
    fn run_replays(&mut self) {
        let again = std::mem::take(&mut self.replays);
        let others = if self.too_many_replays { usize::MAX } else { 0 };
        let mut all = again.into_iter().chain(self.remaining.by_ref().take(others)).peekable();
        if all.peek().is_some() {
            let pack = Pack::of(self.pack.plan);
            PackScheduler::of(self.games, self.scalar, self.sample, self.report, pack, &mut all)
                .play();
        }
    }

    /// Whether there is nothing left to do.
    fn is_finished(&self) -> bool {
        self.numbers.iter().all(Option::is_none)
    }

    /// Something is done in the games in which a cell holds anything.
    fn for_each_nonzero(&mut self, cell: Register, mut done: impl FnMut(&mut Self, usize)) {
        if self.pack.any(cell) {
            let mut noted = std::mem::take(&mut self.selected);
            self.pack.collect_nonzero(cell, &mut noted);
            noted.iter().for_each(|game| done(self, usize::from(*game)));
            self.selected = noted;
        }
    }

    /// A game that has lasted long enough is left unfinished; so may be the next one in its place.
    fn give_up(&mut self, game: usize) {
        while self.pack.draws.decisions(game) >= self.sample.most_decisions {
            let Some(number) = self.numbers[game] else { break };
            if self.needs_replay(game) {
                continue;
            }
            if self.may_be_over(game) {
                self.play_by_plan(game);
                continue;
            }
            let played = self.game_tally(game as u8).into_result(None);
            (self.report)(number, played);
            self.schedule_next(game);
        }
    }

    /// Whether a game may be over, since no sowing of what can be chosen in it ever comes to an end.
    fn may_be_over(&self, game: usize) -> bool {
        let code = &self.games.code;
        code.relays && {
            let (mover, lanes) = code.position_in(&self.pack, game);
            self.scalar.has_move(&lanes, mover) != Some(true)
        }
    }

    /// Games that have lasted long enough are left unfinished. After so many turns some other may have.
    fn turns_to_limit(&mut self) -> u32 {
        self.for_each_nonzero(Register::Ready, Self::give_up);
        self.begin();
        let decisions = (0..GAMES).map(|game| self.pack.draws.decisions(game)).max();
        let decisions = decisions.unwrap_or_default();
        self.sample.most_decisions.saturating_sub(decisions).max(1)
    }

    pub(super) fn game_tally(&self, game: u8) -> GameTally {
        let game = usize::from(game);
        let tallies = &self.pack.tallies;
        let decisions = self.pack.draws.decisions(game);
        GameTally {
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
    pub(super) fn schedule_next(&mut self, game: usize) {
        let (number, entered) = self.take_next();
        self.numbers[game] = number;
        self.endless[game] = entered.as_ref().map_or(0, |entered| entered.tally.endless);
        self.pack.tallies.reset(game);
        self.put(Register::Starting, game, T::ALL);
        self.any_starting = true;
        match number {
            Some(number) => {
                self.started += 1;
                self.pack.draws.set_game(game, self.seed.game(number));
            }
            None => {
                self.pack.draws.set_game(game, GameRng::default());
                self.any_vacant = true;
            }
        }
        if let Some(entered) = entered {
            self.entered.push((game, entered));
        }
    }

    /// The number of the next game, if there is one, and where it goes on if it does not begin here.
    fn take_next(&mut self) -> (Option<u64>, Option<EnteredGame<T>>) {
        loop {
            let number = if self.too_many_replays { None } else { self.remaining.next() };
            if let Some(number) = number.filter(|_| self.too_many_overlong) {
                (self.report)(number, self.scalar.play(number));
                continue;
            }
            let Some(number) = number.filter(|_| self.games.begin_ops.is_none()) else {
                return (number, None);
            };
            match self.scalar.enter(&self.games.code, number) {
                Err(played) => (self.report)(number, played),
                Ok(entered) => return (Some(number), Some(entered)),
            }
        }
    }

    /// Games begin.
    fn begin(&mut self) {
        if !std::mem::take(&mut self.any_starting) {
            return;
        }
        if let Some(begin) = &self.games.begin_ops {
            self.pack.run(begin);
        }
        for (game, entered) in std::mem::take(&mut self.entered) {
            self.enter(game, &entered);
        }
        self.pack.fill(self.pack.plan.register(Register::Starting), T::NONE);
        if self.any_vacant {
            for game in 0..GAMES {
                if self.numbers[game].is_none() {
                    let none =
                        IDLE_CELLS.into_iter().chain([Register::Ready, Register::ChoiceCount]);
                    none.for_each(|cell| self.put(cell, game, T::NONE));
                    self.put(Register::PendingOrigin, game, T::ALL);
                }
            }
        }
    }

    /// A game goes on that has been played elsewhere.
    fn enter(&mut self, game: usize, EnteredGame { cells, kept, tally }: &EnteredGame<T>) {
        cells.iter().for_each(|(cell, n)| self.pack.put(*cell, game, *n));
        if self.pack.plan.fewest_moves_to_repeat.is_some() {
            self.pack.enter(game, *kept);
        }
        self.pack.draws.add_decisions(game, tally.decisions);
        // Where all moves have one lap they are counted by the decisions.
        let counted = if self.games.code.counts_laps { 0 } else { tally.decisions };
        let laps = tally.laps.wrapping_sub(counted);
        self.pack.tallies.add(game, tally.offered, tally.captures, laps);
        self.before_limit = 0;
    }

    /// Games in which a law holds wait until there are enough of them; whether there are.
    fn trials_due(&self) -> bool {
        let bound = self.pack.count(Register::LawApplies, T::ALL);
        let waiting = bound + self.pack.count(Register::AwaitingTrial, T::ALL);
        let nobody_else = || {
            self.pack.count(Register::Ready, T::ALL) == bound
                && (self.games.code.sows_once() || all_sown(&self.pack))
        };
        waiting >= MIN_TRIALS || waiting > 0 && nobody_else()
    }

    /// Those that wait go on.
    fn release_parked(&mut self) {
        let code = &self.games.code;
        let [ready, waiting] =
            [Register::Ready, Register::AwaitingTrial].map(|cell| code.plan.register(cell));
        let all = [Op::Or { to: ready, a: ready, b: waiting }, Op::Set { to: waiting, n: T::NONE }];
        self.pack.run(&all);
        self.pack.run(&code.law_masks);
    }
}

/// Sows one lap; where seeds fall one by one, until enough laps are over.
fn sow_laps<T: CellValue>(pack: &mut Pack<'_, T>, laps: &LapCode<T>) {
    pack.run(&laps.lap);
    if !laps.fall.is_empty() {
        while pack.any(Register::Seeds) && pack.count(Register::Landed, T::ALL) < MIN_LANDED {
            pack.run(&laps.fall);
        }
        pack.run(&laps.land);
    }
}

/// Sows until no game has anything to sow, by the plan where it has to.
pub(super) fn sow_all<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    alone: &dyn ScalarRunner<T>,
) {
    match code.laps.scalar_reason {
        Some(_) => sow_scalar(pack, code, alone),
        None => sow_vectorized(pack, code),
    }
}

/// Sows in all games at once until none has anything to sow.
pub(super) fn sow_vectorized<T: CellValue>(pack: &mut Pack<'_, T>, code: &BatchProgram<T>) {
    if code.sows_once() {
        return pack.run(&code.laps.lap);
    }
    while !all_sown(pack) {
        sow_laps(pack, &code.laps);
    }
}

/// Whether no game has anything to sow.
fn all_sown<T: CellValue>(pack: &Pack<'_, T>) -> bool {
    pack.count(Register::PendingOrigin, T::ALL) == GAMES as u32 && !pack.any(Register::Seeds)
}
