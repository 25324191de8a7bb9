//! `mnc mcp`: the tools of mnc for assistants, over the Model Context Protocol.
//!
//! [`server`] alone knows the types of the protocol; it answers on standard input and output. A tool is a struct of
//! its arguments with a `run` ([`tools`]): [`text_tools`] are about the text of a description, [`game_tools`] about
//! the game. [`arguments`] finds the description that a call is about. No tool writes a file.

mod arguments;
mod game_tools;
mod server;
mod text_tools;
mod tools;

use super::{Exit, out};
use std::io::{self, IsTerminal};

/// Give an assistant the tools of mnc: a server of the Model Context Protocol
///
/// An assistant (a language model) starts this program itself and talks to it on standard input and output. It can
/// then check, correct and format descriptions, look up words and messages, play games and compare them. It cannot
/// write files: changed texts are answers.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc mcp\n\nIn the settings of an assistant:\n  {\"mcpServers\": {\"mnc\": {\"command\": \"mnc\", \"args\": [\"mcp\"]}}}"
)]
pub struct McpArgs {}

/// Runs the server until the assistant leaves.
pub fn run(_: &McpArgs) -> io::Result<Exit> {
    if io::stdin().is_terminal() {
        out::print_error("this is a server for assistants: an assistant starts it; Ctrl-C ends it");
    }
    match server::serve() {
        Ok(()) => Ok(Exit::Clean),
        Err(fault) => {
            out::print_error(&fault);
            Ok(Exit::CouldNotRun)
        }
    }
}
