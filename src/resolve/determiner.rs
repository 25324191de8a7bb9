//! The determiner rule (law 1): `any` asks the player, `every` takes all, else there must be exactly
//! one place.

use super::builder::{Builder, PhraseContext};
use super::place::PhraseUse;
use crate::diagnostic::{Diagnostic, Fix};
use crate::model::{Base, Count, Det, PlacePhrase};
use crate::span::Span;
use crate::syntax::ast::{self, AdjKind, Noun, SectionKind};
use crate::syntax::code_part;

impl<'a> Builder<'a> {
    /// The number after `any`.
    #[allow(clippy::option_option)] // no number, or an invalid one
    pub fn determiner_count(
        &mut self,
        place: &'a ast::AstPlace,
        here: &mut PhraseContext,
    ) -> Option<Option<Count>> {
        match &place.det {
            Some(ast::AstDet::Any(Some(count), _)) => self.count(count, here).map(Some),
            _ => Some(None),
        }
    }

    /// Law 1: `any` asks the player, `every` takes all, else there must be exactly one place.
    pub fn apply_determiner(
        &mut self,
        place: &'a ast::AstPlace,
        phrase: PlacePhrase,
        count: Option<Count>,
        counted: bool,
        used: PhraseUse,
        section: SectionKind,
    ) -> Option<PlacePhrase> {
        let several = self.board.can_be_several(&phrase);
        let whole = matches!(phrase.base, Base::Left | Base::Captured | Base::Run { .. })
            || place.noun == Noun::Row;
        let det = match &place.det {
            Some(ast::AstDet::Every(_)) => Det::Every,
            // `the hole` is one: which of several would be meant?
            Some(ast::AstDet::The(span))
                if used == PhraseUse::Descriptor
                    && several
                    && !whole
                    && phrase.pick.is_none()
                    && self.is_singular(place) =>
            {
                self.report_several_described(place, *span, section);
                return None;
            }
            _ if used == PhraseUse::Descriptor && (several || whole) => Det::Every,
            _ if used == PhraseUse::Descriptor => Det::One,
            Some(ast::AstDet::Any(..)) => Det::Any(count.unwrap_or(Count::Fixed(1))),
            Some(ast::AstDet::A(span) | ast::AstDet::No(span)) => {
                self.report_any_or_every(place, Some(*span), "only describes");
                return None;
            }
            Some(ast::AstDet::The(_)) | None if whole || counted => Det::Every,
            Some(ast::AstDet::The(_)) | None if !several => Det::One,
            Some(ast::AstDet::The(span)) => {
                let own = phrase.pick.is_some() && section == SectionKind::Move;
                self.report_several_places(place, *span, own);
                return None;
            }
            None => {
                self.report_any_or_every(place, None, "can be several places");
                return None;
            }
        };
        Some(PlacePhrase { det, ..phrase })
    }

    fn report_any_or_every(&mut self, place: &ast::AstPlace, det: Option<Span>, why: &str) {
        let text = self.text(place.span);
        let bare = match det {
            Some(det) => self.text(Span { start: det.end, ..place.span }),
            None => text.clone(),
        };
        let what = det.map_or_else(|| text.clone(), |det| self.text(det));
        self.report.add(
            Diagnostic::error(
                "say-any-or-every",
                place.span,
                format!("`{what}` {why}, and an action needs to know which"),
            )
            .help(any_or_every(&bare))
            .fix(self.with_determiner("any", det, place.span))
            .fix(self.with_determiner("every", det, place.span)),
        );
    }

    /// `own`: it is the place of a row, and surely of the player's own one.
    fn report_several_places(&mut self, place: &ast::AstPlace, the: Span, own: bool) {
        let text = self.text(place.span);
        let bare = self.text(Span { start: the.end, ..place.span });
        if let Some(before) = text.strip_suffix(HOLE).filter(|_| own && !text.contains(OWN)) {
            let at = place.span.end as usize - HOLE.len();
            let noun = Span::new(place.span.file, at, place.span.end as usize);
            let fix = Fix::guess(noun, format!("{OWN}{HOLE}"));
            let fix = fix.titled(format!("write `{before}{OWN}{HOLE}`"));
            self.report.add(self.several_places(place).fix(fix));
            return;
        }
        self.report.add(
            self.several_places(place)
                .help(any_or_every(&bare))
                .fix(self.with_determiner("any", Some(the), place.span))
                .fix(self.with_determiner("every", Some(the), place.span)),
        );
    }

    /// Whether a phrase is in the singular, with a noun of the language. A word that the description defines can
    /// belong to one hole at a time, as a mark does.
    fn is_singular(&self, place: &ast::AstPlace) -> bool {
        if place.adjs.iter().any(|adj| matches!(adj.kind, AdjKind::Name(_))) {
            return false;
        }
        let noun = match &place.noun {
            Noun::Hole => "hole",
            Noun::Store => "store",
            Noun::Hand => "hand",
            Noun::Place => "place",
            _ => return false,
        };
        let text = self.text(place.span);
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.find(|word| word.strip_prefix(noun).is_some_and(|end| ["", "s"].contains(&end)))
            == Some(noun)
    }

    /// A description of places, such as a condition has.
    fn report_several_described(&mut self, place: &ast::AstPlace, the: Span, section: SectionKind) {
        let bare = self.text(Span { start: the.end, ..place.span });
        let finding = self.several_places(place);
        self.report.add(match place.noun {
            // Each player's score is of what is theirs.
            Noun::Store | Noun::Hand if section == SectionKind::Winner => {
                finding.fix(self.with_determiner("the own", Some(the), place.span))
            }
            Noun::Store | Noun::Hand => finding
                .help(format!(
                    "say whose: `the own {bare}`, `the opponent's {bare}`, or `every {bare}`"
                ))
                .fix(self.with_determiner("the own", Some(the), place.span))
                .fix(self.with_determiner("every", Some(the), place.span)),
            _ => finding.help(format!(
                "say which one, for example `the next hole` or `the opposite hole`; \
                 `every {bare}` is all of them"
            )),
        });
    }

    /// The finding for a phrase that means one place and can be several.
    fn several_places(&self, place: &ast::AstPlace) -> Diagnostic {
        let message = format!("`{}` can be several places", self.text(place.span));
        Diagnostic::error("several-places", place.span, message)
    }

    /// The phrase at `place` with another determiner than `old`, and its noun in the singular.
    fn with_determiner(&self, det: &str, old: Option<Span>, place: Span) -> Fix {
        let rest = Span { start: old.map_or(place.start, |old| old.end), ..place };
        let title = format!("write `{det} {}`", singular(&self.text(rest)));
        let fix = match old {
            Some(old) => Fix::guess(old, det),
            None => Fix::guess(Span { end: place.start, ..place }, format!("{det} ")),
        };
        let written = self.sources.slice(rest);
        let ending = code_part(written).0.find(HOLES).map(|at| at + HOLES.len());
        match ending.map(|end| rest.start as usize + end) {
            Some(end) => fix.and(Span::new(rest.file, end - 1, end), ""),
            None => fix,
        }
        .titled(title)
    }
}

const HOLE: &str = "hole";
const OWN: &str = "own ";
/// The noun that can be in the plural.
const HOLES: &str = "holes";

fn singular(phrase: &str) -> String {
    phrase.replacen(HOLES, "hole", 1)
}

/// The help for a phrase that can be several places.
fn any_or_every(bare: &str) -> String {
    let one = singular(bare);
    format!("write `any {one}` (the player chooses) or `every {one}` (all of them)")
}
