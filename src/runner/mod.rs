//! Ways of running a game that come to the same.
//!
//! The [reference engine](crate::engine) walks a model seed by seed and names the clause behind
//! everything. The *plan* runs a [`Program`], one position at a time, and is
//! made for searches. Where somebody is asked in the middle of a move, the move is told again from
//! its beginning, with the answers given so far. What a program leaves to the reference engine, the
//! plan leaves to it too: a move that meets such a clause is told by the reference engine, whole. The
//! *batch* plays many random games at a time. Laps with a clause that has no form there are sown by
//! the plan, game by game; so are moves made before a game has come to its last stage, or to its first
//! choice of a hole. A program with another such clause is played by the plan alone.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod batch;
mod hybrid;
mod kernels;
mod lanes;
mod perft;
mod plan;
mod playout;
mod totals;

pub use mnc_lockstep::GameRng;
pub use perft::PerftCount;
pub use playout::{PlayoutResult, Sample};
pub use totals::{Rate, RatioSums, Series, Totals, interval};

use crate::engine::{Choice, Engine, GameResult, Position, State};
use crate::model::{PlaceId, Seat};
use crate::program::Program;
use crate::stop::StopFlag;
use crate::threads;
use batch::Batch;
use hybrid::{HybridNode, HybridRunner};
use lanes::{ByteLanes, Lanes, WordLanes};
use plan::Plan;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A thread takes so many games at a time.
const GAMES_PER_TASK: u64 = 64;

/// How a game is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunnerKind {
    /// By the reference engine.
    Reference,
    /// By a program, one position at a time.
    Plan,
    /// By a program, many random games at a time where it has a form for that; else as the plan.
    Batch,
}

/// What runs a game from one beginning.
#[derive(Clone, Debug)]
pub struct Runner {
    program: Arc<Program>,
    run: SizedRunner,
    batch_support: BatchSupport,
    stop: StopFlag,
    /// How many threads could not be had.
    threads_missing: Arc<AtomicUsize>,
}

/// How random games are played.
#[derive(Clone, Copy, Debug)]
struct BatchSupport {
    /// Why one at a time; `None`: many at once.
    no_batch: Option<&'static str>,
    /// Why laps are sown one game at a time; `None`: in many at once.
    scalar_laps: Option<&'static str>,
}

impl BatchSupport {
    fn unavailable(why: &'static str) -> BatchSupport {
        BatchSupport { no_batch: Some(why), scalar_laps: None }
    }
}

/// A way of running, with lanes of the size that the game needs.
#[derive(Clone, Debug)]
enum SizedRunner {
    Reference(Engine, Position),
    Small(HybridRunner<ByteLanes<1>>),
    Middle(HybridRunner<ByteLanes<2>>),
    Large(HybridRunner<ByteLanes<4>>),
    Great(HybridRunner<ByteLanes<8, u128>>),
    Wide(HybridRunner<WordLanes<64>>),
    Huge(HybridRunner<WordLanes<256>>),
}

/// A position of a runner.
#[derive(Clone, Debug)]
pub struct RunnerPosition(SizedPosition);

#[derive(Clone, Debug)]
enum SizedPosition {
    Reference(Position),
    Small(HybridNode<ByteLanes<1>>),
    Middle(HybridNode<ByteLanes<2>>),
    Large(HybridNode<ByteLanes<4>>),
    Great(HybridNode<ByteLanes<8, u128>>),
    Wide(HybridNode<WordLanes<64>>),
    Huge(HybridNode<WordLanes<256>>),
}

