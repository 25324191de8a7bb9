//! The rules of a stage: its cases, laws, turns and winner.

use super::builder::{Builder, PhraseContext};
use super::cases::CaseListState;
use super::merge::{MergedSection, Sections, section};
use crate::model::{
    Cases, Cond, Count, Deed, Law, LawDeed, PlacePhrase, Rules, TurnMoves, TurnRules, WayKind,
    WayLine, Winner,
};
use crate::span::Span;
use crate::syntax::ast::{self, SectionKind, Statement, StatementKind};

impl<'a> Builder<'a> {
    /// The rules of some sections.
    pub fn rules(&mut self, sections: &'a Sections, heading: Span) -> Option<Rules> {
        let find = |kind| section(sections, kind);
        let way = self.way(find(SectionKind::Way), heading);
        let turn = self.turn(find(SectionKind::Turn));
        let moves = self.section_cases(sections, SectionKind::Move);
        if !sections.contains_key(&SectionKind::Move) {
            self.report_missing_section(
                "move",
                heading,
                "write for example `move` and below it `sow any own hole`",
            );
        }
        let laws = self.laws(find(SectionKind::Allowed));
        let before_each_lap = self.section_cases(sections, SectionKind::BeforeEachLap);
        let each_seed = self.section_cases(sections, SectionKind::EachSeed);
        let (last_seed, never_ends) = self.last_seed(find(SectionKind::LastSeed));
        let after_capture = self.section_cases(sections, SectionKind::AfterCapture);
        let after_move = self.section_cases(sections, SectionKind::AfterMove);
        let (end, end_at_any_time) = self.end(find(SectionKind::End));
        let winner = self.winner(find(SectionKind::Winner));
        let (way, moves) = (way?, moves?);
        self.check_direction(&way, &moves, find(SectionKind::Way));
        let (turn, never_ends) = (turn?, never_ends?);
        if !self.check_endless_turns(&turn, &never_ends) {
            return None;
        }
        Some(Rules {
            way,
            turn,
            moves,
            laws: laws?,
            before_each_lap: before_each_lap?,
            each_seed: each_seed?,
            last_seed: last_seed?,
            never_ends,
            after_capture: after_capture?,
            after_move: after_move?,
            end: end?,
            end_at_any_time: end_at_any_time?,
            winner: winner?,
        })
    }

    /// Reports a section that every game needs.
    pub fn report_missing_section(&mut self, section: &str, span: Span, help: &str) {
        if self.names_in_broken_text.is_none() {
            self.error("missing-section", span, format!("there is no *{section}*"), help);
        }
    }

    fn section_cases(&mut self, sections: &'a Sections, kind: SectionKind) -> Option<Cases> {
        match sections.get(&kind) {
            Some(section) => {
                self.cases(section.statements.iter(), &PhraseContext::in_section(kind))
            }
            None => Some(Cases::default()),
        }
    }

    /// The cases of *last seed*: for sowings that end, and for those that never do.
    fn last_seed(&mut self, section: Option<&'a MergedSection>) -> (Option<Cases>, Option<Cases>) {
        let Some(section) = section else {
            return (Some(Cases::default()), Some(Cases::default()));
        };
        let here = PhraseContext::in_section(SectionKind::LastSeed);
        let never_ends = |statement: &&Statement| match &statement.kind {
            StatementKind::Case(case) => case.fits.never_ends(),
            _ => false,
        };
        let ending = section.statements.iter().filter(|s| !never_ends(s));
        let endless = section.statements.iter().filter(never_ends);
        // `otherwise` may have only cases for endless sowings before it.
        let before = CaseListState::after(endless.clone().next().is_some());
        let ending = self.cases_after(before, ending, &here);
        (ending, self.cases(endless, &PhraseContext::in_never_ends()))
    }

    /// The cases of *end*: read after each move, and at any time.
    fn end(&mut self, section: Option<&'a MergedSection>) -> (Option<Cases>, Option<Cases>) {
        let Some(section) = section else {
            return (Some(Cases::default()), Some(Cases::default()));
        };
        let here = PhraseContext::in_section(SectionKind::End);
        let at_any_time = |statement: &&Statement| match &statement.kind {
            StatementKind::Case(case) => case.at_any_time,
            _ => false,
        };
        let after_move = section.statements.iter().filter(|s| !at_any_time(s));
        let any_time = section.statements.iter().filter(at_any_time);
        (self.cases(after_move, &here), self.cases(any_time, &PhraseContext::in_end_at_any_time()))
    }

