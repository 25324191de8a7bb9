//! Rules documents: every statement is said once, in plain words, and each page is well-formed.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::document::{DocSection, Language, RulesDocument, rules, rules_in, site_index};
use mnc::engine::Engine;
use mnc::library::Library;
use mnc::model::{ClauseId, DefaultClause, Model};
use mnc::resolve::{self, Description, Setting};
use std::collections::BTreeMap;

/// Words that only people who know the language of descriptions understand.
const INTERNAL: [&str; 14] = [
    "clause",
    "clauses",
    "lap",
    "laps",
    "marked",
    "unmarked",
    "quiet",
    "relay",
    "postcondition",
    "phrase",
    "seat",
    "seats",
    "candidate",
    "occasion",
];
/// The languages of documents.
const LANGUAGES: [Language; 2] = [Language::English, Language::French];
/// Words that no French text has.
const ENGLISH: [&str; 38] = [
    "the",
    "you",
    "your",
    "their",
    "they",
    "and",
    "or",
    "of",
    "to",
    "in",
    "is",
    "are",
    "with",
    "if",
    "seed",
    "seeds",
    "hole",
    "holes",
    "move",
    "moves",
    "turn",
    "game",
    "player",
    "players",
    "store",
    "outer",
    "inner",
    "this",
    "that",
    "at",
    "it",
    "from",
    "by",
    "captured",
    "clockwise",
    "yes",
    "north of",
    "then",
];
/// The least Flesch reading ease of a game's rules: plain English.
const LEAST_EASE: f64 = 60.0;

fn description(name: &str) -> Description {
    let game = Library::shipped().games().iter().find(|game| game.stem() == name).expect("a game");
    resolve::load(&game.file, &game.text, Library::shipped()).0
}

/// Every game as it is, and with each of its variations.
fn every_model(mut check: impl FnMut(&str, &Model)) {
    for game in Library::shipped().games() {
        let (description, _) = resolve::load(&game.file, &game.text, Library::shipped());
        let none = std::iter::once(Vec::new());
        let variations = none.chain(description.variations.iter().map(|name| vec![name.clone()]));
        for variations in variations {
            let title = format!("{} {variations:?}", game.stem());
            let setting = Setting { variations, ..Setting::default() };
            if let (Some(model), _) = description.build(&setting) {
                check(&title, &model);
            }
        }
    }
}

/// The same in every language.
fn every_text(mut check: impl FnMut(&str, &Model, Language)) {
    every_model(|title, model| {
        for language in LANGUAGES {
            check(&format!("{title} {language:?}"), model, language);
        }
    });
}

fn document(name: &str, language: Language) -> RulesDocument {
    let description = description(name);
    let (model, _) = description.build(&Setting::default());
    let engine = Engine::new(model.expect("it builds").into());
    RulesDocument::of_in(&description, &engine, language)
}

fn sentences(sections: &[DocSection]) -> Vec<(String, Vec<ClauseId>)> {
    let mut all = Vec::new();
    for item in sections.iter().flat_map(|section| &section.items) {
        item.for_each(&mut |sentence| all.push((sentence.text.clone(), sentence.clauses.clone())));
    }
    all
}

#[test]
fn every_statement_is_said_once() {
    let mut wrong = String::new();
    every_text(|title, model, language| {
        let mut said: BTreeMap<ClauseId, usize> = BTreeMap::new();
        for (_, clauses) in sentences(&rules_in(model, language)) {
            for clause in clauses {
                *said.entry(clause).or_default() += 1;
            }
        }
        for (nth, clause) in model.clauses.iter().enumerate() {
            let id = ClauseId(nth as u16);
            let times = said.get(&id).copied().unwrap_or(0);
            let active = model.active_defaults().any(|default| default.clause() == id);
            let expected = usize::from(!clause.default || active);
            if times != expected {
                wrong += &format!("{title}: {times} times: {}\n", clause.text);
            }
        }
    });
    assert!(wrong.is_empty(), "{wrong}");
}

