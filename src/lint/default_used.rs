//! `default-used`: what a description leaves to the defaults of the language.

use super::{Lint, LintInput, LintSubject, games};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::DefaultClause;
use crate::syntax::ast::SectionKind as S;
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "default-used", severity: Severity::Note, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    // For each default, the first setting that relies on it.
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    for (setting, game) in subject.games.iter().enumerate() {
        for default in game.model.active_defaults() {
            used.entry(default as usize).or_insert(setting);
        }
    }
    // Limits of the engine count only if a game reaches them.
    let bounds = [DefaultClause::Fuel.clause(), DefaultClause::LongMatch.clause()];
    for (clause, setting) in &subject.played.defaults {
        if !bounds.contains(clause) {
            continue;
        }
        used.entry(clause.index()).or_insert(*setting);
    }
    let all = DefaultClause::ALL.into_iter();
    all.filter_map(|d| Some(finding(subject, d, *used.get(&(d as usize))?))).collect()
}

fn finding(subject: &LintSubject<'_>, default: DefaultClause, setting: usize) -> Diagnostic {
    let with = subject.games.get(setting).map(|game| games::setting_text(&game.setting));
    let with = with.filter(|with| !with.is_empty()).map(|with| format!(" ({with})"));
    let message = format!("a default applies: {}{}", default.text(), with.unwrap_or_default());
    Diagnostic::note("default-used", subject.heading(section(default)), message)
        .found("no statement defines this")
        .help("if the source has the rule, write it; if it is silent, write it with `assumed \"why\"`")
}

/// The sections that could replace the default.
fn section(default: DefaultClause) -> &'static [S] {
    match default {
        DefaultClause::FirstMoves | DefaultClause::GameBegins => &[S::Start],
        DefaultClause::Passes => &[S::Turn, S::Move],
        DefaultClause::NobodyMoves | DefaultClause::OnlyEndless | DefaultClause::Repetition => {
            &[S::End]
        }
        DefaultClause::Endless | DefaultClause::Fuel | DefaultClause::Work => &[S::Move],
        DefaultClause::EndMove => &[S::LastSeed],
        DefaultClause::NoWinner => &[S::Winner, S::End],
        DefaultClause::SameStarter | DefaultClause::SweepForMatch | DefaultClause::LongMatch => {
            &[S::Match]
        }
    }
}
