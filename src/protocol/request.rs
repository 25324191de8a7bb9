//! The requests, and their parser.

use super::named::OrderedMap;
use super::refusal::Refusal;
use crate::check::Thoroughness;
use crate::document::Language;
use crate::suggest;
use serde::de::{Error, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A request.
#[derive(Debug)]
pub enum Request {
    /// Something about a text; no game has to be open.
    Text(TextRequest),
    /// Open the game of a text.
    Open(Box<TextInput>),
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
    /// List the choices so far.
    Trail,
    /// Save the game.
    Record(Box<RecordRequest>),
    /// Go on with a saved game.
    Resume(ResumeRequest),
    /// Ask a computer player.
    Think(ThinkRequest),
    /// Play random games.
    Playout(PlayoutRequest),
    /// Write the choices so far as a test.
    Test(TestRequest),
    /// Write the rules as prose.
    Document(DocumentRequest),
}

/// A request about a text.
#[derive(Debug)]
pub enum TextRequest {
    /// Something about a text that is given.
    About(TextQuestion, Box<TextInput>),
    /// Explain a code of findings.
    Explain(String),
    /// List the shipped games.
    Games,
    /// The description of a shipped game, by one of its names.
    Description(String),
}

/// What is asked about a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextQuestion {
    /// Check it.
    Findings,
    /// What can be typed at a place.
    Complete,
    /// What the word at a place means.
    Hover,
    /// Fixes of what is found in a range.
    Fixes,
    /// Apply all fixes.
    FixAll,
    /// Put it into the canonical layout.
    Format,
    /// Describe its game and the position at its beginning.
    Preview,
}

const REQUESTS: [&str; 26] = [
    "info",
    "new",
    "position",
    "play",
    "undo",
    "setup",
    "next",
    "perft",
    "open",
    "trail",
    "record",
    "resume",
    "think",
    "playout",
    "test",
    "document",
    "findings",
    "complete",
    "hover",
    "fixes",
    "fix-all",
    "format",
    "preview",
    "explain",
    "games",
    "description",
];

/// The greatest offset into a text.
const MAX_OFFSET: u64 = u32::MAX as u64;

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

/// The name of a text without a name.
fn usual_name() -> String {
    "game.mnc".to_owned()
}

/// The fields of all requests about texts. Those that a request does not need are ignored. (One type for all of
/// them makes a program in a browser smaller.)
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextInput {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// Its name in messages.
    #[serde(default = "usual_name")]
    pub name: String,
    /// The text.
    #[serde(default)]
    text: Option<String>,
    /// The code of a finding.
    #[serde(default)]
    code: Option<String>,
    /// One of the names of a shipped game.
    #[serde(default)]
    game: Option<String>,
    /// How thorough a check is.
    #[serde(default)]
    pub effort: CheckEffort,
    /// Whether notes are listed, too.
    #[serde(default)]
    pub notes: bool,
    /// A place, in bytes.
    #[serde(default)]
    pub offset: BoundedInt<MAX_OFFSET>,
    /// The first byte of a range.
    #[serde(default)]
    pub start: BoundedInt<MAX_OFFSET>,
    /// The byte after a range.
    #[serde(default)]
    pub end: BoundedInt<MAX_OFFSET>,
    /// Whether guesses are applied, too.
    #[serde(default)]
    pub r#unsafe: bool,
    /// The variations, by any spelling.
    #[serde(default)]
    pub variations: Vec<String>,
    /// The values of options, by any spelling.
    #[serde(default)]
    pub options: OrderedMap<String>,
    /// The random seed of computer players.
    #[serde(default)]
    pub seed: u64,
}

impl TextInput {
    /// The text.
    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }
}

/// How thorough a check is; see [`Thoroughness`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum CheckEffort {
    Reading,
    Text,
    #[default]
    Usual,
    Thorough,
}

impl CheckEffort {
    /// The same for the check.
    pub fn thoroughness(self) -> Thoroughness {
        match self {
            CheckEffort::Reading => Thoroughness::Reading,
            CheckEffort::Text => Thoroughness::Text,
            CheckEffort::Usual => Thoroughness::Usual,
            CheckEffort::Thorough => Thoroughness::Thorough,
        }
    }
}

/// `{"do":"record"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The file of the description, for a game that is not shipped.
    #[serde(default)]
    pub description: Option<String>,
    /// Who plays for each player: `human`, `random`, `search:2`; by default persons.
    #[serde(default)]
    pub players: OrderedMap<String>,
}

/// `{"do":"resume"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResumeRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The text of a record.
    pub record: String,
}

/// `{"do":"think"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The kind of computer player: `random`, `search:1`.
    pub player: String,
}

/// The greatest number of random games of one request.
const MAX_GAMES: u64 = 10_000_000;