/// Few statements have no effect: a rule is not hidden behind that sentence.
#[test]
fn rules_without_effect_have_none() {
    let mut idle = String::new();
    every_model(|title, model| {
        for section in
            rules(model).iter().filter(|section| section.heading == "Rules without effect here")
        {
            for item in &section.items {
                let text = item.sentence.clauses.iter().map(|id| &*model.clause(*id).text);
                idle += &format!("{title}: {}\n", text.collect::<Vec<_>>().join("; "));
            }
        }
    });
    insta::assert_snapshot!("doc_rules_without_effect", idle);
}

/// The text without what the author named: names are in quotation marks.
fn without_names(text: &str) -> String {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '\u{201c}' | '\u{ab}' => depth += 1,
            '\u{201d}' | '\u{bb}' => depth = depth.saturating_sub(1),
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    outside
}

#[test]
fn no_internal_word_is_used() {
    let mut wrong = String::new();
    every_model(|title, model| {
        for (text, _) in sentences(&rules(model)) {
            let outside = without_names(&text).to_lowercase();
            let words = outside.split(|c: char| !c.is_alphabetic());
            for word in words.filter(|word| INTERNAL.contains(word)) {
                wrong += &format!("{title}: `{word}`: {text}\n");
            }
        }
    });
    assert!(wrong.is_empty(), "{wrong}");
}

