//! Statements in French: headings, and whole sentences.

use super::French;
use super::grammar::{Agreement, Gender, and, ordinal, quoted};
use crate::document::plan::{Aim, CaseStart, DocStatement, Heading, OccasionHole, Voice};
use crate::model::{PlaceSetBits, SectionName, Subject};

impl French<'_> {
    pub(super) fn heading_text(&self, heading: Heading<'_>) -> String {
        match heading {
            Heading::Board => self.word("heading-start"),
            Heading::Names => self.word("heading-names"),
            Heading::Stages => self.word("heading-stages"),
            Heading::Rules(section, stage) => {
                let section = self.word(section_id(section));
                match stage {
                    Some(name) => self.message(
                        "heading-in-stage",
                        &[("section", &section), ("stage", &quoted(name))],
                    ),
                    None => section,
                }
            }
            Heading::Word(nth) => {
                let name = self.model.words.get(nth).map_or("", |word| &word.name);
                self.message("heading-word", &[("name", &quoted(name))])
            }
            Heading::Repetition => self.word("heading-repetition"),
            Heading::Silent => self.word("heading-silent"),
            Heading::WithoutEffect => self.word("heading-without-effect"),
        }
    }

    pub(super) fn aim_text(&self, aim: &Aim) -> String {
        match aim {
            Aim::Alone => self.word("aim-alone"),
            Aim::Seeds { fewest: true } => self.word("aim-fewest"),
            Aim::Seeds { fewest: false } => self.word("aim-most"),
            Aim::NoMove => self.word("aim-no-move"),
            Aim::Rules(rules) => {
                let id = if rules.len() > 1 { "aim-rules" } else { "aim-rule" };
                format!("{} {}", self.word(id), rules.join(" "))
            }
            Aim::Nobody => self.word("aim-nobody"),
        }
    }

    pub(super) fn statement(&self, statement: &DocStatement<'_>) -> String {
        match statement {
            DocStatement::Players(names) => match names.as_slice() {
                [one] => self.message("players-one", &[("name", one)]),
                names => {
                    let all: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                    self.message(
                        "players",
                        &[("n", &self.number_word(names.len())), ("names", &and(&all))],
                    )
                }
            },
            DocStatement::BoardSize(rows, columns) => {
                let rows = if *rows == 1 {
                    "1 rang\u{e9}e".into()
                } else {
                    format!("{rows} rang\u{e9}es")
                };
                let holes =
                    if *columns == 1 { "1 trou".into() } else { format!("{columns} trous") };
                self.message("board-size", &[("rows", &rows), ("holes", &holes)])
            }
            DocStatement::TwoSides(near, far) => {
                self.message("two-sides", &[("near", near), ("far", far)])
            }
            DocStatement::OneSide => self.word("one-side"),
            DocStatement::Squares => self.word("squares"),
            DocStatement::RowNames(rows) => self.row_names(rows),
            DocStatement::Owns(seat, holes) => {
                self.message("owns", &[("player", &self.seat(*seat)), ("holes", &self.set(*holes))])
            }
            DocStatement::NobodyOwns => self.word("nobody-owns"),
            DocStatement::Opposite => self.word("opposite"),
            DocStatement::Stores(_, true) => self.word("stores-all"),
            DocStatement::Stores(owners, false) => {
                let names: Vec<String> = owners.iter().map(|seat| self.seat(*seat)).collect();
                let id = if names.len() == 1 { "stores-one" } else { "stores-some" };
                self.message(id, &[("names", &and(&names))])
            }
            DocStatement::HiddenStores => self.word("stores-hidden"),
            DocStatement::NoStores => self.word("stores-none"),
            DocStatement::SharedPlaces(names) => {
                let id = if names.len() == 1 { "shared-one" } else { "shared-some" };
                let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                let n = self.number_word(names.len());
                self.message(id, &[("n", &n), ("names", &and(&names))])
            }
            DocStatement::Kind(name, worth) => {
                self.message("kind", &[("name", &quoted(name)), ("worth", &worth.to_string())])
            }
            DocStatement::Capturing => self.word("capturing"),
            DocStatement::InPlay(places) => {
                let places: String = places
                    .iter()
                    .map(|place| format!(", dans {}", self.place_name(*place)))
                    .collect();
                self.message("in-play", &[("places", &places)])
            }
            DocStatement::Hands => self.word("hands"),
            DocStatement::Start(placed, everywhere) => self.start(placed, *everywhere),
            DocStatement::StartOfKind(place, kind, n) => {
                let n = self.counted_seeds((*n).into(), Some(*kind));
                self.message("start-kind", &[("seeds", &n), ("place", &self.place_name(*place))])
            }
            DocStatement::StartEmpty => self.word("start-empty"),
            DocStatement::FirstMove(seat) => {
                self.message("first-move", &[("player", &self.seat(*seat))])
            }
            DocStatement::Mark(mark, players, set, read) => {
                self.mark_statement(mark, *players, set, read)
            }
            DocStatement::Note(note, set, read) => self.note(note, set, read),
            DocStatement::Stages(names) => {
                let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                self.message("stages", &[("n", &names.len().to_string()), ("names", &and(&names))])
            }
            DocStatement::Stage(stage) => self.stage(stage),
            DocStatement::AsBefore => self.word("as-before"),
            DocStatement::Turns => self.word("turns"),
            DocStatement::TurnMoves(moves) => self.turn_moves(moves),
            DocStatement::AtOnce(first, second) => self.message(
                "at-once",
                &[("first", &self.seat(*first)), ("second", &self.seat(*second))],
            ),
            DocStatement::FirstToEnd(first) => {
                self.message("first-to-end", &[("first", &self.seat(*first))])
            }
            DocStatement::NoMove { loses: true } => self.word("no-move-loses"),
            DocStatement::NoMove { loses: false } => self.word("no-move-passes"),
            DocStatement::Occasion { when, also, several } => self.occasion(*when, *also, *several),
            DocStatement::MoveEnds => self.word("move-ends"),
            DocStatement::MoreLines => self.word("more-lines"),
            DocStatement::FirstThatFits => self.word("first-that-fits"),
            DocStatement::Case { start, actions, voice, list } => {
                let start = self.case_start(start, *voice);
                let text = format!("{start}{}", self.actions(actions, *voice));
                self.named_once(&text, *voice) + end(*list)
            }
            DocStatement::CaseSteps(start, voice) => {
                format!("{}{}", self.case_start(start, *voice), self.word("case-steps"))
            }
            DocStatement::Act(action, voice, list) => self.action_text(action, *voice) + end(*list),
            DocStatement::SowClass(nth, class, who, voice) => {
                self.sow_class(*nth, class, *who, *voice) + "."
            }
            DocStatement::Sowing => self.word("sowing"),
            DocStatement::Paths => self.word("paths"),
            DocStatement::Way(line, paths) => self.way_line(line, *paths),
            DocStatement::Path(seat, places) => self.path(*seat, places),
            DocStatement::Closed(false) => self.word("closed"),
            DocStatement::Closed(true) => self.word("closed-match"),
            DocStatement::Law(law) => self.law(law),
            DocStatement::Winner(winner) => self.winner(winner),
            DocStatement::Opening => self.word("opening"),
            DocStatement::Match => self.word("match"),
            DocStatement::MatchSteps => self.word("match-steps"),
            DocStatement::StepsFor(who, voice) => {
                let each: Vec<String> =
                    who.iter().map(|who| self.subject(*who, *voice).0).collect();
                let id = if who.contains(&Subject::Each) { "steps-each" } else { "steps-for" };
                self.message(id, &[("who", &and(&each))])
            }
            DocStatement::StepsForEach(unit, amount, voice) => {
                let (unit, amount) = (self.count(unit, *voice), self.count(amount, *voice));
                self.message("steps-times", &[("unit", &unit), ("amount", &amount)])
            }
            DocStatement::StepsIf(cond, voice) => {
                self.message("steps-if", &[("cond", &self.cond(cond, false, *voice))])
            }
            DocStatement::SamePosition(parts) => self.same_position(*parts),
            DocStatement::Default(default, counted) => self.default_text(*default, *counted),
            DocStatement::WithoutEffect => self.word("without-effect"),
        }
    }

    fn row_names(&self, rows: &[(u16, &str)]) -> String {
        let row = Agreement { gender: Gender::Feminine, many: false };
        let each = rows.iter().map(|(nth, name)| {
            let name = self.row_adjective(name, row);
            match nth {
                1 => self.message("row-nearest", &[("name", &name)]),
                nth => {
                    let nth = ordinal((*nth).into(), Gender::Feminine);
                    self.message("row-nth", &[("nth", &nth), ("name", &name)])
                }
            }
        });
        let each = and(&each.collect::<Vec<_>>());
        self.message("row-names", &[("rows", &each)])
    }

    fn number_word(&self, n: usize) -> String {
        match n {
            2 => "deux".into(),
            3 => "trois".into(),
            4 => "quatre".into(),
            5 => "cinq".into(),
            6 => "six".into(),
            n => n.to_string(),
        }
    }

    fn start(&self, placed: &[(u16, PlaceSetBits)], everywhere: bool) -> String {
        let each: Vec<String> = placed
            .iter()
            .map(|(n, places)| {
                let seeds = self.counted_seeds((*n).into(), None);
                let (id, set) = match places.iter().count() {
                    _ if everywhere => ("start-every", String::new()),
                    1 => ("start-in", self.set(*places)),
                    _ => ("start-each", self.set(*places)),
                };
                self.message(id, &[("seeds", &seeds), ("set", &set)])
            })
            .collect();
        self.message("start", &[("each", &each.join(" ; "))])
    }

    fn case_start(&self, start: &CaseStart<'_>, voice: Voice) -> String {
        match start {
            CaseStart::If(cond) => format!("si {}, ", self.cond(cond, false, voice)),
            CaseStart::Otherwise => "sinon, ".to_owned(),
            CaseStart::Always => String::new(),
        }
    }

    /// The hole that is about to be emptied is named once in a sentence.
    fn named_once(&self, text: &str, voice: Voice) -> String {
        let (taken, that) = (self.word("it-taken"), self.word("it-that"));
        match text.split_once(&taken) {
            Some((start, rest)) if voice.it == OccasionHole::Taken => {
                format!("{start}{taken}{}", rest.replace(&taken, &that))
            }
            Some(_) | None => text.to_owned(),
        }
    }
}

/// The heading of a section of the rules.
pub(super) fn section_id(section: SectionName) -> &'static str {
    match section {
        SectionName::Default | SectionName::Words => "heading-names",
        SectionName::Start => "heading-start",
        SectionName::Opening => "heading-opening",
        SectionName::Way => "heading-sowing",
        SectionName::Turn => "heading-turn",
        SectionName::Move => "heading-move",
        SectionName::Allowed => "heading-allowed",
        SectionName::BeforeEachLap => "heading-before-sowing",
        SectionName::EachSeed => "heading-each-seed",
        SectionName::LastSeed => "heading-last-seed",
        SectionName::AfterCapture => "heading-after-capture",
        SectionName::AfterMove => "heading-after-move",
        SectionName::End => "heading-end",
        SectionName::Winner => "heading-winner",
        SectionName::Match => "heading-match",
        SectionName::Stage => "heading-stages",
    }
}

fn end(list: bool) -> &'static str {
    if list { " :" } else { "." }
}
