//! Words of other languages, and other English headings: what the language has for them.
//!
//! The words are data: `foreign.txt`.

use super::ast::SectionKind;
use crate::texts;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A word or a heading that is not of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForeignWord {
    /// The natural language that it is of.
    pub of: &'static str,
    /// The words of the language for it.
    pub means: &'static str,
}

struct Words {
    words: FxHashMap<&'static str, ForeignWord>,
    headings: FxHashMap<&'static str, ForeignWord>,
}

fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut all = Words { words: FxHashMap::default(), headings: FxHashMap::default() };
        for (of, list) in texts::shipped()
            .foreign_words
            .lines()
            .filter(|l| !l.starts_with('#'))
            .filter_map(|l| l.split_once(": "))
        {
            for (word, means) in list.split("; ").filter_map(|entry| entry.split_once(" = ")) {
                let entry = ForeignWord { of, means };
                match word.strip_prefix('*') {
                    Some(heading) => all.headings.entry(heading).or_insert(entry),
                    None => all.words.entry(word).or_insert(entry),
                };
            }
        }
        all
    })
}

/// What the language has for a word of another one.
pub fn foreign_word(word: &str) -> Option<ForeignWord> {
    words().words.get(word.to_lowercase().as_str()).copied()
}

/// The section that a heading in other words is.
pub fn foreign_heading(heading: &str) -> Option<(ForeignWord, SectionKind)> {
    let word = words().headings.get(heading.to_lowercase().as_str()).copied()?;
    let section = SectionKind::ALL.into_iter().find(|s| s.words() == word.means)?;
    Some((word, section))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::vocabulary;

    #[test]
    fn every_foreign_word_stands_for_words_of_the_language() {
        let all = words();
        assert!(all.words.len() > 150 && all.headings.len() > 100);
        for (word, entry) in &all.words {
            assert!(vocabulary::is_keyword(entry.means), "{word}: `{}`", entry.means);
        }
        for heading in all.headings.keys() {
            assert!(foreign_heading(heading).is_some(), "`{heading}` is no section");
        }
    }
}
