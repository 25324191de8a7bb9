//! The answers to one question, each looked at when it is asked for.
//!
//! They share the budget of work. Each has an equal [`share`](budget::share) first; what the others
//! leave of theirs is divided among those for which it was not enough. So whether an answer is legal
//! does not depend on the order in which they are looked at, nor on which of them are.

use super::event::Question;
use super::legal::{Answers, LawSet, Legality};
use super::state::State;
use super::{Engine, budget};
use crate::model::DefaultClause;

/// The answers to a question, as far as they have been looked at.
pub(super) struct AnswerVerdicts<'a> {
    engine: &'a Engine,
    base: &'a State,
    /// The answers before it.
    answers: Answers,
    question: &'a Question,
    laws: &'a LawSet,
    /// Of each option: whether it is legal, and what it took to find that out.
    known: Vec<Option<(Legality, u64)>>,
    /// What is left to each for which its share was not enough.
    second: Option<u64>,
}

/// Whether it was not found out.
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

    /// Whether the option of that number is legal.
    pub fn verdict(&mut self, option: usize) -> Legality {
        let (verdict, _) = self.first_share(option);
        // In order to judge no more is done than for one answer.
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

    /// What its first share tells of an option, and how much of that was spent.
    fn first_share(&mut self, option: usize) -> (Legality, u64) {
        if let Some(Some(known)) = self.known.get(option) {
            return *known;
        }
        let looked = self.verdict_within(option, self.share());
        if let Some(known) = self.known.get_mut(option) {
            *known = Some(looked);
        }
        looked
    }

    /// What the others have left to each for which its share was not enough.
    #[cold]
    fn second_share(&mut self) -> u64 {
        if let Some(second) = self.second {
            return second;
        }
        let looked: Vec<(Legality, u64)> =
            (0..self.known.len()).map(|option| self.first_share(option)).collect();
        let spent: u64 = looked.iter().map(|(_, spent)| spent).sum();
        let many = looked.iter().filter(|(verdict, _)| is_undecided(*verdict)).count();
        let second = budget::WORK.saturating_sub(spent) / many.max(1) as u64;
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
