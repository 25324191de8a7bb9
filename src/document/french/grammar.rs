//! French spelling between words: elision, contraction, spaces before signs. What is in quotation marks is the
//! author's, and left as it is.

use crate::notation::capitalized;

/// Before a sign of two parts, and inside quotation marks.
const NO_BREAK: char = '\u{a0}';

/// Words that lose their vowel before a word that begins with one.
const ELIDED: [&str; 9] = ["de", "que", "le", "la", "ne", "se", "lorsque", "puisque", "jusque"];

/// The gender of a noun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Gender {
    #[default]
    Masculine,
    Feminine,
}

/// The gender and the number of what a word agrees with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Agreement {
    pub gender: Gender,
    pub many: bool,
}

impl Agreement {
    /// The form of an adjective, from that of the masculine singular: `vide`, `vides`; `fermé`, `fermées`.
    pub fn adjective(self, base: &str) -> String {
        let mut form = base.to_owned();
        if self.gender == Gender::Feminine && !form.ends_with('e') {
            form.push('e');
        }
        if self.many {
            if let (Some(stem), Gender::Masculine) = (form.strip_suffix("al"), self.gender) {
                return format!("{stem}aux");
            }
            form.push('s');
        }
        form
    }

    /// One of two forms, for one thing or several.
    pub fn of<'f>(self, one: &'f str, several: &'f str) -> &'f str {
        if self.many { several } else { one }
    }
}

/// A sentence as it is written: `de le trou` is `du trou`, `si il` is `s’il`.
pub(super) fn polished(text: &str) -> String {
    let text = text.replace('\'', "\u{2019}");
    let mut written = String::with_capacity(text.len());
    let mut rest = text.as_str();
    loop {
        match rest.split_once('\u{ab}') {
            None => {
                written += &spaced(&joined(rest));
                return written;
            }
            Some((outside, after)) => {
                written += &spaced(&joined(outside));
                let (name, after) = after.split_once('\u{bb}').unwrap_or((after, ""));
                written += &format!("\u{ab}{NO_BREAK}{}{NO_BREAK}\u{bb}", name.trim());
                rest = after;
            }
        }
    }
}

/// A no-break space before signs of two parts.
fn spaced(text: &str) -> String {
    text.replace(" :", "\u{a0}:").replace(" ;", "\u{a0};").replace(" ?", "\u{a0}?")
}

/// Elision and contraction between the words of a text without quotation marks.
fn joined(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        // An elision is seen before a contraction: `de le autre` is `de l’autre`.
        if let Some(last) = words.last_mut() {
            let (open, bare) = opened(last);
            let lower = bare.to_lowercase();
            if begins_with_vowel(word) && ELIDED.contains(&lower.as_str()) {
                let mut stem = bare.to_owned();
                stem.pop();
                *last = format!("{open}{stem}\u{2019}{word}");
                continue;
            }
            if lower == "si" && (word == "il" || word == "ils") {
                *last = format!("{open}{}\u{2019}{word}", bare.trim_end_matches('i'));
                continue;
            }
        }
        words.push(word.to_owned());
    }
    let mut said: Vec<String> = Vec::new();
    for word in words {
        if let Some(last) = said.last_mut() {
            let (open, bare) = opened(last);
            let contracted = match (bare, word.as_str()) {
                ("de", "le") => Some("du"),
                ("de", "les") => Some("des"),
                ("\u{e0}", "le") => Some("au"),
                ("\u{e0}", "les") => Some("aux"),
                _ => None,
            };
            if let Some(contracted) = contracted {
                *last = format!("{open}{contracted}");
                continue;
            }
        }
        said.push(word);
    }
    said.join(" ")
}

/// The brackets before a word, and the word.
fn opened(word: &str) -> (&str, &str) {
    let bare = word.trim_start_matches('(');
    word.split_at(word.len() - bare.len())
}

/// Whether a word begins with a vowel that is spoken with the word before; the names of holes are not: `de a1`.
fn begins_with_vowel(word: &str) -> bool {
    if word.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let first = word.chars().next().unwrap_or(' ').to_lowercase().next().unwrap_or(' ');
    matches!(
        first,
        'a' | 'e'
            | 'i'
            | 'o'
            | 'u'
            | 'y'
            | '\u{e0}'
            | '\u{e2}'
            | '\u{e9}'
            | '\u{e8}'
            | '\u{ea}'
            | '\u{ee}'
            | '\u{f4}'
            | '\u{153}'
    )
}

/// A text as a sentence.
pub(super) fn sentence(text: &str, end: &str) -> String {
    polished(&format!("{}{end}", capitalized(text)))
}

/// `a, b et c`.
pub(super) fn and(items: &[String]) -> String {
    listed(items, "et")
}

/// `a, b ou c`.
pub(super) fn or(items: &[String]) -> String {
    listed(items, "ou")
}

fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} {word} {last}", start.join(", ")),
    }
}

/// A name that the author gave.
pub(super) fn quoted(name: &str) -> String {
    format!("\u{ab} {name} \u{bb}")
}

/// `premier`, `deuxième`, `7e`.
pub(super) fn ordinal(n: i64, gender: Gender) -> String {
    match (n, gender) {
        (1, Gender::Masculine) => "premier".into(),
        (1, Gender::Feminine) => "premi\u{e8}re".into(),
        (2, _) => "deuxi\u{e8}me".into(),
        (3, _) => "troisi\u{e8}me".into(),
        (4, _) => "quatri\u{e8}me".into(),
        (5, _) => "cinqui\u{e8}me".into(),
        (6, _) => "sixi\u{e8}me".into(),
        (n, _) => format!("{n}e"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined() {
        let cases = [
            ("les graines de le trou", "les graines du trou"),
            ("les graines de les trous", "les graines des trous"),
            ("\u{e0} le moins, si il reste", "au moins, s\u{2019}il reste"),
            ("de le autre joueur", "de l\u{2019}autre joueur"),
            ("que il ne a pas", "qu\u{2019}il n\u{2019}a pas"),
            ("de a1 \u{e0} f1", "de a1 \u{e0} f1"),
            ("de \u{ab} oware \u{bb} :", "de \u{ab}\u{a0}oware\u{a0}\u{bb}\u{a0}:"),
            ("\u{ab} de le \u{bb} de le trou", "\u{ab}\u{a0}de le\u{a0}\u{bb} du trou"),
            ("(que un trou)", "(qu\u{2019}un trou)"),
        ];
        for (plain, written) in cases {
            assert_eq!(polished(plain), written);
        }
    }

    #[test]
    fn adjectives_agree() {
        let of = |gender, many| Agreement { gender, many };
        assert_eq!(of(Gender::Feminine, true).adjective("ferm\u{e9}"), "ferm\u{e9}es");
        assert_eq!(of(Gender::Masculine, true).adjective("central"), "centraux");
        assert_eq!(of(Gender::Feminine, false).adjective("vide"), "vide");
    }
}
