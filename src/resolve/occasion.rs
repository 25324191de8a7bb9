//! Which sections may speak of what: the one table.

use crate::syntax::ast::SectionKind;

/// Something that a phrase can speak of in some sections only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    /// `it`.
    It,
    /// `falls in`, `makes`: a seed that falls.
    Fall,
    /// `the origin`: a sowing.
    Origin,
    /// `has no move`.
    Judges,
    /// `the position returns`.
    Returns,
    /// `the game is drawn`.
    Drawn,
    /// `concedes`, `agree`.
    Offers,
    /// An action that sows.
    Sows,
    /// `end move`, `end turn`, `pass`, `play again`: a move that is being made, or has just been.
    Move,
    /// `wins`, `loses`, `draw`, `end game`: a game that is not over.
    Undecided,
}

impl Topic {
    /// Whether a section may speak of it. What a judgement (`if`, `unless`), a case of *end* that says
    /// `at any time`, or a word changes about that is said where they are read.
    pub fn has_meaning_in(self, section: SectionKind) -> bool {
        use SectionKind as S;
        match self {
            // In *way* it is the hole that the seeds come from.
            Topic::It => matches!(
                section,
                S::Way | S::BeforeEachLap | S::EachSeed | S::LastSeed | S::AfterCapture
            ),
            Topic::Fall => matches!(section, S::EachSeed | S::LastSeed | S::AfterCapture),
            Topic::Origin => !matches!(section, S::Board | S::Start | S::Winner | S::Match),
            // Elsewhere the answer would depend on itself.
            Topic::Judges => !matches!(
                section,
                S::Way | S::Move | S::BeforeEachLap | S::EachSeed | S::LastSeed | S::AfterCapture
            ),
            // Positions are compared when a move is over.
            Topic::Returns | Topic::Offers => section == S::End,
            // In *match* a game has just been played.
            Topic::Drawn => section == S::Match,
            Topic::Move => !matches!(section, S::Opening | S::End | S::Match),
            Topic::Undecided => section != S::Match,
            Topic::Sows => matches!(section, S::Move | S::LastSeed | S::Opening | S::Match),
        }
    }
}
