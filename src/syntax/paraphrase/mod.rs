//! Understands what people write: `if the last seed lands in your store, you get another turn` is
//! `falls in the own store -> play again`.
//!
//! It is semantic parsing by a lexicon and frames, with the costs of a beam search (Zettlemoyer and Collins, 2007,
//! for words that may be left out or in another order; Berant and Liang, 2014, for the choice among statements of
//! the target language). The knowledge is data:
//!
//! - `concepts.txt`: words and short phrases, and the concepts that they stand for ([`lexicon`]);
//! - `frames.txt`: which concepts, in any order, make which phrase of the language ([`frames`]). Places and amounts
//!   are read from any order of their concepts too ([`amount`], [`read_place`]).
//!
//! [`assemble`] joins the phrases, [`references`] finds what their pronouns mean, and [`statements`] writes them. Each
//! word has to be accounted for: a word that nothing explains, and each doubt ([`doubts`]), costs. What costs little,
//! and much less than any other meaning, is *sure*; anything else is only named.

mod actors;
mod amount;
mod as_is;
mod assemble;
mod doubts;
mod frames;
mod inflection;
mod kept;
mod lattice;
mod lexicon;
mod place;
mod read_place;
mod reader;
mod references;
mod sayings;
mod statements;

use super::ast::SectionKind;
use super::phrase::Rule;
use super::statement::EntryProduction;
use crate::order::SmallSort;
use assemble::{MOST_LEFT_OUT, Meaning, candidates};
use lattice::Lattice;
use lexicon::Lexicon;
use reader::Reader;
use statements::has_cases;
use std::collections::BTreeSet;

pub use lattice::ROW_NAMES;
pub use sayings::{Saying, nearest_sayings, sayings};

/// The longest statement that is read, in words.
const MOST_WORDS: usize = 90;
/// What a statement that is sure costs at most.
const MOST_SURE: u32 = 50;
/// How much more any other meaning of it costs.
const MARGIN: u32 = 5;
/// What a statement costs more if it belongs to another section.
const OTHER_SECTION: u32 = 40;
/// The same for a section that people take for this one.
const NEAR_SECTION: u32 = 15;
/// The cost of a statement of another part of the game, or of another place: too much to be sure.
const DOUBT: u32 = 60;
/// What a statement of another section costs at most, before that.
const MOST_ELSEWHERE: u32 = 14;
/// The same for a section that people take for this one.
const MOST_NEAR: u32 = 32;
/// What a statement of another section costs more if it costs more than that.
const FAR_DOUBT: u32 = 110;
/// How many meanings are parsed.
const MOST_TRIED: usize = 8;
/// How many rivals of the likeliest are parsed.
const MOST_RIVALS: usize = 4;
/// Half of the seeds, in a frame.
const HALF: &str = "#half";
/// The seeds that fill a hole, in a frame.
const FILL: &str = "%fill";
/// The concepts of an end of the game.
const ENDS: [&str; 7] = ["endgame", "stopgame", "continues", "goeson", "win", "lose", "draw"];
/// No phrase that says that there is none of something is longer, with the word after it.
const LONGEST_IF_NONE: usize = 12;
/// How many words may be left out of a statement that is named.
const MOST_SKIPPED: u32 = 4;

/// A statement in the words of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Translation {
    /// The statements, each with its section; `None`: the section of the original. Lines below a statement
    /// follow it after a line break.
    pub statements: Vec<(Option<SectionKind>, String)>,
    /// Whether it surely means the same.
    pub sure: bool,
    /// The parts of the original that it does not say.
    pub left_out: Vec<String>,
}

