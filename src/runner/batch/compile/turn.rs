//! Between two moves: whose turn it is, what can be chosen, and whether the game is over.

use super::captors::{Captors, Shared, shared};
use super::cond::fit;
use super::{Build, Made, Side, THIRD, at};
use crate::model::{Default as Rule, Seat};
use crate::program::{Act, Ending, Lane, Mirror, Range, Test, Where, any_act};
use crate::runner::batch::code::{End, Law};
use mnc_lockstep::{At, Cell, Fixed, Op, Share, yes};

impl<'p, T: Cell> Build<'p, T> {
    /// After a move, until it is known who is next.
    pub(super) fn after(&mut self) -> Made<()> {
        let sides = self.sides;
        let (done, left) = (self.fixed(Fixed::Done), self.fixed(Fixed::Left));
        let ready = self.fixed(Fixed::Ready);
        self.op(Op::AndNot { to: ready, a: done, b: left });
        self.set(Fixed::Done, T::NONE);
        self.set(Fixed::Stopped, T::NONE);
        self.set(Fixed::Same, T::NONE);
        self.set(Fixed::Turned, T::NONE);
        let going = self.not_over(ready);
        let movers = self.movers(going);
        for (side, moving) in sides.iter().zip(&movers) {
            self.after_side(side, *moving)?;
        }
        self.lift(going);
        let (turned, before) = (self.fixed(Fixed::Turned), self.fixed(Fixed::Before));
        if let Some(mirror) = self.mirror {
            self.op(Op::PutCell { to: before, of: turned, under: going });
            self.turn_round(mirror, turned);
        } else {
            for (side, moving) in sides.iter().zip(&movers) {
                self.put(Fixed::Before, self.before_is(side.seat), *moving);
            }
            let mover = self.fixed(Fixed::Mover);
            for side in sides {
                let next = (usize::from(side.seat) + 1) % self.program.seats;
                let his = self.is(before, self.before_is(side.seat), turned);
                self.op(Op::Put { to: mover, n: T::of(next as u32), under: his });
            }
        }
        Ok(())
    }

    /// Lifts the marks and notes that lived for what is over.
    fn lift(&mut self, going: At) {
        let program = self.program;
        let [of_lap, of_move, of_turn] = program.lifted;
        let turned = self.fixed(Fixed::Turned);
        // Where no lane tells how many moves have been made a turn is one move.
        let turn = if program.moves_made.is_some() { turned } else { going };
        let lifted = of_lap.union(of_move);
        for (lanes, under) in [(lifted, going), (of_turn, turn)] {
            for lane in lanes.iter() {
                self.op(Op::Put { to: at(lane), n: T::NONE, under });
            }
        }
    }

    fn after_side(&mut self, side: &Side<'_>, moving: At) -> Made<()> {
        let program = self.program;
        if let Some(moved) = program.moved[usize::from(side.seat)] {
            self.op(Op::Put { to: at(moved), n: T::ONE, under: moving });
        }
        self.block(&side.code.after_move, moving)?;
        let over = self.fixed(Fixed::Over);
        let going = match side.code.after_move.is_empty() {
            true => moving,
            false => self.is(over, T::NONE, moving),
        };
        let (again, turn_over) = (self.fixed(Fixed::Again), self.fixed(Fixed::TurnOver));
        let can = self.and_not(going, turn_over);
        let mut same = self.and(can, again);
        if let Some(turn) = &side.code.turn {
            if turn.at_most.is_some() || turn.moves.is_some() {
                return Err("turns of several moves");
            }
            if let Some(test) = &turn.again {
                let open = self.and_not(can, again);
                let more = self.test(test, open)?;
                let to = self.cell();
                self.op(Op::Or { to, a: same, b: more });
                same = to;
            }
        }
        let turned = self.and_not(going, same);
        if let Some(made) = program.moves_made {
            let made = at(made);
            let few = self.is(made, T::ALL, same);
            let counted = self.and_not(same, few);
            self.op(Op::Count { to: made, under: counted });
            self.op(Op::Put { to: made, n: T::NONE, under: turned });
        }
        if let Some(played) = program.played[usize::from(side.seat)] {
            self.op(Op::Put { to: at(played), n: T::ONE, under: turned });
        }
        self.or_into(Fixed::Same, same);
        self.or_into(Fixed::Turned, turned);
        Ok(())
    }

