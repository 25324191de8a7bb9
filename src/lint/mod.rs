//! Lints: what can be played and is probably not what was meant.
//!
//! A lint is one file with its check, a line in [`ALL`], an essay in `diagnostic/codes/NAME.md`, and
//! its cases in `tests/cases/lint/NAME/`. It reads a [`LintSubject`]: the description as it was written,
//! the games that can be made of it with its options and variations, and (those that say
//! [`LintInput::Play`]) what happened in games played at random. What is so with one value of an option
//! and not with another is not reported.
//!
//! The modules: [`ast_queries`] goes through what was written, [`ranges`] knows what options decide,
//! [`static_facts`], [`formula`] and [`reach`] which cases can be reached, [`place_bounds`] which places there are, and
//! [`play`] plays. Models are walked by [`crate::model::walk`].

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod ast_queries;
mod formula;
mod games;
mod place_bounds;
mod play;
mod ranges;
mod reach;
mod settings;
mod static_facts;
mod subject;

mod always_true;
mod assumed;
mod capture_nowhere;
mod clause_never_used;
mod default_used;
mod empty_places;
mod endless_game;
mod marks;
mod never_true;
mod no_first_move;
mod no_game_for_options;
mod settings_left_out;
mod stage_never_left;
mod too_much_work;
mod uncited_statement;
mod unreachable_case;
mod unused_option;
mod unused_point;
mod unused_word;
mod win_never_reached;

pub use games::{RefusedSetting, SubjectGame};
pub use play::Effort;
pub use subject::LintSubject;

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;

/// A check.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// The code of its findings.
    pub name: &'static str,
    /// How much they matter.
    pub severity: Severity,
    /// What it reads.
    pub needs: LintInput,
    /// The findings; `said` is what other lints have found, so that one slip is reported once.
    check: fn(subject: &LintSubject<'_>, said: &[Diagnostic]) -> Vec<Diagnostic>,
}

/// What a lint reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LintInput {
    /// What was written, and the games made of it.
    Text,
    /// Games played at random, too.
    Play,
}

/// Every lint. Of two that would report the same slip the first does, so the telling ones stand
/// before the general ones.
pub const ALL: &[Lint] = &[
    no_game_for_options::LINT,
    empty_places::LINT,
    marks::NEVER_SET,
    marks::NEVER_READ,
    never_true::LINT,
    always_true::LINT,
    unreachable_case::LINT,
    unused_word::LINT,
    unused_option::LINT,
    capture_nowhere::LINT,
    stage_never_left::LINT,
    assumed::LINT,
    uncited_statement::LINT,
    unused_point::LINT,
    too_much_work::LINT,
    no_first_move::LINT,
    win_never_reached::LINT,
    clause_never_used::LINT,
    endless_game::LINT,
    default_used::LINT,
    settings_left_out::LINT,
];

/// The findings of all lints that read no more than `needs`.
pub fn run(subject: &LintSubject<'_>, needs: LintInput, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut all = earlier.to_vec();
    for lint in ALL.iter().filter(|lint| lint.needs == needs) {
        let found = (lint.check)(subject, &all);
        all.extend(found);
    }
    all.split_off(earlier.len())
}

/// Whether something has been said of a place within `span`.
fn already_reported_within(earlier: &[Diagnostic], span: Span) -> bool {
    let within = |at: Span| at.file == span.file && span.start <= at.start && at.end <= span.end;
    let weighty = earlier.iter().filter(|d| d.severity > Severity::Note);
    weighty.flat_map(|d| &d.labels).any(|label| within(label.span))
}
