//! Recorded sessions. A case is a file in `tests/cases/lsp`: texts, then commands. The snapshot has the answers.
//!
//! ```text
//! encoding utf-16           what the editor's columns count; utf-8 without this line
//! file NAME                 the lines below that begin with `| ` are written to this file
//! open NAME                 opens it
//! replace LINE "old" "new"  replaces the first "old" in that line, counted from 1
//! text "new text"           replaces the whole text
//! findings                  prints what is found without random games
//! save                      writes the file, and prints what is found with random games
//! first                     prints what is found at once; `findings` comes next
//! complete LINE "text"      at the end of the first "text" in that line
//! complete LINE "text" "p"  the same, only what an editor shows after "p" is typed
//! hover, definition, references, highlight, prepare LINE "text"    within "text"
//! rename LINE "text" "new"  prints the new text, or why not
//! symbols, folds, lenses, tokens, format
//! format LINE "text"        formats that line
//! select LINE "text"        what encloses it
//! fixes LINE                the corrections there, each with the text of the changed lines
//! fix all                   the text after all safe fixes
//! run "test"                plays a test
//! request METHOD JSON       any request
//! close
//! ```

use crate::client::{Client, byte_at, edited, position};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

struct Session {
    folder: PathBuf,
    client: Client,
    utf8: bool,
    uri: String,
    text: String,
    version: i64,
    /// The findings of this version have been printed: the first ones, all.
    seen_first: bool,
    settled: bool,
    out: String,
}

#[test]
fn sessions() {
    insta::glob!("../cases/lsp", "*.in", |path| {
        let script = std::fs::read_to_string(path).unwrap();
        insta::with_settings!({ omit_expression => true, snapshot_path => "../snapshots" }, {
            insta::assert_snapshot!(play(&script));
        });
    });
}

fn play(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let utf8 = !script.contains("encoding utf-16");
    let client = Client::start(if utf8 { &["utf-8", "utf-16"] } else { &["utf-16"] });
    let mut session = Session {
        folder: folder.path().to_owned(),
        client,
        utf8,
        uri: String::new(),
        text: String::new(),
        version: 0,
        seen_first: false,
        settled: false,
        out: String::new(),
    };
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("encoding") {
            continue;
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        if command == "file" {
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                text += line.strip_prefix("| ").unwrap_or(&line[1..]);
                text += "\n";
            }
            // So that a text can have any characters.
            let text = text.replace("\\r", "\r").replace("\\uFEFF", "\u{feff}");
            std::fs::write(session.folder.join(rest), text).unwrap();
            continue;
        }
        writeln!(session.out, "> {line}").unwrap();
        session.command(command, rest);
    }
    let Session { client, out, .. } = session;
    client.end();
    out.replace(&folder.path().display().to_string(), "FOLDER")
}

/// The quoted texts of a command.
fn quoted(rest: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut values = rest;
    while let Some(at) = values.find('"') {
        let mut stream = serde_json::Deserializer::from_str(&values[at..]).into_iter::<String>();
        texts.push(stream.next().unwrap().unwrap());
        values = &values[at + stream.byte_offset()..];
    }
    texts
}

