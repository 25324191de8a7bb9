//! Every condition and every action in every section: it is refused there, or all runners agree about
//! it.
//!
//! The snapshots are the tables of the conditions and actions that are valid in each section. If they
//! change, compare them with *Conditions* and *Actions* in the reference.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use mnc::resolve::{Setting, load};
use mnc::runner::{Runner, RunnerKind, Sample};
use pest::Parser as _;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Conditions of every kind, as the reference lists them.
const CONDITIONS: &[&str] = &[
    "falls in an occupied hole",
    "makes 2 or 3",
    "makes a heap",
    "not falls in a heap",
    "the seed before fell in an own hole",
    "it is an own hole",
    "the origin holds 2 or more",
    "the next hole is empty",
    "every own hole is empty",
    "the leftmost own hole holds 2",
    "there are 2 or more heaps",
    "2 or fewer seeds are left",
    "the position returns",
    "the position returns for the third time",
    "the sowing never ends",
    "the game is drawn",
    "the opponent has no seeds in own holes",
    "a player holds 3 or more seeds",
    "the player has 2 or more heaps",
    "a player concedes",
    "the players agree",
    "the next player has no move",
    "the opponent has no move",
    "the player has moved",
    "the player is home",
    "the player is the winner",
    "the player is the starter",
    "its owner has no seeds in own holes",
    "its owner is the starter",
    "this is the first lap",
    "this is the first move",
    "this is the first turn",
    "this is the first game",
    "this move has captured",
    "the first lap has captured",
    "this lap has sown in an own hole",
    "this move began from the leftmost own hole",
    "this lap is clockwise",
    "every lap of this move has captured",
    "columns is 3",
    "raids is 2 or more",
    "2 * raids is more than 1",
    "restless",
    "busy",
    "the sowing hand holds 2 or more",
];

/// The sections that have conditions, with a statement to put one in.
const SECTIONS: &[(&str, &str)] = &[
    ("opening", "COND -> put 1 of the leftmost own hole in the own store"),
    ("way", "passing over the origin when COND"),
    ("turn", "a turn is 1 move, and again while COND"),
    ("move", "COND -> sow the leftmost own occupied hole\n  otherwise -> sow any own hole"),
    ("allowed", "a move may not leave the opponent no seeds in own holes when COND"),
    ("before each lap", "COND -> put 1 of the rightmost own hole in the own store"),
    ("each seed", "COND -> capture 1 of it"),
    ("last seed", "COND -> capture it\n  falls in an occupied hole -> sow it"),
    ("after capture", "COND -> play again"),
    ("after move", "COND -> play again"),
    ("end", "COND -> end game"),
    ("end, at any time", "COND, at any time -> end game"),
    ("match", "COND -> put 1 of the own store in the leftmost own hole"),
];

/// Actions of every kind, as the reference lists them.
const ACTIONS: &[&str] = &[
    "capture it",
    "capture the leftmost opponent's hole",
    "capture half of every own heap",
    "take 1 of the leftmost own hole",
    "put 1 of the own store in the leftmost own hole",
    "put each seed of the leftmost own hole in any own hole",
    "fill the leftmost own hole with 2",
    "sow the rightmost own hole",
    "sow any own heap",
    "sow, in this order:\n    any own heap\n    any own hole",
    "sow it",
    "close every own empty hole",
    "open every own hole",
    "mark the player as home",
    "mark the leftmost own hole as spot",
    "unmark every own hole",
    "choose any own hole as den, capture den",
    "set raids to 3",
    "set busy to yes",
    "the player owns the leftmost opponent's hole",
    "swap sides",
    "do raid",
    "repeat from the leftmost own hole:\n    it holds 2 -> capture it",
    "may capture the leftmost own hole",
    "either capture the leftmost own hole, or set raids to 0",
    "by lot, either set raids to 0, or set raids to 1",
    "capture the leftmost own hole, if the opponent has 1 or more heaps",
    "the opponent captures the rightmost opponent's hole",
    "each player captures the leftmost own hole",
    "its owner captures it",
    "put 1 of the leftmost own hole in the store of its owner",
    "pass",
    "play again",
    "the opponent plays again",
    "end move",
    "end turn",
    "end stage",
    "end game",
    "the player wins",
    "a player loses",
    "draw",
    "the player wins the match",
    "the winner moves first",
    "the second player moves first",
    "the next game has 1 fewer columns",
];

/// The sections that have actions, with a statement to put an action in.
const DONE_IN: &[(&str, &str)] = &[
    ("opening", "the leftmost own hole holds 2 -> ACTION"),
    ("move", "the leftmost own hole holds 3 -> ACTION\n  otherwise -> sow any own hole"),
    ("before each lap", "it holds 3 -> ACTION"),
    ("each seed", "makes 4 -> ACTION"),
    ("last seed", "makes 3 -> ACTION\n  falls in an occupied hole -> sow it"),
    (
        "last seed, without end",
        "the sowing never ends -> ACTION\n  falls in an occupied hole -> sow it",
    ),
    ("after capture", "the leftmost own hole holds 2 or more -> ACTION"),
    ("after move", "the leftmost own hole holds 3 -> ACTION"),
    ("end", "the leftmost own hole holds 4 or more -> ACTION"),
    ("end, at any time", "the leftmost own hole holds 4 or more, at any time -> ACTION"),
    ("match", "the game is drawn -> ACTION"),
];

