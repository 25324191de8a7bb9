//! Clauses, cases, stages, and what a clause is called.

use super::action::{Action, LawDeed};
use super::cond::{Cond, Count};
use super::ids::{ClauseId, Seat};
use super::place::Places;
use super::way::WayLine;
use crate::span::Span;

/// A statement that acts, as events and tools name it.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The section it is in.
    pub section: SectionName,
    /// Where; of a default, nowhere in particular.
    pub span: Span,
    /// As written, blanks folded; of a default, what it says.
    pub text: String,
    /// The points of the source that it cites.
    pub cites: Vec<u32>,
    /// `assumed "why"`.
    pub assumed: Option<String>,
    /// One of the language's defaults.
    pub default: bool,
}

/// Where a clause stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum SectionName {
    Default,
    Start,
    Opening,
    Way,
    Turn,
    Move,
    Allowed,
    BeforeEachLap,
    EachSeed,
    LastSeed,
    AfterCapture,
    AfterMove,
    End,
    Winner,
    Match,
    Words,
    Stage,
}

/// The defaults of the language, in the order of their clause numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum DefaultClause {
    /// The first player moves first.
    FirstMoves,
    /// A player with no move passes.
    Passes,
    /// Nobody can move: each player keeps the seeds of their own holes and the game ends.
    NobodyMoves,
    /// A choice whose sowing never ends is not legal.
    Endless,
    /// Only endless sowings are left: the game ends, each player keeps what they hold.
    OnlyEndless,
    /// The position occurs for the third time: each player keeps the seeds of their own holes, the game ends.
    Repetition,
    /// No *last seed* case matches: the move ends.
    EndMove,
    /// There is no *winner* section: an ended game without `wins` or `loses` is drawn.
    NoWinner,
    /// The same player moves first in the next game.
    SameStarter,
    /// Seeds left in holes go to the owners when the next game is prepared.
    SweepForMatch,
    /// A sowing beyond the engine's limit is not legal, as if it were endless.
    Fuel,
    /// A match that is not decided after [`DefaultClause::MOST_GAMES`] games is drawn.
    LongMatch,
    /// The event at the beginning of a game, when the board is laid out.
    GameBegins,
    /// What takes more work than the engine does for one position is followed no further.
    Work,
}

impl DefaultClause {
    /// How many there are; clauses below this number are defaults.
    pub const COUNT: usize = 14;

    /// Games of a match before it is drawn.
    pub const MOST_GAMES: u16 = 100;

    /// Every default, in order.
    pub const ALL: [DefaultClause; DefaultClause::COUNT] = [
        DefaultClause::FirstMoves,
        DefaultClause::Passes,
        DefaultClause::NobodyMoves,
        DefaultClause::Endless,
        DefaultClause::OnlyEndless,
        DefaultClause::Repetition,
        DefaultClause::EndMove,
        DefaultClause::NoWinner,
        DefaultClause::SameStarter,
        DefaultClause::SweepForMatch,
        DefaultClause::Fuel,
        DefaultClause::LongMatch,
        DefaultClause::GameBegins,
        DefaultClause::Work,
    ];

    /// Its clause id.
    pub fn clause(self) -> ClauseId {
        ClauseId(self as u16)
    }

    /// What it says, lower case, no full stop.
    pub fn text(self) -> &'static str {
        match self {
            DefaultClause::FirstMoves => "the first player moves first",
            DefaultClause::Passes => "a player with no move passes",
            DefaultClause::NobodyMoves => {
                "when nobody can move, each player keeps the seeds of their own holes and the game ends"
            }
            DefaultClause::Endless => "a choice whose sowing never ends is not legal",
            DefaultClause::OnlyEndless => {
                "when only sowings that never end are left, the game ends and each keeps what they hold"
            }
            DefaultClause::Repetition => {
                "a position that occurs for the third time ends the game; \
                 each player keeps the seeds of their own holes"
            }
            DefaultClause::EndMove => "when no case of last seed fits, the move ends",
            DefaultClause::NoWinner => "a game that ends without a winner is drawn",
            DefaultClause::SameStarter => "the same player moves first in the next game",
            DefaultClause::SweepForMatch => {
                "seeds left in holes go to their owners before the next game is made"
            }
            DefaultClause::LongMatch => "a match that is not decided after 100 games is drawn",
            DefaultClause::GameBegins => "a game begins when the board is laid out",
            DefaultClause::Work => {
                "what takes the engine too much work counts as a sowing that never ends"
            }
            DefaultClause::Fuel => "a sowing longer than the engine can follow is not legal",
        }
    }

    /// The clauses of all defaults, to begin a model's list of clauses with.
    pub fn clauses() -> Vec<Clause> {
        let clause = |d: DefaultClause| Clause {
            section: SectionName::Default,
            span: Span::default(),
            text: d.text().into(),
            cites: Vec::new(),
            assumed: None,
            default: true,
        };
        DefaultClause::ALL.into_iter().map(clause).collect()
    }
}

