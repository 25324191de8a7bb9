//! Checks one description, in one call.
//!
//! A check goes through [stages](CheckStage): the description is read; all its games are built, the
//! lints run on them, and its tests are played; then random games are played. A front end gets the
//! findings of each stage as soon as they are known, and can stop the rest. Errors come first: if a
//! description makes no game, nothing else is reported.
//!
//! Descriptions may come from untrusted sources, and one can be written that would keep the engine
//! busy for hours. So the [work](crate::engine::work_done) of each stage is limited. Work is
//! counted, not timed: the same text gives the same findings on every machine.

mod allow;

pub use allow::SuppressedFinding;

use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::WorkAllowance;
use crate::game_tests::TestRunner;
use crate::lint::{self, Effort, LintInput, LintSubject};
use crate::order::SmallSort;
use crate::resolve::{Description, GameLoader, Setting, load};
use crate::source::Sources;
use crate::span::Span;
use crate::stop::StopFlag;
use allow::AllowComments;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

/// Stack size of the thread, for deep recursion.
const STACK: usize = 64 << 20;

/// Limit on the work of all tests of a description.
const MAX_TEST_WORK: u64 = 1_000_000_000;

/// A stage of a check. Later ones take longer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckStage {
    /// Parses the text, and builds the game without variations and options.
    Reading,
    /// Builds every game, runs the lints on it, plays the description's tests.
    Settings,
    /// Plays random games.
    Playing,
}

/// How thorough a check is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Thoroughness {
    /// Reads the text and builds one game: fast enough for every key that is typed.
    Reading,
    /// Plays only the tests: fast enough while an author types.
    Text,
    /// About three seconds at most; most descriptions take a tenth of a second.
    #[default]
    Usual,
    /// Ten times as many random games, and more work.
    Thorough,
}

/// The findings of a stage.
type StageReport = (CheckStage, Vec<Diagnostic>);

/// Checks the description `text`, called `name` in messages. Returns all findings, in text order.
/// Games that it is like are looked up in the library.
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

