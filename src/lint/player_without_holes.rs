//! `player-without-holes`: a player who owns no hole, in a game in which the others own holes.

use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Model, PlaceKind, Seat};
use crate::syntax::ast::SectionKind;

pub(super) const LINT: Lint = Lint {
    name: "player-without-holes",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let Some(first) = subject.games.first() else { return Vec::new() };
    let without = |model: &Model, seat: &Seat| {
        let holes = model.board.places.iter().filter(|place| place.kind == PlaceKind::Hole);
        let owners: Vec<Option<Seat>> = holes.map(|place| place.owner).collect();
        let others = owners.iter().any(|owner| owner.is_some());
        others && !owners.contains(&Some(*seat)) && !StaticFacts::new(model).owners_change()
    };
    let seats = (0..=u8::MAX).map(Seat).take(first.model.seats());
    let idle = seats.filter(|seat| subject.games.iter().all(|game| without(&game.model, seat)));
    let at = subject.heading(&[SectionKind::Board]);
    idle.map(|seat| {
        let name = first.model.player(seat);
        Diagnostic::warning("player-without-holes", at, format!("`{name}` owns no hole"))
            .found("the other players own holes")
            .help(format!("add a line such as `{name} owns columns 5 to 6 and a store`"))
    })
    .collect()
}
