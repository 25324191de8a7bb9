//! A test being played, line by line.

use super::clauses_of;
use super::failure::is_expectation;
use crate::diagnostic::Diagnostic;
use crate::engine::{Engine, Event, FinalResult, Position, PositionSetup};
use crate::model::{ClauseId, Model};
use crate::span::Span;
use crate::syntax::ast::TestLine;
use std::collections::BTreeSet;

/// A test, as far as it has been played.
pub(super) struct TestRun {
    pub(super) engine: Engine,
    pub(super) setup: PositionSetup,
    pub(super) position: Option<Position>,
    /// A `given` line has been read: the position is set up, not the start.
    pub(super) is_set_up: bool,
    /// The position that the `given` lines lay out is over already.
    pub(super) over_at_once: bool,
    /// The line that does not hold is about a move that is not finished.
    pub(super) unfinished: bool,
    pub(super) findings: Vec<Diagnostic>,
    pub(super) clauses: BTreeSet<ClauseId>,
}

impl TestRun {
    /// A test that has not begun.
    pub(super) fn new(engine: Engine) -> TestRun {
        TestRun {
            engine,
            setup: PositionSetup::default(),
            position: None,
            is_set_up: false,
            over_at_once: false,
            unfinished: false,
            findings: Vec::new(),
            clauses: BTreeSet::new(),
        }
    }

    pub(super) fn record_clauses(&mut self, events: &[Event]) {
        self.clauses.extend(clauses_of(events));
    }

    pub(super) fn model(&self) -> &Model {
        self.engine.model()
    }

    pub(super) fn fail(&mut self, span: Span, message: String, found: String) {
        self.findings.push(Diagnostic::error("test-fails", span, message).found(found));
    }

    /// Nobody chooses any more: names the statement that has ended the game.
    pub(super) fn report_game_over(&mut self, span: Span, message: String) {
        let mut finding = Diagnostic::error("test-fails", span, message).found("the game is over");
        let result = self.position.as_ref().and_then(Position::result);
        let why =
            result.map(|result| self.model().clause(result.clause)).filter(|why| !why.default);
        if let Some(why) = why {
            finding = finding.label(why.span, "this ends it");
        }
        if self.over_at_once {
            finding = finding.help(
                "the position of the `given` lines is over already: change it, \
                 or add `given nobody has moved` if it is the beginning of a game",
            );
        }
        self.findings.push(finding);
    }

    pub(super) fn report_cannot_play(&mut self, span: Span, message: String, help: String) {
        self.findings.push(
            Diagnostic::error("test-cannot-play", span, message)
                .found("the test cannot go on here")
                .help(help),
        );
    }

    /// Plays a line. If it does not hold, there are findings after it.
    pub(super) fn line(&mut self, line: &TestLine, span: Span) {
        match line {
            TestLine::Variation(_) | TestLine::With(..) | TestLine::Broken => {}
            TestLine::Given(holdings) => {
                self.is_set_up = true;
                for holding in holdings {
                    if let Some(place) = self.place(holding) {
                        let n = u16::try_from(holding.count).unwrap_or(u16::MAX);
                        self.given_holding(holding, place, n);
                    }
                }
            }
            TestLine::GivenState(state) => {
                self.is_set_up = true;
                self.given_state(state);
            }
            TestLine::GivenNote(note, value, owner) => {
                self.is_set_up = true;
                self.given_note(note, value, owner.as_ref());
            }
            TestLine::GivenToMove(name) => {
                self.is_set_up = true;
                if let Some(seat) = self.seat(name) {
                    self.setup.mover = seat;
                }
            }
            TestLine::GivenAgain(name) => {
                self.is_set_up = true;
                if let Some(seat) = self.seat(name) {
                    self.setup.again.push((seat, 1));
                }
            }
            TestLine::GivenUnmoved => {
                self.is_set_up = true;
                self.setup.moved = Some(Vec::new());
            }
            TestLine::Plays(name, choices) => self.plays(name, choices, span),
            TestLine::LotFalls(choices) => self.lot_falls(choices, span),
            TestLine::NextGame => self.next_game(span),
            TestLine::Expect(holdings) => {
                holdings.iter().for_each(|holding| self.expect_holding(holding));
            }
            TestLine::ExpectChoices(choices) => self.expect_choices(choices, span),
            TestLine::ExpectToMove(name) => self.expect_to_move(name, span),
            TestLine::ExpectWin(name, whole_match) => {
                let Some(seat) = self.seat(name) else { return };
                let wins = |found: FinalResult| found.winner() == Some(seat);
                self.expect_verdict(wins, *whole_match, span);
            }
            TestLine::ExpectLoss(name, whole_match) => {
                let Some(seat) = self.seat(name) else { return };
                let loses = |found: FinalResult| found.is_lost_by(seat);
                self.expect_verdict(loses, *whole_match, span);
            }
            TestLine::ExpectDraw => {
                self.expect_verdict(|is| is == FinalResult::Drawn, false, span);
            }
            TestLine::ExpectState(state) => self.expect_state(state, span),
        }
        if is_expectation(line) && !matches!(line, TestLine::ExpectChoices(_)) {
            self.merge_unfinished_move();
        }
    }
}
