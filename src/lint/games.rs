//! The games that a description makes, and queries on their models.

use crate::diagnostic::Diagnostic;
use crate::model::walk::{self, Visit};
use crate::model::{Clause, ClauseId, Model};
use crate::resolve::Setting;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A game that a description makes.
#[derive(Clone, Debug)]
pub struct SubjectGame {
    /// Its variations and options.
    pub setting: Setting,
    /// Its model.
    pub model: Arc<Model>,
}

/// A setting that does not make a game.
#[derive(Clone, Debug)]
pub struct RefusedSetting {
    /// Its variations and options.
    pub setting: Setting,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
}

/// The statements of a game that an event can name.
pub fn named_by_events(model: &Model) -> Vec<&Clause> {
    struct ClauseCollector(BTreeSet<ClauseId>);
    impl Visit for ClauseCollector {
        fn clause(&mut self, clause: ClauseId) {
            self.0.insert(clause);
        }
    }
    let mut named = ClauseCollector(BTreeSet::new());
    walk::model(model, &mut named);
    let silent = walk::ways_without_sowing(model);
    named.0.retain(|clause| !silent.contains(clause));
    named.0.into_iter().map(|id| model.clause(id)).filter(|clause| !clause.default).collect()
}

/// A setting as in a test: `with columns = 2`; empty for the game as it is.
pub fn setting_text(setting: &Setting) -> String {
    let variations = setting.variations.iter().map(|name| format!("variation \"{name}\""));
    let options = setting.options.iter().map(|(name, value)| format!("{name} = {value}"));
    let parts: Vec<String> = variations.chain(options).collect();
    if parts.is_empty() { String::new() } else { format!("with {}", parts.join(" and ")) }
}
