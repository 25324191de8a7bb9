//! The usual move, in the shortest form: the seeds fall by a table, what comes of the last one is
//! looked up, and nothing ends. Where anything else happens the move is told at length, from its
//! beginning, by [`Move`](super::move_state::MoveState); so what stands here may give up at any time.

use super::end_of_turn::EndOfTurn;
use super::interleaved::{self, MoveBatch};
use super::landing::{LandingEffect, capture_all, is_plain_end};
use super::lane_tests::Guard;
use super::rows::{self, RowTable, SowRow};
use super::{Plan, PlanHistory, PlanPosition, SowTable};
use crate::program::{Code, Lane, LaneSet, MoveStart, NumberRange, PlaceExpr, Program, Test};
use crate::runner::lanes::Lanes;

/// Laps that are sown here.
pub(super) const LAPS: u32 = 48;

/// What of a code is looked at in every move.
#[derive(Clone, Debug)]
pub(super) struct FastPath<L: Lanes> {
    pub unsupported: bool,
    /// Why all moves are told at length; `None`: usual moves are not.
    pub slow_reason: Option<&'static str>,
    /// A move does not simply begin with one hole.
    pub has_opening: bool,
    /// A choice may turn out not to be legal, whatever the laws.
    pub relays: bool,
    /// All that is said of where a move can begin.
    pub begin: Option<(L::Set, NumberRange)>,
    /// For each place, the only way of its seeds.
    pub ways: Vec<Option<u16>>,
    /// What is known of each sowing beforehand.
    pub rows: RowTable<L>,
    /// See [`RowTable::is_simple`].
    simple: bool,
    /// For each place, when something is to be done at a fall; empty if nothing ever is.
    pub fall_guards: Vec<Guard<L>>,
    /// After a move that passes the turn, and after one that does not.
    pub end_of_turn: [EndOfTurn<L>; 2],
}

/// All that a code says of where a move can begin, if that is the holes that hold so many.
pub(super) fn simple_start(code: &Code) -> Option<(&LaneSet, NumberRange)> {
    let [MoveStart { test: Test::Always, holes: PlaceExpr::Holding(set, range), .. }] =
        code.starts.as_slice()
    else {
        return None;
    };
    Some((set, *range)).filter(|_| code.unsupported.is_none())
}

/// Why no move by the code of that number is made in the shortest form. `passed`: the number of the code by
/// which the next player moves. Whatever a program can say of a move and what is here does not do, or ask, has
/// to stand in this list.
fn unsupported_feature(
    program: &Program,
    at: usize,
    passed: usize,
    most_falls: u64,
) -> Option<&'static str> {
    let [code, next] = [at, passed].map(|at| &program.codes[at]);
    let own_stages = !program.stage_lanes.is_empty();
    let began = program.moved.iter().chain(&program.played).any(Option::is_some);
    let turn = code.turn.is_some() || program.moves_left.is_some() || program.moves_made.is_some();
    let lifts = !code.expiry_tests.is_empty() || program.expiring.iter().any(|set| !set.is_empty());
    let reasons = [
        (code.unsupported.is_some(), "the reference engine tells them"),
        (code.opening.is_some() || next.opening.is_some(), "one may not begin with one hole"),
        (code.at_once.is_some() || next.at_once.is_some(), "both players move at once"),
        (!code.headings.is_empty(), "the direction of a lap depends on more than its hole"),
        (lifts, "marks or notes are lifted"),
        (!code.any_time.is_empty(), "the game may end at any time"),
        (!code.before_lap.is_empty(), "something is done before a lap"),
        (!code.after_move.is_empty(), "something is done after a move"),
        (turn, "a turn may have several moves"),
        (program.asks_sown, "it is asked where seeds fell"),
        (program.asks_earlier, "it is asked of the seed before"),
        (program.last_capture.is_some(), "it is asked of the seeds of the last capture"),
        (!program.kinds.is_empty(), "there are kinds of seeds"),
        (own_stages, "there are stages"),
        (began, "it is asked who has moved"),
        (most_falls < u64::from(LAPS * program.total_seeds), "a sowing is soon given up"),
    ];
    reasons.into_iter().find_map(|(holds, why)| holds.then_some(why))
}

