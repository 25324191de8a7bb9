//! Text edits that fix a finding, and their application to texts.

use crate::order::SmallSort;
use crate::source::Sources;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whether a fix keeps the meaning. Compilers and linters make the same distinction: rustc between
/// `MachineApplicable` and `MaybeIncorrect`, ruff between safe and unsafe.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Applicability {
    /// Only the form changes: every reader would agree that the text can mean nothing else. A program may
    /// apply such a fix without asking.
    Safe,
    /// A guess of the intention, or one of several possibilities: a person must look at it.
    Unsafe,
}

/// One replacement in a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Edit {
    /// The text to replace; empty for an insertion.
    pub span: Span,
    /// The new text; empty for a deletion.
    pub replacement: String,
}

/// Edits that together fix a finding. They do not overlap, and may be in several texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fix {
    /// A short instruction: lower case, no full stop, new text in backticks.
    pub title: String,
    /// Whether it keeps the meaning.
    pub applicability: Applicability,
    /// The edits, in any order.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// A fix that surely keeps the meaning ([`Applicability::Safe`]): replaces the text at `span`. Its title
    /// is "write `replacement`", or says that something is deleted.
    pub fn safe(span: Span, replacement: impl Into<String>) -> Fix {
        Fix::new(Applicability::Safe, span, replacement)
    }

    /// A guess of the intention ([`Applicability::Unsafe`]): replaces the text at `span`. Its title is
    /// "write `replacement`", or says that something is deleted.
    pub fn guess(span: Span, replacement: impl Into<String>) -> Fix {
        Fix::new(Applicability::Unsafe, span, replacement)
    }

    /// [`Fix::safe`] if only the form changes, otherwise [`Fix::guess`].
    pub fn safe_if(certain: bool, span: Span, replacement: impl Into<String>) -> Fix {
        let applicability = if certain { Applicability::Safe } else { Applicability::Unsafe };
        Fix::new(applicability, span, replacement)
    }

    fn new(applicability: Applicability, span: Span, replacement: impl Into<String>) -> Fix {
        let replacement = replacement.into();
        let title = match replacement.trim() {
            _ if replacement.is_empty() => "delete it".into(),
            "" => "change the blanks".into(),
            text => format!("write `{text}`"),
        };
        Fix { title, applicability, edits: vec![Edit { span, replacement }] }
    }

    /// Sets the title, where the new text alone does not say enough.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Fix {
        self.title = title.into();
        self
    }

    /// Adds an edit. It must not overlap the others.
    #[must_use]
    pub fn and(mut self, span: Span, replacement: impl Into<String>) -> Fix {
        self.edits.push(Edit { span, replacement: replacement.into() });
        self
    }

    /// Whether a program may apply it without asking.
    pub fn is_safe(&self) -> bool {
        self.applicability == Applicability::Safe
    }
}

/// Applies fixes to the texts they are for. Returns the new text of each source that is edited, by its
/// number.
///
/// A fix is applied as a whole or not at all. It is left out if one of its edits is outside its text or in
/// the middle of a character, or if its own edits overlap. If two fixes overlap, or insert at the same
/// place, only the one whose first edit comes first is applied; the other is left for the next run. The
/// order of `fixes` does not matter.
pub fn apply<'f>(
    sources: &Sources,
    fixes: impl IntoIterator<Item = &'f Fix>,
) -> BTreeMap<u16, String> {
    let mut wanted: Vec<_> =
        fixes.into_iter().filter_map(|fix| edits_in_order(sources, fix)).collect();
    wanted.small_sort();
    let mut chosen = BTreeMap::new();
    for edits in wanted {
        if edits.iter().all(|edit| is_clear(&chosen, edit)) {
            chosen.extend(edits.into_iter().map(|edit| ((edit.span.file, edit.span.start), edit)));
        }
    }
    // For each text, what has been written and how much of the original that replaces.
    let mut written: BTreeMap<u16, (String, usize)> = BTreeMap::new();
    let original = |file, range| sources.get(file).and_then(|s| s.text.get(range)).unwrap_or("");
    for edit in chosen.values() {
        let range = edit.span.range();
        let (text, done) = written.entry(edit.span.file).or_default();
        text.push_str(original(edit.span.file, *done..range.start));
        text.push_str(&edit.replacement);
        *done = range.end;
    }
    let whole = written.into_iter().map(|(file, (mut text, done))| {
        let length = sources.get(file).map_or(0, |s| s.text.len());
        text.push_str(original(file, done..length));
        (file, text)
    });
    crate::order::map(whole)
}

