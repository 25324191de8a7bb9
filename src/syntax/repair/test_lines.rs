//! Lines of a test in other words. What people write is data: `test_lines.txt`.

use super::Repairer;
use crate::diagnostic::Diagnostic;
use crate::syntax::phrase::Rule;
use crate::syntax::vocabulary;
use crate::texts;
use std::sync::OnceLock;

/// The longest line that is read, in words.
const MOST_WORDS: usize = 40;

/// A word or a quoted text of a line, as it is written.
type LineWords<'a> = [&'a str];

/// Part of a pattern.
#[derive(Debug)]
enum PatternPart {
    /// This word.
    Word(&'static str),
    /// One of the phrases of a set; `true`: or nothing.
    OneOf(&'static str, bool),
    /// What the rules of a name make.
    Made(&'static str),
    /// What rules make, any number of times, with commas or `and` between.
    List(&'static str),
    Slot(LineSlot),
}

/// A part of a line that is taken over.
#[derive(Clone, Copy, Debug)]
enum LineSlot {
    Player,
    Hole,
    Number,
    Text,
    Words,
}

/// A pattern, and what a line means that fits it.
#[derive(Debug)]
struct Wording {
    parts: Vec<PatternPart>,
    result: &'static str,
}

/// The data.
#[derive(Debug, Default)]
struct Wordings {
    /// The names of sets, and the phrases of each.
    sets: Vec<(&'static str, Vec<&'static str>)>,
    /// Each with the name of its rule.
    rules: Vec<(&'static str, Wording)>,
}

/// Where a part of a pattern ends, and what its slots have made.
type Matched = (usize, Vec<String>);

impl Wordings {
    fn get() -> &'static Wordings {
        static WORDINGS: OnceLock<Wordings> = OnceLock::new();
        WORDINGS.get_or_init(|| Wordings::read(texts::shipped().test_lines))
    }

    fn read(text: &'static str) -> Wordings {
        let mut wordings = Wordings::default();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (name, rest) = line.split_at(line.find([' ', ':']).unwrap_or(line.len()));
            if let Some(rule) = rest.strip_prefix(':') {
                let (pattern, result) = rule.split_once(" -> ").unwrap_or((rule, ""));
                let parts = pattern.split_whitespace().map(part).collect();
                wordings.rules.push((name, Wording { parts, result }));
            } else if let Some((_, phrases)) = rest.split_once('=') {
                wordings.sets.push((name, phrases.split(" | ").collect()));
            }
        }
        wordings
    }

    fn wordings_of(&self, name: &str) -> impl Iterator<Item = &Wording> {
        self.rules.iter().filter(move |(of, _)| *of == name).map(|(_, wording)| wording)
    }

    /// What the first rule of a name makes of a whole line.
    fn meaning(&self, name: &str, words: &LineWords<'_>) -> Option<String> {
        self.wordings_of(name).find_map(|wording| {
            let whole = |(end, _): &Matched| *end == words.len();
            let (_, made) = self.matches(&wording.parts, words, 0).into_iter().find(whole)?;
            Some(filled(wording.result, &made))
        })
    }

    /// All ways in which parts fit the words from an index on.
    fn matches(&self, parts: &[PatternPart], words: &LineWords<'_>, at: usize) -> Vec<Matched> {
        let Some((first, rest)) = parts.split_first() else { return vec![(at, Vec::new())] };
        let mut found = Vec::new();
        for (next, made) in self.part_matches(first, words, at) {
            for (end, more) in self.matches(rest, words, next) {
                let all = made.iter().cloned().chain(more).collect();
                found.push((end, all));
            }
        }
        found
    }

    fn part_matches(&self, part: &PatternPart, words: &LineWords<'_>, at: usize) -> Vec<Matched> {
        let rest = words.get(at..).unwrap_or_default();
        // How many words a phrase has, if it is there.
        let said = |phrase: &str| {
            let mut rest = rest.iter();
            let is_next = |word| rest.next().is_some_and(|next| next.eq_ignore_ascii_case(word));
            let many = phrase.split_whitespace().count();
            phrase.split_whitespace().all(is_next).then_some(many)
        };
        match part {
            PatternPart::Word(word) => {
                said(word).map(|many| (at + many, Vec::new())).into_iter().collect()
            }
            PatternPart::OneOf(set, optional) => {
                let phrases = self.sets.iter().filter(|(name, _)| name == set);
                let phrases = phrases.flat_map(|(_, phrases)| phrases);
                let found = phrases.filter_map(|phrase| said(phrase));
                let found = found.map(|many| (at + many, Vec::new()));
                found.chain(optional.then(|| (at, Vec::new()))).collect()
            }
            PatternPart::Made(rule) => self.made(rule, words, at),
            PatternPart::List(rule) => self.list(rule, words, at),
            PatternPart::Slot(slot) => {
                slot.matches(rest).map(|(many, text)| (at + many, vec![text])).collect()
            }
        }
    }

    /// What the rules of a name make from an index on; each end once.
    fn made(&self, rule: &str, words: &LineWords<'_>, at: usize) -> Vec<Matched> {
        let mut found: Vec<Matched> = Vec::new();
        for wording in self.wordings_of(rule) {
            for (end, made) in self.matches(&wording.parts, words, at) {
                if found.iter().all(|(known, _)| *known != end) {
                    found.push((end, vec![filled(wording.result, &made)]));
                }
            }
        }
        found
    }

    /// A list of what the rules of a name make; each end once.
    fn list(&self, rule: &str, words: &LineWords<'_>, at: usize) -> Vec<Matched> {
        let mut found = self.made(rule, words, at);
        let mut seen = 0;
        while let Some((end, before)) = found.get(seen).cloned() {
            seen += 1;
            let sign = |n: usize, sign: &str| {
                words.get(n).is_some_and(|word| word.eq_ignore_ascii_case(sign))
            };
            let comma = end + usize::from(sign(end, ","));
            let next = comma + usize::from(sign(comma, "and"));
            if next == end {
                continue;
            }
            for (end, more) in self.made(rule, words, next) {
                if found.iter().all(|(known, _)| *known != end) {
                    let both = before.iter().chain(&more).cloned().collect::<Vec<_>>().join(", ");
                    found.push((end, vec![both]));
                }
            }
        }
        found
    }
}

/// Reads a part of a pattern.
fn part(written: &'static str) -> PatternPart {
    let inside = |open: char, close: &str| written.strip_prefix(open)?.strip_suffix(close);
    if let Some(set) = inside('[', "]") {
        PatternPart::OneOf(set, false)
    } else if let Some(set) = inside('[', "]?") {
        PatternPart::OneOf(set, true)
    } else {
        match inside('<', ">") {
            None => PatternPart::Word(written),
            Some("player") => PatternPart::Slot(LineSlot::Player),
            Some("hole") => PatternPart::Slot(LineSlot::Hole),
            Some("number") => PatternPart::Slot(LineSlot::Number),
            Some("text") => PatternPart::Slot(LineSlot::Text),
            Some("words") => PatternPart::Slot(LineSlot::Words),
            Some("facts") => PatternPart::List("fact"),
            Some(rule) => PatternPart::Made(rule),
        }
    }
}

/// A result with what the slots have made.
fn filled(result: &str, made: &[String]) -> String {
    let number = |n: usize| format!("${}", n + 1);
    made.iter()
        .enumerate()
        .fold(result.to_owned(), |text, (n, made)| text.replace(&number(n), made))
}

impl LineSlot {
    /// How many of the words it takes, and what it makes of them.
    fn matches(self, words: &LineWords<'_>) -> impl Iterator<Item = (usize, String)> + use<> {
        let first = words.first().copied().unwrap_or_default();
        let one = match self {
            LineSlot::Player => player(first),
            LineSlot::Hole => is_hole(first).then(|| first.to_lowercase()),
            LineSlot::Number => number(first),
            LineSlot::Text => (first.starts_with('"') && first.len() > 1).then(|| first.to_owned()),
            LineSlot::Words => {
                let text = words.join(" ").replace(" ,", ",");
                return (!words.is_empty()).then_some((words.len(), text)).into_iter();
            }
        };
        one.map(|text| (1, text)).into_iter()
    }
}

/// A player: a name with a capital letter, perhaps with `'s`.
fn player(word: &str) -> Option<String> {
    let name = ["'s", "\u{2019}s", "'", "\u{2019}"]
        .into_iter()
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(word);
    const USUAL: [&str; 4] = ["South", "North", "East", "West"];
    let usual = USUAL.into_iter().find(|usual| usual.eq_ignore_ascii_case(name));
    let capital = name.starts_with(char::is_uppercase) && name.len() > 2;
    let sign = !name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    let known = vocabulary::is_keyword(&name.to_lowercase());
    usual.or((capital && !sign && !known).then_some(name)).map(str::to_owned)
}

/// Whether a word is the name of a hole: a letter or two, and a number.
fn is_hole(word: &str) -> bool {
    let letters = word.chars().take_while(char::is_ascii_alphabetic).count();
    let digits = word.get(letters..).unwrap_or_default();
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A number in digits or words.
fn number(word: &str) -> Option<String> {
    const NONE: [&str; 6] = ["empty", "nothing", "no", "none", "zero", "nil"];
    if NONE.iter().any(|none| none.eq_ignore_ascii_case(word)) {
        return Some("0".into());
    }
    vocabulary::digits_of_number(word).map(str::to_owned)
}

impl Repairer<'_, '_> {
    /// The finding for a line of a test in other words.
    pub(super) fn test_line_in_other_words(&self) -> Option<Diagnostic> {
        let words = self.words();
        if self.kind.rule != Rule::test_line || words.len() > MOST_WORDS {
            return None;
        }
        let wordings = Wordings::get();
        let readable = |line: &String| self.are_readable(&[(None, line.clone())]);
        if let Some(line) = wordings.meaning("line", &words).filter(readable) {
            return self.in_other_words(&line, words.len());
        }
        let advice = wordings.meaning("help", &words)?;
        Some(self.does_not_fit(self.trouble.word).help(advice))
    }
}
