//! Visitor over all parts of a model, each with its context.

use super::{
    Action, Amount, Base, Case, Cases, ClauseId, Cond, CondPart, Count, Deed, DeedPart, Dir,
    Filter, Law, LawDeed, Life, Manner, MannerKind, Model, Part, Pick, PlacePhrase, Places,
    PlayerRef, Postcondition, Rules, Source, Sow, StateTest, Step, StepKind, Subject, TurnRules,
    WayKind, WayLine,
};
use crate::span::Span;
use std::collections::BTreeSet;

/// The context of a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct VisitContext {
    /// The clause; `None` in the declaration of a mark or a note.
    pub clause: Option<ClauseId>,
    /// The stage; `None` in opening, match, words.
    pub stage: Option<usize>,
    /// The phrase is evaluated for the hole of a fall.
    pub fall: bool,
    /// The phrase that this phrase is part of.
    pub within: Option<Span>,
    /// The actor may differ from the player who sows.
    pub other_actor: bool,
    /// `it` may be another hole than that of the occasion.
    pub other_it: bool,
}

/// A visitor; each method is called before the children of its part are visited.
#[allow(unused_variables)]
pub trait Visit {
    /// A list of cases, of which the first matching one is run.
    fn list(&mut self, here: VisitContext, list: &[Case]) {}
    /// A clause that an event can name.
    fn clause(&mut self, clause: ClauseId) {}
    /// A condition.
    fn cond(&mut self, here: VisitContext, cond: &Cond) {}
    /// A place phrase.
    fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {}
    /// A test on a place.
    fn filter(&mut self, here: VisitContext, filter: &Filter) {}
    /// A number.
    fn count(&mut self, here: VisitContext, count: &Count) {}
    /// A direction.
    fn dir(&mut self, here: VisitContext, dir: &Dir) {}
    /// A deed.
    fn deed(&mut self, here: VisitContext, deed: &Deed) {}
    /// A reference to a player.
    fn player(&mut self, here: VisitContext, who: PlayerRef) {}
}

/// Visits a whole model.
pub fn model(model: &Model, visit: &mut dyn Visit) {
    let here = VisitContext::default();
    for &(clause, ..) in &model.start {
        visit.clause(clause);
    }
    visit.clause(model.first_clause);
    for life in model.marks.iter().map(|m| &m.life).chain(model.notes.iter().map(|n| &n.life)) {
        if let Life::Until(until) = life {
            cond(here, until, visit);
        }
    }
    steps(here, &model.opening, visit);
    for (i, stage) in model.stages.iter().enumerate() {
        let here = VisitContext { stage: Some(i), clause: stage.clause, ..here };
        stage.clause.into_iter().for_each(|clause| visit.clause(clause));
        if let Some(until) = &stage.until {
            cond(here, until, visit);
        }
        rules(here, &stage.rules, visit);
    }
    for word in &model.words {
        let here = VisitContext { other_actor: true, other_it: true, ..here };
        cases(here, &word.cases, visit);
    }
    steps(here, model.next_game.as_deref().unwrap_or_default(), visit);
}

/// The lines of *way*, if the game never sows: only phrases such as `the next hole` follow them, and no event says so.
pub fn ways_without_sowing(model: &Model) -> BTreeSet<ClauseId> {
    struct Sows(bool);
    impl Visit for Sows {
        fn deed(&mut self, _: VisitContext, deed: &Deed) {
            self.0 |= matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_));
        }
    }
    let mut sows = Sows(false);
    self::model(model, &mut sows);
    let lines = model.stages.iter().flat_map(|stage| &stage.rules.way).map(|line| line.clause);
    if sows.0 { BTreeSet::new() } else { crate::order::set(lines) }
}

