//! What actions do.

use super::eval::List;
use super::event::{Choice, Deciding, EventKind};
use super::judge::{note_number, sense_number};
use super::state::{CAPTURED, NO_MARK, SOWING_HAND};
use super::story::{Ctx, Ended, Flow, How, Lap, Stop, Story, Telling, Waiting};
use crate::model::{
    Action, Case, Cases, Deed, Det, Dir, FillOrder, Judged, Life, MarkId, Marked, Part, PlaceId,
    PlacePhrase, PlaceSetBits, Places, Seat, Side, Source, Sow, SowClass, Subject,
};
use smallvec::SmallVec;

/// Seeds taken: from where, how many.
type Taken = SmallVec<[(PlaceId, u16); 4]>;

impl<'e> Story<'e> {
    /// Does the first case that fits of each list; says whether one fitted.
    pub(crate) fn cases(&mut self, cases: &'e Cases, ctx: Ctx) -> Flow<bool> {
        let mut any = false;
        for list in &cases.lists {
            for case in list {
                if case.when.as_ref().is_none_or(|c| self.holds(c, ctx)) {
                    any = true;
                    self.case(case, ctx)?;
                    break;
                }
            }
        }
        Ok(any)
    }

    fn case(&mut self, case: &'e Case, ctx: Ctx) -> Flow {
        let outer = std::mem::replace(&mut self.clause, case.clause);
        let told = self.events.as_ref().map_or(0, Vec::len);
        let mut flow = Ok(());
        for action in &case.actions {
            flow = self.act(action, ctx);
            if flow.is_err() {
                break;
            }
        }
        if self.records() && flow != Err(Stop::Ask) {
            let clause = case.clause;
            let mut since = self.events.iter().flat_map(|e| e.iter().skip(told));
            if !since.any(|e| e.clause == clause) && self.pending.is_none() {
                self.tell_of(clause, ctx.actor, EventKind::Fitted);
            }
        }
        self.clause = outer;
        flow
    }

    /// Does one action.
    pub(crate) fn act(&mut self, action: &'e Action, ctx: Ctx) -> Flow {
        match action.who {
            Subject::One(who) => match self.who(who, ctx) {
                Some(seat) => self.act_as(action, Ctx { actor: seat, ..ctx }),
                None => {
                    self.tell(ctx.actor, EventKind::NoOneMeant);
                    Ok(())
                }
            },
            Subject::Each => {
                for seat in self.around() {
                    self.act_as(action, Ctx { actor: seat, ..ctx })?;
                }
                Ok(())
            }
            Subject::Some => Ok(()),
        }
    }

    fn act_as(&mut self, action: &'e Action, ctx: Ctx) -> Flow {
        if action.may {
            if !self.would_do_something(&action.deed, ctx) {
                return Ok(());
            }
            let options = [(Choice::Yes, 0), (Choice::No, 0)].into_iter().collect();
            if self.ask(ctx.actor, Deciding::Whether, options)? != Some(Choice::Yes) {
                return Ok(());
            }
        }
        match &action.judged {
            None => self.deed(&action.deed, ctx),
            Some(judged) if is_sowing(&action.deed) => {
                let clause = self.clause;
                self.waiting.push(Waiting { judged, ctx, clause });
                self.deed(&action.deed, ctx)
            }
            Some(judged) => self.tried(&action.deed, judged, ctx),
        }
    }

    /// Does it, looks, and undoes it where the judgement says so.
    fn tried(&mut self, deed: &'e Deed, judged: &'e Judged, ctx: Ctx) -> Flow {
        let before = (self.state.clone(), self.hand, self.lap, self.move_captured, self.caught);
        let from = (self.captured_from, self.first_lap_captured_from, self.first_lap);
        let told = self.events.as_ref().map_or(0, Vec::len);
        let flow = self.deed(deed, ctx);
        if flow == Err(Stop::Ask) || self.holds(&judged.cond, ctx) != judged.unless {
            return flow;
        }
        (*self.state, self.hand, self.lap, self.move_captured, self.caught) = before;
        (self.captured_from, self.first_lap_captured_from, self.first_lap) = from;
        self.ended = None;
        if let Some(events) = &mut self.events {
            events.truncate(told);
        }
        self.tell(ctx.actor, EventKind::Undone);
        Ok(())
    }

