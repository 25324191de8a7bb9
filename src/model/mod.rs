//! What a game *is*, with one set of options and variations decided: no names to look up, no text.
//!
//! Every clause keeps the span it came from, so that whatever happens in play can name the
//! statement that caused it. How a model runs is not told here; see [`crate::engine`].

mod action;
mod board;
mod circuit;
mod cond;
mod defaults;
mod ids;
mod move_dependence;
mod place;
mod rules;
mod scan;
pub(crate) mod walk;
mod way;

pub use action::{
    Action, Deed, FillOrder, LawDeed, MarkTarget, NoteValue, Part, Postcondition, Source, Sow,
    SowClass, Step, StepKind,
};
pub use board::{Board, Hole, Place, PlaceKind, SeatInfo};
pub use circuit::{CircuitShape, DynamicCircuit, InsertedPlace, MAX_CIRCUIT_ROWS, OwnerFn};
pub use cond::{Amount, Cond, Count, Fact, LapQuantifier};
pub use ids::{
    AlternativeId, ClauseId, KindId, MarkId, NoteId, PlaceId, PlaceSetBits, Seat, StageId, WordId,
};
pub use place::{
    Base, Det, Filter, Pick, PlacePhrase, Places, PlayerRef, Side, StateTest, Subject,
};
pub use rules::{
    Case, Cases, Clause, DefaultClause, KindDecl, LapRef, Law, Life, MarkDecl, NoteDecl, NoteKind,
    Rules, SectionName, Stage, TurnMoves, TurnRules, Unit, UnitRef, Winner, sole_best,
};
pub(crate) use scan::any_in_steps;
pub use way::{Dir, Manner, MannerKind, Ring, WayKind, WayLine};

use std::collections::BTreeMap;

/// A game with its options and variations decided.
#[derive(Clone, Debug)]
pub struct Model {
    /// As the description names it.
    pub name: String,
    /// The variations chosen, in order.
    pub variations: Vec<String>,
    /// Every option and its value.
    pub options: BTreeMap<String, String>,
    /// Holes, stores, hands, shared places; who sits where.
    pub board: Board,
    /// Marks that can be put on holes or players.
    pub marks: Vec<MarkDecl>,
    /// Notes that can be set. The resolver may add notes of its own (a direction kept for the game).
    pub notes: Vec<NoteDecl>,
    /// Kinds of seeds, beside the usual ones, which have no name and are worth 1 each. Most games
    /// have none.
    pub kinds: Vec<KindDecl>,
    /// Everything an event can name. The first [`DefaultClause::COUNT`] are the defaults.
    pub clauses: Vec<Clause>,
    /// Seeds of each place when the first game begins.
    pub start: Vec<(ClauseId, PlaceId, u16)>,
    /// Of these, the seeds that are of a kind.
    pub start_kinds: Vec<(ClauseId, PlaceId, KindId, u16)>,
    /// Who moves first in the first game, and the statement that says so.
    pub first: Seat,
    /// The statement that says who moves first, or the default.
    pub first_clause: ClauseId,
    /// Done before the first turn of every game.
    pub opening: Vec<Step>,
    /// The stages in order; a game without stages has one, with an empty name.
    pub stages: Vec<Stage>,
    /// Actions and cases with a name, done by [`Deed::Do`].
    pub words: Vec<Word>,
    /// How the next game is made; `None`: the game is played once.
    pub next_game: Option<Vec<Step>>,
    /// The alternatives of every `either A, or B`.
    pub alternatives: Vec<Alternative>,
    /// Some condition asks for every lap, some lap, or none.
    pub uses_lap_quantifiers: bool,
    /// Something is asked of a whole turn, or of another of its moves than the one going on.
    pub uses_turn_facts: bool,
    /// Some phrase means the captured seeds.
    pub uses_captured_seeds: bool,
    /// Some phrase means the seeds being sown.
    pub uses_sowing_hand: bool,
}

/// One of the actions of `either A, or B`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// What a player answers: `capture-it`; like no other of the same `either`.
    pub id: String,
    /// As it is written.
    pub text: String,
}

/// A named list of cases.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word.
    pub name: String,
    /// What `do NAME` does: the first case that fits.
    pub cases: Cases,
}

impl Model {
    /// The clause of that number; the numbers of a model are always good for that model.
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.0 as usize]
    }

    /// How many players.
    pub fn seats(&self) -> usize {
        self.board.seats.len()
    }

    /// The name of a player.
    pub fn player(&self, seat: Seat) -> &str {
        &self.board.seats[seat.index()].name
    }

    /// An alternative of `either`; the numbers of a model are always good for that model.
    pub fn alternative(&self, id: AlternativeId) -> &Alternative {
        &self.alternatives[id.index()]
    }

    /// What a seed of a kind is called; `None`: one of the usual kind.
    pub fn seed(&self, kind: Option<KindId>) -> &str {
        kind.map_or("seed", |kind| &self.kinds[kind.index()].name)
    }

    /// The id of a place as people write it: `a1`, `S`, `goal`.
    pub fn place(&self, place: PlaceId) -> &str {
        &self.board.places[place.index()].id
    }
}
