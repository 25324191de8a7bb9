//! Descriptions made from phrases, and the properties that each must have.

pub mod checks;
pub mod draft;
pub mod phrases;
pub mod run;
pub mod tally;
pub mod write;
