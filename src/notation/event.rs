//! Events as sentences.

use super::choice::choice_id;
use super::wording::{
    amounts_text, counted_noun, direction_suffix, direction_word, join_and, place_text,
};
use crate::engine::{Choice, Direction, Event, EventKind, FinalResult};
use crate::model::{
    ClauseId, MarkId, Model, NoteId, NoteKind, NoteValue, PlaceId, PlaceKind, Seat, SectionName,
    StageId,
};

/// One plain sentence for an event: lower case except for names, no full stop. (`tests/notation.rs` has an
/// example of every kind: add one there.)
pub fn describe_event(model: &Model, event: &Event) -> String {
    let player = model.player(event.seat);
    match &event.kind {
        EventKind::GameBegan(_) if model.next_game.is_none() => "the game begins".into(),
        EventKind::GameBegan(number) => format!("game {number} begins"),
        EventKind::Placed => "the seeds are laid out".into(),
        EventKind::MovesFirst => format!("{player} moves first"),
        EventKind::SwappedSides => "the players change sides".into(),
        EventKind::StageBegan(stage, whose) => stage_began(model, *stage, *whose),
        EventKind::TurnOf(n) => {
            format!("{player} has {} in this turn", counted_noun((*n).into(), "move"))
        }
        EventKind::AtOnce => "both players move at once".into(),
        EventKind::MovesNext => format!("{player} has ended first, and moves next"),
        EventKind::Barred(choice) => {
            format!("{player} may not choose {}", choice_phrase(model, *choice))
        }
        EventKind::Chose(choice) => choice_sentence(model, player, *choice),
        EventKind::Drew(choice) => format!("the lot falls on {}", choice_phrase(model, *choice)),
        EventKind::Sowed { lap, from, seeds, to, sense, by: _, falls: _ } => {
            let sows = if *lap > 1 { "sows on with" } else { "sows" };
            let seeds = counted_noun((*seeds).into(), "seed");
            let from = join_and(from.iter().map(|p| place_text(model, *p)));
            let way = direction_suffix(model, *sense);
            format!(
                "{player} {sows} {seeds} from {from}{way}, the last in {}",
                place_text(model, *to)
            )
        }
        EventKind::SowedOn { laps, seeds, to } => {
            let laps = counted_noun((*laps).into(), "more lap");
            let to = place_text(model, *to);
            format!("{player} sows on for {laps}, {seeds} seeds in all, the last in {to}")
        }
        EventKind::Captured { from } => {
            format!("{player} captures {}", amounts_text(model, from))
        }
        EventKind::Put { from, to } => put_text(model, event.seat, from, *to),
        EventKind::Fell(kind, to) => {
            format!("a {} falls in {}", model.seed(Some(*kind)), place_text(model, *to))
        }
        EventKind::Among(kind, n) => {
            format!("{} among them", counted_noun((*n).into(), model.seed(Some(*kind))))
        }
        EventKind::Filled(hole, n) => {
            format!(
                "{player} fills {} with {}",
                place_text(model, *hole),
                counted_noun((*n).into(), "seed")
            )
        }
        EventKind::Closed(hole) => format!("{} is closed", place_text(model, *hole)),
        EventKind::Opened(hole) => format!("{} is open again", place_text(model, *hole)),
        EventKind::Marked(mark, hole) => {
            let name = model.marks.get(mark.index()).map_or("", |m| &m.name);
            let owned = model.marks.get(mark.index()).is_some_and(|m| m.of_each_player);
            let whose = if owned { format!(" for {player}") } else { String::new() };
            format!("{} is marked {name}{whose}", place_text(model, *hole))
        }
        EventKind::MarkedPlayer(mark, seat) => {
            let name = model.marks.get(mark.index()).map_or("", |m| &m.name);
            format!("{} is marked {name}", model.player(*seat))
        }
        EventKind::Unmarked(mark, hole) => {
            let name = model.marks.get(mark.index()).map_or("", |m| &m.name);
            format!("{} is no longer marked {name}", place_text(model, *hole))
        }
        EventKind::UnmarkedPlayer(mark, seat) => {
            let name = model.marks.get(mark.index()).map_or("", |m| &m.name);
            format!("{} is no longer marked {name}", model.player(*seat))
        }
        EventKind::Noted(note, value) => note_text(model, player, *note, *value),
        EventKind::Owns(hole) => format!("{player} owns {} from now on", place_text(model, *hole)),
        EventKind::Passed => format!("{player} passes"),
        EventKind::Again => format!("{player} plays again"),
        EventKind::AgainNext => format!("{player} plays again at their next turn"),
        EventKind::MoveEnded => format!("the move of {player} ends"),
        EventKind::TurnEnded => format!("the turn of {player} ends"),
        EventKind::Fitted => fitted_text(model, event.clause).into(),
        EventKind::Undone => format!("what {player} has just done is undone"),
        EventKind::GivenUp => {
            let by = model.clauses.get(event.clause.index()).map_or("", |clause| &clause.text);
            format!("what \"{by}\" leads to takes too much work, and is followed no further")
        }
        EventKind::NoOneMeant => "there is no such player: the last game was drawn".into(),
        EventKind::GameOver { verdict, scores } => {
            format!("the game is over: {}", outcome_text(model, *verdict, scores))
        }
        EventKind::MatchOver { verdict: FinalResult::Won(winner) } => {
            format!("the match is over: {} wins it", model.player(*winner))
        }
        EventKind::MatchOver { verdict: FinalResult::Lost(loser) } => {
            format!("the match is over: {} loses it", model.player(*loser))
        }
        EventKind::MatchOver { verdict: FinalResult::Drawn } => {
            "the match is over, and nobody wins it".into()
        }
    }
}

