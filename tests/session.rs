//! The room `session` as a library: settings, seats, undo, saving and resuming.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod support;

use mnc::engine::{Decider, Engine, PositionSetup};
use mnc::library::{Library, LookupResult, Shipped};
use mnc::model::{PlaceId, Seat};
use mnc::notation::{IncompleteTrail, Record, Trail, choice_id, parse_choice};
use mnc::resolve::{Description, Setting, load};
use mnc::session::{
    ResumeError, RulesMatch, SeatPlayer, Seats, Session, parse_assignment, parse_setting, resume,
};
use mnc::stop::StopFlag;
use std::fmt::Write;
use std::path::Path;

/// The seed of computer players.
const SEED: u64 = 7;

fn description(name: &str) -> Description {
    let LookupResult::One(game) = Library::shipped().look_up(name) else { panic!("{name}") };
    load(&game.file, &game.text, &Shipped).0
}

/// Runs a case: the lines of a script, each with what the library answers.
struct Script {
    description: Description,
    variations: Vec<String>,
    values: Vec<String>,
    session: Option<Session>,
    saved: String,
    /// The hash of the position of each step of the trail.
    hashes: Vec<u64>,
}

impl Script {
    fn run(text: &str) -> String {
        let mut lines = text.lines();
        let game = lines.next().and_then(|line| line.strip_prefix("game ")).expect("a game");
        let mut script = Script {
            description: description(game),
            variations: Vec::new(),
            values: Vec::new(),
            session: None,
            saved: String::new(),
            hashes: Vec::new(),
        };
        let mut transcript = format!("> game {game}\n");
        for line in lines {
            writeln!(transcript, "> {line}").unwrap();
            let answer = script.line(line);
            answer.lines().for_each(|line| writeln!(transcript, "{line}").unwrap());
        }
        transcript
    }