    fn would_do_something(&self, deed: &Deed, ctx: Ctx) -> bool {
        match deed {
            Deed::Capture(source) | Deed::Put(source, _) => {
                self.union(&source.places, ctx).iter().any(|&p| self.seeds_now(p) > 0)
            }
            _ => true,
        }
    }

    fn deed(&mut self, deed: &'e Deed, ctx: Ctx) -> Flow {
        match deed {
            Deed::Sow(sow) => self.sow(sow, ctx, None),
            Deed::SowInOrder(classes) => self.sow_in_order(classes, ctx),
            Deed::Capture(source) => self.capture(source, ctx),
            Deed::Put(source, to) => self.put(source, to, ctx),
            Deed::Fill { places, as_many_as, with, order } => {
                let limit = match as_many_as {
                    None => usize::MAX,
                    Some(who) => self.who(*who, ctx).map_or(0, |s| self.filled_by(s)),
                };
                let with = u16::try_from(self.count(with, ctx)).unwrap_or(0);
                self.fill(places, limit, with, order, ctx)
            }
            Deed::Close(places) => self.each_place(places, ctx, |s, p| {
                if p.index() < s.model.board.holes && !s.state.closed.contains(p) {
                    s.state.closed.insert(p);
                    s.tell(ctx.actor, EventKind::Closed(p));
                }
            }),
            Deed::Open(places) => self.each_place(places, ctx, |s, p| {
                if s.state.closed.contains(p) {
                    s.state.closed.remove(p);
                    s.tell(ctx.actor, EventKind::Opened(p));
                }
            }),
            Deed::Mark(what, mark, owner) => self.mark(what, *mark, *owner, ctx),
            Deed::Unmark(what, mark) => self.unmark(what, *mark, ctx),
            Deed::Choose(phrase, note) => {
                let list = self.chosen(phrase, ctx, Deciding::Place)?;
                if let Some(place) = list.first() {
                    let slot = self.engine.layout.note(*note, ctx.actor);
                    self.state.notes[slot] = i32::from(place.0) + 1;
                    self.tell(ctx.actor, EventKind::Noted(*note, i32::from(place.0) + 1));
                }
                Ok(())
            }
            Deed::SetNumber(note, count) => {
                let value = i32::try_from(self.count(count, ctx)).unwrap_or(i32::MAX);
                self.set_note(*note, value, ctx)
            }
            Deed::Set(note, value) => self.set_note(*note, note_number(*value), ctx),
            Deed::SetDir(note, dir) => {
                let sense = self.direction(dir, ctx)?;
                self.set_note(*note, sense.map_or(0, sense_number), ctx)
            }
            Deed::Own(places) => {
                if self.state.owners.is_empty() {
                    let holes = &self.model.board.places[..self.model.board.holes];
                    self.state.owners =
                        holes.iter().map(|p| p.owner.map_or(255, |s| s.0)).collect();
                }
                self.each_place(places, ctx, |s, p| {
                    if p.index() < s.model.board.holes {
                        s.state.owners[p.index()] = ctx.actor.0;
                        s.tell(ctx.actor, EventKind::Owns(p));
                    }
                })
            }
            Deed::Owed(count) => {
                let n = u16::try_from(self.count(count, ctx)).unwrap_or(0);
                let owed = &mut self.state.owed[ctx.actor.index()];
                *owed = owed.saturating_add(n);
                self.tell(ctx.actor, EventKind::Owed(n));
                Ok(())
            }
            Deed::MovesFirst => {
                self.moves_first = Some(ctx.actor);
                self.tell(ctx.actor, EventKind::MovesFirst);
                Ok(())
            }
            Deed::Do(word) => match self.model.words.get(word.index()) {
                Some(word) => self.cases(&word.cases, ctx).map(|_| ()),
                None => Ok(()),
            },
            Deed::Cases(cases) => self.cases(cases, ctx).map(|_| ()),
            Deed::Either(actions) => self.either(actions, ctx),
            Deed::Repeat { from, by, cases } => {
                let by = self.count(by, ctx);
                self.repeat(from, by, cases, ctx)
            }
            Deed::Pass => {
                self.acted = true;
                self.passed = true;
                self.tell(ctx.actor, EventKind::Passed);
                Err(Stop::EndMove)
            }
            Deed::PlayAgain => {
                self.again = true;
                self.tell(ctx.actor, EventKind::Again);
                Err(Stop::EndMove)
            }
            Deed::EndMove => {
                self.tell(ctx.actor, EventKind::MoveEnded);
                Err(Stop::EndMove)
            }
            Deed::EndTurn => {
                self.tell(ctx.actor, EventKind::TurnEnded);
                Err(Stop::EndTurn)
            }
            Deed::EndStage => {
                self.stage_ended = true;
                Ok(())
            }
            Deed::EndGame => self.end_game(How::Judge),
            Deed::Draw => self.end_game(How::Draw),
            Deed::Wins(false) => self.end_game(How::Wins(ctx.actor)),
            Deed::Loses(false) => self.end_game(How::Loses(ctx.actor)),
            Deed::Wins(true) => self.end_match(Some(ctx.actor)),
            Deed::Loses(true) => {
                let other = (self.model.seats() == 2).then(|| Seat(1 - ctx.actor.0));
                self.end_match(other)
            }
        }
    }

