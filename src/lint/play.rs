//! Random games: which statements they use, and how they end.

use super::effort::Effort;
use super::games::{SubjectGame, named_by_events};
use super::settings;
use super::tally::PlayTally;
use crate::engine::{Engine, Event, EventKind, Position, WorkAllowance};
use crate::game_tests;
use crate::model::{ClauseId, DefaultClause, PlaceKind, Seat, SectionName, mentions_repetition};
use crate::order::SortedMap;
use crate::resolve::{Description, Setting};
use crate::span::Span;
use crate::stop::StopFlag;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Matches that are played in addition while all games have something unusual in common.
const FURTHER_MATCHES: u64 = 40;

/// A pair that makes no game counts as this many clauses.
const REFUSED: usize = 20;

/// What the random games used, and what happened in them.
#[derive(Clone, Debug, std::default::Default)]
pub struct PlayReport {
    /// The statements that some event named.
    pub used: BTreeSet<Span>,
    /// For each statement, the finished matches in which it could have been used.
    pub tried: SortedMap<Span, u64>,
    /// The defaults that some event named, each with the first setting.
    pub defaults: BTreeMap<ClauseId, usize>,
    /// The first setting in which a game did not end by itself, and how.
    pub endless: Option<(usize, Endless)>,
    /// A player without a store has captured.
    pub captured_nowhere: bool,
    /// The first setting in which the engine gave up, and the statement.
    pub too_much_work: Option<(Setting, Option<Span>)>,
    /// The first setting that was not played because the work was used up.
    pub first_left_out: Option<Setting>,
    /// The first pair of variations that was not played because there are too many.
    pub first_pair_left_out: Option<(String, String)>,
    /// The first setting in which the first player cannot move at the beginning, and that player.
    pub stuck: Option<(usize, Seat)>,
    /// How the games of all settings went.
    pub tally: PlayTally,
}

/// Why a game counts as endless.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endless {
    /// Positions occurred again, and only the default ended it.
    Circles,
    /// It was not over after that many choices.
    Long(usize),
}

impl PlayReport {
    /// Adds the clauses that the events of a game name.
    pub fn add_events(&mut self, engine: &Engine, setting: usize, events: &[Event]) {
        for event in events.iter().filter(|e| !matches!(e.kind, EventKind::GameBegan(_))) {
            self.captured_nowhere |= is_captured_nowhere(engine, event);
            if event.kind == EventKind::GivenUp && self.too_much_work.is_none() {
                let clause = engine.model().clause(event.clause);
                let at = (!clause.default).then_some(clause.span);
                self.too_much_work = Some((Setting::default(), at));
            }
            for id in game_tests::clauses_of(std::slice::from_ref(event)) {
                self.record_clause(engine, setting, id);
            }
        }
    }

    /// Adds clauses that the events of a test name.
    pub fn name_all(&mut self, engine: &Engine, clauses: impl IntoIterator<Item = ClauseId>) {
        let clauses = clauses.into_iter().map(|id| engine.model().clause(id));
        self.used.extend(clauses.filter(|clause| !clause.default).map(|clause| clause.span));
    }

    /// Plays a game with every pair of variations that makes one, to find where the engine gives
    /// up.
    pub fn play_pairs(&mut self, description: &Description, effort: Effort, stop: &StopFlag) {
        let few = Effort { games: 1, choices: effort.probe_choices, ..effort };
        let allowance = WorkAllowance::of(effort.work);
        let mut clauses = 0;
        for setting in settings::pairs(description) {
            if self.too_much_work.is_some() || stop.is_set() {
                return;
            }
            if allowance.is_spent() || clauses > effort.clauses {
                let [one, other] = setting.variations.as_slice() else { return };
                self.first_pair_left_out = Some((one.clone(), other.clone()));
                return;
            }
            // Many variations are alternatives, and do not go together.
            let Some(model) = description.build(&setting).0 else {
                clauses += REFUSED;
                continue;
            };
            clauses += model.clauses.len();
            let game = SubjectGame { setting, model: Arc::new(model) };
            let mut played = PlayReport::default();
            played.play_match(&MatchSetting::new(&game, &BTreeSet::new()), 0, 0, few, stop);
            self.too_much_work = played.too_much_work;
        }
    }

