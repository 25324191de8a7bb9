//! What the phrases of a model are about, the same in every language.

use super::voice::{Person, Voice};
use crate::model::{
    Action, Amount, Base, Cond, Count, Deed, Det, Dir, Filter, MarkTarget, Model, Part, Pick,
    PlacePhrase, Places, PlayerRef, Source, Subject, Unit, WayKind,
};
use crate::span::Span;

/// The same places in fewer tests: a hole that is an outer hole is an outer hole. `closes`: holes can be closed; where
/// none ever is, every hole is open.
pub fn simplified(phrase: &PlacePhrase, closes: bool) -> PlacePhrase {
    let mut simple = phrase.clone();
    simple.filters.retain(|filter| closes || *filter != Filter::Open);
    while simple.base == Base::Holes && simple.pick.is_none() {
        let plain = |filter: &Filter| {
            let Filter::Among(places) = filter else { return None };
            let [one] = places.parts.as_slice() else { return None };
            (one.base == Base::Holes && one.pick.is_none()).then(|| one.filters.clone())
        };
        let found = simple.filters.iter().enumerate().find_map(|(at, f)| Some((at, plain(f)?)));
        let Some((at, inner)) = found else { break };
        simple.filters.splice(at..=at, inner);
        simple.filters.retain(|filter| closes || *filter != Filter::Open);
    }
    while let Some(base) = joined_steps(&simple) {
        simple.base = base;
    }
    let mut filters: Vec<Filter> = Vec::new();
    for filter in simple.filters {
        if !filters.contains(&filter) {
            filters.push(filter);
        }
    }
    simple.filters = filters;
    simple
}

/// The next hole after the next hole, as the second hole after.
fn joined_steps(phrase: &PlacePhrase) -> Option<Base> {
    let plain = |phrase: &PlacePhrase| phrase.filters.is_empty() && phrase.pick.is_none();
    let Base::Along { from, nth: Count::Fixed(nth), backward, holes_only } = &phrase.base else {
        return None;
    };
    let Base::Along { from: first, nth: Count::Fixed(steps), backward: back, holes_only: holes } =
        &from.base
    else {
        return None;
    };
    if !plain(phrase) || !plain(from) || back != backward || holes != holes_only {
        return None;
    }
    Some(Base::Along {
        from: first.clone(),
        nth: Count::Fixed(nth.saturating_add(*steps)),
        backward: *backward,
        holes_only: *holes_only,
    })
}

/// The places that a phrase only lists: a hole that is one of these.
pub fn only_among(phrase: &PlacePhrase) -> Option<&Places> {
    match (&phrase.base, phrase.filters.as_slice(), &phrase.pick) {
        (Base::Holes, [Filter::Among(places)], None) => Some(places),
        _ => None,
    }
}

/// The places of a list of which a player chooses one.
pub fn lists_choices(phrase: &PlacePhrase) -> Option<&Places> {
    let one = phrase.det == Det::Any(Count::Fixed(1));
    match (&phrase.base, phrase.filters.as_slice(), &phrase.pick) {
        (Base::Union(places), [], None) if one && places.parts.len() > 1 => Some(places),
        _ => None,
    }
}

/// The direction of all sowings of a move but the first, where one statement says it for the whole game.
pub fn later_direction(model: &Model) -> Option<&Dir> {
    let lines = model.stages.iter().flat_map(|stage| &stage.rules.way);
    let mut later = lines.filter_map(|line| match &line.kind {
        WayKind::LaterLaps { of: Unit::Move, dir } => Some((line, dir)),
        WayKind::LaterLaps { .. }
        | WayKind::Circuit { .. }
        | WayKind::Choice { .. }
        | WayKind::Manners => None,
    });
    let (first, dir) = later.next()?;
    let fixed = matches!(dir, Dir::Anticlockwise | Dir::Clockwise);
    let same = later.all(|(_, other)| other == dir);
    (fixed && same && first.when.is_none()).then_some(dir)
}

/// The tests of a place, in fewer words.
pub fn simplified_tests(filters: &[Filter], closes: bool) -> Vec<Filter> {
    simplified(&holes_with(filters), closes).filters
}

