//! Positions: small values that either ask somebody to choose or are over.

use super::event::{Choice, Deciding, Question, QuestionForm};
use super::history::History;
use super::legal::Answers;
use super::state::{CAPTURED, MARKED, NO_MARK, SOWING_HAND, State};
use crate::model::{AlternativeId, ClauseId, KindId, MarkId, Model, PlaceId, Seat};
use smallvec::SmallVec;
use std::sync::Arc;

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    Opening,
    Turn,
    Match,
    Over,
}

/// A question in the middle of a story.
#[derive(Debug)]
pub(crate) struct OpenQuestion {
    pub question: Option<Question>,
    /// Seeds being sown by the player whose move it is, and by one who moves at once with him.
    pub hand: u16,
    pub waiting: u16,
    /// It is one of the move itself, so laws cut down its answers.
    pub needs_filtering: bool,
}

/// Who won or lost a game or a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FinalResult {
    /// This player won.
    Won(Seat),
    /// This player lost, and nobody won: one player alone, or one of three and more.
    Lost(Seat),
    /// Neither.
    #[default]
    Drawn,
}

impl FinalResult {
    /// A player of so many loses: of two, the other one wins.
    pub fn lost(loser: Seat, seats: usize) -> FinalResult {
        match seats {
            2 => FinalResult::Won(Seat(1 - loser.0)),
            _ => FinalResult::Lost(loser),
        }
    }

    /// That player wins, or nobody.
    pub fn won(winner: Option<Seat>) -> FinalResult {
        winner.map_or(FinalResult::Drawn, FinalResult::Won)
    }

    /// Who won.
    pub fn winner(self) -> Option<Seat> {
        match self {
            FinalResult::Won(seat) => Some(seat),
            FinalResult::Lost(_) | FinalResult::Drawn => None,
        }
    }

    /// Who lost although nobody won.
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
    /// What each player holds at the end (store and hand).
    pub scores: SmallVec<[u32; 4]>,
    /// The statement or default that ended it.
    pub clause: ClauseId,
}

/// How the match stands. A game that is played once is a match of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchStatus {
    /// No further game follows.
    pub over: bool,
    /// Who won or lost it, once it is over.
    pub verdict: FinalResult,
}

/// A position: somebody is asked to choose, or the game is over. Keep positions to take back.
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
    /// Where the story began, if answers have been given in it.
    pub(crate) base: Option<Box<State>>,
    pub(crate) phase: Phase,
    pub(crate) answers: Answers,
    pub(crate) question: Option<Question>,
    /// The question is one of the move itself, so laws cut down its answers.
    pub(crate) needs_filtering: bool,
    /// The legal answers, where they have been found out.
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

    /// The player about to move is asked how he begins.
    pub(crate) fn set_first_question(&mut self, question: Question, legal: Option<Arc<[Choice]>>) {
        self.question = Some(question);
        self.legal = legal;
        self.needs_filtering = true;
    }

    /// The position at the question that stopped a story begun here.
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

    /// The facts of a position in which the player about to move is asked how he begins, and nothing
    /// has happened before.
    pub(crate) fn beginning_of_move(&self) -> Option<&State> {
        let begins = self.phase == Phase::Turn
            && self.question.is_some()
            && self.base.is_none()
            && self.answers.choices.is_empty();
        begins.then_some(&self.state)
    }

    /// Whether a player is asked how to begin a move, and nothing has happened before in it.
    pub fn begins_move(&self) -> bool {
        self.beginning_of_move().is_some()
    }

    /// The numbers of the positions that stood in the game, as far back as they can return; the last
    /// is the last that stood, the others are in no order.
    pub(crate) fn history_hashes(&self) -> Vec<u64> {
        self.history.numbers()
    }

    pub(crate) fn base(&self) -> &State {
        self.base.as_deref().unwrap_or(&self.state)
    }

    /// Who decides; `None` when the game is over.
    pub fn decider(&self) -> Option<Seat> {
        self.question.as_ref().map(|q| q.seat)
    }

    /// What is decided; `None` when the game is over.
    pub fn deciding(&self) -> Option<Deciding> {
        self.question.as_ref().map(|q| q.deciding)
    }

    /// The alternative of that number, from 0, where some can be chosen.
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

    /// Whose move it is.
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

    /// Seeds in the sowing hand, in mid-sowing; where both players move at once, of both.
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

    /// Everything the rules know of the position.
    #[doc(hidden)]
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

    /// How the match stands.
    pub fn match_status(&self) -> MatchStatus {
        self.status
    }

    /// The next game of the match is being made.
    pub fn is_between_games(&self) -> bool {
        self.phase == Phase::Match
    }

    /// The game's opening is being played.
    pub fn is_opening(&self) -> bool {
        self.phase == Phase::Opening
    }

    /// Whether something of the story has been told before what is asked now: choices were made, or
    /// forced steps done. The board then shows the middle of it.
    pub fn is_under_way(&self) -> bool {
        self.base.is_some()
    }

    /// Choices made since the last position that can be set up (in mid-move, opening, match).
    pub fn answers(&self) -> &[Choice] {
        &self.answers.choices
    }

    /// Equal positions have equal numbers, on every machine.
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
    /// Whether a mark is on a place, and whose it is (`Some(None)`: nobody's).
    pub fn mark(&self, model: &Model, mark: MarkId, place: PlaceId) -> Option<Option<Seat>> {
        self.mark_at(model, mark, place.index())
    }

    /// Whether a mark is on a player, and whose it is (`Some(None)`: nobody's).
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
    /// The seeds being sown, which events can name like a place.
    pub fn is_sowing_hand(self) -> bool {
        self == SOWING_HAND
    }

    /// What the last capture took, which events can name like a place.
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
