//! Moves of random games whose replies are drawn while the move is simulated.
//!
//! A move that is simulated again for every reply costs as many simulations as it has questions, and more to
//! find out whether a question has a legal reply. Here the first drawn path of replies is simulated; if it is
//! legal, which it mostly is, that is all. What the path does not decide is left to the caller (`None`).
//!
//! Where laps ask, there can be any number of questions. A search for a legal reply may then take so much work
//! that the reference engine gives up, and only its own limit counts: there, each question is searched first.

use super::legal::MoveBegin;
use super::move_state::MoveState;
use super::turns::LapOutcome;
use super::work_limit;
use super::{ChoiceOutcome, MoveStats, Plan, PlanHistory, PlanPosition, PlanStop, Replies};
use crate::model::Seat;
use crate::program::{Lane, Reply, Test};
use crate::runner::lanes::Lanes;
use mnc_lockstep::GameRng;
use smallvec::SmallVec;
use std::cell::RefCell;

/// A question whose reply was drawn.
#[derive(Clone, Copy, Debug)]
pub(in crate::runner) struct DrawnQuestion {
    /// The player who is asked.
    pub seat: Seat,
    /// What happened before it, since the previous question.
    pub before: MoveStats,
    /// Replies offered.
    pub offered: u32,
    /// Endless replies drawn in vain.
    pub endless: u32,
}

/// A move from its beginning to the end of its laps, with random replies; or, where nobody can move, the end
/// of the game.
pub(in crate::runner) struct DrawnLaps<L> {
    pub lanes: L,
    /// The player who moves: the first who can.
    pub mover: Seat,
    pub outcome: LapOutcome,
}

/// How a move with random replies begins.
enum Begun<L> {
    /// With these laps.
    Sown((L, LapOutcome)),
    /// Nothing is legal. `endless`: because a sowing never ends.
    Stuck { endless: bool },
    /// Nothing is asked, and the player passes.
    Passes,
}

/// Where the random replies of a move come from.
#[derive(Clone, Copy, Debug)]
pub(in crate::runner) struct ReplySource {
    pub draw: GameRng,
    /// Number of the decision that the first question asks for.
    pub first: u32,
    /// Decisions from this number on are not made.
    pub most_decisions: u32,
}

/// The random replies of a move.
#[derive(Clone, Debug)]
pub(in crate::runner) struct DrawnReplies {
    source: ReplySource,
    /// The replies drawn so far.
    replies: Replies,
    /// Their questions.
    questions: SmallVec<[DrawnQuestion; 4]>,
    /// The other replies to the last question, in the order offered, without those that proved illegal.
    left: Replies,
    /// Replies, from the first one on, with which the move is known to be legal.
    legal: LegalReplies,
}

/// Lists of replies with which a move is legal.
pub(super) type LegalReplies = Vec<Replies>;

impl DrawnReplies {
    /// None yet.
    pub fn of(source: ReplySource) -> DrawnReplies {
        DrawnReplies {
            source,
            replies: Replies::new(),
            questions: SmallVec::new(),
            left: Replies::new(),
            legal: LegalReplies::new(),
        }
    }

    /// Forgets all replies.
    fn clear(&mut self) {
        self.replies.clear();
        self.questions.clear();
        self.left.clear();
        self.legal.clear();
    }

    /// Whether the next question has a legal reply, as far as is known already.
    pub(super) fn can_go_on(&self) -> bool {
        let (given, many) = (&self.replies, self.replies.len());
        self.legal.iter().any(|path| path.len() > many && path.starts_with(given))
    }

    /// Begins with the mover's choice of one of `many` origins, `endless` others in vain.
    fn choose_origin(&mut self, seat: Seat, many: u32, endless: u32) {
        self.clear();
        self.questions.push(DrawnQuestion {
            seat,
            before: MoveStats::default(),
            offered: many,
            endless,
        });
    }

    /// The replies drawn so far.
    pub(super) fn replies(&self) -> &[Reply] {
        &self.replies
    }

    /// The questions asked.
    pub fn questions(&self) -> &[DrawnQuestion] {
        &self.questions
    }

    /// The reply to the next question; `None`: the game makes no more decisions.
    pub(super) fn draw(
        &mut self,
        seat: Seat,
        replies: &[Reply],
        before: MoveStats,
    ) -> Option<Reply> {
        let decision = self.source.first + self.questions.len() as u32;
        if decision >= self.source.most_decisions {
            return None;
        }
        let offered = replies.len() as u32;
        self.questions.push(DrawnQuestion { seat, before, offered, endless: 0 });
        self.left.clear();
        self.left.extend_from_slice(replies);
        self.draw_from_left(0)
    }

