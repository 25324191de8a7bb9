//! What runs fast: a model compiled for one game.
//!
//! A model says what places are meant by describing them; a [`Program`] names them. Everything that
//! is decided when a game begins is put in: the player whose move it is, the hole that an occasion
//! speaks of (one list of cases for each hole), who owns what and what is closed, where that does not
//! change. What is left to look at in play are numbers that lie side by side, one [`Lane`] each: the
//! seeds of every place, and behind them marks, notes, owners and the few facts of a turn that the rules
//! ask for.
//!
//! A program is data. It can be printed ([`Program::to_text`]), compared, and run in several ways;
//! how it is run is not told here. A clause for which there is no such form says so
//! ([`Act::Handed`], [`Code::handed`]), and is left to the reference engine.

mod compile;
pub(crate) use compile::fraction;
mod lanes;
mod mirror;
mod range;
mod relabel;
mod returns;
mod text;

pub use lanes::{Lane, LaneSet, Meaning};
pub use mirror::Mirror;
pub use range::{Parity, Range};
pub use relabel::Relabel;

use crate::model::{AlternativeId, ClauseId, Model, PlaceId, PlaceSetBits, Seat, StageId};
use std::borrow::Cow;
use std::sync::Arc;

/// What is decided when a game begins and stays so until it ends.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// Holes out of play.
    pub closed: PlaceSetBits,
    /// The owner of each hole.
    pub owners: Vec<Option<Seat>>,
    /// For each mark, the places that it lies on from the beginning.
    pub marked: Vec<PlaceSetBits>,
    /// Who moved first in this game.
    pub starter: Seat,
    /// Who won the game before.
    pub last_winner: Option<Seat>,
    /// Which game of the match.
    pub game: u16,
}

/// A game compiled.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// What each lane holds, the seeds of the places first.
    pub lanes: Vec<Meaning>,
    /// How many places there are.
    pub places: usize,
    /// How many players.
    pub seats: usize,
    /// By which lanes positions are told apart.
    pub identity: LaneSet,
    /// Stores: where seeds leave the game, if captured seeds never come back.
    pub stores: LaneSet,
    /// Captured seeds never come back within a game.
    pub irreversible: bool,
    /// After fewer moves without a capture no position returns; [`u32::MAX`]: none ever does.
    pub soonest_return: u32,
    /// For each stage, for each player: the rules of his moves.
    pub codes: Vec<Code>,
    /// For each player: his holes, and the store that they go to where each keeps his own.
    pub keeps: Vec<(LaneSet, Lane)>,
    /// Holes that change their owner, which are not among these, each with the lane that tells whose it is:
    /// 0 nobody's, else 1 and his seat.
    pub owners: Vec<(Lane, Lane)>,
    /// For each player: store and hand.
    pub held: Vec<LaneSet>,
    /// The lane of the seeds of the last capture, which lie in a store, and that of the seeds being sown,
    /// where somebody asks for them; both hold nothing between moves.
    pub caught: Option<Lane>,
    /// See [`Program::caught`].
    pub hand: Option<Lane>,
    /// The lane of the stage of each player, in a game with stages.
    pub stage_lanes: Vec<Lane>,
    /// The lane of the moves made in this turn, where somebody asks for it.
    pub moves_made: Option<Lane>,
    /// The lane that tells whether an earlier move of this turn has captured, if somebody asks.
    pub turn_captured: Option<Lane>,
    /// The lanes of places of which somebody asks whether an earlier move of this turn has sown in them,
    /// and those that tell it.
    pub turn_sown: Vec<(Lane, Lane)>,
    /// The lane of the moves left in this turn, where a turn can have several.
    pub moves_left: Option<Lane>,
    /// The lane of the moves more that each player has been given, if some rule gives them.
    pub again: Vec<Lane>,
    /// Lanes that are lifted when a lap, a move, a turn is over.
    pub lifted: [LaneSet; 3],
    /// The lane that tells whether each player has moved in this stage.
    pub moved: Vec<Option<Lane>>,
    /// The lane that tells whether each player has ended a turn.
    pub played: Vec<Option<Lane>>,
    /// All seeds of the game.
    pub greatest: u32,
    /// Somebody asks where seeds fell.
    pub asks_sown: bool,
}

