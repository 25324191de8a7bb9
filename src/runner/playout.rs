//! Random games.

use super::hybrid::{
    AskingNode, HybridNode, HybridRunner, PlannedNode, choice_of_lane, choice_of_reply,
};
use super::lanes::Lanes;
use super::plan::{
    ChoiceOutcome, DrawnQuestion, DrawnReplies, LapOutcome, MoveStats, PlanHistory, PlanPosition,
    Replies, ReplySource,
};
use crate::engine::{
    AnswerSource, Choice, Engine, Event, FinalResult, GameResult, Position, is_endless,
};
use crate::model::{ClauseId, Seat};
use crate::program::{Lane, Test};
use mnc_lockstep::GameRng;
use std::cell::RefCell;
use std::ops::Range;

/// Decisions made during the laps of a game.
#[derive(Clone, Debug)]
pub(super) struct LapDecisions {
    /// The random numbers of the game, and how many decisions have been made.
    pub draw: GameRng,
    pub decisions: u32,
    /// Statistics of the questions: replies offered, and captures and laps before them.
    pub offered: u32,
    pub captures: u32,
    pub laps: u32,
}

/// For statistics of random games: a sowing of more falls counts as one that never ends
/// ([`Engine::with_sowing_limit`]). Nobody sows so many seeds by hand, and the plan can decide so long a sowing
/// within the work of an answer: with a limit eight times as high, the longest sowings, a few in ten thousand, took
/// half of the time of Bao la Kiswahili.
pub const STATISTICS_SOWING_LIMIT: u64 = 1 << 15;

/// Which random games are played.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Random seed.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Games with more decisions are left unfinished.
    pub most_decisions: u32,
}

/// Result of one random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayoutResult {
    /// Decisions made.
    pub decisions: u32,
    /// Options offered in all decisions, including some that turn out to be illegal.
    pub offered: u32,
    /// Laps sown in all decisions.
    pub laps: u32,
    /// Decisions in which the player captured, including what they are given at the end of a game.
    pub captures: u32,
    /// Endless choices drawn in decisions in which another choice could be drawn instead.
    pub endless: u32,
    /// Who won or lost, and the statement or default that ended the game; `None`: it was left unfinished.
    pub end: Option<(FinalResult, ClauseId)>,
    /// Score of each player at the end.
    pub scores: smallvec::SmallVec<[u32; 4]>,
}

/// Counters of a game in progress.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameTally {
    pub decisions: u32,
    pub offered: u32,
    pub laps: u32,
    pub captures: u32,
    pub endless: u32,
    /// The player of the last decision, and whether they captured in it.
    pub last: Option<(Seat, bool)>,
}

/// Counters of one decision.
#[derive(Clone, Copy)]
struct DrawStats {
    /// Options offered.
    offered: u32,
    /// Endless options drawn in vain.
    endless: u32,
}

/// The state of a game that enters the batch.
#[derive(Clone, Debug)]
pub(super) struct BatchEntry<L: Lanes> {
    pub pos: PlanPosition<L>,
    /// The choices.
    pub options: L::Set,
    /// The position is recorded for repetition.
    pub can_return: bool,
    pub tally: GameTally,
}

impl GameTally {
    /// Counts a decision.
    fn add_decision(&mut self, player: Seat, drawn: DrawStats, made: MoveStats) {
        let captured = made.captured(player);
        self.decisions += 1;
        self.offered += drawn.offered;
        self.endless += drawn.endless;
        self.laps += made.laps;
        self.captures += u32::from(captured);
        self.last = Some((player, captured));
    }

    /// Counts a move without a question; it belongs to the decision before it.
    fn add_unasked_moves(&mut self, made: MoveStats) {
        let Some((last, captured)) = &mut self.last else { return };
        self.laps += made.laps;
        if !*captured && made.captured(*last) {
            *captured = true;
            self.captures += 1;
        }
    }

