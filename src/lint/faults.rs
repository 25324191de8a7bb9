//! Faults of statements, over all games of a description.

use super::subject::LintSubject;
use super::survey::Survey;
use crate::model::Model;
use crate::order::SortedMap;
use crate::span::Span;

/// Limit on the findings of one kind: a description made to have very many takes no longer.
pub const MOST_FINDINGS: usize = 500;

/// Statements, each with its fault or `None` where some game has the statement without a fault: what holds for
/// one value of an option but not for another is not reported.
#[derive(Debug)]
pub struct Faults<T>(SortedMap<Span, Option<T>>);

impl<T> Faults<T> {
    /// Looks at every game; `look` adds what it sees in one.
    pub fn of(
        subject: &LintSubject<'_>,
        look: impl Fn(&Model, &Survey, &mut Faults<T>),
    ) -> Faults<T> {
        let mut found = Faults(SortedMap::default());
        subject.surveyed().for_each(|(model, survey)| look(model, survey, &mut found));
        found
    }

    /// Adds what one game makes of the statement or phrase at `at`.
    pub fn add(&mut self, at: Span, fault: Option<T>) {
        match fault {
            None => self.0.insert(at, None),
            Some(fault) => {
                self.0.get_or_insert(at, Some(fault));
            }
        }
    }

    /// What is at fault in all games that have it, in the description itself, in text order; the first
    /// [`MOST_FINDINGS`].
    pub fn everywhere(self, subject: &LintSubject<'_>) -> Vec<(Span, T)> {
        let faults = self.0.into_iter().filter(|(at, _)| subject.is_here(*at));
        faults.filter_map(|(at, fault)| Some((at, fault?))).take(MOST_FINDINGS).collect()
    }
}
