//! Fixes that prove themselves: a fix is applied only if its finding is then gone, and nothing new is found. If there
//! were errors before, this is about the new text only: errors elsewhere may have been hidden. But a guess after which
//! a test of the description fails is not applied.
//!
//! [`Fixer::fix_all`] corrects a text as far as that is possible. [`Fixer::proves`] is for editors: whether a fix
//! can be offered.

use crate::check::check_text;
use crate::diagnostic::fix::{apply, fits_together};
use crate::diagnostic::{Applicability, Diagnostic, Edit, Fix, Severity, catalogue};
use crate::game_tests;
use crate::lint;
use crate::notation::fingerprint;
use crate::order::SmallSort;
use crate::resolve::{GameLoader, load};
use crate::source::Sources;
use crate::stop::StopFlag;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// How many times a text is corrected and read again.
const MAX_ROUNDS: usize = 50;
/// How many times a text is checked to see whether fixes prove themselves.
const MAX_PROOFS: usize = 500;

/// Applies fixes to a description.
pub struct Fixer<'f> {
    /// Its name in messages.
    pub name: &'f str,
    /// Where the games are that it is like.
    pub library: &'f dyn GameLoader,
    /// Ends the work early.
    pub stop: &'f StopFlag,
}

/// A corrected text.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// The findings that are gone because their fixes were applied, in that order.
    pub fixed: Vec<Diagnostic>,
}

/// A check: the texts and all findings.
#[derive(Clone, Debug)]
struct CheckedText {
    sources: Sources,
    findings: Vec<Diagnostic>,
}

/// What identifies a finding, wherever it is: its code and its message.
type FindingKey<'d> = (&'static str, &'d str);

/// A fix of a finding.
type Candidate<'d> = (&'d Diagnostic, &'d Fix);

