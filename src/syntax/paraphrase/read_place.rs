//! Reads places from any order of their concepts.

use super::amount::{AmountPart, Found, MOST_PARTS, MOST_STEPS, amounts};
use super::lattice::{Edge, Lattice};
use super::lexicon::Lexicon;
use super::place::PlacePart;

fn is_nil(name: &str) -> bool {
    matches!(name, "nil" | "prep" | "rel" | "of" | "formerly")
}

/// The places that begin at a word.
pub fn places(lattice: &Lattice, from: usize) -> Vec<Found<PlacePart>> {
    let mut found = Vec::new();
    let mut steps = MOST_STEPS;
    let state = PlaceState {
        place: PlacePart::default(),
        after_noun: false,
        prep: false,
        fresh: false,
        of: false,
        named: false,
        owned_first: false,
    };
    follow_place(lattice, from, &state, 0, &mut found, &mut steps);
    found
}

#[derive(Clone)]
struct PlaceState {
    place: PlacePart,
    /// The last word was a noun: only what can follow a noun may follow.
    after_noun: bool,
    /// After a preposition or a relative pronoun.
    prep: bool,
    /// Something has been said since the last word without meaning.
    fresh: bool,
    of: bool,
    /// The last word was a name.
    named: bool,
    /// The word before the noun says whose it is: `any own hole which is claimed by the opponent` is no hole of the
    /// opponent.
    owned_first: bool,
}

