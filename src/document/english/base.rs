//! What a phrase looks at, and what it selects by position, in English.

use super::English;
use super::number::{and, or, ordinal};
use super::place::{TAKEN, side_word, unit_name};
use crate::document::plan::{OccasionHole, Voice};
use crate::model::{Base, Count, Det, Pick};

impl English<'_> {
    /// What a phrase looks at, and whether that is a name with its own determiner.
    pub(super) fn base(&self, base: &Base, voice: Voice, many: bool) -> (String, bool) {
        let named = |text: String| (text, true);
        match base {
            Base::It => named(self.it(voice).into()),
            Base::Candidate => named("it".into()),
            Base::Origin(unit) => named(format!("the hole where {} began", unit_name(*unit))),
            Base::FirstPlace(unit) => {
                named(format!("the place where the first seed of {} fell", unit_name(*unit)))
            }
            Base::Left => named("all places still in play".into()),
            Base::Captured => named("the seeds just captured".into()),
            Base::SowingHand => named("the seeds not yet sown".into()),
            Base::Holes => (if many { "holes" } else { "hole" }.into(), false),
            Base::WayPlaces => {
                let text = if many { "places on the path" } else { "place on the path" };
                (text.into(), false)
            }
            Base::Fixed(set) => named(self.set(*set)),
            Base::Store(Some(who)) => named(format!("{} store", self.whose_thing(*who, voice))),
            Base::Store(None) => (if many { "stores" } else { "store" }.into(), false),
            Base::Hand(Some(who)) => named(format!("{} hand", self.whose_thing(*who, voice))),
            Base::Hand(None) => (if many { "hands" } else { "hand" }.into(), false),
            Base::Along { from, nth, backward, holes_only } => {
                let thing = if *holes_only { "hole" } else { "place" };
                let from = self.the(from, voice.now());
                let side = if *backward { "before" } else { "after" };
                named(match nth {
                    Count::Fixed(1) if *backward => {
                        format!("the {thing} just before {from} on the path")
                    }
                    Count::Fixed(1) => format!("the next {thing} on the path after {from}"),
                    Count::Fixed(n) => {
                        format!("the {} {thing} on the path {side} {from}", ordinal(*n))
                    }
                    count => {
                        let n = self.count(count, voice);
                        format!("the {thing} number {n} on the path {side} {from}")
                    }
                })
            }
            Base::Run { from, backward, forward } => {
                let from = self.the(from, voice.now());
                let side = match (backward, forward) {
                    (true, true) => "on both sides of",
                    (true, false) => "just before",
                    (false, true) | (false, false) => "just after",
                };
                let hole = if many { "holes" } else { "hole" };
                // The tests say of which holes.
                (
                    format!(
                        "{hole} in a row {side} {from} (along the sowing, up to the first hole that does not fit)"
                    ),
                    false,
                )
            }
            Base::Note(note, who) => {
                named(format!("the hole {}", self.note_name(*note, *who, voice)))
            }
            Base::Union(places) => {
                let each = places.parts.iter().map(|part| match (&part.det, many) {
                    (Det::Every | Det::Any(_), true) => self.all(part, voice),
                    (Det::Every | Det::Any(_), false) => self.a_place(part, voice),
                    (Det::One, _) => self.the(part, voice),
                });
                let each: Vec<String> = each.collect();
                named(if many { and(&each) } else { or(&each) })
            }
        }
    }

    /// What the hole of the occasion is called.
    pub(super) fn it(&self, voice: Voice) -> &'static str {
        match voice.it {
            OccasionHole::Fallen | OccasionHole::FallenLast | OccasionHole::Looked => "that hole",
            OccasionHole::Over => "the hole where the last seed fell",
            OccasionHole::Taken => TAKEN,
            OccasionHole::Any => "the hole in question",
        }
    }

    /// A selection by position: what comes before the noun, and what comes after it.
    pub(super) fn pick(&self, pick: &Pick, voice: Voice, many: bool) -> (String, String) {
        match pick {
            Pick::Outermost(side, Count::Fixed(1), _) => {
                (format!("{}most", side_word(*side)), String::new())
            }
            Pick::Outermost(side, n, _) => {
                let n = self.count(n, voice);
                let columns = if many { format!(" {n}") } else { String::new() };
                (format!("{}most{columns}", side_word(*side)), String::new())
            }
            Pick::NthFrom(side, Count::Fixed(n), _) => {
                (ordinal(*n), format!("from the {}", side_word(*side)))
            }
            Pick::NthFrom(side, n, _) => {
                let n = self.count(n, voice);
                (String::new(), format!("number {n} from the {}", side_word(*side)))
            }
            Pick::Central => ("central".into(), String::new()),
            Pick::First(Count::Fixed(1)) => ("first".into(), "in the order of the path".into()),
            Pick::Last(Count::Fixed(1)) => ("last".into(), "in the order of the path".into()),
            Pick::First(n) => {
                (format!("first {}", self.count(n, voice)), "in the order of the path".into())
            }
            Pick::Last(n) => {
                (format!("last {}", self.count(n, voice)), "in the order of the path".into())
            }
            Pick::NearestTo(to) => {
                ("nearest".into(), format!("on the path to {}", self.the(to, voice.now())))
            }
            Pick::OtherThan(other) => {
                ("other".into(), format!("(not {})", self.the(other, voice.now())))
            }
            Pick::Offset(n, side, from, _) => {
                let n = match n {
                    Count::Fixed(1) => "next".to_owned(),
                    n => format!("{} columns", self.count(n, voice)),
                };
                let from = self.the(from, voice.now());
                (String::new(), format!("{n} to the {} of {from} in its row", side_word(*side)))
            }
        }
    }
}
