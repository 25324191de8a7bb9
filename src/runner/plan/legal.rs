//! Which moves are legal: they are told, with every answer to what is asked on the way, and looked at.

use super::moves::Move;
use super::work;
use super::{Plan, Pos, Question, Replies, Stop, Trail, Tried};
use crate::engine::ANSWER;
use crate::model::Seat;
use crate::program::{Lane, Law, Reply, Test};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;

/// So many ways to answer are tried to find a legal one.
const STORIES: u32 = 1 << 12;

/// Whoever tells a story does at most so many actions for a seed that falls, mostly. The reference engine
/// counts them too before it gives up; where it may, it has to tell.
const DEEDS: u64 = 1 << 4;

/// What is looked for a legal way to answer in, and how many have been tried.
struct Search<'a, L: Lanes> {
    pos: &'a Pos<L>,
    trail: &'a Trail<L>,
    judging: bool,
    stories: u32,
    /// Seeds that have fallen, and answers given, in all of them.
    work: u64,
}

impl<'a, L: Lanes> Search<'a, L> {
    fn of(pos: &'a Pos<L>, trail: &'a Trail<L>, judging: bool) -> Search<'a, L> {
        Search { pos, trail, judging, stories: 0, work: 0 }
    }
}

/// Whether a law holds for the move about to be made. `judging`: asked in order to judge.
#[inline(always)]
fn binds<L: Lanes>(before: &Move<'_, L>, law: &Law, judging: bool) -> bool {
    !(judging && law.judges) && before.holds(&law.when)
}

/// Whether a move keeps a law.
fn keeps<L: Lanes>(before: &Move<'_, L>, told: &Move<'_, L>, law: &Law) -> bool {
    let begins = law.begins.as_ref().is_none_or(|(must, each)| {
        let began =
            |(lane, test): &(Lane, Test)| L::has(told.first_origins, *lane) && before.holds(test);
        each.iter().any(began) == *must
    });
    begins && told.holds(&law.test)
}

/// How a move that has been told comes out; `None`: the reference engine has to tell.
type Comes<'a, L> = dyn FnMut(&Move<'_, L>, Result<(), Stop>) -> Option<bool> + 'a;

/// Whether some option is legal.
pub(super) enum Any {
    Yes,
    No,
    /// None, and a sowing without end stood against one.
    Endless,
    /// Nothing is asked, and the player passes.
    Passes,
    /// The reference engine has to tell.
    Unknown,
}

impl Any {
    /// What comes of a move that somebody is asked in.
    fn asks<L: Lanes>(self, question: Box<Question<L>>) -> Tried<L> {
        match self {
            Any::Yes => Tried::Asks(question),
            Any::No | Any::Passes => Tried::Barred,
            Any::Endless => Tried::Endless,
            Any::Unknown => Tried::Handed,
        }
    }
}

/// Answers with one more.
pub(in crate::runner) fn with(replies: &[Reply], reply: Reply) -> Replies {
    replies.iter().copied().chain([reply]).collect()
}

impl<L: Lanes> Plan<L> {
    /// A move that has been told to a question is legal if some way to go on is.
    #[cold]
    pub(super) fn asked(
        &self,
        pos: &Pos<L>,
        origin: Option<Lane>,
        told: &mut Move<'_, L>,
    ) -> Tried<L> {
        if told.lost.get() {
            return Tried::Handed;
        }
        let Some(mut question) = told.question.take() else { return Tried::Handed };
        if question.replies.iter().any(|reply| matches!(reply, Reply::InOrder(..))) {
            let any = self.in_order(pos, origin, told, &mut question);
            return any.asks(question);
        }
        if !pos.laws && !told.code.relays {
            return Tried::Asks(question);
        }
        let mut search = Search::of(pos, told.trail, false);
        let mut is = |told: &Move<'_, L>, flow| self.is_lawful(pos, told, flow);
        let any = self.any_below(&mut search, origin, told.replies, &question, &mut is);
        any.asks(question)
    }

