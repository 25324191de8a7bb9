//! Answers requests about a game being played.

use super::clause::clause;
use super::event::{EventAnswer, event};
use super::info::info;
use super::position::{PositionAnswer, position};
use super::refusal::{Refusal, json_line};
use super::request::{self, Request};
use super::setup;
use crate::engine::{Engine, EventKind, PlayError};
use crate::model::DefaultClause as Rule;
use crate::notation::{Trail, TrailStep, choice_id, parse_choice};
use crate::resolve::Description;
use crate::runner::{Runner, RunnerKind};
use crate::session::Session;
use serde::Serialize;
use std::sync::Arc;

/// The greatest number of choices that can be undone: the memory of a long-running process is bounded.
const MAX_UNDO: usize = 10_000;

/// A game being played.
pub struct GameSession<'g> {
    description: &'g Description,
    session: Session,
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
    pub fn new(description: &'g Description, engine: impl Into<Arc<Engine>>) -> GameSession<'g> {
        GameSession { description, session: session(Trail::begin(engine, None)) }
    }

    /// The answer to a line: one line of JSON.
    pub fn answer(&mut self, asked: &str) -> String {
        match request::parse_request(asked).and_then(|request| self.execute(request)) {
            Ok(answer) => answer,
            Err(refusal) => refusal.to_json_line(),
        }
    }

    fn engine(&self) -> &Arc<Engine> {
        self.session.engine()
    }

    fn execute(&mut self, request: Request) -> Result<String, Refusal> {
        match request {
            Request::Info => return Ok(json_line(&info(self.description, self.engine().model()))),
            Request::Position => {}
            Request::New(new) => {
                let first = new.seat.map(|seat| setup::seat(self.engine(), seat)).transpose()?;
                self.begin(Trail::begin(self.engine().clone(), first))?;
            }
            Request::Setup(asked) => {
                let setup = setup::setup(self.engine(), &asked)?;
                let trail = Trail::set_up(self.engine().clone(), &setup);
                self.begin(trail.map_err(|e| setup::setup_refusal(self.engine(), &e))?)?;
            }
            Request::Undo => {
                if self.session.undo_step().is_none() {
                    return Err(self.nothing_to_undo());
                }
            }
            Request::Play(play) => return self.play(&play.choice),
            Request::Next => return self.next(),
            Request::Perft(asked) => {
                let depth = u32::from(asked.depth.as_u16());
                let engine = Engine::clone(self.engine());
                let runner = Runner::new(engine, self.session.position().clone(), RunnerKind::Plan);
                let counted = runner.perft(&runner.start(), depth, 1);
                return Ok(json_line(&PerftAnswer {
                    leaves: counted.leaves,
                    nodes: counted.nodes,
                }));
            }
        }
        Ok(json_line(&self.position()))
    }

    fn begin(&mut self, trail: Trail) -> Result<(), Refusal> {
        self.check_work_limit(trail.last())?;
        self.session = session(trail);
        Ok(())
    }

    fn nothing_to_undo(&self) -> Refusal {
        let message = if self.session.trail().dropped_steps() > 0 {
            format!("no more than {MAX_UNDO} choices can be taken back")
        } else {
            "no choice has been made yet".to_owned()
        };
        Refusal::new("nothing-to-undo", message)
    }

    fn play(&mut self, asked: &str) -> Result<String, Refusal> {
        let (engine, here) = (self.session.engine(), self.session.position());
        if here.is_over() {
            return Err(Refusal::new("game-over", "the game is over: nobody chooses"));
        }
        let refused = || {
            let offered = self.position().choices;
            let ids: Vec<&str> = offered.iter().map(|choice| choice.id.as_str()).collect();
            let message = format!("`{asked}` is not one of the choices: {}", ids.join(", "));
            Refusal::new("not-offered", message)
        };
        let model = engine.model();
        let offered = engine.choices(here);
        let offered = offered.into_iter().find(|choice| choice_id(model, *choice) == asked);
        let choice = offered.or_else(|| parse_choice(engine, here, asked));
        let choice = choice.ok_or_else(refused)?;
        match self.session.trail().preview(choice) {
            Ok(step) => self.advance(step),
            Err(PlayError::NotLegal(id)) => {
                let against = clause(model, &self.description.sources, id);
                let message = format!("`{asked}` is not legal here: {}", against.text);
                Err(Refusal::new("not-legal", message).with_clause(against))
            }
            Err(PlayError::NotOffered | PlayError::Over) => Err(refused()),
        }
    }

    fn next(&mut self) -> Result<String, Refusal> {
        let step = self.session.trail().preview_next_game().ok_or_else(|| {
            let message = if !self.session.position().is_over() {
                "the game is not over yet"
            } else if self.engine().model().next_game.is_none() {
                "this game is played once: no game follows"
            } else {
                "the match is over: no game follows"
            };
            Refusal::new("no-next-game", message)
        })?;
        self.advance(step)
    }

    fn advance(&mut self, step: TrailStep) -> Result<String, Refusal> {
        self.check_work_limit(&step)?;
        self.session.append(step);
        let (model, sources) = (self.engine().model(), &self.description.sources);
        let events = self.session.trail().last().events.iter();
        let events = events.map(|e| event(model, sources, e)).collect();
        Ok(json_line(&PlayAnswer { events, position: self.position() }))
    }

    /// Refuses a request whose work the engine has given up.
    fn check_work_limit(&self, step: &TrailStep) -> Result<(), Refusal> {
        let work = Rule::Work.clause();
        if step.position.result().is_none_or(|result| result.clause != work) {
            return Ok(());
        }
        let by = step.events.iter().rev().find(|event| event.kind == EventKind::GivenUp);
        let by = by.map_or(work, |event| event.clause);
        let by = clause(self.engine().model(), &self.description.sources, by);
        let message = format!("this takes too much work for one answer: {}", by.text);
        Err(Refusal::new("too-much-work", message).with_clause(by))
    }

    fn position(&self) -> PositionAnswer {
        position(self.engine(), &self.description.sources, self.session.position())
    }
}

/// A session of persons: who chooses is decided outside.
fn session(trail: Trail) -> Session {
    Session::of_persons(trail.with_undo_limit(MAX_UNDO))
}
