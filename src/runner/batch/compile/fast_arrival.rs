//! Compiles the checks before a move that run in all games, and the filter for games with nothing rare.

use super::{BatchCompiler, Emitted, OTHER_PLAYER, OtherPlayer, SeatCode, at};
use crate::model::Seat;
use crate::program::{Act, Block, BlockCase, Fold, Lane, NumberRange, Test};
use mnc_lockstep::{CellId, CellValue, Op, Register};

/// Finds the players of whom tests ask whether they can move.
#[derive(Default)]
struct AsksNoMove {
    /// One bit per seat.
    seats: u32,
}

impl Fold for AsksNoMove {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn no_move(&mut self, seat: Seat) -> Test {
        self.seats |= 1 << seat.0;
        Test::NoMove(seat)
    }
}

impl AsksNoMove {
    fn in_test(test: &Test) -> u32 {
        let mut finder = AsksNoMove::default();
        finder.test(test);
        finder.seats
    }

    fn in_acts(acts: &[Act]) -> u32 {
        let mut finder = AsksNoMove::default();
        acts.iter().for_each(|act| _ = finder.act(act));
        finder.seats
    }
}

/// When a case of *end* can fit, before any case has done something.
struct CaseCondition<'p> {
    /// The case fits only if one of these does.
    tests: &'p [Test],
    /// The result depends on whether a player with choices has a move at all, or only endless sowings.
    endless_matters: bool,
    /// A test asks whether a player can move.
    asks: bool,
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Counts choices and occurrences, and marks the games in which it has to be found out who can move.
    pub(super) fn emit_inspection(&mut self) -> Emitted<()> {
        self.emit_endless_inspection()?;
        self.emit_other_inspection()
    }

    /// Marks the games in which it has to be found out whether all choices are endless.
    fn emit_endless_inspection(&mut self) -> Emitted<()> {
        let ready = self.register(Register::Ready);
        if self.scalar_choices.is_some() {
            self.assign(Register::ChoiceCount, T::ONE, ready);
        }
        self.emit_counts();
        if self.scalar_choices.is_none() && !self.may_relay() {
            return Ok(());
        }
        let going = self.not_over(ready);
        if self.scalar_choices.is_some() {
            let asks = self.end_cases().any(asks_no_move);
            let to = self.register(Register::NeedsEndlessCheck);
            let of = if asks { going } else { self.zero_cell() };
            self.emit(Op::Copy { to, of });
            return Ok(());
        }
        let mut fits = Vec::new();
        // The answer of the plan is not known yet.
        let answers: &[bool] = if self.asks_plan_of_other() { &[true, false] } else { &[true] };
        for stuck in answers {
            self.other = OtherPlayer::Stuck(*stuck);
            fits.extend(self.end_conditions(going, |case| case.endless_matters)?);
            self.other = OtherPlayer::Unknown;
        }
        if !fits.is_empty() {
            let stuck = self.is(self.register(Register::ChoiceCount), T::NONE, going);
            let under = self.and_not(going, stuck);
            self.emit(Op::Occupied {
                to: self.register(Register::NeedsEndlessCheck),
                of: fits.into(),
                under,
            });
        }
        Ok(())
    }

    /// Marks the games in which it has to be found out whether the other player could move: where a case of *end*
    /// fits if they could, and not if they could not, or the other way about.
    fn emit_other_inspection(&mut self) -> Emitted<()> {
        if self.program.seats != 2 || !self.asks_plan_of_other() {
            return Ok(());
        }
        // Where the plan begins the moves, it is not asked in addition: it plays such games faster alone.
        if self.scalar_choices.is_some() {
            return Err(OTHER_PLAYER);
        }
        // What a case does may change who can move.
        let in_acts = |case: &BlockCase| AsksNoMove::in_acts(&case.acts) != 0;
        if !self.end_cases().all(ends_game) || self.end_cases().any(in_acts) {
            return Err(OTHER_PLAYER);
        }
        let going = self.not_over(self.register(Register::Ready));
        self.other = OtherPlayer::Stuck(true);
        let with = self.end_conditions(going, |case| case.asks)?;
        self.other = OtherPlayer::Stuck(false);
        let without = self.end_conditions(going, |case| case.asks)?;
        let mut any = Vec::new();
        for (with, without) in with.into_iter().zip(without) {
            any.extend([self.and_not(with, without), self.and_not(without, with)]);
        }
        self.other = OtherPlayer::Asked;
        let to = self.register(Register::NeedsOtherCheck);
        self.emit(Op::Occupied { to, of: any.into(), under: going });
        Ok(())
    }

    /// Whether the tests of *end* ask whether the other player could move, and ops cannot tell.
    fn asks_plan_of_other(&self) -> bool {
        let others =
            |side: &SeatCode<'_>, seat: u8| seat != side.seat && !self.knows_stuck(Seat(seat));
        self.seat_codes.iter().any(|side| {
            let cases = side.ends.iter().flat_map(|(_, block)| block.iter().flatten());
            let asked = cases.fold(0, |all, case| all | AsksNoMove::in_test(&case.test));
            (0..self.program.seats as u8).any(|seat| asked >> seat & 1 != 0 && others(side, seat))
        })
    }

    /// The arrival ops for games with nothing rare (no end, no pass); the other games are marked as rare.
    /// `None`: no game is known to have nothing rare.
    pub(super) fn fast_arrival(&mut self) -> Emitted<Option<Vec<Op<T>>>> {
        if !self.end_cases().all(ends_game) {
            // The position that counts for repetition is the one before these cases.
            return if self.tracks_repetition() {
                Err("the end changes what may return")
            } else {
                Ok(None)
            };
        }
        self.op_list(|b| {
            let (ready, rare) = (b.register(Register::Ready), b.register(Register::Rare));
            let going = b.not_over(ready);
            let choices = b.register(Register::ChoiceCount);
            let mut any = vec![b.and_not(ready, going), b.is(choices, T::NONE, going)];
            any.extend(b.end_conditions(going, |_| true)?);
            any.extend(b.repetition_mask(going));
            any.push(rare);
            let under = b.register(Register::AllOnes);
            b.emit(Op::Occupied { to: rare, of: any.into(), under });
            b.emit(Op::AndNot { to: ready, a: ready, b: rare });
            b.push_position();
            b.emit_tally();
            Ok(())
        })
        .map(Some)
    }

    /// Masks of the games in which cases of *end* may fit, before any has done something. Tests that hold
    /// only where there are no choices are left out.
    fn end_conditions(
        &mut self,
        going: CellId,
        which: impl Fn(&CaseCondition<'_>) -> bool,
    ) -> Emitted<Vec<CellId>> {
        let mut any = Vec::new();
        for side in self.seat_codes {
            let moving = self.mover_mask(side, going);
            self.known_mover = Some(side.seat);
            let mut seen: Vec<&Test> = Vec::new();
            let cases = side.ends.iter().flat_map(|(_, block)| case_conditions(block));
            for test in cases.filter(&which).flat_map(|case| case.tests) {
                if !seen.contains(&test) && !self.is_no_choice_test(test) {
                    seen.push(test);
                    any.push(self.test_mask(test, moving)?);
                }
            }
            self.known_mover = None;
        }
        Ok(any)
    }

    fn end_cases(&self) -> impl Iterator<Item = &BlockCase> {
        let blocks = self.seat_codes.iter().flat_map(|side| &side.ends);
        blocks.flat_map(|(_, block)| block.iter().flatten())
    }

    /// Whether a test holds exactly where there are no choices, before any case has done something.
    fn is_no_choice_test(&self, test: &Test) -> bool {
        if let Test::NoMove(seat) = test {
            return self.known_mover == Some(seat.0);
        }
        let Test::Empty(lanes) = test else { return false };
        let offers = self.offers.iter().map(|(lane, _)| *lane);
        self.offer_range() == Some(NumberRange::at_least(1))
            && !self.has_laws()
            && lanes.iter().map(at).eq(offers)
    }
}

