//! The three renderers of findings: each case file has texts and findings about them; its snapshot shows
//! them in all three forms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use mnc::diagnostic::{Diagnostic, Findings, Fix, Severity, fancy, json, plain, summary};
use mnc::source::Sources;
use mnc::span::Span;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    /// Name and text, in order.
    files: Vec<(String, String)>,
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    code: String,
    severity: String,
    message: String,
    labels: Vec<Label>,
    help: Option<String>,
    #[serde(default)]
    fixes: Vec<FixCase>,
}

#[derive(Deserialize)]
struct FixCase {
    safe: bool,
    title: Option<String>,
    edits: Vec<EditCase>,
}

#[derive(Deserialize)]
struct EditCase {
    at: At,
    #[serde(default)]
    file: u16,
    replacement: String,
}

#[derive(Deserialize)]
struct Label {
    at: At,
    #[serde(default)]
    file: u16,
    text: Option<String>,
}

/// The first place of a text, or bytes.
#[derive(Deserialize)]
#[serde(untagged)]
enum At {
    Text(String),
    Bytes(usize, usize),
}

impl At {
    fn span(&self, file: u16, sources: &Sources) -> Span {
        match self {
            At::Bytes(start, end) => Span::new(file, *start, *end),
            At::Text(text) => {
                let start = sources.get(file).unwrap().text.find(text).unwrap();
                Span::new(file, start, start + text.len())
            }
        }
    }
}

fn diagnostic(finding: Finding, sources: &Sources) -> Diagnostic {
    let code: &'static str = finding.code.leak();
    let mut labels = finding.labels.into_iter();
    let first = labels.next().unwrap();
    let span = first.at.span(first.file, sources);
    let mut out = match finding.severity.as_str() {
        "error" => Diagnostic::error(code, span, finding.message),
        "warning" => Diagnostic::warning(code, span, finding.message),
        _ => Diagnostic::note(code, span, finding.message),
    };
    if let Some(text) = first.text {
        out = out.found(text);
    }
    for label in labels {
        out = out.label(label.at.span(label.file, sources), label.text.unwrap());
    }
    if let Some(help) = finding.help {
        out = out.help(help);
    }
    for case in finding.fixes {
        let edits = case.edits.into_iter().map(|e| (e.at.span(e.file, sources), e.replacement));
        let edits: Vec<_> = edits.collect();
        let (span, text) = edits[0].clone();
        let fix = Fix::safe_if(case.safe, span, text);
        let fix = edits[1..].iter().fold(fix, |fix, (span, text)| fix.and(*span, text.as_str()));
        out = out.fix(match case.title {
            Some(title) => fix.titled(title),
            None => fix,
        });
    }
    out
}

fn findings(case: Case) -> Findings {
    let mut sources = Sources::default();
    for (name, text) in case.files {
        sources.add(name, text);
    }
    let found = case.findings.into_iter().map(|f| diagnostic(f, &sources)).collect();
    Findings::new(sources, found)
}

#[test]
fn renderers() {
    insta::glob!("cases/diagnostic/*.json", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let findings = findings(serde_json::from_str(&text).unwrap());
        let look = fancy::FancyStyle { colour: false, width: Some(80), unicode: Some(true) };
        let plain = plain::render(&findings);
        let fancy = fancy::render(&findings, look);
        let json = json::render(std::slice::from_ref(&findings));
        for text in [&plain, &fancy, &json] {
            let hidden = |c: char| c != '\n' && mnc::diagnostic::visible::is_hidden(c);
            assert!(!text.contains(hidden), "a hidden character came through: {text:?}");
        }
        let closing = summary(&[findings]);
        insta::assert_snapshot!(format!("{plain}{closing}\n\n{fancy}\n{json}"));
    });
}

#[test]
fn json_gives_back_the_original_text() {
    let mut sources = Sources::default();
    let file = sources.add("a\u{202e}.mnc", "\u{202e}");
    let found = Diagnostic::error("control-character", Span::new(file, 0, 3), "x \u{e0001} y");
    let text = json::render(&[Findings::new(sources, vec![found])]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value[0]["file"], "a\u{202e}.mnc");
    assert_eq!(value[0]["message"], "x \u{e0001} y");
}

/// For any spans, nothing panics and no finding is lost.
#[test]
fn any_span_of_a_nasty_text() {
    let text = "\u{feff}é\tx\r\n\r\n\u{202e}\u{301}👩‍🌾\n  \n";
    for start in 0..text.len() + 3 {
        for end in start..text.len() + 3 {
            let mut sources = Sources::default();
            let file = sources.add("x.mnc", text);
            let span = Span::new(file, start, end);
            let found = Diagnostic::error("x", span, "message").found("words").help("help");
            let findings = Findings::new(sources, vec![found.label(span, "others")]);
            let look = fancy::FancyStyle { colour: false, width: Some(80), unicode: Some(true) };
            for out in [plain::render(&findings), fancy::render(&findings, look)] {
                for part in ["message", "words", "others", "help"] {
                    assert!(out.contains(part), "{start}..{end} lost `{part}`:\n{out}");
                }
            }
            assert_eq!(findings.count(Severity::Error), 1);
        }
    }
}
