//! The meaning of phrases: conditions, numbers, places and tests on places.
//!
//! Each phrase has one evaluation, and it is here. It is generic over a [`Domain`], which says what a truth
//! value, a number and a selection of places are, and what is known of the position:
//!
//! - The [reference engine](crate::engine) knows the whole position. A truth value is a `bool`, a number an
//!   `i64`, a selection a list of places.
//! - The compiler (`program`) knows the rules, but not the position. A truth value is a test on lanes, a number
//!   an expression, a selection the places that can be selected, each with its test. This is partial
//!   evaluation.
//! - [`May`] knows the rules' board, and perhaps one fall. A truth value may be unknown, a number is an interval, a
//!   selection has what is surely and what is possibly selected. Lints ask it what can be so at all.
//!
//! A phrase is evaluated in a [`Context`]: for whom, for which hole, and at which time. Evaluation calls the
//! domain for every part ([`Domain::condition`], [`Domain::places`], [`Domain::fits`]), so that a domain can
//! count the work, or remember results.

#![warn(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod condition;
mod domain;
mod filter;
mod may;
mod number;
mod path;
mod pick;
mod places;

pub(crate) use condition::{condition, direction, fact};
pub(crate) use domain::{Comparison, Context, Domain, FallSide, Operator, OrderedBy, When};
pub(crate) use filter::{all_pass, filter, state_test};
pub(crate) use may::{BeforePlay, Fall, May, MayContext};
pub(crate) use number::{fraction, number, passes};
pub(crate) use places::{contains, places, player, union, unpicked};
