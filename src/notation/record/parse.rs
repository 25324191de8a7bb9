//! The parser of records.

use super::{GameRecord, RECORD_VERSION, Record, TurnRecord};
use crate::notation::FINGERPRINT;
use std::fmt;

/// A syntax error in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is there, and what is wrong with it.
    pub message: String,
    /// What is expected there.
    pub help: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}\n  {}", self.line, self.message, self.help)
    }
}

impl std::error::Error for RecordError {}

/// The header lines of a record, for help.
const HEADER: &str = "the lines before the first turn are: game \"NAME\", rules NUMBER, \
     description FILE, variation \"NAME\", option NAME = VALUE, first PLAYER, player PLAYER WHO, \
     seed NUMBER";

struct RecordParser {
    record: Record,
    line: usize,
}

impl Record {
    /// Parses a record.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut reading = RecordParser { record: Record::default(), line: 0 };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut version = false;
        for (i, line) in text.lines().enumerate() {
            reading.line = i + 1;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if !version {
                reading.version(line)?;
                version = true;
            } else {
                reading.line(line)?;
            }
        }
        reading.line += 1;
        match () {
            () if !version => reading.error("this is empty", "a record begins with `mnc record 1`"),
            () if reading.record.game.is_empty() => {
                reading.error("the record does not name its game", "write game \"NAME\"")
            }
            () => Ok(reading.record),
        }
    }
}

