//! Compares the games of a text with those of its new layout.

use super::FormatFault;
use crate::notation::fingerprint;
use crate::resolve::{Description, GameLoader, load};

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
    let (one, _) = load(name, before, library);
    let (other, _) = load(name, after, library);
    let settings = one.settings();
    let same = settings == other.settings()
        && settings.iter().all(|setting| {
            let rules = |description: &Description| {
                description.build(setting).0.map(|model| fingerprint(&model))
            };
            rules(&one) == rules(&other)
        });
    if same {
        return Ok(());
    }
    Err(FormatFault { difference: "the rules of a game are not the same".into() })
}