    /// The games that are not over yet, of those in which a move has been made.
    pub(super) fn not_over(&mut self, ready: At) -> At {
        let ends = |act: &Act| matches!(act, Act::EndGame(_));
        let blocks = |side: &Side<'p>| side.code.of_laps().chain([&side.code.after_move]);
        if !self.sides.iter().flat_map(blocks).any(|block| any_act(block, ends)) {
            return ready;
        }
        let over = self.fixed(Fixed::Over);
        self.is(over, T::NONE, ready)
    }

    /// The other player is about to move, and his side is turned to him.
    fn turn_round(&mut self, mirror: &Mirror, under: At) {
        let pairs = mirror.pairs().filter(|(lane, _)| self.changes(*lane));
        let pairs = pairs.map(|(a, b)| (at(a), at(b))).collect();
        self.op(Op::Swap { pairs, under });
        self.other_moves(under);
    }

    /// The other of two players is about to move.
    fn other_moves(&mut self, under: At) {
        let mover = self.fixed(Fixed::Mover);
        self.op(Op::Flip { to: mover, under });
    }

    /// What [`Fixed::Before`] holds where that player has moved. Where the sides are turned, whether
    /// it was the other one.
    fn before_is(&self, seat: u8) -> T {
        match self.mirror {
            Some(_) => yes(seat != 0),
            None => T::of(seat.into()),
        }
    }

    /// Whether what a lane holds may change: all but what nobody can ever sow or capture to.
    fn changes(&self, lane: Lane) -> bool {
        lane.index() >= self.program.places || self.program.identity.contains(lane)
    }

    /// In which games a law holds.
    pub(super) fn bind(&mut self, laws: &[Law<T>]) -> Made<()> {
        let ready = self.fixed(Fixed::Ready);
        self.set(Fixed::Bound, T::NONE);
        let going = self.not_over(ready);
        let mut laws = laws.iter();
        for side in self.sides {
            let moving = self.moving(side, going);
            for (law, of) in side.code.laws.iter().zip(&mut laws) {
                let holds = self.test(&law.when, moving)?;
                self.op(Op::Copy { to: of.holds, of: holds });
                self.or_into(Fixed::Bound, holds);
            }
        }
        Ok(())
    }

    /// Games in which a law holds wait.
    pub(super) fn wait(&mut self) -> Made<()> {
        let (ready, bound) = (self.fixed(Fixed::Ready), self.fixed(Fixed::Bound));
        self.or_into(Fixed::Waiting, bound);
        self.op(Op::AndNot { to: ready, a: ready, b: bound });
        Ok(())
    }

    /// What can be chosen.
    pub(super) fn offer(&mut self) -> Made<()> {
        let ready = self.fixed(Fixed::Ready);
        self.offer_under(ready)
    }

    /// How much a hole has to hold to be chosen, if that is all.
    pub(super) fn offered(&self) -> Option<Range> {
        let [side] = self.sides else { return None };
        let [begin] = side.code.begin.as_slice() else { return None };
        match (&begin.test, &begin.holes) {
            (Test::Always, Where::Holding(_, range)) => Some(*range),
            _ => None,
        }
    }

