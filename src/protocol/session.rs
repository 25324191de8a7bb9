//! A session: a game being played, and the answers to what is asked about it.

use super::clause::clause;
use super::event::{EventAnswer, event};
use super::info::info;
use super::position::{PositionAnswer, position};
use super::refusal::{Refusal, line};
use super::request::{self, Request};
use super::setup;
use crate::engine::{Engine, Event, EventKind, PlayError, Position};
use crate::model::Default as Rule;
use crate::notation::{choice_id, parse_choice};
use crate::resolve::Description;
use crate::runner::{Kind, Runner};
use serde::Serialize;
use std::collections::VecDeque;

/// So many choices can be taken back.
const KEPT: usize = 10_000;

/// A game being played.
pub struct Session<'g> {
    description: &'g Description,
    engine: &'g Engine,
    here: Position,
    /// The positions before, for taking back.
    before: VecDeque<Position>,
    /// There were more.
    forgotten: bool,
}

#[derive(Serialize)]
struct Played {
    events: Vec<EventAnswer>,
    position: PositionAnswer,
}

#[derive(Serialize)]
struct Counted {
    leaves: u64,
    nodes: u64,
}

impl<'g> Session<'g> {
    /// A session at the beginning of a first game.
    pub fn new(description: &'g Description, engine: &'g Engine) -> Session<'g> {
        let (here, _) = engine.start(None);
        Session { description, engine, here, before: VecDeque::new(), forgotten: false }
    }

    /// The answer to a line: one line of JSON.
    pub fn answer(&mut self, asked: &str) -> String {
        match request::read(asked).and_then(|request| self.grant(request)) {
            Ok(answer) => answer,
            Err(refusal) => refusal.line(),
        }
    }

    fn grant(&mut self, request: Request) -> Result<String, Refusal> {
        match request {
            Request::Info => return Ok(line(&info(self.description, self.engine.model()))),
            Request::Position => {}
            Request::New(new) => {
                let first = new.seat.map(|seat| setup::seat(self.engine, seat)).transpose()?;
                let (position, events) = self.engine.start(first);
                self.possible(&position, &events)?;
                self.begin(position);
            }
            Request::Setup(asked) => {
                let setup = setup::setup(self.engine, &asked)?;
                let laid_out = self.engine.set_up(&setup);
                let (position, events) = laid_out.map_err(|e| setup::refused(self.engine, &e))?;
                self.possible(&position, &events)?;
                self.begin(position);
            }
            Request::Undo => match self.before.pop_back() {
                Some(position) => self.here = position,
                None if self.forgotten => {
                    let message = format!("no more than {KEPT} choices can be taken back");
                    return Err(Refusal::new("nothing-to-undo", message));
                }
                None => return Err(Refusal::new("nothing-to-undo", "no choice has been made yet")),
            },
            Request::Play(play) => return self.play(&play.choice),
            Request::Next => return self.next(),
            Request::Perft(asked) => {
                let depth = u32::from(asked.depth.small());
                let (engine, here) = (self.engine.clone(), self.here.clone());
                let runner = Runner::new(engine, here, Kind::Plan);
                let counted = runner.perft(&runner.start(), depth, 1);
                return Ok(line(&Counted { leaves: counted.leaves, nodes: counted.nodes }));
            }
        }
        Ok(line(&self.position()))
    }

    fn begin(&mut self, here: Position) {
        self.here = here;
        self.before.clear();
        self.forgotten = false;
    }

    fn play(&mut self, asked: &str) -> Result<String, Refusal> {
        if self.here.is_over() {
            return Err(Refusal::new("game-over", "the game is over: nobody chooses"));
        }
        let refused = || {
            let offered = self.position().choices;
            let ids: Vec<&str> = offered.iter().map(|choice| choice.id.as_str()).collect();
            let message = format!("`{asked}` is not one of the choices: {}", ids.join(", "));
            Refusal::new("not-offered", message)
        };
        let model = self.engine.model();
        let offered = self.engine.choices(&self.here);
        let offered = offered.into_iter().find(|choice| choice_id(model, *choice) == asked);
        let choice = offered.or_else(|| parse_choice(self.engine, &self.here, asked));
        let choice = choice.ok_or_else(refused)?;
        match self.engine.play(&self.here, choice) {
            Ok((position, events)) => self.go_on(position, &events),
            Err(PlayError::NotLegal(id)) => {
                let against = clause(self.engine.model(), &self.description.sources, id);
                let message = format!("`{asked}` is not legal here: {}", against.text);
                Err(Refusal::new("not-legal", message).by(against))
            }
            Err(PlayError::NotOffered | PlayError::Over) => Err(refused()),
        }
    }

    fn next(&mut self) -> Result<String, Refusal> {
        let next = self.engine.next_game(&self.here);
        let (position, events) = next.ok_or_else(|| {
            let message = if !self.here.is_over() {
                "the game is not over yet"
            } else if self.engine.model().next_game.is_none() {
                "this game is played once: no game follows"
            } else {
                "the match is over: no game follows"
            };
            Refusal::new("no-next-game", message)
        })?;
        self.go_on(position, &events)
    }

    fn go_on(&mut self, position: Position, events: &[Event]) -> Result<String, Refusal> {
        self.possible(&position, events)?;
        if self.before.len() >= KEPT {
            self.before.pop_front();
            self.forgotten = true;
        }
        self.before.push_back(std::mem::replace(&mut self.here, position));
        let (model, sources) = (self.engine.model(), &self.description.sources);
        let events = events.iter().map(|e| event(model, sources, e)).collect();
        Ok(line(&Played { events, position: self.position() }))
    }

    /// Refuses what the engine has given up because it takes too much work.
    fn possible(&self, position: &Position, events: &[Event]) -> Result<(), Refusal> {
        let work = Rule::Work.clause();
        if position.result().is_none_or(|result| result.why != work) {
            return Ok(());
        }
        let by = events.iter().rev().find(|event| event.kind == EventKind::GivenUp);
        let by = by.map_or(work, |event| event.clause);
        let by = clause(self.engine.model(), &self.description.sources, by);
        let message = format!("this takes more work than is done for one answer: {}", by.text);
        Err(Refusal::new("too-much-work", message).by(by))
    }

    fn position(&self) -> PositionAnswer {
        position(self.engine, &self.description.sources, &self.here)
    }
}
