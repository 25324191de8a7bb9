//! The model of a game, with one set of options and variations decided: names are resolved, and no
//! text remains.
//!
//! Every clause keeps its span, so that events can name the statement that caused them. The model
//! is data only; [`crate::engine`] runs it.

mod action;
mod board;
mod circuit;
mod cond;
mod defaults;
mod ids;
mod move_dependence;
mod place;
mod repetition;
mod rules;
mod scan;
pub(crate) mod walk;
mod way;

pub use action::{
    Action, Deed, DeedPart, FillOrder, LawDeed, MarkTarget, NoteValue, Part, Postcondition, Source,
    Sow, SowClass, Step, StepKind,
};
pub use board::{Board, Hole, Place, PlaceKind, SeatInfo};
pub use circuit::{CircuitShape, DynamicCircuit, InsertedPlace, MAX_CIRCUIT_ROWS, OwnerFn};
pub use cond::{Amount, Cond, CondPart, Count, Fact, LapQuantifier};
pub use ids::{
    AlternativeId, ClauseId, KindId, MarkId, NoteId, PlaceId, PlaceSetBits, Seat, StageId, WordId,
};
pub use place::{
    Base, Det, Filter, Pick, PlacePhrase, Places, PlayerRef, Side, StateTest, Subject,
};
pub use repetition::{mentions_repetition, repetition_cases};
pub use rules::{
    Case, Cases, Clause, DefaultClause, KindDecl, LapRef, Law, Life, MarkDecl, NoteDecl, NoteKind,
    Rules, SectionName, Stage, TurnMoves, TurnRules, Unit, UnitRef, Winner, sole_best,
};
pub(crate) use scan::{any_in_steps, cases_of_steps};
pub use way::{Dir, Direction, Manner, MannerKind, Ring, WayKind, WayLine};

use std::collections::BTreeMap;

/// A game with its options and variations decided.
#[derive(Clone, Debug)]
pub struct Model {
    /// The name in the description.
    pub name: String,
    /// The variations chosen, in order.
    pub variations: Vec<String>,
    /// Every option and its value.
    pub options: BTreeMap<String, String>,
    /// Holes, stores, hands, shared places; the players and their seats.
    pub board: Board,
    /// Marks that can be put on holes or players.
    pub marks: Vec<MarkDecl>,
    /// Notes that can be set. The resolver may add notes of its own (a direction kept for the
    /// game).
    pub notes: Vec<NoteDecl>,
    /// Kinds of seeds, in addition to the usual ones, which have no name and are worth 1 each. Most
    /// games have none.
    pub kinds: Vec<KindDecl>,
    /// Every clause that an event can name. The first [`DefaultClause::COUNT`] are the defaults.
    pub clauses: Vec<Clause>,
    /// Seeds of each place when the first game begins.
    pub start: Vec<(ClauseId, PlaceId, u16)>,
    /// Of these, the seeds of a kind.
    pub start_kinds: Vec<(ClauseId, PlaceId, KindId, u16)>,
    /// The player who moves first in the first game.
    pub first: Seat,
    /// The statement that names the first player, or the default.
    pub first_clause: ClauseId,
    /// Steps before the first turn of every game.
    pub opening: Vec<Step>,
    /// The stages in order; a game without stages has one, with an empty name.
    pub stages: Vec<Stage>,
    /// Named actions and cases, run by [`Deed::Do`].
    pub words: Vec<Word>,
    /// How the next game is prepared; `None`: the game is played once.
    pub next_game: Option<Vec<Step>>,
    /// The alternatives of every `either A, or B`.
    pub alternatives: Vec<Alternative>,
    /// Some condition quantifies over laps (every lap, some lap, no lap).
    pub uses_lap_quantifiers: bool,
    /// Some phrase or condition is about a whole turn, or about an earlier move of the turn.
    pub uses_turn_facts: bool,
    /// Some phrase names the captured seeds.
    pub uses_captured_seeds: bool,
    /// Some phrase names the seeds being sown.
    pub uses_sowing_hand: bool,
}

/// One of the actions of `either A, or B`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The answer of a player: `capture-it`; unique within its `either`.
    pub id: String,
    /// The id is only the first words of the text.
    pub cut: bool,
    /// As it is written.
    pub text: String,
}

/// A named list of cases.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word.
    pub name: String,
    /// Run by `do NAME`: the first case that matches.
    pub cases: Cases,
}

impl Model {
    /// A clause of this model.
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.0 as usize]
    }

    /// Number of players.
    pub fn seats(&self) -> usize {
        self.board.seats.len()
    }

    /// The name of a player.
    pub fn player(&self, seat: Seat) -> &str {
        &self.board.seats[seat.index()].name
    }

    /// An alternative of an `either` of this model.
    pub fn alternative(&self, id: AlternativeId) -> &Alternative {
        &self.alternatives[id.index()]
    }

    /// The name of a seed of a kind; `None`: of the usual kind.
    pub fn seed(&self, kind: Option<KindId>) -> &str {
        kind.map_or("seed", |kind| &self.kinds[kind.index()].name)
    }

    /// The id of a place as people write it: `a1`, `S`, `goal`.
    pub fn place(&self, place: PlaceId) -> &str {
        &self.board.places[place.index()].id
    }
}
