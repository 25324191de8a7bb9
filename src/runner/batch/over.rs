//! Games that are over: who has won, and what each player holds.

use super::code::Lockstep;
use super::table::Table;
use crate::engine::FinalResult;
use crate::model::{ClauseId, Seat, sole_best};
use crate::program::Ending;
use crate::runner::playout::{Played, Tally};
use mnc_lockstep::{At, Cell, Fixed};
use smallvec::SmallVec;

/// What is told of a game that is over.
#[derive(Clone, Debug)]
pub(super) struct Over {
    /// How many ends there are.
    many: usize,
    /// Each end as it is with the first player about to move, then with the second one, and so on.
    ends: Vec<Told>,
    /// Where the seeds of each player are counted, with each about to move.
    held: Vec<SmallVec<[At; 4]>>,
    /// Whether who holds the fewest wins; `None`: who wins is judged by the plan.
    fewest: Option<bool>,
}

/// An end that a game can come to, with some player about to move.
#[derive(Clone, Copy, Debug)]
struct Told {
    /// Who wins or loses; `None`: it is judged.
    verdict: Option<FinalResult>,
    why: ClauseId,
}

impl Over {
    /// What is told where the games of a program end. `fewest`: whether who holds the fewest wins, if that
    /// is known.
    pub fn of<T: Cell>(code: &Lockstep<T>, fewest: Option<bool>) -> Over {
        let seats = code.scores.len() as u8;
        let movers = (0..seats).map(Seat);
        let ends = movers.clone().flat_map(|mover| {
            let other = move |seat| code.seat(mover, seat);
            code.ends.iter().map(move |end| {
                let verdict = match end.how {
                    Ending::Wins(seat) => Some(FinalResult::Won(other(seat))),
                    Ending::Loses(seat) => Some(FinalResult::lost(other(seat), seats.into())),
                    Ending::Drawn => Some(FinalResult::Drawn),
                    Ending::Judged => None,
                };
                Told { verdict, why: end.why }
            })
        });
        let held = movers.map(|mover| {
            (0..seats).map(|seat| code.scores[code.seat(mover, Seat(seat)).index()]).collect()
        });
        Over { many: code.ends.len(), ends: ends.collect(), held: held.collect(), fewest }
    }
}

impl<T: Cell> Table<'_, T> {
    /// What has come of the games that are over is told, and others begin in their places.
    pub(super) fn finish(&mut self) {
        if !self.pack.any(Fixed::Ended) {
            return;
        }
        let mut over = std::mem::take(&mut self.noted);
        self.pack.games(Fixed::Ended, &mut over);
        over.retain(|game| !self.doubts(usize::from(*game)));
        self.tell_of(&over);
        over.iter().for_each(|game| self.next(usize::from(*game)));
        self.noted = over;
    }

    /// What has come of some games is told.
    fn tell_of(&mut self, games: &[u8]) {
        let (over, pack) = (&self.games.over, &self.pack);
        let fixed = |cell| pack.column(pack.plan.fixed(cell));
        let (how, movers) = (fixed(Fixed::Over), fixed(Fixed::Mover));
        for game in games {
            let Some(number) = self.numbers[usize::from(*game)] else { continue };
            let mover = movers.at(*game).number() as usize;
            let nth = how.at(*game).number() as usize - 1;
            let (Some(told), Some(held)) =
                (over.ends.get(mover * over.many + nth), over.held.get(mover))
            else {
                continue;
            };
            let score = |at: At| pack.column(at).at(*game).number();
            let verdict = |scores: &[u32]| {
                told.verdict.unwrap_or_else(|| {
                    FinalResult::won(match over.fewest {
                        Some(fewest) => sole_best(fewest, scores),
                        None => self.judged(*game),
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
            let Tally { decisions, offered, laps, captures, endless, last: _ } = self.tally(*game);
            let end = Some((verdict, told.why));
            (self.each)(
                number,
                Played { decisions, offered, laps, captures, endless, end, scores },
            );
        }
    }

    /// Who wins a game by the rule of *winner*.
    fn judged(&self, game: u8) -> Option<Seat> {
        let (mover, lanes) = self.games.code.position_in(&self.pack, game.into());
        self.alone.judged(&lanes, mover)
    }
}
