//! Players and places.

use super::condition::whose;
use super::domain::{Context, Domain, Outcome, Selection, Truth};
use super::pick::Offset;
use super::{path, pick};
use crate::model::{
    Base, Filter, Pick, PlaceId, PlaceKind, PlacePhrase, PlaceSetBits, Places, PlayerRef, Seat,
};
use smallvec::SmallVec;

/// The player that a reference names; `None` if there is none (the winner after a draw).
pub(crate) fn player<'m, D: Domain<'m>>(
    d: &D,
    who: PlayerRef,
    ctx: D::Context,
) -> Outcome<'m, D, Option<Seat>> {
    let other = |seat| d.board().opponent(seat);
    Ok(match who {
        PlayerRef::Actor => Some(ctx.actor()),
        PlayerRef::Opponent => other(ctx.actor()),
        PlayerRef::That => d.found_player(ctx)?,
        PlayerRef::Other => d.found_player(ctx)?.and_then(other),
        PlayerRef::Winner => d.last_winner()?,
        PlayerRef::Loser => d.last_winner()?.and_then(other),
        PlayerRef::Starter => Some(d.starter()?),
        PlayerRef::Second => Some(d.board().next_seat(d.starter()?)),
        PlayerRef::Next => Some(d.next_player(ctx)?),
        PlayerRef::Owner => match ctx.it() {
            Some(place) => d.owner(place)?,
            None => d.owner_of_no_place()?,
        },
        PlayerRef::Seat(seat) => Some(seat),
    })
}

/// The places of a phrase, each once. Where it says `any`, all candidates: no choice is made here.
pub(crate) fn places<'m, D: Domain<'m>>(
    d: &D,
    phrase: &'m PlacePhrase,
    ctx: D::Context,
) -> Selection<'m, D> {
    if let Some(chosen) = d.chosen(phrase, ctx) {
        return Ok(D::all_of(chosen));
    }
    match &phrase.pick {
        None => unpicked(d, phrase, ctx),
        // Places by their distance are looked up: see `in_set`.
        Some(Pick::Offset(..)) if matches!(phrase.base, Base::Holes | Base::Fixed(_)) => {
            unpicked(d, phrase, ctx)
        }
        Some(one) => pick::pick(d, unpicked(d, phrase, ctx)?, one, ctx),
    }
}

/// The places of a phrase before one of them is picked.
pub(crate) fn unpicked<'m, D: Domain<'m>>(
    d: &D,
    phrase: &'m PlacePhrase,
    ctx: D::Context,
) -> Selection<'m, D> {
    // Sets and paths apply the filters while they search.
    let filtered =
        matches!(phrase.base, Base::Holes | Base::Fixed(_) | Base::Along { .. } | Base::Run { .. });
    if filtered || phrase.filters.is_empty() {
        return base(d, phrase, ctx);
    }
    d.retain(base(d, phrase, ctx)?, |place| d.fits(&phrase.filters, place, ctx))
}

/// The places that a phrase is about.
fn base<'m, D: Domain<'m>>(d: &D, phrase: &'m PlacePhrase, ctx: D::Context) -> Selection<'m, D> {
    let each = |who: &Option<PlayerRef>, place: &dyn Fn(Seat) -> PlaceId| match who {
        Some(who) => Ok(D::all_of(player(d, *who, ctx)?.map(place))),
        None => Ok(D::all_of(d.board().seats_from(Seat(0)).map(place))),
    };
    let seat = |seat: Seat| &d.board().seats[seat.index()];
    match &phrase.base {
        Base::Holes => in_set(d, d.holes(), phrase, ctx),
        Base::Fixed(set) => in_set(d, *set, phrase, ctx),
        Base::Along { from, nth, backward, holes_only } => {
            let step = path::PathStep { nth, backward: *backward, holes_only: *holes_only };
            path::along(d, phrase, from, step, ctx)
        }
        Base::Run { from, backward, forward } => {
            path::run(d, phrase, from, (*backward, *forward), ctx)
        }
        Base::It => it(d, ctx.it()),
        Base::Candidate => it(d, ctx.candidate().or(ctx.it())),
        Base::Origin(unit) => d.origin(*unit, ctx),
        Base::FirstPlace(unit) => d.first_fall(*unit),
        Base::Left => d.left(ctx),
        Base::Captured => d.last_capture(),
        Base::SowingHand => d.sowing_hand(),
        Base::WayPlaces => d.on_the_way(ctx),
        Base::Store(who) => each(who, &|its| seat(its).store),
        Base::Hand(who) => each(who, &|its| seat(its).hand),
        Base::Note(note, who) => match whose(d, *who, ctx)? {
            Some(seat) => d.noted_place(*note, seat),
            None => Ok(D::no_places()),
        },
        Base::Union(places) => union(d, places, ctx),
    }
}

/// The place of the context.
fn it<'m, D: Domain<'m>>(d: &D, place: Option<PlaceId>) -> Selection<'m, D> {
    place.map_or_else(|| d.no_place(), |place| Ok(D::all_of([place])))
}

