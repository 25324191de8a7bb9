//! Cases and their actions: one sentence, or a sentence with lines below it.

use super::super::DocItem;
use super::super::statement::{CaseStart, DocStatement, Occasion};
use super::super::voice::{OccasionHole, Voice};
use super::RulesOutline;
use crate::model::{Action, Case, Cases, Deed, DefaultClause};

/// A sentence of more bytes is divided into steps, where that is possible.
const LONG: usize = 160;

/// Whether the alternatives of a choice stand on lines of their own.
pub fn alternatives_on_lines(actions: &[Action]) -> bool {
    actions.len() > 2
        || actions.iter().any(|one| one.postcondition.is_some() || needs_lines(&one.deed))
}

/// Whether a deed is followed by lines.
pub fn needs_lines(deed: &Deed) -> bool {
    match deed {
        Deed::Cases(_) | Deed::SowInOrder(_) | Deed::Repeat { .. } => true,
        Deed::Either(_, actions) => alternatives_on_lines(actions),
        Deed::Sow(_)
        | Deed::Capture(_)
        | Deed::Put(..)
        | Deed::Fill { .. }
        | Deed::Close(_)
        | Deed::Open(_)
        | Deed::Mark(..)
        | Deed::Unmark(..)
        | Deed::Choose(..)
        | Deed::SetNumber(..)
        | Deed::Set(..)
        | Deed::SetDir(..)
        | Deed::Own(_)
        | Deed::SwapSides
        | Deed::MovesFirst
        | Deed::Do(_)
        | Deed::Pass
        | Deed::PlayAgain { .. }
        | Deed::EndMove
        | Deed::EndTurn
        | Deed::EndStage
        | Deed::EndGame
        | Deed::Wins(_)
        | Deed::Loses(_)
        | Deed::Draw => false,
    }
}

impl<'m> RulesOutline<'m, '_> {
    /// What is done on an occasion: of each list, the first line that fits.
    pub(super) fn occasion(
        &self,
        cases: &'m Cases,
        when: Occasion,
        it: OccasionHole,
    ) -> Vec<DocItem> {
        let voice = Voice::mover(it);
        let mut items = Vec::new();
        for (nth, list) in cases.lists.iter().enumerate() {
            let children = self.case_list(list, voice);
            match (list.as_slice(), nth) {
                ([], _) => {}
                // The occasion itself is a condition.
                ([only], 0) if only.when.is_none() && when != Occasion::NeverEnds => {
                    items.extend(children)
                }
                (list, nth) => {
                    let intro =
                        DocStatement::Occasion { when, also: nth > 0, several: list.len() > 1 };
                    items.push(self.item(&intro, []).with(children, true));
                }
            }
        }
        if when == Occasion::LastSeed && !items.is_empty() {
            if super::all_cases(cases).all(|case| case.when.is_some()) {
                items.push(self.item(&DocStatement::MoveEnds, [DefaultClause::EndMove.clause()]));
            } else if super::all_cases(cases).any(ends_by_itself) {
                items.push(self.item(&DocStatement::MoveEnds, []));
            }
        }
        items
    }

    /// A list of cases: one sentence for each.
    pub(super) fn case_list(&self, cases: &'m [Case], voice: Voice) -> Vec<DocItem> {
        let several = cases.len() > 1;
        cases.iter().map(|case| self.case(case, several, voice)).collect()
    }

    /// A case: `If ..., you ...`.
    fn case(&self, case: &'m Case, several: bool, voice: Voice) -> DocItem {
        let start = match &case.when {
            Some(cond) => CaseStart::If(cond),
            None if several => CaseStart::Otherwise,
            None => CaseStart::Always,
        };
        let lists = case.actions.iter().filter(|action| needs_lines(&action.deed)).count();
        let length = || -> usize {
            case.actions.iter().map(|action| self.words.action(action, voice).len()).sum()
        };
        // Steps of their own, where one sentence would be too long or two lists would be mixed.
        let steps = lists > 0 || case.actions.len() > 2 && length() > LONG;
        let plain = case.actions.iter().any(|action| plain_case(&action.deed).is_some());
        if plain || case.actions.len() > 1 && steps {
            let steps = case.actions.iter().map(|action| self.act(action, voice)).collect();
            let intro = DocStatement::CaseSteps(start, voice);
            return self.item(&intro, [case.clause]).with(steps, true);
        }
        let list = lists > 0;
        let said = DocStatement::Case { start, actions: &case.actions, voice, list };
        let below = case.actions.iter().flat_map(|action| self.below(action, voice)).collect();
        self.item(&said, [case.clause]).with(below, true)
    }

    /// An action on a line of its own.
    fn act(&self, action: &'m Action, voice: Voice) -> DocItem {
        if let Some(plain) = plain_case(&action.deed) {
            return self.case(plain, false, voice.of_subject(action.who));
        }
        let list = needs_lines(&action.deed);
        let below = self.below(action, voice);
        self.item(&DocStatement::Act(action, voice, list), []).with(below, true)
    }

    /// The lines below an action.
    fn below(&self, action: &'m Action, voice: Voice) -> Vec<DocItem> {
        let inner = voice.of_subject(action.who);
        match &action.deed {
            Deed::Cases(cases) => self.case_lists(cases, inner),
            Deed::Repeat { cases, .. } => {
                self.case_lists(cases, Voice { it: OccasionHole::Looked, ..inner })
            }
            Deed::SowInOrder(classes) => {
                let each = classes.iter().enumerate().map(|(nth, class)| {
                    let said = DocStatement::SowClass(nth, class, action.who, voice);
                    self.item(&said, [class.clause])
                });
                each.collect()
            }
            Deed::Either(_, actions) if alternatives_on_lines(actions) => {
                actions.iter().map(|one| self.act(one, inner)).collect()
            }
            Deed::Either(..)
            | Deed::Sow(_)
            | Deed::Capture(_)
            | Deed::Put(..)
            | Deed::Fill { .. }
            | Deed::Close(_)
            | Deed::Open(_)
            | Deed::Mark(..)
            | Deed::Unmark(..)
            | Deed::Choose(..)
            | Deed::SetNumber(..)
            | Deed::Set(..)
            | Deed::SetDir(..)
            | Deed::Own(_)
            | Deed::SwapSides
            | Deed::MovesFirst
            | Deed::Do(_)
            | Deed::Pass
            | Deed::PlayAgain { .. }
            | Deed::EndMove
            | Deed::EndTurn
            | Deed::EndStage
            | Deed::EndGame
            | Deed::Wins(_)
            | Deed::Loses(_)
            | Deed::Draw => Vec::new(),
        }
    }

    /// Nested cases.
    fn case_lists(&self, cases: &'m Cases, voice: Voice) -> Vec<DocItem> {
        let mut below = Vec::new();
        for (nth, list) in cases.lists.iter().enumerate() {
            if nth > 0 {
                below.push(self.item(&DocStatement::MoreLines, []));
            }
            below.extend(self.case_list(list, voice));
        }
        below
    }
}

/// The only case of a list without a condition: actions on lines of their own.
fn plain_case(deed: &Deed) -> Option<&Case> {
    let Deed::Cases(cases) = deed else { return None };
    match cases.lists.as_slice() {
        [list] => match list.as_slice() {
            [only] if only.when.is_none() => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the move is over after a case, and its sentence does not say so.
fn ends_by_itself(case: &Case) -> bool {
    !case.actions.iter().any(|action| action.stops() || action.deed.may_relay())
}
