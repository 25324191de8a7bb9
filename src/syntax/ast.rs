//! What was written: the statements of a description, each with its place in the text.
//!
//! Nothing here is resolved: a [`Name`] may be a mark, a word, an option or nothing at all. The
//! shapes follow the productions of `grammar/mnc.pest` one for one.

use crate::span::Span;

/// A name that the author made up (hyphens allowed).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A quoted text, without its quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// Between the quotes.
    pub text: String,
    /// Quotes included.
    pub span: Span,
}

/// One `.mnc` file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// The number of the text in the sources.
    pub file: u16,
    /// `mnc 1`.
    pub version: Option<(u64, Span)>,
    /// `game "NAME" [like "NAME"]`.
    pub game: Option<GameLine>,
    /// The sections before any stage, variation or test, and the stages among them.
    pub body: Body,
    /// `variation "NAME"` and what stands below it.
    pub variations: Vec<Variation>,
    /// `test "NAME"` and what stands below it.
    pub tests: Vec<Test>,
}

/// The sections of a game or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// Those that hold everywhere.
    pub sections: Vec<Section>,
    /// Stages in order; each has its own sections.
    pub stages: Vec<Stage>,
}

/// `game "NAME" [like "NAME"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLine {
    /// The game's name.
    pub name: Text,
    /// The game it is told after.
    pub like: Option<Text>,
    /// The whole line.
    pub span: Span,
}

/// `variation "NAME"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// Its name.
    pub name: Text,
    /// The heading line.
    pub span: Span,
    /// What it changes.
    pub body: Body,
}

/// `stage "NAME" [for each player][, until COND]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its name.
    pub name: Text,
    /// Each player enters and leaves it alone.
    pub each_player: bool,
    /// When it is left; read before each turn.
    pub until: Option<Cond>,
    /// The heading line.
    pub span: Span,
    /// Sections that hold only in it.
    pub sections: Vec<Section>,
}

/// What a heading does to the section of that name (law 12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Change {
    /// No word before it: the section is told here for the first time.
    Plain,
    /// `new SECTION`: replaces.
    New,
    /// `first in SECTION`: cases before the others.
    FirstIn,
    /// `also in SECTION`: adds at the end.
    AlsoIn,
    /// `no SECTION`: removes.
    No,
    /// `change in SECTION`: pairs of a statement as it stands and `becomes STATEMENT`.
    ChangeIn,
}

/// The kinds of section, in the order a description has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum SectionKind {
    /// Who plays it where, and who told of it.
    About,
    /// What the source says, numbered.
    Points,
    /// Numbers and words agreed before the game.
    Options,
    /// Holes, stores, owners, players.
    Board,
    /// Names made up for this description.
    Words,
    /// Where the seeds are.
    Start,
    /// Steps before the first turn.
    Opening,
    /// How seeds go round.
    Way,
    /// How many moves, passing.
    Turn,
    /// What is done at a move.
    Move,
    /// Which moves are legal.
    Allowed,
    /// Before the seeds of a lap are taken up.
    BeforeEachLap,
    /// At every fall of a seed.
    EachSeed,
    /// At the fall of the last seed of a lap.
    LastSeed,
    /// After each capture.
    AfterCapture,
    /// After each move.
    AfterMove,
    /// When the game ends.
    End,
    /// Who wins it.
    Winner,
    /// How the next game is made.
    Match,
}

impl SectionKind {
    /// All of them, in the order a description has them.
    pub const ALL: [SectionKind; 19] = [
        SectionKind::About,
        SectionKind::Points,
        SectionKind::Options,
        SectionKind::Board,
        SectionKind::Words,
        SectionKind::Start,
        SectionKind::Opening,
        SectionKind::Way,
        SectionKind::Turn,
        SectionKind::Move,
        SectionKind::Allowed,
        SectionKind::BeforeEachLap,
        SectionKind::EachSeed,
        SectionKind::LastSeed,
        SectionKind::AfterCapture,
        SectionKind::AfterMove,
        SectionKind::End,
        SectionKind::Winner,
        SectionKind::Match,
    ];

