//! Which variations and values of options are looked at.

use super::ranges::{Most, Ranges, Values};
use super::written;
use crate::resolve::{Description, Setting};
use crate::syntax::ast::{File, Fits, Section, Statement};

/// More games than are looked at.
const MOST: usize = 400;

/// The settings worth building, and for every case that fits in none of them one in which it may.
///
/// At most so many; whether there are more.
pub fn of(description: &Description, files: &[File]) -> (Vec<Setting>, bool) {
    let (mut all, mut more) = description.some_settings(MOST);
    if all.is_empty() {
        all.push(Setting::default());
    }
    if more {
        // Some have not been looked at at all: it is not known what fits in none.
        return (all, more);
    }
    let ranges = Ranges::new(description, files, Most { seeds: i64::MAX, places: i64::MAX });
    for file in files {
        let game = file.body.all_sections().map(|section| (section, None));
        let varied = file.variations.iter().flat_map(|variation| {
            let name = Some(variation.name.text.as_str());
            variation.body.all_sections().map(move |section| (section, name))
        });
        for (section, variation) in game.chain(varied) {
            for statement in written::statements(section) {
                if let Some(setting) =
                    missing(statement, section, variation, &all, &ranges, description)
                {
                    all.push(setting);
                }
            }
        }
    }
    more = all.len() > MOST;
    all.truncate(MOST);
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

/// A setting in which a case may fit, if it fits in none of those known.
fn missing(
    statement: &Statement,
    section: &Section,
    variation: Option<&str>,
    known: &[Setting],
    ranges: &Ranges<'_>,
    description: &Description,
) -> Option<Setting> {
    let Some(Fits::If(cond)) = written::fits(statement) else { return None };
    let variations: Vec<String> = variation.map(str::to_string).into_iter().collect();
    let may = |values: &Values| ranges.cond(cond, values) != Some(false);
    let in_it = |setting: &&Setting| setting.variations == variations;
    if known.iter().filter(in_it).any(|setting| may(&values(description, setting))) {
        return None;
    }
    let text = description.sources.slice(statement.span.to(section.span));
    let options = ranges.choices(text)?.into_iter().find(may)?;
    Some(Setting { variations, options })
}

/// Every option with its value in a setting.
fn values(description: &Description, setting: &Setting) -> Values {
    let defaults = description.options.iter().map(|o| (o.name.clone(), o.default.clone()));
    let mut all: Values = defaults.collect();
    all.extend(setting.options.clone());
    all
}
