//! `note-always-same`: a note that is only ever set to the value it begins with.

use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Count, Deed, Model, NoteId, NoteValue};
use crate::span::Span;
use crate::syntax::ast::{AstMeaning, AstNoteKind};
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "note-always-same", severity: Severity::Warning, needs: LintInput::Text, check };

/// How a note is set, in all games: where first, and whether to anything else than its first value.
struct NoteSetting {
    first: Span,
    changes: bool,
}

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut all: BTreeMap<String, NoteSetting> = BTreeMap::new();
    for game in &subject.games {
        walk::model(&game.model, &mut NoteSettings { model: &game.model, all: &mut all });
    }
    let words = ast_queries::words(subject.file());
    let idle = words.filter_map(|(word, _)| {
        let set = all.get(&word.name.text).filter(|set| !set.changes)?;
        Some((word, set))
    });
    idle.map(|(word, set)| {
        let name = &word.name.text;
        let is_number = matches!(word.meaning, AstMeaning::Note { kind: AstNoteKind::Number, .. });
        let other = if is_number { format!("{name} + 1") } else { "yes".to_string() };
        let message = format!("`{name}` never changes: it is only set to the value it begins with");
        Diagnostic::warning("note-always-same", word.name.span, message)
            .found("every note begins as 0 or `no`")
            .label(set.first, "set here")
            .help(format!("set it to another value somewhere, for example `set {name} to {other}`"))
    })
    .collect()
}

struct NoteSettings<'a> {
    model: &'a Model,
    all: &'a mut BTreeMap<String, NoteSetting>,
}

impl NoteSettings<'_> {
    fn set(&mut self, note: NoteId, changes: bool, here: VisitContext) {
        let Some(decl) = self.model.notes.get(note.index()) else { return };
        let first = here.clause.map(|clause| self.model.clause(clause).span).unwrap_or_default();
        let known = self.all.entry(decl.name.clone());
        known.or_insert(NoteSetting { first, changes: false }).changes |= changes;
    }
}

impl Visit for NoteSettings<'_> {
    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        if let Deed::SetNumber(note, number) = deed {
            self.set(*note, *number != Count::Fixed(0), here);
        }
        if let Deed::Set(note, value) = deed {
            self.set(*note, *value != NoteValue::Yes(false), here);
        }
        if let Deed::SetDir(note, _) | Deed::Choose(_, note) = deed {
            self.set(*note, true, here);
        }
    }
}