    /// Counts the decisions of a move whose replies were drawn; `rest`: since the last question. What happens
    /// before the first one belongs to the decision before.
    pub fn add_drawn_move(&mut self, draws: &DrawnReplies, rest: MoveStats) {
        let questions = draws.questions();
        let Some(DrawnQuestion { before, .. }) = questions.first() else {
            return self.add_unasked_moves(rest);
        };
        self.add_unasked_moves(*before);
        let parts = questions.iter().skip(1).map(|next| next.before);
        for (question, made) in questions.iter().zip(parts.chain([rest])) {
            let DrawnQuestion { seat, offered, endless, .. } = *question;
            self.add_decision(seat, DrawStats { offered, endless }, made);
        }
    }

    pub fn into_result(self, result: Option<GameResult>) -> PlayoutResult {
        PlayoutResult {
            decisions: self.decisions,
            offered: self.offered,
            laps: self.laps,
            captures: self.captures,
            endless: self.endless,
            end: result.as_ref().map(|r| (r.verdict, r.clause)),
            scores: result.map(|r| r.scores).unwrap_or_default(),
        }
    }
}

impl<L: Lanes> HybridRunner<L> {
    /// Plays the random games with these numbers, in any order; `each` gets the number and the result of a
    /// game.
    pub fn play_out(
        &self,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, PlayoutResult),
    ) {
        match &self.batch {
            Some(batch) => batch.play_out(self, sample, numbers, each),
            None => {
                let start = self.start();
                for number in numbers {
                    each(number, self.play_by_plan(start.clone(), sample, number));
                }
            }
        }
    }

    /// Plays one game with the plan.
    pub fn play_by_plan(
        &self,
        mut at: HybridNode<L>,
        sample: &Sample,
        number: u64,
    ) -> PlayoutResult {
        let draw = GameRng::for_game(sample.seed, number);
        let mut tally = GameTally::default();
        while !at.is_over() && tally.decisions < sample.most_decisions {
            at = self.step_any(at, draw, sample.most_decisions, &mut tally);
        }
        self.finish_game(at, tally)
    }

    /// Plays one game with the plan until it can enter the batch; `Err`: it ended, or reached the limit of
    /// decisions, before that.
    pub fn play_until_batch(
        &self,
        sample: &Sample,
        number: u64,
    ) -> Result<BatchEntry<L>, PlayoutResult> {
        let draw = GameRng::for_game(sample.seed, number);
        let mut tally = GameTally::default();
        let mut at = self.start();
        while !at.is_over() && tally.decisions < sample.most_decisions {
            // What is done without a decision belongs to the one before.
            let begun = tally.last.is_some();
            if let HybridNode::Planned(here) = &mut at
                && let Some((options, kept)) = self.batch_entry(here, begun)
            {
                return Ok(BatchEntry { pos: here.pos, options, can_return: kept, tally });
            }
            at = self.step_any(at, draw, sample.most_decisions, &mut tally);
        }
        Err(self.finish_game(at, tally))
    }

    /// The choices of a position, and whether it is recorded for repetition, if a game can enter the batch
    /// there: all players are in the last stage, and no earlier position can return.
    /// `begun`: some decision has been made.
    fn batch_entry(&self, here: &mut PlannedNode<L>, begun: bool) -> Option<(L::Set, bool)> {
        let PlannedNode { pos, trail } = here;
        let program = &*self.plan.program;
        let scalar_choices = self.has_scalar_choices();
        let opens = pos.has_opening || scalar_choices;
        let enters = !opens || scalar_choices && begun;
        if pos.end.is_some() || pos.unsupported || !enters || !self.is_in_last_stage(pos) {
            return None;
        }
        let mut kept = false;
        if program.fewest_moves_to_repeat != u32::MAX {
            // Positions of earlier stages do not return. After a pass, the last recorded position differs
            // from the current one.
            let now = (self.plan.identity_key(&pos.lanes), pos.mover);
            let mut since = trail
                .returnable()
                .iter()
                .filter(|(lanes, _)| program.is_in_last_stage(|lane| lanes.get(lane)));
            let first = since.next();
            kept = first == Some(&now);
            if first.is_some() && !kept || since.next().is_some() || !trail.earlier().is_empty() {
                return None;
            }
        }
        if opens {
            return Some((pos.options, kept));
        }
        let options = if pos.laws_apply { self.legal_options(pos, trail) } else { pos.options };
        (!L::is_empty(options)).then_some((options, kept))
    }

    /// Makes one decision, or several of one move, or what happens without one. Of a game, no more than
    /// `most_decisions` are made.
    fn step_any(
        &self,
        at: HybridNode<L>,
        draw: GameRng,
        most_decisions: u32,
        tally: &mut GameTally,
    ) -> HybridNode<L> {
        match at {
            HybridNode::Reference(position) => {
                self.node_of(reference_step(&self.engine, &position, draw, most_decisions, tally))
            }
            HybridNode::Planned(mut here) if here.pos.has_opening || here.pos.unsupported => {
                let mark = here.trail.mark();
                let source = ReplySource { draw, first: tally.decisions, most_decisions };
                let made = match here.pos.unsupported {
                    false => self.plan.make_drawn(&here.pos, source, &mut here.trail),
                    true => None,
                };
                if let Some((next, draws)) = made {
                    tally.add_drawn_move(&draws, next.made);
                    return HybridNode::Planned(PlannedNode { pos: next, trail: here.trail });
                }
                here.trail.truncate(mark);
                self.advance_with_stats(here, &mut |made| tally.add_unasked_moves(made))
            }
            HybridNode::Planned(here) => self.step(here, draw, tally),
            HybridNode::Asking(asking) => self.reply(*asking, draw, tally),
        }
    }

    /// Makes up to `decisions` random decisions; returns the position reached, and how many were made.
    pub fn step_at_random(
        &self,
        mut at: HybridNode<L>,
        draw: GameRng,
        decisions: u32,
    ) -> (HybridNode<L>, u32) {
        let mut tally = GameTally::default();
        while !at.is_over() && tally.decisions < decisions {
            at = self.step_any(at, draw, decisions, &mut tally);
        }
        // The game may be over after the last decision.
        if let HybridNode::Planned(here) = at {
            at = self.advance_to_decision(here);
        }
        (at, tally.decisions)
    }

    /// The result of a game.
    fn finish_game(&self, mut at: HybridNode<L>, mut tally: GameTally) -> PlayoutResult {
        // The game may be over after the last decision.
        if let HybridNode::Planned(here) = at {
            at = self.advance_with_stats(here, &mut |made| tally.add_unasked_moves(made));
        }
        let result = match &at {
            HybridNode::Reference(position) => position.result().cloned(),
            HybridNode::Planned(here) => here.pos.end.map(|over| self.result(&here.pos, over)),
            HybridNode::Asking(_) => None,
        };
        tally.into_result(result)
    }

    /// Makes one decision, or a pass if there is none to make.
    fn step(&self, here: PlannedNode<L>, draw: GameRng, tally: &mut GameTally) -> HybridNode<L> {
        let PlannedNode { mut pos, mut trail } = here;
        let mark = trail.mark();
        let mut left =
            if pos.laws_apply { self.legal_options(&pos, &mut trail) } else { pos.options };
        let many = L::count(left);
        let mut overworked = false;
        let mut drawn = DrawStats { offered: many, endless: 0 };
        for attempt in 0..many {
            let nth = draw.one_of(many - attempt, tally.decisions, attempt);
            let Some(lane) = L::each(left).nth(nth as usize) else { break };
            match self.plan.make_move(&pos, lane, &mut trail) {
                ChoiceOutcome::Made(next) => {
                    tally.add_decision(pos.mover, drawn, next.made);
                    return HybridNode::Planned(PlannedNode { pos: next, trail });
                }
                ChoiceOutcome::Asks(question) => {
                    tally.add_decision(pos.mover, drawn, question.before);
                    return AskingNode::node(
                        PlannedNode { pos, trail },
                        Some(lane),
                        Replies::new(),
                        question,
                    );
                }
                ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => {}
                ChoiceOutcome::Endless => drawn.endless += 1,
                ChoiceOutcome::Unsupported => {
                    trail.truncate(mark);
                    let position = self.plan.to_position(&pos, &trail, &self.engine);
                    match self.rejection(&pos, &position, lane) {
                        None => {
                            let next = reference_choice(
                                &self.engine,
                                &position,
                                choice_of_lane(lane),
                                drawn,
                                tally,
                            );
                            return self.node_of(next);
                        }
                        Some(barred) => {
                            drawn.endless += u32::from(barred.endless);
                            overworked |= barred.overworked;
                        }
                    }
                }
            }
            trail.truncate(mark);
            left = L::without(left, lane);
        }
        pos = self.no_legal_move(&pos, drawn.endless > 0, overworked, &trail);
        HybridNode::Planned(PlannedNode { pos, trail })
    }

    /// Makes one decision in the middle of a move.
    fn reply(
        &self,
        mut asking: AskingNode<L>,
        draw: GameRng,
        tally: &mut GameTally,
    ) -> HybridNode<L> {
        let mut left = self.offered_replies(&asking);
        let many = left.len() as u32;
        let mut drawn = DrawStats { offered: many, endless: 0 };
        let mut trail = asking.before.trail.clone();
        let mark = trail.mark();
        for attempt in 0..many {
            let nth = draw.one_of(many - attempt, tally.decisions, attempt);
            let reply = left.remove(nth as usize);
            match self.resume(&asking, reply, &mut trail) {
                ChoiceOutcome::Made(pos) => {
                    tally.add_decision(asking.question.seat, drawn, pos.made);
                    return HybridNode::Planned(PlannedNode { pos, trail });
                }
                ChoiceOutcome::Asks(question) => {
                    tally.add_decision(asking.question.seat, drawn, question.before);
                    asking.replies.push(reply);
                    asking.question = question;
                    return HybridNode::Asking(Box::new(asking));
                }
                ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => {}
                ChoiceOutcome::Endless => drawn.endless += 1,
                ChoiceOutcome::Unsupported => {
                    let (engine, position) = (&self.engine, self.reference_position(&asking));
                    let answer = choice_of_reply(reply);
                    match engine.illegal_because(&position, answer) {
                        None => {
                            return self.node_of(reference_choice(
                                engine, &position, answer, drawn, tally,
                            ));
                        }
                        Some(why) => drawn.endless += u32::from(is_endless(why)),
                    }
                }
            }
            trail.truncate(mark);
        }
        // Some reply is legal, or the question would not have been asked.
        HybridNode::Reference(Box::new(self.reference_position(&asking)))
    }
}

