//! Lowers the rules of one player in one stage.

use super::place_cases::simplest_place;
use super::way::LapPaths;
use super::{Compiler, LowerCtx, Lowered, ReadPhase, any_deed_in_model, seat_number};
use crate::eval::Domain;
use crate::model::{
    Action, Base, Cases, Cond, Count, Deed, Det, Dir, LawDeed, Life, MarkId, Part, PlaceId,
    PlacePhrase, PlayerRef, Rules, Seat, Sow, Stage, Subject, TurnRules, Unit, UnitRef,
};
use crate::order::SmallSort;
use crate::program::{
    Act, Block, BlockCase, Code, FirstFall, FirstToEnd, Lane, LaneRole, LaneSet, LapDirection,
    MoveFact, MoveLaw, MoveStart, NumberExpr, NumberRange, PlaceExpr, Program, SowPath, Test,
    TurnLimits, Unsupported, any_act, visit_acts,
};

/// Moves that simply begin with one hole.
struct SimpleStarts {
    begin: Vec<MoveStart>,
    /// Direction of their first laps, where the move sets it rather than the path.
    headings: Vec<(PlaceId, (Test, LapDirection))>,
}

impl<'m> Compiler<'m> {
    /// The code of a player in a stage.
    pub(super) fn code(&self, stage: &'m Stage, seat: Seat) -> Code {
        self.whole_code(stage, seat).unwrap_or_else(|why| self.unsupported_code(stage, seat, why))
    }

    /// The code of a player whose moves are run by the reference engine: only what is read between moves.
    pub(super) fn unsupported_code(&self, stage: &'m Stage, seat: Seat, why: &'static str) -> Code {
        let rules = &stage.rules;
        let after = LowerCtx::of(rules, seat, ReadPhase::After, self.tracker);
        Code {
            unsupported: Some(Unsupported { clause: None, reason: why }),
            no_move: rules.turn.no_move,
            at_once: at_once(rules),
            turn: self.turn(rules, after).unwrap_or_default(),
            winner: self.winner(rules, after).unwrap_or_default(),
            ..Code::default()
        }
    }

    fn whole_code(&self, stage: &'m Stage, seat: Seat) -> Lowered<Code> {
        let turns = self.can_reverse(&stage.rules);
        match self.code_where(stage, seat, turns)? {
            Some(code) => Ok(code),
            None => self.code_where(stage, seat, true)?.ok_or("laps in two directions"),
        }
    }

    /// Lowers the rules for a set of possible origins, and repeats with more origins until it includes all
    /// that laps can start from; see [`Compiler::code_of`].
    fn code_where(&self, stage: &'m Stage, seat: Seat, turns: bool) -> Lowered<Option<Code>> {
        let mut from = self.usual_origins(&stage.rules, seat);
        loop {
            let Some(code) = self.code_of(stage, seat, turns, from)? else { return Ok(None) };
            let others = code.origins().union(from);
            if others == from {
                return Ok(Some(code));
            }
            from = others;
        }
    }

