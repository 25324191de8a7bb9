//! Any text is read: no panic, and every finding can be shown and explained.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mnc::diagnostic::{Findings, json, plain};
use mnc::library::Shipped;
use mnc::lint::{self, LintInput, LintSubject};
use mnc::resolve::load;

#[path = "common.rs"]
mod common;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    common::change(data, size, max_size, seed)
});

fuzz_target!(|text: &str| {
    let (description, mut found) = load("fuzzed.mnc", text, &Shipped);
    let subject = LintSubject::new(&description);
    let errors = subject.errors();
    if found.is_empty() && errors.is_empty() && !subject.games.is_empty() {
        found.extend(lint::run(&subject, LintInput::Text, &[]));
    }
    found.extend(errors);
    let findings = Findings::new(description.sources.clone(), found);
    plain::render(&findings);
    let shown = json::render(&[findings]);
    serde_json::from_str::<serde_json::Value>(&shown).expect("JSON");
});
