//! The fast path: usual moves by table. Each lap is one table row, the effect of the last seed is looked up,
//! and the checks at the end of the turn are a few vector comparisons.
//!
//! The fast path may give up at any point (`None`). The move then starts again from its beginning on the slow
//! path, [`MoveState`](super::move_state::MoveState).

use super::directions;
use super::end_of_turn::EndOfTurn;
use super::interleaved::{self, MoveBatch};
use super::landing::{LandingEffect, capture_all, is_plain_end};
use super::lane_tests::Guard;
use super::rows::{self, RowTable, SowRow};
use super::{MoveStats, Plan, PlanHistory, PlanPosition, SowTable};
use crate::program::{Code, Lane, LaneSet, MoveStart, NumberRange, PlaceExpr, Program, Test};
use crate::runner::lanes::Lanes;

/// Most laps of a move on the fast path.
pub(super) const LAPS: u32 = 48;

/// The fast path of one code.
#[derive(Clone, Debug)]
pub(super) struct FastPath<L: Lanes> {
    pub unsupported: bool,
    /// Why all moves take the slow path; `None`: usual moves take the fast path.
    pub slow_reason: Option<&'static str>,
    /// The code has an opening: a move does not simply begin with one hole.
    pub has_opening: bool,
    /// See [`Code::opening_ends_with_questions`].
    pub opening_ends_with_questions: bool,
    /// See [`Code::asks_in_laps`].
    pub asks_in_laps: bool,
    /// A choice may be illegal without any law: its sowing may be endless.
    pub relays: bool,
    /// See [`Code::rules_endless_sowing`].
    pub rules_endless_sowing: bool,
    /// The pseudo-legal origins, if they are just the lanes of a set within a range.
    pub begin: Option<(L::Set, NumberRange)>,
    /// For each place, its only path; `None`: there are several, or none.
    pub ways: Vec<Option<u16>>,
    /// For each place, the path of a later lap after a lap [along the ring, against it], if no more decides it.
    pub later_ways: [Vec<Option<u16>>; 2],
    /// Precomputed laps.
    pub rows: RowTable<L>,
    /// See [`RowTable::is_simple`].
    simple: bool,
    /// For each place, the guard of its per-seed hooks; empty if there are none.
    pub fall_guards: Vec<Guard<L>>,
    /// The guard of ends that may come at any time.
    pub any_time_guard: Guard<L>,
    /// See [`Code::lasting_lanes`].
    pub lasting: LaneSet,
    /// The lanes of marks and notes that a condition clears.
    pub expirable: L::Set,
    /// For each of these, the lane that has to be 0 for its condition to hold, if there is one alone.
    pub last_while_occupied: Vec<Option<Lane>>,
    /// Checks for [turn passes, same player again].
    pub end_of_turn: [EndOfTurn<L>; 2],
}

/// The pseudo-legal origins of a code, if they are just the holes of a set within a range.
pub(super) fn simple_start(code: &Code) -> Option<(&LaneSet, NumberRange)> {
    let [MoveStart { clause: _, test: Test::Always, holes: PlaceExpr::Holding(set, range) }] =
        code.starts.as_slice()
    else {
        return None;
    };
    Some((set, *range)).filter(|_| code.unsupported.is_none())
}

