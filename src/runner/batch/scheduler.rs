//! Schedules random games in a pack: they start, wait for each other, end, and are replaced.

use super::can_move::ask_who_can_move;
use super::code::{BatchProgram, LapCode};
use super::legality::filter_legal;
use super::scalar_laps::{ScalarTally, make_scalar_moves, sow_scalar};
use super::{IDLE_CELLS, SizedBatch};
use crate::model::Seat;
use crate::program::{Lane, Test};
use crate::runner::plan::{DrawnReplies, LapOutcome};
use crate::runner::playout::{GameTally, LapDecisions, PlayoutResult, Sample};
use mnc_lockstep::{CellId, CellValue, GAMES, GameRng, Op, Pack, Register, SampleSeed};
use std::iter::Peekable;

/// Games whose move is over, before they continue while others still sow.
const MIN_DONE: u32 = 96;

/// Games marked as rare, before the rare steps run.
const MIN_RARE: u32 = 24;

/// Ended games, before their slots are refilled.
const MIN_ENDED: u32 = 16;

/// Turns between two checks of these thresholds.
const TURNS_BETWEEN_CHECKS: u32 = 3;

/// Laps that are over, before the effects of their last seeds run.
const MIN_LANDED: u32 = 96;

/// Games waiting for trials before these run, unless no other game can continue.
const MIN_TRIALS: u32 = GAMES as u32 / 10;

/// Most games kept for replay.
const MAX_REPLAYS: usize = 4096;

/// If more than one game in `MAX_REPLAY_RATE` has to be replayed, after at least `MIN_REPLAYS` of them, all
/// further games use exact repetition.
const MAX_REPLAY_RATE: u64 = 8;
const MIN_REPLAYS: u64 = 64;

/// What the batch asks of the plan, for one game at a time.
pub(super) trait ScalarRunner<T> {
    /// Plays a whole game.
    fn play(&self, number: u64) -> PlayoutResult;
    /// Plays a game until it can enter the batch; `Err`: it ended, or reached the limit of decisions, before
    /// that.
    fn enter(&self, code: &BatchProgram<T>, number: u64) -> Result<EnteredGame<T>, PlayoutResult>;
    /// Sows the laps of a move from a place. `None`: the plan has to play the whole game.
    fn sow(
        &self,
        lanes: &mut [u32],
        mover: Seat,
        origin: Lane,
        answers: &mut LapDecisions,
        facts: &[Test],
    ) -> Option<LapOutcome>;
    /// Makes the choices that begin a move, and sows its laps. Players who cannot move pass: `mover` is set
    /// to the one who moves. `decisions`: made in the game before. `None`: the plan has to play the whole
    /// game.
    fn begin_move(
        &self,
        lanes: &mut [u32],
        mover: &mut Seat,
        draw: GameRng,
        decisions: u32,
        code: &BatchProgram<T>,
    ) -> Option<(LapOutcome, DrawnReplies)>;
    /// Whether a player has a legal move; see [`super::can_move::CanMoveFn`].
    fn can_move(&self, lanes: &[u32], mover: Seat, seat: Seat) -> Option<bool>;
    /// The winner by the rule of *winner*; `None`: nobody.
    fn judged_winner(&self, lanes: &[u32], mover: Seat) -> Option<Seat>;
}

impl<T: CellValue> SizedBatch<T> {
    /// Plays the random games with these numbers; results are reported in the order in which games end.
    pub(super) fn play_out(
        &self,
        scalar: &dyn ScalarRunner<T>,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, PlayoutResult),
    ) {
        let plan = &self.code.plan;
        // If the first return of a position already ends the game, deferred detection could cause many
        // replays.
        let deferred = plan.fewest_moves_to_repeat.is_some() && plan.repetition_limit > 2;
        let pack = if deferred { Pack::with_deferred_repetition(plan) } else { Pack::of(plan) };
        PackScheduler::of(self, scalar, sample, each, pack, numbers).play();
    }
}

/// A game that enters the batch after its beginning.
pub(super) struct EnteredGame<T> {
    pub cells: Vec<(CellId, T)>,
    /// The position is recorded for repetition.
    pub kept: bool,
    pub tally: GameTally,
}

