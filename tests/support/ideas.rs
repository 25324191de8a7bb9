//! The ideas of mancala games, and a test of which of them a description uses.

/// The ideas of mancala games and the phrases that express them. `…` in a phrase matches anything; a phrase
/// in angle brackets is a heading.
pub const IDEAS: [(&str, &[&str]); 20] = [
    ("board & owners", &["rows of", "rows from each player", "players", "owns", "a store"]),
    (
        "counting words",
        &["= a hole", "or more", "or fewer", "more than", "from … to", "an even number", "half of"],
    ),
    ("sowing", &["sow", "<way>", "anticlockwise", "clockwise"]),
    (
        "occasions & cases",
        &["<each seed>", "<last seed>", "<after capture>", "<after move>", "otherwise", "<also>"],
    ),
    (
        "ending",
        &["end game", "wins", "loses", "draw", "are left", "the position returns", "most seeds"],
    ),
    (
        "laps (relay)",
        &[
            "sow it",
            "sow the captured seeds",
            "<before each lap>",
            "the first lap",
            "sow … beginning in",
        ],
    ),
    (
        "place phrases",
        &[
            "own",
            "opponent's",
            "opposite",
            "next",
            "leftmost",
            "central",
            "holding",
            "except",
            "whose",
            "numbered like",
            "sown in this",
            "everything left",
        ],
    ),
    ("put anywhere", &["put … in", "take", "1 of", "each seed of", "owns any"]),
    (
        "the way",
        &[
            "round every own",
            "then through",
            "passing over",
            "beginning in the origin",
            "seeds in each hole",
            "when the origin",
            "through every … then",
            "chooses a direction",
        ],
    ),
    ("and so on", &["the run of", "repeat from", "every opposite", "the hole after", "for each"]),
    (
        "turn order",
        &[
            "passes",
            "play again",
            "the opponent plays again",
            "a turn is",
            "and again while",
            "the opponent captures",
            "its owner captures",
            "move at once",
            "concedes",
            "the players agree",
        ],
    ),
    (
        "marks & notes",
        &["= a mark", "mark … as", "unmark", "= a number", "= a direction", "set … to"],
    ),
    (
        "judged moves",
        &[
            "a move must",
            "a move may not",
            "if any can",
            ", unless",
            ", if",
            "in this order",
            "has no move",
        ],
    ),
    (
        "choice",
        &[
            "any",
            "any … of",
            "either",
            "may capture",
            "choose",
            "in any order",
            "chooses a direction",
        ],
    ),
    ("stages", &["<opening>", "<stage>", "end stage", "this is the first", "has not moved"]),
    (
        "match",
        &[
            "<match>",
            "fill",
            "as many",
            "close",
            "open every",
            "the winner moves first",
            "the match",
        ],
    ),
    (
        "options, variations, like",
        &["<options>", "<variation>", "<change in>", "<like>", "columns is"],
    ),
    (
        "other boards & players",
        &["1 row of", "4 rows of", "3 rows of", "nobody owns", "the board has", "columns 1 to 2"],
    ),
    (
        "kinds of seeds with a worth",
        &["a seed worth", "every … of", "are left", "worth in", "most worth", "in any order"],
    ),
    ("chance & secrecy", &["by lot", "hidden store"]),
];

/// The words of every statement, without tests and quoted texts; those of a heading in angle brackets.
pub fn statements(text: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut in_test = false;
    // Years are `from` and `to`, too, but no rules.
    let mut in_about = false;
    for line in text.lines() {
        let heading = !line.starts_with(' ');
        let words = words(line);
        let Some(first) = words.first() else { continue };
        if heading {
            in_test = first == "test";
            in_about = first == "about";
        }
        if in_test || in_about && !heading {
            continue;
        }
        if heading {
            let (name, rest) = match words.iter().position(|w| w == ":") {
                Some(colon) => (&words[..colon], &words[colon + 1..]),
                None => (&words[..], &[][..]),
            };
            let change = ["new", "also in", "first in", "change in", "no"];
            let name = name.join(" ");
            let part = |name: &str| vec![format!("<{name}>")];
            let bare = change.iter().find_map(|c| name.strip_prefix(&format!("{c} ")));
            all.push(part(bare.unwrap_or(&name).split('"').next().unwrap().trim()));
            if bare.is_some() {
                let said = change.iter().find(|c| name.starts_with(&format!("{c} "))).unwrap();
                all.push(part(said));
            }
            if name.contains("like") {
                all.push(part("like"));
            }
            all.push(rest.to_vec());
        } else if ["->", ","].contains(&first.as_str()) && !all.is_empty() {
            all.last_mut().unwrap().extend(words);
        } else {
            if words.len() <= 2 && first == "also" && words.last().is_some_and(|w| w == ":") {
                all.push(vec!["<also>".to_owned()]);
            }
            all.push(words);
        }
    }
    all
}

/// The words and signs of a line, without comments; a quoted text is one `"`.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, piece) in line.split('"').enumerate() {
        if n % 2 == 1 {
            words.push("\"".to_owned());
            continue;
        }
        let code = piece.split('#').next().unwrap();
        let spaced = code.replace("->", " → ");
        let mut apart = String::new();
        for c in spaced.chars() {
            match c {
                ',' | ':' | '=' | '[' | ']' | '(' | ')' | '+' | '*' => apart.extend([' ', c, ' ']),
                c => apart.push(c),
            }
        }
        words.extend(apart.split_whitespace().map(|w| w.replace('→', "->")));
        if code.len() < piece.len() {
            break;
        }
    }
    words
}

/// Whether a statement contains a phrase; `…` matches anything.
pub fn says(statement: &[String], phrase: &str) -> bool {
    if phrase.starts_with('<') {
        return statement.first().is_some_and(|s| s == phrase);
    }
    let spaced = phrase.replace(',', " , ");
    let mut from = 0;
    for run in spaced.split('…') {
        let run: Vec<&str> = run.split_whitespace().collect();
        let found = (from..statement.len()).find(|&n| {
            let window = statement[n..].iter().take(run.len());
            window.len() == run.len() && window.zip(&run).all(|(said, word)| same(said, word))
        });
        match found {
            Some(n) => from = n + run.len(),
            None => return false,
        }
    }
    true
}

/// A word, or the same verb with an `s`.
fn same(found: &str, word: &str) -> bool {
    found == word || found.strip_suffix('s') == Some(word) && word.len() > 2
}

/// The phrases of an idea that some statements contain.
pub fn said<'p>(idea: usize, statements: &[Vec<String>]) -> Vec<&'p str> {
    let phrases = IDEAS[idea].1.iter().copied();
    phrases.filter(|phrase| statements.iter().any(|s| says(s, phrase))).collect()
}
