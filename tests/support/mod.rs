//! Shared helpers of tests: descriptions from files, engines, random games.
#![allow(dead_code)]

pub mod fixes;
pub mod ideas;

use mnc::diagnostic::{Diagnostic, Severity};
use mnc::engine::{Choice, Engine, Event, Position};
use mnc::resolve::{Description, Setting, load};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Every description in a folder of the repository, by name.
pub fn descriptions(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "mnc"))
        .map(|path| (path.file_stem().expect("a stem").to_string_lossy().into_owned(), path))
        .collect();
    found.sort();
    found
}

/// The words in the phrases of the grammar.
pub fn keywords() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/mnc.pest");
    let grammar = std::fs::read_to_string(path).expect("the grammar");
    // `reserved` lists words that cannot be names; some of them are reserved for later.
    let (before, rest) = grammar.split_once("\nreserved = @{").expect("the reserved words");
    let grammar = before.to_owned() + rest.split_once("\n}").expect("their end").1;
    let lines = grammar.lines().filter(|l| !l.trim_start().starts_with("//"));
    lines
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .flat_map(|phrase| phrase.split(' '))
        .filter(|word| word.starts_with(char::is_alphabetic))
        .map(str::to_owned)
        .collect()
}

/// Whether a description is to be tested: `MNC_GAME` names it, with commas between several names, or is not set.
pub fn is_selected(name: &str) -> bool {
    std::env::var("MNC_GAME").map_or(true, |only| only.split(',').any(|one| one == name))
}

/// A description without errors.
pub fn open(path: &Path) -> Description {
    let text = std::fs::read_to_string(path).expect("a description");
    let name = path.file_name().expect("a name").to_string_lossy();
    let (description, found) = load(&name, &text, &mnc::library::Shipped);
    assert!(!has_errors(&found), "{}", plain(&description, &found));
    description
}

/// Whether one of the findings is an error.
pub fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.severity == Severity::Error)
}

/// Findings, one a line.
pub fn plain(description: &Description, found: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let at = d.labels.first().map(|l| description.sources.line_column(l.span));
        let at = at.map_or(String::new(), |at| format!("{}:{}", at.line, at.column));
        let label = d.labels.first().map_or("", |l| &l.text);
        format!("{} {at} {}: {} ({label})\n", description.name, d.code, d.message)
    };
    found.iter().map(line).collect()
}

/// The engine of a description with a setting.
pub fn engine(description: &Description, setting: &Setting) -> Engine {
    let (model, found) = description.build(setting);
    match model {
        Some(model) => Engine::new(Arc::new(model)),
        None => panic!("{setting:?}\n{}", plain(description, &found)),
    }
}

/// The engine of a shipped game.
pub fn game(name: &str, setting: &Setting) -> Engine {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}.mnc"));
    engine(&open(&path), setting)
}

/// The setting with one variation.
pub fn variation(name: &str) -> Setting {
    Setting { variations: vec![name.to_owned()], ..Setting::default() }
}

/// A number from the environment, or a default.
pub fn number_from_env(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

/// A random generator with the same numbers on every machine.
pub fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// One of the choices.
pub fn pick(choices: &[Choice], random: &mut ChaCha8Rng) -> Choice {
    choices[(random.next_u64() % choices.len() as u64) as usize]
}

/// All seeds of a position, including those in the sowing hand.
pub fn seeds(position: &Position) -> u32 {
    position.state().total() + u32::from(position.sowing())
}

/// Plays a game with random choices, to its end or to a number of decisions.
pub fn play_out(
    engine: &Engine,
    mut position: Position,
    random: &mut ChaCha8Rng,
    most: usize,
    mut each: impl FnMut(&Position, Choice, &Position, &[Event]),
) -> Position {
    for _ in 0..most {
        let choices = engine.choices(&position);
        if choices.is_empty() {
            break;
        }
        let choice = pick(&choices, random);
        let (next, events) = engine.play(&position, choice).expect("a legal choice");
        each(&position, choice, &next, &events);
        position = next;
    }
    position
}
