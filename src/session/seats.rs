//! Who plays for which player.

use crate::engine::{Decider, Engine, Position};
use crate::model::{Model, Seat};
use crate::notation::Record;
use crate::search::{ComputerPlayer, PlayerKind, STRENGTHS, Thought};
use crate::stop::StopFlag;
use std::fmt;
use std::str::FromStr;

/// A person or a computer player. As text: `human`, `random`, `search:2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatPlayer {
    /// A person.
    Person,
    /// A computer player.
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
    type Err = SeatError;

    fn from_str(text: &str) -> Result<SeatPlayer, SeatError> {
        let text = text.trim();
        if ["human", "person"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Ok(SeatPlayer::Person);
        }
        let kind = text.parse().map_err(|_| SeatError::UnknownWho { asked: text.to_owned() })?;
        Ok(SeatPlayer::Computer(kind))
    }
}

/// Why a text does not assign a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SeatError {
    /// The text is not of the form `PLAYER=WHO`.
    NoWho {
        /// The text as typed.
        asked: String,
        /// The name of a player, for an example.
        player: String,
    },
    /// The game has no player of that name.
    UnknownSeat {
        /// The name as typed.
        asked: String,
        /// The names of the players, in the order of their seats.
        players: Vec<String>,
    },
    /// There is no such kind of player.
    UnknownWho {
        /// The kind as typed.
        asked: String,
    },
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatError::NoWho { asked, player } => write!(
                f,
                "`{asked}` does not say who plays for whom: type for example {player}=search"
            ),
            SeatError::UnknownSeat { asked, players } => {
                write!(f, "there is no player `{asked}`: the players are {}", players.join(" and "))
            }
            SeatError::UnknownWho { asked } => write!(
                f,
                "nobody is called `{asked}`: type human, random, or search:1 (weakest) to \
                 search:{STRENGTHS} (strongest)"
            ),
        }
    }
}

impl std::error::Error for SeatError {}

/// Who plays for each player.
pub struct Seats {
    /// In the order of the seats.
    who: Vec<SeatPlayer>,
    seed: u64,
    /// The computer players used so far; preparing one for a game takes time.
    players: Vec<(PlayerKind, Box<dyn ComputerPlayer>)>,
}

impl Seats {
    /// Persons at all seats. `seed`: the random seed of computer players.
    pub fn all_human(model: &Model, seed: u64) -> Seats {
        Seats { who: vec![SeatPlayer::Person; model.seats()], seed, players: Vec::new() }
    }

    /// Who plays for a player.
    pub fn of(&self, seat: Seat) -> SeatPlayer {
        self.who.get(seat.index()).copied().unwrap_or(SeatPlayer::Person)
    }

    /// Who makes the choices of a player; lots are drawn by the computer.
    pub fn who_chooses(&self, decider: Decider) -> SeatPlayer {
        match decider {
            Decider::Player(seat) => self.of(seat),
            Decider::Lot => SeatPlayer::Computer(PlayerKind::Random),
        }
    }

    /// The random seed of the computer players and of lots.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Assigns a seat.
    pub fn assign(&mut self, seat: Seat, who: SeatPlayer) {
        if let Some(place) = self.who.get_mut(seat.index()) {
            *place = who;
        }
    }

    /// Assigns the seats that a record names. A player that this version does not know becomes a person:
    /// the game can still be played.
    pub fn assign_recorded(&mut self, model: &Model, record: &Record) {
        for (name, who) in &record.players {
            if let (Ok(seat), Ok(who)) = (seat_of(model, name), who.parse()) {
                self.assign(seat, who);
            }
        }
    }

    /// Whether there is a computer player.
    pub fn has_computer(&self) -> bool {
        self.who.iter().any(|who| *who != SeatPlayer::Person)
    }

    /// The choice of a computer player; see [`ComputerPlayer::think`].
    pub(super) fn think(
        &mut self,
        kind: PlayerKind,
        engine: &Engine,
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

    /// Prepares for another game: the computer players so far were prepared for one game.
    pub(super) fn change_game(&mut self, model: &Model) {
        self.players.clear();
        self.who.resize(model.seats(), SeatPlayer::Person);
    }
}

/// Parses `South=search:2`, with a blank or `=` between.
///
/// # Errors
/// The player or the kind of player is unknown.
pub fn parse_assignment(model: &Model, text: &str) -> Result<(Seat, SeatPlayer), SeatError> {
    let Some((name, who)) = text.trim().split_once(['=', ' ']) else {
        let player = seat_of(model, text.trim()).unwrap_or_default();
        let player = model.player(player).to_owned();
        return Err(SeatError::NoWho { asked: text.to_owned(), player });
    };
    let seat = seat_of(model, name.trim())?;
    Ok((seat, who.trim_start_matches([' ', '=']).parse()?))
}

/// The seat of a player's name.
fn seat_of(model: &Model, name: &str) -> Result<Seat, SeatError> {
    let mut names = model.board.seats.iter().map(|seat| seat.name.as_str());
    let at = names.clone().position(|known| known.eq_ignore_ascii_case(name));
    at.and_then(|at| u8::try_from(at).ok()).map(Seat).ok_or_else(|| SeatError::UnknownSeat {
        asked: name.to_owned(),
        players: names.by_ref().map(str::to_owned).collect(),
    })
}
