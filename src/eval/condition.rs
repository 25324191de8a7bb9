//! Conditions, and facts of laps, moves and turns.

use super::domain::{Comparison, Context, Domain, FallSide, Outcome, Truth, When};
use super::number::{number, passes};
use super::places::{contains, player};
use super::state_test;
use crate::model::{Amount, Cond, Dir, Direction, Fact, KindId, Places, Seat, Subject};

/// Whether a condition holds.
pub(crate) fn condition<'m, D: Domain<'m>>(d: &D, cond: &'m Cond, ctx: D::Context) -> Truth<'m, D> {
    match cond {
        Cond::Fixed(value) => Ok(D::constant(*value)),
        Cond::And(all) => d.all(all, |cond| d.condition(cond, ctx)),
        Cond::Or(any) => d.any(any, |cond| d.condition(cond, ctx)),
        Cond::Not(inner) => Ok(d.not(d.condition(inner, ctx)?)),
        Cond::FallsIn(phrase) => match d.fallen_in(ctx) {
            Some(it) => contains(d, phrase, it, ctx.at_fall(FallSide::Before)),
            None => Ok(D::constant(false)),
        },
        Cond::Makes(phrase) => match d.fallen_in(ctx) {
            Some(it) => contains(d, phrase, it, ctx.at_fall(FallSide::After)),
            None => Ok(D::constant(false)),
        },
        Cond::MakesAmount(amount) => match d.fallen_in(ctx) {
            Some(it) => {
                let made = d.seeds(it, None, ctx.at_fall(FallSide::After))?;
                passes(d, &made, amount, ctx)
            }
            None => Ok(D::constant(false)),
        },
        Cond::Falls(kind) => Ok(d.kind_falls(*kind)),
        Cond::SeedBefore(phrase) => {
            d.earlier_fall(ctx, |place, ctx| contains(d, phrase, place, ctx))
        }
        Cond::Is(phrase, test) => {
            d.every_place(d.places(phrase, ctx)?, |place| state_test(d, test, place, ctx))
        }
        Cond::ThereAre(amount, phrase) => {
            passes(d, &d.number_of_places(d.places(phrase, ctx)?), amount, ctx)
        }
        Cond::PlayerSeeds(subject, amount, places) => {
            player_seeds(d, *subject, None, amount, places.as_ref(), ctx)
        }
        Cond::PlayerKind(subject, kind, amount, places) => {
            player_seeds(d, *subject, Some(*kind), amount, places.as_ref(), ctx)
        }
        Cond::PlayerPlaces(subject, amount, phrase) => of_subject(d, *subject, ctx, |seat| {
            let ctx = ctx.with_actor(seat);
            passes(d, &d.number_of_places(d.places(phrase, ctx)?), amount, ctx)
        }),
        Cond::SeedsLeft(amount) => passes(d, &d.seeds_left(None, ctx)?, amount, ctx),
        Cond::KindLeft(kind, amount) => passes(d, &d.seeds_left(Some(*kind), ctx)?, amount, ctx),
        Cond::Concedes(subject) => match d.conceding()? {
            Some(conceding) => {
                of_subject(d, *subject, ctx, |seat| Ok(D::constant(seat == conceding)))
            }
            None => Ok(D::constant(false)),
        },
        Cond::Agreed => Ok(d.is_agreed()),
        Cond::NoMove(subject) => of_subject(d, *subject, ctx, |seat| Ok(d.has_no_move(seat))),
        Cond::HasMoved(subject) => of_subject(d, *subject, ctx, |seat| Ok(d.has_moved(seat))),
        Cond::PositionReturns(times) => Ok(d.position_returns(*times)),
        Cond::Drawn => Ok(D::constant(d.last_winner()?.is_none())),
        Cond::PlayerMarked(subject, mark) => of_subject(d, *subject, ctx, |seat| {
            d.compare(&d.player_mark(*mark, seat), Comparison::AtLeast, D::fixed(1))
        }),
        Cond::PlayerIs(subject, who) => {
            let named = player(d, *who, ctx)?;
            of_subject(d, *subject, ctx, |seat| Ok(D::constant(named == Some(seat))))
        }
        Cond::NoteIs(note, who, values) => match whose(d, *who, ctx)? {
            Some(seat) => {
                let value = d.note(*note, seat)?;
                let is = |n: u16| d.compare(&value, Comparison::Equal, D::fixed(n.into()));
                d.any(values, |one| is(one.number()))
            }
            None => Ok(D::constant(false)),
        },
        Cond::CountIs(count, amount) => passes(d, &number(d, count, ctx, false)?, amount, ctx),
        Cond::FirstUnit(unit) => Ok(d.is_first(*unit, ctx)),
        Cond::Fact(unit, of) => fact(d, When::Unit(*unit), of, ctx),
        Cond::Laps { quantifier, of, not, fact } => d.of_laps((*quantifier, *of), *not, fact, ctx),
    }
}

/// Whether the seeds of a player, or in places as that player sees them, fit an amount.
fn player_seeds<'m, D: Domain<'m>>(
    d: &D,
    subject: Subject,
    kind: Option<KindId>,
    amount: &'m Amount,
    places: Option<&'m Places>,
    ctx: D::Context,
) -> Truth<'m, D> {
    of_subject(d, subject, ctx, |seat| {
        let ctx = ctx.with_actor(seat);
        match places {
            Some(places) if kind.is_none() && amount.is_none() => d.has_no_seeds(places, ctx),
            Some(places) => passes(d, &d.sum(places, kind, ctx)?, amount, ctx),
            None => passes(d, &d.held(seat, kind), amount, ctx),
        }
    })
}

