//! Estimates what a position is worth to each player, learned from random games.
//!
//! In most games it is good to have captured; in some it is good to have many seeds on your own side;
//! in some the player wins who has got rid of all seeds. The rules can say this in many ways. So some
//! random games are played, and a linear model is fitted (least squares): how well do the seeds that
//! the players held, and those in their holes, predict the winner?

use crate::engine::{Engine, FinalResult, GameResult, State};
use crate::model::{Model, PlaceId, Seat};
use crate::runner::{GameRng, Runner, RunnerPosition};
use smallvec::SmallVec;

/// The random games are the same every time.
const SEED: u64 = 0x6d6e_6331;

/// Decisions made in all random games.
const DECISIONS: u32 = 4000;
/// Decisions in one of them at most.
const LONGEST: u32 = 400;
/// A position is sampled after so many decisions.
const EVERY: u32 = 3;
/// What a lost or won game is worth.
const WIN_VALUE: f64 = 1.0;
/// What the best position is worth in which the game is still going on.
const MAX_OPEN_VALUE: f64 = 0.9;

/// The worth of a seed held, and of a seed in an own hole, as shares of all seeds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Weights {
    held: f64,
    near: f64,
}

/// For each player.
pub(super) type SeatValues = SmallVec<[f64; 4]>;

/// What is counted, for one player against the mean of the others.
type Features = [f64; 2];

/// Estimates what a position is worth.
pub(super) struct Evaluation {
    engine: Engine,
    weights: Weights,
}

impl Evaluation {
    /// Plays some random games and learns from them.
    pub fn learned(engine: &Engine, runner: &Runner) -> Evaluation {
        let mut evaluation = Evaluation { engine: engine.clone(), weights: Weights::default() };
        let mut sums = LeastSquares::default();
        let mut left = DECISIONS;
        let mut game = 0;
        while left > 0 {
            let mut seen: Vec<(Seat, Features)> = Vec::new();
            let mut spot = runner.start();
            let mut decisions = 0;
            while decisions < LONGEST.min(left) && !runner.is_over(&spot) {
                let made;
                let draw = GameRng::for_game(SEED + game, u64::from(decisions));
                (spot, made) = runner.step_at_random(spot, draw, EVERY);
                decisions += made.max(1);
                if !runner.is_over(&spot) {
                    let (state, _) = runner.facts(&spot);
                    let seats = engine.seats();
                    seen.extend(seats.map(|s| (s, features(engine.model(), &state, s))));
                }
            }
            left = left.saturating_sub(decisions.max(1));
            game += 1;
            if let Some(values) = evaluation.outcome(&runner.facts(&spot).1) {
                seen.iter().for_each(|(seat, x)| sums.add(*x, values[seat.index()]));
            }
        }
        evaluation.weights = sums.fitted();
        evaluation
    }

    /// What a position is worth to each player, from -1 to 1.
    pub fn of(&self, runner: &Runner, spot: &RunnerPosition) -> SeatValues {
        let (state, result) = runner.facts(spot);
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

    /// What a game that is over is worth to each.
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

/// Sums for the least squares of two unknowns.
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
