//! The parser that pest generates from `mnc.pest`. It is a separate crate, so that the long generated code
//! is compiled only when the grammar changes.

#![allow(missing_docs)]

/// The parser; its productions are [`Rule`].
#[derive(pest_derive::Parser)]
#[grammar = "mnc.pest"]
pub struct Grammar;

/// The text of the grammar, for code that looks up words in it.
pub const TEXT: &str = include_str!("mnc.pest");

/// The text of the reference of the language, for code that explains words.
pub const REFERENCE: &str = include_str!("reference.md");

/// The language on two pages, for people and assistants.
pub const CARD: &str = include_str!("card.md");
