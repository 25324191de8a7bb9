//! What is done at several places, told once.
//!
//! What a fall brings about is mostly the same wherever the seed falls, but for the lanes spoken of:
//! the hole itself, the one opposite, those before it. Such blocks are put together to one that speaks
//! of *columns* instead: lanes that stand for another one at every place.

use crate::program::{Block, Fold, Lane, LaneSet, NumberRange, Test};

/// Something is done there.
#[derive(Clone, Copy, Debug)]
pub(super) struct HoleBlock<'p> {
    /// Where on a ring.
    pub at: u16,
    /// Which lane that is.
    pub lane: Lane,
    /// What is done.
    pub block: &'p Block,
}

/// The same is done at some places.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct VectorBlock {
    /// Where on the ring.
    pub at: Vec<u16>,
    /// What is done, said of lanes and of columns; these are numbered behind the lanes.
    pub block: Block,
    /// The place itself: a lane, or a column.
    pub fallen: Lane,
    /// For each column its lane at every place, or [`NOWHERE`].
    pub columns: Vec<Vec<Lane>>,
}

/// Stands in a column where a run of lanes has come to its end.
pub(super) const NOWHERE: Lane = Lane(u8::MAX);

/// The most columns: with more of them it is sooner done place by place.
const MAX_COLUMNS: usize = 12;

/// Puts together what is the same; `lanes`: how many lanes there are.
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
        .flat_map(|group| group.vectorize(lanes).map_or_else(|| alone(group), |it| vec![it]))
        .collect()
}

impl HoleBlock<'_> {
    /// Not put together with others.
    pub fn unshared(&self) -> VectorBlock {
        let block = self.block.clone();
        VectorBlock { at: vec![self.at], block, fallen: self.lane, columns: Vec::new() }
    }
}

/// Places where the same is said of other lanes.
struct BlockClass {
    skeleton: Block,
    /// What is said at the first of them.
    block: Block,
    /// Where on the ring, and which lanes are spoken of one after the other.
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
        let mut instead = Vec::new();
        for (i, set) in first.iter().enumerate() {
            let sets = || self.members.iter().map(|(_, spoken)| spoken[i]);
            let same = sets().all(|other| other == *set) && !set.contains(NOWHERE);
            instead.push(match same {
                true => *set,
                false => (0..set.len())
                    .map(|k| column(sets().filter_map(|s| s.iter().nth(k)).collect()))
                    .collect(),
            });
        }
        if columns.len() > MAX_COLUMNS || lanes + columns.len() > NOWHERE.index() {
            return None;
        }
        let fallen = instead.first()?.iter().next()?;
        let block =
            LaneSubstitution { replacements: instead.into_iter().skip(1) }.block(&self.block);
        let at = self.members.iter().map(|(at, _)| *at).collect();
        Some(VectorBlock { at, block, fallen, columns })
    }
}

/// Leaves the lanes out of a block, and notes them; how many there were stays to be seen.
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

/// Puts other lanes in.
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

/// Lanes one after the other, each as long as something holds of it.
type LaneRun = Vec<(Lane, Test)>;

fn lane_runs(block: &Block) -> Vec<LaneRun> {
    let mut runs = RunCollector(Vec::new());
    runs.block(block);
    runs.0
}

/// Notes the runs of a block.
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

/// Makes runs as long as others: a lane that is nowhere holds nothing, and ends a run of lanes that
/// hold something.
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

/// How much each lane of a run must hold, if that is all, and more than nothing.
fn common_range(run: &LaneRun) -> Option<NumberRange> {
    let (_, Test::Holds(_, range)) = run.first()? else { return None };
    let all = run.iter().all(|(lane, test)| *test == Test::Holds(*lane, *range));
    (all && !range.fits(0)).then_some(*range)
}
