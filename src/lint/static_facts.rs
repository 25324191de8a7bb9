//! Translates the conditions of a model to formulas. Known facts: for a fall, where it can be, what the hole holds, its
//! owner and its marks; for a number, its values. What a condition then means is found by the evaluator, in the
//! domain [`May`], for each fall and each number. What stays unknown is an open variable.

use super::formula::{Formula, Variables};
use crate::eval::{self, BeforePlay, Domain, Fall, FallSide, May, MayContext};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{
    Amount, Base, Case, Cond, Count, Deed, Filter, MarkId, Model, PlaceId, PlacePhrase,
    PlaceSetBits, Places, PlayerRef, Seat, StateTest, WayKind,
};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Limit on the distinct numbers in one list of cases; beyond it every number is an open variable.
const MOST_NUMBERS: usize = 60;

/// Limit on the ways in which a fall can happen.
const MOST_FALLS: usize = 1 << 16;

/// What is known of a game before play.
pub struct StaticFacts<'m> {
    model: &'m Model,
    game: BeforePlay<'m>,
    /// The places on any way, and on the ways of each stage.
    way: PlaceSetBits,
    ways: Vec<PlaceSetBits>,
    /// Owners of holes change in play.
    owners_change: bool,
    /// Some deed closes holes.
    holes_close: bool,
    /// Several seeds can fall in a hole at once.
    several_fall: bool,
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
    /// The number that a condition tests: see [`Cond::number_and_amount`].
    Number(Cond),
    /// Whether a phrase selects any place.
    Exists(PlacePhrase),
    /// The number of seeds in the place that a phrase selects.
    SeedsIn(PlacePhrase),
    /// Whether the content of the hole of the fall passes a test.
    Content(FallSide, Amount),
    /// Whether a condition holds.
    Cond(Cond),
    /// Whether a phrase selects the hole of the fall.
    IsMeant(PlacePhrase, FallSide),
    /// Whether the hole of the fall passes a filter.
    Fits(Filter, FallSide),
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
            UnknownFact::Fall => {}
            UnknownFact::Exists(phrase)
            | UnknownFact::SeedsIn(phrase)
            | UnknownFact::IsMeant(phrase, _) => walk::phrase(here, phrase, &mut found),
            UnknownFact::Content(_, amount) => walk::amount(here, amount, &mut found),
            UnknownFact::Number(cond) | UnknownFact::Cond(cond) => {
                walk::cond(here, cond, &mut found);
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
    way: PlaceSetBits,
    falls: Vec<Fall>,
    numbers: Vec<i64>,
    /// `it` may be another hole than that of the fall.
    other_it: bool,
    /// Number of the current case: `that player` is a different variable in each case.
    found_players: usize,
}

