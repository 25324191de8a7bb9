//! Everything that can be said about one description, in one call.

use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax;

/// Reads the description `text`, called `name`, and says everything that is found.
pub fn analyse(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let (_, found) = syntax::parse(file, text);
    (sources, found)
}
