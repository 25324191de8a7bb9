//! `mnc serve`: a fixed set of files and one description, for this machine only.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that is stopped with this value.
struct Running {
    child: Child,
    port: u16,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(folder: &Path, arguments: &[&str]) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mnc"))
            .args(["serve", "--port", "0", "--page", "page"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.split("localhost:").nth(1).and_then(|rest| rest.split('/').next());
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{line}"));
        Running { child, port }
    }

    /// The status, the head and the body of the answer to a request for a path.
    fn get(&self, path: &str) -> (u16, String, String) {
        self.ask("GET", path, &format!("localhost:{}", self.port))
    }

    fn ask(&self, method: &str, path: &str, host: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or(0), head.to_owned(), body.to_owned())
    }
}

fn folder_with_page() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("page/assets")).unwrap();
    for (name, text) in
        [("index.html", "<title>page</title>"), ("assets/a.js", "1"), ("secret.txt", "no")]
    {
        fs::write(folder.path().join("page").join(name), text).unwrap();
    }
    fs::write(folder.path().join("my.mnc"), "mnc 1\ngame \"A\" like \"Kalah\"\n").unwrap();
    folder
}

#[test]
fn only_the_files_of_the_page_are_served() {
    let folder = folder_with_page();
    let server = Running::start(folder.path(), &[]);
    let (status, head, body) = server.get("/");
    assert_eq!((status, body.as_str()), (200, "<title>page</title>"));
    assert!(head.to_lowercase().contains("content-type: text/html"), "{head}");
    assert_eq!(server.get("/assets/a.js?x=1").0, 200);
    for path in [
        "/secret.txt",
        "/assets",
        "/assets/",
        "/../my.mnc",
        "/my.mnc",
        "/%2e%2e/my.mnc",
        "//index.htm",
        "/served",
    ] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    assert_eq!(server.ask("POST", "/", &format!("localhost:{}", server.port)).0, 405);
    // Another site that has made its name point to this machine.
    assert_eq!(server.ask("GET", "/", "evil.example").0, 403);
}

#[test]
fn a_description_is_served_again_when_it_changes() {
    let folder = folder_with_page();
    let server = Running::start(folder.path(), &["my.mnc"]);
    let read = |since: &str| {
        let (status, _, body) = server.get(&format!("/served?since={since}"));
        assert_eq!(status, 200);
        serde_json::from_str::<serde_json::Value>(&body).unwrap()
    };
    let first = read("");
    assert_eq!(first["name"], "my.mnc");
    assert_eq!(first["text"], "mnc 1\ngame \"A\" like \"Kalah\"\n");
    let version = first["version"].as_str().unwrap().to_owned();
    let file = folder.path().join("my.mnc");
    let writer = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(300));
        fs::write(file, "mnc 1\ngame \"B\" like \"Kalah\"\n").unwrap();
    });
    let second = read(&version);
    writer.join().unwrap();
    assert_ne!(second["version"], first["version"]);
    assert!(second["text"].as_str().unwrap().contains("\"B\""));
}

/// A browser opens several connections at the same moment, and keeps them open until it is asked not to.
#[test]
fn every_connection_is_answered_when_many_come_at_once() {
    let folder = folder_with_page();
    for _ in 0..5 {
        let server = Running::start(folder.path(), &[]);
        let streams: Vec<TcpStream> =
            (0..12).map(|_| TcpStream::connect(("127.0.0.1", server.port)).unwrap()).collect();
        std::thread::scope(|scope| {
            for mut stream in streams {
                let port = server.port;
                scope.spawn(move || {
                    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
                    write!(stream, "GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").unwrap();
                    let mut head = String::new();
                    let mut lines = BufReader::new(stream);
                    while lines.read_line(&mut head).expect("an answer in time") > 2 {}
                    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
                    assert!(head.contains("Connection: close"), "{head}");
                });
            }
        });
    }
}

#[test]
fn what_cannot_be_served_is_said_in_a_line() {
    let folder = folder_with_page();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_mnc");
        let output = Command::new(program).args(arguments).current_dir(folder.path()).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(run(&["serve", "--page", "empty"]).contains("no index.html"));
    assert!(run(&["serve", "--page", "nowhere"]).contains("cannot serve the page"));
    assert!(run(&["serve", "missing.mnc", "--page", "page"]).contains("missing.mnc"));
}