    /// Lowers the rules. `turns`: seeds from the same place can go in both directions. `None`: they can,
    /// though `turns` is not set, since a lap keeps the direction of the one before. `from`: the possible
    /// origins.
    fn code_of(
        &self,
        stage: &'m Stage,
        seat: Seat,
        turns: bool,
        from: LaneSet,
    ) -> Lowered<Option<Code>> {
        let rules = &stage.rules;
        let beginning = LowerCtx::of(rules, seat, ReadPhase::Beginning, self.tracker);
        let usual = self.usual_direction(beginning).ok().and_then(|test| test.as_constant());
        let beginning = beginning.with(|k| k.forward = usual);
        let mut sowings: Vec<SowPath> = Vec::new();
        let (mut headings, mut ways) = (Vec::new(), Vec::new());
        let mut wrong = None;
        for place in self.pickup_places() {
            let (mut of_place, mut heading) = (Vec::new(), Vec::new());
            let taken = from.contains(Program::lane(place));
            let found = if taken {
                self.lap_paths(place, turns, beginning)
            } else {
                Ok(LapPaths::default())
            };
            match found {
                Ok(found) => {
                    heading = found.headings;
                    for (test, sowing) in found.ways {
                        let at = sowings.iter().position(|s| *s == sowing);
                        let at = at.unwrap_or_else(|| {
                            sowings.push(sowing);
                            sowings.len() - 1
                        });
                        of_place.push((test, at));
                    }
                }
                // If nothing is ever sown from that place, as from most places off the ring, the error does
                // not matter.
                Err(why) => wrong = wrong.or(Some(why)),
            }
            ways.push(of_place);
            headings.push(heading);
        }
        if !turns {
            headings.clear();
        }
        if let (true, Some(why)) = (sowings.is_empty(), wrong) {
            return Err(why);
        }
        // Last-seed cases are only needed for places that seeds can reach.
        let reached: LaneSet = sowings.iter().flat_map(|s| s.path.iter().copied()).collect();
        let senses = [false, true].map(|back| sowings.iter().any(|s| s.backward == back));
        let one_sense = match senses {
            [true, true] => None,
            [_, back] => Some(!back),
        };
        let beginning = beginning.with(|k| k.laps_forward = one_sense);
        let sowing = beginning.with(|k| {
            k.phase = ReadPhase::Sowing { falling: false, begun: true };
            k.forward = one_sense;
        });
        let by_sense = |cases| {
            [0, 1].map(|back| match senses[back] {
                true => {
                    let ctx = sowing.with(|k| k.forward = Some(back == 0));
                    self.by_place(cases, reached, ctx)
                }
                false => Vec::new(),
            })
        };
        let last_seed = by_sense(&rules.last_seed);
        let never_ends = by_sense(&rules.never_ends);
        let falling = sowing.with(|k| k.phase = ReadPhase::Sowing { falling: true, begun: true });
        let after = sowing.with(|k| k.phase = ReadPhase::After);
        let end = self
            .seats()
            .map(|next| self.cases(&rules.end, after.with(|k| k.next = next)))
            .collect();
        let relays = |blocks: &[Block]| blocks.iter().any(block_sows);
        let phase = ReadPhase::Sowing { falling: false, begun: false };
        let before_lap = sowing.with(|k| k.phase = phase);
        let before_lap = self.by_place(&rules.before_each_lap, from, before_lap);
        if one_sense.is_none() && !turns && last_seed.iter().any(|blocks| relays(blocks)) {
            return Ok(None);
        }
        let mut laws = self.laws(rules, after)?;
        // A sowing without a path does not end either.
        let nowhere = |sowing: &SowPath| {
            sowing.path.is_empty()
                || !sowing.passing.is_empty()
                || sowing.start == FirstFall::Nowhere
        };
        let no_way = |ways: &Vec<(Test, usize)>| {
            !ways.is_empty() && ways.iter().all(|(test, _)| *test != Test::Always)
        };
        let relays = relays(&before_lap)
            || last_seed.iter().any(|blocks| relays(blocks))
            || sowings.iter().any(nowhere)
            || ways.iter().any(no_way);
        let (begin, opening) = match self.simple_starts(rules, beginning) {
            // Of two players who move at once, each says the direction before either takes up seeds.
            Ok(starts) if starts.headings.is_empty() || turns && rules.turn.at_once.is_none() => {
                for (place, first) in starts.headings {
                    let of_place = headings.get_mut(place.index());
                    of_place.ok_or("a hole beside all ways")?.insert(0, first);
                }
                (starts.begin.into_iter().map(MoveStart::before_the_move).collect(), None)
            }
            _ => (Vec::new(), Some(self.opening(&rules.moves, beginning)?)),
        };
        if rules.turn.at_once.is_some() && opening.as_ref().is_some_and(|block| !only_sows(block)) {
            return Err("both players moving at once, not only by sowing");
        }
        let no_way_from = |lane: Lane| ways.get(lane.index()).is_none_or(Vec::is_empty);
        let relays =
            relays || begin.iter().any(|begin| begin.holes.lanes().iter().any(no_way_from));
        // Laws are not checked for endless sowings, so they can be folded only if there are none.
        let simple = opening.is_none() && !relays;
        let begin = if simple { fold_allowed(begin, &mut laws) } else { begin };
        let mut code = Code {
            unsupported: None,
            starts: begin,
            needs_trial: relays || opening.is_some(),
            opening,
            headings,
            ways,
            sowings,
            before_lap,
            each_seed: self.by_place(&rules.each_seed, reached, falling),
            last_seed,
            never_ends,
            any_time: self.cases(&rules.end_at_any_time, falling),
            expiry_tests: self.expiry_tests(falling)?,
            laws,
            after_move: self.cases(&rules.after_move, after),
            end,
            until: stage.until.as_ref().map(|until| self.condition(until, after)).transpose()?,
            leaves_per_player: stage.each_player,
            no_move: rules.turn.no_move,
            at_once: at_once(rules),
            turn: self.turn(rules, after)?,
            winner: self.winner(rules, after)?,
        };
        if self.asks_origin.get() && code.blocks().any(|block| any_act(block, takes_up_several)) {
            return Err("what was taken up from several places");
        }
        // If a move begins with questions, every reply is simulated to its end. If all of these would end in
        // the reference engine, leave the whole code to it.
        if code.opening.is_some() {
            let sown = code.last_seed.iter().zip(senses).filter(|(_, sown)| *sown);
            let ends = sown.flat_map(|(blocks, _)| reached.iter().map(|at| blocks.get(at.index())));
            let left =
                ends.map(|block| block.and_then(always_unsupported)).collect::<Option<Vec<_>>>();
            if let Some(why) = left.and_then(|left| left.first().copied()) {
                return Err(why);
            }
        }
        code.remove_unused_ways();
        Ok(Some(code))
    }

