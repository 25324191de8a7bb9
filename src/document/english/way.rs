//! The path of the seeds in English: where each seed falls after the one before it.

use super::English;
use super::action::{mover, sentence};
use super::number::and;
use super::person::{OccasionHole, Voice};
use super::place::{this_unit, unit_word};
use crate::document::plan::DocItem;
use crate::model::{
    CircuitShape, Dir, Manner, MannerKind, PlaceId, Ring, Seat, Unit, WayKind, WayLine,
};

impl English<'_> {
    /// A statement of *way*.
    pub(super) fn way_line(&self, line: &WayLine) -> DocItem {
        let voice = mover(OccasionHole::Taken);
        let mut children = Vec::new();
        let when = line.when.as_ref().map(|cond| format!("if {}, ", self.cond(cond, false, voice)));
        let seat = line.seat.map(|seat| format!("for {}: ", self.seat(seat)));
        let start = format!("{}{}", seat.unwrap_or_default(), when.unwrap_or_default());
        let text = match &line.kind {
            WayKind::Circuit { rings, dynamic, dir } => {
                let direction = dir
                    .as_ref()
                    .map_or(String::new(), |dir| format!(" {}", self.direction(dir, voice)));
                match dynamic {
                    Some(live) => {
                        let holes = match &live.shape {
                            CircuitShape::Holes(phrase) => {
                                format!("round {}", self.place(phrase, voice))
                            }
                            CircuitShape::Stretches(parts) => {
                                let each = parts.iter().map(|(dir, phrase)| {
                                    let dir = self.direction(dir, voice);
                                    format!("{dir} through {}", self.place(phrase, voice))
                                });
                                each.collect::<Vec<_>>().join(", then ")
                            }
                        };
                        let stores = live
                            .inserted
                            .iter()
                            .flatten()
                            .map(|added| self.place_name(added.place));
                        let mut stores: Vec<String> = stores.collect();
                        stores.sort();
                        stores.dedup();
                        let stores = if stores.is_empty() {
                            String::new()
                        } else {
                            format!(
                                ", and through {} after the last hole of its owner",
                                and(&stores)
                            )
                        };
                        format!(
                            "{start}seeds are sown{direction} {holes}{stores}, with the owners of the holes at that time"
                        )
                    }
                    None => {
                        children = self.rings(rings, line.seat, dir.as_ref());
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
                        format!("{start}seeds are sown{direction} along the path below{listed}")
                    }
                }
            }
            WayKind::Choice { scope, shared, .. } => {
                let who = if *shared {
                    "the player who sows first chooses, for both players,"
                } else {
                    "the player chooses"
                };
                let when = match scope {
                    Unit::Lap => "before each sowing".to_owned(),
                    Unit::Move => "at each move".to_owned(),
                    Unit::Turn => "at each turn".to_owned(),
                    Unit::Game => {
                        "at their first move of the game, and keeps it for the game".to_owned()
                    }
                    Unit::Match => {
                        "at their first move of the match, and keeps it for the match".to_owned()
                    }
                };
                format!("{start}{who} the direction of the sowing {when}")
            }
            WayKind::LaterLaps { of, dir } => {
                let dir = self.direction(dir, voice);
                format!("{start}all sowings of a {} after its first one go {dir}", unit_word(*of))
            }
            WayKind::Manners => start.trim_end_matches([',', ' ']).to_owned(),
        };
        let manners: Vec<String> =
            line.manners.iter().map(|manner| self.manner(manner, voice)).collect();
        let text = match (text.is_empty(), manners.is_empty()) {
            (true, _) => manners.join("; "),
            (false, true) => text,
            (false, false) => {
                let manners = manners.iter().map(|manner| sentence(manner, ""));
                format!("{text}. {}", manners.collect::<Vec<_>>().join(". "))
            }
        };
        let end = if children.is_empty() || !line.manners.is_empty() { "." } else { ":" };
        DocItem::new(sentence(&text, end), [line.clause]).with(children, false)
    }

    fn manner(&self, manner: &Manner, voice: Voice) -> String {
        let when = manner.when.as_ref().map_or(String::new(), |cond| {
            format!(" if {}", self.cond(cond, false, Voice { it: OccasionHole::Taken, ..voice }))
        });
        match &manner.kind {
            MannerKind::PassingOver(phrase) => {
                format!("no seed falls in {}: it is skipped{when}", self.a_place(phrase, voice))
            }
            MannerKind::BeginningIn(phrase) => {
                format!("the first seed falls in {}{when}", self.the(phrase, voice))
            }
            MannerKind::InEach(count) => {
                let n = self.count(count, voice);
                format!("{n} seeds fall in each place, and the last place gets what is left{when}")
            }
            MannerKind::AnyOrder => {
                format!("the player chooses in which order the kinds of seeds fall{when}")
            }
        }
    }

    /// The rings of a path: one line, or one for each player.
    fn rings(&self, rings: &[Ring], seat: Option<Seat>, dir: Option<&Dir>) -> Vec<DocItem> {
        let same = rings
            .windows(2)
            .all(|two| two.first().map(|r| &r.places) == two.get(1).map(|r| &r.places));
        let described = |ring: &Ring| {
            let mut places = ring.places.clone();
            if !ring.goes_forward(dir) {
                places.reverse();
            }
            self.ring(&places)
        };
        let of = |nth: usize, ring: &Ring| {
            let who = self.seat(Seat(u8::try_from(nth).unwrap_or(0)));
            DocItem::new(format!("{who}: {}.", described(ring)), [])
        };
        match (seat, rings) {
            (Some(seat), rings) => {
                rings.get(seat.index()).map(|ring| of(seat.index(), ring)).into_iter().collect()
            }
            (None, [first, ..]) if same && rings.len() > 1 => {
                vec![DocItem::new(
                    format!("Both players: {}.", described(first))
                        .replace("Both", if rings.len() == 2 { "Both" } else { "All" }),
                    [],
                )]
            }
            (None, rings) => rings.iter().enumerate().map(|(nth, ring)| of(nth, ring)).collect(),
        }
    }

    /// `a1, b1, c1, then North's store, then c2, b2, a2, and then a1 again`.
    fn ring(&self, places: &[PlaceId]) -> String {
        let names: Vec<String> = places.iter().map(|place| self.place_name(*place)).collect();
        let first = names.first().cloned().unwrap_or_default();
        format!("{}, and then {first} again", names.join(", "))
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
