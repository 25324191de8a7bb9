//! The language reference `grammar/reference.md`: every example is run, every production and every
//! reserved word is described, and the tables match the shipped games. The short form `grammar/card.md` is tested in
//! `reference/card.rs`.
//!
//! The tag of an example says how it is used:
//!
//! - ```` ```mnc ````: a whole description, without errors; its tests are played;
//! - ```` ```mnc last seed ````: statements of that section, which replace this section in the
//!   description of *The game of the short examples* (words and options are added to its own);
//! - ```` ```mnc sections ````: the same for several sections with their headings, and what follows;
//! - ```` ```mnc wrong CODE ````: sections or a whole description that give the finding CODE.
//!
//! `UPDATE_REFERENCE=1 cargo test --test reference` updates the generated parts of the reference.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "reference/card.rs"]
mod card;
mod support;

use mnc::diagnostic::{Diagnostic, Severity};
use mnc::model::DefaultClause as Usual;
use mnc::resolve::{Description, Setting, load};
use mnc::syntax::{Saying, sayings};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::ideas::{IDEAS, says, statements};

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn reference() -> String {
    std::fs::read_to_string(at("grammar/reference.md")).unwrap()
}

fn grammar() -> String {
    std::fs::read_to_string(at("grammar/mnc.pest")).unwrap()
}

// ------------------------------------------------------------------------------------ the examples

/// A fenced block.
struct Block {
    /// The text after the fence.
    tag: String,
    text: String,
    /// The line of its fence, and the heading above it.
    line: usize,
    heading: String,
}

fn blocks(reference: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut heading = String::new();
    let mut open = false;
    for (n, line) in reference.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(tag), false) => {
                let (tag, heading) = (tag.trim().to_owned(), heading.clone());
                blocks.push(Block { tag, text: String::new(), line: n + 1, heading });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => {
                let block = blocks.last_mut().unwrap();
                block.text += line;
                block.text.push('\n');
            }
            (None, false) if line.starts_with('#') => {
                heading = line.trim_start_matches('#').trim().to_owned();
            }
            (None, false) => {}
        }
    }
    blocks
}

/// The description that the short examples belong to.
fn base(blocks: &[Block]) -> &str {
    let game = |b: &&Block| b.tag == "mnc" && b.heading == "The game of the short examples";
    &blocks.iter().find(game).expect("the game of the short examples").text
}

/// The headed parts of a description.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        if !line.starts_with([' ', '#']) || parts.is_empty() {
            parts.push(String::new());
        }
        let part = parts.last_mut().unwrap();
        *part += line;
        part.push('\n');
    }
    parts
}

/// `last seed` of `last seed: ...`.
fn title(part: &str) -> &str {
    let line = part.lines().next().unwrap_or_default();
    let named = ["game", "variation", "stage", "test"].iter().any(|w| line.starts_with(w));
    if named { line } else { line.split(':').next().unwrap_or_default().trim() }
}

/// The names that statements declare: `casa` of `casa = a hole holding 4`.
fn declared(part: &str) -> BTreeSet<&str> {
    let name = |line: &'_ str| line.strip_prefix("  ").is_some_and(|l| !l.starts_with(' '));
    part.lines().filter(|l| name(l)).filter_map(|l| Some(l.split_once('=')?.0.trim())).collect()
}

/// A section of the game with more statements; a new declaration of a name replaces the old one.
fn added(old: &str, new: &str) -> String {
    let again = declared(new);
    let told = |line: &&str| !declared(line).iter().any(|name| again.contains(name));
    let kept: String = old.lines().filter(told).map(|l| format!("{l}\n")).collect();
    let more: String = new.lines().skip(1).map(|l| format!("{l}\n")).collect();
    kept + &more
}

