//! What can be seen of rules without playing them.

use super::walk::{self, Here, Visit};
use super::{
    Action, Base, Cases, ClauseId, Cond, Deed, Filter, Model, NoteKind, PlaceId, PlacePhrase,
    Source, Step, StepKind, WayKind, WayLine,
};
use std::cell::RefCell;

impl Model {
    /// Whether some note holds a number.
    pub fn counts(&self) -> bool {
        self.notes.iter().any(|note| note.kind == NoteKind::Number)
    }

    /// Whether a way depends on who owns the holes, and owners change.
    pub fn has_live_way(&self) -> bool {
        self.stages.iter().flat_map(|stage| &stage.rules.way).any(WayLine::is_live)
    }

    /// Whether the place that a store has on a way depends on who owns the holes.
    pub fn moves_on_the_way(&self, store: PlaceId) -> bool {
        let lines = self.stages.iter().flat_map(|stage| &stage.rules.way);
        let through = lines.filter_map(|line| match &line.kind {
            WayKind::Circuit { live: Some(live), .. } => Some(&live.through),
            WayKind::Circuit { live: None, .. }
            | WayKind::Choice { .. }
            | WayKind::LaterLaps { .. }
            | WayKind::Manners => None,
        });
        let mut added = through.flatten().flatten();
        added.any(|added| added.place == store && added.beside.is_none())
    }

    /// Whether anything in a game can take seeds out of a store, a hand, or a place that nobody owns.
    pub fn captures_can_return(&self) -> bool {
        self.cases().any(cases_return)
    }

    /// The first statement, in a stage or in a word that it comes to, that says to do such a thing.
    pub fn clause_of(&self, is_it: impl Fn(&Deed) -> bool) -> Option<ClauseId> {
        self.cases().find_map(|cases| cases.clause_of(&is_it))
    }

    /// Whether a stage, the opening, or a word that they come to says to do such a thing.
    pub fn does_in_play(&self, is_it: &impl Fn(&Deed) -> bool) -> bool {
        self.clause_of(is_it).is_some() || any_in_steps(&self.opening, is_it)
    }

    /// Tells of everything that a stage, the opening, or a word that they come to says to do.
    pub fn each_deed_in_play(&self, see: &mut dyn FnMut(&Deed)) {
        let see = RefCell::new(see);
        // Nothing is looked for, so every deed is seen.
        self.does_in_play(&|deed| {
            (*see.borrow_mut())(deed);
            false
        });
    }

    /// Whether a case asks what somebody could do.
    pub fn judges(&self) -> bool {
        self.cases().any(cases_judge)
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
        all.find(|case| case.actions.iter().any(|a| a.does(is_it))).map(|case| case.clause)
    }
}

impl Action {
    fn does(&self, is_it: &impl Fn(&Deed) -> bool) -> bool {
        is_it(&self.deed)
            || match &self.deed {
                Deed::Either(_, actions) => actions.iter().any(|a| a.does(is_it)),
                Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases.clause_of(is_it).is_some(),
                _ => false,
            }
    }
}

impl Cond {
    /// Whether it asks what somebody could do. Judging is one level: it is not asked in order to
    /// answer itself.
    pub fn judges(&self) -> bool {
        match self {
            Cond::NoMove(_) => true,
            Cond::And(parts) | Cond::Or(parts) => parts.iter().any(Cond::judges),
            Cond::Not(part) => part.judges(),
            _ => false,
        }
    }
}

fn cases_judge(cases: &Cases) -> bool {
    let judge = |cases: &Cases| {
        let mut when = cases.lists.iter().flatten().filter_map(|case| case.when.as_ref());
        when.any(Cond::judges)
    };
    let within = |deed: &Deed| match deed {
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => judge(cases),
        _ => false,
    };
    judge(cases) || cases.clause_of(&within).is_some()
}

fn cases_return(cases: &Cases) -> bool {
    cases.lists.iter().flatten().flat_map(|c| &c.actions).any(returns)
}

fn returns(action: &Action) -> bool {
    let source = |s: &Source| s.places.parts.iter().any(beyond_holes);
    match &action.deed {
        Deed::Sow(sow) => source(&sow.source),
        Deed::SowInOrder(classes) => classes.iter().any(|c| source(&c.sow.source)),
        Deed::Put(from, _) => source(from),
        Deed::Fill { .. } => true,
        Deed::Either(_, actions) => actions.iter().any(returns),
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases_return(cases),
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
        let mut found = OwnersAsked(false);
        walk::phrase(Here::default(), self, &mut found);
        found.0
    }
}

/// Whether a part of a phrase looks at who owns holes.
struct OwnersAsked(bool);

impl Visit for OwnersAsked {
    fn phrase(&mut self, _: Here, phrase: &PlacePhrase) {
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

    fn filter(&mut self, _: Here, filter: &Filter) {
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