impl<L: Lanes> HybridRunner<L> {
    /// Sows the laps of a move, with random replies to its questions. `None`: the plan has to play the whole
    /// game.
    pub fn sow(
        &self,
        lanes: &mut L,
        mover: Seat,
        origin: Lane,
        answers: &mut LapDecisions,
        most_decisions: u32,
        facts: &[Test],
    ) -> Option<LapOutcome> {
        let LapDecisions { draw, decisions: first, .. } = *answers;
        let draws = RefCell::new(DrawnReplies::of(ReplySource { draw, first, most_decisions }));
        let sown = self.plan.sow_laps(lanes, mover, origin, &draws, facts)?;
        // The batch leaves no questions to other players here.
        for DrawnQuestion { seat: _, before, offered, endless } in draws.borrow().questions() {
            // Endless replies are counted; that is left to the plan.
            if *endless > 0 {
                return None;
            }
            answers.decisions += 1;
            answers.offered += offered;
            answers.laps += before.laps;
            answers.captures += u32::from(before.captured(mover));
        }
        Some(sown)
    }

    /// The options that no law forbids, endless ones included.
    #[cold]
    fn legal_options(&self, pos: &PlanPosition<L>, trail: &mut PlanHistory<L>) -> L::Set {
        let mark = trail.mark();
        let mut lawful = pos.options;
        let (mut law_binds, mut reference, mut offered) = (None, None, None);
        for lane in L::each(pos.options) {
            let made = self.plan.make_move(pos, lane, trail);
            trail.truncate(mark);
            let barred = match made {
                ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) | ChoiceOutcome::Endless => {
                    Some(false)
                }
                ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => Some(true),
                ChoiceOutcome::Illegal => {
                    *law_binds.get_or_insert_with(|| self.plan.any_law_binds(pos, trail))
                }
                ChoiceOutcome::Unsupported => None,
            };
            let barred = barred.unwrap_or_else(|| {
                let position = reference
                    .get_or_insert_with(|| self.plan.to_position(pos, trail, &self.engine));
                if position.is_over() || position.mover() != pos.mover {
                    // Nothing is legal.
                    return self
                        .rejection(pos, position, lane)
                        .is_some_and(|barred| !barred.endless);
                }
                !offered
                    .get_or_insert_with(|| self.engine.offered_choices(position))
                    .contains(&choice_of_lane(lane))
            });
            if barred {
                lawful = L::without(lawful, lane);
            }
        }
        lawful
    }
}

