//! What the names of a description stand for.

use super::builder::Builder;
use super::limits::MOST_MARKS;
use super::merge::Sections;
use super::options::Chosen;
use crate::diagnostic::Diagnostic;
use crate::model::{
    KindId, Life, MarkDecl, MarkId, NoteDecl, NoteId, NoteKind, PlaceId, Seat, Unit, WordId,
};
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{self, Meaning, Name, Said, SectionKind};
use crate::syntax::{english, vocabulary};
use std::borrow::Cow;

/// A name and what it stands for.
#[derive(Clone)]
pub(super) struct Entry<'a> {
    /// What.
    pub sense: Sense<'a>,
    /// Where it is declared.
    pub span: Span,
}

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Sense<'a> {
    /// An option with its value, and the values it can have.
    Option(Chosen, Vec<String>),
    /// A mark; whether each player has his own.
    Mark(MarkId, bool),
    /// A note; what it holds, and whether each player has his own.
    Note(NoteId, NoteKind, bool),
    /// A row of the board.
    Row(usize),
    /// A place that nobody owns.
    Shared(PlaceId),
    /// A player.
    Player(Seat),
    /// A kind of hole.
    Kind(&'a ast::Place),
    /// A number.
    Count(&'a ast::Count),
    /// A number told by cases.
    CountCases(&'a [ast::Statement]),
    /// Places.
    Places(&'a ast::Places),
    /// A condition.
    Cond(&'a ast::Cond),
    /// Actions.
    Actions(WordId),
    /// A kind of seeds.
    Seeds(KindId),
}

impl Sense<'_> {
    /// What it is, for messages: `an option`, `a mark` ...
    pub fn told(&self) -> &'static str {
        match self {
            Sense::Option(..) => "an option",
            Sense::Mark(..) => "a mark",
            Sense::Note(_, NoteKind::Number, _) => "a note of a number",
            Sense::Note(_, NoteKind::Direction, _) => "a note of a direction",
            Sense::Note(_, NoteKind::Yes, _) => "a note of yes or no",
            Sense::Note(_, NoteKind::Place, _) => "a chosen place",
            Sense::Row(_) => "a row",
            Sense::Shared(_) => "a place of the board",
            Sense::Player(_) => "a player",
            Sense::Kind(_) => "a kind of hole",
            Sense::Count(_) | Sense::CountCases(_) => "a number",
            Sense::Places(_) => "a set of places",
            Sense::Cond(_) => "a condition",
            Sense::Actions(_) => "actions",
            Sense::Seeds(_) => "a kind of seeds",
        }
    }
}

/// What is wanted where a name stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A noun of a place phrase.
    Noun,
    /// An adjective of a place phrase.
    Adjective,
    /// A number.
    Count,
    /// A condition, or a yes.
    Cond,
    /// A direction.
    Direction,
    /// Actions.
    Actions,
    /// A mark.
    Mark,
    /// A player, or a mark that a player can bear.
    Role,
    /// A note.
    Note,
    /// An option, a note or a word, for a test.
    Tested,
    /// A kind of seeds.
    Seeds,
}

impl Wanted {
    fn told(self) -> &'static str {
        match self {
            Wanted::Noun => "a place",
            Wanted::Adjective => "a kind of place",
            Wanted::Count => "a number",
            Wanted::Cond => "a condition",
            Wanted::Direction => "a direction",
            Wanted::Actions => "a word for actions",
            Wanted::Mark => "a mark",
            Wanted::Role => "a player or a mark",
            Wanted::Note => "a note",
            Wanted::Tested => "an option, a note or a word",
            Wanted::Seeds => "a kind of seeds",
        }
    }

    /// Words of the language that fit there.
    fn reserved(self) -> &'static [&'static str] {
        match self {
            Wanted::Noun => &[
                "hole", "holes", "store", "stores", "hand", "hands", "row", "rows", "place",
                "places", "origin", "it",
            ],
            Wanted::Adjective => &[
                "own",
                "opponent's",
                "winner's",
                "loser's",
                "open",
                "closed",
                "occupied",
                "empty",
                "opposite",
                "leftmost",
                "rightmost",
                "first",
                "last",
                "central",
                "next",
                "previous",
                "other",
                "second",
                "third",
                "fourth",
                "every",
                "any",
                "nearest",
                "furthest",
            ],
            Wanted::Direction => &["anticlockwise", "clockwise", "leftwards", "rightwards"],
            Wanted::Cond => &["otherwise"],
            Wanted::Seeds => &["seeds", "left", "each", "in"],
            Wanted::Count => &["half", "all", "seeds", "worth"],
            Wanted::Role => &["winner", "loser", "starter", "opponent"],
            Wanted::Actions | Wanted::Mark | Wanted::Note | Wanted::Tested => &[],
        }
    }

    fn declare(self, name: &str) -> String {
        let example = match self {
            Wanted::Noun | Wanted::Adjective => format!("{name} = a hole holding 2 or more"),
            Wanted::Count | Wanted::Tested => format!("{name} = 4"),
            Wanted::Cond => format!("{name} = the origin holds 1"),
            Wanted::Direction => format!("{name} = a direction for the game"),
            Wanted::Actions => format!("{name} = capture it, end move"),
            Wanted::Mark => format!("{name} = a mark"),
            Wanted::Role => format!("{name} = a mark of each player"),
            Wanted::Note => format!("{name} = a number for the game"),
            Wanted::Seeds => format!("{name} = a seed worth 10"),
        };
        format!("say in *words* what it is, for example `{example}`")
    }

    fn fits(self, sense: &Sense) -> bool {
        match self {
            Wanted::Noun => matches!(
                sense,
                Sense::Mark(..)
                    | Sense::Note(_, NoteKind::Place, _)
                    | Sense::Row(_)
                    | Sense::Shared(_)
                    | Sense::Kind(_)
                    | Sense::Places(_)
            ),
            Wanted::Adjective => matches!(
                sense,
                Sense::Mark(..)
                    | Sense::Note(_, NoteKind::Place, _)
                    | Sense::Row(_)
                    | Sense::Kind(_)
                    | Sense::Places(_)
            ),
            Wanted::Count => matches!(
                sense,
                Sense::Option(Chosen::Number(_), _)
                    | Sense::Note(_, NoteKind::Number, _)
                    | Sense::Count(_)
                    | Sense::CountCases(_)
            ),
            Wanted::Cond => matches!(sense, Sense::Cond(_) | Sense::Note(_, NoteKind::Yes, _)),
            Wanted::Direction => matches!(sense, Sense::Note(_, NoteKind::Direction, _)),
            Wanted::Actions => matches!(sense, Sense::Actions(_)),
            Wanted::Mark => matches!(sense, Sense::Mark(..)),
            Wanted::Role => matches!(sense, Sense::Mark(..) | Sense::Player(_)),
            Wanted::Note => matches!(sense, Sense::Note(..)),
            Wanted::Seeds => matches!(sense, Sense::Seeds(_)),
            Wanted::Tested => matches!(
                sense,
                Sense::Option(..) | Sense::Note(..) | Sense::Count(_) | Sense::CountCases(_)
            ),
        }
    }
}

