//! Rules documents: every statement is said once, in plain words, and each page is well-formed.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::document::{DocSection, RulesDocument, rules, site_index};
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
    every_model(|title, model| {
        let mut said: BTreeMap<ClauseId, usize> = BTreeMap::new();
        for (_, clauses) in sentences(&rules(model)) {
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

/// The text without what the author named: names are in curved quotation marks.
fn without_names(text: &str) -> String {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '\u{201c}' => depth += 1,
            '\u{201d}' => depth = depth.saturating_sub(1),
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

#[test]
fn sentences_are_whole() {
    let mut wrong = String::new();
    every_model(|title, model| {
        for (text, _) in sentences(&rules(model)) {
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
        let description = description(name);
        let (model, _) = description.build(&Setting::default());
        let engine = Engine::new(model.expect("it builds").into());
        let document = RulesDocument::of(&description, &engine);
        let html = document.to_html();
        let page = html.strip_prefix("<!DOCTYPE html>\n").expect("a doctype");
        let page = roxmltree::Document::parse(page).unwrap_or_else(|why| panic!("{name}: {why}"));
        let has = |tag: &str| page.descendants().any(|node| node.tag_name().name() == tag);
        assert!(has("title") && has("h1") && has("main") && has("svg"), "{name}");
        assert_eq!(page.root_element().attribute("lang"), Some("en"));
        let markdown = document.to_markdown();
        let said = sentences(&document.sections);
        assert!(
            markdown.lines().filter(|line| !line.is_empty()).count() > said.len() / 2,
            "{name}"
        );
        assert!(document.to_typst().contains("image(bytes("), "{name}");
        assert!(!document.example.is_empty(), "{name}");
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
        let description = description(name);
        let (model, _) = description.build(&Setting::default());
        let engine = Engine::new(model.expect("it builds").into());
        let document = RulesDocument::of(&description, &engine);
        insta::assert_snapshot!(format!("doc_{name}"), document.to_markdown());
    }
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