/// What is to be understood.
#[derive(Clone, Copy)]
pub struct Original<'a> {
    /// The words and signs.
    pub words: &'a [&'a str],
    /// The names that the file defines.
    pub names: &'a BTreeSet<String>,
    /// The section that the statement is in.
    pub section: Option<SectionKind>,
    /// The production that it should parse with.
    pub rule: Rule,
    /// Whether words that are not known may be misspelt.
    pub misspelt: bool,
    /// Half of the seeds of the game, if that is known.
    pub half_of_seeds: Option<u32>,
    /// How many seeds fill a hole, if *match* or *start* says so.
    pub seeds_to_fill: Option<u32>,
    /// Whether *board* says that there are two rows.
    pub two_rows: bool,
    /// Whether *way* goes through the own store, and through no other.
    pub own_store_only: bool,
    /// Whether a player who can move may pass.
    pub passes_by_choice: bool,
}

/// Whether people call a store so: `home`, `kalah`.
pub fn means_store(word: &str) -> bool {
    let (lexicon, word) = (Lexicon::get(), word.to_lowercase());
    lexicon.means(&word, "store") && !lexicon.means(&word, "hole")
}

/// Whether a word has a meaning in some phrase, so that it is English.
pub fn is_known_word(word: &str) -> bool {
    Lexicon::get().knows(&word.to_lowercase())
}

/// How many words say that there is none of what the statement above is about: `if there is none, ...`.
pub fn length_of_if_none(words: &[&str]) -> Option<usize> {
    let words = words.get(..words.len().min(LONGEST_IF_NONE))?;
    let lattice = Lattice::new(words, &BTreeSet::new(), false);
    let if_none = Lexicon::get().concept("ifnone")?;
    let edges = lattice.edges.first()?.iter().filter(|edge| edge.concept == if_none);
    let longest = edges.map(|edge| edge.to).max()?;
    let comma = words.get(longest).is_some_and(|word| [",", ":", "then"].contains(word));
    // Where a word is two words of the lattice, their places differ.
    (lattice.words.len() == words.len()).then_some(longest + usize::from(comma))
}

/// The word of the language for a noun of people, in the same number: `hole` for `pit`, `seeds` for `stones`.
pub fn plain_noun(word: &str) -> Option<&'static str> {
    const NOUNS: [&str; 4] = ["hole", "holes", "seed", "seeds"];
    let standard = Lexicon::get().standard.get(word).copied();
    standard.filter(|noun| NOUNS.contains(noun) && *noun != word)
}

/// A word of a statement; after its end there is none.
fn word_at(words: &[String], at: usize) -> &str {
    words.get(at).map_or("", String::as_str)
}

/// Whether a statement has a word without a known meaning.
pub fn may_be_misspelt(words: &[&str]) -> bool {
    words.iter().any(|word| !is_known_word(word))
}

/// The likeliest meaning of a statement; `None`: none is likely. `readable` is whether statements of a section
/// (`None`: of the original's) parse.
pub fn translation(
    original: Original<'_>,
    readable: impl Fn(&[(Option<SectionKind>, String)]) -> bool,
) -> Option<Translation> {
    let found = meanings(original);
    let keeps = |candidate: &Meaning| {
        kept::keeps_meaning(original.words, original.section, &candidate.statements)
    };
    // The likeliest that can be read, or one that costs little more and drops nothing that is always part of a rule.
    let mut tried = found.iter().take(MOST_TRIED).filter(|c| readable(&c.statements));
    let first = tried.next()?;
    let costly = first.cost + MARGIN;
    let mut near = std::iter::once(first).chain(tried.take_while(|c| c.cost < costly));
    let best = near.find(|candidate| keeps(candidate)).unwrap_or(first);
    let is_rival =
        |c: &&Meaning| !is_same(c, best) && !is_part(c, best) && c.cost >= best.cost && keeps(c);
    let mut rivals = found.iter().take_while(|c| c.cost < best.cost + MARGIN).filter(is_rival);
    // What is no statement is no rival. After a few of them, no more is tried.
    let is_rivalled =
        (0..MOST_RIVALS).map_while(|_| rivals.next()).any(|rival| readable(&rival.statements))
            || rivals.next().is_some();
    // `then sow ...` goes on from the case above; alone it would be another case.
    let steps = [Some(SectionKind::Opening), Some(SectionKind::Match)].contains(&original.section);
    let goes_on = original.words.first().is_some_and(|word| word.eq_ignore_ascii_case("then"));
    let is_after_capture =
        |(of, _): &(Option<SectionKind>, String)| *of == Some(SectionKind::AfterCapture);
    let sure = best.skipped == 0
        && best.cost < MOST_SURE
        && !is_rivalled
        && (steps || !goes_on || best.statements.iter().all(is_after_capture))
        && keeps(best);
    let likely = best.skipped <= MOST_SKIPPED;
    likely.then(|| {
        let left_out = match best.left_out {
            0 => Vec::new(),
            bits => {
                let lattice = Lattice::new(original.words, original.names, original.misspelt);
                stretches(&lattice.words, bits)
            }
        };
        Translation { statements: best.statements.clone(), sure, left_out }
    })
}

