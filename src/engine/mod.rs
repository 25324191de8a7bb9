//! The reference engine: it walks the model seed by seed and names the clause behind everything
//! that happens. It defines what a description means; faster ways of running are held against it.
//!
//! A [`Position`] asks somebody to choose, or the game is over. [`Engine::choices`] tells the legal
//! answers, [`Engine::play`] gives one. A forced pass is an event, not a decision.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod act;
mod advance;
mod budget;
mod choose;
mod conditions;
mod count;
mod ending;
mod event;
mod execution;
mod filter;
mod history;
mod kinds;
mod lap_course;
mod legal;
mod log;
mod matches;
mod note;
mod offer;
mod pick;
mod places;
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
mod transfer;
mod turn;
mod undo;
mod verdicts;

pub(crate) use advance::MAX_FORCED_MOVES;
pub use budget::work_done;
pub(crate) use budget::{EXECUTION, FALL, LAP, WORK, count as count_work};
pub use event::{Choice, Deciding, Direction, Event, EventKind, Question, QuestionForm};
pub use execution::LapFacts;
pub(crate) use offer::may_agree;
pub use position::{FinalResult, GameResult, MatchStatus, Position};
pub use setup::{PositionSetup, SetupError};
pub use state::State;

use crate::model::{
    ClauseId, DefaultClause, MarkId, Model, NoteId, PlaceId, PlaceKind, PlaceSetBits, Rules, Seat,
    Side,
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
use std::sync::Arc;
use verdicts::AnswerVerdicts;

/// An engine that gives up sooner follows so many sowings that it gives up to find one legal choice.
const MAX_SOWINGS_TRIED: u64 = 1 << 6;

/// What runs a model.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) model: Arc<Model>,
    pub(crate) layout: StateLayout,
    /// Holes and shared places that lie on a way: where seeds are *left*.
    pub(crate) left_places: Vec<PlaceId>,
    pub(crate) holes: PlaceSetBits,
    /// For each player, the holes he owns at the start.
    pub(crate) owned: Vec<PlaceSetBits>,
    /// For each hole, the holes of its column on the other side.
    opposite: Vec<PlaceSetBits>,
    /// For each stage: whether a choice must be tried to know that it is legal.
    pub(crate) stage_needs_trial: Vec<bool>,
    /// For each stage: its *move*, if a move simply begins with one hole.
    simple_moves: Vec<Option<SimpleMoves>>,
    /// Captured seeds never come back on the board within a game.
    pub(crate) irreversible: bool,
    pub(crate) has_stages: bool,
    /// In some stage both players move at once.
    at_once: bool,
    /// Some condition asks for every lap, some lap, or none.
    pub(crate) records_laps: bool,
    /// So many seeds may fall in one story before the engine gives up following it.
    pub(crate) most_falls: u64,
    /// So many may fall, and actions be done, in all stories that are told to find a legal one.
    pub(crate) most_work: u64,
    /// Long relays are turned; else every lap is told by itself.
    pub(crate) uses_relay_tables: bool,
}

/// Why a choice could not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The game is over: nobody chooses.
    Over,
    /// Not one of the answers.
    NotOffered,
    /// An answer that the rules do not allow here, and the statement or default against it.
    NotLegal(ClauseId),
}

/// What is decided when a game begins and stays so until it ends.
#[derive(Clone, Debug, Default)]
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
}