    fn offer_under(&mut self, under: At) -> Made<()> {
        let offers = self.offers;
        if let Some(fit) = self.offered().and_then(|range| fit(&range, 0)) {
            self.op(Op::Offer { fit, under });
            return Ok(());
        }
        for (_, to) in offers {
            self.op(Op::AndNot { to: *to, a: *to, b: under });
        }
        for side in self.sides {
            let mut rest = self.moving(side, under);
            for begin in &side.code.begin {
                let fits = self.test(&begin.test, rest)?;
                self.for_a_while(|b| {
                    for (lane, chosen) in b.meant(&begin.holes, fits)? {
                        let offer = offers.iter().find(|(of, _)| *of == at(lane));
                        let Some((_, to)) = offer else { continue };
                        b.op(Op::Or { to: *to, a: *to, b: chosen });
                    }
                    Ok(())
                })?;
                rest = self.and_not(rest, fits);
            }
        }
        self.tell_choices();
        Ok(())
    }

    /// Whether a move can have several laps.
    pub(super) fn relays(&self) -> bool {
        self.sides.iter().any(|side| side.code.relays)
    }

    /// Whether a move may have more laps than one, or fewer.
    pub(super) fn counts_laps(&self) -> bool {
        let taken = |side: &Side<'_>| side.code.before_lap.iter().any(|block| !block.is_empty());
        self.relays() || self.aside.is_some() || self.sides.iter().any(taken)
    }

    pub(super) fn has_laws(&self) -> bool {
        self.sides.iter().any(|side| !side.code.laws.is_empty())
    }

    /// Whether it is looked whether positions return.
    pub(super) fn returns(&self) -> bool {
        self.program.soonest_return != u32::MAX
    }

    /// The games in which the position stands for the third time, if it can.
    pub(super) fn often(&mut self, going: At) -> Option<At> {
        let fit = fit(&Range::from(i64::from(THIRD) - 1), 0).filter(|_| self.returns())?;
        let (of, to) = (self.fixed(Fixed::Stood), self.cell());
        self.op(Op::Within { to, of, fit, under: going });
        Some(to)
    }

    /// The position is kept, if it can return.
    pub(super) fn keep(&mut self) {
        if self.returns() {
            let stored = self.fixed(Fixed::Stored);
            let of = self.program.stores.iter().map(at).collect();
            self.op(Op::Sum { to: stored, of });
            self.op(Op::Keep);
        }
    }

    /// How many holes can be chosen, and how often the position stood before.
    pub(super) fn look_round(&mut self) {
        self.tell_lawful_choices();
        if self.returns() {
            self.op(Op::LookBack);
        }
    }

    /// Before a move, at which has been looked: ends, and what is kept.
    pub(super) fn arrive(&mut self, scores: &[At]) -> Made<()> {
        let (ready, over) = (self.fixed(Fixed::Ready), self.fixed(Fixed::Over));
        let choices = self.fixed(Fixed::Choices);
        self.set(Fixed::Stopped, T::NONE);
        let going = self.not_over(ready);
        let before = self.fixed(Fixed::Before);
        for side in self.sides {
            let moving = self.moving(side, going);
            self.next = Some(side.seat);
            let ends = side.ends.iter().filter(|(_, block)| !block.is_empty());
            for Shared { block, of } in shared(ends.map(|(seat, block)| (*seat, *block))) {
                let mut whose = |seat: u8| self.is(before, self.before_is(seat), moving);
                let of: Vec<_> = of.into_iter().map(|(seat, own)| (whose(seat), own)).collect();
                let under = match of.len() == self.program.seats {
                    true => moving,
                    false => self.any(of.iter().map(|(his, _)| *his).collect(), moving),
                };
                self.captors = Some(Captors { of, made: 0 });
                self.for_a_while(|b| b.block(&block, under))?;
                self.captors = None;
            }
            self.next = None;
        }
        let going = self.is(over, T::NONE, ready);
        if let Some(often) = self.often(going) {
            self.within(often, |b| b.each_keeps(often, Rule::Repetition))?;
        }
        self.keep();
        let going = self.is(over, T::NONE, ready);
        let stuck = self.is(choices, T::NONE, going);
        self.within(stuck, |b| b.pass(stuck))?;
        let laps = self.counts_laps();
        self.op(Op::Tally { laps });
        let (ended, now) = (self.fixed(Fixed::Ended), self.cell());
        // What is left is told by the plan, its end too.
        let left = self.fixed(Fixed::Left);
        let told = self.and_not(ready, left);
        self.op(Op::And { to: now, a: told, b: over });
        self.op(Op::Or { to: ended, a: ended, b: now });
        self.op(Op::Is { to: ready, of: over, n: T::NONE, under: ready });
        for (score, held) in scores.iter().zip(&self.program.held) {
            self.op(Op::Sum { to: *score, of: held.iter().map(at).collect() });
        }
        Ok(())
    }

