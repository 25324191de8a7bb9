//! Records of games: writing, parsing, replaying.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::engine::Engine;
use mnc::model::Seat;
use mnc::notation::{Record, Trail, canonical_form, choice_id, fingerprint, parse_choice};
use mnc::resolve::{Setting, load};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::path::Path;
use support::{descriptions, engine, game, open};

fn hoyito() -> Engine {
    game("hoyito", &Setting::default())
}

/// A random match: at most `choices` choices in at most `games` games.
fn by_lot(engine: Engine, first: Option<Seat>, seed: u64, choices: usize, games: u16) -> Trail {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut trail = Trail::begin(engine, first);
    for _ in 0..choices {
        let legal = trail.engine().choices(trail.position());
        if let Some(n) = (chance.next_u64() as usize).checked_rem(legal.len()) {
            trail.choose(legal[n]).expect("a legal choice");
        } else if trail.position().game() >= games || trail.next_game().is_none() {
            break;
        }
    }
    trail
}

fn record(trail: &Trail) -> Record {
    Record::of(trail).expect("a whole trail")
}

#[test]
fn a_record_is_read_as_it_was_written() {
    for (name, path) in descriptions("games") {
        let description = open(&path);
        for setting in description.settings().into_iter().take(4) {
            let engine = engine(&description, &setting);
            // The second player begins, if there is one.
            let first = Seat(u8::from(engine.model().seats() > 1));
            let trail = by_lot(engine, Some(first), 7, 120, 3);
            let mut written = record(&trail);
            written.players = vec![("South".into(), "human".into())];
            written.seed = Some(u64::MAX);
            written.description = Some("games/a game.mnc".into());
            let text = written.to_string();
            let read = Record::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
            assert_eq!(read.to_string(), text, "{name}");
            assert!(read.choices() >= 2, "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// The record of a random game, replayed, ends in the same position.
    #[test]
    fn a_record_replays_to_the_same_position(seed: u64, which: usize, setting: usize, long: bool) {
        let games = descriptions("games");
        let description = open(&games[which % games.len()].1);
        let settings = description.settings();
        let engine = engine(&description, &settings[setting % settings.len()]);
        let choices = if long { 250 } else { (seed % 40) as usize };
        let trail = by_lot(engine.clone(), None, seed, choices, 3);
        let record = Record::parse(&record(&trail).to_string()).expect("a record");
        let again = record.replay(engine).unwrap_or_else(|m| panic!("{m}\n{record}"));
        prop_assert_eq!(again.position().hash(), trail.position().hash());
        prop_assert_eq!(again.position().state(), trail.position().state());
        prop_assert_eq!(again.steps().len(), trail.steps().len());
        prop_assert_eq!(again.steps().iter().map(|s| &s.events).collect::<Vec<_>>(),
            trail.steps().iter().map(|s| &s.events).collect::<Vec<_>>());
    }

    /// Parsing a printed choice gives the same choice.
    #[test]
    fn choices_are_read_as_they_are_written(seed: u64, which: usize) {
        let games = descriptions("games");
        let engine = engine(&open(&games[which % games.len()].1), &Setting::default());
        let trail = by_lot(engine, None, seed, (seed % 60) as usize, 3);
        let engine = trail.engine();
        for choice in engine.choices(trail.position()) {
            let text = choice_id(engine.model(), choice);
            prop_assert_eq!(parse_choice(engine, trail.position(), &text), Some(choice));
        }
    }

    /// Any text is parsed or refused as a record, without a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "(mnc record 1\n)?(game \"[a-z]\"\n)?(rules [0-9a-f]{16}\n)?([0-9a-z .,=\"#]{0,20}\n){0,6}") {
        if let Ok(record) = Record::parse(&text) {
            let _ = record.replay(hoyito());
        }
    }
}

#[test]
fn a_whole_match() {
    let trail = by_lot(hoyito(), None, 3, 2_000, 100);
    assert!(trail.position().match_status().over);
    let record = record(&trail);
    let text = record.to_string();
    insta::assert_snapshot!(text);
    let again = record.replay(hoyito()).expect("a record that fits");
    assert_eq!(again.position().match_status(), trail.position().match_status());
}

#[test]
fn the_fingerprint_is_of_the_meaning() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/hoyito.mnc");
    let text = std::fs::read_to_string(path).expect("hoyito");
    let of = |text: &str| {
        let (description, found) = load("hoyito.mnc", text, &mnc::library::Shipped);
        assert!(!support::has_errors(&found), "{}", support::plain(&description, &found));
        let engine = engine(&description, &Setting::default());
        (fingerprint(engine.model()), canonical_form(engine.model()))
    };
    let (here, _) = of(&text);
    let spelled = text
        .replace("casa", "house")
        .replace("[13, 14]", "")
        .replace("winner: most seeds", "winner\n  # a remark\n  most   seeds");
    assert_eq!(of(&spelled).0, here, "{}\n{}", of(&spelled).1, of(&text).1);
    let other = text.replace("every hole holds 4  ", "every hole holds 5  ");
    assert_ne!(of(&other).0, here);
    let other = text.replace("makes a casa              -> end move", "makes 5 -> end move");
    assert_ne!(of(&other).0, here);
}

#[test]
fn every_setting_of_a_game_has_rules_of_its_own() {
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let plain = fingerprint(engine(&description, &Setting::default()).model());
        for variation in &description.variations {
            let setting = support::variation(variation);
            let other = fingerprint(engine(&description, &setting).model());
            // Two variations may have the same rules; but each differs from the game without variations.
            assert_ne!(plain, other, "{name}, {variation}");
        }
    }
}

