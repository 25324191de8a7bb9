//! Lowers statements.

use super::memory_limit::HeapSize;
use super::place_cases::{PlaceCases, place_expr, simplest_place};
use super::rules::sows;
use super::{Compiler, EITHER_WAY, LowerCtx, Lowered, ReadPhase, SEVERAL_WAYS, seat_number};
use crate::eval::Domain;
use crate::model::{
    Action, Case, Cases, Cond, Count, Deed, Det, Dir, MarkId, NoteValue, Part, Pick, PlaceId,
    PlacePhrase, Postcondition, Seat, Source, Sow, Subject,
};
use crate::order::SmallSort;
use crate::program::{
    Act, AnswerSpec, Block, BlockCase, EndRule, Lane, LaneRole, LapDirection, LapSpec, MoveFact,
    NumberExpr, PlaceExpr, Program, QuestionSpec, Reply, TakeAmount, Test,
};
use std::sync::Arc;

/// The deepest nesting of words.
const MAX_WORD_DEPTH: u8 = 16;

impl<'m> Compiler<'m> {
    /// Lowers lists of cases.
    pub(super) fn cases(&self, cases: &'m Cases, ctx: LowerCtx<'m>) -> Block {
        let lists = cases.lists.iter().enumerate();
        let lists = lists.map(|(nth, list)| {
            self.case_list(list, if nth == 0 { ctx } else { ctx.with(|k| k.acted = true) })
        });
        lists.filter(|list| !list.is_empty()).collect()
    }

    fn case_list(&self, list: &'m [Case], ctx: LowerCtx<'m>) -> Vec<BlockCase> {
        let mut made: Vec<BlockCase> = Vec::new();
        for model_case in list {
            if self.tracker.size.is_too_large() {
                break;
            }
            let from = made.len();
            made.extend(self.split_case(model_case, ctx));
            if made.iter().skip(from).any(|case| case.test == Test::Always) {
                break;
            }
        }
        made
    }

    /// Lowers a case; several cases if it depends on the direction or the ring of the lap.
    fn split_case(&self, model_case: &'m Case, ctx: LowerCtx<'m>) -> Vec<BlockCase> {
        let cases = self.case_or_unsupported(model_case, ctx);
        let lacks = |reason| {
            let mut acts = cases.iter().flat_map(|case| &case.acts);
            acts.any(|act| matches!(act, Act::Unsupported(act) if act.reason == reason))
        };
        if ctx.way_line().is_none()
            && lacks(SEVERAL_WAYS)
            && let Ok(lines) = self.way_lines(ctx)
        {
            let of_line = |(line, test)| {
                let cases = self.split_case(model_case, ctx.with(|k| k.way_line = Some(line)));
                under(test, cases)
            };
            return lines.into_iter().flat_map(of_line).collect();
        }
        if lacks(EITHER_WAY)
            && let Some(usual) = self.common_usual_direction(ctx)
        {
            return self.case_per_direction(model_case, &usual, ctx).collect();
        }
        cases
    }

    fn case_or_unsupported(&self, model_case: &'m Case, ctx: LowerCtx<'m>) -> Vec<BlockCase> {
        let clause = model_case.clause;
        self.case(model_case, ctx).unwrap_or_else(|why| {
            // Whether the case fits is unknown, so the cases after it cannot be used either.
            let acts = vec![Act::Unsupported(Compiler::unsupported(clause, why))];
            vec![BlockCase { clause, test: Test::Always, acts }]
        })
    }

    /// Splits a case that depends on the direction of the lap: one case for each direction.
    fn case_per_direction(
        &self,
        model_case: &'m Case,
        usual: &Test,
        ctx: LowerCtx<'m>,
    ) -> impl Iterator<Item = BlockCase> {
        lap_went(usual).into_iter().flat_map(move |(forward, test)| {
            let ctx = ctx.with(|k| k.forward = Some(forward));
            under(test, self.case_or_unsupported(model_case, ctx))
        })
    }

