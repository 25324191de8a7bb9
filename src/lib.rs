//! mnc: a rules language for mancala (sowing) games, and the engine that runs it.
//!
//! Data flows one way: text ([`source`]) → what was written ([`syntax`]) → what it means
//! ([`model`], by [`resolve`]) → play ([`engine`]). Findings travel sideways as [`diagnostic`]s.
//!
//! The engine is slow and obvious, and the authority. For jobs of many games a model is compiled once
//! more ([`program`]) and run faster ([`runner`]), which is held against the engine for every game.

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod library;
pub mod lint;
pub mod model;
pub mod notation;
pub mod program;
pub mod proof;
pub mod protocol;
pub mod resolve;
pub mod runner;
pub mod search;
pub mod source;
pub mod span;
pub mod stop;
pub mod syntax;
mod threads;