impl<L: Lanes> FastPath<L> {
    /// Of the code of that number.
    pub fn of(
        program: &Program,
        at: usize,
        tables: &[SowTable<L>],
        most_falls: u64,
    ) -> FastPath<L> {
        let code = &program.codes[at];
        let only = |ways: &Vec<(Test, usize)>| match ways.as_slice() {
            [(Test::Always, way)] => u16::try_from(*way).ok(),
            _ => None,
        };
        let seat = at % program.seats;
        let passed = at - seat + (seat + 1) % program.seats;
        let at_length = unsupported_feature(program, at, passed, most_falls);
        let falls = code.each_seed.iter().zip(0..);
        let mut quick = FastPath {
            unsupported: code.unsupported.is_some(),
            slow_reason: at_length,
            has_opening: code.opening.is_some(),
            relays: code.needs_trial,
            begin: simple_start(code).map(|(set, range)| (L::set(set), range)),
            ways: code.ways.iter().map(only).collect(),
            rows: RowTable::empty(),
            simple: true,
            fall_guards: falls.map(|(block, place)| Guard::of(block, Lane(place))).collect(),
            end_of_turn: [EndOfTurn::of(program, at, passed), EndOfTurn::of(program, at, at)],
        };
        if at_length.is_none() {
            quick.rows = RowTable::of(program, code, tables, &quick.end_of_turn);
            quick.simple = quick.rows.is_simple();
            if quick.rows.is_empty() {
                quick.slow_reason = Some("a lap depends on more than its hole and number of seeds");
            }
        }
        quick
    }

    /// Whether its moves are made abreast: they may have several laps, seldom is more looked at between them
    /// than a few lanes, and there is room for those of a position.
    pub fn can_interleave(&self) -> bool {
        let few = |next: &EndOfTurn<L>| {
            !next.rare && L::count(next.options) as usize <= interleaved::MAX_MOVES
        };
        self.rows.is_relay() && self.end_of_turn.iter().all(few)
    }
}

/// What the laps of a move have made.
#[derive(Clone, Copy)]
pub(in crate::runner) struct MoveOutcome<L: Lanes> {
    pub lanes: L,
    pub laps: u32,
    pub captured: bool,
    /// Others who did: a bit each.
    pub others: u32,
    /// The player moves again.
    pub again: bool,
}

impl<L: Lanes> FastPath<L> {
    /// The lap of a simple move; `None`: it has to be told at length.
    #[inline(always)]
    fn single_lap(&self, before: &L, from: Lane) -> Option<MoveOutcome<L>> {
        let SowRow { change, sown, .. } = self.rows.row(from, before.get(from))?;
        let lanes = before.plus(change);
        let ended = MoveOutcome { lanes, laps: 1, captured: false, others: 0, again: false };
        match self.rows.landings.effect(sown.landing.cases[0], &lanes) {
            None => Some(MoveOutcome { again: sown.landing.again, ..ended }),
            Some(landed) => landed.apply_end(ended),
        }
    }

    /// The laps of any usual move. It stands apart, since what a loop needs would be made ready for every
    /// move.
    #[inline(never)]
    fn all_laps(&self, before: &L, origin: Lane) -> Option<MoveOutcome<L>> {
        let begun =
            MoveOutcome { lanes: *before, laps: 0, captured: false, others: 0, again: false };
        self.further_laps(begun, origin)
    }

    /// The laps that follow on others.
    #[inline(always)]
    fn further_laps(&self, begun: MoveOutcome<L>, mut from: Lane) -> Option<MoveOutcome<L>> {
        let MoveOutcome { mut lanes, mut captured, mut others, .. } = begun;
        let mut taken = L::empty();
        let mut seeds = lanes.get(from);
        for laps in begun.laps + 1..=LAPS {
            let row = self.rows.row(from, seeds)?;
            let SowRow { change, sown, .. } = row;
            if let Some(captures) = &self.rows.captures {
                let before = lanes;
                lanes.add(change);
                taken.add(&captures.take(&before, &mut lanes, sown.last));
            } else {
                lanes = self.rows.sow_seed_by_seed(lanes, from, row, &self.fall_guards)?;
            }
            seeds = lanes.get(sown.last);
            if sown.landing.relays_at(seeds) {
                from = sown.last;
                continue;
            }
            let made = MoveOutcome { lanes, laps, captured, others, again: false };
            let (number, made) = self.distribute_captures(row, &taken, made)?;
            match self.rows.landings.effect(number, &made.lanes) {
                None => return Some(MoveOutcome { again: sown.landing.again, ..made }),
                Some(LandingEffect::Relays(lane)) => {
                    MoveOutcome { lanes, captured, others, .. } = made;
                    (taken, from, seeds) = (L::empty(), *lane, lanes.get(*lane));
                }
                Some(landed) => return landed.apply_end(made),
            }
        }
        None
    }

