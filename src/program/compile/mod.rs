//! Compiles a model to a [`Program`].
//!
//! A model describes places ("the hole opposite"); a program names them. The compiler is a partial evaluator:
//! it lowers every phrase for each player, each hole that an occasion can be about and, where it matters,
//! each direction, and folds what does not depend on the position: owners and closed holes that never change
//! ([`holes`]), marks that cannot be there ([`marks`]), rings and directions ([`along`], [`way`]). What
//! remains are tests on lanes.
//!
//! - **Environment and memo** ([`ctx`]). A phrase is lowered in an environment (`Env`: player, hole, time,
//!   direction, ...). Most phrases read few of its fields. A [`ReadTracker`] records the fields read, and a
//!   [`Memo`] returns an earlier result if those fields are equal. Without it, large boards would lower each
//!   phrase hundreds of times.
//! - **Phrases** ([`evaluate`], [`place_cases`]). A phrase for places becomes
//!   [`PlaceCases`](place_cases::PlaceCases): each place it can select, with the test under which it does.
//! - **Lanes** are allotted on demand ([`Compiler::lane`]): marks, notes, owners and facts of the turn get
//!   one only if some rule reads them. If a lane turns out not to be read, the model is compiled once more
//!   without it.
//! - **Unsupported clauses.** `Err(reason)` ([`Lowered`]) means that a phrase cannot be lowered. The case,
//!   the opening or, in the worst case, the whole code is marked unsupported with that reason, and the
//!   reference engine runs it. Nothing is approximated.
//! - **Limits.** A short text can ask for very large programs, so memory is counted ([`memory_limit`]);
//!   beyond the limit the rules are unsupported.
//! - The rules of each player may be compiled on a thread of their own ([`seats`]); the result is the same.

mod act;
mod along;
mod ask;
mod before_move;
mod ctx;
mod evaluate;
mod holes;
mod marks;
mod memory_limit;
mod no_move;
mod number;
mod place;
mod place_cases;
mod rules;
mod seats;
mod way;

use super::{Act, Code, Lane, LaneRole, LaneSet, Program, Test, Unsupported};
use crate::engine::GameConstants;
use crate::model::{
    Base, ClauseId, Deed, Det, KindId, Life, MarkId, Model, PlaceId, PlaceKind, PlacePhrase,
    PlaceSetBits, Rules, Seat, Unit, any_in_steps,
};
use ctx::{LowerCtx, Memo, ReadPhase, ReadTracker};
use holes::ChangingHoles;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// A lowered phrase, or the reason why it cannot be lowered.
type Lowered<T> = Result<T, &'static str>;

/// Reason: the paths of seeds have to be known when a program is made.
const LIVE_WAY: &str = "a way that depends on who owns the holes";

/// Reason: no lane holds this fact.
const TURN: &str = "what has happened in a turn of several moves";

/// Reason: neither the path nor the lap fixes the direction.
const DIRECTION: &str = "a direction that is not known beforehand";

/// Reason: the result depends on the direction of the lap, which is not known.
const EITHER_WAY: &str = "a lap that may go either way round";

/// Reason: the result depends on which line of *way* holds, and their rings differ.
const SEVERAL_WAYS: &str = "several ways";

/// Reason: the memory limit is exceeded.
const TOO_LARGE: &str = "rules that come to very many steps";

/// The most lanes of a position.
const MOST_LANES: usize = 256;

impl<'m> LowerCtx<'m> {
    /// What a player chose for a phrase; `None`: no choice has been made for this phrase.
    fn chosen_for(&self, phrase: &PlacePhrase) -> Option<Option<PlaceId>> {
        let (of, chosen) = self.chosen()?;
        std::ptr::eq(of.0, phrase).then_some(chosen)
    }

    /// Whether a phrase lets a player choose and no choice has been made.
    fn leaves_open(&self, phrase: &PlacePhrase) -> bool {
        matches!(phrase.det, Det::Any(_)) && self.chosen_for(phrase).is_none()
    }
}

