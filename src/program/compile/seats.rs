//! The rules of each player. Where there is much to read each has a thread of his own.

use super::{Compiler, Noted};
use crate::model::{Model, Seat};
use crate::program::{Code, Meaning};
use crate::threads;
use std::thread::{Scope, ScopedJoinHandle};

/// What has been made of a player's rules.
struct OfSeat {
    /// One for each stage.
    codes: Vec<Code>,
    lanes: Vec<Meaning>,
    asks: Asks,
    /// They come to too much.
    too_large: bool,
}

/// What somebody has asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Asks {
    sown: bool,
    compared: i64,
    fleeting: [bool; 2],
    origin: bool,
    turn: bool,
    earlier: bool,
}

impl<'m> Compiler<'m> {
    /// The rules of all players, for each stage those of each player.
    pub(super) fn codes_of_all(&self) -> Vec<Code> {
        let beside = self.threads && self.is_much();
        let mut of_seats = std::thread::scope(|scope| {
            let others = self
                .seats()
                .skip(1)
                .map(|seat| (seat, beside.then(|| self.begin_aside(seat, scope))));
            let others: Vec<_> = others.collect();
            let mut all = vec![self.codes_of(Seat(0))];
            for (seat, begun) in others {
                let made = threads::end(begun.flatten()).and_then(|made| self.take_over(made));
                all.push(made.unwrap_or_else(|| self.codes_of(seat)));
            }
            all.into_iter().map(Vec::into_iter).collect::<Vec<_>>()
        });
        let of_stage = |_| of_seats.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>();
        (0..self.model.stages.len()).flat_map(of_stage).collect()
    }

    fn codes_of(&self, seat: Seat) -> Vec<Code> {
        self.noted.size.begin(self.model.seats());
        self.model.stages.iter().map(|stage| self.code(stage, seat)).collect()
    }

    /// Begins to read a player's rules, on a thread.
    fn begin_aside<'s>(
        &self,
        seat: Seat,
        scope: &'s Scope<'s, '_>,
    ) -> Option<ScopedJoinHandle<'s, OfSeat>>
    where
        'm: 's,
    {
        let (model, fixed) = (self.model, self.fixed);
        let (fleeting, lanes) =
            (self.fleeting.map(|lane| lane.is_some()), self.lanes.borrow().clone());
        let read = move || {
            let noted = Noted::default();
            let compiler = Compiler::new(model, fixed, &noted, fleeting);
            compiler.lanes.replace(lanes);
            let codes = compiler.codes_of(seat);
            let too_large = noted.size.is_too_large();
            OfSeat { codes, asks: compiler.asks(), lanes: compiler.lanes.take(), too_large }
        };
        threads::begin(scope, read)
    }

    /// What has been made elsewhere, if it is what would have been made here.
    fn take_over(&self, made: OfSeat) -> Option<Vec<Code>> {
        if made.too_large {
            self.noted.size.is_too_large_elsewhere();
        }
        let (here, there) = (self.asks(), made.asks);
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
        let [caught, hand] = here.fleeting;
        self.asks_fleeting.set([caught || there.fleeting[0], hand || there.fleeting[1]]);
        Some(made.codes)
    }

    fn asks(&self) -> Asks {
        Asks {
            sown: self.asks_sown.get(),
            compared: self.compared.get(),
            fleeting: self.asks_fleeting.get(),
            origin: self.asks_origin.get(),
            turn: self.asks_turn.get(),
            earlier: self.asks_earlier.get(),
        }
    }

    /// Whether it takes longer to read a player's rules than to begin a thread.
    fn is_much(&self) -> bool {
        /// Found by measuring all shipped games: of less, most are read sooner without a thread.
        const MUCH: usize = 600;
        let Model { clauses, board, stages, .. } = self.model;
        clauses.len() * board.holes * stages.len() >= MUCH
    }
}
