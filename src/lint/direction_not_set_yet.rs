//! `direction-not-set-yet`: the way follows a note that no statement sets before the first sowing.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Deed, Dir, Model, NoteId, SectionName, WayKind};
use std::collections::BTreeSet;

pub(super) const LINT: Lint = Lint {
    name: "direction-not-set-yet",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        let mut early = EarlySettings { model, set: BTreeSet::new() };
        walk::model(model, &mut early);
        let Some(rules) = model.stages.first().map(|stage| &stage.rules) else { return };
        let actions = rules.moves.lists.iter().flatten().flat_map(|case| &case.actions);
        let mut sowings = actions.flat_map(|action| action.deed.sowings());
        let given = sowings.any(|sow| sow.dir.is_some());
        for line in &rules.way {
            let WayKind::Circuit { dir: Some(Dir::Note(note)), .. } = &line.kind else { continue };
            let declared = model.notes.get(note.index());
            let name = declared.map(|note| note.name.clone());
            let late = !given && line.when.is_none() && !early.set.contains(note);
            faults.add(model.clause(line.clause).span, name.filter(|_| late));
        }
    });
    let finding = |(at, name): (_, String)| {
        let message = format!("`{name}` has no direction when the first seeds are sown");
        Diagnostic::warning("direction-not-set-yet", at, message)
            .found("the way follows it from the first move")
            .help(format!("set it in *opening* or *move*: `set {name} to anticlockwise`, or let the players choose: `the starter chooses a direction at the first move of the game`"))
    };
    faults.everywhere(subject).into_iter().map(finding).collect()
}

/// Visitor: the notes that are set before seeds are sown, or perhaps are.
struct EarlySettings<'m> {
    model: &'m Model,
    set: BTreeSet<NoteId>,
}

impl Visit for EarlySettings<'_> {
    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        let late = here.clause.is_some_and(|clause| {
            matches!(
                self.model.clause(clause).section,
                SectionName::EachSeed
                    | SectionName::LastSeed
                    | SectionName::AfterCapture
                    | SectionName::AfterMove
                    | SectionName::End
                    | SectionName::Match
            )
        });
        if let (false, Deed::SetDir(note, _) | Deed::Set(note, _)) = (late, deed) {
            self.set.insert(*note);
        }
    }
}
