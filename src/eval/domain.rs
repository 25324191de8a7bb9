//! What a way of evaluating has to provide.

use crate::model::{
    Board, Cond, Direction, Fact, Filter, KindId, LapQuantifier, MarkId, NoteId, PlaceId,
    PlacePhrase, PlaceSetBits, Places, Ring, Seat, Unit, UnitRef,
};
use std::borrow::Cow;

/// Whether the hole of a fall is read as before or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FallSide {
    /// Before the seed fell.
    Before,
    /// Just after the seed fell, before any statement about it was run.
    After,
}

/// What a phrase is evaluated for.
pub(crate) trait Context: Copy {
    /// The player who performs the statement.
    fn actor(&self) -> Seat;
    /// The hole of the occasion (the rules' *it*).
    fn it(&self) -> Option<PlaceId>;
    /// The hole that a test is about.
    fn candidate(&self) -> Option<PlaceId>;
    /// The same for another player.
    fn with_actor(self, actor: Seat) -> Self;
    /// The same for a test on a hole.
    fn with_candidate(self, place: PlaceId) -> Self;
    /// The same, with the hole of the fall read before or after it.
    fn at_fall(self, side: FallSide) -> Self;
}

/// The part of play that a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When<L> {
    /// A lap, a move, or a turn.
    Unit(UnitRef),
    /// One of several laps: see [`Domain::of_laps`].
    Lap(L),
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    AtLeast,
    AtMost,
    More,
    Fewer,
}

/// An operation on two numbers. Results that are too large or too small are the greatest or least number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Add,
    Subtract,
    Multiply,
}

impl Operator {
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Operator::Add => a.saturating_add(b),
            Operator::Subtract => a.saturating_sub(b),
            Operator::Multiply => a.saturating_mul(b),
        }
    }
}

/// How places are ordered for a pick. Places with the same key stay in their order.
pub(crate) struct OrderedBy<K> {
    /// The key of each place.
    pub key: K,
    /// The order is reversed as a whole.
    pub reversed: bool,
    /// Places with the same key count as one.
    pub grouped: bool,
}

/// The result of an evaluation in a domain.
pub(crate) type Outcome<'m, D, T> = Result<T, <D as Domain<'m>>::Error>;
/// A truth value of a domain.
pub(crate) type Truth<'m, D> = Outcome<'m, D, <D as Domain<'m>>::Bool>;
/// A number of a domain.
pub(crate) type Number<'m, D> = Outcome<'m, D, <D as Domain<'m>>::Number>;
/// Selected places of a domain.
pub(crate) type Selection<'m, D> = Outcome<'m, D, <D as Domain<'m>>::Places>;

