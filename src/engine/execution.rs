//! One execution of a move (or of an opening, or of the preparation of the next game): run from its
//! beginning with the answers given so far, to the next question or to its end.
//!
//! It restarts from the beginning for every answer. This keeps a position a small value and the
//! interpreter plain recursion.

use super::Engine;
use super::budget;
use super::event::{Choice, Decider, Deciding, Event, EventKind, Question, QuestionForm};
use super::film::MoveFrame;
use super::history::History;
use super::kinds::SeedKinds;
use super::position::{FinalResult, OpenQuestion};
use super::relay::RelayState;
use super::simultaneous::BothMoves;
use super::state::State;
use crate::eval::{Context, FallSide};
use crate::model::{
    ClauseId, DefaultClause, Direction, KindId, Model, PlaceId, PlaceSetBits, Rules, Seat,
};
use smallvec::SmallVec;
use std::cell::Cell;

/// Why an execution stopped.
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
    /// The sowing never ends, or has no place to go to.
    Endless,
    /// The limit on one sowing is reached.
    SowingLimit,
    /// The work budget of the call is spent.
    WorkLimit,
}

impl Interrupt {
    /// The default by which the execution was given up, if it was: the move was not run to its end.
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
    /// The places whose seeds are picked up.
    pub origin: PlaceSetBits,
    /// If several are picked up, the last one: the places in order count from it.
    pub last_origin: PlaceId,
    /// Seeds taken from each; `u16::MAX`: all.
    pub part: u16,
    /// Only seeds of this kind.
    pub kind: Option<KindId>,
    /// Where the first seed falls, if specified.
    pub begin: Option<PlaceId>,
    /// The direction, if specified.
    pub sense: Option<Direction>,
    pub clause: ClauseId,
}

/// Facts of a lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LapFacts {
    /// The places whose seeds were picked up.
    pub origin: PlaceSetBits,
    /// If it is a single place, the seeds that it held.
    pub held: u16,
    /// Where the first seed fell.
    pub first: Option<PlaceId>,
    /// The direction.
    pub sense: Option<Direction>,
    /// The player captured in it.
    pub captured: bool,
    /// The places where its seeds fell.
    pub sown: PlaceSetBits,
}

/// Seeds of a place before and after a seed fell in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeedFall {
    pub before: u16,
    pub after: u16,
}

/// When the seeds of the hole of a fall, or of a place, are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeedTime {
    Now,
    BeforeFall,
    AfterFall,
    /// Before the fall of the previous seed: the place, and the seeds that it held.
    EarlierFall(PlaceId, u16),
    /// Before its seeds were taken up: the place, and the seeds that it held.
    TakenUp(PlaceId, u16),
}

/// Evaluation context of a phrase. It fits in a register: see [`EvalCtx::NO_PLACE`].
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub(crate) struct EvalCtx {
    pub time: SeedTime,
    pub actor: Seat,
    /// Chance makes the choices of the action, not the actor.
    by_lot: bool,
    it: PlaceId,
    candidate: PlaceId,
}

impl EvalCtx {
    /// No place of a board has this number. An `Option` would make contexts larger than a register; they would
    /// then be copied in memory at each call, a third of the time that an evaluation takes.
    const NO_PLACE: PlaceId = PlaceId(253);

    pub(crate) fn of(actor: Seat) -> EvalCtx {
        let (it, candidate) = (EvalCtx::NO_PLACE, EvalCtx::NO_PLACE);
        EvalCtx { time: SeedTime::Now, actor, by_lot: false, it, candidate }
    }

    pub(crate) fn at(actor: Seat, it: PlaceId) -> EvalCtx {
        EvalCtx::of(actor).with_it(it)
    }

    /// Who makes the choices of the action.
    pub(crate) fn decider(self) -> Decider {
        Decider::of(self.actor, self.by_lot)
    }

    /// The same; chance makes the choices.
    pub(crate) fn by_lot(self) -> EvalCtx {
        EvalCtx { by_lot: true, ..self }
    }

    /// The same for another hole of the occasion.
    pub(crate) fn with_it(self, it: PlaceId) -> EvalCtx {
        EvalCtx { it, ..self }
    }

    /// The same, with seeds read at another time.
    pub(crate) fn with_time(self, time: SeedTime) -> EvalCtx {
        EvalCtx { time, ..self }
    }
}

