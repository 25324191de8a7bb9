//! Places along the way from another place.

use super::domain::{Domain, Selection};
use super::number::number;
use crate::model::{Count, PlacePhrase};

/// How far, which way, and over what.
#[derive(Clone, Copy)]
pub(super) struct PathStep<'m> {
    pub nth: &'m Count,
    pub backward: bool,
    pub holes_only: bool,
}

/// The nth place along the way that fits.
pub(super) fn along<'m, D: Domain<'m>>(
    d: &D,
    phrase: &'m PlacePhrase,
    from: &'m PlacePhrase,
    step: PathStep<'m>,
    ctx: D::Context,
) -> Selection<'m, D> {
    d.after_first(d.places(from, ctx)?, |from| {
        let direction = d.current_direction(ctx)?.reversed_if(step.backward);
        let path = d.path(from, direction, step.holes_only, ctx)?;
        let nth = number(d, step.nth, ctx, false)?;
        d.nth_on_path(path, nth, |place| d.fits(&phrase.filters, place, ctx))
    })
}

/// All places along the way up to the first that does not fit, backward, forward, or both.
pub(super) fn run<'m, D: Domain<'m>>(
    d: &D,
    phrase: &'m PlacePhrase,
    from: &'m PlacePhrase,
    (backward, forward): (bool, bool),
    ctx: D::Context,
) -> Selection<'m, D> {
    d.after_first(d.places(from, ctx)?, |from| {
        let ahead = d.current_direction(ctx)?;
        let one = |backward: bool| {
            let path = d.path(from, ahead.reversed_if(backward), true, ctx)?;
            d.run_on_path(path, |place| d.fits(&phrase.filters, place, ctx))
        };
        match (backward, forward) {
            (true, true) => Ok(d.join(one(true)?, one(false)?)),
            (true, false) => one(true),
            (false, true) => one(false),
            (false, false) => Ok(D::no_places()),
        }
    })
}
