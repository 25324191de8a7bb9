//! How much the random games of a check do.

/// How much is played. The same effort plays the same games on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Limit on the matches of a setting.
    pub matches: u64,
    /// Settings that are tried for a statement that was never used.
    pub settings: usize,
    /// Games of a match.
    pub games: usize,
    /// Choices in a game, after which it counts as endless.
    pub choices: usize,
    /// Choices in the single game that is played with each value of an option.
    pub probe_choices: usize,
    /// Limit on the engine's work, in units of [`work_done`](crate::engine::work_done); the pairs have the same limit again.
    pub work: u64,
    /// Pairs of variations are played until their games have this many clauses in total.
    pub clauses: usize,
}

impl std::default::Default for Effort {
    fn default() -> Effort {
        let (choices, probe_choices, work) = (3000, 150, 600_000_000);
        let clauses = 20_000;
        Effort { matches: 200, settings: 2, games: 4, choices, probe_choices, work, clauses }
    }
}

impl Effort {
    /// For authors with time: about ten times as much.
    pub fn thorough() -> Effort {
        let usual = Effort::default();
        Effort {
            matches: usual.matches * 10,
            settings: usual.settings * 2,
            work: usual.work * 20,
            clauses: usual.clauses * 10,
            ..usual
        }
    }
}
