//! Published figures about games, as tests: each file of `tests/published` states one fact, with its address.
//!
//! A file says what is known (`fact`), where it is published (`address`), of which game (`game`, or a description
//! `text`; `set` and `variations`), and the figures themselves:
//!
//! - `solved`: results with best play, each with its own `set`, and the seeds of the first player less those of the second
//!   (`margin`), who wins (`winner`: a seat, or `null`), how many positions can be reached (`positions`), the results of the
//!   first choices in their order (`choices`), whether best play never ends (`goes-on`); `endless` says what a play is worth
//!   that goes on for ever, as `mnc solve --endless` does;
//! - `boards`: of all ways to lay `seeds` in `holes`, the only ones that the first player wins;
//! - `lines`: choices, and the seeds, the winner and the end that they lead to;
//! - `never-ends`: a choice in a position that is not legal, since its sowing never ends;
//! - `periods`: of all rows of `seeds` in which no hole holds more than the hole on its left, the most choices until the row
//!   has been everything that it ever is, wherever on the board it stands; there is one choice at a time;
//! - `random`: what random games, or matches (`matches`), give, as percentages of `games` of them, within four standard errors.
//!
//! A fact with `"long": true` is checked by the ignored test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use mnc::diagnostic::Severity;
use mnc::engine::{Choice, Engine, EventKind, FinalResult, Position, PositionSetup};
use mnc::library::Library;
use mnc::model::{DefaultClause, Model, PlaceId, Seat};
use mnc::notation::choice_id;
use mnc::resolve::{Setting, load};
use mnc::runner::{MatchRunner, MatchSample, Runner, RunnerKind, STATISTICS_SOWING_LIMIT, Sample};
use mnc::search::{EndlessPlay, solve};
use mnc::stop::StopFlag;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// More positions than any fact here needs.
const MOST_POSITIONS: usize = 20_000_000;

type Set = BTreeMap<String, serde_json::Value>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Fact {
    fact: String,
    address: String,
    #[serde(default)]
    long: bool,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    text: Vec<String>,
    #[serde(default)]
    set: Set,
    #[serde(default)]
    variations: Vec<String>,
    #[serde(default)]
    solved: Vec<Solved>,
    #[serde(default)]
    boards: Vec<Boards>,
    #[serde(default)]
    lines: Vec<Line>,
    #[serde(default)]
    never_ends: Vec<NeverEnds>,
    #[serde(default)]
    periods: Vec<Periods>,
    #[serde(default)]
    endless: Endless,
    #[serde(default)]
    random: Option<Random>,
}

/// What a play is worth that goes on for ever.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Endless {
    #[default]
    Rules,
    AsItStands,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Solved {
    #[serde(default)]
    set: Set,
    /// Seeds that are set up; every place that is not named is empty.
    #[serde(default)]
    seeds: Option<BTreeMap<String, u16>>,
    margin: Option<i64>,
    #[serde(default)]
    winner: Option<Option<u8>>,
    #[serde(default)]
    positions: Option<usize>,
    #[serde(default)]
    choices: Option<Vec<i64>>,
    #[serde(default)]
    goes_on: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Boards {
    set: Set,
    holes: Vec<String>,
    seeds: u16,
    won: Vec<Vec<u16>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Where the line was recorded.
    #[serde(default)]
    name: String,
    #[serde(default)]
    seeds: Option<BTreeMap<String, u16>>,
    /// The player to move, if a position is set up.
    #[serde(default)]
    seat: u8,
    /// Choices with blanks between them, by their names. `a1b2` is a move from a1 that ends in b2; a number is the column of
    /// a hole of the player to choose, from 0 at the left.
    choices: String,
    /// How many sowings they are: a move of several laps counts several times.
    #[serde(default)]
    sowings: Option<usize>,
    #[serde(default)]
    leads_to: BTreeMap<String, u16>,
    over: bool,
    #[serde(default)]
    winner: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NeverEnds {
    seeds: BTreeMap<String, u16>,
    seat: u8,
    /// The choices before, as in a line.
    choices: String,
    choice: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Periods {
    seeds: u16,
    steps: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Random {
    /// How many games, or matches, are played here.
    games: u64,
    /// Matches are played, not single games.
    #[serde(default)]
    matches: bool,
    /// How many were played for the figures.
    published_games: u64,
    /// Of the decided games, those won by the player who began, in per cent.
    first_player_wins: f64,
    draws: f64,
}

fn facts() -> Vec<(String, Fact)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let fact = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path:?}: {e}"));
            (name(path), fact)
        })
        .collect()
}

