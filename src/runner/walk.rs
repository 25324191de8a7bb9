//! From position to position by a plan, with the reference engine where the plan does not go.

use super::batch::Batch;
use super::lanes::Lanes;
use super::plan::{Over, Plan, Pos, Question, Replies, Trail, Tried, with};
use crate::engine::{
    Choice, Engine, Event, EventKind, FORCED, GameResult, Position, Sense, State, is_endless,
};
use crate::model::{Default as Rule, PlaceId, Seat};
use crate::program::{Lane, Reply};

/// A plan and the engine that it leans on.
#[derive(Clone, Debug)]
pub(super) struct Walk<L: Lanes> {
    pub plan: Plan<L>,
    pub engine: Engine,
    pub start: Position,
    /// What plays many random games at once, if the game has such a form.
    pub batch: Option<Batch>,
}

/// A position of a plan, with those before it.
#[derive(Clone, Debug)]
pub(super) struct Here<L: Lanes> {
    pub pos: Pos<L>,
    pub trail: Trail<L>,
}

/// A move that somebody has been asked in.
#[derive(Clone, Debug)]
pub(super) struct Mid<L: Lanes> {
    /// Before the move.
    pub from: Here<L>,
    /// The hole that it simply began with, and what has been answered since.
    pub origin: Option<Lane>,
    pub replies: Replies,
    pub question: Box<Question<L>>,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub(super) enum At<L: Lanes> {
    Here(Here<L>),
    /// In the middle of a move.
    Mid(Box<Mid<L>>),
    /// With the reference engine.
    Told(Position),
}

/// What comes of moves in which nothing is asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    /// Laps sown.
    pub laps: u32,
    /// The players who captured in moves of their own, a bit each.
    captors: u32,
}

impl Made {
    /// A move by a player; `others`: those who captured in it besides.
    fn by(player: Seat, laps: u32, captured: bool, others: u32) -> Made {
        Made { laps, captors: u32::from(captured) << player.0 | others }
    }

    /// Whether a player captured.
    pub fn captured(&self, player: Seat) -> bool {
        self.captors >> player.0 & 1 != 0
    }

    /// What the reference engine tells of.
    pub fn told(events: &[Event]) -> Made {
        let mut made = Made::default();
        for event in events {
            match event.kind {
                EventKind::Sowed { .. } => made.laps += 1,
                EventKind::SowedOn { laps, .. } => made.laps += laps,
                // What a default gives a player he has not captured.
                EventKind::Captured { .. } if event.clause.index() >= Rule::COUNT => {
                    made.captors |= 1 << event.seat.0;
                }
                _ => {}
            }
        }
        made
    }
}

/// A choice is not legal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barred {
    /// Since its sowing never ends.
    pub endless: bool,
    /// The reference engine does not follow it to its end: where nothing else is legal, it has to tell.
    pub overworked: bool,
}

/// The answer that a lane's place is.
pub(super) fn choice(lane: Lane) -> Choice {
    Choice::Place(PlaceId(lane.0))
}

/// The same answer.
pub(super) fn choice_of(reply: Reply) -> Choice {
    match reply {
        Reply::Place(lane) | Reply::InOrder(lane, _) => choice(lane),
        Reply::Which(which) => Choice::Alternative(which),
        Reply::Sense(true) => Choice::Sense(Sense::Clockwise),
        Reply::Sense(false) => Choice::Sense(Sense::Anticlockwise),
        Reply::Stop => Choice::Stop,
        Reply::GoOn => Choice::GoOn,
        Reply::Yes => Choice::Yes,
        Reply::No => Choice::No,
        Reply::Number(n) => Choice::Number(n),
        Reply::Seed(kind) => Choice::Seed(kind),
    }
}

impl<L: Lanes> Mid<L> {
    /// Somebody is asked.
    pub fn at(
        from: Here<L>,
        origin: Option<Lane>,
        replies: Replies,
        question: Box<Question<L>>,
    ) -> At<L> {
        At::Mid(Box::new(Mid { from, origin, replies, question }))
    }

    /// The answers with one more.
    pub fn with(&self, reply: Reply) -> Replies {
        with(&self.replies, reply)
    }
}

