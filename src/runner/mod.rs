//! Runners: three ways of running a game, with equal results.
//!
//! The [reference engine](crate::engine) interprets a model seed by seed and names the clause behind every
//! event. The *plan* runs a [`Program`], one position at a time; it is made for searches. If a player is
//! asked in the middle of a move, the move is simulated again from its beginning, with the replies given so
//! far. A move that meets a clause without a lowering is run by the reference engine as a whole. The *batch*
//! plays 256 random games at a time with vector code. Laps with a clause that has no vector code are sown by
//! the plan, game by game. A move that does not simply begin with one hole is begun by the plan too, as far as
//! the end of its laps; what follows is vector code. Before a game has reached its last stage, the plan makes
//! its moves. Any other clause without vector code leaves the whole program to the plan.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod batch;
mod hybrid;
mod kernels;
mod lanes;
mod matches;
mod perft;
mod plan;
mod playout;
mod totals;

pub use matches::{MatchResult, MatchRunner, MatchSample, MatchTotals, NoMatch};
pub use mnc_lockstep::GameRng;
pub use perft::PerftCount;
pub use playout::{PlayoutResult, STATISTICS_SOWING_LIMIT, Sample};
pub use totals::{Rate, RatioSums, Series, Totals, interval};

use crate::engine::{Choice, Decider, Engine, GameResult, Position, State};
use crate::model::PlaceId;
use crate::order::SmallSort;
use crate::program::{LaneRole, Program};
use crate::stop::StopFlag;
use crate::threads;
use batch::Batch;
use hybrid::{HybridNode, HybridRunner};
use lanes::{ByteLanes, Lanes, WordLanes};
use plan::Plan;
use sizes::{MiddleLanes, SmallLanes, WideLanes};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Games that a thread takes at a time.
const GAMES_PER_TASK: u64 = 64;

/// Ways of running a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RunnerKind {
    /// The reference engine.
    Reference,
    /// The plan: a program, one position at a time.
    Plan,
    /// Many random games at a time, if the program is supported; else as the plan.
    Batch,
}

/// Runs a game from one start position.
#[derive(Clone, Debug)]
pub struct Runner {
    program: Arc<Program>,
    run: SizedRunner,
    batch_support: BatchSupport,
    stop: StopFlag,
    /// Threads that could not be started.
    threads_missing: Arc<AtomicUsize>,
}

/// Why the batch, or parts of it, cannot be used.
#[derive(Clone, Copy, Debug)]
struct BatchSupport {
    /// Why games are played one at a time; `None`: many at once.
    no_batch: Option<&'static str>,
    /// Why laps are sown one game at a time; `None`: in many games at once.
    scalar_laps: Option<&'static str>,
    /// The moves are also begun one game at a time.
    scalar_choices: bool,
}

impl BatchSupport {
    fn unavailable(why: &'static str) -> BatchSupport {
        BatchSupport { no_batch: Some(why), scalar_laps: None, scalar_choices: false }
    }
}

// Each size multiplies the code that runs a plan, so a program for a browser has only three of them.
#[cfg(not(feature = "small"))]
mod sizes {
    use super::lanes::{ByteLanes, WordLanes};

    pub type SmallLanes = ByteLanes<1>;
    pub type MiddleLanes = ByteLanes<2>;
    pub type WideLanes = WordLanes<64>;
}
#[cfg(feature = "small")]
mod sizes {
    use super::lanes::{ByteLanes, WordLanes};

    pub type SmallLanes = ByteLanes<4>;
    pub type MiddleLanes = ByteLanes<4>;
    pub type WideLanes = WordLanes<256>;
}

/// A runner for each lane size.
#[derive(Clone, Debug)]
enum SizedRunner {
    Reference(Engine, Position),
    Small(HybridRunner<SmallLanes>),
    Middle(HybridRunner<MiddleLanes>),
    Large(HybridRunner<ByteLanes<4>>),
    Great(HybridRunner<ByteLanes<8, u128>>),
    Wide(HybridRunner<WideLanes>),
    Huge(HybridRunner<WordLanes<256>>),
}

/// A position of a runner.
#[derive(Clone, Debug)]
pub struct RunnerPosition(SizedPosition);

/// The large ones are boxed: a search moves and copies positions all the time.
#[derive(Clone, Debug)]
enum SizedPosition {
    Reference(Box<Position>),
    Small(HybridNode<SmallLanes>),
    Middle(HybridNode<MiddleLanes>),
    Large(HybridNode<ByteLanes<4>>),
    Great(HybridNode<ByteLanes<8, u128>>),
    Wide(Box<HybridNode<WideLanes>>),
    Huge(Box<HybridNode<WordLanes<256>>>),
}

