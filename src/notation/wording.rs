//! Words and phrases for sentences about a game.

use crate::engine::{Decider, Deciding, Direction};
use crate::model::{Action, Cases, Deed, Model, PlaceId, PlaceKind, Seat, WayKind, cases_of_steps};

/// `1 seed`, `4 seeds`.
pub fn counted_noun(n: u64, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// The same text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// `a1, b1 and c1`.
pub fn join_and(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} and {last}", items.join(", ")),
    }
}

/// A place in a sentence: `a1`, `the goal`, `the store of South`.
pub fn place_text(model: &Model, id: PlaceId) -> String {
    let Some(place) = model.board.places.get(id.index()) else {
        return if id.is_sowing_hand() { "the sowing hand" } else { "the captured seeds" }.into();
    };
    let whose = place.owner.map_or(String::new(), |s: Seat| format!(" of {}", model.player(s)));
    match place.kind {
        PlaceKind::Hole => place.id.clone(),
        PlaceKind::Shared => format!("the {}", place.id),
        PlaceKind::Store => format!("the store{whose}"),
        PlaceKind::Captured => format!("the captured seeds{whose}"),
        PlaceKind::Hand => format!("the hand{whose}"),
    }
}

/// `4 from b2`, `7: 4 from b2 and 3 from c2`.
pub fn amounts_text(model: &Model, from: &[(PlaceId, u16)]) -> String {
    let each = |(p, n): &(PlaceId, u16)| format!("{n} from {}", place_text(model, *p));
    match from {
        [one] => each(one),
        many => {
            let total: u32 = many.iter().map(|(_, n)| u32::from(*n)).sum();
            format!("{total}: {}", join_and(many.iter().map(each)))
        }
    }
}

/// What a player is asked, as the end of a sentence about them: `chooses a hole to sow`.
pub fn deciding_text(deciding: Deciding) -> &'static str {
    match deciding {
        Deciding::Hole => "chooses a hole to sow",
        Deciding::Direction => "chooses the way round",
        Deciding::Number => "chooses a number",
        Deciding::Stop => "stops here or goes on",
        Deciding::Place => "chooses a place",
        Deciding::Whether => "says yes or no",
        Deciding::Alternative => "chooses one of these",
        Deciding::Seed => "chooses which seed falls next",
    }
}

/// The word for a direction; on a board of one row as the first player sees it.
pub fn direction_word(model: &Model, direction: Direction) -> &'static str {
    let ring = || {
        let lines = model.stages.iter().flat_map(|s| &s.rules.way);
        let mut rings = lines.filter_map(|line| match &line.kind {
            WayKind::Circuit { rings, .. } => rings.first(),
            _ => None,
        });
        rings.next().is_none_or(|ring| ring.right_is_forward)
    };
    let forward = direction == Direction::Anticlockwise;
    match (model.board.rows, forward) {
        (1, forward) if forward == ring() => "rightwards",
        (1, _) => "leftwards",
        (_, true) => "anticlockwise",
        (_, false) => "clockwise",
    }
}

/// ` clockwise`, or an empty text if all sowings go the same way.
pub fn direction_suffix(model: &Model, direction: Direction) -> String {
    if directions_vary(model) {
        format!(" {}", direction_word(model, direction))
    } else {
        String::new()
    }
}

/// Whether the direction of sowings can vary.
fn directions_vary(model: &Model) -> bool {
    let mut ways = model.stages.iter().flat_map(|s| &s.rules.way);
    let free = ways.any(|line| match &line.kind {
        WayKind::Circuit { dir, .. } => dir.is_none(),
        WayKind::Choice { .. } | WayKind::LaterLaps { .. } => true,
        WayKind::Manners => false,
    });
    free || has_own_direction(model)
}

/// Whether some action sows in a direction of its own.
fn has_own_direction(model: &Model) -> bool {
    let rules = model.stages.iter().map(|s| &s.rules);
    let mut lists = rules.flat_map(|r| {
        [&r.moves, &r.before_each_lap, &r.each_seed, &r.last_seed, &r.after_capture, &r.after_move]
    });
    lists.any(cases_set_direction)
        || model.words.iter().any(|w| cases_set_direction(&w.cases))
        || cases_of_steps(&model.opening).into_iter().any(cases_set_direction)
}

fn cases_set_direction(cases: &Cases) -> bool {
    cases.lists.iter().flatten().flat_map(|c| &c.actions).any(sets_direction)
}

fn sets_direction(action: &Action) -> bool {
    match &action.deed {
        Deed::Sow(sow) => sow.dir.is_some(),
        Deed::SowInOrder(classes) => classes.iter().any(|c| c.sow.dir.is_some()),
        Deed::Either(_, actions) => actions.iter().any(sets_direction),
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases_set_direction(cases),
        _ => false,
    }
}

/// A line of a test that makes choices: `South plays a1, b1`, `the lot falls on a1, b1`.
pub fn chosen_line(model: &Model, decider: Decider, choices: &str) -> String {
    match decider {
        Decider::Player(seat) => format!("{} plays {choices}", model.player(seat)),
        Decider::Lot => format!("the lot falls on {choices}"),
    }
}
