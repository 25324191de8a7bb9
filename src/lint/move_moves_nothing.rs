//! `move-moves-nothing`: a section *move* in which no seed is moved.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Deed, Model};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "move-moves-nothing", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    if !subject.in_every_game(|model, _| moves_nothing(model)) {
        return Vec::new();
    }
    let at = subject.heading(&[SectionKind::Move]);
    vec![
        Diagnostic::warning("move-moves-nothing", at, "a move moves no seeds")
            .found("nothing here sows, captures or puts")
            .help("say what a player does, for example `sow any own hole`"),
    ]
}

/// Whether no stage has a move that moves seeds. A word may do anything.
fn moves_nothing(model: &Model) -> bool {
    struct SeedMoves(bool);
    impl Visit for SeedMoves {
        fn deed(&mut self, _: VisitContext, deed: &Deed) {
            let moves =
                matches!(deed, Deed::Capture(_) | Deed::Put(..) | Deed::Fill { .. } | Deed::Do(_));
            self.0 |= moves || deed.sowings().next().is_some();
        }
    }
    model.stages.iter().all(|stage| {
        let mut found = SeedMoves(false);
        walk::cases(VisitContext::default(), &stage.rules.moves, &mut found);
        !found.0
    })
}
