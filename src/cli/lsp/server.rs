//! The loop of the server: messages in, answers and findings out.

use super::answers::{METHODS, RequestRefusal, answer};
use super::base_games::OpenTexts;
use super::checks::{self, BackgroundResult, BackgroundTask, CheckThreads, TestTask};
use super::convert::{self, ClientSetup, RUN_TEST};
use super::documents::OpenDocument;
use crossbeam_channel::select;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use mnc::check::Thoroughness;
use mnc::diagnostic::{Findings, catalogue, plain};
use mnc::language_service::{PhraseCounts, TestRunResult};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long nothing must have been typed before all settings are checked.
const SETTINGS_PAUSE: Duration = Duration::from_millis(100);
/// How long nothing must have been typed before random games are played.
const PLAYING_PAUSE: Duration = Duration::from_secs(1);
/// A text is read at the latest after this time, however many messages wait.
const MAX_READING_DELAY: Duration = Duration::from_millis(200);
/// How long the next message is waited for before a text is read. Messages come one by one, even if many wait.
const NEXT_MESSAGE: Duration = Duration::from_millis(2);
/// How long the loop sleeps if nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// The server of one editor.
struct Server<'c> {
    connection: &'c Connection,
    setup: ClientSetup,
    threads: CheckThreads,
    documents: BTreeMap<String, OpenDocument>,
    shut_down: bool,
}

/// What the loop does next.
enum LoopEvent {
    Message(Message),
    Result(BackgroundResult),
    /// Nothing has come in; something may be due.
    Pause,
    /// The editor is gone.
    Closed,
}

/// Serves an editor until it leaves. Returns whether it asked for the end before.
pub fn serve(connection: &Connection) -> bool {
    let Ok((id, params)) = connection.initialize_start() else { return false };
    let setup = match convert::client_setup(params) {
        Ok(setup) => setup,
        Err(why) => {
            let refusal = Response::new_err(id, ErrorCode::InvalidParams as i32, why);
            let _ = connection.sender.send(refusal.into());
            return false;
        }
    };
    let mut server = Server {
        connection,
        threads: CheckThreads::start(),
        documents: BTreeMap::new(),
        shut_down: false,
        setup,
    };
    server.send(Response::new_ok(id, convert::server_setup(&server.setup)));
    // Counted while the first text is read, so that the first completion does not wait for it.
    let _ = std::thread::Builder::new().spawn(PhraseCounts::shipped);
    server.run()
}

