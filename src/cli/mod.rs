//! The program `mnc`: all I/O, colour, signals and exit codes.
//!
//! One file for each command: its arguments are a struct with `#[derive(clap::Args)]`, and `run` does it. The first
//! paragraph of the comment of the struct is the line in `mnc --help`, the whole comment is the text of `mnc COMMAND
//! --help`, and `after_help` adds examples. `CONTRIBUTING.md` says how to add one.
//!
//! Texts are read with [`read::text`] and findings shown with [`findings_output::report`]. Everything
//! that is printed goes to [`Output`] or [`out::print_error`], which escape hidden characters and treat
//! a closed pipe as success; never to `println!`, which does neither.

mod boards;
mod check;
mod compare;
mod diff;
mod doc;
mod engine;
mod explain;
mod files;
mod findings_output;
mod fmt;
mod folder_library;
mod game;
mod list;
mod lsp;
mod mcp;
mod new;
mod out;
mod perft;
mod picture;
mod play;
mod playout;
mod read;
mod record;
mod replay;
mod serve;
mod show_game;
mod signal;
mod solve;
mod test;
mod write;

pub use out::Output;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The result of a command: the exit code of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// 0: done, nothing found.
    Clean,
    /// 1: done, with errors or warnings found.
    Findings,
    /// 1: an editor left the language server without saying goodbye.
    Abandoned,
    /// 2: not done: a file that cannot be read, a wrong argument.
    CouldNotRun,
    /// 130: stopped by a signal, with a part of it done.
    Stopped,
}

impl Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::Findings | Exit::Abandoned => 1,
            Exit::CouldNotRun => 2,
            Exit::Stopped => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Check, play and study mancala games described in plain sentences.
///
/// To play one of the games that come with mnc, type `mnc play hoyito`; `mnc list` lists them all.
///
/// A description is a text file whose name ends in .mnc. Begin with `mnc check my-game.mnc`: it reads
/// the description and lists what it does not understand or finds odd, with the line and what to do.
#[derive(Parser, Debug)]
#[command(
    name = "mnc",
    version,
    disable_help_subcommand = true,
    after_help = "Examples:\n  mnc play kalah\n  mnc check games/oware.mnc\n\nMore about a command:\n  mnc check --help"
)]
struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

/// The commands; the help of each is the doc comment of its `...Args`.
#[derive(Subcommand, Debug)]
enum CliCommand {
    Check(check::CheckArgs),
    Compare(compare::CompareArgs),
    Doc(doc::DocArgs),
    Engine(engine::EngineArgs),
    Explain(explain::ExplainArgs),
    Fmt(fmt::FmtArgs),
    List(list::ListArgs),
    Lsp(lsp::LspArgs),
    Mcp(mcp::McpArgs),
    New(new::NewArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Playout(playout::PlayoutArgs),
    Replay(replay::ReplayArgs),
    Serve(serve::ServeArgs),
    Show(show_game::ShowArgs),
    Solve(solve::SolveArgs),
    Test(test::TestArgs),
}

impl CliCommand {
    fn run(&self, out: &mut Output) -> io::Result<Exit> {
        match self {
            CliCommand::Check(args) => check::run(args, out),
            CliCommand::Compare(args) => compare::run(args, out),
            CliCommand::Doc(args) => doc::run(args, out),
            CliCommand::Engine(args) => engine::run(args, out),
            CliCommand::Explain(args) => explain::run(args, out),
            CliCommand::Fmt(args) => fmt::run(args, out),
            CliCommand::List(args) => list::run(args, out),
            CliCommand::Lsp(args) => lsp::run(args),
            CliCommand::Mcp(args) => mcp::run(args),
            CliCommand::New(args) => new::run(args, out),
            CliCommand::Perft(args) => perft::run(args, out),
            CliCommand::Play(args) => play::run(args, out),
            CliCommand::Playout(args) => playout::run(args, out),
            CliCommand::Replay(args) => replay::run(args, out),
            CliCommand::Serve(args) => serve::run(args, out),
            CliCommand::Show(args) => show_game::run(args, out),
            CliCommand::Solve(args) => solve::run(args, out),
            CliCommand::Test(args) => test::run(args, out),
        }
    }
}

/// Runs the program with its command-line arguments.
pub fn main() -> ExitCode {
    let program = match arguments() {
        Ok(program) => program,
        Err(error) => return ended(report(&error)),
    };
    let mut out = Output::stdout();
    ended(program.command.run(&mut out).and_then(|exit| out.finish().map(|()| exit)))
}

/// The command-line arguments. A negative number is the value of an option, so that the error names what is
/// expected.
fn arguments() -> Result<Cli, clap::Error> {
    let mut command = Cli::command().mut_subcommands(|sub| sub.allow_negative_numbers(true));
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Prints the help, or the error in the arguments. The message repeats wrong arguments, so hidden
/// characters are escaped.
fn report(error: &clap::Error) -> io::Result<Exit> {
    if error.use_stderr() {
        let text = out::visible_lines(&error.render().to_string());
        // Errors here cannot be reported.
        let _ = io::stderr().write_all(text.as_bytes());
        return Ok(Exit::CouldNotRun);
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        Ok(()) | Err(_) => Ok(Exit::Clean),
    }
}

/// The exit code for the result of a command.
fn ended(done: io::Result<Exit>) -> ExitCode {
    match done {
        Ok(exit) => exit.into(),
        Err(error) => {
            out::print_error(&format!("cannot write the answer: {error}"));
            Exit::CouldNotRun.into()
        }
    }
}