impl Fixer<'_> {
    /// Applies the preferred fix of each finding, if it is at least as certain as `least` and proves itself. That is
    /// repeated until there is none, because a mistake can hide another one. If fixes overlap, the first one is
    /// applied. Guesses that delete lines are applied one at a time, after all others.
    pub fn fix_all(&self, text: &str, least: Applicability) -> Fixed {
        let mut now = self.check(text);
        let mut fixed = Vec::new();
        let mut rejected: BTreeSet<String> = BTreeSet::new();
        let mut proofs_left = MAX_PROOFS;
        // How many were fixed when fixes that did not prove themselves were last tried again.
        let mut tried_again = 0;
        for _ in 0..MAX_ROUNDS {
            let candidates = candidates(&now, least, &rejected);
            if self.stop.is_set() {
                break;
            }
            if candidates.is_empty() {
                // What was fixed since may be what they lacked.
                if rejected.is_empty() || fixed.len() == tried_again {
                    break;
                }
                (rejected, tried_again) = (BTreeSet::new(), fixed.len());
                continue;
            }
            let applied = self.most_that_prove(&now, &candidates, &mut rejected, &mut proofs_left);
            let Some((text, findings)) = applied else { continue };
            fixed.extend(findings);
            now = self.check(&text);
        }
        let text = now.sources.get(0).map_or(String::new(), |source| source.text.clone());
        Fixed { text, fixed }
    }

    /// The text after a fix of a finding, if it proves itself: the finding is gone, and nothing is found that was not
    /// found before. `sources` and `findings` are all that a check returned; those of random games have no fixes.
    pub fn proves(
        &self,
        sources: &Sources,
        findings: &[Diagnostic],
        finding: &Diagnostic,
        fix: &Fix,
    ) -> Option<String> {
        let before = CheckedText { sources: sources.clone(), findings: findings.to_vec() };
        self.prove(&before, &[(finding, fix)])
    }

    /// The new text of as many candidates as prove themselves, and their findings; `None` if none does. Those that do
    /// not are added to `rejected`.
    fn most_that_prove(
        &self,
        before: &CheckedText,
        candidates: &[Candidate<'_>],
        rejected: &mut BTreeSet<String>,
        proofs_left: &mut usize,
    ) -> Option<(String, Vec<Diagnostic>)> {
        let mut prove = |some: &[Candidate<'_>]| {
            *proofs_left = proofs_left.checked_sub(1)?;
            let text = self.prove(before, some)?;
            Some((text, some.iter().map(|(finding, _)| (*finding).clone()).collect()))
        };
        let together = first_that_fit(&before.sources, candidates);
        if together.len() > 1
            && let Some(applied) = prove(&together)
        {
            return Some(applied);
        }
        let mut good = Vec::new();
        let mut first = None;
        for candidate in together {
            match prove(&[candidate]) {
                Some(applied) => {
                    good.push(candidate);
                    first = first.or(Some(applied));
                }
                None => {
                    rejected.insert(identity(&before.sources, candidate));
                }
            }
        }
        if good.len() > 1
            && let Some(applied) = prove(&good)
        {
            return Some(applied);
        }
        first
    }

    /// The text after these fixes, if they prove themselves.
    fn prove(&self, before: &CheckedText, some: &[Candidate<'_>]) -> Option<String> {
        let old = &before.sources.get(0)?.text;
        let mut new = apply(&before.sources, some.iter().map(|(_, fix)| *fix));
        let text = new.remove(&0).filter(|text| new.is_empty() && text != old)?;
        // These would not be found again.
        if some.iter().any(|(finding, _)| lint::needs_play(finding.code)) {
            return None;
        }
        let after = self.check(&text);
        let (old_counts, new_counts) = (counts(&before.findings), counts(&after.findings));
        let mut gone: BTreeMap<FindingKey<'_>, usize> = BTreeMap::new();
        some.iter().for_each(|(finding, _)| *gone.entry(key(finding)).or_default() += 1);
        let left = |key: &FindingKey<'_>| new_counts.get(key).copied().unwrap_or_default();
        let all_gone = gone.iter().all(|(key, many)| {
            left(key) + many <= old_counts.get(key).copied().unwrap_or_default()
        });
        let edits = EditedPlaces::of(some.iter().flat_map(|(_, fix)| &fix.edits));
        let moved = before.findings.iter().map(|d| (d.code, edits.moved(first_byte(d))));
        let moved = crate::order::set(moved);
        let is_new = |finding: &&Diagnostic| {
            let known = old_counts.get(&key(finding)).copied().unwrap_or_default();
            left(&key(finding)) > known && !moved.contains(&(finding.code, first_byte(finding)))
        };
        let counts = |d: &&Diagnostic| d.severity > Severity::Note && !catalogue::is_style(d.code);
        let news: Vec<&Diagnostic> = after.findings.iter().filter(counts).filter(is_new).collect();
        let rules = |text: &str| rules_of_games(self.name, text, self.library);
        let safe = some.iter().all(|(_, fix)| fix.is_safe());
        let errors_before = before.findings.iter().filter(|d| is_error(d)).count();
        let good = match errors_before {
            0 => news.is_empty() && (!safe || rules(old) == rules(&text)),
            // While there are errors, most other things are not looked for. So errors elsewhere and warnings can
            // appear now, which were hidden.
            many => {
                let left = after.findings.iter().filter(|d| is_error(d) && !is_absence(d)).count();
                let wrong = |d: &&Diagnostic| {
                    is_error(d) && edits.touch(d) || !safe && game_tests::is_failure(d.code)
                };
                let expected = if safe { 0 } else { 1 };
                (many > 1 || left <= expected) && !news.iter().any(wrong)
            }
        };
        (all_gone && good).then_some(text)
    }

    /// All that is found without random games.
    fn check(&self, text: &str) -> CheckedText {
        let checked = check_text(self.name, text, self.library, false, self.stop);
        CheckedText { sources: checked.sources, findings: checked.findings }
    }
}

/// Whether a finding is about something that is not there: no fix of another finding causes it.
fn is_absence(finding: &Diagnostic) -> bool {
    ["missing-section", "no-way"].contains(&finding.code)
}

/// The rules of each game that a text makes, as fingerprints, in the order of its settings.
pub(crate) fn rules_of_games(
    name: &str,
    text: &str,
    library: &dyn GameLoader,
) -> Vec<Option<String>> {
    let (description, _) = load(name, text, library);
    let rules = |setting| description.build(setting).0.map(|model| fingerprint(&model));
    description.settings().iter().map(rules).collect()
}

/// Where the new texts of some edits are.
struct EditedPlaces {
    /// For each edit in order: the old range, and the new one.
    ranges: Vec<(Range<usize>, Range<usize>)>,
}

impl EditedPlaces {
    fn of<'e>(edits: impl Iterator<Item = &'e Edit>) -> EditedPlaces {
        let mut edits: Vec<&Edit> = edits.collect();
        edits.small_sort();
        let (mut added, mut removed) = (0, 0);
        let ranges = edits.into_iter().map(|edit| {
            let old = edit.span.range();
            let start = old.start + added - removed;
            added += edit.replacement.len();
            removed += old.len();
            (old, start..start + edit.replacement.len())
        });
        EditedPlaces { ranges: ranges.collect() }
    }

    /// Where a place of the old text is in the new one.
    fn moved(&self, at: usize) -> usize {
        match self.ranges.iter().rfind(|(old, _)| old.start <= at) {
            Some((old, new)) if at < old.end => new.start,
            Some((old, new)) => at - old.end + new.end,
            None => at,
        }
    }

    /// Whether a finding of the new text is about a new text.
    fn touch(&self, finding: &Diagnostic) -> bool {
        let at = finding.labels.first().map(|label| label.span.range()).unwrap_or_default();
        self.ranges.iter().any(|(_, new)| new.start < at.end && at.start < new.end)
    }
}

