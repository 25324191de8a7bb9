//! The path of the seeds in French: where each seed falls after the one before it.

use super::French;
use super::grammar::and;
use crate::document::plan::{OccasionHole, Voice};
use crate::model::{
    CircuitShape, Dir, DynamicCircuit, Manner, MannerKind, PlaceId, Seat, Unit, WayKind, WayLine,
};
use crate::notation::capitalized;
use crate::order::SmallSort;

impl French<'_> {
    /// A statement of *way*; its paths may follow.
    pub(super) fn way_line(&self, line: &WayLine, paths: bool) -> String {
        let voice = Voice::mover(OccasionHole::Taken);
        let when = line.when.as_ref().map(|cond| format!("si {}, ", self.cond(cond, false, voice)));
        let seat = line.seat.map(|seat| format!("pour {} : ", self.seat(seat)));
        let start = format!("{}{}", seat.unwrap_or_default(), when.unwrap_or_default());
        let text = match &line.kind {
            WayKind::Circuit { dynamic, dir, .. } => {
                let direction = dir
                    .as_ref()
                    .map_or(String::new(), |dir| format!(" {}", self.direction(dir, voice)));
                match dynamic {
                    Some(live) => {
                        let circuit = self.circuit(live, voice);
                        let parts = [("dir", direction.as_str()), ("circuit", circuit.as_str())];
                        start.clone() + &self.message("way-live", &parts)
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
                            | None => self.message("way-listed", &[("dir", &self.way_round(true))]),
                        };
                        let otherwise = if dir.is_some() && self.facts.given_directions {
                            self.word("way-unless")
                        } else {
                            String::new()
                        };
                        let parts = [
                            ("dir", direction.as_str()),
                            ("unless", otherwise.as_str()),
                            ("listed", listed.as_str()),
                        ];
                        start.clone() + &self.message("way-path", &parts)
                    }
                }
            }
            WayKind::Choice { scope, shared, .. } => {
                let id = match scope {
                    Unit::Lap => "choice-lap",
                    Unit::Move => "choice-move",
                    Unit::Turn => "choice-turn",
                    Unit::Game => "choice-game",
                    Unit::Match => "choice-match",
                };
                let who = self.word(if *shared { "choice-shared" } else { "choice-you" });
                format!("{start}{who} {}", self.word(id))
            }
            WayKind::LaterLaps { of, dir } => {
                let dir = self.direction(dir, voice);
                let unless = if self.facts.given_later {
                    self.word("way-unless-rule")
                } else {
                    String::new()
                };
                let of = self.word(match of {
                    Unit::Turn => "of-turn",
                    Unit::Lap | Unit::Move | Unit::Game | Unit::Match => "of-move",
                });
                let parts =
                    [("of", of.as_str()), ("dir", dir.as_str()), ("unless", unless.as_str())];
                start.clone() + &self.message("way-later", &parts)
            }
            WayKind::Manners => start.trim_end_matches([',', ' ']).to_owned(),
        };
        let manners: Vec<String> =
            line.manners.iter().map(|manner| self.manner(manner, voice)).collect();
        let text = match (text.is_empty(), manners.is_empty()) {
            (true, _) => manners.join(" ; "),
            (false, true) => text,
            (false, false) if line.kind.rings().is_empty() && text.starts_with("si ") => {
                format!("{text}, {}", manners.join(" ; "))
            }
            (false, false) => {
                let manners = manners.iter().map(|manner| capitalized(manner));
                format!("{text}. {}", manners.collect::<Vec<_>>().join(". "))
            }
        };
        let end = if paths && line.manners.is_empty() { " :" } else { "." };
        format!("{text}{end}")
    }

    /// A path that depends on who owns the holes.
    fn circuit(&self, live: &DynamicCircuit, voice: Voice) -> String {
        let holes = match &live.shape {
            CircuitShape::Holes(phrase) => {
                self.message("circuit-round", &[("holes", &self.place(phrase, voice))])
            }
            CircuitShape::Stretches(parts) => {
                let each = parts.iter().map(|(dir, phrase)| {
                    let dir = self.direction(dir, voice);
                    let holes = self.place(phrase, voice);
                    self.message("circuit-stretch", &[("dir", &dir), ("holes", &holes)])
                });
                each.collect::<Vec<_>>().join(", puis ")
            }
        };
        let stores = live.inserted.iter().flatten().map(|added| self.place_name(added.place));
        let mut stores: Vec<String> = stores.collect();
        stores.small_sort();
        stores.dedup();
        if stores.is_empty() {
            holes
        } else {
            let stores = and(&stores);
            self.message("circuit-stores", &[("circuit", &holes), ("stores", &stores)])
        }
    }

    fn manner(&self, manner: &Manner, voice: Voice) -> String {
        // Looked at while the seeds still lie in the hole; skipping is looked at with a seed in the hand.
        let when = manner.when.as_ref().map(|cond| self.cond(cond, false, voice.before()));
        let after = when.as_ref().map_or(String::new(), |when| format!(" si {when}"));
        match &manner.kind {
            MannerKind::PassingOver(phrase) => {
                let place = self.a_place(phrase, voice);
                self.message("manner-over", &[("place", &place), ("when", &after)])
            }
            MannerKind::BeginningIn(phrase) => {
                let place = self.the(phrase, voice);
                let start = when.map_or(String::new(), |when| format!("si {when}, "));
                let place = if start.contains(&place) { self.word("it-that") } else { place };
                start + &self.message("manner-begin", &[("place", &place)])
            }
            MannerKind::InEach(count) => {
                let n = self.count(count, voice);
                self.message("manner-each", &[("n", &n), ("when", &after)])
            }
            MannerKind::AnyOrder => self.message("manner-order", &[("when", &after)]),
        }
    }

    /// Who goes round a path, and how: `South : a1, b1, c1, puis de nouveau a1.`
    pub(super) fn path(&self, seat: Option<Seat>, places: &[PlaceId]) -> String {
        let names: Vec<String> = places.iter().map(|place| self.place_name(*place)).collect();
        let first = names.first().cloned().unwrap_or_default();
        let who = match seat {
            Some(seat) => self.seat(seat),
            None => self.word(if self.model.seats() == 2 { "path-both" } else { "path-all" }),
        };
        self.message("path", &[("who", &who), ("places", &names.join(", ")), ("first", &first)])
    }

    /// The words for a direction round the board.
    pub(super) fn way_round(&self, forward: bool) -> String {
        let ring = || {
            let mut lines = self.model.stages.iter().flat_map(|stage| &stage.rules.way);
            lines
                .find_map(|line| line.kind.rings().first())
                .is_none_or(|ring| ring.right_is_forward)
        };
        self.word(match (self.model.board.rows, forward) {
            (1, forward) if forward == ring() => "dir-right",
            (1, _) => "dir-left",
            (_, true) => "dir-anticlockwise",
            (_, false) => "dir-clockwise",
        })
    }
}