/// The game of the short examples, with the sections of an example.
fn joined(base: &str, example: &str) -> String {
    let mut game = parts(base);
    let mut last = false;
    for part in parts(example) {
        let title = title(&part).to_owned();
        last |= ["variation", "stage", "test"].iter().any(|w| title.starts_with(w));
        match game.iter_mut().find(|old| self::title(old) == title) {
            Some(old) if !last && ["words", "options"].contains(&title.as_str()) => {
                *old = added(old, &part);
            }
            Some(old) if !last => *old = part,
            _ => game.push(part),
        }
    }
    game.concat()
}

/// The full description of an example.
fn whole(base: &str, block: &Block) -> String {
    let words = block.tag.strip_prefix("mnc").unwrap().trim();
    if words.is_empty() || block.text.starts_with("mnc ") {
        block.text.clone()
    } else if words == "sections" || words.starts_with("wrong ") {
        joined(base, &block.text)
    } else {
        let indented = block.text.lines().map(|line| format!("  {line}\n")).collect::<String>();
        joined(base, &format!("{words}\n{indented}"))
    }
}

/// Every description in a folder, with its name.
fn games(folder: &str) -> Vec<(String, String)> {
    let described = support::descriptions(folder).into_iter();
    described.map(|(name, path)| (name, std::fs::read_to_string(path).unwrap())).collect()
}

/// Everything found in a description, its tests included.
fn findings(text: &str) -> (Description, Vec<Diagnostic>) {
    let (description, mut found) = load("example.mnc", text, &mnc::library::Shipped);
    let variations = description.variations.clone();
    let settings = std::iter::once(Vec::new()).chain(variations.into_iter().map(|v| vec![v]));
    let mut whole = true;
    for variations in settings {
        let (model, more) = description.build(&Setting { variations, ..Setting::default() });
        whole &= model.is_some();
        found.extend(more);
    }
    if whole {
        found.extend(mnc::game_tests::run(&description));
    }
    (description, found)
}

fn rendered(description: &Description, found: &[Diagnostic]) -> String {
    let line = |d: &Diagnostic| {
        let label = d.labels.first();
        let at = label.map_or(0, |l| description.sources.line_column(l.span).line);
        let said = label.map_or("", |l| description.sources.slice(l.span));
        let (code, message) = (d.code, &d.message);
        format!("    {at}: {code}: {message}\n      {said}\n      {:?}\n", d.help_text())
    };
    found.iter().map(line).collect()
}

