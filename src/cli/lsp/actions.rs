//! Changes of a text: formatting and fixes.

use super::checks;
use super::convert::{self, ClientSetup, FIX_ALL};
use super::documents::OpenDocument;
use mnc::check::Thoroughness;
use mnc::diagnostic::{Applicability, Diagnostic, Edit, fix};
use mnc::fixes::Fixer;
use mnc::format;
use mnc::span::Span;
use serde_json::Value;
use similar::{DiffOp, TextDiff};

/// The edits that put a text into the canonical layout; only those of lines in a range, if there is one.
///
/// # Errors
/// A fault of mnc, for people.
pub fn format(document: &OpenDocument, range: Option<Span>) -> Result<Vec<Edit>, String> {
    let fault = |fault: format::FormatFault| {
        format!("the text was not formatted: {fault}; please report this with the description")
    };
    let new = format::format(&document.text).map_err(fault)?;
    format::same_games(&document.name, &document.text, &new.text, document.bases.as_ref())
        .map_err(fault)?;
    let mut edits = line_edits(&document.text, &new.text);
    if let Some(range) = range {
        edits.retain(|edit| edit.span.start <= range.end && range.start <= edit.span.end);
    }
    Ok(edits)
}

/// The edits of whole lines that make one text of another.
fn line_edits(old: &str, new: &str) -> Vec<Edit> {
    let diff = TextDiff::from_lines(old, new);
    let starts = |text: &str| -> Vec<usize> {
        let lines = text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(lines).collect()
    };
    let (old_starts, new_starts) = (starts(old), starts(new));
    let at = |starts: &[usize], line: usize, end: usize| starts.get(line).copied().unwrap_or(end);
    let edit = |op: &DiffOp| {
        let (before, after) = (op.old_range(), op.new_range());
        let span = at(&old_starts, before.start, old.len())..at(&old_starts, before.end, old.len());
        let text = at(&new_starts, after.start, new.len())..at(&new_starts, after.end, new.len());
        let replacement = new.get(text).unwrap_or_default().to_owned();
        Edit { span: Span::new(0, span.start, span.end), replacement }
    };
    let changes = diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changes.map(edit).collect()
}

/// The corrections of what is found in a range, and the one that applies all safe fixes. `wanted`: the kinds that are
/// asked for; `None`: all.
pub fn code_actions(
    document: &OpenDocument,
    setup: &ClientSetup,
    range: Span,
    wanted: Option<&[String]>,
) -> Value {
    let asks_for = |kind: &str| {
        let fits = |asked: &String| {
            kind == asked || kind.strip_prefix(asked.as_str()).is_some_and(|r| r.starts_with('.'))
        };
        wanted.is_none_or(|all| all.iter().any(fits))
    };
    let mut actions = Vec::new();
    let checked = known_findings(document);
    if asks_for("quickfix") {
        actions.extend(quick_fixes(document, setup, &checked, range));
    }
    let safe = |finding: &Diagnostic| finding.fixes.first().is_some_and(fix::Fix::is_safe);
    if asks_for(FIX_ALL) && checked.iter().any(safe) {
        let fixed = fixer(document).fix_all(&document.text, Applicability::Safe);
        let edits = line_edits(&document.text, &fixed.text);
        if !edits.is_empty() {
            actions.push(convert::fix_all(document, &edits));
        }
    }
    Value::Array(actions)
}

fn fixer(document: &OpenDocument) -> Fixer<'_> {
    Fixer { name: &document.name, library: document.bases.as_ref(), stop: &document.stop }
}

/// All that is found in a document without random games.
fn known_findings(document: &OpenDocument) -> Vec<Diagnostic> {
    let known = document.findings.without_play(document.version);
    known.unwrap_or_else(|| {
        let report = checks::check(document.task(Thoroughness::Text));
        report.findings.into_iter().map(|(_, finding)| finding).collect()
    })
}

/// The corrections of what is found in a range, each proved. The safe ones are preferred.
fn quick_fixes(
    document: &OpenDocument,
    setup: &ClientSetup,
    checked: &[Diagnostic],
    range: Span,
) -> Vec<Value> {
    let touches = |finding: &&Diagnostic| {
        let span = finding.labels.first().map(|label| label.span);
        span.is_some_and(|s| s.file == 0 && s.start <= range.end && range.start <= s.end)
    };
    let fixer = fixer(document);
    let mut actions = Vec::new();
    let mut sources = mnc::source::Sources::default();
    sources.add(document.name.as_str(), document.text.as_ref());
    for finding in checked.iter().filter(touches) {
        for fix in &finding.fixes {
            if fixer.proves(&sources, checked, finding, fix).is_none() {
                continue;
            }
            let title = match fix.is_safe() {
                true => fix.title.clone(),
                false => format!("{} (unsafe)", fix.title),
            };
            let preferred = fix.is_safe();
            actions
                .push(convert::quick_fix(document, setup, finding, title, preferred, &fix.edits));
        }
    }
    actions
}
