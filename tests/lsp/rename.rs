//! Renaming and its reverse give the same bytes, and the same game.

use crate::support::{descriptions, number_from_env};
use mnc::diagnostic::{Edit, Fix, fix};
use mnc::language_service::{EditedText, rename, rename_edits};
use mnc::library::Shipped;
use mnc::source::Sources;
use mnc::syntax::{DefinedName, NameKind, defined_names};
use rayon::prelude::*;

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut sources = Sources::default();
    sources.add("", text);
    let (first, rest) = edits.split_first().unwrap();
    let first = Fix::guess(first.span, first.replacement.clone());
    let all = rest.iter().fold(first, |fix, edit| fix.and(edit.span, edit.replacement.clone()));
    fix::apply(&sources, [&all]).remove(&0).unwrap()
}

/// A name that no game has. Its plural by the rules of English is not made with a plain s, so that going back is
/// exact for both ways in which authors write plurals.
fn new_name(name: &DefinedName) -> &'static str {
    match name.kind {
        NameKind::Point => "9999",
        NameKind::Player => "Zzyzx",
        NameKind::Variation | NameKind::Stage => "zzyzx, and so on",
        _ => "zzyzx",
    }
}

#[test]
fn renaming_back_gives_the_same_text() {
    let games = descriptions("games");
    let names: usize = games
        .par_iter()
        .map(|(game, path)| {
            let text = std::fs::read_to_string(path).unwrap();
            let names = defined_names(0, &text);
            for name in &names {
                let new = new_name(name);
                let renamed = applied(&text, &rename_edits(&text, name, new));
                let again = defined_names(0, &renamed);
                let again = again.iter().find(|one| one.kind == name.kind && one.name == new);
                let again = again.unwrap_or_else(|| panic!("{game}: {name:?}\n{renamed}"));
                assert_eq!(again.uses.len(), name.uses.len(), "{game}: {name:?}");
                let back = applied(&renamed, &rename_edits(&renamed, again, &name.name));
                assert_eq!(back, text, "{game}: {name:?}");
            }
            names.len()
        })
        .sum();
    println!("{names} names");
    assert!(names > 1_000, "{names}");
}

/// The proof of each renaming succeeds: the games stay the same. Some names of each game by default;
/// `MNC_LSP_ALL=1` renames all.
#[test]
fn a_renamed_game_is_the_same_game() {
    let step = if number_from_env("MNC_LSP_ALL", 0) > 0 { 1 } else { 20 };
    let games = descriptions("games");
    let all: Vec<(String, String, DefinedName)> = games
        .iter()
        .flat_map(|(game, path)| {
            let text = std::fs::read_to_string(path).unwrap();
            let names = defined_names(0, &text).into_iter();
            // South and North are also the players where no line names them.
            let default = |name: &DefinedName| matches!(name.name.as_str(), "South" | "North");
            let names = names.filter(|name| name.kind != NameKind::Point && !default(name));
            names.map(|name| (game.clone(), text.clone(), name)).collect::<Vec<_>>()
        })
        .collect();
    let refused: Vec<String> = all
        .par_iter()
        .enumerate()
        .filter(|(nth, _)| nth % step == 0)
        .filter_map(|(_, (game, text, name))| {
            let document = EditedText { name: game, text, library: &Shipped };
            let offset = name.definitions[0].start as usize;
            let refusal = rename(document, offset, new_name(name)).err()?;
            // It changes a word of another game.
            if refusal.0.ends_with("is also a name of the game that this is like") {
                return None;
            }
            Some(format!("{game}: {:?} {}: {}", name.kind, name.name, refusal.0))
        })
        .collect();
    println!("{} names, {} refused", all.len() / step, refused.len());
    assert!(refused.is_empty(), "{refused:#?}");
}
