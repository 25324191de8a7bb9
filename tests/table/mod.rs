//! Boards and games for the tests of drawings and sentences.

#![allow(dead_code, clippy::panic)]

use mnc::model::{
    Alternative, Board, Clause, ClauseId, DefaultClause as Usual, Hole, KindDecl, Life, MarkDecl,
    Model, Place, PlaceId, PlaceKind, Rules, Seat, SeatInfo, SectionName, Stage, Unit,
};
use mnc::span::Span;

/// A board without rules, in a few words.
pub struct Table {
    pub rows: u16,
    pub columns: u16,
    /// Names, and whether they sit on the far side.
    pub players: Vec<(&'static str, bool)>,
    pub owner: fn(row: u16, column: u16) -> Option<usize>,
    pub stores: bool,
    pub shared: Vec<&'static str>,
    /// Names, and whether each has an owner.
    pub marks: Vec<(&'static str, bool)>,
    pub kinds: Vec<(&'static str, u32)>,
    pub alternatives: Vec<&'static str>,
}

impl Table {
    /// Two rows and two players, each with the nearest row and a store.
    pub fn two_rows(columns: u16) -> Table {
        Table {
            rows: 2,
            columns,
            players: vec![("South", false), ("North", true)],
            owner: |row, _| Some(usize::from(row > 1)),
            stores: true,
            shared: vec![],
            marks: vec![],
            kinds: vec![],
            alternatives: vec![],
        }
    }

    pub fn model(&self) -> Model {
        let mut places = Vec::new();
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                places.push(Place {
                    id: format!("{}{row}", letters(column)),
                    kind: PlaceKind::Hole,
                    owner: (self.owner)(row, column).map(|s| Seat(s as u8)),
                    hidden: false,
                    adjacent_hole: None,
                    hole: Some(Hole { row, column }),
                });
            }
        }
        let holes = places.len();
        let other = |id: String, kind, owner: Option<usize>| Place {
            id,
            kind,
            owner: owner.map(|s| Seat(s as u8)),
            hidden: false,
            adjacent_hole: None,
            hole: None,
        };
        let store = if self.stores { PlaceKind::Store } else { PlaceKind::Captured };
        for (i, (name, _)) in self.players.iter().enumerate() {
            places.push(other(format!("{name} store"), store, Some(i)));
        }
        for (i, (name, _)) in self.players.iter().enumerate() {
            places.push(other(format!("{name} hand"), PlaceKind::Hand, Some(i)));
        }
        for name in &self.shared {
            places.push(other((*name).into(), PlaceKind::Shared, None));
        }
        let at = |i: usize| PlaceId(i as u8);
        let seat = |(i, (name, far)): (usize, &(&str, bool))| SeatInfo {
            name: (*name).into(),
            store: at(holes + i),
            hand: at(holes + self.players.len() + i),
            far_side: *far,
        };
        let seats = self.players.iter().enumerate().map(seat).collect();
        let mark = |(name, owned): &(&str, bool)| MarkDecl {
            name: (*name).into(),
            clause: ClauseId(Usual::COUNT as u16),
            of_each_player: *owned,
            life: Life::Unit(Unit::Game),
            quiet: false,
        };
        let kind = |(name, worth): &(&str, u32)| KindDecl { name: (*name).into(), worth: *worth };
        let alternative = |text: &&str| Alternative {
            id: text.replace(' ', "-"),
            cut: false,
            text: (*text).into(),
        };
        let mut clauses = Usual::clauses();
        clauses.push(Clause {
            section: SectionName::LastSeed,
            span: Span::default(),
            text: "makes a casa -> end move".into(),
            cites: vec![13],
            assumed: None,
            default: false,
        });
        Model {
            name: "Table".into(),
            variations: vec![],
            options: Default::default(),
            board: Board {
                rows: self.rows,
                columns: self.columns,
                row_names: vec![],
                places,
                holes,
                seats,
            },
            marks: self.marks.iter().map(mark).collect(),
            notes: vec![],
            clauses,
            kinds: self.kinds.iter().map(kind).collect(),
            start: vec![],
            start_kinds: vec![],
            first: Seat(0),
            first_clause: Usual::FirstMoves.clause(),
            opening: vec![],
            stages: vec![Stage {
                name: String::new(),
                each_player: false,
                clause: None,
                until: None,
                rules: Rules::default(),
            }],
            words: vec![],
            next_game: None,
            alternatives: self.alternatives.iter().map(alternative).collect(),
            uses_lap_quantifiers: false,
            uses_turn_facts: false,
            uses_captured_seeds: false,
            uses_sowing_hand: false,
        }
    }
}

/// The place with an id.
pub fn place(model: &Model, id: &str) -> PlaceId {
    let at = model.board.places.iter().position(|p| p.id == id);
    PlaceId(at.unwrap_or_else(|| panic!("no place {id}")) as u8)
}

fn letters(column: u16) -> String {
    let letter = |n: u16| char::from(b'a' + n as u8);
    let n = column - 1;
    if n < 26 { letter(n).into() } else { format!("{}{}", letter(n / 26 - 1), letter(n % 26)) }
}
