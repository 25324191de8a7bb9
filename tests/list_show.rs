//! `mnc list`, `mnc show`, `mnc perft` as commands, and the names of games.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use mnc::library::Library;
use serde_json::Value;
use std::process::Output;

fn mnc(arguments: &[&str]) -> Output {
    assert_cmd::Command::cargo_bin("mnc").unwrap().args(arguments).output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = mnc(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_game_is_listed() {
    let list = json(&["list", "--format", "json"]);
    let names: Vec<&str> =
        list.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    let shipped: Vec<&str> = Library::shipped().games().iter().map(|game| game.stem()).collect();
    assert_eq!(names, shipped);
    let output = mnc(&["list"]);
    assert_eq!(out(&output).lines().count(), shipped.len() + 1, "a line each over a pipe");
    let kalah = out(&output).lines().find(|line| line.starts_with("kalah ")).unwrap();
    assert!(kalah.contains("Kalah") && kalah.contains("2 × 6"), "{kalah}");
}

/// The search ignores case and accents; all words must occur.
#[test]
fn a_list_of_what_one_looks_for() {
    let names = |words: &[&str]| -> Vec<String> {
        let list = json(&[&["list", "--format", "json"], words].concat());
        list.as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap().to_string()).collect()
    };
    assert!(names(&["JIMANI"]).contains(&"hoyito".to_string()));
    assert!(names(&["zimbabwe", "4 x 8"]).contains(&"misoro-tsoro-additional-capture".to_string()));
    assert!(names(&["zimbabwe", "jimani"]).is_empty());
    let output = mnc(&["list", "narnia"]);
    assert_eq!((output.status.code(), out(&output)), (Some(1), "no game matches narnia\n"));
}

/// Region, rows and years choose games; what is printed says why a game is there.
#[test]
fn games_of_a_region_a_board_and_a_time() {
    let list = |options: &[&str]| -> Vec<Value> {
        let list = json(&[&["list", "--format", "json"], options].concat());
        list.as_array().unwrap().clone()
    };
    let all = list(&[]);
    let in_region = |game: &Value, region: &str| {
        let places = game["places"].as_array().unwrap();
        places.iter().any(|place| place["region"].as_str().is_some_and(|r| r.contains(region)))
    };
    let years = |game: &Value| {
        let first = game["years"]["first"].as_u64()?;
        Some((first, game["years"]["last"].as_u64().unwrap_or(u64::MAX)))
    };
    let expected = |fits: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        all.iter().filter(|game| fits(game)).cloned().collect()
    };
    type Fits<'f> = &'f dyn Fn(&Value) -> bool;
    let cases: [(&[&str], Fits<'_>); 6] = [
        (&["--region", "West-Africa"], &|game| in_region(game, "West Africa")),
        (&["--region", "asia"], &|game| in_region(game, "Asia") || in_region(game, "asia")),
        (&["--rows", "4"], &|game| game["rows"] == 4),
        (&["--until", "1900"], &|game| years(game).is_some_and(|(first, _)| first <= 1900)),
        (&["--since", "2000"], &|game| years(game).is_some_and(|(_, last)| last >= 2000)),
        (
            &["--region", "east africa", "--rows", "3", "--since", "1960", "--until", "1980"],
            &|game| {
                let in_time =
                    years(game).is_some_and(|(first, last)| first <= 1980 && last >= 1960);
                in_region(game, "East Africa") && game["rows"] == 3 && in_time
            },
        ),
    ];
    for (options, fits) in cases {
        let found = list(options);
        assert!(!found.is_empty() && found.len() < all.len(), "{options:?}: {}", found.len());
        assert_eq!(found, expected(fits), "{options:?}");
    }
    let output = mnc(&["list", "--region", "narnia"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("the regions are Caribbean, "), "{}", err(&output));
    let output = mnc(&["list", "--until", "1066"]);
    assert_eq!((output.status.code(), out(&output)), (Some(1), "no game matches\n"));
}

/// A line for each place of a game; the fields are what the JSON says.
#[test]
fn the_list_as_a_table_for_researchers() {
    let output = mnc(&["list", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let mut table = csv::Reader::from_reader(output.stdout.as_slice());
    let headings = table.headers().unwrap().clone();
    let lines: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let games = json(&["list", "--format", "json"]);
    let places = |game: &Value| game["places"].as_array().unwrap().len();
    let games = games.as_array().unwrap();
    assert_eq!(lines.len(), games.iter().map(|game| places(game).max(1)).sum::<usize>());
    let field = |line: &csv::StringRecord, heading: &str| -> String {
        let column = headings.iter().position(|other| other == heading).unwrap();
        line[column].to_owned()
    };
    let mut of_game = lines.iter();
    for game in games {
        for nth in 0..places(game).max(1) {
            let line = of_game.next().unwrap();
            let place = &game["places"][nth];
            assert_eq!(field(line, "name"), game["name"].as_str().unwrap());
            assert_eq!(field(line, "place"), place["place"].as_str().unwrap_or_default());
            assert_eq!(field(line, "rows"), game["rows"].to_string());
            let ideas: Vec<&str> =
                game["ideas"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert_eq!(field(line, "ideas"), ideas.join("; "));
            for (heading, value) in [
                ("latitude", &place["latitude"]),
                ("longitude", &place["longitude"]),
                ("first_year", &game["years"]["first"]),
                ("last_year", &game["years"]["last"]),
            ] {
                let number = field(line, heading).parse::<f64>().ok();
                assert_eq!(number, value.as_f64(), "{}: {heading}", game["name"]);
            }
        }
    }
    assert!(
        lines.iter().any(|line| field(line, "longitude").starts_with('-')),
        "somewhere in the west"
    );
}

#[test]
fn every_game_is_shown() {
    for game in Library::shipped().games() {
        let output = mnc(&["show", game.stem()]);
        assert_eq!(output.status.code(), Some(0), "{}: {}", game.name, err(&output));
        assert!(out(&output).starts_with(&format!("{}\n", game.name)), "{}", out(&output));
        assert_eq!(err(&output), "", "{}", game.name);
        let sheet = json(&["show", game.stem(), "--format", "json"]);
        assert_eq!(sheet["game"], game.name.as_str());
        for point in sheet["sources"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|s| s["points"].as_array().unwrap())
        {
            assert!(point["number"].is_number() && point["text"].is_string(), "{point}");
        }
    }
}

#[test]
fn a_small_game_at_a_glance() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.mnc");
    let text = r#"mnc 1
game "Mine"
about
  played "Barahona" at 18.2 N 71.1 W
  period "when she was young" from 1927 to 1951
  source "My grandmother"
points
  1 "two rows of three"
  2 "two seeds a hole"
  3 "she smiled"   no rule
  4 "a rule that was forgotten"
options
  seeds-each = 2, from 1 to 4 "how many seeds a hole"
board
  2 rows of 3 holes   [1]
  each player owns the nearest row and a store
start: every hole holds seeds-each   [2]
way: anticlockwise round every hole
move: sow any own hole   assumed "what else"
last seed
  falls in an own empty hole -> capture it
end
  a player has no seeds in own holes -> end game
winner: most seeds
variation "few"
new start: every hole holds 1   [2]
"#;
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = mnc(&["show", path]);
    insta::assert_snapshot!("a_small_game", out(&output));
    let sheet =
        json(&["show", path, "--variation", "few", "--set", "seeds-each=4", "--format", "json"]);
    assert_eq!(sheet["start"]["seeds"]["a1"], 1);
    assert_eq!(sheet["options"][0]["value"], "4");
    assert_eq!(sheet["chosen"][0], "few");
    assert_eq!(
        (&sheet["about"][0]["latitude"], &sheet["about"][0]["longitude"]),
        (&18.2.into(), &(-71.1).into())
    );
    assert_eq!(sheet["about"][1]["years"], serde_json::json!({"first": 1927, "last": 1951}));
}

#[test]
fn a_game_is_found_however_it_is_typed() {
    for name in ["kalah", "Kalah", "KALAHA", "Kàlah"] {
        assert_eq!(json(&["show", name, "--format", "json"])["game"], "Kalah", "{name}");
    }
}

#[test]
fn names_that_there_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let kalah = folder.path().join("kalah.mnc");
    let kalah = kalah.to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["show", "kalahh"], "no game is called `kalahh`; did you mean `kalah` or `valah`?"),
        (&["show", "chess"], "no game is called `chess`; `mnc list` shows the games"),
        (&["show", "ka\u{202e}h"], "ka\\u{202e}h"),
        (&["show", kalah], "the game that comes with mnc is called `kalah`, without .mnc"),
        (&["show", "hoyito", "--variation", "own sens"], "did you mean `own sense`?"),
        (&["show", "hoyito", "--variation", "x"], "its variations are\n  own sense\n"),
        (&["show", "kalah", "--variation", "x"], "there is no variation `x`"),
        (&["show", "kalah", "--set", "seeds=3"], "did you mean `seeds-each`?"),
        (&["show", "kalah", "--set", "seeds-each"], "write `--set OPTION=VALUE`"),
        (&["show", "kalah", "--set", "seeds-each=7"], "it is a number from 3 to 6"),
        (&["show", "kalah", "--set", "seeds-each=-1"], "`-1` is not a value of `seeds-each`"),
        (&["show", "kalah", "--set", "empty-capture=maybe"], "it is no or yes"),
    ];
    for (arguments, expected) in cases {
        for command in ["show", "engine"] {
            let mut arguments = arguments.to_vec();
            arguments[0] = command;
            let output = mnc(&arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(out(&output), "", "{arguments:?}");
            assert!(err(&output).contains(expected), "{arguments:?}: {}", err(&output));
        }
    }
}

#[test]
fn values_may_be_typed_loosely() {
    let sheet = json(&["show", "Kalah", "--set", " Empty_Capture = YES", "--format", "json"]);
    let capture =
        sheet["options"].as_array().unwrap().iter().find(|o| o["name"] == "empty-capture");
    assert_eq!(capture.unwrap()["value"], "yes");
    let sheet = json(&["show", "hoyito", "--variation", "OWN SENSE", "--format", "json"]);
    assert_eq!(sheet["chosen"][0], "own sense");
}

#[test]
fn perft_in_words_and_in_json() {
    let output = mnc(&["perft", "kalah", "3"]);
    assert_eq!(out(&output), "depth 3: 185 leaves, 226 nodes\n");
    assert!(err(&output).contains("decisions a second"), "{}", err(&output));
    let output = mnc(&["perft", "kalah", "2", "--divide"]);
    assert_eq!(out(&output).lines().count(), 7, "{}", out(&output));
    assert!(out(&output).starts_with("a1  6 leaves, 7 nodes\n"), "{}", out(&output));
    let counted = json(&["perft", "oware", "4", "--divide", "--format", "json"]);
    assert_eq!(counted["leaves"], 1014);
    let parts = counted["divide"].as_array().unwrap().iter();
    assert_eq!(parts.map(|part| part["leaves"].as_u64().unwrap()).sum::<u64>(), 1014);
    assert_eq!(json(&["perft", "kalah", "0", "--format", "json"])["leaves"], 1);
    assert_eq!(mnc(&["perft", "kalah", "101"]).status.code(), Some(2));
    let shared = json(&["perft", "oware", "5", "--threads", "2", "--divide", "--format", "json"]);
    assert_eq!(shared, json(&["perft", "oware", "5", "--divide", "--format", "json"]));
}

#[test]
fn random_games_in_words_and_in_json() {
    let asked = ["playout", "oware", "--games", "300", "--seed", "5", "--format", "json"];
    let one = json(&asked);
    assert_eq!(one["games"], 300);
    let won =
        one["players"].as_array().unwrap().iter().map(|p| p["won"]["games"].as_u64().unwrap());
    let drawn = one["drawn"]["games"].as_u64().unwrap();
    assert_eq!(won.sum::<u64>() + drawn + one["unfinished"].as_u64().unwrap(), 300);
    let mut threads = asked.to_vec();
    threads.extend(["--threads", "2"]);
    assert_eq!(json(&threads), one, "the number of threads changes nothing");
    let mut other = asked.to_vec();
    other[5] = "6";
    assert_ne!(json(&other)["decisions"], one["decisions"]);
    let told = mnc(&["playout", "kalah", "--games", "50"]);
    assert!(out(&told).starts_with("Kalah: 50 random games, seed 1\n"), "{}", out(&told));
    assert!(err(&told).contains("games and"), "{}", err(&told));
    let cut = json(&["playout", "kalah", "--games", "5", "--most", "3", "--format", "json"]);
    assert_eq!(cut["unfinished"], 5);
    assert_eq!(mnc(&["playout", "kalah", "--games", "0"]).status.code(), Some(2));
}

#[test]
fn statistics_of_decisions_have_an_interval() {
    let asked = ["playout", "hoyito", "--games", "200", "--format", "json"];
    let all = json(&asked);
    for of in ["decisions", "choices", "laps", "captures"] {
        let [from, mean, to, spread] =
            ["from", "mean", "to", "spread"].map(|key| all[of][key].as_f64().unwrap());
        assert!(0.0 < from && from < mean && mean < to && 0.0 < spread, "{of}: {}", all[of]);
    }
    assert_eq!(all["endless"], 0);
    // Without captures many sowings never end; the result does not depend on the number of threads.
    let mut endless = ["playout", "mawkar-katiya", "--games", "200", "--format", "json"].to_vec();
    let one = json(&endless);
    assert!(one["endless"].as_u64().unwrap() > 0, "{one}");
    endless.extend(["--threads", "2"]);
    assert_eq!(json(&endless), one);
}

#[test]
fn a_program_is_shown() {
    let output = mnc(&["show", "kalah", "--program"]);
    assert!(out(&output).contains("last seed in S\n"), "{}", out(&output));
    assert!(out(&output).contains("kernels, North\n  moves: fast path"), "{}", out(&output));
    assert!(out(&output).ends_with("random games: many at a time\n"), "{}", out(&output));
    let output = mnc(&["show", "kiothi", "--program"]);
    assert!(out(&output).contains("  moves: slow path, since "), "{}", out(&output));
    let output = mnc(&["show", "tests/cases/resolve/good/judging.mnc", "--program"]);
    assert!(out(&output).contains("left to the reference engine"), "{}", out(&output));
}

/// A game `like` another: each statement is shown once, with the file where it is written; a replaced
/// statement is marked, and its replacement is shown.
#[test]
fn a_game_like_another_shows_what_replaces_what() {
    let shown = mnc(&["show", "mangala-ii"]);
    let shown = out(&shown);
    for (file, statement) in [
        ("line ", ", words: prize = a hole holding 2 or 4 or 6"),
        ("oware.mnc, line ", ", words (replaced): prize = a hole holding 2 or 3"),
    ] {
        let fits = |line: &str| line.starts_with(file) && line.ends_with(statement);
        assert!(shown.lines().any(|line| fits(line.trim())), "{file}..{statement}\n{shown}");
    }
    let assumed = shown.split("assumed, because").nth(1).unwrap();
    let of_this_file = |line: &str| line.starts_with("line ") && line.contains(", end: ");
    assert!(assumed.lines().any(|line| of_this_file(line.trim())), "{assumed}");
}

/// `show` and the notes of `check` list the same defaults.
#[test]
fn defaults_are_the_same_in_show_and_check() {
    for game in Library::shipped().games().iter().step_by(20) {
        let sheet = json(&["show", game.stem(), "--format", "json"]);
        let shown: Vec<&str> =
            sheet["defaults"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let noted =
            mnc(&["check", "--notes", "--format", "plain", &format!("games/{}.mnc", game.stem())]);
        let noted = out(&noted);
        for default in shown {
            let line = format!("a default applies: {default}");
            assert!(noted.contains(&line), "{}: {line}\n{noted}", game.name);
        }
    }
}
