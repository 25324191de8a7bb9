//! The commands that a person can type.

use mnc::suggest;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
    /// List the commands.
    Help,
    /// Draw the board.
    Board,
    /// Take back the person's last move.
    Undo,
    /// Print the rules.
    Rules,
    /// Print the statement that caused each event of the last move, or that forbids a choice.
    Why(Option<String>),
    /// Print what the computer would choose.
    Hint,
    /// Save the game in a file.
    Save(Option<String>),
    /// Go on with the game of a file.
    Load(Option<String>),
    /// Play the next game of the match.
    Next,
    /// Begin from the start.
    New,
    /// Print who plays, or assign a seat.
    Seat(Option<String>),
    /// Leave.
    Quit,
}

/// Every command with its description.
pub const ALL: [(&str, &str); 12] = [
    ("help", "what you can type"),
    ("board", "draw the board"),
    ("undo", "take back your last move, and what was answered to it"),
    ("why", "the rule that caused each event of the last move"),
    ("why CHOICE", "the rule that forbids a choice"),
    ("rules", "the rules of this game, in short"),
    ("hint", "what the computer would choose, and what it expects"),
    ("seat NAME=WHO", "let human, random or search:1 to search:4 play"),
    ("save [FILE]", "save the game in a file"),
    ("load FILE", "go on with the game of a file"),
    ("new", "begin again from the start"),
    ("quit", "leave; you are asked whether to save"),
];

/// Every first word of a command with its canonical form.
const WORDS: [(&str, &str); 19] = [
    ("help", "help"),
    ("?", "help"),
    ("board", "board"),
    ("show", "board"),
    ("undo", "undo"),
    ("back", "undo"),
    ("rules", "rules"),
    ("why", "why"),
    ("hint", "hint"),
    ("save", "save"),
    ("load", "load"),
    ("next", "next"),
    ("new", "new"),
    ("seat", "seat"),
    ("seats", "seat"),
    ("quit", "quit"),
    ("q", "quit"),
    ("exit", "quit"),
    ("bye", "quit"),
];

impl PlayCommand {
    /// Parses a line; `None` if it is not a command.
    pub fn parse(line: &str) -> Option<PlayCommand> {
        let line = line.trim();
        let line = line.strip_prefix('/').unwrap_or(line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = Some(rest.trim()).filter(|rest| !rest.is_empty()).map(str::to_owned);
        let word = word.to_lowercase();
        let (_, command) = WORDS.iter().find(|(known, _)| *known == word)?;
        let command = match *command {
            "why" => PlayCommand::Why(rest),
            "save" => PlayCommand::Save(rest),
            "load" => PlayCommand::Load(rest),
            "seat" => PlayCommand::Seat(rest),
            _ if rest.is_some() => return None,
            "help" => PlayCommand::Help,
            "board" => PlayCommand::Board,
            "undo" => PlayCommand::Undo,
            "rules" => PlayCommand::Rules,
            "hint" => PlayCommand::Hint,
            "next" => PlayCommand::Next,
            "new" => PlayCommand::New,
            _ => PlayCommand::Quit,
        };
        Some(command)
    }

    /// The command nearest to a line that is not one.
    pub fn nearest(line: &str) -> Option<&'static str> {
        let word = line.trim().trim_start_matches('/').split_whitespace().next()?.to_lowercase();
        let known = WORDS.iter().map(|(known, _)| *known).filter(|known| known.len() > 2);
        suggest::nearest(&word, known).filter(|_| word.chars().count() > 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        assert_eq!(PlayCommand::parse(" HELP "), Some(PlayCommand::Help));
        assert_eq!(PlayCommand::parse("/undo"), Some(PlayCommand::Undo));
        assert_eq!(PlayCommand::parse("why  a1"), Some(PlayCommand::Why(Some("a1".into()))));
        assert_eq!(PlayCommand::parse("save"), Some(PlayCommand::Save(None)));
        assert_eq!(PlayCommand::parse("undo it all"), None);
        assert_eq!(PlayCommand::parse("a1"), None);
        assert_eq!(PlayCommand::nearest("hlep"), Some("help"));
        assert_eq!(PlayCommand::nearest("undo it all"), Some("undo"));
        assert_eq!(PlayCommand::nearest("a1"), None);
        assert_eq!(PlayCommand::nearest(""), None);
    }

    #[test]
    fn every_command_is_listed() {
        for (usage, _) in ALL {
            let word = usage.split([' ', '[']).next().unwrap_or("");
            assert!(PlayCommand::parse(word).is_some(), "{usage}");
        }
    }
}
