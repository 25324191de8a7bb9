//! All runners give the same result: the same answers are legal, the same positions follow, games end
//! alike.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use mnc::engine::{Engine, PositionSetup};
use mnc::model::{PlaceId, Seat};
use mnc::resolve::Setting;
use mnc::runner::{PerftCount, Runner, RunnerKind, Sample};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The greatest number of falls of a sowing here.
const PATIENCE: u64 = 1 << 14;

/// The same where all moves of many positions are made.
const LITTLE_PATIENCE: u64 = 1 << 10;

/// The number of decisions made in every setting.
const DECISIONS: usize = 600;

/// Every setting of every shipped game and idea.
fn engines() -> Vec<(String, Engine)> {
    static ENGINES: LazyLock<Vec<(String, Engine)>> = LazyLock::new(build_engines);
    ENGINES.clone()
}

fn build_engines() -> Vec<(String, Engine)> {
    let mut engines = Vec::new();
    for (name, path) in ["games", "tests/ideas"].into_iter().flat_map(support::descriptions) {
        if !support::is_selected(&name) {
            continue;
        }
        let description = support::open(&path);
        let variations = description.variations.iter().map(|v| support::variation(v));
        for setting in std::iter::once(Setting::default()).chain(variations) {
            let engine = support::engine(&description, &setting).with_sowing_limit(PATIENCE);
            engines.push((format!("{name} {:?}", setting.variations), engine));
        }
    }
    engines
}

/// Plays with both; counts the positions that the plan runs without the engine.
fn compare(name: &str, engine: &Engine, random: &mut ChaCha8Rng) -> Result<(usize, usize), String> {
    let (start, _) = engine.start(None);
    let plan = Runner::new(engine.clone(), start.clone(), RunnerKind::Plan);
    let (mut position, mut spot) = (start.clone(), plan.start());
    let (mut all, mut planned) = (0, 0);
    for n in 0..DECISIONS {
        let (facts, result) = plan.facts(&spot);
        let (at, wanted) = (position.state(), position.result());
        if facts.hash() != at.hash() || wanted != result.as_ref() {
            return Err(format!(
                "{name}, decision {n}: the plan has\n{facts:?}\n{result:?}\nfor\n{at:?}\n{wanted:?}\n"
            ));
        }
        let (asked, planned_asked) = (position.decider(), plan.decider(&spot));
        if asked != planned_asked {
            return Err(format!(
                "{name}, decision {n}: the plan asks {planned_asked:?} for {asked:?} in\n{at:?}\n"
            ));
        }
        let (choices, planned_choices) = (engine.choices(&position), plan.choices(&spot));
        if choices != planned_choices {
            let more = format!("{planned_choices:?} for {choices:?}");
            return Err(format!("{name}, decision {n}: the plan offers {more} in\n{at:?}\n"));
        }
        if choices.is_empty() {
            (position, spot) = (start.clone(), plan.start());
            continue;
        }
        // A game may have choices in its opening only.
        if !position.is_opening() {
            (all, planned) = (all + 1, planned + usize::from(plan.is_planned(&spot)));
        }
        let choice = support::pick(&choices, random);
        position = engine.advance(&position, choice);
        spot = plan.advance(&spot, choice);
    }
    Ok((all, planned))
}

