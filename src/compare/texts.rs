//! The statements that differ between two descriptions, by section.

use crate::resolve::{Description, SectionText, Setting};

/// The statements of a section that only one of two descriptions has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionDifference {
    /// The stage; `None`: the section holds everywhere.
    pub stage: Option<String>,
    /// The words of its heading.
    pub heading: &'static str,
    /// The statements of the first description that the second does not have.
    pub only_first: Vec<String>,
    /// The statements of the second description that the first does not have.
    pub only_second: Vec<String>,
}

/// Compares the statements in effect, as they are written. Sections with the same statements are left out,
/// also if their order differs; comments, citations and remarks do not count.
pub fn section_differences(
    (first, one): (&Description, &Setting),
    (second, other): (&Description, &Setting),
) -> Vec<SectionDifference> {
    let mut here = first.rules_text(&one.variations);
    let there = second.rules_text(&other.variations);
    let known: Vec<_> = here.iter().map(key).collect();
    for section in &there {
        if !known.contains(&key(section)) {
            here.push(SectionText { statements: Vec::new(), ..section.clone() });
        }
    }
    here.iter().filter_map(|section| difference(section, &there)).collect()
}

fn key(section: &SectionText) -> (Option<String>, &'static str) {
    (section.stage.clone(), section.heading)
}

fn difference(here: &SectionText, others: &[SectionText]) -> Option<SectionDifference> {
    let there = others.iter().find(|section| key(section) == key(here));
    let there: &[(usize, String)] = there.map_or(&[], |section| &section.statements);
    let only_first = missing(&here.statements, there);
    let only_second = missing(there, &here.statements);
    let differs = !only_first.is_empty() || !only_second.is_empty();
    let stage = here.stage.clone();
    differs.then_some(SectionDifference { stage, heading: here.heading, only_first, only_second })
}

/// The statements of `list` that `other` does not have; of several equal ones, those that are too many.
fn missing(list: &[(usize, String)], other: &[(usize, String)]) -> Vec<String> {
    let mut left: Vec<&str> = other.iter().map(|(_, text)| text.as_str()).collect();
    let mut missing = Vec::new();
    for (_, text) in list {
        match left.iter().position(|there| there == text) {
            Some(nth) => drop(left.swap_remove(nth)),
            None => missing.push(text.clone()),
        }
    }
    missing
}