impl Engine {
    /// An engine for a model.
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
            most_work: 2 * most_falls,
            uses_relay_tables: model.kinds.is_empty() && !model.has_dynamic_way(),
            layout,
            model,
        }
    }

    /// The same engine, which gives up a sowing sooner: after so many falls of seeds; and after so many
    /// such sowings the search for a legal way to answer. It is for those who play many games and do not
    /// mind that a sowing of very many laps then counts as one that never ends.
    #[must_use]
    pub fn with_sowing_limit(self, falls: u64) -> Engine {
        let most_work = falls.saturating_mul(MAX_SOWINGS_TRIED);
        Engine {
            most_falls: self.most_falls.min(falls),
            most_work: self.most_work.min(most_work),
            ..self
        }
    }

    /// The same engine, which tells every lap of a long relay by itself: slower, and what turning
    /// the laps by tables is held against.
    #[must_use]
    pub fn without_relay_tables(self) -> Engine {
        Engine { uses_relay_tables: false, ..self }
    }

    /// The model it runs.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The first game of a match begins. `first`: who moves first, instead of whom the
    /// description names.
    pub fn start(&self, first: Option<Seat>) -> (Position, Vec<Event>) {
        let _call = BudgetScope::begin();
        let mut events = Vec::new();
        let mut state = State::empty(&self.model);
        for &(clause, place, n) in &self.model.start {
            state.seeds[place.index()] = n;
            let seat = self.model.first;
            if !events.iter().any(|e: &Event| e.clause == clause) {
                events.push(Event { clause, seat, kind: EventKind::Placed });
            }
        }
        for &(clause, place, kind, n) in &self.model.start_kinds {
            state.add_kind(&self.model, place, kind, n);
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

    /// The legal answers to what a position asks, in the order of the board; empty when the game
    /// is over.
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

    /// The answers that are not legal, each with the statement or default that stands against it.
    pub fn illegal_choices(&self, position: &Position) -> Vec<(Choice, ClauseId)> {
        let _call = BudgetScope::begin();
        let mut barred = Vec::new();
        if let (Some(question), true) = (&position.question, position.needs_filtering) {
            self.filter_legal(position.base(), &position.answers, question, Some(&mut barred));
        }
        barred
    }

    /// Gives an answer; the position after it and everything that happened on the way.
    ///
    /// # Errors
    /// The game is over, or the choice is not legal; the position is then as it was.
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

    /// Gives an answer known to be legal; what happens is told.
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

    /// Gives an answer known to be legal, telling nothing: for searches.
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

    /// The position before a move of which these are the facts. `history`: the numbers of the positions
    /// that stood in the game, its own the last. What happens before somebody is asked is told.
    pub(crate) fn resume(
        &self,
        state: State,
        history: impl Iterator<Item = u64>,
        events: Option<&mut Vec<Event>>,
    ) -> Position {
        let _call = BudgetScope::begin();
        self.advance_to_decision(state, history.collect(), events)
    }

    /// The answers that no law stands against: those that are legal, and those of which it is not
    /// known yet whether their sowing ends. Where a player prefers some, only legal ones.
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

    /// What stands against an answer; `None`: it is legal.
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

    /// The next game of the match is made; `None` if the game is not over or the match is.
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

    /// Whether a place has a mark: `None`, or the owner it has (`Some(None)`: it has no owner).
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

    /// The value of a note; the player's, if each has one.
    pub fn noted(&self, position: &Position, note: NoteId, seat: Seat) -> i32 {
        position.state.notes.get(self.layout.note(note, seat)).copied().unwrap_or(0)
    }

    /// Whose hole it is now.
    pub fn owner(&self, position: &Position, place: PlaceId) -> Option<Seat> {
        position.state.owner(&self.model, place)
    }

    /// What is decided for a whole game when it begins, as far as that is so in a position of it.
    pub fn fixed(&self, state: &State) -> GameConstants {
        let holes = (0..self.model.board.holes).map(|i| PlaceId(i as u8));
        GameConstants {
            closed: state.closed,
            owners: holes.map(|place| state.owner(&self.model, place)).collect(),
            marked: self.marked_in(state),
            starter: state.starter,
            last_winner: state.last_winner,
            game: state.game,
        }
    }

    /// For each mark, the places that have it.
    fn marked_in(&self, state: &State) -> Vec<PlaceSetBits> {
        let marks = (0..self.model.marks.len()).map(|i| MarkId(i as u16));
        let places = || (0..self.layout.places).map(|i| PlaceId(i as u8));
        let has = |mark, place| self.mark_in(state, mark, place) != state::NO_MARK;
        marks.map(|mark| places().filter(|place| has(mark, *place)).collect()).collect()
    }

    /// The players in the order of the turns.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.model.seats() as u8).map(Seat)
    }

    /// The player after that one.
    pub(crate) fn next_seat(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.model.seats() as u8)
    }

    /// The rules of the stage that a player is in.
    pub(crate) fn rules(&self, state: &State, seat: Seat) -> &Rules {
        let stage = state.stage.get(seat.index()).copied().unwrap_or(0) as usize;
        &self.model.stages[stage.min(self.model.stages.len() - 1)].rules
    }

    /// The holes of that one's column on the other side.
    pub(crate) fn opposite(&self, hole: PlaceId) -> PlaceSetBits {
        self.opposite.get(hole.index()).copied().unwrap_or_default()
    }

    pub(crate) fn column_from_left(&self, place: PlaceId, seat: Seat) -> i64 {
        let Some(hole) = self.model.board.places.get(place.index()).and_then(|p| p.hole) else {
            return 0;
        };
        if self.model.board.seats[seat.index()].far_side {
            i64::from(self.model.board.columns + 1 - hole.column)
        } else {
            i64::from(hole.column)
        }
    }

    pub(crate) fn row_of(&self, place: PlaceId) -> Option<u16> {
        self.model.board.places.get(place.index()).and_then(|p| p.hole).map(|h| h.row)
    }

    /// A hole's number from a player's left; other places have none.
    pub(crate) fn number_of(&self, place: PlaceId, seat: Seat) -> Option<i64> {
        (place.index() < self.model.board.holes).then(|| self.column_from_left(place, seat))
    }

    /// Whether a hole is in that half of its row, as a player sees it.
    pub(crate) fn is_in_half(&self, place: PlaceId, side: Side, seat: Seat) -> bool {
        let columns = i64::from(self.model.board.columns);
        self.number_of(place, seat).is_some_and(|column| side.has_column(column, columns))
    }

    /// How often the position now made has stood in this game, this time included.
    pub(crate) fn occurrences(&self, story: &Execution<'_>) -> u32 {
        let hash = story.position_hash.unwrap_or_else(|| story.state.hash());
        let before = story.history.map_or(0, |history| history.count(hash));
        before as u32 + u32::from(story.position_hash.is_some())
    }

    pub(crate) fn is_legal(&self, story: &Execution<'_>, base: &State) -> bool {
        story.satisfies(&self.laws(base, false))
    }
}
