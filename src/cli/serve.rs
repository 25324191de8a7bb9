//! `mnc serve`: the page to write and play rules in the browser, for this machine only.

use super::out::print_error;
use super::{Exit, Output, game, read};
use mnc::threads;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tiny_http::{HTTPVersion, Header, Method, Request, Response, Server};

/// Write and play rules in the browser
///
/// Serves the playground, a page with an editor and a board, to browsers on this machine; nothing is sent anywhere
/// else. If you give a description, the page shows it, and shows it again whenever the file changes, so you
/// can go on writing in your own editor. Changes in the page are not written to the file; download them there.
///
/// The page is in the folder `page` next to the program, or in `ports/web/dist` of a checkout after you have built it
/// (`ports/web/README.md` says how). Ctrl-C ends it.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc serve\n  mnc serve my-game.mnc\n  mnc serve my-game.mnc --port 9000 --page ports/web/dist"
)]
pub struct ServeArgs {
    /// A description to show, and to watch
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The port; 0: one that is free
    #[arg(long, default_value_t = 8765, value_name = "N")]
    port: u16,
    /// The folder of the built page
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

/// The most files of a page, and their greatest size in bytes.
const MAX_FILES: usize = 200;
const MAX_SIZE: u64 = 64 << 20;

/// How long a question about a change waits for one, and how often the file is read meanwhile.
const WAIT: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(200);

/// Threads that answer; each waiting page has one.
const ANSWERING: usize = 12;

/// What is served: a fixed set of files, and the description.
struct Site {
    files: BTreeMap<String, ServedFile>,
    description: Option<PathBuf>,
    /// The port that browsers ask.
    port: u16,
}

/// A file of the page.
struct ServedFile {
    kind: &'static str,
    bytes: Vec<u8>,
}

#[derive(Serialize)]
struct DescriptionJson<'a> {
    name: &'a str,
    text: &'a str,
    version: &'a str,
}

/// Runs the command.
pub fn run(args: &ServeArgs, out: &mut Output) -> io::Result<Exit> {
    if let Some(file) = &args.file
        && let Err(findings) = read::text(file)
    {
        game::print_findings(&findings);
        return Ok(Exit::CouldNotRun);
    }
    let Some(folder) = args.page.clone().or_else(page_folder) else {
        print_error(
            "there is no page to serve: build it with `npm ci && npm run build` in ports/web of a checkout, \
             or name its folder with --page",
        );
        return Ok(Exit::CouldNotRun);
    };
    let files = match read_page(&folder) {
        Ok(files) => files,
        Err(why) => {
            print_error(&format!("cannot serve the page in `{}`: {why}", folder.display()));
            return Ok(Exit::CouldNotRun);
        }
    };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let server = match Server::http(address) {
        Ok(server) => server,
        Err(error) => {
            print_error(&format!(
                "cannot use port {}: {error}; give another one with --port, or 0 for any",
                args.port
            ));
            return Ok(Exit::CouldNotRun);
        }
    };
    let port = server.server_addr().to_ip().map_or(args.port, |address| address.port());
    let fragment = if args.file.is_some() { "#served" } else { "" };
    writeln!(
        out,
        "open http://localhost:{port}/{fragment} in a browser on this machine; Ctrl-C ends it"
    )?;
    out.flush()?;
    let site = Arc::new(Site { files, description: args.file.clone(), port });
    let answer_all = || {
        while let Ok(request) = server.recv() {
            site.answer(request);
        }
    };
    threads::run_shared(ANSWERING, answer_all);
    Ok(Exit::Clean)
}

/// Where the built page is: next to the program, or in the checkout that the program or this folder is in.
fn page_folder() -> Option<PathBuf> {
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).map(|folder| folder.join("page"));
    let here = std::env::current_dir().ok();
    let above = |path: Option<&Path>| -> Vec<PathBuf> {
        let folders = path.into_iter().flat_map(Path::ancestors);
        folders.map(|folder| folder.join("ports/web/dist")).collect()
    };
    let all = beside.into_iter().chain(above(here.as_deref())).chain(above(program.as_deref()));
    all.into_iter().find(|folder| folder.join("index.html").is_file())
}

