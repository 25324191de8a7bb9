//! A game that is the same for both players: what is said to the one is said to the other, of the
//! place on his side.

use super::{
    Act, Begin, Block, Case, Code, Ending, Lane, LaneSet, Law, Meaning, Number, Program, Sowing,
    Test, Turn, Where,
};
use crate::model::Seat;

/// For each lane the one that is for the second player what it is for the first, and the other way
/// round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    lanes: Vec<Lane>,
}

impl Program {
    /// How the players' sides lie on each other, if the rules are the same for both.
    pub fn mirror(&self) -> Option<Mirror> {
        if self.seats != 2 {
            return None;
        }
        let sides = [false, true].into_iter().filter_map(|turned| Mirror::laid(self, turned));
        sides.into_iter().find(|mirror| mirror.holds(self))
    }
}

impl Mirror {
    /// The lane on the other side.
    #[inline]
    pub fn lane(&self, lane: Lane) -> Lane {
        self.lanes[lane.index()]
    }

    /// The lanes by pairs; one that is its own other side is left out.
    pub fn pairs(&self) -> impl Iterator<Item = (Lane, Lane)> {
        let lanes = self.lanes.iter().enumerate().map(|(i, other)| (Lane(i as u8), *other));
        lanes.filter(|(lane, other)| lane < other)
    }

    /// The sides laid on each other: the holes of each player in their order, or the other way
    /// round.
    fn laid(program: &Program, turned: bool) -> Option<Mirror> {
        let mut lanes: Vec<Lane> = (0..program.lanes.len()).map(|i| Lane(i as u8)).collect();
        let mut pair = |a: &[Lane], b: &[Lane]| {
            a.iter().zip(b).for_each(|(a, b)| {
                lanes[a.index()] = *b;
                lanes[b.index()] = *a;
            });
            a.len() == b.len()
        };
        let [(south, _), (north, _)] = program.keeps.as_slice() else { return None };
        let south: Vec<Lane> = south.iter().collect();
        let mut north: Vec<Lane> = north.iter().collect();
        if turned {
            north.reverse();
        }
        let [first, second] = program.held.as_slice() else { return None };
        let kept = |of: &LaneSet| of.iter().collect::<Vec<_>>();
        if !pair(&south, &north) || !pair(&kept(first), &kept(second)) {
            return None;
        }
        let other = |meaning: &Meaning| match *meaning {
            Meaning::Seeds(_) | Meaning::Note(_) | Meaning::MovesLeft | Meaning::MovesMade => {
                *meaning
            }
            Meaning::Mark(mark, place) => {
                Meaning::Mark(mark, crate::model::PlaceId(lanes[place.index()].0))
            }
            Meaning::PlayerMark(mark, seat) => Meaning::PlayerMark(mark, turn(seat)),
            Meaning::Stage(seat) => Meaning::Stage(turn(seat)),
            Meaning::Owed(seat) => Meaning::Owed(turn(seat)),
            Meaning::Moved(seat) => Meaning::Moved(turn(seat)),
            Meaning::Played(seat) => Meaning::Played(turn(seat)),
        };
        let behind = program.lanes.iter().enumerate().skip(program.places);
        let behind = behind.map(|(i, meaning)| {
            let other = other(meaning);
            let at = program.lanes.iter().position(|m| *m == other)?;
            Some((i, Lane(at as u8)))
        });
        for (i, other) in behind.collect::<Option<Vec<_>>>()? {
            lanes[i] = other;
        }
        Some(Mirror { lanes })
    }

    /// Whether the rules of the second player are those of the first, seen from his side.
    fn holds(&self, program: &Program) -> bool {
        let marked = |i: usize| matches!(program.lanes[i], Meaning::Mark(..));
        let unmarked = !(0..program.lanes.len()).any(marked);
        unmarked
            && self.set(&program.identity) == program.identity
            && self.set(&program.stores) == program.stores
            && program.lifted.iter().all(|lanes| self.set(lanes) == *lanes)
            && program.codes.chunks(2).all(|codes| match codes {
                [first, second] => self.is_same(first, second, program.places),
                _ => false,
            })
    }