/// Phrases that mean the same as others.
const SAME: [(&str, &str); 24] = [
    ("-> a player wins", "-> that player wins"),
    ("-> a player loses", "-> that player loses"),
    ("holes holds ", "holes hold "),
    ("own inner hole of the ", "inner hole of the "),
    ("own outer hole of the ", "outer hole of the "),
    ("inner hole ", "inner "),
    ("outer hole ", "outer "),
    ("end turn", "end move"),
    ("the opposite inner hole and the opposite outer hole", "every opposite hole"),
    ("holds 1 or more", "is occupied"),
    ("holds seeds", "is occupied"),
    ("each ", "every "),
    ("is not empty", "is occupied"),
    ("empty own ", "own empty "),
    ("occupied own ", "own occupied "),
    ("empty opponent's ", "opponent's empty "),
    ("occupied opponent's ", "opponent's occupied "),
    ("the player plays again", "play again"),
    ("the player captures ", "capture "),
    ("makes a hole holding ", "makes "),
    ("an empty hole of the opponent", "an opponent's empty hole"),
    ("an occupied hole of the opponent", "an opponent's occupied hole"),
    ("a hole of the opponent", "an opponent's hole"),
    ("a turn is 1 moves", "a turn is 1 move"),
];

/// Whether two meanings differ in articles only: `the own casa`, `an own casa`. `not empty` is occupied. Statements of
/// several sections may come in any order.
fn is_same(one: &Meaning, other: &Meaning) -> bool {
    let in_order = |meaning: &Meaning| {
        let mut meaning = meaning.clone();
        meaning.statements.small_sort_by_key(|(section, _)| *section);
        meaning
    };
    let (one, other) = (in_order(one), in_order(other));
    sections(&one) == sections(&other) && words(&one) == words(&other)
}

/// Whether a meaning says only a part of what another one says that costs no more: `capture it`, where `capture 1
/// of it` accounts for as many words.
fn is_part(part: &Meaning, whole: &Meaning) -> bool {
    // At the same price, one condition less is another rule.
    let conditions = |meaning: &Meaning| -> usize {
        let heads = meaning.statements.iter().filter_map(|(_, text)| text.split_once(" -> "));
        heads.map(|(head, _)| head.matches(" and ").count()).sum()
    };
    if part.cost == whole.cost && conditions(part) < conditions(whole) {
        return false;
    }
    let within = sections(part).iter().all(|section| sections(whole).contains(section));
    // With as many words, it says something else: `the player` for `a player`.
    let is_split = part.statements.len() != whole.statements.len();
    let (part, whole) = (words(part), words(whole));
    let mut rest = whole.iter();
    within
        && (is_split || part.len() < whole.len())
        && part.iter().all(|word| rest.any(|other| other == word))
}

fn sections(meaning: &Meaning) -> Vec<Option<SectionKind>> {
    meaning.statements.iter().map(|(section, _)| *section).collect()
}

