//! Settings as people type them: variations and options by any spelling, with a suggestion for a wrong name.

use crate::diagnostic::visible;
use crate::library::normalize_name;
use crate::notation::Record;
use crate::resolve::{Description, OptionInfo, OptionValues, Setting};
use crate::suggest;
use std::fmt;

/// What a name in a setting names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingPart {
    /// A variation of the game.
    Variation,
    /// An option of the game, with the variations chosen.
    Option,
}

impl fmt::Display for SettingPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SettingPart::Variation => "variation",
            SettingPart::Option => "option",
        })
    }
}

/// Why a setting cannot be made. Its text is the line of [`SettingError::summary`], and for names a further
/// line for each known one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SettingError {
    /// The game has no variation, or no option, of that name.
    UnknownName {
        /// What was named.
        part: SettingPart,
        /// The name as typed.
        asked: String,
        /// The known name that is most like it.
        nearest: Option<String>,
        /// The known names, in the order of the description.
        known: Vec<String>,
    },
    /// The option does not have that value.
    UnknownValue {
        /// The name of the option.
        option: String,
        /// The value as typed.
        asked: String,
        /// The values that it can have.
        values: OptionValues,
    },
    /// The text is not of the form `OPTION=VALUE`.
    NoValue {
        /// The text as typed.
        asked: String,
        /// The names of the options, in the order of the description.
        known: Vec<String>,
    },
}

impl SettingError {
    /// The error in one line, without the known names.
    pub fn summary(&self) -> String {
        match self {
            SettingError::UnknownName { part, asked, nearest, known: _ } => {
                let near = nearest.as_ref().map(|name| format!("; did you mean `{name}`?"));
                format!(
                    "there is no {part} `{}`{}",
                    visible::escape(asked),
                    near.unwrap_or_default()
                )
            }
            SettingError::UnknownValue { option, asked, values } => {
                let asked = visible::escape(asked);
                format!("`{asked}` is not a value of `{option}`: it is {}", values_text(values))
            }
            SettingError::NoValue { asked, known: _ } => {
                format!("`{}` gives no value", visible::escape(asked.trim()))
            }
        }
    }

    /// The known names, each on a line of its own after a line end; empty if the error is about a value.
    pub fn known_names(&self) -> String {
        match self {
            SettingError::UnknownName { part, known, .. } => names_text(*part, known),
            SettingError::NoValue { known, .. } => names_text(SettingPart::Option, known),
            SettingError::UnknownValue { .. } => String::new(),
        }
    }
}

fn names_text(part: SettingPart, names: &[String]) -> String {
    if names.is_empty() {
        return format!("\nthis game has no {part}s");
    }
    let names: String = names.iter().map(|name| format!("\n  {name}")).collect();
    format!("\nits {part}s are{names}")
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = match self {
            SettingError::NoValue { .. } => ": write `OPTION=VALUE`",
            SettingError::UnknownName { .. } | SettingError::UnknownValue { .. } => "",
        };
        write!(f, "{}{form}{}", self.summary(), self.known_names())
    }
}

impl std::error::Error for SettingError {}

/// The setting with some variations, and with options as `OPTION=VALUE`; blanks around `=` do not matter.
/// Case, accents, blanks and punctuation of names and words are ignored. Of two values for one option, the
/// later one counts.
///
/// # Errors
/// The first variation, option or value that the game does not have; wrong variations come first, because
/// they decide which options there are.
pub fn parse_setting(
    description: &Description,
    variations: &[impl AsRef<str>],
    assignments: &[impl AsRef<str>],
) -> Result<Setting, SettingError> {
    let variations = match_variations(description, variations)?;
    let pairs: Result<Vec<(&str, &str)>, SettingError> = assignments
        .iter()
        .map(|typed| {
            let pair = typed.as_ref().split_once('=');
            pair.map(|(name, value)| (name.trim(), value.trim())).ok_or_else(|| {
                let options = description.options_with(&variations);
                let known = options.iter().map(|option| option.name.clone()).collect();
                SettingError::NoValue { asked: typed.as_ref().to_owned(), known }
            })
        })
        .collect();
    with_values(description, variations, pairs?)
}

