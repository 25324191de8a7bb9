//! `mnc lsp`: the language server.
//!
//! The messages are those of the language server protocol, on standard input and output. [`server`] is the loop: it
//! reads messages, keeps the [`documents`], and starts checks in the background ([`checks`]). What is found is put
//! together in [`findings`]. The answers come from `mnc::language_service` ([`answers`], [`actions`]); [`convert`]
//! alone knows the types of the protocol.

mod actions;
mod answers;
mod base_games;
mod checks;
mod convert;
mod documents;
mod file_uri;
mod findings;
mod positions;
mod server;

use super::{Exit, out};
use lsp_server::Connection;
use std::io::{self, IsTerminal};
use std::thread::Builder;

/// Stack size of the thread that reads texts, for deep recursion.
const STACK: usize = 64 << 20;

/// Help an editor with descriptions: a language server
///
/// Editors start this program themselves and talk to it on standard input and output, in the language server
/// protocol. It reports mistakes while you type, completes words, explains them, renames names, formats, and
/// corrects.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc lsp\n\nIn an editor, set `mnc lsp` as the language server of files whose names end in .mnc."
)]
pub struct LspArgs {
    /// Accepted, because some editors pass it: standard input and output are always used
    #[arg(long)]
    stdio: bool,
}

/// Runs the server until the editor ends it. The exit code is 0 if the editor asked for the end, and 1 if it left
/// without that.
pub fn run(_: &LspArgs) -> io::Result<Exit> {
    if io::stdin().is_terminal() {
        out::print_error("this is a language server: an editor starts it; Ctrl-C ends it");
    }
    let (connection, threads) = Connection::stdio();
    let serve = move || server::serve(&connection);
    let orderly = Builder::new().stack_size(STACK).spawn(serve)?.join().unwrap_or(false);
    // All answers are written then. A message that cannot be read has ended the reader.
    if let Err(error) = threads.join() {
        out::print_error(&format!("the language server cannot read a message: {error}"));
    }
    Ok(if orderly { Exit::Clean } else { Exit::Abandoned })
}
