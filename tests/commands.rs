//! The commands `test`, `compare` and `new` from outside.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/program.rs"]
mod program;

use program::{run, run_with};
use std::fs;
use std::time::{Duration, Instant};

const GAME: &str = "mnc 1
game \"A game\"
board
  2 rows of 6 holes
  each player owns the nearest row and a store
start: every hole holds 4
way
  round every hole
  the player chooses a direction at each move
move: sow any own hole
last seed
  makes 2 or 3          -> capture it
end
  no seeds are left     -> end game
  the position returns  -> each player captures every own hole, end game
winner: most seeds

test \"passes\"
  given a1 3, d1 1, e1 4, b2 5
  South plays a1, anticlockwise
  expect a1 0, b1 1, South store 2
";

const FAILS: &str = "
test \"<wrong> & so\"
  given a1 3, d1 1, e1 4, b2 5
  South plays a1, anticlockwise
  expect a1 0, b1 2
  expect e1 5, c1 1
";

/// Every line of expectations after a move that is not finished.
const UNFINISHED: [&str; 7] = [
    "expect a1 0, b1 1, c1 1, d1 0, e1 4, f1 0, a2 0, b2 5, c2 0, d2 0, e2 0, f2 0, South store 2",
    "expect North to move",
    "expect South to win",
    "expect South to lose",
    "expect a draw",
    "expect a1 closed",
    "North plays b2, clockwise",
];

#[test]
fn tests_are_counted_and_failures_shown_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.mnc"), GAME).unwrap();
    let (code, out, _) = run(path, &["test"]);
    assert_eq!(
        (code, out.as_str()),
        (0, "a.mnc: 1 test passes\n1 of 1 test in 1 description pass\n")
    );
    fs::write(path.join("b b.mnc"), format!("{GAME}{FAILS}")).unwrap();
    let (code, out, _) = run(path, &["test", "."]);
    assert_eq!(code, 1);
    for part in [
        "b b.mnc: 1 of 2 tests pass\n",
        "fails (b b.mnc, line 26)\n",
        "`b1` does not hold 2",
        "expected",
        "found",
        "2<",
        "1<",
        "< differs",
        "more: mnc check 'b b.mnc'\n",
        "2 of 3 tests in 2 descriptions pass\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // The other line about the same position is on the board too.
    assert!(out.contains("5<") && out.contains("4<"), "{out}");
}

#[test]
fn an_answer_that_is_missing_is_one_finding() {
    let folder = tempfile::tempdir().unwrap();
    for line in UNFINISHED {
        let text = format!(
            "{GAME}\ntest \"x\"\n  given a1 3, d1 1, e1 4, b2 5\n  South plays a1\n  {line}\n"
        );
        fs::write(folder.path().join("x.mnc"), text).unwrap();
        let (_, out, _) = run(folder.path(), &["test", "--format", "json", "x.mnc"]);
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        let test = &json["files"][0]["tests"][1];
        assert_eq!(test["state"], "failed", "{line}");
        let findings = test["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1, "{line}: {out}");
        assert_eq!(findings[0]["message"], "the move is not finished", "{line}");
        assert!(
            out.contains("clockwise, anticlockwise") || out.contains("anticlockwise, clockwise")
        );
    }
}

#[test]
fn coverage_counts_statements_and_has_a_threshold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.mnc"), GAME).unwrap();
    let (code, out, _) = run(path, &["test", "--coverage"]);
    assert_eq!(code, 0);
    assert!(out.contains("not used: line 14, end: no seeds are left -> end game\n"), "{out}");
    assert!(!out.contains("not used: line 12"), "{out}");
    assert_eq!(run(path, &["test", "--threshold", "40"]).0, 0);
    let (code, out, _) = run(path, &["test", "--threshold", "90 %"]);
    assert_eq!(code, 1);
    assert!(out.contains("fewer than the 90 % that are wanted"), "{out}");
    let (code, out, _) = run(path, &["test", "--games", "5", "--format", "json"]);
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let list = json["files"][0]["coverage"]["list"].as_array().unwrap();
    let sown = list.iter().find(|one| one["text"] == "sow any own hole").unwrap();
    assert_eq!((sown["tests"].as_u64(), sown["games"].as_u64()), (Some(1), Some(5)), "{sown}");
    assert!(sown["events"].as_u64() > Some(20), "{sown}");
    assert_eq!(out, run(path, &["test", "--games", "5", "--format", "json"]).1);
}

