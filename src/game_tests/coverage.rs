//! Coverage: which statements of a description occur in the events of its tests, of recorded games, and of random
//! games.

use super::{TestOutcome, clauses_of};
use crate::engine::{Engine, Event, WorkAllowance};
use crate::model::{ClauseId, Model, SectionName, walk};
use crate::notation::Trail;
use crate::resolve::Description;
use crate::runner::GameRng;
use crate::span::Span;
use crate::stop::StopFlag;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The greatest number of settings that are looked at.
const MOST_SETTINGS: usize = 400;

/// The greatest number of choices from which one is drawn.
const MOST_DRAWN: usize = 255;

/// The number of the description's own text among its sources.
const OWN_TEXT: u16 = 0;

/// How the statements of a description are used.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    statements: BTreeMap<Span, StatementUse>,
}

/// The use of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementUse {
    /// Where it is written.
    pub span: Span,
    /// Its section.
    pub section: SectionName,
    /// Its text, blanks folded.
    pub text: String,
    /// The number of tests with an event that names it.
    pub tests: u64,
    /// The number of recorded games with an event that names it.
    pub recorded: u64,
    /// The number of random games with an event that names it.
    pub games: u64,
    /// The number of events of random games that name it.
    pub events: u64,
}

impl StatementUse {
    /// Whether a test or a recorded game uses it.
    pub fn is_used(&self) -> bool {
        self.tests + self.recorded > 0
    }
}

/// Random games to play for a coverage.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// Games of each setting.
    pub games: u64,
    /// Random seed.
    pub seed: u64,
    /// The greatest number of choices of a game.
    pub most_choices: u32,
    /// Limit on the engine's work, in units of [`work_done`](crate::engine::work_done).
    pub work: u64,
}

/// The clauses of a model that events can name: all but the declarations of marks, which cause no event in
/// most games, and the way of a game that never sows.
pub fn nameable(model: &Model) -> impl Iterator<Item = ClauseId> {
    let mut silent = walk::ways_without_sowing(model);
    silent.extend(model.marks.iter().map(|mark| mark.clause));
    (0..model.clauses.len() as u16).map(ClauseId).filter(move |id| !silent.contains(id))
}

impl Coverage {
    /// The statements of the description itself, in all its settings; those of the games that it is like are
    /// left out, because their own tests cover them. None is used yet.
    pub fn of(description: &Description) -> Coverage {
        let mut coverage = Coverage::default();
        for model in models(description) {
            coverage.add_statements(&model);
        }
        coverage
    }

    fn add_statements(&mut self, model: &Model) -> bool {
        let known = self.statements.len();
        for clause in nameable(model).map(|id| model.clause(id)).filter(|clause| !clause.default) {
            if clause.span.file == OWN_TEXT {
                self.statements.entry(clause.span).or_insert_with(|| StatementUse {
                    span: clause.span,
                    section: clause.section,
                    text: clause.text.clone(),
                    tests: 0,
                    recorded: 0,
                    games: 0,
                    events: 0,
                });
            }
        }
        self.statements.len() > known
    }

    /// Counts the statements of a test.
    pub fn add_test(&mut self, outcome: &TestOutcome) {
        let Some(engine) = &outcome.engine else { return };
        self.add(engine, outcome.clauses.iter().copied(), |statement| statement.tests += 1);
    }

    /// Counts the statements of a recorded game.
    pub fn add_record(&mut self, trail: &Trail) {
        let clauses = trail.steps().iter().flat_map(|step| clauses_of(&step.events));
        self.add(trail.engine(), clauses, |statement| statement.recorded += 1);
    }

    /// Counts each statement of these clauses once.
    fn add(
        &mut self,
        engine: &Engine,
        clauses: impl Iterator<Item = ClauseId>,
        count: impl Fn(&mut StatementUse),
    ) {
        let named = clauses.map(|id| engine.model().clause(id).span);
        for span in crate::order::set(named) {
            self.statements.get_mut(&span).into_iter().for_each(&count);
        }
    }

    /// Plays random games of every setting that has a statement which the settings before it do not have,
    /// and counts the statements of their events. Returns the number of games played, and whether these are
    /// fewer than asked for: because the work is used up, or `stop` is set.
    pub fn play(
        &mut self,
        description: &Description,
        random: RandomGames,
        stop: &StopFlag,
    ) -> (u64, bool) {
        let allowance = WorkAllowance::of(random.work);
        let mut seen = Coverage::default();
        let fresh = models(description).filter(|model| seen.add_statements(model));
        let engines: Vec<Engine> = fresh.map(|model| Engine::new(Arc::new(model))).collect();
        let mut played = 0;
        for number in 0..random.games {
            for engine in &engines {
                if allowance.is_spent() || stop.is_set() {
                    return (played, true);
                }
                self.add_game(engine, GameRng::for_game(random.seed, number), random.most_choices);
                played += 1;
            }
        }
        (played, false)
    }

    fn add_game(&mut self, engine: &Engine, draw: GameRng, most_choices: u32) {
        let mut named: BTreeMap<ClauseId, u64> = BTreeMap::new();
        let mut count = |events: &[Event]| {
            clauses_of(events).for_each(|id| *named.entry(id).or_default() += 1);
        };
        let (mut position, events) = engine.start(None);
        count(&events);
        for made in 0..most_choices {
            let choices = engine.choices(&position);
            let nth = draw.one_of(choices.len().min(MOST_DRAWN) as u32, made, 0) as usize;
            let Some(choice) = choices.get(nth) else { break };
            let Ok((next, events)) = engine.play(&position, *choice) else { break };
            count(&events);
            position = next;
        }
        // If its next game can be made, what makes it counts too.
        if let Some((_, events)) = engine.next_game(&position).filter(|_| position.is_over()) {
            count(&events);
        }
        for (id, events) in named {
            if let Some(statement) = self.statements.get_mut(&engine.model().clause(id).span) {
                statement.games += 1;
                statement.events += events;
            }
        }
    }

    /// The statements, in the order of the text.
    pub fn statements(&self) -> impl Iterator<Item = &StatementUse> {
        self.statements.values()
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// The number of statements that a test or a recorded game uses.
    pub fn used(&self) -> usize {
        self.statements().filter(|statement| statement.is_used()).count()
    }

    /// The share of the statements that tests and recorded games use, from 0 to 1; 1 if there are no statements.
    pub fn share(&self) -> f64 {
        if self.is_empty() { 1.0 } else { self.used() as f64 / self.len() as f64 }
    }
}

/// The models of the settings of a description that make a game.
fn models(description: &Description) -> impl Iterator<Item = Model> {
    let (settings, _) = description.some_settings(MOST_SETTINGS);
    settings.into_iter().filter_map(|setting| description.build(&setting).0)
}
