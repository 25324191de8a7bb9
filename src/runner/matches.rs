//! Random matches: games one after the other, until a match is decided.
//!
//! What happens between games, and an opening, is done by the reference engine. The games are played by the plan. It is
//! compiled for what is constant in a game, such as the closed holes, which can differ from game to game: so each thread
//! keeps plans, and makes one only for a game whose constants it has seen before. A game that comes once is played by
//! the reference engine in less time than compiling takes.

use super::playout::{self, GameTally};
use super::totals::{Series, entry_at, merge_counts};
use super::{Runner, RunnerKind};
use crate::engine::{Engine, FinalResult, GameConstants, Position};
use crate::model::{DefaultClause, Life, MarkId, Model, NoteId, Unit};
use crate::program::{LaneRole, Program};
use crate::stop::StopFlag;
use crate::threads;
use mnc_lockstep::GameRng;
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plans that a thread keeps: enough for most matches, and a few megabytes.
const MOST_PLANS: usize = 256;
/// Numbers of random games that belong to a match: more than there can be games and preparations of games.
const GAMES_OF_MATCH: u64 = 4 * DefaultClause::MOST_GAMES as u64;

/// Which random matches are played.
#[derive(Clone, Debug)]
pub struct MatchSample {
    /// Random seed.
    pub seed: u64,
    /// The numbers of the matches.
    pub matches: Range<u64>,
    /// Matches in which a game has more decisions are left unfinished.
    pub most_decisions: u32,
}

/// Result of one random match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchResult {
    /// Decisions made, in all games and between them.
    pub decisions: u32,
    /// Games begun.
    pub games: u32,
    /// Who won or lost the match; `None`: it was left unfinished.
    pub verdict: Option<FinalResult>,
}

/// Statistics of many random matches. All sums are integers, so the order of the matches does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchTotals {
    /// Games of each match.
    pub games: Series,
    /// Decisions of each match.
    pub decisions: Series,
    /// Matches won by each player.
    pub wins: Vec<u64>,
    /// Matches lost by each player that nobody won.
    pub losses: Vec<u64>,
    /// Matches drawn.
    pub draws: u64,
    /// Of these, matches that were not decided after as many games as a match can have.
    pub undecided: u64,
    /// Matches left unfinished.
    pub unfinished: u64,
}

impl MatchTotals {
    /// Adds a match.
    pub fn add(&mut self, played: &MatchResult) {
        self.games.add(played.games);
        self.decisions.add(played.decisions);
        match played.verdict {
            None => self.unfinished += 1,
            Some(FinalResult::Won(seat)) => *entry_at(&mut self.wins, seat.index()) += 1,
            Some(FinalResult::Lost(seat)) => *entry_at(&mut self.losses, seat.index()) += 1,
            Some(FinalResult::Drawn) => {
                self.draws += 1;
                let longest = played.games >= u32::from(DefaultClause::MOST_GAMES);
                self.undecided += u64::from(longest);
            }
        }
    }

    /// Matches played.
    pub fn matches(&self) -> u64 {
        self.games.n
    }

    /// The statistics of two runs together.
    #[must_use]
    pub fn combined(mut self, other: MatchTotals) -> MatchTotals {
        self.games.merge(&other.games);
        self.decisions.merge(&other.decisions);
        self.draws += other.draws;
        self.undecided += other.undecided;
        self.unfinished += other.unfinished;
        merge_counts(&mut self.wins, &other.wins);
        merge_counts(&mut self.losses, &other.losses);
        self
    }
}

/// There are no matches of a game: it is played once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMatch;

impl fmt::Display for NoMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this game has no section `match`, so it is played once")
    }
}

impl std::error::Error for NoMatch {}

/// Plays matches of a game from its start.
#[derive(Clone, Debug)]
pub struct MatchRunner {
    engine: Engine,
    start: Position,
    kind: RunnerKind,
    stop: StopFlag,
}

/// The plans of a thread, by what is constant in a game; `None`: such a game was played once.
type Plans = FxHashMap<GameConstants, Option<Runner>>;

impl MatchRunner {
    /// A runner for matches.
    ///
    /// # Errors
    /// The game is played once.
    pub fn new(engine: Engine, kind: RunnerKind) -> Result<MatchRunner, NoMatch> {
        if engine.model().next_game.is_none() {
            return Err(NoMatch);
        }
        let (start, _) = engine.start(None);
        Ok(MatchRunner { engine, start, kind, stop: StopFlag::default() })
    }

    /// The game that is played.
    pub fn model(&self) -> &Model {
        self.engine.model()
    }

