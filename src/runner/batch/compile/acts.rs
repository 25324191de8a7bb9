//! What is done.

use super::runs::Through;
use super::{Build, KINDS, Made};
use crate::model::ClauseId;
use crate::program::{self, Act, Block, Lane, LaneSet, Number, Where};
use crate::runner::batch::code::End;
use mnc_lockstep::{At, Cell, Fixed, Op, Reckoning, Share};

/// Whether nothing more is done after it.
pub(super) fn stops(act: &Act) -> bool {
    matches!(act, Act::PlayAgain | Act::EndMove | Act::EndTurn | Act::EndGame(_))
}

/// Whether nothing more may be done after it, for what is done within.
fn may_stop(act: &Act) -> bool {
    act.any(stops)
}

/// The lanes that are written; nothing that cannot be undone happens.
fn written(acts: &[Act]) -> Made<LaneSet> {
    let mut lanes = LaneSet::default();
    let mut undone = true;
    let mut see = |act: &Act| match act {
        Act::Move { from, to, .. } => {
            lanes = lanes.union(from.lanes());
            lanes = lanes.union(to.lanes());
        }
        Act::Set(lane, _) | Act::Add(lane, _) => lanes.insert(*lane),
        Act::SetEach(place, _) => lanes = lanes.union(place.lanes()),
        Act::Cases(_) | Act::Chain(_) | Act::Tried { .. } => {}
        Act::PlayAgain | Act::EndMove | Act::EndTurn | Act::EndStage => {}
        Act::Sow(_) | Act::Ask(_) | Act::Pass | Act::EndGame(_) | Act::Handed(_) => undone = false,
    };
    acts.iter().for_each(|act| act.each(&mut see));
    if undone { Ok(lanes) } else { Err("what is tried cannot be taken back") }
}