/// The rules of a player's moves in a stage.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Code {
    /// Why all moves are left to the reference engine.
    pub handed: Option<Handed>,
    /// Where a move can begin: the first that fits.
    pub begin: Vec<Begin>,
    /// How a move begins, if it does not simply begin with one hole.
    pub opening: Option<Block>,
    /// A choice may turn out not to be legal, whatever the laws: a sowing may never end, or a move be
    /// judged when it is over.
    pub relays: bool,
    /// For each place taken up, which way round its seeds go: the first that fits. Empty where that is
    /// told by the way.
    pub headings: Vec<Vec<(Test, Heading)>>,
    /// For each place taken up, how its seeds go round: the first that fits; where there are headings,
    /// the first of those that go that way round.
    pub ways: Vec<Vec<(Test, usize)>>,
    /// The ways.
    pub sowings: Vec<Sowing>,
    /// Before a lap, by the place taken up; empty if there is nothing to do.
    pub before_lap: Vec<Block>,
    /// At every fall, by its place; empty if there is nothing to do.
    pub each_seed: Vec<Block>,
    /// At the last fall of a lap: for laps that go forward and backward, by its place.
    pub last_seed: [Vec<Block>; 2],
    /// After every fall and every capture.
    pub any_time: Block,
    /// Marks and notes that are lifted as soon as something is so: the lane, what it holds then, if
    /// that matters, and the test.
    pub lifts: Vec<(Lane, Option<u16>, Test)>,
    /// Which moves are legal.
    pub laws: Vec<Law>,
    /// After each move.
    pub after_move: Block,
    /// After each move, by who is about to move.
    pub end: Vec<Block>,
    /// The stage is left.
    pub until: Option<Test>,
    /// It is left by each player alone.
    pub leaves_alone: bool,
    /// Who cannot move loses; and the statement for it.
    pub no_move: Option<(ClauseId, bool)>,
    /// Both players move at once.
    pub at_once: bool,
    /// Moves of a turn.
    pub turn: Option<Turn>,
    /// Who wins an ended game: whether the fewest, and what is counted for each player.
    pub winner: Option<(bool, Vec<Number>)>,
}

/// A clause that has no form here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handed {
    /// Which.
    pub clause: Option<ClauseId>,
    /// What of it.
    pub why: &'static str,
}

/// Where a move can begin.
#[derive(Clone, PartialEq, Debug)]
pub struct Begin {
    /// The statement.
    pub clause: ClauseId,
    /// When.
    pub test: Test,
    /// The holes, each with what must hold of it.
    pub holes: Where,
}

/// Moves of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// So many, if it is a duty.
    pub moves: Option<Number>,
    /// `play again` does nothing after so many.
    pub at_most: Option<Number>,
    /// Further moves while this holds.
    pub again: Option<Test>,
}

/// Which way round the seeds of a lap go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// Against the ring, or along it.
    Fixed(bool),
    /// As in the first lap of the move.
    AsFirst,
    /// Against the lap before.
    Against,
    /// As a note tells, or along the ring where it tells nothing.
    Noted(Lane),
    /// As the player chooses.
    Chosen,
    /// As a note tells; where it tells nothing the player chooses, and it is noted.
    Kept(Lane),
}

/// How the seeds of a place go round.
#[derive(Clone, PartialEq, Debug)]
pub struct Sowing {
    /// What is taken up.
    pub origin: Lane,
    /// Where the first seed falls, unless that is said of the lap.
    pub start: Start,
    /// Against the ring.
    pub backward: bool,
    /// Where the seeds fall, the first first; then round again. Empty: the sowing has nowhere to go.
    pub path: Vec<Lane>,
    /// Places of the path that are passed over while a test holds.
    pub passing: Vec<(Lane, Test)>,
    /// So many seeds fall in each place, in the last one those that are left; `None`: one. It is read
    /// before they are taken up.
    pub each: Option<Number>,
}

impl Sowing {
    /// One seed falls in each place of the path, from its beginning on, whatever is so there.
    pub fn is_plain(&self) -> bool {
        self.start == Start::Path && self.passing.is_empty() && self.each.is_none()
    }
}

