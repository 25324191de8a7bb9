//! Lints: rules that can be played, but are probably not what the author wants.
//!
//! A lint is one file with its check, a line in [`ALL`], an essay in `diagnostic/codes/NAME.md`,
//! and its cases in `tests/cases/lint/NAME/`. It reads a [`LintSubject`]: the description with its
//! ASTs, the games made from it with its options and variations, and (for [`LintInput::Play`]) what
//! random games used. What holds for one value of an option but not for another is not reported.
//!
//! - [`ast_queries`]: statements, conditions and names of an AST.
//! - [`ranges`]: evaluates conditions for each choice of option values.
//! - [`static_facts`], [`formula`] and [`reach`]: conditions as formulas over finite variables, all
//!   combinations tried; they decide which cases can be reached.
//! - [`place_bounds`]: the most places a phrase can select.
//! - [`survey`]: what the statements of a game do, in one visit: where seeds come from and go to, what ends a
//!   game, what is asked.
//! - [`faults`]: what is at fault in every game that has it.
//! - [`edits`]: fixes that delete a statement or add a section.
//! - [`play`]: random games until every statement was used; [`tally`] counts how they went. They are played
//!   once, for all lints.
//!
//! Models are visited by [`crate::model::walk`].

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod alike;
mod ast_queries;
mod edits;
mod effort;
mod faults;
mod formula;
mod games;
mod other_in_a_case;
mod place_bounds;
mod play;
mod ranges;
mod reach;
mod settings;
mod static_facts;
mod subject;
mod survey;
mod tally;

mod actions_after_end;
mod always_drawn;
mod always_true;
mod assumed;
mod capture_nowhere;
mod cites_no_rule;
mod class_never_offered;
mod clause_never_used;
mod default_used;
mod direction_not_set_yet;
mod draw_leaves_board_empty;
mod duplicate_rule;
mod either_without_choice;
mod empty_places;
mod empty_text;
mod end_case_without_end;
mod end_without_condition;
mod endless_game;
mod falls_in_for_makes;
mod given_twice;
mod goal_against_winner;
mod goal_already_reached;
mod hand_always_empty;
mod kind_never_placed;
mod law_bars_every_move;
mod laws_contradict;
mod life_never_ends;
mod marks;
mod match_fills_nothing;
mod match_never_decided;
mod move_moves_nothing;
mod moves_only_opponents_holes;
mod must_capture_or_pass;
mod never_true;
mod no_first_move;
mod no_game_for_options;
mod no_winner;
mod note_always_same;
mod nothing_captures;
mod number_above_all_seeds;
mod one_player_always_wins;
mod only_one_lap;
mod option_values_alike;
mod option_with_one_value;
mod over_at_once;
mod own_and_opponents;
mod passes_over_everything;
mod period_after_sources;
mod place_never_used;
mod player_never_moves;
mod player_without_holes;
mod points_alike;
mod points_without_source;
mod put_where_it_is;
mod relay_from_empty_hole;
mod relay_never_stops;
mod run_takes_everything;
mod same_either_way;
mod same_test_twice;
mod seeds_never_moved;
mod settings_left_out;
mod stage_never_left;
mod start_line_overwritten;
mod store_never_filled;
mod takes_from_empty_holes;
mod test_expects_nothing;
mod test_name_twice;
mod test_plays_nothing;
mod too_much_work;
mod turn_never_longer;
mod uncited_statement;
mod unreachable_case;
mod unused_option;
mod unused_point;
mod unused_word;
mod variation_without_effect;
mod variations_alike;
mod way_misses_holes;
mod win_never_reached;
mod word_shadows_term;
mod words_alike;
mod worth_never_counted;
mod wrong_player;

pub use effort::Effort;
pub use games::{RefusedSetting, SubjectGame};
pub use subject::LintSubject;

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::Span;

/// A lint.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// The code of its findings.
    pub name: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// What it reads.
    pub needs: LintInput,
    /// Returns the findings. `earlier`: what other lints have found, so that a mistake is reported
    /// once.
    check: fn(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic>,
}

/// What a lint reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LintInput {
    /// The text, and the games made from it.
    Text,
    /// Random games as well.
    Play,
}

