//! The reference engine: interprets the model, seed by seed, and logs an event with its clause for
//! everything that happens. It defines the meaning of a description; the faster runners are tested
//! against it.
//!
//! - [`Position`]: a small value: [`State`] (facts), the answers given since the move began, the
//!   open `Question`. [`Engine::choices`] lists the legal answers, [`Engine::play`] gives one. A
//!   forced pass is an event, not a decision.
//! - `Execution` (`execution`): one move (or opening, or preparation of the next game), run from
//!   its beginning with the answers so far, to the next question or the end. It restarts from the
//!   beginning for every answer. `Interrupt` says why it stopped.
//! - `places`, `ring_places`, `pick`, `filter`, `conditions`, `count`: evaluate phrases.
//! - `act`, `transfer`, `note`, `choose`: actions and questions.
//! - `prepare_lap`, `lap_course`, `sow`: laps. Endless sowing is detected exactly (Brent).
//! - `endless`: what the rules say about a sowing that never ends.
//! - `relay`: long relays by table.
//! - `legal`, `verdicts`: an answer is legal if some execution through it satisfies the laws.
//! - `budget`: the work limit of one call.
//! - `film`: a move seed by seed, for pictures.
//! - `advance`, `turn`, `matches`, `ending`, `offer`: what happens between decisions.
//! - `simultaneous`: turns in which both players move at once.
//! - `setup`, `setup_end`: positions set up by hand, and whether they are over.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod act;
mod advance;
mod budget;
mod choose;
mod ending;
mod endless;
mod evaluate;
mod event;
mod execution;
mod film;
mod history;
mod kinds;
mod lap_course;
mod legal;
mod log;
mod matches;
mod note;
mod offer;
mod parts;
mod position;
mod prepare_lap;
mod relay;
mod ring_places;
mod setup;
mod setup_end;
mod simple_moves;
mod simultaneous;
mod sow;
mod state;
mod swap_sides;
mod transfer;
mod turn;
mod undo;
mod verdicts;

pub use crate::model::Direction;
pub(crate) use advance::MAX_FORCED_MOVES;
pub(crate) use budget::{EXECUTION, FALL, LAP, WORK, count as count_work};
pub use budget::{WorkAllowance, work_done};
pub(crate) use endless::last_before_return;
pub use event::{Choice, Decider, Deciding, Event, EventKind};
pub(crate) use execution::AnswerSource;
pub use film::{MAX_FRAMES, MoveFilm, MoveFrame};
pub(crate) use offer::may_agree;
pub use position::{FinalResult, GameResult, MatchStatus, Position};
pub use setup::{PositionSetup, SetupError};
pub use state::State;

use crate::model::{
    ClauseId, DefaultClause, MarkId, Model, NoteId, PlaceId, PlaceKind, PlaceSetBits, Rules, Seat,
};
use budget::BudgetScope;
use execution::Execution;
use history::History;
use legal::Answers;
pub(crate) use legal::{ANSWER, is_endless};
use log::log_event;
use position::Phase;
use simple_moves::SimpleMoves;
pub(crate) use state::NOBODY;
use state::StateLayout;
use std::fmt;
use std::sync::Arc;
use verdicts::AnswerVerdicts;

/// With a sowing limit ([`Engine::with_sowing_limit`]): the number of such sowings that the search
/// for one legal choice may take.
const MAX_SOWINGS_TRIED: u64 = 1 << 6;

/// How many times as many falls as its limit a sowing is followed, where the rules are about endless
/// sowings: a cycle that begins within the limit is found within a few times its length.
const FOLLOWED: u64 = 8;