    /// Draws another reply to the last question, after the last one proved illegal. `None`: there is none.
    fn redraw(&mut self, endless: bool) -> Option<Reply> {
        let question = self.questions.last_mut()?;
        question.endless += u32::from(endless);
        let attempt = question.offered - self.left.len() as u32;
        self.replies.pop();
        self.draw_from_left(attempt)
    }

    fn draw_from_left(&mut self, attempt: u32) -> Option<Reply> {
        let many = self.left.len() as u32;
        let decision = self.source.first + self.questions.len() as u32 - 1;
        if many == 0 {
            return None;
        }
        let reply = self.left.remove(self.source.draw.one_of(many, decision, attempt) as usize);
        self.replies.push(reply);
        Some(reply)
    }
}

impl<L: Lanes> Plan<L> {
    /// Simulates the laps of a move to which no law applies, with random replies, until it is legal; `finish`
    /// gets it, and how its laps ended; `draws` then has the replies. `None`: not decided here.
    pub(super) fn simulate_drawn<R>(
        &self,
        pos: &PlanPosition<L>,
        origin: Option<Lane>,
        draws: &RefCell<DrawnReplies>,
        trail: &PlanHistory<L>,
        finish: impl FnOnce(&mut MoveState<'_, L>, Result<(), PlanStop>) -> Option<R>,
    ) -> Option<R> {
        // The last question of the opening that had to be searched; the replies before it are given.
        let mut asked: Option<MoveState<'_, L>> = None;
        let mut simulated = MoveState::of(self, pos.lanes, pos.mover, trail);
        simulated.drawn = Some(draws);
        let mut flow = simulated.simulate(origin);
        loop {
            if simulated.undecided.get() || simulated.passes() {
                return None;
            }
            let endless = flow == Err(PlanStop::Endless);
            match flow {
                Err(PlanStop::Unsupported) => return None,
                Err(PlanStop::Asks) => {
                    let given = draws.borrow().replies.clone();
                    let begin = MoveBegin { origin, asked: asked.as_ref() };
                    let mut legal = LegalReplies::new();
                    let tried = self.try_question(pos, begin, &given, &mut simulated, &mut legal);
                    let ChoiceOutcome::Asks(question) = tried else { return None };
                    let mut draws = draws.borrow_mut();
                    draws.legal.append(&mut legal);
                    draws.draw(question.seat, &question.replies, question.before)?;
                    if simulated.opening_question.is_some() {
                        asked = Some(simulated.at_question());
                    }
                }
                Ok(())
                | Err(
                    PlanStop::Endless
                    | PlanStop::EndMove
                    | PlanStop::EndTurn
                    | PlanStop::EndGame(..),
                ) => {
                    let legal = !endless && simulated.satisfies_judgements();
                    if simulated.undecided.get() {
                        return None;
                    }
                    if legal {
                        return finish(&mut simulated, flow);
                    }
                    work_limit::count_path(simulated.code, simulated.laps, simulated.falls);
                    draws.borrow_mut().redraw(endless)?;
                }
            }
            (simulated, flow) = self.simulate_again(pos, origin, asked.as_ref(), draws, trail);
        }
    }

    /// Simulates a move with the replies drawn by now: from the question of the opening that was asked last, or
    /// from its beginning.
    #[cold]
    fn simulate_again<'a>(
        &'a self,
        pos: &PlanPosition<L>,
        origin: Option<Lane>,
        asked: Option<&MoveState<'a, L>>,
        draws: &'a RefCell<DrawnReplies>,
        trail: &'a PlanHistory<L>,
    ) -> (MoveState<'a, L>, Result<(), PlanStop>) {
        let mut simulated = match asked {
            Some(asked) => asked.at_question(),
            None => MoveState::of(self, pos.lanes, pos.mover, trail),
        };
        simulated.drawn = Some(draws);
        let flow = match asked {
            Some(_) => simulated.resume_opening(),
            None => simulated.simulate(origin),
        };
        (simulated, flow)
    }