    fn turn(&mut self, section: Option<&'a MergedSection>) -> Option<TurnRules> {
        let mut rules = TurnRules::default();
        let mut whole = true;
        let mut unread = false;
        for statement in section.into_iter().flat_map(|section| &section.statements) {
            let StatementKind::Turn(turn) = &statement.kind else {
                unread = true;
                continue;
            };
            let clause = self.clause(statement, SectionKind::Turn);
            let first = match turn {
                ast::AstTurn::NoMove { loses } => {
                    rules.no_move.replace((clause, *loses)).map(|(first, _)| first)
                }
                ast::AstTurn::AtOnce => {
                    whole &= self.require_both_players(statement.span);
                    rules.at_once.replace(clause)
                }
                ast::AstTurn::FirstToEnd => rules.first_to_end.replace(clause),
                ast::AstTurn::Moves { at_most, count, again } => {
                    let mut here = PhraseContext::in_section(SectionKind::Turn);
                    let count = self.count(count, &mut here);
                    let again = match again {
                        Some(cond) => self.cond(cond, &mut here).map(Some),
                        None => Some(None),
                    };
                    let (Some(count), Some(again)) = (count, again) else {
                        whole = false;
                        continue;
                    };
                    if matches!(count, Count::Fixed(..1)) {
                        whole = false;
                        let message = "a turn has at least 1 move".to_owned();
                        self.error("number-too-small", statement.span, message, "give 1 or more");
                        continue;
                    }
                    let moves = TurnMoves { clause, at_most: *at_most, count, again };
                    rules.moves.replace(moves).map(|first| first.clause)
                }
            };
            if let Some(first) = first {
                let first = self.clauses.get(first.index()).map(|clause| clause.span);
                self.report_stated_twice(
                    statement.span,
                    first.unwrap_or_default(),
                    SectionKind::Turn,
                );
            }
        }
        whole &= unread || self.check_simultaneous_turns(&rules);
        whole.then_some(rules)
    }

    /// Reports `both players` if there are not two.
    fn require_both_players(&mut self, span: Span) -> bool {
        let two = self.board.board.seats.len() == 2;
        if !two {
            self.error(
                "not-here",
                span,
                "`both players` needs exactly two players".into(),
                "leave it out, or name two players in *board*",
            );
        }
        two
    }

    /// Reports statements that do not fit a turn in which both players move at once, or one in which
    /// they do not.
    fn check_simultaneous_turns(&mut self, rules: &TurnRules) -> bool {
        let (wrong, message, help) = match rules {
            TurnRules { at_once: None, first_to_end: Some(clause), .. } => (
                *clause,
                "a rule about who ends first, where the players move one after the other",
                "add `both players move at once`, or leave this out",
            ),
            TurnRules { at_once: Some(_), moves: Some(moves), .. } => (
                moves.clause,
                "several moves in a turn in which both players move at once",
                "such a turn is one move of each: leave one of the two statements out",
            ),
            TurnRules { at_once: Some(clause), .. } if !self.kinds.is_empty() => (
                *clause,
                "both players move at once, and seeds have kinds",
                "leave one of them out: the order in which the kinds fall would be undefined",
            ),
            _ => return true,
        };
        let span = self.clauses.get(wrong.index()).map(|clause| clause.span).unwrap_or_default();
        self.error("not-here", span, message.into(), help);
        false
    }

    /// Reports a case for endless sowings where both players move at once: only both sowings together
    /// could be endless there.
    fn check_endless_turns(&mut self, turn: &TurnRules, never_ends: &Cases) -> bool {
        let case = never_ends.lists.iter().flatten().next();
        let (Some(case), Some(_)) = (case, turn.at_once) else { return true };
        let span = self.clauses.get(case.clause.index()).map(|clause| clause.span);
        self.error(
            "not-here",
            span.unwrap_or_default(),
            "a case for a sowing that never ends, where both players move at once".into(),
            "leave one of them out: two sowings that keep each other going end the game",
        );
        false
    }

    fn laws(&mut self, section: Option<&'a MergedSection>) -> Option<Vec<Law>> {
        let mut laws = Vec::new();
        let mut whole = true;
        for statement in section.into_iter().flat_map(|section| &section.statements) {
            let StatementKind::Law(law) = &statement.kind else { continue };
            let mut here = PhraseContext::in_section(SectionKind::Allowed);
            let when = match &law.when {
                Some(cond) => self.cond(cond, &mut here).map(Some),
                None => Some(None),
            };
            let deed = self.law_deed(&law.deed, &mut here);
            let (Some(when), Some((deed, turned))) = (when, deed) else {
                whole = false;
                continue;
            };
            if matches!(when, Some(Cond::Fixed(false))) {
                continue;
            }
            let when = when.filter(|cond| !matches!(cond, Cond::Fixed(true)));
            let clause = self.clause(statement, SectionKind::Allowed);
            let must = law.must != turned;
            laws.push(Law { clause, must, deed, if_any_can: law.if_any_can, when });
        }
        whole.then_some(laws)
    }

