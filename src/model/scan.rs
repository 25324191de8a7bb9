//! Static queries on rules.

use super::walk::{self, Visit, VisitContext};
use super::{
    Action, Base, Cases, ClauseId, Cond, Deed, Filter, Model, NoteKind, PlaceId, PlacePhrase,
    Source, Step, StepKind, Unit, UnitRef, WayKind, WayLine,
};
use std::cell::RefCell;

impl Model {
    /// Whether some note holds a number.
    pub fn has_number_notes(&self) -> bool {
        self.notes.iter().any(|note| note.kind == NoteKind::Number)
    }

    /// Whether a way depends on who owns the holes, and owners change.
    pub fn has_dynamic_way(&self) -> bool {
        self.stages.iter().flat_map(|stage| &stage.rules.way).any(WayLine::is_dynamic)
    }

    /// Whether the position of a store on a way depends on who owns the holes.
    pub fn store_position_varies(&self, store: PlaceId) -> bool {
        let lines = self.stages.iter().flat_map(|stage| &stage.rules.way);
        let through = lines.filter_map(|line| match &line.kind {
            WayKind::Circuit { dynamic: Some(live), .. } => Some(&live.inserted),
            WayKind::Circuit { dynamic: None, .. }
            | WayKind::Choice { .. }
            | WayKind::LaterLaps { .. }
            | WayKind::Manners => None,
        });
        let mut added = through.flatten().flatten();
        added.any(|added| added.place == store && added.adjacent_hole.is_none())
    }

    /// Whether a game can take seeds out of a store, a hand, or a place without an owner.
    pub fn captures_can_return(&self) -> bool {
        self.cases().any(cases_return_seeds)
    }

    /// The first statement, in a stage or a reachable word, with a deed that matches.
    pub fn clause_of(&self, matches: impl Fn(&Deed) -> bool) -> Option<ClauseId> {
        self.cases().find_map(|cases| cases.clause_of(&matches))
    }

    /// Whether a stage, the opening, or a reachable word has a deed that matches.
    pub fn any_deed_in_play(&self, matches: &impl Fn(&Deed) -> bool) -> bool {
        self.clause_of(matches).is_some() || any_in_steps(&self.opening, matches)
    }

    /// Calls `visit` with every deed of the stages, of reachable words, and if wanted of the opening.
    pub fn for_each_deed_in_play(&self, opening: bool, visit: &mut dyn FnMut(&Deed)) {
        let visit = RefCell::new(visit);
        // Matches nothing, so the search visits every deed.
        let see = |deed: &Deed| {
            (*visit.borrow_mut())(deed);
            false
        };
        self.clause_of(see);
        if opening {
            any_in_steps(&self.opening, &see);
        }
    }

    /// Whether a case tests whether a player can move.
    pub fn tests_for_moves(&self) -> bool {
        self.cases().any(cases_test_for_moves)
    }

    /// All cases of the stages, and of the reachable words.
    fn cases(&self) -> impl Iterator<Item = &Cases> {
        let words = self.words.iter().zip(self.words_in_play());
        let words = words.filter(|(_, in_play)| *in_play).map(|(word, _)| &word.cases);
        self.cases_of_stages().chain(words)
    }

    /// For each word, whether it is reachable from a stage or the opening. What only *match*
    /// reaches happens between games.
    fn words_in_play(&self) -> Vec<bool> {
        let mut known = vec![false; self.words.len()];
        if known.is_empty() {
            return known;
        }
        let found = RefCell::new(Vec::new());
        // Matches nothing, so the search visits every deed.
        let visit = |deed: &Deed| {
            if let Deed::Do(word) = deed {
                found.borrow_mut().push(word.index());
            }
            false
        };
        self.cases_of_stages().for_each(|cases| _ = cases.clause_of(&visit));
        any_in_steps(&self.opening, &visit);
        loop {
            let Some(word) = found.borrow_mut().pop() else { return known };
            if let (Some(known), Some(word)) = (known.get_mut(word), self.words.get(word))
                && !std::mem::replace(known, true)
            {
                word.cases.clause_of(&visit);
            }
        }
    }

    fn cases_of_stages(&self) -> impl Iterator<Item = &Cases> {
        let rules = self.stages.iter().map(|s| &s.rules);
        rules.flat_map(|r| {
            [
                &r.moves,
                &r.before_each_lap,
                &r.each_seed,
                &r.last_seed,
                &r.never_ends,
                &r.after_capture,
                &r.after_move,
                &r.end,
                &r.end_at_any_time,
            ]
        })
    }
}