/// The same, stage by stage: `each` gets the new findings of a stage, even if there are none.
/// Setting `stop` ends the check early; it is read between stages, between tests, and between the
/// choices of random games.
pub fn check_in_stages(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
    thoroughness: Thoroughness,
    stop: &StopFlag,
    each: &mut dyn FnMut(CheckStage, &Sources, &[Diagnostic]),
) -> (Sources, Vec<Diagnostic>) {
    let checked = check_with_suppressed(name, text, library, thoroughness, stop, each);
    (checked.sources, checked.findings)
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct CheckResult {
    /// The texts: the description is the first one.
    pub sources: Sources,
    /// The findings in text order.
    pub findings: Vec<Diagnostic>,
    /// Those that comments in the description suppress, in text order.
    pub suppressed: Vec<SuppressedFinding>,
}

/// The same, with the findings that comments (`# allow CODE: reason`) suppress.
pub fn check_with_suppressed(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
    thoroughness: Thoroughness,
    stop: &StopFlag,
    each: &mut dyn FnMut(CheckStage, &Sources, &[Diagnostic]),
) -> CheckResult {
    run_stages(name, text, library, thoroughness, Some(play), stop, each)
}

/// The same without random games: [`Thoroughness::Text`], or [`Thoroughness::Reading`] if `reading` is set. A program
/// that calls nothing else here is linked without what plays them.
pub fn check_text(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
    reading: bool,
    stop: &StopFlag,
) -> CheckResult {
    let thoroughness = if reading { Thoroughness::Reading } else { Thoroughness::Text };
    run_stages(name, text, library, thoroughness, None, stop, &mut |_, _, _| {})
}

fn play(subject: &mut LintSubject<'_>, lints: &[Diagnostic], effort: Effort, stop: &StopFlag) {
    subject.play(lints, effort, stop);
}

/// Plays random games of a subject, which lints of an earlier stage have reported on.
type PlayStage = fn(&mut LintSubject<'_>, &[Diagnostic], Effort, &StopFlag);

fn run_stages(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
    thoroughness: Thoroughness,
    play: Option<PlayStage>,
    stop: &StopFlag,
    each: &mut dyn FnMut(CheckStage, &Sources, &[Diagnostic]),
) -> CheckResult {
    let (description, found) = load(name, text, library);
    let sources = description.sources.clone();
    let start = start(&sources);
    let mut allows = AllowComments::of(sources.get(0).map_or("", |source| source.text.as_str()));
    let mut all = UniqueFindings::default();
    let mut suppressed = Vec::new();
    // The last stage, and whether it is known that there are errors.
    let mut done = None;
    let mut broken = false;
    let mut take = |stage, found| {
        let (mut found, hidden) = allows.filter(found);
        suppressed.extend(hidden);
        found.extend(allows.take_wrong());
        let fresh = all.add(found);
        broken |= fresh.iter().any(is_error);
        done = Some(stage);
        each(stage, &sources, &fresh);
    };
    let (send, receive) = channel();
    let stop = stop.clone();
    let work = CheckRun {
        description: Arc::new(description),
        loading: found,
        thoroughness,
        play,
        stop: stop.clone(),
        send,
    };
    let here = work.clone();
    let mut complete = true;
    match Builder::new().stack_size(STACK).spawn(move || work.run()) {
        Ok(worker) => {
            drop(here);
            let mut stage = CheckStage::Reading;
            for (done, found) in &receive {
                take(done, found);
                stage = done;
            }
            if worker.join().is_err() {
                complete = false;
                take(stage, vec![broken_off(stage, start)]);
            }
        }
        // Without threads, everything is reported at the end.
        Err(_) => {
            here.run();
            drop(here);
            receive.iter().for_each(|(stage, found)| take(stage, found));
        }
    }
    if complete
        && !broken
        && !stop.is_set()
        && let Some(stage) = done
    {
        let judged = |code: &str| match stage {
            CheckStage::Reading => false,
            CheckStage::Settings => !lint::needs_play(code),
            CheckStage::Playing => true,
        };
        let fresh = all.add(allows.unused(judged));
        if !fresh.is_empty() {
            each(stage, &sources, &fresh);
        }
    }
    suppressed.small_sort_by_key(|one| place(&one.finding));
    CheckResult { sources: sources.clone(), findings: all.sorted(), suppressed }
}

/// The inputs of a check's stages, and where the findings go.
#[derive(Clone)]
struct CheckRun {
    description: Arc<Description>,
    /// The findings of loading.
    loading: Vec<Diagnostic>,
    thoroughness: Thoroughness,
    /// `None`: the check ends before random games.
    play: Option<PlayStage>,
    stop: StopFlag,
    send: Sender<StageReport>,
}

impl CheckRun {
    /// Runs the stages.
    fn run(&self) {
        let mut found = self.loading.clone();
        let errors = self.description.build(&Setting::default()).1;
        found.extend(errors.into_iter().filter(is_error));
        let broken = found.iter().any(is_error);
        if !self.report(CheckStage::Reading, found) || self.thoroughness == Thoroughness::Reading {
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
            Thoroughness::Reading | Thoroughness::Text | Thoroughness::Usual => Effort::default(),
            Thoroughness::Thorough => Effort::thorough(),
        };
        let Some(play) = self.play else { return };
        play(&mut subject, &lints, effort, &self.stop);
        self.report(CheckStage::Playing, lint::run(&subject, LintInput::Play, &lints));
    }

    /// Plays the description's tests.
    fn tests(&self, subject: &mut LintSubject<'_>) -> Vec<Diagnostic> {
        let most = match self.thoroughness {
            Thoroughness::Reading | Thoroughness::Text | Thoroughness::Usual => MAX_TEST_WORK,
            Thoroughness::Thorough => 20 * MAX_TEST_WORK,
        };
        let allowance = WorkAllowance::of(most);
        let mut found = Vec::new();
        let mut runner = TestRunner::new(&self.description);
        for test in &self.description.tests {
            if allowance.is_spent() {
                found.push(cut_short(test.span));
                break;
            }
            if self.stop.is_set() {
                break;
            }
            let proof = runner.run(test);
            found.extend(proof.findings);
            if let Some(engine) = &proof.engine {
                subject.played.name_all(engine, proof.clauses);
            }
        }
        found
    }

    /// Sends the findings of a stage; returns whether the check goes on.
    fn report(&self, stage: CheckStage, found: Vec<Diagnostic>) -> bool {
        self.send.send((stage, found)).is_ok() && !self.stop.is_set()
    }
}

/// Unique findings: one for each code and span; several notes may share a span.
#[derive(Default)]
struct UniqueFindings {
    known: BTreeSet<(&'static str, Option<Span>, Option<String>)>,
    all: Vec<Diagnostic>,
}

impl UniqueFindings {
    /// Adds findings, and returns the new ones.
    fn add(&mut self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let is_new = |d: &Diagnostic| {
            let note = (d.severity == Severity::Note).then(|| d.message.clone());
            self.known.insert((d.code, place(d), note))
        };
        let fresh: Vec<Diagnostic> = found.into_iter().filter(is_new).collect();
        self.all.extend(fresh.iter().cloned());
        fresh
    }

    /// All findings, in text order.
    fn sorted(mut self) -> Vec<Diagnostic> {
        self.all.small_sort_by_key(place);
        self.all
    }
}

fn place(found: &Diagnostic) -> Option<Span> {
    found.labels.first().map(|label| label.span)
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error
}

/// The span of the first line that is not blank.
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
