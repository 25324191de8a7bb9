//! Decisions a second of random games, in every setting of every shipped game.

use mnc::engine::Engine;
use mnc::library::Library;
use mnc::resolve::{Description, Setting, load};
use mnc::runner::{Runner, RunnerKind, STATISTICS_SOWING_LIMIT, Sample};
use std::sync::Arc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Games of the first sample of a setting; each later sample has twice as many.
const GAMES: u64 = 256;

const MOST_DECISIONS: u32 = 1000;

/// Shorter samples do not count: the time of a thread is known to a few milliseconds.
const SAMPLE: Duration = Duration::from_millis(40);

/// How fast a setting is.
struct Speed {
    /// The file of the game, and the setting.
    name: String,
    decisions_a_second: f64,
    /// Why its games are not played many at a time.
    one_by_one: Option<&'static str>,
}

/// Time that this thread has run, so that other work on the machine does not count; where the system does not say,
/// the time on the clock.
fn thread_time() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let held = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = held.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

/// Measures all settings, prints them, slowest first, and prints the slowest, the median and the fastest.
/// `least`: how long each is measured at least; `words`: only games with one of these words in their file name, or
/// all games. With `brief`, only the first setting of each game plays, one game.
pub fn run(least: Duration, brief: bool, words: &[&str]) {
    let mut speeds: Vec<Speed> = Library::shipped()
        .games()
        .iter()
        .filter(|game| words.is_empty() || words.iter().any(|word| game.stem().contains(word)))
        .flat_map(|game| {
            let (description, _) = load(game.stem(), &game.text, &mnc::library::Shipped);
            let many = if brief { 1 } else { usize::MAX };
            let measured = |setting| measure(game.stem(), &description, &setting, least, brief);
            description.settings().into_iter().take(many).map(measured).collect::<Vec<_>>()
        })
        .collect();
    if speeds.is_empty() {
        return println!("no such game");
    }
    speeds.sort_by(|a, b| a.decisions_a_second.total_cmp(&b.decisions_a_second));
    println!("decisions a second   many at a time   setting");
    for Speed { name, decisions_a_second, one_by_one } in &speeds {
        let together = one_by_one.map_or("yes", |_| "no");
        println!("{decisions_a_second:18.0}   {together:14}   {name}");
    }
    let together = speeds.iter().filter(|speed| speed.one_by_one.is_none()).count();
    println!("{} settings, {together} of them many at a time", speeds.len());
    let named = [("slowest", 0), ("median", speeds.len() / 2), ("fastest", speeds.len() - 1)];
    for (word, at) in named {
        let Speed { name, decisions_a_second, .. } = &speeds[at];
        println!("{word:8} {decisions_a_second:12.0}   {name}");
    }
}

/// The best rate of samples of random games on one thread.
fn measure(
    game: &str,
    description: &Description,
    setting: &Setting,
    least: Duration,
    brief: bool,
) -> Speed {
    let model = description.build(setting).0.expect("a shipped game has a model");
    let engine = Engine::new(Arc::new(model)).with_sowing_limit(STATISTICS_SOWING_LIMIT);
    let start = engine.start(None).0;
    let runner = Runner::new(engine, start, RunnerKind::Batch);
    let mut best: f64 = 0.0;
    let (mut games, mut first, mut spent) = (if brief { 1 } else { GAMES }, 0, Duration::ZERO);
    while best == 0.0 || spent < least {
        let sample =
            Sample { seed: 1, games: first..first + games, most_decisions: MOST_DECISIONS };
        let begun = thread_time();
        let decisions: u64 =
            runner.play_out(&sample).iter().map(|game| u64::from(game.decisions)).sum();
        let took = thread_time().saturating_sub(begun);
        if took >= SAMPLE || brief {
            best = best.max(decisions as f64 / took.as_secs_f64());
        }
        spent += took;
        (first, games) = (first + games, 2 * games);
        if decisions == 0 || brief {
            break;
        }
    }
    let words: Vec<String> = setting
        .variations
        .iter()
        .cloned()
        .chain(setting.options.iter().map(|(option, value)| format!("{option}={value}")))
        .collect();
    let name =
        if words.is_empty() { game.to_owned() } else { format!("{game}: {}", words.join(", ")) };
    Speed { name, decisions_a_second: best, one_by_one: runner.batch_unavailable_reason() }
}
