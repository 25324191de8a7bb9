//! The rules of a game in sentences.

use mnc::document::rules_lines;
use mnc::model::Model;

/// The rules, section by section.
pub fn rules(model: &Model) -> Vec<String> {
    let mut lines = vec![model.name.clone()];
    if !model.variations.is_empty() {
        lines.push(format!("variation: {}", model.variations.join("; ")));
    }
    let options = model.options.iter().map(|(name, value)| format!("{name} = {value}"));
    let options = options.collect::<Vec<_>>().join(", ");
    if !options.is_empty() {
        lines.push(format!("agreed: {options}"));
    }
    lines.extend(rules_lines(model));
    lines.push(
        "mnc show has the statements and their sources, mnc doc this text with pictures".into(),
    );
    lines
}