/// The same for every size of lanes: `$walk` and `$at` are those of the size.
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
    /// What runs the game that is about to begin, or has begun, in that position.
    pub fn new(engine: Engine, start: Position, kind: RunnerKind) -> Runner {
        let state = start.state().clone();
        let program = Arc::new(Program::of(engine.model(), &engine.fixed(&state)));
        if kind == RunnerKind::Reference || program.falls_back() {
            let many = BatchSupport::unavailable("the reference engine plays them");
            return Runner::with(program, SizedRunner::Reference(engine, start), many);
        }
        let (lanes, bytes) =
            (program.lanes.len(), program.greatest_value() <= ByteLanes::<1>::GREATEST);
        let mut many = BatchSupport::unavailable("one at a time was asked for");
        let it = (&program, engine, start, kind, &mut many);
        let run = match lanes {
            0..=16 if bytes => SizedRunner::Small(hybrid_runner(it)),
            17..=32 if bytes => SizedRunner::Middle(hybrid_runner(it)),
            33..=64 if bytes => SizedRunner::Large(hybrid_runner(it)),
            65..=128 if bytes => SizedRunner::Great(hybrid_runner(it)),
            0..=64 => SizedRunner::Wide(hybrid_runner(it)),
            _ => SizedRunner::Huge(hybrid_runner(it)),
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

    /// The same, beginning no further random game once an end is asked for.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Runner {
        Runner { stop, ..self }
    }

    /// How many of the threads that were asked for could not be had; the others did their work.
    pub fn threads_missing(&self) -> usize {
        self.threads_missing.load(Ordering::Relaxed)
    }

    /// Why random games are not played many at a time; `None`: they are.
    pub fn batch_unavailable_reason(&self) -> Option<&'static str> {
        self.batch_support.no_batch
    }

    /// The program that the plan runs.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Where the game begins.
    pub fn start(&self) -> RunnerPosition {
        RunnerPosition(match &self.run {
            SizedRunner::Reference(_, start) => SizedPosition::Reference(start.clone()),
            SizedRunner::Small(walk) => SizedPosition::Small(walk.start()),
            SizedRunner::Middle(walk) => SizedPosition::Middle(walk.start()),
            SizedRunner::Large(walk) => SizedPosition::Large(walk.start()),
            SizedRunner::Great(walk) => SizedPosition::Great(walk.start()),
            SizedRunner::Wide(walk) => SizedPosition::Wide(walk.start()),
            SizedRunner::Huge(walk) => SizedPosition::Huge(walk.start()),
        })
    }

    /// The legal answers, in the order of the board; empty when the game is over.
    pub fn choices(&self, spot: &RunnerPosition) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.choices_into(spot, &mut choices);
        choices
    }

    /// Appends the legal answers, in the order of the board; none when the game is over. An answer is
    /// tried only where a law or an endless sowing could bar it.
    pub fn choices_into(&self, spot: &RunnerPosition, choices: &mut Vec<Choice>) {
        of_size!(self, spot, walk, at => walk.choices_into(at, choices),
            engine, position => choices.extend(engine.choices(position)))
        .unwrap_or_default();
    }

    /// Gives an answer known to be legal; a spot of another runner stays as it is.
    pub fn advance(&self, spot: &RunnerPosition, choice: Choice) -> RunnerPosition {
        let mut next = spot.clone();
        self.step(&mut next, choice);
        next
    }

    /// Gives an answer known to be legal, in place: the positions before it are not copied. A spot of
    /// another runner stays as it is.
    pub fn step(&self, spot: &mut RunnerPosition, choice: Choice) {
        match &self.run {
            SizedRunner::Reference(engine, _) => {
                if let SizedPosition::Reference(position) = &mut spot.0 {
                    *position = engine.advance(position, choice);
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

    /// Makes up to `decisions` random decisions, fewer where the game ends before. All random numbers
    /// follow from `draw`. Where the game stands then, and how many were made.
    pub fn step_at_random(
        &self,
        spot: RunnerPosition,
        draw: GameRng,
        decisions: u32,
    ) -> (RunnerPosition, u32) {
        /// The same for every size of lanes.
        macro_rules! step {
            ($walk:expr, $at:expr, $size:ident) => {{
                let (at, made) = $walk.step_at_random($at, draw, decisions);
                (RunnerPosition(SizedPosition::$size(at)), made)
            }};
        }
        match (&self.run, spot.0) {
            (SizedRunner::Reference(engine, _), SizedPosition::Reference(position)) => {
                let (position, made) = playout::step_at_random(engine, position, draw, decisions);
                (RunnerPosition(SizedPosition::Reference(position)), made)
            }
            (SizedRunner::Small(walk), SizedPosition::Small(at)) => step!(walk, at, Small),
            (SizedRunner::Middle(walk), SizedPosition::Middle(at)) => step!(walk, at, Middle),
            (SizedRunner::Large(walk), SizedPosition::Large(at)) => step!(walk, at, Large),
            (SizedRunner::Great(walk), SizedPosition::Great(at)) => step!(walk, at, Great),
            (SizedRunner::Wide(walk), SizedPosition::Wide(at)) => step!(walk, at, Wide),
            (SizedRunner::Huge(walk), SizedPosition::Huge(at)) => step!(walk, at, Huge),
            (_, other) => (RunnerPosition(other), 0),
        }
    }

    /// The same position of this runner. It has to be of the same game of a match as the start.
    pub fn enter(&self, position: &Position) -> RunnerPosition {
        let position = position.clone();
        RunnerPosition(match &self.run {
            SizedRunner::Reference(..) => SizedPosition::Reference(position),
            SizedRunner::Small(walk) => SizedPosition::Small(walk.node_of(position)),
            SizedRunner::Middle(walk) => SizedPosition::Middle(walk.node_of(position)),
            SizedRunner::Large(walk) => SizedPosition::Large(walk.node_of(position)),
            SizedRunner::Great(walk) => SizedPosition::Great(walk.node_of(position)),
            SizedRunner::Wide(walk) => SizedPosition::Wide(walk.node_of(position)),
            SizedRunner::Huge(walk) => SizedPosition::Huge(walk.node_of(position)),
        })
    }

    /// Whether the game is over.
    pub fn is_over(&self, spot: &RunnerPosition) -> bool {
        of_size!(self, spot, _walk, at => at.is_over(), _engine, position => position.is_over())
            .unwrap_or(true)
    }

    /// Who is about to choose; `None` when the game is over.
    pub fn decider(&self, spot: &RunnerPosition) -> Option<Seat> {
        of_size!(self, spot, walk, at => walk.decider(at), _engine, position => position.decider())
            .flatten()
    }

    /// The facts of a position, and its result if the game is over. Facts that no rule asks for are
    /// left as they were at the start.
    pub fn facts(&self, spot: &RunnerPosition) -> (State, Option<GameResult>) {
        of_size!(self, spot, walk, at => walk.facts(at),
            _engine, position => (position.state().clone(), position.result().cloned()))
        .unwrap_or_default()
    }

    /// Whether the position is one that the plan runs itself.
    pub fn is_planned(&self, spot: &RunnerPosition) -> bool {
        of_size!(self, spot, _walk, at => !matches!(at, HybridNode::Reference(_)), _engine, _position => false)
            .unwrap_or_default()
    }

    /// Counts the ways to play on for `depth` decisions, on so many threads (0: as many as the
    /// machine has); the numbers do not depend on that.
    pub fn perft(&self, spot: &RunnerPosition, depth: u32, threads: usize) -> PerftCount {
        if threads == 1 || depth < 4 {
            return self.count(spot, depth);
        }
        // Three decisions on there is enough to share out.
        let mut shares = vec![spot.clone()];
        let mut counted = PerftCount::default();
        for _ in 0..3 {
            let next = |spot: &RunnerPosition| {
                let choices = self.choices(spot);
                choices.into_iter().map(|choice| self.advance(spot, choice)).collect::<Vec<_>>()
            };
            shares = shares.iter().flat_map(next).collect();
            counted.nodes += shares.len() as u64;
        }
        let taken = AtomicUsize::new(0);
        let take = || shares.get(taken.fetch_add(1, Ordering::Relaxed));
        let count = || std::iter::from_fn(take).map(|spot| self.count(spot, depth - 3)).sum();
        self.on_threads(threads, count).into_iter().chain([counted]).sum()
    }

    /// Does the same work on so many threads, each a share of it; 0: as many as the machine has.
    fn on_threads<T: Send>(&self, threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
        let (done, missing) = threads::run_shared(threads, work);
        self.threads_missing.store(missing, Ordering::Relaxed);
        done
    }

    /// The same for each choice of a position; nothing at depth 0.
    pub fn divide(
        &self,
        spot: &RunnerPosition,
        depth: u32,
        threads: usize,
    ) -> Vec<(Choice, PerftCount)> {
        let choices = if depth == 0 { Vec::new() } else { self.choices(spot) };
        let below = |choice| {
            let counted = self.perft(&self.advance(spot, choice), depth - 1, threads);
            let itself = PerftCount { leaves: 0, nodes: 1 };
            (choice, [counted, itself].into_iter().sum())
        };
        choices.into_iter().map(below).collect()
    }

    fn count(&self, spot: &RunnerPosition, depth: u32) -> PerftCount {
        self.perft_histogram(spot, depth, PlaceId(0), &mut |_, _| {})
    }

    /// Counts the ways to play on for `depth` decisions; of every last position it is told how many
    /// seeds a place holds, and of how many others the same.
    pub fn perft_histogram(
        &self,
        spot: &RunnerPosition,
        depth: u32,
        place: PlaceId,
        each: &mut impl FnMut(u32, u64),
    ) -> PerftCount {
        of_size!(self, spot, walk, at => walk.perft(at, depth, place, each),
            engine, position => perft::perft_reference(engine, position, depth, place, each))
        .unwrap_or_default()
    }

    /// Plays the games of these numbers at random; the same for every runner.
    pub fn play_out(&self, sample: &Sample) -> Vec<PlayoutResult> {
        let mut played = Vec::new();
        self.play_each(sample, &mut |number, game| played.push((number, game)));
        played.sort_by_key(|(number, _)| *number);
        played.into_iter().map(|(_, game)| game).collect()
    }

    /// Plays the games of these numbers at random, on so many threads (0: as many as the machine
    /// has). `done` is told of games that have been played now and then, of each game once.
    pub fn totals(
        &self,
        sample: &Sample,
        threads: usize,
        done: &(dyn Fn(&Totals) + Sync),
    ) -> Totals {
        let begun = AtomicU64::new(sample.games.start);
        // Each thread takes games as it needs them: many that are played at a time end one by one.
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

    /// Plays the games of these numbers at random, in any order; each is told with its number.
    pub fn play_each(&self, sample: &Sample, each: &mut dyn FnMut(u64, PlayoutResult)) {
        self.play_numbers(sample, &mut sample.games.clone(), each);
    }

    /// The same with the games of those numbers.
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
            SizedRunner::Small(walk) => walk.play_out(sample, numbers, each),
            SizedRunner::Middle(walk) => walk.play_out(sample, numbers, each),
            SizedRunner::Large(walk) => walk.play_out(sample, numbers, each),
            SizedRunner::Great(walk) => walk.play_out(sample, numbers, each),
            SizedRunner::Wide(walk) => walk.play_out(sample, numbers, each),
            SizedRunner::Huge(walk) => walk.play_out(sample, numbers, each),
        }
    }
}

type RunnerParts<'a> = (&'a Arc<Program>, Engine, Position, RunnerKind, &'a mut BatchSupport);

fn hybrid_runner<L: Lanes>(
    (program, engine, start, kind, many): RunnerParts<'_>,
) -> HybridRunner<L> {
    let plan = Plan::of(Arc::clone(program), &engine, start.state());
    let mut walk = HybridRunner { plan, engine, start, batch: None };
    if kind == RunnerKind::Batch {
        match Batch::of(&walk) {
            Ok(batch) => {
                *many = BatchSupport { no_batch: None, scalar_laps: batch.scalar_reason() };
                walk.batch = Some(batch);
            }
            Err(why) => *many = BatchSupport::unavailable(why),
        }
    }
    walk
}