    fn end_game(&mut self, how: How) -> Flow {
        self.ended = Some(Ended { how, clause: self.clause });
        Err(Stop::EndGame)
    }

    fn end_match(&mut self, winner: Option<Seat>) -> Flow {
        self.match_won = Some(winner);
        let seat = winner.unwrap_or(self.player);
        self.tell(seat, EventKind::MatchOver { winner });
        Err(Stop::EndGame)
    }

    // ---- choosing places ----

    /// The places of a phrase, the player's choice made: `any` asks as many times as it says.
    pub(crate) fn chosen(
        &mut self,
        phrase: &PlacePhrase,
        ctx: Ctx,
        deciding: Deciding,
    ) -> Flow<List> {
        let Det::Any(n) = &phrase.det else { return Ok(self.places(phrase, ctx)) };
        let n = usize::try_from(self.count(n, ctx)).unwrap_or(0);
        if let (1, None, Some(set)) = (n, &phrase.pick, self.set(phrase, ctx)) {
            let fits = |p: &PlaceId| deciding != Deciding::Hole || self.seeds_now(*p) > 0;
            // Where the answer is known, it is enough that something was asked.
            let known = self.used < self.answers.len();
            let asked = if known { 1 } else { usize::MAX };
            let options = set.iter().filter(fits).take(asked);
            let options = options.map(|p| (Choice::Place(p), 0)).collect();
            let chosen = self.ask(ctx.actor, deciding, options)?;
            return Ok(match chosen {
                Some(Choice::Place(place)) => List::from_slice(&[place]),
                _ => List::new(),
            });
        }
        let mut list = self.places(phrase, ctx);
        if deciding == Deciding::Hole {
            list.retain(|p| self.seeds_now(*p) > 0);
        }
        let mut chosen = List::new();
        while chosen.len() < n && !list.is_empty() {
            let Some(place) = self.ask_place(ctx.actor, deciding, &list)? else { break };
            list.retain(|p| *p != place);
            chosen.push(place);
        }
        Ok(chosen)
    }

    /// All places of phrases joined by `and`, choices made, each once.
    fn chosen_all(&mut self, places: &Places, ctx: Ctx, deciding: Deciding) -> Flow<List> {
        let mut all = List::new();
        for part in &places.parts {
            for place in self.chosen(part, ctx, deciding)? {
                if !all.contains(&place) {
                    all.push(place);
                }
            }
        }
        Ok(all)
    }

    fn each_place(
        &mut self,
        places: &Places,
        ctx: Ctx,
        mut each: impl FnMut(&mut Self, PlaceId),
    ) -> Flow {
        for place in self.chosen_all(places, ctx, Deciding::Place)? {
            each(self, place);
        }
        Ok(())
    }

    // ---- moving seeds ----

