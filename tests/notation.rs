//! Boards and events as people read them.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod table;

use mnc::engine::{Choice, Direction, Engine, Event, EventKind, FinalResult, PositionSetup, State};
use mnc::model::{
    AlternativeId, ClauseId, KindId, MarkId, Model, NoteDecl, NoteId, NoteKind, PlaceId, PlaceKind,
    Seat, StageId,
};
use mnc::notation::{
    BoardDrawing, DrawingPart, DrawingStyle, describe_event, describe_with_clause, is_news,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use table::{Table, place};

/// A board as it is laid out, whatever its rules are.
fn laid_out(model: &Model, setup: &PositionSetup) -> State {
    Engine::new(Arc::new(model.clone())).lay_out(setup).expect("a position of this board")
}

fn drawn(model: &Model, setup: &PositionSetup, turn: u8) -> String {
    with_turn(BoardDrawing::of_facts(model, &laid_out(model, setup)), turn).draw()
}

fn with_turn(mut drawing: BoardDrawing<'_>, seat: u8) -> BoardDrawing<'_> {
    drawing.turn = Some(Seat(seat));
    drawing
}

/// The same number of seeds in each hole.
fn fill(model: &Model, setup: &mut PositionSetup, seeds: u16) {
    setup.seeds.extend((0..model.board.holes).map(|i| (PlaceId(i as u8), seeds)));
}

/// Other numbers of seeds in some places.
fn put(model: &Model, setup: &mut PositionSetup, seeds: &[(&str, u16)]) {
    for (id, n) in seeds {
        let at = place(model, id);
        setup.seeds.retain(|(place, _)| *place != at);
        setup.seeds.push((at, *n));
    }
}

fn mark(model: &Model, setup: &mut PositionSetup, mark: u16, id: &str, owner: Option<u8>) {
    setup.marks.push((place(model, id), MarkId(mark), owner.map(Seat)));
}

#[test]
fn two_rows_and_stores() {
    let model = Table::two_rows(6).model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 4);
    put(&model, &mut setup, &[("c1", 0), ("South store", 12), ("North store", 1)]);
    insta::assert_snapshot!(drawn(&model, &setup, 0));
}

#[test]
fn many_seeds() {
    let model = Table::two_rows(3).model();
    let mut setup = PositionSetup::default();
    put(&model, &mut setup, &[("a1", 4096), ("b2", 10), ("South store", 2), ("South hand", 14)]);
    insta::assert_snapshot!(drawn(&model, &setup, 1));
}

#[test]
fn closed_holes_marks_and_their_legend() {
    let table = Table { marks: vec![("tuzdik", true), ("misoro", false)], ..Table::two_rows(6) };
    let model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 12);
    for id in ["a2", "b2"] {
        setup.closed.push(place(&model, id));
        put(&model, &mut setup, &[(id, 0)]);
    }
    mark(&model, &mut setup, 0, "c1", Some(0));
    mark(&model, &mut setup, 0, "d2", Some(1));
    mark(&model, &mut setup, 1, "d2", None);
    insta::assert_snapshot!(drawn(&model, &setup, 1));
}

#[test]
fn four_rows_without_stores() {
    let table = Table {
        rows: 4,
        stores: false,
        owner: |row, _| Some(usize::from(row > 2)),
        ..Table::two_rows(8)
    };
    let model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 2);
    put(&model, &mut setup, &[("North store", 7), ("South hand", 3)]);
    insta::assert_snapshot!(drawn(&model, &setup, 1));
}

#[test]
fn one_row_that_nobody_owns_with_a_goal() {
    let table = Table {
        rows: 1,
        players: vec![("East", false), ("West", false)],
        owner: |_, _| None,
        shared: vec!["goal"],
        ..Table::two_rows(11)
    };
    let model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 5);
    put(&model, &mut setup, &[("goal", 3), ("West store", 10)]);
    insta::assert_snapshot!(drawn(&model, &setup, 0));
}

#[test]
fn rows_split_by_columns() {
    let table = Table { owner: |_, column| Some(usize::from(column < 4)), ..Table::two_rows(6) };
    let model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 4);
    insta::assert_snapshot!(drawn(&model, &setup, 0));
}

#[test]
fn three_rows_of_three_players() {
    let table = Table {
        rows: 3,
        players: vec![("Ada", false), ("Ben", false), ("Cleo", true)],
        owner: |row, _| Some(usize::from(row - 1)),
        shared: vec!["pot"],
        ..Table::two_rows(4)
    };
    let model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 3);
    insta::assert_snapshot!(drawn(&model, &setup, 2));
}

#[test]
fn one_player_alone() {
    let table = Table {
        rows: 1,
        players: vec![("South", false)],
        owner: |_, _| Some(0),
        ..Table::two_rows(7)
    };
    let model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 1);
    insta::assert_snapshot!(drawn(&model, &setup, 0));
}

