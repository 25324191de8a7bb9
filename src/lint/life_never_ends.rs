//! `life-never-ends`: a mark or note that lasts until something that never happens, or for a match in a game
//! that has none.

use super::formula;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject, already_reported_within, ast_queries};
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::model::walk::VisitContext;
use crate::model::{Case, Cond, Life, Model};
use crate::span::Span;
use crate::syntax::ast::{AstLife, AstMeaning, AstUnit, AstWord};

pub(super) const LINT: Lint =
    Lint { name: "life-never-ends", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, earlier: &[Diagnostic]) -> Vec<Diagnostic> {
    let words = ast_queries::words(subject.file());
    words
        .filter(|(_, statement)| !already_reported_within(earlier, statement.span))
        .filter_map(|(word, statement)| of_word(subject, word, statement.span))
        .collect()
}

fn of_word(subject: &LintSubject<'_>, word: &AstWord, at: Span) -> Option<Diagnostic> {
    let (AstMeaning::Mark { life, .. } | AstMeaning::Note { life, .. }) = &word.meaning else {
        return None;
    };
    let name = &word.name.text;
    match life.as_ref()? {
        AstLife::For(AstUnit::Match, span) => {
            let matches = subject.games.iter().any(|game| game.model.next_game.is_some());
            let message = format!("`{name}` lasts for the match, and there is only one game");
            (!matches).then(|| {
                Diagnostic::warning("life-never-ends", *span, message)
                    .found("there is no section *match*")
                    .fix(Fix::guess(*span, "for the game"))
            })
        }
        AstLife::For(AstUnit::Lap | AstUnit::Move | AstUnit::Turn | AstUnit::Game, _) => None,
        AstLife::Until(_) => {
            let mut games = subject.games.iter().filter_map(|game| never_ends(&game.model, name));
            let never = games.next() == Some(true) && games.all(|never| never);
            let message = format!("`{name}` is never lifted: its condition is never true");
            never.then(|| {
                Diagnostic::warning("life-never-ends", at, message)
                    .found("it lasts for the game")
                    .help("correct the condition after `until`, or leave it out")
            })
        }
    }
}

/// Whether the condition that ends the life of a mark or note is never true; `None`: it has no such condition.
fn never_ends(model: &Model, name: &str) -> Option<bool> {
    let marks = model.marks.iter().map(|mark| (&mark.name, &mark.life));
    let notes = model.notes.iter().map(|note| (&note.name, &note.life));
    let (_, life) = marks.chain(notes).find(|(known, _)| *known == name)?;
    let Life::Until(until) = life else { return None };
    if let Cond::Fixed(so) = until {
        return Some(!so);
    }
    let facts = StaticFacts::new(model);
    let case = Case { clause: model.first_clause, when: Some(until.clone()), actions: Vec::new() };
    let mut builder = facts.formula_builder(VisitContext::default(), std::slice::from_ref(&case));
    let condition = builder.case(&case);
    Some(formula::decided(&condition, &builder.variables) == Some(false))
}
