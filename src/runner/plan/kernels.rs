//! Which clauses of the rules have a fast kernel on the plan, and which are evaluated one by one.

use super::Plan;
use super::fast_path::FastPath;
use crate::program::{Block, Code, Lane, LaneSet};
use crate::runner::lanes::Lanes;
use std::cmp::Reverse;

/// What runs the clauses of a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::runner) struct CodeKernels {
    /// The number of the code.
    pub code_index: usize,
    pub clauses: Vec<KernelLine>,
}

/// What runs the clauses of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::runner) struct KernelLine {
    /// The section, or what else is done; of some places, if there are any.
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

/// The places of which blocks do something.
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
    /// What runs the clauses of each code that is not left to the reference engine whole.
    pub fn kernels(&self) -> Vec<CodeKernels> {
        let all = (0..self.fast_paths.len()).filter(|at| !self.fast_paths[*at].unsupported);
        all.map(|at| CodeKernels { code_index: at, clauses: self.kernels_of(at) }).collect()
    }

    fn kernels_of(&self, at: usize) -> Vec<KernelLine> {
        let (quick, code) = (&self.fast_paths[at], &self.program.codes[at]);
        let mut all = match quick.slow_reason {
            Some(why) => self.slow_path_lines(at, why),
            None => fast_path_lines(quick, code, self.own(at)),
        };
        all.push(KernelLine::all("legal", legal(quick, code)));
        let rare = quick.slow_reason.is_some() || quick.end_of_turn.iter().any(|next| next.rare);
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

    /// The holes of the player whose code that is.
    fn own(&self, at: usize) -> &LaneSet {
        &self.program.own_holes[at % self.program.seats].0
    }

    /// Of a code whose moves are told at length.
    fn slow_path_lines(&self, at: usize, why: &str) -> Vec<KernelLine> {
        let code = &self.program.codes[at];
        let walked = self.tables[at].iter().filter(|table| table.seed_by_seed);
        let walked: LaneSet = walked.map(|table| table.origin).collect();
        let mut all = vec![KernelLine::all("moves", format!("slow path, since {why}"))];
        all.extend(ways(code, self.own(at), |place| match walked.contains(place) {
            true => "seed by seed".into(),
            false => "an addition for each lap".into(),
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

/// How laps are sown from each place: as from most of the player's own, and from the others in other ways.
fn ways(code: &Code, own: &LaneSet, by: impl Fn(Lane) -> String) -> Vec<KernelLine> {
    let mut all: Vec<KernelLine> = Vec::new();
    for place in origins(code).iter() {
        let by = by(place);
        match all.iter_mut().find(|runs| runs.kernel == by) {
            Some(runs) => runs.places.insert(place),
            None => all.push(KernelLine::at("way from", by, place.into())),
        }
    }
    all.sort_by_key(|runs| Reverse(runs.places.intersection(*own).len()));
    if let Some(most) = all.first_mut() {
        *most = KernelLine::all("way", std::mem::take(&mut most.kernel));
    }
    all
}

/// Of a code whose usual moves are made in the shortest form.
fn fast_path_lines<L: Lanes>(quick: &FastPath<L>, code: &Code, own: &LaneSet) -> Vec<KernelLine> {
    let rows = &quick.rows;
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

/// How it is found what can be chosen.
fn legal<L: Lanes>(quick: &FastPath<L>, code: &Code) -> String {
    let short = quick.slow_reason.is_none();
    let holes = match short && quick.end_of_turn.iter().all(|next| !next.needs_slow_check) {
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
