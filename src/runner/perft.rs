//! Counting the ways to play on.

use super::lanes::Lanes;
use super::plan::{Pos, Trail, Tried};
use super::walk::{At, Here, Walk};
use crate::search::{Perft, perft};
use std::hint::black_box;

impl<L: Lanes> Walk<L> {
    /// Counts the ways to play on for `depth` decisions. Every last position is really made.
    pub fn perft(&self, at: &At<L>, depth: u32) -> Perft {
        match at {
            At::Told(position) => self.told_perft(position, depth),
            At::Here(Here { pos, trail }) => {
                let mut trail = trail.clone();
                let mut counted = Perft::default();
                self.count(pos, &mut trail, depth, &mut counted);
                counted
            }
        }
    }

    fn told_perft(&self, position: &crate::engine::Position, depth: u32) -> Perft {
        if depth == 0 {
            return perft(&self.engine, position, depth);
        }
        let mut all = Perft::default();
        for choice in self.engine.choices(position) {
            let next = self.taken_up(self.engine.advance(position, choice));
            let below = self.perft(&next, depth - 1);
            all = [all, below, Perft { leaves: 0, nodes: 1 }].into_iter().sum();
        }
        all
    }

    fn count(&self, pos: &Pos<L>, trail: &mut Trail<L>, depth: u32, counted: &mut Perft) {
        if depth == 0 {
            counted.leaves += 1;
            return;
        }
        if pos.over.is_some() {
            return;
        }
        if pos.handed {
            let position = self.plan.leave(pos, trail, &self.engine);
            *counted = [*counted, self.told_perft(&position, depth)].into_iter().sum();
            return;
        }
        let mark = trail.mark();
        let (mut any, mut endless) = (false, false);
        for lane in L::each(pos.options) {
            match self.plan.make(pos, lane, trail) {
                Tried::Made(next) => {
                    any = true;
                    counted.nodes += 1;
                    if depth == 1 {
                        black_box(&next);
                        counted.leaves += 1;
                    } else {
                        self.count(&next, trail, depth - 1, counted);
                    }
                }
                Tried::Barred => {}
                Tried::Endless => endless = true,
                Tried::Handed => {
                    trail.back_to(mark);
                    match self.told(pos, trail, lane) {
                        Ok(position) => {
                            any = true;
                            counted.nodes += 1;
                            let below = self.perft(&self.taken_up(position), depth - 1);
                            *counted = [*counted, below].into_iter().sum();
                        }
                        Err(barred) => endless |= barred.endless,
                    }
                }
            }
            trail.back_to(mark);
        }
        if !any {
            let next = self.plan.unmoved(pos, endless, trail);
            self.count(&next, trail, depth, counted);
        }
    }
}
