//! The statements that hold with some variations, as they are written.

use super::Description;
use super::merge::{self, Sections, Told};
use super::report::{Report, fold};
use super::walk::below;
use crate::source::Sources;
use crate::span::Span;
use crate::syntax::ast::{Act, Case, Does, Meaning, Said, SectionKind, SowItem, Statement, Word};
use std::collections::BTreeSet;

/// A section as it is told in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldSection {
    /// The stage that it holds in; `None`: everywhere.
    pub stage: Option<String>,
    /// What its heading says.
    pub heading: &'static str,
    /// Its statements, and how deep each stands below another.
    pub statements: Vec<(usize, String)>,
}

impl Description {
    /// Every section of the rules as it is told with these variations: what a variation or a game
    /// like another changes is changed here. Texts without citations and remarks.
    pub fn told(&self, variations: &[String]) -> Vec<ToldSection> {
        // What is wrong has been said when the game was built.
        let mut unsaid = Report::default();
        let merged = self.merged_with(variations, &mut unsaid);
        let common = &merged.sections;
        let mut told: Vec<ToldSection> = Vec::new();
        for (kind, section) in common {
            told.extend(self.section(None, *kind, section));
        }
        for stage in &merged.stages {
            let sections: Sections = merged.of_stage(stage, &self.sources, &mut unsaid);
            for (kind, section) in &sections {
                let same = |common: &Told| common.statements == section.statements;
                if !merge::section(common, *kind).is_some_and(same) {
                    told.extend(self.section(Some(&stage.name), *kind, section));
                }
            }
        }
        told
    }

    /// Where the statements are that hold with these variations: not those that a variation, a
    /// stage or a game `like` another replaces.
    pub fn holding(&self, variations: &[String]) -> BTreeSet<Span> {
        let mut unsaid = Report::default();
        let merged = self.merged_with(variations, &mut unsaid);
        let stages = merged.stages.iter();
        let stages = stages.map(|stage| merged.of_stage(stage, &self.sources, &mut unsaid));
        let mut spans = BTreeSet::new();
        for sections in stages.collect::<Vec<_>>().iter().chain([&merged.sections]) {
            for section in sections.values() {
                section.statements.iter().for_each(|one| collect(one, &mut spans));
            }
        }
        spans
    }

    fn section(&self, stage: Option<&str>, kind: SectionKind, told: &Told) -> Option<ToldSection> {
        if matches!(kind, SectionKind::About | SectionKind::Points) || told.statements.is_empty() {
            return None;
        }
        let mut statements = Vec::new();
        told.statements.iter().for_each(|one| add(&self.sources, one, 0, &mut statements));
        let stage = stage.map(str::to_owned);
        Some(ToldSection { stage, heading: kind.words(), statements })
    }
}

fn collect(statement: &Statement, spans: &mut BTreeSet<Span>) {
    spans.insert(statement.span);
    below(statement).iter().for_each(|one| collect(one, spans));
}

fn add(sources: &Sources, statement: &Statement, depth: usize, to: &mut Vec<(usize, String)>) {
    let inner = below(statement);
    let mut head = statement.span;
    if let Some(first) = inner.first().filter(|first| first.span.file == head.file) {
        head.end = first.span.start.clamp(head.start, head.end);
    }
    let mut text = fold(sources.slice(head));
    if matches!(statement.said, Said::Word(_)) && !inner.is_empty() && !text.ends_with('=') {
        // The sign is no part of what is said of the name.
        text += " =";
    }
    to.push((depth, text));
    inner.iter().for_each(|one| add(sources, one, depth + 1, to));
    match last_deed(&statement.said) {
        Some(Act::Repeat { cases, .. }) => {
            cases.iter().for_each(|one| add(sources, one, depth + 1, to));
        }
        Some(Act::SowInOrder(items)) => {
            let item = |item: &SowItem| (depth + 1, fold(sources.slice(item.span)));
            to.extend(items.iter().map(item));
        }
        _ => {}
    }
}

/// The last thing that a statement does: only behind it stand deeper lines.
fn last_deed(said: &Said) -> Option<&Act> {
    let actions = match said {
        Said::Case(Case { does: Does::Actions(actions), .. }) => actions,
        Said::Word(Word { means: Meaning::Actions(actions), .. }) => actions,
        _ => return None,
    };
    let mut last = &actions.last()?.deed;
    while let Act::Either(alternatives) = last {
        last = &alternatives.last()?.deed;
    }
    Some(last)
}
