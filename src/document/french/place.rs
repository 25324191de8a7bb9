//! Places in French: what a phrase is called.

use super::French;
use super::grammar::{Agreement, Gender, and, or};
use super::person::Whose;
use crate::document::plan::{
    Person, Voice, is_single, one_hole_each, only_among, owner_of, picks_one, picks_several,
    simplified,
};
use crate::model::{
    Amount, Base, Count, Det, Filter, PlacePhrase, Places, Seat, Side, Unit, UnitRef,
};

/// A phrase in parts: `trou` `extérieur` `de South` `le plus à gauche` `qui contient 4 graines`.
#[derive(Default)]
pub(super) struct FrenchNounParts {
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
pub(super) struct FrenchNoun {
    /// Before the noun: `premier`, `2`.
    before: String,
    noun: String,
    /// After it, and after whose it is.
    rest: String,
    whose: Option<Whose>,
    /// It names its places itself: `ce trou`, `votre grenier`.
    fixed: bool,
    definite: bool,
    agrees: Agreement,
}

impl FrenchNoun {
    /// Without determiner: `trou vide de South qui ...`.
    fn bare(&self) -> String {
        let whose = self.whose.as_ref().map_or(String::new(), Whose::after);
        format!("{}{}{whose}{}", self.before, self.noun, self.rest)
    }

    /// The same as [`FrenchNoun::the`], with a remark before the tests: `vos trous (non vides) qui ...`.
    fn remarked(self, remark: &str) -> String {
        let rest = format!("{remark}{}", self.rest);
        FrenchNoun { rest, ..self }.the()
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
            _ if voice.by_lot => "chosen-lot",
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
        // `un de vos trous qui contiennent 4 graines`: what is one of several is said of all.
        let several = self.is_one_of_yours(phrase, voice);
        let noun = self.noun(phrase, voice, several);
        let possessive = matches!(noun.whose, Some(Whose::Yours | Whose::Theirs));
        if noun.definite || noun.fixed || possessive && !several {
            return noun.the() + remark;
        }
        let one = if noun.feminine() { "une" } else { "un" };
        if several {
            return format!("{one} de {}", noun.remarked(remark));
        }
        let whose = noun.whose.as_ref().map_or(String::new(), Whose::after);
        format!("{one} {}{}{whose}{remark}{}", noun.before, noun.noun, noun.rest)
    }

    /// Whether a phrase is about one of several places of the reader, or of somebody just named: looked up before
    /// anything is said, so that nothing is said twice.
    fn is_one_of_yours(&self, phrase: &PlacePhrase, voice: Voice) -> bool {
        let phrase = &simplified(phrase, self.facts.closes());
        let alone = |filter: &Filter| matches!(filter, Filter::NumberedLike(_));
        let owner = owner_of(phrase).map(|who| self.whose(who, voice));
        matches!(owner, Some(Whose::Yours | Whose::Theirs))
            && matches!(
                phrase.base,
                Base::Holes
                    | Base::WayPlaces
                    | Base::Store(None)
                    | Base::Hand(None)
                    | Base::Run { .. }
            )
            && phrase.pick.is_none()
            && !phrase.filters.iter().any(alone)
            && one_hole_each(&self.model.board, phrase).is_none()
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
    fn noun(&self, phrase: &PlacePhrase, voice: Voice, many: bool) -> FrenchNoun {
        let phrase = &simplified(phrase, self.facts.closes());
        let (core, gender, fixed) = self.base(&phrase.base, voice, many);
        let agrees = Agreement { gender, many };
        if !many && phrase.pick.as_ref().is_some_and(picks_several) {
            let all = self.noun(phrase, voice, true);
            let one = if all.feminine() { "une" } else { "un" };
            let noun = format!("{one} de {}", all.the());
            return FrenchNoun {
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
            return FrenchNoun {
                before: String::new(),
                noun,
                rest: String::new(),
                whose: None,
                fixed: true,
                definite: false,
                agrees,
            };
        }
        let mut parts = FrenchNounParts::default();
        parts.located.extend(self.run(&phrase.base, voice));
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
            let (before, noun) = match before.trim_end() {
                "" => (String::new(), core),
                other @ ("autre" | "autres") => {
                    let the = if many { "les " } else { "l'" };
                    (format!("{the}{other}, parmi "), core)
                }
                before => (format!("{before} parmi "), core),
            };
            let whose = None;
            return FrenchNoun { before, noun, rest, whose, fixed: true, definite: false, agrees };
        }
        FrenchNoun {
            before,
            noun: core + &adjectives + &picked,
            rest: format!("{located}{after}{except}"),
            whose: parts.whose,
            fixed: false,
            definite: parts.definite,
            agrees,
        }
    }

    /// A phrase after an amount: `2 de vos trous vides`; `aucun de vos trous`, if there are none.
    pub(super) fn counted_places(
        &self,
        amount: &Amount,
        phrase: &PlacePhrase,
        voice: Voice,
    ) -> String {
        let owned = self.is_one_of_yours(phrase, voice);
        let one = !owned && (is_single(amount) || amount.is_none());
        let noun = self.noun(phrase, voice, !one);
        if amount.is_none() {
            let none = if noun.feminine() { "aucune" } else { "aucun" };
            return match noun.fixed || owned {
                true => format!("{none} de {}", noun.the()),
                false => format!("{none} {}", noun.bare()),
            };
        }
        let n = self.places_amount(amount, voice);
        if noun.fixed || owned {
            format!("{n} de {}", noun.the())
        } else {
            format!("{n} {}", noun.bare())
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

/// `vos trous` of `tous vos trous`.
pub(super) fn without_all(places: &str) -> String {
    let bare = places.strip_prefix("tous ").or_else(|| places.strip_prefix("toutes "));
    bare.unwrap_or(places).to_owned()
}

pub(super) fn be(past: bool, many: bool) -> &'static str {
    match (past, many) {
        (true, true) => "\u{e9}taient",
        (true, false) => "\u{e9}tait",
        (false, true) => "sont",
        (false, false) => "est",
    }
}
