//! The path of the seeds in English: where each seed falls after the one before it.

use super::English;
use super::action::sentence;
use super::number::and;
use super::place::{this_unit, unit_word};
use crate::document::plan::{OccasionHole, Voice};
use crate::model::{
    CircuitShape, Dir, DynamicCircuit, Manner, MannerKind, PlaceId, Seat, Unit, WayKind, WayLine,
};
use crate::order::SmallSort;

impl English<'_> {
    /// A statement of *way*; its paths may follow.
    pub(super) fn way_line(&self, line: &WayLine, paths: bool) -> String {
        let voice = Voice::mover(OccasionHole::Taken);
        let when = line.when.as_ref().map(|cond| format!("if {}, ", self.cond(cond, false, voice)));
        let seat = line.seat.map(|seat| format!("for {}: ", self.seat(seat)));
        let start = format!("{}{}", seat.unwrap_or_default(), when.unwrap_or_default());
        let text = match &line.kind {
            WayKind::Circuit { dynamic, dir, .. } => {
                let direction = dir
                    .as_ref()
                    .map_or(String::new(), |dir| format!(" {}", self.direction(dir, voice)));
                let otherwise = if dir.is_some() && self.facts.given_directions {
                    ", unless a rule gives another direction,"
                } else {
                    ""
                };
                match dynamic {
                    Some(live) => {
                        let circuit = self.circuit(live, voice);
                        format!(
                            "{start}seeds are sown{direction} {circuit}, with the owners of the holes at that time"
                        )
                    }
                    None => {
                        let listed = match dir {
                            Some(
                                Dir::Anticlockwise
                                | Dir::Clockwise
                                | Dir::Rightwards
                                | Dir::Leftwards,
                            ) => String::new(),
                            Some(Dir::OtherWay | Dir::Ask | Dir::Towards(_) | Dir::Note(_))
                            | None => {
                                format!(" (listed {})", self.way_round(true))
                            }
                        };
                        format!(
                            "{start}seeds are sown{direction}{otherwise} along the path below{listed}"
                        )
                    }
                }
            }
            WayKind::Choice { scope, shared, .. } => {
                let who = if *shared {
                    "the player who sows first chooses, for both players,"
                } else {
                    "you choose"
                };
                let (their, keeps) = if *shared { ("their", "keeps") } else { ("your", "keep") };
                let when = match scope {
                    Unit::Lap => "before each sowing".to_owned(),
                    Unit::Move => "at each move".to_owned(),
                    Unit::Turn => "at each turn".to_owned(),
                    Unit::Game => {
                        format!("at {their} first move of the game, and {keeps} it for the game")
                    }
                    Unit::Match => {
                        format!("at {their} first move of the match, and {keeps} it for the match")
                    }
                };
                format!("{start}{who} the direction of the sowing {when}")
            }
            WayKind::LaterLaps { of, dir } => {
                let dir = self.direction(dir, voice);
                let otherwise =
                    if self.facts.given_later { ", unless a rule says otherwise" } else { "" };
                format!(
                    "{start}all sowings of a {} after its first one go {dir}{otherwise}",
                    unit_word(*of)
                )
            }
            WayKind::Manners => start.trim_end_matches([',', ' ']).to_owned(),
        };
        let manners: Vec<String> =
            line.manners.iter().map(|manner| self.manner(manner, voice)).collect();
        let text = match (text.is_empty(), manners.is_empty()) {
            (true, _) => manners.join("; "),
            (false, true) => text,
            (false, false) if line.kind.rings().is_empty() && text.starts_with("if ") => {
                format!("{text}, {}", manners.join("; "))
            }
            (false, false) => {
                let manners = manners.iter().map(|manner| sentence(manner, ""));
                format!("{text}. {}", manners.collect::<Vec<_>>().join(". "))
            }
        };
        let end = if paths && line.manners.is_empty() { ":" } else { "." };
        sentence(&text, end)
    }

    /// A path that depends on who owns the holes.
    fn circuit(&self, live: &DynamicCircuit, voice: Voice) -> String {
        let holes = match &live.shape {
            CircuitShape::Holes(phrase) => format!("round {}", self.place(phrase, voice)),
            CircuitShape::Stretches(parts) => {
                let each = parts.iter().map(|(dir, phrase)| {
                    let dir = self.direction(dir, voice);
                    format!("{dir} through {}", self.place(phrase, voice))
                });
                each.collect::<Vec<_>>().join(", then ")
            }
        };
        let stores = live.inserted.iter().flatten().map(|added| self.place_name(added.place));
        let mut stores: Vec<String> = stores.collect();
        stores.small_sort();
        stores.dedup();
        if stores.is_empty() {
            holes
        } else {
            format!("{holes}, and through {} after the last hole of its owner", and(&stores))
        }
    }

    fn manner(&self, manner: &Manner, voice: Voice) -> String {
        // Looked at while the seeds still lie in the hole; skipping is looked at with a seed in the hand.
        let when = manner.when.as_ref().map(|cond| self.cond(cond, false, voice.before()));
        match &manner.kind {
            MannerKind::PassingOver(phrase) => {
                let when = when.map_or(String::new(), |when| format!(" if {when}"));
                format!("no seed falls in {}: it is skipped{when}", self.a_place(phrase, voice))
            }
            MannerKind::BeginningIn(phrase) => {
                let place = self.the(phrase, voice);
                let start = when.map_or(String::new(), |when| format!("if {when}, "));
                let place = if start.contains(&place) { "that hole".to_owned() } else { place };
                format!(
                    "{start}the first seed falls in {place}, and the others after it along the path"
                )
            }
            MannerKind::InEach(count) => {
                let when = when.map_or(String::new(), |when| format!(" if {when}"));
                let n = self.count(count, voice);
                format!("{n} seeds fall in each place, and the last place gets what is left{when}")
            }
            MannerKind::AnyOrder => {
                let when = when.map_or(String::new(), |when| format!(" if {when}"));
                format!("you choose in which order the kinds of seeds fall{when}")
            }
        }
    }

    /// Who goes round a path, and how: `South: a1, b1, c1, then North's store, and then a1 again.`
    pub(super) fn path(&self, seat: Option<Seat>, places: &[PlaceId]) -> String {
        let names: Vec<String> = places.iter().map(|place| self.place_name(*place)).collect();
        let first = names.first().cloned().unwrap_or_default();
        let who = match seat {
            Some(seat) => self.seat(seat),
            None if self.model.seats() == 2 => "Both players".to_owned(),
            None => "All players".to_owned(),
        };
        format!("{who}: {}, and then {first} again.", names.join(", "))
    }

    /// The words for a direction round the board.
    pub(super) fn way_round(&self, forward: bool) -> String {
        let ring = || {
            let mut lines = self.model.stages.iter().flat_map(|stage| &stage.rules.way);
            lines
                .find_map(|line| line.kind.rings().first())
                .is_none_or(|ring| ring.right_is_forward)
        };
        match (self.model.board.rows, forward) {
            (1, forward) if forward == ring() => "to the right".into(),
            (1, _) => "to the left".into(),
            (_, true) => "anticlockwise".into(),
            (_, false) => "clockwise".into(),
        }
    }

    /// `until the move is over`.
    pub(super) fn until_over(&self, unit: Unit) -> String {
        format!("until {} is over", this_unit(unit).replace("this", "the"))
    }
}
