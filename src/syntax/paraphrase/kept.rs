//! What a translation may not drop: half of a rule is another rule.
//!
//! Many words of a statement carry no rule (`you get to`, `the number of`). The phrases below the heading `[kept]` in
//! `frames.txt`, and numbers, always do. If nothing in the translation accounts for one of them, it is not sure.

use super::actors::keeps_actors;
use super::frames::kept_phrases;
use super::inflection::number;
use super::lexicon::Lexicon;
use super::{plain_noun, word_at};
use crate::syntax::ast::SectionKind;

/// The least number that is always part of a rule: `two` may be the two players, or both rows, and `one` is an article.
const LEAST_KEPT: u32 = 3;
/// After `one seed`, each hole gets one.
const ONE_EACH: [&str; 11] =
    ["in", "into", "per", "to", "at", "on", "by", "for", "a", "each", "every"];
/// After a noun, what says which of them: not all.
const WHICH: [&str; 10] =
    ["on", "to", "left", "right", "nearest", "with", "after", "before", "beside", "beyond"];
/// Words that stand for a list of numbers, or for all from some number on: only a long sowing comes round.
const MANY_NUMBERS: [&str; 4] = ["even", "odd", "from", "passing"];
/// Signs between the words of a translation.
const SIGNS: [char; 6] = [' ', ',', '\n', ':', '"', '-'];

/// Whether the statements say each phrase and each number of the original that carries meaning. `here`: the section
/// of the original.
pub fn keeps_meaning(
    words: &[&str],
    here: Option<SectionKind>,
    statements: &[(Option<SectionKind>, String)],
) -> bool {
    let original: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    // The name of a section says when its cases are read: `each seed`.
    let sections = statements.iter().filter_map(|(section, _)| section.or(here)).map(|s| s.words());
    let written = statements.iter().flat_map(|(_, text)| text.split(SIGNS)).chain(sections);
    let written: Vec<&str> = written.filter(|word| !word.is_empty()).collect();
    let says = |any: &[&str]| any.iter().any(|word| written.contains(word));
    let phrases = kept_phrases();
    let keeps_phrases = original.iter().enumerate().all(|(at, first)| {
        // A phrase about holes and seeds counts in other nouns for them too.
        let is_said = |(word, kept): (&String, &&str)| {
            word == kept || plain_noun(word).is_some_and(|noun| noun == *kept)
        };
        let begins = |phrase: &[&str]| {
            let part = original.get(at..at + phrase.len());
            part.is_some_and(|part| part.iter().zip(phrase).all(is_said))
        };
        [Some(first.as_str()), plain_noun(first)].into_iter().flatten().all(|first| {
            let first = Some(first);
            let at = phrases.partition_point(|(phrase, _)| phrase.first().copied() < first);
            let here = phrases.get(at..).unwrap_or_default().iter();
            let mut here = here.take_while(|(phrase, _)| phrase.first().copied() == first);
            here.all(|(phrase, accounts)| !begins(phrase) || says(accounts))
        })
    });
    let keeps_number = |at: usize, number: u32| {
        let sought = number.to_string();
        let word = word_at(&original, at);
        let ordinal = match number {
            3 => "third",
            4 => "fourth",
            _ => word,
        };
        says(&[&sought, word, ordinal])
            || says(&MANY_NUMBERS)
            // `falls in a hole with 3 -> capture the four`
            || says(&["holding"]) && says(&[&(number - 1).to_string()])
            // `unless there is only one`: the others have 2 or more.
            || number == 1 && says(&["2"]) && says(&["more"])
            || number == 1 && says(&["single", "empty", "last", "beginning"])
            || !describes_rows(statements) && is_all_holes(&original, at)
            || counts_own_row(&original, at, statements)
            || is_total(number, statements)
            || names_all_players(&original, at, number, statements)
    };
    if takes_holes_for_rows(&original, statements) || takes_other_number(&original, statements) {
        return false;
    }
    let numbers = original.iter().enumerate().filter_map(|(at, word)| Some((at, number(word)?)));
    let mut kept = numbers.filter(|(at, number)| is_kept(&original, *at, *number));
    keeps_phrases
        && kept.all(|(at, number)| keeps_number(at, number))
        && keeps_actors(&original, here, statements)
}

/// Whether a number is always part of a rule.
fn is_kept(words: &[String], at: usize, number: u32) -> bool {
    let counts_seeds = Lexicon::get().means(word_at(words, at + 1), "seed");
    match number {
        0 => false,
        // `at least one seed`, `even with one seed`: with some seed.
        1 => {
            let before = at.checked_sub(1).map_or("", |before| word_at(words, before));
            let is_some =
                before == "least" || before == "with" && words.iter().any(|w| w == "even");
            counts_seeds && !is_some && !ONE_EACH.contains(&word_at(words, at + 2))
        }
        _ => number >= LEAST_KEPT || counts_seeds,
    }
}

