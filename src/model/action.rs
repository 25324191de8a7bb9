//! What is done.

use super::cond::{Cond, Count};
use super::ids::{AlternativeId, ClauseId, KindId, MarkId, NoteId, PlaceId, WordId};
use super::place::{PlacePhrase, Places, PlayerRef, Side, Subject};
use super::rules::Cases;
use super::way::Dir;

/// An action with its subject.
#[derive(Clone, Debug)]
pub struct Action {
    /// Who does it. With [`Subject::Each`] it is done by each in turn.
    pub who: Subject,
    /// The subject is asked whether to do it.
    pub may: bool,
    /// What.
    pub deed: Deed,
    /// Tried as a whole, and undone if the judgement says so.
    pub postcondition: Option<Postcondition>,
}

impl Action {
    /// Whether nothing more is done after it in the move, or in the turn.
    pub fn stops(&self) -> bool {
        matches!(self.deed, Deed::EndMove | Deed::EndTurn)
    }

    /// Whether it can itself lead to another lap.
    pub fn may_sow(&self) -> bool {
        matches!(self.deed, Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_) | Deed::Cases(_))
    }
}

/// `, if COND` or `, unless COND` behind an action.
#[derive(Clone, Debug)]
pub struct Postcondition {
    /// It is done only where the condition does *not* hold afterwards.
    pub unless: bool,
    /// Read after the action. For a sowing: after the unit that the condition speaks of (the first
    /// lap, the move); then the whole story is not legal where it fails.
    pub cond: Cond,
}

/// What is done.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Sowing. Always the last action of its case.
    Sow(Box<Sow>),
    /// Sowing by preference: only the first class with a permitted choice is kept.
    SowInOrder(Vec<SowClass>),
    /// Seeds to the actor's store.
    Capture(Source),
    /// Seeds to another place (`take` = to the own hand).
    Put(Source, PlacePhrase),
    /// Whole holes only, from the actor's store and then from his hand.
    Fill {
        /// Which.
        places: Places,
        /// No more holes than that player filled in these steps.
        as_many_as: Option<PlayerRef>,
        /// So many each.
        with: Count,
        /// In which order.
        order: FillOrder,
    },
    /// Out of play until opened.
    Close(Places),
    /// Back in play.
    Open(Places),
    /// Puts a mark on, for the owner.
    Mark(MarkTarget, MarkId, PlayerRef),
    /// Takes a mark off; all marks if `None`.
    Unmark(MarkTarget, Option<MarkId>),
    /// The player chooses a place; the note holds it.
    Choose(PlacePhrase, NoteId),
    /// Sets a note; the actor's, if each player has one.
    SetNumber(NoteId, Count),
    /// Sets a note; the actor's, if each player has one.
    Set(NoteId, NoteValue),
    /// Sets a note that holds a direction.
    SetDir(NoteId, Dir),
    /// The actor owns these holes from now on.
    Own(Places),
    /// The actor moves first in the next game.
    MovesFirst,
    /// A named list of cases.
    Do(WordId),
    /// Cases on the lines below.
    Cases(Cases),
    /// The actor chooses one; the number is the first one's, the others follow.
    Either(AlternativeId, Vec<Action>),
    /// Cases read with `it` = the place, then the place so many further along the sowing, until a
    /// case ends the move, or none fits, or a place stands for the second time.
    Repeat {
        /// First.
        from: PlacePhrase,
        /// Steps.
        by: Count,
        /// The cases.
        cases: Cases,
    },
    /// Does nothing, on purpose.
    Pass,
    /// Another move of the same player.
    PlayAgain {
        /// Said of somebody: if it is not his move, he has one move more at his next turn.
        named: bool,
    },
    /// Nothing more in this move.
    EndMove,
    /// No further move in this turn, though some are left.
    EndTurn,
    /// The next stage begins.
    EndStage,
    /// The game is over; the only end that may stop a lap.
    EndGame,
    /// The actor wins the game; `true`: the match.
    Wins(bool),
    /// The actor loses the game; `true`: the match.
    Loses(bool),
    /// The game is drawn.
    Draw,
}

