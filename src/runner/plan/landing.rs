//! What a last seed leads to, where that is a usual effect.

use super::lane_tests::{Bounds, LaneConjunction, LaneTest};
use crate::program::{Act, Block, BlockCase, Lane, PlaceExpr, TakeAmount, Test};
use crate::runner::lanes::Lanes;

/// Effect of a last seed.
#[derive(Clone, Debug)]
pub(super) enum LandingEffect<L: Lanes> {
    /// The move ends.
    Ended,
    /// The move ends, and the player moves again.
    Again,
    /// The seeds of these lanes (all bits set) go to that lane, and the move ends.
    Captures(L, Lane),
    /// As `Captures`, with a run of holes as far as they fit; undone unless a test holds afterwards.
    CapturesRun(Box<RunCapture<L>>),
    /// The next lap starts from that place.
    Relays(Lane),
    /// Anything else: take the slow path.
    Slow,
}

/// A capture of some holes, followed by a run of neighbouring holes.
#[derive(Clone, Debug)]
pub(super) struct RunCapture<L: Lanes> {
    first: L::Set,
    /// The lanes of the run, and the bounds that each must meet.
    lanes: L::Set,
    bounds: Bounds<L>,
    down: bool,
    to: Lane,
    only_if: Option<LaneTest<L>>,
}

/// One case of a landing.
#[derive(Clone, Debug)]
struct LandingCase<L: Lanes> {
    tests: LaneConjunction<L>,
    landed: LandingEffect<L>,
    /// Index of the case to try if this one does not fit.
    otherwise: u16,
}

/// The landing cases of a code; a [`Landing`] refers to them by index.
#[derive(Clone, Debug)]
pub(super) struct LandingTable<L: Lanes>(Vec<LandingCase<L>>);

/// Index of the case that has no effect: the move ends.
const ENDED: u16 = 0;
/// Index of the case that takes the slow path.
const SLOW: u16 = 1;
/// Whether the case at an index has no effect: the move ends.
#[inline(always)]
pub(super) fn is_plain_end(number: u16) -> bool {
    number == ENDED
}

/// A threshold for relays that no place exceeds.
const NEVER: u16 = u16::MAX;

/// What a last seed in a place leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Landing {
    /// If the place then holds more seeds than this, the move relays from there.
    relay_above: u16,
    /// Otherwise the index of the first case to try: [the place keeps its seeds, they were captured at once].
    pub cases: [u16; 2],
    /// The player moves again in any case.
    pub again: bool,
}

impl Landing {
    /// The move ends.
    pub const ENDED: Landing = Landing::of(ENDED);
    /// The move takes the slow path.
    pub const SLOW: Landing = Landing::of(SLOW);

    const fn of(number: u16) -> Landing {
        Landing { relay_above: NEVER, cases: [number; 2], again: false }
    }

    /// The same with other cases.
    pub fn with(self, numbers: [u16; 2]) -> Landing {
        Landing { cases: numbers, ..self }
    }

    /// Whether the move may relay from the place of the last seed.
    pub fn may_relay(&self) -> bool {
        self.relay_above != NEVER
    }

    /// Whether it does with this many seeds there.
    #[inline(always)]
    pub fn relays_at(&self, seeds: u32) -> bool {
        seeds > u32::from(self.relay_above)
    }
}

/// When a case for a last seed fits.
enum CaseGuard<L: Lanes> {
    /// If all these tests hold.
    If(LaneConjunction<L>),
    Never,
    /// This cannot be decided by lane tests.
    Slow,
}

impl<L: Lanes> CaseGuard<L> {
    /// Guard for the test of a case at the last seed in `last`.
    fn of(test: &Test, last: Lane) -> CaseGuard<L> {
        let tests = test.conjuncts().iter().filter(|test| **test != Test::Always);
        let looks: Option<Vec<LaneTest<L>>> =
            tests.map(|test| LaneTest::of(test, Some(last))).collect();
        match looks.map(LaneConjunction::of) {
            Some(Some(looks)) => CaseGuard::If(looks),
            Some(None) => CaseGuard::Never,
            None => CaseGuard::Slow,
        }
    }

    /// Whether the case cannot fit if `last` holds `least` seeds or more.
    fn only_below(&self, last: Lane, least: u32) -> bool {
        match self {
            CaseGuard::If(tests) => tests.bounds.of(last).is_some_and(|(_, most)| most < least),
            CaseGuard::Never => true,
            CaseGuard::Slow => false,
        }
    }
}

