//! Places in English.

use super::English;
use super::number::{and, or, ordinal};
use super::person::{OccasionHole, Person, Voice};
use crate::model::{
    Amount, Base, Count, Det, Filter, MarkId, NoteId, Pick, PlaceId, PlacePhrase, PlaceSetBits,
    Places, PlayerRef, Seat, Side, StateTest, Unit, UnitRef,
};
use crate::notation::place_text;

/// A phrase in parts: `the 2 leftmost` `empty` `hole` `of yours` `that ...`.
#[derive(Default)]
struct NounParts {
    /// Before the noun: `your`, `open`.
    before: Vec<String>,
    whose: Option<String>,
    /// After it: `in the inner row`, `opposite that hole`.
    located: Vec<String>,
    /// After that: `that holds 4 seeds`.
    after: Vec<String>,
    /// At the end: what is left out.
    except: Vec<String>,
}

/// A phrase without determiner.
struct NounText {
    whose: Option<String>,
    middle: String,
    after: String,
    /// It names its places itself: `that hole`, `your store`.
    fixed: bool,
}

impl NounText {
    /// `your empty holes that ...`.
    fn plain(&self) -> String {
        let whose = self.whose.as_ref().map_or(String::new(), |whose| format!("{whose} "));
        format!("{whose}{}{}", self.middle, self.after)
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
    fn places_or(&self, places: &Places, voice: Voice) -> String {
        or(&places.parts.iter().map(|part| self.a_place(part, voice)).collect::<Vec<_>>())
    }

    /// A phrase as its determiner says: `one of your holes, as you choose`, `all your empty holes`.
    pub(super) fn place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        match &phrase.det {
            Det::One => self.the(phrase, voice),
            Det::Every => self.all(phrase, voice),
            Det::Any(Count::Fixed(1)) => {
                let noun = self.noun(phrase, voice, false);
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
        let noun = self.noun(phrase, voice, false);
        if noun.fixed || noun.whose.is_some() {
            noun.plain()
        } else {
            format!("the {}", noun.plain())
        }
    }

    /// Any one that fits: `an empty hole of yours`.
    pub(super) fn a_place(&self, phrase: &PlacePhrase, voice: Voice) -> String {
        let noun = self.noun(phrase, voice, false);
        if noun.fixed {
            return noun.plain();
        }
        noun.with_article() + &noun.after
    }

    /// The same, with a remark after the noun: `a hole of yours (not an empty one) that ...`.
    pub(super) fn a_place_with(&self, phrase: &PlacePhrase, remark: &str, voice: Voice) -> String {
        let noun = self.noun(phrase, voice, false);
        if noun.fixed {
            return format!("{}{remark}", noun.plain());
        }
        format!("{}{remark}{}", noun.with_article(), noun.after)
    }

    /// A phrase without determiner.
    fn noun(&self, phrase: &PlacePhrase, voice: Voice, many: bool) -> NounText {
        let mut noun = NounParts::default();
        for filter in &phrase.filters {
            self.filter(filter, voice, many, &mut noun);
        }
        let (core, fixed) = self.base(&phrase.base, voice, many);
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
                after.insert(0, format!("that {} {}", be(voice.past, many), and(&tests)));
            }
            let mut middle = if first.is_empty() { core } else { format!("the {first} of {core}") };
            if !last.is_empty() {
                middle += &format!(" {last}");
            }
            return NounText { whose: None, middle, after: joined(&after), fixed: true };
        }
        let words = [first].into_iter().chain(noun.before).chain([core, last]);
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        NounText {
            whose: noun.whose,
            middle: words.join(" "),
            after: joined(&noun.after),
            fixed: false,
        }
    }