/// A player as a lane value; 0 is nobody.
fn seat_number(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

/// Lowers the rules of one model.
struct Compiler<'m> {
    model: &'m Model,
    fixed: &'m GameConstants,
    lanes: RefCell<Vec<LaneRole>>,
    /// For each place, the places to which it is opposite.
    opposite: Vec<PlaceSetBits>,
    /// For each mark, the places that can have it.
    markable: Vec<PlaceSetBits>,
    changing_holes: ChangingHoles,
    /// For each note, its first slot in the table of notes, and whether each player has one.
    notes: Vec<(u16, bool)>,
    /// Holes, and shared places that lie on a ring.
    left_places: Vec<PlaceId>,
    /// Seeds can be in hands.
    hands: bool,
    /// A turn can have several moves.
    several_moves: bool,
    /// Facts of the turn may be read after its move: there are other moves, or a rule asks what the player
    /// could do if they moved on.
    tracks_turn: bool,
    /// Some rule reads where seeds fell.
    asks_sown: Cell<bool>,
    /// The greatest number that something is compared with.
    compared: Cell<i64>,
    /// Some rule reads the place of the previous seed.
    asks_earlier: Cell<bool>,
    /// Some rule reads a mark as it was before the seed fell.
    asks_before_fall: Cell<bool>,
    /// The lanes of seeds that are in no place of the board: [last capture, hand].
    transient: [Option<Lane>; 2],
    /// Whether some rule reads them.
    reads_transient: Cell<[bool; 2]>,
    /// Some rule reads the origin of a lap as a place.
    asks_origin: Cell<bool>,
    /// Some rule reads a fact about earlier moves of the turn that no lane holds.
    asks_turn: Cell<bool>,
    /// Records the fields of the environment that lowering reads.
    tracker: &'m ReadTracker,
    /// Each player's rules may be lowered on a thread of their own.
    threads: bool,
    /// Phrases lowered so far.
    place_memo: Memo<'m, Lowered<place_cases::PlaceCases>>,
    filter_memo: Memo<'m, Lowered<Test>>,
    test_memo: Memo<'m, Lowered<Test>>,
    act_memo: Memo<'m, Lowered<Vec<Act>>>,
}

/// Compiles a model. `threads`: each player's rules may be lowered on a thread of their own.
pub(super) fn program(model: &Model, fixed: &GameConstants, threads: bool) -> Program {
    let tracker = ReadTracker::default();
    // With kinds, the kinds of the last capture and of the hand have to be tracked.
    let kinds = !model.kinds.is_empty();
    let transient = [model.uses_captured_seeds || kinds, model.uses_sowing_hand || kinds];
    let mut compiler = Compiler { threads, ..Compiler::new(model, fixed, &tracker, transient) };
    let mut codes = compiler.codes();
    let asked = compiler.reads_transient.get().map(|asked| asked || kinds);
    if asked != transient && !tracker.size.is_too_large() {
        // A lane that is named but never read is left out.
        compiler = Compiler { threads, ..Compiler::new(model, fixed, &tracker, asked) };
        codes = compiler.codes();
    }
    let mut program = compiler.program(codes);
    if program.lanes.len() > MOST_LANES {
        let why = "too many marks and notes";
        program.lanes.truncate(program.places);
        program
            .codes
            .iter_mut()
            .for_each(|code| code.unsupported = Some(Unsupported { clause: None, reason: why }));
    }
    program
}

