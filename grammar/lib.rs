//! The parser that pest makes of `mnc.pest`. A crate of its own, so that its long generated code is
//! compiled only when the grammar changes.

#![allow(missing_docs)]

/// Reads phrases by the productions of [`Rule`].
#[derive(pest_derive::Parser)]
#[grammar = "mnc.pest"]
pub struct Grammar;

/// The grammar itself, for tools that look words up in it.
pub const TEXT: &str = include_str!("mnc.pest");
