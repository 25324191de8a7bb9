//! Descriptions made from phrases, and what must be so of each.

pub mod checks;
pub mod draft;
pub mod phrases;
pub mod run;
pub mod tally;
pub mod write;
