//! Which clauses run on which kernel, as text.

use super::walk::Walk;
use super::{Run, Runner, lanes::Lanes};
use crate::model::Model;
use std::fmt::Write as _;

/// What is the same for lanes of every size.
struct Plans {
    of_codes: Vec<super::plan::Kernels>,
    abreast: bool,
    batch: bool,
}

impl<L: Lanes> From<&Walk<L>> for Plans {
    fn from(walk: &Walk<L>) -> Plans {
        let batch = walk.batch.as_ref();
        Plans {
            of_codes: walk.plan.kernels(),
            abreast: walk.plan.goes_abreast(),
            batch: batch.is_some_and(|batch| batch.aside().is_none()),
        }
    }
}

impl Runner {
    /// Which clauses run on which kernel, a line each: for each player's moves, for perft, and for random
    /// games. *In short* is one addition for each lap and one look for each thing that is to be decided,
    /// for all places at once; *clause by clause* is the program that [`Program::to_text`] writes, one
    /// position at a time; *at length* is a whole move told so.
    ///
    /// [`Program::to_text`]: crate::program::Program::to_text
    pub fn kernels_to_text(&self, model: &Model) -> String {
        let plans = match &self.run {
            Run::Reference(..) => None,
            Run::Small(walk) => Some(Plans::from(walk)),
            Run::Middle(walk) => Some(Plans::from(walk)),
            Run::Large(walk) => Some(Plans::from(walk)),
            Run::Great(walk) => Some(Plans::from(walk)),
            Run::Wide(walk) => Some(Plans::from(walk)),
            Run::Huge(walk) => Some(Plans::from(walk)),
        };
        let Some(plans) = plans else { return "kernels: the reference engine runs all\n".into() };
        let mut text = String::new();
        for kernels in &plans.of_codes {
            let _ = writeln!(text, "kernels, {}", self.program.heading(kernels.at, model));
            for runs in &kernels.clauses {
                let places = match runs.places.is_empty() {
                    true => String::new(),
                    false => format!(" {}", self.program.names(&runs.places, model)),
                };
                let _ = writeln!(text, "  {}{places}: {}", runs.of, runs.by);
            }
        }
        let alone = if plans.abreast { "the moves of many abreast" } else { "move by move" };
        let perft = match plans.batch {
            true => format!("many positions at a time; where one may return, {alone}"),
            false => alone.into(),
        };
        let _ = writeln!(text, "perft: {perft}");
        let random = match (self.many.alone, self.many.aside) {
            (Some(why), _) => format!("one at a time ({why})"),
            (None, None) => "many at a time".into(),
            (None, Some(why)) => format!("many at a time, the laps of each by itself ({why})"),
        };
        let _ = writeln!(text, "random games: {random}");
        text
    }
}
