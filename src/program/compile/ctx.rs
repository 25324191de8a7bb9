//! The environment in which phrases are lowered.
//!
//! Most phrases read few fields of it, and are lowered again and again with other fields changed: for every
//! hole, both players, both directions. So the fields that lowering reads are recorded ([`LowerCtx::track`]);
//! if those are equal, an earlier result is returned ([`Memo`]).

use super::memory_limit::{Memoizable, MemoryUse};
use crate::model::{PlaceId, PlacePhrase, Rules, Seat};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// When the content of a place is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadTime {
    /// As it is.
    Now,
    /// The hole of the fall, before it.
    BeforeFall,
    /// The hole of the fall, just after it.
    AfterFall,
    /// This place, in which the previous seed fell, before that fall.
    EarlierFall(PlaceId),
}

/// The section being lowered; some facts are known, or occur, only in some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadPhase {
    /// The choice of a move, and the path of a lap.
    Beginning,
    /// Statements before the first lap of a move.
    Opening,
    /// The occasions of a sowing; `falling`: seeds are still in the hand; `begun`: the direction is known.
    Sowing { falling: bool, begun: bool },
    /// *after move*, *end*, laws, *winner*.
    After,
}

/// A reference compared by address.
#[derive(Debug)]
pub(super) struct ByAddress<'m, T>(pub &'m T);

impl<T> Clone for ByAddress<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ByAddress<'_, T> {}

impl<T> PartialEq for ByAddress<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

/// Declares `Env` with one dependency bit a field; the most variable fields come first so that comparing
/// fails early. Each field gets an accessor in `LowerCtx` that records the read.
macro_rules! known {
    ($($(#[$doc:meta])* $part:ident: $type:ty,)*) => {
        /// The environment of a phrase.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub(super) struct Env<'m> {
            $($(#[$doc])* pub $part: $type,)*
        }

        /// The fields, by number.
        #[allow(non_camel_case_types, reason = "they are called as what they stand for")]
        #[derive(Clone, Copy)]
        enum EnvField {
            $($part,)*
        }

        impl<'m> LowerCtx<'m> {
            $($(#[$doc])* pub fn $part(&self) -> $type {
                self.note(1 << EnvField::$part as u32);
                self.known.$part
            })*
        }

        impl Env<'_> {
            /// Whether the fields in `parts` (one bit each) are equal.
            fn is_same(&self, other: &Self, parts: u32) -> bool {
                $((parts >> EnvField::$part as u32 & 1 == 0 || self.$part == other.$part) &&)* true
            }
        }
    };
}

known! {
    /// The hole of the occasion (the rules' *it*).
    hole: Option<PlaceId>,
    /// The hole that a filter or test is about.
    candidate: Option<PlaceId>,
    /// The rules that the clauses belong to.
    rules: ByAddress<'m, Rules>,
    /// The player to move.
    player: Seat,
    /// The player who performs the statement.
    actor: Seat,
    /// The player about to move.
    next: Seat,
    /// The player found by `a player ...` (the rules' *that player*).
    found_player: Option<Seat>,
    /// `a player ...` is restricted to this one.
    only_player: Option<Seat>,
    /// A phrase that lets a player choose, and the choice; `None` inside: there was nothing to choose.
    chosen: Option<(ByAddress<'m, PlacePhrase>, Option<PlaceId>)>,
    /// The origin of the lap, where it is known.
    origin: Option<PlaceId>,
    /// The place whose content is read as of its pickup, in the first lap (`true`) or in this one.
    held: Option<(PlaceId, bool)>,
    /// When the content of the hole of a fall is read.
    time: ReadTime,
    /// The section being lowered.
    phase: ReadPhase,
    /// Whether the lap goes forward, where that is known.
    forward: Option<bool>,
    /// Whether all laps go forward, or none; `None`: both occur.
    laps_forward: Option<bool>,
    /// The line of *way* whose ring the player sows on, where that is known.
    way_line: Option<u8>,
    /// An earlier statement of this occasion may have changed something.
    acted: bool,
    /// Statements after a capture are being lowered.
    in_after_capture: bool,
    /// Nesting depth of words.
    depth: u8,
}

/// An environment that records which of its fields are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowerCtx<'m> {
    known: Env<'m>,
    tracker: &'m ReadTracker,
}

/// What is recorded while phrases are lowered.
#[derive(Debug, Default)]
pub(super) struct ReadTracker {
    /// Fields read, one bit each.
    fields_read: Cell<u32>,
    /// Memory used so far.
    pub size: MemoryUse,
}

impl<'m> LowerCtx<'m> {
    pub fn of(
        rules: &'m Rules,
        player: Seat,
        phase: ReadPhase,
        tracker: &'m ReadTracker,
    ) -> LowerCtx<'m> {
        let known = Env {
            rules: ByAddress(rules),
            player,
            actor: player,
            next: player,
            found_player: None,
            only_player: None,
            hole: None,
            candidate: None,
            chosen: None,
            origin: None,
            held: None,
            time: ReadTime::Now,
            phase,
            forward: None,
            laps_forward: None,
            way_line: None,
            acted: false,
            in_after_capture: false,
            depth: 0,
        };
        LowerCtx { known, tracker }
    }

    /// The same with some fields changed.
    pub fn with(mut self, change: impl FnOnce(&mut Env<'m>)) -> LowerCtx<'m> {
        change(&mut self.known);
        self
    }

    /// When the seeds of a place are read.
    pub fn time_at(&self, place: PlaceId) -> ReadTime {
        let time = self.time();
        let so = match time {
            ReadTime::Now => false,
            ReadTime::BeforeFall | ReadTime::AfterFall => self.hole() == Some(place),
            ReadTime::EarlierFall(at) => at == place,
        };
        if so { time } else { ReadTime::Now }
    }

    fn note(&self, parts: u32) {
        let tracker = &self.tracker.fields_read;
        tracker.set(tracker.get() | parts);
    }

    /// Runs `read`; returns its result, and the fields that it reads.
    fn track<T>(&self, read: impl FnOnce() -> T) -> (T, u32) {
        let before = self.tracker.fields_read.replace(0);
        let read = read();
        let parts = self.tracker.fields_read.replace(before);
        self.note(parts);
        (read, parts)
    }
}

/// Address of a phrase, and the place that it is evaluated for, if any.
type MemoKey = (usize, Option<PlaceId>);

/// Results of phrases, each with its environment and the fields read.
#[derive(Debug)]
pub(super) struct Memo<'m, T>(RefCell<FxHashMap<MemoKey, Vec<MemoEntry<'m, T>>>>);

#[derive(Debug)]
struct MemoEntry<'m, T> {
    known: Env<'m>,
    fields_read: u32,
    value: T,
}

impl<T> Default for Memo<'_, T> {
    fn default() -> Self {
        Memo(RefCell::default())
    }
}

