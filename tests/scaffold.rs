//! New descriptions: every pair of answers makes a game that checks clean and can be played, and every block of
//! a description that is like another can be used.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::check;
use mnc::diagnostic::{Findings, Severity, plain};
use mnc::engine::Engine;
use mnc::library::{Library, Shipped};
use mnc::notation::fingerprint;
use mnc::resolve::{Setting, load};
use mnc::runner::{Runner, RunnerKind, Sample};
use mnc::scaffold::{
    AnswerForm, GameAnswers, QuestionId, change_blocks, description_text, like_text,
};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// GameAnswers that are tried for a question: all of a menu; of numbers usual ones.
fn tried(answers: &GameAnswers, id: QuestionId) -> Vec<String> {
    let Some(question) = answers.question(id) else { return Vec::new() };
    match question.form {
        AnswerForm::Menu(items) => items.iter().map(|(word, _)| (*word).to_owned()).collect(),
        AnswerForm::Number { .. } => match id {
            QuestionId::Rows => vec!["2".into(), "4".into()],
            QuestionId::Holes => ["4", "6", "8", "10"].map(str::to_owned).into(),
            _ => ["2", "3", "4", "6"].map(str::to_owned).into(),
        },
    }
}

/// The answers of somebody who takes all defaults but these.
fn with(given: &[(QuestionId, &str)]) -> Option<GameAnswers> {
    let mut answers = GameAnswers::default();
    let mut used = 0;
    for id in QuestionId::ALL {
        for (_, answer) in given.iter().filter(|(known, _)| *known == id) {
            if answers.answer(id, answer).is_ok() {
                used += 1;
            }
        }
    }
    (used == given.len()).then_some(answers)
}

/// All answers that are tried for any question, after any answer to the questions that decide which are asked.
fn all_answers() -> BTreeSet<(QuestionId, String)> {
    let mut all = BTreeSet::new();
    for rows in ["2", "4"] {
        for stores in ["kept", "sown"] {
            for capture in ["two-or-three", "opposite", "both"] {
                let mut answers = GameAnswers::default();
                for (id, answer) in [
                    (QuestionId::Rows, rows),
                    (QuestionId::Stores, stores),
                    (QuestionId::Capture, capture),
                ] {
                    // Not all are asked together.
                    let _ = answers.answer(id, answer);
                }
                for id in QuestionId::ALL {
                    all.extend(tried(&answers, id).into_iter().map(|answer| (id, answer)));
                }
            }
        }
    }
    all
}

/// The texts of every pair of answers that can be given together; after answers that are the only ones to lead
/// to the second question, if it needs some.
fn texts() -> BTreeSet<String> {
    let all: Vec<(QuestionId, String)> = all_answers().into_iter().collect();
    let ways: [&[(QuestionId, &str)]; 6] = [
        &[],
        &[(QuestionId::Rows, "4")],
        &[(QuestionId::Stores, "sown")],
        &[(QuestionId::Capture, "opposite")],
        &[(QuestionId::Ending, "no-move")],
        &[(QuestionId::Stores, "sown"), (QuestionId::Ending, "no-move")],
    ];
    let mut texts = BTreeSet::new();
    let mut given_once = BTreeSet::new();
    for (i, (id, answer)) in all.iter().enumerate() {
        for (other, second) in &all[i..] {
            for way in ways
                .iter()
                .filter(|way| way.iter().all(|(decided, _)| decided != id && decided != other))
            {
                let mut given = way.to_vec();
                given.push((*id, answer));
                if (other, second) != (id, answer) {
                    given.push((*other, second));
                }
                if let Some(answers) = with(&given) {
                    texts.insert(description_text("A new game", &answers));
                    given_once.extend([(*id, answer), (*other, second)]);
                    break;
                }
            }
        }
    }
    assert_eq!(given_once.len(), all.len(), "some answers cannot be given");
    texts
}

/// Checks a description, plays 100 random games of it, and its test.
fn problem(text: &str) -> Option<String> {
    let (sources, found) = check::analyse("new.mnc", text, &Shipped);
    let found = Findings::new(sources, found).at_least(Severity::Warning);
    if found.gravest().is_some() {
        return Some(plain::render(&found) + text);
    }
    if text.matches("\ntest \"").count() != 1 {
        return Some(format!("not one test:\n{text}"));
    }
    let (description, _) = load("new.mnc", text, &Shipped);
    let model = description.build(&Setting::default()).0.expect("a game");
    let engine = Engine::new(Arc::new(model)).with_sowing_limit(1 << 15);
    let (start, _) = engine.start(None);
    let runner = Runner::new(engine, start, RunnerKind::Batch);
    let sample = Sample { seed: 1, games: 0..100, most_decisions: 10_000 };
    let totals = runner.totals(&sample, 1, &|_| {});
    (totals.unfinished > 0).then(|| format!("{} unfinished games:\n{text}", totals.unfinished))
}

