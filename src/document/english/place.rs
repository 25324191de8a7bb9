//! Places in English: what a phrase is called.

use super::English;
use super::number::{and, or};
use crate::document::plan::{
    Person, Voice, is_single, one_hole_each, only_among, picks_one, picks_several, simplified,
};
use crate::model::{
    Amount, Base, Count, Det, PlacePhrase, Places, PlayerRef, Seat, Side, Unit, UnitRef,
};

/// A phrase in parts: `the 2 leftmost` `empty` `hole` `of yours` `that ...`.
#[derive(Default)]
pub(super) struct EnglishNounParts {
    /// Before the noun: `open`, `outer`.
    pub before: Vec<String>,
    pub whose: Option<String>,
    /// After it: `opposite that hole`.
    pub located: Vec<String>,
    /// After that: `that holds 4 seeds`.
    pub after: Vec<String>,
    /// At the end: what is left out.
    pub except: Vec<String>,
    /// There is only one such place.
    pub definite: bool,
}

/// A phrase without determiner.
pub(super) struct EnglishNoun {
    whose: Option<String>,
    middle: String,
    after: String,
    /// It names its places itself: `that hole`, `your store`.
    fixed: bool,
    /// There is only one: `the`, not `a`.
    definite: bool,
}

impl EnglishNoun {
    /// `your empty holes that ...`.
    fn plain(&self) -> String {
        let whose = self.whose.as_ref().map_or(String::new(), |whose| format!("{whose} "));
        format!("{whose}{}{}", self.middle, self.after)
    }

    /// `your leftmost hole`, `the leftmost hole`.
    fn the(&self) -> String {
        let the = if self.fixed || self.whose.is_some() { "" } else { "the " };
        format!("{the}{}", self.plain())
    }

    /// `of yours`, after the noun.
    fn of_whose(&self) -> String {
        self.whose.as_deref().map_or(String::new(), |whose| match whose {
            "your" => " of yours".into(),
            whose => format!(" of {whose}"),
        })
    }

    /// `an empty hole of yours`, without its tests.
    fn with_article(&self) -> String {
        article(&self.middle) + &self.of_whose()
    }
}

/// Who chooses among several places.
fn chosen(voice: Voice) -> &'static str {
    match voice.actor {
        _ if voice.by_lot => "the lot decides which",
        Person::You => "you choose which",
        Person::Opponent | Person::They => "they choose which",
    }
}

