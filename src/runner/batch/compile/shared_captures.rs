//! The same done for several players, but for whose captures they are.
//!
//! What happens at the end of a game is mostly the same whoever moved before: the seeds that are left go to
//! the same stores, but are captured by one player or the other. It is made once for all of them.

use super::BatchCompiler;
use crate::program::{Block, Fold, Lane};
use mnc_lockstep::{CellId, CellValue};

/// A block, and the players for whom it is made.
pub(super) struct SharedBlock {
    /// No capture in it is told to be anybody's.
    pub block: Block,
    /// Of each player which of its captures are his.
    pub captures_by_seat: Vec<(u8, Vec<bool>)>,
}

/// Puts together the blocks of players that are the same but for whose captures they are.
pub(super) fn share_blocks<'b>(blocks: impl Iterator<Item = (u8, &'b Block)>) -> Vec<SharedBlock> {
    let mut all: Vec<SharedBlock> = Vec::new();
    for (seat, block) in blocks {
        let mut captures = CaptorEraser(Vec::new());
        let block = captures.block(block);
        let member = (seat, captures.0);
        match all.iter_mut().find(|shared| shared.block == block) {
            Some(shared) => shared.captures_by_seat.push(member),
            None => all.push(SharedBlock { block, captures_by_seat: vec![member] }),
        }
    }
    all
}

/// Notes which captures of a block are those of the player whose move it is, and leaves it out.
struct CaptorEraser(Vec<bool>);

impl Fold for CaptorEraser {
    fn lane(&mut self, lane: Lane) -> Lane {
        lane
    }

    fn own(&mut self, own: bool) -> bool {
        self.0.push(own);
        false
    }
}

/// Whose captures those of the block are that is being made.
pub(super) struct CaptorMasks {
    /// For each player the games in which he moved, and which captures of the block are his then.
    pub by_mover: Vec<(CellId, Vec<bool>)>,
    /// Captures made so far.
    pub emitted: usize,
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// The games of those in which something was captured where it was by the player whose move it is;
    /// `own`: if it is not said whose captures they are.
    pub(super) fn capture_mask(&mut self, own: bool, gained: CellId) -> Option<CellId> {
        let Some(captors) = &mut self.captors else { return own.then_some(gained) };
        captors.emitted += 1;
        let nth = captors.emitted - 1;
        let whose = captors.by_mover.iter().filter(|(_, own)| own.get(nth) == Some(&true));
        let whose: Box<[CellId]> = whose.map(|(his, _)| *his).collect();
        if whose.len() == captors.by_mover.len() {
            return Some(gained);
        }
        if whose.is_empty() {
            return None;
        }
        Some(self.any_nonzero(whose, gained))
    }
}
