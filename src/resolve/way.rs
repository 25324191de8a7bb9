//! Resolves the statements of *way*.

use super::builder::{Builder, PhraseContext};
use super::merge::MergedSection;
use super::options::OptionValue;
use super::state::unit;
use super::symbols::{ExpectedKind, SymbolKind};
use crate::model::{
    Base, Cond, Det, Dir, DynamicCircuit, Fact, Filter, Manner, MannerKind, NoteKind, PlaceId,
    PlacePhrase, Ring, Seat, Unit, WayKind, WayLine,
};
use crate::span::Span;
use crate::syntax::ast::{
    self, AstMannerKind, AstWayKind, Name, PlayerRefKind, SectionKind, StatementKind,
};

impl<'a> Builder<'a> {
    /// The statements of *way*.
    pub fn way(
        &mut self,
        section: Option<&'a MergedSection>,
        heading: Span,
    ) -> Option<Vec<WayLine>> {
        let help = "write for example `way: anticlockwise round every hole`";
        let Some(section) = section else {
            if self.names_in_broken_text.is_none() {
                self.error("no-way", heading, "the way of the seeds is missing".into(), help);
            }
            return None;
        };
        let mut lines = Vec::new();
        let mut whole = true;
        let mut circuit = false;
        let ways = section.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Way(line) if matches!(line.kind, AstWayKind::Manner) => Some(line),
            _ => None,
        });
        // A `then through` on a line of its own belongs to every circuit.
        let mut common = Vec::new();
        for line in ways {
            common.extend(self.inserted_phrases(&line.manners)?);
        }
        for statement in &section.statements {
            let StatementKind::Way(line) = &statement.kind else { continue };
            circuit |= matches!(line.kind, AstWayKind::Round { .. } | AstWayKind::Stretches(_));
            match self.way_line(statement, line, &common) {
                Some(line) => lines.extend(line),
                None => whole = false,
            }
        }
        if !circuit && self.names_in_broken_text.is_none() {
            self.error("no-way", section.span, "the circuit of the seeds is missing".into(), help);
            return None;
        }
        if !whole {
            return None;
        }
        self.add_circuits_of_choices(&mut lines);
        Some(lines)
    }

    /// A line; `Some(None)`: with these options it never holds.
    #[allow(clippy::option_option)]
    fn way_line(
        &mut self,
        statement: &'a ast::Statement,
        line: &'a ast::AstWayLine,
        common: &[&'a ast::AstPlace],
    ) -> Option<Option<WayLine>> {
        let mut here = PhraseContext::in_section(SectionKind::Way);
        let seat = match &line.who {
            Some(who) => self.way_owner(who).map(Some),
            None => Some(None),
        };
        let when = self.optional_condition(line.when.as_ref(), &mut here);
        let mut through = self.inserted_phrases(&line.manners)?;
        through.extend(common);
        let kind = match &line.kind {
            AstWayKind::Round { dir, .. } => {
                let dir = match dir {
                    Some(dir) => self.dir(dir, &mut here).map(Some),
                    None => Some(None),
                };
                dir.and_then(|dir| {
                    self.circuit(line, statement.span, dir, &through, seat.flatten())
                })
            }
            AstWayKind::Stretches(_) => {
                let dir = Some(Dir::Anticlockwise);
                self.circuit(line, statement.span, dir, &through, seat.flatten())
            }
            AstWayKind::Choice { who, scope } => {
                return self.choice(statement, line, who, *scope, when?);
            }
            AstWayKind::LaterLaps { of, dir } => {
                if *of != ast::AstUnit::Move && *of != ast::AstUnit::Turn {
                    self.report_not_yet(
                        statement.span,
                        "later laps of anything but the move or the turn",
                    );
                    return None;
                }
                let of = unit(*of);
                self.dir(dir, &mut here).map(|dir| WayKind::LaterLaps { of, dir })
            }
            AstWayKind::Manner => Some(WayKind::Manners),
        };
        let manners = self.manners(&line.manners, &mut here);
        let (seat, when, kind, manners) = (seat?, when?, kind?, manners?);
        if matches!(when, Some(Cond::Fixed(false))) {
            return Some(None);
        }
        let when = when.filter(|cond| !matches!(cond, Cond::Fixed(true)));
        let clause = self.clause(statement, SectionKind::Way);
        Some(Some(WayLine { clause, seat, when, kind, manners }))
    }

    /// Puts each store on a way next to the hole before it, where *board* does not place it. If that
    /// depends on owners that change, it has no such hole.
    pub fn place_stores_on_the_way(&mut self, way: &[WayLine]) {
        if way.iter().any(WayLine::is_dynamic) {
            return;
        }
        for seat in self.board.seats() {
            let Some(store) = self.board.board.seats.get(seat.index()).map(|info| info.store)
            else {
                continue;
            };
            if self.board.adjacent_hole(store).is_some() {
                continue;
            }
            let Some((ring, dir)) = Self::unconditional_way(way, seat) else { continue };
            let Some(at) = ring.places.iter().position(|place| *place == store) else { continue };
            let mut before: Vec<PlaceId> = if ring.goes_forward(dir) {
                let (front, rest) = ring.places.split_at(at);
                rest.iter().chain(front).rev().copied().collect()
            } else {
                ring.places.iter().cycle().skip(at + 1).take(ring.places.len()).copied().collect()
            };
            before.retain(|place| self.board.hole(*place).is_some());
            if let Some(hole) = before.first() {
                self.board.set_adjacent_hole(store, *hole);
            }
        }
    }

    /// The places after the holes that the way passes through with these options.
    fn inserted_phrases(
        &mut self,
        manners: &'a [ast::AstManner],
    ) -> Option<Vec<&'a ast::AstPlace>> {
        let mut places = Vec::new();
        for manner in manners {
            let AstMannerKind::ThenThrough(place) = &manner.how else { continue };
            match self.optional_condition(
                manner.when.as_ref(),
                &mut PhraseContext::in_section(SectionKind::Way),
            )? {
                None | Some(Cond::Fixed(true)) => places.push(place),
                Some(Cond::Fixed(false)) => {}
                Some(_) => {
                    self.report_not_yet(manner.span, "a store that is on the way only sometimes");
                    return None;
                }
            }
        }
        Some(places)
    }

    #[allow(clippy::option_option)]
    fn optional_condition(
        &mut self,
        when: Option<&'a ast::AstCond>,
        here: &mut PhraseContext,
    ) -> Option<Option<Cond>> {
        match when {
            Some(cond) => self.cond(cond, here).map(Some),
            None => Some(None),
        }
    }

    /// The player that a line is for.
    fn way_owner(&mut self, who: &ast::AstPlayerRef) -> Option<Seat> {
        if let PlayerRefKind::Named(name) = &who.kind {
            return self.player_by_name(name);
        }
        self.error(
            "not-here",
            who.span,
            "a way is for every player, or for one by name".into(),
            "leave the player out, or write the name",
        );
        None
    }

    #[allow(clippy::option_option)]
    fn choice(
        &mut self,
        statement: &'a ast::Statement,
        line: &'a ast::AstWayLine,
        who: &'a ast::AstPlayerRef,
        scope: ast::AstUnit,
        when: Option<Cond>,
    ) -> Option<Option<WayLine>> {
        let (seat, shared) = match &who.kind {
            PlayerRefKind::Player | PlayerRefKind::Each | PlayerRefKind::A => (None, false),
            PlayerRefKind::Starter => (None, true),
            PlayerRefKind::Named(name) => (Some(self.player_by_name(name)?), false),
            PlayerRefKind::Opponent
            | PlayerRefKind::That
            | PlayerRefKind::Other
            | PlayerRefKind::Winner
            | PlayerRefKind::Loser
            | PlayerRefKind::Second
            | PlayerRefKind::Next
            | PlayerRefKind::Owner => {
                self.report_not_yet(who.span, "a direction that this player chooses");
                return None;
            }
        };
        if matches!(when, Some(Cond::Fixed(false))) {
            return Some(None);
        }
        let when = when.filter(|cond| !matches!(cond, Cond::Fixed(true)));
        let scope = unit(scope);
        let note = matches!(scope, Unit::Turn | Unit::Game | Unit::Match)
            .then(|| self.add_note("direction".into(), NoteKind::Direction, !shared, scope));
        let manners =
            self.manners(&line.manners, &mut PhraseContext::in_section(SectionKind::Way))?;
        let clause = self.clause(statement, SectionKind::Way);
        let kind = WayKind::Choice { scope, note, shared };
        Some(Some(WayLine { clause, seat, when, kind, manners }))
    }

    /// Gives a choice with a condition the circuits of the other lines, if each of them has its own.
    fn add_circuits_of_choices(&self, lines: &mut Vec<WayLine>) {
        type CircuitRings<'l> = (bool, &'l Vec<Ring>, &'l Option<Box<DynamicCircuit>>);
        fn circuit(line: &WayLine) -> Option<CircuitRings<'_>> {
            match &line.kind {
                WayKind::Circuit { rings, dynamic: live, .. } => {
                    Some((line.when.is_none(), rings, live))
                }
                WayKind::Choice { .. } | WayKind::LaterLaps { .. } | WayKind::Manners => None,
            }
        }
        let circuits: Vec<CircuitRings<'_>> = lines.iter().filter_map(circuit).collect();
        let Some((_, rings, live)) = circuits.first() else { return };
        if circuits.iter().any(|(always, ..)| *always) {
            return;
        }
        let more: Vec<WayLine> = lines
            .iter()
            .filter(|line| matches!(line.kind, WayKind::Choice { .. }))
            .map(|line| WayLine {
                kind: WayKind::Circuit {
                    rings: (*rings).clone(),
                    dir: None,
                    dynamic: (*live).clone(),
                },
                manners: Vec::new(),
                ..line.clone()
            })
            .collect();
        lines.extend(more);
    }

    /// The manners of sowing; `then through` is already part of the rings.
    fn manners(
        &mut self,
        manners: &'a [ast::AstManner],
        here: &mut PhraseContext,
    ) -> Option<Vec<Manner>> {
        let mut read = Vec::new();
        let mut whole = true;
        for manner in manners {
            let mut when = self.optional_condition(manner.when.as_ref(), here);
            if let (AstMannerKind::PassingOver(_), Some(Some(when))) = (&manner.how, &mut when) {
                read_origin_as_taken_up(when);
            }
            let kind = match &manner.how {
                AstMannerKind::PassingOver(place) => {
                    self.descriptor(place, here).map(MannerKind::PassingOver)
                }
                AstMannerKind::BeginningIn(place) => {
                    self.operand(place, here).map(MannerKind::BeginningIn)
                }
                AstMannerKind::InEach(count) => self.count(count, here).map(MannerKind::InEach),
                AstMannerKind::ThenThrough(_) => continue,
                AstMannerKind::AnyOrder => {
                    self.require_seed_kinds(manner.span).map(|()| MannerKind::AnyOrder)
                }
                AstMannerKind::From(_) | AstMannerKind::AlongTheWay(_) | AstMannerKind::Dir(_) => {
                    let text = self.text(manner.span);
                    self.report_not_here(
                        here,
                        manner.span,
                        &format!("`{text}` has no meaning"),
                        "write `passing over PLACES`, `beginning in PLACE` or `then through PLACE`",
                    );
                    None
                }
            };
            match (when, kind) {
                (Some(Some(Cond::Fixed(false))), Some(_)) => {}
                (Some(when), Some(kind)) => {
                    let when = when.filter(|cond| !matches!(cond, Cond::Fixed(true)));
                    read.push(Manner { kind, when });
                }
                _ => whole = false,
            }
        }
        whole.then_some(read)
    }

    /// A direction.
    pub fn dir(&mut self, dir: &'a ast::AstDir, here: &mut PhraseContext) -> Option<Dir> {
        Some(match dir {
            ast::AstDir::Anticlockwise(_) => Dir::Anticlockwise,
            ast::AstDir::Clockwise(_) => Dir::Clockwise,
            ast::AstDir::Leftwards(_) => Dir::Leftwards,
            ast::AstDir::Rightwards(_) => Dir::Rightwards,
            ast::AstDir::OtherWay(_) => Dir::OtherWay,
            ast::AstDir::Either(_) => Dir::Ask,
            ast::AstDir::Towards(place) => Dir::Towards(Box::new(self.descriptor(place, here)?)),
            ast::AstDir::Note(name) => self.named_dir(name)?,
        })
    }

    /// A direction by name: a note, or an option with directions for values.
    pub fn named_dir(&mut self, name: &Name) -> Option<Dir> {
        match self.look_up(name, ExpectedKind::Direction)? {
            SymbolKind::Note(id, NoteKind::Direction, _) => return Some(Dir::Note(id)),
            SymbolKind::Option(OptionValue::Word(value), _) => match value.as_str() {
                "anticlockwise" => return Some(Dir::Anticlockwise),
                "clockwise" => return Some(Dir::Clockwise),
                "leftwards" => return Some(Dir::Leftwards),
                "rightwards" => return Some(Dir::Rightwards),
                _ => {}
            },
            _ => {}
        }
        self.report_wrong_kind(name, ExpectedKind::Direction);
        None
    }

    /// The ring and the direction of a seat from the lines without a condition, for *start*.
    pub fn unconditional_way(lines: &[WayLine], seat: Seat) -> Option<(&Ring, Option<&Dir>)> {
        lines.iter().filter(|line| line.seat.is_none_or(|only| only == seat)).find_map(|line| {
            match &line.kind {
                WayKind::Circuit { rings, dir, .. } => {
                    rings.get(seat.index()).map(|ring| (ring, dir.as_ref()))
                }
                _ => None,
            }
        })
    }
}

