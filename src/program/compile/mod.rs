//! From a model to a program: phrases are read once for every player and every hole that they can
//! speak of, and what does not depend on the position is put in.

mod act;
mod along;
mod ask;
mod before;
mod cond;
mod ctx;
mod holes;
mod marks;
mod meant;
mod no_move;
mod number;
pub(crate) use number::fraction;
mod pick;
mod place;
mod rules;
mod seats;
mod size;
mod way;

use super::{Act, Code, Fixed, Handed, Lane, LaneSet, Meaning, Program, Test};
use crate::model::{
    Base, ClauseId, Deed, Det, KindId, Life, MarkId, Model, PlaceId, PlaceKind, PlacePhrase,
    PlaceSetBits, Rules, Seat, Unit, WayKind, any_in_steps,
};
use ctx::{Ctx, Noted, Read, Telling, Time};
use holes::Changing;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// What was made, or why it has no form in a program.
type Made<T> = Result<T, &'static str>;

/// Paths of seeds are fixed when a program is made.
const LIVE_WAY: &str = "a way that depends on who owns the holes";

/// What no lane tells.
const TURN: &str = "what has happened in a turn of several moves";

/// What is not told by a way, or by the lap.
const DIRECTION: &str = "a direction that is not known beforehand";

/// What is so depends on which way round the lap goes, of which that is not known.
const EITHER_WAY: &str = "a lap that may go either way round";

/// It would take too much memory.
const TOO_LARGE: &str = "rules that come to very many steps";

/// The most lanes of a position.
const MOST_LANES: usize = 256;

impl<'m> Ctx<'m> {
    /// What a player chose for a phrase; `None`: nobody has been asked.
    fn chosen_for(&self, phrase: &PlacePhrase) -> Option<Option<PlaceId>> {
        let (of, chosen) = self.chosen()?;
        std::ptr::eq(of.0, phrase).then_some(chosen)
    }

    /// Whether a phrase lets a player choose who has not been asked yet.
    fn leaves_open(&self, phrase: &PlacePhrase) -> bool {
        matches!(phrase.det, Det::Any(_)) && self.chosen_for(phrase).is_none()
    }
}

/// A player, as a lane tells of whom something is: 0 is nobody.
fn seat_number(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

/// What compiles.
struct Compiler<'m> {
    model: &'m Model,
    fixed: &'m Fixed,
    lanes: RefCell<Vec<Meaning>>,
    /// For each place, those opposite it, which it lies opposite itself.
    opposite: Vec<PlaceSetBits>,
    /// For each mark, the places that it can lie on.
    markable: Vec<PlaceSetBits>,
    changing: Changing,
    /// Where notes lie in the table of notes, and whether each player has one.
    notes: Vec<(u16, bool)>,
    /// Holes and shared places that lie on a way.
    left: Vec<PlaceId>,
    /// Seeds can be in hands.
    hands: bool,
    /// A turn can have several moves.
    several_moves: bool,
    /// What has happened in the turn may be asked when its move is over: there are others, or it is asked
    /// what the player could do if he moved on.
    remembers: bool,
    /// Somebody asks where seeds fell.
    asks_sown: Cell<bool>,
    /// The greatest number that something has been compared with.
    compared: Cell<i64>,
    /// Somebody asks for the seed before.
    asks_earlier: Cell<bool>,
    /// The lanes of seeds that are nowhere on the board: those of the last capture, those being sown.
    fleeting: [Option<Lane>; 2],
    /// Whether somebody asks for them.
    asks_fleeting: Cell<[bool; 2]>,
    /// Somebody asks for the place that a lap took up as if it were one.
    asks_origin: Cell<bool>,
    /// Somebody asks which way a lap of an earlier move of the turn went, of which no lane tells.
    asks_turn: Cell<bool>,
    /// What has been looked at of what phrases are read with.
    noted: &'m Noted,
    /// Each player's rules may be read on a thread of his own.
    threads: bool,
    /// What has been read.
    meant: Read<'m, Made<meant::Meant>>,
    fitting: Read<'m, Made<Test>>,
    tests: Read<'m, Made<Test>>,
    acts: Read<'m, Made<Vec<Act>>>,
}