    /// Lowers a condition that is evaluated after a sowing, for either direction.
    fn cond_after_sowing(&self, cond: &'m Cond, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let laps = ctx.laps_forward();
        let ctx = ctx.with(|k| k.forward = laps);
        match self.condition(cond, ctx) {
            Err(EITHER_WAY) => {
                let usual = self.common_usual_direction(ctx).ok_or(EITHER_WAY)?;
                let of_way = |(forward, test)| {
                    let cond = self.condition(cond, ctx.with(|k| k.forward = Some(forward)))?;
                    Ok(Test::all([test, cond]))
                };
                Ok(Test::any(
                    lap_went(&usual).map(of_way).into_iter().collect::<Lowered<Vec<_>>>()?,
                ))
            }
            test => test,
        }
    }

    /// Lowers a case; one case for each player if it is about a player that a condition finds.
    fn case(&self, model_case: &'m Case, ctx: LowerCtx<'m>) -> Lowered<Vec<BlockCase>> {
        let mut made = Vec::new();
        let Some((found, rest)) = model_case.when.as_ref().and_then(split_found_player) else {
            let test =
                model_case.when.as_ref().map_or(Ok(Test::Always), |c| self.condition(c, ctx))?;
            self.push(&mut made, model_case, test, ctx);
            return Ok(made);
        };
        let mut earlier = Vec::new();
        let mut found_in = Vec::new();
        let unread = rest.is_empty();
        for seat in self.around(ctx)? {
            let one = self.condition(found, ctx.with(|k| k.only_player = Some(seat)))?;
            let ctx = ctx.with(|k| k.found_player = Some(seat));
            let rest =
                rest.iter().map(|cond| self.condition(cond, ctx)).collect::<Lowered<Vec<_>>>()?;
            let rest = Test::all(rest);
            let first = Test::not(Test::any(earlier.clone()));
            self.push(&mut made, model_case, Test::all([first, one.clone(), rest.clone()]), ctx);
            earlier.push(one.clone());
            found_in.push(Test::all([one, rest]));
        }
        // If it does not matter which player is found, one case is enough.
        let same = made.len() == found_in.len() && made.iter().all(|c| c.acts == made[0].acts);
        if same && unread {
            made.truncate(1);
            made[0].test = Test::any(found_in);
        }
        Ok(made)
    }

    fn push(&self, made: &mut Vec<BlockCase>, model_case: &'m Case, test: Test, ctx: LowerCtx<'m>) {
        if test == Test::Never {
            return;
        }
        let clause = model_case.clause;
        let mut acts = Vec::new();
        for (nth, action) in model_case.actions.iter().enumerate() {
            let ctx = if nth == 0 { ctx } else { ctx.with(|k| k.acted = true) };
            match self.action(action, ctx) {
                Ok(more) => acts.extend(more),
                Err(why) => {
                    acts = vec![Act::Unsupported(Compiler::unsupported(clause, why))];
                    break;
                }
            }
        }
        let case = BlockCase { clause, test, acts };
        self.tracker.size.add(size_of::<BlockCase>() + case.heap());
        made.push(case);
    }

    pub(super) fn action(&self, action: &'m Action, ctx: LowerCtx<'m>) -> Lowered<Vec<Act>> {
        if action.by_lot {
            return Err("a lot is drawn");
        }
        let seats: Vec<_> = match action.who {
            Subject::One(who) => self.who(who, ctx)?.into_iter().collect(),
            Subject::Each => self.around(ctx)?.collect(),
            Subject::Some => Vec::new(),
        };
        let mut acts = Vec::new();
        for seat in seats {
            let ctx = ctx.with(|k| k.actor = seat);
            let done = self.judged(action, ctx)?;
            if action.may {
                acts.push(self.ask_whether(&action.deed, done, ctx)?);
            } else {
                acts.extend(done);
            }
        }
        Ok(acts)
    }

