//! Positions: small values in which either a player is asked to choose, or the game is over.

use super::event::{Choice, Decider, Deciding, Question, QuestionForm};
use super::history::History;
use super::legal::Answers;
use super::state::{CAPTURED, MARKED, NO_MARK, SOWING_HAND, State};
use crate::model::{AlternativeId, ClauseId, KindId, MarkId, Model, PlaceId, Seat};
use smallvec::SmallVec;
use std::sync::Arc;

/// The section of the game that a position is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Opening,
    Turn,
    Match,
    Over,
}

/// A question in the middle of an execution.
#[derive(Debug)]
pub(crate) struct OpenQuestion {
    pub question: Option<Question>,
    /// Seeds being sown by the mover, and by the player who moves at once with them.
    pub hand: u16,
    pub waiting: u16,
    /// The question is part of the move itself, so its answers are filtered by the laws.
    pub needs_filtering: bool,
}

/// The result of a game or a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FinalResult {
    /// This player won.
    Won(Seat),
    /// This player lost, and nobody won: one player alone, or one of three and more.
    Lost(Seat),
    /// Nobody won or lost.
    #[default]
    Drawn,
}

impl FinalResult {
    /// The result if a player loses: of two, the other one wins.
    pub fn lost(loser: Seat, seats: usize) -> FinalResult {
        match seats {
            2 => FinalResult::Won(Seat(1 - loser.0)),
            _ => FinalResult::Lost(loser),
        }
    }

    /// This player wins; `None`: nobody does.
    pub fn won(winner: Option<Seat>) -> FinalResult {
        winner.map_or(FinalResult::Drawn, FinalResult::Won)
    }

    /// The player who won.
    pub fn winner(self) -> Option<Seat> {
        match self {
            FinalResult::Won(seat) => Some(seat),
            FinalResult::Lost(_) | FinalResult::Drawn => None,
        }
    }

    /// The player who lost although nobody won.
    pub fn loser(self) -> Option<Seat> {
        match self {
            FinalResult::Lost(seat) => Some(seat),
            FinalResult::Won(_) | FinalResult::Drawn => None,
        }
    }

    /// Whether a player has lost: the rules say so, or another player has won.
    pub fn is_lost_by(self, seat: Seat) -> bool {
        match self {
            FinalResult::Won(winner) => winner != seat,
            FinalResult::Lost(loser) => loser == seat,
            FinalResult::Drawn => false,
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Who won or lost.
    pub verdict: FinalResult,
    /// Seeds of each player at the end, weighted by their worth (store and hand); indexed by seat.
    pub scores: SmallVec<[u32; 4]>,
    /// The statement or default that ended it.
    pub clause: ClauseId,
}

/// Status of the match. A game that is played once is a match of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchStatus {
    /// No further game follows.
    pub over: bool,
    /// Who won or lost it, once it is over.
    pub verdict: FinalResult,
}

/// A position: a player is asked to choose, or the game is over. Positions are immutable values; to
/// take a move back, keep the earlier one.
///
/// To show a position to another program, give it [`crate::protocol::position`]. To store one, store the
/// game that led to it: a [`Trail`] holds a game in play, and its [`Record`] is a text that names the game,
/// its setting and every choice, from which [`Record::replay`] makes the position again.
///
/// [`Trail`]: crate::notation::Trail
/// [`Record`]: crate::notation::Record
/// [`Record::replay`]: crate::notation::Record::replay
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) state: State,
    /// The state where the execution began, if it has got past its beginning.
    pub(crate) base: Option<Box<State>>,
    pub(crate) phase: Phase,
    pub(crate) answers: Answers,
    pub(crate) question: Option<Question>,
    /// The question is part of the move itself, so its answers are filtered by the laws.
    pub(crate) needs_filtering: bool,
    /// The legal answers, if already known.
    pub(crate) legal: Option<Arc<[Choice]>>,
    pub(crate) sowing: u16,
    pub(crate) waiting: u16,
    pub(crate) history: History,
    pub(crate) result: Option<GameResult>,
    pub(crate) status: MatchStatus,
}