/// A small game, with the statement in its section.
fn game(section: &str, statement: &str) -> String {
    let section = section.split(',').next().unwrap();
    let mut text = String::from("mnc 1\ngame \"Sections\"\n");
    for (heading, usual) in [
        ("options", "columns = 3, or 4"),
        ("board", "2 rows of columns holes\n  each player owns the nearest row and a store"),
        (
            "words",
            "heap = a hole holding 2 or more\n  spot = a mark\n  raid = capture the leftmost own hole\n  home = a mark of each player\n  raids = a number of each player\n  \
             busy = a yes\n  restless = the opponent has 1 or more heaps",
        ),
        ("start", "every hole holds 2"),
        ("opening", ""),
        ("way", "anticlockwise round every hole, then through the own store"),
        ("turn", "a player with no move passes"),
        ("move", "sow any own hole"),
        ("allowed", ""),
        ("before each lap", ""),
        ("each seed", ""),
        ("last seed", "makes a heap -> capture it"),
        ("after capture", "the player is not home -> mark the player as home"),
        ("after move", "set raids to raids + 1"),
        (
            "end",
            "3 or fewer seeds are left -> end game\n  the position returns for the third time -> end game",
        ),
        ("winner", "most seeds"),
        ("match", "each player fills every own hole with 2, from the left"),
    ] {
        let lines = match heading == section {
            // In *move* there are only the cases; after a capture only the case is done.
            true if matches!(section, "move" | "last seed") => statement.to_owned(),
            true if usual.is_empty() => statement.to_owned(),
            true => format!("{usual}\n  {statement}"),
            false => usual.to_owned(),
        };
        if !lines.is_empty() {
            writeln!(text, "{heading}\n  {lines}").unwrap();
        }
    }
    text
}

/// Runs a text with all runners: `Ok` if they agree, else the code of the refusal.
fn run(text: &str) -> Result<(), String> {
    let (description, found) = load("sections.mnc", text, &mnc::library::Shipped);
    let (model, more) = description.build(&Setting::default());
    let found: Vec<_> = found.into_iter().chain(more).collect();
    let errors = found.iter().filter(|finding| support::has_errors(std::slice::from_ref(finding)));
    let codes: Vec<&str> = errors.map(|finding| finding.code).collect();
    if let Some(code) = codes.first() {
        assert!(codes.iter().all(|other| other == code), "{codes:?}\n{text}");
        return Err((*code).to_owned());
    }
    let model = model.unwrap_or_else(|| panic!("no game, and no error:\n{text}"));
    let engine = mnc::engine::Engine::new(std::sync::Arc::new(model));
    let (start, _) = engine.start(None);
    let sample = Sample { seed: 3, games: 0..12, most_decisions: 60 };
    let [reference, plan, batch] = [RunnerKind::Reference, RunnerKind::Plan, RunnerKind::Batch]
        .map(|kind| Runner::new(engine.clone(), start.clone(), kind))
        .map(|runner| (runner.perft(&runner.start(), 4, 1), runner.play_out(&sample)));
    assert_eq!(plan, reference, "by the plan:\n{text}");
    assert_eq!(batch, reference, "by the batch:\n{text}");
    Ok(())
}

/// The sections in which each phrase is valid; `gap` marks its place in a statement.
fn table(phrases: &[&str], sections: &[(&str, &str)], gap: &str) -> String {
    let mut table = String::new();
    for phrase in phrases {
        let (mut fine, mut refused) = (Vec::new(), Vec::new());
        for (section, statement) in sections {
            match run(&game(section, &statement.replace(gap, phrase))) {
                Ok(()) => fine.push(*section),
                Err(code) => refused.push(format!("{section} ({code})")),
            }
        }
        writeln!(table, "{phrase}\n  fine in: {}", fine.join("; ")).unwrap();
        writeln!(table, "  refused in: {}", refused.join("; ")).unwrap();
    }
    table
}

/// The alternatives of a production, as the grammar lists them.
fn alternatives(production: &str) -> BTreeSet<String> {
    let body = mnc_grammar::TEXT.split(&format!("\n{production} = ")).nth(1).unwrap();
    let body = body.split(|c| "{}".contains(c)).nth(1).unwrap();
    let words = body.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The productions of which some phrases consist.
fn productions_of(phrases: &[&str], rule: mnc_grammar::Rule) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for phrase in phrases {
        // The deeper lines are statements of their own.
        let line = phrase.lines().next().unwrap();
        let spaced = line.replace(',', " ,").replace(':', " :");
        let words: String = spaced.split_whitespace().flat_map(|word| [word, " "]).collect();
        let read = mnc_grammar::Grammar::parse(rule, &words);
        let read = read.unwrap_or_else(|error| panic!("`{phrase}`: {error}"));
        used.extend(read.flatten().map(|pair| format!("{:?}", pair.as_rule())));
    }
    used
}

/// Every production of a condition or an action is used by a phrase of the lists.
#[test]
fn the_lists_have_every_condition_and_every_action() {
    let used = productions_of(CONDITIONS, mnc_grammar::Rule::cond);
    let all = ["one_test", "fact", "player_test"].into_iter().flat_map(alternatives);
    let missing: Vec<String> = all.filter(|name| !used.contains(name)).collect();
    assert!(missing.is_empty(), "CONDITIONS has no phrase with {missing:?}");
    let used = productions_of(ACTIONS, mnc_grammar::Rule::actions);
    let missing: Vec<String> =
        alternatives("deed").into_iter().filter(|name| !used.contains(name)).collect();
    assert!(missing.is_empty(), "ACTIONS has no phrase with {missing:?}");
}

#[test]
fn conditions_are_refused_or_read_alike() {
    insta::assert_snapshot!(table(CONDITIONS, SECTIONS, "COND"));
}

#[test]
fn actions_are_refused_or_done_alike() {
    insta::assert_snapshot!(table(ACTIONS, DONE_IN, "ACTION"));
}
