//! Phrases on one position: what the [evaluator](crate::eval) finds when everything is known.

use super::budget;
use super::event::Choice;
use super::execution::{EvalCtx, Execution, LapFacts, SeedTime};
use super::state::{CAPTURED, SOWING_HAND};
use crate::eval::{self, Comparison, Context, Domain, Operator, OrderedBy, When};
use crate::model::{
    Board, Cond, Count, Dir, Direction, Fact, Filter, KindId, LapQuantifier, LapRef, MarkId,
    NoteId, NoteValue, PlaceId, PlacePhrase, PlaceSetBits, Places, PlayerRef, Ring, Seat, Unit,
    UnitRef,
};
use crate::order::SmallSort;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::convert::Infallible;

/// An ordered list of places.
pub(crate) type PlaceList = SmallVec<[PlaceId; 16]>;

/// Selected places, each once, in order.
pub(crate) enum Selected {
    /// A single place: most phrases select one. A list would be written to memory and read back.
    One(PlaceId),
    /// In ascending order.
    Set(PlaceSetBits),
    /// In this order.
    List(PlaceList),
}

impl Selected {
    fn first(&self) -> Option<PlaceId> {
        match self {
            Selected::One(place) => Some(*place),
            Selected::Set(set) => set.iter().next(),
            Selected::List(list) => list.first().copied(),
        }
    }

    fn contains(&self, place: PlaceId) -> bool {
        match self {
            Selected::One(one) => *one == place,
            Selected::Set(set) => set.contains(place),
            Selected::List(list) => list.contains(&place),
        }
    }

    fn len(&self) -> usize {
        match self {
            Selected::One(_) => 1,
            Selected::Set(set) => set.len() as usize,
            Selected::List(list) => list.len(),
        }
    }

    /// The sum of a number for each place.
    fn sum(&self, number: impl Fn(PlaceId) -> i64) -> i64 {
        match self {
            Selected::One(place) => number(*place),
            Selected::Set(set) => set.iter().map(number).sum(),
            Selected::List(list) => list.iter().copied().map(number).sum(),
        }
    }

    fn to_set(&self) -> PlaceSetBits {
        match self {
            Selected::One(place) => PlaceSetBits::from_iter([*place]),
            Selected::Set(set) => *set,
            Selected::List(list) => list.iter().copied().collect(),
        }
    }

    pub(crate) fn into_list(self) -> PlaceList {
        match self {
            Selected::One(place) => SmallVec::from_iter([place]),
            Selected::Set(set) => set.iter().collect(),
            Selected::List(list) => list,
        }
    }
}

/// Nothing is unknown here.
type Known<T> = Result<T, Infallible>;

/// A lap of the turn.
#[derive(Clone, Copy)]
pub(crate) struct NthLap {
    /// The laps of earlier moves come first.
    of: Unit,
    nth: usize,
}

