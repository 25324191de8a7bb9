//! Replays a record and checks it against the rules.

use super::{GameRecord, LOT, Record, Trail, TurnRecord, game_result, match_result};
use crate::engine::{Decider, Deciding, Engine, Position};
use crate::model::Seat;
use crate::notation::{choice_id, clause_text, parse_choice};
use std::fmt;
use std::sync::Arc;

/// The first line of a record that does not agree with the rules.
#[derive(Clone, Debug)]
pub struct ReplayError {
    /// The line of the record, from 1.
    pub line: usize,
    /// What is there, and what is wrong with it.
    pub message: String,
    /// What is legal there.
    pub help: String,
    /// The game up to there.
    pub trail: Box<Trail>,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}\n  {}", self.line, self.message, self.help)
    }
}

impl std::error::Error for ReplayError {}

/// The line, what is wrong, and what is expected.
type LineError = (usize, String, String);

impl Record {
    /// Replays the record.
    ///
    /// # Errors
    /// The first line that the rules do not allow, or a result that differs from the replayed one.
    pub fn replay(&self, engine: impl Into<Arc<Engine>>) -> Result<Trail, ReplayError> {
        let engine = engine.into();
        let mut first = None;
        let mut unknown = None;
        if let Some((name, line)) = &self.first {
            first = seat(&engine, name);
            if first.is_none() {
                unknown = Some((*line, format!("`{name}` moves first"), players(&engine)));
            }
        }
        let mut trail = Trail::begin(engine, first);
        let done = match unknown {
            Some(wrong) => Err(wrong),
            None => self.replay_games(&mut trail),
        };
        match done {
            Ok(()) => Ok(trail),
            Err((line, message, help)) => {
                Err(ReplayError { line, message, help, trail: Box::new(trail) })
            }
        }
    }

    fn replay_games(&self, trail: &mut Trail) -> Result<(), LineError> {
        for (i, game) in self.games.iter().enumerate() {
            if i > 0 {
                begin_next(trail, game.line)?;
            }
            replay_game(trail, game)?;
        }
        let model = trail.engine().model();
        if let Some((recorded, line)) = &self.match_result {
            let real = match_result(model, trail.position());
            if real.as_deref() != Some(recorded) {
                let real = real.unwrap_or_else(|| "the match is not over".into());
                return Err((*line, format!("found `match {recorded}`"), real));
            }
        }
        Ok(())
    }
}

/// Plays choices one after the other from the beginning of a first game, each by the player who is to choose. Where a
/// game is over and another one follows, that one begins.
///
/// # Errors
/// A text is not a legal choice; `line` counts the choices from 1, and the trail has those before it.
pub fn play_choices<S: AsRef<str>>(
    engine: impl Into<Arc<Engine>>,
    choices: &[S],
) -> Result<Trail, ReplayError> {
    let mut trail = Trail::begin(engine, None);
    for (nth, text) in choices.iter().enumerate() {
        if trail.position().is_over() {
            // Without a next game, the choice is refused below.
            let _ = trail.next_game();
        }
        if let Err((line, message, help)) = choose_by_text(&mut trail, text.as_ref(), nth + 1) {
            return Err(ReplayError { line, message, help, trail: Box::new(trail) });
        }
    }
    Ok(trail)
}

fn begin_next(trail: &mut Trail, line: usize) -> Result<(), LineError> {
    let begins = trail.next_game().is_some();
    if begins {
        return Ok(());
    }
    let position = trail.position();
    let found = "another game begins here".to_owned();
    Err(match position.decider() {
        Some(Decider::Player(seat)) => {
            let player = trail.engine().model().player(seat);
            (line, found, format!("the game before is not over: {player} is to choose"))
        }
        Some(Decider::Lot) => (line, found, "before the next game a lot is drawn".into()),
        None if trail.engine().model().next_game.is_none() => {
            (line, found, "the description has no *match*: it is played once".into())
        }
        None => (line, found, "the match is over".into()),
    })
}

