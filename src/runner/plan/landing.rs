//! What comes of a last seed, where it is one of the usual things.

use super::look::{Bounds, Look, Looks};
use crate::program::{Act, Block, Case, Lane, Share, Test, Where};
use crate::runner::lanes::Lanes;

/// What comes of a last seed.
#[derive(Clone, Debug)]
pub(super) enum Landed<L: Lanes> {
    /// The move ends.
    Ended,
    /// So it does, and the player moves again.
    Again,
    /// The seeds of these lanes are captured, and the move ends.
    Captures(L, Lane),
    /// So are those of a run of holes as long as they fit; but nothing is, unless the look comes out
    /// afterwards.
    CapturesRun(Box<Run<L>>),
    /// The next lap takes up that place.
    Sows(Lane),
    /// Something else.
    Other,
}

/// A capture of several holes, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Run<L: Lanes> {
    first: L::Set,
    /// The lanes after it, and what each must hold.
    lanes: L::Set,
    bounds: Bounds<L>,
    down: bool,
    to: Lane,
    only_if: Option<Look<L>>,
}

/// One thing that may come of a last seed.
#[derive(Clone, Debug)]
struct Falling<L: Lanes> {
    looks: Looks<L>,
    landed: Landed<L>,
    /// What is looked at if this does not fit.
    otherwise: u16,
}

/// Whatever can come of last seeds.
#[derive(Clone, Debug)]
pub(super) struct Landings<L: Lanes>(Vec<Falling<L>>);

/// The number of the landing of which nothing comes: the move ends.
const ENDED: u16 = 0;
/// The number of the landing of which a move has to be told at length.
const OTHER: u16 = 1;
/// Whether nothing comes of the landing of that number.
#[inline(always)]
pub(super) fn is_none(number: u16) -> bool {
    number == ENDED
}

/// No place holds more seeds.
const NEVER: u16 = u16::MAX;

/// What comes of a last seed in a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Landing {
    /// Where the last seed made more than so many, they are sown on.
    above: u16,
    /// The numbers of what may come of it where they are not: where what it made is there, and where that was
    /// captured at once.
    pub numbers: [u16; 2],
    /// The player moves again in any case.
    pub again: bool,
}

impl Landing {
    /// The move ends.
    pub const ENDED: Landing = Landing::of(ENDED);
    /// The move has to be told at length.
    pub const OTHER: Landing = Landing::of(OTHER);

    const fn of(number: u16) -> Landing {
        Landing { above: NEVER, numbers: [number; 2], again: false }
    }

    /// The same with other numbers of what may come of it.
    pub fn with(self, numbers: [u16; 2]) -> Landing {
        Landing { numbers, ..self }
    }

    /// Whether seeds may be sown on from where the last one fell.
    pub fn sows(&self) -> bool {
        self.above != NEVER
    }

    /// Whether they are where it made so many.
    #[inline(always)]
    pub fn sows_on(&self, seeds: u32) -> bool {
        seeds > u32::from(self.above)
    }
}

/// When a case of a last seed fits.
enum Fits<L: Lanes> {
    /// If all this holds.
    If(Looks<L>),
    Never,
    /// That takes more than a look.
    Other,
}

impl<L: Lanes> Fits<L> {
    /// Of the condition of what is done where the last seed fell.
    fn of(test: &Test, last: Lane) -> Fits<L> {
        let looks: Option<Vec<Look<L>>> = match test {
            Test::Always => Some(Vec::new()),
            Test::All(all) => all.iter().map(|test| Look::of(test, Some(last))).collect(),
            test => Look::of(test, Some(last)).map(|look| vec![look]),
        };
        match looks.map(Looks::of) {
            Some(Some(looks)) => Fits::If(looks),
            Some(None) => Fits::Never,
            None => Fits::Other,
        }
    }

