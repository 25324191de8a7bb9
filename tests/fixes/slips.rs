//! Slips of the pen: what people type by mistake, in statements of a description.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

fn below(chance: &mut ChaCha8Rng, many: usize) -> usize {
    (chance.next_u64() % many.max(1) as u64) as usize
}

/// Signs that are typed in another way.
const SIGNS: [(&str, &str); 8] = [
    (" -> ", " → "),
    (" -> ", " => "),
    (" -> ", " --> "),
    ("\"", "”"),
    (", ", "; "),
    ("anticlockwise", "counterclockwise"),
    ("each player owns", "each player own"),
    ("game \"", "game: \""),
];

/// A text with one slip, and a description of it.
pub fn slip(text: &str, chance: &mut ChaCha8Rng) -> (String, String) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Statements of rules; the others are texts.
    let rules: Vec<usize> = (0..lines.len())
        .filter(|nth| {
            let line = lines[*nth].trim();
            let first = line.split(' ').next().unwrap_or_default();
            !line.is_empty()
                && !line.starts_with('#')
                && !line.contains('"')
                && first.parse::<u32>().is_err()
        })
        .collect();
    let at = rules[below(chance, rules.len())];
    let before = lines[at].clone();
    lines[at] = match below(chance, 8) {
        0 => sign(&before, chance),
        1 => before.to_uppercase().chars().take(1).chain(before.chars().skip(1)).collect(),
        _ => word(&before, chance),
    };
    (lines.join("\n") + "\n", format!("`{}` for `{}`", lines[at].trim(), before.trim()))
}

fn sign(line: &str, chance: &mut ChaCha8Rng) -> String {
    let (right, wrong) = SIGNS[below(chance, SIGNS.len())];
    line.replacen(right, wrong, 1)
}

/// A letter of a word of four letters or more is lost, doubled, exchanged with its neighbour, or another one.
fn word(line: &str, chance: &mut ChaCha8Rng) -> String {
    let code = line.split('[').next().unwrap_or(line);
    let words: Vec<(usize, &str)> = code
        .split(' ')
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some((start, word))
        })
        .filter(|(_, word)| word.len() >= 4 && word.chars().all(|c| c.is_ascii_alphabetic()))
        .collect();
    let Some((start, word)) = words.get(below(chance, words.len())) else { return line.to_owned() };
    let mut letters: Vec<char> = word.chars().collect();
    let at = below(chance, letters.len() - 1);
    match below(chance, 4) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letters[at]),
        2 => letters.swap(at, at + 1),
        _ => letters[at] = char::from(b'a' + below(chance, 26) as u8),
    }
    let new: String = letters.into_iter().collect();
    format!("{}{new}{}", &line[..*start], &line[start + word.len()..])
}
