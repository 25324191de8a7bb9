//! `mnc playout`: play many random games and report statistics.

use super::game::GameArgs;
use super::{Exit, Output, out, signal};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mnc::engine::Engine;
use mnc::model::{ClauseId, Model};
use mnc::runner::{
    Rate, RatioSums, Runner, RunnerKind, STATISTICS_SOWING_LIMIT, Sample, Series, Totals, interval,
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

#[derive(Serialize)]
struct PlayoutJson<'a> {
    game: &'a str,
    games: u64,
    seed: u64,
    unfinished: u64,
    decisions: MeanJson,
    choices: MeanJson,
    laps: MeanJson,
    captures: MeanJson,
    endless: u64,
    drawn: ProportionJson,
    players: Vec<PlayerJson<'a>>,
    ends: Vec<EndJson<'a>>,
}

/// The mean of a number over games, with its 95 % confidence interval.
#[derive(Serialize)]
struct MeanJson {
    mean: f64,
    spread: f64,
    from: f64,
    to: f64,
}

/// A proportion of the games, with its 95 % confidence interval.
#[derive(Serialize)]
struct ProportionJson {
    games: u64,
    share: f64,
    from: f64,
    to: f64,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    won: ProportionJson,
    /// Games that this player lost and nobody won; `None` with two players, because the other wins then.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<ProportionJson>,
    seeds: MeanJson,
}

#[derive(Serialize)]
struct EndJson<'a> {
    games: u64,
    by: &'a str,
}

impl MeanJson {
    fn of(series: &Series) -> MeanJson {
        let (mean, margin) = (series.mean(), series.margin());
        MeanJson { mean, spread: series.std_deviation(), from: mean - margin, to: mean + margin }
    }

    /// The mean of a number over decisions.
    fn each(of: &RatioSums, totals: &Totals) -> MeanJson {
        let Rate { mean, std_deviation: spread, margin } = of.per_decision(&totals.decisions);
        MeanJson { mean, spread, from: (mean - margin).max(0.0), to: mean + margin }
    }

    fn to_text(&self) -> String {
        let MeanJson { mean, spread, from, to } = self;
        format!("{mean:.2}  ({from:.2} to {to:.2}; spread {spread:.2})")
    }

    /// The proportion in per cent, with its confidence interval.
    fn to_percent_text(&self) -> String {
        let [mean, from, to, spread] =
            [self.mean, self.from, self.to, self.spread].map(|n| n * 100.0);
        format!("{mean:5.1} %  ({from:.1} to {to:.1}; spread {spread:.1})")
    }
}

impl ProportionJson {
    fn of(games: u64, all: u64) -> ProportionJson {
        let (from, to) = interval(games, all);
        ProportionJson { games, share: games as f64 / all.max(1) as f64, from, to }
    }

    fn to_text(&self) -> String {
        let ProportionJson { games, share, from, to } = self;
        format!(
            "{:5.1} %  ({:.1} to {:.1}; {games} games)",
            share * 100.0,
            from * 100.0,
            to * 100.0
        )
    }
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
    let answer = to_json_answer(&model, args.seed, &totals);
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
    write_plain(&to_json_answer(&model, sample.seed, &totals), out)
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

fn to_json_answer<'a>(model: &'a Model, seed: u64, totals: &Totals) -> PlayoutJson<'a> {
    let all = totals.games();
    let each = |of: &RatioSums| MeanJson::each(of, totals);
    let lost = |seat| ProportionJson::of(totals.losses.get(seat).copied().unwrap_or(0), all);
    let players = model.board.seats.iter().enumerate().map(|(seat, info)| PlayerJson {
        name: &info.name,
        won: ProportionJson::of(totals.wins.get(seat).copied().unwrap_or(0), all),
        lost: (model.seats() != 2).then(|| lost(seat)),
        seeds: MeanJson::of(&totals.scores.get(seat).copied().unwrap_or_default()),
    });
    let mut ends: Vec<(ClauseId, u64)> = totals.ends.iter().map(|(why, n)| (*why, *n)).collect();
    ends.sort_by_key(|(why, n)| (std::cmp::Reverse(*n), *why));
    PlayoutJson {
        game: &model.name,
        games: all,
        seed,
        unfinished: totals.unfinished,
        decisions: MeanJson::of(&totals.decisions),
        choices: each(&totals.offered),
        laps: each(&totals.laps),
        captures: each(&totals.captures),
        endless: totals.endless,
        drawn: ProportionJson::of(totals.draws, all),
        players: players.collect(),
        ends: ends
            .into_iter()
            .map(|(why, games)| EndJson { games, by: &model.clause(why).text })
            .collect(),
    }
}

fn write_plain(answer: &PlayoutJson<'_>, out: &mut Output) -> io::Result<()> {
    let PlayoutJson { game, games, seed, .. } = answer;
    writeln!(out, "{game}: {games} random games, seed {seed}")?;
    writeln!(out, "decisions a game   {}", answer.decisions.to_text())?;
    writeln!(out, "choices each       {}", answer.choices.to_text())?;
    writeln!(out, "laps each          {}", answer.laps.to_text())?;
    writeln!(out, "with a capture    {}", answer.captures.to_percent_text())?;
    writeln!(out, "endless sowings    {}", answer.endless)?;
    for PlayerJson { name, won, lost, seeds } in &answer.players {
        writeln!(out, "{:18} {}", format!("{name} wins"), won.to_text())?;
        if let Some(lost) = lost.as_ref().filter(|lost| lost.games > 0 || answer.players.len() == 1)
        {
            writeln!(out, "{:18} {}", format!("{name} loses"), lost.to_text())?;
        }
        writeln!(
            out,
            "{:18} {:.2}  (spread {:.2})",
            "  seeds at the end", seeds.mean, seeds.spread
        )?;
    }
    writeln!(out, "{:18} {}", "drawn", answer.drawn.to_text())?;
    if answer.unfinished > 0 {
        writeln!(out, "left unfinished    {} games", answer.unfinished)?;
    }
    writeln!(out, "games ended by")?;
    for EndJson { games, by } in &answer.ends {
        writeln!(out, "{games:9}  {by}")?;
    }
    Ok(())
}
