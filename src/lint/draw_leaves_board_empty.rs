//! `draw-leaves-board-empty`: only the winner and the loser fill the board for the next game, and after a
//! draw there are none.

use super::{Lint, LintInput, LintSubject};
use crate::diagnostic::{Diagnostic, Severity};
use crate::model::walk::{self, Visit, VisitContext};
use crate::model::{Cases, Cond, Deed, Model, PlayerRef, Step, StepKind, Subject};

pub(super) const LINT: Lint = Lint {
    name: "draw-leaves-board-empty",
    severity: Severity::Warning,
    needs: LintInput::Text,
    check,
};

fn check(subject: &LintSubject<'_>, _: &[Diagnostic]) -> Vec<Diagnostic> {
    let at_fault = subject.in_every_match(|model, _| only_after_a_win(model));
    let Some(section) = subject.match_section().filter(|_| at_fault) else { return Vec::new() };
    let message = "after a drawn game nobody fills the board";
    let usual = subject.usual_number();
    let line = format!("the game is drawn -> each player fills every own hole with {usual}");
    let finding = Diagnostic::warning("draw-leaves-board-empty", section.span, message)
        .found("only the winner and the loser fill holes, and a drawn game has neither")
        .help(format!("add `{line}`"));
    vec![subject.new_line(section, &line).into_iter().fold(finding, Diagnostic::fix)]
}

/// Whether seeds are put on the board, by winners and losers only, and no step is about a draw.
fn only_after_a_win(model: &Model) -> bool {
    let mut fills = Fills::default();
    fills.steps(model.next_game.as_deref().unwrap_or_default(), Subject::One(PlayerRef::Actor));
    fills.steps(&model.opening, Subject::One(PlayerRef::Actor));
    let mut draws = AsksForDraws(false);
    walk::model(model, &mut draws);
    fills.by_winner_or_loser && !fills.by_others && !draws.0
}

#[derive(Default)]
struct Fills {
    by_winner_or_loser: bool,
    by_others: bool,
}

impl Fills {
    fn steps(&mut self, steps: &[Step], who: Subject) {
        for step in steps {
            match &step.kind {
                StepKind::Cases(cases) => self.cases(cases, who),
                StepKind::For(whom, inner) => {
                    whom.iter().for_each(|who| self.steps(inner, *who));
                }
                StepKind::ForEach(_, _, inner) | StepKind::When(_, inner) => self.steps(inner, who),
            }
        }
    }

    fn cases(&mut self, cases: &Cases, outer: Subject) {
        for action in cases.lists.iter().flatten().flat_map(|case| &case.actions) {
            let inherits = action.who == Subject::One(PlayerRef::Actor);
            let who = if inherits { outer } else { action.who };
            if let Deed::Fill { .. } = action.deed {
                let decided = [PlayerRef::Winner, PlayerRef::Loser].map(Subject::One);
                let one = decided.contains(&who);
                self.by_winner_or_loser |= one;
                self.by_others |= !one;
            }
            // What else moves seeds may fill the board as well.
            let moves = matches!(
                action.deed,
                Deed::Put(..)
                    | Deed::Do(_)
                    | Deed::Repeat { .. }
                    | Deed::Cases(_)
                    | Deed::Either(..)
            );
            self.by_others |= moves || action.deed.sowings().next().is_some();
        }
    }
}

struct AsksForDraws(bool);

impl Visit for AsksForDraws {
    fn cond(&mut self, _: VisitContext, cond: &Cond) {
        self.0 |= matches!(cond, Cond::Drawn);
    }
}