    fn is_same(&self, first: &Code, second: &Code, places: usize) -> bool {
        let by_place = |blocks: &[Block], of: &[Block]| {
            let block = |blocks: &[Block], i: usize| blocks.get(i).cloned().unwrap_or_default();
            (0..places).all(|i| self.block(&block(blocks, i)) == block(of, self.lanes[i].index()))
        };
        let by_seat = |blocks: &[Block], of: &[Block]| {
            blocks.iter().zip(of.iter().rev()).all(|(a, b)| self.block(a) == *b)
        };
        let ways = (0..places).all(|i| {
            let other = self.lanes[i].index();
            match (first.ways.get(i), second.ways.get(other)) {
                (Some(a), Some(b)) => {
                    a.len() == b.len()
                        && a.iter().zip(b).all(|((a, from), (b, to))| {
                            self.test(a) == *b
                                && self.sowing(&first.sowings[*from]) == second.sowings[*to]
                        })
                }
                (a, b) => a.is_none() && b.is_none(),
            }
        });
        let winner = |of: &Code| of.winner.clone();
        let turned = winner(first).map(|(fewest, numbers)| {
            (fewest, numbers.iter().rev().map(|n| self.number(n)).collect())
        });
        ways && first.handed.is_none()
            && second.handed.is_none()
            && first.relays == second.relays
            && first.begin.iter().map(|b| self.begin(b)).collect::<Vec<_>>() == second.begin
            && by_place(&first.before_lap, &second.before_lap)
            && by_place(&first.each_seed, &second.each_seed)
            && by_place(&first.last_seed[0], &second.last_seed[0])
            && by_place(&first.last_seed[1], &second.last_seed[1])
            && first.laws.iter().map(|law| self.law(law)).collect::<Vec<_>>() == second.laws
            && self.block(&first.after_move) == second.after_move
            && by_seat(&first.end, &second.end)
            && first.until.as_ref().map(|t| self.test(t)) == second.until
            && first.leaves_alone == second.leaves_alone
            && first.no_move == second.no_move
            && first.turn.as_ref().map(|t| self.turn(t)) == second.turn
            && turned == winner(second)
    }

    fn set(&self, lanes: &LaneSet) -> LaneSet {
        lanes.iter().map(|lane| self.lane(lane)).collect()
    }

    fn begin(&self, begin: &Begin) -> Begin {
        let mut holes = self.place(&begin.holes);
        // In which order the holes are named does not matter here.
        if let Where::Each(each) = &mut holes {
            each.sort_by_key(|(lane, _)| *lane);
        }
        Begin { clause: begin.clause, test: self.test(&begin.test), holes }
    }

    fn sowing(&self, sowing: &Sowing) -> Sowing {
        Sowing {
            origin: self.lane(sowing.origin),
            backward: sowing.backward,
            path: sowing.path.iter().map(|lane| self.lane(*lane)).collect(),
            passing: self.each(&sowing.passing),
        }
    }

    fn law(&self, law: &Law) -> Law {
        Law { when: self.test(&law.when), test: self.test(&law.test), ..law.clone() }
    }

    fn turn(&self, turn: &Turn) -> Turn {
        let number = |n: &Option<Number>| n.as_ref().map(|n| self.number(n));
        Turn {
            moves: number(&turn.moves),
            owed: turn.owed,
            at_most: number(&turn.at_most),
            again: turn.again.as_ref().map(|test| self.test(test)),
        }
    }

    fn block(&self, block: &Block) -> Block {
        let case = |case: &Case| Case {
            clause: case.clause,
            test: self.test(&case.test),
            acts: case.acts.iter().map(|act| self.act(act)).collect(),
        };
        block.iter().map(|list| list.iter().map(case).collect()).collect()
    }

    fn each(&self, each: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        each.iter().map(|(lane, test)| (self.lane(*lane), self.test(test))).collect()
    }

