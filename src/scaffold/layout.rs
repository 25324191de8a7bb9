//! Lays out statements like those of the shipped descriptions.

/// The greatest width of a line.
const MOST_WIDTH: usize = 98;
/// The greatest width of a heading with its only statement.
const MOST_HEADED: usize = 80;
/// The greatest width of a condition whose arrow is aligned with the others.
const MOST_ALIGNED: usize = 62;
/// Where a long statement is broken: before a continuation.
const BREAKS: [&str; 3] = [" -> ", ", unless ", ", if "];

/// A section; a short statement that is alone is in the line of the heading. Empty without statements.
pub(super) fn section(heading: &str, statements: &[String]) -> String {
    match statements {
        [] => String::new(),
        [one] if !one.contains("->") && heading.len() + one.len() <= MOST_HEADED => {
            format!("{heading}: {one}\n")
        }
        many => {
            let lines = aligned(many);
            lines.iter().fold(format!("{heading}\n"), |text, line| text + line + "\n")
        }
    }
}

/// Statements with their arrows in one column, if they are short.
fn aligned(statements: &[String]) -> Vec<String> {
    let conditions = statements.iter().filter_map(|one| one.split_once(" -> "));
    let widths = conditions.map(|(condition, _)| condition.len());
    let width = widths.filter(|width| *width <= MOST_ALIGNED).max().unwrap_or(0);
    let line = |one: &String| match one.split_once(" -> ") {
        Some((condition, actions)) => {
            let line = format!("{condition:width$} -> {actions}");
            if line.len() + 2 <= MOST_WIDTH { vec![format!("  {line}")] } else { broken(one) }
        }
        None => broken(one),
    };
    statements.iter().flat_map(line).collect()
}

/// A statement, indented; a long one is broken before `->` and before what follows a comma.
pub(super) fn broken(statement: &str) -> Vec<String> {
    let mut lines = vec![format!("  {statement}")];
    for sign in BREAKS {
        let Some(last) = lines.last().filter(|line| line.len() > MOST_WIDTH).cloned() else {
            break;
        };
        let Some(at) = last.find(sign) else { continue };
        let (before, after) = last.split_at(at);
        lines.pop();
        lines.push(before.to_owned());
        lines.push(format!("    {}", after.trim_start()));
    }
    lines
}
