//! Giving a name another name, everywhere in a text.

use super::{EditedText, NameAtPlace, Scope, name_at};
use crate::check::{Thoroughness, check_in_stages};
use crate::diagnostic::{Diagnostic, Edit, Severity, fix, visible};
use crate::fixes::rules_of_games;
use crate::game_tests;
use crate::order::SmallSort;
use crate::span::Span;
use crate::stop::StopFlag;
use crate::syntax::{DefinedName, NameForm, NameKind, is_reserved};

/// Why a name cannot be changed, for people: lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenameRefusal(pub String);

/// The word at `offset` that can be renamed.
///
/// # Errors
/// Nothing there has a name that this text gives.
pub fn renamed_word(document: EditedText<'_>, offset: usize) -> Result<Span, RenameRefusal> {
    own_name(document, offset).map(|found| found.span)
}

fn own_name(document: EditedText<'_>, offset: usize) -> Result<NameAtPlace, RenameRefusal> {
    let Some(found) = name_at(document, offset) else {
        return refuse("this is no name that the description defines".into());
    };
    match &found.base {
        None => Ok(found),
        Some(base) => refuse(format!(
            "`{}` is defined in `{}`; rename it there",
            visible::escape(&found.name.name),
            visible::escape(&base.name)
        )),
    }
}

fn refuse<T>(why: String) -> Result<T, RenameRefusal> {
    Err(RenameRefusal(why))
}

/// The edits that give the name at `offset` another name. A point gets another number, and so do its citations. The
/// result is proved: it makes the same games, and nothing is wrong that was right.
///
/// # Errors
/// The new name is taken, or cannot be a name; or the proof fails.
pub fn rename(
    document: EditedText<'_>,
    offset: usize,
    new: &str,
) -> Result<Vec<Edit>, RenameRefusal> {
    let found = own_name(document, offset)?;
    let new = new.trim();
    if new == found.name.name {
        return Ok(Vec::new());
    }
    fits(found.name.kind, new)?;
    is_free(document, offset, &found.name, new)?;
    let edits = rename_edits(document.text, &found.name, new);
    let after = apply(document.text, &edits);
    let shown = visible::escape(new);
    // Records name players and places, so these are part of the rules.
    let is_written = matches!(found.name.kind, NameKind::Player | NameKind::Place);
    let rules = |text: &str| {
        let mut rules = rules_of_games(document.name, text, document.library);
        if is_written {
            rules.iter_mut().flatten().for_each(String::clear);
        }
        rules
    };
    if rules(document.text) != rules(&after) {
        return refuse(format!(
            "with the name `{shown}` the rules would not be the same; choose another name"
        ));
    }
    let (before, after) = (faults(document, document.text), faults(document, &after));
    match after.iter().find(|fault| after.len() > before.len() && !before.contains(fault)) {
        Some(fault) => refuse(format!("with the name `{shown}` there would be a mistake: {fault}")),
        None => Ok(edits),
    }
}

/// The edits that rename a name, without any check. In the plural where it is in the plural.
pub fn rename_edits(text: &str, name: &DefinedName, new: &str) -> Vec<Edit> {
    let places = name.definitions.iter().chain(&name.uses);
    let mut edits: Vec<Edit> = places
        .map(|span| {
            let written = text.get(span.range()).unwrap_or_default();
            let replacement = match name.kind.form() {
                NameForm::Quoted => format!("\"{new}\""),
                NameForm::Number => new.to_owned(),
                NameForm::Word if written == name.name => new.to_owned(),
                NameForm::Word if written == plural(&name.name) => plural(new),
                // A plural that the author made with a plain s: `shys`.
                NameForm::Word => format!("{new}s"),
            };
            Edit { span: *span, replacement }
        })
        .collect();
    edits.small_sort();
    edits.dedup();
    edits
}

/// The plural of a name, as the language reads it.
fn plural(name: &str) -> String {
    let before_y = name.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if name.ends_with(['s', 'x']) || name.ends_with("ch") || name.ends_with("sh") => {
            format!("{name}es")
        }
        None => format!("{name}s"),
    }
}

