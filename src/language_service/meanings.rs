//! What words and phrases of the language mean: from the comments of the grammar, and the tables of the reference.

use crate::texts;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static MEANINGS: LazyLock<Meanings> = LazyLock::new(Meanings::read);

/// The meanings of all phrases.
struct Meanings {
    /// What the comment above each production says.
    comments: BTreeMap<&'static str, &'static str>,
    /// The productions in which each phrase is, in the order of the grammar.
    productions: BTreeMap<&'static str, Vec<&'static str>>,
    /// The chapter of the reference that explains each production.
    chapters: BTreeMap<&'static str, &'static str>,
    /// The rows of the tables of the reference.
    rows: Vec<TableRow>,
    /// The first paragraph of each chapter, by its title.
    paragraphs: BTreeMap<&'static str, String>,
}

/// A row of a table that explains phrases.
struct TableRow {
    chapter: &'static str,
    phrases: Vec<&'static str>,
    meaning: &'static str,
}

/// What a phrase means, in Markdown. `productions`: what reads it, the innermost first, if that is known.
///
/// It is the row of the reference that explains the phrase, or what the grammar says about it, and the name of the
/// chapter.
pub fn meaning_of(phrase: &str, productions: &[String]) -> Option<String> {
    let all = &MEANINGS;
    let phrase = phrase.trim();
    let of_phrase = all.productions.get(phrase).map(Vec::as_slice).unwrap_or_default();
    let reads = productions.iter().filter_map(|name| of_phrase.iter().find(|of| *of == name));
    let mut reads: Vec<&str> = reads.copied().collect();
    if reads.is_empty() && productions.is_empty() {
        reads = of_phrase.to_vec();
    }
    // Of several productions, the one that has the name of the phrase is about it, or the one with a row for it.
    let name = phrase.replace(' ', "_");
    let has_row = |read: &&&str| {
        let chapter = all.chapters.get(**read).copied();
        let mut rows = all.rows.iter().filter(|row| Some(row.chapter) == chapter);
        rows.any(|row| row.phrases.contains(&phrase))
    };
    let named = reads.iter().find(|read| **read == name);
    let production = named.or_else(|| reads.iter().find(has_row)).or(reads.first()).copied();
    if production == Some("section_name") {
        return section_meaning(phrase);
    }
    let chapter = production.and_then(|name| all.chapters.get(name)).copied();
    let text = match all.row(phrase, chapter) {
        Some(row) => {
            let written: Vec<String> = row.phrases.iter().map(|one| format!("`{one}`")).collect();
            format!("{}: {}", written.join(", "), row.meaning)
        }
        None => (*all.comments.get(production?)?).to_owned(),
    };
    let text = plain_links(&text);
    Some(match chapter {
        Some(chapter) => format!("{text}\n\n*Reference: {chapter}*"),
        None => text,
    })
}

/// What a section is for.
pub fn section_meaning(words: &str) -> Option<String> {
    let text = plain_links(MEANINGS.paragraphs.get(words)?);
    Some(format!("{text}\n\n*Reference: {words}*"))
}

/// What the grammar says about a production.
pub fn production_meaning(name: &str) -> Option<&'static str> {
    MEANINGS.comments.get(name).copied()
}

impl Meanings {
    fn read() -> Meanings {
        let mut all = Meanings {
            comments: BTreeMap::new(),
            productions: BTreeMap::new(),
            chapters: BTreeMap::new(),
            rows: Vec::new(),
            paragraphs: BTreeMap::new(),
        };
        all.read_grammar();
        all.read_reference();
        all
    }