impl RecordParser {
    fn error<T>(
        &self,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<T, RecordError> {
        Err(RecordError { line: self.line, message: message.into(), help: help.into() })
    }

    fn version(&self, line: &str) -> Result<(), RecordError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["mnc", "record", version] if version.parse() == Ok(RECORD_VERSION) => Ok(()),
            ["mnc", "record", version] => self.error(
                format!("this record has format version {version}"),
                format!("this program reads version {RECORD_VERSION}; a newer mnc may read it"),
            ),
            ["mnc", _] => self.error(
                "this is the description of a game, not a record of one",
                "to play it: mnc play FILE.mnc",
            ),
            _ => self.error(
                format!("found `{}`", shortened(line)),
                format!("a record begins with `mnc record {RECORD_VERSION}`"),
            ),
        }
    }

    fn line(&mut self, line: &str) -> Result<(), RecordError> {
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            return self.turn(line);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "game" if !self.record.game.is_empty() => self.next_game(rest),
            "result" => self.result(rest),
            "match" => self.match_result(rest),
            _ if !self.record.games.is_empty() => self.error(
                format!("found `{}`", shortened(line)),
                "after the first turn come turns (`3. South  a1`), `result ...` and `game 2`",
            ),
            _ => self.header(word, rest, line),
        }
    }

    fn header(&mut self, word: &str, rest: &str, line: &str) -> Result<(), RecordError> {
        match word {
            "game" => self.record.game = self.quoted(rest)?,
            "rules" => {
                let hexadecimal = rest.chars().all(|c| c.is_ascii_hexdigit());
                if rest.len() != FINGERPRINT || !hexadecimal {
                    return self.error(
                        format!("found `{}`", shortened(rest)),
                        format!(
                            "rules are identified by {FINGERPRINT} digits and letters from a to f"
                        ),
                    );
                }
                self.record.rules = Some(rest.to_ascii_lowercase());
            }
            "description" => self.record.description = Some(rest.to_owned()),
            "variation" => {
                let name = self.quoted(rest)?;
                self.record.variations.push(name);
            }
            "option" => {
                let Some((name, value)) = rest.split_once('=') else {
                    return self.error(
                        format!("found `{}`", shortened(line)),
                        "an option has a value: option NAME = VALUE",
                    );
                };
                let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
                self.record.options.insert(name, value);
            }
            "first" => self.record.first = Some((self.name(rest)?, self.line)),
            "player" => {
                let Some((seat, who)) = rest.split_once(char::is_whitespace) else {
                    return self.error(
                        format!("found `{}`", shortened(line)),
                        "write who plays for whom: player South human",
                    );
                };
                self.record.players.push((seat.to_owned(), who.trim().to_owned()));
            }
            "seed" => match rest.parse() {
                Ok(seed) => self.record.seed = Some(seed),
                Err(_) => {
                    return self
                        .error(format!("found `{}`", shortened(rest)), "a seed is a number");
                }
            },
            _ => return self.error(format!("found `{}`", shortened(line)), HEADER),
        }
        Ok(())
    }

    /// The game that turns are added to.
    fn open_game(&mut self) -> &mut GameRecord {
        if self.record.games.is_empty() {
            let line = self.line;
            self.record.games.push(GameRecord { line, ..GameRecord::default() });
        }
        let last = self.record.games.len() - 1;
        &mut self.record.games[last]
    }

    fn turn(&mut self, line: &str) -> Result<(), RecordError> {
        let expected = self.open_game().turns.len() + 1;
        let game = self.record.games.len();
        if let Some((result, at)) = &self.open_game().result {
            let message = format!("the game is over (line {at}: {result}), and here is a turn");
            return self.error(message, format!("the next game begins with `game {}`", game + 1));
        }
        let form = format!("a turn is written `{expected}. PLAYER  CHOICES`");
        let Some((number, rest)) = line.split_once('.') else {
            return self.error(format!("found `{}`", shortened(line)), form);
        };
        match number.parse::<usize>() {
            Ok(number) if number == expected => {}
            Ok(number) => {
                let help = format!("turn {expected} fits here; is a line missing, or here twice?");
                return self.error(format!("found turn {number}"), help);
            }
            Err(_) => return self.error(format!("found `{}`", shortened(line)), form),
        }
        let Some((player, choices)) = rest.trim().split_once(char::is_whitespace) else {
            return self.error(format!("found `{}`", shortened(line)), form);
        };
        let choices: Vec<String> = choices.split(',').map(|c| c.trim().to_owned()).collect();
        if choices.iter().any(String::is_empty) {
            return self.error(
                format!("found `{}`", shortened(line)),
                "between two commas comes a choice: a1, clockwise, go on",
            );
        }
        let line = self.line;
        let turn = TurnRecord { player: player.to_owned(), choices, line };
        self.open_game().turns.push(turn);
        Ok(())
    }

    fn next_game(&mut self, rest: &str) -> Result<(), RecordError> {
        let expected = self.record.games.len().max(1) + 1;
        self.open_game();
        if rest.parse() != Ok(expected) {
            return self.error(
                format!("found `game {}`", shortened(rest)),
                format!("the next game begins with `game {expected}`"),
            );
        }
        let line = self.line;
        self.record.games.push(GameRecord { line, ..GameRecord::default() });
        Ok(())
    }

    fn result(&mut self, rest: &str) -> Result<(), RecordError> {
        let line = self.line;
        let game = self.open_game();
        if let Some((result, at)) = &game.result {
            let message = format!("the game has a result already (line {at}: {result})");
            return self.error(message, "delete one of the two lines");
        }
        game.result = Some((rest.to_owned(), line));
        Ok(())
    }

    fn match_result(&mut self, rest: &str) -> Result<(), RecordError> {
        if self.record.match_result.is_some() {
            return self.error("the match has a result already", "delete one of the two lines");
        }
        self.record.match_result = Some((rest.to_owned(), self.line));
        Ok(())
    }

    fn quoted(&self, rest: &str) -> Result<String, RecordError> {
        let inside = rest.strip_prefix('"').and_then(|r| r.strip_suffix('"'));
        match inside.filter(|name| !name.is_empty() && !name.contains('"')) {
            Some(name) => Ok(name.to_owned()),
            None => self.error(
                format!("found `{}`", shortened(rest)),
                "a name needs quotation marks: \"Hoyito\"",
            ),
        }
    }

    fn name(&self, rest: &str) -> Result<String, RecordError> {
        if rest.is_empty() || rest.contains(char::is_whitespace) {
            return self.error(format!("found `{}`", shortened(rest)), "write one player's name");
        }
        Ok(rest.to_owned())
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let shown: String = text.chars().filter(|c| !c.is_control()).take(MOST).collect();
    if text.chars().count() > MOST { format!("{shown}...") } else { shown }
}
