//! What can be so at all: the domain for questions that are asked before play.
//!
//! A truth value is true, false, or unknown (`None`). A number is an [`Interval`]. A selection is a [`MayPlaces`].
//! What depends on the position is unknown, except the hole of a [`Fall`] that is assumed. Nothing is excluded
//! that can happen: a phrase that the domain cannot follow is unknown, or any place.

use super::domain::{Comparison, Context, Domain, FallSide, Operator, OrderedBy, When};
use super::{condition, filter, fraction, places, unpicked};
use crate::model::{
    Base, Board, Cond, Direction, Fact, Filter, KindId, LapQuantifier, MarkId, NoteId, PlaceId,
    PlaceKind, PlacePhrase, PlaceSetBits, Places, Ring, Seat, Unit, UnitRef,
};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::iter;

/// Tests on places until the domain gives up: then everything is unknown.
const MOST_WORK: u64 = 4_000_000;

/// What is known of a game before play.
pub(crate) struct BeforePlay<'g> {
    board: &'g Board,
    /// No place holds more seeds, and no number of seeds is greater.
    seeds: i64,
    /// Holes can change their owners.
    owners_change: bool,
    /// Holes can be closed.
    holes_close: bool,
    /// All holes; the places of each player at the start; the holes opposite each place.
    holes: PlaceSetBits,
    owned: OnceCell<Vec<PlaceSetBits>>,
    opposite: OnceCell<Vec<PlaceSetBits>>,
    work: Cell<u64>,
}

impl<'g> BeforePlay<'g> {
    /// For a board with that many seeds.
    pub fn new(board: &'g Board, seeds: i64, owners_change: bool, holes_close: bool) -> Self {
        BeforePlay {
            board,
            seeds,
            owners_change,
            holes_close,
            holes: ids(board).take(board.holes).collect(),
            owned: OnceCell::new(),
            opposite: OnceCell::new(),
            work: Cell::new(0),
        }
    }

    /// The domain, if that fall is assumed; `way`: every place that can be on the way of a player.
    pub fn may<'a>(&'a self, way: PlaceSetBits, fall: Option<&'a Fall>) -> May<'a> {
        May { game: self, way, fall }
    }

    /// Begins to count the work again: for the next question.
    pub fn begin_question(&self) {
        self.work.set(0);
    }
}

/// A fall of seeds into a hole.
pub(crate) struct Fall {
    /// The player to move.
    pub actor: Seat,
    pub place: PlaceId,
    /// Seeds of the place before and after.
    pub before: i64,
    pub after: i64,
    /// The marks on the place before the fall, as far as they are known: 0 for none, else 1 plus the seat of the
    /// owner.
    pub marks: Vec<(MarkId, u8)>,
}

/// The domain.
#[derive(Clone, Copy)]
pub(crate) struct May<'a> {
    game: &'a BeforePlay<'a>,
    way: PlaceSetBits,
    fall: Option<&'a Fall>,
}

/// Who asks for which place.
#[derive(Clone, Copy)]
pub(crate) struct MayContext {
    actor: Seat,
    it: Option<PlaceId>,
    candidate: Option<PlaceId>,
    /// `None`: now, which may be long after the fall.
    side: Option<FallSide>,
}

impl MayContext {
    /// For a player; where the hole of the occasion is, is not known.
    pub fn of(actor: Seat) -> MayContext {
        MayContext { actor, it: None, candidate: None, side: None }
    }

    /// For the hole of a fall, now, which may be long after it.
    pub fn since(fall: &Fall) -> MayContext {
        MayContext { it: Some(fall.place), ..MayContext::of(fall.actor) }
    }

    /// For the hole of a fall.
    pub fn at(fall: &Fall, side: FallSide) -> MayContext {
        MayContext {
            it: Some(fall.place),
            candidate: Some(fall.place),
            side: Some(side),
            ..MayContext::of(fall.actor)
        }
    }
}

