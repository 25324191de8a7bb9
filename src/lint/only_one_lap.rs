//! `only-one-lap`: a statement about later laps, in a game whose moves have one lap.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Unit, WayKind};

pub(super) const LINT: Lint =
    Lint { name: "only-one-lap", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, survey, faults| {
        let lines = model.stages.iter().flat_map(|stage| &stage.rules.way);
        let later = lines.filter(|line| {
            let of_move = matches!(&line.kind, WayKind::LaterLaps { of: Unit::Move, .. });
            of_move || matches!(&line.kind, WayKind::LaterLaps { .. }) && !survey.plays_again
        });
        let about = later.map(|line| line.clause).chain(survey.asks_for_laps.iter().copied());
        for clause in about {
            faults.add(model.clause(clause).span, (!survey.relays).then_some(()));
        }
    });
    let finding = |at| {
        let text = subject.text(at);
        let message = format!("`{text}` is about several laps, and every move has only one");
        let finding = Diagnostic::warning("only-one-lap", at, message)
            .found("no statement of *last seed* sows again")
            .help("add a case to *last seed* that sows, such as `falls in an occupied hole -> sow it`, or leave this out");
        let test = "this is the first lap";
        let fix = [format!(" and {test}"), format!("{test} and ")].into_iter().find_map(|part| {
            let fix = subject.word_for(at, &part, "")?;
            Some(fix.titled(format!("delete `{}`", part.trim())))
        });
        fix.into_iter().fold(finding, Diagnostic::fix)
    };
    faults.everywhere(subject).into_iter().map(|(at, ())| finding(at)).collect()
}
