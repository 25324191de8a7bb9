//! Places of phrases in the forms that statements need.

use super::place_cases::{MAX_FIRST_TESTS, PlaceCases, place_expr};
use super::{Compiler, LowerCtx, Lowered};
use crate::eval::Domain;
use crate::model::{Base, Cases, Deed, KindId, Life, MarkId, PlaceId, Places};
use crate::program::{Lane, LaneRole, LaneSet, NumberRange, PlaceExpr, Test};

impl<'m> Compiler<'m> {
    /// The places of phrases joined by `and`.
    pub(super) fn union(&self, places: &'m Places, ctx: LowerCtx<'m>) -> Lowered<PlaceExpr> {
        let mut parts = Vec::new();
        for part in &places.parts {
            parts.push(place_expr(self.places(part, ctx)?));
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ if parts.iter().all(|p| matches!(p, PlaceExpr::All(_))) => {
                let sets = parts
                    .iter()
                    .map(|p| if let PlaceExpr::All(set) = p { *set } else { LaneSet::default() });
                PlaceExpr::All(sets.fold(LaneSet::default(), LaneSet::union))
            }
            _ => PlaceExpr::Union(parts),
        })
    }

    /// Each place that one of these phrases selects; `Err` if a player has to choose.
    pub(super) fn named(
        &self,
        places: &'m Places,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Vec<(PlaceId, Test)>> {
        let mut each = Vec::new();
        for phrase in &places.parts {
            if ctx.leaves_open(phrase) {
                return Err("a choice in the middle of a move");
            }
            each.extend(self.places(phrase, ctx)?.each());
        }
        Ok(each)
    }

    /// Whether phrases name all seeds that are left, the ones being sown included.
    pub(super) fn names_left(&self, places: &Places) -> bool {
        places.parts.iter().any(|p| matches!(p.base, Base::Left))
    }

    /// Whether statements run at this fall may have changed a mark.
    pub(super) fn may_have_been_marked(&self, id: MarkId, ctx: LowerCtx<'m>) -> bool {
        let marks = |deed: &Deed| matches!(deed, Deed::Mark(..) | Deed::Unmark(..));
        let captures = |deed: &Deed| matches!(deed, Deed::Capture(..));
        let rules = ctx.rules().0;
        let mark = |cases: &Cases| self.may_do(cases, &marks);
        // Statements after a capture are part of it.
        let after = mark(&rules.after_capture);
        let change = |cases: &Cases| mark(cases) || after && self.may_do(cases, &captures);
        let lives_until = matches!(self.model.marks[id.index()].life, Life::Until(_));
        change(&rules.each_seed)
            || ctx.acted()
                && (lives_until || change(&rules.last_seed) || change(&rules.never_ends) || after)
    }

    /// Whether cases, or the words that they use, have such a statement.
    fn may_do(&self, cases: &Cases, such: &dyn Fn(&Deed) -> bool) -> bool {
        let words = || self.model.words.iter().any(|word| word.cases.clause_of(&such).is_some());
        cases.clause_of(&|deed| such(deed) || matches!(deed, Deed::Do(_)) && words()).is_some()
    }

    /// Whether there is such a place, and every one passes a test.
    pub(super) fn all_pass(
        &self,
        places: PlaceCases,
        passes: &mut dyn FnMut(PlaceId) -> Lowered<Test>,
    ) -> Lowered<Test> {
        let places = match places {
            PlaceCases::First(each) if each.len() > MAX_FIRST_TESTS => {
                let one = |(p, first)| Ok((first, passes(p)?));
                return Ok(Test::cases(each.into_iter().map(one).collect::<Lowered<Vec<_>>>()?));
            }
            PlaceCases::Cases(cases) => {
                let one = |(when, of)| Ok((when, self.all_pass(of, passes)?));
                return Ok(Test::cases(cases.into_iter().map(one).collect::<Lowered<Vec<_>>>()?));
            }
            PlaceCases::Each(_) | PlaceCases::Run(_) | PlaceCases::First(_) => places,
        };
        let each = places.each();
        let mut all = vec![Test::any(each.iter().map(|(_, t)| t.clone()))];
        for (place, selected) in each {
            let test = passes(place)?;
            all.push(Test::any([Test::not(selected), test]));
        }
        Ok(Test::all(all))
    }

    /// Whether there is something to sow in a place: seeds, or seeds of a kind.
    pub(super) fn can_be_sown(&self, place: Lane, kind: Option<KindId>) -> Test {
        let lane = kind.map_or(place, |kind| self.lane(LaneRole::Kind(place, kind)));
        Test::Holds(lane, NumberRange::SOME)
    }
}
