//! Games played at random: which statements are used, how games end.

use super::Game;
use crate::engine::{Engine, Event, EventKind, Position};
use crate::model::{ClauseId, Default, Seat};
use crate::proof;
use crate::span::Span;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

/// How much is played. The same effort gives the same games on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Matches with each setting, at most.
    pub matches: u64,
    /// Matches with each setting, at least.
    pub at_least: u64,
    /// Games of a match.
    pub games: usize,
    /// Decisions of a game, after which it counts as endless.
    pub decisions: usize,
    /// All that is done, in seeds sown and answers tried.
    pub work: u64,
}

impl std::default::Default for Effort {
    fn default() -> Effort {
        Effort { matches: 200, at_least: 3, games: 4, decisions: 3000, work: 4_000_000 }
    }
}

/// What happened in the games that were played.
#[derive(Clone, Debug, std::default::Default)]
pub struct Played {
    /// The statements that some event named.
    pub used: BTreeSet<Span>,
    /// The defaults of the language that some event named, and the first setting.
    pub defaults: BTreeMap<ClauseId, usize>,
    /// Settings in which a game did not end by itself: the first, and how.
    pub endless: Option<(usize, Endless)>,
    /// Settings in which the first player has no move at the beginning: the first, and who it is.
    pub stuck: Option<(usize, Seat)>,
}

/// How a game did not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endless {
    /// Positions came back, and only the default ended it.
    Circles,
    /// It was not over after so many decisions.
    Long(usize),
}

impl Played {
    /// Adds what the events of a game name.
    pub fn hear(&mut self, engine: &Engine, setting: usize, events: &[Event]) {
        for event in events.iter().filter(|e| !matches!(e.kind, EventKind::GameBegan(_))) {
            for id in proof::named(std::slice::from_ref(event)) {
                self.name(engine, setting, id);
            }
        }
    }

    /// Adds clauses that were named by the events of a test.
    pub fn name_all(&mut self, engine: &Engine, clauses: impl IntoIterator<Item = ClauseId>) {
        let clauses = clauses.into_iter().map(|id| engine.model().clause(id));
        self.used.extend(clauses.filter(|clause| !clause.default).map(|clause| clause.span));
    }

    fn name(&mut self, engine: &Engine, setting: usize, id: ClauseId) {
        let clause = engine.model().clause(id);
        if clause.default {
            self.defaults.entry(id).or_insert(setting);
        } else {
            self.used.insert(clause.span);
        }
    }

    /// Plays the games, as long as some of the wanted statements were never used.
    pub fn play(
        &mut self,
        games: &[Game],
        wanted: &BTreeSet<Span>,
        effort: Effort,
        stop: &AtomicBool,
    ) {
        let mut tables: Vec<Table> = games.iter().map(|game| Table::new(game, wanted)).collect();
        let mut work = 0;
        for nth in 0..effort.matches {
            let mut played = false;
            for (setting, table) in tables.iter_mut().enumerate() {
                let wanted = nth < effort.at_least || table.has_unused(&self.used);
                if !wanted || work > effort.work || stop.load(Ordering::Relaxed) {
                    continue;
                }
                played = true;
                let seed = nth << 16 | setting as u64;
                let random = ChaCha8Rng::seed_from_u64(seed);
                let mut run = Run { played: self, engine: &table.engine, setting, random, effort };
                work += run.play_match(stop);
            }
            if !played {
                return;
            }
        }
    }
}

/// A game and the statements of it that some game should use.
struct Table {
    engine: Engine,
    unused: Vec<Span>,
}

impl Table {
    fn new(game: &Game, wanted: &BTreeSet<Span>) -> Table {
        let clauses = super::subject::named_by_events(&game.model).into_iter();
        let unused = clauses.map(|c| c.span).filter(|span| wanted.contains(span)).collect();
        Table { engine: Engine::new(game.model.clone()), unused }
    }

    fn has_unused(&mut self, used: &BTreeSet<Span>) -> bool {
        self.unused.retain(|span| !used.contains(span));
        !self.unused.is_empty()
    }
}

/// One match.
struct Run<'a> {
    played: &'a mut Played,
    engine: &'a Engine,
    setting: usize,
    random: ChaCha8Rng,
    effort: Effort,
}

impl Run<'_> {
    /// Plays a match; how much work it was.
    fn play_match(&mut self, stop: &AtomicBool) -> u64 {
        let (mut position, events) = self.engine.start(None);
        self.hear(&events);
        self.first_move(&position, &events);
        let mut work = 0;
        for _ in 0..self.effort.games {
            work += self.play_game(&mut position, stop);
            match self.engine.next_game(&position) {
                Some((next, events)) => {
                    self.hear(&events);
                    position = next;
                }
                None => break,
            }
        }
        work
    }

    fn play_game(&mut self, position: &mut Position, stop: &AtomicBool) -> u64 {
        let mut work = 0;
        for _ in 0..self.effort.decisions {
            let choices = self.engine.choices(position);
            if choices.is_empty() || stop.load(Ordering::Relaxed) {
                break;
            }
            if !position.answers().is_empty() {
                // What bars a later answer of a move is told by no event.
                for (_, clause) in self.engine.barred(position) {
                    self.played.name(self.engine, self.setting, clause);
                }
            }
            let choice = choices[(self.random.next_u64() % choices.len() as u64) as usize];
            let Ok((next, events)) = self.engine.play(position, choice) else { break };
            self.hear(&events);
            work += (choices.len() as u64 + 1) * (8 + sown(&events));
            *position = next;
        }
        let why = position.result().map(|result| result.why);
        if why == Some(Default::Repetition.clause()) {
            self.played.endless.get_or_insert((self.setting, Endless::Circles));
        } else if why.is_none() && !stop.load(Ordering::Relaxed) {
            let long = Endless::Long(self.effort.decisions);
            self.played.endless.get_or_insert((self.setting, long));
        }
        work
    }

    fn hear(&mut self, events: &[Event]) {
        self.played.hear(self.engine, self.setting, events);
    }

    /// Whether the first player can move at the beginning.
    fn first_move(&mut self, position: &Position, events: &[Event]) {
        let first = self.engine.model().first;
        let passed = |e: &Event| matches!(e.kind, EventKind::Passed) && e.seat == first;
        if position.is_over() || events.iter().any(passed) {
            self.played.stuck.get_or_insert((self.setting, first));
        }
    }
}

/// Seeds that have fallen.
fn sown(events: &[Event]) -> u64 {
    let seeds = events.iter().map(|event| match &event.kind {
        EventKind::Sowed { seeds, .. } => u64::from(*seeds),
        _ => 0,
    });
    seeds.sum()
}
