//! Writes a draft as a description.

use super::draft::{Change, Draft, Form, Part, SECTIONS, Section, Stages};
use super::phrases::{self, Facts, Numbers, filled, say};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A description as text, and the game that it is like.
#[derive(Clone, Debug)]
pub struct Written {
    pub text: String,
    /// The text of the game that it is like.
    pub base: Option<String>,
}

/// The name of the base of a generated game.
pub const BASE: &str = "A generated base";
const NAME: &str = "A generated game";

/// The statements of every section.
#[derive(Default)]
struct Texts {
    sections: BTreeMap<&'static str, Vec<String>>,
    /// Sections that stages change, so that no other part may change them.
    settled: BTreeSet<&'static str>,
}

/// Writes a draft.
pub fn write(draft: &Draft) -> Written {
    let mut facts = Facts::new();
    let board = statements_of("board", &draft.board, &mut facts);
    let start = statements_of("start", &draft.start, &mut facts);
    if let Some(stages) = &draft.stages {
        facts.extend(stages.for_each.then_some("each"));
        facts.insert("stages");
    }
    let mut texts = sections(draft, &mut facts);
    let mut body = String::new();
    let first = ["opening", "way", "turn", "move"];
    let others = SECTIONS.iter().map(|s| s.name).filter(|name| !first.contains(name));
    for name in first.into_iter().chain(others) {
        texts.sections.get(name).into_iter().for_each(|lines| heading(&mut body, name, lines));
    }
    if let Some(stages) = &draft.stages {
        texts.settled = write_stages(&mut body, stages, &texts, &facts);
    }
    if !draft.variation.is_empty() {
        body += "\nvariation \"other\"\n";
        changes(&mut body, &draft.variation, &texts, &facts, Where::Variation);
    }
    let mut like = String::new();
    changes(&mut like, &draft.like, &texts, &facts, Where::Variation);

    let mut head = String::new();
    heading(&mut head, "board", &board);
    let mut end = String::new();
    heading(&mut end, "start", &start);
    let names = Names::of(&format!("{head}{end}{body}"), draft, &facts);
    let about = about(draft.luck);
    let title = |name: &str, like: &str| format!("mnc 1\ngame \"{name}\"{like}\n{about}");
    let whole = |name: &str| {
        let (options, words) = (&names.options, &names.words);
        let mut text = title(name, "");
        declare(&mut text, "options", options.values());
        text += &head;
        declare(&mut text, "words", words.values());
        text + &end + &body
    };
    if like.is_empty() {
        return Written { text: whole(NAME), base: None };
    }
    let mut more = Names::of(&like, draft, &facts);
    more.words.retain(|name, _| !names.words.contains_key(name));
    more.options.retain(|name, _| !names.options.contains_key(name));
    let mut text = title(NAME, &format!(" like \"{BASE}\""));
    let also = |name: &str, there| format!("{}{name}", if there { "also in " } else { "" });
    declare(&mut text, &also("options", !names.options.is_empty()), more.options.values());
    declare(&mut text, &also("words", !names.words.is_empty()), more.words.values());
    Written { text: text + &like, base: Some(whole(BASE)) }
}

/// A place and a time, of two descriptions in three.
fn about(luck: u16) -> String {
    let [north, east] = [["N", "S"], ["E", "W"]].map(|two| two[usize::from(luck / 3 % 2)]);
    let place = format!("at {} {north} {}.{luck} {east}", luck % 91, luck % 180);
    let years = match luck % 3 {
        0 => return String::new(),
        1 => format!("from {} to {}", 1800 + luck % 100, 1900 + luck % 100),
        _ => format!("in {}", 1800 + luck % 200),
    };
    format!("about\n  played  \"somewhere\" {place}\n  period  \"then\" {years}\n")
}

/// The names that a text uses, with their definitions.
struct Names {
    options: BTreeMap<String, String>,
    words: BTreeMap<String, String>,
}

