//! Everything that can be reported about one description, in one call.
//!
//! A check goes through [stages](CheckStage): the description is read; every game that can be made of it
//! is made, its text is looked through by the lints and its tests are played; then games are played
//! at random. A front end gets what each stage found as soon as it is known, and can stop the rest.
//! Mistakes come first: of a description of which no game can be made, nothing else is reported.
//!
//! Descriptions come from anywhere, and one can be written that would keep the engine busy for hours.
//! So the [work](crate::engine::work_done) of each stage is bounded. Work is counted, not timed: the
//! same text gives the same findings on every machine, however busy it is.

use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::work_done;
use crate::game_tests;
use crate::lint::{self, Effort, LintInput, LintSubject};
use crate::resolve::{Description, GameLoader, Setting, load};
use crate::source::Sources;
use crate::span::Span;
use crate::stop::StopFlag;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// Room for deep calls.
const STACK: usize = 64 << 20;

/// The tests of a description may take so much work together.
const MAX_TEST_WORK: u64 = 1_000_000_000;

/// A part of a check. Later ones take longer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckStage {
    /// The text is read, and the game without variations and options is made.
    Reading,
    /// Every game is made, its text is looked through, the description's tests are played.
    Settings,
    /// Games are played at random.
    Playing,
}

/// How much is tried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Thoroughness {
    /// Nothing is played but the tests: quick enough while somebody types.
    Text,
    /// At most three seconds or so; most descriptions take a tenth of one.
    #[default]
    Usual,
    /// Ten times as many random games, and as much work.
    Thorough,
}

/// What a stage found.
type StageReport = (CheckStage, Vec<Diagnostic>);

/// Reads the description `text`, called `name` in messages, and reports everything that is found,
/// in the order of the text. Games that it is like are looked for in the library.
pub fn analyse(name: &str, text: &str, library: &dyn GameLoader) -> (Sources, Vec<Diagnostic>) {
    check_in_stages(
        name,
        text,
        library,
        Thoroughness::default(),
        &StopFlag::default(),
        &mut |_, _, _| {},
    )
}

/// The same, stage by stage: `each` gets what a stage has found beyond the stages before it, also if
/// that is nothing. Setting `stop` ends the check early; it is looked at between stages, between
/// tests and between the choices of random games.
pub fn check_in_stages(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
    thoroughness: Thoroughness,
    stop: &StopFlag,
    each: &mut dyn FnMut(CheckStage, &Sources, &[Diagnostic]),
) -> (Sources, Vec<Diagnostic>) {
    let (description, found) = load(name, text, library);
    let sources = description.sources.clone();
    let start = start(&sources);
    let mut all = UniqueFindings::default();
    let mut take = |stage, found| {
        let fresh = all.add(found);
        each(stage, &sources, &fresh);
    };
    let (send, receive) = channel();
    let work =
        CheckRun { description: Arc::new(description), thoroughness, stop: stop.clone(), send };
    let here = work.clone();
    match Builder::new().stack_size(STACK).spawn(move || work.run(found)) {
        Ok(worker) => {
            drop(here);
            let mut stage = CheckStage::Reading;
            for (done, found) in &receive {
                take(done, found);
                stage = done;
            }
            if worker.join().is_err() {
                take(stage, vec![broken_off(stage, start)]);
            }
        }
        // Where there are no threads, nothing is reported before all is done.
        Err(_) => {
            let (_, found) = load(name, text, library);
            here.run(found);
            drop(here);
            receive.iter().for_each(|(stage, found)| take(stage, found));
        }
    }
    (sources.clone(), all.sorted())
}

/// What the stages of a check are about.
#[derive(Clone)]
struct CheckRun {
    description: Arc<Description>,
    thoroughness: Thoroughness,
    stop: StopFlag,
    send: Sender<StageReport>,
}

