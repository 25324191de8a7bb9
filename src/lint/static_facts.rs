//! Translates the conditions of a model to formulas. Known facts: for a fall, where it can be, what
//! the hole holds, its owner and its marks; for a number, its values. Everything else is an open
//! variable.

use super::formula::{Formula, Variables};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{
    Amount, Base, Case, Cond, Count, Deed, Filter, MarkId, Model, PlaceId, PlaceKind, PlacePhrase,
    Places, PlayerRef, Seat, StateTest, Subject, WayKind,
};
use std::collections::BTreeSet;

/// Limit on the distinct numbers in one list of cases; beyond it every number is an open variable.
const MOST_NUMBERS: usize = 60;

/// Limit on the ways in which a fall can happen.
const MOST_FALLS: usize = 1 << 16;

/// What is known of a game before play.
pub struct StaticFacts<'m> {
    model: &'m Model,
    /// Owners of holes change in play.
    owners_change: bool,
    /// Several seeds can fall in a hole at once.
    several_fall: bool,
}

/// Whether the hole of a fall is read before or after the fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FallTime {
    Before,
    After,
}

/// One way in which a fall can happen.
struct FallCase {
    actor: Seat,
    place: PlaceId,
    before: i64,
    after: i64,
    /// The values of `FormulaBuilder::marks` on the hole: 0 none, 255 marked, else 1 + owner.
    marks: Vec<u8>,
}

/// Something that conditions depend on and that is unknown before play: a variable of the formulas.
#[derive(Clone, PartialEq, Debug)]
pub struct Unknown {
    fact: UnknownFact,
    /// The number of the case, if the fact names the player that a condition has found (`that player`): in
    /// another case the same words may name another player.
    case: Option<usize>,
}

/// The fact that is not known.
#[derive(Clone, PartialEq, Debug)]
enum UnknownFact {
    /// The fall, as an index into the possible falls.
    Fall,
    /// Whether the hole of the fall is closed.
    Closed,
    /// The seeds left.
    SeedsLeft,
    /// The number of places that a phrase selects.
    Places(PlacePhrase),
    /// The number of selected places that a player owns.
    PlacesOf(PlayerRef, PlacePhrase),
    /// The number of seeds of a player there (`None`: in store and hand).
    SeedsOf(PlayerRef, Option<Places>),
    /// A number.
    Count(Count),
    /// Whether a phrase selects any place.
    Exists(PlacePhrase),
    /// The number of seeds in the place that a phrase selects.
    SeedsIn(PlacePhrase),
    /// Whether a number of one of these kinds passes a test.
    Passes(Box<UnknownFact>, Amount),
    /// Whether the content of the hole of the fall passes a test.
    Content(FallTime, Amount),
    /// Whether a condition holds.
    Cond(Cond),
    /// Whether all places that a phrase selects pass a test.
    Is(PlacePhrase, StateTest),
    /// Whether a phrase selects the hole of the fall.
    IsMeant(PlacePhrase, FallTime),
    /// Whether the hole of the fall passes a filter.
    Fits(Filter, FallTime),
}

impl UnknownFact {
    /// Whether it names a player that a condition has found.
    fn names_found_player(&self) -> bool {
        struct FoundPlayer(bool);
        impl Visit for FoundPlayer {
            fn player(&mut self, _: VisitContext, who: PlayerRef) {
                self.0 |= matches!(who, PlayerRef::That | PlayerRef::Other);
            }
        }
        let (mut found, here) = (FoundPlayer(false), VisitContext::default());
        match self {
            UnknownFact::Fall | UnknownFact::Closed | UnknownFact::SeedsLeft => {}
            UnknownFact::Places(phrase)
            | UnknownFact::Exists(phrase)
            | UnknownFact::SeedsIn(phrase)
            | UnknownFact::IsMeant(phrase, _) => walk::phrase(here, phrase, &mut found),
            UnknownFact::PlacesOf(who, phrase) => {
                found.player(here, *who);
                walk::phrase(here, phrase, &mut found);
            }
            UnknownFact::SeedsOf(who, places) => {
                found.player(here, *who);
                places.iter().for_each(|places| walk::places(here, places, &mut found));
            }
            UnknownFact::Count(count) => walk::count(here, count, &mut found),
            UnknownFact::Passes(number, amount) => {
                walk::amount(here, amount, &mut found);
                found.0 |= number.names_found_player();
            }
            UnknownFact::Content(_, amount) => walk::amount(here, amount, &mut found),
            UnknownFact::Cond(cond) => walk::cond(here, cond, &mut found),
            UnknownFact::Is(phrase, test) => {
                walk::phrase(here, phrase, &mut found);
                test.filters.iter().for_each(|filter| walk::filter(here, filter, &mut found));
            }
            UnknownFact::Fits(filter, _) => walk::filter(here, filter, &mut found),
        }
        found.0
    }
}

