//! From position to position by a plan, with the reference engine where the plan does not go.

use super::batch::Batch;
use super::lanes::Lanes;
use super::plan::{
    ChoiceOutcome, Plan, PlanEnd, PlanHistory, PlanPosition, PlanQuestion, Replies, replies_with,
};
use crate::engine::{
    Choice, Direction, Engine, Event, EventKind, GameResult, MAX_FORCED_MOVES, Position, State,
    is_endless,
};
use crate::model::{DefaultClause as Rule, PlaceId, Seat};
use crate::program::{Lane, Reply};

/// A plan and the engine that it leans on.
#[derive(Clone, Debug)]
pub(super) struct HybridRunner<L: Lanes> {
    pub plan: Plan<L>,
    pub engine: Engine,
    pub start: Position,
    /// What plays many random games at once, if the game has such a form.
    pub batch: Option<Batch>,
}

/// A position of a plan, with those before it.
#[derive(Clone, Debug)]
pub(super) struct PlannedNode<L: Lanes> {
    pub pos: PlanPosition<L>,
    pub trail: PlanHistory<L>,
}

/// A move that somebody has been asked in.
#[derive(Clone, Debug)]
pub(super) struct AskingNode<L: Lanes> {
    /// Before the move.
    pub before: PlannedNode<L>,
    /// The hole that it simply began with, and what has been answered since.
    pub origin: Option<Lane>,
    pub replies: Replies,
    pub question: Box<PlanQuestion<L>>,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub(super) enum HybridNode<L: Lanes> {
    Planned(PlannedNode<L>),
    /// In the middle of a move.
    Asking(Box<AskingNode<L>>),
    /// With the reference engine.
    Reference(Position),
}

/// What comes of moves in which nothing is asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveStats {
    /// Laps sown.
    pub laps: u32,
    /// The players who captured in moves of their own, a bit each.
    captors: u32,
}

impl MoveStats {
    /// A move by a player; `others`: those who captured in it besides.
    fn by(player: Seat, laps: u32, captured: bool, others: u32) -> MoveStats {
        MoveStats { laps, captors: u32::from(captured) << player.0 | others }
    }

    /// Whether a player captured.
    pub fn captured(&self, player: Seat) -> bool {
        self.captors >> player.0 & 1 != 0
    }

    /// What the reference engine tells of.
    pub fn from_events(events: &[Event]) -> MoveStats {
        let mut made = MoveStats::default();
        for event in events {
            if let EventKind::Sowed { .. } = event.kind {
                made.laps += 1;
            }
            if let EventKind::SowedOn { laps, .. } = event.kind {
                made.laps += laps;
            }
            // What a default gives a player he has not captured.
            let given = event.clause.index() < Rule::COUNT;
            if matches!(event.kind, EventKind::Captured { .. }) && !given {
                made.captors |= 1 << event.seat.0;
            }
        }
        made
    }
}

/// A choice is not legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rejection {
    /// Since its sowing never ends.
    pub endless: bool,
    /// The reference engine does not follow it to its end: where nothing else is legal, it has to tell.
    pub overworked: bool,
}

/// The answer that a lane's place is.
pub(super) fn choice_of_lane(lane: Lane) -> Choice {
    Choice::Place(PlaceId(lane.0))
}

/// The same answer.
pub(super) fn choice_of_reply(reply: Reply) -> Choice {
    match reply {
        Reply::Place(lane) | Reply::InOrder(lane, _) => choice_of_lane(lane),
        Reply::Which(which) => Choice::Alternative(which),
        Reply::Direction(true) => Choice::Direction(Direction::Clockwise),
        Reply::Direction(false) => Choice::Direction(Direction::Anticlockwise),
        Reply::Stop => Choice::Stop,
        Reply::GoOn => Choice::GoOn,
        Reply::Yes => Choice::Yes,
        Reply::No => Choice::No,
        Reply::Number(n) => Choice::Number(n),
        Reply::Seed(kind) => Choice::Seed(kind),
    }
}

impl<L: Lanes> AskingNode<L> {
    /// Somebody is asked.
    pub fn node(
        from: PlannedNode<L>,
        origin: Option<Lane>,
        replies: Replies,
        question: Box<PlanQuestion<L>>,
    ) -> HybridNode<L> {
        HybridNode::Asking(Box::new(AskingNode { before: from, origin, replies, question }))
    }

    /// The answers with one more.
    pub fn replies_with(&self, reply: Reply) -> Replies {
        replies_with(&self.replies, reply)
    }
}

impl<L: Lanes> HybridNode<L> {
    pub fn is_over(&self) -> bool {
        match self {
            HybridNode::Reference(position) => position.is_over(),
            HybridNode::Planned(here) => here.pos.end.is_some(),
            HybridNode::Asking(_) => false,
        }
    }
}

