//! `empty-places`: a phrase that matches no place on this board.

use super::place_bounds::Extents;
use super::static_facts::StaticFacts;
use super::{Lint, LintInput, LintSubject, ast_queries};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::PlacePhrase;
use crate::model::walk::{self, Visit, VisitContext};
use crate::span::Span;
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "empty-places", severity: Severity::Warning, needs: LintInput::Text, check };

/// What a phrase can select, over all games.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PhraseExtent {
    Something,
    Nothing,
    /// Nothing that a seed can fall in.
    NoFall,
}

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found: BTreeMap<Span, PhraseExtent> = BTreeMap::new();
    for game in &subject.games {
        let facts = StaticFacts::new(&game.model);
        let mut phrases = EmptyPhrases { extents: Extents::new(&facts), found: &mut found };
        walk::model(&game.model, &mut phrases);
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
        !found.keys().any(|other| within(&other))
    };
    found.iter().filter(|(span, _)| inner(span)).map(|(s, m)| finding(subject, *s, *m)).collect()
}

fn finding(subject: &LintSubject<'_>, span: Span, extent: PhraseExtent) -> Diagnostic {
    let text = subject.text(span);
    if extent == PhraseExtent::NoFall {
        return Diagnostic::warning(
            "empty-places",
            span,
            format!("no seed ever falls in `{text}`"),
        )
        .found("the way does not go through such a place")
        .help("add the place to *way*, or leave the case out");
    }
    Diagnostic::warning("empty-places", span, format!("`{text}` matches no place on this board"))
        .found("there is no such place in any position")
        .help("check *board*, or correct the phrase")
}

struct EmptyPhrases<'a> {
    extents: Extents<'a>,
    found: &'a mut BTreeMap<Span, PhraseExtent>,
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
        let known = self.found.entry(phrase.span).or_insert(extent);
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
