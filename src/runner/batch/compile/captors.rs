//! The same done for several players, but for whose captures they are.
//!
//! What happens at the end of a game is mostly the same whoever moved before: the seeds that are left go to
//! the same stores, but are captured by one player or the other. It is made once for all of them.

use super::Build;
use crate::program::{Block, Lane, Relabel};
use mnc_lockstep::{At, Cell};

/// A block, and the players for whom it is made.
pub(super) struct Shared {
    /// No capture in it is told to be anybody's.
    pub block: Block,
    /// Of each player which of its captures are his.
    pub of: Vec<(u8, Vec<bool>)>,
}

/// Puts together the blocks of players that are the same but for whose captures they are.
pub(super) fn shared<'b>(blocks: impl Iterator<Item = (u8, &'b Block)>) -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    for (seat, block) in blocks {
        let mut captures = Captures(Vec::new());
        let block = captures.block(block);
        let member = (seat, captures.0);
        match all.iter_mut().find(|shared| shared.block == block) {
            Some(shared) => shared.of.push(member),
            None => all.push(Shared { block, of: vec![member] }),
        }
    }
    all
}

/// Notes which captures of a block are those of the player whose move it is, and leaves it out.
struct Captures(Vec<bool>);

impl Relabel for Captures {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn own(&mut self, own: bool) -> bool {
        self.0.push(own);
        false
    }
}

/// Whose captures those of the block are that is being made.
pub(super) struct Captors {
    /// For each player the games in which he moved, and which captures of the block are his then.
    pub of: Vec<(At, Vec<bool>)>,
    /// Captures made so far.
    pub made: usize,
}

impl<T: Cell> Build<'_, T> {
    /// The games of those in which something was captured where it was by the player whose move it is;
    /// `own`: if it is not said whose captures they are.
    pub(super) fn captured(&mut self, own: bool, gained: At) -> Option<At> {
        let Some(captors) = &mut self.captors else { return own.then_some(gained) };
        captors.made += 1;
        let nth = captors.made - 1;
        let whose = captors.of.iter().filter(|(_, own)| own.get(nth) == Some(&true));
        let whose: Box<[At]> = whose.map(|(his, _)| *his).collect();
        if whose.len() == captors.of.len() {
            return Some(gained);
        }
        if whose.is_empty() {
            return None;
        }
        Some(self.any(whose, gained))
    }
}
