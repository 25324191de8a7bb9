//! The language server and what it is made of.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(missing_docs)]

#[path = "lsp/completion.rs"]
mod completion;
mod support;