    /// The last seed of a lap has fallen, whose place is not simply sown on: the number of what may come of it,
    /// and what has been made when all that was captured (`taken`) has been handed over; `None`: it has to be
    /// told at length.
    #[inline(always)]
    fn distribute_captures(
        &self,
        row: &SowRow<L>,
        taken: &L,
        made: MoveOutcome<L>,
    ) -> Option<(u16, MoveOutcome<L>)> {
        let MoveOutcome { mut lanes, mut captured, mut others, .. } = made;
        let rows::RowOutcome { landing, last, .. } = row.sown;
        let [mut number, _] = landing.cases;
        if let Some(captures) = &self.rows.captures {
            // Not two cases: which it is would often be guessed wrong.
            number = landing.cases[usize::from(lanes.get(last) == 0)];
            let (own, other) = captures.distribute(taken, &mut lanes)?;
            (captured, others) = (captured | own, others | other);
        }
        Some((number, MoveOutcome { lanes, captured, others, ..made }))
    }

    /// What a move has made whose last lap, or last but some, has been sown; `None`: it has to be told at length.
    #[inline(always)]
    pub fn outcome(
        &self,
        row: &SowRow<L>,
        taken: &L,
        made: MoveOutcome<L>,
    ) -> Option<MoveOutcome<L>> {
        let (number, made) = self.distribute_captures(row, taken, made)?;
        let ended = MoveOutcome { again: row.sown.landing.again, ..made };
        if is_plain_end(number) {
            return Some(ended);
        }
        match self.rows.landings.effect(number, &made.lanes) {
            None => Some(ended),
            Some(landed) => self.uncommon_outcome(landed, made),
        }
    }

    #[inline(never)]
    fn uncommon_outcome(
        &self,
        landed: &LandingEffect<L>,
        made: MoveOutcome<L>,
    ) -> Option<MoveOutcome<L>> {
        match landed {
            LandingEffect::Relays(lane) => self.further_laps(made, *lane),
            landed => landed.apply_end(made),
        }
    }
}

impl<L: Lanes> LandingEffect<L> {
    /// The end of a move, if it ends like that.
    #[inline(always)]
    fn apply_end(&self, ended: MoveOutcome<L>) -> Option<MoveOutcome<L>> {
        let captures = |(lanes, captured): (L, bool)| {
            Some(MoveOutcome { lanes, captured: captured | ended.captured, ..ended })
        };
        match self {
            LandingEffect::Ended => Some(ended),
            LandingEffect::Again => Some(MoveOutcome { again: true, ..ended }),
            LandingEffect::Captures(from, to) => captures(capture_all(ended.lanes, from, *to)),
            LandingEffect::CapturesRun(run) => captures(run.capture(ended.lanes)),
            LandingEffect::Relays(_) | LandingEffect::Slow => None,
        }
    }
}

/// What all usual moves of a position need.
#[derive(Clone, Copy)]
pub(in crate::runner) struct FastMoves<'a, L: Lanes> {
    plan: &'a Plan<L>,
    pub pos: &'a PlanPosition<L>,
    fast_path: &'a FastPath<L>,
    can_return: bool,
}

