//! Which clauses run on which kernel, as text.

use super::hybrid::HybridRunner;
use super::{Runner, SizedRunner, lanes::Lanes};
use crate::model::Model;
use std::fmt::Write as _;

/// The parts of the report that do not depend on the lane size.
struct KernelReport {
    codes: Vec<super::plan::CodeKernels>,
    interleaved: bool,
    batch: bool,
}

impl<L: Lanes> From<&HybridRunner<L>> for KernelReport {
    fn from(runner: &HybridRunner<L>) -> KernelReport {
        let batch = runner.batch.as_ref();
        KernelReport {
            codes: runner.plan.kernels(),
            interleaved: runner.plan.can_interleave(),
            batch: batch.is_some_and(|batch| batch.scalar_reason().is_none()),
        }
    }
}

impl Runner {
    /// Which clauses run on which kernel, one per line: for each player's moves, for perft, and for random
    /// games. *Fast path*: one addition for each lap, and one comparison of all lanes for
    /// each decision. *Clause by clause* evaluates the program that [`Program::to_text`] prints, one position
    /// at a time. *Slow path*: a whole move is run in that way.
    ///
    /// [`Program::to_text`]: crate::program::Program::to_text
    pub fn kernels_to_text(&self, model: &Model) -> String {
        let plans = match &self.run {
            SizedRunner::Reference(..) => None,
            SizedRunner::Small(runner) => Some(KernelReport::from(runner)),
            SizedRunner::Middle(runner) => Some(KernelReport::from(runner)),
            SizedRunner::Large(runner) => Some(KernelReport::from(runner)),
            SizedRunner::Great(runner) => Some(KernelReport::from(runner)),
            SizedRunner::Wide(runner) => Some(KernelReport::from(runner)),
            SizedRunner::Huge(runner) => Some(KernelReport::from(runner)),
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
            (None, Some(why)) => {
                let part = if self.batch_support.scalar_choices { "moves" } else { "laps" };
                format!("many at a time, the {part} of each by itself ({why})")
            }
        };
        let _ = writeln!(text, "random games: {random}");
        text
    }
}
