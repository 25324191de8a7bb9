//! Solves a game: the result with best play, found by looking at every position that can be reached.
//!
//! Plain minimax over the graph of positions, each judged once. A game whose positions can return is not solved: its
//! value would depend on how a position was reached.

use crate::engine::{Choice, Decider, Engine, FinalResult, GameResult, Position};
use crate::model::{ClauseId, Seat, repetition_cases};
use crate::stop::StopFlag;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;

/// How a game ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedResult {
    /// Who wins or loses.
    pub verdict: FinalResult,
    /// The seeds of the first player, less those of the second one if there is one (stores and hands, weighted by
    /// their worth). Players prefer any win to any draw, and then more seeds.
    pub margin: i64,
}

impl SolvedResult {
    fn of(result: Option<&GameResult>) -> SolvedResult {
        let seeds = |seat: usize| {
            result.and_then(|result| result.scores.get(seat)).copied().map_or(0, i64::from)
        };
        let verdict = result.map(|result| result.verdict).unwrap_or_default();
        SolvedResult { verdict, margin: seeds(0) - seeds(1) }
    }

    /// How good it is for a player: 1 won, 0 neither, -1 lost; and the seeds.
    fn worth(self, seat: Seat) -> (i8, i64) {
        let won = match self.verdict {
            FinalResult::Won(winner) if winner == seat => 1,
            FinalResult::Drawn => 0,
            FinalResult::Won(_) => -1,
            FinalResult::Lost(loser) => -i8::from(loser == seat),
        };
        (won, if seat.0 == 0 { self.margin } else { -self.margin })
    }

    fn compare(self, other: SolvedResult, seat: Seat) -> Ordering {
        self.worth(seat).cmp(&other.worth(seat))
    }
}

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The result with best play.
    pub result: SolvedResult,
    /// The result after each choice, in the order of [`Engine::choices`].
    pub choices: Vec<(Choice, SolvedResult)>,
    /// A line of best play to the end.
    pub line: Vec<Choice>,
    /// How many positions in which somebody chooses can be reached, this one included.
    pub positions: usize,
}

/// Why a position was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// More players than two.
    TooManyPlayers,
    /// More positions than the limit can be reached.
    TooManyPositions,
    /// A lot is drawn, so there is no best play.
    Lots,
    /// A position can occur again.
    PositionsReturn,
    /// The stop flag was set.
    Stopped,
}

/// A position that is being judged.
struct SolverFrame {
    position: Position,
    hash: u64,
    decider: Seat,
    choices: Vec<Choice>,
    /// How many of the choices have been judged.
    judged: usize,
    /// The best of them so far, and its number.
    best: Option<(SolvedResult, usize)>,
}

impl SolverFrame {
    fn take(&mut self, result: SolvedResult) {
        let is_better = |(best, _): (SolvedResult, usize)| {
            result.compare(best, self.decider) == Ordering::Greater
        };
        if self.best.is_none_or(is_better) {
            self.best = Some((result, self.judged));
        }
        self.judged += 1;
    }
}

/// What is known of a position.
enum SolverEntry {
    Result(SolvedResult),
    /// It is to be judged first.
    Open(SolverFrame),
}

struct Solver<'a> {
    engine: &'a Engine,
    most: usize,
    stop: &'a StopFlag,
    /// The rules about positions that occur again.
    repetition: Vec<ClauseId>,
    /// The result and the number of the best choice, by the hash of the position.
    solved: FxHashMap<u64, (SolvedResult, usize)>,
    /// The positions that are being judged.
    open: FxHashSet<u64>,
}

/// Solves a position of a game for one or two players, if at most `most` positions can be reached from it. Memory
/// grows with their number, about a hundred bytes each.
///
/// # Errors
///
/// Why it was not solved.
pub fn solve(
    engine: &Engine,
    position: &Position,
    most: usize,
    stop: &StopFlag,
) -> Result<Solution, Unsolved> {
    if engine.model().board.seats.len() > 2 {
        return Err(Unsolved::TooManyPlayers);
    }
    let mut solver = Solver {
        engine,
        most,
        stop,
        repetition: repetition_cases(engine.model()),
        solved: FxHashMap::default(),
        open: FxHashSet::default(),
    };
    let result = solver.result(position)?;
    let mut choices = Vec::new();
    for choice in engine.choices(position) {
        choices.push((choice, solver.result(&engine.advance(position, choice))?));
    }
    let line = solver.line(position);
    Ok(Solution { result, choices, line, positions: solver.solved.len() })
}

impl Solver<'_> {
    fn result(&mut self, position: &Position) -> Result<SolvedResult, Unsolved> {
        let mut path = match self.known(position.clone())? {
            SolverEntry::Result(result) => return Ok(result),
            SolverEntry::Open(frame) => vec![frame],
        };
        loop {
            let Some(top) = path.last_mut() else { return Err(Unsolved::PositionsReturn) };
            let Some(choice) = top.choices.get(top.judged).copied() else {
                let Some(done) = path.pop() else { return Err(Unsolved::PositionsReturn) };
                let best = done.best.unwrap_or((SolvedResult::of(None), 0));
                self.open.remove(&done.hash);
                self.solved.insert(done.hash, best);
                match path.last_mut() {
                    Some(before) => before.take(best.0),
                    None => return Ok(best.0),
                }
                continue;
            };
            let next = self.engine.advance(&top.position, choice);
            match self.known(next)? {
                SolverEntry::Result(result) => top.take(result),
                SolverEntry::Open(frame) => path.push(frame),
            }
        }
    }

    /// What is known of a position; one that is not known is opened.
    fn known(&mut self, position: Position) -> Result<SolverEntry, Unsolved> {
        if position.is_over() {
            let result = position.result();
            return match result {
                Some(result) if self.repetition.contains(&result.clause) => {
                    Err(Unsolved::PositionsReturn)
                }
                _ => Ok(SolverEntry::Result(SolvedResult::of(result))),
            };
        }
        let hash = position.hash();
        if let Some((result, _)) = self.solved.get(&hash) {
            return Ok(SolverEntry::Result(*result));
        }
        if self.stop.is_set() {
            return Err(Unsolved::Stopped);
        }
        if !self.open.insert(hash) {
            return Err(Unsolved::PositionsReturn);
        }
        if self.solved.len() + self.open.len() > self.most {
            return Err(Unsolved::TooManyPositions);
        }
        let choices = self.engine.choices(&position);
        let Some(Decider::Player(decider)) = position.decider() else { return Err(Unsolved::Lots) };
        Ok(SolverEntry::Open(SolverFrame {
            position,
            hash,
            decider,
            choices,
            judged: 0,
            best: None,
        }))
    }

    /// Best play from a solved position.
    fn line(&self, position: &Position) -> Vec<Choice> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while !position.is_over() {
            let best = self.solved.get(&position.hash());
            let choice =
                best.and_then(|(_, best)| self.engine.choices(&position).get(*best).copied());
            let Some(choice) = choice else { break };
            line.push(choice);
            position = self.engine.advance(&position, choice);
        }
        line
    }
}
