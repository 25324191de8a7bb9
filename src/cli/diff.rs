//! The differences between two texts, as `diff -u` prints them.

use similar::TextDiff;

/// The differences in lines, with three lines around each; empty if there are none.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().header(name, name).to_string()
}
