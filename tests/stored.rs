//! What a front end stores comes back: choices, settings and findings through serde, positions through
//! the record of the game that led to them. And the JSON form of what the engine says has names in it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod support;

use mnc::diagnostic::{Diagnostic, json};
use mnc::engine::Choice;
use mnc::model::{AlternativeId, KindId, PlaceId};
use mnc::notation::{Record, Trail, fingerprint};
use mnc::protocol;
use mnc::resolve::{Setting, load};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Debug;

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Value {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn choices() {
    assert_eq!(comes_back(&Choice::Place(PlaceId(3))), json!({"place": 3}));
    assert_eq!(
        comes_back(&Choice::Direction(mnc::engine::Direction::Clockwise)),
        json!({"direction": "clockwise"})
    );
    assert_eq!(comes_back(&Choice::Number(7)), json!({"number": 7}));
    assert_eq!(comes_back(&Choice::GoOn), json!("go-on"));
    assert_eq!(comes_back(&Choice::Alternative(AlternativeId(1))), json!({"alternative": 1}));
    assert_eq!(comes_back(&Choice::Seed(Some(KindId(0)))), json!({"seed": 0}));
    assert_eq!(comes_back(&Choice::Seed(None)), json!({"seed": null}));
    for choice in [Choice::Yes, Choice::No, Choice::Stop, Choice::Concede, Choice::Agree] {
        comes_back(&choice);
    }
}

#[test]
fn settings() {
    for (_, path) in support::descriptions("games") {
        support::open(&path).settings().iter().for_each(|setting| {
            comes_back(setting);
        });
    }
    assert_eq!(serde_json::from_str::<Setting>("{}").unwrap(), Setting::default());
    assert!(serde_json::from_str::<Setting>(r#"{"variation": ["x"]}"#).is_err());
}

#[test]
fn findings() {
    let broken = include_str!("cases/readme/broken.mnc");
    let (description, found) = load("broken.mnc", broken, &mnc::library::Shipped);
    assert!(found.iter().any(|finding| !finding.fixes.is_empty()));
    for finding in &found {
        let stored = comes_back(finding);
        let shown = serde_json::to_value(json::finding(&description.sources, finding)).unwrap();
        assert_eq!(stored["code"], shown["code"]);
        assert_eq!(shown["file"], "broken.mnc");
    }
    let mut unknown = serde_json::to_value(&found[0]).unwrap();
    unknown["code"] = json!("no-such-code");
    assert!(serde_json::from_value::<Diagnostic>(unknown).is_err());
}

#[test]
fn positions() {
    let engine = support::game("hoyito", &Setting::default());
    let mut trail = Trail::begin(engine.clone(), None);
    let mut random = support::random(5);
    for _ in 0..8 {
        let choices = engine.choices(trail.position());
        trail.choose(support::pick(&choices, &mut random)).unwrap();
    }
    let stored = Record::of(&trail).unwrap().to_string();
    let record = Record::parse(&stored).unwrap();
    assert_eq!(record.rules.as_deref(), Some(fingerprint(engine.model()).as_str()));
    let again = record.replay(engine.clone()).unwrap();
    assert_eq!(again.position().hash(), trail.position().hash());
    assert!(again.position().same_board(trail.position()));
    assert_eq!(engine.choices(again.position()), engine.choices(trail.position()));
}

#[test]
fn events_and_positions_have_names() {
    let engine = support::game("kalah", &Setting::default());
    let sources = mnc::source::Sources::default();
    let (position, _) = engine.start(None);
    let (next, events) = engine.play(&position, Choice::Place(PlaceId(2))).unwrap();
    let event = |nth: usize| {
        serde_json::to_value(protocol::event(engine.model(), &sources, &events[nth])).unwrap()
    };
    assert_eq!(event(0)["choice"], "c1");
    assert_eq!((&event(1)["kind"], &event(1)["seeds"]), (&json!("sowed"), &json!(4)));
    assert_eq!(event(1)["clause"]["text"], "sow any own hole");
    let shown = serde_json::to_value(protocol::position(&engine, &sources, &next)).unwrap();
    assert_eq!(shown["seeds"]["S"], 1);
    assert_eq!(shown["player"], "South");
}
