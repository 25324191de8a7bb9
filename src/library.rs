//! The shipped games, built into the program.

use crate::resolve::Library;
use include_dir::{Dir, include_dir};

static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/games");

/// The shipped games as a [`Library`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl Library for Shipped {
    fn find(&self, game: &str) -> Option<(String, String)> {
        GAMES.files().find_map(|file| {
            let name = file.path().file_stem()?.to_str()?;
            let text = file.contents_utf8()?;
            let titled = text.contains(&format!("game \"{game}\""));
            (name == game || titled).then(|| (format!("{name}.mnc"), text.to_owned()))
        })
    }
}