    /// How many seeds of each place a source takes; asks where the player says how many.
    fn amounts(&mut self, source: &Source, list: &List, ctx: Ctx) -> Flow<Taken> {
        let mut amounts = Taken::new();
        for &place in list {
            let there = self.seeds_now(place);
            let n = match &source.part {
                Part::All | Part::EachSeed => there,
                Part::Number(count) => {
                    there.min(u16::try_from(self.count(count, ctx).max(0)).unwrap_or(u16::MAX))
                }
                Part::Half => there / 2,
                Part::AnyNumber(from, to) => {
                    let clamp = |n: i64| u16::try_from(n.max(0)).unwrap_or(u16::MAX).min(there);
                    let (from, to) = (clamp(self.count(from, ctx)), clamp(self.count(to, ctx)));
                    let options = (from..=to).map(|n| (Choice::Number(n), 0)).collect();
                    match self.ask(ctx.actor, Deciding::Number, options)? {
                        Some(Choice::Number(n)) => n,
                        _ => 0,
                    }
                }
            };
            amounts.push((place, n));
        }
        Ok(amounts)
    }

    fn take_all(&mut self, amounts: Taken) -> Taken {
        let mut taken = Taken::new();
        for (place, n) in amounts {
            let n = self.take_from(place, n);
            if n > 0 {
                taken.push((place, n));
            }
        }
        if !self.engine.layout.marks_until.is_empty() {
            self.lift_marks();
        }
        taken
    }

    fn capture(&mut self, source: &Source, ctx: Ctx) -> Flow {
        let list = self.chosen_all(&source.places, ctx, Deciding::Place)?;
        let amounts = self.amounts(source, &list, ctx)?;
        let taken = self.take_all(amounts);
        let total: u16 = taken.iter().map(|(_, n)| n).sum();
        if total == 0 {
            return Ok(());
        }
        let store = self.model.board.seats[ctx.actor.index()].store;
        self.state.seeds[store.index()] += total;
        self.caught.seat = ctx.actor;
        self.caught.seeds = total;
        for (place, _) in &taken {
            self.captured_from.insert(*place);
            if self.laps <= 1 {
                self.first_lap_captured_from.insert(*place);
            }
        }
        self.acted = true;
        if self.records() {
            self.tell(ctx.actor, EventKind::Captured { from: taken });
        }
        if ctx.actor == self.player {
            self.lap.captured = true;
            self.move_captured = true;
            if self.laps <= 1 {
                self.first_lap.captured = true;
            }
        }
        let rules = self.rules;
        if self.telling == Telling::Move
            && !self.in_after_capture
            && !rules.after_capture.lists.is_empty()
        {
            self.in_after_capture = true;
            let flow = self.cases(&rules.after_capture, ctx);
            self.in_after_capture = false;
            flow?;
        }
        self.end_at_any_time()
    }

    fn put(&mut self, source: &Source, to: &PlacePhrase, ctx: Ctx) -> Flow {
        if matches!(source.part, Part::EachSeed) {
            return self.put_seed_by_seed(source, to, ctx);
        }
        let list = self.chosen_all(&source.places, ctx, Deciding::Place)?;
        let amounts = self.amounts(source, &list, ctx)?;
        if amounts.iter().all(|(_, n)| *n == 0) {
            return Ok(());
        }
        let targets = self.chosen(to, ctx, Deciding::Place)?;
        if matches!(to.det, Det::Every) && targets.len() > 1 {
            return self.put_in_each(source, &list, &targets, ctx);
        }
        let Some(&target) = targets.first() else { return Ok(()) };
        let taken = self.take_all(amounts);
        self.put_down(&taken, target, ctx);
        Ok(())
    }

    /// `put N of PLACES in each PLACE`: so many in every one, as long as there are.
    fn put_in_each(&mut self, source: &Source, from: &List, to: &List, ctx: Ctx) -> Flow {
        for &target in to {
            let amounts = self.amounts(source, from, ctx)?;
            let taken = self.take_all(amounts);
            self.put_down(&taken, target, ctx);
        }
        Ok(())
    }

    fn put_seed_by_seed(&mut self, source: &Source, to: &PlacePhrase, ctx: Ctx) -> Flow {
        for place in self.chosen_all(&source.places, ctx, Deciding::Place)? {
            for _ in 0..self.seeds_now(place) {
                let Some(&target) = self.chosen(to, ctx, Deciding::Place)?.first() else {
                    return Ok(());
                };
                let n = self.take_from(place, 1);
                self.put_down(&SmallVec::from_slice(&[(place, n)]), target, ctx);
            }
        }
        Ok(())
    }

