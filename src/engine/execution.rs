//! A story: one move (or one opening, one making of the next game) told from its beginning with
//! the answers given so far, up to the next question or to its end.
//!
//! A story is told anew from its beginning for every answer; that keeps a position a small value
//! and the rules a plain recursive telling.

use super::Engine;
use super::budget;
use super::event::{Choice, Deciding, Direction, Event, EventKind, Question, QuestionForm};
use super::history::History;
use super::kinds::SeedKinds;
use super::position::{FinalResult, OpenQuestion};
use super::relay::RelayState;
use super::simultaneous::BothMoves;
use super::state::State;
use crate::model::{ClauseId, DefaultClause, KindId, Model, PlaceId, PlaceSetBits, Rules, Seat};
use smallvec::SmallVec;
use std::cell::Cell;

/// Why the telling stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interrupt {
    /// A question is open: see [`Execution::question`].
    Ask,
    /// `end move`.
    EndMove,
    /// `end turn`.
    EndTurn,
    /// `end game`, `wins`, `loses`, `draw`: see [`Execution::ended`].
    EndGame,
    /// The sowing never ends, or has nowhere to go.
    Endless,
    /// The engine's bound on one sowing is reached.
    SowingLimit,
    /// The budget of the call is spent.
    WorkLimit,
}

impl Interrupt {
    /// For what default the telling was given up, if it was: what the rules say has not been done to its end.
    pub fn given_up_for(self) -> Option<DefaultClause> {
        match self {
            Interrupt::Endless | Interrupt::SowingLimit => Some(DefaultClause::OnlyEndless),
            Interrupt::WorkLimit => Some(DefaultClause::Work),
            Interrupt::Ask | Interrupt::EndMove | Interrupt::EndTurn | Interrupt::EndGame => None,
        }
    }
}

pub(crate) type StepResult<T = ()> = Result<T, Interrupt>;

/// How a game (or match) ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EndCause {
    pub kind: EndKind,
    pub clause: ClauseId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EndKind {
    /// The *winner* section decides.
    Judged,
    Wins(Seat),
    Loses(Seat),
    Draw,
}

/// A lap about to be sown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReadyLap {
    /// What is taken up.
    pub origin: PlaceSetBits,
    /// The places in order count where several are taken up: the last one.
    pub last_origin: PlaceId,
    /// So many of each; `u16::MAX`: all.
    pub part: u16,
    /// Only of that kind.
    pub kind: Option<KindId>,
    /// Where the first seed falls, if said.
    pub begin: Option<PlaceId>,
    /// Which way, if said.
    pub sense: Option<Direction>,
    pub clause: ClauseId,
}

/// Facts of a lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LapFacts {
    /// What was taken up.
    pub origin: PlaceSetBits,
    /// Where that is a single place: the seeds that it held.
    pub held: u16,
    /// Where the first seed fell.
    pub first: Option<PlaceId>,
    /// Which way it went.
    pub sense: Option<Direction>,
    /// The player captured in it.
    pub captured: bool,
    /// Where its seeds fell.
    pub sown: PlaceSetBits,
}

/// The record of a fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeedFall {
    pub before: u16,
    pub after: u16,
}

/// Which time the content of *it* is read at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ReadTime {
    #[default]
    Now,
    BeforeFall,
    AfterFall,
    /// Of the seed before: the place it fell in is read as it was before that.
    SeedBefore,
}

/// What a phrase is read with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalCtx {
    pub actor: Seat,
    pub it: Option<PlaceId>,
    pub tested: Option<PlaceId>,
    pub time: ReadTime,
}

impl EvalCtx {
    pub(crate) fn of(actor: Seat) -> EvalCtx {
        EvalCtx { actor, it: None, tested: None, time: ReadTime::Now }
    }

    pub(crate) fn at(actor: Seat, it: PlaceId) -> EvalCtx {
        EvalCtx { actor, it: Some(it), tested: None, time: ReadTime::Now }
    }
}

/// What the last capture took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LastCapture {
    pub seat: Seat,
    pub seeds: u16,
}

/// A judgement that waits for the end of a sowing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeferredJudgement<'e> {
    pub judged: &'e crate::model::Postcondition,
    pub ctx: EvalCtx,
    pub clause: ClauseId,
}

/// Which section is being told; some rules hold only in some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExecPhase {
    /// *move* and the occasions of its sowing.
    Move,
    /// *opening* and *match*: sowings are plain laps.
    Steps,
    /// *end*, *after move*.
    After,
}

