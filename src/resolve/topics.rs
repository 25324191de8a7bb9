//! The table of topics: which phrases are available in which section.

use crate::syntax::ast::SectionKind;

/// A group of phrases that is available in some sections only.
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
    /// `moves first`: the next game.
    NextGame,
}

/// The availability of a topic in the context of a phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Availability {
    /// It is not.
    No,
    /// It is.
    Yes,
    /// In a word: it depends on where the word is used.
    Deferred,
}

/// The availability of each topic, indexed by `Topic`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Topics([Availability; Topic::ALL.len()]);

impl Topics {
    /// The topics of a section.
    pub fn in_section(section: SectionKind) -> Topics {
        let has = |topic: Topic| {
            if topic.is_available_in(section) { Availability::Yes } else { Availability::No }
        };
        Topics(Topic::ALL.map(has))
    }

    /// The topics of a word, which may be used anywhere. Offers are available in *end* itself only;
    /// whether a word sows is checked where it is used.
    pub fn in_word() -> Topics {
        let later = Topics([Availability::Deferred; Topic::ALL.len()]);
        later.with(Topic::Offers, Availability::No).with(Topic::Sows, Availability::Yes)
    }

    /// The availability of a topic.
    pub fn get(&self, topic: Topic) -> Availability {
        self.0[topic as usize]
    }

    /// The same topics with one changed.
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
    pub const ALL: [Topic; 11] = [
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
        Topic::NextGame,
    ];

    /// Whether it is available in a section. Postconditions (`if`, `unless`), cases of *end* with
    /// `at any time`, and words change that where they are resolved.
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
            // In the other sections the answer would depend on itself.
            Topic::MoveAvailability => !matches!(
                section,
                S::Way | S::Move | S::BeforeEachLap | S::EachSeed | S::LastSeed | S::AfterCapture
            ),
            // Positions are compared when a move is over.
            Topic::PositionComparison | Topic::Offers => section == S::End,
            // In *match* a game has just been played.
            Topic::GameResult | Topic::NextGame => section == S::Match,
            Topic::Move => !matches!(section, S::Opening | S::End | S::Match),
            Topic::Undecided => section != S::Match,
            Topic::Sows => matches!(section, S::Move | S::LastSeed | S::Opening | S::Match),
        }
    }
}
