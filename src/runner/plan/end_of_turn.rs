//! What is looked at between one move and the next.

use super::fast_path::simple_start;
use super::lane_tests::{TestFilter, for_each_disjunct};
use crate::model::Seat;
use crate::program::{MoveLaw, NumberRange, Program, Test};
use crate::runner::lanes::Lanes;

/// What is looked at when somebody is about to move after a usual move.
#[derive(Clone, Debug)]
pub(super) struct EndOfTurn<L: Lanes> {
    pub seat: Seat,
    /// What can be chosen: those of these that hold seeds.
    pub options: L::Set,
    /// Where these hold nothing a law may hold.
    pub must_feed: L::Set,
    /// That does not tell what can be chosen, or whether a law holds.
    pub needs_slow_check: bool,
    /// A choice may turn out not to be legal, whatever the laws.
    pub relays: bool,
    /// When the game may end.
    pub end_filter: TestFilter<L>,
    /// It may if there is no legal choice.
    pub no_move: bool,
    /// It may if the position stands for so many times.
    pub returns: u32,
    /// There is more to be looked at than a few lanes.
    pub rare: bool,
}

impl<L: Lanes> EndOfTurn<L> {
    /// After a move by one code, before one by another.
    pub fn of(program: &Program, after: usize, before: usize) -> EndOfTurn<L> {
        let seat = Seat((before % program.seats) as u8);
        let code = &program.codes[before];
        let options =
            simple_start(code).filter(|(_, range)| *range == NumberRange::SOME).map(|(set, _)| set);
        let mut laws = TestFilter::<L>::none();
        for law in &code.laws {
            // Whether it may hold is all that is found here; what it forbids is found on the slow path.
            let MoveLaw { when, clause: _, judges: _, test: _, if_any_can: _, begins: _ } = law;
            for_each_disjunct(when, &mut |test| laws.add(test));
        }
        let fed = laws.only_empty();
        let mut next = EndOfTurn {
            seat,
            options: options.map_or_else(L::all_lanes, L::set),
            must_feed: fed.unwrap_or_else(L::all_lanes),
            needs_slow_check: options.is_none() || fed.is_none(),
            relays: code.needs_trial,
            end_filter: TestFilter::none(),
            no_move: false,
            returns: u32::MAX,
            rare: false,
        };
        for case in program.codes[after].end.get(seat.index()).into_iter().flatten().flatten() {
            for_each_disjunct(&case.test, &mut |test| next.add_end(test));
        }
        next.rare = next.needs_slow_check || next.returns <= 1 || !next.end_filter.is_simple();
        next
    }

    /// What must not be empty, that somebody can move and nothing ends.
    pub fn must_be_occupied(&self) -> [L::Set; 3] {
        [self.options, self.must_feed, self.end_filter.empty]
    }

    /// The game may end where that holds.
    fn add_end(&mut self, test: &Test) {
        // Where nobody can choose anything more is looked at in any case.
        let looked_at = matches!(test, Test::Empty(set) if L::set(set) == self.options)
            && !self.needs_slow_check;
        if let Test::Returns(times) = test {
            self.returns = self.returns.min(*times);
        } else if matches!(test, Test::NoMove(seat) if *seat == self.seat) && !self.relays {
            self.no_move = true;
        } else if !looked_at {
            self.end_filter.add(test);
        }
    }
}
