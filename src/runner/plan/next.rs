//! What is looked at between one move and the next.

use super::look::{Signs, each_sign};
use super::quick::begin;
use crate::model::Seat;
use crate::program::{Program, Range, Test};
use crate::runner::lanes::Lanes;

/// What is looked at when somebody is about to move after a usual move.
#[derive(Clone, Debug)]
pub(super) struct Next<L: Lanes> {
    pub seat: Seat,
    /// What can be chosen: those of these that hold seeds.
    pub options: L::Set,
    /// Where these hold nothing a law may hold.
    pub fed: L::Set,
    /// That does not tell what can be chosen, or whether a law holds.
    pub other: bool,
    /// A choice may turn out not to be legal, whatever the laws.
    pub relays: bool,
    /// When the game may end.
    pub ends: Signs<L>,
    /// It may if there is no legal choice.
    pub no_move: bool,
    /// It may if the position stands for so many times.
    pub returns: u32,
    /// There is more to be looked at than a few lanes.
    pub rare: bool,
}

impl<L: Lanes> Next<L> {
    /// After a move by one code, before one by another.
    pub fn of(program: &Program, after: usize, before: usize) -> Next<L> {
        let seat = Seat((before % program.seats) as u8);
        let code = &program.codes[before];
        let options = begin(code).filter(|(_, range)| *range == Range::SOME).map(|(set, _)| set);
        let mut laws = Signs::<L>::none();
        code.laws.iter().for_each(|law| each_sign(&law.when, &mut |test| laws.add(test)));
        let fed = laws.only_empty();
        let mut next = Next {
            seat,
            options: options.map_or_else(L::every, L::set),
            fed: fed.unwrap_or_else(L::every),
            other: options.is_none() || fed.is_none(),
            relays: code.relays,
            ends: Signs::none(),
            no_move: false,
            returns: u32::MAX,
            rare: false,
        };
        for case in program.codes[after].end.get(seat.index()).into_iter().flatten().flatten() {
            each_sign(&case.test, &mut |test| next.add_end(test));
        }
        next.rare = next.other || next.returns <= 1 || !next.ends.are_few();
        next
    }

    /// What must not be empty, that somebody can move and nothing ends.
    pub fn needed(&self) -> [L::Set; 3] {
        [self.options, self.fed, self.ends.empty]
    }

    /// The game may end where that holds.
    fn add_end(&mut self, test: &Test) {
        match test {
            Test::NoMove(seat) if *seat == self.seat && !self.relays => self.no_move = true,
            Test::Returns(times) => self.returns = self.returns.min(*times),
            // Where nobody can choose anything more is looked at in any case.
            Test::Empty(set) if L::set(set) == self.options && !self.other => {}
            test => self.ends.add(test),
        }
    }
}