impl Context for MayContext {
    fn actor(&self) -> Seat {
        self.actor
    }
    fn it(&self) -> Option<PlaceId> {
        self.it
    }
    fn candidate(&self) -> Option<PlaceId> {
        self.candidate
    }
    fn with_actor(self, actor: Seat) -> Self {
        MayContext { actor, ..self }
    }
    fn with_candidate(self, place: PlaceId) -> Self {
        MayContext { candidate: Some(place), ..self }
    }
    fn at_fall(self, side: FallSide) -> Self {
        MayContext { side: Some(side), ..self }
    }
}

/// A number from `least` to `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub least: i64,
    pub most: i64,
}

impl Interval {
    fn exact(n: i64) -> Interval {
        Interval { least: n, most: n }
    }

    /// The least interval with all of these numbers.
    fn around(numbers: impl IntoIterator<Item = i64>) -> Interval {
        let nothing = Interval { least: i64::MAX, most: i64::MIN };
        numbers
            .into_iter()
            .fold(nothing, |all, n| Interval { least: all.least.min(n), most: all.most.max(n) })
    }

    fn known(self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }
}

/// Selected places: those that are surely selected, and those that can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MayPlaces {
    pub surely: PlaceSetBits,
    pub possibly: PlaceSetBits,
}

impl MayPlaces {
    fn exactly(set: PlaceSetBits) -> MayPlaces {
        MayPlaces { surely: set, possibly: set }
    }

    fn among(set: PlaceSetBits) -> MayPlaces {
        MayPlaces { surely: PlaceSetBits::default(), possibly: set }
    }

    fn known(self) -> Maybe<PlaceSetBits> {
        if self.surely == self.possibly { Ok(self.surely) } else { Err(NotKnown) }
    }
}

/// Something cannot be said before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotKnown;

type Maybe<T> = Result<T, NotKnown>;

impl May<'_> {
    /// All places.
    pub fn everywhere(self) -> PlaceSetBits {
        self.places_where(|_| true)
    }

    fn places_where(self, is: impl Fn(PlaceId) -> bool) -> PlaceSetBits {
        ids(self.game.board).filter(|place| is(*place)).collect()
    }

    /// A place of the move: a hole, or another place on a way.
    fn somewhere(self) -> Maybe<MayPlaces> {
        Ok(MayPlaces::among(self.way.union(self.holes())))
    }

    fn number_of_seeds(self) -> Interval {
        Interval { least: 0, most: self.game.seeds }
    }

    /// The fall, if a place is its hole.
    fn fall_in(&self, place: PlaceId) -> Option<&Fall> {
        self.fall.filter(|fall| fall.place == place)
    }

    /// Counts a test; whether there were too many.
    fn is_spent(&self) -> bool {
        let work = self.game.work.get();
        self.game.work.set(work.saturating_add(1));
        work > MOST_WORK
    }

    /// The places of a phrase that cannot be followed: without the pick, without a player that is not known, or any.
    fn wider(&self, phrase: &PlacePhrase, ctx: MayContext) -> MayPlaces {
        if phrase.pick.is_some()
            && let Ok(all) = unpicked(self, phrase, ctx)
        {
            return MayPlaces::among(all.possibly);
        }
        let everyones = if let Base::Store(Some(_)) = phrase.base {
            Some(Base::Store(None))
        } else if let Base::Hand(Some(_)) = phrase.base {
            Some(Base::Hand(None))
        } else {
            None
        };
        if let Some(base) = everyones
            && let Ok(all) = unpicked(self, &PlacePhrase { base, ..phrase.clone() }, ctx)
        {
            return MayPlaces::among(all.possibly);
        }
        MayPlaces::among(self.everywhere())
    }
}

