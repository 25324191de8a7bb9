//! Players in French.

use super::French;
use crate::document::plan::{Person, Voice};
use crate::model::{PlayerRef, Seat, Subject};

/// Whose something is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// `votre`, `vos`.
    Yours,
    /// `son`, `ses`.
    Theirs,
    /// `de South`.
    Of(String),
}

impl Whose {
    /// Before a noun: `votre`, `vos`, `son`, `ses`; none, if it is said after it.
    pub fn before(&self, many: bool) -> Option<&'static str> {
        match (self, many) {
            (Whose::Yours, false) => Some("votre"),
            (Whose::Yours, true) => Some("vos"),
            (Whose::Theirs, false) => Some("son"),
            (Whose::Theirs, true) => Some("ses"),
            (Whose::Of(_), _) => None,
        }
    }

    /// After a noun: ` de South`.
    pub fn after(&self) -> String {
        match self {
            Whose::Yours | Whose::Theirs => String::new(),
            Whose::Of(who) => format!(" de {who}"),
        }
    }

    /// After `être`: `à vous`, `à South`.
    pub fn belongs(&self) -> String {
        match self {
            Whose::Yours => "\u{e0} vous".into(),
            Whose::Theirs => "\u{e0} lui".into(),
            Whose::Of(who) => format!("\u{e0} {who}"),
        }
    }

    /// After `pour`: `vous`, `lui`, `South`.
    pub fn object(&self) -> String {
        match self {
            Whose::Yours => "vous".into(),
            Whose::Theirs => "lui".into(),
            Whose::Of(who) => who.clone(),
        }
    }
}

impl French<'_> {
    /// A player as the subject of a sentence.
    pub(super) fn player(&self, who: PlayerRef, voice: Voice) -> String {
        let id = match (who, voice.actor) {
            (PlayerRef::Actor, Person::You) | (PlayerRef::Opponent, Person::Opponent) => {
                "player-you"
            }
            (PlayerRef::Actor, Person::Opponent) | (PlayerRef::Opponent, Person::You) => {
                "player-opponent"
            }
            (PlayerRef::Actor, Person::They) => "player-they",
            (PlayerRef::Opponent, Person::They) | (PlayerRef::Other, _) => "player-other",
            (PlayerRef::That, _) => "player-that",
            (PlayerRef::Winner, _) => "player-winner",
            (PlayerRef::Loser, _) => "player-loser",
            (PlayerRef::Starter, _) => "player-starter",
            (PlayerRef::Second, _) => "player-second",
            (PlayerRef::Next, _) => "player-next",
            (PlayerRef::Owner, _) => "player-owner-of-hole",
            (PlayerRef::Seat(seat), _) => return self.seat(seat),
        };
        self.word(id)
    }

    /// Whose something is.
    pub(super) fn whose(&self, who: PlayerRef, voice: Voice) -> Whose {
        match (who, voice.actor) {
            (PlayerRef::Actor, Person::You) | (PlayerRef::Opponent, Person::Opponent) => {
                Whose::Yours
            }
            (PlayerRef::Actor, Person::They | Person::Opponent) => Whose::Theirs,
            (
                PlayerRef::Opponent
                | PlayerRef::That
                | PlayerRef::Other
                | PlayerRef::Winner
                | PlayerRef::Loser
                | PlayerRef::Starter
                | PlayerRef::Second
                | PlayerRef::Next
                | PlayerRef::Owner
                | PlayerRef::Seat(_),
                _,
            ) => Whose::Of(self.player(who, voice)),
        }
    }

    /// A subject, and the voice of what it does.
    pub(super) fn subject(&self, who: Subject, voice: Voice) -> (String, Voice) {
        let subject = match who {
            Subject::One(who) => self.player(who, voice),
            Subject::Each => self.word("player-each"),
            Subject::Some => self.word("player-some"),
        };
        (subject, voice.of_subject(who))
    }

    pub(super) fn seat(&self, seat: Seat) -> String {
        self.model.player(seat).to_owned()
    }
}

/// A subject with its verb: the form for `vous`, and that for everybody else.
pub(super) fn does(subject: &str, you: &str, other: &str) -> String {
    format!("{subject} {}", form(subject, you, other))
}

/// The form of a verb for a subject.
pub(super) fn form<'f>(subject: &str, you: &'f str, other: &'f str) -> &'f str {
    if subject == "vous" { you } else { other }
}
