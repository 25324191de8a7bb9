//! What a phrase means now: places, numbers, players.

use super::state::{CAPTURED, MARKED, NO_MARK, SOWING_HAND};
use super::story::{Ctx, Story, Time};
use crate::engine::Sense;
use crate::model::{
    Amount, Base, Count, Filter, Pick, PlaceId, PlaceKind, PlacePhrase, PlaceSetBits, Places, Ring,
    Seat, Side, StateTest, Unit, Units, WayKind, Who,
};
use smallvec::SmallVec;

/// Places in an order.
pub(crate) type List = SmallVec<[PlaceId; 16]>;

impl<'e> Story<'e> {
    // ---- players ----

    /// The player meant; `None` where nobody is (the winner after a draw).
    pub(crate) fn who(&self, who: Who, ctx: Ctx) -> Option<Seat> {
        let two = |seat: Seat| (self.model.seats() == 2).then(|| Seat(1 - seat.0));
        match who {
            Who::Actor => Some(ctx.actor),
            Who::Opponent => two(ctx.actor),
            Who::That => self.that.get(),
            Who::Other => self.that.get().and_then(two),
            Who::Winner => self.state.last_winner,
            Who::Loser => self.state.last_winner.and_then(two),
            Who::Starter => Some(self.state.starter),
            Who::Second => Some(self.engine.after(self.state.starter)),
            Who::Next => Some(self.next),
            Who::Seat(seat) => Some(seat),
        }
    }

    /// Whose hole it is now.
    pub(crate) fn owner(&self, place: PlaceId) -> Option<Seat> {
        self.state.owner(self.model, place)
    }

    // ---- contents ----

    /// Seeds in a place, at the time the context reads.
    pub(crate) fn seeds(&self, place: PlaceId, ctx: Ctx) -> u16 {
        if ctx.time != Time::Now && ctx.it == Some(place) {
            return match ctx.time {
                Time::BeforeFall => self.fall.before,
                _ => self.fall.after,
            };
        }
        self.seeds_now(place)
    }

    /// Seeds in a place now; the sowing hand and the captured seeds are places here.
    pub(crate) fn seeds_now(&self, place: PlaceId) -> u16 {
        match place {
            SOWING_HAND => self.hand,
            CAPTURED => self.caught.seeds,
            _ => self.state.seeds[place.index()],
        }
    }

    /// Seeds of the holes, of shared places on a way, and of the sowing hand.
    pub(crate) fn seeds_left(&self) -> i64 {
        let left = self.engine.left_places.iter().map(|&p| i64::from(self.state.seeds[p.index()]));
        left.sum::<i64>() + i64::from(self.hand)
    }

    // ---- numbers ----

    /// A number, fractions rounded down.
    pub(crate) fn count(&self, count: &Count, ctx: Ctx) -> i64 {
        self.number(count, ctx, false)
    }

    fn number(&self, count: &Count, ctx: Ctx, up: bool) -> i64 {
        match count {
            Count::Fixed(n) => *n,
            Count::Note(note, who) => {
                let seat = who.map_or(Some(ctx.actor), |w| self.who(w, ctx));
                seat.map_or(0, |s| i64::from(self.state.notes[self.engine.layout.note(*note, s)]))
            }
            Count::SeedsIn(places) => self.sum(places, ctx),
            Count::Fraction(over, under, of) => {
                let value = self.number(of, ctx, up).saturating_mul(*over);
                let under = (*under).max(1);
                if up { -(-value).div_euclid(under) } else { value.div_euclid(under) }
            }
            Count::Add(a, b) => self.number(a, ctx, up).saturating_add(self.number(b, ctx, up)),
            Count::Sub(a, b) => self.number(a, ctx, up).saturating_sub(self.number(b, ctx, up)),
            Count::Mul(a, b) => self.number(a, ctx, up).saturating_mul(self.number(b, ctx, up)),
            Count::Cases(cases) => cases
                .iter()
                .find(|(when, _)| when.as_ref().is_none_or(|c| self.holds(c, ctx)))
                .map_or(0, |(_, n)| self.number(n, ctx, up)),
        }
    }

