//! The opening and the match in English: steps in order.

use super::English;
use super::action::{mover, sentence, subjects};
use super::person::{OccasionHole, Person, Voice};
use crate::document::plan::{DocItem, DocSection};
use crate::model::{Step, StepKind};

impl English<'_> {
    pub(super) fn opening_section(&self) -> Option<DocSection> {
        let voice = mover(OccasionHole::Fallen);
        let steps = self.steps(&self.model.opening, voice);
        if steps.is_empty() {
            return None;
        }
        let intro =
            DocItem::new("Before the first turn of each game, do these steps in order:", []);
        Some(DocSection { heading: "The opening".into(), items: vec![intro.with(steps, true)] })
    }

    pub(super) fn match_section(&self) -> Option<DocSection> {
        let steps = self.model.next_game.as_ref()?;
        let voice = mover(OccasionHole::Fallen);
        let mut items = vec![DocItem::new("A match is a series of games.", [])];
        let steps = self.steps(steps, voice);
        if !steps.is_empty() {
            let intro = "After each game, do these steps in order to decide the match or to set up the next game:";
            items.push(DocItem::new(intro, []).with(steps, true));
        }
        Some(DocSection { heading: "The match".into(), items })
    }

    fn steps(&self, steps: &[Step], voice: Voice) -> Vec<DocItem> {
        steps.iter().map(|step| self.step(step, voice)).collect()
    }

    fn step(&self, step: &Step, voice: Voice) -> DocItem {
        match &step.kind {
            StepKind::Cases(cases) => {
                let mut items: Vec<DocItem> = Vec::new();
                for list in &cases.lists {
                    items.extend(self.case_list(list, voice));
                }
                match items.len() {
                    1 => items.remove(0).also(step.clause),
                    _ => DocItem::new("Do the first of these that fits:", [])
                        .with(items, true)
                        .deep(step.clause),
                }
            }
            StepKind::For(who, steps) => {
                let who = subjects(self, who, voice);
                let inner = voice.of(Person::They);
                let text = format!("for {who}, do these steps");
                DocItem::new(sentence(&text, ":"), [step.clause])
                    .with(self.steps(steps, inner), true)
            }
            StepKind::ForEach(unit, amount, steps) => {
                let (unit, amount) = (self.count(unit, voice), self.count(amount, voice));
                let text =
                    format!("once for every {unit} in {amount} (only whole times), do these steps");
                DocItem::new(sentence(&text, ":"), [step.clause])
                    .with(self.steps(steps, voice), true)
            }
            StepKind::When(cond, steps) => {
                let text = format!("if {}, do these steps", self.cond(cond, false, voice));
                DocItem::new(sentence(&text, ":"), [step.clause])
                    .with(self.steps(steps, voice), true)
            }
        }
    }
}
