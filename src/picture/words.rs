//! A position in sentences: the description that a screen reader says.

use crate::model::{PlaceId, Seat};
use crate::notation::{
    BoardContents, Ownership, PlaceSpot, capitalized, counted_noun, join_and, place_text,
};

/// What a picture of a position shows, in sentences.
pub(super) fn describe(contents: &BoardContents<'_>) -> String {
    let model = contents.drawing.model;
    let board = &model.board;
    let mut sentences = Vec::new();
    let rows = counted_noun(board.rows.into(), "row");
    let holes = counted_noun(board.columns.into(), "hole");
    let near = (0..board.seats.len() as u8).map(Seat).find(|seat| !board.is_far(*seat));
    let near = near.filter(|_| board.seats.len() > 1 && board.seats.iter().any(|s| s.far_side));
    let seen =
        near.map_or(String::new(), |seat| format!(", with {} at the bottom", model.player(seat)));
    sentences.push(format!("The board has {rows} of {holes}{seen}."));
    sentences.extend(owners(contents));
    let first = contents.holes().next().and_then(|hole| contents.seeds(hole));
    let same =
        contents.holes().all(|hole| contents.seeds(hole) == first && !contents.is_closed(hole));
    match first {
        Some(seeds) if same => {
            let seeds = counted_noun(seeds, "seed");
            sentences.push(format!("Every hole holds {seeds}."));
        }
        Some(_) | None => {
            for row in (1..=board.rows).rev() {
                sentences.push(row_sentence(contents, row));
            }
        }
    }
    let others: Vec<String> = contents
        .places()
        .filter(|place| {
            !matches!(contents.layout.spot(*place), Some(PlaceSpot::Hole { .. }) | None)
                && !board.seats.iter().any(|seat| seat.hand == *place)
        })
        .map(|place| format!("{} {}", place_text(model, place), contents.kept_in(place)))
        .collect();
    if !others.is_empty() {
        sentences.push(format!("Other seeds: {}.", others.join(", ")));
    }
    for seat in (0..board.seats.len() as u8).map(Seat) {
        let hand = board.seats.get(seat.index()).map(|info| info.hand);
        if let Some(seeds) = hand.and_then(|hand| contents.seeds(hand)).filter(|n| *n > 0) {
            sentences.push(format!("{} has {seeds} in hand.", model.player(seat)));
        }
    }
    for hole in contents.holes() {
        for (mark, owner) in contents.marks(hole) {
            let name = model.marks.get(mark.index()).map_or("", |mark| &mark.name);
            let whose = owner.map_or(String::new(), |seat| format!(" of {}", model.player(seat)));
            sentences.push(format!("{} is marked {name}{whose}.", model.place(hole)));
        }
    }
    if let Some(seat) = contents.drawing.turn {
        sentences.push(format!("{} is to move.", model.player(seat)));
    }
    sentences.join(" ")
}

/// A row from left to right, as the first player sees it.
fn row_sentence(contents: &BoardContents<'_>, row: u16) -> String {
    let model = contents.drawing.model;
    let columns = 1..=model.board.columns;
    let holes = columns.filter_map(|column| contents.layout.hole_at(row, column));
    let each = holes.map(|hole| format!("{} {}", model.place(hole), hole_words(contents, hole)));
    format!("Row {row}: {}.", each.collect::<Vec<_>>().join(", "))
}

fn hole_words(contents: &BoardContents<'_>, hole: PlaceId) -> String {
    let seeds = contents.seeds(hole);
    let number = seeds.map_or_else(|| "not known".to_owned(), |n| n.to_string());
    match (contents.is_closed(hole), seeds) {
        (true, Some(0) | None) => "closed".into(),
        (true, Some(_)) => format!("closed, {number}"),
        (false, _) => number,
    }
}

/// What a hole is called in its tooltip: `a1 of South: 4 seeds, closed`.
pub(super) fn place_words(contents: &BoardContents<'_>, place: PlaceId) -> String {
    let (model, words) = (contents.drawing.model, contents.drawing.words);
    let name = words.place(model, place);
    let is_hole = matches!(contents.layout.spot(place), Some(PlaceSpot::Hole { .. }));
    let owner = contents.owner(place).filter(|_| is_hole);
    let whose = owner.map_or(String::new(), |seat| format!("{}{}", words.of, model.player(seat)));
    let seeds = match (contents.is_hidden(place), contents.seeds(place)) {
        (true, _) => words.hidden.to_string(),
        (false, Some(n)) => words.counted(n),
        (false, None) => words.not_known.to_string(),
    };
    let is_closed = is_hole && contents.is_closed(place);
    let closed = if is_closed { format!(", {}", words.closed) } else { String::new() };
    format!("{name}{whose}: {seeds}{closed}")
}

/// Who owns which holes, unless each of two players owns the nearest half.
fn owners(contents: &BoardContents<'_>) -> Vec<String> {
    let model = contents.drawing.model;
    let player = |owner: &Option<Seat>| owner.map_or("nobody", |seat| model.player(seat));
    match &contents.owners {
        Ownership::Nearest if model.seats() > 1 => {
            vec!["Each player owns the nearest half.".to_owned()]
        }
        Ownership::Nearest => Vec::new(),
        Ownership::Nobody => vec!["Nobody owns the holes.".to_owned()],
        Ownership::Rows(rows) => {
            let each = rows.iter().enumerate();
            let each = each.map(|(i, owner)| format!("row {} belongs to {}", i + 1, player(owner)));
            vec![capitalized(&format!("{}.", join_and(each)))]
        }
        Ownership::Columns(_) | Ownership::Holes => {
            let seats = (0..model.seats() as u8).map(Seat);
            let of = |seat: Seat| {
                let own = contents.holes().filter(|hole| contents.owner(*hole) == Some(seat));
                let own = join_and(own.map(|hole| model.place(hole).to_owned()));
                (!own.is_empty()).then(|| format!("{} owns {own}.", model.player(seat)))
            };
            seats.filter_map(of).collect()
        }
    }
}
