//! mnc: a rules language for mancala (sowing) games, and the engine that runs it.
//!
//! Data flows one way: text ([`source`]) → syntax tree ([`syntax`]) → model ([`model`], built by
//! [`resolve`]) → play ([`engine`]). Every stage can report [`diagnostic`]s.
//!
//! The engine is the reference: slow and simple. For many games a model is compiled further
//! ([`program`]) and run faster ([`runner`]); tests compare that with the engine for every game.

pub mod check;
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod game_tests;
pub mod library;
pub mod lint;
pub mod model;
pub mod notation;
pub mod program;
pub mod protocol;
pub mod resolve;
pub mod runner;
pub mod search;
pub mod source;
pub mod span;
pub mod stop;
pub mod suggest;
pub mod syntax;
mod threads;