fn first_byte(finding: &Diagnostic) -> usize {
    finding.labels.first().map_or(0, |label| label.span.start as usize)
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

fn key(finding: &Diagnostic) -> FindingKey<'_> {
    (finding.code, finding.message.as_str())
}

/// How often each thing is found; where it is may change.
fn counts(found: &[Diagnostic]) -> BTreeMap<FindingKey<'_>, usize> {
    let mut counts = BTreeMap::new();
    for finding in found {
        *counts.entry(key(finding)).or_default() += 1;
    }
    counts
}

/// The preferred fixes that are certain enough and have not been rejected, as far as they may be applied together.
fn candidates<'d>(
    checked: &'d CheckedText,
    least: Applicability,
    rejected: &BTreeSet<String>,
) -> Vec<Candidate<'d>> {
    let preferred = |finding: &'d Diagnostic| {
        let fix = finding.fixes.first()?;
        let certain = fix.is_safe() || least == Applicability::Unsafe;
        let candidate = (finding, fix);
        (certain && !rejected.contains(&identity(&checked.sources, candidate))).then_some(candidate)
    };
    let all = checked.findings.iter().filter_map(preferred);
    // Another fix may remove the reason to delete a line, so its finding is made anew after each of them.
    let (deletions, others): (Vec<_>, Vec<_>) =
        all.partition(|(_, fix)| deletes_lines(&checked.sources, fix));
    if others.is_empty() { deletions.into_iter().take(1).collect() } else { others }
}

/// Whether a fix is a guess that deletes whole lines, and writes nothing instead.
fn deletes_lines(sources: &Sources, fix: &Fix) -> bool {
    let mut edits = fix.edits.iter();
    !fix.is_safe()
        && edits.all(|e| e.replacement.is_empty() && sources.slice(e.span).contains('\n'))
}

/// The candidates in order, without those that overlap an earlier one.
fn first_that_fit<'d>(sources: &Sources, candidates: &[Candidate<'d>]) -> Vec<Candidate<'d>> {
    let fixes: Vec<&Fix> = candidates.iter().map(|(_, fix)| *fix).collect();
    let fit = fits_together(sources, &fixes);
    candidates.iter().zip(fit).filter(|(_, fits)| *fits).map(|(candidate, _)| *candidate).collect()
}

/// A text that a fix is recognised by in a later round: its finding, its title, and the line that it is about.
fn identity(sources: &Sources, (finding, fix): Candidate<'_>) -> String {
    let at = finding.labels.first().map(|label| label.span).unwrap_or_default();
    let text = sources.get(at.file).map_or("", |source| source.text.as_str());
    let start = text.get(..at.start as usize).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    format!("{}\n{}\n{}\n{line}", finding.code, finding.message, fix.title)
}
