//! Small changes of a description, like typing mistakes or experiments of an author.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Numbers that are more likely than others to find a limit.
const NUMBERS: [&str; 12] =
    ["0", "1", "2", "3", "5", "12", "60", "120", "255", "256", "65535", "1000000000"];

/// Pairs of words that change the meaning and keep the sentence.
const TWINS: [(&str, &str); 12] = [
    ("any", "every"),
    ("own", "opponent's"),
    ("clockwise", "anticlockwise"),
    ("and", "or"),
    ("falls in", "makes"),
    ("occupied", "empty"),
    ("sow", "capture"),
    ("may not", "must"),
    ("leftmost", "rightmost"),
    ("if", "unless"),
    ("end move", "play again"),
    ("last seed", "each seed"),
];

/// The description with one or two small changes. `others` are descriptions to borrow from.
pub fn mutate(text: &str, others: &[String], chance: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=below(chance, 2) {
        change(&mut lines, others, chance);
    }
    lines.join("\n") + "\n"
}

/// A number from 0 to one less than `many`; 0 if there are none.
fn below(chance: &mut ChaCha8Rng, many: usize) -> usize {
    (chance.next_u64() % many.max(1) as u64) as usize
}

fn change(lines: &mut Vec<String>, others: &[String], chance: &mut ChaCha8Rng) {
    if lines.is_empty() {
        return borrow(lines, others, chance);
    }
    // The lines with rules: not the version, not the sources.
    let at = below(chance, lines.len());
    let rule = lines[at].starts_with(' ') && !lines[at].contains('"');
    match below(chance, if rule { 9 } else { 4 }) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(below(chance, lines.len()), lines[at].clone()),
        2 | 3 => borrow(lines, others, chance),
        4 => twin(&mut lines[at], chance),
        5 => number(&mut lines[at], chance),
        6 => replace(&mut lines[at], "", chance),
        7 => {
            let word = word(lines, chance);
            replace(&mut lines[at], &word, chance);
        }
        _ => {
            let other = &others[below(chance, others.len())];
            let other: Vec<String> = other.lines().map(str::to_owned).collect();
            let word = word(&other, chance);
            replace(&mut lines[at], &word, chance);
        }
    }
}

/// A random word of some lines; empty if there is none.
fn word(lines: &[String], chance: &mut ChaCha8Rng) -> String {
    let line = &lines[below(chance, lines.len())];
    let words: Vec<&str> = line.split_whitespace().collect();
    words.get(below(chance, words.len())).map_or(String::new(), |word| (*word).to_owned())
}

/// Replaces a word of the line; keeps the indentation.
fn replace(line: &mut String, by: &str, chance: &mut ChaCha8Rng) {
    let words: Vec<&str> = line.split(' ').collect();
    let full: Vec<usize> = (0..words.len()).filter(|i| !words[*i].is_empty()).collect();
    let Some(at) = full.get(below(chance, full.len())) else { return };
    let mut words = words;
    words[*at] = by;
    *line = words.join(" ");
}

fn number(line: &mut String, chance: &mut ChaCha8Rng) {
    let digits: Vec<(usize, &str)> = line.match_indices(|c: char| c.is_ascii_digit()).collect();
    let Some((at, _)) = digits.get(below(chance, digits.len())) else { return };
    let to = NUMBERS[below(chance, NUMBERS.len())];
    line.replace_range(*at..=*at, to);
}

fn twin(line: &mut String, chance: &mut ChaCha8Rng) {
    let (one, other) = TWINS[below(chance, TWINS.len())];
    let changed = if line.contains(one) {
        line.replacen(one, other, 1)
    } else {
        line.replacen(other, one, 1)
    };
    *line = changed;
}

/// Adds a statement of another game, below the same heading if this game has it.
fn borrow(lines: &mut Vec<String>, others: &[String], chance: &mut ChaCha8Rng) {
    let other: Vec<&str> = others[below(chance, others.len())].lines().collect();
    let at = below(chance, other.len());
    let Some(line) = other.get(at).filter(|line| line.starts_with("  ")) else { return };
    let heading = other[..at].iter().rfind(|line| !line.starts_with(' ') && !line.is_empty());
    let Some(heading) = heading else { return };
    let found = lines.iter().position(|line| line == heading);
    match found {
        Some(found) => lines.insert(found + 1, (*line).to_owned()),
        None => lines.extend([(*heading).to_owned(), (*line).to_owned()]),
    }
}