/// The player of a note: the one named, else the actor.
pub(super) fn whose<'m, D: Domain<'m>>(
    d: &D,
    who: Option<crate::model::PlayerRef>,
    ctx: D::Context,
) -> Outcome<'m, D, Option<Seat>> {
    who.map_or(Ok(Some(ctx.actor())), |who| player(d, who, ctx))
}

/// Whether a test holds for the subject of a condition.
fn of_subject<'m, D: Domain<'m>>(
    d: &D,
    subject: Subject,
    ctx: D::Context,
    mut test: impl FnMut(Seat) -> Truth<'m, D>,
) -> Truth<'m, D> {
    match subject {
        Subject::One(who) => match player(d, who, ctx)? {
            Some(seat) => test(seat),
            None => Ok(D::constant(false)),
        },
        Subject::Each => d.all(d.around(ctx)?, test),
        Subject::Some => d.some_player(ctx, test),
    }
}

/// Whether a fact holds for a lap, a move, or a turn.
pub(crate) fn fact<'m, D: Domain<'m>>(
    d: &D,
    when: When<D::Lap>,
    fact: &'m Fact,
    ctx: D::Context,
) -> Truth<'m, D> {
    match fact {
        Fact::Captured => d.captured_in(when),
        Fact::SownIn(phrase) => d.any_place(d.places(phrase, ctx)?, |place| d.sown_in(when, place)),
        Fact::BeganFrom(phrase) => {
            d.began_from(when, ctx, |place, ctx| contains(d, phrase, place, ctx))
        }
        Fact::Goes(dir) => d.goes(when, direction(d, dir, ctx)?, ctx),
    }
}

/// A direction that needs no question; `None`: there is none.
pub(crate) fn direction<'m, D: Domain<'m>>(
    d: &D,
    dir: &'m Dir,
    ctx: D::Context,
) -> Outcome<'m, D, Option<Direction>> {
    Ok(match dir {
        Dir::Anticlockwise => Some(Direction::Anticlockwise),
        Dir::Clockwise => Some(Direction::Clockwise),
        Dir::Rightwards => Some(Direction::of_forward(d.right_is_forward(ctx)?)),
        Dir::Leftwards => Some(Direction::of_forward(!d.right_is_forward(ctx)?)),
        Dir::OtherWay => d.other_way(ctx)?,
        Dir::Ask => d.asked_direction()?,
        Dir::Towards(phrase) => {
            let origin = d.lap_origin(ctx)?;
            let target = d.known_first(phrase, ctx)?;
            let ring = d.ring(ctx)?;
            origin.zip(target).zip(ring).and_then(|((origin, target), ring)| {
                ring.shorter_is_forward(origin, target).map(Direction::of_forward)
            })
        }
        Dir::Note(note) => d.noted_direction(*note, ctx.actor())?,
    })
}
