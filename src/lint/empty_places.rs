//! `empty-places`: a phrase that matches no place on this board.

use super::formula::{self, Formula};
use super::place_bounds::Extents;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Case, Filter, PlacePhrase};
use crate::order::SortedMap;
use crate::span::Span;

pub(super) const LINT: Lint =
    Lint { name: "empty-places", severity: Severity::Warning, needs: LintInput::Text, check };

/// What a phrase can select, over all games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PhraseExtent {
    Something,
    Nothing,
    /// Nothing that a seed can fall in.
    NoFall,
    /// The hole of the occasion has no opposite hole.
    NoOpposite,
}

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found: SortedMap<Span, PhraseExtent> = SortedMap::default();
    let mut opposite: SortedMap<Span, bool> = SortedMap::default();
    for game in &subject.games {
        let facts = StaticFacts::new(&game.model);
        let mut phrases = EmptyPhrases { extents: Extents::new(&facts), found: &mut found };
        walk::model(&game.model, &mut phrases);
        walk::model(&game.model, &mut OppositePhrases { facts: &facts, found: &mut opposite });
    }
    for (span, _) in opposite.into_iter().filter(|(_, exists)| !exists) {
        found.insert(span, PhraseExtent::NoOpposite);
    }
    found.retain(|span, extent| subject.is_here(*span) && *extent != PhraseExtent::Something);
    for span in own_of_the_opponent(subject) {
        found.insert(span, PhraseExtent::Nothing);
    }
    // A phrase that selects nothing makes the phrases around it select nothing: report the
    // innermost.
    let inner = |span: &Span| {
        let within =
            |other: &&Span| *other != span && span.start <= other.start && other.end <= span.end;
        !found.iter().any(|(other, _)| within(&other))
    };
    found.iter().filter(|(span, _)| inner(span)).map(|(s, m)| finding(subject, *s, *m)).collect()
}

fn finding(subject: &LintSubject<'_>, span: Span, extent: PhraseExtent) -> Diagnostic {
    let text = subject.text(span);
    let (message, label, help) = match extent {
        PhraseExtent::NoFall => (
            format!("no seed ever falls in `{text}`"),
            "the way does not go through such a place",
            "add the place to *way*, or leave the case out",
        ),
        PhraseExtent::NoOpposite => (
            format!("`{text}` matches no place in this case"),
            "the hole of the seed has no opposite hole",
            "the opposite hole is on the other player's side, and a middle row has none: correct the \
             condition, or name the hole in another way",
        ),
        PhraseExtent::Nothing | PhraseExtent::Something => (
            format!("`{text}` matches no place on this board"),
            "there is no such place in any position",
            "check *board*, or correct the phrase",
        ),
    };
    Diagnostic::warning("empty-places", span, message).found(label).help(help)
}

/// Finds the phrases with `opposite` in the actions of cases, and whether there is such a place for some fall for which
/// the case is reached.
struct OppositePhrases<'a> {
    facts: &'a StaticFacts<'a>,
    found: &'a mut SortedMap<Span, bool>,
}

impl Visit for OppositePhrases<'_> {
    fn list(&mut self, here: VisitContext, list: &[Case]) {
        if here.other_it {
            return;
        }
        let of_actions: Vec<Vec<PlacePhrase>> =
            list.iter().map(|case| opposites(here, case)).collect();
        if of_actions.iter().all(Vec::is_empty) {
            return;
        }
        let mut builder = self.facts.formula_builder(here, list);
        let mut earlier: Vec<Formula> = Vec::new();
        for (case, phrases) in list.iter().zip(of_actions) {
            let fits = builder.case(case);
            let mut reached = earlier.clone();
            reached.push(fits.clone());
            for phrase in phrases {
                let exists = builder.exists(&phrase);
                let and = |more: Vec<Formula>| {
                    Formula::And(reached.iter().cloned().chain(more).collect())
                };
                let never = |formula| formula::decided(&formula, &builder.variables) == Some(false);
                // A case that is never reached has a finding of its own.
                let none = never(and(vec![exists])) && !never(and(Vec::new()));
                *self.found.get_or_insert(phrase.span, false) |= !none;
            }
            earlier.push(Formula::Not(Box::new(fits)));
        }
    }
}

/// The phrases with `opposite` in the actions of a case, outermost.
fn opposites(here: VisitContext, case: &Case) -> Vec<PlacePhrase> {
    struct Opposites(Vec<PlacePhrase>);
    impl Visit for Opposites {
        fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {
            let opposite =
                phrase.filters.iter().any(|filter| matches!(filter, Filter::Opposite(_)));
            if opposite && !here.other_it && !here.other_actor && here.within.is_none() {
                self.0.push(phrase.clone());
            }
        }
    }
    let mut found = Opposites(Vec::new());
    walk::actions(here, case, &mut found);
    found.0
}

struct EmptyPhrases<'a> {
    extents: Extents<'a>,
    found: &'a mut SortedMap<Span, PhraseExtent>,
}

impl Visit for EmptyPhrases<'_> {
    fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {
        // Most phrases select something in the first game.
        let known = self.found.get(&phrase.span);
        if here.within == Some(phrase.span) || known == Some(&PhraseExtent::Something) {
            return;
        }
        let extent = if self.extents.is_empty(phrase, VisitContext { fall: false, ..here }) {
            PhraseExtent::Nothing
        } else if here.fall && self.extents.is_empty(phrase, here) {
            PhraseExtent::NoFall
        } else {
            PhraseExtent::Something
        };
        let known = self.found.get_or_insert(phrase.span, extent);
        if extent == PhraseExtent::Something || *known == PhraseExtent::Nothing {
            *known = extent;
        }
    }
}

/// `own opponent's hole`: unclear to a reader whose hole it is.
fn own_of_the_opponent(subject: &LintSubject<'_>) -> Vec<Span> {
    let Some(file) = subject.file() else { return Vec::new() };
    let sources = &subject.description.sources;
    let Some(source) = sources.get(file.file) else { return Vec::new() };
    let mut found = Vec::new();
    for statement in ast_queries::all_statements(file) {
        let names = ast_queries::names(sources.slice(statement.span));
        for pair in names.windows(3) {
            if let [a @ ("own" | "opponent's"), b @ ("own" | "opponent's"), noun] = pair
                && a != b
            {
                let at = |text: &str| text.as_ptr() as usize - source.text.as_ptr() as usize;
                found.push(Span::new(file.file, at(a), at(noun) + noun.len()));
            }
        }
    }
    found
}