    /// Lowers a statement with its postcondition.
    fn judged(&self, action: &'m Action, ctx: LowerCtx<'m>) -> Lowered<Vec<Act>> {
        self.try_acts(self.deed(&action.deed, ctx)?, action.postcondition.as_ref(), ctx)
    }

    /// Wraps acts so that they are undone if a postcondition fails.
    pub(super) fn try_acts(
        &self,
        done: Vec<Act>,
        judged: Option<&'m Postcondition>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Vec<Act>> {
        match judged {
            None => Ok(done),
            Some(Postcondition { unless, cond }) => {
                let test = match done.iter().any(|act| act.any(sows)) {
                    true => self.cond_after_sowing(cond, ctx)?,
                    false => self.condition(cond, ctx)?,
                };
                let test = if *unless { Test::not(test) } else { test };
                Ok(vec![Act::Try { acts: done, test, judges: cond.tests_for_moves() }])
            }
        }
    }

    pub(super) fn deed(&self, deed: &'m Deed, ctx: LowerCtx<'m>) -> Lowered<Vec<Act>> {
        self.act_memo.memoize(deed, ctx, || self.lower_deed(deed, ctx))
    }

    fn lower_deed(&self, deed: &'m Deed, ctx: LowerCtx<'m>) -> Lowered<Vec<Act>> {
        let one = |act| Ok(vec![act]);
        if let Some(open) = self.open_choice(deed, ctx)?
            && !moves_chosen_places(open, deed)
        {
            return one(self.which_place(open, deed, ctx)?);
        }
        match deed {
            Deed::Sow(sow) => self.sow(sow, None, ctx),
            Deed::SowInOrder(classes) => one(self.in_order(classes, ctx)?),
            Deed::Capture(source) => {
                let to = PlaceExpr::lane(Program::lane(self.store(ctx.actor())));
                let mut after = Block::new();
                let moving = matches!(ctx.phase(), ReadPhase::Sowing { .. } | ReadPhase::Opening);
                if moving && !ctx.in_after_capture() {
                    let ctx = ctx.with(|k| k.in_after_capture = true);
                    after = self.cases(&ctx.rules().0.after_capture, ctx);
                }
                let capture = Some(ctx.actor() == ctx.player());
                let (from, hand, share) = self.source(source, ctx)?;
                if !hand && from.lanes().is_empty() {
                    return Ok(Vec::new());
                }
                one(Act::Move { from, hand, share, kind: source.kind, to, capture, after })
            }
            Deed::Put(source, to) => {
                let (from, hand, share) = self.source(source, ctx)?;
                if !hand && from.lanes().is_empty() {
                    return Ok(Vec::new());
                }
                let targets = self.places(to, ctx)?;
                let put = |from, share, to| Act::Move {
                    from,
                    hand,
                    share,
                    kind: source.kind,
                    to,
                    capture: None,
                    after: Block::new(),
                };
                if !matches!(to.det, Det::Every) || targets.clone().each().len() < 2 {
                    let to = place_expr(targets);
                    let nowhere = to.lanes().is_empty();
                    return Ok(if nowhere { Vec::new() } else { vec![put(from, share, to)] });
                }
                // One target after the other, as long as the acts do not change which targets there are.
                let lasts = |test: &Test| !self.asks_of_seeds(test);
                let once = !hand && share.asked().is_none() && matches!(from, PlaceExpr::All(_));
                let each = targets.each();
                if !once || !each.iter().all(|(_, test)| lasts(test)) {
                    return Err("putting into each of several places");
                }
                let to = each.into_iter().map(|(place, test)| (Program::lane(place), test));
                let to = to.map(|one| simplest_place(vec![one]));
                Ok(to.map(|to| put(from.clone(), share.clone(), to)).collect())
            }
            Deed::Fill { .. } => Err("filling holes"),
            Deed::Own(places) => one(self.own(places, ctx)?),
            Deed::Close(places) => one(self.close(places, true, ctx)?),
            Deed::Open(places) => one(self.close(places, false, ctx)?),
            Deed::Mark(what, mark, owner) => {
                let Some(owner) = self.who(*owner, ctx)? else { return Ok(Vec::new()) };
                let each = self.model.marks[mark.index()].of_each_player;
                let value = if each { seat_number(owner) } else { 255 };
                one(self.mark(what, *mark, value, ctx)?)
            }
            Deed::Unmark(what, mark) => {
                let all = (0..self.model.marks.len() as u16).map(MarkId);
                let marks = mark.map_or_else(|| all.collect(), |mark| vec![mark]);
                marks.into_iter().map(|mark| self.mark(what, mark, 0, ctx)).collect()
            }
            Deed::Choose(phrase, note) => {
                let lane = self.note_lane(*note, ctx.actor())?;
                let number = match ctx.chosen_for(phrase) {
                    Some(None) => return Ok(Vec::new()),
                    Some(Some(place)) => note_number(NoteValue::Place(place)),
                    None => self.places(phrase, ctx)?.note_value(NumberExpr::Lane(lane)),
                };
                one(Act::Set(lane, number))
            }
            Deed::SetNumber(note, count) => {
                let lane = self.note_lane(*note, ctx.actor())?;
                one(Act::Set(lane, self.number(count, ctx)?))
            }
            Deed::Set(note, value) => {
                let lane = self.note_lane(*note, ctx.actor())?;
                one(Act::Set(lane, note_number(*value)))
            }
            Deed::SetDir(note, dir) => {
                let lane = self.note_lane(*note, ctx.actor())?;
                let value = match dir {
                    Dir::Note(_) => return Err("a direction that a note holds"),
                    Dir::Ask => {
                        let set = |backward: bool| Act::Set(lane, direction(!backward));
                        return one(ask_sense(ctx.actor(), &Test::Always, set));
                    }
                    Dir::Anticlockwise
                    | Dir::Clockwise
                    | Dir::Rightwards
                    | Dir::Leftwards
                    | Dir::OtherWay
                    | Dir::Towards(_) => {
                        self.fixed_dir(dir, ctx)?.map_or(NumberExpr::Fixed(0), direction)
                    }
                };
                one(Act::Set(lane, value))
            }
            Deed::SwapSides => self.swap_sides(),
            Deed::MovesFirst => Err("who moves first in the next game"),
            Deed::Do(word) => {
                if ctx.depth() > MAX_WORD_DEPTH {
                    return Err("words within words without end");
                }
                let ctx = ctx.with(|k| k.depth = ctx.depth() + 1);
                let word = self.model.words.get(word.index()).ok_or("a word that is not there")?;
                one(Act::Cases(self.cases(&word.cases, ctx).into()))
            }
            Deed::Cases(cases) => one(Act::Cases(self.cases(cases, ctx).into())),
            Deed::Either(first, actions) => one(self.which_action(*first, actions, ctx)?),
            Deed::Repeat { from, by, cases } => {
                let NumberExpr::Fixed(by) = self.number(by, ctx)? else {
                    return Err("a changing number of steps");
                };
                if ctx.leaves_open(from) {
                    return Err("a choice in the middle of a move");
                }
                let begins = self.places(from, ctx)?.in_order();
                // The statement has no cases of its own: those of its first list stand for it.
                let clause = cases.lists.iter().flatten().next().map(|case| case.clause);
                let (Some(clause), false) = (clause, begins.is_empty()) else {
                    return Ok(Vec::new());
                };
                if let [(begin, Test::Always)] = begins.as_slice() {
                    return one(self.chain(*begin, by, cases, ctx)?);
                }
                let case = |(begin, test)| {
                    Ok(BlockCase { clause, test, acts: vec![self.chain(begin, by, cases, ctx)?] })
                };
                let list = begins.into_iter().map(case).collect::<Lowered<Vec<_>>>()?;
                one(Act::Cases(Arc::new(vec![list])))
            }
            Deed::Pass => one(Act::Pass),
            Deed::PlayAgain { named: true } if ctx.actor() != ctx.player() => {
                one(Act::Add(self.lane(LaneRole::ExtraMoves(ctx.actor())), NumberExpr::Fixed(1)))
            }
            Deed::PlayAgain { .. } => one(Act::PlayAgain),
            Deed::EndMove => one(Act::EndMove),
            Deed::EndTurn => one(Act::EndTurn),
            Deed::EndStage => one(Act::EndStage),
            Deed::EndGame => one(Act::EndGame(EndRule::Judged)),
            Deed::Draw => one(Act::EndGame(EndRule::Drawn)),
            Deed::Wins(false) => one(Act::EndGame(EndRule::Wins(ctx.actor()))),
            Deed::Loses(false) => one(Act::EndGame(EndRule::Loses(ctx.actor()))),
            Deed::Wins(true) | Deed::Loses(true) => Err("the end of a match"),
        }
    }

