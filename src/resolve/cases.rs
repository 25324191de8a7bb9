//! Lists of cases, of which the first that applies is done; and steps, which are all done in order.

use super::builder::{Antecedent, Builder, PhraseContext};
use super::cond::with_bound_player;
use super::player_ref::antecedent_of;
use super::walk;
use crate::model::{
    Action, Case, Cases, Cond, Count, Deed, NoteKind, PlayerRef, Step, StepKind, Subject, Unit,
};
use crate::span::Span;
use crate::syntax::ast::{
    self, AstCaseBody, AstCaseGuard, AstDeed, PlayerRefKind, SectionKind, Statement, StatementKind,
};

/// A resolved condition of a case, with the antecedent that it sets.
struct ResolvedGuard {
    cond: Option<Cond>,
    antecedent: Antecedent,
}

impl<'a> Builder<'a> {
    /// Lists of cases. Every statement is resolved even if one is invalid.
    pub fn cases(
        &mut self,
        statements: impl Iterator<Item = &'a Statement>,
        here: &PhraseContext,
    ) -> Option<Cases> {
        self.cases_after(CaseListState::default(), statements, here)
    }

    /// The same, after other cases.
    pub fn cases_after(
        &mut self,
        mut before: CaseListState,
        statements: impl Iterator<Item = &'a Statement>,
        here: &PhraseContext,
    ) -> Option<Cases> {
        let mut cases = Cases { lists: vec![Vec::new()] };
        let mut whole = true;
        for statement in statements {
            let StatementKind::Case(case) = &statement.kind else {
                let unreadable = matches!(statement.kind, StatementKind::Broken);
                // It may have been a case: an `otherwise` after it is not reported.
                before.cases |= unreadable;
                whole &= unreadable;
                continue;
            };
            if let AstCaseBody::Also(items) = &case.does {
                match self.cases(items.iter(), here) {
                    Some(more) => cases.lists.extend(more.lists),
                    None => whole = false,
                }
                continue;
            }
            whole &= self.check_case_order(&case.fits, statement.span, &mut before);
            match self.case(statement, case, here) {
                Some(Some(case)) => {
                    cases.lists.iter_mut().take(1).for_each(|l| l.push(case.clone()))
                }
                Some(None) => {}
                None => whole = false,
            }
        }
        cases.lists.retain(|list| !list.is_empty());
        whole.then_some(cases)
    }

    /// `otherwise` comes after other cases, and nothing after it.
    fn check_case_order(
        &mut self,
        fits: &AstCaseGuard,
        span: Span,
        before: &mut CaseListState,
    ) -> bool {
        if let Some(otherwise) = before.otherwise {
            let finding = crate::diagnostic::Diagnostic::error(
                "unmatched-otherwise",
                span,
                "this case comes after `otherwise` and is never reached",
            )
            .label(otherwise, "this always applies")
            .help("put the case before `otherwise`");
            self.report.add(finding);
            return false;
        }
        if *fits == AstCaseGuard::Otherwise {
            if !before.cases {
                self.error(
                    "unmatched-otherwise",
                    span,
                    "`otherwise` has no case before it".into(),
                    "put the cases before it, or leave `otherwise ->` out",
                );
                return false;
            }
            before.otherwise = Some(span);
        }
        before.cases = true;
        true
    }

    /// A case; `Some(None)`: with these options it never applies.
    #[allow(clippy::option_option)]
    fn case(
        &mut self,
        statement: &'a Statement,
        case: &'a ast::AstCase,
        here: &PhraseContext,
    ) -> Option<Option<Case>> {
        let mut inner = *here;
        let when = self.case_condition(&case.fits, &mut inner);
        if case.at_any_time && here.section != SectionKind::End {
            self.report_not_here(
                here,
                statement.span,
                "`at any time` has no meaning",
                "leave `, at any time` out; only *end* can be read at any time",
            );
            return None;
        }
        let actions = self.case_body(&case.does, statement, &mut inner);
        let (when, actions) = (when?, actions?);
        let when = self.bind_antecedent(when, inner.needs_binding);
        if matches!(when, Some(Cond::Fixed(false))) {
            return Some(None);
        }
        let when = when.filter(|cond| !matches!(cond, Cond::Fixed(true)));
        let clause = self.clause(statement, here.section);
        Some(Some(Case { clause, when, actions }))
    }

