//! Compiles acts.

use super::run_captures::RunLanes;
use super::{BatchCompiler, Emitted, KINDS};
use crate::model::ClauseId;
use crate::program::{self, Act, Block, Lane, LaneSet, NumberExpr, PlaceExpr};
use crate::runner::batch::code::GameEnd;
use mnc_lockstep::{ArithOp, CellId, CellValue, Op, Portion, Register};

/// Whether an act ends the list that it is in.
pub(super) fn ends_acts(act: &Act) -> bool {
    matches!(act, Act::PlayAgain | Act::EndMove | Act::EndTurn | Act::EndGame(_))
}

/// Whether an act or one within it ends the list.
fn may_end_acts(act: &Act) -> bool {
    act.any(ends_acts)
}

/// The lanes that acts write; `Err` if something happens that cannot be undone.
fn written_lanes(acts: &[Act]) -> Emitted<LaneSet> {
    let mut lanes = LaneSet::default();
    let mut undone = true;
    let mut see = |act: &Act| match act {
        Act::Move { from, to, .. } => {
            lanes = lanes.union(from.lanes());
            lanes = lanes.union(to.lanes());
        }
        Act::Set(lane, _) | Act::Add(lane, _) => lanes.insert(*lane),
        Act::SetEach(place, _) => lanes = lanes.union(place.lanes()),
        Act::Cases(_) | Act::Chain(_) | Act::Try { .. } => {}
        Act::PlayAgain | Act::EndMove | Act::EndTurn | Act::EndStage => {}
        Act::Sow(_) | Act::Ask(_) | Act::Pass | Act::EndGame(_) | Act::Unsupported(_) => {
            undone = false
        }
    };
    acts.iter().for_each(|act| act.visit(&mut see));
    if undone { Ok(lanes) } else { Err("what is tried cannot be taken back") }
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// The first case that fits of each list.
    pub(super) fn block(&mut self, block: &Block, under: CellId) -> Emitted<()> {
        self.cases(block, under, None)
    }

    /// The same; adds to `fitted` the games in which some case fitted.
    fn cases(&mut self, block: &Block, under: CellId, fitted: Option<CellId>) -> Emitted<()> {
        self.with_temporaries(|b| {
            let mut stopped = false;
            for list in block {
                let mut rest = under;
                if stopped {
                    let over = b.register(Register::Stopped);
                    rest = b.and_not(rest, over);
                }
                for (i, case) in list.iter().enumerate() {
                    let fits = b.test_mask(&case.test, rest)?;
                    if i + 1 < list.len() {
                        rest = b.and_not(rest, fits);
                    }
                    if let Some(to) = fitted {
                        b.emit(Op::Or { to, a: to, b: fits });
                    }
                    stopped |= case.acts.iter().any(may_end_acts);
                    if !case.acts.is_empty() {
                        b.skip_unless(fits, |b| b.acts(&case.acts, case.clause, fits))?;
                    }
                }
            }
            Ok(())
        })
    }

    fn acts(&mut self, acts: &[Act], clause: ClauseId, mut under: CellId) -> Emitted<()> {
        for (i, act) in acts.iter().enumerate() {
            self.act(act, clause, under)?;
            if may_end_acts(act) && i + 1 < acts.len() {
                let stopped = self.register(Register::Stopped);
                under = self.and_not(under, stopped);
            }
        }
        Ok(())
    }

    fn act(&mut self, act: &Act, clause: ClauseId, under: CellId) -> Emitted<()> {
        match act {
            Act::Move { hand: true, .. } if !self.seed_by_seed => {
                return Err("seeds in the hand are moved");
            }
            Act::Move { kind: Some(_), .. } => return Err(KINDS),
            Act::Move { from, hand, share, kind: None, to, capture, after } => {
                let to = to.only().ok_or("one of several places")?;
                let share = match share {
                    program::TakeAmount::All => Portion::All,
                    program::TakeAmount::Half => Portion::Half,
                    program::TakeAmount::Number(NumberExpr::Fixed(n)) => {
                        Portion::Number(T::of((*n).clamp(0, i64::from(T::GREATEST)) as u32))
                    }
                    program::TakeAmount::Number(_) => return Err("a number of seeds is reckoned"),
                    program::TakeAmount::Chosen(..) | program::TakeAmount::WholePlaces(_) => {
                        return Err("a number that a player chooses");
                    }
                    program::TakeAmount::ChosenPlaces(..) => {
                        return Err("several places chosen one after the other");
                    }
                };
                let gained = match self.run_lanes(from).filter(|_| !hand && share == Portion::All) {
                    Some(run) => self.move_run(run, to, under)?,
                    None => self.move_from(from, *hand, share, to, under)?,
                };
                if let Some(own) = capture {
                    let captured = self.capture_mask(*own, gained);
                    if let Some(others) = self.others_captured {
                        let theirs = match captured {
                            Some(own) => self.and_not(gained, own),
                            None => gained,
                        };
                        self.emit(Op::Or { to: others, a: others, b: theirs });
                    }
                    if let Some(captured) = captured {
                        self.or_into(Register::Captured, captured);
                        self.or_into(Register::LapCaptured, captured);
                        let first = self.register(Register::FirstLap);
                        let first = self.and(captured, first);
                        self.or_into(Register::FirstCaptured, first);
                    }
                    if !after.is_empty() {
                        self.skip_unless(gained, |b| b.block(after, gained))?;
                    }
                }
            }
            Act::Sow(lap) => {
                let each = lap.only_from().ok_or("a lap that is sown in a way of its own")?;
                let mut rest = under;
                for (lane, test) in each {
                    let fits = self.test_mask(test, rest)?;
                    let of = self.cell_of(*lane);
                    match self.lane_name_cell(*lane) {
                        None => self.emit(Op::SetPending {
                            of,
                            place: T::of(lane.0.into()),
                            under: fits,
                        }),
                        Some(place) => self.emit(Op::SetPendingFrom { of, place, under: fits }),
                    }
                    rest = self.and_not(rest, fits);
                }
            }
            Act::Set(lane, NumberExpr::Fixed(n)) if (0..=i64::from(T::GREATEST)).contains(n) => {
                let to = self.cell_of(*lane);
                self.emit(Op::Assign { to, n: T::of(*n as u32), under });
                self.write_back(*lane);
            }
            Act::Set(lane, number) => {
                let of = self.wide_number(number, under)?;
                let to = self.cell_of(*lane);
                self.emit(Op::AssignWide { to, of, under });
                self.write_back(*lane);
            }
            Act::SetEach(place, value) => {
                for (lane, under) in self.masked_lanes(place, under)? {
                    let to = self.cell_of(lane);
                    self.emit(Op::Assign { to, n: T::of((*value).into()), under });
                    self.write_back(lane);
                }
            }
            Act::Add(lane, number) => {
                let (there, to) = (self.new_wide(), self.cell_of(*lane));
                self.emit(Op::Widen { to: there, of: to });
                let more = self.wide_number(number, under)?;
                let all = self.new_wide();
                let how = ArithOp::Add;
                self.emit(Op::WideArith { to: all, a: there, b: more, how });
                self.emit(Op::AssignWide { to, of: all, under });
                self.write_back(*lane);
            }
            Act::Cases(block) => self.block(block, under)?,
            Act::Chain(blocks) => {
                let mut under = under;
                for block in blocks.iter() {
                    let fitted = self.zero_cell();
                    self.cases(block, under, Some(fitted))?;
                    let stopped = self.register(Register::Stopped);
                    under = self.and_not(fitted, stopped);
                }
            }
            Act::Try { acts, test, .. } => self.try_acts(acts, test, clause, under)?,
            Act::PlayAgain => {
                self.or_into(Register::Again, under);
                self.or_into(Register::Stopped, under);
            }
            Act::EndMove => self.or_into(Register::Stopped, under),
            Act::EndTurn => {
                self.or_into(Register::TurnOver, under);
                self.or_into(Register::Stopped, under);
            }
            Act::EndGame(how) => {
                self.end_game(GameEnd { ending: *how, clause }, under);
                self.or_into(Register::Stopped, under);
            }
            Act::Ask(_) => return Err("a choice in the middle of a move"),
            // This is the last stage.
            Act::EndStage => {}
            Act::Pass => return Err("a pass as a move"),
            Act::Unsupported(unsupported) => return Err(unsupported.reason),
        }
        Ok(())
    }

    /// Moves seeds from some lanes to another; returns the mask of the games in which there were any.
    fn move_from(
        &mut self,
        from: &PlaceExpr,
        hand: bool,
        share: Portion<T>,
        to: Lane,
        under: CellId,
    ) -> Emitted<CellId> {
        let from = self.masked_lanes(from, under)?;
        let lanes: Vec<Lane> = from.iter().map(|(lane, _)| *lane).chain([to]).collect();
        let twice = |a: &Lane| lanes.iter().any(|b| self.may_alias(*a, *b));
        if lanes.iter().any(twice) {
            return Err("a lane is used twice");
        }
        let alike = !hand && share == Portion::All && from.iter().all(|(_, games)| *games == under);
        if alike && let Some(gained) = self.move_place(&lanes, under) {
            return Ok(gained);
        }
        let of = self.cells_of(from);
        let (gained, to) = (self.new_cell(), self.cell_of(to));
        self.emit(Op::Move { of, to, share, gained });
        if hand {
            self.emit(Op::MoveHand { to, gained, under });
        }
        lanes.into_iter().for_each(|lane| self.write_back(lane));
        Ok(gained)
    }

    /// Moves all seeds of some columns to the last of the lanes; returns the mask of the games in which there
    /// were any. `None`: they are not several columns, or the target is a column too.
    fn move_place(&mut self, lanes: &[Lane], under: CellId) -> Option<CellId> {
        let (to, columns) = lanes.split_last()?;
        let of = self.by_places(columns).filter(|_| !self.is_column(*to))?;
        let index = self.columns.place_cell?;
        let moved: LaneSet =
            of.iter().flat_map(|(_, cells)| cells).map(|at| Lane(at.0 as u8)).collect();
        let (gained, to_cell) = (self.new_cell(), self.cell_of(*to));
        self.emit(Op::MovePlace { of, index, to: to_cell, gained, under });
        moved.iter().chain([*to]).for_each(|lane| self.write_back(lane));
        Some(gained)
    }

    /// Moves all seeds of a run to a lane; returns the mask of the games in which there were any.
    fn move_run(&mut self, run: RunLanes<T>, to: Lane, under: CellId) -> Emitted<CellId> {
        let RunLanes { lanes: of, range: fit, takes_first: first } = run;
        let lanes: Vec<Lane> = of.iter().map(|(_, at)| Lane(at.0 as u8)).collect();
        if lanes.contains(&to) || lanes.iter().any(|lane| self.may_alias(*lane, to)) {
            return Err("a lane is used twice");
        }
        let index = self.columns.place_cell.ok_or("a run of no columns")?;
        let (gained, to_cell) = (self.new_cell(), self.cell_of(to));
        self.emit(Op::MoveRun { of, index, fit, first, to: to_cell, gained, under });
        lanes.into_iter().chain([to]).for_each(|lane| self.write_back(lane));
        Ok(gained)
    }

    /// Runs acts, tests the result, and undoes the acts where the test fails.
    fn try_acts(
        &mut self,
        acts: &[Act],
        test: &program::Test,
        clause: ClauseId,
        under: CellId,
    ) -> Emitted<()> {
        let captured = [Register::Captured, Register::LapCaptured, Register::FirstCaptured];
        let stopped = [Register::Again, Register::TurnOver, Register::Stopped];
        let stopped = stopped.into_iter().filter(|_| acts.iter().any(may_end_acts));
        let flags = captured.into_iter().chain(stopped);
        let flags = flags.map(|flag| self.register(flag)).chain(self.others_captured);
        let flags: Vec<CellId> = flags.collect();
        let kept: Vec<(CellId, CellId)> =
            flags.into_iter().map(|flag| (flag, self.new_cell())).collect();
        let lanes = self.expand_columns(&written_lanes(acts)?);
        let lanes: Vec<(Lane, CellId)> = lanes.iter().map(|lane| (lane, self.new_cell())).collect();
        for (of, to) in &kept {
            self.emit(Op::Copy { to: *to, of: *of });
        }
        for (lane, to) in &lanes {
            let of = self.cell_of(*lane);
            self.emit(Op::Copy { to: *to, of });
        }
        self.acts(acts, clause, under)?;
        let holds = self.test_mask(test, under)?;
        let undone = self.and_not(under, holds);
        self.skip_unless(undone, |b| {
            for (to, of) in &kept {
                b.emit(Op::AssignCell { to: *to, of: *of, under: undone });
            }
            for (lane, of) in &lanes {
                let to = b.cell_of(*lane);
                b.emit(Op::AssignCell { to, of: *of, under: undone });
                b.write_back(*lane);
            }
            Ok(())
        })
    }
}
