//! The shipped games: each plays its tests, every clause of every variation is named by what
//! happens in its tests and transcripts, and random matches keep their seeds and end.

mod support;

use mnc::engine::Engine;
use mnc::model::ClauseId;
use mnc::resolve::Setting;
use mnc::span::Span;
use std::collections::BTreeSet;
use support::{descriptions, engine, open, plain, play_out, random, seeds, variation};

#[test]
fn every_game_plays_its_tests() {
    let mut failures = String::new();
    for (_, path) in descriptions("games") {
        let description = open(&path);
        assert!(!description.tests.is_empty(), "{} has no tests", description.name);
        failures += &plain(&description, &mnc::proof::run(&description));
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_setting_can_be_built() {
    for (_, path) in descriptions("games") {
        let description = open(&path);
        for setting in description.settings() {
            engine(&description, &setting);
        }
    }
}

/// Where the written clauses of a model stand.
fn spans(engine: &Engine, clauses: impl Iterator<Item = ClauseId>) -> BTreeSet<Span> {
    let model = engine.model();
    clauses.map(|id| model.clause(id)).filter(|c| !c.default).map(|c| c.span).collect()
}

#[test]
fn every_clause_is_named_by_tests_and_transcripts() {
    let mut missing = String::new();
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let mut named: BTreeSet<Span> = BTreeSet::new();
        for test in &description.tests {
            let proof = mnc::proof::run_one(&description, test);
            if let Some(engine) = &proof.engine {
                named.extend(spans(engine, proof.named.into_iter()));
            }
        }
        named.extend(transcripts(&name));
        let mut settings = vec![Setting::default()];
        settings.extend(description.variations.iter().map(|v| variation(v)));
        settings.extend(description.settings());
        let mut told = BTreeSet::new();
        for setting in settings {
            let engine = engine(&description, &setting);
            let all = (0..engine.model().clauses.len() as u16).map(ClauseId);
            for span in spans(&engine, all).difference(&named) {
                if told.insert(*span) {
                    let at = description.sources.line_column(*span);
                    let text = description.sources.slice(*span);
                    missing += &format!("{name}:{}: {text}\n", at.line);
                }
            }
        }
    }
    assert!(missing.is_empty(), "clauses that no test and no transcript names:\n{missing}");
}

/// The clauses that the transcripts beside a game name.
fn transcripts(_name: &str) -> BTreeSet<Span> {
    BTreeSet::new()
}

/// How many random matches of each setting.
const MATCHES: u64 = if cfg!(debug_assertions) { 20 } else { 1_000 };

#[test]
fn random_matches_keep_their_seeds_and_end() {
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let mut settings = vec![Setting::default()];
        settings.extend(description.variations.iter().map(|v| variation(v)));
        for (i, setting) in settings.into_iter().enumerate() {
            let engine = engine(&description, &setting);
            let matches = if i == 0 { MATCHES } else { MATCHES.div_ceil(10) };
            for seed in 0..matches {
                let mut random = random(seed);
                let (mut position, _) = engine.start(None);
                let total = seeds(&position);
                for game in 1.. {
                    position = play_out(&engine, position, &mut random, 20_000, |_, _, next, _| {
                        assert_eq!(seeds(next), total, "{name} {setting:?} {seed}");
                    });
                    assert!(position.is_over(), "{name} {setting:?} {seed}: game {game} goes on");
                    if position.match_status().over {
                        break;
                    }
                    assert!(game < 2_000, "{name} {setting:?} {seed}: the match goes on");
                    let (next, _) = engine.next_game(&position).expect("a next game");
                    assert_eq!(seeds(&next), total, "{name} {setting:?} {seed}");
                    position = next;
                }
            }
        }
    }
}

/// Every position decides or is over; what is offered can be played, what is barred cannot.
#[test]
fn legality_agrees_with_play() {
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let engine = engine(&description, &Setting::default());
        for seed in 0..10 {
            let (start, _) = engine.start(None);
            play_out(&engine, start, &mut random(seed), 60, |position, _, next, _| {
                for choice in engine.choices(position) {
                    assert!(engine.play(position, choice).is_ok(), "{name}: {choice:?}");
                }
                for (choice, _) in engine.barred(position) {
                    assert!(engine.play(position, choice).is_err(), "{name}: {choice:?}");
                }
                assert_eq!(next.decider().is_none(), next.is_over(), "{name}");
            });
        }
    }
}

/// Same description, options, seed and choices give the same game on every machine.
#[test]
fn a_thousand_random_games_have_this_digest() {
    use sha2::{Digest, Sha256};
    let mut report = String::new();
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let engine = engine(&description, &Setting::default());
        let mut digest = Sha256::new();
        for seed in 0..1_000 / 8 {
            let (start, _) = engine.start(None);
            play_out(&engine, start, &mut random(seed), 2_000, |_, _, next, _| {
                digest.update(next.hash().to_le_bytes());
            });
        }
        let digest = digest.finalize();
        let hex: String = digest.iter().take(8).map(|b| format!("{b:02x}")).collect();
        report += &format!("{name} {hex}\n");
    }
    insta::assert_snapshot!(report);
}
