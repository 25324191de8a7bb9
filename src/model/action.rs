//! Actions: what a statement does.

use super::cond::{Cond, Count};
use super::ids::{AlternativeId, ClauseId, KindId, MarkId, NoteId, PlaceId, WordId};
use super::place::{Det, PlacePhrase, Places, PlayerRef, Side, Subject};
use super::rules::{Cases, NoteKind};
use super::way::Dir;

/// An action with its subject.
#[derive(Clone, Debug)]
pub struct Action {
    /// The subject. With [`Subject::Each`], each player does it in turn.
    pub who: Subject,
    /// Chance makes the choices of the action, not the subject.
    pub by_lot: bool,
    /// The subject is asked whether to do it.
    pub may: bool,
    /// The deed.
    pub deed: Deed,
    /// Evaluated after the deed, which is undone if the judgement says so.
    pub postcondition: Option<Postcondition>,
}

impl Action {
    /// Whether it ends the move or the turn.
    pub fn stops(&self) -> bool {
        matches!(self.deed, Deed::EndMove | Deed::EndTurn)
    }

    /// Whether it can itself lead to another lap.
    pub fn may_sow(&self) -> bool {
        matches!(self.deed, Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_) | Deed::Cases(_))
    }
}

/// `, if COND` or `, unless COND` after an action.
#[derive(Clone, Debug)]
pub struct Postcondition {
    /// The action counts only if the condition does *not* hold afterwards.
    pub unless: bool,
    /// Evaluated after the action. For a sowing: after the unit that the condition is about (the
    /// first lap, the move); if it fails then, the whole move is illegal.
    pub cond: Cond,
}

/// The deeds.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Sowing. Always the last action of its case.
    Sow(Box<Sow>),
    /// Sowing by preference: only the first class with a legal choice is offered.
    SowInOrder(Vec<SowClass>),
    /// Moves seeds to the actor's store.
    Capture(Source),
    /// Moves seeds to another place (`take`: to the actor's hand).
    Put(Source, PlacePhrase),
    /// Fills holes, whole holes only, from the actor's store and then from their hand.
    Fill {
        /// The holes.
        places: Places,
        /// At most as many holes as that player filled in these steps.
        as_many_as: Option<PlayerRef>,
        /// Seeds in each.
        with: Count,
        /// The order.
        order: FillOrder,
    },
    /// Puts holes out of play until opened.
    Close(Places),
    /// Puts holes back in play.
    Open(Places),
    /// Puts a mark on a target, for its owner.
    Mark(MarkTarget, MarkId, PlayerRef),
    /// Removes a mark; all marks if `None`.
    Unmark(MarkTarget, Option<MarkId>),
    /// Lets the player choose a place; the note holds it.
    Choose(PlacePhrase, NoteId),
    /// Sets a note; the actor's, if each player has one.
    SetNumber(NoteId, Count),
    /// Sets a note; the actor's, if each player has one.
    Set(NoteId, NoteValue),
    /// Sets a note that holds a direction.
    SetDir(NoteId, Dir),
    /// Makes the actor the owner of these holes.
    Own(Places),
    /// The board is turned half round: what lies on a side is the other player's from now on.
    SwapSides,
    /// The actor moves first in the next game.
    MovesFirst,
    /// Runs a named list of cases.
    Do(WordId),
    /// Cases on the lines below.
    Cases(Cases),
    /// Lets the actor choose one; the id is the first alternative's, the others follow.
    Either(AlternativeId, Vec<Action>),
    /// Runs cases with `it` = a place, then the place `by` steps further along the sowing, and so
    /// on, until a case ends the move, none matches, or a place occurs for the second time.
    Repeat {
        /// The first place.
        from: PlacePhrase,
        /// The number of steps.
        by: Count,
        /// The cases.
        cases: Cases,
    },
    /// Does nothing, on purpose.
    Pass,
    /// Another move of the same player.
    PlayAgain {
        /// It names a subject: if it is not their move, they have an extra move in their next turn.
        named: bool,
    },
    /// Ends the move.
    EndMove,
    /// Ends the turn, even if moves are left.
    EndTurn,
    /// Begins the next stage.
    EndStage,
    /// Ends the game; the only end that may stop a lap.
    EndGame,
    /// The actor wins the game; `true`: the match.
    Wins(bool),
    /// The actor loses the game; `true`: the match.
    Loses(bool),
    /// The game is drawn.
    Draw,
}