#[test]
fn recorded_games_count_if_they_are_of_these_rules() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir_all(path.join("deep/er")).unwrap();
    fs::write(path.join("deep/er/a.mnc"), GAME).unwrap();
    // A short game to save: it uses the statements of a sowing and a capture.
    let (_, said, _) =
        run_with(path, &["play", "deep/er/a.mnc", "--as-is"], "a1\nanticlockwise\nsave g\nquit\n");
    assert!(path.join("g.mncr").is_file(), "{said}");
    let (code, out, _) = run(path, &["test", "--records", "."]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("the tests and 1 recorded game use "), "{out}");
    let (_, out, _) = run(path, &["test", "--records", "g.mncr", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let coverage = &json["files"][0]["coverage"];
    assert_eq!(coverage["recorded_games"], 1);
    let list = coverage["list"].as_array().unwrap();
    let sown = list.iter().find(|one| one["text"] == "sow any own hole").unwrap();
    assert_eq!((sown["tests"].as_u64(), sown["recorded"].as_u64()), (Some(1), Some(1)), "{sown}");
    // Other rules, and files that are no records.
    fs::write(path.join("deep/er/a.mnc"), GAME.replace("2 or 3", "3 or 4")).unwrap();
    let (_, out, _) = run(path, &["test", "--records", "g.mncr"]);
    assert!(out.contains("not counted: g.mncr: it was played by other rules"), "{out}");
    fs::write(path.join("h.mncr"), "no record").unwrap();
    for wrong in ["h.mncr", "nosuch.mncr", "deep"] {
        let (code, out, err) = run(path, &["test", "--records", wrong]);
        assert_eq!((code, out.as_str()), (2, ""), "{wrong}");
        assert!(!err.is_empty(), "{wrong}");
    }
}

#[test]
fn a_junit_file_replaces_only_an_earlier_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.mnc"), format!("{GAME}{FAILS}")).unwrap();
    for _ in 0..2 {
        let (code, out, _) = run(path, &["test", "--junit", "report.xml"]);
        assert_eq!(code, 1);
        assert!(out.contains("1 of 2 tests"), "{out}");
        let text = fs::read_to_string(path.join("report.xml")).unwrap();
        let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
        assert_eq!((report.tests, report.failures), (2, 1));
    }
    for wrong in ["a.mnc", ".", "/dev/full", "no-folder/r.xml"] {
        let (code, _, err) = run(path, &["test", "--junit", wrong]);
        assert_eq!(code, 2, "{wrong}");
        assert!(err.contains(wrong), "{wrong}: {err}");
    }
    assert!(fs::read_to_string(path.join("a.mnc")).unwrap().starts_with("mnc 1\n"));
    assert_eq!(fs::read_dir(path).unwrap().count(), 2);
}

#[test]
fn thousands_of_tests_are_run_and_shown_in_short() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = GAME.to_owned();
    for nth in 0..3000 {
        text += &format!("\ntest \"t{nth}\"\n  given a1 3, b2 5\n  expect a1 {}\n", nth % 2 + 3);
    }
    fs::write(folder.path().join("a.mnc"), text).unwrap();
    let (code, out, _) = run(folder.path(), &["test", "--coverage"]);
    assert!(out.contains("1501 of 3001 tests in 1 description pass"), "{out}");
    assert!(code == 1 && out.len() < 100_000, "{code} {}", out.len());
}

#[test]
fn a_junit_report_is_valid_and_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a\u{7}.mnc"), format!("{GAME}{FAILS}")).unwrap();
    fs::write(path.join("broken.mnc"), "mnc 1\ngame \"B\"\nmove: hop <any> & all\n").unwrap();
    fs::write(path.join("bytes.mnc"), b"mnc 1\n\xff\n").unwrap();
    let (code, out, _) = run(path, &["test", "--format", "junit"]);
    assert_eq!(code, 2);
    let report = quick_junit::Report::deserialize_from_str(&out).unwrap();
    assert_eq!(report.test_suites.len(), 3);
    let counts: Vec<_> =
        report.test_suites.iter().map(|s| (s.tests, s.failures, s.errors)).collect();
    assert_eq!(counts, [(2, 1, 0), (1, 0, 1), (1, 0, 1)], "{out}");
    assert!(out.contains("&lt;wrong&gt; &amp; so"), "{out}");
    assert!(out.contains("a\\u{7}.mnc"), "{out}");
}

