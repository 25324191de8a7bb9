//! The tests of a description.

use super::{AstValue, Name, Text};
use crate::span::Span;

/// `test "NAME"`: a short game with the results that the description must give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstTest {
    /// Its name.
    pub name: Text,
    /// The heading line.
    pub span: Span,
    /// Its lines in order.
    pub lines: Vec<(TestLine, Span)>,
}

/// A line of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestLine {
    /// `with variation "NAME"`.
    Variation(Text),
    /// `with columns = 4`.
    With(Name, AstValue),
    /// `given a1 3, b1 4, South store 5, South hand 2`: these and no others hold seeds.
    Given(Vec<Holding>),
    /// `given a2 closed`, `given a1 marked tuzdik [for South]`.
    GivenState(TestState),
    /// `given loot is 3`, `given sense is clockwise for South`: the note, its value, whose it is.
    GivenNote(Name, AstValue, Option<Name>),
    /// `given South to move`.
    GivenToMove(Name),
    /// `given South to play again`.
    GivenAgain(Name),
    /// `given nobody has moved`.
    GivenUnmoved,
    /// `the lot falls on a1, b1`.
    LotFalls(Vec<Name>),
    /// `South plays a1, stop`.
    Plays(Name, Vec<Name>),
    /// `next game`.
    NextGame,
    /// `expect a1 0, South store 4`.
    Expect(Vec<Holding>),
    /// `expect choices a1, b1`.
    ExpectChoices(Vec<Name>),
    /// `expect South to move`.
    ExpectToMove(Name),
    /// `expect South to win [the match]`.
    ExpectWin(Name, bool),
    /// `expect South to lose [the match]`.
    ExpectLoss(Name, bool),
    /// `expect a draw`.
    ExpectDraw,
    /// `expect a2 closed`, `expect a1 marked tuzdik`.
    ExpectState(TestState),
    /// A line that could not be parsed; its diagnostic has been made.
    Broken,
}

/// A place and how many seeds it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// `a1`, `goal`; `store` or `hand` with an owner.
    pub place: Name,
    /// `South store`.
    pub owner: Option<Name>,
    /// The number of seeds.
    pub count: u64,
    /// Counts this kind of seeds only.
    pub kind: Option<Name>,
}

/// A hole and a mark, or closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestState {
    /// The hole.
    pub hole: Name,
    /// `marked NAME`; else `closed`.
    pub mark: Option<Name>,
    /// `for South`.
    pub owner: Option<Name>,
}
