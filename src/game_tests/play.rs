//! Plays the choices of a test.

use super::run::TestRun;
use crate::diagnostic::Diagnostic;
use crate::engine::{Decider, Position};
use crate::notation;
use crate::span::Span;
use crate::syntax::ast::Name;

impl TestRun {
    pub(super) fn plays(&mut self, name: &Name, choices: &[Name], span: Span) {
        let Some(seat) = self.seat(name) else { return };
        let otherwise = format!("`{}` does not choose here", name.text);
        self.choose(Decider::Player(seat), name.span, otherwise, choices, span);
    }

    pub(super) fn lot_falls(&mut self, choices: &[Name], span: Span) {
        self.choose(Decider::Lot, span, "no lot is drawn here".into(), choices, span);
    }

    /// Makes the choices of a player or of the lot. `otherwise`: the message if somebody else decides.
    fn choose(
        &mut self,
        decider: Decider,
        named: Span,
        otherwise: String,
        choices: &[Name],
        span: Span,
    ) {
        for (i, choice) in choices.iter().enumerate() {
            let Some(position) = self.position(span) else { return };
            if i == 0 && position.decider() != Some(decider) {
                match position.decider() {
                    Some(Decider::Player(_)) if is_unfinished(&position) => {
                        self.report_unfinished(named);
                    }
                    Some(Decider::Player(other)) => {
                        let found = format!("{} chooses now", self.model().player(other));
                        self.fail(named, otherwise, found);
                    }
                    Some(Decider::Lot) => {
                        let choices = self.ids(&position).join(", ");
                        let found = format!(
                            "a lot is drawn now: add a line `the lot falls on` with one of: {choices}"
                        );
                        self.fail(named, otherwise, found);
                    }
                    None => self.report_game_over(named, otherwise),
                }
                return;
            }
            let legal = self.ids(&position).join(", ");
            let found = notation::parse_choice(&self.engine, &position, &choice.text);
            let played = found.and_then(|c| self.engine.play(&position, c).ok());
            match played {
                Some((next, events)) => {
                    self.record_clauses(&events);
                    self.position = Some(next);
                }
                None => {
                    let message = format!("`{}` cannot be chosen here", choice.text);
                    self.fail(choice.span, message, format!("the choices are: {legal}"));
                    return;
                }
            }
        }
    }

    /// What is expected after a move that is not finished says nothing about the rules: one finding says that
    /// an answer is missing, instead of one for each place.
    pub(super) fn merge_unfinished_move(&mut self) {
        let fails = |finding: &Diagnostic| finding.code == "test-fails";
        let Some(position) = &self.position else { return };
        if !is_unfinished(position) || !self.findings.iter().all(fails) {
            return;
        }
        let labels = self.findings.iter().flat_map(|finding| &finding.labels);
        let span = labels.map(|label| label.span).reduce(|first, last| first.to(last));
        if let Some(span) = span {
            self.findings.clear();
            self.report_unfinished(span);
        }
    }

    /// Reports that a player still has to choose in the move before this line.
    fn report_unfinished(&mut self, span: Span) {
        let Some(position) = self.position.clone() else { return };
        let decider = position.decider();
        let choices = self.ids(&position).join(", ");
        let (title, found, line) = match decider.and_then(Decider::seat) {
            Some(seat) => {
                let who = self.model().player(seat);
                let found = format!("before this line `{who}` still has to choose");
                let line = format!("add an answer to the line `{who} plays`: {choices}");
                ("the move is not finished", found, line)
            }
            None => {
                let line = format!("add a line `the lot falls on` with one of: {choices}");
                ("a lot is not drawn yet", "before this line a lot is drawn".to_owned(), line)
            }
        };
        self.unfinished = true;
        self.findings.push(Diagnostic::error("test-fails", span, title).found(found).help(line));
    }

    pub(super) fn next_game(&mut self, span: Span) {
        let Some(position) = self.position(span) else { return };
        if position.is_over() && position.match_status().over {
            return;
        }
        match self.engine.next_game(&position) {
            Some((next, events)) => {
                self.record_clauses(&events);
                self.over_at_once = false;
                self.position = Some(next);
            }
            None if is_unfinished(&position) => self.report_unfinished(span),
            None => self.fail(span, "no next game begins here".into(), "the game goes on".into()),
        }
    }

    pub(super) fn ids(&self, position: &Position) -> Vec<String> {
        let choices = self.engine.choices(position);
        let id = |c| notation::choice_id(self.model(), c).replace(' ', "-");
        choices.into_iter().map(id).collect()
    }
}

/// Whether a player is asked in the middle of a move, or a lot is drawn.
fn is_unfinished(position: &Position) -> bool {
    match position.decider() {
        Some(Decider::Player(_)) => !position.answers().is_empty(),
        Some(Decider::Lot) => true,
        None => false,
    }
}