/// Where the first seed of a lap falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// At the beginning of the path.
    Path,
    /// What is taken up lies beside the way: behind the last seed of the lap before, or at the beginning
    /// of the path.
    Behind,
    /// Nowhere: the sowing never ends.
    Nowhere,
}

/// Lists of cases; of each list the first that fits is done.
pub type Block = Vec<Vec<Case>>;

/// A case.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The statement.
    pub clause: ClauseId,
    /// When.
    pub test: Test,
    /// What is done.
    pub acts: Vec<Act>,
}

/// Lanes, each with what must hold so that it is meant.
#[derive(Clone, PartialEq, Debug)]
pub enum Where {
    /// All of these.
    All(LaneSet),
    /// Those that hold so many.
    Holding(LaneSet, Range),
    /// Each by itself, in this order.
    Each(Vec<(Lane, Test)>),
    /// In this order, as long as it holds of every one.
    Run(Vec<(Lane, Test)>),
    /// One or the other.
    Union(Vec<Where>),
}

/// A condition. What it is made of is shared by those that are asked for the same.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// It never holds.
    Never,
    /// It always holds.
    Always,
    /// A lane holds so many.
    Holds(Lane, Range),
    /// The hole of the fall held so many before the seed fell.
    Before(Range),
    /// The hole of the fall held so many just after.
    After(Range),
    /// What the first lap of the move took up held so many.
    Held(Range),
    /// What the lap took up held so many.
    LapHeld(Range),
    /// None of these lanes holds anything.
    Empty(LaneSet),
    /// At least one of these lanes holds something.
    Occupied(LaneSet),
    /// From `least` to `most` of these lanes hold so many.
    Many {
        /// Which lanes.
        lanes: LaneSet,
        /// How many each.
        range: Range,
        /// At least so many of them.
        least: u16,
        /// At most so many of them.
        most: u16,
    },
    /// A number lies in a range.
    Number(Box<Number>, Range),
    /// The first number is at most the second.
    AtMost(Box<Number>, Box<Number>),
    /// The lap (or the first lap of the move) began from one of these.
    Origin {
        /// The first lap.
        first: bool,
        /// Where.
        places: LaneSet,
    },
    /// A seed fell in one of these.
    Sown {
        /// In which part of the move.
        during: During,
        /// Where.
        places: LaneSet,
    },
    /// The last seed fell in one of these.
    Last(LaneSet),
    /// The first seed of the lap, or of the first lap of the move, fell in one of these.
    FirstFell {
        /// Of the first lap.
        first: bool,
        /// Where.
        places: LaneSet,
    },
    /// Not.
    Not(Arc<Test>),
    /// All of these.
    All(Arc<[Test]>),
    /// At least one of these.
    Any(Arc<[Test]>),
    /// Something that has happened.
    Fact(Fact),
    /// The player, if about to move, would have no permitted choice.
    NoMove(Seat),
    /// The position stands for at least that many times.
    Returns(u32),
}

/// A part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum During {
    /// This lap.
    Lap,
    /// The first lap, which may be this one.
    FirstLap,
    /// The lap before this.
    LastLap,
    /// The whole move.
    Move,
}

/// What has happened in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A capture, in this lap.
    LapCaptured,
    /// A capture, in the first lap.
    FirstLapCaptured,
    /// A capture, in the lap before this.
    LastLapCaptured,
    /// A capture, in this move.
    MoveCaptured,
    /// This is the first lap.
    FirstLap,
    /// The lap went against the ring, or along it.
    LapWent(bool),
    /// The first lap did.
    FirstLapWent(bool),
    /// The lap before this did.
    LastLapWent(bool),
}

/// A number that depends on the position.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// A fixed one.
    Fixed(i64),
    /// The seeds of lanes.
    Sum(Where),
    /// How many lanes.
    Count(Where),
    /// Seeds that are being sown.
    Hand,
    /// What a lane holds.
    Lane(Lane),
    /// What the hole of the fall held before the seed fell (`true`), or just after.
    Fallen(bool),
    /// The first whose test holds; 0 if none does.
    Cases(Vec<(Test, Number)>),
    /// Numerator, denominator; rounded up, or down.
    Fraction(i64, i64, bool, Box<Number>),
    /// Sum.
    Add(Box<Number>, Box<Number>),
    /// Difference.
    Sub(Box<Number>, Box<Number>),
    /// Product.
    Mul(Box<Number>, Box<Number>),
}

