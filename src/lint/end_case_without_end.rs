//! `end-case-without-end`: a case of *end* that moves seeds, and does not end the game.

use super::faults::Faults;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Cases, Deed, Model, WordId};
use crate::span::Span;
use std::collections::BTreeSet;

pub(super) const LINT: Lint = Lint {
    name: "end-case-without-end",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let faults = Faults::of(subject, |model, _, faults| {
        for rules in model.stages.iter().map(|stage| &stage.rules) {
            let lists = rules.end.lists.iter().chain(&rules.end_at_any_time.lists);
            for case in lists.flatten() {
                let done = CaseDeeds::of(model, case);
                let idle = done.moves_seeds && !done.ends;
                faults.add(model.clause(case.clause).span, idle.then_some(()));
            }
        }
    });
    faults.everywhere(subject).into_iter().map(|(at, ())| finding(subject, at)).collect()
}

fn finding(subject: &LintSubject<'_>, at: Span) -> Diagnostic {
    let message = "this case of *end* moves seeds, and the game goes on";
    let finding = Diagnostic::warning("end-case-without-end", at, message)
        .found("nothing here ends the game; *after move* is for what happens while it goes on");
    let statement = ast_queries::statement_at(subject.file(), at);
    let last = statement.and_then(|one| ast_queries::actions(one).last()).map(|last| last.span);
    match last {
        Some(last) => {
            let end = last.range().end;
            let fix = Fix::guess(Span::new(last.file, end, end), ", end game");
            finding.fix(fix.titled("add `, end game`"))
        }
        None => finding.help("add `end game` after its actions"),
    }
}

/// What a case does.
#[derive(Default)]
struct CaseDeeds<'m> {
    model: Option<&'m Model>,
    moves_seeds: bool,
    ends: bool,
    /// The words that were looked at.
    words: BTreeSet<WordId>,
}

impl<'m> CaseDeeds<'m> {
    fn of(model: &'m Model, case: &Case) -> CaseDeeds<'m> {
        let mut done = CaseDeeds { model: Some(model), ..CaseDeeds::default() };
        let alone = Cases { lists: vec![vec![case.clone()]] };
        walk::cases(VisitContext::default(), &alone, &mut done);
        done
    }
}

impl Visit for CaseDeeds<'_> {
    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        self.moves_seeds |= matches!(deed, Deed::Capture(_) | Deed::Put(..));
        self.ends |= matches!(
            deed,
            Deed::EndGame | Deed::Draw | Deed::Wins(_) | Deed::Loses(_) | Deed::EndStage
        );
        if let Deed::Do(id) = deed
            && self.words.insert(*id)
            && let Some(word) = self.model.and_then(|model| model.words.get(id.index()))
        {
            walk::cases(here, &word.cases, self);
        }
    }
}