#[test]
fn every_example_does_what_it_says() {
    let reference = reference();
    let blocks = blocks(&reference);
    let base = base(&blocks);
    let mut wrong = String::new();
    for block in blocks.iter().filter(|b| b.tag.starts_with("mnc")) {
        let text = whole(base, block);
        let (description, mut found) = findings(&text);
        found.retain(|d| d.severity == Severity::Error);
        let fine = match block.tag.strip_prefix("mnc wrong ") {
            Some(code) => found.iter().any(|d| d.code == code),
            None => found.is_empty(),
        };
        if !fine {
            let found = rendered(&description, &found);
            wrong += &format!("line {}: `{}`\n{found}{text}\n", block.line, block.tag);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_fence_is_known() {
    for block in blocks(&reference()) {
        let tag = block.tag.strip_prefix("mnc ").unwrap_or("sections");
        let section = mnc::syntax::ast::SectionKind::of_words(tag).is_some();
        let known = section || tag == "sections" || tag.starts_with("wrong ");
        assert!(known, "line {}: `{}`", block.line, block.tag);
    }
}

#[test]
fn every_section_has_an_example_and_a_heading() {
    let reference = reference();
    let headings = headings(&reference);
    let blocks = blocks(&reference);
    for kind in mnc::syntax::ast::SectionKind::ALL {
        let name = kind.words();
        assert!(headings.iter().any(|h| h == name), "no heading `{name}`");
        let told = |b: &Block| {
            b.tag == format!("mnc {name}")
                || b.tag == "mnc sections" && parts(&b.text).iter().any(|p| title(p) == name)
        };
        assert!(blocks.iter().any(told), "no example of `{name}`");
    }
}

#[test]
fn the_variant_in_ten_lines_has_ten_lines() {
    let reference = reference();
    let blocks = blocks(&reference);
    let variant = blocks.iter().find(|b| b.heading == "Your own variant in ten lines").unwrap();
    assert!(variant.text.contains(" like "), "{}", variant.text);
    assert!(variant.text.lines().count() <= 10, "{}", variant.text);
}

#[test]
fn every_usual_rule_is_rendered() {
    let reference = reference();
    for usual in Usual::ALL {
        assert!(reference.contains(&format!("\n- {}\n", usual.text())), "{}", usual.text());
    }
}

// ------------------------------------------------------------------------------------- the grammar

/// The text of every heading.
fn headings(reference: &str) -> Vec<String> {
    let mut fenced = false;
    let mut headings = Vec::new();
    for line in reference.lines() {
        fenced ^= line.starts_with("```");
        if line.starts_with('#') && !fenced {
            headings.push(line.trim_start_matches('#').trim().to_owned());
        }
    }
    headings
}

/// The part of a link that names a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn every_link_leads_to_a_heading() {
    let reference = reference();
    let mut anchors: BTreeMap<String, usize> = BTreeMap::new();
    for heading in headings(&reference) {
        *anchors.entry(anchor(&heading)).or_default() += 1;
    }
    for link in reference.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        let (name, nth) = match link.rsplit_once('-') {
            Some((name, nth)) if nth.parse::<usize>().is_ok() => (name, nth.parse().unwrap()),
            _ => (link, 0),
        };
        let numbered = anchors.get(name).is_some_and(|many| *many > nth);
        assert!(anchors.contains_key(link) || numbered, "no heading for `#{link}`");
    }
}

/// The productions of the grammar that produce a pair, in order.
fn productions() -> Vec<String> {
    let grammar = grammar();
    let name = |line: &str| {
        let (name, rest) = line.split_once(" = ")?;
        let made = !rest.starts_with('_') && name.chars().all(|c| c.is_lowercase() || c == '_');
        made.then(|| name.to_owned())
    };
    grammar.lines().filter_map(name).collect()
}

#[test]
fn every_production_is_in_the_index() {
    let reference = reference();
    let index = reference.split("\n## 16. Index of the grammar\n").nth(1).unwrap();
    let items: String = index.replace("\n  ", " ");
    let mut listed: BTreeMap<&str, &str> = BTreeMap::new();
    for item in items.lines().filter_map(|l| l.strip_prefix("- [")) {
        let (heading, names) = item.split_once("): ").unwrap();
        for name in names.split('`').skip(1).step_by(2) {
            let before = listed.insert(name, heading);
            assert_eq!(before, None, "`{name}` is listed twice");
        }
    }
    let productions = productions();
    assert!(productions.len() > 150, "{productions:?}");
    let missing: Vec<_> = productions.iter().filter(|p| !listed.contains_key(p.as_str())).collect();
    let gone: Vec<_> = listed.keys().filter(|n| !productions.iter().any(|p| p == *n)).collect();
    assert!(missing.is_empty() && gone.is_empty(), "missing: {missing:?}\nno more there: {gone:?}");
}

// ----------------------------------------------------------------------------- generated parts

/// Updates a generated part between two marks of a document, or compares it with the text there.
fn check_generated(document: &str, mark: &str, text: &str) {
    let all = std::fs::read_to_string(at(document)).unwrap();
    let begin = format!("<!-- {mark}: written by tests/reference.rs -->\n");
    let (before, rest) = all.split_once(&begin).expect("the mark of a generated part");
    let (there, after) = rest.split_once("<!-- end -->").unwrap();
    if there == text {
        return;
    }
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        let new = format!("{before}{begin}{text}<!-- end -->{after}");
        std::fs::write(at(document), new).unwrap();
        return;
    }
    panic!("{mark}: `UPDATE_REFERENCE=1 cargo test --test reference` updates it\n{text}");
}