fn rules(here: VisitContext, rules: &Rules, visit: &mut dyn Visit) {
    rules.way.iter().for_each(|line| way(here, line, visit));
    let TurnRules { no_move, moves, at_once, first_to_end } = &rules.turn;
    let alone = no_move.map(|(clause, _)| clause).into_iter().chain(*at_once).chain(*first_to_end);
    alone.for_each(|clause| visit.clause(clause));
    if let Some(moves) = moves {
        let here = VisitContext { clause: Some(moves.clause), ..here };
        count(here, &moves.count, visit);
        moves.again.iter().for_each(|again| cond(here, again, visit));
    }
    rules.laws.iter().for_each(|one| law(here, one, visit));
    for list in [
        &rules.moves,
        &rules.before_each_lap,
        &rules.each_seed,
        &rules.last_seed,
        &rules.never_ends,
        &rules.after_capture,
        &rules.after_move,
        &rules.end,
        &rules.end_at_any_time,
    ] {
        cases(here, list, visit);
    }
    if let Some(winner) = &rules.winner {
        visit.clause(winner.clause);
        let here = VisitContext { clause: Some(winner.clause), ..here };
        winner.places.iter().for_each(|p| places(here, p, visit));
    }
}

fn way(here: VisitContext, line: &WayLine, visit: &mut dyn Visit) {
    visit.clause(line.clause);
    let here = VisitContext { clause: Some(line.clause), ..here };
    line.when.iter().for_each(|when| cond(here, when, visit));
    match &line.kind {
        WayKind::Circuit { dir: Some(one), .. } | WayKind::LaterLaps { dir: one, .. } => {
            dir(here, one, visit)
        }
        WayKind::Circuit { dir: None, .. } | WayKind::Choice { .. } | WayKind::Manners => {}
    }
    line.manners.iter().for_each(|one| manner(here, one, visit));
}

fn manner(here: VisitContext, manner: &Manner, visit: &mut dyn Visit) {
    manner.when.iter().for_each(|when| cond(here, when, visit));
    match &manner.kind {
        MannerKind::PassingOver(one) | MannerKind::BeginningIn(one) => phrase(here, one, visit),
        MannerKind::InEach(each) => count(here, each, visit),
        MannerKind::AnyOrder => {}
    }
}

fn law(here: VisitContext, law: &Law, visit: &mut dyn Visit) {
    visit.clause(law.clause);
    let here = VisitContext { clause: Some(law.clause), ..here };
    law.when.iter().for_each(|when| cond(here, when, visit));
    match &law.deed {
        LawDeed::Captures { places: from, .. } => {
            from.iter().for_each(|from| places(here, from, visit));
        }
        LawDeed::LeavesSeeds(who, from) => {
            visit.player(here, *who);
            from.iter().for_each(|from| places(here, from, visit));
        }
        LawDeed::LeavesEmpty(one)
        | LawDeed::Reaches(one)
        | LawDeed::EndsIn(one)
        | LawDeed::BeginsFrom(one)
        | LawDeed::BeginsIn(one) => phrase(here, one, visit),
    }
}

fn steps(here: VisitContext, list: &[Step], visit: &mut dyn Visit) {
    for step in list {
        let here = VisitContext { clause: Some(step.clause), ..here };
        match &step.kind {
            StepKind::Cases(inner) => cases(here, inner, visit),
            StepKind::When(when, inner) => {
                visit.clause(step.clause);
                cond(here, when, visit);
                steps(here, inner, visit);
            }
            StepKind::For(whom, inner) => {
                visit.clause(step.clause);
                whom.iter().for_each(|who| subject(here, *who, visit));
                steps(VisitContext { other_actor: true, ..here }, inner, visit);
            }
            StepKind::ForEach(each, of, inner) => {
                count(here, each, visit);
                count(here, of, visit);
                steps(here, inner, visit);
            }
        }
    }
}

/// Visits lists of cases.
pub fn cases(here: VisitContext, cases: &Cases, visit: &mut dyn Visit) {
    for list in &cases.lists {
        visit.list(here, list);
        for case in list {
            visit.clause(case.clause);
            let here = VisitContext { clause: Some(case.clause), ..here };
            case.when.iter().for_each(|when| cond(here, when, visit));
            actions(here, case, visit);
        }
    }
}

/// Visits the actions of a case.
pub fn actions(here: VisitContext, case: &Case, visit: &mut dyn Visit) {
    case.actions.iter().for_each(|one| action(here, one, visit));
}

