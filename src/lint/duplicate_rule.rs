//! `duplicate-rule`: the same statement twice in a section.
//!
//! In *opening* and *match*, and in words, something may be done twice on purpose.

use super::alike::repeated;
use super::faults::MOST_FINDINGS;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{Section, SectionKind, Statement};

pub(super) const LINT: Lint =
    Lint { name: "duplicate-rule", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let sections = subject.file().into_iter().flat_map(|file| file.sections());
    let rules = sections.filter(|section| {
        !matches!(section.kind, SectionKind::Opening | SectionKind::Match | SectionKind::Words)
    });
    rules.flat_map(|section| of_section(subject, section)).collect()
}

fn of_section(subject: &LintSubject<'_>, section: &Section) -> Vec<Diagnostic> {
    let statements = &section.statements;
    if statements.iter().any(|statement| statement.becomes) {
        return Vec::new();
    }
    let sources = &subject.description.sources;
    let texts = statements.iter().map(|one| ast_queries::whole_text(one, sources).join("\n"));
    let texts: Vec<String> = texts.collect();
    let all = repeated(&texts).into_iter().take(MOST_FINDINGS);
    all.map(|(at, first)| finding(subject, &statements[at], statements[first].span)).collect()
}

fn finding(subject: &LintSubject<'_>, statement: &Statement, first: Span) -> Diagnostic {
    let text = subject.text(statement.span);
    let finding =
        Diagnostic::warning("duplicate-rule", statement.span, format!("`{text}` is written twice"))
            .found("the same again")
            .label(first, "the first time");
    match subject.deletion(statement.span) {
        Some(fix) => finding.fix(fix),
        None => finding.help("delete one of them, or correct it"),
    }
}
