//! Puts the model together.

use super::builder::{Builder, PhraseContext};
use super::merge::{MergedDescription, Sections, section};
use super::options::{self, OptionValue};
use super::report::DiagnosticReport;
use super::symbols::SymbolKind;
use super::{Description, OptionValues, Setting, walk};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::{Model, SectionName, Stage, Step, Unit};
use crate::order;
use crate::syntax::ast::{AstDeed, Name, SectionKind};
use std::collections::BTreeMap;

/// The model of a description in a setting.
pub(super) fn build(
    description: &Description,
    setting: &Setting,
) -> (Option<Model>, Vec<Diagnostic>) {
    let mut report = DiagnosticReport::default();
    let merged = description.merged_with(&setting.variations, &mut report);
    let chosen = options::option_values(&merged, setting, description.heading, &mut report);
    let stages: Vec<Sections> = merged
        .stages
        .iter()
        .map(|stage| merged.of_stage(stage, &description.sources, &mut report))
        .collect();
    let sections = AllSections { merged: &merged, stages: &stages };

    let heading = description.heading;
    let mut builder = Builder::new(
        &description.sources,
        heading,
        description.names_in_broken_text.as_ref(),
        report,
    );
    builder.base_missing = description.base_missing;
    builder.has_stages = !stages.is_empty();
    builder.declare_options(&merged, &chosen);
    let model = builder.model(&sections).map(|model| Model {
        name: description.name.clone(),
        variations: setting.variations.clone(),
        options: order::map(chosen.iter().map(|(name, value)| (name.clone(), option_text(value)))),
        ..model
    });

    let earlier =
        description.load_diagnostics.iter().any(|finding| finding.severity == Severity::Error);
    let failed = builder.report.failed() || earlier;
    if model.is_none() && !failed {
        builder.error(
            "not-built",
            heading,
            "this game cannot be built".into(),
            "please report it, with this description",
        );
    }
    let findings: Vec<Diagnostic> = builder
        .report
        .into_list()
        .into_iter()
        .filter(|finding| !description.load_diagnostics.contains(finding))
        .collect();
    (model.filter(|_| !failed), findings)
}

fn option_text(value: &OptionValue) -> String {
    match value {
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    }
}

/// The merged sections of the game and of each stage.
struct AllSections<'a> {
    merged: &'a MergedDescription,
    stages: &'a [Sections],
}

impl<'a> Builder<'a> {
    fn declare_options(
        &mut self,
        merged: &MergedDescription,
        chosen: &BTreeMap<String, OptionValue>,
    ) {
        let section = merged.sections.get(&SectionKind::Options);
        self.options_span = section.map(|section| section.span);
        let declared = section.map(|section| &section.statements);
        let values = options::options_of(merged).into_iter().map(|option| match option.values {
            OptionValues::List(list) => (option.name, list),
            OptionValues::Range { .. } => (option.name, Vec::new()),
        });
        let values = order::map(values);
        for statement in declared.into_iter().flatten() {
            let crate::syntax::ast::StatementKind::Option(option) = &statement.kind else {
                continue;
            };
            let name: &Name = &option.name;
            if let (Some(value), Some(values)) = (chosen.get(&name.text), values.get(&name.text)) {
                self.declare(name, SymbolKind::Option(value.clone(), values.clone()));
            }
        }
    }

