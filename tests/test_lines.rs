//! Lines of a test in other words: `tests/cases/test-lines.txt`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::diagnostic::{Diagnostic, Severity};
use mnc::library::Shipped;
use mnc::resolve::load;
use support::fixes::applied;

const GAME: &str = "\
mnc 1
game \"Small\"
board
  2 rows of 6 holes
  each player owns the nearest row and a store
start: every hole holds 4
way: anticlockwise round every hole, then through the own store
move: sow any own hole
last seed: makes 5 -> capture it
end: no seeds are left -> end game
winner: most seeds
variation \"twos\"
change in last seed
  makes 5 -> capture it
  becomes makes 2 -> capture it

test \"a line\"
  given a1 3, a2 5
";

/// The first error of a text, and the text with its only fix.
fn first_error(text: &str) -> Option<(Diagnostic, Option<String>)> {
    let (description, found) = load("game.mnc", text, &Shipped);
    let finding = found.into_iter().find(|finding| finding.severity == Severity::Error)?;
    let fixed = match finding.fixes.as_slice() {
        [fix] => Some(applied(&description.sources, [fix])),
        _ => None,
    };
    Some((finding, fixed))
}

#[test]
fn lines_of_a_test_in_other_words_are_explained() {
    let cases = include_str!("cases/test-lines.txt");
    let mut failures = String::new();
    for case in cases.lines().filter(|line| !line.starts_with('#')) {
        let (said, wanted) = case.split_once(" => ").unwrap();
        let text = format!("{GAME}  {said}\n");
        let Some((finding, fixed)) = first_error(&text) else {
            failures += &format!("{said}: no error\n");
            continue;
        };
        let shown = match fixed {
            Some(text) => text.lines().last().unwrap().trim().to_owned(),
            None => format!("? {}", finding.help.clone().unwrap_or_default()),
        };
        let fits = match wanted.strip_prefix('?') {
            Some(_) => shown.starts_with(wanted),
            None => shown == wanted && first_error(&format!("{GAME}  {shown}\n")).is_none(),
        };
        if !fits {
            failures += &format!("{said}: {shown}\n  instead of {wanted}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
