//! `must-capture-or-pass`: a duty that a player often cannot fulfil, without `if any can`.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstLawDeed, StatementKind};

pub(super) const LINT: Lint = Lint {
    name: "must-capture-or-pass",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let statements = subject.statements();
    let duties = statements.filter(|statement| {
        let StatementKind::Law(law) = &statement.kind else { return false };
        let captures = matches!(law.deed, AstLawDeed::Capture { .. });
        law.must && captures && !law.if_any_can && law.when.is_none()
    });
    duties
        .map(|statement| {
            let end = statement.span.range().end;
            let at = Span::new(statement.span.file, end, end);
            let fix = Fix::guess(at, ", if any can").titled("add `, if any can`");
            let message =
                format!("a player who cannot do `{}` has no move", subject.text(statement.span));
            Diagnostic::warning("must-capture-or-pass", statement.span, message)
                .found("a move without a capture is never legal")
                .fix(fix)
        })
        .collect()
}