/// The words of a meaning that tell it from others.
fn words(meaning: &Meaning) -> Vec<String> {
    let statements = meaning.statements.iter().map(|(_, statement)| statement.as_str());
    let text = statements.collect::<Vec<_>>().join(" ");
    let text = SAME.iter().fold(text, |text, (one, other)| text.replace(one, other));
    let words: Vec<&str> = text.split(' ').collect();
    let next = words.iter().skip(1).chain(std::iter::once(&""));
    // `a player` and `the player` are two.
    let counts = |(word, next): &(&&str, &&str)| {
        !["a", "an", "the"].contains(*word) || next.starts_with("player")
    };
    let words = words.iter().zip(next).filter(counts);
    words.map(|(word, _)| word.trim_end_matches(',').to_string()).collect()
}

/// The stretches of words whose bits are set.
fn stretches(words: &[String], bits: u128) -> Vec<String> {
    let is_set = |at: &usize| bits & (1 << at) != 0;
    let mut found: Vec<Vec<&str>> = Vec::new();
    for (at, word) in words.iter().enumerate().take(MOST_WORDS).filter(|(at, _)| is_set(at)) {
        match found.last_mut().filter(|_| at > 0 && is_set(&(at - 1))) {
            Some(last) => last.push(word),
            None => found.push(vec![word]),
        }
    }
    found.iter().map(|words| words.join(" ")).collect()
}

/// The meanings that a statement may have, the likeliest first.
pub fn meanings(original: Original<'_>) -> Vec<Meaning> {
    let Some(here) = original.section else { return Vec::new() };
    let has_lines_below = original.rule != EntryProduction::of(here).rule;
    if original.words.len() > MOST_WORDS || has_lines_below {
        return Vec::new();
    }
    let lattice = Lattice::new(original.words, original.names, original.misspelt);
    let mut reader = Reader::new(&lattice, original.names);
    let mut found = candidates(&mut reader, here, MOST_LEFT_OUT, u32::MAX);
    if !found.first().is_some_and(|best| best.skipped == 0 && best.cost < MOST_SURE) {
        // A number of seeds alone is no end of the game.
        let lexicon = Lexicon::get();
        let says_end = ENDS
            .iter()
            .any(|name| lexicon.concept(name).is_some_and(|end| lattice.last_of(&[end]).is_some()));
        let best_here = found.first().map(|best| best.cost);
        for section in SectionKind::ALL {
            if let Some(price) = elsewhere(section).filter(|_| section != here) {
                let most_cost = most_elsewhere(here, section, price, best_here);
                let Some(most_cost) = most_cost else { continue };
                let mut others = candidates(&mut reader, section, 0, most_cost);
                for other in others.iter_mut().filter(|_| is_in_play(section)) {
                    // Without a condition it would be done at every seed.
                    let always = other.statements.iter().any(|(_, text)| !text.contains(" -> "));
                    let in_move = section != SectionKind::Move;
                    if is_between_games(here) || is_after(here) || always && in_move {
                        other.cost += DOUBT;
                    }
                }
                for other in &mut others {
                    let ends = |(_, text): &(_, String)| text.ends_with(" -> end game");
                    let is_unsaid = section == SectionKind::End
                        && !is_near(here, section)
                        && !says_end
                        && other.statements.iter().any(ends);
                    // What is done while seeds are sown is no setup.
                    let is_setup = section == SectionKind::Start && is_at_a_seed(here);
                    other.cost += if is_unsaid || is_setup { DOUBT } else { 0 };
                }
                found.extend(of_section(others, here, section, price));
            }
        }
    }
    let says_column = original.words.contains(&"column");
    let says_pass = original.words.contains(&"pass");
    for meaning in &mut found {
        for (_, statement) in &mut meaning.statements {
            for (sign, number) in [(HALF, original.half_of_seeds), (FILL, original.seeds_to_fill)] {
                if let Some(number) = number {
                    *statement = statement.replace(sign, &number.to_string());
                }
            }
            *statement = statement.replace(" / ", "\n  ");
            // Where nobody passes by choice, who passes has no move.
            let counts = statement.contains("passes-running");
            let has_no_move = says_pass && statement.contains("each player has no move");
            if counts && !original.passes_by_choice || has_no_move && original.passes_by_choice {
                meaning.cost += DOUBT;
            }
            // In a column of more rows there are several other holes.
            if !original.two_rows && says_column && statement.contains("the opposite hole") {
                meaning.cost += DOUBT;
            }
            // In two rows, one hole is opposite.
            if original.two_rows {
                *statement = statement.replace("every opposite hole", "the opposite hole");
            }
            // `the lower row` is all that South has, if there are two rows. `The store` is the own one, if seeds fall
            // in no other.
            for (sign, is_sure) in
                [(" of ^", original.two_rows), (" ^own", original.own_store_only)]
            {
                if statement.contains(sign) {
                    *statement = statement.replace(sign, &sign.replace('^', ""));
                    meaning.cost += if is_sure { 0 } else { DOUBT };
                }
            }
        }
    }
    found.retain(|meaning| {
        let whole = meaning.statements.iter().all(|(_, text)| !text.contains(['#', '%']));
        // `unless ...` alone adds an exception to captures. It is not written beside other statements.
        let limits = |(_, text): &(Option<SectionKind>, String)| {
            text.starts_with("unless ") && !text.contains(" -> ")
        };
        let is_limited = meaning.statements.len() > 1 && meaning.statements.iter().any(limits);
        // A list of classes in order is no alternative.
        let is_class = |(_, text): &(Option<SectionKind>, String)| {
            text.starts_with("either ") && text.contains("in this order")
        };
        whole
            && !is_limited
            && !meaning.statements.iter().any(is_class)
            && !fills_twice(&meaning.statements)
            && !gives_two_ways(&meaning.statements)
    });
    found.small_sort_by_key(|candidate| candidate.cost);
    found
}

