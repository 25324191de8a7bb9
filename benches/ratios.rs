//! Speed of the engine as a ratio to hand-written programs (`benches/kernels`), measured in one run on the
//! same work.
//!
//! `cargo bench --bench ratios -- [DEPTH [GAMES]] [NAME ...]`
//!
//! Every contestant of a job does the same work: perft to a depth, where every leaf is really computed, or
//! the same random games. The results have to be equal, else the run stops. Contestants take turns, round by
//! round, so that a busy machine affects all of them; the best round of each counts. With names of
//! contestants only those run; with other words (`kalah`, `perft`) only the jobs with those words in their
//! title. Without `--bench`, which cargo adds, everything runs once and briefly, as a smoke test.
//!
//! `cargo bench --bench ratios -- library [GAME ...]` prints instead how many decisions a second random games
//! make, in every setting of every shipped game, slowest first.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "kernels/mod.rs"]
mod kernels;
#[path = "library/mod.rs"]
mod library;

use kernels::random::SEED;
use kernels::reference::Reference;
use kernels::{Leaves, Played, Playout};
use kernels::{hoyito, kalah, kalah_tuned, oware, oware_tuned, random_games};
use mimalloc::MiMalloc;
use mnc::runner::{self, Runner, RunnerKind, Sample};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const ROUNDS: u32 = 7;
/// Least duration of a round; the work is repeated until then.
const ROUND: Duration = Duration::from_millis(30);
/// Least time for which each shipped setting is measured.
const SETTING: Duration = Duration::from_millis(150);

/// The result of a contestant; all contestants of a job must have the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outcome {
    /// Leaves, or moves.
    units: u64,
    checksum: u64,
}

impl From<Leaves> for Outcome {
    fn from(leaves: Leaves) -> Outcome {
        Outcome { units: leaves.count, checksum: leaves.checksum }
    }
}

impl From<Played> for Outcome {
    fn from(played: Played) -> Outcome {
        Outcome { units: played.moves, checksum: played.checksum }
    }
}

struct Contestant {
    name: &'static str,
    run: Box<dyn FnMut() -> Outcome>,
}

/// A contestant.
fn by<O: Into<Outcome>>(name: &'static str, mut run: impl FnMut() -> O + 'static) -> Contestant {
    Contestant { name, run: Box::new(move || run().into()) }
}

fn reference_perft(game: &str, depth: u32) -> Contestant {
    let reference = Reference::of(game);
    by("reference", move || reference.perft(&reference.start, depth))
}

fn reference_games(game: &str, games: u32) -> Contestant {
    let reference = Reference::of(game);
    by("reference", move || reference.random_games(games))
}

/// A runner at perft.
fn perft_by(name: &'static str, kind: RunnerKind, game: &str, depth: u32) -> Contestant {
    let Reference { engine, start } = Reference::of(game);
    let store = engine.model().board.seats[0].store;
    let runner = Runner::new(engine, start, kind);
    let start = runner.start();
    by(name, move || {
        let mut checksum = 0;
        let mut fold = |seeds: u32, many: u64| checksum += u64::from(seeds).pow(3) * many;
        let units = runner.perft_histogram(&start, depth, store, &mut fold).leaves;
        Outcome { units, checksum }
    })
}

/// A runner at random games.
fn games_by(name: &'static str, kind: RunnerKind, game: &str, games: u32) -> Contestant {
    let Reference { engine, start } = Reference::of(game);
    let runner = Runner::new(engine, start, kind);
    by(name, move || {
        let mut played = Played::default();
        let sample = Sample { seed: SEED, games: 0..games.into(), most_decisions: u32::MAX };
        let mut add =
            |_, game: runner::PlayoutResult| played.add(game.decisions, game.scores[0] as u8);
        runner.play_each(&sample, &mut add);
        played
    })
}

struct Job {
    title: String,
    /// Unit of the times.
    unit: &'static str,
    contestants: Vec<Contestant>,
}

/// Games without a hand-written program: relays, chains, moves given for the next turn, hooks at every seed,
/// choices in the middle of a move.
const OTHERS: [&str; 5] =
    ["misoro-tsoro", "um-dyar", "lontu-holo", "progressive-mancala", "toguz-kumalak"];

/// A runner at random games.
fn runner_games(game: &str, name: &'static str, kind: RunnerKind, games: u32) -> Contestant {
    let Reference { engine, start } = Reference::of(game);
    let runner = Runner::new(engine.with_sowing_limit(1 << 22), start, kind);
    let sample = Sample { seed: 1, games: 0..games.into(), most_decisions: 1000 };
    by(name, move || {
        let mut played = Played::default();
        for game in runner.play_out(&sample) {
            played.add(game.decisions, game.scores.first().map_or(0, |seeds| *seeds as u8));
        }
        played
    })
}