impl<'m> Compiler<'m> {
    /// `transient`: whether the last capture and the hand have lanes.
    fn new(
        model: &'m Model,
        fixed: &'m GameConstants,
        tracker: &'m ReadTracker,
        transient: [bool; 2],
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
            lines.into_iter().flat_map(|line| line.kind.rings()).any(|r| r.places.contains(p))
        };
        let places = (0..board.places.len()).map(|i| PlaceId(i as u8));
        let mut lanes: Vec<LaneRole> = places.clone().map(LaneRole::Seeds).collect();
        let of_transient = [LaneRole::LastCapture, LaneRole::SowingHand];
        let transient = [0, 1].map(|i| {
            transient[i].then(|| {
                lanes.push(of_transient[i]);
                Lane(lanes.len() as u8 - 1)
            })
        });
        let of_kinds = (0..lanes.len() as u8).flat_map(|lane| {
            let kinds = (0..model.kinds.len() as u16).map(KindId);
            kinds.map(move |kind| LaneRole::Kind(Lane(lane), kind))
        });
        let of_kinds: Vec<LaneRole> = of_kinds.collect();
        lanes.extend(of_kinds);
        let several_moves = model.stages.iter().any(|s| several_moves(model, &s.rules));
        let shared = |p: &PlaceId| board.places[p.index()].kind == PlaceKind::Shared && on_way(p);
        let markable = marks::markable(model, fixed);
        Compiler {
            model,
            fixed,
            lanes: RefCell::new(lanes),
            transient,
            reads_transient: Cell::default(),
            asks_origin: Cell::new(false),
            opposite: places.clone().map(|p| board.opposite(p)).collect(),
            changing_holes: holes::changing_holes(model, fixed, &markable),
            markable,
            notes: notes.collect(),
            left_places: places.filter(|p| p.index() < board.holes || shared(p)).collect(),
            hands: hands(model),
            asks_sown: Cell::new(false),
            compared: Cell::new(0),
            asks_earlier: Cell::new(false),
            asks_before_fall: Cell::new(false),
            asks_turn: Cell::new(false),
            tracker,
            threads: false,
            place_memo: Memo::default(),
            filter_memo: Memo::default(),
            test_memo: Memo::default(),
            act_memo: Memo::default(),
            several_moves,
            tracks_turn: several_moves || model.uses_turn_facts && model.tests_for_moves(),
        }
    }

    /// Transient seeds (0: last capture, 1: hand) as a place with the number of their lane.
    fn transient_place(&self, which: usize) -> Lowered<PlaceId> {
        let mut asks = self.reads_transient.get();
        asks[which] = true;
        self.reads_transient.set(asks);
        let lane = self.transient[which].ok_or("seeds that are nowhere on the board")?;
        Ok(PlaceId(lane.0))
    }

    /// The places that seeds can be taken up from, transient ones included.
    fn pickup_places(&self) -> impl Iterator<Item = PlaceId> + use<> {
        let transient = self.transient.into_iter().flatten().map(|lane| PlaceId(lane.0));
        self.all_places().chain(transient)
    }

    /// The lane with a role; allotted if there is none yet.
    fn lane(&self, role: LaneRole) -> Lane {
        let mut lanes = self.lanes.borrow_mut();
        let find = |lanes: &[LaneRole]| lanes.iter().position(|its| *its == role);
        let at = find(&lanes).unwrap_or_else(|| {
            lanes.extend(self.lane_group(role));
            find(&lanes).unwrap_or(MOST_LANES)
        });
        Lane(u8::try_from(at).unwrap_or(u8::MAX))
    }

    /// The roles that get lanes together: the same fact of all players, or all notes, in this order.
    fn lane_group(&self, role: LaneRole) -> Vec<LaneRole> {
        let each_seat = |of: fn(Seat) -> LaneRole| self.seats().map(of).collect();
        match role {
            LaneRole::Moved(_) => each_seat(LaneRole::Moved),
            LaneRole::Played(_) => each_seat(LaneRole::Played),
            LaneRole::Stage(_) => each_seat(LaneRole::Stage),
            LaneRole::ExtraMoves(_) => each_seat(LaneRole::ExtraMoves),
            LaneRole::PlayerMark(mark, _) => {
                self.seats().map(|seat| LaneRole::PlayerMark(mark, seat)).collect()
            }
            LaneRole::Note(_) => {
                let slots = self.notes.iter().flat_map(|(slot, _)| self.slots(*slot));
                slots.map(LaneRole::Note).collect()
            }
            LaneRole::Seeds(_)
            | LaneRole::Mark(..)
            | LaneRole::MovesLeft
            | LaneRole::MovesMade
            | LaneRole::TurnCaptured
            | LaneRole::TurnSown(_)
            | LaneRole::TurnDirection
            | LaneRole::Owner(_)
            | LaneRole::Closed(_)
            | LaneRole::LastCapture
            | LaneRole::SowingHand
            | LaneRole::Kind(..) => vec![role],
        }
    }

    /// The slots of the note that has this slot.
    fn slots(&self, slot: u16) -> Range<u16> {
        let of_each = |(at, each): &(u16, bool)| {
            let many = if *each { self.model.seats() as u16 } else { 1 };
            *at..at + many
        };
        let mut all = self.notes.iter().map(of_each);
        all.find(|slots| slots.contains(&slot)).unwrap_or(slot..slot + 1)
    }

    /// The places that a lap can start from; transient ones only if the rules name them.
    fn origin_places(&self) -> impl Iterator<Item = PlaceId> + use<'m> {
        let model = self.model;
        let named = [model.uses_captured_seeds, model.uses_sowing_hand];
        let transient = self.transient.into_iter().zip(named).filter(|(_, named)| *named);
        let transient = transient.filter_map(|(lane, _)| lane).map(|lane| PlaceId(lane.0));
        self.all_places().chain(transient)
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

    fn store(&self, seat: Seat) -> PlaceId {
        self.model.board.seats[seat.index()].store
    }

    /// A player's store, and their hand if seeds can be in it.
    fn score_lanes(&self, seat: Seat) -> LaneSet {
        let info = &self.model.board.seats[seat.index()];
        let hand = self.hands.then_some(info.hand);
        [info.store].into_iter().chain(hand).map(Program::lane).collect()
    }

    /// The code of each player in each stage, by stage, then by seat.
    fn codes(&self) -> Vec<Code> {
        let model = self.model;
        if opening_marks(model) {
            self.add_mark_and_note_lanes();
        }
        self.stage_lanes();
        self.add_hole_lanes();
        let all_unsupported = |why| {
            let of_stage = |stage| self.seats().map(move |s| self.unsupported_code(stage, s, why));
            model.stages.iter().flat_map(of_stage).collect()
        };
        if model.has_dynamic_way() {
            return all_unsupported(LIVE_WAY);
        }
        let codes = self.codes_of_all();
        if self.tracker.size.is_too_large() {
            return all_unsupported(TOO_LARGE);
        }
        // Positions of the plan lack facts of the turn that the reference engine would need.
        let asks_of_turns = self.several_moves && model.uses_turn_facts;
        let leaves = || codes.iter().any(|code| !code.unsupported_parts().is_empty());
        match self.asks_turn.get() || asks_of_turns && leaves() {
            true => all_unsupported(TURN),
            false => codes,
        }
    }

    /// The lane of the stage of each player, in a game with stages.
    fn stage_lanes(&self) -> Vec<Lane> {
        match self.model.stages.len() {
            0 | 1 => Vec::new(),
            _ => self.seats().map(|seat| self.lane(LaneRole::Stage(seat))).collect(),
        }
    }

    fn program(&self, codes: Vec<Code>) -> Program {
        let model = self.model;
        let lasting =
            model.marks.iter().map(|m| &m.life).chain(model.notes.iter().map(|n| &n.life));
        let whole = codes.iter().all(|code| code.unsupported_parts().is_empty());
        // The reference engine can change everything, so all of it needs a lane.
        let all_lanes = !whole && !codes.iter().all(|code| code.unsupported.is_some());
        if all_lanes {
            self.add_all_lanes();
        }
        // Needed even if the act that gives extra moves is run by the reference engine.
        let gives =
            any_deed_in_model(model, |deed| matches!(deed, Deed::PlayAgain { named: true }));
        let again = self.seats().filter(|_| gives);
        let again: Vec<Lane> = again.map(|s| self.lane(LaneRole::ExtraMoves(s))).collect();
        let counted = codes.iter().any(|c| c.turn.as_ref().is_some_and(|t| t.moves.is_some()));
        let moves_left = (counted || gives).then(|| self.lane(LaneRole::MovesLeft));
        // Stages are left, and marks expire, only where a turn begins.
        let limited = codes.iter().any(|c| c.turn.as_ref().is_some_and(|t| t.at_most.is_some()));
        let turn_lived = lasting.clone().any(|l| matches!(l, Life::Unit(Unit::Turn)));
        let begins = limited || turn_lived || model.stages.len() > 1 || all_lanes;
        let of_turn = |m: &LaneRole| {
            matches!(
                m,
                LaneRole::MovesMade
                    | LaneRole::TurnCaptured
                    | LaneRole::TurnSown(_)
                    | LaneRole::TurnDirection
            )
        };
        let asked = self.lanes.borrow().iter().any(of_turn);
        let moves_made =
            (self.several_moves && begins || asked).then(|| self.lane(LaneRole::MovesMade));
        let lanes = self.lanes.borrow().clone();
        let find = |role| lanes.iter().position(|m| *m == role).map(|i| Lane(i as u8));
        let expiring = [Unit::Lap, Unit::Move, Unit::Turn].map(|unit| {
            let dies = |life: &Life| matches!(life, Life::Unit(u) if *u == unit);
            let note = |slot: u16| {
                let at = self.notes.iter().rposition(|(at, _)| *at <= slot);
                at.is_some_and(|i| dies(&model.notes[i].life))
            };
            let expiring = lanes.iter().enumerate().filter(|(_, role)| match role {
                LaneRole::Mark(m, _) | LaneRole::PlayerMark(m, _) => {
                    dies(&model.marks[m.index()].life)
                }
                LaneRole::Note(slot) => note(*slot),
                LaneRole::Seeds(_)
                | LaneRole::Stage(_)
                | LaneRole::ExtraMoves(_)
                | LaneRole::MovesLeft
                | LaneRole::MovesMade
                | LaneRole::TurnCaptured
                | LaneRole::TurnSown(_)
                | LaneRole::TurnDirection
                | LaneRole::Moved(_)
                | LaneRole::Played(_)
                | LaneRole::Owner(_)
                | LaneRole::Closed(_)
                | LaneRole::LastCapture
                | LaneRole::SowingHand
                | LaneRole::Kind(..) => false,
            });
            expiring.map(|(i, _)| Lane(i as u8)).collect()
        });
        let is_identity = |m: &LaneRole| {
            !matches!(
                m,
                LaneRole::Moved(_)
                    | LaneRole::Played(_)
                    | LaneRole::MovesMade
                    | LaneRole::TurnCaptured
                    | LaneRole::TurnSown(_)
                    | LaneRole::TurnDirection
                    | LaneRole::LastCapture
                    | LaneRole::SowingHand
            ) && !matches!(m, LaneRole::Kind(of, _) if of.index() >= self.model.board.places.len())
        };
        let identity_lanes = lanes.iter().enumerate().filter(|(_, m)| is_identity(m));
        let identity = identity_lanes.map(|(i, _)| Lane(i as u8)).collect();
        let kinds = (0..).map(KindId).zip(&model.kinds).map(|(kind, its)| {
            let lanes = lanes
                .iter()
                .enumerate()
                .filter(|(_, role)| matches!(role, LaneRole::Kind(_, of) if *of == kind));
            let lanes = lanes.map(|(at, _)| Lane(at as u8)).collect();
            (i64::from(its.worth) - 1, lanes)
        });
        let kinds = kinds.collect();
        let board = &model.board;
        let seeds: u32 = model.start.iter().map(|(_, _, n)| u32::from(*n)).sum();
        let mut program = Program {
            fewest_moves_to_repeat: 0,
            places: board.places.len(),
            seats: model.seats(),
            identity,
            stores: self.seats().map(|s| Program::lane(self.store(s))).collect(),
            irreversible: !model.captures_can_return(),
            codes,
            own_holes: self
                .seats()
                .map(|s| (self.kept_holes(s), Program::lane(self.store(s))))
                .collect(),
            owners: self.owner_lanes(),
            score_lanes: self.seats().map(|s| self.score_lanes(s)).collect(),
            last_capture: self.transient[0],
            hand: self.transient[1],
            kinds,
            stage_lanes: self.stage_lanes(),
            turn_captured: find(LaneRole::TurnCaptured),
            turn_sown: (0..=u8::MAX)
                .zip(&lanes)
                .filter_map(|(i, meaning)| {
                    let LaneRole::TurnSown(place) = meaning else { return None };
                    Some((Program::lane(*place), Lane(i)))
                })
                .collect(),
            moves_made,
            moves_left,
            extra_moves: again,
            moved: self.seats().map(|s| find(LaneRole::Moved(s))).collect(),
            played: self.seats().map(|s| find(LaneRole::Played(s))).collect(),
            expiring,
            asks_sown: self.asks_sown.get(),
            asks_earlier: self.asks_earlier.get(),
            asks_before_fall: self.asks_before_fall.get(),
            turn_went: find(LaneRole::TurnDirection),
            total_seeds: seeds,
            greatest_compared: self.greatest_compared(),
            lanes,
        };
        program.lower_no_move_tests();
        program.fewest_moves_to_repeat = program.compute_fewest_moves_to_repeat();
        program
    }

    /// Allots a lane for everything that can change.
    fn add_all_lanes(&self) {
        self.add_mark_and_note_lanes();
        self.lane(LaneRole::Moved(Seat(0)));
        self.lane(LaneRole::Played(Seat(0)));
    }

    /// Allots a lane for every note, and for every mark of a place that can have it.
    fn add_mark_and_note_lanes(&self) {
        let model = self.model;
        for mark in (0..model.marks.len() as u16).map(MarkId) {
            let places = self.all_places().filter(|place| self.can_be_marked(mark, *place));
            places.for_each(|place| _ = self.lane(LaneRole::Mark(mark, place)));
            self.lane(LaneRole::PlayerMark(mark, Seat(0)));
        }
        self.notes.iter().for_each(|(slot, _)| _ = self.lane(LaneRole::Note(*slot)));
    }

    /// See [`Program::greatest_compared`].
    fn greatest_compared(&self) -> u32 {
        if self.model.has_number_notes() {
            u32::try_from(self.compared.get()).unwrap_or(u32::MAX)
        } else {
            0
        }
    }

    fn unsupported(clause: ClauseId, why: &'static str) -> Unsupported {
        Unsupported { clause: Some(clause), reason: why }
    }
}

