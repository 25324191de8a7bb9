//! Everything that can be said about one description, in one call.
//!
//! A description is read, every game that can be made of it is made, its tests are played, and it
//! is looked through by the lints. Mistakes come first: of a description of which no game can be
//! made, nothing else is said.
//!
//! Descriptions come from anywhere, and one can be written that keeps the engine busy for hours. So
//! the work is done on a thread of its own, for as long as [`PATIENCE`]; what it has found until
//! then is said. This is the only place that knows of time.

use crate::diagnostic::{Diagnostic, Severity};
use crate::lint::{self, Effort, Needs, Subject};
use crate::proof;
use crate::resolve::{Description, Library, load};
use crate::source::Sources;
use crate::span::Span;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long a description is tried out. Those that people write take a second or two.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Room for stories in stories.
const STACK: usize = 64 << 20;

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Building,
    Testing,
    Playing,
    Done,
}

/// What was found by the end of a stage, and the stage that begins.
type Report = (Vec<Diagnostic>, Stage);

/// Reads the description `text`, called `name`, and says everything that is found. Games that it is
/// like are looked for in the library.
pub fn analyse(name: &str, text: &str, library: &dyn Library) -> (Sources, Vec<Diagnostic>) {
    analyse_for(name, text, library, PATIENCE)
}

/// The same, trying the description out for so long.
pub fn analyse_for(
    name: &str,
    text: &str,
    library: &dyn Library,
    patience: Duration,
) -> (Sources, Vec<Diagnostic>) {
    let (description, mut found) = load(name, text, library);
    let sources = description.sources.clone();
    let broken = is_broken(&found);
    let description = Arc::new(description);
    let stop = Arc::new(AtomicBool::new(false));
    let (send, receive) = channel();
    let worker = {
        let (description, stop, send) = (description.clone(), stop.clone(), send.clone());
        Builder::new().stack_size(STACK).spawn(move || work(&description, broken, &stop, &send))
    };
    if worker.is_ok() {
        drop(send);
        found.extend(wait(&receive, patience, start(&sources)));
        stop.store(true, Ordering::Relaxed);
    } else {
        // Where there are no threads there is no hurrying either.
        work(&description, broken, &stop, &send);
        found.extend(receive.try_iter().flat_map(|(more, _)| more));
    }
    once_each(&mut found);
    (sources, found)
}

/// What the work reports, until it is done or takes too long.
fn wait(receive: &Receiver<Report>, patience: Duration, start: Span) -> Vec<Diagnostic> {
    let begun = Instant::now();
    let mut found = Vec::new();
    let mut stage = Stage::Building;
    while stage != Stage::Done {
        let left = patience.saturating_sub(begun.elapsed());
        match receive.recv_timeout(left) {
            Ok((more, next)) => {
                found.extend(more);
                stage = next;
            }
            Err(RecvTimeoutError::Timeout) => {
                found.push(cut_short(stage, start));
                return found;
            }
            Err(RecvTimeoutError::Disconnected) => {
                found.push(broken_off(stage, start));
                return found;
            }
        }
    }
    found
}

/// All that may take long, stage by stage.
fn work(description: &Description, broken: bool, stop: &AtomicBool, send: &Sender<Report>) {
    // Where nobody listens any more, there is nobody to tell.
    let tell = |found: Vec<Diagnostic>, next: Stage| send.send((found, next)).is_ok();
    let mut subject = Subject::new(description);
    let errors = subject.errors();
    if broken || is_broken(&errors) || subject.games.is_empty() {
        tell(errors, Stage::Done);
        return;
    }
    subject = subject.reached();
    let mut said = lint::run(&subject, Needs::Text, &[]);
    said.extend(subject.remarks());
    if !tell(said.clone(), Stage::Testing) {
        return;
    }
    let mut tested = Vec::new();
    for test in &description.tests {
        let proof = proof::run_one(description, test);
        tested.extend(proof.findings);
        if let Some(engine) = &proof.engine {
            subject.played.name_all(engine, proof.named);
        }
    }
    if !tell(tested, Stage::Playing) {
        return;
    }
    subject.play(&said, Effort::default(), stop);
    tell(lint::run(&subject, Needs::Play, &said), Stage::Done);
}

fn is_broken(found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.severity == Severity::Error)
}

/// The first line that says something.
fn start(sources: &Sources) -> Span {
    let text = sources.get(0).map_or("", |source| source.text.as_str());
    let begin = text.len() - text.trim_start().len();
    let line = text.get(begin..).and_then(|rest| rest.lines().next()).unwrap_or("");
    Span::new(0, begin, begin + line.trim_end().len())
}

fn cut_short(stage: Stage, start: Span) -> Diagnostic {
    let what = match stage {
        Stage::Building => "reading all its variations and options",
        Stage::Testing => "playing its tests",
        Stage::Playing | Stage::Done => "trying out games at random",
    };
    Diagnostic::warning(
        "check-cut-short",
        start,
        format!("{what} takes too long, and was given up"),
    )
    .found("not everything in this description was checked")
    .help("look for sowings that never end, and for choices among very many places")
}

fn broken_off(stage: Stage, start: Span) -> Diagnostic {
    let what = match stage {
        Stage::Building => "reading",
        Stage::Testing => "testing",
        Stage::Playing | Stage::Done => "playing",
    };
    Diagnostic::warning(
        "check-broken-off",
        start,
        format!("a fault in mnc itself: {what} this description broke off"),
    )
    .found("not everything in it was checked")
    .help("please report it with this description; what was found before is still right")
}

/// The same code at the same place is said once; several things can be noted there.
fn once_each(found: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    found.retain(|d| {
        let at = d.labels.first().map(|label| label.span);
        let note = (d.severity == Severity::Note).then(|| d.message.clone());
        seen.insert((d.code, at, note))
    });
    found.sort_by_key(|d| d.labels.first().map(|label| label.span));
}
