//! The codes of all findings, with an essay on each: its meaning, a small wrong example, the corrected
//! example, and the reason. The examples are tests.
//!
//! To add a code, add a file `codes/CODE.md`, whose first line is `# CODE: a few words`; no Rust code
//! changes. (Cargo does not notice new files in a folder: touch this file once.)

use crate::suggest;
use include_dir::{Dir, include_dir};

static CODES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/diagnostic/codes");

/// All codes in alphabetical order.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let mut codes: Vec<&str> = CODES.files().filter_map(|file| code_of(file.path())).collect();
    codes.sort_unstable();
    codes.into_iter()
}

fn code_of(path: &'static std::path::Path) -> Option<&'static str> {
    path.to_str()?.strip_suffix(".md")
}

/// The essay on `code`, in Markdown; `None` if there is no such code.
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.get_file(format!("{code}.md"))?.contents_utf8()
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

/// The code nearest to `asked`, for a suggestion.
pub fn nearest(asked: &str) -> Option<&'static str> {
    let near = |code: &&str| suggest::is_near(asked, code) || same_words(asked, code);
    codes().filter(near).min_by_key(|code| suggest::slips(asked, code))
}

/// Whether two codes have the same words in another order.
fn same_words(a: &str, b: &str) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> = text.split('-').map(str::to_string).collect();
        words.sort_unstable();
        words
    };
    words(a) == words(b)
}
