//! Decides which laps have ops, and compiles those that the plan sows game by game.

use super::rings::RingTable;
use super::{BatchCompiler, Emitted, at};
use crate::model::ClauseId;
use crate::program::{
    Act, Block, Code, Fold, Lane, LaneSet, LapDirection, MoveFact, Program, Test, any_act,
};
use crate::runner::batch::code::{GameEnd, LapCode};
use crate::runner::batch::scalar_laps::outcome_cells;
use mnc_lockstep::{CellId, CellValue, Op, Register, SowRing};

/// The lanes and facts that rules read or write.
#[derive(Default)]
struct LaneUses {
    lanes: LaneSet,
    /// Whether the move has captured is read.
    move_captures: bool,
}

impl Fold for LaneUses {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.lanes.insert(lane);
        lane
    }

    fn fact(&mut self, fact: MoveFact) -> MoveFact {
        self.move_captures |= fact == MoveFact::MoveCaptured;
        fact
    }
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// The rings, and the ops that sow laps in all games at once.
    pub(super) fn lap_code(&mut self) -> Emitted<(Vec<SowRing>, LapCode<T>)> {
        if let Some(why) =
            self.seat_codes.iter().find_map(|side| unsupported_lap_feature(self.program, side.code))
        {
            return Err(why);
        }
        let rings = RingTable::of(self.seat_codes.iter().map(|side| side.code))?;
        let on: Vec<CellId> = rings.rings.iter().map(|_| self.new_cell()).collect();
        let laps = self.sown_laps(&rings, &on)?;
        Ok((rings.rings, laps))
    }

    /// Laps that the plan sows; `why`: the feature without ops. The rules after the laps must not read what
    /// the plan does not return.
    pub(super) fn scalar_laps(&mut self, why: &'static str) -> Emitted<LapCode<T>> {
        let program = self.program;
        let asks = self.seat_codes.iter().any(|side| asks_player(side.code));
        if asks
            && (self.has_laws()
                || self.seat_codes.iter().any(|side| reads_captures_later(side.code)))
        {
            return Err("what is judged of a move in which somebody is asked");
        }
        for side in self.seat_codes {
            let code = side.code;
            if code.lap_blocks().any(|block| any_act(block, blocks_scalar_laps)) {
                return Err(why);
            }
            let lives_on = !code.any_time.is_empty() || !code.expiry_tests.is_empty();
            let moves = |act: &Act| matches!(act, Act::Move { .. });
            if lives_on && blocks_after_laps(code).any(|block| any_act(block, moves)) {
                return Err("a case of `at any time` can apply after a move");
            }
            let [of_lap, of_move, of_turn] = program.expiring;
            let transient = [program.last_capture, program.hand].into_iter().flatten().collect();
            let reads_expired = reads_after_laps(code, transient)
                || reads_at_end(code, of_lap.union(of_move))
                || reads_at_end(code, of_turn);
            if reads_expired {
                return Err("what is lifted is asked for later");
            }
        }
        // Ends reached within a lap need numbers too.
        for side in self.seat_codes {
            side.code.lap_blocks().for_each(|block| self.register_ends(block));
        }
        self.scalar_reason = Some(why);
        let lanes = (0..program.lanes.len()).map(|lane| at(Lane(lane as u8)));
        let outcome = outcome_cells().map(|cell| self.register(cell));
        let of = lanes.chain(outcome).chain([self.register(Register::Mover)]).collect();
        Ok(LapCode {
            lap: vec![Op::Opaque { of }],
            scalar_reason: Some(why),
            may_ask: asks,
            ..LapCode::default()
        })
    }
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Registers the ends in a block.
    fn register_ends(&mut self, block: &Block) {
        block.iter().flatten().for_each(|case| self.register_ends_of(&case.acts, case.clause));
    }

    fn register_ends_of(&mut self, acts: &[Act], why: ClauseId) {
        for act in acts {
            match act {
                Act::EndGame(how) => _ = self.end_number(GameEnd { ending: *how, clause: why }),
                Act::Move { after, .. } => self.register_ends(after),
                Act::Cases(block) => self.register_ends(block),
                Act::Chain(blocks) => blocks.iter().for_each(|block| self.register_ends(block)),
                Act::Try { acts, .. } => self.register_ends_of(acts, why),
                Act::Sow(_)
                | Act::Set(..)
                | Act::SetEach(..)
                | Act::Add(..)
                | Act::Ask(_)
                | Act::PlayAgain
                | Act::Pass
                | Act::EndMove
                | Act::EndTurn
                | Act::EndStage
                | Act::Unsupported(_) => {}
            }
        }
    }
}

