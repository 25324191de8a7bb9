//! Conditions and numbers.

use super::{BOTH, Build, EARLIER, KINDS, Made};
use crate::program::{Act, Block, Fact, Lane, LaneSet, Number, Parity, Range, Test, Where};
use mnc_lockstep::{At, Cell, Fit, Fixed, Num, Op, Reckoning};

/// The numbers of a range, each so many more; `None` if there are none that a cell can hold.
pub(super) fn fit<T: Cell>(range: &Range, more: i64) -> Option<Fit<T>> {
    let greatest = i64::from(T::GREATEST);
    let (least, most) = (range.least.saturating_add(more), range.most.saturating_add(more));
    if range.least > range.most || most < 0 || least > greatest {
        return None;
    }
    let (least, most) = (least.clamp(0, greatest) as u32, most.clamp(0, greatest) as u32);
    // One seed more, and what was even is odd.
    let odd = odd(range).map(|odd| T::of(((odd + more) & 1) as u32));
    Some(Fit { least: T::of(least), span: T::of(most - least), odd })
}

/// What the numbers of a range leave when divided by two, if that is said.
fn odd(range: &Range) -> Option<i64> {
    match range.parity {
        Parity::Any => None,
        Parity::Odd => Some(1),
        Parity::Even => Some(0),
    }
}

/// Whether it is asked what the hole of the fall holds when something may have been done already.
pub(super) fn asks_fall_later(block: &Block) -> bool {
    let within = |acts: &[Act]| acts.iter().any(asks_fall);
    block.len() > 1 || block.iter().flatten().any(|case| within(&case.acts))
}

fn asks_fall(act: &Act) -> bool {
    let blocks = |block: &Block| {
        block
            .iter()
            .flatten()
            .any(|case| asks_fall_in(&case.test) || case.acts.iter().any(asks_fall))
    };
    match act {
        Act::Move { from, after, .. } => place_asks_fall(from) || blocks(after),
        Act::Sow(lap) => lap.from.iter().any(|(_, test)| asks_fall_in(test)),
        Act::SetEach(place, _) => place_asks_fall(place),
        Act::Cases(block) => blocks(block),
        Act::Chain(chain) => chain.iter().any(blocks),
        Act::Tried { acts, test, .. } => asks_fall_in(test) || acts.iter().any(asks_fall),
        _ => false,
    }
}

fn place_asks_fall(place: &Where) -> bool {
    match place {
        Where::All(_) | Where::Holding(..) => false,
        Where::Each(each) | Where::Run(each) => each.iter().any(|(_, test)| asks_fall_in(test)),
        Where::Union(parts) => parts.iter().any(place_asks_fall),
        Where::Cases(cases) => {
            cases.iter().any(|(test, of)| asks_fall_in(test) || place_asks_fall(of))
        }
    }
}

fn asks_fall_in(test: &Test) -> bool {
    test.any_of(&|test| matches!(test, Test::Before(_) | Test::After(_)))
}

