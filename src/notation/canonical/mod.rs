//! The canonical form of a model: its semantics as one text that does not depend on comments, blanks,
//! citations, the order of *words*, or the names of marks, notes, stages and words. Two descriptions with
//! the same canonical form play alike, choice for choice, and records of one can be replayed with the other.
//!
//! The text is part of the record format: changing it invalidates every record. A new feature of the
//! language gets new words here and does not change the text of models without it.

mod act;
mod phrase;

use crate::model::{
    Cases, CircuitShape, DynamicCircuit, InsertedPlace, KindId, Law, Life, Manner, MannerKind,
    MarkId, Model, NoteId, NoteKind, PlaceKind, PlaceSetBits, Ring, Rules, Seat, Stage, Unit,
    WayKind, WayLine, Winner,
};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The number of hexadecimal digits of a fingerprint.
pub const FINGERPRINT: usize = 16;

/// The identity of the rules: the first [`FINGERPRINT`] hexadecimal digits of the SHA-256 of
/// [`canonical_form`].
pub fn fingerprint(model: &Model) -> String {
    let hash = Sha256::digest(canonical_form(model).as_bytes());
    let mut text = String::with_capacity(2 * hash.len());
    for byte in hash {
        let _ = write!(text, "{byte:02x}");
    }
    text.truncate(FINGERPRINT);
    text
}

/// The canonical form of a model, as nested lists of words and numbers.
pub fn canonical_form(model: &Model) -> String {
    let mut form = CanonicalWriter {
        model,
        text: String::new(),
        marks: Vec::new(),
        notes: Vec::new(),
        depth: 0,
    };
    form.node("game", CanonicalWriter::game);
    form.text
}

/// The writer of a canonical form.
struct CanonicalWriter<'m> {
    model: &'m Model,
    text: String,
    /// Marks and notes in order of first use; the index is the number in the text.
    marks: Vec<MarkId>,
    notes: Vec<NoteId>,
    /// The nesting depth of words.
    depth: usize,
}

/// Words cannot be recursive; this bound makes the writer terminate even if a model has one that is.
const MAX_WORD_NESTING: usize = 64;