/// Why moves by the code `at` cannot take the fast path; `None`: usual ones can. `passed`: index of the code by
/// which the next player moves.
///
/// INVARIANT: every field of a program and of its codes is named here. A new field does not compile until it is
/// either implemented by the fast path (the comment says where) or tested for below.
fn unsupported_feature(
    program: &Program,
    at: usize,
    passed: usize,
    most_falls: u64,
) -> Option<&'static str> {
    let Program {
        // Roles of lanes: only the tests and acts of the codes read and change them.
        lanes: _,
        places: _,
        seats: _,
        own_holes: _,
        owners: _,
        score_lanes: _,
        greatest_compared: _,
        // Whether the new position may have occurred before: a move gives up where that matters.
        identity: _,
        stores: _,
        irreversible: _,
        fewest_moves_to_repeat: _,
        // Rows exist only if nothing reads the hand while seeds fall, except as captures along the way.
        hand: _,
        total_seeds,
        codes,
        last_capture,
        kinds,
        stage_lanes,
        moves_made,
        turn_captured,
        turn_went,
        turn_sown,
        moves_left,
        extra_moves,
        expiring,
        moved,
        played,
        asks_sown,
        asks_earlier,
        asks_before_fall,
    } = program;
    let Code {
        // Options, laws that may apply, and when the game may end: `EndOfTurn`.
        starts: _,
        needs_trial: _,
        laws: _,
        end: _,
        // A move gives up if nobody has an option after it, or the game may end.
        no_move: _,
        winner: _,
        // How seeds go round, and their effects: `RowTable`.
        ways: _,
        sowings: _,
        each_seed: _,
        last_seed: _,
        // A move gives up after a few laps.
        never_ends: _,
        // Only a game with stages has them.
        until: _,
        leaves_per_player: _,
        unsupported,
        opening,
        headings,
        before_lap,
        any_time,
        expiry_tests,
        after_move,
        at_once,
        turn,
    } = &codes[at];
    let Code {
        // The start of the next move, and its laws: `EndOfTurn`.
        starts: _,
        unsupported: _,
        needs_trial: _,
        laws: _,
        opening: next_opening,
        at_once: next_at_once,
        // Acts of the next move and after it.
        ways: _,
        headings: _,
        sowings: _,
        before_lap: _,
        each_seed: _,
        last_seed: _,
        never_ends: _,
        any_time: _,
        expiry_tests: _,
        after_move: _,
        end: _,
        until: _,
        leaves_per_player: _,
        no_move: _,
        turn: _,
        winner: _,
    } = &codes[passed];
    let began = moved.iter().chain(played).any(Option::is_some);
    let earlier = turn_captured.is_some() || turn_went.is_some() || !turn_sown.is_empty();
    let counted = moves_left.is_some() || moves_made.is_some() || !extra_moves.is_empty();
    let lifts = !expiry_tests.is_empty() || expiring.iter().any(|set| !set.is_empty());
    let reasons = [
        (unsupported.is_some(), "the reference engine tells them"),
        (opening.is_some() || next_opening.is_some(), "one may not begin with one hole"),
        (at_once.is_some() || next_at_once.is_some(), "both players move at once"),
        (!headings.is_empty(), "the direction of a lap depends on more than its hole"),
        (lifts, "marks or notes are lifted"),
        (!any_time.is_empty(), "the game may end at any time"),
        (!before_lap.is_empty(), "something is done before a lap"),
        (!after_move.is_empty(), "something is done after a move"),
        (turn.is_some() || counted || earlier, "a turn may have several moves"),
        (*asks_sown, "it is asked where seeds fell"),
        (*asks_earlier, "it is asked of the seed before"),
        (*asks_before_fall, "it is asked of a mark before the seed fell"),
        (last_capture.is_some(), "it is asked of the seeds of the last capture"),
        (!kinds.is_empty(), "there are kinds of seeds"),
        (!stage_lanes.is_empty(), "there are stages"),
        (began, "it is asked who has moved"),
        (most_falls < u64::from(LAPS * total_seeds), "a sowing is soon given up"),
    ];
    reasons.into_iter().find_map(|(holds, why)| holds.then_some(why))
}

/// See [`FastPath::last_while_occupied`].
fn last_while_occupied(code: &Code) -> Vec<Option<Lane>> {
    let lanes = code.expiry_tests.iter().map(|(lane, ..)| lane.index() + 1).max();
    let only = |lane: usize| {
        let mut tests = code.expiry_tests.iter().filter(|(its, ..)| its.index() == lane);
        let Some((_, _, Test::Holds(place, range))) = tests.next() else { return None };
        (*range == NumberRange::exactly(0) && tests.next().is_none()).then_some(*place)
    };
    (0..lanes.unwrap_or_default()).map(only).collect()
}

impl<L: Lanes> FastPath<L> {
    /// The fast path of the code at an index.
    pub fn of(
        program: &Program,
        at: usize,
        tables: &[SowTable<L>],
        most_falls: u64,
    ) -> FastPath<L> {
        let code = &program.codes[at];
        let only = |ways: &Vec<(Test, usize)>| {
            let [(Test::Always, way)] = ways.as_slice() else { return None };
            u16::try_from(*way).ok()
        };
        let seat = at % program.seats;
        let passed = at - seat + (seat + 1) % program.seats;
        let slow_reason = unsupported_feature(program, at, passed, most_falls);
        let falls = code.each_seed.iter().zip(0..);
        let fall_guards: Vec<Guard<L>> =
            falls.map(|(block, place)| Guard::of(block, Some(Lane(place)))).collect();
        let mut fast_path = FastPath {
            unsupported: code.unsupported.is_some(),
            slow_reason,
            has_opening: code.opening.is_some(),
            opening_ends_with_questions: code.opening_ends_with_questions(),
            asks_in_laps: code.asks_in_laps(),
            relays: code.needs_trial,
            rules_endless_sowing: code.rules_endless_sowing(),
            begin: simple_start(code).map(|(set, range)| (L::set(set), range)),
            ways: code.ways.iter().map(only).collect(),
            later_ways: [false, true].map(|backward| directions::later_ways(code, backward)),
            rows: RowTable::empty(),
            simple: true,
            fall_guards,
            any_time_guard: Guard::of(&code.any_time, None),
            lasting: code.lasting_lanes(program),
            expirable: L::set(&code.expiry_tests.iter().map(|(lane, ..)| *lane).collect()),
            last_while_occupied: last_while_occupied(code),
            end_of_turn: [EndOfTurn::of(program, at, passed), EndOfTurn::of(program, at, at)],
        };
        if slow_reason.is_none() {
            fast_path.rows = RowTable::of(program, code, tables, &fast_path.end_of_turn);
            fast_path.simple = fast_path.rows.is_simple();
            if fast_path.rows.is_empty() {
                fast_path.slow_reason =
                    Some("a lap depends on more than its hole and number of seeds");
            }
        }
        fast_path
    }

