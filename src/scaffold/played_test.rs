//! A `test` section for a game that has been played: its choices, and the position after them.

use super::example_test::{holder, wrapped};
use crate::engine::{Decider, Engine, Position, PositionSetup};
use crate::model::{KindId, MarkId, Model, NoteValue, PlaceId, Seat};
use crate::notation::{Trail, TrailStep, choice_id, chosen_line};
use std::fmt;

/// Why a game cannot be written as a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoTest {
    /// It began at a position that was set up by hand, and a test cannot give all of it.
    SetUp,
    /// Its first choices have been dropped.
    StepsDropped,
    /// Another player moved first than the description defines.
    OtherFirst,
    /// A move is not finished.
    InMove,
}

impl fmt::Display for NoTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoTest::SetUp => {
                "a test cannot give all of the position that was set up by hand: it gives seeds, marks, \
                 closed holes and who moves"
            }
            NoTest::StepsDropped => "the first choices of this game have been dropped",
            NoTest::OtherFirst => {
                "in a test the player of the description moves first, and here it was another one"
            }
            NoTest::InMove => "a test ends after a move: finish this one first",
        })
    }
}

impl std::error::Error for NoTest {}

/// A `test` section with the choices of a game, and what is in each place after them. It is about the
/// description, variations and options of the game.
///
/// # Errors
/// It cannot be written as a test.
pub fn test_text(name: &str, trail: &Trail) -> Result<String, NoTest> {
    let model = trail.engine().model();
    if trail.dropped_steps() > 0 {
        return Err(NoTest::StepsDropped);
    }
    let given = match trail.first() {
        Some(first) if first != model.first => return Err(NoTest::OtherFirst),
        Some(_) => Vec::new(),
        None => {
            let beginning = trail.steps().first().ok_or(NoTest::StepsDropped)?;
            given(trail.engine(), &beginning.position).ok_or(NoTest::SetUp)?
        }
    };
    let position = trail.position();
    if is_in_move(trail.last()) {
        return Err(NoTest::InMove);
    }
    let quoted: String =
        name.chars().filter(|c| !c.is_control() && !"\"“”„«»".contains(*c)).collect();
    let mut text = format!("test \"{}\"\n", quoted.trim());
    let mut line = |line: String| text += &format!("  {line}\n");
    for variation in &model.variations {
        line(format!("with variation \"{variation}\""));
    }
    for (option, value) in &model.options {
        line(format!("with {option} = {value}"));
    }
    given.into_iter().chain(plays(trail)).for_each(&mut line);
    let holdings =
        places(model).map(|place| format!("{} {}", holder(model, place), position.seeds(place)));
    wrapped(holdings).into_iter().for_each(|holdings| line(format!("expect {holdings}")));
    if let Some(Decider::Player(seat)) = position.decider() {
        line(format!("expect {} to move", model.player(seat)));
    }
    Ok(text)
}

/// The lines that give a position; `None` if they would give another one.
fn given(engine: &Engine, wanted: &Position) -> Option<Vec<String>> {
    let model = engine.model();
    let state = wanted.state();
    let mut setup = PositionSetup { mover: wanted.mover(), ..PositionSetup::default() };
    let mut holdings = Vec::new();
    let mut lines = Vec::new();
    for place in places(model) {
        let (seeds, holder) = (wanted.seeds(place), holder(model, place));
        if seeds > 0 {
            setup.seeds.push((place, seeds));
        }
        let mut plain = seeds;
        for kind in (0..model.kinds.len() as u16).map(KindId) {
            let of_kind = wanted.of_kind(model, place, kind);
            if of_kind > 0 {
                setup.kinds.push((place, kind, of_kind));
                holdings.push(format!("{holder} {of_kind} {}", model.kinds[kind.index()].name));
                plain = plain.saturating_sub(of_kind);
            }
        }
        if plain > 0 {
            holdings.push(format!("{holder} {plain}"));
        }
        if wanted.is_closed(place) {
            setup.closed.push(place);
            lines.push(format!("given {holder} closed"));
        }
    }
    for (nth, mark) in model.marks.iter().enumerate() {
        let id = MarkId(nth as u16);
        for place in places(model) {
            let Some(owner) = state.mark(model, id, place) else { continue };
            setup.marks.push((place, id, owner));
            let of = owner.map(|seat| format!(" for {}", model.player(seat)));
            let holder = holder(model, place);
            lines.push(format!("given {holder} marked {}{}", mark.name, of.unwrap_or_default()));
        }
        for seat in engine.seats() {
            let Some(owner) = state.player_mark(model, id, seat) else { continue };
            setup.player_marks.push((seat, id, owner));
            lines.push(format!("given {} marked {}", model.player(seat), mark.name));
        }
    }
    for (id, seat, value) in
        wanted.setup(engine).notes.into_iter().filter(|(.., value)| *value != 0)
    {
        let note = &model.notes[id.index()];
        // A note that the resolver adds has no name in the text: then the position cannot be given.
        let known = model.notes.iter().filter(|other| other.name == note.name).count();
        if known > 1 || note.name.contains(' ') {
            continue;
        }
        let text = match NoteValue::of(note.kind, value) {
            Some(NoteValue::Anticlockwise) => "anticlockwise".to_owned(),
            Some(NoteValue::Clockwise) => "clockwise".to_owned(),
            Some(NoteValue::Yes(yes)) => if yes { "yes" } else { "no" }.to_owned(),
            Some(NoteValue::Place(place)) => model.place(place).to_owned(),
            None => value.to_string(),
        };
        setup.notes.push((id, seat, value));
        let of = note.of_each_player.then(|| format!(" for {}", model.player(seat)));
        lines.push(format!("given {} is {text}{}", note.name, of.unwrap_or_default()));
    }
    let mut all: Vec<String> =
        wrapped(holdings.into_iter()).into_iter().map(|line| format!("given {line}")).collect();
    all.append(&mut lines);
    // The player of the description need not be named, unless nothing else is given.
    if setup.mover != Seat::default() || all.is_empty() {
        all.push(format!("given {} to move", model.player(setup.mover)));
    }
    let is_wanted = |setup: &PositionSetup| {
        engine.set_up(setup).is_ok_and(|(position, _)| position.state() == state)
    };
    if !is_wanted(&setup) {
        setup.moved = Some(Vec::new());
        all.push("given nobody has moved".to_owned());
    }
    is_wanted(&setup).then_some(all)
}

fn places(model: &Model) -> impl Iterator<Item = PlaceId> {
    (0..model.board.places.len()).map(|i| PlaceId(i as u8))
}

/// The lines of the choices, one for each move.
fn plays(trail: &Trail) -> Vec<String> {
    let model = trail.engine().model();
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    let mut goes_on = false;
    for step in trail.steps().get(1..).unwrap_or_default() {
        match step.chosen {
            Some((decider, choice)) => {
                let answer = choice_id(model, choice).replace(' ', "-");
                match lines.last_mut().filter(|_| goes_on && last == Some(decider)) {
                    Some(line) => *line += &format!(", {answer}"),
                    None => lines.push(chosen_line(model, decider, &answer)),
                }
                last = Some(decider);
            }
            None => {
                lines.push("next game".into());
                last = None;
            }
        }
        goes_on = is_in_move(step);
    }
    lines
}

/// Whether a move has begun and is not finished.
fn is_in_move(step: &TrailStep) -> bool {
    !step.position.answers().is_empty()
}
