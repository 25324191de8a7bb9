//! From the parse tree of the grammar to the syntax tree.
//!
//! Only this module and `phrase` name the grammar's productions. Every function returns `None` if a
//! production does not have the parts it should have: grammar and builder disagree. That is a fault of
//! this program, never of a description, and the caller reports it as such.

mod about;
mod action;
mod cond;
mod line;
mod place;

use super::ast::*;
use super::phrase::{NAME_MARKS, Phrase, Rule};
use crate::span::Span;
use pest::iterators::Pair;
use std::cell::RefCell;

/// A node of the parse tree.
pub type P<'p> = Pair<'p, Rule>;

/// The deeper lines below a statement.
#[derive(Default)]
pub enum NestedLines {
    /// Nothing.
    #[default]
    Nothing,
    /// Cases or steps.
    Statements(Vec<Statement>),
    /// The items of `sow, in this order:`.
    Items(Vec<SowItem>),
}

/// Builds one statement.
pub struct AstBuilder<'a> {
    phrase: &'a Phrase,
    nested: RefCell<NestedLines>,
}

/// What a line was built into, with its citations.
pub struct BuiltStatement<T> {
    /// The syntax tree of it.
    pub value: T,
    /// The span without the citations.
    pub span: Span,
    /// `[3]`.
    pub cites: Vec<(u32, Span)>,
    /// `assumed "why"`.
    pub assumed: Option<Text>,
}

impl<'a> AstBuilder<'a> {
    /// A builder of the statement `phrase`, with the lines below it.
    pub fn new(phrase: &'a Phrase, below: NestedLines) -> AstBuilder<'a> {
        AstBuilder { phrase, nested: RefCell::new(below) }
    }

    fn span(&self, pair: &P<'_>) -> Span {
        self.phrase.span(pair)
    }

    /// The statements below; taken by the first call.
    fn take_statements(&self) -> Vec<Statement> {
        match self.nested.take() {
            NestedLines::Statements(list) => list,
            NestedLines::Nothing | NestedLines::Items(_) => Vec::new(),
        }
    }

    fn take_items(&self) -> Vec<SowItem> {
        match self.nested.take() {
            NestedLines::Items(list) => list,
            NestedLines::Nothing | NestedLines::Statements(_) => Vec::new(),
        }
    }

    fn name(&self, pair: &P<'_>) -> Name {
        // An answer in a test may be several words.
        let text = words(pair).split(' ').map(|word| word.trim_start_matches(NAME_MARKS));
        Name { text: text.collect::<Vec<_>>().join(" "), span: self.span(pair) }
    }

    fn text(&self, pair: &P<'_>) -> Text {
        let inside = words(pair).trim_matches('"').to_string();
        Text { text: inside, span: self.span(pair) }
    }

    fn number(&self, pair: &P<'_>) -> Option<(u64, Span)> {
        Some((words(pair).parse().ok()?, self.span(pair)))
    }

    fn small_number(&self, pair: &P<'_>) -> Option<u32> {
        words(pair).parse().ok()
    }

    fn side(&self, pair: &P<'_>) -> AstSide {
        if words(pair) == "left" { AstSide::Left } else { AstSide::Right }
    }

    fn unit(&self, pair: &P<'_>) -> Option<AstUnit> {
        Some(match words(pair) {
            "lap" => AstUnit::Lap,
            "move" => AstUnit::Move,
            "turn" => AstUnit::Turn,
            "game" => AstUnit::Game,
            "match" => AstUnit::Match,
            _ => return None,
        })
    }

    fn value(&self, pair: P<'_>) -> Option<AstValue> {
        let inner = first(pair)?;
        Some(match inner.as_rule() {
            Rule::number => {
                let (number, span) = self.number(&inner)?;
                AstValue::Number(number, span)
            }
            _ => AstValue::Word(self.name(&inner)),
        })
    }

    fn player_ref(&self, pair: P<'_>) -> Option<AstPlayerRef> {
        let span = self.span(&pair);
        let which = match words(&pair) {
            "the player" => PlayerRefKind::Player,
            "the opponent" => PlayerRefKind::Opponent,
            "each player" => PlayerRefKind::Each,
            "a player" => PlayerRefKind::A,
            "that player" => PlayerRefKind::That,
            "the other player" => PlayerRefKind::Other,
            "the winner" => PlayerRefKind::Winner,
            "the loser" => PlayerRefKind::Loser,
            "the starter" => PlayerRefKind::Starter,
            "the second player" => PlayerRefKind::Second,
            "the next player" => PlayerRefKind::Next,
            "its owner" => PlayerRefKind::Owner,
            _ => PlayerRefKind::Named(self.name(&first(pair)?)),
        };
        Some(AstPlayerRef { kind: which, span })
    }
}

/// The words of a pair, without the blank after the last; a name without its mark.
fn words<'p>(pair: &P<'p>) -> &'p str {
    pair.as_str().trim_end_matches(' ').trim_start_matches(NAME_MARKS)
}

/// The first part of a pair.
fn first<'p>(pair: P<'p>) -> Option<P<'p>> {
    pair.into_inner().next()
}