    /// The words of its heading: `last seed`.
    pub fn words(self) -> &'static str {
        match self {
            SectionKind::About => "about",
            SectionKind::Points => "points",
            SectionKind::Options => "options",
            SectionKind::Board => "board",
            SectionKind::Words => "words",
            SectionKind::Start => "start",
            SectionKind::Opening => "opening",
            SectionKind::Way => "way",
            SectionKind::Turn => "turn",
            SectionKind::Move => "move",
            SectionKind::Allowed => "allowed",
            SectionKind::BeforeEachLap => "before each lap",
            SectionKind::EachSeed => "each seed",
            SectionKind::LastSeed => "last seed",
            SectionKind::AfterCapture => "after capture",
            SectionKind::AfterMove => "after move",
            SectionKind::End => "end",
            SectionKind::Winner => "winner",
            SectionKind::Match => "match",
        }
    }

    /// The section whose heading reads so.
    pub fn of_words(words: &str) -> Option<SectionKind> {
        SectionKind::ALL.into_iter().find(|kind| kind.words() == words)
    }
}

/// A headed section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it does to the section told before.
    pub change: Change,
    /// Which section.
    pub kind: SectionKind,
    /// The heading's words.
    pub span: Span,
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

/// One statement, with what it says of its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// The statement itself, without trailing blanks, comments, citations.
    pub span: Span,
    /// What it says.
    pub said: Said,
    /// `[3, 7]`: points of the source it comes from.
    pub cites: Vec<(u32, Span)>,
    /// `assumed "why"`.
    pub assumed: Option<Text>,
    /// In `change in SECTION`: this statement takes the place of the one above it.
    pub becomes: bool,
}

/// What a statement says, by section.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Said {
    About(About),
    Point(Point),
    Option(OptionDecl),
    Board(Board),
    Word(Word),
    Start(Start),
    Way(WayLine),
    Turn(Turn),
    Law(Law),
    Winner(Winner),
    /// move, each seed, last seed, after capture, after move, before each lap, end, opening, match.
    Case(Case),
    /// A statement that could not be read; its diagnostic has been made.
    Broken,
}

/// `also "Casitas"`, `played "Haiti"`, ...
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// `also`, `played`, `source`, ...
    pub key: Name,
    /// What is told.
    pub text: Text,
}

/// `3 "each hole has four seeds" [no rule]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Its number in the source.
    pub number: u32,
    /// In our own words.
    pub text: Text,
    /// It carries no rule, so nothing need cite it.
    pub no_rule: bool,
}

/// `columns = 6, even from 2 to 12 "note"` or `custom = whole, or row "note"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDecl {
    /// The option.
    pub name: Name,
    /// What may be chosen.
    pub values: OptionValues,
    /// What it means.
    pub note: Option<Text>,
}

/// The values of an option; the first is the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValues {
    /// `6, even from 2 to 12`.
    Range {
        /// When nothing is said.
        default: (u64, Span),
        /// Only even numbers.
        even: bool,
        /// Least.
        from: (u64, Span),
        /// Greatest.
        to: (u64, Span),
    },
    /// `whole-board, or one-row`; the first is the default.
    List(Vec<Value>),
}

/// A literal value of an option or a note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(u64, Span),
    /// `yes`, `no`, or a word of the option.
    Word(Name),
}

/// A statement of *board*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Board {
    /// `2 rows of 6 holes`.
    Rows {
        /// How many rows.
        rows: Count,
        /// How many holes in each.
        columns: Count,
    },
    /// `rows from each player: outer, inner`.
    RowNames(Vec<Name>),
    /// `players West, East`: the first has seat 0.
    Players(Vec<Name>),
    /// `each player owns SHARE [and SHARE]* [and a store]`.
    Owns {
        /// Whose.
        who: Owner,
        /// What.
        shares: Vec<Share>,
        /// `and a store`.
        store: bool,
    },
    /// `each player has a store [beside PLACE]`.
    EachHas {
        /// `beside PLACE` says only where it is drawn.
        beside: Option<Place>,
    },
    /// `the board has a goal [beside PLACE]`: a place that nobody owns.
    BoardHas {
        /// Its name, used like a noun.
        name: Name,
        /// Where it is drawn.
        beside: Option<Place>,
    },
}