    /// Cases run at a place, and as long as they fit at each place that is so many steps further.
    fn chain(&self, begin: PlaceId, by: i64, cases: &'m Cases, ctx: LowerCtx<'m>) -> Lowered<Act> {
        let mut place = begin;
        let mut origins = Vec::new();
        let mut blocks = Vec::new();
        while !origins.contains(&place) {
            let acted = !origins.is_empty() || ctx.acted();
            origins.push(place);
            let here = ctx.with(|k| {
                k.hole = Some(place);
                k.acted = acted;
            });
            blocks.push(self.cases(cases, here));
            match self.place_further(ctx, place, by)? {
                Some(next) => place = next,
                None => break,
            }
        }
        Ok(Act::Chain(blocks.into()))
    }

    /// Lowers a sowing of the named place, or of `origin`, which a player has chosen.
    pub(super) fn sow(
        &self,
        sow: &'m Sow,
        origin: Option<PlaceId>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Vec<Act>> {
        let parts = sow.source.places.parts.as_slice();
        if origin.is_none() && parts.iter().any(|part| ctx.leaves_open(part)) {
            return Err("a choice in the middle of a move");
        }
        // If all places that fit are taken, each needs a test of its own.
        let of = |phrase: &'m PlacePhrase, first: bool, ctx| -> Lowered<Vec<_>> {
            let selected = self.places(phrase, ctx)?;
            let each = if first { selected.in_order() } else { selected.each() };
            Ok(each.into_iter().map(|(p, test)| (Program::lane(p), test)).collect())
        };
        let takes_first = match parts {
            [phrase] if ctx.chosen_for(phrase).is_some() => true,
            [phrase] => matches!(phrase.det, Det::One) && !self.may_share_column(phrase, ctx)?,
            _ => false,
        };
        let mut from: Vec<(Lane, Test)> = Vec::new();
        match origin {
            Some(place) => from.push((Program::lane(place), Test::Always)),
            None => {
                for part in parts {
                    from.extend(of(part, takes_first, ctx)?);
                }
            }
        }
        let all = from.len() > 1 && !takes_first;
        let share = match &sow.source.part {
            Part::All => TakeAmount::All,
            Part::Half if !all => TakeAmount::Half,
            Part::Number(count) if !all => TakeAmount::Number(self.number(count, ctx)?),
            Part::AnyNumber(from, to) if !all => {
                // The number is asked for first.
                let begins = sow.begin.as_ref().and_then(|phrase| ctx.chosen_for(phrase));
                if begins.is_some() || matches!(sow.dir, Some(Dir::Ask)) {
                    return Err("a lap of a chosen number, and more to choose of it");
                }
                self.any_number(from, to, ctx)?
            }
            Part::Half | Part::Number(_) | Part::AnyNumber(..) | Part::EachSeed | Part::Nearest => {
                return Err("a lap of some of the seeds");
            }
        };
        let chosen = || parts.iter().find_map(|part| ctx.chosen_for(part).flatten());
        let only = match from.as_slice() {
            [(lane, _)] => Some(PlaceId(lane.0)),
            _ => None,
        };
        let origin = only.or_else(chosen).or(ctx.origin());
        let first = match &sow.begin {
            // If there was nothing to choose, the path decides.
            Some(phrase) if ctx.chosen_for(phrase) == Some(None) => None,
            Some(phrase) => {
                // Before the first lap there is no other origin than that of this lap.
                let begins = matches!(ctx.phase(), ReadPhase::Beginning | ReadPhase::Opening);
                let ctx = if begins { ctx.with(|k| k.origin = origin) } else { ctx };
                if begins && origin.is_none() && phrase.depends_on_lap_origin() {
                    return Err("the origin of a lap that begins from several holes");
                }
                let cases = self.places(phrase, ctx)?;
                Some(if matches!(cases, PlaceCases::Cases(_)) {
                    place_expr(cases)
                } else {
                    PlaceExpr::Each(of(phrase, true, ctx)?)
                })
            }
            None => None,
        };
        let lap = |heading| {
            let (from, share, first) = (from.clone(), share.clone(), first.clone());
            Act::Sow(LapSpec { from, all, share, kind: sow.source.kind, heading, first })
        };
        Ok(match &sow.dir {
            None => vec![lap(None)],
            Some(Dir::Ask) => {
                // An empty hole is not sown, so its direction is not asked for.
                let kind = sow.source.kind;
                let some = from
                    .iter()
                    .map(|(lane, test)| Test::all([test.clone(), self.can_be_sown(*lane, kind)]));
                let way = |backward| lap(Some(LapDirection::Fixed(backward)));
                vec![ask_sense(ctx.actor(), &Test::any(some), way)]
            }
            Some(dir) => vec![lap(self.heading_of(dir, ctx.with(|k| k.origin = origin))?)],
        })
    }

