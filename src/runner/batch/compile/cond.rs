//! Compiles tests and numbers.

use super::{
    BatchCompiler, Emitted, KINDS, OTHER_PLAYER, OtherPlayer, PREVIOUS_SEED, SIMULTANEOUS,
};
use crate::model::Seat;
use crate::program::{
    Act, Block, Lane, LaneSet, MoveFact, NumberExpr, NumberRange, Parity, PlaceExpr, Test,
};
use mnc_lockstep::{ArithOp, CellId, CellRange, CellValue, Op, Register, WideId};

/// The cell values of a range, shifted by `more`; `None` if no cell can hold any of them.
pub(super) fn cell_range<T: CellValue>(range: &NumberRange, more: i64) -> Option<CellRange<T>> {
    let greatest = i64::from(T::GREATEST);
    let (least, most) = (range.least.saturating_add(more), range.most.saturating_add(more));
    if range.least > range.most || most < 0 || least > greatest {
        return None;
    }
    let (least, most) = (least.clamp(0, greatest) as u32, most.clamp(0, greatest) as u32);
    // With one seed more, the parity flips.
    let odd = parity_bit(range).map(|odd| T::of(((odd + more) & 1) as u32));
    Some(CellRange { least: T::of(least), span: T::of(most - least), odd })
}

/// The remainder modulo 2 that a range requires, if any.
fn parity_bit(range: &NumberRange) -> Option<i64> {
    match range.parity {
        Parity::Any => None,
        Parity::Odd => Some(1),
        Parity::Even => Some(0),
    }
}

/// Whether a block reads the content of the hole of the fall after something may have changed it.
pub(super) fn rereads_fall(block: &Block) -> bool {
    let within = |acts: &[Act]| acts.iter().any(act_reads_fall);
    block.len() > 1 || block.iter().flatten().any(|case| within(&case.acts))
}

fn act_reads_fall(act: &Act) -> bool {
    let blocks = |block: &Block| {
        block
            .iter()
            .flatten()
            .any(|case| test_reads_fall(&case.test) || case.acts.iter().any(act_reads_fall))
    };
    match act {
        Act::Move { from, after, .. } => place_reads_fall(from) || blocks(after),
        Act::Sow(lap) => lap.from.iter().any(|(_, test)| test_reads_fall(test)),
        Act::SetEach(place, _) => place_reads_fall(place),
        Act::Cases(block) => blocks(block),
        Act::Chain(chain) => chain.iter().any(blocks),
        Act::Try { acts, test, .. } => test_reads_fall(test) || acts.iter().any(act_reads_fall),
        Act::Set(..)
        | Act::Add(..)
        | Act::Ask(_)
        | Act::PlayAgain
        | Act::Pass
        | Act::EndMove
        | Act::EndTurn
        | Act::EndStage
        | Act::EndGame(_)
        | Act::Unsupported(_) => false,
    }
}

fn place_reads_fall(place: &PlaceExpr) -> bool {
    match place {
        PlaceExpr::All(_) | PlaceExpr::Holding(..) => false,
        PlaceExpr::Each(each) | PlaceExpr::Run(each) => {
            each.iter().any(|(_, test)| test_reads_fall(test))
        }
        PlaceExpr::Union(parts) => parts.iter().any(place_reads_fall),
        PlaceExpr::Cases(cases) => {
            cases.iter().any(|(test, of)| test_reads_fall(test) || place_reads_fall(of))
        }
    }
}

fn test_reads_fall(test: &Test) -> bool {
    test.any_of(&|test| matches!(test, Test::Before(_) | Test::After(_)))
}

