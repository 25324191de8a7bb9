//! What the rules of a game use: what has to be explained, and where the words of a description are set.

use super::voice::OccasionHole;
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{
    Base, Cases, ClauseId, Cond, CondPart, Count, Deed, DeedPart, DefaultClause, Dir, Filter,
    MarkTarget, Model, PlaceKind, PlacePhrase, SectionName, WayKind, cases_of_steps,
};
use std::collections::BTreeSet;

/// A part of the rules, by its heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RulePart {
    /// A section.
    Section(SectionName),
    /// A word that is done, by its number.
    Word(usize),
}

/// Where a mark or a note is set, and where it is looked at.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Where it is set.
    pub set: BTreeSet<RulePart>,
    /// Where it is looked at.
    pub read: BTreeSet<RulePart>,
}

/// What the rules of a game use.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Holes are closed in a game.
    pub closes_in_play: bool,
    /// Holes are closed between the games of a match.
    pub closes_in_match: bool,
    /// Holes opposite others.
    pub opposite: bool,
    /// The hands in which players keep seeds from move to move.
    pub hands: bool,
    /// Captured seeds, or seeds in stores.
    pub stores: bool,
    /// Seeds in play.
    pub in_play: bool,
    /// A position that comes up again.
    pub repetition: bool,
    /// Rules give sowings a direction of their own.
    pub given_directions: bool,
    /// Rules give later sowings of a move a direction of their own.
    pub given_later: bool,
    /// Owners of holes change.
    pub owners_change: bool,
    /// Moves of a turn can be left over.
    pub several_moves: bool,
    /// Players can have marks, by mark.
    pub marked_players: Vec<bool>,
    /// By mark.
    pub marks: Vec<Uses>,
    /// By note.
    pub notes: Vec<Uses>,
    /// For each word: the hole that it is about.
    pub word_holes: Vec<OccasionHole>,
    /// All seeds of a player fall in their own holes, in every stage.
    pub own_ways: bool,
}

impl Facts {
    /// The facts of a model.
    pub fn of(model: &Model) -> Facts {
        let closes = |deed: &Deed| matches!(deed, Deed::Close(_));
        let mut facts = Facts {
            closes_in_play: model.any_deed_in_play(&closes),
            closes_in_match: false,
            opposite: false,
            hands: false,
            stores: false,
            in_play: false,
            repetition: model.active_defaults().any(|d| d == DefaultClause::Repetition),
            given_directions: false,
            given_later: false,
            owners_change: false,
            several_moves: false,
            marked_players: vec![false; model.marks.len()],
            marks: vec![Uses::default(); model.marks.len()],
            notes: vec![Uses::default(); model.notes.len()],
            word_holes: word_holes(model),
            own_ways: own_ways(model),
        };
        for stage in &model.stages {
            let moves = stage.rules.turn.moves.as_ref();
            facts.several_moves |=
                moves.is_some_and(|moves| !moves.at_most && moves.count != Count::Fixed(1));
            facts.stores |= stage.rules.winner.as_ref().is_some_and(|w| w.places.is_none());
        }
        let hand = |place: &crate::model::PlaceId| {
            model.board.places.get(place.index()).is_some_and(|p| p.kind == PlaceKind::Hand)
        };
        facts.hands |= model.start.iter().any(|(_, place, _)| hand(place));
        let mut survey = FactSurvey { model, facts };
        walk::model(model, &mut survey);
        let mut facts = survey.facts;
        facts.closes_in_match = !facts.closes_in_play
            && model.next_game.as_deref().is_some_and(|steps| {
                crate::model::any_in_steps(steps, &closes) || words_close(model)
            });
        facts
    }

    /// Holes can be closed.
    pub fn closes(&self) -> bool {
        self.closes_in_play || self.closes_in_match
    }
}

fn words_close(model: &Model) -> bool {
    let closes = |deed: &Deed| matches!(deed, Deed::Close(_));
    model.words.iter().any(|word| {
        let mut cases = word.cases.lists.iter().flatten();
        cases.any(|case| case.actions.iter().any(|action| closes(&action.deed)))
    })
}

