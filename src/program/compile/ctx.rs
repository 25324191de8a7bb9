//! What a phrase is read with.
//!
//! Most phrases speak of little of it, and are read again and again with the rest changed: for every
//! hole, both players, both directions. So it is noted what has been looked at while a phrase was
//! read ([`Ctx::reading`]); where that is the same, the phrase means the same, and is not read again
//! ([`Read`]).

use super::size::{Kept, Size};
use crate::model::{PlaceId, PlacePhrase, Rules, Seat};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// When the seeds of the hole of a fall are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Time {
    Now,
    BeforeFall,
    AfterFall,
    /// Before the fall of the seed before, which fell there.
    SeedBefore(PlaceId),
}

/// What is being told; some things are known, or happen, only in some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Telling {
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
pub(super) struct Very<'m, T>(pub &'m T);

impl<T> Clone for Very<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Very<'_, T> {}

impl<T> PartialEq for Very<'_, T> {
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
        pub(super) struct Known<'m> {
            $($(#[$doc])* pub $part: $type,)*
        }

        /// The parts, by number.
        #[allow(non_camel_case_types, reason = "they are called as what they stand for")]
        #[derive(Clone, Copy)]
        enum Part {
            $($part,)*
        }

        impl<'m> Ctx<'m> {
            $($(#[$doc])* pub fn $part(&self) -> $type {
                self.note(1 << Part::$part as u32);
                self.known.$part
            })*
        }

        impl Known<'_> {
            /// Whether the same is known, as far as these parts go.
            fn is_same(&self, other: &Self, parts: u32) -> bool {
                $((parts >> Part::$part as u32 & 1 == 0 || self.$part == other.$part) &&)* true
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
    rules: Very<'m, Rules>,
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
    chosen: Option<(Very<'m, PlacePhrase>, Option<PlaceId>)>,
    /// What the lap takes up, where that is known.
    origin: Option<PlaceId>,
    /// The place whose seeds are read as they were when it was taken up, in the first lap (`true`) or
    /// in this one.
    held: Option<(PlaceId, bool)>,
    /// When the seeds of the hole of a fall are read.
    time: Time,
    /// What is being told.
    telling: Telling,
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
pub(super) struct Ctx<'m> {
    known: Known<'m>,
    noted: &'m Noted,
}

/// What is noted while phrases are read.
#[derive(Debug, Default)]
pub(super) struct Noted {
    /// Which parts of what is known have been looked at.
    parts: Cell<u32>,
    /// How much has been made.
    pub size: Size,
}

impl<'m> Ctx<'m> {
    pub fn of(rules: &'m Rules, player: Seat, telling: Telling, noted: &'m Noted) -> Ctx<'m> {
        let known = Known {
            rules: Very(rules),
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
            time: Time::Now,
            telling,
            forward: None,
            laps_forward: None,
            acted: false,
            in_after_capture: false,
            depth: 0,
        };
        Ctx { known, noted }
    }

    /// The same with some of it changed.
    pub fn but(mut self, change: impl FnOnce(&mut Known<'m>)) -> Ctx<'m> {
        change(&mut self.known);
        self
    }

    fn note(&self, parts: u32) {
        let noted = &self.noted.parts;
        noted.set(noted.get() | parts);
    }

    /// What is read, and which parts are looked at meanwhile.
    fn reading<T>(&self, read: impl FnOnce() -> T) -> (T, u32) {
        let before = self.noted.parts.replace(0);
        let read = read();
        let parts = self.noted.parts.replace(before);
        self.note(parts);
        (read, parts)
    }
}

/// A phrase, by where it lies, and the place that it is asked of, if it is one of a place.
type Asked = (usize, Option<PlaceId>);

/// What has been read of phrases, each with what was known, and which parts of that were looked at.
#[derive(Debug)]
pub(super) struct Read<'m, T>(RefCell<FxHashMap<Asked, Vec<Once<'m, T>>>>);

#[derive(Debug)]
struct Once<'m, T> {
    known: Known<'m>,
    parts: u32,
    read: T,
}

impl<T> Default for Read<'_, T> {
    fn default() -> Self {
        Read(RefCell::default())
    }
}

impl<'m, T: Kept> Read<'m, T> {
    /// What a phrase means; it is read where nothing has been read of it with the same.
    pub fn or_read<P>(&self, phrase: &'m P, ctx: Ctx<'m>, read: impl FnOnce() -> T) -> T {
        self.known_or_read((std::ptr::from_ref(phrase).addr(), None), ctx, read)
    }

    /// The same of what is asked of a place.
    pub fn or_read_of<P>(
        &self,
        phrases: &'m [P],
        place: PlaceId,
        ctx: Ctx<'m>,
        read: impl FnOnce() -> T,
    ) -> T {
        self.known_or_read((phrases.as_ptr().addr(), Some(place)), ctx, read)
    }

    fn known_or_read(&self, key: Asked, ctx: Ctx<'m>, read: impl FnOnce() -> T) -> T {
        if let Some(known) = self.0.borrow().get(&key) {
            // What was read last is mostly read again.
            let mut same = known.iter().rev().filter(|o| o.known.is_same(&ctx.known, o.parts));
            if let Some(once) = same.next() {
                ctx.note(once.parts);
                ctx.noted.size.add(size_of::<T>());
                return once.read.clone();
            }
        }
        if ctx.noted.size.is_too_large() {
            return T::too_large();
        }
        let (read, parts) = ctx.reading(read);
        ctx.noted.size.add(2 * size_of::<Once<'m, T>>() + read.heap());
        let once = Once { known: ctx.known, parts, read: read.clone() };
        self.0.borrow_mut().entry(key).or_default().push(once);
        read
    }
}
