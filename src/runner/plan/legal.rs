//! Which moves are legal: they are told, with every answer to what is asked on the way, and looked at.

use super::moves::Move;
use super::{Plan, Pos, Question, Stop, Trail, Tried};
use crate::model::Seat;
use crate::program::{Lane, Law, Reply, Test};
use crate::runner::lanes::Lanes;
use smallvec::SmallVec;

/// So many ways to answer are tried to find a legal one.
const STORIES: u32 = 1 << 12;

/// What is looked for a legal way to answer in, and how many have been tried.
struct Search<'a, L: Lanes> {
    pos: &'a Pos<L>,
    trail: &'a Trail<L>,
    judging: bool,
    stories: u32,
}

/// How a move that has been told comes out; `None`: the reference engine has to tell.
type Comes<'a, L> = dyn FnMut(&Move<'_, L>, Result<(), Stop>) -> Option<bool> + 'a;

/// Whether some option is legal.
pub(super) enum Any {
    Yes,
    No,
    /// None, and a sowing without end stood against one.
    Endless,
    /// The reference engine has to tell.
    Unknown,
}

impl<L: Lanes> Plan<L> {
    /// A move that has been told to a question is legal if some way to go on is.
    #[cold]
    pub(super) fn asked(&self, pos: &Pos<L>, origin: Lane, told: &mut Move<'_, L>) -> Tried<L> {
        if told.lost.get() {
            return Tried::Handed;
        }
        let Some(question) = told.question.take() else { return Tried::Handed };
        if !pos.laws && !told.code.relays {
            return Tried::Asks(question);
        }
        let mut search = Search { pos, trail: told.trail, judging: false, stories: 0 };
        match self.any_below(&mut search, origin, told.replies, &question, &mut |told, flow| {
            if pos.laws { self.keeps_laws(pos, told, flow) } else { Some(true) }
        }) {
            Any::Yes => Tried::Asks(question),
            Any::No => Tried::Barred,
            Any::Endless => Tried::Endless,
            Any::Unknown => Tried::Handed,
        }
    }

    /// Whether some way to answer what is asked, the first first, comes out so.
    fn any_below(
        &self,
        search: &mut Search<'_, L>,
        origin: Lane,
        replies: &[Reply],
        question: &Question<L>,
        is: &mut Comes<'_, L>,
    ) -> Any {
        let (mut last, mut unknown) = (Any::No, false);
        for reply in &question.replies {
            let replies: SmallVec<[Reply; 8]> = replies.iter().chain([reply]).copied().collect();
            match self.any_story(search, origin, &replies, is) {
                Any::Yes => return Any::Yes,
                Any::Unknown => unknown = true,
                barred => last = barred,
            }
        }
        if unknown { Any::Unknown } else { last }
    }

    /// Whether some way to go on from these answers, the first first, comes out so.
    fn any_story(
        &self,
        search: &mut Search<'_, L>,
        origin: Lane,
        replies: &[Reply],
        is: &mut Comes<'_, L>,
    ) -> Any {
        search.stories += 1;
        if search.stories > STORIES {
            return Any::Unknown;
        }
        let mut told = Move::of(self, search.pos.lanes, search.pos.mover, search.trail);
        (told.judging, told.replies) = (search.judging, replies);
        match told.tell(origin) {
            Err(Stop::Asks) => match told.question.take() {
                Some(question) => self.any_below(search, origin, replies, &question, is),
                None => Any::Unknown,
            },
            Err(Stop::Endless) => Any::Endless,
            Err(Stop::Handed) => Any::Unknown,
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
        let mut search = Search { pos, trail, judging, stories: 0 };
        for origin in L::each(pos.options) {
            match self.any_story(&mut search, origin, &[], &mut |told, flow| {
                if pos.laws { self.keeps_laws(pos, told, flow) } else { Some(true) }
            }) {
                Any::Yes => return Any::Yes,
                Any::No => {}
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
        if seat != now {
            self.begin_turn(&mut lanes, seat);
        }
        self.lift(&mut lanes, false);
        self.leave_stages(&mut lanes, seat, trail);
        let options = self.options(&lanes, seat, trail)?;
        let laws = self.some_law(&lanes, seat, trail);
        let pos = Pos { laws, ..Pos::at(lanes, options, seat) };
        match self.any_legal(&pos, trail, true) {
            Any::Yes => Some(true),
            Any::No | Any::Endless => Some(false),
            Any::Unknown => None,
        }
    }

    /// Whether some law holds for the move about to be made.
    #[inline(always)]
    pub(super) fn some_law(&self, lanes: &L, seat: Seat, trail: &Trail<L>) -> bool {
        let laws = &self.code(lanes, seat).laws;
        !laws.is_empty() && {
            let told = Move::of(self, *lanes, seat, trail);
            laws.iter().any(|law| told.holds(&law.when))
        }
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
        let holds = |law: &&Law| before.holds(&law.when);
        let laws = || told.code.laws.iter().filter(holds);
        if laws().any(|law| !law.if_any_can && !told.holds(&law.test)) {
            return Some(false);
        }
        // Duties of which this move keeps those before: it shows that they bind.
        let mut bind: SmallVec<[&Test; 4]> = SmallVec::new();
        for law in laws().filter(|law| law.if_any_can) {
            if told.holds(&law.test) {
                bind.push(&law.test);
            } else if self.any_keeps(pos, &bind, &law.test, told.trail)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether some move comes out so, and keeps the laws that hold in any case and the duties that
    /// bind; `None`: the reference engine has to tell.
    #[cold]
    fn any_keeps(
        &self,
        pos: &Pos<L>,
        bind: &[&Test],
        test: &Test,
        trail: &Trail<L>,
    ) -> Option<bool> {
        let before = Move::of(self, pos.lanes, pos.mover, trail);
        let mut known = true;
        let mut search = Search { pos, trail, judging: false, stories: 0 };
        for origin in L::each(pos.options) {
            match self.any_story(&mut search, origin, &[], &mut |told, _| {
                let mut laws = told.code.laws.iter().filter(|law| !law.if_any_can);
                let held = |law: &Law| !before.holds(&law.when) || told.holds(&law.test);
                let bound = bind.iter().all(|duty| told.holds(duty));
                Some(told.holds(test) && bound && laws.all(held))
            }) {
                Any::Yes => return Some(true),
                Any::No | Any::Endless => {}
                Any::Unknown => known = false,
            }
        }
        known.then_some(false)
    }
}
