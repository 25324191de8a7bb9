//! Compares a text with its new layout: nothing but the layout may be different.

use crate::diagnostic::Diagnostic;
use crate::syntax::{RawStatement, comments, parse, split_statements};
use std::collections::BTreeMap;
use std::fmt;

/// The new layout of a text is not the same description: a fault of mnc. The text has to stay as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormatFault {
    /// What is different: lower case, no full stop.
    pub difference: String,
}

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a fault in mnc itself: after formatting, {}", self.difference)
    }
}

impl std::error::Error for FormatFault {}

/// Findings about the layout itself.
const ABOUT_LAYOUT: [&str; 2] = ["long-line", "tab-indent"];

/// Whether two texts have the same statements, word for word, the same comments and the same findings. Then
/// their syntax trees are the same, too, except for the places in the text.
///
/// # Errors
/// They do not.
pub fn same_text(before: &str, after: &str) -> Result<(), FormatFault> {
    let fault = |difference: &str| Err(FormatFault { difference: difference.into() });
    if !same_statements(&split_statements(0, before).0, &split_statements(0, after).0) {
        return fault("the words are not the same");
    }
    let remarks = |text| comments(0, text).into_iter().map(|comment| comment.text);
    if !remarks(before).eq(remarks(after)) {
        return fault("the comments are not the same");
    }
    // One after the other, so that only one syntax tree is in memory.
    let one = parse(0, before).1;
    let other = parse(0, after).1;
    if counts(&one) != counts(&other) {
        return fault("the findings are not the same");
    }
    Ok(())
}

/// The statements, deep first, without their places.
fn same_statements(before: &[RawStatement], after: &[RawStatement]) -> bool {
    before.len() == after.len()
        && before.iter().zip(after).all(|(one, other)| {
            let words = |raw: &RawStatement| -> Vec<_> {
                raw.tokens.iter().map(|token| (token.kind, token.text.clone())).collect()
            };
            one.broken == other.broken
                && words(one) == words(other)
                && same_statements(&one.nested, &other.nested)
        })
}

/// How often each finding occurs that is not about the layout.
fn counts(found: &[Diagnostic]) -> BTreeMap<(&str, &str), usize> {
    let mut counts = BTreeMap::new();
    for finding in found.iter().filter(|finding| !ABOUT_LAYOUT.contains(&finding.code)) {
        *counts.entry((finding.code, finding.message.as_str())).or_default() += 1;
    }
    counts
}
