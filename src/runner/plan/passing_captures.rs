//! Captures as seeds fall: what a place has come to hold is captured when that is a certain number.
//!
//! If no place passes its number twice in a lap, it does not matter in which order the seeds fall, and
//! all captures of a lap are found by one look at what the places held and what they would hold.

use super::lane_tests::LaneTest;
use crate::program::{
    Act, Block, BlockCase, Code, Lane, LaneSet, NumberExpr, NumberRange, PlaceExpr, Program,
    TakeAmount, Test,
};
use crate::runner::lanes::Lanes;

/// What is captured as seeds fall.
#[derive(Clone, Debug)]
pub(super) struct PassingCaptures<L: Lanes> {
    /// The number at which what a place has come to hold is captured; 0: it never is.
    capture_at: L,
    /// What is captured in some lanes goes to a lane.
    targets: Box<[CaptureTarget<L>]>,
    /// Nothing is captured as the last seed falls.
    not_at_last: bool,
    /// More is to be done after a capture only if these hold no more than so many.
    after_limit: Option<(L, u32)>,
}

/// Where captured seeds go.
#[derive(Clone, Debug)]
struct CaptureTarget<L: Lanes> {
    /// All bits in the lanes of which the seeds go there.
    from: L,
    to: Lane,
    /// It is the player who captures.
    own: bool,
    /// The other player who does: a bit.
    other: u32,
}

/// A capture of what a place has come to hold.
struct PassingCapture<'a> {
    at: u32,
    under_way: bool,
    to: Lane,
    own: bool,
    after: &'a Block,
}

impl<'a> PassingCapture<'a> {
    /// What is done when a seed falls in a place, if it is that.
    fn of<L: Lanes>(
        case: &'a BlockCase,
        place: Lane,
        hand: Option<Lane>,
    ) -> Option<PassingCapture<'a>> {
        let [act] = case.acts.as_slice() else { return None };
        let Act::Move { from, hand: false, share, kind: None, to, capture: Some(own), after } = act
        else {
            return None;
        };
        let tests = case.test.conjuncts();
        let sowing = |test: &&Test| is_under_way(test, hand);
        let mut others = tests.iter().filter(|test| !sowing(test));
        let number = others.next().filter(|_| others.next().is_none());
        let LaneTest::Holds(lane, at, most) = LaneTest::<L>::of(number?, Some(place))? else {
            return None;
        };
        if lane != place || at != most {
            return None;
        }
        let to = to.only()?;
        let whole = *share == TakeAmount::All && from.only() == Some(place);
        let good = whole && (1..=L::GREATEST).contains(&at);
        let under_way = tests.iter().any(|test| sowing(&test));
        good.then_some(PassingCapture { at, under_way, to, own: *own, after })
    }
}

/// Whether a condition is that seeds are still being sown.
fn is_under_way(test: &Test, hand: Option<Lane>) -> bool {
    if let Test::Holds(lane, range) = test {
        return Some(*lane) == hand && *range == NumberRange::SOME;
    }
    let Test::Number(number, range) = test else { return false };
    **number == NumberExpr::Hand && *range == NumberRange::SOME
}

/// Of what is done after a capture: the lanes of which it is asked what they and the hand still hold, and
/// how much that is at most. `None`: something else is asked.
fn after_limit(after: &Block, hand: Option<Lane>) -> Option<(LaneSet, u32)> {
    let of = |test: &Test| {
        let Test::Number(number, range) = test else { return None };
        let NumberExpr::Add(seeds, sown) = &**number else { return None };
        let NumberExpr::Sum(PlaceExpr::All(set)) = &**seeds else { return None };
        let sown = **sown == NumberExpr::Hand
            || hand.is_some_and(|hand| {
                **sown == NumberExpr::Lane(hand) || **sown == NumberExpr::Sum(PlaceExpr::lane(hand))
            });
        let most = u32::try_from(range.most.clamp(0, 65_535)).ok()?;
        sown.then_some((*set, most))
    };
    let mut all = after.iter().flatten().map(|case| case.test.conjuncts().iter().find_map(of));
    let first = all.next()??;
    all.try_fold(first, |(set, most), other| {
        let (same, more) = other?;
        (same == set).then_some((set, most.max(more)))
    })
}