/// The case that relays from the place of the last seed: its index, and the number of seeds from which on it
/// fits. `None` unless it fits exactly from that number on and no earlier case can fit then.
fn relay_case<L: Lanes>(
    cases: &[(CaseGuard<L>, LandingEffect<L>)],
    last: Lane,
) -> Option<(usize, u32)> {
    let sows = |(_, landed): &_| matches!(landed, LandingEffect::Relays(lane) if *lane == last);
    let at = cases.iter().position(sows)?;
    let (CaseGuard::If(tests), _) = &cases[at] else { return None };
    let least = tests.only_from(last).filter(|least| *least > 0)?;
    cases[..at].iter().all(|(fits, _)| fits.only_below(last, least)).then_some((at, least))
}

impl<L: Lanes> LandingTable<L> {
    /// A table with the two fixed cases only.
    pub fn none() -> LandingTable<L> {
        let mut none = LandingTable(Vec::new());
        none.push(LaneConjunction::never(), LandingEffect::Ended, ENDED);
        none.push(LaneConjunction::always(), LandingEffect::Slow, ENDED);
        none
    }

    /// Adds the cases of a block for a last seed in a place.
    pub fn add(&mut self, block: &Block, last: Lane) -> Landing {
        let list = match block.as_slice() {
            [] => return Landing::ENDED,
            [list] => list,
            _ => return Landing::SLOW,
        };
        if let [BlockCase { test: Test::Always, acts, .. }] = list.as_slice()
            && let [Act::PlayAgain] = acts.as_slice()
        {
            return Landing { again: true, ..Landing::ENDED };
        }
        // Cases after one that always fits are unreachable.
        let sure = list.iter().position(|case| case.test == Test::Always);
        let cases = &list[..sure.map_or(list.len(), |at| at + 1)];
        let cases = cases.iter().map(|BlockCase { clause: _, test, acts }| {
            (CaseGuard::of(test, last), case_effect(acts))
        });
        let mut cases: Vec<(CaseGuard<L>, LandingEffect<L>)> = cases.collect();
        let on = relay_case(&cases, last);
        if let Some((at, _)) = on {
            cases.remove(at);
        }
        let number = cases.into_iter().rfold(ENDED, |otherwise, case| match case {
            (CaseGuard::Slow, _) => SLOW,
            // Whether it fits makes no difference.
            (_, LandingEffect::Ended) if otherwise == ENDED => ENDED,
            (CaseGuard::Never, _) => otherwise,
            (CaseGuard::If(tests), landed) => self.push(tests, landed, otherwise),
        });
        let above = on.and_then(|(_, least)| u16::try_from(least - 1).ok());
        Landing { relay_above: above.unwrap_or(NEVER), ..Landing::of(number) }
    }

    /// Whether a last seed may start a lap in another place than where it fell.
    pub fn may_relay_elsewhere(&self) -> bool {
        self.0.iter().any(|case| matches!(case.landed, LandingEffect::Relays(_)))
    }

    fn push(&mut self, tests: LaneConjunction<L>, landed: LandingEffect<L>, otherwise: u16) -> u16 {
        let Ok(number) = u16::try_from(self.0.len()) else { return SLOW };
        self.0.push(LandingCase { tests, landed, otherwise });
        number
    }

    /// Least and greatest number of seeds in the place of a last seed with which it may have an effect.
    pub fn seed_range(&self, landing: Landing, last: Lane) -> Option<(u32, u32)> {
        let mut fits = Bounds::<L>::almost_nothing();
        if landing.may_relay() {
            fits.widen(last, u32::from(landing.relay_above) + 1, L::GREATEST);
        }
        let bounds = self.chain(landing.cases[0]).filter_map(|case| case.tests.bounds.of(last));
        bounds.for_each(|(least, most)| fits.widen(last, least, most));
        fits.of(last)
    }

    /// Whether a landing may take the slow path.
    pub fn may_be_slow(&self, landing: Landing) -> bool {
        let mut all = landing.cases.into_iter().flat_map(|number| self.chain(number));
        all.any(|case| matches!(case.landed, LandingEffect::Slow))
    }

    /// The cases from an index on, in the order in which they are tried.
    fn chain(&self, number: u16) -> impl Iterator<Item = &LandingCase<L>> {
        let of = |number| (number != ENDED).then(|| &self.0[usize::from(number)]);
        std::iter::successors(of(number), move |case| of(case.otherwise))
    }