/// Who owns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// `each player`.
    Each,
    /// `nobody`.
    Nobody,
    /// A player by name.
    Named(Name),
}

/// What is owned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Share {
    /// `the nearest row`, `the nearest 2 rows`.
    Nearest(Count, Span),
    /// `columns 1 to 3`.
    Columns(Count, Count, Span),
    /// `the rightmost 3 holes of each row`, `the leftmost 3 holes of each row`.
    OfEachRow(Side, Count, Span),
    /// `the holes`.
    Holes(Span),
    /// Any place phrase without content: `every near hole`.
    Places(Place),
}

/// `NAME = ...` in *words*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub name: Name,
    /// What it stands for.
    pub means: Meaning,
}

/// What a word stands for. The form after `=` tells the type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// `a mark [of each player] [life]`.
    Mark {
        /// It has an owner: who put it on.
        of_each_player: bool,
        /// How long it lives; the game if not said.
        life: Option<Life>,
    },
    /// `a number | a direction | a yes | a hole` `[of each player] [life]`: a note.
    Note {
        /// What it holds.
        kind: NoteKind,
        /// One for each player.
        of_each_player: bool,
        /// How long it lives; the game if not said.
        life: Option<Life>,
    },
    /// `a hole holding 4`, `an own hole except ...`: a kind of hole, told by tests.
    Kind(Place),
    /// A number: `2 * columns`.
    Count(Count),
    /// A set of places.
    Places(Places),
    /// A condition.
    Cond(Cond),
    /// Actions, done by `do NAME`.
    Actions(Vec<Action>),
    /// `NAME =` with cases below: of numbers (`COND -> 4`) or of actions.
    Cases(Vec<Statement>),
}

/// What a note holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// A whole number.
    Number,
    /// A direction.
    Direction,
    /// Yes or no.
    Yes,
    /// A hole.
    Hole,
}

/// How long a mark or note lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Life {
    /// `for the move`, `for the turn`, `for the game`, `for the match`.
    For(Unit, Span),
    /// `until COND`.
    Until(Cond),
}

/// A stretch of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Unit {
    Lap,
    Move,
    Turn,
    Game,
    Match,
}

/// Which stretch: `this lap`, `the first lap`, `the last move`, `a lap of this turn`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// `this lap`, `that lap`.
    This(Unit),
    /// `the first lap` (of this move), `the first move` (of this turn).
    First(Unit),
    /// `the last lap`: the one before this.
    Last(Unit),
    /// `every lap of this turn`: the fact holds of each lap so far.
    EveryLapOf(Unit),
    /// `no lap of this turn`.
    NoLapOf(Unit),
    /// `a lap of this turn`: of at least one.
    SomeLapOf(Unit),
}

/// A statement of *start*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `every hole holds 4`, `every hand holds 22`.
    Holds {
        /// Which.
        places: Place,
        /// How many each.
        count: Count,
    },
    /// `every inner row holds, from the right, 0, 2, 2, 6`; the rest empty.
    List {
        /// Which row or rows.
        places: Place,
        /// Counted from this end, as the owner (or nearest player) sees it.
        from: Side,
        /// One number a hole.
        counts: Vec<Count>,
    },
    /// `every own hole holds 9, 0, 0, along the way from the rightmost own hole`.
    AlongTheWay {
        /// Which holes.
        places: Place,
        /// One number a hole, in the order of the way.
        counts: Vec<Count>,
        /// Where the first number goes.
        from: Place,
    },
    /// `East moves first`.
    MovesFirst(Who),
}

