//! The shipped games: each passes its tests, every clause of every variation is named by an event of
//! its tests and transcripts, and random matches keep their seeds and end.
//!
//! `MNC_GAME=oware cargo test --test games` checks one game only; separate several by commas.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::engine::Engine;
use mnc::game_tests::{Coverage, nameable};
use mnc::model::{ClauseId, PlaceId};
use mnc::notation::{Record, Trail, fingerprint};
use mnc::resolve::Setting;
use mnc::span::Span;
use rayon::prelude::*;
use std::collections::BTreeSet;
use support::{descriptions, engine, open, plain, play_out, random, seeds, variation};

/// The shipped games; if `MNC_GAME` is set, those that it names, separated by commas.
fn games() -> Vec<(String, std::path::PathBuf)> {
    let mut games = descriptions("games");
    games.retain(|(name, _)| support::is_selected(name));
    games
}

#[test]
fn every_game_plays_its_tests() {
    let mut failures = String::new();
    for (_, path) in games() {
        let description = open(&path);
        assert!(description.test_count() > 0, "{} has no tests", description.name);
        failures += &plain(&description, &mnc::game_tests::run(&description));
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_setting_can_be_built() {
    for (_, path) in games() {
        let description = open(&path);
        for setting in description.settings() {
            engine(&description, &setting);
        }
    }
}

/// The spans of the clauses of a model, without defaults.
fn spans(engine: &Engine, clauses: impl Iterator<Item = ClauseId>) -> BTreeSet<Span> {
    let model = engine.model();
    clauses.map(|id| model.clause(id)).filter(|c| !c.default).map(|c| c.span).collect()
}

/// Cases that act only in moves which a law then refuses, so that no event of a game names them.
const ONLY_IN_REFUSED_MOVES: [(&str, &str); 3] = [
    ("dong-wo", "a mother falls in a hole holding 1 or more mothers -> set clash to yes"),
    ("glass-bead-game", "worth in the own store is had -> set missed to yes"),
    ("sow", "otherwise         -> set stuck to yes, mark it as target"),
];

#[test]
fn every_clause_is_named_by_tests_and_transcripts() {
    let mut missing = String::new();
    let mut refused = BTreeSet::new();
    for (name, path) in games() {
        let description = open(&path);
        let mut named = named_by_tests(&description);
        named.extend(transcripts(&name, &description));
        let mut told = BTreeSet::new();
        for setting in settings(&description) {
            let engine = engine(&description, &setting);
            for span in spans(&engine, nameable(engine.model())).difference(&named) {
                if told.insert(*span) {
                    let at = description.sources.line_column(*span);
                    let text = description.sources.slice(*span);
                    if let Some(known) =
                        ONLY_IN_REFUSED_MOVES.iter().find(|known| **known == (name.as_str(), text))
                    {
                        refused.insert(*known);
                        continue;
                    }
                    missing += &format!("{name}:{}: {text}\n", at.line);
                }
            }
        }
    }
    assert!(missing.is_empty(), "clauses that no test and no transcript names:\n{missing}");
    let all_games = games().len() == descriptions("games").len();
    assert!(!all_games || refused.len() == ONLY_IN_REFUSED_MOVES.len(), "{refused:?}");
}

/// How much of each description its tests and transcripts use, and its tests alone. The snapshot has the sums, and the
/// games whose tests alone use fewer than 90 % of the statements: their transcripts are recorded, not thought out.
#[test]
fn statements_are_used_by_tests_and_transcripts() {
    let (mut few, mut all, mut reached) = (Vec::new(), 0, 0);
    let (mut used, mut statements) = (0, 0);
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let mut coverage = Coverage::of(&description);
        for outcome in mnc::game_tests::outcomes(&description) {
            coverage.add_test(&outcome);
        }
        let by_tests = coverage.share() * 100.0;
        all += 1;
        reached += usize::from(by_tests >= 90.0);
        used += coverage.used();
        statements += coverage.len();
        if by_tests < 90.0 {
            few.push(format!("{name}: {} of {}\n", coverage.used(), coverage.len()));
        }
        for trail in transcript_trails(&name, &description) {
            coverage.add_record(&trail);
        }
        let share = coverage.share() * 100.0;
        assert!(share >= 90.0, "{name}: {share:.1} %");
    }
    let sums = format!(
        "tests alone: {used} of {statements} statements; 90 % in {reached} of {all} games\n\n{}",
        few.concat()
    );
    insta::assert_snapshot!("used_by_tests", sums);
}

/// The transcripts of a game: `games/NAME.SOMETHING.mncr`.
fn transcript_files(name: &str) -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("games")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let file = path.file_name().expect("a name").to_string_lossy().into_owned();
            file.starts_with(&format!("{name}.")) && file.ends_with(".mncr")
        })
        .collect();
    files.sort();
    files
}

