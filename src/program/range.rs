//! Ranges of numbers.

/// Restriction of a range to even or odd numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// All numbers.
    Any,
    /// Even numbers.
    Even,
    /// Odd numbers.
    Odd,
}

/// The numbers from `least` to `most`, inclusive, restricted by parity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberRange {
    /// Lower bound.
    pub least: i64,
    /// Upper bound.
    pub most: i64,
    /// Restriction to even or odd numbers.
    pub parity: Parity,
}

impl NumberRange {
    /// At least 1.
    pub const SOME: NumberRange = NumberRange::at_least(1);
    /// Exactly 0.
    pub const NONE: NumberRange = NumberRange::exactly(0);

    /// The numbers from `least` to `most`.
    pub const fn between(least: i64, most: i64) -> NumberRange {
        NumberRange { least, most, parity: Parity::Any }
    }

    /// One number.
    pub const fn exactly(n: i64) -> NumberRange {
        NumberRange::between(n, n)
    }

    /// A number or more.
    pub const fn at_least(least: i64) -> NumberRange {
        NumberRange::between(least, i64::MAX)
    }

    /// Whether a number is in the range.
    #[inline]
    pub fn fits(&self, n: i64) -> bool {
        let parity = match self.parity {
            Parity::Any => true,
            Parity::Even => n % 2 == 0,
            Parity::Odd => n % 2 != 0,
        };
        (self.least..=self.most).contains(&n) && parity
    }

    /// Whether it contains no number from 0 on.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.least > self.most || self.most < 0
    }

    /// The union, if it is one range.
    pub fn union(&self, other: &NumberRange) -> Option<NumberRange> {
        let any = self.parity == Parity::Any && other.parity == Parity::Any;
        let meet = self.least <= other.most.saturating_add(1)
            && other.least <= self.most.saturating_add(1);
        let both = NumberRange::between(self.least.min(other.least), self.most.max(other.most));
        (any && meet).then_some(both)
    }

    /// The intersection.
    pub fn intersection(&self, other: &NumberRange) -> NumberRange {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        match (self.parity, other.parity) {
            (Parity::Any, parity) | (parity, Parity::Any) => NumberRange { least, most, parity },
            (Parity::Even, Parity::Even) | (Parity::Odd, Parity::Odd) => {
                NumberRange { least, most, parity: self.parity }
            }
            (Parity::Even, Parity::Odd) | (Parity::Odd, Parity::Even) => NumberRange::between(1, 0),
        }
    }

    /// The numbers from 0 on that are not in it, if they are one range.
    pub fn complement(&self) -> Option<NumberRange> {
        match self {
            NumberRange { parity: Parity::Even | Parity::Odd, .. } => None,
            NumberRange { least: ..=0, most, .. } => {
                Some(NumberRange::at_least(most.saturating_add(1)))
            }
            NumberRange { least, most: i64::MAX, .. } => Some(NumberRange::between(0, least - 1)),
            _ => None,
        }
    }

    /// Whether it contains every number from 0 on.
    pub fn is_all(&self) -> bool {
        self.least <= 0 && self.most == i64::MAX && self.parity == Parity::Any
    }
}
