//! Questions to a player in the middle of a move.

use super::ctx::ByAddress;
use super::rules::some_seeds;
use super::{Compiler, LowerCtx, Lowered, ReadPhase};
use crate::eval::Domain;
use crate::model::{
    Action, AlternativeId, Base, Count, Deed, Det, MarkTarget, PlaceId, PlacePhrase, Source,
    SowClass, Subject,
};
use crate::order::SmallSort;
use crate::program::{
    Act, AnswerSpec, NumberExpr, NumberRange, Program, QuestionSpec, Reply, TakeAmount, Test,
};

impl<'m> Compiler<'m> {
    /// The phrase of a statement that lets a player choose, if there is one.
    pub(super) fn open_choice(
        &self,
        deed: &'m Deed,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Option<&'m PlacePhrase>> {
        let (places, to) = match deed {
            Deed::Capture(source) => (&source.places, None),
            Deed::Put(source, to) => (&source.places, Some(to)),
            Deed::Sow(sow) => (&sow.source.places, sow.begin.as_ref()),
            Deed::Mark(MarkTarget::Places(places), ..)
            | Deed::Unmark(MarkTarget::Places(places), _) => (places, None),
            Deed::Choose(phrase, _) => {
                return Ok(Some(phrase).filter(|phrase| ctx.leaves_open(phrase)));
            }
            Deed::Mark(MarkTarget::Player(_), ..)
            | Deed::Unmark(MarkTarget::Player(_), _)
            | Deed::SowInOrder(_)
            | Deed::Fill { .. }
            | Deed::Close(_)
            | Deed::Open(_)
            | Deed::SetNumber(..)
            | Deed::Set(..)
            | Deed::SetDir(..)
            | Deed::Own(_)
            | Deed::SwapSides
            | Deed::MovesFirst
            | Deed::Do(_)
            | Deed::Cases(_)
            | Deed::Either(..)
            | Deed::Repeat { .. }
            | Deed::Pass
            | Deed::PlayAgain { .. }
            | Deed::EndMove
            | Deed::EndTurn
            | Deed::EndStage
            | Deed::EndGame
            | Deed::Wins(_)
            | Deed::Loses(_)
            | Deed::Draw => return Ok(None),
        };
        let mut open = places.parts.iter().chain(to).filter(|phrase| ctx.leaves_open(phrase));
        match (open.next(), open.next()) {
            (open, None) if open.is_none() || ctx.chosen().is_none() => Ok(open),
            _ => Err("two choices in one action"),
        }
    }

    /// Asks the player for a place; each answer runs the statement with it.
    pub(super) fn which_place(
        &self,
        open: &'m PlacePhrase,
        deed: &'m Deed,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        if !matches!(open.det, Det::Any(Count::Fixed(1))) {
            return Err("several places chosen one after the other");
        }
        let mut each = self.places(open, ctx)?.each();
        each.small_sort_by_key(|(place, _)| *place);
        // Where seeds are to go nobody asks unless there are any; nor is a hole sown without.
        let is_open = |phrase: &PlacePhrase| std::ptr::eq(phrase, open);
        let mut some = None;
        let mut sown = None;
        if let Deed::Put(source, to) = deed
            && is_open(to)
        {
            some = Some(self.any_to_move(source, ctx)?);
        }
        if let Deed::Sow(sow) = deed {
            if sow.begin.as_ref().is_some_and(is_open) {
                some = Some(self.any_seeds(&sow.source, ctx)?);
            } else {
                sown = Some(sow.source.kind);
            }
        }
        let answer = |(place, test)| {
            let lane = Program::lane(place);
            let occupied = sown.map(|kind| self.can_be_sown(lane, kind));
            let ctx = ctx.with(|k| k.chosen = Some((ByAddress(open), Some(place))));
            Ok(AnswerSpec {
                reply: Reply::Place(lane),
                test: Test::all([test].into_iter().chain(occupied).chain(some.clone())),
                goes_on: false,
                acts: self.deed(deed, ctx)?,
            })
        };
        let mut answers = each.into_iter().map(answer).collect::<Lowered<Vec<AnswerSpec>>>()?;
        answers.retain(|answer| answer.test != Test::Never);
        let otherwise = self.deed(deed, ctx.with(|k| k.chosen = Some((ByAddress(open), None))))?;
        Ok(Act::ask(QuestionSpec { otherwise, ..QuestionSpec::of(ctx.actor(), answers) }))
    }

    /// Whether places are offered in this order whichever of them are selected: board order, or the order of
    /// joined phrases that do not overlap.
    pub(super) fn is_in_order(
        &self,
        phrase: &'m PlacePhrase,
        each: &[(PlaceId, Test)],
        ctx: LowerCtx<'m>,
    ) -> Lowered<bool> {
        let Base::Union(places) = &phrase.base else {
            return Ok(each.is_sorted_by(|(a, _), (b, _)| a < b));
        };
        let mut all = 0;
        for part in &places.parts {
            all += self.places(part, ctx)?.each().len();
        }
        Ok(all == each.len())
    }

