//! Goes from decision to decision with the plan, and with the reference engine where the plan does not
//! support a position.

use super::batch::Batch;
use super::lanes::Lanes;
use super::plan::{
    ChoiceOutcome, MoveStats, Plan, PlanEnd, PlanHistory, PlanPosition, PlanQuestion, Replies,
    replies_with,
};
use crate::engine::{
    Choice, Decider, Direction, Engine, Event, EventKind, GameResult, MAX_FORCED_MOVES, Position,
    State, is_endless,
};
use crate::model::{DefaultClause as Rule, PlaceId};
use crate::program::{Lane, Reply};

/// A plan, and the reference engine as its fallback.
#[derive(Clone, Debug)]
pub(super) struct HybridRunner<L: Lanes> {
    pub plan: Plan<L>,
    pub engine: Engine,
    pub start: Position,
    /// Plays many random games at once, if the game is supported there.
    pub batch: Option<Batch>,
}

/// A position of the plan, with its history.
#[derive(Clone, Debug)]
pub(super) struct PlannedNode<L: Lanes> {
    pub pos: PlanPosition<L>,
    pub trail: PlanHistory<L>,
}

/// A move that has stopped at a question.
#[derive(Clone, Debug)]
pub(super) struct AskingNode<L: Lanes> {
    /// The position before the move.
    pub before: PlannedNode<L>,
    /// The hole that the move began with (`None`: an opening), and the replies given since.
    pub origin: Option<Lane>,
    pub replies: Replies,
    pub question: Box<PlanQuestion<L>>,
}

/// The state of a game.
#[derive(Clone, Debug)]
pub(super) enum HybridNode<L: Lanes> {
    Planned(PlannedNode<L>),
    /// In the middle of a move.
    Asking(Box<AskingNode<L>>),
    /// A position of the reference engine; it is large.
    Reference(Box<Position>),
}

impl MoveStats {
    /// From the events of the reference engine.
    pub(super) fn from_events(events: &[Event]) -> MoveStats {
        let mut made = MoveStats::default();
        for event in events {
            if let EventKind::Sowed { .. } = event.kind {
                made.laps += 1;
            }
            if let EventKind::SowedOn { laps, .. } = event.kind {
                made.laps += laps;
            }
            // What a default gives to a player is not captured by them.
            let given = event.clause.index() < Rule::COUNT;
            if matches!(event.kind, EventKind::Captured { .. }) && !given {
                made.captors |= 1 << event.seat.0;
            }
        }
        made
    }
}

/// Why a choice is not legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rejection {
    /// Its sowing never ends.
    pub endless: bool,
    /// The reference engine reached its work limit: if nothing else is legal, it has to decide.
    pub overworked: bool,
}

/// The choice of the place of a lane.
pub(super) fn choice_of_lane(lane: Lane) -> Choice {
    Choice::Place(PlaceId(lane.0))
}

/// The choice for a reply.
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
    /// The node of a move that has stopped at a question.
    pub fn node(
        from: PlannedNode<L>,
        origin: Option<Lane>,
        replies: Replies,
        question: Box<PlanQuestion<L>>,
    ) -> HybridNode<L> {
        HybridNode::Asking(Box::new(AskingNode { before: from, origin, replies, question }))
    }

    /// The replies with one more.
    pub fn replies_with(&self, reply: Reply) -> Replies {
        replies_with(&self.replies, reply)
    }
}

impl<L: Lanes> HybridNode<L> {
    /// Whether it is a position of the plan.
    pub fn is_planned(&self) -> bool {
        !matches!(self, HybridNode::Reference(_))
    }

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

    /// Whether the plan begins the moves of the games that are played many at a time.
    pub fn has_scalar_choices(&self) -> bool {
        self.batch.as_ref().is_some_and(Batch::scalar_choices)
    }

    /// Whether all players are in the last stage.
    pub fn is_in_last_stage(&self, pos: &PlanPosition<L>) -> bool {
        self.plan.program.is_in_last_stage(|lane| pos.lanes.get(lane))
    }

    /// The node of a reference position: planned, if the plan supports it.
    pub fn node_of(&self, position: Position) -> HybridNode<L> {
        match self.plan.plan_position(&position, &self.engine) {
            Some((pos, trail)) if pos.has_opening => {
                self.advance_to_decision(PlannedNode { pos, trail })
            }
            Some((pos, trail)) => HybridNode::Planned(PlannedNode { pos, trail }),
            None => HybridNode::Reference(Box::new(position)),
        }
    }

    /// Continues from a position of the plan to the next decision; falls back to the reference engine where
    /// the plan does not support the position.
    pub fn advance_to_decision(&self, here: PlannedNode<L>) -> HybridNode<L> {
        self.advance_with_stats(here, &mut |_| {})
    }

    /// The same; moves without a question are made on the way and reported.
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

    /// The position after none of the options was legal.
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

