//! Decides which laps have ops, and compiles those that the plan sows game by game.
//!
//! What rules after such laps ask about them, the plan evaluates when they are over: nothing that these tests
//! read changes after that.

use super::rings::RingTable;
use super::{BatchCompiler, Emitted, SeatCode, at};
use crate::model::{ClauseId, DefaultClause as Rule, Seat};
use crate::program::{
    Act, Block, Code, EndRule, Fold, Lane, LaneSet, LapDirection, MoveFact, Program, Test, any_act,
    fold_test,
};
use crate::runner::batch::code::{GameEnd, LapCode, LapQueries};
use crate::runner::batch::scalar_laps::outcome_cells;
use mnc_lockstep::{CellId, CellValue, Op, Register, SowRing};

/// The lanes that rules read or write.
#[derive(Default)]
struct LaneUses {
    lanes: LaneSet,
}

impl Fold for LaneUses {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.lanes.insert(lane);
        lane
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
        if asks && self.has_laws() {
            return Err("what is judged of a move in which somebody is asked");
        }
        if self.seat_codes.iter().any(|side| asks_others(side.code, Seat(side.seat))) {
            return Err("a question to another player in the middle of a move");
        }
        let begun = self.scalar_choices.is_some();
        let mut facts = LapTests { tests: Vec::new(), captures: asks, origins: begun };
        self.seat_codes.iter().for_each(|side| facts.collect(side.code));
        let captured = Test::Fact(MoveFact::MoveCaptured);
        let one_move = program.moves_left.is_none();
        if !begun && one_move && facts.tests.iter().any(|test| *test != captured) {
            // Measured: there, the plan alone is faster than the plan and the ops together; in turns of several
            // moves it is not.
            return Err("what is asked of a lap when it is over");
        }
        if facts.tests.len() > u64::BITS as usize {
            return Err("very many facts of the laps");
        }
        self.lap_facts = facts.tests.into_iter().map(|test| (test, self.new_cell())).collect();
        for side in self.seat_codes {
            let code = side.code;
            if code.lap_blocks().any(|block| any_act(block, blocks_scalar_laps)) {
                return Err(why);
            }
            let others = |act: &Act| matches!(act, Act::Move { capture: Some(false), .. });
            if self.scalar_choices.is_some()
                && program.seats != 2
                && blocks_after_laps(code).any(|block| any_act(block, others))
            {
                return Err("captures of others after a move without a question");
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
            let blocks = side.code.lap_blocks().chain(&side.code.opening);
            blocks.for_each(|block| self.register_ends(block));
            if self.scalar_choices.is_some() {
                self.register_ends_without_move(side);
            }
        }
        self.scalar_reason = Some(why);
        if self.scalar_choices.is_some() && program.seats == 2 {
            self.others_captured = Some(self.new_cell());
        }
        let lanes = (0..program.lanes.len()).map(|lane| at(Lane(lane as u8)));
        let outcome = outcome_cells().map(|cell| self.register(cell));
        let cells: Vec<CellId> = self.lap_facts.iter().map(|(_, cell)| *cell).collect();
        let others = [self.register(Register::Mover)].into_iter().chain(self.others_captured);
        let of = lanes.chain(outcome).chain(cells.iter().copied()).chain(others).collect();
        let tests: Vec<Test> = self.lap_facts.iter().map(|(test, _)| test.clone()).collect();
        let mirrored = self
            .mirror
            .map_or_else(Vec::new, |mirror| tests.iter().map(|test| mirror.test(test)).collect());
        Ok(LapCode {
            lap: vec![Op::Opaque { of }],
            scalar_reason: Some(why),
            scalar_choices: self.scalar_choices.is_some(),
            facts: LapQueries { tests: [tests, mirrored], cells },
            others_captured: self.others_captured,
            may_ask: asks || self.scalar_choices.is_some(),
            ..LapCode::default()
        })
    }
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Registers the ends in a block.
    fn register_ends(&mut self, block: &Block) {
        block.iter().flatten().for_each(|case| self.register_ends_of(&case.acts, case.clause));
    }

    /// Registers the ends of a game in which a player, or nobody, can move.
    fn register_ends_without_move(&mut self, side: &SeatCode<'_>) {
        if let Some((why, true)) = side.code.no_move {
            self.end_number(GameEnd { ending: EndRule::Loses(Seat(side.seat)), clause: why });
        }
        let only_endless = Rule::OnlyEndless.clause();
        self.end_number(GameEnd { ending: EndRule::Judged, clause: only_endless });
        let owned = self.program.own_holes.iter().any(|(holes, _)| !holes.is_empty());
        let ending = if owned { EndRule::Judged } else { EndRule::Drawn };
        self.end_number(GameEnd { ending, clause: Rule::NobodyMoves.clause() });
    }

