//! Which way a lap goes, and what is lifted as it begins.

use super::Stop;
use super::moves::{BACKWARD, FORWARD, Move, Pending};
use crate::program::{Heading, Test};
use crate::runner::lanes::Lanes;

impl<'p, L: Lanes> Move<'p, L> {
    /// The way of the seeds of a lap, where there are several.
    pub(super) fn way(&mut self, lap: Pending<L>) -> Result<usize, Stop> {
        let at = lap.from.index();
        let backward = match self.code.headings.get(at) {
            Some(headings) => Some(self.heading(headings, lap.backward)?),
            None => None,
        };
        let ways = self.code.ways.get(at).ok_or(Stop::Handed)?;
        let sowings = &self.code.sowings;
        let goes = |way: usize| backward.is_none_or(|backward| sowings[way].backward == backward);
        let fits = ways.iter().find(|(test, way)| goes(*way) && self.holds(test));
        let none = if ways.is_empty() { Stop::Handed } else { Stop::Endless };
        fits.map(|(_, way)| *way).ok_or(none)
    }

    /// Which way round a lap goes, where that is not told by the way.
    #[inline(never)]
    fn heading(
        &mut self,
        headings: &'p [(Test, Heading)],
        said: Option<bool>,
    ) -> Result<bool, Stop> {
        let backward = match said {
            Some(backward) => backward,
            None => {
                let fits = headings.iter().find(|(test, _)| self.holds(test));
                match fits.map_or(Heading::Fixed(false), |(_, heading)| *heading) {
                    Heading::Fixed(backward) => backward,
                    Heading::AsFirst => self.first_backward.unwrap_or(false),
                    // Before the first lap it may be that of the move before.
                    Heading::Against => match (self.backward, self.plan.program.turn_went) {
                        (Some(backward), _) => !backward,
                        (None, Some(went)) => self.lanes.get(went) == FORWARD,
                        (None, None) => return Err(Stop::Handed),
                    },
                    Heading::Noted(lane) => self.lanes.get(lane) == BACKWARD,
                    Heading::Chosen => self.ask_sense()?,
                    Heading::Kept(lane) => match self.lanes.get(lane) {
                        0 => {
                            let backward = self.ask_sense()?;
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

    /// Lifts the marks and notes of which the condition to live until is now so.
    #[inline(always)]
    pub fn lift_until(&mut self) {
        if !self.code.lifts.is_empty() {
            self.lift_each();
        }
    }

    #[inline(never)]
    fn lift_each(&mut self) {
        for (lane, value, test) in &self.code.lifts {
            let there = self.lanes.get(*lane);
            let meant = value.map_or(there > 0, |value| there == u32::from(value));
            if meant && self.holds(test) {
                self.lanes.put(*lane, 0);
            }
        }
    }
}