#[test]
fn what_cannot_be_tested_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let (code, out, _) = run(path, &["test"]);
    assert_eq!(code, 2);
    assert!(out.contains("there is no description in this folder"), "{out}");
    let (code, _, err) = run(path, &["test", "nosuch"]);
    assert_eq!(code, 2);
    assert!(err.contains("no game is called `nosuch`"), "{err}");
    let (code, out, _) = run(path, &["test", "nosuch.mnc"]);
    assert_eq!(code, 2);
    assert!(out.contains("there is no such file"), "{out}");
    fs::write(path.join("empty.mnc"), GAME.split("\ntest").next().unwrap()).unwrap();
    let (code, out, _) = run(path, &["test", "empty.mnc"]);
    assert_eq!(code, 0);
    assert!(out.contains("empty.mnc: has no tests"), "{out}");
    fs::write(path.join("broken.mnc"), "mnc 1\ngame \"B\"\nmove: hop\n").unwrap();
    let (code, out, _) = run(path, &["test", "broken.mnc", "empty.mnc"]);
    assert_eq!(code, 1);
    assert!(
        out.contains("broken.mnc: cannot be tested") && out.contains("1 could not be tested"),
        "{out}"
    );
}

#[test]
fn games_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let (code, out, _) = run(path, &["compare", "oware", "oware"]);
    assert_eq!(code, 0);
    assert!(out.contains("The same game") && out.contains("the same statements"), "{out}");
    let change = "mnc 1\ngame \"Mine\" like \"Oware\"\nchange in words\n  prize = a hole holding 2 or 3\n  becomes prize = a hole holding 3\n";
    fs::write(path.join("mine.mnc"), change.replace("\"Oware\"", "\"Oware Abapa\"")).unwrap();
    let (code, out, _) = run(path, &["compare", "oware", "mine.mnc"]);
    assert_eq!(code, 1);
    let is_capture = |line: &str| line.trim() == "makes an opponent's prize";
    let line = include_str!("../games/oware.mnc").lines().position(is_capture).unwrap() + 1;
    for part in [
        "After 4 choices, the boards differ",
        "no shorter play",
        "in A: North captures 2",
        &format!("oware.mnc, line {line}"),
        "in B: the move of North ends",
        "A  prize = a hole holding 2 or 3\n    B  prize = a hole holding 3",
        "< differs",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (code, out, _) = run(path, &["compare", "oware", "mine.mnc", "--format", "json"]);
    assert_eq!(code, 1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["result"], "differ");
    assert_eq!(json["parting"]["steps"].as_array().unwrap().len(), 4);
    assert_eq!(json["parting"]["shortest"], true);
    assert_eq!(json["parting"]["causes"][0]["clause"]["line"], line);
    let (code, out, _) = run(path, &["compare", "kalah", "--set-b", "seeds-each=6"]);
    assert_eq!(code, 1);
    assert!(out.contains("At the start, the boards differ") && out.contains("a1 holds 6"), "{out}");
    let (code, out, _) = run(path, &["compare", "kalah", "hoyito"]);
    assert_eq!(code, 1);
    assert!(out.contains("The games differ"), "{out}");
    let (code, _, err) = run(path, &["compare", "kalah"]);
    assert_eq!(code, 2);
    assert!(err.contains("nothing to compare with"), "{err}");
    let (code, _, err) = run(path, &["compare", "kalah", "--variation-b", "nosuch"]);
    assert_eq!(code, 2);
    assert!(err.contains("there is no variation `nosuch`"), "{err}");
}

#[test]
fn readings_have_figures_with_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = run(folder.path(), &["compare", "oware", "--readings", "--games", "50"]);
    assert_eq!(code, 0);
    assert!(out.contains("variation \"grand slam allowed\""), "{out}");
    assert!(
        out.contains("assumed \"25 cannot be overtaken\"") && out.contains("of 50 games"),
        "{out}"
    );
    let json = ["compare", "oware", "--readings", "--games", "50", "--format", "json"];
    let (_, out, _) = run(folder.path(), &json);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let readings = json["readings"].as_array().unwrap();
    assert_eq!(readings.len(), 5);
    for reading in readings {
        let share = &reading["effect"]["share"];
        let [value, from, to] = ["value", "from", "to"].map(|name| share[name].as_f64().unwrap());
        assert!(from <= value && value <= to, "{reading}");
    }
}

