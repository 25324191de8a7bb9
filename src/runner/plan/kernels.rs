//! Which clauses of the rules have a fast kernel on the plan, and which are evaluated one by one.

use super::Plan;
use super::quick::Quick;
use crate::program::{Block, Code, Lane, LaneSet};
use crate::runner::lanes::Lanes;
use std::cmp::Reverse;

/// What runs the clauses of a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::runner) struct Kernels {
    /// The number of the code.
    pub at: usize,
    pub clauses: Vec<Runs>,
}

/// What runs the clauses of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::runner) struct Runs {
    /// The section, or what else is done; of some places, if there are any.
    pub of: &'static str,
    pub places: LaneSet,
    pub by: String,
}

impl Runs {
    fn all(of: &'static str, by: impl Into<String>) -> Runs {
        Runs::at(of, by, LaneSet::default())
    }

    fn at(of: &'static str, by: impl Into<String>, places: LaneSet) -> Runs {
        Runs { of, by: by.into(), places }
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
    pub fn kernels(&self) -> Vec<Kernels> {
        let all = (0..self.quick.len()).filter(|at| !self.quick[*at].handed);
        all.map(|at| Kernels { at, clauses: self.kernels_of(at) }).collect()
    }

    fn kernels_of(&self, at: usize) -> Vec<Runs> {
        let (quick, code) = (&self.quick[at], &self.program.codes[at]);
        let mut all = match quick.at_length {
            Some(why) => self.at_length(at, why),
            None => in_short(quick, code, self.own(at)),
        };
        all.push(Runs::all("legal", legal(quick, code)));
        let rare = quick.at_length.is_some() || quick.next.iter().any(|next| next.rare);
        if code.end.iter().any(|block| !block.is_empty()) {
            let by = if rare {
                "clause by clause"
            } else {
                "one look; if that finds something, clause by clause"
            };
            all.push(Runs::all("end", by));
        }
        all
    }

    /// The holes of the player whose code that is.
    fn own(&self, at: usize) -> &LaneSet {
        &self.program.keeps[at % self.program.seats].0
    }

    /// Of a code whose moves are told at length.
    fn at_length(&self, at: usize, why: &str) -> Vec<Runs> {
        let code = &self.program.codes[at];
        let walked = self.tables[at].iter().filter(|table| table.walked);
        let walked: LaneSet = walked.map(|table| table.origin).collect();
        let mut all = vec![Runs::all("moves", format!("at length, since {why}"))];
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
        all.extend(some.map(|(of, _)| Runs::all(of, "clause by clause")));
        all
    }
}

/// How laps are sown from each place: as from most of the player's own, and from the others in other ways.
fn ways(code: &Code, own: &LaneSet, by: impl Fn(Lane) -> String) -> Vec<Runs> {
    let mut all: Vec<Runs> = Vec::new();
    for place in origins(code).iter() {
        let by = by(place);
        match all.iter_mut().find(|runs| runs.by == by) {
            Some(runs) => runs.places.insert(place),
            None => all.push(Runs::at("way from", by, place.into())),
        }
    }
    all.sort_by_key(|runs| Reverse(runs.places.both(*own).len()));
    if let Some(most) = all.first_mut() {
        *most = Runs::all("way", std::mem::take(&mut most.by));
    }
    all
}

/// Of a code whose usual moves are made in the shortest form.
fn in_short<L: Lanes>(quick: &Quick<L>, code: &Code, own: &LaneSet) -> Vec<Runs> {
    let rows = &quick.rows;
    let mut all = vec![Runs::all("moves", "in short; what is not as usual, at length")];
    all.extend(ways(code, own, |place| match rows.most_from(place) {
        None => "seed by seed".into(),
        Some(0) => "at length".into(),
        Some(most) => format!("an addition for each lap of at most {most} seeds"),
    }));
    if !code.each_seed.is_empty() {
        let by = match rows.captures {
            Some(_) => "one look for all captures of a lap",
            None => "a look at every fall; if that finds something, at length",
        };
        all.push(Runs::all("each seed", by));
    }
    let lasts = code.last_seed.iter().map(|blocks| places(blocks));
    let lasts = lasts.fold(LaneSet::default(), LaneSet::union);
    let others = rows.others().both(lasts);
    if others != lasts {
        all.push(Runs::all("last seed", "looks"));
    }
    if !others.is_empty() {
        let by = "looks; at length where they do not tell all";
        all.push(match others == lasts {
            true => Runs::all("last seed", by),
            false => Runs::at("last seed in", by, others),
        });
    }
    all
}

/// How it is found what can be chosen.
fn legal<L: Lanes>(quick: &Quick<L>, code: &Code) -> String {
    let short = quick.at_length.is_none();
    let holes = match short && quick.next.iter().all(|next| !next.other) {
        true => "one look",
        false => "clause by clause",
    };
    let laws = match code.laws.is_empty() {
        true => "",
        false => "; under a statement of allowed, moves are told and looked at",
    };
    let relays =
        if code.relays { "; whether a sowing ends is found when it is chosen" } else { "" };
    format!("{holes}{laws}{relays}")
}
