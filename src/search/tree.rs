//! A player with Monte Carlo tree search and UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo
//! planning", ECML 2006).
//!
//! The tree is a vector of nodes without positions; positions are recomputed by stepping from the
//! root. The search is limited by decisions and work, not by time, so the same position, seed and
//! strength give the same choice on every machine.

use super::evaluation::{Evaluation, SeatValues};
use super::player::{ComputerPlayer, Thought, thought_rng};
use crate::engine::{Choice, Decider, Engine, Position, WorkAllowance};
use crate::model::Seat;
use crate::runner::{GameRng, Runner, RunnerKind, RunnerPosition};
use crate::stop::StopFlag;
use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// The exploration constant of UCB1, in units of a won game.
const EXPLORATION: f64 = 0.45;
/// Random decisions made before a new leaf is evaluated, so that pending captures are made.
const ROLLOUT: u32 = 4;
/// Limit on the [work](crate::engine::work_done) of one choice, about two seconds. In ordinary games the limit on
/// decisions is reached first; this one ends searches with moves of many thousand laps.
const MOST_WORK: u64 = 2_000_000_000;
/// Limit on the depth of a path: games can be endless.
const DEEPEST: usize = 200;

/// A choice in the tree, and the position after it.
struct Node {
    /// The choice that leads here; unused in the root.
    choice: Choice,
    visits: u32,
    /// Sum of the values found below, for the player who made the choice.
    value: f64,
    /// The player about to choose; `None` if the game is over.
    decider: Option<Decider>,
    children: Range<usize>,
}

impl Node {
    fn new(choice: Choice) -> Node {
        Node { choice, visits: 0, value: 0.0, decider: None, children: 0..0 }
    }

    /// The mean value, from -1 to 1.
    fn mean(&self) -> f64 {
        self.value / f64::from(self.visits.max(1))
    }

    /// UCB1: the mean, plus a bonus that shrinks with the visits. Unvisited nodes come first.
    /// `log`: the logarithm of the visits of the parent.
    fn upper_bound(&self, log: f64) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        self.mean() + EXPLORATION * (2.0 * log / f64::from(self.visits)).sqrt()
    }
}

/// A search from one position.
struct TreeSearch<'r> {
    runner: &'r Runner,
    evaluation: &'r Evaluation,
    nodes: Vec<Node>,
    chance: ChaCha8Rng,
    seed: u64,
    /// Positions reached so far.
    positions: u64,
    /// Choices listed so far: to list one may take a trial of it.
    listed: u64,
    choices: Vec<Choice>,
}