    fn record_clause(&mut self, engine: &Engine, setting: usize, id: ClauseId) {
        let clause = engine.model().clause(id);
        if clause.default {
            self.defaults.entry(id).or_insert(setting);
        } else {
            self.used.insert(clause.span);
        }
    }

    /// Plays every game once, then those in which wanted statements were never used.
    pub fn play(
        &mut self,
        games: &[SubjectGame],
        wanted: &BTreeSet<Span>,
        effort: Effort,
        stop: &StopFlag,
    ) {
        let tables: Vec<MatchSetting> =
            games.iter().map(|game| MatchSetting::new(game, wanted)).collect();
        let allowance = WorkAllowance::of(effort.work);
        for (setting, (table, game)) in tables.iter().zip(games).enumerate() {
            if allowance.is_spent() {
                self.first_left_out = Some(game.setting.clone());
            }
            if allowance.is_spent() || stop.is_set() {
                return;
            }
            let probe = Effort { games: 1, choices: effort.probe_choices, ..effort };
            let effort = if game.setting.options.is_empty() { effort } else { probe };
            self.play_match(table, setting, 0, effort, stop);
        }
        for nth in 1..effort.matches {
            // Endless games show little and take long.
            if matches!(self.endless, Some((_, Endless::Long(_)))) || self.too_much_work.is_some() {
                return;
            }
            let unused = self.with_unused(&tables, effort.settings);
            if unused.is_empty() {
                break;
            }
            // If no player has a choice, all games are the same.
            let mut any_choice = false;
            for setting in unused {
                if allowance.is_spent() || stop.is_set() {
                    return;
                }
                if let Some(table) = tables.get(setting) {
                    any_choice |= self.play_match(table, setting, nth, effort, stop);
                }
            }
            if !any_choice {
                return;
            }
        }
        // What all games have in common is worth a few more.
        let Some(table) = tables.first() else { return };
        for nth in effort.matches..effort.matches + FURTHER_MATCHES {
            let enough = !self.tally.is_uniform() || allowance.is_spent() || stop.is_set();
            if enough || !self.play_match(table, 0, nth, effort, stop) {
                return;
            }
        }
    }

    /// The first settings that have a wanted statement that was never used, for each such
    /// statement.
    fn with_unused(&self, tables: &[MatchSetting], most: usize) -> BTreeSet<usize> {
        let mut tried: SortedMap<Span, usize> = SortedMap::default();
        let mut settings = BTreeSet::new();
        for (setting, table) in tables.iter().enumerate() {
            for span in table.wanted.iter().filter(|span| !self.used.contains(span)) {
                let times = tried.get_or_insert(*span, 0);
                *times += 1;
                if *times <= most {
                    settings.insert(setting);
                }
            }
        }
        settings
    }

    /// Plays a match; returns whether any player had a choice.
    fn play_match(
        &mut self,
        table: &MatchSetting,
        setting: usize,
        nth: u64,
        effort: Effort,
        stop: &StopFlag,
    ) -> bool {
        let random = ChaCha8Rng::seed_from_u64(nth << 16 | setting as u64);
        let returns = table.returns;
        let known = self.too_much_work.is_some();
        let mut run = MatchRun {
            played: self,
            engine: &table.engine,
            setting,
            random,
            effort,
            returns,
            stop,
            made: 0,
        };
        let whole = run.play();
        let made = run.made;
        if let (false, Some((setting, _))) = (known, &mut self.too_much_work) {
            setting.clone_from(&table.setting);
        }
        if whole {
            table.wanted.iter().for_each(|span| *self.tried.get_or_insert(*span, 0) += 1);
        }
        made > 0
    }
}

/// A game, and those of its statements that some game should use.
struct MatchSetting {
    setting: Setting,
    engine: Engine,
    wanted: Vec<Span>,
    /// Some condition is about positions that occur again, so no game is endless.
    returns: bool,
}

impl MatchSetting {
    fn new(game: &SubjectGame, wanted: &BTreeSet<Span>) -> MatchSetting {
        let clauses = named_by_events(&game.model).into_iter();
        let wanted = clauses.map(|c| c.span).filter(|span| wanted.contains(span)).collect();
        let returns = mentions_repetition(&game.model);
        let (setting, engine) = (game.setting.clone(), Engine::new(game.model.clone()));
        MatchSetting { setting, engine, wanted, returns }
    }
}