impl Context for EvalCtx {
    fn actor(&self) -> Seat {
        self.actor
    }
    fn it(&self) -> Option<PlaceId> {
        (self.it != EvalCtx::NO_PLACE).then_some(self.it)
    }
    fn candidate(&self) -> Option<PlaceId> {
        (self.candidate != EvalCtx::NO_PLACE).then_some(self.candidate)
    }
    fn with_actor(self, actor: Seat) -> EvalCtx {
        EvalCtx { actor, ..self }
    }
    fn with_candidate(self, candidate: PlaceId) -> EvalCtx {
        EvalCtx { candidate, ..self }
    }
    fn at_fall(self, side: FallSide) -> EvalCtx {
        let time = match side {
            FallSide::Before => SeedTime::BeforeFall,
            FallSide::After => SeedTime::AfterFall,
        };
        EvalCtx { time, ..self }
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

/// The section being run; some rules apply only in some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExecPhase {
    /// *move* and the occasions of its sowing.
    Move,
    /// *opening* and *match*: sowings are plain laps.
    Steps,
    /// *end*, *after move*.
    After,
}

/// One execution: an interpreter over `state`.
pub(crate) struct Execution<'e> {
    pub engine: &'e Engine,
    pub model: &'e Model,
    pub rules: &'e Rules,
    pub state: &'e mut State,
    /// The player to move.
    pub player: Seat,
    /// The player about to move: `player`, or in *end* the next one.
    pub next: Seat,
    pub phase: ExecPhase,
    /// Seeds in the sowing hand.
    pub hand: u16,
    /// The kinds of the seeds in the hand; `None` if the game has no kinds.
    pub kinds: Option<Box<SeedKinds>>,
    pub answers: &'e [Choice],
    pub answers_used: usize,
    /// Answers the questions after these.
    pub source: Option<&'e mut dyn AnswerSource>,
    pub question: Option<Question>,
    /// Events since the last answer.
    pub events: Option<Vec<Event>>,
    /// The moments of the move since the last answer, if it is filmed.
    pub frames: Option<Vec<MoveFrame>>,
    /// The clause being run. Nothing happens before the first one is set.
    pub clause: ClauseId,
    /// The clause that asked the last answered question.
    pub asking_clause: ClauseId,
    /// The player found by `a player ...`.
    pub found_player: Cell<Option<Seat>>,

    pub lap: LapFacts,
    pub first_lap: LapFacts,
    pub last_lap: LapFacts,
    pub laps: u32,
    /// Set when the sowing turns out to be endless: the laps after which everything is as before.
    pub period: Option<u32>,
    /// Where a sowing is sown again: laps by table are sown until there have been so many.
    pub most_laps: Option<u32>,
    pub move_captured: bool,
    /// Where this move's captures came from.
    pub captured_from: PlaceSetBits,
    pub first_lap_captured_from: PlaceSetBits,
    pub move_sown: PlaceSetBits,
    pub last_fall: Option<PlaceId>,
    /// Where the seeds of this lap fell so far, if its event is logged.
    pub falls_of_lap: Option<Vec<PlaceId>>,
    /// *before each lap* is being run: no seed of the lap has fallen.
    pub before_lap: bool,
    pub fall: SeedFall,
    /// Marks of the hole of this fall, before its hooks ran; indexed by mark.
    pub fall_marks: SmallVec<[u8; 4]>,
    pub last_capture: LastCapture,
    pub in_after_capture: bool,
    /// The cases of *end* that apply at any time are being evaluated.
    pub in_end: bool,
    pub pending: Option<ReadyLap>,
    /// State of a turn in which both players move at once.
    pub both_moves: Option<Box<BothMoves<'e>>>,
    /// State of the table-driven relay.
    pub relay: Option<Box<RelayState<'e>>>,
    /// Something was sown, put, taken or passed: the execution counts as a move.
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
    /// Seeds that have fallen, checked against the limit.
    pub falls: u64,
    /// Actions done, checked against the limit.
    pub deeds: u64,
    /// A trial of whether a player has a move: conditions that themselves need such a trial are not
    /// evaluated again.
    pub judging: bool,
    /// For each preference order answered so far, the class of its answer.
    pub classes: &'e [u8],
    /// Preference orders answered so far.
    pub ordered: usize,
    /// `end move` or `end turn` was run while seeds were still to fall.
    pub stop_after_lap: Option<Interrupt>,
    /// What is offered before the move: to concede, or an agreed end.
    pub offer: Option<Choice>,
    /// The previous fall of the same lap.
    pub fall_before: Option<(PlaceId, SeedFall)>,
    /// The distinct finished laps of this move; only if the rules ask for them.
    pub laps_over: Vec<LapFacts>,
    /// For each player, the holes filled in these steps.
    pub filled: SmallVec<[u16; 4]>,
    /// Hashes of the positions that have occurred in this game.
    pub history: Option<&'e History>,
    /// Hash of the position that the finished move has made.
    pub position_hash: Option<u64>,
}