    /// The same with the rare games alone, for which the others wait.
    pub(super) fn arrive_rare(&mut self, scores: &[At]) -> Made<()> {
        let (ready, rare) = (self.fixed(Fixed::Ready), self.fixed(Fixed::Rare));
        let aside = self.fixed(Fixed::Aside);
        self.op(Op::Copy { to: aside, of: ready });
        self.op(Op::Copy { to: ready, of: rare });
        self.set(Fixed::Rare, T::NONE);
        self.arrive(scores)?;
        self.or_into(Fixed::Ready, aside);
        Ok(())
    }

    /// How many holes can be chosen, where a law may have forbidden some.
    fn tell_lawful_choices(&mut self) {
        if self.has_laws() {
            self.tell_choices();
        }
    }

    /// How many holes can be chosen.
    fn tell_choices(&mut self) {
        let to = self.fixed(Fixed::Choices);
        self.op(Op::Tell { to, of: self.offers.iter().map(|(_, answer)| *answer).collect() });
    }

    /// The player about to move passes.
    fn pass(&mut self, stuck: At) -> Made<()> {
        let over = self.fixed(Fixed::Over);
        self.lose(stuck);
        let passing = self.is(over, T::NONE, stuck);
        if self.has_laws() || self.program.seats != 2 || self.program.moves_made.is_some() {
            self.or_into(Fixed::Left, passing);
            return Ok(());
        }
        match self.mirror {
            Some(mirror) => self.turn_round(mirror, passing),
            None => self.other_moves(passing),
        }
        self.offer_under(passing)?;
        let choices = self.fixed(Fixed::Choices);
        let stuck = self.is(choices, T::NONE, passing);
        self.lose(stuck);
        let nobody = self.is(over, T::NONE, stuck);
        self.each_keeps(nobody, Rule::NobodyMoves)
    }

    /// Who cannot move loses, where that is said.
    fn lose(&mut self, stuck: At) {
        for side in self.sides {
            if let Some((why, true)) = side.code.no_move {
                let his = self.moving(side, stuck);
                let how = Ending::Loses(Seat(side.seat));
                self.end(End { how, why }, his);
            }
        }
    }

    /// By default each player keeps the seeds of his own holes, and the game is over.
    fn each_keeps(&mut self, under: At, why: Rule) -> Made<()> {
        let mut owned = false;
        for (holes, store) in &self.program.keeps {
            owned |= !holes.is_empty();
            let gained = self.cell();
            let of = holes.iter().map(|hole| (at(hole), under)).collect();
            self.op(Op::Move { of, to: at(*store), share: Share::All, gained });
        }
        let how = if owned { Ending::Judged } else { Ending::Drawn };
        self.end(End { how, why: why.clause() }, under);
        Ok(())
    }

    /// The beginning of a move.
    pub(super) fn begin_move(&mut self) -> Made<()> {
        let ready = self.fixed(Fixed::Ready);
        let none = [
            Fixed::Again,
            Fixed::TurnOver,
            Fixed::LapCaptured,
            Fixed::LastCaptured,
            Fixed::FirstCaptured,
            Fixed::Captured,
            Fixed::Laps,
        ];
        none.into_iter().for_each(|cell| self.put(cell, T::NONE, ready));
        self.put(Fixed::FirstLap, T::ALL, ready);
        let (stored, before) = (self.fixed(Fixed::Stored), self.fixed(Fixed::StoredBefore));
        self.op(Op::PutCell { to: before, of: stored, under: ready });
        Ok(())
    }
}