impl Program {
    /// Whether all moves are run by the reference engine.
    pub fn falls_back(&self) -> bool {
        self.codes.iter().all(|code| code.unsupported.is_some())
    }
}

/// Whether seeds can be in hands: at the start, by an opening, or by a rule.
fn hands(model: &Model) -> bool {
    let kind = |p: &PlaceId| model.board.places[p.index()].kind;
    model.start.iter().any(|(_, p, n)| *n > 0 && kind(p) == PlaceKind::Hand)
        || !model.opening.is_empty()
        || model.next_game.is_some()
        || any_deed_in_model(model, |deed| {
            let Deed::Put(_, to) = deed else { return false };
            !matches!(to.base, Base::Holes | Base::It | Base::Store(_))
        })
}

/// Whether a turn of these rules can have several moves.
fn several_moves(model: &Model, rules: &Rules) -> bool {
    rules.turn.moves.is_some()
        || any_deed_in_model(model, |deed| matches!(deed, Deed::PlayAgain { .. }))
}

/// Whether some rule of the game, in a stage or a word, has a matching statement.
fn any_deed_in_model(model: &Model, pred: impl Fn(&Deed) -> bool) -> bool {
    model.clause_of(pred).is_some()
}

/// Whether the opening may set marks or notes. Even if no rule reads them later, they identify positions.
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
