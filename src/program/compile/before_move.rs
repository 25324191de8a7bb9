//! Simplifies tests that are evaluated before the move.

use crate::program::fold::fold_test;
use crate::program::{Fold, Lane, MoveFact, MoveStart, NumberExpr, PlaceExpr, Test};

impl Test {
    /// The equivalent test, given that nothing has been taken up, sown or captured yet.
    pub(super) fn before_the_move(&self) -> Test {
        BeforeMove.test(self)
    }
}

impl MoveStart {
    /// The equivalent start of a move, given that nothing has been done yet.
    pub(super) fn before_the_move(self) -> MoveStart {
        MoveStart {
            test: BeforeMove.test(&self.test),
            holes: BeforeMove.place(&self.holes),
            ..self
        }
    }
}

struct BeforeMove;

impl Fold for BeforeMove {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn each(&mut self, each: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        let each = each.iter().map(|(lane, test)| (*lane, self.test(test)));
        each.filter(|(_, test)| *test != Test::Never).collect()
    }

    fn run(&mut self, run: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        run.iter().map(|(lane, test)| (*lane, self.test(test))).collect()
    }

    fn test(&mut self, test: &Test) -> Test {
        match test {
            Test::Origin { .. }
            | Test::FirstFell { .. }
            | Test::FellBefore(_)
            | Test::Sown { .. }
            | Test::Last(_) => Test::Never,
            Test::Fact(fact) => Test::constant(*fact == MoveFact::FirstLap),
            Test::Not(inner) => Test::not(self.test(inner)),
            Test::All(all) => Test::all(all.iter().map(|test| self.test(test))),
            Test::Any(any) => Test::any(any.iter().map(|test| self.test(test))),
            Test::Never
            | Test::Always
            | Test::Holds(..)
            | Test::Before(_)
            | Test::After(_)
            | Test::Held(_)
            | Test::LapHeld(_)
            | Test::Empty(_)
            | Test::Occupied(_)
            | Test::Many { .. }
            | Test::Number(..)
            | Test::AtMost(..)
            | Test::Cases(_)
            | Test::Fell(_)
            | Test::NoMove(_)
            | Test::Returns(_) => {
                let test = fold_test(self, test);
                if let Test::Number(number, range) = &test
                    && let NumberExpr::Count(PlaceExpr::Each(each)) = &**number
                    && each.is_empty()
                {
                    return Test::constant(range.fits(0));
                }
                test
            }
        }
    }
}
