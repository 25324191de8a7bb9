//! Which choices are legal: the stories that go through them are told, and judged.

use super::Engine;
use super::event::{Choice, Question};
use super::state::State;
use super::story::{Ctx, Flow, Stop, Story, Telling};
use crate::model::{
    Action, Case, Cases, ClauseId, Deed, Default, Det, Law, LawDeed, PlacePhrase, PlaceSetBits,
    Rules, Seat,
};
use smallvec::SmallVec;

/// The answers of a story so far.
pub(crate) type Answers = SmallVec<[Choice; 4]>;

/// Laws that hold for a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct LawSet {
    /// One bit each.
    held: u64,
    /// The places where a move may or must begin, as they were before it: what is said of a place
    /// that a move begins from is said of it before its seeds are taken up.
    begins: SmallVec<[(usize, PlaceSetBits); 1]>,
}

impl LawSet {
    fn begins(&self, law: usize) -> PlaceSetBits {
        let found = self.begins.iter().find(|(i, _)| *i == law);
        found.map(|(_, places)| *places).unwrap_or_default()
    }
}

/// Whether some story goes on through the answers given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Permitted,
    /// What stands against the last story tried.
    Barred(ClauseId),
}

impl Story<'_> {
    /// Tells the move: *move*, its laps, and what comes of them.
    pub(crate) fn tell_move(&mut self) -> Flow {
        self.telling = Telling::Move;
        if let (Some(&Choice::Place(hole)), Some(plain)) =
            (self.answers.first(), self.engine.plain(self.state))
        {
            self.begin_plain(plain.clause, hole);
            return self.laps();
        }
        let rules = self.rules;
        self.cases(&rules.moves, Ctx::of(self.player))?;
        self.laps()
    }

    /// Whether the finished move keeps the laws and judgements.
    pub(crate) fn keeps(&self, laws: &LawSet) -> bool {
        self.breaks(laws).is_none()
    }

    /// The law or judgement that the finished move breaks.
    fn breaks(&self, laws: &LawSet) -> Option<ClauseId> {
        let broken = self.rules.laws.iter().enumerate().find(|(i, law)| {
            laws.held >> i & 1 == 1 && self.does(&law.deed, laws.begins(*i)) != law.must
        });
        let waiting = || {
            self.waiting
                .iter()
                .find(|w| self.holds(&w.judged.cond, w.ctx) == w.judged.unless)
                .map(|w| w.clause)
        };
        broken.map(|(_, law)| law.clause).or_else(waiting)
    }

    /// Whether the finished move does what a law speaks of. `begins`: the places, before the move,
    /// of a law about where it begins.
    fn does(&self, deed: &LawDeed, begins: PlaceSetBits) -> bool {
        let ctx = Ctx::of(self.player);
        let any =
            |phrase, set: PlaceSetBits| self.places(phrase, ctx).iter().any(|p| set.contains(*p));
        match deed {
            LawDeed::Captures { places, first_lap } => {
                let captured =
                    if *first_lap { self.first_lap.captured } else { self.move_captured };
                let from =
                    if *first_lap { self.first_lap_captured_from } else { self.captured_from };
                captured
                    && places.as_ref().is_none_or(|places| {
                        self.union(places, ctx).iter().any(|p| from.contains(*p))
                    })
            }
            LawDeed::LeavesSeeds(who, places) => self.who(*who, ctx).is_some_and(|seat| {
                let of = Ctx::of(seat);
                match places {
                    Some(places) => self.union(places, of).iter().any(|&p| self.seeds_now(p) > 0),
                    None => (0..self.model.board.holes as u8)
                        .map(crate::model::PlaceId)
                        .any(|p| self.owner(p) == Some(seat) && self.seeds_now(p) > 0),
                }
            }),
            LawDeed::LeavesEmpty(phrase) => {
                self.places(phrase, ctx).iter().all(|&p| self.seeds_now(p) == 0)
            }
            LawDeed::Reaches(phrase) => any(phrase, self.move_sown),
            LawDeed::EndsIn(phrase) => any(phrase, self.last_fall.into_iter().collect()),
            LawDeed::BeginsFrom(_) => !begins.intersection(self.first_lap.origin).is_empty(),
            LawDeed::BeginsIn(_) => self.first_lap.first.is_some_and(|p| begins.contains(p)),
        }
    }
}

impl Engine {
    /// The laws that hold for the move about to be made.
    pub(crate) fn laws(&self, base: &State) -> LawSet {
        let rules = self.rules(base, base.mover);
        if rules.laws.is_empty() {
            return LawSet::default();
        }
        let mut state = base.clone();
        let story = Story::new(self, &mut state, &[]);
        let ctx = Ctx::of(base.mover);
        let holds = |law: &Law| law.when.as_ref().is_none_or(|c| story.holds(c, ctx));
        let active: SmallVec<[bool; 8]> = rules.laws.iter().map(holds).collect();
        let soft = |law: &Law| law.must && law.if_any_can;
        let mut laws = LawSet::default();
        for (i, law) in rules.laws.iter().enumerate() {
            if let LawDeed::BeginsFrom(phrase) | LawDeed::BeginsIn(phrase) = &law.deed {
                laws.begins.push((i, story.places(phrase, ctx).into_iter().collect()));
            }
        }
        for (i, law) in rules.laws.iter().enumerate() {
            if active[i] && !soft(law) {
                laws.held |= 1 << i;
            }
        }
        for (i, law) in rules.laws.iter().enumerate() {
            if active[i] && soft(law) {
                laws.held |= 1 << i;
                if self.verdict(base, &mut Answers::new(), &laws) != Verdict::Permitted {
                    laws.held &= !(1 << i);
                }
            }
        }
        laws
    }