/// The greatest number of random matches of one request.
const MAX_MATCHES: u64 = 1_000_000;

/// `{"do":"playout"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayoutRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The number of games; nothing if matches are asked for.
    pub games: Option<BoundedInt<MAX_GAMES>>,
    /// The number of matches.
    pub matches: Option<BoundedInt<MAX_MATCHES>>,
    /// Random seed.
    #[serde(default = "first_seed")]
    pub seed: u64,
}

fn first_seed() -> u64 {
    1
}

/// `{"do":"test"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// The name of the test.
    pub name: String,
}

/// `{"do":"document"}`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DocumentRequest {
    #[serde(rename = "do")]
    _do: IgnoredAny,
    /// `en` or `fr`.
    #[serde(default)]
    pub language: DocumentLanguage,
}

/// The language of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentLanguage {
    /// English.
    #[default]
    En,
    /// French.
    #[cfg(feature = "french")]
    Fr,
}

impl DocumentLanguage {
    /// The same for the document.
    pub fn language(self) -> Language {
        match self {
            DocumentLanguage::En => Language::English,
            #[cfg(feature = "french")]
            DocumentLanguage::Fr => Language::French,
        }
    }
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
    #[serde(rename = "lot")]
    _lot: IgnoredAny,
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
    let (line, head) = parse_head(line)?;
    Ok(match head.r#do.as_str() {
        "info" => parse_bare(line, Request::Info)?,
        "position" => parse_bare(line, Request::Position)?,
        "undo" => parse_bare(line, Request::Undo)?,
        "next" => parse_bare(line, Request::Next)?,
        "new" => Request::New(parse(line)?),
        "play" => Request::Play(parse(line)?),
        "setup" => Request::Setup(parse(line)?),
        "perft" => Request::Perft(parse(line)?),
        "open" => Request::Open(parse_text_input(line)?),
        "trail" => parse_bare(line, Request::Trail)?,
        "record" => Request::Record(parse(line)?),
        "resume" => Request::Resume(parse(line)?),
        "think" => Request::Think(parse(line)?),
        "playout" => Request::Playout(parse(line)?),
        "test" => Request::Test(parse(line)?),
        "document" => Request::Document(parse(line)?),
        other => match parse_about_text(other, line)? {
            Some(request) => Request::Text(request),
            None => return Err(unknown(other)),
        },
    })
}

/// Parses a line that should be a request about a text; `None`: it is one about a game.
///
/// # Errors
/// It is not a JSON object, or not a known request.
pub fn parse_text_request(line: &str) -> Result<Option<TextRequest>, Refusal> {
    let (line, head) = parse_head(line)?;
    match parse_about_text(&head.r#do, line)? {
        None if !REQUESTS.contains(&head.r#do.as_str()) => Err(unknown(&head.r#do)),
        request => Ok(request),
    }
}

/// The line without blanks, and the name of the request.
fn parse_head(line: &str) -> Result<(&str, RequestHead), Refusal> {
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() {
        return Err(Refusal::new("empty-line", "this line is empty; a request is {\"do\":…}"));
    }
    if !line.starts_with('{') {
        return Err(Refusal::new("no-object", "a request is one JSON object: {\"do\":…}"));
    }
    Ok((line, parse(line)?))
}

fn parse_about_text(asked: &str, line: &str) -> Result<Option<TextRequest>, Refusal> {
    let question = match asked {
        "findings" => TextQuestion::Findings,
        "complete" => TextQuestion::Complete,
        "hover" => TextQuestion::Hover,
        "fixes" => TextQuestion::Fixes,
        "fix-all" => TextQuestion::FixAll,
        "format" => TextQuestion::Format,
        "preview" => TextQuestion::Preview,
        "explain" => {
            let input: Box<TextInput> = parse(line)?;
            return Ok(Some(TextRequest::Explain(input.code.ok_or_else(|| missing("code"))?)));
        }
        "games" => return parse::<Box<TextInput>>(line).map(|_| Some(TextRequest::Games)),
        "description" => {
            let input: Box<TextInput> = parse(line)?;
            return Ok(Some(TextRequest::Description(input.game.ok_or_else(|| missing("game"))?)));
        }
        _ => return Ok(None),
    };
    Ok(Some(TextRequest::About(question, parse_text_input(line)?)))
}

/// The fields of a request that is about a text.
fn parse_text_input(line: &str) -> Result<Box<TextInput>, Refusal> {
    let input: Box<TextInput> = parse(line)?;
    if input.text.is_none() {
        return Err(missing("text"));
    }
    Ok(input)
}

fn missing(field: &str) -> Refusal {
    Refusal::new("wrong-request", format!("missing field `{field}`"))
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