    /// Of answers in an order, leaves the legal ones of the first class that has any.
    #[cold]
    fn in_order(
        &self,
        pos: &Pos<L>,
        origin: Option<Lane>,
        told: &Move<'_, L>,
        question: &mut Question<L>,
    ) -> Any {
        let mut search = Search::of(pos, told.trail, false);
        let begins = origin.is_none() && told.replies.is_empty();
        let (mut last, mut first) = (Any::No, None);
        let mut legal = Replies::new();
        for reply in &question.replies {
            let Reply::InOrder(_, class) = reply else { return Any::Unknown };
            if first.is_some_and(|first| first != *class) {
                break;
            }
            let replies = with(told.replies, *reply);
            let mut is = |told: &Move<'_, L>, flow| self.is_lawful(pos, told, flow);
            match self.any_story(&mut search, origin, &replies, &mut is) {
                Any::Yes => {
                    first = Some(*class);
                    legal.push(*reply);
                }
                Any::Unknown => return Any::Unknown,
                _ if begins && matches!(last, Any::Endless) => {}
                barred => last = barred,
            }
        }
        if legal.is_empty() {
            return last;
        }
        question.replies = legal;
        Any::Yes
    }

    /// Whether some way to answer what is asked, the first first, comes out so.
    fn any_below(
        &self,
        search: &mut Search<'_, L>,
        origin: Option<Lane>,
        replies: &[Reply],
        question: &Question<L>,
        is: &mut Comes<'_, L>,
    ) -> Any {
        let (mut last, mut unknown) = (Any::No, false);
        // Of all that a move can begin with it is enough that one never ends.
        let begins = origin.is_none() && replies.is_empty();
        let mut endless = false;
        for reply in &question.replies {
            let replies = with(replies, *reply);
            match self.any_story(search, origin, &replies, is) {
                Any::Yes => return Any::Yes,
                Any::Unknown => unknown = true,
                Any::Endless if begins => endless = true,
                barred => last = barred,
            }
        }
        match (unknown, endless) {
            (true, _) => Any::Unknown,
            (false, true) => Any::Endless,
            (false, false) => last,
        }
    }

    /// Whether some way to go on from these answers, the first first, comes out so.
    fn any_story(
        &self,
        search: &mut Search<'_, L>,
        origin: Option<Lane>,
        replies: &[Reply],
        is: &mut Comes<'_, L>,
    ) -> Any {
        search.stories += 1;
        let too_many = search.stories > STORIES || search.work > self.most_work / DEEDS;
        if too_many || work::is_too_much() {
            return Any::Unknown;
        }
        let mut told = Move::of(self, search.pos.lanes, search.pos.mover, search.trail);
        (told.judging, told.replies) = (search.judging, replies);
        let flow = told.tell(origin);
        search.work += told.falls + ANSWER * replies.len() as u64;
        work::story(told.code, told.laps, told.falls);
        match flow {
            Err(Stop::Asks) => match told.question.take() {
                Some(question) => self.any_below(search, origin, replies, &question, is),
                None => Any::Unknown,
            },
            Err(Stop::Endless) => Any::Endless,
            Err(Stop::Handed) => Any::Unknown,
            _ if told.passes() => Any::Passes,
            _ if !told.stands() => {
                if told.lost.get() {
                    Any::Unknown
                } else {
                    Any::No
                }
            }
            flow => match is(&told, flow) {
                _ if told.lost.get() => Any::Unknown,
                Some(true) => Any::Yes,
                Some(false) => Any::No,
                None => Any::Unknown,
            },
        }
    }

    /// Whether some option is legal. `judging`: asked in order to judge.
    pub(super) fn any_legal(&self, pos: &Pos<L>, trail: &Trail<L>, judging: bool) -> Any {
        if !pos.laws && !self.quick[self.at(&pos.lanes, pos.mover)].relays {
            return if L::is_empty(pos.options) { Any::No } else { Any::Yes };
        }
        let (mut endless, mut unknown) = (false, false);
        let mut search = Search::of(pos, trail, judging);
        for origin in pos.begins() {
            let mut is = |told: &Move<'_, L>, flow| self.is_lawful(pos, told, flow);
            match self.any_story(&mut search, origin, &[], &mut is) {
                Any::Yes => return Any::Yes,
                Any::No => {}
                Any::Passes => return Any::Passes,
                Any::Endless => endless = true,
                Any::Unknown => unknown = true,
            }
        }
        match (unknown, endless) {
            (true, _) => Any::Unknown,
            (false, true) => Any::Endless,
            (false, false) => Any::No,
        }
    }

    /// Whether a player, if about to move, would have a legal choice; `None`: not known here.
    #[inline(never)]
    pub(super) fn can_move(
        &self,
        lanes: &L,
        now: Seat,
        seat: Seat,
        trail: &Trail<L>,
    ) -> Option<bool> {
        let mut lanes = *lanes;
        self.forget(&mut lanes);
        if seat != now {
            self.begin_turn(&mut lanes, seat);
        }
        self.lift(&mut lanes, false);
        self.leave_stages(&mut lanes, seat, trail);
        let pos = self.may_begin(lanes, seat, trail, true)?;
        match self.any_legal(&pos, trail, true) {
            Any::Yes => Some(true),
            Any::No | Any::Endless | Any::Passes => Some(false),
            Any::Unknown => None,
        }
    }

