//! What can be seen of rules without playing them.

use super::walk::{self, Visit, VisitContext};
use super::{
    Action, Base, Cases, ClauseId, Cond, Deed, Filter, Model, NoteKind, PlaceId, PlacePhrase,
    Source, Step, StepKind, WayKind, WayLine,
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

    /// Whether the place that a store has on a way depends on who owns the holes.
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

    /// Whether anything in a game can take seeds out of a store, a hand, or a place that nobody owns.
    pub fn captures_can_return(&self) -> bool {
        self.cases().any(cases_return_seeds)
    }

    /// The first statement, in a stage or in a word that it comes to, that says to do such a thing.
    pub fn clause_of(&self, is_it: impl Fn(&Deed) -> bool) -> Option<ClauseId> {
        self.cases().find_map(|cases| cases.clause_of(&is_it))
    }

    /// Whether a stage, the opening, or a word that they come to says to do such a thing.
    pub fn any_deed_in_play(&self, is_it: &impl Fn(&Deed) -> bool) -> bool {
        self.clause_of(is_it).is_some() || any_in_steps(&self.opening, is_it)
    }

    /// Tells of everything that a stage, the opening, or a word that they come to says to do.
    pub fn for_each_deed_in_play(&self, see: &mut dyn FnMut(&Deed)) {
        let see = RefCell::new(see);
        // Nothing is looked for, so every deed is seen.
        self.any_deed_in_play(&|deed| {
            (*see.borrow_mut())(deed);
            false
        });
    }

    /// Whether a case asks what somebody could do.
    pub fn tests_for_moves(&self) -> bool {
        self.cases().any(cases_test_for_moves)
    }

    /// All cases of the stages, and of the words that they or the opening come to.
    fn cases(&self) -> impl Iterator<Item = &Cases> {
        let words = self.words.iter().zip(self.words_in_play());
        let words = words.filter(|(_, in_play)| *in_play).map(|(word, _)| &word.cases);
        self.cases_of_stages().chain(words)
    }

    /// For each word whether a stage or the opening comes to it, or a word that they come to. What only
    /// *match* does happens between games.
    fn words_in_play(&self) -> Vec<bool> {
        let mut known = vec![false; self.words.len()];
        if known.is_empty() {
            return known;
        }
        let found = RefCell::new(Vec::new());
        // Nothing is looked for, so every deed is seen.
        let see = |deed: &Deed| {
            if let Deed::Do(word) = deed {
                found.borrow_mut().push(word.index());
            }
            false
        };
        self.cases_of_stages().for_each(|cases| _ = cases.clause_of(&see));
        any_in_steps(&self.opening, &see);
        loop {
            let Some(word) = found.borrow_mut().pop() else { return known };
            if let (Some(known), Some(word)) = (known.get_mut(word), self.words.get(word))
                && !std::mem::replace(known, true)
            {
                word.cases.clause_of(&see);
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
                &r.after_capture,
                &r.after_move,
                &r.end,
                &r.end_at_any_time,
            ]
        })
    }
}

/// Whether steps say to do such a thing.
pub fn any_in_steps(steps: &[Step], is_it: &impl Fn(&Deed) -> bool) -> bool {
    steps.iter().any(|step| match &step.kind {
        StepKind::Cases(cases) => cases.clause_of(is_it).is_some(),
        StepKind::For(_, steps) | StepKind::ForEach(_, _, steps) | StepKind::When(_, steps) => {
            any_in_steps(steps, is_it)
        }
    })
}

impl Cases {
    /// The first of these statements that says to do such a thing.
    pub fn clause_of(&self, is_it: &impl Fn(&Deed) -> bool) -> Option<ClauseId> {
        let mut all = self.lists.iter().flatten();
        all.find(|case| case.actions.iter().any(|a| a.contains_deed(is_it))).map(|case| case.clause)
    }
}

impl Action {
    fn contains_deed(&self, is_it: &impl Fn(&Deed) -> bool) -> bool {
        is_it(&self.deed)
            || match &self.deed {
                Deed::Either(_, actions) => actions.iter().any(|a| a.contains_deed(is_it)),
                Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases.clause_of(is_it).is_some(),
                _ => false,
            }
    }
}

impl Cond {
    /// Whether it asks what somebody could do. Judging is one level: it is not asked in order to
    /// answer itself.
    pub fn tests_for_moves(&self) -> bool {
        match self {
            Cond::NoMove(_) => true,
            Cond::And(parts) | Cond::Or(parts) => parts.iter().any(Cond::tests_for_moves),
            Cond::Not(part) => part.tests_for_moves(),
            _ => false,
        }
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
        Deed::Fill { .. } => true,
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
    /// Whether it can mean other places when a hole has another owner.
    pub fn depends_on_owners(&self) -> bool {
        let mut found = OwnerDependence(false);
        walk::phrase(VisitContext::default(), self, &mut found);
        found.0
    }
}

/// Whether a part of a phrase looks at who owns holes.
struct OwnerDependence(bool);

impl Visit for OwnerDependence {
    fn phrase(&mut self, _: VisitContext, phrase: &PlacePhrase) {
        self.0 |= match &phrase.base {
            // Along the way, which may depend on owners itself.
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