/// Runs a model: a model and what is precomputed from it.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) model: Arc<Model>,
    pub(crate) layout: StateLayout,
    /// Holes, and shared places on a way: the places that count as *left*.
    pub(crate) left_places: Vec<PlaceId>,
    pub(crate) holes: PlaceSetBits,
    /// For each player, the holes they own at the start.
    pub(crate) owned: Vec<PlaceSetBits>,
    /// For each hole, the holes of its column on the other side.
    opposite: Vec<PlaceSetBits>,
    /// For each stage: legality is only known after a trial.
    pub(crate) stage_needs_trial: Vec<bool>,
    /// For each stage: its *move*, if a move simply begins with the choice of one hole.
    simple_moves: Vec<Option<SimpleMoves>>,
    /// Captured seeds never return to the board within a game.
    pub(crate) irreversible: bool,
    pub(crate) has_stages: bool,
    /// In some stage both players move at once.
    at_once: bool,
    /// Some condition quantifies over laps (every lap, some lap, no lap).
    pub(crate) records_laps: bool,
    /// Limit on the seeds that fall in one execution.
    pub(crate) most_falls: u64,
    /// Falls after which a sowing is given up. How long it takes to find that a sowing is endless
    /// depends on how it is sown. Where the rules are about endless sowings, that must not decide which of
    /// them are found, so sowings are followed further than the limit.
    pub(crate) most_falls_followed: u64,
    /// Limit on falls and actions in all executions of one search for a legal choice.
    pub(crate) most_work: u64,
    /// Run long relays by table; otherwise sow every lap seed by seed.
    pub(crate) uses_relay_tables: bool,
    /// Conditions about a position that returns never hold.
    without_repetition_rules: bool,
}

/// Why a choice could not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over: there is no decision.
    Over,
    /// Not one of the answers.
    NotOffered,
    /// The rules forbid the answer here; the statement or default that forbids it.
    NotLegal(ClauseId),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayError::Over => "the game is over: there is nothing to choose",
            PlayError::NotOffered => "this is not one of the choices",
            PlayError::NotLegal(_) => "the rules do not allow this choice here",
        })
    }
}

impl std::error::Error for PlayError {}

/// What is constant in a game: decided when it begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameConstants {
    /// Holes out of play.
    pub closed: PlaceSetBits,
    /// The owner of each hole.
    pub owners: Vec<Option<Seat>>,
    /// For each mark, the places that it lies on from the beginning.
    pub marked: Vec<PlaceSetBits>,
    /// Who moved first in this game.
    pub starter: Seat,
    /// Who won the game before.
    pub last_winner: Option<Seat>,
    /// Which game of the match.
    pub game: u16,
    /// The opening of this game is over, so nothing that it does can happen any more.
    pub opening_over: bool,
}

impl Engine {
    /// Creates the engine for a model.
    pub fn new(model: Arc<Model>) -> Engine {
        let board = &model.board;
        let holes = (0..board.holes).map(|i| PlaceId(i as u8));
        let on_way: PlaceSetBits = model
            .stages
            .iter()
            .flat_map(|s| &s.rules.way)
            .flat_map(|line| line.kind.rings())
            .flat_map(|ring| ring.places.iter().copied())
            .collect();
        let shared = (board.holes..board.places.len())
            .filter(|&i| board.places[i].kind == PlaceKind::Shared)
            .map(|i| PlaceId(i as u8))
            .filter(|p| on_way.contains(*p));
        let opposite = holes.clone().map(|p| board.opposite(p)).collect();
        let owned = |seat| {
            let own = |p: &PlaceId| board.places[p.index()].owner == Some(seat);
            holes.clone().filter(own).collect()
        };
        let owned: Vec<PlaceSetBits> = (0..model.seats() as u8).map(|i| owned(Seat(i))).collect();
        let layout = StateLayout::of(&model);
        let every_lap = model.has_number_notes() || !model.kinds.is_empty();
        let most_falls = if every_lap { sow::MAX_FALLS_COUNTED } else { sow::MAX_FALLS };
        let most_falls_followed = falls_followed(&model, most_falls);
        Engine {
            simple_moves: model.stages.iter().map(|s| SimpleMoves::of(&s.rules, &owned)).collect(),
            holes: holes.clone().collect(),
            owned,
            left_places: holes.clone().chain(shared).collect(),
            opposite,
            stage_needs_trial: model
                .stages
                .iter()
                .map(|s| legal::stage_needs_trial(&s.rules))
                .collect(),
            irreversible: !model.captures_can_return(),
            has_stages: model.stages.len() > 1,
            at_once: model.stages.iter().any(|s| s.rules.turn.at_once.is_some()),
            records_laps: model.uses_lap_quantifiers,
            most_falls,
            most_falls_followed,
            most_work: 2 * most_falls,
            without_repetition_rules: false,
            uses_relay_tables: model.kinds.is_empty() && !model.has_dynamic_way(),
            layout,
            model,
        }
    }

