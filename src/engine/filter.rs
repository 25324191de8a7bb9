//! Tests on places.

use super::budget;
use super::execution::{EvalCtx, Execution, ReadTime};
use super::state::NO_MARK;
use crate::engine::Direction;
use crate::model::{Filter, PlaceId, Places, StateTest, Unit};

impl Execution<'_> {
    /// Whether a place passes all filters.
    pub(crate) fn fits(&self, filters: &[Filter], place: PlaceId, ctx: EvalCtx) -> bool {
        filters.iter().all(|f| self.filter(f, place, ctx))
    }

    pub(super) fn filter(&self, filter: &Filter, place: PlaceId, ctx: EvalCtx) -> bool {
        budget::spend(budget::FILTER);
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
            Filter::HoldingKind(kind, amount) => {
                self.passes(i64::from(self.kind_at(place, *kind, ctx)), amount, ctx)
            }
            Filter::FixedFor(who, sets) => self
                .who(*who, ctx)
                .and_then(|s| sets.get(s.index()))
                .is_some_and(|set| set.contains(place)),
            Filter::Marked(mark, owner) => {
                if place.index() >= self.engine.layout.places {
                    return false;
                }
                let before = ctx.time == ReadTime::BeforeFall && ctx.it == Some(place);
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
            Filter::Half(side, who) => {
                let seat = self.owner(place).or_else(|| self.who(*who, ctx));
                self.engine.is_in_half(place, *side, seat.unwrap_or(ctx.actor))
            }
            Filter::NumberedLike(of) => self.places(of, ctx).iter().any(|&p| {
                let number =
                    |p: PlaceId| self.engine.number_of(p, self.owner(p).unwrap_or(ctx.actor));
                number(p).is_some() && number(p) == number(place)
            }),
            Filter::Beside(of) => self.places(of, ctx).iter().any(|&p| {
                [Direction::Anticlockwise, Direction::Clockwise]
                    .into_iter()
                    .any(|sense| self.next_on_way(ctx.actor, p, sense, true) == Some(place))
            }),
            Filter::Whose(phrase, test) => {
                let ctx = EvalCtx { tested: Some(place), ..ctx };
                let places = self.places(phrase, ctx);
                !places.is_empty() && places.iter().all(|&p| self.state_test(test, p, ctx))
            }
            Filter::Except(places) => !self.among(places, place, ctx),
            Filter::Among(places) => self.among(places, place, ctx),
            Filter::SownIn(unit) => {
                self.mark_impure();
                match unit {
                    Unit::Lap => self.lap.sown.contains(place),
                    Unit::Move => self.move_sown.contains(place),
                    Unit::Turn | Unit::Game | Unit::Match => {
                        self.move_sown.contains(place) || self.state.turn_sown.contains(place)
                    }
                }
            }
            Filter::Not(inner) => !self.filter(inner, place, ctx),
        }
    }

    fn among(&self, places: &Places, place: PlaceId, ctx: EvalCtx) -> bool {
        places.parts.iter().any(|p| self.is_one(p, place, ctx))
    }

    /// Whether a place passes a test.
    pub(crate) fn state_test(&self, test: &StateTest, place: PlaceId, ctx: EvalCtx) -> bool {
        let inner = EvalCtx { tested: Some(place), ..ctx };
        self.fits(&test.filters, place, inner) != test.not
    }
}
