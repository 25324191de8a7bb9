//! The batch runner: many random games side by side, each step done in all of them at once.
//!
//! The rules are compiled to steps ([`Lockstep`]) that never branch on what happens in one game: what
//! is done there is done under an answer, yes or no for each game. Laps are sown by a machine of
//! their own: each game sows its next lap at every turn of it, whatever the others do, and those
//! whose move is over wait until there are enough of them. So do those to which something rare may
//! happen, such as the end. What is rarer still (a sowing of very many laps, say) has no steps: that
//! game is played again by the plan, from its beginning.
//!
//! Where laps have a clause for which there are no steps the plan sows them, game by game
//! ([`aside`]); all else of a turn is done in all games at once. Until a game has come to where a hole
//! is simply chosen, by the rules of its last stage, it is played by the plan, and enters then.

mod aside;
mod code;
mod compile;
mod fuse;
mod over;
mod perft;
mod table;
mod tidy;
mod trial;
mod unsure;

use super::lanes::Lanes;
use super::plan::{Plan, Pos};
use super::playout::{GoesOn, Played, Sample};
use super::walk::{At as Stand, Here, Walk};
use crate::model::Seat;
use crate::program::{Code, Lane, Number, Program, Where};
pub(super) use aside::{Answers, Sown};
use code::Lockstep;
use mnc_lockstep::{At, Cell, Fixed, Op, yes};
use over::Over;
use perft::Counted;
use table::{Alone, Entered};

/// What holds nothing in a game that nothing is being done in.
const IDLE: [Fixed; 9] = [
    Fixed::Seeds,
    Fixed::Landed,
    Fixed::Noted,
    Fixed::Over,
    Fixed::Ended,
    Fixed::Rare,
    Fixed::Left,
    Fixed::Done,
    Fixed::Waiting,
];

/// A program for many games at once, with cells as great as the game needs.
#[derive(Clone, Debug)]
pub(super) enum Batch {
    Bytes(Box<Games<u8>>),
    Words(Box<Games<u16>>),
}

/// A program for many games at once, and where they begin.
#[derive(Clone, Debug)]
pub(super) struct Games<T> {
    code: Lockstep<T>,
    /// The same without earlier positions.
    counting: Lockstep<T>,
    /// How games begin; `None`: each is played by the plan until it can go on here.
    begin: Option<Vec<Op<T>>>,
    /// What is told of games that are over.
    over: Over,
    /// A game may have to be told by the plan.
    leaves: bool,
}

impl Batch {
    /// The batch runner of a game that begins so; else what has no form in it.
    pub fn of<L: Lanes>(walk: &Walk<L>) -> Result<Batch, &'static str> {
        let program = &*walk.plan.program;
        if program.widest() <= u8::GREATEST {
            Games::of(walk).map(|games| Batch::Bytes(Box::new(games)))
        } else {
            Games::of(walk).map(|games| Batch::Words(Box::new(games)))
        }
    }

    /// Why the laps of each game are sown by the plan; `None`: all are sown at once.
    pub fn aside(&self) -> Option<&'static str> {
        match self {
            Batch::Bytes(batch) => batch.code.laps.aside,
            Batch::Words(batch) => batch.code.laps.aside,
        }
    }

    /// Counts the ways to play on from a position, and what a place holds after them; `None`:
    /// something has to be told by the plan.
    pub fn perft<L: Lanes>(
        &self,
        plan: &Plan<L>,
        here: &Pos<L>,
        depth: u32,
        place: Lane,
    ) -> Option<Counted> {
        match self {
            Batch::Bytes(batch) => batch.perft(plan, here, depth, place),
            Batch::Words(batch) => batch.perft(plan, here, depth, place),
        }
    }

    /// After fewer decisions no position returns; `u32::MAX`: none ever does.
    pub fn returns_after(&self) -> u32 {
        let plan = match self {
            Batch::Bytes(batch) => &batch.code.plan,
            Batch::Words(batch) => &batch.code.plan,
        };
        plan.soonest_return.unwrap_or(u32::MAX)
    }

    /// Plays the games of some numbers at random; they end in an order of their own.
    pub fn play_out<L: Lanes>(
        &self,
        walk: &Walk<L>,
        sample: &Sample,
        numbers: &mut dyn Iterator<Item = u64>,
        each: &mut dyn FnMut(u64, Played),
    ) {
        let alone = ByPlan(walk, sample);
        match self {
            Batch::Bytes(batch) => batch.play_out(&alone, sample, numbers, each),
            Batch::Words(batch) => batch.play_out(&alone, sample, numbers, each),
        }
    }
}

impl<T: Cell> Games<T> {
    fn of<L: Lanes>(walk: &Walk<L>) -> Result<Games<T>, &'static str> {
        let program: &Program = &walk.plan.program;
        let code = Lockstep::<T>::of(&program.last_stage(), walk.plan.most_falls())?;
        let counting = code.clone().for_counting();
        let mut code = code.with_turns();
        let begin = match walk.start() {
            Stand::Here(here) if is_simple(&here, program) => {
                let (start, offers) = laid(&code, &here.pos, here.pos.options);
                Some(begin(&mut code, &start, here.pos.mover, &offers))
            }
            _ => None,
        };
        let leaves = code.may_leave();
        let over = Over::of(&code, fewest(program));
        Ok(Games { code, counting, begin, over, leaves })
    }
}

