//! What must be so after the choices of a test.

use super::run::TestRun;
use crate::engine::{Decider, FinalResult};
use crate::model::PlaceKind;
use crate::order::SmallSort;
use crate::span::Span;
use crate::syntax::ast::{Holding, Name, TestState};

impl TestRun {
    pub(super) fn expect_holding(&mut self, holding: &Holding) {
        let Some(place) = self.place(holding) else { return };
        let kind = match &holding.kind {
            Some(name) => match self.kind(name) {
                Some(kind) => Some(kind),
                None => return,
            },
            None => None,
        };
        let span = match &holding.owner {
            Some(owner) => owner.span.to(holding.place.span),
            None => holding.place.span,
        };
        let Some(position) = self.position(span) else { return };
        let there = u64::from(match kind {
            Some(kind) => position.of_kind(self.model(), place, kind),
            None => position.seeds(place),
        });
        if there != holding.count {
            let owner = holding.owner.as_ref().map_or(String::new(), |o| format!("{} ", o.text));
            let what = format!("{owner}{}", holding.place.text);
            let of = holding.kind.as_ref().map_or(String::new(), |kind| format!(" {}", kind.text));
            let message = format!("`{what}` does not hold {}{of}", holding.count);
            self.fail(span, message, format!("it holds {there}"));
        }
    }

    pub(super) fn expect_to_move(&mut self, name: &Name, span: Span) {
        let Some(seat) = self.seat(name) else { return };
        let Some(position) = self.position(span) else { return };
        match position.decider() {
            Some(Decider::Player(decider)) if decider == seat => {}
            Some(decider) => {
                let found = match decider {
                    Decider::Player(seat) => format!("{} is", self.model().player(seat)),
                    Decider::Lot => "a lot is drawn now".into(),
                };
                self.fail(span, format!("`{}` is not to move", name.text), found);
            }
            None => self.report_game_over(span, format!("`{}` is not to move", name.text)),
        }
    }

    pub(super) fn expect_choices(&mut self, wanted: &[Name], span: Span) {
        let Some(position) = self.position(span) else { return };
        let mut ids = self.ids(&position);
        let listed = ids.join(", ");
        let mut names: Vec<String> = wanted.iter().map(|n| n.text.clone()).collect();
        ids.small_sort();
        names.small_sort();
        if ids != names {
            let found = if listed.is_empty() { "there is no choice".into() } else { listed };
            self.fail(span, "these are not the choices".into(), format!("they are: {found}"));
        }
    }

    pub(super) fn expect_verdict(
        &mut self,
        fits: impl Fn(FinalResult) -> bool,
        whole_match: bool,
        span: Span,
    ) {
        let Some(position) = self.position(span) else { return };
        let status = position.match_status();
        let found = match whole_match {
            true => (position.is_over() && status.over).then_some(status.verdict),
            false => position.result().map(|result| result.verdict),
        };
        let what = if whole_match { "match" } else { "game" };
        let Some(found) = found else {
            self.fail(span, format!("the {what} is not over"), "it goes on".into());
            return;
        };
        if !fits(found) {
            let is = match found {
                FinalResult::Won(seat) => format!("{} wins", self.model().player(seat)),
                FinalResult::Lost(seat) => format!("{} loses", self.model().player(seat)),
                FinalResult::Drawn => "it is a draw".into(),
            };
            self.fail(span, format!("the {what} ends otherwise"), is);
        }
    }

    pub(super) fn expect_state(&mut self, state: &TestState, span: Span) {
        if let (Some(seat), Some(name)) = (self.marked_player(state), &state.mark) {
            let (Some(mark), Some(position)) = (self.mark(name), self.position(span)) else {
                return;
            };
            if position.state().player_mark(self.model(), mark, seat).is_none() {
                let message = format!("`{}` is not marked `{}`", state.hole.text, name.text);
                self.fail(span, message, "they have no such mark".into());
            }
            return;
        }
        let Some(place) = self.named_place(&state.hole) else { return };
        let Some(position) = self.position(span) else { return };
        let Some(name) = &state.mark else {
            if !position.is_closed(place) {
                let hole = self.model().board.places[place.index()].kind == PlaceKind::Hole;
                let is = if hole { "it is open" } else { "it is not a hole" };
                self.fail(span, format!("`{}` is not closed", state.hole.text), is.into());
            }
            return;
        };
        let Some(mark) = self.mark(name) else { return };
        let owner = match &state.owner {
            Some(owner) => match self.seat(owner) {
                Some(seat) => Some(seat),
                None => return,
            },
            None => None,
        };
        let marked = self.engine.marked(&position, mark, place);
        let is = match marked {
            None => "it has no such mark",
            Some(found) if owner.is_some() && found != owner => "the mark is another player's",
            Some(_) => return,
        };
        let message = format!("`{}` is not marked `{}`", state.hole.text, name.text);
        self.fail(span, message, is.into());
    }
}