impl<T: Cell> Build<'_, T> {
    fn fits(&mut self, of: At, range: &Range, more: i64, under: At) -> At {
        let Some(fit) = fit(range, more) else { return self.none() };
        let to = self.cell();
        self.op(Op::Within { to, of, fit, under });
        to
    }

    /// 0, or no, in every game.
    pub(super) fn none(&mut self) -> At {
        let to = self.cell();
        self.op(Op::Set { to, n: T::NONE });
        to
    }

    /// The games in which a condition holds, of those.
    pub(super) fn test(&mut self, test: &Test, under: At) -> Made<At> {
        let fallen = self.fallen.ok_or("a fall that is over is asked for");
        Ok(match test {
            Test::Always => under,
            Test::Never => self.none(),
            Test::Holds(lane, range) => {
                let of = self.of(*lane);
                self.fits(of, range, 0, under)
            }
            Test::Before(range) => self.fits(fallen?, range, 1, under),
            Test::After(range) => self.fits(fallen?, range, 0, under),
            Test::Held(range) => self.fits(self.fixed(Fixed::Held), range, 0, under),
            Test::FirstFell { .. } => return Err("where the first seed fell is asked"),
            Test::LapHeld(_) => return Err("what a lap took up is asked"),
            Test::Empty(lanes) => {
                let (of, to) = (self.all_of(lanes), self.cell());
                self.op(Op::Empty { to, of, under });
                to
            }
            Test::Occupied(lanes) => {
                let of = self.all_of(lanes);
                self.any(of, under)
            }
            Test::Many { lanes, range, least, most } => {
                let (of, to) = (self.all_of(lanes), self.cell());
                let all = of.len() as u32;
                let (low, high) = (u32::from(*least), u32::from(*most).min(all));
                match fit(range, 0).filter(|_| low <= high) {
                    Some(fit) => {
                        let (low, high) = (T::of(low), T::of(high));
                        self.op(Op::Many { to, of, fit, low, high, under });
                    }
                    None if low == 0 => return Err("how many of none"),
                    None => self.op(Op::Set { to, n: T::NONE }),
                }
                to
            }
            Test::Number(number, range) if self.is_small(number) => {
                let of = self.small(number, under)?;
                self.fits(of, range, 0, under)
            }
            Test::Number(number, range) => {
                let of = self.number(number, under)?;
                let odd = odd(range);
                let (to, least, most) = (self.cell(), range.least, range.most);
                self.op(Op::NumberWithin { to, of, least, most, odd, under });
                to
            }
            Test::AtMost(a, b) if self.is_small(a) && self.is_small(b) => {
                let (a, b) = (self.small(a, under)?, self.small(b, under)?);
                let to = self.cell();
                self.op(Op::NotAbove { to, a, b, under });
                to
            }
            Test::AtMost(a, b) => {
                let (a, b) = (self.number(a, under)?, self.number(b, under)?);
                let to = self.cell();
                self.op(Op::AtMost { to, a, b, under });
                to
            }
            Test::Origin { first, places } => {
                let of = if *first { Fixed::FirstOrigin } else { Fixed::Origin };
                let of = self.fixed(of);
                let began = places.iter().map(|place| match self.named(place) {
                    None => self.is(of, T::of(place.0.into()), under),
                    Some(place) => {
                        let to = self.cell();
                        self.op(Op::Same { to, a: of, b: place, under });
                        to
                    }
                });
                let began: Vec<At> = began.collect();
                match began.as_slice() {
                    [one] => *one,
                    several => {
                        let to = self.none();
                        several.iter().for_each(|b| self.op(Op::Or { to, a: to, b: *b }));
                        to
                    }
                }
            }
            Test::Fell(_) => return Err(KINDS),
            Test::FellBefore(_) => return Err(EARLIER),
            Test::Sown { .. } => return Err("where seeds fell is asked"),
            Test::Last(_) => return Err("where the last seed fell is asked later"),
            Test::Not(inner) => {
                let holds = self.test(inner, under)?;
                self.and_not(under, holds)
            }
            Test::All(all) => all.iter().try_fold(under, |under, test| self.test(test, under))?,
            Test::Any(any) => {
                let to = self.none();
                for test in any.iter() {
                    let holds = self.test(test, under)?;
                    self.op(Op::Or { to, a: to, b: holds });
                }
                to
            }
            Test::Cases(cases) => {
                let (to, mut left) = (self.none(), under);
                for (when, test) in cases.iter() {
                    let fits = self.test(when, left)?;
                    let holds = self.test(test, fits)?;
                    self.op(Op::Or { to, a: to, b: holds });
                    left = self.and_not(left, fits);
                }
                to
            }
            Test::Fact(fact) => {
                let fact = self.fixed(match fact {
                    Fact::LapCaptured => Fixed::LapCaptured,
                    Fact::FirstLapCaptured => Fixed::FirstCaptured,
                    Fact::LastLapCaptured => Fixed::LastCaptured,
                    Fact::MoveCaptured => Fixed::Captured,
                    Fact::FirstLap => Fixed::FirstLap,
                    Fact::LapWent(_) | Fact::FirstLapWent(_) | Fact::LastLapWent(_) => {
                        return Err("which way round a lap went is asked");
                    }
                });
                self.and(fact, under)
            }
            Test::NoMove(seat) if self.next == Some(seat.0) => {
                self.is(self.fixed(Fixed::Choices), T::NONE, under)
            }
            Test::NoMove(_) => return Err("whether another player could move is asked"),
            Test::Returns(_) if self.next.is_none() => return Err("a return is asked for early"),
            Test::Returns(times) => {
                self.returns = self.returns.min(*times);
                let range = Range::from(i64::from(*times) - 1);
                self.fits(self.fixed(Fixed::Stood), &range, 0, under)
            }
        })
    }

    /// Whether a number is never below 0, nor too great for a cell.
    fn is_small(&self, number: &Number) -> bool {
        self.greatest(number).is_some_and(|n| n <= i64::from(T::GREATEST))
    }

    /// The greatest that a number can come to; `None`: it may be below 0, or that is not known.
    fn greatest(&self, number: &Number) -> Option<i64> {
        let program = self.program;
        let seeds = |lanes: LaneSet| lanes.iter().all(|lane| lane.index() < program.places);
        let all = i64::from(program.greatest);
        match number {
            Number::Fixed(n) => Some(*n).filter(|n| *n >= 0),
            // No seed lies in two places; columns stand for places or for other lanes.
            Number::Sum(place) => Some(all).filter(|_| seeds(place.lanes())),
            Number::Count(place) => Some(place.lanes().len() as i64),
            Number::Hand => Some(all),
            Number::Lane(lane) => Some(all).filter(|_| lane.index() < program.places),
            // Nor in a place and in the hand.
            Number::Add(a, b) => match (&**a, &**b) {
                (Number::Sum(_), Number::Hand) | (Number::Hand, Number::Sum(_)) => {
                    self.greatest(a).and(self.greatest(b))
                }
                (a, b) => Some(self.greatest(a)? + self.greatest(b)?),
            },
            Number::Fraction(..)
            | Number::Sub(..)
            | Number::Mul(..)
            | Number::OtherHand
            | Number::SumOf(..)
            | Number::FallenOf(..)
            | Number::FallenEarlier
            | Number::Fallen(_)
            | Number::Cases(_) => None,
        }
    }

    /// A small number, in a cell.
    fn small(&mut self, number: &Number, under: At) -> Made<At> {
        Ok(match number {
            Number::Lane(lane) => self.of(*lane),
            Number::Hand if self.walks() => self.fixed(Fixed::Seeds),
            Number::Sum(Where::All(lanes)) => {
                let (of, to) = (self.all_of(lanes), self.cell());
                self.op(Op::Sum { to, of });
                to
            }
            Number::Sum(place) => {
                let of = self.meant(place, under)?;
                let (of, to) = (self.cells_of(of), self.cell());
                self.op(Op::SumMeant { to, of });
                to
            }
            Number::Count(place) => {
                let of = self.meant(place, under)?;
                let (of, to) = (of.iter().map(|(_, chosen)| *chosen).collect(), self.cell());
                self.op(Op::Tell { to, of });
                to
            }
            Number::Add(a, b) => {
                let of = [self.small(a, under)?, self.small(b, under)?].into();
                let to = self.cell();
                self.op(Op::Sum { to, of });
                to
            }
            // After a lap there are none.
            Number::Hand => self.none(),
            Number::Fixed(n) => {
                let to = self.cell();
                self.op(Op::Set { to, n: T::of(*n as u32) });
                to
            }
            Number::Fraction(..)
            | Number::Sub(..)
            | Number::Mul(..)
            | Number::OtherHand
            | Number::SumOf(..)
            | Number::FallenOf(..)
            | Number::FallenEarlier
            | Number::Fallen(_)
            | Number::Cases(_) => {
                return Err("a number is not small");
            }
        })
    }

    /// A number of each game.
    pub(super) fn number(&mut self, number: &Number, under: At) -> Made<Num> {
        let to = self.num();
        let op = match number {
            Number::Fixed(n) => Op::Fixed { to, n: *n },
            Number::Lane(lane) => Op::Cell { to, of: self.of(*lane) },
            Number::Sum(place) => {
                let of = self.meant(place, under)?;
                Op::SumOf { to, of: self.cells_of(of) }
            }
            Number::Count(place) => {
                let of = self.meant(place, under)?;
                Op::CountOf { to, of: of.iter().map(|(_, chosen)| *chosen).collect() }
            }
            // After a lap there are none.
            Number::Hand if !self.walks() => Op::Fixed { to, n: 0 },
            Number::Hand => Op::Cell { to, of: self.fixed(Fixed::Seeds) },
            Number::OtherHand => return Err(BOTH),
            Number::SumOf(..) | Number::FallenOf(..) => return Err(KINDS),
            Number::FallenEarlier => return Err(EARLIER),
            Number::Fallen(_) => return Err("a changing number of seeds at a fall"),
            Number::Cases(_) => return Err("a number that is told by cases"),
            Number::Fraction(over, by, up, of) => {
                let product = self.num();
                let op = self.reckon(product, of, &Number::Fixed(*over), Reckoning::Mul, under)?;
                self.op(op);
                Op::Divide { to, of: product, by: *by, up: *up }
            }
            Number::Add(a, b) => self.reckon(to, a, b, Reckoning::Add, under)?,
            Number::Sub(a, b) => self.reckon(to, a, b, Reckoning::Sub, under)?,
            Number::Mul(a, b) => self.reckon(to, a, b, Reckoning::Mul, under)?,
        };
        self.op(op);
        Ok(to)
    }

    fn reckon(
        &mut self,
        to: Num,
        a: &Number,
        b: &Number,
        how: Reckoning,
        under: At,
    ) -> Made<Op<T>> {
        let (a, b) = (self.number(a, under)?, self.number(b, under)?);
        Ok(Op::Reckon { to, a, b, how })
    }

    /// The lanes that are meant, each with the games in which it is.
    pub(super) fn meant(&mut self, place: &Where, under: At) -> Made<Vec<(Lane, At)>> {
        Ok(match place {
            Where::All(set) => set.iter().map(|lane| (lane, under)).collect(),
            Where::Holding(set, range) if range.is_all() => {
                set.iter().map(|lane| (lane, under)).collect()
            }
            Where::Holding(set, range) => {
                let one = |lane| {
                    let of = self.of(lane);
                    (lane, self.fits(of, range, 0, under))
                };
                set.iter().map(one).collect()
            }
            Where::Each(each) => {
                let one = |(lane, test): &(Lane, Test)| Ok((*lane, self.test(test, under)?));
                each.iter().map(one).collect::<Made<_>>()?
            }
            Where::Run(run) => {
                let mut under = under;
                let one = |(lane, test): &(Lane, Test)| {
                    under = self.test(test, under)?;
                    Ok((*lane, under))
                };
                run.iter().map(one).collect::<Made<_>>()?
            }
            Where::Union(parts) => {
                let parts = parts.iter().map(|part| self.meant(part, under));
                let parts = parts.collect::<Made<Vec<_>>>()?;
                self.joined(parts)?
            }
            Where::Cases(cases) => {
                let (mut parts, mut left) = (Vec::new(), under);
                for (when, of) in cases {
                    let fits = self.test(when, left)?;
                    parts.push(self.meant(of, fits)?);
                    left = self.and_not(left, fits);
                }
                self.joined(parts)?
            }
        })
    }

    /// Lanes that are meant by one phrase or another.
    fn joined(&mut self, parts: Vec<Vec<(Lane, At)>>) -> Made<Vec<(Lane, At)>> {
        let mut meant: Vec<(Lane, At)> = Vec::new();
        for (lane, chosen) in parts.into_iter().flatten() {
            if meant.iter().any(|(known, _)| self.may_be_same(*known, lane)) {
                return Err("a lane is meant twice");
            }
            match meant.iter_mut().find(|(known, _)| *known == lane) {
                Some((_, known)) => {
                    let to = self.cell();
                    self.op(Op::Or { to, a: *known, b: chosen });
                    *known = to;
                }
                None => meant.push((lane, chosen)),
            }
        }
        Ok(meant)
    }

    /// The cells of lanes that are meant.
    pub(super) fn cells_of(&mut self, meant: Vec<(Lane, At)>) -> Box<[(At, At)]> {
        meant.into_iter().map(|(lane, chosen)| (self.of(lane), chosen)).collect()
    }

    fn all_of(&mut self, lanes: &LaneSet) -> Box<[At]> {
        lanes.iter().map(|lane| self.of(lane)).collect()
    }
}
