//! The codes of all findings, with an essay on each: its meaning, a small wrong example, the corrected
//! example, and the reason. The examples are tests.
//!
//! To add a code, add a file `codes/CODE.md`, whose first line is `# CODE: a few words`; no Rust code
//! changes.

use crate::order::SmallSort;
use crate::suggest;
use crate::texts;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The codes in alphabetical order.
fn all() -> &'static [&'static str] {
    texts::shipped().codes
}

/// All codes in alphabetical order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    all().iter().copied()
}

/// Reads a code; only those of the catalogue are codes.
pub(super) fn known<'de, D: Deserializer<'de>>(reader: D) -> Result<&'static str, D::Error> {
    let code = String::deserialize(reader)?;
    known_code(&code).ok_or_else(|| D::Error::custom(format!("no code is `{code}`")))
}

/// The code that is spelt like this; `None` if there is none.
pub fn known_code(code: &str) -> Option<&'static str> {
    let at = all().binary_search(&code).ok()?;
    all().get(at).copied()
}

/// The essay on `code`, in Markdown; `None` if there is no such code.
pub fn explain(code: &str) -> Option<&'static str> {
    let essays = texts::help().essays;
    let at = essays.binary_search_by_key(&code, |(code, _)| code).ok()?;
    essays.get(at).map(|(_, essay)| *essay)
}

/// The title of the essay on `code`.
pub fn title(code: &str) -> Option<&'static str> {
    let line = explain(code)?.lines().next()?;
    Some(line.split_once(": ")?.1)
}

/// Whether a finding is about the style of the text only. It is reported, and the description still
/// passes the check.
pub fn is_style(code: &str) -> bool {
    code == "long-line"
}

/// Whether a finding is about something that could be left out. Editors show it in grey.
pub fn is_unnecessary(code: &str) -> bool {
    matches!(
        code,
        "actions-after-end"
            | "allow-unused"
            | "clause-never-used"
            | "duplicate-rule"
            | "same-test-twice"
            | "unreachable-case"
            | "unused-option"
            | "unused-point"
            | "unused-word"
    )
}

/// The code nearest to `asked`, for a suggestion.
pub fn nearest(asked: &str) -> Option<&'static str> {
    let near = |code: &&str| suggest::is_near(asked, code) || same_words(asked, code);
    codes().filter(near).min_by_key(|code| suggest::slips(asked, code))
}

/// Whether two codes have the same words in another order.
fn same_words(a: &str, b: &str) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> = text.split('-').map(str::to_string).collect();
        words.small_sort();
        words
    };
    words(a) == words(b)
}