/// A feature of the laps that has no ops, if there is one.
fn unsupported_lap_feature(program: &Program, code: &Code) -> Option<&'static str> {
    let mut ways = code.ways.iter().flatten();
    let all = [
        (
            ways.any(|(test, _)| test.any_of(&reads_first_lap_held)),
            "what was taken up is asked for before it is",
        ),
        (!code.headings.is_empty(), "seeds that may go one way round or the other"),
        (!code.expiry_tests.is_empty(), "marks or notes that live until something is so"),
        (!code.any_time.is_empty(), "an end that may stop a lap"),
        (
            program.last_capture.is_some() || program.hand.is_some(),
            "seeds that are nowhere on the board",
        ),
        (program.expiring.iter().any(|lanes| !lanes.is_empty()), "marks or notes that are lifted"),
    ];
    all.into_iter().find_map(|(applies, why)| applies.then_some(why))
}

/// Whether a test reads the number of seeds in the origin.
fn reads_first_lap_held(test: &Test) -> bool {
    matches!(test, Test::Held(_) | Test::LapHeld(_))
}

/// Whether a player may be asked during a lap.
fn asks_player(code: &Code) -> bool {
    let mut headings = code.headings.iter().flatten().map(|(_, heading)| heading);
    headings.any(|heading| matches!(heading, LapDirection::Chosen | LapDirection::NotedOrChosen(_)))
        || code.lap_blocks().any(|block| any_act(block, Act::asks))
}

/// Whether rules after the laps read whether the move has captured.
fn reads_captures_later(code: &Code) -> bool {
    let mut uses = LaneUses::default();
    blocks_after_laps(code).for_each(|block| _ = uses.block(block));
    let again = code.turn.iter().filter_map(|turn| turn.continues_while.as_ref());
    again.for_each(|test| _ = uses.test(test));
    uses.move_captures
}

/// Acts that prevent even laps sown by the plan: those that the plan does not support, and tests that wait
/// for the end of the move.
fn blocks_scalar_laps(act: &Act) -> bool {
    let judged = |acts: &[Act]| acts.iter().any(|act| act.any(|act| matches!(act, Act::Sow(_))));
    match act {
        Act::Unsupported(_) | Act::Pass => true,
        Act::Try { acts, .. } => judged(acts),
        Act::Move { .. }
        | Act::Sow(_)
        | Act::Set(..)
        | Act::SetEach(..)
        | Act::Add(..)
        | Act::Cases(_)
        | Act::Chain(_)
        | Act::Ask(_)
        | Act::PlayAgain
        | Act::EndMove
        | Act::EndTurn
        | Act::EndStage
        | Act::EndGame(_) => false,
    }
}

/// The blocks that run after the laps.
fn blocks_after_laps(code: &Code) -> impl Iterator<Item = &Block> {
    code.end.iter().chain([&code.after_move])
}

/// Whether rules after the laps use any of these lanes.
fn reads_after_laps(code: &Code, lanes: LaneSet) -> bool {
    let mut uses = LaneUses::default();
    blocks_after_laps(code).for_each(|block| _ = uses.block(block));
    let tests = code.laws.iter().flat_map(|law| [&law.when, &law.test]);
    tests.for_each(|test| _ = uses.test(test));
    !uses.lanes.intersection(lanes).is_empty()
}

/// Whether the end of the game uses any of these lanes.
fn reads_at_end(code: &Code, lanes: LaneSet) -> bool {
    let mut uses = LaneUses::default();
    code.end.iter().for_each(|block| _ = uses.block(block));
    code.winner.iter().flat_map(|(_, of)| of).for_each(|number| _ = uses.number(number));
    !uses.lanes.intersection(lanes).is_empty()
}
