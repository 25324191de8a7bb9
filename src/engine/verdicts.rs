//! The legality of the answers to one question, each decided on demand.
//!
//! The answers share the work budget. Each has an equal [`share`](budget::share) first; what is
//! left of all shares is divided among the answers for which theirs was not enough. So whether an
//! answer is legal does not depend on the order in which answers are decided, nor on which of them
//! are.

use super::event::Question;
use super::legal::{Answers, LawSet, Legality};
use super::state::State;
use super::{Engine, budget};
use crate::model::DefaultClause;

/// The answers to a question, as far as they are decided.
pub(super) struct AnswerVerdicts<'a> {
    engine: &'a Engine,
    base: &'a State,
    /// The answers before this question.
    answers: Answers,
    question: &'a Question,
    laws: &'a LawSet,
    /// For each option: its legality within the first share, and the work spent.
    known: Vec<Option<(Legality, u64)>>,
    /// The second share, for each option whose first share was not enough.
    second: Option<u64>,
}

/// Whether the budget was not enough to decide.
fn is_undecided(verdict: Legality) -> bool {
    verdict == Legality::Barred(DefaultClause::Work.clause())
}

impl<'a> AnswerVerdicts<'a> {
    pub fn new(
        engine: &'a Engine,
        base: &'a State,
        answers: &Answers,
        question: &'a Question,
        laws: &'a LawSet,
    ) -> AnswerVerdicts<'a> {
        let known = vec![None; question.options.len()];
        AnswerVerdicts {
            engine,
            base,
            answers: answers.clone(),
            question,
            laws,
            known,
            second: None,
        }
    }

    /// The legality of an option.
    pub fn verdict(&mut self, option: usize) -> Legality {
        let (verdict, _) = self.first_share(option);
        // In a trial there is no second share.
        if !is_undecided(verdict) || self.laws.judging {
            return verdict;
        }
        let share = self.second_share();
        if share <= self.share() {
            return verdict;
        }
        self.verdict_within(option, share).0
    }

    fn share(&self) -> u64 {
        budget::WORK / self.question.options.len().max(1) as u64
    }

    /// The legality of an option within its first share, and the work spent. Cached.
    fn first_share(&mut self, option: usize) -> (Legality, u64) {
        if let Some(Some(known)) = self.known.get(option) {
            return *known;
        }
        let result = self.verdict_within(option, self.share());
        if let Some(known) = self.known.get_mut(option) {
            *known = Some(result);
        }
        result
    }

    /// What the first shares have left, for each option whose first share was not enough.
    #[cold]
    fn second_share(&mut self) -> u64 {
        if let Some(second) = self.second {
            return second;
        }
        let results: Vec<(Legality, u64)> =
            (0..self.known.len()).map(|option| self.first_share(option)).collect();
        let spent: u64 = results.iter().map(|(_, spent)| spent).sum();
        let undecided = results.iter().filter(|(verdict, _)| is_undecided(*verdict)).count();
        let second = budget::WORK.saturating_sub(spent) / undecided.max(1) as u64;
        self.second = Some(second);
        second
    }

    fn verdict_within(&mut self, option: usize, most: u64) -> (Legality, u64) {
        let Some(&(choice, class)) = self.question.options.get(option) else {
            return (Legality::Barred(self.question.clause), 0);
        };
        let ordered = self.question.ordered();
        self.answers.push(choice, ordered.then_some(class));
        let share = budget::share(most);
        let verdict = self.engine.legality(self.base, &self.answers, self.laws);
        let spent = share.spent();
        drop(share);
        self.answers.pop(ordered);
        (verdict, spent)
    }
}
