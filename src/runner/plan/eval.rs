//! Evaluates tests, numbers and places.

use super::move_state::MoveState;
use crate::program::{
    Lane, MoveFact, MovePart, NumberExpr, NumberRange, PlaceExpr, Test, fraction,
};
use crate::runner::lanes::Lanes;

impl<L: Lanes> MoveState<'_, L> {
    /// Evaluates a test.
    #[inline]
    pub(super) fn holds(&self, test: &Test) -> bool {
        let fits = |range: &NumberRange, n: u32| range.fits(i64::from(n));
        match test {
            Test::Always => true,
            Test::Never => false,
            Test::Holds(lane, range) => fits(range, self.lanes.get(*lane)),
            Test::Before(range) => fits(range, self.before),
            Test::After(range) => fits(range, self.after),
            Test::Held(range) => fits(range, self.held),
            Test::LapHeld(range) => fits(range, self.lap_held),
            Test::Empty(lanes) => self.lanes.are_empty(L::set(lanes)),
            Test::Occupied(lanes) => !self.lanes.are_empty(L::set(lanes)),
            Test::Many { lanes, range, least, most } => {
                let n = L::count(self.lanes.in_range(L::set(lanes), range));
                (u32::from(*least)..=u32::from(*most)).contains(&n)
            }
            Test::Not(inner) => !self.holds(inner),
            Test::All(all) => all.iter().all(|t| self.holds(t)),
            Test::Any(any) => any.iter().any(|t| self.holds(t)),
            Test::Number(..)
            | Test::AtMost(..)
            | Test::Cases(_)
            | Test::Origin { .. }
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FellBefore(_)
            | Test::FirstFell { .. }
            | Test::Fact(_)
            | Test::Fell(_)
            | Test::NoMove(_)
            | Test::Returns(_) => self.eval_uncommon(test),
        }
    }

    #[inline(never)]
    fn eval_uncommon(&self, test: &Test) -> bool {
        match test {
            Test::Number(number, range) => range.fits(self.eval_number(number)),
            Test::FellBefore(places) => {
                self.earlier.is_some_and(|(earlier, _)| places.contains(earlier))
            }
            Test::Fell(kind) => self.kind_fell_last(*kind),
            Test::AtMost(a, b) => self.eval_number(a) <= self.eval_number(b),
            Test::Cases(cases) => self.first_case(cases).is_some_and(|test| self.holds(test)),
            Test::Origin { first, places } => {
                let origins = if *first { self.first_origins } else { self.origins };
                !L::is_empty(L::intersection(origins, L::set(places)))
            }
            Test::FirstFell { first, places } => {
                let fell = if *first { self.first_lap_first_fall } else { self.first_fall };
                fell.is_some_and(|fell| places.contains(fell))
            }
            Test::Sown { during, places } => {
                let sown = match during {
                    MovePart::FirstLap if self.laps > 1 => self.first_sown,
                    MovePart::Lap | MovePart::FirstLap => self.lap_sown,
                    MovePart::LastLap => self.last_sown,
                    MovePart::Move => self.move_sown,
                };
                !L::is_empty(L::intersection(sown, L::set(places)))
            }
            Test::Last(places) => self.last.is_some_and(|last| places.contains(last)),
            Test::Fact(fact) => match fact {
                MoveFact::LapCaptured => self.captured.lap,
                MoveFact::FirstLapCaptured => self.captured.first_lap,
                MoveFact::LastLapCaptured => self.captured.last_lap,
                MoveFact::MoveCaptured => self.captured.in_move,
                MoveFact::FirstLap => self.laps <= 1,
                MoveFact::LapForward(backward) => self.backward == Some(*backward),
                MoveFact::FirstLapWent(backward) => self.first_backward == Some(*backward),
                MoveFact::LastLapWent(backward) => self.last_backward == Some(*backward),
            },
            // Judgements do not nest: a move simulated for a judgement does not judge again.
            Test::NoMove(_) if self.judging => false,
            Test::NoMove(seat) => {
                let can = self.plan.can_move(&self.lanes, self.next, *seat, self.trail);
                if can.is_none() {
                    self.undecided.set(true);
                }
                can == Some(false)
            }
            Test::Returns(times) => {
                let mut now = self.result.unwrap_or(self.lanes);
                self.plan.expire_marks(&mut now, self.next != self.player);
                let now = self.plan.identity_key(&now);
                self.plan.occurrences(self.trail, &now, self.next) + 1 >= *times
            }
            Test::Always
            | Test::Never
            | Test::Holds(..)
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::LapHeld(_)
            | Test::Empty(_)
            | Test::Occupied(_)
            | Test::Many { .. }
            | Test::Not(_)
            | Test::All(_)
            | Test::Any(_) => self.holds(test),
        }
    }

    /// Evaluates a number.
    pub(super) fn eval_number(&self, number: &NumberExpr) -> i64 {
        match number {
            NumberExpr::Fixed(n) => *n,
            NumberExpr::Sum(lanes) => i64::from(self.lanes.sum(self.eval_place(lanes))),
            NumberExpr::Count(lanes) => i64::from(L::count(self.eval_place(lanes))),
            NumberExpr::Hand => i64::from(self.hand),
            NumberExpr::SumOf(lanes, kind) => L::each(self.eval_place(lanes))
                .map(|lane| i64::from(self.of_kind(lane, *kind)))
                .sum(),
            NumberExpr::FallenEarlier => self.earlier.map_or(0, |(_, before)| i64::from(before)),
            NumberExpr::Held { first: true } => i64::from(self.held),
            NumberExpr::Held { first: false } => i64::from(self.lap_held),
            NumberExpr::FallenOf(before, kind) => i64::from(self.kind_at_fall(*before, *kind)),
            NumberExpr::OtherHand => i64::from(self.other_hand),
            NumberExpr::Lane(lane) => i64::from(self.lanes.get(*lane)),
            NumberExpr::LaneBeforeFall(lane) => i64::from(self.before_fall.get(*lane)),
            NumberExpr::Fallen(before) => i64::from(if *before { self.before } else { self.after }),
            NumberExpr::Cases(cases) => {
                self.first_case(cases).map_or(0, |number| self.eval_number(number))
            }
            NumberExpr::Fraction(over, under, up, of) => {
                fraction(self.eval_number(of), *over, *under, *up)
            }
            NumberExpr::Add(a, b) => self.eval_number(a).saturating_add(self.eval_number(b)),
            NumberExpr::Sub(a, b) => self.eval_number(a).saturating_sub(self.eval_number(b)),
            NumberExpr::Mul(a, b) => self.eval_number(a).saturating_mul(self.eval_number(b)),
        }
    }

    /// The value of the first case whose test holds.
    fn first_case<'a, T>(&self, cases: &'a [(Test, T)]) -> Option<&'a T> {
        cases.iter().find(|(test, _)| self.holds(test)).map(|(_, of)| of)
    }

    /// The first selected lane.
    #[inline]
    pub(super) fn first_lane(&self, lanes: &PlaceExpr) -> Option<Lane> {
        match lanes {
            PlaceExpr::All(set) => set.iter().next(),
            PlaceExpr::Holding(..) => L::each(self.eval_place(lanes)).next(),
            PlaceExpr::Each(each) => {
                each.iter().find(|(_, test)| self.holds(test)).map(|(lane, _)| *lane)
            }
            PlaceExpr::Run(run) => {
                run.first().filter(|(_, test)| self.holds(test)).map(|(l, _)| *l)
            }
            PlaceExpr::Union(parts) => parts.iter().find_map(|part| self.first_lane(part)),
            PlaceExpr::Cases(cases) => self.first_case(cases).and_then(|of| self.first_lane(of)),
        }
    }

    /// The selected lanes.
    #[inline]
    pub(super) fn eval_place(&self, lanes: &PlaceExpr) -> L::Set {
        match lanes {
            PlaceExpr::All(set) => L::set(set),
            PlaceExpr::Holding(set, range) => self.lanes.in_range(L::set(set), range),
            PlaceExpr::Each(each) => {
                let mut set = L::set(&Default::default());
                for (lane, test) in each {
                    if self.holds(test) {
                        set = L::with(set, *lane);
                    }
                }
                set
            }
            PlaceExpr::Run(run) => {
                let mut set = L::set(&Default::default());
                for (lane, test) in run {
                    if !self.holds(test) {
                        break;
                    }
                    set = L::with(set, *lane);
                }
                set
            }
            PlaceExpr::Union(parts) => {
                let empty = L::set(&Default::default());
                parts.iter().fold(empty, |set, part| L::union(set, self.eval_place(part)))
            }
            PlaceExpr::Cases(cases) => {
                let none = || L::set(&Default::default());
                self.first_case(cases).map_or_else(none, |of| self.eval_place(of))
            }
        }
    }
}