/// Every lint. Of two that would report the same mistake the first one does, so the specific lints
/// come before the general ones.
pub const ALL: &[Lint] = &[
    no_game_for_options::LINT,
    empty_places::LINT,
    marks::NEVER_SET,
    marks::NEVER_READ,
    duplicate_rule::LINT,
    never_true::LINT,
    always_true::LINT,
    unreachable_case::LINT,
    unused_word::LINT,
    unused_option::LINT,
    variation_without_effect::LINT,
    capture_nowhere::LINT,
    stage_never_left::LINT,
    no_winner::LINT,
    end_case_without_end::LINT,
    end_without_condition::LINT,
    actions_after_end::LINT,
    wrong_player::LINT,
    goal_already_reached::LINT,
    goal_against_winner::LINT,
    relay_never_stops::LINT,
    relay_from_empty_hole::LINT,
    only_one_lap::LINT,
    turn_never_longer::LINT,
    nothing_captures::LINT,
    falls_in_for_makes::LINT,
    other_in_a_case::LINT,
    run_takes_everything::LINT,
    takes_from_empty_holes::LINT,
    put_where_it_is::LINT,
    number_above_all_seeds::LINT,
    move_moves_nothing::LINT,
    moves_only_opponents_holes::LINT,
    player_without_holes::LINT,
    passes_over_everything::LINT,
    way_misses_holes::LINT,
    direction_not_set_yet::LINT,
    class_never_offered::LINT,
    same_either_way::LINT,
    same_test_twice::LINT,
    own_and_opponents::LINT,
    either_without_choice::LINT,
    laws_contradict::LINT,
    law_bars_every_move::LINT,
    must_capture_or_pass::LINT,
    store_never_filled::LINT,
    hand_always_empty::LINT,
    place_never_used::LINT,
    seeds_never_moved::LINT,
    start_line_overwritten::LINT,
    kind_never_placed::LINT,
    worth_never_counted::LINT,
    note_always_same::LINT,
    life_never_ends::LINT,
    match_never_decided::LINT,
    match_fills_nothing::LINT,
    draw_leaves_board_empty::LINT,
    option_with_one_value::LINT,
    option_values_alike::LINT,
    variations_alike::LINT,
    words_alike::LINT,
    word_shadows_term::LINT,
    points_alike::LINT,
    points_without_source::LINT,
    period_after_sources::LINT,
    cites_no_rule::LINT,
    empty_text::LINT,
    test_expects_nothing::LINT,
    test_plays_nothing::LINT,
    test_name_twice::LINT,
    given_twice::LINT,
    assumed::LINT,
    uncited_statement::LINT,
    unused_point::LINT,
    too_much_work::LINT,
    no_first_move::LINT,
    over_at_once::LINT,
    win_never_reached::LINT,
    clause_never_used::LINT,
    endless_game::LINT,
    always_drawn::LINT,
    one_player_always_wins::LINT,
    player_never_moves::LINT,
    default_used::LINT,
    settings_left_out::LINT,
];

/// The findings of the lints that need exactly `needs`.
pub fn run(subject: &LintSubject<'_>, needs: LintInput, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut all = earlier.to_vec();
    for lint in ALL.iter().filter(|lint| lint.needs == needs) {
        let found = (lint.check)(subject, &all);
        all.extend(found);
    }
    all.split_off(earlier.len())
}

/// Whether one of these lints has found something: then what follows from it is not reported again.
fn is_explained(earlier: &[Diagnostic], by: &[&str]) -> bool {
    earlier.iter().any(|found| by.contains(&found.code))
}

/// The lints that say why nobody can move.
const NOBODY_MOVES: [&str; 6] = [
    "law-bars-every-move",
    "laws-contradict",
    "move-moves-nothing",
    "must-capture-or-pass",
    "passes-over-everything",
    "relay-never-stops",
];

/// The lints that say why a game is over before anything has happened.
const ENDS_AT_ONCE: [&str; 3] = ["end-without-condition", "goal-already-reached", "over-at-once"];

/// Whether findings with this code come from random games.
pub fn needs_play(code: &str) -> bool {
    ALL.iter().any(|lint| lint.name == code && lint.needs == LintInput::Play)
}

/// Whether a warning or error within `span` has been reported.
fn already_reported_within(earlier: &[Diagnostic], span: Span) -> bool {
    let within = |at: Span| at.file == span.file && span.start <= at.start && at.end <= span.end;
    let weighty = earlier.iter().filter(|d| d.severity > Severity::Note);
    weighty.flat_map(|d| &d.labels).any(|label| within(label.span))
}
