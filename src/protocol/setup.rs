//! Converts a `setup` request to a position of the engine.

use super::position::note_names;
use super::refusal::Refusal;
use super::request::{BoundedInt, MarkInput, NoteInput, SetupRequest};
use crate::engine::{self, Engine, SetupError};
use crate::model::{KindId, MarkId, Model, NoteId, NoteKind, NoteValue, PlaceId, Seat};

type RequestResult<T> = Result<T, Refusal>;

/// The position of a request, for the engine.
///
/// # Errors
/// A name is unknown, or the position is in the middle of a move.
pub fn setup(engine: &Engine, asked: &SetupRequest) -> RequestResult<engine::PositionSetup> {
    let names = RequestNames { model: engine.model() };
    let in_turn = asked.phase.as_deref().is_none_or(|phase| phase == "turn" || phase == "over");
    if !in_turn || asked.hand.0 > 0 || asked.under_way || !asked.answers.is_empty() {
        let message = "only the beginning of a move can be set up; set that up, then play on";
        return Err(Refusal::new("in-mid-move", message));
    }
    let Some(mover) = asked.mover.or(asked.seat) else {
        return Err(Refusal::new("wrong-request", "`seat` is missing: the player to move"));
    };
    let each = |seats: &Option<Vec<BoundedInt<255>>>| -> RequestResult<Option<Vec<Seat>>> {
        let seats = seats.as_ref();
        seats.map(|seats| seats.iter().map(|s| names.seat(*s)).collect()).transpose()
    };
    let moved = asked.moved.as_ref();
    let mut setup = engine::PositionSetup {
        mover: names.seat(mover)?,
        moves_left: asked.turn.left.map(BoundedInt::as_u16),
        moves_made: asked.turn.made.as_u16(),
        game: asked.r#match.game.map(BoundedInt::as_u16),
        starter: asked.r#match.starter.map(|s| names.seat(s)).transpose()?,
        last_winner: asked.r#match.last_winner.map(|s| names.seat(s)).transpose()?,
        moved: moved.map_or(Ok(None), |m| each(&m.stage))?,
        played: moved.map_or(Ok(None), |m| each(&m.game))?,
        played_match: moved.map_or(Ok(None), |m| each(&m.r#match))?,
        ..engine::PositionSetup::default()
    };
    for (place, n) in &asked.seeds.0 {
        setup.seeds.push((names.place(place)?, n.as_u16()));
    }
    for (kind, places) in &asked.kinds.0 {
        let kind = names.kind(kind)?;
        for (place, n) in &places.0 {
            setup.kinds.push((names.place(place)?, kind, n.as_u16()));
        }
    }
    for place in &asked.closed {
        setup.closed.push(names.place(place)?);
    }
    for (place, owner) in &asked.owners.0 {
        let owner = owner.map(|s| names.seat(s)).transpose()?;
        setup.owners.push((names.place(place)?, owner));
    }
    for (on, marks) in &asked.marks.0 {
        for mark in marks {
            let (mark, owner) = names.mark(mark)?;
            match names.player(on) {
                Some(seat) => setup.player_marks.push((seat, mark, owner)),
                None => setup.marks.push((names.place(on)?, mark, owner)),
            }
        }
    }
    for (name, value) in &asked.notes.0 {
        names.note(name, value, &mut setup.notes)?;
    }
    for (seat, stage) in names.each("stage", &asked.stage)? {
        if let Some(stage) = stage {
            setup.stage.push((seat, names.stage(stage)?));
        }
    }
    for (seat, n) in names.each("again", &asked.again)? {
        setup.again.push((seat, n.as_u16()));
    }
    Ok(setup)
}

/// A seat of the game.
///
/// # Errors
/// There is no seat with that number.
pub fn seat(engine: &Engine, seat: BoundedInt<255>) -> RequestResult<Seat> {
    RequestNames { model: engine.model() }.seat(seat)
}

/// The refusal for a position that the engine does not accept.
pub fn setup_refusal(engine: &Engine, error: &SetupError) -> Refusal {
    let place = |place: PlaceId| engine.model().place(place);
    match error {
        SetupError::NotAHole(p) => Refusal::new(
            "not-a-hole",
            format!("`{}` is not a hole and cannot be closed", place(*p)),
        ),
        SetupError::TooMany(n) => Refusal::new(
            "too-many-seeds",
            format!("there can be at most {} seeds, and these are {n}", u16::MAX),
        ),
        SetupError::OfKind(p) => Refusal::new(
            "too-many-seeds",
            format!("`{}` has more seeds of some kind than seeds in all", place(*p)),
        ),
        SetupError::NoStage(n) => Refusal::new("unknown-stage", format!("there is no stage {n}")),
    }
}

/// Looks up the names of a request.
struct RequestNames<'m> {
    model: &'m Model,
}

impl RequestNames<'_> {
    fn kind(&self, name: &str) -> RequestResult<KindId> {
        let at = self.model.kinds.iter().position(|kind| kind.name == name);
        let message = || format!("there is no kind of seeds `{name}`");
        at.map(|at| KindId(at as u16)).ok_or_else(|| Refusal::new("unknown-kind", message()))
    }

    fn seat(&self, seat: BoundedInt<255>) -> RequestResult<Seat> {
        let seats = self.model.seats();
        if seat.0 < seats as u64 {
            return Ok(Seat(seat.0 as u8));
        }
        let message = format!("there is no seat {}: they are 0 to {}", seat.0, seats - 1);
        Err(Refusal::new("unknown-seat", message))
    }

    fn player(&self, name: &str) -> Option<Seat> {
        let at = self.model.board.seats.iter().position(|seat| seat.name == name)?;
        Some(Seat(at as u8))
    }

    fn place(&self, name: &str) -> RequestResult<PlaceId> {
        let places = &self.model.board.places;
        let at = places.iter().position(|place| place.id == name);
        let at = at.or_else(|| places.iter().position(|p| p.id.eq_ignore_ascii_case(name)));
        at.map(|i| PlaceId(i as u8))
            .ok_or_else(|| unknown("place", name, places.iter().map(|place| place.id.as_str())))
    }

    fn mark(&self, mark: &MarkInput) -> RequestResult<(MarkId, Option<Seat>)> {
        let (name, owner) = match mark {
            MarkInput::Name(name) => (name, None),
            MarkInput::Of { name, owner } => (name, *owner),
        };
        let marks = &self.model.marks;
        let Some(at) = marks.iter().position(|mark| mark.name == *name) else {
            return Err(unknown("mark", name, marks.iter().map(|mark| mark.name.as_str())));
        };
        let owner = owner.map(|seat| self.seat(seat)).transpose()?;
        if marks[at].of_each_player != owner.is_some() {
            let message = if owner.is_some() {
                format!("the mark `{name}` has no owner")
            } else {
                format!("each player has a mark `{name}`: `owner` is missing")
            };
            return Err(Refusal::new("wrong-owner", message));
        }
        Ok((MarkId(at as u16), owner))
    }

    fn note(
        &self,
        name: &str,
        value: &NoteInput,
        into: &mut Vec<(NoteId, Seat, i32)>,
    ) -> RequestResult<()> {
        let names = note_names(self.model);
        let Some(at) = names.iter().position(|known| known == name) else {
            return Err(unknown("note", name, names.iter().map(String::as_str)));
        };
        let (id, declared) = (NoteId(at as u16), &self.model.notes[at]);
        match value {
            NoteInput::Each(values) if declared.of_each_player => {
                for (seat, value) in self.each(name, values)? {
                    into.push((id, seat, self.value(name, declared.kind, value)?));
                }
            }
            _ if declared.of_each_player => {
                let message = format!("each player has a note `{name}`: give a list");
                return Err(Refusal::new("wrong-note", message));
            }
            value => into.push((id, Seat(0), self.value(name, declared.kind, value)?)),
        }
        Ok(())
    }

    fn value(&self, name: &str, kind: NoteKind, value: &NoteInput) -> RequestResult<i32> {
        let wrong = |what: &str| Refusal::new("wrong-note", format!("the note `{name}` is {what}"));
        let of = |value: NoteValue| Ok(i32::from(value.number()));
        match (kind, value) {
            (NoteKind::Number, NoteInput::Number(n)) => Ok(*n),
            (NoteKind::Yes, NoteInput::Yes(yes)) => of(NoteValue::Yes(*yes)),
            (NoteKind::Direction, NoteInput::Word(word)) if word == "anticlockwise" => {
                of(NoteValue::Anticlockwise)
            }
            (NoteKind::Direction, NoteInput::Word(word)) if word == "clockwise" => {
                of(NoteValue::Clockwise)
            }
            (NoteKind::Place, NoteInput::Word(place)) => of(NoteValue::Place(self.place(place)?)),
            (_, NoteInput::Unset(())) => Ok(0),
            (NoteKind::Number, _) => Err(wrong("a number")),
            (NoteKind::Yes, _) => Err(wrong("true or false")),
            (NoteKind::Direction, _) => Err(wrong("`clockwise` or `anticlockwise`")),
            (NoteKind::Place, _) => Err(wrong("a place")),
        }
    }

    fn stage(&self, name: &str) -> RequestResult<u8> {
        let stages = &self.model.stages;
        match stages.iter().position(|stage| stage.name == name) {
            Some(at) => Ok(at as u8),
            None => Err(unknown("stage", name, stages.iter().map(|stage| stage.name.as_str()))),
        }
    }

    /// A list with a value for each player, or an empty one.
    fn each<'v, T>(&self, what: &str, values: &'v [T]) -> RequestResult<Vec<(Seat, &'v T)>> {
        let seats = self.model.seats();
        if !values.is_empty() && values.len() != seats {
            let message = format!("`{what}` needs a value for each of the {seats} players");
            return Err(Refusal::new("wrong-request", message));
        }
        Ok((0..).map(Seat).zip(values).collect())
    }
}

fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Refusal {
    let known: Vec<&str> = known.filter(|name| !name.is_empty()).collect();
    let help = if known.is_empty() {
        format!("this game has no {what}s")
    } else {
        format!("the {what}s are {}", known.join(", "))
    };
    let code = match what {
        "place" => "unknown-place",
        "mark" => "unknown-mark",
        "note" => "unknown-note",
        _ => "unknown-stage",
    };
    Refusal::new(code, format!("there is no {what} `{name}`; {help}"))
}