/// Random answers to the questions of *opening*.
struct RandomAnswers<'a> {
    draw: GameRng,
    most_decisions: u32,
    tally: &'a mut GameTally,
    given: Vec<Choice>,
    /// The player of the last decision, and how many choices there were.
    last: Option<(Seat, DrawStats)>,
}

impl RandomAnswers<'_> {
    /// Counts the last decision, with what has happened since.
    fn count_last(&mut self, events: &[Event]) {
        if let Some((seat, drawn)) = self.last.take() {
            self.tally.add_decision(seat, drawn, MoveStats::from_events(events));
        }
    }
}

impl AnswerSource for RandomAnswers<'_> {
    fn answer(
        &mut self,
        seat: Seat,
        options: &[(Choice, u8)],
        events: &mut Option<Vec<Event>>,
    ) -> Option<Choice> {
        // An answer to a preference order also needs its class.
        let decisions = self.tally.decisions + u32::from(self.last.is_some());
        if decisions >= self.most_decisions || options.iter().any(|(_, class)| *class != 0) {
            return None;
        }
        self.count_last(&events.replace(Vec::new()).unwrap_or_default());
        let many = options.len() as u32;
        let (choice, _) = options.get(self.draw.one_of(many, decisions, 0) as usize)?;
        self.last = Some((seat, DrawStats { offered: many, endless: 0 }));
        self.given.push(*choice);
        Some(*choice)
    }

    fn given(&self) -> &[Choice] {
        &self.given
    }
}