#[test]
fn holes_that_changed_hands() {
    let model = Table::two_rows(5).model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 10);
    let owners =
        [Some(0), Some(0), Some(1), Some(0), Some(0), Some(1), Some(1), Some(1), Some(1), None];
    let owners = owners.into_iter().enumerate();
    setup.owners = owners.map(|(hole, seat)| (PlaceId(hole as u8), seat.map(Seat))).collect();
    insta::assert_snapshot!(drawn(&model, &setup, 0));
}

#[test]
fn forty_columns() {
    let model = Table::two_rows(40).model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 2);
    insta::assert_snapshot!("forty_columns_in_one_piece", drawn(&model, &setup, 0));
    let look = DrawingStyle { width: 80, ..DrawingStyle::default() };
    let facts = laid_out(&model, &setup);
    let picture = with_turn(BoardDrawing::of_facts(&model, &facts), 0);
    let pieces = picture.draw_with(&look);
    assert!(pieces.lines().all(|line| line.len() <= 80), "{pieces}");
    insta::assert_snapshot!("forty_columns_where_there_is_room_for_80", pieces);
}

#[test]
fn the_pot_lies_between_the_rows_and_the_sowing_hand_with_the_mover() {
    let model = Table { shared: vec!["pot"], ..Table::two_rows(4) }.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 4);
    put(&model, &mut setup, &[("pot", 2), ("a1", 0)]);
    let facts = laid_out(&model, &setup);
    let mut picture = with_turn(BoardDrawing::of_facts(&model, &facts), 1);
    picture.sowing = 3;
    insta::assert_snapshot!(picture.draw());
}

#[test]
fn stones_are_listed_below_and_hidden_stores_shown_only_to_their_owner() {
    let table = Table { shared: vec!["pot"], kinds: vec![("stone", 10)], ..Table::two_rows(4) };
    let mut model = table.model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 4);
    put(&model, &mut setup, &[("pot", 2), ("South store", 3), ("North store", 5)]);
    let stones = [("b2", 1), ("pot", 2), ("North store", 1)];
    for (id, n) in stones {
        setup.kinds.push((place(&model, id), KindId(0), n));
    }
    for place in &mut model.board.places {
        place.hidden = place.kind == PlaceKind::Store;
    }
    let facts = laid_out(&model, &setup);
    let whole = BoardDrawing::of_facts(&model, &facts);
    let seen = |eyes| whole.for_viewer(Some(Seat(eyes))).draw();
    insta::assert_snapshot!([whole.draw(), seen(0), seen(1)].join("\n"));
}

#[test]
fn paint_changes_nothing_but_the_colour() {
    let model = Table::two_rows(6).model();
    let mut setup = PositionSetup::default();
    fill(&model, &mut setup, 4);
    put(&model, &mut setup, &[("c1", 0)]);
    let paint = |part: DrawingPart, text: &str| match part {
        DrawingPart::Frame => text.to_owned(),
        _ => format!("<{text}>"),
    };
    let facts = laid_out(&model, &setup);
    let picture = with_turn(BoardDrawing::of_facts(&model, &facts), 0);
    let painted = picture.draw_with(&DrawingStyle { paint: &paint, ..DrawingStyle::default() });
    assert_eq!(painted.replace(['<', '>'], ""), picture.draw().replace('>', ""));
    assert!(painted.contains("<> South>"), "{painted}");
}

/// One or more events of each kind.
fn one_of_each(model: &Model) -> Vec<Event> {
    let at = |id: &str| place(model, id);
    let mark = |i: u16| MarkId(i);
    let all = vec![
        EventKind::GameBegan(1),
        EventKind::Placed,
        EventKind::MovesFirst,
        EventKind::StageBegan(StageId(0), None),
        EventKind::StageBegan(StageId(0), Some(Seat(1))),
        EventKind::TurnOf(2),
        EventKind::AtOnce,
        EventKind::MovesNext,
        EventKind::Barred(Choice::Place(at("b1"))),
        EventKind::Barred(Choice::Alternative(AlternativeId(1))),
        EventKind::Chose(Choice::Place(at("a1"))),
        EventKind::Drew(Choice::Place(at("a1"))),
        EventKind::Drew(Choice::Alternative(AlternativeId(0))),
        EventKind::SwappedSides,
        EventKind::Chose(Choice::Direction(Direction::Clockwise)),
        EventKind::Chose(Choice::Number(3)),
        EventKind::Chose(Choice::Yes),
        EventKind::Chose(Choice::No),
        EventKind::Chose(Choice::Stop),
        EventKind::Chose(Choice::GoOn),
        EventKind::Chose(Choice::Alternative(AlternativeId(0))),
        sowed(model, 1, &["c1"], 4, "c2"),
        sowed(model, 2, &["c2", "d2"], 1, "pot"),
        EventKind::Captured { from: [(at("b2"), 4)].into_iter().collect() },
        EventKind::Captured {
            from: [(at("b2"), 4), (at("c2"), 3), (PlaceId(254), 2)].into_iter().collect(),
        },
        EventKind::Put { from: [(at("a1"), 2)].into_iter().collect(), to: at("pot") },
        EventKind::Put { from: [(at("a1"), 2)].into_iter().collect(), to: at("South hand") },
        EventKind::Put { from: [(PlaceId(255), 2)].into_iter().collect(), to: at("b2") },
        EventKind::Fell(KindId(0), at("c1")),
        EventKind::Among(KindId(0), 2),
        EventKind::Filled(at("a1"), 4),
        EventKind::Closed(at("a2")),
        EventKind::Opened(at("a2")),
        EventKind::Marked(mark(0), at("d2")),
        EventKind::Marked(mark(1), at("d2")),
        EventKind::MarkedPlayer(mark(1), Seat(1)),
        EventKind::Unmarked(mark(0), at("d2")),
        EventKind::UnmarkedPlayer(mark(1), Seat(1)),
        EventKind::Noted(NoteId(0), 2),
        EventKind::Noted(NoteId(1), 12),
        EventKind::Owns(at("a2")),
        EventKind::SowedOn { laps: 17_266_000, seeds: 82_880_000, to: place(model, "b1") },
        EventKind::AgainNext,
        EventKind::Passed,
        EventKind::Again,
        EventKind::MoveEnded,
        EventKind::TurnEnded,
        EventKind::Fitted,
        EventKind::Undone,
        EventKind::NoOneMeant,
        EventKind::GivenUp,
        over(Some(0), &[28, 20]),
        over(Some(1), &[20, 28]),
        over(None, &[24, 24]),
        over(Some(0), &[0, 48]),
        over(Some(1), &[0, 0]),
        EventKind::MatchOver { verdict: FinalResult::Won(Seat(0)) },
        EventKind::MatchOver { verdict: FinalResult::Drawn },
    ];
    let clause = ClauseId(mnc::model::DefaultClause::COUNT as u16);
    all.into_iter().map(|kind| Event { clause, seat: Seat(0), kind }).collect()
}

