//! What happens in an example, in French.

use super::French;
use super::grammar::{and, quoted};
use crate::engine::{Decider, Direction, Event, EventKind, FinalResult};
use crate::model::{MarkId, NoteId, NoteKind, NoteValue, PlaceId, PlaceKind, Seat};
use crate::notation::direction_suffix;

impl French<'_> {
    /// A sentence without its full stop.
    pub(super) fn event_text(&self, event: &Event) -> String {
        let player = self.seat(event.seat);
        let say = |id: &str, parts: &[(&str, String)]| {
            let mut all: Vec<(&str, &str)> = vec![("player", player.as_str())];
            all.extend(parts.iter().map(|(name, text)| (*name, text.as_str())));
            self.message(id, &all)
        };
        let place = |place: PlaceId| self.place_name(place);
        let seeds = |n: u32| self.counted_seeds(n.into(), None);
        match &event.kind {
            EventKind::GameBegan(n) => say("event-game-began", &[("n", n.to_string())]),
            EventKind::Placed => self.word("event-placed"),
            EventKind::MovesFirst => say("event-moves-first", &[]),
            EventKind::SwappedSides => self.word("event-swapped-sides"),
            EventKind::StageBegan(stage, whose) => {
                let name = self.model.stages.get(stage.index()).map_or("", |s| &s.name);
                let whose =
                    whose.map_or(String::new(), |seat| format!(" pour {}", self.seat(seat)));
                say("event-stage", &[("name", quoted(name)), ("whose", whose)])
            }
            EventKind::TurnOf(n) => say("event-turn-of", &[("n", n.to_string())]),
            EventKind::AtOnce => self.word("event-at-once"),
            EventKind::MovesNext => say("event-moves-next", &[]),
            EventKind::Barred(choice) | EventKind::Chose(choice) => {
                let chosen = [(Decider::Player(event.seat), *choice)];
                say("event-chose", &[("choice", self.choices_text(&chosen))])
            }
            EventKind::Drew(choice) => {
                say("event-chose", &[("choice", self.choices_text(&[(Decider::Lot, *choice)]))])
            }
            EventKind::Sowed { lap, from, seeds: n, to, sense, by: _, falls: _ } => {
                let from: Vec<String> = from.iter().map(|p| place(*p)).collect();
                let way = if direction_suffix(self.model, *sense).is_empty() {
                    String::new()
                } else {
                    format!(" {}", self.way_round(*sense == Direction::Anticlockwise))
                };
                let id = if *lap > 1 { "event-sowed-on" } else { "event-sowed" };
                let parts = [
                    ("seeds", seeds((*n).into())),
                    ("from", and(&from)),
                    ("way", way),
                    ("to", place(*to)),
                ];
                say(id, &parts)
            }
            EventKind::SowedOn { laps, seeds: n, to } => say(
                "event-sowed-more",
                &[("laps", laps.to_string()), ("seeds", n.to_string()), ("to", place(*to))],
            ),
            EventKind::Captured { from } => say("event-captured", &[("from", self.amounts(from))]),
            EventKind::Put { from, to } => {
                let target = self.model.board.places.get(to.index());
                let hand = target
                    .is_some_and(|t| t.kind == PlaceKind::Hand && t.owner == Some(event.seat));
                let id = if hand { "event-taken" } else { "event-put" };
                say(id, &[("from", self.amounts(from)), ("to", place(*to))])
            }
            EventKind::Fell(kind, to) => {
                let seed = self.seeds_word(Some(*kind), false);
                say("event-fell", &[("seed", seed), ("to", place(*to))])
            }
            EventKind::Among(kind, n) => {
                say("event-among", &[("seeds", self.counted_seeds((*n).into(), Some(*kind)))])
            }
            EventKind::Filled(hole, n) => {
                say("event-filled", &[("hole", place(*hole)), ("seeds", seeds((*n).into()))])
            }
            EventKind::Closed(hole) => say("event-closed", &[("hole", place(*hole))]),
            EventKind::Opened(hole) => say("event-opened", &[("hole", place(*hole))]),
            EventKind::Marked(mark, hole) => {
                let owned =
                    self.model.marks.get(mark.index()).is_some_and(|mark| mark.of_each_player);
                let whose = if owned { format!(" pour {player}") } else { String::new() };
                let name = format!("{}{whose}", self.mark_name(*mark));
                say("event-marked", &[("what", place(*hole)), ("name", name)])
            }
            EventKind::MarkedPlayer(mark, seat) => self.marked("event-marked", *mark, *seat),
            EventKind::Unmarked(mark, hole) => {
                let name = self.mark_name(*mark);
                say("event-unmarked", &[("what", place(*hole)), ("name", name)])
            }
            EventKind::UnmarkedPlayer(mark, seat) => self.marked("event-unmarked", *mark, *seat),
            EventKind::Noted(note, value) => self.noted(&player, *note, *value),
            EventKind::Owns(hole) => say("event-owns", &[("hole", place(*hole))]),
            EventKind::Passed => say("event-passed", &[]),
            EventKind::Again => say("event-again", &[]),
            EventKind::AgainNext => say("event-again-next", &[]),
            EventKind::MoveEnded => say("event-move-ended", &[]),
            EventKind::TurnEnded => say("event-turn-ended", &[]),
            EventKind::Fitted | EventKind::NoOneMeant => self.word("event-fitted"),
            EventKind::Undone => say("event-undone", &[]),
            EventKind::GivenUp => self.word("event-given-up"),
            EventKind::GameOver { verdict, scores } => {
                let each = self.model.board.seats.iter().zip(scores);
                let each: Vec<String> =
                    each.map(|(seat, n)| format!("{} : {n}", seat.name)).collect();
                let result = self.verdict(*verdict, "game");
                say("event-game-over", &[("result", result), ("scores", each.join(", "))])
            }
            EventKind::MatchOver { verdict } => {
                say("event-match-over", &[("result", self.verdict(*verdict, "match"))])
            }
        }
    }

    fn marked(&self, id: &str, mark: MarkId, seat: Seat) -> String {
        self.message(id, &[("what", &self.seat(seat)), ("name", &self.mark_name(mark))])
    }

    fn verdict(&self, verdict: FinalResult, what: &str) -> String {
        let (id, seat) = match verdict {
            FinalResult::Won(seat) => ("verdict-won", Some(seat)),
            FinalResult::Lost(seat) => ("verdict-lost", Some(seat)),
            FinalResult::Drawn => ("verdict-drawn", None),
        };
        let player = seat.map_or(String::new(), |seat| self.seat(seat));
        self.message(&format!("{id}-{what}"), &[("player", &player)])
    }

    /// `4 en b2`, `7 : 4 en b2 et 3 en c2`.
    fn amounts(&self, from: &[(PlaceId, u16)]) -> String {
        let each = |(place, n): &(PlaceId, u16)| {
            let name = self.place_name(*place);
            if name.starts_with("les graines ") {
                return format!("{n} de {name}");
            }
            format!("{} de {name}", self.counted_seeds((*n).into(), None))
        };
        match from {
            [one] => each(one),
            many => {
                let total: u32 = many.iter().map(|(_, n)| u32::from(*n)).sum();
                let seeds = self.counted_seeds(total.into(), None);
                format!("{seeds} : {}", and(&many.iter().map(each).collect::<Vec<_>>()))
            }
        }
    }

    fn noted(&self, player: &str, note: NoteId, value: i32) -> String {
        let Some(note) = self.model.notes.get(note.index()) else { return String::new() };
        let whose = if note.of_each_player { format!(" de {player}") } else { String::new() };
        let value = match NoteValue::of(note.kind, value) {
            Some(NoteValue::Anticlockwise) => self.sense(Direction::Anticlockwise),
            Some(NoteValue::Clockwise) => self.sense(Direction::Clockwise),
            Some(NoteValue::Yes(yes)) => quoted(if yes { "oui" } else { "non" }),
            Some(NoteValue::Place(place)) => self.place_name(place),
            None if note.kind == NoteKind::Number => value.to_string(),
            None => self.word("event-not-set"),
        };
        let name = format!("{}{whose}", quoted(&note.name));
        self.message("event-noted", &[("name", &name), ("value", &value)])
    }

    /// A direction by its name alone.
    pub(super) fn sense(&self, direction: Direction) -> String {
        match direction {
            direction if self.model.board.rows == 1 => {
                self.way_round(direction == Direction::Anticlockwise)
            }
            Direction::Anticlockwise => self.word("sense-anticlockwise"),
            Direction::Clockwise => self.word("sense-clockwise"),
        }
    }
}
