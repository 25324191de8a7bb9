//! Every fix that is offered for a text is applied, and the result is read again.

use mnc::check::{Thoroughness, check_in_stages};
use mnc::diagnostic::{Diagnostic, Edit, Fix, Severity, fix};
use mnc::library::Shipped;
use mnc::notation::fingerprint;
use mnc::resolve::{Setting, load};
use mnc::source::Sources;
use mnc::stop::StopFlag;
use std::collections::BTreeMap;
use std::ops::Range;

/// The fixes of some texts, counted, and what is wrong with them.
#[derive(Default, Debug)]
pub struct FixReport {
    /// Fixes that keep the meaning.
    pub safe: usize,
    /// Guesses.
    pub guesses: usize,
    /// One text for each fix that does not do what it promises.
    pub faults: String,
}

impl FixReport {
    /// Applies each fix of a text by itself. Its finding must be gone, and the new text must not be wrong in
    /// another way; errors elsewhere, which the finding hid, can appear. If the mistake of a safe fix is the only one, a game can be made of the result; if a game could
    /// be made before, it is the same. All safe fixes together bring no new error either, and after a few
    /// rounds none is left.
    pub fn add(&mut self, name: &str, text: &str) {
        let (sources, found) = analyse(name, text);
        for finding in &found {
            for fix in &finding.fixes {
                self.add_fix(name, &sources, &found, finding, fix);
            }
        }
        self.add_all_safe(name, text);
    }

    /// Applies one fix.
    pub fn add_fix(
        &mut self,
        name: &str,
        sources: &Sources,
        found: &[Diagnostic],
        finding: &Diagnostic,
        fix: &Fix,
    ) {
        *(if fix.is_safe() { &mut self.safe } else { &mut self.guesses }) += 1;
        let text = &sources.get(0).unwrap().text;
        let fixed = applied(sources, [fix]);
        if let Some(fault) = fault(name, text, found, finding, fix, &fixed) {
            self.faults += &format!("{name}: {}: {}: {fault}\n{fixed}\n", finding.code, fix.title);
        }
    }

    fn add_all_safe(&mut self, name: &str, text: &str) {
        let (mut sources, mut found) = analyse(name, text);
        for _ in 0..ROUNDS {
            let safe: Vec<&Fix> = found.iter().filter_map(safe_fix).collect();
            if safe.is_empty() {
                return;
            }
            let text = applied(&sources, safe);
            let (new_sources, left) = analyse(name, &text);
            if errors(&left) > errors(&found) {
                self.faults += &format!("{name}: all safe fixes together: more errors\n{text}\n");
            }
            (sources, found) = (new_sources, left);
        }
        self.faults += &format!("{name}: safe fixes are left after {ROUNDS} rounds\n");
    }
}

/// All that is found without random games.
pub fn analyse(name: &str, text: &str) -> (Sources, Vec<Diagnostic>) {
    let never = StopFlag::default();
    check_in_stages(name, text, &Shipped, Thoroughness::Text, &never, &mut |_, _, _| {})
}

/// A statement is corrected one mistake at a time.
const ROUNDS: usize = 6;

/// The preferred fix of a finding, if it is safe.
pub fn safe_fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.fixes.first().filter(|fix| fix.is_safe())
}

/// The first text, with these fixes.
pub fn applied<'f>(sources: &Sources, fixes: impl IntoIterator<Item = &'f Fix>) -> String {
    let changed = fix::apply(sources, fixes).remove(&0);
    changed.unwrap_or_else(|| sources.get(0).unwrap().text.clone())
}

/// Its edits in one line: the old and the new text of each.
pub fn edits(sources: &Sources, fix: &Fix) -> String {
    let edit = |edit: &Edit| format!("{:?} -> {:?}", sources.slice(edit.span), edit.replacement);
    fix.edits.iter().map(edit).collect::<Vec<_>>().join("; ")
}

/// The number of errors.
pub fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|d| d.severity == Severity::Error).count()
}

/// How often each thing is found; where it is may change.
fn counts<'f>(
    found: impl IntoIterator<Item = &'f Diagnostic>,
) -> BTreeMap<(&'static str, &'f str), usize> {
    let mut counts = BTreeMap::new();
    for finding in found {
        *counts.entry((finding.code, finding.message.as_str())).or_default() += 1;
    }
    counts
}

/// Where the new texts are in the fixed text.
fn new_texts(fix: &Fix) -> Vec<Range<usize>> {
    let mut edits: Vec<&Edit> = fix.edits.iter().filter(|edit| edit.span.file == 0).collect();
    edits.sort();
    let (mut added, mut removed) = (0, 0);
    let place = |edit: &Edit| {
        let start = edit.span.start as usize + added - removed;
        added += edit.replacement.len();
        removed += edit.span.range().len();
        start..start + edit.replacement.len()
    };
    edits.into_iter().map(place).collect()
}

fn fault(
    name: &str,
    text: &str,
    found: &[Diagnostic],
    finding: &Diagnostic,
    fix: &Fix,
    fixed: &str,
) -> Option<String> {
    if fixed == text {
        return Some("changes nothing".into());
    }
    let (_, left) = analyse(name, fixed);
    let key = (finding.code, finding.message.as_str());
    let before = counts(found);
    if counts(&left).get(&key) >= before.get(&key) {
        return Some("the finding is still there".into());
    }
    let wrong = |d: &&Diagnostic| d.severity == Severity::Error;
    let allowed = if fix.is_safe() { 0 } else { errors(found) };
    if errors(found) <= 1 && errors(&left) > allowed {
        return Some("it was the only mistake, but there is no game".into());
    }
    let written = new_texts(fix);
    let touched = left.iter().filter(wrong).find(|d| {
        let known = before.contains_key(&(d.code, d.message.as_str()));
        let at = d.labels[0].span.range();
        !known && written.iter().any(|new| new.start < at.end && at.start < new.end)
    });
    if let Some(new) = touched {
        return Some(format!("a new error {}: {}", new.code, new.message));
    }
    let game = |text: &str| {
        let (model, found) = load(name, text, &Shipped).0.build(&Setting::default());
        model.filter(|_| errors(&found) == 0).map(|model| fingerprint(&model))
    };
    let kept = errors(found) > 0 || !fix.is_safe() || game(text) == game(fixed);
    (!kept).then(|| "another game".into())
}