    /// Whether its moves are sown interleaved ([`MoveBatch`]): they may have several laps, the end-of-turn
    /// checks are a few lane comparisons, and the moves of a position fit in a batch.
    pub fn can_interleave(&self) -> bool {
        let few = |next: &EndOfTurn<L>| {
            !next.rare && L::count(next.options) as usize <= interleaved::MAX_MOVES
        };
        self.rows.is_relay() && self.end_of_turn.iter().all(few)
    }
}

/// Outcome of the laps of a move.
#[derive(Clone, Copy)]
pub(in crate::runner) struct MoveOutcome<L: Lanes> {
    pub lanes: L,
    pub laps: u32,
    pub captured: bool,
    /// Other players who captured: one bit per seat.
    pub others: u32,
    /// The player moves again.
    pub again: bool,
}

impl<L: Lanes> FastPath<L> {
    /// The lap of a simple move; `None`: take the slow path.
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

    /// The laps of any usual move. Not inlined: the setup of the loop would slow down simple moves.
    #[inline(never)]
    fn all_laps(&self, before: &L, origin: Lane) -> Option<MoveOutcome<L>> {
        let begun =
            MoveOutcome { lanes: *before, laps: 0, captured: false, others: 0, again: false };
        self.further_laps(begun, origin)
    }

    /// Continues a move with a lap from `from`.
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

    /// Distributes the seeds captured along the way (`taken`) after a lap that does not simply relay. Returns
    /// the index of the landing case and the outcome so far; `None`: take the slow path.
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
            // Branch-free on purpose: this branch mispredicts.
            number = landing.cases[usize::from(lanes.get(last) == 0)];
            let (own, other) = captures.distribute(taken, &mut lanes)?;
            (captured, others) = (captured | own, others | other);
        }
        Some((number, MoveOutcome { lanes, captured, others, ..made }))
    }

    /// Outcome of a move that has been sown up to a lap that does not simply relay; further laps are sown
    /// here. `None`: take the slow path.
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
            LandingEffect::Ended
            | LandingEffect::Again
            | LandingEffect::Captures(..)
            | LandingEffect::CapturesRun(_)
            | LandingEffect::Slow => landed.apply_end(made),
        }
    }
}

impl<L: Lanes> LandingEffect<L> {
    /// The outcome, if this effect ends the move.
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

/// What all usual moves of a position share.
#[derive(Clone, Copy)]
pub(in crate::runner) struct FastMoves<'a, L: Lanes> {
    plan: &'a Plan<L>,
    pub pos: &'a PlanPosition<L>,
    fast_path: &'a FastPath<L>,
    can_return: bool,
}

