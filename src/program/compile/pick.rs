//! Picks some of the places that fit: by their position in the row or along the path.

use super::place_cases::{MAX_FIRST_TESTS, PlaceCases};
use super::{Compiler, LowerCtx, Lowered};
use crate::model::{Count, Pick, PlaceId, PlacePhrase, PlayerRef, Side};
use crate::program::{NumberExpr, NumberRange, PlaceExpr, Program, Test};

/// Places, each with the test under which it fits.
type Candidates = Vec<(PlaceId, Test)>;

impl<'m> Compiler<'m> {
    /// The places that a pick selects among those that fit.
    pub(super) fn pick(
        &self,
        each: Candidates,
        pick: &'m Pick,
        ctx: LowerCtx<'m>,
    ) -> Lowered<PlaceCases> {
        Ok(PlaceCases::Each(match pick {
            Pick::OtherThan(of) => {
                let others = self.places(of, ctx)?;
                let test = |(p, test)| (p, Test::all([test, Test::not(others.test_of(p))]));
                each.into_iter().map(test).collect()
            }
            Pick::Offset(n, side, of, who) => {
                let at_distance = self.columns_away(n, *side, of, *who, ctx)?;
                each.into_iter().filter(|(p, _)| at_distance(*p)).collect()
            }
            Pick::Outermost(side, n, who) => {
                let n = self.fixed_number(n, ctx)?;
                groups_between(self.by_column(each, *side, *who, ctx)?, 0, n)?
            }
            Pick::NthFrom(side, n, who) => {
                let n = self.fixed_number(n, ctx)?;
                groups_between(self.by_column(each, *side, *who, ctx)?, n - 1, n)?
            }
            Pick::Central => {
                let columns = self.by_column(each, Side::Left, PlayerRef::Actor, ctx)?;
                if columns.iter().flatten().any(|(_, test)| *test != Test::Always) {
                    return Err("the middle of changing places");
                }
                let middle = columns.len() / 2;
                let odd = columns.len() % 2 == 1;
                columns.into_iter().nth(middle).filter(|_| odd).unwrap_or_default()
            }
            Pick::First(n) => return self.along_the_way(each, n, false, ctx),
            Pick::Last(n) => return self.along_the_way(each, n, true, ctx),
            Pick::NearestTo(of) => self.nearest(each, of, ctx)?,
        }))
    }

    fn fixed_number(&self, count: &'m Count, ctx: LowerCtx<'m>) -> Lowered<i64> {
        self.number(count, ctx, false)?.as_fixed().ok_or("a pick of a changing number")
    }