/// The places of phrases joined by `and`, each once.
pub(crate) fn union<'m, D: Domain<'m>>(
    d: &D,
    places: &'m Places,
    ctx: D::Context,
) -> Selection<'m, D> {
    match &*places.parts {
        [] => Ok(D::no_places()),
        [only] => d.places(only, ctx),
        [first, more @ ..] => {
            let mut all = d.places(first, ctx)?;
            for part in more {
                all = d.join(all, d.places(part, ctx)?);
            }
            Ok(all)
        }
    }
}

/// The places of a set that a phrase selects. Filters that are sets themselves are applied first, all at once;
/// the rest is tested place by place.
fn in_set<'m, D: Domain<'m>>(
    d: &D,
    mut set: PlaceSetBits,
    phrase: &'m PlacePhrase,
    ctx: D::Context,
) -> Selection<'m, D> {
    let mut closed_too = false;
    let mut rest: SmallVec<[&Filter; 4]> = SmallVec::new();
    for filter in &phrase.filters {
        match filter {
            Filter::Owner(who) => match player(d, *who, ctx)? {
                Some(seat) => match d.owned(seat) {
                    Some(owned) => set = set.intersection(owned),
                    None => rest.push(filter),
                },
                None => return Ok(D::no_places()),
            },
            Filter::FixedFor(who, sets) => {
                match player(d, *who, ctx)?.and_then(|seat| sets.get(seat.index())) {
                    Some(only) => set = set.intersection(*only),
                    None => return Ok(D::no_places()),
                }
            }
            // Only open places are selected in any case.
            Filter::Open => {}
            Filter::Closed => {
                closed_too = true;
                rest.push(filter);
            }
            Filter::Opposite(of) => match d.opposite_places(of, ctx)? {
                Some((across, exact)) => {
                    set = set.intersection(across);
                    if !exact {
                        rest.push(filter);
                    }
                }
                None => rest.push(filter),
            },
            Filter::Occupied
            | Filter::Empty
            | Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::Marked(..)
            | Filter::Half(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::Among(_)
            | Filter::SownIn(_)
            | Filter::Not(_) => rest.push(filter),
        }
    }
    let rest_pass = |place| d.all(&rest, |filter| d.filter(filter, place, ctx));
    if let Some(Pick::Offset(by, side, of, who)) = &phrase.pick {
        let offset = Offset::of(d, by, *side, of, *who, ctx)?;
        set = set.iter().filter(|place| offset.may_lead_to(d, *place)).collect();
        return d.select(set, closed_too, |place| {
            d.and(offset.leads_to(d, place)?, || rest_pass(place))
        });
    }
    if rest.is_empty() {
        return d.set(set, closed_too);
    }
    d.select(set, closed_too, rest_pass)
}

/// Whether a phrase selects a place.
pub(crate) fn contains<'m, D: Domain<'m>>(
    d: &D,
    phrase: &'m PlacePhrase,
    place: PlaceId,
    ctx: D::Context,
) -> Truth<'m, D> {
    let listed = || Ok(d.includes(&d.places(phrase, ctx)?, place));
    if phrase.pick.is_some() || d.chosen(phrase, ctx).is_some() {
        return listed();
    }
    let is = |one: Option<PlaceId>| Ok(d.includes(&it(d, one)?, place));
    let found = match &phrase.base {
        Base::Holes if place.index() >= d.board().holes => return Ok(D::constant(false)),
        Base::Holes => match phrase.filters.iter().any(|filter| matches!(filter, Filter::Closed)) {
            true => D::constant(true),
            false => d.is_open(place),
        },
        Base::Fixed(set) => D::constant(set.contains(place)),
        Base::It => is(ctx.it())?,
        Base::Candidate => is(ctx.candidate().or(ctx.it()))?,
        Base::Store(who) => {
            let of = d.board().places.get(place.index());
            let of = of.filter(|p| matches!(p.kind, PlaceKind::Store | PlaceKind::Captured));
            D::constant(match (of.and_then(|p| p.owner), who) {
                (Some(owner), Some(who)) => player(d, *who, ctx)? == Some(owner),
                (Some(_), None) => true,
                (None, _) => false,
            })
        }
        Base::Origin(_)
        | Base::FirstPlace(_)
        | Base::Left
        | Base::Captured
        | Base::SowingHand
        | Base::WayPlaces
        | Base::Hand(_)
        | Base::Along { .. }
        | Base::Run { .. }
        | Base::Note(..)
        | Base::Union(_) => return listed(),
    };
    d.and(found, || d.fits(&phrase.filters, place, ctx))
}
