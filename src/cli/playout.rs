//! `mnc playout`: play many random games and report statistics.

use super::game::GameArgs;
use super::{Exit, Output, out, signal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mnc::engine::Engine;
use mnc::protocol::{EndAnswer, MeanAnswer, PlayerStatistics, PlayoutAnswer, ShareAnswer, playout};
use mnc::runner::{Runner, RunnerKind, STATISTICS_SOWING_LIMIT, Sample, Totals};
use mnc::stop::StopFlag;
use mnc::threads;
use std::io::{self, Write};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Play many random games and report statistics
///
/// Every player chooses a legal move at random. The report gives the length of the games, the number of
/// choices, who wins, and how games end; every mean comes with its 95 % confidence interval. A sowing
/// of more than 32,768 falls counts as one that never ends, sooner than in other commands. The same
/// seed gives the same games, on any machine and with any number of threads. Ctrl-C ends it, and the
/// report counts the games until then.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc playout oware\n  mnc playout hoyito --games 100000 --threads 2\n  mnc playout kalah --set seeds-each=6 --seed 7 --format json"
)]
pub struct PlayoutArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// The number of threads; 0: as many as the machine has
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// The greatest number of decisions of a game; longer games are left unfinished
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    most: u32,
    /// How to show the numbers
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: PlayoutFormat,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum PlayoutFormat {
    /// In words
    #[default]
    Plain,
    /// One JSON object, for other programs
    Json,
}

/// A mean in words.
fn mean_text(of: &MeanAnswer) -> String {
    let MeanAnswer { mean, spread, from, to } = of;
    format!("{mean:.2}  ({from:.2} to {to:.2}; spread {spread:.2})")
}

/// A proportion in per cent, with its confidence interval.
fn percent_text(of: &MeanAnswer) -> String {
    let [mean, from, to, spread] = [of.mean, of.from, of.to, of.spread].map(|n| n * 100.0);
    format!("{mean:5.1} %  ({from:.1} to {to:.1}; spread {spread:.1})")
}

/// A share of the games in words.
fn share_text(of: &ShareAnswer) -> String {
    format!(
        "{:5.1} %  ({:.1} to {:.1}; {} games)",
        of.share * 100.0,
        of.from * 100.0,
        of.to * 100.0,
        of.games
    )
}

