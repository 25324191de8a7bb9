//! Conditions in English.

use super::English;
use super::number::EVEN_NOT_0;
use super::person::verb;
use super::place::{this_unit, unit_name, without_all};
use crate::document::plan::{
    OccasionHole, Voice, flipped, hand_amount, is_it, is_many, is_origin, is_single, said_parts,
    says_or,
};
use crate::model::{
    Amount, Base, Cond, Dir, Fact, LapQuantifier, NoteKind, NoteValue, PlacePhrase, Places,
    PlayerRef, StateTest, Subject, Unit,
};

/// A rule for every seed may have emptied the hole before the last seed is looked at.
const SINCE: &str = " (whatever was done with them then)";

impl English<'_> {
    /// A condition as it follows `if`; `not`: its opposite.
    pub(super) fn cond(&self, cond: &Cond, not: bool, voice: Voice) -> String {
        match cond {
            Cond::Fixed(holds) => {
                if *holds != not {
                    "in any case".into()
                } else {
                    "never".into()
                }
            }
            Cond::And(parts) => self.joined(parts, !not, not, voice),
            Cond::Or(parts) => self.joined(parts, not, not, voice),
            Cond::Not(part) => self.cond(part, !not, voice),
            Cond::FallsIn(phrase) => {
                let place = self.a_place(phrase, voice.before());
                if not {
                    format!("the seed does not fall in {place}")
                } else {
                    format!("the seed falls in {place}")
                }
            }
            Cond::Falls(kind) => {
                let seed = self.model.seed(Some(*kind));
                let does = if not { "is not" } else { "is" };
                format!("the seed that falls {does} a {seed}")
            }
            Cond::Makes(phrase) if voice.it == OccasionHole::FallenLast => {
                let made = self.made_test(phrase, not, voice.before());
                format!("the hole where the last seed fell {made} at that moment{SINCE}")
            }
            Cond::Makes(phrase) => {
                let made = self.made_test(phrase, not, voice.now());
                let then = made.strip_prefix("is ").map(|rest| format!("is then {rest}"));
                let then = then.unwrap_or_else(|| format!("then {made}"));
                format!("the hole where the seed falls {then}").replace(EVEN_NOT_0, "")
            }
            Cond::MakesAmount(amount) => {
                let (amount, not) = flipped(amount, not);
                if voice.it == OccasionHole::FallenLast {
                    let held = if not { "did not hold" } else { "held" };
                    let amount = self.amount_above_0(&amount, "seed", voice);
                    return format!(
                        "the hole where the last seed fell {held} {amount} at that moment{SINCE}"
                    );
                }
                let holds = if not { "does not hold" } else { "holds" };
                let amount = self.amount_above_0(&amount, "seed", voice);
                format!("the hole where the seed falls then {holds} {amount}")
            }
            Cond::SeedBefore(phrase) => {
                let place = self.a_place(phrase, voice.before());
                let fell = if not { "did not fall" } else { "fell" };
                format!("the seed before it in this sowing {fell} in {place}")
            }
            Cond::Is(phrase, test) if phrase.base == Base::SowingHand => {
                // The seeds in the sowing hand: there are some, or none.
                let amount = hand_amount(&test.filters);
                let (amount, not) = flipped(&amount, test.not != not);
                let no = if not { "not " } else { "" };
                let are = is_seeds(&amount);
                format!("there {are} {no}{} still to be sown", self.amount(&amount, "seed", voice))
            }
            Cond::Is(phrase, test) => self.is(phrase, test, not, voice),
            Cond::ThereAre(amount, phrase) => {
                let (amount, not) = flipped(amount, not);
                let (are, no) = (is_places(&amount), if not { "not " } else { "" });
                let exactly = if amount.is_one_number() { "exactly " } else { "" };
                let places = self.counted_places(&amount, phrase, voice.now());
                format!("there {are} {no}{exactly}{places}")
            }
            Cond::PlayerSeeds(who, amount, places) => {
                self.player_seeds(*who, amount, "seed", places.as_ref(), not, voice)
            }
            Cond::PlayerKind(who, kind, amount, places) => {
                let seed = self.model.seed(Some(*kind)).to_owned();
                self.player_seeds(*who, amount, &seed, places.as_ref(), not, voice)
            }
            Cond::PlayerPlaces(who, amount, phrase) => {
                let (subject, inner) = self.subject(*who, voice.now());
                let (amount, not) = flipped(amount, not);
                let places = self.counted_places(&amount, phrase, inner);
                format!("{subject} {} {places}", have(&subject, not))
            }
            Cond::SeedsLeft(amount) => self.seeds_left(amount, "seed", not, voice),
            Cond::KindLeft(kind, amount) => {
                self.seeds_left(amount, self.model.seed(Some(*kind)), not, voice)
            }
            Cond::Concedes(who) => {
                let (subject, _) = self.subject(*who, voice);
                if not {
                    format!("{subject} {} not give the game up", verb(&subject, "do"))
                } else {
                    format!("{subject} {} the game up", verb(&subject, "give"))
                }
            }
            Cond::Agreed => {
                if not {
                    "the players do not agree to end the game".into()
                } else {
                    "the players agree to end the game".into()
                }
            }
            Cond::NoMove(who) => {
                let (subject, _) = self.subject(*who, voice);
                let no = if not { "a" } else { "no" };
                format!("{subject} {} {no} move to make", verb(&subject, "have"))
            }
            Cond::HasMoved(who) => {
                let (subject, _) = self.subject(*who, voice);
                let has = verb(&subject, "have");
                let stage = if self.model.stages.len() > 1 {
                    "this stage of the game"
                } else {
                    "this game"
                };
                if not {
                    format!("{subject} {has} not yet made a move in {stage}")
                } else {
                    format!("{subject} {has} already made a move in {stage}")
                }
            }
            Cond::PositionReturns(times) => {
                let nth = super::number::ordinal(i64::from(*times));
                let occurs = if not { "has not occurred" } else { "occurs" };
                format!("the same position {occurs} for the {nth} time")
            }
            Cond::Drawn => {
                let was = if not { "was not" } else { "was" };
                format!("the last game {was} a draw")
            }
            Cond::PlayerMarked(who, mark) => {
                let (subject, _) = self.subject(*who, voice);
                let counts = match (not, subject == "you") {
                    (false, true) => "count",
                    (false, false) => "counts",
                    (true, true) => "do not count",
                    (true, false) => "does not count",
                };
                format!("{subject} {counts} as {}", self.mark_name(*mark))
            }
            Cond::PlayerIs(who, other) => {
                let (subject, _) = self.subject(*who, voice);
                let no = if not { " not" } else { "" };
                format!("{subject} {}{no} {}", verb(&subject, "are"), self.player(*other, voice))
            }
            Cond::NoteIs(note, who, values) => self.note_is(*note, *who, values, not, voice),
            Cond::CountIs(count, amount) => {
                let (amount, not) = flipped(amount, not);
                let no = if not { " not" } else { "" };
                let count = self.count(count, voice.now());
                format!("{count} is{no} {}", self.bare_amount(&amount, voice.now()))
            }
            Cond::FirstUnit(unit) => {
                let no = if not { " not" } else { "" };
                match unit {
                    Unit::Lap => format!("this is{no} the first sowing of the move"),
                    Unit::Move => format!("this is{no} the first move of the turn"),
                    Unit::Turn => {
                        let whose = self.whose_thing(PlayerRef::Actor, voice);
                        format!("this is{no} {whose} first turn of the game")
                    }
                    Unit::Game | Unit::Match => format!("this is{no} the first game of the match"),
                }
            }
            Cond::Fact(unit, fact) => {
                format!("{} {}", unit_name(*unit), self.fact(fact, not, voice))
            }
            Cond::Laps { quantifier, of, not: fact_not, fact } => {
                let of = this_unit(*of);
                let said = self.fact(fact, *fact_not, voice);
                match (quantifier, not) {
                    (LapQuantifier::Every, false) => format!("every sowing of {of} {said}"),
                    (LapQuantifier::Every, true) => format!("not every sowing of {of} {said}"),
                    (LapQuantifier::Some, false) | (LapQuantifier::No, true) => {
                        format!("at least one sowing of {of} {said}")
                    }
                    (LapQuantifier::No, false) | (LapQuantifier::Some, true) => {
                        format!("no sowing of {of} {said}")
                    }
                }
            }
        }
    }

    /// Conditions joined by `and` (`all`) or `or`.
    fn joined(&self, parts: &[Cond], all: bool, not: bool, voice: Voice) -> String {
        let said = if all && !not { said_parts(parts) } else { parts.iter().collect() };
        let each: Vec<String> = said
            .into_iter()
            .map(|part| {
                let text = self.cond(part, not, voice);
                let inner_or = says_or(part, not);
                if all && inner_or { format!("(either {text})") } else { text }
            })
            .collect();
        let word = if all { " and " } else { ", or " };
        each.join(word)
    }

    fn seeds_left(&self, amount: &Amount, noun: &str, not: bool, voice: Voice) -> String {
        let (amount, not) = flipped(amount, not);
        let no = if not { "not " } else { "" };
        let are = is_seeds(&amount);
        format!("there {are} {no}{} left in play", self.amount(&amount, noun, voice))
    }

    fn player_seeds(
        &self,
        who: Subject,
        amount: &Amount,
        noun: &str,
        places: Option<&Places>,
        not: bool,
        voice: Voice,
    ) -> String {
        let (subject, inner) = self.subject(who, voice.now());
        let (amount, not) = flipped(amount, not);
        let amount = self.amount(&amount, noun, inner);
        let place = places.map_or_else(
            || self.in_store(inner),
            |places| format!("in {}", without_all(&self.places(places, inner))),
        );
        format!("{subject} {} {amount} {place}", have(&subject, not))
    }

    /// A test of places that are named.
    fn is(&self, phrase: &PlacePhrase, test: &StateTest, not: bool, voice: Voice) -> String {
        // Before a sowing, the hole where it begins is looked at while it still holds its seeds.
        let voice = if voice.past && is_origin(phrase) { voice } else { voice.now() };
        let subject = match voice.it {
            OccasionHole::Fallen if is_it(phrase) => "the hole where the seed falls".to_owned(),
            OccasionHole::FallenLast if is_it(phrase) => {
                "the hole where the last seed fell".to_owned()
            }
            OccasionHole::Fallen
            | OccasionHole::FallenLast
            | OccasionHole::Over
            | OccasionHole::Taken
            | OccasionHole::Looked
            | OccasionHole::Any => self.place(phrase, voice),
        };
        let test = StateTest { not: test.not != not, filters: test.filters.clone() };
        format!("{subject} {}", self.state_test(&test, voice, is_many(phrase)))
    }

    /// Where players keep what is theirs: `in your store`.
    pub(super) fn in_store(&self, voice: Voice) -> String {
        let whose = self.whose_thing(PlayerRef::Actor, voice);
        if self.facts.hands {
            format!("in {whose} store and hand together")
        } else {
            format!("in {whose} store")
        }
    }

    fn note_is(
        &self,
        note: crate::model::NoteId,
        who: Option<PlayerRef>,
        values: &[NoteValue],
        not: bool,
        voice: Voice,
    ) -> String {
        let name = self.note_name(note, who, voice);
        let no = if not { " not" } else { "" };
        let each: Vec<String> = values.iter().map(|value| self.note_value(*value)).collect();
        let kind = self.model.notes.get(note.index()).map(|note| note.kind);
        match (kind, values) {
            (Some(NoteKind::Yes), [NoteValue::Yes(yes)]) => {
                let yes = if *yes != not { "yes" } else { "no" };
                format!("{name} is \u{201c}{yes}\u{201d}")
            }
            _ => format!("{name} is{no} {}", super::number::or(&each)),
        }
    }

    pub(super) fn note_value(&self, value: NoteValue) -> String {
        match value {
            NoteValue::Anticlockwise => "anticlockwise".into(),
            NoteValue::Clockwise => "clockwise".into(),
            NoteValue::Yes(true) => "\u{201c}yes\u{201d}".into(),
            NoteValue::Yes(false) => "\u{201c}no\u{201d}".into(),
            NoteValue::Place(place) => self.place_name(place),
        }
    }

    /// What has been done: `has captured something`.
    fn fact(&self, fact: &Fact, not: bool, voice: Voice) -> String {
        let has = if not { "has not" } else { "has" };
        let did = |yes: &str, no: &str| if not { no.to_owned() } else { yes.to_owned() };
        match fact {
            Fact::Captured => format!("{has} captured anything"),
            Fact::SownIn(phrase) => {
                format!("{has} dropped a seed in {}", self.a_place(phrase, voice))
            }
            Fact::BeganFrom(phrase) => {
                let place = self.a_place(phrase, voice.before());
                format!("{} from {place}", did("began", "did not begin"))
            }
            Fact::Goes(dir) => {
                format!("{} {}", did("goes", "does not go"), self.direction(dir, voice))
            }
        }
    }

    /// A direction: `anticlockwise`, `towards the goal`.
    pub(super) fn direction(&self, dir: &Dir, voice: Voice) -> String {
        match dir {
            Dir::Anticlockwise => self.way_round(true),
            Dir::Clockwise => self.way_round(false),
            Dir::Rightwards => "to the right (along the row nearest to the player)".into(),
            Dir::Leftwards => "to the left (along the row nearest to the player)".into(),
            Dir::OtherWay => "the other way round than the sowing just made".into(),
            Dir::Ask => {
                let whose = self.whose_thing(PlayerRef::Actor, voice);
                format!("in the direction of {whose} choice")
            }
            Dir::Towards(phrase) => {
                format!("towards {} by the shorter way", self.the(phrase, voice))
            }
            Dir::Note(note) => {
                format!("in the direction {}", self.note_name(*note, Some(PlayerRef::Actor), voice))
            }
        }
    }
}

/// `is` or `are`, before an amount of places.
fn is_places(amount: &Amount) -> &'static str {
    if is_single(amount) || amount.is_none() { "is" } else { "are" }
}

/// `is` or `are`, before an amount of seeds.
fn is_seeds(amount: &Amount) -> &'static str {
    if is_single(amount) { "is" } else { "are" }
}

fn have(subject: &str, not: bool) -> String {
    match (subject == "you" || subject == "they", not) {
        (true, false) => "have".into(),
        (true, true) => "do not have".into(),
        (false, false) => "has".into(),
        (false, true) => "does not have".into(),
    }
}