/// The clauses that the transcripts of a game name.
fn transcripts(name: &str, description: &mnc::resolve::Description) -> BTreeSet<Span> {
    transcript_trails(name, description).iter().flat_map(named_by).collect()
}

/// The transcripts of a game, replayed: each must replay, by the rules of the description.
fn transcript_trails(name: &str, description: &mnc::resolve::Description) -> Vec<Trail> {
    let mut trails = Vec::new();
    for path in transcript_files(name) {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        let record = Record::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let setting =
            Setting { variations: record.variations.clone(), options: record.options.clone() };
        let engine = engine(description, &setting);
        assert_eq!(
            record.rules,
            Some(fingerprint(engine.model())),
            "{}: other rules",
            path.display()
        );
        trails.push(record.replay(engine).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
    }
    trails
}

fn named_by(trail: &Trail) -> BTreeSet<Span> {
    let clauses = trail.steps().iter().flat_map(|s| mnc::game_tests::clauses_of(&s.events));
    spans(trail.engine(), clauses)
}

/// Rewrites the transcripts: random matches, as short as possible, that name the clauses that the tests
/// of the description do not name. `cargo test --release --test games -- --ignored write_transcripts`
#[test]
#[ignore = "writes files"]
fn write_transcripts() {
    for (name, path) in games() {
        let description = open(&path);
        for file in transcript_files(&name) {
            std::fs::remove_file(file).expect("a transcript");
        }
        let mut named = named_by_tests(&description);
        for setting in settings(&description) {
            let engine = engine(&description, &setting);
            let all = spans(&engine, nameable(engine.model()));
            let mut n = 0;
            // One transcript of each variation in any case, then more for the clauses still missing.
            let plain = setting.options.is_empty();
            while (plain && n == 0) || !all.is_subset(&named) {
                let Some(trail) = most_telling(&engine, &all, &named) else { break };
                let fresh = named_by(&trail).difference(&named).count();
                if fresh == 0 && (n > 0 || !plain) {
                    break;
                }
                named.extend(named_by(&trail));
                n += 1;
                let file = format!("games/{name}.{}{n}.mncr", slug(&setting));
                let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
                let record = Record::of(&trail).expect("a whole trail");
                std::fs::write(file, record.to_string()).expect("a transcript");
            }
        }
    }
}

/// `own-sense.`, `columns-8.`; empty for the default setting.
fn slug(setting: &Setting) -> String {
    let words = setting.variations.iter().cloned();
    let words = words.chain(setting.options.iter().map(|(o, v)| format!("{o} {v}")));
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    words
        .map(|word| {
            let slug: String = word.replace([',', '\''], "").chars().map(plain).collect();
            slug + "."
        })
        .collect()
}

/// Of many matches, the one that names most of the missing clauses; of equals the shortest.
fn most_telling(engine: &Engine, all: &BTreeSet<Span>, named: &BTreeSet<Span>) -> Option<Trail> {
    let missing: BTreeSet<Span> = all.difference(named).copied().collect();
    let mut best: Option<((usize, std::cmp::Reverse<usize>), Trail)> = None;
    let attempts = if missing.is_empty() { 12 } else { 160 };
    for seed in 0..attempts {
        let mut random = random(seed);
        let mut trail = Trail::begin(engine.clone(), None);
        // Some matches use a simple strategy, which makes positions return.
        let thumb = seed % 4;
        while trail.steps().len() < 1_500 {
            let position = trail.position().clone();
            let choices = engine.choices(&position);
            let choice = match (choices.as_slice(), thumb) {
                ([], _) => {
                    if trail.next_game().is_none() {
                        break;
                    }
                    continue;
                }
                ([first, ..], 1) => *first,
                ([.., last], 2) => *last,
                (many, _) => support::pick(many, &mut random),
            };
            trail.choose(choice).expect("a legal choice");
            if missing.is_empty() && position.is_over() {
                break;
            }
        }
        let fresh = named_by(&trail).intersection(&missing).count();
        let rank = (fresh, std::cmp::Reverse(trail.steps().len()));
        if best.as_ref().is_none_or(|(best, _)| rank > *best) {
            best = Some((rank, trail));
        }
    }
    best.map(|(_, trail)| trail)
}

/// The default setting, each variation, each option.
fn settings(description: &mnc::resolve::Description) -> Vec<Setting> {
    let mut settings = vec![Setting::default()];
    settings.extend(description.variations.iter().map(|v| variation(v)));
    for setting in description.settings() {
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings
}

fn named_by_tests(description: &mnc::resolve::Description) -> BTreeSet<Span> {
    let mut named = BTreeSet::new();
    for proof in mnc::game_tests::outcomes(description) {
        if let Some(engine) = &proof.engine {
            named.extend(spans(engine, proof.clauses.into_iter()));
        }
    }
    named
}

/// The number of random matches of each game; a tenth of it for each of its variations.
const MATCHES: u64 = 1_000;

/// How many of them every test run plays: all of them take minutes.
const SOME_MATCHES: u64 = 20;

/// A free thread takes the next tenth of a game's matches, because matches of one game differ much in
/// length. A portion ends early after the match in which it has played as many games as matches were
/// requested, if matches are long.
const PORTIONS: u64 = 10;

/// All matches of these are played.
const FOUNDING: [&str; 5] =
    ["hoyito", "lontu-holo", "misoro-tsoro-additional-capture", "progressive-mancala", "um-dyar"];

/// The greatest number of falls of a sowing here: enough for some thousand laps. Longer sowings are rare, and would take
/// most of the time.
const PATIENCE: u64 = 1 << 14;

/// The same where every answer is tried at every position.
const LITTLE_PATIENCE: u64 = 1 << 12;

/// The most decisions of the random games of which a digest is made: in few games there are more of them, each of
/// which takes long.
const MOST_DECISIONS: usize = 5_000;

#[test]
fn random_matches_keep_their_seeds_and_end() {
    play_matches(SOME_MATCHES, &[]);
}

/// `cargo test --release --test games -- --ignored a_thousand_random_matches`
#[test]
#[ignore = "takes more than ten minutes"]
fn a_thousand_random_matches_keep_their_seeds_and_end() {
    play_matches(MATCHES, &FOUNDING);
}

/// Plays matches of every game; those of `whole` to the end, with any number of games.
fn play_matches(matches: u64, whole: &[&str]) {
    let mut settings = Vec::new();
    for (name, path) in games() {
        let description = open(&path);
        let of = |setting: &Setting| engine(&description, setting).with_sowing_limit(PATIENCE);
        let plain = (of(&Setting::default()), matches);
        let varied = description.variations.iter().map(|v| variation(v));
        let varied = varied.map(|setting| (of(&setting), matches / 10));
        settings.extend(std::iter::once(plain).chain(varied).map(|one| (name.clone(), one)));
    }
    let portions = settings.iter().flat_map(|(name, (engine, matches))| {
        let portion = matches.div_ceil(PORTIONS);
        let firsts = (0..*matches).step_by(portion as usize);
        firsts.map(move |first| (name, engine, first..(first + portion).min(*matches)))
    });
    let portions = std::sync::Mutex::new(portions);
    let work = || {
        loop {
            let Some((name, engine, seeds)) = portions.lock().expect("no one fails").next() else {
                break;
            };
            let portion = seeds.end - seeds.start;
            let most = if whole.contains(&name.as_str()) { u64::MAX } else { portion };
            let mut games = 0;
            for seed in seeds {
                if games >= most {
                    break;
                }
                games += random_match(name, engine, seed);
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
}

/// Plays a match; the number of its games.
fn random_match(name: &str, engine: &Engine, seed: u64) -> u64 {
    let told = || format!("{name} {:?}, match {seed}", engine.model().variations);
    let mut random = random(seed);
    let (mut position, _) = engine.start(None);
    let total = seeds(&position);
    for game in 1.. {
        position = play_out(engine, position, &mut random, 20_000, |_, _, next, _| {
            assert_eq!(seeds(next), total, "{}", told());
        });
        assert!(position.is_over(), "{}: game {game} goes on", told());
        if position.match_status().over {
            return game;
        }
        assert!(game < 2_000, "{}: the match goes on", told());
        let (next, _) = engine.next_game(&position).expect("a next game");
        assert_eq!(seeds(&next), total, "{}", told());
        position = next;
    }
    unreachable!("games are counted without end")
}

/// Every position has a decision or is over; legal choices can be played, illegal ones cannot.
#[test]
fn legality_agrees_with_play() {
    games().par_iter().for_each(|(name, path)| {
        let description = open(path);
        let engine = engine(&description, &Setting::default()).with_sowing_limit(LITTLE_PATIENCE);
        for seed in 0..4 {
            let (start, _) = engine.start(None);
            play_out(&engine, start, &mut random(seed), 60, |position, _, next, _| {
                for choice in engine.choices(position) {
                    assert!(engine.play(position, choice).is_ok(), "{name}: {choice:?}");
                }
                for (choice, _) in engine.illegal_choices(position) {
                    assert!(engine.play(position, choice).is_err(), "{name}: {choice:?}");
                }
                assert_eq!(next.decider().is_none(), next.is_over(), "{name}");
            });
        }
    });
}

/// Same description, options, seed and choices give the same game on every machine: a digest of the
/// seeds of every place after every choice. One snapshot a game.
#[test]
fn random_games_have_this_digest() {
    let digests = games().into_par_iter().map(|(name, path)| (name, digest_of_random_games(&path)));
    for (name, digest) in digests.collect::<Vec<_>>() {
        insta::with_settings!({ snapshot_suffix => name }, { insta::assert_snapshot!(digest) });
    }
}

/// The first 8 bytes, in hexadecimal.
fn digest_of_random_games(path: &std::path::Path) -> String {
    use sha2::{Digest, Sha256};
    let description = open(path);
    let engine = engine(&description, &Setting::default()).with_sowing_limit(PATIENCE);
    let places = engine.model().board.places.len() as u8;
    let mut digest = Sha256::new();
    let mut decisions = 0;
    for seed in 0..125 {
        if decisions > MOST_DECISIONS {
            break;
        }
        let (start, _) = engine.start(None);
        play_out(&engine, start, &mut random(seed), 2_000, |_, _, next, _| {
            for place in (0..places).map(PlaceId) {
                digest.update(next.seeds(place).to_le_bytes());
            }
            digest.update([next.mover().0, u8::from(next.is_over())]);
            decisions += 1;
        });
    }
    let digest = digest.finalize();
    digest.iter().take(8).map(|b| format!("{b:02x}")).collect()
}
