//! Compiles what lies between two moves: the next mover, the choices, and the end of the game.

use super::cond::cell_range;
use super::shared_captures::{CaptorMasks, SharedBlock, share_blocks};
use super::{BatchCompiler, Emitted, FORCED_END_COUNT, SeatCode, at};
use crate::model::{DefaultClause as Rule, Seat};
use crate::program::{Act, EndRule, Lane, Mirror, NumberRange, PlaceExpr, Test, any_act};
use crate::runner::batch::code::{BatchLaw, GameEnd};
use mnc_lockstep::{CellId, CellValue, Op, Portion, Register, mask};

impl<'p, T: CellValue> BatchCompiler<'p, T> {
    /// Emits what follows a move, until the next mover is known.
    pub(super) fn emit_after_move(&mut self) -> Emitted<()> {
        let sides = self.seat_codes;
        let (done, left) = (self.register(Register::LapsDone), self.register(Register::FallBack));
        let ready = self.register(Register::Ready);
        self.emit(Op::AndNot { to: ready, a: done, b: left });
        self.set(Register::LapsDone, T::NONE);
        self.set(Register::Stopped, T::NONE);
        self.set(Register::SameMover, T::NONE);
        self.set(Register::MoverChanged, T::NONE);
        let going = self.not_over(ready);
        let movers = self.mover_masks(going);
        for (side, moving) in sides.iter().zip(&movers) {
            self.emit_after_move_of(side, *moving)?;
        }
        self.expire_marks(going);
        let (turned, before) =
            (self.register(Register::MoverChanged), self.register(Register::PreviousMover));
        if let Some(mirror) = self.mirror {
            self.emit(Op::AssignCell { to: before, of: turned, under: going });
            self.mirror_sides(mirror, turned);
        } else {
            for (side, moving) in sides.iter().zip(&movers) {
                self.assign(Register::PreviousMover, self.previous_mover_value(side.seat), *moving);
            }
            let mover = self.register(Register::Mover);
            for side in sides {
                let next = (usize::from(side.seat) + 1) % self.program.seats;
                let was_theirs = self.is(before, self.previous_mover_value(side.seat), turned);
                self.emit(Op::Assign { to: mover, n: T::of(next as u32), under: was_theirs });
            }
        }
        Ok(())
    }

    /// Clears the marks and notes that expire.
    fn expire_marks(&mut self, going: CellId) {
        let program = self.program;
        let [of_lap, of_move, of_turn] = program.expiring;
        let turned = self.register(Register::MoverChanged);
        // Without a count of moves, a turn is one move.
        let turn = if program.moves_made.is_some() { turned } else { going };
        let lifted = of_lap.union(of_move);
        for (lanes, under) in [(lifted, going), (of_turn, turn)] {
            for lane in lanes.iter() {
                self.emit(Op::Assign { to: at(lane), n: T::NONE, under });
            }
        }
    }

    fn emit_after_move_of(&mut self, side: &SeatCode<'_>, moving: CellId) -> Emitted<()> {
        let program = self.program;
        if let Some(moved) = program.moved[usize::from(side.seat)] {
            self.emit(Op::Assign { to: at(moved), n: T::ONE, under: moving });
        }
        self.block(&side.code.after_move, moving)?;
        let over = self.register(Register::EndNumber);
        let going = match side.code.after_move.is_empty() {
            true => moving,
            false => self.is(over, T::NONE, moving),
        };
        let (again, turn_over) =
            (self.register(Register::Again), self.register(Register::TurnOver));
        let can = self.and_not(going, turn_over);
        let mut same = self.and(can, again);
        if let Some(turn) = &side.code.turn {
            if turn.at_most.is_some() {
                return Err("turns of several moves");
            }
            if let Some(test) = &turn.continues_while {
                let open = self.and_not(can, again);
                let more = self.test_mask(test, open)?;
                let to = self.new_cell();
                self.emit(Op::Or { to, a: same, b: more });
                same = to;
            }
        }
        let turned = self.and_not(going, same);
        if let Some(made) = program.moves_made {
            let made = at(made);
            let few = self.is(made, T::ALL, same);
            let counted = self.and_not(same, few);
            self.emit(Op::Increment { to: made, under: counted });
        }
        self.begin_turn(turned);
        if let Some(played) = program.played[usize::from(side.seat)] {
            self.emit(Op::Assign { to: at(played), n: T::ONE, under: turned });
        }
        self.or_into(Register::SameMover, same);
        self.or_into(Register::MoverChanged, turned);
        Ok(())
    }

