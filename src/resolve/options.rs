//! Options: declarations, the chosen values, and the settings worth trying.

use super::count::LARGEST;
use super::merge::{Layer, MergedDescription};
use super::report::DiagnosticReport;
use super::{Description, OptionInfo, OptionValues, Setting};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::Sources;
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{self, AstValue, OptionDecl, SectionKind, StatementKind};
use std::collections::BTreeMap;

/// The greatest number of values of a range that are all tried.
const SHORT_RANGE: u64 = 12;

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionValue {
    /// A number.
    Number(i64),
    /// A word; `yes` and `no` too.
    Word(String),
}

/// The options of the game and of its variations. Reports changes of variations that cannot be applied.
pub(super) fn declared_options(
    merged: &MergedDescription,
    changes: &[ast::Variation],
    sources: &Sources,
    report: &mut DiagnosticReport,
) -> Vec<OptionInfo> {
    let mut options = options_of(merged);
    for declaration in declarations(merged) {
        check_range(declaration, report);
    }
    for variation in changes {
        let mut changed = merged.clone();
        changed.apply(&variation.body, Layer::Change, sources, report);
        for stage in &changed.stages {
            changed.of_stage(stage, sources, report);
        }
        declarations(&changed).for_each(|declaration| check_range(declaration, report));
        let more = options_of(&changed).into_iter().filter(|option| !options.contains(option));
        let more: Vec<OptionInfo> = more
            .map(|option| OptionInfo { variation: Some(variation.name.text.clone()), ..option })
            .collect();
        options.extend(more);
    }
    options
}

fn declarations(merged: &MergedDescription) -> impl Iterator<Item = &OptionDecl> {
    let statements = merged.sections.get(&SectionKind::Options).map(|section| &section.statements);
    statements.into_iter().flatten().filter_map(|statement| match &statement.kind {
        StatementKind::Option(declaration) => Some(declaration),
        _ => None,
    })
}

/// The options of merged sections.
pub(super) fn options_of(merged: &MergedDescription) -> Vec<OptionInfo> {
    let mut options: Vec<OptionInfo> = Vec::new();
    for declaration in declarations(merged) {
        if !options.iter().any(|option| option.name == declaration.name.text) {
            options.push(option_info(declaration));
        }
    }
    options
}

fn option_info(declaration: &OptionDecl) -> OptionInfo {
    let (default, values) = match &declaration.values {
        ast::AstOptionValues::Range { default, even, from, to } => {
            (default.0.to_string(), OptionValues::Range { from: from.0, to: to.0, even: *even })
        }
        ast::AstOptionValues::List(values) => {
            let values: Vec<String> = values.iter().map(written).collect();
            (values.first().cloned().unwrap_or_default(), OptionValues::List(values))
        }
    };
    OptionInfo {
        name: declaration.name.text.clone(),
        default,
        values,
        note: declaration.note.as_ref().map(|note| note.text.clone()),
        span: declaration.name.span,
        variation: None,
    }
}

fn written(value: &AstValue) -> String {
    match value {
        AstValue::Number(number, _) => number.to_string(),
        AstValue::Word(word) => word.text.clone(),
    }
}

/// The range has a number in it, and the default is one of them.
fn check_range(declaration: &OptionDecl, report: &mut DiagnosticReport) {
    let ast::AstOptionValues::Range { default, even, from, to } = &declaration.values else {
        return;
    };
    let name = &declaration.name.text;
    let only_odd = *even && from.0 == to.0 && !from.0.is_multiple_of(2);
    if from.0 > to.0 || only_odd {
        let finding = Diagnostic::error(
            "option-range-empty",
            from.1.to(to.1),
            format!("there is no number from {} to {}", from.0, to.0),
        );
        report.add(if only_odd {
            finding.help("leave `even` out, or widen the range")
        } else {
            let range = format!("{} to {}", to.0, from.0);
            let title = format!("write `from {range}`");
            finding.fix(Fix::guess(from.1.to(to.1), range).titled(title))
        });
        return;
    }
    let fits = OptionValues::Range { from: from.0, to: to.0, even: *even };
    if !allows(&fits, &default.0.to_string()) {
        report.add(
            Diagnostic::error(
                "option-out-of-range",
                default.1,
                format!("{} is not a value of `{name}`", default.0),
            )
            .label(from.1.to(to.1), "its range")
            .help(format!("begin with {}", describe_values(&fits))),
        );
    }
}

/// Whether an option can have this value.
fn allows(values: &OptionValues, value: &str) -> bool {
    match values {
        OptionValues::List(list) => list.iter().any(|one| one == value),
        OptionValues::Range { from, to, even } => value.parse::<u64>().is_ok_and(|number| {
            (*from..=*to).contains(&number) && (!even || number.is_multiple_of(2))
        }),
    }
}

