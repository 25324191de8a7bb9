//! Cases, the first that fits; and steps, in order.

use super::builder::{Builder, Found, Here};
use super::cond::bound;
use super::walk;
use super::who::found_by;
use crate::model::{
    Action, Case, Cases, Cond, Count, Deed, NoteKind, Step, StepKind, Subject, Unit, Who,
};
use crate::span::Span;
use crate::syntax::ast::{self, Act, Does, Fits, Said, SectionKind, Statement, Which};

/// A condition that has been read, with what is found by it.
struct When {
    cond: Option<Cond>,
    found: Found,
}

impl<'a> Builder<'a> {
    /// Lists of cases. Every statement is read even if one cannot be.
    pub fn cases(
        &mut self,
        statements: impl Iterator<Item = &'a Statement>,
        here: &Here,
    ) -> Option<Cases> {
        let mut cases = Cases { lists: vec![Vec::new()] };
        let mut whole = true;
        let mut before = Before::default();
        for statement in statements {
            let Said::Case(case) = &statement.said else {
                let unreadable = matches!(statement.said, Said::Broken);
                // It may have been a case: what follows it is not judged by its absence.
                before.cases |= unreadable;
                whole &= unreadable;
                continue;
            };
            if let Does::Also(items) = &case.does {
                match self.cases(items.iter(), here) {
                    Some(more) => cases.lists.extend(more.lists),
                    None => whole = false,
                }
                continue;
            }
            whole &= self.in_order(&case.fits, statement.span, &mut before);
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

    /// `otherwise` stands behind other cases, and nothing behind it.
    fn in_order(&mut self, fits: &Fits, span: Span, before: &mut Before) -> bool {
        if let Some(otherwise) = before.otherwise {
            let finding = crate::diagnostic::Diagnostic::error(
                "unmatched-otherwise",
                span,
                "this case stands behind `otherwise` and is never read",
            )
            .label(otherwise, "this fits whenever it is read")
            .help("put the case before `otherwise`");
            self.report.add(finding);
            return false;
        }
        if *fits == Fits::Otherwise {
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

    /// A case; `Some(None)`: with these options it never fits.
    #[allow(clippy::option_option)]
    fn case(
        &mut self,
        statement: &'a Statement,
        case: &'a ast::Case,
        here: &Here,
    ) -> Option<Option<Case>> {
        let mut inner = *here;
        let when = self.when(&case.fits, &mut inner);
        if case.at_any_time && here.section != SectionKind::End {
            self.not_here(
                here,
                statement.span,
                "`at any time` has no meaning",
                "leave `, at any time` out; only *end* can be read at any time",
            );
            return None;
        }
        let actions = self.does(&case.does, statement, &mut inner);
        let (when, actions) = (when?, actions?);
        let when = self.finish(when, inner.bind);
        if matches!(when, Some(Cond::Fixed(false))) {
            return Some(None);
        }
        let when = when.filter(|cond| !matches!(cond, Cond::Fixed(true)));
        let clause = self.clause(statement, here.section);
        Some(Some(Case { clause, when, actions }))
    }

    /// The condition of a case; `here` learns whom it finds.
    fn when(&mut self, fits: &'a Fits, here: &mut Here) -> Option<When> {
        let Fits::If(cond) = fits else {
            return Some(When { cond: None, found: here.found });
        };
        here.bind = false;
        if let Some(who) = found_by(cond) {
            here.found = match who.which {
                Which::A => Found::Some,
                Which::Each | Which::That | Which::Other => here.found,
                _ => match self.who(who, here) {
                    Some(who) => Found::Told(who),
                    None => Found::Some,
                },
            };
        }
        let cond = self.cond(cond, here)?;
        Some(When { cond: Some(cond), found: here.found })
    }

    /// Binds `that player` where the condition speaks of a certain player.
    fn finish(&mut self, when: When, bind: bool) -> Option<Cond> {
        match when.found {
            Found::Told(who) if bind => bound(who, when.cond),
            _ => when.cond,
        }
    }

    fn does(
        &mut self,
        does: &'a Does,
        statement: &'a Statement,
        here: &mut Here,
    ) -> Option<Vec<Action>> {
        match does {
            Does::Actions(actions) => self.actions(actions, here),
            Does::Steps(steps) => self.nested(steps, Subject::One(Who::Actor), here),
            Does::For { who, steps } => {
                let mut actions = Vec::new();
                for who in who {
                    let subject = self.actor(Some(who), here);
                    let mut inner = Here { mover: false, ..*here };
                    actions.extend(self.nested(steps, subject?, &mut inner)?);
                    here.bind |= inner.bind;
                }
                Some(actions)
            }
            Does::ForEach { .. } => {
                self.not_yet(statement.span, "`for each` outside *opening* and *match*");
                None
            }
            Does::Count(_) => {
                self.error(
                    "wrong-kind-of-word",
                    statement.span,
                    "a number stands where something is to be done".into(),
                    "say what is done, for example `capture it`",
                );
                None
            }
            Does::Also(_) => None,
        }
    }

    /// Statements on the lines below, as actions one after the other.
    fn nested(
        &mut self,
        steps: &'a [Statement],
        who: Subject,
        here: &mut Here,
    ) -> Option<Vec<Action>> {
        let groups = groups(steps);
        let mut actions = Vec::new();
        let mut whole = true;
        for (nth, group) in groups.iter().enumerate() {
            let sowing = group.iter().find_map(|statement| match &statement.said {
                Said::Case(ast::Case { does: Does::Actions(actions), .. }) => {
                    actions.iter().find_map(|action| self.sows(action))
                }
                _ => None,
            });
            if let (Some(span), true) = (sowing, nth + 1 < groups.len()) {
                self.error(
                    "sow-must-be-last",
                    span,
                    "what stands behind a sowing would never be done".into(),
                    "put the sowing last, and what follows it in *last seed*",
                );
            }
            match self.cases(group.iter(), here) {
                Some(cases) => {
                    actions.push(Action { who, may: false, deed: Deed::Cases(cases), judged: None })
                }
                None => whole = false,
            }
        }
        whole.then_some(actions)
    }

    /// Steps, in order.
    pub fn steps(&mut self, statements: &'a [Statement], here: &Here) -> Option<Vec<Step>> {
        let groups = groups(statements);
        let steps: Vec<Option<Option<Step>>> =
            groups.into_iter().map(|group| self.step(group, here)).collect();
        Some(steps.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// A step; `Some(None)`: with these options it is never done.
    #[allow(clippy::option_option)]
    fn step(&mut self, group: &'a [Statement], here: &Here) -> Option<Option<Step>> {
        let [statement] = group else {
            let cases = self.cases(group.iter(), here)?;
            let clause = cases.lists.first().and_then(|list| list.first()).map(|case| case.clause);
            return Some(clause.map(|clause| Step { clause, kind: StepKind::Cases(cases) }));
        };
        let Said::Case(case) = &statement.said else { return Some(None) };
        let mut inner = *here;
        let kind = match &case.does {
            Does::Actions(_) | Does::Count(_) => {
                let cases = self.cases(group.iter(), here)?;
                if cases.lists.is_empty() {
                    return Some(None);
                }
                StepKind::Cases(cases)
            }
            Does::Also(_) => {
                self.not_here(
                    here,
                    statement.span,
                    "`also` has no meaning, for every line is a step of its own",
                    "leave `also` out",
                );
                return None;
            }
            Does::For { who, steps } => {
                let who: Vec<_> = who.iter().map(|who| self.actor(Some(who), &mut inner)).collect();
                let steps = self.steps(steps, &inner);
                StepKind::For(who.into_iter().collect::<Option<_>>()?, steps?)
            }
            Does::ForEach { each, of, steps } => {
                let (unit, amount) = (self.count(each, &mut inner), self.count(of, &mut inner));
                let steps = self.steps(steps, &inner);
                let unit = unit?;
                if matches!(unit, Count::Fixed(number) if number < 1) {
                    let text = self.text(statement.span);
                    self.error(
                        "for-each-of-nothing",
                        statement.span,
                        format!("`{text}` would never end"),
                        "say for each 1, or more",
                    );
                    return None;
                }
                StepKind::ForEach(unit, amount?, steps?)
            }
            Does::Steps(steps) => {
                let when = self.when(&case.fits, &mut inner);
                let steps = self.steps(steps, &inner);
                let (when, steps) = (when?, steps?);
                match self.finish(when, inner.bind) {
                    Some(Cond::Fixed(false)) => return Some(None),
                    when => StepKind::When(when.unwrap_or(Cond::Fixed(true)), steps),
                }
            }
        };
        let clause = self.clause(statement, here.section);
        Some(Some(Step { clause, kind }))
    }

    /// Declares the places that actions choose.
    pub fn declare_chosen(&mut self, statements: &'a [Statement], life: Unit) {
        for action in walk::actions(statements) {
            let Act::Choose { name, .. } = &action.deed else { continue };
            if !self.is_a_place_note(name) {
                let id = self.add_note(name.text.clone(), NoteKind::Place, false, life);
                self.declare(name, super::names::Sense::Note(id, NoteKind::Place, false));
            }
        }
    }

    fn is_a_place_note(&self, name: &ast::Name) -> bool {
        let sense = self.names.get(&name.text).map(|entry| &entry.sense);
        matches!(sense, Some(super::names::Sense::Note(_, NoteKind::Place, _)))
    }
}

/// What has been read of a list of cases.
#[derive(Default)]
struct Before {
    cases: bool,
    otherwise: Option<Span>,
}

/// Neighbouring cases that end in `otherwise` belong together; every other statement is alone.
fn groups(statements: &[Statement]) -> Vec<&[Statement]> {
    let fits = |statement: &Statement| match &statement.said {
        Said::Case(case) => Some(case.fits.clone()),
        _ => None,
    };
    let mut groups = Vec::new();
    let mut rest = statements;
    while !rest.is_empty() {
        let conditions = rest.iter().take_while(|s| matches!(fits(s), Some(Fits::If(_)))).count();
        let ends = rest.get(conditions).is_some_and(|s| fits(s) == Some(Fits::Otherwise));
        let many = if ends { conditions + 1 } else { 1 };
        let (group, more) = rest.split_at(many.min(rest.len()));
        groups.push(group);
        rest = more;
    }
    groups
}