/// The telling of one story.
pub(crate) struct Execution<'e> {
    pub engine: &'e Engine,
    pub model: &'e Model,
    pub rules: &'e Rules,
    pub state: &'e mut State,
    /// Whose move it is.
    pub player: Seat,
    /// Who is about to move: the player, or in *end* the next one.
    pub next: Seat,
    pub phase: ExecPhase,
    /// Seeds being sown.
    pub hand: u16,
    /// The kinds of the seeds on their way; `None` where the game has no kinds.
    pub kinds: Option<Box<SeedKinds>>,
    pub answers: &'e [Choice],
    pub answers_used: usize,
    pub question: Option<Question>,
    /// Events, kept from the last answer on.
    pub events: Option<Vec<Event>>,
    /// The statement being done. Nothing happens before the first one is.
    pub clause: ClauseId,
    /// The statement that asked for the last answer.
    pub asking_clause: ClauseId,
    /// The player found by `a player ...`.
    pub found_player: Cell<Option<Seat>>,

    pub lap: LapFacts,
    pub first_lap: LapFacts,
    pub last_lap: LapFacts,
    pub laps: u32,
    pub move_captured: bool,
    /// Where this move's captures came from.
    pub captured_from: PlaceSetBits,
    pub first_lap_captured_from: PlaceSetBits,
    pub move_sown: PlaceSetBits,
    pub last_fall: Option<PlaceId>,
    pub fall: SeedFall,
    /// Marks of the hole of this fall, as they were before anything was done about it.
    pub fall_marks: SmallVec<[u8; 4]>,
    pub last_capture: LastCapture,
    pub in_after_capture: bool,
    /// The cases of *end* that hold at any time are being read.
    pub in_end: bool,
    pub pending: Option<ReadyLap>,
    /// Of a turn in which both players move at once.
    pub both_moves: Option<Box<BothMoves<'e>>>,
    /// What long relays keep.
    pub relay: Option<Box<RelayState<'e>>>,
    /// Something was sown, put, taken, passed: the story is a move.
    pub acted: bool,
    pub passed: bool,
    pub again: bool,
    pub stage_ended: bool,
    pub ended: Option<EndCause>,
    pub match_won: Option<FinalResult>,
    pub moves_first: Option<Seat>,
    pub deferred: SmallVec<[DeferredJudgement<'e>; 1]>,
    /// States at the stop-or-go-on questions of this move.
    pub asked_states: Vec<(State, PlaceSetBits)>,
    /// Seeds that have fallen in this story, against the bound.
    pub falls: u64,
    /// Actions done in this story, against the bound.
    pub deeds: u64,
    /// Told to find out whether a player has a move: what itself asks that is not asked again.
    pub judging: bool,
    /// Of every preference order answered in this story, the class that the answer is of.
    pub classes: &'e [u8],
    /// Preference orders answered so far.
    pub ordered: usize,
    /// `end move` or `end turn` has been said while seeds were still to fall.
    pub stop_after_lap: Option<Interrupt>,
    /// What is offered before the move: conceding, or an end agreed on.
    pub offer: Option<Choice>,
    /// The fall before this one, in the same lap.
    pub fall_before: Option<(PlaceId, SeedFall)>,
    /// The laps of this move that are over, each kind once; only where the rules ask for them.
    pub laps_over: Vec<LapFacts>,
    /// Holes that each player has filled in these steps.
    pub filled: SmallVec<[u16; 4]>,
    /// Numbers of the positions that stood in this game.
    pub history: Option<&'e History>,
    /// The number of the position that the finished move has made.
    pub position_hash: Option<u64>,
}