    /// Whether a number passes a test.
    pub(crate) fn passes(&self, n: i64, amount: &Amount, ctx: Ctx) -> bool {
        let within = |span: &Option<(Count, Count)>| {
            span.as_ref().is_none_or(|(a, b)| n >= self.count(a, ctx) && n <= self.count(b, ctx))
        };
        match amount {
            Amount::OneOf(counts) => counts.iter().any(|c| self.count(c, ctx) == n),
            Amount::AtLeast(c) => n >= self.count(c, ctx),
            Amount::AtMost(c) => n <= self.count(c, ctx),
            Amount::Fewer(c) => n < self.number(c, ctx, true),
            Amount::More(c) => n > self.count(c, ctx),
            Amount::Even(span) => n > 0 && n % 2 == 0 && within(span),
            Amount::Odd(span) => n % 2 != 0 && within(span),
            Amount::Between(a, b) => n >= self.count(a, ctx) && n <= self.count(b, ctx),
        }
    }

    // ---- places ----

    /// The places of a phrase, each once (a player's choice among them is not made here).
    pub(crate) fn places(&self, phrase: &PlacePhrase, ctx: Ctx) -> List {
        let list = match self.set(phrase, ctx) {
            Some(set) => set.iter().collect(),
            None => {
                let mut list = self.base(phrase, ctx);
                if !matches!(phrase.base, Base::Along { .. } | Base::Run { .. }) {
                    list.retain(|p| self.fits(&phrase.filters, *p, ctx));
                }
                list
            }
        };
        match &phrase.pick {
            Some(pick) => self.pick(list, pick, ctx),
            None => list,
        }
    }

    /// The places of a phrase that looks among fixed places, before any pick: filters that are
    /// sets are put together first, and only what is left is looked at place by place.
    pub(crate) fn set(&self, phrase: &PlacePhrase, ctx: Ctx) -> Option<PlaceSetBits> {
        let mut set = match &phrase.base {
            Base::Holes => self.engine.holes,
            Base::Fixed(set) => *set,
            _ => return None,
        };
        let mut closed_too = false;
        let mut rest: SmallVec<[&Filter; 4]> = SmallVec::new();
        for filter in &phrase.filters {
            match filter {
                Filter::Owner(who) if self.state.owners.is_empty() => {
                    let own = self.who(*who, ctx).and_then(|s| self.engine.owned.get(s.index()));
                    set = set.intersection(own.copied().unwrap_or_default());
                }
                Filter::FixedFor(who, sets) => {
                    let fixed = self.who(*who, ctx).and_then(|s| sets.get(s.index()));
                    set = set.intersection(fixed.copied().unwrap_or_default());
                }
                Filter::Opposite(of) => {
                    let all = self.places(of, ctx);
                    let opposite = all.iter().map(|p| self.engine.opposite(*p));
                    set = set
                        .intersection(opposite.fold(PlaceSetBits::default(), PlaceSetBits::union));
                }
                Filter::Open => {}
                Filter::Closed => {
                    closed_too = true;
                    set = set.intersection(self.state.closed);
                }
                other => rest.push(other),
            }
        }
        if !closed_too {
            set = set.without(self.state.closed);
        }
        if !rest.is_empty() {
            for place in set.iter() {
                if !rest.iter().all(|f| self.filter(f, place, ctx)) {
                    set.remove(place);
                }
            }
        }
        Some(set)
    }

    /// Whether places joined by `and` hold seeds, as far as that is quickly seen.
    pub(crate) fn any_seeds(&self, places: &Places, ctx: Ctx) -> Option<bool> {
        let [only] = places.parts.as_slice() else { return None };
        let set = if only.pick.is_none() { self.set(only, ctx)? } else { return None };
        Some(set.iter().any(|p| self.seeds(p, ctx) > 0))
    }

    /// The seeds in places joined by `and`.
    pub(crate) fn sum(&self, places: &Places, ctx: Ctx) -> i64 {
        if let [only] = places.parts.as_slice()
            && let (None, Some(set)) = (&only.pick, self.set(only, ctx))
        {
            return set.iter().map(|p| i64::from(self.seeds(p, ctx))).sum();
        }
        self.union(places, ctx).iter().map(|&p| i64::from(self.seeds(p, ctx))).sum()
    }