    /// Mask of the games, among `under`, in which a test on laps that the plan has sown holds; `None`: it is
    /// not such a test.
    pub(super) fn lap_fact_mask(&mut self, test: &Test, under: CellId) -> Option<CellId> {
        let (_, fact) = self.lap_facts.iter().find(|(fact, _)| fact == test)?;
        let held = self.and(*fact, under);
        if *test != Test::Fact(MoveFact::MoveCaptured) {
            return Some(held);
        }
        // The register has what is captured after the laps.
        let later = self.and(self.register(Register::Captured), under);
        let to = self.new_cell();
        self.emit(Op::Or { to, a: held, b: later });
        Some(to)
    }

    fn register_ends_of(&mut self, acts: &[Act], why: ClauseId) {
        for act in acts {
            match act {
                Act::EndGame(how) => _ = self.end_number(GameEnd { ending: *how, clause: why }),
                Act::Move { after, .. } => self.register_ends(after),
                Act::Cases(block) => self.register_ends(block),
                Act::Chain(blocks) => blocks.iter().for_each(|block| self.register_ends(block)),
                Act::Try { acts, .. } => self.register_ends_of(acts, why),
                Act::Ask(ask) => {
                    ask.answers.iter().for_each(|answer| self.register_ends_of(&answer.acts, why));
                    self.register_ends_of(&ask.otherwise, why);
                }
                Act::Sow(_)
                | Act::Set(..)
                | Act::SetEach(..)
                | Act::Add(..)
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

/// Tests on laps, in the rules after them.
struct LapTests {
    tests: Vec<Test>,
    /// Whether the move has captured is among them: a question was asked, and what is counted is what was
    /// captured since.
    captures: bool,
    /// Where the move began is among them: it may begin in several places.
    origins: bool,
}

impl LapTests {
    fn collect(&mut self, code: &Code) {
        blocks_after_laps(code).for_each(|block| _ = self.block(block));
        let again = code.turn.iter().filter_map(|turn| turn.continues_while.as_ref());
        again.for_each(|test| _ = self.test(test));
        code.laws.iter().for_each(|law| _ = self.test(&law.test));
    }

    /// Whether a test is one on laps.
    fn is_on_laps(&self, test: &Test) -> bool {
        match test {
            Test::Before(_)
            | Test::After(_)
            | Test::LapHeld(_)
            | Test::Sown { .. }
            | Test::Last(_)
            | Test::FellBefore(_)
            | Test::FirstFell { .. }
            | Test::Fell(_)
            | Test::Fact(
                MoveFact::LapForward(_) | MoveFact::FirstLapWent(_) | MoveFact::LastLapWent(_),
            ) => true,
            Test::Fact(MoveFact::MoveCaptured) => self.captures,
            Test::Origin { first, .. } => !first || self.origins,
            Test::Fact(
                MoveFact::LapCaptured
                | MoveFact::FirstLapCaptured
                | MoveFact::LastLapCaptured
                | MoveFact::FirstLap,
            )
            | Test::Never
            | Test::Always
            | Test::Holds(..)
            | Test::Held(_)
            | Test::Empty(_)
            | Test::Occupied(_)
            | Test::Many { .. }
            | Test::Number(..)
            | Test::AtMost(..)
            | Test::Not(_)
            | Test::All(_)
            | Test::Any(_)
            | Test::Cases(_)
            | Test::NoMove(_)
            | Test::Returns(_) => false,
        }
    }
}

impl Fold for LapTests {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn test(&mut self, test: &Test) -> Test {
        if self.is_on_laps(test) && !self.tests.contains(test) {
            self.tests.push(test.clone());
        }
        fold_test(self, test)
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
        (program.turn_facts().next().is_some(), "what has happened in a turn of several moves"),
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
        || code.lap_blocks().chain(&code.opening).any(|block| any_act(block, Act::asks))
}

/// Whether another player may be asked during the laps.
fn asks_others(code: &Code, player: Seat) -> bool {
    code.lap_blocks().any(|block| any_act(block, |act| act.asked().is_some_and(|s| s != player)))
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
