//! The semantics of phrases: small games in `tests/cases/meaning`, each with tests that state the right
//! value for every player.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use mnc::model::{Model, PlaceId, PlaceKind, Seat, WayKind};
use mnc::notation::BoardDrawing;
use mnc::resolve::{Description, Setting, load};
use mnc::runner::{Runner, RunnerKind, Sample};

/// The default names of the players.
const DEFAULT_NAMES: &str = "  players South, North\n";

fn cases() -> Vec<(String, String)> {
    let cases = support::descriptions("tests/cases/meaning");
    let read = |(name, path)| (name, std::fs::read_to_string(path).expect("a description"));
    cases.into_iter().map(read).collect()
}

fn read(name: &str, text: &str) -> Description {
    let (description, found) = load(name, text, &mnc::library::Shipped);
    assert!(!support::has_errors(&found), "{}", support::plain(&description, &found));
    description
}

/// The findings of a case: mistakes, and tests that fail.
fn wrong(name: &str, text: &str) -> String {
    let description = read(name, text);
    let mut found = Vec::new();
    for setting in description.settings() {
        found.extend(description.build(&setting).1);
    }
    found.retain(|finding| support::has_errors(std::slice::from_ref(finding)));
    assert!(description.test_count() > 0, "{name} has no test");
    found.extend(mnc::game_tests::run(&description));
    support::plain(&description, &found)
}

#[test]
fn phrases_mean_what_the_tests_of_the_cases_say() {
    let found: String = cases().iter().map(|(name, text)| wrong(name, text)).collect();
    assert!(found.is_empty(), "{found}");
}

/// Naming the players South and North changes nothing.
#[test]
fn default_names_mean_the_same_as_names_that_are_given() {
    let mut compared = 0;
    for (name, text) in cases() {
        if text.contains("\n  players ") {
            continue;
        }
        compared += 1;
        let named = text.replacen("\nboard\n", &format!("\nboard\n{DEFAULT_NAMES}"), 1);
        assert_ne!(named, text, "{name}");
        assert_eq!(wrong(&name, &named), "", "{name}");
        let model = |text: &str| read(&name, text).build(&Setting::default()).0.expect("a game");
        let fingerprint = |text: &str| mnc::notation::fingerprint(&model(text));
        assert_eq!(fingerprint(&named), fingerprint(&text), "{name}");
    }
    assert!(compared > 0);
}

#[test]
fn all_ways_of_running_agree() {
    for (name, text) in cases() {
        let description = read(&name, &text);
        for setting in description.settings() {
            let engine = support::engine(&description, &setting);
            let (start, _) = engine.start(None);
            let sample = Sample { seed: 5, games: 0..20, most_decisions: 200 };
            let [reference, plan, batch] =
                [RunnerKind::Reference, RunnerKind::Plan, RunnerKind::Batch]
                    .map(|kind| Runner::new(engine.clone(), start.clone(), kind))
                    .map(|runner| (runner.perft(&runner.start(), 3, 1), runner.play_out(&sample)));
            assert_eq!(plan, reference, "{name} {setting:?}, by the plan");
            assert_eq!(batch, reference, "{name} {setting:?}, by the batch");
        }
    }
}

/// The column of the end of the board at which a player's store is drawn; `None`: at neither.
fn drawn_at(model: &Model, drawing: &str, seat: Seat) -> Option<u16> {
    let name = model.player(seat);
    let mut lines = drawing.lines().map(str::trim);
    let at_left = |line: &str| line.starts_with(&format!("{name} ["));
    let at_right = |line: &str| line.ends_with(&format!("] {name}"));
    let line = lines.find(|line| at_left(line) || at_right(line))?;
    Some(if at_left(line) { 1 } else { model.board.columns })
}

