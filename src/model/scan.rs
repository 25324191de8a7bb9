//! What can be seen of rules without playing them.

use super::{Action, Base, Cases, Cond, Deed, Model, PlacePhrase, Source};

impl Model {
    /// Whether anything in a game can take seeds out of a store, a hand, or a place that nobody owns.
    pub fn captures_can_return(&self) -> bool {
        let rules = self.stages.iter().map(|s| &s.rules);
        let mut lists = rules.flat_map(|r| {
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
        });
        lists.any(cases_return) || self.words.iter().any(|w| cases_return(&w.cases))
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
