//! How seeds go round: the statements of *way*.

use super::builder::{Builder, Here};
use super::merge::Told;
use super::names::{Sense, Wanted};
use super::options::Chosen;
use super::state::unit;
use crate::model::{
    Cond, Dir, LiveCircuit, Manner, MannerKind, NoteKind, PlaceId, Ring, Seat, Unit, WayKind,
    WayLine,
};
use crate::span::Span;
use crate::syntax::ast::{self, How, Name, Said, SectionKind, WaySaid, Which};

impl<'a> Builder<'a> {
    /// The statements of *way*.
    pub fn way(&mut self, told: Option<&'a Told>, heading: Span) -> Option<Vec<WayLine>> {
        let help = "say for example `way: anticlockwise round every hole`";
        let Some(told) = told else {
            if self.unread.is_none() {
                self.error("no-way", heading, "nothing says how seeds go round".into(), help);
            }
            return None;
        };
        let mut lines = Vec::new();
        let mut whole = true;
        let mut circuit = false;
        let ways = told.statements.iter().filter_map(|statement| match &statement.said {
            Said::Way(line) if matches!(line.said, WaySaid::Manner) => Some(line),
            _ => None,
        });
        // Said on a line of its own, a place belongs to every circuit.
        let mut common = Vec::new();
        for line in ways {
            common.extend(self.passed_through(&line.manners)?);
        }
        for statement in &told.statements {
            let Said::Way(line) = &statement.said else { continue };
            circuit |= matches!(line.said, WaySaid::Round { .. } | WaySaid::Stretches(_));
            match self.way_line(statement, line, &common) {
                Some(line) => lines.extend(line),
                None => whole = false,
            }
        }
        if !circuit && self.unread.is_none() {
            self.error("no-way", told.span, "nothing says round which holes seeds go".into(), help);
            return None;
        }
        if !whole {
            return None;
        }
        self.ways_of_choices(&mut lines);
        Some(lines)
    }