/// One match in progress.
struct MatchRun<'a> {
    played: &'a mut PlayReport,
    engine: &'a Engine,
    setting: usize,
    random: ChaCha8Rng,
    effort: Effort,
    returns: bool,
    stop: &'a StopFlag,
    /// Choices made so far.
    made: u64,
}

impl MatchRun<'_> {
    /// Plays the match; returns whether all its games ended.
    fn play(&mut self) -> bool {
        let (mut position, events) = self.engine.start(None);
        self.add_events(&events);
        self.first_move(&position, &events);
        for _ in 0..self.effort.games {
            self.play_game(&mut position);
            if !position.is_over() {
                return false;
            }
            match self.engine.next_game(&position) {
                Some((next, events)) => {
                    self.add_events(&events);
                    position = next;
                }
                None => break,
            }
        }
        true
    }

    fn play_game(&mut self, position: &mut Position) {
        let mut moves = 0;
        for _ in 0..self.effort.choices {
            let choices = self.engine.choices(position);
            let given_up = self.played.too_much_work.is_some();
            if choices.is_empty() || given_up || self.stop.is_set() {
                break;
            }
            if !position.answers().is_empty() {
                // No event names what makes a later answer of a move illegal.
                for (_, clause) in self.engine.illegal_choices(position) {
                    self.played.record_clause(self.engine, self.setting, clause);
                }
            }
            moves += usize::from(position.begins_move());
            self.played.tally.offered(choices.len());
            let choice = choices[(self.random.next_u64() % choices.len() as u64) as usize];
            let Ok((next, events)) = self.engine.play(position, choice) else { break };
            self.add_events(&events);
            self.made += 1;
            *position = next;
        }
        self.ending(position);
        if let Some(result) = position.result() {
            let over = (self.setting, result.clause);
            self.played.tally.add_game(result.verdict, moves, over);
        }
    }

    /// Records how the game ended, if that is of interest.
    fn ending(&mut self, position: &Position) {
        let why = position.result().map(|result| result.clause);
        let how = match why {
            Some(why) if why == DefaultClause::Repetition.clause() => Endless::Circles,
            None if self.played.too_much_work.is_some() => return,
            None if self.effort.choices > self.effort.probe_choices
                && !self.returns
                && !self.stop.is_set() =>
            {
                Endless::Long(self.effort.choices)
            }
            _ => return,
        };
        self.played.endless.get_or_insert((self.setting, how));
    }

    fn add_events(&mut self, events: &[Event]) {
        events.iter().filter(|e| moves_seeds(e)).for_each(|e| self.played.tally.acted(e.seat));
        self.played.add_events(self.engine, self.setting, events);
    }

    /// Records whether the first player cannot move at the beginning.
    fn first_move(&mut self, position: &Position, events: &[Event]) {
        if events.iter().any(|event| event.kind == EventKind::GivenUp) {
            return;
        }
        let model = self.engine.model();
        let first = model.first;
        // A forced move is made at once, and counts as a move.
        let moved = |e: &Event| {
            let section = model.clause(e.clause).section;
            moves_seeds(e) && matches!(section, SectionName::Move | SectionName::Words)
        };
        let passed = |e: &Event| matches!(e.kind, EventKind::Passed) && e.seat == first;
        let begun = events.iter().find(|e| moved(e) || passed(e));
        let stuck = begun.map_or(position.is_over(), passed);
        if stuck {
            self.played.stuck.get_or_insert((self.setting, first));
        }
    }
}

/// Whether the event moves seeds.
fn moves_seeds(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::Sowed { .. }
            | EventKind::SowedOn { .. }
            | EventKind::Captured { .. }
            | EventKind::Put { .. }
    )
}

/// Whether the event is a capture by a player without a store.
fn is_captured_nowhere(engine: &Engine, event: &Event) -> bool {
    let board = &engine.model().board;
    let store = board.seats.get(event.seat.index()).map(|seat| seat.store);
    let store = store.and_then(|store| board.places.get(store.index()));
    matches!(event.kind, EventKind::Captured { .. })
        && store.is_some_and(|place| place.kind == PlaceKind::Captured)
}
