//! The layout of descriptions: [`format()`] writes a text in the one canonical layout.
//!
//! The formatter works on the words of a text and on the gaps between them, not on the syntax tree: so
//! comments and blank lines are kept, and a text with mistakes can be formatted too. What the layout is
//! depends on nothing but these words, comments and blank lines; therefore formatting twice changes nothing.
//!
//! The rules of the layout:
//!
//! - A level of indentation is two blanks. The other lines of a statement are indented by one level more.
//! - A statement that fits in [`WIDTH`] columns is on one line. A longer one is broken where the language
//!   allows it, into as few lines as possible: best before the arrow, then before the citations, then before
//!   a comma. If there is a comment inside it, its lines stay as they are.
//! - A citation is in column [`TAIL_COLUMN`] if the statement ends before it. After a longer statement, and
//!   where `assumed` follows, there are three blanks before each of them.
//! - The arrows of adjacent cases are in one column, and so are the equals signs of a section, the texts of
//!   *about* and those of *points*. No line gets more than [`MOST_PADDING`] blanks for that.
//! - Of several blank lines one is left. There is one before each test, each variation and each stage of the
//!   game.
//! - A statement that cannot be read stays as it is.

mod breaks;
mod columns;
mod document;
mod games;
mod proof;
mod render;
mod statement;

pub use games::same_games;
pub use proof::FormatFault;

use crate::syntax::{LARGEST_FILE, parse, split_statements};
use document::Document;

/// The last column that a line should reach.
pub const WIDTH: usize = 100;
/// How many columns come before a citation.
pub const TAIL_COLUMN: usize = 72;
/// The most blanks that are added to a line so that signs are in one column.
pub const MOST_PADDING: usize = 20;
/// Blanks for one level of indentation.
const INDENT: usize = 2;
/// The mark that some editors write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text in the canonical layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formatted {
    /// The text. Its line ends are those of most of its lines before.
    pub text: String,
    /// How many statements, or whole sections, cannot be read and stay as they are.
    pub kept: usize,
}

/// Writes a text in the canonical layout. A text that is too long to be read stays as it is.
///
/// # Errors
/// The new text does not have the same words, comments and findings: a fault of mnc.
pub fn format(text: &str) -> Result<Formatted, FormatFault> {
    let plain = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    // Half of a line end, or several halves.
    let plain = plain.strip_suffix('\r').unwrap_or(plain);
    let odd = plain.ends_with('\r') || plain.contains("\r\r\n");
    // Without the blank lines before it, such a mark would be at the beginning, where it is no word.
    let unreadable = plain.trim_start().starts_with(BYTE_ORDER_MARK) || odd;
    if text.len() > LARGEST_FILE || unreadable {
        return Ok(Formatted { text: text.to_owned(), kept: 1 });
    }
    let windows = plain.matches("\r\n").count() * 2 > plain.matches('\n').count();
    let plain = plain.replace("\r\n", "\n");
    let mut new = write(&plain);
    proof::same_text(&plain, &new.text)?;
    if windows {
        new.text = new.text.replace('\n', "\r\n");
    }
    Ok(new)
}

/// The canonical layout of a text with plain line ends.
fn write(text: &str) -> Formatted {
    // The syntax tree is not kept: of a description of thousands of statements it takes much memory.
    let findings = parse(0, text).1;
    let (raws, layout_findings) = split_statements(0, text);
    match Document::new(text, &raws, &layout_findings, &findings) {
        Some(document) => Formatted { text: render::render(&document), kept: document.kept() },
        None => Formatted { text: text.to_owned(), kept: 1 },
    }
}
