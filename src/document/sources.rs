//! The sources of a description, point by point.

use crate::resolve::Description;
use crate::syntax::ast::StatementKind;
use crate::syntax::parse_tree;

/// A text with its sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocSource {
    /// The letter before the numbers of its points: none for the game itself, `A` for the game it is like.
    pub letter: String,
    /// The publications.
    pub publications: Vec<String>,
    /// What they say.
    pub points: Vec<DocPoint>,
}

/// A point of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocPoint {
    /// Its number.
    pub number: u32,
    /// What the source says.
    pub text: String,
}

/// The letter of a file.
pub(super) fn letter(file: u16) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let nth = usize::from(file).checked_sub(1);
    nth.and_then(|nth| letters.chars().nth(nth)).map_or(String::new(), String::from)
}

/// The sources of a description and of the games it is like.
pub(super) fn of(description: &Description) -> Vec<DocSource> {
    let mut sources = Vec::new();
    for (number, source) in description.sources.iter().enumerate() {
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        let file = parse_tree(number, &source.text);
        let mut here =
            DocSource { letter: letter(number), publications: Vec::new(), points: Vec::new() };
        for statement in file.body.sections.iter().flat_map(|section| &section.statements) {
            match &statement.kind {
                StatementKind::About(about) if about.key.text == "source" => {
                    here.publications.push(about.text.text.clone());
                }
                StatementKind::Point(point) => {
                    here.points
                        .push(DocPoint { number: point.number, text: point.text.text.clone() });
                }
                StatementKind::About(_)
                | StatementKind::Option(_)
                | StatementKind::Board(_)
                | StatementKind::Word(_)
                | StatementKind::Start(_)
                | StatementKind::Way(_)
                | StatementKind::Turn(_)
                | StatementKind::Law(_)
                | StatementKind::Winner(_)
                | StatementKind::Case(_)
                | StatementKind::Broken => {}
            }
        }
        if !here.publications.is_empty() || !here.points.is_empty() {
            sources.push(here);
        }
    }
    sources
}
