//! The board: its holes, owners and seats.

use super::builder::{Builder, PhraseContext};
use super::geometry::letters;
use super::merge::MergedSection;
use super::symbols::SymbolKind;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Board, Count, Hole, Place, PlaceId, PlaceKind, PlacePhrase, PlaceSetBits, Seat, SeatInfo, Side,
};
use crate::order::SmallSort;
use crate::span::Span;
use crate::syntax::ast::{self, AstShare, Name, Owner, SectionKind, StatementKind};

/// The greatest number of places.
const MOST_PLACES: u64 = 250;

/// The greatest number of players.
const MOST_PLAYERS: usize = 6;

/// The default names of the players.
const DEFAULT_PLAYERS: [&str; 2] = ["South", "North"];

/// The statements of *board*, by kind.
#[derive(Default)]
struct BoardStatements<'a> {
    size: Option<(&'a ast::AstCount, &'a ast::AstCount, Span)>,
    players: Vec<&'a Name>,
    rows: Option<(&'a [Name], Span)>,
    ownership: Vec<(&'a Owner, &'a [AstShare], Span)>,
    /// The owners of stores, and whether the stores are hidden.
    stores: Vec<(&'a Owner, bool)>,
    shared: Vec<&'a Name>,
    positions: Vec<(Option<&'a Name>, &'a ast::AstPlace)>,
}

impl<'a> Builder<'a> {
    /// Declares the names of *board*, then builds the board; `None` if that is impossible.
    pub fn make_board(
        &mut self,
        section: Option<&'a MergedSection>,
        sections: &'a super::merge::Sections,
    ) -> Option<()> {
        let Some(section) = section else {
            self.declare_words(sections);
            if !self.base_missing {
                self.error(
                    "board-missing",
                    self.heading,
                    "there is no *board*".into(),
                    "write for example `board` and below it `2 rows of 6 holes`",
                );
            }
            return None;
        };
        self.board_span = Some(section.span);
        let statements = self.collect_board_statements(section);
        self.declare_board_names(&statements, section.span);
        self.declare_words(sections);
        let Some((rows, columns, span)) = statements.size else {
            if self.names_in_broken_text.is_none() {
                self.error(
                    "board-missing",
                    section.span,
                    "the number of holes is missing".into(),
                    "write for example `2 rows of 6 holes`",
                );
            }
            return None;
        };
        let (rows, columns) =
            (self.board_dimension(rows, span), self.board_dimension(columns, span));
        let (rows, columns) = (rows?, columns?);
        let seats = match statements.players.len() {
            0 => DEFAULT_PLAYERS.len(),
            named => named,
        };
        self.check_size(rows, columns, seats, statements.shared.len(), span)?;
        self.size_span = Some(span);
        let (rows, columns) = (u16::try_from(rows).ok()?, u16::try_from(columns).ok()?);
        self.seat_players(&statements, rows, columns);
        self.check_row_names(&statements, rows);
        self.assign_owners(&statements);
        self.add_stores_and_hands(&statements);
        self.has_owned_holes = self.board.is_owned();
        for (name, place) in statements.positions {
            let Some(phrase) =
                self.descriptor(place, &mut PhraseContext::in_section(SectionKind::Board))
            else {
                continue;
            };
            match name {
                Some(name) => self.attach_shared_place(name, &phrase),
                None => self.attach_stores(&phrase, place.span),
            }
        }
        Some(())
    }

    /// Puts a shared place next to a hole; next to several it has no position.
    fn attach_shared_place(&mut self, name: &Name, phrase: &PlacePhrase) {
        let adjacent: Vec<PlaceId> =
            self.board.fixed(phrase, Seat(0)).iter().flat_map(PlaceSetBits::iter).collect();
        if let (Some(SymbolKind::Shared(id)), [hole]) =
            (self.symbol(&name.text).map(|entry| entry.kind.clone()), adjacent.as_slice())
        {
            self.board.set_adjacent_hole(id, *hole);
        }
    }

    /// Puts each player's store next to the hole that the phrase means for that player.
    fn attach_stores(&mut self, phrase: &PlacePhrase, span: Span) {
        for seat in self.board.seats() {
            let adjacent: Vec<PlaceId> =
                self.board.fixed(phrase, seat).iter().flat_map(PlaceSetBits::iter).collect();
            let [hole] = adjacent.as_slice() else {
                let text = self.text(span);
                self.error(
                    "several-places",
                    span,
                    format!("`{text}` is not one hole"),
                    "name the hole next to each player's store: `the rightmost own hole`",
                );
                return;
            };
            if let Some(info) = self.board.board.seats.get(seat.index()) {
                self.board.set_adjacent_hole(info.store, *hole);
            }
        }
    }

    fn collect_board_statements(&mut self, section: &'a MergedSection) -> BoardStatements<'a> {
        let mut statements = BoardStatements::default();
        for statement in &section.statements {
            let StatementKind::Board(line) = &statement.kind else { continue };
            match line {
                ast::AstBoard::Rows { rows, columns } => {
                    if let Some((_, _, first)) = statements.size {
                        self.report_stated_twice(statement.span, first, SectionKind::Board);
                    } else {
                        statements.size = Some((rows, columns, statement.span));
                    }
                }
                ast::AstBoard::RowNames(names) => {
                    if let Some((_, first)) = statements.rows {
                        self.report_stated_twice(statement.span, first, SectionKind::Board);
                    } else {
                        statements.rows = Some((names, statement.span));
                    }
                }
                ast::AstBoard::Players(names) => {
                    if let Some(first) = statements.players.first() {
                        let first = first.span;
                        self.report_stated_twice(statement.span, first, SectionKind::Board);
                    } else {
                        statements.players = names.iter().collect();
                        self.check_players(&mut statements.players, statement.span);
                    }
                }
                ast::AstBoard::Owns { who, shares, store, hidden } => {
                    statements.ownership.push((who, shares, statement.span));
                    statements.stores.extend(store.then_some((who, *hidden)));
                }
                ast::AstBoard::EachHas { hidden, beside } => {
                    statements.stores.push((&Owner::Each, *hidden));
                    statements.positions.extend(beside.iter().map(|place| (None, place)));
                }
                ast::AstBoard::BoardHas { name, beside } => {
                    statements.shared.push(name);
                    statements.positions.extend(beside.iter().map(|place| (Some(name), place)));
                }
            }
        }
        statements
    }

    fn check_players(&mut self, players: &mut Vec<&'a Name>, span: Span) {
        if players.len() > MOST_PLAYERS {
            self.error(
                "too-many-players",
                span,
                format!("there are {} players, and at most {MOST_PLAYERS} can play", players.len()),
                "name fewer players",
            );
            players.truncate(MOST_PLAYERS);
        }
        let mut seen: Vec<&Name> = Vec::new();
        for player in players.iter() {
            if let Some(first) = seen.iter().find(|name| name.text == player.text) {
                let finding = Diagnostic::error(
                    "name-twice",
                    player.span,
                    format!("two players are called `{}`", player.text),
                )
                .label(first.span, "the first of them")
                .help("give one of them another name");
                self.report.add(finding);
            } else {
                seen.push(player);
            }
        }
        *players = seen;
    }

    /// Declares the players (with the default names if no others are given), the rows and the shared
    /// places.
    fn declare_board_names(&mut self, statements: &BoardStatements<'a>, heading: Span) {
        let default = |name: &&str| Name { text: (*name).to_string(), span: heading };
        let defaults: Vec<Name> = DEFAULT_PLAYERS.iter().map(default).collect();
        let players = match statements.players.as_slice() {
            [] => defaults.iter().collect(),
            named => named.to_vec(),
        };
        for (seat, name) in (0..).map(Seat).zip(players) {
            self.declare(name, SymbolKind::Player(seat));
        }
        for (row, name) in statements.rows.iter().flat_map(|(names, _)| names.iter()).enumerate() {
            self.declare(name, SymbolKind::Row(row));
        }
        for name in &statements.shared {
            self.declare(name, SymbolKind::Shared(PlaceId::default()));
        }
    }

    /// A number of rows or columns.
    fn board_dimension(&mut self, count: &'a ast::AstCount, span: Span) -> Option<i64> {
        match self.count(count, &mut PhraseContext::in_section(SectionKind::Board))? {
            Count::Fixed(number) => Some(number),
            _ => {
                self.error(
                    "not-here",
                    span,
                    "the size of the board would change in play".into(),
                    "use a number, or an option",
                );
                None
            }
        }
    }

    /// Reports a size out of range before anything of that size is allocated.
    fn check_size(
        &mut self,
        rows: i64,
        columns: i64,
        seats: usize,
        shared: usize,
        span: Span,
    ) -> Option<()> {
        if rows < 1 || columns < 1 {
            self.error(
                "board-size",
                span,
                format!("a board of {rows} rows of {columns} holes has no holes"),
                "give at least 1 row of 1 hole",
            );
            return None;
        }
        let (rows, columns) = (u64::try_from(rows).ok()?, u64::try_from(columns).ok()?);
        let others = u64::try_from(2 * seats + shared).unwrap_or(u64::MAX);
        let places = rows.saturating_mul(columns).saturating_add(others);
        if places > MOST_PLACES {
            let room = MOST_PLACES.saturating_sub(others);
            self.error(
                "board-too-large",
                span,
                format!("the board has {} holes", rows.saturating_mul(columns)),
                &format!("at most {room} are possible; use fewer"),
            );
            return None;
        }
        Some(())
    }

    /// Holes without owners, and players with names; owners and stores are added later.
    fn seat_players(&mut self, statements: &BoardStatements<'a>, rows: u16, columns: u16) {
        let names: Vec<String> = if statements.players.is_empty() {
            DEFAULT_PLAYERS.map(String::from).to_vec()
        } else {
            statements.players.iter().map(|name| name.text.clone()).collect()
        };
        let owned = statements.ownership.iter().any(|(who, ..)| !matches!(who, Owner::Nobody));
        let across = names.len() == 2 && rows > 1 && owned;
        let seat = |(seat, name): (usize, String)| SeatInfo {
            name,
            store: PlaceId::default(),
            hand: PlaceId::default(),
            far_side: across && seat == 1,
        };
        let hole = |row: u16, column: u16| Place {
            id: format!("{}{row}", letters(column)),
            kind: PlaceKind::Hole,
            owner: None,
            hidden: false,
            hole: Some(Hole { row, column }),
            adjacent_hole: None,
        };
        let places: Vec<Place> = (1..=rows)
            .flat_map(|row| (1..=columns).map(move |column| (row, column)))
            .map(|(row, column)| hole(row, column))
            .collect();
        let row_names = statements.rows.iter().flat_map(|(names, _)| names.iter());
        self.board.board = Board {
            rows,
            columns,
            row_names: row_names.map(|name| name.text.clone()).collect(),
            holes: places.len(),
            places,
            seats: names.into_iter().enumerate().map(seat).collect(),
        };
    }

    fn check_row_names(&mut self, statements: &BoardStatements<'a>, rows: u16) {
        let Some((names, span)) = statements.rows else { return };
        let many = u16::try_from(names.len()).unwrap_or(u16::MAX);
        if many != rows && many.saturating_mul(2) != rows {
            let help = if rows.is_multiple_of(2) {
                format!("name {} rows (each player's) or {rows} (across the board)", rows / 2)
            } else {
                format!("name {rows} rows")
            };
            self.error("row-names", span, format!("{many} names for {rows} rows"), &help);
        }
    }

    /// Gives every hole its owner.
    fn assign_owners(&mut self, statements: &BoardStatements<'a>) {
        let mut given: Vec<(Option<Seat>, Span)> =
            vec![(None, Span::default()); self.board.board.holes];
        for (who, shares, span) in &statements.ownership {
            let seats: Vec<Seat> = match who {
                Owner::Each => self.board.seats().collect(),
                Owner::Nobody => continue,
                Owner::Named(name) => self.player_by_name(name).into_iter().collect(),
            };
            for seat in seats {
                for share in *shares {
                    let Some(set) = self.share_places(share, seat) else { continue };
                    for place in set.iter() {
                        let Some(owner) = given.get_mut(place.index()) else { continue };
                        match owner {
                            (Some(first), at) if *first != seat => {
                                let (first, at) = (*first, *at);
                                self.report_two_owners(place, first, seat, *span, at);
                            }
                            owner => *owner = (Some(seat), *span),
                        }
                    }
                }
            }
        }
        for (place, (owner, _)) in self.board.board.places.iter_mut().zip(given) {
            place.owner = owner;
        }
    }

    fn report_two_owners(
        &mut self,
        place: PlaceId,
        first: Seat,
        second: Seat,
        span: Span,
        at: Span,
    ) {
        let name = |seat: Seat| {
            self.board.board.seats.get(seat.index()).map_or("", |info| info.name.as_str())
        };
        let hole = self.board.board.places.get(place.index()).map_or("", |place| place.id.as_str());
        let finding = Diagnostic::error(
            "owner-twice",
            span,
            format!("the hole {hole} would be {}'s and {}'s", name(first), name(second)),
        );
        let finding = if at == span { finding } else { finding.label(at, "first given here") };
        self.report.add(finding.help("give every hole to one player at most"));
    }

    /// The holes of a share, for that player.
    fn share_places(&mut self, share: &'a AstShare, seat: Seat) -> Option<PlaceSetBits> {
        let mut here = PhraseContext::in_section(SectionKind::Board);
        let mut number = |this: &mut Self, count: &'a ast::AstCount, span: Span| match this
            .count(count, &mut here)?
        {
            Count::Fixed(number) => Some(number),
            _ => {
                this.error(
                    "not-here",
                    span,
                    "the owners of the holes would change in play".into(),
                    "use a number, or an option",
                );
                None
            }
        };
        match share {
            AstShare::Holes(_) => Some(self.board.all_holes()),
            AstShare::Nearest(count, span) => {
                let rows = number(self, count, *span)?;
                Some(
                    self.board.holes_where(|_, hole, _| {
                        i64::from(self.board.row_seen(seat, hole)) <= rows
                    }),
                )
            }
            AstShare::Columns(from, to, span) => {
                let (from, to) = (number(self, from, *span)?, number(self, to, *span)?);
                if from < 1 || from > to || to > i64::from(self.board.board.columns) {
                    self.error(
                        "board-size",
                        *span,
                        format!("there are no columns {from} to {to}"),
                        &format!("the columns are 1 to {}", self.board.board.columns),
                    );
                    return None;
                }
                Some(
                    self.board
                        .holes_where(|_, hole, _| (from..=to).contains(&i64::from(hole.column))),
                )
            }
            AstShare::OfEachRow(side, count, span) => {
                let many = usize::try_from(number(self, count, *span)?).unwrap_or_default();
                let side = match side {
                    ast::AstSide::Left => Side::Left,
                    ast::AstSide::Right => Side::Right,
                };
                let columns = self.board.columns(self.board.all_holes(), seat, side);
                Some(columns.into_iter().take(many).flatten().collect())
            }
            AstShare::Places(place) => {
                let phrase =
                    self.descriptor(place, &mut PhraseContext::in_section(SectionKind::Board))?;
                let fixed = self.board.fixed(&phrase, seat);
                if fixed.is_none() {
                    let text = self.text(place.span);
                    self.error(
                        "not-here",
                        place.span,
                        format!("what `{text}` means depends on the position"),
                        "describe the places by rows, columns and sides only",
                    );
                }
                fixed
            }
        }
    }

    /// Adds stores (or hidden places for captured seeds), hands and shared places.
    fn add_stores_and_hands(&mut self, statements: &BoardStatements<'a>) {
        let names: Vec<String> =
            self.board.board.seats.iter().map(|info| info.name.clone()).collect();
        let initial = |name: &String| name.chars().next().map(|c| c.to_uppercase().to_string());
        let mut initials: Vec<_> = names.iter().map(initial).collect();
        initials.small_sort();
        initials.dedup();
        let short = initials.len() == names.len();
        let id = |name: &String| match initial(name) {
            Some(initial) if short => initial,
            _ => name.clone(),
        };
        let has = |name: &String, who: &Owner| match who {
            Owner::Each => true,
            Owner::Nobody => false,
            Owner::Named(named) => named.text == *name,
        };
        let has_store = |name: &String| statements.stores.iter().any(|(who, _)| has(name, who));
        let hides = |name: &String| statements.stores.iter().any(|(who, h)| *h && has(name, who));
        let seats: Vec<Seat> = self.board.seats().collect();
        let place = |id: String, kind, owner| Place {
            id,
            kind,
            owner,
            hidden: false,
            hole: None,
            adjacent_hole: None,
        };
        let places = &mut self.board.board.places;
        for (seat, name) in seats.iter().zip(&names) {
            let kind = if has_store(name) { PlaceKind::Store } else { PlaceKind::Captured };
            places.push(Place { hidden: hides(name), ..place(id(name), kind, Some(*seat)) });
        }
        for (seat, name) in seats.iter().zip(&names) {
            places.push(place(format!("{}-hand", id(name)), PlaceKind::Hand, Some(*seat)));
        }
        let holes = self.board.board.holes;
        let at = |nth: usize| PlaceId(u8::try_from(nth).unwrap_or(u8::MAX));
        for (nth, info) in self.board.board.seats.iter_mut().enumerate() {
            info.store = at(holes + nth);
            info.hand = at(holes + seats.len() + nth);
        }
        for name in &statements.shared {
            self.add_shared(name, at(self.board.board.places.len()));
        }
    }

    fn add_shared(&mut self, name: &Name, id: PlaceId) {
        if self.board.board.places.iter().any(|place| place.id == name.text) {
            self.error(
                "name-twice",
                name.span,
                format!("another place of the board is called `{}`", name.text),
                "give this one another name",
            );
            return;
        }
        let place = Place {
            id: name.text.clone(),
            kind: PlaceKind::Shared,
            owner: None,
            hidden: false,
            hole: None,
            adjacent_hole: None,
        };
        self.board.board.places.push(place);
        if let Some(entry) = self.symbols.get_mut(&name.text)
            && let SymbolKind::Shared(shared) = &mut entry.kind
        {
            *shared = id;
        }
    }
}
