//! Legality of moves: a move is simulated, with every reply to its questions if need be, and checked against
//! the laws.

use super::drawn::LegalReplies;
use super::move_state::{FirstReplies, MoveState};
use super::work_limit;
use super::{ChoiceOutcome, Plan, PlanHistory, PlanPosition, PlanQuestion, PlanStop, Replies};
use crate::engine::ANSWER;
use crate::model::Seat;
use crate::program::{Lane, MoveLaw, Reply, Test};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;

/// Most reply paths tried to find a legal one.
const MAX_REPLY_PATHS: u32 = 1 << 12;

/// Actions for each fall that are allowed for. The reference engine counts actions too before it gives up;
/// where it might, it has to decide.
const MAX_ACTS_PER_FALL: u64 = 1 << 4;

/// A search for a legal reply path.
struct ReplySearch<'a, L: Lanes> {
    pos: &'a PlanPosition<L>,
    trail: &'a PlanHistory<L>,
    judging: bool,
    /// Illegal paths need not be simulated to their end: whether they have one does not matter.
    stops_early: bool,
    /// Replies to a legal move, for each one found.
    legal: LegalReplies,
    paths: u32,
    /// Falls and replies of all paths tried so far.
    work: u64,
}

impl<'a, L: Lanes> ReplySearch<'a, L> {
    fn of(
        pos: &'a PlanPosition<L>,
        trail: &'a PlanHistory<L>,
        judging: bool,
    ) -> ReplySearch<'a, L> {
        let legal = LegalReplies::new();
        ReplySearch { pos, trail, judging, stops_early: false, legal, paths: 0, work: 0 }
    }
}

/// How the moves of a search begin.
#[derive(Clone, Copy)]
pub(super) struct MoveBegin<'a, L: Lanes> {
    /// With this hole; `None`: with the opening.
    pub origin: Option<Lane>,
    /// The state at a question of the opening, whose reply is among those given; `None`: from the beginning.
    pub asked: Option<&'a MoveState<'a, L>>,
}

impl<'a, L: Lanes> MoveBegin<'a, L> {
    pub fn of(origin: Option<Lane>) -> MoveBegin<'a, L> {
        MoveBegin { origin, asked: None }
    }

    /// For the answers to the question at which a move has stopped.
    pub fn at<'b>(self, simulated: &'b MoveState<'b, L>) -> MoveBegin<'b, L>
    where
        'a: 'b,
    {
        match simulated.opening_question {
            Some(_) => MoveBegin { asked: Some(simulated), ..self },
            None => self,
        }
    }
}

/// Whether a law applies to the next move. `judging`: within a judgement, where laws that judge themselves do
/// not apply.
#[inline(always)]
fn applies<L: Lanes>(before: &MoveState<'_, L>, law: &MoveLaw, judging: bool) -> bool {
    !(judging && law.judges) && before.holds(&law.when)
}

/// Whether a simulated move satisfies a law. If it has stopped at a question, whether it can: only where it begins
/// is known then.
fn satisfied<L: Lanes>(
    before: &MoveState<'_, L>,
    simulated: &MoveState<'_, L>,
    flow: Result<(), PlanStop>,
    law: &MoveLaw,
) -> bool {
    let open = flow == Err(PlanStop::Asks);
    let begins = law.begins.as_ref().filter(|_| !open || simulated.laps > 0);
    let begins = begins.is_none_or(|(must, each)| {
        let began = |(lane, test): &(Lane, Test)| {
            L::has(simulated.first_origins, *lane) && before.holds(test)
        };
        each.iter().any(began) == *must
    });
    begins && (open || simulated.holds(&law.test))
}

/// Legality of a simulated move; `None` = undecidable here, ask the reference engine.
type MovePredicate<'a, L> = dyn FnMut(&MoveState<'_, L>, Result<(), PlanStop>) -> Option<bool> + 'a;

/// Whether some option is legal.
pub(super) enum AnyLegal {
    Yes,
    No,
    /// None is, and one of them is an endless sowing.
    Endless,
    /// Nothing is asked, and the player passes.
    Passes,
    /// Not decided here: ask the reference engine.
    Undecided,
}

impl AnyLegal {
    /// The outcome of a move that stopped at a question, if this is the result for its replies.
    fn into_outcome<L: Lanes>(self, question: Box<PlanQuestion<L>>) -> ChoiceOutcome<L> {
        match self {
            AnyLegal::Yes => ChoiceOutcome::Asks(question),
            AnyLegal::No | AnyLegal::Passes => ChoiceOutcome::Illegal,
            AnyLegal::Endless => ChoiceOutcome::Endless,
            AnyLegal::Undecided => ChoiceOutcome::Unsupported,
        }
    }
}