/// `threads`: each player's rules may be read on a thread of his own.
pub(super) fn program(model: &Model, fixed: &Fixed, threads: bool) -> Program {
    let noted = Noted::default();
    // Of each kind of seeds it is told how many are being sown, and were captured.
    let kinds = !model.kinds.is_empty();
    let fleeting = [model.names_captured || kinds, model.names_sowing_hand || kinds];
    let mut compiler = Compiler { threads, ..Compiler::new(model, fixed, &noted, fleeting) };
    let mut codes = compiler.codes();
    let asked = compiler.asks_fleeting.get().map(|asked| asked || kinds);
    if asked != fleeting && !noted.size.is_too_large() {
        // What is never asked, though it is named, needs no lane.
        compiler = Compiler { threads, ..Compiler::new(model, fixed, &noted, asked) };
        codes = compiler.codes();
    }
    let mut program = compiler.program(codes);
    if program.lanes.len() > MOST_LANES {
        let why = "too many marks and notes";
        program.lanes.truncate(program.places);
        program.codes.iter_mut().for_each(|code| code.handed = Some(Handed { clause: None, why }));
    }
    program
}

impl<'m> Compiler<'m> {
    /// `fleeting`: whether seeds that are nowhere on the board have lanes.
    fn new(
        model: &'m Model,
        fixed: &'m Fixed,
        noted: &'m Noted,
        fleeting: [bool; 2],
    ) -> Compiler<'m> {
        let board = &model.board;
        let mut at = 0;
        let notes = model.notes.iter().map(|note| {
            let slot = (at, note.of_each_player);
            at += if note.of_each_player { model.seats() as u16 } else { 1 };
            slot
        });
        let on_way = |p: &PlaceId| {
            let lines = model.stages.iter().flat_map(|s| &s.rules.way);
            lines.into_iter().any(|line| match &line.kind {
                WayKind::Circuit { rings, .. } => rings.iter().any(|r| r.places.contains(p)),
                _ => false,
            })
        };
        let places = (0..board.places.len()).map(|i| PlaceId(i as u8));
        let mut lanes: Vec<Meaning> = places.clone().map(Meaning::Seeds).collect();
        let of_fleeting = [Meaning::Caught, Meaning::SowingHand];
        let fleeting = [0, 1].map(|i| {
            fleeting[i].then(|| {
                lanes.push(of_fleeting[i]);
                Lane(lanes.len() as u8 - 1)
            })
        });
        let of_kinds = (0..lanes.len() as u8).flat_map(|lane| {
            let kinds = (0..model.kinds.len() as u16).map(KindId);
            kinds.map(move |kind| Meaning::Kind(Lane(lane), kind))
        });
        let of_kinds: Vec<Meaning> = of_kinds.collect();
        lanes.extend(of_kinds);
        let several_moves = model.stages.iter().any(|s| several_moves(model, &s.rules));
        let shared = |p: &PlaceId| board.places[p.index()].kind == PlaceKind::Shared && on_way(p);
        let markable = marks::markable(model, fixed);
        Compiler {
            model,
            fixed,
            lanes: RefCell::new(lanes),
            fleeting,
            asks_fleeting: Cell::default(),
            asks_origin: Cell::new(false),
            opposite: places.clone().map(|p| board.opposite(p)).collect(),
            changing: holes::changing(model, &markable),
            markable,
            notes: notes.collect(),
            left: places.filter(|p| p.index() < board.holes || shared(p)).collect(),
            hands: hands(model),
            asks_sown: Cell::new(false),
            compared: Cell::new(0),
            asks_earlier: Cell::new(false),
            asks_turn: Cell::new(false),
            noted,
            threads: false,
            meant: Read::default(),
            fitting: Read::default(),
            tests: Read::default(),
            acts: Read::default(),
            several_moves,
            remembers: several_moves || model.asks_of_turns && model.judges(),
        }
    }

    /// Seeds that are nowhere on the board, as a place whose lane has the same number.
    fn fleeting(&self, which: usize) -> Made<PlaceId> {
        let mut asks = self.asks_fleeting.get();
        asks[which] = true;
        self.asks_fleeting.set(asks);
        let lane = self.fleeting[which].ok_or("seeds that are nowhere on the board")?;
        Ok(PlaceId(lane.0))
    }

    /// The places that seeds can be taken up from, those among them that are nowhere on the board.
    fn taken_from(&self) -> impl Iterator<Item = PlaceId> + use<> {
        let fleeting = self.fleeting.into_iter().flatten().map(|lane| PlaceId(lane.0));
        self.all_places().chain(fleeting)
    }

    /// The lane that holds that; a new one if there is none yet.
    fn lane(&self, meaning: Meaning) -> Lane {
        let mut lanes = self.lanes.borrow_mut();
        let find = |lanes: &[Meaning]| lanes.iter().position(|its| *its == meaning);
        let at = find(&lanes).unwrap_or_else(|| {
            lanes.extend(self.asked_with(meaning));
            find(&lanes).unwrap_or(MOST_LANES)
        });
        Lane(u8::try_from(at).unwrap_or(u8::MAX))
    }

    /// What is asked of one player is asked of the others too, and one note mostly with the others: in
    /// this order.
    fn asked_with(&self, meaning: Meaning) -> Vec<Meaning> {
        let each_seat = |of: fn(Seat) -> Meaning| self.seats().map(of).collect();
        match meaning {
            Meaning::Moved(_) => each_seat(Meaning::Moved),
            Meaning::Played(_) => each_seat(Meaning::Played),
            Meaning::Stage(_) => each_seat(Meaning::Stage),
            Meaning::Again(_) => each_seat(Meaning::Again),
            Meaning::PlayerMark(mark, _) => {
                self.seats().map(|seat| Meaning::PlayerMark(mark, seat)).collect()
            }
            Meaning::Note(_) => {
                let slots = self.notes.iter().flat_map(|(slot, _)| self.slots(*slot));
                slots.map(Meaning::Note).collect()
            }
            _ => vec![meaning],
        }
    }

    /// Where the note lies of which that is one of the slots.
    fn slots(&self, slot: u16) -> Range<u16> {
        let of_each = |(at, each): &(u16, bool)| {
            let many = if *each { self.model.seats() as u16 } else { 1 };
            *at..at + many
        };
        let mut all = self.notes.iter().map(of_each);
        all.find(|slots| slots.contains(&slot)).unwrap_or(slot..slot + 1)
    }

    /// Those of them that a lap may take up: what is nowhere on the board only where the rules name it.
    fn taken_up(&self) -> impl Iterator<Item = PlaceId> + use<'m> {
        let model = self.model;
        let named = [model.names_captured, model.names_sowing_hand];
        let fleeting = self.fleeting.into_iter().zip(named).filter(|(_, named)| *named);
        let fleeting = fleeting.filter_map(|(lane, _)| lane).map(|lane| PlaceId(lane.0));
        self.all_places().chain(fleeting)
    }

    fn all_places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.model.board.places.len()).map(|i| PlaceId(i as u8))
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.model.seats() as u8).map(Seat)
    }

    fn holes(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.model.board.holes).map(|i| PlaceId(i as u8))
    }

    fn after(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.model.seats() as u8)
    }

    fn opponent(&self, seat: Seat) -> Option<Seat> {
        (self.model.seats() == 2).then(|| Seat(1 - seat.0))
    }

    /// The players, beginning with the one about to move.
    fn around(&self, ctx: Ctx<'m>) -> impl Iterator<Item = Seat> + use<> {
        let (n, next) = (self.model.seats() as u8, ctx.next().0);
        (0..n).map(move |i| Seat((next + i) % n))
    }

    fn store(&self, seat: Seat) -> PlaceId {
        self.model.board.seats[seat.index()].store
    }

    /// A player's store, and his hand where seeds can be in it.
    fn held(&self, seat: Seat) -> LaneSet {
        let info = &self.model.board.seats[seat.index()];
        let hand = self.hands.then_some(info.hand);
        [info.store].into_iter().chain(hand).map(Program::lane).collect()
    }

    /// What each player's rules come to in each stage, the stages in order.
    fn codes(&self) -> Vec<Code> {
        let model = self.model;
        if opening_marks(model) {
            self.marks_and_notes();
        }
        self.stage_lanes();
        self.lanes_of_holes();
        let all_handed = |why| {
            let of_stage = |stage| self.seats().map(move |s| self.handed_code(stage, s, why));
            model.stages.iter().flat_map(of_stage).collect()
        };
        if model.has_live_way() {
            return all_handed(LIVE_WAY);
        }
        let codes = self.codes_of_all();
        if self.noted.size.is_too_large() {
            return all_handed(TOO_LARGE);
        }
        // A position of the plan does not say all of it, and the reference engine would have to know.
        let asks_of_turns = self.several_moves && model.asks_of_turns;
        let leaves = || codes.iter().any(|code| !code.left().is_empty());
        match self.asks_turn.get() || asks_of_turns && leaves() {
            true => all_handed(TURN),
            false => codes,
        }
    }

    /// The lane of the stage of each player, in a game with stages.
    fn stage_lanes(&self) -> Vec<Lane> {
        match self.model.stages.len() {
            0 | 1 => Vec::new(),
            _ => self.seats().map(|seat| self.lane(Meaning::Stage(seat))).collect(),
        }
    }

    fn program(&self, codes: Vec<Code>) -> Program {
        let model = self.model;
        let lasting =
            model.marks.iter().map(|m| &m.life).chain(model.notes.iter().map(|n| &n.life));
        let whole = codes.iter().all(|code| code.left().is_empty());
        // What the reference engine does may change anything: all of it needs a lane.
        let all_lanes = !whole && !codes.iter().all(|code| code.handed.is_some());
        if all_lanes {
            self.all_lanes();
        }
        // Also where the act that gives them is left to the reference engine.
        let gives = any_deed(model, |deed| matches!(deed, Deed::PlayAgain { named: true }));
        let again = self.seats().filter(|_| gives);
        let again: Vec<Lane> = again.map(|s| self.lane(Meaning::Again(s))).collect();
        let counted = codes.iter().any(|c| c.turn.as_ref().is_some_and(|t| t.moves.is_some()));
        let moves_left = (counted || gives).then(|| self.lane(Meaning::MovesLeft));
        // Stages are left, and marks lifted, only where a turn begins.
        let limited = codes.iter().any(|c| c.turn.as_ref().is_some_and(|t| t.at_most.is_some()));
        let turn_lived = lasting.clone().any(|l| matches!(l, Life::Unit(Unit::Turn)));
        let begins = limited || turn_lived || model.stages.len() > 1 || all_lanes;
        let of_turn = |m: &Meaning| {
            matches!(
                m,
                Meaning::MovesMade
                    | Meaning::TurnCaptured
                    | Meaning::TurnSown(_)
                    | Meaning::TurnWent
            )
        };
        let asked = self.lanes.borrow().iter().any(of_turn);
        let moves_made =
            (self.several_moves && begins || asked).then(|| self.lane(Meaning::MovesMade));
        let lanes = self.lanes.borrow().clone();
        let find = |meaning| lanes.iter().position(|m| *m == meaning).map(|i| Lane(i as u8));
        let lifted = [Unit::Lap, Unit::Move, Unit::Turn].map(|unit| {
            let dies = |life: &Life| matches!(life, Life::Unit(u) if *u == unit);
            let note = |slot: u16| {
                let at = self.notes.iter().rposition(|(at, _)| *at <= slot);
                at.is_some_and(|i| dies(&model.notes[i].life))
            };
            let lifted = lanes.iter().enumerate().filter(|(_, meaning)| match meaning {
                Meaning::Mark(m, _) | Meaning::PlayerMark(m, _) => {
                    dies(&model.marks[m.index()].life)
                }
                Meaning::Note(slot) => note(*slot),
                _ => false,
            });
            lifted.map(|(i, _)| Lane(i as u8)).collect()
        });
        let told = |m: &Meaning| {
            !matches!(
                m,
                Meaning::Moved(_)
                    | Meaning::Played(_)
                    | Meaning::MovesMade
                    | Meaning::TurnCaptured
                    | Meaning::TurnSown(_)
                    | Meaning::TurnWent
                    | Meaning::Caught
                    | Meaning::SowingHand
            ) && !matches!(m, Meaning::Kind(of, _) if of.index() >= self.model.board.places.len())
        };
        let told = lanes.iter().enumerate().filter(|(_, m)| told(m));
        let identity = told.map(|(i, _)| Lane(i as u8)).collect();
        let kinds = (0..).map(KindId).zip(&model.kinds).map(|(kind, its)| {
            let lanes = lanes
                .iter()
                .enumerate()
                .filter(|(_, meaning)| matches!(meaning, Meaning::Kind(_, of) if *of == kind));
            let lanes = lanes.map(|(at, _)| Lane(at as u8)).collect();
            (i64::from(its.worth) - 1, lanes)
        });
        let kinds = kinds.collect();
        let board = &model.board;
        let seeds: u32 = model.start.iter().map(|(_, _, n)| u32::from(*n)).sum();
        let mut program = Program {
            soonest_return: 0,
            places: board.places.len(),
            seats: model.seats(),
            identity,
            stores: self.seats().map(|s| Program::lane(self.store(s))).collect(),
            irreversible: !model.captures_can_return(),
            codes,
            keeps: self
                .seats()
                .map(|s| (self.kept_holes(s), Program::lane(self.store(s))))
                .collect(),
            owners: self.owner_lanes(),
            held: self.seats().map(|s| self.held(s)).collect(),
            caught: self.fleeting[0],
            hand: self.fleeting[1],
            kinds,
            stage_lanes: self.stage_lanes(),
            turn_captured: find(Meaning::TurnCaptured),
            turn_sown: (0..)
                .zip(&lanes)
                .filter_map(|(i, meaning)| match meaning {
                    Meaning::TurnSown(place) => Some((Program::lane(*place), Lane(i))),
                    _ => None,
                })
                .collect(),
            moves_made,
            moves_left,
            again,
            moved: self.seats().map(|s| find(Meaning::Moved(s))).collect(),
            played: self.seats().map(|s| find(Meaning::Played(s))).collect(),
            lifted,
            asks_sown: self.asks_sown.get(),
            asks_earlier: self.asks_earlier.get(),
            turn_went: find(Meaning::TurnWent),
            greatest: seeds,
            counted: self.counted(),
            lanes,
        };
        program.see_who_can_move();
        program.soonest_return = program.find_soonest_return();
        program
    }

    /// A lane for everything that can change.
    fn all_lanes(&self) {
        self.marks_and_notes();
        self.lane(Meaning::Moved(Seat(0)));
        self.lane(Meaning::Played(Seat(0)));
    }

    /// A lane for every note, and for every mark of a place that it can lie on.
    fn marks_and_notes(&self) {
        let model = self.model;
        for mark in (0..model.marks.len() as u16).map(MarkId) {
            let places = self.all_places().filter(|place| self.can_be_marked(mark, *place));
            places.for_each(|place| _ = self.lane(Meaning::Mark(mark, place)));
            self.lane(Meaning::PlayerMark(mark, Seat(0)));
        }
        self.notes.iter().for_each(|(slot, _)| _ = self.lane(Meaning::Note(*slot)));
    }

    /// How far it matters that notes hold numbers.
    fn counted(&self) -> u32 {
        if self.model.counts() { u32::try_from(self.compared.get()).unwrap_or(u32::MAX) } else { 0 }
    }

    fn handed(clause: ClauseId, why: &'static str) -> Handed {
        Handed { clause: Some(clause), why }
    }
}