impl<'m> Domain<'m> for May<'_> {
    type Context = MayContext;
    type Bool = Option<bool>;
    type Number = Interval;
    type Places = MayPlaces;
    type Lap = ();
    type Error = NotKnown;

    fn condition(&self, cond: &'m Cond, ctx: MayContext) -> Maybe<Option<bool>> {
        Ok(condition(self, cond, ctx).unwrap_or(None))
    }

    fn places(&self, phrase: &'m PlacePhrase, ctx: MayContext) -> Maybe<MayPlaces> {
        if self.is_spent() {
            return Ok(MayPlaces::among(self.everywhere()));
        }
        Ok(places(self, phrase, ctx).unwrap_or_else(|NotKnown| self.wider(phrase, ctx)))
    }

    fn fits(&self, filters: &'m [Filter], place: PlaceId, ctx: MayContext) -> Maybe<Option<bool>> {
        super::all_pass(self, filters, place, ctx)
    }

    fn filter(&self, test: &'m Filter, place: PlaceId, ctx: MayContext) -> Maybe<Option<bool>> {
        if self.is_spent() {
            return Ok(None);
        }
        Ok(filter(self, test, place, ctx).unwrap_or(None))
    }

    fn no_place(&self) -> Maybe<MayPlaces> {
        self.somewhere()
    }

    fn chosen(&self, _: &PlacePhrase, _: MayContext) -> Option<Option<PlaceId>> {
        None
    }

    fn board(&self) -> &Board {
        self.game.board
    }

    fn holes(&self) -> PlaceSetBits {
        self.game.holes
    }

    fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        let board = self.game.board;
        let all = || ids(board).map(|place| board.opposite(place)).collect();
        self.game.opposite.get_or_init(all).get(hole.index()).copied().unwrap_or_default()
    }

    fn constant(value: bool) -> Option<bool> {
        Some(value)
    }

    fn not(&self, value: Option<bool>) -> Option<bool> {
        value.map(|value| !value)
    }

    fn all<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        mut test: impl FnMut(T) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        Ok(self.not(self.any(items, |item| Ok(self.not(test(item)?)))?))
    }

    fn any<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        mut test: impl FnMut(T) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        let mut result = Some(false);
        for item in items {
            match test(item).unwrap_or(None) {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => result = None,
            }
        }
        Ok(result)
    }

    fn and(
        &self,
        first: Option<bool>,
        second: impl FnOnce() -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        if first == Some(false) {
            return Ok(first);
        }
        let second = second().unwrap_or(None);
        Ok(if second == Some(false) { second } else { first.and(second) })
    }

    fn fixed(n: i64) -> Interval {
        Interval::exact(n)
    }

    fn arithmetic(a: Interval, operator: Operator, b: Interval) -> Interval {
        let ends = |n: Interval| [n.least, n.most];
        let of = |x| ends(b).map(|y| operator.apply(x, y));
        Interval::around(ends(a).into_iter().flat_map(of))
    }

    fn fraction(numerator: i64, denominator: i64, up: bool, of: Interval) -> Interval {
        Interval::around([of.least, of.most].map(|n| fraction(n, numerator, denominator, up)))
    }

    fn known_number(&self, n: Interval) -> Maybe<i64> {
        n.known().ok_or(NotKnown)
    }

    fn first_case<T>(
        &self,
        cases: impl IntoIterator<Item = T>,
        case: impl Fn(&T) -> Maybe<Option<bool>>,
        number: impl Fn(T) -> Maybe<Interval>,
    ) -> Maybe<Interval> {
        let mut numbers = Vec::new();
        let mut sure = false;
        for one in cases {
            let holds = case(&one)?;
            if holds != Some(false) {
                let n = number(one)?;
                numbers.extend([n.least, n.most]);
            }
            sure = holds == Some(true);
            if sure {
                break;
            }
        }
        Ok(Interval::around(numbers.into_iter().chain((!sure).then_some(0))))
    }

    fn compare(&self, n: &Interval, is: Comparison, m: Interval) -> Maybe<Option<bool>> {
        // Whether it holds for all pairs of numbers, for none, or for some.
        let decided = |all: bool, none: bool| if all { Some(true) } else { none.then_some(false) };
        Ok(match is {
            Comparison::Equal => {
                let same = n.known().is_some() && *n == m;
                decided(same, n.most < m.least || m.most < n.least)
            }
            Comparison::AtLeast => decided(n.least >= m.most, n.most < m.least),
            Comparison::AtMost => decided(n.most <= m.least, n.least > m.most),
            Comparison::More => decided(n.least > m.most, n.most <= m.least),
            Comparison::Fewer => decided(n.most < m.least, n.least >= m.most),
        })
    }

    fn between(&self, n: &Interval, from: Interval, to: Interval) -> Maybe<Option<bool>> {
        self.and(self.compare(n, Comparison::AtLeast, from)?, || {
            self.compare(n, Comparison::AtMost, to)
        })
    }

    fn has_parity(
        &self,
        n: &Interval,
        odd: bool,
        within: Option<(Interval, Interval)>,
    ) -> Maybe<Option<bool>> {
        let parity = n.known().map(|n| if odd { n % 2 != 0 } else { n > 0 && n % 2 == 0 });
        match within {
            Some((from, to)) => self.and(parity, || self.between(n, from, to)),
            None => Ok(parity),
        }
    }

    fn all_of(places: impl IntoIterator<Item = PlaceId>) -> MayPlaces {
        MayPlaces::exactly(places.into_iter().collect())
    }

    fn select(
        &self,
        set: PlaceSetBits,
        closed_too: bool,
        mut test: impl FnMut(PlaceId) -> Maybe<Option<bool>>,
    ) -> Maybe<MayPlaces> {
        self.retain(MayPlaces::exactly(set), |place| {
            let open = if closed_too { Some(true) } else { self.is_open(place) };
            self.and(open, || test(place))
        })
    }

    fn retain(
        &self,
        places: MayPlaces,
        mut test: impl FnMut(PlaceId) -> Maybe<Option<bool>>,
    ) -> Maybe<MayPlaces> {
        let mut kept = MayPlaces::among(PlaceSetBits::default());
        for place in places.possibly.iter() {
            let passes = test(place).unwrap_or(None);
            if passes != Some(false) {
                kept.possibly.insert(place);
            }
            if passes == Some(true) && places.surely.contains(place) {
                kept.surely.insert(place);
            }
        }
        Ok(kept)
    }

    fn join(&self, places: MayPlaces, more: MayPlaces) -> MayPlaces {
        MayPlaces {
            surely: places.surely.union(more.surely),
            possibly: places.possibly.union(more.possibly),
        }
    }

    fn any_place(
        &self,
        places: MayPlaces,
        mut test: impl FnMut(PlaceId) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        self.any(places.possibly.iter(), |place| {
            self.and(self.includes(&places, place), || test(place))
        })
    }

    fn every_place(
        &self,
        places: MayPlaces,
        mut test: impl FnMut(PlaceId) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        let some = self.any_place(places, |_| Ok(Some(true)))?;
        self.and(some, || {
            self.all(places.possibly.iter(), |place| {
                let fails = self.and(self.includes(&places, place), || Ok(self.not(test(place)?)));
                Ok(self.not(fails?))
            })
        })
    }

    fn includes(&self, places: &MayPlaces, place: PlaceId) -> Option<bool> {
        match (places.surely.contains(place), places.possibly.contains(place)) {
            (true, _) => Some(true),
            (false, true) => None,
            (false, false) => Some(false),
        }
    }

    fn comes_first(&self, places: &MayPlaces, place: PlaceId) -> Option<bool> {
        // Of several, the first depends on the order of the phrase.
        let only = places.possibly.len() == 1;
        self.includes(places, place).filter(|includes| only || !includes)
    }

    fn number_of_places(&self, places: MayPlaces) -> Interval {
        Interval { least: places.surely.len().into(), most: places.possibly.len().into() }
    }

    fn known_first(&self, phrase: &'m PlacePhrase, ctx: MayContext) -> Maybe<Option<PlaceId>> {
        let known = self.places(phrase, ctx)?.known()?;
        // Of several, the first depends on the order of the phrase.
        if known.len() > 1 { Err(NotKnown) } else { Ok(known.iter().next()) }
    }

    fn possible(&self, places: &MayPlaces) -> PlaceSetBits {
        places.possibly
    }

    fn opposite_places(
        &self,
        of: &'m PlacePhrase,
        ctx: MayContext,
    ) -> Maybe<Option<(PlaceSetBits, bool)>> {
        let of = self.places(of, ctx)?;
        let across = of.possibly.iter().map(|place| self.opposite(place));
        let across = across.fold(PlaceSetBits::default(), PlaceSetBits::union);
        Ok(Some((across, of.known().is_ok())))
    }

    fn known(&self, places: MayPlaces) -> Maybe<PlaceSetBits> {
        places.known()
    }

    fn after_first(
        &self,
        places: MayPlaces,
        then: impl Fn(PlaceId) -> Maybe<MayPlaces>,
    ) -> Maybe<MayPlaces> {
        let each = places.possibly.iter().map(then).collect::<Maybe<Vec<_>>>()?;
        if let ([only], false) = (each.as_slice(), places.surely.is_empty()) {
            return Ok(*only);
        }
        let all = each.into_iter().map(|one| one.possibly);
        Ok(MayPlaces::among(all.fold(PlaceSetBits::default(), PlaceSetBits::union)))
    }

    fn nth_ordered(
        &self,
        places: MayPlaces,
        order: OrderedBy<impl Fn(PlaceId) -> i64>,
        from: Interval,
        to: Interval,
    ) -> Maybe<MayPlaces> {
        let groups = groups(places.possibly, order);
        if let (Ok(_), Some(from), Some(to)) = (places.known(), from.known(), to.known()) {
            let within = |(_, nth): &(PlaceSetBits, i64)| (from..=to).contains(nth);
            let nth = groups.into_iter().zip(1..).filter(within).map(|(group, _)| group);
            return Ok(MayPlaces::exactly(nth.fold(PlaceSetBits::default(), PlaceSetBits::union)));
        }
        let nothing = to.most < 1 || usize::try_from(from.least).is_ok_and(|n| n > groups.len());
        let can_be = if nothing { PlaceSetBits::default() } else { places.possibly };
        Ok(MayPlaces::among(can_be))
    }

    fn middle_group(&self, places: MayPlaces, key: impl Fn(PlaceId) -> i64) -> Maybe<MayPlaces> {
        if places.known().is_err() {
            return Ok(MayPlaces::among(places.possibly));
        }
        let groups = groups(places.possibly, OrderedBy { key, reversed: false, grouped: true });
        let middle = groups.get(groups.len() / 2).filter(|_| groups.len() % 2 == 1);
        Ok(MayPlaces::exactly(middle.copied().unwrap_or_default()))
    }

    fn nth_on_path(
        &self,
        path: impl Iterator<Item = Maybe<PlaceId>>,
        nth: Interval,
        test: impl FnMut(PlaceId) -> Maybe<Option<bool>>,
    ) -> Maybe<MayPlaces> {
        if nth.most < 1 {
            return Ok(Self::no_places());
        }
        self.run_on_path(path, test)
    }

    fn run_on_path(
        &self,
        path: impl Iterator<Item = Maybe<PlaceId>>,
        test: impl FnMut(PlaceId) -> Maybe<Option<bool>>,
    ) -> Maybe<MayPlaces> {
        self.retain(MayPlaces::among(path.flatten().collect()), test)
    }

    fn next_player(&self, _: MayContext) -> Maybe<Seat> {
        Err(NotKnown)
    }

    fn found_player(&self, _: MayContext) -> Maybe<Option<Seat>> {
        Err(NotKnown)
    }

    fn some_player(
        &self,
        _: MayContext,
        test: impl FnMut(Seat) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        self.any(self.game.board.seats_from(Seat(0)), test)
    }

    fn last_winner(&self) -> Maybe<Option<Seat>> {
        Err(NotKnown)
    }

    fn starter(&self) -> Maybe<Seat> {
        Err(NotKnown)
    }

    fn around(&self, _: MayContext) -> Maybe<impl Iterator<Item = Seat>> {
        // Who is first makes no difference to what can be so.
        Ok(self.game.board.seats_from(Seat(0)))
    }

    fn seeds(&self, place: PlaceId, kind: Option<KindId>, ctx: MayContext) -> Maybe<Interval> {
        let fall = self.fall_in(place).filter(|_| kind.is_none());
        Ok(match (fall, ctx.side) {
            (Some(fall), Some(FallSide::Before)) => Interval::exact(fall.before),
            (Some(fall), Some(FallSide::After)) => Interval::exact(fall.after),
            (Some(_), None) | (None, _) => self.number_of_seeds(),
        })
    }

    fn sum(&self, places: &'m Places, kind: Option<KindId>, ctx: MayContext) -> Maybe<Interval> {
        let places = super::union(self, places, ctx)?;
        let least = places.surely.iter().map(|place| Ok(self.seeds(place, kind, ctx)?.least));
        let most = if places.possibly.is_empty() { 0 } else { self.game.seeds };
        let least = least.sum::<Maybe<i64>>()?;
        Ok(Interval { least, most: most.max(least) })
    }

    fn worth(&self, places: &'m Places, ctx: MayContext) -> Maybe<Interval> {
        let nowhere = super::union(self, places, ctx)?.possibly.is_empty();
        Ok(Interval { least: 0, most: if nowhere { 0 } else { i64::MAX } })
    }

    fn held(&self, _: Seat, _: Option<KindId>) -> Interval {
        self.number_of_seeds()
    }

    fn seeds_left(&self, _: Option<KindId>, _: MayContext) -> Maybe<Interval> {
        Ok(self.number_of_seeds())
    }

    fn owner(&self, place: PlaceId) -> Maybe<Option<Seat>> {
        if self.game.owners_change {
            return Err(NotKnown);
        }
        Ok(self.game.board.places.get(place.index()).and_then(|place| place.owner))
    }

    fn owner_of_no_place(&self) -> Maybe<Option<Seat>> {
        Err(NotKnown)
    }

    fn is_owned(&self, place: PlaceId, by: Seat) -> Option<bool> {
        self.owner(place).ok().map(|owner| owner == Some(by))
    }

    fn owned(&self, by: Seat) -> Option<PlaceSetBits> {
        let board = self.game.board;
        let of = |seat| self.places_where(|place| self.is_owned(place, seat) == Some(true));
        let all = || board.seats_from(Seat(0)).map(of).collect();
        let known = !self.game.owners_change;
        known.then(|| self.game.owned.get_or_init(all).get(by.index()).copied().unwrap_or_default())
    }

    fn is_open(&self, place: PlaceId) -> Option<bool> {
        // A closed hole is on nobody's way.
        let open = !self.game.holes_close || self.fall_in(place).is_some();
        let kind = self.game.board.places.get(place.index()).map(|place| place.kind);
        (open || kind != Some(PlaceKind::Hole)).then_some(true)
    }

    fn mark(&self, mark: MarkId, place: PlaceId, ctx: MayContext) -> Maybe<Interval> {
        let known = self.fall_in(place).filter(|_| ctx.side == Some(FallSide::Before));
        let known = known.and_then(|fall| fall.marks.iter().find(|(one, _)| *one == mark));
        let any = Interval { least: 0, most: i64::from(u8::MAX) };
        Ok(known.map_or(any, |(_, value)| Interval::exact((*value).into())))
    }

    fn player_mark(&self, _: MarkId, _: Seat) -> Interval {
        Interval { least: 0, most: i64::from(u8::MAX) }
    }

    fn note(&self, _: NoteId, _: Seat) -> Maybe<Interval> {
        Ok(Interval { least: i64::MIN, most: i64::MAX })
    }

    fn noted_place(&self, _: NoteId, _: Seat) -> Maybe<MayPlaces> {
        Ok(MayPlaces::among(self.everywhere()))
    }

    fn noted_direction(&self, _: NoteId, _: Seat) -> Maybe<Option<Direction>> {
        Err(NotKnown)
    }

    fn has_no_move(&self, _: Seat) -> Option<bool> {
        None
    }

    fn has_moved(&self, _: Seat) -> Option<bool> {
        None
    }

    fn position_returns(&self, _: u32) -> Option<bool> {
        None
    }

    fn conceding(&self) -> Maybe<Option<Seat>> {
        Err(NotKnown)
    }

    fn is_agreed(&self) -> Option<bool> {
        None
    }

    fn is_first(&self, _: Unit, _: MayContext) -> Option<bool> {
        None
    }

    fn fallen_in(&self, ctx: MayContext) -> Option<PlaceId> {
        ctx.it()
    }

    fn kind_falls(&self, _: KindId) -> Option<bool> {
        None
    }

    fn earlier_fall(
        &self,
        _: MayContext,
        _: impl FnMut(PlaceId, MayContext) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        Ok(None)
    }

    fn captured_in(&self, _: When<()>) -> Maybe<Option<bool>> {
        Ok(None)
    }

    fn sown_in(&self, _: When<()>, _: PlaceId) -> Maybe<Option<bool>> {
        Ok(None)
    }

    fn began_from(
        &self,
        _: When<()>,
        _: MayContext,
        _: impl FnMut(PlaceId, MayContext) -> Maybe<Option<bool>>,
    ) -> Maybe<Option<bool>> {
        Ok(None)
    }

    fn goes(&self, _: When<()>, _: Option<Direction>, _: MayContext) -> Maybe<Option<bool>> {
        Ok(None)
    }

    fn of_laps(
        &self,
        _: (LapQuantifier, Unit),
        _: bool,
        _: &'m Fact,
        _: MayContext,
    ) -> Maybe<Option<bool>> {
        Ok(None)
    }

    fn origin(&self, _: UnitRef, _: MayContext) -> Maybe<MayPlaces> {
        Ok(MayPlaces::among(self.everywhere()))
    }

    fn first_fall(&self, _: UnitRef) -> Maybe<MayPlaces> {
        self.somewhere()
    }

    fn left(&self, _: MayContext) -> Maybe<MayPlaces> {
        self.somewhere()
    }

    fn last_capture(&self) -> Maybe<MayPlaces> {
        self.somewhere()
    }

    fn sowing_hand(&self) -> Maybe<MayPlaces> {
        self.somewhere()
    }

    fn on_the_way(&self, _: MayContext) -> Maybe<MayPlaces> {
        let surely = self.fall.iter().map(|fall| fall.place).collect();
        Ok(MayPlaces { surely, possibly: self.way.union(surely) })
    }

    fn ring(&self, _: MayContext) -> Maybe<Option<Cow<'_, Ring>>> {
        Err(NotKnown)
    }

    fn current_direction(&self, _: MayContext) -> Maybe<Direction> {
        // What depends on the order of a path finds that it is unknown: see `path`.
        Ok(Direction::Anticlockwise)
    }

    fn right_is_forward(&self, _: MayContext) -> Maybe<bool> {
        Err(NotKnown)
    }

    fn other_way(&self, _: MayContext) -> Maybe<Option<Direction>> {
        Err(NotKnown)
    }

    fn asked_direction(&self) -> Maybe<Option<Direction>> {
        Err(NotKnown)
    }

    fn lap_origin(&self, _: MayContext) -> Maybe<Option<PlaceId>> {
        Err(NotKnown)
    }

    /// First that the order is unknown, then the places.
    fn path(
        &self,
        from: PlaceId,
        _: Direction,
        holes_only: bool,
        _: MayContext,
    ) -> Maybe<impl Iterator<Item = Maybe<PlaceId>>> {
        let holes = self.holes();
        let there =
            move |place: &PlaceId| *place != from && (!holes_only || holes.contains(*place));
        Ok(iter::once(Err(NotKnown)).chain(self.way.iter().filter(there).map(Ok)))
    }
}

fn ids(board: &Board) -> impl Iterator<Item = PlaceId> + use<> {
    (0..=u8::MAX).map(PlaceId).take(board.places.len())
}

/// The places of a set in groups, in an order.
fn groups(set: PlaceSetBits, order: OrderedBy<impl Fn(PlaceId) -> i64>) -> Vec<PlaceSetBits> {
    let mut groups: BTreeMap<(i64, Option<PlaceId>), PlaceSetBits> = BTreeMap::new();
    for place in set.iter() {
        let apart = (!order.grouped).then_some(place);
        groups.entry(((order.key)(place), apart)).or_default().insert(place);
    }
    let mut groups: Vec<PlaceSetBits> = groups.into_values().collect();
    if order.reversed {
        groups.reverse();
    }
    groups
}
