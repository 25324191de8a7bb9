//! A move as a picture: before and after, or step by step.

use super::board::{BoardNotes, BoardSketch};
use super::svg::{Anchor, PagePoint, Svg, wrap};
use super::{MARGIN, Picture, words};
use crate::engine::{Choice, Engine, Event, EventKind, MoveFilm, PlayError, Position, State};
use crate::model::{Model, PlaceId, PlaceSetBits};
use crate::notation::{BoardDrawing, capitalized, choice_id, chosen_line, describe_event, is_news};

/// The width of a page of pictures: boards that are wider together are drawn one below the other.
const PAGE: f64 = 186.0;
/// Between two boards.
const BETWEEN: f64 = 7.0;
/// The letters of captions, and the height of their lines.
const CAPTION: (f64, f64) = (3.5, 4.8);
/// The most pictures of a strip. Of a longer move the first ones are drawn, and the last one.
const MOST_STEPS: usize = 12;
/// The most falls of a way that is drawn.
const MOST_FALLS: usize = 48;

/// One picture of several.
struct Panel<'a> {
    heading: String,
    caption: String,
    drawing: BoardDrawing<'a>,
    notes: BoardNotes,
}

impl Picture {
    /// A move, or a turn of several choices: the board before it with the way of the first sowing, and the board
    /// after it with what has changed.
    ///
    /// # Errors
    /// A choice is not legal.
    pub fn of_move(
        engine: &Engine,
        before: &Position,
        choices: &[Choice],
    ) -> Result<Picture, PlayError> {
        let films = films(engine, before, choices)?;
        let model = engine.model();
        let title = move_title(model, before, choices);
        let steps = all_steps(&films, before);
        let sowing = steps.iter().find(|step| step.way.len() > 1);
        let events: Vec<Event> = films.iter().flat_map(|film| film.events.clone()).collect();
        let after = films.last().map_or(before, |film| &film.after);
        // The board before a next game is laid out.
        let end = steps.last().filter(|_| after.is_between_games());
        let end = end.map_or(after.state(), |step| step.state);
        let panels = vec![
            Panel {
                heading: "before".into(),
                caption: String::new(),
                drawing: BoardDrawing::of(model, before),
                notes: BoardNotes {
                    way: sowing.map_or_else(Vec::new, |step| step.way.clone()),
                    ..BoardNotes::default()
                },
            },
            Panel {
                heading: "after".into(),
                caption: sentences(model, &events),
                drawing: BoardDrawing::of(model, after),
                notes: BoardNotes {
                    changes: changes(model, before.state(), end),
                    taken: captured(&events),
                    way: Vec::new(),
                },
            },
        ];
        Ok(draw(&title, panels))
    }

    /// A move, or a turn of several choices, step by step: each sowing with its way, each capture, each other event
    /// that moves seeds. Of a move of very many steps the first ones are drawn, and the last one.
    ///
    /// # Errors
    /// A choice is not legal.
    pub fn strip_of_move(
        engine: &Engine,
        before: &Position,
        choices: &[Choice],
    ) -> Result<Picture, PlayError> {
        let films = films(engine, before, choices)?;
        let model = engine.model();
        let title = move_title(model, before, choices);
        let mut panels = vec![Panel {
            heading: "before".into(),
            caption: String::new(),
            drawing: BoardDrawing::of(model, before),
            notes: BoardNotes::default(),
        }];
        let steps = all_steps(&films, before);
        for (nth, step) in steps.iter().enumerate() {
            if nth + 1 >= MOST_STEPS && nth + 1 < steps.len() {
                continue;
            }
            let mut drawing = BoardDrawing::of_facts(model, step.state);
            drawing.sowing = step.hand;
            panels.push(Panel {
                heading: (nth + 1).to_string(),
                caption: match step.events {
                    [] => "The sowing goes on.".to_owned(),
                    events => sentences(model, events),
                },
                drawing,
                notes: BoardNotes {
                    way: step.way.clone(),
                    taken: captured(step.events),
                    changes: changes(model, step.before, step.state),
                },
            });
        }
        Ok(draw(&title, panels))
    }
}

