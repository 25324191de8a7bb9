//! Longer statements in English: marks and notes, turns, occasions, laws, the winner, defaults.

use super::English;
use super::action::sentence;
use super::number::and;
use super::statement::section_text;
use crate::document::plan::{
    Heading, Occasion, OccasionHole, Person, PositionParts, RulePart, Voice,
};
use crate::model::{
    DefaultClause, Law, LawDeed, Life, NoteDecl, NoteKind, SectionName, Stage, TurnMoves, Winner,
};

impl English<'_> {
    pub(super) fn note(&self, note: &NoteDecl, set: &[RulePart], read: &[RulePart]) -> String {
        let whose = if note.of_each_player { " for each player" } else { "" };
        let life = self.life(&note.life);
        let name = format!("\u{201c}{}\u{201d}", note.name);
        let uses = self.uses("It is set", set, read);
        match note.kind {
            NoteKind::Number => format!(
                "Keep count of a number{whose}, {name}. It is 0 at first.{uses} It is kept {life}."
            ),
            NoteKind::Direction => {
                format!("A direction is kept{whose}, {name}.{uses} It is kept {life}.")
            }
            NoteKind::Yes => format!(
                "Keep in mind{whose} if {name} is \u{201c}yes\u{201d} or \u{201c}no\u{201d}. It is \u{201c}no\u{201d} \
                 at first.{uses} It is kept {life}, then it is \u{201c}no\u{201d} again."
            ),
            NoteKind::Place => {
                format!("A hole can be called {name}{whose}.{uses} It is kept {life}.")
            }
        }
    }

    /// Where something is set, and where it matters.
    pub(super) fn uses(&self, begins: &str, set: &[RulePart], read: &[RulePart]) -> String {
        let parts = |parts: &[RulePart]| -> Vec<String> {
            let named = parts.iter().filter_map(|part| match part {
                RulePart::Word(nth) => Some(self.heading_text(Heading::Word(*nth))),
                RulePart::Section(SectionName::Default | SectionName::Words) => None,
                RulePart::Section(section) => Some(section_text(*section).to_owned()),
            });
            named.map(|name| format!("\u{201c}{name}\u{201d}")).collect()
        };
        match (parts(set), parts(read)) {
            (set, read) if set.is_empty() && read.is_empty() => String::new(),
            (set, read) if read.is_empty() => format!(" {begins} under {}.", and(&set)),
            (set, read) if set.is_empty() => format!(" It matters under {}.", and(&read)),
            (set, read) => {
                format!(" {begins} under {}; it matters under {}.", and(&set), and(&read))
            }
        }
    }

    pub(super) fn life(&self, life: &Life) -> String {
        match life {
            Life::Unit(unit) => self.until_over(*unit),
            Life::Until(cond) => {
                let voice = Voice::mover(OccasionHole::Looked).of(Person::They);
                format!("until {}, or until the game is over", self.cond(cond, false, voice))
            }
        }
    }

    pub(super) fn stage(&self, stage: &Stage) -> String {
        let whose = if stage.each_player {
            "Each player enters and leaves it alone."
        } else {
            "It is the same stage for all players."
        };
        let voice = Voice::mover(OccasionHole::Over);
        let until = stage.until.as_ref().map_or(String::new(), |cond| {
            format!(
                " It is over when {} (looked at before each turn, for the player about to move).",
                self.cond(cond, false, voice)
            )
        });
        format!("Stage \u{201c}{}\u{201d}: {whose}{until}", stage.name)
    }

    pub(super) fn turn_moves(&self, moves: &TurnMoves) -> String {
        let voice = Voice::mover(OccasionHole::Over);
        let n = match self.count(&moves.count, voice).as_str() {
            "1" => "one move".to_owned(),
            n => format!("{n} moves"),
        };
        let most = if moves.at_most { "at most " } else { "" };
        let again = moves.again.as_ref().map_or(String::new(), |cond| {
            format!(" After a move, you move again if {}.", self.cond(cond, false, voice))
        });
        format!("The players take turns. A turn is {most}{n}.{again}")
    }

    pub(super) fn occasion(&self, when: Occasion, also: bool, several: bool) -> String {
        let intro = match when {
            Occasion::Move => "In a move you do".to_owned(),
            Occasion::BeforeSowing => {
                "Before you take up the seeds of a hole to sow them, the first time or later, you do".to_owned()
            }
            Occasion::EachSeed => {
                "Each time a seed falls, the last one included, you do".to_owned()
            }
            Occasion::LastSeed => "When the last seed of a sowing has fallen, you do".to_owned(),
            Occasion::NeverEnds => {
                "If a sowing never ends, stop it as soon as everything is as it was before in this sowing, with the same \
                 direction and the same hole to sow next. Then do"
                    .to_owned()
            }
            Occasion::AfterCapture => {
                "Each time seeds have been captured, the player who captured them (\u{201c}you\u{201d}) at once does"
                    .to_owned()
            }
            Occasion::AfterMove => "When the move is over, you do".to_owned(),
            Occasion::End => {
                "After each move, the player who has moved (\u{201c}you\u{201d}) does".to_owned()
            }
            Occasion::EndOfBoth => {
                "When both have moved, the player who ended first, and then the other one (\u{201c}you\u{201d}, each \
                 in turn), does"
                    .to_owned()
            }
            Occasion::AtAnyTime => {
                "At any time in a move, after each seed and each capture, you do".to_owned()
            }
            Occasion::Word(nth) => {
                let name = self.model.words.get(nth).map_or("", |word| &word.name);
                format!("To do what \u{201c}{name}\u{201d} says, do")
            }
        };
        let intro = if also { format!("In addition, {}", lower(&intro)) } else { intro };
        if several {
            format!("{intro} the first of these that fits, and no other:")
        } else {
            format!("{intro} this:")
        }
    }

    pub(super) fn law(&self, law: &Law) -> String {
        let voice = Voice::mover(OccasionHole::Taken);
        let what = match &law.deed {
            LawDeed::Captures { places, first_lap } => {
                let from = places
                    .as_ref()
                    .map_or(String::new(), |p| format!(" from {}", self.places(p, voice)));
                let first = if *first_lap { " with its first sowing" } else { "" };
                format!("captures{from}{first}")
            }
            LawDeed::LeavesSeeds(who, places) => {
                let them = self.them(*who, voice);
                let place = self.places_in(places.as_ref(), *who, voice);
                format!("leaves {them} at least 1 seed in {place} when it is over")
            }
            LawDeed::LeavesEmpty(phrase) => format!("leaves {} empty", self.place(phrase, voice)),
            LawDeed::Reaches(phrase) => format!("drops a seed in {}", self.a_place(phrase, voice)),
            LawDeed::EndsIn(phrase) => {
                format!("drops its last seed in {}", self.a_place(phrase, voice))
            }
            LawDeed::BeginsFrom(phrase) => format!("begins from {}", self.a_place(phrase, voice)),
            LawDeed::BeginsIn(phrase) => {
                format!("drops its first seed in {}", self.a_place(phrase, voice))
            }
        };
        let when = law.when.as_ref().map_or(String::new(), |cond| {
            let cond = self.cond(cond, false, voice);
            let before =
                if cond.ends_with("first turn of the game") { "" } else { " before the move" };
            format!("if {cond}{before}, ")
        });
        let must =
            if law.must { "you must make a move that" } else { "you may not make a move that" };
        let can = match (law.must, law.if_any_can) {
            (true, true) => ", if you have such a move. If you have none, any move is allowed",
            (true, false) => ". If you have none, you have no move to make",
            (false, true) => ", if you have another move",
            (false, false) => "",
        };
        sentence(&format!("{when}{must} {what}{can}"), ".")
    }

    pub(super) fn winner(&self, winner: &Winner) -> String {
        let most = if winner.fewest { "fewest seeds" } else { "most seeds" };
        let worth = if winner.worth { " (by what they are worth)" } else { "" };
        let voice = Voice::mover(OccasionHole::Over).of(Person::They);
        let place = winner.places.as_ref().map_or_else(
            || self.in_store(voice),
            |places| format!("in {}", self.places(places, voice)),
        );
        format!(
            "If the game has ended and no rule above names a winner or a loser, the player with the {most}{worth} {place} \
             wins. If several have as many, the game is a draw."
        )
    }
}

