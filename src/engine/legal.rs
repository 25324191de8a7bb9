//! Legality of choices: the executions that go through a choice are run and checked against the
//! laws.

use super::budget;
use super::event::{Choice, Question};
use super::execution::{EvalCtx, ExecPhase, Execution, Interrupt, StepResult};
use super::state::State;
use super::verdicts::AnswerVerdicts;
use super::{Engine, Position};
use crate::model::{
    Action, Case, Cases, ClauseId, Deed, DefaultClause, Det, Law, LawDeed, Manner, MannerKind,
    Part, PlacePhrase, PlaceSetBits, Rules, Seat, WayKind, WayLine,
};
use smallvec::SmallVec;

/// Limit on the executions of one search for a legal one.
const MAX_ANSWER_PATHS: u32 = 1 << 16;

/// The cost of an answer, in falling seeds.
pub(crate) const ANSWER: u64 = 1 << 6;

/// The cost of a search so far.
#[derive(Clone, Copy, Default)]
struct SearchCost {
    paths: u32,
    work: u64,
}

/// The answers of an execution so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Answers {
    /// In the order of their questions.
    pub choices: SmallVec<[Choice; 4]>,
    /// For each answer to a preference order, its class; mostly there are none.
    classes: Option<Box<[u8]>>,
}

impl Answers {
    /// Adds an answer; `class`: of an answer to a preference order.
    #[inline]
    pub(crate) fn push(&mut self, choice: Choice, class: Option<u8>) {
        self.choices.push(choice);
        if let Some(class) = class {
            self.classes = Some(self.classes().iter().copied().chain([class]).collect());
        }
    }

    /// Removes the last answer; `ordered`: it answered a preference order.
    pub(super) fn pop(&mut self, ordered: bool) {
        self.choices.pop();
        if ordered && let Some((_, earlier)) = self.classes().split_last() {
            self.classes = Some(earlier.into());
        }
    }

    /// The answers without the first `choices`, of which `classes` answer preference orders.
    fn after(&self, choices: usize, classes: usize) -> Answers {
        let later = self.classes().get(classes..).filter(|later| !later.is_empty());
        Answers { choices: self.choices[choices..].into(), classes: later.map(Into::into) }
    }

    /// For each answer to a preference order, its class.
    pub(crate) fn classes(&self) -> &[u8] {
        self.classes.as_deref().unwrap_or_default()
    }
}

/// The laws that apply to a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct LawSet {
    /// For each law, whether it applies.
    applies: SmallVec<[bool; 8]>,
    /// In a trial: laws that themselves need trials do not apply.
    pub(super) judging: bool,
    /// The player whose move is judged, if the other one moves at once with them.
    both: Option<Seat>,
    /// For each law about where a move begins: its index, and its places, evaluated before the
    /// move, while their seeds are still there.
    begins: SmallVec<[(usize, PlaceSetBits); 1]>,
}

/// Whether a choice is illegal because its sowing is endless or was given up.
pub(crate) fn is_endless(why: ClauseId) -> bool {
    [DefaultClause::Endless, DefaultClause::Fuel, DefaultClause::Work]
        .iter()
        .any(|rule| why == rule.clause())
}

/// The most serious limit (not a rule of the game) that has made an answer illegal so far.
pub(super) fn worst_limit(so_far: Option<DefaultClause>, why: ClauseId) -> Option<DefaultClause> {
    match so_far {
        Some(DefaultClause::Work) => so_far,
        _ if why == DefaultClause::Work.clause() => Some(DefaultClause::Work),
        _ if is_endless(why) => Some(DefaultClause::OnlyEndless),
        _ => so_far,
    }
}

impl LawSet {
    /// Whether some law applies.
    pub(crate) fn any(&self) -> bool {
        self.applies.contains(&true)
    }

    fn begins(&self, law: usize) -> PlaceSetBits {
        let found = self.begins.iter().find(|(i, _)| *i == law);
        found.map(|(_, places)| *places).unwrap_or_default()
    }
}

/// Whether some execution through the given answers is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    Permitted,
    /// Why the last execution tried is illegal.
    Barred(ClauseId),
}