/// Whether *board* has other rows than the words say: another number than the one before the word, as in `six holes in
/// each of two rows`, or rows of one hole.
fn takes_holes_for_rows(words: &[String], statements: &[(Option<SectionKind>, String)]) -> bool {
    let of_board = statements.iter().find_map(|(_, text)| text.split_once(" rows of "));
    let Some((rows, holes)) = of_board else { return false };
    // `five holes in a row` are one row, and so are `6 pits and 1 store`.
    let says_one = words.iter().any(|word| word == "1" || word == "one");
    let says_rows = words.iter().any(|word| Lexicon::get().means(word, "rows2"));
    if holes.starts_with("1 hole") && !(says_one && says_rows) {
        return true;
    }
    let counted = words.windows(2).filter(|pair| Lexicon::get().means(&pair[1], "rows2"));
    let mut counted = counted.filter_map(|pair| number(&pair[0])).peekable();
    counted.peek().is_some() && counted.all(|number| number.to_string() != rows)
}

/// Whether all of a hole is captured where a part was said: `falls in a hole with three, those three are taken`. With the
/// last seed there are four.
fn takes_other_number(words: &[String], statements: &[(Option<SectionKind>, String)]) -> bool {
    let held = |text: &str| {
        let (cond, acts) = text.split_once(" -> ")?;
        let (_, held) = cond.strip_prefix("falls in ")?.split_once(" holding ")?;
        let number = held.parse::<u32>().ok()?;
        acts.split(", ").any(|act| act == "capture it").then_some(number)
    };
    let mut held = statements.iter().filter_map(|(_, text)| held(text));
    let times = |sought| words.iter().filter(|word| number(word) == Some(sought)).count();
    held.any(|number| times(number) > 1)
}

/// Whether a number counts the holes of a row that is said to be the player's: `six pits on their side`.
fn counts_own_row(
    words: &[String],
    at: usize,
    statements: &[(Option<SectionKind>, String)],
) -> bool {
    let is_owned = statements.iter().any(|(_, text)| text.contains(" owns the nearest row"));
    let noun = words.get(at + 1).filter(|_| is_owned && !describes_rows(statements));
    noun.is_some_and(|noun| Lexicon::get().means(noun, "hole"))
}

/// Whether *board* gets its rows.
fn describes_rows(statements: &[(Option<SectionKind>, String)]) -> bool {
    statements.iter().any(|(_, text)| [" row of ", " rows of "].iter().any(|of| text.contains(of)))
}

/// Whether a number is that of all holes of the rows, or may be that of all seeds: `48 seeds, 4 in each hole`.
fn is_total(number: u32, statements: &[(Option<SectionKind>, String)]) -> bool {
    statements.iter().any(|(_, text)| {
        let numbers: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers.as_slice() {
            [rows, columns] if text.contains(" rows of ") => {
                rows.checked_mul(*columns) == Some(number)
            }
            [each] if text.starts_with("every hole holds ") => {
                number > *each && number.is_multiple_of(*each)
            }
            _ => false,
        }
    })
}

/// Whether a number counts players who are all named: `3 players: East, West, South`.
fn names_all_players(
    words: &[String],
    at: usize,
    number: u32,
    statements: &[(Option<SectionKind>, String)],
) -> bool {
    let counts = matches!(word_at(words, at + 1), "players" | "people" | "persons");
    let all =
        |text: &str| text.starts_with("players ") && text.split(", ").count() == number as usize;
    counts && statements.iter().any(|(_, text)| all(text))
}

/// Whether a number counts the holes of the board or of a player: `one of your six pits`.
fn is_all_holes(words: &[String], at: usize) -> bool {
    let Some(noun) = words.get(at + 1) else { return false };
    let before = at.checked_sub(1).and_then(|at| words.get(at)).map(String::as_str);
    let of_all = ["of", "the", "your", "his", "her", "their", "my", "all"];
    // `on your side` are all, `on the left` are not.
    const WHOSE: [&str; 7] = ["your", "his", "her", "their", "my", "each", "own"];
    let is_own = WHOSE.contains(&word_at(words, at + 3));
    let is_part = WHICH.contains(&word_at(words, at + 2)) && !is_own;
    before.is_some_and(|word| of_all.contains(&word))
        && !is_part
        && Lexicon::get().means(noun, "hole")
}
