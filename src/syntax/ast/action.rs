//! Statements of *turn*, *allowed* and *winner*, cases and actions.

use super::{
    AstCond, AstCount, AstDir, AstManner, AstPlace, AstPlaces, AstPlayerRef, AstValue, Name,
    Statement,
};
use crate::span::Span;

/// A statement of *turn*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstTurn {
    /// `a player with no move passes | loses`.
    NoMove {
        /// `loses`.
        loses: bool,
    },
    /// `a turn is [at most] N moves[, and again while COND]`.
    Moves {
        /// `at most`: `play again` does nothing after the last.
        at_most: bool,
        /// The number of moves.
        count: AstCount,
        /// `and again while COND`.
        again: Option<AstCond>,
    },
    /// `both players move at once`.
    AtOnce,
    /// `the first player to end moves next`.
    FirstToEnd,
}

/// A statement of *allowed*: `a move may not DEED [when COND]`, `a move must DEED[, if any can] [when COND]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstLaw {
    /// `must`, else `may not`.
    pub must: bool,
    /// What the move must or may not do.
    pub deed: AstLawDeed,
    /// `, if any can`.
    pub if_any_can: bool,
    /// `when COND`, evaluated before the move.
    pub when: Option<AstCond>,
}

/// What a move does, as a law describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstLawDeed {
    /// `capture`, `capture PLACES`, `capture in its first lap`.
    Capture {
        /// Only captures from these.
        places: Option<AstPlaces>,
        /// Only in the first lap.
        first_lap: bool,
    },
    /// `leave WHO [no] seeds [in PLACES]`.
    LeaveSeeds {
        /// The player to whom seeds are or are not left.
        who: AstPlayerRef,
        /// `no seeds`.
        no: bool,
        /// The places; the player's own holes if not given.
        places: Option<AstPlaces>,
    },
    /// `leave PLACE empty`.
    LeaveEmpty(AstPlace),
    /// `reach PLACE`: a seed falls in it.
    Reach(AstPlace),
    /// `end in PLACE`: the last seed of the last lap falls in it.
    EndIn(AstPlace),
    /// `begin from PLACE`: the first origin is that place.
    BeginFrom(AstPlace),
    /// `begin in PLACE`: the first seed falls in it.
    BeginIn(AstPlace),
}

/// A statement of *winner*: `most seeds [in PLACES]`, `fewest seeds`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstWinner {
    /// `fewest`.
    pub fewest: bool,
    /// Compares the worth of the seeds, not their number.
    pub worth: bool,
    /// Counts the seeds there; by default all that a player holds.
    pub places: Option<AstPlaces>,
}

/// `COND -> ACTIONS`, `otherwise -> ACTIONS`, `ACTIONS`, or a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstCase {
    /// When the case applies.
    pub fits: AstCaseGuard,
    /// `, at any time` (of *end*).
    pub at_any_time: bool,
    /// What is done.
    pub does: AstCaseBody,
}

/// When a case applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstCaseGuard {
    /// No condition.
    Always,
    /// `otherwise`.
    Otherwise,
    /// `COND`.
    If(AstCond),
}

impl AstCaseGuard {
    /// Whether the case is for sowings that never end: the condition, or a part of it that has to
    /// hold, is `the sowing never ends`.
    pub fn never_ends(&self) -> bool {
        matches!(self, AstCaseGuard::If(cond) if cond.never_ends())
    }
}

/// What a case does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstCaseBody {
    /// Actions joined by commas.
    Actions(Vec<AstAction>),
    /// A number, in a word defined by cases.
    Count(AstCount),
    /// `also`: begins a second list; its items are the cases on the deeper lines.
    Also(Vec<Statement>),
    /// `WHO[, then WHO]:` with steps below; `each player:` in the order of the turns.
    For {
        /// The players, in order.
        who: Vec<AstPlayerRef>,
        /// The steps of each.
        steps: Vec<Statement>,
    },
    /// `for each N of M:` with cases below: once for every full N in M.
    ForEach {
        /// The unit.
        each: AstCount,
        /// The amount.
        of: AstCount,
        /// The cases.
        steps: Vec<Statement>,
    },
    /// A condition's `->` with nothing after it: steps on deeper lines.
    Steps(Vec<Statement>),
}

/// An action with its subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstAction {
    /// `by lot`: chance makes the choices.
    pub by_lot: bool,
    /// The subject; by default the player to move.
    pub who: Option<AstPlayerRef>,
    /// `may`: the player is asked.
    pub may: bool,
    /// `NAME:` before an alternative of `either`.
    pub label: Option<Name>,
    /// What is done.
    pub deed: AstDeed,
    /// `, if COND` or `, unless COND`.
    pub postcondition: Option<AstPostcondition>,
    /// From the subject to the end.
    pub span: Span,
}

