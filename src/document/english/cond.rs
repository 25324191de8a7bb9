//! Conditions in English.

use super::English;
use super::person::{Voice, verb};
use super::place::{is_many, is_single, this_unit, unit_name};
use crate::model::{
    Amount, Base, Cond, Count, Dir, Fact, Filter, LapQuantifier, NoteKind, NoteValue, Places,
    PlayerRef, Subject, Unit,
};

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
            Cond::Makes(phrase) => {
                let is = if not { "is not" } else { "is" };
                let place = self.a_place(phrase, voice.now());
                format!("the hole where the seed falls {is} then {place}")
            }
            Cond::MakesAmount(amount) => {
                let (amount, not) = flipped(amount, not);
                let holds = if not { "does not hold" } else { "holds" };
                format!(
                    "the hole where the seed falls then {holds} {}",
                    self.amount(&amount, "seed", voice)
                )
            }
            Cond::SeedBefore(phrase) => {
                let place = self.a_place(phrase, voice.before());
                let fell = if not { "did not fall" } else { "fell" };
                format!("the seed before it in this sowing {fell} in {place}")
            }
            Cond::Is(phrase, test) if phrase.base == Base::SowingHand => {
                // The seeds in the sowing hand: there are some, or none.
                let amount = test.filters.iter().find_map(|filter| {
                    if let Filter::Holding(amount) = filter {
                        return Some(amount.clone());
                    }
                    (*filter == Filter::Empty).then(|| Amount::OneOf(vec![Count::Fixed(0)]))
                });
                let amount = amount.unwrap_or(Amount::AtLeast(Count::Fixed(1)));
                let (amount, not) = flipped(&amount, test.not != not);
                let no = if not { "not " } else { "" };
                let are = is_seeds(&amount);
                format!("there {are} {no}{} still to be sown", self.amount(&amount, "seed", voice))
            }
            Cond::Is(phrase, test) => {
                let subject = self.place(phrase, voice.now());
                let test =
                    crate::model::StateTest { not: test.not != not, filters: test.filters.clone() };
                format!("{subject} {}", self.state_test(&test, voice.now(), is_many(phrase)))
            }
            Cond::ThereAre(amount, phrase) => {
                let (amount, not) = flipped(amount, not);
                let (are, no) = (is_places(&amount), if not { "not " } else { "" });
                format!("there {are} {no}{}", self.counted_places(&amount, phrase, voice.now()))
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
                format!(
                    "the same position, with the same player to move, {occurs} for the {nth} time"
                )
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
                    Unit::Turn => format!("this is{no} the player's first turn of the game"),
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
        let each: Vec<String> = parts
            .iter()
            .map(|part| {
                let text = self.cond(part, not, voice);
                let inner_or =
                    matches!(part, Cond::Or(_)) && !not || matches!(part, Cond::And(_)) && not;
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
            || "in store and hand together".to_owned(),
            |places| {
                let places = self.places(places, inner);
                format!("in {}", places.strip_prefix("all ").unwrap_or(&places))
            },
        );
        format!("{subject} {} {amount} {place}", have(&subject, not))
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
            Dir::OtherWay => "in the opposite direction to the sowing just made".into(),
            Dir::Ask => "in the direction that the player chooses".into(),
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

/// The amount that fits where this one does not, and whether `not` still has to be said.
fn flipped(amount: &Amount, not: bool) -> (Amount, bool) {
    let none = || Amount::OneOf(vec![Count::Fixed(0)]);
    let whole = |count: &Count| !matches!(count, Count::Fraction(..));
    match amount {
        amount if !not => (amount.clone(), false),
        amount if amount.is_none() => (Amount::AtLeast(Count::Fixed(1)), false),
        Amount::AtLeast(Count::Fixed(1)) => (none(), false),
        Amount::AtLeast(n) if whole(n) => (Amount::Fewer(n.clone()), false),
        Amount::AtMost(n) => (Amount::More(n.clone()), false),
        Amount::Fewer(n) if whole(n) => (Amount::AtLeast(n.clone()), false),
        Amount::More(n) => (Amount::AtMost(n.clone()), false),
        Amount::OneOf(_)
        | Amount::AtLeast(_)
        | Amount::Fewer(_)
        | Amount::Even(_)
        | Amount::Odd(_)
        | Amount::Between(..) => (amount.clone(), true),
    }
}

fn have(subject: &str, not: bool) -> String {
    match (subject == "you" || subject == "they", not) {
        (true, false) => "have".into(),
        (true, true) => "do not have".into(),
        (false, false) => "has".into(),
        (false, true) => "does not have".into(),
    }
}
