//! Recorded games whose events count as used statements, next to those of the tests.

use crate::cli::files::{self, FileKind};
use crate::cli::record;
use mnc::diagnostic::visible::escape;
use mnc::engine::WorkAllowance;
use mnc::game_tests::Coverage;
use mnc::library::normalize_name;
use mnc::notation::Record;
use mnc::resolve::Description;
use mnc::session::{RulesMatch, resume};
use std::path::PathBuf;

/// Limit on the work of replaying the recorded games of a description.
const MAX_REPLAY_WORK: u64 = 20_000_000_000;

/// The recorded games that are named on the command line.
#[derive(Default)]
pub struct RecordedGames {
    /// The name of each file, and what it records.
    games: Vec<(String, Record)>,
}

/// The recorded games of one description.
#[derive(Default)]
pub struct ReplayedGames {
    /// How many were counted.
    pub counted: usize,
    /// Those that were not: the name of the file, and why.
    pub not_counted: Vec<(String, String)>,
}

impl RecordedGames {
    /// Reads files, and all recorded games in folders.
    ///
    /// # Errors
    /// Which cannot be read and why, one line each.
    pub fn read(paths: &[PathBuf]) -> Result<RecordedGames, Vec<String>> {
        let (mut games, mut wrong) = (Vec::new(), Vec::new());
        for found in files::at(FileKind::Record, paths) {
            let read = found.map_err(record::RecordFileError::Unreadable);
            let named = |path: PathBuf| (path.display().to_string(), record::read(&path));
            match read.map(named) {
                Ok((name, Ok(game))) => games.push((name, game)),
                Ok((name, Err(error))) => wrong.push(format!("{name}: {}", error.to_line())),
                Err(error) => wrong.push(error.to_line()),
            }
        }
        if wrong.is_empty() { Ok(RecordedGames { games }) } else { Err(wrong) }
    }

    /// Replays those of a description, and counts the statements of their events. Only games by the rules of the
    /// description as it is now count.
    pub fn count(&self, description: &Description, coverage: &mut Coverage) -> ReplayedGames {
        let allowance = WorkAllowance::of(MAX_REPLAY_WORK);
        let mut replayed = ReplayedGames::default();
        let of_this = normalize_name(&description.name);
        for (name, game) in self.games.iter().filter(|(_, g)| normalize_name(&g.game) == of_this) {
            let counted = match allowance.is_spent() {
                true => Err("the games before it took too much work".to_owned()),
                false => match resume(description, game.clone()) {
                    Ok(resumed) if matches!(resumed.rules, RulesMatch::Changed { .. }) => {
                        Err("it was played by other rules".into())
                    }
                    Ok(resumed) => {
                        coverage.add_record(&resumed.trail);
                        Ok(())
                    }
                    Err(error) => Err(error.to_string()),
                },
            };
            match counted {
                Ok(()) => replayed.counted += 1,
                Err(why) => {
                    replayed.not_counted.push((escape(name).into_owned(), escape(&why).into()))
                }
            }
        }
        replayed
    }
}
