//! `period-after-sources`: a year that none of the sources can report on.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{About, StatementKind};

pub(super) const LINT: Lint = Lint {
    name: "period-after-sources",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let statements = ast_queries::all_statements(file);
    let mut lines: Vec<&About> = Vec::new();
    for statement in &statements {
        if let StatementKind::About(about) = &statement.kind {
            lines.push(about);
        }
    }
    let sources: Vec<&&About> = lines.iter().filter(|line| line.key.text == "source").collect();
    // A source without a year may be newer than all others.
    let years: Option<Vec<u32>> =
        sources.iter().map(|source| last_year(&source.text.text)).collect();
    let Some(newest) = years.and_then(|years| years.into_iter().max()) else { return Vec::new() };
    let mut found = Vec::new();
    for written in lines.iter().filter_map(|line| line.years) {
        let last = written.last.zip(written.years.last);
        let all = [Some((written.first, written.years.first)), last];
        if let Some((span, year)) = all.into_iter().flatten().find(|(_, year)| *year > newest) {
            let message = format!("{year} is after the newest source, which is of {newest}");
            found.push(
                Diagnostic::warning("period-after-sources", span, message)
                    .found("no source of this description can report on this year")
                    .help("correct the year, or add the source that reports on it"),
            );
        }
    }
    found
}

/// The last year that a text names: a number of four digits that can be one.
fn last_year(text: &str) -> Option<u32> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    numbers
        .filter_map(|digits| digits.parse().ok())
        .filter(|year| (1500..=2100).contains(year))
        .max()
}
