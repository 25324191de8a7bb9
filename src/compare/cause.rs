//! The statements that made two games part.

use super::lockstep::{GamePair, PairStep, Parting, PartingKind};
use super::pairing::Pairing;
use crate::engine::{Choice, Engine, Event, EventKind, PlayError, Position};
use crate::game_tests::clauses_of;
use crate::model::{Clause, ClauseId, Model, PlaceId};
use crate::notation::{choice_id, deciding_text, describe_event};
use smallvec::SmallVec;

/// What a game does at a parting, and the statement or default that makes it do so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The statement or default.
    pub clause: ClauseId,
    /// What happens, as a sentence without a full stop.
    pub event: String,
}

/// The cause in each of the two games; `None` where nothing is known, for example if the boards differ.
pub fn causes(first: &Engine, second: &Engine, parting: &Parting) -> [Option<Cause>; 2] {
    let Ok(pair) = GamePair::new(first, second) else { return [None, None] };
    match parting.kind {
        PartingKind::LegalIn(_) => return [0, 1].map(|game| legality(&pair, parting, game)),
        PartingKind::Question => return [0, 1].map(|game| question(&pair, parting, game)),
        PartingKind::Board
        | PartingKind::Seeds
        | PartingKind::OverIn(_)
        | PartingKind::Player
        | PartingKind::Result
        | PartingKind::Match => {}
    }
    let events = [0, 1].map(|game| events_of(pair.engines[game], parting, game));
    if parting.steps.is_empty()
        && let Some(found) = start_statements(&pair, &parting.after)
    {
        return found;
    }
    let places: [&dyn Fn(PlaceId) -> PlaceId; 2] = [&|place| pair.pairing.place(place), &|p| p];
    let seen = [0, 1].map(|game| visible_events(&events[game], places[game]));
    let same = seen[0].iter().zip(&seen[1]).take_while(|(a, b)| a.1 == b.1).count();
    [0, 1].map(|game| {
        let parts = seen[game].get(same).map(|(nth, _)| *nth);
        event_cause(
            pair.engines[game].model(),
            pair.engines[1 - game].model(),
            &events[game],
            parts,
        )
    })
}

/// The events of the last step in one game.
fn events_of(engine: &Engine, parting: &Parting, game: usize) -> Vec<Event> {
    let Some(before) = parting.before.as_ref().map(|positions| &positions[game]) else {
        return engine.start(None).1;
    };
    match parting.steps.last() {
        Some(PairStep::Chose(_, first, second)) => {
            let choice = [first, second][game];
            let played = choice.and_then(|choice| engine.play(before, choice).ok());
            played.map_or_else(Vec::new, |(_, events)| events)
        }
        Some(PairStep::NextGame) => {
            engine.next_game(before).map_or_else(Vec::new, |(_, events)| events)
        }
        None => Vec::new(),
    }
}

/// Why the last choice is legal in a game, or why it is not.
fn legality(pair: &GamePair<'_>, parting: &Parting, game: usize) -> Option<Cause> {
    let before = parting.before.as_ref()?;
    let Some(PairStep::Chose(_, first, second)) = parting.steps.last() else { return None };
    let (engine, position) = (pair.engines[game], &before[game]);
    if let Some(choice) = [first, second][game] {
        let event = format!("`{}` can be chosen", choice_id(engine.model(), *choice));
        return Some(Cause { clause: position.asks()?, event });
    }
    let there = first.or(*second)?;
    let name = choice_id(pair.engines[1 - game].model(), there);
    let choice = counterpart(pair, before, there, game);
    let (clause, event) = match choice.map(|choice| engine.play(position, choice)) {
        Some(Err(PlayError::NotLegal(clause))) => (clause, format!("`{name}` is not legal")),
        Some(Ok(_) | Err(PlayError::NotOffered | PlayError::Over)) | None => {
            (position.asks()?, format!("`{name}` is not one of the choices"))
        }
    };
    Some(Cause { clause, event })
}

/// What a game asks after the last step, and the statement that asks.
fn question(pair: &GamePair<'_>, parting: &Parting, game: usize) -> Option<Cause> {
    let position = &parting.after[game];
    let player = position.decider()?.name(pair.engines[game].model());
    let event = format!("{player} {}", deciding_text(position.deciding()?));
    Some(Cause { clause: position.asks()?, event })
}

/// The choice of game `game` that means the same as a choice of the other.
fn counterpart(
    pair: &GamePair<'_>,
    before: &[Position; 2],
    there: Choice,
    game: usize,
) -> Option<Choice> {
    let [one, other] = pair.engines;
    match game {
        0 => {
            let back = Pairing::of(other, one)?;
            back.choice((other, &before[1]), (one, &before[0]), there)
        }
        _ => pair.pairing.choice((one, &before[0]), (other, &before[1]), there),
    }
}

