//! The positions that can be reached from one, and the choices between them.

use super::{EndlessPlay, SolvedResult, Unsolved};
use crate::engine::{Choice, Decider, Engine, Position};
use crate::model::{ClauseId, DefaultClause, Seat, repetition_cases};
use crate::stop::StopFlag;
use rustc_hash::FxHashMap;

/// The result of endless play over a choice: none is known, or several.
pub(super) const NONE: u32 = u32::MAX;
pub(super) const SEVERAL: u32 = u32::MAX - 1;

/// A choice in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PositionEdge {
    /// The position that it leads to; with [`PositionEdge::IS_RESULT`], the result that it ends with.
    to: u32,
    /// The result of a play that comes to this choice again and again; [`NONE`], [`SEVERAL`].
    pub endless: u32,
}

impl PositionEdge {
    const IS_RESULT: u32 = 1 << 31;
    /// What [`PositionEdge::leads_to`] gives if the game is over.
    pub(super) const END: usize = usize::MAX;

    /// The number of the position that it leads to, or [`PositionEdge::END`].
    pub fn leads_to(self) -> usize {
        if self.to & PositionEdge::IS_RESULT == 0 { self.to as usize } else { PositionEdge::END }
    }

    /// The result, if it ends the game.
    pub fn result(self) -> Option<u32> {
        (self.to & PositionEdge::IS_RESULT != 0).then_some(self.to & !PositionEdge::IS_RESULT)
    }
}

/// The choices in a position: a range of all edges.
#[derive(Clone, Copy, Default)]
struct EdgeSpan {
    first: usize,
    many: u32,
}

/// The positions that can be reached, numbered from 0, the one to solve. A result is given as its rank among all results:
/// the greater, the better for the first player.
pub(super) struct Graph {
    deciders: Vec<Seat>,
    spans: Vec<EdgeSpan>,
    edges: Vec<PositionEdge>,
    /// By rank.
    results: Vec<SolvedResult>,
}

impl Graph {
    /// Collects the positions.
    pub fn from(
        engine: &Engine,
        position: &Position,
        endless: EndlessPlay,
        most: usize,
        stop: &StopFlag,
    ) -> Result<Graph, Unsolved> {
        let mut explorer = Explorer {
            engine,
            endless,
            most: most.min(PositionEdge::IS_RESULT as usize),
            repetition: repetition_cases(engine.model()),
            numbers: FxHashMap::default(),
            results: FxHashMap::default(),
            graph: Graph {
                deciders: Vec::new(),
                spans: Vec::new(),
                edges: Vec::new(),
                results: Vec::new(),
            },
            open: Vec::new(),
        };
        explorer.number(position)?;
        while let Some((node, position)) = explorer.open.pop() {
            if stop.is_set() {
                return Err(Unsolved::Stopped);
            }
            explorer.expand(node, &position)?;
        }
        Ok(explorer.graph.ranked())
    }

    /// How many positions.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// The choices in a position, in the order of [`Engine::choices`].
    pub fn edges_of(&self, node: usize) -> &[PositionEdge] {
        let span = self.spans.get(node).copied().unwrap_or_default();
        self.edges.get(span.first..span.first + span.many as usize).unwrap_or_default()
    }

    /// Whether the player who chooses prefers results of high rank.
    pub fn is_for_first(&self, node: usize) -> bool {
        self.deciders.get(node).is_none_or(|seat| seat.0 == 0)
    }

    /// The result of a rank.
    pub fn result(&self, rank: u32) -> SolvedResult {
        self.results.get(rank as usize).copied().unwrap_or(SolvedResult::of(None))
    }

    /// The rank of the result of a position in which nothing can be chosen.
    pub fn rank_of_nothing(&self) -> u32 {
        let nothing = SolvedResult::of(None).worth();
        self.results.partition_point(|result| result.worth() < nothing) as u32
    }

    /// Numbers the results by rank.
    fn ranked(mut self) -> Graph {
        let found = std::mem::take(&mut self.results);
        self.results = found.clone();
        self.results.push(SolvedResult::of(None));
        self.results.sort_by_key(|result| result.worth());
        self.results.dedup_by_key(|result| result.worth());
        let rank =
            |of: &SolvedResult| self.results.partition_point(|one| one.worth() < of.worth()) as u32;
        let ranks: Vec<u32> = found.iter().map(rank).collect();
        let rank = |number: u32| ranks.get(number as usize).copied().unwrap_or(number);
        for edge in &mut self.edges {
            if let Some(result) = edge.result() {
                edge.to = PositionEdge::IS_RESULT | rank(result);
            }
            edge.endless = rank(edge.endless);
        }
        self
    }
}

