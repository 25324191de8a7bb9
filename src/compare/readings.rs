//! How much the readings of a text matter: the variations of a description, and the statements that its
//! source does not give (`assumed`).

use super::lockstep::GamePair;
use super::random;
use crate::engine::{Engine, WorkAllowance};
use crate::game_tests::clauses_of;
use crate::model::{Clause, ClauseId, Model};
use crate::resolve::{Description, Setting};
use crate::runner::{
    GameRng, PlayoutResult, Runner, RunnerKind, STATISTICS_SOWING_LIMIT, Sample, Totals, interval,
};
use crate::span::Span;
use crate::stop::StopFlag;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The greatest number of choices from which one is drawn.
const MOST_DRAWN: usize = 255;

/// How many random games are played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampling {
    /// Random games of each setting.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// The greatest number of choices of a game; longer games are left unfinished.
    pub most_choices: u32,
    /// Limit on the engine's work for each reading, in units of
    /// [`work_done`](crate::engine::work_done).
    pub work: u64,
}

/// A reading: a variation, or a statement that is assumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What it is.
    pub kind: ReadingKind,
    /// How it changes random games; `None`: it makes no game with the setting.
    pub effect: Option<ReadingEffect>,
}

/// The kind of a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadingKind {
    /// The variation of that name, in addition to the setting.
    Variation(String),
    /// A statement marked `assumed`.
    Assumed {
        /// Where it is written.
        span: Span,
        /// Its text.
        text: String,
        /// The reason for the assumption.
        why: String,
    },
}

/// How a reading changes random games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingEffect {
    /// Games in which it matters: for a variation, those in which the two games part at some choice; for a
    /// statement, those in which an event names it, or it forbids a choice.
    pub matters: u64,
    /// Games that were played to find this.
    pub of: u64,
    /// All games with the reading: for a variation, other random games of the variation; for a statement,
    /// those in which it matters.
    pub with: Totals,
    /// All games without it: of the setting alone; for a statement, those in which it does not matter.
    pub without: Totals,
}

/// A proportion or a mean, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The value.
    pub value: f64,
    /// The interval.
    pub from: f64,
    /// Its other end.
    pub to: f64,
}

impl Summary {
    /// The part `many` of `all`.
    pub fn share(many: u64, all: u64) -> Summary {
        let (from, to) = interval(many, all);
        Summary { value: many as f64 / all.max(1) as f64, from, to }
    }

    /// The mean length of games, in decisions.
    pub fn length(totals: &Totals) -> Summary {
        let (value, margin) = (totals.decisions.mean(), totals.decisions.margin());
        Summary { value, from: value - margin, to: value + margin }
    }

    /// Whether the two intervals have no value in common.
    pub fn is_apart_from(&self, other: &Summary) -> bool {
        self.to < other.from || other.to < self.from
    }
}

/// The readings of a description in a setting: its variations that the setting does not have, then the assumed
/// statements of that game. Those that are left when `stop` is set are missing.
pub fn readings(
    description: &Description,
    setting: &Setting,
    sampling: Sampling,
    stop: &StopFlag,
) -> Vec<Reading> {
    let Some(plain) = description.build(setting).0 else { return Vec::new() };
    let plain = Engine::new(Arc::new(plain));
    let without = totals(&plain, sampling, stop);
    let mut readings = Vec::new();
    for name in &description.variations {
        if setting.variations.contains(name) || stop.is_set() {
            continue;
        }
        let mut varied = setting.clone();
        varied.variations.push(name.clone());
        let effect = description.build(&varied).0.map(|model| {
            let engine = Engine::new(Arc::new(model));
            let (matters, of) = parted_games(&plain, &engine, sampling, stop);
            let with = totals(&engine, sampling, stop);
            ReadingEffect { matters, of, with, without: without.clone() }
        });
        readings.push(Reading { kind: ReadingKind::Variation(name.clone()), effect });
    }
    readings.extend(assumptions(&plain, sampling, stop));
    readings
}

