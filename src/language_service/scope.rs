//! The names that can be used in a text.

use super::EditedText;
use super::outline::whole;
use crate::model::{Model, PlaceKind};
use crate::resolve::{Setting, load_unexplained};
use crate::syntax::{DefinedName, NameKind, RawStatement, defined_names, split_statements};

/// A name that can be used in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScopeName {
    /// What it stands for.
    pub kind: NameKind,
    /// The name; of a point its number.
    pub name: String,
    /// The statement that defines it, as it is written, without what follows on other lines.
    pub definition: String,
    /// The game that defines it, if that is not this text.
    pub base: Option<String>,
    /// It is defined in this text, and also in a game that this is like.
    pub in_base_too: bool,
    /// How often it is used in the text.
    pub uses: usize,
}

/// The names that can be used in a text, its own and those of the games that it is like.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The names, those of the text first.
    pub names: Vec<ScopeName>,
    /// The holes and shared places of the board, as tests name them. Empty if the board has mistakes.
    pub places: Vec<String>,
    /// The players.
    pub players: Vec<String>,
    /// Answers to questions of the game that are not holes, as tests write them: `clockwise`, `stop`.
    pub answers: Vec<String>,
    /// The games that a text can be like. Filled only where one can be named.
    pub games: Vec<String>,
}

/// Answers that every game can have.
const ANSWERS: [&str; 8] =
    ["anticlockwise", "clockwise", "yes", "no", "stop", "go-on", "concede", "agree"];

impl Scope {
    /// The names that can be used at a place. The statement there is not read for the board, because it is being
    /// typed.
    pub fn of(document: EditedText<'_>, offset: usize) -> Scope {
        let description = load_unexplained(document.name, document.text, document.library);
        let mut scope = Scope::default();
        for (file, source) in (0..).zip(description.sources.iter()) {
            let base = (file > 0).then(|| source.name.clone());
            for name in defined_names(file, &source.text) {
                scope.add(&source.text, &name, base.as_deref());
            }
        }
        let model = description.build(&Setting::default()).0;
        let model = model.or_else(|| {
            let text = without_statement(document.text, offset);
            load_unexplained(document.name, &text, document.library).build(&Setting::default()).0
        });
        if let Some(model) = model {
            scope.add_board(&model);
        }
        scope
    }

    fn add(&mut self, text: &str, name: &DefinedName, base: Option<&str>) {
        let known = |one: &&mut ScopeName| one.kind == name.kind && one.name == name.name;
        if let Some(known) = self.names.iter_mut().find(known) {
            known.in_base_too |= known.base.is_none() && base.is_some();
            return;
        }
        let definition = name.definitions.first().map(|span| line_of(text, span.start as usize));
        self.names.push(ScopeName {
            kind: name.kind,
            name: name.name.clone(),
            definition: definition.unwrap_or_default().to_owned(),
            base: base.map(str::to_owned),
            in_base_too: false,
            uses: if base.is_some() { 0 } else { name.uses.len() },
        });
    }

    fn add_board(&mut self, model: &Model) {
        let is_written = |kind| matches!(kind, PlaceKind::Hole | PlaceKind::Shared);
        let places = model.board.places.iter().filter(|place| is_written(place.kind));
        self.places = places.map(|place| place.id.clone()).collect();
        let others = model.board.places.iter().filter(|place| !is_written(place.kind));
        let alternatives = model.alternatives.iter().map(|one| one.id.clone());
        let answers = ANSWERS.iter().map(|answer| (*answer).to_owned()).chain(alternatives);
        self.answers = answers.chain(others.map(|place| place.id.clone())).collect();
        self.players = model.board.seats.iter().map(|seat| seat.name.clone()).collect();
    }
}

/// The line at an offset, without its comment and blanks around it.
pub(super) fn line_of(text: &str, offset: usize) -> &str {
    let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    crate::syntax::code_part(line).0.trim()
}

/// A text without the statement at an offset, and without what is below it.
fn without_statement(text: &str, offset: usize) -> String {
    let (raws, _) = split_statements(0, text);
    let at = u32::try_from(offset).unwrap_or(u32::MAX);
    let mut level: &[RawStatement] = &raws;
    let mut found = None;
    // The last that begins on the line of the offset or before it.
    while let Some(raw) = level.iter().rfind(|raw| raw.span(0).start <= at) {
        found = Some(raw);
        // Lines below a statement are part of it; those below a heading are statements.
        if raw.indent > 0 {
            break;
        }
        level = &raw.nested;
    }
    let Some(whole) = found.map(whole) else { return text.to_owned() };
    let (start, end) = (whole.start as usize, (whole.end as usize).max(offset));
    let start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let after = text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| end + at);
    let part = |range: Option<&str>| range.unwrap_or_default().to_owned();
    part(text.get(..start)) + &part(text.get(after..))
}