/// The statements of *start* for the first place that holds other seeds; `None`: no statement of *start*
/// makes the difference.
fn start_statements(pair: &GamePair<'_>, after: &[Position; 2]) -> Option<[Option<Cause>; 2]> {
    let differs =
        |(here, there): &(PlaceId, PlaceId)| after[0].seeds(*here) != after[1].seeds(*there);
    let (here, there) = pair.pairing.places().find(differs)?;
    let of = |game: usize, place: PlaceId| {
        let model = pair.engines[game].model();
        let (clause, _, n) = *model.start.iter().rev().find(|(_, laid, _)| *laid == place)?;
        Some((n, Cause { clause, event: format!("{} holds {n}", model.place(place)) }))
    };
    let found = [of(0, here), of(1, there)];
    let numbers = [0, 1].map(|game: usize| found[game].as_ref().map(|(n, _)| *n));
    (numbers[0] != numbers[1]).then(|| found.map(|one| one.map(|(_, cause)| cause)))
}

/// The cause of the event at which a game parts; if its statement is in the other game too, the last
/// statement of the step that is not. `parts`: the number of that event; `None`: the other game goes on here.
fn event_cause(
    model: &Model,
    other: &Model,
    events: &[Event],
    parts: Option<usize>,
) -> Option<Cause> {
    let cause =
        |event: &Event, clause: ClauseId| Cause { clause, event: describe_event(model, event) };
    let at = parts.and_then(|nth| events.get(nth));
    if let Some(event) = at
        && !is_shared(model.clause(event.clause), other)
    {
        return Some(cause(event, event.clause));
    }
    let own = |event: &Event| {
        let mut named = clauses_of(std::slice::from_ref(event));
        named.find(|clause| !is_shared(model.clause(*clause), other))
    };
    let special = events.iter().rev().find_map(|event| Some((event, own(event)?)));
    if let Some((event, clause)) = special {
        return Some(cause(at.unwrap_or(event), clause));
    }
    at.or(events.last()).map(|event| cause(event, event.clause))
}

/// Whether the other game has the same statement, or the same default.
fn is_shared(clause: &Clause, other: &Model) -> bool {
    let same = |there: &Clause| there.section == clause.section && there.text == clause.text;
    other.clauses.iter().any(same)
}

/// The events that people see on the board, each with its number; places are renamed by `place`.
fn visible_events(
    events: &[Event],
    place: &dyn Fn(PlaceId) -> PlaceId,
) -> Vec<(usize, (u8, EventKind))> {
    let seen = |(nth, event): (usize, &Event)| {
        Some((nth, (event.seat.0, visible_kind(&event.kind, place)?)))
    };
    events.iter().enumerate().filter_map(seen).collect()
}

/// An event with its places renamed; `None` for what is only kept in mind: marks, notes, stages.
fn visible_kind(kind: &EventKind, place: &dyn Fn(PlaceId) -> PlaceId) -> Option<EventKind> {
    let amounts = |from: &SmallVec<[(PlaceId, u16); 4]>| -> SmallVec<[(PlaceId, u16); 4]> {
        from.iter().map(|(p, n)| (place(*p), *n)).collect()
    };
    Some(match kind {
        EventKind::Sowed { lap, from, seeds, to, sense, by: _, falls } => EventKind::Sowed {
            lap: *lap,
            from: from.iter().map(|p| place(*p)).collect(),
            seeds: *seeds,
            to: place(*to),
            sense: *sense,
            by: SmallVec::new(),
            falls: falls.iter().map(|p| place(*p)).collect(),
        },
        EventKind::SowedOn { laps, seeds, to } => {
            EventKind::SowedOn { laps: *laps, seeds: *seeds, to: place(*to) }
        }
        EventKind::Captured { from } => EventKind::Captured { from: amounts(from) },
        EventKind::Put { from, to } => EventKind::Put { from: amounts(from), to: place(*to) },
        EventKind::Fell(seed, to) => EventKind::Fell(*seed, place(*to)),
        EventKind::Filled(at, n) => EventKind::Filled(place(*at), *n),
        EventKind::Closed(at) => EventKind::Closed(place(*at)),
        EventKind::Opened(at) => EventKind::Opened(place(*at)),
        EventKind::Owns(at) => EventKind::Owns(place(*at)),
        EventKind::MovesFirst
        | EventKind::SwappedSides
        | EventKind::MovesNext
        | EventKind::Passed
        | EventKind::Again
        | EventKind::AgainNext
        | EventKind::MoveEnded
        | EventKind::TurnEnded
        | EventKind::GivenUp
        | EventKind::GameOver { .. }
        | EventKind::MatchOver { .. } => kind.clone(),
        EventKind::GameBegan(_)
        | EventKind::Placed
        | EventKind::StageBegan(..)
        | EventKind::TurnOf(_)
        | EventKind::AtOnce
        | EventKind::Barred(_)
        | EventKind::Chose(_)
        | EventKind::Drew(_)
        | EventKind::Among(..)
        | EventKind::Marked(..)
        | EventKind::MarkedPlayer(..)
        | EventKind::Unmarked(..)
        | EventKind::UnmarkedPlayer(..)
        | EventKind::Noted(..)
        | EventKind::Fitted
        | EventKind::Undone
        | EventKind::NoOneMeant => return None,
    })
}
