//! The kinds of the words of a text, for colours.

use super::EditedText;
use crate::resolve::load;
use crate::span::Span;
use crate::syntax::{
    NameKind, TokenKind, comments, defined_names, is_keyword, singulars, statement_texts,
};
use std::collections::BTreeMap;

/// A word, and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColouredWord {
    /// Where it is; on one line.
    pub span: Span,
    /// What it is.
    pub kind: WordKind,
    /// It is defined here.
    pub defines: bool,
}

/// What a word of a text is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WordKind {
    /// A name.
    Name(NameKind),
    /// A word of a heading.
    Heading,
    /// A number.
    Number,
    /// A text in quotation marks.
    Text,
    /// A comment.
    Comment,
}

/// The words of a text that have a colour, in its order. Other words of the language have none. Names of a game that
/// the text is like are among them.
pub fn coloured_words(document: EditedText<'_>) -> Vec<ColouredWord> {
    let text = document.text;
    let mut words: BTreeMap<Span, ColouredWord> = BTreeMap::new();
    for statement in statement_texts(0, text) {
        for word in statement.words {
            let kind = match word.kind {
                TokenKind::Number => WordKind::Number,
                TokenKind::Text => WordKind::Text,
                TokenKind::Word if statement.context == "heading" => WordKind::Heading,
                TokenKind::Word | TokenKind::Sign | TokenKind::Stray => continue,
            };
            words.insert(word.span, ColouredWord { span: word.span, kind, defines: false });
        }
    }
    for comment in comments(0, text) {
        let word = ColouredWord { span: comment.span, kind: WordKind::Comment, defines: false };
        words.insert(comment.span, word);
    }
    for name in defined_names(0, text) {
        let quoted = matches!(name.kind, NameKind::Stage | NameKind::Variation);
        let kind = if quoted { WordKind::Text } else { WordKind::Name(name.kind) };
        let defined = name.definitions.iter().map(|span| (*span, true));
        for (span, defines) in defined.chain(name.uses.iter().map(|span| (*span, false))) {
            words.insert(span, ColouredWord { span, kind, defines });
        }
    }
    add_base_names(document, &mut words);
    words.into_values().collect()
}

fn add_base_names(document: EditedText<'_>, words: &mut BTreeMap<Span, ColouredWord>) {
    let (description, _) = load(document.name, document.text, document.library);
    let mut kinds: BTreeMap<String, NameKind> = BTreeMap::new();
    for (file, source) in (0..).zip(description.sources.iter()).skip(1) {
        let quoted = |kind| matches!(kind, NameKind::Stage | NameKind::Variation | NameKind::Point);
        let names = defined_names(file, &source.text);
        kinds.extend(names.into_iter().filter(|n| !quoted(n.kind)).map(|n| (n.name, n.kind)));
    }
    if kinds.is_empty() {
        return;
    }
    let statements = statement_texts(0, document.text).into_iter();
    let statements = statements.filter(|s| !matches!(s.context, "about" | "points" | "heading"));
    for word in statements.flat_map(|statement| statement.words) {
        let kind = singulars(&word.text).find_map(|name| kinds.get(&*name));
        if let Some(kind) = kind.filter(|_| word.kind == TokenKind::Word && !is_keyword(&word.text))
        {
            let name =
                ColouredWord { span: word.span, kind: WordKind::Name(*kind), defines: false };
            words.entry(word.span).or_insert(name);
        }
    }
}