    /// Asks for a hole to sow, from the first class that has a legal one.
    pub(super) fn in_order(&self, classes: &'m [SowClass], ctx: LowerCtx<'m>) -> Lowered<Act> {
        let mut answers: Vec<AnswerSpec> = Vec::new();
        for (class, its) in (0..).zip(classes) {
            for phrase in &its.sow.source.places.parts {
                for (place, test) in self.places(phrase, ctx)?.each() {
                    let lane = Program::lane(place);
                    let reply = Reply::InOrder(lane, class);
                    let test = Test::all([test, self.can_be_sown(lane, its.sow.source.kind)]);
                    if let Some(known) = answers.iter_mut().find(|answer| answer.reply == reply) {
                        known.test = Test::any([known.test.clone(), test]);
                        continue;
                    }
                    let acts = self.sow(&its.sow, Some(place), ctx)?;
                    let acts = self.try_acts(acts, its.postcondition.as_ref(), ctx)?;
                    answers.push(AnswerSpec { reply, test, goes_on: false, acts });
                }
            }
        }
        answers.retain(|answer| answer.test != Test::Never);
        Ok(Act::ask(QuestionSpec::of(ctx.actor(), answers)))
    }

    /// Asks for one of several statements.
    pub(super) fn which_action(
        &self,
        first: AlternativeId,
        actions: &'m [Action],
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        let sowing = matches!(ctx.phase(), ReadPhase::Sowing { .. });
        let stop_or_go = match actions {
            [one, other] => sowing && one.stops() != other.stops(),
            _ => false,
        };
        let mut answers = Vec::new();
        for (nth, action) in (0..).zip(actions) {
            let reply = match stop_or_go {
                true if action.stops() => Reply::Stop,
                true => Reply::GoOn,
                false => Reply::Which(AlternativeId(first.0.saturating_add(nth))),
            };
            let goes_on = sowing && action.may_sow();
            let (test, acts) = (self.can_begin(action, ctx)?, self.action(action, ctx)?);
            answers.push(AnswerSpec { reply, test, goes_on, acts });
        }
        let question = QuestionSpec::of(ctx.actor(), answers);
        Ok(Act::ask(QuestionSpec { is_either: sowing, ..question }))
    }

    /// Whether an alternative has anything to do.
    fn can_begin(&self, action: &'m Action, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let actor = match action.who {
            Subject::One(who) => match self.who(who, ctx)? {
                Some(actor) => actor,
                None => return Ok(Test::Never),
            },
            Subject::Each | Subject::Some => ctx.actor(),
        };
        let Deed::Sow(sow) = &action.deed else { return Ok(Test::Always) };
        self.any_seeds(&sow.source, ctx.with(|k| k.actor = actor))
    }

    /// Asks whether the player does what they may do; not if there is nothing to do.
    pub(super) fn ask_whether(
        &self,
        deed: &'m Deed,
        acts: Vec<Act>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Act> {
        let test = if let Deed::Capture(source) | Deed::Put(source, _) = deed {
            self.any_seeds(source, ctx)?
        } else {
            Test::Always
        };
        let answer = |reply, acts| AnswerSpec { reply, test: test.clone(), goes_on: false, acts };
        let answers = vec![answer(Reply::Yes, acts), answer(Reply::No, Vec::new())];
        Ok(Act::ask(QuestionSpec::of(ctx.actor(), answers)))
    }

    /// Whether any of the places holds seeds.
    fn any_seeds(&self, source: &'m Source, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let places = self.union(&source.places, ctx)?;
        Ok(match source.kind {
            None => some_seeds(places),
            Some(kind) => {
                Test::Number(Box::new(NumberExpr::SumOf(places, kind)), NumberRange::SOME)
            }
        })
    }

    /// Whether there are seeds to be moved.
    fn any_to_move(&self, source: &'m Source, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let (_, false, share) = self.source(source, ctx)? else {
            return Err("a choice of where seeds being sown go");
        };
        let takes = match share {
            TakeAmount::All | TakeAmount::Number(NumberExpr::Fixed(1..)) => Test::Always,
            TakeAmount::Number(n) => Test::Number(Box::new(n), NumberRange::SOME),
            TakeAmount::Half
            | TakeAmount::Chosen(..)
            | TakeAmount::WholePlaces(_)
            | TakeAmount::ChosenPlaces(..) => {
                return Err("a choice of where some of the seeds go");
            }
        };
        Ok(Test::all([takes, self.any_seeds(source, ctx)?]))
    }
}