    /// The places by column, the outermost column first.
    fn by_column(
        &self,
        each: Candidates,
        side: Side,
        who: PlayerRef,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Vec<Candidates>> {
        let seat = self.who(who, ctx)?.unwrap_or_else(|| ctx.actor());
        let column = |p: PlaceId| match side {
            Side::Left => self.column_from_left(p, seat),
            Side::Right => -self.column_from_left(p, seat),
        };
        let mut columns: Vec<(i64, Candidates)> = Vec::new();
        for (place, test) in each {
            let its = column(place);
            match columns.iter_mut().find(|(column, _)| *column == its) {
                Some((_, places)) => places.push((place, test)),
                None => columns.push((its, vec![(place, test)])),
            }
        }
        columns.sort_by_key(|(column, _)| *column);
        Ok(columns.into_iter().map(|(_, places)| places).collect())
    }

    /// The first `n` places in sowing order, or the last.
    fn along_the_way(
        &self,
        mut each: Candidates,
        n: &'m Count,
        last: bool,
        ctx: LowerCtx<'m>,
    ) -> Lowered<PlaceCases> {
        let n = self.fixed_number(n, ctx)?;
        let ring = self.ring(ctx)?;
        each.sort_by_key(|(p, _)| ring.places.iter().position(|q| q == p));
        if self.forward(ctx)? == last {
            each.reverse();
        }
        if n == 1 && each.len() > MAX_FIRST_TESTS {
            return Ok(PlaceCases::First(each));
        }
        Ok(PlaceCases::Each(groups_between(each.into_iter().map(|one| vec![one]).collect(), 0, n)?))
    }

    /// The place with the fewest steps along the path to one of other places.
    fn nearest(
        &self,
        each: Candidates,
        of: &'m PlacePhrase,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Candidates> {
        let targets = self.places(of, ctx)?.each();
        if targets.iter().any(|(_, test)| *test != Test::Always) {
            return Err("what is nearest to changing places");
        }
        let forward = self.forward(ctx)?;
        let mut by_steps = Vec::new();
        for one in each {
            let steps = self.places_along(ctx, one.0, forward, false)?;
            let is_target = |p: &PlaceId| targets.iter().any(|(target, _)| target == p);
            by_steps.push((steps.iter().position(is_target).unwrap_or(usize::MAX), one));
        }
        by_steps.sort_by_key(|(steps, _)| *steps);
        groups_between(by_steps.into_iter().map(|(_, one)| vec![one]).collect(), 0, 1)
    }

    /// Whether a place is `n` columns to a side of another, in the same row.
    pub(super) fn columns_away(
        &self,
        n: &'m Count,
        side: Side,
        of: &'m PlacePhrase,
        who: PlayerRef,
        ctx: LowerCtx<'m>,
    ) -> Lowered<impl Fn(PlaceId) -> bool> {
        let [(of, Test::Always)] = self.places(of, ctx)?.each()[..] else {
            return Err("beside a changing place");
        };
        let NumberExpr::Fixed(n) = self.number(n, ctx, false)? else {
            return Err("a pick of a changing number");
        };
        let seat = self.who(who, ctx)?.unwrap_or_else(|| ctx.actor());
        let column = self.column_from_left(of, seat) + if side == Side::Right { n } else { -n };
        Ok(move |p: PlaceId| {
            self.row_of(p) == self.row_of(of) && self.column_from_left(p, seat) == column
        })
    }
}

/// Of the groups in which some place fits, those with index `from..to`, as places with tests.
fn groups_between(groups: Vec<Candidates>, from: i64, to: i64) -> Lowered<Candidates> {
    let (mut sure, mut before): (i64, Vec<Candidates>) = (0, Vec::new());
    let mut picked = Candidates::new();
    for group in groups {
        let here = group_count_test(&before, NumberRange::between(from - sure, to - 1 - sure))?;
        if here != Test::Never {
            let both = |(p, test): &(PlaceId, Test)| (*p, Test::all([test.clone(), here.clone()]));
            picked.extend(group.iter().map(both));
        }
        match group.iter().any(|(_, test)| *test == Test::Always) {
            true => sure += 1,
            false => before.push(group),
        }
        if sure >= to {
            break;
        }
    }
    Ok(picked)
}

/// Whether the number of groups in which some place fits is in a range.
fn group_count_test(groups: &[Candidates], many: NumberRange) -> Lowered<Test> {
    let any = |group: &Candidates| Test::any(group.iter().map(|(_, test)| test.clone()));
    if many.is_empty() {
        return Ok(Test::Never);
    }
    if many.least <= 0 && many.most >= groups.len() as i64 {
        return Ok(Test::Always);
    }
    if many.most == 0 {
        return Ok(Test::all(groups.iter().map(|group| Test::not(any(group)))));
    }
    let lane = |group: &Candidates| match group.as_slice() {
        [(place, test)] => Some((Program::lane(*place), test.clone())),
        _ => None,
    };
    let each = groups.iter().map(lane).collect::<Option<Vec<_>>>();
    let each = each.ok_or("so many columns of several changing places")?;
    Ok(Test::Number(Box::new(NumberExpr::Count(PlaceExpr::Each(each))), many))
}
