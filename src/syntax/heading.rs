//! The headings: the lines at the left edge.

use super::ast::{AstChange, AstStage, GameLine, SectionKind, Text};
use crate::span::Span;

/// A heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeadingLine {
    /// `mnc 1`.
    Version(u64, Span),
    /// `game "NAME"`.
    Game(GameLine),
    /// `variation "NAME"`.
    Variation(Text, Span),
    /// `stage "NAME"`.
    Stage(AstStage),
    /// `test "NAME"`.
    Test(Text, Span),
    /// `[CHANGE] SECTION`.
    Section(AstChange, SectionKind, Span),
}
