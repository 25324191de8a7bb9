//! What comes after a move: the end of the game, the next turn, the next decision.

use super::event::{Event, EventKind};
use super::legal::Answers;
use super::position::{History, Phase};
use super::state::State;
use super::story::{Ctx, Ended, Flow, How, Stop, Story, Telling};
use super::{Engine, GameResult, MatchStatus, Position};
use crate::model::{ClauseId, Default, PlaceId, PlaceSetBits, Seat, Step, StepKind, Subject, Unit};
use smallvec::SmallVec;

/// Events are collected here where somebody wants them.
pub(crate) type Log<'a> = Option<&'a mut Vec<Event>>;

pub(crate) fn log(events: &mut Log<'_>, clause: ClauseId, seat: Seat, kind: EventKind) {
    if let Some(events) = events {
        events.push(Event { clause, seat, kind });
    }
}

impl<'e> Story<'e> {
    /// After a move: *after move*, who is next, *end*. The telling may stop with a question.
    fn tell_after(&mut self, stop: Flow) -> Flow {
        if self.ended.is_some() || self.match_won.is_some() {
            return Err(Stop::EndGame);
        }
        self.telling = Telling::After;
        self.hand = 0;
        let (rules, player) = (self.rules, self.player);
        let bit = 1 << player.0;
        self.state.moved |= bit;
        self.state.played |= bit;
        self.state.played_match |= bit;
        self.state.turn_captured |= self.move_captured;
        self.state.turn_sown = self.state.turn_sown.union(self.move_sown);
        if self.state.moves_made == 0 {
            self.state.turn_origin = self.first_lap.origin;
        }
        if !self.engine.layout.marks_until.is_empty() || !self.engine.layout.notes_until.is_empty()
        {
            self.lift_marks();
        }
        self.cases(&rules.after_move, Ctx::of(player))?;
        self.find_next(stop);
        self.stands = Some(if self.engine.layout.fleeting {
            let mut next = self.state.clone();
            self.engine.lift_for(&mut next, self.next != player || self.state.moves_made == 0);
            next.hash()
        } else {
            self.state.hash()
        });
        self.cases(&rules.end, Ctx::of(player))?;
        Ok(())
    }

    /// Who is about to move, and how many moves he has.
    fn find_next(&mut self, stop: Flow) {
        let moves = self.rules.turn.moves.as_ref();
        let made = self.state.moves_made + 1;
        let limit = moves.filter(|m| m.at_most).map(|m| self.count(&m.count, Ctx::of(self.player)));
        let again = self.again && limit.is_none_or(|n| i64::from(made) < n);
        let goes_on = moves.and_then(|m| m.again.as_ref());
        let same = if stop == Err(Stop::EndTurn) {
            false
        } else if again {
            true
        } else if self.state.moves_left > 1 {
            self.state.moves_left -= 1;
            true
        } else {
            goes_on.is_some_and(|c| self.holds(c, Ctx::of(self.player)))
        };
        if same {
            self.next = self.player;
            self.state.moves_made = made;
        } else {
            self.next = self.engine.after(self.player);
            self.state.mover = self.next;
            self.engine.begin_turn(&mut self.state);
        }
    }