/// Fingerprints are part of saved records: they change only if the rules do.
#[test]
fn fingerprints_stay() {
    let games = descriptions("games");
    let one = |(name, path): &(String, std::path::PathBuf)| {
        format!("{name} {}", fingerprint(engine(&open(path), &Setting::default()).model()))
    };
    insta::assert_snapshot!(games.iter().map(one).collect::<Vec<_>>().join("\n"));
}

const HEAD: &str = "mnc record 1\ngame \"Hoyito\"\nrules 0123456789abcdef\n";

#[test]
fn texts_that_are_no_records() {
    let wrong = [
        "",
        "# only a remark\n",
        "hello\n",
        "mnc 1\ngame \"Hoyito\"\n",
        "mnc record 2\n",
        "mnc record 1\n",
        "mnc record 1\ngame Hoyito\n",
        "mnc record 1\ngame \"Hoyito\"\nrules 12\n",
        "mnc record 1\ngame \"Hoyito\"\nrules 0123456789abcdef\nseed x\n",
        "mnc record 1\ngame \"Hoyito\"\nrules 0123456789abcdef\noption columns\n",
        "mnc record 1\ngame \"Hoyito\"\nrules 0123456789abcdef\nplayer South\n",
        "mnc record 1\ngame \"Hoyito\"\nrules 0123456789abcdef\nfirst\n",
        "mnc record 1\ngame \"Hoyito\"\nrules 0123456789abcdef\ncolour = red\n",
        &format!("{HEAD}1 South a1\n"),
        &format!("{HEAD}1. South\n"),
        &format!("{HEAD}1. South a1,,b1\n"),
        &format!("{HEAD}1. South a1\n3. South b1\n"),
        &format!("{HEAD}1. South a1\nresult South wins\n2. North b2\n"),
        &format!("{HEAD}1. South a1\nresult South wins\nresult South wins\n"),
        &format!("{HEAD}1. South a1\ngame 3\n"),
        &format!("{HEAD}1. South a1\nfirst South\n"),
        &format!("{HEAD}match South wins\nmatch South wins\n"),
    ];
    let told = |text: &&str| match Record::parse(text) {
        Ok(record) => panic!("this is a record: {record}"),
        Err(error) => format!("{text:?}\n{error}\n"),
    };
    insta::assert_snapshot!(wrong.iter().map(told).collect::<Vec<_>>().join("\n"));
}

#[test]
fn records_that_do_not_fit_the_rules() {
    let wrong = [
        "first West\n",
        "1. South g1\n",
        "1. South a2\n",
        "1. North a2\n",
        "1. West a2\n",
        "1. South a1, b1\n",
        "1. South a1\nresult South wins 1 to 0\n",
        "1. South a1\n\ngame 2\n",
        "1. South a1\nmatch South wins\n",
    ];
    let told = |text: &&str| {
        let record = Record::parse(&format!("{HEAD}{text}")).expect("a record");
        match record.replay(hoyito()) {
            Ok(_) => panic!("this fits: {record}"),
            Err(misfit) => format!("{text:?}\n{misfit}\n"),
        }
    };
    insta::assert_snapshot!(wrong.iter().map(told).collect::<Vec<_>>().join("\n"));
}

#[test]
fn an_illegal_choice_is_reported_with_its_rule() {
    let engine = game("misoro-tsoro-additional-capture", &support::variation("the usual misoro"));
    let head = "mnc record 1\ngame \"Misoro\"\nrules 0123456789abcdef\n";
    let record = Record::parse(&format!("{head}1. South a1\n2. North h4\n")).expect("a record");
    let trail = match record.replay(engine) {
        Ok(trail) => trail,
        Err(misfit) => panic!("{misfit}"),
    };
    assert_eq!(trail.steps().len(), 3);
}
