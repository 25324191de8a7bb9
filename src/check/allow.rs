//! Comments that suppress findings: `# allow CODE: reason`.
//!
//! Such a comment is at the end of a line of a statement, or on lines of its own above a statement: it is for this
//! statement, with the deeper lines below it. Above the first section it is for the whole file. Errors cannot be
//! suppressed.

use crate::diagnostic::{Diagnostic, Fix, Severity, catalogue, fix, visible};
use crate::span::Span;
use crate::syntax::{Comment, RawStatement, comments, split_statements};
use std::ops::Range;

/// A finding that a comment suppresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuppressedFinding {
    /// The finding.
    pub finding: Diagnostic,
    /// The reason that the comment gives.
    pub reason: String,
}

/// The comments of a text that suppress findings.
#[derive(Clone, Debug)]
pub struct AllowComments {
    text: String,
    valid: Vec<AllowComment>,
    /// Findings about these comments.
    wrong: Vec<Diagnostic>,
}

/// A comment that suppresses findings.
#[derive(Clone, Debug)]
struct AllowComment {
    code: &'static str,
    reason: String,
    /// The comment.
    span: Span,
    /// Where the findings are.
    place: Range<u32>,
    used: bool,
}

impl AllowComments {
    /// Those of a text, which is number 0.
    pub fn of(text: &str) -> AllowComments {
        let mut allows =
            AllowComments { text: text.to_owned(), valid: Vec::new(), wrong: Vec::new() };
        let comments: Vec<Comment<'_>> =
            comments(0, text).into_iter().filter(|comment| parts(comment.text).is_some()).collect();
        if comments.is_empty() {
            return allows;
        }
        let (raws, _) = split_statements(0, text);
        let statements = statements(&raws);
        let first_section =
            raws.iter().find(|raw| !raw.has_word(0, "mnc") && !raw.has_word(0, "game"));
        let first_section = first_section.map_or(u32::MAX, |raw| raw.span(0).start);
        for comment in comments {
            let Some((name, reason)) = parts(comment.text) else { continue };
            let whole = comment.alone && comment.span.start < first_section;
            let place = if whole { 0..u32::MAX } else { place(&statements, comment) };
            match (catalogue::known_code(name), reason) {
                (Some(code), Some(reason)) => {
                    let (reason, span) = (reason.to_owned(), comment.span);
                    allows.valid.push(AllowComment { code, reason, span, place, used: false });
                }
                (Some(code), None) => allows.wrong.push(without_reason(comment.span, code)),
                (None, _) => allows.wrong.push(unknown(comment, name)),
            }
        }
        allows
    }

    /// The findings about comments of this kind that are wrong.
    pub fn take_wrong(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.wrong)
    }

    /// Separates the findings that are suppressed.
    pub fn filter(&mut self, found: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<SuppressedFinding>) {
        let (mut shown, mut suppressed) = (Vec::new(), Vec::new());
        for finding in found {
            let at = finding.labels.first().map(|label| label.span);
            let fits = |allow: &&mut AllowComment| {
                finding.severity != Severity::Error
                    && allow.code == finding.code
                    && at.is_some_and(|at| at.file == 0 && allow.place.contains(&at.start))
            };
            match self.valid.iter_mut().find(fits) {
                Some(allow) => {
                    allow.used = true;
                    suppressed.push(SuppressedFinding { finding, reason: allow.reason.clone() });
                }
                None => shown.push(finding),
            }
        }
        (shown, suppressed)
    }

    /// Findings about comments that have suppressed nothing. `judged`: whether everything was looked for that can
    /// have a code.
    pub fn unused(&self, judged: impl Fn(&str) -> bool) -> Vec<Diagnostic> {
        let idle = self.valid.iter().filter(|allow| !allow.used && judged(allow.code));
        let finding = |allow: &AllowComment| {
            let message = format!("this comment allows `{}`, which is not found here", allow.code);
            let line = fix::whole_line(&self.text, allow.span);
            Diagnostic::warning("allow-unused", allow.span, message)
                .found("it suppresses nothing")
                .fix(Fix::guess(line, "").titled("delete this comment"))
        };
        idle.map(finding).collect()
    }
}

/// The name and the reason in a comment that allows something; `None` if it is another comment.
fn parts(comment: &str) -> Option<(&str, Option<&str>)> {
    let text = comment.trim_start_matches('#').trim_start().strip_prefix("allow")?;
    let rest = text.trim_start();
    let (name, reason) = match rest.split_once(':') {
        Some((name, reason)) => (name.trim_end(), Some(reason.trim()).filter(|r| !r.is_empty())),
        // A sentence that begins with this word, unless it names a code.
        None => (rest.trim_end(), None),
    };
    let is_name = !name.is_empty() && !name.contains(char::is_whitespace);
    let meant = rest.len() < text.len()
        && is_name
        && (rest.contains(':') || catalogue::known_code(name).is_some());
    meant.then_some((name, reason))
}

/// A statement: its first byte, the end of its own words, and the end of the lines below it.
struct StatementPlace {
    own: Range<u32>,
    whole: Range<u32>,
}

/// All statements in the order of the text. A heading has only its own words, but a test has all of its lines.
fn statements(raws: &[RawStatement]) -> Vec<StatementPlace> {
    let mut all = Vec::new();
    for raw in raws {
        add(raw, &mut all);
        let heading = !raw.has_word(0, "test");
        let own = raw.span(0);
        if heading && let Some(place) = all.iter_mut().find(|place| place.own.start == own.start) {
            place.whole = place.own.clone();
        }
    }
    all
}

fn add(raw: &RawStatement, all: &mut Vec<StatementPlace>) {
    let own = raw.span(0);
    let own = own.start..own.end;
    let at = all.len();
    all.push(StatementPlace { own: own.clone(), whole: own });
    raw.nested.iter().for_each(|nested| add(nested, all));
    let end = all.last().map_or(0, |last| last.own.end);
    if let Some(place) = all.get_mut(at) {
        place.whole.end = place.whole.end.max(end);
    }
}

/// What a comment is for; nothing if no statement follows it.
fn place(statements: &[StatementPlace], comment: Comment<'_>) -> Range<u32> {
    let next = statements.partition_point(|place| place.own.start < comment.span.start);
    let before = next.checked_sub(1).and_then(|nth| statements.get(nth));
    let inside = before.filter(|place| !comment.alone || comment.span.start < place.own.end);
    inside.or(statements.get(next)).map_or(0..0, |place| place.whole.clone())
}

fn unknown(comment: Comment<'_>, name: &str) -> Diagnostic {
    let message = format!("no finding has the code `{}`", visible::escape(name));
    let found = Diagnostic::warning("allow-unknown-code", comment.span, message)
        .found("this comment suppresses nothing");
    let start = comment.text.find(name).map_or(0, |at| comment.span.start as usize + at);
    match catalogue::nearest(name) {
        Some(near) => {
            let span = Span::new(comment.span.file, start, start + name.len());
            found.help(format!("did you mean `{near}`?")).fix(Fix::guess(span, near))
        }
        None => found.help("`mnc explain` lists all codes"),
    }
}

fn without_reason(span: Span, code: &str) -> Diagnostic {
    let message = format!("there is no reason why `{code}` is allowed here");
    Diagnostic::warning("allow-without-reason", span, message)
        .found("so it suppresses nothing")
        .help(format!("write the reason after a colon: `# allow {code}: why`"))
}