impl Execution<'_> {
    /// Runs the move: *move*, its laps, and everything they cause.
    pub(crate) fn run_move(&mut self) -> StepResult {
        self.phase = ExecPhase::Move;
        if let (Some(&Choice::Place(hole)), Some(plain)) =
            (self.answers.first(), self.engine.simple_moves(self.state))
        {
            self.begin_simple_move(plain.clause, hole);
            return self.run_laps();
        }
        let rules = self.rules;
        self.cases(&rules.moves, EvalCtx::of(self.player))?;
        self.run_laps()
    }

    /// Whether the finished move satisfies the laws and judgements.
    pub(crate) fn satisfies(&self, laws: &LawSet) -> bool {
        self.violated_law(laws).is_none()
    }

    /// The law or judgement that the finished move violates.
    pub(super) fn violated_law(&self, laws: &LawSet) -> Option<ClauseId> {
        let broken = self.rules.laws.iter().enumerate().find(|(i, law)| {
            laws.applies[*i] && self.matches_law_deed(&law.deed, laws.begins(*i)) != law.must
        });
        let violated_judgement = || {
            self.deferred
                .iter()
                .find(|w| self.holds(&w.judged.cond, w.ctx) == w.judged.unless)
                .map(|w| w.clause)
        };
        broken.map(|(_, law)| law.clause).or_else(violated_judgement)
    }

    /// The law about where a move begins that a move already violates, whatever is answered later: its first lap
    /// has begun, and laps are not undone.
    fn unlawful_beginning(&self, laws: &LawSet) -> Option<ClauseId> {
        if laws.both.is_some() || self.laps == 0 {
            return None;
        }
        let mut begins = laws.begins.iter().filter(|(law, _)| laws.applies[*law]);
        let violated = begins.find_map(|(law, places)| {
            let law = &self.rules.laws[*law];
            let has_begun =
                self.first_lap.first.is_some() || !matches!(law.deed, LawDeed::BeginsIn(_));
            (has_begun && self.matches_law_deed(&law.deed, *places) != law.must).then_some(law)
        });
        violated.map(|law| law.clause)
    }

    /// Whether the finished move does what a law names. `begins`: the places of a law about where
    /// the move begins, evaluated before the move.
    fn matches_law_deed(&self, deed: &LawDeed, begins: PlaceSetBits) -> bool {
        let ctx = EvalCtx::of(self.player);
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
                let of = EvalCtx::of(seat);
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
    /// The laws that apply to the move about to be made. `judging`: in a trial, laws that
    /// themselves need trials do not apply.
    pub(crate) fn laws(&self, base: &State, judging: bool) -> LawSet {
        let rules = self.rules(base, base.mover);
        let mut laws = LawSet { judging, ..LawSet::default() };
        if rules.laws.is_empty() {
            return laws;
        }
        let _share = budget::share(budget::WORK);
        let mut state = base.clone();
        let exec = Execution::new(self, &mut state, &[]);
        let ctx = EvalCtx::of(base.mover);
        let holds = |law: &Law| match &law.when {
            None => true,
            Some(when) => !(judging && when.tests_for_moves()) && exec.holds(when, ctx),
        };
        laws.applies = rules.laws.iter().map(holds).collect();
        let mut duties: SmallVec<[usize; 4]> = SmallVec::new();
        for (i, law) in rules.laws.iter().enumerate() {
            if let LawDeed::BeginsFrom(phrase) | LawDeed::BeginsIn(phrase) = &law.deed {
                laws.begins.push((i, exec.places(phrase, ctx).into_iter().collect()));
            }
            if law.must && law.if_any_can && laws.applies[i] {
                laws.applies[i] = false;
                duties.push(i);
            }
        }
        let share = budget::WORK / duties.len().max(1) as u64;
        for i in duties {
            let _share = budget::share(share);
            laws.applies[i] = true;
            laws.applies[i] =
                self.legality(base, &Answers::default(), &laws) == Legality::Permitted;
        }
        laws
    }

    /// Whether some legal execution goes through the answers.
    pub(crate) fn legality(&self, base: &State, answers: &Answers, laws: &LawSet) -> Legality {
        let mut cost = SearchCost::default();
        match self.try_answers(base, answers, laws, &mut cost) {
            Ok(verdict) => verdict,
            Err(question) => self.search_legal(base, answers, question, laws, cost),
        }
    }

    /// Depth-first search over the executions that continue from a question, until one is legal.
    #[cold]
    fn search_legal(
        &self,
        base: &State,
        answers: &Answers,
        question: Question,
        laws: &LawSet,
        mut cost: SearchCost,
    ) -> Legality {
        let mut answers = answers.clone();
        let question_clause = question.clause;
        let mut open = vec![(question.ordered(), question.options.into_iter())];
        let mut verdict = Legality::Barred(DefaultClause::Passes.clause());
        while let Some((ordered, options)) = open.last_mut() {
            let ordered = *ordered;
            let Some((choice, class)) = options.next() else {
                open.pop();
                if let Some((ordered, _)) = open.last() {
                    answers.pop(*ordered);
                }
                continue;
            };
            if budget::is_spent() {
                budget::blame(question_clause);
                return Legality::Barred(DefaultClause::Work.clause());
            }
            if cost.paths > MAX_ANSWER_PATHS || cost.work > self.most_work {
                return Legality::Barred(DefaultClause::Fuel.clause());
            }
            answers.push(choice, ordered.then_some(class));
            match self.try_answers(base, &answers, laws, &mut cost) {
                Ok(Legality::Permitted) => return Legality::Permitted,
                Ok(barred) => {
                    verdict = barred;
                    answers.pop(ordered);
                }
                Err(question) => open.push((question.ordered(), question.options.into_iter())),
            }
        }
        verdict
    }

    /// Runs one execution: its legality, or the question it stops at. Adds its cost to `done`.
    fn try_answers(
        &self,
        base: &State,
        answers: &Answers,
        laws: &LawSet,
        cost: &mut SearchCost,
    ) -> Result<Legality, Question> {
        budget::spend(budget::EXECUTION);
        let mut state = base.clone();
        let mut exec = Execution::new(self, &mut state, &answers.choices);
        exec.classes = answers.classes();
        exec.judging = laws.judging;
        let flow = match laws.both {
            Some(seat) => {
                exec.both_moves = Some(Box::default());
                if let Some(together) = &mut exec.both_moves {
                    together.judged = Some((seat, laws));
                }
                exec.run_both()
            }
            None => exec.run_move(),
        };
        cost.paths += 1;
        cost.work += exec.falls + exec.deeds + exec.answers_used as u64 * ANSWER;
        let reason = match flow {
            Err(Interrupt::Ask) => match exec.question.take() {
                Some(question) => match exec.unlawful_beginning(laws) {
                    Some(clause) => clause,
                    None => return Err(question),
                },
                None => DefaultClause::Passes.clause(),
            },
            Err(Interrupt::Endless) => DefaultClause::Endless.clause(),
            Err(Interrupt::SowingLimit) => DefaultClause::Fuel.clause(),
            Err(Interrupt::WorkLimit) => DefaultClause::Work.clause(),
            Ok(()) if laws.both.is_some() => match exec.both_moves.and_then(|both| both.broken) {
                Some(clause) => clause,
                None => return Ok(Legality::Permitted),
            },
            Ok(()) | Err(Interrupt::EndMove | Interrupt::EndTurn | Interrupt::EndGame) => {
                if let Some(seat) = laws.both {
                    exec.switch_to(seat);
                }
                match exec.violated_law(laws) {
                    // A judgement made after the budget was spent is not reliable.
                    _ if exec.within_budget().is_err() => DefaultClause::Work.clause(),
                    Some(clause) => clause,
                    None if exec.acted => return Ok(Legality::Permitted),
                    // What was chosen has no effect here.
                    None => exec.asking_clause,
                }
            }
        };
        Ok(Legality::Barred(reason))
    }

    /// The legal answers to a question. `barred` gets the others, each with the reason.
    pub(crate) fn filter_legal(
        &self,
        base: &State,
        answers: &Answers,
        question: &Question,
        barred: Option<&mut Vec<(Choice, ClauseId)>>,
    ) -> Vec<Choice> {
        if !question.ordered() && !self.needs_trial(base) {
            return question.options.iter().map(|(choice, _)| *choice).collect();
        }
        let trial = self.needs_trial(base);
        if !base.together {
            let laws = trial.then(|| self.laws(base, false));
            return self.filter_by_laws(base, answers, question, laws.as_ref(), barred);
        }
        let (base, answers, laws) = self.judged_by(base, answers, question.seat);
        let laws = trial.then_some(laws);
        let mut refused = Vec::new();
        let legal =
            self.filter_by_laws(&base, &answers, question, laws.as_ref(), Some(&mut refused));
        if !legal.is_empty() {
            barred.into_iter().for_each(|barred| barred.append(&mut refused));
            return legal;
        }
        // A player always has an answer, whatever the other player does meanwhile.
        self.filter_by_laws(&base, &answers, question, None, None)
    }

    /// What an answer is judged by where both players move at once: the state, the answers and the
    /// laws. A player's own move is judged as if they moved alone; what they are asked while both
    /// sow, together with the other's sowing.
    fn judged_by(&self, base: &State, answers: &Answers, seat: Seat) -> (State, Answers, LawSet) {
        let alone = self.without_partner(base, seat);
        let mut laws = self.laws(&alone, false);
        let mut state = base.clone();
        let mut exec = Execution::new(self, &mut state, &answers.choices);
        exec.classes = answers.classes();
        // Runs to the open question.
        let _ = exec.run_both();
        match exec.both_moves.and_then(|both| both.chooses) {
            Some((choices, classes)) => (alone, answers.after(choices, classes), laws),
            None => {
                laws.both = Some(seat);
                (base.clone(), answers.clone(), laws)
            }
        }
    }

    fn filter_by_laws(
        &self,
        base: &State,
        answers: &Answers,
        question: &Question,
        laws: Option<&LawSet>,
        barred: Option<&mut Vec<(Choice, ClauseId)>>,
    ) -> Vec<Choice> {
        let mut verdicts =
            laws.map(|laws| AnswerVerdicts::new(self, base, answers, question, laws));
        let mut legal: Vec<Choice> = Vec::new();
        let mut refused = Vec::new();
        for class in question.classes() {
            let order = !legal.is_empty();
            let options = question.options.iter().enumerate().filter(|(_, (_, k))| *k == class);
            for (option, &(choice, _)) in options {
                let verdict = match &mut verdicts {
                    _ if order => Legality::Barred(question.clause),
                    None => Legality::Permitted,
                    Some(verdicts) => verdicts.verdict(option),
                };
                match verdict {
                    Legality::Permitted => legal.push(choice),
                    Legality::Barred(clause) => refused.push((choice, clause)),
                }
            }
        }
        if let Some(barred) = barred {
            if !question.ordered() {
                barred.append(&mut refused);
            }
            // An option that is in several classes is one answer.
            for (choice, clause) in refused {
                if !legal.contains(&choice) && !barred.iter().any(|(c, _)| *c == choice) {
                    barred.push((choice, clause));
                }
            }
        }
        legal
    }

    /// For an answer to a preference order: its class, the first one in which it is legal.
    #[inline]
    pub(crate) fn class_of(&self, at: &Position, choice: Choice) -> Option<u8> {
        let _call = budget::BudgetScope::begin();
        let question = at.question.as_ref().filter(|question| question.ordered())?;
        self.class_in_order(at, question, choice)
    }

    #[cold]
    fn class_in_order(&self, at: &Position, question: &Question, choice: Choice) -> Option<u8> {
        let mut classes = question.options.iter().filter(|(c, _)| *c == choice).map(|(_, k)| *k);
        let (first, more) = (classes.next()?, classes.next().is_some());
        if !more || !at.needs_filtering || !self.needs_trial(at.base()) {
            return Some(first);
        }
        let (base, answers, laws) = match at.base().together {
            true => self.judged_by(at.base(), &at.answers, question.seat),
            false => (at.base().clone(), at.answers.clone(), self.laws(at.base(), false)),
        };
        let mut verdicts = AnswerVerdicts::new(self, &base, &answers, question, &laws);
        let mut legal = |class: &u8| {
            let mut options = question.options.iter().enumerate().filter(|(_, (_, k))| k == class);
            options.any(|(option, _)| verdicts.verdict(option) == Legality::Permitted)
        };
        question.classes().into_iter().find(|class| legal(class)).or(Some(first))
    }

    /// Whether the player, if about to move, has a legal choice.
    pub(crate) fn can_move(&self, state: &State, seat: Seat) -> bool {
        self.has_legal_move(state, seat, true)
    }

    /// The same; `judging`: in a trial, laws that themselves need trials do not apply.
    pub(crate) fn has_legal_move(&self, state: &State, seat: Seat, judging: bool) -> bool {
        budget::spend(budget::EXECUTION);
        if budget::is_spent() {
            return false;
        }
        let mut base = self.without_partner(state, seat);
        // What expires with the finished move or turn is gone in the next one.
        let turn_begins = base.moves_made == 0;
        self.expire_for(&mut base, turn_begins);
        if base.moves_made == 0 {
            self.leave_stages(&mut base, &mut None);
        }
        let mut trial_state = base.clone();
        let mut exec = Execution::new(self, &mut trial_state, &[]);
        exec.judging = judging;
        match exec.run_move() {
            Err(Interrupt::Ask) => match exec.question.take() {
                Some(question) => self.any_legal(&base, &question, judging).0,
                None => false,
            },
            Err(Interrupt::Endless | Interrupt::SowingLimit | Interrupt::WorkLimit) => false,
            Ok(()) | Err(Interrupt::EndMove | Interrupt::EndTurn | Interrupt::EndGame) => {
                let legal = || exec.violated_law(&self.laws(&base, judging)).is_none();
                exec.acted && !exec.passed && legal()
            }
        }
    }

    /// The state in which that player is about to move, alone.
    fn without_partner(&self, state: &State, seat: Seat) -> State {
        let mut base = state.clone();
        base.together = false;
        if base.mover != seat {
            base.mover = seat;
            self.begin_turn(&mut base);
        }
        base
    }

    /// Whether any answer to the first question of a move is legal; and the limit that made others
    /// illegal, if any.
    pub(crate) fn any_legal(
        &self,
        base: &State,
        question: &Question,
        judging: bool,
    ) -> (bool, Option<DefaultClause>) {
        if !self.needs_trial(base) {
            return (!question.options.is_empty(), None);
        }
        let laws = self.laws(base, judging);
        let mut limit = None;
        let answers = Answers::default();
        let mut verdicts = AnswerVerdicts::new(self, base, &answers, question, &laws);
        for option in 0..question.options.len() {
            match verdicts.verdict(option) {
                Legality::Permitted => return (true, limit),
                Legality::Barred(clause) => limit = worst_limit(limit, clause),
            }
        }
        (false, limit)
    }

    pub(crate) fn needs_trial(&self, base: &State) -> bool {
        let stage = base.stage[base.mover.index()] as usize;
        self.stage_needs_trial.get(stage).copied().unwrap_or(true)
    }
}

