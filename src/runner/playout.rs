//! Random games.

use super::batch::{Answers, Sown};
use super::lanes::Lanes;
use super::plan::{Pos, Replies, Trail, Tried};
use super::walk::{At, Here, Made, Mid, Walk, choice, choice_of};
use crate::engine::{Choice, Engine, FinalResult, GameResult, Position, is_endless};
use crate::model::{ClauseId, Seat};
use crate::program::Lane;
use mnc_lockstep::Draw;
use std::ops::Range;

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
pub struct Played {
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
pub(super) struct Tally {
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
struct Drawn {
    /// So many answers were offered.
    offered: u32,
    /// So many of them were drawn in vain, since their sowing never ends.
    endless: u32,
}

/// Where a game goes on among many.
#[derive(Clone, Debug)]
pub(super) struct GoesOn<L: Lanes> {
    pub pos: Pos<L>,
    /// What can be chosen.
    pub options: L::Set,
    /// The position is one that can return.
    pub kept: bool,
    pub tally: Tally,
}

impl Tally {
    /// One more decision.
    fn decided(&mut self, player: Seat, drawn: Drawn, laps: u32, captured: bool) {
        self.decisions += 1;
        self.offered += drawn.offered;
        self.endless += drawn.endless;
        self.laps += laps;
        self.captures += u32::from(captured);
        self.last = Some((player, captured));
    }

    /// A move in which nothing is asked is part of what the decision before it has led to.
    fn made(&mut self, made: Made) {
        let Some((last, captured)) = &mut self.last else { return };
        self.laps += made.laps;
        if !*captured && made.captured(*last) {
            *captured = true;
            self.captures += 1;
        }
    }

    pub fn played(self, result: Option<GameResult>) -> Played {
        Played {
            decisions: self.decisions,
            offered: self.offered,
            laps: self.laps,
            captures: self.captures,
            endless: self.endless,
            end: result.as_ref().map(|r| (r.verdict, r.why)),
            scores: result.map(|r| r.scores).unwrap_or_default(),
        }
    }
}

impl<L: Lanes> Walk<L> {
    /// Plays the games of some numbers at random, in any order; each is told with its number.
    pub fn play_out(
        &self,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, Played),
    ) {
        match &self.batch {
            Some(batch) => batch.play_out(self, sample, numbers, each),
            None => {
                let start = self.start();
                for number in numbers {
                    each(number, self.play_one(start.clone(), sample, number));
                }
            }
        }
    }

    /// Plays one game by the plan.
    pub fn play_one(&self, mut at: At<L>, sample: &Sample, number: u64) -> Played {
        let draw = Draw::of(sample.seed, number);
        let mut tally = Tally::default();
        while !at.is_over() && tally.decisions < sample.most_decisions {
            at = self.play_on(at, draw, &mut tally);
        }
        self.played(at, tally)
    }

    /// Plays one game by the plan until it can go on among many; else until it is over, or has lasted
    /// long enough.
    pub fn enter(&self, sample: &Sample, number: u64) -> Result<GoesOn<L>, Played> {
        let draw = Draw::of(sample.seed, number);
        let mut tally = Tally::default();
        let mut at = self.start();
        while !at.is_over() && tally.decisions < sample.most_decisions {
            if let At::Here(here) = &mut at
                && let Some((options, kept)) = self.goes_on(here)
            {
                return Ok(GoesOn { pos: here.pos, options, kept, tally });
            }
            at = self.play_on(at, draw, &mut tally);
        }
        Err(self.played(at, tally))
    }

    /// What can be chosen in a position in which all players are in the last stage, and whether it is one
    /// that can return; `None`: a game cannot go on from there among many.
    fn goes_on(&self, here: &mut Here<L>) -> Option<(L::Set, bool)> {
        let Here { pos, trail } = here;
        let program = &*self.plan.program;
        if pos.over.is_some() || pos.handed || pos.opens || !self.is_in_last_stage(pos) {
            return None;
        }
        let mut kept = false;
        if program.soonest_return != u32::MAX {
            // What stood in an earlier stage does not return. Behind a pass another position stands last
            // than the one that goes on.
            let now = (self.plan.told(&pos.lanes), pos.mover);
            let mut since = trail
                .past()
                .iter()
                .filter(|(lanes, _)| program.is_in_last_stage(|lane| lanes.get(lane)));
            let first = since.next();
            kept = first == Some(&now);
            if first.is_some() && !kept || since.next().is_some() || !trail.earlier().is_empty() {
                return None;
            }
        }
        let options = if pos.laws { self.lawful(pos, trail) } else { pos.options };
        (!L::is_empty(options)).then_some((options, kept))
    }