/// How much of each place is taken.
#[derive(Clone, PartialEq, Debug)]
pub enum Share {
    /// Everything.
    All,
    /// So many, or all there are.
    Number(Number),
    /// Half, rounded down.
    Half,
    /// As many as the player chooses, of each place by itself: from so many to so many, and no more than
    /// there are.
    Chosen(Number, Number),
    /// Everything of the first places, of as many as the player chooses, and at least of one.
    First,
}

impl Share {
    /// Whether the player is asked.
    pub fn asks(&self) -> bool {
        matches!(self, Share::Chosen(..) | Share::First)
    }
}

/// What is done. What is done in many places is told once, and shared by them.
#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    /// Seeds go from places to another.
    Move {
        /// From where.
        from: Where,
        /// The seeds that are being sown as well.
        hand: bool,
        /// How much of each.
        share: Share,
        /// Where to: the first that is meant.
        to: Where,
        /// It is a capture: of the player whose move it is (`true`) or of another.
        capture: Option<bool>,
        /// What is done after a capture.
        after: Block,
    },
    /// The next lap takes up a place.
    Sow(Lap),
    /// A lane holds that from now on.
    Set(Lane, Number),
    /// A lane holds that from now on, of all those that are meant.
    SetEach(Where, u16),
    /// A lane holds so many more.
    Add(Lane, Number),
    /// Cases.
    Cases(Arc<Block>),
    /// One block after the other, as long as a case fits.
    Chain(Arc<[Block]>),
    /// Done, looked at, and undone where the test does not come out so.
    Tried {
        /// What is done.
        acts: Vec<Act>,
        /// What must come out.
        test: Test,
    },
    /// A player is asked; what he answers is done.
    Ask(Arc<Ask>),
    /// Another move of the same player.
    PlayAgain,
    /// Nothing, and that is the move.
    Pass,
    /// Nothing more in this move.
    EndMove,
    /// No further move in this turn.
    EndTurn,
    /// The next stage begins.
    EndStage,
    /// The game is over: by the winner's rule, or won by that player, or lost, or drawn.
    EndGame(Ending),
    /// The whole move is left to the reference engine.
    Handed(Handed),
}

/// A lap to be sown.
#[derive(Clone, PartialEq, Debug)]
pub struct Lap {
    /// What it takes up: the first that holds.
    pub from: Vec<(Lane, Test)>,
    /// All that hold; the last of them is where it begins.
    pub all: bool,
    /// How much of each.
    pub share: Share,
    /// Which way round, where that is said of this lap.
    pub heading: Option<Heading>,
    /// Where its first seed falls, the first that holds, where that is said of this lap.
    pub first: Option<Vec<(Lane, Test)>>,
}

impl Lap {
    /// What it takes up, if nothing more is said of it.
    pub fn only_from(&self) -> Option<&[(Lane, Test)]> {
        let plain = !self.all && self.share == Share::All;
        (plain && self.heading.is_none() && self.first.is_none()).then_some(&self.from)
    }
}

/// A question in the middle of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// What can be answered, in this order.
    pub answers: Vec<Answer>,
    /// What is done where nothing can be answered, and so nothing is asked.
    pub otherwise: Vec<Act>,
    /// It asks which of several things to do. Where that has been asked before in the same move with
    /// everything as it is, nothing more can be sown.
    pub which: bool,
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Which.
    pub reply: Reply,
    /// When it can be given.
    pub test: Test,
    /// The sowing may go on.
    pub goes_on: bool,
    /// What is done.
    pub acts: Vec<Act>,
}

/// What a player answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// That place.
    Place(Lane),
    /// That one of several things.
    Which(AlternativeId),
    /// That place, of so many classes of which the first with a legal answer counts.
    InOrder(Lane, u8),
    /// To sow against the ring, or along it.
    Sense(bool),
    /// To stop, where the other thing is to go on.
    Stop,
    /// To go on, where the other thing is to stop.
    GoOn,
    /// That it be done.
    Yes,
    /// That it be left.
    No,
    /// So many.
    Number(u16),
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rule of *winner* decides.
    Judged,
    /// That player wins.
    Wins(Seat),
    /// That player loses.
    Loses(Seat),
    /// Nobody wins.
    Drawn,
}

