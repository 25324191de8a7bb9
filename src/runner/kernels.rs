//! Which clauses run on which kernel, as text.

use super::hybrid::HybridRunner;
use super::{Runner, SizedRunner, lanes::Lanes};
use crate::model::Model;
use std::fmt::Write as _;

/// What is the same for lanes of every size.
struct KernelReport {
    codes: Vec<super::plan::CodeKernels>,
    interleaved: bool,
    batch: bool,
}

impl<L: Lanes> From<&HybridRunner<L>> for KernelReport {
    fn from(walk: &HybridRunner<L>) -> KernelReport {
        let batch = walk.batch.as_ref();
        KernelReport {
            codes: walk.plan.kernels(),
            interleaved: walk.plan.can_interleave(),
            batch: batch.is_some_and(|batch| batch.scalar_reason().is_none()),
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
            SizedRunner::Reference(..) => None,
            SizedRunner::Small(walk) => Some(KernelReport::from(walk)),
            SizedRunner::Middle(walk) => Some(KernelReport::from(walk)),
            SizedRunner::Large(walk) => Some(KernelReport::from(walk)),
            SizedRunner::Great(walk) => Some(KernelReport::from(walk)),
            SizedRunner::Wide(walk) => Some(KernelReport::from(walk)),
            SizedRunner::Huge(walk) => Some(KernelReport::from(walk)),
        };
        let Some(plans) = plans else { return "kernels: the reference engine runs all\n".into() };
        let mut text = String::new();
        for kernels in &plans.codes {
            let _ = writeln!(text, "kernels, {}", self.program.heading(kernels.code_index, model));
            for runs in &kernels.clauses {
                let places = match runs.places.is_empty() {
                    true => String::new(),
                    false => format!(" {}", self.program.names(&runs.places, model)),
                };
                let _ = writeln!(text, "  {}{places}: {}", runs.section, runs.kernel);
            }
        }
        let alone =
            if plans.interleaved { "the moves of many interleaved" } else { "move by move" };
        let perft = match plans.batch {
            true => format!("many positions at a time; where one may return, {alone}"),
            false => alone.into(),
        };
        let _ = writeln!(text, "perft: {perft}");
        let random = match (self.batch_support.no_batch, self.batch_support.scalar_laps) {
            (Some(why), _) => format!("one at a time ({why})"),
            (None, None) => "many at a time".into(),
            (None, Some(why)) => format!("many at a time, the laps of each by itself ({why})"),
        };
        let _ = writeln!(text, "random games: {random}");
        text
    }
}