impl<T: CellValue> BatchCompiler<'_, T> {
    fn range_mask(&mut self, of: CellId, range: &NumberRange, more: i64, under: CellId) -> CellId {
        let Some(fit) = cell_range(range, more) else { return self.zero_cell() };
        let to = self.new_cell();
        self.emit(Op::Within { to, of, fit, under });
        to
    }

    /// A cell that is 0 (false) in every game.
    pub(super) fn zero_cell(&mut self) -> CellId {
        let to = self.new_cell();
        self.emit(Op::Set { to, n: T::NONE });
        to
    }

    /// Mask of the games, among `under`, in which a test holds.
    pub(super) fn test_mask(&mut self, test: &Test, under: CellId) -> Emitted<CellId> {
        if let Some(held) = self.lap_fact_mask(test, under) {
            return Ok(held);
        }
        let fallen = self.fallen.ok_or("a fall that is over is asked for");
        Ok(match test {
            Test::Always => under,
            Test::Never => self.zero_cell(),
            Test::Holds(lane, range) => {
                let of = self.cell_of(*lane);
                self.range_mask(of, range, 0, under)
            }
            Test::Before(range) => self.range_mask(fallen?, range, 1, under),
            Test::After(range) => self.range_mask(fallen?, range, 0, under),
            Test::Held(range) => {
                self.range_mask(self.register(Register::FirstLapHeld), range, 0, under)
            }
            Test::FirstFell { .. } => return Err("where the first seed fell is asked"),
            Test::LapHeld(_) => return Err("what a lap took up is asked"),
            Test::Empty(lanes) => {
                let (of, to) = (self.cells_of_all(lanes), self.new_cell());
                self.emit(Op::Empty { to, of, under });
                to
            }
            Test::Occupied(lanes) => {
                let of = self.cells_of_all(lanes);
                self.any_nonzero(of, under)
            }
            Test::Many { lanes, range, least, most } => {
                let (of, to) = (self.cells_of_all(lanes), self.new_cell());
                let all = of.len() as u32;
                let (low, high) = (u32::from(*least), u32::from(*most).min(all));
                match cell_range(range, 0).filter(|_| low <= high) {
                    Some(fit) => {
                        let (low, high) = (T::of(low), T::of(high));
                        self.emit(Op::CountWithin { to, of, fit, low, high, under });
                    }
                    None if low == 0 => return Err("how many of none"),
                    None => self.emit(Op::Set { to, n: T::NONE }),
                }
                to
            }
            Test::Number(number, range) if self.fits_cell(number) => {
                let of = self.narrow_number(number, under)?;
                self.range_mask(of, range, 0, under)
            }
            Test::Number(number, range) => {
                let of = self.wide_number(number, under)?;
                let odd = parity_bit(range);
                let (to, least, most) = (self.new_cell(), range.least, range.most);
                self.emit(Op::WideWithin { to, of, least, most, odd, under });
                to
            }
            Test::AtMost(a, b) if self.fits_cell(a) && self.fits_cell(b) => {
                let (a, b) = (self.narrow_number(a, under)?, self.narrow_number(b, under)?);
                let to = self.new_cell();
                self.emit(Op::NotAbove { to, a, b, under });
                to
            }
            Test::AtMost(a, b) => {
                let (a, b) = (self.wide_number(a, under)?, self.wide_number(b, under)?);
                let to = self.new_cell();
                self.emit(Op::WideAtMost { to, a, b, under });
                to
            }
            Test::Origin { first, places } => {
                let of = if *first { Register::FirstOrigin } else { Register::Origin };
                let of = self.register(of);
                let began = places.iter().map(|place| match self.lane_name_cell(place) {
                    None => self.is(of, T::of(place.0.into()), under),
                    Some(place) => {
                        let to = self.new_cell();
                        self.emit(Op::Same { to, a: of, b: place, under });
                        to
                    }
                });
                let began: Vec<CellId> = began.collect();
                match began.as_slice() {
                    [one] => *one,
                    several => {
                        let to = self.zero_cell();
                        several.iter().for_each(|b| self.emit(Op::Or { to, a: to, b: *b }));
                        to
                    }
                }
            }
            Test::Fell(_) => return Err(KINDS),
            Test::FellBefore(_) => return Err(PREVIOUS_SEED),
            Test::Sown { .. } => return Err("where seeds fell is asked"),
            Test::Last(_) => return Err("where the last seed fell is asked later"),
            Test::Not(inner) => {
                let holds = self.test_mask(inner, under)?;
                self.and_not(under, holds)
            }
            Test::All(all) => {
                all.iter().try_fold(under, |under, test| self.test_mask(test, under))?
            }
            Test::Any(any) => {
                let to = self.zero_cell();
                for test in any.iter() {
                    let holds = self.test_mask(test, under)?;
                    self.emit(Op::Or { to, a: to, b: holds });
                }
                to
            }
            Test::Cases(cases) => {
                let (to, mut left) = (self.zero_cell(), under);
                for (when, test) in cases.iter() {
                    let fits = self.test_mask(when, left)?;
                    let holds = self.test_mask(test, fits)?;
                    self.emit(Op::Or { to, a: to, b: holds });
                    left = self.and_not(left, fits);
                }
                to
            }
            Test::Fact(fact) => {
                let fact = self.register(match fact {
                    MoveFact::LapCaptured => Register::LapCaptured,
                    MoveFact::FirstLapCaptured => Register::FirstCaptured,
                    MoveFact::LastLapCaptured => Register::LastCaptured,
                    MoveFact::MoveCaptured => Register::Captured,
                    MoveFact::FirstLap => Register::FirstLap,
                    MoveFact::LapForward(_)
                    | MoveFact::FirstLapWent(_)
                    | MoveFact::LastLapWent(_) => {
                        return Err("which way round a lap went is asked");
                    }
                });
                self.and(fact, under)
            }
            Test::NoMove(seat) if self.known_mover == Some(seat.0) => {
                self.is(self.register(Register::ChoiceCount), T::NONE, under)
            }
            Test::NoMove(seat) => self.other_stuck_mask(*seat, under)?,
            Test::Returns(_) if self.known_mover.is_none() => {
                return Err("a return is asked for early");
            }
            Test::Returns(times) => {
                self.returns = self.returns.min(*times);
                let range = NumberRange::at_least(i64::from(*times) - 1);
                self.range_mask(self.register(Register::Occurrences), &range, 0, under)
            }
        })
    }

    /// Mask of the games, among `under`, in which a player who is not to move could not move.
    fn other_stuck_mask(&mut self, seat: Seat, under: CellId) -> Emitted<CellId> {
        if self.known_mover.is_none() {
            return Err(OTHER_PLAYER);
        }
        if !self.knows_stuck(seat) {
            return match self.other {
                OtherPlayer::Unknown => Err(OTHER_PLAYER),
                OtherPlayer::Stuck(true) => Ok(under),
                OtherPlayer::Stuck(false) => Ok(self.zero_cell()),
                OtherPlayer::Asked => Ok(self.and(self.register(Register::OtherStuck), under)),
            };
        }
        let code = &self.program.codes[seat.index()];
        let (can, mut rest) = (self.zero_cell(), under);
        for begin in &code.starts {
            let fits = self.test_mask(&begin.test, rest)?;
            for (_, chosen) in self.masked_lanes(&begin.holes, fits)? {
                self.emit(Op::Or { to: can, a: can, b: chosen });
            }
            rest = self.and_not(rest, fits);
        }
        if code.needs_trial {
            // All of their sowings may be endless.
            self.or_into(Register::FallBack, can);
        }
        Ok(self.and_not(under, can))
    }

    /// Whether ops know when a player who is not to move could not move.
    pub(super) fn knows_stuck(&self, seat: Seat) -> bool {
        let code = &self.program.codes[seat.index()];
        let simple = code.opening.is_none() && code.laws.is_empty();
        let reads_turn =
            self.program.moves_made.is_some() || self.program.turn_facts().next().is_some();
        // The plan has to play games again where all sowings may be endless: that pays only if it does little
        // else.
        let replays = code.needs_trial && self.scalar_reason.is_some();
        simple && !reads_turn && !replays
    }

    /// Whether a number is never negative and fits a cell.
    fn fits_cell(&self, number: &NumberExpr) -> bool {
        self.upper_bound(number).is_some_and(|n| n <= i64::from(T::GREATEST))
    }

    /// Upper bound of a number that is never negative; `None`: unknown, or it may be negative.
    fn upper_bound(&self, number: &NumberExpr) -> Option<i64> {
        let program = self.program;
        let seeds = |lanes: LaneSet| lanes.iter().all(|lane| lane.index() < program.places);
        let all = i64::from(program.total_seeds);
        match number {
            NumberExpr::Fixed(n) => Some(*n).filter(|n| *n >= 0),
            // No seed is in two places; columns stand for places or for other lanes.
            NumberExpr::Sum(place) => Some(all).filter(|_| seeds(place.lanes())),
            NumberExpr::Count(place) => Some(place.lanes().len() as i64),
            NumberExpr::Hand => Some(all),
            NumberExpr::Lane(lane) => Some(all).filter(|_| lane.index() < program.places),
            // Nor both in a place and in the hand.
            NumberExpr::Add(a, b) => match (&**a, &**b) {
                (NumberExpr::Sum(_), NumberExpr::Hand) | (NumberExpr::Hand, NumberExpr::Sum(_)) => {
                    self.upper_bound(a).and(self.upper_bound(b))
                }
                (a, b) => Some(self.upper_bound(a)? + self.upper_bound(b)?),
            },
            NumberExpr::Fraction(..)
            | NumberExpr::Sub(..)
            | NumberExpr::Mul(..)
            | NumberExpr::OtherHand
            | NumberExpr::SumOf(..)
            | NumberExpr::FallenOf(..)
            | NumberExpr::FallenEarlier
            | NumberExpr::LaneBeforeFall(_)
            | NumberExpr::Held { .. }
            | NumberExpr::Fallen(_)
            | NumberExpr::Cases(_) => None,
        }
    }

    /// A number that fits a cell, in a cell.
    fn narrow_number(&mut self, number: &NumberExpr, under: CellId) -> Emitted<CellId> {
        Ok(match number {
            NumberExpr::Lane(lane) => self.cell_of(*lane),
            NumberExpr::Hand if self.acts_on_falls() => self.register(Register::Seeds),
            NumberExpr::Sum(PlaceExpr::All(lanes)) => {
                let (of, to) = (self.cells_of_all(lanes), self.new_cell());
                self.emit(Op::Sum { to, of });
                to
            }
            NumberExpr::Sum(place) => {
                let of = self.masked_lanes(place, under)?;
                let (of, to) = (self.cells_of(of), self.new_cell());
                self.emit(Op::MaskedSum { to, of });
                to
            }
            NumberExpr::Count(place) => {
                let of = self.masked_lanes(place, under)?;
                let (of, to) = (of.iter().map(|(_, chosen)| *chosen).collect(), self.new_cell());
                self.emit(Op::CountTrue { to, of });
                to
            }
            NumberExpr::Add(a, b) => {
                let of = [self.narrow_number(a, under)?, self.narrow_number(b, under)?].into();
                let to = self.new_cell();
                self.emit(Op::Sum { to, of });
                to
            }
            // After a lap the hand is empty.
            NumberExpr::Hand => self.zero_cell(),
            NumberExpr::Fixed(n) => {
                let to = self.new_cell();
                self.emit(Op::Set { to, n: T::of(*n as u32) });
                to
            }
            NumberExpr::Fraction(..)
            | NumberExpr::Sub(..)
            | NumberExpr::Mul(..)
            | NumberExpr::OtherHand
            | NumberExpr::SumOf(..)
            | NumberExpr::FallenOf(..)
            | NumberExpr::FallenEarlier
            | NumberExpr::LaneBeforeFall(_)
            | NumberExpr::Held { .. }
            | NumberExpr::Fallen(_)
            | NumberExpr::Cases(_) => {
                return Err("a number is not small");
            }
        })
    }

    /// A number of any size, in a wide row.
    pub(super) fn wide_number(&mut self, number: &NumberExpr, under: CellId) -> Emitted<WideId> {
        let to = self.new_wide();
        let op = match number {
            NumberExpr::Fixed(n) => Op::WideConst { to, n: *n },
            NumberExpr::Lane(lane) => Op::Widen { to, of: self.cell_of(*lane) },
            NumberExpr::Sum(place) => {
                let of = self.masked_lanes(place, under)?;
                Op::WideMaskedSum { to, of: self.cells_of(of) }
            }
            NumberExpr::Count(place) => {
                let of = self.masked_lanes(place, under)?;
                Op::WideCountTrue { to, of: of.iter().map(|(_, chosen)| *chosen).collect() }
            }
            // After a lap the hand is empty.
            NumberExpr::Hand if !self.acts_on_falls() => Op::WideConst { to, n: 0 },
            NumberExpr::Hand => Op::Widen { to, of: self.register(Register::Seeds) },
            NumberExpr::OtherHand => return Err(SIMULTANEOUS),
            NumberExpr::SumOf(..) | NumberExpr::FallenOf(..) => return Err(KINDS),
            NumberExpr::FallenEarlier => return Err(PREVIOUS_SEED),
            NumberExpr::LaneBeforeFall(_) => return Err("a mark as it was before the seed fell"),
            NumberExpr::Held { .. } => return Err("a changing number of what was taken up"),
            NumberExpr::Fallen(_) => return Err("a changing number of seeds at a fall"),
            NumberExpr::Cases(_) => return Err("a number defined by cases"),
            NumberExpr::Fraction(over, by, up, of) => {
                let product = self.new_wide();
                let op =
                    self.wide_arith(product, of, &NumberExpr::Fixed(*over), ArithOp::Mul, under)?;
                self.emit(op);
                Op::WideDivide { to, of: product, by: *by, up: *up }
            }
            NumberExpr::Add(a, b) => self.wide_arith(to, a, b, ArithOp::Add, under)?,
            NumberExpr::Sub(a, b) => self.wide_arith(to, a, b, ArithOp::Sub, under)?,
            NumberExpr::Mul(a, b) => self.wide_arith(to, a, b, ArithOp::Mul, under)?,
        };
        self.emit(op);
        Ok(to)
    }

    fn wide_arith(
        &mut self,
        to: WideId,
        a: &NumberExpr,
        b: &NumberExpr,
        how: ArithOp,
        under: CellId,
    ) -> Emitted<Op<T>> {
        let (a, b) = (self.wide_number(a, under)?, self.wide_number(b, under)?);
        Ok(Op::WideArith { to, a, b, how })
    }

    /// The selected lanes, each with the mask of the games in which it is selected.
    pub(super) fn masked_lanes(
        &mut self,
        place: &PlaceExpr,
        under: CellId,
    ) -> Emitted<Vec<(Lane, CellId)>> {
        Ok(match place {
            PlaceExpr::All(set) => set.iter().map(|lane| (lane, under)).collect(),
            PlaceExpr::Holding(set, range) if range.is_all() => {
                set.iter().map(|lane| (lane, under)).collect()
            }
            PlaceExpr::Holding(set, range) => {
                let one = |lane| {
                    let of = self.cell_of(lane);
                    (lane, self.range_mask(of, range, 0, under))
                };
                set.iter().map(one).collect()
            }
            PlaceExpr::Each(each) => {
                let one = |(lane, test): &(Lane, Test)| Ok((*lane, self.test_mask(test, under)?));
                each.iter().map(one).collect::<Emitted<_>>()?
            }
            PlaceExpr::Run(run) => {
                let mut under = under;
                let one = |(lane, test): &(Lane, Test)| {
                    under = self.test_mask(test, under)?;
                    Ok((*lane, under))
                };
                run.iter().map(one).collect::<Emitted<_>>()?
            }
            PlaceExpr::Union(parts) => {
                let parts = parts.iter().map(|part| self.masked_lanes(part, under));
                let parts = parts.collect::<Emitted<Vec<_>>>()?;
                self.merge_masked(parts)?
            }
            PlaceExpr::Cases(cases) => {
                let (mut parts, mut left) = (Vec::new(), under);
                for (when, of) in cases {
                    let fits = self.test_mask(when, left)?;
                    parts.push(self.masked_lanes(of, fits)?);
                    left = self.and_not(left, fits);
                }
                self.merge_masked(parts)?
            }
        })
    }

    /// Joins lists of selected lanes; a lane in several of them gets the union of its masks.
    fn merge_masked(&mut self, parts: Vec<Vec<(Lane, CellId)>>) -> Emitted<Vec<(Lane, CellId)>> {
        let mut masked: Vec<(Lane, CellId)> = Vec::new();
        for (lane, chosen) in parts.into_iter().flatten() {
            if masked.iter().any(|(known, _)| self.may_alias(*known, lane)) {
                return Err("a lane is used twice");
            }
            match masked.iter_mut().find(|(known, _)| *known == lane) {
                Some((_, known)) => {
                    let to = self.new_cell();
                    self.emit(Op::Or { to, a: *known, b: chosen });
                    *known = to;
                }
                None => masked.push((lane, chosen)),
            }
        }
        Ok(masked)
    }

    /// The cells of masked lanes.
    pub(super) fn cells_of(&mut self, masked: Vec<(Lane, CellId)>) -> Box<[(CellId, CellId)]> {
        masked.into_iter().map(|(lane, chosen)| (self.cell_of(lane), chosen)).collect()
    }

    fn cells_of_all(&mut self, lanes: &LaneSet) -> Box<[CellId]> {
        lanes.iter().map(|lane| self.cell_of(lane)).collect()
    }
}