/// Replies with one more.
pub(in crate::runner) fn replies_with(replies: &[Reply], reply: Reply) -> Replies {
    replies.iter().copied().chain([reply]).collect()
}

impl<L: Lanes> Plan<L> {
    /// A move that stopped at a question is legal if some way to continue it is. `legal` gets the replies to
    /// those that were found.
    /// `replies`: those given so far.
    #[cold]
    pub(super) fn try_question(
        &self,
        pos: &PlanPosition<L>,
        begin: MoveBegin<'_, L>,
        replies: &[Reply],
        simulated: &mut MoveState<'_, L>,
        legal: &mut LegalReplies,
    ) -> ChoiceOutcome<L> {
        if simulated.undecided.get() {
            return ChoiceOutcome::Unsupported;
        }
        let Some(mut question) = simulated.question.take() else {
            return ChoiceOutcome::Unsupported;
        };
        if question.replies.iter().any(|reply| matches!(reply, Reply::InOrder(..))) {
            let begin = begin.at(simulated);
            let trail = simulated.trail;
            let any = self.filter_preferred(pos, begin, trail, replies, &mut question, legal);
            return any.into_outcome(question);
        }
        if !pos.laws_apply && !simulated.code.needs_trial {
            return ChoiceOutcome::Asks(question);
        }
        let mut search = ReplySearch::of(pos, simulated.trail, false);
        let mut accepts = |simulated: &MoveState<'_, L>, flow| self.is_lawful(pos, simulated, flow);
        let others = &question.replies;
        let any = self.any_reply(&mut search, begin, replies, simulated, others, &mut accepts);
        legal.append(&mut search.legal);
        any.into_outcome(question)
    }

    /// Of replies in order of preference, keeps the legal ones of the first class that has any. `replies`:
    /// those given before.
    #[cold]
    pub(super) fn filter_preferred(
        &self,
        pos: &PlanPosition<L>,
        begin: MoveBegin<'_, L>,
        trail: &PlanHistory<L>,
        replies: &[Reply],
        question: &mut PlanQuestion<L>,
        legal: &mut LegalReplies,
    ) -> AnyLegal {
        // Which illegal moves never end matters only if nothing is legal.
        for stops_early in [true, false] {
            let mut search = ReplySearch { stops_early, ..ReplySearch::of(pos, trail, false) };
            let any = self.filter_with(&mut search, begin, replies, question);
            if !stops_early || matches!(any, AnyLegal::Yes | AnyLegal::Undecided) {
                legal.append(&mut search.legal);
                return any;
            }
        }
        AnyLegal::Undecided
    }

    fn filter_with(
        &self,
        search: &mut ReplySearch<'_, L>,
        begin: MoveBegin<'_, L>,
        replies: &[Reply],
        question: &mut PlanQuestion<L>,
    ) -> AnyLegal {
        let pos = search.pos;
        let begins = begin.origin.is_none() && replies.is_empty();
        let (mut last, mut first) = (AnyLegal::No, None);
        let mut legal = Replies::new();
        for reply in &question.replies {
            let Reply::InOrder(_, class) = reply else { return AnyLegal::Undecided };
            if first.is_some_and(|first| first != *class) {
                break;
            }
            if search.stops_early && begin.asked.is_some_and(|asked| asked.refutes(*reply)) {
                continue;
            }
            let replies = replies_with(replies, *reply);
            let mut accepts =
                |simulated: &MoveState<'_, L>, flow| self.is_lawful(pos, simulated, flow);
            match self.any_reply_path(search, begin, &replies, &mut accepts) {
                AnyLegal::Yes => {
                    first = Some(*class);
                    legal.push(*reply);
                }
                AnyLegal::Undecided => return AnyLegal::Undecided,
                barred @ (AnyLegal::No | AnyLegal::Endless | AnyLegal::Passes) => {
                    if !begins || !matches!(last, AnyLegal::Endless) {
                        last = barred;
                    }
                }
            }
        }
        if legal.is_empty() {
            return last;
        }
        question.replies = legal;
        AnyLegal::Yes
    }

