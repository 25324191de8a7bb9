//! What many random games come to.

use super::playout::PlayoutResult;
use crate::engine::FinalResult;
use crate::model::{ClauseId, Seat};
use std::collections::BTreeMap;

/// A number that differs from game to game: how often, its sum, and the sum of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// How many.
    pub n: u64,
    sum: u128,
    squares: u128,
}

/// The two-sided 95 % point of the normal distribution.
const NORMAL_95: f64 = 1.959_964;

impl Series {
    fn add(&mut self, value: u32) {
        self.n += 1;
        self.sum += u128::from(value);
        self.squares += u128::from(value) * u128::from(value);
    }

    fn merge(&mut self, other: &Series) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The sum.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.n.max(1) as f64
    }

    /// The spread: the standard deviation, with n - 1 below.
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

/// A number of every game that grows with its decisions: its sum, the sum of its squares, and that of its
/// products with the number of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RatioSums {
    sum: u128,
    squares: u128,
    products: u128,
}

/// How much of something there is in a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// In the mean of all decisions; 0 of none.
    pub mean: f64,
    /// How much games differ from that: the standard deviation of what they have more or less of it than as
    /// many decisions have in the mean, in a game of mean length.
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

    /// How much of it there is in a decision. The decisions of a game are no sample of their own, since they
    /// depend on each other; the games are (the ratio estimator: W. G. Cochran, "Sampling techniques", 3rd
    /// edition, 1977, chapter 6).
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

/// The 95 % confidence interval of a share, `many` of `all` (E. B. Wilson, "Probable inference, the law
/// of succession, and statistical inference", JASA 22, 1927).
pub fn interval(many: u64, all: u64) -> (f64, f64) {
    if all == 0 {
        return (0.0, 1.0);
    }
    let (n, share, z2) = (all as f64, many as f64 / all as f64, NORMAL_95 * NORMAL_95);
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = NORMAL_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// What many random games come to. Sums of whole numbers, so the order of the games does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Decisions of each game.
    pub decisions: Series,
    /// Answers offered in all decisions, those included that turn out not to be legal.
    pub offered: RatioSums,
    /// Laps sown in all of them.
    pub laps: RatioSums,
    /// Decisions in which the player captured.
    pub captures: RatioSums,
    /// Answers drawn whose sowing never ends, in decisions in which another could be drawn in their place.
    pub endless: u64,
    /// Games won by each player.
    pub wins: Vec<u64>,
    /// Games lost by each player that nobody won.
    pub losses: Vec<u64>,
    /// Games drawn.
    pub draws: u64,
    /// Games left unfinished.
    pub unfinished: u64,
    /// What each player held at the end of the games that ended.
    pub scores: Vec<Series>,
    /// By which statement or default games ended.
    pub ends: BTreeMap<ClauseId, u64>,
}

impl Totals {
    /// One more game.
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

    /// Those of two runs together.
    #[must_use]
    pub fn combined(mut self, other: Totals) -> Totals {
        self.decisions.merge(&other.decisions);
        self.offered.merge(&other.offered);
        self.laps.merge(&other.laps);
        self.captures.merge(&other.captures);
        self.endless += other.endless;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        for (seat, wins) in other.wins.iter().enumerate() {
            *entry_at(&mut self.wins, seat) += wins;
        }
        for (seat, losses) in other.losses.iter().enumerate() {
            *entry_at(&mut self.losses, seat) += losses;
        }
        for (seat, scores) in other.scores.iter().enumerate() {
            entry_at(&mut self.scores, seat).merge(scores);
        }
        for (why, n) in other.ends {
            *self.ends.entry(why).or_default() += n;
        }
        self
    }
}

/// What stands at that place of a list; the list grows where it is too short.
fn entry_at<T: Default>(list: &mut Vec<T>, i: usize) -> &mut T {
    if list.len() <= i {
        list.resize_with(i + 1, T::default);
    }
    &mut list[i]
}