/// A statement of *allowed*.
#[derive(Clone, PartialEq, Debug)]
pub struct Law {
    /// The statement.
    pub clause: ClauseId,
    /// When it holds; read before the move.
    pub when: Test,
    /// What must come out; read after it.
    pub test: Test,
    /// It holds only if some move can.
    pub if_any_can: bool,
    /// Where the move must begin, or must not (`false`); read before it.
    pub begins: Option<(bool, Vec<(Lane, Test)>)>,
}

impl Where {
    /// That lane.
    pub fn lane(lane: Lane) -> Where {
        Where::All(lane.into())
    }

    /// The lane that is meant in any case, if only one can be.
    pub fn only(&self) -> Option<Lane> {
        match self {
            Where::All(set) if set.len() == 1 => set.iter().next(),
            _ => None,
        }
    }

    /// Each lane with what must hold so that it is meant, if that is said of each by itself.
    fn by_each(&self) -> Option<Vec<(Lane, Test)>> {
        Some(match self {
            Where::All(set) => set.iter().map(|lane| (lane, Test::Always)).collect(),
            Where::Holding(set, range) => {
                set.iter().map(|lane| (lane, Test::Holds(lane, *range))).collect()
            }
            Where::Each(each) => each.clone(),
            Where::Run(_) | Where::Union(_) => return None,
        })
    }

    /// All lanes that can be meant.
    pub fn lanes(&self) -> LaneSet {
        match self {
            Where::All(set) | Where::Holding(set, _) => *set,
            Where::Each(each) | Where::Run(each) => each.iter().map(|(lane, _)| *lane).collect(),
            Where::Union(parts) => {
                parts.iter().fold(LaneSet::default(), |all, part| all.union(part.lanes()))
            }
        }
    }
}

impl Test {
    /// Whether that is so of the test, or of one that it is made of.
    pub fn any_of(&self, is: &impl Fn(&Test) -> bool) -> bool {
        is(self)
            || match self {
                Test::Not(test) => test.any_of(is),
                Test::All(tests) | Test::Any(tests) => tests.iter().any(|test| test.any_of(is)),
                _ => false,
            }
    }
}

impl Act {
    /// A question.
    pub fn ask(ask: Ask) -> Act {
        Act::Ask(Arc::new(ask))
    }

    /// Whether a player is asked in it, what is within it left aside.
    pub fn asks(&self) -> bool {
        match self {
            Act::Ask(_) => true,
            Act::Move { share, .. } | Act::Sow(Lap { share, .. }) => share.asks(),
            _ => false,
        }
    }

    /// Tells of the act, and of every act within it.
    pub fn each<'a>(&'a self, see: &mut dyn FnMut(&'a Act)) {
        see(self);
        match self {
            Act::Move { after, .. } => each_act(after, see),
            Act::Cases(block) => each_act(block, see),
            Act::Chain(blocks) => blocks.iter().for_each(|block| each_act(block, see)),
            Act::Tried { acts, .. } => acts.iter().for_each(|act| act.each(see)),
            Act::Ask(ask) => {
                let answers = ask.answers.iter().flat_map(|answer| &answer.acts);
                answers.chain(&ask.otherwise).for_each(|act| act.each(see));
            }
            Act::Sow(_)
            | Act::Set(..)
            | Act::SetEach(..)
            | Act::Add(..)
            | Act::PlayAgain
            | Act::Pass
            | Act::EndMove
            | Act::EndTurn
            | Act::EndStage
            | Act::EndGame(_)
            | Act::Handed(_) => {}
        }
    }

    /// Whether that is so of the act, or of an act within it.
    pub fn any(&self, is: impl Fn(&Act) -> bool) -> bool {
        let mut any = false;
        self.each(&mut |act| any |= is(act));
        any
    }
}

