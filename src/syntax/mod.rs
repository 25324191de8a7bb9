//! From text to what was written: statements, then phrases.

pub mod ast;