impl<L: Lanes> At<L> {
    pub fn is_over(&self) -> bool {
        match self {
            At::Told(position) => position.is_over(),
            At::Here(here) => here.pos.over.is_some(),
            At::Mid(_) => false,
        }
    }
}

impl<L: Lanes> Walk<L> {
    pub fn start(&self) -> At<L> {
        self.taken_up(self.start.clone())
    }

    /// Whether all players are in the last stage.
    pub fn is_in_last_stage(&self, pos: &Pos<L>) -> bool {
        self.plan.program.is_in_last_stage(|lane| pos.lanes.get(lane))
    }

    /// A position of the reference engine, taken up by the plan where it can.
    pub fn taken_up(&self, position: Position) -> At<L> {
        match self.plan.enter(&position, &self.engine) {
            Some((pos, trail)) if pos.opens => self.settled(Here { pos, trail }),
            Some((pos, trail)) => At::Here(Here { pos, trail }),
            None => At::Told(position),
        }
    }

    /// A position that the plan has made; the reference engine's where the plan goes no further.
    pub fn settled(&self, here: Here<L>) -> At<L> {
        self.settled_telling(here, &mut |_| {})
    }

    /// The same; moves in which nothing is asked are simply made, and told.
    pub fn settled_telling(&self, mut here: Here<L>, made: &mut dyn FnMut(Made)) -> At<L> {
        let mut forced = 0;
        while here.pos.over.is_none() {
            if here.pos.handed {
                return self.handed(&here, made);
            }
            if here.pos.opens {
                match self.opened(here, &mut forced, made) {
                    At::Here(next) => here = next,
                    elsewhere => return elsewhere,
                }
                continue;
            }
            if !here.pos.unsure {
                break;
            }
            let mark = here.trail.mark();
            let (mut endless, mut overworked) = (false, false);
            let mut any = false;
            for lane in L::each(here.pos.options) {
                let made = self.plan.make(&here.pos, lane, &mut here.trail);
                here.trail.back_to(mark);
                match made {
                    Tried::Made(_) | Tried::Asks(_) => any = true,
                    Tried::Barred | Tried::Unlawful | Tried::Passes => {}
                    Tried::Endless => endless = true,
                    Tried::Handed => match self.told(&here.pos, &here.trail, lane) {
                        Ok(_) => any = true,
                        Err(barred) => {
                            endless |= barred.endless;
                            overworked |= barred.overworked;
                        }
                    },
                }
                if any {
                    break;
                }
            }
            if any {
                break;
            }
            here.pos = self.unmoved(&here.pos, endless, overworked, &here.trail);
        }
        At::Here(here)
    }

    /// None of the options was legal.
    pub fn unmoved(
        &self,
        pos: &Pos<L>,
        endless: bool,
        overworked: bool,
        trail: &Trail<L>,
    ) -> Pos<L> {
        if overworked {
            Pos { handed: true, ..*pos }
        } else {
            self.plan.unmoved(pos, endless, trail)
        }
    }

    /// A move that is told from its beginning: to what is asked first, or, where nothing is, to its end.
    /// `forced`: so many moves in which nothing is asked have been made in a row.
    fn opened(&self, mut here: Here<L>, forced: &mut u32, made: &mut dyn FnMut(Made)) -> At<L> {
        let mark = here.trail.mark();
        let tried = self.plan.make_with(&here.pos, None, &[], &mut here.trail);
        if let Tried::Made(next) = &tried
            && *forced < FORCED
        {
            made(Made::by(here.pos.mover, next.laps, next.captured, next.others));
            *forced += 1;
            here.pos = *next;
            return At::Here(here);
        }
        here.trail.back_to(mark);
        match tried {
            Tried::Asks(question) => {
                let Question { laps, captured, others, .. } = *question;
                made(Made::by(here.pos.mover, laps, captured, others));
                return Mid::at(here, None, Replies::new(), question);
            }
            Tried::Handed => return self.handed(&here, made),
            Tried::Passes => {
                let Pos { lanes, mover, .. } = here.pos;
                here.pos = self.plan.passed(lanes, mover, true, &here.trail);
            }
            Tried::Barred | Tried::Unlawful => {
                here.pos = self.plan.unmoved(&here.pos, false, &here.trail);
            }
            // Forced moves without end are a sowing that never ends.
            Tried::Endless | Tried::Made(_) => {
                here.pos = self.plan.unmoved(&here.pos, true, &here.trail);
            }
        }
        At::Here(here)
    }

