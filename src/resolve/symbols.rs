//! The symbol table of a description.

use super::builder::Builder;
use super::limits::MOST_MARKS;
use super::merge::Sections;
use super::options::OptionValue;
use crate::diagnostic::{Diagnostic, Fix};
use crate::model::{
    KindId, Life, MarkDecl, MarkId, NoteDecl, NoteId, NoteKind, PlaceId, Seat, Unit, WordId,
};
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{self, AstMeaning, Name, SectionKind, StatementKind};
use crate::syntax::{english, is_known_word, means_store, singulars, vocabulary};

/// A declared name.
#[derive(Clone)]
pub(super) struct Symbol<'a> {
    /// What it denotes.
    pub kind: SymbolKind<'a>,
    /// The span of its declaration.
    pub span: Span,
}

/// What a name denotes.
#[derive(Clone)]
pub(super) enum SymbolKind<'a> {
    /// An option with its value, and the values it can have.
    Option(OptionValue, Vec<String>),
    /// A mark; whether each player has one.
    Mark(MarkId, bool),
    /// A note; what it holds, and whether each player has one.
    Note(NoteId, NoteKind, bool),
    /// A row of the board.
    Row(usize),
    /// A place that nobody owns.
    Shared(PlaceId),
    /// A player.
    Player(Seat),
    /// A kind of hole.
    Kind(&'a ast::AstPlace),
    /// A number.
    Count(&'a ast::AstCount),
    /// A number defined by cases.
    CountCases(&'a [ast::Statement]),
    /// Places.
    Places(&'a ast::AstPlaces),
    /// A condition.
    Cond(&'a ast::AstCond),
    /// Actions.
    Actions(WordId),
    /// A kind of seeds.
    Seeds(KindId),
}

impl SymbolKind<'_> {
    /// What it is, for messages: `an option`, `a mark` ...
    pub fn description(&self) -> &'static str {
        match self {
            SymbolKind::Option(..) => "an option",
            SymbolKind::Mark(..) => "a mark",
            SymbolKind::Note(_, NoteKind::Number, _) => "a note of a number",
            SymbolKind::Note(_, NoteKind::Direction, _) => "a note of a direction",
            SymbolKind::Note(_, NoteKind::Yes, _) => "a note of yes or no",
            SymbolKind::Note(_, NoteKind::Place, _) => "a chosen place",
            SymbolKind::Row(_) => "a row",
            SymbolKind::Shared(_) => "a place of the board",
            SymbolKind::Player(_) => "a player",
            SymbolKind::Kind(_) => "a kind of hole",
            SymbolKind::Count(_) | SymbolKind::CountCases(_) => "a number",
            SymbolKind::Places(_) => "a set of places",
            SymbolKind::Cond(_) => "a condition",
            SymbolKind::Actions(_) => "actions",
            SymbolKind::Seeds(_) => "a kind of seeds",
        }
    }
}

/// What is expected where a name is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedKind {
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

impl ExpectedKind {
    fn description(self) -> &'static str {
        match self {
            ExpectedKind::Noun => "a place",
            ExpectedKind::Adjective => "a kind of place",
            ExpectedKind::Count => "a number",
            ExpectedKind::Cond => "a condition",
            ExpectedKind::Direction => "a direction",
            ExpectedKind::Actions => "a word for actions",
            ExpectedKind::Mark => "a mark",
            ExpectedKind::Role => "a player or a mark",
            ExpectedKind::Note => "a note",
            ExpectedKind::Tested => "an option, a note or a word",
            ExpectedKind::Seeds => "a kind of seeds",
        }
    }

    /// Words of the language that are valid there.
    fn reserved(self) -> &'static [&'static str] {
        match self {
            ExpectedKind::Noun => &[
                "hole", "holes", "store", "stores", "hand", "hands", "row", "rows", "place",
                "places", "origin", "it",
            ],
            ExpectedKind::Adjective => &[
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
            ExpectedKind::Direction => &["anticlockwise", "clockwise", "leftwards", "rightwards"],
            ExpectedKind::Cond => &["otherwise"],
            ExpectedKind::Seeds => &["seeds", "left", "each", "in"],
            ExpectedKind::Count => &["half", "all", "seeds", "worth"],
            ExpectedKind::Role => &["winner", "loser", "starter", "opponent"],
            ExpectedKind::Actions
            | ExpectedKind::Mark
            | ExpectedKind::Note
            | ExpectedKind::Tested => &[],
        }
    }

    fn declaration_help(self, name: &str) -> String {
        let example = match self {
            ExpectedKind::Noun | ExpectedKind::Adjective => {
                format!("{name} = a hole holding 2 or more")
            }
            ExpectedKind::Count | ExpectedKind::Tested => format!("{name} = 4"),
            ExpectedKind::Cond => format!("{name} = the origin holds 1"),
            ExpectedKind::Direction => format!("{name} = a direction for the game"),
            ExpectedKind::Actions => format!("{name} = capture it, end move"),
            ExpectedKind::Mark => format!("{name} = a mark"),
            ExpectedKind::Role => format!("{name} = a mark of each player"),
            ExpectedKind::Note => format!("{name} = a number for the game"),
            ExpectedKind::Seeds => format!("{name} = a seed worth 10"),
        };
        format!("define it in *words*, for example `{example}`")
    }

    fn accepts(self, kind: &SymbolKind) -> bool {
        match self {
            ExpectedKind::Noun => matches!(
                kind,
                SymbolKind::Mark(..)
                    | SymbolKind::Note(_, NoteKind::Place, _)
                    | SymbolKind::Row(_)
                    | SymbolKind::Shared(_)
                    | SymbolKind::Kind(_)
                    | SymbolKind::Places(_)
            ),
            ExpectedKind::Adjective => matches!(
                kind,
                SymbolKind::Mark(..)
                    | SymbolKind::Note(_, NoteKind::Place, _)
                    | SymbolKind::Row(_)
                    | SymbolKind::Kind(_)
                    | SymbolKind::Places(_)
            ),
            ExpectedKind::Count => matches!(
                kind,
                SymbolKind::Option(OptionValue::Number(_), _)
                    | SymbolKind::Note(_, NoteKind::Number, _)
                    | SymbolKind::Count(_)
                    | SymbolKind::CountCases(_)
            ),
            ExpectedKind::Cond => {
                matches!(kind, SymbolKind::Cond(_) | SymbolKind::Note(_, NoteKind::Yes, _))
            }
            ExpectedKind::Direction => matches!(kind, SymbolKind::Note(_, NoteKind::Direction, _)),
            ExpectedKind::Actions => matches!(kind, SymbolKind::Actions(_)),
            ExpectedKind::Mark => matches!(kind, SymbolKind::Mark(..)),
            ExpectedKind::Role => matches!(kind, SymbolKind::Mark(..) | SymbolKind::Player(_)),
            ExpectedKind::Note => matches!(kind, SymbolKind::Note(..)),
            ExpectedKind::Seeds => matches!(kind, SymbolKind::Seeds(_)),
            ExpectedKind::Tested => matches!(
                kind,
                SymbolKind::Option(..)
                    | SymbolKind::Note(..)
                    | SymbolKind::Count(_)
                    | SymbolKind::CountCases(_)
            ),
        }
    }
}

impl<'a> Builder<'a> {
    /// Declares a name; a second declaration is reported and has no effect.
    pub fn declare(&mut self, name: &Name, kind: SymbolKind<'a>) {
        if let Some(first) = self.symbols.get_mut(&name.text) {
            let same = matches!(
                (&first.kind, &kind),
                (SymbolKind::Note(_, NoteKind::Place, _), SymbolKind::Note(_, NoteKind::Place, _))
            );
            if same {
                // The declaration of the word decides whether each player has one, and how long it is kept.
                *first = Symbol { kind, span: name.span };
            } else {
                let finding = Diagnostic::error(
                    "name-twice",
                    name.span,
                    format!("`{}` is declared twice", name.text),
                )
                .label(first.span, format!("it is {} here", first.kind.description()))
                .help("give one of them another name");
                self.report.add(finding);
            }
            return;
        }
        self.symbols.insert(name.text.clone(), Symbol { kind, span: name.span });
    }

    /// The symbol of a name, singular or plural.
    pub fn symbol(&self, text: &str) -> Option<&Symbol<'a>> {
        singulars(text).find_map(|name| self.symbols.get(&*name))
    }

    /// Whether a name may be declared in a statement that could not be parsed.
    fn may_be_unread(&self, text: &str) -> bool {
        self.names_in_broken_text
            .is_some_and(|made_up| singulars(text).any(|name| made_up.contains(&*name)))
    }

    /// The symbol of a name; reports an undeclared name.
    pub fn look_up(&mut self, name: &Name, wanted: ExpectedKind) -> Option<SymbolKind<'a>> {
        if let Some(entry) = self.symbol(&name.text) {
            return Some(entry.kind.clone());
        }
        self.report_unknown(name, wanted);
        None
    }

    /// Reports an undeclared name.
    pub fn report_unknown(&mut self, name: &Name, wanted: ExpectedKind) {
        if self.may_be_unread(&name.text) {
            return;
        }
        if let Some(old) = self.renamed_in_change(name) {
            let message = format!("this change renames `{}`, which the base uses", name.text);
            let help = format!("keep the name `{}` after `becomes`", name.text);
            return self.report_missing_of_base(name, old, message, help);
        }
        let (heading, section, help) = match self.is_option_of_base(name) {
            true => (
                self.options_span,
                "options",
                "write `change in options` to change a line of the base, or `also in options` to add to it",
            ),
            false => {
                (self.words_span, "words", "write `also in words` to add to the words of the base")
            }
        };
        if let Some(heading) = heading.filter(|heading| heading.file < name.span.file) {
            let message =
                format!("this *{section}* leaves out `{}`, which the base uses", name.text);
            return self.report_missing_of_base(name, heading, message, help.into());
        }
        if wanted == ExpectedKind::Adjective && COMMON_ROW_NAMES.contains(&name.text.as_str()) {
            self.report_unknown_row(name);
            return;
        }
        let finding = Diagnostic::error(
            "unknown-word",
            name.span,
            format!("nothing is called `{}`", name.text),
        )
        .found(format!("{} is expected here", wanted.description()));
        let in_capitals = |known: &&String| {
            **known != name.text && singulars(&name.text).any(|one| one.eq_ignore_ascii_case(known))
        };
        let fits = |known: &&String| {
            self.symbols.get(*known).is_some_and(|entry| wanted.accepts(&entry.kind))
        };
        if let Some(known) = self.symbols.keys().filter(in_capitals).find(fits) {
            let fix = Fix::guess(name.span, known.clone());
            self.report.add(finding.fix(fix));
            return;
        }
        if wanted == ExpectedKind::Noun && is_hole_of_tests(&name.text) {
            let help = "holes have such names in tests only; in the rules, say which hole it is, \
                        for example `the leftmost hole of South`";
            self.report.add(finding.help(help));
            return;
        }
        if let (ExpectedKind::Count, Some(number)) =
            (wanted, vocabulary::number_from_word(&name.text))
        {
            let help = format!("write numbers in digits: `{number}`");
            self.report.add(finding.help(help).fix(Fix::safe(name.span, number)));
            return;
        }
        if let Some(word) = english::function_word(&name.text) {
            let help = english::suggest_phrases(&word.phrases);
            let help = format!("a {} cannot be a name here: {help}", word.kind);
            self.report.add(finding.help(help));
            return;
        }
        let seeds = |name: &str| vocabulary::synonyms_of(name).any(|(word, _)| word == "seeds");
        let is_adjective = wanted == ExpectedKind::Adjective;
        let mut means = vocabulary::synonyms_of(&name.text).filter(|_| is_adjective);
        if let Some((word, sure)) = means.find(|(word, _)| wanted.reserved().contains(word)) {
            self.report.add(finding.fix(Fix::safe_if(sure, name.span, word)));
            return;
        }
        let many = [name.text.clone(), format!("{}s", name.text)];
        if wanted == ExpectedKind::Seeds && many.iter().any(|name| seeds(name)) {
            let help = format!("write `seeds`, or in *words* `{} = a seed worth 10`", name.text);
            self.report.add(finding.help(help).fix(Fix::guess(name.span, "seeds")));
            return;
        }
        let plural =
            |name: &String| if name.ends_with('s') { None } else { Some(format!("{name}s")) };
        let fitting = self.symbols.iter().filter(|(_, entry)| wanted.accepts(&entry.kind));
        let mut names: Vec<String> = fitting.map(|(name, _)| name.clone()).collect();
        names.extend(names.clone().iter().filter_map(plural));
        let words = names.iter().map(String::as_str).chain(wanted.reserved().iter().copied());
        // `home` is a store, not a misspelt `hole`.
        let near = nearest(&name.text, words).filter(|_| !is_known_word(&name.text));
        self.report.add(match near {
            Some(near) => finding.fix(Fix::guess(name.span, near)),
            None if means_store(&name.text) => finding
                .help("the language says `store`: write `the own store` or `the opponent's store`"),
            None if vocabulary::is_reserved(&name.text) => finding.help(format!(
                "`{}` is a word of the language; write {} here",
                name.text,
                wanted.description()
            )),
            None => finding.help(wanted.declaration_help(&name.text)),
        });
    }

    /// Reports, once, a name that the base uses and that this game leaves out or renames. `at`: where it does so.
    fn report_missing_of_base(&mut self, name: &Name, at: Span, message: String, help: String) {
        if !self.left_out.insert(name.text.clone()) {
            return;
        }
        self.report.add(
            Diagnostic::error("unknown-word", at, message)
                .label(name.span, "it is used here")
                .help(help),
        );
    }

    /// A line of a game that is like another, which repeats the definition of a name of its base: the first half of
    /// a change. Without a definition, the second half has another name.
    fn renamed_in_change(&self, name: &Name) -> Option<Span> {
        let earlier = self.sources.iter().enumerate().take(usize::from(name.span.file));
        earlier.into_iter().find_map(|(file, source)| {
            let line = source.text.lines().find(|line| defines(line, name))?.trim();
            let start = source.text.find(line)?;
            Some(Span::new(u16::try_from(file).ok()?, start, start + line.len()))
        })
    }

    /// Whether a game that this one is like has an option of that name.
    fn is_option_of_base(&self, name: &Name) -> bool {
        self.sources.iter().skip(1).any(|source| {
            let mut inside = false;
            source.text.lines().any(|line| {
                if line.starts_with(char::is_alphabetic) {
                    inside = line.trim_end().ends_with("options");
                }
                inside && defines(line, name)
            })
        })
    }

    /// Reports a common name of a row that this description does not define.
    fn report_unknown_row(&mut self, name: &Name) {
        let rows: Vec<String> =
            self.board.board.row_names.iter().map(|row| format!("`{row}`")).collect();
        let message = format!("no row is called `{}`", name.text);
        let finding = Diagnostic::error("unknown-row", name.span, message);
        let all = "rows from each player: outer, inner";
        let title = format!("name the rows in *board*: `{all}`");
        let two_each = self.board.board.rows == 4 && ["inner", "outer"].contains(&&*name.text);
        self.report.add(match (rows.as_slice(), self.size_span.filter(|_| two_each)) {
            ([], Some(size)) => {
                let before = Span { end: size.start, ..size };
                finding.fix(Fix::guess(before, format!("{all}\n  ")).titled(title))
            }
            ([], None) => finding.help(title),
            (rows, _) => finding.help(format!("the rows are {}", rows.join(", "))),
        });
    }

    /// Whether a name denotes a condition, and not a number.
    pub fn is_condition(&self, name: &Name) -> bool {
        self.symbol(&name.text).is_some_and(|entry| {
            ExpectedKind::Cond.accepts(&entry.kind) && !ExpectedKind::Count.accepts(&entry.kind)
        })
    }

    /// Reports a condition after `2 or`, where a number is expected.
    pub fn report_condition_after_number(&mut self, name: &Name) {
        let Some(finding) = self.wrong_kind_diagnostic(name, ExpectedKind::Count) else { return };
        let help = format!(
            "after a number, `or` continues with numbers; put the condition first: `{} or ...`",
            name.text
        );
        self.report.add(finding.help(help));
    }

    /// Reports a name of the wrong kind.
    pub fn report_wrong_kind(&mut self, name: &Name, wanted: ExpectedKind) {
        let Some(finding) = self.wrong_kind_diagnostic(name, wanted) else { return };
        if let Some(fix) = self.missing_article(name, wanted) {
            self.report.add(finding.fix(fix));
            return;
        }
        let fitting = self.symbols.iter().filter(|(_, entry)| wanted.accepts(&entry.kind));
        let names: Vec<String> = fitting.map(|(name, _)| format!("`{name}`")).collect();
        let finding = match names.as_slice() {
            [] => {
                let help = wanted.declaration_help("another-name");
                finding.help(format!("{help}, and write `another-name` here"))
            }
            names => finding.help(format!("{} can be used here", names.join(", "))),
        };
        self.report.add(finding);
    }

    /// `makes prize`: a kind of hole needs an article.
    fn missing_article(&self, name: &Name, wanted: ExpectedKind) -> Option<Fix> {
        let SymbolKind::Kind(_) = self.symbol(&name.text)?.kind else { return None };
        let before = Span { start: 0, end: name.span.start, ..name.span };
        let follows_verb = self.sources.slice(before).trim_end().ends_with("makes");
        // `makes prize + 1` is not about a place.
        let text = self.sources.get(name.span.file).map(|source| source.text.as_str())?;
        let after = text.get(name.span.range().end..)?.trim_start();
        let is_whole = ["->", "and "].iter().any(|next| after.starts_with(next));
        if wanted != ExpectedKind::Count || !follows_verb || !is_whole {
            return None;
        }
        let article = if name.text.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        let at = Span { end: name.span.start, ..name.span };
        let title = format!("write `{article} {}`", name.text);
        Some(Fix::guess(at, format!("{article} ")).titled(title))
    }

    fn wrong_kind_diagnostic(&self, name: &Name, wanted: ExpectedKind) -> Option<Diagnostic> {
        let entry = self.symbol(&name.text)?;
        let finding = Diagnostic::error(
            "wrong-kind-of-word",
            name.span,
            format!(
                "`{}` is {}, but {} is expected here",
                name.text,
                entry.kind.description(),
                wanted.description()
            ),
        )
        .found(entry.kind.description())
        .label(entry.span, "declared here");
        Some(finding)
    }

    /// Declares the words and the places that actions choose.
    pub fn declare_words(&mut self, sections: &'a Sections) {
        let words = sections.get(&SectionKind::Words);
        self.words_span = words.map(|section| section.span);
        let words = words.map(|section| &section.statements);
        for statement in words.into_iter().flatten() {
            if let StatementKind::Word(word) = &statement.kind {
                let kind = self.symbol_kind(word, statement);
                self.declare(&word.name, kind);
            }
        }
    }

    fn symbol_kind(
        &mut self,
        word: &'a ast::AstWord,
        statement: &'a ast::Statement,
    ) -> SymbolKind<'a> {
        let name = &word.name.text;
        match &word.meaning {
            AstMeaning::Mark { of_each_player, quiet, .. } => {
                let life = Life::Unit(Unit::Game);
                let clause = self.clause(statement, SectionKind::Words);
                let known = self.marks.len();
                let id = MarkId(self.next_index(known, MOST_MARKS, "marks", statement.span));
                self.marks.push(MarkDecl {
                    name: name.clone(),
                    clause,
                    of_each_player: *of_each_player,
                    life,
                    quiet: *quiet,
                });
                SymbolKind::Mark(id, *of_each_player)
            }
            AstMeaning::Note { kind, of_each_player, quiet, .. } => {
                let kind = match kind {
                    ast::AstNoteKind::Number => NoteKind::Number,
                    ast::AstNoteKind::Direction => NoteKind::Direction,
                    ast::AstNoteKind::Yes => NoteKind::Yes,
                    ast::AstNoteKind::Hole => NoteKind::Place,
                };
                let id = self.declared_note(name, kind, *of_each_player);
                if let Some(note) = self.notes.get_mut(id.index()) {
                    note.quiet = *quiet;
                }
                SymbolKind::Note(id, kind, *of_each_player)
            }
            AstMeaning::Seed(_) => SymbolKind::Seeds(self.add_kind(name, statement.span)),
            AstMeaning::Kind(place) => SymbolKind::Kind(place),
            AstMeaning::Count(count) => SymbolKind::Count(count),
            AstMeaning::Places(places) => SymbolKind::Places(places),
            AstMeaning::Cond(cond) => SymbolKind::Cond(cond),
            AstMeaning::Actions(actions) => SymbolKind::Actions(
                self.add_word(name, super::words::WordBody::Actions(statement, actions)),
            ),
            AstMeaning::Cases(cases) if super::words::are_counts(cases) => {
                SymbolKind::CountCases(cases)
            }
            AstMeaning::Cases(cases) => {
                SymbolKind::Actions(self.add_word(name, super::words::WordBody::Cases(cases)))
            }
        }
    }

    /// The note that a word declares. A hole that an action chooses by this name is the same note, with
    /// the life that the word gives it.
    fn declared_note(&mut self, name: &str, kind: NoteKind, of_each_player: bool) -> NoteId {
        let chosen = match self.symbols.get(name).map(|entry| &entry.kind) {
            Some(SymbolKind::Note(id, NoteKind::Place, false)) => Some(*id),
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
        let id = NoteId(self.next_index(self.notes.len(), MOST_MARKS, "notes", self.heading));
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

/// Whether a line begins with the definition of a name.
fn defines(line: &str, name: &Name) -> bool {
    let before = line.split_once('=').map(|(before, _)| before.trim());
    before.is_some_and(|before| singulars(&name.text).any(|one| one == before))
}

/// Whether a word is a name that a hole has in tests: `a1`.
fn is_hole_of_tests(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    !number.is_empty() && word.len() - number.len() == 1 && number.parse::<u8>().is_ok()
}

/// Common names of rows.
const COMMON_ROW_NAMES: [&str; 7] = ["outer", "inner", "near", "far", "middle", "front", "back"];

/// A list index as an id of the model.
pub(super) fn to_index(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}
