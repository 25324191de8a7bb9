//! `mark-never-set` and `mark-never-read`: marks (and notes) that are only read, or only set.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{
    Base, ClauseId, Cond, Count, Deed, Dir, Filter, Model, NoteId, PlacePhrase, WayKind,
};
use crate::span::Span;
use crate::syntax::ast::{AstMeaning, StatementKind};
use std::collections::BTreeMap;

pub(super) const NEVER_SET: Lint = Lint {
    name: "mark-never-set",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check: set,
};

pub(super) const NEVER_READ: Lint = Lint {
    name: "mark-never-read",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check: read,
};

/// Where a mark or note is declared, set and read, in any of the games.
#[derive(Default)]
struct MarkUse {
    declared: Option<Span>,
    is_mark: bool,
    set: Option<Span>,
    read: Option<Span>,
}

fn set(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let never = |(name, used): (&String, &MarkUse)| {
        let (declared, read) = (used.declared?, used.read?);
        if used.set.is_some() {
            return None;
        }
        let (what, help) = if used.is_mark {
            (format!("the mark `{name}` is never set"), format!("set it: `mark it as {name}`"))
        } else {
            (format!("the note `{name}` is never set"), format!("set it: `set {name} to ...`"))
        };
        let finding = Diagnostic::warning("mark-never-set", declared, what)
            .found("declared here")
            .label(read, "tested here, always with the same result");
        Some(finding.help(help))
    };
    uses(subject).iter().filter_map(never).collect()
}

fn read(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let never = |(name, used): (&String, &MarkUse)| {
        let set = used.set?;
        if used.read.is_some() {
            return None;
        }
        let what = if used.is_mark { "the mark" } else { "the note" };
        let finding = match used.declared {
            Some(declared) => Diagnostic::warning(
                "mark-never-read",
                declared,
                format!("no statement tests {what} `{name}`"),
            )
            .found("declared here")
            .label(set, "set here, to no effect"),
            None => Diagnostic::warning("mark-never-read", set, format!("`{name}` is not used"))
                .found("named here"),
        };
        Some(finding.help("use it, or leave it out"))
    };
    uses(subject).iter().filter(|(_, used)| used.is_here(subject)).filter_map(never).collect()
}

impl MarkUse {
    fn is_here(&self, subject: &LintSubject<'_>) -> bool {
        self.declared.or(self.set).is_some_and(|span| subject.is_here(span))
    }
}

/// Every mark and note of the description, by name.
fn uses(subject: &LintSubject<'_>) -> BTreeMap<String, MarkUse> {
    let mut all: BTreeMap<String, MarkUse> = BTreeMap::new();
    for game in &subject.games {
        let model = &game.model;
        let mut found = MarkUses { model, marks: Vec::new(), notes: Vec::new() };
        found.marks.resize_with(model.marks.len(), MarkUse::default);
        found.notes.resize_with(model.notes.len(), MarkUse::default);
        walk::model(model, &mut found);
        found.chosen_ways();
        let marks = model.marks.iter().map(|mark| (&mark.name, true)).zip(found.marks);
        let notes = model.notes.iter().map(|note| (&note.name, false)).zip(found.notes);
        for ((name, is_mark), used) in marks.chain(notes) {
            let known = all.entry(name.clone()).or_default();
            known.is_mark = is_mark;
            known.set = known.set.or(used.set);
            known.read = known.read.or(used.read);
        }
    }
    for statement in subject.statements() {
        if let StatementKind::Word(word) = &statement.kind
            && let AstMeaning::Mark { .. } | AstMeaning::Note { .. } = word.meaning
            && let Some(known) = all.get_mut(&word.name.text)
        {
            known.declared = Some(word.name.span);
        }
    }
    all
}

struct MarkUses<'m> {
    model: &'m Model,
    marks: Vec<MarkUse>,
    notes: Vec<MarkUse>,
}

impl MarkUses<'_> {
    fn span(&self, clause: Option<ClauseId>) -> Span {
        clause.map(|id| self.model.clause(id).span).unwrap_or_default()
    }

    fn note(&mut self, note: NoteId, here: VisitContext, set: bool) {
        let span = self.span(here.clause);
        if let Some(used) = self.notes.get_mut(note.index()) {
            let known = if set { &mut used.set } else { &mut used.read };
            known.get_or_insert(span);
        }
    }

    /// A direction that is chosen once is both set and read by the way itself.
    fn chosen_ways(&mut self) {
        let model = self.model;
        for line in model.stages.iter().flat_map(|stage| &stage.rules.way) {
            if let WayKind::Choice { note: Some(note), .. } = &line.kind {
                let here = VisitContext { clause: Some(line.clause), ..VisitContext::default() };
                self.note(*note, here, true);
                self.note(*note, here, false);
            }
        }
    }
}

impl Visit for MarkUses<'_> {
    fn cond(&mut self, here: VisitContext, cond: &Cond) {
        if let Cond::PlayerMarked(_, mark) = cond {
            let span = self.span(here.clause);
            if let Some(used) = self.marks.get_mut(mark.index()) {
                used.read.get_or_insert(span);
            }
        }
        if let Cond::NoteIs(note, ..) = cond {
            self.note(*note, here, false);
        }
    }

    fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {
        if let Base::Note(note, _) = &phrase.base {
            self.note(*note, here, false);
        }
    }

    fn filter(&mut self, here: VisitContext, filter: &Filter) {
        if let Filter::Marked(mark, _) = filter {
            let span = self.span(here.clause);
            if let Some(used) = self.marks.get_mut(mark.index()) {
                used.read.get_or_insert(span);
            }
        }
    }

    fn count(&mut self, here: VisitContext, count: &Count) {
        if let Count::Note(note, _) = count {
            self.note(*note, here, false);
        }
    }

    fn dir(&mut self, here: VisitContext, dir: &Dir) {
        if let Dir::Note(note) = dir {
            self.note(*note, here, false);
        }
    }

    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        if let Deed::Mark(_, mark, _) = deed {
            let span = self.span(here.clause);
            if let Some(used) = self.marks.get_mut(mark.index()) {
                used.set.get_or_insert(span);
            }
        }
        if let Deed::SetNumber(note, _)
        | Deed::Set(note, _)
        | Deed::SetDir(note, _)
        | Deed::Choose(_, note) = deed
        {
            self.note(*note, here, true);
        }
    }
}
