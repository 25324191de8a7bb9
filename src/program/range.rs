//! Which numbers fit.

/// Which numbers of a range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Parity {
    /// All of them.
    Any,
    /// The even ones.
    Even,
    /// The odd ones.
    Odd,
}

/// The numbers from one to another, both included; all of them, or the even or odd ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberRange {
    /// The least.
    pub least: i64,
    /// The greatest.
    pub most: i64,
    /// Which of them.
    pub parity: Parity,
}

impl NumberRange {
    /// Any number of seeds but none.
    pub const SOME: NumberRange = NumberRange::at_least(1);
    /// None.
    pub const NONE: NumberRange = NumberRange::exactly(0);

    /// From one to another.
    pub const fn between(least: i64, most: i64) -> NumberRange {
        NumberRange { least, most, parity: Parity::Any }
    }

    /// That number.
    pub const fn exactly(n: i64) -> NumberRange {
        NumberRange::between(n, n)
    }

    /// That or more.
    pub const fn at_least(least: i64) -> NumberRange {
        NumberRange::between(least, i64::MAX)
    }

    /// Whether a number fits.
    #[inline]
    pub fn fits(&self, n: i64) -> bool {
        let parity = match self.parity {
            Parity::Any => true,
            Parity::Even => n % 2 == 0,
            Parity::Odd => n % 2 != 0,
        };
        (self.least..=self.most).contains(&n) && parity
    }

    /// Whether no number fits that is not below 0.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.least > self.most || self.most < 0
    }

    /// The numbers of both, if that is one range.
    pub fn union(&self, other: &NumberRange) -> Option<NumberRange> {
        let any = self.parity == Parity::Any && other.parity == Parity::Any;
        let meet = self.least <= other.most.saturating_add(1)
            && other.least <= self.most.saturating_add(1);
        let both = NumberRange::between(self.least.min(other.least), self.most.max(other.most));
        (any && meet).then_some(both)
    }

    /// The numbers that are in both.
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

    /// The numbers from 0 that are not in it, if that is one range.
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

    /// Whether every number fits that is not below 0.
    pub fn is_all(&self) -> bool {
        self.least <= 0 && self.most == i64::MAX && self.parity == Parity::Any
    }
}
