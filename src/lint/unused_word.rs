//! `unused-word`: a word that no statement uses, except perhaps words that are unused themselves.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstWord, Statement, StatementKind};
use std::collections::BTreeSet;

pub(super) const LINT: Lint =
    Lint { name: "unused-word", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let used = used_names(subject);
    let is_used =
        |word: &AstWord| used.iter().any(|name| ast_queries::is_name(name, &word.name.text));
    let mut reported = BTreeSet::new();
    let words = subject.statements().filter_map(word);
    words
        .filter(|(word, _)| !is_used(word) && reported.insert(word.name.text.as_str()))
        .map(|(word, _)| {
            let name = &word.name.text;
            Diagnostic::warning("unused-word", word.name.span, format!("`{name}` is never used"))
                .found("declared here")
                .help("use it, or delete its line")
        })
        .collect()
}

fn word(statement: &Statement) -> Option<(&AstWord, &Statement)> {
    let StatementKind::Word(word) = &statement.kind else { return None };
    Some((word, statement))
}

/// The names in all statements other than words, and in the words that these use.
pub(super) fn used_names<'a>(subject: &'a LintSubject<'_>) -> BTreeSet<&'a str> {
    let sources = &subject.description.sources;
    let mut used = BTreeSet::new();
    let mut words: Vec<(&AstWord, Vec<&str>)> = Vec::new();
    for file in &subject.files {
        let stages = ast_queries::stages(file).map(|stage| sources.slice(stage.span));
        used.extend(stages.flat_map(ast_queries::names));
        for section in file.sections() {
            for statement in &section.statements {
                let spans = ast_queries::nested(statement).into_iter().flat_map(ast_queries::spans);
                let text = spans.flat_map(|span| ast_queries::names(sources.slice(span)));
                match &statement.kind {
                    // Skips the name being declared.
                    StatementKind::Word(word) => words.push((word, text.skip(1).collect())),
                    StatementKind::Option(_)
                    | StatementKind::About(_)
                    | StatementKind::Point(_) => {}
                    StatementKind::Board(_)
                    | StatementKind::Start(_)
                    | StatementKind::Way(_)
                    | StatementKind::Turn(_)
                    | StatementKind::Law(_)
                    | StatementKind::Winner(_)
                    | StatementKind::Case(_)
                    | StatementKind::Broken => used.extend(text),
                }
            }
        }
    }
    loop {
        let is_used =
            |word: &AstWord| used.iter().any(|u| ast_queries::is_name(u, &word.name.text));
        let (named, rest): (Vec<_>, Vec<_>) = words.into_iter().partition(|(w, _)| is_used(w));
        words = rest;
        if named.is_empty() {
            return used;
        }
        used.extend(named.into_iter().flat_map(|(_, names)| names));
    }
}