#[test]
fn a_new_description_can_be_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let begun = Instant::now();
    // Wrong answers, help and going back are part of it.
    let typed = "My \"own\"\nMy own game\n3\n2\n?\n8\n4\nsown\nback\n2\n\n\n4\n\n\n\n\n\n\n\n\n\n";
    let (code, out, _) = run_with(path, &["new"], typed);
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert_eq!(code, 0, "{out}");
    for part in ["has a quotation mark", "the middle row has no owner", "mnc play my-own-game.mnc"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let text = fs::read_to_string(path.join("my-own-game.mnc")).unwrap();
    assert!(text.contains("game \"My own game\"") && text.contains("2 rows of 8 holes"), "{text}");
    assert!(text.contains("then through the own store"), "{text}");
    assert_eq!(run(path, &["check", "my-own-game.mnc"]).0, 0);
    assert_eq!(run(path, &["test", "my-own-game.mnc"]).0, 0);
    assert_eq!(run(path, &["playout", "my-own-game.mnc", "--games", "100"]).0, 0);
    // No game is finished: nothing is known of the seeds at the end.
    let short = ["playout", "my-own-game.mnc", "--games", "3", "--most", "1"];
    let (_, plain, _) = run(path, &short);
    assert!(plain.contains("seeds at the end no game was finished"), "{plain}");
    let (_, json, _) = run(path, &[&short[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["players"][0]["seeds"].is_null(), "{json}");
    // A number cannot be negative, however it is written.
    let (_, _, error) = run(path, &["playout", "my-own-game.mnc", "--seed", "-1"]);
    assert!(error.contains("invalid value '-1' for '--seed") && !error.contains("tip"), "{error}");
    let (_, played, _) = run_with(path, &["play", "my-own-game.mnc"], "a1\nquit\nno\n");
    assert!(played.contains("South"));
    assert_eq!(fs::read_dir(path).unwrap().count(), 1);
}

#[test]
fn nothing_is_overwritten_or_half_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("mine.mnc"), "precious").unwrap();
    for arguments in
        [&["new", "mine", "--yes"][..], &["new", "mine.mnc", "--yes", "--like", "oware"]]
    {
        let (code, _, err) = run(path, arguments);
        assert_eq!(code, 2);
        assert!(err.contains("already") && err.contains("--force"), "{err}");
        assert_eq!(fs::read_to_string(path.join("mine.mnc")).unwrap(), "precious");
    }
    // The answers end before the questions.
    let (code, _, err) = run_with(path, &["new", "other"], "2\n6\n");
    assert_eq!(code, 2);
    assert!(err.contains("nothing was written"));
    assert_eq!(run_with(path, &["new", "other"], "2\nquit\n").0, 2);
    for (name, reason) in [
        ("no-folder/x", "there is no folder"),
        ("x.mncr", "saved game"),
        (".mnc", "no name"),
        ("..", "not a name"),
        (".", "not a name"),
    ] {
        let (code, _, err) = run(path, &["new", name, "--yes"]);
        assert_eq!(code, 2, "{name}");
        assert!(err.contains(reason), "{name}: {err}");
    }
    assert_eq!(fs::read_dir(path).unwrap().count(), 1);
    assert_eq!(run(path, &["new", "mine", "--yes", "--force"]).0, 0);
    assert!(fs::read_to_string(path.join("mine.mnc")).unwrap().starts_with("mnc 1\n"));
    assert_eq!(fs::read_dir(path).unwrap().count(), 1);
}

#[test]
fn a_game_like_another_lists_what_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let (code, out, _) = run(path, &["new", "mine", "--like", "oware"]);
    assert_eq!(code, 0, "{out}");
    let text = fs::read_to_string(path.join("mine.mnc")).unwrap();
    assert!(text.contains("game \"Mine\" like \"Oware Abapa\""), "{text}");
    assert_eq!(run(path, &["check", "mine.mnc"]).0, 0);
    assert_eq!(run(path, &["compare", "oware", "mine.mnc"]).0, 0);
    // One of the blocks, used.
    let block = "# change in words\n#   prize = a hole holding 2 or 3\n#   becomes prize = a hole holding 2 or 3\n";
    assert!(text.contains(block), "{text}");
    let used = block
        .replace("# ", "")
        .replace("becomes prize = a hole holding 2 or 3", "becomes prize = a hole holding 3");
    fs::write(path.join("mine.mnc"), text.replace(block, &used)).unwrap();
    assert_eq!(run(path, &["compare", "oware", "mine.mnc"]).0, 1);
    // A base in the folder of the new file.
    let (code, _, err) = run(path, &["new", "third", "--like", "mine.mnc"]);
    assert_eq!(code, 0, "{err}");
    let (code, out, _) = run(path, &["compare", "mine.mnc", "third.mnc"]);
    assert_eq!(code, 0, "{out}");
}
