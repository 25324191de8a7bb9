//! The plan: runs a compiled [`Program`], one position at a time.
//!
//! A [`PlanPosition`] is a position before a move. Its numbers are *lanes* ([`Lanes`]), kept in vector
//! registers where they fit. A move goes one of two ways:
//!
//! - The **fast path** ([`fast_path`]) handles usual moves by table. [`rows`] has one entry for each place
//!   and number of seeds: what the lap changes, where the last seed falls, what that leads to ([`landing`]).
//!   Captures along the way ([`passing_captures`]) and the checks at the end of the turn ([`end_of_turn`])
//!   are a few vector comparisons ([`lane_tests`]). The fast path may give up at any point; the move then
//!   starts again on the slow path.
//! - The **slow path** ([`move_state`], [`laps`], [`acts`], [`eval`]) simulates the whole move clause by
//!   clause. Where a player is asked in the middle of a move, the move is simulated again from its beginning
//!   with the replies given so far.
//!
//! [`turns`] does what lies around a move: pseudo-legal choices, the next mover, stages, the end of the game.
//! [`legal`] decides whether a choice is legal where a law, a judgement or an endless sowing may forbid it:
//! it simulates the move, with every reply if need be; [`refutation`] spares it some.
//!
//! In random games the replies of a move can be drawn while it is simulated ([`drawn`]), so that it is
//! simulated once.
//!
//! Where the rules are about a sowing that never ends, [`endless`] finds where it stops.
//!
//! A lap at whose falls nothing can happen is sown by one addition there too ([`quiet_laps`]).
//!
//! Two modules serve whole positions instead of single moves: [`no_effect`] finds all moves of a position
//! that change nothing but seeds, and [`interleaved`] sows the relays of many positions in turn, to hide
//! their latency.
//!
//! What the program does not support ([`Unsupported`](crate::program::Unsupported)), and what takes so much
//! work that the reference engine's own limits might matter ([`work_limit`]), is left to the reference
//! engine, one whole move at a time; [`convert`] translates positions in both directions.
//!
//! INVARIANT: every path gives the same positions as the reference engine. `None` or `Undecided` always means
//! "not decided here", never "no".

mod acts;
mod convert;
mod directions;
mod drawn;
mod end_of_turn;
mod endless;
mod eval;
mod fast_path;
mod interleaved;
mod kernels;
mod kinds;
mod landing;
mod lane_tests;
mod laps;
mod legal;
mod move_state;
mod no_effect;
mod passing_captures;
mod quiet_laps;
mod refutation;
mod rows;
mod simultaneous;
mod turns;
mod work_limit;

use super::lanes::{ByteLanes, Lanes};
use crate::engine::{Engine, FinalResult, State};
use crate::model::{ClauseId, Seat};
use crate::order::SmallSort;
use crate::program::{
    Code, EndRule, FirstFall, Lane, LaneSet, NumberExpr, Program, Reply, SowPath, Test,
};
use convert::ConstantState;
pub(super) use drawn::{DrawnLaps, DrawnQuestion, DrawnReplies, ReplySource};
pub(super) use fast_path::FastMoves;
use fast_path::FastPath;
pub(super) use interleaved::MoveBatch;
pub(super) use kernels::CodeKernels;
pub(super) use legal::replies_with;
use quiet_laps::{FallRings, RingPath};
use smallvec::SmallVec;
use std::sync::Arc;
pub(super) use turns::LapOutcome;

/// Precomputed tables of one sowing path ([`SowPath`]).
#[derive(Clone, Debug)]
struct SowTable<L: Lanes> {
    /// Indexed by number of seeds: the change of all lanes (origin emptied, seeds added, modulo the lane
    /// size), and the lane of the last seed. Has at most [`Lanes::ROWS`] + 1 rows; empty if the path is not
    /// plain.
    rows: Vec<(L, Lane)>,
    /// Change of a full round: 1 in each lane of the path.
    round: L,
    origin: Lane,
    /// Lanes of the path, in sowing order.
    path: Vec<Lane>,
    backward: bool,
    /// Sow one seed at a time: something may happen or be read at each fall, or the path is not plain.
    seed_by_seed: bool,
    /// For sowing whole laps nevertheless, where nothing happens on the way.
    ring: Option<RingPath<L>>,
    /// For each lane up to the last with any: when its place is passed over.
    passing: Vec<Vec<Test>>,
    /// Seeds dropped in each place; `None`: one.
    each: Option<NumberExpr>,
    /// While this holds, the player chooses the order in which the kinds of seeds fall.
    any_order: Test,
    start: FirstFall,
    /// Lanes reached by a lap of n seeds, indexed by n; empty unless the program reads it.
    reached: Vec<L::Set>,
}