/// Whether a game begins there with no law, and nothing before it.
fn is_simple<L: Lanes>(here: &Here<L>, program: &Program) -> bool {
    let Here { pos, trail } = here;
    let begun = trail.past().len() != 1 || !trail.earlier().is_empty();
    !begun && pos.over.is_none() && !pos.laws && !pos.opens && program.stage_lanes.is_empty()
}

/// Whether who holds the fewest wins, not who holds the most; `None`: it is judged otherwise.
fn fewest(program: &Program) -> Option<bool> {
    let of_code = |code: &Code| {
        let (fewest, counted) = code.winner.as_ref()?;
        let lanes = |number: &Number| match number {
            Number::Sum(Where::All(lanes)) => Some(*lanes),
            Number::Lane(lane) => Some((*lane).into()),
            _ => None,
        };
        let held = program.held.iter().map(|lanes| Some(*lanes));
        counted.iter().map(lanes).eq(held).then_some(*fewest)
    };
    let fewest = of_code(program.codes.first()?)?;
    program.codes.iter().all(|code| of_code(code) == Some(fewest)).then_some(fewest)
}

/// What the lanes hold in a position, and which holes can be chosen, as they are told here.
fn laid<T: Cell, L: Lanes>(
    code: &Lockstep<T>,
    pos: &Pos<L>,
    options: L::Set,
) -> (Vec<T>, Vec<bool>) {
    let seen = |lane| code.seen(pos.mover, Lane(lane));
    let lanes = (0..code.plan.lanes).map(|i| T::of(pos.lanes.get(seen(i as u8))));
    let can = |(at, _): &(At, At)| L::has(options, seen(at.0 as u8));
    (lanes.collect(), code.plan.offers.iter().map(can).collect())
}

/// Games begin where it is said.
fn begin<T: Cell>(code: &mut Lockstep<T>, start: &[T], mover: Seat, offers: &[bool]) -> Vec<Op<T>> {
    let leaves_alone = code.leaves_alone();
    let plan = &code.plan;
    let to = beginning(code, start, mover, offers, leaves_alone).into();
    let put = Op::PutEach { to, under: plan.fixed(Fixed::Fresh) };
    let kept = plan.soonest_return.map(|_| Op::KeepFresh);
    [put].into_iter().chain(kept).collect()
}

/// What the cells of a game hold that begins there; but those that it does not matter for.
fn beginning<T: Cell>(
    code: &Lockstep<T>,
    start: &[T],
    mover: Seat,
    offers: &[bool],
    leaves_alone: impl Fn(Fixed, T) -> bool,
) -> Vec<(At, T)> {
    let plan = &code.plan;
    let lanes = start.iter().enumerate().map(|(i, n)| (At(i as u16), *n));
    let offered = plan.offers.iter().zip(offers).map(|((_, at), can)| (*at, yes(*can)));
    // A game that is left may have been in the middle of a lap.
    let none = IDLE.into_iter().chain([Fixed::Laps, Fixed::Captured]);
    let none = none.map(|cell| (cell, T::NONE));
    let stored = code.stored(start);
    let choices = offers.iter().filter(|can| **can).count() as u32;
    let others = [
        (Fixed::Choices, T::of(choices)),
        (Fixed::Ready, T::ALL),
        (Fixed::Pending, T::ALL),
        (Fixed::Calm, T::ONE),
        (Fixed::Mover, T::of(mover.0.into())),
        (Fixed::Stored, stored),
        (Fixed::StoredBefore, stored),
    ];
    let fixed = none.chain(others).filter(|(cell, n)| !leaves_alone(*cell, *n));
    let fixed = fixed.map(|(cell, n)| (plan.fixed(cell), n));
    lanes.chain(offered).chain(fixed).collect()
}

fn side_by_side<L: Lanes>(numbers: &[u32]) -> L {
    let mut lanes = L::empty();
    numbers.iter().enumerate().for_each(|(i, n)| lanes.put(Lane(i as u8), *n));
    lanes
}

/// The plan, and which games are played.
struct ByPlan<'a, L: Lanes>(&'a Walk<L>, &'a Sample);

impl<T: Cell, L: Lanes> Alone<T> for ByPlan<'_, L> {
    fn play(&self, number: u64) -> Played {
        self.0.play_one(self.0.start(), self.1, number)
    }

    fn enter(&self, code: &Lockstep<T>, number: u64) -> Result<Entered<T>, Played> {
        let GoesOn { pos, options, kept, tally } = self.0.enter(self.1, number)?;
        let (start, offers) = laid(code, &pos, options);
        let cells = beginning(code, &start, pos.mover, &offers, |_, _| false);
        Ok(Entered { cells, kept, tally })
    }

    fn sow(
        &self,
        lanes: &mut [u32],
        mover: Seat,
        origin: Lane,
        answers: &mut Answers,
    ) -> Option<Sown> {
        let mut all: L = side_by_side(lanes);
        let sown = self.0.sow(&mut all, mover, origin, answers, self.1.most_decisions);
        lanes.iter_mut().enumerate().for_each(|(i, n)| *n = all.get(Lane(i as u8)));
        sown
    }

    fn has_move(&self, lanes: &[u32], mover: Seat) -> Option<bool> {
        self.0.plan.has_move(&side_by_side(lanes), mover)
    }

    fn judged(&self, lanes: &[u32], mover: Seat) -> Option<Seat> {
        self.0.plan.judged(&side_by_side(lanes), mover)
    }
}