    fn read_grammar(&mut self) {
        let (mut comment, mut production) = (None, "");
        for line in texts::shipped().grammar.lines() {
            if let Some(text) = line.strip_prefix("/// ") {
                comment = Some(text);
                continue;
            }
            if line.trim_start().starts_with("//") {
                continue;
            }
            if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with(' ')) {
                production = name;
                self.comments.extend(comment.take().map(|text| (name, text)));
            }
            if production == "reserved" {
                continue;
            }
            for phrase in line.split('"').skip(1).step_by(2) {
                let productions = self.productions.entry(phrase.trim()).or_default();
                if !productions.contains(&production) {
                    productions.push(production);
                }
            }
        }
    }

    fn read_reference(&mut self) {
        let mut title = "";
        let mut paragraph = String::new();
        let mut is_table_of_meanings = false;
        for line in texts::help().reference.lines() {
            if let Some(heading) = line.strip_prefix("### ") {
                (title, paragraph) = (heading, String::new());
            } else if let Some((chapter, names)) = index_entry(line) {
                title = chapter;
                self.add_chapter(title, names);
            } else if line.starts_with("  `") {
                self.add_chapter(title, line);
            } else if let Some(row) = line.strip_prefix('|') {
                let (first, rest) = row.split_once('|').unwrap_or((row, ""));
                match (first.contains('`'), is_table_of_meanings) {
                    (true, true) => {
                        let phrases = first.split('`').skip(1).step_by(2).collect();
                        let meaning = rest.trim().trim_end_matches('|').trim();
                        self.rows.push(TableRow { chapter: title, phrases, meaning });
                    }
                    (false, _) if !first.contains("---") => {
                        is_table_of_meanings = MEANING_TABLES.contains(&first.trim());
                    }
                    (true | false, _) => {}
                }
            } else if !line.trim().is_empty() && !self.paragraphs.contains_key(title) {
                let gap = if paragraph.is_empty() { "" } else { " " };
                paragraph = format!("{paragraph}{gap}{}", line.trim());
            }
            if line.trim().is_empty() && !paragraph.is_empty() {
                self.paragraphs.entry(title).or_insert(std::mem::take(&mut paragraph));
            }
        }
    }

    fn add_chapter(&mut self, title: &'static str, names: &'static str) {
        for name in names.split('`').skip(1).step_by(2) {
            self.chapters.entry(name).or_insert(title);
        }
    }

    /// The row of a chapter that explains a phrase: one that begins with it.
    fn row(&self, phrase: &str, chapter: Option<&str>) -> Option<&TableRow> {
        let of_chapter = || self.rows.iter().filter(|row| Some(row.chapter) == chapter);
        let begins = |row: &&TableRow| {
            let rest = |one: &&str| one.strip_prefix(phrase).is_some_and(|r| r.starts_with(' '));
            row.phrases.iter().any(rest)
        };
        let exact = of_chapter().find(|row| row.phrases.contains(&phrase));
        exact.or_else(|| of_chapter().find(begins))
    }
}

/// The first words of the tables of the reference that explain phrases.
const MEANING_TABLES: [&str; 13] = [
    "manner",
    "`a turn is` ...",
    "deed",
    "action",
    "source",
    "test",
    "amount",
    "phrase",
    "word",
    "noun",
    "heading",
    "line",
    "verb",
];

/// An entry of the index of the grammar: the chapter, and the rest of the line.
fn index_entry(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (title, rest) = line.strip_prefix("- [")?.split_once("](#")?;
    Some((title, rest.split_once("): ")?.1))
}

/// A text without its links.
fn plain_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let (before, label) = before.rsplit_once('[').unwrap_or((before, ""));
        plain.push_str(before);
        plain.push_str(label);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_explained_from_the_reference_and_the_grammar() {
        let starts = |phrase: &str, text: &str| {
            let meaning = meaning_of(phrase, &[]).unwrap_or_default();
            assert!(meaning.contains(text), "{phrase}: {meaning}");
        };
        starts("passing over", "no seed falls there");
        starts("sow", "take up the seeds and let them fall one by one");
        starts("last seed", "*Reference: last seed*");
        starts("falls in", "before");
        starts("most seeds", "with most seeds");
        starts("every", "**takes all**");
        assert_eq!(meaning_of("xyz", &[]), None);
        assert_eq!(plain_links("a [b](#c) d"), "a b d");
    }

    /// Every word that begins an action, a condition or a place has a meaning.
    #[test]
    fn no_phrase_is_without_a_meaning() {
        let without: Vec<&&str> = MEANINGS
            .productions
            .keys()
            .filter(|phrase| phrase.starts_with(char::is_alphabetic))
            .filter(|phrase| meaning_of(phrase, &[]).is_none())
            .collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
