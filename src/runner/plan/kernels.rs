//! Which clauses of the rules have a fast kernel on the plan, and which are evaluated one by one.

use super::fast_path::FastPath;
use super::{Plan, SowTable};
use crate::order::SmallSort;
use crate::program::{Block, Code, Lane, LaneSet};
use crate::runner::lanes::Lanes;
use std::cmp::Reverse;

/// The kernels of one code, for a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::runner) struct CodeKernels {
    /// Index of the code.
    pub code_index: usize,
    pub clauses: Vec<KernelLine>,
}

/// The kernel of one section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::runner) struct KernelLine {
    /// The section or activity, and the places that it concerns, if not all.
    pub section: &'static str,
    pub places: LaneSet,
    pub kernel: String,
}

impl KernelLine {
    fn all(of: &'static str, by: impl Into<String>) -> KernelLine {
        KernelLine::at(of, by, LaneSet::default())
    }

    fn at(of: &'static str, by: impl Into<String>, places: LaneSet) -> KernelLine {
        KernelLine { section: of, kernel: by.into(), places }
    }
}

/// The places whose blocks are not empty.
fn places(blocks: &[Block]) -> LaneSet {
    let some = blocks.iter().zip((0..).map(Lane)).filter(|(block, _)| !block.is_empty());
    some.map(|(_, place)| place).collect()
}

/// The places from which seeds are sown.
fn origins(code: &Code) -> LaneSet {
    let some = code.ways.iter().zip((0..).map(Lane)).filter(|(ways, _)| !ways.is_empty());
    some.map(|(_, place)| place).collect()
}

impl<L: Lanes> Plan<L> {
    /// The kernels of each code that is not run by the reference engine as a whole.
    pub fn kernels(&self) -> Vec<CodeKernels> {
        let all = (0..self.fast_paths.len()).filter(|at| !self.fast_paths[*at].unsupported);
        all.map(|at| CodeKernels { code_index: at, clauses: self.kernels_of(at) }).collect()
    }

    fn kernels_of(&self, at: usize) -> Vec<KernelLine> {
        let (fast_path, code) = (&self.fast_paths[at], &self.program.codes[at]);
        let mut all = match fast_path.slow_reason {
            Some(why) => self.slow_path_lines(at, why),
            None => fast_path_lines(fast_path, code, self.own(at)),
        };
        all.push(KernelLine::all("legal", legal(fast_path, code)));
        let rare =
            fast_path.slow_reason.is_some() || fast_path.end_of_turn.iter().any(|next| next.rare);
        if code.end.iter().any(|block| !block.is_empty()) {
            let by = if rare {
                "clause by clause"
            } else {
                "one look; if that finds something, clause by clause"
            };
            all.push(KernelLine::all("end", by));
        }
        all
    }

    /// The holes of the player of a code.
    fn own(&self, at: usize) -> &LaneSet {
        &self.program.own_holes[at % self.program.seats].0
    }

    /// Lines for a code whose moves all take the slow path.
    fn slow_path_lines(&self, at: usize, why: &str) -> Vec<KernelLine> {
        let code = &self.program.codes[at];
        let some = |walks: fn(&SowTable<L>) -> bool| -> LaneSet {
            let tables = self.tables[at].iter().filter(|table| walks(table));
            tables.map(|table| table.origin).collect()
        };
        let walked = some(|table| table.seed_by_seed && table.ring.is_none());
        let quiet = some(|table| table.ring.is_some());
        let mut all = vec![KernelLine::all("moves", format!("slow path, since {why}"))];
        all.extend(ways(code, self.own(at), |place| {
            let by = if walked.contains(place) {
                "seed by seed"
            } else if quiet.contains(place) {
                "an addition for a lap at whose falls nothing happens; others seed by seed"
            } else {
                "an addition for each lap"
            };
            by.into()
        }));
        let clauses = [
            ("before each lap", !code.before_lap.is_empty()),
            ("each seed", !code.each_seed.is_empty()),
            ("last seed", code.last_seed.iter().any(|blocks| !blocks.is_empty())),
            ("after move", !code.after_move.is_empty()),
        ];
        let some = clauses.into_iter().filter(|(_, some)| *some);
        all.extend(some.map(|(of, _)| KernelLine::all(of, "clause by clause")));
        all
    }
}

/// Lines for how laps are sown: one for most of the player's own holes, and one for each different kernel.
fn ways(code: &Code, own: &LaneSet, by: impl Fn(Lane) -> String) -> Vec<KernelLine> {
    let mut all: Vec<KernelLine> = Vec::new();
    for place in origins(code).iter() {
        let by = by(place);
        match all.iter_mut().find(|runs| runs.kernel == by) {
            Some(runs) => runs.places.insert(place),
            None => all.push(KernelLine::at("way from", by, place.into())),
        }
    }
    all.small_sort_by_key(|runs| Reverse(runs.places.intersection(*own).len()));
    if let Some(most) = all.first_mut() {
        *most = KernelLine::all("way", std::mem::take(&mut most.kernel));
    }
    all
}

/// Lines for a code whose usual moves take the fast path.
fn fast_path_lines<L: Lanes>(
    fast_path: &FastPath<L>,
    code: &Code,
    own: &LaneSet,
) -> Vec<KernelLine> {
    let rows = &fast_path.rows;
    let mut all = vec![KernelLine::all("moves", "fast path; uncommon moves on the slow path")];
    all.extend(ways(code, own, |place| match rows.max_seeds_from(place) {
        None => "seed by seed".into(),
        Some(0) => "slow path".into(),
        Some(most) => format!("an addition for each lap of at most {most} seeds"),
    }));
    if !code.each_seed.is_empty() {
        let by = match rows.captures {
            Some(_) => "one look for all captures of a lap",
            None => "a look at every fall; if that finds something, the slow path",
        };
        all.push(KernelLine::all("each seed", by));
    }
    let lasts = code.last_seed.iter().map(|blocks| places(blocks));
    let lasts = lasts.fold(LaneSet::default(), LaneSet::union);
    let others = rows.slow_landing_lanes().intersection(lasts);
    if others != lasts {
        all.push(KernelLine::all("last seed", "looks"));
    }
    if !others.is_empty() {
        let by = "looks; the slow path where they are not enough";
        all.push(match others == lasts {
            true => KernelLine::all("last seed", by),
            false => KernelLine::at("last seed in", by, others),
        });
    }
    all
}

/// How legal choices are found.
fn legal<L: Lanes>(fast_path: &FastPath<L>, code: &Code) -> String {
    let short = fast_path.slow_reason.is_none();
    let holes = match short && fast_path.end_of_turn.iter().all(|next| !next.needs_slow_check) {
        true => "one look",
        false => "clause by clause",
    };
    let laws = match code.laws.is_empty() {
        true => "",
        false => "; under a statement of allowed, moves are simulated and checked",
    };
    let relays =
        if code.needs_trial { "; whether a sowing ends is found when it is chosen" } else { "" };
    format!("{holes}{laws}{relays}")
}
