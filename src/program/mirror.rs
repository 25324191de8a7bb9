//! Symmetric games: the rules of the second player are those of the first, with the sides exchanged.

use super::fold::Fold;
use super::{
    Block, Code, Lane, LaneRole, LaneSet, MoveLaw, MoveStart, NumberExpr, PlaceExpr, Program,
    SowPath, Test, TurnLimits,
};
use crate::model::{PlaceId, Seat};
use crate::order::SmallSort;

/// The lane map between the players' sides; it is its own inverse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mirror {
    lanes: Vec<Lane>,
}

/// Applies a mirror to rules.
#[derive(Clone, Copy)]
struct MirrorFold<'m>(&'m Mirror);

impl Fold for MirrorFold<'_> {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.0.lane(lane)
    }

    fn seat(&mut self, seat: Seat) -> Seat {
        other_seat(seat)
    }
}

impl Program {
    /// The mirror, if the rules are the same for both players.
    pub fn mirror(&self) -> Option<Mirror> {
        if self.seats != 2 {
            return None;
        }
        let sides =
            [false, true].into_iter().filter_map(|turned| Mirror::from_layout(self, turned));
        sides.into_iter().find(|mirror| mirror.matches(self))
    }
}

impl Mirror {
    /// The lane on the other side.
    #[inline]
    pub fn lane(&self, lane: Lane) -> Lane {
        self.lanes[lane.index()]
    }

    /// A test as it is for the other player.
    pub fn test(&self, test: &Test) -> Test {
        MirrorFold(self).test(test)
    }

    /// The other player.
    #[inline]
    pub fn seat(&self, seat: Seat) -> Seat {
        other_seat(seat)
    }

    /// The pairs of lanes that are exchanged.
    pub fn pairs(&self) -> impl Iterator<Item = (Lane, Lane)> {
        let lanes = self.lanes.iter().enumerate().map(|(i, other)| (Lane(i as u8), *other));
        lanes.filter(|(lane, other)| lane < other)
    }

    /// The map that pairs the holes of each player in the same order or, if `turned`, in opposite orders;
    /// `None` if they cannot be paired.
    fn from_layout(program: &Program, turned: bool) -> Option<Mirror> {
        let mut lanes: Vec<Lane> = (0..program.lanes.len()).map(|i| Lane(i as u8)).collect();
        let mut pair = |a: &[Lane], b: &[Lane]| {
            a.iter().zip(b).for_each(|(a, b)| {
                lanes[a.index()] = *b;
                lanes[b.index()] = *a;
            });
            a.len() == b.len()
        };
        let [(south, _), (north, _)] = program.own_holes.as_slice() else { return None };
        let south: Vec<Lane> = south.iter().collect();
        let mut north: Vec<Lane> = north.iter().collect();
        if turned {
            north.reverse();
        }
        let [first, second] = program.score_lanes.as_slice() else { return None };
        let kept = |of: &LaneSet| of.iter().collect::<Vec<_>>();
        if !pair(&south, &north) || !pair(&kept(first), &kept(second)) {
            return None;
        }
        let place = |place: PlaceId| PlaceId(lanes[place.index()].0);
        let other = |role: &LaneRole| match *role {
            LaneRole::Seeds(_)
            | LaneRole::Note(_)
            | LaneRole::MovesLeft
            | LaneRole::MovesMade
            | LaneRole::TurnCaptured
            | LaneRole::TurnDirection
            | LaneRole::LastCapture
            | LaneRole::SowingHand => *role,
            LaneRole::Mark(mark, at) => LaneRole::Mark(mark, place(at)),
            LaneRole::TurnSown(at) => LaneRole::TurnSown(place(at)),
            LaneRole::Owner(at) => LaneRole::Owner(place(at)),
            // Lanes after the places (last capture, hand) stay as they are.
            LaneRole::Kind(of, kind) if of.index() >= program.places => LaneRole::Kind(of, kind),
            LaneRole::Kind(of, kind) => LaneRole::Kind(lanes[of.index()], kind),
            LaneRole::Closed(at) => LaneRole::Closed(place(at)),
            LaneRole::PlayerMark(mark, seat) => LaneRole::PlayerMark(mark, other_seat(seat)),
            LaneRole::Stage(seat) => LaneRole::Stage(other_seat(seat)),
            LaneRole::ExtraMoves(seat) => LaneRole::ExtraMoves(other_seat(seat)),
            LaneRole::Moved(seat) => LaneRole::Moved(other_seat(seat)),
            LaneRole::Played(seat) => LaneRole::Played(other_seat(seat)),
        };
        let other_lanes = program.lanes.iter().enumerate().skip(program.places);
        let other_lanes = other_lanes.map(|(i, role)| {
            let other = other(role);
            let at = program.lanes.iter().position(|m| *m == other)?;
            Some((i, Lane(at as u8)))
        });
        for (i, other) in other_lanes.collect::<Option<Vec<_>>>()? {
            lanes[i] = other;
        }
        Some(Mirror { lanes })
    }

