//! Conditions in French.

use super::French;
use super::grammar::{Gender, or, ordinal, quoted};
use super::number::EVEN_NOT_0;
use super::person::{does, form};
use super::place::{this_unit, without_all};
use crate::document::plan::{
    OccasionHole, Voice, flipped, hand_amount, is_it, is_many, is_origin, said_parts, says_or,
};
use crate::model::{
    Amount, Base, Cond, Dir, Fact, Filter, KindId, LapQuantifier, NoteId, NoteKind, NoteValue,
    PlacePhrase, Places, PlayerRef, StateTest, Subject, Unit,
};

impl French<'_> {
    /// A condition as it follows `si`; `not`: its opposite.
    pub(super) fn cond(&self, cond: &Cond, not: bool, voice: Voice) -> String {
        // One of two messages.
        let either = |id: &str, parts: &super::MessageParts<'_>| {
            let id = if not { format!("{id}-not") } else { id.to_owned() };
            self.message(&id, parts)
        };
        match cond {
            Cond::Fixed(holds) => {
                self.word(if *holds != not { "cond-always" } else { "cond-never" })
            }
            Cond::And(parts) => self.joined(parts, !not, not, voice),
            Cond::Or(parts) => self.joined(parts, not, not, voice),
            Cond::Not(part) => self.cond(part, !not, voice),
            Cond::FallsIn(phrase) => {
                either("cond-falls-in", &[("place", &self.a_place(phrase, voice.before()))])
            }
            Cond::Falls(kind) => {
                either("cond-falls", &[("seed", &self.seeds_word(Some(*kind), false))])
            }
            Cond::Makes(phrase) if voice.it == OccasionHole::FallenLast => {
                let made = self.made_test(phrase, not, voice.before()).replace(EVEN_NOT_0, "");
                self.message("cond-made-last", &[("made", &made)])
            }
            Cond::Makes(phrase) => {
                let made = self.made_test(phrase, not, voice.now()).replace(EVEN_NOT_0, "");
                self.message("cond-made", &[("made", &made)])
            }
            Cond::MakesAmount(amount) => {
                let (amount, not) = flipped(amount, not);
                let last = voice.it == OccasionHole::FallenLast;
                let voice = if last { voice.before() } else { voice.now() };
                let holds = self.holds(&amount, None, voice, false, not).replace(EVEN_NOT_0, "");
                let id = if last { "cond-made-last" } else { "cond-made" };
                self.message(id, &[("made", &holds)])
            }
            Cond::SeedBefore(phrase) => {
                either("cond-seed-before", &[("place", &self.a_place(phrase, voice.before()))])
            }
            Cond::Is(phrase, test) if phrase.base == Base::SowingHand => {
                // The seeds in the sowing hand: there are some, or none.
                let amount = hand_amount(&test.filters);
                let (amount, not) = flipped(&amount, test.not != not);
                self.left(&amount, None, not, "cond-to-sow", voice)
            }
            Cond::Is(phrase, test) => self.is(phrase, test, not, voice),
            Cond::ThereAre(amount, phrase) => {
                let (amount, not) = flipped(amount, not);
                let places = self.counted_places(&amount, phrase, voice.now());
                let id = match (not || amount.is_none(), amount.is_one_number()) {
                    (false, false) => "cond-there",
                    (false, true) => "cond-there-exactly",
                    (true, false) => "cond-there-not",
                    (true, true) => "cond-there-not-exactly",
                };
                self.message(id, &[("places", &places)]).replace("pas aucun", "aucun")
            }
            Cond::PlayerSeeds(who, amount, places) => {
                self.player_seeds(*who, amount, None, places.as_ref(), not, voice)
            }
            Cond::PlayerKind(who, kind, amount, places) => {
                self.player_seeds(*who, amount, Some(*kind), places.as_ref(), not, voice)
            }
            Cond::PlayerPlaces(who, amount, phrase) => {
                let (subject, inner) = self.subject(*who, voice.now());
                let (amount, not) = flipped(amount, not);
                // Whose they are is said by who has them.
                let mut plain = phrase.clone();
                plain.filters.retain(|filter| *filter != Filter::Owner(PlayerRef::Actor));
                let places = self.counted_places(&amount, &plain, inner);
                has(&subject, &places, amount.is_none(), not)
            }
            Cond::SeedsLeft(amount) => {
                let (amount, not) = flipped(amount, not);
                self.left(&amount, None, not, "cond-left", voice)
            }
            Cond::KindLeft(kind, amount) => {
                let (amount, not) = flipped(amount, not);
                self.left(&amount, Some(*kind), not, "cond-left", voice)
            }
            Cond::Concedes(who) => {
                let (subject, _) = self.subject(*who, voice);
                let gives_up = if not {
                    form(&subject, "ne abandonnez pas la partie", "ne abandonne pas la partie")
                } else {
                    form(&subject, "abandonnez la partie", "abandonne la partie")
                };
                format!("{subject} {gives_up}")
            }
            Cond::Agreed => either("cond-agreed", &[]),
            Cond::NoMove(who) => {
                let (subject, _) = self.subject(*who, voice);
                if not {
                    does(&subject, "avez un coup \u{e0} jouer", "a un coup \u{e0} jouer")
                } else {
                    does(
                        &subject,
                        "ne avez aucun coup \u{e0} jouer",
                        "ne a aucun coup \u{e0} jouer",
                    )
                }
            }
            Cond::HasMoved(who) => {
                let (subject, _) = self.subject(*who, voice);
                let several = self.model.stages.len() > 1;
                let stage = self.word(if several { "this-stage" } else { "this-game" });
                let has = if not {
                    form(&subject, "ne avez pas encore jou\u{e9}", "ne a pas encore jou\u{e9}")
                } else {
                    form(&subject, "avez d\u{e9}j\u{e0} jou\u{e9}", "a d\u{e9}j\u{e0} jou\u{e9}")
                };
                format!("{subject} {has} dans {stage}")
            }
            Cond::PositionReturns(times) => {
                let nth = ordinal(i64::from(*times), Gender::Feminine);
                either("cond-returns", &[("nth", &nth)])
            }
            Cond::Drawn => either("cond-drawn", &[]),
            Cond::PlayerMarked(who, mark) => {
                let (subject, _) = self.subject(*who, voice);
                let counts = if not {
                    form(&subject, "ne comptez pas", "ne compte pas")
                } else {
                    form(&subject, "comptez", "compte")
                };
                format!("{subject} {counts} comme {}", self.mark_name(*mark))
            }
            Cond::PlayerIs(who, other) => {
                let (subject, _) = self.subject(*who, voice);
                let is = if not {
                    form(&subject, "ne \u{ea}tes pas", "ne est pas")
                } else {
                    form(&subject, "\u{ea}tes", "est")
                };
                format!("{subject} {is} {}", self.player(*other, voice))
            }
            Cond::NoteIs(note, who, values) => self.note_is(*note, *who, values, not, voice),
            Cond::CountIs(count, amount) => {
                let (amount, not) = flipped(amount, not);
                let is = if not { "ne est pas" } else { "est" };
                let count = self.count(count, voice.now());
                format!("{count} {is} {}", self.bare_amount(&amount, voice.now()))
            }
            Cond::FirstUnit(unit) => match unit {
                Unit::Lap => either("cond-first-lap", &[]),
                Unit::Move => either("cond-first-move", &[]),
                Unit::Turn => {
                    let turn = match self.whose(PlayerRef::Actor, voice).before(false) {
                        Some(possessive) => format!("{possessive} premier tour"),
                        None => "le premier tour".to_owned(),
                    };
                    either("cond-first-turn", &[("turn", &turn)])
                }
                Unit::Game | Unit::Match => either("cond-first-game", &[]),
            },
            Cond::Fact(unit, fact) => {
                format!("{} {}", self.unit_name(*unit), self.fact(fact, not, voice))
            }
            Cond::Laps { quantifier, of, not: fact_not, fact } => {
                let of = self.word(this_unit(*of));
                let said = self.fact(fact, *fact_not, voice);
                let id = match (quantifier, not) {
                    (LapQuantifier::Every, false) => "laps-every",
                    (LapQuantifier::Every, true) => "laps-not-every",
                    (LapQuantifier::Some, false) | (LapQuantifier::No, true) => "laps-some",
                    (LapQuantifier::No, false) | (LapQuantifier::Some, true) => "laps-none",
                };
                self.message(id, &[("of", &of), ("fact", &said)])
            }
        }
    }

    /// Conditions joined by `et` (`all`) or `ou`.
    fn joined(&self, parts: &[Cond], all: bool, not: bool, voice: Voice) -> String {
        let said = if all && !not { said_parts(parts) } else { parts.iter().collect() };
        let each: Vec<String> = said
            .into_iter()
            .map(|part| {
                let text = self.cond(part, not, voice);
                let inner_or = says_or(part, not);
                if all && inner_or {
                    format!("(soit {})", text.replace(", ou ", ", soit "))
                } else {
                    text
                }
            })
            .collect();
        each.join(if all { " et " } else { ", ou " })
    }

    /// What is left in play, or in the hand.
    fn left(
        &self,
        amount: &Amount,
        kind: Option<KindId>,
        not: bool,
        id: &str,
        voice: Voice,
    ) -> String {
        let seeds = self.amount(amount, kind, voice);
        let id = match (amount.is_none(), not) {
            (true, _) => format!("{id}-none"),
            (false, true) => format!("{id}-not"),
            (false, false) => id.to_owned(),
        };
        self.message(&id, &[("seeds", &seeds)])
    }

    fn player_seeds(
        &self,
        who: Subject,
        amount: &Amount,
        kind: Option<KindId>,
        places: Option<&Places>,
        not: bool,
        voice: Voice,
    ) -> String {
        let (subject, inner) = self.subject(who, voice.now());
        let (amount, not) = flipped(amount, not);
        let seeds = self.amount(&amount, kind, inner);
        let place = places.map_or_else(
            || self.in_store(inner),
            |places| format!("dans {}", without_all(&self.places(places, inner))),
        );
        has(&subject, &format!("{seeds} {place}"), amount.is_none(), not)
    }

    /// A test of places that are named.
    fn is(&self, phrase: &PlacePhrase, test: &StateTest, not: bool, voice: Voice) -> String {
        // Before a sowing, the hole where it begins is looked at while it still holds its seeds.
        let voice = if voice.past && is_origin(phrase) { voice } else { voice.now() };
        let subject = match voice.it {
            OccasionHole::Fallen if is_it(phrase) => self.word("it-fallen"),
            OccasionHole::FallenLast if is_it(phrase) => self.word("it-over"),
            OccasionHole::Fallen
            | OccasionHole::FallenLast
            | OccasionHole::Over
            | OccasionHole::Taken
            | OccasionHole::Looked
            | OccasionHole::Any => self.place(phrase, voice),
        };
        let test = StateTest { not: test.not != not, filters: test.filters.clone() };
        let mut agrees = self.agreement(phrase);
        agrees.many = is_many(phrase);
        format!("{subject} {}", self.state_test(&test, voice, agrees))
    }

    /// Where players keep what is theirs: `dans votre grenier`.
    pub(super) fn in_store(&self, voice: Voice) -> String {
        let store = self.thing("grenier", PlayerRef::Actor, voice, Gender::Masculine);
        if self.facts.hands {
            let hand = self.thing("main", PlayerRef::Actor, voice, Gender::Feminine);
            format!("dans {store} et {hand}")
        } else {
            format!("dans {store}")
        }
    }

    fn note_is(
        &self,
        note: NoteId,
        who: Option<PlayerRef>,
        values: &[NoteValue],
        not: bool,
        voice: Voice,
    ) -> String {
        let name = self.note_name(note, who, voice);
        let kind = self.model.notes.get(note.index()).map(|note| note.kind);
        if let (Some(NoteKind::Yes), [NoteValue::Yes(yes)]) = (kind, values) {
            return format!("{name} est {}", yes_or_no(*yes != not));
        }
        let is = if not { "ne est pas" } else { "est" };
        let each: Vec<String> = values.iter().map(|value| self.note_value(*value)).collect();
        format!("{name} {is} {}", or(&each))
    }

    pub(super) fn note_value(&self, value: NoteValue) -> String {
        match value {
            NoteValue::Anticlockwise => self.word("sense-anticlockwise"),
            NoteValue::Clockwise => self.word("sense-clockwise"),
            NoteValue::Yes(yes) => yes_or_no(yes),
            NoteValue::Place(place) => self.place_name(place),
        }
    }

    /// What has been done: `a capturé des graines`.
    fn fact(&self, fact: &Fact, not: bool, voice: Voice) -> String {
        let id = |id: &str| if not { format!("{id}-not") } else { id.to_owned() };
        match fact {
            Fact::Captured => self.word(&id("fact-captured")),
            Fact::SownIn(phrase) => {
                self.message(&id("fact-sown"), &[("place", &self.a_place(phrase, voice))])
            }
            Fact::BeganFrom(phrase) => {
                let place = self.a_place(phrase, voice.before());
                self.message(&id("fact-began"), &[("place", &place)])
            }
            Fact::Goes(dir) => {
                self.message(&id("fact-goes"), &[("dir", &self.direction(dir, voice))])
            }
        }
    }

    /// A direction: `dans le sens horaire`, `vers la case « goal »`.
    pub(super) fn direction(&self, dir: &Dir, voice: Voice) -> String {
        match dir {
            Dir::Anticlockwise => self.way_round(true),
            Dir::Clockwise => self.way_round(false),
            Dir::Rightwards => self.word("dir-rightwards"),
            Dir::Leftwards => self.word("dir-leftwards"),
            Dir::OtherWay => self.word("dir-other-way"),
            Dir::Ask => {
                let whose = self.whose(PlayerRef::Actor, voice).before(false).unwrap_or("votre");
                self.message("dir-ask", &[("whose", whose)])
            }
            Dir::Towards(phrase) => {
                self.message("dir-towards", &[("place", &self.the(phrase, voice))])
            }
            Dir::Note(note) => {
                let name = self.note_name(*note, Some(PlayerRef::Actor), voice);
                self.message("dir-note", &[("name", &name)])
            }
        }
    }
}

/// `vous avez 4 graines`, `un joueur n’a aucune graine`.
fn has(subject: &str, what: &str, none: bool, not: bool) -> String {
    let has = match (none, not) {
        (true, _) => form(subject, "ne avez", "ne a"),
        (false, true) => form(subject, "ne avez pas", "ne a pas"),
        (false, false) => form(subject, "avez", "a"),
    };
    format!("{subject} {has} {what}")
}

fn yes_or_no(yes: bool) -> String {
    quoted(if yes { "oui" } else { "non" })
}