impl<L: Lanes> HybridRunner<L> {
    pub fn start(&self) -> HybridNode<L> {
        self.node_of(self.start.clone())
    }

    /// Whether all players are in the last stage.
    pub fn is_in_last_stage(&self, pos: &PlanPosition<L>) -> bool {
        self.plan.program.is_in_last_stage(|lane| pos.lanes.get(lane))
    }

    /// A position of the reference engine, taken up by the plan where it can.
    pub fn node_of(&self, position: Position) -> HybridNode<L> {
        match self.plan.plan_position(&position, &self.engine) {
            Some((pos, trail)) if pos.has_opening => {
                self.advance_to_decision(PlannedNode { pos, trail })
            }
            Some((pos, trail)) => HybridNode::Planned(PlannedNode { pos, trail }),
            None => HybridNode::Reference(position),
        }
    }

    /// A position that the plan has made; the reference engine's where the plan goes no further.
    pub fn advance_to_decision(&self, here: PlannedNode<L>) -> HybridNode<L> {
        self.advance_with_stats(here, &mut |_| {})
    }

    /// The same; moves in which nothing is asked are simply made, and told.
    pub fn advance_with_stats(
        &self,
        mut here: PlannedNode<L>,
        made: &mut dyn FnMut(MoveStats),
    ) -> HybridNode<L> {
        let mut forced = 0;
        while here.pos.end.is_none() {
            if here.pos.unsupported {
                return self.to_reference(&here, made);
            }
            if here.pos.has_opening {
                match self.play_opening(here, &mut forced, made) {
                    HybridNode::Planned(next) => here = next,
                    elsewhere @ (HybridNode::Asking(_) | HybridNode::Reference(_)) => {
                        return elsewhere;
                    }
                }
                continue;
            }
            if !here.pos.choices_uncertain {
                break;
            }
            let mark = here.trail.mark();
            let (mut endless, mut overworked) = (false, false);
            let mut any = false;
            for lane in L::each(here.pos.options) {
                let made = self.plan.make_move(&here.pos, lane, &mut here.trail);
                here.trail.truncate(mark);
                match made {
                    ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) => any = true,
                    ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => {}
                    ChoiceOutcome::Endless => endless = true,
                    ChoiceOutcome::Unsupported => {
                        match self.try_in_reference(&here.pos, &here.trail, lane) {
                            Ok(_) => any = true,
                            Err(barred) => {
                                endless |= barred.endless;
                                overworked |= barred.overworked;
                            }
                        }
                    }
                }
                if any {
                    break;
                }
            }
            if any {
                break;
            }
            here.pos = self.no_legal_move(&here.pos, endless, overworked, &here.trail);
        }
        HybridNode::Planned(here)
    }

    /// None of the options was legal.
    pub fn no_legal_move(
        &self,
        pos: &PlanPosition<L>,
        endless: bool,
        overworked: bool,
        trail: &PlanHistory<L>,
    ) -> PlanPosition<L> {
        if overworked {
            PlanPosition { unsupported: true, ..*pos }
        } else {
            self.plan.no_legal_move(pos, endless, trail)
        }
    }

    /// A move that is told from its beginning: to what is asked first, or, where nothing is, to its end.
    /// `forced`: so many moves in which nothing is asked have been made in a row.
    fn play_opening(
        &self,
        mut here: PlannedNode<L>,
        forced: &mut u32,
        made: &mut dyn FnMut(MoveStats),
    ) -> HybridNode<L> {
        let mark = here.trail.mark();
        let tried = self.plan.make_move_with(&here.pos, None, &[], &mut here.trail);
        if let ChoiceOutcome::Made(next) = &tried
            && *forced < MAX_FORCED_MOVES
        {
            made(MoveStats::by(here.pos.mover, next.laps, next.captured, next.others));
            *forced += 1;
            here.pos = *next;
            return HybridNode::Planned(here);
        }
        here.trail.truncate(mark);
        match tried {
            ChoiceOutcome::Asks(question) => {
                let PlanQuestion { laps, captured, others, .. } = *question;
                made(MoveStats::by(here.pos.mover, laps, captured, others));
                return AskingNode::node(here, None, Replies::new(), question);
            }
            ChoiceOutcome::Unsupported => return self.to_reference(&here, made),
            ChoiceOutcome::Passes => {
                let PlanPosition { lanes, mover, .. } = here.pos;
                here.pos = self.plan.pass_turn(lanes, mover, true, &here.trail);
            }
            ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful => {
                here.pos = self.plan.no_legal_move(&here.pos, false, &here.trail);
            }
            // Forced moves without end are a sowing that never ends.
            ChoiceOutcome::Endless | ChoiceOutcome::Made(_) => {
                here.pos = self.plan.no_legal_move(&here.pos, true, &here.trail);
            }
        }
        HybridNode::Planned(here)
    }

    /// The reference engine's position; what happens before somebody is asked there is told.
    #[cold]
    fn to_reference(
        &self,
        here: &PlannedNode<L>,
        made: &mut dyn FnMut(MoveStats),
    ) -> HybridNode<L> {
        let (engine, mut events) = (&self.engine, Vec::new());
        let position =
            self.plan.to_position_with_events(&here.pos, &here.trail, engine, Some(&mut events));
        made(MoveStats::from_events(&events));
        HybridNode::Reference(position)
    }

    /// The same choice by the reference engine, if it is legal.
    pub fn try_in_reference(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
        lane: Lane,
    ) -> Result<Position, Rejection> {
        let position = self.plan.to_position(pos, trail, &self.engine);
        match self.rejection(pos, &position, lane) {
            None => Ok(self.engine.advance(&position, choice_of_lane(lane))),
            Some(barred) => Err(barred),
        }
    }

    /// What stands against a choice in the position that the reference engine makes of this one. If
    /// the player about to move has no legal choice that is another, or the game is over.
    pub fn rejection(
        &self,
        pos: &PlanPosition<L>,
        position: &Position,
        lane: Lane,
    ) -> Option<Rejection> {
        if position.is_over() || position.mover() != pos.mover {
            let by = |rule: Rule| {
                let ended = position.result().is_some_and(|result| result.clause == rule.clause());
                ended && position.mover() == pos.mover
            };
            let overworked = by(Rule::Work);
            return Some(Rejection { endless: by(Rule::OnlyEndless) || overworked, overworked });
        }
        let why = self.engine.illegal_because(position, choice_of_lane(lane))?;
        Some(Rejection { endless: is_endless(why), overworked: why == Rule::Work.clause() })
    }

    /// Appends the legal answers. They are tried only where a law or an endless sowing could bar some.
    pub fn choices_into(&self, at: &HybridNode<L>, choices: &mut Vec<Choice>) {
        let here = match at {
            HybridNode::Reference(position) => {
                return choices.extend(self.engine.choices(position));
            }
            HybridNode::Planned(here) => here,
            HybridNode::Asking(mid) => {
                return choices.extend(self.replies(mid, false).into_iter().map(choice_of_reply));
            }
        };
        if self.plan.all_options_legal(&here.pos) {
            return choices.extend(L::each(here.pos.options).map(choice_of_lane));
        }
        let mut trail = here.trail.clone();
        let mark = trail.mark();
        let legal = |lane: &Lane| {
            let made = self.plan.make_move(&here.pos, *lane, &mut trail);
            trail.truncate(mark);
            match made {
                ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) => true,
                ChoiceOutcome::Illegal
                | ChoiceOutcome::Unlawful
                | ChoiceOutcome::Passes
                | ChoiceOutcome::Endless => false,
                ChoiceOutcome::Unsupported => {
                    self.try_in_reference(&here.pos, &trail, *lane).is_ok()
                }
            }
        };
        choices.extend(L::each(here.pos.options).filter(legal).map(choice_of_lane));
    }

    /// Gives a legal answer, in place; after any other everything stays as it is.
    pub fn apply(&self, at: &mut HybridNode<L>, answer: Choice) {
        let here = match at {
            HybridNode::Reference(position) => {
                *at = self.node_of(self.engine.advance(position, answer));
                return;
            }
            HybridNode::Planned(here) => here,
            HybridNode::Asking(mid) => {
                let replies = mid.question.replies.iter();
                let mut same = replies.filter(|reply| choice_of_reply(**reply) == answer);
                if let Some(reply) = same.next() {
                    *at = self.apply_reply(mid, *reply);
                }
                return;
            }
        };
        let Choice::Place(place) = answer else { return };
        let origin = Lane(place.0);
        let mark = here.trail.mark();
        match self.plan.make_move(&here.pos, origin, &mut here.trail) {
            ChoiceOutcome::Made(pos) => {
                let trail = std::mem::take(&mut here.trail);
                *at = self.advance_to_decision(PlannedNode { pos, trail });
            }
            ChoiceOutcome::Asks(question) => {
                here.trail.truncate(mark);
                let from = PlannedNode { pos: here.pos, trail: std::mem::take(&mut here.trail) };
                *at = AskingNode::node(from, Some(origin), Replies::new(), question);
            }
            ChoiceOutcome::Illegal
            | ChoiceOutcome::Unlawful
            | ChoiceOutcome::Passes
            | ChoiceOutcome::Endless => {
                here.trail.truncate(mark);
            }
            ChoiceOutcome::Unsupported => {
                here.trail.truncate(mark);
                if let Ok(position) = self.try_in_reference(&here.pos, &here.trail, origin) {
                    *at = self.node_of(position);
                }
            }
        }
    }

    /// The move is told with one more answer. What it makes is left on the trail.
    pub fn resume(
        &self,
        mid: &AskingNode<L>,
        reply: Reply,
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        self.plan.make_move_with(&mid.before.pos, mid.origin, &mid.replies_with(reply), trail)
    }

    /// Who answers in the middle of a move: whose move it is, or who moves at once with him.
    pub fn answering_seat(&self, mid: &AskingNode<L>) -> Seat {
        let PlanPosition { mover, simultaneous: both, .. } = mid.before.pos;
        if both { self.plan.next_seat(mover) } else { mover }
    }

    /// Who is about to choose; `None` when the game is over.
    pub fn decider(&self, at: &HybridNode<L>) -> Option<Seat> {
        match at {
            HybridNode::Reference(position) => position.decider(),
            HybridNode::Planned(here) => here.pos.end.is_none().then_some(here.pos.mover),
            HybridNode::Asking(mid) => Some(self.answering_seat(mid)),
        }
    }

    /// The same position of the reference engine.
    pub fn reference_position(&self, mid: &AskingNode<L>) -> Position {
        let before = self.plan.to_position(&mid.before.pos, &mid.before.trail, &self.engine);
        let answers = mid.replies.iter().map(|reply| choice_of_reply(*reply));
        let answers = mid.origin.map(choice_of_lane).into_iter().chain(answers);
        answers.fold(before, |position, answer| self.engine.advance(&position, answer))
    }

    /// The answers in the middle of a move that no law stands against, those whose sowing never ends
    /// among them.
    pub fn offered_replies(&self, mid: &AskingNode<L>) -> Replies {
        let PlannedNode { pos, trail } = &mid.before;
        match self.plan.any_law_binds(pos, trail) {
            Some(true) => self.replies(mid, true),
            Some(false) => mid.question.replies.clone(),
            None => {
                let offered = self.engine.offered_choices(&self.reference_position(mid));
                let mut replies = mid.question.replies.clone();
                replies.retain(|reply| offered.contains(&choice_of_reply(*reply)));
                replies
            }
        }
    }

    /// The legal answers in the middle of a move; `endless`: those whose sowing never ends, too.
    fn replies(&self, mid: &AskingNode<L>, endless: bool) -> Replies {
        let mut trail = mid.before.trail.clone();
        let mark = trail.mark();
        let mut replies = mid.question.replies.clone();
        replies.retain(|reply| {
            let made = self.resume(mid, *reply, &mut trail);
            trail.truncate(mark);
            match made {
                ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) => true,
                ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => false,
                ChoiceOutcome::Endless => endless,
                ChoiceOutcome::Unsupported => {
                    let against = self
                        .engine
                        .illegal_because(&self.reference_position(mid), choice_of_reply(*reply));
                    against.is_none_or(|why| endless && is_endless(why))
                }
            }
        });
        replies
    }

    /// A legal answer is given in the middle of a move.
    fn apply_reply(&self, mid: &AskingNode<L>, reply: Reply) -> HybridNode<L> {
        let mut trail = mid.before.trail.clone();
        match self.resume(mid, reply, &mut trail) {
            ChoiceOutcome::Made(pos) => self.advance_to_decision(PlannedNode { pos, trail }),
            ChoiceOutcome::Asks(question) => {
                AskingNode::node(mid.before.clone(), mid.origin, mid.replies_with(reply), question)
            }
            ChoiceOutcome::Illegal
            | ChoiceOutcome::Unlawful
            | ChoiceOutcome::Passes
            | ChoiceOutcome::Endless => HybridNode::Asking(Box::new(mid.clone())),
            ChoiceOutcome::Unsupported => self.node_of(
                self.engine.advance(&self.reference_position(mid), choice_of_reply(reply)),
            ),
        }
    }

    pub fn facts(&self, at: &HybridNode<L>) -> (State, Option<GameResult>) {
        match at {
            HybridNode::Reference(position) => {
                (position.state().clone(), position.result().cloned())
            }
            HybridNode::Planned(PlannedNode { pos, .. }) => {
                let mut state = self.plan.state(&pos.lanes, pos.mover);
                state.together = pos.simultaneous;
                let result = pos.end.map(|over| self.result(pos, over));
                (state, result)
            }
            HybridNode::Asking(mid) => {
                let mut state = self.plan.state(&mid.question.lanes, self.answering_seat(mid));
                state.together = mid.before.pos.simultaneous;
                (state, None)
            }
        }
    }

    pub fn result(
        &self,
        pos: &PlanPosition<L>,
        PlanEnd { verdict, clause: why }: PlanEnd,
    ) -> GameResult {
        let held =
            self.plan.program.score_lanes.iter().map(|lanes| self.plan.worth(&pos.lanes, lanes));
        GameResult { verdict, scores: held.collect(), clause: why }
    }
}