impl<'m> StaticFacts<'m> {
    /// For a model.
    pub fn new(model: &'m Model) -> StaticFacts<'m> {
        #[derive(Default)]
        struct Changes {
            owners: bool,
            closes: bool,
        }
        impl Visit for Changes {
            fn deed(&mut self, _: VisitContext, deed: &Deed) {
                self.owners |= matches!(deed, Deed::Own(_));
                self.closes |= matches!(deed, Deed::Close(_));
            }
        }
        let mut changes = Changes::default();
        walk::model(model, &mut changes);
        let manners = model.stages.iter().flat_map(|s| &s.rules.way).flat_map(|w| &w.manners);
        let several_fall =
            manners.into_iter().any(|m| matches!(m.kind, crate::model::MannerKind::InEach(_)));
        let Changes { owners: owners_change, closes: holes_close } = changes;
        let game = BeforePlay::new(&model.board, seeds(model), owners_change, holes_close);
        let mut facts = StaticFacts {
            model,
            game,
            way: PlaceSetBits::default(),
            ways: Vec::new(),
            owners_change,
            holes_close,
            several_fall,
        };
        facts.ways = (0..model.stages.len()).map(|i| facts.sown_by(None, Some(i))).collect();
        facts.way = facts.ways.iter().copied().fold(PlaceSetBits::default(), PlaceSetBits::union);
        facts
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Whether owners of holes change in play.
    pub fn owners_change(&self) -> bool {
        self.owners_change
    }

    /// Whether some deed closes holes.
    pub fn holes_close(&self) -> bool {
        self.holes_close
    }

    /// What can be so in a stage (`None`: in any).
    pub(super) fn may(&self, stage: Option<usize>) -> May<'_> {
        self.game.begin_question();
        self.game.may(self.way_in(stage), None)
    }

    /// The places on the ways of all players in a stage (`None`: in all).
    fn way_in(&self, stage: Option<usize>) -> PlaceSetBits {
        stage.and_then(|stage| self.ways.get(stage).copied()).unwrap_or(self.way)
    }

    /// Whether a number passes a test; `None`: that depends on the position.
    pub fn passes(&self, n: i64, amount: &Amount) -> Option<bool> {
        self.passes_by(&self.may(None), n, amount)
    }

    fn passes_by(&self, may: &May<'_>, n: i64, amount: &Amount) -> Option<bool> {
        let of = |seat| eval::passes(may, &May::fixed(n), amount, MayContext::of(seat));
        self.for_all_players(|seat| of(seat).unwrap_or(None))
    }

    /// Whether a place with `n` seeds can satisfy a filter, as far as it asks for seeds.
    pub fn can_pass(&self, n: i64, filter: &Filter) -> bool {
        filter.amount().is_none_or(|amount| self.passes(n, &amount) != Some(false))
    }

    /// The answer that is the same for all players.
    fn for_all_players(&self, answer: impl FnMut(Seat) -> Option<bool>) -> Option<bool> {
        let mut answers = self.seats().map(answer);
        let first = answers.next()??;
        answers.all(|one| one == Some(first)).then_some(first)
    }

    /// Every player.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..=u8::MAX).map(Seat).take(self.model.seats())
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
        self.game.begin_question();
        FormulaBuilder {
            facts: self,
            variables: Variables::default(),
            way: self.way_in(here.stage),
            falls,
            numbers: numbers.into_iter().collect(),
            other_it: here.other_it,
            found_players: 0,
        }
    }

    /// All ways in which a fall can happen; empty if there are too many.
    fn falls(&self, here: VisitContext, numbers: &BTreeSet<i64>, marks: &[MarkId]) -> Vec<Fall> {
        let mut falls = Vec::new();
        let contents = if self.several_fall { numbers.len().pow(2) } else { numbers.len() };
        let one_place = self.model.seats() * contents * self.markings(marks).len();
        if self.model.board.places.len() * one_place > MOST_FALLS {
            return falls;
        }
        for actor in self.seats() {
            for place in self.sown_by((!here.other_actor).then_some(actor), here.stage).iter() {
                for &before in numbers.iter().filter(|n| **n >= 0) {
                    let afters = numbers.iter().copied().filter(|n| *n > before);
                    let afters: Vec<i64> =
                        if self.several_fall { afters.collect() } else { vec![before + 1] };
                    for after in afters {
                        for marks in self.markings(marks) {
                            falls.push(Fall { actor, place, before, after, marks });
                        }
                    }
                }
            }
        }
        falls
    }

    /// The places on the ways of a player (`None`: of all) in a stage (`None`: in all).
    pub fn sown_by(&self, seat: Option<Seat>, stage: Option<usize>) -> PlaceSetBits {
        let stages = self.model.stages.iter().enumerate();
        let stages = stages.filter(|(i, _)| stage.is_none_or(|stage| stage == *i));
        let mut places = PlaceSetBits::default();
        for line in stages.flat_map(|(_, stage)| &stage.rules.way) {
            let WayKind::Circuit { rings, dynamic: live, .. } = &line.kind else { continue };
            if live.is_some() {
                // With other owners, any hole can be on the way.
                (0..self.model.board.holes).for_each(|i| places.insert(PlaceId(i as u8)));
            }
            for (i, ring) in rings.iter().enumerate() {
                let of = |seat: Seat| seat.index() == i && line.seat.is_none_or(|s| s == seat);
                if seat.is_none_or(of) {
                    ring.places.iter().for_each(|place| places.insert(*place));
                }
            }
        }
        places
    }