    /// The usual origins of a player: the places on their rings, and others that statements sow from.
    fn usual_origins(&self, rules: &Rules, seat: Seat) -> LaneSet {
        let ways = rules.way.iter().filter(|line| line.seat.is_none_or(|its| its == seat));
        let rings = ways.filter_map(|line| line.kind.rings().get(seat.index()));
        let on_rings = rings.flat_map(|ring| ring.places.iter().copied());
        let board = &self.model.board;
        let off_way = |sow: &Sow| {
            let off = |phrase: &PlacePhrase| matches!(phrase.base, Base::Store(_) | Base::Hand(_));
            sow.source.places.parts.iter().any(off)
        };
        let named = any_deed_in_model(self.model, |deed| deed.sowings().any(off_way));
        let own = named.then(|| board.seats.get(seat.index())).flatten();
        let own = own.into_iter().flat_map(|seat| [seat.store, seat.hand]);
        let nowhere = self.origin_places().skip(board.places.len());
        on_rings.chain(own).chain(nowhere).map(Program::lane).collect()
    }

    /// Marks and notes that expire when a condition holds: lane, value (`None`: any), test.
    fn expiry_tests(&self, ctx: LowerCtx<'m>) -> Lowered<Vec<(Lane, Option<u16>, Test)>> {
        let mut expiring = Vec::new();
        for (mark, its) in (0..).map(MarkId).zip(&self.model.marks) {
            let Life::Until(until) = &its.life else { continue };
            for place in self.holes().filter(|place| self.can_be_marked(mark, *place)) {
                let lane = self.lane(LaneRole::Mark(mark, place));
                let mut expire = |value, actor| {
                    let test = self.condition(
                        until,
                        ctx.with(|k| {
                            k.actor = actor;
                            k.hole = Some(place);
                        }),
                    )?;
                    expiring.push((lane, value, test));
                    Ok::<_, &'static str>(())
                };
                match its.of_each_player {
                    true => self.seats().try_for_each(|s| expire(Some(seat_number(s)), s))?,
                    false => expire(None, self.owner(place)?.unwrap_or(ctx.player()))?,
                }
            }
        }
        for (its, (slot, _)) in self.model.notes.iter().zip(&self.notes) {
            let Life::Until(until) = &its.life else { continue };
            let test = self.condition(until, ctx)?;
            let lanes = self.slots(*slot).map(|slot| self.lane(LaneRole::Note(slot)));
            expiring.extend(lanes.map(|lane| (lane, None, test.clone())));
        }
        Ok(expiring)
    }

    /// The cases of an occasion for each place in `of`, indexed by place; empty if there are none.
    fn by_place(&self, cases: &'m Cases, of: LaneSet, ctx: LowerCtx<'m>) -> Vec<Block> {
        if cases.lists.is_empty() {
            return Vec::new();
        }
        let block = |place| match of.contains(Program::lane(place)) {
            true => self.cases(cases, ctx.with(|k| k.hole = Some(place))),
            false => Block::new(),
        };
        self.pickup_places().map(block).collect()
    }

