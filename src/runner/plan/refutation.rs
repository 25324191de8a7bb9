//! Finds replies to a question of the opening that cannot be legal, by no more than their first lap.
//!
//! Where the rules prefer moves that capture at once, most replies of the first classes do not. Here their first lap
//! is sown, and the case of its last seed is found, but nothing is done after that.

use super::move_state::{MoveState, PendingLap};
use crate::program::{Act, Block, Lane, LapDirection, MoveFact, Reply, Test, any_act};
use crate::runner::lanes::Lanes;

/// Whether an act may capture, or do what is not known here.
fn may_capture(act: &Act) -> bool {
    let captures = matches!(act, Act::Move { capture: Some(_), .. } | Act::Unsupported(_));
    captures || act.asks()
}

impl<L: Lanes> MoveState<'_, L> {
    /// Whether no move with this reply to the question of the opening satisfies the test that the reply is bound
    /// to. Whether such a move would ever end is left open.
    pub(super) fn refutes(&self, reply: Reply) -> bool {
        let Some((question, _)) = self.opening_question else { return false };
        let Some(answer) = question.answers.iter().find(|answer| answer.reply == reply) else {
            return false;
        };
        let [Act::Try { acts, test, judges }] = answer.acts.as_slice() else { return false };
        let [Act::Sow(lap)] = acts.as_slice() else { return false };
        let Some([(origin, Test::Always)]) = lap.only_from() else { return false };
        if *judges || self.passed || self.lanes.get(*origin) == 0 {
            return false;
        }
        let captures = |part: &Test| *part == Test::Fact(MoveFact::FirstLapCaptured);
        self.is_lost(test)
            || test.conjuncts().iter().any(captures) && !self.first_lap_may_capture(*origin)
    }

    /// Whether a first lap from a place, in one direction or the other, may capture.
    fn first_lap_may_capture(&self, origin: Lane) -> bool {
        let code = self.code;
        let waits = |block: &Block| block.is_empty();
        if !code.before_lap.get(origin.index()).is_none_or(waits) || self.captured.first_lap {
            return true;
        }
        let directions = match code.headings.get(origin.index()) {
            None => &[None][..],
            Some(headings) => {
                let notes = |(_, heading): &(Test, LapDirection)| {
                    matches!(heading, LapDirection::NotedOrChosen(_))
                };
                if headings.iter().any(notes) {
                    return true;
                }
                &[Some(false), Some(true)]
            }
        };
        directions.iter().any(|backward| {
            let pending = PendingLap { backward: *backward, ..PendingLap::of(origin) };
            let mut lap = self.at_question();
            lap.begin_first_lap(&pending);
            let may = match lap.sow_all_seeds(pending) {
                Err(_) => true,
                Ok(None) => false,
                Ok(Some((table, last))) => {
                    let block = lap.last_seed_block(table, last);
                    lap.captured.first_lap || block.is_some_and(|block| lap.may_capture_by(block))
                }
            };
            may || lap.undecided.get()
        })
    }

    /// Whether a block may capture now.
    fn may_capture_by(&self, block: &Block) -> bool {
        // A list may change what the next ones are about.
        let [list] = block.as_slice() else { return any_act(block, may_capture) };
        let fits = list.iter().find(|case| self.holds(&case.test));
        fits.is_some_and(|case| case.acts.iter().any(|act| act.any(may_capture)))
    }
}