    fn put_down(&mut self, taken: &Taken, target: PlaceId, ctx: Ctx) {
        let total: u16 = taken.iter().map(|(_, n)| n).sum();
        if total == 0 {
            return;
        }
        match target {
            SOWING_HAND => self.hand += total,
            CAPTURED => {}
            _ => self.state.seeds[target.index()] += total,
        }
        self.acted = true;
        if self.records() {
            self.tell(ctx.actor, EventKind::Put { from: taken.clone(), to: target });
        }
    }

    fn filled_by(&self, seat: Seat) -> usize {
        self.filled.get(seat.index()).map_or(0, |n| *n as usize)
    }

    fn fill(
        &mut self,
        places: &Places,
        limit: usize,
        with: u16,
        order: &FillOrder,
        ctx: Ctx,
    ) -> Flow {
        let store = self.model.board.seats[ctx.actor.index()].store;
        let mut list = self.union(places, ctx);
        match order {
            FillOrder::From(side) => {
                let key = |p: &PlaceId| {
                    let column = self.engine.column_from_left(*p, ctx.actor);
                    if *side == Side::Left { column } else { -column }
                };
                list.sort_by_key(key);
            }
            FillOrder::Along(from) => {
                let from = self.places(from, ctx).first().copied();
                let ring = self.ring(ctx.actor).map_or(&[][..], |r| &r.places);
                let at = |p: PlaceId| ring.iter().position(|q| *q == p).unwrap_or(0);
                let start = from.map_or(0, at);
                let n = ring.len().max(1);
                let sense = self.sense_now(ctx.actor);
                list.sort_by_key(|p| match sense {
                    super::Sense::Anticlockwise => (at(*p) + n - start) % n,
                    super::Sense::Clockwise => (start + n - at(*p)) % n,
                });
            }
            FillOrder::Any => {}
        }
        if self.filled.is_empty() {
            self.filled.resize(self.model.seats(), 0);
        }
        let mut done = 0;
        while done < limit && with > 0 && self.state.seeds[store.index()] >= with {
            let next = match order {
                FillOrder::Any => self.ask_place(ctx.actor, Deciding::Place, &list)?,
                _ => list.first().copied(),
            };
            let Some(place) = next else { break };
            list.retain(|p| *p != place);
            self.state.seeds[store.index()] -= with;
            self.state.seeds[place.index()] += with;
            self.filled[ctx.actor.index()] += 1;
            done += 1;
            self.tell(ctx.actor, EventKind::Filled(place, with));
        }
        Ok(())
    }

    // ---- marks and notes ----

    fn mark(&mut self, what: &Marked, mark: MarkId, owner: crate::model::Who, ctx: Ctx) -> Flow {
        let Some(owner) = self.who(owner, ctx) else { return Ok(()) };
        let value = self.mark_value(self.model.marks[mark.index()].of_each_player, owner);
        match what {
            Marked::Places(places) => self.each_place(places, ctx, |s, p| {
                if p.index() < s.engine.layout.places {
                    let slot = s.engine.layout.mark(mark, p);
                    s.state.marks[slot] = value;
                    s.acted = true;
                    s.tell(owner, EventKind::Marked(mark, p));
                }
            }),
            Marked::Player(who) => {
                if let Some(seat) = self.who(*who, ctx) {
                    let slot = self.engine.layout.player_mark(mark, seat);
                    self.state.marks[slot] = value;
                    self.tell(ctx.actor, EventKind::MarkedPlayer(mark, seat));
                }
                Ok(())
            }
        }
    }

    fn unmark(&mut self, what: &Marked, mark: Option<MarkId>, ctx: Ctx) -> Flow {
        let marks: SmallVec<[MarkId; 4]> = match mark {
            Some(mark) => SmallVec::from_slice(&[mark]),
            None => (0..self.model.marks.len() as u16).map(MarkId).collect(),
        };
        match what {
            Marked::Places(places) => self.each_place(places, ctx, |s, p| {
                for &mark in marks.iter().filter(|_| p.index() < s.engine.layout.places) {
                    let slot = s.engine.layout.mark(mark, p);
                    if s.state.marks[slot] != NO_MARK {
                        s.state.marks[slot] = NO_MARK;
                        s.tell(ctx.actor, EventKind::Unmarked(mark, p));
                    }
                }
            }),
            Marked::Player(who) => {
                if let Some(seat) = self.who(*who, ctx) {
                    for &mark in &marks {
                        let slot = self.engine.layout.player_mark(mark, seat);
                        self.state.marks[slot] = NO_MARK;
                        self.tell(ctx.actor, EventKind::UnmarkedPlayer(mark, seat));
                    }
                }
                Ok(())
            }
        }
    }

