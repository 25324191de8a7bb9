//! `default-used`: what is left to the usual rules of the language.

use super::{Lint, Needs, Subject, subject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Default;
use crate::syntax::ast::SectionKind as S;
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "default-used", severity: Severity::Note, needs: Needs::Play, check };

fn check(subject: &Subject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    // The first setting that relies on it.
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    for (setting, game) in subject.games.iter().enumerate() {
        for default in game.model.unsaid_defaults() {
            used.entry(default as usize).or_insert(setting);
        }
    }
    // Bounds of the engine are seen only when a game reaches them.
    let bounds = [Default::Fuel.clause(), Default::LongMatch.clause()];
    for (clause, setting) in &subject.played.defaults {
        if !bounds.contains(clause) {
            continue;
        }
        used.entry(clause.index()).or_insert(*setting);
    }
    let all = Default::ALL.into_iter();
    all.filter_map(|d| Some(finding(subject, d, *used.get(&(d as usize))?))).collect()
}

fn finding(subject: &Subject<'_>, default: Default, setting: usize) -> Diagnostic {
    let with = subject.games.get(setting).map(|game| subject::told(&game.setting));
    let with = with.filter(|with| !with.is_empty()).map(|with| format!(" ({with})"));
    let message = format!("left to the usual rule: {}{}", default.text(), with.unwrap_or_default());
    Diagnostic::note("default-used", subject.heading(section(default)), message)
        .found("nothing is said of it")
        .help("if the source says it, say it; if it is silent, say it with `assumed \"why\"`")
}

/// Where it would be said.
fn section(default: Default) -> &'static [S] {
    match default {
        Default::FirstMoves | Default::GameBegins => &[S::Start],
        Default::Passes => &[S::Turn, S::Move],
        Default::NobodyMoves | Default::OnlyEndless | Default::Repetition => &[S::End],
        Default::Endless | Default::Fuel | Default::Work => &[S::Move],
        Default::EndMove => &[S::LastSeed],
        Default::NoWinner => &[S::Winner, S::End],
        Default::SameStarter | Default::SweepForMatch | Default::LongMatch => &[S::Match],
    }
}
