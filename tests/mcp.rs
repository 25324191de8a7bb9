//! `mnc mcp` over its protocol, from outside: each file `tests/cases/mcp/*.json` is a call of a tool, with the
//! answer as a snapshot.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A server that has begun.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Client {
    fn connect() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_mnc"))
            .arg("mcp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().unwrap());
        let mut client = Client { server, input, output, last: 0 };
        let client_info = json!({"name": "test", "version": "1"});
        let about = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client_info,
        });
        let answer = client.ask("initialize", about);
        assert_eq!(answer["result"]["serverInfo"]["name"], "mnc");
        assert!(answer["result"]["instructions"].as_str().unwrap().contains("language_card"));
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
        client
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line:?}"))
    }

    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        let id = self.last;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&request.to_string());
        id
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.receive();
        assert_eq!(answer["id"], id);
        answer
    }

    /// The text of the answer of a tool, and whether it is an error.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let answer = self.ask("tools/call", json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
        (text.to_owned(), result["isError"] == true)
    }

    /// The exit code after the input has ended.
    fn end(mut self) -> i32 {
        drop(self.input.take());
        self.server.wait().unwrap().code().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

#[test]
fn every_tool_answers_as_before() {
    let mut client = Client::connect();
    let mut called = BTreeSet::new();
    insta::glob!("cases/mcp/*.json", |path| {
        let case: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let tool = case["tool"].as_str().unwrap();
        called.insert(tool.to_owned());
        let (text, failed) = client.call(tool, &case["arguments"]);
        let begins = if failed { "ERROR\n" } else { "" };
        insta::assert_snapshot!(format!("{begins}{text}"));
    });
    let listed = client.ask("tools/list", json!({}));
    let names: BTreeSet<String> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect();
    // The card is too long for a snapshot of its own.
    called.insert("language_card".into());
    assert_eq!(called, names, "every tool has a case");
    assert_eq!(client.end(), 0);
}

#[test]
fn tools_tell_what_they_and_their_arguments_are() {
    let mut client = Client::connect();
    let listed = client.ask("tools/list", json!({}));
    for tool in listed["result"]["tools"].as_array().unwrap() {
        assert!(tool["description"].as_str().unwrap().len() > 40, "{tool}");
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        let schema = &tool["inputSchema"];
        assert!(jsonschema::meta::is_valid(schema), "{schema}");
        for (name, argument) in schema["properties"].as_object().unwrap_or(&Default::default()) {
            let about = argument["description"].as_str().unwrap_or_default();
            assert!(!about.is_empty(), "{}: {name}", tool["name"]);
        }
    }
}

#[test]
fn texts_and_games_are_resources() {
    let mut client = Client::connect();
    let listed = client.ask("resources/list", json!({}));
    let all = listed["result"]["resources"].as_array().unwrap().clone();
    assert!(all.len() > 200);
    for uri in ["mnc://card.md", "mnc://reference.md", "mnc://games/oware.mnc"] {
        assert!(all.iter().any(|resource| resource["uri"] == uri), "{uri}");
        let read = client.ask("resources/read", json!({"uri": uri}));
        assert!(read["result"]["contents"][0]["text"].as_str().unwrap().len() > 1000);
    }
    let (card, _) = client.call("language_card", &json!({}));
    assert!(card.starts_with("# The language on two pages"));
    for uri in ["mnc://games/nothing.mnc", "mnc://games/../Cargo.toml", "file:///etc/hostname"] {
        let read = client.ask("resources/read", json!({"uri": uri}));
        assert!(read["error"]["message"].as_str().unwrap().contains(uri), "{read}");
    }
}

#[test]
fn the_server_survives_what_is_no_request() {
    let mut client = Client::connect();
    let long = "x".repeat(20 << 20);
    for line in ["", "garbage", "{", "[1, 2]", "{\"jsonrpc\":\"2.0\"}", "\u{0}", long.as_str()] {
        client.send(line);
    }
    let id = client.request("ping", json!({}));
    let answer = std::iter::repeat_with(|| client.receive()).find(|answer| answer["id"] == id);
    assert_eq!(answer.unwrap()["result"], json!({}));
    let unknown = client.ask("tools/call", json!({"name": "nothing", "arguments": {}}));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("the tools are"));
    let huge = "mnc 1\n".repeat(200_000);
    let (text, failed) = client.call("check", &json!({"description": huge}));
    assert!(failed && text.contains("longer than"), "{text}");
    let nested = format!("mnc 1\ngame \"X\"\nmove: {}", "(".repeat(100_000));
    let (text, failed) = client.call("check", &json!({"description": nested}));
    assert!(!failed && text.contains("error"), "{text}");
    assert_eq!(client.end(), 0);
}

#[test]
fn a_call_can_be_cancelled_and_others_go_on() {
    let mut client = Client::connect();
    let arguments = json!({"game": "bao-la-kiswahili", "games": 100_000});
    let slow = client.request("tools/call", json!({"name": "playout", "arguments": arguments}));
    let (text, _) = client.call("explain", &json!({"code": "unknown-word"}));
    assert!(text.contains("unknown-word"));
    let cancelled = json!({"requestId": slow, "reason": "too slow"});
    let note = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled});
    client.send(&note.to_string());
    // More calls than run at a time: they would wait for ever for one that is not cancelled.
    for _ in 0..8 {
        let id =
            client.request("tools/call", json!({"name": "explain", "arguments": {"code": "x"}}));
        let answer = std::iter::repeat_with(|| client.receive()).find(|answer| answer["id"] == id);
        assert_eq!(answer.unwrap()["result"]["isError"], true);
    }
    // With a call still running, the server ends when its input does.
    let arguments = json!({"game": "bao-la-kiswahili", "games": 100_000});
    client.request("tools/call", json!({"name": "playout", "arguments": arguments}));
    assert_eq!(client.end(), 0);
}