/// The tests of each lane, up to the last lane with any.
fn by_lane(tests: &[(Lane, Test)]) -> Vec<Vec<Test>> {
    let lanes = tests.iter().map(|(lane, _)| lane.index() + 1).max().unwrap_or_default();
    let mut each = vec![Vec::new(); lanes];
    tests.iter().for_each(|(lane, test)| each[lane.index()].push(test.clone()));
    each
}

impl<L: Lanes> SowTable<L> {
    fn of(
        sowing: &SowPath,
        program: &Program,
        code: &Code,
        quiet: bool,
        rings: &mut FallRings<L>,
    ) -> SowTable<L> {
        let SowPath { origin, start, backward, path, passing, each, any_order } = sowing;
        let walked = code.has_fall_hooks() || !program.kinds.is_empty() || program.asks_earlier;
        let seed_by_seed = walked || !sowing.is_plain();
        let whole = quiet && seed_by_seed && program.kinds.is_empty() && each.is_none();
        // `n` negated modulo the lane size: addition wraps around.
        let least = |n: u32| (L::GREATEST + 1 - n) & L::GREATEST;
        let mut fallen = L::empty();
        let mut rows = Vec::new();
        if sowing.is_plain() {
            rows.push((fallen, *origin));
            for (place, n) in path.iter().cycle().zip(1..=L::ROWS) {
                fallen.put(*place, fallen.get(*place) + 1);
                let mut row = fallen;
                row.put(*origin, (row.get(*origin) + least(n as u32)) & L::GREATEST);
                rows.push((row, *place));
            }
        }
        let mut round = L::empty();
        path.iter().for_each(|p| round.put(*p, 1));
        let mut reached = Vec::new();
        if program.asks_sown {
            let mut set = L::set(&LaneSet::default());
            reached.push(set);
            for place in path {
                set = L::with(set, *place);
                reached.push(set);
            }
        }
        SowTable {
            rows,
            round,
            origin: *origin,
            path: path.clone(),
            backward: *backward,
            seed_by_seed,
            ring: whole.then(|| rings.path(sowing, program.hand)).flatten(),
            start: *start,
            passing: by_lane(passing),
            each: each.clone(),
            any_order: any_order.clone(),
            reached,
        }
    }

    /// Adds the seeds to the lanes; returns the lane of the last one.
    #[inline(always)]
    fn sow(&self, lanes: &mut L, seeds: u32) -> Lane {
        match self.rows.get(seeds as usize) {
            Some((row, last)) => {
                lanes.add(row);
                *last
            }
            None => self.sow_many(lanes, seeds as usize),
        }
    }

    #[cold]
    fn sow_many(&self, lanes: &mut L, seeds: usize) -> Lane {
        let (rounds, rest) = (seeds / self.path.len(), seeds % self.path.len());
        lanes.put(self.origin, 0);
        (0..rounds).for_each(|_| lanes.add(&self.round));
        self.path.iter().take(rest).for_each(|p| lanes.put(*p, lanes.get(*p) + 1));
        self.path[(seeds - 1) % self.path.len()]
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlanEnd {
    /// The rule that decided it.
    pub rule: EndRule,
    /// Who won or lost.
    pub verdict: FinalResult,
    /// The statement or default that ended it.
    pub clause: ClauseId,
}

/// A position before a move, or at the end of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlanPosition<L: Lanes> {
    pub lanes: L,
    /// Pseudo-legal origins.
    pub options: L::Set,
    pub mover: Seat,
    /// Set if the game is over.
    pub end: Option<PlanEnd>,
    /// What happened in the move that led here, since its last question.
    pub made: MoveStats,
    /// Some law applies to the next move.
    pub laws_apply: bool,
    /// Whether the player to move has a legal choice is not known yet.
    pub choices_uncertain: bool,
    /// The reference engine has to find the choices.
    pub unsupported: bool,
    /// The code has an opening: the move does not simply begin with one of the options and is simulated
    /// without an origin.
    pub has_opening: bool,
    /// Both players move at once; this one is asked first.
    pub simultaneous: bool,
}

/// Size check: a position with up to 64 byte lanes is small.
const _: () = assert!(size_of::<PlanPosition<ByteLanes<4>>>() <= 128, "a position is small");

impl<L: Lanes> PlanPosition<L> {
    #[inline(always)]
    fn at(lanes: L, options: L::Set, mover: Seat) -> PlanPosition<L> {
        PlanPosition {
            lanes,
            options,
            mover,
            end: None,
            made: MoveStats::default(),
            laws_apply: false,
            choices_uncertain: false,
            unsupported: false,
            has_opening: false,
            simultaneous: false,
        }
    }