/// Tells of every act of a block, and of every act within one.
pub fn each_act<'a>(block: &'a Block, see: &mut dyn FnMut(&'a Act)) {
    block.iter().flatten().flat_map(|case| &case.acts).for_each(|act| act.each(see));
}

/// Whether that is so of some act of a block, or of one within it.
pub fn any_act(block: &Block, is: impl Fn(&Act) -> bool) -> bool {
    let mut any = false;
    each_act(block, &mut |act| any |= is(act));
    any
}

impl Code {
    /// What is done in a lap: before it, at each seed, at the last one.
    pub fn of_laps(&self) -> impl Iterator<Item = &Block> {
        let blocks = self.before_lap.iter().chain(&self.each_seed).chain([&self.any_time]);
        blocks.chain(self.last_seed.iter().flatten())
    }

    /// Whether there is something to look at when a seed falls.
    pub fn looks_at_falls(&self) -> bool {
        !self.each_seed.is_empty() || !self.any_time.is_empty() || !self.lifts.is_empty()
    }

    /// All that is done in a move, and after it.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.opening.iter().chain(self.of_laps()).chain(&self.end).chain([&self.after_move])
    }

    /// The places that a lap can take up.
    pub fn origins(&self) -> LaneSet {
        let begins = self.begin.iter().map(|begin| begin.holes.lanes());
        let mut all = begins.fold(LaneSet::default(), LaneSet::union);
        let mut see = |act: &Act| {
            if let Act::Sow(lap) = act {
                lap.from.iter().for_each(|(lane, _)| all.insert(*lane));
            }
        };
        self.of_laps().chain(&self.opening).for_each(|block| each_act(block, &mut see));
        all
    }
}

impl Code {
    /// Leaves out the ways of places that no lap takes up.
    fn keep_ways(&mut self) {
        let origins = self.origins();
        for i in (0..self.ways.len()).filter(|i| !origins.contains(Lane(*i as u8))) {
            self.ways[i].clear();
            if let Some(headings) = self.headings.get_mut(i) {
                headings.clear();
            }
        }
        let mut sowings: Vec<Sowing> = Vec::new();
        for (_, way) in self.ways.iter_mut().flatten() {
            let sowing = &self.sowings[*way];
            let known = sowings.iter().position(|its| its == sowing);
            *way = known.unwrap_or(sowings.len());
            if known.is_none() {
                sowings.push(sowing.clone());
            }
        }
        self.sowings = sowings;
    }
}

impl Program {
    /// Whether all players are in the last stage; `held`: what a lane holds.
    pub fn is_in_last_stage(&self, held: impl Fn(Lane) -> u32) -> bool {
        let last = (self.codes.len() / self.seats - 1) as u32;
        self.stage_lanes.iter().all(|lane| held(*lane) == last)
    }

    /// The rules of the last stage alone, of a game with stages.
    pub fn last_stage(&self) -> Cow<'_, Program> {
        if self.stage_lanes.is_empty() {
            return Cow::Borrowed(self);
        }
        let codes = self.codes[self.codes.len() - self.seats..].to_vec();
        let mut last = Program { codes, stage_lanes: Vec::new(), ..self.clone() };
        last.soonest_return = last.find_soonest_return();
        Cow::Owned(last)
    }

    /// Compiles a model for a game that begins so.
    pub fn of(model: &Model, fixed: &Fixed) -> Program {
        compile::program(model, fixed, true)
    }

    /// The same, by the thread that asks for it alone.
    pub fn of_on_one_thread(model: &Model, fixed: &Fixed) -> Program {
        compile::program(model, fixed, false)
    }

    /// The rules of a player's moves in a stage.
    #[inline]
    pub fn code(&self, stage: u16, seat: Seat) -> &Code {
        &self.codes[usize::from(stage) * self.seats + seat.index()]
    }

    /// The stages and players whose rules these are.
    pub fn by_stage(&self) -> impl Iterator<Item = (StageId, Seat, &Code)> {
        self.codes
            .iter()
            .enumerate()
            .map(|(i, code)| (StageId((i / self.seats) as u16), Seat((i % self.seats) as u8), code))
    }

    /// The lane of a place's seeds.
    pub fn lane(place: PlaceId) -> Lane {
        Lane(place.0)
    }
}
