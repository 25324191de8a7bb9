//! The library: the games that come with the program.

use crate::order::SmallSort;
use crate::resolve;
use crate::suggest;
use crate::texts;
use memchr::memmem;
use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

static SHIPPED: LazyLock<Library> = LazyLock::new(|| {
    let texts = texts::shipped().games;
    Library::new(texts.iter().filter_map(|(name, text)| Game::new(&format!("{name}.mnc"), *text)))
});

/// Descriptions that can be looked up by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    games: Vec<Game>,
}

/// A description and the names it answers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its file: `oware.mnc`.
    pub file: String,
    /// The name in the line `game`.
    pub name: String,
    /// The names in the lines `also` of *about*.
    pub also: Vec<String>,
    /// The description.
    pub text: Cow<'static, str>,
}

/// The result of a look-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookupResult<'a> {
    /// Exactly one game.
    One(&'a Game),
    /// Several games have that name.
    Several(Vec<&'a Game>),
    /// No game; those with a similar name, best first.
    None(Vec<&'a Game>),
}

impl Library {
    /// The games that come with the program.
    pub fn shipped() -> &'static Library {
        &SHIPPED
    }

    /// Creates a library, sorted by file name.
    pub fn new(games: impl IntoIterator<Item = Game>) -> Library {
        let mut games: Vec<Game> = games.into_iter().collect();
        games.small_sort_by(|a, b| a.file.cmp(&b.file));
        Library { games }
    }

    /// All games, sorted by file name.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Finds a game by its file name, its name, or one of its other names, tried in this order.
    /// Case, accents, blanks and punctuation are ignored.
    pub fn look_up(&self, name: &str) -> LookupResult<'_> {
        let wanted = normalize_name(name);
        let ways: [fn(&Game, &str) -> bool; 3] = [
            |game, wanted| normalize_name(game.stem()) == wanted,
            |game, wanted| normalize_name(&game.name) == wanted,
            |game, wanted| game.also.iter().any(|also| normalize_name(also) == wanted),
        ];
        for way in ways {
            let found: Vec<&Game> = self.games.iter().filter(|game| way(game, &wanted)).collect();
            match found.as_slice() {
                [] => {}
                [one] => return LookupResult::One(one),
                _ => return LookupResult::Several(found),
            }
        }
        LookupResult::None(self.similar(&wanted))
    }

    /// The games with a name like `wanted`: a few letters differ, or it is a part of the name.
    fn similar(&self, wanted: &str) -> Vec<&Game> {
        const MOST: usize = 5;
        let room = wanted.chars().count().div_ceil(3);
        let distance = |game: &Game| {
            let one = |name: &str| suggest::slips_or_part(wanted, &normalize_name(name));
            game.names().map(one).min().unwrap_or(usize::MAX)
        };
        let mut near: Vec<(usize, &Game)> = self
            .games
            .iter()
            .map(|game| (distance(game), game))
            .filter(|(distance, _)| *distance <= room)
            .collect();
        near.small_sort_by_key(|(distance, _)| *distance);
        near.into_iter().take(MOST).map(|(_, game)| game).collect()
    }
}

/// The games that come with the program, where a [`GameLoader`](crate::resolve::GameLoader) is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl resolve::GameLoader for Shipped {
    fn find(&self, game: &str) -> Option<(String, String)> {
        Library::shipped().find(game)
    }

    fn names(&self) -> Vec<String> {
        Library::shipped().names()
    }
}

impl resolve::GameLoader for Library {
    fn find(&self, game: &str) -> Option<(String, String)> {
        match self.look_up(game) {
            LookupResult::One(game) => Some(game.file_and_text()),
            LookupResult::Several(_) | LookupResult::None(_) => None,
        }
    }

    fn names(&self) -> Vec<String> {
        self.games.iter().map(|game| game.name.clone()).collect()
    }
}

