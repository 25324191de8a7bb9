//! Statements in French: headings, and whole sentences.

use super::French;
use super::grammar::{Agreement, Gender, and, ordinal, quoted};
use crate::document::plan::{
    Aim, CaseStart, Heading, Occasion, OccasionHole, Person, PositionParts, RulePart, Statement,
    Voice,
};
use crate::model::{
    DefaultClause, Law, LawDeed, Life, MarkDecl, NoteDecl, NoteKind, PlaceSetBits, Places,
    PlayerRef, SectionName, Stage, Subject, TurnMoves, Unit, Winner,
};

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

    fn mark_statement(
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

    fn note(&self, note: &NoteDecl, set: &[RulePart], read: &[RulePart]) -> String {
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
    fn uses(&self, begins: &str, set: &[RulePart], read: &[RulePart]) -> String {
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

    fn life(&self, life: &Life) -> String {
        match life {
            Life::Unit(unit) => self.word(match unit {
                Unit::Lap => "until-lap",
                Unit::Move => "until-move",
                Unit::Turn => "until-turn",
                Unit::Game => "until-game",
                Unit::Match => "until-match",
            }),
            Life::Until(cond) => {
                let voice = Voice { actor: Person::They, it: OccasionHole::Looked, past: false };
                self.message("until-cond", &[("cond", &self.cond(cond, false, voice))])
            }
        }
    }

    fn stage(&self, stage: &Stage) -> String {
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

    fn turn_moves(&self, moves: &TurnMoves) -> String {
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

    fn occasion(&self, when: Occasion, also: bool, several: bool) -> String {
        let when = match when {
            Occasion::Move => self.word("when-move"),
            Occasion::BeforeSowing => self.word("when-before-sowing"),
            Occasion::EachSeed => self.word("when-each-seed"),
            Occasion::LastSeed => self.word("when-last-seed"),
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
        let lines = self.word(if several { "lines-several" } else { "lines-one" });
        self.message(
            if also { "occasion-also" } else { "occasion" },
            &[("when", &when), ("lines", &lines)],
        )
    }

    fn law(&self, law: &Law) -> String {
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
    fn places_of(&self, places: Option<&Places>, who: PlayerRef, voice: Voice) -> String {
        let inner = voice.of(voice.actor_of(who));
        match (places, self.whose(who, voice)) {
            (Some(places), _) => self.places(places, inner),
            (None, whose) => match whose.before(true) {
                Some(possessive) => format!("{possessive} trous"),
                None => "ses trous".into(),
            },
        }
    }

    fn winner(&self, winner: &Winner) -> String {
        let most = self.word(if winner.fewest { "winner-fewest" } else { "winner-most" });
        let worth = if winner.worth { self.word("winner-worth") } else { String::new() };
        let voice = Voice { actor: Person::They, it: OccasionHole::Over, past: false };
        let place = winner.places.as_ref().map_or_else(
            || self.in_store(voice),
            |places| format!("dans {}", self.places(places, voice)),
        );
        self.message("winner", &[("most", &most), ("worth", &worth), ("place", &place)])
    }

    fn same_position(&self, parts: PositionParts) -> String {
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

    fn default_text(&self, default: DefaultClause, counted: bool) -> String {
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

/// The heading of a section of the rules.
fn section_id(section: SectionName) -> &'static str {
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
