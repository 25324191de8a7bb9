//! What a line at the left edge says.

use super::ast::{Change, GameLine, SectionKind, Stage, Text};
use crate::span::Span;

/// A heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heading {
    /// `mnc 1`.
    Version(u64, Span),
    /// `game "NAME"`.
    Game(GameLine),
    /// `variation "NAME"`.
    Variation(Text, Span),
    /// `stage "NAME"`.
    Stage(Stage),
    /// `test "NAME"`.
    Test(Text, Span),
    /// `[CHANGE] SECTION`.
    Section(Change, SectionKind, Span),
}
