//! Law 1: `any` asks, `every` takes all, else there is exactly one.

use super::builder::{Builder, Here};
use super::place::Use;
use crate::diagnostic::Diagnostic;
use crate::model::{Base, Count, Det, PlacePhrase};
use crate::span::Span;
use crate::syntax::ast::{self, Noun};

impl<'a> Builder<'a> {
    /// The number behind `any`.
    #[allow(clippy::option_option)] // no number, or one that cannot be read
    pub fn det_count(&mut self, place: &'a ast::Place, here: &mut Here) -> Option<Option<Count>> {
        match &place.det {
            Some(ast::Det::Any(Some(count), _)) => self.count(count, here).map(Some),
            _ => Some(None),
        }
    }

    /// Law 1: `any` asks, `every` takes all, else there is exactly one.
    pub fn determined(
        &mut self,
        place: &'a ast::Place,
        phrase: PlacePhrase,
        count: Option<Count>,
        counted: bool,
        used: Use,
    ) -> Option<PlacePhrase> {
        let several = self.board.can_be_several(&phrase);
        let whole = matches!(phrase.base, Base::Left | Base::Captured | Base::Run { .. })
            || place.noun == Noun::Row;
        let det = match &place.det {
            Some(ast::Det::Every(_)) => Det::Every,
            _ if used == Use::Described && (several || whole) => Det::Every,
            _ if used == Use::Described => Det::One,
            Some(ast::Det::Any(..)) => Det::Any(count.unwrap_or(Count::Fixed(1))),
            Some(ast::Det::A(span) | ast::Det::No(span)) => {
                self.say_any_or_every(place, Some(*span), "only describes");
                return None;
            }
            Some(ast::Det::The(_)) | None if whole || counted => Det::Every,
            Some(ast::Det::The(_)) | None if !several => Det::One,
            Some(ast::Det::The(span)) => {
                self.several_places(place, *span);
                return None;
            }
            None => {
                self.say_any_or_every(place, None, "can be several places");
                return None;
            }
        };
        Some(PlacePhrase { det, ..phrase })
    }

    fn say_any_or_every(&mut self, place: &ast::Place, det: Option<Span>, why: &str) {
        let text = self.text(place.span);
        let bare = match det {
            Some(det) => self.text(Span { start: det.end, ..place.span }),
            None => text.clone(),
        };
        let what = det.map_or_else(|| text.clone(), |det| self.text(det));
        let fix = det.unwrap_or(Span { end: place.span.start, ..place.span });
        self.report.add(
            Diagnostic::error(
                "say-any-or-every",
                place.span,
                format!("`{what}` {why}, and here something is done to it"),
            )
            .help(any_or_every(&bare))
            .fix(fix, if det.is_some() { "any" } else { "any " }),
        );
    }

    fn several_places(&mut self, place: &ast::Place, the: Span) {
        let text = self.text(place.span);
        let bare = self.text(Span { start: the.end, ..place.span });
        self.report.add(
            Diagnostic::error(
                "several-places",
                place.span,
                format!("`{text}` can be several places"),
            )
            .help(any_or_every(&bare))
            .fix(the, "any"),
        );
    }
}

/// What to say instead of a phrase that can be several places.
fn any_or_every(bare: &str) -> String {
    let one = bare.replacen("holes", "hole", 1);
    format!("say `any {one}` (the player chooses) or `every {one}` (all of them)")
}
