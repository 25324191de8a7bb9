//! Random games.

use super::hybrid::{
    AskingNode, HybridNode, HybridRunner, MoveStats, PlannedNode, choice_of_lane, choice_of_reply,
};
use super::lanes::Lanes;
use super::plan::{ChoiceOutcome, LapOutcome, PlanHistory, PlanPosition, Replies};
use crate::engine::{Choice, Engine, FinalResult, GameResult, Position, is_endless};
use crate::model::{ClauseId, Seat};
use crate::program::Lane;
use mnc_lockstep::GameRng;
use std::ops::Range;

/// What is decided in the laps of a game.
#[derive(Clone, Debug)]
pub(super) struct LapDecisions {
    /// The random numbers of the game, and how many decisions have been made.
    pub draw: GameRng,
    pub decisions: u32,
    /// What has been offered in these laps, and what led to a question: captures, laps.
    pub offered: u32,
    pub captures: u32,
    pub laps: u32,
}

/// Which random games are played.
#[derive(Clone, Debug)]
pub struct Sample {
    /// All random numbers follow from it.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// A game of more decisions is left unfinished.
    pub most_decisions: u32,
}

/// One random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayoutResult {
    /// Decisions made.
    pub decisions: u32,
    /// Answers offered in all of them, those included that turn out not to be legal.
    pub offered: u32,
    /// Laps sown in all of them.
    pub laps: u32,
    /// Decisions in which the player captured, what he is given at the end of a game included.
    pub captures: u32,
    /// Answers drawn whose sowing never ends, in decisions in which another could be drawn in their place.
    pub endless: u32,
    /// Who won or lost, and the statement or default that ended it; `None`: it was left unfinished.
    pub end: Option<(FinalResult, ClauseId)>,
    /// What each player held at the end.
    pub scores: smallvec::SmallVec<[u32; 4]>,
}

/// What is counted as a game goes on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameTally {
    pub decisions: u32,
    pub offered: u32,
    pub laps: u32,
    pub captures: u32,
    pub endless: u32,
    /// Who made the last decision, and whether he captured in it.
    pub last: Option<(Seat, bool)>,
}

/// What was drawn for a decision.
#[derive(Clone, Copy)]
struct DrawStats {
    /// So many answers were offered.
    offered: u32,
    /// So many of them were drawn in vain, since their sowing never ends.
    endless: u32,
}

/// Where a game goes on among many.
#[derive(Clone, Debug)]
pub(super) struct BatchEntry<L: Lanes> {
    pub pos: PlanPosition<L>,
    /// What can be chosen.
    pub options: L::Set,
    /// The position is one that can return.
    pub can_return: bool,
    pub tally: GameTally,
}

impl GameTally {
    /// One more decision.
    fn add_decision(&mut self, player: Seat, drawn: DrawStats, laps: u32, captured: bool) {
        self.decisions += 1;
        self.offered += drawn.offered;
        self.endless += drawn.endless;
        self.laps += laps;
        self.captures += u32::from(captured);
        self.last = Some((player, captured));
    }