    /// The deed of a law, and whether it is negated (`leave no seeds`).
    fn law_deed(
        &mut self,
        deed: &'a ast::AstLawDeed,
        here: &mut PhraseContext,
    ) -> Option<(LawDeed, bool)> {
        let one = |phrase: Option<PlacePhrase>, deed: fn(PlacePhrase) -> LawDeed| {
            phrase.map(|phrase| (deed(phrase), false))
        };
        match deed {
            ast::AstLawDeed::Capture { places, first_lap } => {
                let places = match places {
                    Some(places) => Some(self.descriptors(places, here)?),
                    None => None,
                };
                Some((LawDeed::Captures { places, first_lap: *first_lap }, false))
            }
            ast::AstLawDeed::LeaveSeeds { who, no, places } => {
                let who = self.player_ref(who, here);
                let mut inner = PhraseContext { actor_is_mover: false, ..*here };
                let places = match places {
                    Some(places) => Some(self.descriptors(places, &mut inner)?),
                    None => None,
                };
                Some((LawDeed::LeavesSeeds(who?, places), *no))
            }
            ast::AstLawDeed::LeaveEmpty(place) => {
                one(self.descriptor(place, here), LawDeed::LeavesEmpty)
            }
            ast::AstLawDeed::Reach(place) => one(self.descriptor(place, here), LawDeed::Reaches),
            ast::AstLawDeed::EndIn(place) => one(self.descriptor(place, here), LawDeed::EndsIn),
            ast::AstLawDeed::BeginFrom(place) => {
                one(self.descriptor(place, here), LawDeed::BeginsFrom)
            }
            ast::AstLawDeed::BeginIn(place) => one(self.descriptor(place, here), LawDeed::BeginsIn),
        }
    }

    #[allow(clippy::option_option)] // absent, or invalid
    fn winner(&mut self, section: Option<&'a MergedSection>) -> Option<Option<Winner>> {
        let mut winner: Option<Winner> = None;
        for statement in section.into_iter().flat_map(|section| &section.statements) {
            let StatementKind::Winner(written) = &statement.kind else { continue };
            let mut here = PhraseContext::in_section(SectionKind::Winner);
            let places = match &written.places {
                Some(places) => Some(self.descriptors(places, &mut here)?),
                None => None,
            };
            let clause = self.clause(statement, SectionKind::Winner);
            if let Some(first) = &winner {
                let first = self.clauses.get(first.clause.index()).map(|clause| clause.span);
                self.report_stated_twice(
                    statement.span,
                    first.unwrap_or_default(),
                    SectionKind::Winner,
                );
                continue;
            }
            winner = Some(Winner { clause, fewest: written.fewest, worth: written.worth, places });
        }
        Some(winner)
    }

    /// Reports a sowing without a direction: from the way, from a choice, or its own.
    fn check_direction(&mut self, way: &[WayLine], moves: &Cases, section: Option<&MergedSection>) {
        let chosen = way.iter().any(|line| matches!(line.kind, WayKind::Choice { .. }));
        let open = way
            .iter()
            .find(|line| matches!(line.kind, WayKind::Circuit { dir: None, .. }))
            .map(|line| line.clause);
        let Some(clause) = open.filter(|_| !chosen && cases_lack_direction(moves)) else { return };
        let span = self.clauses.get(clause.index()).map(|clause| clause.span);
        let span = span.or(section.map(|section| section.span)).unwrap_or_default();
        self.error(
            "no-direction",
            span,
            "the direction of sowing is missing".into(),
            "write `anticlockwise round ...`, or on a line below `the player chooses a direction at each move`",
        );
    }
}

fn cases_lack_direction(cases: &Cases) -> bool {
    cases.lists.iter().flatten().any(|case| case.actions.iter().any(|a| lacks_direction(&a.deed)))
}

/// Whether an action sows without a direction of its own.
fn lacks_direction(deed: &Deed) -> bool {
    match deed {
        Deed::Sow(sow) => sow.dir.is_none(),
        Deed::SowInOrder(classes) => classes.iter().any(|class| class.sow.dir.is_none()),
        Deed::Either(_, actions) => actions.iter().any(|action| lacks_direction(&action.deed)),
        Deed::Cases(cases) | Deed::Repeat { cases, .. } => cases_lack_direction(cases),
        _ => false,
    }
}
