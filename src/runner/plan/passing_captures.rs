//! Captures while seeds fall: a place is captured when it reaches a certain number of seeds.
//!
//! If no place passes its number twice in a lap, the order of falls does not matter. Then one vector
//! comparison of the lanes before and after the lap finds all captures.

use super::lane_tests::LaneTest;
use crate::program::{
    Act, Block, BlockCase, Code, Lane, LaneSet, NumberExpr, NumberRange, PlaceExpr, Program,
    TakeAmount, Test,
};
use crate::runner::lanes::Lanes;

/// What is captured while seeds fall.
#[derive(Clone, Debug)]
pub(super) struct PassingCaptures<L: Lanes> {
    /// Per lane, the number of seeds at which the place is captured; 0: never.
    capture_at: L,
    /// Where the captured seeds of each lane go.
    targets: Box<[CaptureTarget<L>]>,
    /// The last seed captures nothing.
    not_at_last: bool,
    /// Statements after a capture apply only if these lanes (all bits set) hold at most this many seeds.
    after_limit: Option<(L, u32)>,
}

/// Where captured seeds go.
#[derive(Clone, Debug)]
struct CaptureTarget<L: Lanes> {
    /// All bits set in the lanes whose seeds go there.
    from: L,
    to: Lane,
    /// The mover captures.
    own: bool,
    /// The other player who captures: one bit per seat.
    other: u32,
}

/// A capture of a place at a number of seeds.
struct PassingCapture<'a> {
    at: u32,
    under_way: bool,
    to: Lane,
    own: bool,
    after: &'a Block,
}

impl<'a> PassingCapture<'a> {
    /// The capture in the per-seed hook of a place, if the hook is just that.
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

/// Whether a test says that seeds are still being sown.
fn is_under_way(test: &Test, hand: Option<Lane>) -> bool {
    if let Test::Holds(lane, range) = test {
        return Some(*lane) == hand && *range == NumberRange::SOME;
    }
    let Test::Number(number, range) = test else { return false };
    **number == NumberExpr::Hand && *range == NumberRange::SOME
}

/// If the statements after a capture only test how much some lanes and the hand still hold: those lanes, and
/// the greatest number tested for. `None`: they test something else.
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
    /// The captures of a code, of which `sown` are the lanes that seeds fall in; `None`: its per-seed hooks
    /// do something else.
    pub fn of(program: &Program, code: &Code, sown: &LaneSet) -> Option<PassingCaptures<L>> {
        let mut full = L::empty();
        let mut targets: Vec<(Lane, bool, LaneSet)> = Vec::new();
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
            match targets.iter_mut().find(known) {
                Some((.., from)) => from.insert(place),
                None => targets.push((capture.to, capture.own, place.into())),
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
            && targets.iter().all(apart);
        let to = targets.iter().map(|(to, own, from)| {
            let own_holes = program.own_holes.iter().zip(0..);
            let other =
                own_holes.filter(|((_, store), _)| !own && store == to).map(|(_, seat)| 1 << seat);
            CaptureTarget { from: L::all_in(L::set(from)), to: *to, own: *own, other: other.sum() }
        });
        good.then(|| PassingCaptures {
            capture_at: full,
            targets: to.collect(),
            not_at_last: under_way,
            after_limit: left.map(|(set, most)| (L::all_in(L::set(&set)), most)),
        })
    }

    /// Number of seeds at which a place is captured by the last seed; 0: never.
    pub fn capture_at_last(&self, place: Lane) -> u32 {
        if self.not_at_last { 0 } else { self.capture_at.get(place) }
    }

    /// Whether no place passes its number twice in a lap from `origin` with this many seeds.
    pub fn crosses_once(&self, change: &L, origin: Lane, seeds: u32) -> bool {
        L::each(self.capture_at.occupied(L::all_lanes())).all(|lane| {
            let (more, full) = (change.get(lane), self.capture_at.get(lane));
            if lane == origin {
                // The origin is emptied before a seed falls in it.
                more.wrapping_add(seeds) & L::GREATEST < full
            } else {
                more <= full
            }
        })
    }

    /// Takes the captured seeds out of the lanes after a lap that ended on `last`; returns them by lane.
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

    /// Moves the captured seeds to where they go. Returns whether the mover captured, and a bit for each
    /// other captor; `None`: statements after a capture may apply.
    #[inline(always)]
    pub fn distribute(&self, taken: &L, lanes: &mut L) -> Option<(bool, u32)> {
        // Branch-free on purpose: whether there are any would mispredict.
        let any = !L::is_empty(taken.occupied(L::all_lanes()));
        // What is left only decreases, so the final amount is the least.
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