    /// Lifts every mark whose condition to live until now holds.
    pub(crate) fn lift_marks(&mut self) {
        let engine = self.engine;
        for &mark in &engine.layout.marks_until {
            let Life::Until(until) = &self.model.marks[mark.index()].life else { continue };
            for place in (0..self.model.board.holes as u8).map(PlaceId) {
                let slot = engine.layout.mark(mark, place);
                let value = self.state.marks[slot];
                if value == NO_MARK {
                    continue;
                }
                let owner = if value == super::state::MARKED {
                    self.owner(place).unwrap_or(self.player)
                } else {
                    Seat(value - 1)
                };
                if self.holds(until, Ctx::at(owner, place)) {
                    self.state.marks[slot] = NO_MARK;
                    self.tell(owner, EventKind::Unmarked(mark, place));
                }
            }
        }
        for &note in &engine.layout.notes_until {
            let Life::Until(until) = &self.model.notes[note.index()].life else { continue };
            if self.holds(until, Ctx::of(self.player)) {
                self.state.notes[engine.layout.note_slots(note)].fill(0);
            }
        }
    }

    fn set_note(&mut self, note: crate::model::NoteId, value: i32, ctx: Ctx) -> Flow {
        let slot = self.engine.layout.note(note, ctx.actor);
        self.state.notes[slot] = value;
        self.tell(ctx.actor, EventKind::Noted(note, value));
        Ok(())
    }

    // ---- choosing what to do ----

    fn either(&mut self, actions: &'e [Action], ctx: Ctx) -> Flow {
        let stops = |a: &Action| matches!(a.deed, Deed::EndMove | Deed::EndTurn);
        let in_sowing = self.laps > 0 && self.telling == Telling::Move;
        let stop_or_go =
            in_sowing && actions.len() == 2 && stops(&actions[0]) != stops(&actions[1]);
        let returned = in_sowing && self.returned_here();
        let mut options = SmallVec::new();
        for (i, action) in actions.iter().enumerate() {
            let goes_on = in_sowing && !stops(action) && may_sow(&action.deed);
            if (goes_on && returned) || !self.can_begin(action, ctx) {
                continue;
            }
            let choice = match stop_or_go {
                true if stops(action) => Choice::Stop,
                true => Choice::GoOn,
                false => Choice::Alternative(i as u8),
            };
            options.push((choice, 0));
        }
        let deciding = if stop_or_go { Deciding::Stop } else { Deciding::Alternative };
        let chosen = match self.ask(ctx.actor, deciding, options)? {
            Some(Choice::Stop) => actions.iter().find(|a| stops(a)),
            Some(Choice::GoOn) => actions.iter().find(|a| !stops(a)),
            Some(Choice::Alternative(i)) => actions.get(i as usize),
            _ => None,
        };
        chosen.map_or(Ok(()), |action| self.act(action, ctx))
    }

    /// Whether this question has already been asked in this move with everything as it is now;
    /// then sowing on leads nowhere new.
    fn returned_here(&mut self) -> bool {
        let origin: PlaceSetBits = self.last_fall.into_iter().collect();
        let now = (self.state.clone(), origin);
        if self.asked_at.contains(&now) {
            return true;
        }
        self.asked_at.push(now);
        false
    }

    /// Whether an alternative has anything to begin with, and its own judgement allows it.
    fn can_begin(&mut self, action: &'e Action, ctx: Ctx) -> bool {
        let ctx = match action.who {
            Subject::One(who) => match self.who(who, ctx) {
                Some(actor) => Ctx { actor, ..ctx },
                None => return false,
            },
            _ => ctx,
        };
        match &action.deed {
            Deed::Sow(sow) => {
                let list = self.union(&sow.source.places, ctx);
                list.iter().any(|&p| self.seeds_now(p) > 0)
            }
            _ => true,
        }
    }