/// Whether a case asks whether a player can move.
fn asks_no_move(case: &BlockCase) -> bool {
    AsksNoMove::in_test(&case.test) | AsksNoMove::in_acts(&case.acts) != 0
}

/// Whether a case ends the game.
fn ends_game(case: &BlockCase) -> bool {
    case.acts.iter().any(|act| matches!(act, Act::EndGame(_)))
}

/// The conditions of the cases of a block. Whether a player has only endless sowings matters for a case whose
/// test needs it in a compound condition, that follows a case which asked, or that does something another
/// case may read. Where no case fits it does not matter: the plan handles a player whose choices are all
/// endless.
fn case_conditions(block: &Block) -> Vec<CaseCondition<'_>> {
    let cases = || block.iter().flatten();
    let all = cases().any(asks_no_move);
    let mut asked = false;
    let conditions = cases().map(|case| {
        let tests = case.test.disjuncts();
        // If the player has no move, the case fits, whatever else holds.
        let plainly = |test: &Test| matches!(test, Test::NoMove(_));
        let of_others = tests.iter().any(|test| !plainly(test) && AsksNoMove::in_test(test) != 0);
        asked |= of_others || AsksNoMove::in_acts(&case.acts) != 0;
        // What a case does without ending the game may be read by another case.
        let endless_matters = asked || all && !ends_game(case);
        asked |= tests.iter().any(plainly);
        let asks = AsksNoMove::in_test(&case.test) != 0;
        CaseCondition { tests, endless_matters, asks }
    });
    conditions.collect()
}
