//! Places in French: what a phrase is called.

use super::French;
use super::grammar::{Agreement, Gender, and, or, ordinal};
use super::person::Whose;
use crate::document::plan::{
    OccasionHole, Person, Voice, is_single, one_hole_each, only_among, picks_one, picks_several,
    simplified,
};
use crate::model::{
    Amount, Base, Count, Det, Pick, PlacePhrase, Places, PlayerRef, Seat, Side, Unit, UnitRef,
};

/// A phrase in parts: `trou` `extérieur` `de South` `le plus à gauche` `qui contient 4 graines`.
#[derive(Default)]
pub(super) struct NounParts {
    /// Adjectives, which agree already.
    pub adjectives: Vec<String>,
    pub whose: Option<Whose>,
    /// `opposé à ce trou`.
    pub located: Vec<String>,
    /// `qui contient 4 graines`.
    pub after: Vec<String>,
    /// What is left out.
    pub except: Vec<String>,
    /// There is only one such place.
    pub definite: bool,
}

/// A phrase without determiner.
struct NounText {
    /// Before the noun: `premier`, `2`.
    before: String,
    noun: String,
    /// Behind it, after whose it is.
    rest: String,
    whose: Option<Whose>,
    /// It names its places itself: `ce trou`, `votre grenier`.
    fixed: bool,
    definite: bool,
    agrees: Agreement,
}

impl NounText {
    /// Without determiner: `trou vide de South qui ...`.
    fn bare(&self) -> String {
        let whose = self.whose.as_ref().map_or(String::new(), Whose::after);
        format!("{}{}{whose}{}", self.before, self.noun, self.rest)
    }

    /// `le trou`, `votre trou`, `vos trous`.
    fn the(&self) -> String {
        if self.fixed {
            return self.bare();
        }
        let many = self.agrees.many;
        match self.whose.as_ref().and_then(|whose| whose.before(many)) {
            Some(possessive) => format!("{possessive} {}", self.bare()),
            None => format!("{} {}", self.article(), self.bare()),
        }
    }

    fn article(&self) -> &'static str {
        match (self.agrees.many, self.agrees.gender) {
            (true, _) => "les",
            (false, Gender::Masculine) => "le",
            (false, Gender::Feminine) => "la",
        }
    }

    fn feminine(&self) -> bool {
        self.agrees.gender == Gender::Feminine
    }
}

