//! A description that begins `like` another game, with a list of what can be changed.

use super::example_test;
use super::layout::broken;
use crate::resolve::{Description, GameLoader, SectionText};
use std::fmt::Write as _;

/// The description of a game with a name, like a base. `file` is the name of its file; the base is found in
/// `library` by its name.
pub fn like_text(name: &str, base: &Description, file: &str, library: &dyn GameLoader) -> String {
    let head = format!("mnc 1\ngame \"{name}\" like \"{}\"\n", base.name);
    let test = example_test::of_file(file, &head, library);
    let mut text = head;
    text += "\n# This game is played like its base. Each block below repeats a section of the base.\n\
             # To change a statement, remove the `# ` before the heading and before both lines of the\n\
             # statement, and edit the line `becomes`. A heading can be used once.\n\
             # Other headings: `new SECTION`, `first in SECTION`, `also in SECTION`, `no SECTION`.\n";
    for block in change_blocks(base) {
        text.push('\n');
        for line in block.lines() {
            let _ = writeln!(text, "# {line}");
        }
    }
    text + &test
}

/// For each section of a description: a block that changes each statement without deeper lines into itself.
pub fn change_blocks(base: &Description) -> Vec<String> {
    let mut blocks = Vec::new();
    let sections = base.rules_text(&[]);
    for section in sections.iter().filter(|section| section.stage.is_none()) {
        let mut lines = vec![format!("change in {}", section.heading)];
        for text in single_statements(section) {
            lines.extend(broken(text));
            lines.extend(broken(&format!("becomes {text}")));
        }
        if lines.len() > 1 {
            blocks.push(lines.join("\n"));
        }
    }
    blocks
}

/// The statements of a section without deeper lines.
fn single_statements(section: &SectionText) -> impl Iterator<Item = &str> {
    let list = &section.statements;
    let single = move |nth: usize| {
        let depth = |n: usize| list.get(n).map(|(depth, _)| *depth);
        depth(nth) == Some(0) && depth(nth + 1).unwrap_or(0) == 0
    };
    list.iter().enumerate().filter(move |(nth, _)| single(*nth)).map(|(_, (_, text))| text.as_str())
}
