//! `mnc playout`: play many random games and report statistics.

use super::game::GameArgs;
use super::{Exit, Output, out, signal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mnc::engine::Engine;
use mnc::model::Model;
use mnc::protocol::{
    EndAnswer, MatchPlayerStatistics, MatchShareAnswer, MatchesAnswer, MeanAnswer,
    PlayerStatistics, PlayoutAnswer, ShareAnswer, matches, playout,
};
use mnc::runner::{
    MatchRunner, MatchSample, MatchTotals, NoMatch, Runner, RunnerKind, STATISTICS_SOWING_LIMIT,
    Sample, Totals,
};
use mnc::stop::StopFlag;
use mnc::threads;
use serde::Serialize;
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
///
/// With `--matches`, whole matches are played: games one after the other, each prepared as section *match*
/// says, until the match is decided. The report then gives the number of games and who wins the match.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc playout oware\n  mnc playout hoyito --games 100000 --threads 2\n  mnc playout kalah --set seeds-each=6 --seed 7 --format json\n  mnc playout dakon --matches 1000"
)]
pub struct PlayoutArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Play this number of matches instead of single games
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
    /// Random seed
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// The number of threads; 0: as many as the machine has
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
    /// The greatest number of decisions of a game; longer games, and their matches, are left unfinished
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
        "{:5.1} %  ({:.1} to {:.1}; {})",
        of.share * 100.0,
        of.from * 100.0,
        of.to * 100.0,
        counted::<Totals>(of.games)
    )
}

/// Games or matches that are played, and counted together.
trait Playouts: Clone + Default + Send + 'static {
    /// The statistics, with the names of the players.
    type Answer: Serialize;
    /// What one of them is called, and several.
    const NAMES: [&'static str; 2];
    /// How many were played.
    fn played(&self) -> u64;
    /// Decisions made in all of them.
    fn decisions(&self) -> f64;
    /// The statistics of two runs together.
    fn combined(self, other: Self) -> Self;
    /// The statistics of a run with that random seed.
    fn answer(&self, model: &Model, seed: u64) -> Self::Answer;
    /// Writes them in words.
    fn write(answer: &Self::Answer, out: &mut Output) -> io::Result<()>;
}