    /// The model without the setting. All sections are resolved even if one is invalid.
    fn model(&mut self, all: &AllSections<'a>) -> Option<Model> {
        let sections = &all.merged.sections;
        self.declare_places(all);
        let everywhere = all.stages.iter().chain([sections]).flat_map(BTreeMap::values);
        self.owners_change = everywhere
            .flat_map(|section| walk::actions(&section.statements))
            .any(|action| matches!(action.deed, AstDeed::Own(_)));
        // Without a board no place phrase can be resolved.
        self.make_board(section(sections, SectionKind::Board), sections)?;
        let words = sections.get(&SectionKind::Words).map(|section| section.statements.as_slice());
        self.check_words(words.unwrap_or_default());

        let stages = self.stages(all);
        let way = match stages.as_ref().and_then(|stages| stages.first()) {
            Some(stage) => stage.rules.way.clone(),
            None => Vec::new(),
        };
        self.place_stores_on_the_way(&way);
        let start = self.start(section(sections, SectionKind::Start), &way);
        let opening = self.steps_of(sections, SectionKind::Opening);
        let next_game = self.steps_of(sections, SectionKind::Match);
        let (stages, start) = (stages?, start?);
        let (opening, next_game) = (opening?, next_game?);
        Some(Model {
            name: String::new(),
            variations: Vec::new(),
            options: BTreeMap::new(),
            board: self.board.board.clone(),
            marks: std::mem::take(&mut self.marks),
            notes: std::mem::take(&mut self.notes),
            kinds: std::mem::take(&mut self.kinds),
            clauses: std::mem::take(&mut self.clauses),
            start: start.seeds,
            start_kinds: start.kinds,
            first: start.first,
            first_clause: start.first_clause,
            opening: opening.unwrap_or_default(),
            stages,
            words: self.model_words(),
            next_game,
            alternatives: std::mem::take(&mut self.alternatives),
            uses_lap_quantifiers: self.uses_lap_quantifiers,
            uses_turn_facts: self.uses_turn_facts,
            uses_captured_seeds: self.uses_captured_seeds,
            uses_sowing_hand: self.uses_sowing_hand,
        })
    }

    #[allow(clippy::option_option)] // absent, or invalid
    fn steps_of(&mut self, sections: &'a Sections, kind: SectionKind) -> Option<Option<Vec<Step>>> {
        match sections.get(&kind) {
            Some(section) => {
                self.steps(&section.statements, &PhraseContext::in_section(kind)).map(Some)
            }
            None => Some(None),
        }
    }

    fn stages(&mut self, all: &AllSections<'a>) -> Option<Vec<Stage>> {
        if all.stages.is_empty() {
            let rules = self.rules(&all.merged.sections, self.heading)?;
            return Some(vec![Stage {
                name: String::new(),
                each_player: false,
                clause: None,
                until: None,
                rules,
            }]);
        }
        let mut stages = Vec::new();
        let mut whole = true;
        for (stage, sections) in all.merged.stages.iter().zip(all.stages) {
            let clause = self.clause_at(stage.span, SectionName::Stage);
            let until = match &stage.until {
                Some(cond) => {
                    self.cond(cond, &mut PhraseContext::in_section(SectionKind::Turn)).map(Some)
                }
                None => Some(None),
            };
            let rules = self.rules(sections, stage.span);
            if stage.each_player
                && let Some(clause) = rules.as_ref().and_then(|rules| rules.turn.at_once)
            {
                let span = self.clauses.get(clause.index()).map(|clause| clause.span);
                self.error(
                    "not-here",
                    span.unwrap_or_default(),
                    "both players at once, in a stage that each enters and leaves alone".into(),
                    "leave out `for each player` after the name of the stage",
                );
                whole = false;
            }
            match (until, rules) {
                (Some(until), Some(rules)) => stages.push(Stage {
                    name: stage.name.clone(),
                    each_player: stage.each_player,
                    clause: Some(clause),
                    until,
                    rules,
                }),
                _ => whole = false,
            }
        }
        whole.then_some(stages)
    }

    /// Declares the places that actions choose, with the life of where they do.
    fn declare_places(&mut self, all: &AllSections<'a>) {
        let common = &all.merged.sections;
        // What a word chooses is remembered as long as the steps that may do the word.
        let does_words = |kind| {
            let actions = common.get(&kind).map(|section| walk::actions(&section.statements));
            actions.into_iter().flatten().any(|action| matches!(action.deed, AstDeed::Do(_)))
        };
        let of_words = if does_words(SectionKind::Match) {
            Unit::Match
        } else if does_words(SectionKind::Opening) {
            Unit::Game
        } else {
            Unit::Move
        };
        for (kind, section) in std::iter::once(common).chain(all.stages).flatten() {
            let life = match kind {
                SectionKind::Match => Unit::Match,
                SectionKind::Opening => Unit::Game,
                SectionKind::Words => of_words,
                _ => Unit::Move,
            };
            self.declare_chosen_places(&section.statements, life);
        }
    }
}
