//! Comparing games: pairs with a known difference, whose shortest play is found; and games that are the same in
//! other words.
//!
//! A case is a description in `tests/cases/compare/differ` or `tests/cases/compare/same` that is like one of
//! `tests/cases/compare/bases`.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::compare::{
    CompareLimits, ComparisonResult, PairStep, Parting, ReadingKind, Sampling, causes, compare,
    readings,
};
use mnc::diagnostic::{Findings, Severity, plain};
use mnc::engine::{Engine, Position};
use mnc::library::Shipped;
use mnc::model::PlaceId;
use mnc::notation::{choice_id, clause_text};
use mnc::resolve::{Description, GameLoader, Setting, load};
use mnc::stop::StopFlag;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/compare").join(kind)
}

fn cases(kind: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder(kind)).expect("a folder");
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    cases.sort();
    cases
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

/// The bases.
struct Bases;

impl GameLoader for Bases {
    fn find(&self, game: &str) -> Option<(String, String)> {
        let bases = cases("bases").into_iter();
        let mut texts =
            bases.map(|path| (stem(&path), std::fs::read_to_string(path).expect("text")));
        texts.find(|(_, text)| text.contains(&format!("game \"{game}\"")))
    }
}

fn game(name: &str, text: &str) -> Engine {
    let (description, mut found) = load(name, text, &Bases);
    let (model, more) = description.build(&Setting::default());
    found.extend(more);
    let found = Findings::new(description.sources.clone(), found).at_least(Severity::Error);
    Engine::new(Arc::new(model.unwrap_or_else(|| panic!("{name}: {}", plain::render(&found)))))
}

/// The base of a case, and the case.
fn pair(path: &Path) -> [Engine; 2] {
    let text = std::fs::read_to_string(path).expect("a case");
    let base = text.split("like \"").nth(1).and_then(|rest| rest.split('"').next()).expect("like");
    let (name, base) = Bases.find(base).expect("a base");
    [game(&name, &base), game(&stem(path), &text)]
}

fn compared([first, second]: &[Engine; 2]) -> ComparisonResult {
    compare(first, second, CompareLimits::default(), &StopFlag::default())
}

/// What is seen of a position: everything that counts, as text.
fn seen(engine: &Engine, at: &Position) -> String {
    let model = engine.model();
    let mut text = String::new();
    for i in 0..model.board.places.len() {
        let place = PlaceId(i as u8);
        let closed = if at.is_closed(place) { "x" } else { "" };
        let _ = write!(text, "{}{closed}{:?} ", at.seeds(place), engine.owner(at, place));
    }
    let result = at.result().map(|result| result.verdict);
    let _ = write!(text, "{:?} {:?} {result:?} {}", at.decider(), at.deciding(), at.is_over());
    if at.is_over() && model.next_game.is_some() {
        let _ = write!(text, "{:?}", at.match_status());
    }
    text
}

/// The names of the choices, in one order; and of those, the positions after them.
fn after(engine: &Engine, at: &Position) -> Vec<(String, Position)> {
    let choices = engine.choices(at).into_iter();
    let named =
        choices.map(|choice| (choice_id(engine.model(), choice), engine.advance(at, choice)));
    let mut named: Vec<(String, Position)> = named.collect();
    if let Some((next, _)) = engine.next_game(at) {
        named.push(("next game".into(), next));
    }
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named
}

/// The number of steps of the shortest play that shows a difference, by a search without any memory of
/// positions; `None`: there is none with fewer than `most` steps.
fn shortest(engines: &[Engine; 2], most: usize) -> Option<usize> {
    let [one, other] = engines;
    let start = [one.start(None).0, other.start(None).0];
    if seen(one, &start[0]) != seen(other, &start[1]) {
        return Some(0);
    }
    let mut level = vec![start];
    for steps in 1..=most {
        let mut next = Vec::new();
        for [first, second] in &level {
            let (here, there) = (after(one, first), after(other, second));
            let names = |list: &[(String, Position)]| -> Vec<String> {
                list.iter().map(|(name, _)| name.clone()).collect()
            };
            if names(&here) != names(&there) {
                return Some(steps);
            }
            for ((_, a), (_, b)) in here.into_iter().zip(there) {
                if seen(one, &a) != seen(other, &b) {
                    return Some(steps);
                }
                next.push([a, b]);
            }
        }
        level = next;
    }
    None
}

/// A parting as text, for the snapshot.
fn shown([one, other]: &[Engine; 2], parting: &Parting) -> String {
    let steps = parting.steps.iter().map(|step| match step {
        PairStep::NextGame => "next game".into(),
        PairStep::Chose(_, Some(choice), _) => choice_id(one.model(), *choice),
        PairStep::Chose(_, None, Some(choice)) => choice_id(other.model(), *choice),
        PairStep::Chose(_, None, None) => String::new(),
    });
    let steps: Vec<String> = steps.collect();
    let mut text = format!("{:?} after {}\n", parting.kind, steps.join(", "));
    for (engine, cause) in [one, other].into_iter().zip(causes(one, other, parting)) {
        let cause = cause.expect("a cause");
        let clause = clause_text(engine.model(), cause.clause);
        let _ = writeln!(text, "    {}\n        {clause}", cause.event);
    }
    text
}