/// Builds the formulas of the conditions of one list.
pub struct FormulaBuilder<'m> {
    facts: &'m StaticFacts<'m>,
    /// The variables of the formulas.
    pub variables: Variables<Unknown>,
    falls: Vec<FallCase>,
    marks: Vec<MarkId>,
    numbers: Vec<i64>,
    /// Number of the current case: `that player` is a different variable in each case.
    found_players: usize,
}

impl<'m> StaticFacts<'m> {
    /// For a model.
    pub fn new(model: &'m Model) -> StaticFacts<'m> {
        struct OwnerChanges(bool);
        impl Visit for OwnerChanges {
            fn deed(&mut self, _: VisitContext, deed: &Deed) {
                self.0 |= matches!(deed, Deed::Own(_));
            }
        }
        let mut owns = OwnerChanges(false);
        walk::model(model, &mut owns);
        let manners = model.stages.iter().flat_map(|s| &s.rules.way).flat_map(|w| &w.manners);
        let several_fall =
            manners.into_iter().any(|m| matches!(m.kind, crate::model::MannerKind::InEach(_)));
        StaticFacts { model, owners_change: owns.0, several_fall }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Whether owners of holes change in play.
    pub fn owners_change(&self) -> bool {
        self.owners_change
    }

    /// A builder for the conditions of a list of cases.
    pub fn formula_builder(&'m self, here: VisitContext, list: &[Case]) -> FormulaBuilder<'m> {
        let mut found = TestedValues::default();
        for when in list.iter().filter_map(|case| case.when.as_ref()) {
            walk::cond(here, when, &mut found);
        }
        let mut numbers: BTreeSet<i64> = BTreeSet::new();
        if found.numbers.len() <= MOST_NUMBERS {
            let near = |n: i64| n.saturating_sub(2)..=n.saturating_add(2);
            numbers
                .extend([0, 1, 2, 3].into_iter().chain(found.numbers.into_iter().flat_map(near)));
        }
        let marks: Vec<MarkId> = found.marks.into_iter().take(2).collect();
        let falls = if found.falls { self.falls(here, &numbers, &marks) } else { Vec::new() };
        let numbers = numbers.into_iter().collect();
        let variables = Variables::default();
        FormulaBuilder { facts: self, variables, falls, marks, numbers, found_players: 0 }
    }

    /// All ways in which a fall can happen; empty if there are too many.
    fn falls(
        &self,
        here: VisitContext,
        numbers: &BTreeSet<i64>,
        marks: &[MarkId],
    ) -> Vec<FallCase> {
        let mut falls = Vec::new();
        let contents = if self.several_fall { numbers.len().pow(2) } else { numbers.len() };
        let one_place = self.model.seats() * contents * self.markings(marks).len();
        if self.model.board.places.len() * one_place > MOST_FALLS {
            return falls;
        }
        let seats = (0..self.model.seats()).map(|i| Seat(i as u8));
        for actor in seats {
            for place in self.sown_by((!here.other_actor).then_some(actor), here.stage) {
                for &before in numbers.iter().filter(|n| **n >= 0) {
                    let afters = numbers.iter().copied().filter(|n| *n > before);
                    let afters: Vec<i64> =
                        if self.several_fall { afters.collect() } else { vec![before + 1] };
                    for after in afters {
                        for marks in self.markings(marks) {
                            falls.push(FallCase { actor, place, before, after, marks });
                        }
                    }
                }
            }
        }
        falls
    }

    /// The places on the ways of a player (`None`: of all) in a stage (`None`: in all).
    pub fn sown_by(&self, seat: Option<Seat>, stage: Option<usize>) -> BTreeSet<PlaceId> {
        let stages = self.model.stages.iter().enumerate();
        let stages = stages.filter(|(i, _)| stage.is_none_or(|stage| stage == *i));
        let mut places = BTreeSet::new();
        for line in stages.flat_map(|(_, stage)| &stage.rules.way) {
            let WayKind::Circuit { rings, dynamic: live, .. } = &line.kind else { continue };
            if live.is_some() {
                // With other owners, any hole can be on the way.
                places.extend((0..self.model.board.holes).map(|i| PlaceId(i as u8)));
            }
            for (i, ring) in rings.iter().enumerate() {
                let of = |seat: Seat| seat.index() == i && line.seat.is_none_or(|s| s == seat);
                if seat.is_none_or(of) {
                    places.extend(ring.places.iter().copied());
                }
            }
        }
        places
    }

    fn markings(&self, marks: &[MarkId]) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        for mark in marks {
            let owned = self.model.marks.get(mark.index()).is_some_and(|m| m.of_each_player);
            let seats = self.model.seats() as u8;
            let values: Vec<u8> = if owned { (0..=seats).collect() } else { vec![0, 255] };
            let with = |known: &Vec<u8>| {
                let known = known.clone();
                values.iter().map(move |v| known.iter().copied().chain([*v]).collect())
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// The player that a reference names, if that is known before play.
    pub fn seat(&self, who: PlayerRef, actor: Seat) -> Option<Seat> {
        match who {
            PlayerRef::Actor => Some(actor),
            PlayerRef::Opponent => (self.model.seats() == 2).then(|| Seat(1 - actor.0.min(1))),
            PlayerRef::Seat(seat) => Some(seat),
            PlayerRef::That
            | PlayerRef::Other
            | PlayerRef::Winner
            | PlayerRef::Loser
            | PlayerRef::Starter
            | PlayerRef::Second
            | PlayerRef::Next => None,
        }
    }
}

/// Visitor: collects what the conditions of a list test.
#[derive(Default)]
struct TestedValues {
    numbers: BTreeSet<i64>,
    marks: BTreeSet<MarkId>,
    falls: bool,
}

impl Visit for TestedValues {
    fn cond(&mut self, _: VisitContext, cond: &Cond) {
        self.falls |= matches!(cond, Cond::FallsIn(_) | Cond::Makes(_) | Cond::MakesAmount(_));
    }
    fn count(&mut self, _: VisitContext, count: &Count) {
        if let Count::Fixed(n) = count {
            self.numbers.insert(*n);
        }
    }
    fn filter(&mut self, _: VisitContext, filter: &Filter) {
        if let Filter::Marked(mark, _) = filter {
            self.marks.insert(*mark);
        }
    }
}

impl FormulaBuilder<'_> {
    /// The formula of a case's condition.
    pub fn case(&mut self, case: &Case) -> Formula {
        self.found_players += 1;
        case.when.as_ref().map_or(Formula::Fixed(true), |cond| self.cond(cond))
    }

    /// The formula of a condition.
    pub fn cond(&mut self, cond: &Cond) -> Formula {
        match cond {
            Cond::Fixed(so) => Formula::Fixed(*so),
            Cond::And(parts) => Formula::And(parts.iter().map(|part| self.cond(part)).collect()),
            Cond::Or(parts) => Formula::Or(parts.iter().map(|part| self.cond(part)).collect()),
            Cond::Not(part) => Formula::Not(Box::new(self.cond(part))),
            Cond::FallsIn(phrase) => self.phrase(phrase, FallTime::Before),
            Cond::Makes(phrase) => self.phrase(phrase, FallTime::After),
            Cond::MakesAmount(amount) => self.content(amount, FallTime::After),
            Cond::Is(phrase, test) => self.is(phrase, test),
            Cond::ThereAre(amount, phrase) => {
                self.number(UnknownFact::Places(phrase.clone()), amount, true)
            }
            Cond::PlayerPlaces(Subject::One(who), amount, phrase) => {
                self.number(UnknownFact::PlacesOf(*who, phrase.clone()), amount, true)
            }
            Cond::PlayerSeeds(Subject::One(who), amount, places) => {
                self.number(UnknownFact::SeedsOf(*who, places.clone()), amount, true)
            }
            Cond::SeedsLeft(amount) => self.number(UnknownFact::SeedsLeft, amount, true),
            Cond::CountIs(count, amount) => {
                self.number(UnknownFact::Count(count.clone()), amount, false)
            }
            Cond::PlayerPlaces(..)
            | Cond::PlayerSeeds(..)
            | Cond::PlayerKind(..)
            | Cond::KindLeft(..)
            | Cond::Falls(_)
            | Cond::Concedes(_)
            | Cond::Agreed
            | Cond::NoMove(_)
            | Cond::HasMoved(_)
            | Cond::PositionReturns(_)
            | Cond::Drawn
            | Cond::PlayerMarked(..)
            | Cond::PlayerIs(..)
            | Cond::NoteIs(..)
            | Cond::FirstUnit(_)
            | Cond::SeedBefore(_)
            | Cond::Laps { .. }
            | Cond::Fact(..) => self.open(UnknownFact::Cond(cond.clone())),
        }
    }

    fn unknown(&self, fact: UnknownFact) -> Unknown {
        let case = fact.names_found_player().then_some(self.found_players);
        Unknown { fact, case }
    }

    /// A Boolean variable of which nothing else is known.
    fn open(&mut self, fact: UnknownFact) -> Formula {
        let unknown = self.unknown(fact);
        self.variables.open(unknown)
    }

    /// A test on a number of which nothing is known.
    fn number(&mut self, number: UnknownFact, amount: &Amount, natural: bool) -> Formula {
        let numbers = self.numbers.iter().copied();
        let table: Option<Vec<bool>> =
            numbers.filter(|n| !natural || *n >= 0).map(|n| passes(n, amount)).collect();
        match table.filter(|table| !table.is_empty()) {
            Some(table) => {
                let unknown = self.unknown(number);
                Formula::Of(self.variables.get(unknown, table.len()), table)
            }
            None => self.open(UnknownFact::Passes(Box::new(number), amount.clone())),
        }
    }

    fn is(&mut self, phrase: &PlacePhrase, test: &StateTest) -> Formula {
        let one = matches!(phrase.det, crate::model::Det::One);
        let content = match test.filters.as_slice() {
            [Filter::Empty] => Some(Amount::OneOf(vec![Count::Fixed(0)])),
            [Filter::Occupied] => Some(Amount::AtLeast(Count::Fixed(1))),
            [Filter::Holding(amount)] => Some(amount.clone()),
            _ => None,
        };
        let (true, Some(amount)) = (one, content) else {
            return self.open(UnknownFact::Is(phrase.clone(), test.clone()));
        };
        let there = self.open(UnknownFact::Exists(phrase.clone()));
        let so = self.number(UnknownFact::SeedsIn(phrase.clone()), &amount, true);
        let so = if test.not { Formula::Not(Box::new(so)) } else { so };
        Formula::And(vec![there, so])
    }

    // ---- the hole of the fall ----

    fn fall(&mut self, so: impl Fn(&FallCase) -> Option<bool>) -> Option<Formula> {
        let table: Option<Vec<bool>> = self.falls.iter().map(so).collect();
        let table = table.filter(|table| !table.is_empty())?;
        let fall = self.unknown(UnknownFact::Fall);
        Some(Formula::Of(self.variables.get(fall, table.len()), table))
    }

    fn content(&mut self, amount: &Amount, time: FallTime) -> Formula {
        let at = |fall: &FallCase| match time {
            FallTime::Before => passes(fall.before, amount),
            FallTime::After => passes(fall.after, amount),
        };
        match self.fall(at) {
            Some(formula) => formula,
            None => self.open(UnknownFact::Content(time, amount.clone())),
        }
    }

    /// The hole of the fall is selected by the phrase.
    fn phrase(&mut self, phrase: &PlacePhrase, time: FallTime) -> Formula {
        let model = self.facts.model;
        let kind = |fall: &FallCase| model.board.places.get(fall.place.index()).map(|p| p.kind);
        let base = match &phrase.base {
            Base::Holes => self.fall(|fall| Some(kind(fall)? == PlaceKind::Hole)),
            Base::WayPlaces => Some(Formula::Fixed(true)),
            Base::Fixed(set) => self.fall(|fall| Some(set.contains(fall.place))),
            Base::Store(who) => self.fall(|fall| in_store(self.facts, fall, *who)),
            Base::Hand(_) => Some(Formula::Fixed(false)),
            Base::Union(places) => Some(self.any_of(places, time)),
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::Along { .. }
            | Base::Run { .. }
            | Base::Note(..) => None,
        };
        let whole = match (base, &phrase.pick) {
            (Some(base), None) => vec![base],
            (Some(base), Some(_)) => {
                vec![base, self.open(UnknownFact::IsMeant(phrase.clone(), time))]
            }
            (None, _) => vec![self.open(UnknownFact::IsMeant(phrase.clone(), time))],
        };
        let filters = phrase.filters.iter().map(|filter| self.filter(filter, time));
        let filters: Vec<Formula> = filters.collect();
        Formula::And(whole.into_iter().chain(filters).collect())
    }

    fn any_of(&mut self, places: &Places, time: FallTime) -> Formula {
        Formula::Or(places.parts.iter().map(|part| self.phrase(part, time)).collect())
    }

    fn filter(&mut self, filter: &Filter, time: FallTime) -> Formula {
        let facts = self.facts;
        let known = match filter {
            Filter::Owner(who) if !facts.owners_change => self.fall(|fall| {
                let owner = facts.model.board.places.get(fall.place.index())?.owner;
                Some(owner.is_some() && owner == Some(facts.seat(*who, fall.actor)?))
            }),
            Filter::Occupied => {
                return self.content(&Amount::AtLeast(Count::Fixed(1)), time);
            }
            Filter::Empty => return self.content(&Amount::OneOf(vec![Count::Fixed(0)]), time),
            Filter::Holding(amount) => return self.content(amount, time),
            Filter::FixedFor(who, sets) => self.fall(|fall| {
                let seat = facts.seat(*who, fall.actor)?;
                sets.get(seat.index()).map(|set| set.contains(fall.place))
            }),
            Filter::Marked(mark, owner) if time == FallTime::Before => {
                let at = self.marks.iter().position(|m| m == mark);
                self.fall(|fall| {
                    let value = *fall.marks.get(at?)?;
                    Some(match owner {
                        None => value != 0,
                        Some(who) => value == facts.seat(*who, fall.actor)?.0 + 1,
                    })
                })
            }
            Filter::Not(inner) => return Formula::Not(Box::new(self.filter(inner, time))),
            Filter::Except(places) => {
                return Formula::Not(Box::new(self.any_of(places, time)));
            }
            Filter::Among(places) => return self.any_of(places, time),
            Filter::Whose(phrase, test) if is_itself(phrase) => {
                let filters = test.filters.iter().map(|inner| self.filter(inner, time)).collect();
                let all = Formula::And(filters);
                return if test.not { Formula::Not(Box::new(all)) } else { all };
            }
            Filter::Open => return Formula::Not(Box::new(self.open(UnknownFact::Closed))),
            Filter::Closed => return self.open(UnknownFact::Closed),
            Filter::Owner(_)
            | Filter::Marked(..)
            | Filter::HoldingKind(..)
            | Filter::Opposite(_)
            | Filter::Half(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::SownIn(_) => None,
        };
        known.unwrap_or_else(|| self.open(UnknownFact::Fits(filter.clone(), time)))
    }
}

fn in_store(facts: &StaticFacts<'_>, fall: &FallCase, who: Option<PlayerRef>) -> Option<bool> {
    let place = facts.model.board.places.get(fall.place.index())?;
    let store = matches!(place.kind, PlaceKind::Store | PlaceKind::Captured);
    match who {
        None => Some(store),
        Some(who) => Some(store && place.owner == Some(facts.seat(who, fall.actor)?)),
    }
}

fn is_itself(phrase: &PlacePhrase) -> bool {
    matches!(phrase.base, Base::Candidate) && phrase.filters.is_empty() && phrase.pick.is_none()
}

/// Whether a number passes a test, if the test has fixed numbers.
pub fn passes(n: i64, amount: &Amount) -> Option<bool> {
    let fixed = |count: &Count| {
        let Count::Fixed(number) = count else { return None };
        Some(*number)
    };
    let between = |bounds: &Option<(Count, Count)>| match bounds {
        Some((from, to)) => Some((fixed(from)?..=fixed(to)?).contains(&n)),
        None => Some(true),
    };
    Some(match amount {
        Amount::OneOf(counts) => {
            let all: Option<Vec<i64>> = counts.iter().map(fixed).collect();
            all?.contains(&n)
        }
        Amount::AtLeast(count) => n >= fixed(count)?,
        Amount::AtMost(count) => n <= fixed(count)?,
        Amount::Fewer(count) => n < fixed(count)?,
        Amount::More(count) => n > fixed(count)?,
        Amount::Even(bounds) => n != 0 && n % 2 == 0 && between(bounds)?,
        Amount::Odd(bounds) => n % 2 != 0 && between(bounds)?,
        Amount::Between(from, to) => (fixed(from)?..=fixed(to)?).contains(&n),
    })
}