    /// A line; `Some(None)`: with these options it never holds.
    #[allow(clippy::option_option)]
    fn way_line(
        &mut self,
        statement: &'a ast::Statement,
        line: &'a ast::WayLine,
        common: &[&'a ast::Place],
    ) -> Option<Option<WayLine>> {
        let mut here = Here::at(SectionKind::Way);
        let seat = match &line.who {
            Some(who) => self.of_player(who).map(Some),
            None => Some(None),
        };
        let when = self.when_of(line.when.as_ref(), &mut here);
        let mut through = self.passed_through(&line.manners)?;
        through.extend(common);
        let kind = match &line.said {
            WaySaid::Round { dir, .. } => {
                let dir = match dir {
                    Some(dir) => self.dir(dir, &mut here).map(Some),
                    None => Some(None),
                };
                dir.and_then(|dir| {
                    self.circuit(line, statement.span, dir, &through, seat.flatten())
                })
            }
            WaySaid::Stretches(_) => {
                let dir = Some(Dir::Anticlockwise);
                self.circuit(line, statement.span, dir, &through, seat.flatten())
            }
            WaySaid::Choice { who, scope } => {
                return self.choice(statement, line, who, *scope, when?);
            }
            WaySaid::LaterLaps { of, dir } => {
                if *of != ast::Unit::Move && *of != ast::Unit::Turn {
                    self.not_yet(statement.span, "later laps of anything but the move or the turn");
                    return None;
                }
                let of = unit(*of);
                self.dir(dir, &mut here).map(|dir| WayKind::LaterLaps { of, dir })
            }
            WaySaid::Manner => Some(WayKind::Manners),
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

    /// Puts each store that a way goes through beside the hole that comes before it, where *board*
    /// does not say where it is. Where that depends on owners that change, it has no such hole.
    pub fn place_stores_on_the_way(&mut self, way: &[WayLine]) {
        if way.iter().any(WayLine::is_live) {
            return;
        }
        for seat in self.board.seats() {
            let Some(store) = self.board.board.seats.get(seat.index()).map(|info| info.store)
            else {
                continue;
            };
            if self.board.beside(store).is_some() {
                continue;
            }
            let Some((ring, dir)) = Self::plain_way(way, seat) else { continue };
            let Some(at) = ring.places.iter().position(|place| *place == store) else { continue };
            let mut before: Vec<PlaceId> = if ring.goes_forward(dir) {
                let (ahead, behind) = ring.places.split_at(at);
                behind.iter().chain(ahead).rev().copied().collect()
            } else {
                ring.places.iter().cycle().skip(at + 1).take(ring.places.len()).copied().collect()
            };
            before.retain(|place| self.board.hole(*place).is_some());
            if let Some(hole) = before.first() {
                self.board.put_beside(store, *hole);
            }
        }
    }

    /// The places behind the holes that are passed through with these options.
    fn passed_through(&mut self, manners: &'a [ast::Manner]) -> Option<Vec<&'a ast::Place>> {
        let mut places = Vec::new();
        for manner in manners {
            let How::ThenThrough(place) = &manner.how else { continue };
            match self.when_of(manner.when.as_ref(), &mut Here::at(SectionKind::Way))? {
                None | Some(Cond::Fixed(true)) => places.push(place),
                Some(Cond::Fixed(false)) => {}
                Some(_) => {
                    self.not_yet(manner.span, "a store that only sometimes lies on the way");
                    return None;
                }
            }
        }
        Some(places)
    }

    #[allow(clippy::option_option)]
    fn when_of(&mut self, when: Option<&'a ast::Cond>, here: &mut Here) -> Option<Option<Cond>> {
        match when {
            Some(cond) => self.cond(cond, here).map(Some),
            None => Some(None),
        }
    }

    /// Whose way a line tells.
    fn of_player(&mut self, who: &ast::Who) -> Option<Seat> {
        if let Which::Named(name) = &who.which {
            return self.named(name);
        }
        self.error(
            "not-here",
            who.span,
            "a way is told for every player, or for one by name".into(),
            "leave the player out, or say the name",
        );
        None
    }

    #[allow(clippy::option_option)]
    fn choice(
        &mut self,
        statement: &'a ast::Statement,
        line: &'a ast::WayLine,
        who: &'a ast::Who,
        scope: ast::Unit,
        when: Option<Cond>,
    ) -> Option<Option<WayLine>> {
        let (seat, shared) = match &who.which {
            Which::Player | Which::Each | Which::A => (None, false),
            Which::Starter => (None, true),
            Which::Named(name) => (Some(self.named(name)?), false),
            Which::Opponent
            | Which::That
            | Which::Other
            | Which::Winner
            | Which::Loser
            | Which::Second
            | Which::Next => {
                self.not_yet(who.span, "a direction that this player chooses");
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
        let manners = self.manners(&line.manners, &mut Here::at(SectionKind::Way))?;
        let clause = self.clause(statement, SectionKind::Way);
        let kind = WayKind::Choice { scope, note, shared };
        Some(Some(WayLine { clause, seat, when, kind, manners }))
    }

    /// A choice under a condition goes round where the other lines do, if each of them has its own.
    fn ways_of_choices(&self, lines: &mut Vec<WayLine>) {
        type Laid<'l> = (bool, &'l Vec<Ring>, &'l Option<Box<LiveCircuit>>);
        fn circuit(line: &WayLine) -> Option<Laid<'_>> {
            match &line.kind {
                WayKind::Circuit { rings, live, .. } => Some((line.when.is_none(), rings, live)),
                WayKind::Choice { .. } | WayKind::LaterLaps { .. } | WayKind::Manners => None,
            }
        }
        let circuits: Vec<Laid<'_>> = lines.iter().filter_map(circuit).collect();
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
                    live: (*live).clone(),
                },
                manners: Vec::new(),
                ..line.clone()
            })
            .collect();
        lines.extend(more);
    }

    /// How the seeds are put down; `then through` has been made part of the rings.
    fn manners(&mut self, manners: &'a [ast::Manner], here: &mut Here) -> Option<Vec<Manner>> {
        let mut read = Vec::new();
        let mut whole = true;
        for manner in manners {
            let when = self.when_of(manner.when.as_ref(), here);
            let kind = match &manner.how {
                How::PassingOver(place) => self.described(place, here).map(MannerKind::PassingOver),
                How::BeginningIn(place) => self.acted(place, here).map(MannerKind::BeginningIn),
                How::InEach(count) => self.count(count, here).map(MannerKind::InEach),
                How::ThenThrough(_) => continue,
                How::AnyOrder => self.any_order(manner.span).map(|()| MannerKind::AnyOrder),
                How::From(_) | How::AlongTheWay(_) | How::Dir(_) => {
                    let text = self.text(manner.span);
                    self.not_here(
                        here,
                        manner.span,
                        &format!("`{text}` has no meaning"),
                        "say `passing over PLACES`, `beginning in PLACE` or `then through PLACE`",
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
    pub fn dir(&mut self, dir: &'a ast::Dir, here: &mut Here) -> Option<Dir> {
        Some(match dir {
            ast::Dir::Anticlockwise(_) => Dir::Anticlockwise,
            ast::Dir::Clockwise(_) => Dir::Clockwise,
            ast::Dir::Leftwards(_) => Dir::Leftwards,
            ast::Dir::Rightwards(_) => Dir::Rightwards,
            ast::Dir::OtherWay(_) => Dir::OtherWay,
            ast::Dir::Either(_) => Dir::Ask,
            ast::Dir::Towards(place) => Dir::Towards(Box::new(self.described(place, here)?)),
            ast::Dir::Note(name) => self.named_dir(name)?,
        })
    }

    /// A direction by name: a note, or an option with directions for values.
    pub fn named_dir(&mut self, name: &Name) -> Option<Dir> {
        match self.look_up(name, Wanted::Direction)? {
            Sense::Note(id, NoteKind::Direction, _) => return Some(Dir::Note(id)),
            Sense::Option(Chosen::Word(value), _) => match value.as_str() {
                "anticlockwise" => return Some(Dir::Anticlockwise),
                "clockwise" => return Some(Dir::Clockwise),
                "leftwards" => return Some(Dir::Leftwards),
                "rightwards" => return Some(Dir::Rightwards),
                _ => {}
            },
            _ => {}
        }
        self.wrong_kind(name, Wanted::Direction);
        None
    }

    /// The ring and the direction of a seat where no condition decides, for *start*.
    pub fn plain_way(lines: &[WayLine], seat: Seat) -> Option<(&Ring, Option<&Dir>)> {
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
pub(super) fn dir_word(dir: &ast::Dir) -> Option<&str> {
    match dir {
        ast::Dir::Anticlockwise(_) => Some("anticlockwise"),
        ast::Dir::Clockwise(_) => Some("clockwise"),
        ast::Dir::Leftwards(_) => Some("leftwards"),
        ast::Dir::Rightwards(_) => Some("rightwards"),
        ast::Dir::Note(name) => Some(&name.text),
        ast::Dir::OtherWay(_) | ast::Dir::Either(_) | ast::Dir::Towards(_) => None,
    }
}

/// Where a direction is written.
pub(super) fn dir_span(dir: &ast::Dir) -> Span {
    match dir {
        ast::Dir::Anticlockwise(span)
        | ast::Dir::Clockwise(span)
        | ast::Dir::Leftwards(span)
        | ast::Dir::Rightwards(span)
        | ast::Dir::OtherWay(span)
        | ast::Dir::Either(span) => *span,
        ast::Dir::Towards(place) => place.span,
        ast::Dir::Note(name) => name.span,
    }
}