/// Whether statements give the same holes different numbers of seeds.
fn fills_twice(statements: &[(Option<SectionKind>, String)]) -> bool {
    let filled = |(_, text): &(Option<SectionKind>, String)| {
        text.split_once(" holds ").map(|(place, _)| place.to_string())
    };
    let mut places: Vec<String> = statements.iter().filter_map(filled).collect();
    let all = places.len();
    places.small_sort();
    places.dedup();
    places.len() < all
}

/// Whether statements give all players two ways. `Clockwise, from right to left on your side` says one of them twice.
fn gives_two_ways(statements: &[(Option<SectionKind>, String)]) -> bool {
    const BEGINNINGS: [&str; 5] =
        ["clockwise", "anticlockwise", "leftwards", "rightwards", "round"];
    let is_way = |(_, text): &&(Option<SectionKind>, String)| {
        text.contains("round every")
            && text.split(' ').next().is_some_and(|word| BEGINNINGS.contains(&word))
            && !text.contains(" when ")
    };
    statements.iter().filter(is_way).count() > 1
}

/// The amounts in a statement, in the words of the language: the first word, the word after the last one, and the
/// phrase. `at least 25` is `25 or more`.
pub fn amounts_of(words: &[&str], names: &BTreeSet<String>) -> Vec<(usize, usize, String)> {
    let lattice = Lattice::new(words, names, false);
    // Where a word is two words of the lattice, their places differ.
    if lattice.words.len() != words.len() || words.len() > MOST_WORDS {
        return Vec::new();
    }
    let at = |from: usize| {
        amount::amounts(&lattice, from)
            .into_iter()
            .filter_map(move |(to, amount, _)| Some((from, to, amount.text()?)))
    };
    let mut all: Vec<_> = (0..words.len()).flat_map(at).collect();
    all.retain(|(from, to, text)| words.get(*from..*to).is_some_and(|old| old.join(" ") != *text));
    // The longest first.
    all.small_sort_by_key(|(from, to, _)| std::cmp::Reverse(to - from));
    all
}

