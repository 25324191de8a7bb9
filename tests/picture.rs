//! Pictures of positions and moves: well-formed, complete, and described in words.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use mnc::engine::{Choice, Engine, Position};
use mnc::library::Library;
use mnc::model::{PlaceId, PlaceKind};
use mnc::notation::{BoardDrawing, BoardEnd, BoardLayout, PlaceSpot};
use mnc::picture::Picture;
use mnc::resolve::{self, Setting};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::path::Path;

fn engine(name: &str) -> Engine {
    let game =
        Library::shipped().games().iter().find(|game| game.stem() == name).expect("a shipped game");
    let (description, _) = resolve::load(&game.file, &game.text, Library::shipped());
    let (model, _) = description.build(&Setting::default());
    Engine::new(model.expect("it builds").into())
}

fn names() -> Vec<&'static str> {
    Library::shipped().games().iter().map(|game| game.stem()).collect()
}

fn start_picture(engine: &Engine, position: &Position) -> Picture {
    Picture::of_position(&BoardDrawing::of(engine.model(), position), "the start")
}

fn child<'a>(node: &Node<'a, 'a>, name: &str) -> Option<String> {
    let found =
        node.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", name)));
    found.and_then(|found| found.text().map(str::to_owned))
}

/// The places of a picture: their names with the texts drawn there.
fn places(document: &Document<'_>) -> BTreeMap<String, Vec<String>> {
    let mut places = BTreeMap::new();
    for node in document.descendants() {
        if let Some(place) = node.attribute("data-place") {
            let texts = node.descendants().filter(|n| n.tag_name().name() == "text");
            let texts = texts.filter_map(|n| n.text().map(str::to_owned)).collect();
            assert!(places.insert(place.to_owned(), texts).is_none(), "{place} is drawn twice");
        }
    }
    places
}

#[test]
fn every_start_is_a_complete_picture() {
    for name in names() {
        let engine = engine(name);
        let (start, _) = engine.start(None);
        let svg = start_picture(&engine, &start).to_svg();
        let document = Document::parse(&svg).unwrap_or_else(|why| panic!("{name}: {why}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"), "{name}");
        assert_eq!(child(&root, "title").as_deref(), Some("the start"), "{name}");
        let description = child(&root, "desc").expect("a description");
        assert!(description.ends_with('.'), "{name}: {description}");
        let drawn = places(&document);
        let model = engine.model();
        for (i, place) in model.board.places.iter().enumerate().take(model.board.holes) {
            let texts = drawn.get(&place.id).unwrap_or_else(|| panic!("{name}: no {}", place.id));
            let seeds = start.seeds(PlaceId(i as u8)).to_string();
            assert!(texts.contains(&seeds), "{name}: {} has {texts:?}, not {seeds}", place.id);
            let labelled = texts.iter().any(|text| text.split(' ').next() == Some(&*place.id));
            assert!(labelled, "{name}: {} has {texts:?}, not its name", place.id);
        }
    }
}

/// The corners of what is drawn stay in the picture.
#[test]
fn nothing_is_outside_the_picture() {
    for name in names() {
        let engine = engine(name);
        let (start, _) = engine.start(None);
        let svg = start_picture(&engine, &start).to_svg();
        let document = Document::parse(&svg).expect("well-formed");
        let view = document.root_element().attribute("viewBox").expect("a view box");
        let size: Vec<f64> = view.split(' ').map(|n| n.parse().expect("a number")).collect();
        for node in document.descendants() {
            let number = |key: &str| node.attribute(key).and_then(|n| n.parse::<f64>().ok());
            let (x, y) = (number("cx").or(number("x")), number("cy").or(number("y")));
            let r = number("r").unwrap_or(0.0);
            if let (Some(x), Some(y)) = (x, y) {
                let right = x + r + number("width").unwrap_or(0.0);
                let below = y + r + number("height").unwrap_or(0.0);
                assert!(x - r >= 0.0 && y - r >= 0.0, "{name}: {node:?}");
                assert!(right <= size[2] && below <= size[3], "{name}: {node:?}");
            }
        }
    }
}

/// Holes do not cover each other, and nothing else covers a hole.
#[test]
fn holes_are_apart() {
    for name in names() {
        let engine = engine(name);
        let (start, _) = engine.start(None);
        let svg = start_picture(&engine, &start).to_svg();
        let document = Document::parse(&svg).expect("well-formed");
        let rims = document.descendants().filter(|node| {
            node.has_tag_name(("http://www.w3.org/2000/svg", "circle"))
                && node.attribute("class").is_some_and(|class| class.starts_with("m-rim"))
        });
        let number = |node: &Node<'_, '_>, key: &str| -> f64 {
            node.attribute(key).expect("a number").parse().expect("a number")
        };
        let rims: Vec<(f64, f64, f64)> = rims
            .map(|node| (number(&node, "cx"), number(&node, "cy"), number(&node, "r")))
            .collect();
        for (i, one) in rims.iter().enumerate() {
            for other in &rims[..i] {
                let apart = (one.0 - other.0).hypot(one.1 - other.1);
                assert!(apart >= one.2 + other.2, "{name}: {one:?} and {other:?}");
            }
        }
    }
}

