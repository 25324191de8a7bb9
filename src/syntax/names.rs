//! Where the names of a text are defined and used, for editors: "go to definition", "find uses", "rename".

use super::ast::{AstBoard, AstMeaning, File, Name, Section, Statement, StatementKind};
use super::outline::{StatementText, phrase_around, statement_texts};
use super::token::{Token, TokenKind};
use super::vocabulary::{is_keyword, is_reserved, singulars};
use crate::order::SmallSort;
use crate::span::Span;
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum NameKind {
    /// An option: `columns = 6, from 2 to 12`.
    Option,
    /// A word for places, a number, a condition or actions: `corner = a hole …`.
    Word,
    /// A mark: `tuzdik = a mark`.
    Mark,
    /// A note: `raids = a number`.
    Note,
    /// A kind of seeds: `stone = a seed worth 10`.
    SeedKind,
    /// The rows as seen from each player: `rows from each player: outer, inner`.
    Row,
    /// A player: `players West, East`.
    Player,
    /// A place that nobody owns: `the board has a goal`.
    Place,
    /// A place or direction chosen in a move: `choose … as NAME`.
    Chosen,
    /// A stage, by its quoted name.
    Stage,
    /// A variation, by its quoted name.
    Variation,
    /// A point of the source, by its number: `3 "…"`, cited as `[3]`.
    Point,
}

/// How a name is written where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameForm {
    /// As a word, possibly in the plural.
    Word,
    /// In quotation marks.
    Quoted,
    /// As a number.
    Number,
}

impl NameKind {
    /// How names of this kind are written.
    pub(crate) fn form(self) -> NameForm {
        match self {
            NameKind::Point => NameForm::Number,
            NameKind::Stage | NameKind::Variation => NameForm::Quoted,
            NameKind::Option
            | NameKind::Word
            | NameKind::Mark
            | NameKind::Note
            | NameKind::SeedKind
            | NameKind::Row
            | NameKind::Player
            | NameKind::Place
            | NameKind::Chosen => NameForm::Word,
        }
    }
}

/// A name of a text: where it is defined and where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefinedName {
    /// What it stands for.
    pub kind: NameKind,
    /// The name, without quotation marks; of a point its number.
    pub name: String,
    /// Where it is defined, in the order of the text; more than once where a variation defines it anew.
    pub definitions: Vec<Span>,
    /// Where it is used, in the order of the text, definitions left out.
    pub uses: Vec<Span>,
}

/// The names that a text defines, sorted by kind and name. Names of a game that it is `like`, and names
/// in statements that cannot be read, are not among them. `file` is the number of the text in the
/// [`Sources`](crate::source::Sources).
pub fn defined_names(file: u16, text: &str) -> Vec<DefinedName> {
    let tree = super::parse_tree(file, text);
    let statements =
        if text.len() > super::LARGEST_FILE { Vec::new() } else { statement_texts(file, text) };
    let mut names = Names::default();
    names.file(&tree);
    statements.iter().for_each(|statement| names.point(statement));
    statements.iter().for_each(|statement| names.chosen(statement));
    for section in tree.sections() {
        section.statements.iter().for_each(|statement| names.citations(statement));
    }
    statements.iter().for_each(|statement| names.uses(statement));
    names.sorted()
}

/// Whether the answers of a player or of chance follow a word of a test.
fn is_before_answers(word: &Token) -> bool {
    matches!(word.text.as_str(), "plays" | "on" | "choices")
}

/// The names so far, by name and kind.
#[derive(Default)]
struct Names(BTreeMap<String, BTreeMap<NameKind, DefinedName>>);

impl Names {
    fn define(&mut self, kind: NameKind, name: &str, span: Span) {
        let kinds = self.0.entry(name.to_owned()).or_default();
        let new = || DefinedName {
            kind,
            name: name.to_owned(),
            definitions: Vec::new(),
            uses: Vec::new(),
        };
        let defined = kinds.entry(kind).or_insert_with(new);
        if !defined.definitions.contains(&span) {
            defined.definitions.push(span);
        }
    }

