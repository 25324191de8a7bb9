//! Every word of the grammar, with the descriptions that use it: a word for a single game is visible
//! here, and an unused word fails. `INSTA_UPDATE=always cargo test --test keywords` updates the list.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Not a game: one statement of every form that no draft uses.
const EVERY_FORM: &str = "every-form";

/// The words that a description uses, without quoted texts and the names that it defines.
fn words(text: &str) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for line in text.lines() {
        let mut said: Vec<&str> = Vec::new();
        for (n, piece) in line.split('"').enumerate() {
            let code = piece.split('#').next().unwrap();
            if n % 2 == 0 {
                let inside = |c: char| !(c.is_alphanumeric() || c == '-' || c == '\'');
                said.extend(code.split(inside).filter(|w| w.starts_with(char::is_alphabetic)));
            }
            if n % 2 == 0 && code.len() < piece.len() {
                break;
            }
        }
        let named = line.split('"').next().unwrap().contains(" = ") || line.trim().ends_with(" =");
        if named && said.first() != Some(&"with") {
            names.extend(said.iter().find(|w| **w != "becomes").map(|w| (*w).to_owned()));
        }
        words.extend(said.into_iter().map(str::to_owned));
    }
    words.retain(|word| !names.contains(word));
    words
}

/// The words of every description in a folder, by the name of its file.
fn used_in(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let described = support::descriptions(folder).into_iter();
    described.map(|(name, path)| (name, words(&std::fs::read_to_string(&path).unwrap()))).collect()
}

/// The names if there are at most two, else the number, so that a new game changes little.
fn users_text(users: &[&str]) -> String {
    match users {
        [] => "-".to_owned(),
        [_] | [_, _] => users.join(", "),
        _ => "several".to_owned(),
    }
}

/// The words of the examples of the reference, without examples of mistakes.
fn used_in_reference() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/reference.md");
    let reference = std::fs::read_to_string(path).unwrap();
    let fences = reference.split("\n```mnc").skip(1).filter(|f| !f.starts_with(" wrong"));
    fences.flat_map(|fence| words(fence.split("\n```").next().unwrap())).collect()
}

/// The singular and plural forms of a verb or a noun.
fn forms(word: &str) -> [String; 5] {
    let stem = |end| word.strip_suffix(end).unwrap_or(word).to_owned();
    [word.to_owned(), format!("{word}s"), format!("{word}es"), stem("s"), stem("es")]
}

/// Number words count as one word, because some of them are rare.
const NUMBERS: [&str; 2] = ["eighth", "quarter"];

#[test]
fn no_keyword_is_made_for_one_game() {
    let drafts = used_in("tests/cases/syntax/good");
    let all: Vec<_> = used_in("games").into_iter().chain(drafts).collect();
    let mut alone = BTreeSet::new();
    for keyword in support::keywords() {
        let forms = forms(&keyword);
        let users: BTreeSet<&str> = all
            .iter()
            .filter(|(name, words)| name != EVERY_FORM && forms.iter().any(|f| words.contains(f)))
            .map(|(name, _)| name.as_str())
            .collect();
        if users.len() == 1 {
            alone.insert(keyword);
        }
    }
    let known: BTreeSet<String> = NUMBERS.map(str::to_owned).into_iter().collect();
    assert_eq!(alone, known);
}

#[test]
fn every_keyword_is_used_and_by_whom() {
    let games = used_in("games");
    let mut drafts = used_in("tests/cases/syntax/good");
    let every_form = drafts.remove(EVERY_FORM).unwrap_or_default();
    let ideas: BTreeSet<String> = used_in("tests/ideas").into_values().flatten().collect();
    let examples = used_in_reference();
    let mut table = format!("{:<14} {:<48} {}\n", "", "games", "drafts");
    let mut unused = Vec::new();
    for keyword in support::keywords() {
        let users = |all: &BTreeMap<String, BTreeSet<String>>| {
            let uses = all.iter().filter(|(_, words)| words.contains(&keyword));
            users_text(&uses.map(|(name, _)| name.as_str()).collect::<Vec<_>>())
        };
        let among = |words: &BTreeSet<String>| forms(&keyword).iter().any(|f| words.contains(f));
        let anywhere = games.values().chain(drafts.values()).any(among);
        let others = [("ideas", &ideas), ("examples", &examples), (EVERY_FORM, &every_form)];
        let only = match others.iter().find(|(_, words)| among(words)) {
            _ if anywhere => "",
            Some((name, _)) => name,
            None => {
                unused.push(keyword.clone());
                "nothing"
            }
        };
        let row = format!("{keyword:<14} {:<48} {} {only}", users(&games), users(&drafts));
        table += &format!("{}\n", row.trim_end());
    }
    assert!(unused.is_empty(), "words of the grammar that no description uses: {unused:?}");
    insta::assert_snapshot!(table);
}
