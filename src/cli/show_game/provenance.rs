//! The points of the sources, and the statements that cite them.

use mnc::model::Model;
use mnc::resolve::Description;
use mnc::span::Span;
use mnc::syntax::ast::{
    AstBody, AstCaseBody, AstChange, AstMeaning, Point, Section, SectionKind, Statement,
    StatementKind,
};
use mnc::syntax::parse_tree;
use serde::Serialize;
use std::collections::BTreeSet;

/// The sources of a description, with their points.
#[derive(Serialize)]
pub struct SourceAnswer {
    /// The description that cites it.
    pub file: String,
    /// The publications.
    pub source: Vec<String>,
    /// The points of them.
    pub points: Vec<PointAnswer>,
}

/// A point of a source.
#[derive(Serialize)]
pub struct PointAnswer {
    pub number: u32,
    pub text: String,
    /// It has no rule in it, so no statement needs to cite it.
    pub no_rule: bool,
    /// The statements that cite it, including those of variations that are not played.
    pub cited_by: Vec<StatementAnswer>,
}

/// A statement.
#[derive(Clone, Serialize)]
pub struct StatementAnswer {
    pub file: String,
    pub line: usize,
    pub section: &'static str,
    /// The variation that it belongs to.
    pub variation: Option<String>,
    pub text: String,
    /// Another statement replaces it in this setting.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
}

/// A statement with its citations.
pub struct StatementProvenance {
    pub answer: StatementAnswer,
    pub assumed: Option<String>,
    /// It is in effect in this setting.
    pub in_effect: bool,
    file: u16,
    cites: Vec<u32>,
    is_rule: bool,
    point: Option<Point>,
    source: Option<String>,
}

/// Every statement of the description, of its variations, and of the games it is like.
pub fn statements(description: &Description, model: &Model) -> Vec<StatementProvenance> {
    let acting: BTreeSet<Span> = model.clauses.iter().map(|clause| clause.span).collect();
    let holding = description.statements_in_effect(&model.variations);
    let mut reader = ProvenanceReader {
        description,
        acting_spans: acting,
        spans_in_effect: holding,
        statements: Vec::new(),
    };
    for (number, source) in description.sources.iter().enumerate() {
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        let file = parse_tree(number, &source.text);
        reader.body(&file.body, None, true);
        for variation in &file.variations {
            let name = &variation.name.text;
            reader.body(&variation.body, Some(name), model.variations.contains(name));
        }
    }
    reader.statements
}

/// The points of each file with the statements that cite them.
pub fn sources(description: &Description, statements: &[StatementProvenance]) -> Vec<SourceAnswer> {
    let files = 0..description.sources.iter().count();
    let of_file = |number: usize| {
        let here =
            || statements.iter().filter(move |statement| usize::from(statement.file) == number);
        let points =
            here().filter_map(|statement| statement.point.as_ref()).map(|point| PointAnswer {
                number: point.number,
                text: point.text.text.clone(),
                no_rule: point.no_rule,
                cited_by: here()
                    .filter(|statement| statement.cites.contains(&point.number))
                    .map(|statement| statement.answer.clone())
                    .collect(),
            });
        SourceAnswer {
            file: description
                .sources
                .iter()
                .nth(number)
                .map(|s| s.name.clone())
                .unwrap_or_default(),
            source: here().filter_map(|statement| statement.source.clone()).collect(),
            points: points.collect(),
        }
    };
    files.map(of_file).filter(|file| !file.points.is_empty()).collect()
}

/// Statements without a citation that are not assumed, in files that have points; and those by which a
/// game differs from its base.
pub fn uncited(statements: &[StatementProvenance]) -> Vec<StatementAnswer> {
    let mut with_points: BTreeSet<u16> = statements
        .iter()
        .filter(|statement| statement.point.is_some())
        .map(|statement| statement.file)
        .collect();
    if statements.iter().any(|statement| statement.file > 0) {
        with_points.insert(0);
    }
    statements
        .iter()
        .filter(|statement| with_points.contains(&statement.file))
        .filter(|statement| {
            statement.is_rule
                && !statement.answer.replaced
                && statement.cites.is_empty()
                && statement.assumed.is_none()
        })
        .map(|statement| statement.answer.clone())
        .collect()
}

