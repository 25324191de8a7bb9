//! Which place and which choice of one game is which of the other.

use crate::engine::{Choice, Engine, Position};
use crate::model::{AlternativeId, Board, KindId, PlaceId, PlaceKind};
use crate::notation::choice_id;

/// The places and kinds of seeds of the first game, with those of the second.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    /// The place of the second game, by place of the first.
    places: Vec<PlaceId>,
    /// The kind of seeds of the second game, by kind of the first.
    kinds: Vec<KindId>,
}

impl Pairing {
    /// `None`: the boards have different places.
    pub(super) fn of(first: &Engine, second: &Engine) -> Option<Pairing> {
        let (one, other) = (first.model(), second.model());
        let (a, b) = (&one.board, &other.board);
        let same_shape = (a.rows, a.columns, a.seats.len()) == (b.rows, b.columns, b.seats.len());
        if !same_shape || a.places.len() != b.places.len() || one.kinds.len() != other.kinds.len() {
            return None;
        }
        let places = (0..a.places.len()).map(|i| place(a, b, i)).collect();
        let kinds = one.kinds.iter().enumerate().map(|(i, kind)| {
            let named = other.kinds.iter().position(|there| there.name == kind.name);
            KindId(named.unwrap_or(i) as u16)
        });
        Some(Pairing { places, kinds: kinds.collect() })
    }

    /// Every place of the first game, with that of the second.
    pub(super) fn places(&self) -> impl Iterator<Item = (PlaceId, PlaceId)> + '_ {
        self.places.iter().enumerate().map(|(i, there)| (PlaceId(i as u8), *there))
    }

    /// Every kind of seeds of the first game, with that of the second.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (KindId, KindId)> + '_ {
        self.kinds.iter().enumerate().map(|(i, there)| (KindId(i as u16), *there))
    }

    /// The choice of the second game that means the same, legal or not; `None`: there is none.
    pub(super) fn choice(
        &self,
        (first, position): (&Engine, &Position),
        (second, there): (&Engine, &Position),
        choice: Choice,
    ) -> Option<Choice> {
        Some(match choice {
            Choice::Place(place) => Choice::Place(self.place(place)),
            Choice::Seed(kind) => Choice::Seed(match kind {
                Some(kind) => Some(*self.kinds.get(kind.index())?),
                None => None,
            }),
            Choice::Alternative(id) => {
                Choice::Alternative(alternative((first, position), (second, there), id)?)
            }
            Choice::Direction(_)
            | Choice::Number(_)
            | Choice::Yes
            | Choice::No
            | Choice::Stop
            | Choice::GoOn
            | Choice::Concede
            | Choice::Agree => choice,
        })
    }

    /// The place of the second game; the sowing hand and captured seeds have no pair, and stay.
    pub(super) fn place(&self, place: PlaceId) -> PlaceId {
        self.places.get(place.index()).copied().unwrap_or(place)
    }
}

/// Holes, stores and hands have the same order on boards of the same shape; other places have names.
fn place(a: &Board, b: &Board, i: usize) -> PlaceId {
    let shared = a.places.get(i).filter(|place| place.kind == PlaceKind::Shared);
    let named = shared.and_then(|place| b.places.iter().position(|there| there.id == place.id));
    PlaceId(named.unwrap_or(i) as u8)
}

/// The alternative with the same words, else the one with the same number.
fn alternative(
    (first, position): (&Engine, &Position),
    (second, there): (&Engine, &Position),
    id: AlternativeId,
) -> Option<AlternativeId> {
    let numbers = 0..u16::MAX;
    let offered = numbers.clone().map_while(|n| there.alternative(n));
    let words = choice_id(first.model(), Choice::Alternative(id));
    let same =
        |other: &AlternativeId| choice_id(second.model(), Choice::Alternative(*other)) == words;
    if let Some(found) = offered.into_iter().find(same) {
        return Some(found);
    }
    let nth = numbers.map_while(|n| position.alternative(n)).position(|one| one == id)?;
    there.alternative(u16::try_from(nth).ok()?)
}
