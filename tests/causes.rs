//! Every event names the statement or the default that caused it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::engine::{Engine, Event, EventKind};
use mnc::model::{DefaultClause as Usual, Model, SectionName as S};
use mnc::notation::describe_with_clause;
use mnc::resolve::Setting;
use std::collections::BTreeSet;
use support::{descriptions, engine, open, pick, random};

/// The greatest number of decisions and of games of a random match.
const DECISIONS: u32 = 120;
const GAMES: u16 = 3;

#[test]
fn every_event_of_every_shipped_game_names_its_cause() {
    let mut wrong = BTreeSet::new();
    for (name, path) in descriptions("games") {
        let description = open(&path);
        let mut settings = vec![Setting::default()];
        settings.extend(description.variations.iter().map(|name| support::variation(name)));
        for (nth, setting) in settings.iter().enumerate() {
            let engine = engine(&description, setting);
            for event in events(&engine, nth as u64) {
                if !is_plausible(engine.model(), &event) {
                    wrong.insert(format!(
                        "{name}: {}",
                        describe_with_clause(engine.model(), &event)
                    ));
                }
            }
        }
    }
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The events of a match played at random.
fn events(engine: &Engine, seed: u64) -> Vec<Event> {
    let mut random = random(seed);
    let (mut position, mut all) = engine.start(None);
    for _ in 0..DECISIONS {
        let choices = engine.choices(&position);
        let (next, happened) = if !choices.is_empty() {
            let choice = pick(&choices, &mut random);
            engine.play(&position, choice).expect("a legal choice")
        } else if position.game() < GAMES {
            match engine.next_game(&position) {
                Some(next) => next,
                None => break,
            }
        } else {
            break;
        };
        position = next;
        all.extend(happened);
    }
    all
}

/// The default that a clause is, if it is one.
fn default(event: &Event) -> Option<Usual> {
    Usual::ALL.into_iter().find(|default| default.clause() == event.clause)
}

/// Whether the statement or default can have caused the event.
fn is_plausible(model: &Model, event: &Event) -> bool {
    let section = model.clause(event.clause).section;
    let by = |sections: &[S]| sections.contains(&section);
    let usual = |defaults: &[Usual]| default(event).is_some_and(|d| defaults.contains(&d));
    let acts = default(event).is_none() && !by(&[S::Way, S::Turn, S::Allowed, S::Winner, S::Stage]);
    match &event.kind {
        EventKind::GameBegan(_) => usual(&[Usual::GameBegins]),
        EventKind::MovesFirst => {
            usual(&[Usual::FirstMoves, Usual::SameStarter]) || by(&[S::Start, S::Match])
        }
        EventKind::Placed => by(&[S::Start]),
        EventKind::StageBegan(..) => by(&[S::Stage]),
        EventKind::TurnOf(_) | EventKind::AtOnce | EventKind::MovesNext => by(&[S::Turn]) || acts,
        EventKind::Barred(_) => {
            by(&[S::Allowed, S::Move, S::Opening, S::Words])
                || usual(&[Usual::Endless, Usual::Fuel, Usual::Work, Usual::Passes])
                || acts
        }
        EventKind::Chose(_) | EventKind::Drew(_) => acts || by(&[S::Way]),
        EventKind::Sowed { .. } | EventKind::SowedOn { .. } | EventKind::Fell(..) => acts,
        EventKind::Captured { .. } | EventKind::Among(..) => {
            acts || usual(&[
                Usual::NobodyMoves,
                Usual::OnlyEndless,
                Usual::Repetition,
                Usual::SweepForMatch,
            ])
        }
        EventKind::Put { .. } => acts || usual(&[Usual::SweepForMatch]),
        EventKind::Unmarked(..) => acts,
        EventKind::Filled(..)
        | EventKind::Closed(_)
        | EventKind::Opened(_)
        | EventKind::Marked(..)
        | EventKind::MarkedPlayer(..)
        | EventKind::UnmarkedPlayer(..)
        | EventKind::Noted(..)
        | EventKind::Owns(_) => acts && !by(&[S::Start]),
        EventKind::Passed => by(&[S::Turn]) || usual(&[Usual::Passes]) || acts,
        EventKind::Again | EventKind::AgainNext => by(&[S::Turn]) || acts,
        EventKind::MoveEnded | EventKind::TurnEnded => {
            acts || usual(&[Usual::EndMove]) || by(&[S::Turn])
        }
        EventKind::Fitted => acts || by(&[S::Winner]) || usual(&[Usual::NoWinner]),
        EventKind::Undone | EventKind::SwappedSides => acts,
        EventKind::NoOneMeant => acts,
        EventKind::GivenUp => true,
        EventKind::GameOver { .. } | EventKind::MatchOver { .. } => {
            acts || by(&[S::Turn, S::Winner])
                || usual(&[
                    Usual::NobodyMoves,
                    Usual::OnlyEndless,
                    Usual::Repetition,
                    Usual::NoWinner,
                    Usual::LongMatch,
                    Usual::Passes,
                ])
        }
        // A kind that is not in this table has no plausible cause yet.
        _ => false,
    }
}
