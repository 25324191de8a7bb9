//! Lowers the rules of each player, on threads of their own if the rules are large.

use super::{Compiler, ReadTracker};
use crate::model::{Model, Seat};
use crate::program::{Code, LaneRole};
use crate::threads;
use std::thread::{Scope, ScopedJoinHandle};

/// The result for one player.
struct SeatCodes {
    /// One for each stage.
    codes: Vec<Code>,
    lanes: Vec<LaneRole>,
    asks: FeatureUse,
    /// The memory limit was exceeded.
    too_large: bool,
}

/// What rules have read.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FeatureUse {
    sown: bool,
    compared: i64,
    transient: [bool; 2],
    origin: bool,
    turn: bool,
    earlier: bool,
    before_fall: bool,
}

impl<'m> Compiler<'m> {
    /// The codes of all players, by stage, then by seat.
    pub(super) fn codes_of_all(&self) -> Vec<Code> {
        let on_threads = self.threads && self.is_large();
        let mut of_seats = std::thread::scope(|scope| {
            let others = self
                .seats()
                .skip(1)
                .map(|seat| (seat, on_threads.then(|| self.spawn(seat, scope))));
            let others: Vec<_> = others.collect();
            let mut all = vec![self.codes_of(Seat(0))];
            for (seat, begun) in others {
                let made = threads::join(begun.flatten()).and_then(|made| self.merge(made));
                all.push(made.unwrap_or_else(|| self.codes_of(seat)));
            }
            all.into_iter().map(Vec::into_iter).collect::<Vec<_>>()
        });
        let of_stage = |_| of_seats.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>();
        (0..self.model.stages.len()).flat_map(of_stage).collect()
    }

    fn codes_of(&self, seat: Seat) -> Vec<Code> {
        self.tracker.size.begin_seat(self.model.seats());
        self.model.stages.iter().map(|stage| self.code(stage, seat)).collect()
    }

    /// Starts lowering a player's rules on a thread.
    fn spawn<'s>(
        &self,
        seat: Seat,
        scope: &'s Scope<'s, '_>,
    ) -> Option<ScopedJoinHandle<'s, SeatCodes>>
    where
        'm: 's,
    {
        let (model, fixed) = (self.model, self.fixed);
        let (transient, lanes) =
            (self.transient.map(|lane| lane.is_some()), self.lanes.borrow().clone());
        let read = move || {
            let tracker = ReadTracker::default();
            let compiler = Compiler::new(model, fixed, &tracker, transient);
            compiler.lanes.replace(lanes);
            let codes = compiler.codes_of(seat);
            let too_large = tracker.size.is_too_large();
            SeatCodes {
                codes,
                asks: compiler.feature_use(),
                lanes: compiler.lanes.take(),
                too_large,
            }
        };
        threads::spawn(scope, read)
    }

    /// Takes over a result from another thread, if it is what would have been made here.
    fn merge(&self, made: SeatCodes) -> Option<Vec<Code>> {
        if made.too_large {
            self.tracker.size.is_too_large_elsewhere();
        }
        let (here, there) = (self.feature_use(), made.asks);
        let mut lanes = self.lanes.borrow_mut();
        let same = lanes.iter().zip(&made.lanes).all(|(a, b)| a == b);
        if !same || here.origin != there.origin {
            return None;
        }
        let known = lanes.len();
        lanes.extend(made.lanes.into_iter().skip(known));
        self.compared.set(here.compared.max(there.compared));
        self.asks_sown.set(here.sown || there.sown);
        self.asks_turn.set(here.turn || there.turn);
        self.asks_earlier.set(here.earlier || there.earlier);
        self.asks_before_fall.set(here.before_fall || there.before_fall);
        let [caught, hand] = here.transient;
        self.reads_transient.set([caught || there.transient[0], hand || there.transient[1]]);
        Some(made.codes)
    }

    fn feature_use(&self) -> FeatureUse {
        FeatureUse {
            sown: self.asks_sown.get(),
            compared: self.compared.get(),
            transient: self.reads_transient.get(),
            origin: self.asks_origin.get(),
            turn: self.asks_turn.get(),
            earlier: self.asks_earlier.get(),
            before_fall: self.asks_before_fall.get(),
        }
    }

    /// Whether lowering a player's rules takes longer than starting a thread.
    fn is_large(&self) -> bool {
        /// Measured with all shipped games: below this, most are faster without a thread.
        const MUCH: usize = 600;
        let Model { clauses, board, stages, .. } = self.model;
        clauses.len() * board.holes * stages.len() >= MUCH
    }
}
