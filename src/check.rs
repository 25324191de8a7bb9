//! Everything that can be said about one description, in one call.

use crate::diagnostic::Diagnostic;
use crate::source::Sources;

/// Reads the description `text`, called `name`, and says everything that is found.
pub fn analyse(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    sources.add(name, text);
    (sources, Vec::new())
}