/// A statement of *way*: `[WHO] CIRCUIT [, MANNER]* [when COND]`, or a choice, or a manner alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayLine {
    /// `West rightwards ...`: for that player only.
    pub who: Option<Who>,
    /// What is said.
    pub said: WaySaid,
    /// `, passing over ...`, `, beginning in ...`, `, then through ...`.
    pub manners: Vec<Manner>,
    /// `when COND`: the line holds only then; read before the seeds are taken up.
    pub when: Option<Cond>,
}

/// The first part of a line of *way*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WaySaid {
    /// `[DIR] round PLACES`, `anticlockwise` alone (round every hole).
    Round {
        /// Where it is said.
        dir: Option<Dir>,
        /// Every hole where not said.
        places: Option<Place>,
    },
    /// `rightwards through every near hole, then leftwards through every middle hole`.
    Stretches(Vec<(Dir, Place)>),
    /// `WHO chooses a direction at each move | at the first move of the match`.
    Choice {
        /// Who chooses; `each player`: everyone for himself.
        who: Who,
        /// How long the choice holds.
        scope: Unit,
    },
    /// `each later lap of the turn goes the other way`.
    LaterLaps {
        /// Laps of the move or of the turn.
        of: Unit,
        /// Where they go.
        dir: Dir,
    },
    /// Only manners.
    Manner,
}

/// How the seeds are put down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manner {
    /// What.
    pub how: How,
    /// `when COND`, of this manner alone.
    pub when: Option<Cond>,
    /// Where.
    pub span: Span,
}

/// A manner of sowing or filling.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// `passing over PLACES`.
    PassingOver(Place),
    /// `beginning in PLACE`.
    BeginningIn(Place),
    /// `then through PLACE`: a place of the way after the last hole.
    ThenThrough(Place),
    /// `2 seeds in each hole`.
    InEach(Count),
    /// `from the left`, `from the right` (of *fill*).
    From(Side),
    /// `in any order` (of *fill*): the player chooses which.
    AnyOrder,
    /// `along the way from PLACE` (of *fill*).
    AlongTheWay(Place),
    /// A direction, of an action.
    Dir(Dir),
}

/// Left or right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

/// A direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dir {
    /// Seen from above.
    Anticlockwise(Span),
    /// Seen from above.
    Clockwise(Span),
    /// As the player sees his nearest row.
    Leftwards(Span),
    /// As the player sees his nearest row.
    Rightwards(Span),
    /// Against the lap just sown.
    OtherWay(Span),
    /// `in either direction`: the player chooses.
    Either(Span),
    /// `towards PLACE`: from the origin, the shorter way to it.
    Towards(Box<Place>),
    /// A note that holds a direction.
    Note(Name),
}

/// A statement of *turn*.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// `a player with no move passes | loses`.
    NoMove {
        /// `loses`.
        loses: bool,
    },
    /// `a turn is [at most] N moves [and the moves owed][, and again while COND]`.
    Moves {
        /// `at most`: `play again` does nothing after the last.
        at_most: bool,
        /// How many.
        count: Count,
        /// `and the moves owed`.
        owed: bool,
        /// `and again while COND`.
        again: Option<Cond>,
    },
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
    /// `WHO is owed N moves`.
    Owed(Count),
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
    /// `play again`.
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

/// Who.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// Which.
    pub which: Which,
    /// Where.
    pub span: Span,
}

/// Which player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Which {
    /// `the player`: the actor.
    Player,
    /// `the opponent`: of the actor; refused with three seats.
    Opponent,
    /// `each player`: all, beginning with the one about to move.
    Each,
    /// `a player`: the first who fits, beginning with the one about to move.
    A,
    /// `that player`: the one found.
    That,
    /// `the other player`: the one not found.
    Other,
    /// `the winner` of the last game.
    Winner,
    /// `the loser` of the last game.
    Loser,
    /// `the starter`: who moved first in the last (in a match) or this game.
    Starter,
    /// `the second player`: who did not.
    Second,
    /// `the next player`: who is about to move.
    Next,
    /// A player by name.
    Named(Name),
}

