//! Moves that simply begin with one hole: `sow any own hole`, and nothing else in *move*. Most games
//! begin so. What can be chosen is then known without telling a story, and a story whose hole is
//! known begins with its sowing.

use super::Engine;
use super::event::{Choice, Deciding, EventKind, Question, QuestionForm};
use super::state::State;
use super::story::{Ctx, Lap, Story};
use crate::model::{
    Action, Base, Case, ClauseId, Count, Deed, Det, Part, PlaceId, PlacePhrase, PlaceSetBits,
    Rules, Source, Subject, Who,
};
use smallvec::SmallVec;

/// A *move* that is one sowing from any one of some holes.
pub(crate) struct PlainMove<'e> {
    clause: ClauseId,
    phrase: &'e PlacePhrase,
}

impl<'e> PlainMove<'e> {
    /// If the rules have such a *move*.
    pub(crate) fn of(rules: &'e Rules) -> Option<PlainMove<'e>> {
        let [list] = rules.moves.lists.as_slice() else { return None };
        let [Case { when: None, actions, clause }] = list.as_slice() else { return None };
        let [action] = actions.as_slice() else { return None };
        let Action { who: Subject::One(Who::Actor), may: false, judged: None, deed } = action
        else {
            return None;
        };
        let Deed::Sow(sow) = deed else { return None };
        let Source { part: Part::All, places } = &sow.source else { return None };
        let [phrase] = places.parts.as_slice() else { return None };
        let one = matches!(phrase.det, Det::Any(Count::Fixed(1)));
        let among = matches!(phrase.base, Base::Holes | Base::Fixed(_));
        let simple = sow.begin.is_none() && sow.dir.is_none() && phrase.pick.is_none();
        (one && among && simple).then_some(PlainMove { clause: *clause, phrase })
    }
}

impl Engine {
    /// The plain *move* of the player about to move, if it is one.
    pub(crate) fn plain_move(&self, state: &State) -> Option<PlainMove<'_>> {
        let stage = state.stage[state.mover.index()] as usize;
        if !self.plain.get(stage).copied().unwrap_or(false) {
            return None;
        }
        let case = self.rules(state, state.mover).moves.lists.first()?.first()?;
        let Deed::Sow(sow) = &case.actions.first()?.deed else { return None };
        Some(PlainMove { clause: case.clause, phrase: sow.source.places.parts.first()? })
    }
}

impl<'e> Story<'e> {
    /// What a plain move asks; `None` where no hole can be sown.
    pub(crate) fn plain_question(&self, plain: &PlainMove<'_>) -> Option<Question> {
        let mut options = SmallVec::new();
        for place in self.set(plain.phrase, Ctx::of(self.player))?.iter() {
            if self.state.seeds[place.index()] > 0 {
                options.push((Choice::Place(place), 0));
            }
        }
        let (seat, deciding, clause) = (self.player, Deciding::Hole, plain.clause);
        (!options.is_empty()).then_some(Question {
            seat,
            deciding,
            clause,
            options,
            form: QuestionForm::Plain,
        })
    }

    /// Begins a plain move with the hole chosen.
    pub(crate) fn begin_plain(&mut self, plain: &PlainMove<'_>, hole: PlaceId) {
        self.used = 1;
        self.acted = true;
        self.tell_of(plain.clause, self.player, EventKind::Chose(Choice::Place(hole)));
        let mut origin = PlaceSetBits::default();
        origin.insert(hole);
        self.pending = Some(Lap {
            origin,
            last_origin: hole,
            part: u16::MAX,
            begin: None,
            sense: None,
            clause: plain.clause,
        });
    }
}