/// The values in words.
fn describe_values(values: &OptionValues) -> String {
    match values {
        OptionValues::Range { from, to, even: true } => {
            format!("an even number from {from} to {to}")
        }
        OptionValues::Range { from, to, even: false } => format!("a number from {from} to {to}"),
        OptionValues::List(list) => {
            list.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or ")
        }
    }
}

/// The value of every option in a setting.
pub(super) fn option_values(
    merged: &MergedDescription,
    setting: &Setting,
    heading: Span,
    report: &mut DiagnosticReport,
) -> BTreeMap<String, OptionValue> {
    let options = options_of(merged);
    for name in setting.options.keys().filter(|name| !options.iter().any(|o| o.name == **name)) {
        let finding =
            Diagnostic::error("unknown-option", heading, format!("there is no option `{name}`"));
        let names = options.iter().map(|option| option.name.as_str());
        report.add(match nearest(name, names.clone()) {
            Some(near) => finding.help(format!("write `{near}`")),
            None if options.is_empty() => finding.help("this game has no options"),
            None => {
                finding.help(format!("the options are {}", names.collect::<Vec<_>>().join(", ")))
            }
        });
    }
    let mut chosen = BTreeMap::new();
    for option in &options {
        let value = setting.options.get(&option.name).unwrap_or(&option.default);
        if setting.options.contains_key(&option.name) && !allows(&option.values, value) {
            report.add(not_a_value(option, value));
        }
        let value = match value.parse::<u64>() {
            Ok(number) => {
                OptionValue::Number(i64::try_from(number).unwrap_or(LARGEST).min(LARGEST))
            }
            Err(_) => OptionValue::Word(value.clone()),
        };
        chosen.insert(option.name.clone(), value);
    }
    chosen
}

fn not_a_value(option: &OptionInfo, value: &str) -> Diagnostic {
    let code = match option.values {
        OptionValues::Range { .. } => "option-out-of-range",
        OptionValues::List(_) => "option-not-a-value",
    };
    let name = &option.name;
    Diagnostic::error(code, option.span, format!("`{value}` is not a value of `{name}`"))
        .help(format!("`{name}` is {}", describe_values(&option.values)))
}

/// The settings worth building, at most `most`, and whether there are more.
pub(super) fn settings(description: &Description, most: usize) -> (Vec<Setting>, bool) {
    let mut settings = Vec::new();
    let names = description.variations.iter().map(Some);
    for variation in std::iter::once(None).chain(names) {
        let variations: Vec<String> = variation.into_iter().cloned().collect();
        if settings.len() >= most {
            return (settings, true);
        }
        settings.push(Setting { variations: variations.clone(), options: BTreeMap::new() });
        let merged = description.merged_with(&variations, &mut DiagnosticReport::default());
        for option in options_of(&merged) {
            for value in values_to_try(&option) {
                if settings.len() >= most {
                    return (settings, true);
                }
                let options = BTreeMap::from([(option.name.clone(), value)]);
                settings.push(Setting { variations: variations.clone(), options });
            }
        }
    }
    (settings, false)
}

/// Values other than the default: all of a list or of a short range, the ends of a long range.
fn values_to_try(option: &OptionInfo) -> Vec<String> {
    let values: Vec<String> = match &option.values {
        OptionValues::List(list) => list.clone(),
        OptionValues::Range { from, to, even } => {
            let step = if *even { 2 } else { 1 };
            let first = if *even { from.saturating_add(from % 2) } else { *from };
            let last = if *even { to - to % 2 } else { *to };
            let many = (last.saturating_sub(first) / step).saturating_add(1);
            let mut numbers = Vec::new();
            if first > last {
            } else if many <= SHORT_RANGE {
                numbers.extend((0..many).map(|nth| first + nth * step));
            } else {
                numbers.extend([first, last]);
            }
            numbers.iter().map(u64::to_string).collect()
        }
    };
    values.into_iter().filter(|value| *value != option.default).collect()
}

impl Description {
    /// The sections with the changes of these variations applied.
    pub(super) fn merged_with(
        &self,
        variations: &[String],
        report: &mut DiagnosticReport,
    ) -> MergedDescription {
        let mut merged = self.merged.clone();
        for name in variations {
            match self.variation_changes.iter().find(|variation| variation.name.text == *name) {
                Some(variation) => {
                    merged.apply(&variation.body, Layer::Change, &self.sources, report);
                }
                None => {
                    let finding = Diagnostic::error(
                        "unknown-variation",
                        self.heading,
                        format!("there is no variation `{name}`"),
                    );
                    let names = self.variations.iter().map(String::as_str);
                    report.add(match nearest(name, names.clone()) {
                        Some(near) => finding.help(format!("write `{near}`")),
                        None if self.variations.is_empty() => {
                            finding.help("this game has no variations")
                        }
                        None => finding.help(format!(
                            "the variations are {}",
                            names.collect::<Vec<_>>().join(", ")
                        )),
                    });
                }
            }
        }
        merged
    }
}