struct ProvenanceReader<'d> {
    description: &'d Description,
    /// The spans of the statements with a clause in the model.
    acting_spans: BTreeSet<Span>,
    /// The spans of the statements that are not replaced.
    spans_in_effect: BTreeSet<Span>,
    statements: Vec<StatementProvenance>,
}

impl ProvenanceReader<'_> {
    fn body(&mut self, body: &AstBody, variation: Option<&str>, played: bool) {
        let stages = body.stages.iter().flat_map(|stage| &stage.sections);
        for section in body.sections.iter().chain(stages) {
            for (nth, statement) in section.statements.iter().enumerate() {
                let next = section.statements.get(nth + 1);
                // `change in` repeats a statement only to replace it.
                let named =
                    section.change == AstChange::ChangeIn && next.is_some_and(|n| n.becomes);
                if !named {
                    self.statement(statement, section, variation, played);
                }
            }
        }
    }

    fn statement(
        &mut self,
        statement: &Statement,
        section: &Section,
        variation: Option<&str>,
        played: bool,
    ) {
        let sources = &self.description.sources;
        let file = sources.get(statement.span.file).map(|source| source.name.clone());
        let text = sources.slice(statement.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let declares =
            matches!(section.kind, SectionKind::Options | SectionKind::Board | SectionKind::Words);
        let replaced = !self.spans_in_effect.contains(&statement.span);
        self.statements.push(StatementProvenance {
            answer: StatementAnswer {
                file: file.unwrap_or_default(),
                line: sources.line_column(statement.span).line,
                section: section.kind.words(),
                variation: variation.map(str::to_owned),
                text,
                replaced: replaced
                    && played
                    && !matches!(section.kind, SectionKind::About | SectionKind::Points),
            },
            assumed: statement.assumed.as_ref().map(|why| why.text.clone()),
            in_effect: played
                && !replaced
                && (declares || self.acting_spans.contains(&statement.span)),
            file: statement.span.file,
            cites: statement.cites.iter().map(|(number, _)| *number).collect(),
            is_rule: is_rule(&statement.kind) && below(&statement.kind).is_empty(),
            point: match &statement.kind {
                StatementKind::Point(point) => Some(point.clone()),
                _ => None,
            },
            source: match &statement.kind {
                StatementKind::About(about) if about.key.text == "source" => {
                    Some(about.text.text.clone())
                }
                _ => None,
            },
        });
        for inner in below(&statement.kind) {
            self.statement(inner, section, variation, played);
        }
    }
}

/// Whether it needs a source. An option with a note is the author's own.
fn is_rule(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::About(_) | StatementKind::Point(_) | StatementKind::Broken => false,
        StatementKind::Option(option) => option.note.is_none(),
        StatementKind::Board(_)
        | StatementKind::Word(_)
        | StatementKind::Start(_)
        | StatementKind::Way(_)
        | StatementKind::Turn(_)
        | StatementKind::Law(_)
        | StatementKind::Winner(_)
        | StatementKind::Case(_) => true,
    }
}

/// The statements on the deeper lines.
fn below(kind: &StatementKind) -> &[Statement] {
    match kind {
        StatementKind::Case(case) => match &case.does {
            AstCaseBody::Also(inner) | AstCaseBody::Steps(inner) => inner,
            AstCaseBody::For { steps, .. } | AstCaseBody::ForEach { steps, .. } => steps,
            AstCaseBody::Actions(_) | AstCaseBody::Count(_) => &[],
        },
        StatementKind::Word(word) => match &word.meaning {
            AstMeaning::Cases(cases) => cases,
            _ => &[],
        },
        _ => &[],
    }
}