#[test]
fn every_pair_of_answers_makes_a_clean_game_that_can_be_played() {
    let texts = texts();
    assert!(texts.len() > 250, "only {}", texts.len());
    let bad: Vec<String> = texts.par_iter().filter_map(|text| problem(text)).collect();
    assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), texts.len(), bad.join("\n---\n"));
}

/// Every path through the menus, with the usual board: thousands of games.
#[test]
#[ignore = "takes minutes"]
fn every_path_makes_a_clean_game() {
    let mut paths = vec![GameAnswers::default()];
    for id in QuestionId::ALL {
        let further = |answers: &GameAnswers| -> Vec<GameAnswers> {
            let numbers = matches!(id, QuestionId::Holes | QuestionId::Seeds);
            let answered = tried(answers, id).into_iter().filter(|_| !numbers).map(|answer| {
                let mut next = answers.clone();
                next.answer(id, &answer).expect("an answer of the menu");
                next
            });
            let next: Vec<GameAnswers> = answered.collect();
            if next.is_empty() { vec![answers.clone()] } else { next }
        };
        paths = paths.iter().flat_map(further).collect();
    }
    let texts: BTreeSet<String> =
        paths.iter().map(|answers| description_text("A new game", answers)).collect();
    assert!(texts.len() > 2_000, "only {}", texts.len());
    let bad: Vec<String> = texts.par_iter().filter_map(|text| problem(text)).collect();
    // A rule that is rare on that board may be warned about; `mnc new` says so then.
    let is_rare = |text: &&String| text.contains("warning[clause-never-used]");
    let worse: Vec<&String> = bad.iter().filter(|text| !is_rare(text)).collect();
    assert!(worse.is_empty(), "{} of {}:\n{}", worse.len(), texts.len(), worse[0]);
    assert!(bad.len() * 100 < texts.len(), "{} of {}:\n{}", bad.len(), texts.len(), bad[0]);
}

#[test]
fn answers_that_make_no_game_are_refused_with_the_reason() {
    let mut answers = GameAnswers::default();
    for (id, typed, reason) in [
        (QuestionId::Rows, "3", "the middle row has no owner"),
        (QuestionId::Rows, "1", "too few"),
        (QuestionId::Rows, "two", "not a whole number"),
        (QuestionId::Holes, "61", "too many"),
        (QuestionId::Holes, "99999999999999999999", "not a whole number"),
        (QuestionId::Stores, "soon", "did you mean `sown`"),
        (QuestionId::Stores, "3", "from 1 to 2"),
        (QuestionId::Capture, "nothing", "not one of the answers"),
        (QuestionId::Capture, "", "not one of the answers"),
        (QuestionId::ExtraTurn, "own-store", "not one of the answers"),
        (QuestionId::EmptyCapture, "yes", "not asked"),
    ] {
        let before = answers.clone();
        let refused = answers.answer(id, typed).expect_err(typed);
        assert!(refused.contains(reason), "{typed}: {refused}");
        assert_eq!(before, answers);
    }
    answers.answer(QuestionId::Direction, "2").expect("by number");
    assert_eq!(answers.answered(QuestionId::Direction), "clockwise");
}

/// The block of every statement of every shipped game, used alone, changes nothing.
#[test]
fn every_block_of_a_game_like_another_can_be_used() {
    let games: Vec<_> = Library::shipped().games().iter().collect();
    let games: Vec<_> =
        games.into_iter().filter(|game| support::is_selected(game.stem())).collect();
    let bad: Vec<String> = games
        .par_iter()
        .filter_map(|game| {
            let (base, _) = load(&game.file, &game.text, &Shipped);
            let same = fingerprint(&base.build(&Setting::default()).0?);
            let head = format!("mnc 1\ngame \"New\" like \"{}\"\n", game.name);
            let blocks = change_blocks(&base);
            assert!(!blocks.is_empty());
            let alone = |block: &String| {
                let (new, found) = load("new.mnc", &format!("{head}{block}\n"), &Shipped);
                let (model, more) = new.build(&Setting::default());
                let found: Vec<_> = found.into_iter().chain(more).collect();
                let fine = model.is_some_and(|model| fingerprint(&model) == same);
                (!fine).then(|| {
                    let found = Findings::new(new.sources.clone(), found);
                    format!("{}: {block}\n{}", game.stem(), plain::render(&found))
                })
            };
            blocks.iter().find_map(alone).or_else(|| alone(&blocks.join("\n\n")))
        })
        .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn a_game_like_another_checks_clean() {
    let bad: Vec<String> =
        ["oware", "kalah", "bao-kiswahili-east-africa", "hoyito", "toguz-kumalak"]
            .par_iter()
            .filter_map(|name| {
                let game = Library::shipped().games().iter().find(|game| game.stem() == *name)?;
                let (base, _) = load(&game.file, &game.text, &Shipped);
                problem(&like_text("A new game", &base, "new.mnc", &Shipped))
            })
            .collect();
    assert!(bad.is_empty(), "{}", bad.join("\n---\n"));
}
