//! Name resolution and semantic analysis: [`ast`] → [`Model`].
//!
//! [`load()`] reads a description and the games it is `like`, and merges them; [`Description::build`]
//! decides variations and options and makes a [`Model`]. Every statement is read even if others
//! fail, so that one run shows all mistakes; a mistake is reported once, where it was made.
//!
//! The rooms: `load` and `merge` bring texts together, `options` decides, `names` and `words` know
//! the symbols, `board`, `geometry` and `extent` know the board, `place`, `count`,
//! `cond`, `who` read phrases, `action`, `cases`, `law` read statements, `way` and `ring` the way,
//! `start` the first position, `build` puts the model together; `rules_text` prints the statements in effect.

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
use std::collections::{BTreeMap, BTreeSet};

pub use limits::within_limits;
pub use load::load;
pub use rules_text::SectionText;

/// Which variations and option values to play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Setting {
    /// Names of variations, in the order in which they change the game.
    pub variations: Vec<String>,
    /// Options that do not have their default, with their value as it is written.
    pub options: BTreeMap<String, String>,
}

/// Where the games are found that a description is `like`.
pub trait GameLoader {
    /// The game of that name: the name of its source, and its text.
    fn find(&self, game: &str) -> Option<(String, String)>;
}

/// An option of a description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// Its default value.
    pub default: String,
    /// What may be chosen.
    pub values: OptionValues,
    /// What it means, in the author's words.
    pub note: Option<String>,
    /// Where it is declared.
    pub span: Span,
    /// The variation that has it; `None`: the game itself.
    pub variation: Option<String>,
}

/// What may be chosen for an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValues {
    /// A number between two others, both included.
    Range {
        /// Least.
        from: u64,
        /// Greatest.
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
    pub about: Vec<ast::About>,
    /// What the sources say, base games included; a point's file is in its statement's span.
    pub points: Vec<ast::Point>,
    /// Every option, those of the variations included.
    pub options: Vec<OptionInfo>,
    /// The names of the variations.
    pub variations: Vec<String>,
    /// The small games that the description must play.
    pub tests: Vec<ast::AstTest>,
    /// The sections, base games merged in.
    merged: MergedDescription,
    /// What each variation changes.
    variation_changes: Vec<ast::Variation>,
    /// The heading of the game, for findings without a place of their own.
    heading: Span,
    /// Something could not be read: the names that the texts make up, some of which may be declared there.
    names_in_broken_text: Option<BTreeSet<String>>,
    /// What [`load()`] found; not reported again by [`Description::build`].
    load_diagnostics: Vec<Diagnostic>,
}

impl Description {
    /// The model of the game with these variations and options; `None` where something is wrong.
    /// What [`load()`] has reported is not reported again.
    pub fn build(&self, setting: &Setting) -> (Option<Model>, Vec<Diagnostic>) {
        build::build(self, setting)
    }

    /// The options that there are with these variations; a variation's own replaces the game's.
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

    /// The same, at most so many, and whether there are more: the first variations come first.
    pub fn some_settings(&self, most: usize) -> (Vec<Setting>, bool) {
        options::settings(self, most)
    }
}