impl Program {
    /// Whether all moves are left to the reference engine.
    pub fn is_handed(&self) -> bool {
        self.codes.iter().all(|code| code.handed.is_some())
    }
}

/// Whether seeds can be in hands: some are there at the start, an opening puts them there, or a rule.
fn hands(model: &Model) -> bool {
    let kind = |p: &PlaceId| model.board.places[p.index()].kind;
    model.start.iter().any(|(_, p, n)| *n > 0 && kind(p) == PlaceKind::Hand)
        || !model.opening.is_empty()
        || model.next_game.is_some()
        || any_deed(model, |deed| match deed {
            Deed::Put(_, to) => !matches!(to.base, Base::Holes | Base::It | Base::Store(_)),
            _ => false,
        })
}

/// Whether a turn of these rules can have several moves.
fn several_moves(model: &Model, rules: &Rules) -> bool {
    rules.turn.moves.is_some() || any_deed(model, |deed| matches!(deed, Deed::PlayAgain { .. }))
}

/// Whether the rules of a game say to do such a thing, in a stage or in a word.
fn any_deed(model: &Model, is_it: impl Fn(&Deed) -> bool) -> bool {
    model.clause_of(is_it).is_some()
}

/// Whether marks or notes may be set in the opening, which nobody need ask for later: they still
/// tell one position from another.
fn opening_marks(model: &Model) -> bool {
    let sets = |deed: &Deed| {
        matches!(
            deed,
            Deed::Mark(..)
                | Deed::Unmark(..)
                | Deed::Choose(..)
                | Deed::Set(..)
                | Deed::SetNumber(..)
                | Deed::SetDir(..)
                | Deed::Do(_)
        )
    };
    any_in_steps(&model.opening, &sets)
}