    /// Whether it never does where the place of the last seed holds so many or more.
    fn only_below(&self, last: Lane, least: u32) -> bool {
        match self {
            Fits::If(looks) => looks.bounds.of(last).is_some_and(|(_, most)| most < least),
            Fits::Never => true,
            Fits::Other => false,
        }
    }
}

/// Which of the cases of a last seed says that the place where it fell is sown on if it holds so many or
/// more; none of those before it can fit then.
fn sown_on<L: Lanes>(cases: &[(Fits<L>, Landed<L>)], last: Lane) -> Option<(usize, u32)> {
    let sows = |(_, landed): &_| matches!(landed, Landed::Sows(lane) if *lane == last);
    let at = cases.iter().position(sows)?;
    let (Fits::If(looks), _) = &cases[at] else { return None };
    let least = looks.only_from(last).filter(|least| *least > 0)?;
    cases[..at].iter().all(|(fits, _)| fits.only_below(last, least)).then_some((at, least))
}

impl<L: Lanes> Landings<L> {
    /// Of last seeds of which nothing comes.
    pub fn none() -> Landings<L> {
        let mut none = Landings(Vec::new());
        none.push(Looks::never(), Landed::Ended, ENDED);
        none.push(Looks::always(), Landed::Other, ENDED);
        none
    }

    /// What comes of a last seed in a place.
    pub fn add(&mut self, block: &Block, last: Lane) -> Landing {
        let list = match block.as_slice() {
            [] => return Landing::ENDED,
            [list] => list,
            _ => return Landing::OTHER,
        };
        if let [Case { test: Test::Always, acts, .. }] = list.as_slice()
            && let [Act::PlayAgain] = acts.as_slice()
        {
            return Landing { again: true, ..Landing::ENDED };
        }
        // What comes after a case that always fits does not matter.
        let sure = list.iter().position(|case| case.test == Test::Always);
        let cases = &list[..sure.map_or(list.len(), |at| at + 1)];
        let cases = cases.iter().map(|case| (Fits::of(&case.test, last), landed(case)));
        let mut cases: Vec<(Fits<L>, Landed<L>)> = cases.collect();
        let on = sown_on(&cases, last);
        if let Some((at, _)) = on {
            cases.remove(at);
        }
        let number = cases.into_iter().rfold(ENDED, |otherwise, case| match case {
            (Fits::Other, _) => OTHER,
            // It makes no difference whether it fits.
            (_, Landed::Ended) if otherwise == ENDED => ENDED,
            (Fits::Never, _) => otherwise,
            (Fits::If(looks), landed) => self.push(looks, landed, otherwise),
        });
        let above = on.and_then(|(_, least)| u16::try_from(least - 1).ok());
        Landing { above: above.unwrap_or(NEVER), ..Landing::of(number) }
    }

    /// Whether a last seed may bring about another lap in another place than where it fell.
    pub fn sow(&self) -> bool {
        self.0.iter().any(|falling| matches!(falling.landed, Landed::Sows(_)))
    }

    fn push(&mut self, looks: Looks<L>, landed: Landed<L>, otherwise: u16) -> u16 {
        let Ok(number) = u16::try_from(self.0.len()) else { return OTHER };
        self.0.push(Falling { looks, landed, otherwise });
        number
    }

    /// With how many seeds in its place something may come of a last seed, at least and at most.
    pub fn fits(&self, landing: Landing, last: Lane) -> Option<(u32, u32)> {
        let mut fits = Bounds::<L>::hardly();
        if landing.sows() {
            fits.widen(last, u32::from(landing.above) + 1, L::GREATEST);
        }
        let bounds = self.each(landing.numbers[0]).filter_map(|it| it.looks.bounds.of(last));
        bounds.for_each(|(least, most)| fits.widen(last, least, most));
        fits.of(last)
    }

    /// Whether of a last seed a move may have to be told at length.
    pub fn may_be_other(&self, landing: Landing) -> bool {
        let mut all = landing.numbers.into_iter().flat_map(|number| self.each(number));
        all.any(|falling| matches!(falling.landed, Landed::Other))
    }

