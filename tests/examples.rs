//! The programs in `examples/` do what they say. They use the public library only.

#![allow(dead_code, clippy::expect_used, clippy::unwrap_used, missing_docs)]

#[path = "../examples/checker.rs"]
mod checker;
#[path = "../examples/tournament.rs"]
mod tournament;

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

#[test]
fn every_example_is_run_here_and_named_in_the_readme() {
    for entry in
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).expect("a folder")
    {
        let name = entry.expect("a file").file_name().into_string().expect("a name");
        for text in [include_str!("examples.rs"), include_str!("../README.md")] {
            assert!(text.contains(&format!("examples/{name}")), "examples/{name}");
        }
    }
}

#[test]
fn the_stronger_player_wins_a_tournament() {
    let score = tournament::run(&words("kalah search:1 random 4 7")).expect("a tournament");
    assert_eq!(score, "Kalah: search:1 won 4, random won 0, 0 drawn");
    assert!(tournament::run(&words("chess")).is_err());
    assert!(tournament::run(&words("kalah somebody random")).is_err());
}

#[test]
fn the_checker_prints_findings_as_json() {
    let broken = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/readme/broken.mnc");
    let (json, has_errors) = checker::run(broken).expect("a file");
    let findings: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let codes = findings.as_array().expect("an array").iter().map(|finding| &finding["code"]);
    assert!(has_errors);
    assert_eq!(codes.filter(|code| *code == "unknown-word").count(), 1, "{json}");
    let kalah = concat!(env!("CARGO_MANIFEST_DIR"), "/games/kalah.mnc");
    assert!(!checker::run(kalah).expect("a file").1);
    assert!(checker::run("missing.mnc").is_err());
}