    /// Lowers the sowing limit to `falls` seeds per execution, and the work limit of the search for
    /// a legal answer to a multiple of that. For callers that play many games and accept that a
    /// sowing of very many laps then counts as endless.
    #[must_use]
    pub fn with_sowing_limit(self, falls: u64) -> Engine {
        let most_work = falls.saturating_mul(MAX_SOWINGS_TRIED);
        let most_falls = self.most_falls.min(falls);
        Engine {
            most_falls,
            most_falls_followed: falls_followed(&self.model, most_falls),
            most_work: self.most_work.min(most_work),
            ..self
        }
    }

    /// Sows every lap of a long relay seed by seed: slower; the table-driven relays are tested
    /// against it.
    #[must_use]
    pub fn without_relay_tables(self) -> Engine {
        Engine { uses_relay_tables: false, ..self }
    }

    /// Leaves out what the rules say about a position that returns: conditions about it never hold. The default for a
    /// third time stays. For searches that judge endless play themselves.
    #[must_use]
    pub(crate) fn without_repetition_rules(self) -> Engine {
        Engine { without_repetition_rules: true, ..self }
    }

    /// The model it runs.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Begins the first game of a match. `first`: who moves first, instead of the player the
    /// description names.
    pub fn start(&self, first: Option<Seat>) -> (Position, Vec<Event>) {
        let _call = BudgetScope::begin();
        let mut events = Vec::new();
        let mut state = self.dealt_state();
        let laid = self.model.start.iter().map(|(clause, ..)| *clause);
        for clause in laid.chain(self.model.start_kinds.iter().map(|(clause, ..)| *clause)) {
            let seat = self.model.first;
            if !events.iter().any(|e: &Event| e.clause == clause) {
                events.push(Event { clause, seat, kind: EventKind::Placed });
            }
        }
        state.starter = first.unwrap_or(self.model.first);
        let clause = if first.is_some() {
            DefaultClause::FirstMoves.clause()
        } else {
            self.model.first_clause
        };
        log_event(&mut Some(&mut events), clause, state.starter, EventKind::MovesFirst);
        let position = self.begin_game(state, Some(&mut events));
        (position, events)
    }

    /// The first game as its seeds are laid, before its opening and before anybody is asked. It cannot be played on:
    /// see [`start`](Engine::start).
    pub fn dealt(&self) -> Position {
        let state =
            State { starter: self.model.first, mover: self.model.first, ..self.dealt_state() };
        Position::at(state, Phase::Opening, History::default())
    }

    fn dealt_state(&self) -> State {
        let mut state = State::empty(&self.model);
        for &(_, place, n) in &self.model.start {
            state.seeds[place.index()] = n;
        }
        for &(_, place, kind, n) in &self.model.start_kinds {
            state.add_kind(&self.model, place, kind, n);
        }
        state
    }