/// What is known of the position, and how it is combined.
///
/// Errors are for domains that cannot express everything. A method that returns `None` for a player or a place
/// says that there is none.
pub(crate) trait Domain<'m> {
    type Context: Context;
    /// A truth value.
    type Bool;
    type Number;
    /// Selected places, in order, each once.
    type Places;
    /// A finished lap of the turn.
    type Lap: Copy;
    type Error;

    // Entry points. A domain calls the function of the same name, and may count or remember.

    fn condition(&self, cond: &'m Cond, ctx: Self::Context) -> Truth<'m, Self>;
    fn places(&self, phrase: &'m PlacePhrase, ctx: Self::Context) -> Selection<'m, Self>;
    /// Whether a place passes all filters.
    fn fits(&self, filters: &'m [Filter], place: PlaceId, ctx: Self::Context) -> Truth<'m, Self>;
    fn filter(&self, filter: &'m Filter, place: PlaceId, ctx: Self::Context) -> Truth<'m, Self>;
    /// The place of the context where it has none.
    fn no_place(&self) -> Selection<'m, Self>;
    /// What a player has chosen where the phrase lets them choose: `Some(None)` if there was nothing to choose.
    fn chosen(&self, phrase: &PlacePhrase, ctx: Self::Context) -> Option<Option<PlaceId>>;

    // The game.

    /// The board.
    fn board(&self) -> &Board;
    /// All holes.
    fn holes(&self) -> PlaceSetBits;
    /// The places across from a hole.
    fn opposite(&self, hole: PlaceId) -> PlaceSetBits;

    // Truth values.

    fn constant(value: bool) -> Self::Bool;
    fn not(&self, value: Self::Bool) -> Self::Bool;
    /// Whether a test holds for all items; it may not be asked for the rest once it is known.
    fn all<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        test: impl FnMut(T) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    /// Whether a test holds for some item.
    fn any<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        test: impl FnMut(T) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    /// Both.
    fn and(&self, first: Self::Bool, second: impl FnOnce() -> Truth<'m, Self>) -> Truth<'m, Self>;

    // Numbers.

    fn fixed(n: i64) -> Self::Number;
    fn arithmetic(a: Self::Number, operator: Operator, b: Self::Number) -> Self::Number;
    /// A fraction, rounded up or down.
    fn fraction(numerator: i64, denominator: i64, up: bool, of: Self::Number) -> Self::Number;
    /// The number, which has to be known beforehand.
    fn known_number(&self, n: Self::Number) -> Outcome<'m, Self, i64>;
    /// The number of the first case that holds; 0 if there is none.
    fn first_case<T>(
        &self,
        cases: impl IntoIterator<Item = T>,
        case: impl Fn(&T) -> Truth<'m, Self>,
        number: impl Fn(T) -> Number<'m, Self>,
    ) -> Number<'m, Self>;
    fn compare(&self, n: &Self::Number, is: Comparison, m: Self::Number) -> Truth<'m, Self>;
    /// from ≤ n ≤ to.
    fn between(&self, n: &Self::Number, from: Self::Number, to: Self::Number) -> Truth<'m, Self>;
    /// n is even and greater than 0, or odd, and within bounds if there are any.
    fn has_parity(
        &self,
        n: &Self::Number,
        odd: bool,
        within: Option<(Self::Number, Self::Number)>,
    ) -> Truth<'m, Self>;

    // Selections of places.

    fn no_places() -> Self::Places {
        Self::all_of(None)
    }
    /// All of these.
    fn all_of(places: impl IntoIterator<Item = PlaceId>) -> Self::Places;
    /// Those of a set that are open (`closed_too`: closed ones as well).
    fn set(&self, set: PlaceSetBits, closed_too: bool) -> Selection<'m, Self> {
        self.select(set, closed_too, |_| Ok(Self::constant(true)))
    }
    /// Those of a set that are open (`closed_too`: closed ones as well) and pass a test.
    fn select(
        &self,
        set: PlaceSetBits,
        closed_too: bool,
        test: impl FnMut(PlaceId) -> Truth<'m, Self>,
    ) -> Selection<'m, Self>;
    /// Those that pass a test.
    fn retain(
        &self,
        places: Self::Places,
        test: impl FnMut(PlaceId) -> Truth<'m, Self>,
    ) -> Selection<'m, Self>;
    /// The places of both, each once.
    fn join(&self, places: Self::Places, more: Self::Places) -> Self::Places;
    /// Whether there is a place that passes a test.
    fn any_place(
        &self,
        places: Self::Places,
        test: impl FnMut(PlaceId) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    /// Whether there are places, and all pass a test.
    fn every_place(
        &self,
        places: Self::Places,
        test: impl FnMut(PlaceId) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    fn includes(&self, places: &Self::Places, place: PlaceId) -> Self::Bool;
    /// Whether a place is the first of them.
    fn comes_first(&self, places: &Self::Places, place: PlaceId) -> Self::Bool;
    fn number_of_places(&self, places: Self::Places) -> Self::Number;
    /// The first place of a phrase, which has to be known beforehand.
    fn known_first(
        &self,
        phrase: &'m PlacePhrase,
        ctx: Self::Context,
    ) -> Outcome<'m, Self, Option<PlaceId>>;
    /// A superset of the places.
    fn possible(&self, places: &Self::Places) -> PlaceSetBits;
    /// The holes across from the places of a phrase, or a superset (`false`); `None`: it is not worth while to
    /// find them.
    fn opposite_places(
        &self,
        of: &'m PlacePhrase,
        ctx: Self::Context,
    ) -> Outcome<'m, Self, Option<(PlaceSetBits, bool)>>;
    /// The places, which have to be known beforehand.
    fn known(&self, places: Self::Places) -> Outcome<'m, Self, PlaceSetBits>;
    /// The result for the first of the places; no places if there is none.
    fn after_first(
        &self,
        places: Self::Places,
        then: impl Fn(PlaceId) -> Selection<'m, Self>,
    ) -> Selection<'m, Self>;
    /// The places, or groups of places, with numbers `from` to `to`, counted from 1.
    fn nth_ordered(
        &self,
        places: Self::Places,
        order: OrderedBy<impl Fn(PlaceId) -> i64>,
        from: Self::Number,
        to: Self::Number,
    ) -> Selection<'m, Self>;
    /// The middle one of the groups with equal keys; none if their number is even.
    fn middle_group(
        &self,
        places: Self::Places,
        key: impl Fn(PlaceId) -> i64,
    ) -> Selection<'m, Self>;
    /// The nth of the places on a path that pass a test, counted from 1.
    fn nth_on_path(
        &self,
        path: impl Iterator<Item = Outcome<'m, Self, PlaceId>>,
        nth: Self::Number,
        test: impl FnMut(PlaceId) -> Truth<'m, Self>,
    ) -> Selection<'m, Self>;
    /// The places on a path up to the first that fails a test.
    fn run_on_path(
        &self,
        path: impl Iterator<Item = Outcome<'m, Self, PlaceId>>,
        test: impl FnMut(PlaceId) -> Truth<'m, Self>,
    ) -> Selection<'m, Self>;

    // Players.

    /// The player about to move.
    fn next_player(&self, ctx: Self::Context) -> Outcome<'m, Self, Seat>;
    /// The player found by `a player ...`.
    fn found_player(&self, ctx: Self::Context) -> Outcome<'m, Self, Option<Seat>>;
    /// Whether a test holds for some player, in the order of turns; the first becomes the found player.
    fn some_player(
        &self,
        ctx: Self::Context,
        test: impl FnMut(Seat) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    /// The winner of the last game; `None` after a draw.
    fn last_winner(&self) -> Outcome<'m, Self, Option<Seat>>;
    /// Who moved first.
    fn starter(&self) -> Outcome<'m, Self, Seat>;

    // The position.

    /// Seeds in a place; with a kind, those of that kind. So in all numbers of seeds.
    fn seeds(&self, place: PlaceId, kind: Option<KindId>, ctx: Self::Context) -> Number<'m, Self>;
    /// Seeds of all places of phrases joined by `and`, each place once.
    fn sum(&self, places: &'m Places, kind: Option<KindId>, ctx: Self::Context)
    -> Number<'m, Self>;
    /// The worth of these seeds.
    fn worth(&self, places: &'m Places, ctx: Self::Context) -> Number<'m, Self>;
    /// Seeds in a player's store and hand.
    fn held(&self, seat: Seat, kind: Option<KindId>) -> Self::Number;
    /// Seeds of the open holes, of shared places on a way, and of the sowing hands.
    fn seeds_left(&self, kind: Option<KindId>, ctx: Self::Context) -> Number<'m, Self>;
    /// The player who owns a place.
    fn owner(&self, place: PlaceId) -> Outcome<'m, Self, Option<Seat>>;
    /// The owner of the place of the context where it has none.
    fn owner_of_no_place(&self) -> Outcome<'m, Self, Option<Seat>>;
    fn is_owned(&self, place: PlaceId, by: Seat) -> Self::Bool;
    /// The places that a player owns, if no hole changes its owner.
    fn owned(&self, by: Seat) -> Option<PlaceSetBits>;
    fn is_open(&self, place: PlaceId) -> Self::Bool;
    /// The mark of a place: 0 for none, else 1 plus the seat of its owner.
    fn mark(&self, mark: MarkId, place: PlaceId, ctx: Self::Context) -> Number<'m, Self>;
    fn player_mark(&self, mark: MarkId, seat: Seat) -> Self::Number;
    fn note(&self, note: NoteId, seat: Seat) -> Number<'m, Self>;
    /// The place that a note holds.
    fn noted_place(&self, note: NoteId, seat: Seat) -> Selection<'m, Self>;
    fn noted_direction(&self, note: NoteId, seat: Seat) -> Outcome<'m, Self, Option<Direction>>;
    /// Whether a player would have no legal choice if they were to move.
    fn has_no_move(&self, seat: Seat) -> Self::Bool;
    fn has_moved(&self, seat: Seat) -> Self::Bool;
    /// Whether the position occurs for at least the nth time.
    fn position_returns(&self, times: u32) -> Self::Bool;
    /// The player who offers to concede.
    fn conceding(&self) -> Outcome<'m, Self, Option<Seat>>;
    /// Whether the players have agreed to end the game.
    fn is_agreed(&self) -> Self::Bool;
    /// Whether this is the first lap, move, ... of what it is part of.
    fn is_first(&self, unit: Unit, ctx: Self::Context) -> Self::Bool;

    // The move.

    /// The hole of the occasion, if a seed of this lap has fallen in it; none has before the lap is sown.
    fn fallen_in(&self, ctx: Self::Context) -> Option<PlaceId>;
    /// Whether a seed of a kind falls.
    fn kind_falls(&self, kind: KindId) -> Self::Bool;
    /// Whether a test holds for the place of the previous seed of the lap.
    fn earlier_fall(
        &self,
        ctx: Self::Context,
        test: impl FnMut(PlaceId, Self::Context) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    fn captured_in(&self, when: When<Self::Lap>) -> Truth<'m, Self>;
    /// Whether a seed has fallen in a place.
    fn sown_in(&self, when: When<Self::Lap>, place: PlaceId) -> Truth<'m, Self>;
    /// Whether a test holds for a place that it began from, read as it was before its seeds were taken up.
    fn began_from(
        &self,
        when: When<Self::Lap>,
        ctx: Self::Context,
        test: impl FnMut(PlaceId, Self::Context) -> Truth<'m, Self>,
    ) -> Truth<'m, Self>;
    /// Whether its first lap goes in a direction; `None`: in no direction.
    fn goes(
        &self,
        when: When<Self::Lap>,
        direction: Option<Direction>,
        ctx: Self::Context,
    ) -> Truth<'m, Self>;
    /// Whether a fact, or its opposite (`not`), holds for every lap of a unit, for some, or for none.
    fn of_laps(
        &self,
        laps: (LapQuantifier, Unit),
        not: bool,
        fact: &'m Fact,
        ctx: Self::Context,
    ) -> Truth<'m, Self>;
    /// The places whose seeds were taken up.
    fn origin(&self, unit: UnitRef, ctx: Self::Context) -> Selection<'m, Self>;
    /// Where the first seed fell.
    fn first_fall(&self, unit: UnitRef) -> Selection<'m, Self>;
    /// What is left on the board: open holes, shared places, the seeds being sown.
    fn left(&self, ctx: Self::Context) -> Selection<'m, Self>;
    /// The seeds of the last capture, as a place.
    fn last_capture(&self) -> Selection<'m, Self>;
    /// The seeds being sown, as a place.
    fn sowing_hand(&self) -> Selection<'m, Self>;

    // The way.

    /// The open places of the ring that the actor sows on.
    fn on_the_way(&self, ctx: Self::Context) -> Selection<'m, Self> {
        let ring = self.ring(ctx)?;
        let places = Self::all_of(ring.iter().flat_map(|ring| ring.places.iter().copied()));
        self.retain(places, |place| Ok(self.is_open(place)))
    }
    /// The ring that the actor sows on now.
    fn ring(&self, ctx: Self::Context) -> Outcome<'m, Self, Option<Cow<'_, Ring>>>;
    /// The direction of *next*, *before*, *first*: of the lap, else the usual one of the actor.
    fn current_direction(&self, ctx: Self::Context) -> Outcome<'m, Self, Direction>;
    /// Whether the actor's right is forward.
    fn right_is_forward(&self, ctx: Self::Context) -> Outcome<'m, Self, bool>;
    /// The direction opposite to that of the lap, or of the last one.
    fn other_way(&self, ctx: Self::Context) -> Outcome<'m, Self, Option<Direction>>;
    /// A direction that a player chooses.
    fn asked_direction(&self) -> Outcome<'m, Self, Option<Direction>>;
    /// Where the lap began, for the shorter way to somewhere.
    fn lap_origin(&self, ctx: Self::Context) -> Outcome<'m, Self, Option<PlaceId>>;
    /// The open places along the ring of a place, once round, after it and without it.
    fn path(
        &self,
        from: PlaceId,
        direction: Direction,
        holes_only: bool,
        ctx: Self::Context,
    ) -> Outcome<'m, Self, impl Iterator<Item = Outcome<'m, Self, PlaceId>>>;

    /// Whether places have no seeds at all.
    fn has_no_seeds(&self, places: &'m Places, ctx: Self::Context) -> Truth<'m, Self> {
        self.compare(&self.sum(places, None, ctx)?, Comparison::Equal, Self::fixed(0))
    }

    /// The players in the order of turns, from the one about to move.
    fn around(&self, ctx: Self::Context) -> Outcome<'m, Self, impl Iterator<Item = Seat>> {
        Ok(self.board().seats_from(self.next_player(ctx)?))
    }
}