/// The choices one after the other, seed by seed.
fn films(
    engine: &Engine,
    before: &Position,
    choices: &[Choice],
) -> Result<Vec<MoveFilm>, PlayError> {
    let mut films: Vec<MoveFilm> = Vec::new();
    for choice in choices {
        let here = films.last().map_or(before, |film| &film.after);
        films.push(engine.film(here, *choice)?);
    }
    Ok(films)
}

fn all_steps<'f>(films: &'f [MoveFilm], before: &'f Position) -> Vec<FilmStep<'f>> {
    let befores = std::iter::once(before).chain(films.iter().map(|film| &film.after));
    films.iter().zip(befores).flat_map(|(film, before)| steps(film, before.state())).collect()
}

/// A step of a move: some events, and the board after them.
struct FilmStep<'f> {
    events: &'f [Event],
    before: &'f State,
    state: &'f State,
    hand: u16,
    way: Vec<PlaceId>,
}

/// The steps of a move: a sowing (up to what interrupts it), or another event that moves seeds.
fn steps<'f>(film: &'f MoveFilm, before: &'f State) -> Vec<FilmStep<'f>> {
    let mut steps: Vec<FilmStep<'f>> = Vec::new();
    let (mut from, mut state_before) = (0, before);
    let mut last_fall: Option<PlaceId> = None;
    while let Some(first) = film.frames.get(from) {
        let event = first.events.checked_sub(1).and_then(|nth| film.events.get(nth));
        let event = event.filter(|_| first.fell.is_none());
        let origins = event.map_or_else(Vec::new, origins);
        // A sowing is reported before its seeds fall: they belong to it.
        let sows = first.fell.is_some() || !origins.is_empty();
        let falls = film
            .frames
            .iter()
            .skip(from + 1)
            .take_while(|frame| sows && frame.fell.is_some() && frame.events == first.events);
        let last = from + falls.count();
        let Some(end) = film.frames.get(last) else { break };
        if sows || event.is_some_and(moves_seeds) {
            let origin = origins.first().copied().or(last_fall).filter(|_| sows);
            let fell = film.frames.iter().take(last + 1).skip(from).filter_map(|f| f.fell);
            let way: Vec<PlaceId> = origin.into_iter().chain(fell).collect();
            last_fall = way.last().copied().or(last_fall);
            steps.push(FilmStep {
                events: event.map_or(&[], std::slice::from_ref),
                before: state_before,
                state: &end.state,
                hand: end.hand,
                way: way.into_iter().take(MOST_FALLS).collect(),
            });
            state_before = &end.state;
        }
        from = last + 1;
    }
    steps
}

/// Whether an event moves seeds, or changes what can be done with a hole.
fn moves_seeds(event: &Event) -> bool {
    match &event.kind {
        EventKind::Sowed { .. }
        | EventKind::SowedOn { .. }
        | EventKind::Captured { .. }
        | EventKind::Put { .. }
        | EventKind::Filled(..)
        | EventKind::Closed(_)
        | EventKind::Opened(_)
        | EventKind::Marked(..)
        | EventKind::Unmarked(..)
        | EventKind::Owns(_)
        | EventKind::Undone => true,
        EventKind::GameBegan(_)
        | EventKind::Placed
        | EventKind::SwappedSides
        | EventKind::MovesFirst
        | EventKind::StageBegan(..)
        | EventKind::TurnOf(_)
        | EventKind::AtOnce
        | EventKind::MovesNext
        | EventKind::Barred(_)
        | EventKind::Chose(_)
        | EventKind::Drew(_)
        | EventKind::Fell(..)
        | EventKind::Among(..)
        | EventKind::MarkedPlayer(..)
        | EventKind::UnmarkedPlayer(..)
        | EventKind::Noted(..)
        | EventKind::Passed
        | EventKind::Again
        | EventKind::AgainNext
        | EventKind::MoveEnded
        | EventKind::TurnEnded
        | EventKind::Fitted
        | EventKind::GivenUp
        | EventKind::NoOneMeant
        | EventKind::GameOver { .. }
        | EventKind::MatchOver { .. } => false,
    }
}

fn origins(event: &Event) -> Vec<PlaceId> {
    if let EventKind::Sowed { from, .. } = &event.kind { from.to_vec() } else { Vec::new() }
}