    /// All ways in which a hole can be marked.
    fn markings(&self, marks: &[MarkId]) -> Vec<Vec<(MarkId, u8)>> {
        let mut all = vec![Vec::new()];
        for mark in marks {
            let owned = self.model.marks.get(mark.index()).is_some_and(|m| m.of_each_player);
            let seats = self.model.seats() as u8;
            let values: Vec<u8> = if owned { (0..=seats).collect() } else { vec![0, u8::MAX] };
            let with = |known: &Vec<(MarkId, u8)>| {
                let known = known.clone();
                values.iter().map(move |v| known.iter().copied().chain([(*mark, *v)]).collect())
            };
            all = all.iter().flat_map(with).collect();
        }
        all
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
        let mut parts = cond.joined().iter().map(|part| self.cond(part)).collect::<Vec<_>>();
        if let Cond::And(_) = cond {
            return Formula::And(parts);
        } else if let Cond::Or(_) = cond {
            return Formula::Or(parts);
        } else if let (Cond::Not(_), Some(part)) = (cond, parts.pop()) {
            return Formula::Not(Box::new(part));
        } else if let Cond::FallsIn(phrase) = cond {
            return self.phrase(phrase, FallSide::Before);
        } else if let Cond::Makes(phrase) = cond {
            return self.phrase(phrase, FallSide::After);
        } else if let Cond::MakesAmount(amount) = cond {
            return self.content(amount, FallSide::After);
        } else if let Cond::Is(phrase, test) = cond
            && let Some(formula) = self.content_of_one(phrase, test)
        {
            return formula;
        }
        let number = cond.number_and_amount().and_then(|(number, amount)| {
            let natural = !matches!(cond, Cond::CountIs(..));
            self.number(UnknownFact::Number(number), &amount, natural)
        });
        number.unwrap_or_else(|| self.open(UnknownFact::Cond(cond.clone())))
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

    /// A test on a number of which nothing is known; `None` if the test depends on the position.
    fn number(&mut self, number: UnknownFact, amount: &Amount, natural: bool) -> Option<Formula> {
        let may = self.facts.game.may(self.way, None);
        let numbers = self.numbers.iter().copied().filter(|n| !natural || *n >= 0);
        let table = numbers.map(|n| self.facts.passes_by(&may, n, amount));
        let table = table.collect::<Option<Vec<bool>>>()?;
        let unknown = self.unknown(number);
        (!table.is_empty()).then(|| Formula::Of(self.variables.get(unknown, table.len()), table))
    }

    /// A test on the seeds of a single place.
    fn content_of_one(&mut self, phrase: &PlacePhrase, test: &StateTest) -> Option<Formula> {
        let ([filter], crate::model::Det::One) = (test.filters.as_slice(), &phrase.det) else {
            return None;
        };
        let amount = filter.amount()?;
        let so = self.number(UnknownFact::SeedsIn(phrase.clone()), &amount, true)?;
        let there = self.exists(phrase);
        let so = if test.not { Formula::Not(Box::new(so)) } else { so };
        Some(Formula::And(vec![there, so]))
    }

    /// Whether a phrase selects a place: for some falls there can be none.
    pub fn exists(&mut self, phrase: &PlacePhrase) -> Formula {
        let rest = UnknownFact::Exists(phrase.clone());
        if self.other_it {
            return self.open(rest);
        }
        // Falls that differ only in seeds or marks follow each other.
        let last: Cell<Option<(Seat, PlaceId, Option<bool>)>> = Cell::new(None);
        self.at_fall(rest, FallSide::After, |may, fall, _| {
            if let Some((seat, place, known)) = last.get()
                && (seat, place) == (fall.actor, fall.place)
            {
                return known;
            }
            let found = may.places(phrase, MayContext::since(fall)).ok();
            let known = found.is_some_and(|found| found.possibly.is_empty()).then_some(false);
            last.set(Some((fall.actor, fall.place, known)));
            known
        })
    }

    // ---- the hole of the fall ----

    /// A test on the hole of the fall: what each fall decides, else an open variable.
    fn at_fall(
        &mut self,
        rest: UnknownFact,
        side: FallSide,
        test: impl Fn(&May<'_>, &Fall, MayContext) -> Option<bool>,
    ) -> Formula {
        let of = |fall: &Fall| {
            let may = self.facts.game.may(self.way, Some(fall));
            test(&may, fall, MayContext::at(fall, side))
        };
        let answers: Vec<Option<bool>> = self.falls.iter().map(of).collect();
        if answers.iter().all(Option::is_none) {
            return self.open(rest);
        }
        let fall = self.unknown(UnknownFact::Fall);
        let fall = self.variables.get(fall, answers.len());
        let can = Formula::Of(fall, answers.iter().map(|so| *so != Some(false)).collect());
        if answers.iter().all(Option::is_some) {
            return can;
        }
        let surely = Formula::Of(fall, answers.iter().map(|so| *so == Some(true)).collect());
        Formula::Or(vec![surely, Formula::And(vec![can, self.open(rest)])])
    }

    fn content(&mut self, amount: &Amount, side: FallSide) -> Formula {
        self.at_fall(UnknownFact::Content(side, amount.clone()), side, |may, fall, ctx| {
            let seeds = may.seeds(fall.place, None, ctx).ok()?;
            eval::passes(may, &seeds, amount, ctx).unwrap_or(None)
        })
    }

    /// The hole of the fall is selected by the phrase. Each filter is a part of its own, so that what is unknown about
    /// one is the same in other phrases.
    fn phrase(&mut self, phrase: &PlacePhrase, side: FallSide) -> Formula {
        let meant = UnknownFact::IsMeant(phrase.clone(), side);
        let mut parts = vec![if let Base::Union(places) = &phrase.base {
            self.any_of(places, side)
        } else {
            let bare = PlacePhrase { filters: Vec::new(), pick: None, ..phrase.clone() };
            self.at_fall(meant.clone(), side, |may, fall, ctx| {
                eval::contains(may, &bare, fall.place, ctx).unwrap_or(None)
            })
        }];
        if phrase.pick.is_some() {
            parts.push(self.open(meant));
        }
        parts.extend(phrase.filters.iter().map(|filter| self.filter(filter, side)));
        Formula::And(parts)
    }

    fn any_of(&mut self, places: &Places, side: FallSide) -> Formula {
        Formula::Or(places.parts.iter().map(|part| self.phrase(part, side)).collect())
    }

    fn filter(&mut self, filter: &Filter, side: FallSide) -> Formula {
        if let Filter::Not(inner) = filter {
            return Formula::Not(Box::new(self.filter(inner, side)));
        } else if let Filter::Except(places) = filter {
            return Formula::Not(Box::new(self.any_of(places, side)));
        } else if let Filter::Among(places) = filter {
            return self.any_of(places, side);
        } else if let Filter::Open = filter {
            return Formula::Not(Box::new(self.filter(&Filter::Closed, side)));
        } else if let Filter::Whose(phrase, test) = filter
            && is_itself(phrase)
        {
            let parts = test.filters.iter().map(|inner| self.filter(inner, side));
            let all = Formula::And(parts.collect());
            return if test.not { Formula::Not(Box::new(all)) } else { all };
        } else if let Some(amount) = filter.amount() {
            return self.content(&amount, side);
        }
        self.at_fall(UnknownFact::Fits(filter.clone(), side), side, |may, fall, ctx| {
            may.filter(filter, fall.place, ctx).unwrap_or(None)
        })
    }
}

fn is_itself(phrase: &PlacePhrase) -> bool {
    matches!(phrase.base, Base::Candidate) && phrase.filters.is_empty() && phrase.pick.is_none()
}

/// The total number of seeds of a game.
pub fn seeds(model: &Model) -> i64 {
    model.start.iter().map(|(_, _, n)| i64::from(*n)).sum()
}
