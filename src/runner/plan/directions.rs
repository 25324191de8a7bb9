//! The direction and path of a lap, and marks that expire.

use super::PlanStop;
use super::move_state::{BACKWARD, FORWARD, MoveState, PendingLap};
use crate::program::{LapDirection, Test};
use crate::runner::lanes::Lanes;

impl<'p, L: Lanes> MoveState<'p, L> {
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
            if !L::is_empty(set) {
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
