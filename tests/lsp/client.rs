//! An editor that talks to the built server over its standard input and output.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Long enough for the slowest answer on a busy machine: only a hang takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications that nobody has looked at yet.
    waiting: VecDeque<Value>,
    last_id: i32,
    pub capabilities: Value,
}

impl Client {
    /// Starts a server; `encodings` are those that the editor offers.
    pub fn start(encodings: &[&str]) -> Client {
        let mut client = Client::silent();
        let general = json!({ "positionEncodings": encodings });
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": { "general": general },
            "initializationOptions": { "codeLink": "https://example.org/{code}" },
        });
        client.capabilities = client.request("initialize", params).expect("an answer");
        client.notify("initialized", json!({}));
        client
    }

    /// A server to which nothing has been said.
    pub fn silent() -> Client {
        // So that another build can be measured.
        let program = std::env::var("MNC_PROGRAM");
        let mut child = Command::new(program.unwrap_or(env!("CARGO_BIN_EXE_mnc").to_owned()))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("an output"));
        let (send, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        let waiting = VecDeque::new();
        Client { child, input, messages, waiting, last_id: 0, capabilities: Value::Null }
    }

    pub fn send_raw(&mut self, body: &str) {
        let input = self.input.as_mut().expect("an open input");
        // A server that has ended is noticed when an answer is missing.
        let _ = write!(input, "Content-Length: {}\r\n\r\n{body}", body.len());
        let _ = input.flush();
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send_raw(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// The result of a request, or its error.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.last_id += 1;
        let id = self.last_id;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_raw(&message.to_string());
        loop {
            let mut message = self.messages.recv_timeout(PATIENCE).expect("an answer");
            match message.get("id") {
                Some(answered) if *answered == json!(id) => {
                    return match message.get_mut("error") {
                        Some(error) => Err(error.take()),
                        None => Ok(message["result"].take()),
                    };
                }
                _ => self.waiting.push_back(message),
            }
        }
    }

    /// The next notification.
    fn next(&mut self) -> Value {
        match self.waiting.pop_front() {
            Some(message) => message,
            None => self.messages.recv_timeout(PATIENCE).expect("a message"),
        }
    }

    /// The next findings of a document, and their version.
    pub fn findings(&mut self, uri: &str) -> (i64, Vec<Value>) {
        loop {
            let message = self.next();
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics" && params["uri"] == uri {
                let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
                return (params["version"].as_i64().unwrap_or(0), found);
            }
        }
    }

    /// What is found in a version of a document when it is checked without random games; with them, if it was saved
    /// before and can be read.
    pub fn settled(&mut self, uri: &str, version: i64, saved: bool) -> Vec<Value> {
        let first = loop {
            let (of, found) = self.findings(uri);
            assert!(of <= version, "a version that was never sent");
            if of == version {
                break found;
            }
        };
        let readable = !first.iter().any(|finding| finding["severity"] == 1);
        let mut last = self.findings(uri);
        if saved && readable {
            last = self.findings(uri);
        }
        assert_eq!(last.0, version);
        last.1
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "mnc", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Ends the server as the protocol says. Nothing may be on its standard error.
    pub fn end(mut self) {
        self.request("shutdown", Value::Null).expect("an answer");
        self.notify("exit", Value::Null);
        let (status, errors) = self.wait();
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
    }

    /// Closes the input, waits for the end of the server, and returns its exit status and what it reported.
    pub fn wait(mut self) -> (ExitStatus, String) {
        self.input = None;
        let status = self.child.wait().expect("a status");
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("standard error");
        stderr.read_to_string(&mut errors).expect("text");
        (status, errors)
    }
}

/// The next message; `None` at the end.
fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.parse().ok()?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}

/// A position in the units of an encoding.
pub fn position(text: &str, byte: usize, utf8: bool) -> Value {
    let before = &text[..byte];
    let ends = |at: &usize| {
        let bytes = text.as_bytes();
        bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n')
    };
    let starts: Vec<usize> = (0..byte).filter(ends).map(|at| at + 1).collect();
    let line = &before[starts.last().copied().unwrap_or(0)..];
    let column = if utf8 { line.len() } else { line.encode_utf16().count() };
    json!({ "line": starts.len(), "character": column })
}

/// The byte at a position; the opposite of [`position`].
pub fn byte_at(text: &str, place: &Value, utf8: bool) -> usize {
    let found = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let mut found = found.filter(|at| position(text, *at, utf8) == *place);
    // Between the two characters of a line end nobody points.
    found.next().unwrap_or_else(|| panic!("{place} is not in the text"))
}

/// A text after edits of the protocol.
pub fn edited(text: &str, edits: &Value, utf8: bool) -> String {
    let edits = edits.as_array().expect("edits").iter();
    let mut edits: Vec<(usize, usize, String)> = edits
        .map(|edit| {
            let at = |end: &str| byte_at(text, &edit["range"][end], utf8);
            (at("start"), at("end"), edit["newText"].as_str().expect("a text").to_owned())
        })
        .collect();
    edits.sort();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, &new);
    }
    text
}
