//! The variations and options that a test names.

use crate::diagnostic::visible::escape;
use crate::diagnostic::{Diagnostic, Fix};
use crate::resolve::{Description, Setting};
use crate::suggest::nearest;
use crate::syntax::ast::{AstTest, AstValue, TestLine};

/// Reports the options and variations that a test names and the game does not have.
pub(super) fn unknown_names(description: &Description, test: &AstTest) -> Vec<Diagnostic> {
    let options: Vec<&str> =
        description.options.iter().map(|option| option.name.as_str()).collect();
    let variations: Vec<&str> = description.variations.iter().map(String::as_str).collect();
    let lines = test.lines.iter().filter_map(|(line, _)| match line {
        TestLine::With(name, _) => {
            Some(("unknown-option", "option", &name.text, name.span, &options))
        }
        TestLine::Variation(name) => {
            Some(("unknown-variation", "variation", &name.text, name.span, &variations))
        }
        _ => None,
    });
    let unknown = lines.filter(|(_, _, name, _, known)| !known.contains(&name.as_str()));
    unknown
        .map(|(code, thing, name, span, known)| {
            let quote = |near: &str| match thing {
                "option" => near.to_owned(),
                _ => format!("\"{near}\""),
            };
            let message = format!("there is no {thing} `{}`", escape(name));
            let finding = Diagnostic::error(code, span, message).found("in this test");
            match (nearest(name, known.iter().copied()), known.as_slice()) {
                (Some(near), _) => finding.fix(Fix::guess(span, quote(near))),
                (None, []) => finding.help(format!("this game has no {thing}s")),
                (None, known) => finding.help(format!("the {thing}s are {}", known.join(", "))),
            }
        })
        .collect()
}

/// The setting of a test.
pub(super) fn of_test(test: &AstTest) -> Setting {
    let mut setting = Setting::default();
    for (line, _) in &test.lines {
        match line {
            TestLine::Variation(name) => setting.variations.push(name.text.clone()),
            TestLine::With(name, value) => {
                let value = match value {
                    AstValue::Number(n, _) => n.to_string(),
                    AstValue::Word(word) => word.text.clone(),
                };
                setting.options.insert(name.text.clone(), value);
            }
            _ => {}
        }
    }
    setting
}