    /// Plays an opening: to its first question or, without one, to the end of the move. `forced`: number of
    /// consecutive moves without a question.
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
            made(next.made);
            *forced += 1;
            here.pos = *next;
            return HybridNode::Planned(here);
        }
        here.trail.truncate(mark);
        match tried {
            ChoiceOutcome::Asks(question) => {
                made(question.before);
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
            // Endless forced moves count as an endless sowing.
            ChoiceOutcome::Endless | ChoiceOutcome::Made(_) => {
                here.pos = self.plan.no_legal_move(&here.pos, true, &here.trail);
            }
        }
        HybridNode::Planned(here)
    }

    /// The node of the reference engine's position; moves on the way to its next decision are reported.
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
        HybridNode::Reference(Box::new(position))
    }

    /// Makes a choice with the reference engine, if it is legal.
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

    /// Why a choice is not legal in the reference engine's position. If the player to move has no legal
    /// choice, that position may belong to another player, or the game may be over.
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

    /// Appends the legal choices. They are simulated only where a law or an endless sowing could forbid some.
    pub fn choices_into(&self, at: &HybridNode<L>, choices: &mut Vec<Choice>) {
        let here = match at {
            HybridNode::Reference(position) => {
                return choices.extend(self.engine.choices(position));
            }
            HybridNode::Planned(here) => here,
            HybridNode::Asking(asking) => {
                return choices
                    .extend(self.replies(asking, false).into_iter().map(choice_of_reply));
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

    /// Makes a legal choice, in place; any other choice changes nothing.
    pub fn apply(&self, at: &mut HybridNode<L>, answer: Choice) {
        let here = match at {
            HybridNode::Reference(position) => {
                *at = self.node_of(self.engine.advance(position, answer));
                return;
            }
            HybridNode::Planned(here) => here,
            HybridNode::Asking(asking) => {
                let replies = asking.question.replies.iter();
                let mut same = replies.filter(|reply| choice_of_reply(**reply) == answer);
                if let Some(reply) = same.next() {
                    *at = self.apply_reply(asking, *reply);
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

    /// Simulates the move again with one more reply. The resulting position goes into the history.
    pub fn resume(
        &self,
        asking: &AskingNode<L>,
        reply: Reply,
        trail: &mut PlanHistory<L>,
    ) -> ChoiceOutcome<L> {
        self.plan.make_move_with(
            &asking.before.pos,
            asking.origin,
            &asking.replies_with(reply),
            trail,
        )
    }

    /// Who decides; `None` when the game is over. The plan draws no lots.
    pub fn decider(&self, at: &HybridNode<L>) -> Option<Decider> {
        match at {
            HybridNode::Reference(position) => position.decider(),
            HybridNode::Planned(here) => {
                here.pos.end.is_none().then_some(Decider::Player(here.pos.mover))
            }
            HybridNode::Asking(asking) => Some(Decider::Player(asking.question.seat)),
        }
    }

    /// The same state in the reference engine.
    pub fn reference_position(&self, asking: &AskingNode<L>) -> Position {
        let before = self.plan.to_position(&asking.before.pos, &asking.before.trail, &self.engine);
        let answers = asking.replies.iter().map(|reply| choice_of_reply(*reply));
        let answers = asking.origin.map(choice_of_lane).into_iter().chain(answers);
        answers.fold(before, |position, answer| self.engine.advance(&position, answer))
    }

    /// The replies in the middle of a move that no law forbids, endless ones included.
    pub fn offered_replies(&self, asking: &AskingNode<L>) -> Replies {
        let PlannedNode { pos, trail } = &asking.before;
        if pos.simultaneous {
            return self.replies(asking, false);
        }
        match self.plan.any_law_binds(pos, trail) {
            Some(true) => self.replies(asking, true),
            Some(false) => asking.question.replies.clone(),
            None => {
                let offered = self.engine.offered_choices(&self.reference_position(asking));
                let mut replies = asking.question.replies.clone();
                replies.retain(|reply| offered.contains(&choice_of_reply(*reply)));
                replies
            }
        }
    }

    /// The legal replies in the middle of a move; `endless`: endless ones too.
    fn replies(&self, asking: &AskingNode<L>, endless: bool) -> Replies {
        let mut trail = asking.before.trail.clone();
        let mark = trail.mark();
        let mut replies = asking.question.replies.clone();
        replies.retain(|reply| {
            let made = self.resume(asking, *reply, &mut trail);
            trail.truncate(mark);
            match made {
                ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) => true,
                ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => false,
                ChoiceOutcome::Endless => endless,
                ChoiceOutcome::Unsupported => {
                    let reason = self
                        .engine
                        .illegal_because(&self.reference_position(asking), choice_of_reply(*reply));
                    reason.is_none_or(|why| endless && is_endless(why))
                }
            }
        });
        replies
    }

    /// Makes a legal reply in the middle of a move.
    fn apply_reply(&self, asking: &AskingNode<L>, reply: Reply) -> HybridNode<L> {
        let mut trail = asking.before.trail.clone();
        match self.resume(asking, reply, &mut trail) {
            ChoiceOutcome::Made(pos) => self.advance_to_decision(PlannedNode { pos, trail }),
            ChoiceOutcome::Asks(question) => AskingNode::node(
                asking.before.clone(),
                asking.origin,
                asking.replies_with(reply),
                question,
            ),
            ChoiceOutcome::Illegal
            | ChoiceOutcome::Unlawful
            | ChoiceOutcome::Passes
            | ChoiceOutcome::Endless => HybridNode::Asking(Box::new(asking.clone())),
            ChoiceOutcome::Unsupported => self.node_of(
                self.engine.advance(&self.reference_position(asking), choice_of_reply(reply)),
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
            HybridNode::Asking(asking) => {
                let PlanQuestion { lanes, mover, .. } = &*asking.question;
                let mut state = self.plan.state(lanes, *mover);
                state.together = asking.before.pos.simultaneous;
                (state, None)
            }
        }
    }

    pub fn result(
        &self,
        pos: &PlanPosition<L>,
        PlanEnd { verdict, clause: why, .. }: PlanEnd,
    ) -> GameResult {
        let held =
            self.plan.program.score_lanes.iter().map(|lanes| self.plan.worth(&pos.lanes, lanes));
        GameResult { verdict, scores: held.collect(), clause: why }
    }
}
