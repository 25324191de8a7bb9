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

mod batch;
mod kernels;
mod lanes;
mod perft;
mod plan;
mod playout;
mod totals;
mod walk;

pub use mnc_lockstep::Draw;
pub use perft::Perft;
pub use playout::{Played, Sample};
pub use totals::{Growing, Rate, Series, Totals, interval};

use crate::engine::{Choice, Engine, GameResult, Position, State};
use crate::model::{PlaceId, Seat};
use crate::program::Program;
use crate::stop::StopFlag;
use crate::threads;
use batch::Batch;
use lanes::{Bytes, Lanes, Words};
use plan::Plan;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use walk::{At, Walk};

/// A thread takes so many games at a time.
const SHARE: u64 = 64;

/// How a game is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
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
    run: Run,
    many: Many,
    stop: StopFlag,
    /// How many threads could not be had.
    missing: Arc<AtomicUsize>,
}

/// How random games are played.
#[derive(Clone, Copy, Debug)]
struct Many {
    /// Why one at a time; `None`: many at once.
    alone: Option<&'static str>,
    /// Why laps are sown one game at a time; `None`: in many at once.
    aside: Option<&'static str>,
}

impl Many {
    fn alone(why: &'static str) -> Many {
        Many { alone: Some(why), aside: None }
    }
}

/// A way of running, with lanes of the size that the game needs.
#[derive(Clone, Debug)]
enum Run {
    Reference(Engine, Position),
    Small(Walk<Bytes<1>>),
    Middle(Walk<Bytes<2>>),
    Large(Walk<Bytes<4>>),
    Great(Walk<Bytes<8, u128>>),
    Wide(Walk<Words<64>>),
    Huge(Walk<Words<256>>),
}

/// A position of a runner.
#[derive(Clone, Debug)]
pub struct Spot(Spots);

#[derive(Clone, Debug)]
enum Spots {
    Reference(Position),
    Small(At<Bytes<1>>),
    Middle(At<Bytes<2>>),
    Large(At<Bytes<4>>),
    Great(At<Bytes<8, u128>>),
    Wide(At<Words<64>>),
    Huge(At<Words<256>>),
}

/// The same for every size of lanes: `$walk` and `$at` are those of the size.
macro_rules! of_size {
    ($self:expr, $spot:expr, $walk:ident, $at:ident => $do:expr, $engine:ident, $position:ident => $told:expr) => {
        match (&$self.run, &$spot.0) {
            (Run::Reference($engine, _), Spots::Reference($position)) => Some($told),
            (Run::Small($walk), Spots::Small($at)) => Some($do),
            (Run::Middle($walk), Spots::Middle($at)) => Some($do),
            (Run::Large($walk), Spots::Large($at)) => Some($do),
            (Run::Great($walk), Spots::Great($at)) => Some($do),
            (Run::Wide($walk), Spots::Wide($at)) => Some($do),
            (Run::Huge($walk), Spots::Huge($at)) => Some($do),
            _ => None,
        }
    };
}

impl Runner {
    /// What runs the game that is about to begin, or has begun, in that position.
    pub fn new(engine: Engine, start: Position, kind: Kind) -> Runner {
        let state = start.state().clone();
        let program = Arc::new(Program::of(engine.model(), &engine.fixed(&state)));
        if kind == Kind::Reference || program.is_handed() {
            let many = Many::alone("the reference engine plays them");
            return Runner::with(program, Run::Reference(engine, start), many);
        }
        let (lanes, bytes) = (program.lanes.len(), program.widest() <= Bytes::<1>::GREATEST);
        let mut many = Many::alone("one at a time was asked for");
        let it = (&program, engine, start, kind, &mut many);
        let run = match lanes {
            0..=16 if bytes => Run::Small(walk(it)),
            17..=32 if bytes => Run::Middle(walk(it)),
            33..=64 if bytes => Run::Large(walk(it)),
            65..=128 if bytes => Run::Great(walk(it)),
            0..=64 => Run::Wide(walk(it)),
            _ => Run::Huge(walk(it)),
        };
        Runner::with(program, run, many)
    }

    fn with(program: Arc<Program>, run: Run, many: Many) -> Runner {
        Runner { program, run, many, stop: StopFlag::default(), missing: Arc::default() }
    }

    /// The same, beginning no further random game once an end is asked for.
    #[must_use]
    pub fn stopped_by(self, stop: StopFlag) -> Runner {
        Runner { stop, ..self }
    }

    /// How many of the threads that were asked for could not be had; the others did their work.
    pub fn threads_missing(&self) -> usize {
        self.missing.load(Ordering::Relaxed)
    }