/// A text after some edits.
pub(super) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sources = crate::source::Sources::default();
    sources.add("", text);
    let Some(first) = edits.first() else { return text.to_owned() };
    let first = fix::Fix::guess(first.span, first.replacement.clone());
    let fix =
        edits.iter().skip(1).fold(first, |fix, edit| fix.and(edit.span, edit.replacement.clone()));
    fix::apply(&sources, [&fix]).remove(&0).unwrap_or_else(|| text.to_owned())
}

/// Whether a text can be a name of this kind.
fn fits(kind: NameKind, new: &str) -> Result<(), RenameRefusal> {
    let shown = visible::escape(new);
    match kind.form() {
        NameForm::Number => {
            match new.bytes().all(|byte| byte.is_ascii_digit()) && !new.is_empty() {
                true if !new.starts_with('0') && new.len() < 6 => Ok(()),
                true | false => {
                    refuse(format!("a point has a number, such as 12; `{shown}` is none"))
                }
            }
        }
        NameForm::Quoted => match new.contains(['"', '\n', '\r']) {
            false if !new.is_empty() => Ok(()),
            true | false => refuse("a name in quotation marks has no quotation marks in it".into()),
        },
        NameForm::Word if kind == NameKind::Player && !new.starts_with(char::is_uppercase) => {
            refuse("the name of a player begins with a capital letter".into())
        }
        NameForm::Word if is_reserved(new) => {
            refuse(format!("`{shown}` is a word of the language; choose another name"))
        }
        NameForm::Word => {
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            match new.starts_with(char::is_alphabetic)
                && new.chars().all(is_part)
                && !new.ends_with('-')
            {
                true => Ok(()),
                false => refuse(format!(
                    "`{shown}` cannot be a name: write one word of letters, digits and hyphens that begins with a letter"
                )),
            }
        }
    }
}

/// Whether nothing else has the name.
fn is_free(
    document: EditedText<'_>,
    offset: usize,
    name: &DefinedName,
    new: &str,
) -> Result<(), RenameRefusal> {
    let scope = Scope::of(document, offset);
    let is_word =
        |kind: NameKind| !matches!(kind, NameKind::Point | NameKind::Variation | NameKind::Stage);
    let same_class = |kind: NameKind| match is_word(name.kind) {
        true => is_word(kind),
        false => kind == name.kind,
    };
    let taken = scope.names.iter().filter(|other| same_class(other.kind)).find(|other| {
        other.name == new
            || is_word(name.kind) && (plural(&other.name) == new || plural(new) == other.name)
    });
    if let Some(taken) = taken.filter(|taken| taken.name != name.name) {
        let by = taken
            .base
            .as_ref()
            .map_or(String::new(), |base| format!(" of `{}`", visible::escape(base)));
        return refuse(format!(
            "`{}` is taken{by}: `{}`",
            visible::escape(&taken.name),
            visible::escape(&taken.definition)
        ));
    }
    let own = scope.names.iter().find(|one| one.kind == name.kind && one.name == name.name);
    if own.is_some_and(|own| own.in_base_too) && name.kind != NameKind::Point {
        return refuse(format!(
            "`{}` is also a name of the game that this is like",
            visible::escape(&name.name)
        ));
    }
    let on_board = scope.places.iter().chain(&scope.players).any(|one| one == new);
    if on_board && is_word(name.kind) {
        return refuse(format!("`{}` is a place or a player of the board", visible::escape(new)));
    }
    Ok(())
}

/// The messages of errors and failed tests.
fn faults(document: EditedText<'_>, text: &str) -> Vec<String> {
    let EditedText { name, library, .. } = document;
    let never = StopFlag::default();
    let (_, found) =
        check_in_stages(name, text, library, Thoroughness::Text, &never, &mut |_, _, _| {});
    let is_fault = |d: &Diagnostic| d.severity == Severity::Error || game_tests::is_failure(d.code);
    found.into_iter().filter(is_fault).map(|fault| fault.message).collect()
}