/// The table of what authors want to say.
fn table_of_sayings<'s>(sayings: impl IntoIterator<Item = &'s Saying>) -> String {
    let mut table = String::from("| you want to say | you write |\n|---|---|\n");
    for saying in sayings {
        let written = |(section, statement): &(mnc::syntax::ast::SectionKind, String)| {
            let lines: Vec<String> =
                statement.lines().map(|line| format!("`{}`", line.trim())).collect();
            format!("*{}*: {}", section.words(), lines.join(", below it "))
        };
        let statements: Vec<String> = saying.statements.iter().map(written).collect();
        table += &format!("| {} | {} |\n", saying.title, statements.join("; "));
    }
    table
}

#[test]
fn generated_parts_are_up_to_date() {
    let reference = "grammar/reference.md";
    check_generated(reference, "reserved words", &reserved_words());
    check_generated(reference, "ideas", &ideas());
    check_generated(reference, "sayings", &table_of_sayings(sayings()));
    check_generated("grammar/card.md", "sayings", &table_of_sayings(card::usual_sayings()));
}

/// The reserved words of the grammar, in lines.
fn reserved_words() -> String {
    let grammar = grammar();
    let list = grammar.split("\nreserved = @{").nth(1).unwrap().split("\n}").next().unwrap();
    let words: BTreeSet<&str> = list.split('"').skip(1).step_by(2).map(str::trim).collect();
    let mut lines = vec![String::new()];
    for word in words {
        if lines.last().unwrap().len() + word.len() > 98 {
            lines.push(String::new());
        }
        let line = lines.last_mut().unwrap();
        if !line.is_empty() {
            line.push(' ');
        }
        *line += word;
    }
    format!("```text\n{}\n```\n", lines.join("\n"))
}

/// The number of games that are named as examples of an idea.
const FEW: usize = 6;

/// The table of ideas.
fn ideas() -> String {
    let name =
        |text: &str| text.split("game \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let texts: BTreeMap<String, String> =
        games("games").into_iter().map(|(_, text)| (name(&text), text)).collect();
    // A game that is `like` another has the statements of that one too.
    let all = |text: &String| {
        let like = text.split("\" like \"").nth(1).map(|rest| rest.split('"').next().unwrap());
        let base = like.map(|like| statements(&texts[like])).unwrap_or_default();
        [statements(text), base].concat()
    };
    let games: Vec<(String, Vec<Vec<String>>)> =
        texts.iter().map(|(name, text)| (name.clone(), all(text))).collect();
    let mut table = "| idea | phrases | games that use them |\n|---|---|---|\n".to_owned();
    for (n, (idea, phrases)) in IDEAS.iter().enumerate() {
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let mut told = Vec::new();
        for phrase in *phrases {
            let uses = games.iter().filter(|(_, said)| said.iter().any(|s| says(s, phrase)));
            let names: Vec<&str> = uses.map(|(name, _)| name.as_str()).collect();
            let star = if names.is_empty() { "\\*" } else { "" };
            told.push(format!("`{}`{star}", phrase.trim_matches(['<', '>'])));
            used.extend(names);
        }
        let phrases = if told.is_empty() { "*not yet*".to_owned() } else { told.join(", ") };
        let many = games.len();
        let used = match used.len() {
            0 => "-".to_owned(),
            all if all == many => format!("all {many}"),
            some if some > FEW => {
                let few: Vec<&str> = used.into_iter().step_by(some / FEW).take(FEW).collect();
                format!("{some} games, such as {}", few.join(", "))
            }
            _ => used.into_iter().collect::<Vec<_>>().join(", "),
        };
        table += &format!("| {}. {idea} | {phrases} | {used} |\n", n + 1);
    }
    table
}