/// Answers questions while an execution runs, so that it need not be run again for each answer.
pub(crate) trait AnswerSource {
    /// The answer to a question of a player's action. `events`: those since the last question, if they are
    /// recorded; they may be taken. `None`: the execution stops at the question.
    fn answer(
        &mut self,
        seat: Seat,
        options: &[(Choice, u8)],
        events: &mut Option<Vec<Event>>,
    ) -> Option<Choice>;

    /// The answers given, in order.
    fn given(&self) -> &[Choice];
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
            source: None,
            question: None,
            events: None,
            frames: None,
            clause: DefaultClause::GameBegins.clause(),
            asking_clause: DefaultClause::Passes.clause(),
            found_player: Cell::new(None),
            lap: LapFacts::default(),
            first_lap: LapFacts::default(),
            last_lap: LapFacts::default(),
            laps: 0,
            period: None,
            most_laps: None,
            move_captured: false,
            captured_from: PlaceSetBits::default(),
            first_lap_captured_from: PlaceSetBits::default(),
            move_sown: PlaceSetBits::default(),
            last_fall: None,
            falls_of_lap: None,
            before_lap: false,
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

    /// Records events, from the last answer on, if `wanted`.
    pub(crate) fn keep_events(&mut self, wanted: bool) {
        self.events = wanted.then(Vec::new);
    }

    /// The question that stopped the execution.
    pub(crate) fn open_question(&mut self) -> OpenQuestion {
        let needs_filtering = self.phase == ExecPhase::Move;
        let (hand, waiting) = (self.hand, self.waiting_hand());
        OpenQuestion { question: self.question.take(), hand, waiting, needs_filtering }
    }

    /// Whether an event logged now is kept.
    pub(crate) fn records(&self) -> bool {
        self.events.is_some() && self.answers_used == self.answers.len()
    }

    /// Logs an event of the current clause.
    pub(crate) fn log(&mut self, seat: Seat, kind: EventKind) {
        let clause = self.clause;
        self.log_for(clause, seat, kind);
    }

    /// Logs an event of a clause.
    pub(crate) fn log_for(&mut self, clause: ClauseId, seat: Seat, kind: EventKind) {
        if self.answers_used == self.answers.len()
            && let Some(events) = &mut self.events
        {
            append(events, Event { clause, seat, kind });
            self.keep_frame(None);
        }
    }

    /// Asks a player: takes the given answer, or stops with the question open. Without options,
    /// nothing is asked.
    pub(crate) fn ask(
        &mut self,
        ctx: EvalCtx,
        deciding: Deciding,
        options: SmallVec<[(Choice, u8); 16]>,
    ) -> StepResult<Option<Choice>> {
        if options.is_empty() {
            return Ok(None);
        }
        let given = self.answers.get(self.answers_used).copied();
        self.answers_used += usize::from(given.is_some());
        let from_source = || self.source.as_mut()?.answer(ctx.actor, &options, &mut self.events);
        if let Some(answer) = given.or_else(from_source) {
            self.asking_clause = self.clause;
            let chosen = match ctx.decider() {
                Decider::Player(_) => EventKind::Chose(answer),
                Decider::Lot => EventKind::Drew(answer),
            };
            self.log(ctx.actor, chosen);
            return Ok(Some(answer));
        }
        budget::spend(budget::OPTION * options.len() as u64);
        self.question = Some(Question {
            seat: ctx.actor,
            by_lot: ctx.by_lot,
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
        ctx: EvalCtx,
        deciding: Deciding,
        places: &[PlaceId],
    ) -> StepResult<Option<PlaceId>> {
        let options = places.iter().map(|&p| (Choice::Place(p), 0)).collect();
        let Some(Choice::Place(place)) = self.ask(ctx, deciding, options)? else {
            return Ok(None);
        };
        Ok(Some(place))
    }

    /// The players in turn order, from the one about to move.
    pub(crate) fn around(&self) -> impl Iterator<Item = Seat> + use<> {
        self.model.board.seats_from(self.next)
    }
}

/// Adds an event.
#[cold]
fn append(events: &mut Vec<Event>, event: Event) {
    // Consecutive laps that are not logged one by one become one event.
    if let EventKind::SowedOn { laps, seeds, to } = &event.kind
        && let Some(Event { clause: last_clause, seat: last_seat, kind: last_kind }) =
            events.last_mut()
        && let EventKind::SowedOn { laps: more, seeds: on, to: end } = last_kind
        && (*last_clause, *last_seat) == (event.clause, event.seat)
    {
        (*more, *on, *end) = (*more + laps, *on + seeds, *to);
        return;
    }
    events.push(event);
}
