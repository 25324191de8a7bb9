//! Whether somebody could move, where that is seen from what lies in his holes.

use super::Compiler;
use crate::model::Seat;
use crate::program::{Begin, Code, Lane, LaneSet, Number, Program, Range, Relabel, Test, Where};

impl Program {
    /// Asks what lies in a player's holes instead of whether he could move, where nothing else decides
    /// that. Of who is about to move it is known at the end of a move, and need not be asked.
    pub(super) fn see_who_can_move(&mut self) {
        // In another stage other rules may hold, and a turn that begins may change more.
        if self.codes.len() != self.seats || self.moves_left.is_some() {
            return;
        }
        let lifted = self.lifted.iter().fold(LaneSet::default(), |all, set| all.union(*set));
        let fleeting = [self.caught, self.hand, self.moves_made, self.turn_captured];
        let fleeting = fleeting.into_iter().flatten();
        let changed = fleeting.chain(self.turn_sown.iter().map(|(_, lane)| *lane));
        let changed = lifted.union(changed.collect());
        let stuck: Vec<Option<Test>> = self.codes.iter().map(|code| stuck(code, changed)).collect();
        for code in &mut self.codes {
            let mut seen = Seen { stuck: &stuck, next: None };
            code.after_move = seen.block(&code.after_move);
            for (next, block) in (0..).zip(&mut code.end) {
                seen.next = Some(Seat(next));
                *block = seen.block(block);
            }
        }
    }
}

/// Puts tests of what lies in the holes in.
struct Seen<'s> {
    /// For each player the test that he cannot move.
    stuck: &'s [Option<Test>],
    next: Option<Seat>,
}

impl Relabel for Seen<'_> {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn no_move(&mut self, seat: Seat) -> Test {
        let stuck = self.stuck.get(seat.index()).cloned().flatten();
        stuck.filter(|_| self.next != Some(seat)).unwrap_or(Test::NoMove(seat))
    }
}

/// That a player cannot move; `None`: that does not depend on what his holes hold alone, or on lanes that
/// change before he moves.
fn stuck(code: &Code, changed: LaneSet) -> Option<Test> {
    let simple = code.handed.is_none() && code.opening.is_none() && code.at_once.is_none();
    if !simple || code.relays || !code.laws.is_empty() {
        return None;
    }
    let mut asked = Asked::default();
    for Begin { test, holes, .. } in &code.begin {
        asked.test(test);
        asked.place(holes);
        if !of_lanes(test) || !place_of_lanes(holes) {
            return None;
        }
    }
    if !asked.0.both(changed).is_empty() {
        return None;
    }
    let (mut can, mut earlier) = (Vec::new(), Vec::new());
    for Begin { test, holes, .. } in &code.begin {
        let none_before = Test::not(Test::any(earlier.clone()));
        can.push(Test::all([none_before, test.clone(), some_of(holes)?]));
        earlier.push(test.clone());
    }
    Some(Test::not(Test::any(can)))
}

/// Whether some place is meant, of those that can be chosen if they are.
fn some_of(holes: &Where) -> Option<Test> {
    match holes {
        Where::Holding(set, Range::SOME) => Some(Test::Occupied(*set)),
        Where::Holding(lanes, range) => {
            Some(Test::Many { lanes: *lanes, range: *range, least: 1, most: u16::MAX })
        }
        Where::Each(each) => Some(Test::any(each.iter().map(|(_, test)| test.clone()))),
        Where::All(_) | Where::Run(_) | Where::Union(_) | Where::Cases(_) => None,
    }
}

/// The lanes that are asked for.
#[derive(Default)]
struct Asked(LaneSet);

impl Relabel for Asked {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.0.insert(lane);
        lane
    }
}

impl Compiler<'_> {
    /// Whether what a test asks for may change as seeds are moved.
    pub(super) fn asks_of_seeds(&self, test: &Test) -> bool {
        let mut asked = Asked::default();
        asked.test(test);
        let seeds = |lane: Lane| lane.index() < self.model.board.places.len();
        !of_lanes(test) || asked.0.iter().any(seeds)
    }
}

/// Whether a test asks for nothing but what lanes hold.
fn of_lanes(test: &Test) -> bool {
    match test {
        Test::Always
        | Test::Never
        | Test::Holds(..)
        | Test::Empty(_)
        | Test::Occupied(_)
        | Test::Many { .. } => true,
        Test::Not(test) => of_lanes(test),
        Test::All(tests) | Test::Any(tests) => tests.iter().all(of_lanes),
        Test::Cases(cases) => cases.iter().all(|(when, test)| of_lanes(when) && of_lanes(test)),
        Test::Number(number, _) => number_of_lanes(number),
        Test::AtMost(a, b) => number_of_lanes(a) && number_of_lanes(b),
        _ => false,
    }
}

fn number_of_lanes(number: &Number) -> bool {
    match number {
        Number::Fixed(_) | Number::Lane(_) => true,
        Number::Sum(place) | Number::Count(place) => place_of_lanes(place),
        Number::Fraction(.., of) => number_of_lanes(of),
        Number::Add(a, b) | Number::Sub(a, b) | Number::Mul(a, b) => {
            number_of_lanes(a) && number_of_lanes(b)
        }
        Number::Hand
        | Number::OtherHand
        | Number::Fallen(_)
        | Number::FallenOf(..)
        | Number::FallenEarlier
        | Number::SumOf(..) => false,
        Number::Cases(cases) => cases.iter().all(|(test, n)| of_lanes(test) && number_of_lanes(n)),
    }
}

fn place_of_lanes(place: &Where) -> bool {
    match place {
        Where::All(_) | Where::Holding(..) => true,
        Where::Each(each) | Where::Run(each) => each.iter().all(|(_, test)| of_lanes(test)),
        Where::Union(parts) => parts.iter().all(place_of_lanes),
        Where::Cases(cases) => cases.iter().all(|(test, of)| of_lanes(test) && place_of_lanes(of)),
    }
}
