//! Numbers and amounts; constant folding of what depends on options only.

use super::builder::{Builder, PhraseContext};
use super::options::OptionValue;
use super::symbols::{ExpectedKind, SymbolKind};
use crate::diagnostic::{Diagnostic, Fix};
use crate::model::{Amount, Cond, Count, NoteKind};
use crate::span::Span;
use crate::syntax::ast::{self, AstCaseBody, AstCaseGuard, Name, StatementKind};

/// The greatest number of a model: sums and products of a few of them do not overflow.
pub(super) const LARGEST: i64 = 1_000_000_000;

impl<'a> Builder<'a> {
    /// A number.
    pub fn count(&mut self, count: &'a ast::AstCount, here: &mut PhraseContext) -> Option<Count> {
        match count {
            ast::AstCount::Number(number, span) => self.literal(*number, *span).map(Count::Fixed),
            ast::AstCount::Name(name) => self.named_count(name, here),
            ast::AstCount::SeedsIn(places) => {
                let places = self.descriptors(places, here)?;
                Some(Count::SeedsIn(Box::new(places)))
            }
            ast::AstCount::WorthIn(places) => {
                let places = self.descriptors(places, here)?;
                Some(Count::WorthIn(Box::new(places)))
            }
            ast::AstCount::Fraction(over, under, of) => {
                let of = self.count(of, here)?;
                Some(fraction(i64::from(*over), i64::from((*under).max(1)), of))
            }
            ast::AstCount::Add(a, b) => self.binary(a, b, here, i64::saturating_add, Count::Add),
            ast::AstCount::Sub(a, b) => self.binary(a, b, here, i64::saturating_sub, Count::Sub),
            ast::AstCount::Mul(a, b) => self.binary(a, b, here, i64::saturating_mul, Count::Mul),
        }
    }

    /// A number literal.
    fn literal(&mut self, number: u64, span: Span) -> Option<i64> {
        match i64::try_from(number) {
            Ok(number) if number <= LARGEST => Some(number),
            _ => {
                self.error(
                    "number-too-large",
                    span,
                    format!("`{number}` is too large"),
                    "use a smaller number",
                );
                None
            }
        }
    }

    fn binary(
        &mut self,
        a: &'a ast::AstCount,
        b: &'a ast::AstCount,
        here: &mut PhraseContext,
        work_out: fn(i64, i64) -> i64,
        keep: fn(Box<Count>, Box<Count>) -> Count,
    ) -> Option<Count> {
        let (a, b) = (self.count(a, here), self.count(b, here));
        Some(match (a?, b?) {
            (Count::Fixed(a), Count::Fixed(b)) => {
                Count::Fixed(work_out(a, b).clamp(-LARGEST, LARGEST))
            }
            (a, b) => keep(Box::new(a), Box::new(b)),
        })
    }

    /// A number by name.
    pub fn named_count(&mut self, name: &'a Name, here: &mut PhraseContext) -> Option<Count> {
        match self.look_up(name, ExpectedKind::Count)? {
            SymbolKind::Option(OptionValue::Number(number), _) => Some(Count::Fixed(number)),
            SymbolKind::Note(id, NoteKind::Number, each) => {
                Some(Count::Note(id, each.then_some(here.own)))
            }
            SymbolKind::Count(count) => {
                self.begin_word(name)?;
                let count = self.count(count, here);
                self.end_word();
                count
            }
            SymbolKind::CountCases(cases) => {
                self.begin_word(name)?;
                let count = self.count_cases(name, cases, here);
                self.end_word();
                count
            }
            _ => {
                self.report_wrong_kind(name, ExpectedKind::Count);
                None
            }
        }
    }

    /// A number defined by cases that end in `otherwise`.
    fn count_cases(
        &mut self,
        name: &Name,
        cases: &'a [ast::Statement],
        here: &mut PhraseContext,
    ) -> Option<Count> {
        let mut resolved = Vec::new();
        let mut whole = true;
        let mut last = None;
        for statement in cases {
            let StatementKind::Case(case) = &statement.kind else {
                whole = false;
                continue;
            };
            let when = match &case.fits {
                AstCaseGuard::If(cond) => self.cond(cond, here).map(Some),
                AstCaseGuard::Otherwise | AstCaseGuard::Always => Some(None),
            };
            let AstCaseBody::Count(count) = &case.does else {
                self.error(
                    "wrong-kind-of-word",
                    statement.span,
                    format!("the other cases of `{}` are numbers, and this one is not", name.text),
                    "write a number after the `->`",
                );
                whole = false;
                continue;
            };
            match (when, self.count(count, here)) {
                (Some(when), Some(count)) => resolved.push((when, count)),
                _ => whole = false,
            }
            last = Some((&case.fits, statement.span));
        }
        match last {
            Some((AstCaseGuard::If(_), span)) => {
                self.error(
                    "missing-otherwise",
                    span,
                    format!("`{}` has no value where no case applies", name.text),
                    "end the cases with `otherwise -> ` and a number",
                );
                return None;
            }
            _ if !whole => return None,
            _ => {}
        }
        Some(fold_cases(resolved))
    }

