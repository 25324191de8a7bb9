//! Fast path for moves that simply begin with one hole: `sow any own hole`, and nothing else in
//! *move*. Most games have such moves. Their options are known without an execution, and an
//! execution with a given hole starts at its sowing.

use super::Engine;
use super::event::{Choice, Deciding, EventKind, Question, QuestionForm};
use super::execution::{EvalCtx, Execution, ReadyLap};
use super::state::State;
use crate::model::{
    Action, Base, Case, ClauseId, Count, Deed, Det, Filter, Part, PlaceId, PlacePhrase,
    PlaceSetBits, PlayerRef, Rules, Source, Subject,
};
use smallvec::SmallVec;

/// A *move* that is one sowing from any one of some holes.
struct SimpleMovePhrase<'e> {
    clause: ClauseId,
    phrase: &'e PlacePhrase,
}

impl<'e> SimpleMovePhrase<'e> {
    /// The phrase of *move*, if the rules have that form.
    fn of(rules: &'e Rules) -> Option<SimpleMovePhrase<'e>> {
        let [list] = rules.moves.lists.as_slice() else { return None };
        let [Case { when: None, actions, clause }] = list.as_slice() else { return None };
        let [action] = actions.as_slice() else { return None };
        let Action {
            by_lot: false,
            who: Subject::One(PlayerRef::Actor),
            may: false,
            postcondition: None,
            deed,
        } = action
        else {
            return None;
        };
        let Deed::Sow(sow) = deed else { return None };
        let Source { part: Part::All, kind: None, places } = &sow.source else { return None };
        let [phrase] = places.parts.as_slice() else { return None };
        let one = matches!(phrase.det, Det::Any(Count::Fixed(1)));
        let among = matches!(phrase.base, Base::Holes | Base::Fixed(_));
        let simple = sow.begin.is_none() && sow.dir.is_none() && phrase.pick.is_none();
        (one && among && simple).then_some(SimpleMovePhrase { clause: *clause, phrase })
    }

    /// For each player, their holes at the start of the game, if the phrase is just `any own hole`;
    /// else empty.
    fn own_holes(&self, owned: &[PlaceSetBits]) -> Vec<PlaceSetBits> {
        let own = |f: &Filter| matches!(f, Filter::Owner(PlayerRef::Actor) | Filter::Open);
        let owner = |f: &Filter| matches!(f, Filter::Owner(_));
        let filters = &self.phrase.filters;
        let only = matches!(self.phrase.base, Base::Holes)
            && filters.iter().all(own)
            && filters.iter().any(owner);
        if only { owned.to_vec() } else { Vec::new() }
    }
}

/// What is known of a simple *move* before any game.
#[derive(Clone, Debug)]
pub(crate) struct SimpleMoves {
    pub clause: ClauseId,
    /// For each player, the holes they may sow while owners are as at the start; empty if the
    /// phrase has to be evaluated.
    holes: Vec<PlaceSetBits>,
}

impl SimpleMoves {
    /// From the rules of a stage. `owned`: the holes that each player owns at the start.
    pub(crate) fn of(rules: &Rules, owned: &[PlaceSetBits]) -> Option<SimpleMoves> {
        let phrase = SimpleMovePhrase::of(rules)?;
        Some(SimpleMoves { clause: phrase.clause, holes: phrase.own_holes(owned) })
    }
}

impl Engine {
    /// The simple *move* of the player about to move, if it is one.
    #[inline]
    pub(crate) fn simple_moves(&self, state: &State) -> Option<&SimpleMoves> {
        let stage = state.stage[state.mover.index()] as usize;
        self.simple_moves.get(stage)?.as_ref()
    }

    /// The question of a simple move; `None` if no hole can be sown.
    pub(crate) fn simple_question(
        &self,
        moves: &SimpleMoves,
        state: &mut State,
    ) -> Option<Question> {
        let seat = state.mover;
        let holes = match moves.holes.get(seat.index()) {
            Some(own) if state.owners.is_empty() => own.without(state.closed),
            _ => {
                let phrase = SimpleMovePhrase::of(self.rules(state, seat))?.phrase;
                let exec = Execution::new(self, state, &[]);
                exec.places(phrase, EvalCtx::of(seat)).into_iter().collect()
            }
        };
        let mut options = SmallVec::new();
        for hole in holes.iter() {
            if state.seeds[hole.index()] > 0 {
                options.push((Choice::Place(hole), 0));
            }
        }
        let (deciding, clause) = (Deciding::Hole, moves.clause);
        (!options.is_empty()).then_some(Question {
            seat,
            by_lot: false,
            deciding,
            clause,
            options,
            form: QuestionForm::Plain,
        })
    }
}

impl Execution<'_> {
    /// Begins a simple move with the chosen hole.
    pub(crate) fn begin_simple_move(&mut self, clause: ClauseId, hole: PlaceId) {
        self.answers_used = 1;
        self.acted = true;
        self.log_for(clause, self.player, EventKind::Chose(Choice::Place(hole)));
        let mut origin = PlaceSetBits::default();
        origin.insert(hole);
        self.pending = Some(ReadyLap {
            origin,
            last_origin: hole,
            part: u16::MAX,
            kind: None,
            begin: None,
            sense: None,
            clause,
        });
    }
}
