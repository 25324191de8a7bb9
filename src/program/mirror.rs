//! A game that is the same for both players: what is said to the one is said to the other, of the
//! place on his side.

use super::relabel::Relabel;
use super::{
    Begin, Block, Code, Lane, LaneSet, Law, Meaning, Number, Program, Sowing, Test, Turn, Where,
};
use crate::model::{PlaceId, Seat};

/// For each lane the one that is for the second player what it is for the first, and the other way
/// round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    lanes: Vec<Lane>,
}

/// What is said to the second player instead of the first, and the other way round.
#[derive(Clone, Copy)]
struct Other<'m>(&'m Mirror);

impl Relabel for Other<'_> {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.0.lane(lane)
    }

    fn seat(&mut self, seat: Seat) -> Seat {
        turn(seat)
    }
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

    /// The other player.
    #[inline]
    pub fn seat(&self, seat: Seat) -> Seat {
        turn(seat)
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
        let place = |place: PlaceId| PlaceId(lanes[place.index()].0);
        let other = |meaning: &Meaning| match *meaning {
            Meaning::Seeds(_)
            | Meaning::Note(_)
            | Meaning::MovesLeft
            | Meaning::MovesMade
            | Meaning::TurnCaptured
            | Meaning::TurnWent
            | Meaning::Caught
            | Meaning::SowingHand => *meaning,
            Meaning::Mark(mark, at) => Meaning::Mark(mark, place(at)),
            Meaning::TurnSown(at) => Meaning::TurnSown(place(at)),
            Meaning::Owner(at) => Meaning::Owner(place(at)),
            // What is captured or being sown lies behind the places.
            Meaning::Kind(of, kind) if of.index() >= program.places => Meaning::Kind(of, kind),
            Meaning::Kind(of, kind) => Meaning::Kind(lanes[of.index()], kind),
            Meaning::Closed(at) => Meaning::Closed(place(at)),
            Meaning::PlayerMark(mark, seat) => Meaning::PlayerMark(mark, turn(seat)),
            Meaning::Stage(seat) => Meaning::Stage(turn(seat)),
            Meaning::Again(seat) => Meaning::Again(turn(seat)),
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
        let mut other = Other(self);
        // What such a lane holds names a player.
        let marked = |i: usize| matches!(program.lanes[i], Meaning::Mark(..) | Meaning::Owner(_));
        let unmarked = !(0..program.lanes.len()).any(marked);
        unmarked
            && other.set(&program.identity) == program.identity
            && other.set(&program.stores) == program.stores
            && program.lifted.iter().all(|lanes| other.set(lanes) == *lanes)
            && program.codes.chunks(2).all(|codes| match codes {
                [first, second] => other.is_same(first, second),
                _ => false,
            })
    }
}

impl Other<'_> {
    /// To be asked, wherever several ask.
    fn said(self) -> Self {
        self
    }

    fn is_same(self, first: &Code, second: &Code) -> bool {
        let by_place = |blocks: &[Block], of: &[Block]| {
            let none = Block::new();
            let mut lanes = self.0.lanes.iter().enumerate();
            lanes.all(|(i, other)| {
                let block = blocks.get(i).unwrap_or(&none);
                self.said().block(block) == *of.get(other.index()).unwrap_or(&none)
            })
        };
        let by_seat = |blocks: &[Block], of: &[Block]| {
            blocks.iter().zip(of.iter().rev()).all(|(a, b)| self.said().block(a) == *b)
        };
        let ways = self.each_same(&first.ways, &second.ways, |from, to| {
            self.sowing(&first.sowings[*from]) == second.sowings[*to]
        });
        let headings = self.each_same(&first.headings, &second.headings, |from, to| {
            self.said().heading(*from) == *to
        });
        let winner = |of: &Code| of.winner.clone();
        let turned = winner(first).map(|(fewest, numbers)| {
            (fewest, numbers.iter().rev().map(|n| self.said().number(n)).collect())
        });
        ways && headings
            && first.lifts.is_empty()
            && second.lifts.is_empty()
            && first.handed.is_none()
            && second.handed.is_none()
            && first.at_once == second.at_once
            && first.relays == second.relays
            && first.begin.iter().map(|b| self.begin(b)).collect::<Vec<_>>() == second.begin
            && first.opening.as_ref().map(|b| self.said().block(b)) == second.opening
            && by_place(&first.before_lap, &second.before_lap)
            && by_place(&first.each_seed, &second.each_seed)
            && by_place(&first.last_seed[0], &second.last_seed[0])
            && by_place(&first.last_seed[1], &second.last_seed[1])
            && first.laws.iter().map(|law| self.law(law)).collect::<Vec<_>>() == second.laws
            && self.said().block(&first.any_time) == second.any_time
            && self.said().block(&first.after_move) == second.after_move
            && by_seat(&first.end, &second.end)
            && first.until.as_ref().map(|t| self.said().test(t)) == second.until
            && first.leaves_alone == second.leaves_alone
            && first.no_move == second.no_move
            && first.turn.as_ref().map(|t| self.turn(t)) == second.turn
            && turned == winner(second)
    }

    /// Whether for each lane the first that fits is the same.
    fn each_same<W>(
        self,
        first: &[Vec<(Test, W)>],
        second: &[Vec<(Test, W)>],
        same: impl Fn(&W, &W) -> bool,
    ) -> bool {
        first.iter().zip(&self.0.lanes).all(|(a, other)| {
            second.get(other.index()).is_some_and(|b| {
                let mut pairs = a.iter().zip(b);
                let fit = |((a, from), (b, to)): (&(Test, W), &(Test, W))| {
                    self.said().test(a) == *b && same(from, to)
                };
                a.len() == b.len() && pairs.all(fit)
            })
        })
    }

    fn begin(self, begin: &Begin) -> Begin {
        let mut holes = self.said().place(&begin.holes);
        // In which order the holes are named does not matter here.
        if let Where::Each(each) = &mut holes {
            each.sort_by_key(|(lane, _)| *lane);
        }
        Begin { clause: begin.clause, test: self.said().test(&begin.test), holes }
    }

    fn sowing(self, sowing: &Sowing) -> Sowing {
        Sowing {
            origin: self.said().lane(sowing.origin),
            start: sowing.start,
            backward: sowing.backward,
            path: sowing.path.iter().map(|lane| self.said().lane(*lane)).collect(),
            passing: self.said().each(&sowing.passing),
            each: sowing.each.as_ref().map(|each| self.said().number(each)),
            any_order: self.said().test(&sowing.any_order),
        }
    }

    fn law(self, law: &Law) -> Law {
        let begins = law.begins.as_ref().map(|(must, each)| (*must, self.said().each(each)));
        let (when, test) = (self.said().test(&law.when), self.said().test(&law.test));
        Law { when, test, begins, ..law.clone() }
    }

    fn turn(self, turn: &Turn) -> Turn {
        let number = |n: &Option<Number>| n.as_ref().map(|n| self.said().number(n));
        Turn {
            moves: number(&turn.moves),
            at_most: number(&turn.at_most),
            again: turn.again.as_ref().map(|test| self.said().test(test)),
        }
    }
}

/// The other of two players.
fn turn(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