    fn repeat(&mut self, from: &PlacePhrase, by: i64, cases: &'e Cases, ctx: Ctx) -> Flow {
        let Some(mut it) = self.places(from, ctx).first().copied() else { return Ok(()) };
        let mut stood = PlaceSetBits::default();
        while !stood.contains(it) {
            stood.insert(it);
            if !self.cases(cases, Ctx { it: Some(it), ..ctx })? {
                break;
            }
            match self.further(ctx.actor, it, by) {
                Some(next) => it = next,
                None => break,
            }
        }
        Ok(())
    }

    // ---- sowing ----

    fn sow_in_order(&mut self, classes: &'e [SowClass], ctx: Ctx) -> Flow {
        let mut options: SmallVec<[(Choice, u8); 16]> = SmallVec::new();
        for (i, class) in classes.iter().enumerate() {
            for phrase in &class.sow.source.places.parts {
                for place in self.places(phrase, ctx) {
                    let known = options.iter().any(|(c, _)| *c == Choice::Place(place));
                    if self.seeds_now(place) > 0 && !known {
                        options.push((Choice::Place(place), i as u8));
                    }
                }
            }
        }
        let classes_of = options.clone();
        let Some(choice) = self.ask(ctx.actor, Deciding::Hole, options)? else { return Ok(()) };
        let at = classes_of.iter().find(|(c, _)| *c == choice).map_or(0, |(_, i)| *i as usize);
        let (Choice::Place(place), Some(class)) = (choice, classes.get(at)) else { return Ok(()) };
        self.clause = class.clause;
        if let Some(judged) = &class.judged {
            self.waiting.push(Waiting { judged, ctx, clause: class.clause });
        }
        self.sow(&class.sow, ctx, Some(place))
    }

    /// Makes a lap ready: what is taken up, where it begins, which way. The seeds are not yet
    /// taken up. `origin`: already chosen.
    fn sow(&mut self, sow: &'e Sow, ctx: Ctx, origin: Option<PlaceId>) -> Flow {
        let list = match origin {
            Some(place) => SmallVec::from_slice(&[place]),
            None => self.chosen_all(&sow.source.places, ctx, Deciding::Hole)?,
        };
        let amounts = self.amounts(&sow.source, &list, ctx)?;
        let part = match &sow.source.part {
            Part::All | Part::EachSeed => u16::MAX,
            _ => amounts.iter().map(|(_, n)| *n).max().unwrap_or(0),
        };
        let Some(&(last_origin, _)) = amounts.iter().rfind(|(_, n)| *n > 0) else { return Ok(()) };
        let origin = amounts.iter().filter(|(_, n)| *n > 0).map(|(p, _)| *p).collect();
        let begin = match &sow.begin {
            Some(phrase) => self.chosen(phrase, ctx, Deciding::Place)?.first().copied(),
            None => None,
        };
        let sense = match &sow.dir {
            Some(dir) => {
                let before = std::mem::replace(&mut self.lap.origin, origin);
                let sense = self.direction(dir, ctx);
                self.lap.origin = before;
                sense?
            }
            None => None,
        };
        let lap = Lap { origin, last_origin, part, begin, sense, clause: self.clause };
        self.acted = true;
        if self.telling == Telling::Steps {
            return self.plain_lap(lap, ctx);
        }
        self.pending = Some(lap);
        Ok(())
    }

    /// A direction; asks where the player chooses.
    pub(crate) fn direction(&mut self, dir: &Dir, ctx: Ctx) -> Flow<Option<super::Sense>> {
        if !matches!(dir, Dir::Ask) {
            return Ok(self.fixed_sense(dir, ctx));
        }
        self.ask_direction(ctx.actor).map(Some)
    }

    pub(crate) fn ask_direction(&mut self, seat: Seat) -> Flow<super::Sense> {
        use super::Sense;
        let options = [Sense::Clockwise, Sense::Anticlockwise];
        let options = options.into_iter().map(|s| (Choice::Sense(s), 0)).collect();
        Ok(match self.ask(seat, Deciding::Direction, options)? {
            Some(Choice::Sense(sense)) => sense,
            _ => Sense::Anticlockwise,
        })
    }
}

fn is_sowing(deed: &Deed) -> bool {
    matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_))
}

/// Whether an action can lead to another lap.
fn may_sow(deed: &Deed) -> bool {
    matches!(deed, Deed::Sow(_) | Deed::SowInOrder(_) | Deed::Do(_) | Deed::Cases(_))
}
