//! The forms of English nouns and verbs, and numbers in words.

use crate::texts;

/// The plural of a noun.
pub fn plural(noun: &str) -> String {
    if noun.ends_with('x') || noun.ends_with("ch") || noun.ends_with("sh") || noun.ends_with('s') {
        return format!("{noun}es");
    }
    if let Some(stem) = noun.strip_suffix('y').filter(|s| !s.ends_with(['a', 'e', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    // `side of the board`: the first word is the noun.
    format!("{noun}s")
}

/// The forms of a verb: itself, with `s`, past, participle, with `ing`.
pub fn verb_forms(verb: &str) -> Vec<String> {
    let mut forms = vec![verb.to_string()];
    let s = match verb {
        "have" => "has".to_string(),
        _ if verb.ends_with('s')
            || verb.ends_with("sh")
            || verb.ends_with("ch")
            || verb.ends_with('x')
            || verb.ends_with('o') =>
        {
            format!("{verb}es")
        }
        _ => match verb.strip_suffix('y').filter(|s| !s.ends_with(['a', 'e', 'o', 'u'])) {
            Some(stem) => format!("{stem}ies"),
            None => format!("{verb}s"),
        },
    };
    forms.push(s);
    let last: Vec<char> = verb.chars().rev().take(3).collect();
    let vowel = |c: &char| "aeiou".contains(*c);
    let doubles = matches!(last.as_slice(), [c, b, a] if !vowel(c) && vowel(b) && !vowel(a) && !"wxy".contains(*c))
        && !matches!(
            verb,
            "gather"
                | "enter"
                | "happen"
                | "deliver"
                | "deposit"
                | "harvest"
                | "collect"
                | "finish"
                | "open"
                | "surrender"
                | "scatter"
                | "cover"
                | "total"
                | "number"
                | "forfeit"
        );
    let stem = match verb {
        "lie" => "ly".to_string(),
        "skip" | "win" => format!("{verb}{}", verb.chars().last().unwrap_or_default()),
        _ if doubles && verb.chars().filter(vowel).count() == 1 => {
            format!("{verb}{}", last.first().copied().unwrap_or_default())
        }
        _ => verb.strip_suffix('e').filter(|s| !s.ends_with('e')).unwrap_or(verb).to_string(),
    };
    forms.push(format!("{stem}ing"));
    let mut verbs = texts::shipped().irregular_verbs.lines();
    let irregular = verbs.find_map(|line| line.strip_prefix(verb)?.strip_prefix(' '));
    match irregular {
        Some(others) => forms.extend(others.split(' ').map(String::from)),
        None if verb.ends_with('e') => forms.push(format!("{verb}d")),
        None => match verb.strip_suffix('y').filter(|s| !s.ends_with(['a', 'e', 'o', 'u'])) {
            Some(stem) => forms.push(format!("{stem}ied")),
            None => forms.push(format!("{stem}ed")),
        },
    }
    forms
}

/// The number that a word is.
pub fn number(word: &str) -> Option<u32> {
    if let Ok(number) = word.parse() {
        return Some(number);
    }
    let word =
        word.strip_suffix('s').filter(|w| w.chars().all(|c| c.is_ascii_digit())).unwrap_or(word);
    if let Ok(number) = word.parse() {
        return Some(number);
    }
    match word {
        "pair" | "couple" => return Some(2),
        "dozen" => return Some(12),
        _ => {}
    }
    const ONES: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [(&str, u32); 8] = [
        ("twenty", 20),
        ("thirty", 30),
        ("forty", 40),
        ("fifty", 50),
        ("sixty", 60),
        ("seventy", 70),
        ("eighty", 80),
        ("ninety", 90),
    ];
    let plural = word.strip_suffix("es").or_else(|| word.strip_suffix('s')).unwrap_or(word);
    let simple =
        |word: &str| ONES.iter().position(|w| *w == word).map(|n| n as u32).filter(|n| *n > 0);
    if let Some(n) = simple(word).or_else(|| simple(plural)) {
        return Some(n);
    }
    let (ten, one) = word.split_once('-').unwrap_or((word, ""));
    let (_, tens) = TENS.iter().find(|(name, _)| *name == ten)?;
    match one {
        "" => Some(*tens),
        _ => simple(one).filter(|n| *n < 10).map(|n| tens + n),
    }
}
