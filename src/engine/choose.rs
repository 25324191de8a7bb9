//! Questions to a player: which places, which of several actions, which direction.

use super::evaluate::PlaceList;
use super::event::{Choice, Deciding, QuestionForm};
use super::execution::{EvalCtx, ExecPhase, Execution, StepResult};
use crate::eval::Context;
use crate::model::{
    Action, AlternativeId, Base, Deed, Det, Dir, Direction, KindId, PlaceId, PlacePhrase,
    PlaceSetBits, Places, Source, Subject,
};
use crate::order::SmallSort;
use smallvec::SmallVec;

impl<'e> Execution<'e> {
    /// The places of a phrase; where it says `any`, the player chooses as many as it says.
    pub(crate) fn choose_places(
        &mut self,
        phrase: &PlacePhrase,
        ctx: EvalCtx,
        deciding: Deciding,
    ) -> StepResult<PlaceList> {
        self.choose_places_of_kind(phrase, ctx, deciding, None)
    }

    /// The same; if a kind is named, a hole must have seeds of that kind.
    fn choose_places_of_kind(
        &mut self,
        phrase: &PlacePhrase,
        ctx: EvalCtx,
        deciding: Deciding,
        kind: Option<KindId>,
    ) -> StepResult<PlaceList> {
        let Det::Any(n) = &phrase.det else { return Ok(self.places(phrase, ctx)) };
        let n = usize::try_from(self.count(n, ctx)).unwrap_or(0);
        if n == 1 && phrase.pick.is_none() && matches!(phrase.base, Base::Holes | Base::Fixed(_)) {
            let set = self.places(phrase, ctx);
            let fits = |p: &PlaceId| deciding != Deciding::Hole || self.seeds_now_of(*p, kind) > 0;
            // If the answer is known, one option is enough: the question only has to exist.
            let known = self.answers_used < self.answers.len();
            let asked = if known { 1 } else { usize::MAX };
            let options = set.into_iter().filter(fits).take(asked);
            let options = options.map(|p| (Choice::Place(p), 0)).collect();
            let chosen = self.ask(ctx, deciding, options)?;
            let Some(Choice::Place(place)) = chosen else { return Ok(PlaceList::new()) };
            return Ok(PlaceList::from_slice(&[place]));
        }
        let mut list = self.places(phrase, ctx);
        if deciding == Deciding::Hole {
            list.retain(|p| self.seeds_now_of(*p, kind) > 0);
        }
        // Places are offered in board order.
        list.small_sort();
        let mut chosen = PlaceList::new();
        while chosen.len() < n && !list.is_empty() {
            let Some(place) = self.ask_place(ctx, deciding, &list)? else { break };
            list.retain(|p| *p != place);
            chosen.push(place);
        }
        Ok(chosen)
    }

    /// All places of phrases joined by `and`, with choices made; each once.
    pub(super) fn choose_all(
        &mut self,
        places: &Places,
        ctx: EvalCtx,
        deciding: Deciding,
    ) -> StepResult<PlaceList> {
        self.choose_all_of_kind(places, ctx, deciding, None)
    }

    /// The holes that a sowing picks up, with choices made.
    pub(super) fn choose_origins(
        &mut self,
        source: &Source,
        ctx: EvalCtx,
    ) -> StepResult<PlaceList> {
        self.choose_all_of_kind(&source.places, ctx, Deciding::Hole, source.kind)
    }

    fn choose_all_of_kind(
        &mut self,
        places: &Places,
        ctx: EvalCtx,
        deciding: Deciding,
        kind: Option<KindId>,
    ) -> StepResult<PlaceList> {
        let mut all = PlaceList::new();
        for part in &places.parts {
            for place in self.choose_places_of_kind(part, ctx, deciding, kind)? {
                if !all.contains(&place) {
                    all.push(place);
                }
            }
        }
        Ok(all)
    }