impl<T: Cell> Build<'_, T> {
    /// The first case that fits of each list.
    pub(super) fn block(&mut self, block: &Block, under: At) -> Made<()> {
        self.cases(block, under, None)
    }

    /// The same, and the games in which one fitted.
    fn cases(&mut self, block: &Block, under: At, fitted: Option<At>) -> Made<()> {
        self.for_a_while(|b| {
            let mut stopped = false;
            for list in block {
                let mut rest = under;
                if stopped {
                    let over = b.fixed(Fixed::Stopped);
                    rest = b.and_not(rest, over);
                }
                for (i, case) in list.iter().enumerate() {
                    let fits = b.test(&case.test, rest)?;
                    if i + 1 < list.len() {
                        rest = b.and_not(rest, fits);
                    }
                    if let Some(to) = fitted {
                        b.op(Op::Or { to, a: to, b: fits });
                    }
                    stopped |= case.acts.iter().any(may_stop);
                    if !case.acts.is_empty() {
                        b.within(fits, |b| b.acts(&case.acts, case.clause, fits))?;
                    }
                }
            }
            Ok(())
        })
    }

    fn acts(&mut self, acts: &[Act], clause: ClauseId, mut under: At) -> Made<()> {
        for (i, act) in acts.iter().enumerate() {
            self.act(act, clause, under)?;
            if may_stop(act) && i + 1 < acts.len() {
                let stopped = self.fixed(Fixed::Stopped);
                under = self.and_not(under, stopped);
            }
        }
        Ok(())
    }

    fn act(&mut self, act: &Act, clause: ClauseId, under: At) -> Made<()> {
        match act {
            Act::Move { hand: true, .. } if !self.walking => {
                return Err("seeds in the hand are moved");
            }
            Act::Move { kind: Some(_), .. } => return Err(KINDS),
            Act::Move { from, hand, share, kind: None, to, capture, after } => {
                let to = to.only().ok_or("one of several places")?;
                let share = match share {
                    program::Share::All => Share::All,
                    program::Share::Half => Share::Half,
                    program::Share::Number(Number::Fixed(n)) => {
                        Share::Number(T::of((*n).clamp(0, i64::from(T::GREATEST)) as u32))
                    }
                    program::Share::Number(_) => return Err("a number of seeds is reckoned"),
                    program::Share::Chosen(..) | program::Share::First => {
                        return Err("a number that a player chooses");
                    }
                };
                let gained = match self.through(from).filter(|_| !hand && share == Share::All) {
                    Some(run) => self.move_run(run, to, under)?,
                    None => self.move_from(from, *hand, share, to, under)?,
                };
                if let Some(own) = capture {
                    if let Some(captured) = self.captured(*own, gained) {
                        self.or_into(Fixed::Captured, captured);
                        self.or_into(Fixed::LapCaptured, captured);
                        let first = self.fixed(Fixed::FirstLap);
                        let first = self.and(captured, first);
                        self.or_into(Fixed::FirstCaptured, first);
                    }
                    if !after.is_empty() {
                        self.within(gained, |b| b.block(after, gained))?;
                    }
                }
            }
            Act::Sow(lap) => {
                let each = lap.only_from().ok_or("a lap that is sown in a way of its own")?;
                let mut rest = under;
                for (lane, test) in each {
                    let fits = self.test(test, rest)?;
                    let of = self.of(*lane);
                    match self.named(*lane) {
                        None => self.op(Op::Pend { of, place: T::of(lane.0.into()), under: fits }),
                        Some(place) => self.op(Op::PendAt { of, place, under: fits }),
                    }
                    rest = self.and_not(rest, fits);
                }
            }
            Act::Set(lane, Number::Fixed(n)) if (0..=i64::from(T::GREATEST)).contains(n) => {
                let to = self.of(*lane);
                self.op(Op::Put { to, n: T::of(*n as u32), under });
                self.wrote(*lane);
            }
            Act::Set(lane, number) => {
                let of = self.number(number, under)?;
                let to = self.of(*lane);
                self.op(Op::PutNumber { to, of, under });
                self.wrote(*lane);
            }
            Act::SetEach(place, value) => {
                for (lane, under) in self.meant(place, under)? {
                    let to = self.of(lane);
                    self.op(Op::Put { to, n: T::of((*value).into()), under });
                    self.wrote(lane);
                }
            }
            Act::Add(lane, number) => {
                let (there, to) = (self.num(), self.of(*lane));
                self.op(Op::Cell { to: there, of: to });
                let more = self.number(number, under)?;
                let all = self.num();
                let how = Reckoning::Add;
                self.op(Op::Reckon { to: all, a: there, b: more, how });
                self.op(Op::PutNumber { to, of: all, under });
                self.wrote(*lane);
            }
            Act::Cases(block) => self.block(block, under)?,
            Act::Chain(blocks) => {
                let mut under = under;
                for block in blocks.iter() {
                    let fitted = self.none();
                    self.cases(block, under, Some(fitted))?;
                    let stopped = self.fixed(Fixed::Stopped);
                    under = self.and_not(fitted, stopped);
                }
            }
            Act::Tried { acts, test, .. } => self.tried(acts, test, clause, under)?,
            Act::PlayAgain => {
                self.or_into(Fixed::Again, under);
                self.or_into(Fixed::Stopped, under);
            }
            Act::EndMove => self.or_into(Fixed::Stopped, under),
            Act::EndTurn => {
                self.or_into(Fixed::TurnOver, under);
                self.or_into(Fixed::Stopped, under);
            }
            Act::EndGame(how) => {
                self.end(End { how: *how, why: clause }, under);
                self.or_into(Fixed::Stopped, under);
            }
            Act::Ask(_) => return Err("a choice in the middle of a move"),
            // No stage follows the last one.
            Act::EndStage => {}
            Act::Pass => return Err("a pass as a move"),
            Act::Handed(handed) => return Err(handed.why),
        }
        Ok(())
    }

    /// Seeds of some lanes go to another; in which games there were any.
    fn move_from(
        &mut self,
        from: &Where,
        hand: bool,
        share: Share<T>,
        to: Lane,
        under: At,
    ) -> Made<At> {
        let from = self.meant(from, under)?;
        let lanes: Vec<Lane> = from.iter().map(|(lane, _)| *lane).chain([to]).collect();
        let twice = |a: &Lane| lanes.iter().any(|b| self.may_be_same(*a, *b));
        if lanes.iter().any(twice) {
            return Err("a lane is meant twice");
        }
        let alike = !hand && share == Share::All && from.iter().all(|(_, games)| *games == under);
        if alike && let Some(gained) = self.move_place(&lanes, under) {
            return Ok(gained);
        }
        let of = self.cells_of(from);
        let (gained, to) = (self.cell(), self.of(to));
        self.op(Op::Move { of, to, share, gained });
        if hand {
            self.op(Op::MoveHand { to, gained, under });
        }
        lanes.into_iter().for_each(|lane| self.wrote(lane));
        Ok(gained)
    }

    /// All seeds of some columns go to a lane, the last one of these; in which games there were any. `None`:
    /// they are not several columns, or it is one too.
    fn move_place(&mut self, lanes: &[Lane], under: At) -> Option<At> {
        let (to, columns) = lanes.split_last()?;
        let of = self.by_places(columns).filter(|_| !self.is_column(*to))?;
        let it = self.columns.it?;
        let moved: LaneSet =
            of.iter().flat_map(|(_, cells)| cells).map(|at| Lane(at.0 as u8)).collect();
        let (gained, to_cell) = (self.cell(), self.of(*to));
        self.op(Op::MovePlace { of, it, to: to_cell, gained, under });
        moved.iter().chain([*to]).for_each(|lane| self.wrote(lane));
        Some(gained)
    }

    /// All seeds of a run go to a lane; in which games there were any.
    fn move_run(&mut self, run: Through<T>, to: Lane, under: At) -> Made<At> {
        let Through { of, fit, first } = run;
        let lanes: Vec<Lane> = of.iter().map(|(_, at)| Lane(at.0 as u8)).collect();
        if lanes.contains(&to) || lanes.iter().any(|lane| self.may_be_same(*lane, to)) {
            return Err("a lane is meant twice");
        }
        let it = self.columns.it.ok_or("a run of no columns")?;
        let (gained, to_cell) = (self.cell(), self.of(to));
        self.op(Op::MoveRun { of, it, fit, first, to: to_cell, gained, under });
        lanes.into_iter().chain([to]).for_each(|lane| self.wrote(lane));
        Ok(gained)
    }

    /// Done, looked at, and undone where it does not come out so.
    fn tried(
        &mut self,
        acts: &[Act],
        test: &program::Test,
        clause: ClauseId,
        under: At,
    ) -> Made<()> {
        let captured = [Fixed::Captured, Fixed::LapCaptured, Fixed::FirstCaptured];
        let stopped = [Fixed::Again, Fixed::TurnOver, Fixed::Stopped];
        let stopped = stopped.into_iter().filter(|_| acts.iter().any(may_stop));
        let flags = captured.into_iter().chain(stopped);
        let flags: Vec<At> = flags.map(|flag| self.fixed(flag)).collect();
        let kept: Vec<(At, At)> = flags.into_iter().map(|flag| (flag, self.cell())).collect();
        let lanes = self.stood_for(&written(acts)?);
        let lanes: Vec<(Lane, At)> = lanes.iter().map(|lane| (lane, self.cell())).collect();
        for (of, to) in &kept {
            self.op(Op::Copy { to: *to, of: *of });
        }
        for (lane, to) in &lanes {
            let of = self.of(*lane);
            self.op(Op::Copy { to: *to, of });
        }
        self.acts(acts, clause, under)?;
        let holds = self.test(test, under)?;
        let undone = self.and_not(under, holds);
        self.within(undone, |b| {
            for (to, of) in &kept {
                b.op(Op::PutCell { to: *to, of: *of, under: undone });
            }
            for (lane, of) in &lanes {
                let to = b.of(*lane);
                b.op(Op::PutCell { to, of: *of, under: undone });
                b.wrote(*lane);
            }
            Ok(())
        })
    }
}
