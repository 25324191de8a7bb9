//! The opening and the match: steps in order.

use super::super::statement::{DocStatement, Heading};
use super::super::voice::{OccasionHole, Person, Voice};
use super::super::{DocItem, DocSection};
use super::RulesOutline;
use crate::model::{SectionName, Step, StepKind};

impl<'m> RulesOutline<'m, '_> {
    pub(super) fn opening_section(&self) -> Option<DocSection> {
        let steps = self.steps(&self.model.opening, Voice::mover(OccasionHole::Over));
        if steps.is_empty() {
            return None;
        }
        let items = vec![self.item(&DocStatement::Opening, []).with(steps, true)];
        let heading = self.heading(Heading::Rules(SectionName::Opening, None));
        Some(DocSection { heading, items })
    }

    pub(super) fn match_section(&self) -> Option<DocSection> {
        let steps = self.model.next_game.as_ref()?;
        let mut items = vec![self.item(&DocStatement::Match, [])];
        let steps = self.steps(steps, Voice::mover(OccasionHole::Over));
        if !steps.is_empty() {
            items.push(self.item(&DocStatement::MatchSteps, []).with(steps, true));
        }
        let heading = self.heading(Heading::Rules(SectionName::Match, None));
        Some(DocSection { heading, items })
    }

    fn steps(&self, steps: &'m [Step], voice: Voice) -> Vec<DocItem> {
        steps.iter().map(|step| self.step(step, voice)).collect()
    }

    fn step(&self, step: &'m Step, voice: Voice) -> DocItem {
        let (said, steps, inner) = match &step.kind {
            StepKind::Cases(cases) => {
                let mut items: Vec<DocItem> = Vec::new();
                for list in &cases.lists {
                    items.extend(self.case_list(list, voice));
                }
                return match items.len() {
                    1 => items.remove(0).also(step.clause),
                    _ => {
                        let intro = self.item(&DocStatement::FirstThatFits, []);
                        intro.with(items, true).deep(step.clause)
                    }
                };
            }
            StepKind::For(who, steps) => {
                (DocStatement::StepsFor(who, voice), steps, voice.of(Person::They))
            }
            StepKind::ForEach(unit, amount, steps) => {
                (DocStatement::StepsForEach(unit, amount, voice), steps, voice)
            }
            StepKind::When(cond, steps) => (DocStatement::StepsIf(cond, voice), steps, voice),
        };
        self.item(&said, [step.clause]).with(self.steps(steps, inner), true)
    }
}