    /// All that is looked at from a number on, one after the other.
    fn each(&self, number: u16) -> impl Iterator<Item = &Falling<L>> {
        let of = |number| (number != ENDED).then(|| &self.0[usize::from(number)]);
        std::iter::successors(of(number), move |falling| of(falling.otherwise))
    }

    /// What comes of a last seed, if anything does.
    #[inline(always)]
    pub fn of(&self, number: u16, lanes: &L) -> Option<&Landed<L>> {
        // That nothing comes of it is not told apart beforehand: it would mostly be guessed wrong.
        let falling = &self.0[usize::from(number)];
        if falling.looks.hold(lanes) {
            Some(&falling.landed)
        } else if falling.otherwise == ENDED {
            None
        } else {
            self.of_others(falling.otherwise, *lanes)
        }
    }

    #[inline(never)]
    fn of_others(&self, mut number: u16, lanes: L) -> Option<&Landed<L>> {
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
fn landed<L: Lanes>(case: &Case) -> Landed<L> {
    match case.acts.as_slice() {
        [] | [Act::EndMove] => Landed::Ended,
        [Act::PlayAgain] => Landed::Again,
        [Act::Sow(lap)] => match lap.only_from() {
            Some([(lane, Test::Always)]) => Landed::Sows(*lane),
            _ => Landed::Other,
        },
        [Act::Tried { acts, test, .. }] => match (acts.as_slice(), Look::of(test, None)) {
            ([act], Some(look)) => run(act, Some(look)),
            _ => Landed::Other,
        },
        [act] => run(act, None),
        _ => Landed::Other,
    }
}

/// A capture of some places, and perhaps of a run of others.
fn run<L: Lanes>(act: &Act, only_if: Option<Look<L>>) -> Landed<L> {
    match usual_run(act, only_if) {
        Some(Run { first, lanes, to, only_if: None, .. }) if L::is_empty(lanes) => {
            Landed::Captures(L::all_in(first), to)
        }
        Some(run) => Landed::CapturesRun(Box::new(run)),
        None => Landed::Other,
    }
}

fn usual_run<L: Lanes>(act: &Act, only_if: Option<Look<L>>) -> Option<Run<L>> {
    let Act::Move { from, hand: false, share, kind: None, to, capture, after } = act else {
        return None;
    };
    if *share != Share::All || *capture != Some(true) {
        return None;
    }
    let to = to.only()?;
    let (first, run) = match from {
        Where::All(first) => (first, &[][..]),
        Where::Union(parts) => match parts.as_slice() {
            [Where::All(first), Where::Run(run)] => (first, run.as_slice()),
            _ => return None,
        },
        _ => return None,
    };
    let mut lanes = L::set(&Default::default());
    let mut bounds = Bounds::all();
    for (lane, test) in run {
        match Look::<L>::of(test, None)? {
            Look::Holds(same, least, most) if same == *lane && bounds.set(same, least, most) => {}
            _ => return None,
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
    usual.then(|| Run { first: L::set(first), lanes, bounds, down, to, only_if })
}

impl<L: Lanes> Run<L> {
    /// What is left after the capture, and whether anything was captured. The lanes are not lent:
    /// they would have to be in memory.
    #[inline(always)]
    pub fn capture(&self, before: L) -> (L, bool) {
        let fit = before.within(&self.bounds.least, &self.bounds.span);
        let set = L::or(self.first, L::leading(fit, self.lanes, self.down));
        let (lanes, captured) = take(before, &L::all_in(set), self.to);
        match &self.only_if {
            Some(look) if !look.holds(&lanes) => (before, false),
            _ => (lanes, captured),
        }
    }
}

/// All seeds of some lanes go to another; whether there were any.
#[inline(always)]
pub(super) fn take<L: Lanes>(mut lanes: L, from: &L, to: Lane) -> (L, bool) {
    let all = lanes.sum_of(from);
    lanes.clear(from);
    lanes.add_to(to, all);
    (lanes, all > 0)
}