/// The sentence, followed by the statement that caused it: `... (last seed: makes a casa -> end move)`.
pub fn describe_with_clause(model: &Model, event: &Event) -> String {
    format!("{} ({})", describe_event(model, event), clause_text(model, event.clause))
}

/// A statement with its section: `last seed: makes a casa -> end move`; with its `assumed "..."`.
pub fn clause_text(model: &Model, id: ClauseId) -> String {
    let Some(clause) = model.clauses.get(id.index()) else { return String::new() };
    let assumed = match &clause.assumed {
        Some(why) => format!(", assumed \"{why}\""),
        None => String::new(),
    };
    format!("{}: {}{assumed}", section_heading(clause.section), clause.text)
}

/// The heading of a section.
pub fn section_heading(name: SectionName) -> &'static str {
    match name {
        SectionName::Default => "default",
        SectionName::Start => "start",
        SectionName::Opening => "opening",
        SectionName::Way => "way",
        SectionName::Turn => "turn",
        SectionName::Move => "move",
        SectionName::Allowed => "allowed",
        SectionName::BeforeEachLap => "before each lap",
        SectionName::EachSeed => "each seed",
        SectionName::LastSeed => "last seed",
        SectionName::AfterCapture => "after capture",
        SectionName::AfterMove => "after move",
        SectionName::End => "end",
        SectionName::Winner => "winner",
        SectionName::Match => "match",
        SectionName::Words => "words",
        SectionName::Stage => "stage",
    }
}

/// Whether an event is reported to people who did not ask why. The other events only name a statement
/// that was applied, repeat a choice whose effect is reported anyway, or concern a mark or a note that
/// the description declares as quiet.
pub fn is_news(model: &Model, event: &Event) -> bool {
    let loud_mark = |id: MarkId| model.marks.get(id.index()).is_none_or(|mark| !mark.quiet);
    let loud_note = |id: NoteId| model.notes.get(id.index()).is_none_or(|note| !note.quiet);
    match event.kind {
        EventKind::Marked(mark, _)
        | EventKind::MarkedPlayer(mark, _)
        | EventKind::Unmarked(mark, _)
        | EventKind::UnmarkedPlayer(mark, _) => loud_mark(mark),
        EventKind::Noted(note, _) => loud_note(note),
        EventKind::GameBegan(_)
        | EventKind::MovesFirst
        | EventKind::SwappedSides
        | EventKind::StageBegan(..)
        | EventKind::TurnOf(_)
        | EventKind::AtOnce
        | EventKind::MovesNext
        | EventKind::Drew(Choice::Alternative(_) | Choice::Yes | Choice::No)
        | EventKind::Chose(Choice::No | Choice::Stop | Choice::Concede | Choice::Agree)
        | EventKind::Sowed { .. }
        | EventKind::SowedOn { .. }
        | EventKind::Captured { .. }
        | EventKind::Put { .. }
        | EventKind::Fell(..)
        | EventKind::Among(..)
        | EventKind::Filled(..)
        | EventKind::Closed(_)
        | EventKind::Opened(_)
        | EventKind::Owns(_)
        | EventKind::Passed
        | EventKind::Again
        | EventKind::AgainNext
        | EventKind::Undone
        | EventKind::GivenUp
        | EventKind::GameOver { .. }
        | EventKind::MatchOver { .. } => true,
        EventKind::Placed
        | EventKind::Barred(_)
        | EventKind::Chose(_)
        | EventKind::Drew(_)
        | EventKind::MoveEnded
        | EventKind::TurnEnded
        | EventKind::Fitted
        | EventKind::NoOneMeant => false,
    }
}

