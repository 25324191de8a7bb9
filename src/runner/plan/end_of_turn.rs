//! Checks between one move and the next.

use super::fast_path::simple_start;
use super::lane_tests::{TestFilter, for_each_disjunct};
use crate::model::Seat;
use crate::program::{MoveLaw, NumberRange, Program, Test};
use crate::runner::lanes::Lanes;

/// Checks of the fast path between a usual move and the move of `seat`.
#[derive(Clone, Debug)]
pub(super) struct EndOfTurn<L: Lanes> {
    pub seat: Seat,
    /// Those of these that hold seeds can be chosen.
    pub options: L::Set,
    /// A law can apply only if all of these are empty.
    pub must_feed: L::Set,
    /// `options` and `must_feed` do not decide which choices there are, or whether a law applies.
    pub needs_slow_check: bool,
    /// A choice may be illegal without any law.
    pub relays: bool,
    /// Matches wherever the game may end.
    pub end_filter: TestFilter<L>,
    /// The game may end if there is no legal choice.
    pub no_move: bool,
    /// The game may end if the position occurs this often; [`u32::MAX`]: never.
    pub returns: u32,
    /// The checks take more than a few lane comparisons.
    pub rare: bool,
}

impl<L: Lanes> EndOfTurn<L> {
    /// Checks after a move by the code `after`, before a move by the code `before`.
    pub fn of(program: &Program, after: usize, before: usize) -> EndOfTurn<L> {
        let seat = Seat((before % program.seats) as u8);
        let code = &program.codes[before];
        let options =
            simple_start(code).filter(|(_, range)| *range == NumberRange::SOME).map(|(set, _)| set);
        let mut laws = TestFilter::<L>::none();
        for law in &code.laws {
            // Only whether the law may apply is checked here; the slow path finds what it forbids.
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

    /// Sets of which each has to have an occupied lane; otherwise the choices, the laws or the end need a
    /// closer check.
    pub fn must_be_occupied(&self) -> [L::Set; 3] {
        [self.options, self.must_feed, self.end_filter.empty]
    }

    /// Adds a condition under which the game may end.
    fn add_end(&mut self, test: &Test) {
        // A player without options takes the slow path in any case.
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