impl<L: Lanes> PassingCaptures<L> {
    /// Of all that a code does as seeds fall on some lanes; `None`: it is not only that.
    pub fn of(program: &Program, code: &Code, sown: &LaneSet) -> Option<PassingCaptures<L>> {
        let mut full = L::empty();
        let mut goes: Vec<(Lane, bool, LaneSet)> = Vec::new();
        let (mut ways, mut asked) = (Vec::new(), Vec::new());
        for (block, place) in code.each_seed.iter().zip((0..).map(Lane)) {
            let case = match block.as_slice() {
                [] => continue,
                [list] => match list.as_slice() {
                    [case] => case,
                    _ => return None,
                },
                _ => return None,
            };
            let capture = PassingCapture::of::<L>(case, place, program.hand)?;
            full.put(place, capture.at);
            ways.push(capture.under_way);
            if !capture.after.is_empty() {
                asked.push(after_limit(capture.after, program.hand)?);
            }
            let known = |(to, own, _): &&mut (Lane, bool, LaneSet)| {
                (*to, *own) == (capture.to, capture.own)
            };
            match goes.iter_mut().find(known) {
                Some((.., from)) => from.insert(place),
                None => goes.push((capture.to, capture.own, place.into())),
            }
        }
        let under_way = *ways.first()?;
        let left = match asked.as_slice() {
            [] => None,
            [(set, _), ..] => {
                let most = asked.iter().map(|(_, most)| *most).max()?;
                asked.iter().all(|(same, _)| same == set).then_some((*set, most))
            }
        };
        let apart = |(to, ..): &(Lane, bool, LaneSet)| {
            !sown.contains(*to) && left.is_none_or(|(set, _)| !set.contains(*to))
        };
        let good = ways.iter().all(|way| *way == under_way)
            && (asked.is_empty() || left.is_some())
            && goes.iter().all(apart);
        let to = goes.iter().map(|(to, own, from)| {
            let keeps = program.own_holes.iter().zip(0..);
            let other =
                keeps.filter(|((_, store), _)| !own && store == to).map(|(_, seat)| 1 << seat);
            CaptureTarget { from: L::all_in(L::set(from)), to: *to, own: *own, other: other.sum() }
        });
        good.then(|| PassingCaptures {
            capture_at: full,
            targets: to.collect(),
            not_at_last: under_way,
            after_limit: left.map(|(set, most)| (L::all_in(L::set(&set)), most)),
        })
    }

    /// The number at which what a place has come to hold is captured as the last seed falls; 0: it never is.
    pub fn capture_at_last(&self, place: Lane) -> u32 {
        if self.not_at_last { 0 } else { self.capture_at.get(place) }
    }

    /// Whether no place passes its number twice in a lap from a place with so many seeds.
    pub fn crosses_once(&self, change: &L, origin: Lane, seeds: u32) -> bool {
        L::each(self.capture_at.occupied(L::all_lanes())).all(|lane| {
            let (more, full) = (change.get(lane), self.capture_at.get(lane));
            if lane == origin {
                // It is emptied before a seed falls in it.
                more.wrapping_add(seeds) & L::GREATEST < full
            } else {
                more <= full
            }
        })
    }

    /// The seeds of a lap have fallen, the last one on `last`: takes what is captured; as lanes.
    #[inline(always)]
    pub fn take(&self, before: &L, lanes: &mut L, last: Lane) -> L {
        let mut taken = before.crossed(lanes, &self.capture_at);
        *lanes = lanes.minus(&taken);
        if self.not_at_last && lanes.get(last) == 0 {
            lanes.put(last, taken.get(last));
            taken.put(last, 0);
        }
        taken
    }

    /// Hands over what was taken: who captured, the player (`true`) and others; `None`: more was to be done
    /// meanwhile.
    #[inline(always)]
    pub fn distribute(&self, taken: &L, lanes: &mut L) -> Option<(bool, u32)> {
        // Whether any were is not asked beforehand: it would often be guessed wrong.
        let any = !L::is_empty(taken.occupied(L::all_lanes()));
        // What is left becomes less with every seed.
        if self.after_limit.is_some_and(|(of, most)| any & (lanes.sum_of(&of) <= most)) {
            return None;
        }
        let (mut captured, mut others) = (false, 0);
        for CaptureTarget { from, to, own, other } in &self.targets {
            let seeds = taken.sum_of(from);
            lanes.add_to(*to, seeds);
            captured |= own & (seeds > 0);
            others |= other * u32::from(seeds > 0);
        }
        Some((captured, others))
    }
}
