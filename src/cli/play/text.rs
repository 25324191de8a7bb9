//! Sentences about the game: the player to move, the choices, what happened and why.

use mnc::engine::{Choice, Decider, Deciding, Engine, FinalResult, Position};
use mnc::model::{ClauseId, Model, PlaceId, Seat};
use mnc::notation::{
    Trail, TrailStep, choice_id, deciding_text, describe_event, describe_with_clause, is_news,
    join_and, section_heading,
};
use mnc::search::Thought;
use mnc::session::SeatPlayer;

/// The question to the player to move, with all possible answers.
pub fn question(engine: &Engine, position: &Position) -> String {
    let model = engine.model();
    let (Some(decider), Some(deciding)) = (position.decider(), position.deciding()) else {
        return String::new();
    };
    let asked = deciding_text(deciding);
    let each = engine.choices(position);
    let only = if each.len() == 1 { " (the only choice: an empty line takes it)" } else { "" };
    let each = listed(model, position, &each);
    let asked = format!("{} {asked}: {each}{only}", decider.name(model));
    let asked = match offers(engine, position) {
        None => asked,
        Some(offers) => format!("{asked}; or says {offers}"),
    };
    match (deciding, position.asks()) {
        (Deciding::Hole | Deciding::Direction, _) | (_, None) => asked,
        (_, Some(id)) => format!("{asked}\n  by the rule {}", clause_heading(model, id)),
    }
}

/// A statement with its section, without its citations.
pub fn clause_heading(model: &Model, id: ClauseId) -> String {
    let clause = model.clause(id);
    format!("{}: {}", section_heading(clause.section), clause.text)
}

/// What a player can say instead of a choice: `concede or agree`.
fn offers(engine: &Engine, position: &Position) -> Option<String> {
    let offers = engine.offers(position).into_iter();
    let each: Vec<String> = offers.map(|offer| choice_id(engine.model(), offer)).collect();
    (!each.is_empty()).then(|| each.join(" or "))
}

/// What can be typed: `choose from a1, b1, c1, or type help`.
pub fn what_to_type(engine: &Engine, position: &Position) -> String {
    let choices = choices(engine, position);
    match offers(engine, position) {
        None => format!("choose from {choices}, or type help"),
        Some(offers) => format!("choose from {choices}, or type {offers}, or help"),
    }
}

/// `a1, b1, c1`; alternatives with their words.
pub fn choices(engine: &Engine, position: &Position) -> String {
    listed(engine.model(), position, &engine.choices(position))
}

