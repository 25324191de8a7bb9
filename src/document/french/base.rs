//! What a phrase looks at, and what it selects by position, in French.

use super::French;
use super::grammar::{Agreement, Gender, and, or, ordinal};
use super::person::Whose;
use super::place::side_word;
use crate::document::plan::{OccasionHole, Voice};
use crate::model::{Base, Count, Det, Pick, PlayerRef};

impl French<'_> {
    /// What a phrase looks at, its gender, and whether that is a name with its own determiner.
    pub(super) fn base(&self, base: &Base, voice: Voice, many: bool) -> (String, Gender, bool) {
        let (masculine, feminine) = (Gender::Masculine, Gender::Feminine);
        let of = |one: &str, several: &str| if many { several } else { one }.to_owned();
        match base {
            Base::It => (self.it(voice), masculine, true),
            Base::Candidate => (self.word("place-candidate"), masculine, true),
            Base::Origin(unit) => {
                (self.message("place-origin", &[("unit", &self.unit_name(*unit))]), masculine, true)
            }
            Base::FirstPlace(unit) => {
                (self.message("place-first", &[("unit", &self.unit_name(*unit))]), feminine, true)
            }
            Base::Left => (self.word("place-left"), feminine, true),
            Base::Captured => (self.word("seeds-captured"), feminine, true),
            Base::SowingHand => (self.word("seeds-unsown"), feminine, true),
            Base::Holes => (of("trou", "trous"), masculine, false),
            Base::WayPlaces => (of("case du parcours", "cases du parcours"), feminine, false),
            Base::Fixed(set) => (self.set(*set), masculine, true),
            Base::Store(Some(who)) => {
                (self.thing("grenier", *who, voice, masculine), masculine, true)
            }
            Base::Store(None) => (of("grenier", "greniers"), masculine, false),
            Base::Hand(Some(who)) => (self.thing("main", *who, voice, feminine), feminine, true),
            Base::Hand(None) => (of("main", "mains"), feminine, false),
            Base::Along { from, nth, backward, holes_only } => {
                let gender = if *holes_only { masculine } else { feminine };
                let thing = if *holes_only { "le trou" } else { "la case" };
                let from = self.the(from, voice.now());
                let text = match (nth, backward) {
                    (Count::Fixed(1), true) => {
                        self.message("along-before", &[("thing", thing), ("from", &from)])
                    }
                    (Count::Fixed(1), false) => {
                        self.message("along-next", &[("thing", thing), ("from", &from)])
                    }
                    (nth, backward) => {
                        let nth = match nth {
                            Count::Fixed(n) => ordinal(*n, gender),
                            count => format!("num\u{e9}ro {}", self.count(count, voice)),
                        };
                        let thing = thing.replace(' ', &format!(" {nth} "));
                        let id = if *backward { "along-nth-before" } else { "along-nth-next" };
                        self.message(id, &[("thing", &thing), ("from", &from)])
                    }
                };
                (text, gender, true)
            }
            Base::Run { .. } => (of("trou", "trous"), masculine, false),
            Base::Note(note, who) => {
                (format!("le trou {}", self.note_name(*note, *who, voice)), masculine, true)
            }
            Base::Union(places) => {
                let each = places.parts.iter().map(|part| match (&part.det, many) {
                    (Det::Every | Det::Any(_), true) => self.all(part, voice),
                    (Det::Every | Det::Any(_), false) => self.a_place(part, voice),
                    (Det::One, _) => self.the(part, voice),
                });
                let each: Vec<String> = each.collect();
                (if many { and(&each) } else { or(&each) }, masculine, true)
            }
        }
    }

    /// Something of which each player has one: `votre grenier`, `la main de South`.
    pub(super) fn thing(&self, noun: &str, who: PlayerRef, voice: Voice, gender: Gender) -> String {
        let feminine = gender == Gender::Feminine;
        match self.whose(who, voice) {
            Whose::Yours => format!("votre {noun}"),
            Whose::Theirs => format!("{} {noun}", if feminine { "sa" } else { "son" }),
            Whose::Of(who) => format!("{} {noun} de {who}", if feminine { "la" } else { "le" }),
        }
    }

    /// The row in which holes are looked for: after the noun.
    pub(super) fn run(&self, base: &Base, voice: Voice) -> Option<String> {
        let Base::Run { from, backward, forward } = base else { return None };
        let from = self.the(from, voice.now());
        let id = match (backward, forward) {
            (true, true) => "run-both",
            (true, false) => "run-before",
            (false, true) | (false, false) => "run-after",
        };
        Some(self.message(id, &[("from", &from)]))
    }

    /// What the hole of the occasion is called.
    pub(super) fn it(&self, voice: Voice) -> String {
        self.word(match voice.it {
            OccasionHole::Fallen | OccasionHole::FallenLast | OccasionHole::Looked => "it-that",
            OccasionHole::Over => "it-over",
            OccasionHole::Taken => "it-taken",
            OccasionHole::Any => "it-any",
        })
    }

    /// A selection by position: what comes before the noun, with a space, and what comes after it.
    pub(super) fn pick(&self, pick: &Pick, voice: Voice, agrees: Agreement) -> (String, String) {
        let the = agrees.of("le plus", "les plus");
        let the = if agrees.gender == Gender::Feminine && !agrees.many { "la plus" } else { the };
        let counted = |n: &Count| match n {
            Count::Fixed(1) => String::new(),
            n if agrees.many => format!("{} ", self.count(n, voice)),
            _ => String::new(),
        };
        let first = agrees.adjective("premier").replace("premiere", "premi\u{e8}re");
        match pick {
            Pick::Outermost(side, n, _) => {
                (counted(n), format!("{the} \u{e0} {}", side_word(*side)))
            }
            Pick::NthFrom(side, n, _) => {
                let nth = match n {
                    Count::Fixed(n) => ordinal(*n, agrees.gender),
                    n => format!("num\u{e9}ro {}", self.count(n, voice)),
                };
                (format!("{nth} "), format!("\u{e0} partir de la {}", side_word(*side)))
            }
            Pick::Central => (String::new(), agrees.adjective("central")),
            Pick::First(n) => (format!("{}{first} ", counted(n)), self.word("pick-path")),
            Pick::Last(n) => {
                let last = agrees.adjective("dernier").replace("derniere", "derni\u{e8}re");
                (format!("{}{last} ", counted(n)), self.word("pick-path"))
            }
            Pick::NearestTo(to) => {
                let to = self.the(to, voice.now());
                (String::new(), self.message("pick-nearest", &[("the", the), ("to", &to)]))
            }
            Pick::OtherThan(other) => {
                let other = self.the(other, voice.now());
                (agrees.of("autre ", "autres ").into(), format!("(pas {other})"))
            }
            Pick::Offset(n, side, from, _) => {
                let from = self.the(from, voice.now());
                let n = match n {
                    Count::Fixed(1) => "juste".to_owned(),
                    n => format!("{} colonnes", self.count(n, voice)),
                };
                let side = side_word(*side);
                let parts = [("n", n.as_str()), ("side", side), ("from", from.as_str())];
                (String::new(), self.message("pick-offset", &parts))
            }
        }
    }
}
