//! Random games in lockstep, to find a play in which the games part.

use super::CompareLimits;
use super::lockstep::{GamePair, NextStep, PairPosition, PairStep, Parting};
use crate::engine::WorkAllowance;
use crate::runner::GameRng;
use crate::stop::StopFlag;

/// The greatest number of choices from which one is drawn.
const MOST_DRAWN: usize = 255;

/// So many times as many games are played once a parting is found: they are short, and may show a shorter one.
const SHORT_GAMES: u64 = 20;

/// What random games have shown.
#[derive(Debug)]
pub(super) struct RandomSearch {
    /// The shortest parting found.
    pub parting: Option<Parting>,
    /// Games that were played without a difference.
    pub games: u64,
    /// Not all games were played.
    pub cut_short: bool,
}

/// Plays random games. Once a parting is found, the others are only played to one step before it.
pub(super) fn search(
    pair: &GamePair<'_>,
    start: &PairPosition,
    limits: CompareLimits,
    allowance: WorkAllowance,
    stop: &StopFlag,
) -> RandomSearch {
    let mut found = RandomSearch { parting: None, games: 0, cut_short: false };
    let mut most = limits.most_choices;
    let mut games = limits.games;
    let mut number = 0;
    while number < games {
        if allowance.is_spent() || stop.is_set() {
            found.cut_short = true;
            break;
        }
        let draw = GameRng::for_game(limits.seed, number);
        match play(pair, start, draw, most) {
            Some(parting) => {
                most = (parting.steps.len() as u32).saturating_sub(1);
                found.parting = Some(parting);
                games = limits.games.saturating_mul(SHORT_GAMES);
                if most == 0 {
                    break;
                }
            }
            None => found.games += 1,
        }
        number += 1;
    }
    found
}

/// Plays a random game with at most `most` steps; returns where the games part.
pub(super) fn play(
    pair: &GamePair<'_>,
    start: &PairPosition,
    draw: GameRng,
    most: u32,
) -> Option<Parting> {
    let mut at = start.clone();
    let mut made: Vec<PairStep> = Vec::new();
    for nth in 0..most {
        let steps = pair.steps(&at);
        if let Some(parts) = steps.iter().find_map(parts) {
            made.push(parts.1);
            return Some(pair.parted(&at, parts.0, made));
        }
        let drawn = draw.one_of(steps.len().min(MOST_DRAWN) as u32, nth, 0) as usize;
        let Some(NextStep::Both(step)) = steps.get(drawn) else { return None };
        made.push(*step);
        match pair.take(&at, *step) {
            Ok(next) => at = next,
            Err((kind, after)) => {
                return Some(Parting { kind, steps: made, before: Some(at.0), after });
            }
        }
    }
    None
}

/// The step of a parting.
pub(super) fn parts(step: &NextStep) -> Option<(super::PartingKind, PairStep)> {
    match step {
        NextStep::Parts(kind, step) => Some((*kind, *step)),
        NextStep::Both(_) => None,
    }
}
