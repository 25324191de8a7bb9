//! The parts of a text: its sections, names and tests, what can be folded, and what encloses a place.

use crate::order::SmallSort;
use crate::span::Span;
use crate::syntax::{
    NameKind, RawStatement, TokenKind, comments, defined_names, split_statements, word_at,
};

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutlineItem {
    /// Its name: the words of a heading, or a name.
    pub name: String,
    /// What it is.
    pub kind: OutlineKind,
    /// The whole part.
    pub span: Span,
    /// Its name in the text; inside the whole part.
    pub name_span: Span,
    /// The parts inside it, in the order of the text.
    pub children: Vec<OutlineItem>,
}

/// What a part of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutlineKind {
    /// The line `game`.
    Game,
    /// A section.
    Section,
    /// A stage, with its sections.
    Stage,
    /// A variation, with its sections.
    Variation,
    /// A test.
    Test,
    /// A name that is defined there.
    Name(NameKind),
}

/// The parts of a text in its order.
pub fn outline(text: &str) -> Vec<OutlineItem> {
    let (raws, _) = split_statements(0, text);
    let names = defined_names(0, text);
    let mut items: Vec<OutlineItem> = Vec::new();
    for raw in raws.iter().filter(|raw| raw.indent == 0 && !raw.has_word(0, "mnc")) {
        let Some(mut item) = heading(raw) else { continue };
        for name in names.iter().filter(|name| !is_quoted(name.kind)) {
            for span in name.definitions.iter().filter(|span| holds(item.span, **span)) {
                let line = Span { file: 0, start: span.start, end: statement_end(raw, *span) };
                item.children.push(OutlineItem {
                    name: name.name.clone(),
                    kind: OutlineKind::Name(name.kind),
                    span: line,
                    name_span: *span,
                    children: Vec::new(),
                });
            }
        }
        item.children.small_sort_by_key(|child| child.span);
        push(&mut items, item);
    }
    items
}

fn is_quoted(kind: NameKind) -> bool {
    matches!(kind, NameKind::Stage | NameKind::Variation | NameKind::Chosen)
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Puts a section into the stage or variation above it.
fn push(items: &mut Vec<OutlineItem>, item: OutlineItem) {
    let inside = match item.kind {
        OutlineKind::Section => matches!(
            items.last().map(|above| above.kind),
            Some(OutlineKind::Stage | OutlineKind::Variation)
        ),
        OutlineKind::Stage => {
            items.last().is_some_and(|above| above.kind == OutlineKind::Variation)
        }
        OutlineKind::Game | OutlineKind::Variation | OutlineKind::Test | OutlineKind::Name(_) => {
            false
        }
    };
    match items.last_mut().filter(|_| inside) {
        Some(above) => {
            above.span = above.span.to(item.span);
            push(&mut above.children, item);
        }
        None => items.push(item),
    }
}

/// The part that a heading begins.
fn heading(raw: &RawStatement) -> Option<OutlineItem> {
    let first = raw.tokens.first()?;
    let quoted = raw.tokens.iter().find(|token| token.kind == TokenKind::Text);
    let kind = match first.text.as_str() {
        "game" => OutlineKind::Game,
        "stage" => OutlineKind::Stage,
        "variation" => OutlineKind::Variation,
        "test" => OutlineKind::Test,
        _ => OutlineKind::Section,
    };
    let words = raw.tokens.iter().take_while(|token| token.text != ":");
    let (name, name_span) = match (kind, quoted) {
        (OutlineKind::Section, _) | (_, None) => {
            let words: Vec<_> = words.collect();
            let span = first.span.to(words.last().map_or(first.span, |word| word.span));
            (words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "), span)
        }
        (_, Some(text)) => (text.text.trim_matches('"').to_owned(), text.span),
    };
    let name = if name.is_empty() { first.text.clone() } else { name };
    Some(OutlineItem { name, kind, span: whole(raw), name_span, children: Vec::new() })
}

/// A statement with the lines below it.
pub(super) fn whole(raw: &RawStatement) -> Span {
    let span = raw.span(0);
    raw.nested.last().map_or(span, |last| span.to(whole(last)))
}

/// The end of the statement that a word of a section is in.
fn statement_end(raw: &RawStatement, word: Span) -> u32 {
    let inside = raw.nested.iter().map(whole).find(|span| holds(*span, word));
    inside.map_or(word.end, |span| span.end)
}

/// What can be folded: from the first byte to the last, in the order of the text. These are blocks of lines, and
/// comments of several lines.
pub fn folds(text: &str) -> Vec<Span> {
    let (raws, _) = split_statements(0, text);
    let mut folds = Vec::new();
    raws.iter().for_each(|raw| add_folds(raw, &mut folds));
    let groups = |kind| matches!(kind, OutlineKind::Stage | OutlineKind::Variation);
    folds.extend(outline(text).iter().filter(|item| groups(item.kind)).map(|item| item.span));
    let mut block: Option<Span> = None;
    for comment in comments(0, text).into_iter().filter(|comment| comment.alone) {
        let joins = |block: &Span| {
            let between = text.get(block.end as usize..comment.span.start as usize);
            between.is_some_and(|b| b.matches('\n').count() == 1)
        };
        block = match block.filter(joins) {
            Some(block) => Some(block.to(comment.span)),
            None => {
                folds.extend(block.take());
                Some(comment.span)
            }
        };
    }
    folds.extend(block);
    folds.retain(|span| text.get(span.range()).is_some_and(|part| part.contains('\n')));
    folds.small_sort();
    folds.dedup();
    folds
}

fn add_folds(raw: &RawStatement, folds: &mut Vec<Span>) {
    if !raw.nested.is_empty() {
        folds.push(whole(raw));
    }
    raw.nested.iter().for_each(|nested| add_folds(nested, folds));
}

/// What encloses a place, the smallest first: the word, the phrase, the statement, the section, the text.
pub fn enclosing(text: &str, offset: usize) -> Vec<Span> {
    let mut spans = Vec::new();
    if let Some(word) = word_at(text, offset) {
        spans.extend([word.span, word.phrase_span]);
    }
    let (raws, _) = split_statements(0, text);
    let mut outer = Vec::new();
    let mut level: &[RawStatement] = &raws;
    let at = u32::try_from(offset).unwrap_or(u32::MAX);
    while let Some(raw) = level.iter().find(|raw| whole(raw).start <= at && at <= whole(raw).end) {
        outer.extend([whole(raw), raw.span(0)]);
        level = &raw.nested;
    }
    outer.retain(|span| span.start <= at && at <= span.end);
    spans.extend(outer.into_iter().rev());
    spans.push(Span::new(0, 0, text.len()));
    let mut largest: Option<Span> = None;
    spans.retain(|span| {
        let grows = largest.is_none_or(|inner| holds(*span, inner) && *span != inner);
        if grows {
            largest = Some(*span);
        }
        grows
    });
    spans
}
