//! What is around the rules, in French: labels, names and places, options, and the choices of an example.

use super::French;
use super::grammar::{polished, sentence};
use crate::document::plan::DocLabels;
use crate::engine::{Choice, Decider, Position};
use crate::model::PlaceId;
use crate::notation::{DrawingWords, choice_id};
use crate::resolve::OptionValues;

/// The values `yes` and `no` are words of the language; others are those of the description.
fn yes_or_no(value: &str) -> &str {
    match value {
        "yes" => "oui",
        "no" => "non",
        other => other,
    }
}

impl French<'_> {
    pub(super) fn labels_text(&self) -> DocLabels {
        let word = |id: &str| polished(&self.word(id));
        DocLabels {
            code: "fr",
            variation: word("label-variation"),
            start: word("label-start"),
            capture: word("label-capture"),
            before: word("label-before"),
            after: word("label-after"),
            example: word("label-example"),
            opening: word("label-opening"),
            forced: word("label-forced"),
            turn: word("label-turn"),
            colon: "\u{a0}:".into(),
            options: word("label-options"),
            no_longer: word("label-no-longer"),
            instead: word("label-instead"),
            same: word("label-same"),
            assumed: word("label-assumed"),
            assumed_intro: word("label-assumed-intro"),
            because: word("label-because"),
            sources: word("label-sources"),
            rules: word("label-rules"),
            drawn: DrawingWords {
                captured: word("label-captured").into(),
                store: word("label-store").into(),
                in_hand: word("label-hand").into(),
                being_sown: word("label-being-sown").into(),
                closed: word("label-closed").into(),
                hidden: word("label-hidden").into(),
                not_known: word("label-not-known").into(),
                differs: word("label-differs").into(),
                nobody: word("label-nobody").into(),
                nobody_owns: word("label-nobody-owns").into(),
                of: " de ".into(),
                is_in: " en ".into(),
                seeds: (word("label-seed").into(), word("label-seeds").into()),
                places: (0..self.model.board.places.len())
                    .map(|i| self.place_name(PlaceId(i as u8)))
                    .collect(),
            },
        }
    }

    pub(super) fn about_text(&self, lines: &[(String, String)]) -> String {
        let with = |key: &str| -> Vec<&str> {
            lines.iter().filter(|(k, _)| k == key).map(|(_, text)| text.as_str()).collect()
        };
        let mut parts = Vec::new();
        let also = with("also");
        if !also.is_empty() {
            parts.push(self.message("about-also", &[("names", &also.join(", "))]));
        }
        let places = with("played");
        if !places.is_empty() {
            parts.push(self.message("about-played", &[("places", &places.join(" ; "))]));
        }
        for (key, text) in lines {
            let id = match key.as_str() {
                "also" | "played" | "source" => continue,
                "people" => "about-people",
                "period" => "about-period",
                "by" => "about-by",
                "local" => "about-local",
                "material" => "about-material",
                "inventor" => "about-inventor",
                "date" => "about-date",
                "identifier" => "about-identifier",
                _ => {
                    parts.push(sentence(&format!("{key} : {text}"), "."));
                    continue;
                }
            };
            parts.push(self.message(id, &[("text", text)]));
        }
        // The author's texts are left as they are.
        parts.join(" ").replace(" :", "\u{a0}:")
    }

    pub(super) fn option_text(
        &self,
        value: &str,
        values: &OptionValues,
        note: Option<&str>,
    ) -> String {
        let values = match values {
            OptionValues::Range { from, to, even } => {
                let id = if *even { "option-even" } else { "option-range" };
                self.message(id, &[("from", &from.to_string()), ("to", &to.to_string())])
            }
            OptionValues::List(values) => {
                values.iter().map(|value| yes_or_no(value)).collect::<Vec<_>>().join(" ou ")
            }
        };
        let note = note.map_or(String::new(), |note| format!(" {note}"));
        let value = yes_or_no(value);
        polished(&self.message("option", &[("value", value), ("values", &values)])) + &note
    }

    /// A position: what each row and each store holds.
    pub(super) fn position_text(&self, position: &Position) -> String {
        let board = &self.model.board;
        let holding =
            |place: PlaceId| format!("{} : {}", self.place_name(place), position.seeds(place));
        let holes = |row: u16| -> Vec<String> {
            let all = (0..board.holes).map(|i| PlaceId(i as u8));
            all.filter(|hole| board.row_of(*hole) == Some(row)).map(holding).collect()
        };
        let mut sentences: Vec<String> = (1..=board.rows)
            .rev()
            .map(|row| {
                let holes = holes(row).join(", ");
                self.message("picture-row", &[("row", &row.to_string()), ("holes", &holes)])
            })
            .collect();
        let stores = board.seats.iter().map(|seat| holding(seat.store));
        let stores = stores.collect::<Vec<_>>().join(", ");
        sentences.push(self.message("picture-stores", &[("stores", &stores)]));
        sentences.join(" ")
    }

    /// `South joue c1, sens horaire`, `South joue c1 ; North choisit oui`.
    pub(super) fn choices_text(&self, choices: &[(Decider, Choice)]) -> String {
        let mut text = String::new();
        let mut who = None;
        for (decider, choice) in choices {
            let choice = self.choice(*choice);
            match (who, decider) {
                (Some(before), _) if before == *decider => text += &format!(", {choice}"),
                (None, Decider::Player(seat)) => {
                    text += &format!("{} joue {choice}", self.seat(*seat));
                }
                (Some(_), Decider::Player(seat)) => {
                    text += &format!(" ; {} choisit {choice}", self.seat(*seat));
                }
                (None, Decider::Lot) => text += &format!("le sort tombe sur {choice}"),
                (Some(_), Decider::Lot) => text += &format!(" ; le sort tombe sur {choice}"),
            }
            who = Some(*decider);
        }
        text
    }

    /// A choice, as the name of a hole or a word.
    fn choice(&self, choice: Choice) -> String {
        match choice {
            Choice::Place(place) => self.place_name(place),
            Choice::Direction(direction) => self.sense(direction),
            Choice::Yes => "oui".into(),
            Choice::No => "non".into(),
            Choice::Stop => self.word("choice-stop"),
            Choice::GoOn => self.word("choice-go-on"),
            Choice::Concede => self.word("choice-concede"),
            Choice::Agree => self.word("choice-agree"),
            Choice::Number(_) | Choice::Seed(_) => choice_id(self.model, choice),
            // The description's own words.
            Choice::Alternative(_) => super::grammar::quoted(&choice_id(self.model, choice)),
        }
    }
}
