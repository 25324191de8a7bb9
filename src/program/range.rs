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
pub struct Range {
    /// The least.
    pub least: i64,
    /// The greatest.
    pub most: i64,
    /// Which of them.
    pub parity: Parity,
}

impl Range {
    /// Any number of seeds but none.
    pub const SOME: Range = Range::from(1);
    /// None.
    pub const NONE: Range = Range::only(0);

    /// From one to another.
    pub const fn of(least: i64, most: i64) -> Range {
        Range { least, most, parity: Parity::Any }
    }

    /// That number.
    pub const fn only(n: i64) -> Range {
        Range::of(n, n)
    }

    /// That or more.
    pub const fn from(least: i64) -> Range {
        Range::of(least, i64::MAX)
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
    pub fn with(&self, other: &Range) -> Option<Range> {
        let any = self.parity == Parity::Any && other.parity == Parity::Any;
        let meet = self.least <= other.most.saturating_add(1)
            && other.least <= self.most.saturating_add(1);
        let both = Range::of(self.least.min(other.least), self.most.max(other.most));
        (any && meet).then_some(both)
    }

    /// The numbers that are in both.
    pub fn both(&self, other: &Range) -> Range {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        match (self.parity, other.parity) {
            (Parity::Any, parity) | (parity, Parity::Any) => Range { least, most, parity },
            (parity, its) if parity == its => Range { least, most, parity },
            _ => Range::of(1, 0),
        }
    }

    /// The numbers from 0 that are not in it, if that is one range.
    pub fn others(&self) -> Option<Range> {
        match self {
            Range { parity: Parity::Even | Parity::Odd, .. } => None,
            Range { least: ..=0, most, .. } => Some(Range::from(most.saturating_add(1))),
            Range { least, most: i64::MAX, .. } => Some(Range::of(0, least - 1)),
            _ => None,
        }
    }

    /// Whether every number fits that is not below 0.
    pub fn is_all(&self) -> bool {
        self.least <= 0 && self.most == i64::MAX && self.parity == Parity::Any
    }
}
