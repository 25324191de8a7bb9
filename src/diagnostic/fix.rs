//! Applies the text edits that diagnostics offer.

use super::Fix;

/// Applies fixes to `text`, last to first, so that no span is moved by another fix.
///
/// All fixes must be for this text. If two overlap, or insert at the same place, only the one that
/// comes first is applied; the other is left for the next run. A span outside the text, or in the
/// middle of a character, is ignored.
pub fn apply(text: &str, fixes: &[Fix]) -> String {
    let mut wanted: Vec<&Fix> =
        fixes.iter().filter(|fix| text.get(fix.span.range()).is_some()).collect();
    wanted.sort_by_key(|fix| (fix.span.start, fix.span.end));
    let mut made: Vec<&Fix> = Vec::with_capacity(wanted.len());
    for fix in wanted {
        let clear = made.last().is_none_or(|before| {
            fix.span.start >= before.span.end && fix.span.start > before.span.start
        });
        if clear {
            made.push(fix);
        }
    }
    let mut text = text.to_string();
    for fix in made.iter().rev() {
        text.replace_range(fix.span.range(), &fix.replacement);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn fix(start: usize, end: usize, replacement: &str) -> Fix {
        Fix { span: Span::new(0, start, end), replacement: replacement.into() }
    }

    #[test]
    fn several_in_any_order() {
        let fixes = [fix(4, 8, "every"), fix(0, 3, "capture")];
        assert_eq!(apply("sow many hole", &fixes), "capture every hole");
    }

    #[test]
    fn an_insertion_at_the_end() {
        assert_eq!(apply("end", &[fix(3, 3, " game")]), "end game");
    }

    #[test]
    fn overlapping_twice_the_same_and_outside() {
        let fixes = [fix(0, 4, "ab"), fix(2, 6, "no"), fix(0, 4, "ab"), fix(40, 41, "no")];
        assert_eq!(apply("wxyz12", &fixes), "ab12");
        assert_eq!(apply("x", &[fix(0, 0, "a"), fix(0, 0, "a")]), "ax");
    }

    #[test]
    fn never_inside_a_character() {
        assert_eq!(apply("é", &[fix(1, 2, "x")]), "é");
    }
}