#[test]
fn plan_and_reference_agree() {
    let mut each = Vec::new();
    let mut wrong = String::new();
    let compared: Vec<_> = engines()
        .into_par_iter()
        .map(|(name, engine)| {
            let of = compare(&name, &engine, &mut support::random(17));
            (name, engine, of)
        })
        .collect();
    for (name, engine, of) in compared {
        match of {
            Ok((0, _)) => {}
            Ok((all, planned)) => each.push((name, engine, planned as f64 / all as f64)),
            Err(why) => wrong += &why,
        }
    }
    let part = each.iter().map(|(_, _, part)| part).sum::<f64>() / each.len() as f64;
    for (name, engine, part) in &each {
        if *part < 1.0 {
            let plan = Runner::new(engine.clone(), engine.start(None).0, RunnerKind::Plan);
            let why: Vec<_> = plan.program().unsupported().map(|h| h.reason).collect();
            println!("{part:.2} {name}: {}", why.join("; "));
            if *part == 0.0 && why.is_empty() {
                wrong +=
                    &format!("{name}: the plan has a form for all of it, and runs none of it\n");
            }
        }
    }
    let whole = each.iter().filter(|(_, _, part)| *part == 1.0).count();
    println!("{part:.3} of the positions; {whole} of {} settings", each.len());
    println!("{} decisions", each.len() * DECISIONS);
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn random_games_are_the_same() {
    engines().into_par_iter().for_each(|(name, engine)| {
        let (start, _) = engine.start(None);
        let sample = Sample { seed: 3, games: 0..6, most_decisions: 300 };
        let [reference, plan] = [RunnerKind::Reference, RunnerKind::Plan]
            .map(|kind| Runner::new(engine.clone(), start.clone(), kind).play_out(&sample));
        assert_eq!(reference, plan, "{name}");
    });
}

/// A note that counts further than a byte needs wider lanes, not the reference engine.
#[test]
fn counts_over_255_stay_with_the_plan() {
    let engine = support::game("koro", &Setting::default());
    let (start, _) = engine.start(None);
    let plan = Runner::new(engine, start, RunnerKind::Plan);
    let (mut spot, mut random) = (plan.start(), support::random(9));
    let mut turns = 0;
    while let choices = plan.choices(&spot)
        && !choices.is_empty()
    {
        assert!(plan.is_planned(&spot), "after {turns} decisions");
        spot = plan.advance(&spot, support::pick(&choices, &mut random));
        turns += 1;
    }
    assert!(turns > 256, "{turns}");
}

/// With a small limit for sowings, all runners give up at the same seed, and find the same choices legal.
#[test]
fn sowings_that_are_given_up_are_the_same() {
    let given_up = |(name, engine): (String, Engine)| {
        let engine = engine.with_sowing_limit(1 << 9);
        let (start, _) = engine.start(None);
        let sample = Sample { seed: 4, games: 0..6, most_decisions: 300 };
        let [reference, plan, batch] = [RunnerKind::Reference, RunnerKind::Plan, RunnerKind::Batch]
            .map(|kind| Runner::new(engine.clone(), start.clone(), kind).play_out(&sample));
        assert_eq!(reference, plan, "{name}");
        assert_eq!(plan, batch, "{name}");
        plan.iter().map(|game| game.endless).sum::<u32>()
    };
    let endless: u32 = engines().into_par_iter().map(given_up).sum();
    let is_one_game = std::env::var_os("MNC_GAME").is_some();
    assert!(endless > 0 || is_one_game, "no sowing was given up");
}

#[test]
fn games_played_many_at_a_time_are_the_same() {
    let games = support::number_from_env("MNC_GAMES", 300);
    let mut alone = BTreeMap::<_, Vec<_>>::new();
    let together = many_at_a_time(|name, why| alone.entry(why).or_default().push(name.to_owned()));
    let decisions: u64 = together.par_iter().map(|pair| pair.play(5, games)).sum();
    for (why, names) in &alone {
        println!("{:4} one at a time: {why}: {}", names.len(), names.join(", "));
    }
    println!("{} settings played many at a time, {decisions} decisions", together.len());
}

/// `MNC_GAMES` is the number of games.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_random_games_of_every_setting_end() {
    let games = support::number_from_env("MNC_GAMES", 1_000);
    engines().par_iter().for_each(|(name, engine)| {
        let runner = Runner::new(engine.clone(), engine.start(None).0, RunnerKind::Batch);
        let sample = Sample { seed: 7, games: 0..games, most_decisions: 100_000 };
        runner.play_each(&sample, &mut |number, game| {
            assert!(game.end.is_some(), "{name}: game {number} goes on");
        });
    });
}

/// `cargo test --release --test runners -- --ignored a_thousand_million`
#[test]
#[ignore = "takes minutes"]
fn a_thousand_million_decisions_are_the_same() {
    let together = many_at_a_time(|_, _| {});
    let mut decisions = 0;
    for seed in 100.. {
        decisions += together.par_iter().map(|pair| pair.play(seed, 2_000)).sum::<u64>();
        println!("{decisions} decisions");
        if decisions >= 1_000_000_000 {
            return;
        }
    }
}

/// Two runners that play random games.
struct Pair {
    name: String,
    batch: Runner,
    plan: Runner,
}

/// The settings whose random games are played in batches; `alone` gets the reason for the others.
fn many_at_a_time(mut alone: impl FnMut(&str, &'static str)) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (name, engine) in engines() {
        let (start, _) = engine.start(None);
        let batch = Runner::new(engine.clone(), start.clone(), RunnerKind::Batch);
        match batch.batch_unavailable_reason() {
            Some(why) => alone(&name, why),
            None => {
                let plan = Runner::new(engine, start, RunnerKind::Plan);
                pairs.push(Pair { name, batch, plan });
            }
        }
    }
    pairs
}

impl Pair {
    /// Plays games with both runners; returns the number of decisions. There are more games than one batch
    /// holds, and some are not finished; of a few only the first decision is made.
    fn play(&self, seed: u64, games: u64) -> u64 {
        self.play_until(seed, 8, 1) + self.play_until(seed, games, 150)
    }

