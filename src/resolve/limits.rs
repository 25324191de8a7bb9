//! Limits on the size of a description.
//!
//! Ids of the model are small numbers, and every setting is resolved separately. So a description that is
//! too large is truncated before it is resolved, and that is reported.

use super::builder::Builder;
use super::report::DiagnosticReport;
use super::symbols::to_index;
use super::walk;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::ast::{AstBody, File, SectionKind, Statement, Variation};

/// The most statements of a description, including those of its variations and bases.
pub(super) const MOST_STATEMENTS: usize = 10_000;

/// The most variations of a game.
const MOST_VARIATIONS: usize = 250;

/// The most options of a game or of one of its variations.
const MOST_OPTIONS: usize = 250;

/// The most clauses of a model (including those of its bases), the most alternatives that players choose
/// among, and the most words.
pub(super) const MOST_CLAUSES: usize = 20_000;

/// The most marks of a game, and the most notes.
pub(super) const MOST_MARKS: usize = 250;

/// The most kinds of seeds.
pub(super) const MOST_KINDS: usize = 50;

/// Truncates a file to the limits without a report: [`truncate`] has reported it.
pub fn within_limits(file: &mut File) {
    let mut left = MOST_STATEMENTS;
    truncate(file, &mut left, &mut DiagnosticReport::default());
}

/// Truncates a file to the limits. `left`: the number of statements still allowed.
pub(super) fn truncate(file: &mut File, left: &mut usize, report: &mut DiagnosticReport) {
    truncate_variations(&mut file.variations, report);
    truncate_body(&mut file.body, left, report);
    for variation in &mut file.variations {
        truncate_body(&mut variation.body, left, report);
    }
}

/// Removes the variations beyond the limit, over all files together.
pub(super) fn truncate_variations(variations: &mut Vec<Variation>, report: &mut DiagnosticReport) {
    if let Some(first) = variations.get(MOST_VARIATIONS) {
        report.add(too_many("variations", MOST_VARIATIONS, first.span));
        variations.truncate(MOST_VARIATIONS);
    }
}

fn truncate_body(body: &mut AstBody, left: &mut usize, report: &mut DiagnosticReport) {
    let stages = body.stages.iter_mut().flat_map(|stage| &mut stage.sections);
    for section in body.sections.iter_mut().chain(stages) {
        let statements = &mut section.statements;
        if section.kind == SectionKind::Options
            && let Some(first) = statements.get(MOST_OPTIONS)
        {
            report.add(too_many("options", MOST_OPTIONS, first.span));
            statements.truncate(MOST_OPTIONS);
        }
        let kept = statements.iter().take_while(|statement| fits_limit(statement, left)).count();
        if let Some(first) = statements.get(kept) {
            report.add(too_many("statements", MOST_STATEMENTS, first.span));
            statements.truncate(kept);
        }
    }
}

/// Whether a statement and those nested in it are within `left`, which it reduces.
fn fits_limit(statement: &Statement, left: &mut usize) -> bool {
    let many = walk::statements(std::slice::from_ref(statement)).len();
    let fits = many <= *left;
    *left = if fits { *left - many } else { 0 };
    fits
}

fn too_many(what: &str, most: usize, at: Span) -> Diagnostic {
    Diagnostic::error(
        "too-many",
        at,
        format!("there are too many {what}: at most {most} are allowed"),
    )
    .help("leave some out, or write two descriptions")
}

impl Builder<'_> {
    /// The index of a new element of a list of the model; reports if the limit is exceeded.
    pub(super) fn next_index(&mut self, known: usize, most: usize, what: &str, at: Span) -> u16 {
        if known >= most && !self.over_limit {
            self.over_limit = true;
            self.report.add(too_many(what, most, at));
        }
        to_index(known)
    }
}