/// The state of a pack of games being played.
pub(super) struct PackScheduler<'a, T> {
    pub(super) games: &'a SizedBatch<T>,
    pub(super) scalar: &'a dyn ScalarRunner<T>,
    pub(super) pack: Pack<'a, T>,
    /// Pack for the trials of moves, if there are laws.
    trials: Option<Pack<'a, T>>,
    pub(super) numbers: [Option<u64>; GAMES],
    /// For each game, draws wasted on endless moves before it entered the batch; a game in which that happens
    /// here is played by the plan.
    endless: [u32; GAMES],
    /// Statistics of each game whose moves the plan begins.
    scalar_tallies: Vec<ScalarTally>,
    /// Scratch list of games.
    pub(super) selected: Vec<u8>,
    sample: &'a Sample,
    seed: SampleSeed,
    /// Numbers of the games not yet started.
    remaining: Peekable<&'a mut dyn Iterator<Item = u64>>,
    /// Games to replay with exact repetition.
    replays: Vec<u64>,
    /// Games started here, and how many of them have to be replayed.
    started: u64,
    replayed: u64,
    /// Too many replays: start no more games in this pack.
    too_many_replays: bool,
    /// Games given up because they kept too many positions; and whether further games are left to the plan
    /// because of that.
    overlong: u64,
    too_many_overlong: bool,
    /// Turns until a game may reach the limit of decisions.
    before_limit: u32,
    /// Some game is about to start.
    any_starting: bool,
    /// Games to enter, each with its slot.
    entered: Vec<(usize, EnteredGame<T>)>,
    /// Some slot has no game any more.
    any_vacant: bool,
    pub(super) report: &'a mut dyn FnMut(u64, PlayoutResult),
}

