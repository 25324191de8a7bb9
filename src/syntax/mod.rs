//! From text to syntax tree. Stages: [`token`] makes tokens of one line and corrects typographic slips;
//! [`layout`] builds a tree of raw statements from lines and indentation; [`mod@file`] handles headings;
//! [`statement`] parses each statement with the production of its section; [`build`] turns the parse
//! tree into the types of [`ast`].
//!
//! Each statement is parsed alone, so one broken statement never hides another: it becomes
//! `StatementKind::Broken`, and its diagnostic is made once. [`repair`] explains a failed parse; the
//! number of parses that it may try is bounded for each statement and each file.
//!
//! Names are not resolved here, types are not checked, and nothing is looked up outside the text.

pub mod ast;
mod build;
mod completion;
pub(crate) mod english;
mod expected;
mod file;
mod foreign;
mod heading;
mod layout;
mod names;
mod outline;
mod paraphrase;
mod phrase;
mod planned;
mod repair;
mod statement;
mod token;
pub(crate) mod vocabulary;

pub use completion::{Expectation, expected};
pub(crate) use layout::{Comment, LARGEST_FILE, RawStatement, comments, split_statements};
pub(crate) use names::NameForm;
pub use names::{DefinedName, NameKind, defined_names};
pub use outline::{ReadWord, word_at};
pub(crate) use outline::{StatementText, statement_texts};
pub use paraphrase::{Saying, sayings};
pub(crate) use paraphrase::{is_known_word, means_store};
pub(crate) use token::{Token, TokenKind, code_part};
pub(crate) use vocabulary::{is_keyword, is_reserved, other_words_for, singulars};

use crate::diagnostic::Diagnostic;
use crate::order::SmallSort;
use crate::span::Span;
use std::collections::BTreeSet;

/// The names that a text defines, even in statements that do not parse.
pub fn user_defined_names(text: &str) -> BTreeSet<String> {
    let text = if text.len() > layout::LARGEST_FILE { "" } else { text };
    vocabulary::declared_names(&layout::split_statements(0, text).0)
}

/// Parses a text: the syntax tree and all syntax errors.
///
/// `file` is the number of the text in the [`crate::source::Sources`].
pub fn parse(file: u16, text: &str) -> (ast::File, Vec<Diagnostic>) {
    parse_with(file, text, statement::TRIES_PER_FILE)
}

/// The same, but what is broken is not explained: to look for an explanation can take longer than parsing.
pub fn parse_unexplained(file: u16, text: &str) -> (ast::File, Vec<Diagnostic>) {
    parse_with(file, text, 0)
}

/// The syntax tree of a text.
pub fn parse_tree(file: u16, text: &str) -> ast::File {
    parse_unexplained(file, text).0
}

/// Parses a text, with a number of tries to explain what is broken.
fn parse_with(file: u16, text: &str, tries: usize) -> (ast::File, Vec<Diagnostic>) {
    if text.len() > layout::LARGEST_FILE {
        let first = text.lines().next().map_or(0, |l| l.trim_end().len().min(80));
        let end = (0..=first).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        let too_long = Diagnostic::error(
            "file-too-long",
            Span::new(file, 0, end),
            format!("the file is too long to be read: {} bytes", text.len()),
        )
        .found("the file begins here")
        .help(format!("a description has at most {} bytes", layout::LARGEST_FILE));
        return (ast::File { file, ..ast::File::default() }, vec![too_long]);
    }
    let (raws, mut found) = layout::split_statements(file, text);
    let (tree, wrong) = file::read(file, text, &raws, tries);
    found.extend(wrong);
    found.small_sort_by_key(|d| d.labels.first().map_or((0, 0), |l| (l.span.start, l.span.end)));
    (tree, found)
}
