//! Name resolution and semantic analysis: [`ast`] → [`Model`].
//!
//! [`load()`] reads a description and the games it is `like`, merges them, and returns a [`Description`];
//! [`Description::build`] takes a [`Setting`] and returns a [`Model`] or findings.
//!
//! - `load`, `merge`: apply variations, stages and bases to sections; `options`: values and settings.
//! - `symbols`: the symbol table; `words`: expansion of names on demand, with a stack. Recursive names are
//!   reported; invalid ones are poisoned and cause no further findings.
//! - `about`: where and when a game is played.
//! - `topics`: the one table of what is available in which section. A word collects its required topics;
//!   they are checked where it is used.
//! - `builder`: the state, and the context of a phrase.
//! - `place`, `count`, `cond`, `player_ref`, `determiner`, `seat_view`: phrases; `action`, `cases`, `law`:
//!   statements; `way`, `ring`: circuits; `board`, `start`: the first position.
//! - `extent`: statically which places a phrase can mean, for the determiner rule (law 1); `geometry`: the
//!   board as each seat sees it.
//! - `build`: assembles the model; `rules_text`: prints the statements in effect.
//!
//! Every statement is resolved even if others are invalid; a mistake is reported once, where it was made; a
//! model is returned only if there is no error. Conditions and numbers that depend on options only are folded
//! to constants. Sizes are cut to `limits` first. No files are read: [`GameLoader`] finds the bases.

mod about;
mod action;
mod board;
mod build;
mod builder;
mod cases;
mod cond;
mod count;
mod determiner;
mod extent;
mod geometry;
mod kinds;
mod law;
mod limits;
mod load;
mod merge;
mod options;
mod place;
mod player_ref;
mod report;
mod ring;
mod rules_text;
mod seat_view;
mod start;
mod state;
mod symbols;
mod topics;
mod value;
mod walk;
mod way;
mod words;

use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::source::Sources;
use crate::span::Span;
use crate::syntax::ast;
use merge::MergedDescription;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

pub use crate::syntax::ast::{Degrees, GeoPoint, YearSpan};
pub use about::PlayedIn;
pub use limits::within_limits;
pub use load::{load, load_unexplained};
pub use rules_text::SectionText;

/// Which variations and option values to play.
///
/// In JSON: `{"variations": ["own sense"], "options": {"columns": "6"}}`; either may be left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setting {
    /// Names of variations, in the order in which they change the game.
    pub variations: Vec<String>,
    /// The options with another value than their default; the values as written.
    pub options: BTreeMap<String, String>,
}

/// Finds the games that a description is `like`.
pub trait GameLoader {
    /// The game with that name: the name of its source, and its text.
    fn find(&self, game: &str) -> Option<(String, String)>;

    /// The names of the games that can be found, for editors; none if they cannot be listed.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// An option of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its default value.
    pub default: String,
    /// Its possible values.
    pub values: OptionValues,
    /// The author's note on its meaning.
    pub note: Option<String>,
    /// The span of its declaration.
    pub span: Span,
    /// The variation that has it; `None`: the game itself.
    pub variation: Option<String>,
}

/// The possible values of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValues {
    /// A number between two others, both included.
    Range {
        /// The least.
        from: u64,
        /// The greatest.
        to: u64,
        /// Only even numbers.
        even: bool,
    },
    /// One of these.
    List(Vec<String>),
}

/// A description with its bases merged in; variations and options are not yet decided.
#[derive(Clone, Debug)]
pub struct Description {
    /// The game's name.
    pub name: String,
    /// The text of the description, then the texts of the games it is like.
    pub sources: Sources,
    /// The lines of *about*.
    about: Vec<ast::About>,
    /// Every option, including those of the variations.
    pub options: Vec<OptionInfo>,
    /// The names of the variations.
    pub variations: Vec<String>,
    /// The tests of the description, as they were written: [`crate::game_tests`] plays
    /// them.
    pub(crate) tests: Vec<ast::AstTest>,
    /// The sections, base games merged in.
    merged: MergedDescription,
    /// The changes of each variation.
    variation_changes: Vec<ast::Variation>,
    /// The heading of the game, for findings without a place of their own.
    heading: Span,
    /// If something could not be parsed: the names in the texts, some of which may be declared there.
    names_in_broken_text: Option<BTreeSet<String>>,
    /// A game that this one is like was not found.
    base_missing: bool,
    /// The findings of [`load()`]; [`Description::build`] does not report them again.
    load_diagnostics: Vec<Diagnostic>,
}

impl Description {
    /// The model of the game with these variations and options; `None` if there is an error. The
    /// findings of [`load()`] are not repeated.
    pub fn build(&self, setting: &Setting) -> (Option<Model>, Vec<Diagnostic>) {
        build::build(self, setting)
    }

    /// The lines of *about*: each key (`also`, `played`, `source`) with its text, as they are written.
    pub fn about(&self) -> impl Iterator<Item = (&str, &str)> {
        self.about.iter().map(|line| (line.key.text.as_str(), line.text.text.as_str()))
    }

    /// The lines of *about* with everything that is in them.
    pub fn about_lines(&self) -> &[ast::About] {
        &self.about
    }

    /// The places of the lines `played`, in the order of the text.
    pub fn places(&self) -> impl Iterator<Item = PlayedIn<'_>> {
        self.about.iter().filter(|line| line.key.text == "played").map(|line| PlayedIn {
            text: &line.text.text,
            point: line.coordinates.map(|at| at.point),
        })
    }

    /// The years of the lines `period`: from the first of all to the last of all. `None`: there are none.
    pub fn years(&self) -> Option<YearSpan> {
        self.about.iter().filter_map(|line| Some(line.years?.years)).reduce(YearSpan::with)
    }

    /// The number of tests in the description itself; those of the games it is like are not counted.
    pub fn test_count(&self) -> usize {
        self.tests.len()
    }

    /// The options with these variations; an option of a variation replaces the game's option of that name.
    pub fn options_with(&self, variations: &[String]) -> Vec<&OptionInfo> {
        let mut options: Vec<&OptionInfo> = Vec::new();
        for option in &self.options {
            match &option.variation {
                Some(variation) if !variations.contains(variation) => {}
                _ => match options.iter_mut().find(|o| o.name == option.name) {
                    Some(before) => *before = option,
                    None => options.push(option),
                },
            }
        }
        options
    }

    /// Every setting worth building: the defaults, each variation, and for each of these every
    /// option value with the other options at their defaults (of long ranges the ends).
    pub fn settings(&self) -> Vec<Setting> {
        options::settings(self, usize::MAX).0
    }

    /// At most `most` of [`Description::settings`], in the same order, and whether there are more.
    pub fn some_settings(&self, most: usize) -> (Vec<Setting>, bool) {
        options::settings(self, most)
    }
}
