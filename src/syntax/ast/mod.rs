//! The syntax tree: the statements of a description, each with its span.
//!
//! Nothing here is resolved: a [`Name`] may be a mark, a word, an option, or undeclared. The types
//! follow the productions of `grammar/mnc.pest` one for one.

mod about;
mod action;
mod board;
mod cond;
mod file;
mod phrase;
mod test;
mod word;

use crate::span::Span;

pub use about::*;
pub use action::*;
pub use board::*;
pub use cond::*;
pub use file::*;
pub use phrase::*;
pub use test::*;
pub use word::*;

/// A name defined by the author (hyphens allowed).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Its span.
    pub span: Span,
}

/// A quoted text, without its quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// Between the quotes.
    pub text: String,
    /// Quotes included.
    pub span: Span,
}
