//! Whether conditions hold, and what numbers are.

use super::moves::Move;
use crate::program::{During, Fact, Lane, Number, Range, Test, Where, fraction};
use crate::runner::lanes::Lanes;

impl<L: Lanes> Move<'_, L> {
    /// Whether a condition holds.
    #[inline]
    pub(super) fn holds(&self, test: &Test) -> bool {
        let fits = |range: &Range, n: u32| range.fits(i64::from(n));
        match test {
            Test::Always => true,
            Test::Never => false,
            Test::Holds(lane, range) => fits(range, self.lanes.get(*lane)),
            Test::Before(range) => fits(range, self.before),
            Test::After(range) => fits(range, self.after),
            Test::Held(range) => fits(range, self.held),
            Test::LapHeld(range) => fits(range, self.lap_held),
            Test::Empty(lanes) => L::is_empty(self.lanes.occupied(L::set(lanes))),
            Test::Occupied(lanes) => !L::is_empty(self.lanes.occupied(L::set(lanes))),
            Test::Many { lanes, range, least, most } => {
                let n = L::count(self.lanes.holding(L::set(lanes), range));
                (u32::from(*least)..=u32::from(*most)).contains(&n)
            }
            Test::Not(inner) => !self.holds(inner),
            Test::All(all) => all.iter().all(|t| self.holds(t)),
            Test::Any(any) => any.iter().any(|t| self.holds(t)),
            other => self.holds_rarely(other),
        }
    }

    #[inline(never)]
    fn holds_rarely(&self, test: &Test) -> bool {
        match test {
            Test::Number(number, range) => range.fits(self.number(number)),
            Test::FellBefore(places) => {
                self.earlier.is_some_and(|(earlier, _)| places.contains(earlier))
            }
            Test::Fell(kind) => self.fell(*kind),
            Test::AtMost(a, b) => self.number(a) <= self.number(b),
            Test::Cases(cases) => self.case_of(cases).is_some_and(|test| self.holds(test)),
            Test::Origin { first, places } => {
                let origins = if *first { self.first_origins } else { self.origins };
                !L::is_empty(L::both(origins, L::set(places)))
            }
            Test::FirstFell { first, places } => {
                let fell = if *first { self.first_lap_fell } else { self.fell_first };
                fell.is_some_and(|fell| places.contains(fell))
            }
            Test::Sown { during, places } => {
                let sown = match during {
                    During::FirstLap if self.laps > 1 => self.first_sown,
                    During::Lap | During::FirstLap => self.lap_sown,
                    During::LastLap => self.last_sown,
                    During::Move => self.move_sown,
                };
                !L::is_empty(L::both(sown, L::set(places)))
            }
            Test::Last(places) => self.last.is_some_and(|last| places.contains(last)),
            Test::Fact(fact) => match fact {
                Fact::LapCaptured => self.captured.lap,
                Fact::FirstLapCaptured => self.captured.first_lap,
                Fact::LastLapCaptured => self.captured.last_lap,
                Fact::MoveCaptured => self.captured.in_move,
                Fact::FirstLap => self.laps <= 1,
                Fact::LapWent(backward) => self.backward == Some(*backward),
                Fact::FirstLapWent(backward) => self.first_backward == Some(*backward),
                Fact::LastLapWent(backward) => self.last_backward == Some(*backward),
            },
            // Judging is one level: told in order to judge, a move does not judge again.
            Test::NoMove(_) if self.judging => false,
            Test::NoMove(seat) => {
                let can = self.plan.can_move(&self.lanes, self.next, *seat, self.trail);
                if can.is_none() {
                    self.lost.set(true);
                }
                can == Some(false)
            }
            Test::Returns(times) => {
                let mut now = self.made.unwrap_or(self.lanes);
                self.plan.lift(&mut now, self.next != self.player);
                let now = self.plan.told(&now);
                self.plan.stood(self.trail, &now, self.next) + 1 >= *times
            }
            other => self.holds(other),
        }
    }

    /// What a number is.
    pub(super) fn number(&self, number: &Number) -> i64 {
        match number {
            Number::Fixed(n) => *n,
            Number::Sum(lanes) => i64::from(self.lanes.sum(self.meant(lanes))),
            Number::Count(lanes) => i64::from(L::count(self.meant(lanes))),
            Number::Hand => i64::from(self.hand),
            Number::SumOf(lanes, kind) => {
                L::each(self.meant(lanes)).map(|lane| i64::from(self.of_kind(lane, *kind))).sum()
            }
            Number::FallenEarlier => self.earlier.map_or(0, |(_, before)| i64::from(before)),
            Number::FallenOf(before, kind) => i64::from(self.fallen_of(*before, *kind)),
            Number::OtherHand => i64::from(self.other_hand),
            Number::Lane(lane) => i64::from(self.lanes.get(*lane)),
            Number::Fallen(before) => i64::from(if *before { self.before } else { self.after }),
            Number::Cases(cases) => self.case_of(cases).map_or(0, |number| self.number(number)),
            Number::Fraction(over, under, up, of) => fraction(self.number(of), *over, *under, *up),
            Number::Add(a, b) => self.number(a).saturating_add(self.number(b)),
            Number::Sub(a, b) => self.number(a).saturating_sub(self.number(b)),
            Number::Mul(a, b) => self.number(a).saturating_mul(self.number(b)),
        }
    }

    /// What is said of the first case whose test holds.
    fn case_of<'a, T>(&self, cases: &'a [(Test, T)]) -> Option<&'a T> {
        cases.iter().find(|(test, _)| self.holds(test)).map(|(_, of)| of)
    }

    /// The first lane that is meant.
    #[inline]
    pub(super) fn first_of(&self, lanes: &Where) -> Option<Lane> {
        match lanes {
            Where::All(set) => set.iter().next(),
            Where::Holding(..) => L::each(self.meant(lanes)).next(),
            Where::Each(each) => {
                each.iter().find(|(_, test)| self.holds(test)).map(|(lane, _)| *lane)
            }
            Where::Run(run) => run.first().filter(|(_, test)| self.holds(test)).map(|(l, _)| *l),
            Where::Union(parts) => parts.iter().find_map(|part| self.first_of(part)),
            Where::Cases(cases) => self.case_of(cases).and_then(|of| self.first_of(of)),
        }
    }

    /// The lanes that are meant.
    #[inline]
    pub(super) fn meant(&self, lanes: &Where) -> L::Set {
        match lanes {
            Where::All(set) => L::set(set),
            Where::Holding(set, range) => self.lanes.holding(L::set(set), range),
            Where::Each(each) => {
                let mut set = L::set(&Default::default());
                for (lane, test) in each {
                    if self.holds(test) {
                        set = L::with(set, *lane);
                    }
                }
                set
            }
            Where::Run(run) => {
                let mut set = L::set(&Default::default());
                for (lane, test) in run {
                    if !self.holds(test) {
                        break;
                    }
                    set = L::with(set, *lane);
                }
                set
            }
            Where::Union(parts) => {
                let empty = L::set(&Default::default());
                parts.iter().fold(empty, |set, part| L::or(set, self.meant(part)))
            }
            Where::Cases(cases) => {
                let none = || L::set(&Default::default());
                self.case_of(cases).map_or_else(none, |of| self.meant(of))
            }
        }
    }
}
