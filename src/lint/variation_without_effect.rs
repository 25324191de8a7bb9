//! `variation-without-effect`: a variation that makes the same game as the rules without it.

use super::{Lint, LintInput, LintSubject, SubjectGame};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::Model;
use crate::notation::canonical_form;
use std::collections::BTreeMap;

pub(super) const LINT: Lint = Lint {
    name: "variation-without-effect",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let variations = subject.file().into_iter().flat_map(|file| &file.variations);
    let mut plain = None;
    let mut found = Vec::new();
    for variation in variations {
        let name = &variation.name.text;
        let games = Games::with(subject, std::slice::from_ref(name));
        let plain = plain.get_or_insert_with(|| Games::with(subject, &[]));
        if games.are_those_of(plain) {
            let message = format!("the variation \"{name}\" changes nothing");
            found.push(
                Diagnostic::warning("variation-without-effect", variation.name.span, message)
                    .found("the game with it is the game without it")
                    .help("write what it changes, or delete it"),
            );
        }
    }
    found
}

/// The games with some variations, by the values of their options; the meaning of each when it is needed.
struct Games<'a>(BTreeMap<&'a BTreeMap<String, String>, &'a Model>);

impl<'a> Games<'a> {
    fn with(subject: &'a LintSubject<'_>, variations: &[String]) -> Games<'a> {
        let with = |game: &&SubjectGame| game.setting.variations == variations;
        let games = subject.games.iter().filter(with);
        Games(crate::order::map(games.map(|game| (&game.setting.options, &*game.model))))
    }

    /// Whether there are the same values of options, and the same game for each.
    fn are_those_of(&self, others: &Games<'_>) -> bool {
        !self.0.is_empty()
            && self.0.keys().eq(others.0.keys())
            && self.0.values().zip(others.0.values()).all(|(one, other)| is_same(one, other))
    }
}

/// Whether two games differ neither in their rules nor in what players see of them.
fn is_same(one: &Model, other: &Model) -> bool {
    seen(one) == seen(other) && canonical_form(one) == canonical_form(other)
}

/// What players see, apart from the rules.
fn seen(model: &Model) -> impl PartialEq {
    let marks = model.marks.iter().map(|mark| (mark.name.clone(), mark.quiet));
    let notes = model.notes.iter().map(|note| (note.name.clone(), note.quiet));
    let kinds: Vec<String> = model.kinds.iter().map(|kind| kind.name.clone()).collect();
    (format!("{:?}", model.board), marks.chain(notes).collect::<Vec<_>>(), kinds)
}