impl<'m, T: Memoizable> Memo<'m, T> {
    /// The result of lowering a phrase: `read` is called only if no memoized result applies.
    pub fn memoize<P>(&self, phrase: &'m P, ctx: LowerCtx<'m>, read: impl FnOnce() -> T) -> T {
        self.get_or_insert((std::ptr::from_ref(phrase).addr(), None), ctx, read)
    }

    /// The same for filters applied to a place.
    pub fn memoize_at<P>(
        &self,
        phrases: &'m [P],
        place: PlaceId,
        ctx: LowerCtx<'m>,
        read: impl FnOnce() -> T,
    ) -> T {
        self.get_or_insert((phrases.as_ptr().addr(), Some(place)), ctx, read)
    }

    fn get_or_insert(&self, key: MemoKey, ctx: LowerCtx<'m>, read: impl FnOnce() -> T) -> T {
        if let Some(known) = self.0.borrow().get(&key) {
            // The last entry is the most likely to match.
            let mut same =
                known.iter().rev().filter(|o| o.known.is_same(&ctx.known, o.fields_read));
            if let Some(once) = same.next() {
                ctx.note(once.fields_read);
                ctx.tracker.size.add(size_of::<T>());
                return once.value.clone();
            }
        }
        if ctx.tracker.size.is_too_large() {
            return T::too_large();
        }
        let (read, parts) = ctx.track(read);
        ctx.tracker.size.add(2 * size_of::<MemoEntry<'m, T>>() + read.heap());
        let once = MemoEntry { known: ctx.known, fields_read: parts, value: read.clone() };
        self.0.borrow_mut().entry(key).or_default().push(once);
        read
    }
}
