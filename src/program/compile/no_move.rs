//! Replaces "can the player move?" by tests on the seeds in their holes, where that is enough.

use super::Compiler;
use crate::model::Seat;
use crate::program::{
    Code, Fold, Lane, LaneSet, MoveStart, NumberExpr, NumberRange, PlaceExpr, Program, Test,
};

impl Program {
    /// Replaces tests for moves by tests on holes, where nothing else decides. For the player about to move
    /// the answer is known at the end of a move, so that test stays.
    pub(super) fn lower_no_move_tests(&mut self) {
        // Another stage may have other rules, and the start of a turn may change more lanes.
        if self.codes.len() != self.seats || self.moves_left.is_some() {
            return;
        }
        let expiring = self.expiring.iter().fold(LaneSet::default(), |all, set| all.union(*set));
        let move_scoped = [self.last_capture, self.hand, self.moves_made, self.turn_captured];
        let move_scoped = move_scoped.into_iter().flatten();
        let changed = move_scoped.chain(self.turn_sown.iter().map(|(_, lane)| *lane));
        let changed = expiring.union(changed.collect());
        let stuck: Vec<Option<Test>> =
            self.codes.iter().map(|code| no_move_test(code, changed)).collect();
        for code in &mut self.codes {
            let mut seen = NoMoveLowering { stuck: &stuck, next: None };
            code.after_move = seen.block(&code.after_move);
            for (next, block) in (0..).zip(&mut code.end) {
                seen.next = Some(Seat(next));
                *block = seen.block(block);
            }
        }
    }
}

/// Replaces tests for moves.
struct NoMoveLowering<'s> {
    /// For each player, the test that they cannot move.
    stuck: &'s [Option<Test>],
    next: Option<Seat>,
}

impl Fold for NoMoveLowering<'_> {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn no_move(&mut self, seat: Seat) -> Test {
        let stuck = self.stuck.get(seat.index()).cloned().flatten();
        stuck.filter(|_| self.next != Some(seat)).unwrap_or(Test::NoMove(seat))
    }
}

/// The test that a player cannot move; `None`: it depends on more than the lanes, or on lanes that change
/// before they move (`changed`).
fn no_move_test(code: &Code, changed: LaneSet) -> Option<Test> {
    let simple = code.unsupported.is_none() && code.opening.is_none() && code.at_once.is_none();
    if !simple || code.needs_trial || !code.laws.is_empty() {
        return None;
    }
    let mut asked = ReadLanes::default();
    for MoveStart { test, holes, .. } in &code.starts {
        asked.test(test);
        asked.place(holes);
        if !reads_only_lanes(test) || !place_reads_only_lanes(holes) {
            return None;
        }
    }
    if !asked.0.intersection(changed).is_empty() {
        return None;
    }
    let (mut can, mut earlier) = (Vec::new(), Vec::new());
    for MoveStart { test, holes, .. } in &code.starts {
        let none_before = Test::not(Test::any(earlier.clone()));
        can.push(Test::all([none_before, test.clone(), any_selected(holes)?]));
        earlier.push(test.clone());
    }
    Some(Test::not(Test::any(can)))
}

/// Whether a place is selected; `None` where that cannot be expressed.
fn any_selected(holes: &PlaceExpr) -> Option<Test> {
    match holes {
        PlaceExpr::Holding(set, NumberRange::SOME) => Some(Test::Occupied(*set)),
        PlaceExpr::Holding(lanes, range) => {
            Some(Test::Many { lanes: *lanes, range: *range, least: 1, most: u16::MAX })
        }
        PlaceExpr::Each(each) => Some(Test::any(each.iter().map(|(_, test)| test.clone()))),
        PlaceExpr::All(_) | PlaceExpr::Run(_) | PlaceExpr::Union(_) | PlaceExpr::Cases(_) => None,
    }
}

/// Collects the lanes that are read.
#[derive(Default)]
struct ReadLanes(LaneSet);

impl Fold for ReadLanes {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.0.insert(lane);
        lane
    }
}

impl Compiler<'_> {
    /// Whether the value of a test can change when seeds move.
    pub(super) fn asks_of_seeds(&self, test: &Test) -> bool {
        let mut asked = ReadLanes::default();
        asked.test(test);
        let seeds = |lane: Lane| lane.index() < self.model.board.places.len();
        !reads_only_lanes(test) || asked.0.iter().any(seeds)
    }
}

/// Whether a test reads nothing but lanes.
fn reads_only_lanes(test: &Test) -> bool {
    match test {
        Test::Always
        | Test::Never
        | Test::Holds(..)
        | Test::Empty(_)
        | Test::Occupied(_)
        | Test::Many { .. } => true,
        Test::Not(test) => reads_only_lanes(test),
        Test::All(tests) | Test::Any(tests) => tests.iter().all(reads_only_lanes),
        Test::Cases(cases) => {
            cases.iter().all(|(when, test)| reads_only_lanes(when) && reads_only_lanes(test))
        }
        Test::Number(number, _) => number_reads_only_lanes(number),
        Test::AtMost(a, b) => number_reads_only_lanes(a) && number_reads_only_lanes(b),
        Test::Before(_)
        | Test::After(_)
        | Test::Held(_)
        | Test::LapHeld(_)
        | Test::Origin { .. }
        | Test::Sown { .. }
        | Test::Last(_)
        | Test::FellBefore(_)
        | Test::FirstFell { .. }
        | Test::Fact(_)
        | Test::Fell(_)
        | Test::NoMove(_)
        | Test::Returns(_) => false,
    }
}

fn number_reads_only_lanes(number: &NumberExpr) -> bool {
    match number {
        NumberExpr::Fixed(_) | NumberExpr::Lane(_) => true,
        NumberExpr::Sum(place) | NumberExpr::Count(place) => place_reads_only_lanes(place),
        NumberExpr::Fraction(.., of) => number_reads_only_lanes(of),
        NumberExpr::Add(a, b) | NumberExpr::Sub(a, b) | NumberExpr::Mul(a, b) => {
            number_reads_only_lanes(a) && number_reads_only_lanes(b)
        }
        NumberExpr::Hand
        | NumberExpr::OtherHand
        | NumberExpr::Fallen(_)
        | NumberExpr::FallenOf(..)
        | NumberExpr::FallenEarlier
        | NumberExpr::LaneBeforeFall(_)
        | NumberExpr::Held { .. }
        | NumberExpr::SumOf(..) => false,
        NumberExpr::Cases(cases) => {
            cases.iter().all(|(test, n)| reads_only_lanes(test) && number_reads_only_lanes(n))
        }
    }
}

fn place_reads_only_lanes(place: &PlaceExpr) -> bool {
    match place {
        PlaceExpr::All(_) | PlaceExpr::Holding(..) => true,
        PlaceExpr::Each(each) | PlaceExpr::Run(each) => {
            each.iter().all(|(_, test)| reads_only_lanes(test))
        }
        PlaceExpr::Union(parts) => parts.iter().all(place_reads_only_lanes),
        PlaceExpr::Cases(cases) => {
            cases.iter().all(|(test, of)| reads_only_lanes(test) && place_reads_only_lanes(of))
        }
    }
}