impl Names {
    fn of(text: &str, draft: &Draft, facts: &Facts) -> Names {
        let mut names = Names { options: BTreeMap::new(), words: BTreeMap::new() };
        let mut unread = text.to_owned();
        loop {
            let read = std::mem::take(&mut unread);
            let used = used(&read);
            for (list, known) in [("words", &mut names.words), ("options", &mut names.options)] {
                for (nth, phrase) in phrases::all(list).iter().enumerate() {
                    let name = phrase.words.split(' ').next().unwrap_or_default();
                    if !used.contains(name) || known.contains_key(name) {
                        continue;
                    }
                    let numbers = draft.words.get(nth..).unwrap_or_default();
                    let said = filled(phrase.words, &mut Numbers::of(numbers), &mut facts.clone());
                    unread += &format!("{said}\n");
                    known.insert(name.to_owned(), deeper(&said));
                }
            }
            if unread.is_empty() {
                return names;
            }
        }
    }
}

/// The words of a text, and their singulars.
fn used(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    words.flat_map(|word| [word, word.strip_suffix('s').unwrap_or(word)]).collect()
}

fn declare<'l>(text: &mut String, name: &str, lines: impl Iterator<Item = &'l String>) {
    let lines: Vec<String> = lines.cloned().collect();
    if !lines.is_empty() {
        heading(text, name, &lines);
    }
}

/// A section: on one line if it has one.
fn heading(text: &mut String, name: &str, lines: &[String]) {
    match lines {
        [line] if !line.contains(['\n', '=']) && name != "board" => {
            let _ = writeln!(text, "{name}: {line}");
        }
        lines => {
            let _ = writeln!(text, "{name}");
            for line in lines.iter().flat_map(|line| line.lines()) {
                let _ = writeln!(text, "  {line}");
            }
        }
    }
}

/// A statement with its nested lines.
fn deeper(text: &str) -> String {
    text.replace(" | ", "\n  ")
}

/// The statements from a list; empty if no phrase of it is valid.
fn statements_of(list: &str, line: &[u16], facts: &mut Facts) -> Vec<String> {
    let text = say(list, &mut Numbers::of(line), facts).unwrap_or_default();
    text.split("; ").filter(|s| !s.is_empty()).map(deeper).collect()
}

fn sections(draft: &Draft, facts: &mut Facts) -> Texts {
    let plain = Part { lines: Vec::new(), rest: None, also: Vec::new() };
    let mut texts = Texts::default();
    for (nth, section) in SECTIONS.iter().enumerate() {
        let part = draft.sections.get(nth).and_then(Option::as_ref);
        let part = part.or(section.needed.then_some(&plain));
        let statements = part.map(|part| statements(section, part, facts)).unwrap_or_default();
        if !statements.is_empty() {
            facts.insert(section.name);
            facts.extend((section.name == "allowed").then_some("judged"));
            texts.sections.insert(section.name, statements);
        }
    }
    texts
}

/// The statements of a section.
fn statements(section: &Section, part: &Part, facts: &mut Facts) -> Vec<String> {
    let list = section.name;
    let mut all: Vec<String> = Vec::new();
    let mut lines = part.lines.clone();
    if section.form == Form::Declarations {
        if lines.is_empty() {
            lines.push(Vec::new());
        }
        lines.truncate(if list == "allowed" { 2 } else { 1 });
    }
    for line in &lines {
        for statement in statements_of(list, line, facts) {
            if !all.contains(&statement) {
                all.push(statement);
            }
        }
    }
    let plainest = (list == "move").then(Vec::new);
    let rest = part.rest.clone().or(plainest);
    if list == "way" {
        rest.iter().for_each(|line| all.extend(statements_of("manner", line, facts)));
    }
    let last = format!("{list}, else");
    if section.form == Form::Cases && phrases::is_list(&last) {
        let otherwise = if all.is_empty() { "" } else { "otherwise -> " };
        if let Some(line) = &rest {
            let said = statements_of(&last, line, facts);
            all.extend(said.into_iter().map(|s| format!("{otherwise}{s}")));
        }
    }
    if section.form == Form::Cases && list != "move" && !all.is_empty() {
        let second = format!("{list}, also");
        let list = if phrases::is_list(&second) { &second } else { list };
        let also = part.also.iter().flat_map(|line| statements_of(list, line, facts));
        let also: Vec<String> = also.collect();
        if !also.is_empty() {
            all.push(format!("also:\n  {}", also.join("\n").replace('\n', "\n  ")));
        }
    }
    all
}

