//! Where a name is defined and used.

use super::EditedText;
use crate::order::SmallSort;
use crate::resolve::load;
use crate::span::Span;
use crate::syntax::{DefinedName, NameForm, NameKind, defined_names, singulars, word_at};

/// A name at a place of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameAtPlace {
    /// The word at the place: the name, its plural, or the number of a point.
    pub span: Span,
    /// The name. Its places are those of the text that defines it.
    pub name: DefinedName,
    /// The text that defines it, if it is another one.
    pub base: Option<BaseText>,
}

/// A text of a game that another one is like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseText {
    /// Its name in messages: the path of a file, or the file name of a shipped game.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The place of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The text that it is in, if it is another one.
    pub base: Option<BaseText>,
    /// Where it is.
    pub span: Span,
}

/// The name at `offset`, in bytes. A name that the text uses and a base defines is found in the base.
pub fn name_at(document: EditedText<'_>, offset: usize) -> Option<NameAtPlace> {
    let names = defined_names(0, document.text);
    if let Some((span, name)) = touched(&names, offset) {
        return Some(NameAtPlace { span, name: name.clone(), base: None });
    }
    let word = word_at(document.text, offset)?;
    let written = document.text.get(word.span.range())?;
    let cited = word.productions.first().is_some_and(|production| production == "number")
        && word.productions.iter().any(|production| production == "cites");
    let fits = |name: &DefinedName| match name.kind.form() {
        NameForm::Number => cited && name.name == written,
        NameForm::Quoted => is_variation_in_quotes(name, written),
        NameForm::Word => !cited && is_name_or_plural(name, written),
    };
    let (description, _) = load(document.name, document.text, document.library);
    let bases = (0..).zip(description.sources.iter()).skip(1);
    bases.into_iter().find_map(|(file, source)| {
        let name = defined_names(file, &source.text).into_iter().find(fits)?;
        let base = BaseText { name: source.name.clone(), text: source.text.clone() };
        Some(NameAtPlace { span: word.span, name, base: Some(base) })
    })
}

/// The name that is at a place, and the word there. Between two words, the one that begins there.
fn touched(names: &[DefinedName], offset: usize) -> Option<(Span, &DefinedName)> {
    let at = u32::try_from(offset).ok()?;
    let places = |name: &DefinedName| -> Vec<Span> {
        name.definitions.iter().chain(&name.uses).copied().collect()
    };
    let find = |holds: &dyn Fn(&Span) -> bool| {
        names.iter().find_map(|name| Some((places(name).into_iter().find(|s| holds(s))?, name)))
    };
    find(&|span| span.start <= at && at < span.end).or_else(|| find(&|span| span.end == at))
}

/// Where the name at `offset` is defined; of the game after `like`, where its description begins.
pub fn definitions(document: EditedText<'_>, offset: usize) -> Vec<Definition> {
    if let Some(found) = name_at(document, offset) {
        let NameAtPlace { name, base, .. } = found;
        let spans = name.definitions.into_iter();
        return spans.map(|span| Definition { base: base.clone(), span }).collect();
    }
    let (description, _) = load(document.name, document.text, document.library);
    let like = crate::syntax::parse_tree(0, document.text).game.and_then(|game| game.like);
    let at = u32::try_from(offset).unwrap_or(u32::MAX);
    let on_like = like.is_some_and(|text| text.span.start <= at && at <= text.span.end);
    let base = description.sources.get(1).filter(|_| on_like);
    let definition = |base: &crate::source::SourceFile| {
        let text = BaseText { name: base.name.clone(), text: base.text.clone() };
        Definition { base: Some(text), span: Span::new(1, 0, 0) }
    };
    base.map(definition).into_iter().collect()
}

/// Where the name at `offset` is used in this text, in its order. `declaration`: also where it is defined.
pub fn references(document: EditedText<'_>, offset: usize, declaration: bool) -> Vec<Span> {
    let Some(found) = name_at(document, offset) else { return Vec::new() };
    let mut spans = match found.base {
        None => {
            let definitions = found.name.definitions.into_iter().filter(|_| declaration);
            found.name.uses.into_iter().chain(definitions).collect()
        }
        Some(_) => uses_of_base_name(document.text, &found.name),
    };
    spans.small_sort();
    spans
}

/// Where a text uses a name that a base defines.
fn uses_of_base_name(text: &str, name: &DefinedName) -> Vec<Span> {
    let words = crate::syntax::statement_texts(0, text).into_iter();
    let words = words.filter(|statement| !matches!(statement.context, "about" | "points"));
    let fits = |written: &str| match name.kind.form() {
        NameForm::Number => false,
        NameForm::Quoted => is_variation_in_quotes(name, written),
        NameForm::Word => is_name_or_plural(name, written),
    };
    let spans = words.flat_map(|statement| statement.words);
    spans.filter(|word| fits(&word.text)).map(|word| word.span).collect()
}

/// Whether a text in quotation marks names a variation. Stages of a base are not named elsewhere.
fn is_variation_in_quotes(name: &DefinedName, written: &str) -> bool {
    let quoted = written.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    name.kind == NameKind::Variation && quoted == Some(name.name.as_str())
}

/// Whether a word is a name, or the plural of it.
fn is_name_or_plural(name: &DefinedName, written: &str) -> bool {
    singulars(written).any(|one| one == name.name.as_str())
}