    /// The same with a limit on the decisions of a game.
    fn play_until(&self, seed: u64, games: u64, most_decisions: u32) -> u64 {
        let sample = Sample { seed, games: 0..games, most_decisions };
        let (played, wanted) = (self.batch.play_out(&sample), self.plan.play_out(&sample));
        let name = &self.name;
        assert_eq!(played.len(), wanted.len(), "{name}, seed {seed}");
        for (n, (played, wanted)) in played.iter().zip(&wanted).enumerate() {
            assert_eq!(played, wanted, "{name}, seed {seed}, game {n}");
        }
        wanted.iter().map(|game| u64::from(game.decisions)).sum()
    }
}

/// Perft, and a histogram of the seeds in the first place at the leaves.
fn counted(runner: &Runner, depth: u32) -> (PerftCount, BTreeMap<u32, u64>) {
    let mut told = BTreeMap::new();
    let mut each = |seeds, many| *told.entry(seeds).or_default() += many;
    let perft = runner.perft_histogram(&runner.start(), depth, PlaceId(0), &mut each);
    (perft, told)
}

/// Perft of positions of random games: late ones too, in which moves are long and positions return.
#[test]
fn perft_of_positions_is_the_same() {
    engines().into_par_iter().for_each(|(name, engine)| {
        let engine = engine.with_sowing_limit(LITTLE_PATIENCE);
        let mut random = support::random(23);
        let mut position = engine.start(None).0;
        for decision in 0..120 {
            let choices = engine.choices(&position);
            if choices.is_empty() {
                break;
            }
            // A depth with some hundred leaves.
            let depth = match choices.len() {
                1..=3 => 5,
                4 | 5 => 4,
                6..=10 => 3,
                _ => 2,
            };
            if decision % 40 == 0 {
                let [reference, plan, batch] =
                    [RunnerKind::Reference, RunnerKind::Plan, RunnerKind::Batch]
                        .map(|kind| Runner::new(engine.clone(), position.clone(), kind))
                        .map(|runner| counted(&runner, depth));
                assert_eq!(plan, reference, "{name}, by the plan after {decision} decisions");
                assert_eq!(batch, reference, "{name}, by the batch after {decision} decisions");
            }
            position = engine.advance(&position, support::pick(&choices, &mut random));
        }
    });
}

/// A set-up position in which the game is over by a statement of *end*.
#[test]
fn a_position_that_is_over_when_laid_out_is_over_for_all() {
    let engine = support::game("oware", &Setting::default());
    let sample = Sample { seed: 3, games: 0..5, most_decisions: 100 };
    let [south_store, north_store] = [12, 13].map(PlaceId);
    let laid_out = |south, north, mover| {
        let seeds = vec![
            (PlaceId(0), 3),
            (PlaceId(7), 45 - south - north),
            (south_store, south),
            (north_store, north),
        ];
        let setup = PositionSetup { mover: Seat(mover), seeds, ..PositionSetup::default() };
        engine.set_up(&setup).expect("a position").0
    };
    for (position, over) in [(laid_out(25, 10, 1), true), (laid_out(24, 10, 1), false)] {
        let start = engine.start(None).0;
        let told = [RunnerKind::Reference, RunnerKind::Plan, RunnerKind::Batch].map(|kind| {
            let [from, other] =
                [&position, &start].map(|at| Runner::new(engine.clone(), at.clone(), kind));
            let entered = other.enter(&position);
            assert_eq!(other.is_over(&entered), over, "{kind:?}");
            assert_eq!(from.is_over(&from.start()), over, "{kind:?}");
            assert_eq!(from.choices(&from.start()).is_empty(), over, "{kind:?}");
            let result = from.facts(&from.start()).1;
            assert_eq!(result, other.facts(&entered).1, "{kind:?}");
            assert_eq!(result, position.result().cloned(), "{kind:?}");
            (from.perft(&from.start(), 3, 1), from.play_out(&sample))
        });
        assert_eq!(told[1], told[0], "by the plan");
        assert_eq!(told[2], told[0], "by the batch");
    }
}

/// Perft from the beginning.
#[test]
fn perft_many_at_a_time_is_the_same() {
    engines().into_par_iter().for_each(|(name, engine)| {
        let engine = engine.with_sowing_limit(LITTLE_PATIENCE);
        let (start, _) = engine.start(None);
        let [batch, plan] = [RunnerKind::Batch, RunnerKind::Plan]
            .map(|kind| Runner::new(engine.clone(), start.clone(), kind));
        if batch.batch_unavailable_reason().is_some() {
            return;
        }
        // Up to a depth with some thousand leaves.
        for depth in 3..=12 {
            let (many, one) = (counted(&batch, depth), counted(&plan, depth));
            assert_eq!(many, one, "{name}, depth {depth}");
            if one.0.leaves > 3_000 {
                break;
            }
        }
    });
}
