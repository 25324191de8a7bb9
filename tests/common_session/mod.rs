//! A running `mnc engine`.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Session {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Session {
    pub fn of(game: &str, arguments: &[String]) -> Session {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("mnc"))
            .arg("engine")
            .arg(game)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().unwrap());
        Session { child, to, from }
    }

    pub fn ask(&mut self, request: &Value) -> Value {
        self.say(request.to_string().as_bytes())
    }

    pub fn say(&mut self, line: &[u8]) -> Value {
        let to = self.to.as_mut().unwrap();
        to.write_all(line).unwrap();
        to.write_all(b"\n").unwrap();
        to.flush().unwrap();
        let mut answer = String::new();
        self.from.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.to = None;
        let _ = self.child.wait();
    }
}