    /// Whether some reply to the question at which a move has stopped leads to a move that `accepts`. `replies`:
    /// those given before; `others`: the possible ones, which are tried in order.
    fn any_reply(
        &self,
        search: &mut ReplySearch<'_, L>,
        begin: MoveBegin<'_, L>,
        replies: &[Reply],
        simulated: &MoveState<'_, L>,
        others: &[Reply],
        accepts: &mut MovePredicate<'_, L>,
    ) -> AnyLegal {
        // Of the laws, those about where a move begins are known now.
        match accepts(simulated, Err(PlanStop::Asks)) {
            _ if simulated.undecided.get() => AnyLegal::Undecided,
            Some(true) => self.any_of(search, begin.at(simulated), replies, others, None, accepts),
            Some(false) => AnyLegal::No,
            None => AnyLegal::Undecided,
        }
    }

    /// Whether one of these replies leads to a move that `accepts`. `first`: the verdict on the first of them, if
    /// it is known.
    fn any_of(
        &self,
        search: &mut ReplySearch<'_, L>,
        begin: MoveBegin<'_, L>,
        replies: &[Reply],
        others: &[Reply],
        mut first: Option<AnyLegal>,
        accepts: &mut MovePredicate<'_, L>,
    ) -> AnyLegal {
        let (mut last, mut unknown) = (AnyLegal::No, false);
        // At the first question of an opening, one endless reply is enough to report `Endless`.
        let begins = begin.origin.is_none() && replies.is_empty();
        let mut endless = false;
        for reply in others {
            let asked = begin.asked.filter(|asked| asked.replied == replies.len());
            let asked = asked.filter(|_| search.stops_early);
            let refuted = || asked.is_some_and(|asked| asked.refutes(*reply));
            let verdict = first.take().unwrap_or_else(|| {
                if refuted() {
                    return AnyLegal::No;
                }
                let replies = replies_with(replies, *reply);
                self.any_reply_path(search, begin, &replies, accepts)
            });
            match verdict {
                AnyLegal::Yes => return AnyLegal::Yes,
                AnyLegal::Undecided => unknown = true,
                AnyLegal::Endless if begins => endless = true,
                barred @ (AnyLegal::No | AnyLegal::Endless | AnyLegal::Passes) => last = barred,
            }
        }
        match (unknown, endless) {
            (true, _) => AnyLegal::Undecided,
            (false, true) => AnyLegal::Endless,
            (false, false) => last,
        }
    }

    /// Whether some continuation of these replies leads to a move that `accepts`; replies are tried in order.
    fn any_reply_path(
        &self,
        search: &mut ReplySearch<'_, L>,
        begin: MoveBegin<'_, L>,
        replies: &[Reply],
        accepts: &mut MovePredicate<'_, L>,
    ) -> AnyLegal {
        search.paths += 1;
        if self.exhausts(search) {
            return AnyLegal::Undecided;
        }
        let mut simulated = match begin.asked {
            Some(asked) => asked.at_question(),
            None => MoveState::of(self, search.pos.lanes, search.pos.mover, search.trail),
        };
        (simulated.judging, simulated.replies) = (search.judging, replies);
        simulated.stops_when_illegal = search.stops_early;
        // Laws about where a move begins are tested at the first question.
        simulated.firsts = (!search.pos.laws_apply).then(FirstReplies::default);
        let flow = match begin.asked {
            Some(_) => simulated.resume_opening(),
            None => simulated.simulate(begin.origin),
        };
        search.work += simulated.falls + ANSWER * replies.len() as u64;
        work_limit::count_path(simulated.code, simulated.laps, simulated.falls);
        let firsts = simulated.firsts.take().unwrap_or_default();
        if firsts.questions.is_empty() {
            return self.path_verdict(search, begin, replies, &simulated, flow, accepts);
        }
        let many = firsts.questions.len();
        search.paths += many as u32;
        let counted = replies.len() * many + many * (many + 1) / 2;
        search.work += firsts.falls + ANSWER * counted as u64;
        if self.exhausts(search) {
            return AnyLegal::Undecided;
        }
        let given = firsts.questions.iter().map(|replies| replies[0]);
        let replies: Replies = replies.iter().copied().chain(given).collect();
        let mut verdict = self.path_verdict(search, begin, &replies, &simulated, flow, accepts);
        for (others, at) in firsts.questions.iter().zip(replies.len() - many..replies.len()).rev() {
            if matches!(verdict, AnyLegal::Yes) {
                break;
            }
            verdict = self.any_of(search, begin, &replies[..at], others, Some(verdict), accepts);
        }
        verdict
    }