/// Places joined by `and` (in actions).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// At least one.
    pub parts: Vec<Place>,
    /// The whole phrase.
    pub span: Span,
}

/// A place phrase: determiner, adjectives, noun, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// `any`, `every`, `the`, `a` ...
    pub det: Option<Det>,
    /// In the order written.
    pub adjs: Vec<Adj>,
    /// What.
    pub noun: Noun,
    /// In the order written.
    pub posts: Vec<Post>,
    /// The whole phrase.
    pub span: Span,
}

/// A determiner (law 1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Det {
    /// `any`, `any 2 of`: the player chooses.
    Any(Option<Count>, Span),
    /// `every`, `each`, `all`.
    Every(Span),
    /// `the`: exactly one.
    The(Span),
    /// `a`, `an`: describes.
    A(Span),
    /// `no`.
    No(Span),
}

/// An adjective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adj {
    /// Which.
    pub which: AdjKind,
    /// Where.
    pub span: Span,
}

/// The adjectives.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AdjKind {
    Own,
    Opponents,
    Winners,
    Losers,
    Open,
    Closed,
    Occupied,
    Empty,
    Opposite,
    Leftmost(Option<Count>),
    Rightmost(Option<Count>),
    First(Option<Count>),
    Last(Option<Count>),
    Nth(u32),
    Central,
    Next,
    Previous,
    Other,
    /// A row's name, a mark, a kind of hole, a set of places, a note of a hole.
    Name(Name),
}

/// A noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Noun {
    /// `it`.
    It,
    /// `the origin [of UNITS]`.
    Origin(Option<Units>),
    /// `the first place of UNITS`.
    FirstPlace(Units),
    /// `seeds left`, `everything left`.
    Left,
    /// `the captured seeds`.
    Captured,
    /// `the sowing hand`.
    SowingHand,
    /// `hole`, `holes`.
    Hole,
    /// `store`, `stores`.
    Store,
    /// `hand`, `hands`.
    Hand,
    /// `row`, `rows`.
    Row,
    /// `place`, `places`: holes and whatever else lies on the way.
    Place,
    /// `run of ADJ* holes`; needs `before`, `after` or `beside`.
    RunOf(Vec<Adj>),
    /// A mark, a kind of hole, a set of places, a note of a hole, a shared place.
    Name(Name),
}

/// What follows a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// Which.
    pub which: PostKind,
    /// Where.
    pub span: Span,
}

/// The forms that follow a noun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PostKind {
    /// `holding AMOUNT`.
    Holding(Amount),
    /// `after PLACE`.
    After(Box<Place>),
    /// `before PLACE`.
    Before(Box<Place>),
    /// `beside PLACE`: next to it on either side.
    Beside(Box<Place>),
    /// `opposite PLACE`.
    Opposite(Box<Place>),
    /// `except PLACES`.
    Except(Places),
    /// `whose PLACE is [not] STATE`, `whose PLACE holds AMOUNT`; the place is relative to the hole described.
    Whose(Box<WhoseTest>),
    /// `numbered like PLACE`: the same number from its owner's left.
    NumberedLike(Box<Place>),
    /// `2 right of PLACE`, `2 right of the centre` (`None`).
    Offset(Count, Side, Option<Box<Place>>),
    /// `of the left half`, as the owner sees it.
    Half(Side),
    /// `sown in this UNIT`.
    SownIn(Unit),
    /// `nearest to PLACE`: fewest steps along the way.
    NearestTo(Box<Place>),
    /// `from the left`, behind an ordinal.
    From(Side),
    /// `of PLAYER`: that player's.
    Of(Who),
}