    /// Lowers the beginning of a move that does not simply begin with one hole; `Err` if nothing of it is
    /// supported.
    fn opening(&self, moves: &'m Cases, ctx: LowerCtx<'m>) -> Lowered<Block> {
        let block = self.cases(moves, ctx.with(|k| k.phase = ReadPhase::Opening));
        let cases = || block.iter().flatten();
        match cases().find_map(unsupported_reason) {
            Some(why) if cases().all(|case| unsupported_reason(case).is_some()) => Err(why),
            _ => Ok(block),
        }
    }

    /// Lowers moves that simply begin with one hole, possibly with a direction.
    fn simple_starts(&self, rules: &'m Rules, ctx: LowerCtx<'m>) -> Lowered<SimpleStarts> {
        const OTHER: &str = "a move that does not simply begin with one hole";
        let [list] = rules.moves.lists.as_slice() else { return Err(OTHER) };
        let (mut begins, mut headings): (Vec<MoveStart>, _) = (Vec::new(), Vec::new());
        for case in list {
            let test = case.when.as_ref().map_or(Ok(Test::Always), |c| self.condition(c, ctx))?;
            let [action] = case.actions.as_slice() else { return Err(OTHER) };
            let Action {
                who: Subject::One(PlayerRef::Actor),
                by_lot: false,
                may: false,
                postcondition: None,
                deed,
            } = action
            else {
                return Err(OTHER);
            };
            let Deed::Sow(sow) = deed else { return Err(OTHER) };
            let [phrase] = sow.source.places.parts.as_slice() else { return Err(OTHER) };
            let one = matches!(phrase.det, Det::Any(Count::Fixed(1)));
            let all = matches!(sow.source.part, Part::All) && sow.source.kind.is_none();
            if !one || !all || sow.begin.is_some() || phrase.pick.is_some() {
                return Err(OTHER);
            }
            let mut each = self.places(phrase, ctx)?.each();
            each.small_sort_by_key(|(place, _)| *place);
            if let Some(dir) = &sow.dir {
                // These directions depend on earlier laps; and statements before the lap might change what
                // the cases test.
                if matches!(dir, Dir::OtherWay | Dir::Towards(_))
                    || !rules.before_each_lap.lists.is_empty()
                {
                    return Err(OTHER);
                }
                let others = begins.iter().map(|earlier| earlier.test.clone());
                let this = Test::all([Test::not(Test::any(others)), test.clone()]);
                let first = Test::all([Test::Fact(MoveFact::FirstLap), this.before_the_move()]);
                for (place, _) in &each {
                    let heading = self.heading_of(dir, ctx.with(|k| k.origin = Some(*place)))?;
                    let heading = heading.ok_or(OTHER)?;
                    // Where nothing has been noted yet it goes as usual.
                    let known = if let LapDirection::Noted(lane) = heading {
                        Test::Holds(lane, NumberRange::SOME)
                    } else {
                        Test::Always
                    };
                    headings.push((*place, (Test::all([first.clone(), known]), heading)));
                }
            }
            let some = |(p, test)| {
                let lane = Program::lane(p);
                (lane, Test::all([test, Test::Holds(lane, NumberRange::SOME)]))
            };
            let holes = simplest_place(each.into_iter().map(some).collect());
            let always = test == Test::Always;
            begins.push(MoveStart { clause: case.clause, test, holes });
            if always {
                break;
            }
        }
        Ok(SimpleStarts { begin: begins, headings })
    }

    /// Lowers the direction of a lap; `None`: it has none.
    pub(super) fn heading_of(
        &self,
        dir: &'m Dir,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Option<LapDirection>> {
        Ok(match dir {
            Dir::Ask => Some(LapDirection::Chosen),
            Dir::Note(note) => Some(LapDirection::Noted(self.note_lane(*note, ctx.actor())?)),
            Dir::Anticlockwise
            | Dir::Clockwise
            | Dir::Rightwards
            | Dir::Leftwards
            | Dir::OtherWay
            | Dir::Towards(_) => {
                self.fixed_dir(dir, ctx)?.map(|forward| LapDirection::Fixed(!forward))
            }
        })
    }

