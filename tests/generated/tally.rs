//! Counts what generated descriptions use and do in play.

use crate::support::ideas::{IDEAS, said, statements};
use mnc::engine::{Deciding, Engine, Event, EventKind, Position};
use mnc::model::{ClauseId, DefaultClause as Rule, Model};
use std::collections::{BTreeMap, BTreeSet};

/// Things that one description does.
pub type Does = BTreeSet<String>;

/// How many descriptions do each thing.
pub type Counts = BTreeMap<String, u32>;

/// What the games of one description have done.
#[derive(Default)]
pub struct Seen {
    /// The clauses that events named.
    clauses: BTreeSet<ClauseId>,
    pub does: Does,
}

impl Seen {
    /// Records an event.
    pub fn event(&mut self, engine: &Engine, event: &Event) {
        self.clauses.insert(event.clause);
        let text = &engine.model().clause(event.clause).text;
        let mut does = |what: &str| self.does.insert(what.to_owned());
        if text.starts_with("the sowing never ends") {
            does("stops a sowing that never ends");
        }
        match &event.kind {
            EventKind::Sowed { lap, by, .. } => {
                self.clauses.extend(by.iter().copied());
                if *lap > 1 {
                    does("relays");
                }
            }
            EventKind::SowedOn { .. } => {
                does("relays on and on");
            }
            EventKind::Captured { from } => {
                does("captures");
                if ["the run of", "repeat from"].iter().any(|words| text.contains(words)) {
                    does("captures and so on");
                }
                if from.len() > 1 || text.contains("repeat from") {
                    does("captures several holes");
                }
            }
            EventKind::Put { .. } => {
                does("puts seeds elsewhere");
            }
            EventKind::Passed => {
                does("passes");
            }
            EventKind::Again => {
                does("plays again");
            }
            EventKind::TurnOf(_) => {
                does("has several moves in a turn");
            }
            EventKind::AtOnce => {
                does("moves at once");
            }
            EventKind::StageBegan(..) => {
                does("enters a stage");
            }
            EventKind::Marked(..) | EventKind::MarkedPlayer(..) => {
                does("marks");
            }
            EventKind::Noted(..) => {
                does("notes");
            }
            EventKind::Undone => {
                does("undoes what is judged");
            }
            EventKind::Closed(_) => {
                does("closes");
            }
            EventKind::Owns(_) => {
                does("gives a hole away");
            }
            EventKind::Fell(..) => {
                does("lets a stone fall");
            }
            EventKind::Among(..) => {
                does("takes stones");
            }
            EventKind::Filled(..) => {
                does("fills");
            }
            EventKind::GameBegan(2..) => {
                does("goes on to a second game");
            }
            EventKind::MatchOver { .. } => {
                does("ends a match");
            }
            EventKind::GameOver { .. } => {
                for kind in ends(engine.model(), event.clause) {
                    does(&format!("ends by {kind}"));
                }
            }
            _ => {}
        }
    }

    /// Records a decision, with its illegal answers.
    pub fn asked(&mut self, engine: &Engine, position: &Position) {
        self.clauses.extend(position.asks());
        if position.is_under_way() && !position.is_opening() && !position.is_between_games() {
            self.does.insert("chooses in mid-move".to_owned());
        }
        if position.deciding() == Some(Deciding::Seed) {
            self.does.insert("asks which seed falls".to_owned());
        }
        for (_, clause) in engine.illegal_choices(position) {
            self.clauses.insert(clause);
            if clause.index() >= Rule::COUNT {
                self.does.insert("judges a move".to_owned());
            } else {
                self.does.insert("bars a sowing without end".to_owned());
            }
        }
    }

    /// Records the ideas of the statements that were used in play.
    pub fn ideas(&mut self, model: &Model) {
        let played = self.clauses.iter().filter(|id| id.index() >= Rule::COUNT);
        let played: Vec<&str> = played.map(|id| model.clause(*id).text.as_str()).collect();
        // The statements are indented, as below a heading.
        let text: String = played.iter().map(|text| format!("  {text}\n")).collect();
        self.text(&text);
    }

    /// Records the ideas of a text.
    pub fn text(&mut self, text: &str) {
        let statements = statements(text);
        (0..IDEAS.len()).filter(|n| !said(*n, &statements).is_empty()).for_each(|n| self.idea(n));
    }

    /// Records an idea.
    pub fn idea(&mut self, nth: usize) {
        self.does.insert(idea(nth));
    }
}

/// The key under which an idea is counted.
pub fn idea(nth: usize) -> String {
    format!("idea {:2}, {}", nth + 1, IDEAS[nth].0)
}

/// The kinds of statement that ended a game.
fn ends(model: &Model, clause: ClauseId) -> Vec<&'static str> {
    const KINDS: [(&str, &str); 8] = [
        ("end game", "end game"),
        ("wins", "wins"),
        ("loses", "loses"),
        ("draw", "draw"),
        ("the position returns", "the position returning"),
        ("are left", "seeds left"),
        ("at any time", "a case at any time"),
        ("has no move", "a player without a move"),
    ];
    if clause.index() < Rule::COUNT {
        return vec!["a default"];
    }
    let text = &model.clause(clause).text;
    KINDS.iter().filter(|(words, _)| text.contains(words)).map(|(_, kind)| *kind).collect()
}