impl Server<'_> {
    fn send(&self, message: impl Into<Message>) {
        // If the editor is gone, the next message says so.
        let _ = self.connection.sender.send(message.into());
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification { method: method.into(), params });
    }

    /// Runs until the editor leaves; returns whether it did so in order.
    fn run(&mut self) -> bool {
        loop {
            match self.next_event() {
                LoopEvent::Message(Message::Request(request)) => self.request(request),
                LoopEvent::Message(Message::Notification(note)) if note.method == "exit" => {
                    return self.shut_down;
                }
                LoopEvent::Message(Message::Notification(note)) => self.notification(note),
                LoopEvent::Message(Message::Response(_)) => {}
                LoopEvent::Result(result) => self.background_result(result),
                LoopEvent::Pause => self.run_due(),
                LoopEvent::Closed => return false,
            }
        }
    }

    /// The next message or result. All messages that wait come before a text is read, so that of many changes at once
    /// only the last one counts.
    fn next_event(&self) -> LoopEvent {
        let now = Instant::now();
        let reading = self.documents.values().filter_map(|document| document.due.reading).min();
        if reading.is_some_and(|since| now.duration_since(since) > MAX_READING_DELAY) {
            return LoopEvent::Pause;
        }
        let wait = match reading {
            Some(_) => NEXT_MESSAGE,
            None => self.next_due().map_or(IDLE, |due| due.saturating_duration_since(now)),
        };
        select! {
            recv(self.connection.receiver) -> message => match message {
                Ok(message) => LoopEvent::Message(message),
                Err(_) => LoopEvent::Closed,
            },
            recv(self.threads.results) -> result => match result {
                Ok(result) => LoopEvent::Result(result),
                Err(_) => LoopEvent::Pause,
            },
            default(wait) => LoopEvent::Pause,
        }
    }

    /// When the next check is due.
    fn next_due(&self) -> Option<Instant> {
        let due = self.documents.values().flat_map(|d| [d.due.settings, d.due.playing]);
        due.flatten().min()
    }

    // -------------------------------------------------------------------------------------- documents

    fn notification(&mut self, note: Notification) {
        let Notification { method, params } = note;
        // Notifications have no answer; those with wrong parameters are ignored.
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok((uri, version, text)) = convert::opened(params) {
                    self.open(uri, version, text);
                }
            }
            "textDocument/didChange" => {
                if let Ok((uri, version, changes)) = convert::changed(params)
                    && let Some(document) = self.documents.get_mut(&uri)
                {
                    document.change(version, changes);
                    document.due.reading = document.due.reading.or(Some(Instant::now()));
                    document.due.settings = None;
                    document.due.playing = None;
                }
            }
            "textDocument/didSave" => {
                if let Ok(uri) = convert::document(&params) {
                    self.saved(&uri);
                }
            }
            "textDocument/didClose" => {
                if let Ok(uri) = convert::document(&params)
                    && let Some(document) = self.documents.remove(&uri)
                {
                    document.stop.set();
                    let nothing = convert::nothing_published(&uri);
                    self.notify("textDocument/publishDiagnostics", nothing);
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, uri: String, version: i32, text: String) {
        let open = self.open_texts();
        let mut document = OpenDocument::new(uri.clone(), version, text, self.setup.unit, open);
        document.due.reading = Some(Instant::now());
        if let Some(before) = self.documents.insert(uri, document) {
            before.stop.set();
        }
    }

    /// The texts of all documents that are files.
    fn open_texts(&self) -> OpenTexts {
        let text = |d: &OpenDocument| Some((d.path.clone()?, d.text.clone()));
        Arc::new(self.documents.values().filter_map(text).collect())
    }

    /// A file was written: its document is checked fully, and so are those that can be like it.
    fn saved(&mut self, uri: &str) {
        let open = self.open_texts();
        let now = Instant::now();
        for document in self.documents.values_mut() {
            let is_like = document.findings.sources.iter().nth(1).is_some();
            if is_like {
                document.forget_bases(open.clone());
            }
            if document.uri == uri || is_like {
                document.due.reading = document.due.reading.or(Some(now));
                document.due.playing = Some(now);
            }
        }
    }

    // ----------------------------------------------------------------------------------------- checks

    /// Does what is due.
    fn run_due(&mut self) {
        let now = Instant::now();
        let is_due = |due: Option<Instant>| due.is_some_and(|due| due <= now);
        let uris: Vec<String> = self.documents.keys().cloned().collect();
        let open = self.open_texts();
        for uri in uris {
            let Some(document) = self.documents.get_mut(&uri) else { continue };
            if document.due.reading.take().is_some() {
                let saved = document.due.playing.is_some();
                let task = document.task(Thoroughness::Reading);
                if let Some(report) = guard(|| checks::check(task)) {
                    document.findings.take(report);
                }
                document.due.settings =
                    Some(now + if saved { Duration::ZERO } else { SETTINGS_PAUSE });
                document.due.playing =
                    Some(now + if saved { Duration::ZERO } else { PLAYING_PAUSE });
                self.publish(&uri);
            } else if is_due(document.due.settings) {
                document.due.settings = None;
                document.forget_bases(open.clone());
                let task = document.task(Thoroughness::Text);
                self.threads.start_task(BackgroundTask::Check(task));
            } else if is_due(document.due.playing) && document.due.settings.is_none() {
                document.due.playing = None;
                if !document.findings.has_errors() {
                    let task = document.task(Thoroughness::Usual);
                    self.threads.start_task(BackgroundTask::Check(task));
                }
            }
        }
    }

    fn background_result(&mut self, result: BackgroundResult) {
        match result {
            BackgroundResult::Checked(report) => {
                let uri = report.task.uri.clone();
                let Some(document) = self.documents.get_mut(&uri) else { return };
                // What is about an older version is dropped.
                if document.version == report.task.version && !report.task.stop.is_set() {
                    document.findings.take(report);
                    self.publish(&uri);
                }
            }
            BackgroundResult::Tested(id, result) => {
                let (is_good, text) = test_message(result);
                self.notify("window/showMessage", convert::message(is_good, text.clone()));
                self.send(Response::new_ok(id, json!({ "passed": is_good, "message": text })));
            }
        }
    }

    fn publish(&self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return };
        let params = convert::published(document, &self.setup, &document.findings.shown());
        self.notify("textDocument/publishDiagnostics", params);
    }

    // --------------------------------------------------------------------------------------- requests

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if self.shut_down {
            let why = "the server has been shut down".to_owned();
            return self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, why));
        }
        match method.as_str() {
            "shutdown" => {
                self.shut_down = true;
                self.documents.values().for_each(|document| document.stop.set());
                self.send(Response::new_ok(id, ()));
            }
            "initialize" => {
                let why = "the server is initialized already".to_owned();
                self.send(Response::new_err(id, ErrorCode::InvalidRequest as i32, why));
            }
            "workspace/executeCommand" => self.command(id, &params),
            "mnc/explain" => {
                let essay = params.get("code").and_then(Value::as_str).and_then(catalogue::explain);
                self.send(Response::new_ok(id, json!({ "text": essay })));
            }
            method => {
                let response = match self.answer(method, &params) {
                    Ok(answer) => Response::new_ok(id, answer),
                    Err(refusal) => refused(id, method, refusal),
                };
                self.send(response);
            }
        }
    }

    fn answer(&self, method: &str, params: &Value) -> Result<Value, RequestRefusal> {
        if !METHODS.contains(&method) {
            return Err(RequestRefusal::UnknownMethod);
        }
        let uri = convert::document(params).map_err(RequestRefusal::WrongParameters)?;
        // An answer for a document that is not open, or of another language, is empty.
        let Some(document) = self.documents.get(&uri) else { return Ok(Value::Null) };
        let fault =
            || RequestRefusal::NotPossible("a fault in mnc itself; please report it".into());
        guard(|| answer(document, &self.setup, method, params)).unwrap_or_else(|| Err(fault()))
    }

    fn command(&self, id: RequestId, params: &Value) {
        let command = params.get("command").and_then(Value::as_str).unwrap_or_default();
        let argument = |nth: usize| params.get("arguments")?.get(nth)?.as_str();
        let document = argument(0).and_then(|uri| self.documents.get(uri));
        match (command, document, argument(1)) {
            (RUN_TEST, Some(document), Some(test)) => {
                let check = document.task(Thoroughness::Text);
                let task = TestTask { id, check, test: test.to_owned() };
                self.threads.start_task(BackgroundTask::Test(task));
            }
            (RUN_TEST, _, _) => {
                let why = "the arguments are an open document and the name of a test";
                let why = RequestRefusal::WrongParameters(why.into());
                self.send(refused(id, command, why));
            }
            (unknown, _, _) => {
                let why = RequestRefusal::WrongParameters(format!("no command is `{unknown}`"));
                self.send(refused(id, unknown, why));
            }
        }
    }
}

/// Calls a function; `None` if it panicked. A fault must not end the server, which has no text that is not saved, but
/// is all that the author has for all their texts.
fn guard<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn refused(id: RequestId, method: &str, refusal: RequestRefusal) -> Response {
    let (code, why) = match refusal {
        RequestRefusal::UnknownMethod => {
            (ErrorCode::MethodNotFound, format!("no request is `{method}`"))
        }
        RequestRefusal::WrongParameters(why) => (ErrorCode::InvalidParams, why),
        RequestRefusal::NotPossible(why) => (ErrorCode::RequestFailed, why),
    };
    Response::new_err(id, code as i32, why)
}

/// Whether a test passed, and a message about it.
fn test_message(result: Option<TestRunResult>) -> (bool, String) {
    let Some(result) = result else { return (false, "there is no test of that name".into()) };
    let TestRunResult { name, sources, findings } = result;
    if findings.is_empty() {
        return (true, format!("passed: {name}"));
    }
    let findings = plain::render(&Findings::new(sources, findings));
    (false, format!("failed: {name}\n{}", findings.trim_end()))
}