/// Whether each player sows in their own holes alone.
fn own_ways(model: &Model) -> bool {
    let lines = || model.stages.iter().flat_map(|stage| &stage.rules.way);
    let own = |seat: usize, ring: &crate::model::Ring| {
        ring.places.iter().all(|place| {
            let owner = model.board.places.get(place.index()).and_then(|p| p.owner);
            owner.is_some_and(|owner| owner.index() == seat)
        })
    };
    lines().any(|line| !line.kind.rings().is_empty())
        && lines().all(|line| {
            let fixed = !matches!(&line.kind, WayKind::Circuit { dynamic: Some(_), .. });
            fixed && line.kind.rings().iter().enumerate().all(|(seat, ring)| own(seat, ring))
        })
}

/// The hole that each word is about: by where it is done, itself or by another word.
fn word_holes(model: &Model) -> Vec<OccasionHole> {
    let mut found = vec![BTreeSet::new(); model.words.len()];
    for stage in &model.stages {
        let rules = &stage.rules;
        let occasions = [
            (&rules.before_each_lap, OccasionHole::Taken),
            (&rules.each_seed, OccasionHole::Over),
            (&rules.last_seed, OccasionHole::Over),
            (&rules.never_ends, OccasionHole::Over),
            (&rules.after_capture, OccasionHole::Over),
        ];
        for (cases, at) in occasions {
            words_done(model, cases, Some(at), &mut found);
        }
        for cases in [&rules.moves, &rules.after_move, &rules.end, &rules.end_at_any_time] {
            words_done(model, cases, None, &mut found);
        }
    }
    let next_game = model.next_game.as_deref().unwrap_or_default();
    for cases in [&model.opening, next_game].into_iter().flat_map(cases_of_steps) {
        words_done(model, cases, None, &mut found);
    }
    let only = |holes: BTreeSet<Option<OccasionHole>>| {
        let mut holes = holes.into_iter().flatten();
        match (holes.next(), holes.next()) {
            (Some(hole), None) => hole,
            (None, _) => OccasionHole::Over,
            (Some(_), Some(_)) => OccasionHole::Any,
        }
    };
    found.into_iter().map(only).collect()
}

/// Notes the hole for each word that is done in these cases; `at`: the hole that the cases are about, if any.
fn words_done(
    model: &Model,
    cases: &Cases,
    at: Option<OccasionHole>,
    found: &mut [BTreeSet<Option<OccasionHole>>],
) {
    for action in cases.lists.iter().flatten().flat_map(|case| &case.actions) {
        words_done_by(model, &action.deed, at, found);
    }
}

fn words_done_by(
    model: &Model,
    deed: &Deed,
    at: Option<OccasionHole>,
    found: &mut [BTreeSet<Option<OccasionHole>>],
) {
    if let Deed::Repeat { cases, .. } = deed {
        return words_done(model, cases, Some(OccasionHole::Looked), found);
    }
    if let Deed::Do(word) = deed
        && let (Some(holes), Some(word)) =
            (found.get_mut(word.index()), model.words.get(word.index()))
        && holes.insert(at)
    {
        return words_done(model, &word.cases, at, found);
    }
    deed.for_each_part(&mut |part| match part {
        DeedPart::Action(action) => words_done_by(model, &action.deed, at, found),
        DeedPart::Cases(cases) => words_done(model, cases, at, found),
        DeedPart::Sow(_)
        | DeedPart::Class(_)
        | DeedPart::Source(_)
        | DeedPart::Phrase(_)
        | DeedPart::Places(_)
        | DeedPart::Player(_)
        | DeedPart::Count(_)
        | DeedPart::Direction(_) => {}
    });
}

struct FactSurvey<'m> {
    model: &'m Model,
    facts: Facts,
}