/// Whether an answer to the first question of a move may turn out to be illegal. If not, the
/// question is also the first thing that happens in a move.
pub(crate) fn stage_needs_trial<'r>(rules: &'r Rules) -> bool {
    let actions = |cases: &'r Cases| cases.lists.iter().flatten().flat_map(|c: &Case| &c.actions);
    let relays = |cases: &'r Cases| actions(cases).any(|action| action.deed.may_relay());
    let simple_move = |action: &Action| {
        if let Deed::Sow(sow) = &action.deed {
            let asks = |p: &PlacePhrase| matches!(p.det, Det::Any(_));
            let asks_first = sow.source.places.parts.iter().all(asks);
            let all = matches!(sow.source.part, Part::All);
            asks_first
                && all
                && action.postcondition.is_none()
                && sow.begin.is_none()
                && !action.may
        } else if let Deed::SowInOrder(classes) = &action.deed {
            classes.iter().all(|c| c.postcondition.is_none() && c.sow.begin.is_none())
        } else {
            matches!(action.deed, Deed::Pass)
        }
    };
    !rules.laws.is_empty()
        || may_be_endless(rules)
        || relays(&rules.last_seed)
        || relays(&rules.before_each_lap)
        || !actions(&rules.moves).all(simple_move)
}

/// Whether the seeds of a lap may have no place to fall: no line of *way* applies, all places are
/// passed over, or the first seed is to fall off the way.
fn may_be_endless(rules: &Rules) -> bool {
    let holds =
        |line: &WayLine| matches!(line.kind, WayKind::Circuit { .. }) && line.when.is_none();
    let leads_off = |manner: &Manner| {
        matches!(manner.kind, MannerKind::PassingOver(_) | MannerKind::BeginningIn(_))
    };
    !rules.way.iter().any(holds) || rules.way.iter().flat_map(|line| &line.manners).any(leads_off)
}