    /// A move in which nothing is asked is part of what the decision before it has led to.
    fn add_unasked_moves(&mut self, made: MoveStats) {
        let Some((last, captured)) = &mut self.last else { return };
        self.laps += made.laps;
        if !*captured && made.captured(*last) {
            *captured = true;
            self.captures += 1;
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
    /// Plays the games of some numbers at random, in any order; each is told with its number.
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

    /// Plays one game by the plan.
    pub fn play_by_plan(
        &self,
        mut at: HybridNode<L>,
        sample: &Sample,
        number: u64,
    ) -> PlayoutResult {
        let draw = GameRng::for_game(sample.seed, number);
        let mut tally = GameTally::default();
        while !at.is_over() && tally.decisions < sample.most_decisions {
            at = self.step_any(at, draw, &mut tally);
        }
        self.finish_game(at, tally)
    }

    /// Plays one game by the plan until it can go on among many; else until it is over, or has lasted
    /// long enough.
    pub fn play_until_batch(
        &self,
        sample: &Sample,
        number: u64,
    ) -> Result<BatchEntry<L>, PlayoutResult> {
        let draw = GameRng::for_game(sample.seed, number);
        let mut tally = GameTally::default();
        let mut at = self.start();
        while !at.is_over() && tally.decisions < sample.most_decisions {
            if let HybridNode::Planned(here) = &mut at
                && let Some((options, kept)) = self.batch_entry(here)
            {
                return Ok(BatchEntry { pos: here.pos, options, can_return: kept, tally });
            }
            at = self.step_any(at, draw, &mut tally);
        }
        Err(self.finish_game(at, tally))
    }

    /// What can be chosen in a position in which all players are in the last stage, and whether it is one
    /// that can return; `None`: a game cannot go on from there among many.
    fn batch_entry(&self, here: &mut PlannedNode<L>) -> Option<(L::Set, bool)> {
        let PlannedNode { pos, trail } = here;
        let program = &*self.plan.program;
        if pos.end.is_some() || pos.unsupported || pos.has_opening || !self.is_in_last_stage(pos) {
            return None;
        }
        let mut kept = false;
        if program.fewest_moves_to_repeat != u32::MAX {
            // What stood in an earlier stage does not return. Behind a pass another position stands last
            // than the one that goes on.
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
        let options = if pos.laws_apply { self.legal_options(pos, trail) } else { pos.options };
        (!L::is_empty(options)).then_some((options, kept))
    }

    /// One decision more, or what comes without one.
    fn step_any(&self, at: HybridNode<L>, draw: GameRng, tally: &mut GameTally) -> HybridNode<L> {
        match at {
            HybridNode::Reference(position) => {
                self.node_of(reference_step(&self.engine, &position, draw, tally))
            }
            HybridNode::Planned(here) if here.pos.has_opening || here.pos.unsupported => {
                self.advance_with_stats(here, &mut |made| tally.add_unasked_moves(made))
            }
            HybridNode::Planned(here) => self.step(here, draw, tally),
            HybridNode::Asking(mid) => self.reply(*mid, draw, tally),
        }
    }

    /// Makes up to so many random decisions; where the game stands then, and how many were made.
    pub fn step_at_random(
        &self,
        mut at: HybridNode<L>,
        draw: GameRng,
        decisions: u32,
    ) -> (HybridNode<L>, u32) {
        let mut tally = GameTally::default();
        while !at.is_over() && tally.decisions < decisions {
            at = self.step_any(at, draw, &mut tally);
        }
        // After the last decision that is made here the game may be over.
        if let HybridNode::Planned(here) = at {
            at = self.advance_to_decision(here);
        }
        (at, tally.decisions)
    }

    /// What a game has come to.
    fn finish_game(&self, mut at: HybridNode<L>, mut tally: GameTally) -> PlayoutResult {
        // After the last decision that is made here the game may be over.
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

    /// One decision, or a pass where there was none to make.
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
                    tally.add_decision(pos.mover, drawn, next.laps, next.captured);
                    return HybridNode::Planned(PlannedNode { pos: next, trail });
                }
                ChoiceOutcome::Asks(question) => {
                    tally.add_decision(pos.mover, drawn, question.laps, question.captured);
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

    /// One decision in the middle of a move.
    fn reply(&self, mut mid: AskingNode<L>, draw: GameRng, tally: &mut GameTally) -> HybridNode<L> {
        let mut left = self.offered_replies(&mid);
        let many = left.len() as u32;
        let mut drawn = DrawStats { offered: many, endless: 0 };
        let mut trail = mid.before.trail.clone();
        let mark = trail.mark();
        for attempt in 0..many {
            let nth = draw.one_of(many - attempt, tally.decisions, attempt);
            let reply = left.remove(nth as usize);
            match self.resume(&mid, reply, &mut trail) {
                ChoiceOutcome::Made(pos) => {
                    tally.add_decision(self.answering_seat(&mid), drawn, pos.laps, pos.captured);
                    return HybridNode::Planned(PlannedNode { pos, trail });
                }
                ChoiceOutcome::Asks(question) => {
                    tally.add_decision(
                        self.answering_seat(&mid),
                        drawn,
                        question.laps,
                        question.captured,
                    );
                    mid.replies.push(reply);
                    mid.question = question;
                    return HybridNode::Asking(Box::new(mid));
                }
                ChoiceOutcome::Illegal | ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => {}
                ChoiceOutcome::Endless => drawn.endless += 1,
                ChoiceOutcome::Unsupported => {
                    let (engine, position) = (&self.engine, self.reference_position(&mid));
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
        // Some answer is legal, or the question would not have come up.
        HybridNode::Reference(self.reference_position(&mid))
    }
}

impl<L: Lanes> HybridRunner<L> {
    /// Sows the laps of a move; what is asked in them is drawn. `None`: the game has to be played by the
    /// plan alone.
    pub fn sow(
        &self,
        lanes: &mut L,
        mover: Seat,
        origin: Lane,
        answers: &mut LapDecisions,
        most_decisions: u32,
    ) -> Option<LapOutcome> {
        let mut replies = Replies::new();
        let mut laps_sown = self.plan.sow_laps(lanes, mover, origin, &replies);
        loop {
            let question = match laps_sown {
                Ok(sown) => return Some(sown),
                Err(question) => question?,
            };
            if answers.decisions >= most_decisions {
                return None;
            }
            answers.laps += question.laps;
            answers.captures += u32::from(question.captured);
            let left = question.replies;
            let many = left.len() as u32;
            answers.offered += many;
            let nth = answers.draw.one_of(many, answers.decisions, 0);
            replies.push(*left.get(nth as usize)?);
            // Where that never ends another answer would be drawn, and that one counted.
            laps_sown = self.plan.sow_laps(lanes, mover, origin, &replies);
            answers.decisions += 1;
        }
    }

    /// The options that no law stands against; those whose sowing never ends among them.
    #[cold]
    fn legal_options(&self, pos: &PlanPosition<L>, trail: &mut PlanHistory<L>) -> L::Set {
        let mark = trail.mark();
        let mut lawful = pos.options;
        let (mut binds, mut told, mut offered) = (None, None, None);
        for lane in L::each(pos.options) {
            let made = self.plan.make_move(pos, lane, trail);
            trail.truncate(mark);
            let barred = match made {
                ChoiceOutcome::Made(_) | ChoiceOutcome::Asks(_) | ChoiceOutcome::Endless => {
                    Some(false)
                }
                ChoiceOutcome::Unlawful | ChoiceOutcome::Passes => Some(true),
                ChoiceOutcome::Illegal => {
                    *binds.get_or_insert_with(|| self.plan.any_law_binds(pos, trail))
                }
                ChoiceOutcome::Unsupported => None,
            };
            let barred = barred.unwrap_or_else(|| {
                let position =
                    told.get_or_insert_with(|| self.plan.to_position(pos, trail, &self.engine));
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

/// One decision with the reference engine.
fn reference_step(
    engine: &Engine,
    position: &Position,
    draw: GameRng,
    tally: &mut GameTally,
) -> Position {
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

/// A legal choice with the reference engine.
fn reference_choice(
    engine: &Engine,
    position: &Position,
    choice: Choice,
    drawn: DrawStats,
    tally: &mut GameTally,
) -> Position {
    let player = position.mover();
    let (next, events) = engine.advance_with_events(position, choice);
    let made = MoveStats::from_events(&events);
    tally.add_decision(player, drawn, made.laps, made.captured(player));
    next
}

/// The same with the reference engine.
pub(super) fn step_at_random(
    engine: &Engine,
    mut position: Position,
    draw: GameRng,
    decisions: u32,
) -> (Position, u32) {
    let mut tally = GameTally::default();
    while !position.is_over() && tally.decisions < decisions {
        position = reference_step(engine, &position, draw, &mut tally);
    }
    (position, tally.decisions)
}

/// Plays games at random with the reference engine.
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
            position = reference_step(engine, &position, draw, &mut tally);
        }
        each(number, tally.into_result(position.result().cloned()));
    }
}