impl FactSurvey<'_> {
    fn part(&self, clause: Option<ClauseId>) -> Option<RulePart> {
        let clause = clause?;
        let section = self.model.clauses.get(clause.index())?.section;
        if section != SectionName::Words {
            return Some(RulePart::Section(section));
        }
        let has = |word: &crate::model::Word| {
            word.cases.lists.iter().flatten().any(|case| case.clause == clause)
        };
        self.model.words.iter().position(has).map(RulePart::Word)
    }

    fn note(&mut self, here: VisitContext, note: crate::model::NoteId, set: bool) {
        let part = self.part(here.clause);
        if let (Some(uses), Some(part)) = (self.facts.notes.get_mut(note.index()), part) {
            if set { &mut uses.set } else { &mut uses.read }.insert(part);
        }
    }

    fn mark(&mut self, here: VisitContext, mark: crate::model::MarkId, set: bool) {
        let part = self.part(here.clause);
        if let (Some(uses), Some(part)) = (self.facts.marks.get_mut(mark.index()), part) {
            if set { &mut uses.set } else { &mut uses.read }.insert(part);
        }
    }
}

impl Visit for FactSurvey<'_> {
    fn cond(&mut self, here: VisitContext, cond: &Cond) {
        self.facts.in_play |= matches!(cond, Cond::SeedsLeft(_) | Cond::KindLeft(..));
        self.facts.repetition |= matches!(cond, Cond::PositionReturns(_));
        self.facts.stores |=
            matches!(cond, Cond::PlayerSeeds(_, _, None) | Cond::PlayerKind(_, _, _, None));
        cond.for_each_part(&mut |part| {
            if let CondPart::Note(note) = part {
                self.note(here, note, false);
            } else if let CondPart::Mark(mark) = part {
                self.mark(here, mark, false);
            }
        });
    }

    fn phrase(&mut self, here: VisitContext, phrase: &PlacePhrase) {
        match &phrase.base {
            Base::Left => self.facts.in_play = true,
            Base::Hand(_) => self.facts.hands = true,
            Base::Store(_) => self.facts.stores = true,
            Base::Note(note, _) => self.note(here, *note, false),
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::FirstPlace(_)
            | Base::Captured
            | Base::SowingHand
            | Base::Holes
            | Base::WayPlaces
            | Base::Fixed(_)
            | Base::Along { .. }
            | Base::Run { .. }
            | Base::Union(_) => {}
        }
    }

    fn filter(&mut self, here: VisitContext, filter: &Filter) {
        if let Filter::Marked(mark, _) = filter {
            self.mark(here, *mark, false);
        }
        self.facts.opposite |= matches!(filter, Filter::Opposite(_));
    }

    fn count(&mut self, here: VisitContext, count: &Count) {
        if let Count::Note(note, _) = count {
            self.note(here, *note, false);
        }
    }

    fn dir(&mut self, here: VisitContext, dir: &Dir) {
        if let Dir::Note(note) = dir {
            self.note(here, *note, false);
        }
    }

    fn deed(&mut self, here: VisitContext, deed: &Deed) {
        let given = deed.sowings().any(|sow| sow.dir.is_some());
        self.facts.given_directions |= given;
        self.facts.given_later |=
            given && self.part(here.clause) != Some(RulePart::Section(SectionName::Move));
        match deed {
            Deed::Mark(target, mark, _) => {
                self.mark(here, *mark, true);
                if matches!(target, MarkTarget::Player(_))
                    && let Some(marked) = self.facts.marked_players.get_mut(mark.index())
                {
                    *marked = true;
                }
            }
            Deed::Choose(_, note)
            | Deed::SetNumber(note, _)
            | Deed::Set(note, _)
            | Deed::SetDir(note, _) => self.note(here, *note, true),
            Deed::Fill { .. } => self.facts.stores = true,
            Deed::Capture(_) => self.facts.stores = true,
            Deed::Own(_) => self.facts.owners_change = true,
            Deed::PlayAgain { named: true } => self.facts.several_moves = true,
            Deed::Sow(_)
            | Deed::SowInOrder(_)
            | Deed::Put(..)
            | Deed::Close(_)
            | Deed::Open(_)
            | Deed::Unmark(..)
            | Deed::SwapSides
            | Deed::MovesFirst
            | Deed::Do(_)
            | Deed::Cases(_)
            | Deed::Either(..)
            | Deed::Repeat { .. }
            | Deed::Pass
            | Deed::PlayAgain { named: false }
            | Deed::EndMove
            | Deed::EndTurn
            | Deed::EndStage
            | Deed::EndGame
            | Deed::Wins(_)
            | Deed::Loses(_)
            | Deed::Draw => {}
        }
    }
}