    fn laws(&self, rules: &'m Rules, ctx: LowerCtx<'m>) -> Lowered<Vec<MoveLaw>> {
        let mut laws = Vec::new();
        for law in &rules.laws {
            let when = match &law.when {
                Some(when) => {
                    let before = ctx.with(|k| k.phase = ReadPhase::Beginning);
                    self.condition(when, before)?.before_the_move()
                }
                None => Test::Always,
            };
            let mut begins = None;
            let does = match &law.deed {
                LawDeed::Captures { places: Some(_), .. } => {
                    return Err("a law about where is captured");
                }
                LawDeed::Captures { first_lap: true, .. } => Test::Fact(MoveFact::FirstLapCaptured),
                LawDeed::Captures { .. } => Test::Fact(MoveFact::MoveCaptured),
                LawDeed::LeavesSeeds(who, places) => match self.who(*who, ctx)? {
                    Some(actor) => {
                        let ctx = ctx.with(|k| k.actor = actor);
                        let lanes = match places {
                            Some(places) => self.union(places, ctx)?,
                            None => self.own_holes(actor),
                        };
                        some_seeds(lanes)
                    }
                    None => Test::Never,
                },
                LawDeed::LeavesEmpty(phrase) => {
                    let each = self.places(phrase, ctx)?.each();
                    Test::all(each.into_iter().map(|(p, test)| {
                        let empty = Test::Holds(Program::lane(p), NumberRange::NONE);
                        Test::any([Test::not(test), empty])
                    }))
                }
                LawDeed::Reaches(phrase) => self.any_so(
                    phrase,
                    |place| self.sown_in(UnitRef::This(Unit::Move), place),
                    ctx,
                )?,
                LawDeed::EndsIn(phrase) => {
                    self.any_so(phrase, |place| Test::Last(place.into()), ctx)?
                }
                LawDeed::BeginsFrom(phrase) => {
                    let before = ctx.with(|k| k.phase = ReadPhase::Beginning);
                    let each = self.places(phrase, before)?.each();
                    let each = each.into_iter().map(|(p, test)| (Program::lane(p), test));
                    begins = Some((law.must, each.collect()));
                    Test::Always
                }
                LawDeed::BeginsIn(_) => return Err("a law about where the first seed falls"),
            };
            let test = if law.must || begins.is_some() { does } else { Test::not(does) };
            laws.push(MoveLaw {
                clause: law.clause,
                when,
                judges: law.when.as_ref().is_some_and(Cond::tests_for_moves),
                test,
                if_any_can: law.must && law.if_any_can,
                begins,
            });
        }
        Ok(laws)
    }

    /// Whether a predicate holds for some place of a phrase.
    pub(super) fn any_so(
        &self,
        phrase: &'m PlacePhrase,
        pred: impl Fn(Lane) -> Test,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        let each = self.places(phrase, ctx)?.each();
        Ok(Test::any(each.into_iter().map(|(p, test)| Test::all([test, pred(Program::lane(p))]))))
    }

    fn turn(&self, rules: &'m Rules, ctx: LowerCtx<'m>) -> Lowered<Option<TurnLimits>> {
        let TurnRules { no_move: _, moves, at_once: _, first_to_end: _ } = &rules.turn;
        let Some(moves) = moves else { return Ok(None) };
        let count = self.number(&moves.count, ctx)?;
        let (moves_, at_most) =
            if moves.at_most { (None, Some(count)) } else { (Some(count), None) };
        Ok(Some(TurnLimits {
            moves: moves_,
            at_most,
            continues_while: moves
                .again
                .as_ref()
                .map(|again| self.condition(again, ctx))
                .transpose()?,
        }))
    }

    fn winner(
        &self,
        rules: &'m Rules,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Option<(bool, Vec<NumberExpr>)>> {
        let Some(winner) = &rules.winner else { return Ok(None) };
        let counted = self.seats().map(|seat| {
            let seeds = match &winner.places {
                Some(places) => self.sum(places, None, ctx.with(|k| k.actor = seat))?,
                None => NumberExpr::Sum(PlaceExpr::All(self.score_lanes(seat))),
            };
            if winner.worth { self.worth_of(seeds) } else { Ok(seeds) }
        });
        Ok(Some((winner.fewest, counted.collect::<Lowered<_>>()?)))
    }
}