impl<'a, T: CellValue> PackScheduler<'a, T> {
    fn of(
        games: &'a SizedBatch<T>,
        scalar: &'a dyn ScalarRunner<T>,
        sample: &'a Sample,
        each: &'a mut dyn FnMut(u64, PlayoutResult),
        pack: Pack<'a, T>,
        left: &'a mut dyn Iterator<Item = u64>,
    ) -> PackScheduler<'a, T> {
        PackScheduler {
            games,
            scalar,
            trials: (!games.code.laws.is_empty()).then(|| Pack::of(pack.plan)),
            pack,
            numbers: [None; GAMES],
            endless: [0; GAMES],
            scalar_tallies: match games.code.laps.scalar_choices {
                true => vec![ScalarTally::default(); GAMES],
                false => Vec::new(),
            },
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

    /// Writes a register of one game.
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

    /// Makes a choice in every game that is ready.
    fn choose(&mut self) {
        if self.games.code.laps.scalar_choices {
            let (code, tallies) = (&self.games.code, &mut self.scalar_tallies);
            return make_scalar_moves(&mut self.pack, code, self.scalar, tallies);
        }
        self.pack.run(&[Op::Choose { take: Box::default() }]);
        self.pack.run(&self.games.code.begin_move);
    }

    /// Called before choices are made, `most` in each game: gives up games that have reached the limit of
    /// decisions. Returns how many choices can be made before the next check.
    fn check_limit(&mut self, most: u32) -> u32 {
        // No game makes more than one decision in a turn.
        if self.before_limit == 0 {
            self.before_limit = self.turns_to_limit();
        }
        if self.games.code.laps.may_ask {
            // With questions in laps, a turn may have any number of decisions.
            self.before_limit = 1;
        }
        let most = most.min(self.before_limit);
        self.before_limit -= most;
        most
    }

    /// Sows laps until enough moves are over.
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

    /// Before a move: finds the choices and checks for the end. `tried`: run trials in games to which a law
    /// applies.
    fn arrive(&mut self, tried: bool) {
        let code = &self.games.code;
        self.pack.run(&code.offer);
        if let Some(trials) = self.trials.as_mut().filter(|_| tried) {
            self.pack.collect_nonzero(Register::LawApplies, &mut self.selected);
            let scalar = self.scalar;
            let sow = |pack: &mut Pack<'_, T>| sow_all(pack, code, scalar);
            filter_legal(code, &mut self.pack, trials, &self.selected, &sow);
        }
        self.pack.run(&code.inspect);
        let scalar = self.scalar;
        let can_move = |lanes: &[u32], mover, seat| scalar.can_move(lanes, mover, seat);
        ask_who_can_move(&mut self.pack, code, &can_move);
        let usual = code.fast_arrival.as_ref().is_some_and(|fast_arrival| {
            self.pack.run(fast_arrival);
            self.can_defer_rare()
        });
        self.finish_arrival(usual);
    }

    /// Whether rare games can still wait.
    fn can_defer_rare(&self) -> bool {
        self.pack.count(Register::Rare, T::ALL) < MIN_RARE && self.pack.any(Register::Ready)
    }

    /// Ends the turn: full arrival, replays, fallbacks, ended games. `usual`: rare games can still wait.
    fn finish_arrival(&mut self, usual: bool) {
        if !usual {
            self.pack.run(&self.games.code.full_arrival);
        }
        self.pack.take_suspects().into_iter().for_each(|game| self.schedule_replay(game));
        self.pack.take_overlong().into_iter().for_each(|game| self.play_overlong_by_plan(game));
        if self.games.may_fall_back {
            self.for_each_nonzero(Register::FallBack, Self::play_by_plan);
        }
        // If the rare steps have not run, no further game has ended.
        if self.too_many_replays
            || self.remaining.peek().is_none()
            || !usual && GAMES as u32 - self.pack.count(Register::FinishedEnd, T::NONE) >= MIN_ENDED
        {
            self.finish_games();
        }
        self.begin();
    }

    /// Hands a game to the plan, which plays it from its beginning.
    #[cold]
    fn play_by_plan(&mut self, game: usize) {
        if let Some(number) = self.numbers[game] {
            let played = self.scalar.play(number);
            (self.report)(number, played);
        }
        self.schedule_next(game);
    }

    /// Hands a game that keeps too many positions to the plan; if that happens often, all further games too.
    #[cold]
    fn play_overlong_by_plan(&mut self, game: usize) {
        self.overlong += u64::from(self.numbers[game].is_some());
        self.too_many_overlong |=
            self.overlong >= MIN_REPLAYS && self.overlong * MAX_REPLAY_RATE > self.started;
        self.play_by_plan(game);
    }

    /// Whether an ended game may have missed a repetition; if so, it is scheduled for replay.
    pub(super) fn needs_replay(&mut self, game: usize) -> bool {
        let doubtful = self.pack.is_suspect(game);
        if doubtful {
            self.schedule_replay(game);
        }
        doubtful
    }

    /// Schedules a game for replay: deferred detection may have missed a repetition.
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

    /// Replays the scheduled games with exact repetition; if replays are too frequent, all remaining games
    /// too.
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

    /// Calls `done` for each game in which a cell is not 0.
    fn for_each_nonzero(&mut self, cell: Register, mut done: impl FnMut(&mut Self, usize)) {
        if self.pack.any(cell) {
            let mut noted = std::mem::take(&mut self.selected);
            self.pack.collect_nonzero(cell, &mut noted);
            noted.iter().for_each(|game| done(self, usize::from(*game)));
            self.selected = noted;
        }
    }

    /// Gives up a game that has reached the limit of decisions, and in turn the games that replace it.
    fn give_up(&mut self, game: usize) {
        while self.pack.draws.decisions(game) >= self.sample.most_decisions {
            let Some(number) = self.numbers[game] else { break };
            if self.needs_replay(game) {
                continue;
            }
            // Without choices of its own, the batch does not know whether the game goes on.
            if self.games.code.laps.scalar_choices || self.may_be_over(game) {
                self.play_by_plan(game);
                continue;
            }
            let played = self.game_tally(game as u8).into_result(None);
            (self.report)(number, played);
            self.schedule_next(game);
        }
    }

    /// Whether a game may be over because every choice is an endless sowing.
    fn may_be_over(&self, game: usize) -> bool {
        let code = &self.games.code;
        code.relays && {
            let (mover, lanes) = code.position_in(&self.pack, game);
            self.scalar.can_move(&lanes, mover, mover) != Some(true)
        }
    }

    /// Gives up games that have reached the limit of decisions; returns the number of turns until another one
    /// may.
    fn turns_to_limit(&mut self) -> u32 {
        self.for_each_nonzero(Register::Ready, Self::give_up);
        self.begin();
        let decisions = (0..GAMES).map(|game| self.pack.draws.decisions(game)).max();
        let decisions = decisions.unwrap_or_default();
        self.sample.most_decisions.saturating_sub(decisions).max(1)
    }

    pub(super) fn game_tally(&self, game: u8) -> GameTally {
        let game = usize::from(game);
        if let Some(tally) = self.scalar_tallies.get(game) {
            return tally.up_to_now(&self.pack, &self.games.code, game);
        }
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

    /// Schedules the next game for a slot, if there is one.
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

    /// Number of the next game, if there is one, and its state if it enters after its beginning.
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

    /// Starts the scheduled games.
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

    /// Enters a game after its beginning.
    fn enter(&mut self, game: usize, EnteredGame { cells, kept, tally }: &EnteredGame<T>) {
        cells.iter().for_each(|(cell, n)| self.pack.put(*cell, game, *n));
        if self.pack.plan.fewest_moves_to_repeat.is_some() {
            self.pack.enter(game, *kept);
        }
        self.pack.draws.add_decisions(game, tally.decisions);
        if let Some(of) = self.scalar_tallies.get_mut(game) {
            *of = ScalarTally::of(*tally);
        }
        // If every move is one lap, laps are counted by the decisions.
        let counted = if self.games.code.counts_laps { 0 } else { tally.decisions };
        let laps = tally.laps.wrapping_sub(counted);
        self.pack.tallies.add(game, tally.offered, tally.captures, laps);
        self.before_limit = 0;
    }

    /// Whether the trials should run now: enough games wait for them, or no other game can continue.
    fn trials_due(&self) -> bool {
        let bound = self.pack.count(Register::LawApplies, T::ALL);
        let waiting = bound + self.pack.count(Register::AwaitingTrial, T::ALL);
        let nobody_else = || {
            self.pack.count(Register::Ready, T::ALL) == bound
                && (self.games.code.sows_once() || all_sown(&self.pack))
        };
        waiting >= MIN_TRIALS || waiting > 0 && nobody_else()
    }

    /// Releases the parked games.
    fn release_parked(&mut self) {
        let code = &self.games.code;
        let [ready, waiting] =
            [Register::Ready, Register::AwaitingTrial].map(|cell| code.plan.register(cell));
        let all = [Op::Or { to: ready, a: ready, b: waiting }, Op::Set { to: waiting, n: T::NONE }];
        self.pack.run(&all);
        self.pack.run(&code.law_masks);
    }
}

/// Sows one lap; if seeds fall one by one, until enough laps are over.
fn sow_laps<T: CellValue>(pack: &mut Pack<'_, T>, laps: &LapCode<T>) {
    pack.run(&laps.lap);
    if !laps.fall.is_empty() {
        while pack.any(Register::Seeds) && pack.count(Register::Landed, T::ALL) < MIN_LANDED {
            pack.run(&laps.fall);
        }
        pack.run(&laps.land);
    }
}

/// Sows until nothing is left to sow, by the plan if it has to.
pub(super) fn sow_all<T: CellValue>(
    pack: &mut Pack<'_, T>,
    code: &BatchProgram<T>,
    scalar: &dyn ScalarRunner<T>,
) {
    match code.laps.scalar_reason {
        Some(_) => sow_scalar(pack, code, scalar),
        None => sow_vectorized(pack, code),
    }
}

/// Sows by ops until nothing is left to sow.
pub(super) fn sow_vectorized<T: CellValue>(pack: &mut Pack<'_, T>, code: &BatchProgram<T>) {
    if code.sows_once() {
        return pack.run(&code.laps.lap);
    }
    while !all_sown(pack) {
        sow_laps(pack, &code.laps);
    }
}

/// Whether no game has anything left to sow.
fn all_sown<T: CellValue>(pack: &Pack<'_, T>) -> bool {
    pack.count(Register::PendingOrigin, T::ALL) == GAMES as u32 && !pack.any(Register::Seeds)
}