    pub(super) fn each_place(
        &mut self,
        places: &Places,
        ctx: EvalCtx,
        mut each: impl FnMut(&mut Self, PlaceId),
    ) -> StepResult {
        for place in self.choose_all(places, ctx, Deciding::Place)? {
            each(self, place);
        }
        Ok(())
    }

    pub(super) fn either(
        &mut self,
        first: AlternativeId,
        actions: &'e [Action],
        ctx: EvalCtx,
    ) -> StepResult {
        let in_sowing = self.laps > 0 && self.phase == ExecPhase::Move;
        let stop_or_go =
            in_sowing && actions.len() == 2 && actions[0].stops() != actions[1].stops();
        let returned = in_sowing && self.asked_in_same_state();
        let mut options = SmallVec::new();
        for (i, action) in actions.iter().enumerate() {
            let goes_on = in_sowing && !action.stops() && action.may_sow();
            if (goes_on && returned) || !self.can_begin(action, ctx) {
                continue;
            }
            let choice = match stop_or_go {
                true if action.stops() => Choice::Stop,
                true => Choice::GoOn,
                false => Choice::Alternative(AlternativeId(first.0.saturating_add(i as u16))),
            };
            options.push((choice, 0));
        }
        let deciding = if stop_or_go { Deciding::Stop } else { Deciding::Alternative };
        let asked = self.ask(ctx, deciding, options);
        if let Some(question) = &mut self.question {
            question.form = QuestionForm::Either(first);
        }
        let chosen = match asked? {
            Some(Choice::Stop) => actions.iter().find(|a| a.stops()),
            Some(Choice::GoOn) => actions.iter().find(|a| !a.stops()),
            Some(Choice::Alternative(n)) => actions.get(usize::from(n.0.saturating_sub(first.0))),
            Some(
                Choice::Place(_)
                | Choice::Direction(_)
                | Choice::Number(_)
                | Choice::Yes
                | Choice::No
                | Choice::Concede
                | Choice::Agree
                | Choice::Seed(_),
            )
            | None => None,
        };
        chosen.map_or(Ok(()), |action| self.act(action, ctx))
    }

    /// Whether this question was already asked in this move in the same state; then sowing on leads
    /// nowhere new.
    fn asked_in_same_state(&mut self) -> bool {
        let origin: PlaceSetBits = self.last_fall.into_iter().collect();
        let now = (self.state.clone(), origin);
        if self.asked_states.contains(&now) {
            return true;
        }
        self.asked_states.push(now);
        false
    }

    /// Whether an alternative can begin: its subject exists, and what it sows has seeds.
    fn can_begin(&mut self, action: &'e Action, ctx: EvalCtx) -> bool {
        let ctx = match action.who {
            Subject::One(who) => match self.who(who, ctx) {
                Some(actor) => ctx.with_actor(actor),
                None => return false,
            },
            Subject::Each | Subject::Some => ctx,
        };
        let Deed::Sow(sow) = &action.deed else { return true };
        let list = self.union(&sow.source.places, ctx);
        list.iter().any(|&p| self.seeds_now_of(p, sow.source.kind) > 0)
    }

    /// A direction; asks where the player chooses.
    pub(crate) fn direction(&mut self, dir: &Dir, ctx: EvalCtx) -> StepResult<Option<Direction>> {
        if !matches!(dir, Dir::Ask) {
            return Ok(self.fixed_direction(dir, ctx));
        }
        self.ask_direction(ctx).map(Some)
    }

    pub(crate) fn ask_direction(&mut self, ctx: EvalCtx) -> StepResult<Direction> {
        let options = [Direction::Clockwise, Direction::Anticlockwise];
        let options = options.into_iter().map(|s| (Choice::Direction(s), 0)).collect();
        let Some(Choice::Direction(sense)) = self.ask(ctx, Deciding::Direction, options)? else {
            return Ok(Direction::Anticlockwise);
        };
        Ok(sense)
    }
}