    /// Resets the lanes of a turn.
    fn begin_turn(&mut self, under: CellId) {
        for lane in self.program.turn_facts().chain(self.program.moves_made) {
            self.emit(Op::Assign { to: at(lane), n: T::NONE, under });
        }
    }

    /// Mask of the games in `ready` that are not over.
    pub(super) fn not_over(&mut self, ready: CellId) -> CellId {
        let ends = |act: &Act| matches!(act, Act::EndGame(_));
        let blocks = |side: &SeatCode<'p>| side.code.lap_blocks().chain([&side.code.after_move]);
        let mut blocks = self.seat_codes.iter().flat_map(blocks);
        if self.scalar_choices.is_none() && !blocks.any(|block| any_act(block, ends)) {
            return ready;
        }
        let over = self.register(Register::EndNumber);
        self.is(over, T::NONE, ready)
    }

    /// Makes the other player the mover, and mirrors the sides in these games.
    fn mirror_sides(&mut self, mirror: &Mirror, under: CellId) {
        let pairs = mirror.pairs().filter(|(lane, _)| self.may_change(*lane));
        let pairs = pairs.map(|(a, b)| (at(a), at(b))).collect();
        self.emit(Op::Swap { pairs, under });
        self.switch_mover(under);
    }

    /// Makes the other of two players the mover.
    fn switch_mover(&mut self, under: CellId) {
        let mover = self.register(Register::Mover);
        self.emit(Op::Flip { to: mover, under });
    }

    /// Value of [`Register::PreviousMover`] after a move of this player. In a mirrored game, where the
    /// compiled rules see every mover as seat 0: a mask, set if the other player (seat 1) has moved.
    fn previous_mover_value(&self, seat: u8) -> T {
        match self.mirror {
            Some(_) => mask(seat != 0),
            None => T::of(seat.into()),
        }
    }

    /// Whether a lane can change: all except places that nothing ever sows or captures into.
    fn may_change(&self, lane: Lane) -> bool {
        lane.index() >= self.program.places || self.program.identity.contains(lane)
    }

    /// Emits the masks of the games in which laws apply.
    pub(super) fn emit_law_masks(&mut self, laws: &[BatchLaw<T>]) -> Emitted<()> {
        let ready = self.register(Register::Ready);
        self.set(Register::LawApplies, T::NONE);
        let going = self.not_over(ready);
        let mut laws = laws.iter();
        for side in self.seat_codes {
            let moving = self.mover_mask(side, going);
            for (law, of) in side.code.laws.iter().zip(&mut laws) {
                let holds = self.test_mask(&law.when, moving)?;
                self.emit(Op::Copy { to: of.applies, of: holds });
                self.or_into(Register::LawApplies, holds);
                let Some((must, places)) = &law.begins else { continue };
                for ((hole, _), to) in self.offers.iter().zip(&of.begins) {
                    let place = places.iter().find(|(lane, _)| at(*lane) == *hole);
                    let begins = match place {
                        Some((_, test)) => self.test_mask(test, holds)?,
                        None => self.zero_cell(),
                    };
                    match must {
                        true => self.emit(Op::Copy { to: *to, of: begins }),
                        false => self.emit(Op::AndNot { to: *to, a: holds, b: begins }),
                    }
                }
            }
        }
        Ok(())
    }

    /// Parks the games in which a law applies.
    pub(super) fn emit_parking(&mut self) -> Emitted<()> {
        let (ready, bound) = (self.register(Register::Ready), self.register(Register::LawApplies));
        self.or_into(Register::AwaitingTrial, bound);
        self.emit(Op::AndNot { to: ready, a: ready, b: bound });
        Ok(())
    }

    /// Emits the choices of the games that are ready.
    pub(super) fn emit_offer(&mut self) -> Emitted<()> {
        let ready = self.register(Register::Ready);
        self.emit_offer_under(ready)
    }

    /// Range of seeds with which a hole can be chosen, if nothing else matters.
    pub(super) fn offer_range(&self) -> Option<NumberRange> {
        let [side] = self.seat_codes else { return None };
        let [begin] = side.code.starts.as_slice() else { return None };
        let (Test::Always, PlaceExpr::Holding(_, range)) = (&begin.test, &begin.holes) else {
            return None;
        };
        Some(*range)
    }