/// Makes one decision with the reference engine; in *opening*, all decisions up to `most_decisions`.
pub(super) fn reference_step(
    engine: &Engine,
    position: &Position,
    draw: GameRng,
    most_decisions: u32,
    tally: &mut GameTally,
) -> Position {
    if position.is_opening() {
        let mut answers =
            RandomAnswers { draw, most_decisions, tally, given: Vec::new(), last: None };
        let (next, events) = engine.answer_opening(position, &mut answers);
        if !answers.given.is_empty() {
            answers.count_last(&events);
            return next;
        }
    }
    let mut left = engine.offered_choices(position);
    let many = left.len() as u32;
    let mut drawn = DrawStats { offered: many, endless: 0 };
    for attempt in 0..many {
        let nth = draw.one_of(many - attempt, tally.decisions, attempt);
        let choice = left.remove(nth as usize);
        match engine.illegal_because(position, choice) {
            None => return reference_choice(engine, position, choice, drawn, tally),
            Some(why) => drawn.endless += u32::from(is_endless(why)),
        }
    }
    position.clone()
}

/// Makes a legal choice with the reference engine.
fn reference_choice(
    engine: &Engine,
    position: &Position,
    choice: Choice,
    drawn: DrawStats,
    tally: &mut GameTally,
) -> Position {
    let player = position.asker().unwrap_or(position.mover());
    let (next, events) = engine.advance_with_events(position, choice);
    let made = MoveStats::from_events(&events);
    tally.add_decision(player, drawn, made);
    next
}

/// See [`HybridRunner::step_at_random`].
pub(super) fn step_at_random(
    engine: &Engine,
    mut position: Position,
    draw: GameRng,
    decisions: u32,
) -> (Position, u32) {
    let mut tally = GameTally::default();
    while !position.is_over() && tally.decisions < decisions {
        position = reference_step(engine, &position, draw, decisions, &mut tally);
    }
    (position, tally.decisions)
}

/// Plays random games with the reference engine.
pub(super) fn play_out(
    engine: &Engine,
    start: &Position,
    sample: &Sample,
    numbers: &mut dyn Iterator<Item = u64>,
    each: &mut dyn FnMut(u64, PlayoutResult),
) {
    for number in numbers {
        let draw = GameRng::for_game(sample.seed, number);
        let mut position = start.clone();
        let mut tally = GameTally::default();
        while !position.is_over() && tally.decisions < sample.most_decisions {
            position = reference_step(engine, &position, draw, sample.most_decisions, &mut tally);
        }
        each(number, tally.into_result(position.result().cloned()));
    }
}
