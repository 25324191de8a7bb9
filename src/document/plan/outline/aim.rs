//! What a game is about, as its rules say.

use super::super::statement::{Aim, CaseStart, DocStatement};
use super::super::voice::{OccasionHole, Voice};
use super::{RulesOutline, all_cases};
use crate::model::{Case, Cases, Cond, Deed, PlayerRef, Rules, Subject};

/// A section of the rules.
type CasesOf = fn(&Rules) -> &Cases;

/// The most rules that are said as the aim.
const MOST_RULES: usize = 2;

impl<'m> RulesOutline<'m, '_> {
    /// The aim of the game, as a sentence or a few.
    pub fn aim(&self) -> String {
        let rules = || self.model.stages.iter().map(|stage| &stage.rules);
        let winner = rules().find_map(|rules| rules.winner.as_ref());
        let aim = match winner {
            _ if self.model.seats() == 1 => Aim::Alone,
            Some(winner) => Aim::Seeds { fewest: winner.fewest },
            None => self.aim_of_end(&rules().collect::<Vec<_>>()),
        };
        self.words.aim(&aim)
    }

    fn aim_of_end(&self, rules: &[&'m Rules]) -> Aim {
        let parts: [(CasesOf, OccasionHole); 6] = [
            (|rules| &rules.end, OccasionHole::Over),
            (|rules| &rules.end_at_any_time, OccasionHole::Over),
            (|rules| &rules.after_move, OccasionHole::Over),
            (|rules| &rules.after_capture, OccasionHole::Over),
            (|rules| &rules.last_seed, OccasionHole::Fallen),
            (|rules| &rules.each_seed, OccasionHole::Fallen),
        ];
        for (of, it) in parts {
            let cases = rules.iter().flat_map(|rules| all_cases(of(rules)));
            let deciding: Vec<&'m Case> = cases.filter(|case| decides(case)).collect();
            if deciding.first().is_some_and(|case| no_move_decides(case)) {
                return Aim::NoMove;
            }
            let mut sentences: Vec<String> = Vec::new();
            for case in deciding {
                let start = case.when.as_ref().map_or(CaseStart::Always, CaseStart::If);
                let voice = Voice::mover(it);
                let said = DocStatement::Case { start, actions: &case.actions, voice, list: false };
                let said = self.words.say(&said);
                if sentences.len() < MOST_RULES && !sentences.contains(&said) {
                    sentences.push(said);
                }
            }
            if !sentences.is_empty() {
                return Aim::Rules(sentences);
            }
        }
        Aim::Nobody
    }
}

/// Whether a case names a winner or a loser.
fn decides(case: &Case) -> bool {
    let deeds = case.actions.iter().map(|action| &action.deed);
    deeds.clone().any(|deed| matches!(deed, Deed::Wins(false) | Deed::Loses(false)))
        && !case.actions.iter().any(|action| super::cases::needs_lines(&action.deed))
        && !case.when.as_ref().is_some_and(|cond| matches!(cond, Cond::Concedes(_)))
}

/// Whether a player loses by having no move, or wins because the next one has none.
fn no_move_decides(case: &Case) -> bool {
    let Some(Cond::NoMove(who)) = &case.when else { return false };
    case.actions.iter().any(|action| match (&action.deed, action.who) {
        (Deed::Loses(false), loser) => loser == *who || loser == Subject::One(PlayerRef::That),
        (Deed::Wins(false), winner) => {
            winner == Subject::One(PlayerRef::Actor) && *who == Subject::One(PlayerRef::Next)
        }
        _ => false,
    })
}
