//! Answers requests about a game being played.

use super::clause::clause;
use super::event::{EventAnswer, event};
use super::info::{InfoAnswer, info};
use super::playout::{matches, playout};
use super::position::{ChoiceAnswer, PositionAnswer, choice_answer, position};
use super::refusal::{Refusal, json_line};
use super::request::{
    self, DocumentRequest, PlayoutRequest, RecordRequest, Request, ResumeRequest, TextInput,
    ThinkRequest,
};
use super::setup;
use super::text;
use crate::document::RulesDocument;
use crate::engine::{Engine, EventKind, PlayError};
use crate::model::DefaultClause as Rule;
use crate::notation::{Record, Trail, TrailStep, choice_id, parse_choice};
use crate::resolve::Description;
use crate::runner::{
    MatchRunner, MatchSample, Runner, RunnerKind, STATISTICS_SOWING_LIMIT, Sample,
};
use crate::scaffold::test_text;
use crate::search::PlayerKind;
use crate::session::{Seats, Session, parse_assignment, resume};
use crate::stop::StopFlag;
use serde::Serialize;
use std::sync::Arc;

/// The greatest number of choices that can be undone: the memory of a long-running process is bounded.
const MAX_UNDO: usize = 10_000;

/// The greatest number of decisions of a random game.
const MAX_DECISIONS: u32 = 10_000;

/// Answers all requests. It has a game being played, unless none has been opened yet.
#[derive(Default)]
pub struct GameSession {
    game: Option<OpenGame>,
}

/// A game being played.
struct OpenGame {
    description: Arc<Description>,
    session: Session,
}

#[derive(Serialize)]
struct PlayAnswer {
    events: Vec<EventAnswer>,
    position: PositionAnswer,
}

#[derive(Serialize)]
struct OpenAnswer {
    info: InfoAnswer,
    /// The choices so far, for a game that is resumed.
    steps: Vec<StepAnswer>,
    events: Vec<EventAnswer>,
    position: PositionAnswer,
    /// What a person should know, if the rules of a saved game have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

#[derive(Serialize)]
struct TrailAnswer {
    steps: Vec<StepAnswer>,
}

/// A choice; without a seat and a choice: the next game of the match began.
#[derive(Serialize)]
struct StepAnswer {
    seat: Option<u8>,
    choice: Option<String>,
}

#[derive(Serialize)]
struct RecordAnswer {
    record: String,
}

#[derive(Serialize)]
struct ThoughtAnswer {
    choice: ChoiceAnswer,
    /// The expected result for the player who chooses, from -1 (lost) to 1 (won), if there was a search.
    expected: Option<f64>,
    /// The number of positions visited.
    positions: u64,
}

#[derive(Serialize)]
struct TestAnswer {
    text: String,
}

#[derive(Serialize)]
struct DocumentAnswer {
    html: String,
}

#[derive(Serialize)]
struct PerftAnswer {
    leaves: u64,
    nodes: u64,
}

impl GameSession {
    /// A session at the beginning of a first game.
    pub fn new(
        description: impl Into<Arc<Description>>,
        engine: impl Into<Arc<Engine>>,
    ) -> GameSession {
        let session = session(Trail::begin(engine, None), 0);
        GameSession { game: Some(OpenGame { description: description.into(), session }) }
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
            Request::Text(about) => text::answer_text(&about, text::check_fully),
            Request::Open(asked) => self.open(&asked),
            Request::Info
            | Request::New(_)
            | Request::Position
            | Request::Undo
            | Request::Play(_)
            | Request::Setup(_)
            | Request::Next
            | Request::Perft(_)
            | Request::Trail
            | Request::Record(_)
            | Request::Resume(_)
            | Request::Think(_)
            | Request::Playout(_)
            | Request::Test(_)
            | Request::Document(_) => match &mut self.game {
                Some(game) => game.execute(request),
                None => Err(Refusal::new("no-game-open", "no game is open; send `open` first")),
            },
        }
    }

    fn open(&mut self, asked: &TextInput) -> Result<String, Refusal> {
        let (description, engine) = text::open(asked)?;
        let session = session(Trail::begin(engine, None), asked.seed);
        let game = OpenGame { description: Arc::new(description), session };
        game.check_work_limit(game.session.trail().last())?;
        let answer = json_line(&game.opened(None));
        self.game = Some(game);
        Ok(answer)
    }
}

impl OpenGame {
    fn engine(&self) -> &Arc<Engine> {
        self.session.engine()
    }

    fn execute(&mut self, request: Request) -> Result<String, Refusal> {
        match request {
            Request::Info => return Ok(json_line(&info(&self.description, self.engine().model()))),
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
            Request::Trail => return Ok(json_line(&TrailAnswer { steps: self.steps() })),
            Request::Record(asked) => return self.record(&asked),
            Request::Resume(asked) => return self.resume(&asked),
            Request::Think(asked) => return self.think(&asked),
            Request::Playout(asked) => return self.playout(&asked),
            Request::Test(asked) => {
                let text = test_text(&asked.name, self.session.trail());
                let text = text.map_err(|why| Refusal::new("no-test", why.to_string()))?;
                return Ok(json_line(&TestAnswer { text }));
            }
            Request::Document(asked) => return Ok(self.document(&asked)),
            Request::Text(_) | Request::Open(_) => {
                // These need no open game, and are answered before.
                return Err(Refusal::new("internal", "a request about a text came to a game"));
            }
        }
        Ok(json_line(&self.position()))
    }