    /// How the next move may begin: `None` for the opening, and each option.
    fn begins(&self) -> impl Iterator<Item = Option<Lane>> + use<L> {
        let opens = self.has_opening.then_some(None);
        opens.into_iter().chain(L::each(self.options).map(Some))
    }

    /// A position from which the reference engine has to continue.
    fn unsupported(lanes: L, mover: Seat) -> PlanPosition<L> {
        PlanPosition {
            unsupported: true,
            ..PlanPosition::at(lanes, L::set(&Default::default()), mover)
        }
    }
}

/// The positions of a game that can still return.
#[derive(Clone, Debug)]
pub(crate) struct PlanHistory<L> {
    positions: Vec<(L, Seat)>,
    /// [`Lanes::hash`] of each position, in the same order.
    hashes: Vec<u32>,
    /// Index of the first position that can still return.
    start: usize,
    /// Hashes of still earlier positions, computed by the reference engine.
    earlier: Vec<u64>,
    /// None of `earlier` can return any more.
    no_earlier: bool,
}

/// A saved state of a [`PlanHistory`], to restore it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryMark {
    len: usize,
    start: usize,
    no_earlier: bool,
}

impl<L> Default for PlanHistory<L> {
    fn default() -> PlanHistory<L> {
        let (positions, hashes, earlier) = (Vec::new(), Vec::new(), Vec::new());
        PlanHistory { positions, hashes, start: 0, earlier, no_earlier: true }
    }
}

impl<L: Lanes> PlanHistory<L> {
    /// A history that begins with positions of which only the reference engine's hashes are known.
    pub fn after_hashes(earlier: Vec<u64>) -> PlanHistory<L> {
        let no_earlier = earlier.is_empty();
        PlanHistory { earlier, no_earlier, ..PlanHistory::default() }
    }

    #[inline(always)]
    pub fn mark(&self) -> HistoryMark {
        HistoryMark { len: self.positions.len(), start: self.start, no_earlier: self.no_earlier }
    }

    /// Restores the state at a mark.
    #[inline(always)]
    pub fn truncate(&mut self, mark: HistoryMark) {
        self.positions.truncate(mark.len);
        self.hashes.truncate(mark.len);
        (self.start, self.no_earlier) = (mark.start, mark.no_earlier);
    }

    /// Marks all earlier positions as unable to return.
    #[inline(always)]
    fn forget_earlier(&mut self) {
        self.start = self.positions.len();
        self.no_earlier = true;
    }

    #[inline(always)]
    fn push(&mut self, lanes: L, mover: Seat) {
        self.positions.push((lanes, mover));
        self.hashes.push(lanes.hash());
    }

    /// The positions that can still return, oldest first.
    #[inline(always)]
    pub fn returnable(&self) -> &[(L, Seat)] {
        self.positions.get(self.start..).unwrap_or_default()
    }

    /// Hashes of the earlier positions that can still return.
    #[inline(always)]
    pub fn earlier(&self) -> &[u64] {
        if self.no_earlier { &[] } else { &self.earlier }
    }
}

/// Outcome of a choice.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ChoiceOutcome<L: Lanes> {
    /// Legal: the position after it.
    Made(PlanPosition<L>),
    /// Not legal.
    Illegal,
    /// Not legal: it breaks a law.
    Unlawful,
    /// Legal; a player is asked in the middle of the move.
    Asks(Box<PlanQuestion<L>>),
    /// Not legal: its sowing never ends.
    Endless,
    /// Nothing is asked, and the player passes.
    Passes,
    /// Not decided here: ask the reference engine.
    Unsupported,
}

/// Replies: those given so far, in order, or those that can be given.
pub(crate) type Replies = SmallVec<[Reply; 8]>;

/// What happened in a move, or in the part of it since the last question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::runner) struct MoveStats {
    /// Laps sown.
    pub laps: u32,
    /// The players who captured, one bit per seat.
    pub captors: u32,
}

impl MoveStats {
    /// A move by a player; `others`: other players who captured in it.
    pub fn by(player: Seat, laps: u32, captured: bool, others: u32) -> MoveStats {
        MoveStats { laps, captors: u32::from(captured) << player.0 | others }
    }

