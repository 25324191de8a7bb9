//! Checks that run while the editor goes on: of all settings, and of random games. Each has its own thread, so that
//! a long one does not delay a short one.

use super::base_games::BaseGames;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::RequestId;
use mnc::check::{CheckStage, Thoroughness, check_with_suppressed};
use mnc::diagnostic::Diagnostic;
use mnc::language_service::{EditedText, TestRunResult, run_test};
use mnc::source::Sources;
use mnc::stop::StopFlag;
use std::sync::Arc;
use std::thread::Builder;

/// A text to be checked.
#[derive(Clone, Debug)]
pub struct CheckTask {
    /// The address of the document.
    pub uri: String,
    /// Its version.
    pub version: i32,
    /// Its name in messages.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// The games that it can be like.
    pub bases: Arc<BaseGames>,
    /// How far to check.
    pub thoroughness: Thoroughness,
    /// Ends the check early.
    pub stop: StopFlag,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckReport {
    /// What was checked.
    pub task: CheckTask,
    /// The texts.
    pub sources: Sources,
    /// What each stage found.
    pub findings: Vec<(CheckStage, Diagnostic)>,
}

/// A test to be played.
#[derive(Debug)]
pub struct TestTask {
    /// The request that asked for it.
    pub id: RequestId,
    /// The text.
    pub check: CheckTask,
    /// The name of the test.
    pub test: String,
}

/// Work for a thread.
#[derive(Debug)]
pub enum BackgroundTask {
    /// Check a text.
    Check(CheckTask),
    /// Play a test.
    Test(TestTask),
}

/// What a thread has done.
#[derive(Debug)]
pub enum BackgroundResult {
    /// A check that was not stopped.
    Checked(CheckReport),
    /// A test was played; `None` if there is no such test.
    Tested(RequestId, Option<TestRunResult>),
}

/// The threads for checks and tests.
#[derive(Debug)]
pub struct CheckThreads {
    settings: Sender<BackgroundTask>,
    playing: Sender<BackgroundTask>,
    /// What they have done.
    pub results: Receiver<BackgroundResult>,
    done: Sender<BackgroundResult>,
}

impl CheckThreads {
    /// Starts the threads. They end with this value.
    pub fn start() -> CheckThreads {
        let (done, results) = unbounded();
        CheckThreads { settings: worker(&done), playing: worker(&done), results, done }
    }

    /// Starts a task. Without threads, it is done here.
    pub fn start_task(&self, task: BackgroundTask) {
        let thread = match &task {
            BackgroundTask::Check(task) if task.thoroughness == Thoroughness::Text => {
                &self.settings
            }
            BackgroundTask::Check(_) | BackgroundTask::Test(_) => &self.playing,
        };
        if let Err(refused) = thread.send(task)
            && let Some(result) = work(refused.into_inner())
        {
            let _ = self.done.send(result);
        }
    }
}

/// A thread that does tasks in order.
fn worker(done: &Sender<BackgroundResult>) -> Sender<BackgroundTask> {
    let (send, tasks) = unbounded();
    let done = done.clone();
    // If no thread can be had, the receiver is dropped, and sending fails.
    let _ = Builder::new().stack_size(super::STACK).spawn(move || {
        for task in tasks {
            if let Some(result) = work(task)
                && done.send(result).is_err()
            {
                return;
            }
        }
    });
    send
}

fn work(task: BackgroundTask) -> Option<BackgroundResult> {
    match task {
        BackgroundTask::Check(task) => {
            let stop = task.stop.clone();
            let report = (!stop.is_set()).then(|| check(task))?;
            (!stop.is_set()).then_some(BackgroundResult::Checked(report))
        }
        BackgroundTask::Test(task) => {
            let CheckTask { name, text, bases, .. } = &task.check;
            let document = EditedText { name, text, library: bases.as_ref() };
            Some(BackgroundResult::Tested(task.id, run_test(document, &task.test)))
        }
    }
}

/// Checks a text here.
pub fn check(task: CheckTask) -> CheckReport {
    let mut findings = Vec::new();
    let CheckTask { name, text, bases, thoroughness, stop, .. } = &task;
    let mut each = |stage: CheckStage, _: &Sources, found: &[Diagnostic]| {
        findings.extend(found.iter().map(|finding| (stage, finding.clone())));
    };
    let checked = check_with_suppressed(name, text, bases.as_ref(), *thoroughness, stop, &mut each);
    CheckReport { task, sources: checked.sources, findings }
}
