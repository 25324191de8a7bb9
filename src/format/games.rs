//! Compares the games of a text with those of its new layout.

use super::FormatFault;
use crate::diagnostic::Severity;
use crate::notation::fingerprint;
use crate::resolve::{GameLoader, Setting, load};

/// Whether two texts make the same games: each setting makes a game of the same rules, or none.
///
/// # Errors
/// They do not.
pub fn same_games(
    name: &str,
    before: &str,
    after: &str,
    library: &dyn GameLoader,
) -> Result<(), FormatFault> {
    if before == after {
        return Ok(());
    }
    // One after the other: a description of thousands of statements takes much memory.
    if games(name, before, library) == games(name, after, library) {
        return Ok(());
    }
    Err(FormatFault { difference: "the rules of a game are not the same".into() })
}

/// Each setting of a description, with the fingerprint of its game if it makes one. A description with errors makes
/// none.
fn games(name: &str, text: &str, library: &dyn GameLoader) -> Vec<(Setting, Option<String>)> {
    let (description, found) = load(name, text, library);
    if found.iter().any(|finding| finding.severity == Severity::Error) {
        return Vec::new();
    }
    let rules = |setting: &Setting| description.build(setting).0.map(|model| fingerprint(&model));
    let one = |setting| {
        let rules = rules(&setting);
        (setting, rules)
    };
    description.settings().into_iter().map(one).collect()
}
