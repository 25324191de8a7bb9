//! From one decision to the next.

use super::budget::{self, Call};
use super::event::{Choice, Event, EventKind, Question};
use super::history::History;
use super::legal::{Answers, bound};
use super::log::{Log, keep, log};
use super::position::{Asking, Phase};
use super::state::State;
use super::story::{Ended, Flow, How, Stop, Story};
use super::{Engine, MatchStatus, Position};
use crate::model::{ClauseId, Deed, Default as Rule, Seat};
use std::sync::Arc;

/// So many moves in which nothing is asked are made one after the other before they are taken for
/// moves without end.
pub(crate) const FORCED: u32 = 10_000;

/// Where a game stops on its way.
enum Halt {
    /// The player about to move is asked how he begins; the legal answers, where they are known.
    Begins(Question, Option<Arc<[Choice]>>),
    /// Somebody is asked in the middle of a story, which is told anew from this state; `None`: from
    /// where the story began that was being told.
    Asks(Asking, Option<Box<State>>),
    Ended(Ended),
    /// By default each player keeps the seeds of his own holes, and the game is over.
    Keeps(Rule),
}

/// What a move told to its end leaves to be done.
struct Told {
    /// The number of the position it has made.
    stands: Option<u64>,
    ended: Option<Ended>,
    stage_ended: bool,
}

/// How the move of the player about to move begins.
#[derive(Default)]
struct First {
    question: Option<Question>,
    /// Where something happens before it: the state that the question finds.
    there: Option<State>,
    /// The seeds being sown then.
    hand: u16,
    waiting: u16,
    /// What happens before anything is asked.
    told: Vec<Event>,
    /// No question, since the sowing has no end, or is not followed to it.
    bound: Option<Rule>,
    /// The rules say that he passes.
    passed: bool,
    /// Nothing is asked, and the move is legal.
    forced: bool,
}

/// The answers to the first question of a move.
#[derive(Default)]
struct Looked {
    /// One is legal.
    any: bool,
    /// What stood against others, if that is no rule of the game.
    bound: Option<Rule>,
    /// All legal ones, and those that are not, where each has been looked at.
    legal: Option<Arc<[Choice]>>,
    barred: Vec<(Choice, ClauseId)>,
}

/// A story that is followed no further: the game is over, and *winner* decides it.
fn given_up(story: &mut Story<'_>, why: Rule) -> Flow {
    story.ended = Some(Ended { how: How::Judge, clause: why.clause() });
    if let Some(last) = story.last_fall {
        story.drop_hand_in(last);
    }
    Err(Stop::EndGame)
}

/// The engine does no more work for this position.
fn overworked(player: Seat, events: &mut Log<'_>) -> Halt {
    log_work(player, events);
    Halt::Ended(Ended { how: How::Judge, clause: Rule::Work.clause() })
}

/// Names the statement that took too much work.
fn log_work(player: Seat, events: &mut Log<'_>) {
    let clause = budget::blamed().unwrap_or(Rule::Work.clause());
    log(events, clause, player, EventKind::GivenUp);
}

impl Engine {
    /// Tells the story of a position with its answers; the position after it.
    pub(crate) fn go_on(&self, from: &Position, answers: &Answers, events: Log<'_>) -> Position {
        let _call = Call::begin();
        match from.phase {
            Phase::Opening => self.open(from, answers, events),
            Phase::Match => self.make_next(from, answers, events),
            Phase::Over => from.clone(),
            Phase::Turn => self.go_on_turn(from, answers, events),
        }
    }

    fn go_on_turn(&self, from: &Position, answers: &Answers, mut events: Log<'_>) -> Position {
        if let Some(next) = self.go_on_offer(from, answers, events.as_deref_mut()) {
            return next;
        }
        // Made where it is returned: a position is small, but copying it is much of the work.
        let mut next = Position {
            state: from.base().clone(),
            base: None,
            phase: Phase::Turn,
            answers: Answers::default(),
            question: None,
            sifted: false,
            legal: None,
            sowing: 0,
            waiting: 0,
            history: from.history.clone(),
            result: None,
            status: MatchStatus::default(),
        };
        let Position { state, history, .. } = &mut next;
        let halt = match self.make_move(state, history, answers, events.as_deref_mut()) {
            None => self.arrive(state, history, events.as_deref_mut()),
            Some(Halt::Asks(asking, _)) => {
                next = from.asked(asking, std::mem::take(&mut next.state), answers);
                return next;
            }
            Some(halt) => halt,
        };
        match halt {
            Halt::Begins(question, legal) => next.begins(question, legal),
            halt => next = self.halted(halt, std::mem::take(&mut next.state), next.history, events),
        }
        next
    }

    /// From the beginning of a turn to the next decision, or to the end of the game.
    pub(crate) fn settle(
        &self,
        mut state: State,
        mut history: History,
        mut events: Log<'_>,
    ) -> Position {
        let halt = self.arrive(&mut state, &mut history, events.as_deref_mut());
        self.halted(halt, state, history, events)
    }

