//! Phrases without a position: what the [evaluator](crate::eval) finds when only the rules are known.
//!
//! A truth value is a test on lanes, a number an expression, a selection the places that can be selected, each
//! with its test ([`PlaceCases`]).

use super::ctx::ReadTime;
use super::number::number_test;
use super::place_cases::{MAX_FIRST_TESTS, PlaceCases, add_place, place_expr};
use super::{Compiler, DIRECTION, LowerCtx, Lowered, ReadPhase, TURN};
use crate::eval::{self, Comparison, Context, Domain, FallSide, Operator, OrderedBy, When};
use crate::model::{
    Action, Board, Case, Cond, Count, Deed, Det, Dir, Direction, Fact, Filter, KindId,
    LapQuantifier, LapRef, MarkId, NoteId, NoteValue, PlaceId, PlacePhrase, PlaceSetBits, Places,
    PlayerRef, Ring, Rules, Seat, Unit, UnitRef,
};
use crate::order::SmallSort;
use crate::program::{
    Lane, LaneRole, MoveFact, MovePart, NumberExpr, NumberRange, Parity, PlaceExpr, Program, Test,
};
use std::borrow::Cow;
use std::convert::Infallible;

/// Places, each with the test under which it is selected.
type Candidates = Vec<(PlaceId, Test)>;

impl<'m> Context for LowerCtx<'m> {
    fn actor(&self) -> Seat {
        LowerCtx::actor(self)
    }
    fn it(&self) -> Option<PlaceId> {
        self.hole()
    }
    fn candidate(&self) -> Option<PlaceId> {
        LowerCtx::candidate(self)
    }
    fn with_actor(self, actor: Seat) -> LowerCtx<'m> {
        self.with(|known| known.actor = actor)
    }
    fn with_candidate(self, place: PlaceId) -> LowerCtx<'m> {
        self.with(|known| known.candidate = Some(place))
    }
    fn at_fall(self, side: FallSide) -> LowerCtx<'m> {
        let time = match side {
            FallSide::Before => ReadTime::BeforeFall,
            FallSide::After => ReadTime::AfterFall,
        };
        self.with(|known| known.time = time)
    }
}

impl<'m> Compiler<'m> {
    /// The player of a reference; `None`: there is none.
    pub(super) fn who(&self, who: PlayerRef, ctx: LowerCtx<'m>) -> Lowered<Option<Seat>> {
        eval::player(self, who, ctx)
    }

    /// Lowers a number; fractions are rounded down.
    pub(super) fn number(&self, count: &'m Count, ctx: LowerCtx<'m>) -> Lowered<NumberExpr> {
        eval::number(self, count, ctx, false)
    }

    /// Whether a phrase selects a place.
    pub(super) fn is_member(
        &self,
        phrase: &'m PlacePhrase,
        place: PlaceId,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        eval::contains(self, phrase, place, ctx)
    }

    /// Whether a direction is forward along the ring, if it is known at compile time.
    pub(super) fn fixed_dir(&self, dir: &'m Dir, ctx: LowerCtx<'m>) -> Lowered<Option<bool>> {
        Ok(eval::direction(self, dir, ctx)?.map(Direction::is_forward))
    }

    fn in_range(&self, n: &NumberExpr, range: NumberRange) -> Test {
        for bound in [range.least, range.most] {
            if (0..i64::MAX).contains(&bound) {
                self.compared.set(self.compared.get().max(bound));
            }
        }
        number_test(n, range)
    }

    /// Records a sum that would have to be read at another time than now.
    fn sum_is_of_now(&self, places: &PlaceExpr, ctx: LowerCtx<'m>) -> Lowered<()> {
        let special = |place| {
            ctx.time_at(place) != ReadTime::Now || ctx.held().is_some_and(|(held, _)| held == place)
        };
        match places.lanes().iter().any(|lane| special(PlaceId(lane.0))) {
            true => Err("a sum as it was earlier"),
            false => Ok(()),
        }
    }

    /// A fact of this move or, if `unit` asks for the turn, also of an earlier move (lane `before`).
    fn in_move_or_turn(&self, unit: UnitRef, in_move: Test, before: LaneRole) -> Test {
        if !self.tracks_turn || unit == UnitRef::This(Unit::Move) {
            return in_move;
        }
        Test::any([in_move, Test::Holds(self.lane(before), NumberRange::SOME)])
    }

    /// Whether `unit` means the first move of a turn that can have several; no lane holds where that began.
    fn reads_first_move(&self, unit: UnitRef) -> bool {
        matches!(unit, UnitRef::This(Unit::Turn) | UnitRef::First(Unit::Move)) && self.needs_turn()
    }

    /// Records that a fact of the turn is read that no lane holds; returns whether it may be about an earlier
    /// move.
    pub(super) fn needs_turn(&self) -> bool {
        self.asks_turn.set(self.asks_turn.get() || self.several_moves);
        self.several_moves
    }