    /// What a phrase looks at, and whether that is a name with its own determiner.
    fn base(&self, base: &Base, voice: Voice, many: bool) -> (String, bool) {
        let named = |text: String| (text, true);
        match base {
            Base::It => named(
                match voice.it {
                    OccasionHole::Fallen | OccasionHole::Looked => "that hole",
                    OccasionHole::Taken => "the hole that is about to be emptied",
                }
                .into(),
            ),
            Base::Candidate => named("it".into()),
            Base::Origin(unit) => named(format!("the hole where {} began", unit_name(*unit))),
            Base::FirstPlace(unit) => {
                named(format!("the place where the first seed of {} fell", unit_name(*unit)))
            }
            Base::Left => named("all places still in play (not the stores)".into()),
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
                    format!("{hole} of the longest unbroken row {side} {from} (along the sowing)"),
                    false,
                )
            }
            Base::Note(note, who) => named(self.note_hole(*note, *who, voice)),
            Base::Union(places) => {
                let each = places.parts.iter().map(|part| match (&part.det, many) {
                    (Det::Every | Det::Any(_), true) => self.all(part, voice),
                    (Det::Every | Det::Any(_), false) if !is_definite(part) => {
                        self.a_place(part, voice)
                    }
                    (Det::One, _) | (Det::Every | Det::Any(_), false) => self.the(part, voice),
                });
                let each: Vec<String> = each.collect();
                named(if many { and(&each) } else { or(&each) })
            }
        }
    }

    /// Named places of a set: `a1, b1 and the goal`, `a1 to f1`.
    pub(super) fn set(&self, set: PlaceSetBits) -> String {
        let places: Vec<PlaceId> = set.iter().collect();
        let follows = |one: PlaceId, next: PlaceId| {
            let holes = self.model.board.hole(one).zip(self.model.board.hole(next));
            holes.is_some_and(|(one, next)| one.row == next.row && one.column + 1 == next.column)
        };
        let runs = places.chunk_by(|one, next| follows(*one, *next));
        let mut names: Vec<String> = Vec::new();
        for run in runs {
            match run {
                [first, _, .., last] => {
                    names.push(format!(
                        "{} to {}",
                        self.place_name(*first),
                        self.place_name(*last)
                    ));
                }
                few => names.extend(few.iter().map(|place| self.place_name(*place))),
            }
        }
        if names.is_empty() { "no place".into() } else { and(&names) }
    }

    pub(super) fn place_name(&self, place: PlaceId) -> String {
        place_text(self.model, place)
    }

    fn filter(&self, filter: &Filter, voice: Voice, many: bool, noun: &mut NounParts) {
        let hold = match (voice.past, many) {
            (true, _) => "held",
            (false, true) => "hold",
            (false, false) => "holds",
        };
        let is = be(voice.past, many);
        match filter {
            Filter::Owner(who) if noun.whose.is_none() => {
                noun.whose = Some(self.whose(*who, voice));
            }
            Filter::Owner(who) => {
                noun.after.push(format!("that {is} also {}", self.belongs(*who, voice)));
            }
            // Where no hole is ever closed, every hole is open.
            Filter::Open => {
                if self.closes {
                    noun.before.push("open".into());
                }
            }
            Filter::Closed => noun.before.push("closed".into()),
            Filter::Occupied if voice.past => noun.after.push("that already held seeds".into()),
            Filter::Occupied => noun.after.push(format!("that {hold} seeds")),
            Filter::Empty if voice.past => noun.after.push("that was empty".into()),
            Filter::Empty => noun.before.push("empty".into()),
            Filter::Holding(amount) => {
                noun.after.push(format!("that {hold} {}", self.amount(amount, "seed", voice)));
            }
            Filter::HoldingKind(kind, amount) => {
                let seed = self.model.seed(Some(*kind));
                noun.after.push(format!("that {hold} {}", self.amount(amount, seed, voice)));
            }
            Filter::FixedFor(who, sets) => noun.located.extend(self.fixed_for(*who, sets, voice)),
            Filter::Marked(mark, whose) => {
                noun.after
                    .push(format!("that {}", self.is_marked(*mark, *whose, voice, many, false)));
            }
            Filter::Opposite(to) => {
                let to = match to.det {
                    Det::Every => self.all(to, voice.now()),
                    Det::One | Det::Any(_) => self.the(to, voice.now()),
                };
                noun.located.push(format!("opposite {to}"));
            }
            Filter::Half(side, who) => {
                noun.located.push(format!(
                    "in the {} half of the board as {} sees it",
                    side_word(*side),
                    self.owner_or(*who, voice)
                ));
            }
            Filter::NumberedLike(other) => {
                noun.located.push(format!(
                    "with the same number as {} (counted from the left of the owner)",
                    self.the(other, voice.now())
                ));
            }
            Filter::Beside(other) => {
                noun.located.push(format!("next to {} on the path", self.the(other, voice.now())));
            }
            Filter::Whose(phrase, test) => {
                let subject = self.place(phrase, voice);
                let test = self.state_test(test, voice, is_many(phrase));
                noun.after.push(format!("for which {subject} {test}"));
            }
            Filter::Except(places) => {
                noun.except.push(format!("other than {}", self.places_or(places, voice)));
            }
            Filter::Among(places) => {
                let places = self.places_or(places, voice);
                noun.after.push(format!("that {is} {places}"));
            }
            Filter::SownIn(unit) => {
                noun.after.push(format!("in which a seed fell in {}", this_unit(*unit)));
            }
            Filter::Not(filter) => noun.after.push(self.not_filter(filter, voice, many)),
        }
    }

    fn not_filter(&self, filter: &Filter, voice: Voice, many: bool) -> String {
        let is = be(voice.past, many);
        match filter {
            Filter::Owner(who) => format!("that {is} not {}", self.belongs(*who, voice)),
            Filter::Open => format!("that {is} closed"),
            Filter::Closed => format!("that {is} open"),
            Filter::Occupied => format!("that {is} empty"),
            Filter::Empty => format!("that {is} not empty"),
            Filter::Marked(mark, whose) => {
                format!("that {}", self.is_marked(*mark, *whose, voice, many, true))
            }
            Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::FixedFor(..)
            | Filter::Opposite(_)
            | Filter::Half(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::Among(_)
            | Filter::SownIn(_)
            | Filter::Not(_) => {
                let mut noun = NounParts::default();
                self.filter(filter, voice, many, &mut noun);
                let tests = noun.located.into_iter().chain(noun.after).chain(noun.except);
                let tests: Vec<String> = tests.collect();
                let test = tests.join(" and ");
                format!("(but not one {test})")
            }
        }
    }

    fn belongs(&self, who: PlayerRef, voice: Voice) -> String {
        let whose = self.whose(who, voice);
        if whose == "your" { "yours".into() } else { whose }
    }

    /// Whose, of what each player has only one of.
    pub(super) fn whose_thing(&self, who: PlayerRef, voice: Voice) -> String {
        let whose = self.whose(who, voice);
        if whose == "their own" { "their".into() } else { whose }
    }

    fn owner_or(&self, who: PlayerRef, voice: Voice) -> String {
        match self.player(who, voice).as_str() {
            "you" | "they" => "its owner".into(),
            other => other.to_owned(),
        }
    }

    /// `counts as “house”`.
    pub(super) fn is_marked(
        &self,
        mark: MarkId,
        whose: Option<PlayerRef>,
        voice: Voice,
        many: bool,
        not: bool,
    ) -> String {
        let name = self.mark_name(mark);
        let owner = whose.map_or(String::new(), |who| match self.whose(who, voice).as_str() {
            "your" => " for you".into(),
            "their own" => " for them".into(),
            whose => format!(" for {}", whose.trim_end_matches("'s")),
        });
        let verb = match (voice.past, many, not) {
            (true, _, false) => "counted",
            (true, _, true) => "did not count",
            (false, true, false) => "count",
            (false, true, true) => "do not count",
            (false, false, false) => "counts",
            (false, false, true) => "does not count",
        };
        format!("{verb} as {name}{owner}")
    }

    pub(super) fn mark_name(&self, mark: MarkId) -> String {
        format!("\u{201c}{}\u{201d}", self.model.marks.get(mark.index()).map_or("", |m| &m.name))
    }

    pub(super) fn note_name(&self, note: NoteId, who: Option<PlayerRef>, voice: Voice) -> String {
        let Some(decl) = self.model.notes.get(note.index()) else { return String::new() };
        let whose = who.filter(|_| decl.of_each_player);
        let whose = whose.map_or(String::new(), |who| format!("{} ", self.whose(who, voice)));
        format!("{whose}\u{201c}{}\u{201d}", decl.name)
    }

    fn note_hole(&self, note: NoteId, who: Option<PlayerRef>, voice: Voice) -> String {
        format!("the hole {}", self.note_name(note, who, voice))
    }

    /// Places that are fixed for each player: rows, columns, or a list; `None`: all holes.
    fn fixed_for(&self, who: PlayerRef, sets: &[PlaceSetBits], voice: Voice) -> Option<String> {
        let board = &self.model.board;
        let holes = || (0..board.holes).map(|i| PlaceId(i as u8));
        let seats: Vec<Seat> = (0..board.seats.len() as u8).map(Seat).collect();
        if sets.iter().all(|set| holes().all(|hole| set.contains(hole))) {
            return None;
        }
        // The set of each player is that of a test, as that player sees the board.
        let is = |test: &dyn Fn(Seat, PlaceId) -> bool| {
            seats
                .iter()
                .zip(sets)
                .all(|(seat, set)| holes().all(|hole| set.contains(hole) == test(*seat, hole)))
        };
        let row =
            |seat: Seat, hole: PlaceId| board.hole(hole).map_or(0, |h| board.row_seen(seat, h));
        let column = |seat: Seat, hole: PlaceId| board.column_from_left(hole, seat);
        // As the owner of a hole sees it.
        let own_row = |hole: PlaceId| {
            let row = board.row_of(hole).unwrap_or(0);
            row.min(board.rows + 1 - row)
        };
        let own_column = |hole: PlaceId| {
            let owner = board.places.get(hole.index()).and_then(|place| place.owner);
            owner.map_or(0, |owner| column(owner, hole))
        };
        let side = match self.player(who, voice).as_str() {
            "you" => "your".to_owned(),
            "they" => "their".to_owned(),
            other => format!("{other}'s"),
        };
        for nth in 1..=board.rows {
            if is(&|seat, hole| row(seat, hole) == nth) {
                return Some(match nth {
                    1 => format!("in the row nearest to {}", self.them(who, voice)),
                    nth => format!("in the {} row from {side} side", ordinal(nth.into())),
                });
            }
            if is(&|_, hole| own_row(hole) == nth) {
                return Some(match self.half_row_name(nth) {
                    Some(name) => format!("in {} row", article(name)),
                    None => format!("in a row that is {} from its side", ordinal(nth.into())),
                });
            }
        }
        let columns = i64::from(board.columns);
        for nth in 1..=columns {
            let places = [
                (
                    is(&|seat, hole| column(seat, hole) == nth),
                    format!("in the {} column from {side} left", ordinal(nth)),
                ),
                (
                    is(&|_, hole| own_column(hole) == nth),
                    format!("in the {} column from its owner's left", ordinal(nth)),
                ),
                (
                    is(&|seat, hole| column(seat, hole) <= nth),
                    format!("in the {nth} columns on {side} left"),
                ),
                (
                    is(&|seat, hole| column(seat, hole) > columns - nth),
                    format!("in the {nth} columns on {side} right"),
                ),
                (
                    is(&|_, hole| own_column(hole) <= nth),
                    format!("in the {nth} columns on its owner's left"),
                ),
                (
                    is(&|_, hole| own_column(hole) > columns - nth),
                    format!("in the {nth} columns on its owner's right"),
                ),
            ];
            if let Some((_, text)) = places.into_iter().find(|(fits, _)| *fits) {
                return Some(text);
            }
        }
        Some(match sets {
            [] => return None,
            [first, rest @ ..] if rest.iter().all(|set| set == first) => {
                format!("among {}", self.set(*first))
            }
            sets => {
                let each = seats.iter().zip(sets);
                let each =
                    each.map(|(seat, set)| format!("for {}: {}", self.seat(*seat), self.set(*set)));
                format!("in a part of the board ({})", each.collect::<Vec<_>>().join("; "))
            }
        })
    }

    /// The name of a row, counted from the side of its owner, if both sides have rows of the same names.
    pub(super) fn half_row_name(&self, nth: u16) -> Option<&str> {
        let board = &self.model.board;
        let halves = board.row_names.len() * 2 == usize::from(board.rows);
        let name = board.row_names.get(usize::from(nth).checked_sub(1)?);
        name.filter(|_| halves).map(String::as_str)
    }

    /// A player as an object: `you`, `them`.
    pub(super) fn them(&self, who: PlayerRef, voice: Voice) -> String {
        match self.player(who, voice).as_str() {
            "they" => "them".into(),
            other => other.to_owned(),
        }
    }

    /// A selection by position: what comes before the noun, and what comes after it.
    fn pick(&self, pick: &Pick, voice: Voice, many: bool) -> (String, String) {
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

    /// A test of places that are already named: `is empty`, `hold 2 or 3 seeds`.
    pub(super) fn state_test(&self, test: &StateTest, voice: Voice, many: bool) -> String {
        let is = be(voice.past, many);
        let not = if test.not { " not" } else { "" };
        if let [one] = test.filters.as_slice() {
            match one {
                Filter::Empty => return format!("{is}{not} empty"),
                Filter::Occupied if test.not => return format!("{is} empty"),
                Filter::Occupied => return hold(voice.past, many, false) + " seeds",
                Filter::Open => return format!("{is}{not} open"),
                Filter::Closed => return format!("{is}{not} closed"),
                Filter::Owner(who) => return format!("{is}{not} {}", self.belongs(*who, voice)),
                Filter::Holding(amount) => {
                    let verb = hold(voice.past, many, test.not);
                    return format!("{verb} {}", self.amount(amount, "seed", voice));
                }
                Filter::HoldingKind(kind, amount) => {
                    let verb = hold(voice.past, many, test.not);
                    let seed = self.model.seed(Some(*kind));
                    return format!("{verb} {}", self.amount(amount, seed, voice));
                }
                Filter::Marked(mark, whose) => {
                    return self.is_marked(*mark, *whose, voice, many, test.not);
                }
                Filter::FixedFor(..)
                | Filter::Opposite(_)
                | Filter::Half(..)
                | Filter::NumberedLike(_)
                | Filter::Beside(_)
                | Filter::Whose(..)
                | Filter::Except(_)
                | Filter::Among(_)
                | Filter::SownIn(_)
                | Filter::Not(_) => {}
            }
        }
        let phrase = PlacePhrase {
            det: Det::One,
            base: Base::Holes,
            filters: test.filters.clone(),
            pick: None,
            span: crate::span::Span::default(),
        };
        if many {
            format!("{is}{not} {}", self.noun(&phrase, voice, true).plain())
        } else {
            format!("{is}{not} {}", self.a_place(&phrase, voice))
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
}

/// Whether a phrase is about several places.
pub(super) fn is_many(phrase: &PlacePhrase) -> bool {
    match phrase.det {
        Det::Every => true,
        Det::Any(Count::Fixed(1)) | Det::One => {
            matches!(phrase.base, Base::Captured | Base::SowingHand | Base::Left)
        }
        Det::Any(_) => true,
    }
}

fn be(past: bool, many: bool) -> &'static str {
    match (past, many) {
        (true, true) => "were",
        (true, false) => "was",
        (false, true) => "are",
        (false, false) => "is",
    }
}

fn hold(past: bool, many: bool, not: bool) -> String {
    match (past, many, not) {
        (true, _, false) => "held",
        (true, _, true) => "did not hold",
        (false, true, false) => "hold",
        (false, true, true) => "do not hold",
        (false, false, false) => "holds",
        (false, false, true) => "does not hold",
    }
    .into()
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

/// `a hole`, `an empty hole`; none before a plural or a superlative.
pub(super) fn article(text: &str) -> String {
    let first = text.chars().next().unwrap_or(' ');
    if text.starts_with("leftmost")
        || text.starts_with("rightmost")
        || text.starts_with("first ")
        || text.starts_with("last ")
        || text.starts_with("nearest")
        || text.starts_with("central")
        || text.starts_with("other ")
        || text.starts_with("second ")
        || text.starts_with("third ")
    {
        return format!("the {text}");
    }
    let an = matches!(first.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o');
    if an { format!("an {text}") } else { format!("a {text}") }
}

/// Whether an amount is one thing: `1 hole`, `at least 1 hole`.
pub(super) fn is_single(amount: &Amount) -> bool {
    matches!(amount, Amount::OneOf(n) if n.as_slice() == [Count::Fixed(1)])
        || matches!(amount, Amount::AtLeast(Count::Fixed(1)) | Amount::AtMost(Count::Fixed(1)))
}

/// Whether a phrase selects one place by its position.
fn is_definite(phrase: &PlacePhrase) -> bool {
    matches!(
        phrase.pick,
        Some(
            Pick::Offset(..)
                | Pick::NthFrom(..)
                | Pick::Outermost(_, Count::Fixed(1), _)
                | Pick::Central
                | Pick::NearestTo(_)
        )
    )
}
