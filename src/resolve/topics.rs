//! Which topics are available in which section: the one table.

use crate::syntax::ast::SectionKind;

/// Something that is available in some sections only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    /// `it`.
    It,
    /// `falls in`, `makes`: a seed that falls.
    Fall,
    /// `the origin`: a sowing.
    Origin,
    /// `has no move`.
    MoveAvailability,
    /// `the position returns`.
    PositionComparison,
    /// `the game is drawn`.
    GameResult,
    /// `concedes`, `agree`.
    Offers,
    /// An action that sows.
    Sows,
    /// `end move`, `end turn`, `pass`, `play again`: a move that is being made, or has just been.
    Move,
    /// `wins`, `loses`, `draw`, `end game`: a game that is not over.
    Undecided,
}

/// Whether a topic is available where a phrase is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Availability {
    /// It has none.
    No,
    /// It has one.
    Yes,
    /// In a word: it depends on where the word is used.
    Deferred,
}

/// For each topic whether it is available where a phrase is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Topics([Availability; Topic::ALL.len()]);

impl Topics {
    /// In a section.
    pub fn in_section(section: SectionKind) -> Topics {
        let has = |topic: Topic| {
            if topic.is_available_in(section) { Availability::Yes } else { Availability::No }
        };
        Topics(Topic::ALL.map(has))
    }

    /// In a word, which may be used anywhere. An offer is made in *end* itself; and whether a word sows
    /// is read where it is used.
    pub fn in_word() -> Topics {
        let later = Topics([Availability::Deferred; Topic::ALL.len()]);
        later.with(Topic::Offers, Availability::No).with(Topic::Sows, Availability::Yes)
    }

    /// Whether a topic has a meaning.
    pub fn get(&self, topic: Topic) -> Availability {
        self.0[topic as usize]
    }

    /// The same but for one topic.
    #[must_use]
    pub fn with(mut self, topic: Topic, has: Availability) -> Topics {
        self.0[topic as usize] = has;
        self
    }
}

/// The topics that a word needs; they must be available where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct RequiredTopics([bool; Topic::ALL.len()]);

impl RequiredTopics {
    /// Whether it needs a topic.
    pub fn has(&self, topic: Topic) -> bool {
        self.0[topic as usize]
    }

    /// Adds a topic.
    pub fn add(&mut self, topic: Topic) {
        self.0[topic as usize] = true;
    }
}

impl Topic {
    /// All topics, in the order in which they are declared.
    pub const ALL: [Topic; 10] = [
        Topic::It,
        Topic::Fall,
        Topic::Origin,
        Topic::MoveAvailability,
        Topic::PositionComparison,
        Topic::GameResult,
        Topic::Offers,
        Topic::Sows,
        Topic::Move,
        Topic::Undecided,
    ];

    /// Whether it is available in a section. What a postcondition (`if`, `unless`), a case of *end* that says
    /// `at any time`, or a word changes about that is decided where they are resolved.
    pub fn is_available_in(self, section: SectionKind) -> bool {
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
            Topic::MoveAvailability => !matches!(
                section,
                S::Way | S::Move | S::BeforeEachLap | S::EachSeed | S::LastSeed | S::AfterCapture
            ),
            // Positions are compared when a move is over.
            Topic::PositionComparison | Topic::Offers => section == S::End,
            // In *match* a game has just been played.
            Topic::GameResult => section == S::Match,
            Topic::Move => !matches!(section, S::Opening | S::End | S::Match),
            Topic::Undecided => section != S::Match,
            Topic::Sows => matches!(section, S::Move | S::LastSeed | S::Opening | S::Match),
        }
    }
}