/// The files of a page by their paths. Only those whose kind is known are served.
fn read_page(folder: &Path) -> Result<BTreeMap<String, ServedFile>, String> {
    let mut files = BTreeMap::new();
    let mut size = 0;
    let mut folders = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| error.to_string())? {
            let entry = entry.map_err(|error| error.to_string())?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = format!("{prefix}{name}");
            // Links are not followed.
            let kind = entry.file_type().map_err(|error| error.to_string())?;
            if kind.is_dir() && prefix.len() < 100 {
                folders.push((entry.path(), format!("{path}/")));
            } else if let Some(content) = content_type(&name).filter(|_| kind.is_file()) {
                size += entry.metadata().map_err(|error| error.to_string())?.len();
                if files.len() >= MAX_FILES || size > MAX_SIZE {
                    return Err("there is more in it than a page has".into());
                }
                let bytes = fs::read(entry.path()).map_err(|error| error.to_string())?;
                files.insert(path, ServedFile { kind: content, bytes });
            }
        }
    }
    if !files.contains_key("index.html") {
        return Err("it has no index.html".into());
    }
    Ok(files)
}

fn content_type(name: &str) -> Option<&'static str> {
    Some(match Path::new(name).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

impl Site {
    /// Answers a request. A browser that goes away is no fault.
    fn answer(&self, request: Request) {
        let _ = match self.answer_to(&request) {
            Answered::File(file) => {
                send(request, with_headers(Response::from_data(file.bytes.clone()), file.kind))
            }
            Answered::Json(json) => {
                send(request, with_headers(Response::from_data(json), "application/json"))
            }
            Answered::Nothing(status) => send(request, Response::empty(status)),
        };
    }

    fn answer_to(&self, request: &Request) -> Answered<'_> {
        if !self.is_asked_here(request) {
            return Answered::Nothing(403);
        }
        if *request.method() != Method::Get {
            return Answered::Nothing(405);
        }
        let (path, query) = request.url().split_once('?').unwrap_or((request.url(), ""));
        match path.trim_start_matches('/') {
            "" => self.file("index.html"),
            "served" => self.description(query.strip_prefix("since=").unwrap_or("")),
            name => self.file(name),
        }
    }

    fn file(&self, name: &str) -> Answered<'_> {
        self.files.get(name).map_or(Answered::Nothing(404), Answered::File)
    }

    /// Whether the request names this machine. Another site can make its own name point here, and must not read
    /// the description.
    fn is_asked_here(&self, request: &Request) -> bool {
        let host = request.headers().iter().find(|header| header.field.equiv("Host"));
        let names = ["localhost", "127.0.0.1"].map(|name| format!("{name}:{}", self.port));
        host.is_some_and(|host| names.iter().any(|name| host.value == name.as_str()))
    }

    /// The description, when it has another version than `since`.
    fn description(&self, since: &str) -> Answered<'_> {
        let Some(path) = &self.description else { return Answered::Nothing(404) };
        let begun = Instant::now();
        loop {
            if let Ok(text) = read::text(path) {
                let version: String = Sha256::digest(&text)
                    .iter()
                    .take(8)
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                if version != since {
                    let name = path.file_name().map(|name| name.to_string_lossy());
                    let name = name.as_deref().unwrap_or("game.mnc");
                    let json = DescriptionJson { name, text: &text, version: &version };
                    return Answered::Json(serde_json::to_vec(&json).unwrap_or_default());
                }
            }
            if begun.elapsed() > WAIT {
                return Answered::Nothing(204);
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// The answer to a request.
enum Answered<'s> {
    File(&'s ServedFile),
    Json(Vec<u8>),
    /// Only a status.
    Nothing(u16),
}

/// Answers a request, and asks the browser to end the connection after it.
///
/// Each open connection keeps a thread of tiny_http, and when several are opened at the same moment it can be left
/// without one until another ends. tiny_http has no way to say that a connection ends, so that line is put in here.
fn send<R: io::Read>(request: Request, response: Response<R>) -> io::Result<()> {
    let mut bytes = Vec::new();
    response.raw_print(&mut bytes, HTTPVersion(1, 1), request.headers(), false, None)?;
    let first_line = bytes.windows(2).position(|two| two == b"\r\n").map_or(0, |at| at + 2);
    bytes.splice(first_line..first_line, *b"Connection: close\r\n");
    let mut writer = request.into_writer();
    writer.write_all(&bytes)?;
    writer.flush()
}

fn with_headers<R: io::Read>(response: Response<R>, kind: &str) -> Response<R> {
    let headers = [
        ("Content-Type", kind),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-cache"),
        ("Referrer-Policy", "no-referrer"),
    ];
    headers.into_iter().fold(response, |response, (name, value)| {
        match Header::from_bytes(name, value) {
            Ok(header) => response.with_header(header),
            Err(()) => response,
        }
    })
}
