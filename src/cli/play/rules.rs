//! The rules of a game in short: the statements in effect.

use mnc::model::Model;
use mnc::resolve::Description;

/// The statements, section by section.
pub fn rules(description: &Description, model: &Model) -> Vec<String> {
    let mut lines = vec![model.name.clone()];
    if !model.variations.is_empty() {
        lines.push(format!("variation: {}", model.variations.join("; ")));
    }
    let options = model.options.iter().map(|(name, value)| format!("{name} = {value}"));
    let options = options.collect::<Vec<_>>().join(", ");
    if !options.is_empty() {
        lines.push(format!("agreed: {options}"));
    }
    for section in description.rules_text(&model.variations) {
        if section.heading == "options" {
            continue;
        }
        lines.push(match section.stage {
            Some(stage) => format!("{} (stage \"{stage}\")", section.heading),
            None => section.heading.to_owned(),
        });
        let statements = section.statements.into_iter();
        lines.extend(statements.map(|(depth, text)| format!("{:1$}{text}", "", 2 * depth + 2)));
    }
    lines.push("for the rest the defaults apply; mnc show lists them and the sources".into());
    lines
}
