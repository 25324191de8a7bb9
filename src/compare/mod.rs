//! Compares two games: whether they are the same, and if not, the shortest play in which they part.
//!
//! Two games are played in lockstep: the same choices are made in both, and after each choice the two
//! positions are compared. What counts is what players see and may do: seeds, owners and closed holes, who is
//! to choose and what, and the results. Marks and notes are compared only by their effects.
//!
//! - `pairing`: which place and which choice of one game is which of the other.
//! - `lockstep`: two positions that are played together, and how they can part.
//! - `random`: random games in lockstep, to find a play in which the games part.
//! - `breadth`: all plays, the short ones first, to find the shortest one.
//! - `cause`: the statements that made the difference.
//! - `texts`: the statements that differ between two descriptions.
//! - `readings`: how much the variations and the assumptions of a description matter.
//!
//! All work is counted, not timed: the same games give the same answer on every machine.

mod breadth;
mod cause;
mod lockstep;
mod pairing;
mod random;
mod readings;
mod texts;

pub use cause::{Cause, causes};
pub use lockstep::{GameSide, PairStep, Parting, PartingKind};
pub use readings::{Reading, ReadingEffect, ReadingKind, Sampling, Summary, readings};
pub use texts::{SectionDifference, section_differences};

use crate::engine::{Engine, WorkAllowance};
use crate::notation::fingerprint;
use crate::stop::StopFlag;
use lockstep::GamePair;

/// Limits of a comparison. The same limits give the same answer on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompareLimits {
    /// Random games that are played in lockstep.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// The greatest number of choices of a random game.
    pub most_choices: u32,
    /// The greatest number of choices of a play, when all plays are tried.
    pub depth: u32,
    /// Limit on the engine's work for the random games, and again for all plays, in units of
    /// [`work_done`](crate::engine::work_done).
    pub work: u64,
    /// The greatest number of pairs of positions that are kept at a time.
    pub positions: usize,
}

impl Default for CompareLimits {
    fn default() -> Self {
        CompareLimits {
            games: 500,
            seed: 1,
            most_choices: 2000,
            depth: 12,
            work: 10_000_000_000,
            positions: 100_000,
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub enum ComparisonResult {
    /// The rules have the same meaning: see [`fingerprint`].
    SameRules,
    /// No difference was found.
    SamePlay(ComparedExtent),
    /// The games part.
    Parting {
        /// Where.
        parting: Box<Parting>,
        /// What was tried. If `extent.depth` is one less than the number of steps of the play, there is no
        /// shorter one.
        extent: ComparedExtent,
    },
}

/// How far two games were compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ComparedExtent {
    /// All plays of up to this number of steps are the same in both games.
    pub depth: u32,
    /// All plays end within this number of steps, so the whole games were compared.
    pub whole: bool,
    /// Random games played in lockstep, without the one that shows the difference.
    pub games: u64,
    /// The work was used up, or the comparison was stopped, before the limits were reached.
    pub cut_short: bool,
}

impl Parting {
    /// Whether no shorter play shows a difference.
    pub fn is_shortest(&self, extent: &ComparedExtent) -> bool {
        self.steps.len() <= extent.depth as usize + 1
    }
}

/// Compares two games.
pub fn compare(
    first: &Engine,
    second: &Engine,
    limits: CompareLimits,
    stop: &StopFlag,
) -> ComparisonResult {
    if fingerprint(first.model()) == fingerprint(second.model()) {
        return ComparisonResult::SameRules;
    }
    let pair = match GamePair::new(first, second) {
        Ok(pair) => pair,
        Err(parting) => {
            return ComparisonResult::Parting {
                parting: Box::new(parting),
                extent: ComparedExtent::default(),
            };
        }
    };
    let start = match pair.start() {
        Ok(start) => start,
        Err(parting) => {
            return ComparisonResult::Parting {
                parting: Box::new(parting),
                extent: ComparedExtent::default(),
            };
        }
    };
    let allowance = WorkAllowance::of(limits.work);
    let random = random::search(&pair, &start, limits, allowance, stop);
    let known = random.parting.as_ref().map(|parting| parting.steps.len() as u32);
    let depth = known.map_or(limits.depth, |steps| steps.saturating_sub(1));
    let allowance = WorkAllowance::of(limits.work);
    let all = breadth::search(&pair, start, depth, limits.positions, allowance, stop);
    let cut_short = all.cut_short || random.cut_short && random.parting.is_none();
    let extent =
        ComparedExtent { depth: all.depth, whole: all.whole, games: random.games, cut_short };
    match all.parting.or(random.parting) {
        Some(parting) => ComparisonResult::Parting { parting: Box::new(parting), extent },
        None => ComparisonResult::SamePlay(extent),
    }
}
