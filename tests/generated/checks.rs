//! The properties that every description must have.

use super::draft::Draft;
use super::tally::{Does, Seen};
use super::write::{BASE, Written, write};
use crate::support::{has_errors, pick, plain, random, seeds};
use mnc::engine::{Engine, Position, State};
use mnc::model::{KindId, PlaceId};
use mnc::notation::{Record, Trail, canonical_form};
use mnc::resolve::{Description, GameLoader, Setting, load};
use mnc::runner::{Runner, RunnerKind, Sample};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// The runners that must agree; the first is the reference.
const KINDS: [RunnerKind; 3] = [RunnerKind::Reference, RunnerKind::Plan, RunnerKind::Batch];

/// The greatest number of falls of a sowing.
pub const PATIENCE: u64 = 1 << 8;

/// About the number of positions that every runner counts.
const MOST_COUNTED: u64 = 100_000;

/// The decisions of every setting that are compared one by one, and the games of a match.
const DECISIONS: usize = 24;
const GAMES: u16 = 3;

/// The index of the idea of options, variations, and games `like` others.
const DERIVED_GAMES: usize = 16;

/// The reason why a description is wrong.
pub type Wrong = String;

/// The base of a description, as a library.
struct Base(Option<String>);

impl GameLoader for Base {
    fn find(&self, game: &str) -> Option<(String, String)> {
        let text = self.0.clone().filter(|_| game == BASE)?;
        Some(("base.mnc".to_owned(), text))
    }
}

fn open(text: &str, base: &Base) -> Result<Description, Wrong> {
    let (description, found) = load("generated.mnc", text, base);
    if has_errors(&found) { Err(plain(&description, &found)) } else { Ok(description) }
}

fn build(description: &Description, setting: &Setting) -> Result<Engine, Wrong> {
    match description.build(setting) {
        (Some(model), _) => Ok(Engine::new(Arc::new(model)).with_sowing_limit(PATIENCE)),
        (None, found) => Err(format!("{setting:?}\n{}", plain(description, &found))),
    }
}

/// Checks everything; returns what the description does.
pub fn check(draft: &Draft) -> Result<Does, Wrong> {
    let written = write(draft);
    check_text(&written, u64::from(draft.luck)).map_err(|why| {
        let base = written.base.map(|b| format!("{b}----\n")).unwrap_or_default();
        format!("{why}\n----\n{base}{}----\n", written.text)
    })
}

fn check_text(written: &Written, luck: u64) -> Result<Does, Wrong> {
    let base = Base(written.base.clone());
    let description = open(&written.text, &base)?;
    let respelled = open(&respelled(&written.text), &base)?;
    let mut does = Does::new();
    let mut chance = random(luck);
    for setting in settings(&description) {
        let engine = build(&description, &setting)?;
        let model = engine.model();
        let again = build(&respelled, &setting)?;
        if canonical_form(again.model()) != canonical_form(model) {
            return Err(format!("{setting:?}: respelled it has another meaning"));
        }
        let staged = [Some(&written.text), written.base.as_ref()];
        let staged = staged.into_iter().flatten().any(|text| text.contains("\nstage "));
        // The text of a stage does not include its `until`.
        if !staged {
            let text = whole_rules_text(&description, &setting);
            let again = open(&text, &base).and_then(|reopened| {
                let options = setting.options.clone();
                build(&reopened, &Setting { variations: Vec::new(), options })
            });
            let again = again.map_err(|why| format!("{why}, as its rules text:\n{text}"))?;
            if canonical_form(again.model()) != canonical_form(model) {
                return Err(format!("{setting:?}: its rules text has another meaning\n{text}"));
            }
        }
        let mut seen = Seen::default();
        play(&engine, &mut chance, &mut seen).map_err(|why| format!("{setting:?}: {why}"))?;
        seen.ideas(engine.model());
        seen.text(&board(&description, &setting));
        if setting != Setting::default() || written.base.is_some() {
            seen.idea(DERIVED_GAMES);
        }
        if setting != Setting::default() {
            seen.does.insert("is played in another setting".to_owned());
        }
        if !setting.variations.is_empty() {
            seen.does.insert("is played with a variation".to_owned());
        }
        if written.base.is_some() {
            seen.does.insert("is like another".to_owned());
        }
        if !model.kinds.is_empty() {
            seen.does.insert("is played with kinds of seeds".to_owned());
        }
        if model.board.places.iter().any(|place| place.hidden) {
            seen.does.insert("hides what a store holds".to_owned());
        }
        seen.does.insert(format!("is played on a board of {} rows", model.board.rows));
        seen.does.insert(format!("is played by {}", model.seats()));
        does.append(&mut seen.does);
    }
    Ok(does)
}