    /// Whether a search takes so much work that the reference engine might give up.
    fn exhausts(&self, search: &ReplySearch<'_, L>) -> bool {
        let too_many =
            search.paths > MAX_REPLY_PATHS || search.work > self.most_work / MAX_ACTS_PER_FALL;
        too_many || work_limit::is_exhausted()
    }

    /// The verdict on a move that was simulated with its replies; if it stopped at a question, on all replies to
    /// that.
    fn path_verdict(
        &self,
        search: &mut ReplySearch<'_, L>,
        begin: MoveBegin<'_, L>,
        replies: &[Reply],
        simulated: &MoveState<'_, L>,
        flow: Result<(), PlanStop>,
        accepts: &mut MovePredicate<'_, L>,
    ) -> AnyLegal {
        match flow {
            Err(PlanStop::Asks) => match &simulated.question {
                Some(question) => {
                    let others = &question.replies;
                    self.any_reply(search, begin, replies, simulated, others, accepts)
                }
                None => AnyLegal::Undecided,
            },
            Err(PlanStop::Endless) => AnyLegal::Endless,
            Err(PlanStop::Unsupported) => AnyLegal::Undecided,
            Ok(()) | Err(PlanStop::EndMove | PlanStop::EndTurn | PlanStop::EndGame(..)) => {
                if simulated.passes() {
                    let changes = simulated.changes_before_pass(&search.pos.lanes);
                    return match changes && !search.judging {
                        true => AnyLegal::Undecided,
                        false => AnyLegal::Passes,
                    };
                }
                let lawful = match simulated.satisfies_judgements() {
                    true => accepts(simulated, flow),
                    false => Some(false),
                };
                match lawful {
                    _ if simulated.undecided.get() => AnyLegal::Undecided,
                    Some(true) => {
                        search.legal.push(replies.into());
                        AnyLegal::Yes
                    }
                    Some(false) => AnyLegal::No,
                    None => AnyLegal::Undecided,
                }
            }
        }
    }

    /// Whether some option is legal. `judging`: within a judgement.
    pub(super) fn any_legal(
        &self,
        pos: &PlanPosition<L>,
        trail: &PlanHistory<L>,
        judging: bool,
    ) -> AnyLegal {
        if !pos.laws_apply && !self.fast_paths[self.code_index(&pos.lanes, pos.mover)].relays {
            return if L::is_empty(pos.options) { AnyLegal::No } else { AnyLegal::Yes };
        }
        let (mut endless, mut unknown) = (false, false);
        // In a judgement, a move that never ends is just not legal.
        let stops_early = judging;
        let mut search = ReplySearch { stops_early, ..ReplySearch::of(pos, trail, judging) };
        for origin in pos.begins() {
            let mut accepts =
                |simulated: &MoveState<'_, L>, flow| self.is_lawful(pos, simulated, flow);
            match self.any_reply_path(&mut search, MoveBegin::of(origin), &[], &mut accepts) {
                AnyLegal::Yes => return AnyLegal::Yes,
                AnyLegal::No => {}
                AnyLegal::Passes => return AnyLegal::Passes,
                AnyLegal::Endless => endless = true,
                AnyLegal::Undecided => unknown = true,
            }
        }
        match (unknown, endless) {
            (true, _) => AnyLegal::Undecided,
            (false, true) => AnyLegal::Endless,
            (false, false) => AnyLegal::No,
        }
    }

    /// Whether a player would have a legal choice if they were to move; `None`: undecided. `now`: the player
    /// to move.
    #[inline(never)]
    pub(super) fn can_move(
        &self,
        lanes: &L,
        now: Seat,
        seat: Seat,
        trail: &PlanHistory<L>,
    ) -> Option<bool> {
        let mut lanes = *lanes;
        self.clear_move_scoped(&mut lanes);
        if seat != now {
            self.begin_turn(&mut lanes, seat);
        }
        self.expire_marks(&mut lanes, false);
        self.leave_stages(&mut lanes, seat, trail);
        let pos = self.start_move(lanes, seat, trail, true)?;
        match self.any_legal(&pos, trail, true) {
            AnyLegal::Yes => Some(true),
            AnyLegal::No | AnyLegal::Endless | AnyLegal::Passes => Some(false),
            AnyLegal::Undecided => None,
        }
    }