    fn emit_offer_under(&mut self, under: CellId) -> Emitted<()> {
        let offers = self.offers;
        if self.scalar_choices.is_some() {
            return Ok(());
        }
        if let Some(fit) = self.offer_range().and_then(|range| cell_range(&range, 0)) {
            self.emit(Op::Offer { fit, under });
            return Ok(());
        }
        for (_, to) in offers {
            self.emit(Op::AndNot { to: *to, a: *to, b: under });
        }
        for side in self.seat_codes {
            let mut rest = self.mover_mask(side, under);
            for begin in &side.code.starts {
                let fits = self.test_mask(&begin.test, rest)?;
                self.with_temporaries(|b| {
                    for (lane, chosen) in b.masked_lanes(&begin.holes, fits)? {
                        let offer = offers.iter().find(|(of, _)| *of == at(lane));
                        let Some((_, to)) = offer else { continue };
                        b.emit(Op::Or { to: *to, a: *to, b: chosen });
                    }
                    Ok(())
                })?;
                rest = self.and_not(rest, fits);
            }
        }
        self.count_choices();
        Ok(())
    }

    /// Whether a move can have several laps.
    pub(super) fn may_relay(&self) -> bool {
        self.seat_codes.iter().any(|side| side.code.needs_trial)
    }

    /// Whether a move may have more or fewer laps than one.
    pub(super) fn counts_laps(&self) -> bool {
        let taken =
            |side: &SeatCode<'_>| side.code.before_lap.iter().any(|block| !block.is_empty());
        self.may_relay() || self.scalar_reason.is_some() || self.seat_codes.iter().any(taken)
    }

    pub(super) fn has_laws(&self) -> bool {
        self.seat_codes.iter().any(|side| !side.code.laws.is_empty())
    }

    /// Whether the history of positions is kept.
    pub(super) fn tracks_repetition(&self) -> bool {
        self.program.fewest_moves_to_repeat != u32::MAX
    }

    /// Mask of the games in which the position occurs for the third time, if it can.
    pub(super) fn repetition_mask(&mut self, going: CellId) -> Option<CellId> {
        let fit = cell_range(&NumberRange::at_least(i64::from(FORCED_END_COUNT) - 1), 0)
            .filter(|_| self.tracks_repetition())?;
        let (of, to) = (self.register(Register::Occurrences), self.new_cell());
        self.emit(Op::Within { to, of, fit, under: going });
        Some(to)
    }

    /// Adds the position to the history, if it can return.
    pub(super) fn push_position(&mut self) {
        if self.tracks_repetition() {
            let stored = self.register(Register::StoredSeeds);
            let of = self.program.stores.iter().map(at).collect();
            self.emit(Op::Sum { to: stored, of });
            self.emit(Op::PushPosition);
        }
    }

    /// Counts the choices, and the earlier occurrences of the position.
    pub(super) fn emit_counts(&mut self) {
        self.count_legal_choices();
        if self.tracks_repetition() {
            self.emit(Op::CountOccurrences);
        }
    }

    /// Emits what comes before a move, after the counts: ends, passes, and the history.
    pub(super) fn emit_arrival(&mut self, scores: &[CellId]) -> Emitted<()> {
        let (ready, over) = (self.register(Register::Ready), self.register(Register::EndNumber));
        let choices = self.register(Register::ChoiceCount);
        self.set(Register::Stopped, T::NONE);
        let going = self.not_over(ready);
        let before = self.register(Register::PreviousMover);
        for side in self.seat_codes {
            let moving = self.mover_mask(side, going);
            self.known_mover = Some(side.seat);
            let ends = side.ends.iter().filter(|(_, block)| !block.is_empty());
            for SharedBlock { block, captures_by_seat: of } in
                share_blocks(ends.map(|(seat, block)| (*seat, *block)))
            {
                let mut mask_of =
                    |seat: u8| self.is(before, self.previous_mover_value(seat), moving);
                let of: Vec<_> = of.into_iter().map(|(seat, own)| (mask_of(seat), own)).collect();
                let under = match of.len() == self.program.seats {
                    true => moving,
                    false => self.any_nonzero(of.iter().map(|(mask, _)| *mask).collect(), moving),
                };
                self.captors = Some(CaptorMasks { by_mover: of, emitted: 0 });
                self.with_temporaries(|b| b.block(&block, under))?;
                self.captors = None;
            }
            self.known_mover = None;
        }
        let going = self.is(over, T::NONE, ready);
        if let Some(often) = self.repetition_mask(going) {
            self.skip_unless(often, |b| b.sweep_to_owners(often, Rule::Repetition))?;
        }
        self.push_position();
        let going = self.is(over, T::NONE, ready);
        if self.scalar_choices.is_none() {
            let stuck = self.is(choices, T::NONE, going);
            self.skip_unless(stuck, |b| b.pass(stuck))?;
        }
        self.emit_tally();
        let (ended, now) = (self.register(Register::FinishedEnd), self.new_cell());
        // Games that fall back are finished by the plan.
        let left = self.register(Register::FallBack);
        let legal = self.and_not(ready, left);
        self.emit(Op::And { to: now, a: legal, b: over });
        self.emit(Op::Or { to: ended, a: ended, b: now });
        self.emit(Op::Is { to: ready, of: over, n: T::NONE, under: ready });
        for (score, held) in scores.iter().zip(&self.program.score_lanes) {
            self.emit(Op::Sum { to: *score, of: held.iter().map(at).collect() });
        }
        Ok(())
    }