    /// The legal answers to the open question, in board order; empty if the game is over.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        let _call = BudgetScope::begin();
        if let Some(legal) = &position.legal {
            return legal.to_vec();
        }
        match &position.question {
            None => Vec::new(),
            Some(question) if position.needs_filtering => {
                self.filter_legal(position.base(), &position.answers, question, None)
            }
            Some(question) => {
                let first = question.classes().first().copied();
                let options = question.options.iter();
                options.filter(|(_, k)| Some(*k) == first).map(|(c, _)| *c).collect()
            }
        }
    }

    /// The illegal answers, each with the statement or default that forbids it.
    pub fn illegal_choices(&self, position: &Position) -> Vec<(Choice, ClauseId)> {
        let _call = BudgetScope::begin();
        let mut barred = Vec::new();
        if let (Some(question), true) = (&position.question, position.needs_filtering) {
            self.filter_legal(position.base(), &position.answers, question, Some(&mut barred));
        }
        barred
    }

    /// Gives an answer. Returns the position after it and everything that happened on the way.
    ///
    /// # Errors
    /// The game is over, or the choice is not legal.
    pub fn play(
        &self,
        position: &Position,
        choice: Choice,
    ) -> Result<(Position, Vec<Event>), PlayError> {
        let Some(question) = &position.question else { return Err(PlayError::Over) };
        let offered = self.choices(position).contains(&choice);
        if !offered && !self.offers(position).contains(&choice) {
            let barred = self.illegal_choices(position);
            let why = barred.into_iter().find(|(c, _)| *c == choice).map(|(_, clause)| clause);
            return Err(match why {
                Some(clause) => PlayError::NotLegal(clause),
                None if question.options.iter().any(|(c, _)| *c == choice) => {
                    PlayError::NotLegal(question.clause)
                }
                None => PlayError::NotOffered,
            });
        }
        Ok(self.advance_with_events(position, choice))
    }

    /// Gives an answer known to be legal, and returns the events.
    pub(crate) fn advance_with_events(
        &self,
        position: &Position,
        choice: Choice,
    ) -> (Position, Vec<Event>) {
        let mut events = Vec::new();
        let answers = self.answers_with(position, choice);
        let next = self.apply(position, &answers, Some(&mut events));
        (next, events)
    }

    /// Gives an answer known to be legal, without events: for searches.
    pub fn advance(&self, position: &Position, choice: Choice) -> Position {
        let answers = self.answers_with(position, choice);
        self.apply(position, &answers, None)
    }

    #[inline]
    fn answers_with(&self, position: &Position, choice: Choice) -> Answers {
        let mut answers = position.answers.clone();
        answers.push(choice, self.class_of(position, choice));
        answers
    }

    /// Goes on from the state before a move to the next decision. `history`: hashes of the
    /// positions that have occurred in the game, the current one last. Events up to the decision go
    /// to `events`.
    pub(crate) fn resume(
        &self,
        state: State,
        history: impl Iterator<Item = u64>,
        events: Option<&mut Vec<Event>>,
    ) -> Position {
        let _call = BudgetScope::begin();
        self.advance_to_decision(state, history.collect(), events)
    }

    /// The answers that no law forbids: the legal ones, and those whose sowing is not yet known to
    /// end. For a preference order, only the legal ones.
    pub(crate) fn offered_choices(&self, position: &Position) -> Vec<Choice> {
        let _call = BudgetScope::begin();
        match &position.question {
            Some(question)
                if position.needs_filtering && !question.ordered() && !position.base().together =>
            {
                let laws = self.laws(position.base(), false);
                let options = question.options.iter().map(|(choice, _)| *choice);
                let lawful = |choice: &Choice| {
                    !laws.any() || self.illegal_because(position, *choice).is_none_or(is_endless)
                };
                options.filter(lawful).collect()
            }
            _ => self.choices(position),
        }
    }

    /// Why an answer is illegal; `None`: it is legal.
    pub(crate) fn illegal_because(&self, position: &Position, choice: Choice) -> Option<ClauseId> {
        let _call = BudgetScope::begin();
        let Some(question) = &position.question else {
            return Some(DefaultClause::Passes.clause());
        };
        let option = question.options.iter().position(|(option, _)| *option == choice);
        let together = position.base().together;
        let Some(option) =
            option.filter(|_| position.needs_filtering && !question.ordered() && !together)
        else {
            let legal = self.choices(position).contains(&choice);
            return (!legal).then_some(question.clause);
        };
        if !self.needs_trial(position.base()) {
            return None;
        }
        let laws = self.laws(position.base(), false);
        let answers = &position.answers;
        match AnswerVerdicts::new(self, position.base(), answers, question, &laws).verdict(option) {
            legal::Legality::Permitted => None,
            legal::Legality::Barred(clause) => Some(clause),
        }
    }

    /// Prepares the next game of the match; `None` if the game is not over, or the match is.
    pub fn next_game(&self, position: &Position) -> Option<(Position, Vec<Event>)> {
        let _call = BudgetScope::begin();
        if !position.is_over() || position.status.over || self.model.next_game.is_none() {
            return None;
        }
        let mut events = Vec::new();
        let state = self.prepare_match(&position.state, &mut Some(&mut events));
        let mut here = Position::at(state, Phase::Match, History::default());
        here.result = position.result.clone();
        let next = self.apply(&here, &Answers::default(), Some(&mut events));
        Some((next, events))
    }

    /// The mark on a place: `None` without one, `Some(None)` without an owner, else its owner.
    pub fn marked(
        &self,
        position: &Position,
        mark: MarkId,
        place: PlaceId,
    ) -> Option<Option<Seat>> {
        match self.mark_in(&position.state, mark, place) {
            state::NO_MARK => None,
            state::MARKED => Some(None),
            owner => Some(Some(Seat(owner - 1))),
        }
    }

    fn mark_in(&self, state: &State, mark: MarkId, place: PlaceId) -> u8 {
        state.marks.get(self.layout.mark(mark, place)).copied().unwrap_or(state::NO_MARK)
    }

    /// The value of a note; of the player's own, if each player has one.
    pub fn noted(&self, position: &Position, note: NoteId, seat: Seat) -> i32 {
        position.state.notes.get(self.layout.note(note, seat)).copied().unwrap_or(0)
    }

    /// The current owner of a hole.
    pub fn owner(&self, position: &Position, place: PlaceId) -> Option<Seat> {
        position.state.owner(&self.model, place)
    }

    /// What is fixed for a whole game when it begins, read from a position of that game.
    #[doc(hidden)]
    pub fn fixed(&self, position: &Position) -> GameConstants {
        let state = position.state();
        let holes = (0..self.model.board.holes).map(|i| PlaceId(i as u8));
        GameConstants {
            closed: state.closed,
            owners: holes.map(|place| state.owner(&self.model, place)).collect(),
            marked: self.marked_in(state),
            starter: state.starter,
            last_winner: state.last_winner,
            game: state.game,
            opening_over: position.phase != Phase::Opening,
        }
    }

    /// For each mark, the places that have it.
    fn marked_in(&self, state: &State) -> Vec<PlaceSetBits> {
        let marks = (0..self.model.marks.len()).map(|i| MarkId(i as u16));
        let places = || (0..self.layout.places).map(|i| PlaceId(i as u8));
        let has = |mark, place| self.mark_in(state, mark, place) != state::NO_MARK;
        marks.map(|mark| places().filter(|place| has(mark, *place)).collect()).collect()
    }

    /// The players in turn order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.model.seats() as u8).map(Seat)
    }

    /// The next player in turn order.
    pub(crate) fn next_seat(&self, seat: Seat) -> Seat {
        self.model.board.next_seat(seat)
    }

    /// The rules of the stage that a player is in.
    pub(crate) fn rules(&self, state: &State, seat: Seat) -> &Rules {
        let stage = state.stage.get(seat.index()).copied().unwrap_or(0) as usize;
        &self.model.stages[stage.min(self.model.stages.len() - 1)].rules
    }

    /// The holes of this hole's column on the other side.
    pub(crate) fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        self.opposite.get(hole.index()).copied().unwrap_or_default()
    }

    /// How often the position just made has occurred in this game, this time included.
    pub(crate) fn occurrences(&self, exec: &Execution<'_>) -> u32 {
        if self.without_repetition_rules {
            return 1;
        }
        let hash = exec.position_hash.unwrap_or_else(|| exec.state.hash());
        let before = exec.history.map_or(0, |history| history.count(hash));
        before as u32 + u32::from(exec.position_hash.is_some())
    }

    pub(crate) fn is_legal(&self, exec: &Execution<'_>, base: &State) -> bool {
        exec.satisfies(&self.laws(base, false))
    }
}

/// See [`Engine::most_falls_followed`].
fn falls_followed(model: &Model, most_falls: u64) -> u64 {
    let rules = model.stages.iter().any(|stage| !stage.rules.never_ends.lists.is_empty());
    if rules { FOLLOWED * most_falls } else { most_falls }
}
