//! What comes of a last seed, where it is one of the usual things.

use super::lane_tests::{Bounds, LaneConjunction, LaneTest};
use crate::program::{Act, Block, BlockCase, Lane, PlaceExpr, TakeAmount, Test};
use crate::runner::lanes::Lanes;

/// What comes of a last seed.
#[derive(Clone, Debug)]
pub(super) enum LandingEffect<L: Lanes> {
    /// The move ends.
    Ended,
    /// So it does, and the player moves again.
    Again,
    /// The seeds of these lanes are captured, and the move ends.
    Captures(L, Lane),
    /// So are those of a run of holes as long as they fit; but nothing is, unless the look comes out
    /// afterwards.
    CapturesRun(Box<RunCapture<L>>),
    /// The next lap takes up that place.
    Relays(Lane),
    /// Something else.
    Slow,
}

/// A capture of several holes, one after the other.
#[derive(Clone, Debug)]
pub(super) struct RunCapture<L: Lanes> {
    first: L::Set,
    /// The lanes after it, and what each must hold.
    lanes: L::Set,
    bounds: Bounds<L>,
    down: bool,
    to: Lane,
    only_if: Option<LaneTest<L>>,
}

/// One thing that may come of a last seed.
#[derive(Clone, Debug)]
struct LandingCase<L: Lanes> {
    looks: LaneConjunction<L>,
    landed: LandingEffect<L>,
    /// What is looked at if this does not fit.
    otherwise: u16,
}

/// Whatever can come of last seeds.
#[derive(Clone, Debug)]
pub(super) struct LandingTable<L: Lanes>(Vec<LandingCase<L>>);

/// The number of the landing of which nothing comes: the move ends.
const ENDED: u16 = 0;
/// The number of the landing of which a move has to be told at length.
const SLOW: u16 = 1;
/// Whether nothing comes of the landing of that number.
#[inline(always)]
pub(super) fn is_plain_end(number: u16) -> bool {
    number == ENDED
}

/// No place holds more seeds.
const NEVER: u16 = u16::MAX;

/// What comes of a last seed in a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Landing {
    /// Where the last seed made more than so many, they are sown on.
    relay_above: u16,
    /// The numbers of what may come of it where they are not: where what it made is there, and where that was
    /// captured at once.
    pub cases: [u16; 2],
    /// The player moves again in any case.
    pub again: bool,
}

impl Landing {
    /// The move ends.
    pub const ENDED: Landing = Landing::of(ENDED);
    /// The move has to be told at length.
    pub const SLOW: Landing = Landing::of(SLOW);

    const fn of(number: u16) -> Landing {
        Landing { relay_above: NEVER, cases: [number; 2], again: false }
    }

    /// The same with other numbers of what may come of it.
    pub fn with(self, numbers: [u16; 2]) -> Landing {
        Landing { cases: numbers, ..self }
    }

    /// Whether seeds may be sown on from where the last one fell.
    pub fn may_relay(&self) -> bool {
        self.relay_above != NEVER
    }

    /// Whether they are where it made so many.
    #[inline(always)]
    pub fn relays_at(&self, seeds: u32) -> bool {
        seeds > u32::from(self.relay_above)
    }
}

/// When a case of a last seed fits.
enum CaseGuard<L: Lanes> {
    /// If all this holds.
    If(LaneConjunction<L>),
    Never,
    /// That takes more than a look.
    Slow,
}

impl<L: Lanes> CaseGuard<L> {
    /// Of the condition of what is done where the last seed fell.
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

    /// Whether it never does where the place of the last seed holds so many or more.
    fn only_below(&self, last: Lane, least: u32) -> bool {
        match self {
            CaseGuard::If(looks) => looks.bounds.of(last).is_some_and(|(_, most)| most < least),
            CaseGuard::Never => true,
            CaseGuard::Slow => false,
        }
    }
}

/// Which of the cases of a last seed says that the place where it fell is sown on if it holds so many or
/// more; none of those before it can fit then.
fn relay_case<L: Lanes>(
    cases: &[(CaseGuard<L>, LandingEffect<L>)],
    last: Lane,
) -> Option<(usize, u32)> {
    let sows = |(_, landed): &_| matches!(landed, LandingEffect::Relays(lane) if *lane == last);
    let at = cases.iter().position(sows)?;
    let (CaseGuard::If(looks), _) = &cases[at] else { return None };
    let least = looks.only_from(last).filter(|least| *least > 0)?;
    cases[..at].iter().all(|(fits, _)| fits.only_below(last, least)).then_some((at, least))
}

