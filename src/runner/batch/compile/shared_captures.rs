//! Shares blocks between players that differ only in whose captures they contain.
//!
//! At the end of a game, the same seeds mostly go to the same stores, no matter who moved before, but the capture
//! counts for a different player. Such a block is emitted once for all of them.

use super::BatchCompiler;
use crate::program::{Block, Fold, Lane};
use mnc_lockstep::{CellId, CellValue};

/// A block, and the players who share it.
pub(super) struct SharedBlock {
    /// Here no capture is the mover's.
    pub block: Block,
    /// For each player, which captures of the block are their own, in the order of the block.
    pub captures_by_seat: Vec<(u8, Vec<bool>)>,
}

/// Groups the blocks of players that are equal except for whose captures they contain.
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

/// Collects for each capture of a block whether it is the mover's, and erases that.
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

/// Whose captures those of the block being emitted are.
pub(super) struct CaptorMasks {
    /// For each previous mover, the mask of the games in which they moved, and which captures are then their
    /// own.
    pub by_mover: Vec<(CellId, Vec<bool>)>,
    /// Captures emitted so far.
    pub emitted: usize,
}

impl<T: CellValue> BatchCompiler<'_, T> {
    /// Mask of the games in which a capture (`gained`: something was captured) is the mover's; `None`: in no
    /// game. `own`: used where captures are not shared.
    pub(super) fn capture_mask(&mut self, own: bool, gained: CellId) -> Option<CellId> {
        let Some(captors) = &mut self.captors else { return own.then_some(gained) };
        captors.emitted += 1;
        let nth = captors.emitted - 1;
        let whose = captors.by_mover.iter().filter(|(_, own)| own.get(nth) == Some(&true));
        let whose: Box<[CellId]> = whose.map(|(mask, _)| *mask).collect();
        if whose.len() == captors.by_mover.len() {
            return Some(gained);
        }
        if whose.is_empty() {
            return None;
        }
        Some(self.any_nonzero(whose, gained))
    }
}