    fn line(&mut self, line: &str) -> String {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "setting" => {
                let parts = rest.split(',').map(str::trim).filter(|part| !part.is_empty());
                let (values, variations): (Vec<_>, Vec<_>) =
                    parts.map(str::to_owned).partition(|part| part.starts_with("set "));
                let strip = |value: String| value.trim_start_matches("set ").to_owned();
                (self.variations, self.values) =
                    (variations, values.into_iter().map(strip).collect());
                match parse_setting(&self.description, &self.variations, &self.values) {
                    Ok(setting) => serde_json::to_string(&setting).unwrap(),
                    Err(error) => format!("{error}\n({})", error.summary()),
                }
            }
            "begin" => {
                let setting =
                    parse_setting(&self.description, &self.variations, &self.values).unwrap();
                let engine = support::engine(&self.description, &setting);
                let seats = Seats::all_human(engine.model(), SEED);
                let session = Session::new(Trail::begin(engine, None), seats);
                self.hashes = vec![session.position().hash()];
                self.session = Some(session);
                self.shown()
            }
            "save" => {
                self.saved = self.game().record().unwrap().to_string();
                self.saved.clone()
            }
            "change" => {
                let (old, new) = rest.split_once(" to ").expect("change OLD to NEW");
                let changed = self.saved.lines().map(|line| match line.starts_with(old) {
                    true => format!("{new}\n"),
                    false => format!("{line}\n"),
                });
                self.saved = changed.collect();
                String::new()
            }
            "resume" => self.resume(rest),
            _ => self.play(line, word, rest),
        }
    }

    fn game(&mut self) -> &mut Session {
        self.session.as_mut().expect("the game has begun")
    }

    fn play(&mut self, line: &str, word: &str, rest: &str) -> String {
        let session = self.session.as_mut().expect("the game has begun");
        let (revision, steps) = (session.revision(), session.trail().steps().len());
        let text = match word {
            "seat" => match parse_assignment(session.engine().model(), rest) {
                Ok((seat, who)) => {
                    session.assign_seat(seat, who);
                    format!("{} is played by {who}\n", session.engine().model().player(seat))
                }
                Err(error) => return error.to_string(),
            },
            "undo" => {
                let Some(chosen) = session.undo() else { return "nothing to take back".into() };
                let model = session.engine().model();
                let text = |(decider, choice): (Decider, _)| {
                    format!("{} {}", decider.name(model), choice_id(model, choice))
                };
                let chosen: Vec<String> = chosen.into_iter().map(text).collect();
                format!("taken back: {}\n", chosen.join(", "))
            }
            "back" => match session.undo_step() {
                Some(_) => String::new(),
                None => return "nothing to take back".into(),
            },
            "next" => match session.next_game() {
                Some(_) => String::new(),
                None => return "no next game".into(),
            },
            "restart" => {
                session.restart();
                String::new()
            }
            "think" => {
                let Some((_, SeatPlayer::Computer(kind))) = session.to_choose() else {
                    return "no computer chooses".into();
                };
                let thought = session.think(kind, &StopFlag::default()).unwrap();
                session.choose(thought.choice).unwrap();
                format!("{}\n", choice_id(session.engine().model(), thought.choice))
            }
            _ => match parse_choice(session.engine(), session.position(), line) {
                Some(choice) => match session.choose(choice) {
                    Ok(_) => String::new(),
                    Err(error) => return error.to_string(),
                },
                None => return "not a choice".into(),
            },
        };
        let now: Vec<u64> =
            session.trail().steps().iter().map(|step| step.position.hash()).collect();
        let kept = steps.min(now.len());
        assert_eq!(now[..kept], self.hashes[..kept], "{line}: the steps before are as they were");
        let appended = now.len() > steps;
        assert_eq!(session.revision() == revision, appended, "{line}: only appending keeps it");
        self.hashes = now;
        text + &self.shown()
    }

    /// The player to move and the choices.
    fn shown(&mut self) -> String {
        let session = self.game();
        let model = session.engine().model();
        let made = session.trail().choice_count();
        let Some((decider, who)) = session.to_choose() else {
            let next = if session.has_next_game() { "; a game follows" } else { "" };
            return format!("{made} choices, over{next}");
        };
        let choices = session.choices();
        let choices: Vec<String> = choices.iter().map(|c| choice_id(model, *c)).collect();
        let only = session.only_choice().map(|only| format!(" (only {})", choice_id(model, only)));
        let recent = session.recent_steps().len();
        format!(
            "{made} choices, {} ({who}): {}{}; recent steps: {recent}",
            decider.name(model),
            choices.join(", "),
            only.unwrap_or_default()
        )
    }

    /// Resumes the saved game; `other`: with the description of another game.
    fn resume(&mut self, other: &str) -> String {
        let record = Record::parse(&self.saved).unwrap();
        let resumed = match other {
            "" => resume(&self.description, record),
            other => resume(&description(other), record),
        };
        let resumed = match resumed {
            Ok(resumed) => resumed,
            Err(error) => return error.to_string(),
        };
        let remark = resumed.remark().map(|remark| format!("{remark}\n")).unwrap_or_default();
        let session = self.session.as_mut().unwrap();
        let (old, new) = (session.trail().steps(), resumed.trail.steps());
        assert_eq!(old.len(), new.len());
        for (old, new) in old.iter().zip(new) {
            assert_eq!(old.chosen, new.chosen);
            assert_eq!(old.events, new.events);
            assert_eq!(old.position.hash(), new.position.hash());
        }
        let record = session.record().unwrap();
        session.replace(resumed);
        assert_eq!(session.record().unwrap(), record);
        format!("{remark}{}\n{}", self.game().progress_text(), self.shown())
    }
}

/// Every file of `cases/session`: a game, then a command on each line.
#[test]
fn scripts() {
    insta::glob!("cases/session/*.in", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => true }, {
            insta::assert_snapshot!(Script::run(&text));
        });
    });
}