impl CheckRun {
    /// Runs the stages; `found` by loading.
    fn run(&self, mut found: Vec<Diagnostic>) {
        let errors = self.description.build(&Setting::default()).1;
        found.extend(errors.into_iter().filter(is_error));
        let broken = found.iter().any(is_error);
        if !self.report(CheckStage::Reading, found) {
            return;
        }
        let mut subject = LintSubject::new(&self.description);
        let errors = subject.errors();
        if broken || !errors.is_empty() || subject.games.is_empty() {
            self.report(CheckStage::Settings, errors);
            return;
        }
        subject = subject.reached();
        let lints = lint::run(&subject, LintInput::Text, &[]);
        let mut found = lints.clone();
        found.extend(subject.remarks());
        found.extend(self.tests(&mut subject));
        if !self.report(CheckStage::Settings, found) || self.thoroughness == Thoroughness::Text {
            return;
        }
        let effort = match self.thoroughness {
            Thoroughness::Text | Thoroughness::Usual => Effort::default(),
            Thoroughness::Thorough => Effort::thorough(),
        };
        subject.play(&lints, effort, &self.stop);
        self.report(CheckStage::Playing, lint::run(&subject, LintInput::Play, &lints));
    }

    /// Plays the description's tests.
    fn tests(&self, subject: &mut LintSubject<'_>) -> Vec<Diagnostic> {
        let most = match self.thoroughness {
            Thoroughness::Text | Thoroughness::Usual => MAX_TEST_WORK,
            Thoroughness::Thorough => 20 * MAX_TEST_WORK,
        };
        let until = work_done().saturating_add(most);
        let mut found = Vec::new();
        for test in &self.description.tests {
            if work_done() > until {
                found.push(cut_short(test.span));
                break;
            }
            if self.stop.is_set() {
                break;
            }
            let proof = game_tests::run_one(&self.description, test);
            found.extend(proof.findings);
            if let Some(engine) = &proof.engine {
                subject.played.name_all(engine, proof.clauses);
            }
        }
        found
    }

    /// Whether the check goes on.
    fn report(&self, stage: CheckStage, found: Vec<Diagnostic>) -> bool {
        self.send.send((stage, found)).is_ok() && !self.stop.is_set()
    }
}

/// Findings, each once: the same code at the same place; several notes can be there.
#[derive(Default)]
struct UniqueFindings {
    known: BTreeSet<(&'static str, Option<Span>, Option<String>)>,
    all: Vec<Diagnostic>,
}

impl UniqueFindings {
    /// Adds those that are new, and returns them.
    fn add(&mut self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let is_new = |d: &Diagnostic| {
            let note = (d.severity == Severity::Note).then(|| d.message.clone());
            self.known.insert((d.code, place(d), note))
        };
        let fresh: Vec<Diagnostic> = found.into_iter().filter(is_new).collect();
        self.all.extend(fresh.iter().cloned());
        fresh
    }

    /// All of them, in the order of the text.
    fn sorted(mut self) -> Vec<Diagnostic> {
        self.all.sort_by_key(place);
        self.all
    }
}

fn place(found: &Diagnostic) -> Option<Span> {
    found.labels.first().map(|label| label.span)
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error
}

/// The first line that is not blank.
fn start(sources: &Sources) -> Span {
    let text = sources.get(0).map_or("", |source| source.text.as_str());
    let begin = text.len() - text.trim_start().len();
    let line = text.get(begin..).and_then(|rest| rest.lines().next()).unwrap_or("");
    Span::new(0, begin, begin + line.trim_end().len())
}

fn cut_short(first: Span) -> Diagnostic {
    Diagnostic::warning(
        "check-cut-short",
        first,
        "this test and those after it were not played: the tests before took too much work",
    )
    .found("not everything in this description was checked")
    .help("run `mnc check --thorough`, or make the tests shorter")
}

fn broken_off(stage: CheckStage, start: Span) -> Diagnostic {
    let what = match stage {
        CheckStage::Reading => "building its games",
        CheckStage::Settings => "playing",
        CheckStage::Playing => "checking",
    };
    Diagnostic::warning(
        "check-broken-off",
        start,
        format!("a fault in mnc itself: {what} stopped early"),
    )
    .found("not everything in this description was checked")
    .help("please report it with this description; what was found before is still right")
}
