//! The end of a game: who won it, and the endings by default.

use super::budget;
use super::event::EventKind;
use super::execution::{EndCause, EndKind, EvalCtx, Execution};
use super::history::History;
use super::log::{EventLog, log_event};
use super::position::Phase;
use super::state::State;
use super::{Engine, FinalResult, GameResult, MatchStatus, Position};
use crate::model::{DefaultClause, PlaceId, sole_best};
use smallvec::SmallVec;

impl Engine {
    /// By default: each player keeps the seeds of their own holes, and the game is over.
    pub(crate) fn sweep_to_owners(
        &self,
        mut state: State,
        why: DefaultClause,
        mut events: EventLog<'_>,
    ) -> Position {
        let mut owned = false;
        for seat in self.seats() {
            let own = |p: &PlaceId| state.owner(&self.model, *p) == Some(seat);
            let holes: Vec<PlaceId> =
                (0..self.model.board.holes as u8).map(PlaceId).filter(own).collect();
            owned |= !holes.is_empty();
            let store = self.model.board.seats[seat.index()].store;
            let mut from = SmallVec::new();
            for hole in holes {
                let n = std::mem::take(&mut state.seeds[hole.index()]);
                state.seeds[store.index()] += n;
                state.move_kinds(&self.model, hole, store);
                if n > 0 {
                    from.push((hole, n));
                }
            }
            if !from.is_empty() {
                log_event(&mut events, why.clause(), seat, EventKind::Captured { from });
            }
        }
        let how = if owned { EndKind::Judged } else { EndKind::Draw };
        self.game_over(state, EndCause { kind: how, clause: why.clause() }, events)
    }

    /// The game ended where this position's move began: seeds in holes count for nobody, unless *winner* counts them.
    pub(crate) fn as_it_stands(&self, position: &Position) -> Position {
        let why = EndCause { kind: EndKind::Judged, clause: DefaultClause::Repetition.clause() };
        self.game_over(position.base().clone(), why, None)
    }

    /// Ends the game and determines the winner.
    pub(crate) fn game_over(
        &self,
        mut state: State,
        ended: EndCause,
        mut events: EventLog<'_>,
    ) -> Position {
        // A share of its own: the winner is determined even if the budget is spent.
        let _share = budget::fresh_share();
        let seat = state.mover;
        let exec = Execution::new(self, &mut state, &[]);
        let scores: SmallVec<[u32; 4]> = self.seats().map(|s| exec.worth_held(s)).collect();
        let rules = exec.rules;
        let mut why = ended.clause;
        let verdict = match ended.kind {
            EndKind::Wins(seat) => FinalResult::Won(seat),
            EndKind::Loses(seat) => FinalResult::lost(seat, self.model.seats()),
            EndKind::Draw => FinalResult::Drawn,
            EndKind::Judged => match &rules.winner {
                Some(rule) => {
                    let counted: SmallVec<[u32; 4]> = match &rule.places {
                        None if rule.worth => scores.clone(),
                        None => self.seats().map(|s| exec.held(s)).collect(),
                        Some(places) if rule.worth => {
                            let worth = |s| exec.worth_in(places, EvalCtx::of(s)).max(0);
                            self.seats().map(|s| worth(s) as u32).collect()
                        }
                        Some(places) => self
                            .seats()
                            .map(|s| {
                                let places = exec.union(places, EvalCtx::of(s));
                                places.iter().map(|&p| u32::from(exec.seeds_now(p))).sum()
                            })
                            .collect(),
                    };
                    log_event(&mut events, rule.clause, seat, EventKind::Fitted);
                    FinalResult::won(sole_best(rule.fewest, &counted))
                }
                None => {
                    log_event(
                        &mut events,
                        DefaultClause::NoWinner.clause(),
                        seat,
                        EventKind::Fitted,
                    );
                    why = ended.clause;
                    FinalResult::Drawn
                }
            },
        };
        drop(exec);
        log_event(
            &mut events,
            ended.clause,
            seat,
            EventKind::GameOver { verdict, scores: scores.clone() },
        );
        self.over(state, GameResult { verdict, scores, clause: why }, events)
    }

    /// The position after a game that another way of running has played to its end.
    pub(crate) fn after_game(&self, state: State, result: GameResult) -> Position {
        let _call = budget::BudgetScope::begin();
        self.over(state, result, None)
    }

    fn over(&self, mut state: State, result: GameResult, events: EventLog<'_>) -> Position {
        let verdict = result.verdict;
        state.last_winner = verdict.winner();
        let mut over = Position::at(state, Phase::Over, History::default());
        over.result = Some(result);
        over.status = MatchStatus { over: self.model.next_game.is_none(), verdict };
        if self.model.next_game.is_some() {
            over.status = self.match_status(&over, events);
        }
        over
    }
}