    /// Counts captures and laps, where the host does not.
    pub(super) fn emit_tally(&mut self) {
        if self.scalar_choices.is_none() {
            let laps = self.counts_laps();
            self.emit(Op::Tally { laps });
        }
    }

    /// The same for the rare games only; the other games wait for them.
    pub(super) fn emit_rare_arrival(&mut self, scores: &[CellId]) -> Emitted<()> {
        let (ready, rare) = (self.register(Register::Ready), self.register(Register::Rare));
        let deferred = self.register(Register::DeferredReady);
        self.emit(Op::Copy { to: deferred, of: ready });
        self.emit(Op::Copy { to: ready, of: rare });
        self.set(Register::Rare, T::NONE);
        self.emit_arrival(scores)?;
        self.or_into(Register::Ready, deferred);
        Ok(())
    }

    /// Counts the choices, if laws may have removed some.
    fn count_legal_choices(&mut self) {
        if self.has_laws() {
            self.count_choices();
        }
    }

    /// Counts the choices.
    fn count_choices(&mut self) {
        let to = self.register(Register::ChoiceCount);
        self.emit(Op::CountTrue {
            to,
            of: self.offers.iter().map(|(_, answer)| *answer).collect(),
        });
    }

    /// The player to move passes in these games.
    fn pass(&mut self, stuck: CellId) -> Emitted<()> {
        let over = self.register(Register::EndNumber);
        self.lose_if_stuck(stuck);
        let passing = self.is(over, T::NONE, stuck);
        if self.has_laws() || self.program.seats != 2 {
            self.or_into(Register::FallBack, passing);
            return Ok(());
        }
        self.begin_turn(passing);
        for lane in self.program.expiring[2].iter() {
            self.emit(Op::Assign { to: at(lane), n: T::NONE, under: passing });
        }
        match self.mirror {
            Some(mirror) => self.mirror_sides(mirror, passing),
            None => self.switch_mover(passing),
        }
        self.emit_offer_under(passing)?;
        let choices = self.register(Register::ChoiceCount);
        let stuck = self.is(choices, T::NONE, passing);
        self.lose_if_stuck(stuck);
        let nobody = self.is(over, T::NONE, stuck);
        self.sweep_to_owners(nobody, Rule::NobodyMoves)
    }

    /// A player who cannot move loses, if the rules say so.
    fn lose_if_stuck(&mut self, stuck: CellId) {
        for side in self.seat_codes {
            if let Some((why, true)) = side.code.no_move {
                let theirs = self.mover_mask(side, stuck);
                let how = EndRule::Loses(Seat(side.seat));
                self.end_game(GameEnd { ending: how, clause: why }, theirs);
            }
        }
    }

    /// The default end: each player keeps the seeds of their own holes.
    fn sweep_to_owners(&mut self, under: CellId, why: Rule) -> Emitted<()> {
        let mut owned = false;
        for (holes, store) in &self.program.own_holes {
            owned |= !holes.is_empty();
            let gained = self.new_cell();
            let of = holes.iter().map(|hole| (at(hole), under)).collect();
            self.emit(Op::Move { of, to: at(*store), share: Portion::All, gained });
        }
        let how = if owned { EndRule::Judged } else { EndRule::Drawn };
        self.end_game(GameEnd { ending: how, clause: why.clause() }, under);
        Ok(())
    }

    /// Emits the reset of a move's registers.
    pub(super) fn emit_begin_move(&mut self) -> Emitted<()> {
        let ready = self.register(Register::Ready);
        let none = [
            Register::Again,
            Register::TurnOver,
            Register::LapCaptured,
            Register::LastCaptured,
            Register::FirstCaptured,
            Register::Captured,
            Register::Laps,
        ];
        none.into_iter().for_each(|cell| self.assign(cell, T::NONE, ready));
        self.assign(Register::FirstLap, T::ALL, ready);
        let (stored, before) =
            (self.register(Register::StoredSeeds), self.register(Register::StoredSeedsBefore));
        self.emit(Op::AssignCell { to: before, of: stored, under: ready });
        Ok(())
    }
}