impl<'a, L: Lanes> FastMoves<'a, L> {
    /// For a position in which no law applies. `can_return`: a resulting position may be in the history.
    #[inline(always)]
    pub fn of(plan: &'a Plan<L>, pos: &'a PlanPosition<L>, can_return: bool) -> FastMoves<'a, L> {
        let fast_path = &plan.fast_paths[plan.code_index(&pos.lanes, pos.mover)];
        FastMoves { plan, pos, fast_path, can_return }
    }

    /// Whether all usual moves are simple: one lap without per-seed hooks.
    #[inline(always)]
    pub fn are_simple(&self) -> bool {
        self.fast_path.simple
    }

    /// Makes a simple move; `None`: take the slow path. `kept`: the new position goes into the history.
    #[inline(always)]
    pub fn make_simple(
        &self,
        origin: Lane,
        trail: &mut PlanHistory<L>,
        kept: bool,
    ) -> Option<PlanPosition<L>> {
        self.finish(self.fast_path.single_lap(&self.pos.lanes, origin)?, trail, kept)
    }

    /// Makes a usual move; `None`: take the slow path. `kept`: the new position goes into the history.
    #[inline(always)]
    pub fn make(
        &self,
        origin: Lane,
        trail: &mut PlanHistory<L>,
        kept: bool,
    ) -> Option<PlanPosition<L>> {
        let fast_path = self.fast_path;
        let sown = match fast_path.simple {
            true => fast_path.single_lap(&self.pos.lanes, origin)?,
            false => fast_path.all_laps(&self.pos.lanes, origin)?,
        };
        self.finish(sown, trail, kept)
    }

    /// Whether another position has the same fast path.
    #[inline(always)]
    pub fn has_same_rules(&self, pos: &PlanPosition<L>) -> bool {
        std::ptr::eq(
            self.fast_path,
            &self.plan.fast_paths[self.plan.code_index(&pos.lanes, pos.mover)],
        )
    }

    /// Sows moves of positions that have the same fast path.
    pub fn sow_interleaved(&self, moves: &mut MoveBatch<L>) {
        moves.sow(self.fast_path);
    }

    /// The position after one of the sown moves, without its laps and captures. The history is not checked.
    /// `None`: a law may apply, or the move has to take the slow path.
    #[inline(always)]
    pub fn interleaved_result(&self, moves: &MoveBatch<L>, one: usize) -> Option<PlanPosition<L>> {
        let made = moves.outcome(self.fast_path, one)?;
        let (PlanPosition { lanes, options, mover, choices_uncertain, .. }, _) =
            self.arrive(made, |_, _| None)?;
        Some(PlanPosition { choices_uncertain, ..PlanPosition::at(lanes, options, mover) })
    }

    /// Whether the second occurrence of a position may end the game.
    #[inline(always)]
    pub fn ends_at_second_occurrence(&self) -> bool {
        self.fast_path.end_of_turn.iter().any(|next| next.returns <= 2)
    }

    /// The lanes in which a last seed may have an effect; `None`: any move may have one.
    #[inline(always)]
    pub fn watched_lanes(&self) -> Option<L::Set> {
        let filter = self.fast_path.rows.no_effect.as_ref().filter(|_| !self.can_return)?;
        filter.watched_lanes(&self.pos.lanes)
    }

    /// The lanes after a usual move that changes nothing but seeds; `None`: it may have another effect.
    #[inline(always)]
    pub fn make_no_effect(&self, origin: Lane, watched: L::Set) -> Option<L> {
        let row = self.fast_path.rows.row(origin, self.pos.lanes.get(origin))?;
        (!L::has(watched, row.guard_lane)).then(|| self.pos.lanes.plus(&row.change))
    }

    /// The position after the last lap; repetition is checked.
    #[inline(always)]
    fn finish(
        &self,
        sown: MoveOutcome<L>,
        trail: &mut PlanHistory<L>,
        kept: bool,
    ) -> Option<PlanPosition<L>> {
        let FastMoves { plan, pos, can_return, .. } = *self;
        let check_in_full =
            |next: &_, options| plan.check_in_full(next, sown.lanes, options, trail);
        let (made, next) = self.arrive(sown, check_in_full)?;
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

    /// The position after the last lap; repetition is not checked. `check_in_full` finds the choices, and
    /// whether a law applies, where lane comparisons do not suffice.
    #[inline(always)]
    fn arrive(
        &self,
        sown: MoveOutcome<L>,
        check_in_full: impl FnOnce(&EndOfTurn<L>, L::Set) -> Option<(L::Set, bool)>,
    ) -> Option<(PlanPosition<L>, &'a EndOfTurn<L>)> {
        let MoveOutcome { lanes, laps, again, captured, others } = sown;
        let made = MoveStats::by(self.pos.mover, laps, captured, others);
        let next = &self.fast_path.end_of_turn[usize::from(again)];
        let occupied = lanes.occupied(L::all_lanes());
        let mut options = L::intersection(occupied, next.options);
        let mut laws = false;
        if next.rare || L::is_empty(L::intersection(occupied, next.must_feed)) {
            (options, laws) = check_in_full(next, options)?;
        }
        if L::is_empty(options) || next.end_filter.matches_simple(&lanes, occupied) {
            return None;
        }
        let choices_uncertain = laws | next.relays;
        let at = PlanPosition::at(lanes, options, next.seat);
        Some((PlanPosition { made, laws_apply: laws, choices_uncertain, ..at }, next))
    }
}

impl<L: Lanes> Plan<L> {
    /// The choices, and whether a law applies, where lane comparisons do not suffice; `None`: take the slow
    /// path.
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