/// The columns of the holes before and after a store on the ways of a player.
fn columns_on_the_way(model: &Model, seat: Seat, store: PlaceId) -> Vec<u16> {
    let column = |place: &PlaceId| model.board.places[place.index()].hole.map(|hole| hole.column);
    let mut columns = Vec::new();
    for line in model.stages.iter().flat_map(|stage| &stage.rules.way) {
        let WayKind::Circuit { rings, dynamic: None, .. } = &line.kind else { continue };
        let places = &rings[seat.index()].places;
        let Some(at) = places.iter().position(|place| *place == store) else { continue };
        let n = places.len();
        let holes = |step: usize| (1..n).find_map(|i| column(&places[(at + i * step) % n]));
        columns.extend([holes(1), holes(n - 1)].into_iter().flatten());
    }
    columns
}

/// A store is drawn where *board* puts it and where the way passes it.
#[test]
fn a_store_is_drawn_where_it_is_on_the_way() {
    let (mut declared, mut passed) = (0, 0);
    for (name, path) in
        ["games", "tests/cases/meaning", "tests/ideas"].into_iter().flat_map(support::descriptions)
    {
        let description = support::open(&path);
        for setting in description.settings() {
            let engine = support::engine(&description, &setting);
            let (model, start) = (engine.model(), engine.start(None).0);
            let drawing = BoardDrawing::of(model, &start).draw();
            for seat in [Seat(0), Seat(1)].into_iter().take(model.seats()) {
                let store = model.board.seats[seat.index()].store;
                let place = &model.board.places[store.index()];
                let at = drawn_at(model, &drawing, seat);
                if let (Some(hole), PlaceKind::Store) = (place.adjacent_hole, place.kind)
                    && let Some(at) = at
                {
                    declared += 1;
                    let hole = model.board.places[hole.index()].hole.map(|hole| hole.column);
                    assert_eq!(hole, Some(at), "{name} {setting:?}\n{drawing}");
                }
                let columns = columns_on_the_way(model, seat, store);
                if let Some(at) = at.filter(|_| !columns.is_empty()) {
                    passed += 1;
                    assert!(columns.contains(&at), "{name} {setting:?} {columns:?}\n{drawing}");
                }
            }
        }
    }
    assert!(declared > 50 && passed > 50, "{declared} {passed}");
}

/// Games that are sown clockwise: by their sources, a player's store is at the left; in Lagerung it
/// comes after the opponent's holes.
#[test]
fn stores_of_games_that_are_sown_clockwise() {
    for (game, left) in
        [("main-chongkak", true), ("sungka", true), ("papan-dakon", true), ("lagerung", false)]
    {
        let engine = support::game(game, &Setting::default());
        let (model, start) = (engine.model(), engine.start(None).0);
        let drawing = BoardDrawing::of(model, &start).draw();
        let far = model.board.columns;
        let south = drawn_at(model, &drawing, Seat(0));
        assert_eq!(south, Some(if left { 1 } else { far }), "{game}\n{drawing}");
        let north = drawn_at(model, &drawing, Seat(1));
        assert_eq!(north, Some(if left { far } else { 1 }), "{game}\n{drawing}");
    }
}

/// A test that begins in a position where the game is over: the message names the statement of *end*.
#[test]
fn a_test_that_begins_when_the_game_is_over_names_the_cause() {
    let cases = cases();
    let (name, text) = cases.iter().find(|(name, _)| name == "laid-out-and-over").expect("a case");
    let text =
        format!("{text}\ntest \"too late\"\n  given a1 1, North store 5\n  South plays a1\n");
    let description = read(name, &text);
    let found = mnc::game_tests::run(&description);
    let [finding] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(finding.message, "`South` does not choose here");
    let labels: Vec<(&str, &str)> = finding
        .labels
        .iter()
        .map(|label| (description.sources.slice(label.span), label.text.as_str()))
        .collect();
    let ends = "a player holds 5 or more seeds            -> that player wins";
    assert_eq!(labels, [("South", "the game is over"), (ends, "this ends it")]);
    assert!(finding.help.as_ref().is_some_and(|help| help.contains("given nobody has moved")));
}
