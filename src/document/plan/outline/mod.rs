//! Which sentences a rules document has, and in which order: the same in every language.

mod aim;
mod board;
mod cases;
mod steps;
mod way;

use super::facts::{Facts, RulePart, Uses};
use super::statement::{DocStatement, Heading, LanguageWords, Occasion, PositionParts};
use super::voice::OccasionHole;
use super::{DocItem, DocSection};
use crate::model::{
    Case, Cases, ClauseId, DefaultClause, Model, PlaceKind, Rules, SectionName, Stage, TurnRules,
};
use std::collections::BTreeSet;

/// The rules of one game, said with the words of a language.
pub use cases::alternatives_on_lines;

pub struct RulesOutline<'m, 'w> {
    model: &'m Model,
    facts: &'w Facts,
    words: &'w dyn LanguageWords,
}

impl<'m, 'w> RulesOutline<'m, 'w> {
    /// The outline of a game.
    pub fn of(
        model: &'m Model,
        facts: &'w Facts,
        words: &'w dyn LanguageWords,
    ) -> RulesOutline<'m, 'w> {
        RulesOutline { model, facts, words }
    }

    /// All rules, section by section.
    pub fn rules(&self) -> Vec<DocSection> {
        let mut sections = vec![self.board_section()];
        sections.push(self.names_section());
        sections.extend(self.opening_section());
        let several = self.model.stages.len() > 1;
        if several {
            sections.push(self.stages_section());
        }
        for (nth, stage) in self.model.stages.iter().enumerate() {
            sections.extend(self.stage_sections(nth, stage, several));
        }
        sections.extend(self.word_sections());
        sections.extend(self.match_section());
        sections.extend(self.repetition_section());
        let mut silent = self.defaults_section();
        let mut said = BTreeSet::new();
        for section in &mut sections {
            section.items.iter_mut().for_each(|item| item.forget(&mut said));
        }
        // What a section above has said is not said again.
        silent.items.iter_mut().for_each(|item| item.forget(&mut said));
        silent.items.retain(|item| !item.sentence.clauses.is_empty());
        sections.push(silent);
        sections.push(self.section_without_effect(&said));
        sections.retain(|section| !section.items.is_empty());
        sections
    }

    fn heading(&self, heading: Heading<'_>) -> String {
        self.words.heading(heading)
    }

    /// A statement as an item, with the statements of the description that it says.
    fn item(
        &self,
        statement: &DocStatement<'m>,
        clauses: impl IntoIterator<Item = ClauseId>,
    ) -> DocItem {
        DocItem::new(self.words.say(statement), clauses)
    }

    /// Names that holes and players can have, and numbers to keep in mind.
    fn names_section(&self) -> DocSection {
        let parts = |uses: &Uses| -> [Vec<RulePart>; 2] {
            [&uses.set, &uses.read].map(|parts| parts.iter().copied().collect())
        };
        let mut items = Vec::new();
        let none = Uses::default();
        for (nth, mark) in self.model.marks.iter().enumerate() {
            let [set, read] = parts(self.facts.marks.get(nth).unwrap_or(&none));
            let players = self.facts.marked_players.get(nth).copied().unwrap_or(false);
            items.push(self.item(&DocStatement::Mark(mark, players, set, read), [mark.clause]));
        }
        for (nth, note) in self.model.notes.iter().enumerate() {
            let [set, read] = parts(self.facts.notes.get(nth).unwrap_or(&none));
            items.push(self.item(&DocStatement::Note(note, set, read), []));
        }
        DocSection { heading: self.heading(Heading::Names), items }
    }

    fn stages_section(&self) -> DocSection {
        let names = self.model.stages.iter().map(|stage| stage.name.as_str()).collect();
        let mut items = vec![self.item(&DocStatement::Stages(names), [])];
        for stage in &self.model.stages {
            items.push(self.item(&DocStatement::Stage(stage), stage.clause));
        }
        DocSection { heading: self.heading(Heading::Stages), items }
    }