    /// A test on a number.
    pub fn amount(
        &mut self,
        amount: &'a ast::AstAmount,
        here: &mut PhraseContext,
    ) -> Option<Amount> {
        Some(match amount {
            ast::AstAmount::None => Amount::OneOf(vec![Count::Fixed(0)]),
            ast::AstAmount::Some => Amount::AtLeast(Count::Fixed(1)),
            ast::AstAmount::OneOf(counts) => {
                let counts = counts.iter().enumerate().map(|(nth, count)| match count {
                    ast::AstCount::Name(name) if nth > 0 && self.is_condition(name) => {
                        self.report_condition_after_number(name);
                        None
                    }
                    count => self.count(count, here),
                });
                let counts: Vec<_> = counts.collect();
                Amount::OneOf(counts.into_iter().collect::<Option<_>>()?)
            }
            ast::AstAmount::OrMore(count) => Amount::AtLeast(self.count_rounded_up(count, here)?),
            ast::AstAmount::OrFewer(count) => Amount::AtMost(self.count(count, here)?),
            ast::AstAmount::MoreThan(count) => Amount::More(self.count(count, here)?),
            ast::AstAmount::FewerThan(count) => Amount::Fewer(self.count_rounded_up(count, here)?),
            ast::AstAmount::Even(bounds) => Amount::Even(self.bounds(bounds.as_ref(), here)?),
            ast::AstAmount::Odd(bounds) => Amount::Odd(self.bounds(bounds.as_ref(), here)?),
            ast::AstAmount::Between(from, to) => {
                self.check_written_range(from, to)?;
                let (from, to) = (self.count_rounded_up(from, here), self.count(to, here));
                Amount::Between(from?, to?)
            }
        })
    }

    /// A number in which fractions are rounded up: fewer than half of 5 is fewer than 3.
    fn count_rounded_up(
        &mut self,
        count: &'a ast::AstCount,
        here: &mut PhraseContext,
    ) -> Option<Count> {
        let ast::AstCount::Fraction(over, under, of) = count else {
            return self.count(count, here);
        };
        let (over, under) = (i64::from(*over), i64::from((*under).max(1)));
        Some(match self.count(of, here)? {
            Count::Fixed(of) => {
                Count::Fixed(of.saturating_mul(over).saturating_add(under - 1).div_euclid(under))
            }
            of => Count::Fraction(over, under, Box::new(of)),
        })
    }

    /// Reports `from 4 to 2`. A range of options may be empty for some of their values.
    pub fn check_written_range(&mut self, from: &ast::AstCount, to: &ast::AstCount) -> Option<()> {
        let (ast::AstCount::Number(from, first), ast::AstCount::Number(to, last)) = (from, to)
        else {
            return Some(());
        };
        if from <= to {
            return Some(());
        }
        let span = first.to(*last);
        let message = format!("there is no number from {from} to {to}");
        let range = format!("{to} to {from}");
        let title = format!("write `from {range}`");
        let fix = Fix::guess(span, range).titled(title);
        self.report.add(Diagnostic::error("range-empty", span, message).fix(fix));
        None
    }

    #[allow(clippy::type_complexity)] // bounds may be absent, or invalid
    fn bounds(
        &mut self,
        bounds: Option<&'a (ast::AstCount, ast::AstCount)>,
        here: &mut PhraseContext,
    ) -> Option<Option<(Count, Count)>> {
        let Some((from, to)) = bounds else { return Some(None) };
        self.check_written_range(from, to)?;
        let (from, to) = (self.count(from, here), self.count(to, here));
        Some(Some((from?, to?)))
    }
}

fn fraction(over: i64, under: i64, of: Count) -> Count {
    match of {
        Count::Fixed(of) => Count::Fixed(of.saturating_mul(over).div_euclid(under)),
        of => Count::Fraction(over, under, Box::new(of)),
    }
}

/// Removes unreachable cases; if the first case left always applies, the result is its number.
fn fold_cases(cases: Vec<(Option<Cond>, Count)>) -> Count {
    let mut kept = Vec::new();
    for (when, count) in cases {
        match when {
            Some(Cond::Fixed(false)) => {}
            None | Some(Cond::Fixed(true)) => {
                kept.push((None, count));
                break;
            }
            when => kept.push((when, count)),
        }
    }
    match kept.pop() {
        Some((None, count)) if kept.is_empty() => count,
        Some(last) => {
            kept.push(last);
            Count::Cases(kept)
        }
        None => Count::Fixed(0),
    }
}

/// Whether a number passes a test, if that is known statically.
pub(super) fn passes(number: i64, amount: &Amount) -> Option<bool> {
    let fixed = |count: &Count| match count {
        Count::Fixed(number) => Some(*number),
        _ => None,
    };
    let within = |bounds: &Option<(Count, Count)>| match bounds {
        Some((from, to)) => Some((fixed(from)?..=fixed(to)?).contains(&number)),
        None => Some(true),
    };
    match amount {
        Amount::OneOf(counts) => {
            let numbers: Option<Vec<i64>> = counts.iter().map(fixed).collect();
            numbers.map(|numbers| numbers.contains(&number))
        }
        Amount::AtLeast(count) => fixed(count).map(|count| number >= count),
        Amount::AtMost(count) => fixed(count).map(|count| number <= count),
        Amount::Fewer(count) => fixed(count).map(|count| number < count),
        Amount::More(count) => fixed(count).map(|count| number > count),
        Amount::Even(bounds) => within(bounds).map(|in_it| in_it && number != 0 && number % 2 == 0),
        Amount::Odd(bounds) => within(bounds).map(|in_it| in_it && number % 2 != 0),
        Amount::Between(from, to) => Some((fixed(from)?..=fixed(to)?).contains(&number)),
    }
}
