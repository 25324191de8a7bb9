//! `words-alike`: two words with the same meaning.

use super::alike::repeated;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast::{AstMeaning, AstWord, Statement, StatementKind};

pub(super) const LINT: Lint =
    Lint { name: "words-alike", severity: Severity::Note, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(file) = subject.file() else { return Vec::new() };
    // A variation may give a word another meaning, so only the words of the game are compared.
    let statements = file.body.all_sections().flat_map(ast_queries::statements);
    let words = statements.filter_map(|statement| {
        let StatementKind::Word(word) = &statement.kind else { return None };
        let text = ast_queries::whole_text(statement, &subject.description.sources).join(" ");
        let (_, meaning) = text.split_once('=').filter(|_| is_expression(&word.meaning))?;
        Some(((word, statement), meaning.trim().to_string()))
    });
    let (words, meanings): (Vec<(&AstWord, &Statement)>, Vec<String>) = words.unzip();
    let all = repeated(&meanings).into_iter().map(|(at, first)| (words[at], words[first]));
    let of_one_source = all.filter(|((_, one), (_, other))| have_one_source(one, other));
    of_one_source.map(|((word, _), (first, _))| finding(word, first)).collect()
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