/// Which of these fixes can be applied together: a fix that overlaps an earlier one, or cannot be applied at all, is
/// left out.
pub fn fits_together<'f>(sources: &Sources, fixes: &[&'f Fix]) -> Vec<bool> {
    let mut chosen = BTreeMap::new();
    let mut choose = |fix: &&'f Fix| {
        let edits = edits_in_order(sources, fix)
            .filter(|edits| edits.iter().all(|edit| is_clear(&chosen, edit)));
        let fits = edits.is_some();
        let edits = edits.into_iter().flatten();
        chosen.extend(edits.map(|edit| ((edit.span.file, edit.span.start), edit)));
        fits
    };
    fixes.iter().map(&mut choose).collect()
}

/// The edits of a fix in the order of the texts; `None` if they cannot be applied together.
fn edits_in_order<'f>(sources: &Sources, fix: &'f Fix) -> Option<Vec<&'f Edit>> {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    edits.small_sort();
    let inside =
        |edit: &&Edit| sources.get(edit.span.file)?.text.get(edit.span.range()).map(|_| ());
    let fits = edits.iter().all(|edit| inside(edit).is_some());
    let apart = edits.windows(2).all(|pair| match pair {
        [one, next] => follows(one, next),
        _ => true,
    });
    (fits && apart && !edits.is_empty()).then_some(edits)
}

/// Whether `next`, which does not begin before `edit`, neither overlaps it nor begins at the same place.
fn follows(edit: &Edit, next: &Edit) -> bool {
    edit.span.file != next.span.file
        || edit.span.start < next.span.start && edit.span.end <= next.span.start
}

/// Whether an edit overlaps none of those chosen.
fn is_clear(chosen: &BTreeMap<(u16, u32), &Edit>, edit: &Edit) -> bool {
    let at = (edit.span.file, edit.span.start);
    let before = chosen.range(..=at).next_back();
    let after = chosen.range(at..).next();
    before.is_none_or(|(_, before)| follows(before, edit))
        && after.is_none_or(|(_, after)| follows(edit, after))
}