/// The French texts are French, and what stands together is written so.
#[test]
fn french_is_french() {
    let mut wrong = String::new();
    every_model(|title, model| {
        let names: Vec<String> =
            model.board.seats.iter().map(|seat| seat.name.to_lowercase()).collect();
        for (text, _) in sentences(&rules_in(model, Language::French)) {
            let outside = without_names(&text).to_lowercase();
            let words = outside.split(|c: char| !c.is_alphabetic());
            for word in words.filter(|word| ENGLISH.contains(word)) {
                if !names.iter().any(|name| name == word) {
                    wrong += &format!("{title}: `{word}`: {text}\n");
                }
            }
            let apart = [
                " de le ",
                " de les ",
                "\u{e0} le ",
                "\u{e0} les ",
                " que il",
                " si il",
                " de un ",
                "'",
                "{",
                "}",
                " ne a",
                " ne est",
                " :",
                " ;",
                "tous les tous",
                "de de ",
                " un un ",
            ];
            for bad in apart.iter().filter(|bad| outside.contains(**bad)) {
                wrong += &format!("{title}: `{bad}`: {text}\n");
            }
        }
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn sentences_are_whole() {
    let mut wrong = String::new();
    every_text(|title, model, language| {
        for (text, _) in sentences(&rules_in(model, language)) {
            let ends = text.ends_with(['.', ':']);
            let begins = text.chars().next().is_some_and(|c| !c.is_lowercase());
            let blanks = text.contains("  ") || text.contains(" ,") || text.contains(" .");
            let twice = [
                " the the ",
                " a a ",
                " all all ",
                " of of ",
                " a the ",
                " the your ",
                " all the your ",
                " each the ",
                "a hole that is a ",
                " seeds seeds ",
            ]
            .iter()
            .any(|bad| text.contains(bad));
            if !ends || !begins || blanks || twice {
                wrong += &format!("{title}: {text}\n");
            }
        }
    });
    assert!(wrong.is_empty(), "{wrong}");
}

/// Syllables of an English word, about.
fn syllables(word: &str) -> usize {
    let word = word.to_lowercase();
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let mut count = 0;
    let mut before = false;
    for c in word.chars() {
        count += usize::from(vowel(c) && !before);
        before = vowel(c);
    }
    if word.ends_with('e') && !word.ends_with("le") && count > 1 {
        count -= 1;
    }
    if word.ends_with("ed") && !word.ends_with("ted") && !word.ends_with("ded") && count > 1 {
        count -= 1;
    }
    count.max(1)
}

/// The Flesch reading ease of a text.
fn ease(text: &str) -> f64 {
    let sentences = text.split(['.', ':', ';']).filter(|s| !s.trim().is_empty()).count();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let syllables: usize = words.iter().map(|word| syllables(word)).sum();
    let (sentences, words) = (sentences.max(1) as f64, words.len().max(1) as f64);
    206.835 - 1.015 * words / sentences - 84.6 * syllables as f64 / words
}

#[test]
fn rules_are_easy_to_read() {
    let mut wrong = String::new();
    every_model(|title, model| {
        let text: Vec<String> =
            sentences(&rules(model)).into_iter().map(|(text, _)| text).collect();
        let ease = ease(&text.join(" "));
        if ease < LEAST_EASE {
            wrong += &format!("{title}: {ease:.1}\n");
        }
    });
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn ease_knows_easy_from_hard() {
    assert!(ease("The cat sat on the mat. It was a big cat.") > 100.0);
    assert!(
        ease(
            "Incomprehensible administrative terminology necessitates considerable familiarisation."
        ) < 0.0
    );
}

#[test]
fn pages_are_well_formed() {
    for name in ["oware", "kalah", "hoyito", "bao-la-kiswahili", "o-an-quan", "toguz-kumalak"] {
        for language in LANGUAGES {
            let document = document(name, language);
            let html = document.to_html();
            let page = html.strip_prefix("<!DOCTYPE html>\n").expect("a doctype");
            // Every tag is closed, and every sign is escaped.
            let page =
                roxmltree::Document::parse(page).unwrap_or_else(|why| panic!("{name}: {why}"));
            let has = |tag: &str| page.descendants().any(|node| node.tag_name().name() == tag);
            assert!(has("title") && has("h1") && has("main") && has("svg"), "{name}");
            let code = if language == Language::English { "en" } else { "fr" };
            assert_eq!(page.root_element().attribute("lang"), Some(code));
            let mut ids = std::collections::BTreeSet::new();
            for id in page.descendants().filter_map(|node| node.attribute("id")) {
                assert!(ids.insert(id), "{name}: the id `{id}` is used twice");
            }
            // A list has items alone, and no paragraph is in a paragraph.
            for node in page.descendants().filter(|node| node.is_element()) {
                let inside = |tag: &str| node.parent_element().is_some_and(|p| p.has_tag_name(tag));
                let in_list = inside("ol") || inside("ul");
                assert!(!in_list || node.has_tag_name("li"), "{name}: {:?}", node.tag_name());
                assert!(!(inside("p") && node.has_tag_name("p")), "{name}");
            }
            let markdown = document.to_markdown();
            let said = sentences(&document.sections);
            assert!(
                markdown.lines().filter(|line| !line.is_empty()).count() > said.len() / 2,
                "{name}"
            );
            assert!(document.to_typst().contains("image(bytes("), "{name}");
            assert!(!document.example.is_empty(), "{name}");
        }
    }
    roxmltree::Document::parse(
        site_index(&[]).strip_prefix("<!DOCTYPE html>\n").expect("a doctype"),
    )
    .expect("well-formed");
}

/// The limits of the engine are not rules of a game.
#[test]
fn limits_of_the_engine_are_not_said() {
    every_model(|title, model| {
        for (_, clauses) in sentences(&rules(model)) {
            for limit in [DefaultClause::Fuel, DefaultClause::Work] {
                assert!(!clauses.contains(&limit.clause()), "{title}");
            }
        }
    });
}

#[test]
fn documents_stay_as_they_are() {
    for name in ["oware", "hoyito", "bao-la-kiswahili"] {
        let text = document(name, Language::English).to_markdown();
        insta::assert_snapshot!(format!("doc_{name}"), text);
    }
    for name in ["oware", "hus-nama"] {
        let text = document(name, Language::French).to_markdown();
        insta::assert_snapshot!(format!("doc_fr_{name}"), text);
    }
}

/// Sentences of a game, in one text.
fn rules_text(name: &str) -> String {
    let (model, _) = description(name).build(&Setting::default());
    let sentences = sentences(&rules(&model.expect("it builds")));
    sentences.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join("\n")
}

/// What readers stumbled over: each case is a game, what its rules say, and what they no longer say.
#[test]
fn rules_say_what_readers_need() {
    let cases: [(&str, &[&str], &[&str]); 7] = [
        (
            // When a position counts as repeated, and for whom.
            "um-dyar",
            &[
                "the same player's turn is next",
                "A player's turn is next even if they must then pass.",
                "The position before the first turn counts",
                "an even number of seeds from 2 to 12, you capture",
                "held at least 2 seeds, the first seed falls in that hole",
                "1 seed from each store that holds an odd number of seeds",
                "Seeds in play are all seeds in holes",
            ],
            &["but not 0", "each of stores"],
        ),
        (
            // Both move at once, and alternatives are not alike.
            "mweiso",
            &[
                "First both choose: South, then North",
                "A choice is allowed if it would be allowed to that player moving alone.",
                "the player who ended first, and then the other one",
                "sow them anticlockwise.",
                "sow them clockwise (this is not allowed if, after it, your \u{201c}idle\u{201d} is \u{201c}yes\u{201d}).",
                "If the hole where the last seed fell is your leftmost inner hole",
                "It is set under \u{201c}When the last seed has fallen\u{201d}",
                "this is your first turn of the game",
            ],
            &["in an outer row", "a hole that is a hole", "If that hole is a hole"],
        ),
        (
            "kisolo",
            &[
                "the inner hole opposite that hole",
                "your outer hole in the same column as that hole",
            ],
            &["counted from the left of the owner", "in an inner row"],
        ),
        (
            "hus-nama",
            &["your outer hole in the 10th column from your left (South: j1, North: g4)"],
            &["is not a hole that is"],
        ),
        (
            "hoyito",
            &[
                "If the hole where the seed falls then holds 4 seeds, you capture",
                "If the hole where the last seed fell held 4 seeds at that moment",
                "In later games of a match holes can be closed.",
            ],
            &["is then a hole that holds"],
        ),
        (
            "kiuthi",
            &[
                "After a move, you move again if \u{201c}plays-on\u{201d} is \u{201c}yes\u{201d}.",
                "in the direction of your choice",
                "as many seeds as there are in the hole opposite that hole",
            ],
            &["that the player chooses", "in store and hand together"],
        ),
        (
            "gabata-ghinda",
            &["If the next player has no seeds in their own holes"],
            &["a player is the next"],
        ),
    ];
    for (name, said, unsaid) in cases {
        let text = rules_text(name);
        for part in said {
            assert!(text.contains(part), "{name} does not say `{part}`:\n{text}");
        }
        for part in unsaid {
            assert!(!text.contains(part), "{name} says `{part}`:\n{text}");
        }
    }
}

/// The rules of a small game, in one text.
fn text_of(text: &str, language: Language) -> String {
    let (description, _) = resolve::load("game.mnc", text, Library::shipped());
    let (model, findings) = description.build(&Setting::default());
    let model = model.unwrap_or_else(|| panic!("it does not build: {findings:?}"));
    let sentences = sentences(&rules_in(&model, language));
    sentences.into_iter().map(|(text, _)| text).collect::<Vec<_>>().join("\n")
}

/// A negated word of two conditions keeps its brackets.
#[test]
fn negated_words_keep_their_brackets() {
    let game = "mnc 1\ngame \"Not both\"\nboard\n  2 rows of 4 holes\n  each player owns the nearest row and a store\n\
                words\n  early = the player is the starter and this is the first turn\nstart: every hole holds 2\n\
                way: anticlockwise round every hole\nmove: sow any own hole\nlast seed\n  makes 2 and not early -> capture it\n  \
                makes 3 -> put 1 of the own store in every own hole\nwinner: most seeds\n";
    let english = text_of(game, Language::English);
    assert!(english.contains("then holds 2 seeds and (either you are not "), "{english}");
    assert!(english.contains("1 seed from your store into each hole of yours"), "{english}");
    let french = text_of(game, Language::French);
    assert!(
        french.contains("contient 2 graines et (soit vous n\u{2019}\u{ea}tes pas "),
        "{french}"
    );
    assert!(french.contains("1 graine de votre grenier dans chacun de vos trous"), "{french}");
}

/// Seeds from a place and from each of several holes.
#[test]
fn one_seed_each_is_english() {
    let game = "mnc 1\ngame \"pot\"\nboard\n  2 rows of 6 holes\n  each player owns the nearest row and a store\n  \
                the board has a pot\nstart: every hole holds 4\nway: anticlockwise round every hole\nmove: sow any own hole\n\
                last seed\n  falls in an empty hole -> capture 1 of pot and every own occupied hole\nwinner: most seeds\n";
    let english = text_of(game, Language::English);
    assert!(
        english
            .contains("you capture 1 seed from the pot and each hole of yours that holds seeds."),
        "{english}"
    );
    let french = text_of(game, Language::French);
    assert!(
        french
            .contains("1 graine de la case \u{ab}\u{a0}pot\u{a0}\u{bb} et de chacun de vos trous"),
        "{french}"
    );
}

/// A number of holes is not lost where one of them is chosen.
#[test]
fn several_outermost_holes_keep_their_number() {
    let game = "mnc 1\ngame \"tips\"\nboard\n  2 rows of 6 holes\n  each player owns the nearest row and a store\n\
                words\n  tips = the leftmost 2 own holes and the rightmost 2 own holes\n\
                start: every hole holds 4\nway: anticlockwise round every hole\nmove: sow any tips hole\n\
                winner: most seeds\n";
    let english = text_of(game, Language::English);
    assert!(
        english.contains("one of your leftmost 2 holes or one of your rightmost 2 holes"),
        "{english}"
    );
    let french = text_of(game, Language::French);
    assert!(french.contains("un de vos 2 trous les plus \u{e0} gauche"), "{french}");
}

/// The hole and the direction are one move of the example, and what is chosen before the first turn is none.
#[test]
fn examples_count_moves() {
    let kiuthi = document("kiuthi", Language::English);
    let numbers: Vec<usize> = kiuthi.example.iter().map(|turn| turn.number).collect();
    assert!(numbers.windows(2).all(|two| two[0] < two[1]), "{numbers:?}");
    let first = &kiuthi.example.first().expect("a move").choice;
    assert!(first.contains("clockwise") && first.starts_with("South plays "), "{first}");
    let misoro = document("misoro-tsoro", Language::English);
    assert_eq!(misoro.example.first().map(|turn| turn.number), Some(0));
}

/// An aim says what to do, not where to look for it.
#[test]
fn aims_are_said() {
    let aim = |name: &str| document(name, Language::English).aim;
    assert_eq!(aim("hus-nama"), "The aim is to leave your opponent without a move.");
    assert!(aim("kisolo").contains("the other player wins the game"), "{}", aim("kisolo"));
}

/// A short game fits on a sheet of paper.
#[test]
#[ignore = "needs Chromium and pdfinfo"]
fn a_page_prints_on_one_sheet() {
    use std::process::Command;
    let folder = tempfile::tempdir().expect("a folder");
    let description = description("oware");
    let (model, _) = description.build(&Setting::default());
    let engine = Engine::new(model.expect("it builds").into());
    let page = folder.path().join("oware.html");
    std::fs::write(&page, RulesDocument::of(&description, &engine).to_html())
        .expect("it is written");
    let pdf = folder.path().join("oware.pdf");
    let printed = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--no-pdf-header-footer"])
        .arg(format!("--print-to-pdf={}", pdf.display()))
        .arg(&page)
        .output()
        .expect("Chromium runs");
    assert!(printed.status.success());
    let info = Command::new("pdfinfo").arg(&pdf).output().expect("pdfinfo runs");
    let info = String::from_utf8_lossy(&info.stdout).into_owned();
    assert!(info.lines().any(|line| line.starts_with("Pages:") && line.ends_with(" 1")), "{info}");
    assert!(info.contains("A4"), "{info}");
}
