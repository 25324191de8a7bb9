//! Applies variations, stages and bases to sections (law 12).

use super::report::{DiagnosticReport, normalize_text};
use crate::diagnostic::{Diagnostic, Fix, fix};
use crate::source::Sources;
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{
    AstBody, AstCaseBody, AstChange, AstCond, AstMeaning, AstStage, Section, SectionKind,
    Statement, StatementKind,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Sections by kind, each once.
pub(super) type Sections = BTreeMap<SectionKind, Arc<MergedSection>>;

/// The section of a kind, if there is one.
pub(super) fn section(sections: &Sections, kind: SectionKind) -> Option<&MergedSection> {
    sections.get(&kind).map(Arc::as_ref)
}

/// A section with all changes applied.
#[derive(Clone, Debug)]
pub(super) struct MergedSection {
    /// The heading that defined or replaced it.
    pub span: Span,
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

/// The sections of a description with all changes applied.
#[derive(Clone, Debug, Default)]
pub(super) struct MergedDescription {
    /// The sections outside of stages.
    pub sections: Sections,
    /// The stages in order.
    pub stages: Vec<MergedStage>,
}

/// A stage with its sections: those of the game, then the changes.
#[derive(Clone, Debug)]
pub(super) struct MergedStage {
    /// Its name.
    pub name: String,
    /// Each player enters and leaves it alone.
    pub each_player: bool,
    /// When it is left.
    pub until: Option<AstCond>,
    /// The heading line.
    pub span: Span,
    /// Sections in order of definition.
    sections: Vec<Arc<Section>>,
}

/// The kind of body that a section is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    /// A game without a base.
    Game,
    /// A variation, or a game based on another.
    Change,
    /// A stage.
    Stage,
}

impl MergedDescription {
    /// Applies the changes of a body.
    pub fn apply(
        &mut self,
        body: &AstBody,
        layer: Layer,
        sources: &Sources,
        report: &mut DiagnosticReport,
    ) {
        for section in &body.sections {
            let unknown = !self.sections.contains_key(&section.kind);
            let of_stages = section.change != AstChange::Plain && section.change != AstChange::New;
            if let Some(stage) =
                self.stage_with_section(section.kind).filter(|_| unknown && of_stages)
            {
                let finding = nothing_to_change(section, section.kind.words(), sources);
                report.add(with_stage_help(finding, section, stage));
                continue;
            }
            apply_section(&mut self.sections, section, layer, sources, report);
        }
        for stage in &body.stages {
            self.add_stage(stage, layer, report);
        }
    }

    /// Whether the changes of a body can be applied without an error.
    pub fn accepts(&self, body: &AstBody, sources: &Sources) -> bool {
        let mut report = DiagnosticReport::default();
        self.clone().apply(body, Layer::Change, sources, &mut report);
        !report.failed()
    }

    /// The first stage that has such a section.
    fn stage_with_section(&self, kind: SectionKind) -> Option<&str> {
        let has = |stage: &&MergedStage| stage.sections.iter().any(|section| section.kind == kind);
        self.stages.iter().find(has).map(|stage| stage.name.as_str())
    }

    fn add_stage(&mut self, stage: &AstStage, layer: Layer, report: &mut DiagnosticReport) {
        for section in stage.sections.iter().filter(|section| !may_differ_by_stage(section.kind)) {
            let name = section.kind.words();
            report.add(
                Diagnostic::error(
                    "not-here",
                    section.span,
                    format!("*{name}* cannot be in a stage"),
                )
                .help(format!("move *{name}* before the first stage")),
            );
        }
        let known = self.stages.iter_mut().find(|known| known.name == stage.name.text);
        match known {
            Some(known) if layer == Layer::Game => report.add(
                Diagnostic::error(
                    "stage-twice",
                    stage.name.span,
                    format!("there are two stages `{}`", stage.name.text),
                )
                .label(known.span, "first defined here")
                .help("give one of them another name, or make them one"),
            ),
            Some(known) => {
                known.sections.extend(stage.sections.iter().cloned().map(Arc::new));
                if stage.until.is_some() {
                    known.until.clone_from(&stage.until);
                }
            }
            None => self.stages.push(MergedStage {
                name: stage.name.text.clone(),
                each_player: stage.each_player,
                until: stage.until.clone(),
                span: stage.span,
                sections: stage.sections.iter().cloned().map(Arc::new).collect(),
            }),
        }
    }

    /// The sections that hold in a stage.
    pub fn of_stage(
        &self,
        stage: &MergedStage,
        sources: &Sources,
        report: &mut DiagnosticReport,
    ) -> Sections {
        let mut sections = self.sections.clone();
        for section in stage.sections.iter().filter(|section| may_differ_by_stage(section.kind)) {
            apply_section(&mut sections, section, Layer::Stage, sources, report);
        }
        sections
    }
}

/// Whether a section may differ from stage to stage.
fn may_differ_by_stage(kind: SectionKind) -> bool {
    match kind {
        SectionKind::About
        | SectionKind::Points
        | SectionKind::Options
        | SectionKind::Board
        | SectionKind::Words
        | SectionKind::Start
        | SectionKind::Opening
        | SectionKind::Match => false,
        SectionKind::Way
        | SectionKind::Turn
        | SectionKind::Move
        | SectionKind::Allowed
        | SectionKind::BeforeEachLap
        | SectionKind::EachSeed
        | SectionKind::LastSeed
        | SectionKind::AfterCapture
        | SectionKind::AfterMove
        | SectionKind::End
        | SectionKind::Winner => true,
    }
}

/// Applies one section to the sections.
fn apply_section(
    sections: &mut Sections,
    section: &Section,
    layer: Layer,
    sources: &Sources,
    report: &mut DiagnosticReport,
) {
    let known = sections.get_mut(&section.kind);
    let name = section.kind.words();
    let tells_of_source = matches!(section.kind, SectionKind::About | SectionKind::Points);
    if section.change != AstChange::Plain && known.is_none() {
        report.add(nothing_to_change(section, name, sources));
        if !matches!(section.change, AstChange::No | AstChange::ChangeIn) {
            sections.insert(section.kind, merged_section(section));
        }
        return;
    }
    match (section.change, known) {
        (AstChange::Plain, Some(known)) if tells_of_source && layer == Layer::Change => {
            Arc::make_mut(known).statements.extend(section.statements.iter().cloned());
        }
        (AstChange::Plain, Some(known)) if layer != Layer::Stage => {
            report.add(duplicate_section(section, name, known.span, layer));
        }
        (AstChange::Plain | AstChange::New, _) => {
            sections.insert(section.kind, merged_section(section));
        }
        (AstChange::FirstIn, Some(known)) => {
            let statements = &mut Arc::make_mut(known).statements;
            statements.splice(0..0, section.statements.iter().cloned());
        }
        (AstChange::AlsoIn, Some(known)) => {
            Arc::make_mut(known).statements.extend(section.statements.iter().cloned());
        }
        (AstChange::No, _) => {
            sections.remove(&section.kind);
        }
        (AstChange::ChangeIn, Some(known)) => {
            change_in(Arc::make_mut(known), section, sources, report);
        }
        (AstChange::FirstIn | AstChange::AlsoIn | AstChange::ChangeIn, None) => {}
    }
}

fn merged_section(section: &Section) -> Arc<MergedSection> {
    Arc::new(MergedSection { span: section.span, statements: section.statements.clone() })
}

fn nothing_to_change(section: &Section, name: &str, sources: &Sources) -> Diagnostic {
    let finding = Diagnostic::error(
        "change-not-there",
        section.span,
        format!("there is no *{name}* to change"),
    );
    match section.change {
        AstChange::No => {
            let text = sources.get(section.span.file).map_or("", |source| &source.text);
            let line = fix::whole_line(text, section.span);
            finding.fix(Fix::guess(line, "").titled("delete this line"))
        }
        AstChange::ChangeIn => finding.help(format!("write `{name}` and the whole section")),
        AstChange::Plain | AstChange::New | AstChange::FirstIn | AstChange::AlsoIn => {
            finding.fix(Fix::guess(section.span, name).titled(format!("write only `{name}`")))
        }
    }
}

/// Adds that the section to change is in a stage.
fn with_stage_help(mut finding: Diagnostic, section: &Section, stage: &str) -> Diagnostic {
    let above = Span { end: section.span.start, ..section.span };
    let title = format!("write `stage \"{stage}\"` above this");
    finding.fixes.clear();
    finding
        .help(format!("it is in a stage: {title}"))
        .fix(Fix::guess(above, format!("stage \"{stage}\"\n")).titled(title))
}

fn duplicate_section(section: &Section, name: &str, first: Span, layer: Layer) -> Diagnostic {
    let finding =
        Diagnostic::error("section-twice", section.span, format!("*{name}* is defined already"))
            .label(first, "first defined here");
    if layer == Layer::Game {
        return finding.help(format!("put its statements under the first `{name}`"));
    }
    let changed = |change: &str| Fix::guess(section.span, format!("{change} {name}"));
    finding
        .help(format!(
            "write `new {name}` to replace it, `first in {name}` or `also in {name}` to add to it"
        ))
        .fix(changed("new"))
        .fix(changed("first in"))
        .fix(changed("also in"))
}

/// Replaces single statements: each pair is a statement of the base and its replacement.
fn change_in(
    known: &mut MergedSection,
    section: &Section,
    sources: &Sources,
    report: &mut DiagnosticReport,
) {
    let mut old: Option<&Statement> = None;
    for statement in &section.statements {
        match old.take() {
            Some(before) if statement.becomes => {
                let text = normalize_text(sources.slice(before.span));
                if !replace(&mut known.statements, &text, statement, sources) {
                    report.add(no_such_statement(known, before.span, &text, section, sources));
                }
            }
            // The parser has reported a statement without its `becomes`, and a `becomes` without its
            // statement.
            _ if statement.becomes => {}
            _ => old = Some(statement),
        }
    }
}

/// The only statement that has all of these words, in this order.
fn with_words_of<'s>(text: &str, statements: impl Iterator<Item = &'s str>) -> Option<&'s str> {
    let has_all = |statement: &&str| {
        let mut words = words_of(statement);
        words_of(text).all(|wanted| words.any(|word| word == wanted))
    };
    let mut found = statements.filter(has_all);
    found.next().filter(|_| found.next().is_none())
}

