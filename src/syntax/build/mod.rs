//! From what the grammar found to what was written.
//!
//! Only this room and its neighbour `phrase` name the grammar's productions. Every function returns
//! `None` where a production does not have the parts it should have; that is a fault of this
//! program, never of a description, and is reported as such by the caller.

mod action;
mod cond;
mod line;
mod place;

use super::ast::*;
use super::phrase::{MARKS, Phrase, Rule};
use crate::span::Span;
use pest::iterators::Pair;
use std::cell::RefCell;

/// What the grammar found for one production.
pub type P<'p> = Pair<'p, Rule>;

/// What stands on the deeper lines below a statement.
#[derive(Default)]
pub enum Below {
    /// Nothing.
    #[default]
    Nothing,
    /// Cases or steps.
    Statements(Vec<Statement>),
    /// The items of `sow, in this order:`.
    Items(Vec<SowItem>),
}

/// Builds one statement.
pub struct Build<'a> {
    phrase: &'a Phrase,
    below: RefCell<Below>,
}

/// A statement without its place, with what it says of its source.
pub struct Built<T> {
    /// What is said.
    pub said: T,
    /// Without the suffix.
    pub span: Span,
    /// `[3]`.
    pub cites: Vec<(u32, Span)>,
    /// `assumed "why"`.
    pub assumed: Option<Text>,
}

impl<'a> Build<'a> {
    /// A builder of the statement `phrase`, with what stands below it.
    pub fn new(phrase: &'a Phrase, below: Below) -> Build<'a> {
        Build { phrase, below: RefCell::new(below) }
    }

    fn span(&self, pair: &P<'_>) -> Span {
        self.phrase.span(pair)
    }

    /// The statements below, which the first who asks for them gets.
    fn take_statements(&self) -> Vec<Statement> {
        match self.below.take() {
            Below::Statements(list) => list,
            Below::Nothing | Below::Items(_) => Vec::new(),
        }
    }

    fn take_items(&self) -> Vec<SowItem> {
        match self.below.take() {
            Below::Items(list) => list,
            Below::Nothing | Below::Statements(_) => Vec::new(),
        }
    }

    fn name(&self, pair: &P<'_>) -> Name {
        // An answer in a test may be several words.
        let text = words(pair).split(' ').map(|word| word.trim_start_matches(MARKS));
        Name { text: text.collect::<Vec<_>>().join(" "), span: self.span(pair) }
    }

    fn text(&self, pair: &P<'_>) -> Text {
        let inside = words(pair).trim_matches('"').to_string();
        Text { text: inside, span: self.span(pair) }
    }

    fn number(&self, pair: &P<'_>) -> Option<(u64, Span)> {
        Some((words(pair).parse().ok()?, self.span(pair)))
    }

    fn small(&self, pair: &P<'_>) -> Option<u32> {
        words(pair).parse().ok()
    }

    fn side(&self, pair: &P<'_>) -> Side {
        if words(pair) == "left" { Side::Left } else { Side::Right }
    }

    fn unit(&self, pair: &P<'_>) -> Option<Unit> {
        Some(match words(pair) {
            "lap" => Unit::Lap,
            "move" => Unit::Move,
            "turn" => Unit::Turn,
            "game" => Unit::Game,
            "match" => Unit::Match,
            _ => return None,
        })
    }

    fn value(&self, pair: P<'_>) -> Option<Value> {
        let inner = first(pair)?;
        Some(match inner.as_rule() {
            Rule::number => {
                let (number, span) = self.number(&inner)?;
                Value::Number(number, span)
            }
            _ => Value::Word(self.name(&inner)),
        })
    }

    fn who(&self, pair: P<'_>) -> Option<Who> {
        let span = self.span(&pair);
        let which = match words(&pair) {
            "the player" => Which::Player,
            "the opponent" => Which::Opponent,
            "each player" => Which::Each,
            "a player" => Which::A,
            "that player" => Which::That,
            "the other player" => Which::Other,
            "the winner" => Which::Winner,
            "the loser" => Which::Loser,
            "the starter" => Which::Starter,
            "the second player" => Which::Second,
            "the next player" => Which::Next,
            _ => Which::Named(self.name(&first(pair)?)),
        };
        Some(Who { which, span })
    }
}

/// The words of a pair, without the blank behind the last; a name without its mark.
fn words<'p>(pair: &P<'p>) -> &'p str {
    pair.as_str().trim_end_matches(' ').trim_start_matches(MARKS)
}

/// The first part of a pair.
fn first<'p>(pair: P<'p>) -> Option<P<'p>> {
    pair.into_inner().next()
}