impl<L: Lanes> LandingTable<L> {
    /// Of last seeds of which nothing comes.
    pub fn none() -> LandingTable<L> {
        let mut none = LandingTable(Vec::new());
        none.push(LaneConjunction::never(), LandingEffect::Ended, ENDED);
        none.push(LaneConjunction::always(), LandingEffect::Slow, ENDED);
        none
    }

    /// What comes of a last seed in a place.
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
        // What comes after a case that always fits does not matter.
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
            // It makes no difference whether it fits.
            (_, LandingEffect::Ended) if otherwise == ENDED => ENDED,
            (CaseGuard::Never, _) => otherwise,
            (CaseGuard::If(looks), landed) => self.push(looks, landed, otherwise),
        });
        let above = on.and_then(|(_, least)| u16::try_from(least - 1).ok());
        Landing { relay_above: above.unwrap_or(NEVER), ..Landing::of(number) }
    }

    /// Whether a last seed may bring about another lap in another place than where it fell.
    pub fn may_relay_elsewhere(&self) -> bool {
        self.0.iter().any(|falling| matches!(falling.landed, LandingEffect::Relays(_)))
    }

    fn push(&mut self, looks: LaneConjunction<L>, landed: LandingEffect<L>, otherwise: u16) -> u16 {
        let Ok(number) = u16::try_from(self.0.len()) else { return SLOW };
        self.0.push(LandingCase { looks, landed, otherwise });
        number
    }

    /// With how many seeds in its place something may come of a last seed, at least and at most.
    pub fn seed_range(&self, landing: Landing, last: Lane) -> Option<(u32, u32)> {
        let mut fits = Bounds::<L>::almost_nothing();
        if landing.may_relay() {
            fits.widen(last, u32::from(landing.relay_above) + 1, L::GREATEST);
        }
        let bounds = self.chain(landing.cases[0]).filter_map(|it| it.looks.bounds.of(last));
        bounds.for_each(|(least, most)| fits.widen(last, least, most));
        fits.of(last)
    }

    /// Whether of a last seed a move may have to be told at length.
    pub fn may_be_slow(&self, landing: Landing) -> bool {
        let mut all = landing.cases.into_iter().flat_map(|number| self.chain(number));
        all.any(|falling| matches!(falling.landed, LandingEffect::Slow))
    }

    /// All that is looked at from a number on, one after the other.
    fn chain(&self, number: u16) -> impl Iterator<Item = &LandingCase<L>> {
        let of = |number| (number != ENDED).then(|| &self.0[usize::from(number)]);
        std::iter::successors(of(number), move |falling| of(falling.otherwise))
    }

    /// What comes of a last seed, if anything does.
    #[inline(always)]
    pub fn effect(&self, number: u16, lanes: &L) -> Option<&LandingEffect<L>> {
        // That nothing comes of it is not told apart beforehand: it would mostly be guessed wrong.
        let falling = &self.0[usize::from(number)];
        if falling.looks.hold(lanes) {
            Some(&falling.landed)
        } else if falling.otherwise == ENDED {
            None
        } else {
            self.effect_after(falling.otherwise, *lanes)
        }
    }

    #[inline(never)]
    fn effect_after(&self, mut number: u16, lanes: L) -> Option<&LandingEffect<L>> {
        while number != ENDED {
            let falling = &self.0[usize::from(number)];
            if falling.looks.hold(&lanes) {
                return Some(&falling.landed);
            }
            number = falling.otherwise;
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
            ([act], Some(look)) => run_effect(act, Some(look)),
            _ => LandingEffect::Slow,
        },
        [act] => run_effect(act, None),
        _ => LandingEffect::Slow,
    }
}

/// A capture of some places, and perhaps of a run of others.
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
    // Neighbours, one after the other up or down.
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
    /// What is left after the capture, and whether anything was captured. The lanes are not lent:
    /// they would have to be in memory.
    #[inline(always)]
    pub fn capture(&self, before: L) -> (L, bool) {
        let fit = before.within(&self.bounds.least, &self.bounds.span);
        let set = L::union(self.first, L::leading(fit, self.lanes, self.down));
        let (lanes, captured) = capture_all(before, &L::all_in(set), self.to);
        match &self.only_if {
            Some(look) if !look.holds(&lanes) => (before, false),
            _ => (lanes, captured),
        }
    }
}

/// All seeds of some lanes go to another; whether there were any.
#[inline(always)]
pub(super) fn capture_all<L: Lanes>(mut lanes: L, from: &L, to: Lane) -> (L, bool) {
    let all = lanes.sum_of(from);
    lanes.clear(from);
    lanes.add_to(to, all);
    (lanes, all > 0)
}
