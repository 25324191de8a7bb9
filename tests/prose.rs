//! The house style of prose: plain, modern English.
//!
//! Looks for banned phrases in the documents, the essays, the comments (so also in the help of the
//! commands, which are doc comments) and the messages. Text in backticks and code blocks is exempt:
//! the wording of the rules language itself never changes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Banned phrases, each with plain ones to write instead.
const BANNED: [(&str, &str); 51] = [
    ("told", "described, reported, stated, simulated, computed"),
    ("tells", "describes, reports, states, shows"),
    ("at length", "in full, with the slow path"),
    ("roundabout", "the slow path"),
    ("whoever", "the player who, any"),
    ("whose turn it is", "the player to move"),
    ("whose move it is", "the player to move"),
    ("what it comes to", "the result, statistics"),
    ("what they come to", "the result, statistics"),
    ("what comes of", "the result of"),
    ("what came of", "the result of"),
    ("what becomes of", "the result of"),
    ("comes to the same", "gives the same result"),
    ("come to the same", "give the same result"),
    ("comes of it", "results from it"),
    ("come of it", "result from it"),
    ("comes to stand", "becomes, occurs"),
    ("stands in", "is in"),
    ("stand in", "are in"),
    ("stands at", "is at"),
    ("stands above", "is above, comes before"),
    ("stand above", "are above, come before"),
    ("stands below", "is below, comes after"),
    ("stand below", "are below, come after"),
    ("stands before", "is before, comes before"),
    ("stands behind", "comes after"),
    ("stand behind", "come after"),
    ("stands there", "is there"),
    ("stands here", "is here"),
    ("as it stands", "unchanged"),
    ("how it stands", "the position, the score"),
    ("stands for the", "occurs for the"),
    ("stood", "was"),
    ("behind it", "after it"),
    ("behind them", "after them"),
    ("behind the", "after the"),
    ("behind its", "after its"),
    ("beside it", "next to it"),
    ("beside them", "next to them"),
    ("beside the", "next to the, in addition to the"),
    ("the usual rule", "the default"),
    ("the usual rules", "the defaults"),
    ("is meant", "name the thing: the hole, the selected place"),
    ("are meant", "name the things"),
    ("was meant", "name the thing: the intended word"),
    ("what is said", "the text, the value"),
    ("has the last word", "counts"),
    ("he", "they, the player"),
    ("his", "their"),
    ("him", "them"),
    ("amiss", "wrong, missing, misplaced"),
];

/// Phrases that are right where they are, each with the reason.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    ("src/syntax/vocabulary.rs", "of his own holes", "a wording of authors that gets a suggestion"),
    ("src/syntax/vocabulary.rs", "of his holes", "a wording of authors that gets a suggestion"),
    ("games/tap-urdy.differences.md", "is left in his row", "the name of a variation"),
];

/// The number of banned phrases that a room still has; none if it is not here. These numbers can only
/// fall: `UPDATE_PROSE=1 cargo test --test prose` lowers them.
#[rustfmt::skip]
const ALLOWED: &[(&str, usize)] = &[
    ("program", 2),
    ("runner", 2),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A piece of prose: a paragraph of a document, a comment, or a message.
struct Prose {
    path: String,
    line: usize,
    text: String,
}

/// All files below a folder with one of some extensions, by path.
fn files(folder: &str, extensions: &[&str], found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        if path.is_dir() {
            files(&name, extensions, found);
        } else if path.extension().is_some_and(|e| extensions.iter().any(|one| *one == e)) {
            found.push(name);
        }
    }
}

/// The paragraphs of a Markdown text outside of code blocks.
fn paragraphs(path: &str, text: &str) -> Vec<Prose> {
    let mut all: Vec<Prose> = Vec::new();
    let (mut code, mut open) = (false, false);
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("```") {
            (code, open) = (!code, false);
        } else if code || line.is_empty() {
            open = false;
        } else if let (true, Some(last)) = (open, all.last_mut()) {
            last.text += &format!(" {line}");
        } else {
            all.push(Prose { path: path.to_owned(), line: n + 1, text: line.to_owned() });
            open = true;
        }
    }
    all
}

/// The comments of a Rust file, consecutive lines joined, and its string literals that have a blank.
fn comments_and_messages(path: &str, text: &str) -> Vec<Prose> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut all = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let raw = (at(i) == 'r'
            && (at(i + 1) == '"' || at(i + 1) == '#' && "#\"".contains(at(i + 2))))
            && !(i > 0 && (at(i - 1).is_alphanumeric() || at(i - 1) == '_'));
        if at(i) == '/' && at(i + 1) == '/' {
            let end = (i..).find(|n| at(*n) == '\n' || *n >= chars.len()).unwrap();
            let comment: String = chars[i..end].iter().collect();
            lines.push((line, comment.trim_start_matches(['/', '!']).to_owned()));
            i = end;
        } else if raw {
            let marks = (i + 1..).take_while(|n| at(*n) == '#').count();
            let close = format!("\"{}", "#".repeat(marks));
            let from = i + 2 + marks;
            let rest: String = chars[from..].iter().collect();
            let length = rest.find(&close).map_or(rest.len(), |n| rest[..n].chars().count());
            line +=
                chars[i..(from + length).min(chars.len())].iter().filter(|c| **c == '\n').count();
            i = from + length + close.len();
        } else if at(i) == '"' {
            let from = i + 1;
            let begin = line;
            i = from;
            while i < chars.len() && at(i) != '"' {
                line += usize::from(at(i) == '\n');
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            let literal: String = chars[from..i.min(chars.len())].iter().collect();
            let literal = literal.replace("\\n", " ").replace("\\\n", " ");
            if literal.trim().contains(' ') {
                all.push(Prose { path: path.to_owned(), line: begin, text: literal });
            }
            i += 1;
        } else if at(i) == '\'' && (at(i + 1) == '\\' || at(i + 2) == '\'') {
            let from = if at(i + 1) == '\\' { i + 3 } else { i + 2 };
            i = (from..).find(|n| at(*n) == '\'' || *n >= chars.len()).unwrap() + 1;
        } else {
            line += usize::from(at(i) == '\n');
            i += 1;
        }
    }
    let mut comments = String::new();
    let (mut first, mut before) = (1, 0);
    for (n, comment) in lines {
        if n != before + 1 {
            all.extend(comment_paragraphs(path, first, &comments));
            (comments, first) = (String::new(), n);
        }
        comments += &format!("{comment}\n");
        before = n;
    }
    all.extend(comment_paragraphs(path, first, &comments));
    all
}