impl Fact {
    fn engine(&self, set: &Set) -> Engine {
        let text = match &self.game {
            Some(game) => {
                let mut games = Library::shipped().games().iter();
                games.find(|one| one.stem() == game).unwrap().text.to_string()
            }
            None => self.text.join("\n"),
        };
        let (description, found) = load("published", &text, Library::shipped());
        // A text that is like a shipped game may leave out variations of it, which is noted.
        assert!(found.iter().all(|one| one.severity == Severity::Note), "{found:?}");
        let as_text = |(name, value): (&String, &serde_json::Value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), value)
        };
        let options = self.set.iter().chain(set).map(as_text).collect();
        let setting = Setting { variations: self.variations.clone(), options };
        let (model, found) = description.build(&setting);
        Engine::new(Arc::new(model.unwrap_or_else(|| panic!("{found:?}"))))
    }
}

fn place(model: &Model, id: &str) -> PlaceId {
    let found = model.board.places.iter().position(|place| place.id == id);
    PlaceId(found.unwrap_or_else(|| panic!("there is no place {id}")).try_into().unwrap())
}

fn set_up(engine: &Engine, seeds: &BTreeMap<String, u16>, seat: u8) -> Position {
    let (start, _) = engine.start(None);
    let mut setup: PositionSetup = start.setup(engine);
    let seeds = seeds.iter().map(|(id, many)| (place(engine.model(), id), *many));
    setup.seeds = seeds.collect();
    setup.mover = Seat(seat);
    engine.set_up(&setup).unwrap().0
}

fn solved(fact: &Fact, case: &Solved) {
    let engine = fact.engine(&case.set);
    let start = match &case.seeds {
        Some(seeds) => set_up(&engine, seeds, 0),
        None => engine.start(None).0,
    };
    let endless = match fact.endless {
        Endless::Rules => EndlessPlay::Rules,
        Endless::AsItStands => EndlessPlay::AsItStands,
    };
    let solution = solve(&engine, &start, endless, MOST_POSITIONS, &StopFlag::default()).unwrap();
    let of = format!("{} {:?}", fact.fact, case.set);
    if let Some(margin) = case.margin {
        assert_eq!(solution.result.margin, margin, "{of}");
    }
    if let Some(winner) = case.winner {
        assert_eq!(solution.result.verdict.winner().map(|seat| seat.0), winner, "{of}");
    }
    if let Some(positions) = case.positions {
        assert_eq!(solution.positions, positions, "{of}");
    }
    if let Some(choices) = &case.choices {
        let found: Vec<i64> = solution.choices.iter().map(|(_, result)| result.margin).collect();
        assert_eq!(&found, choices, "{of}");
    }
    if let Some(goes_on) = case.goes_on {
        assert_eq!(solution.repeats_from.is_some(), goes_on, "{of}");
    }
    if solution.returning > 0 {
        return;
    }
    // The line shown reaches the result.
    let end = solution.line.iter().fold(start, |at, choice| engine.advance(&at, *choice));
    assert_eq!(end.result().unwrap().verdict, solution.result.verdict, "{of}");
}

