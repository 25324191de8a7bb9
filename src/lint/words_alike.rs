//! `words-alike`: two words with the same meaning.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstMeaning, AstWord, Statement, StatementKind};
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "words-alike", severity: Severity::Note, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    let mut known: BTreeMap<String, (&AstWord, &Statement)> = BTreeMap::new();
    let mut found = Vec::new();
    // A variation may give a word another meaning, so only the words of the game are compared.
    let sections = file.body.all_sections().flat_map(ast_queries::statements);
    for statement in sections {
        let StatementKind::Word(word) = &statement.kind else { continue };
        let text = ast_queries::whole_text(statement, &subject.description.sources).join(" ");
        let Some((_, meaning)) = text.split_once('=').filter(|_| is_expression(&word.meaning))
        else {
            continue;
        };
        match known.get(meaning.trim()) {
            Some((first, other)) if have_one_source(statement, other) => {
                found.push(finding(word, first));
            }
            Some(_) => {}
            None => drop(known.insert(meaning.trim().to_string(), (word, statement))),
        }
    }
    found
}

fn finding(word: &AstWord, first: &AstWord) -> Diagnostic {
    let message = format!("`{}` means the same as `{}`", word.name.text, first.name.text);
    Diagnostic::note("words-alike", word.name.span, message)
        .found("the same meaning")
        .label(first.name.span, "also here")
        .help("use one of them for both, or correct one")
}

/// Whether two statements come from the same points of the source: from others, they may differ one day.
fn have_one_source(one: &Statement, other: &Statement) -> bool {
    let points = |statement: &Statement| -> Vec<u32> {
        statement.cites.iter().map(|(point, _)| *point).collect()
    };
    points(one) == points(other) && one.assumed.is_some() == other.assumed.is_some()
}

/// Whether the meaning is a phrase: two marks or two notes are never the same.
fn is_expression(meaning: &AstMeaning) -> bool {
    match meaning {
        AstMeaning::Kind(_)
        | AstMeaning::Places(_)
        | AstMeaning::Cond(_)
        | AstMeaning::Actions(_) => true,
        AstMeaning::Mark { .. }
        | AstMeaning::Note { .. }
        | AstMeaning::Seed(_)
        | AstMeaning::Count(_)
        | AstMeaning::Cases(_) => false,
    }
}
