//! Random games.

use super::draw::Draw;
use super::lanes::Lanes;
use super::plan::Tried;
use super::walk::{At, Here, Walk};
use crate::engine::{Choice, Engine, Position};
use crate::model::{ClauseId, Seat};
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
    /// Who won, and the statement or default that ended it; `None`: it was left unfinished.
    pub end: Option<(Option<Seat>, ClauseId)>,
    /// What each player held at the end.
    pub scores: smallvec::SmallVec<[u32; 4]>,
}

/// Random games, in the order of their numbers.
pub type Playouts = Vec<Played>;

impl<L: Lanes> Walk<L> {
    /// Plays games at random.
    pub fn play_out(&self, sample: &Sample) -> Playouts {
        let start = self.start();
        sample.games.clone().map(|n| self.play_one(start.clone(), n, sample)).collect()
    }

    fn play_one(&self, mut at: At<L>, number: u64, sample: &Sample) -> Played {
        let draw = Draw::of(sample.seed, number);
        let (mut decision, mut offered) = (0, 0);
        let over = loop {
            let over = match &at {
                At::Told(position) => position.is_over(),
                At::Here(here) => here.pos.over.is_some(),
            };
            if over || decision == sample.most_decisions {
                break over;
            }
            match self.step(at, draw, decision, &mut offered) {
                Ok(next) => {
                    at = next;
                    decision += 1;
                }
                Err(next) => at = next,
            }
        };
        let (_, result) = self.facts_of_end(&at);
        let end = result.as_ref().filter(|_| over).map(|r| (r.winner, r.why));
        let scores = result.map(|r| r.scores).unwrap_or_default();
        Played { decisions: decision, offered, end, scores }
    }

    fn facts_of_end(&self, at: &At<L>) -> (bool, Option<crate::engine::GameResult>) {
        match at {
            At::Told(position) => (position.is_over(), position.result().cloned()),
            At::Here(here) => {
                (here.pos.over.is_some(), here.pos.over.map(|over| self.result(&here.pos, over)))
            }
        }
    }

    /// One decision; `Err`: there was none to make.
    fn step(&self, at: At<L>, draw: Draw, decision: u32, offered: &mut u32) -> Result<At<L>, At<L>> {
        let Here { mut pos, mut trail } = match at {
            At::Told(position) => {
                let (next, many) = told_step(&self.engine, &position, draw, decision);
                *offered += many;
                return Ok(self.taken_up(next));
            }
            At::Here(here) => here,
        };
        if pos.handed {
            return Err(At::Told(self.plan.leave(&pos, &trail, &self.engine)));
        }
        let many = L::count(pos.options);
        let mut left = pos.options;
        let mut endless = false;
        let mark = trail.mark();
        for attempt in 0..many {
            let nth = draw.one_of(many - attempt, decision, attempt);
            let Some(lane) = L::each(left).nth(nth as usize) else { break };
            match self.plan.make(&pos, lane, &mut trail) {
                Tried::Made(next) => {
                    *offered += many;
                    pos = next;
                    return Ok(At::Here(Here { pos, trail }));
                }
                Tried::Barred => {}
                Tried::Endless => endless = true,
                Tried::Handed => {
                    trail.back_to(mark);
                    match self.told(&pos, &trail, lane) {
                        Ok(position) => {
                            *offered += many;
                            return Ok(self.taken_up(position));
                        }
                        Err(barred) => endless |= barred.endless,
                    }
                }
            }
            trail.back_to(mark);
            left = L::without(left, lane);
        }
        pos = self.plan.unmoved(&pos, endless, &trail);
        Err(At::Here(Here { pos, trail }))
    }
}

/// One decision with the reference engine, and how many answers were offered.
fn told_step(engine: &Engine, position: &Position, draw: Draw, decision: u32) -> (Position, u32) {
    let mut left = engine.offered(position);
    let many = left.len() as u32;
    for attempt in 0..many {
        let nth = draw.one_of(many - attempt, decision, attempt);
        let choice: Choice = left.remove(nth as usize);
        if engine.against(position, choice).is_none() {
            return (engine.advance(position, choice), many);
        }
    }
    (position.clone(), many)
}

/// Plays games at random with the reference engine.
pub(super) fn told(engine: &Engine, start: &Position, sample: &Sample) -> Playouts {
    let play = |number| {
        let draw = Draw::of(sample.seed, number);
        let mut position = start.clone();
        let (mut decision, mut offered) = (0, 0);
        while !position.is_over() && decision < sample.most_decisions {
            let (next, many) = told_step(engine, &position, draw, decision);
            position = next;
            offered += many;
            decision += 1;
        }
        let result = position.result();
        Played {
            decisions: decision,
            offered,
            end: result.map(|r| (r.winner, r.why)),
            scores: result.map(|r| r.scores.clone()).unwrap_or_default(),
        }
    };
    sample.games.clone().map(play).collect()
}
