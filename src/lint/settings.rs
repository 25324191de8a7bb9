//! Selects the settings (variations and option values) to check.

use super::ast_queries;
use super::ranges::{GameBounds, OptionChoice, OptionRanges};
use crate::resolve::{Description, Setting};
use crate::syntax::ast::{AstCaseGuard, File, Section, Statement};

/// Limit on the games.
const MAX_GAMES: usize = 400;

/// The settings worth building; in addition, for every case that matches in none of them, a setting
/// in which it may.
///
/// The number is limited; the flag says whether there are more.
pub fn of(description: &Description, files: &[File]) -> (Vec<Setting>, bool) {
    let (mut all, mut more) = description.some_settings(MAX_GAMES);
    if all.is_empty() {
        all.push(Setting::default());
    }
    if more {
        // Not all were enumerated, so it is unknown which cases match in none.
        return (all, more);
    }
    let ranges =
        OptionRanges::new(description, files, GameBounds { seeds: i64::MAX, places: i64::MAX });
    for file in files {
        let game = file.body.all_sections().map(|section| (section, None));
        let varied = file.variations.iter().flat_map(|variation| {
            let name = Some(variation.name.text.as_str());
            variation.body.all_sections().map(move |section| (section, name))
        });
        for (section, variation) in game.chain(varied) {
            for statement in ast_queries::statements(section) {
                if let Some(setting) =
                    setting_for_case(statement, section, variation, &all, &ranges, description)
                {
                    all.push(setting);
                }
            }
        }
    }
    more = all.len() > MAX_GAMES;
    all.truncate(MAX_GAMES);
    (all, more)
}

/// Every pair of variations.
pub fn pairs(description: &Description) -> impl Iterator<Item = Setting> + '_ {
    let names = &description.variations;
    let with = |(at, one): (usize, &'_ String)| {
        let one = one.clone();
        names.iter().skip(at + 1).map(move |other| Setting {
            variations: vec![one.clone(), other.clone()],
            ..Setting::default()
        })
    };
    names.iter().enumerate().flat_map(with)
}

/// A setting in which a case may match, if it matches in none of `known`.
fn setting_for_case(
    statement: &Statement,
    section: &Section,
    variation: Option<&str>,
    known: &[Setting],
    ranges: &OptionRanges<'_>,
    description: &Description,
) -> Option<Setting> {
    let Some(AstCaseGuard::If(cond)) = ast_queries::fits(statement) else { return None };
    let variations: Vec<String> = variation.map(str::to_string).into_iter().collect();
    let may = |values: &OptionChoice| ranges.cond(cond, values) != Some(false);
    let in_it = |setting: &&Setting| setting.variations == variations;
    if known.iter().filter(in_it).any(|setting| may(&values(description, setting))) {
        return None;
    }
    let text = description.sources.slice(statement.span.to(section.span));
    let options = ranges.choices(text)?.iter().find(may)?;
    Some(Setting { variations, options })
}

/// The value of every option in a setting.
fn values(description: &Description, setting: &Setting) -> OptionChoice {
    let defaults = description.options.iter().map(|o| (o.name.clone(), o.default.clone()));
    let mut all: OptionChoice = crate::order::map(defaults);
    all.extend(setting.options.clone());
    all
}