    /// Whether some law holds for the move about to be made. `judging`: asked in order to judge.
    #[inline(always)]
    pub(super) fn some_law(&self, lanes: &L, seat: Seat, trail: &Trail<L>, judging: bool) -> bool {
        let laws = &self.code(lanes, seat).laws;
        !laws.is_empty() && {
            let told = Move::of(self, *lanes, seat, trail);
            laws.iter().any(|law| binds(&told, law, judging)) || told.lost.get()
        }
    }

    /// Whether some law holds for the moves of a position and can be kept; `None`: the reference engine
    /// has to tell.
    #[cold]
    pub fn binds(&self, pos: &Pos<L>, trail: &Trail<L>) -> Option<bool> {
        if !pos.laws || pos.both {
            // What both choose is told with the question.
            return Some(false);
        }
        work::begin(0);
        let told = Move::of(self, pos.lanes, pos.mover, trail);
        let mut known = true;
        for (at, law) in told.code.laws.iter().enumerate() {
            if !binds(&told, law, false) {
                continue;
            }
            match if law.if_any_can { self.can_be_kept(pos, at, trail, false) } else { Some(true) }
            {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false).filter(|_| !told.lost.get())
    }

    /// The same as [`Plan::keeps_laws`], where it is known whether there are any.
    fn is_lawful(&self, pos: &Pos<L>, told: &Move<'_, L>, flow: Result<(), Stop>) -> Option<bool> {
        if pos.laws { self.keeps_laws(pos, told, flow) } else { Some(true) }
    }

    /// Whether a move that is told keeps the laws; `None`: the reference engine has to tell.
    #[inline(never)]
    pub(super) fn keeps_laws(
        &self,
        pos: &Pos<L>,
        told: &Move<'_, L>,
        flow: Result<(), Stop>,
    ) -> Option<bool> {
        if matches!(flow, Err(Stop::Endless | Stop::Handed)) {
            return Some(flow == Err(Stop::Handed));
        }
        let before = Move::of(self, pos.lanes, pos.mover, told.trail);
        let mut known = true;
        for (at, law) in told.code.laws.iter().enumerate() {
            if !binds(&before, law, told.judging) || keeps(&before, told, law) {
                continue;
            }
            if !law.if_any_can {
                return Some(false);
            }
            match self.can_be_kept(pos, at, told.trail, told.judging) {
                Some(true) => return Some(false),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(true).filter(|_| !before.lost.get())
    }

    /// Whether a law that holds only if some move can keep it does hold: some move keeps it, and those that
    /// hold in any case, and those before it that hold. `None`: the reference engine has to tell.
    #[cold]
    fn can_be_kept(
        &self,
        pos: &Pos<L>,
        wanted: usize,
        trail: &Trail<L>,
        judging: bool,
    ) -> Option<bool> {
        let before = Move::of(self, pos.lanes, pos.mover, trail);
        let laws = || before.code.laws.iter().enumerate();
        let asked = laws().filter(|(_, law)| binds(&before, law, judging));
        let mut held: SmallVec<[&Law; 4]> =
            asked.clone().map(|(_, law)| law).filter(|law| !law.if_any_can).collect();
        if before.lost.get() {
            return None;
        }
        for (at, law) in asked.filter(|(at, law)| *at <= wanted && law.if_any_can) {
            held.push(law);
            let can = self.any_keeps(pos, &before, &held, judging)?;
            if at == wanted {
                return Some(can);
            }
            if !can {
                held.pop();
            }
        }
        Some(false)
    }

    /// Whether some move keeps all these laws; `None`: the reference engine has to tell.
    fn any_keeps(
        &self,
        pos: &Pos<L>,
        before: &Move<'_, L>,
        laws: &[&Law],
        judging: bool,
    ) -> Option<bool> {
        let mut known = true;
        let mut search = Search::of(pos, before.trail, judging);
        for origin in pos.begins() {
            match self.any_story(&mut search, origin, &[], &mut |told, _| {
                Some(laws.iter().all(|law| keeps(before, told, law)))
            }) {
                Any::Yes => return Some(true),
                Any::No | Any::Endless | Any::Passes => {}
                Any::Unknown => known = false,
            }
        }
        known.then_some(false)
    }
}