    fn halted(&self, halt: Halt, state: State, history: History, events: Log<'_>) -> Position {
        match halt {
            Halt::Begins(question, legal) => {
                let mut here = Position::at(state, Phase::Turn, history);
                here.begins(question, legal);
                here
            }
            Halt::Asks(asking, base) => {
                let base = base.map_or_else(|| state.clone(), |base| *base);
                let begun = Position::at(base, Phase::Turn, history);
                begun.asked(asking, state, &Answers::default())
            }
            Halt::Ended(ended) => self.game_over(state, ended, events),
            Halt::Keeps(why) => self.each_keeps(state, why, events),
        }
    }

    /// Tells a move with its answers. `None`: it is over, and the next turn begins.
    fn make_move(
        &self,
        state: &mut State,
        history: &mut History,
        answers: &Answers,
        mut events: Log<'_>,
    ) -> Option<Halt> {
        let player = state.mover;
        let held_before = self.in_stores(state);
        let told = self.tell(state, history, answers, &mut events);
        let Told { stands, ended, stage_ended } = match told {
            Ok(told) => told,
            Err(asking) => return Some(Halt::Asks(asking, None)),
        };
        if let Some(ended) = ended {
            return Some(Halt::Ended(ended));
        }
        let turn_over = state.mover != player || state.moves_made == 0;
        self.lift_for(state, turn_over);
        if self.irreversible && self.in_stores(state) > held_before {
            history.clear();
        }
        let hash = stands.unwrap_or_else(|| state.hash());
        if history.count(hash) >= 2 {
            return Some(Halt::Keeps(Rule::Repetition));
        }
        history.push(hash);
        if stage_ended {
            self.next_stage(state, player, true, &mut events);
        }
        None
    }

    /// Tells the story of a move, up to a question or to what comes after it.
    fn tell(
        &self,
        state: &mut State,
        history: &History,
        answers: &Answers,
        events: &mut Log<'_>,
    ) -> Result<Told, Asking> {
        let mut story = Story::new(self, state, &answers.choices);
        story.classes = answers.classes();
        story.keep_events(events.is_some());
        story.history = Some(history);
        let at_once = story.state.together;
        let flow = match if at_once { story.tell_both() } else { story.tell_move() } {
            Err(Stop::Ask) => Err(Stop::Ask),
            // A story that was offered ends; should one not, it is ruled as the default says.
            Err(Stop::Endless | Stop::Fuel) => given_up(&mut story, Rule::OnlyEndless),
            Err(Stop::Spent) => Err(Stop::Spent),
            Ok(()) if at_once => story.tell_after_both(),
            stop => story.tell_after(stop),
        };
        // What was judged after the budget was spent is not known.
        let overworked = flow != Err(Stop::Ask) && story.within_budget().is_err();
        let flow = if overworked { given_up(&mut story, Rule::Work) } else { flow };
        keep(events, &mut story);
        if overworked {
            log_work(story.player, events);
        }
        if flow == Err(Stop::Ask) {
            return Err(story.asking());
        }
        // `end game` in mid-lap: what is still in the hand stays with the player.
        story.keep_hands();
        let Story { stands, ended, stage_ended, .. } = story;
        Ok(Told { stands, ended, stage_ended })
    }

    fn in_stores(&self, state: &State) -> u32 {
        self.model.board.seats.iter().map(|s| u32::from(state.seeds[s.store.index()])).sum()
    }

    fn arrive(&self, state: &mut State, history: &mut History, mut events: Log<'_>) -> Halt {
        if history.is_empty() {
            history.push(state.hash());
        }
        let mut passes = 0;
        let mut forced = 0;
        loop {
            if self.has_stages && state.moves_made == 0 {
                self.leave_stages(state, &mut events);
            }
            let seat = state.mover;
            if self.at_once {
                state.together = self.both_can_move(state);
            }
            let first = self.begin_move(state, history, events.is_some());
            let mut bound = first.bound;
            if let Some(question) = first.question {
                let looked = self.look_for_answers(state, &question, events.is_some());
                if looked.any {
                    if let Some(events) = events.as_mut() {
                        self.log_turn(state, events);
                        events.extend(first.told);
                        events.extend(looked.barred.into_iter().map(|(choice, clause)| Event {
                            clause,
                            seat,
                            kind: EventKind::Barred(choice),
                        }));
                    }
                    let Some(there) = first.there else {
                        return Halt::Begins(question, looked.legal);
                    };
                    let base = Box::new(std::mem::replace(state, there));
                    let question = Some(question);
                    return Halt::Asks(
                        Asking { question, hand: first.hand, waiting: first.waiting, sifted: true },
                        Some(base),
                    );
                }
                bound = looked.bound;
            } else if first.forced && forced < FORCED && !budget::is_spent() {
                forced += 1;
                // Nothing is asked in this move: it is simply made.
                let base = Box::new(state.clone());
                match self.make_move(state, history, &Answers::default(), events.as_deref_mut()) {
                    Some(Halt::Asks(asking, _)) => return Halt::Asks(asking, Some(base)),
                    Some(halt) => return halt,
                    None => {
                        passes = 0;
                        continue;
                    }
                }
            }
            if bound == Some(Rule::Work) || budget::is_spent() {
                return overworked(seat, &mut events);
            }
            if bound.is_some() || first.forced {
                let clause = Rule::OnlyEndless.clause();
                return Halt::Ended(Ended { how: How::Judge, clause });
            }
            if first.passed {
                if let Some(events) = events.as_mut() {
                    events.extend(first.told);
                }
                if state.moves_left > 1 {
                    // A pass is a move that does nothing: the other moves of the turn are left.
                    state.moves_left -= 1;
                    state.moves_made = state.moves_made.saturating_add(1);
                    self.lift_for(state, false);
                    continue;
                }
            } else {
                let rule = self.rules(state, seat).turn.no_move;
                let clause = rule.map_or(Rule::Passes.clause(), |(clause, _)| clause);
                if rule.is_some_and(|(_, loses)| loses) {
                    return Halt::Ended(Ended { how: How::Loses(seat), clause });
                }
                log(&mut events, clause, seat, EventKind::Passed);
            }
            passes += 1;
            if passes >= self.model.seats() {
                return Halt::Keeps(Rule::NobodyMoves);
            }
            state.mover = self.after(seat);
            self.lift_for(state, true);
            self.begin_turn(state);
        }
    }

