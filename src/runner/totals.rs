//! Statistics of many random games.

use super::playout::PlayoutResult;
use crate::engine::FinalResult;
use crate::model::{ClauseId, Seat};
use std::collections::BTreeMap;

/// Statistics of a number that differs from game to game: count, sum, and sum of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Number of values.
    pub n: u64,
    sum: u128,
    squares: u128,
}

/// The two-sided 95 % point of the normal distribution.
const NORMAL_95: f64 = 1.959_964;

impl Series {
    pub(super) fn add(&mut self, value: u32) {
        self.n += 1;
        self.sum += u128::from(value);
        self.squares += u128::from(value) * u128::from(value);
    }

    pub(super) fn merge(&mut self, other: &Series) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The sum.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; 0 if there are no values.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.n.max(1) as f64
    }

    /// The sample standard deviation (with n - 1).
    pub fn std_deviation(&self) -> f64 {
        if self.n < 2 {
            return 0.0;
        }
        let n = self.n as f64;
        let about_mean = self.squares as f64 - self.sum as f64 * (self.sum as f64 / n);
        (about_mean.max(0.0) / (n - 1.0)).sqrt()
    }

    /// Half of the 95 % confidence interval of the mean.
    pub fn margin(&self) -> f64 {
        NORMAL_95 * self.std_deviation() / (self.n.max(1) as f64).sqrt()
    }
}

/// Statistics of a number that grows with the decisions of a game: its sum, the sum of its squares, and the
/// sum of its products with the number of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RatioSums {
    sum: u128,
    squares: u128,
    products: u128,
}

/// An amount per decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Mean over all decisions; 0 if there are none.
    pub mean: f64,
    /// How much games differ: the standard deviation of a game's amount from what its number of decisions
    /// predicts, divided by the mean number of decisions.
    pub std_deviation: f64,
    /// Half of the 95 % confidence interval of the mean.
    pub margin: f64,
}

impl RatioSums {
    fn add(&mut self, value: u32, decisions: u32) {
        let (value, decisions) = (u128::from(value), u128::from(decisions));
        self.sum += value;
        self.squares += value * value;
        self.products += value * decisions;
    }

    fn merge(&mut self, other: &RatioSums) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.products += other.products;
    }

    /// The sum.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The amount per decision. The decisions of a game are no independent sample; the games are (ratio
    /// estimator: W. G. Cochran, "Sampling techniques", 3rd edition, 1977, chapter 6).
    pub fn per_decision(&self, decisions: &Series) -> Rate {
        let (games, sum) = (decisions.n as f64, decisions.sum as f64);
        let mean = self.sum as f64 / sum.max(1.0);
        if decisions.n < 2 || decisions.sum == 0 {
            return Rate { mean, std_deviation: 0.0, margin: 0.0 };
        }
        let about = self.squares as f64 - 2.0 * mean * self.products as f64
            + mean * mean * decisions.squares as f64;
        let spread = (about.max(0.0) / (games - 1.0)).sqrt() / (sum / games);
        Rate { mean, std_deviation: spread, margin: NORMAL_95 * spread / games.sqrt() }
    }
}

/// The 95 % confidence interval of a proportion, `many` of `all` (E. B. Wilson, "Probable inference, the law
/// of succession, and statistical inference", JASA 22, 1927).
pub fn interval(many: u64, all: u64) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    let (n, share, z2) = (all as f64, many as f64 / all as f64, NORMAL_95 * NORMAL_95);
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = NORMAL_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // The share itself is always inside, also where rounding would leave it out: at 0 and at 1.
    ((middle - half).clamp(0.0, share), (middle + half).clamp(share, 1.0))
}

/// Statistics of many random games. All sums are integers, so the order of the games does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Decisions of each game.
    pub decisions: Series,
    /// Options offered in all decisions, including some that turn out to be illegal.
    pub offered: RatioSums,
    /// Laps sown in all decisions.
    pub laps: RatioSums,
    /// Decisions in which the player captured.
    pub captures: RatioSums,
    /// Endless choices drawn in decisions in which another choice could be drawn instead.
    pub endless: u64,
    /// Games won by each player.
    pub wins: Vec<u64>,
    /// Games lost by each player in which nobody won.
    pub losses: Vec<u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games left unfinished.
    pub unfinished: u64,
    /// Score of each player at the end of finished games.
    pub scores: Vec<Series>,
    /// Number of games by the statement or default that ended them.
    pub ends: BTreeMap<ClauseId, u64>,
}

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, played: &PlayoutResult) {
        self.decisions.add(played.decisions);
        self.offered.add(played.offered, played.decisions);
        self.laps.add(played.laps, played.decisions);
        self.captures.add(played.captures, played.decisions);
        self.endless += u64::from(played.endless);
        match played.end {
            None => self.unfinished += 1,
            Some((verdict, why)) => {
                match verdict {
                    FinalResult::Won(Seat(seat)) => {
                        *entry_at(&mut self.wins, usize::from(seat)) += 1
                    }
                    FinalResult::Lost(Seat(seat)) => {
                        *entry_at(&mut self.losses, usize::from(seat)) += 1
                    }
                    FinalResult::Drawn => self.draws += 1,
                }
                *self.ends.entry(why).or_default() += 1;
                for (seat, score) in played.scores.iter().enumerate() {
                    entry_at(&mut self.scores, seat).add(*score);
                }
            }
        }
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.decisions.n
    }

    /// The statistics of two runs together.
    #[must_use]
    pub fn combined(mut self, other: Totals) -> Totals {
        self.decisions.merge(&other.decisions);
        self.offered.merge(&other.offered);
        self.laps.merge(&other.laps);
        self.captures.merge(&other.captures);
        self.endless += other.endless;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        merge_counts(&mut self.wins, &other.wins);
        merge_counts(&mut self.losses, &other.losses);
        for (seat, scores) in other.scores.iter().enumerate() {
            entry_at(&mut self.scores, seat).merge(scores);
        }
        for (why, n) in other.ends {
            *self.ends.entry(why).or_default() += n;
        }
        self
    }
}

/// Adds the counts of each player to others.
pub(super) fn merge_counts(counts: &mut Vec<u64>, more: &[u64]) {
    for (seat, more) in more.iter().enumerate() {
        *entry_at(counts, seat) += more;
    }
}

/// The entry at an index; the list grows if need be.
pub(super) fn entry_at<T: Default>(list: &mut Vec<T>, i: usize) -> &mut T {
    if list.len() <= i {
        list.resize_with(i + 1, T::default);
    }
    &mut list[i]
}
