//! The facts of a position: seeds, marks, notes, owners, the player to move.

use super::execution::LapFacts;
use crate::model::{
    Deed, Direction, Life, MarkId, Model, NoteId, PlaceId, PlaceSetBits, Seat, Unit,
};
use smallvec::SmallVec;

/// The sowing hand, as a place.
pub(crate) const SOWING_HAND: PlaceId = PlaceId(255);
/// What the last capture took, as a place; the seeds themselves are in the captor's store.
pub(crate) const CAPTURED: PlaceId = PlaceId(254);

/// No mark.
pub(crate) const NO_MARK: u8 = 0;
/// Marked, with no owner.
pub(crate) const MARKED: u8 = 255;
/// The owner of a hole without an owner.
pub(crate) const NOBODY: u8 = 255;

/// The facts of a position, as the engine stores them: small, cheap to copy, to compare and to hash.
/// [`Position`](super::Position) has a method for each thing that people ask.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Seeds of each place.
    pub(crate) seeds: SmallVec<[u16; 32]>,
    /// `kinds[place * kinds + kind]`: seeds of each kind, included in `seeds`; `None` if the game
    /// has no kinds.
    pub(crate) kinds: Option<Box<[u16]>>,
    /// `marks[mark * (places + seats) + place]`, after the places the seats: 0 none, 255 marked
    /// without owner, else 1 + owner.
    pub(crate) marks: SmallVec<[u8; 8]>,
    /// One value for each note, or one for each seat.
    pub(crate) notes: SmallVec<[i32; 8]>,
    /// Owners of the holes, [`NOBODY`] for none; empty if they never change: as on the board.
    pub(crate) owners: SmallVec<[u8; 8]>,
    /// Holes out of play.
    pub(crate) closed: PlaceSetBits,
    /// The player about to move.
    pub(crate) mover: Seat,
    /// Both players move at once in this turn.
    pub(crate) together: bool,
    /// Moves left in the turn, this one included.
    pub(crate) moves_left: u16,
    /// Moves made in this turn.
    pub(crate) moves_made: u16,
    /// For each player, extra moves in their next turn.
    pub(crate) again: SmallVec<[u16; 4]>,
    /// For each player, their stage.
    pub(crate) stage: SmallVec<[u8; 4]>,
    /// Bit set of the players who have ended a move in this stage.
    pub(crate) moved: u32,
    /// Bit set of the players who have ended a turn in this game.
    pub(crate) played: u32,
    /// Bit set of the players who have ended a move in this match.
    pub(crate) played_match: u32,
    /// This turn has captured.
    pub(crate) turn_captured: bool,
    /// Places sown in this turn.
    pub(crate) turn_sown: PlaceSetBits,
    /// Where the first move of this turn began.
    pub(crate) turn_origin: PlaceSetBits,
    /// If it is a single place, the seeds that it held.
    pub(crate) turn_held: u16,
    /// Direction of the last lap of the finished moves of this turn.
    pub(crate) turn_sense: Option<Direction>,
    /// The laps of the finished moves of this turn, if the rules ask for them.
    pub(crate) turn_laps: Option<Box<[LapFacts]>>,
    /// Number of the game in the match, from 1.
    pub(crate) game: u16,
    /// Who moved first in this game.
    pub(crate) starter: Seat,
    /// Who won the last game (during *match*: the game just over).
    pub(crate) last_winner: Option<Seat>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State {
            seeds: SmallVec::from_slice(&self.seeds),
            kinds: self.kinds.clone(),
            marks: SmallVec::from_slice(&self.marks),
            notes: SmallVec::from_slice(&self.notes),
            owners: SmallVec::from_slice(&self.owners),
            again: SmallVec::from_slice(&self.again),
            stage: SmallVec::from_slice(&self.stage),
            closed: self.closed,
            mover: self.mover,
            together: self.together,
            moves_left: self.moves_left,
            moves_made: self.moves_made,
            moved: self.moved,
            played: self.played,
            played_match: self.played_match,
            turn_captured: self.turn_captured,
            turn_sown: self.turn_sown,
            turn_origin: self.turn_origin,
            turn_held: self.turn_held,
            turn_sense: self.turn_sense,
            turn_laps: self.turn_laps.clone(),
            game: self.game,
            starter: self.starter,
            last_winner: self.last_winner,
        }
    }
}

