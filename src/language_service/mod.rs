//! What an editor asks about a text: what can be typed here, what a word means, where a name is used.
//!
//! Plain functions on a text: places are bytes, answers are plain data. There is no protocol, no file and no
//! clock here. `mnc lsp` puts this into the language server protocol; another front end can use it as it is.
//! All functions work on texts with mistakes. An offset beyond the text is its end.

mod completion;
mod counts;
mod scope;

pub use completion::{Completion, CompletionItem, CompletionKind, complete, complete_with};
pub use counts::PhraseCounts;
pub use scope::{Scope, ScopeName};

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