    fn stage_sections(&self, nth: usize, stage: &'m Stage, several: bool) -> Vec<DocSection> {
        let rules = &stage.rules;
        let earlier: Vec<&Rules> = self.model.stages.iter().take(nth).map(|s| &s.rules).collect();
        let stage_name = several.then_some(stage.name.as_str());
        let mut sections = Vec::new();
        for section in RULE_SECTIONS {
            let items = self.rule_items(rules, section);
            if items.is_empty() {
                continue;
            }
            let here = section_clauses(rules, section);
            let same = |rules: &&Rules| section_clauses(rules, section) == here;
            let items = if !here.is_empty() && earlier.iter().any(same) {
                vec![self.item(&DocStatement::AsBefore, [])]
            } else {
                items
            };
            let heading = self.heading(Heading::Rules(section, stage_name));
            sections.push(DocSection { heading, items });
        }
        sections
    }

    fn rule_items(&self, rules: &'m Rules, section: SectionName) -> Vec<DocItem> {
        let last = if rules.each_seed.lists.is_empty() {
            OccasionHole::Fallen
        } else {
            OccasionHole::FallenLast
        };
        match section {
            SectionName::Turn => self.turn(&rules.turn),
            SectionName::Move => self.occasion(&rules.moves, Occasion::Move, OccasionHole::Taken),
            SectionName::Way => self.sowing(rules),
            SectionName::BeforeEachLap => {
                self.occasion(&rules.before_each_lap, Occasion::BeforeSowing, OccasionHole::Taken)
            }
            SectionName::EachSeed => {
                self.occasion(&rules.each_seed, Occasion::EachSeed, OccasionHole::Fallen)
            }
            SectionName::LastSeed => {
                let mut items = self.occasion(&rules.last_seed, Occasion::LastSeed, last);
                let never_ends = Occasion::NeverEnds;
                items.extend(self.occasion(
                    &rules.never_ends,
                    never_ends,
                    OccasionHole::FallenLast,
                ));
                items
            }
            SectionName::AfterCapture => {
                self.occasion(&rules.after_capture, Occasion::AfterCapture, OccasionHole::Over)
            }
            SectionName::AfterMove => {
                self.occasion(&rules.after_move, Occasion::AfterMove, OccasionHole::Over)
            }
            SectionName::Allowed => {
                let laws = rules.laws.iter();
                laws.map(|law| self.item(&DocStatement::Law(law), [law.clause])).collect()
            }
            SectionName::End => {
                let at_any_time = Occasion::AtAnyTime;
                let mut items =
                    self.occasion(&rules.end_at_any_time, at_any_time, OccasionHole::Fallen);
                let at_once = rules.turn.at_once.is_some();
                let when = if at_once { Occasion::EndOfBoth } else { Occasion::End };
                items.extend(self.occasion(&rules.end, when, OccasionHole::Over));
                items
            }
            SectionName::Winner => {
                let winner = rules.winner.iter();
                winner.map(|one| self.item(&DocStatement::Winner(one), [one.clause])).collect()
            }
            SectionName::Default
            | SectionName::Start
            | SectionName::Opening
            | SectionName::Match
            | SectionName::Words
            | SectionName::Stage => Vec::new(),
        }
    }

    fn turn(&self, turn: &'m TurnRules) -> Vec<DocItem> {
        let mut items = Vec::new();
        if turn.moves.is_none() && turn.at_once.is_none() && self.model.seats() > 1 {
            items.push(self.item(&DocStatement::Turns, []));
        }
        if let Some(moves) = &turn.moves {
            items.push(self.item(&DocStatement::TurnMoves(moves), [moves.clause]));
        }
        let first = self.model.first;
        if let Some(clause) = turn.at_once {
            let second = self.model.board.next_seat(first);
            items.push(self.item(&DocStatement::AtOnce(first, second), [clause]));
        }
        if let Some(clause) = turn.first_to_end {
            items.push(self.item(&DocStatement::FirstToEnd(first), [clause]));
        }
        if let Some((clause, loses)) = turn.no_move {
            items.push(self.item(&DocStatement::NoMove { loses }, [clause]));
        }
        items
    }

    fn word_sections(&self) -> Vec<DocSection> {
        let section = |(nth, word): (usize, &'m crate::model::Word)| {
            let it = self.facts.word_holes.get(nth).copied().unwrap_or(OccasionHole::Over);
            let items = self.occasion(&word.cases, Occasion::Word(nth), it);
            DocSection { heading: self.heading(Heading::Word(nth)), items }
        };
        self.model.words.iter().enumerate().map(section).collect()
    }

