//! Longer statements in French: marks and notes, turns, occasions, laws, the winner, defaults.

use super::French;
use super::grammar::{and, quoted};
use super::place::without_all;
use super::statement::section_id;
use crate::document::plan::{Occasion, OccasionHole, Person, PositionParts, RulePart, Voice};
use crate::model::{
    DefaultClause, Law, LawDeed, Life, MarkDecl, NoteDecl, NoteKind, Places, PlayerRef,
    SectionName, Stage, TurnMoves, Unit, Winner,
};

impl French<'_> {
    pub(super) fn mark_statement(
        &self,
        mark: &MarkDecl,
        players: bool,
        set: &[RulePart],
        read: &[RulePart],
    ) -> String {
        let who = self.word(if players { "mark-hole-or-player" } else { "mark-hole" });
        let whose = if mark.of_each_player { self.word("mark-for-one") } else { String::new() };
        let parts = [
            ("who", who.as_str()),
            ("name", &quoted(&mark.name)),
            ("whose", &whose),
            ("uses", &self.uses("uses-begins", set, read)),
            ("life", &self.life(&mark.life)),
        ];
        self.message("mark", &parts)
    }

    pub(super) fn note(&self, note: &NoteDecl, set: &[RulePart], read: &[RulePart]) -> String {
        let whose = if note.of_each_player { self.word("note-each") } else { String::new() };
        let id = match note.kind {
            NoteKind::Number => "note-number",
            NoteKind::Direction => "note-direction",
            NoteKind::Yes => "note-yes",
            NoteKind::Place => "note-place",
        };
        let parts = [
            ("name", quoted(&note.name)),
            ("whose", whose),
            ("uses", self.uses("uses-set", set, read)),
            ("life", self.life(&note.life)),
        ];
        let parts: Vec<(&str, &str)> =
            parts.iter().map(|(id, text)| (*id, text.as_str())).collect();
        self.message(id, &parts)
    }

    /// Where something is set, and where it matters.
    pub(super) fn uses(&self, begins: &str, set: &[RulePart], read: &[RulePart]) -> String {
        let parts = |parts: &[RulePart]| -> Vec<String> {
            let named = parts.iter().filter_map(|part| match part {
                RulePart::Word(nth) => Some(
                    self.model.words.get(*nth).map_or(String::new(), |word| quoted(&word.name)),
                ),
                RulePart::Section(SectionName::Default | SectionName::Words) => None,
                RulePart::Section(section) => Some(quoted(&self.word(section_id(*section)))),
            });
            named.collect()
        };
        let (set, read) = (parts(set), parts(read));
        let mut text = String::new();
        if !set.is_empty() {
            text += &format!(" {}", self.message(begins, &[("parts", &and(&set))]));
        }
        if !read.is_empty() {
            text += &format!(" {}", self.message("uses-read", &[("parts", &and(&read))]));
        }
        text
    }

    pub(super) fn life(&self, life: &Life) -> String {
        match life {
            Life::Unit(unit) => self.word(match unit {
                Unit::Lap => "until-lap",
                Unit::Move => "until-move",
                Unit::Turn => "until-turn",
                Unit::Game => "until-game",
                Unit::Match => "until-match",
            }),
            Life::Until(cond) => {
                let voice = Voice::mover(OccasionHole::Looked).of(Person::They);
                self.message("until-cond", &[("cond", &self.cond(cond, false, voice))])
            }
        }
    }

    pub(super) fn stage(&self, stage: &Stage) -> String {
        let whose = self.word(if stage.each_player { "stage-alone" } else { "stage-same" });
        let voice = Voice::mover(OccasionHole::Over);
        let until = stage.until.as_ref().map_or(String::new(), |cond| {
            format!(" {}", self.message("stage-until", &[("cond", &self.cond(cond, false, voice))]))
        });
        let parts = [("name", quoted(&stage.name)), ("whose", whose), ("until", until)];
        let parts: Vec<(&str, &str)> =
            parts.iter().map(|(id, text)| (*id, text.as_str())).collect();
        self.message("stage", &parts)
    }

    pub(super) fn turn_moves(&self, moves: &TurnMoves) -> String {
        let voice = Voice::mover(OccasionHole::Over);
        let n = match self.count(&moves.count, voice).as_str() {
            "1" => "un seul coup".to_owned(),
            n => format!("{n} coups"),
        };
        let most = if moves.at_most { "au plus " } else { "" };
        let again = moves.again.as_ref().map_or(String::new(), |cond| {
            format!(" {}", self.message("turn-again", &[("cond", &self.cond(cond, false, voice))]))
        });
        let n = format!("{most}{n}");
        self.message("turn-moves", &[("n", &n), ("again", &again)])
    }

    pub(super) fn occasion(&self, when: Occasion, also: bool, several: bool) -> String {
        let when = match when {
            Occasion::Move => self.word("when-move"),
            Occasion::BeforeSowing => self.word("when-before-sowing"),
            Occasion::EachSeed => self.word("when-each-seed"),
            Occasion::LastSeed => self.word("when-last-seed"),
            Occasion::NeverEnds => self.word("when-never-ends"),
            Occasion::AfterCapture => self.word("when-after-capture"),
            Occasion::AfterMove => self.word("when-after-move"),
            Occasion::End => self.word("when-end"),
            Occasion::EndOfBoth => self.word("when-end-of-both"),
            Occasion::AtAnyTime => self.word("when-at-any-time"),
            Occasion::Word(nth) => {
                let name = self.model.words.get(nth).map_or("", |word| &word.name);
                self.message("when-word", &[("name", &quoted(name))])
            }
        };
        let when = if also { lower(&when) } else { when };
        let lines = self.word(if several { "lines-several" } else { "lines-one" });
        self.message(
            if also { "occasion-also" } else { "occasion" },
            &[("when", &when), ("lines", &lines)],
        )
    }

    pub(super) fn law(&self, law: &Law) -> String {
        let voice = Voice::mover(OccasionHole::Taken);
        let place = |id: &str, place: String| self.message(id, &[("place", &place)]);
        let what = match &law.deed {
            LawDeed::Captures { places, first_lap } => {
                let from = places
                    .as_ref()
                    .map_or(String::new(), |p| format!(" dans {}", self.places(p, voice)));
                let first = if *first_lap { self.word("law-first-sowing") } else { String::new() };
                self.message("law-captures", &[("from", &from), ("first", &first)])
            }
            LawDeed::LeavesSeeds(who, places) => {
                let player = self.whose(*who, voice).object();
                let place = self.places_of(places.as_ref(), *who, voice);
                self.message("law-leaves-seeds", &[("who", &player), ("place", &place)])
            }
            LawDeed::LeavesEmpty(phrase) => place("law-leaves-empty", self.place(phrase, voice)),
            LawDeed::Reaches(phrase) => place("law-reaches", self.a_place(phrase, voice)),
            LawDeed::EndsIn(phrase) => place("law-ends-in", self.a_place(phrase, voice)),
            LawDeed::BeginsFrom(phrase) => place("law-begins-from", self.a_place(phrase, voice)),
            LawDeed::BeginsIn(phrase) => place("law-begins-in", self.a_place(phrase, voice)),
        };
        let when = law.when.as_ref().map_or(String::new(), |cond| {
            self.message("law-when", &[("cond", &self.cond(cond, false, voice))])
        });
        let id = match (law.must, law.if_any_can) {
            (true, true) => "law-must-if-can",
            (true, false) => "law-must",
            (false, true) => "law-must-not-if-can",
            (false, false) => "law-must-not",
        };
        self.message(id, &[("when", &when), ("what", &what)])
    }

    /// The places of a law: `vos trous`.
    pub(super) fn places_of(
        &self,
        places: Option<&Places>,
        who: PlayerRef,
        voice: Voice,
    ) -> String {
        let inner = voice.of(voice.actor_of(who));
        match (places, self.whose(who, voice)) {
            (Some(places), _) => without_all(&self.places(places, inner)),
            (None, whose) => match whose.before(true) {
                Some(possessive) => format!("{possessive} trous"),
                None => "ses trous".into(),
            },
        }
    }

    pub(super) fn winner(&self, winner: &Winner) -> String {
        let most = self.word(if winner.fewest { "winner-fewest" } else { "winner-most" });
        let worth = if winner.worth { self.word("winner-worth") } else { String::new() };
        let voice = Voice::mover(OccasionHole::Over).of(Person::They);
        let place = winner.places.as_ref().map_or_else(
            || self.in_store(voice),
            |places| format!("dans {}", without_all(&self.places(places, voice))),
        );
        self.message("winner", &[("most", &most), ("worth", &worth), ("place", &place)])
    }

    pub(super) fn same_position(&self, parts: PositionParts) -> String {
        let mut places = vec!["chaque trou".to_owned()];
        if parts.stores {
            places.push("chaque grenier".into());
        }
        if parts.shared {
            places.push("chaque autre case".into());
        }
        let verb = if places.len() > 1 { "contiennent" } else { "contient" };
        let mut same =
            vec![self.message("same-seeds", &[("places", &and(&places)), ("verb", verb)])];
        let more = [
            (parts.names, "same-names"),
            (parts.owners, "same-owners"),
            (parts.closed, "same-closed"),
            (parts.stage, "same-stage"),
            (parts.moves, "same-moves"),
            (true, "same-player"),
        ];
        same.extend(more.iter().filter(|(fits, _)| *fits).map(|(_, id)| self.word(id)));
        self.message("same-position", &[("same", &and(&same))])
    }

    pub(super) fn default_text(&self, default: DefaultClause, counted: bool) -> String {
        self.word(match (default, counted) {
            (DefaultClause::Passes, _) => "no-move-passes",
            (DefaultClause::NobodyMoves, true) => "default-nobody-moves",
            (DefaultClause::NobodyMoves, false) => "default-nobody-moves-draw",
            (DefaultClause::Endless, _) => "default-endless",
            (DefaultClause::OnlyEndless, true) => "default-only-endless",
            (DefaultClause::OnlyEndless, false) => "default-only-endless-draw",
            (DefaultClause::Repetition, true) => "default-repetition",
            (DefaultClause::Repetition, false) => "default-repetition-draw",
            (DefaultClause::EndMove, _) => "default-end-move",
            (DefaultClause::NoWinner, _) => "default-no-winner",
            (DefaultClause::SameStarter, _) => "default-same-starter",
            (DefaultClause::SweepForMatch, _) => "default-sweep",
            (
                DefaultClause::FirstMoves
                | DefaultClause::Fuel
                | DefaultClause::LongMatch
                | DefaultClause::GameBegins
                | DefaultClause::Work,
                _,
            ) => return String::new(),
        })
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