    /// Whether a player captured.
    pub fn captured(&self, player: Seat) -> bool {
        self.captors >> player.0 & 1 != 0
    }
}

/// A question in the middle of a move.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlanQuestion<L: Lanes> {
    /// The player who is asked.
    pub seat: Seat,
    /// The player who moves: in *end*, the one about to move.
    pub mover: Seat,
    /// The lanes at the time of the question.
    pub lanes: L,
    /// Possible replies; some may turn out to be illegal.
    pub replies: Replies,
    /// What happened between the previous decision and this one.
    pub before: MoveStats,
}

/// Why the simulation of a move stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PlanStop {
    EndMove,
    EndTurn,
    EndGame(EndRule, ClauseId),
    Asks,
    Endless,
    Unsupported,
}

/// A program with its tables.
#[derive(Clone, Debug)]
pub(crate) struct Plan<L: Lanes> {
    pub program: Arc<Program>,
    /// Indexed by code, then by path ([`Code::sowings`](crate::program::Code::sowings)).
    tables: Vec<Vec<SowTable<L>>>,
    /// No position ever returns.
    no_repetition: bool,
    /// The game has stages, and each player is in one of their own.
    stage_per_player: bool,
    identity: L::Set,
    /// All lanes identify a position: [`Plan::identity_key`] is the position itself.
    all_lanes_identify: bool,
    /// All bits set in the lanes of the stores.
    stores: L,
    has_expiring_marks: bool,
    lap_scoped: L::Set,
    most_falls: u64,
    most_falls_followed: u64,
    most_work: u64,
    /// Indexed by code.
    fast_paths: Vec<FastPath<L>>,
    /// See [`Plan::can_interleave`].
    interleaved: bool,
    /// The part of the reference engine's state that no lane holds.
    constants: ConstantState,
}

impl<L: Lanes> Plan<L> {
    pub fn of(program: Arc<Program>, engine: &Engine, state: &State) -> Plan<L> {
        let mut rings = FallRings::none();
        let tables = program.codes.iter().map(|code| {
            let quiet = quiet_laps::earlier_falls_are_quiet::<L>(code, program.hand);
            let sowings = code.sowings.iter();
            sowings.map(|sowing| SowTable::of(sowing, &program, code, quiet, &mut rings)).collect()
        });
        let tables: Vec<Vec<SowTable<L>>> = tables.collect();
        let fast_paths = tables.iter().enumerate();
        let fast_paths =
            fast_paths.map(|(at, tables)| FastPath::of(&program, at, tables, engine.most_falls));
        let fast_paths: Vec<FastPath<L>> = fast_paths.collect();
        Plan {
            interleaved: fast_paths.iter().all(FastPath::can_interleave),
            fast_paths,
            tables,
            no_repetition: program.fewest_moves_to_repeat == u32::MAX,
            stage_per_player: !program.stage_lanes.is_empty(),
            identity: L::set(&program.identity),
            all_lanes_identify: program.identity.len() == program.lanes.len(),
            stores: L::all_in(L::set(&program.stores)),
            has_expiring_marks: program.expiring.iter().any(|set| !set.is_empty()),
            lap_scoped: L::set(&program.expiring[0]),
            most_falls: engine.most_falls,
            most_falls_followed: engine.most_falls_followed,
            most_work: engine.most_work,
            constants: ConstantState::of(state),
            program,
        }
    }

    /// Whether the moves of many positions can be sown together ([`MoveBatch`]).
    pub fn can_interleave(&self) -> bool {
        self.interleaved
    }

    /// A move with more falls counts as endless.
    pub fn most_falls(&self) -> u64 {
        self.most_falls
    }

    /// Index of the code that a player moves by: by stage, then by seat.
    #[inline(always)]
    fn code_index(&self, lanes: &L, seat: Seat) -> usize {
        if self.stage_per_player {
            usize::from(self.stage(lanes, seat)) * self.program.seats + seat.index()
        } else {
            seat.index()
        }
    }

    /// The stage of a player.
    #[inline(always)]
    fn stage(&self, lanes: &L, seat: Seat) -> u16 {
        match self.stage_per_player.then(|| self.program.stage_lanes.get(seat.index())).flatten() {
            Some(lane) => lanes.get(*lane) as u16,
            None => 0,
        }
    }