/// Applies an expression to a runner and a position of the same size, bound to `$runner` and `$at`, or to the
/// reference engine and its position.
macro_rules! of_size {
    ($self:expr, $spot:expr, $walk:ident, $at:ident => $do:expr, $engine:ident, $position:ident => $told:expr) => {
        match &$self.run {
            SizedRunner::Reference($engine, _) => {
                if let SizedPosition::Reference($position) = &$spot.0 { Some($told) } else { None }
            }
            SizedRunner::Small($walk) => {
                if let SizedPosition::Small($at) = &$spot.0 {
                    Some($do)
                } else {
                    None
                }
            }
            SizedRunner::Middle($walk) => {
                if let SizedPosition::Middle($at) = &$spot.0 {
                    Some($do)
                } else {
                    None
                }
            }
            SizedRunner::Large($walk) => {
                if let SizedPosition::Large($at) = &$spot.0 {
                    Some($do)
                } else {
                    None
                }
            }
            SizedRunner::Great($walk) => {
                if let SizedPosition::Great($at) = &$spot.0 {
                    Some($do)
                } else {
                    None
                }
            }
            SizedRunner::Wide($walk) => {
                if let SizedPosition::Wide($at) = &$spot.0 {
                    Some($do)
                } else {
                    None
                }
            }
            SizedRunner::Huge($walk) => {
                if let SizedPosition::Huge($at) = &$spot.0 {
                    Some($do)
                } else {
                    None
                }
            }
        }
    };
}

impl Runner {
    /// A runner for the game that is at this position.
    pub fn new(engine: Engine, start: Position, kind: RunnerKind) -> Runner {
        let program = Arc::new(Program::of(engine.model(), &engine.fixed(&start)));
        if kind == RunnerKind::Reference || program.falls_back() {
            let many = BatchSupport::unavailable("the reference engine plays them");
            return Runner::with(program, SizedRunner::Reference(engine, start), many);
        }
        let (lanes, bytes) =
            (program.lanes.len(), program.greatest_value() <= ByteLanes::<1>::GREATEST);
        let mut many = BatchSupport::unavailable("one at a time was asked for");
        let parts = (&program, engine, start, kind, &mut many);
        let run = match lanes {
            0..=16 if bytes => SizedRunner::Small(hybrid_runner(parts)),
            17..=32 if bytes => SizedRunner::Middle(hybrid_runner(parts)),
            33..=64 if bytes => SizedRunner::Large(hybrid_runner(parts)),
            65..=128 if bytes => SizedRunner::Great(hybrid_runner(parts)),
            0..=64 => SizedRunner::Wide(hybrid_runner(parts)),
            _ => SizedRunner::Huge(hybrid_runner(parts)),
        };
        Runner::with(program, run, many)
    }

    fn with(program: Arc<Program>, run: SizedRunner, many: BatchSupport) -> Runner {
        Runner {
            program,
            run,
            batch_support: many,
            stop: StopFlag::default(),
            threads_missing: Arc::default(),
        }
    }