/// All ways to lay seeds in so many holes.
fn layouts(seeds: u16, holes: usize) -> Vec<Vec<u16>> {
    match holes {
        0 if seeds == 0 => vec![Vec::new()],
        0 => Vec::new(),
        _ => (0..=seeds)
            .flat_map(|first| {
                layouts(seeds - first, holes - 1).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect(),
    }
}

fn boards(fact: &Fact, case: &Boards) {
    let engine = fact.engine(&case.set);
    let is_won = |layout: &Vec<u16>| {
        let seeds = case.holes.iter().cloned().zip(layout.iter().copied()).collect();
        let start = set_up(&engine, &seeds, 0);
        let verdict = match start.result() {
            Some(result) => result.verdict,
            None => {
                let stop = StopFlag::default();
                let solution = solve(&engine, &start, EndlessPlay::Rules, MOST_POSITIONS, &stop);
                solution.unwrap().result.verdict
            }
        };
        verdict.winner() == Some(Seat(0))
    };
    let won: Vec<Vec<u16>> =
        layouts(case.seeds, case.holes.len()).into_iter().filter(is_won).collect();
    assert_eq!(won, case.won, "{} {:?}", fact.fact, case.set);
}

/// The choice that a word of a line stands for.
fn written(engine: &Engine, at: &Position, word: &str) -> Choice {
    let model = engine.model();
    let choices = engine.choices(at);
    let ids: Vec<String> = choices.iter().map(|choice| choice_id(model, *choice)).collect();
    let id = match word.parse::<u8>() {
        Ok(column) => {
            let column = char::from(b'a' + column);
            ids.iter().find(|id| id.starts_with(column) && id.len() == 2).cloned()
        }
        Err(_) if ids.iter().any(|id| id == word) => Some(word.to_owned()),
        Err(_) => word.get(..2).map(str::to_owned),
    };
    let id = id.unwrap_or_default();
    let found = ids.iter().position(|one| *one == id);
    choices[found.unwrap_or_else(|| panic!("{word} is none of {ids:?}"))]
}

fn line(fact: &Fact, case: &Line) {
    let engine = fact.engine(&Set::new());
    let of = format!("{}, {}", fact.fact, case.name);
    let mut at = match &case.seeds {
        Some(seeds) => set_up(&engine, seeds, case.seat),
        None => engine.start(None).0,
    };
    let mut sowings = 0;
    for (nth, word) in case.choices.split_whitespace().enumerate() {
        assert!(!at.is_over(), "{of}: over before choice {}", nth + 1);
        let (next, events) = engine.play(&at, written(&engine, &at, word)).unwrap();
        sowings += events.iter().filter(|one| matches!(one.kind, EventKind::Sowed { .. })).count();
        at = next;
    }
    if let Some(published) = case.sowings {
        assert_eq!(sowings, published, "{of}");
    }
    assert_eq!(at.is_over(), case.over, "{of}");
    for (id, many) in &case.leads_to {
        let place = place(engine.model(), id);
        assert_eq!(at.seeds(place), *many, "{of}: {id}");
    }
    let winner = at.result().and_then(|result| result.verdict.winner());
    assert_eq!(winner.map(|seat| seat.0), case.winner, "{of}");
}

fn never_ends(fact: &Fact, case: &NeverEnds) {
    let engine = fact.engine(&Set::new());
    let start = set_up(&engine, &case.seeds, case.seat);
    let words = case.choices.split_whitespace();
    let at = words.fold(start, |at, word| engine.advance(&at, written(&engine, &at, word)));
    let endless = DefaultClause::Endless.clause();
    let never: Vec<String> = engine
        .illegal_choices(&at)
        .iter()
        .filter(|(_, why)| *why == endless)
        .map(|(choice, _)| choice_id(engine.model(), *choice))
        .collect();
    assert_eq!(never, [case.choice.as_str()], "{}", fact.fact);
}

/// All partitions of a number into parts of at most `most`, each with its largest part first.
fn partitions(seeds: u16, most: u16) -> Vec<Vec<u16>> {
    if seeds == 0 {
        return vec![Vec::new()];
    }
    let with_first = |first: u16| {
        let rests = partitions(seeds - first, first).into_iter();
        rests.map(move |rest| [vec![first], rest].concat())
    };
    (1..=seeds.min(most)).flat_map(with_first).collect()
}

fn periods(fact: &Fact, case: &Periods) {
    let engine = fact.engine(&Set::new());
    let holes: Vec<PlaceId> = (0..engine.model().board.places.len())
        .map(|hole| PlaceId(hole.try_into().unwrap()))
        .collect();
    let steps_from = |parts: &Vec<u16>| {
        let ids = engine.model().board.places.iter().map(|place| place.id.clone());
        let mut at = set_up(&engine, &ids.zip(parts.iter().copied()).collect(), 0);
        let mut rows = BTreeSet::new();
        loop {
            let row: Vec<u16> = holes.iter().map(|hole| at.seeds(*hole)).collect();
            let first = row.iter().position(|seeds| *seeds > 0).unwrap();
            let last = row.iter().rposition(|seeds| *seeds > 0).unwrap();
            assert!(last + usize::from(row[first]) < row.len(), "the board is too short");
            if !rows.insert(row[first..=last].to_vec()) {
                return rows.len() - 1;
            }
            let choices = engine.choices(&at);
            assert_eq!(choices.len(), 1, "{}", fact.fact);
            at = engine.advance(&at, choices[0]);
        }
    };
    let steps = partitions(case.seeds, case.seeds).iter().map(steps_from).max();
    assert_eq!(steps, Some(case.steps), "{}: {} seeds", fact.fact, case.seeds);
}

/// A percentage `found` of `many` games, and a published one of `published_many`.
fn agrees(found: f64, many: f64, published: f64, published_many: f64) -> bool {
    let share = published.clamp(0.5, 99.5) / 100.0;
    let error = 100.0 * (share * (1.0 - share) * (1.0 / many + 1.0 / published_many)).sqrt();
    (found - published).abs() <= 4.0 * error
}

fn random(fact: &Fact, case: &Random) {
    let engine = fact.engine(&Set::new()).with_sowing_limit(STATISTICS_SOWING_LIMIT);
    let most_decisions = 10_000;
    let verdicts: Vec<Option<FinalResult>> = if case.matches {
        let sample = MatchSample { seed: 1, matches: 0..case.games, most_decisions };
        let played = MatchRunner::new(engine, RunnerKind::Plan).unwrap().play_out(&sample);
        played.into_iter().map(|one| one.verdict).collect()
    } else {
        let (start, _) = engine.start(None);
        let runner = Runner::new(engine, start, RunnerKind::Batch);
        let played = runner.play_out(&Sample { seed: 1, games: 0..case.games, most_decisions });
        played.into_iter().map(|one| one.end.map(|(verdict, _)| verdict)).collect()
    };
    let (mut won, mut lost, mut drawn) = (0.0, 0.0, 0.0);
    for verdict in verdicts {
        match verdict.and_then(FinalResult::winner) {
            Some(Seat(0)) => won += 1.0,
            Some(_) => lost += 1.0,
            None => drawn += 1.0,
        }
    }
    let (decided, all) = (won + lost, won + lost + drawn);
    let first = 100.0 * won / decided;
    let draws = 100.0 * drawn / all;
    let published = case.published_games as f64;
    assert!(
        agrees(first, decided, case.first_player_wins, published),
        "{}: the first player won {first:.1} % of the decided games",
        fact.fact
    );
    assert!(agrees(draws, all, case.draws, published), "{}: {draws:.2} % draws", fact.fact);
}

fn check(name: &str, fact: &Fact) {
    assert!(fact.address.starts_with("http"), "{name}: no address");
    fact.solved.iter().for_each(|case| solved(fact, case));
    fact.boards.iter().for_each(|case| boards(fact, case));
    fact.lines.iter().for_each(|case| line(fact, case));
    fact.never_ends.iter().for_each(|case| never_ends(fact, case));
    fact.periods.iter().for_each(|case| periods(fact, case));
    fact.random.iter().for_each(|case| random(fact, case));
    let figures = fact.solved.len()
        + fact.boards.len()
        + fact.lines.len()
        + fact.never_ends.len()
        + fact.periods.len()
        + fact.random.iter().len();
    assert!(figures > 0, "{name}: no figures");
}

#[test]
fn published_figures_hold() {
    for (name, fact) in facts().iter().filter(|(_, fact)| !fact.long) {
        check(name, fact);
    }
}

/// Facts that take up to a minute each in an optimised build.
#[test]
#[ignore = "takes minutes"]
fn published_figures_that_take_long_hold() {
    for (name, fact) in facts().iter().filter(|(_, fact)| fact.long) {
        check(name, fact);
    }
}
