//! Any bytes are read as a record and replayed with the game they name: no panic, and what is read is
//! written and read again as the same record.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mnc::engine::Engine;
use mnc::library::{Library, LookupResult, Shipped};
use mnc::notation::Record;
use mnc::resolve::{Setting, load};
use std::sync::Arc;

fuzz_target!(|text: &str| {
    let Ok(record) = Record::parse(text) else { return };
    // The lines of the file are part of a record, so the texts are compared.
    let written = record.to_string();
    let again = Record::parse(&written).expect("a record that was written is read");
    assert_eq!(again.to_string(), written);
    let LookupResult::One(game) = Library::shipped().look_up(&record.game) else { return };
    let (description, _) = load(&game.file, &game.text, &Shipped);
    let variations = record.variations.clone();
    let setting = Setting { variations, ..Setting::default() };
    let (Some(model), _) = description.build(&setting) else { return };
    let engine = Engine::new(Arc::new(model)).with_sowing_limit(1 << 12);
    if let Err(misfit) = record.replay(engine) {
        assert!(!misfit.message.is_empty() && misfit.line > 0);
    }
});
