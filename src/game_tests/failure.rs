//! The board that a test expects, and the board that it finds.

use super::run::TestRun;
use crate::engine::Position;
use crate::model::PlaceId;
use crate::span::Span;
use crate::syntax::ast::{Holding, TestLine};

/// A line of a test that does not hold.
#[derive(Debug)]
pub struct TestFailure {
    /// The line.
    pub line: Span,
    /// The position that the line is about.
    pub position: Position,
    /// How many seeds places must hold there, by this line and the other `expect` lines about the same
    /// position; in the order of the lines. Empty if the line is about something else.
    pub expected: Vec<(PlaceId, u64)>,
}

impl TestFailure {
    /// The places that hold another number of seeds than expected.
    pub fn differing(&self) -> impl Iterator<Item = PlaceId> {
        let differs = |(place, n): &&(PlaceId, u64)| u64::from(self.position.seeds(*place)) != *n;
        self.expected.iter().filter(differs).map(|(place, _)| *place)
    }
}

impl TestRun {
    /// The boards of the line `nth`, which does not hold; `None`: no position was reached.
    pub(super) fn failure(
        &mut self,
        lines: &[(TestLine, Span)],
        nth: usize,
    ) -> Option<TestFailure> {
        let position = self.position.clone()?;
        let (line, span) = lines.get(nth)?;
        let expected = match line {
            TestLine::Expect(_) if !self.unfinished => self.expected(lines, nth),
            _ => Vec::new(),
        };
        Some(TestFailure { line: *span, position, expected })
    }

    /// What the `expect` lines round the line `nth` say of numbers of seeds, of all kinds.
    fn expected(&mut self, lines: &[(TestLine, Span)], nth: usize) -> Vec<(PlaceId, u64)> {
        let expects = |(line, _): &&(TestLine, Span)| is_expectation(line);
        let before = lines.iter().take(nth).rev().take_while(expects).count();
        let block = lines.iter().skip(nth - before).take_while(expects);
        let mut expected: Vec<(PlaceId, u64)> = Vec::new();
        for (line, _) in block {
            let TestLine::Expect(holdings) = line else { continue };
            for holding in holdings.iter().filter(|holding| holding.kind.is_none()) {
                let Some(place) = self.place_silently(holding) else { continue };
                expected.retain(|(known, _)| *known != place);
                expected.push((place, holding.count));
            }
        }
        expected
    }

    /// The place of a holding; a name that stands for nothing is reported where its line is read.
    fn place_silently(&mut self, holding: &Holding) -> Option<PlaceId> {
        let known = self.findings.len();
        let place = self.place(holding);
        self.findings.truncate(known);
        place
    }
}

/// Whether a line says what must be so, and does not change the position.
pub(crate) fn is_expectation(line: &TestLine) -> bool {
    match line {
        TestLine::Expect(_)
        | TestLine::ExpectChoices(_)
        | TestLine::ExpectToMove(_)
        | TestLine::ExpectWin(..)
        | TestLine::ExpectLoss(..)
        | TestLine::ExpectDraw
        | TestLine::ExpectState(_) => true,
        TestLine::Variation(_)
        | TestLine::With(..)
        | TestLine::Given(_)
        | TestLine::GivenState(_)
        | TestLine::GivenNote(..)
        | TestLine::GivenToMove(_)
        | TestLine::GivenAgain(_)
        | TestLine::GivenUnmoved
        | TestLine::LotFalls(_)
        | TestLine::Plays(..)
        | TestLine::NextGame
        | TestLine::Broken => false,
    }
}
