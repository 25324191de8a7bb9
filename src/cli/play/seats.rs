//! Who plays for which player.

use mnc::engine::{Engine, Position};
use mnc::model::{Model, Seat};
use mnc::search::{ComputerPlayer, PlayerKind, STRENGTHS, Thought};
use mnc::stop::StopFlag;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::{BuildHasher, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// A person or a computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatPlayer {
    /// The person at the keyboard.
    Person,
    /// This program.
    Computer(PlayerKind),
}

impl fmt::Display for SeatPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatPlayer::Person => f.write_str("human"),
            SeatPlayer::Computer(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for SeatPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatPlayer, String> {
        let text = text.trim();
        if ["human", "person"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Ok(SeatPlayer::Person);
        }
        text.parse().map(SeatPlayer::Computer).map_err(|_| {
            format!(
                "nobody is called `{text}`: type human, random, or search:1 (weakest) to \
                 search:{STRENGTHS} (strongest)"
            )
        })
    }
}

/// Who plays for each player.
pub struct Seats {
    who: Vec<SeatPlayer>,
    /// The random seed of the computer players.
    pub seed: u64,
    /// The computer players used so far; preparing one for a game takes time.
    players: Vec<(PlayerKind, Box<dyn ComputerPlayer>)>,
}

impl Seats {
    /// Persons at all seats.
    pub fn all_human(model: &Model, seed: Option<u64>) -> Seats {
        let seed = seed.unwrap_or_else(any_seed);
        Seats { who: vec![SeatPlayer::Person; model.seats()], seed, players: Vec::new() }
    }

    /// Who plays for a player.
    pub fn of(&self, seat: Seat) -> SeatPlayer {
        self.who.get(seat.index()).copied().unwrap_or(SeatPlayer::Person)
    }

    /// Assigns a seat.
    pub fn assign(&mut self, seat: Seat, who: SeatPlayer) {
        if let Some(place) = self.who.get_mut(seat.index()) {
            *place = who;
        }
    }

    /// Whether there is a computer player.
    pub fn has_computer(&self) -> bool {
        self.who.iter().any(|who| *who != SeatPlayer::Person)
    }

    /// The choice of a computer player, and its expectation; it ends early when `stop` is set.
    pub fn think(
        &mut self,
        kind: PlayerKind,
        engine: &Arc<Engine>,
        position: &Position,
        moment: u64,
        stop: &StopFlag,
    ) -> Option<Thought> {
        if !self.players.iter().any(|(known, _)| *known == kind) {
            self.players.push((kind, kind.player(engine, self.seed)));
        }
        let (_, player) = self.players.iter_mut().find(|(known, _)| *known == kind)?;
        player.think(engine, position, moment, stop)
    }

    /// Drops the computer players, which are prepared for one game.
    pub fn forget(&mut self) {
        self.players.clear();
    }
}

/// Parses `South=search:2`, with a blank or `=` between.
///
/// # Errors
/// The player or the kind of player is unknown.
pub fn assignment(model: &Model, text: &str) -> Result<(Seat, SeatPlayer), String> {
    let Some((name, who)) = text.trim().split_once(['=', ' ']) else {
        let player = seat(model, text.trim()).unwrap_or_default();
        return Err(format!(
            "`{text}` does not say who plays for whom: type for example {}=search",
            model.player(player)
        ));
    };
    let seat = seat(model, name.trim())?;
    Ok((seat, who.trim_start_matches([' ', '=']).parse()?))
}

/// The seat of a player's name.
fn seat(model: &Model, name: &str) -> Result<Seat, String> {
    let names: Vec<&str> = model.board.seats.iter().map(|seat| seat.name.as_str()).collect();
    let at = names.iter().position(|known| known.eq_ignore_ascii_case(name));
    let at = at.and_then(|at| u8::try_from(at).ok());
    at.map(Seat).ok_or_else(|| {
        format!("there is no player `{name}`: the players are {}", names.join(" and "))
    })
}

/// A random seed, short enough to be typed.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