    /// The same, but once `stop` is set it begins no more games, and leaves matches out that are not over.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> MatchRunner {
        MatchRunner { stop, ..self }
    }

    /// Plays the matches of a sample, sorted by number; every kind of runner gives the same results.
    pub fn play_out(&self, sample: &MatchSample) -> Vec<MatchResult> {
        let mut plans = Plans::default();
        sample.matches.clone().filter_map(|number| self.play(sample, number, &mut plans)).collect()
    }

    /// Plays the matches of a sample on `threads` threads (0: one for each core). `done` is called with the totals of
    /// newly played matches; each is included once. Returns how many threads could not be started, too.
    pub fn totals(
        &self,
        sample: &MatchSample,
        threads: usize,
        done: &(dyn Fn(&MatchTotals) + Sync),
    ) -> (MatchTotals, usize) {
        let begun = AtomicU64::new(sample.matches.start);
        let play = || {
            let (mut totals, mut plans) = (MatchTotals::default(), Plans::default());
            loop {
                let number = begun.fetch_add(1, Ordering::Relaxed);
                if number >= sample.matches.end {
                    return totals;
                }
                let Some(played) = self.play(sample, number, &mut plans) else { return totals };
                let mut one = MatchTotals::default();
                one.add(&played);
                done(&one);
                totals = totals.combined(one);
            }
        };
        let (played, missing) = threads::run_shared(threads, play);
        (played.into_iter().fold(MatchTotals::default(), MatchTotals::combined), missing)
    }

    /// Plays one match; `None`: it was stopped.
    fn play(&self, sample: &MatchSample, number: u64, plans: &mut Plans) -> Option<MatchResult> {
        let mut position = self.start.clone();
        let mut decisions = 0_u32;
        let first = number.wrapping_mul(GAMES_OF_MATCH);
        // A game has two streams of random numbers: one for its preparation and opening, one for its turns.
        for stream in (0..GAMES_OF_MATCH).step_by(2) {
            if self.stop.is_set() {
                return None;
            }
            let draw = |nth| GameRng::for_game(sample.seed, first.wrapping_add(nth));
            let mut tally = GameTally::default();
            while !position.is_over()
                && (position.is_opening() || position.is_between_games())
                && tally.decisions < sample.most_decisions
            {
                let most = sample.most_decisions;
                position = playout::reference_step(
                    &self.engine,
                    &position,
                    draw(stream),
                    most,
                    &mut tally,
                );
            }
            let left = sample.most_decisions - tally.decisions;
            let (over, made) = self.play_game(position, draw(stream + 1), left, plans);
            decisions = decisions.saturating_add(tally.decisions).saturating_add(made);
            let games = u32::from(over.game());
            let status = over.match_status();
            if status.over || !over.is_over() {
                let verdict = status.over.then_some(status.verdict);
                return Some(MatchResult { decisions, games, verdict });
            }
            let Some((next, _)) = self.engine.next_game(&over) else {
                return Some(MatchResult { decisions, games, verdict: None });
            };
            position = next;
        }
        let games = u32::from(position.game());
        Some(MatchResult { decisions, games, verdict: None })
    }

    /// Plays a game on from its first turn. Returns where it ends, and how many decisions were made.
    fn play_game(
        &self,
        position: Position,
        draw: GameRng,
        most: u32,
        plans: &mut Plans,
    ) -> (Position, u32) {
        let by_engine = |position| playout::step_at_random(&self.engine, position, draw, most);
        if position.is_over() || self.kind == RunnerKind::Reference {
            return by_engine(position);
        }
        let mut constants = self.engine.fixed(&position);
        // Rules can only ask whether it is the first game.
        constants.game = constants.game.min(2);
        if !plans.contains_key(&constants) {
            if plans.len() >= MOST_PLANS {
                plans.clear();
            }
            plans.insert(constants, None);
            return by_engine(position);
        }
        let plan = plans.entry(constants).or_default();
        let runner = plan.get_or_insert_with(|| {
            Runner::new(self.engine.clone(), position.clone(), RunnerKind::Plan)
        });
        if !keeps_what_lasts(&self.engine, runner.program()) {
            return by_engine(position);
        }
        let (end, made) = runner.step_at_random(runner.enter(&position), draw, most);
        let (mut state, result) = runner.facts(&end);
        // The plan may have been made in another game.
        let begun = position.state();
        (state.game, state.starter) = (begun.game, begun.starter);
        match result {
            Some(result) => (self.engine.after_game(state, result), made),
            // It is left unfinished.
            None => (position, made),
        }
    }
}

/// Whether a program has lanes for all marks and notes that last for the match: a mark or note without one is not kept.
fn keeps_what_lasts(engine: &Engine, program: &Program) -> bool {
    let model: &Model = engine.model();
    let lasts = |life: &Life| matches!(life, Life::Unit(Unit::Match));
    let notes = (0..).map(NoteId).zip(&model.notes).filter(|(_, note)| lasts(&note.life));
    let mut slots = notes.flat_map(|(note, _)| engine.layout.note_slots(note));
    let has_lane = |slot: usize| program.lanes.contains(&LaneRole::Note(slot as u16));
    let marks = (0..).map(MarkId).zip(&model.marks);
    let mut lasting = marks.filter(|(_, mark)| lasts(&mark.life));
    lasting.next().is_none() && slots.all(has_lane)
}
