//! What an editor asks about a text: what can be typed here, what a word means, where a name is used.
//!
//! Plain functions on a text: places are bytes, answers are plain data. There is no protocol, no file and no
//! clock here. `mnc lsp` puts this into the language server protocol; another front end can use it directly.
//! All functions work on texts with mistakes. An offset beyond the text is its end.

mod completion;
mod counts;
mod hover;
mod meanings;
mod navigation;
mod outline;
mod rename;
mod scope;
mod tests_in_text;
mod tokens;

pub use completion::{Completion, CompletionItem, CompletionKind, complete, complete_with};
pub use counts::PhraseCounts;
pub use hover::{WordMeaning, code_meaning, hover};
pub use meanings::meaning_of;
pub use navigation::{BaseText, Definition, NameAtPlace, definitions, name_at, references};
pub use outline::{OutlineItem, OutlineKind, enclosing, folds, outline};
pub use rename::{RenameRefusal, rename, rename_edits, renamed_word};
pub use scope::{Scope, ScopeName};
pub use tests_in_text::{TestHeading, TestRunResult, run_test, tests};
pub use tokens::{ColouredWord, WordKind, coloured_words};

use crate::resolve::GameLoader;

/// A text that is being edited.
#[derive(Clone, Copy)]
pub struct EditedText<'t> {
    /// Its name in messages.
    pub name: &'t str,
    /// The text.
    pub text: &'t str,
    /// Where the games are that it is like.
    pub library: &'t dyn GameLoader,
}