/// `, if COND` or `, unless COND` after an action: the action is tried, and undone if the condition fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstPostcondition {
    /// `unless`.
    pub unless: bool,
    /// Evaluated on the board after the action.
    pub cond: AstCond,
}

/// What an action does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstDeed {
    /// `sow SOURCE [, MANNER]*`.
    Sow {
        /// The seeds taken up.
        source: AstSource,
        /// Direction, first hole, ...
        manners: Vec<AstManner>,
    },
    /// `sow, in this order:` with items on deeper lines.
    SowInOrder(Vec<SowItem>),
    /// `capture SOURCE`.
    Capture(AstSource),
    /// `take SOURCE`: into the player's hand.
    Take(AstSource),
    /// `put SOURCE in PLACE`.
    Put {
        /// The seeds.
        source: AstSource,
        /// The destination.
        to: AstPlace,
    },
    /// `fill PLACES with N [, MANNER]`.
    Fill {
        /// The places to fill.
        places: AstPlaces,
        /// `fill as many X as PLAYER`: no more holes than that player has filled.
        as_many_as: Option<AstPlayerRef>,
        /// Seeds in each.
        with: AstCount,
        /// The order of filling.
        manners: Vec<AstManner>,
    },
    /// `close PLACES`.
    Close(AstPlaces),
    /// `open PLACES`.
    Open(AstPlaces),
    /// `mark PLACES as NAME [, for WHO]`, `mark WHO as NAME`.
    Mark {
        /// What is marked.
        what: AstMarkTarget,
        /// The mark.
        name: Name,
        /// The owner of the mark; by default the actor.
        owner: Option<AstPlayerRef>,
    },
    /// `unmark PLACES [NAME]`.
    Unmark {
        /// What loses the mark.
        what: AstMarkTarget,
        /// The mark; all of them if not given.
        name: Option<Name>,
    },
    /// `choose PLACE as NAME`.
    Choose {
        /// The places to choose from.
        place: AstPlace,
        /// The name of the chosen place until the steps are done.
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
    Own(AstPlaces),
    /// `swap sides`: the players exchange their sides of the board.
    SwapSides,
    /// `WHO moves first`: in the next game.
    MovesFirst,
    /// `the next game has N fewer | more OPTION`.
    NextGame {
        /// The difference.
        count: AstCount,
        /// `fewer`.
        fewer: bool,
        /// The option that changes.
        option: Name,
    },
    /// `do NAME`.
    Do(Name),
    /// `either A, or B, or C`: the player chooses. Each alternative is one or more actions joined by `and
    /// then`.
    Either(Vec<AstAction>),
    /// `repeat from PLACE[, by N]:` with cases below.
    Repeat {
        /// The first `it`.
        from: AstPlace,
        /// The number of steps from one `it` to the next; 1 if not given.
        by: Option<AstCount>,
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

impl AstDeed {
    /// The actions in it, one of which is done.
    pub fn alternatives(&self) -> &[AstAction] {
        if let AstDeed::Either(alternatives) = self { alternatives } else { &[] }
    }

    /// The cases in it, on deeper lines.
    pub fn cases(&self) -> &[Statement] {
        if let AstDeed::Repeat { cases, .. } = self { cases } else { &[] }
    }
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
    /// The seeds taken up.
    pub source: AstSource,
    /// Direction, first hole, ...
    pub manners: Vec<AstManner>,
    /// `, if COND`.
    pub postcondition: Option<AstPostcondition>,
    /// The line.
    pub span: Span,
}

/// What is marked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AstMarkTarget {
    Places(AstPlaces),
    Player(AstPlayerRef),
}

/// What a note is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SetTo {
    Count(AstCount),
    Dir(AstDir),
    Value(AstValue),
}

/// Where seeds are taken from, and how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AstSource {
    /// How many of each.
    pub part: AstPart,
    /// The kind of seeds, if one is named.
    pub kind: Option<Name>,
    /// The places.
    pub places: AstPlaces,
    /// The whole phrase.
    pub span: Span,
}

/// How much of a place is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AstPart {
    /// Everything.
    All,
    /// `3 of PLACES`: that many of each, or all there are.
    Number(AstCount),
    /// `half of PLACES`, rounded down.
    Half,
    /// `any number from A to B of PLACE`: the player chooses.
    AnyNumber(AstCount, AstCount),
    /// `each seed of PLACE`: seed by seed.
    EachSeed,
    /// `any number of the run of X before P, from the nearest`: the player chooses how far.
    Nearest,
}
