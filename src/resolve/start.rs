//! The first position: the seeds of every place.

use super::builder::{Builder, PhraseContext};
use super::merge::MergedSection;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Base, ClauseId, Count, DefaultClause, Filter, KindId, PlaceId, PlacePhrase, PlaceSetBits,
    PlayerRef, Seat, Side, WayLine,
};
use crate::span::Span;
use crate::syntax::ast::{self, PlayerRefKind, SectionKind, Statement, StatementKind};
use std::collections::BTreeMap;

/// The most seeds in a game.
const MOST_SEEDS: u64 = 65_535;

/// How a game begins.
pub(super) struct StartPosition {
    /// Seeds of each place that holds any, with the statement that put them there.
    pub seeds: Vec<(ClauseId, PlaceId, u16)>,
    /// Of these, the seeds that are of a kind.
    pub kinds: Vec<(ClauseId, PlaceId, KindId, u16)>,
    /// The player who moves first.
    pub first: Seat,
    /// The clause for that: a statement, or the default.
    pub first_clause: ClauseId,
}

impl<'a> Builder<'a> {
    /// Resolves *start*; if two statements set the same place, the later one counts.
    pub fn start(
        &mut self,
        section: Option<&'a MergedSection>,
        way: &[WayLine],
    ) -> Option<StartPosition> {
        let Some(section) = section else {
            self.report_missing_section(
                "start",
                self.heading,
                "write for example `start: every hole holds 4`",
            );
            return None;
        };
        let mut seeds: BTreeMap<PlaceId, (ClauseId, u64)> = BTreeMap::new();
        let mut kinds: BTreeMap<(PlaceId, KindId), (ClauseId, u64)> = BTreeMap::new();
        let mut whole = true;
        let mut first: Option<(Seat, ClauseId)> = None;
        for statement in &section.statements {
            let StatementKind::Start(line) = &statement.kind else { continue };
            if let ast::AstStart::MovesFirst(who) = line {
                match self.moves_first(who, statement) {
                    Some(resolved) => first = Some(resolved),
                    None => whole = false,
                }
                continue;
            }
            let Some(given) = self.start_seeds(line, way, statement.span) else {
                whole = false;
                continue;
            };
            let clause = self.clause(statement, SectionKind::Start);
            let kind = match line {
                ast::AstStart::Holds { kind, .. } => self.optional_kind(kind.as_ref()),
                _ => Some(None),
            };
            let given = given.into_iter();
            match kind {
                Some(None) => seeds.extend(given.map(|(place, n)| (place, (clause, n)))),
                Some(Some(kind)) => {
                    kinds.extend(given.map(|(place, n)| ((place, kind), (clause, n))));
                }
                None => whole = false,
            }
        }
        for ((place, _), (clause, count)) in &kinds {
            let (_, all) = seeds.entry(*place).or_insert((*clause, 0));
            *all = all.saturating_add(*count);
        }
        let total = seeds.values().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count));
        if total > MOST_SEEDS && self.names_in_broken_text.is_none() {
            self.error(
                "seeds-too-many",
                section.span,
                format!("there are too many seeds: {total}"),
                "use fewer: at most 65535 in all",
            );
            return None;
        }
        let (first, first_clause) = first.unwrap_or((Seat(0), DefaultClause::FirstMoves.clause()));
        // Empty places are kept only for a statement that has no others.
        let occupied = seeds.values().filter(|(_, count)| *count > 0).map(|(clause, _)| *clause);
        let occupied = crate::order::set(occupied);
        let seeds = seeds
            .into_iter()
            .filter(|(_, (clause, count))| *count > 0 || !occupied.contains(clause))
            .filter_map(|(place, (clause, count))| {
                Some((clause, place, u16::try_from(count).ok()?))
            })
            .collect();
        let kinds = kinds
            .into_iter()
            .filter_map(|((place, kind), (clause, n))| {
                Some((clause, place, kind, u16::try_from(n).ok()?))
            })
            .collect();
        whole.then_some(StartPosition { seeds, kinds, first, first_clause })
    }

    fn moves_first(
        &mut self,
        who: &ast::AstPlayerRef,
        statement: &Statement,
    ) -> Option<(Seat, ClauseId)> {
        let PlayerRefKind::Named(name) = &who.kind else {
            let text = self.text(who.span);
            let help = "write the name of a player; *match* defines who begins the next game";
            self.error(
                "not-here",
                who.span,
                format!("who `{text}` is cannot be known before the first game"),
                help,
            );
            return None;
        };
        let seat = self.player_by_name(name)?;
        Some((seat, self.clause(statement, SectionKind::Start)))
    }

    fn start_seeds(
        &mut self,
        line: &'a ast::AstStart,
        way: &[WayLine],
        span: Span,
    ) -> Option<Vec<(PlaceId, u64)>> {
        let mut here = PhraseContext::in_section(SectionKind::Start);
        match line {
            ast::AstStart::Holds { places, count, .. } => {
                let phrase = self.descriptor(places, &mut here);
                let count = self.number_of_seeds(count, span);
                let sets = self.viewed_places(&phrase?, places.span)?;
                let count = count?;
                Some(
                    sets.into_iter()
                        .flat_map(|seen| seen.set.iter().map(|p| (p, count)).collect::<Vec<_>>())
                        .collect(),
                )
            }
            ast::AstStart::List { places, from, counts } => {
                let phrase = self.descriptor(places, &mut here);
                let counts = self.numbers_of_seeds(counts, span);
                let sets = self.viewed_places(&phrase?, places.span)?;
                let counts = counts?;
                let side = match from {
                    ast::AstSide::Left => Side::Left,
                    ast::AstSide::Right => Side::Right,
                };
                let mut given = Vec::new();
                for ViewedPlaces { viewer, set, .. } in sets {
                    let mut rows = self.board.rows(set, viewer, side);
                    if places.noun != ast::Noun::Row {
                        // Of holes, not of rows: one list for all of them.
                        rows = vec![rows.into_iter().flatten().collect()];
                    }
                    for row in rows.into_iter().filter(|row: &Vec<PlaceId>| !row.is_empty()) {
                        self.check_list_length(counts.len(), row.len(), span)?;
                        let padded = counts.iter().copied().chain(std::iter::repeat(0));
                        given.extend(row.into_iter().zip(padded));
                    }
                }
                Some(given)
            }
            ast::AstStart::AlongTheWay { places, counts, from } => {
                let phrase = self.descriptor(places, &mut here);
                let origin = self.descriptor(from, &mut here);
                let counts = self.numbers_of_seeds(counts, span);
                let sets = self.viewed_places(&phrase?, places.span)?;
                let (origin, counts) = (origin?, counts?);
                let mut given = Vec::new();
                for seen in sets {
                    let holes = self.along_the_way(&seen, &origin, way, from.span)?;
                    self.check_list_length(counts.len(), holes.len(), span)?;
                    let padded = counts.iter().copied().chain(std::iter::repeat(0));
                    given.extend(holes.into_iter().zip(padded));
                }
                Some(given)
            }
            ast::AstStart::MovesFirst(_) => Some(Vec::new()),
        }
    }

    fn check_list_length(&mut self, numbers: usize, holes: usize, span: Span) -> Option<()> {
        if numbers <= holes {
            return Some(());
        }
        self.error(
            "start-list",
            span,
            format!("{numbers} numbers are given for {holes} holes"),
            "give one number for each hole; holes without a number are empty",
        );
        None
    }

    /// The holes of a set from a place on, along the way of their viewer.
    fn along_the_way(
        &mut self,
        seen: &ViewedPlaces,
        origin: &PlacePhrase,
        way: &[WayLine],
        span: Span,
    ) -> Option<Vec<PlaceId>> {
        let (ring, dir) = Self::unconditional_way(way, seen.viewer)?;
        let mut places = ring.places.clone();
        if !ring.goes_forward(dir) {
            places.reverse();
        }
        let origin = self.board.fixed(origin, seen.actor);
        let origin: Vec<PlaceId> = origin.iter().flat_map(PlaceSetBits::iter).collect();
        let begin = match origin.as_slice() {
            [one] => places.iter().position(|place| place == one),
            _ => None,
        };
        let Some(begin) = begin else {
            let text = self.text(span);
            self.error(
                "several-places",
                span,
                format!("`{text}` is not exactly one hole of the way"),
                "name the hole that the first number is for, with its row: `the rightmost own outer hole`",
            );
            return None;
        };
        places.rotate_left(begin);
        places.retain(|place| seen.set.contains(*place));
        Some(places)
    }

    fn numbers_of_seeds(&mut self, counts: &'a [ast::AstCount], span: Span) -> Option<Vec<u64>> {
        let counts: Vec<_> = counts.iter().map(|c| self.number_of_seeds(c, span)).collect();
        counts.into_iter().collect()
    }

    fn number_of_seeds(&mut self, count: &'a ast::AstCount, span: Span) -> Option<u64> {
        match self.count(count, &mut PhraseContext::in_section(SectionKind::Start))? {
            Count::Fixed(number) => match u64::try_from(number) {
                Ok(number) => Some(number),
                Err(_) => {
                    self.error(
                        "seeds-too-few",
                        span,
                        format!("a hole cannot hold {number} seeds"),
                        "give 0 or more",
                    );
                    None
                }
            },
            _ => {
                self.error(
                    "not-here",
                    span,
                    "this number of seeds depends on the position".into(),
                    "use numbers, options, and words made of them",
                );
                None
            }
        }
    }

    /// The places of a phrase, grouped by actor (whom `own` refers to) and viewer (whose left and right
    /// count): the viewer of a hole is its owner, or the first player if nobody owns it. `own` applies
    /// to each player in turn.
    fn viewed_places(&mut self, phrase: &PlacePhrase, span: Span) -> Option<Vec<ViewedPlaces>> {
        // `every hole opposite the leftmost own hole`: the actor follows from the hole that is named.
        let named = phrase.filters.iter().any(|filter| {
            matches!(filter, Filter::Owner(_))
                || matches!(filter, Filter::Opposite(of) | Filter::NumberedLike(of) | Filter::Beside(of)
                    if of.depends_on_owners())
        });
        // If no owner is named, the viewer of each player's holes is that player.
        let each_own = matches!(phrase.base, Base::Holes | Base::Union(_)) && !named;
        let seats: Vec<Seat> = self.board.seats().collect();
        let mut sets = Vec::new();
        let mut taken = PlaceSetBits::default();
        for seat in &seats {
            let mut seen = phrase.clone();
            if each_own {
                seen.filters.insert(0, Filter::Owner(PlayerRef::Actor));
            }
            let Some(set) = self.board.fixed(&seen, *seat) else {
                let text = self.text(span);
                let finding = Diagnostic::error(
                    "not-here",
                    span,
                    format!("what `{text}` means depends on the position"),
                )
                .help("describe the places by rows, owners and sides only");
                self.report.add(finding);
                return None;
            };
            sets.extend(self.split_by_owner(set.without(taken), *seat));
            taken = taken.union(set);
        }
        if each_own {
            // The shared places among them: a word may name these.
            let all = self.board.all_places();
            let nobodys: PlaceSetBits =
                all.iter().filter(|place| self.board.owner(*place).is_none()).collect();
            let mut seen = phrase.clone();
            let filter =
                Filter::FixedFor(PlayerRef::Actor, seats.iter().map(|_| nobodys).collect());
            seen.filters.insert(0, filter);
            let set = self.board.fixed(&seen, Seat(0)).unwrap_or_default();
            sets.extend(self.split_by_owner(set, Seat(0)));
        }
        Some(sets)
    }

    /// Splits places by owner; `actor` stays the same.
    fn split_by_owner(&self, set: PlaceSetBits, actor: Seat) -> Vec<ViewedPlaces> {
        let owners = self.board.seats().map(Some).chain([None]);
        let of = |owner: Option<Seat>| -> PlaceSetBits {
            set.iter().filter(|place| self.board.owner(*place) == owner).collect()
        };
        let seen = |owner: Option<Seat>| ViewedPlaces {
            actor,
            viewer: owner.unwrap_or_default(),
            set: of(owner),
        };
        owners.map(seen).filter(|seen| seen.set != PlaceSetBits::default()).collect()
    }
}

/// Some places of a statement of *start*.
struct ViewedPlaces {
    /// The player that `own` refers to.
    actor: Seat,
    /// The player whose left, right and way count.
    viewer: Seat,
    /// The places.
    set: PlaceSetBits,
}