    /// The places of phrases joined by `and`, each once.
    pub(crate) fn union(&self, places: &Places, ctx: Ctx) -> List {
        let [first, rest @ ..] = places.parts.as_slice() else { return List::new() };
        let mut list = self.places(first, ctx);
        for part in rest {
            for place in self.places(part, ctx) {
                if !list.contains(&place) {
                    list.push(place);
                }
            }
        }
        list
    }

    /// Whether a place is one of those that a phrase means.
    pub(crate) fn is_one(&self, phrase: &PlacePhrase, place: PlaceId, ctx: Ctx) -> bool {
        match (&phrase.base, &phrase.pick) {
            (Base::Holes, None) => {
                self.is_open_hole(place, &phrase.filters) && self.fits(&phrase.filters, place, ctx)
            }
            (Base::Fixed(set), None) => {
                set.contains(place) && self.fits(&phrase.filters, place, ctx)
            }
            (Base::Store(who), None) => {
                let owner = self.store_owner(place);
                owner.is_some()
                    && who.is_none_or(|w| self.who(w, ctx) == owner)
                    && self.fits(&phrase.filters, place, ctx)
            }
            _ => self.places(phrase, ctx).contains(&place),
        }
    }

    fn store_owner(&self, place: PlaceId) -> Option<Seat> {
        let kind = self.model.board.places.get(place.index())?;
        matches!(kind.kind, PlaceKind::Store | PlaceKind::Captured).then_some(kind.owner).flatten()
    }

    fn is_open_hole(&self, place: PlaceId, filters: &[Filter]) -> bool {
        place.index() < self.model.board.holes
            && (!self.state.closed.contains(place)
                || filters.iter().any(|f| matches!(f, Filter::Closed)))
    }

    fn base(&self, phrase: &PlacePhrase, ctx: Ctx) -> List {
        let one = |place: Option<PlaceId>| place.into_iter().collect::<List>();
        match &phrase.base {
            Base::It => one(ctx.it),
            Base::Candidate => one(ctx.candidate.or(ctx.it)),
            Base::Origin(units) => self.origin_of(*units).iter().collect(),
            Base::FirstPlace(units) => one(self.first_place_of(*units)),
            Base::Left => {
                let mut list: List = self.engine.left_places.iter().copied().collect();
                list.retain(|p| !self.state.closed.contains(*p));
                list.push(SOWING_HAND);
                list
            }
            Base::Captured => one(Some(CAPTURED)),
            Base::SowingHand => one(Some(SOWING_HAND)),
            Base::Holes | Base::Fixed(_) => List::new(),
            Base::WayPlaces => self
                .ring(ctx.actor)
                .map(|r| r.places.iter().copied())
                .into_iter()
                .flatten()
                .filter(|p| !self.state.closed.contains(*p))
                .collect(),
            Base::Store(who) => self.each_or(*who, ctx, |s| self.model.board.seats[s].store),
            Base::Hand(who) => self.each_or(*who, ctx, |s| self.model.board.seats[s].hand),
            Base::Along { from, nth, back, holes_only } => {
                self.along(phrase, from, self.count(nth, ctx), *back, *holes_only, ctx)
            }
            Base::Run { from, back, on } => self.run(phrase, from, *back, *on, ctx),
            Base::Note(note, who) => {
                let seat = who.map_or(Some(ctx.actor), |w| self.who(w, ctx));
                one(seat.and_then(|s| self.noted_place(self.engine.layout.note(*note, s))))
            }
            Base::Union(places) => self.union(places, ctx),
        }
    }

    fn noted_place(&self, slot: usize) -> Option<PlaceId> {
        u8::try_from(self.state.notes[slot] - 1).ok().map(PlaceId)
    }

    fn each_or(&self, who: Option<Who>, ctx: Ctx, place: impl Fn(usize) -> PlaceId) -> List {
        match who {
            Some(who) => self.who(who, ctx).map(|s| place(s.index())).into_iter().collect(),
            None => (0..self.model.seats()).map(place).collect(),
        }
    }

