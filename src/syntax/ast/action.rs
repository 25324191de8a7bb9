//! The turn, its laws, and what is done.

use super::{Cond, Count, Dir, Manner, Name, Place, Places, Statement, Value, Who};
use crate::span::Span;

/// A statement of *turn*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// `a player with no move passes | loses`.
    NoMove {
        /// `loses`.
        loses: bool,
    },
    /// `a turn is [at most] N moves[, and again while COND]`.
    Moves {
        /// `at most`: `play again` does nothing after the last.
        at_most: bool,
        /// How many.
        count: Count,
        /// `and again while COND`.
        again: Option<Cond>,
    },
    /// `both players move at once`.
    AtOnce,
    /// `the first player to end moves next`.
    FirstToEnd,
}

/// A statement of *allowed*: `a move may not DEED [when COND]`, `a move must DEED[, if any can] [when COND]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Law {
    /// `must`, else `may not`.
    pub must: bool,
    /// What.
    pub deed: Deed,
    /// `, if any can`.
    pub if_any_can: bool,
    /// `when COND`, read before the move.
    pub when: Option<Cond>,
}

/// What a move does, as a law or a judgement tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// `capture`, `capture PLACES`, `capture in its first lap`.
    Capture {
        /// Only captures from these.
        places: Option<Places>,
        /// Only in the first lap.
        first_lap: bool,
    },
    /// `leave WHO [no] seeds [in PLACES]`.
    LeaveSeeds {
        /// Whom.
        who: Who,
        /// `no seeds`.
        no: bool,
        /// Where; the player's own holes if not said.
        places: Option<Places>,
    },
    /// `leave PLACE empty`.
    LeaveEmpty(Place),
    /// `reach PLACE`: a seed falls in it.
    Reach(Place),
    /// `end in PLACE`: the last seed of the last lap falls in it.
    EndIn(Place),
    /// `begin from PLACE`: the first origin is it.
    BeginFrom(Place),
    /// `begin in PLACE`: the first seed falls in it.
    BeginIn(Place),
}

/// A statement of *winner*: `most seeds [in PLACES]`, `fewest seeds`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Winner {
    /// `fewest`.
    pub fewest: bool,
    /// What seeds are worth, not how many they are.
    pub worth: bool,
    /// Counted there; else all that a player holds.
    pub places: Option<Places>,
}

/// `COND -> ACTIONS`, `otherwise -> ACTIONS`, `ACTIONS`, or a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// When.
    pub fits: Fits,
    /// `, at any time` (of *end*).
    pub at_any_time: bool,
    /// What.
    pub does: Does,
}

/// When a case fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fits {
    /// No condition.
    Always,
    /// `otherwise`.
    Otherwise,
    /// `COND`.
    If(Cond),
}

/// What a case does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// Actions joined by commas.
    Actions(Vec<Action>),
    /// A number, in a word told by cases.
    Count(Count),
    /// `also`: a second list begins; the items are the cases on the deeper lines.
    Also(Vec<Statement>),
    /// `WHO[, then WHO]:` with steps below; `each player:` in the order of the turns.
    For {
        /// The players, in order.
        who: Vec<Who>,
        /// What each does.
        steps: Vec<Statement>,
    },
    /// `for each N of M:` with cases below: once for every full N in M.
    ForEach {
        /// The unit.
        each: Count,
        /// The amount.
        of: Count,
        /// What.
        steps: Vec<Statement>,
    },
    /// A condition's `->` with nothing behind it: steps on deeper lines.
    Steps(Vec<Statement>),
}

/// An action with its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The subject; else the player whose move it is.
    pub who: Option<Who>,
    /// `may`: the player is asked.
    pub may: bool,
    /// What.
    pub deed: Act,
    /// `, if JUDGED` or `, unless JUDGED`.
    pub judged: Option<Judged>,
    /// From the subject to the end.
    pub span: Span,
}

/// `, if COND` or `, unless COND` behind an action: tried as a whole, and undone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// `unless`.
    pub unless: bool,
    /// Of the board after the action.
    pub cond: Cond,
}