/// Holes that pass some tests.
pub fn holes_with(filters: &[Filter]) -> PlacePhrase {
    PlacePhrase {
        det: Det::One,
        base: Base::Holes,
        filters: filters.to_vec(),
        pick: None,
        span: Span::default(),
    }
}

/// Whether a phrase is about several places.
pub fn is_many(phrase: &PlacePhrase) -> bool {
    match phrase.det {
        Det::Every => true,
        Det::Any(Count::Fixed(1)) | Det::One => {
            matches!(phrase.base, Base::Captured | Base::SowingHand | Base::Left)
        }
        Det::Any(_) => true,
    }
}

/// Whether phrases joined by `and` are about several places.
pub fn are_many(parts: &[PlacePhrase]) -> bool {
    parts.len() > 1 || parts.iter().any(is_many)
}

/// Whether a selection by position can keep several places: `the leftmost 2`.
pub fn picks_several(pick: &Pick) -> bool {
    match pick {
        Pick::Outermost(_, n, _) | Pick::First(n) | Pick::Last(n) => *n != Count::Fixed(1),
        Pick::NthFrom(..)
        | Pick::Central
        | Pick::NearestTo(_)
        | Pick::OtherThan(_)
        | Pick::Offset(..) => false,
    }
}

/// Whether a selection by position names its place: `the leftmost`.
pub fn picks_one(pick: &Pick) -> bool {
    match pick {
        Pick::Outermost(_, n, _) | Pick::First(n) | Pick::Last(n) => *n == Count::Fixed(1),
        Pick::NthFrom(..)
        | Pick::Central
        | Pick::NearestTo(_)
        | Pick::OtherThan(_)
        | Pick::Offset(..) => true,
    }
}

/// Whether it is the hole of the occasion, and nothing else.
pub fn is_it(phrase: &PlacePhrase) -> bool {
    phrase.base == Base::It && phrase.filters.is_empty() && phrase.pick.is_none()
}

/// Whether it is the hole where a unit began, and nothing else.
pub fn is_origin(phrase: &PlacePhrase) -> bool {
    matches!(phrase.base, Base::Origin(_)) && phrase.filters.is_empty() && phrase.pick.is_none()
}

/// The base that a source names, if it takes all of it: the captured seeds, the seeds not yet sown.
pub fn whole_base(source: &Source) -> Option<&Base> {
    match (source.places.parts.as_slice(), &source.part) {
        ([one], Part::All) if one.filters.is_empty() && one.pick.is_none() => Some(&one.base),
        _ => None,
    }
}

/// The owner that the tests of a phrase name first.
pub fn owner_of(phrase: &PlacePhrase) -> Option<PlayerRef> {
    phrase.filters.iter().find_map(
        |filter| {
            if let Filter::Owner(who) = filter { Some(*who) } else { None }
        },
    )
}

/// Whether an action has to be said with the player that it is about: its verb is about something that is theirs.
pub fn needs_whom(action: &Action, voice: Voice) -> bool {
    let named = action.who != Subject::One(PlayerRef::Actor) && voice.actor == Person::They;
    let theirs = match &action.deed {
        Deed::Mark(MarkTarget::Places(places), ..) => {
            let chosen = |one: &PlacePhrase| one.det == Det::Any(Count::Fixed(1));
            !matches!(places.parts.as_slice(), [one] if chosen(one))
        }
        Deed::Unmark(MarkTarget::Places(_), _)
        | Deed::SetNumber(..)
        | Deed::Set(..)
        | Deed::SetDir(..) => true,
        Deed::Mark(MarkTarget::Player(_), ..)
        | Deed::Unmark(MarkTarget::Player(_), _)
        | Deed::Sow(_)
        | Deed::SowInOrder(_)
        | Deed::Capture(_)
        | Deed::Put(..)
        | Deed::Fill { .. }
        | Deed::Close(_)
        | Deed::Open(_)
        | Deed::Choose(..)
        | Deed::Own(_)
        | Deed::SwapSides
        | Deed::MovesFirst
        | Deed::Do(_)
        | Deed::Cases(_)
        | Deed::Either(..)
        | Deed::Repeat { .. }
        | Deed::Pass
        | Deed::PlayAgain { .. }
        | Deed::EndMove
        | Deed::EndTurn
        | Deed::EndStage
        | Deed::EndGame
        | Deed::Wins(_)
        | Deed::Loses(_)
        | Deed::Draw => false,
    };
    named && theirs
}