    /// Whether some law applies to the next move. `judging`: within a judgement.
    #[inline(always)]
    pub(super) fn any_law_applies(
        &self,
        lanes: &L,
        seat: Seat,
        trail: &PlanHistory<L>,
        judging: bool,
    ) -> bool {
        let laws = &self.code(lanes, seat).laws;
        !laws.is_empty() && {
            let before = MoveState::of(self, *lanes, seat, trail);
            laws.iter().any(|law| applies(&before, law, judging)) || before.undecided.get()
        }
    }

    /// Whether some law applies to the moves of a position and can be satisfied; `None`: undecided.
    #[cold]
    pub fn any_law_binds(&self, pos: &PlanPosition<L>, trail: &PlanHistory<L>) -> Option<bool> {
        if !pos.laws_apply || pos.simultaneous {
            // For simultaneous moves, legality is decided with the question.
            return Some(false);
        }
        work_limit::begin(0);
        let before = MoveState::of(self, pos.lanes, pos.mover, trail);
        let mut known = true;
        for (at, law) in before.code.laws.iter().enumerate() {
            if !applies(&before, law, false) {
                continue;
            }
            match if law.if_any_can {
                self.can_be_satisfied(pos, at, trail, false)
            } else {
                Some(true)
            } {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false).filter(|_| !before.undecided.get())
    }

    /// As [`Plan::satisfies_laws`], if any law applies.
    fn is_lawful(
        &self,
        pos: &PlanPosition<L>,
        simulated: &MoveState<'_, L>,
        flow: Result<(), PlanStop>,
    ) -> Option<bool> {
        if pos.laws_apply { self.satisfies_laws(pos, simulated, flow) } else { Some(true) }
    }

    /// Whether a simulated move satisfies the laws; `None`: undecided.
    #[inline(never)]
    pub(super) fn satisfies_laws(
        &self,
        pos: &PlanPosition<L>,
        simulated: &MoveState<'_, L>,
        flow: Result<(), PlanStop>,
    ) -> Option<bool> {
        if matches!(flow, Err(PlanStop::Endless | PlanStop::Unsupported)) {
            return Some(flow == Err(PlanStop::Unsupported));
        }
        let before = MoveState::of(self, pos.lanes, pos.mover, simulated.trail);
        let mut known = true;
        for (at, law) in simulated.code.laws.iter().enumerate() {
            if !applies(&before, law, simulated.judging) || satisfied(&before, simulated, flow, law)
            {
                continue;
            }
            if !law.if_any_can {
                return Some(false);
            }
            match self.can_be_satisfied(pos, at, simulated.trail, simulated.judging) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(true).filter(|_| !before.undecided.get())
    }

    /// Whether a law that applies only if some move can satisfy it does apply: some move satisfies it
    /// together with all unconditional laws and the earlier conditional ones that apply. `None`: undecided.
    #[cold]
    fn can_be_satisfied(
        &self,
        pos: &PlanPosition<L>,
        wanted: usize,
        trail: &PlanHistory<L>,
        judging: bool,
    ) -> Option<bool> {
        let before = MoveState::of(self, pos.lanes, pos.mover, trail);
        let laws = || before.code.laws.iter().enumerate();
        let asked = laws().filter(|(_, law)| applies(&before, law, judging));
        let mut held: SmallVec<[&MoveLaw; 4]> =
            asked.clone().map(|(_, law)| law).filter(|law| !law.if_any_can).collect();
        if before.undecided.get() {
            return None;
        }
        for (at, law) in asked.filter(|(at, law)| *at <= wanted && law.if_any_can) {
            held.push(law);
            let can = self.any_satisfies(pos, &before, &held, judging)?;
            if at == wanted {
                return Some(can);
            }
            if !can {
                held.pop();
            }
        }
        Some(false)
    }

    /// Whether some move satisfies all these laws; `None`: undecided.
    fn any_satisfies(
        &self,
        pos: &PlanPosition<L>,
        before: &MoveState<'_, L>,
        laws: &[&MoveLaw],
        judging: bool,
    ) -> Option<bool> {
        let mut known = true;
        let mut search = ReplySearch::of(pos, before.trail, judging);
        for origin in pos.begins() {
            match self.any_reply_path(
                &mut search,
                MoveBegin::of(origin),
                &[],
                &mut |simulated, flow| {
                    Some(laws.iter().all(|law| satisfied(before, simulated, flow, law)))
                },
            ) {
                AnyLegal::Yes => return Some(true),
                AnyLegal::No | AnyLegal::Endless | AnyLegal::Passes => {}
                AnyLegal::Undecided => known = false,
            }
        }
        known.then_some(false)
    }
}