    /// The same, but once `stop` is set it starts no more random games.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Runner {
        Runner { stop, ..self }
    }

    /// How many requested threads could not be started; the others did their work.
    pub fn threads_missing(&self) -> usize {
        self.threads_missing.load(Ordering::Relaxed)
    }

    /// Why random games are not played many at a time; `None`: they are.
    pub fn batch_unavailable_reason(&self) -> Option<&'static str> {
        self.batch_support.no_batch
    }

    /// The compiled program.
    #[doc(hidden)]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The start position.
    pub fn start(&self) -> RunnerPosition {
        RunnerPosition(match &self.run {
            SizedRunner::Reference(_, start) => SizedPosition::Reference(Box::new(start.clone())),
            SizedRunner::Small(runner) => SizedPosition::Small(runner.start()),
            SizedRunner::Middle(runner) => SizedPosition::Middle(runner.start()),
            SizedRunner::Large(runner) => SizedPosition::Large(runner.start()),
            SizedRunner::Great(runner) => SizedPosition::Great(runner.start()),
            SizedRunner::Wide(runner) => SizedPosition::Wide(Box::new(runner.start())),
            SizedRunner::Huge(runner) => SizedPosition::Huge(Box::new(runner.start())),
        })
    }

    /// The legal choices, in board order; empty when the game is over.
    pub fn choices(&self, position: &RunnerPosition) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.choices_into(position, &mut choices);
        choices
    }

    /// Appends the legal choices, in board order; none when the game is over. Choices are simulated only
    /// where a law or an endless sowing could forbid some.
    pub fn choices_into(&self, position: &RunnerPosition, choices: &mut Vec<Choice>) {
        of_size!(self, position, runner, at => runner.choices_into(at, choices),
            engine, position => choices.extend(engine.choices(position)))
        .unwrap_or_default();
    }

    /// Makes a choice known to be legal; a position of another runner is returned unchanged.
    pub fn advance(&self, position: &RunnerPosition, choice: Choice) -> RunnerPosition {
        let mut next = position.clone();
        self.step(&mut next, choice);
        next
    }

    /// Gives an answer known to be legal, in place: the positions before it are not copied. A spot of
    /// another runner stays as it is.
    pub fn step(&self, spot: &mut RunnerPosition, choice: Choice) {
        match &self.run {
            SizedRunner::Reference(engine, _) => {
                if let SizedPosition::Reference(position) = &mut spot.0 {
                    **position = engine.advance(position, choice);
                }
            }
            SizedRunner::Small(walk) => {
                if let SizedPosition::Small(at) = &mut spot.0 {
                    walk.apply(at, choice);
                }
            }
            SizedRunner::Middle(walk) => {
                if let SizedPosition::Middle(at) = &mut spot.0 {
                    walk.apply(at, choice);
                }
            }
            SizedRunner::Large(walk) => {
                if let SizedPosition::Large(at) = &mut spot.0 {
                    walk.apply(at, choice);
                }
            }
            SizedRunner::Great(walk) => {
                if let SizedPosition::Great(at) = &mut spot.0 {
                    walk.apply(at, choice);
                }
            }
            SizedRunner::Wide(walk) => {
                if let SizedPosition::Wide(at) = &mut spot.0 {
                    walk.apply(at, choice);
                }
            }
            SizedRunner::Huge(walk) => {
                if let SizedPosition::Huge(at) = &mut spot.0 {
                    walk.apply(at, choice);
                }
            }
        }
    }

    /// Makes up to `decisions` random decisions, fewer if the game ends before. All random numbers follow
    /// from `draw`. Returns the position reached, and how many decisions were made.
    pub fn step_at_random(
        &self,
        position: RunnerPosition,
        draw: GameRng,
        decisions: u32,
    ) -> (RunnerPosition, u32) {
        /// The same for every lane size.
        macro_rules! step {
            ($runner:expr, $at:expr, $position:expr) => {{
                let (at, made) = $runner.step_at_random($at, draw, decisions);
                (RunnerPosition($position(at)), made)
            }};
        }
        match (&self.run, position.0) {
            (SizedRunner::Reference(engine, _), SizedPosition::Reference(position)) => {
                let (position, made) = playout::step_at_random(engine, *position, draw, decisions);
                (RunnerPosition(SizedPosition::Reference(Box::new(position))), made)
            }
            (SizedRunner::Small(runner), SizedPosition::Small(at)) => {
                step!(runner, at, SizedPosition::Small)
            }
            (SizedRunner::Middle(runner), SizedPosition::Middle(at)) => {
                step!(runner, at, SizedPosition::Middle)
            }
            (SizedRunner::Large(runner), SizedPosition::Large(at)) => {
                step!(runner, at, SizedPosition::Large)
            }
            (SizedRunner::Great(runner), SizedPosition::Great(at)) => {
                step!(runner, at, SizedPosition::Great)
            }
            (SizedRunner::Wide(runner), SizedPosition::Wide(at)) => {
                step!(runner, *at, |at| SizedPosition::Wide(Box::new(at)))
            }
            (SizedRunner::Huge(runner), SizedPosition::Huge(at)) => {
                step!(runner, *at, |at| SizedPosition::Huge(Box::new(at)))
            }
            (_, other) => (RunnerPosition(other), 0),
        }
    }

    /// The same position for this runner. It has to belong to the same game of a match as the start.
    pub fn enter(&self, position: &Position) -> RunnerPosition {
        let position = position.clone();
        RunnerPosition(match &self.run {
            SizedRunner::Reference(..) => SizedPosition::Reference(Box::new(position)),
            SizedRunner::Small(runner) => SizedPosition::Small(runner.node_of(position)),
            SizedRunner::Middle(runner) => SizedPosition::Middle(runner.node_of(position)),
            SizedRunner::Large(runner) => SizedPosition::Large(runner.node_of(position)),
            SizedRunner::Great(runner) => SizedPosition::Great(runner.node_of(position)),
            SizedRunner::Wide(runner) => SizedPosition::Wide(Box::new(runner.node_of(position))),
            SizedRunner::Huge(runner) => SizedPosition::Huge(Box::new(runner.node_of(position))),
        })
    }

    /// Whether the game is over.
    pub fn is_over(&self, position: &RunnerPosition) -> bool {
        of_size!(self, position, _runner, at => at.is_over(), _engine, position => position.is_over())
            .unwrap_or(true)
    }

    /// Who decides; `None` when the game is over.
    pub fn decider(&self, position: &RunnerPosition) -> Option<Decider> {
        of_size!(self, position, runner, at => runner.decider(at), _engine, position => position.decider())
            .flatten()
    }

    /// The facts of a position, and its result if the game is over. Marks and notes that no rule reads may be
    /// as they were at the start: see [`Runner::read_facts`].
    pub fn facts(&self, position: &RunnerPosition) -> (State, Option<GameResult>) {
        of_size!(self, position, runner, at => runner.facts(at),
            _engine, position => (position.state().clone(), position.result().cloned()))
        .unwrap_or_default()
    }

    /// Facts without the marks and notes that no rule reads. Two ways of running agree on the rest.
    pub fn read_facts(&self, facts: &State) -> State {
        let mut read = facts.clone();
        read.marks.fill(0);
        read.notes.fill(0);
        for role in &self.program.lanes {
            if let Some(mark) = self.program.mark_slot(*role) {
                read.marks[mark] = facts.marks[mark];
            } else if let LaneRole::Note(slot) = role {
                let slot = usize::from(*slot);
                read.notes[slot] = facts.notes[slot];
            }
        }
        read
    }

    /// Whether the plan runs this position itself.
    pub fn is_planned(&self, position: &RunnerPosition) -> bool {
        of_size!(self, position, _runner, at => at.is_planned(), _engine, _position => false)
            .unwrap_or_default()
    }

    /// Counts the ways to continue for `depth` decisions, on `threads` threads (0: one for each core); the
    /// count does not depend on the number of threads.
    pub fn perft(&self, position: &RunnerPosition, depth: u32, threads: usize) -> PerftCount {
        if threads == 1 || depth < 4 {
            return self.count(position, depth);
        }
        // Three decisions further there are enough positions to distribute.
        let mut shares = vec![position.clone()];
        let mut counted = PerftCount::default();
        for _ in 0..3 {
            let next = |position: &RunnerPosition| {
                let choices = self.choices(position);
                choices.into_iter().map(|choice| self.advance(position, choice)).collect::<Vec<_>>()
            };
            shares = shares.iter().flat_map(next).collect();
            counted.nodes += shares.len() as u64;
        }
        let taken = AtomicUsize::new(0);
        let take = || shares.get(taken.fetch_add(1, Ordering::Relaxed));
        let count =
            || std::iter::from_fn(take).map(|position| self.count(position, depth - 3)).sum();
        self.on_threads(threads, count).into_iter().chain([counted]).sum()
    }

    /// Runs the same work on several threads, each taking a share of it; 0: one for each core.
    fn on_threads<T: Send>(&self, threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
        let (done, missing) = threads::run_shared(threads, work);
        self.threads_missing.store(missing, Ordering::Relaxed);
        done
    }

    /// The same for each choice of a position; empty at depth 0.
    pub fn divide(
        &self,
        position: &RunnerPosition,
        depth: u32,
        threads: usize,
    ) -> Vec<(Choice, PerftCount)> {
        let choices = if depth == 0 { Vec::new() } else { self.choices(position) };
        let below = |choice| {
            let counted = self.perft(&self.advance(position, choice), depth - 1, threads);
            let itself = PerftCount { leaves: 0, nodes: 1 };
            (choice, [counted, itself].into_iter().sum())
        };
        choices.into_iter().map(below).collect()
    }

    /// In a browser nobody counts deep, so that has no code of its own there.
    #[cfg(feature = "small")]
    fn count(&self, position: &RunnerPosition, depth: u32) -> PerftCount {
        if depth == 0 {
            return PerftCount { leaves: 1, nodes: 0 };
        }
        let below = |choice| {
            let counted = self.count(&self.advance(position, choice), depth - 1);
            PerftCount { nodes: counted.nodes.saturating_add(1), ..counted }
        };
        self.choices(position).into_iter().map(below).sum()
    }

    #[cfg(not(feature = "small"))]
    fn count(&self, position: &RunnerPosition, depth: u32) -> PerftCount {
        self.perft_histogram(position, depth, PlaceId(0), &mut |_, _| {})
    }

    /// Counts the ways to continue for `depth` decisions. `each` gets a number of seeds in `place`, and the
    /// number of leaves with it.
    pub fn perft_histogram(
        &self,
        position: &RunnerPosition,
        depth: u32,
        place: PlaceId,
        each: &mut impl FnMut(u32, u64),
    ) -> PerftCount {
        of_size!(self, position, runner, at => runner.perft(at, depth, place, each),
            engine, position => perft::perft_reference(engine, position, depth, place, each))
        .unwrap_or_default()
    }

    /// Plays the games of a sample at random, sorted by number; every runner gives the same result.
    pub fn play_out(&self, sample: &Sample) -> Vec<PlayoutResult> {
        let mut played = Vec::new();
        self.play_each(sample, &mut |number, game| played.push((number, game)));
        played.small_sort_by_key(|(number, _)| *number);
        played.into_iter().map(|(_, game)| game).collect()
    }

    /// Plays the games of a sample at random, on `threads` threads (0: one for each core). `done` is called
    /// now and then with the totals of newly played games; each game is included once.
    pub fn totals(
        &self,
        sample: &Sample,
        threads: usize,
        done: &(dyn Fn(&Totals) + Sync),
    ) -> Totals {
        let begun = AtomicU64::new(sample.games.start);
        // Each thread takes games as it needs them, since games played together end one by one.
        let play = || {
            let (mut totals, mut lately) = (Totals::default(), Totals::default());
            let mut add = |_, game: PlayoutResult| {
                lately.add(&game);
                if lately.games() == GAMES_PER_TASK {
                    done(&lately);
                    totals = std::mem::take(&mut totals).combined(std::mem::take(&mut lately));
                }
            };
            let taken = || {
                let from = begun.fetch_add(GAMES_PER_TASK, Ordering::Relaxed);
                let to = from.saturating_add(GAMES_PER_TASK).min(sample.games.end);
                (from < to).then_some(from..to)
            };
            let numbers = std::iter::from_fn(taken).flatten();
            let mut numbers = numbers.take_while(|_| !self.stop.is_set());
            self.play_numbers(sample, &mut numbers, &mut add);
            done(&lately);
            totals.combined(lately)
        };
        self.on_threads(threads, play).into_iter().fold(Totals::default(), Totals::combined)
    }

    /// Plays the games of a sample at random, in any order; `each` gets the number and the result of a game.
    pub fn play_each(&self, sample: &Sample, each: &mut dyn FnMut(u64, PlayoutResult)) {
        self.play_numbers(sample, &mut sample.games.clone(), each);
    }

    /// The same for the games with these numbers.
    fn play_numbers(
        &self,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, PlayoutResult),
    ) {
        match &self.run {
            SizedRunner::Reference(engine, start) => {
                playout::play_out(engine, start, sample, numbers, each);
            }
            SizedRunner::Small(runner) => runner.play_out(sample, numbers, each),
            SizedRunner::Middle(runner) => runner.play_out(sample, numbers, each),
            SizedRunner::Large(runner) => runner.play_out(sample, numbers, each),
            SizedRunner::Great(runner) => runner.play_out(sample, numbers, each),
            SizedRunner::Wide(runner) => runner.play_out(sample, numbers, each),
            SizedRunner::Huge(runner) => runner.play_out(sample, numbers, each),
        }
    }
}

type RunnerParts<'a> = (&'a Arc<Program>, Engine, Position, RunnerKind, &'a mut BatchSupport);

fn hybrid_runner<L: Lanes>(
    (program, engine, start, kind, many): RunnerParts<'_>,
) -> HybridRunner<L> {
    let plan = Plan::of(Arc::clone(program), &engine, start.state());
    let mut runner = HybridRunner { plan, engine, start, batch: None };
    if kind == RunnerKind::Batch {
        match Batch::of(&runner) {
            Ok(batch) => {
                *many = BatchSupport {
                    no_batch: None,
                    scalar_laps: batch.scalar_reason(),
                    scalar_choices: batch.scalar_choices(),
                };
                runner.batch = Some(batch);
            }
            Err(why) => *many = BatchSupport::unavailable(why),
        }
    }
    runner
}
