//! How long findings take: printed, and never a reason to fail. `MNC_PROGRAM` is the program to measure:
//! `cargo build --release && MNC_PROGRAM=target/release/mnc cargo test --test lsp -- --ignored --nocapture how_long`.

use crate::client::{Client, position};
use crate::support::descriptions;
use serde_json::json;
use std::time::{Duration, Instant};

/// The pause before all settings are checked.
const PAUSE: Duration = Duration::from_millis(100);

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let [median, p99, max] = [0.5, 0.99, 1.0].map(at);
    println!(
        "{what}: median {median:.1} ms, p99 {p99:.1} ms, max {max:.1} ms ({} times)",
        times.len()
    );
}

/// Types a condition into the last line of each game's text that is a statement, key by key, and deletes it again.
#[test]
#[ignore = "prints times"]
fn how_long_findings_and_completions_take() {
    const TYPED: &str = " and it is an own hole";
    let mut client = Client::start(&["utf-8"]);
    let (mut reading, mut settings, mut completion) = (Vec::new(), Vec::new(), Vec::new());
    for (name, path) in descriptions("games") {
        let mut text = std::fs::read_to_string(path).unwrap();
        let uri = format!("untitled:{name}");
        client.open(&uri, &text);
        client.settled(&uri, 1, false);
        let section = text.find("\nlast seed").or(text.find("\nmove"));
        let section = section.or(text.trim_end().rfind('\n')).unwrap();
        let line = text[section + 1..].find('\n').map_or(text.len(), |at| section + 1 + at);
        let mut at = text[line + 1..].find('\n').map_or(text.len(), |at| line + 1 + at);
        let mut version = 1;
        for key in TYPED.chars() {
            let key = key.to_string();
            let here = position(&text, at, true);
            text.insert_str(at, &key);
            at += key.len();
            version += 1;
            let range = json!({ "start": here, "end": here });
            let document = json!({ "uri": uri, "version": version });
            let change = json!({ "textDocument": document, "contentChanges": [{ "range": range, "text": key }] });
            let begin = Instant::now();
            client.notify("textDocument/didChange", change);
            while client.findings(&uri).0 != version {}
            reading.push(begin.elapsed());
            let here =
                json!({ "textDocument": { "uri": uri }, "position": position(&text, at, true) });
            let begin = Instant::now();
            client.request("textDocument/completion", here).unwrap();
            completion.push(begin.elapsed());
        }
        // Away again, so that all settings are checked.
        let (start, end) = (position(&text, at - TYPED.len(), true), position(&text, at, true));
        version += 1;
        let document = json!({ "uri": uri, "version": version });
        let change = json!({ "range": { "start": start, "end": end }, "text": "" });
        let change = json!({ "textDocument": document, "contentChanges": [change] });
        client.notify("textDocument/didChange", change);
        while client.findings(&uri).0 != version {}
        let begin = Instant::now();
        client.findings(&uri);
        settings.push(begin.elapsed().saturating_sub(PAUSE));
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }
    print("first findings after a key", reading);
    print("completion", completion);
    print("findings of all settings, after the pause", settings);
}