    /// Does the steps of *opening* or *match*.
    pub(crate) fn steps(&mut self, steps: &'e [Step], actor: Seat) -> Flow {
        for step in steps {
            self.clause = step.clause;
            match &step.kind {
                StepKind::Cases(cases) => {
                    self.cases(cases, Ctx::of(actor))?;
                }
                StepKind::When(cond, inner) => {
                    if self.holds(cond, Ctx::of(actor)) {
                        self.tell(actor, EventKind::Fitted);
                        self.steps(inner, actor)?;
                    }
                }
                StepKind::ForEach(each, of, inner) => {
                    let ctx = Ctx::of(actor);
                    let (each, of) = (self.count(each, ctx), self.count(of, ctx));
                    for _ in 0..if each > 0 { of / each } else { 0 } {
                        self.steps(inner, actor)?;
                    }
                }
                StepKind::For(subjects, inner) => {
                    self.tell(actor, EventKind::Fitted);
                    for subject in subjects {
                        let seats: SmallVec<[Seat; 6]> = match subject {
                            Subject::Each => self.around().collect(),
                            Subject::One(who) => {
                                self.who(*who, Ctx::of(actor)).into_iter().collect()
                            }
                            Subject::Some => SmallVec::new(),
                        };
                        for seat in seats {
                            self.steps(inner, seat)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Engine {
    /// The turn of `state.mover` begins.
    pub(crate) fn begin_turn(&self, state: &mut State) {
        let seat = state.mover;
        let rules = self.rules(state, seat);
        state.moves_made = 0;
        state.moves_left = 1;
        state.turn_captured = false;
        state.turn_sown = PlaceSetBits::default();
        state.turn_origin = PlaceSetBits::default();
        if let Some(moves) = rules.turn.moves.as_ref().filter(|m| !m.at_most) {
            let count = Story::new(self, state.clone(), &[]).count(&moves.count, Ctx::of(seat));
            state.moves_left = u16::try_from(count).unwrap_or(1).max(1);
            if moves.owed {
                let owed = std::mem::take(&mut state.owed[seat.index()]);
                state.moves_left = state.moves_left.saturating_add(owed);
            }
        }
    }

    fn lift_for(&self, state: &mut State, turn_too: bool) {
        self.layout.lift(state, Unit::Lap);
        self.layout.lift(state, Unit::Move);
        if turn_too {
            self.layout.lift(state, Unit::Turn);
        }
    }

    /// Tells the story of a position with its answers; the position after it.
    pub(crate) fn go_on(&self, from: &Position, answers: Answers, mut events: Log<'_>) -> Position {
        let base = from.base();
        match from.phase {
            Phase::Turn => match self.go_on_turn(from, answers, events.as_deref_mut()) {
                Ok(position) => position,
                Err((state, history)) => self.arrive(state, history, events),
            },
            Phase::Opening => {
                let mut story = Story::new(self, base.clone(), &answers);
                story.telling = Telling::Steps;
                if events.is_some() {
                    story = story.recording();
                }
                let flow = story.steps(&self.model.opening, story.player);
                keep(&mut events, &mut story);
                if flow == Err(Stop::Ask) {
                    return from.asked(story, &answers);
                }
                let mut state = std::mem::take(&mut story.state);
                self.begin_turn(&mut state);
                self.arrive(state, SmallVec::new(), events)
            }
            Phase::Match => {
                let steps = self.model.next_game.as_deref().unwrap_or_default();
                let mut story = Story::new(self, base.clone(), &answers);
                story.telling = Telling::Steps;
                if events.is_some() {
                    story = story.recording();
                }
                let flow = story.steps(steps, story.player);
                keep(&mut events, &mut story);
                if flow == Err(Stop::Ask) {
                    return from.asked(story, &answers);
                }
                if let Some(winner) = story.match_won {
                    let state = std::mem::take(&mut story.state);
                    let mut over = Position::at(state, Phase::Over, History::new());
                    over.result = from.result.clone();
                    over.status = MatchStatus { over: true, winner };
                    return over;
                }
                let first = story.moves_first;
                if first.is_none() {
                    log(
                        &mut events,
                        Default::SameStarter.clause(),
                        story.state.starter,
                        EventKind::MovesFirst,
                    );
                }
                let mut state = std::mem::take(&mut story.state);
                state.starter = first.unwrap_or(state.starter);
                state.game += 1;
                self.begin_game(state, events)
            }
            Phase::Over => from.clone(),
        }
    }

    /// Tells a move to its end: a position that asks or is over, or the state that the next turn
    /// begins from.
    fn go_on_turn(
        &self,
        from: &Position,
        answers: Answers,
        mut events: Log<'_>,
    ) -> Result<Position, (State, History)> {
        let base = from.base();
        let player = base.mover;
        let held_before = self.in_stores(base);
        let mut story = Story::new(self, base.clone(), &answers);
        if events.is_some() {
            story = story.recording();
        }
        story.history = &from.history;
        let moved = story.tell_move();
        let flow = match moved {
            Err(Stop::Ask) => Err(Stop::Ask),
            // A story that was offered ends; should one not, it is ruled as the default says.
            Err(Stop::Endless | Stop::Fuel) => {
                let clause = Default::OnlyEndless.clause();
                story.ended = Some(Ended { how: How::Judge, clause });
                let hand = std::mem::take(&mut story.hand);
                if let Some(last) = story.last_fall {
                    story.state.seeds[last.index()] += hand;
                }
                Err(Stop::EndGame)
            }
            stop => story.tell_after(stop),
        };
        keep(&mut events, &mut story);
        if flow == Err(Stop::Ask) {
            return Ok(from.asked(story, &answers));
        }
        let stands = story.stands;
        let ended = story.ended;
        let stage_ended = story.stage_ended;
        let mut state = std::mem::take(&mut story.state);
        if story.hand > 0 {
            // `end game` in mid-lap: what was still in the hand stays with the player.
            let store = self.model.board.seats[player.index()].store;
            state.seeds[store.index()] += story.hand;
        }
        drop(story);
        if let Some(ended) = ended {
            return Ok(self.game_over(state, ended, events));
        }
        let turn_over = state.mover != player || state.moves_made == 0;
        self.lift_for(&mut state, turn_over);
        let mut history = if self.irreversible && self.in_stores(&state) > held_before {
            SmallVec::new()
        } else {
            from.history.clone()
        };
        let hash = stands.unwrap_or_else(|| state.hash());
        if history.iter().filter(|h| **h == hash).count() >= 2 {
            return Ok(self.each_keeps(state, Default::Repetition, events));
        }
        history.push(hash);
        if stage_ended {
            self.next_stage(&mut state, player, true, &mut events);
        }
        Err((state, history))
    }

    fn in_stores(&self, state: &State) -> u32 {
        self.model.board.seats.iter().map(|s| u32::from(state.seeds[s.store.index()])).sum()
    }

    fn next_stage(&self, state: &mut State, seat: Seat, all: bool, events: &mut Log<'_>) {
        let stage = state.stage[seat.index()];
        let to = (stage as usize + 1).min(self.model.stages.len() - 1) as u8;
        if to == stage {
            return;
        }
        if all {
            state.stage.iter_mut().for_each(|s| *s = to);
            state.moved = 0;
        } else {
            state.stage[seat.index()] = to;
            state.moved &= !(1 << seat.0);
        }
        self.stage_began(state, seat, all, events);
    }

    pub(crate) fn stage_began(&self, state: &State, seat: Seat, all: bool, events: &mut Log<'_>) {
        let stage = state.stage[seat.index()];
        if let Some(clause) = self.model.stages.get(stage as usize).and_then(|s| s.clause) {
            let id = crate::model::StageId(u16::from(stage));
            log(events, clause, seat, EventKind::StageBegan(id, (!all).then_some(seat)));
        }
    }

    /// Leaves the stages whose time is over for the player about to move.
    fn leave_stages(&self, state: &mut State, events: &mut Log<'_>) {
        let seat = state.mover;
        for _ in 0..self.model.stages.len() {
            let Some(stage) = self.model.stages.get(state.stage[seat.index()] as usize) else {
                return;
            };
            let Some(until) = &stage.until else { return };
            if !Story::new(self, state.clone(), &[]).holds(until, Ctx::of(seat)) {
                return;
            }
            self.next_stage(state, seat, !stage.each_player, events);
            self.begin_turn(state);
        }
    }

    /// From the beginning of a turn to the next decision, or to the end of the game.
    pub(crate) fn arrive(
        &self,
        mut state: State,
        mut history: History,
        mut events: Log<'_>,
    ) -> Position {
        if history.is_empty() {
            history.push(state.hash());
        }
        let mut passes = 0;
        loop {
            if self.has_stages && state.moves_made == 0 {
                self.leave_stages(&mut state, &mut events);
            }
            let seat = state.mover;
            let kept = if self.needs_trial(&state) { Some(state.clone()) } else { None };
            let mut story = Story::new(self, state, &[]);
            story.history = &history;
            if events.is_some() {
                story = story.recording();
            }
            let flow = story.tell_move();
            let question = story.question.take();
            let told = story.events.take();
            let (acted, passed) = (story.acted, story.passed);
            let forced_is_legal = match flow {
                Err(Stop::Ask) | Err(Stop::Endless | Stop::Fuel) => false,
                _ => acted && !passed && self.lawful(&story, kept.as_ref().unwrap_or(&story.state)),
            };
            // Where nothing needs trying, nothing has been done before the question.
            state = kept.unwrap_or_else(|| std::mem::take(&mut story.state));
            drop(story);

            let mut endless = matches!(flow, Err(Stop::Endless | Stop::Fuel));
            if let Some(question) = question {
                let (any, no_end) = self.any_permitted(&state, &question);
                if any {
                    if let (Some(events), Some(told)) = (events.as_mut(), told) {
                        self.log_turn(&state, events);
                        events.extend(told);
                        let mut barred = Vec::new();
                        self.sift(&state, &Answers::new(), &question, Some(&mut barred));
                        events.extend(barred.into_iter().map(|(choice, clause)| Event {
                            clause,
                            seat,
                            kind: EventKind::Barred(choice),
                        }));
                    }
                    return Position::asking(state, Phase::Turn, history, question);
                }
                endless = no_end;
            } else if forced_is_legal {
                // Nothing is asked in this move: it is simply made.
                let here = Position::at(state, Phase::Turn, history);
                match self.go_on_turn(&here, Answers::new(), events.as_deref_mut()) {
                    Ok(position) => return position,
                    Err((next, past)) => {
                        (state, history, passes) = (next, past, 0);
                        continue;
                    }
                }
            }
            if endless {
                let clause = Default::OnlyEndless.clause();
                return self.game_over(state, Ended { how: How::Judge, clause }, events);
            }
            if passed {
                if let (Some(events), Some(told)) = (events.as_mut(), told) {
                    events.extend(told);
                }
            } else {
                let rule = self.rules(&state, seat).turn.no_move;
                let clause = rule.map_or(Default::Passes.clause(), |(clause, _)| clause);
                if rule.is_some_and(|(_, loses)| loses) {
                    return self.game_over(state, Ended { how: How::Loses(seat), clause }, events);
                }
                log(&mut events, clause, seat, EventKind::Passed);
            }
            passes += 1;
            if passes >= self.model.seats() {
                return self.each_keeps(state, Default::NobodyMoves, events);
            }
            state.mover = self.after(seat);
            self.lift_for(&mut state, true);
            self.begin_turn(&mut state);
        }
    }

    fn log_turn(&self, state: &State, events: &mut Vec<Event>) {
        if state.moves_left > 1
            && state.moves_made == 0
            && let Some(moves) = &self.rules(state, state.mover).turn.moves
        {
            let (clause, seat) = (moves.clause, state.mover);
            events.push(Event { clause, seat, kind: EventKind::TurnOf(state.moves_left) });
        }
    }

    /// By default: each player keeps the seeds of his own holes, and the game is over.
    fn each_keeps(&self, mut state: State, why: Default, mut events: Log<'_>) -> Position {
        let mut owned = false;
        for seat in self.seats() {
            let story = Story::new(self, state.clone(), &[]);
            let own = |p: &PlaceId| story.owner(*p) == Some(seat);
            let holes: Vec<PlaceId> =
                (0..self.model.board.holes as u8).map(PlaceId).filter(own).collect();
            owned |= !holes.is_empty();
            let store = self.model.board.seats[seat.index()].store;
            let mut from = SmallVec::new();
            for hole in holes {
                let n = std::mem::take(&mut state.seeds[hole.index()]);
                state.seeds[store.index()] += n;
                if n > 0 {
                    from.push((hole, n));
                }
            }
            if !from.is_empty() {
                log(&mut events, why.clause(), seat, EventKind::Captured { from });
            }
        }
        let how = if owned { How::Judge } else { How::Draw };
        self.game_over(state, Ended { how, clause: why.clause() }, events)
    }

    /// The game is over.
    fn game_over(&self, mut state: State, ended: Ended, mut events: Log<'_>) -> Position {
        let seat = state.mover;
        let story = Story::new(self, state.clone(), &[]);
        let scores: SmallVec<[u32; 4]> = self.seats().map(|s| story.held(s)).collect();
        let rules = self.rules(&state, seat);
        let mut why = ended.clause;
        let winner = match ended.how {
            How::Wins(seat) => Some(seat),
            How::Loses(seat) => (self.model.seats() == 2).then(|| Seat(1 - seat.0)),
            How::Draw => None,
            How::Judge => match &rules.winner {
                Some(rule) => {
                    let counted: SmallVec<[u32; 4]> = match &rule.places {
                        None => scores.clone(),
                        Some(places) => self
                            .seats()
                            .map(|s| {
                                let places = story.union(places, Ctx::of(s));
                                places.iter().map(|&p| u32::from(story.seeds_now(p))).sum()
                            })
                            .collect(),
                    };
                    log(&mut events, rule.clause, seat, EventKind::Fitted);
                    let best =
                        if rule.fewest { counted.iter().min() } else { counted.iter().max() };
                    let mut best = self.seats().filter(|s| Some(&counted[s.index()]) == best);
                    match (best.next(), best.next()) {
                        (Some(one), None) => Some(one),
                        _ => None,
                    }
                }
                None => {
                    log(&mut events, Default::NoWinner.clause(), seat, EventKind::Fitted);
                    why = ended.clause;
                    None
                }
            },
        };
        drop(story);
        log(
            &mut events,
            ended.clause,
            seat,
            EventKind::GameOver { winner, scores: scores.clone() },
        );
        state.last_winner = winner;
        let mut over = Position::at(state, Phase::Over, History::new());
        over.result = Some(GameResult { winner, scores, why });
        over.status = MatchStatus { over: self.model.next_game.is_none(), winner };
        if self.model.next_game.is_some() {
            over.status = self.match_status(&over, events);
        }
        over
    }

    /// Whether the match is decided, without asking anybody anything.
    fn match_status(&self, over: &Position, mut events: Log<'_>) -> MatchStatus {
        let steps = self.model.next_game.as_deref().unwrap_or_default();
        let base = self.prepare_match(&over.state, &mut None);
        let mut story = Story::new(self, base, &[]).recording();
        story.telling = Telling::Steps;
        let _ = story.steps(steps, story.player);
        match story.match_won {
            Some(winner) => {
                keep(&mut events, &mut story);
                MatchStatus { over: true, winner }
            }
            None if over.state.game >= Default::MOST_GAMES => {
                let (clause, seat) = (Default::LongMatch.clause(), over.state.starter);
                log(&mut events, clause, seat, EventKind::MatchOver { winner: None });
                MatchStatus { over: true, winner: None }
            }
            None => MatchStatus { over: false, winner: None },
        }
    }

    /// The board cleared for the next game: seeds left in holes go to their owners, all holes are
    /// open, marks and notes of the game are lifted.
    pub(crate) fn prepare_match(&self, over: &State, events: &mut Log<'_>) -> State {
        let mut state = over.clone();
        for hole in (0..self.model.board.holes as u8).map(PlaceId) {
            let owner = Story::new(self, state.clone(), &[]).owner(hole);
            let n = state.seeds[hole.index()];
            if let (Some(owner), true) = (owner, n > 0) {
                let store = self.model.board.seats[owner.index()].store;
                state.seeds[hole.index()] = 0;
                state.seeds[store.index()] += n;
                let kind = EventKind::Put { from: SmallVec::from_slice(&[(hole, n)]), to: store };
                log(events, Default::SweepForMatch.clause(), owner, kind);
            }
        }
        for unit in [Unit::Lap, Unit::Move, Unit::Turn, Unit::Game] {
            self.layout.lift(&mut state, unit);
        }
        for &mark in &self.layout.marks_until {
            state.marks[self.layout.mark_slots(mark)].fill(super::state::NO_MARK);
        }
        state.closed = PlaceSetBits::default();
        state.owed.iter_mut().for_each(|n| *n = 0);
        state.stage.iter_mut().for_each(|n| *n = 0);
        state.moved = 0;
        state.played = 0;
        state.mover = state.starter;
        state
    }

    /// A game begins from a laid-out board: *opening*, then the first turn.
    pub(crate) fn begin_game(&self, mut state: State, mut events: Log<'_>) -> Position {
        state.mover = state.starter;
        let clause = Default::FirstMoves.clause();
        log(&mut events, clause, state.starter, EventKind::GameBegan(state.game));
        self.stage_began(&state, state.starter, true, &mut events);
        let here = Position::at(state, Phase::Opening, History::new());
        self.go_on(&here, Answers::new(), events)
    }
}

/// Hands the story's events on.
fn keep(events: &mut Log<'_>, story: &mut Story<'_>) {
    if let (Some(events), Some(told)) = (events.as_mut(), story.events.take()) {
        events.extend(told);
    }
}
