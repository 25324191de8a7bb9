//! The end of a game: who won it, and the endings that are left to the language.

use super::budget;
use super::event::EventKind;
use super::history::History;
use super::log::{Log, log};
use super::position::Phase;
use super::state::State;
use super::story::{Ctx, Ended, How, Story};
use super::{Engine, FinalResult, GameResult, MatchStatus, Position};
use crate::model::{Default, PlaceId, sole_best};
use smallvec::SmallVec;

impl Engine {
    /// By default: each player keeps the seeds of his own holes, and the game is over.
    pub(crate) fn each_keeps(
        &self,
        mut state: State,
        why: Default,
        mut events: Log<'_>,
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
                log(&mut events, why.clause(), seat, EventKind::Captured { from });
            }
        }
        let how = if owned { How::Judge } else { How::Draw };
        self.game_over(state, Ended { how, clause: why.clause() }, events)
    }

    /// The game is over.
    pub(crate) fn game_over(
        &self,
        mut state: State,
        ended: Ended,
        mut events: Log<'_>,
    ) -> Position {
        // Also where the budget is spent it is told who has won.
        let _share = budget::afresh();
        let seat = state.mover;
        let story = Story::new(self, &mut state, &[]);
        let scores: SmallVec<[u32; 4]> = self.seats().map(|s| story.worth_held(s)).collect();
        let rules = story.rules;
        let mut why = ended.clause;
        let verdict = match ended.how {
            How::Wins(seat) => FinalResult::Won(seat),
            How::Loses(seat) => FinalResult::lost(seat, self.model.seats()),
            How::Draw => FinalResult::Drawn,
            How::Judge => match &rules.winner {
                Some(rule) => {
                    let counted: SmallVec<[u32; 4]> = match &rule.places {
                        None if rule.worth => scores.clone(),
                        None => self.seats().map(|s| story.held(s)).collect(),
                        Some(places) if rule.worth => {
                            let worth = |s| story.worth_in(places, Ctx::of(s)).max(0);
                            self.seats().map(|s| worth(s) as u32).collect()
                        }
                        Some(places) => self
                            .seats()
                            .map(|s| {
                                let places = story.union(places, Ctx::of(s));
                                places.iter().map(|&p| u32::from(story.seeds_now(p))).sum()
                            })
                            .collect(),
                    };
                    log(&mut events, rule.clause, seat, EventKind::Fitted);
                    FinalResult::won(sole_best(rule.fewest, &counted))
                }
                None => {
                    log(&mut events, Default::NoWinner.clause(), seat, EventKind::Fitted);
                    why = ended.clause;
                    FinalResult::Drawn
                }
            },
        };
        drop(story);
        log(
            &mut events,
            ended.clause,
            seat,
            EventKind::GameOver { verdict, scores: scores.clone() },
        );
        state.last_winner = verdict.winner();
        let mut over = Position::at(state, Phase::Over, History::default());
        over.result = Some(GameResult { verdict, scores, why });
        over.status = MatchStatus { over: self.model.next_game.is_none(), verdict };
        if self.model.next_game.is_some() {
            over.status = self.match_status(&over, events);
        }
        over
    }
}
