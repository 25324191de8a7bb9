//! `unused-word`: a word that stands in no statement, but perhaps in words that nothing uses either.

use super::{Lint, Needs, Subject, written};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{Said, Statement, Word};
use std::collections::BTreeSet;

pub(super) const LINT: Lint =
    Lint { name: "unused-word", severity: Severity::Warning, needs: Needs::Text, check };

fn check(subject: &Subject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let used = used_names(subject);
    let is_used = |word: &Word| used.iter().any(|name| written::is_name(name, &word.name.text));
    let mut told = BTreeSet::new();
    let words = subject.file().into_iter().flat_map(written::all_statements).filter_map(word);
    words
        .filter(|(word, _)| !is_used(word) && told.insert(word.name.text.as_str()))
        .map(|(word, _)| {
            let name = &word.name.text;
            Diagnostic::warning("unused-word", word.name.span, format!("nothing uses `{name}`"))
                .found("declared here")
                .help("use it where it belongs, or take its line away")
        })
        .collect()
}

fn word(statement: &Statement) -> Option<(&Word, &Statement)> {
    match &statement.said {
        Said::Word(word) => Some((word, statement)),
        _ => None,
    }
}

/// The names in all statements that are not words, and in the words that are named there.
pub(super) fn used_names<'a>(subject: &'a Subject<'_>) -> BTreeSet<&'a str> {
    let sources = &subject.description.sources;
    let mut used = BTreeSet::new();
    let mut words: Vec<(&Word, Vec<&str>)> = Vec::new();
    for file in &subject.files {
        let stages = written::stages(file).map(|stage| sources.slice(stage.span));
        used.extend(stages.flat_map(written::names));
        for section in file.sections() {
            for statement in &section.statements {
                let spans = written::nested(statement).into_iter().flat_map(written::spans);
                let text = spans.flat_map(|span| written::names(sources.slice(span)));
                match &statement.said {
                    // The name that is declared does not count.
                    Said::Word(word) => words.push((word, text.skip(1).collect())),
                    Said::Option(_) | Said::About(_) | Said::Point(_) => {}
                    _ => used.extend(text),
                }
            }
        }
    }
    loop {
        let is_used = |word: &Word| used.iter().any(|u| written::is_name(u, &word.name.text));
        let (named, rest): (Vec<_>, Vec<_>) = words.into_iter().partition(|(w, _)| is_used(w));
        words = rest;
        if named.is_empty() {
            return used;
        }
        used.extend(named.into_iter().flat_map(|(_, names)| names));
    }
}
