//! The lines of *about*.

use super::{AstBuilder, P, words};
use crate::syntax::ast::{About, AstCoordinates, AstYears, Degrees, GeoPoint, YearSpan};
use crate::syntax::phrase::Rule;

impl AstBuilder<'_> {
    /// A line of *about*, without its citations.
    pub(super) fn about(&self, parts: &mut dyn Iterator<Item = P<'_>>) -> Option<About> {
        let mut about = About {
            key: self.name(&parts.next()?),
            text: self.text(&parts.next()?),
            coordinates: None,
            years: None,
        };
        if let Some(part) = parts.next() {
            if part.as_rule() == Rule::coordinates {
                about.coordinates = Some(self.coordinates(part)?);
            } else {
                about.years = Some(self.years(part)?);
            }
        }
        Some(about)
    }

    fn coordinates(&self, pair: P<'_>) -> Option<AstCoordinates> {
        let mut angles = pair.into_inner();
        let (latitude, longitude) = (angles.next()?, angles.next()?);
        Some(AstCoordinates {
            point: GeoPoint { latitude: angle(&latitude)?, longitude: angle(&longitude)? },
            latitude: self.span(&latitude),
            longitude: self.span(&longitude),
        })
    }

    fn years(&self, pair: P<'_>) -> Option<AstYears> {
        let is_one_year = words(&pair).starts_with("in ");
        let mut years = pair.into_inner();
        let first = years.next()?;
        let last = years.next();
        let year = |pair: &P<'_>| self.small_number(pair);
        let last_year = match &last {
            Some(last) => Some(year(last)?),
            None if is_one_year => Some(year(&first)?),
            None => None,
        };
        Some(AstYears {
            years: YearSpan { first: year(&first)?, last: last_year },
            first: self.span(&first),
            last: last.map(|last| self.span(&last)),
        })
    }
}

/// `18.2 N`: negative in the south and in the west.
fn angle(pair: &P<'_>) -> Option<Degrees> {
    let (number, hemisphere) = words(pair).split_once(' ')?;
    let degrees = Degrees::parse(number)?;
    Some(if matches!(hemisphere, "S" | "W") { degrees.negated() } else { degrees })
}