impl State {
    /// The board before the first game: everything empty.
    pub(crate) fn empty(model: &Model) -> State {
        let seats = model.seats();
        let places = model.board.places.len();
        let notes = model.notes.iter().map(|n| if n.of_each_player { seats } else { 1 }).sum();
        let changing = model.any_deed_in_play(&|deed| matches!(deed, Deed::Own(_)));
        State {
            owners: if changing { State::owners_of(model) } else { SmallVec::new() },
            seeds: SmallVec::from_elem(0, places),
            kinds: (!model.kinds.is_empty())
                .then(|| vec![0; places * model.kinds.len()].into_boxed_slice()),
            marks: SmallVec::from_elem(NO_MARK, model.marks.len() * (places + seats)),
            notes: SmallVec::from_elem(0, notes),
            again: SmallVec::from_elem(0, seats),
            stage: SmallVec::from_elem(0, seats),
            game: 1,
            ..State::default()
        }
    }

    /// The owners of the holes by the board.
    pub(crate) fn owners_of(model: &Model) -> SmallVec<[u8; 8]> {
        let holes = &model.board.places[..model.board.holes];
        holes.iter().map(|hole| hole.owner.map_or(NOBODY, |seat| seat.0)).collect()
    }

    /// The current owner of a hole.
    pub(crate) fn owner(&self, model: &Model, place: PlaceId) -> Option<Seat> {
        match self.owners.get(place.index()) {
            Some(&NOBODY) => None,
            Some(&seat) => Some(Seat(seat)),
            None => model.board.places.get(place.index()).and_then(|p| p.owner),
        }
    }

    /// All seeds of all places.
    pub fn total(&self) -> u32 {
        self.seeds.iter().map(|&n| u32::from(n)).sum()
    }

    /// Hash of everything that conditions can distinguish; the player about to move included. Equal
    /// positions have equal hashes.
    pub fn hash(&self) -> u64 {
        let mut h = HashMixer(0x9e37_79b9_7f4a_7c15);
        h.add_shorts(&self.seeds);
        if let Some(kinds) = &self.kinds {
            h.add_shorts(kinds);
        }
        h.add(u64::from(self.mover.0) << 16 | u64::from(self.moves_left));
        h.add_bytes(&self.marks);
        self.notes.iter().for_each(|&n| h.add(n as u64));
        h.add_bytes(&self.owners);
        h.add_shorts(&self.again);
        h.add_bytes(&self.stage);
        if !self.closed.is_empty() {
            self.closed.0.iter().for_each(|&n| h.add(n));
        }
        h.finish()
    }
}

/// Index of marks and notes in the tables of [`State`].
#[derive(Clone, Debug, Default)]
pub struct StateLayout {
    pub places: usize,
    pub seats: usize,
    notes: Vec<(usize, bool)>,
    /// The marks that expire with each unit ([`unit_index`]); likewise the notes.
    pub marks_of: [Vec<MarkId>; 5],
    pub notes_of: [Vec<NoteId>; 5],
    /// Marks that live until a condition holds; likewise the notes.
    pub marks_until: Vec<MarkId>,
    pub notes_until: Vec<NoteId>,
    /// Some mark or note expires with a lap, move or turn.
    pub fleeting: bool,
    /// Some mark or note expires with a lap.
    pub lap_lived: bool,
}