impl Execution<'_> {
    /// Whether a condition holds. `a player ...` sets `found_player`.
    pub(crate) fn holds(&self, cond: &Cond, ctx: EvalCtx) -> bool {
        let Ok(holds) = self.condition(cond, ctx);
        holds
    }

    /// The player that a reference names; `None` if there is none (the winner after a draw).
    pub(crate) fn who(&self, who: PlayerRef, ctx: EvalCtx) -> Option<Seat> {
        let Ok(seat) = eval::player(self, who, ctx);
        seat
    }

    /// The places of a phrase, each once. Where it says `any`, all candidates: no choice is made here.
    pub(crate) fn places(&self, phrase: &PlacePhrase, ctx: EvalCtx) -> PlaceList {
        let Ok(places) = Domain::places(self, phrase, ctx);
        places.into_list()
    }

    /// The places of phrases joined by `and`, each once.
    pub(crate) fn union(&self, places: &Places, ctx: EvalCtx) -> PlaceList {
        let Ok(places) = eval::union(self, places, ctx);
        places.into_list()
    }

    /// Whether a place is one of those that a phrase selects.
    pub(crate) fn is_one(&self, phrase: &PlacePhrase, place: PlaceId, ctx: EvalCtx) -> bool {
        let Ok(is_one) = eval::contains(self, phrase, place, ctx);
        is_one
    }

    /// A number; fractions are rounded down.
    pub(crate) fn count(&self, count: &Count, ctx: EvalCtx) -> i64 {
        let Ok(number) = eval::number(self, count, ctx, false);
        number
    }

    /// The worth of the seeds in places joined by `and`.
    pub(crate) fn worth_in(&self, places: &Places, ctx: EvalCtx) -> i64 {
        let Ok(worth) = self.worth(places, ctx);
        worth
    }

    /// A direction that needs no question.
    pub(crate) fn fixed_direction(&self, dir: &Dir, ctx: EvalCtx) -> Option<Direction> {
        let Ok(direction) = eval::direction(self, dir, ctx);
        direction
    }

    /// The current owner of a hole.
    pub(crate) fn owner(&self, place: PlaceId) -> Option<Seat> {
        self.state.owner(self.model, place)
    }

    /// Seeds in a player's store and hand.
    pub(crate) fn held(&self, seat: Seat) -> u32 {
        let info = &self.model.board.seats[seat.index()];
        u32::from(self.seeds_now(info.store)) + u32::from(self.seeds_now(info.hand))
    }

    /// Seeds in a place now. The sowing hand and the captured seeds count as places.
    #[inline]
    pub(crate) fn seeds_now(&self, place: PlaceId) -> u16 {
        match place {
            SOWING_HAND => {
                self.mark_impure();
                self.hand
            }
            CAPTURED => {
                self.mark_impure();
                self.last_capture.seeds
            }
            _ => {
                self.mark_seeds_read(place);
                self.state.seeds[place.index()]
            }
        }
    }

    /// Seeds in a place, at the time that the context reads.
    #[inline]
    fn seeds_at(&self, place: PlaceId, ctx: EvalCtx) -> u16 {
        match ctx.time {
            SeedTime::Now => self.seeds_now(place),
            SeedTime::BeforeFall if ctx.it() == Some(place) => {
                self.mark_seeds_read(place);
                self.fall.before
            }
            SeedTime::AfterFall if ctx.it() == Some(place) => {
                self.mark_seeds_read(place);
                self.fall.after
            }
            SeedTime::EarlierFall(at, seeds) | SeedTime::TakenUp(at, seeds) if at == place => seeds,
            SeedTime::BeforeFall
            | SeedTime::AfterFall
            | SeedTime::EarlierFall(..)
            | SeedTime::TakenUp(..) => self.seeds_now(place),
        }
    }

    /// The facts of a lap of this move.
    pub(super) fn lap_facts(&self, lap: LapRef) -> &LapFacts {
        match lap {
            LapRef::This => &self.lap,
            LapRef::First => &self.first_lap,
            LapRef::Last => &self.last_lap,
        }
    }

    /// The finished laps of a turn or a move, and the current one.
    fn laps_of(&self, unit: Unit) -> impl Iterator<Item = &LapFacts> {
        let earlier: &[LapFacts] = match &self.state.turn_laps {
            Some(laps) if unit == Unit::Turn => laps,
            _ => &[],
        };
        earlier.iter().chain(&self.laps_over).chain((self.laps > 0).then_some(&self.lap))
    }

    fn nth_lap(&self, NthLap { of, nth }: NthLap) -> &LapFacts {
        self.laps_of(of).nth(nth).unwrap_or(&self.lap)
    }

    fn note_value(&self, note: NoteId, seat: Seat) -> i32 {
        self.state.notes[self.engine.layout.note(note, seat)]
    }

    /// Places, each with the key that says where it comes in an order.
    fn with_keys(places: Selected, key: impl Fn(PlaceId) -> i64) -> KeyedPlaces {
        let keyed: KeyedPlaces = match places {
            Selected::One(place) => SmallVec::from_iter([(key(place), place)]),
            Selected::Set(set) => set.iter().map(|place| (key(place), place)).collect(),
            Selected::List(list) => list.iter().map(|place| (key(*place), *place)).collect(),
        };
        budget::spend(budget::PHRASE * (1 + keyed.len() as u64));
        keyed
    }
}

