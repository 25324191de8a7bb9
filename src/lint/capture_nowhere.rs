//! `capture-nowhere`: captured seeds count, but the players have no place to keep them.
//!
//! Without a store, captured seeds leave the game. That is right if the game is won by taking
//! everything from the opponent, or if the captured seeds are sown or put somewhere at once. It is
//! a mistake if the seeds that a player holds are counted, or if nothing says how the game is won.
//! Only captures by players without a store count, so random games are needed: a player who never
//! captures needs no store.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Base, ClauseId, Cond, Deed, Model, PlaceKind, PlacePhrase, Winner};
use crate::span::Span;
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint =
    Lint { name: "capture-nowhere", severity: Severity::Warning, needs: LintInput::Play, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    if !subject.played.captured_nowhere {
        return Vec::new();
    }
    let mut found: Option<(Span, Option<Span>)> = None;
    for game in &subject.games {
        match nowhere(&game.model) {
            Some(slip) => found = found.or(Some(slip)),
            None => return Vec::new(),
        }
    }
    let Some((capture, counted)) = found.filter(|(span, _)| subject.is_here(*span)) else {
        return Vec::new();
    };
    let message = "seeds are captured, and the players have no store to keep them in";
    let mut finding =
        Diagnostic::warning("capture-nowhere", capture, message).found("captured here");
    if let Some(counted) = counted {
        finding = finding.label(counted, "what the players hold is counted here");
    }
    finding = finding.label(subject.heading(&[SectionKind::Board]), "no store is declared here");
    vec![finding.help(
        "say in *board* `each player has a store`, or say after the capture where `the captured \
         seeds` go",
    )]
}

/// The span of a pointless capture, and of what counts the seeds that players hold.
fn nowhere(model: &Model) -> Option<(Span, Option<Span>)> {
    if !model.board.places.iter().any(|place| place.kind == PlaceKind::Captured) {
        return None;
    }
    let mut found = CaptureUse::default();
    walk::model(model, &mut found);
    let winners = model.stages.iter().filter_map(|stage| stage.rules.winner.as_ref());
    let by_held = |winner: &Winner| winner.places.is_none().then_some(winner.clause);
    let counted = found.counted.or_else(|| winners.clone().find_map(by_held));
    let no_end_told = !found.decided && winners.clone().next().is_none();
    let slip = !found.used && (counted.is_some() || no_end_told);
    let span = |clause: ClauseId| model.clause(clause).span;
    slip.then_some((span(found.captured?), counted.map(span)))
}

#[derive(Default)]
struct CaptureUse {
    captured: Option<ClauseId>,
    /// The captured seeds are sown or put somewhere.
    used: bool,
    /// The first clause that reads what a player holds.
    counted: Option<ClauseId>,
    /// A case says who wins.
    decided: bool,
}

impl Visit for CaptureUse {
    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        if let Deed::Capture(_) = deed {
            self.captured = self.captured.or(here.clause);
        }
        if let Deed::Fill { .. } = deed {
            self.counted = self.counted.or(here.clause);
        }
        self.decided |= matches!(deed, Deed::Wins(_) | Deed::Loses(_));
    }

    fn cond(&mut self, here: VisitContext, cond: &Cond) {
        if let Cond::PlayerSeeds(_, _, None) = cond {
            self.counted = self.counted.or(here.clause);
        }
    }

    fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {
        self.used |= matches!(phrase.base, Base::Captured);
        if let Base::Store(_) = phrase.base {
            self.counted = self.counted.or(here.clause);
        }
    }
}