/// Runs the command.
pub fn run(args: &PlayoutArgs, out: &mut Output) -> io::Result<Exit> {
    let (_, engine) = match args.game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let model = engine.model().clone();
    let stop = StopFlag::default();
    let runner = runner(engine, &stop);
    let sample = Sample { seed: args.seed, games: 0..args.games, most_decisions: args.most };
    let threads = thread_count(args.threads);
    let begun = Instant::now();
    let played = match play_games(runner, sample, threads, stop) {
        Ok(played) => played,
        Err(error) => {
            out::print_error(&format!("cannot start a thread: {error}"));
            return Ok(Exit::CouldNotRun);
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    let PlayoutOutcome { totals, stopped } = played;
    if stopped && totals.games() == 0 {
        out::print_error("stopped before the first game was over");
        return Ok(Exit::Stopped);
    }
    let answer = playout(&model, args.seed, &totals);
    match args.format {
        PlayoutFormat::Json => out.json(&serde_json::to_string(&answer)?)?,
        PlayoutFormat::Plain => write_plain(&answer, out)?,
    }
    out.flush()?;
    let decisions = totals.decisions.sum() as f64;
    out::print_error(&format!(
        "{seconds:.3} seconds, {:.0} games and {:.0} decisions a second",
        totals.games() as f64 / seconds.max(1e-9),
        decisions / seconds.max(1e-9)
    ));
    if !stopped {
        return Ok(Exit::Clean);
    }
    out::print_error(&format!(
        "stopped: {} of {} games were played to their end; games that were not over are left out, so \
         long games are too few",
        totals.games(),
        args.games
    ));
    Ok(Exit::Stopped)
}

/// What plays random games of an engine, until it is stopped.
fn runner(engine: Engine, stop: &StopFlag) -> Runner {
    let engine = engine.with_sowing_limit(STATISTICS_SOWING_LIMIT);
    let (start, _) = engine.start(None);
    Runner::new(engine, start, RunnerKind::Batch).stopped_by(stop.clone())
}

/// Plays random games on this thread, and writes the statistics in words.
pub fn write_statistics(
    engine: Engine,
    sample: &Sample,
    stop: &StopFlag,
    out: &mut Output,
) -> io::Result<()> {
    let model = engine.model().clone();
    let totals = Mutex::new(Totals::default());
    let add = |more: &Totals| {
        let mut all = totals.lock().unwrap_or_else(PoisonError::into_inner);
        *all = std::mem::take(&mut *all).combined(more.clone());
    };
    runner(engine, stop).totals(sample, 1, &add);
    let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    write_plain(&playout(&model, sample.seed, &totals), out)
}

/// The result of the games.
struct PlayoutOutcome {
    totals: Totals,
    /// A signal stopped it early.
    stopped: bool,
}

/// Messages to the waiting thread.
enum WorkerMessage {
    Done,
    Stop,
}

/// Plays the games, until all are done or a signal stops it. The games are played on other threads, so
/// that this one can report the counts at any time.
fn play_games(
    runner: Runner,
    sample: Sample,
    threads: usize,
    stop: StopFlag,
) -> io::Result<PlayoutOutcome> {
    let counted = Arc::new(Mutex::new(Totals::default()));
    let (tell, news) = channel();
    let stopping = tell.clone();
    // Fails only if the games are over. Writing the answer may take long, and is not cut off.
    let heard = move || drop(stopping.send(WorkerMessage::Stop));
    signal::on_signal(stop, heard, || std::thread::sleep(WRITE_GRACE));
    let games = sample.games.end - sample.games.start;
    let bar = progress_bar(games);
    let progress = bar.clone();
    let counting = Arc::clone(&counted);
    Builder::new().stack_size(STACK).spawn(move || {
        let add = |more: &Totals| {
            let mut counted = counting.lock().unwrap_or_else(PoisonError::into_inner);
            *counted = std::mem::take(&mut *counted).combined(more.clone());
            progress.inc(more.games());
        };
        runner.totals(&sample, threads, &add);
        if runner.threads_missing() > 0 {
            out::print_error(&missing_threads_message(threads, runner.threads_missing()));
        }
        let _ = tell.send(WorkerMessage::Done);
    })?;
    if let Ok(WorkerMessage::Stop) = news.recv() {
        // Games that end soon still count.
        let _ = news.recv_timeout(STOP_GRACE);
    }
    bar.finish_and_clear();
    let totals = counted.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let stopped = totals.games() < games;
    Ok(PlayoutOutcome { totals, stopped })
}

/// The stack size of the threads that play.
const STACK: usize = 8 << 20;
/// How long games that have begun may still go on after a signal.
const STOP_GRACE: Duration = Duration::from_millis(300);
/// How long writing the answer may take after a signal.
const WRITE_GRACE: Duration = Duration::from_secs(5);

/// The number of threads to use for a requested number (0: as many as the machine runs at a time), at most
/// as many as the machine runs at a time.
pub fn thread_count(asked: usize) -> usize {
    let most = threads::available();
    if asked > most {
        out::print_error(&format!("this machine runs {most} threads at a time: mnc uses no more"));
    }
    if asked == 0 { most } else { asked.min(most) }
}

/// The message if threads could not be started.
pub fn missing_threads_message(asked: usize, missing: usize) -> String {
    format!("{missing} of {asked} threads could not be started: the others did their work")
}

/// A progress bar on a terminal; hidden for the first seconds, and if escape sequences are off.
fn progress_bar(games: u64) -> ProgressBar {
    if !out::takes_escapes() {
        return ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(4));
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} games, {eta} left")
    {
        bar.set_style(style);
    }
    bar
}

fn write_plain(answer: &PlayoutAnswer, out: &mut Output) -> io::Result<()> {
    let PlayoutAnswer { game, games, seed, .. } = answer;
    writeln!(out, "{game}: {games} random games, seed {seed}")?;
    writeln!(out, "decisions a game   {}", mean_text(&answer.decisions))?;
    writeln!(out, "choices each       {}", mean_text(&answer.choices))?;
    writeln!(out, "laps each          {}", mean_text(&answer.laps))?;
    writeln!(out, "with a capture    {}", percent_text(&answer.captures))?;
    writeln!(out, "endless sowings    {}", answer.endless)?;
    for PlayerStatistics { name, won, lost, seeds } in &answer.players {
        writeln!(out, "{:18} {}", format!("{name} wins"), share_text(won))?;
        if let Some(lost) = lost.as_ref().filter(|lost| lost.games > 0 || answer.players.len() == 1)
        {
            writeln!(out, "{:18} {}", format!("{name} loses"), share_text(lost))?;
        }
        writeln!(
            out,
            "{:18} {:.2}  (spread {:.2})",
            "  seeds at the end", seeds.mean, seeds.spread
        )?;
    }
    writeln!(out, "{:18} {}", "drawn", share_text(&answer.drawn))?;
    if answer.unfinished > 0 {
        writeln!(out, "left unfinished    {} games", answer.unfinished)?;
    }
    writeln!(out, "games ended by")?;
    for EndAnswer { games, by } in &answer.ends {
        writeln!(out, "{games:9}  {by}")?;
    }
    Ok(())
}