/// The default, one option changed, and the variations.
fn settings(description: &Description) -> Vec<Setting> {
    let all = description.settings();
    let option = all.iter().find(|s| !s.options.is_empty() && s.variations.is_empty());
    let varied = all.iter().filter(|s| s.options.is_empty() && !s.variations.is_empty());
    let mut some = vec![Setting::default()];
    some.extend(option.into_iter().chain(varied).cloned());
    some
}

/// The text with more blanks, comments, and broken lines.
fn respelled(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = String::new();
    let mut whole = true;
    for (nth, line) in lines.iter().enumerate() {
        if !line.starts_with(' ') {
            // `change in` must repeat a statement unchanged.
            whole = line.starts_with("change in");
            all += &format!("{line}   # a heading\n");
            continue;
        }
        let depth = |line: &str| line.len() - line.trim_start().len();
        let below = lines.get(nth + 1).is_some_and(|next| depth(next) > depth(line));
        let broken = match line.split_once(" -> ") {
            Some((when, then)) if !whole && !below => format!("{when}  # when\n      ->  {then}"),
            _ => line.replace(" and ", "  and   "),
        };
        all += &format!("{broken}   # so\n");
    }
    all
}

/// The rules in effect as a description.
fn whole_rules_text(description: &Description, setting: &Setting) -> String {
    let mut text = "mnc 1\ngame \"Rules text\"\n".to_owned();
    for section in description.rules_text(&setting.variations) {
        text += &format!("{}\n", section.heading);
        for (depth, statement) in section.statements {
            text += &format!("{}{statement}\n", "  ".repeat(depth + 1));
        }
    }
    text
}

/// The sections that count as used if they are there: board, options and winner.
fn board(description: &Description, setting: &Setting) -> String {
    let kept = ["board", "options", "winner"];
    let sections = description.rules_text(&setting.variations);
    let sections = sections.iter().filter(|section| kept.contains(&section.heading));
    let lines = sections.flat_map(|section| &section.statements);
    lines.map(|(_, statement)| format!("  {statement}\n")).collect()
}

/// Plays games of a match with the reference engine, and compares all runners with it.
pub fn play(engine: &Engine, chance: &mut ChaCha8Rng, seen: &mut Seen) -> Result<(), Wrong> {
    let mut trail = Trail::begin(engine.clone(), None);
    let total = Seeds::at_start(engine, trail.position());
    trail.last().events.iter().for_each(|event| seen.event(engine, event));
    for game in 0..GAMES {
        compare(engine, trail.position())?;
        one_game(&mut trail, chance, seen, &total)?;
        if game + 1 == GAMES || !trail.position().is_over() || trail.next_game().is_none() {
            break;
        }
        trail.last().events.iter().for_each(|event| seen.event(engine, event));
        total.conserved(engine, trail.position())?;
    }
    replay(&trail)
}

/// The seeds of a game: the total, and those of each kind.
#[derive(PartialEq, Eq, Debug)]
struct Seeds {
    all: u32,
    of_kinds: Vec<u32>,
}

impl Seeds {
    /// Counts at the start; in an opening some seeds may be in the sowing hand.
    fn at_start(engine: &Engine, position: &Position) -> Seeds {
        let mut total = Seeds::of(engine, position);
        total.of_kinds.fill(0);
        for (_, _, kind, n) in &engine.model().start_kinds {
            total.of_kinds[kind.index()] += u32::from(*n);
        }
        total
    }

    fn of(engine: &Engine, position: &Position) -> Seeds {
        let model = engine.model();
        let places = || (0..model.board.places.len()).map(|i| PlaceId(i as u8));
        let of = |kind| {
            let there = |place| u32::from(position.of_kind(model, place, kind));
            places().map(there).sum()
        };
        let kinds = (0..model.kinds.len()).map(|i| KindId(i as u16));
        Seeds { all: seeds(position), of_kinds: kinds.map(of).collect() }
    }