impl TreeSearch<'_> {
    /// One iteration: selects a leaf, expands and evaluates it.
    fn grow(&mut self, root: &RunnerPosition) {
        let mut position = root.clone();
        let mut path = vec![0];
        let mut at = 0;
        while self.nodes[at].visits > 0 && path.len() < DEEPEST {
            let next = match self.nodes[at].decider {
                Some(Decider::Lot) => self.least_visited(at),
                Some(Decider::Player(_)) | None => self.most_promising(at),
            };
            let Some(next) = next else { break };
            at = next;
            path.push(at);
            self.runner.step(&mut position, self.nodes[at].choice);
            self.positions += 1;
        }
        if self.nodes[at].visits == 0 {
            self.expand(at, &position);
        }
        let draw = GameRng::for_game(self.seed, u64::from(self.nodes[0].visits));
        let (leaf, made) = self.runner.step_at_random(position, draw, ROLLOUT);
        self.positions += u64::from(made);
        self.back_propagate(&path, &self.evaluation.of(self.runner, &leaf));
    }

    /// The cost so far, in decisions made or listed.
    fn work(&self) -> u64 {
        self.positions + self.listed
    }

    /// The child with the largest upper bound.
    fn most_promising(&self, at: usize) -> Option<usize> {
        let Node { visits, children, .. } = &self.nodes[at];
        let log = f64::from((*visits).max(1)).ln();
        let bounds = children.clone().map(|child| (child, self.nodes[child].upper_bound(log)));
        let best = bounds.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(child, _)| child)
    }

    /// The child with the fewest visits: what a lot decides has all outcomes equally often.
    fn least_visited(&self, at: usize) -> Option<usize> {
        self.nodes[at].children.clone().min_by_key(|child| self.nodes[*child].visits)
    }

    /// Adds the choices of a position as children, in random order.
    fn expand(&mut self, at: usize, position: &RunnerPosition) {
        self.choices.clear();
        self.runner.choices_into(position, &mut self.choices);
        self.choices.shuffle(&mut self.chance);
        self.listed += self.choices.len() as u64;
        let first = self.nodes.len();
        self.nodes.extend(self.choices.drain(..).map(Node::new));
        self.nodes[at].children = first..self.nodes.len();
        self.nodes[at].decider = self.runner.decider(position);
    }

    /// Adds the values to every node of the path.
    fn back_propagate(&mut self, path: &[usize], values: &SeatValues) {
        let mut chooser = None;
        for at in path {
            let node = &mut self.nodes[*at];
            node.visits += 1;
            let seat = chooser.and_then(Decider::seat).map_or(0, Seat::index);
            node.value += values.get(seat).copied().unwrap_or_default();
            chooser = node.decider;
        }
    }

    /// The child with the most visits.
    fn best(&self) -> Option<&Node> {
        let children = self.nodes[0].children.clone().map(|child| &self.nodes[child]);
        children.reduce(|best, other| if other.visits > best.visits { other } else { best })
    }
}

/// The tree search player.
pub(super) struct TreePlayer {
    evaluation: Evaluation,
    runner: Runner,
    by: RunnerKind,
    seed: u64,
    /// Limit on [`TreeSearch::work`] for one choice.
    work: u64,
}

impl TreePlayer {
    /// A player of a strength from 1.
    pub fn new(engine: &Engine, strength: u8, seed: u64, by: RunnerKind) -> TreePlayer {
        let work = match strength {
            0 | 1 => 50,
            2 => 3_000,
            3 => 20_000,
            _ => 100_000,
        };
        let (start, _) = engine.start(None);
        let runner = Runner::new(engine.clone(), start, by);
        TreePlayer { evaluation: Evaluation::learned(engine, &runner), runner, by, seed, work }
    }

    /// The position in the runner. A runner is made for one game of a match; a new game needs a new
    /// one.
    fn runner_position(&mut self, engine: &Engine, position: &Position) -> RunnerPosition {
        let entered = self.runner.enter(position);
        if self.by == RunnerKind::Reference
            || self.runner.is_planned(&entered)
            || !position.begins_move()
        {
            return entered;
        }
        self.runner = Runner::new(engine.clone(), position.clone(), self.by);
        self.runner.start()
    }
}

impl ComputerPlayer for TreePlayer {
    fn think(
        &mut self,
        engine: &Engine,
        position: &Position,
        moment: u64,
        stop: &StopFlag,
    ) -> Option<Thought> {
        let choices = engine.choices(position);
        if choices.len() < 2 {
            return choices.first().copied().map(Thought::without_search);
        }
        let mut chance = thought_rng(self.seed, position, moment);
        let seed = chance.random();
        let root = self.runner_position(engine, position);
        let mut search = TreeSearch {
            runner: &self.runner,
            evaluation: &self.evaluation,
            nodes: vec![Node::new(choices[0])],
            chance,
            seed,
            positions: 0,
            listed: 0,
            choices: Vec::new(),
        };
        let allowance = WorkAllowance::of(MOST_WORK);
        while search.work() < self.work && !allowance.is_spent() && !stop.is_set() {
            search.grow(&root);
        }
        let best = search.best()?;
        let share = f64::from(best.visits) / f64::from(search.nodes[0].visits.max(1));
        let positions = search.positions;
        Some(Thought { choice: best.choice, expected: Some(best.mean()), share, positions })
    }
}