/// The words of a statement, without commas.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').map(|word| word.trim_end_matches(','))
}

fn no_such_statement(
    known: &MergedSection,
    span: Span,
    text: &str,
    section: &Section,
    sources: &Sources,
) -> Diagnostic {
    let name = section.kind.words();
    let finding = Diagnostic::error(
        "base-statement-not-there",
        span,
        format!("*{name}* has no statement `{text}`"),
    );
    let texts: Vec<(String, Span)> =
        known.statements.iter().map(|s| (normalize_text(sources.slice(s.span)), s.span)).collect();
    let all = || texts.iter().map(|(text, _)| text.as_str());
    match nearest(text, all()).or_else(|| with_words_of(text, all())) {
        Some(near) => {
            let at = texts.iter().find(|(text, _)| text == near).map(|(_, span)| *span);
            let finding = finding.fix(Fix::guess(span, near));
            match at {
                Some(at) => finding.label(at, "it is here"),
                None => finding,
            }
        }
        None => finding.help("copy the statement unchanged, without the brackets after it"),
    }
}

/// Replaces the statement with that text; `false` if there is none.
fn replace(list: &mut [Statement], text: &str, new: &Statement, sources: &Sources) -> bool {
    for statement in list {
        if normalize_text(sources.slice(statement.span)) == text {
            *statement = Statement { becomes: false, ..new.clone() };
            return true;
        }
        let inner = match &mut statement.kind {
            StatementKind::Case(case) => match &mut case.does {
                AstCaseBody::Also(steps) | AstCaseBody::Steps(steps) => Some(steps),
                AstCaseBody::For { steps, .. } | AstCaseBody::ForEach { steps, .. } => Some(steps),
                AstCaseBody::Actions(_) | AstCaseBody::Count(_) => None,
            },
            StatementKind::Word(word) => match &mut word.meaning {
                AstMeaning::Cases(cases) => Some(cases),
                _ => None,
            },
            _ => None,
        };
        if inner.is_some_and(|inner| replace(inner, text, new, sources)) {
            return true;
        }
    }
    false
}