    fn place(&self, place: &Where) -> Where {
        match place {
            Where::All(set) => Where::All(self.set(set)),
            Where::Holding(set, range) => Where::Holding(self.set(set), *range),
            Where::Each(each) => Where::Each(self.each(each)),
            Where::Run(run) => Where::Run(self.each(run)),
            Where::Union(parts) => Where::Union(parts.iter().map(|p| self.place(p)).collect()),
        }
    }

    fn test(&self, test: &Test) -> Test {
        match test {
            Test::Holds(lane, range) => Test::Holds(self.lane(*lane), *range),
            Test::Empty(lanes) => Test::Empty(self.set(lanes)),
            Test::Occupied(lanes) => Test::Occupied(self.set(lanes)),
            Test::Many { lanes, range, least, most } => {
                Test::Many { lanes: self.set(lanes), range: *range, least: *least, most: *most }
            }
            Test::Number(n, range) => Test::Number(Box::new(self.number(n)), *range),
            Test::AtMost(a, b) => Test::AtMost(Box::new(self.number(a)), Box::new(self.number(b))),
            Test::Origin { first, place } => {
                Test::Origin { first: *first, place: self.lane(*place) }
            }
            Test::Sown { lap, place } => Test::Sown { lap: *lap, place: self.lane(*place) },
            Test::Last(place) => Test::Last(self.lane(*place)),
            Test::Not(inner) => Test::Not(Box::new(self.test(inner))),
            Test::All(all) => Test::All(all.iter().map(|t| self.test(t)).collect()),
            Test::Any(any) => Test::Any(any.iter().map(|t| self.test(t)).collect()),
            Test::NoMove(seat) => Test::NoMove(turn(*seat)),
            Test::Never
            | Test::Always
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::Fact(_)
            | Test::Returns(_) => test.clone(),
        }
    }

    fn number(&self, number: &Number) -> Number {
        let boxed = |n: &Number| Box::new(self.number(n));
        match number {
            Number::Fixed(n) => Number::Fixed(*n),
            Number::Sum(lanes) => Number::Sum(self.place(lanes)),
            Number::Count(lanes) => Number::Count(self.place(lanes)),
            Number::Hand => Number::Hand,
            Number::Lane(lane) => Number::Lane(self.lane(*lane)),
            Number::Fraction(over, under, up, of) => {
                Number::Fraction(*over, *under, *up, boxed(of))
            }
            Number::Add(a, b) => Number::Add(boxed(a), boxed(b)),
            Number::Sub(a, b) => Number::Sub(boxed(a), boxed(b)),
            Number::Mul(a, b) => Number::Mul(boxed(a), boxed(b)),
        }
    }

    fn act(&self, act: &Act) -> Act {
        match act {
            Act::Move { from, hand, share, to, capture, after } => Act::Move {
                from: self.place(from),
                hand: *hand,
                share: match share {
                    super::Share::Number(n) => super::Share::Number(self.number(n)),
                    share => share.clone(),
                },
                to: self.lane(*to),
                capture: *capture,
                after: self.block(after),
            },
            Act::Sow(each) => Act::Sow(self.each(each)),
            Act::Set(lane, number) => Act::Set(self.lane(*lane), self.number(number)),
            Act::SetEach(lanes, value) => Act::SetEach(self.place(lanes), *value),
            Act::Add(lane, number) => Act::Add(self.lane(*lane), self.number(number)),
            Act::Cases(block) => Act::Cases(self.block(block)),
            Act::Chain(blocks) => Act::Chain(blocks.iter().map(|b| self.block(b)).collect()),
            Act::Tried { acts, test } => Act::Tried {
                acts: acts.iter().map(|act| self.act(act)).collect(),
                test: self.test(test),
            },
            Act::EndGame(ending) => Act::EndGame(match *ending {
                Ending::Wins(seat) => Ending::Wins(turn(seat)),
                Ending::Loses(seat) => Ending::Loses(turn(seat)),
                ending => ending,
            }),
            Act::PlayAgain | Act::EndMove | Act::EndTurn | Act::EndStage | Act::Handed(_) => {
                act.clone()
            }
        }
    }
}

/// The other of two players.
fn turn(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