fn replay_game(trail: &mut Trail, game: &GameRecord) -> Result<(), LineError> {
    for turn in &game.turns {
        for choice in &turn.choices {
            replay_choice(trail, turn, choice)?;
        }
    }
    if let Some((recorded, line)) = &game.result {
        let real = game_result(trail.engine().model(), trail.position());
        if real.as_deref() != Some(recorded) {
            let help = match real {
                Some(real) => format!("by the rules it is: {real}"),
                None => format!("the game is not over; {}", legal_choices_text(trail)),
            };
            return Err((*line, format!("found `result {recorded}`"), help));
        }
    }
    Ok(())
}

fn replay_choice(trail: &mut Trail, turn: &TurnRecord, text: &str) -> Result<(), LineError> {
    let model = trail.engine().model();
    let Some(decider) = trail.position().decider() else {
        return choose_by_text(trail, text, turn.line);
    };
    let recorded = match seat(trail.engine(), &turn.player) {
        Some(player) => Decider::Player(player),
        None if turn.player == LOT => Decider::Lot,
        None => {
            return Err((turn.line, format!("found `{}`", turn.player), players(trail.engine())));
        }
    };
    if recorded != decider {
        let message = format!("found a choice of {} (`{text}`)", recorded.name(model));
        let next = match decider {
            Decider::Player(seat) => format!("it is {}'s turn", model.player(seat)),
            Decider::Lot => "a lot is drawn".into(),
        };
        let help = format!("{next}; {}", legal_choices_text(trail));
        return Err((turn.line, message, help));
    }
    choose_by_text(trail, text, turn.line)
}

/// Makes the choice that a text names, for the player who is to choose.
fn choose_by_text(trail: &mut Trail, text: &str, line: usize) -> Result<(), LineError> {
    let model = trail.engine().model();
    let Some(decider) = trail.position().decider() else {
        let over = game_result(model, trail.position()).unwrap_or_default();
        let message = format!("found `{text}`, but the game is over: {over}");
        return Err((line, message, "nobody chooses any more".into()));
    };
    let choice = parse_choice(trail.engine(), trail.position(), text);
    let barred = trail.engine().illegal_choices(trail.position());
    let against = barred.into_iter().find(|(c, _)| Some(*c) == choice);
    let message = match against {
        Some((_, id)) => format!("`{text}` is not legal ({})", clause_text(model, id)),
        None => format!("`{text}` is not what {} can choose here", decider.name(model)),
    };
    let wrong = (line, message, legal_choices_text(trail));
    match choice {
        Some(choice) => trail.choose(choice).map(|_| ()).map_err(|_| wrong),
        None => Err(wrong),
    }
}

/// `legal are: a1, b1, c1`.
fn legal_choices_text(trail: &Trail) -> String {
    let (engine, position): (&Engine, &Position) = (trail.engine(), trail.position());
    let choices = engine.choices(position);
    let ids: Vec<String> = choices.iter().map(|c| choice_id(engine.model(), *c)).collect();
    let what = match position.deciding() {
        Some(Deciding::Hole) => "legal are the holes",
        Some(Deciding::Direction) => "legal are the directions",
        Some(Deciding::Number) => "legal are the numbers",
        Some(Deciding::Place) => "legal are the places",
        Some(Deciding::Stop | Deciding::Whether | Deciding::Alternative | Deciding::Seed) => {
            "legal are"
        }
        None => return "nobody chooses any more".into(),
    };
    format!("{what} {}", ids.join(", "))
}

fn seat(engine: &Engine, name: &str) -> Option<Seat> {
    engine.seats().find(|s| engine.model().player(*s).eq_ignore_ascii_case(name))
}

fn players(engine: &Engine) -> String {
    let names: Vec<&str> = engine.seats().map(|s| engine.model().player(s)).collect();
    format!("the players are {}", names.join(", "))
}
