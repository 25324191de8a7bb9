//! Conditions.

use super::{
    AstAmount, AstCount, AstDir, AstPlace, AstPlaces, AstPlayerRef, AstStateTest, AstUnit,
    AstUnitRef, AstValue, Name,
};
use crate::span::Span;

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstCond {
    /// `A or B`.
    Or(Vec<AstCond>),
    /// `A and B`.
    And(Vec<AstCond>),
    /// `not A`.
    Not(Box<AstCond>),
    /// A single test.
    Test(Box<CondTest>),
}

impl AstCond {
    /// Whether `the sowing never ends` is the condition, or a part of it that has to hold.
    pub fn never_ends(&self) -> bool {
        match self {
            AstCond::And(parts) => parts.iter().any(AstCond::never_ends),
            AstCond::Test(test) => test.test == CondTestKind::NeverEnds,
            AstCond::Or(_) | AstCond::Not(_) => false,
        }
    }
}

/// A single test, with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CondTest {
    /// What is tested.
    pub test: CondTestKind,
    /// Its span.
    pub span: Span,
}

/// The tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CondTestKind {
    /// `[a STONE] falls in PLACE`: before the fall; a seed of that kind, if one is named.
    FallsIn(AstPlace, Option<Name>),
    /// `the seed before fell in PLACE`: the seed that fell before this one, in this lap.
    SeedBeforeFellIn(AstPlace),
    /// `makes PLACE`: after the fall.
    Makes(AstPlace),
    /// `makes 4`, `makes 2 or 3`.
    MakesAmount(AstAmount),
    /// `PLACE is [not] STATE`, `PLACE holds AMOUNT`.
    Place(AstPlace, AstStateTest),
    /// `there is a PLACE`, `there are N or more PLACES`, `there is no PLACE`.
    ThereIs {
        /// How many; one or more if not given.
        how_many: Option<AstAmount>,
        /// The places.
        place: AstPlace,
    },
    /// `WHO has | holds AMOUNT [in PLACES]`: seeds.
    PlayerSeeds {
        /// The player.
        who: AstPlayerRef,
        /// The number of seeds.
        amount: AstAmount,
        /// The kind of seeds, if one is named.
        kind: Option<Name>,
        /// The places; all that the player holds if not given.
        places: Option<AstPlaces>,
    },
    /// `WHO has PLACE`, `WHO has 2 singles`, `WHO has no tuzdik`: places of that player.
    PlayerPlaces {
        /// The player.
        who: AstPlayerRef,
        /// How many; one or more if not given.
        how_many: Option<AstAmount>,
        /// The places.
        place: AstPlace,
    },
    /// `AMOUNT are left`; of a kind of seeds, if one is named.
    SeedsLeft(AstAmount, Option<Name>),
    /// `WHO concedes`.
    Concedes(AstPlayerRef),
    /// `the players agree`.
    Agreed,
    /// `WHO has no move`.
    NoMove(AstPlayerRef),
    /// `WHO has [not] moved`.
    HasMoved {
        /// The player.
        who: AstPlayerRef,
        /// `not`.
        not: bool,
    },
    /// `the position returns [for the third time]`.
    PositionReturns {
        /// 2, or 3.
        times: u32,
    },
    /// `the sowing never ends`.
    NeverEnds,
    /// `the game is drawn`.
    Drawn,
    /// `WHO is [not] NAME`: a mark of a player, or a role (`the player is the winner`).
    PlayerIs {
        /// The player.
        who: AstPlayerRef,
        /// `not`.
        not: bool,
        /// The mark, or a player's name.
        name: Name,
    },
    /// `NAME is [not] VALUE [or VALUE]*`, `NAME is AMOUNT`: an option, a note, a word.
    NameIs {
        /// The name.
        name: Name,
        /// `not`.
        not: bool,
        /// The test.
        test: NameTest,
    },
    /// `N is AMOUNT` for a computed number.
    CountIs {
        /// The number.
        count: AstCount,
        /// `not`.
        not: bool,
        /// The test on it.
        amount: AstAmount,
    },
    /// A word for a condition; or a yes/no note.
    Name(Name),
    /// `this is the first lap`, `this is the last game` ...
    ThisIsFirst(AstUnit),
    /// `UNITS has [not] captured`, `this move captures` ...
    Fact {
        /// The stretch of play.
        of: AstUnitRef,
        /// The fact.
        fact: AstFact,
    },
}

/// The test on a name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum NameTest {
    Values(Vec<AstValue>),
    Amount(AstAmount),
    Dir(AstDir),
}

/// A fact of a lap, move, turn or game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstFact {
    /// `has [not] captured`, `captures`.
    Captured {
        /// `not`.
        not: bool,
    },
    /// `has [not] sown in PLACE`.
    SownIn {
        /// `not`.
        not: bool,
        /// The place.
        place: AstPlace,
    },
    /// `began from PLACE`, `did not begin from PLACE`.
    BeganFrom {
        /// `not`.
        not: bool,
        /// The place.
        place: AstPlace,
    },
    /// `is [not] DIR`.
    Is {
        /// `not`.
        not: bool,
        /// The direction.
        dir: AstDir,
    },
}