    /// One decision more, or what comes without one.
    fn play_on(&self, at: At<L>, draw: Draw, tally: &mut Tally) -> At<L> {
        match at {
            At::Told(position) => self.taken_up(told_step(&self.engine, &position, draw, tally)),
            At::Here(here) if here.pos.opens || here.pos.handed => {
                self.settled_telling(here, &mut |made| tally.made(made))
            }
            At::Here(here) => self.step(here, draw, tally),
            At::Mid(mid) => self.reply(*mid, draw, tally),
        }
    }

    /// Makes up to so many random decisions; where the game stands then, and how many were made.
    pub fn step_at_random(&self, mut at: At<L>, draw: Draw, decisions: u32) -> (At<L>, u32) {
        let mut tally = Tally::default();
        while !at.is_over() && tally.decisions < decisions {
            at = self.play_on(at, draw, &mut tally);
        }
        // After the last decision that is made here the game may be over.
        if let At::Here(here) = at {
            at = self.settled(here);
        }
        (at, tally.decisions)
    }

    /// What a game has come to.
    fn played(&self, mut at: At<L>, mut tally: Tally) -> Played {
        // After the last decision that is made here the game may be over.
        if let At::Here(here) = at {
            at = self.settled_telling(here, &mut |made| tally.made(made));
        }
        let result = match &at {
            At::Told(position) => position.result().cloned(),
            At::Here(here) => here.pos.over.map(|over| self.result(&here.pos, over)),
            At::Mid(_) => None,
        };
        tally.played(result)
    }

    /// One decision, or a pass where there was none to make.
    fn step(&self, here: Here<L>, draw: Draw, tally: &mut Tally) -> At<L> {
        let Here { mut pos, mut trail } = here;
        let mark = trail.mark();
        let mut left = if pos.laws { self.lawful(&pos, &mut trail) } else { pos.options };
        let many = L::count(left);
        let mut overworked = false;
        let mut drawn = Drawn { offered: many, endless: 0 };
        for attempt in 0..many {
            let nth = draw.one_of(many - attempt, tally.decisions, attempt);
            let Some(lane) = L::each(left).nth(nth as usize) else { break };
            match self.plan.make(&pos, lane, &mut trail) {
                Tried::Made(next) => {
                    tally.decided(pos.mover, drawn, next.laps, next.captured);
                    return At::Here(Here { pos: next, trail });
                }
                Tried::Asks(question) => {
                    tally.decided(pos.mover, drawn, question.laps, question.captured);
                    return Mid::at(Here { pos, trail }, Some(lane), Replies::new(), question);
                }
                Tried::Barred | Tried::Unlawful | Tried::Passes => {}
                Tried::Endless => drawn.endless += 1,
                Tried::Handed => {
                    trail.back_to(mark);
                    let position = self.plan.leave(&pos, &trail, &self.engine);
                    match self.barred(&pos, &position, lane) {
                        None => {
                            let next = told(&self.engine, &position, choice(lane), drawn, tally);
                            return self.taken_up(next);
                        }
                        Some(barred) => {
                            drawn.endless += u32::from(barred.endless);
                            overworked |= barred.overworked;
                        }
                    }
                }
            }
            trail.back_to(mark);
            left = L::without(left, lane);
        }
        pos = self.unmoved(&pos, drawn.endless > 0, overworked, &trail);
        At::Here(Here { pos, trail })
    }

