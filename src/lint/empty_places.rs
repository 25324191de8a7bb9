//! `empty-places`: a phrase that fits no place on this board.

use super::extent::Extents;
use super::world::World;
use super::{Lint, Needs, Subject, written};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::PlacePhrase;
use crate::model::walk::{self, Here, Visit};
use crate::span::Span;
use std::collections::BTreeMap;

pub(super) const LINT: Lint =
    Lint { name: "empty-places", severity: Severity::Warning, needs: Needs::Text, check };

/// How a phrase that means nothing is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    Something,
    Nothing,
    /// Nothing that a seed can fall in.
    NoFall,
}

fn check(subject: &Subject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let mut found: BTreeMap<Span, Means> = BTreeMap::new();
    for game in &subject.games {
        let world = World::new(&game.model);
        let mut phrases = Phrases { extents: Extents::new(&world), found: &mut found };
        walk::model(&game.model, &mut phrases);
    }
    found.retain(|span, means| subject.is_here(*span) && *means != Means::Something);
    for span in own_of_the_opponent(subject) {
        found.insert(span, Means::Nothing);
    }
    // A phrase that means nothing makes those around it mean nothing.
    let inner = |span: &Span| {
        let within =
            |other: &&Span| *other != span && span.start <= other.start && other.end <= span.end;
        !found.keys().any(|other| within(&other))
    };
    found.iter().filter(|(span, _)| inner(span)).map(|(s, m)| finding(subject, *s, *m)).collect()
}

fn finding(subject: &Subject<'_>, span: Span, means: Means) -> Diagnostic {
    let text = subject.text(span);
    if means == Means::NoFall {
        return Diagnostic::warning(
            "empty-places",
            span,
            format!("no seed ever falls in `{text}`"),
        )
        .found("the way goes through no such place")
        .help("say in *way* that it goes there, or leave the case out");
    }
    Diagnostic::warning("empty-places", span, format!("`{text}` fits no place on this board"))
        .found("there is no such place, whatever the position")
        .help("look at *board*, or leave out what does not belong together here")
}

struct Phrases<'a> {
    extents: Extents<'a>,
    found: &'a mut BTreeMap<Span, Means>,
}

impl Visit for Phrases<'_> {
    fn phrase(&mut self, here: Here, phrase: &PlacePhrase) {
        if here.within == Some(phrase.span) {
            return;
        }
        let means = if self.extents.is_empty(phrase, Here { fall: false, ..here }) {
            Means::Nothing
        } else if here.fall && self.extents.is_empty(phrase, here) {
            Means::NoFall
        } else {
            Means::Something
        };
        let known = self.found.entry(phrase.span).or_insert(means);
        if means == Means::Something || *known == Means::Nothing {
            *known = if *known == Means::Something { *known } else { means };
        }
    }
}

/// `own opponent's hole`: the reader cannot know whose.
fn own_of_the_opponent(subject: &Subject<'_>) -> Vec<Span> {
    let Some(file) = subject.file() else { return Vec::new() };
    let sources = &subject.description.sources;
    let Some(source) = sources.get(file.file) else { return Vec::new() };
    let mut found = Vec::new();
    for statement in written::all_statements(file) {
        let names = written::names(sources.slice(statement.span));
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