fn action(here: VisitContext, action: &Action, visit: &mut dyn Visit) {
    let other = !matches!(action.who, Subject::One(PlayerRef::Actor));
    let here = VisitContext { other_actor: here.other_actor || other, ..here };
    subject(here, action.who, visit);
    deed(here, &action.deed, visit);
    action.postcondition.iter().for_each(|one| judged(here, one, visit));
}

fn subject(here: VisitContext, subject: Subject, visit: &mut dyn Visit) {
    match subject {
        Subject::One(who) => visit.player(here, who),
        Subject::Each | Subject::Some => {}
    }
}

fn judged(here: VisitContext, judged: &Postcondition, visit: &mut dyn Visit) {
    cond(here, &judged.cond, visit);
}

fn deed(here: VisitContext, deed: &Deed, visit: &mut dyn Visit) {
    visit.deed(here, deed);
    deed.for_each_part(&mut |part| match part {
        DeedPart::Sow(one) => sow(here, one, visit),
        DeedPart::Class(class) => {
            visit.clause(class.clause);
            let here = VisitContext { clause: Some(class.clause), ..here };
            sow(here, &class.sow, visit);
            class.postcondition.iter().for_each(|one| judged(here, one, visit));
        }
        DeedPart::Source(from) => source(here, from, visit),
        DeedPart::Phrase(one) => phrase(here, one, visit),
        DeedPart::Places(which) => places(here, which, visit),
        DeedPart::Player(who) => visit.player(here, who),
        DeedPart::Count(n) => count(here, n, visit),
        DeedPart::Direction(one) => dir(here, one, visit),
        DeedPart::Action(one) => action(here, one, visit),
        DeedPart::Cases(inner) => cases(VisitContext { other_it: true, ..here }, inner, visit),
    });
}

fn sow(here: VisitContext, sow: &Sow, visit: &mut dyn Visit) {
    source(here, &sow.source, visit);
    sow.dir.iter().for_each(|one| dir(here, one, visit));
    sow.begin.iter().for_each(|one| phrase(here, one, visit));
}

fn source(here: VisitContext, source: &Source, visit: &mut dyn Visit) {
    match &source.part {
        Part::Number(n) => count(here, n, visit),
        Part::AnyNumber(from, to) => {
            count(here, from, visit);
            count(here, to, visit);
        }
        Part::All | Part::Half | Part::EachSeed | Part::Nearest => {}
    }
    places(here, &source.places, visit);
}

/// Visits a condition.
pub fn cond(here: VisitContext, one: &Cond, visit: &mut dyn Visit) {
    visit.cond(here, one);
    one.for_each_part(&mut |part| match part {
        CondPart::Cond(part) => cond(here, part, visit),
        CondPart::Subject(of) => subject(here, of, visit),
        CondPart::Player(who) => visit.player(here, who),
        CondPart::Amount(one) => amount(here, one, visit),
        CondPart::Count(one) => count(here, one, visit),
        CondPart::Phrase(one) => phrase(here, one, visit),
        CondPart::FallsInto(one) => phrase(VisitContext { fall: true, ..here }, one, visit),
        CondPart::StateTest(test) => state_test(here, test, visit),
        CondPart::Places(which) => places(here, which, visit),
        CondPart::Direction(one) => dir(here, one, visit),
        CondPart::Mark(_) | CondPart::Note(_) | CondPart::Move => {}
    });
}

fn state_test(here: VisitContext, test: &StateTest, visit: &mut dyn Visit) {
    let here = VisitContext { fall: false, ..here };
    test.filters.iter().for_each(|one| filter(here, one, visit));
}

/// Walks through places.
pub fn places(here: VisitContext, places: &Places, visit: &mut dyn Visit) {
    places.parts.iter().for_each(|part| phrase(here, part, visit));
}

