//! `mnc perft`: count the sequences of decisions to a depth.

use super::game::GameArgs;
use super::playout::{missing_threads_message, thread_count};
use super::{Exit, Output, out};
use mnc::notation::choice_id;
use mnc::runner::PerftCount;
use mnc::runner::{Runner, RunnerKind};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Instant;

/// Count the ways to play on, to compare with another program
///
/// Counts the sequences of exactly DEPTH decisions from the start. A decision with a single choice
/// counts as one, a forced pass does not; a game that is over earlier has no such sequence. The time it
/// took is printed on standard error.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  mnc perft kalah 6\n  mnc perft oware 5 --divide")]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of decisions
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Also list how many there are after each first choice
    #[arg(long)]
    divide: bool,
    /// The number of threads; 0: as many as the machine has
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// How to show the numbers
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: PerftFormat,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum PerftFormat {
    /// In words
    #[default]
    Plain,
    /// One JSON object, for other programs
    Json,
}

#[derive(Serialize)]
struct PerftJson<'a> {
    game: &'a str,
    depth: u32,
    leaves: u64,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideJson>>,
}

/// The counts after a choice.
#[derive(Serialize)]
struct DivideJson {
    choice: String,
    leaves: u64,
    nodes: u64,
}

/// Runs the command.
pub fn run(args: &PerftArgs, out: &mut Output) -> io::Result<Exit> {
    let (_, engine) = match args.game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let model = engine.model();
    let begun = Instant::now();
    let (start, _) = engine.start(None);
    let runner = Runner::new(engine.clone(), start, RunnerKind::Batch);
    let threads = thread_count(args.threads);
    let mut divided = Vec::new();
    let counted = if args.divide && args.depth > 0 {
        let each = runner.divide(&runner.start(), args.depth, threads);
        let counts = each.into_iter().map(|(choice, PerftCount { leaves, nodes })| {
            divided.push(DivideJson { choice: choice_id(model, choice), leaves, nodes });
            PerftCount { leaves, nodes }
        });
        counts.sum()
    } else {
        runner.perft(&runner.start(), args.depth, threads)
    };
    if runner.threads_missing() > 0 {
        out::print_error(&missing_threads_message(threads, runner.threads_missing()));
    }
    let seconds = begun.elapsed().as_secs_f64();
    match args.format {
        PerftFormat::Json => {
            let answer = PerftJson {
                game: &model.name,
                depth: args.depth,
                leaves: counted.leaves,
                nodes: counted.nodes,
                divide: args.divide.then_some(divided),
            };
            out.json(&serde_json::to_string(&answer)?)?;
        }
        PerftFormat::Plain => {
            let margin = divided.iter().map(|b| b.choice.len()).max().unwrap_or(0);
            for DivideJson { choice, leaves, nodes } in &divided {
                writeln!(out, "{choice:margin$}  {leaves} leaves, {nodes} nodes")?;
            }
            writeln!(
                out,
                "depth {}: {} leaves, {} nodes",
                args.depth, counted.leaves, counted.nodes
            )?;
        }
    }
    out.flush()?;
    let speed = counted.nodes as f64 / seconds.max(1e-9);
    out::print_error(&format!("{seconds:.3} seconds, {speed:.0} decisions a second"));
    Ok(Exit::Clean)
}