    /// One decision in the middle of a move.
    fn reply(&self, mut mid: Mid<L>, draw: Draw, tally: &mut Tally) -> At<L> {
        let mut left = self.offered(&mid);
        let many = left.len() as u32;
        let mut drawn = Drawn { offered: many, endless: 0 };
        let mut trail = mid.from.trail.clone();
        let mark = trail.mark();
        for attempt in 0..many {
            let nth = draw.one_of(many - attempt, tally.decisions, attempt);
            let reply = left.remove(nth as usize);
            match self.go_on(&mid, reply, &mut trail) {
                Tried::Made(pos) => {
                    tally.decided(self.asked(&mid), drawn, pos.laps, pos.captured);
                    return At::Here(Here { pos, trail });
                }
                Tried::Asks(question) => {
                    tally.decided(self.asked(&mid), drawn, question.laps, question.captured);
                    mid.replies.push(reply);
                    mid.question = question;
                    return At::Mid(Box::new(mid));
                }
                Tried::Barred | Tried::Unlawful | Tried::Passes => {}
                Tried::Endless => drawn.endless += 1,
                Tried::Handed => {
                    let (engine, position) = (&self.engine, self.leave(&mid));
                    let answer = choice_of(reply);
                    match engine.against(&position, answer) {
                        None => {
                            return self.taken_up(told(engine, &position, answer, drawn, tally));
                        }
                        Some(why) => drawn.endless += u32::from(is_endless(why)),
                    }
                }
            }
            trail.back_to(mark);
        }
        // Some answer is legal, or the question would not have come up.
        At::Told(self.leave(&mid))
    }
}

impl<L: Lanes> Walk<L> {
    /// Sows the laps of a move; what is asked in them is drawn. `None`: the game has to be played by the
    /// plan alone.
    pub fn sow(
        &self,
        lanes: &mut L,
        mover: Seat,
        origin: Lane,
        answers: &mut Answers,
        most_decisions: u32,
    ) -> Option<Sown> {
        let mut replies = Replies::new();
        let mut told = self.plan.sow(lanes, mover, origin, &replies);
        loop {
            let question = match told {
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
            told = self.plan.sow(lanes, mover, origin, &replies);
            answers.decisions += 1;
        }
    }

    /// The options that no law stands against; those whose sowing never ends among them.
    #[cold]
    fn lawful(&self, pos: &Pos<L>, trail: &mut Trail<L>) -> L::Set {
        let mark = trail.mark();
        let mut lawful = pos.options;
        let (mut binds, mut told, mut offered) = (None, None, None);
        for lane in L::each(pos.options) {
            let made = self.plan.make(pos, lane, trail);
            trail.back_to(mark);
            let barred = match made {
                Tried::Made(_) | Tried::Asks(_) | Tried::Endless => Some(false),
                Tried::Unlawful | Tried::Passes => Some(true),
                Tried::Barred => *binds.get_or_insert_with(|| self.plan.binds(pos, trail)),
                Tried::Handed => None,
            };
            let barred = barred.unwrap_or_else(|| {
                let position =
                    told.get_or_insert_with(|| self.plan.leave(pos, trail, &self.engine));
                if position.is_over() || position.mover() != pos.mover {
                    // Nothing is legal.
                    return self.barred(pos, position, lane).is_some_and(|barred| !barred.endless);
                }
                !offered
                    .get_or_insert_with(|| self.engine.offered(position))
                    .contains(&choice(lane))
            });
            if barred {
                lawful = L::without(lawful, lane);
            }
        }
        lawful
    }
}

/// One decision with the reference engine.
fn told_step(engine: &Engine, position: &Position, draw: Draw, tally: &mut Tally) -> Position {
    let mut left = engine.offered(position);
    let many = left.len() as u32;
    let mut drawn = Drawn { offered: many, endless: 0 };
    for attempt in 0..many {
        let nth = draw.one_of(many - attempt, tally.decisions, attempt);
        let choice = left.remove(nth as usize);
        match engine.against(position, choice) {
            None => return told(engine, position, choice, drawn, tally),
            Some(why) => drawn.endless += u32::from(is_endless(why)),
        }
    }
    position.clone()
}

/// A legal choice with the reference engine.
fn told(
    engine: &Engine,
    position: &Position,
    choice: Choice,
    drawn: Drawn,
    tally: &mut Tally,
) -> Position {
    let player = position.mover();
    let (next, events) = engine.advance_telling(position, choice);
    let made = Made::told(&events);
    tally.decided(player, drawn, made.laps, made.captured(player));
    next
}

/// The same with the reference engine.
pub(super) fn step_at_random(
    engine: &Engine,
    mut position: Position,
    draw: Draw,
    decisions: u32,
) -> (Position, u32) {
    let mut tally = Tally::default();
    while !position.is_over() && tally.decisions < decisions {
        position = told_step(engine, &position, draw, &mut tally);
    }
    (position, tally.decisions)
}

/// Plays games at random with the reference engine.
pub(super) fn play_out(
    engine: &Engine,
    start: &Position,
    sample: &Sample,
    numbers: &mut dyn Iterator<Item = u64>,
    each: &mut dyn FnMut(u64, Played),
) {
    for number in numbers {
        let draw = Draw::of(sample.seed, number);
        let mut position = start.clone();
        let mut tally = Tally::default();
        while !position.is_over() && tally.decisions < sample.most_decisions {
            position = told_step(engine, &position, draw, &mut tally);
        }
        each(number, tally.played(position.result().cloned()));
    }
}