/// The word for a direction, if it has one.
pub(super) fn dir_word(dir: &ast::AstDir) -> Option<&str> {
    match dir {
        ast::AstDir::Anticlockwise(_) => Some("anticlockwise"),
        ast::AstDir::Clockwise(_) => Some("clockwise"),
        ast::AstDir::Leftwards(_) => Some("leftwards"),
        ast::AstDir::Rightwards(_) => Some("rightwards"),
        ast::AstDir::Note(name) => Some(&name.text),
        ast::AstDir::OtherWay(_) | ast::AstDir::Either(_) | ast::AstDir::Towards(_) => None,
    }
}

/// The span of a direction.
pub(super) fn dir_span(dir: &ast::AstDir) -> Span {
    match dir {
        ast::AstDir::Anticlockwise(span)
        | ast::AstDir::Clockwise(span)
        | ast::AstDir::Leftwards(span)
        | ast::AstDir::Rightwards(span)
        | ast::AstDir::OtherWay(span)
        | ast::AstDir::Either(span) => *span,
        ast::AstDir::Towards(place) => place.span,
        ast::AstDir::Note(name) => name.span,
    }
}

/// What is passed over is asked at every place reached. There, what the origin holds is what was taken up, as in the
/// conditions of the other manners.
fn read_origin_as_taken_up(cond: &mut Cond) {
    if let Cond::And(parts) | Cond::Or(parts) = cond {
        return parts.iter_mut().for_each(read_origin_as_taken_up);
    }
    if let Cond::Not(part) = cond {
        return read_origin_as_taken_up(part);
    }
    let Cond::Is(PlacePhrase { base: Base::Origin(lap), filters, pick: None, span, .. }, test) =
        cond
    else {
        return;
    };
    let counts =
        |filter: &Filter| matches!(filter, Filter::Occupied | Filter::Empty | Filter::Holding(_));
    if !test.filters.iter().any(counts) {
        return;
    }
    let filters = filters.drain(..).chain(test.filters.drain(..)).collect();
    let hole = PlacePhrase { det: Det::One, base: Base::Holes, filters, pick: None, span: *span };
    let began = Cond::Fact(*lap, Fact::BeganFrom(hole));
    *cond = if test.not { Cond::Not(Box::new(began)) } else { began };
}
