//! Results of ended games: the winner and the scores.

use super::code::BatchProgram;
use super::scheduler::PackScheduler;
use crate::engine::FinalResult;
use crate::model::{ClauseId, Seat, sole_best};
use crate::program::EndRule;
use crate::runner::playout::{GameTally, PlayoutResult};
use mnc_lockstep::{CellId, CellValue, Register};
use smallvec::SmallVec;

/// Verdicts and scores for all ends of a program.
#[derive(Clone, Debug)]
pub(super) struct EndTable {
    /// Number of different ends.
    end_count: usize,
    /// Mover-major: each end with the first player to move, then with the second, and so on.
    ends: Vec<EndVerdict>,
    /// By mover, the cells that hold the score of each player.
    score_cells: Vec<SmallVec<[CellId; 4]>>,
    /// Whether the fewest seeds win; `None`: the plan finds the winner.
    fewest_wins: Option<bool>,
}

/// An end of the game, with a given player to move.
#[derive(Clone, Copy, Debug)]
struct EndVerdict {
    /// Who wins or loses; `None`: decided by the scores.
    verdict: Option<FinalResult>,
    clause: ClauseId,
}

impl EndTable {
    /// The table of a program. `fewest`: whether the fewest seeds win, if scores decide.
    pub fn of<T: CellValue>(code: &BatchProgram<T>, fewest: Option<bool>) -> EndTable {
        let seats = code.scores.len() as u8;
        let movers = (0..seats).map(Seat);
        let ends = movers.clone().flat_map(|mover| {
            let other = move |seat| code.view_seat(mover, seat);
            code.ends.iter().map(move |end| {
                let verdict = match end.ending {
                    EndRule::Wins(seat) => Some(FinalResult::Won(other(seat))),
                    EndRule::Loses(seat) => Some(FinalResult::lost(other(seat), seats.into())),
                    EndRule::Drawn => Some(FinalResult::Drawn),
                    EndRule::Judged => None,
                };
                EndVerdict { verdict, clause: end.clause }
            })
        });
        let held = movers.map(|mover| {
            (0..seats).map(|seat| code.scores[code.view_seat(mover, Seat(seat)).index()]).collect()
        });
        EndTable {
            end_count: code.ends.len(),
            ends: ends.collect(),
            score_cells: held.collect(),
            fewest_wins: fewest,
        }
    }
}

impl<T: CellValue> PackScheduler<'_, T> {
    /// Reports the ended games and starts others in their slots.
    pub(super) fn finish_games(&mut self) {
        if !self.pack.any(Register::FinishedEnd) {
            return;
        }
        let mut over = std::mem::take(&mut self.selected);
        self.pack.collect_nonzero(Register::FinishedEnd, &mut over);
        over.retain(|game| !self.needs_replay(usize::from(*game)));
        self.report_games(&over);
        over.iter().for_each(|game| self.schedule_next(usize::from(*game)));
        self.selected = over;
    }

    /// Reports the results of some games.
    fn report_games(&mut self, games: &[u8]) {
        let (end_table, pack) = (&self.games.end_table, &self.pack);
        let fixed = |cell| pack.view(pack.plan.register(cell));
        let (how, movers) = (fixed(Register::EndNumber), fixed(Register::Mover));
        for game in games {
            let Some(number) = self.numbers[usize::from(*game)] else { continue };
            let mover = movers.at(*game).number() as usize;
            let nth = how.at(*game).number() as usize - 1;
            let (Some(end), Some(held)) = (
                end_table.ends.get(mover * end_table.end_count + nth),
                end_table.score_cells.get(mover),
            ) else {
                continue;
            };
            let score = |at: CellId| pack.view(at).at(*game).number();
            let verdict = |scores: &[u32]| {
                end.verdict.unwrap_or_else(|| {
                    FinalResult::won(match end_table.fewest_wins {
                        Some(fewest) => sole_best(fewest, scores),
                        None => self.judged_winner(*game),
                    })
                })
            };
            // Two players are by far the most usual.
            let (verdict, scores) = match held[..] {
                [first, second] => {
                    let (first, second) = (score(first), score(second));
                    let all = SmallVec::from_buf_and_len([first, second, 0, 0], 2);
                    (verdict(&[first, second]), all)
                }
                _ => {
                    let all: SmallVec<[u32; 4]> = held.iter().map(|at| score(*at)).collect();
                    (verdict(&all), all)
                }
            };
            let GameTally { decisions, offered, laps, captures, endless, last: _ } =
                self.game_tally(*game);
            let end = Some((verdict, end.clause));
            (self.report)(
                number,
                PlayoutResult { decisions, offered, laps, captures, endless, end, scores },
            );
        }
    }

    /// The winner of a game by the rule of *winner*.
    fn judged_winner(&self, game: u8) -> Option<Seat> {
        let (mover, lanes) = self.games.code.position_in(&self.pack, game.into());
        self.scalar.judged_winner(&lanes, mover)
    }
}