impl<'a, L: Lanes> FastMoves<'a, L> {
    /// Of a position for whose moves no law holds. `can_return`: what is made may be one of the trail.
    #[inline(always)]
    pub fn of(plan: &'a Plan<L>, pos: &'a PlanPosition<L>, can_return: bool) -> FastMoves<'a, L> {
        let quick = &plan.fast_paths[plan.code_index(&pos.lanes, pos.mover)];
        FastMoves { plan, pos, fast_path: quick, can_return }
    }

    /// Whether all its usual moves are simple: one lap, and nothing is to be done as its seeds fall.
    #[inline(always)]
    pub fn are_simple(&self) -> bool {
        self.fast_path.simple
    }

    /// Makes a simple move; `None`: it has to be told at length. `kept`: what it makes goes on the trail.
    #[inline(always)]
    pub fn make_simple(
        &self,
        origin: Lane,
        trail: &mut PlanHistory<L>,
        kept: bool,
    ) -> Option<PlanPosition<L>> {
        self.finish(self.fast_path.single_lap(&self.pos.lanes, origin)?, trail, kept)
    }

    /// Makes a usual move; `None`: it has to be told at length.
    #[inline(always)]
    pub fn make(
        &self,
        origin: Lane,
        trail: &mut PlanHistory<L>,
        kept: bool,
    ) -> Option<PlanPosition<L>> {
        let quick = self.fast_path;
        let sown = match quick.simple {
            true => quick.single_lap(&self.pos.lanes, origin)?,
            false => quick.all_laps(&self.pos.lanes, origin)?,
        };
        self.finish(sown, trail, kept)
    }

    /// Whether another position is one for whose moves the same rules hold.
    #[inline(always)]
    pub fn has_same_rules(&self, pos: &PlanPosition<L>) -> bool {
        std::ptr::eq(
            self.fast_path,
            &self.plan.fast_paths[self.plan.code_index(&pos.lanes, pos.mover)],
        )
    }

    /// Sows moves of positions that are alike.
    pub fn sow_interleaved(&self, moves: &mut MoveBatch<L>) {
        moves.sow(self.fast_path);
    }

    /// The position after one of the moves that have been sown, where no law holds in it, if it is none of
    /// those before; nothing is told of the move. `None`: it has to be told at length.
    #[inline(always)]
    pub fn interleaved_result(&self, moves: &MoveBatch<L>, one: usize) -> Option<PlanPosition<L>> {
        let made = moves.outcome(self.fast_path, one)?;
        let (PlanPosition { lanes, options, mover, choices_uncertain: unsure, .. }, _) =
            self.arrive(made, |_, _| None)?;
        Some(PlanPosition { choices_uncertain: unsure, ..PlanPosition::at(lanes, options, mover) })
    }

    /// Whether it matters that a position stands for the second time.
    #[inline(always)]
    pub fn ends_at_second_occurrence(&self) -> bool {
        self.fast_path.end_of_turn.iter().any(|next| next.returns <= 2)
    }

    /// The lanes on which something may come of a last seed; `None`: no move is known to be quiet.
    #[inline(always)]
    pub fn watched_lanes(&self) -> Option<L::Set> {
        let quiet = self.fast_path.rows.no_effect.as_ref().filter(|_| !self.can_return)?;
        quiet.watched_lanes(&self.pos.lanes)
    }

    /// What a usual move makes of which nothing comes; `None`: something may.
    #[inline(always)]
    pub fn make_no_effect(&self, origin: Lane, watched: L::Set) -> Option<L> {
        let row = self.fast_path.rows.row(origin, self.pos.lanes.get(origin))?;
        (!L::has(watched, row.guard_lane)).then(|| self.pos.lanes.plus(&row.change))
    }

    /// The position after the last lap.
    #[inline(always)]
    fn finish(
        &self,
        sown: MoveOutcome<L>,
        trail: &mut PlanHistory<L>,
        kept: bool,
    ) -> Option<PlanPosition<L>> {
        let FastMoves { plan, pos, can_return, .. } = *self;
        let look_further = |next: &_, options| plan.check_in_full(next, sown.lanes, options, trail);
        let (made, next) = self.arrive(sown, look_further)?;
        if can_return {
            let count = plan.count_occurrences(trail, plan.identity_key(&made.lanes), next.seat);
            if count >= 2 || count + 1 >= next.returns {
                return None;
            }
        }
        if kept {
            plan.push_if_returnable(trail, &pos.lanes, &made.lanes, next.seat);
        }
        Some(made)
    }

    /// The position after the last lap, wherever it stood before. What can be chosen, and whether a law
    /// holds, is looked up where that takes more than a look.
    #[inline(always)]
    fn arrive(
        &self,
        sown: MoveOutcome<L>,
        look_further: impl FnOnce(&EndOfTurn<L>, L::Set) -> Option<(L::Set, bool)>,
    ) -> Option<(PlanPosition<L>, &'a EndOfTurn<L>)> {
        let MoveOutcome { lanes, laps, again, captured, others } = sown;
        let next = &self.fast_path.end_of_turn[usize::from(again)];
        let occupied = lanes.occupied(L::all_lanes());
        let mut options = L::intersection(occupied, next.options);
        let mut laws = false;
        if next.rare || L::is_empty(L::intersection(occupied, next.must_feed)) {
            (options, laws) = look_further(next, options)?;
        }
        if L::is_empty(options) || next.end_filter.matches_simple(&lanes, occupied) {
            return None;
        }
        let unsure = laws | next.relays;
        let at = PlanPosition::at(lanes, options, next.seat);
        Some((
            PlanPosition {
                laps,
                captured,
                others,
                laws_apply: laws,
                choices_uncertain: unsure,
                ..at
            },
            next,
        ))
    }
}

impl<L: Lanes> Plan<L> {
    /// What can be chosen, and whether a law holds, where that takes more than a look; `None`: the
    /// move has to be told at length.
    #[inline(never)]
    fn check_in_full(
        &self,
        next: &EndOfTurn<L>,
        lanes: L,
        options: L::Set,
        trail: &PlanHistory<L>,
    ) -> Option<(L::Set, bool)> {
        let options = if next.needs_slow_check {
            self.pseudo_legal(&lanes, next.seat, trail)?
        } else {
            options
        };
        let laws = self.any_law_applies(&lanes, next.seat, trail, false);
        let ends =
            laws && next.no_move || next.returns <= 1 || next.end_filter.matches_other(&lanes);
        (!ends).then_some((options, laws))
    }
}
