//! What phrases mean: small games in `tests/cases/meaning`, each with tests of its own that state
//! the right value for every player.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use mnc::resolve::{Description, Setting, load};
use mnc::runner::{Kind, Runner, Sample};

/// The names of the players where a description gives none.
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

/// What is wrong with a case: mistakes, and tests that fail.
fn wrong(name: &str, text: &str) -> String {
    let description = read(name, text);
    let mut found = Vec::new();
    for setting in description.settings() {
        found.extend(description.build(&setting).1);
    }
    found.retain(|finding| support::has_errors(std::slice::from_ref(finding)));
    assert!(!description.tests.is_empty(), "{name} has no test");
    found.extend(mnc::proof::run(&description));
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
            let [reference, plan, batch] = [Kind::Reference, Kind::Plan, Kind::Batch]
                .map(|kind| Runner::new(engine.clone(), start.clone(), kind))
                .map(|runner| (runner.perft(&runner.start(), 3, 1), runner.play_out(&sample)));
            assert_eq!(plan, reference, "{name} {setting:?}, by the plan");
            assert_eq!(batch, reference, "{name} {setting:?}, by the batch");
        }
    }
}