/// What it costs that a statement belongs to this section and not the one it is in; `None`: it is not looked for.
fn elsewhere(section: SectionKind) -> Option<u32> {
    match section {
        SectionKind::About
        | SectionKind::Points
        | SectionKind::Options
        | SectionKind::Words
        | SectionKind::BeforeEachLap
        | SectionKind::Opening => None,
        SectionKind::EachSeed | SectionKind::AfterMove | SectionKind::AfterCapture => Some(10),
        SectionKind::Match => Some(5),
        SectionKind::Board
        | SectionKind::Start
        | SectionKind::Way
        | SectionKind::Turn
        | SectionKind::Move
        | SectionKind::Allowed
        | SectionKind::LastSeed
        | SectionKind::End
        | SectionKind::Winner => Some(0),
    }
}

/// Whether a section is about what is done before or between games.
fn is_between_games(section: SectionKind) -> bool {
    matches!(section, SectionKind::Opening | SectionKind::Match)
}

/// Whether a section is about what is done when something has happened.
fn is_after(section: SectionKind) -> bool {
    matches!(section, SectionKind::AfterCapture | SectionKind::AfterMove)
}

/// Whether a section is about what is done in a move.
fn is_in_play(section: SectionKind) -> bool {
    has_cases(section) && !is_between_games(section) && section != SectionKind::End
}

/// Whether a section is about what is done at a seed, a lap or a move.
fn is_at_a_seed(section: SectionKind) -> bool {
    is_after(section)
        || matches!(
            section,
            SectionKind::BeforeEachLap | SectionKind::EachSeed | SectionKind::LastSeed
        )
}

/// Whether people take these sections for one another: both are about how to move, or both about how it ends.
fn is_near(one: SectionKind, other: SectionKind) -> bool {
    const MOVES: [SectionKind; 4] =
        [SectionKind::Move, SectionKind::Allowed, SectionKind::Way, SectionKind::Turn];
    // A law is not said better as a case of a move.
    if other == SectionKind::Move {
        return false;
    }
    const ENDS: [SectionKind; 2] = [SectionKind::End, SectionKind::Winner];
    let both = |all: &[SectionKind]| all.contains(&one) && all.contains(&other);
    const SOWING: [SectionKind; 2] = [SectionKind::Way, SectionKind::EachSeed];
    both(&MOVES) || both(&ENDS) || both(&SOWING)
}

/// What moving to another section costs, and what a statement costs there at most, if it costs no more for doubt.
fn prices(here: SectionKind, section: SectionKind) -> (u32, u32) {
    match is_near(here, section) {
        true => (NEAR_SECTION, MOST_NEAR),
        false => (OTHER_SECTION, MOST_ELSEWHERE),
    }
}

/// What a statement of another section may cost there, so that it can be likelier than the best one here; `None`: none
/// can.
fn most_elsewhere(
    here: SectionKind,
    section: SectionKind,
    price: u32,
    best_here: Option<u32>,
) -> Option<u32> {
    let Some(best) = best_here else { return Some(u32::MAX) };
    let (other, most) = prices(here, section);
    let left = (best + MARGIN).checked_sub(other + price)?;
    Some(left.min(most).max(left.saturating_sub(FAR_DOUBT)))
}

/// Candidates of another section than the original's, which leave nothing out, with what that costs.
fn of_section(
    found: Vec<Meaning>,
    here: SectionKind,
    section: SectionKind,
    price: u32,
) -> impl Iterator<Item = Meaning> {
    found.into_iter().map(move |mut candidate| {
        let (other, most) = prices(here, section);
        let doubt = if candidate.cost <= most { 0 } else { FAR_DOUBT };
        candidate.cost += other + price + doubt;
        for (of, _) in &mut candidate.statements {
            let real = of.unwrap_or(section);
            *of = (real != here).then_some(real);
        }
        candidate
    })
}
