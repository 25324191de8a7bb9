//! Signs that are in one column.

use super::statement::{AlignedSign, StatementLayout};
use super::{MOST_PADDING, WIDTH};
use std::collections::BTreeMap;

/// Aligns the statements of a text. `layouts`: each with the number of its block, and whether a blank line or a
/// statement with deeper lines is between it and the one before in its block.
pub fn align(layouts: &mut [(StatementLayout<'_>, usize, bool)]) {
    let mut runs: Vec<(AlignedSign, Vec<usize>)> = Vec::new();
    // The last run of each block.
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for (nth, (layout, block, apart)) in layouts.iter().enumerate() {
        let open = last.get(block).and_then(|at| runs.get_mut(*at));
        match (layout.aligned, open) {
            (None, Some((of, _))) if kind_ends(*of) => {
                last.remove(block);
            }
            (None, _) => {}
            (Some(kind), Some((of, run))) if *of == kind && (!apart || !kind_ends(kind)) => {
                run.push(nth);
            }
            (Some(kind), _) => {
                last.insert(*block, runs.len());
                runs.push((kind, vec![nth]));
            }
        }
    }
    for (_, run) in &runs {
        align_run(layouts, run);
    }
}

/// Whether a statement that has no such sign, or a blank line, ends a column.
fn kind_ends(kind: AlignedSign) -> bool {
    kind == AlignedSign::Arrow
}

/// Aligns these statements, in groups of adjacent ones that fit.
fn align_run(layouts: &mut [(StatementLayout<'_>, usize, bool)], run: &[usize]) {
    let mut group: Vec<usize> = Vec::new();
    // The widest head of the group, and how wide a head may be next to which all of its lines fit.
    let (mut widest, mut most) = (0, usize::MAX);
    for nth in run {
        let line = layouts.get(*nth).and_then(|(layout, ..)| layout.lines.first());
        let Some(line) = line else { continue };
        let head = line.head_width();
        let room = WIDTH.saturating_sub(line.width_with(line.blanks));
        let limit = head + room.min(MOST_PADDING);
        if widest.max(head) > most.min(limit) {
            set_column(layouts, &group, widest);
            group.clear();
            (widest, most) = (0, usize::MAX);
        }
        group.push(*nth);
        (widest, most) = (widest.max(head), most.min(limit));
    }
    set_column(layouts, &group, widest);
}

/// Puts what follows the heads of these lines into one column.
fn set_column(layouts: &mut [(StatementLayout<'_>, usize, bool)], group: &[usize], widest: usize) {
    for nth in group {
        let line = layouts.get_mut(*nth).and_then(|(layout, ..)| layout.lines.first_mut());
        if let Some(line) = line {
            line.blanks += widest.saturating_sub(line.head_width());
        }
    }
}