    /// The reference engine's position; what happens before somebody is asked there is told.
    #[cold]
    fn handed(&self, here: &Here<L>, made: &mut dyn FnMut(Made)) -> At<L> {
        let (engine, mut events) = (&self.engine, Vec::new());
        let told = self.plan.leave_telling(&here.pos, &here.trail, engine, Some(&mut events));
        made(Made::told(&events));
        At::Told(told)
    }

    /// The same choice by the reference engine, if it is legal.
    pub fn told(&self, pos: &Pos<L>, trail: &Trail<L>, lane: Lane) -> Result<Position, Barred> {
        let position = self.plan.leave(pos, trail, &self.engine);
        match self.barred(pos, &position, lane) {
            None => Ok(self.engine.advance(&position, choice(lane))),
            Some(barred) => Err(barred),
        }
    }

    /// What stands against a choice in the position that the reference engine makes of this one. If
    /// the player about to move has no legal choice that is another, or the game is over.
    pub fn barred(&self, pos: &Pos<L>, position: &Position, lane: Lane) -> Option<Barred> {
        if position.is_over() || position.mover() != pos.mover {
            let by = |rule: Rule| {
                let ended = position.result().is_some_and(|result| result.why == rule.clause());
                ended && position.mover() == pos.mover
            };
            let overworked = by(Rule::Work);
            return Some(Barred { endless: by(Rule::OnlyEndless) || overworked, overworked });
        }
        let why = self.engine.against(position, choice(lane))?;
        Some(Barred { endless: is_endless(why), overworked: why == Rule::Work.clause() })
    }

    /// Appends the legal answers. They are tried only where a law or an endless sowing could bar some.
    pub fn choices_into(&self, at: &At<L>, choices: &mut Vec<Choice>) {
        let here = match at {
            At::Told(position) => return choices.extend(self.engine.choices(position)),
            At::Here(here) => here,
            At::Mid(mid) => {
                return choices.extend(self.replies(mid, false).into_iter().map(choice_of));
            }
        };
        if self.plan.all_options_legal(&here.pos) {
            return choices.extend(L::each(here.pos.options).map(choice));
        }
        let mut trail = here.trail.clone();
        let mark = trail.mark();
        let legal = |lane: &Lane| {
            let made = self.plan.make(&here.pos, *lane, &mut trail);
            trail.back_to(mark);
            match made {
                Tried::Made(_) | Tried::Asks(_) => true,
                Tried::Barred | Tried::Unlawful | Tried::Passes | Tried::Endless => false,
                Tried::Handed => self.told(&here.pos, &trail, *lane).is_ok(),
            }
        };
        choices.extend(L::each(here.pos.options).filter(legal).map(choice));
    }

    /// Gives a legal answer, in place; after any other everything stays as it is.
    pub fn apply(&self, at: &mut At<L>, answer: Choice) {
        let here = match at {
            At::Told(position) => {
                *at = self.taken_up(self.engine.advance(position, answer));
                return;
            }
            At::Here(here) => here,
            At::Mid(mid) => {
                let replies = mid.question.replies.iter();
                let mut same = replies.filter(|reply| choice_of(**reply) == answer);
                if let Some(reply) = same.next() {
                    *at = self.replied(mid, *reply);
                }
                return;
            }
        };
        let Choice::Place(place) = answer else { return };
        let origin = Lane(place.0);
        let mark = here.trail.mark();
        match self.plan.make(&here.pos, origin, &mut here.trail) {
            Tried::Made(pos) => {
                let trail = std::mem::take(&mut here.trail);
                *at = self.settled(Here { pos, trail });
            }
            Tried::Asks(question) => {
                here.trail.back_to(mark);
                let from = Here { pos: here.pos, trail: std::mem::take(&mut here.trail) };
                *at = Mid::at(from, Some(origin), Replies::new(), question);
            }
            Tried::Barred | Tried::Unlawful | Tried::Passes | Tried::Endless => {
                here.trail.back_to(mark);
            }
            Tried::Handed => {
                here.trail.back_to(mark);
                if let Ok(position) = self.told(&here.pos, &here.trail, origin) {
                    *at = self.taken_up(position);
                }
            }
        }
    }