/// What an action does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// `sow SOURCE [, MANNER]*`.
    Sow {
        /// What is taken up.
        source: Source,
        /// Direction, beginning.
        manners: Vec<Manner>,
    },
    /// `sow, in this order:` with items on deeper lines.
    SowInOrder(Vec<SowItem>),
    /// `capture SOURCE`.
    Capture(Source),
    /// `take SOURCE`: in the player's hand.
    Take(Source),
    /// `put SOURCE in PLACE`.
    Put {
        /// What.
        source: Source,
        /// Where.
        to: Place,
    },
    /// `fill PLACES with N [, MANNER]`.
    Fill {
        /// Which.
        places: Places,
        /// `fill as many X as PLAYER`: no more holes than that player has filled.
        as_many_as: Option<Who>,
        /// With how many each.
        with: Count,
        /// Order.
        manners: Vec<Manner>,
    },
    /// `close PLACES`.
    Close(Places),
    /// `open PLACES`.
    Open(Places),
    /// `mark PLACES as NAME [, for WHO]`, `mark WHO as NAME`.
    Mark {
        /// What.
        what: Marked,
        /// The mark.
        name: Name,
        /// Its owner; else the actor.
        owner: Option<Who>,
    },
    /// `unmark PLACES [NAME]`.
    Unmark {
        /// What.
        what: Marked,
        /// Which mark; all of them if not said.
        name: Option<Name>,
    },
    /// `choose PLACE as NAME`.
    Choose {
        /// Among which.
        place: Place,
        /// What it is called until the steps are done.
        name: Name,
    },
    /// `set NAME to VALUE`.
    Set {
        /// The note.
        name: Name,
        /// Its value.
        to: SetTo,
    },
    /// `WHO owns PLACES`: from now on.
    Own(Places),
    /// `WHO moves first`: in the next game.
    MovesFirst,
    /// `the next game has N fewer | more OPTION`.
    NextGame {
        /// How many.
        count: Count,
        /// `fewer`.
        fewer: bool,
        /// Of what.
        option: Name,
    },
    /// `do NAME`.
    Do(Name),
    /// `either A, or B, or C`: the player chooses. Each alternative is one or more actions joined by `and then`.
    Either(Vec<Action>),
    /// `repeat from PLACE[, by N]:` with cases below.
    Repeat {
        /// Where `it` is first.
        from: Place,
        /// How far it goes each time; 1 if not said.
        by: Option<Count>,
        /// The cases.
        cases: Vec<Statement>,
    },
    /// `pass`.
    Pass,
    /// `[WHO] plays again`.
    PlayAgain,
    /// `end move`, `end turn`, `end stage`, `end game`.
    End(EndOf),
    /// `PLAYER wins`.
    Wins {
        /// `wins the match`.
        whole_match: bool,
    },
    /// `PLAYER loses`.
    Loses {
        /// `loses the match`.
        whole_match: bool,
    },
    /// `draw`.
    Draw,
}

/// What is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum EndOf {
    Move,
    Turn,
    Stage,
    Game,
}

/// An item of `sow, in this order:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SowItem {
    /// What is taken up.
    pub source: Source,
    /// Direction, beginning.
    pub manners: Vec<Manner>,
    /// `, if JUDGED`.
    pub judged: Option<Judged>,
    /// The line.
    pub span: Span,
}

/// What is marked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Marked {
    Places(Places),
    Player(Who),
}

/// What a note is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SetTo {
    Count(Count),
    Dir(Dir),
    Value(Value),
}

/// Where seeds are taken from, and how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// How many of each.
    pub part: Part,
    /// Of a kind of seeds.
    pub kind: Option<Name>,
    /// Where.
    pub places: Places,
    /// The whole phrase.
    pub span: Span,
}

/// How much of a place is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Everything.
    All,
    /// `3 of PLACES`: that many of each, or all there are.
    Number(Count),
    /// `half of PLACES`, rounded down.
    Half,
    /// `any number from A to B of PLACE`: the player chooses.
    AnyNumber(Count, Count),
    /// `each seed of PLACE`: seed by seed.
    EachSeed,
    /// `any number of the run of X before P, from the nearest`: the player chooses how far.
    Nearest,
}