/// Whether both players move at once, and who moves next.
fn at_once(rules: &Rules) -> Option<FirstToEnd> {
    rules.turn.at_once.map(|_| FirstToEnd(rules.turn.first_to_end.is_some()))
}

/// Folds unconditional laws about the origin into the origins, and removes those laws.
fn fold_allowed(mut begin: Vec<MoveStart>, laws: &mut Vec<MoveLaw>) -> Vec<MoveStart> {
    laws.retain(|law| {
        let Some((must, from)) = law.begins.as_ref().filter(|_| !law.if_any_can) else {
            return true;
        };
        let one = |(lane, test): (Lane, Test)| {
            let its = from.iter().filter(|(from, _)| *from == lane);
            let there = Test::any(its.map(|(_, test)| test.clone()));
            let kept = if *must { there } else { Test::not(there) };
            let kept = Test::any([Test::not(law.when.clone()), kept]);
            (lane, Test::all([test, kept]))
        };
        let each = begin.iter().map(|begin| begin.holes.to_each()).collect::<Option<Vec<_>>>();
        let Some(each) = each else { return true };
        for (begin, each) in begin.iter_mut().zip(each) {
            begin.holes = simplest_place(each.into_iter().map(one).collect());
        }
        false
    });
    begin
}

/// Whether some of the selected lanes hold seeds.
pub(super) fn some_seeds(lanes: PlaceExpr) -> Test {
    if let PlaceExpr::All(lanes) = lanes {
        return Test::Occupied(lanes);
    }
    Test::Number(Box::new(NumberExpr::Sum(lanes)), NumberRange::SOME)
}

/// Whether an act can lead to another lap.
pub(super) fn sows(act: &Act) -> bool {
    matches!(act, Act::Sow(_) | Act::Unsupported(_))
}

/// Whether an act can start a lap from several places.
fn takes_up_several(act: &Act) -> bool {
    matches!(act, Act::Sow(lap) if lap.all)
}

/// The reason why a block always falls back to the reference engine, if it does.
fn always_unsupported(block: &Block) -> Option<&'static str> {
    let firsts = block.iter().filter_map(|list| list.first());
    firsts.filter(|case| case.test == Test::Always).find_map(unsupported_reason)
}

/// The reason why a case falls back to the reference engine, if it does.
fn unsupported_reason(case: &BlockCase) -> Option<&'static str> {
    case.acts.iter().find_map(|act| {
        let Act::Unsupported(handed) = act else { return None };
        Some(handed.reason)
    })
}

/// Whether a block can lead to another lap.
fn block_sows(block: &Block) -> bool {
    any_act(block, sows)
}

impl Code {
    /// The parts of a code that are run by the reference engine.
    pub(super) fn unsupported_parts(&self) -> Vec<&Unsupported> {
        let mut all: Vec<&Unsupported> = self.unsupported.iter().collect();
        for block in self.blocks() {
            visit_acts(block, &mut |act| {
                if let Act::Unsupported(unsupported) = act {
                    all.push(unsupported);
                }
            });
        }
        all
    }
}

impl Program {
    /// All clauses and codes that are run by the reference engine.
    pub fn unsupported(&self) -> impl Iterator<Item = &Unsupported> {
        let mut each: Vec<&Unsupported> = Vec::new();
        for unsupported in self.codes.iter().flat_map(Code::unsupported_parts) {
            if !each.contains(&unsupported) {
                each.push(unsupported);
            }
        }
        each.into_iter()
    }
}

/// Whether a block does nothing but ask and prepare laps: both players who move at once begin from the same board.
fn only_sows(block: &Block) -> bool {
    !any_act(block, |act| match act {
        Act::Sow(_) | Act::Cases(_) | Act::Chain(_) | Act::Try { .. } | Act::Ask(_) => false,
        Act::Move { .. }
        | Act::Set(..)
        | Act::SetEach(..)
        | Act::Add(..)
        | Act::PlayAgain
        | Act::Pass
        | Act::EndMove
        | Act::EndTurn
        | Act::EndStage
        | Act::EndGame(_)
        | Act::Unsupported(_) => true,
    })
}