    /// How often a position occurs among those that can still return. `key`: its [`Plan::identity_key`].
    #[inline(always)]
    pub fn occurrences(&self, trail: &PlanHistory<L>, key: &L, mover: Seat) -> u32 {
        if self.can_return(trail, 0) { self.count_occurrences(trail, *key, mover) } else { 0 }
    }

    /// Whether the history is long enough for a position to return after `moves` more moves and another one.
    #[inline(always)]
    pub fn can_return(&self, trail: &PlanHistory<L>, moves: u32) -> bool {
        let many = trail.returnable().len() + trail.earlier().len() + moves as usize;
        !self.no_repetition && many >= self.program.fewest_moves_to_repeat as usize
    }

    #[inline(never)]
    fn count_occurrences(&self, trail: &PlanHistory<L>, key: L, mover: Seat) -> u32 {
        let hashes = trail.hashes.get(trail.start..).unwrap_or_default();
        let hash = key.hash();
        let mut count = hashes.iter().map(|other| u32::from(*other == hash)).sum();
        if count > 0 {
            let same = |(lanes, seat): &&(L, Seat)| *seat == mover && *lanes == key;
            count = trail.returnable().iter().filter(same).count() as u32;
        }
        if trail.earlier().is_empty() {
            count
        } else {
            count + self.earlier_occurrences(trail, &key, mover)
        }
    }

    /// Whether all positions that can still return differ from each other.
    pub fn has_no_repetition(&self, trail: &PlanHistory<L>) -> bool {
        let (past, mut earlier) = (trail.returnable(), trail.earlier().to_vec());
        earlier.small_sort();
        earlier.windows(2).all(|two| two[0] != two[1])
            && (1..).zip(past).all(|(after, one)| {
                past[after..].iter().all(|other| other != one)
                    && (earlier.is_empty() || self.earlier_occurrences(trail, &one.0, one.1) == 0)
            })
    }

    #[cold]
    fn earlier_occurrences(&self, trail: &PlanHistory<L>, key: &L, mover: Seat) -> u32 {
        let number = self.state(key, mover).hash();
        trail.earlier().iter().filter(|n| **n == number).count() as u32
    }

    /// Appends the position `now`, reached from `before`, to the history, unless no position ever returns.
    /// `mover`: the player about to move.
    #[inline(always)]
    pub fn push_if_returnable(&self, trail: &mut PlanHistory<L>, before: &L, now: &L, mover: Seat) {
        if !self.no_repetition {
            if self.seeds_stored(before, now) {
                trail.forget_earlier();
            }
            trail.push(self.identity_key(now), mover);
        }
    }

    /// Whether seeds were captured between two positions of a game in which captured seeds never come back.
    #[inline(always)]
    pub fn seeds_stored(&self, before: &L, now: &L) -> bool {
        self.program.irreversible
            && now.differs_in(before, &self.stores)
            && self.holds_more(*before, *now)
    }

    #[inline(never)]
    fn holds_more(&self, before: L, now: L) -> bool {
        now.sum_of(&self.stores) > before.sum_of(&self.stores)
    }

    /// Clears the marks and notes that expire with a move and, if the turn is over, with a turn.
    #[inline(always)]
    fn expire_marks(&self, lanes: &mut L, turn_over: bool) {
        if self.has_expiring_marks {
            self.expire_lanes(lanes, turn_over);
        }
    }

    #[cold]
    fn expire_lanes(&self, lanes: &mut L, turn_over: bool) {
        let begun = self.program.moves_made.is_none_or(|lane| lanes.get(lane) == 0);
        let [lap, of_move, turn] = &self.program.expiring;
        let turn = turn.iter().filter(|_| turn_over || begun);
        lap.iter().chain(of_move.iter()).chain(turn).for_each(|lane| lanes.put(lane, 0));
    }

    /// Value of the seeds of some lanes, each kind with its own value.
    pub fn worth(&self, lanes: &L, of: &LaneSet) -> u32 {
        let seeds = lanes.sum(L::set(of));
        self.program.kinds.iter().fold(seeds, |worth, (more, kind)| {
            let many: u32 = of.iter().map(|lane| lanes.get(kind[lane.index()])).sum();
            let worth = i64::from(worth) + i64::from(many) * more;
            u32::try_from(worth.max(0)).unwrap_or(u32::MAX)
        })
    }

    /// The lanes that identify a position; the others are 0.
    #[inline(always)]
    pub fn identity_key(&self, lanes: &L) -> L {
        if self.all_lanes_identify { *lanes } else { lanes.masked(self.identity) }
    }
}