    /// Whether the second player's rules are the mirror image of the first player's.
    fn matches(&self, program: &Program) -> bool {
        let mut other = MirrorFold(self);
        // The values of these lanes name players, so mapping lanes is not enough.
        let marked = |i: usize| matches!(program.lanes[i], LaneRole::Mark(..) | LaneRole::Owner(_));
        let unmarked = !(0..program.lanes.len()).any(marked);
        unmarked
            && other.set(&program.identity) == program.identity
            && other.set(&program.stores) == program.stores
            && program.expiring.iter().all(|lanes| other.set(lanes) == *lanes)
            && program.codes.chunks(2).all(|codes| match codes {
                [first, second] => other.is_same(first, second),
                _ => false,
            })
    }
}

impl MirrorFold<'_> {
    /// Returns a copy, so that a `&mut self` fold can run on a temporary.
    fn copied(self) -> Self {
        self
    }

    fn is_same(self, first: &Code, second: &Code) -> bool {
        let by_place = |blocks: &[Block], of: &[Block]| {
            let none = Block::new();
            let mut lanes = self.0.lanes.iter().enumerate();
            lanes.all(|(i, other)| {
                let block = blocks.get(i).unwrap_or(&none);
                self.copied().block(block) == *of.get(other.index()).unwrap_or(&none)
            })
        };
        let by_seat = |blocks: &[Block], of: &[Block]| {
            blocks.iter().zip(of.iter().rev()).all(|(a, b)| self.copied().block(a) == *b)
        };
        let ways = self.each_same(&first.ways, &second.ways, |from, to| {
            self.sowing(&first.sowings[*from]) == second.sowings[*to]
        });
        let headings = self.each_same(&first.headings, &second.headings, |from, to| {
            self.copied().heading(*from) == *to
        });
        let winner = |of: &Code| of.winner.clone();
        let turned = winner(first).map(|(fewest, numbers)| {
            (fewest, numbers.iter().rev().map(|n| self.copied().number(n)).collect())
        });
        ways && headings
            && first.expiry_tests.is_empty()
            && second.expiry_tests.is_empty()
            && first.unsupported.is_none()
            && second.unsupported.is_none()
            && first.at_once == second.at_once
            && first.needs_trial == second.needs_trial
            && first.starts.iter().map(|b| self.begin(b)).collect::<Vec<_>>() == second.starts
            && first.opening.as_ref().map(|b| self.copied().block(b)) == second.opening
            && by_place(&first.before_lap, &second.before_lap)
            && by_place(&first.each_seed, &second.each_seed)
            && by_place(&first.last_seed[0], &second.last_seed[0])
            && by_place(&first.last_seed[1], &second.last_seed[1])
            && by_place(&first.never_ends[0], &second.never_ends[0])
            && by_place(&first.never_ends[1], &second.never_ends[1])
            && first.laws.iter().map(|law| self.law(law)).collect::<Vec<_>>() == second.laws
            && self.copied().block(&first.any_time) == second.any_time
            && self.copied().block(&first.after_move) == second.after_move
            && by_seat(&first.end, &second.end)
            && first.until.as_ref().map(|t| self.copied().test(t)) == second.until
            && first.leaves_per_player == second.leaves_per_player
            && first.no_move == second.no_move
            && first.turn.as_ref().map(|t| self.turn(t)) == second.turn
            && turned == winner(second)
    }

    /// Whether corresponding lanes have equal lists, with tests mirrored.
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
                    self.copied().test(a) == *b && same(from, to)
                };
                a.len() == b.len() && pairs.all(fit)
            })
        })
    }

    fn begin(self, begin: &MoveStart) -> MoveStart {
        let mut holes = self.copied().place(&begin.holes);
        // The order of the holes does not matter here.
        if let PlaceExpr::Each(each) = &mut holes {
            each.small_sort_by_key(|(lane, _)| *lane);
        }
        MoveStart { clause: begin.clause, test: self.copied().test(&begin.test), holes }
    }

    fn sowing(self, sowing: &SowPath) -> SowPath {
        SowPath {
            origin: self.copied().lane(sowing.origin),
            start: sowing.start,
            backward: sowing.backward,
            path: sowing.path.iter().map(|lane| self.copied().lane(*lane)).collect(),
            passing: self.copied().each(&sowing.passing),
            each: sowing.each.as_ref().map(|each| self.copied().number(each)),
            any_order: self.copied().test(&sowing.any_order),
        }
    }

    fn law(self, law: &MoveLaw) -> MoveLaw {
        let begins = law.begins.as_ref().map(|(must, each)| (*must, self.copied().each(each)));
        let (when, test) = (self.copied().test(&law.when), self.copied().test(&law.test));
        MoveLaw { when, test, begins, ..law.clone() }
    }

    fn turn(self, turn: &TurnLimits) -> TurnLimits {
        let number = |n: &Option<NumberExpr>| n.as_ref().map(|n| self.copied().number(n));
        TurnLimits {
            moves: number(&turn.moves),
            at_most: number(&turn.at_most),
            continues_while: turn.continues_while.as_ref().map(|test| self.copied().test(test)),
        }
    }
}

/// The other of two players.
fn other_seat(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}