/// What a player without a move does.
pub(super) const PASSES: &str =
    "A player who has no move to make passes: the turn is over, and it is the next player's turn.";

pub(super) fn same_position(parts: PositionParts) -> String {
    let mut places = vec!["every hole".to_owned()];
    if parts.stores {
        places.push("every store".into());
    }
    if parts.shared {
        places.push("every other place".into());
    }
    let mut same = vec![format!("{} holds as many seeds", and(&places))];
    if parts.names {
        same.push("all that is named or kept in mind (see above) is the same".into());
    }
    if parts.owners {
        same.push("every hole has the same owner".into());
    }
    if parts.closed {
        same.push("the same holes are closed".into());
    }
    if parts.stage {
        same.push("the game is in the same stage".into());
    }
    if parts.moves {
        same.push("as many moves are left in the turn".into());
    }
    same.push("the same player's turn is next".into());
    format!(
        "A position is the same as an earlier one of this game if {}. A player's turn is next even if they must then pass. \
         The position before the first turn counts, and so does the position after each move. A pass makes no new \
         position.",
        and(&same)
    )
}

pub(super) fn default_text(default: DefaultClause, counted: bool) -> &'static str {
    match (default, counted) {
        (DefaultClause::Passes, _) => PASSES,
        (DefaultClause::NobodyMoves, true) => {
            "If nobody can move, each player captures the seeds in their own holes, and the game ends."
        }
        (DefaultClause::NobodyMoves, false) => {
            "If nobody can move, the game ends in a draw. Each player takes the seeds in their own holes."
        }
        (DefaultClause::Endless, _) => {
            "You may not choose a move whose sowing would never end. It never ends if everything is again as it was \
             before in this sowing, with the same direction and the same hole to sow next. If that comes up while you \
             play a move, take the move back and choose another one."
        }
        (DefaultClause::OnlyEndless, true) => {
            "If all your moves would sow without end, the game ends at once. Nobody captures the seeds that are left in \
             the holes."
        }
        (DefaultClause::OnlyEndless, false) => {
            "If all your moves would sow without end, the game ends at once in a draw."
        }
        (DefaultClause::Repetition, true) => {
            "If the same position occurs for the third time, the game ends. Each player captures the seeds in their \
             own holes."
        }
        (DefaultClause::Repetition, false) => {
            "If the same position occurs for the third time, the game ends in a draw. Each player takes the seeds in \
             their own holes."
        }
        (DefaultClause::EndMove, _) => {
            "When the last seed has fallen and no rule says what comes next, the move ends."
        }
        (DefaultClause::NoWinner, _) => "A game that ends without a winner is a draw.",
        (DefaultClause::SameStarter, _) => "The same player moves first in the next game.",
        (DefaultClause::SweepForMatch, _) => {
            "Before the next game is set up, seeds left in holes go to the owners of the holes."
        }
        (
            DefaultClause::FirstMoves
            | DefaultClause::Fuel
            | DefaultClause::LongMatch
            | DefaultClause::GameBegins
            | DefaultClause::Work,
            _,
        ) => "",
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
