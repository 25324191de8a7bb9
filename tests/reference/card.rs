//! The card `grammar/card.md`: the language on two pages.

use super::support::ideas::statements;
use super::{at, base, blocks, findings, games, joined, reference, rendered};
use mnc::diagnostic::Severity;
use mnc::syntax::ast::SectionKind;
use mnc::syntax::{Saying, sayings};
use std::collections::BTreeSet;

/// The greatest length of the card, in words.
const MOST_WORDS: usize = 2500;
/// How many sayings it has.
const SAYINGS: usize = 16;
/// Words of the language that are not on the card: other forms of words that are, and words that few games use.
const LEFT_OUT: &[&str] = &[
    "all", "along", "closes", "did", "does", "fell", "fewest", "hands", "hold", "lose", "many",
    "marked", "opening", "opens", "places", "puts", "rule", "sets", "sows", "stores", "swaps",
    "takes", "towards", "unmarks",
];
/// Sections about the game as a whole: the example of the card has what is usual in them.
const SETTING: [SectionKind; 6] = [
    SectionKind::About,
    SectionKind::Points,
    SectionKind::Options,
    SectionKind::Board,
    SectionKind::Words,
    SectionKind::Start,
];
/// Names in short examples of the card, and words of commands and files.
const EXAMPLE_NAMES: &[&str] = &[
    "a1",
    "b1",
    "f2",
    "casa",
    "tips",
    "far",
    "home",
    "house",
    "inner",
    "near",
    "outer",
    "poor",
    "pot",
    "raids",
    "relay",
    "rich",
    "sense",
    "singles",
    "stone",
    "stones",
    "tired",
    "tuzdik",
    "becomes",
    "check",
    "md",
    "reference",
];

fn card() -> String {
    std::fs::read_to_string(at("grammar/card.md")).unwrap()
}

/// The texts in backticks, without the blocks.
fn quoted(card: &str) -> Vec<String> {
    let prose: String = card.split("```").step_by(2).collect();
    let pieces = prose.split('`').skip(1).step_by(2);
    pieces.map(str::to_owned).collect()
}

/// The statements of a text in words, without numbers and citations.
fn patterns(text: &str) -> Vec<Vec<String>> {
    let is_number = |word: &String| word.chars().all(|c| c.is_ascii_digit());
    let pattern = |words: Vec<String>| {
        let words = words.into_iter().take_while(|word| word != "[" && word != "assumed");
        words.map(|word| if is_number(&word) { "0".into() } else { word }).collect()
    };
    statements(text).into_iter().map(pattern).collect()
}

/// The sayings about the play whose statements most shipped games have, whatever their numbers; in the order of the whole
/// table.
pub fn usual_sayings() -> Vec<&'static Saying> {
    let told: Vec<BTreeSet<Vec<String>>> =
        games("games").iter().map(|(_, text)| patterns(text).into_iter().collect()).collect();
    let uses = |saying: &Saying| {
        let lines = saying.statements.iter().flat_map(|(_, statement)| statement.lines());
        let indented: String = lines.map(|line| format!("  {line}\n")).collect();
        let patterns = patterns(&indented);
        told.iter().filter(|game| patterns.iter().all(|one| game.contains(one))).count()
    };
    let is_about_play =
        |saying: &Saying| !saying.statements.iter().any(|(section, _)| SETTING.contains(section));
    let about_play = sayings().iter().enumerate().filter(|(_, saying)| is_about_play(saying));
    let mut ranked: Vec<(usize, usize)> =
        about_play.map(|(nth, saying)| (uses(saying), nth)).collect();
    ranked.sort_by_key(|(uses, nth)| (std::cmp::Reverse(*uses), *nth));
    let mut chosen: Vec<usize> = ranked.into_iter().take(SAYINGS).map(|(_, nth)| nth).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|nth| &sayings()[nth]).collect()
}

#[test]
fn it_is_short() {
    let words = card().split_whitespace().count();
    assert!(words < MOST_WORDS, "{words} words");
}

#[test]
fn its_game_is_right_and_has_every_usual_part() {
    let card = card();
    let [game] = blocks(&card).try_into().ok().expect("one block");
    let (description, found) = findings(&game.text);
    let found: Vec<_> = found.into_iter().filter(|d| d.severity > Severity::Note).collect();
    assert!(found.is_empty(), "{}", rendered(&description, &found));
}

#[test]
fn it_names_every_section_with_an_example_that_is_right() {
    let (card, reference) = (card(), reference());
    let blocks = blocks(&reference);
    let rows = card.lines().filter_map(|line| line.strip_prefix("| *"));
    let rows: Vec<(&str, Vec<&str>)> = rows
        .map(|row| {
            let (section, rest) = row.split_once("* |").unwrap();
            let example = rest.trim_end_matches(" |").rsplit(" | ").next().unwrap();
            (section, example.split('`').skip(1).step_by(2).collect())
        })
        .collect();
    let named: Vec<&str> = rows.iter().map(|(section, _)| *section).collect();
    assert_eq!(named, SectionKind::ALL.map(SectionKind::words));
    for (section, statements) in rows {
        let example = format!("{section}\n  {}\n", statements.join("\n  "));
        let text = joined(base(&blocks), &example);
        let (description, found) = findings(&text);
        let found: Vec<_> = found.into_iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(found.is_empty(), "{example}\n{}", rendered(&description, &found));
    }
}

#[test]
fn it_uses_the_words_of_the_language_and_no_others() {
    let card = card();
    let vocabulary = super::support::keywords();
    // Without quoted texts.
    let code = |text: &str| text.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let phrases = code(&quoted(&card).join(" "));
    let game = code(&blocks(&card)[0].text);
    let inside = |c: char| !(c.is_alphanumeric() || c == '-' || c == '\'');
    let in_phrases: BTreeSet<&str> =
        phrases.split(inside).filter(|word| !word.is_empty()).collect();
    let used: BTreeSet<&str> = in_phrases.iter().copied().chain(game.split(inside)).collect();
    let known = |word: &&&str| vocabulary.contains(**word) || LEFT_OUT.contains(*word);
    let missing: Vec<&String> = vocabulary
        .iter()
        .filter(|word| !used.contains(word.as_str()) && !LEFT_OUT.contains(&word.as_str()))
        .collect();
    assert!(missing.is_empty(), "not on the card: {missing:?}");
    let there: Vec<&&str> = LEFT_OUT.iter().filter(|word| used.contains(*word)).collect();
    assert!(there.is_empty(), "on the card after all: {there:?}");
    let is_word = |word: &&&str| word.starts_with(char::is_lowercase) && word.len() > 1;
    let others: Vec<&&str> = in_phrases
        .iter()
        .filter(is_word)
        .filter(|word| !known(word) && !EXAMPLE_NAMES.contains(*word))
        .collect();
    assert!(others.is_empty(), "no words of the language: {others:?}");
}