impl English<'_> {
    /// Places joined by `and`.
    pub(super) fn places(&self, places: &Places, voice: Voice) -> String {
        and(&places.parts.iter().map(|part| self.place(part, voice)).collect::<Vec<_>>())
    }

    /// Any one of some places: `your store or an empty hole`.
    pub(super) fn places_or(&self, places: &Places, voice: Voice) -> String {
        or(&places.parts.iter().map(|part| self.a_place(part, voice)).collect::<Vec<_>>())
    }

    /// A phrase as its determiner says: `one of your holes, as you choose`, `all your empty holes`.
    pub(super) fn place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        match &phrase.det {
            Det::One => self.the(phrase, voice),
            Det::Every => self.all(phrase, voice),
            Det::Any(Count::Fixed(1)) => {
                let noun = self.noun(phrase, voice, false);
                if noun.definite {
                    return noun.the();
                }
                if noun.fixed {
                    return format!("{} ({})", noun.plain(), chosen(voice));
                }
                format!("{} ({}){}", noun.with_article(), chosen(voice), noun.after)
            }
            Det::Any(count) => {
                let n = self.count(count, voice);
                let text = self.noun(phrase, voice, true).plain();
                format!("{n} of {text} ({}; all of them, if there are fewer)", chosen(voice))
            }
        }
    }

    /// All that fit.
    pub(super) fn all(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        let noun = self.noun(phrase, voice, true);
        if noun.fixed { noun.plain() } else { format!("all {}", noun.plain()) }
    }

    /// The one that fits.
    pub(super) fn the(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        self.noun(phrase, voice, false).the()
    }

    /// Any one that fits: `an empty hole of yours`.
    pub(super) fn a_place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        self.a_place_with(phrase, "", voice)
    }

    /// The same, with a remark after the noun: `a hole of yours (not an empty one) that ...`.
    pub(super) fn a_place_with(&self, phrase: &PlacePhrase, remark: &str, voice: Voice) -> String {
        let noun = self.noun(phrase, voice, false);
        if noun.definite {
            return noun.the() + remark;
        }
        if noun.fixed {
            return format!("{}{remark}", noun.plain());
        }
        format!("{}{remark}{}", noun.with_article(), noun.after)
    }

    /// Each of some places, one after the other: `each hole of yours that holds seeds`.
    pub(super) fn each_place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        if let (Base::Union(places), [], None) =
            (&phrase.base, phrase.filters.as_slice(), &phrase.pick)
        {
            let each = places.parts.iter().map(|part| self.each_place(part, voice));
            return and(&each.collect::<Vec<_>>());
        }
        match &phrase.det {
            Det::Every => {
                let noun = self.noun(phrase, voice, false);
                if noun.fixed {
                    return format!("each of {}", self.noun(phrase, voice, true).plain());
                }
                format!("each {}{}{}", noun.middle, noun.of_whose(), noun.after)
            }
            Det::Any(count) if *count != Count::Fixed(1) => {
                format!("each of {}", self.place(phrase, voice))
            }
            Det::One | Det::Any(_) => self.place(phrase, voice),
        }
    }

    /// A phrase without determiner.
    fn noun(&self, phrase: &PlacePhrase, voice: Voice, many: bool) -> EnglishNoun {
        let phrase = &simplified(phrase, self.facts.closes());
        if !many && phrase.pick.as_ref().is_some_and(picks_several) {
            let all = self.noun(phrase, voice, true);
            let middle = format!("one of {}", all.the());
            let (whose, after) = (None, String::new());
            return EnglishNoun { whose, middle, after, fixed: true, definite: false };
        }
        if let Some(places) = only_among(phrase) {
            let middle =
                if many { self.places(places, voice) } else { self.places_or(places, voice) };
            let (whose, after) = (None, String::new());
            return EnglishNoun { whose, middle, after, fixed: true, definite: false };
        }
        let (core, fixed) = self.base(&phrase.base, voice, many);
        let mut noun = EnglishNounParts::default();
        for filter in &phrase.filters {
            self.filter(filter, voice, many, fixed, &mut noun);
        }
        if let Some(holes) = one_hole_each(&self.model.board, phrase).filter(|_| !fixed && !many) {
            noun.definite = true;
            let seats = (0..u8::MAX).map(Seat).zip(holes);
            let each =
                seats.map(|(seat, h)| format!("{}: {}", self.seat(seat), self.place_name(h)));
            noun.located.push(format!("({})", each.collect::<Vec<_>>().join(", ")));
        }
        noun.definite |= !many && phrase.pick.as_ref().is_some_and(picks_one);
        let (first, last) =
            phrase.pick.as_ref().map(|pick| self.pick(pick, voice, many)).unwrap_or_default();
        let located: String = noun.located.iter().map(|part| format!(" {part}")).collect();
        let except = match noun.except.as_slice() {
            [] => String::new(),
            except => format!(" ({})", except.join(" and ")),
        };
        let joined = |after: &[String]| {
            let after =
                if after.is_empty() { String::new() } else { format!(" {}", after.join(" and ")) };
            format!("{located}{after}{except}")
        };
        if fixed {
            // `the next hole`, `your store`: tests come after it.
            let mut tests = noun.before;
            tests.extend(
                noun.whose.map(|whose| if whose == "your" { "yours".into() } else { whose }),
            );
            let mut after = noun.after;
            if !tests.is_empty() {
                let is = super::test::be(voice.past, many);
                after.insert(0, format!("that {is} {}", and(&tests)));
            }
            let mut middle = if first.is_empty() { core } else { format!("the {first} of {core}") };
            if !last.is_empty() {
                middle += &format!(" {last}");
            }
            let after = joined(&after);
            return EnglishNoun { whose: None, middle, after, fixed: true, definite: false };
        }
        let words = [first].into_iter().chain(noun.before).chain([core, last]);
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        EnglishNoun {
            whose: noun.whose,
            middle: words.join(" "),
            after: joined(&noun.after),
            fixed: false,
            definite: noun.definite,
        }
    }

    /// A phrase after an amount: `2 empty holes of yours`.
    pub(super) fn counted_places(
        &self,
        amount: &Amount,
        phrase: &PlacePhrase,
        voice: Voice,
    ) -> String {
        let one = is_single(amount);
        let noun = self.noun(phrase, voice, !one && !amount.is_none());
        if amount.is_none() {
            return match noun.fixed {
                true => format!("none of {}", noun.plain()),
                false => format!("no {}{}{}", noun.middle, noun.of_whose(), noun.after),
            };
        }
        let n = self.bare_amount(amount, voice);
        match (noun.fixed, noun.whose.is_some() && !one) {
            (true, _) | (_, true) => format!("{n} of {}", noun.plain()),
            (false, false) => format!("{n} {}{}{}", noun.middle, noun.of_whose(), noun.after),
        }
    }

    /// The places of a law, as they follow `in`: `your holes`.
    pub(super) fn places_in(
        &self,
        places: Option<&Places>,
        who: PlayerRef,
        voice: Voice,
    ) -> String {
        let inner = voice.of(voice.actor_of(who));
        let Some(places) = places else { return format!("{} holes", self.whose(who, voice)) };
        without_all(&self.places(places, inner)).to_owned()
    }
}

/// What a hole is called whose seeds are about to be taken up.
pub(super) const TAKEN: &str = "the hole that is about to be emptied";

/// `your holes` of `all your holes`.
pub(super) fn without_all(places: &str) -> &str {
    places.strip_prefix("all ").unwrap_or(places)
}

pub(super) fn side_word(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

/// `this sowing`, `the first move of the turn`.
pub(super) fn unit_name(unit: UnitRef) -> String {
    match unit {
        UnitRef::This(unit) => this_unit(unit).into(),
        UnitRef::First(Unit::Lap) => "the first sowing of the move".into(),
        UnitRef::First(Unit::Move) => "the first move of the turn".into(),
        UnitRef::First(unit) => format!("the first {}", unit_word(unit)),
        UnitRef::Last(Unit::Lap) => "the sowing before".into(),
        UnitRef::Last(unit) => format!("the {} before", unit_word(unit)),
    }
}

pub(super) fn this_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Lap => "this sowing",
        Unit::Move => "this move",
        Unit::Turn => "this turn",
        Unit::Game => "this game",
        Unit::Match => "this match",
    }
}

pub(super) fn unit_word(unit: Unit) -> &'static str {
    match unit {
        Unit::Lap => "sowing",
        Unit::Move => "move",
        Unit::Turn => "turn",
        Unit::Game => "game",
        Unit::Match => "match",
    }
}

/// `a hole`, `an empty hole`.
pub(super) fn article(text: &str) -> String {
    let first = text.chars().next().unwrap_or(' ');
    let definite = ["first ", "last ", "other "].iter().any(|word| text.starts_with(word));
    if definite {
        return format!("the {text}");
    }
    let an = matches!(first.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o');
    if an { format!("an {text}") } else { format!("a {text}") }
}