/// Visits a place phrase.
pub fn phrase(here: VisitContext, one: &PlacePhrase, visit: &mut dyn Visit) {
    visit.phrase(here, one);
    let inner = VisitContext { fall: false, within: Some(one.span), ..here };
    if let super::Det::Any(n) = &one.det {
        count(inner, n, visit);
    }
    match &one.base {
        Base::Along { from, nth, .. } => {
            phrase(inner, from, visit);
            count(inner, nth, visit);
        }
        Base::Run { from, .. } => phrase(inner, from, visit),
        Base::Union(which) => places(inner, which, visit),
        Base::It
        | Base::Candidate
        | Base::Origin(_)
        | Base::FirstPlace(_)
        | Base::Left
        | Base::Captured
        | Base::SowingHand
        | Base::Holes
        | Base::WayPlaces
        | Base::Fixed(_) => {}
        Base::Store(who) | Base::Hand(who) | Base::Note(_, who) => {
            who.iter().for_each(|who| visit.player(inner, *who));
        }
    }
    one.filters.iter().for_each(|f| filter(inner, f, visit));
    match &one.pick {
        Some(Pick::Outermost(_, n, who) | Pick::NthFrom(_, n, who)) => {
            count(inner, n, visit);
            visit.player(inner, *who);
        }
        Some(Pick::First(n) | Pick::Last(n)) => count(inner, n, visit),
        Some(Pick::NearestTo(of) | Pick::OtherThan(of)) => phrase(inner, of, visit),
        Some(Pick::Offset(n, _, of, who)) => {
            count(inner, n, visit);
            phrase(inner, of, visit);
            visit.player(inner, *who);
        }
        Some(Pick::Central) | None => {}
    }
}

/// Walks through a test on a place.
pub fn filter(here: VisitContext, one: &Filter, visit: &mut dyn Visit) {
    visit.filter(here, one);
    match one {
        Filter::Holding(n) | Filter::HoldingKind(_, n) => amount(here, n, visit),
        Filter::Opposite(of) | Filter::NumberedLike(of) | Filter::Beside(of) => {
            phrase(here, of, visit);
        }
        Filter::Whose(of, test) => {
            phrase(here, of, visit);
            state_test(here, test, visit);
        }
        Filter::Except(which) => places(here, which, visit),
        Filter::Among(which) => places(here, which, visit),
        Filter::Not(inner) => filter(here, inner, visit),
        Filter::Owner(who) | Filter::FixedFor(who, _) | Filter::Half(_, who) => {
            visit.player(here, *who);
        }
        Filter::Marked(_, who) => who.iter().for_each(|who| visit.player(here, *who)),
        Filter::Open | Filter::Closed | Filter::Occupied | Filter::Empty | Filter::SownIn(_) => {}
    }
}

/// Walks through a test on a number.
pub fn amount(here: VisitContext, amount: &Amount, visit: &mut dyn Visit) {
    for n in numbers(amount) {
        count(here, n, visit);
    }
}

/// The numbers in a test on a number.
pub fn numbers(amount: &Amount) -> Vec<&Count> {
    match amount {
        Amount::OneOf(counts) => counts.iter().collect(),
        Amount::AtLeast(n) | Amount::AtMost(n) | Amount::Fewer(n) | Amount::More(n) => vec![n],
        Amount::Even(Some((from, to)))
        | Amount::Odd(Some((from, to)))
        | Amount::Between(from, to) => vec![from, to],
        Amount::Even(None) | Amount::Odd(None) => Vec::new(),
    }
}

/// Walks through a number.
pub fn count(here: VisitContext, one: &Count, visit: &mut dyn Visit) {
    visit.count(here, one);
    match one {
        Count::Fixed(_) => {}
        Count::Note(_, who) => who.iter().for_each(|who| visit.player(here, *who)),
        Count::SeedsIn(which) | Count::WorthIn(which) => places(here, which, visit),
        Count::Fraction(_, _, of) => count(here, of, visit),
        Count::Add(a, b) | Count::Sub(a, b) | Count::Mul(a, b) => {
            count(here, a, visit);
            count(here, b, visit);
        }
        Count::Cases(list) => {
            for (when, n) in list {
                when.iter().for_each(|when| cond(here, when, visit));
                count(here, n, visit);
            }
        }
    }
}

fn dir(here: VisitContext, one: &Dir, visit: &mut dyn Visit) {
    visit.dir(here, one);
    if let Dir::Towards(to) = one {
        phrase(here, to, visit);
    }
}