    /// What a repeated position is, if it matters.
    fn repetition_section(&self) -> Option<DocSection> {
        if !self.facts.repetition {
            return None;
        }
        let parts = PositionParts {
            names: !self.model.marks.is_empty() || !self.model.notes.is_empty(),
            owners: self.facts.owners_change,
            closed: self.facts.closes_in_play,
            stage: self.model.stages.len() > 1,
            moves: self.facts.several_moves,
            stores: self.facts.stores || self.facts.hands,
            shared: self.model.board.places.iter().any(|p| p.kind == PlaceKind::Shared),
        };
        let items = vec![self.item(&DocStatement::SamePosition(parts), [])];
        Some(DocSection { heading: self.heading(Heading::Repetition), items })
    }

    fn defaults_section(&self) -> DocSection {
        let counted = self.model.stages.iter().any(|stage| stage.rules.winner.is_some());
        let items = self.model.active_defaults().filter_map(|default| match default {
            DefaultClause::Passes
            | DefaultClause::NobodyMoves
            | DefaultClause::Endless
            | DefaultClause::OnlyEndless
            | DefaultClause::Repetition
            | DefaultClause::EndMove
            | DefaultClause::NoWinner
            | DefaultClause::SameStarter
            | DefaultClause::SweepForMatch => {
                Some(self.item(&DocStatement::Default(default, counted), [default.clause()]))
            }
            DefaultClause::FirstMoves
            | DefaultClause::Fuel
            | DefaultClause::LongMatch
            | DefaultClause::GameBegins
            | DefaultClause::Work => None,
        });
        let items = items.collect();
        DocSection { heading: self.heading(Heading::Silent), items }
    }

    /// Statements that have no effect with these options: nothing else says them.
    fn section_without_effect(&self, said: &BTreeSet<ClauseId>) -> DocSection {
        let clauses = self.model.clauses.iter().enumerate();
        let ids = clauses
            .filter(|(_, clause)| !clause.default)
            .map(|(nth, _)| ClauseId(u16::try_from(nth).unwrap_or(u16::MAX)));
        let items = ids
            .filter(|id| !said.contains(id))
            .map(|id| self.item(&DocStatement::WithoutEffect, [id]))
            .collect();
        DocSection { heading: self.heading(Heading::WithoutEffect), items }
    }
}

/// The sections of a stage, in the order in which they are read.
const RULE_SECTIONS: [SectionName; 11] = [
    SectionName::Turn,
    SectionName::Move,
    SectionName::Way,
    SectionName::BeforeEachLap,
    SectionName::EachSeed,
    SectionName::LastSeed,
    SectionName::AfterCapture,
    SectionName::AfterMove,
    SectionName::Allowed,
    SectionName::End,
    SectionName::Winner,
];

/// The statements of a section: two stages with the same ones have the same rules.
fn section_clauses(rules: &Rules, section: SectionName) -> Vec<ClauseId> {
    let cases =
        |cases: &Cases| cases.lists.iter().flatten().map(|case| case.clause).collect::<Vec<_>>();
    match section {
        SectionName::Turn => {
            let turn = &rules.turn;
            let moves = turn.moves.as_ref().map(|moves| moves.clause);
            let no_move = turn.no_move.map(|(clause, _)| clause);
            [moves, turn.at_once, turn.first_to_end, no_move].into_iter().flatten().collect()
        }
        SectionName::Move => cases(&rules.moves),
        SectionName::Way => rules.way.iter().map(|line| line.clause).collect(),
        SectionName::BeforeEachLap => cases(&rules.before_each_lap),
        SectionName::EachSeed => cases(&rules.each_seed),
        SectionName::LastSeed => {
            let all: [&Cases; 2] = [&rules.last_seed, &rules.never_ends];
            all.into_iter().flat_map(cases).collect()
        }
        SectionName::AfterCapture => cases(&rules.after_capture),
        SectionName::AfterMove => cases(&rules.after_move),
        SectionName::Allowed => rules.laws.iter().map(|law| law.clause).collect(),
        SectionName::End => {
            let all: [&Cases; 2] = [&rules.end_at_any_time, &rules.end];
            all.into_iter().flat_map(cases).collect()
        }
        SectionName::Winner => rules.winner.iter().map(|winner| winner.clause).collect(),
        SectionName::Default
        | SectionName::Start
        | SectionName::Opening
        | SectionName::Match
        | SectionName::Words
        | SectionName::Stage => Vec::new(),
    }
}

/// All cases, of all lists.
fn all_cases(cases: &Cases) -> impl Iterator<Item = &Case> {
    cases.lists.iter().flatten()
}