    /// Whether some legal story goes through the answers.
    pub(crate) fn verdict(&self, base: &State, answers: &mut Answers, laws: &LawSet) -> Verdict {
        let question = {
            let mut state = base.clone();
            let mut story = Story::new(self, &mut state, answers);
            match story.tell_move() {
                Err(Stop::Ask) => story.question.take(),
                Err(Stop::Endless) => return Verdict::Barred(Default::Endless.clause()),
                Err(Stop::Fuel) => return Verdict::Barred(Default::Fuel.clause()),
                Ok(()) | Err(Stop::EndMove | Stop::EndTurn | Stop::EndGame) => {
                    return match story.breaks(laws) {
                        Some(clause) => Verdict::Barred(clause),
                        None if story.acted => Verdict::Permitted,
                        None => Verdict::Barred(story.clause),
                    };
                }
            }
        };
        let mut verdict = Verdict::Barred(Default::Passes.clause());
        for (choice, _) in question.into_iter().flat_map(|q| q.options) {
            answers.push(choice);
            verdict = self.verdict(base, answers, laws);
            answers.pop();
            if verdict == Verdict::Permitted {
                break;
            }
        }
        verdict
    }

    /// The legal answers to a question, and for the others what stands against them.
    pub(crate) fn sift(
        &self,
        base: &State,
        answers: &Answers,
        question: &Question,
        barred: Option<&mut Vec<(Choice, ClauseId)>>,
    ) -> Vec<Choice> {
        let options = &question.options;
        if !self.needs_trial(base) {
            let first = options.iter().map(|(_, class)| *class).min().unwrap_or(0);
            if let Some(barred) = barred {
                let later = options.iter().filter(|(_, class)| *class > first);
                barred.extend(later.map(|(c, _)| (*c, question.clause)));
            }
            return options.iter().filter(|(_, k)| *k == first).map(|(c, _)| *c).collect();
        }
        let laws = self.laws(base);
        let mut answers = answers.clone();
        let mut kept: Vec<Choice> = Vec::new();
        let mut refused = Vec::new();
        let mut kept_class = u8::MAX;
        let mut classes: SmallVec<[u8; 8]> = options.iter().map(|(_, class)| *class).collect();
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            for &(choice, _) in options.iter().filter(|(_, k)| *k == class) {
                if kept_class < class {
                    refused.push((choice, question.clause));
                    continue;
                }
                answers.push(choice);
                match self.verdict(base, &mut answers, &laws) {
                    Verdict::Permitted => kept.push(choice),
                    Verdict::Barred(clause) => refused.push((choice, clause)),
                }
                answers.pop();
            }
            if !kept.is_empty() && kept_class == u8::MAX {
                kept_class = class;
            }
        }
        if let Some(barred) = barred {
            barred.extend(refused);
        }
        kept
    }

    /// Whether the player, if about to move, would have a permitted choice.
    pub(crate) fn can_move(&self, state: &State, seat: Seat) -> bool {
        let mut base = state.clone();
        base.mover = seat;
        let mut told = base.clone();
        let mut story = Story::new(self, &mut told, &[]);
        match story.tell_move() {
            Err(Stop::Ask) => match story.question.take() {
                Some(question) => self.any_permitted(&base, &question).0,
                None => false,
            },
            Err(Stop::Endless | Stop::Fuel) => false,
            _ => story.acted && !story.passed && story.breaks(&self.laws(&base)).is_none(),
        }
    }

    /// Whether any answer to the first question of a move is legal; and whether a sowing without
    /// end stood against one that is not.
    pub(crate) fn any_permitted(&self, base: &State, question: &Question) -> (bool, bool) {
        if !self.needs_trial(base) {
            return (!question.options.is_empty(), false);
        }
        let laws = self.laws(base);
        let mut endless = false;
        for &(choice, _) in &question.options {
            let mut answers: Answers = SmallVec::from_slice(&[choice]);
            match self.verdict(base, &mut answers, &laws) {
                Verdict::Permitted => return (true, endless),
                Verdict::Barred(clause) => {
                    endless |=
                        clause == Default::Endless.clause() || clause == Default::Fuel.clause();
                }
            }
        }
        (false, endless)
    }

    pub(crate) fn needs_trial(&self, base: &State) -> bool {
        let stage = base.stage[base.mover.index()] as usize;
        self.trial.get(stage).copied().unwrap_or(true)
    }
}

/// Whether an answer to the first question of a move may turn out not to be legal. Where not, the
/// question is also the first thing that happens in a move.
pub(crate) fn trial_needed(rules: &Rules) -> bool {
    let relays =
        |cases: &Cases| cases.lists.iter().flatten().flat_map(|c: &Case| &c.actions).any(may_relay);
    let simple_move = |action: &Action| match &action.deed {
        Deed::Sow(sow) => {
            let asks = |p: &PlacePhrase| matches!(p.det, Det::Any(_));
            let asks_first = sow.source.places.parts.iter().all(asks);
            asks_first && action.judged.is_none() && sow.begin.is_none() && !action.may
        }
        Deed::SowInOrder(classes) => {
            classes.iter().all(|c| c.judged.is_none() && c.sow.begin.is_none())
        }
        Deed::Pass => true,
        _ => false,
    };
    let moves = rules.moves.lists.iter().flatten().flat_map(|c: &Case| &c.actions);
    !rules.laws.is_empty()
        || relays(&rules.last_seed)
        || relays(&rules.before_each_lap)
        || !moves.into_iter().all(simple_move)
}

fn may_relay(action: &Action) -> bool {
    match &action.deed {
        Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_) | Deed::Cases(_) | Deed::Repeat { .. } => {
            true
        }
        Deed::Either(actions) => actions.iter().any(may_relay),
        _ => false,
    }
}
