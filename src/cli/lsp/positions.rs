//! Positions as editors count them: lines and columns from 0, columns in units of an encoding.
//!
//! For editors a line also ends at a lone carriage return. For descriptions it does not, so this is separate from
//! [`mnc::source`].

use mnc::span::Span;

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnUnit {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: a character beyond U+FFFF has two.
    #[default]
    Utf16,
}

/// A position in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct EditorPosition {
    /// From 0.
    pub line: u32,
    /// From 0.
    pub column: u32,
}

/// The lines of a text.
#[derive(Clone, Debug)]
pub struct LineTable {
    unit: ColumnUnit,
    /// The first byte of each line.
    starts: Vec<usize>,
}

impl LineTable {
    /// The lines of a text.
    pub fn of(text: &str, unit: ColumnUnit) -> LineTable {
        let bytes = text.as_bytes();
        let ends = |at: usize| match bytes.get(at) {
            Some(b'\n') => true,
            Some(b'\r') => bytes.get(at + 1) != Some(&b'\n'),
            Some(_) | None => false,
        };
        let starts = (0..bytes.len()).filter(|at| ends(*at)).map(|at| at + 1);
        LineTable { unit, starts: std::iter::once(0).chain(starts).collect() }
    }

    /// What its columns count.
    pub fn unit(&self) -> ColumnUnit {
        self.unit
    }

    /// The position of a byte. Beyond the text: of its end; within a character: of its beginning.
    pub fn position(&self, text: &str, byte: usize) -> EditorPosition {
        let byte = (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let byte = byte.unwrap_or(0);
        let line = self.starts.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = text.get(start..byte).unwrap_or_default();
        let column = match self.unit {
            ColumnUnit::Utf8 => before.len(),
            ColumnUnit::Utf16 => before.encode_utf16().count(),
        };
        EditorPosition { line: count(line), column: count(column) }
    }

    /// Beginning and end of a span.
    pub fn range(&self, text: &str, span: Span) -> (EditorPosition, EditorPosition) {
        (self.position(text, span.start as usize), self.position(text, span.end as usize))
    }

    /// The byte at a position. Beyond a line: its end, before the line end; beyond the text: the end of the text.
    pub fn byte(&self, text: &str, position: EditorPosition) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line).copied() else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text.get(start..end).unwrap_or_default();
        let content = content.trim_end_matches('\n').trim_end_matches('\r');
        let mut units = 0;
        for (at, c) in content.char_indices() {
            let size = match self.unit {
                ColumnUnit::Utf8 => c.len_utf8(),
                ColumnUnit::Utf16 => c.len_utf16(),
            };
            if units + size > position.column as usize {
                return start + at;
            }
            units += size;
        }
        start + content.len()
    }
}

/// A number of lines or columns, as the protocol has it.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{ColumnUnit, EditorPosition, LineTable};
    use proptest::prelude::*;

    fn at(line: u32, column: u32) -> EditorPosition {
        EditorPosition { line, column }
    }

    #[test]
    fn columns_are_counted_in_the_unit() {
        let text = "a\u{1f330}é\r\nb\rc\n";
        let utf16 = LineTable::of(text, ColumnUnit::Utf16);
        let utf8 = LineTable::of(text, ColumnUnit::Utf8);
        assert_eq!(utf16.position(text, 5), at(0, 3));
        assert_eq!(utf8.position(text, 5), at(0, 5));
        assert_eq!(utf16.position(text, 9), at(1, 0));
        assert_eq!(utf16.position(text, 11), at(2, 0));
        assert_eq!(utf16.position(text, 99), at(3, 0));
        assert_eq!(utf16.byte(text, at(0, 3)), 5);
        // Within a character, beyond a line, beyond the text.
        assert_eq!(utf16.byte(text, at(0, 2)), 1);
        assert_eq!(utf16.byte(text, at(0, 99)), 7);
        assert_eq!(utf16.byte(text, at(99, 0)), text.len());
    }

    proptest! {
        #[test]
        fn every_byte_has_one_position(text in "[a\u{e9}\u{1f330}\u{feff}\r\n]{0,40}") {
            for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16] {
                let table = LineTable::of(&text, unit);
                for (byte, _) in text.char_indices() {
                    let inside_line_end = text.as_bytes()[byte] == b'\n'
                        && byte > 0
                        && text.as_bytes()[byte - 1] == b'\r';
                    if !inside_line_end {
                        prop_assert_eq!(table.byte(&text, table.position(&text, byte)), byte);
                    }
                }
            }
        }
    }
}