impl Position {
    #[inline]
    pub(crate) fn at(state: State, phase: Phase, history: History) -> Position {
        Position {
            state,
            base: None,
            phase,
            answers: Answers::default(),
            question: None,
            needs_filtering: false,
            legal: None,
            sowing: 0,
            waiting: 0,
            history,
            result: None,
            status: MatchStatus::default(),
        }
    }

    /// Asks the player about to move for the first choice of the move.
    pub(crate) fn set_first_question(&mut self, question: Question, legal: Option<Arc<[Choice]>>) {
        self.question = Some(question);
        self.legal = legal;
        self.needs_filtering = true;
    }

    /// The position at the question that stopped an execution begun here.
    pub(crate) fn at_question(
        &self,
        asking: OpenQuestion,
        state: State,
        answers: &Answers,
    ) -> Position {
        Position {
            sowing: asking.hand,
            waiting: asking.waiting,
            needs_filtering: asking.needs_filtering,
            legal: None,
            question: asking.question,
            state,
            base: Some(Box::new(self.base().clone())),
            phase: self.phase,
            answers: answers.clone(),
            history: self.history.clone(),
            result: self.result.clone(),
            status: self.status,
        }
    }

    /// The state, if the player about to move is asked for the first choice of the move, and
    /// nothing has happened in it yet.
    pub(crate) fn beginning_of_move(&self) -> Option<&State> {
        let begins = self.phase == Phase::Turn
            && self.question.is_some()
            && self.base.is_none()
            && self.answers.choices.is_empty();
        begins.then_some(&self.state)
    }

    /// Whether a player is asked for the first choice of a move, and nothing has happened in it
    /// yet.
    pub fn begins_move(&self) -> bool {
        self.beginning_of_move().is_some()
    }

    /// Hashes of the positions that have occurred in the game and can still return. The current one
    /// is last, the others are in no order.
    pub(crate) fn history_hashes(&self) -> Vec<u64> {
        self.history.numbers()
    }

    /// The same position, as if the game had begun with it.
    pub(crate) fn forgetting_the_past(&self) -> Position {
        self.with_past(self.history_hashes().last().copied())
    }

    /// The same position in a game in which positions with these hashes have occurred. The current one is last.
    pub(crate) fn with_past(&self, hashes: impl IntoIterator<Item = u64>) -> Position {
        Position { history: hashes.into_iter().collect(), ..self.clone() }
    }

    pub(crate) fn base(&self) -> &State {
        self.base.as_deref().unwrap_or(&self.state)
    }

    /// Who decides; `None` when the game is over.
    pub fn decider(&self) -> Option<Decider> {
        self.question.as_ref().map(Question::decider)
    }

    /// The player whose action asks; `None` when the game is over. Where a lot is drawn, it is drawn for them.
    pub fn asker(&self) -> Option<Seat> {
        self.question.as_ref().map(|question| question.seat)
    }

    /// What is decided; `None` when the game is over.
    pub fn deciding(&self) -> Option<Deciding> {
        self.question.as_ref().map(|q| q.deciding)
    }

    /// The alternative with this number, from 0, if the question offers it.
    pub fn alternative(&self, nth: u16) -> Option<AlternativeId> {
        let question = self.question.as_ref()?;
        let QuestionForm::Either(first) = question.form else { return None };
        let alternative = AlternativeId(first.0.checked_add(nth)?);
        let known = |(c, _): &(Choice, u8)| *c == Choice::Alternative(alternative);
        question.options.iter().any(known).then_some(alternative)
    }

    /// The statement that asks.
    pub fn asks(&self) -> Option<ClauseId> {
        self.question.as_ref().map(|q| q.clause)
    }

    /// The player to move.
    pub fn mover(&self) -> Seat {
        self.state.mover
    }

    /// Seeds in a place.
    pub fn seeds(&self, place: PlaceId) -> u16 {
        self.state.seeds.get(place.index()).copied().unwrap_or(0)
    }

    /// Seeds of a kind in a place.
    pub fn of_kind(&self, model: &Model, place: PlaceId, kind: KindId) -> u16 {
        self.state.of_kind(model, place, kind)
    }

    /// Seeds in the sowing hand, in mid-sowing; where both players move at once, in both hands.
    pub fn sowing(&self) -> u16 {
        self.sowing + self.waiting
    }

