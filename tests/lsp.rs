//! The language server, over its standard input and output, and the language service.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(missing_docs)]

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/completion.rs"]
mod completion;
#[path = "lsp/edits.rs"]
mod edits;
#[path = "lsp/fixes.rs"]
mod fixes;
#[path = "lsp/latency.rs"]
mod latency;
#[path = "lsp/rename.rs"]
mod rename;
#[path = "lsp/sessions.rs"]
mod sessions;
mod support;
