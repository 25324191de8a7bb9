//! What a position is worth to each player, learned from games played by lot.
//!
//! In most games it is good to have captured; in some it is good to have many seeds on one's own
//! side; in some he wins who has got rid of all his seeds. Instead of reading that out of the rules,
//! which can say it in many ways, some games are played by lot and looked at: how far did what the
//! players held, and what lay in their holes, tell the winner?

use super::player::any;
use crate::engine::{Engine, Position};
use crate::model::{PlaceId, Seat};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use smallvec::SmallVec;

/// Choices made in all games played by lot.
const LOTS: usize = 4000;
/// Choices in one of them at most.
const LONGEST: usize = 400;
/// Every how many choices a position is looked at.
const EVERY: usize = 3;
/// What a lost or won game is worth.
pub(super) const WON: f64 = 1.0;
/// What the best position is worth in which the game is still going on.
const BEST: f64 = 0.9;

/// The worth of a seed held, and of a seed on the own side, as shares of all seeds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Worth {
    held: f64,
    near: f64,
}

/// For each player.
pub(super) type Values = SmallVec<[f64; 4]>;

/// What is looked at, for one player against the mean of the others.
type Sight = [f64; 2];

impl Worth {
    /// Plays some games by lot and learns from them.
    pub fn learned(engine: &Engine) -> Worth {
        let mut chance = ChaCha8Rng::seed_from_u64(0x6d6e_6331);
        let mut sums = Sums::default();
        let mut left = LOTS;
        while left > 0 {
            let mut position = engine.start(None).0;
            let mut seen: Vec<(Seat, Sight)> = Vec::new();
            for n in 0..LONGEST.min(left) {
                left -= 1;
                let Some(choice) = any(&engine.choices(&position), &mut chance) else { break };
                position = engine.advance(&position, choice);
                if n % EVERY == 0 && !position.is_over() {
                    seen.extend(engine.seats().map(|s| (s, sight(engine, &position, s))));
                }
            }
            left = left.saturating_sub(1);
            if let Some(values) = outcome(engine, &position) {
                seen.iter().for_each(|(seat, x)| sums.add(*x, values[seat.index()]));
            }
        }
        sums.fitted()
    }

    /// What a position is worth to each player, from -1 to 1.
    pub fn of(self, engine: &Engine, position: &Position) -> Values {
        if let Some(values) = outcome(engine, position) {
            return values;
        }
        let one = |seat| {
            let [held, near] = sight(engine, position, seat);
            (self.held * held + self.near * near).clamp(-BEST, BEST)
        };
        engine.seats().map(one).collect()
    }
}

/// What a game that is over is worth to each.
fn outcome(engine: &Engine, position: &Position) -> Option<Values> {
    let result = position.result()?;
    let others = engine.seats().count().saturating_sub(1).max(1) as f64;
    let one = |seat: Seat| match result.winner {
        None => 0.0,
        Some(winner) if winner == seat => WON,
        Some(_) => -WON / others,
    };
    Some(engine.seats().map(one).collect())
}

fn sight(engine: &Engine, position: &Position, seat: Seat) -> Sight {
    let board = &engine.model().board;
    let total = f64::from(position.state().total().max(1));
    let mut mine = [0.0; 2];
    let mut theirs = [0.0; 2];
    let mut count = |whose: Seat, what: usize, place: PlaceId| {
        let seeds = f64::from(position.state().worth(engine.model(), place));
        if whose == seat { mine[what] += seeds } else { theirs[what] += seeds }
    };
    for (i, info) in board.seats.iter().enumerate() {
        count(Seat(i as u8), 0, info.store);
        count(Seat(i as u8), 0, info.hand);
    }
    for hole in (0..board.holes).map(|i| PlaceId(i as u8)) {
        if let Some(owner) = engine.owner(position, hole) {
            count(owner, 1, hole);
        }
    }
    let others = board.seats.len().saturating_sub(1).max(1) as f64;
    [(mine[0] - theirs[0] / others) / total, (mine[1] - theirs[1] / others) / total]
}

/// Sums for the least squares of two unknowns.
#[derive(Default)]
struct Sums {
    n: f64,
    xx: [[f64; 2]; 2],
    xy: [f64; 2],
}

impl Sums {
    fn add(&mut self, x: Sight, y: f64) {
        self.n += 1.0;
        for i in 0..2 {
            self.xy[i] += x[i] * y;
            for j in 0..2 {
                self.xx[i][j] += x[i] * x[j];
            }
        }
    }

    fn fitted(&self) -> Worth {
        // A little weight on nothing at all keeps two sights that always go together apart.
        let ridge = 1e-3 * (1.0 + self.n);
        let [[a, b], [_, d]] = self.xx;
        let (a, d) = (a + ridge, d + ridge);
        let [p, q] = self.xy;
        let determinant = a * d - b * b;
        if determinant.abs() < f64::EPSILON {
            return Worth { held: 1.0, near: 0.0 };
        }
        let worth =
            Worth { held: (p * d - q * b) / determinant, near: (q * a - p * b) / determinant };
        if worth == Worth::default() { Worth { held: 1.0, near: 0.0 } } else { worth }
    }
}