/// Statistics of random games.
fn totals(engine: &Engine, sampling: Sampling, stop: &StopFlag) -> Totals {
    let engine = engine.clone().with_sowing_limit(STATISTICS_SOWING_LIMIT);
    let (start, _) = engine.start(None);
    let runner = Runner::new(engine, start, RunnerKind::Batch).stopped_by(stop.clone());
    let sample = Sample {
        seed: sampling.seed,
        games: 0..sampling.games,
        most_decisions: sampling.most_choices,
    };
    runner.totals(&sample, 1, &|_| {})
}

/// The number of random games in lockstep that part, and of all that were played.
fn parted_games(
    first: &Engine,
    second: &Engine,
    sampling: Sampling,
    stop: &StopFlag,
) -> (u64, u64) {
    let start = GamePair::new(first, second).and_then(|pair| pair.start().map(|at| (pair, at)));
    let Ok((pair, start)) = start else {
        // They begin with other positions: every game parts.
        return (sampling.games, sampling.games);
    };
    let allowance = WorkAllowance::of(sampling.work);
    let (mut parted, mut played) = (0, 0);
    for number in 0..sampling.games {
        if allowance.is_spent() || stop.is_set() {
            break;
        }
        let draw = GameRng::for_game(sampling.seed, number);
        let parts = random::play(&pair, &start, draw, sampling.most_choices).is_some();
        parted += u64::from(parts);
        played += 1;
    }
    (parted, played)
}

/// The assumed statements of a game. All are counted in the same random games.
fn assumptions(engine: &Engine, sampling: Sampling, stop: &StopFlag) -> Vec<Reading> {
    let model = engine.model();
    let assumed: Vec<(ClauseId, &Clause)> = assumed_clauses(model).collect();
    if assumed.is_empty() {
        return Vec::new();
    }
    let mut effects = vec![
        ReadingEffect {
            matters: 0,
            of: 0,
            with: Totals::default(),
            without: Totals::default()
        };
        assumed.len()
    ];
    let allowance = WorkAllowance::of(sampling.work);
    for number in 0..sampling.games {
        if allowance.is_spent() || stop.is_set() {
            break;
        }
        let draw = GameRng::for_game(sampling.seed, number);
        let (named, result) = play(engine, draw, sampling.most_choices);
        for ((clause, _), effect) in assumed.iter().zip(&mut effects) {
            effect.of += 1;
            if named.contains(clause) {
                effect.matters += 1;
                effect.with.add(&result);
            } else {
                effect.without.add(&result);
            }
        }
    }
    let kind = |clause: &Clause| ReadingKind::Assumed {
        span: clause.span,
        text: clause.text.clone(),
        why: clause.assumed.clone().unwrap_or_default(),
    };
    let each = assumed.iter().zip(effects);
    each.map(|((_, clause), effect)| Reading { kind: kind(clause), effect: Some(effect) }).collect()
}

fn assumed_clauses(model: &Model) -> impl Iterator<Item = (ClauseId, &Clause)> {
    let clauses = (0..).map(ClauseId).zip(&model.clauses);
    clauses.filter(|(_, clause)| clause.assumed.is_some())
}

/// Plays a random game; returns the clauses that its events name, or that forbid a choice in it, and its
/// result.
fn play(engine: &Engine, draw: GameRng, most_choices: u32) -> (BTreeSet<ClauseId>, PlayoutResult) {
    let (mut position, events) = engine.start(None);
    let mut named: BTreeSet<ClauseId> = clauses_of(&events).collect();
    let mut decisions = 0;
    while decisions < most_choices {
        if !position.answers().is_empty() {
            // No event names what forbids a later answer of a move.
            named.extend(engine.illegal_choices(&position).into_iter().map(|(_, clause)| clause));
        }
        let choices = engine.choices(&position);
        let nth = draw.one_of(choices.len().min(MOST_DRAWN) as u32, decisions, 0) as usize;
        let Some(choice) = choices.get(nth) else { break };
        let Ok((next, events)) = engine.play(&position, *choice) else { break };
        named.extend(clauses_of(&events));
        position = next;
        decisions += 1;
    }
    let end = position.result();
    let result = PlayoutResult {
        decisions,
        offered: 0,
        laps: 0,
        captures: 0,
        endless: 0,
        end: end.map(|result| (result.verdict, result.clause)),
        scores: end.map(|result| result.scores.clone()).unwrap_or_default(),
    };
    (named, result)
}