impl Playouts for Totals {
    type Answer = PlayoutAnswer;
    const NAMES: [&'static str; 2] = ["game", "games"];

    fn played(&self) -> u64 {
        self.games()
    }

    fn decisions(&self) -> f64 {
        self.decisions.sum() as f64
    }

    fn combined(self, other: Totals) -> Totals {
        self.combined(other)
    }

    fn answer(&self, model: &Model, seed: u64) -> PlayoutAnswer {
        playout(model, seed, self)
    }

    fn write(answer: &PlayoutAnswer, out: &mut Output) -> io::Result<()> {
        write_plain(answer, out)
    }
}

impl Playouts for MatchTotals {
    type Answer = MatchesAnswer;
    const NAMES: [&'static str; 2] = ["match", "matches"];

    fn played(&self) -> u64 {
        self.matches()
    }

    fn decisions(&self) -> f64 {
        self.decisions.sum() as f64
    }

    fn combined(self, other: MatchTotals) -> MatchTotals {
        self.combined(other)
    }

    fn answer(&self, model: &Model, seed: u64) -> MatchesAnswer {
        matches(model, seed, self)
    }

    fn write(answer: &MatchesAnswer, out: &mut Output) -> io::Result<()> {
        write_matches(answer, out)
    }
}

/// `1 match`, `4 matches`.
fn counted<T: Playouts>(n: u64) -> String {
    let [one, several] = T::NAMES;
    format!("{n} {}", if n == 1 { one } else { several })
}

/// Runs the command.
pub fn run(args: &PlayoutArgs, out: &mut Output) -> io::Result<Exit> {
    let (_, engine) = match args.game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let model = engine.model().clone();
    let stop = StopFlag::default();
    let threads = thread_count(args.threads);
    let Some(many) = args.matches else {
        let runner = runner(engine, &stop);
        let sample = Sample { seed: args.seed, games: 0..args.games, most_decisions: args.most };
        let play = move |add: &(dyn Fn(&Totals) + Sync)| {
            runner.totals(&sample, threads, add);
            runner.threads_missing()
        };
        return report(args, &model, play_all(play, args.games, threads, stop), args.games, out);
    };
    let runner = match match_runner(engine, &stop) {
        Ok(runner) => runner,
        Err(no_match) => {
            out::print_error(&format!("{no_match}: use `--games` instead of `--matches`"));
            return Ok(Exit::CouldNotRun);
        }
    };
    let sample = MatchSample { seed: args.seed, matches: 0..many, most_decisions: args.most };
    let play = move |add: &(dyn Fn(&MatchTotals) + Sync)| runner.totals(&sample, threads, add).1;
    report(args, &model, play_all(play, many, threads, stop), many, out)
}

/// Writes the statistics of playouts, and how fast they were.
fn report<T: Playouts>(
    args: &PlayoutArgs,
    model: &Model,
    played: io::Result<PlayoutOutcome<T>>,
    asked: u64,
    out: &mut Output,
) -> io::Result<Exit> {
    let PlayoutOutcome { totals, stopped, seconds } = match played {
        Ok(played) => played,
        Err(error) => {
            out::print_error(&format!("cannot start a thread: {error}"));
            return Ok(Exit::CouldNotRun);
        }
    };
    let [one, several] = T::NAMES;
    if stopped && totals.played() == 0 {
        out::print_error(&format!("stopped before the first {one} was over"));
        return Ok(Exit::Stopped);
    }
    let answer = totals.answer(model, args.seed);
    match args.format {
        PlayoutFormat::Json => out.json(&serde_json::to_string(&answer)?)?,
        PlayoutFormat::Plain => T::write(&answer, out)?,
    }
    out.flush()?;
    out::print_error(&format!(
        "{seconds:.3} seconds, {:.0} {several} and {:.0} decisions a second",
        totals.played() as f64 / seconds.max(1e-9),
        totals.decisions() / seconds.max(1e-9)
    ));
    if !stopped {
        return Ok(Exit::Clean);
    }
    out::print_error(&format!(
        "stopped: {} of {asked} {several} were played to their end; {several} that were not over are left out, so \
         long {several} are too few",
        totals.played()
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
    let totals = runner(engine, stop).totals(sample, 1, &|_| {});
    write_plain(&playout(&model, sample.seed, &totals), out)
}

/// What plays random matches of an engine, until it is stopped.
pub fn match_runner(engine: Engine, stop: &StopFlag) -> Result<MatchRunner, NoMatch> {
    let engine = engine.with_sowing_limit(STATISTICS_SOWING_LIMIT);
    Ok(MatchRunner::new(engine, RunnerKind::Plan)?.stopped_by(stop.clone()))
}

/// Plays random matches on this thread, and writes the statistics in words.
pub fn write_match_statistics(
    runner: &MatchRunner,
    sample: &MatchSample,
    out: &mut Output,
) -> io::Result<()> {
    let (totals, _) = runner.totals(sample, 1, &|_| {});
    write_matches(&matches(runner.model(), sample.seed, &totals), out)
}

/// The result of the games or matches.
struct PlayoutOutcome<T> {
    totals: T,
    /// A signal stopped it early.
    stopped: bool,
    seconds: f64,
}

/// Messages to the waiting thread.
enum WorkerMessage {
    Done,
    Stop,
}

/// Plays `many` games or matches, until all are done or a signal stops it. They are played on other threads, so that
/// this one can report the counts at any time. `play` hands over the counts of newly played ones, and returns how many
/// threads could not be started.
fn play_all<T: Playouts>(
    play: impl FnOnce(&(dyn Fn(&T) + Sync)) -> usize + Send + 'static,
    many: u64,
    threads: usize,
    stop: StopFlag,
) -> io::Result<PlayoutOutcome<T>> {
    let begun = Instant::now();
    let counted = Arc::new(Mutex::new(T::default()));
    let (tell, news) = channel();
    let stopping = tell.clone();
    // Fails only if the games are over. Writing the answer may take long, and is not cut off.
    let heard = move || drop(stopping.send(WorkerMessage::Stop));
    signal::on_signal(stop, heard, || std::thread::sleep(WRITE_GRACE));
    let bar = progress_bar(many, T::NAMES[1]);
    let progress = bar.clone();
    let counting = Arc::clone(&counted);
    Builder::new().stack_size(STACK).spawn(move || {
        let add = |more: &T| {
            let mut counted = counting.lock().unwrap_or_else(PoisonError::into_inner);
            *counted = std::mem::take(&mut *counted).combined(more.clone());
            progress.inc(more.played());
        };
        let missing = play(&add);
        if missing > 0 {
            out::print_error(&missing_threads_message(threads, missing));
        }
        let _ = tell.send(WorkerMessage::Done);
    })?;
    if let Ok(WorkerMessage::Stop) = news.recv() {
        // Games that end soon still count.
        let _ = news.recv_timeout(STOP_GRACE);
    }
    bar.finish_and_clear();
    let totals = counted.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let stopped = totals.played() < many;
    Ok(PlayoutOutcome { totals, stopped, seconds: begun.elapsed().as_secs_f64() })
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
fn progress_bar(games: u64, what: &str) -> ProgressBar {
    if !out::takes_escapes() {
        return ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(4));
    let template = format!("{{bar:40}} {{human_pos}} of {{human_len}} {what}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
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
        let seeds = match seeds {
            Some(MeanAnswer { mean, spread, .. }) => format!("{mean:.2}  (spread {spread:.2})"),
            None => "no game was finished".into(),
        };
        writeln!(out, "{:18} {seeds}", "  seeds at the end")?;
    }
    writeln!(out, "{:18} {}", "drawn", share_text(&answer.drawn))?;
    if answer.unfinished > 0 {
        writeln!(out, "left unfinished    {}", counted::<Totals>(answer.unfinished))?;
    }
    writeln!(out, "games ended by")?;
    for EndAnswer { games, by } in &answer.ends {
        writeln!(out, "{games:9}  {by}")?;
    }
    Ok(())
}

/// A share of the matches in words.
fn match_share_text(of: &MatchShareAnswer) -> String {
    let [share, from, to] = [of.share, of.from, of.to].map(|n| n * 100.0);
    let matches = counted::<MatchTotals>(of.matches);
    format!("{share:5.1} %  ({from:.1} to {to:.1}; {matches})")
}

fn write_matches(answer: &MatchesAnswer, out: &mut Output) -> io::Result<()> {
    let MatchesAnswer { game, matches, seed, .. } = answer;
    writeln!(out, "{game}: {matches} random matches, seed {seed}")?;
    writeln!(out, "games a match      {}", mean_text(&answer.games))?;
    writeln!(out, "decisions a match  {}", mean_text(&answer.decisions))?;
    for MatchPlayerStatistics { name, won, lost } in &answer.players {
        writeln!(out, "{:18} {}", format!("{name} wins"), match_share_text(won))?;
        if let Some(lost) = lost.as_ref().filter(|lost| lost.matches > 0) {
            writeln!(out, "{:18} {}", format!("{name} loses"), match_share_text(lost))?;
        }
    }
    writeln!(out, "{:18} {}", "drawn", match_share_text(&answer.drawn))?;
    if answer.undecided > 0 {
        writeln!(
            out,
            "undecided          {}, not decided after 100 games",
            counted::<MatchTotals>(answer.undecided)
        )?;
    }
    if answer.unfinished > 0 {
        writeln!(out, "left unfinished    {}", counted::<MatchTotals>(answer.unfinished))?;
    }
    Ok(())
}