impl<'m> CanonicalWriter<'m> {
    fn word(&mut self, word: &str) {
        if !self.text.is_empty() && !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    fn number(&mut self, number: impl Into<i64>) {
        self.word(&number.into().to_string());
    }

    fn node(&mut self, word: &str, inside: impl FnOnce(&mut Self)) {
        self.word("(");
        self.word(word);
        inside(self);
        self.text.push(')');
    }

    fn flag(&mut self, is_so: bool, word: &str) {
        if is_so {
            self.word(word);
        }
    }

    fn optional<T>(&mut self, it: Option<T>, write: impl FnOnce(&mut Self, T)) {
        match it {
            Some(it) => write(self, it),
            None => self.word("-"),
        }
    }

    fn each<T>(&mut self, them: impl IntoIterator<Item = T>, write: impl Fn(&mut Self, T)) {
        them.into_iter().for_each(|it| write(self, it));
    }

    fn seat(&mut self, seat: Seat) {
        self.number(seat.0);
    }

    fn set(&mut self, set: &PlaceSetBits) {
        self.node("set", |f| f.each(set.iter(), |f, p| f.number(p.0)));
    }

    fn game(&mut self) {
        let model = self.model;
        self.node("board", |f| {
            f.number(model.board.rows);
            f.number(model.board.columns);
            f.each(&model.board.places, |f, place| {
                f.node("place", |f| {
                    f.word(&place.id);
                    f.word(match place.kind {
                        PlaceKind::Hole => "hole",
                        PlaceKind::Store => "store",
                        PlaceKind::Captured => "captured",
                        PlaceKind::Hand => "hand",
                        PlaceKind::Shared => "shared",
                    });
                    f.optional(place.owner, CanonicalWriter::seat);
                    f.optional(place.hole, |f, hole| {
                        f.number(hole.row);
                        f.number(hole.column);
                    });
                });
            });
            f.each(&model.board.seats, |f, seat| {
                f.node("seat", |f| {
                    f.word(&seat.name);
                    f.number(seat.store.0);
                    f.number(seat.hand.0);
                    f.flag(seat.far_side, "far");
                });
            });
        });
        let mut start = crate::order::map(model.start.iter().map(|(_, p, n)| (*p, *n)));
        start.retain(|_, n| *n > 0);
        self.node("start", |f| {
            f.each(start, |f, (place, n)| {
                f.number(place.0);
                f.number(n);
            });
        });
        if !model.kinds.is_empty() {
            self.node("kinds", |f| {
                f.each(&model.kinds, |f, kind| f.number(kind.worth));
                f.each(&model.start_kinds, |f, (_, place, kind, n)| {
                    f.number(place.0);
                    f.seed_kind(*kind);
                    f.number(*n);
                });
            });
        }
        self.node("first", |f| f.seat(model.first));
        self.node("opening", |f| f.steps(&model.opening));
        self.each(&model.stages, CanonicalWriter::stage);
        self.node("match", |f| f.optional(model.next_game.as_deref(), CanonicalWriter::steps));
    }

    fn stage(&mut self, stage: &'m Stage) {
        let Stage { name: _, each_player, clause: _, until, rules } = stage;
        self.node("stage", |f| {
            f.flag(*each_player, "each");
            f.optional(until.as_ref(), CanonicalWriter::cond);
            f.rules(rules);
        });
    }

    fn rules(&mut self, rules: &'m Rules) {
        let Rules {
            way,
            turn,
            moves,
            laws,
            before_each_lap,
            each_seed,
            last_seed,
            never_ends,
            after_capture,
            after_move,
            end,
            end_at_any_time,
            winner,
        } = rules;
        self.node("way", |f| f.each(way, CanonicalWriter::way_line));
        self.node("turn", |f| {
            f.optional(turn.no_move, |f, (_, loses)| {
                f.word(if loses { "loses" } else { "passes" })
            });
            f.optional(turn.moves.as_ref(), |f, moves| {
                f.flag(moves.at_most, "at-most");
                f.count(&moves.count);
                f.optional(moves.again.as_ref(), CanonicalWriter::cond);
            });
            f.flag(turn.at_once.is_some(), "at-once");
            f.flag(turn.first_to_end.is_some(), "first-to-end");
        });
        let occasion =
            |f: &mut Self, name: &str, cases: &'m Cases| f.node(name, |f| f.cases(cases));
        occasion(self, "move", moves);
        self.node("allowed", |f| f.each(laws, CanonicalWriter::law));
        occasion(self, "before-each-lap", before_each_lap);
        occasion(self, "each-seed", each_seed);
        occasion(self, "last-seed", last_seed);
        // Without such a case, a description keeps the fingerprint that it had before there were any.
        if !never_ends.lists.is_empty() {
            occasion(self, "never-ends", never_ends);
        }
        occasion(self, "after-capture", after_capture);
        occasion(self, "after-move", after_move);
        occasion(self, "end", end);
        occasion(self, "end-at-any-time", end_at_any_time);
        self.node("winner", |f| {
            f.optional(winner.as_ref(), |f, Winner { clause: _, fewest, worth, places }| {
                f.word(if *fewest { "fewest" } else { "most" });
                f.flag(*worth, "worth");
                f.optional(places.as_ref(), CanonicalWriter::places);
            });
        });
    }

    fn law(&mut self, law: &'m Law) {
        let Law { clause: _, must, deed, if_any_can, when } = law;
        self.node(if *must { "must" } else { "may-not" }, |f| {
            f.law_deed(deed);
            f.flag(*if_any_can, "if-any-can");
            f.optional(when.as_ref(), CanonicalWriter::cond);
        });
    }

    /// What the rings are computed from, if they depend on the owners of the holes.
    fn dynamic_circuit(&mut self, live: &'m DynamicCircuit) {
        let DynamicCircuit { shape: round, inserted: through } = live;
        self.node("live", |f| {
            match round {
                CircuitShape::Holes(phrase) => f.phrase(phrase),
                CircuitShape::Stretches(stretches) => {
                    f.each(stretches, |f, (dir, phrase)| {
                        f.node("stretch", |f| {
                            f.dir(dir);
                            f.phrase(phrase);
                        });
                    });
                }
            }
            f.each(through, |f, through| {
                f.node("through", |f| {
                    f.each(through, |f, InsertedPlace { place, adjacent_hole }| {
                        f.number(place.0);
                        f.optional(*adjacent_hole, |f, hole| f.number(hole.0));
                    });
                });
            });
        });
    }

    fn way_line(&mut self, line: &'m WayLine) {
        let WayLine { clause: _, seat, when, kind, manners } = line;
        self.node("line", |f| {
            f.optional(*seat, CanonicalWriter::seat);
            f.optional(when.as_ref(), CanonicalWriter::cond);
            match kind {
                WayKind::Circuit { rings, dir, dynamic: live } => f.node("round", |f| {
                    f.each(rings, |f, Ring { places, begin: _, right_is_forward }| {
                        f.node("ring", |f| {
                            f.each(places, |f, p| f.number(p.0));
                            f.flag(*right_is_forward, "right");
                        });
                    });
                    f.optional(dir.as_ref(), CanonicalWriter::dir);
                    if let Some(live) = live {
                        f.dynamic_circuit(live);
                    }
                }),
                WayKind::Choice { scope, note, shared } => f.node("choice", |f| {
                    f.word(unit(*scope));
                    f.optional(*note, CanonicalWriter::note);
                    f.flag(*shared, "shared");
                }),
                WayKind::LaterLaps { of, dir } => f.node("later-laps", |f| {
                    f.word(unit(*of));
                    f.dir(dir);
                }),
                WayKind::Manners => f.word("manners"),
            }
            f.each(manners, |f, Manner { kind, when }| {
                f.node("manner", |f| {
                    match kind {
                        MannerKind::PassingOver(places) => {
                            f.node("passing-over", |f| f.phrase(places));
                        }
                        MannerKind::BeginningIn(place) => {
                            f.node("beginning-in", |f| f.phrase(place));
                        }
                        MannerKind::InEach(n) => f.node("in-each", |f| f.count(n)),
                        MannerKind::AnyOrder => f.word("any-order"),
                    }
                    f.optional(when.as_ref(), CanonicalWriter::cond);
                });
            });
        });
    }

    /// A kind of seeds, by its number; the worths are at the beginning of the text.
    fn seed_kind(&mut self, kind: KindId) {
        self.node("kind", |f| f.number(kind.0));
    }

    fn mark(&mut self, mark: MarkId) {
        let (number, new) = numbered(&mut self.marks, mark);
        let declared = self.model.marks.get(mark.index()).filter(|_| new);
        self.node("mark", |f| {
            f.number(number);
            if let Some(mark) = declared {
                f.flag(mark.of_each_player, "each");
                f.life(&mark.life);
            }
        });
    }

    fn note(&mut self, note: NoteId) {
        let (number, new) = numbered(&mut self.notes, note);
        let declared = self.model.notes.get(note.index()).filter(|_| new);
        self.node("note", |f| {
            f.number(number);
            if let Some(note) = declared {
                f.word(match note.kind {
                    NoteKind::Number => "number",
                    NoteKind::Direction => "direction",
                    NoteKind::Yes => "yes",
                    NoteKind::Place => "place",
                });
                f.flag(note.of_each_player, "each");
                f.life(&note.life);
            }
        });
    }

    fn life(&mut self, life: &'m Life) {
        match life {
            Life::Unit(u) => self.word(unit(*u)),
            Life::Until(cond) => self.node("until", |f| f.cond(cond)),
        }
    }
}

/// The index of an item in order of first use, and whether it is new.
fn numbered<T: PartialEq>(met: &mut Vec<T>, item: T) -> (u32, bool) {
    let at = met.iter().position(|m| *m == item);
    let new = at.is_none();
    if new {
        met.push(item);
    }
    (at.unwrap_or(met.len() - 1) as u32, new)
}

fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Lap => "lap",
        Unit::Move => "move",
        Unit::Turn => "turn",
        Unit::Game => "game",
        Unit::Match => "match",
    }
}
