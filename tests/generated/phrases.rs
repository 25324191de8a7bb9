//! The lists of phrases in `phrases.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Facts about the part of a description that is written so far: two players, holes with owners.
pub type Facts = BTreeSet<&'static str>;

/// A phrase of a list.
#[derive(Debug)]
pub struct Phrase {
    /// Its words, with lists in braces.
    pub words: &'static str,
    needs: Vec<&'static str>,
    bans: Vec<&'static str>,
    /// The facts that the phrase adds.
    pub gives: Vec<&'static str>,
}

impl Phrase {
    fn of(line: &'static str) -> Phrase {
        let (words, signs) = match line.rsplit_once(" [") {
            Some((words, signs)) => (words, signs.trim_end_matches(']')),
            None => (line, ""),
        };
        let begun = |sign: char| signs.split(' ').filter_map(move |s| s.strip_prefix(sign));
        let plain = signs.split(' ').filter(|s| s.starts_with(char::is_alphabetic));
        Phrase {
            words: words.trim(),
            needs: plain.collect(),
            bans: begun('!').collect(),
            gives: begun('+').collect(),
        }
    }

    fn fits(&self, facts: &Facts) -> bool {
        self.needs.iter().all(|fact| facts.contains(fact))
            && !self.bans.iter().any(|fact| facts.contains(fact))
    }
}

/// The lists as text, with continued lines joined.
static TEXT: LazyLock<String> =
    LazyLock::new(|| include_str!("phrases.txt").replace("\n    ", " "));

/// Every list, by its name.
static LISTS: LazyLock<BTreeMap<&'static str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut lists: BTreeMap<&str, Vec<Phrase>> = BTreeMap::new();
    let mut name = "";
    for line in TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(phrase) => lists.entry(name).or_default().push(Phrase::of(phrase)),
            None => name = line,
        }
    }
    lists
});

/// The phrases of a list.
pub fn all(list: &str) -> &'static [Phrase] {
    LISTS.get(list).unwrap_or_else(|| panic!("no list is called `{list}`"))
}

/// Whether there is a list of that name.
pub fn is_list(list: &str) -> bool {
    LISTS.contains_key(list)
}

/// Numbers that choose phrases; after the last number the simplest phrase is chosen.
#[derive(Clone, Debug)]
pub struct Numbers<'n>(std::slice::Iter<'n, u16>);

impl<'n> Numbers<'n> {
    /// These numbers.
    pub fn of(numbers: &'n [u16]) -> Numbers<'n> {
        Numbers(numbers.iter())
    }

    /// An index below `many`; uses no number if there is only one choice.
    pub fn one_of(&mut self, many: usize) -> usize {
        if many == 1 {
            return 0;
        }
        self.0.next().map_or(0, |n| usize::from(*n) % many)
    }
}

/// A valid phrase of a list, with the lists in it filled in; `None`: there is none.
pub fn say(list: &str, numbers: &mut Numbers<'_>, facts: &mut Facts) -> Option<String> {
    let fits = |phrase: &&Phrase| {
        phrase.fits(facts) && lists_in(phrase.words).all(|list| can_say(list, facts))
    };
    let phrases: Vec<&Phrase> = all(list).iter().filter(fits).collect();
    if phrases.is_empty() {
        return None;
    }
    let phrase = phrases[numbers.one_of(phrases.len())];
    facts.extend(&phrase.gives);
    Some(filled(phrase.words, numbers, facts))
}

/// A text with the lists in it filled in.
pub fn filled(words: &str, numbers: &mut Numbers<'_>, facts: &mut Facts) -> String {
    let mut pieces = words.split('{');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (list, after) = piece.split_once('}').expect("a brace that closes");
        text += &say(list, numbers, facts).unwrap_or_else(|| panic!("{list} in {facts:?}"));
        text += after;
    }
    text
}

fn lists_in(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split('{').skip(1).map(|piece| piece.split('}').next().unwrap_or_default())
}

/// Whether a list has a valid phrase; phrases that contain the list itself do not count.
fn can_say(list: &str, facts: &Facts) -> bool {
    all(list).iter().any(|phrase| {
        phrase.fits(facts) && lists_in(phrase.words).all(|l| l != list && can_say(l, facts))
    })
}
