//! Each quick fix that the server offers for a text with mistakes removes its finding, and adds none.

use crate::client::{Client, edited};
use crate::support::fixes::{analyse, errors};
use mnc::diagnostic::{Diagnostic, Severity, catalogue};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folders with descriptions that have mistakes.
const MISTAKES: [&str; 7] =
    ["syntax/bad", "resolve/bad", "lint", "mend", "cascade", "allow", "slip"];

fn cases(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            cases(&path, found);
        } else if path.extension().is_some_and(|end| end == "mnc") {
            found.push(path);
        }
    }
}

/// How often each code is found, as long as it counts.
fn counts(found: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let found = found.iter().filter(|d| d.severity > Severity::Note);
    for finding in found.filter(|d| !catalogue::is_style(d.code)) {
        *counts.entry(finding.code).or_default() += 1;
    }
    counts
}

fn messages(found: &[Diagnostic], code: &str, start: &str) -> usize {
    found.iter().filter(|d| d.code == code && start.starts_with(d.message.as_str())).count()
}

/// What is wrong with an action.
fn fault(text: &str, found: &[Diagnostic], action: &Value, uri: &str) -> Option<String> {
    let after = edited(text, &action["edit"]["changes"][uri], false);
    let (_, left) = analyse("x.mnc", &after);
    if action["kind"] != "quickfix" {
        let fewer = errors(&left) < errors(found)
            || counts(&left).values().sum::<usize>() < counts(found).values().sum();
        let style = left.len() < found.len();
        return (!fewer && !style).then(|| "nothing is better".into());
    }
    let finding = &action["diagnostics"][0];
    let code = finding["code"].as_str()?;
    let message = finding["message"].as_str()?;
    if messages(&left, code, message) >= messages(found, code, message) {
        return Some(format!("{code} is still there"));
    }
    let safe = action["isPreferred"] == json!(true);
    let unsafe_title = action["title"].as_str()?.ends_with("(unsafe)");
    if safe == unsafe_title {
        return Some("safe or not?".into());
    }
    // While there are errors, other findings are hidden, and can appear now.
    if errors(found) == 0 {
        let before = counts(found);
        let new =
            counts(&left).into_iter().find(|(code, n)| *n > before.get(code).copied().unwrap_or(0));
        return new.map(|(new, _)| format!("{code}: now there is {new}"));
    }
    let allowed = if safe { 0 } else { 1 };
    let more = errors(found) == 1 && errors(&left) > allowed;
    more.then(|| format!("{code}: it was the only mistake, and there are others"))
}

#[test]
fn quick_fixes_fix() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files = Vec::new();
    MISTAKES.iter().for_each(|folder| cases(&root.join(folder), &mut files));
    files.sort();
    let results: Vec<(usize, usize, Vec<String>)> = files
        .par_chunks(files.len().div_ceil(4))
        .map(|files| {
            let mut client = Client::start(&["utf-16"]);
            let (mut fixes, mut all, mut faults) = (0, 0, Vec::new());
            for path in files {
                let text = std::fs::read_to_string(path).unwrap();
                let name = path.strip_prefix(&root).unwrap().display().to_string();
                let uri = format!("untitled:{name}");
                client.open(&uri, &text);
                let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 100_000, "character": 0 } });
                let params = json!({ "textDocument": { "uri": uri }, "range": range, "context": { "diagnostics": [] } });
                let actions = client.request("textDocument/codeAction", params).unwrap();
                let (_, found) = analyse("x.mnc", &text);
                for action in actions.as_array().unwrap() {
                    *(if action["kind"] == "quickfix" { &mut fixes } else { &mut all }) += 1;
                    if let Some(fault) = fault(&text, &found, action, &uri) {
                        faults.push(format!("{name}: {}: {fault}", action["title"]));
                    }
                }
                client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
            }
            client.end();
            (fixes, all, faults)
        })
        .collect();
    let fixes: usize = results.iter().map(|(n, _, _)| n).sum();
    let all: usize = results.iter().map(|(_, n, _)| n).sum();
    let faults: Vec<&String> = results.iter().flat_map(|(_, _, faults)| faults).collect();
    println!("{} texts, {fixes} quick fixes, {all} times all safe fixes", files.len());
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(fixes > 150 && all > 20, "{fixes} {all}");
}