fn listed(model: &Model, position: &Position, choices: &[Choice]) -> String {
    let each = choices.iter().map(|choice| {
        let id = choice_id(model, *choice);
        let Choice::Alternative(n) = choice else { return id };
        let alternative = model.alternative(*n);
        // The first words of a long one are no name for it. Its number can be typed, too.
        let nth = || (0..=u16::MAX).find(|nth| position.alternative(*nth) == Some(*n));
        match nth().filter(|_| alternative.cut) {
            Some(nth) => format!("{} ({})", u32::from(nth) + 1, alternative.text),
            None => format!("{id} ({})", alternative.text),
        }
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The computer's choice, its expectation, and its confidence.
pub fn advice(model: &Model, thought: &Thought) -> String {
    let choice = choice_id(model, thought.choice);
    let Some(expected) = thought.expected else { return format!("try {choice}") };
    let outlook = match expected {
        e if e > 0.6 => "a win is likely",
        e if e > 0.2 => "better chances than the others",
        e if e >= -0.2 => "even chances",
        e if e >= -0.6 => "worse chances than the others",
        _ => "a loss is likely",
    };
    let sure = match thought.share {
        share if share > 0.6 => "quite sure",
        share if share > 0.35 => "fairly sure",
        _ => "not sure, other choices look about as good",
    };
    // 0 is lost, 50 even, 100 won.
    let points = (50.0 + 50.0 * expected).round();
    format!(
        "try {choice}\n  expected: {outlook} ({points} of 100, where 50 is even); the computer is {sure}"
    )
}

/// Who plays a seat, in words.
pub fn player_text(who: SeatPlayer) -> String {
    match who {
        SeatPlayer::Person => "you".into(),
        SeatPlayer::Computer(kind) => format!("the computer ({kind})"),
    }
}

/// The news of a step.
pub fn step_news(model: &Model, step: &TrailStep) -> Vec<String> {
    step.events
        .iter()
        .filter(|event| is_news(model, event))
        .map(|event| describe_event(model, event))
        .collect()
}

/// All events of some steps, each with the statement that caused it.
pub fn explain_steps(model: &Model, steps: &[TrailStep]) -> Vec<String> {
    let mut lines = Vec::new();
    for step in steps {
        if let Some((decider, choice)) = step.chosen {
            lines.push(format!("{}> {}", decider.name(model), choice_id(model, choice)));
        }
        lines.extend(
            step.events.iter().map(|event| format!("  {}", describe_with_clause(model, event))),
        );
    }
    lines
}

/// Why a typed text is not one of the choices.
pub fn why_not(engine: &Engine, position: &Position, typed: &str) -> Option<String> {
    let model = engine.model();
    let typed = typed.trim();
    let places = model.board.places.iter();
    let place = places.clone().position(|place| place.id.eq_ignore_ascii_case(typed))?;
    let place = PlaceId(u8::try_from(place).ok()?);
    let id = model.place(place);
    let other = engine
        .owner(position, place)
        .filter(|owner| position.decider() != Some(Decider::Player(*owner)));
    let empty = position.seeds(place) == 0;
    Some(match other {
        _ if position.is_closed(place) => format!("{id} is closed, it is out of play"),
        Some(owner) if empty => format!("{id} is empty, and it is {}'s", model.player(owner)),
        Some(owner) => format!("{id} is {}'s", model.player(owner)),
        None if empty => format!("{id} is empty"),
        None => format!("{id} cannot be chosen here"),
    })
}

/// The owners of the holes: `South has the holes a1 to f1`.
pub fn owned_holes_text(engine: &Engine, position: &Position) -> String {
    let model = engine.model();
    let each = engine.seats().filter_map(|seat| {
        let runs = hole_runs(engine, position, seat);
        let holes = join_and(runs.into_iter());
        (!holes.is_empty()).then(|| format!("{} has the holes {holes}", model.player(seat)))
    });
    let each: Vec<String> = each.collect();
    if each.is_empty() { "nobody owns the holes".into() } else { each.join("; ") }
}

/// The holes of a player, row by row: `a1 to f1`.
fn hole_runs(engine: &Engine, position: &Position, seat: Seat) -> Vec<String> {
    let model = engine.model();
    let mut runs: Vec<(PlaceId, PlaceId)> = Vec::new();
    for index in 0..model.board.holes {
        let Ok(place) = u8::try_from(index).map(PlaceId) else { continue };
        if engine.owner(position, place) != Some(seat) || position.is_closed(place) {
            continue;
        }
        let row = |p: PlaceId| model.board.places[p.index()].hole.map(|hole| hole.row);
        match runs.last_mut() {
            Some((_, last)) if last.0 + 1 == place.0 && row(*last) == row(place) => *last = place,
            _ => runs.push((place, place)),
        }
    }
    let named = |(from, to): (PlaceId, PlaceId)| match from == to {
        true => model.place(from).to_owned(),
        false => format!("{} to {}", model.place(from), model.place(to)),
    };
    runs.into_iter().map(named).collect()
}

/// The score of the match: `games won: South 2, North 1, drawn 0`.
pub fn match_score(trail: &Trail) -> String {
    let model = trail.engine().model();
    let steps = trail.steps();
    let mut won = vec![0_u32; model.seats()];
    let (mut lost, mut drawn) = (won.clone(), 0_u32);
    for (nth, step) in steps.iter().enumerate() {
        let last = steps.get(nth + 1).is_none_or(|next| next.chosen.is_none());
        let Some(result) = step.position.result().filter(|_| last) else { continue };
        let games = match result.verdict {
            FinalResult::Won(seat) => won.get_mut(seat.index()),
            FinalResult::Lost(seat) => lost.get_mut(seat.index()),
            FinalResult::Drawn => Some(&mut drawn),
        };
        if let Some(games) = games {
            *games += 1;
        }
    }
    let each = |games: Vec<u32>| {
        let games = model.board.seats.iter().zip(games);
        games.map(|(seat, games)| format!("{} {games}", seat.name)).collect::<Vec<_>>().join(", ")
    };
    let losses = match lost.iter().any(|games| *games > 0) {
        true => format!("; lost: {}", each(lost)),
        false => String::new(),
    };
    format!("games won: {}, drawn {drawn}{losses}", each(won))
}