    /// The open game as an answer.
    fn opened(&self, remark: Option<&'static str>) -> OpenAnswer {
        OpenAnswer {
            info: info(&self.description, self.engine().model()),
            steps: self.steps(),
            events: self.last_events(),
            position: self.position(),
            remark,
        }
    }

    fn steps(&self) -> Vec<StepAnswer> {
        let model = self.engine().model();
        // The first step is the beginning.
        let steps = self.session.trail().steps().get(1..).unwrap_or_default();
        let step = |step: &TrailStep| StepAnswer {
            seat: step.chosen.and_then(|(decider, _)| decider.seat()).map(|seat| seat.0),
            choice: step.chosen.map(|(_, choice)| choice_id(model, choice)),
        };
        steps.iter().map(step).collect()
    }

    fn record(&self, asked: &RecordRequest) -> Result<String, Refusal> {
        let record = self.session.record();
        let mut record = record.map_err(|why| Refusal::new("no-record", why.to_string()))?;
        record.description.clone_from(&asked.description);
        let mut seats = Seats::all_human(self.engine().model(), self.session.seats().seed());
        for (player, who) in &asked.players.0 {
            let (seat, who) = parse_assignment(self.engine().model(), &format!("{player}={who}"))
                .map_err(|error| Refusal::new("unknown-player", error.to_string()))?;
            seats.assign(seat, who);
        }
        let model = self.engine().model();
        let player = |seat| (model.player(seat).to_owned(), seats.of(seat).to_string());
        record.players = self.engine().seats().map(player).collect();
        record.seed = seats.has_computer().then_some(seats.seed());
        Ok(json_line(&RecordAnswer { record: record.to_string() }))
    }

    fn resume(&mut self, asked: &ResumeRequest) -> Result<String, Refusal> {
        let record = Record::parse(&asked.record)
            .map_err(|error| Refusal::new("wrong-record", error.to_string()))?;
        let seed = record.seed.unwrap_or(self.session.seats().seed());
        let saved = resume(&self.description, record)
            .map_err(|error| Refusal::new("record-does-not-fit", error.to_string()))?;
        let remark = saved.remark();
        self.check_work_limit(saved.trail.last())?;
        self.session = session(saved.trail, seed);
        Ok(json_line(&self.opened(remark)))
    }

    fn think(&mut self, asked: &ThinkRequest) -> Result<String, Refusal> {
        let kind: PlayerKind =
            asked.player.parse().map_err(|error: crate::search::UnknownPlayer| {
                Refusal::new("unknown-player", error.to_string())
            })?;
        let thought = self.session.think(kind, &StopFlag::default());
        let thought = thought.ok_or_else(game_over)?;
        let choice = choice_answer(self.engine().model(), self.session.position(), thought.choice);
        Ok(json_line(&ThoughtAnswer {
            choice,
            expected: thought.expected,
            positions: thought.positions,
        }))
    }

    /// The same games, or matches, as those of `mnc playout`: from the beginning, with the setting of this game.
    fn playout(&self, asked: &PlayoutRequest) -> Result<String, Refusal> {
        let engine = Engine::clone(self.engine()).with_sowing_limit(STATISTICS_SOWING_LIMIT);
        let model = self.engine().model();
        match (asked.games, asked.matches) {
            (Some(games), None) => {
                let (start, _) = engine.start(None);
                let runner = Runner::new(engine, start, RunnerKind::Batch);
                let sample =
                    Sample { seed: asked.seed, games: 0..games.0, most_decisions: MAX_DECISIONS };
                let totals = runner.totals(&sample, 1, &|_| {});
                Ok(json_line(&playout(model, asked.seed, &totals)))
            }
            (None, Some(many)) => {
                let runner = MatchRunner::new(engine, RunnerKind::Plan).map_err(|no_match| {
                    Refusal::new("no-match", format!("{no_match}: ask for `games`"))
                })?;
                let sample = MatchSample {
                    seed: asked.seed,
                    matches: 0..many.0,
                    most_decisions: MAX_DECISIONS,
                };
                let (totals, _) = runner.totals(&sample, 1, &|_| {});
                Ok(json_line(&matches(model, asked.seed, &totals)))
            }
            (Some(_), Some(_)) | (None, None) => {
                Err(Refusal::new("wrong-request", "give either `games` or `matches`: how many"))
            }
        }
    }

    fn document(&self, asked: &DocumentRequest) -> String {
        let language = asked.language.language();
        let document = RulesDocument::of_in(&self.description, self.engine(), language);
        json_line(&DocumentAnswer { html: document.to_html() })
    }

    fn begin(&mut self, trail: Trail) -> Result<(), Refusal> {
        self.check_work_limit(trail.last())?;
        self.session = session(trail, self.session.seats().seed());
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
            return Err(game_over());
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
        Ok(json_line(&PlayAnswer { events: self.last_events(), position: self.position() }))
    }

    /// The events of the last step.
    fn last_events(&self) -> Vec<EventAnswer> {
        let (model, sources) = (self.engine().model(), &self.description.sources);
        let events = self.session.trail().last().events.iter();
        events.map(|e| event(model, sources, e)).collect()
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

fn game_over() -> Refusal {
    Refusal::new("game-over", "the game is over: nobody chooses")
}

/// A session of persons: who chooses is decided outside. `seed`: the random seed of computer players.
fn session(trail: Trail, seed: u64) -> Session {
    let seats = Seats::all_human(trail.engine().model(), seed);
    Session::new(trail.with_undo_limit(MAX_UNDO), seats)
}
