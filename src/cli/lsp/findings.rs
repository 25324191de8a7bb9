//! What has been found in a document: the results of three checks, the later ones from an earlier version until
//! they have been done again.
//!
//! After each change the text is read at once. What all settings and random games have shown before stays, moved
//! with the text, until these checks have run again; otherwise warnings would go and come with each key. What is
//! about changed text goes at once.

use super::checks::CheckReport;
use mnc::check::{CheckStage, Thoroughness};
use mnc::diagnostic::{Diagnostic, Severity};
use mnc::source::Sources;
use mnc::span::Span;
use std::ops::Range;

/// The findings of a document, by stage.
#[derive(Debug, Default)]
pub struct DocumentFindings {
    /// The texts that the last check has read.
    pub sources: Sources,
    reading: Vec<Diagnostic>,
    settings: Vec<Diagnostic>,
    playing: Vec<Diagnostic>,
    /// The version of which `reading` and `settings` are all that is found without random games.
    checked: Option<i32>,
}

impl DocumentFindings {
    /// Takes in what a check found.
    pub fn take(&mut self, report: CheckReport) {
        let of = |wanted: CheckStage| {
            let found = report.findings.iter().filter(|(stage, _)| *stage == wanted);
            found.map(|(_, finding)| finding.clone()).collect::<Vec<_>>()
        };
        self.reading = of(CheckStage::Reading);
        let thoroughness = report.task.thoroughness;
        if thoroughness != Thoroughness::Reading {
            self.checked = Some(report.task.version);
            let settings = of(CheckStage::Settings);
            // With errors, nothing else was looked for.
            if !has_errors(&self.reading) {
                self.settings = settings;
            }
        }
        match thoroughness {
            Thoroughness::Reading | Thoroughness::Text => {}
            Thoroughness::Usual | Thoroughness::Thorough => self.playing = of(CheckStage::Playing),
        }
        self.sources = report.sources;
    }

    /// Whether the text cannot be read, or makes no game.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.reading)
    }

    /// What is shown, in the order of the text: if no game can be made, the reasons for that and nothing else.
    pub fn shown(&self) -> Vec<&Diagnostic> {
        let mut shown: Vec<&Diagnostic> = self.reading.iter().collect();
        if !has_errors(&self.reading) {
            shown.extend(self.settings.iter().chain(&self.playing));
        }
        shown.sort_by_key(|finding| place(finding));
        shown
    }

    /// All that is found without random games, if that is known for a version.
    pub fn without_play(&self, version: i32) -> Option<Vec<Diagnostic>> {
        let known = self.checked == Some(version);
        let settings = self.settings.iter().filter(|_| !has_errors(&self.reading));
        known.then(|| self.reading.iter().chain(settings).cloned().collect())
    }

    /// Moves what was found with a change of the text. What is about the changed part is dropped.
    pub fn shift(&mut self, bytes: &Range<usize>, new: usize) {
        self.checked = None;
        for found in [&mut self.settings, &mut self.playing] {
            found.retain_mut(|finding| {
                // The fixes are those of the text before.
                finding.fixes.clear();
                finding.labels.iter_mut().all(|label| match moved(label.span, bytes, new) {
                    Some(span) => {
                        label.span = span;
                        true
                    }
                    None => false,
                })
            });
        }
    }
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|finding| finding.severity == Severity::Error)
}

fn place(finding: &Diagnostic) -> Option<Span> {
    finding.labels.first().map(|label| label.span)
}

/// Where a span is after a change; `None` if the change is in it.
fn moved(span: Span, bytes: &Range<usize>, new: usize) -> Option<Span> {
    let range = span.range();
    if span.file != 0 || range.end < bytes.start {
        return Some(span);
    }
    if range.start < bytes.end || range.start == bytes.start && bytes.is_empty() {
        return None;
    }
    let shift = |at: usize| at - bytes.end + bytes.start + new;
    Some(Span::new(span.file, shift(range.start), shift(range.end)))
}