impl<'e> Execution<'e> {
    pub(crate) fn new(
        engine: &'e Engine,
        state: &'e mut State,
        answers: &'e [Choice],
    ) -> Execution<'e> {
        let player = state.mover;
        Execution {
            engine,
            model: &engine.model,
            rules: engine.rules(state, player),
            state,
            player,
            next: player,
            phase: ExecPhase::Move,
            hand: 0,
            kinds: SeedKinds::of(&engine.model),
            answers,
            answers_used: 0,
            question: None,
            events: None,
            clause: DefaultClause::GameBegins.clause(),
            asking_clause: DefaultClause::Passes.clause(),
            found_player: Cell::new(None),
            lap: LapFacts::default(),
            first_lap: LapFacts::default(),
            last_lap: LapFacts::default(),
            laps: 0,
            move_captured: false,
            captured_from: PlaceSetBits::default(),
            first_lap_captured_from: PlaceSetBits::default(),
            move_sown: PlaceSetBits::default(),
            last_fall: None,
            fall: SeedFall::default(),
            fall_marks: SmallVec::new(),
            last_capture: LastCapture::default(),
            in_after_capture: false,
            in_end: false,
            pending: None,
            both_moves: None,
            relay: None,
            acted: false,
            passed: false,
            again: false,
            stage_ended: false,
            ended: None,
            match_won: None,
            moves_first: None,
            deferred: SmallVec::new(),
            asked_states: Vec::new(),
            falls: 0,
            deeds: 0,
            judging: false,
            classes: &[],
            ordered: 0,
            stop_after_lap: None,
            offer: None,
            fall_before: None,
            laps_over: Vec::new(),
            filled: SmallVec::new(),
            history: None,
            position_hash: None,
        }
    }

    /// The same move with another state: what has happened in it has happened. What is being done, asked or
    /// told just now is not taken over.
    pub(crate) fn with_state<'s>(&self, state: &'s mut State) -> Execution<'s>
    where
        'e: 's,
    {
        // Every field is named, so that of a new one it has to be said whether it is taken over.
        let Execution {
            player,
            next,
            found_player,
            lap,
            first_lap,
            last_lap,
            laps,
            move_captured,
            captured_from,
            first_lap_captured_from,
            move_sown,
            last_fall,
            engine,
            model: _,
            rules: _,
            state: _,
            phase: _,
            hand: _,
            kinds: _,
            answers: _,
            answers_used: _,
            question: _,
            events: _,
            clause: _,
            asking_clause: _,
            fall: _,
            fall_marks: _,
            last_capture: _,
            in_after_capture: _,
            in_end: _,
            pending: _,
            both_moves: _,
            relay: _,
            acted: _,
            passed: _,
            again: _,
            stage_ended: _,
            ended: _,
            match_won: _,
            moves_first: _,
            deferred: _,
            asked_states: _,
            falls: _,
            deeds: _,
            judging: _,
            classes: _,
            ordered: _,
            stop_after_lap: _,
            offer: _,
            fall_before: _,
            laps_over: _,
            filled: _,
            history: _,
            position_hash: _,
        } = self;
        Execution {
            player: *player,
            next: *next,
            found_player: found_player.clone(),
            lap: *lap,
            first_lap: *first_lap,
            last_lap: *last_lap,
            laps: *laps,
            move_captured: *move_captured,
            captured_from: *captured_from,
            first_lap_captured_from: *first_lap_captured_from,
            move_sown: *move_sown,
            last_fall: *last_fall,
            ..Execution::new(engine, state, &[])
        }
    }

    /// Keeps events, from the last answer on, if somebody wants them.
    pub(crate) fn keep_events(&mut self, wanted: bool) {
        self.events = wanted.then(Vec::new);
    }

    /// The question that stopped the telling.
    pub(crate) fn open_question(&mut self) -> OpenQuestion {
        let sifted = self.phase == ExecPhase::Move;
        let (hand, waiting) = (self.hand, self.waiting_hand());
        OpenQuestion { question: self.question.take(), hand, waiting, needs_filtering: sifted }
    }

    /// Whether an event told now would be kept.
    pub(crate) fn records(&self) -> bool {
        self.events.is_some() && self.answers_used == self.answers.len()
    }

    /// Tells an event of the clause being done.
    pub(crate) fn log(&mut self, seat: Seat, kind: EventKind) {
        let clause = self.clause;
        self.log_for(clause, seat, kind);
    }

    /// Tells an event of a clause.
    pub(crate) fn log_for(&mut self, clause: ClauseId, seat: Seat, kind: EventKind) {
        if self.answers_used == self.answers.len()
            && let Some(events) = &mut self.events
        {
            append(events, Event { clause, seat, kind });
        }
    }

    /// Asks a player: takes the answer given, or stops the telling with the question open.
    /// With no option nothing is asked.
    pub(crate) fn ask(
        &mut self,
        seat: Seat,
        deciding: Deciding,
        options: SmallVec<[(Choice, u8); 16]>,
    ) -> StepResult<Option<Choice>> {
        if options.is_empty() {
            return Ok(None);
        }
        if let Some(&answer) = self.answers.get(self.answers_used) {
            self.answers_used += 1;
            self.asking_clause = self.clause;
            self.log(seat, EventKind::Chose(answer));
            return Ok(Some(answer));
        }
        budget::spend(budget::OPTION * options.len() as u64);
        self.question = Some(Question {
            seat,
            deciding,
            clause: self.clause,
            options,
            form: QuestionForm::Plain,
        });
        Err(Interrupt::Ask)
    }

    /// Asks for one of some places.
    pub(crate) fn ask_place(
        &mut self,
        seat: Seat,
        deciding: Deciding,
        places: &[PlaceId],
    ) -> StepResult<Option<PlaceId>> {
        let options = places.iter().map(|&p| (Choice::Place(p), 0)).collect();
        let Some(Choice::Place(place)) = self.ask(seat, deciding, options)? else {
            return Ok(None);
        };
        Ok(Some(place))
    }

    /// The players, beginning with the one about to move.
    pub(crate) fn around(&self) -> impl Iterator<Item = Seat> + use<> {
        let n = self.model.seats() as u8;
        let from = self.next.0;
        (0..n).map(move |i| Seat((from + i) % n))
    }
}

/// Adds an event.
#[cold]
fn append(events: &mut Vec<Event>, event: Event) {
    // Of the laps that are not told one by one, those that follow each other are one event.
    if let EventKind::SowedOn { laps, seeds, to } = &event.kind
        && let Some(Event { clause: its, seat: whose, kind: last }) = events.last_mut()
        && let EventKind::SowedOn { laps: more, seeds: on, to: end } = last
        && (*its, *whose) == (event.clause, event.seat)
    {
        (*more, *on, *end) = (*more + laps, *on + seeds, *to);
        return;
    }
    events.push(event);
}