/// The place of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Variation,
    Stage,
}

/// Writes two stages; returns the sections that they change.
fn write_stages(
    text: &mut String,
    stages: &Stages,
    texts: &Texts,
    facts: &Facts,
) -> BTreeSet<&'static str> {
    let until = say("until", &mut Numbers::of(&stages.until), &mut facts.clone());
    let each = if stages.for_each { " for each player" } else { "" };
    let until = until.unwrap_or_default();
    let _ = writeln!(text, "\nstage \"first\"{each}, until {until}");
    let mut changed = changes(text, &stages.first, texts, facts, Where::Stage);
    let _ = writeln!(text, "\nstage \"second\"");
    changed.extend(changes(text, &stages.second, texts, facts, Where::Stage));
    changed
}

/// Writes changes, at most one for each section.
fn changes(
    text: &mut String,
    changes: &[Change],
    texts: &Texts,
    facts: &Facts,
    at: Where,
) -> BTreeSet<&'static str> {
    let mut changed = BTreeSet::new();
    let sections = SECTIONS
        .iter()
        .filter(|section| at == Where::Variation || !["opening", "match"].contains(&section.name));
    let sections: Vec<&Section> = sections.collect();
    for change in changes {
        let section = sections[usize::from(change.section) % sections.len()];
        if !texts.settled.contains(section.name) && changed.insert(section.name) {
            write_change(text, section, change, texts, &mut facts.clone(), at);
        }
    }
    changed
}

fn write_change(
    text: &mut String,
    section: &Section,
    change: &Change,
    texts: &Texts,
    facts: &mut Facts,
    at: Where,
) {
    let name = section.name;
    // Moves at once are excluded, because the rest of the text does not expect them.
    facts.retain(|fact| name != "turn" || *fact != "at-once");
    if name == "allowed" && facts.contains("asks") {
        return;
    }
    let mut new = statements(section, &change.part, facts);
    let Some(old) = texts.sections.get(name).filter(|old| !old.is_empty()) else {
        if !new.is_empty() {
            heading(text, name, &new);
        }
        return;
    };
    let instead = if at == Where::Stage { name.to_owned() } else { format!("new {name}") };
    // A case that always applies, or a second list, comes last.
    let ends = |lines: &[String]| {
        lines
            .iter()
            .any(|s| s.starts_with("otherwise") || s.starts_with("also") || !s.contains("->"))
    };
    let one_way = section.form == Form::Declarations && name != "allowed";
    let also = section.form != Form::Cases || !ends(old);
    let followed = old.get(1).is_some_and(|next| next.starts_with("otherwise"));
    let opens = section.form != Form::Cases || !ends(&new);
    match change.how % 5 {
        0 if !new.is_empty() => heading(text, &instead, &new),
        1 if !one_way && !new.is_empty() && opens => {
            heading(text, &format!("first in {name}"), &new);
        }
        2 if !one_way && also && !new.is_empty() => {
            heading(text, &format!("also in {name}"), &new);
        }
        3 if !one_way && !old[0].contains('\n') && !followed && !new.is_empty() => {
            let single = new.swap_remove(0);
            let otherwise = section.form == Form::Cases && !single.contains("->")
                || ["otherwise", "also"].iter().any(|word| single.starts_with(word));
            if !otherwise && !single.contains('\n') && single != old[0] {
                heading(
                    text,
                    &format!("change in {name}"),
                    &[format!("{}\nbecomes {single}", old[0])],
                );
            }
        }
        4 if !section.needed && at == Where::Variation => {
            let _ = writeln!(text, "no {name}");
        }
        _ if !new.is_empty() => heading(text, &instead, &new),
        _ => {}
    }
}
