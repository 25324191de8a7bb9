//! A session: a game being played, and the answers to requests about it.

use super::clause::clause;
use super::event::{EventAnswer, event};
use super::info::info;
use super::position::{PositionAnswer, position};
use super::refusal::{Refusal, json_line};
use super::request::{self, Request};
use super::setup;
use crate::engine::{Engine, Event, EventKind, PlayError, Position};
use crate::model::DefaultClause as Rule;
use crate::notation::{choice_id, parse_choice};
use crate::resolve::Description;
use crate::runner::{Runner, RunnerKind};
use serde::Serialize;
use std::collections::VecDeque;

/// The greatest number of choices that can be undone.
const MAX_UNDO: usize = 10_000;

/// A game being played.
pub struct GameSession<'g> {
    description: &'g Description,
    engine: &'g Engine,
    current: Position,
    /// The earlier positions, for undo.
    history: VecDeque<Position>,
    /// Older positions have been dropped.
    history_truncated: bool,
}

#[derive(Serialize)]
struct PlayAnswer {
    events: Vec<EventAnswer>,
    position: PositionAnswer,
}

#[derive(Serialize)]
struct PerftAnswer {
    leaves: u64,
    nodes: u64,
}

impl<'g> GameSession<'g> {
    /// A session at the beginning of a first game.
    pub fn new(description: &'g Description, engine: &'g Engine) -> GameSession<'g> {
        let (here, _) = engine.start(None);
        GameSession {
            description,
            engine,
            current: here,
            history: VecDeque::new(),
            history_truncated: false,
        }
    }

    /// The answer to a line: one line of JSON.
    pub fn answer(&mut self, asked: &str) -> String {
        match request::parse_request(asked).and_then(|request| self.execute(request)) {
            Ok(answer) => answer,
            Err(refusal) => refusal.to_json_line(),
        }
    }

    fn execute(&mut self, request: Request) -> Result<String, Refusal> {
        match request {
            Request::Info => return Ok(json_line(&info(self.description, self.engine.model()))),
            Request::Position => {}
            Request::New(new) => {
                let first = new.seat.map(|seat| setup::seat(self.engine, seat)).transpose()?;
                let (position, events) = self.engine.start(first);
                self.check_work_limit(&position, &events)?;
                self.begin(position);
            }
            Request::Setup(asked) => {
                let setup = setup::setup(self.engine, &asked)?;
                let laid_out = self.engine.set_up(&setup);
                let (position, events) =
                    laid_out.map_err(|e| setup::setup_refusal(self.engine, &e))?;
                self.check_work_limit(&position, &events)?;
                self.begin(position);
            }
            Request::Undo => match self.history.pop_back() {
                Some(position) => self.current = position,
                None if self.history_truncated => {
                    let message = format!("no more than {MAX_UNDO} choices can be taken back");
                    return Err(Refusal::new("nothing-to-undo", message));
                }
                None => return Err(Refusal::new("nothing-to-undo", "no choice has been made yet")),
            },
            Request::Play(play) => return self.play(&play.choice),
            Request::Next => return self.next(),
            Request::Perft(asked) => {
                let depth = u32::from(asked.depth.as_u16());
                let (engine, here) = (self.engine.clone(), self.current.clone());
                let runner = Runner::new(engine, here, RunnerKind::Plan);
                let counted = runner.perft(&runner.start(), depth, 1);
                return Ok(json_line(&PerftAnswer {
                    leaves: counted.leaves,
                    nodes: counted.nodes,
                }));
            }
        }
        Ok(json_line(&self.position()))
    }

    fn begin(&mut self, here: Position) {
        self.current = here;
        self.history.clear();
        self.history_truncated = false;
    }

    fn play(&mut self, asked: &str) -> Result<String, Refusal> {
        if self.current.is_over() {
            return Err(Refusal::new("game-over", "the game is over: nobody chooses"));
        }
        let refused = || {
            let offered = self.position().choices;
            let ids: Vec<&str> = offered.iter().map(|choice| choice.id.as_str()).collect();
            let message = format!("`{asked}` is not one of the choices: {}", ids.join(", "));
            Refusal::new("not-offered", message)
        };
        let model = self.engine.model();
        let offered = self.engine.choices(&self.current);
        let offered = offered.into_iter().find(|choice| choice_id(model, *choice) == asked);
        let choice = offered.or_else(|| parse_choice(self.engine, &self.current, asked));
        let choice = choice.ok_or_else(refused)?;
        match self.engine.play(&self.current, choice) {
            Ok((position, events)) => self.advance_to(position, &events),
            Err(PlayError::NotLegal(id)) => {
                let against = clause(self.engine.model(), &self.description.sources, id);
                let message = format!("`{asked}` is not legal here: {}", against.text);
                Err(Refusal::new("not-legal", message).with_clause(against))
            }
            Err(PlayError::NotOffered | PlayError::Over) => Err(refused()),
        }
    }

    fn next(&mut self) -> Result<String, Refusal> {
        let next = self.engine.next_game(&self.current);
        let (position, events) = next.ok_or_else(|| {
            let message = if !self.current.is_over() {
                "the game is not over yet"
            } else if self.engine.model().next_game.is_none() {
                "this game is played once: no game follows"
            } else {
                "the match is over: no game follows"
            };
            Refusal::new("no-next-game", message)
        })?;
        self.advance_to(position, &events)
    }

    fn advance_to(&mut self, position: Position, events: &[Event]) -> Result<String, Refusal> {
        self.check_work_limit(&position, events)?;
        if self.history.len() >= MAX_UNDO {
            self.history.pop_front();
            self.history_truncated = true;
        }
        self.history.push_back(std::mem::replace(&mut self.current, position));
        let (model, sources) = (self.engine.model(), &self.description.sources);
        let events = events.iter().map(|e| event(model, sources, e)).collect();
        Ok(json_line(&PlayAnswer { events, position: self.position() }))
    }

    /// Refuses a request whose work the engine has given up.
    fn check_work_limit(&self, position: &Position, events: &[Event]) -> Result<(), Refusal> {
        let work = Rule::Work.clause();
        if position.result().is_none_or(|result| result.clause != work) {
            return Ok(());
        }
        let by = events.iter().rev().find(|event| event.kind == EventKind::GivenUp);
        let by = by.map_or(work, |event| event.clause);
        let by = clause(self.engine.model(), &self.description.sources, by);
        let message = format!("this takes too much work for one answer: {}", by.text);
        Err(Refusal::new("too-much-work", message).with_clause(by))
    }

    fn position(&self) -> PositionAnswer {
        position(self.engine, &self.description.sources, &self.current)
    }
}