    /// The numbers of seeds stay the same. The position does not contain the kinds of seeds in a sowing
    /// hand.
    fn conserved(&self, engine: &Engine, position: &Position) -> Result<(), Wrong> {
        let now = Seeds::of(engine, position);
        let sowing = u32::from(position.sowing());
        let kept = |(was, is): (&u32, &u32)| is <= was && was - is <= sowing;
        let model = engine.model();
        let named = |place: PlaceId| -> u32 {
            let kinds = (0..model.kinds.len()).map(|i| KindId(i as u16));
            kinds.map(|kind| u32::from(position.of_kind(model, place, kind))).sum()
        };
        let mut places = (0..model.board.places.len()).map(|i| PlaceId(i as u8));
        if let Some(place) = places.find(|p| named(*p) > u32::from(position.seeds(*p))) {
            let (place, state) = (model.place(place), position.state());
            return Err(format!("more seeds of a kind than seeds in {place} of\n{state:?}"));
        }
        if now.all == self.all && self.of_kinds.iter().zip(&now.of_kinds).all(kept) {
            return Ok(());
        }
        Err(format!("{self:?} have become {now:?} in\n{:?}", position.state()))
    }
}

/// A game decision by decision.
fn one_game(
    trail: &mut Trail,
    chance: &mut ChaCha8Rng,
    seen: &mut Seen,
    total: &Seeds,
) -> Result<(), Wrong> {
    let engine = Engine::clone(trail.engine());
    let start = trail.position().clone();
    let runners = KINDS.map(|kind| (kind, Runner::new(engine.clone(), start.clone(), kind)));
    let mut spots: Vec<_> = runners.iter().map(|(_, runner)| runner.start()).collect();
    for nth in 0..=DECISIONS {
        let position = trail.position();
        total.conserved(&engine, position)?;
        let choices = engine.choices(position);
        if choices.is_empty() != position.is_over() {
            return Err(format!("decision {nth}: {choices:?} in\n{:?}", position.state()));
        }
        for ((kind, runner), spot) in runners.iter().zip(&spots) {
            let (facts, result) = runner.facts(spot);
            let asked = |facts: &State| runner.read_facts(facts);
            let (facts, at) = (asked(&facts), asked(position.state()));
            let wanted = position.result();
            if facts.hash() != at.hash() || result.as_ref() != wanted {
                return Err(format!(
                    "decision {nth}: {kind:?} has\n{facts:?}\n{result:?}\nfor\n{at:?}\n{wanted:?}"
                ));
            }
            let offered = runner.choices(spot);
            if offered != choices {
                return Err(format!(
                    "decision {nth}: {kind:?} offers {offered:?} for {choices:?} in\n{at:?}"
                ));
            }
        }
        if choices.is_empty() || nth == DECISIONS {
            return Ok(());
        }
        seen.asked(&engine, position);
        let choice = pick(&choices, chance);
        for ((_, runner), spot) in runners.iter().zip(&mut spots) {
            *spot = runner.advance(spot, choice);
        }
        let step = trail.choose(choice).map_err(|why| format!("{choice:?} is legal: {why:?}"))?;
        step.events.iter().for_each(|event| seen.event(&engine, event));
    }
    Ok(())
}

/// Counts and random games from a position.
fn compare(engine: &Engine, start: &Position) -> Result<(), Wrong> {
    let sample = Sample { seed: 5, games: 0..2, most_decisions: 16 };
    let depth = depth(engine.choices(start).len() as u64);
    let mut wanted = None;
    for kind in KINDS {
        let runner = Runner::new(engine.clone(), start.clone(), kind);
        let spot = runner.start();
        let made = (
            runner.perft(&spot, depth, 1),
            runner.divide(&spot, 1, 1),
            runner.play_out(&sample),
            runner.totals(&sample, 1, &|_| {}),
        );
        match &wanted {
            None => wanted = Some(made),
            Some(wanted) if *wanted == made => {}
            Some(wanted) => {
                return Err(format!("{kind:?} comes to\n{made:?}\nfor\n{wanted:?}"));
            }
        }
    }
    Ok(())
}

/// The perft depth: four, less if there are very many choices.
fn depth(choices: u64) -> u32 {
    (1..=4).rev().find(|depth| choices.pow(*depth) <= MOST_COUNTED).unwrap_or(1)
}

/// The record of a game, parsed and replayed, is the same game.
fn replay(trail: &Trail) -> Result<(), Wrong> {
    let text = Record::of(trail).map_err(|why| why.to_string())?.to_string();
    let record = Record::parse(&text).map_err(|why| format!("{why}\n{text}"))?;
    let again = record.replay(trail.engine().clone()).map_err(|why| format!("{why}\n{text}"))?;
    let events = |trail: &Trail| trail.steps().iter().map(|s| s.events.clone()).collect::<Vec<_>>();
    if again.position().hash() != trail.position().hash() || events(&again) != events(trail) {
        return Err(format!("replayed it is another game\n{text}"));
    }
    Ok(())
}