struct Explorer<'a> {
    engine: &'a Engine,
    endless: EndlessPlay,
    most: usize,
    /// The rules about positions that occur again.
    repetition: Vec<ClauseId>,
    /// The number of each position, by its hash.
    numbers: FxHashMap<u64, u32>,
    results: FxHashMap<SolvedResult, u32>,
    /// Results are numbered in the order in which they are found.
    graph: Graph,
    /// Positions whose choices have not been looked at.
    open: Vec<(u32, Box<Position>)>,
}

impl Explorer<'_> {
    /// The number of a position that is not over; a new one is to be expanded.
    fn number(&mut self, position: &Position) -> Result<u32, Unsolved> {
        let hash = position.hash();
        if let Some(number) = self.numbers.get(&hash) {
            return Ok(*number);
        }
        if self.graph.len() >= self.most {
            return Err(Unsolved::TooManyPositions);
        }
        let Some(Decider::Player(decider)) = position.decider() else { return Err(Unsolved::Lots) };
        let number = self.graph.len() as u32;
        self.numbers.insert(hash, number);
        self.graph.deciders.push(decider);
        self.graph.spans.push(EdgeSpan::default());
        self.open.push((number, Box::new(position.forgetting_the_past())));
        Ok(number)
    }

    /// The number of a result.
    fn result(&mut self, of: &Position) -> u32 {
        let result = SolvedResult::of(of.result());
        let results = &mut self.graph.results;
        *self.results.entry(result).or_insert_with(|| {
            results.push(result);
            results.len() as u32 - 1
        })
    }

    /// Looks at the choices of a position.
    fn expand(&mut self, node: u32, position: &Position) -> Result<(), Unsolved> {
        let choices = self.engine.choices(position);
        let first = self.graph.edges.len();
        let as_it_stands = match self.endless {
            EndlessPlay::Rules => NONE,
            EndlessPlay::AsItStands => self.result(&self.engine.as_it_stands(position)),
        };
        for choice in &choices {
            let next = self.engine.advance(position, *choice);
            let edge = if next.is_over() {
                if self.endless == EndlessPlay::AsItStands && self.is_repetition(&next) {
                    // Moves without a choice go on for ever.
                    return Err(Unsolved::EndlessPlayVaries);
                }
                PositionEdge { to: PositionEdge::IS_RESULT | self.result(&next), endless: NONE }
            } else {
                let endless = match self.endless {
                    EndlessPlay::Rules => self.result_of_return(position, *choice, &next),
                    EndlessPlay::AsItStands => as_it_stands,
                };
                PositionEdge { to: self.number(&next)?, endless }
            };
            self.graph.edges.push(edge);
        }
        if let Some(span) = self.graph.spans.get_mut(node as usize) {
            *span = EdgeSpan { first, many: choices.len() as u32 };
        }
        Ok(())
    }

    /// Whether the game ended because a position returned.
    fn is_repetition(&self, over: &Position) -> bool {
        over.result().is_some_and(|result| {
            result.clause == DefaultClause::Repetition.clause()
                || self.repetition.contains(&result.clause)
        })
    }

    /// The result if a position that a choice leads to has occurred before, once or twice.
    fn result_of_return(&mut self, position: &Position, choice: Choice, next: &Position) -> u32 {
        let before = position.history_hashes();
        let mut passed = next.history_hashes();
        if passed.len() <= before.len() && passed.last() == before.last() {
            // The move goes on: no position is made.
            return NONE;
        }
        let latest = passed.last().copied();
        passed.retain(|hash| Some(*hash) == latest || !before.contains(hash));
        passed.sort_unstable();
        passed.dedup();
        let mut found = NONE;
        for hash in passed {
            for times in 1..=2 {
                let past = std::iter::repeat_n(hash, times).chain(before.iter().copied());
                let next_time = self.engine.advance(&position.with_past(past), choice);
                if next_time.is_over() && self.is_repetition(&next_time) {
                    let result = self.result(&next_time);
                    if found != NONE && found != result {
                        return SEVERAL;
                    }
                    found = result;
                    break;
                } else if next_time.is_over() || next_time.hash() != next.hash() {
                    // The rules do something else when a position returns.
                    return SEVERAL;
                } else if Some(hash) == latest && times == 2 {
                    // Play would go on for ever, which the default for a third time prevents.
                    return SEVERAL;
                }
            }
        }
        found
    }
}
