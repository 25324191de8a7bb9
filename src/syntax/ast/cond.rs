//! Conditions.

use super::{Amount, Count, Dir, Name, Place, Places, StateTest, Unit, Units, Value, Who};
use crate::span::Span;

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    /// `A or B`.
    Or(Vec<Cond>),
    /// `A and B`.
    And(Vec<Cond>),
    /// `not A`.
    Not(Box<Cond>),
    /// A single test.
    Test(Box<Test1>),
}

/// A single test, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test1 {
    /// What is tested.
    pub test: TestKind,
    /// Where.
    pub span: Span,
}

/// The tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestKind {
    /// `[a STONE] falls in PLACE`: before the fall; a seed of that kind, if one is named.
    FallsIn(Place, Option<Name>),
    /// `the seed before fell in PLACE`: the seed that fell before this one, in this lap.
    SeedBeforeFellIn(Place),
    /// `makes PLACE`: after the fall.
    Makes(Place),
    /// `makes 4`, `makes 2 or 3`.
    MakesAmount(Amount),
    /// `PLACE is [not] STATE`, `PLACE holds AMOUNT`.
    Place(Place, StateTest),
    /// `there is a PLACE`, `there are N or more PLACES`, `there is no PLACE`.
    ThereIs {
        /// How many; one or more if not said.
        how_many: Option<Amount>,
        /// Of these.
        place: Place,
    },
    /// `WHO has | holds AMOUNT [in PLACES]`: seeds.
    PlayerSeeds {
        /// Who.
        who: Who,
        /// How many.
        amount: Amount,
        /// Of a kind of seeds.
        kind: Option<Name>,
        /// Where; all the player holds if not said.
        places: Option<Places>,
    },
    /// `WHO has PLACE`, `WHO has 2 singles`, `WHO has no tuzdik`: places of that player.
    PlayerPlaces {
        /// Who.
        who: Who,
        /// How many; one or more if not said.
        how_many: Option<Amount>,
        /// Of these.
        place: Place,
    },
    /// `AMOUNT are left`; of a kind of seeds, if one is named.
    SeedsLeft(Amount, Option<Name>),
    /// `WHO concedes`.
    Concedes(Who),
    /// `the players agree`.
    Agreed,
    /// `WHO has no move`.
    NoMove(Who),
    /// `WHO has [not] moved`.
    HasMoved {
        /// Who.
        who: Who,
        /// `not`.
        not: bool,
    },
    /// `the position returns [for the third time]`.
    PositionReturns {
        /// 2, or 3.
        times: u32,
    },
    /// `the game is drawn`.
    Drawn,
    /// `WHO is [not] NAME`: a mark of a player, or a role (`the player is the winner`).
    PlayerIs {
        /// Who.
        who: Who,
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
        /// What.
        is: NameTest,
    },
    /// `N is AMOUNT` for a computed number.
    CountIs {
        /// The number.
        count: Count,
        /// `not`.
        not: bool,
        /// What.
        amount: Amount,
    },
    /// A word that stands for a condition; or a yes/no note.
    Name(Name),
    /// `this is the first lap`, `this is the last game` ...
    ThisIsFirst(Unit),
    /// `UNITS has [not] captured`, `this move captures` ...
    Fact {
        /// Of what.
        of: Units,
        /// What.
        fact: Fact,
    },
}

/// What a name is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum NameTest {
    Values(Vec<Value>),
    Amount(Amount),
    Dir(Dir),
}

/// A fact of a lap, move, turn or game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// `has [not] captured`, `captures`.
    Captured {
        /// `not`.
        not: bool,
    },
    /// `has [not] sown in PLACE`.
    SownIn {
        /// `not`.
        not: bool,
        /// Where.
        place: Place,
    },
    /// `began from PLACE`, `did not begin from PLACE`.
    BeganFrom {
        /// `not`.
        not: bool,
        /// Where.
        place: Place,
    },
    /// `is [not] DIR`.
    Is {
        /// `not`.
        not: bool,
        /// Which way.
        dir: Dir,
    },
}
