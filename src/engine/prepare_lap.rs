//! Prepares a lap: what is picked up, where it begins, in which direction.

use super::event::{Choice, Deciding, QuestionForm};
use super::execution::{DeferredJudgement, EvalCtx, ExecPhase, Execution, ReadyLap, StepResult};
use crate::model::{Part, PlaceId, PlaceSetBits, Sow, SowClass};
use smallvec::SmallVec;

impl<'e> Execution<'e> {
    /// Asks for a hole of a preference order. A hole may be in several classes; see
    /// [`Execution::classes`] for the class of the answer.
    pub(super) fn sow_in_order(&mut self, classes: &'e [SowClass], ctx: EvalCtx) -> StepResult {
        let mut options: SmallVec<[(Choice, u8); 16]> = SmallVec::new();
        for (i, class) in classes.iter().enumerate() {
            for phrase in &class.sow.source.places.parts {
                for place in self.places(phrase, ctx) {
                    let option = (Choice::Place(place), i as u8);
                    let there = self.seeds_now_of(place, class.sow.source.kind);
                    if there > 0 && !options.contains(&option) {
                        options.push(option);
                    }
                }
            }
        }
        let chosen = self.ask(ctx, Deciding::Hole, options.clone());
        if let Some(question) = &mut self.question {
            question.form = QuestionForm::Ordered;
        }
        let Some(choice) = chosen? else { return Ok(()) };
        let first = || options.iter().find(|(c, _)| *c == choice).map(|(_, class)| *class);
        let at = self.classes.get(self.ordered).copied().or_else(first).unwrap_or(0);
        self.ordered += 1;
        let (Choice::Place(place), Some(class)) = (choice, classes.get(usize::from(at))) else {
            return Ok(());
        };
        self.clause = class.clause;
        if let Some(judged) = &class.postcondition
            && !(self.judging && judged.cond.tests_for_moves())
        {
            self.deferred.push(DeferredJudgement { judged, ctx, clause: class.clause });
        }
        self.sow(&class.sow, ctx, Some(place))
    }

    /// Prepares a lap: what is picked up, where it begins, in which direction. The seeds are not
    /// picked up yet. `origin`: the hole, if already chosen.
    pub(super) fn sow(
        &mut self,
        sow: &'e Sow,
        ctx: EvalCtx,
        origin: Option<PlaceId>,
    ) -> StepResult {
        let list = match origin {
            Some(place) => SmallVec::from_slice(&[place]),
            None => self.choose_origins(&sow.source, ctx)?,
        };
        let amounts = self.amounts(&sow.source, &list, ctx)?;
        let part = match &sow.source.part {
            Part::All | Part::EachSeed | Part::Nearest => u16::MAX,
            Part::Number(_) | Part::Half | Part::AnyNumber(..) => {
                amounts.iter().map(|(_, n)| *n).max().unwrap_or(0)
            }
        };
        let Some(&(last_origin, _)) = amounts.iter().rfind(|(_, n)| *n > 0) else { return Ok(()) };
        let origin: PlaceSetBits =
            amounts.iter().filter(|(_, n)| *n > 0).map(|(p, _)| *p).collect();
        let begin = match &sow.begin {
            // Before the first lap there is no other origin than that of this lap.
            Some(phrase) if self.laps == 0 => {
                self.with_origin(origin, |exec| exec.choose_places(phrase, ctx, Deciding::Place))?
            }
            Some(phrase) => self.choose_places(phrase, ctx, Deciding::Place)?,
            None => Default::default(),
        };
        let begin = begin.first().copied();
        let sense = match &sow.dir {
            Some(dir) => self.with_origin(origin, |exec| exec.direction(dir, ctx))?,
            None => None,
        };
        let kind = sow.source.kind;
        let lap = ReadyLap { origin, last_origin, part, kind, begin, sense, clause: self.clause };
        self.acted = true;
        if self.phase == ExecPhase::Steps {
            return self.plain_lap(lap, ctx);
        }
        self.pending = Some(lap);
        Ok(())
    }

    /// Reads something of a lap that is not begun yet: its origin is this one.
    fn with_origin<T>(&mut self, origin: PlaceSetBits, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.lap.origin, origin);
        let read = read(self);
        self.lap.origin = before;
        read
    }
}
