//! Lowers phrases to places: each place that can be selected, with its test.

use super::place_cases::{MAX_FIRST_TESTS, PlaceCases, add_place, place_expr};
use super::{Compiler, ContentTime, LowerCtx, Lowered, ReadPhase, TURN, seat_number};
use crate::model::{
    Base, Cases, Deed, Det, Filter, KindId, Life, MarkId, NoteValue, Pick, PlaceId, PlaceKind,
    PlacePhrase, PlaceSetBits, Places, PlayerRef, Seat, StateTest, Unit, UnitRef,
};
use crate::program::{Lane, LaneRole, LaneSet, NumberExpr, NumberRange, PlaceExpr, Program, Test};

/// Reason: the phrase has no place.
const UNKNOWN: &str = "a hole that is not known here";

impl<'m> Compiler<'m> {
    /// The player of a reference; `None`: there is none.
    pub(super) fn who(&self, who: PlayerRef, ctx: LowerCtx<'m>) -> Lowered<Option<Seat>> {
        Ok(match who {
            PlayerRef::Actor => Some(ctx.actor()),
            PlayerRef::Opponent => self.opponent(ctx.actor()),
            PlayerRef::That | PlayerRef::Other => {
                let found = ctx.found_player().ok_or("a player found elsewhere")?;
                if who == PlayerRef::That { Some(found) } else { self.opponent(found) }
            }
            PlayerRef::Winner => self.fixed.last_winner,
            PlayerRef::Loser => self.fixed.last_winner.and_then(|s| self.opponent(s)),
            PlayerRef::Starter => Some(self.fixed.starter),
            PlayerRef::Second => Some(self.next_seat(self.fixed.starter)),
            PlayerRef::Next => Some(ctx.next()),
            PlayerRef::Seat(seat) => Some(seat),
        })
    }

