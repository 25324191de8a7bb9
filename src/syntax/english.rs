//! English function words (`his`, `them`, `with`). A description that uses one does so on purpose, so no
//! help proposes it as a new name, or proposes to leave it out.
//!
//! The words are data: `english_words.txt`.

use crate::texts;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A function word.
#[derive(Debug)]
pub struct FunctionWord {
    /// Its part of speech: `pronoun`, `determiner`, `verb` ...
    pub kind: &'static str,
    /// The phrases of the language that can replace it, the likelier first.
    pub phrases: Vec<&'static str>,
}

fn words() -> &'static BTreeMap<&'static str, FunctionWord> {
    static WORDS: OnceLock<BTreeMap<&'static str, FunctionWord>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lines = texts::shipped().english_words.lines().filter(|line| !line.starts_with('#'));
        let entries = lines.filter_map(|line| {
            let (head, phrases) = line.split_once(':')?;
            let (kind, word) = head.split_once(' ')?;
            let phrases = phrases.split(';').map(str::trim).filter(|one| !one.is_empty());
            Some((word, FunctionWord { kind, phrases: phrases.collect() }))
        });
        crate::order::map(entries)
    })
}

/// The entry of a function word.
pub fn function_word(word: &str) -> Option<&'static FunctionWord> {
    words().get(word.to_lowercase().as_str())
}

/// An instruction that lists the phrases that can replace a word.
pub fn suggest_phrases(phrases: &[&str]) -> String {
    let quoted: Vec<String> = phrases.iter().map(|phrase| format!("`{phrase}`")).collect();
    match quoted.as_slice() {
        [] => "use the phrases of the language instead".into(),
        [only] => format!("write {only}"),
        [but_last @ .., last] => {
            format!("write one of {} or {last}", but_last.join(", "))
        }
    }
}