/// A case: a condition and what is done.
#[derive(Clone, Debug)]
pub struct Case {
    /// The statement.
    pub clause: ClauseId,
    /// `None`: always fits (no condition, or `otherwise`).
    pub when: Option<Cond>,
    /// One after the other.
    pub actions: Vec<Action>,
}

/// Lists of cases; of each list the first case that fits is done, one list after the other.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// More than one if the section says `also`.
    pub lists: Vec<Vec<Case>>,
}

/// A stage of the game with its rules.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Empty in a game without stages.
    pub name: String,
    /// Each player enters and leaves it on their own.
    pub each_player: bool,
    /// Its heading, if there is one.
    pub clause: Option<ClauseId>,
    /// When it is left; read before each turn, the player about to move being the actor.
    pub until: Option<Cond>,
    /// All the rules, common ones included.
    pub rules: Rules,
}

/// The rules of a stage.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The ways.
    pub way: Vec<WayLine>,
    /// The moves of a turn.
    pub turn: TurnRules,
    /// What is done at a move.
    pub moves: Cases,
    /// Which moves are legal.
    pub laws: Vec<Law>,
    /// Read with `it` = the hole about to be taken up.
    pub before_each_lap: Cases,
    /// At every fall.
    pub each_seed: Cases,
    /// At the last fall of a lap.
    pub last_seed: Cases,
    /// When a sowing never ends: instead of the lap with which everything would repeat.
    pub never_ends: Cases,
    /// After each capture action.
    pub after_capture: Cases,
    /// After each move, before *end*.
    pub after_move: Cases,
    /// After each move.
    pub end: Cases,
    /// After every fall and capture.
    pub end_at_any_time: Cases,
    /// The winner of a game that has ended.
    pub winner: Option<Winner>,
}

/// The moves of a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnRules {
    /// `a player with no move passes | loses`: the statement, and whether they lose.
    pub no_move: Option<(ClauseId, bool)>,
    /// `a turn is ...`.
    pub moves: Option<TurnMoves>,
    /// `both players move at once`.
    pub at_once: Option<ClauseId>,
    /// `the first player to end moves next`.
    pub first_to_end: Option<ClauseId>,
}

/// `a turn is [at most] N moves[, and again while COND]`.
#[derive(Clone, Debug)]
pub struct TurnMoves {
    /// The statement.
    pub clause: ClauseId,
    /// `play again` does nothing after the last; else the moves are a duty.
    pub at_most: bool,
    /// How many.
    pub count: Count,
    /// Further moves while this holds.
    pub again: Option<Cond>,
}

/// A statement of *allowed*.
#[derive(Clone, Debug)]
pub struct Law {
    /// The statement.
    pub clause: ClauseId,
    /// `must`, else `may not`.
    pub must: bool,
    /// What.
    pub deed: LawDeed,
    /// The duty holds only if some move can.
    pub if_any_can: bool,
    /// Read before the move.
    pub when: Option<Cond>,
}

/// Who alone counts most, or fewest; what is counted for each player, by number. Nobody, where several
/// do.
#[inline]
pub fn sole_best<N: Ord>(fewest: bool, counted: &[N]) -> Option<Seat> {
    match counted {
        [first, second] => better_of_two(fewest, first, second),
        _ => sole_best_of_many(fewest, counted),
    }
}