impl Session {
    fn command(&mut self, command: &str, rest: &str) {
        let params = json!({ "textDocument": { "uri": self.uri } });
        match command {
            "open" => {
                let path = self.folder.join(rest);
                self.uri = format!("file://{}", path.display());
                self.text = std::fs::read_to_string(path).unwrap();
                (self.version, self.settled, self.seen_first) = (1, false, false);
                self.client.open(&self.uri, &self.text);
            }
            "close" => {
                self.client.notify("textDocument/didClose", params);
                let (_, found) = self.client.findings(&self.uri);
                writeln!(self.out, "{} findings", found.len()).unwrap();
            }
            "replace" => {
                let texts = quoted(rest);
                let start = self.find(rest);
                let range = self.range(start, start + texts[0].len());
                self.text.replace_range(start..start + texts[0].len(), &texts[1]);
                self.change(json!({ "range": range, "text": texts[1] }));
            }
            "text" => {
                self.text = quoted(rest).remove(0);
                let text = self.text.clone();
                self.change(json!({ "text": text }));
            }
            "first" => {
                let found = loop {
                    let (version, found) = self.client.findings(&self.uri);
                    if version == self.version {
                        break found;
                    }
                };
                self.seen_first = true;
                self.print_findings(&found);
            }
            "findings" => {
                let found = match self.seen_first {
                    true => self.client.findings(&self.uri).1,
                    false => self.client.settled(&self.uri, self.version, false),
                };
                self.settled = true;
                self.print_findings(&found);
            }
            "save" => {
                assert!(self.settled, "`findings` comes first");
                let path = self.uri.strip_prefix("file://").unwrap();
                std::fs::write(path, &self.text).unwrap();
                self.client.notify("textDocument/didSave", params);
                let found = self.client.settled(&self.uri, self.version, true);
                self.print_findings(&found);
            }
            "complete" => {
                let at = self.find(rest) + quoted(rest).first().map_or(0, String::len);
                let answer = self.ask("completion", at, json!({}));
                let items = answer["items"].as_array().cloned().unwrap_or_default();
                let label = |item: &Value| {
                    let detail =
                        item["detail"].as_str().map_or(String::new(), |d| format!(" ({d})"));
                    format!("{}{detail}", item["label"].as_str().unwrap())
                };
                let typed = quoted(rest).get(1).cloned().unwrap_or_default();
                let fits = |item: &&Value| {
                    let text = item["filterText"].as_str().or(item["label"].as_str());
                    text.unwrap().starts_with(&typed)
                };
                let labels: Vec<String> = items.iter().filter(fits).map(label).collect();
                let more = labels.len().saturating_sub(12);
                let labels = &labels[..labels.len() - more];
                writeln!(self.out, "{}\n... {more} more", labels.join("\n")).unwrap();
            }
            "hover" => {
                let answer = self.ask("hover", self.find(rest), json!({}));
                let text = answer["contents"]["value"].as_str().unwrap_or("nothing");
                let at = match answer["range"].is_null() {
                    true => String::new(),
                    false => format!("{:?}: ", self.text_at(&answer["range"])),
                };
                writeln!(self.out, "{at}{text}").unwrap();
            }
            "definition" | "references" | "highlight" => {
                let method = if command == "highlight" { "documentHighlight" } else { command };
                let context = json!({ "includeDeclaration": true });
                let answer = self.ask(method, self.find(rest), context);
                self.print_places(&answer);
            }
            "prepare" => {
                let answer = self.ask("prepareRename", self.find(rest), json!({}));
                self.print(&answer);
            }
            "rename" => {
                let texts = quoted(rest);
                let mut params = params;
                params["position"] = position(&self.text, self.find(rest), self.utf8);
                params["newName"] = json!(texts[1]);
                match self.client.request("textDocument/rename", params) {
                    Ok(answer) => self.print_change(&answer["changes"][&self.uri].clone()),
                    Err(refusal) => {
                        writeln!(self.out, "{}", refusal["message"].as_str().unwrap()).unwrap();
                    }
                }
            }
            "symbols" => {
                let answer = self.client.request("textDocument/documentSymbol", params).unwrap();
                self.print_symbols(&answer, 0);
            }
            "folds" => {
                let answer = self.client.request("textDocument/foldingRange", params).unwrap();
                for fold in answer.as_array().unwrap() {
                    let line = |n: &str| fold[n].as_u64().unwrap() + 1;
                    let kind = fold["kind"].as_str().unwrap_or("");
                    writeln!(self.out, "{}-{} {kind}", line("startLine"), line("endLine")).unwrap();
                }
            }
            "lenses" => {
                let answer = self.client.request("textDocument/codeLens", params).unwrap();
                for lens in answer.as_array().unwrap() {
                    let at = self.text_at(&lens["range"]).to_owned();
                    let command = &lens["command"];
                    writeln!(self.out, "{at}: {} {}", command["title"], command["arguments"][1])
                        .unwrap();
                }
            }
            "tokens" => {
                let answer =
                    self.client.request("textDocument/semanticTokens/full", params).unwrap();
                self.print_tokens(&answer);
            }
            "format" => {
                let mut params = params;
                params["options"] = json!({ "tabSize": 2, "insertSpaces": true });
                let method = match rest {
                    "" => "textDocument/formatting",
                    _ => {
                        let at = self.find(rest);
                        params["range"] = self.range(at, at);
                        "textDocument/rangeFormatting"
                    }
                };
                let edits = self.client.request(method, params).unwrap();
                self.print_change(&edits);
            }
            "select" => {
                let at = position(&self.text, self.find(rest), self.utf8);
                let mut params = params;
                params["positions"] = json!([at]);
                let answer = self.client.request("textDocument/selectionRange", params).unwrap();
                let mut range = &answer[0];
                while !range.is_null() {
                    let text = self.text_at(&range["range"]).to_owned();
                    writeln!(self.out, "{text:?}").unwrap();
                    range = &range["parent"];
                }
            }
            "fixes" => {
                let at = self.find(rest);
                let end = self.text[at..].find('\n').map_or(self.text.len(), |n| at + n);
                for action in self.actions(at, end, json!(["quickfix"])) {
                    let after =
                        edited(&self.text, &action["edit"]["changes"][&self.uri], self.utf8);
                    let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
                    writeln!(self.out, "{}{preferred}", action["title"].as_str().unwrap()).unwrap();
                    let new =
                        after.lines().filter(|line| !self.text.lines().any(|old| old == *line));
                    let new: Vec<&str> = new.collect();
                    writeln!(self.out, "    {}", new.join("\n    ")).unwrap();
                }
            }
            "fix" => {
                let actions = self.actions(0, self.text.len(), json!(["source.fixAll"]));
                match actions.first() {
                    Some(action) => {
                        let edits = action["edit"]["changes"][&self.uri].clone();
                        writeln!(self.out, "{}", action["title"]).unwrap();
                        self.print_change(&edits);
                    }
                    None => writeln!(self.out, "nothing").unwrap(),
                }
            }
            "run" => {
                let arguments = json!([self.uri, quoted(rest)[0]]);
                let params = json!({ "command": "mnc.runTest", "arguments": arguments });
                let answer = self.client.request("workspace/executeCommand", params).unwrap();
                writeln!(self.out, "{}\n{}", answer["passed"], answer["message"].as_str().unwrap())
                    .unwrap();
            }
            "request" => {
                let (method, params) = rest.split_once(' ').unwrap();
                let params = params.replace("URI", &self.uri);
                match self.client.request(method, serde_json::from_str(&params).unwrap()) {
                    Ok(answer) => self.print(&answer),
                    Err(refusal) => self.print(&refusal),
                }
            }
            _ => panic!("no command is `{command}`"),
        }
    }

