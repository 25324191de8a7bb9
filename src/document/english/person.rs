//! Players in English.

use super::English;
use crate::document::plan::{Person, Voice};
use crate::model::{PlayerRef, Seat, Subject};

impl English<'_> {
    /// A player as the subject of a sentence.
    pub(super) fn player(&self, who: PlayerRef, voice: Voice) -> String {
        match (who, voice.actor) {
            (PlayerRef::Actor, Person::You) => "you".into(),
            (PlayerRef::Actor, Person::Opponent) => "your opponent".into(),
            (PlayerRef::Actor, Person::They) => "they".into(),
            (PlayerRef::Opponent, Person::You) => "your opponent".into(),
            (PlayerRef::Opponent, Person::Opponent) => "you".into(),
            (PlayerRef::Opponent, Person::They) => "the other player".into(),
            (PlayerRef::That, _) => "that player".into(),
            (PlayerRef::Other, _) => "the other player".into(),
            (PlayerRef::Winner, _) => "the winner of the last game".into(),
            (PlayerRef::Loser, _) => "the loser of the last game".into(),
            (PlayerRef::Starter, _) => "the player who moved first in the game".into(),
            (PlayerRef::Second, _) => "the player who moved second in the game".into(),
            (PlayerRef::Next, _) => "the next player".into(),
            (PlayerRef::Owner, _) => "the owner of that hole".into(),
            (PlayerRef::Seat(seat), _) => self.seat(seat),
        }
    }

    /// Whose: `your`, `your opponent's`.
    pub(super) fn whose(&self, who: PlayerRef, voice: Voice) -> String {
        match (who, voice.actor) {
            (PlayerRef::Actor, Person::You) => "your".into(),
            (PlayerRef::Actor, Person::They | Person::Opponent) => "their own".into(),
            (PlayerRef::Opponent, Person::Opponent) => "your".into(),
            (PlayerRef::Winner, _) => "the last winner's".into(),
            (PlayerRef::Loser, _) => "the last loser's".into(),
            (PlayerRef::Starter, _) => "the first player's".into(),
            (PlayerRef::Second, _) => "the second player's".into(),
            (
                PlayerRef::Opponent
                | PlayerRef::That
                | PlayerRef::Other
                | PlayerRef::Next
                | PlayerRef::Owner
                | PlayerRef::Seat(_),
                _,
            ) => format!("{}'s", self.player(who, voice)),
        }
    }

    /// Whose, of what each player has only one of.
    pub(super) fn whose_thing(&self, who: PlayerRef, voice: Voice) -> String {
        let whose = self.whose(who, voice);
        if whose == "their own" { "their".into() } else { whose }
    }

    /// `yours`, `your opponent's`.
    pub(super) fn belongs(&self, who: PlayerRef, voice: Voice) -> String {
        let whose = self.whose(who, voice);
        if whose == "your" { "yours".into() } else { whose }
    }

    /// A player as an object: `you`, `them`.
    pub(super) fn them(&self, who: PlayerRef, voice: Voice) -> String {
        match self.player(who, voice).as_str() {
            "they" => "them".into(),
            other => other.to_owned(),
        }
    }

    /// A subject, and the voice of what it does.
    pub(super) fn subject(&self, who: Subject, voice: Voice) -> (String, Voice) {
        let subject = match who {
            Subject::One(who) => self.player(who, voice),
            Subject::Each => "each player".into(),
            Subject::Some => "a player".into(),
        };
        (subject, voice.of_subject(who))
    }

    pub(super) fn seat(&self, seat: Seat) -> String {
        self.model.player(seat).to_owned()
    }
}

/// The form of a verb for a subject: `you have`, `South has`.
pub(super) fn verb(subject: &str, base: &str) -> String {
    if subject == "you" || subject == "they" {
        return base.to_owned();
    }
    match base {
        "have" => "has".into(),
        "are" => "is".into(),
        "do" => "does".into(),
        "pass" => "passes".into(),
        _ => format!("{base}s"),
    }
}