fn follow_place(
    lattice: &Lattice,
    at: usize,
    state: &PlaceState,
    cost: u32,
    found: &mut Vec<Found<PlacePart>>,
    steps: &mut usize,
) {
    let Some(left) = steps.checked_sub(1) else { return };
    *steps = left;
    if state.fresh && found.len() < MOST_PARTS && !state.place.takes_seeds_for_holes() {
        let mut place = state.place.clone().with_pairs();
        // `a hole with 2 or more seeds in it` is surely occupied.
        if place.amount.is_some() && place.state == Some("occupied") {
            place.state = None;
        }
        match found.iter_mut().find(|(to, p, _)| *to == at && *p == place) {
            Some(same) => same.2 = same.2.min(cost),
            None => found.push((at, place, cost)),
        }
    }
    let lexicon = Lexicon::get();
    let begun = state.place != PlacePart::default();
    // `holding 2 or 3`, `of 4`, `with at least 2`, and `2 seeds` of a place.
    let is_goal = lattice.words.get(at).is_some_and(|word| word == "to");
    let holds = |edge: &Edge| match lexicon.name(edge.concept) {
        "hold" | "of" | "rel" => true,
        // `brings a hole to two` is no hole of two.
        "prep" => !is_goal,
        _ => false,
    };
    if begun && state.place.amount.is_none() && state.place.state.is_none() {
        for edge in lattice.edges.get(at).into_iter().flatten().filter(|e| holds(e)) {
            for (to, amount, more) in amounts(lattice, edge.to) {
                let mut next = PlaceState {
                    after_noun: true,
                    prep: false,
                    fresh: true,
                    of: false,
                    named: false,
                    ..state.clone()
                };
                match amount.test {
                    Some("zero") => next.place.state = Some("empty"),
                    Some("somes") if lexicon.name(edge.concept) == "hold" => {
                        next.place.state = Some("occupied")
                    }
                    Some("somes") => continue,
                    _ if lexicon.name(edge.concept) == "rel" => continue,
                    _ if state.place.noun.is_none() && state.place.relation.is_none() => continue,
                    _ => next.place.amount = Some(amount),
                }
                follow_place(lattice, to, &next, cost + more + edge.cost, found, steps);
            }
        }
    }
    // `the left hole`: a side only before a noun.
    if let Some(side) = lattice.side_of_hole(at)
        && state.place.edge.is_none()
        && !state.after_noun
    {
        let mut next = PlaceState { fresh: true, of: false, named: false, ..state.clone() };
        let count = next.place.count.take_if(|_| !state.place.seeds);
        next.place.edge = Some((side, count));
        follow_place(lattice, at + 1, &next, cost, found, steps);
    }
    for edge in lattice.edges.get(at).into_iter().flatten() {
        let name = lexicon.name(edge.concept);
        let word = lattice.words.get(at).map_or("", String::as_str);
        let mut next = PlaceState { fresh: true, of: false, named: false, ..state.clone() };
        let place = &mut next.place;
        let open = !state.after_noun || state.prep;
        let fits = match name {
            _ if is_nil(name) => {
                if begun || name == "nil" && matches!(word, "the" | "a" | "an" | "exactly") {
                    next.fresh = false;
                    next.prep = state.prep || name != "nil" && name != "formerly";
                    next.of = name == "of";
                    if name == "formerly" {
                        next.prep = state.prep;
                    }
                    let price = if matches!(word, "the" | "a" | "an") { 1 } else { 2 };
                    follow_place(lattice, edge.to, &next, cost + price + edge.cost, found, steps);
                }
                continue;
            }
            "hole" | "store" | "hand" | "row" | "name"
                if open || state.named && matches!(name, "hole" | "row") =>
            {
                let noun = if name == "name" { lattice.name_at(at) } else { name };
                // `inner hole`, `hole in the inner row`
                let kind = match (state.place.noun.as_deref(), name) {
                    (Some("hole"), "name") if state.prep && lattice.is_kind_after(at) => {
                        Some(noun.to_string())
                    }
                    (Some(kind), "hole" | "row") if state.named && !state.prep => {
                        place.noun = None;
                        Some(kind.to_string())
                    }
                    _ => None,
                };
                if let Some(kind) = kind {
                    if state.place.kind.is_some() {
                        continue;
                    }
                    place.kind = Some(kind);
                    place.noun = Some("hole".into());
                    place.plural |= edge.plural;
                    place.many |= edge.plural;
                    next.named = false;
                    next.after_noun = name != "name";
                    next.fresh = name != "name";
                    next.prep = name == "name";
                    follow_place(lattice, edge.to, &next, cost + edge.cost, found, steps);
                    continue;
                }
                next.named = name == "name";
                let before = place.noun.clone();
                let merged = match before.as_deref() {
                    None => noun.to_string(),
                    Some("hole") if noun == "row" => "hole".into(),
                    Some("row") if noun == "hole" => "hole".into(),
                    Some("hole") if noun == "hole" && state.prep && word.starts_with("one") => {
                        "hole".into()
                    }
                    Some("hole") if noun != "hole" && !state.prep => {
                        continue;
                    }
                    // `a prize in the opponent's row`
                    Some(named)
                        if noun == "row"
                            && state.prep
                            && state.place.owner.is_some()
                            && !matches!(named, "hole" | "store" | "hand" | "row") =>
                    {
                        named.to_string()
                    }
                    Some(_) => continue,
                };
                place.many |= edge.plural;
                if before.is_none() {
                    place.plural = edge.plural;
                } else {
                    place.plural |= edge.plural;
                }
                place.pronoun = before.is_none() && word.starts_with("one");
                place.noun = Some(merged);
                next.after_noun = true;
                next.prep = false;
                true
            }
            "seed" | "contents"
                if (open || matches!(state.place.relation, Some("remaining" | "captured")))
                    && state.place.noun.is_none() =>
            {
                place.seeds = true;
                if name == "seed" && !state.place.seeds {
                    place.plural |= edge.plural;
                    // `this seed` is one of them.
                    if !edge.plural
                        && state.place.relation == Some("this")
                        && state.place.count.is_none()
                        && (word == "seed" || !word.ends_with('s'))
                    {
                        place.count = Some(1);
                    }
                }
                next.after_noun = true;
                next.prep = false;
                true
            }
            "singles" if open => {
                place.amount = Some(AmountPart { numbers: vec!["1".into()], test: None });
                place.plural = true;
                next.after_noun = true;
                state.place.amount.is_none() && state.place.state.is_none()
            }
            "single" if open => {
                place.amount = Some(AmountPart { numbers: vec!["1".into()], test: None });
                state.place.amount.is_none() && state.place.state.is_none()
            }
            "own" | "own-post" if open || name == "own-post" => {
                place.owner = Some("own");
                next.owned_first = !state.after_noun;
                state.place.owner.is_none() || state.place.owner == Some("own")
            }
            // `the other inner holes`: the rest of them.
            "opp's" | "opp" | "other" if lattice.is_other_of_name(edge.to) => false,
            "opp's" | "opp" | "other" if open => {
                place.owner = Some("opponent's");
                if name != "opp's" && state.of && state.after_noun {
                    next.prep = false;
                }
                state.place.owner.is_none()
                    || state.place.owner == Some("own")
                        && (!state.after_noun || state.prep && !state.owned_first)
            }
            "aplayer's" if open => {
                place.owner = Some("own");
                state.place.owner.is_none()
            }
            "me" if state.of && state.after_noun => {
                next.prep = false;
                place.owner = Some("own");
                state.place.owner.is_none()
            }
            "empty" if open || state.place.noun.is_some() => {
                place.state = Some("empty");
                state.place.state.is_none()
            }
            "open" if open || state.place.noun.is_some() => {
                place.state = Some("open");
                state.place.state.is_none()
            }
            // `that is not blocked`, `except the houses`
            "not" | "except" if state.place.noun.is_some() => {
                let article = |word: &String| ["a", "an", "the"].contains(&word.as_str());
                let at = edge.to + usize::from(lattice.words.get(edge.to).is_some_and(article));
                let names = lattice.edges.get(at).into_iter().flatten();
                let mut names = names.filter(|edge| lexicon.name(edge.concept) == "name");
                if names.next().is_none() || place.except.is_some() {
                    continue;
                }
                place.except = Some(lattice.name_at(at).to_string());
                next.after_noun = true;
                next.prep = false;
                let noun = usize::from(lattice.is_hole(at + 1));
                follow_place(lattice, at + 1 + noun, &next, cost + edge.cost, found, steps);
                continue;
            }
            "occupied" if open || state.place.noun.is_some() => {
                place.state = Some("occupied");
                state.place.state.is_none()
            }
            "opposite" => relate(place, "opposite"),
            "both" if !begun => {
                place.determiner = Some("both");
                true
            }
            // `the hole after it`
            "next"
                if matches!(word, "after" | "behind" | "beyond") && state.place.noun.is_none() =>
            {
                false
            }
            "every" if state.place.noun.is_some() && word == "all" => true,
            // `the outer hole behind it`
            "next" if word == "behind" && state.place.kind.is_some() => relate(place, "behind"),
            "next" if state.place.relation == Some("next") || open || word != "next" => {
                if state.place.relation == Some("next") {
                    place.relation = Some("after-next");
                    true
                } else {
                    relate(place, "next")
                }
            }
            "prev" if word == "behind" && state.place.kind.is_some() => false,
            "prev" => relate(place, "previous"),
            "beside" => {
                if place.relation == Some("opposite") {
                    place.relation = Some("beside-opposite");
                    true
                } else {
                    relate(place, "beside")
                }
            }
            "this" | "here" => match place.relation {
                None => {
                    place.relation = Some("this");
                    open || name == "here"
                }
                Some(
                    "opposite" | "next" | "previous" | "beside" | "this" | "after-next" | "behind",
                ) => true,
                Some(_) => false,
            },
            "origin" if open => {
                next.after_noun = true;
                relate(place, "origin")
            }
            "remaining" => {
                next.after_noun = true;
                relate(place, "remaining")
            }
            "capture-seeds" if open => {
                next.after_noun = true;
                relate(place, "captured")
            }
            "central" if open => {
                place.edge = Some((name, None));
                state.place.edge.is_none()
            }
            "sownin" | "sowninmove" if state.place.noun.is_some() && state.place.side.is_none() => {
                let turn = name == "sownin";
                place.side = Some(if turn { "sown in this turn" } else { "sown in this move" });
                true
            }
            "leftmost" | "rightmost" => {
                place.edge = Some((name, state.place.edge.and_then(|(_, n)| n)));
                state.place.edge.is_none() || state.place.edge.is_some_and(|(e, _)| e == "number")
            }
            "second" | "third" if open => {
                place.ordinal = Some(name);
                state.place.ordinal.is_none()
            }
            "every" if open && !begun => {
                place.determiner = Some("every");
                true
            }
            // `the leftmost hole of each row`
            "every" if state.prep && state.place.noun.as_deref() == Some("hole") => true,
            "lefthalf" | "righthalf" => {
                place.side =
                    Some(if name == "lefthalf" { "of the left half" } else { "of the right half" });
                if state.place.noun.is_none() {
                    place.noun = Some("hole".into());
                }
                next.after_noun = true;
                state.place.side.is_none()
            }
            "fromleft" | "fromright" if state.place.ordinal.is_some() => {
                place.side =
                    Some(if name == "fromleft" { "from the left" } else { "from the right" });
                state.place.side.is_none()
            }
            "any"
                if (open && (!begun || state.place.noun.is_none()))
                    || state.after_noun && word != "a" =>
            {
                place.determiner = Some("any");
                state.place.determiner.is_none()
            }
            "whole-board" if state.after_noun => {
                place.whole_board = true;
                state.place.owner.is_none()
            }
            "number" if open => {
                let Some(number) = edge.number else { continue };
                // `any one hole` is any hole.
                let of_any = state.place.determiner == Some("any") && !lattice.is_seed(at + 1);
                if word == "one" && (state.place.edge.is_some() || of_any) {
                    continue;
                }
                // `the three leftmost holes`, `the two seeds of it`
                place.count = Some(number);
                state.place.count.is_none() && state.place.noun.is_none()
            }
            "half" if !begun => continue,
            _ => false,
        };
        if !fits {
            continue;
        }
        // A number before or after `leftmost` is how many holes, not seeds.
        if let (Some((edge_name, None)), Some(count)) = (next.place.edge, next.place.count)
            && !next.place.seeds
        {
            next.place.edge = Some((edge_name, Some(count)));
            next.place.count = None;
        }
        follow_place(lattice, edge.to, &next, cost + edge.cost, found, steps);
    }
}

fn relate(place: &mut PlacePart, relation: &'static str) -> bool {
    let fits = matches!(place.relation, None | Some("this"));
    place.relation = Some(relation);
    fits
}