/// Each difference is found, in a play that is as short as any. The snapshot has the plays and the statements
/// that make the difference.
#[test]
fn differences_are_found_in_a_shortest_play() {
    let cases = cases("differ");
    assert!(cases.len() >= 50, "{}", cases.len());
    let mut text = String::new();
    for path in cases {
        let (name, engines) = (stem(&path), pair(&path));
        let ComparisonResult::Parting { parting, extent } = compared(&engines) else {
            panic!("{name}: no difference was found");
        };
        assert!(parting.is_shortest(&extent), "{name}: {extent:?}");
        let length = parting.steps.len();
        assert_eq!(shortest(&engines, length), Some(length), "{name}");
        // The play leads there in both games.
        let _ = write!(text, "{name}: {}", shown(&engines, &parting));
    }
    insta::assert_snapshot!("differ", text);
}

#[test]
fn the_same_game_in_other_words_is_the_same() {
    let cases = cases("same");
    assert!(cases.len() >= 50, "{}", cases.len());
    let limits = CompareLimits { games: 200, depth: 7, ..CompareLimits::default() };
    let mut text = String::new();
    for path in cases {
        let (name, engines) = (stem(&path), pair(&path));
        match compare(&engines[0], &engines[1], limits, &StopFlag::default()) {
            ComparisonResult::SameRules => text += &format!("{name}: the same meaning\n"),
            ComparisonResult::SamePlay(extent) => {
                assert!(extent.depth >= 6 && extent.games >= 100, "{name}: {extent:?}");
                assert_eq!(shortest(&engines, 4), None, "{name}");
                let whole = if extent.whole { "whole games" } else { "as far as compared" };
                text += &format!("{name}: the same play, {whole}\n");
            }
            ComparisonResult::Parting { parting, .. } => {
                panic!("{name}: {}", shown(&engines, &parting));
            }
        }
    }
    insta::assert_snapshot!("same", text);
}

/// The order of the two games does not matter, and the same call gives the same answer.
#[test]
fn a_comparison_is_symmetric_and_repeatable() {
    for path in cases("differ").iter().step_by(7) {
        let [first, second] = pair(path);
        let length = |a: &Engine, b: &Engine| match compared(&[a.clone(), b.clone()]) {
            ComparisonResult::Parting { parting, .. } => parting.steps.len(),
            ComparisonResult::SameRules | ComparisonResult::SamePlay(_) => {
                panic!("{}", path.display())
            }
        };
        assert_eq!(length(&first, &second), length(&second, &first), "{}", path.display());
        let shown = |found: ComparisonResult| format!("{found:?}");
        let engines = [first, second];
        assert_eq!(shown(compared(&engines)), shown(compared(&engines)));
    }
}

#[test]
fn work_and_positions_are_bounded() {
    let engines = pair(&folder("same").join("winner-counts-holes-too.mnc"));
    let few = CompareLimits { games: 3, depth: 60, work: 1_000_000, ..CompareLimits::default() };
    let stop = StopFlag::default();
    match compare(&engines[0], &engines[1], few, &stop) {
        ComparisonResult::SamePlay(extent) => {
            assert!(extent.cut_short && extent.depth < 60, "{extent:?}")
        }
        other => panic!("{other:?}"),
    }
    let few = CompareLimits { games: 0, positions: 50, ..CompareLimits::default() };
    match compare(&engines[0], &engines[1], few, &stop) {
        ComparisonResult::SamePlay(extent) => {
            assert!(extent.cut_short && extent.depth < 6, "{extent:?}")
        }
        other => panic!("{other:?}"),
    }
    stop.set();
    match compare(&engines[0], &engines[1], CompareLimits::default(), &stop) {
        ComparisonResult::SamePlay(extent) => assert_eq!((extent.depth, extent.games), (0, 0)),
        other => panic!("{other:?}"),
    }
}

fn shipped(name: &str) -> Description {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.mnc"));
    let text = std::fs::read_to_string(path).expect("a game");
    load(name, &text, &Shipped).0
}

#[test]
fn the_readings_of_a_game_matter_more_or_less() {
    let sampling = Sampling { games: 200, seed: 1, most_choices: 2000, work: 10_000_000_000 };
    let found = readings(&shipped("oware"), &Setting::default(), sampling, &StopFlag::default());
    let matters = |wanted: &str| {
        let one = found.iter().find(|reading| match &reading.kind {
            ReadingKind::Variation(name) => name == wanted,
            ReadingKind::Assumed { why, .. } => why == wanted,
        });
        let effect = one.expect(wanted).effect.as_ref().expect("a game");
        assert_eq!(effect.of, 200);
        assert_eq!(
            effect.with.games().max(effect.without.games()),
            match &one.expect(wanted).kind {
                ReadingKind::Variation(_) => 200,
                ReadingKind::Assumed { .. } => effect.matters.max(200 - effect.matters),
            }
        );
        effect.matters
    };
    let allowed = matters("grand slam allowed");
    let forbidden = matters("grand slam forbidden");
    // A move that is not legal is a difference wherever it could be chosen, also if nobody chooses it.
    assert!(allowed < forbidden, "{allowed} {forbidden}");
    assert!(matters("holes of twelve or more are passed over") > 150);
    assert_eq!(matters("the Abapa grand slam"), 200);
}
