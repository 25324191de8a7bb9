//! Statements in French: headings, and whole sentences.

use super::French;
use super::grammar::{Agreement, Gender, and, ordinal, quoted};
use crate::document::plan::{Aim, CaseStart, Heading, OccasionHole, Statement, Voice};
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

    pub(super) fn statement(&self, statement: &Statement<'_>) -> String {
        match statement {
            Statement::Players(names) => match names.as_slice() {
                [one] => self.message("players-one", &[("name", one)]),
                names => {
                    let all: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
                    self.message(
                        "players",
                        &[("n", &self.number_word(names.len())), ("names", &and(&all))],
                    )
                }
            },
            Statement::BoardSize(rows, columns) => {
                let rows = if *rows == 1 {
                    "1 rang\u{e9}e".into()
                } else {
                    format!("{rows} rang\u{e9}es")
                };
                let holes =
                    if *columns == 1 { "1 trou".into() } else { format!("{columns} trous") };
                self.message("board-size", &[("rows", &rows), ("holes", &holes)])
            }
            Statement::TwoSides(near, far) => {
                self.message("two-sides", &[("near", near), ("far", far)])
            }
            Statement::OneSide => self.word("one-side"),
            Statement::Squares => self.word("squares"),
            Statement::RowNames(rows) => self.row_names(rows),
            Statement::Owns(seat, holes) => {
                self.message("owns", &[("player", &self.seat(*seat)), ("holes", &self.set(*holes))])
            }
            Statement::NobodyOwns => self.word("nobody-owns"),
            Statement::Opposite => self.word("opposite"),
            Statement::Stores(_, true) => self.word("stores-all"),
            Statement::Stores(owners, false) => {
                let names: Vec<String> = owners.iter().map(|seat| self.seat(*seat)).collect();
                let id = if names.len() == 1 { "stores-one" } else { "stores-some" };
                self.message(id, &[("names", &and(&names))])
            }
            Statement::HiddenStores => self.word("stores-hidden"),
            Statement::NoStores => self.word("stores-none"),
            Statement::SharedPlaces(names) => {
                let id = if names.len() == 1 { "shared-one" } else { "shared-some" };
                let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                self.message(id, &[("names", &and(&names))])
            }
            Statement::Kind(name, worth) => {
                self.message("kind", &[("name", &quoted(name)), ("worth", &worth.to_string())])
            }
            Statement::Capturing => self.word("capturing"),
            Statement::InPlay(places) => {
                let places: String = places
                    .iter()
                    .map(|place| format!(", dans {}", self.place_name(*place)))
                    .collect();
                self.message("in-play", &[("places", &places)])
            }
            Statement::Hands => self.word("hands"),
            Statement::Start(placed, everywhere) => self.start(placed, *everywhere),
            Statement::StartOfKind(place, kind, n) => {
                let n = self.counted_seeds((*n).into(), Some(*kind));
                self.message("start-kind", &[("seeds", &n), ("place", &self.place_name(*place))])
            }
            Statement::StartEmpty => self.word("start-empty"),
            Statement::FirstMove(seat) => {
                self.message("first-move", &[("player", &self.seat(*seat))])
            }
            Statement::Mark(mark, players, set, read) => {
                self.mark_statement(mark, *players, set, read)
            }
            Statement::Note(note, set, read) => self.note(note, set, read),
            Statement::Stages(names) => {
                let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                self.message("stages", &[("n", &names.len().to_string()), ("names", &and(&names))])
            }
            Statement::Stage(stage) => self.stage(stage),
            Statement::AsBefore => self.word("as-before"),
            Statement::Turns => self.word("turns"),
            Statement::TurnMoves(moves) => self.turn_moves(moves),
            Statement::AtOnce(first, second) => self.message(
                "at-once",
                &[("first", &self.seat(*first)), ("second", &self.seat(*second))],
            ),
            Statement::FirstToEnd(first) => {
                self.message("first-to-end", &[("first", &self.seat(*first))])
            }
            Statement::NoMove { loses: true } => self.word("no-move-loses"),
            Statement::NoMove { loses: false } => self.word("no-move-passes"),
            Statement::Occasion { when, also, several } => self.occasion(*when, *also, *several),
            Statement::MoveEnds => self.word("move-ends"),
            Statement::MoreLines => self.word("more-lines"),
            Statement::FirstThatFits => self.word("first-that-fits"),
            Statement::Case { start, actions, voice, list } => {
                let start = self.case_start(start, *voice);
                let text = format!("{start}{}", self.actions(actions, *voice));
                self.named_once(&text, *voice) + end(*list)
            }
            Statement::CaseSteps(start, voice) => {
                format!("{}{}", self.case_start(start, *voice), self.word("case-steps"))
            }
            Statement::Act(action, voice, list) => self.action_text(action, *voice) + end(*list),
            Statement::SowClass(nth, class, who, voice) => {
                self.sow_class(*nth, class, *who, *voice) + "."
            }
            Statement::Sowing => self.word("sowing"),
            Statement::Paths => self.word("paths"),
            Statement::Way(line, paths) => self.way_line(line, *paths),
            Statement::Path(seat, places) => self.path(*seat, places),
            Statement::Closed(false) => self.word("closed"),
            Statement::Closed(true) => self.word("closed-match"),
            Statement::Law(law) => self.law(law),
            Statement::Winner(winner) => self.winner(winner),
            Statement::Opening => self.word("opening"),
            Statement::Match => self.word("match"),
            Statement::MatchSteps => self.word("match-steps"),
            Statement::StepsFor(who, voice) => {
                let each: Vec<String> =
                    who.iter().map(|who| self.subject(*who, *voice).0).collect();
                let id = if who.contains(&Subject::Each) { "steps-each" } else { "steps-for" };
                self.message(id, &[("who", &and(&each))])
            }
            Statement::StepsForEach(unit, amount, voice) => {
                let (unit, amount) = (self.count(unit, *voice), self.count(amount, *voice));
                self.message("steps-times", &[("unit", &unit), ("amount", &amount)])
            }
            Statement::StepsIf(cond, voice) => {
                self.message("steps-if", &[("cond", &self.cond(cond, false, *voice))])
            }
            Statement::SamePosition(parts) => self.same_position(*parts),
            Statement::Default(default, counted) => self.default_text(*default, *counted),
            Statement::WithoutEffect => self.word("without-effect"),
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