impl StateLayout {
    pub(crate) fn of(model: &Model) -> StateLayout {
        let seats = model.seats();
        let mut layout =
            StateLayout { places: model.board.places.len(), seats, ..StateLayout::default() };
        let mut at = 0;
        for (i, note) in model.notes.iter().enumerate() {
            layout.notes.push((at, note.of_each_player));
            at += if note.of_each_player { seats } else { 1 };
            let id = NoteId(i as u16);
            match &note.life {
                Life::Unit(unit) => layout.notes_of[unit_index(*unit)].push(id),
                Life::Until(_) => layout.notes_until.push(id),
            }
        }
        for (i, mark) in model.marks.iter().enumerate() {
            let id = MarkId(i as u16);
            match &mark.life {
                Life::Unit(unit) => layout.marks_of[unit_index(*unit)].push(id),
                Life::Until(_) => layout.marks_until.push(id),
            }
        }
        let dies = |i: usize| !layout.marks_of[i].is_empty() || !layout.notes_of[i].is_empty();
        (layout.lap_lived, layout.fleeting) = (dies(0), (0..3).any(dies));
        layout
    }

    /// Index of the mark of a place.
    pub(crate) fn mark(&self, mark: MarkId, place: PlaceId) -> usize {
        mark.index() * (self.places + self.seats) + place.index()
    }

    /// Index of the mark of a player.
    pub(crate) fn player_mark(&self, mark: MarkId, seat: Seat) -> usize {
        mark.index() * (self.places + self.seats) + self.places + seat.index()
    }

    /// All indices of a mark.
    pub(crate) fn mark_slots(&self, mark: MarkId) -> std::ops::Range<usize> {
        let each = self.places + self.seats;
        mark.index() * each..(mark.index() + 1) * each
    }

    /// Index of a note; of the player's own, if each player has one.
    pub(crate) fn note(&self, note: NoteId, seat: Seat) -> usize {
        let (at, each) = self.notes[note.index()];
        if each { at + seat.index() } else { at }
    }

    /// All indices of a note.
    pub(crate) fn note_slots(&self, note: NoteId) -> std::ops::Range<usize> {
        let (at, each) = self.notes[note.index()];
        at..at + if each { self.seats } else { 1 }
    }

    /// Removes all marks and notes that expire with a unit.
    pub(crate) fn expire(&self, state: &mut State, unit: Unit) {
        let i = unit_index(unit);
        for &mark in &self.marks_of[i] {
            state.marks[self.mark_slots(mark)].fill(NO_MARK);
        }
        for &note in &self.notes_of[i] {
            state.notes[self.note_slots(note)].fill(0);
        }
    }
}

fn unit_index(unit: Unit) -> usize {
    match unit {
        Unit::Lap => 0,
        Unit::Move => 1,
        Unit::Turn => 2,
        Unit::Game => 3,
        Unit::Match => 4,
    }
}

/// A small mixing hash with fixed constants, the same on every machine (splitmix64's finaliser).
pub(crate) struct HashMixer(pub u64);

impl HashMixer {
    #[inline]
    pub(crate) fn add(&mut self, value: u64) {
        let z = (self.0 ^ value).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = z ^ (z >> 32);
    }

    #[inline]
    fn add_shorts(&mut self, values: &[u16]) {
        let mut chunks = values.chunks_exact(4);
        for chunk in &mut chunks {
            if let &[a, b, c, d] = chunk {
                let word = |n: u16, at: u32| u64::from(n) << at;
                self.add(word(a, 0) | word(b, 16) | word(c, 32) | word(d, 48));
            }
        }
        if !chunks.remainder().is_empty() {
            self.add(chunks.remainder().iter().fold(0, |all, &n| all << 16 | u64::from(n)));
        }
    }

    #[inline]
    fn add_bytes(&mut self, values: &[u8]) {
        for chunk in values.chunks(8) {
            self.add(chunk.iter().fold(0, |all, &n| all << 8 | u64::from(n)));
        }
    }

    pub(crate) fn finish(self) -> u64 {
        let z = (self.0 ^ (self.0 >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 29)
    }
}
