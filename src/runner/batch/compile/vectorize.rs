//! Merges per-hole blocks that differ only in the lanes they name.
//!
//! The effect of a seed is mostly the same in every hole, except for the lanes involved: the hole itself, the
//! one opposite, the ones before it. Such blocks are merged into one block over *columns*: virtual lanes that
//! stand for a different lane at each place.

use crate::program::{Block, Fold, Lane, LaneSet, NumberRange, Test};

/// The block of one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct HoleBlock<'p> {
    /// Ring index.
    pub at: u16,
    /// The lane of the place.
    pub lane: Lane,
    /// The place's block.
    pub block: &'p Block,
}

/// One block for several places.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct VectorBlock {
    /// Ring indices.
    pub at: Vec<u16>,
    /// The block over lanes and columns; columns are numbered after the lanes.
    pub block: Block,
    /// The place itself: a lane or a column.
    pub fallen: Lane,
    /// For each column, its lane at each place, or [`NOWHERE`].
    pub columns: Vec<Vec<Lane>>,
}

/// Pads a column where a run of lanes has ended.
pub(super) const NOWHERE: Lane = Lane(u8::MAX);

/// The most columns of a block; with more, it is faster place by place.
const MAX_COLUMNS: usize = 12;

/// Merges equal blocks; `lanes`: number of lanes of the program.
pub(super) fn vectorize(places: &[HoleBlock<'_>], lanes: usize) -> Vec<VectorBlock> {
    let runs: Vec<Vec<LaneRun>> = places.iter().map(|place| lane_runs(place.block)).collect();
    let padded = places.iter().zip(&runs).map(|(place, own)| {
        let like = || runs.iter().filter(|other| other.len() == own.len());
        let longest =
            (0..own.len()).filter_map(|i| like().map(|runs| &runs[i]).max_by_key(|r| r.len()));
        RunPadding { longest: longest.collect(), next: 0 }.block(place.block)
    });
    let mut groups: Vec<BlockClass> = Vec::new();
    for (place, block) in places.iter().zip(padded) {
        let mut form = LaneEraser { erased: vec![place.lane.into()] };
        let skeleton = form.block(&block);
        let member = (place.at, form.erased);
        match groups.iter_mut().find(|group| group.skeleton == skeleton) {
            Some(group) => group.members.push(member),
            None => groups.push(BlockClass { skeleton, block, members: vec![member] }),
        }
    }
    let alone = |group: &BlockClass| {
        let at = |at: u16| places.iter().filter(move |place| place.at == at);
        group.members.iter().flat_map(|(i, _)| at(*i)).map(|place| place.unshared()).collect()
    };
    groups
        .iter()
        .flat_map(|group| {
            group.vectorize(lanes).map_or_else(|| alone(group), |merged| vec![merged])
        })
        .collect()
}

impl HoleBlock<'_> {
    /// A block for this place only.
    pub fn unshared(&self) -> VectorBlock {
        let block = self.block.clone();
        VectorBlock { at: vec![self.at], block, fallen: self.lane, columns: Vec::new() }
    }
}

/// Places whose blocks are equal except for their lanes.
struct BlockClass {
    skeleton: Block,
    /// The block of the first place.
    block: Block,
    /// Ring index, and the lanes in the order in which the block names them.
    members: Vec<(u16, Vec<LaneSet>)>,
}

impl BlockClass {
    fn vectorize(&self, lanes: usize) -> Option<VectorBlock> {
        let mut columns: Vec<Vec<Lane>> = Vec::new();
        let mut column = |lanes_of: Vec<Lane>| {
            let known = columns.iter().position(|column| *column == lanes_of);
            let i = known.unwrap_or_else(|| {
                columns.push(lanes_of);
                columns.len() - 1
            });
            Lane((lanes + i) as u8)
        };
        let (_, first) = self.members.first()?;
        let mut replacements = Vec::new();
        for (i, set) in first.iter().enumerate() {
            let sets = || self.members.iter().map(|(_, lanes_of)| lanes_of[i]);
            let same = sets().all(|other| other == *set) && !set.contains(NOWHERE);
            replacements.push(match same {
                true => *set,
                false => (0..set.len())
                    .map(|k| column(sets().filter_map(|s| s.iter().nth(k)).collect()))
                    .collect(),
            });
        }
        if columns.len() > MAX_COLUMNS || lanes + columns.len() > NOWHERE.index() {
            return None;
        }
        let fallen = replacements.first()?.iter().next()?;
        let block =
            LaneSubstitution { replacements: replacements.into_iter().skip(1) }.block(&self.block);
        let at = self.members.iter().map(|(at, _)| *at).collect();
        Some(VectorBlock { at, block, fallen, columns })
    }
}

/// Erases and collects the lanes of a block; the sizes of sets remain.
struct LaneEraser {
    erased: Vec<LaneSet>,
}

impl Fold for LaneEraser {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.erased.push(lane.into());
        Lane(0)
    }

    fn set(&mut self, lanes: &LaneSet) -> LaneSet {
        self.erased.push(*lanes);
        (0..lanes.len()).map(|i| Lane(i as u8)).collect()
    }
}

/// Replaces lanes in order.
struct LaneSubstitution<I> {
    replacements: I,
}

impl<I: Iterator<Item = LaneSet>> Fold for LaneSubstitution<I> {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.replacements.next().and_then(|set| set.iter().next()).unwrap_or(lane)
    }

    fn set(&mut self, lanes: &LaneSet) -> LaneSet {
        self.replacements.next().unwrap_or(*lanes)
    }
}

/// Consecutive lanes, each with the test under which it continues the run.
type LaneRun = Vec<(Lane, Test)>;

fn lane_runs(block: &Block) -> Vec<LaneRun> {
    let mut runs = RunCollector(Vec::new());
    runs.block(block);
    runs.0
}

/// Collects the runs of a block.
struct RunCollector(Vec<LaneRun>);

impl Fold for RunCollector {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn run(&mut self, run: &[(Lane, Test)]) -> LaneRun {
        self.0.push(run.to_vec());
        run.to_vec()
    }
}

/// Pads runs to the length of the longest: a lane that is nowhere holds nothing and so ends a run of lanes
/// that must hold something.
struct RunPadding<'r> {
    longest: Vec<&'r LaneRun>,
    next: usize,
}

impl Fold for RunPadding<'_> {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn run(&mut self, run: &[(Lane, Test)]) -> LaneRun {
        let longest = self.longest.get(self.next);
        self.next += 1;
        let mut padded = run.to_vec();
        if let Some((longest, range)) =
            longest.and_then(|longest| Some((longest, common_range(longest)?)))
            && run.iter().all(|(lane, test)| *test == Test::Holds(*lane, range))
        {
            padded.resize(longest.len().max(run.len()), (NOWHERE, Test::Holds(NOWHERE, range)));
        }
        padded
    }
}

/// The range that every lane of a run must be in, if that is the only test and excludes 0.
fn common_range(run: &LaneRun) -> Option<NumberRange> {
    let (_, Test::Holds(_, range)) = run.first()? else { return None };
    let all = run.iter().all(|(lane, test)| *test == Test::Holds(*lane, *range));
    (all && !range.fits(0)).then_some(*range)
}