/// `South wins 28 to 20`, `a draw, 24 to 24`; if the winner does not hold more, or with more than two
/// players: `South wins; South holds 0, North 32`.
pub fn outcome_text(model: &Model, result: FinalResult, scores: &[u32]) -> String {
    let none_hold = scores.iter().all(|n| *n == 0);
    match (result, scores) {
        (_, _) if none_hold => final_result(model, result),
        (FinalResult::Won(Seat(0)), [first, second]) if first > second => {
            format!("{} {first} to {second}", final_result(model, result))
        }
        (FinalResult::Won(Seat(1)), [first, second]) if second > first => {
            format!("{} {second} to {first}", final_result(model, result))
        }
        (FinalResult::Drawn, [first, second]) => format!("a draw, {first} to {second}"),
        (FinalResult::Won(_) | FinalResult::Lost(_) | FinalResult::Drawn, _) => {
            format!("{}; {}", final_result(model, result), holdings(model, scores))
        }
    }
}

/// `South wins`, `Mia loses`, `a draw`.
pub fn final_result(model: &Model, result: FinalResult) -> String {
    match result {
        FinalResult::Won(seat) => format!("{} wins", model.player(seat)),
        FinalResult::Lost(seat) => format!("{} loses", model.player(seat)),
        FinalResult::Drawn => "a draw".into(),
    }
}

/// `South holds 12, North 20, East 4`.
fn holdings(model: &Model, scores: &[u32]) -> String {
    let each = model.board.seats.iter().zip(scores).enumerate().map(|(i, (seat, held))| {
        let holds = if i == 0 { " holds" } else { "" };
        format!("{}{holds} {held}", seat.name)
    });
    each.collect::<Vec<_>>().join(", ")
}

fn stage_began(model: &Model, stage: StageId, whose: Option<Seat>) -> String {
    let name = model.stages.get(stage.index()).map_or("", |s| &s.name);
    match whose {
        Some(seat) => format!("the stage \"{name}\" begins for {}", model.player(seat)),
        None => format!("the stage \"{name}\" begins"),
    }
}

/// A choice as a part of a sentence.
fn choice_phrase(model: &Model, choice: Choice) -> String {
    match choice {
        Choice::Place(p) => place_text(model, p),
        Choice::Direction(sense) => direction_word(model, sense).into(),
        Choice::Alternative(n) => format!("\"{}\"", model.alternative(n).text),
        Choice::Seed(kind) => format!("a {}", model.seed(kind)),
        Choice::Number(_)
        | Choice::Yes
        | Choice::No
        | Choice::Stop
        | Choice::GoOn
        | Choice::Concede
        | Choice::Agree => choice_id(model, choice),
    }
}

fn choice_sentence(model: &Model, player: &str, choice: Choice) -> String {
    match choice {
        Choice::Yes => format!("{player} says yes"),
        Choice::No => format!("{player} says no"),
        Choice::Stop => format!("{player} stops"),
        Choice::GoOn => format!("{player} goes on"),
        Choice::Concede => format!("{player} concedes"),
        Choice::Agree => format!("{player} offers to end the game"),
        Choice::Place(_)
        | Choice::Direction(_)
        | Choice::Number(_)
        | Choice::Alternative(_)
        | Choice::Seed(_) => {
            format!("{player} chooses {}", choice_phrase(model, choice))
        }
    }
}

fn put_text(model: &Model, seat: Seat, from: &[(PlaceId, u16)], to: PlaceId) -> String {
    let player = model.player(seat);
    let target = model.board.places.get(to.index());
    if target.is_some_and(|t| t.kind == PlaceKind::Hand && t.owner == Some(seat)) {
        return format!("{player} takes {} in hand", amounts_text(model, from));
    }
    format!("{player} puts {} in {}", amounts_text(model, from), place_text(model, to))
}

fn note_text(model: &Model, player: &str, note: NoteId, value: i32) -> String {
    let Some(note) = model.notes.get(note.index()) else {
        return format!("{player} notes {value}");
    };
    let whose = if note.of_each_player { format!(" of {player}") } else { String::new() };
    let value = match NoteValue::of(note.kind, value) {
        Some(NoteValue::Anticlockwise) => direction_word(model, Direction::Anticlockwise).into(),
        Some(NoteValue::Clockwise) => direction_word(model, Direction::Clockwise).into(),
        Some(NoteValue::Yes(yes)) => if yes { "yes" } else { "no" }.into(),
        Some(NoteValue::Place(place)) => place_text(model, place),
        None if note.kind == NoteKind::Number => value.to_string(),
        None => "not set".into(),
    };
    format!("{}{whose} is {value} from now on", note.name)
}

fn fitted_text(model: &Model, id: ClauseId) -> &'static str {
    match model.clauses.get(id.index()).map(|c| c.section) {
        Some(SectionName::Winner) => "who wins is seen by this",
        Some(SectionName::Match | SectionName::Opening) => "this is done now",
        _ => "this fits, and changes nothing",
    }
}
