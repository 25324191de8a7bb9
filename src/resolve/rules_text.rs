//! The statements in effect with some variations, as the author wrote them.

use super::Description;
use super::merge::{self, MergedSection, Sections};
use super::report::{DiagnosticReport, normalize_text};
use super::walk::below;
use crate::source::Sources;
use crate::span::Span;
use crate::syntax::ast::{
    AstCase, AstCaseBody, AstDeed, AstMeaning, AstWord, SectionKind, SowItem, Statement,
    StatementKind,
};
use std::collections::BTreeSet;

/// The text of a section after all changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionText {
    /// The stage that it holds in; `None`: everywhere.
    pub stage: Option<String>,
    /// The words of its heading.
    pub heading: &'static str,
    /// Its statements, and the nesting depth of each.
    pub statements: Vec<(usize, String)>,
}

impl Description {
    /// Every section of the rules with these variations: what a variation or a game like another
    /// changes is changed here. Texts without citations and remarks.
    pub fn rules_text(&self, variations: &[String]) -> Vec<SectionText> {
        // Mistakes were reported when the game was built.
        let mut ignored = DiagnosticReport::default();
        let merged = self.merged_with(variations, &mut ignored);
        let common = &merged.sections;
        let mut texts: Vec<SectionText> = Vec::new();
        for (kind, section) in common {
            texts.extend(self.section_text(None, *kind, section));
        }
        for stage in &merged.stages {
            let sections: Sections = merged.of_stage(stage, &self.sources, &mut ignored);
            for (kind, section) in &sections {
                let same = |common: &MergedSection| common.statements == section.statements;
                if !merge::section(common, *kind).is_some_and(same) {
                    texts.extend(self.section_text(Some(&stage.name), *kind, section));
                }
            }
        }
        texts
    }

    /// The spans of the statements in effect with these variations: not those that a variation, a stage
    /// or a game `like` another replaces.
    pub fn statements_in_effect(&self, variations: &[String]) -> BTreeSet<Span> {
        let mut ignored = DiagnosticReport::default();
        let merged = self.merged_with(variations, &mut ignored);
        let stages = merged.stages.iter();
        let stages = stages.map(|stage| merged.of_stage(stage, &self.sources, &mut ignored));
        let mut spans = BTreeSet::new();
        for sections in stages.collect::<Vec<_>>().iter().chain([&merged.sections]) {
            for section in sections.values() {
                section.statements.iter().for_each(|one| collect_spans(one, &mut spans));
            }
        }
        spans
    }

    fn section_text(
        &self,
        stage: Option<&str>,
        kind: SectionKind,
        section: &MergedSection,
    ) -> Option<SectionText> {
        if matches!(kind, SectionKind::About | SectionKind::Points) || section.statements.is_empty()
        {
            return None;
        }
        let mut statements = Vec::new();
        section
            .statements
            .iter()
            .for_each(|one| add_statement_text(&self.sources, one, 0, &mut statements));
        let stage = stage.map(str::to_owned);
        Some(SectionText { stage, heading: kind.words(), statements })
    }
}

fn collect_spans(statement: &Statement, spans: &mut BTreeSet<Span>) {
    spans.insert(statement.span);
    below(statement).iter().for_each(|one| collect_spans(one, spans));
}

fn add_statement_text(
    sources: &Sources,
    statement: &Statement,
    depth: usize,
    to: &mut Vec<(usize, String)>,
) {
    let inner = below(statement);
    let mut head = statement.span;
    if let Some(first) = inner.first().filter(|first| first.span.file == head.file) {
        head.end = first.span.start.clamp(head.start, head.end);
    }
    let mut text = normalize_text(sources.slice(head));
    if matches!(statement.kind, StatementKind::Word(_)) && !inner.is_empty() && !text.ends_with('=')
    {
        // The span does not include the sign.
        text += " =";
    }
    to.push((depth, text));
    inner.iter().for_each(|one| add_statement_text(sources, one, depth + 1, to));
    let Some(deed) = last_deed(&statement.kind) else { return };
    deed.cases().iter().for_each(|one| add_statement_text(sources, one, depth + 1, to));
    if let AstDeed::SowInOrder(items) = deed {
        let item = |item: &SowItem| (depth + 1, normalize_text(sources.slice(item.span)));
        to.extend(items.iter().map(item));
    }
}

/// The last action of a statement: only it can have deeper lines.
fn last_deed(kind: &StatementKind) -> Option<&AstDeed> {
    let actions = match kind {
        StatementKind::Case(AstCase { does: AstCaseBody::Actions(actions), .. }) => actions,
        StatementKind::Word(AstWord { meaning: AstMeaning::Actions(actions), .. }) => actions,
        _ => return None,
    };
    let mut last = &actions.last()?.deed;
    while let Some(alternative) = last.alternatives().last() {
        last = &alternative.deed;
    }
    Some(last)
}