/// Two are compared without a branch: nothing foretells who wins a random game.
#[inline]
fn better_of_two<N: Ord>(fewest: bool, first: &N, second: &N) -> Option<Seat> {
    const WHO: [Option<Seat>; 4] = [None, Some(Seat(0)), Some(Seat(1)), None];
    let (first, second) = if fewest { (second, first) } else { (first, second) };
    WHO[usize::from(first > second) | usize::from(second > first) << 1]
}

#[inline(never)]
fn sole_best_of_many<N: Ord>(fewest: bool, counted: &[N]) -> Option<Seat> {
    let best = if fewest { counted.iter().min() } else { counted.iter().max() }?;
    let mut best = counted.iter().zip(0..).filter(|(n, _)| *n == best);
    match (best.next(), best.next()) {
        (Some((_, seat)), None) => Some(Seat(seat)),
        _ => None,
    }
}

/// `most seeds`, `fewest seeds`.
#[derive(Clone, Debug)]
pub struct Winner {
    /// The statement.
    pub clause: ClauseId,
    /// `fewest`.
    pub fewest: bool,
    /// What the seeds are worth is counted, not how many they are.
    pub worth: bool,
    /// Counted there, each player being the actor; `None`: store and hand.
    pub places: Option<Places>,
}

/// A unit of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Unit {
    Lap,
    Move,
    Turn,
    Game,
    Match,
}

/// Which stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnitRef {
    /// The current lap.
    This(Unit),
    /// The first lap of the move, the first move of the turn.
    First(Unit),
    /// The previous one.
    Last(Unit),
}

/// Which lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LapRef {
    /// The one going on.
    This,
    /// The first lap of the move.
    First,
    /// The lap before the current one.
    Last,
}

impl UnitRef {
    /// The lap, if the unit is one; `None`: it is longer than a lap.
    pub fn as_lap(self) -> Option<LapRef> {
        let (unit, lap) = match self {
            UnitRef::This(unit) => (unit, LapRef::This),
            UnitRef::First(unit) => (unit, LapRef::First),
            UnitRef::Last(unit) => (unit, LapRef::Last),
        };
        match unit {
            Unit::Lap => Some(lap),
            Unit::Move | Unit::Turn | Unit::Game | Unit::Match => None,
        }
    }

    /// The lap that the unit begins with, if that is a lap of this move.
    pub fn first_lap(self) -> LapRef {
        match self {
            UnitRef::This(Unit::Lap) => LapRef::This,
            UnitRef::Last(_) => LapRef::Last,
            UnitRef::This(Unit::Move | Unit::Turn | Unit::Game | Unit::Match)
            | UnitRef::First(_) => LapRef::First,
        }
    }
}

/// How long a mark or note lives.
#[derive(Clone, Debug)]
pub enum Life {
    /// Lifted when that unit is over.
    Unit(Unit),
    /// Lifted as soon as this holds; `it` is the marked hole, the actor its owner.
    Until(Cond),
}

/// A kind of seeds.
#[derive(Clone, Debug)]
pub struct KindDecl {
    /// Its name.
    pub name: String,
    /// What each seed of it counts for.
    pub worth: u32,
}

/// A mark of the description.
#[derive(Clone, Debug)]
pub struct MarkDecl {
    /// Its name.
    pub name: String,
    /// The statement that declares it.
    pub clause: ClauseId,
    /// It has an owner.
    pub of_each_player: bool,
    /// How long it lives.
    pub life: Life,
    /// It is bookkeeping: changes are not reported to players.
    pub quiet: bool,
}

/// A note of the description.
#[derive(Clone, Debug)]
pub struct NoteDecl {
    /// Its name; of notes that the resolver adds, what it is for.
    pub name: String,
    /// What it holds.
    pub kind: NoteKind,
    /// Each player has one.
    pub of_each_player: bool,
    /// How long it lives.
    pub life: Life,
    /// It is bookkeeping: changes are not reported to players.
    pub quiet: bool,
}

/// What a note holds. Every note begins as 0, no, no direction, no place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum NoteKind {
    Number,
    Direction,
    Yes,
    Place,
}
