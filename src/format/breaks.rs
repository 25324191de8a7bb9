//! Where a statement is broken into lines.

use super::statement::{WordGroup, is_sign, is_word};
use super::{INDENT, WIDTH};
use crate::syntax::{Token, TokenKind};
use unicode_width::UnicodeWidthStr;

/// How bad it is to begin a line with an arrow.
const ARROW: usize = 0;
/// Less than this: a line may begin there without the arrow being at the beginning of a line.
const INNER: usize = 3;
/// Words after a comma that do not begin another action.
const MANNERS: [&str; 10] = [
    "along",
    "anticlockwise",
    "beginning",
    "by",
    "clockwise",
    "from",
    "in",
    "passing",
    "then",
    "towards",
];

/// How bad it is to begin a line with word `nth`; `None` if that is not possible, or tears apart what belongs
/// together: `2 or more`, `, or sow it`.
pub fn break_cost(tokens: &[Token], nth: usize) -> Option<usize> {
    let (before, token) = (tokens.get(nth.checked_sub(1)?)?, tokens.get(nth)?);
    let after = tokens.get(nth + 1);
    let is_amount = before.kind == TokenKind::Number
        && after.is_some_and(|t| {
            t.kind == TokenKind::Number || is_word(t, "more") || is_word(t, "fewer")
        });
    match token.text.as_str() {
        _ if token.kind == TokenKind::Text => None,
        "->" => Some(ARROW),
        "[" => Some(1),
        "assumed" => Some(2),
        "," if after.is_some_and(|t| t.kind == TokenKind::Number) => Some(6),
        "," if after.is_some_and(|t| MANNERS.contains(&t.text.as_str())) => Some(5),
        "," => Some(3),
        "and" | "or" if !is_amount && !is_sign(before, ",") => Some(4),
        _ => None,
    }
}

/// Breaks a statement into as few lines as possible, where that costs least. An arrow that is inside a line
/// counts as a line more, if the statement is broken at lesser places.
pub fn break_lines<'u, 't>(units: &'u [WordGroup<'t>], indent: usize) -> Vec<&'u [WordGroup<'t>]> {
    /// More than the costs of all places where a statement of a few lines is broken.
    const LINE: usize = 100;
    let mut ends = vec![0];
    for unit in units {
        let before = ends.last().copied().unwrap_or(0);
        ends.push(before + unit.blanks + unit.text.width());
    }
    let end = |nth: usize| ends.get(nth).copied().unwrap_or(0);
    let cost_at = |nth: usize| units.get(nth).and_then(|unit| unit.cost);
    let arrow = units.iter().position(|unit| unit.cost == Some(ARROW)).unwrap_or(units.len());
    let last = units.last().filter(|unit| unit.text.starts_with('['));
    let squeezed = last.map_or(0, |unit| unit.blanks.saturating_sub(1));
    let starts: Vec<usize> = std::iter::once(0)
        .chain((1..units.len()).filter(|nth| cost_at(*nth).is_some()))
        .chain([units.len()])
        .collect();
    // For each place where a line may begin: the columns beyond the last one and the cost of the lines before
    // it, and the number of the place where the last of them begins.
    let mut best: Vec<((usize, usize), usize)> = vec![((0, 0), 0)];
    for (nth, stop) in starts.iter().enumerate().skip(1) {
        let mut least: Option<((usize, usize), usize)> = None;
        for (from, start) in starts.iter().enumerate().take(nth).rev() {
            let Some(((over, cost), _)) = best.get(from).copied() else { continue };
            let blanks =
                units.get(*start).map_or(0, |unit| if *start == 0 { 0 } else { unit.blanks });
            let indent = if *start == 0 { indent } else { indent + INDENT };
            let width = indent + end(*stop) - end(*start) - blanks;
            // The citations may move closer, which is as bad as a line more.
            let closer = *stop == units.len()
                && stop - start > 1
                && (WIDTH + 1..=WIDTH + squeezed).contains(&width);
            let width = if closer { WIDTH } else { width };
            let inner = |nth: usize| cost_at(nth).is_some_and(|cost| cost >= INNER);
            let has_arrow = (start + 1..*stop).contains(&arrow);
            let hidden = has_arrow && (inner(*start) || inner(*stop));
            let place = LINE
                + cost_at(*start).unwrap_or(0)
                + if hidden { LINE + 5 } else { 0 }
                + if closer { LINE } else { 0 };
            let cost = (over + width.saturating_sub(WIDTH), cost + place);
            if least.is_none_or(|(before, _)| cost < before) {
                least = Some((cost, from));
            }
        }
        best.push(least.unwrap_or_default());
    }
    let mut lines = Vec::new();
    let mut at = best.len() - 1;
    while at > 0 {
        let from = best.get(at).map_or(0, |(_, from)| *from).min(at - 1);
        let range = starts.get(from).copied().zip(starts.get(at).copied());
        lines.extend(range.and_then(|(start, stop)| units.get(start..stop)));
        at = from;
    }
    lines.reverse();
    lines
}
