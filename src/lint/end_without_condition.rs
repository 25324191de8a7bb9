//! `end-without-condition`: *end* ends the game after every move.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstAction, AstCaseGuard, AstDeed, EndOf, SectionKind};

pub(super) const LINT: Lint = Lint {
    name: "end-without-condition",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let sections = subject.file().into_iter().flat_map(|file| file.sections());
    let cases = sections
        .filter(|section| section.kind == SectionKind::End)
        .flat_map(|section| &section.statements);
    let always = cases.filter(|case| {
        let guard = ast_queries::fits(case);
        let unconditional = matches!(guard, Some(AstCaseGuard::Always | AstCaseGuard::Otherwise));
        unconditional && ast_queries::actions(case).iter().any(ends)
    });
    always
        .map(|case| {
            let message = format!("`{}` has no condition: the game is over after a move", subject.text(case.span));
            Diagnostic::warning("end-without-condition", case.span, message)
                .found("always done")
                .help("write when the game ends before it, for example `the position returns -> end game`")
        })
        .collect()
}

fn ends(action: &AstAction) -> bool {
    let over = matches!(
        action.deed,
        AstDeed::End(EndOf::Game) | AstDeed::Draw | AstDeed::Wins { .. } | AstDeed::Loses { .. }
    );
    over && !action.may && action.postcondition.is_none()
}