/// A part of a deed: what it is done with.
#[derive(Clone, Copy, Debug)]
pub enum DeedPart<'d> {
    /// A sowing.
    Sow(&'d Sow),
    /// A class of sowings in an order of preference.
    Class(&'d SowClass),
    /// Seeds that are taken.
    Source(&'d Source),
    /// A place.
    Phrase(&'d PlacePhrase),
    /// Places joined by `and`.
    Places(&'d Places),
    /// A player.
    Player(PlayerRef),
    /// A number.
    Count(&'d Count),
    /// A direction.
    Direction(&'d Dir),
    /// An action that the player can choose.
    Action(&'d Action),
    /// Cases on deeper lines.
    Cases(&'d Cases),
}

impl Deed {
    /// Calls `visit` with every part, in order; with the parts of these it does not. This is the one table of
    /// what each deed contains.
    pub fn for_each_part<'d>(&'d self, visit: &mut dyn FnMut(DeedPart<'d>)) {
        use DeedPart as P;
        match self {
            Deed::Sow(sow) => visit(P::Sow(sow)),
            Deed::SowInOrder(classes) => classes.iter().for_each(|class| visit(P::Class(class))),
            Deed::Capture(from) => visit(P::Source(from)),
            Deed::Put(from, to) => {
                visit(P::Source(from));
                visit(P::Phrase(to));
            }
            Deed::Fill { places, as_many_as, with, order } => {
                visit(P::Places(places));
                as_many_as.iter().for_each(|who| visit(P::Player(*who)));
                visit(P::Count(with));
                match order {
                    FillOrder::From(_, who) => visit(P::Player(*who)),
                    FillOrder::Along(from) => visit(P::Phrase(from)),
                    FillOrder::Any => {}
                }
            }
            Deed::Close(places) | Deed::Open(places) | Deed::Own(places) => {
                visit(P::Places(places));
            }
            Deed::Mark(what, _, owner) => {
                visit(what.part());
                visit(P::Player(*owner));
            }
            Deed::Unmark(what, _) => visit(what.part()),
            Deed::Choose(phrase, _) => visit(P::Phrase(phrase)),
            Deed::SetNumber(_, count) => visit(P::Count(count)),
            Deed::SetDir(_, dir) => visit(P::Direction(dir)),
            Deed::Cases(cases) => visit(P::Cases(cases)),
            Deed::Either(_, actions) => actions.iter().for_each(|one| visit(P::Action(one))),
            Deed::Repeat { from, by, cases } => {
                visit(P::Phrase(from));
                visit(P::Count(by));
                visit(P::Cases(cases));
            }
            Deed::Set(..)
            | Deed::SwapSides
            | Deed::MovesFirst
            | Deed::Do(_)
            | Deed::Pass
            | Deed::PlayAgain { .. }
            | Deed::EndMove
            | Deed::EndTurn
            | Deed::EndStage
            | Deed::EndGame
            | Deed::Wins(_)
            | Deed::Loses(_)
            | Deed::Draw => {}
        }
    }

    /// Whether somebody has to choose in it. A word, and cases on deeper lines, may let choose.
    pub fn offers_choice(&self) -> bool {
        let any = |phrase: &PlacePhrase| matches!(phrase.det, Det::Any(_));
        let in_places = |places: &Places| places.parts.iter().any(any);
        let in_source = |source: &Source| {
            in_places(&source.places) || matches!(source.part, Part::AnyNumber(..) | Part::Nearest)
        };
        let mut found = matches!(
            self,
            Deed::Either(..) | Deed::Do(_) | Deed::Fill { order: FillOrder::Any, .. }
        );
        self.for_each_part(&mut |part| {
            found = found
                || match part {
                    DeedPart::Sow(sow) => {
                        in_source(&sow.source)
                            || sow.begin.as_ref().is_some_and(any)
                            || matches!(sow.dir, Some(Dir::Ask))
                    }
                    DeedPart::Class(_) | DeedPart::Cases(_) => true,
                    DeedPart::Source(source) => in_source(source),
                    DeedPart::Phrase(phrase) => any(phrase),
                    DeedPart::Places(places) => in_places(places),
                    DeedPart::Direction(dir) => matches!(dir, Dir::Ask),
                    DeedPart::Action(action) => action.deed.offers_choice(),
                    DeedPart::Player(_) | DeedPart::Count(_) => false,
                };
        });
        found
    }

    /// Whether a predicate holds for the deed, or for one of the actions and cases in it.
    pub(super) fn any_of(&self, is: &dyn Fn(&Deed) -> bool) -> bool {
        let mut found = is(self);
        self.for_each_part(&mut |part| {
            found = found
                || match part {
                    DeedPart::Action(action) => action.deed.any_of(is),
                    DeedPart::Cases(cases) => cases.clause_of(is).is_some(),
                    DeedPart::Sow(_)
                    | DeedPart::Class(_)
                    | DeedPart::Source(_)
                    | DeedPart::Phrase(_)
                    | DeedPart::Places(_)
                    | DeedPart::Player(_)
                    | DeedPart::Count(_)
                    | DeedPart::Direction(_) => false,
                };
        });
        found
    }

    /// Whether it can lead to another lap, itself or by an action or a case in it. A word may do anything.
    pub fn may_relay(&self) -> bool {
        self.any_of(&|deed| {
            let sows = matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_));
            sows || matches!(deed, Deed::Repeat { .. })
        })
    }

    /// The sowings of the action: one, or those of an order of preference; none for other actions.
    pub fn sowings(&self) -> impl Iterator<Item = &Sow> {
        let sow = if let Deed::Sow(sow) = self { Some(&**sow) } else { None };
        let classes: &[SowClass] = if let Deed::SowInOrder(all) = self { all } else { &[] };
        sow.into_iter().chain(classes.iter().map(|class| &class.sow))
    }
}

/// A sowing.
#[derive(Clone, Debug)]
pub struct Sow {
    /// What is picked up.
    pub source: Source,
    /// The direction, if given.
    pub dir: Option<Dir>,
    /// Where the first seed falls, if given.
    pub begin: Option<PlacePhrase>,
}

/// One class of a preference order.
#[derive(Clone, Debug)]
pub struct SowClass {
    /// The statement.
    pub clause: ClauseId,
    /// The sowing.
    pub sow: Sow,
    /// Only legal if this holds.
    pub postcondition: Option<Postcondition>,
}

/// Where seeds are taken from, and how many of each place.
#[derive(Clone, Debug)]
pub struct Source {
    /// How many of each place.
    pub part: Part,
    /// Only seeds of this kind.
    pub kind: Option<KindId>,
    /// Where from.
    pub places: Places,
}

/// How much of each place is taken.
#[derive(Clone, Debug)]
pub enum Part {
    /// All seeds.
    All,
    /// This many, or all if there are fewer.
    Number(Count),
    /// Half, rounded down.
    Half,
    /// The player chooses a number in this range (and no more than there are).
    AnyNumber(Count, Count),
    /// Seed by seed: the action runs once for every seed.
    EachSeed,
    /// All of the nearest places; the player chooses how many places, at least one.
    Nearest,
}

/// The order in which holes are filled.
#[derive(Clone, Debug)]
pub enum FillOrder {
    /// By column, as that player sees them.
    From(Side, PlayerRef),
    /// The actor chooses each hole.
    Any,
    /// Along the way.
    Along(Box<PlacePhrase>),
}

/// The target of a mark.
#[derive(Clone, Debug)]
pub enum MarkTarget {
    /// Holes.
    Places(Places),
    /// A player.
    Player(PlayerRef),
}

impl MarkTarget {
    fn part(&self) -> DeedPart<'_> {
        match self {
            MarkTarget::Places(places) => DeedPart::Places(places),
            MarkTarget::Player(who) => DeedPart::Player(*who),
        }
    }
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
    /// What a note of that kind holds; `None`: a number, or nothing.
    pub fn of(kind: NoteKind, number: i32) -> Option<NoteValue> {
        match kind {
            NoteKind::Number => None,
            NoteKind::Yes => Some(NoteValue::Yes(number != 0)),
            NoteKind::Direction => [NoteValue::Anticlockwise, NoteValue::Clockwise]
                .into_iter()
                .find(|value| i32::from(value.number()) == number),
            NoteKind::Place => {
                let place = u8::try_from(number.checked_sub(1)?).ok()?;
                Some(NoteValue::Place(PlaceId(place)))
            }
        }
    }

    /// The number that encodes it in [`State::notes`](crate::engine::State::notes); 0 is *not set*.
    pub const fn number(self) -> u16 {
        match self {
            NoteValue::Anticlockwise => 1,
            NoteValue::Clockwise => 2,
            NoteValue::Yes(yes) => yes as u16,
            NoteValue::Place(place) => place.0 as u16 + 1,
        }
    }
}

/// What a law requires of a move.
#[derive(Clone, Debug)]
pub enum LawDeed {
    /// It captures (from these, in its first lap).
    Captures {
        /// Only captures from these.
        places: Option<Places>,
        /// Only in the first lap.
        first_lap: bool,
    },
    /// It leaves the player seeds there (`None`: in their own holes).
    LeavesSeeds(PlayerRef, Option<Places>),
    /// It leaves that place empty.
    LeavesEmpty(PlacePhrase),
    /// A seed falls in one of these.
    Reaches(PlacePhrase),
    /// Its last seed falls in one of these.
    EndsIn(PlacePhrase),
    /// It begins from one of these.
    BeginsFrom(PlacePhrase),
    /// The first seed falls in one of these.
    BeginsIn(PlacePhrase),
}

/// A step of *opening* or *match*.
#[derive(Clone, Debug)]
pub struct Step {
    /// The statement.
    pub clause: ClauseId,
    /// What it does.
    pub kind: StepKind,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// Neighbouring cases up to `otherwise`, or a single statement: the first that matches.
    Cases(Cases),
    /// The steps, for each of the players in order.
    For(Vec<Subject>, Vec<Step>),
    /// Once for every full unit in the amount; both are evaluated once.
    ForEach(Count, Count, Vec<Step>),
    /// The steps, if the condition holds.
    When(Cond, Vec<Step>),
}