/// Places with their keys.
type KeyedPlaces = SmallVec<[(i64, PlaceId); 16]>;

/// The least keys in ascending order, each once, at most so many.
fn distinct_keys(keyed: &KeyedPlaces, many: usize) -> SmallVec<[i64; 16]> {
    if many == 1 {
        return keyed.iter().map(|(key, _)| *key).min().into_iter().collect();
    }
    let mut keys: SmallVec<[i64; 16]> = keyed.iter().map(|(key, _)| *key).collect();
    keys.small_sort();
    keys.dedup();
    keys
}

impl<'m> Domain<'m> for Execution<'_> {
    type Context = EvalCtx;
    type Bool = bool;
    type Number = i64;
    type Places = Selected;
    type Lap = NthLap;
    type Error = Infallible;

    fn condition(&self, cond: &'m Cond, ctx: EvalCtx) -> Known<bool> {
        budget::spend(budget::CASE);
        eval::condition(self, cond, ctx)
    }

    fn places(&self, phrase: &'m PlacePhrase, ctx: EvalCtx) -> Known<Selected> {
        budget::spend(budget::PHRASE);
        if budget::is_spent() {
            return Ok(Self::no_places());
        }
        eval::places(self, phrase, ctx)
    }

    fn fits(&self, filters: &'m [Filter], place: PlaceId, ctx: EvalCtx) -> Known<bool> {
        eval::all_pass(self, filters, place, ctx)
    }

    fn filter(&self, filter: &'m Filter, place: PlaceId, ctx: EvalCtx) -> Known<bool> {
        budget::spend(budget::FILTER);
        eval::filter(self, filter, place, ctx)
    }

    fn no_place(&self) -> Known<Selected> {
        Ok(Self::no_places())
    }

    fn chosen(&self, _: &PlacePhrase, _: EvalCtx) -> Option<Option<PlaceId>> {
        None
    }

    fn board(&self) -> &Board {
        &self.model.board
    }

    fn holes(&self) -> PlaceSetBits {
        self.engine.holes
    }

    fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        self.engine.opposite(hole)
    }

    fn constant(value: bool) -> bool {
        value
    }

    fn not(&self, value: bool) -> bool {
        !value
    }

    fn all<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        mut test: impl FnMut(T) -> Known<bool>,
    ) -> Known<bool> {
        Ok(items.into_iter().all(|item| {
            let Ok(holds) = test(item);
            holds
        }))
    }

    fn any<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        mut test: impl FnMut(T) -> Known<bool>,
    ) -> Known<bool> {
        Ok(items.into_iter().any(|item| {
            let Ok(holds) = test(item);
            holds
        }))
    }

    fn and(&self, first: bool, second: impl FnOnce() -> Known<bool>) -> Known<bool> {
        if first { second() } else { Ok(false) }
    }

    fn fixed(n: i64) -> i64 {
        n
    }

    fn arithmetic(a: i64, operator: Operator, b: i64) -> i64 {
        operator.apply(a, b)
    }

    fn fraction(numerator: i64, denominator: i64, up: bool, of: i64) -> i64 {
        eval::fraction(of, numerator, denominator, up)
    }

    fn known_number(&self, n: i64) -> Known<i64> {
        Ok(n)
    }

    fn first_case<T>(
        &self,
        cases: impl IntoIterator<Item = T>,
        case: impl Fn(&T) -> Known<bool>,
        number: impl Fn(T) -> Known<i64>,
    ) -> Known<i64> {
        let mut cases = cases.into_iter();
        let first = cases.find(|one| {
            let Ok(holds) = case(one);
            holds
        });
        first.map_or(Ok(0), number)
    }

    fn compare(&self, n: &i64, is: Comparison, m: i64) -> Known<bool> {
        Ok(match is {
            Comparison::Equal => *n == m,
            Comparison::AtLeast => *n >= m,
            Comparison::AtMost => *n <= m,
            Comparison::More => *n > m,
            Comparison::Fewer => *n < m,
        })
    }

    fn between(&self, n: &i64, from: i64, to: i64) -> Known<bool> {
        Ok((from..=to).contains(n))
    }

    fn has_parity(&self, n: &i64, odd: bool, within: Option<(i64, i64)>) -> Known<bool> {
        let fits = if odd { n % 2 != 0 } else { *n > 0 && n % 2 == 0 };
        Ok(fits && within.is_none_or(|(from, to)| (from..=to).contains(n)))
    }

    fn all_of(places: impl IntoIterator<Item = PlaceId>) -> Selected {
        let mut places = places.into_iter();
        match (places.next(), places.next()) {
            (None, _) => Selected::Set(PlaceSetBits::default()),
            (Some(one), None) => Selected::One(one),
            (Some(first), Some(second)) => {
                Selected::List([first, second].into_iter().chain(places).collect())
            }
        }
    }

    fn set(&self, set: PlaceSetBits, closed_too: bool) -> Known<Selected> {
        budget::spend(budget::PHRASE);
        Ok(Selected::Set(if closed_too { set } else { set.without(self.state.closed) }))
    }

    fn select(
        &self,
        set: PlaceSetBits,
        closed_too: bool,
        test: impl FnMut(PlaceId) -> Known<bool>,
    ) -> Known<Selected> {
        self.retain(self.set(set, closed_too)?, test)
    }

    fn retain(
        &self,
        places: Selected,
        mut test: impl FnMut(PlaceId) -> Known<bool>,
    ) -> Known<Selected> {
        let mut passes = |place| {
            let Ok(passes) = test(place);
            passes
        };
        Ok(match places {
            Selected::One(place) if passes(place) => places,
            Selected::One(_) => Self::no_places(),
            Selected::Set(mut set) => {
                for place in set.iter() {
                    if !passes(place) {
                        set.remove(place);
                    }
                }
                Selected::Set(set)
            }
            Selected::List(mut list) => {
                list.retain(|place| passes(*place));
                Selected::List(list)
            }
        })
    }

    fn join(&self, places: Selected, more: Selected) -> Selected {
        let mut list = places.into_list();
        for place in more.into_list() {
            if !list.contains(&place) {
                list.push(place);
            }
        }
        Selected::List(list)
    }

    fn any_place(
        &self,
        places: Selected,
        mut test: impl FnMut(PlaceId) -> Known<bool>,
    ) -> Known<bool> {
        match places {
            Selected::One(place) => test(place),
            Selected::Set(set) => Domain::any(self, set.iter(), test),
            Selected::List(list) => Domain::any(self, list, test),
        }
    }

    fn every_place(
        &self,
        places: Selected,
        mut test: impl FnMut(PlaceId) -> Known<bool>,
    ) -> Known<bool> {
        match places {
            Selected::One(place) => test(place),
            Selected::Set(set) => Ok(!set.is_empty() && Domain::all(self, set.iter(), test)?),
            Selected::List(list) => Ok(!list.is_empty() && Domain::all(self, list, test)?),
        }
    }

    fn includes(&self, places: &Selected, place: PlaceId) -> bool {
        places.contains(place)
    }

    fn comes_first(&self, places: &Selected, place: PlaceId) -> bool {
        places.first() == Some(place)
    }

    fn number_of_places(&self, places: Selected) -> i64 {
        places.len() as i64
    }

    fn known_first(&self, phrase: &'m PlacePhrase, ctx: EvalCtx) -> Known<Option<PlaceId>> {
        Ok(Domain::places(self, phrase, ctx)?.first())
    }

    fn known(&self, places: Selected) -> Known<PlaceSetBits> {
        Ok(places.to_set())
    }

    fn possible(&self, places: &Selected) -> PlaceSetBits {
        places.to_set()
    }

    fn opposite_places(
        &self,
        of: &'m PlacePhrase,
        ctx: EvalCtx,
    ) -> Known<Option<(PlaceSetBits, bool)>> {
        let mut across = PlaceSetBits::default();
        match Domain::places(self, of, ctx)? {
            Selected::One(place) => across = self.engine.opposite(place),
            Selected::Set(set) => {
                set.iter().for_each(|p| across = across.union(self.engine.opposite(p)));
            }
            Selected::List(list) => {
                list.iter().for_each(|p| across = across.union(self.engine.opposite(*p)));
            }
        }
        Ok(Some((across, true)))
    }

    fn after_first(
        &self,
        places: Selected,
        then: impl Fn(PlaceId) -> Known<Selected>,
    ) -> Known<Selected> {
        places.first().map_or(Ok(Self::no_places()), then)
    }

    fn nth_ordered(
        &self,
        places: Selected,
        order: OrderedBy<impl Fn(PlaceId) -> i64>,
        from: i64,
        to: i64,
    ) -> Known<Selected> {
        let to = usize::try_from(to).unwrap_or(0);
        let Ok(from) = usize::try_from(from.saturating_sub(1)) else {
            return Ok(Self::no_places());
        };
        let mut keyed = Self::with_keys(places, &order.key);
        if order.grouped {
            let keys = distinct_keys(&keyed, to);
            let keys = keys.get(from..to.min(keys.len())).unwrap_or_default();
            keyed.retain(|(key, _)| keys.contains(key));
        } else if (from, to) == (0, 1) {
            let first = match order.reversed {
                false => keyed.iter().min_by_key(|(key, _)| *key),
                // Of equal ones the last, as when the whole order is reversed.
                true => keyed.iter().max_by_key(|(key, _)| *key),
            };
            return Ok(Self::all_of(first.map(|(_, place)| *place)));
        } else {
            keyed.small_sort_by_key(|(key, _)| *key);
            if order.reversed {
                keyed.reverse();
            }
            keyed.truncate(to);
            keyed.drain(..from.min(keyed.len()));
        }
        Ok(Self::all_of(keyed.into_iter().map(|(_, place)| place)))
    }

    fn middle_group(&self, places: Selected, key: impl Fn(PlaceId) -> i64) -> Known<Selected> {
        let mut keyed = Self::with_keys(places, &key);
        let keys = distinct_keys(&keyed, usize::MAX);
        if keys.len().is_multiple_of(2) {
            return Ok(Self::no_places());
        }
        let middle = keys[keys.len() / 2];
        keyed.retain(|(key, _)| *key == middle);
        Ok(Self::all_of(keyed.into_iter().map(|(_, place)| place)))
    }

    fn nth_on_path(
        &self,
        path: impl Iterator<Item = Known<PlaceId>>,
        nth: i64,
        mut test: impl FnMut(PlaceId) -> Known<bool>,
    ) -> Known<Selected> {
        let mut fitting = path.filter_map(|place| {
            let Ok(place) = place;
            let Ok(fits) = test(place);
            fits.then_some(place)
        });
        let place = fitting.nth(usize::try_from(nth - 1).unwrap_or(0));
        Ok(Self::all_of(place))
    }

    fn run_on_path(
        &self,
        path: impl Iterator<Item = Known<PlaceId>>,
        mut test: impl FnMut(PlaceId) -> Known<bool>,
    ) -> Known<Selected> {
        let run = path.map_while(|place| {
            let Ok(place) = place;
            let Ok(fits) = test(place);
            fits.then_some(place)
        });
        Ok(Self::all_of(run))
    }

    fn next_player(&self, _: EvalCtx) -> Known<Seat> {
        Ok(self.next)
    }

    fn found_player(&self, _: EvalCtx) -> Known<Option<Seat>> {
        Ok(self.found_player.get())
    }

    fn some_player(&self, _: EvalCtx, mut test: impl FnMut(Seat) -> Known<bool>) -> Known<bool> {
        let found = self.around().find(|seat| {
            let Ok(holds) = test(*seat);
            holds
        });
        if found.is_some() {
            self.found_player.set(found);
        }
        Ok(found.is_some())
    }

    fn last_winner(&self) -> Known<Option<Seat>> {
        Ok(self.state.last_winner)
    }

    fn starter(&self) -> Known<Seat> {
        Ok(self.state.starter)
    }

    fn seeds(&self, place: PlaceId, kind: Option<KindId>, ctx: EvalCtx) -> Known<i64> {
        Ok(i64::from(match kind {
            Some(kind) => self.kind_at(place, kind, ctx),
            None => self.seeds_at(place, ctx),
        }))
    }

    fn sum(&self, places: &'m Places, kind: Option<KindId>, ctx: EvalCtx) -> Known<i64> {
        let places = eval::union(self, places, ctx)?;
        Ok(places.sum(|place| {
            let Ok(seeds) = self.seeds(place, kind, ctx);
            seeds
        }))
    }

    fn has_no_seeds(&self, places: &'m Places, ctx: EvalCtx) -> Known<bool> {
        // By reference: moving a set just made makes the processor wait.
        let Ok(ref places) = eval::union(self, places, ctx);
        Ok(match places {
            Selected::One(place) => self.seeds_at(*place, ctx) == 0,
            Selected::Set(set) => set.iter().all(|place| self.seeds_at(place, ctx) == 0),
            Selected::List(list) => list.iter().all(|place| self.seeds_at(*place, ctx) == 0),
        })
    }

    fn worth(&self, places: &'m Places, ctx: EvalCtx) -> Known<i64> {
        let worth = |place: PlaceId| {
            let kinds = (0..).map(KindId).zip(&self.model.kinds);
            kinds.fold(i64::from(self.seeds_at(place, ctx)), |worth, (kind, of)| {
                worth + i64::from(self.kind_at(place, kind, ctx)) * (i64::from(of.worth) - 1)
            })
        };
        Ok(eval::union(self, places, ctx)?.sum(worth))
    }

    fn held(&self, seat: Seat, kind: Option<KindId>) -> i64 {
        let info = &self.model.board.seats[seat.index()];
        i64::from(self.seeds_now_of(info.store, kind))
            + i64::from(self.seeds_now_of(info.hand, kind))
    }

    fn seeds_left(&self, kind: Option<KindId>, _: EvalCtx) -> Known<i64> {
        self.mark_impure();
        let open = self.engine.left_places.iter().filter(|p| !self.state.closed.contains(**p));
        let seeds = open.chain(&[SOWING_HAND]).map(|p| i64::from(self.seeds_now_of(*p, kind)));
        let waiting = if kind.is_none() { self.waiting_hand() } else { 0 };
        Ok(seeds.sum::<i64>() + i64::from(waiting))
    }

    fn owner(&self, place: PlaceId) -> Known<Option<Seat>> {
        Ok(Execution::owner(self, place))
    }

    fn owner_of_no_place(&self) -> Known<Option<Seat>> {
        Ok(None)
    }

    fn is_owned(&self, place: PlaceId, by: Seat) -> bool {
        Execution::owner(self, place) == Some(by)
    }

    fn owned(&self, by: Seat) -> Option<PlaceSetBits> {
        let fixed = self.state.owners.is_empty();
        fixed.then(|| self.engine.owned.get(by.index()).copied().unwrap_or_default())
    }

    fn is_open(&self, place: PlaceId) -> bool {
        !self.state.closed.contains(place)
    }

    fn mark(&self, mark: MarkId, place: PlaceId, ctx: EvalCtx) -> Known<i64> {
        if place.index() >= self.engine.layout.places {
            return Ok(0);
        }
        let before = ctx.time == SeedTime::BeforeFall && ctx.it() == Some(place);
        Ok(i64::from(match self.fall_marks.get(mark.index()) {
            Some(value) if before => *value,
            _ => self.state.marks[self.engine.layout.mark(mark, place)],
        }))
    }

    fn player_mark(&self, mark: MarkId, seat: Seat) -> i64 {
        i64::from(self.state.marks[self.engine.layout.player_mark(mark, seat)])
    }

    fn note(&self, note: NoteId, seat: Seat) -> Known<i64> {
        Ok(i64::from(self.note_value(note, seat)))
    }

    fn noted_place(&self, note: NoteId, seat: Seat) -> Known<Selected> {
        let place = u8::try_from(self.note_value(note, seat) - 1).ok().map(PlaceId);
        Ok(Self::all_of(place))
    }

    fn noted_direction(&self, note: NoteId, seat: Seat) -> Known<Option<Direction>> {
        Ok(direction_of(self.note_value(note, seat)))
    }

    fn has_no_move(&self, seat: Seat) -> bool {
        // One level only: a trial does not run further trials.
        if self.judging {
            return false;
        }
        self.mark_impure();
        !self.engine.can_move(self.state, seat)
    }

    fn has_moved(&self, seat: Seat) -> bool {
        self.state.moved >> seat.0 & 1 == 1
    }

    fn position_returns(&self, times: u32) -> bool {
        self.mark_impure();
        self.engine.occurrences(self) >= times
    }

    fn conceding(&self) -> Known<Option<Seat>> {
        Ok((self.offer == Some(Choice::Concede)).then_some(self.player))
    }

    fn is_agreed(&self) -> bool {
        self.offer == Some(Choice::Agree)
    }

    fn is_first(&self, unit: Unit, ctx: EvalCtx) -> bool {
        match unit {
            Unit::Lap => self.laps <= 1,
            Unit::Move => self.state.moves_made == 0,
            Unit::Turn => self.state.played >> ctx.actor.0 & 1 == 0,
            Unit::Game => self.state.game == 1,
            Unit::Match => true,
        }
    }

    fn fallen_in(&self, ctx: EvalCtx) -> Option<PlaceId> {
        ctx.it().filter(|_| !self.before_lap)
    }

    fn kind_falls(&self, kind: KindId) -> bool {
        self.kinds.as_ref().is_some_and(|k| k.falling.get(kind.index()).is_some_and(|n| *n > 0))
    }

    fn earlier_fall(
        &self,
        ctx: EvalCtx,
        mut test: impl FnMut(PlaceId, EvalCtx) -> Known<bool>,
    ) -> Known<bool> {
        self.mark_impure();
        match self.fall_before {
            Some((at, fall)) => test(at, ctx.with_time(SeedTime::EarlierFall(at, fall.before))),
            None => Ok(false),
        }
    }

    fn captured_in(&self, when: When<NthLap>) -> Known<bool> {
        let unit = match when {
            When::Lap(lap) => return Ok(self.nth_lap(lap).captured),
            When::Unit(unit) => unit,
        };
        if unit == UnitRef::Last(Unit::Lap) {
            self.mark_impure();
        }
        Ok(match unit.as_lap() {
            Some(lap) => self.lap_facts(lap).captured,
            None if unit == UnitRef::This(Unit::Move) => self.move_captured,
            None => self.move_captured || self.state.turn_captured,
        })
    }

    fn sown_in(&self, when: When<NthLap>, place: PlaceId) -> Known<bool> {
        let unit = match when {
            When::Lap(lap) => return Ok(self.nth_lap(lap).sown.contains(place)),
            When::Unit(unit) => unit,
        };
        self.mark_impure();
        Ok(match unit.as_lap() {
            // The first lap is recorded when it is over.
            Some(LapRef::First) if self.laps <= 1 => self.lap.sown.contains(place),
            Some(lap) => self.lap_facts(lap).sown.contains(place),
            None if unit == UnitRef::This(Unit::Move) => self.move_sown.contains(place),
            None => self.move_sown.contains(place) || self.state.turn_sown.contains(place),
        })
    }

    fn began_from(
        &self,
        when: When<NthLap>,
        ctx: EvalCtx,
        mut test: impl FnMut(PlaceId, EvalCtx) -> Known<bool>,
    ) -> Known<bool> {
        let (origin, held) = match when {
            When::Lap(lap) => (self.nth_lap(lap).origin, self.nth_lap(lap).held),
            When::Unit(unit) => {
                self.mark_impure();
                match unit {
                    UnitRef::This(Unit::Turn) | UnitRef::First(Unit::Move)
                        if self.state.moves_made > 0 =>
                    {
                        (self.state.turn_origin, self.state.turn_held)
                    }
                    UnitRef::This(_) | UnitRef::First(_) | UnitRef::Last(_) => {
                        let lap = self.lap_facts(unit.first_lap());
                        (lap.origin, lap.held)
                    }
                }
            }
        };
        // What a single place held is known. The captured seeds are no place of the board.
        let only = origin.iter().next().filter(|_| origin.iter().nth(1).is_none());
        let only = only.filter(|place| place.index() < self.state.seeds.len());
        let time = only.map_or(ctx.time, |place| SeedTime::TakenUp(place, held));
        let ctx = ctx.with_time(time);
        Domain::any(self, origin.iter(), |place| test(place, ctx))
    }

    fn goes(&self, when: When<NthLap>, direction: Option<Direction>, _: EvalCtx) -> Known<bool> {
        let lap = match when {
            When::Lap(lap) => self.nth_lap(lap),
            When::Unit(unit) => self.lap_facts(unit.first_lap()),
        };
        Ok(lap.sense.is_some() && lap.sense == direction)
    }

    fn of_laps(
        &self,
        (quantifier, of): (LapQuantifier, Unit),
        not: bool,
        fact: &'m Fact,
        ctx: EvalCtx,
    ) -> Known<bool> {
        self.mark_impure();
        let many = self.laps_of(of).count();
        let mut laps = (0..many).map(|nth| {
            let Ok(holds) = eval::fact(self, When::Lap(NthLap { of, nth }), fact, ctx);
            holds != not
        });
        Ok(match quantifier {
            LapQuantifier::Every => many > 0 && laps.all(|holds| holds),
            LapQuantifier::Some => laps.any(|holds| holds),
            LapQuantifier::No => !laps.any(|holds| holds),
        })
    }

    fn origin(&self, unit: UnitRef, _: EvalCtx) -> Known<Selected> {
        self.mark_impure();
        let turn = matches!(unit, UnitRef::This(Unit::Turn) | UnitRef::First(Unit::Move));
        let origin = if turn && self.state.moves_made > 0 {
            self.state.turn_origin
        } else {
            self.lap_facts(unit.first_lap()).origin
        };
        Ok(Selected::Set(origin))
    }

    fn first_fall(&self, unit: UnitRef) -> Known<Selected> {
        self.mark_impure();
        Ok(Self::all_of(self.lap_facts(unit.first_lap()).first))
    }

    fn left(&self, _: EvalCtx) -> Known<Selected> {
        let places = self.engine.left_places.iter().copied();
        let open = places.filter(|p| !self.state.closed.contains(*p));
        Ok(Self::all_of(open.chain([SOWING_HAND])))
    }

    fn last_capture(&self) -> Known<Selected> {
        Ok(Self::all_of([CAPTURED]))
    }

    fn sowing_hand(&self) -> Known<Selected> {
        Ok(Self::all_of([SOWING_HAND]))
    }

    fn ring(&self, ctx: EvalCtx) -> Known<Option<Cow<'_, Ring>>> {
        Ok(Execution::ring(self, ctx.actor))
    }

    fn current_direction(&self, ctx: EvalCtx) -> Known<Direction> {
        Ok(Execution::current_direction(self, ctx.actor))
    }

    fn right_is_forward(&self, ctx: EvalCtx) -> Known<bool> {
        Ok(Execution::ring(self, ctx.actor).is_none_or(|ring| ring.right_is_forward))
    }

    fn other_way(&self, _: EvalCtx) -> Known<Option<Direction>> {
        self.mark_impure();
        Ok(self.lap.sense.or(self.state.turn_sense).map(Direction::opposite))
    }

    fn asked_direction(&self) -> Known<Option<Direction>> {
        Ok(None)
    }

    fn lap_origin(&self, _: EvalCtx) -> Known<Option<PlaceId>> {
        self.mark_impure();
        Ok(self.lap.origin.iter().next())
    }

    fn path(
        &self,
        from: PlaceId,
        direction: Direction,
        holes_only: bool,
        ctx: EvalCtx,
    ) -> Known<impl Iterator<Item = Known<PlaceId>>> {
        Ok(self.places_along(ctx.actor, from, direction, holes_only).map(Ok))
    }
}

/// The number that stands for a direction in a note.
pub(crate) fn direction_number(sense: Direction) -> i32 {
    let value = match sense {
        Direction::Anticlockwise => NoteValue::Anticlockwise,
        Direction::Clockwise => NoteValue::Clockwise,
    };
    value.number().into()
}

/// The direction that a note holds.
pub(crate) fn direction_of(value: i32) -> Option<Direction> {
    Direction::BOTH.into_iter().find(|sense| direction_number(*sense) == value)
}
