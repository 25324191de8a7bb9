//! Selected places, each with the test under which it is selected.

use crate::model::{NoteValue, PlaceId};
use crate::program::{Lane, LaneSet, NumberExpr, PlaceExpr, Program, Test};

/// The most places for which "this one is the first that fits" is written as one test each; with more, the
/// tests would get long.
pub(super) const MAX_FIRST_TESTS: usize = 8;

/// Selects a place also where a test holds.
pub(super) fn add_place(each: &mut Vec<(PlaceId, Test)>, place: PlaceId, test: Test) {
    match each.iter_mut().find(|(p, _)| *p == place) {
        Some((_, its)) => *its = Test::any([its.clone(), test]),
        None => each.push((place, test)),
    }
}

/// The places of a phrase with their tests.
#[derive(Clone, Debug)]
pub(super) enum PlaceCases {
    Each(Vec<(PlaceId, Test)>),
    /// Up to the first whose test does not hold.
    Run(Vec<(PlaceId, Test)>),
    /// Only the first whose test holds.
    First(Vec<(PlaceId, Test)>),
    /// The places of the first case whose test holds.
    Cases(Vec<(Test, PlaceCases)>),
}

impl PlaceCases {
    /// The test under which a place is selected.
    pub(super) fn test_of(&self, place: PlaceId) -> Test {
        match self {
            PlaceCases::Each(each) => {
                Test::any(each.iter().filter(|(p, _)| *p == place).map(|(_, test)| test.clone()))
            }
            PlaceCases::Run(run) => match run.iter().position(|(p, _)| *p == place) {
                Some(at) => Test::all(run.iter().take(at + 1).map(|(_, test)| test.clone())),
                None => Test::Never,
            },
            PlaceCases::First(each) => match each.iter().position(|(p, _)| *p == place) {
                Some(at) => {
                    let before = each.iter().take(at).map(|(_, test)| Test::not(test.clone()));
                    Test::all(before.chain([each[at].1.clone()]))
                }
                None => Test::Never,
            },
            PlaceCases::Cases(cases) => Test::cases(
                cases.iter().map(|(when, places)| (when.clone(), places.test_of(place))),
            ),
        }
    }

    /// Each place with the complete test under which it is selected.
    pub(super) fn each(self) -> Vec<(PlaceId, Test)> {
        match self {
            PlaceCases::Each(each) => each,
            PlaceCases::Run(ref all) | PlaceCases::First(ref all) => {
                all.iter().map(|(p, _)| (*p, self.test_of(*p))).collect()
            }
            PlaceCases::Cases(_) => {
                let places = place_expr(self.clone()).lanes();
                places.iter().map(|lane| PlaceId(lane.0)).map(|p| (p, self.test_of(p))).collect()
            }
        }
    }

    /// The note value of the first selected place; `otherwise` if there is none.
    pub(super) fn note_value(self, otherwise: NumberExpr) -> NumberExpr {
        let place = |p| NumberExpr::Fixed(i64::from(NoteValue::Place(p).number()));
        let mut cases: Vec<(Test, NumberExpr)> = match self {
            PlaceCases::Each(each) | PlaceCases::First(each) => {
                each.into_iter().map(|(p, test)| (test, place(p))).collect()
            }
            PlaceCases::Run(run) => {
                run.into_iter().take(1).map(|(p, test)| (test, place(p))).collect()
            }
            PlaceCases::Cases(cases) => {
                let one = |(when, places): (Test, PlaceCases)| {
                    (when, places.note_value(otherwise.clone()))
                };
                cases.into_iter().map(one).collect()
            }
        };
        cases.push((Test::Always, otherwise));
        match cases.first() {
            Some((Test::Always, number)) => number.clone(),
            _ => NumberExpr::Cases(cases),
        }
    }

    /// Places with tests such that the first whose test holds is the first selected one.
    pub(super) fn in_order(self) -> Vec<(PlaceId, Test)> {
        match self {
            PlaceCases::First(each) => each,
            PlaceCases::Each(_) | PlaceCases::Run(_) | PlaceCases::Cases(_) => self.each(),
        }
    }
}

/// The simplest equivalent expression.
pub(super) fn place_expr(places: PlaceCases) -> PlaceExpr {
    let lane = |(p, test): &(PlaceId, Test)| (Program::lane(*p), test.clone());
    match places {
        PlaceCases::Run(run) => PlaceExpr::Run(run.iter().map(lane).collect()),
        PlaceCases::First(each) if each.len() > MAX_FIRST_TESTS => {
            let one = |(p, test)| (test, PlaceExpr::lane(Program::lane(p)));
            PlaceExpr::Cases(each.into_iter().map(one).collect())
        }
        PlaceCases::Cases(cases) => {
            PlaceExpr::Cases(cases.into_iter().map(|(test, of)| (test, place_expr(of))).collect())
        }
        meant @ (PlaceCases::Each(_) | PlaceCases::First(_)) => {
            simplest_place(meant.each().iter().map(lane).collect())
        }
    }
}

/// Lanes with tests, in the simplest form.
pub(super) fn simplest_place(mut each: Vec<(Lane, Test)>) -> PlaceExpr {
    each.retain(|(_, test)| *test != Test::Never);
    let set = || each.iter().map(|(lane, _)| *lane).collect::<LaneSet>();
    if each.iter().all(|(_, test)| *test == Test::Always) {
        return PlaceExpr::All(set());
    }
    let own = |(lane, test): &(Lane, Test)| {
        let Test::Holds(its, range) = test else { return None };
        Some(*range).filter(|_| its == lane)
    };
    let ranges: Vec<_> = each.iter().map(own).collect();
    match ranges.first() {
        Some(Some(range)) if ranges.iter().all(|r| *r == Some(*range)) => {
            PlaceExpr::Holding(set(), *range)
        }
        _ => PlaceExpr::Each(each),
    }
}
