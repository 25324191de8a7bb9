//! Random edits: what is found afterwards is what is found in a fresh document with the same text.

use crate::client::{Client, position};
use crate::support::{descriptions, number_from_env, random};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde_json::{Value, json};

/// What is typed: words of the language, signs, line ends, characters of several bytes and units.
const TYPED: [&str; 30] = [
    "\n",
    "\n  ",
    "\r\n",
    "\r",
    " ",
    "  ",
    "\t",
    "\"",
    "#",
    "# allow unused-word: x",
    "->",
    ",",
    ":",
    "[1]",
    "(",
    "a hole",
    "every own hole",
    "falls in",
    "sow it",
    "capture it",
    "end game",
    "board",
    "variation \"x\"",
    "test \"y\"",
    "assumed \"z\"",
    "99999999999",
    "\u{1f330}",
    "é",
    "\u{feff}",
    "words\n  x = a mark\n",
];

/// Requests at a place.
const REQUESTS: [&str; 6] =
    ["completion", "hover", "definition", "references", "documentHighlight", "prepareRename"];
/// Requests about a whole text.
const WHOLE: [&str; 5] =
    ["documentSymbol", "foldingRange", "formatting", "codeLens", "semanticTokens/full"];

fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    (random.next_u64() % n.max(1) as u64) as usize
}

/// A place between two characters that an editor can point to.
fn place(random: &mut ChaCha8Rng, text: &str) -> usize {
    let at = below(random, text.len() + 1);
    let fits = |at: &usize| {
        text.is_char_boundary(*at)
            && !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))
    };
    (0..=at).rev().find(fits).unwrap_or(0)
}

/// The findings without what depends on the address.
fn comparable(found: Vec<Value>, uri: &str) -> Vec<String> {
    found.into_iter().map(|finding| finding.to_string().replace(uri, "URI")).collect()
}

/// `MNC_LSP_EDITS` is the number of edits, `MNC_LSP_SEED` the seed.
#[test]
fn findings_after_edits_are_those_of_a_fresh_document() {
    let edits = number_from_env("MNC_LSP_EDITS", 3_000);
    let mut random = random(number_from_env("MNC_LSP_SEED", 1));
    // Those that are checked quickly.
    let games: Vec<String> = descriptions("games")
        .into_iter()
        .map(|(_, path)| std::fs::read_to_string(path).unwrap())
        .filter(|text| text.len() < 4_000)
        .collect();
    const EDITS_PER_ROUND: u64 = 60;
    for round in 0..edits / EDITS_PER_ROUND {
        let utf8 = round % 2 == 0;
        let mut client = Client::start(if utf8 { &["utf-16", "utf-8"] } else { &["utf-16"] });
        let expected = if utf8 { "utf-8" } else { "utf-16" };
        assert_eq!(client.capabilities["capabilities"]["positionEncoding"], expected);
        let mut text = games[below(&mut random, games.len())].clone();
        let uri = "untitled:edited";
        client.open(uri, &text);
        for version in 2..EDITS_PER_ROUND + 2 {
            let change = edit(&mut random, &mut text, &games, utf8);
            let document = json!({ "uri": uri, "version": version });
            let params = json!({ "textDocument": document, "contentChanges": [change] });
            client.notify("textDocument/didChange", params);
            if below(&mut random, 3) == 0 {
                ask(&mut random, &mut client, uri, &text, utf8);
            }
        }
        let saved = round % 5 == 0;
        if saved {
            client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
        }
        let version = EDITS_PER_ROUND as i64 + 1;
        let found = client.settled(uri, version, saved);
        let fresh = "untitled:fresh";
        client.open(fresh, &text);
        if saved {
            client.notify("textDocument/didSave", json!({ "textDocument": { "uri": fresh } }));
        }
        let found_fresh = client.settled(fresh, 1, saved);
        assert_eq!(comparable(found, uri), comparable(found_fresh, fresh), "{text}");
        client.end();
    }
}

/// Changes the text; returns the change as an editor sends it.
fn edit(random: &mut ChaCha8Rng, text: &mut String, games: &[String], utf8: bool) -> Value {
    let (mut start, mut end) = (place(random, text), place(random, text));
    let kind = below(random, 10);
    if kind < 8 {
        // Mostly little is replaced.
        let few = below(random, 12);
        end = (start..=(start + few).min(text.len()))
            .rev()
            .find(|at| {
                text.is_char_boundary(*at)
                    && !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))
            })
            .unwrap_or(start);
    }
    if end < start {
        (start, end) = (end, start);
    }
    let new = match kind {
        0..6 => TYPED[below(random, TYPED.len())].to_owned(),
        6 => String::new(),
        7 => {
            let other = &games[below(random, games.len())];
            let lines: Vec<&str> = other.lines().collect();
            lines[below(random, lines.len())].to_owned()
        }
        8 => text[start..end].chars().take(300).collect(),
        _ => games[below(random, games.len())].chars().take(400).collect(),
    };
    let range = json!({ "start": position(text, start, utf8), "end": position(text, end, utf8) });
    text.replace_range(start..end, &new);
    if kind == 9 && below(random, 2) == 0 {
        json!({ "text": text })
    } else {
        json!({ "range": range, "text": new })
    }
}

/// Asks something; the answer may be empty, but no fault.
fn ask(random: &mut ChaCha8Rng, client: &mut Client, uri: &str, text: &str, utf8: bool) {
    let mut params = json!({ "textDocument": { "uri": uri } });
    let method = match below(random, 3) {
        0 => WHOLE[below(random, WHOLE.len())],
        _ => REQUESTS[below(random, REQUESTS.len())],
    };
    let at = place(random, text);
    params["position"] = position(text, at, utf8);
    params["context"] = json!({ "includeDeclaration": true });
    let answer = client.request(&format!("textDocument/{method}"), params);
    if let Err(refusal) = answer {
        let message = refusal["message"].as_str().unwrap_or_default();
        assert!(
            method == "prepareRename" && !message.contains("fault"),
            "{method}: {refusal}\n{text}"
        );
    }
}

/// Descriptions that were made to take long: everything is answered, and the server ends.
#[test]
fn every_request_is_answered_for_hostile_texts() {
    let mut client = Client::start(&["utf-8"]);
    let mut random = random(7);
    for (name, path) in descriptions("tests/cases/hostile") {
        let text = std::fs::read_to_string(path).unwrap();
        let uri = format!("untitled:{name}");
        client.open(&uri, &text);
        for method in WHOLE.iter().chain(&REQUESTS).chain(&["codeAction"]) {
            let at = position(&text, place(&mut random, &text), true);
            let range = json!({ "start": at, "end": at });
            let context = json!({ "diagnostics": [], "includeDeclaration": true });
            let document = json!({ "uri": uri });
            let params = json!({ "textDocument": document, "position": at, "range": range, "context": context });
            if let Err(refusal) = client.request(&format!("textDocument/{method}"), params) {
                assert!(*method == "prepareRename", "{name}: {method}: {refusal}");
            }
        }
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    client.end();
}
