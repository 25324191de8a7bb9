//! Other layouts of the same text: other blanks, indentation, breaks and blank lines, tabs, other line ends.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// What a line that continues the one above begins with.
const CONTINUES: [&str; 6] = ["->", ",", "and ", "or ", "[", "assumed "];

/// Below this number, from 0.
fn below(chance: &mut ChaCha8Rng, many: u64) -> usize {
    (chance.next_u64() % many) as usize
}

fn one_in(chance: &mut ChaCha8Rng, many: u64) -> bool {
    below(chance, many) == 0
}

fn continues(line: &str) -> bool {
    CONTINUES.iter().any(|word| line.starts_with(word))
}

/// The part of a line before its comment, and the comment.
fn parts(line: &str) -> (&str, &str) {
    let comment =
        line.match_indices('#').find(|(at, _)| line[..*at].matches('"').count().is_multiple_of(2));
    let (code, comment) = line.split_at(comment.map_or(line.len(), |(at, _)| at));
    (code.trim(), comment.trim())
}

/// Adds comments: on lines of their own, at the end of lines, and inside statements.
pub fn with_comments(text: &str, chance: &mut ChaCha8Rng) -> String {
    let mut new = String::new();
    for (nth, line) in text.lines().enumerate() {
        let (code, comment) = parts(line);
        if one_in(chance, 30) {
            new += &format!("  # comment {nth}, \"quoted\n");
        }
        new += line;
        if !code.is_empty() && comment.is_empty() && one_in(chance, 30) {
            new += &format!("  # remark {nth}");
        }
        new += "\n";
        if !code.is_empty() && one_in(chance, 60) {
            new += "\n";
        }
    }
    new
}

/// Another layout of a text in the canonical layout.
pub fn mangle(text: &str, chance: &mut ChaCha8Rng) -> String {
    // How far each level is indented: a level is deeper than the one above it.
    let mut columns = vec![0];
    for _ in 0..20 {
        columns.push(columns[columns.len() - 1] + 1 + below(chance, 5));
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut new = String::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let (code, comment) = parts(line);
        if code.is_empty() && comment.is_empty() {
            let next = lines
                .get(at + 1)
                .is_some_and(|l| l.starts_with("test ") || l.starts_with("variation "));
            let after_code = at > 0 && !parts(lines[at - 1]).0.is_empty();
            // This one is put back.
            let many = if next && after_code { below(chance, 4) } else { 1 + below(chance, 3) };
            (0..many).for_each(|_| new += &(" ".repeat(below(chance, 4)) + "\n"));
            at += 1;
            continue;
        }
        if code.is_empty() {
            new += &format!(
                "{}{comment}{}\n",
                " ".repeat(below(chance, 9)),
                " ".repeat(below(chance, 3))
            );
            at += 1;
            continue;
        }
        let mut end = at + 1;
        // A comment between two lines of a statement is part of it.
        let mut last = end;
        while last < lines.len() {
            let (code, comment) = parts(lines[last]);
            if continues(code) {
                end = last + 1;
            } else if !code.is_empty() || comment.is_empty() {
                break;
            }
            last += 1;
        }
        let depth = (line.len() - line.trim_start().len()) / 2;
        statement(&lines[at..end], columns[depth], chance, &mut new);
        at = end;
    }
    if one_in(chance, 4) {
        new = new.trim_end().to_owned();
    }
    new
}

/// Indents by blanks, or by as many tabs as possible.
fn indent(column: usize, chance: &mut ChaCha8Rng) -> String {
    if one_in(chance, 8) {
        return "\t".repeat(column / 8) + &" ".repeat(column % 8);
    }
    " ".repeat(column)
}

/// Another layout of a statement.
fn statement(lines: &[&str], column: usize, chance: &mut ChaCha8Rng, new: &mut String) {
    let commented = lines[..lines.len() - 1].iter().any(|line| !parts(line).1.is_empty());
    let mut pending = String::new();
    for (nth, line) in lines.iter().enumerate() {
        let (code, comment) = parts(line);
        let words = words(code);
        for (word_nth, word) in words.iter().enumerate() {
            let first = nth == 0 && word_nth == 0;
            let may_break = !first && CONTINUES.iter().any(|w| w.trim() == word);
            let breaks = match commented {
                true => word_nth == 0,
                false => may_break && one_in(chance, 3),
            };
            if first {
                pending += &indent(column, chance);
            } else if breaks {
                pending += &" ".repeat(below(chance, 3));
                pending += "\n";
                if !commented && one_in(chance, 20) {
                    pending += "   \n";
                }
                pending += &" ".repeat(below(chance, 12));
            } else {
                let tight = [",", ":", ")", "]"].contains(&word.as_str());
                pending += &" ".repeat(if tight { below(chance, 2) } else { 1 + below(chance, 4) });
            }
            pending += word;
        }
        if words.is_empty() {
            pending += "\n   ";
        }
        if !comment.is_empty() {
            pending += &format!("{}{comment}", " ".repeat(1 + below(chance, 5)));
        }
    }
    *new += &format!("{pending}{}\n", " ".repeat(below(chance, 3)));
}

/// The words, texts and signs of a line in the canonical layout.
fn words(code: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut quoted = false;
    let mut open = false;
    for c in code.chars() {
        let sign = ",:[]()".contains(c) && !quoted;
        match c {
            ' ' if !quoted => open = false,
            _ if sign || !open => {
                words.push(c.into());
                open = !sign;
            }
            _ => words.last_mut().unwrap().push(c),
        }
        quoted ^= c == '"';
    }
    words
}