    fn change(&mut self, change: Value) {
        self.version += 1;
        (self.settled, self.seen_first) = (false, false);
        let document = json!({ "uri": self.uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.client.notify("textDocument/didChange", params);
    }

    /// The byte at which the first quoted text of a command is, in the line that it names.
    fn find(&self, rest: &str) -> usize {
        let line: usize = rest.split(' ').next().unwrap().parse().unwrap();
        let starts = self.text.match_indices('\n').map(|(at, _)| at + 1);
        let start = std::iter::once(0).chain(starts).nth(line - 1).expect("a line");
        let text = self.text[start..].lines().next().unwrap_or("");
        let wanted = quoted(rest).into_iter().next().unwrap_or_default();
        start + text.find(&wanted).unwrap_or_else(|| panic!("{rest}: {text}"))
    }

    fn range(&self, start: usize, end: usize) -> Value {
        let at = |byte| position(&self.text, byte, self.utf8);
        json!({ "start": at(start), "end": at(end) })
    }

    fn text_at(&self, range: &Value) -> &str {
        let at = |end: &str| byte_at(&self.text, &range[end], self.utf8);
        &self.text[at("start")..at("end")]
    }

    fn ask(&mut self, method: &str, at: usize, context: Value) -> Value {
        let at = position(&self.text, at, self.utf8);
        let document = json!({ "uri": self.uri });
        let params = json!({ "textDocument": document, "position": at, "context": context });
        match self.client.request(&format!("textDocument/{method}"), params) {
            Ok(answer) => answer,
            Err(refusal) => refusal["message"].clone(),
        }
    }

    fn actions(&mut self, start: usize, end: usize, only: Value) -> Vec<Value> {
        let context = json!({ "diagnostics": [], "only": only });
        let document = json!({ "uri": self.uri });
        let params = json!({ "textDocument": document, "range": self.range(start, end), "context": context });
        let answer = self.client.request("textDocument/codeAction", params).unwrap();
        answer.as_array().cloned().unwrap()
    }

    fn print(&mut self, value: &Value) {
        let text = serde_json::to_string_pretty(value).unwrap();
        writeln!(self.out, "{}", text.replace(&self.uri, "URI")).unwrap();
    }

    fn print_change(&mut self, edits: &Value) {
        let after = edited(&self.text, edits, self.utf8);
        let count = edits.as_array().unwrap().len();
        writeln!(self.out, "{count} edits").unwrap();
        if after != self.text {
            writeln!(self.out, "{}", after.trim_end()).unwrap();
        }
    }

    fn print_findings(&mut self, found: &[Value]) {
        if found.is_empty() {
            writeln!(self.out, "nothing").unwrap();
        }
        for finding in found {
            let line = finding["range"]["start"]["line"].as_u64().unwrap() + 1;
            let text = self.text_at(&finding["range"]).to_owned();
            let kind = match finding["severity"].as_u64() {
                Some(1) => "error",
                Some(2) => "warning",
                _ => "note",
            };
            let tags = if finding["tags"].is_null() { "" } else { " (not needed)" };
            let message = finding["message"].as_str().unwrap().replace('\n', "\n    ");
            let code = finding["code"].as_str().unwrap();
            writeln!(self.out, "{line}: {text:?} {kind}[{code}]{tags}: {message}").unwrap();
            for related in finding["relatedInformation"].as_array().into_iter().flatten() {
                let file = related["location"]["uri"].as_str().unwrap().replace(&self.uri, "here");
                let line = related["location"]["range"]["start"]["line"].as_u64().unwrap() + 1;
                writeln!(self.out, "    {file}:{line}: {}", related["message"].as_str().unwrap())
                    .unwrap();
            }
        }
    }

    fn print_places(&mut self, places: &Value) {
        for place in places.as_array().into_iter().flatten() {
            let line = place["range"]["start"]["line"].as_u64().unwrap() + 1;
            match place["uri"].as_str() {
                Some(uri) if uri != self.uri => writeln!(self.out, "{uri}:{line}").unwrap(),
                _ => {
                    let text = self.text_at(&place["range"]).to_owned();
                    writeln!(self.out, "{line}: {text:?}").unwrap();
                }
            }
        }
        if places.as_array().is_none_or(Vec::is_empty) {
            writeln!(self.out, "nothing").unwrap();
        }
    }

    fn print_symbols(&mut self, symbols: &Value, depth: usize) {
        for symbol in symbols.as_array().into_iter().flatten() {
            let line = |end: &str| symbol["range"][end]["line"].as_u64().unwrap() + 1;
            let (from, to) = (line("start"), line("end"));
            let name = symbol["name"].as_str().unwrap();
            let kind = &symbol["kind"];
            writeln!(self.out, "{}{name} (kind {kind}, {from}-{to})", "  ".repeat(depth)).unwrap();
            self.print_symbols(&symbol["children"], depth + 1);
        }
    }

    fn print_tokens(&mut self, answer: &Value) {
        let legend = &self.client.capabilities["capabilities"]["semanticTokensProvider"]["legend"];
        let legend = legend["tokenTypes"].as_array().unwrap().clone();
        let data: Vec<u64> =
            answer["data"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let (mut line, mut column) = (0, 0);
        for token in data.chunks(5) {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let at = |column: u64| json!({ "line": line, "character": column });
            let text = self.text_at(&json!({ "start": at(column), "end": at(column + token[2]) }));
            let text = text.to_owned();
            let kind = legend[token[3] as usize].as_str().unwrap();
            let defines = if token[4] == 1 { " definition" } else { "" };
            writeln!(self.out, "{} {text} {kind}{defines}", line + 1).unwrap();
        }
    }
}

/// The beginning and the end of a conversation.
mod protocol {
    use super::*;

    #[test]
    fn leaving_without_shutdown_is_reported() {
        let mut client = Client::start(&[]);
        client.notify("exit", Value::Null);
        assert_eq!(client.wait().0.code(), Some(1));
        let client = Client::start(&[]);
        assert_eq!(client.wait().0.code(), Some(1));
    }

    #[test]
    fn nothing_is_answered_after_shutdown() {
        let mut client = Client::start(&[]);
        client.request("shutdown", Value::Null).unwrap();
        let refusal = client.request("textDocument/hover", json!({})).unwrap_err();
        assert_eq!(refusal["code"], -32600);
        client.notify("exit", Value::Null);
        assert_eq!(client.wait().0.code(), Some(0));
    }

    #[test]
    fn what_is_unknown_or_wrong_is_refused() {
        let mut client = Client::silent();
        let refusal = client.request("textDocument/hover", json!({})).unwrap_err();
        assert_eq!(refusal["code"], -32002, "not initialized");
        client.request("initialize", json!({ "capabilities": {} })).unwrap();
        client.notify("initialized", json!({}));
        let code = |client: &mut Client, method: &str, params: Value| {
            client.request(method, params).unwrap_err()["code"].as_i64()
        };
        assert_eq!(code(&mut client, "initialize", json!({})), Some(-32600));
        assert_eq!(
            code(
                &mut client,
                "textDocument/moniker",
                json!({ "textDocument": { "uri": "file:///x" } })
            ),
            Some(-32601)
        );
        assert_eq!(code(&mut client, "workspace/symbol", json!({ "query": "" })), Some(-32601));
        assert_eq!(code(&mut client, "textDocument/hover", json!({ "position": 3 })), Some(-32602));
        assert_eq!(
            code(&mut client, "workspace/executeCommand", json!({ "command": "x" })),
            Some(-32602)
        );
        client.notify("textDocument/didChange", json!({ "textDocument": "x" }));
        client.notify("$/cancelRequest", json!({ "id": 1 }));
        client.notify("nonsense", json!([]));
        let nothing = json!({ "textDocument": { "uri": "file:///x" }, "position": { "line": 0, "character": 0 } });
        assert_eq!(client.request("textDocument/hover", nothing), Ok(Value::Null));
        client.end();
    }

    #[test]
    fn a_message_that_cannot_be_read_ends_the_server() {
        let mut client = Client::start(&[]);
        client.send_raw("{ this is not JSON");
        let (status, errors) = client.wait();
        assert_eq!(status.code(), Some(1));
        assert!(errors.contains("cannot read a message"), "{errors}");
    }
}