    /// The move is told with one more answer. What it makes is left on the trail.
    pub fn go_on(&self, mid: &Mid<L>, reply: Reply, trail: &mut Trail<L>) -> Tried<L> {
        self.plan.make_with(&mid.from.pos, mid.origin, &mid.with(reply), trail)
    }

    /// Who answers in the middle of a move: whose move it is, or who moves at once with him.
    pub fn asked(&self, mid: &Mid<L>) -> Seat {
        let Pos { mover, both, .. } = mid.from.pos;
        if both { self.plan.after(mover) } else { mover }
    }

    /// Who is about to choose; `None` when the game is over.
    pub fn decider(&self, at: &At<L>) -> Option<Seat> {
        match at {
            At::Told(position) => position.decider(),
            At::Here(here) => here.pos.over.is_none().then_some(here.pos.mover),
            At::Mid(mid) => Some(self.asked(mid)),
        }
    }

    /// The same position of the reference engine.
    pub fn leave(&self, mid: &Mid<L>) -> Position {
        let before = self.plan.leave(&mid.from.pos, &mid.from.trail, &self.engine);
        let answers = mid.replies.iter().map(|reply| choice_of(*reply));
        let answers = mid.origin.map(choice).into_iter().chain(answers);
        answers.fold(before, |position, answer| self.engine.advance(&position, answer))
    }

    /// The answers in the middle of a move that no law stands against, those whose sowing never ends
    /// among them.
    pub fn offered(&self, mid: &Mid<L>) -> Replies {
        let Here { pos, trail } = &mid.from;
        match self.plan.binds(pos, trail) {
            Some(true) => self.replies(mid, true),
            Some(false) => mid.question.replies.clone(),
            None => {
                let offered = self.engine.offered(&self.leave(mid));
                let mut replies = mid.question.replies.clone();
                replies.retain(|reply| offered.contains(&choice_of(*reply)));
                replies
            }
        }
    }

    /// The legal answers in the middle of a move; `endless`: those whose sowing never ends, too.
    fn replies(&self, mid: &Mid<L>, endless: bool) -> Replies {
        let mut trail = mid.from.trail.clone();
        let mark = trail.mark();
        let mut replies = mid.question.replies.clone();
        replies.retain(|reply| {
            let made = self.go_on(mid, *reply, &mut trail);
            trail.back_to(mark);
            match made {
                Tried::Made(_) | Tried::Asks(_) => true,
                Tried::Barred | Tried::Unlawful | Tried::Passes => false,
                Tried::Endless => endless,
                Tried::Handed => {
                    let against = self.engine.against(&self.leave(mid), choice_of(*reply));
                    against.is_none_or(|why| endless && is_endless(why))
                }
            }
        });
        replies
    }

    /// A legal answer is given in the middle of a move.
    fn replied(&self, mid: &Mid<L>, reply: Reply) -> At<L> {
        let mut trail = mid.from.trail.clone();
        match self.go_on(mid, reply, &mut trail) {
            Tried::Made(pos) => self.settled(Here { pos, trail }),
            Tried::Asks(question) => {
                Mid::at(mid.from.clone(), mid.origin, mid.with(reply), question)
            }
            Tried::Barred | Tried::Unlawful | Tried::Passes | Tried::Endless => {
                At::Mid(Box::new(mid.clone()))
            }
            Tried::Handed => self.taken_up(self.engine.advance(&self.leave(mid), choice_of(reply))),
        }
    }

    pub fn facts(&self, at: &At<L>) -> (State, Option<GameResult>) {
        match at {
            At::Told(position) => (position.state().clone(), position.result().cloned()),
            At::Here(Here { pos, .. }) => {
                let mut state = self.plan.state(&pos.lanes, pos.mover);
                state.together = pos.both;
                let result = pos.over.map(|over| self.result(pos, over));
                (state, result)
            }
            At::Mid(mid) => {
                let mut state = self.plan.state(&mid.question.lanes, self.asked(mid));
                state.together = mid.from.pos.both;
                (state, None)
            }
        }
    }

    pub fn result(&self, pos: &Pos<L>, Over { verdict, why }: Over) -> GameResult {
        let held = self.plan.program.held.iter().map(|lanes| self.plan.worth(&pos.lanes, lanes));
        GameResult { verdict, scores: held.collect(), why }
    }
}