    /// Whether there is a legal answer to the first question of a move; `all`: each of them is looked at.
    /// What has been done before does not matter to it.
    fn look_for_answers(&self, state: &State, question: &Question, all: bool) -> Looked {
        let _share = budget::afresh();
        // Of both players it is known that they can move.
        if !all && state.together {
            return Looked { any: true, ..Looked::default() };
        }
        if !all {
            let (any, bound) = self.any_permitted(state, question, false);
            return Looked { any, bound, ..Looked::default() };
        }
        let mut barred = Vec::new();
        let legal = self.sift(state, &Answers::default(), question, Some(&mut barred));
        let bound = barred.iter().fold(None, |so_far, (_, clause)| bound(so_far, *clause));
        let any = state.together || !legal.is_empty();
        Looked { any, bound, legal: Some(legal.into()), barred }
    }

    /// Tells the move of the player about to move as far as it goes without an answer; the state
    /// stays as it was.
    fn begin_move(&self, state: &mut State, history: &History, record: bool) -> First {
        if let Some(plain) = self.plain(state) {
            let question = self.plain_question(plain, state);
            return First { question, ..First::default() };
        }
        // Where nothing needs trying, nothing is done before the question.
        let tried = self.needs_trial(state) || state.together;
        let kept = if tried { Some(state.clone()) } else { None };
        let mut first = self.tell_beginning(state, kept.as_ref(), history, record);
        if let Some(kept) = kept {
            let there = std::mem::replace(state, kept);
            first.there = (first.question.is_some() && there != *state).then_some(there);
        }
        first
    }

    fn tell_beginning(
        &self,
        state: &mut State,
        kept: Option<&State>,
        history: &History,
        record: bool,
    ) -> First {
        let mut story = Story::new(self, state, &[]);
        story.keep_events(record);
        story.history = Some(history);
        let at_once = story.state.together;
        let flow = if at_once { story.tell_both() } else { story.tell_move() };
        let forced = match flow {
            Err(Stop::Ask | Stop::Endless | Stop::Fuel | Stop::Spent) => false,
            _ if at_once => true,
            _ => {
                let base = kept.unwrap_or(story.state);
                story.acted && !story.passed && self.lawful(&story, base)
            }
        };
        First {
            question: story.question.take(),
            there: None,
            hand: story.hand,
            waiting: story.hand_that_waits(),
            told: story.events.take().unwrap_or_default(),
            bound: match flow {
                Err(Stop::Endless | Stop::Fuel) => Some(Rule::OnlyEndless),
                Err(Stop::Spent) => Some(Rule::Work),
                _ => None,
            },
            passed: story.passed && !at_once,
            forced,
        }
    }

    /// Whether both players move at once in the turn that begins: each has a move.
    fn both_can_move(&self, state: &State) -> bool {
        let at_once = self.rules(state, state.mover).turn.at_once.is_some();
        at_once && self.seats().all(|seat| self.finds_move(state, seat, false))
    }

    /// Tells how many moves the turn that begins has, where there are several: by what *turn* says,
    /// or else by the statement that lets players play again.
    fn log_turn(&self, state: &State, events: &mut Vec<Event>) {
        if state.moves_left < 2 || state.moves_made > 0 {
            return;
        }
        let given = |deed: &Deed| matches!(deed, Deed::PlayAgain { named: true });
        let told = self.rules(state, state.mover).turn.moves.as_ref().map(|moves| moves.clause);
        if let Some(clause) = told.or_else(|| self.model.clause_of(given)) {
            let (seat, kind) = (state.mover, EventKind::TurnOf(state.moves_left));
            events.push(Event { clause, seat, kind });
        }
    }
}
