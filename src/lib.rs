//! mnc: a rules language for mancala (sowing) games, and the engine that runs it.
//!
//! Check a description, play a move, and read which sentence of the rules caused each event:
//!
//! ```
//! use mnc::diagnostic::Severity;
//! use mnc::{check, engine::Engine, library::Shipped, notation::describe_with_clause, resolve};
//!
//! let rules = "mnc 1\ngame \"Fives\" like \"Kalah\"\nnew start: every hole holds 5\n";
//! let (_, findings) = check::analyse("fives.mnc", rules, &Shipped);
//! assert!(findings.iter().all(|finding| finding.severity == Severity::Note));
//! let (description, _) = resolve::load("fives.mnc", rules, &Shipped);
//! let (model, _) = description.build(&resolve::Setting::default());
//! let engine = Engine::new(model.ok_or("the rules have errors")?.into());
//! let (position, _) = engine.start(None);
//! let choices = engine.choices(&position);
//! let (_, events) = engine.play(&position, choices[1])?;
//! let why: Vec<String> = events.iter().map(|event| describe_with_clause(engine.model(), event)).collect();
//! assert_eq!(why[0], "South chooses b1 (move: sow any own hole)");
//! assert_eq!(why[2], "South plays again (last seed: falls in the own store -> play again)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `cli`, on by default, is what the program `mnc` needs in addition to the library. A program that
//! uses the library leaves it out with `default-features = false`. The feature `small` is for browsers (see
//! [`texts`]).
//!
//! Data flows one way: text ([`source`]) → syntax tree (`syntax`) → model ([`model`], built by
//! [`resolve`]) → play ([`engine`]). Every stage can report [`diagnostic`]s.
//!
//! The engine is the reference: slow and simple. For many games a model is compiled further
//! (`program`) and run faster ([`runner`]); tests compare that with the engine for every game.

pub mod check;
pub mod compare;
pub mod diagnostic;
pub mod document;
pub mod engine;
mod eval;
pub mod fixes;
pub mod format;
pub mod game_tests;
pub mod language_service;
pub mod library;
pub mod lint;
pub mod model;
pub mod notation;
mod order;
pub mod picture;
// The compiled form of a game changes with the ways of running it. Public for the tests that compare
// them, and for `mnc show --program`.
#[doc(hidden)]
pub mod program;
pub mod protocol;
pub mod resolve;
pub mod runner;
pub mod scaffold;
pub mod search;
pub mod session;
pub mod source;
pub mod span;
pub mod stop;
pub mod suggest;
// The syntax tree changes with the language; [`syntax::expected`] and [`syntax::defined_names`] stay.
pub mod syntax;
pub mod texts;
// Public for the program.
#[doc(hidden)]
pub mod threads;
