//! `way-misses-holes`: seeds are sown into a few holes only, and most of the others hold seeds or are sown from.

use super::faults::Faults;
use super::place_bounds::Extents;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::VisitContext;
use crate::model::{Model, PlaceSetBits, WayKind};

pub(super) const LINT: Lint =
    Lint { name: "way-misses-holes", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        let lines = model.stages.iter().flat_map(|stage| &stage.rules.way);
        let mut circuits = lines.filter(|line| matches!(line.kind, WayKind::Circuit { .. }));
        if let Some(first) = circuits.next() {
            faults.add(model.clause(first.clause).span, missed(model));
        }
    });
    let finding = |(at, (on_way, all))| {
        let message =
            format!("the way passes only {on_way} of the {all} holes that hold seeds or are sown");
        Diagnostic::warning("way-misses-holes", at, message)
            .found("no seed falls in the other holes")
            .help(
                "write `round every hole`; an ordinal counts in each row: `every second hole` is the second hole of \
                 each row",
            )
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// How many of the holes that hold seeds at the start, or that are sown by a move, are on a way, and how many they
/// are, if most are not.
fn missed(model: &Model) -> Option<(usize, usize)> {
    let facts = StaticFacts::new(model);
    let extents = Extents::new(&facts);
    let filled = model.start.iter().filter(|(_, _, seeds)| *seeds > 0).map(|(_, place, _)| *place);
    let mut used: PlaceSetBits = filled.collect();
    for (nth, stage) in model.stages.iter().enumerate() {
        let here = VisitContext { stage: Some(nth), ..VisitContext::default() };
        let actions = stage.rules.moves.lists.iter().flatten().flat_map(|case| &case.actions);
        let sowings = actions.flat_map(|action| action.deed.sowings());
        for part in sowings.flat_map(|sow| &sow.source.places.parts) {
            used = used.union(extents.places(part, here));
        }
    }
    let holes: PlaceSetBits =
        used.iter().filter(|place| place.index() < model.board.holes).collect();
    let (all, on_way) =
        (holes.iter().count(), holes.intersection(facts.sown_by(None, None)).iter().count());
    (on_way * 2 < all).then_some((on_way, all))
}