    /// Seeds in the sowing hand of a player.
    pub fn sowing_of(&self, seat: Seat) -> u16 {
        if seat == self.state.mover { self.sowing } else { self.waiting }
    }

    /// Whether a hole is out of play.
    pub fn is_closed(&self, place: PlaceId) -> bool {
        self.state.closed.contains(place)
    }

    /// Which game of the match it is, from 1.
    pub fn game(&self) -> u16 {
        self.state.game
    }

    /// Whether the boards of two positions of a game look the same: seeds, marks, owners, holes out of
    /// play.
    pub fn same_board(&self, other: &Position) -> bool {
        let (a, b) = (&self.state, &other.state);
        a.seeds == b.seeds
            && a.closed == b.closed
            && a.owners == b.owners
            && a.marks == b.marks
            && self.sowing() == other.sowing()
    }

    /// The facts of the position: to compare, or to draw.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The result, once the game is over.
    pub fn result(&self) -> Option<&GameResult> {
        if self.phase == Phase::Over { self.result.as_ref() } else { None }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The status of the match.
    pub fn match_status(&self) -> MatchStatus {
        self.status
    }

    /// Whether the next game of the match is being prepared.
    pub fn is_between_games(&self) -> bool {
        self.phase == Phase::Match
    }

    /// Whether the opening is being played.
    pub fn is_opening(&self) -> bool {
        self.phase == Phase::Opening
    }

    /// Whether the move has got past its beginning: choices were made, or forced steps done. The
    /// board then shows the middle of the move.
    pub fn is_under_way(&self) -> bool {
        self.base.is_some()
    }

    /// Choices made since the last position that can be set up (in mid-move, opening, match).
    pub fn answers(&self) -> &[Choice] {
        &self.answers.choices
    }

    /// Hash of the position: equal positions have equal hashes, on every machine.
    pub fn hash(&self) -> u64 {
        let mut h = super::state::HashMixer(self.base().hash());
        h.add(self.phase as u64);
        for answer in &self.answers.choices {
            h.add(answer_number(*answer));
        }
        h.finish()
    }
}

impl State {
    /// The mark on a place: `None` without one, `Some(None)` without an owner, else its owner.
    pub fn mark(&self, model: &Model, mark: MarkId, place: PlaceId) -> Option<Option<Seat>> {
        self.mark_at(model, mark, place.index())
    }

    /// The mark on a player: `None` without one, `Some(None)` without an owner, else its owner.
    pub fn player_mark(&self, model: &Model, mark: MarkId, seat: Seat) -> Option<Option<Seat>> {
        self.mark_at(model, mark, model.board.places.len() + seat.index())
    }

    fn mark_at(&self, model: &Model, mark: MarkId, at: usize) -> Option<Option<Seat>> {
        let each = model.board.places.len() + model.seats();
        match self.marks.get(mark.index() * each + at) {
            None | Some(&NO_MARK) => None,
            Some(&MARKED) => Some(None),
            Some(&owner) => Some(Some(Seat(owner - 1))),
        }
    }
}

impl PlaceId {
    /// Whether this is the sowing hand, which events name like a place.
    pub fn is_sowing_hand(self) -> bool {
        self == SOWING_HAND
    }

    /// Whether these are the seeds of the last capture, which events name like a place.
    pub fn is_captured_seeds(self) -> bool {
        self == CAPTURED
    }
}

fn answer_number(choice: Choice) -> u64 {
    match choice {
        Choice::Place(p) => u64::from(p.0),
        Choice::Direction(super::Direction::Anticlockwise) => 1 << 16,
        Choice::Direction(super::Direction::Clockwise) => 2 << 16,
        Choice::Number(n) => 3 << 16 | u64::from(n),
        Choice::Yes => 4 << 16,
        Choice::No => 5 << 16,
        Choice::Stop => 6 << 16,
        Choice::GoOn => 7 << 16,
        Choice::Alternative(n) => 8 << 16 | u64::from(n.0),
        Choice::Concede => 10 << 16,
        Choice::Agree => 11 << 16,
        Choice::Seed(kind) => 9 << 16 | kind.map_or(0, |k| u64::from(k.0) + 1),
    }
}