/// A store is drawn where the way passes it: seeds do not jump.
#[test]
fn stores_are_where_seeds_meet_them() {
    let at = |name: &str, end: BoardEnd| {
        let engine = engine(name);
        let place = BoardLayout::of(engine.model()).at_end(end);
        place.map(|place| engine.model().place(place).to_owned())
    };
    assert_eq!(at("kalah", BoardEnd::Right).as_deref(), Some("S"));
    for clockwise in ["sungka", "main-chongkak", "papan-dakon"] {
        assert_eq!(at(clockwise, BoardEnd::Left).as_deref(), Some("S"), "{clockwise}");
    }
    // The same without a hole that the board names.
    let text = "mnc 1\ngame \"Round\"\nboard\n  2 rows of 3 holes\n  each player owns the nearest row and a store\n\
                start: every hole holds 2\nway: clockwise round every hole, then through the own store\n\
                move: sow any own hole\nend\n  a player has no seeds in own holes -> end game\n\
                winner: most seeds\n";
    let (description, _) = resolve::load("round.mnc", text, Library::shipped());
    let (model, _) = description.build(&Setting::default());
    let model = model.expect("it builds");
    let layout = BoardLayout::of(&model);
    let left = layout.at_end(BoardEnd::Left).map(|place| model.place(place).to_owned());
    assert_eq!(left.as_deref(), Some("S"));
    let seats = model.board.seats.iter();
    assert!(
        seats.map(|seat| seat.store).all(|s| matches!(layout.spot(s), Some(PlaceSpot::End(_))))
    );
}

/// Every shared place is drawn.
#[test]
fn every_shared_place_is_drawn() {
    for name in names() {
        let engine = engine(name);
        let (start, _) = engine.start(None);
        let svg = start_picture(&engine, &start).to_svg();
        let document = Document::parse(&svg).expect("well-formed");
        let drawn = places(&document);
        let shared = engine.model().board.places.iter().filter(|p| p.kind == PlaceKind::Shared);
        for place in shared {
            assert!(drawn.contains_key(&place.id), "{name}: no {}", place.id);
        }
    }
}

/// The first turns of every game as pairs and strips: each is well-formed, and its last board is the position.
#[test]
fn moves_are_pictures() {
    for name in names() {
        let engine = engine(name);
        let (mut position, _) = engine.start(None);
        for _ in 0..6 {
            let choices = engine.choices(&position);
            let Some(choice) = choices.get(choices.len() / 2).copied() else { break };
            for picture in [
                Picture::of_move(&engine, &position, &[choice]).expect("it is legal"),
                Picture::strip_of_move(&engine, &position, &[choice]).expect("it is legal"),
            ] {
                let svg = picture.to_svg();
                Document::parse(&svg).unwrap_or_else(|why| panic!("{name}: {why}\n{svg}"));
                assert!(!picture.description().is_empty());
            }
            let film = engine.film(&position, choice).expect("it is legal");
            let (next, events) = engine.play(&position, choice).expect("it is legal");
            assert_eq!(film.events, events, "{name}");
            if let Some(last) = film.frames.last() {
                // A question may come while seeds are being sown.
                let filmed = last.state.total() + u32::from(last.hand);
                let left = next.state().total() + u32::from(next.sowing());
                assert_eq!(filmed, left, "{name}: seeds are lost");
            }
            position = next;
        }
    }
}

/// A film has a moment for every seed that falls.
#[test]
fn a_film_has_every_seed() {
    let engine = engine("kalah");
    let (start, _) = engine.start(None);
    let c1 = PlaceId(2);
    let film = engine.film(&start, Choice::Place(c1)).expect("it is legal");
    let fell: Vec<&str> =
        film.frames.iter().filter_map(|f| f.fell).map(|p| engine.model().place(p)).collect();
    assert_eq!(fell, ["d1", "e1", "f1", "S"]);
    let hands: Vec<u16> = film.frames.iter().filter(|f| f.fell.is_some()).map(|f| f.hand).collect();
    assert_eq!(hands, [3, 2, 1, 0]);
}

#[test]
fn names_are_escaped() {
    let text = "mnc 1\ngame \"A < B & \u{202e}C\" like \"Kalah\"\n";
    let (description, _) = resolve::load("a.mnc", text, Library::shipped());
    let (model, _) = description.build(&Setting::default());
    let Some(model) = model else { return };
    let engine = Engine::new(model.into());
    let (start, _) = engine.start(None);
    let title = engine.model().name.clone();
    let picture = Picture::of_position(&BoardDrawing::of(engine.model(), &start), &title);
    let svg = picture.to_svg();
    Document::parse(&svg).expect("well-formed");
    assert!(!svg.contains('\u{202e}'));
}

#[test]
fn pictures_stay_as_they_are() {
    for name in ["kalah", "o-an-quan"] {
        let engine = engine(name);
        let (start, _) = engine.start(None);
        let svg = start_picture(&engine, &start).to_inline_svg();
        insta::assert_snapshot!(format!("picture_{name}"), svg);
    }
    insta::assert_snapshot!("picture_of_a_move", move_of_oware().to_inline_svg());
}

/// The fourth move of a game of Oware.
fn move_of_oware() -> Picture {
    let engine = engine("oware");
    let (mut position, _) = engine.start(None);
    for _ in 0..3 {
        let choice = engine.choices(&position)[0];
        position = engine.advance(&position, choice);
    }
    let choice = engine.choices(&position)[0];
    Picture::of_move(&engine, &position, &[choice]).expect("it is legal")
}

/// `UPDATE_PICTURES=1` writes it again.
#[test]
fn the_picture_in_the_readme_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/move-of-oware.svg");
    let svg = move_of_oware().to_svg();
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&path, &svg).expect("it can be written");
    }
    assert_eq!(std::fs::read_to_string(&path).ok().as_deref(), Some(svg.as_str()));
}