    /// The effect of the first case that fits; `None`: there is no effect.
    #[inline(always)]
    pub fn effect(&self, number: u16, lanes: &L) -> Option<&LandingEffect<L>> {
        // `ENDED` is not tested first on purpose: this branch would mispredict.
        let case = &self.0[usize::from(number)];
        if case.tests.hold(lanes) {
            Some(&case.landed)
        } else if case.otherwise == ENDED {
            None
        } else {
            self.effect_after(case.otherwise, *lanes)
        }
    }

    #[inline(never)]
    fn effect_after(&self, mut number: u16, lanes: L) -> Option<&LandingEffect<L>> {
        while number != ENDED {
            let case = &self.0[usize::from(number)];
            if case.tests.hold(&lanes) {
                return Some(&case.landed);
            }
            number = case.otherwise;
        }
        None
    }
}

/// What a case does, if it is one of the usual things.
fn case_effect<L: Lanes>(acts: &[Act]) -> LandingEffect<L> {
    match acts {
        [] | [Act::EndMove] => LandingEffect::Ended,
        [Act::PlayAgain] => LandingEffect::Again,
        [Act::Sow(lap)] => match lap.only_from() {
            Some([(lane, Test::Always)]) => LandingEffect::Relays(*lane),
            _ => LandingEffect::Slow,
        },
        [Act::Try { acts, test, .. }] => match (acts.as_slice(), LaneTest::of(test, None)) {
            ([act], Some(test)) => run_effect(act, Some(test)),
            _ => LandingEffect::Slow,
        },
        [act] => run_effect(act, None),
        _ => LandingEffect::Slow,
    }
}

/// The effect of a capture of some places, and perhaps of a run of others.
fn run_effect<L: Lanes>(act: &Act, only_if: Option<LaneTest<L>>) -> LandingEffect<L> {
    match simple_run(act, only_if) {
        Some(RunCapture { first, lanes, to, only_if: None, .. }) if L::is_empty(lanes) => {
            LandingEffect::Captures(L::all_in(first), to)
        }
        Some(run) => LandingEffect::CapturesRun(Box::new(run)),
        None => LandingEffect::Slow,
    }
}

fn simple_run<L: Lanes>(act: &Act, only_if: Option<LaneTest<L>>) -> Option<RunCapture<L>> {
    let Act::Move { from, hand: false, share, kind: None, to, capture, after } = act else {
        return None;
    };
    if *share != TakeAmount::All || *capture != Some(true) {
        return None;
    }
    let to = to.only()?;
    let (first, run) = if let PlaceExpr::All(first) = from {
        (first, &[][..])
    } else {
        let PlaceExpr::Union(parts) = from else { return None };
        let [PlaceExpr::All(first), PlaceExpr::Run(run)] = parts.as_slice() else { return None };
        (first, run.as_slice())
    };
    let mut lanes = L::set(&Default::default());
    let mut bounds = Bounds::everything();
    for (lane, test) in run {
        let LaneTest::Holds(same, least, most) = LaneTest::<L>::of(test, None)? else {
            return None;
        };
        if same != *lane || !bounds.set(same, least, most) {
            return None;
        }
        lanes = L::with(lanes, *lane);
    }
    // The run has to be neighbouring lanes, in ascending or descending order.
    let follow = |down: bool| {
        let next = |a: Lane, b: Lane| if down { a.0 == b.0 + 1 } else { a.0 + 1 == b.0 };
        run.windows(2).all(|two| next(two[0].0, two[1].0))
    };
    let down = follow(true);
    let usual = (down || follow(false))
        && after.is_empty()
        && !first.contains(to)
        && run.iter().all(|(lane, _)| *lane != to);
    usual.then(|| RunCapture { first: L::set(first), lanes, bounds, down, to, only_if })
}

impl<L: Lanes> RunCapture<L> {
    /// The lanes after the capture, and whether anything was captured. By value: a reference would force the
    /// lanes into memory.
    #[inline(always)]
    pub fn capture(&self, before: L) -> (L, bool) {
        let fit = before.within(&self.bounds.least, &self.bounds.span);
        let set = L::union(self.first, L::leading(fit, self.lanes, self.down));
        let (lanes, captured) = capture_all(before, &L::all_in(set), self.to);
        match &self.only_if {
            Some(test) if !test.holds(&lanes) => (before, false),
            _ => (lanes, captured),
        }
    }
}

/// Moves all seeds of some lanes (all bits set) to another; returns whether there were any.
#[inline(always)]
pub(super) fn capture_all<L: Lanes>(mut lanes: L, from: &L, to: Lane) -> (L, bool) {
    let all = lanes.sum_of(from);
    lanes.clear(from);
    lanes.add_to(to, all);
    (lanes, all > 0)
}