/// Whether a source is one seed.
pub fn takes_one(source: &Source) -> bool {
    let one = matches!(source.part, Part::Number(Count::Fixed(1)));
    one && matches!(source.places.parts.as_slice(), [place] if !is_many(place))
}

/// Whether a phrase itself says that its places hold seeds.
pub fn says_seeds(phrase: &PlacePhrase) -> bool {
    let says = |filter: &Filter| {
        matches!(filter, Filter::Occupied | Filter::Holding(_) | Filter::HoldingKind(..))
    };
    phrase.filters.iter().any(says)
}

/// Whether an amount is one thing: `1 hole`, `at least 1 hole`.
pub fn is_single(amount: &Amount) -> bool {
    matches!(amount, Amount::OneOf(n) if n.as_slice() == [Count::Fixed(1)])
        || matches!(amount, Amount::AtLeast(Count::Fixed(1)) | Amount::AtMost(Count::Fixed(1)))
}

/// Whether the bounds of an even number keep 0 out, so that nobody has to say it.
pub fn bounds_exclude_zero(amount: &Amount) -> bool {
    match amount {
        Amount::Even(Some((Count::Fixed(low), _))) => *low > 0,
        Amount::Even(_)
        | Amount::OneOf(_)
        | Amount::AtLeast(_)
        | Amount::AtMost(_)
        | Amount::Fewer(_)
        | Amount::More(_)
        | Amount::Odd(_)
        | Amount::Between(..) => false,
    }
}

/// The amount that fits where this one does not, and whether `not` still has to be said.
pub fn flipped(amount: &Amount, not: bool) -> (Amount, bool) {
    let none = || Amount::OneOf(vec![Count::Fixed(0)]);
    let whole = |count: &Count| !matches!(count, Count::Fraction(..));
    match amount {
        amount if !not => (amount.clone(), false),
        amount if amount.is_none() => (Amount::AtLeast(Count::Fixed(1)), false),
        Amount::AtLeast(Count::Fixed(1)) => (none(), false),
        Amount::AtLeast(n) if whole(n) => (Amount::Fewer(n.clone()), false),
        Amount::AtMost(n) => (Amount::More(n.clone()), false),
        Amount::Fewer(n) if whole(n) => (Amount::AtLeast(n.clone()), false),
        Amount::More(n) => (Amount::AtMost(n.clone()), false),
        Amount::OneOf(_)
        | Amount::AtLeast(_)
        | Amount::Fewer(_)
        | Amount::Even(_)
        | Amount::Odd(_)
        | Amount::Between(..) => (amount.clone(), true),
    }
}

/// Whether a condition, or its opposite, is said as one of several: it needs brackets next to others.
pub fn says_or(cond: &Cond, not: bool) -> bool {
    if let Cond::Not(part) = cond {
        return says_or(part, !not);
    }
    let or = if not { matches!(cond, Cond::And(_)) } else { matches!(cond, Cond::Or(_)) };
    or && cond.joined().len() > 1
}

/// The parts of a joined condition that say something: `a player is the next player` only says who `that player` is.
pub fn said_parts(parts: &[Cond]) -> Vec<&Cond> {
    let only_names =
        |part: &&Cond| matches!(part, Cond::PlayerIs(Subject::Some, _)) && parts.len() > 1;
    parts.iter().filter(|part| !only_names(part)).collect()
}

/// How many seeds a test of the sowing hand asks for.
pub fn hand_amount(filters: &[Filter]) -> Amount {
    let found = filters.iter().find_map(|filter| {
        if let Filter::Holding(amount) = filter {
            return Some(amount.clone());
        }
        (*filter == Filter::Empty).then(|| Amount::OneOf(vec![Count::Fixed(0)]))
    });
    found.unwrap_or(Amount::AtLeast(Count::Fixed(1)))
}
