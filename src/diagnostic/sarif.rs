//! Findings in SARIF 2.1.0, the format in which tools exchange findings.
//!
//! Columns are counted in characters. A finding that a comment suppresses has a `suppressions` entry with its reason.

use super::{Diagnostic, Edit, Findings, Fix, Label, Severity, catalogue, json, visible};
use crate::source::Sources;
use crate::span::Span;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLog<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [SarifRun<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'a> {
    tool: SarifTool,
    column_kind: &'static str,
    results: Vec<SarifResult<'a>>,
}

#[derive(Serialize)]
struct SarifTool {
    driver: SarifDriver,
}

#[derive(Serialize)]
struct SarifDriver {
    name: &'static str,
    version: &'static str,
    rules: Vec<SarifRule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    id: &'static str,
    short_description: SarifText<'static>,
    help: SarifHelp,
}

/// An essay: SARIF wants it as plain text, too.
#[derive(Serialize)]
struct SarifHelp {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct SarifText<'a> {
    text: &'a str,
}

#[derive(Serialize)]
struct SarifMessage {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    rule_index: usize,
    level: &'static str,
    message: SarifMessage,
    locations: Vec<SarifLocation<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<SarifLocation<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<SarifSuppression<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation<'a> {
    physical_location: SarifPlace,
    message: SarifText<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifPlace {
    artifact_location: SarifFile,
    region: SarifRegion,
}

#[derive(Clone, Serialize)]
struct SarifFile {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: SarifText<'a>,
    artifact_changes: Vec<SarifFileChange<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFileChange<'a> {
    artifact_location: SarifFile,
    replacements: Vec<SarifReplacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifReplacement<'a> {
    deleted_region: SarifRegion,
    inserted_content: SarifText<'a>,
}

#[derive(Serialize)]
struct SarifSuppression<'a> {
    kind: &'static str,
    justification: &'a str,
}

/// One log with all findings, followed by a line end.
pub fn render(all: &[Findings]) -> String {
    let codes: BTreeSet<&'static str> =
        all.iter().flat_map(Findings::with_reasons).map(|(finding, _)| finding.code).collect();
    let codes: Vec<&'static str> = codes.into_iter().collect();
    let results = all.iter().flat_map(|findings| {
        findings.with_reasons().map(|(finding, why)| {
            let index = codes.binary_search(&finding.code).unwrap_or_default();
            finding_result(&findings.sources, finding, index, why)
        })
    });
    let driver = SarifDriver {
        name: "mnc",
        version: env!("CARGO_PKG_VERSION"),
        rules: codes.iter().map(|code| rule(code)).collect(),
    };
    json::escaped(&SarifLog {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [SarifRun {
            tool: SarifTool { driver },
            column_kind: "unicodeCodePoints",
            results: results.collect(),
        }],
    })
}

fn rule(code: &'static str) -> SarifRule {
    let essay = catalogue::explain(code).unwrap_or(code);
    let title = catalogue::title(code).unwrap_or(code);
    let help = SarifHelp { text: essay, markdown: essay };
    SarifRule { id: code, short_description: SarifText { text: title }, help }
}

fn finding_result<'a>(
    sources: &'a Sources,
    finding: &'a Diagnostic,
    index: usize,
    why: Option<&'a str>,
) -> SarifResult<'a> {
    let location = |label: &'a Label| SarifLocation {
        physical_location: physical(sources, label.span),
        message: SarifText { text: &label.text },
    };
    let mut text = finding.message.clone();
    if let Some(help) = finding.help_text() {
        let _ = write!(text, "\n{help}");
    }
    SarifResult {
        rule_id: finding.code,
        rule_index: index,
        level: match finding.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        message: SarifMessage { text },
        locations: finding.labels.first().map(location).into_iter().collect(),
        related_locations: finding.labels.iter().skip(1).map(location).collect(),
        fixes: finding.fixes.iter().map(|fix| fix_json(sources, fix)).collect(),
        suppressions: why
            .map(|justification| SarifSuppression { kind: "inSource", justification })
            .into_iter()
            .collect(),
    }
}

fn fix_json<'a>(sources: &Sources, fix: &'a Fix) -> SarifFix<'a> {
    let mut by_file: BTreeMap<u16, Vec<&Edit>> = BTreeMap::new();
    fix.edits.iter().for_each(|edit| by_file.entry(edit.span.file).or_default().push(edit));
    let change = |(file, edits): (u16, Vec<&'a Edit>)| {
        let replacement = |edit: &'a Edit| SarifReplacement {
            deleted_region: region(sources, edit.span),
            inserted_content: SarifText { text: &edit.replacement },
        };
        SarifFileChange {
            artifact_location: artifact(sources, file),
            replacements: edits.into_iter().map(replacement).collect(),
        }
    };
    SarifFix {
        description: SarifText { text: &fix.title },
        artifact_changes: by_file.into_iter().map(change).collect(),
    }
}

fn physical(sources: &Sources, span: Span) -> SarifPlace {
    let span = visible::clamped(sources, span);
    SarifPlace { artifact_location: artifact(sources, span.file), region: region(sources, span) }
}

fn region(sources: &Sources, span: Span) -> SarifRegion {
    let start = sources.line_column(span);
    let end = sources.line_column(Span { start: span.end, ..span });
    SarifRegion {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

/// The name of a text as a URI: relative, unless the name begins at the root.
fn artifact(sources: &Sources, file: u16) -> SarifFile {
    let name = sources.get(file).map_or("", |source| source.name.as_str()).replace('\\', "/");
    let mut uri = String::from(if name.starts_with('/') { "file://" } else { "" });
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    SarifFile { uri }
}
