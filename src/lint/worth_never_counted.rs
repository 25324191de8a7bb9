//! `worth-never-counted`: kinds of seeds have a worth, and only their number is counted.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::syntax::ast::{AstMeaning, AstWinner, StatementKind};

pub(super) const LINT: Lint = Lint {
    name: "worth-never-counted",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let idle = subject.in_every_game(|model, survey| {
        model.kinds.iter().any(|kind| kind.worth != 1)
            && !survey.counts_worth
            && model.stages.iter().any(|stage| stage.rules.winner.is_some())
    });
    if !idle {
        return Vec::new();
    }
    let kind = ast_queries::words(subject.file())
        .find(|(word, _)| matches!(word.meaning, AstMeaning::Seed(_)));
    let winner = subject.statements().find_map(|statement| {
        let StatementKind::Winner(winner) = &statement.kind else { return None };
        Some((winner, statement.span))
    });
    let (Some((word, declared)), Some((AstWinner { fewest, .. }, at))) = (kind, winner) else {
        return Vec::new();
    };
    let text = subject.text(at);
    let counted =
        if *fewest { ("fewest seeds", "fewest worth") } else { ("most seeds", "most worth") };
    let message =
        format!("`{text}` counts each {0} as one seed, whatever it is worth", word.name.text);
    let finding = Diagnostic::warning("worth-never-counted", at, message)
        .found("the worth is not counted")
        .label(declared.span, "its worth is declared here");
    let fixed = text.replacen(counted.0, counted.1, 1);
    vec![if fixed == text {
        finding.help(format!("write `{}`", counted.1))
    } else {
        finding.fix(Fix::guess(at, fixed))
    }]
}