/// The shipped games that take longest to compile.
const SLOW_TO_COMPILE: [&str; 5] =
    ["bao-la-kiswahili", "mweiso", "hus-nama", "choro-acholi", "centering"];

/// Reads and compiles a game, and builds its runner.
fn compile_game(game: &str) -> Outcome {
    let Reference { engine, start } = Reference::of(game);
    let runner = Runner::new(engine, start, RunnerKind::Batch);
    Outcome { units: 1, checksum: runner.program().lanes.len() as u64 }
}

/// Statistics of random games, with a number of threads.
fn totals_of(game: &str, name: &'static str, threads: usize, games: u32) -> Contestant {
    let Reference { engine, start } = Reference::of(game);
    let runner = Runner::new(engine, start, RunnerKind::Batch);
    let sample = Sample { seed: SEED, games: 0..games.into(), most_decisions: u32::MAX };
    by(name, move || {
        let totals = runner.totals(&sample, threads, &|_| {});
        Outcome {
            units: (totals.decisions.mean() * totals.games() as f64).round() as u64,
            checksum: totals.laps.sum() as u64,
        }
    })
}

/// All jobs. A new runner needs one more line in each.
fn jobs(work: &Work) -> Vec<Job> {
    let mut jobs = jobs_by_hand(work);
    jobs.extend(OTHERS.map(|game| {
        let games = work.games.div_ceil(10);
        let kinds = [
            ("plan", RunnerKind::Plan),
            ("batch", RunnerKind::Batch),
            ("reference", RunnerKind::Reference),
        ];
        let contestants = kinds.map(|(name, kind)| runner_games(game, name, kind, games)).into();
        Job { title: format!("{games} random games of {game}"), unit: "ns a move", contestants }
    }));
    let threads = [("one thread", 1), ("two threads", 2)];
    let threads = threads.map(|(name, threads)| totals_of("kalah", name, threads, work.games * 20));
    let title = format!("{} random games of Kalah, on threads", work.games * 20);
    jobs.push(Job { title, unit: "ns a move", contestants: threads.into() });
    jobs.extend(SLOW_TO_COMPILE.map(|game| Job {
        title: format!("from the file of {game} to a program"),
        unit: "ns",
        contestants: vec![by("ready", move || compile_game(game))],
    }));
    jobs
}

/// The jobs with hand-written programs.
fn jobs_by_hand(work: &Work) -> Vec<Job> {
    let Work { kalah_depth: kd, oware_depth: od, hoyito_depth: hd, games, .. } = *work;
    let start = <hoyito::Game as Playout>::start();
    let job = |title, unit, contestants| Job { title, unit, contestants };
    vec![
        job(
            format!("perft of Kalah, depth {kd}"),
            "ns a leaf",
            vec![
                by("plain", move || kalah::START.perft(black_box(kd))),
                by("tuned", move || kalah_tuned::START.perft(black_box(kd))),
                perft_by("plan", RunnerKind::Plan, "kalah", kd),
                perft_by("batch", RunnerKind::Batch, "kalah", kd),
                reference_perft("kalah", kd),
            ],
        ),
        job(
            format!("perft of Oware, depth {od}"),
            "ns a leaf",
            vec![
                by("plain", move || oware::START.perft(black_box(od))),
                by("tuned", move || oware_tuned::START.perft(black_box(od))),
                perft_by("plan", RunnerKind::Plan, "oware", od),
                perft_by("batch", RunnerKind::Batch, "oware", od),
                reference_perft("oware", od),
            ],
        ),
        job(
            format!("perft of Hoyito, depth {hd}"),
            "ns a leaf",
            vec![
                by("plain", move || start.perft(black_box(hd))),
                perft_by("plan", RunnerKind::Plan, "hoyito", hd),
                perft_by("batch", RunnerKind::Batch, "hoyito", hd),
                reference_perft("hoyito", hd),
            ],
        ),
        job(
            format!("{games} random games of Kalah"),
            "ns a move",
            vec![
                by("plain", move || random_games::<kalah::Plain, 1>(games)),
                by("tuned", move || random_games::<kalah_tuned::Tuned, 4>(games)),
                games_by("plan", RunnerKind::Plan, "kalah", games),
                games_by("batch", RunnerKind::Batch, "kalah", games),
                reference_games("kalah", games),
            ],
        ),
        job(
            format!("{games} random games of Oware"),
            "ns a move",
            vec![
                by("plain", move || random_games::<oware::PlainGame, 1>(games)),
                by("tuned", move || random_games::<oware_tuned::TunedGame, 4>(games)),
                games_by("plan", RunnerKind::Plan, "oware", games),
                games_by("batch", RunnerKind::Batch, "oware", games),
                reference_games("oware", games),
            ],
        ),
        job(
            format!("{games} random games of Hoyito"),
            "ns a move",
            vec![
                by("plain", move || random_games::<hoyito::Game, 1>(games)),
                games_by("plan", RunnerKind::Plan, "hoyito", games),
                games_by("batch", RunnerKind::Batch, "hoyito", games),
                reference_games("hoyito", games),
            ],
        ),
    ]
}

