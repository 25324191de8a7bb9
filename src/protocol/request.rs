//! The requests, and their parser.

use super::named::OrderedMap;
use super::refusal::Refusal;
use crate::suggest;
use serde::de::{Error, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A request.
#[derive(Debug)]
pub enum Request {
    /// Describe the game.
    Info,
    /// Begin a first game.
    New(NewRequest),
    /// Show the current position.
    Position,
    /// Undo the last choice.
    Undo,
    /// Make a choice.
    Play(PlayRequest),
    /// Set up a position.
    Setup(Box<SetupRequest>),
    /// Begin the next game of the match.
    Next,
    /// Count the ways to play on.
    Perft(PerftRequest),
}

const REQUESTS: [&str; 8] = ["info", "new", "position", "play", "undo", "setup", "next", "perft"];

/// The field that names the request; the other fields depend on it.
#[derive(Deserialize)]
struct RequestHead {
    r#do: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BareRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
}

/// `{"do":"new"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The seat that moves first; by default as the description defines.
    #[serde(default)]
    pub seat: Option<BoundedInt<255>>,
}

/// `{"do":"play"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The `id` of one of the choices.
    pub choice: String,
}

/// `{"do":"perft"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The depth in decisions.
    pub depth: BoundedInt<100>,
}

/// `{"do":"setup"}`: a position in the form of a position answer. Fields that follow from others (the
/// choices, the hash ...) may be there and are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct SetupRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    #[serde(rename = "player")]
    _player: IgnoredAny,
    #[serde(rename = "deciding")]
    _deciding: IgnoredAny,
    #[serde(rename = "choices")]
    _choices: IgnoredAny,
    #[serde(rename = "offers")]
    _offers: IgnoredAny,
    #[serde(rename = "hidden")]
    _hidden: IgnoredAny,
    #[serde(rename = "over")]
    _over: IgnoredAny,
    #[serde(rename = "result")]
    _result: IgnoredAny,
    #[serde(rename = "hash")]
    _hash: IgnoredAny,
    pub seat: Option<BoundedInt<255>>,
    pub mover: Option<BoundedInt<255>>,
    pub phase: Option<String>,
    pub answers: Vec<String>,
    pub under_way: bool,
    pub seeds: OrderedMap<BoundedInt<{ u16::MAX as u64 }>>,
    pub kinds: OrderedMap<OrderedMap<BoundedInt<{ u16::MAX as u64 }>>>,
    pub hand: BoundedInt<{ u16::MAX as u64 }>,
    pub marks: OrderedMap<Vec<MarkInput>>,
    pub closed: Vec<String>,
    pub owners: OrderedMap<Option<BoundedInt<255>>>,
    pub notes: OrderedMap<NoteInput>,
    pub stage: Vec<Option<String>>,
    pub again: Vec<BoundedInt<{ u16::MAX as u64 }>>,
    pub turn: TurnInput,
    pub moved: Option<MovedInput>,
    pub r#match: MatchInput,
}

/// A mark on a hole or a player.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a mark: its name, or {\"name\":…,\"owner\":…}")]
#[allow(missing_docs)]
pub enum MarkInput {
    Name(String),
    Of {
        name: String,
        #[serde(default)]
        owner: Option<BoundedInt<255>>,
    },
}

/// The value of a note, or of the note of each player.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a number, a word, yes (true) or no (false), or a list of these")]
#[allow(missing_docs)]
pub enum NoteInput {
    Number(i32),
    Yes(bool),
    Word(String),
    Each(Vec<NoteInput>),
    Unset(()),
}

/// The moves of the turn.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct TurnInput {
    pub made: BoundedInt<{ u16::MAX as u64 }>,
    pub left: Option<BoundedInt<{ u16::MAX as u64 }>>,
}

/// Who has moved in this stage, game, match.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct MovedInput {
    pub stage: Option<Vec<BoundedInt<255>>>,
    pub game: Option<Vec<BoundedInt<255>>>,
    pub r#match: Option<Vec<BoundedInt<255>>>,
}

/// The state of the match.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct MatchInput {
    pub game: Option<BoundedInt<{ u16::MAX as u64 }>>,
    pub starter: Option<BoundedInt<255>>,
    pub last_winner: Option<BoundedInt<255>>,
    #[serde(rename = "over")]
    _over: IgnoredAny,
    #[serde(rename = "winner")]
    _winner: IgnoredAny,
    #[serde(rename = "loser")]
    _loser: IgnoredAny,
}

/// A whole number from 0 to `MOST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoundedInt<const MOST: u64>(pub u64);

impl<const MOST: u64> BoundedInt<MOST> {
    /// The value as `u16`; `MOST` fits in it.
    pub fn as_u16(self) -> u16 {
        u16::try_from(self.0).unwrap_or(u16::MAX)
    }
}

impl<'de, const MOST: u64> Deserialize<'de> for BoundedInt<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BoundedIntVisitor<const MOST: u64>;
        impl<const MOST: u64> Visitor<'_> for BoundedIntVisitor<MOST> {
            type Value = BoundedInt<MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {MOST}")
            }

            fn visit_u64<E: Error>(self, n: u64) -> Result<BoundedInt<MOST>, E> {
                let found = serde::de::Unexpected::Unsigned(n);
                if n <= MOST { Ok(BoundedInt(n)) } else { Err(E::invalid_value(found, &self)) }
            }
        }
        deserializer.deserialize_u64(BoundedIntVisitor)
    }
}

/// Parses a line.
///
/// # Errors
/// It is not a JSON object, or not a known request.
pub fn parse_request(line: &str) -> Result<Request, Refusal> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() {
        return Err(Refusal::new("empty-line", "this line is empty; a request is {\"do\":…}"));
    }
    if !line.starts_with('{') {
        return Err(Refusal::new("no-object", "a request is one JSON object: {\"do\":…}"));
    }
    let head: RequestHead = parse(line)?;
    Ok(match head.r#do.as_str() {
        "info" => parse_bare(line, Request::Info)?,
        "position" => parse_bare(line, Request::Position)?,
        "undo" => parse_bare(line, Request::Undo)?,
        "next" => parse_bare(line, Request::Next)?,
        "new" => Request::New(parse(line)?),
        "play" => Request::Play(parse(line)?),
        "setup" => Request::Setup(parse(line)?),
        "perft" => Request::Perft(parse(line)?),
        other => return Err(unknown(other)),
    })
}

fn parse_bare(line: &str, request: Request) -> Result<Request, Refusal> {
    parse::<BareRequest>(line).map(|_| request)
}

fn parse<'de, T: Deserialize<'de>>(line: &'de str) -> Result<T, Refusal> {
    let mut json = serde_json::Deserializer::from_str(line);
    let read = serde_path_to_error::deserialize(&mut json);
    let value = read.map_err(|error| {
        let (path, error) = (error.path().to_string(), error.into_inner());
        let place = match path.as_str() {
            "." | "?" => String::new(),
            path => format!("`{path}`: "),
        };
        let code = if error.is_data() { "wrong-request" } else { "not-json" };
        Refusal::new(code, format!("{place}{}", error_text(&error)))
    })?;
    json.end()
        .map_err(|_| Refusal::new("not-json", "there is more on the line than one object"))?;
    Ok(value)
}

/// The message without the line, which is always the first.
fn error_text(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", ", at character ")
}

fn unknown(asked: &str) -> Refusal {
    let help = match suggest::nearest(asked, REQUESTS) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the requests are {}", REQUESTS.join(", ")),
    };
    Refusal::new("unknown-request", format!("there is no request `{asked}`; {help}"))
}