impl<'a> Builder<'a> {
    /// Declares a name; a second declaration is reported and has no effect.
    pub fn declare(&mut self, name: &Name, sense: Sense<'a>) {
        if let Some(first) = self.names.get_mut(&name.text) {
            let same = matches!(
                (&first.sense, &sense),
                (Sense::Note(_, NoteKind::Place, _), Sense::Note(_, NoteKind::Place, _))
            );
            if same {
                // The word says whether each player has one.
                first.sense = sense;
            } else {
                let finding = Diagnostic::error(
                    "name-twice",
                    name.span,
                    format!("`{}` is declared twice", name.text),
                )
                .label(first.span, format!("it is {} here", first.sense.told()))
                .help("give one of them another name");
                self.report.add(finding);
            }
            return;
        }
        self.names.insert(name.text.clone(), Entry { sense, span: name.span });
    }

    /// What a name stands for, singular or plural.
    pub fn entry(&self, text: &str) -> Option<&Entry<'a>> {
        singulars(text).find_map(|name| self.names.get(&*name))
    }

    /// Whether a name may be declared in a statement that could not be read.
    fn may_be_unread(&self, text: &str) -> bool {
        self.unread.is_some_and(|made_up| singulars(text).any(|name| made_up.contains(&*name)))
    }

    /// What a name stands for; reports one that stands for nothing.
    pub fn look_up(&mut self, name: &Name, wanted: Wanted) -> Option<Sense<'a>> {
        if let Some(entry) = self.entry(&name.text) {
            return Some(entry.sense.clone());
        }
        self.unknown(name, wanted);
        None
    }

    /// Reports a name that stands for nothing.
    pub fn unknown(&mut self, name: &Name, wanted: Wanted) {
        if self.may_be_unread(&name.text) {
            return;
        }
        if wanted == Wanted::Adjective && ROWS.contains(&name.text.as_str()) {
            self.unknown_row(name);
            return;
        }
        let finding = Diagnostic::error(
            "unknown-word",
            name.span,
            format!("nothing is called `{}`", name.text),
        )
        .found(format!("{} is wanted here", wanted.told()));
        if let (Wanted::Count, Some(number)) = (wanted, vocabulary::number(&name.text)) {
            let help = format!("write numbers in digits: `{number}`");
            self.report.add(finding.help(help).fix(name.span, number));
            return;
        }
        if let Some(word) = english::function_word(&name.text) {
            let help = english::say_one_of(&word.phrases);
            let help = format!("a {} cannot be a name here: {help}", word.kind);
            self.report.add(finding.help(help));
            return;
        }
        let seeds = |name: &str| vocabulary::meant_by(name).any(|meant| meant == "seeds");
        let many = [name.text.clone(), format!("{}s", name.text)];
        if wanted == Wanted::Seeds && many.iter().any(|name| seeds(name)) {
            let help = format!("say `seeds`, or in *words* `{} = a seed worth 10`", name.text);
            self.report.add(finding.help(help).fix(name.span, "seeds"));
            return;
        }
        let plural =
            |name: &String| if name.ends_with('s') { None } else { Some(format!("{name}s")) };
        let fitting = self.names.iter().filter(|(_, entry)| wanted.fits(&entry.sense));
        let mut names: Vec<String> = fitting.map(|(name, _)| name.clone()).collect();
        names.extend(names.clone().iter().filter_map(plural));
        let words = names.iter().map(String::as_str).chain(wanted.reserved().iter().copied());
        self.report.add(match nearest(&name.text, words) {
            Some(near) => finding.help(format!("say `{near}`")).fix(name.span, near),
            None => finding.help(wanted.declare(&name.text)),
        });
    }

    /// Reports what is often the name of a row, and is none here.
    fn unknown_row(&mut self, name: &Name) {
        let rows: Vec<String> =
            self.board.board.row_names.iter().map(|row| format!("`{row}`")).collect();
        let help = match rows.as_slice() {
            [] => "name the rows in *board*: `rows from each player: outer, inner`".into(),
            rows => format!("the rows are {}", rows.join(", ")),
        };
        let message = format!("no row is called `{}`", name.text);
        self.report.add(Diagnostic::error("unknown-row", name.span, message).help(help));
    }

    /// Whether a name stands for a condition, and not for a number.
    pub fn is_condition(&self, name: &Name) -> bool {
        self.entry(&name.text).is_some_and(|entry| {
            Wanted::Cond.fits(&entry.sense) && !Wanted::Count.fits(&entry.sense)
        })
    }

    /// Reports a condition behind `2 or`, where another number is read.
    pub fn condition_behind_number(&mut self, name: &Name) {
        let Some(finding) = self.of_another_kind(name, Wanted::Count) else { return };
        let help = format!(
            "behind a number `or` goes on with numbers; put the condition first: `{} or ...`",
            name.text
        );
        self.report.add(finding.help(help));
    }

    /// Reports a name that stands for something else than what is wanted.
    pub fn wrong_kind(&mut self, name: &Name, wanted: Wanted) {
        let Some(finding) = self.of_another_kind(name, wanted) else { return };
        let fitting = self.names.iter().filter(|(_, entry)| wanted.fits(&entry.sense));
        let names: Vec<String> = fitting.map(|(name, _)| format!("`{name}`")).collect();
        let finding = match names.as_slice() {
            [] => finding.help(wanted.declare("another-name")),
            names => finding.help(format!("{} can stand here", names.join(", "))),
        };
        self.report.add(finding);
    }

    fn of_another_kind(&self, name: &Name, wanted: Wanted) -> Option<Diagnostic> {
        let entry = self.entry(&name.text)?;
        let finding = Diagnostic::error(
            "wrong-kind-of-word",
            name.span,
            format!(
                "`{}` is {}, but {} is wanted here",
                name.text,
                entry.sense.told(),
                wanted.told()
            ),
        )
        .found(entry.sense.told())
        .label(entry.span, "declared here");
        Some(finding)
    }

    /// Declares the words and the places that actions choose.
    pub fn declare_words(&mut self, sections: &'a Sections) {
        let words = sections.get(&SectionKind::Words).map(|told| &told.statements);
        for statement in words.into_iter().flatten() {
            if let Said::Word(word) = &statement.said {
                let sense = self.sense(word, statement);
                self.declare(&word.name, sense);
            }
        }
    }

    fn sense(&mut self, word: &'a ast::Word, statement: &'a ast::Statement) -> Sense<'a> {
        let name = &word.name.text;
        match &word.means {
            Meaning::Mark { of_each_player, quiet, .. } => {
                let life = Life::Unit(Unit::Game);
                let clause = self.clause(statement, SectionKind::Words);
                let known = self.marks.len();
                let id = MarkId(self.one_more(known, MOST_MARKS, "marks", statement.span));
                self.marks.push(MarkDecl {
                    name: name.clone(),
                    clause,
                    of_each_player: *of_each_player,
                    life,
                    quiet: *quiet,
                });
                Sense::Mark(id, *of_each_player)
            }
            Meaning::Note { kind, of_each_player, quiet, .. } => {
                let kind = match kind {
                    ast::NoteKind::Number => NoteKind::Number,
                    ast::NoteKind::Direction => NoteKind::Direction,
                    ast::NoteKind::Yes => NoteKind::Yes,
                    ast::NoteKind::Hole => NoteKind::Place,
                };
                let id = self.declared_note(name, kind, *of_each_player);
                if let Some(note) = self.notes.get_mut(id.index()) {
                    note.quiet = *quiet;
                }
                Sense::Note(id, kind, *of_each_player)
            }
            Meaning::Seed(_) => Sense::Seeds(self.add_kind(name, statement.span)),
            Meaning::Kind(place) => Sense::Kind(place),
            Meaning::Count(count) => Sense::Count(count),
            Meaning::Places(places) => Sense::Places(places),
            Meaning::Cond(cond) => Sense::Cond(cond),
            Meaning::Actions(actions) => {
                Sense::Actions(self.add_word(name, super::words::Body::Actions(statement, actions)))
            }
            Meaning::Cases(cases) if super::words::are_counts(cases) => Sense::CountCases(cases),
            Meaning::Cases(cases) => {
                Sense::Actions(self.add_word(name, super::words::Body::Cases(cases)))
            }
        }
    }

    /// The note that a word declares. A hole that some action chooses by this name is the same note; it
    /// lives as long as the word says.
    fn declared_note(&mut self, name: &str, kind: NoteKind, of_each_player: bool) -> NoteId {
        let chosen = match self.names.get(name).map(|entry| &entry.sense) {
            Some(Sense::Note(id, NoteKind::Place, false)) => Some(*id),
            _ => None,
        };
        match chosen.filter(|_| kind == NoteKind::Place) {
            Some(id) => {
                if let Some(note) = self.notes.get_mut(id.index()) {
                    note.of_each_player = of_each_player;
                    note.life = Life::Unit(Unit::Game);
                }
                id
            }
            None => self.add_note(name.to_owned(), kind, of_each_player, Unit::Game),
        }
    }

    /// Adds a note to the model.
    pub fn add_note(
        &mut self,
        name: String,
        kind: NoteKind,
        of_each_player: bool,
        life: Unit,
    ) -> NoteId {
        let id = NoteId(self.one_more(self.notes.len(), MOST_MARKS, "notes", self.heading));
        self.notes.push(NoteDecl {
            name,
            kind,
            of_each_player,
            life: Life::Unit(life),
            quiet: false,
        });
        id
    }
}

/// What rows are often called.
const ROWS: [&str; 7] = ["outer", "inner", "near", "far", "middle", "front", "back"];

/// A position in a list as a number of the model.
pub(super) fn number(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}

/// A name as it stands, and those of which it may be the plural.
fn singulars(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let stem = text.strip_suffix('s');
    let short = stem.and_then(|stem| stem.strip_suffix('e'));
    let with_y = stem.and_then(|stem| stem.strip_suffix("ie")).map(|stem| format!("{stem}y"));
    let plain = [Some(text), stem, short].into_iter().flatten().map(Cow::Borrowed);
    plain.chain(with_y.map(Cow::Owned))
}
