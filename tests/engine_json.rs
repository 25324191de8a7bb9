//! Sessions of `mnc engine`: lines in, lines out.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod common_session;

use common_session::Session;
use mnc::library::Library;
use serde_json::{Value, json};
use std::path::Path;

/// Every file of `cases/engine`: the command after `$`, then the requests.
#[test]
fn sessions() {
    insta::glob!("cases/engine/*.in", |path| {
        let text = std::fs::read(path).unwrap();
        let end = text.iter().position(|b| *b == b'\n').unwrap();
        let command = std::str::from_utf8(&text[..end]).unwrap();
        let asked = &text[end + 1..];
        let arguments = words(command.strip_prefix("$ mnc ").unwrap());
        let mut mnc = assert_cmd::Command::cargo_bin("mnc").unwrap();
        let folder = path.parent().unwrap();
        let output = mnc.args(&arguments).current_dir(folder).write_stdin(asked).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let answered = String::from_utf8(output.stdout).unwrap();
        let asked = asked.strip_suffix(b"\n").unwrap_or(asked);
        let asked: Vec<_> = asked.split(|b| *b == b'\n').map(|l| l.escape_ascii()).collect();
        assert_eq!(asked.len(), answered.lines().count(), "a line for every line");
        let transcript: String = asked
            .iter()
            .zip(answered.lines())
            .map(|(asked, answer)| format!("> {asked}\n{answer}\n"))
            .collect();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
            insta::assert_snapshot!(format!("{command}\n{transcript}"));
        });
    });
}

/// Splits at blanks, except between quotation marks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(nth, part)| match nth % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// A position answer at the beginning of a turn gives the same position as a `setup` request.
#[test]
fn a_position_shown_can_be_laid_out() {
    for game in every_game() {
        for arguments in game_settings(&game) {
            let mut session = Session::of(&game, &arguments);
            let (mut laid_out, mut chosen) = (0, false);
            let mut here = session.ask(&json!({"do": "position"}));
            // Some openings take long.
            for nth in 0..2_000 {
                if nth >= 60 && laid_out > 0 {
                    break;
                }
                if begins_turn(&here) {
                    let mut asked = here.clone();
                    asked["do"] = "setup".into();
                    let again = session.ask(&asked);
                    assert_eq!(again, here, "{game} {arguments:?}");
                    laid_out += 1;
                }
                let choices = here["choices"].as_array().unwrap();
                let Some(choice) = choices.get((nth * 7 + 3) % choices.len().max(1)) else {
                    let next = session.ask(&json!({"do": "next"}));
                    if next["error"]["code"] == "no-next-game" {
                        break;
                    }
                    here = next["position"].clone();
                    continue;
                };
                chosen |= here["phase"] == "turn";
                let played = session.ask(&json!({"do": "play", "choice": choice["id"]}));
                here = played["position"].clone();
                assert!(here.is_object(), "{game} {arguments:?}: {played}");
            }
            // In a game with choices in its opening only, no turn is ever asked for.
            assert!(laid_out > 0 || !chosen, "{game} {arguments:?}");
        }
    }
}

fn begins_turn(position: &Value) -> bool {
    position["phase"] == "turn" && position["under_way"] == false && position["turn"]["made"] == 0
}

/// The shipped games, and the small ones of the tests.
fn every_game() -> Vec<String> {
    let shipped = Library::shipped().games().iter().map(|game| game.stem().to_owned());
    let folder = |folder: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|end| end == "mnc"))
    };
    let files = folder("ideas").chain(folder("cases/engine"));
    shipped.chain(files.map(|path| path.to_str().unwrap().to_owned())).collect()
}

/// The game without variations, and with each of them.
fn game_settings(game: &str) -> Vec<Vec<String>> {
    let mut session = Session::of(game, &[]);
    let info = session.ask(&json!({"do": "info"}));
    let variations = info["variations"].as_array().unwrap().iter().map(|v| v.as_str().unwrap());
    let with = |name: &str| vec!["--variation".to_owned(), name.to_owned()];
    std::iter::once(Vec::new()).chain(variations.map(with)).collect()
}

/// The number of seeds stays the same.
#[test]
fn seeds_are_kept() {
    for game in every_game() {
        let mut session = Session::of(&game, &[]);
        let info = session.ask(&json!({"do": "info"}));
        let last = info["players"].as_array().unwrap().len() - 1;
        let mut here = session.ask(&json!({"do": "new", "seat": last}));
        let all = seeds(&here);
        for nth in 0..40 {
            let choices = here["choices"].as_array().unwrap();
            let Some(choice) = choices.get(nth % choices.len().max(1)) else { break };
            here = session.ask(&json!({"do": "play", "choice": choice["id"]}))["position"].clone();
            assert_eq!(seeds(&here), all, "{game}: {here}");
        }
    }
}

fn seeds(position: &Value) -> u64 {
    let places = position["seeds"].as_object().unwrap().values();
    places.map(|n| n.as_u64().unwrap()).sum::<u64>() + position["hand"].as_u64().unwrap()
}

#[test]
fn taken_back_step_by_step() {
    let mut session = Session::of("oware", &[]);
    let mut shown = vec![session.ask(&json!({"do": "position"}))];
    for nth in 0..30 {
        let choices = shown[nth]["choices"].as_array().unwrap();
        let choice = &choices[nth % choices.len()]["id"];
        let played = session.ask(&json!({"do": "play", "choice": choice}));
        shown.push(played["position"].clone());
    }
    for position in shown.iter().rev().skip(1) {
        assert_eq!(session.ask(&json!({"do": "undo"})), *position);
    }
    assert_eq!(session.ask(&json!({"do": "undo"}))["error"]["code"], "nothing-to-undo");
}

#[test]
fn deep_and_long_lines_are_refused() {
    let mut session = Session::of("kalah", &[]);
    let before = session.ask(&json!({"do": "position"}));
    let deep = "[".repeat(100_000);
    let lines = [
        deep.clone(),
        format!("{{\"do\":\"setup\",\"seat\":0,\"seeds\":{deep}"),
        format!("{{\"do\":\"setup\",\"seat\":0,\"choices\":{deep}"),
        format!("{{\"do\":{}", "{\"do\":".repeat(100_000)),
        format!("{{\"do\":\"play\",\"choice\":\"{}\"}}", "x".repeat(3 << 20)),
        " ".repeat(3 << 20),
    ];
    for line in lines {
        let answer = session.say(line.as_bytes());
        assert!(answer["error"]["code"].is_string(), "{answer}");
        assert_eq!(session.ask(&json!({"do": "position"})), before);
    }
}

#[test]
fn standard_input_is_for_the_requests() {
    let output = assert_cmd::Command::cargo_bin("mnc").unwrap().args(["engine", "-"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_description_of_ones_own_with_mistakes_is_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.mnc");
    std::fs::write(&path, "mnc 1\ngame \"Mine\"\nboard\n  2 rows of 6 hols\n").unwrap();
    let output = assert_cmd::Command::cargo_bin("mnc")
        .unwrap()
        .args([Path::new("engine"), &path])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("mine.mnc:4:"));
}