    /// The condition of a case; sets the antecedent in `here`.
    fn case_condition(
        &mut self,
        fits: &'a AstCaseGuard,
        here: &mut PhraseContext,
    ) -> Option<ResolvedGuard> {
        let AstCaseGuard::If(cond) = fits else {
            return Some(ResolvedGuard { cond: None, antecedent: here.antecedent });
        };
        here.needs_binding = false;
        if let Some(who) = antecedent_of(cond) {
            here.antecedent = match who.kind {
                PlayerRefKind::A => Antecedent::Dynamic,
                PlayerRefKind::Each | PlayerRefKind::That | PlayerRefKind::Other => here.antecedent,
                _ => match self.player_ref(who, here) {
                    Some(who) => Antecedent::Known(who),
                    None => Antecedent::Dynamic,
                },
            };
        }
        let cond = self.cond(cond, here)?;
        Some(ResolvedGuard { cond: Some(cond), antecedent: here.antecedent })
    }

    /// Binds `that player` if the condition names a fixed player.
    fn bind_antecedent(&mut self, when: ResolvedGuard, bind: bool) -> Option<Cond> {
        match when.antecedent {
            Antecedent::Known(who) if bind => with_bound_player(who, when.cond),
            _ => when.cond,
        }
    }

    fn case_body(
        &mut self,
        does: &'a AstCaseBody,
        statement: &'a Statement,
        here: &mut PhraseContext,
    ) -> Option<Vec<Action>> {
        match does {
            AstCaseBody::Actions(actions) => self.actions(actions, here),
            AstCaseBody::Steps(steps) => {
                self.nested_actions(steps, Subject::One(PlayerRef::Actor), here)
            }
            AstCaseBody::For { who, steps } => {
                let mut actions = Vec::new();
                for who in who {
                    let subject = self.actor(Some(who), here);
                    let mut inner = PhraseContext { actor_is_mover: false, ..*here };
                    actions.extend(self.nested_actions(steps, subject?, &mut inner)?);
                    here.needs_binding |= inner.needs_binding;
                }
                Some(actions)
            }
            AstCaseBody::ForEach { .. } => {
                self.report_not_yet(statement.span, "`for each` outside *opening* and *match*");
                None
            }
            AstCaseBody::Count(_) => {
                self.error(
                    "wrong-kind-of-word",
                    statement.span,
                    "a number where an action is needed".into(),
                    "write an action, for example `capture it`",
                );
                None
            }
            AstCaseBody::Also(_) => None,
        }
    }

    /// Statements on the lines below, as actions one after the other.
    fn nested_actions(
        &mut self,
        steps: &'a [Statement],
        who: Subject,
        here: &mut PhraseContext,
    ) -> Option<Vec<Action>> {
        let groups = case_groups(steps);
        let mut actions = Vec::new();
        let mut whole = true;
        for (nth, group) in groups.iter().enumerate() {
            let sowing = group.iter().find_map(|statement| match &statement.kind {
                StatementKind::Case(ast::AstCase {
                    does: AstCaseBody::Actions(actions), ..
                }) => actions.iter().find_map(|action| self.sowing_span(action)),
                _ => None,
            });
            if let (Some(span), true) = (sowing, nth + 1 < groups.len()) {
                self.error(
                    "sow-must-be-last",
                    span,
                    "actions after a sowing would never be done".into(),
                    "put the sowing last, and what follows it in *last seed*",
                );
            }
            match self.cases(group.iter(), here) {
                Some(cases) => actions.push(Action {
                    who,
                    by_lot: false,
                    may: false,
                    deed: Deed::Cases(cases),
                    postcondition: None,
                }),
                None => whole = false,
            }
        }
        whole.then_some(actions)
    }

