//! Moves that simply begin with one hole: `sow any own hole`, and nothing else in *move*. Most games
//! begin so. What can be chosen is then known without telling a story, and a story whose hole is
//! known begins with its sowing.

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
    /// If the rules have such a *move*.
    fn of(rules: &'e Rules) -> Option<SimpleMovePhrase<'e>> {
        let [list] = rules.moves.lists.as_slice() else { return None };
        let [Case { when: None, actions, clause }] = list.as_slice() else { return None };
        let [action] = actions.as_slice() else { return None };
        let Action { who: Subject::One(PlayerRef::Actor), may: false, postcondition: None, deed } =
            action
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

    /// The holes of each player, where the phrase means no others (`any own hole`): `owned` at the
    /// start of the game.
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

/// What is known of a plain *move* before any game.
#[derive(Clone, Debug)]
pub(crate) struct SimpleMoves {
    pub clause: ClauseId,
    /// Of each player: the holes he may sow, while they have the owners that they had at the start;
    /// empty where that takes a look at the position.
    holes: Vec<PlaceSetBits>,
}

impl SimpleMoves {
    /// Of the rules of a stage. `owned`: the holes that each player owns at the start.
    pub(crate) fn of(rules: &Rules, owned: &[PlaceSetBits]) -> Option<SimpleMoves> {
        let plain = SimpleMovePhrase::of(rules)?;
        Some(SimpleMoves { clause: plain.clause, holes: plain.own_holes(owned) })
    }
}

impl Engine {
    /// The plain *move* of the player about to move, if it is one.
    #[inline]
    pub(crate) fn simple_moves(&self, state: &State) -> Option<&SimpleMoves> {
        let stage = state.stage[state.mover.index()] as usize;
        self.simple_moves.get(stage)?.as_ref()
    }

    /// What a plain move asks; `None` where no hole can be sown.
    pub(crate) fn simple_question(
        &self,
        plain: &SimpleMoves,
        state: &mut State,
    ) -> Option<Question> {
        let seat = state.mover;
        let holes = match plain.holes.get(seat.index()) {
            Some(own) if state.owners.is_empty() => own.without(state.closed),
            _ => {
                let phrase = SimpleMovePhrase::of(self.rules(state, seat))?.phrase;
                Execution::new(self, state, &[]).set(phrase, EvalCtx::of(seat))?
            }
        };
        let mut options = SmallVec::new();
        for hole in holes.iter() {
            if state.seeds[hole.index()] > 0 {
                options.push((Choice::Place(hole), 0));
            }
        }
        let (deciding, clause) = (Deciding::Hole, plain.clause);
        (!options.is_empty()).then_some(Question {
            seat,
            deciding,
            clause,
            options,
            form: QuestionForm::Plain,
        })
    }
}

impl Execution<'_> {
    /// Begins a plain move with the hole chosen.
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