impl Game {
    /// Creates a game of a library from a description; `None` if it has no line `game "NAME"`.
    pub fn new(file: &str, text: impl Into<Cow<'static, str>>) -> Option<Game> {
        let text = text.into();
        let name = quoted("game", &text).next()?;
        let also = quoted("also", &text).collect();
        Some(Game { file: file.into(), name, also, text })
    }

    /// Its file and its text, for a [`GameLoader`](crate::resolve::GameLoader).
    pub(crate) fn file_and_text(&self) -> (String, String) {
        (self.file.clone(), self.text.to_string())
    }

    /// The file name without its ending: what people type.
    pub fn stem(&self) -> &str {
        Path::new(&self.file).file_stem().and_then(|stem| stem.to_str()).unwrap_or(&self.file)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        [self.stem(), &self.name].into_iter().chain(self.also.iter().map(String::as_str))
    }
}

/// The quoted texts of the lines `word "TEXT"`.
fn quoted(word: &'static str, text: &str) -> impl Iterator<Item = String> {
    // Runs on all shipped texts at the first look-up, so it does not parse them.
    let places = memmem::find_iter(text.as_bytes(), word);
    places.filter_map(move |at| {
        let (before, after) = text.split_at_checked(at)?;
        let begins = before.rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
        let rest = after.lines().next()?.strip_prefix(word)?.trim_start();
        let rest = rest.strip_prefix(['"', '“', '”', '„', '«']).filter(|_| begins)?;
        rest.split_once(['"', '“', '”', '»']).map(|(name, _)| name.to_owned())
    })
}

/// Normalises a name: lower case, letters and digits only, accents removed, other scripts transliterated
/// (see [`texts`]).
pub fn normalize_name(name: &str) -> String {
    let latin = texts::latin(name).to_lowercase();
    latin.chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn library() -> Library {
        let game = |file: &str, text: &str| Game::new(file, text.to_owned()).unwrap();
        Library::new([
            game("oware.mnc", "mnc 1\ngame \"Oware (Abapa)\"\nabout\n  also \"Awalé\"\n"),
            game("awari.mnc", "mnc 1\ngame \"Awari\"\nabout\n  also \"Awele\"\n  also \"Awalé\"\n"),
            game("o-an-quan.mnc", "mnc 1\ngame \"Ô ăn quan\"\nalso in way\n  also \"x\"\n"),
        ])
    }

    fn found(name: &str) -> Vec<String> {
        match library().look_up(name) {
            LookupResult::One(game) => vec![game.stem().into()],
            LookupResult::Several(games) => {
                games.iter().map(|g| format!("{}?", g.stem())).collect()
            }
            LookupResult::None(near) => near.iter().map(|g| format!("~{}", g.stem())).collect(),
        }
    }

    #[test]
    fn found_by_any_of_its_names_however_typed() {
        for name in ["oware", "OWARE", "Oware (Abapa)", "oware abapa"] {
            assert_eq!(found(name), ["oware"], "{name}");
        }
        for name in ["o-an-quan", "O An Quan", "ô ăn quan", "oanquan"] {
            assert_eq!(found(name), ["o-an-quan"], "{name}");
        }
        assert_eq!(found("awele"), ["awari"]);
    }

    #[test]
    fn a_name_of_several_games_is_none_of_them() {
        assert_eq!(found("awale"), ["awari?", "oware?"]);
        assert_eq!(resolve::GameLoader::find(&library(), "awale"), None);
    }

    #[test]
    fn names_like_it() {
        assert_eq!(found("owari"), ["~awari", "~oware"]);
        assert_eq!(found("abapa"), ["~oware"]);
        assert!(found("chess").is_empty());
        assert!(found("").is_empty());
    }

    #[test]
    fn every_shipped_text_is_a_game_with_a_name_of_its_own() {
        let shipped = Library::shipped();
        assert_eq!(shipped.games().len(), texts::shipped().games.len());
        for game in shipped.games() {
            assert_eq!(shipped.look_up(game.stem()), LookupResult::One(game));
            assert_eq!(shipped.look_up(&game.name), LookupResult::One(game), "{}", game.name);
        }
    }
}
