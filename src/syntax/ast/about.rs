//! The lines of *about*: where and when a game is played.

use super::{Name, Text};
use crate::span::Span;
use serde::{Serialize, Serializer};
use std::fmt;

/// `also "Casitas"`, `played "Haiti" at 18.5 N 72.3 W`, `period "told in 1971" in 1971`, ...
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct About {
    /// `also`, `played`, `source`, ...
    pub key: Name,
    /// The text.
    pub text: Text,
    /// Where a place is; after `played` only.
    pub coordinates: Option<AstCoordinates>,
    /// The years of a period; after `period` only.
    pub years: Option<AstYears>,
}

/// `at 18.2 N 71.1 W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AstCoordinates {
    /// The place. The degrees can be out of range.
    pub point: GeoPoint,
    /// `18.2 N`.
    pub latitude: Span,
    /// `71.1 W`.
    pub longitude: Span,
}

/// A place on the earth. In JSON: `{"latitude": 18.2, "longitude": -71.1}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct GeoPoint {
    /// North of the equator; negative in the south.
    pub latitude: Degrees,
    /// East of Greenwich; negative in the west.
    pub longitude: Degrees,
}

/// `18.2 N 71.1 W`, as in a description.
impl fmt::Display for GeoPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let north = if self.latitude < Degrees::default() { 'S' } else { 'N' };
        let east = if self.longitude < Degrees::default() { 'W' } else { 'E' };
        write!(f, "{} {north} {} {east}", self.latitude.abs(), self.longitude.abs())
    }
}

/// An angle in millionths of a degree: ten centimetres on the ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Degrees(i32);

impl Degrees {
    /// The decimals that are kept.
    const DECIMALS: usize = 6;
    /// Millionths in a degree.
    const PER_DEGREE: i32 = 1_000_000;
    /// More degrees than these are all the same mistake.
    const GREATEST: i32 = 1_000;

    /// Whole degrees.
    pub const fn whole(degrees: i16) -> Degrees {
        Degrees(degrees as i32 * Degrees::PER_DEGREE)
    }

    /// Reads `18` or `18.2`, without a sign; decimals after the sixth are cut. `None`: something else.
    pub fn parse(text: &str) -> Option<Degrees> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(decimals) {
            return None;
        }
        let whole = whole.parse::<i32>().unwrap_or(i32::MAX).min(Degrees::GREATEST);
        let kept = decimals.get(..Degrees::DECIMALS).unwrap_or(decimals);
        let millionths = format!("{kept:0<width$}", width = Degrees::DECIMALS).parse::<i32>();
        Some(Degrees(whole * Degrees::PER_DEGREE + millionths.ok()?))
    }

    /// The angle with minutes and seconds added, rounded to so many decimals (at most 6).
    pub(crate) fn with_minutes(self, minutes: Degrees, seconds: Degrees, decimals: u32) -> Degrees {
        let [degrees, minutes, seconds] = [self, minutes, seconds].map(|angle| i64::from(angle.0));
        let millionths = degrees + (minutes * 60 + seconds) / 3_600;
        let unit = 10_i64.pow(6 - decimals.min(6));
        let rounded = (millionths + unit / 2) / unit * unit;
        Degrees(i32::try_from(rounded).unwrap_or(i32::MAX))
    }

    /// The same angle to the south or to the west.
    pub fn negated(self) -> Degrees {
        Degrees(self.0.saturating_neg())
    }

    /// The angle without its sign.
    pub fn abs(self) -> Degrees {
        Degrees(self.0.saturating_abs())
    }

    /// As a number, for calculations.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Degrees::PER_DEGREE)
    }
}

/// As a number of degrees.
impl Serialize for Degrees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}

/// A decimal number with as many decimals as it needs: `18.2`, `-71`.
impl fmt::Display for Degrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let all = self.0.unsigned_abs();
        let unit = Degrees::PER_DEGREE.unsigned_abs();
        let decimals = format!("{:0width$}", all % unit, width = Degrees::DECIMALS);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{}", all / unit),
            decimals => write!(f, "{sign}{}.{decimals}", all / unit),
        }
    }
}

/// `from 1927 to 1951`, `from 1927`, `in 1971`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AstYears {
    /// The years. They can be out of range or out of order.
    pub years: YearSpan,
    /// The first year.
    pub first: Span,
    /// The last year, if there is one of its own.
    pub last: Option<Span>,
}

/// Some years of our era, both ends included. In JSON: `{"first": 1927, "last": 1951}`, with `null` for up to now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct YearSpan {
    /// The first year.
    pub first: u32,
    /// The last year; `None`: up to now.
    pub last: Option<u32>,
}

impl YearSpan {
    /// The years from the first of both to the last of both.
    pub fn with(self, other: YearSpan) -> YearSpan {
        let last = self.last.zip(other.last).map(|(a, b)| a.max(b));
        YearSpan { first: self.first.min(other.first), last }
    }

    /// Whether some year of it is in a range of years.
    pub fn meets(self, since: Option<u32>, until: Option<u32>) -> bool {
        let begins_in_time = until.is_none_or(|until| self.first <= until);
        let ends_in_time = since.zip(self.last).is_none_or(|(since, last)| last >= since);
        begins_in_time && ends_in_time
    }
}

/// As in a description: `from 1927 to 1951`, `from 1927`, `in 1971`.
impl fmt::Display for YearSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) if last == self.first => write!(f, "in {last}"),
            Some(last) => write!(f, "from {} to {last}", self.first),
            None => write!(f, "from {}", self.first),
        }
    }
}