/// The amount of work.
struct Work {
    kalah_depth: u32,
    oware_depth: u32,
    hoyito_depth: u32,
    games: u32,
    rounds: u32,
    /// Least duration of a round; the work is repeated until then.
    round: Duration,
    /// The contestants that run; all if empty.
    names: Vec<String>,
}

impl Work {
    fn from_args() -> Work {
        let (options, words): (Vec<String>, Vec<String>) =
            std::env::args().skip(1).partition(|arg| arg.starts_with('-'));
        let numbers: Vec<u32> = words.iter().filter_map(|arg| arg.parse().ok()).collect();
        let names = words.into_iter().filter(|arg| arg.parse::<u32>().is_err()).collect();
        let measured = options.iter().any(|option| option == "--bench");
        let depth = |usual| numbers.first().copied().unwrap_or(if measured { usual } else { 2 });
        Work {
            kalah_depth: depth(8),
            oware_depth: depth(7),
            hoyito_depth: depth(6),
            games: numbers.get(1).copied().unwrap_or(if measured { 1000 } else { 2 }),
            rounds: if measured { ROUNDS } else { 1 },
            round: if measured { ROUND } else { Duration::ZERO },
            names,
        }
    }

    /// The best time of each contestant for one unit, in nanoseconds.
    fn measure(&self, job: &mut Job) -> Vec<f64> {
        let found: Vec<Outcome> = job.contestants.iter_mut().map(|one| (one.run)()).collect();
        for (one, outcome) in job.contestants.iter().zip(&found) {
            assert_eq!(*outcome, found[0], "{}: {} finds something else", job.title, one.name);
        }
        let mut best = vec![f64::INFINITY; found.len()];
        for _ in 0..self.rounds {
            for (one, best) in job.contestants.iter_mut().zip(&mut best) {
                let clock = Instant::now();
                let mut units = 0;
                while units == 0 || clock.elapsed() < self.round {
                    units += black_box((one.run)()).units;
                }
                *best = best.min(clock.elapsed().as_nanos() as f64 / units as f64);
            }
        }
        best
    }
}

fn main() {
    let work = Work::from_args();
    if work.names.iter().any(|name| name == "library") {
        let words: Vec<&str> =
            work.names.iter().map(String::as_str).filter(|word| *word != "library").collect();
        return library::run(SETTING, work.rounds == 1, &words);
    }
    println!("best of {} rounds; `of` another: the speed as a part of its speed", work.rounds);
    let jobs = jobs(&work);
    let known = |name: &&String| {
        !jobs.iter().flat_map(|job| &job.contestants).any(|one| one.name == **name)
    };
    let titles: Vec<String> = work.names.iter().filter(known).cloned().collect();
    let of_title = |job: &Job| {
        let title = job.title.to_lowercase();
        titles.is_empty() || titles.iter().any(|word| title.contains(word.as_str()))
    };
    for mut job in jobs.into_iter().filter(of_title) {
        let named = work.names.len() > titles.len();
        let runs = |name: &str| !named || work.names.iter().any(|n| n == name);
        job.contestants.retain(|one| runs(one.name));
        let best = work.measure(&mut job);
        let of = |name: &str, time: f64| {
            let other = job.contestants.iter().position(|one| one.name == name);
            other.map_or("-".to_owned(), |other| format!("{:.3}", best[other] / time))
        };
        let others = ["plain", "tuned", "reference", "one thread"];
        print!("{:40} {:>9}", job.title, job.unit);
        others.iter().for_each(|other| print!(" {:>12}", format!("of {other}")));
        println!();
        for (one, &time) in job.contestants.iter().zip(&best) {
            print!("  {:38} {time:9.2}", one.name);
            others.iter().for_each(|other| print!(" {:>12}", of(other, time)));
            println!();
        }
    }
}