    /// Whether places are picked by column and several may share one: then all of these are selected.
    fn may_share_column(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<bool> {
        if !matches!(phrase.pick, Some(Pick::Outermost(..) | Pick::NthFrom(..) | Pick::Central)) {
            return Ok(false);
        }
        let each = self.places(phrase, ctx)?.each();
        let mut columns: Vec<i64> =
            each.iter().map(|(p, _)| self.model.board.column_from_left(*p, ctx.actor())).collect();
        columns.small_sort();
        Ok(columns.windows(2).any(|pair| pair[0] == pair[1]))
    }

    /// A number of seeds that the player chooses.
    fn any_number(&self, from: &'m Count, to: &'m Count, ctx: LowerCtx<'m>) -> Lowered<TakeAmount> {
        Ok(TakeAmount::Chosen(ctx.actor(), self.number(from, ctx)?, self.number(to, ctx)?))
    }

    pub(super) fn source(
        &self,
        source: &'m Source,
        ctx: LowerCtx<'m>,
    ) -> Lowered<(PlaceExpr, bool, TakeAmount)> {
        if let ([open], Part::All) = (source.places.parts.as_slice(), &source.part)
            && let Det::Any(many) = &open.det
            && ctx.leaves_open(open)
        {
            let from = place_expr(self.places(open, ctx)?);
            return Ok((
                from,
                false,
                TakeAmount::ChosenPlaces(ctx.actor(), self.number(many, ctx)?),
            ));
        }
        if source.places.parts.iter().any(|part| ctx.leaves_open(part)) {
            return Err("a choice in the middle of a move");
        }
        let falling = matches!(ctx.phase(), ReadPhase::Sowing { falling: true, .. });
        let hand = falling && self.names_left(&source.places);
        if hand && !matches!(source.part, Part::All) {
            return Err("some of the seeds being sown");
        }
        let from = self.union(&source.places, ctx)?;
        let share = match &source.part {
            Part::All => TakeAmount::All,
            Part::Half => TakeAmount::Half,
            Part::Number(count) => TakeAmount::Number(self.number(count, ctx)?),
            Part::AnyNumber(least, most) => {
                let in_order = match source.places.parts.as_slice() {
                    [phrase] => {
                        let each = self.places(phrase, ctx)?.each();
                        self.is_in_order(phrase, &each, ctx)?
                    }
                    _ => false,
                };
                if !in_order {
                    return Err("a choice in an order of its own");
                }
                self.any_number(least, most, ctx)?
            }
            Part::Nearest if matches!(from, PlaceExpr::Run(_)) => {
                TakeAmount::WholePlaces(ctx.actor())
            }
            Part::Nearest => return Err("a choice in an order of its own"),
            Part::EachSeed => return Err("seed by seed"),
        };
        Ok((from, hand, share))
    }
}

/// Whether a statement moves the seeds of several places that a player chooses, and chooses nothing else.
fn moves_chosen_places(open: &PlacePhrase, deed: &Deed) -> bool {
    let several = !matches!(open.det, Det::Any(Count::Fixed(1)));
    let (Deed::Capture(source) | Deed::Put(source, _)) = deed else { return false };
    let only = source.places.parts.as_slice();
    several && matches!(source.part, Part::All) && matches!(only, [one] if std::ptr::eq(one, open))
}

/// Cases that need a further test.
fn under(test: Test, cases: Vec<BlockCase>) -> Vec<BlockCase> {
    let with_test = |case: BlockCase| {
        let test = Test::all([test.clone(), case.test]);
        (test != Test::Never).then_some(BlockCase { test, ..case })
    };
    cases.into_iter().filter_map(with_test).collect()
}

/// For both directions, forward first: the test that the lap went that way; if no lap has been sown, the
/// usual direction counts.
fn lap_went(usual: &Test) -> [(bool, Test); 2] {
    [true, false].map(|forward| {
        let usual = if forward { usual.clone() } else { Test::not(usual.clone()) };
        let went = |forward: bool| Test::Fact(MoveFact::LapForward(!forward));
        let other = Test::not(went(!forward));
        let test = Test::any([went(forward), Test::all([other.clone(), usual.clone()])]);
        (forward, if usual == Test::Always { other } else { test })
    })
}

/// Asks a player for the direction of a sowing.
fn ask_sense(seat: Seat, when: &Test, then: impl Fn(bool) -> Act) -> Act {
    let answer = |backward| AnswerSpec {
        reply: Reply::Direction(backward),
        test: when.clone(),
        goes_on: false,
        acts: vec![then(backward)],
    };
    let answers = vec![answer(true), answer(false)];
    Act::ask(QuestionSpec::of(seat, answers))
}

/// A direction as a note value.
fn direction(forward: bool) -> NumberExpr {
    note_number(if forward { NoteValue::Anticlockwise } else { NoteValue::Clockwise })
}

/// A value as a note value.
fn note_number(value: NoteValue) -> NumberExpr {
    NumberExpr::Fixed(value.number().into())
}

/// The condition that finds a player (`a player ...`), and the remaining conditions.
fn split_found_player(when: &Cond) -> Option<(&Cond, Vec<&Cond>)> {
    // Offers to lose are not compiled: random players make none.
    let finds =
        |cond: &Cond| cond.subject() == Some(Subject::Some) && !matches!(cond, Cond::Concedes(_));
    let Cond::And(all) = when else { return finds(when).then(|| (when, Vec::new())) };
    let at = all.iter().position(finds)?;
    let rest = all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, cond)| cond);
    Some((all.get(at)?, rest.collect()))
}
