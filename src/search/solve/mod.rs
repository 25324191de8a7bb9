//! Solves a game: the result with best play, found by looking at every position that can be reached.
//!
//! [`graph`] collects the positions and the choices between them. [`values`] judges them: parts of the graph that play can
//! come back to are judged as a whole by retrograde analysis, the last parts first, and all other positions by minimax.
//!
//! A play that goes on for ever needs a value, and the value may not depend on how the play came about: see
//! [`EndlessPlay`]. Then the results are exact. Who can force a result better than endless play can force it without
//! letting a position return, since each choice brings it nearer; who cannot has a way to avoid every worse one. So it
//! makes no difference at which of its returns a position ends the game, and in which position that happens.

mod graph;
mod values;

use crate::engine::{Choice, Engine, FinalResult, GameResult, Position};
use crate::model::{Seat, mentions_repetition};
use crate::stop::StopFlag;
use graph::{Graph, PositionEdge};
use std::cmp::Ordering;

/// How a game ends with best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

    /// How good it is for the first player: 1 won, 0 neither, -1 lost; and the seeds. Of two players, the second one
    /// prefers the opposite.
    fn worth(self) -> (i8, i64) {
        let won = match self.verdict {
            FinalResult::Won(winner) if winner.0 == 0 => 1,
            FinalResult::Drawn => 0,
            FinalResult::Won(_) => -1,
            FinalResult::Lost(loser) => -i8::from(loser.0 == 0),
        };
        (won, self.margin)
    }

    /// Whether a player likes it better, as well or less than another result.
    pub fn compare(self, other: SolvedResult, seat: Seat) -> Ordering {
        let order = self.worth().cmp(&other.worth());
        if seat.0 == 0 { order } else { order.reverse() }
    }
}

/// What a play is worth that goes on for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EndlessPlay {
    /// What the rules say about a position that returns. If they say nothing, as with [`EndlessPlay::AsItStands`]. A game
    /// is not solved if the result depends on which position returns.
    #[default]
    Rules,
    /// As if the game ended there: seeds that are left in the holes count for nobody. So databases of awari count.
    /// What the rules say about a position that returns is left out.
    AsItStands,
}

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The result with best play.
    pub result: SolvedResult,
    /// The result after each choice, in the order of [`Engine::choices`].
    pub choices: Vec<(Choice, SolvedResult)>,
    /// A line of best play: to the end, or until a position returns.
    pub line: Vec<Choice>,
    /// If the line never ends: how many of its choices come before the part that is repeated for ever.
    pub repeats_from: Option<usize>,
    /// How many positions in which somebody chooses can be reached, this one included.
    pub positions: usize,
    /// How many of them can occur again in the same game.
    pub returning: usize,
    /// How endless play was judged: [`EndlessPlay::Rules`] only if the rules say something about it.
    pub endless: EndlessPlay,
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
    /// Both players move at once, so there is no best play.
    AtOnce,
    /// The rules end the game when a position returns, and the result depends on which one it is.
    ResultOfReturnVaries,
    /// Endless play changes what the players have, so it is worth nothing definite.
    EndlessPlayVaries,
    /// The stop flag was set.
    Stopped,
}

/// Solves a position of a game for one or two players, if at most `most` positions can be reached from it. What has
/// been played before does not count. Memory grows with the number of positions, by about 150 bytes each on a board of twelve holes.
///
/// # Errors
///
/// Why it was not solved.
pub fn solve(
    engine: &Engine,
    position: &Position,
    endless: EndlessPlay,
    most: usize,
    stop: &StopFlag,
) -> Result<Solution, Unsolved> {
    let model = engine.model();
    if model.board.seats.len() > 2 {
        return Err(Unsolved::TooManyPlayers);
    }
    if model.stages.iter().any(|stage| stage.rules.turn.at_once.is_some()) {
        return Err(Unsolved::AtOnce);
    }
    let endless = match endless {
        EndlessPlay::Rules if mentions_repetition(model) => EndlessPlay::Rules,
        EndlessPlay::Rules | EndlessPlay::AsItStands => EndlessPlay::AsItStands,
    };
    let engine = match endless {
        EndlessPlay::Rules => engine.clone(),
        EndlessPlay::AsItStands => engine.clone().without_repetition_rules(),
    };
    if position.is_over() {
        return Ok(Solution {
            result: SolvedResult::of(position.result()),
            choices: Vec::new(),
            line: Vec::new(),
            repeats_from: None,
            positions: 0,
            returning: 0,
            endless,
        });
    }
    let graph = Graph::from(&engine, position, endless, most, stop)?;
    let values = values::judge(&graph).ok_or(match endless {
        EndlessPlay::Rules => Unsolved::ResultOfReturnVaries,
        EndlessPlay::AsItStands => Unsolved::EndlessPlayVaries,
    })?;
    let results = graph.edges_of(0).iter().map(|edge| graph.result(values.of_edge(edge)));
    let choices = engine.choices(position).into_iter().zip(results).collect();
    let (line, repeats_from) = line(&engine, position, &graph, &values.best);
    Ok(Solution {
        result: graph.result(values.of_nodes.first().copied().unwrap_or_default()),
        choices,
        line,
        repeats_from,
        positions: graph.len(),
        returning: values.returning,
        endless,
    })
}

/// Best play, and from which of its choices on it is repeated for ever.
fn line(
    engine: &Engine,
    position: &Position,
    graph: &Graph,
    best: &[u32],
) -> (Vec<Choice>, Option<usize>) {
    let mut line = Vec::new();
    let mut seen = rustc_hash::FxHashMap::default();
    let mut position = position.forgetting_the_past();
    let mut node = 0;
    loop {
        if let Some(from) = seen.insert(node, line.len()) {
            return (line, Some(from));
        }
        let nth = best.get(node).map_or(0, |best| *best as usize);
        let choice = engine.choices(&position).get(nth).copied();
        let (Some(choice), Some(edge)) = (choice, graph.edges_of(node).get(nth)) else {
            return (line, None);
        };
        line.push(choice);
        position = engine.advance(&position, choice).forgetting_the_past();
        match edge.leads_to() {
            PositionEdge::END => return (line, None),
            next => node = next,
        }
    }
}