    /// The places of phrases joined by `and`.
    pub(super) fn union(&self, places: &'m Places, ctx: LowerCtx<'m>) -> Lowered<PlaceExpr> {
        let mut parts = Vec::new();
        for part in &places.parts {
            parts.push(place_expr(self.places(part, ctx)?));
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ if parts.iter().all(|p| matches!(p, PlaceExpr::All(_))) => {
                let sets = parts
                    .iter()
                    .map(|p| if let PlaceExpr::All(set) = p { *set } else { LaneSet::default() });
                PlaceExpr::All(sets.fold(LaneSet::default(), LaneSet::union))
            }
            _ => PlaceExpr::Union(parts),
        })
    }

    /// Each place that one of these phrases selects; `Err` if a player has to choose.
    pub(super) fn named(
        &self,
        places: &'m Places,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Vec<(PlaceId, Test)>> {
        let mut each = Vec::new();
        for phrase in &places.parts {
            if ctx.leaves_open(phrase) {
                return Err("a choice in the middle of a move");
            }
            each.extend(self.places(phrase, ctx)?.each());
        }
        Ok(each)
    }

    /// Whether phrases name all seeds that are left, the ones being sown included.
    pub(super) fn names_left(&self, places: &Places) -> bool {
        places.parts.iter().any(|p| matches!(p.base, Base::Left))
    }

    /// The places of a phrase; a player's choice among them is not made here.
    pub(super) fn places(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<PlaceCases> {
        self.place_memo.memoize(phrase, ctx, || self.read_places(phrase, ctx))
    }

    fn read_places(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<PlaceCases> {
        if let Some(chosen) = ctx.chosen_for(phrase) {
            return Ok(PlaceCases::Each(
                chosen.map(|place| (place, Test::Always)).into_iter().collect(),
            ));
        }
        let mut selected = match &phrase.base {
            Base::Along { .. } | Base::Run { .. } => self.along(phrase, ctx)?,
            // The same as another phrase.
            Base::Union(places) if let ([only], []) = (&*places.parts, &*phrase.filters) => {
                self.places(only, ctx)?
            }
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::Holes
            | Base::WayPlaces
            | Base::Fixed(_)
            | Base::Store(_)
            | Base::Hand(_)
            | Base::Note(..)
            | Base::Union(_) => {
                let set = matches!(phrase.base, Base::Holes | Base::Fixed(_));
                let mut each = Vec::new();
                for (place, test) in self.base(phrase, ctx)? {
                    let open = if set { self.can_refer_to(phrase, place) } else { Test::Always };
                    if open == Test::Never {
                        continue;
                    }
                    let test = Test::all([open, test, self.fits(&phrase.filters, place, ctx)?]);
                    if test != Test::Never {
                        each.push((place, test));
                    }
                }
                PlaceCases::Each(each)
            }
        };
        if let Some(pick) = &phrase.pick {
            selected = self.pick(selected.each(), pick, ctx)?;
        }
        Ok(selected)
    }

    /// Whether a hole is open; always if the phrase is about closed holes.
    fn can_refer_to(&self, phrase: &PlacePhrase, hole: PlaceId) -> Test {
        let closed = |filter: &Filter| matches!(filter, Filter::Closed);
        if phrase.filters.iter().any(closed) { Test::Always } else { self.is_open(hole) }
    }

    /// Whether a phrase selects a place.
    pub(super) fn is_member(
        &self,
        phrase: &'m PlacePhrase,
        place: PlaceId,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        if phrase.pick.is_some() {
            return Ok(self.places(phrase, ctx)?.test_of(place));
        }
        let found = match &phrase.base {
            Base::Holes => match place.index() < self.model.board.holes {
                true => self.can_refer_to(phrase, place),
                false => Test::Never,
            },
            Base::Fixed(set) => Test::constant(set.contains(place)),
            Base::It => Test::constant(ctx.hole().ok_or(UNKNOWN)? == place),
            Base::Candidate => {
                Test::constant(ctx.candidate().or_else(|| ctx.hole()).ok_or(UNKNOWN)? == place)
            }
            Base::Origin(units) => {
                let began = self.is_lap_origin(*units, place, ctx)?;
                return Ok(Test::all([began, self.fits(&phrase.filters, place, ctx)?]));
            }
            Base::Store(who) => match self.store_owner(place) {
                Some(owner) => match who {
                    Some(who) => Test::constant(self.who(*who, ctx)? == Some(owner)),
                    None => Test::Always,
                },
                None => Test::Never,
            },
            Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::WayPlaces
            | Base::Hand(_)
            | Base::Along { .. }
            | Base::Run { .. }
            | Base::Note(..)
            | Base::Union(_) => return Ok(self.places(phrase, ctx)?.test_of(place)),
        };
        if found == Test::Never {
            return Ok(Test::Never);
        }
        Ok(Test::all([found, self.fits(&phrase.filters, place, ctx)?]))
    }

    /// Whether a phrase selects one of these places.
    fn any_is_member(
        &self,
        phrase: &'m PlacePhrase,
        places: impl Iterator<Item = PlaceId>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        let tests = places.map(|p| self.is_member(phrase, p, ctx));
        Ok(Test::any(tests.collect::<Lowered<Vec<_>>>()?))
    }

    fn store_owner(&self, place: PlaceId) -> Option<Seat> {
        let place = self.model.board.places.get(place.index())?;
        matches!(place.kind, PlaceKind::Store | PlaceKind::Captured)
            .then_some(place.owner)
            .flatten()
    }

    fn base(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<Vec<(PlaceId, Test)>> {
        let always = |places: &mut dyn Iterator<Item = PlaceId>| {
            places.map(|p| (p, Test::Always)).collect::<Vec<_>>()
        };
        let of_each = |who: &Option<PlayerRef>, place: &dyn Fn(Seat) -> PlaceId| match who {
            Some(who) => {
                Ok::<_, &'static str>(always(&mut self.who(*who, ctx)?.map(place).into_iter()))
            }
            None => Ok(always(&mut self.seats().map(place))),
        };
        Ok(match &phrase.base {
            Base::It => vec![(ctx.hole().ok_or(UNKNOWN)?, Test::Always)],
            Base::Candidate => {
                vec![(ctx.candidate().or_else(|| ctx.hole()).ok_or(UNKNOWN)?, Test::Always)]
            }
            Base::Origin(units) => {
                let began =
                    self.origin_places().map(|p| Ok((p, self.is_lap_origin(*units, p, ctx)?)));
                let mut began = began.collect::<Lowered<Vec<_>>>()?;
                began.retain(|(_, test)| *test != Test::Never);
                began
            }
            Base::FirstPlace(UnitRef::Last(_)) => {
                return Err("where the lap before began to be sown");
            }
            Base::FirstPlace(units) => {
                let first = !matches!(units, UnitRef::This(Unit::Lap));
                let fell = |p| (p, Test::FirstFell { first, places: Program::lane(p).into() });
                self.all_places().map(fell).collect()
            }
            Base::Left => {
                if matches!(ctx.phase(), ReadPhase::Beginning | ReadPhase::Opening) {
                    return Err("seeds that are left, before a sowing");
                }
                self.open_places(self.left_places.iter().copied())
            }
            Base::Captured => vec![(self.transient_place(0)?, Test::Always)],
            Base::SowingHand => vec![(self.transient_place(1)?, Test::Always)],
            Base::Holes => {
                let holes: PlaceSetBits = self.holes().collect();
                always(&mut self.narrow_candidates(holes, phrase, ctx)?.iter())
            }
            Base::Fixed(set) => always(&mut self.narrow_candidates(*set, phrase, ctx)?.iter()),
            Base::WayPlaces => {
                let ring = self.ring(ctx)?;
                self.open_places(ring.places.iter().copied())
            }
            Base::Store(who) => of_each(who, &|s| self.store(s))?,
            Base::Hand(who) => of_each(who, &|s| self.model.board.seats[s.index()].hand)?,
            Base::Along { .. } | Base::Run { .. } => Vec::new(),
            Base::Note(note, who) => {
                match who.map_or(Ok(Some(ctx.actor())), |who| self.who(who, ctx))? {
                    Some(seat) => {
                        let lane = self.note_lane(*note, seat)?;
                        let holds = |p| {
                            let n = i64::from(NoteValue::Place(p).number());
                            Test::Holds(lane, NumberRange::exactly(n))
                        };
                        self.all_places().map(|p| (p, holds(p))).collect()
                    }
                    None => Vec::new(),
                }
            }
            Base::Union(places) => {
                let mut all: Vec<(PlaceId, Test)> = Vec::new();
                for part in &places.parts {
                    for (place, test) in self.places(part, ctx)?.each() {
                        add_place(&mut all, place, test);
                    }
                }
                all
            }
        })
    }

    /// A quick filter for the places that a phrase can select: most places of a list are ruled out for each
    /// hole.
    fn narrow_candidates(
        &self,
        mut places: PlaceSetBits,
        phrase: &'m PlacePhrase,
        ctx: LowerCtx<'m>,
    ) -> Lowered<PlaceSetBits> {
        for filter in &phrase.filters {
            if let Filter::FixedFor(who, sets) = filter {
                let seat = self.who(*who, ctx)?;
                let only = seat.and_then(|s| sets.get(s.index())).copied().unwrap_or_default();
                places = places.intersection(only);
            }
            if let Filter::Opposite(of) = filter
                && matches!(of.det, Det::One)
            {
                let opposite = |(p, _)| self.model.board.opposite(p);
                let each = self.places(of, ctx)?.each().into_iter().map(opposite);
                let only = each.fold(PlaceSetBits::default(), PlaceSetBits::union);
                places = places.intersection(only);
            }
        }
        if let Some(Pick::Offset(n, side, of, who)) = &phrase.pick {
            let at_distance = self.columns_away(n, *side, of, *who, ctx)?;
            places = places.iter().filter(|p| at_distance(*p)).collect();
        }
        Ok(places)
    }

    /// Whether statements run at this fall may have changed a mark.
    fn may_have_been_marked(&self, id: MarkId, ctx: LowerCtx<'m>) -> bool {
        let marks = |deed: &Deed| matches!(deed, Deed::Mark(..) | Deed::Unmark(..));
        let captures = |deed: &Deed| matches!(deed, Deed::Capture(..));
        let rules = ctx.rules().0;
        let mark = |cases: &Cases| self.may_do(cases, &marks);
        // Statements after a capture are part of it.
        let after = mark(&rules.after_capture);
        let change = |cases: &Cases| mark(cases) || after && self.may_do(cases, &captures);
        let lives_until = matches!(self.model.marks[id.index()].life, Life::Until(_));
        change(&rules.each_seed)
            || ctx.acted() && (lives_until || change(&rules.last_seed) || after)
    }

    /// Whether cases, or the words that they use, have such a statement.
    fn may_do(&self, cases: &Cases, such: &dyn Fn(&Deed) -> bool) -> bool {
        let words = || self.model.words.iter().any(|word| word.cases.clause_of(&such).is_some());
        cases.clause_of(&|deed| such(deed) || matches!(deed, Deed::Do(_)) && words()).is_some()
    }

    /// Whether a place is the origin of a lap.
    fn is_lap_origin(&self, units: UnitRef, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let first = match units {
            units if self.reads_first_move(units) => return Err(TURN),
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

    /// Whether a place passes all filters.
    pub(super) fn fits(
        &self,
        filters: &'m [Filter],
        place: PlaceId,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        match filters {
            [] => Ok(Test::Always),
            [filter] => self.filter(filter, place, ctx),
            _ => self
                .filter_memo
                .memoize_at(filters, place, ctx, || self.all_fit(filters, place, ctx)),
        }
    }

    fn all_fit(&self, filters: &'m [Filter], place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let mut all = Vec::new();
        for filter in filters {
            let test = self.filter(filter, place, ctx)?;
            if test == Test::Never {
                return Ok(Test::Never);
            }
            all.push(test);
        }
        Ok(Test::all(all))
    }

    fn filter(&self, filter: &'m Filter, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        Ok(match filter {
            Filter::Owner(who) => match self.who(*who, ctx)? {
                Some(seat) => self.is_owned(place, seat),
                None => Test::Never,
            },
            Filter::Open => self.is_open(place),
            Filter::Closed => Test::not(self.is_open(place)),
            Filter::Occupied => self.seeds(place, NumberRange::SOME, ctx)?,
            Filter::Empty => self.seeds(place, NumberRange::NONE, ctx)?,
            Filter::HoldingKind(kind, amount) => {
                if ctx.held().is_some_and(|(held, _)| held == place) {
                    return Err("kinds of what was taken up");
                }
                let seeds = match ctx.time_at(place) {
                    ContentTime::BeforeFall => NumberExpr::FallenOf(true, *kind),
                    ContentTime::AfterFall => NumberExpr::FallenOf(false, *kind),
                    ContentTime::SeedBefore(_) => {
                        return Err("kinds of the hole of the seed before");
                    }
                    ContentTime::Now => {
                        NumberExpr::Lane(self.lane(LaneRole::Kind(Program::lane(place), *kind)))
                    }
                };
                self.passes(seeds, amount, ctx)?
            }
            Filter::Holding(amount) => {
                let held = self.in_ranges(amount, ctx, |range| {
                    self.seeds(place, range, ctx).unwrap_or(Test::Never)
                })?;
                match held {
                    Some(test) => test,
                    None if ctx.held().is_some_and(|(held, _)| held == place) => {
                        return Err("a changing number of what was taken up");
                    }
                    None => {
                        let seeds = match ctx.time_at(place) {
                            ContentTime::BeforeFall => NumberExpr::Fallen(true),
                            ContentTime::AfterFall => NumberExpr::Fallen(false),
                            ContentTime::SeedBefore(_) => NumberExpr::FallenEarlier,
                            ContentTime::Now => {
                                NumberExpr::Sum(PlaceExpr::lane(Program::lane(place)))
                            }
                        };
                        self.passes(seeds, amount, ctx)?
                    }
                }
            }
            Filter::FixedFor(who, sets) => {
                let set = self.who(*who, ctx)?.and_then(|s| sets.get(s.index()));
                Test::constant(set.is_some_and(|set| set.contains(place)))
            }
            Filter::Marked(mark, owner) => {
                if !self.can_be_marked(*mark, place) {
                    return Ok(Test::Never);
                }
                if ctx.time() == ContentTime::BeforeFall && self.may_have_been_marked(*mark, ctx) {
                    return Err("a mark as it was before the seed fell");
                }
                let range = match owner {
                    None => NumberRange::SOME,
                    Some(who) => match self.who(*who, ctx)? {
                        Some(seat) => NumberRange::exactly(seat_number(seat).into()),
                        None => return Ok(Test::Never),
                    },
                };
                Test::Holds(self.lane(LaneRole::Mark(*mark, place)), range)
            }
            Filter::Opposite(of) => self.any_is_member(
                of,
                self.opposite.get(place.index()).into_iter().flat_map(PlaceSetBits::iter),
                ctx,
            )?,
            Filter::Half(side, who) => {
                let seat = match self.owner(place)? {
                    Some(owner) => Some(owner),
                    None => self.who(*who, ctx)?,
                };
                let columns = i64::from(self.model.board.columns);
                let column = self.number_of(place, seat.unwrap_or_else(|| ctx.actor()));
                Test::constant(column.is_some_and(|column| side.has_column(column, columns)))
            }
            Filter::NumberedLike(of) => {
                let number = |place| {
                    let seat = self.owner(place)?.unwrap_or_else(|| ctx.actor());
                    Lowered::Ok(self.number_of(place, seat))
                };
                let own = number(place)?;
                let mut like = Vec::new();
                for place in self.all_places() {
                    if own.is_some() && number(place)? == own {
                        like.push(place);
                    }
                }
                self.any_is_member(of, like.into_iter(), ctx)?
            }
            Filter::Beside(of) => {
                let mut any = Vec::new();
                for (p, test) in self.places(of, ctx)?.each() {
                    let next = |forward| {
                        self.places_along(ctx, p, forward, true).map(|w| w.first().copied())
                    };
                    if next(true)? == Some(place) || next(false)? == Some(place) {
                        any.push(test);
                    }
                }
                Test::any(any)
            }
            Filter::Whose(phrase, test) => {
                let ctx = ctx.with(|k| k.candidate = Some(place));
                self.all_are(self.places(phrase, ctx)?, test, ctx)?
            }
            Filter::Except(places) => Test::not(self.among(places, place, ctx)?),
            Filter::Among(places) => self.among(places, place, ctx)?,
            Filter::SownIn(unit) => self.sown_in(UnitRef::This(*unit), Program::lane(place)),
            Filter::Not(inner) => Test::not(self.filter(inner, place, ctx)?),
        })
    }

    fn among(&self, places: &'m Places, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let mut any = Vec::new();
        for part in &places.parts {
            any.push(self.is_member(part, place, ctx)?);
        }
        Ok(Test::any(any))
    }

    /// Whether there is such a place, and every one passes a test.
    pub(super) fn all_are(
        &self,
        places: PlaceCases,
        test: &'m StateTest,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        let places = match places {
            PlaceCases::First(each) if each.len() > MAX_FIRST_TESTS => {
                let one = |(p, first)| Ok((first, self.state_test(test, p, ctx)?));
                return Ok(Test::cases(each.into_iter().map(one).collect::<Lowered<Vec<_>>>()?));
            }
            PlaceCases::Cases(cases) => {
                let one = |(when, of)| Ok((when, self.all_are(of, test, ctx)?));
                return Ok(Test::cases(cases.into_iter().map(one).collect::<Lowered<Vec<_>>>()?));
            }
            PlaceCases::Each(_) | PlaceCases::Run(_) | PlaceCases::First(_) => places,
        };
        let each = places.each();
        let mut all = vec![Test::any(each.iter().map(|(_, t)| t.clone()))];
        for (place, selected) in each {
            let passes = self.state_test(test, place, ctx)?;
            all.push(Test::any([Test::not(selected), passes]));
        }
        Ok(Test::all(all))
    }

    fn state_test(&self, test: &'m StateTest, place: PlaceId, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let ctx = ctx.with(|k| k.candidate = Some(place));
        let fits = self.fits(&test.filters, place, ctx)?;
        Ok(if test.not { Test::not(fits) } else { fits })
    }

    /// Whether there is something to sow in a place: seeds, or seeds of a kind.
    pub(super) fn can_be_sown(&self, place: Lane, kind: Option<KindId>) -> Test {
        let lane = kind.map_or(place, |kind| self.lane(LaneRole::Kind(place, kind)));
        Test::Holds(lane, NumberRange::SOME)
    }

    /// Whether the content of a place is in a range, at the time of the environment.
    fn seeds(&self, place: PlaceId, range: NumberRange, ctx: LowerCtx<'m>) -> Lowered<Test> {
        if range.is_empty() || range.is_all() {
            return Ok(Test::constant(range.is_all()));
        }
        if let Some((held, first)) = ctx.held()
            && held == place
        {
            return Ok(if first { Test::Held(range) } else { Test::LapHeld(range) });
        }
        Ok(match ctx.time_at(place) {
            // A seed has just fallen.
            ContentTime::AfterFall if range.most < 1 => Test::Never,
            ContentTime::AfterFall => Test::After(range),
            ContentTime::BeforeFall => Test::Before(range),
            ContentTime::SeedBefore(_) => Test::Number(Box::new(NumberExpr::FallenEarlier), range),
            ContentTime::Now => Test::Holds(Program::lane(place), range),
        })
    }

    pub(super) fn column_from_left(&self, place: PlaceId, seat: Seat) -> i64 {
        let Some(hole) = self.model.board.places.get(place.index()).and_then(|p| p.hole) else {
            return 0;
        };
        if self.model.board.seats[seat.index()].far_side {
            i64::from(self.model.board.columns + 1 - hole.column)
        } else {
            i64::from(hole.column)
        }
    }

    /// A hole's number from a player's left; other places have none.
    fn number_of(&self, place: PlaceId, seat: Seat) -> Option<i64> {
        (place.index() < self.model.board.holes).then(|| self.column_from_left(place, seat))
    }

    pub(super) fn row_of(&self, place: PlaceId) -> Option<u16> {
        self.model.board.places.get(place.index()).and_then(|p| p.hole).map(|h| h.row)
    }

    /// The place of a phrase that means one place; `Err` if it is not known.
    pub(super) fn single_place(
        &self,
        phrase: &'m PlacePhrase,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Option<PlaceId>> {
        if ctx.leaves_open(phrase) {
            return Err("a choice in the middle of a move");
        }
        match self.places(phrase, ctx)?.each().as_slice() {
            [] => Ok(None),
            [(place, Test::Always)] => Ok(Some(*place)),
            _ => Err("one of several places"),
        }
    }
}