    /// Whether a seed has fallen in a place.
    pub(super) fn sown_in(&self, units: UnitRef, place: Lane) -> Test {
        self.asks_sown.set(true);
        let sown = |during| Test::Sown { during, places: place.into() };
        match units.as_lap() {
            Some(LapRef::This) => sown(MovePart::Lap),
            Some(LapRef::First) => sown(MovePart::FirstLap),
            Some(LapRef::Last) => sown(MovePart::LastLap),
            None => {
                let role = LaneRole::TurnSown(PlaceId(place.0));
                self.in_move_or_turn(units, sown(MovePart::Move), role)
            }
        }
    }

    /// Whether the lap being sown goes forward, if that is known.
    fn lap_direction(&self, ctx: LowerCtx<'m>) -> Option<bool> {
        let begun = matches!(ctx.phase(), ReadPhase::Sowing { begun: true, .. });
        ctx.forward().filter(|_| begun)
    }

    /// Whether a place is the origin of a lap.
    fn is_lap_origin(&self, unit: UnitRef, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let first = match unit {
            unit if self.reads_first_move(unit) => return Err(TURN),
            UnitRef::This(Unit::Lap) => false,
            UnitRef::Last(_) => return Err("the origin of the lap before"),
            UnitRef::This(_) | UnitRef::First(_) => true,
        };
        if let (Some(origin), false) = (ctx.origin(), first) {
            self.asks_origin.set(true);
            return Ok(Test::constant(origin == place));
        }
        Ok(Test::Origin { first, places: Program::lane(place).into() })
    }

    /// The places under their tests, those that can never be selected left out.
    fn with_tests(
        &self,
        places: impl IntoIterator<Item = (PlaceId, Test)>,
        mut test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<PlaceCases> {
        let mut each = Vec::new();
        for (place, selected) in places {
            if selected == Test::Never {
                continue;
            }
            let both = Test::all([selected, test(place)?]);
            if both != Test::Never {
                each.push((place, both));
            }
        }
        Ok(PlaceCases::Each(each))
    }
}

impl<'m> Domain<'m> for Compiler<'m> {
    type Context = LowerCtx<'m>;
    type Bool = Test;
    type Number = NumberExpr;
    type Places = PlaceCases;
    type Lap = Infallible;
    type Error = &'static str;

    fn condition(&self, cond: &'m Cond, ctx: LowerCtx<'m>) -> Lowered<Test> {
        self.test_memo.memoize(cond, ctx, || eval::condition(self, cond, ctx))
    }

    fn places(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<PlaceCases> {
        self.place_memo.memoize(phrase, ctx, || eval::places(self, phrase, ctx))
    }

    fn fits(&self, filters: &'m [Filter], place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        match filters {
            [] => Ok(Test::Always),
            [filter] => self.filter(filter, place, ctx),
            _ => self
                .filter_memo
                .memoize_at(filters, place, ctx, || eval::all_pass(self, filters, place, ctx)),
        }
    }

    fn filter(&self, filter: &'m Filter, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        eval::filter(self, filter, place, ctx)
    }

    fn no_place(&self) -> Lowered<Self::Places> {
        Err("a hole that is not known here")
    }

    fn chosen(&self, phrase: &PlacePhrase, ctx: LowerCtx<'m>) -> Option<Option<PlaceId>> {
        ctx.chosen_for(phrase)
    }

    fn board(&self) -> &Board {
        &self.model.board
    }

    fn holes(&self) -> PlaceSetBits {
        Compiler::holes(self).collect()
    }

    fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        self.opposite.get(hole.index()).copied().unwrap_or_default()
    }

    fn constant(value: bool) -> Test {
        Test::constant(value)
    }

    fn not(&self, value: Test) -> Test {
        Test::not(value)
    }

    fn all<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        test: impl FnMut(T) -> Lowered<Test>,
    ) -> Lowered<Test> {
        Ok(Test::all(tests_until(Test::Never, items, test)?))
    }

    fn any<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        test: impl FnMut(T) -> Lowered<Test>,
    ) -> Lowered<Test> {
        Ok(Test::any(tests_until(Test::Always, items, test)?))
    }

    fn and(&self, first: Test, second: impl FnOnce() -> Lowered<Test>) -> Lowered<Test> {
        if first == Test::Never { Ok(first) } else { Ok(Test::all([first, second()?])) }
    }

    fn fixed(n: i64) -> NumberExpr {
        NumberExpr::Fixed(n)
    }

    fn arithmetic(a: NumberExpr, operator: Operator, b: NumberExpr) -> NumberExpr {
        if let (Some(a), Some(b)) = (a.as_fixed(), b.as_fixed()) {
            return NumberExpr::Fixed(operator.apply(a, b));
        }
        let (a, b) = (Box::new(a), Box::new(b));
        match operator {
            Operator::Add => NumberExpr::Add(a, b),
            Operator::Subtract => NumberExpr::Sub(a, b),
            Operator::Multiply => NumberExpr::Mul(a, b),
        }
    }

    fn fraction(numerator: i64, denominator: i64, up: bool, of: NumberExpr) -> NumberExpr {
        match of.as_fixed() {
            Some(n) => NumberExpr::Fixed(eval::fraction(n, numerator, denominator, up)),
            None => NumberExpr::Fraction(numerator, denominator, up, Box::new(of)),
        }
    }

    fn known_number(&self, n: NumberExpr) -> Lowered<i64> {
        n.as_fixed().ok_or("a changing number of steps or places")
    }

    fn first_case<T>(
        &self,
        cases: impl IntoIterator<Item = T>,
        case: impl Fn(&T) -> Lowered<Test>,
        number: impl Fn(T) -> Lowered<NumberExpr>,
    ) -> Lowered<NumberExpr> {
        let mut some = Vec::new();
        for one in cases {
            let test = case(&one)?;
            if test == Test::Never {
                continue;
            }
            let sure = test == Test::Always;
            some.push((test, number(one)?));
            if sure {
                break;
            }
        }
        Ok(match some.first() {
            None => NumberExpr::Fixed(0),
            Some((Test::Always, number)) => number.clone(),
            Some(_) => NumberExpr::Cases(some),
        })
    }

    fn compare(&self, n: &NumberExpr, is: Comparison, m: NumberExpr) -> Lowered<Test> {
        if let Some(m) = m.as_fixed() {
            let range = match is {
                Comparison::Equal => NumberRange::exactly(m),
                Comparison::AtLeast => NumberRange::at_least(m),
                Comparison::AtMost => NumberRange::between(i64::MIN, m),
                Comparison::More => NumberRange::at_least(m.saturating_add(1)),
                Comparison::Fewer => NumberRange::between(i64::MIN, m.saturating_sub(1)),
            };
            return Ok(self.in_range(n, range));
        }
        let n = n.clone();
        Ok(match is {
            Comparison::Equal => Test::all([at_most(n.clone(), m.clone()), at_most(m, n)]),
            Comparison::AtLeast => at_most(m, n),
            Comparison::AtMost => at_most(n, m),
            Comparison::More => Test::not(at_most(n, m)),
            Comparison::Fewer => Test::not(at_most(m, n)),
        })
    }

    fn between(&self, n: &NumberExpr, from: NumberExpr, to: NumberExpr) -> Lowered<Test> {
        Ok(match (from.as_fixed(), to.as_fixed()) {
            (Some(from), Some(to)) => self.in_range(n, NumberRange::between(from, to)),
            _ => Test::all([at_most(from, n.clone()), at_most(n.clone(), to)]),
        })
    }

    fn has_parity(
        &self,
        n: &NumberExpr,
        odd: bool,
        within: Option<(NumberExpr, NumberExpr)>,
    ) -> Lowered<Test> {
        let (least, most) = match within {
            None => (i64::MIN, i64::MAX),
            Some((from, to)) => {
                from.as_fixed().zip(to.as_fixed()).ok_or("even or odd within changing bounds")?
            }
        };
        let range = match odd {
            true => NumberRange { least, most, parity: Parity::Odd },
            false => NumberRange { least: least.max(1), most, parity: Parity::Even },
        };
        Ok(self.in_range(n, range))
    }

    fn all_of(places: impl IntoIterator<Item = PlaceId>) -> PlaceCases {
        PlaceCases::Each(places.into_iter().map(|place| (place, Test::Always)).collect())
    }

    fn select(
        &self,
        set: PlaceSetBits,
        closed_too: bool,
        test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<PlaceCases> {
        let open = |place| if closed_too { Test::Always } else { Compiler::is_open(self, place) };
        self.with_tests(set.iter().map(|place| (place, open(place))), test)
    }

    fn retain(
        &self,
        places: PlaceCases,
        test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<PlaceCases> {
        self.with_tests(places.each(), test)
    }

    fn join(&self, places: PlaceCases, more: PlaceCases) -> PlaceCases {
        let mut each = places.each();
        for (place, test) in more.each() {
            add_place(&mut each, place, test);
        }
        PlaceCases::Each(each)
    }

    fn any_place(
        &self,
        places: PlaceCases,
        test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<Test> {
        let each = self.with_tests(places.each(), test)?.each();
        Ok(Test::any(each.into_iter().map(|(_, test)| test)))
    }

    fn every_place(
        &self,
        places: PlaceCases,
        mut test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<Test> {
        self.all_pass(places, &mut test)
    }

    fn includes(&self, places: &PlaceCases, place: PlaceId) -> Test {
        places.test_of(place)
    }

    fn comes_first(&self, places: &PlaceCases, place: PlaceId) -> Test {
        let each = places.clone().in_order();
        let Some(at) = each.iter().position(|(one, _)| *one == place) else { return Test::Never };
        let earlier = match is_exclusive(places) {
            true => Test::Never,
            false => Test::any(each.iter().take(at).map(|(_, test)| test.clone())),
        };
        Test::all([Test::not(earlier), each[at].1.clone()])
    }

    fn number_of_places(&self, places: PlaceCases) -> NumberExpr {
        let places = place_expr(places);
        if let PlaceExpr::All(lanes) = places {
            return NumberExpr::Fixed(lanes.len() as i64);
        }
        NumberExpr::Count(places)
    }

    fn known_first(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<Option<PlaceId>> {
        if ctx.leaves_open(phrase) {
            return Err("a choice in the middle of a move");
        }
        match self.places(phrase, ctx)?.each().as_slice() {
            [] => Ok(None),
            [(place, Test::Always)] => Ok(Some(*place)),
            _ => Err("one of several places"),
        }
    }

    fn known(&self, places: PlaceCases) -> Lowered<PlaceSetBits> {
        let mut all = PlaceSetBits::default();
        for (place, test) in places.each() {
            if test != Test::Always {
                return Err("changing places");
            }
            all.insert(place);
        }
        Ok(all)
    }

    fn possible(&self, places: &PlaceCases) -> PlaceSetBits {
        places.clone().each().into_iter().map(|(place, _)| place).collect()
    }

    fn opposite_places(
        &self,
        of: &'m PlacePhrase,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Option<(PlaceSetBits, bool)>> {
        // Of many places, most are opposite to one.
        if !matches!(of.det, Det::One) {
            return Ok(None);
        }
        let each = self.places(of, ctx)?.each();
        let exact = each.iter().all(|(_, test)| *test == Test::Always);
        let across = each.into_iter().map(|(place, _)| self.opposite(place));
        Ok(Some((across.fold(PlaceSetBits::default(), PlaceSetBits::union), exact)))
    }

    fn after_first(
        &self,
        places: PlaceCases,
        then: impl Fn(PlaceId) -> Lowered<PlaceCases>,
    ) -> Lowered<PlaceCases> {
        // At most one of the places is selected at a time.
        let exclusive = is_exclusive(&places);
        let many = matches!(&places, PlaceCases::First(each) if each.len() > MAX_FIRST_TESTS);
        let from = if many { places.in_order() } else { places.each() };
        match from.as_slice() {
            [] => return Ok(PlaceCases::Each(Vec::new())),
            [(place, Test::Always)] => return then(*place),
            [_] | [_, _, ..] => {}
        }
        if many || !exclusive && from.len() > MAX_FIRST_TESTS {
            let case = |(place, test)| Ok((test, then(place)?));
            return Ok(PlaceCases::Cases(from.into_iter().map(case).collect::<Lowered<_>>()?));
        }
        let ends = from.into_iter().map(|(place, here)| Ok((here, then(place)?)));
        let ends = ends.collect::<Lowered<Vec<_>>>()?;
        if ends.iter().any(|(_, there)| matches!(there, PlaceCases::Run(_))) {
            return Ok(PlaceCases::Cases(ends));
        }
        let (mut all, mut earlier) = (Vec::new(), Vec::new());
        for (here, there) in ends {
            let first = Test::not(Test::any(earlier.clone()));
            if !exclusive {
                earlier.push(here.clone());
            }
            for (place, test) in there.each() {
                add_place(&mut all, place, Test::all([first.clone(), here.clone(), test]));
            }
        }
        Ok(PlaceCases::Each(all))
    }

    fn nth_ordered(
        &self,
        places: PlaceCases,
        order: OrderedBy<impl Fn(PlaceId) -> i64>,
        from: NumberExpr,
        to: NumberExpr,
    ) -> Lowered<PlaceCases> {
        let (from, to) = (self.known_number(from)?, self.known_number(to)?);
        let mut each = places.each();
        if order.grouped {
            return Ok(PlaceCases::Each(groups_between(groups(each, order.key), from - 1, to)?));
        }
        each.small_sort_by_key(|(place, _)| (order.key)(*place));
        if order.reversed {
            each.reverse();
        }
        if (from, to) == (1, 1) && each.len() > MAX_FIRST_TESTS {
            return Ok(PlaceCases::First(each));
        }
        let each = each.into_iter().map(|one| vec![one]).collect();
        Ok(PlaceCases::Each(groups_between(each, from - 1, to)?))
    }

    fn middle_group(
        &self,
        places: PlaceCases,
        key: impl Fn(PlaceId) -> i64,
    ) -> Lowered<PlaceCases> {
        let groups = groups(places.each(), key);
        if groups.iter().flatten().any(|(_, test)| *test != Test::Always) {
            return Err("the middle of changing places");
        }
        let (middle, odd) = (groups.len() / 2, groups.len() % 2 == 1);
        let middle = groups.into_iter().nth(middle).filter(|_| odd);
        Ok(PlaceCases::Each(middle.unwrap_or_default()))
    }

    fn nth_on_path(
        &self,
        path: impl Iterator<Item = Lowered<PlaceId>>,
        nth: NumberExpr,
        mut test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<PlaceCases> {
        let mut left = self.known_number(nth)?;
        let mut each = Vec::new();
        for place in path {
            let place = place?;
            let test = test(place)?;
            let sure = test == Test::Always;
            if sure {
                left -= 1;
            } else if test == Test::Never {
                continue;
            } else if left > 1 {
                return Err("the n-th of changing places");
            }
            if !sure || left < 1 {
                each.push((place, test));
            }
            if sure && left < 1 {
                break;
            }
        }
        Ok(PlaceCases::First(each))
    }

    fn run_on_path(
        &self,
        path: impl Iterator<Item = Lowered<PlaceId>>,
        mut test: impl FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<PlaceCases> {
        let mut run = Vec::new();
        for place in path {
            let place = place?;
            let test = test(place)?;
            if test == Test::Never {
                break;
            }
            run.push((place, test));
        }
        Ok(PlaceCases::Run(run))
    }

    fn next_player(&self, ctx: LowerCtx<'m>) -> Lowered<Seat> {
        Ok(ctx.next())
    }

    fn found_player(&self, ctx: LowerCtx<'m>) -> Lowered<Option<Seat>> {
        ctx.found_player().map(Some).ok_or("a player found elsewhere")
    }

    fn some_player(
        &self,
        ctx: LowerCtx<'m>,
        mut test: impl FnMut(Seat) -> Lowered<Test>,
    ) -> Lowered<Test> {
        match ctx.only_player() {
            Some(only) => test(only),
            None => Domain::any(self, self.around(ctx)?, test),
        }
    }

    fn last_winner(&self) -> Lowered<Option<Seat>> {
        Ok(self.fixed.last_winner)
    }

    fn starter(&self) -> Lowered<Seat> {
        Ok(self.fixed.starter)
    }

    fn seeds(
        &self,
        place: PlaceId,
        kind: Option<KindId>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<NumberExpr> {
        let held = ctx.held().filter(|(held, _)| *held == place).map(|(_, first)| first);
        let lane = Program::lane(place);
        Ok(match (held, ctx.time_at(place), kind) {
            (Some(first), _, None) => NumberExpr::Held { first },
            (Some(_), _, Some(_)) => return Err("kinds of what was taken up"),
            (None, ReadTime::AfterFall, None) => NumberExpr::Fallen(false),
            (None, ReadTime::AfterFall, Some(kind)) => NumberExpr::FallenOf(false, kind),
            (None, ReadTime::BeforeFall, None) => NumberExpr::Fallen(true),
            (None, ReadTime::BeforeFall, Some(kind)) => NumberExpr::FallenOf(true, kind),
            (None, ReadTime::EarlierFall(_), None) => NumberExpr::FallenEarlier,
            (None, ReadTime::EarlierFall(_), Some(_)) => {
                return Err("kinds of the hole of the seed before");
            }
            (None, ReadTime::Now, None) => NumberExpr::Lane(lane),
            (None, ReadTime::Now, Some(kind)) => {
                NumberExpr::Lane(self.lane(LaneRole::Kind(lane, kind)))
            }
        })
    }

    fn sum(
        &self,
        places: &'m Places,
        kind: Option<KindId>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<NumberExpr> {
        let falling = matches!(ctx.phase(), ReadPhase::Sowing { falling: true, .. });
        let hand = kind.is_none() && falling && self.names_left(places);
        let places = self.union(places, ctx)?;
        self.sum_is_of_now(&places, ctx)?;
        let seeds = match kind {
            Some(kind) => NumberExpr::SumOf(places, kind),
            None => NumberExpr::Sum(places),
        };
        Ok(match hand {
            true => Self::arithmetic(seeds, Operator::Add, NumberExpr::Hand),
            false => seeds,
        })
    }

    fn worth(&self, places: &'m Places, ctx: LowerCtx<'m>) -> Lowered<NumberExpr> {
        self.worth_of(self.sum(places, None, ctx)?)
    }

    fn held(&self, seat: Seat, kind: Option<KindId>) -> NumberExpr {
        let places = PlaceExpr::All(self.score_lanes(seat));
        match kind {
            Some(kind) => NumberExpr::SumOf(places, kind),
            None => NumberExpr::Sum(places),
        }
    }

    fn seeds_left(&self, kind: Option<KindId>, ctx: LowerCtx<'m>) -> Lowered<NumberExpr> {
        match kind {
            Some(kind) => self.kind_left(kind, ctx),
            None => Ok(self.all_seeds_left(ctx)),
        }
    }

    fn owner(&self, place: PlaceId) -> Lowered<Option<Seat>> {
        Compiler::owner(self, place)
    }

    fn owner_of_no_place(&self) -> Lowered<Option<Seat>> {
        Err("a hole that is not known here")
    }

    fn is_owned(&self, place: PlaceId, by: Seat) -> Test {
        Compiler::is_owned(self, place, by)
    }

    fn owned(&self, _: Seat) -> Option<PlaceSetBits> {
        None
    }

    fn is_open(&self, place: PlaceId) -> Test {
        Compiler::is_open(self, place)
    }

    fn mark(&self, mark: MarkId, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<NumberExpr> {
        if !self.can_be_marked(mark, place) {
            return Ok(NumberExpr::Fixed(0));
        }
        let lane = self.lane(LaneRole::Mark(mark, place));
        if ctx.time_at(place) == ReadTime::BeforeFall && self.may_have_been_marked(mark, ctx) {
            if ctx.rules().0.turn.at_once.is_some() {
                return Err("a mark as it was before the seed fell, where both move at once");
            }
            self.asks_before_fall.set(true);
            return Ok(NumberExpr::LaneBeforeFall(lane));
        }
        Ok(NumberExpr::Lane(lane))
    }

    fn player_mark(&self, mark: MarkId, seat: Seat) -> NumberExpr {
        NumberExpr::Lane(self.lane(LaneRole::PlayerMark(mark, seat)))
    }

    fn note(&self, note: NoteId, seat: Seat) -> Lowered<NumberExpr> {
        Ok(NumberExpr::Lane(self.note_lane(note, seat)?))
    }

    fn noted_place(&self, note: NoteId, seat: Seat) -> Lowered<PlaceCases> {
        let lane = self.note_lane(note, seat)?;
        let holds = |place| {
            let n = i64::from(NoteValue::Place(place).number());
            (place, Test::Holds(lane, NumberRange::exactly(n)))
        };
        Ok(PlaceCases::Each(self.all_places().map(holds).collect()))
    }

    fn noted_direction(&self, _: NoteId, _: Seat) -> Lowered<Option<Direction>> {
        Err(DIRECTION)
    }

    fn has_no_move(&self, seat: Seat) -> Test {
        Test::NoMove(seat)
    }

    fn has_moved(&self, seat: Seat) -> Test {
        Test::Holds(self.lane(LaneRole::Moved(seat)), NumberRange::SOME)
    }

    fn position_returns(&self, times: u32) -> Test {
        Test::Returns(times)
    }

    fn conceding(&self) -> Lowered<Option<Seat>> {
        // Programs have no offers between players.
        Ok(None)
    }

    fn is_agreed(&self) -> Test {
        Self::constant(false)
    }

    fn is_first(&self, unit: Unit, ctx: LowerCtx<'m>) -> Test {
        match unit {
            Unit::Lap => Test::Fact(MoveFact::FirstLap),
            Unit::Move if self.several_moves => {
                Test::Holds(self.lane(LaneRole::MovesMade), NumberRange::NONE)
            }
            Unit::Turn => Test::Holds(self.lane(LaneRole::Played(ctx.actor())), NumberRange::NONE),
            Unit::Game => Test::constant(self.fixed.game == 1),
            Unit::Move | Unit::Match => Test::Always,
        }
    }

    fn fallen_in(&self, ctx: LowerCtx<'m>) -> Option<PlaceId> {
        let begun = !matches!(ctx.phase(), ReadPhase::Sowing { begun: false, .. });
        ctx.hole().filter(|_| begun)
    }

    fn kind_falls(&self, kind: KindId) -> Test {
        Test::Fell(kind)
    }

    fn earlier_fall(
        &self,
        ctx: LowerCtx<'m>,
        mut test: impl FnMut(PlaceId, LowerCtx<'m>) -> Lowered<Test>,
    ) -> Lowered<Test> {
        self.asks_earlier.set(true);
        Domain::any(self, self.all_places(), |place| {
            let there = test(place, ctx.with(|known| known.time = ReadTime::EarlierFall(place)))?;
            Ok(Test::all([Test::FellBefore(Program::lane(place).into()), there]))
        })
    }

    fn captured_in(&self, when: When<Infallible>) -> Lowered<Test> {
        let When::Unit(unit) = when;
        Ok(match unit.as_lap() {
            Some(LapRef::This) => Test::Fact(MoveFact::LapCaptured),
            Some(LapRef::First) => Test::Fact(MoveFact::FirstLapCaptured),
            Some(LapRef::Last) => Test::Fact(MoveFact::LastLapCaptured),
            None => {
                let in_move = Test::Fact(MoveFact::MoveCaptured);
                self.in_move_or_turn(unit, in_move, LaneRole::TurnCaptured)
            }
        })
    }

    fn sown_in(&self, when: When<Infallible>, place: PlaceId) -> Lowered<Test> {
        let When::Unit(unit) = when;
        Ok(Compiler::sown_in(self, unit, Program::lane(place)))
    }

    fn began_from(
        &self,
        when: When<Infallible>,
        ctx: LowerCtx<'m>,
        mut test: impl FnMut(PlaceId, LowerCtx<'m>) -> Lowered<Test>,
    ) -> Lowered<Test> {
        let When::Unit(unit) = when;
        if self.reads_first_move(unit) {
            return Err(TURN);
        }
        let first = match unit.first_lap() {
            LapRef::This => false,
            LapRef::Last => return Err("the lap before"),
            LapRef::First => true,
        };
        self.asks_origin.set(true);
        Domain::any(self, self.origin_places(), |place| {
            let there = test(place, ctx.with(|known| known.held = Some((place, first))))?;
            let began = Test::Origin { first, places: Program::lane(place).into() };
            Ok(Test::all([began, there]))
        })
    }

    fn goes(
        &self,
        when: When<Infallible>,
        direction: Option<Direction>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        let When::Unit(unit) = when;
        let lap = unit.first_lap();
        let goes = direction.map(Direction::is_forward);
        if lap == LapRef::This
            && let Some(forward) = self.lap_direction(ctx)
        {
            return Ok(Test::constant(goes == Some(forward)));
        }
        let Some(forward) = goes else { return Ok(Test::Never) };
        Ok(Test::Fact(match lap {
            LapRef::This => MoveFact::LapForward(!forward),
            LapRef::First => MoveFact::FirstLapWent(!forward),
            LapRef::Last => MoveFact::LastLapWent(!forward),
        }))
    }

    fn of_laps(
        &self,
        (quantifier, of): (LapQuantifier, Unit),
        not: bool,
        fact: &'m Fact,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        let unit = UnitRef::This(of);
        if let (Fact::SownIn(_), false) = (fact, not) {
            // What some lap has sown in, the move or the turn has.
            let some = || eval::fact(self, When::Unit(unit), fact, ctx);
            match quantifier {
                LapQuantifier::Some => return some(),
                LapQuantifier::No => return Ok(Test::not(some()?)),
                LapQuantifier::Every => {}
            }
        }
        self.reads_first_move(unit);
        Err("what is so of every lap, some lap or none")
    }

    fn origin(&self, unit: UnitRef, ctx: LowerCtx<'m>) -> Lowered<PlaceCases> {
        let began = self.origin_places().map(|p| Ok((p, self.is_lap_origin(unit, p, ctx)?)));
        let began = began.collect::<Lowered<Vec<_>>>()?;
        self.with_tests(began, |_| Ok(Test::Always))
    }

    fn first_fall(&self, unit: UnitRef) -> Lowered<PlaceCases> {
        if matches!(unit, UnitRef::Last(_)) {
            return Err("where the lap before began to be sown");
        }
        let first = !matches!(unit, UnitRef::This(Unit::Lap));
        let fell = |p| (p, Test::FirstFell { first, places: Program::lane(p).into() });
        Ok(PlaceCases::Each(self.all_places().map(fell).collect()))
    }

    fn left(&self, ctx: LowerCtx<'m>) -> Lowered<PlaceCases> {
        // Where both players sow at once, the other's hand holds seeds of its own.
        let begins = matches!(ctx.phase(), ReadPhase::Beginning | ReadPhase::Opening);
        if begins && ctx.rules().0.turn.at_once.is_some() {
            return Err("seeds that are left, before a sowing");
        }
        Ok(PlaceCases::Each(self.open_places(self.left_places.iter().copied())))
    }

    fn last_capture(&self) -> Lowered<PlaceCases> {
        Ok(Self::all_of([self.transient_place(0)?]))
    }

    fn sowing_hand(&self) -> Lowered<PlaceCases> {
        Ok(Self::all_of([self.transient_place(1)?]))
    }

    fn ring(&self, ctx: LowerCtx<'m>) -> Lowered<Option<Cow<'_, Ring>>> {
        Ok(Some(Cow::Borrowed(Compiler::ring(self, ctx)?)))
    }

    fn current_direction(&self, ctx: LowerCtx<'m>) -> Lowered<Direction> {
        Ok(Direction::of_forward(self.forward(ctx)?))
    }

    fn right_is_forward(&self, ctx: LowerCtx<'m>) -> Lowered<bool> {
        Ok(Compiler::ring(self, ctx).map_or(true, |ring| ring.right_is_forward))
    }

    fn other_way(&self, ctx: LowerCtx<'m>) -> Lowered<Option<Direction>> {
        let reversed = |forward: bool| Some(Direction::of_forward(!forward));
        match ctx.phase() {
            ReadPhase::Sowing { begun: true, .. } => Ok(reversed(self.forward(ctx)?)),
            // Before a first lap there is no direction yet; before a later one, it is that of the last lap.
            ReadPhase::Sowing { .. } => {
                // It may be the direction of the previous move.
                self.needs_turn();
                Err("the other way, before a lap")
            }
            // The direction of the last lap of the move that has ended.
            ReadPhase::After if always_sows(ctx.rules().0) => Ok(reversed(self.forward(ctx)?)),
            // No lap of the turn has been sown.
            ReadPhase::Beginning | ReadPhase::Opening if !self.several_moves => Ok(None),
            ReadPhase::Beginning | ReadPhase::Opening | ReadPhase::After => {
                // It is the direction of the previous move of the turn.
                self.needs_turn();
                Err("the direction of the move before")
            }
        }
    }

    fn asked_direction(&self) -> Lowered<Option<Direction>> {
        Err(DIRECTION)
    }

    fn lap_origin(&self, ctx: LowerCtx<'m>) -> Lowered<Option<PlaceId>> {
        ctx.origin().map(Some).ok_or(DIRECTION)
    }

    fn path(
        &self,
        from: PlaceId,
        direction: Direction,
        holes_only: bool,
        ctx: LowerCtx<'m>,
    ) -> Lowered<impl Iterator<Item = Lowered<PlaceId>>> {
        self.steps(ctx, from, direction.is_forward(), holes_only)
    }
}

/// The tests of the items, up to the first that is `last`.
fn tests_until<T>(
    last: Test,
    items: impl IntoIterator<Item = T>,
    mut test: impl FnMut(T) -> Lowered<Test>,
) -> Lowered<Vec<Test>> {
    let mut tests = Vec::new();
    for item in items {
        tests.push(test(item)?);
        if tests.last() == Some(&last) {
            break;
        }
    }
    Ok(tests)
}

fn at_most(a: NumberExpr, b: NumberExpr) -> Test {
    Test::AtMost(Box::new(a), Box::new(b))
}

/// Whether at most one of the places is selected at a time: each needs another value of one lane.
fn is_exclusive(places: &PlaceCases) -> bool {
    let PlaceCases::Each(each) = places else { return false };
    let value = |(_, test): &(PlaceId, Test)| {
        let Test::Holds(lane, range) = test else { return None };
        (range.least == range.most).then_some((*lane, range.least))
    };
    let Some((lane, _)) = each.first().and_then(value) else { return false };
    let mut seen = std::collections::BTreeSet::new();
    each.iter().all(|one| value(one).is_some_and(|(its, n)| its == lane && seen.insert(n)))
}

/// The places by their key, in its order.
fn groups(each: Candidates, key: impl Fn(PlaceId) -> i64) -> Vec<Candidates> {
    let mut groups: Vec<(i64, Candidates)> = Vec::new();
    for (place, test) in each {
        let its = key(place);
        match groups.iter_mut().find(|(key, _)| *key == its) {
            Some((_, places)) => places.push((place, test)),
            None => groups.push((its, vec![(place, test)])),
        }
    }
    groups.small_sort_by_key(|(key, _)| *key);
    groups.into_iter().map(|(_, places)| places).collect()
}

/// Of the groups in which some place fits, those with index `from..to`, as places with tests.
fn groups_between(groups: Vec<Candidates>, from: i64, to: i64) -> Lowered<Candidates> {
    let (mut sure, mut before): (i64, Vec<Candidates>) = (0, Vec::new());
    let mut picked = Candidates::new();
    for group in groups {
        let here = group_count_test(&before, NumberRange::between(from - sure, to - 1 - sure))?;
        if here != Test::Never {
            let both = |(p, test): &(PlaceId, Test)| (*p, Test::all([test.clone(), here.clone()]));
            picked.extend(group.iter().map(both));
        }
        match group.iter().any(|(_, test)| *test == Test::Always) {
            true => sure += 1,
            false => before.push(group),
        }
        if sure >= to {
            break;
        }
    }
    Ok(picked)
}

/// Whether the number of groups in which some place fits is in a range.
fn group_count_test(groups: &[Candidates], many: NumberRange) -> Lowered<Test> {
    let any = |group: &Candidates| Test::any(group.iter().map(|(_, test)| test.clone()));
    if many.is_empty() {
        return Ok(Test::Never);
    }
    if many.least <= 0 && many.most >= groups.len() as i64 {
        return Ok(Test::Always);
    }
    if many.most == 0 {
        return Ok(Test::all(groups.iter().map(|group| Test::not(any(group)))));
    }
    let lane = |group: &Candidates| match group.as_slice() {
        [(place, test)] => Some((Program::lane(*place), test.clone())),
        _ => None,
    };
    let each = groups.iter().map(lane).collect::<Option<Vec<_>>>();
    let each = each.ok_or("so many columns of several changing places")?;
    Ok(Test::Number(Box::new(NumberExpr::Count(PlaceExpr::Each(each))), many))
}

/// Whether every move sows: nothing ends it before its first lap begins.
fn always_sows(rules: &Rules) -> bool {
    let sows = |action: &Action| {
        let sows = matches!(action.deed, Deed::Sow(_) | Deed::SowInOrder(_));
        sows && !action.may && action.postcondition.is_none()
    };
    // A word may do anything.
    let ends =
        |deed: &Deed| matches!(deed, Deed::EndMove | Deed::EndTurn | Deed::Pass | Deed::Do(_));
    let begins = |case: &Case| case.actions.first().is_some_and(sows);
    let mut moves = rules.moves.lists.iter().flatten();
    // A statement before the sowing may capture.
    let at_once = rules.before_each_lap.lists.is_empty() && moves.clone().all(begins);
    let goes_on = at_once || rules.after_capture.clause_of(&ends).is_none();
    goes_on
        && rules.before_each_lap.clause_of(&ends).is_none()
        && moves.all(|case| case.actions.iter().any(sows))
}
