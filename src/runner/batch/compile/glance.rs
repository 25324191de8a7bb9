//! Before a move: what is looked at in all games, most of which nothing comes of.

use super::{Build, Made, at};
use crate::model::Seat;
use crate::program::{Act, Block, Case, Lane, Range, Relabel, Test};
use mnc_lockstep::{At, Cell, Fixed, Op};

/// Whether it is asked who has a move.
#[derive(Default)]
struct Asked(bool);

impl Relabel for Asked {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn no_move(&mut self, seat: Seat) -> Test {
        self.0 = true;
        Test::NoMove(seat)
    }
}

impl Asked {
    fn in_test(test: &Test) -> bool {
        let mut asked = Asked::default();
        asked.test(test);
        asked.0
    }

    fn in_acts(acts: &[Act]) -> bool {
        let mut asked = Asked::default();
        acts.iter().for_each(|act| _ = asked.act(act));
        asked.0
    }
}

/// What is said of a case as it is with nothing done yet.
struct Fitting<'p> {
    /// Whether the case fits where one of these does.
    tests: &'p [Test],
    /// Whether it matters there whether a player who can choose something has a move.
    unsure: bool,
}

impl<T: Cell> Build<'_, T> {
    /// What can be chosen, how often the position stood before, and where it has to be found out whether any
    /// sowing comes to an end.
    pub(super) fn look(&mut self) -> Made<()> {
        self.look_round();
        if !self.relays() {
            return Ok(());
        }
        let ready = self.fixed(Fixed::Ready);
        let going = self.not_over(ready);
        let fits = self.fits_of_ends(going, |case| case.unsure)?;
        if !fits.is_empty() {
            let stuck = self.is(self.fixed(Fixed::Choices), T::NONE, going);
            let under = self.and_not(going, stuck);
            self.op(Op::Occupied { to: self.fixed(Fixed::Unsure), of: fits.into(), under });
        }
        Ok(())
    }

    /// Where nothing rare comes of it: no end, no pass. Where that is not sure the game is noted as rare.
    /// `None`: it is nowhere sure.
    pub(super) fn glance(&mut self) -> Made<Option<Vec<Op<T>>>> {
        if !self.cases_of_ends().all(ends) {
            // What returns is the position as it was before that.
            return if self.returns() { Err("the end changes what may return") } else { Ok(None) };
        }
        self.list(|b| {
            let (ready, rare) = (b.fixed(Fixed::Ready), b.fixed(Fixed::Rare));
            let going = b.not_over(ready);
            let choices = b.fixed(Fixed::Choices);
            let mut any = vec![b.and_not(ready, going), b.is(choices, T::NONE, going)];
            any.extend(b.fits_of_ends(going, |_| true)?);
            any.extend(b.often(going));
            any.push(rare);
            let under = b.fixed(Fixed::Everything);
            b.op(Op::Occupied { to: rare, of: any.into(), under });
            b.op(Op::AndNot { to: ready, a: ready, b: rare });
            b.keep();
            let laps = b.counts_laps();
            b.op(Op::Tally { laps });
            Ok(())
        })
        .map(Some)
    }

    /// Where cases of *end* fit as it is with nothing done yet, but for what is told by the choices.
    fn fits_of_ends(&mut self, going: At, which: impl Fn(&Fitting<'_>) -> bool) -> Made<Vec<At>> {
        let mut any = Vec::new();
        for side in self.sides {
            let moving = self.moving(side, going);
            self.next = Some(side.seat);
            let mut seen: Vec<&Test> = Vec::new();
            let cases = side.ends.iter().flat_map(|(_, block)| fitting(block));
            for test in cases.filter(&which).flat_map(|case| case.tests) {
                if !seen.contains(&test) && !self.tells_of_choices(test) {
                    seen.push(test);
                    any.push(self.test(test, moving)?);
                }
            }
            self.next = None;
        }
        Ok(any)
    }

    fn cases_of_ends(&self) -> impl Iterator<Item = &Case> {
        let blocks = self.sides.iter().flat_map(|side| &side.ends);
        blocks.flat_map(|(_, block)| block.iter().flatten())
    }

    /// Whether a test holds just where no hole can be chosen, as long as nothing has been done.
    fn tells_of_choices(&self, test: &Test) -> bool {
        match test {
            Test::NoMove(seat) => self.next == Some(seat.0),
            Test::Empty(lanes) => {
                let offers = self.offers.iter().map(|(lane, _)| *lane);
                self.offered() == Some(Range::from(1))
                    && !self.has_laws()
                    && lanes.iter().map(at).eq(offers)
            }
            _ => false,
        }
    }
}

/// Whether the game is over by a case.
fn ends(case: &Case) -> bool {
    case.acts.iter().any(|act| matches!(act, Act::EndGame(_)))
}

/// The cases of a block. Who has a move matters where something is done after it has been asked; where it
/// is asked for something to be so, it matters there too. Where nothing is done at all it need not be
/// found out: who cannot but sow without end is told by the plan.
fn fitting(block: &Block) -> Vec<Fitting<'_>> {
    let cases = || block.iter().flatten();
    let all = cases().any(|case| Asked::in_test(&case.test) || Asked::in_acts(&case.acts));
    let mut asked = false;
    let told = cases().map(|case| {
        let tests = match &case.test {
            Test::Any(tests) => &**tests,
            test => std::slice::from_ref(test),
        };
        // That he has none is enough for the case, whatever else is.
        let plainly = |test: &Test| matches!(test, Test::NoMove(_));
        let of_others = tests.iter().any(|test| !plainly(test) && Asked::in_test(test));
        asked |= of_others || Asked::in_acts(&case.acts);
        // What a case does that does not end the game another may ask for.
        let unsure = asked || all && !ends(case);
        asked |= tests.iter().any(plainly);
        Fitting { tests, unsure }
    });
    told.collect()
}