    fn origin_of(&self, units: Units) -> PlaceSetBits {
        match units {
            Units::This(Unit::Lap) => self.lap.origin,
            Units::Last(_) => self.last_lap.origin,
            Units::This(Unit::Turn) | Units::First(Unit::Move) => {
                if self.state.moves_made == 0 {
                    self.first_lap.origin
                } else {
                    self.state.turn_origin
                }
            }
            Units::This(_) | Units::First(_) => self.first_lap.origin,
        }
    }

    fn first_place_of(&self, units: Units) -> Option<PlaceId> {
        match units {
            Units::This(Unit::Lap) => self.lap.first,
            Units::Last(_) => self.last_lap.first,
            _ => self.first_lap.first,
        }
    }

    /// Whether a place passes all filters.
    pub(crate) fn fits(&self, filters: &[Filter], place: PlaceId, ctx: Ctx) -> bool {
        filters.iter().all(|f| self.filter(f, place, ctx))
    }

    fn filter(&self, filter: &Filter, place: PlaceId, ctx: Ctx) -> bool {
        match filter {
            Filter::Owner(who) => {
                let owner = self.owner(place);
                owner.is_some() && owner == self.who(*who, ctx)
            }
            Filter::Open => !self.state.closed.contains(place),
            Filter::Closed => self.state.closed.contains(place),
            Filter::Occupied => self.seeds(place, ctx) > 0,
            Filter::Empty => self.seeds(place, ctx) == 0,
            Filter::Holding(amount) => self.passes(i64::from(self.seeds(place, ctx)), amount, ctx),
            Filter::FixedFor(who, sets) => self
                .who(*who, ctx)
                .and_then(|s| sets.get(s.index()))
                .is_some_and(|set| set.contains(place)),
            Filter::Marked(mark, owner) => {
                if place.index() >= self.engine.layout.places {
                    return false;
                }
                let before = ctx.time == Time::BeforeFall && ctx.it == Some(place);
                let value = match self.fall_marks.get(mark.index()) {
                    Some(&value) if before => value,
                    _ => self.state.marks[self.engine.layout.mark(*mark, place)],
                };
                match owner {
                    None => value != NO_MARK,
                    Some(who) => self.who(*who, ctx).is_some_and(|s| value == s.0 + 1),
                }
            }
            Filter::Opposite(of) => {
                self.places(of, ctx).iter().any(|&p| self.engine.opposite(p).contains(place))
            }
            Filter::NumberedLike(of) => self.places(of, ctx).iter().any(|&p| {
                let number = |p: PlaceId| self.engine.number_of(p, self.owner(p));
                number(p).is_some() && number(p) == number(place)
            }),
            Filter::Beside(of) => self.places(of, ctx).iter().any(|&p| {
                [Sense::Anticlockwise, Sense::Clockwise]
                    .into_iter()
                    .any(|sense| self.next_on_way(ctx.actor, p, sense, true) == Some(place))
            }),
            Filter::Whose(phrase, test) => {
                let ctx = Ctx { candidate: Some(place), ..ctx };
                let places = self.places(phrase, ctx);
                !places.is_empty() && places.iter().all(|&p| self.state_test(test, p, ctx))
            }
            Filter::Except(places) => !self.among(places, place, ctx),
            Filter::Among(places) => self.among(places, place, ctx),
            Filter::SownIn(unit) => match unit {
                Unit::Lap => self.lap.sown.contains(place),
                Unit::Move => self.move_sown.contains(place),
                _ => self.move_sown.contains(place) || self.state.turn_sown.contains(place),
            },
            Filter::Not(inner) => !self.filter(inner, place, ctx),
        }
    }

    fn among(&self, places: &Places, place: PlaceId, ctx: Ctx) -> bool {
        places.parts.iter().any(|p| self.is_one(p, place, ctx))
    }

    /// A test on a place.
    pub(crate) fn state_test(&self, test: &StateTest, place: PlaceId, ctx: Ctx) -> bool {
        let inner = Ctx { candidate: Some(place), ..ctx };
        self.fits(&test.filters, place, inner) != test.not
    }

    // ---- along the way ----