/// `whose PLACE is [not] STATE` or `whose PLACE holds AMOUNT`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhoseTest {
    /// Seen from the hole described.
    pub place: Place,
    /// The test on it.
    pub is: StateTest,
}

/// A test on a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateTest {
    /// `is [not] STATE`.
    Is {
        /// `not`.
        not: bool,
        /// The state.
        state: State,
    },
    /// `holds AMOUNT`, `does not hold AMOUNT`.
    Holds {
        /// `does not`.
        not: bool,
        /// How many.
        amount: Amount,
    },
}

/// How a place is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// No seeds.
    Empty,
    /// One or more.
    Occupied,
    /// Not closed.
    Open,
    /// Closed.
    Closed,
    /// One of these.
    Place(Box<Place>),
}

/// A test on a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Amount {
    /// `no seeds`.
    None,
    /// `seeds`: one or more.
    Some,
    /// `4`, `2 or 3`.
    OneOf(Vec<Count>),
    /// `2 or more`.
    OrMore(Count),
    /// `2 or fewer`.
    OrFewer(Count),
    /// `more than 2`.
    MoreThan(Count),
    /// `fewer than 2`.
    FewerThan(Count),
    /// `an even number [from A to B]`; 0 is not one.
    Even(Option<(Count, Count)>),
    /// `an odd number [from A to B]`.
    Odd(Option<(Count, Count)>),
    /// `from A to B`.
    Between(Count, Count),
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// `4`.
    Number(u64, Span),
    /// An option, a word, a note.
    Name(Name),
    /// `seeds in PLACES`.
    SeedsIn(Places),
    /// `half of N` (1, 2), `a third of N` (1, 3) ...; rounded down where used as a number.
    Fraction(u32, u32, Box<Count>),
    /// `A + B`.
    Add(Box<Count>, Box<Count>),
    /// `A - B`.
    Sub(Box<Count>, Box<Count>),
    /// `A * B`.
    Mul(Box<Count>, Box<Count>),
}

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
    /// `falls in PLACE`: before the fall.
    FallsIn(Place),
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
    /// `AMOUNT are left`.
    SeedsLeft(Amount),
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

/// `test "NAME"`: a small game that the description must play so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// What it shows.
    pub name: Text,
    /// The heading line.
    pub span: Span,
    /// Its lines in order.
    pub lines: Vec<(TestLine, Span)>,
}

/// A line of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestLine {
    /// `with variation "NAME"`.
    Variation(Text),
    /// `with columns = 4`.
    With(Name, Value),
    /// `given a1 3, b1 4, South store 5, South hand 2`: these and no others hold seeds.
    Given(Vec<Holding>),
    /// `given a2 closed`, `given a1 marked tuzdik [for South]`.
    GivenState(TestState),
    /// `given South to move`.
    GivenToMove(Name),
    /// `given South owed 2 moves`.
    GivenOwed(Name, u64),
    /// `South plays a1, stop`.
    Plays(Name, Vec<Name>),
    /// `next game`.
    NextGame,
    /// `expect a1 0, South store 4`.
    Expect(Vec<Holding>),
    /// `expect choices a1, b1`.
    ExpectChoices(Vec<Name>),
    /// `expect South to move`.
    ExpectToMove(Name),
    /// `expect South to win [the match]`.
    ExpectWin(Name, bool),
    /// `expect a draw`.
    ExpectDraw,
    /// `expect a2 closed`, `expect a1 marked tuzdik`.
    ExpectState(TestState),
    /// A line that could not be read; its diagnostic has been made.
    Broken,
}

/// A place and how many seeds it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holding {
    /// `a1`, `goal`; `store` or `hand` with an owner.
    pub place: Name,
    /// `South store`.
    pub owner: Option<Name>,
    /// How many.
    pub count: u64,
}

/// A hole and a mark, or closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestState {
    /// Which.
    pub hole: Name,
    /// `marked NAME`; else `closed`.
    pub mark: Option<Name>,
    /// `for South`.
    pub owner: Option<Name>,
}