/// The setting that a record was played with.
///
/// # Errors
/// The variation, option or value of the record that the game does not have.
pub fn recorded_setting(
    description: &Description,
    record: &Record,
) -> Result<Setting, SettingError> {
    let variations = match_variations(description, &record.variations)?;
    let pairs = record.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    with_values(description, variations, pairs)
}

/// A variation of the game, by any spelling of its name.
///
/// # Errors
/// The game has no such variation.
pub fn match_variation<'d>(
    description: &'d Description,
    asked: &str,
) -> Result<&'d str, SettingError> {
    let names = description.variations.iter().map(String::as_str);
    match_name(SettingPart::Variation, asked, names)
}

fn match_variations(
    description: &Description,
    asked: &[impl AsRef<str>],
) -> Result<Vec<String>, SettingError> {
    let names = asked.iter().map(|asked| match_variation(description, asked.as_ref()));
    names.map(|name| name.map(str::to_owned)).collect()
}

fn with_values<'v>(
    description: &Description,
    variations: Vec<String>,
    values: impl IntoIterator<Item = (&'v str, &'v str)>,
) -> Result<Setting, SettingError> {
    let options = description.options_with(&variations);
    let mut setting = Setting { variations, ..Setting::default() };
    for (name, value) in values {
        let names = options.iter().map(|option| option.name.as_str());
        let name = match_name(SettingPart::Option, name, names)?;
        let Some(option) = options.iter().find(|option| option.name == name) else { continue };
        setting.options.insert(name.to_owned(), match_value(option, value)?);
    }
    Ok(setting)
}

/// The possible values of an option, in words: `an even number from 4 to 8`.
pub fn values_text(values: &OptionValues) -> String {
    match values {
        OptionValues::Range { from, to, even: true } => {
            format!("an even number from {from} to {to}")
        }
        OptionValues::Range { from, to, even: false } => format!("a number from {from} to {to}"),
        OptionValues::List(list) => list.join(" or "),
    }
}

fn match_value(option: &OptionInfo, asked: &str) -> Result<String, SettingError> {
    let fits = match &option.values {
        OptionValues::List(list) => {
            let same = |value: &&String| normalize_name(value) == normalize_name(asked);
            list.iter().find(|v| *v == asked).or_else(|| list.iter().find(same)).cloned()
        }
        OptionValues::Range { from, to, even } => asked
            .parse::<u64>()
            .ok()
            .filter(|n| (*from..=*to).contains(n) && (!even || n.is_multiple_of(2)))
            .map(|n| n.to_string()),
    };
    fits.ok_or_else(|| SettingError::UnknownValue {
        option: option.name.clone(),
        asked: asked.to_owned(),
        values: option.values.clone(),
    })
}

/// The one of some names that matches.
fn match_name<'n>(
    part: SettingPart,
    asked: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Result<&'n str, SettingError> {
    if let Some(exact) = names.clone().find(|name| *name == asked) {
        return Ok(exact);
    }
    let wanted = normalize_name(asked);
    let mut same = names.clone().filter(|name| normalize_name(name) == wanted);
    if let (Some(one), None) = (same.next(), same.next()) {
        return Ok(one);
    }
    let distance = |name: &str| suggest::slips_or_part(&wanted, &normalize_name(name));
    let near = names
        .clone()
        .map(|name| (distance(name), name))
        .filter(|(distance, name)| *distance <= normalize_name(name).len().div_ceil(3))
        .min();
    Err(SettingError::UnknownName {
        part,
        asked: asked.to_owned(),
        nearest: near.map(|(_, name)| name.to_owned()),
        known: names.map(str::to_owned).collect(),
    })
}
