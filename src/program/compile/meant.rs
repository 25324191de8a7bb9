//! Places that are meant, each with what must hold so that it is.

use crate::model::{NoteValue, PlaceId};
use crate::program::{Lane, LaneSet, Number, Program, Test, Where};

/// Of more places than so many it is not said of each by itself that it is the first of which something
/// holds: that would be long.
pub(super) const MANY: usize = 8;

/// A place is meant, also where that holds.
pub(super) fn put(each: &mut Vec<(PlaceId, Test)>, place: PlaceId, test: Test) {
    match each.iter_mut().find(|(p, _)| *p == place) {
        Some((_, its)) => *its = Test::any([its.clone(), test]),
        None => each.push((place, test)),
    }
}

/// The places of a phrase, with what must hold so that each is meant.
#[derive(Clone, Debug)]
pub(super) enum Meant {
    Each(Vec<(PlaceId, Test)>),
    /// As long as it holds.
    Run(Vec<(PlaceId, Test)>),
    /// The first of which it holds.
    First(Vec<(PlaceId, Test)>),
    /// What is said of the first case whose test holds.
    Cases(Vec<(Test, Meant)>),
}

impl Meant {
    /// What must hold so that a place is meant.
    pub(super) fn of(&self, place: PlaceId) -> Test {
        match self {
            Meant::Each(each) => {
                Test::any(each.iter().filter(|(p, _)| *p == place).map(|(_, test)| test.clone()))
            }
            Meant::Run(run) => match run.iter().position(|(p, _)| *p == place) {
                Some(at) => Test::all(run.iter().take(at + 1).map(|(_, test)| test.clone())),
                None => Test::Never,
            },
            Meant::First(each) => match each.iter().position(|(p, _)| *p == place) {
                Some(at) => {
                    let before = each.iter().take(at).map(|(_, test)| Test::not(test.clone()));
                    Test::all(before.chain([each[at].1.clone()]))
                }
                None => Test::Never,
            },
            Meant::Cases(cases) => {
                Test::cases(cases.iter().map(|(when, meant)| (when.clone(), meant.of(place))))
            }
        }
    }

    /// Each place with all that must hold so that it is meant.
    pub(super) fn each(self) -> Vec<(PlaceId, Test)> {
        match self {
            Meant::Each(each) => each,
            Meant::Run(ref all) | Meant::First(ref all) => {
                all.iter().map(|(p, _)| (*p, self.of(*p))).collect()
            }
            Meant::Cases(_) => {
                let places = lanes(self.clone()).lanes();
                places.iter().map(|lane| PlaceId(lane.0)).map(|p| (p, self.of(p))).collect()
            }
        }
    }

    /// What notes the first place that is meant; `otherwise` if none is.
    pub(super) fn noted(self, otherwise: Number) -> Number {
        let place = |p| Number::Fixed(i64::from(NoteValue::Place(p).number()));
        let mut cases: Vec<(Test, Number)> = match self {
            Meant::Each(each) | Meant::First(each) => {
                each.into_iter().map(|(p, test)| (test, place(p))).collect()
            }
            Meant::Run(run) => run.into_iter().take(1).map(|(p, test)| (test, place(p))).collect(),
            Meant::Cases(cases) => {
                let one = |(when, meant): (Test, Meant)| (when, meant.noted(otherwise.clone()));
                cases.into_iter().map(one).collect()
            }
        };
        cases.push((Test::Always, otherwise));
        match cases.first() {
            Some((Test::Always, number)) => number.clone(),
            _ => Number::Cases(cases),
        }
    }

    /// Each place with what must hold so that it is the first that is meant, if none before it is.
    pub(super) fn in_order(self) -> Vec<(PlaceId, Test)> {
        match self {
            Meant::First(each) => each,
            meant => meant.each(),
        }
    }
}

/// In the simplest form.
pub(super) fn lanes(meant: Meant) -> Where {
    let lane = |(p, test): &(PlaceId, Test)| (Program::lane(*p), test.clone());
    match meant {
        Meant::Run(run) => Where::Run(run.iter().map(lane).collect()),
        Meant::First(each) if each.len() > MANY => {
            let one = |(p, test)| (test, Where::lane(Program::lane(p)));
            Where::Cases(each.into_iter().map(one).collect())
        }
        Meant::Cases(cases) => {
            Where::Cases(cases.into_iter().map(|(test, of)| (test, lanes(of))).collect())
        }
        meant => simplest(meant.each().iter().map(lane).collect()),
    }
}

/// Lanes with their tests, in the simplest form.
pub(super) fn simplest(mut each: Vec<(Lane, Test)>) -> Where {
    each.retain(|(_, test)| *test != Test::Never);
    let set = || each.iter().map(|(lane, _)| *lane).collect::<LaneSet>();
    if each.iter().all(|(_, test)| *test == Test::Always) {
        return Where::All(set());
    }
    let own = |(lane, test): &(Lane, Test)| match test {
        Test::Holds(its, range) if its == lane => Some(*range),
        _ => None,
    };
    let ranges: Vec<_> = each.iter().map(own).collect();
    match ranges.first() {
        Some(Some(range)) if ranges.iter().all(|r| *r == Some(*range)) => {
            Where::Holding(set(), *range)
        }
        _ => Where::Each(each),
    }
}