impl French<'_> {
    /// Who chooses among several places.
    fn chosen(&self, voice: Voice) -> String {
        self.word(match voice.actor {
            Person::You => "chosen-you",
            Person::Opponent | Person::They => "chosen-they",
        })
    }

    /// Places joined by `et`.
    pub(super) fn places(&self, places: &Places, voice: Voice) -> String {
        and(&places.parts.iter().map(|part| self.place(part, voice)).collect::<Vec<_>>())
    }

    /// Any one of some places: `votre grenier ou un trou vide`.
    pub(super) fn places_or(&self, places: &Places, voice: Voice) -> String {
        or(&places.parts.iter().map(|part| self.a_place(part, voice)).collect::<Vec<_>>())
    }

    /// A phrase as its determiner says: `un de vos trous (à votre choix)`, `tous vos trous vides`.
    pub(super) fn place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        match &phrase.det {
            Det::One => self.the(phrase, voice),
            Det::Every => self.all(phrase, voice),
            Det::Any(Count::Fixed(1)) => {
                let noun = self.noun(phrase, voice, false);
                if noun.definite {
                    return noun.the();
                }
                self.a_place_with(phrase, &format!(" ({})", self.chosen(voice)), voice)
            }
            Det::Any(count) => {
                let n = self.count(count, voice);
                let of = self.noun(phrase, voice, true).the();
                let chosen = self.chosen(voice);
                self.message("place-any", &[("n", &n), ("of", &of), ("chosen", &chosen)])
            }
        }
    }

    /// All that fit.
    pub(super) fn all(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        let noun = self.noun(phrase, voice, true);
        if noun.fixed {
            return noun.the();
        }
        format!("{} {}", if noun.feminine() { "toutes" } else { "tous" }, noun.the())
    }

    /// The one that fits.
    pub(super) fn the(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        self.noun(phrase, voice, false).the()
    }

    /// Any one that fits: `un de vos trous vides`.
    pub(super) fn a_place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        self.a_place_with(phrase, "", voice)
    }

    /// The same, with a remark: `un de vos trous (non vide)`.
    pub(super) fn a_place_with(&self, phrase: &PlacePhrase, remark: &str, voice: Voice) -> String {
        let noun = self.noun(phrase, voice, false);
        if noun.definite || noun.fixed {
            return noun.the() + remark;
        }
        let one = if noun.feminine() { "une" } else { "un" };
        match &noun.whose {
            Some(Whose::Yours | Whose::Theirs) => {
                format!("{one} de {}{remark}", self.noun_of_several(phrase, voice))
            }
            Some(Whose::Of(_)) | None => format!("{one} {}{remark}", noun.bare()),
        }
    }

    /// `vos trous qui contiennent 4 graines`, as it follows `un de`: what is said of one of them is singular.
    fn noun_of_several(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        self.noun(phrase, voice, true).the()
    }

    /// Each of some places, one after the other: `chacun de vos trous qui contiennent des graines`.
    pub(super) fn each_place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        if let (Base::Union(places), [], None) =
            (&phrase.base, phrase.filters.as_slice(), &phrase.pick)
        {
            let each = places.parts.iter().map(|part| self.each_place(part, voice));
            return and(&each.collect::<Vec<_>>());
        }
        match &phrase.det {
            Det::Every => {
                let noun = self.noun(phrase, voice, true);
                let each = if noun.feminine() { "chacune" } else { "chacun" };
                format!("{each} de {}", noun.the())
            }
            Det::Any(count) if *count != Count::Fixed(1) => {
                format!("chacun de ces trous : {}", self.place(phrase, voice))
            }
            Det::One | Det::Any(_) => self.place(phrase, voice),
        }
    }

    /// A phrase without determiner.
    fn noun(&self, phrase: &PlacePhrase, voice: Voice, many: bool) -> NounText {
        let phrase = &simplified(phrase);
        let (core, gender, fixed) = self.base(&phrase.base, voice, many);
        let agrees = Agreement { gender, many };
        if !many && phrase.pick.as_ref().is_some_and(picks_several) {
            let all = self.noun(phrase, voice, true);
            let one = if all.feminine() { "une" } else { "un" };
            let noun = format!("{one} de {}", all.the());
            return NounText {
                before: String::new(),
                noun,
                rest: String::new(),
                whose: None,
                fixed: true,
                definite: false,
                agrees,
            };
        }
        if let Some(places) = only_among(phrase) {
            let noun =
                if many { self.places(places, voice) } else { self.places_or(places, voice) };
            return NounText {
                before: String::new(),
                noun,
                rest: String::new(),
                whose: None,
                fixed: true,
                definite: false,
                agrees,
            };
        }
        let mut parts = NounParts::default();
        for filter in &phrase.filters {
            self.filter(filter, voice, agrees, &mut parts);
        }
        if let Some(holes) = one_hole_each(&self.model.board, phrase).filter(|_| !fixed && !many) {
            parts.definite = true;
            let seats = (0..u8::MAX).map(Seat).zip(holes);
            let each =
                seats.map(|(seat, h)| format!("{} : {}", self.seat(seat), self.place_name(h)));
            parts.located.push(format!("({})", each.collect::<Vec<_>>().join(", ")));
        }
        parts.definite |= !many && phrase.pick.as_ref().is_some_and(picks_one);
        let (before, picked) =
            phrase.pick.as_ref().map(|pick| self.pick(pick, voice, agrees)).unwrap_or_default();
        let spaced = |text: &String| format!(" {text}");
        let adjectives: String = parts.adjectives.iter().map(spaced).collect();
        let located: String = parts.located.iter().map(spaced).collect();
        let after = match parts.after.as_slice() {
            [] => String::new(),
            after => format!(" {}", after.join(" et ")),
        };
        let except = match parts.except.as_slice() {
            [] => String::new(),
            except => format!(" ({})", except.join(" et ")),
        };
        let picked = if picked.is_empty() { picked } else { format!(" {picked}") };
        if fixed {
            let mut tests: Vec<String> = parts.adjectives;
            tests.extend(parts.whose.map(|whose| whose.belongs()));
            let mut rest = picked + &located;
            if !tests.is_empty() {
                rest += &format!(" qui {} {}", be(voice.past, many), and(&tests));
            }
            rest += &after;
            rest += &except;
            let (before, noun) = if before.is_empty() {
                (String::new(), core)
            } else {
                (format!("{before}parmi "), core)
            };
            let whose = None;
            return NounText { before, noun, rest, whose, fixed: true, definite: false, agrees };
        }
        NounText {
            before,
            noun: core + &adjectives,
            rest: format!("{picked}{located}{after}{except}"),
            whose: parts.whose,
            fixed: false,
            definite: parts.definite,
            agrees,
        }
    }

    /// What a phrase looks at, its gender, and whether that is a name with its own determiner.
    fn base(&self, base: &Base, voice: Voice, many: bool) -> (String, Gender, bool) {
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
            Base::Run { from, backward, forward } => {
                let from = self.the(from, voice.now());
                let id = match (backward, forward) {
                    (true, true) => "run-both",
                    (true, false) => "run-before",
                    (false, true) | (false, false) => "run-after",
                };
                let trou = of("trou", "trous");
                (self.message(id, &[("hole", &trou), ("from", &from)]), masculine, false)
            }
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

    /// What the hole of the occasion is called.
    fn it(&self, voice: Voice) -> String {
        self.word(match voice.it {
            OccasionHole::Fallen | OccasionHole::FallenLast | OccasionHole::Looked => "it-that",
            OccasionHole::Over => "it-over",
            OccasionHole::Taken => "it-taken",
        })
    }

    /// A selection by position: what comes before the noun, with a space, and what comes after it.
    fn pick(&self, pick: &Pick, voice: Voice, agrees: Agreement) -> (String, String) {
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

    /// A phrase after an amount: `2 de vos trous vides`; `aucun de vos trous`, if there are none.
    pub(super) fn counted_places(
        &self,
        amount: &Amount,
        phrase: &PlacePhrase,
        voice: Voice,
    ) -> String {
        let one = is_single(amount);
        let several = self.noun(phrase, voice, true);
        let owned = matches!(several.whose, Some(Whose::Yours | Whose::Theirs));
        if amount.is_none() {
            let none = if several.feminine() { "aucune" } else { "aucun" };
            return match several.fixed || owned {
                true => format!("{none} de {}", several.the()),
                false => format!("{none} {}", self.noun(phrase, voice, false).bare()),
            };
        }
        let n = self.places_amount(amount, voice);
        match (several.fixed || owned, one) {
            (true, _) => format!("{n} de {}", several.the()),
            (false, true) => format!("{n} {}", self.noun(phrase, voice, false).bare()),
            (false, false) => format!("{n} {}", several.bare()),
        }
    }

    /// `ce semis`, `le premier coup du tour`.
    pub(super) fn unit_name(&self, unit: UnitRef) -> String {
        self.word(match unit {
            UnitRef::This(unit) => this_unit(unit),
            UnitRef::First(Unit::Lap) => "unit-first-lap",
            UnitRef::First(Unit::Move) => "unit-first-move",
            UnitRef::First(Unit::Turn) => "unit-first-turn",
            UnitRef::First(Unit::Game | Unit::Match) => "unit-first-game",
            UnitRef::Last(Unit::Lap) => "unit-last-lap",
            UnitRef::Last(Unit::Move) => "unit-last-move",
            UnitRef::Last(Unit::Turn) => "unit-last-turn",
            UnitRef::Last(Unit::Game | Unit::Match) => "unit-last-game",
        })
    }
}

/// The message for the unit that goes on.
pub(super) fn this_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Lap => "unit-lap",
        Unit::Move => "unit-move",
        Unit::Turn => "unit-turn",
        Unit::Game => "unit-game",
        Unit::Match => "unit-match",
    }
}

pub(super) fn side_word(side: Side) -> &'static str {
    match side {
        Side::Left => "gauche",
        Side::Right => "droite",
    }
}

pub(super) fn be(past: bool, many: bool) -> &'static str {
    match (past, many) {
        (true, true) => "\u{e9}taient",
        (true, false) => "\u{e9}tait",
        (false, true) => "sont",
        (false, false) => "est",
    }
}