    /// Steps, in order.
    pub fn steps(
        &mut self,
        statements: &'a [Statement],
        here: &PhraseContext,
    ) -> Option<Vec<Step>> {
        let groups = case_groups(statements);
        let steps: Vec<Option<Option<Step>>> =
            groups.into_iter().map(|group| self.step(group, here)).collect();
        Some(steps.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// A step; `Some(None)`: with these options it is never reached.
    #[allow(clippy::option_option)]
    fn step(&mut self, group: &'a [Statement], here: &PhraseContext) -> Option<Option<Step>> {
        let [statement] = group else {
            let cases = self.cases(group.iter(), here)?;
            let clause = cases.lists.first().and_then(|list| list.first()).map(|case| case.clause);
            return Some(clause.map(|clause| Step { clause, kind: StepKind::Cases(cases) }));
        };
        let StatementKind::Case(case) = &statement.kind else { return Some(None) };
        let mut inner = *here;
        let kind = match &case.does {
            AstCaseBody::Actions(_) | AstCaseBody::Count(_) => {
                let cases = self.cases(group.iter(), here)?;
                if cases.lists.is_empty() {
                    return Some(None);
                }
                StepKind::Cases(cases)
            }
            AstCaseBody::Also(_) => {
                self.report_not_here(
                    here,
                    statement.span,
                    "every line is a separate step, so `also` has no meaning",
                    "leave `also` out",
                );
                return None;
            }
            AstCaseBody::For { who, steps } => {
                let who: Vec<_> = who.iter().map(|who| self.actor(Some(who), &mut inner)).collect();
                let steps = self.steps(steps, &inner);
                StepKind::For(who.into_iter().collect::<Option<_>>()?, steps?)
            }
            AstCaseBody::ForEach { each, of, steps } => {
                let (unit, amount) = (self.count(each, &mut inner), self.count(of, &mut inner));
                let steps = self.steps(steps, &inner);
                let unit = unit?;
                if matches!(unit, Count::Fixed(number) if number < 1) {
                    let text = self.text(statement.span);
                    self.error(
                        "for-each-of-nothing",
                        statement.span,
                        format!("`{text}` would never end"),
                        "use 1 or more after `for each`",
                    );
                    return None;
                }
                StepKind::ForEach(unit, amount?, steps?)
            }
            AstCaseBody::Steps(steps) => {
                let when = self.case_condition(&case.fits, &mut inner);
                let steps = self.steps(steps, &inner);
                let (when, steps) = (when?, steps?);
                match self.bind_antecedent(when, inner.needs_binding) {
                    Some(Cond::Fixed(false)) => return Some(None),
                    when => StepKind::When(when.unwrap_or(Cond::Fixed(true)), steps),
                }
            }
        };
        let clause = self.clause(statement, here.section);
        Some(Some(Step { clause, kind }))
    }

    /// Declares the notes for the places that actions choose.
    pub fn declare_chosen_places(&mut self, statements: &'a [Statement], life: Unit) {
        for action in walk::actions(statements) {
            let AstDeed::Choose { name, .. } = &action.deed else { continue };
            if !self.is_place_note(name) {
                let id = self.add_note(name.text.clone(), NoteKind::Place, false, life);
                self.declare(name, super::symbols::SymbolKind::Note(id, NoteKind::Place, false));
            }
        }
    }

    fn is_place_note(&self, name: &ast::Name) -> bool {
        let symbol = self.symbols.get(&name.text).map(|entry| &entry.kind);
        matches!(symbol, Some(super::symbols::SymbolKind::Note(_, NoteKind::Place, _)))
    }
}

/// The kinds of cases seen so far in a list.
#[derive(Default)]
pub(super) struct CaseListState {
    cases: bool,
    otherwise: Option<Span>,
}

impl CaseListState {
    /// The state after cases, if there are some.
    pub fn after(cases: bool) -> CaseListState {
        CaseListState { cases, otherwise: None }
    }
}

/// Groups statements into steps: consecutive cases that end in `otherwise` are one step, every other
/// statement is a step of its own.
fn case_groups(statements: &[Statement]) -> Vec<&[Statement]> {
    let fits = |statement: &Statement| match &statement.kind {
        StatementKind::Case(case) => Some(case.fits.clone()),
        _ => None,
    };
    let mut groups = Vec::new();
    let mut rest = statements;
    while !rest.is_empty() {
        let conditions =
            rest.iter().take_while(|s| matches!(fits(s), Some(AstCaseGuard::If(_)))).count();
        let ends = rest.get(conditions).is_some_and(|s| fits(s) == Some(AstCaseGuard::Otherwise));
        let many = if ends { conditions + 1 } else { 1 };
        let (group, more) = rest.split_at(many.min(rest.len()));
        groups.push(group);
        rest = more;
    }
    groups
}