    /// Makes a move that begins with the opening, with random replies. `None`: not decided here, or nobody is
    /// asked.
    pub fn make_drawn(
        &self,
        pos: &PlanPosition<L>,
        source: ReplySource,
        trail: &mut PlanHistory<L>,
    ) -> Option<(PlanPosition<L>, DrawnReplies)> {
        if pos.laws_apply || pos.simultaneous {
            return None;
        }
        work_limit::begin(L::count(pos.options));
        let draws = RefCell::new(DrawnReplies::of(source));
        let finish = |simulated: &mut MoveState<'_, L>, flow| self.conclude(simulated, flow).ok();
        let concluded = self.simulate_drawn(pos, None, &draws, trail, finish)?;
        let draws = draws.into_inner();
        if draws.questions.is_empty() {
            return None;
        }
        Some((self.complete(pos, concluded, trail), draws))
    }

    /// Begins the move of a player, as far as the end of its laps. Players who cannot move pass. `draws`: no
    /// replies yet, and those given afterwards; `facts`: of a player's move, see [`LapOutcome::facts`]. `None`:
    /// not decided here.
    pub fn begin_drawn<'f>(
        &self,
        mut lanes: L,
        mut mover: Seat,
        draws: &RefCell<DrawnReplies>,
        facts: &dyn Fn(Seat) -> &'f [Test],
    ) -> Option<DrawnLaps<L>> {
        let mut trail = PlanHistory::after_hashes(Vec::new());
        for _ in 0..=self.program.seats {
            let pos = self.start_move(lanes, mover, &trail, false)?;
            if pos.laws_apply {
                return None;
            }
            work_limit::begin(L::count(pos.options));
            let next = match self.begin_legal(&pos, draws, facts(mover), &trail)? {
                Begun::Sown((lanes, outcome)) => {
                    return Some(DrawnLaps { lanes, mover, outcome });
                }
                Begun::Stuck { endless } => self.no_legal_move(&pos, endless, &trail),
                Begun::Passes => self.pass_turn(lanes, mover, true, &trail),
            };
            if next.unsupported {
                return None;
            }
            (lanes, mover) = (next.lanes, next.mover);
            if let Some(end) = next.end {
                let end = Some((end.rule, end.clause));
                let outcome = LapOutcome { end, ..LapOutcome::default() };
                draws.borrow_mut().clear();
                return Some(DrawnLaps { lanes, mover, outcome });
            }
            trail = PlanHistory::after_hashes(Vec::new());
        }
        None
    }

    /// Begins a move with the opening, or with one of the options. `None`: not decided here.
    fn begin_legal(
        &self,
        pos: &PlanPosition<L>,
        draws: &RefCell<DrawnReplies>,
        facts: &[Test],
        trail: &PlanHistory<L>,
    ) -> Option<Begun<L>> {
        let source = draws.borrow().source;
        let sow = |origin| {
            let finish = |made: &mut MoveState<'_, L>, flow| self.lap_outcome(made, flow, facts);
            self.simulate_drawn(pos, origin, draws, trail, finish).map(Begun::Sown)
        };
        // Why a beginning is not legal is found out with all its replies.
        let tried = |origin| {
            let mut trail = PlanHistory::after_hashes(Vec::new());
            self.make_move_with(pos, origin, &[], &mut trail)
        };
        if pos.has_opening {
            draws.borrow_mut().clear();
            if let Some(sown) = sow(None) {
                return Some(sown);
            }
            return match tried(None) {
                ChoiceOutcome::Illegal => Some(Begun::Stuck { endless: false }),
                ChoiceOutcome::Endless => Some(Begun::Stuck { endless: true }),
                ChoiceOutcome::Passes => Some(Begun::Passes),
                ChoiceOutcome::Made(_)
                | ChoiceOutcome::Asks(_)
                | ChoiceOutcome::Unlawful
                | ChoiceOutcome::Unsupported => None,
            };
        }
        if source.first >= source.most_decisions {
            return None;
        }
        let (mut left, mut endless) = (pos.options, 0);
        let many = L::count(left);
        for attempt in 0..many {
            let nth = source.draw.one_of(many - attempt, source.first, attempt);
            let lane = L::each(left).nth(nth as usize)?;
            draws.borrow_mut().choose_origin(pos.mover, many, endless);
            if let Some(sown) = sow(Some(lane)) {
                return Some(sown);
            }
            match tried(Some(lane)) {
                ChoiceOutcome::Illegal => {}
                ChoiceOutcome::Endless => endless += 1,
                ChoiceOutcome::Made(_)
                | ChoiceOutcome::Asks(_)
                | ChoiceOutcome::Passes
                | ChoiceOutcome::Unlawful
                | ChoiceOutcome::Unsupported => return None,
            }
            left = L::without(left, lane);
        }
        Some(Begun::Stuck { endless: endless > 0 })
    }
}
