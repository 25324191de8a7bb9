//! Games side by side.

use crate::draw::Draw;
use crate::op::{Fixed, Op, Plan};
use crate::past::Past;
use crate::row::{Cell, GAMES, Row};
use pulp::Arch;

/// What is counted of every game.
#[derive(Clone, Debug)]
pub struct Tallies {
    /// Decisions made.
    pub decisions: [u32; GAMES],
    /// Answers offered in all of them.
    pub offered: [u32; GAMES],
    /// Laps sown in all of them.
    pub laps: [u32; GAMES],
    /// Decisions in which the player captured.
    pub captures: [u32; GAMES],
}

/// Games side by side.
#[derive(Clone, Debug)]
pub struct Pack<'c, T> {
    /// What the steps refer to.
    pub plan: &'c Plan,
    /// All cells.
    pub cells: Box<[Row<T>]>,
    pub(crate) numbers: Box<[[i64; GAMES]]>,
    /// What is counted.
    pub tallies: Box<Tallies>,
    /// The random numbers of each game.
    pub draws: Box<[Draw; GAMES]>,
    pub(crate) past: Past<'c, T>,
    pub(crate) arch: Arch,
}

impl<'c, T: Cell> Pack<'c, T> {
    /// No games yet.
    pub fn of(plan: &'c Plan) -> Pack<'c, T> {
        let none = [0; GAMES];
        let mut pack = Pack {
            plan,
            cells: vec![Row::NONE; plan.cells].into(),
            numbers: vec![[0; GAMES]; plan.numbers].into(),
            tallies: Box::new(Tallies {
                decisions: none,
                offered: none,
                laps: none,
                captures: none,
            }),
            draws: Box::new([Draw::default(); GAMES]),
            past: Past::of(&plan.identity),
            arch: Arch::new(),
        };
        *pack.fixed(Fixed::Everything) = Row::ALL;
        *pack.fixed(Fixed::Pending) = Row::ALL;
        pack
    }

    #[inline(always)]
    fn at(&self, cell: Fixed) -> usize {
        self.plan.lanes + cell as usize
    }

    /// A fixed cell, to be written.
    #[inline(always)]
    pub fn fixed(&mut self, cell: Fixed) -> &mut Row<T> {
        let at = self.at(cell);
        &mut self.cells[at]
    }

    /// A fixed cell.
    #[inline(always)]
    pub fn get(&self, cell: Fixed) -> &Row<T> {
        &self.cells[self.at(cell)]
    }

    /// Does some steps, with the widest instructions that the machine has.
    pub fn run(&mut self, ops: &[Op<T>]) {
        T::run(self, ops);
    }
}
