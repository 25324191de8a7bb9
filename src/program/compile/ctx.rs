//! What a phrase is read with.
//!
//! Most phrases speak of little of it, and are read again and again with the rest changed: for every
//! hole, both players, both directions. So it is noted what has been looked at while a phrase was
//! read ([`LowerCtx::track`]); where that is the same, the phrase means the same, and is not read again
//! ([`Memo`]).

use super::memory_limit::{Memoizable, MemoryUse};
use crate::model::{PlaceId, PlacePhrase, Rules, Seat};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// When the seeds of the hole of a fall are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContentTime {
    Now,
    BeforeFall,
    AfterFall,
    /// Before the fall of the seed before, which fell there.
    SeedBefore(PlaceId),
}

/// What is being told; some things are known, or happen, only in some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReadPhase {
    /// The choice of a move, and the way of a lap.
    Beginning,
    /// What is done before the first lap of a move.
    Opening,
    /// The occasions of a sowing; `falling`: seeds are still in the hand; `begun`: it is known which way
    /// round they go.
    Sowing { falling: bool, begun: bool },
    /// *after move*, *end*, laws, *winner*.
    After,
}

/// That very part of the model.
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

/// Declares what is known, what differs most from reading to reading first, and for each part of it a
/// function that reads it and notes so.
macro_rules! known {
    ($($(#[$doc:meta])* $part:ident: $type:ty,)*) => {
        /// What is known where a phrase stands.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub(super) struct Env<'m> {
            $($(#[$doc])* pub $part: $type,)*
        }

        /// The parts, by number.
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
            /// Whether the same is known, as far as these parts go.
            fn is_same(&self, other: &Self, parts: u32) -> bool {
                $((parts >> EnvField::$part as u32 & 1 == 0 || self.$part == other.$part) &&)* true
            }
        }
    };
}

known! {
    /// The hole of the occasion.
    it: Option<PlaceId>,
    /// The hole that a test is about.
    candidate: Option<PlaceId>,
    /// Whose clauses are read.
    rules: ByAddress<'m, Rules>,
    /// Whose move it is.
    player: Seat,
    /// Who does what is told.
    actor: Seat,
    /// Who is about to move.
    next: Seat,
    /// The player found by `a player ...`.
    that: Option<Seat>,
    /// `a player ...` is asked of that one alone.
    some_is: Option<Seat>,
    /// What a player chose for a phrase that lets him choose, if there was anything.
    chosen: Option<(ByAddress<'m, PlacePhrase>, Option<PlaceId>)>,
    /// What the lap takes up, where that is known.
    origin: Option<PlaceId>,
    /// The place whose seeds are read as they were when it was taken up, in the first lap (`true`) or
    /// in this one.
    held: Option<(PlaceId, bool)>,
    /// When the seeds of the hole of a fall are read.
    time: ContentTime,
    /// What is being told.
    telling: ReadPhase,
    /// Whether the lap goes forward, where that is known.
    forward: Option<bool>,
    /// Whether all laps do, or none.
    laps_forward: Option<bool>,
    /// Something may have been done on this occasion.
    acted: bool,
    /// It is told what follows on a capture.
    in_after_capture: bool,
    /// Words within words.
    depth: u8,
}

/// What a phrase is read with; it is noted which parts of it are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowerCtx<'m> {
    known: Env<'m>,
    tracker: &'m ReadTracker,
}

/// What is noted while phrases are read.
#[derive(Debug, Default)]
pub(super) struct ReadTracker {
    /// Which parts of what is known have been looked at.
    fields_read: Cell<u32>,
    /// How much has been made.
    pub size: MemoryUse,
}

impl<'m> LowerCtx<'m> {
    pub fn of(
        rules: &'m Rules,
        player: Seat,
        telling: ReadPhase,
        noted: &'m ReadTracker,
    ) -> LowerCtx<'m> {
        let known = Env {
            rules: ByAddress(rules),
            player,
            actor: player,
            next: player,
            that: None,
            some_is: None,
            it: None,
            candidate: None,
            chosen: None,
            origin: None,
            held: None,
            time: ContentTime::Now,
            telling,
            forward: None,
            laps_forward: None,
            acted: false,
            in_after_capture: false,
            depth: 0,
        };
        LowerCtx { known, tracker: noted }
    }

    /// The same with some of it changed.
    pub fn with(mut self, change: impl FnOnce(&mut Env<'m>)) -> LowerCtx<'m> {
        change(&mut self.known);
        self
    }

    /// When the seeds of a place are read.
    pub fn time_at(&self, place: PlaceId) -> ContentTime {
        let time = self.time();
        let so = match time {
            ContentTime::Now => false,
            ContentTime::BeforeFall | ContentTime::AfterFall => self.it() == Some(place),
            ContentTime::SeedBefore(at) => at == place,
        };
        if so { time } else { ContentTime::Now }
    }

    fn note(&self, parts: u32) {
        let noted = &self.tracker.fields_read;
        noted.set(noted.get() | parts);
    }

    /// What is read, and which parts are looked at meanwhile.
    fn track<T>(&self, read: impl FnOnce() -> T) -> (T, u32) {
        let before = self.tracker.fields_read.replace(0);
        let read = read();
        let parts = self.tracker.fields_read.replace(before);
        self.note(parts);
        (read, parts)
    }
}

/// A phrase, by where it lies, and the place that it is asked of, if it is one of a place.
type MemoKey = (usize, Option<PlaceId>);

/// What has been read of phrases, each with what was known, and which parts of that were looked at.
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
    /// What a phrase means; it is read where nothing has been read of it with the same.
    pub fn memoize<P>(&self, phrase: &'m P, ctx: LowerCtx<'m>, read: impl FnOnce() -> T) -> T {
        self.get_or_insert((std::ptr::from_ref(phrase).addr(), None), ctx, read)
    }

    /// The same of what is asked of a place.
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
            // What was read last is mostly read again.
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