fn kalah() -> Engine {
    support::game("kalah", &Setting::default())
}

/// Makes the last choice that is offered, some times.
fn play(session: &mut Session, times: usize) {
    for _ in 0..times {
        let choice = *session.choices().last().expect("a choice");
        session.choose(choice).unwrap();
    }
}

#[test]
fn with_a_limit_old_steps_are_dropped() {
    let hostile = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/hostile");
    let endless = support::open(&hostile.join("counts-for-ever.mnc"));
    let engine = support::engine(&endless, &Setting::default());
    let mut session = Session::of_persons(Trail::begin(engine, None).with_undo_limit(3));
    let beginning = session.position().hash();
    play(&mut session, 3);
    assert_eq!(session.trail().dropped_steps(), 0);
    assert!(session.record().is_ok());
    play(&mut session, 2_497);
    assert_eq!(session.trail().choice_count(), 2_500);
    assert_eq!(session.trail().dropped_steps(), 2_497);
    assert_eq!(session.trail().steps().len(), 4);
    assert!(session.trail().steps()[..3].iter().all(|step| step.events.is_empty()));
    assert!(!session.trail().last().events.is_empty() && !session.trail().is_new());
    assert_eq!(session.record().unwrap_err(), IncompleteTrail::StepsDropped);
    for left in [2_499, 2_498, 2_497] {
        assert!(session.undo_step().is_some());
        assert_eq!(session.trail().choice_count(), left);
    }
    assert!(session.undo_step().is_none() && session.undo().is_none());
    session.restart();
    assert_eq!((session.position().hash(), session.trail().choice_count()), (beginning, 0));
    assert!(session.record().is_ok());
}

#[test]
fn a_position_set_up_by_hand_has_no_record() {
    let engine = kalah();
    let setup = PositionSetup {
        mover: Seat(1),
        seeds: (0..12).map(|hole| (PlaceId(hole), 2)).collect(),
        ..PositionSetup::default()
    };
    let trail = Trail::set_up(engine, &setup).unwrap();
    let beginning = trail.position().hash();
    let mut session = Session::of_persons(trail);
    assert_eq!(session.trail().first(), None);
    play(&mut session, 5);
    assert_eq!(session.record().unwrap_err(), IncompleteTrail::SetUp);
    while session.undo().is_some() {}
    assert_eq!(session.position().hash(), beginning);
    play(&mut session, 2);
    session.restart();
    assert_eq!(session.position().hash(), beginning);
}

#[test]
fn a_preview_changes_nothing() {
    let mut trail = Trail::begin(kalah(), None);
    let choice = trail.engine().choices(trail.position())[2];
    let before = trail.position().hash();
    let step = trail.preview(choice).unwrap();
    assert!(trail.preview_next_game().is_none());
    assert_eq!((trail.position().hash(), trail.steps().len()), (before, 1));
    assert_eq!(trail.choose(choice).unwrap().position.hash(), step.position.hash());
}

#[test]
fn a_record_that_does_not_fit_is_refused_with_the_reason() {
    let kalah = description("kalah");
    let text = "mnc record 1\ngame \"Kalah\"\nrules 0123456789abcdef\n1. South  a1\n2. South  a9\n";
    let error = resume(&kalah, Record::parse(text).unwrap()).unwrap_err();
    let ResumeError::Replay { error, other_rules: true } = &error else { panic!("{error}") };
    assert_eq!((error.line, error.trail.choice_count()), (5, 1));
    let unnamed = "mnc record 1\ngame \"Kalah\"\n1. South  a1\n";
    let resumed = resume(&kalah, Record::parse(unnamed).unwrap()).unwrap();
    assert!(matches!(resumed.rules, RulesMatch::Unknown { .. }) && resumed.remark().is_none());
}

/// A front end can keep a session in another thread.
#[test]
fn a_session_can_be_sent_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Session>();
    is_send::<mnc::protocol::GameSession>();
}