/// What to delete so that nothing is left of a line: the span, or the line with its end if nothing else
/// is on it.
pub fn whole_line(text: &str, span: Span) -> Span {
    let range = span.range();
    let (Some(above), Some(below)) = (text.get(..range.start), text.get(range.end..)) else {
        return span;
    };
    let start = above.rfind('\n').map_or(0, |at| at + 1);
    let end = below.find('\n').map_or(text.len(), |at| range.end + at + 1);
    let blank = |range| text.get(range).is_some_and(|text: &str| text.trim().is_empty());
    let alone = blank(start..range.start) && blank(range.end..end);
    if alone { Span::new(span.file, start, end) } else { span }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn fix(start: usize, end: usize, replacement: &str) -> Fix {
        Fix::guess(Span::new(0, start, end), replacement)
    }

    fn sources(texts: &[&str]) -> Sources {
        let mut sources = Sources::default();
        for text in texts {
            sources.add("x.mnc", *text);
        }
        sources
    }

    /// The first text with the fixes.
    fn applied(text: &str, fixes: &[Fix]) -> String {
        apply(&sources(&[text]), fixes).remove(&0).unwrap_or_else(|| text.into())
    }

    #[test]
    fn several_in_any_order() {
        let fixes = [fix(4, 8, "every"), fix(0, 3, "capture")];
        assert_eq!(applied("sow many hole", &fixes), "capture every hole");
    }

    #[test]
    fn an_insertion_at_the_end() {
        assert_eq!(applied("end", &[fix(3, 3, " game")]), "end game");
    }

    #[test]
    fn overlapping_twice_the_same_and_outside() {
        let fixes = [fix(0, 4, "ab"), fix(2, 6, "no"), fix(0, 4, "ab"), fix(40, 41, "no")];
        assert_eq!(applied("wxyz12", &fixes), "ab12");
        assert_eq!(applied("x", &[fix(0, 0, "a"), fix(0, 0, "a")]), "ax");
    }

    #[test]
    fn never_inside_a_character() {
        assert_eq!(applied("é", &[fix(1, 2, "x")]), "é");
    }

    #[test]
    fn all_edits_or_none() {
        let move_up = fix(4, 8, "").and(Span::new(0, 0, 0), "two ");
        assert_eq!(applied("one two ", std::slice::from_ref(&move_up)), "two one ");
        let outside = fix(0, 3, "no").and(Span::new(0, 90, 91), "no");
        assert_eq!(applied("one two ", &[outside]), "one two ");
        let other_text = fix(0, 3, "no").and(Span::new(7, 0, 1), "no");
        assert_eq!(applied("one two ", &[other_text]), "one two ");
        let overlaps_itself = fix(0, 3, "no").and(Span::new(0, 2, 4), "no");
        assert_eq!(applied("one two ", &[overlaps_itself]), "one two ");
        let later = fix(2, 3, "no").and(Span::new(0, 5, 6), "no");
        assert_eq!(applied("one two ", &[later, move_up]), "two one ");
    }

    #[test]
    fn each_text_gets_its_own_edits() {
        let texts = sources(&["one", "two", "three"]);
        let both = fix(0, 3, "1").and(Span::new(2, 0, 5), "3");
        let expected = BTreeMap::from([(0, "1".to_string()), (2, "3".to_string())]);
        assert_eq!(apply(&texts, &[both]), expected);
    }

    #[test]
    fn a_whole_line() {
        let text = "a\n  b \nc d";
        let line = |start, end| whole_line(text, Span::new(0, start, end)).range();
        assert_eq!(line(4, 5), 2..7);
        assert_eq!(line(7, 8), 7..8);
        assert_eq!(line(7, 10), 7..10);
        assert_eq!(line(90, 91), 90..91);
    }

    const TEXTS: [&str; 2] = ["mnc 1\r\nsow é, ü", "x\u{301}y"];

    fn edits() -> impl Strategy<Value = Edit> {
        (0u16..3, 0u32..19, 0u32..6, "[a-bé]{0,2}").prop_map(|(file, start, length, text)| {
            // Now and then a span that ends before it begins.
            let end = if length == 5 { start.saturating_sub(1) } else { start + length };
            Edit { span: Span { file, start, end }, replacement: text }
        })
    }

    fn fixes() -> impl Strategy<Value = Vec<Fix>> {
        let one = proptest::collection::vec(edits(), 0..4).prop_map(|edits| Fix {
            title: String::new(),
            applicability: Applicability::Unsafe,
            edits,
        });
        proptest::collection::vec(one, 0..6)
    }

    /// `None` if the edit is not possible.
    fn alone(edit: &Edit) -> Option<()> {
        sources(&TEXTS).get(edit.span.file)?.text.get(edit.span.range()).map(|_| ())
    }

    proptest! {
        #[test]
        fn the_order_does_not_matter(fixes in fixes(), turn in 0usize..6) {
            let texts = sources(&TEXTS);
            let result = apply(&texts, &fixes);
            let mut turned = fixes.clone();
            turned.rotate_left(turn % fixes.len().max(1));
            for fix in &mut turned {
                fix.edits.reverse();
            }
            prop_assert_eq!(&apply(&texts, &turned), &result);
            turned.reverse();
            prop_assert_eq!(&apply(&texts, &turned), &result);
        }

        /// A fix asked for twice is applied once.
        #[test]
        fn twice_the_same_is_once(fixes in fixes()) {
            let texts = sources(&TEXTS);
            let twice = fixes.iter().chain(&fixes);
            prop_assert_eq!(apply(&texts, twice), apply(&texts, &fixes));
        }

        /// The result is that of a part of the fixes, each as a whole, applied by replacing from the last
        /// edit to the first; nothing else changes.
        #[test]
        fn only_whole_fixes_that_were_asked_for(fixes in fixes()) {
            let texts = sources(&TEXTS);
            let result = apply(&texts, &fixes);
            let possible: Vec<&Fix> =
                fixes.iter().filter(|fix| fix.edits.iter().all(|e| alone(e).is_some())).collect();
            let explained = (0u32..1 << possible.len()).any(|part| {
                let some = possible.iter().enumerate().filter(|(n, _)| part >> n & 1 == 1);
                let mut edits: Vec<&Edit> = some.flat_map(|(_, fix)| &fix.edits).collect();
                edits.small_sort();
                let apart = edits.windows(2).all(|two| {
                    let (one, next) = (two[0].span, two[1].span);
                    one.file < next.file || one.start < next.start && one.end <= next.start
                });
                let mut changed: BTreeMap<u16, String> = BTreeMap::new();
                for edit in edits.iter().rev() {
                    let file = edit.span.file;
                    let text = changed.entry(file).or_insert_with(|| TEXTS[file as usize].into());
                    if text.get(edit.span.range()).is_none() {
                        return false;
                    }
                    text.replace_range(edit.span.range(), &edit.replacement);
                }
                apart && changed == result
            });
            prop_assert!(explained, "{result:?}");
        }

        /// A fix that is possible alone is applied alone.
        #[test]
        fn a_single_fix(edit in edits()) {
            let one = Fix::safe(edit.span, edit.replacement.clone());
            let result = apply(&sources(&TEXTS), [&one]);
            prop_assert_eq!(result.len(), usize::from(alone(&edit).is_some()));
        }
    }
}
