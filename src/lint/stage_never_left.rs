//! `stage-never-left`: a stage that never ends, so that later ones are never played.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Cond, Deed, Model, WordId};
use crate::order::SortedMap;
use crate::span::Span;
use std::collections::BTreeSet;

pub(super) const LINT: Lint =
    Lint { name: "stage-never-left", severity: Severity::Warning, needs: LintInput::Text, check };

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    // By heading: the heading of the next stage, and whether some game leaves the stage.
    let mut found: SortedMap<Span, (Span, bool)> = SortedMap::default();
    for game in &subject.games {
        let model = &game.model;
        let ends = ended(model);
        for (i, pair) in model.stages.windows(2).enumerate() {
            let [stage, next] = pair else { continue };
            let (Some(heading), Some(next)) = (stage.clause, next.clause) else { continue };
            let until = stage.until.as_ref();
            let left = until.is_some_and(|until| !matches!(until, Cond::Fixed(false)));
            let next = model.clause(next).span;
            let known = found.get_or_insert(model.clause(heading).span, (next, false));
            known.1 |= left || ends.contains(&i);
        }
    }
    let never = found.into_iter().filter(|(at, (_, left))| !left && subject.is_here(*at));
    never.map(|(at, (next, _))| finding(at, next)).collect()
}

fn finding(at: Span, next: Span) -> Diagnostic {
    Diagnostic::warning("stage-never-left", at, "nothing ends this stage")
        .found("it goes on for ever")
        .label(next, "so this one is never played")
        .help("write `, until ...` after its name, or `end stage` in one of its cases")
}

/// The stages that contain `end stage`, also in words that they use.
fn ended(model: &Model) -> BTreeSet<usize> {
    let mut found = StageEnds::default();
    walk::model(model, &mut found);
    let mut words: BTreeSet<WordId> = BTreeSet::new();
    for (i, word) in model.words.iter().enumerate() {
        let mut inner = StageEnds::default();
        walk::cases(VisitContext::default(), &word.cases, &mut inner);
        // A word that runs another word may end the stage as well: assume so.
        if inner.ends || !inner.does.is_empty() {
            words.insert(WordId(i as u16));
        }
    }
    let by_word = found.does.iter().filter(|(_, word)| words.contains(word));
    let stages = found.stages.iter().copied().chain(by_word.filter_map(|(stage, _)| *stage));
    crate::order::set(stages)
}

#[derive(Default)]
struct StageEnds {
    stages: BTreeSet<usize>,
    does: BTreeSet<(Option<usize>, WordId)>,
    ends: bool,
}

impl Visit for StageEnds {
    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        if let Deed::EndStage = deed {
            self.ends = true;
            self.stages.extend(here.stage);
        }
        if let Deed::Do(word) = deed {
            self.does.insert((here.stage, *word));
        }
    }
}
