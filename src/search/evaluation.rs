//! Evaluates positions with a linear model that is fitted to random games.
//!
//! In most games captured seeds are good; in some, seeds on your own side; in some the player who
//! gets rid of all seeds wins. The rules can express this in many ways. So random games are played,
//! and least squares determine how well the seeds that players hold, and those in their holes,
//! predict the winner.

use crate::engine::{Engine, FinalResult, GameResult, State};
use crate::model::{Model, PlaceId, Seat};
use crate::runner::{GameRng, Runner, RunnerPosition};
use smallvec::SmallVec;

/// Seed of the random games: they are always the same.
const SEED: u64 = 0x6d6e_6331;

/// Decisions in all random games together.
const DECISIONS: u32 = 4000;
/// Limit on the decisions of one game.
const LONGEST: u32 = 400;
/// Number of decisions between samples.
const EVERY: u32 = 3;
/// The value of a won game; a lost one is its negative.
const WIN_VALUE: f64 = 1.0;
/// The largest value of a position in which the game is not over.
const MAX_OPEN_VALUE: f64 = 0.9;

/// The weights of seeds held and of seeds in own holes, both as shares of all seeds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Weights {
    held: f64,
    near: f64,
}

/// A value for each player, indexed by seat.
pub(super) type SeatValues = SmallVec<[f64; 4]>;

/// The two features of one player, each relative to the mean of the others: held, in own holes.
type Features = [f64; 2];

/// A fitted evaluation function.
pub(super) struct Evaluation {
    engine: Engine,
    weights: Weights,
}

impl Evaluation {
    /// Plays random games and fits the weights.
    pub fn learned(engine: &Engine, runner: &Runner) -> Evaluation {
        let mut evaluation = Evaluation { engine: engine.clone(), weights: Weights::default() };
        let mut sums = LeastSquares::default();
        let mut left = DECISIONS;
        let mut game = 0;
        while left > 0 {
            let mut seen: Vec<(Seat, Features)> = Vec::new();
            let mut position = runner.start();
            let mut decisions = 0;
            while decisions < LONGEST.min(left) && !runner.is_over(&position) {
                let made;
                let draw = GameRng::for_game(SEED + game, u64::from(decisions));
                (position, made) = runner.step_at_random(position, draw, EVERY);
                decisions += made.max(1);
                if !runner.is_over(&position) {
                    let (state, _) = runner.facts(&position);
                    let seats = engine.seats();
                    seen.extend(seats.map(|s| (s, features(engine.model(), &state, s))));
                }
            }
            left = left.saturating_sub(decisions.max(1));
            game += 1;
            if let Some(values) = evaluation.outcome(&runner.facts(&position).1) {
                seen.iter().for_each(|(seat, x)| sums.add(*x, values[seat.index()]));
            }
        }
        evaluation.weights = sums.fitted();
        evaluation
    }

    /// The value of a position for each player, from -1 to 1.
    pub fn of(&self, runner: &Runner, position: &RunnerPosition) -> SeatValues {
        let (state, result) = runner.facts(position);
        if let Some(values) = self.outcome(&result) {
            return values;
        }
        let one = |seat| {
            let [held, near] = features(self.engine.model(), &state, seat);
            (self.weights.held * held + self.weights.near * near)
                .clamp(-MAX_OPEN_VALUE, MAX_OPEN_VALUE)
        };
        self.engine.seats().map(one).collect()
    }

    /// The value of a finished game for each player; `None` if it is not over.
    fn outcome(&self, result: &Option<GameResult>) -> Option<SeatValues> {
        let result = result.as_ref()?;
        let others = self.engine.model().seats().saturating_sub(1).max(1) as f64;
        let one = |seat: Seat| match result.verdict {
            FinalResult::Drawn => 0.0,
            FinalResult::Won(winner) if winner == seat => WIN_VALUE,
            FinalResult::Won(_) => -WIN_VALUE / others,
            FinalResult::Lost(loser) if loser == seat => -WIN_VALUE,
            FinalResult::Lost(_) => WIN_VALUE / others,
        };
        Some(self.engine.seats().map(one).collect())
    }
}

fn features(model: &Model, state: &State, seat: Seat) -> Features {
    let board = &model.board;
    let total = f64::from(state.total().max(1));
    let mut mine = [0.0; 2];
    let mut theirs = [0.0; 2];
    let mut count = |whose: Seat, what: usize, place: PlaceId| {
        let seeds = f64::from(state.worth(model, place));
        if whose == seat { mine[what] += seeds } else { theirs[what] += seeds }
    };
    for (i, info) in board.seats.iter().enumerate() {
        count(Seat(i as u8), 0, info.store);
        count(Seat(i as u8), 0, info.hand);
    }
    for hole in (0..board.holes).map(|i| PlaceId(i as u8)) {
        if let Some(owner) = state.owner(model, hole) {
            count(owner, 1, hole);
        }
    }
    let others = board.seats.len().saturating_sub(1).max(1) as f64;
    [(mine[0] - theirs[0] / others) / total, (mine[1] - theirs[1] / others) / total]
}

/// Sums for least squares with two unknowns.
#[derive(Default)]
struct LeastSquares {
    n: f64,
    xx: [[f64; 2]; 2],
    xy: [f64; 2],
}

impl LeastSquares {
    fn add(&mut self, x: Features, y: f64) {
        self.n += 1.0;
        for i in 0..2 {
            self.xy[i] += x[i] * y;
            for j in 0..2 {
                self.xx[i][j] += x[i] * x[j];
            }
        }
    }

    fn fitted(&self) -> Weights {
        // A ridge term: without it two features that always go together have no unique weights.
        let ridge = 1e-3 * (1.0 + self.n);
        let [[a, b], [_, d]] = self.xx;
        let (a, d) = (a + ridge, d + ridge);
        let [p, q] = self.xy;
        let determinant = a * d - b * b;
        if determinant.abs() < f64::EPSILON {
            return Weights { held: 1.0, near: 0.0 };
        }
        let weights =
            Weights { held: (p * d - q * b) / determinant, near: (q * a - p * b) / determinant };
        if weights == Weights::default() { Weights { held: 1.0, near: 0.0 } } else { weights }
    }
}