    fn define_all<'n>(&mut self, kind: NameKind, names: impl IntoIterator<Item = &'n Name>) {
        names.into_iter().for_each(|name| self.define(kind, &name.text, name.span));
    }

    fn file(&mut self, file: &File) {
        for variation in &file.variations {
            self.define(NameKind::Variation, &variation.name.text, variation.name.span);
        }
        for body in file.bodies() {
            for stage in &body.stages {
                self.define(NameKind::Stage, &stage.name.text, stage.name.span);
            }
        }
        file.sections().for_each(|section| self.section(section));
    }

    fn section(&mut self, section: &Section) {
        for statement in &section.statements {
            match &statement.kind {
                StatementKind::Option(option) => {
                    self.define(NameKind::Option, &option.name.text, option.name.span);
                }
                StatementKind::Word(word) => {
                    let kind = match &word.meaning {
                        AstMeaning::Mark { .. } => NameKind::Mark,
                        AstMeaning::Note { .. } => NameKind::Note,
                        AstMeaning::Seed(_) => NameKind::SeedKind,
                        AstMeaning::Kind(_)
                        | AstMeaning::Count(_)
                        | AstMeaning::Places(_)
                        | AstMeaning::Cond(_)
                        | AstMeaning::Actions(_)
                        | AstMeaning::Cases(_) => NameKind::Word,
                    };
                    self.define(kind, &word.name.text, word.name.span);
                }
                StatementKind::Board(board) => match board {
                    AstBoard::RowNames(names) => self.define_all(NameKind::Row, names),
                    AstBoard::Players(names) => self.define_all(NameKind::Player, names),
                    AstBoard::BoardHas { name, .. } => self.define_all(NameKind::Place, [name]),
                    AstBoard::Rows { .. } | AstBoard::Owns { .. } | AstBoard::EachHas { .. } => {}
                },
                StatementKind::About(_)
                | StatementKind::Point(_)
                | StatementKind::Start(_)
                | StatementKind::Way(_)
                | StatementKind::Turn(_)
                | StatementKind::Law(_)
                | StatementKind::Winner(_)
                | StatementKind::Case(_)
                | StatementKind::Broken => {}
            }
        }
    }

    fn point(&mut self, statement: &StatementText) {
        let number = statement.words.first().filter(|word| word.kind == TokenKind::Number);
        if let Some(number) = number.filter(|_| statement.context == "points") {
            self.define(NameKind::Point, &number.text, number.span);
        }
    }

    /// What is chosen under a name: the word after `as`.
    fn chosen(&mut self, statement: &StatementText) {
        let texts: Vec<&str> = statement.words.iter().map(|word| word.text.as_str()).collect();
        for (nth, pair) in statement.words.windows(2).enumerate() {
            let [before, name] = pair else { continue };
            let is_word = name.kind == TokenKind::Word && before.kind == TokenKind::Word;
            if is_word
                && before.text == "as"
                && !super::vocabulary::is_reserved(&name.text)
                // Not the one of `as many`.
                && phrase_around(&texts, nth + 1).len() == 1
                && !self.0.contains_key(&name.text)
            {
                self.define(NameKind::Chosen, &name.text, name.span);
            }
        }
    }

    fn citations(&mut self, statement: &Statement) {
        for (number, span) in &statement.cites {
            self.add_use(&number.to_string(), *span, |kind| kind == NameKind::Point);
        }
    }

    fn uses(&mut self, statement: &StatementText) {
        let words = &statement.words;
        let is = |nth: usize, text: &str| words.get(nth).is_some_and(|word| word.text == text);
        match statement.context {
            "about" | "points" => {}
            // Only the condition of a stage can have names.
            "heading" if !is(0, "stage") => {}
            "test" if is(0, "with") && is(1, "variation") => {
                for word in words.iter().filter(|word| word.kind == TokenKind::Text) {
                    let name = word.text.trim_matches('"');
                    self.add_use(name, word.span, |kind| kind == NameKind::Variation);
                }
            }
            context => {
                let answers = context == "test" && words.iter().any(is_before_answers);
                let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
                for (nth, word) in words.iter().enumerate() {
                    if word.kind == TokenKind::Word {
                        self.used(word, || phrase_around(&texts, nth).len() > 1);
                    }
                    if answers {
                        self.used_in_answer(word);
                    }
                }
            }
        }
    }

    /// Adds the use of a name in the answer that selects an alternative: `do-raid` of `either do raid, or pass`.
    fn used_in_answer(&mut self, word: &Token) {
        if !word.text.contains('-') || word.text == "go-on" || self.0.contains_key(&word.text) {
            return;
        }
        let is_edge = |c: Option<char>| c.is_none_or(|c| c == '-');
        let mut names: Vec<&String> = self.0.keys().collect();
        names.small_sort_by_key(|name| std::cmp::Reverse(name.len()));
        let mut found: Vec<(String, Span)> = Vec::new();
        for name in names {
            for (at, part) in word.text.match_indices(name.as_str()) {
                let before = word.text.get(..at).and_then(|text| text.chars().next_back());
                let after = word.text.get(at + part.len()..).and_then(|text| text.chars().next());
                let start = word.span.start as usize + at;
                let span = Span::new(word.span.file, start, start + part.len());
                // `cup` in `front-cup` is not used if that is a name, too.
                let is_free = found.iter().all(|(_, f)| f.end <= span.start || span.end <= f.start);
                if is_edge(before) && is_edge(after) && is_free {
                    found.push((name.clone(), span));
                }
            }
        }
        for (name, span) in found {
            self.add_use(&name, span, |kind| {
                !matches!(kind, NameKind::Stage | NameKind::Variation | NameKind::Point)
            });
        }
    }

    /// Adds the use of a word, which can be the plural of a name. `in_phrase`: whether it is part of a phrase of the
    /// language; `once` in `move at once` is no name, whatever it is elsewhere.
    fn used(&mut self, word: &Token, in_phrase: impl Fn() -> bool) {
        let is_word =
            |kind| !matches!(kind, NameKind::Stage | NameKind::Variation | NameKind::Point);
        let known = |name: &str| {
            self.0.get(name).is_some_and(|kinds| kinds.keys().any(|kind| is_word(*kind)))
        };
        if let Some(name) = singulars(&word.text).find(|name| known(name))
            && !is_reserved(&word.text)
            && !(is_keyword(&word.text) && in_phrase())
        {
            self.add_use(&name, word.span, is_word);
        }
    }

    /// Adds a use to the names of some kinds, unless the name is defined there.
    fn add_use(&mut self, name: &str, span: Span, is: impl Fn(NameKind) -> bool) {
        let Some(kinds) = self.0.get_mut(name) else { return };
        for (_, defined) in kinds.iter_mut().filter(|(kind, _)| is(**kind)) {
            if !defined.definitions.contains(&span) {
                defined.uses.push(span);
            }
        }
    }

    fn sorted(self) -> Vec<DefinedName> {
        let mut all: Vec<DefinedName> =
            self.0.into_values().flat_map(BTreeMap::into_values).collect();
        for name in &mut all {
            name.definitions.small_sort();
            name.uses.small_sort();
        }
        // Names of one kind are in order already.
        all.small_sort_by_key(|name| name.kind);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{NameKind, defined_names};

    const TEXT: &str = "mnc 1\ngame \"A\"\npoints\n  1 \"seeds\"\noptions\n  columns = 6, from 2 to 12\n\
        board\n  2 rows of columns holes\n  players West, East\n  the board has a goal\nwords\n  \
        tuzdik = a mark\n  raids = a number\n  stone = a seed worth 10\nstart\n  every hole holds 4 [1]\n\
        move\n  choose any own hole as source, sow source\nlast seed\n  \
        falls in a hole marked tuzdik -> set raids to raids + 1\nvariation \"B\"\ntest \"t\"\n  \
        with variation \"B\"\n  given a1 2 stones\n  West plays a1\n";

    #[test]
    fn definitions_and_uses_are_found() {
        let names = defined_names(0, TEXT);
        let texts = |spans: &[crate::span::Span]| -> Vec<&str> {
            spans.iter().map(|span| &TEXT[span.range()]).collect()
        };
        let of = |kind: NameKind, name: &str| {
            let found = names.iter().find(|n| n.kind == kind && n.name == name);
            found.map(|found| (texts(&found.definitions), texts(&found.uses))).unwrap_or_default()
        };
        assert_eq!(of(NameKind::Option, "columns"), (vec!["columns"], vec!["columns"]));
        assert_eq!(of(NameKind::Player, "West"), (vec!["West"], vec!["West"]));
        assert_eq!(of(NameKind::Mark, "tuzdik"), (vec!["tuzdik"], vec!["tuzdik"]));
        assert_eq!(of(NameKind::Note, "raids"), (vec!["raids"], vec!["raids", "raids"]));
        assert_eq!(of(NameKind::SeedKind, "stone"), (vec!["stone"], vec!["stones"]));
        assert_eq!(of(NameKind::Chosen, "source"), (vec!["source"], vec!["source"]));
        assert_eq!(of(NameKind::Variation, "B"), (vec!["\"B\""], vec!["\"B\""]));
        assert_eq!(of(NameKind::Point, "1"), (vec!["1"], vec!["1"]));
        assert_eq!(of(NameKind::Place, "goal").1.len(), 0);
    }
}