/// The cases of the steps, and of the steps below them.
pub fn cases_of_steps(steps: &[Step]) -> Vec<&Cases> {
    let mut all = Vec::new();
    for step in steps {
        match &step.kind {
            StepKind::Cases(cases) => all.push(cases),
            StepKind::For(_, steps) | StepKind::ForEach(_, _, steps) | StepKind::When(_, steps) => {
                all.extend(cases_of_steps(steps));
            }
        }
    }
    all
}

/// Whether some deed of the steps matches.
pub fn any_in_steps(steps: &[Step], matches: &impl Fn(&Deed) -> bool) -> bool {
    cases_of_steps(steps).into_iter().any(|cases| cases.clause_of(matches).is_some())
}

impl Cases {
    /// The first of these statements with a deed that matches.
    pub fn clause_of(&self, matches: &dyn Fn(&Deed) -> bool) -> Option<ClauseId> {
        let mut all = self.lists.iter().flatten();
        all.find(|case| case.actions.iter().any(|a| a.deed.any_of(matches))).map(|case| case.clause)
    }
}

fn cases_test_for_moves(cases: &Cases) -> bool {
    let judge = |cases: &Cases| {
        let mut when = cases.lists.iter().flatten().filter_map(|case| case.when.as_ref());
        when.any(Cond::tests_for_moves)
    };
    let within = |deed: &Deed| match deed {
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => judge(cases),
        _ => false,
    };
    judge(cases) || cases.clause_of(&within).is_some()
}

fn cases_return_seeds(cases: &Cases) -> bool {
    cases.lists.iter().flatten().flat_map(|c| &c.actions).any(returns_seeds)
}

fn returns_seeds(action: &Action) -> bool {
    let source = |s: &Source| s.places.parts.iter().any(beyond_holes);
    match &action.deed {
        Deed::Sow(sow) => source(&sow.source),
        Deed::SowInOrder(classes) => classes.iter().any(|c| source(&c.sow.source)),
        Deed::Put(from, _) => source(from),
        Deed::Fill { .. } | Deed::SwapSides => true,
        Deed::Either(_, actions) => actions.iter().any(returns_seeds),
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases_return_seeds(cases),
        _ => false,
    }
}

fn beyond_holes(phrase: &PlacePhrase) -> bool {
    match &phrase.base {
        Base::Holes | Base::It | Base::Candidate | Base::Run { .. } => false,
        Base::Along { holes_only, .. } => !holes_only,
        Base::Union(places) => places.parts.iter().any(beyond_holes),
        _ => true,
    }
}

impl PlacePhrase {
    /// Whether it can select other places when a hole has another owner.
    pub fn depends_on_owners(&self) -> bool {
        let mut found = OwnerDependence(false);
        walk::phrase(VisitContext::default(), self, &mut found);
        found.0
    }

    /// Whether it can select other places when the lap has another origin.
    pub fn depends_on_lap_origin(&self) -> bool {
        let mut found = LapOriginDependence(false);
        walk::phrase(VisitContext::default(), self, &mut found);
        found.0
    }
}

/// Visitor: whether a part of a phrase is the origin of the lap.
struct LapOriginDependence(bool);

impl Visit for LapOriginDependence {
    fn phrase(&mut self, _: VisitContext, phrase: &PlacePhrase) {
        self.0 |= matches!(phrase.base, Base::Origin(UnitRef::This(Unit::Lap)));
    }
}

/// Visitor: whether a part of a phrase depends on who owns holes.
struct OwnerDependence(bool);

impl Visit for OwnerDependence {
    fn phrase(&mut self, _: VisitContext, phrase: &PlacePhrase) {
        self.0 |= match &phrase.base {
            // Along the way, which may itself depend on owners.
            Base::WayPlaces | Base::Along { .. } | Base::Run { .. } => true,
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::Holes
            | Base::Fixed(_)
            | Base::Store(_)
            | Base::Hand(_)
            | Base::Note(..)
            | Base::Union(_) => false,
        };
    }

    fn filter(&mut self, _: VisitContext, filter: &Filter) {
        self.0 |= match filter {
            Filter::Owner(_) | Filter::Half(..) | Filter::NumberedLike(_) | Filter::Beside(_) => {
                true
            }
            Filter::Open
            | Filter::Closed
            | Filter::Occupied
            | Filter::Empty
            | Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::FixedFor(..)
            | Filter::Marked(..)
            | Filter::SownIn(_)
            | Filter::Opposite(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::Among(_)
            | Filter::Not(_) => false,
        };
    }
}
