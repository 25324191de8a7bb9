//! Signs that are in one column.

use super::statement::{AlignedSign, LaidOutLine, StatementLayout};
use super::{MOST_PADDING, WIDTH};

/// Aligns the statements of a text. `layouts`: each with the number of its block, and whether a blank line or a
/// statement with deeper lines is between it and the one before in its block.
pub fn align(layouts: &mut [(StatementLayout<'_>, usize, bool)]) {
    let mut runs: Vec<(usize, AlignedSign, Vec<usize>)> = Vec::new();
    // The last run of each block; blocks are nested, so it is found from the end.
    for (nth, (layout, block, apart)) in layouts.iter().enumerate() {
        let Some(kind) = layout.aligned else {
            if let Some(last) = runs.iter().rposition(|(of, ..)| of == block)
                && kind_ends(runs.get(last).map(|(_, kind, _)| *kind))
            {
                runs.push((*block, AlignedSign::Arrow, Vec::new()));
            }
            continue;
        };
        let open = runs.iter_mut().rfind(|(of, ..)| of == block);
        match open {
            Some((_, of, run)) if *of == kind && (!apart || !kind_ends(Some(kind))) => {
                run.push(nth)
            }
            _ => runs.push((*block, kind, vec![nth])),
        }
    }
    for (_, _, run) in &runs {
        align_run(layouts, run);
    }
}

/// Whether a statement that has no such sign, or a blank line, ends a column.
fn kind_ends(kind: Option<AlignedSign>) -> bool {
    kind == Some(AlignedSign::Arrow)
}

/// Aligns these statements, in groups of adjacent ones that fit.
fn align_run(layouts: &mut [(StatementLayout<'_>, usize, bool)], run: &[usize]) {
    let mut group: Vec<usize> = Vec::new();
    for nth in run {
        group.push(*nth);
        if column(layouts, &group).is_none() {
            group.pop();
            set_column(layouts, &group);
            group = vec![*nth];
        }
    }
    set_column(layouts, &group);
}

fn first_line<'l, 't>(
    layouts: &'l [(StatementLayout<'t>, usize, bool)],
    nth: usize,
) -> Option<&'l LaidOutLine<'t>> {
    layouts.get(nth).and_then(|(layout, ..)| layout.lines.first())
}

/// The width of the widest head of a group; `None` if the group cannot be aligned.
fn column(layouts: &[(StatementLayout<'_>, usize, bool)], group: &[usize]) -> Option<usize> {
    let lines = || group.iter().filter_map(|nth| first_line(layouts, *nth));
    let widest = lines().map(LaidOutLine::head_width).max()?;
    let fits = |line: &LaidOutLine<'_>| {
        let padding = widest - line.head_width();
        padding == 0 || padding <= MOST_PADDING && line.width_with(line.blanks + padding) <= WIDTH
    };
    lines().all(fits).then_some(widest)
}

fn set_column(layouts: &mut [(StatementLayout<'_>, usize, bool)], group: &[usize]) {
    let Some(widest) = column(layouts, group) else { return };
    for nth in group {
        let line = layouts.get_mut(*nth).and_then(|(layout, ..)| layout.lines.first_mut());
        if let Some(line) = line {
            line.blanks += widest - line.head_width();
        }
    }
}