    /// Why random games are not played many at a time; `None`: they are.
    pub fn plays_alone(&self) -> Option<&'static str> {
        self.many.alone
    }

    /// The program that the plan runs.
    #[doc(hidden)]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Where the game begins.
    pub fn start(&self) -> Spot {
        Spot(match &self.run {
            Run::Reference(_, start) => Spots::Reference(start.clone()),
            Run::Small(walk) => Spots::Small(walk.start()),
            Run::Middle(walk) => Spots::Middle(walk.start()),
            Run::Large(walk) => Spots::Large(walk.start()),
            Run::Great(walk) => Spots::Great(walk.start()),
            Run::Wide(walk) => Spots::Wide(walk.start()),
            Run::Huge(walk) => Spots::Huge(walk.start()),
        })
    }

    /// The legal answers, in the order of the board; empty when the game is over.
    pub fn choices(&self, spot: &Spot) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.choices_into(spot, &mut choices);
        choices
    }

    /// Appends the legal answers, in the order of the board; none when the game is over. An answer is
    /// tried only where a law or an endless sowing could bar it.
    pub fn choices_into(&self, spot: &Spot, choices: &mut Vec<Choice>) {
        of_size!(self, spot, walk, at => walk.choices_into(at, choices),
            engine, position => choices.extend(engine.choices(position)))
        .unwrap_or_default();
    }

    /// Gives an answer known to be legal; a spot of another runner stays as it is.
    pub fn advance(&self, spot: &Spot, choice: Choice) -> Spot {
        let mut next = spot.clone();
        self.step(&mut next, choice);
        next
    }

    /// Gives an answer known to be legal, in place: the positions before it are not copied. A spot of
    /// another runner stays as it is.
    pub fn step(&self, spot: &mut Spot, choice: Choice) {
        match (&self.run, &mut spot.0) {
            (Run::Reference(engine, _), Spots::Reference(position)) => {
                *position = engine.advance(position, choice);
            }
            (Run::Small(walk), Spots::Small(at)) => walk.apply(at, choice),
            (Run::Middle(walk), Spots::Middle(at)) => walk.apply(at, choice),
            (Run::Large(walk), Spots::Large(at)) => walk.apply(at, choice),
            (Run::Great(walk), Spots::Great(at)) => walk.apply(at, choice),
            (Run::Wide(walk), Spots::Wide(at)) => walk.apply(at, choice),
            (Run::Huge(walk), Spots::Huge(at)) => walk.apply(at, choice),
            _ => {}
        }
    }

    /// Makes up to `decisions` random decisions, fewer where the game ends before. All random numbers
    /// follow from `draw`. Where the game stands then, and how many were made.
    pub fn step_at_random(&self, spot: Spot, draw: Draw, decisions: u32) -> (Spot, u32) {
        /// The same for every size of lanes.
        macro_rules! step {
            ($walk:expr, $at:expr, $size:ident) => {{
                let (at, made) = $walk.step_at_random($at, draw, decisions);
                (Spot(Spots::$size(at)), made)
            }};
        }
        match (&self.run, spot.0) {
            (Run::Reference(engine, _), Spots::Reference(position)) => {
                let (position, made) = playout::step_at_random(engine, position, draw, decisions);
                (Spot(Spots::Reference(position)), made)
            }
            (Run::Small(walk), Spots::Small(at)) => step!(walk, at, Small),
            (Run::Middle(walk), Spots::Middle(at)) => step!(walk, at, Middle),
            (Run::Large(walk), Spots::Large(at)) => step!(walk, at, Large),
            (Run::Great(walk), Spots::Great(at)) => step!(walk, at, Great),
            (Run::Wide(walk), Spots::Wide(at)) => step!(walk, at, Wide),
            (Run::Huge(walk), Spots::Huge(at)) => step!(walk, at, Huge),
            (_, other) => (Spot(other), 0),
        }
    }

    /// The same position of this runner. It has to be of the same game of a match as the start.
    pub fn enter(&self, position: &Position) -> Spot {
        let position = position.clone();
        Spot(match &self.run {
            Run::Reference(..) => Spots::Reference(position),
            Run::Small(walk) => Spots::Small(walk.taken_up(position)),
            Run::Middle(walk) => Spots::Middle(walk.taken_up(position)),
            Run::Large(walk) => Spots::Large(walk.taken_up(position)),
            Run::Great(walk) => Spots::Great(walk.taken_up(position)),
            Run::Wide(walk) => Spots::Wide(walk.taken_up(position)),
            Run::Huge(walk) => Spots::Huge(walk.taken_up(position)),
        })
    }

    /// Whether the game is over.
    pub fn is_over(&self, spot: &Spot) -> bool {
        of_size!(self, spot, _walk, at => at.is_over(), _engine, position => position.is_over())
            .unwrap_or(true)
    }

    /// Who is about to choose; `None` when the game is over.
    pub fn decider(&self, spot: &Spot) -> Option<Seat> {
        of_size!(self, spot, walk, at => walk.decider(at), _engine, position => position.decider())
            .flatten()
    }

    /// The facts of a position, and its result if the game is over. Facts that no rule asks for are
    /// left as they were at the start.
    #[doc(hidden)]
    pub fn facts(&self, spot: &Spot) -> (State, Option<GameResult>) {
        of_size!(self, spot, walk, at => walk.facts(at),
            _engine, position => (position.state().clone(), position.result().cloned()))
        .unwrap_or_default()
    }

    /// Whether the position is one that the plan runs itself.
    pub fn is_planned(&self, spot: &Spot) -> bool {
        of_size!(self, spot, _walk, at => !matches!(at, At::Told(_)), _engine, _position => false)
            .unwrap_or_default()
    }

    /// Counts the ways to play on for `depth` decisions, on so many threads (0: as many as the
    /// machine has); the numbers do not depend on that.
    pub fn perft(&self, spot: &Spot, depth: u32, threads: usize) -> Perft {
        if threads == 1 || depth < 4 {
            return self.count(spot, depth);
        }
        // Three decisions on there is enough to share out.
        let mut shares = vec![spot.clone()];
        let mut counted = Perft::default();
        for _ in 0..3 {
            let next = |spot: &Spot| {
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
        let (done, missing) = threads::share(threads, work);
        self.missing.store(missing, Ordering::Relaxed);
        done
    }

    /// The same for each choice of a position; nothing at depth 0.
    pub fn divide(&self, spot: &Spot, depth: u32, threads: usize) -> Vec<(Choice, Perft)> {
        let choices = if depth == 0 { Vec::new() } else { self.choices(spot) };
        let below = |choice| {
            let counted = self.perft(&self.advance(spot, choice), depth - 1, threads);
            let itself = Perft { leaves: 0, nodes: 1 };
            (choice, [counted, itself].into_iter().sum())
        };
        choices.into_iter().map(below).collect()
    }

    fn count(&self, spot: &Spot, depth: u32) -> Perft {
        self.perft_each(spot, depth, PlaceId(0), &mut |_, _| {})
    }

    /// Counts the ways to play on for `depth` decisions; of every last position it is told how many
    /// seeds a place holds, and of how many others the same.
    pub fn perft_each(
        &self,
        spot: &Spot,
        depth: u32,
        place: PlaceId,
        each: &mut impl FnMut(u32, u64),
    ) -> Perft {
        of_size!(self, spot, walk, at => walk.perft(at, depth, place, each),
            engine, position => perft::told(engine, position, depth, place, each))
        .unwrap_or_default()
    }

    /// Plays the games of these numbers at random; the same for every runner.
    pub fn play_out(&self, sample: &Sample) -> Vec<Played> {
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
            let mut add = |_, game: Played| {
                lately.add(&game);
                if lately.games() == SHARE {
                    done(&lately);
                    totals = std::mem::take(&mut totals).and(std::mem::take(&mut lately));
                }
            };
            let taken = || {
                let from = begun.fetch_add(SHARE, Ordering::Relaxed);
                let to = from.saturating_add(SHARE).min(sample.games.end);
                (from < to).then_some(from..to)
            };
            let numbers = std::iter::from_fn(taken).flatten();
            let mut numbers = numbers.take_while(|_| !self.stop.is_set());
            self.play_taken(sample, &mut numbers, &mut add);
            done(&lately);
            totals.and(lately)
        };
        self.on_threads(threads, play).into_iter().fold(Totals::default(), Totals::and)
    }

    /// Plays the games of these numbers at random, in any order; each is told with its number.
    pub fn play_each(&self, sample: &Sample, each: &mut dyn FnMut(u64, Played)) {
        self.play_taken(sample, &mut sample.games.clone(), each);
    }

    /// The same with the games of those numbers.
    fn play_taken(
        &self,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, Played),
    ) {
        match &self.run {
            Run::Reference(engine, start) => {
                playout::play_out(engine, start, sample, numbers, each);
            }
            Run::Small(walk) => walk.play_out(sample, numbers, each),
            Run::Middle(walk) => walk.play_out(sample, numbers, each),
            Run::Large(walk) => walk.play_out(sample, numbers, each),
            Run::Great(walk) => walk.play_out(sample, numbers, each),
            Run::Wide(walk) => walk.play_out(sample, numbers, each),
            Run::Huge(walk) => walk.play_out(sample, numbers, each),
        }
    }
}

type Making<'a> = (&'a Arc<Program>, Engine, Position, Kind, &'a mut Many);

fn walk<L: Lanes>((program, engine, start, kind, many): Making<'_>) -> Walk<L> {
    let plan = Plan::of(Arc::clone(program), &engine, start.state());
    let mut walk = Walk { plan, engine, start, batch: None };
    if kind == Kind::Batch {
        match Batch::of(&walk) {
            Ok(batch) => {
                *many = Many { alone: None, aside: batch.aside() };
                walk.batch = Some(batch);
            }
            Err(why) => *many = Many::alone(why),
        }
    }
    walk
}