fn comment_paragraphs(path: &str, first: usize, text: &str) -> Vec<Prose> {
    let mut all = paragraphs(path, text);
    all.iter_mut().for_each(|one| one.line += first - 1);
    all
}

/// The comments of a grammar.
fn grammar_comments(path: &str, text: &str) -> Vec<Prose> {
    let comments = text.lines().map(|l| l.strip_prefix("//").map_or("", |c| c.trim_matches('/')));
    paragraphs(path, &comments.collect::<Vec<_>>().join("\n"))
}

/// Everything that the style holds for.
fn prose() -> Vec<Prose> {
    let mut names = Vec::new();
    for name in ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        if root().join(name).is_file() {
            names.push(name.to_owned());
        }
    }
    names.extend(["grammar/reference.md".to_owned(), "grammar/mnc.pest".to_owned()]);
    for page in ["README.md", "vscode/README.md"] {
        names.push(format!("ports/editors/{page}"));
    }
    files("games", &["md"], &mut names);
    files("src", &["rs", "md"], &mut names);
    for folder in ["lockstep", "grammar", "tests", "benches", "examples"] {
        files(folder, &["rs"], &mut names);
    }
    names.sort();
    names.dedup();
    let mut all = Vec::new();
    // The index of the games quotes their descriptions; its own text is in `tests/index.rs`.
    let skipped = ["tests/prose.rs", "games/README.md"];
    for path in names.iter().filter(|path| !skipped.contains(&path.as_str())) {
        let text = fs::read_to_string(root().join(path)).unwrap();
        all.extend(match path.rsplit('.').next().unwrap() {
            "md" => paragraphs(path, &text),
            "pest" => grammar_comments(path, &text),
            _ => comments_and_messages(path, &text),
        });
    }
    all
}

/// The text without what is in backticks, in lower case, one blank between words.
fn plain(text: &str) -> String {
    let outside: Vec<&str> = text.split('`').step_by(2).collect();
    let words: String = outside.join(" ").to_lowercase();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How often a phrase occurs in a text, as whole words.
fn count(text: &str, phrase: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let is_free = |(at, _): &(usize, &str)| {
        !text[..*at].ends_with(is_word) && !text[at + phrase.len()..].starts_with(is_word)
    };
    text.match_indices(phrase).filter(is_free).count()
}

/// The part of the repository that a file belongs to: `engine`, `tests`, `games` ...
fn room(path: &str) -> &str {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["src", room, _, ..] => room,
        ["src", _] => "src",
        [_] => "documents",
        [folder, ..] => folder,
        [] => "",
    }
}

#[test]
fn prose_is_plain() {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in prose() {
        let text = plain(&one.text);
        for (phrase, instead) in BANNED {
            let excepted = EXCEPTIONS.iter().any(|(path, part, _)| {
                one.path == *path && part.contains(phrase) && text.contains(part)
            });
            let times = if excepted { 0 } else { count(&text, phrase) };
            let line = format!("{}:{}: `{phrase}`: write {instead}", one.path, one.line);
            found.entry(room(&one.path).to_owned()).or_default().extend(vec![line; times]);
        }
    }
    let mut faults = String::new();
    let mut numbers = String::new();
    for (room, lines) in &found {
        let most = ALLOWED.iter().find(|(one, _)| one == room).map_or(0, |(_, most)| *most);
        if lines.len() > most {
            faults += &format!("{room}: {} banned phrases, {most} are allowed\n  ", lines.len());
            faults += &format!("{}\n", lines.join("\n  "));
        } else if lines.len() < most {
            faults += &format!("{room}: fewer now; UPDATE_PROSE=1 lowers its number\n");
        }
        let fewest = lines.len().min(most);
        if fewest > 0 {
            numbers += &format!("    (\"{room}\", {fewest}),\n");
        }
    }
    if std::env::var_os("UPDATE_PROSE").is_some() {
        let path = root().join("tests/prose.rs");
        let text = fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once("usize)] = &[\n").unwrap();
        let (_, after) = rest.split_once("];\n").unwrap();
        fs::write(path, format!("{before}usize)] = &[\n{numbers}];\n{after}")).unwrap();
    }
    assert!(faults.is_empty(), "{faults}");
}
