//! The direction and path of a lap, and marks that expire.

use super::PlanStop;
use super::move_state::{BACKWARD, FORWARD, MoveState, PendingLap};
use crate::program::{Code, Connective, Lane, LapDirection, MoveFact, Test};
use crate::runner::lanes::Lanes;

/// The value of a test in a later lap, after a lap in this direction; `None`: it reads more.
fn decide_later(test: &Test, backward: bool) -> Option<bool> {
    match test.connective() {
        Connective::Constant(holds) => Some(holds),
        Connective::Not(inner) => decide_later(inner, backward).map(|holds| !holds),
        Connective::All(parts) => {
            let mut parts = parts.iter().map(|part| decide_later(part, backward));
            match parts.clone().any(|part| part == Some(false)) {
                true => Some(false),
                false => parts.all(|part| part == Some(true)).then_some(true),
            }
        }
        Connective::Any(parts) => {
            let mut parts = parts.iter().map(|part| decide_later(part, backward));
            match parts.clone().any(|part| part == Some(true)) {
                true => Some(true),
                false => parts.all(|part| part == Some(false)).then_some(false),
            }
        }
        Connective::Cases(_) => None,
        Connective::None => {
            let Test::Fact(fact) = test else { return None };
            match fact {
                MoveFact::FirstLap => Some(false),
                // The path of this lap is not known yet.
                MoveFact::LastLapWent(went) | MoveFact::LapForward(went) => Some(*went == backward),
                MoveFact::LapCaptured
                | MoveFact::FirstLapCaptured
                | MoveFact::LastLapCaptured
                | MoveFact::MoveCaptured
                | MoveFact::FirstLapWent(_) => None,
            }
        }
    }
}

/// The direction of a later lap after a lap in this direction; `None`: more decides it.
fn later_direction(headings: &[(Test, LapDirection)], backward: bool) -> Option<bool> {
    for (test, heading) in headings {
        if decide_later(test, backward)? {
            return match heading {
                LapDirection::Fixed(direction) => Some(*direction),
                LapDirection::Reversed => Some(!backward),
                LapDirection::AsFirst
                | LapDirection::Noted(_)
                | LapDirection::Chosen
                | LapDirection::NotedOrChosen(_) => None,
            };
        }
    }
    Some(false)
}

/// The path of a later lap from a place, after a lap in this direction, if no more decides it.
fn later_path(
    code: &Code,
    headings: &[(Test, LapDirection)],
    paths: &[(Test, usize)],
    backward: bool,
) -> Option<u16> {
    let direction = later_direction(headings, backward)?;
    let mut fits = paths.iter().filter(|(_, path)| code.sowings[*path].backward == direction);
    let (test, path) = fits.next()?;
    let always = *test == Test::Always || {
        let (other, same) = fits.next()?;
        same == path && matches!(other, Test::Not(inner) if **inner == *test)
    };
    u16::try_from(*path).ok().filter(|_| always)
}

/// The same for each place.
pub(super) fn later_ways(code: &Code, backward: bool) -> Vec<Option<u16>> {
    let places = code.headings.iter().zip(&code.ways);
    places.map(|(headings, paths)| later_path(code, headings, paths, backward)).collect()
}

impl<'p, L: Lanes> MoveState<'p, L> {
    /// The path of a later lap, if the lap before decides it.
    #[inline(always)]
    pub(super) fn later_way(&self, lap: &PendingLap<L>) -> Option<usize> {
        let before = self.last_backward.filter(|_| self.laps > 1 && lap.backward.is_none())?;
        let ways = &self.plan.fast_paths[self.code_index].later_ways[usize::from(before)];
        ways.get(lap.from.index()).copied().flatten().map(usize::from)
    }

    /// The path of a lap, where there are several.
    pub(super) fn choose_path(&mut self, lap: PendingLap<L>) -> Result<usize, PlanStop> {
        let at = lap.from.index();
        let backward = match self.code.headings.get(at) {
            Some(headings) => Some(self.lap_direction(headings, lap.backward)?),
            None => None,
        };
        let ways = self.code.ways.get(at).ok_or(PlanStop::Unsupported)?;
        let sowings = &self.code.sowings;
        let goes = |way: usize| backward.is_none_or(|backward| sowings[way].backward == backward);
        let fits = ways.iter().find(|(test, way)| goes(*way) && self.holds(test));
        let none = if ways.is_empty() { PlanStop::Unsupported } else { PlanStop::Endless };
        fits.map(|(_, way)| *way).ok_or(none)
    }

    /// The direction of a lap, where the path does not decide it; `true`: against the ring.
    #[inline(never)]
    fn lap_direction(
        &mut self,
        headings: &'p [(Test, LapDirection)],
        forced: Option<bool>,
    ) -> Result<bool, PlanStop> {
        let backward = match forced {
            Some(backward) => backward,
            None => {
                let fits = headings.iter().find(|(test, _)| self.holds(test));
                match fits.map_or(LapDirection::Fixed(false), |(_, heading)| *heading) {
                    LapDirection::Fixed(backward) => backward,
                    LapDirection::AsFirst => self.first_backward.unwrap_or(false),
                    // Before the first lap this is the direction of the previous move of the turn.
                    LapDirection::Reversed => match (self.backward, self.plan.program.turn_went) {
                        (Some(backward), _) => !backward,
                        (None, Some(went)) => self.lanes.get(went) == FORWARD,
                        (None, None) => return Err(PlanStop::Unsupported),
                    },
                    LapDirection::Noted(lane) => self.lanes.get(lane) == BACKWARD,
                    LapDirection::Chosen => self.ask_direction()?,
                    LapDirection::NotedOrChosen(lane) => match self.lanes.get(lane) {
                        0 => {
                            let backward = self.ask_direction()?;
                            self.lanes.put(lane, if backward { BACKWARD } else { FORWARD });
                            backward
                        }
                        kept => kept == BACKWARD,
                    },
                }
            }
        };
        Ok(backward)
    }

    /// Clears the marks and notes whose expiry condition holds now.
    #[inline(always)]
    pub fn expire_marks(&mut self) {
        if !self.code.expiry_tests.is_empty() {
            let set = self.lanes.occupied(self.plan.fast_paths[self.code_index].expirable);
            let last_while = &self.plan.fast_paths[self.code_index].last_while_occupied;
            let may_expire = |lane: Lane| match last_while.get(lane.index()) {
                Some(Some(place)) => self.lanes.get(*place) == 0,
                Some(None) | None => true,
            };
            if L::each(set).any(may_expire) {
                self.expire_each_mark(set);
            }
        }
    }

    /// `set`: the marks and notes that are not 0.
    #[inline(never)]
    fn expire_each_mark(&mut self, set: L::Set) {
        for (lane, value, test) in &self.code.expiry_tests {
            if !L::has(set, *lane) {
                continue;
            }
            let there = self.lanes.get(*lane);
            let applies = value.map_or(there > 0, |value| there == u32::from(value));
            if applies && self.holds(test) {
                self.lanes.put(*lane, 0);
            }
        }
    }
}