impl Deed {
    /// The sowings that it may be: one, or those of an order of preference.
    pub fn sowings(&self) -> impl Iterator<Item = &Sow> {
        let (sow, classes): (Option<&Sow>, &[SowClass]) = match self {
            Deed::Sow(sow) => (Some(sow), &[]),
            Deed::SowInOrder(classes) => (None, classes),
            Deed::Capture(_)
            | Deed::Put(..)
            | Deed::Fill { .. }
            | Deed::Close(_)
            | Deed::Open(_)
            | Deed::Mark(..)
            | Deed::Unmark(..)
            | Deed::Choose(..)
            | Deed::SetNumber(..)
            | Deed::Set(..)
            | Deed::SetDir(..)
            | Deed::Own(_)
            | Deed::MovesFirst
            | Deed::Do(_)
            | Deed::Cases(_)
            | Deed::Either(..)
            | Deed::Repeat { .. }
            | Deed::Pass
            | Deed::PlayAgain { .. }
            | Deed::EndMove
            | Deed::EndTurn
            | Deed::EndStage
            | Deed::EndGame
            | Deed::Wins(_)
            | Deed::Loses(_)
            | Deed::Draw => (None, &[]),
        };
        sow.into_iter().chain(classes.iter().map(|class| &class.sow))
    }
}

/// A sowing.
#[derive(Clone, Debug)]
pub struct Sow {
    /// What is taken up.
    pub source: Source,
    /// Where it is said.
    pub dir: Option<Dir>,
    /// Where the first seed falls, if said.
    pub begin: Option<PlacePhrase>,
}

/// One class of a preference order.
#[derive(Clone, Debug)]
pub struct SowClass {
    /// The line.
    pub clause: ClauseId,
    /// The sowing.
    pub sow: Sow,
    /// Only if this holds.
    pub postcondition: Option<Postcondition>,
}

/// Where seeds are taken from, and how many of each place.
#[derive(Clone, Debug)]
pub struct Source {
    /// How many.
    pub part: Part,
    /// Of that kind of seeds only.
    pub kind: Option<KindId>,
    /// Where.
    pub places: Places,
}

/// How much of each place is taken.
#[derive(Clone, Debug)]
pub enum Part {
    /// Everything.
    All,
    /// So many, or all there are.
    Number(Count),
    /// Half, rounded down.
    Half,
    /// The player chooses a number between these (and no more than there are).
    AnyNumber(Count, Count),
    /// Seed by seed: the action is done once for every seed.
    EachSeed,
    /// All of the nearest places, as many as the player chooses, and at least one.
    Nearest,
}

/// The order in which holes are filled.
#[derive(Clone, Debug)]
pub enum FillOrder {
    /// As that player sees them.
    From(Side, PlayerRef),
    /// The actor chooses each hole.
    Any,
    /// Along the way.
    Along(Box<PlacePhrase>),
}

/// What is marked.
#[derive(Clone, Debug)]
pub enum MarkTarget {
    /// Holes.
    Places(Places),
    /// A player.
    Player(PlayerRef),
}

/// A value of a note that is not a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteValue {
    /// Forward on every ring.
    Anticlockwise,
    /// Backward on every ring.
    Clockwise,
    /// Yes or no.
    Yes(bool),
    /// A place.
    Place(PlaceId),
}

impl NoteValue {
    /// The number that stands for it where notes are kept; 0 is *not set*.
    pub const fn number(self) -> u16 {
        match self {
            NoteValue::Anticlockwise => 1,
            NoteValue::Clockwise => 2,
            NoteValue::Yes(yes) => yes as u16,
            NoteValue::Place(place) => place.0 as u16 + 1,
        }
    }
}

/// What a law asks of a move.
#[derive(Clone, Debug)]
pub enum LawDeed {
    /// It captures (from these, in its first lap).
    Captures {
        /// Only captures from these.
        places: Option<Places>,
        /// Only in the first lap.
        first_lap: bool,
    },
    /// It leaves the player seeds there (`None`: in his own holes).
    LeavesSeeds(PlayerRef, Option<Places>),
    /// It leaves that place empty.
    LeavesEmpty(PlacePhrase),
    /// A seed falls in one of these.
    Reaches(PlacePhrase),
    /// Its last seed falls in one of these.
    EndsIn(PlacePhrase),
    /// What is first taken up is one of these.
    BeginsFrom(PlacePhrase),
    /// The first seed falls in one of these.
    BeginsIn(PlacePhrase),
}

/// A step of *opening* or *match*.
#[derive(Clone, Debug)]
pub struct Step {
    /// The statement.
    pub clause: ClauseId,
    /// What it says.
    pub kind: StepKind,
}

/// What a step says.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Neighbouring cases up to `otherwise`, or a single statement: the first that fits.
    Cases(Cases),
    /// The steps, for each of the players in order.
    For(Vec<Subject>, Vec<Step>),
    /// Once for every full unit in the amount; both read once.
    ForEach(Count, Count, Vec<Step>),
    /// The steps, if the condition holds.
    When(Cond, Vec<Step>),
}