/// The holes whose seeds were captured.
fn captured(events: &[Event]) -> PlaceSetBits {
    let from = events.iter().filter_map(|event| {
        let EventKind::Captured { from } = &event.kind else { return None };
        Some(from.iter().map(|(place, _)| *place))
    });
    from.flatten().filter(|place| !place.is_sowing_hand()).collect()
}

/// The places with another number of seeds, and by how much.
fn changes(model: &Model, before: &State, after: &State) -> Vec<(PlaceId, i64)> {
    let places = (0..model.board.places.len()).map(|i| PlaceId(i as u8));
    let seeds =
        |state: &State, place: PlaceId| state.seeds.get(place.index()).copied().unwrap_or_default();
    let change = |place| i64::from(seeds(after, place)) - i64::from(seeds(before, place));
    places.map(|place| (place, change(place))).filter(|(_, change)| *change != 0).collect()
}

fn move_title(model: &Model, before: &Position, choices: &[Choice]) -> String {
    let choices: Vec<String> = choices.iter().map(|choice| choice_id(model, *choice)).collect();
    let choices = choices.join(", ");
    match before.decider() {
        Some(decider) => format!("{}: {}", model.name, chosen_line(model, decider, &choices)),
        None => format!("{}: {choices}", model.name),
    }
}

/// What happened, as sentences: at most eight of them.
fn sentences(model: &Model, events: &[Event]) -> String {
    const MOST: usize = 8;
    let news: Vec<&Event> = events.iter().filter(|event| is_news(model, event)).collect();
    let mut text: Vec<String> = Vec::new();
    for (nth, event) in news.iter().enumerate() {
        if nth + 1 == MOST && news.len() > MOST {
            text.push("\u{2026}".to_owned());
        }
        if nth + 1 < MOST || nth + 1 == news.len() {
            text.push(capitalized(&describe_event(model, event)) + ".");
        }
    }
    text.join(" ")
}

/// Draws panels next to each other, as many as a page holds, then below.
fn draw(title: &str, panels: Vec<Panel<'_>>) -> Picture {
    let sketches: Vec<(BoardSketch<'_>, &Panel<'_>)> =
        panels.iter().map(|p| (BoardSketch::of(p.drawing, p.notes.clone()), p)).collect();
    let widest = sketches.iter().map(|(sketch, _)| sketch.size.0).fold(0.0, f64::max);
    let fitting = ((PAGE + BETWEEN) / (widest + BETWEEN)).floor().max(1.0) as usize;
    let per_row = fitting.min(sketches.len()).max(1);
    let mut svg = Svg::default();
    let mut top = MARGIN;
    for row in sketches.chunks(per_row) {
        let mut lowest: f64 = top;
        for (nth, (sketch, panel)) in row.iter().enumerate() {
            let x = MARGIN + nth as f64 * (widest + BETWEEN);
            svg.text("m-heading", PagePoint::at(x + 1.0, top + 4.0), Anchor::Start, &panel.heading);
            sketch.draw(&mut svg, PagePoint::at(x, top + 6.0));
            let mut y = top + 6.0 + sketch.size.1;
            for line in wrap(&panel.caption, CAPTION.0, widest - 2.0) {
                svg.text("m-caption", PagePoint::at(x + 1.0, y + 3.6), Anchor::Start, &line);
                y += CAPTION.1;
            }
            lowest = lowest.max(y);
        }
        top = lowest + 4.0;
    }
    let columns = per_row as f64;
    let describe = |(sketch, panel): &(BoardSketch<'_>, &Panel<'_>)| {
        let caption =
            if panel.caption.is_empty() { String::new() } else { format!(" {}", panel.caption) };
        format!("{}:{caption} {}", capitalized(&panel.heading), words::describe(sketch.contents()))
    };
    Picture {
        title: title.to_owned(),
        description: sketches.iter().map(describe).collect::<Vec<_>>().join(" "),
        body: svg.finish(),
        width: columns * widest + (columns - 1.0) * BETWEEN + 2.0 * MARGIN,
        height: top + MARGIN - 4.0,
    }
}
