//! `start-line-overwritten`: a line of *start* whose holes are all set again by later lines, or that names none.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;
use crate::syntax::ast::{AstChange, AstStart, Section, SectionKind, Statement, StatementKind};
use std::collections::BTreeSet;

pub(super) const LINT: Lint = Lint {
    name: "start-line-overwritten",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    // A model keeps the line that counts for each place.
    let mut counting: BTreeSet<Span> = BTreeSet::new();
    for (model, _) in subject.surveyed() {
        let clauses = model.start.iter().map(|(clause, ..)| clause);
        let kinds = model.start_kinds.iter().map(|(clause, ..)| clause);
        counting.extend(clauses.chain(kinds).map(|clause| model.clause(*clause).span));
    }
    let sections = subject.file().into_iter().flat_map(|file| file.sections());
    let whole = sections.filter(|section| {
        section.kind == SectionKind::Start
            && matches!(section.change, AstChange::Plain | AstChange::New)
    });
    whole.flat_map(|section| of_section(subject, section, &counting)).collect()
}

fn of_section(
    subject: &LintSubject<'_>,
    section: &Section,
    counting: &BTreeSet<Span>,
) -> Vec<Diagnostic> {
    let lays = |statement: &&Statement| matches!(&statement.kind, StatementKind::Start(line) if !matches!(line, AstStart::MovesFirst(_)));
    let lines: Vec<&Statement> = section.statements.iter().filter(lays).collect();
    let any_counts = lines.iter().any(|line| counting.contains(&line.span));
    if !any_counts {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (nth, line) in lines.iter().enumerate() {
        if counting.contains(&line.span) {
            continue;
        }
        let text = subject.text(line.span);
        let Some(next) = lines.get(nth + 1) else {
            let message = format!("`{text}` has no effect: it names no place of this board");
            let finding = Diagnostic::warning("start-line-overwritten", line.span, message)
                .found("there is no such place")
                .help("check *board*, or correct the line");
            found.push(subject.deletion(line.span).into_iter().fold(finding, Diagnostic::fix));
            continue;
        };
        let message =
            format!("`{text}` has no effect: later lines set its places, or it names none");
        let finding = Diagnostic::warning("start-line-overwritten", line.span, message)
            .found("not used")
            .label(next.span, "a later line");
        let finding = finding
            .help("write the general line first and the special one below it, or delete this one");
        let exchange = (lines.len() == 2).then(|| subject.exchange(line.span, next.span));
        let fixes = exchange.into_iter().chain(subject.deletion(line.span));
        found.push(fixes.fold(finding, Diagnostic::fix));
    }
    found
}