    /// The ring a player sows on now; the first whose condition fits.
    pub(crate) fn ring(&self, seat: Seat) -> Option<&'e Ring> {
        self.rules.way.iter().find_map(|line| match &line.kind {
            WayKind::Circuit { rings, .. } if line.seat.is_none_or(|s| s == seat) => {
                let fits = line.when.as_ref().is_none_or(|c| self.holds(c, Ctx::of(seat)));
                if fits { rings.get(seat.index()) } else { None }
            }
            _ => None,
        })
    }

    /// The ring for neighbours of a place: the player's own, else any that holds the place.
    fn ring_with(&self, seat: Seat, place: PlaceId) -> Option<&'e Ring> {
        let own = self.ring(seat).filter(|r| r.places.contains(&place));
        own.or_else(|| {
            self.rules.way.iter().find_map(|line| match &line.kind {
                WayKind::Circuit { rings, .. } => rings.iter().find(|r| r.places.contains(&place)),
                _ => None,
            })
        })
    }

    /// The direction that `next`, `before`, `after` are told in: of the lap being sown, else the
    /// player's usual one.
    pub(crate) fn sense_now(&self, seat: Seat) -> Sense {
        self.lap.sense.unwrap_or_else(|| self.usual_sense(seat))
    }

    /// The next open place along the ring from there.
    fn next_on_way(
        &self,
        seat: Seat,
        from: PlaceId,
        sense: Sense,
        holes_only: bool,
    ) -> Option<PlaceId> {
        self.walk(seat, from, sense, holes_only).next()
    }

    /// The next open hole along the ring from there.
    pub(crate) fn hole_after(&self, seat: Seat, from: PlaceId, sense: Sense) -> Option<PlaceId> {
        self.next_on_way(seat, from, sense, true)
    }

    /// The open places along the ring after that one, once round, without it.
    fn walk(
        &self,
        seat: Seat,
        from: PlaceId,
        sense: Sense,
        holes_only: bool,
    ) -> impl Iterator<Item = PlaceId> + use<'_, 'e> {
        let ring = self.ring_with(seat, from);
        let places = ring.map_or(&[][..], |r| &r.places);
        let n = places.len();
        let at = places.iter().position(|p| *p == from).unwrap_or(0);
        let holes = self.model.board.holes;
        (1..n)
            .map(move |i| match sense {
                Sense::Anticlockwise => places[(at + i) % n],
                Sense::Clockwise => places[(at + n - i) % n],
            })
            .filter(move |p| !self.state.closed.contains(*p) && (!holes_only || p.index() < holes))
    }

    fn along(
        &self,
        phrase: &PlacePhrase,
        from: &PlacePhrase,
        nth: i64,
        back: bool,
        holes_only: bool,
        ctx: Ctx,
    ) -> List {
        let Some(&from) = self.places(from, ctx).first() else { return List::new() };
        let sense = self.sense_now(ctx.actor);
        let sense = if back { sense.turned() } else { sense };
        self.walk(ctx.actor, from, sense, holes_only)
            .filter(|p| self.fits(&phrase.filters, *p, ctx))
            .nth(usize::try_from(nth - 1).unwrap_or(0))
            .into_iter()
            .collect()
    }

    fn run(
        &self,
        phrase: &PlacePhrase,
        from: &PlacePhrase,
        back: bool,
        on: bool,
        ctx: Ctx,
    ) -> List {
        let Some(&from) = self.places(from, ctx).first() else { return List::new() };
        let sense = self.sense_now(ctx.actor);
        let mut list = List::new();
        for (wanted, sense) in [(back, sense.turned()), (on, sense)] {
            if wanted {
                let run = self
                    .walk(ctx.actor, from, sense, true)
                    .take_while(|p| self.fits(&phrase.filters, *p, ctx));
                for place in run {
                    if !list.contains(&place) {
                        list.push(place);
                    }
                }
            }
        }
        list
    }

    // ---- position in the row ----

    /// The column of a hole counted from a player's left (from 1).
    fn column_from_left(&self, place: PlaceId, seat: Seat) -> i64 {
        self.engine.column_from_left(place, seat)
    }

    fn pick(&self, mut list: List, pick: &Pick, ctx: Ctx) -> List {
        let from_side = |p: PlaceId, side: Side, seat: Seat| match side {
            Side::Left => self.column_from_left(p, seat),
            Side::Right => -self.column_from_left(p, seat),
        };
        match pick {
            Pick::Outermost(side, n, who) => {
                let seat = self.who(*who, ctx).unwrap_or(ctx.actor);
                let mut columns: SmallVec<[i64; 16]> =
                    list.iter().map(|&p| from_side(p, *side, seat)).collect();
                columns.sort_unstable();
                columns.dedup();
                columns.truncate(usize::try_from(self.count(n, ctx)).unwrap_or(0));
                list.retain(|p| columns.contains(&from_side(*p, *side, seat)));
                list
            }
            Pick::NthFrom(side, n, who) => {
                let seat = self.who(*who, ctx).unwrap_or(ctx.actor);
                let mut columns: SmallVec<[i64; 16]> =
                    list.iter().map(|&p| from_side(p, *side, seat)).collect();
                columns.sort_unstable();
                columns.dedup();
                let at = usize::try_from(self.count(n, ctx) - 1).unwrap_or(usize::MAX);
                let Some(&column) = columns.get(at) else { return List::new() };
                list.retain(|p| from_side(*p, *side, seat) == column);
                list
            }
            Pick::Central => {
                let mut columns: SmallVec<[i64; 16]> =
                    list.iter().map(|&p| self.column_from_left(p, ctx.actor)).collect();
                columns.sort_unstable();
                columns.dedup();
                if columns.len().is_multiple_of(2) {
                    return List::new();
                }
                let middle = columns[columns.len() / 2];
                list.retain(|p| self.column_from_left(*p, ctx.actor) == middle);
                list
            }
            Pick::First(n) | Pick::Last(n) => {
                let sense = self.sense_now(ctx.actor);
                let ring = self.ring(ctx.actor);
                let at = |p: PlaceId| ring.and_then(|r| r.places.iter().position(|q| *q == p));
                list.sort_by_key(|p| at(*p));
                let last = matches!(pick, Pick::Last(_));
                if (sense == Sense::Clockwise) != last {
                    list.reverse();
                }
                list.truncate(usize::try_from(self.count(n, ctx)).unwrap_or(0));
                list
            }
            Pick::NearestTo(of) => {
                let targets = self.places(of, ctx);
                let sense = self.sense_now(ctx.actor);
                let steps = |p: PlaceId| {
                    self.walk(ctx.actor, p, sense, false).position(|q| targets.contains(&q))
                };
                let nearest = list.iter().copied().min_by_key(|&p| steps(p).unwrap_or(usize::MAX));
                nearest.into_iter().collect()
            }
            Pick::OtherThan(of) => {
                let meant = self.places(of, ctx);
                list.retain(|p| !meant.contains(p));
                list
            }
            Pick::Offset(n, side, of) => {
                let Some(&of) = self.places(of, ctx).first() else { return List::new() };
                let n = self.count(n, ctx);
                let n = if *side == Side::Right { n } else { -n };
                let column = self.column_from_left(of, ctx.actor) + n;
                let row = self.engine.row_of(of);
                list.retain(|p| {
                    self.engine.row_of(*p) == row && self.column_from_left(*p, ctx.actor) == column
                });
                list
            }
        }
    }

    /// Takes all of a place's seeds out of it.
    pub(crate) fn take_from(&mut self, place: PlaceId, n: u16) -> u16 {
        match place {
            SOWING_HAND => {
                let n = n.min(self.hand);
                self.hand -= n;
                n
            }
            CAPTURED => {
                let store = self.model.board.seats[self.caught.seat.index()].store;
                let n = n.min(self.caught.seeds).min(self.state.seeds[store.index()]);
                self.caught.seeds -= n;
                self.state.seeds[store.index()] -= n;
                n
            }
            _ => {
                let seeds = &mut self.state.seeds[place.index()];
                let n = n.min(*seeds);
                *seeds -= n;
                n
            }
        }
    }

    /// The value of a mark with no owner or with one.
    pub(crate) fn mark_value(&self, owned: bool, owner: Seat) -> u8 {
        if owned { owner.0 + 1 } else { MARKED }
    }
}