fn sowed(model: &Model, lap: u32, from: &[&str], seeds: u16, to: &str) -> EventKind {
    EventKind::Sowed {
        lap,
        from: from.iter().map(|id| place(model, id)).collect(),
        seeds,
        to: place(model, to),
        sense: Direction::Anticlockwise,
        by: Default::default(),
        falls: Vec::new(),
    }
}

fn over(winner: Option<u8>, scores: &[u32]) -> EventKind {
    EventKind::GameOver {
        verdict: FinalResult::won(winner.map(Seat)),
        scores: scores.iter().copied().collect(),
    }
}

/// The names of all kinds of events, from the source.
fn kinds() -> BTreeSet<&'static str> {
    let source = include_str!("../src/engine/event.rs");
    let variants = source.split("pub enum EventKind {\n").nth(1).expect("the kinds");
    let variants = variants.split("\n}\n").next().expect("the kinds");
    let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_uppercase());
    variants.lines().filter_map(|line| line.strip_prefix("    ")).filter(begins).map(name).collect()
}

/// The name at the beginning of a text.
fn name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

fn table_of_everything() -> Model {
    let table = Table {
        marks: vec![("tuzdik", true), ("misoro", false)],
        shared: vec!["pot"],
        kinds: vec![("stone", 10)],
        alternatives: vec!["end move", "sow it"],
        ..Table::two_rows(4)
    };
    let mut model = table.model();
    model.stages[0].name = "mtaji".into();
    let note = |name: &str, kind| NoteDecl {
        name: name.into(),
        kind,
        of_each_player: true,
        life: mnc::model::Life::Unit(mnc::model::Unit::Match),
        quiet: false,
    };
    model.notes = vec![note("direction", NoteKind::Direction), note("score", NoteKind::Number)];
    model.clauses[mnc::model::DefaultClause::COUNT].text =
        "falls in an occupied misoro -> either end move, or sow it".into();
    model
}

#[test]
fn a_sentence_for_every_kind_of_event() {
    let model = table_of_everything();
    let events = one_of_each(&model);
    let shown: Vec<String> = events.iter().map(|event| format!("{:?}", event.kind)).collect();
    let shown: BTreeSet<&str> = shown.iter().map(|kind| name(kind)).collect();
    let missing: Vec<&str> = kinds().difference(&shown).copied().collect();
    assert!(missing.is_empty(), "`one_of_each` has no event of these kinds: {missing:?}");
    let told: Vec<String> = events
        .iter()
        .map(|e| {
            format!("{} {}", if is_news(&model, e) { " " } else { "." }, describe_event(&model, e))
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn the_statement_that_caused_an_event_is_shown_on_request() {
    let model = table_of_everything();
    let clause = ClauseId(mnc::model::DefaultClause::COUNT as u16);
    let event = Event { clause, seat: Seat(1), kind: EventKind::MoveEnded };
    assert_eq!(
        describe_with_clause(&model, &event),
        "the move of North ends \
         (last seed: falls in an occupied misoro -> either end move, or sow it)"
    );
    let clause = mnc::model::DefaultClause::Passes.clause();
    let event = Event { clause, seat: Seat(1), kind: EventKind::Passed };
    assert_eq!(
        describe_with_clause(&model, &event),
        "North passes (default: a player with no move passes)"
    );
}
