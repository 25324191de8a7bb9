//! Judges the positions of a graph.
//!
//! Positions that can be reached from each other are a component. Tarjan's algorithm finds the components, each after
//! those that can be reached from it. A component that play can leave, but not stay in, is one position, and its value is
//! the best of its choices. In another one, endless play has one value. Better results for the first player are spread
//! from the choices that leave the component, the best first: a position of the first player takes the best that is
//! known; one of the second player has to wait until all its choices are known to be better than endless play. Then the
//! same is done for the second player. What is left is worth as much as endless play.

use super::graph::{Graph, NONE, PositionEdge, SEVERAL};
use std::collections::BinaryHeap;

/// What positions are worth.
pub(super) struct PositionValues {
    /// The rank of the result, by position.
    pub of_nodes: Vec<u32>,
    /// The number of the best choice, by position.
    pub best: Vec<u32>,
    /// How many positions can occur again.
    pub returning: usize,
}

/// Not yet reached.
const UNKNOWN: u32 = u32::MAX;

impl PositionValues {
    /// The rank of the result after a choice.
    pub fn of_edge(&self, edge: &PositionEdge) -> u32 {
        edge.result()
            .unwrap_or_else(|| self.of_nodes.get(edge.leads_to()).copied().unwrap_or(UNKNOWN))
    }

    /// The value of a position whose choices are all judged.
    fn minimax(&mut self, graph: &Graph, node: usize) {
        let first = graph.is_for_first(node);
        let mut best: Option<(u32, usize)> = None;
        for (nth, edge) in graph.edges_of(node).iter().enumerate() {
            let value = self.of_edge(edge);
            let is_better = |(best, _)| if first { value > best } else { value < best };
            if best.is_none_or(is_better) {
                best = Some((value, nth));
            }
        }
        let (value, nth) = best.unwrap_or((graph.rank_of_nothing(), 0));
        self.set(node, value, nth);
    }

    fn set(&mut self, node: usize, value: u32, choice: usize) {
        if let (Some(of), Some(best)) = (self.of_nodes.get_mut(node), self.best.get_mut(node)) {
            (*of, *best) = (value, choice as u32);
        }
    }
}

/// Judges all positions; `None`: endless play somewhere has no single value.
pub(super) fn judge(graph: &Graph) -> Option<PositionValues> {
    let many = graph.len();
    let mut values =
        PositionValues { of_nodes: vec![UNKNOWN; many], best: vec![0; many], returning: 0 };
    let mut search = ComponentSearch {
        reached: vec![UNKNOWN; many],
        lowest: vec![UNKNOWN; many],
        pending: Vec::new(),
    };
    let mut local = vec![UNKNOWN; many];
    search.from(graph, 0, &mut |component| {
        judge_component(graph, component, &mut local, &mut values)
    })?;
    Some(values)
}

/// Tarjan's algorithm, without recursion.
struct ComponentSearch {
    /// The order in which positions are reached; [`UNKNOWN`] if they are not, [`ComponentSearch::DONE`] if their component is
    /// complete.
    reached: Vec<u32>,
    /// The earliest position of the same component that is known to be reachable.
    lowest: Vec<u32>,
    /// Positions whose component is not complete, in the order of reaching them.
    pending: Vec<usize>,
}

impl ComponentSearch {
    const DONE: u32 = u32::MAX - 1;

    /// Hands over the components that can be reached from a position, each after those reachable from it.
    fn from(
        &mut self,
        graph: &Graph,
        root: usize,
        take: &mut dyn FnMut(&[usize]) -> Option<()>,
    ) -> Option<()> {
        let mut path = vec![(root, 0)];
        self.reach(root);
        while let Some((node, nth)) = path.last_mut() {
            let node = *node;
            if let Some(edge) = graph.edges_of(node).get(*nth) {
                *nth += 1;
                let next = edge.leads_to();
                match self.reached.get(next).copied() {
                    Some(UNKNOWN) => {
                        self.reach(next);
                        path.push((next, 0));
                    }
                    Some(ComponentSearch::DONE) | None => {}
                    Some(order) => self.lower(node, order),
                }
                continue;
            }
            path.pop();
            let low = self.lowest.get(node).copied().unwrap_or(UNKNOWN);
            if let Some((before, _)) = path.last() {
                self.lower(*before, low);
            }
            if self.reached.get(node) == Some(&low) {
                let from = self.pending.iter().rposition(|one| *one == node).unwrap_or(0);
                let component = self.pending.split_off(from);
                for one in &component {
                    if let Some(reached) = self.reached.get_mut(*one) {
                        *reached = ComponentSearch::DONE;
                    }
                }
                take(&component)?;
            }
        }
        Some(())
    }

    fn reach(&mut self, node: usize) {
        // The pending positions have increasing numbers, so the next number follows from the last one.
        let last = self.pending.last().and_then(|last| self.reached.get(*last));
        let order = last.map_or(0, |last| last + 1);
        if let (Some(reached), Some(lowest)) =
            (self.reached.get_mut(node), self.lowest.get_mut(node))
        {
            (*reached, *lowest) = (order, order);
        }
        self.pending.push(node);
    }

    fn lower(&mut self, node: usize, order: u32) {
        if let Some(lowest) = self.lowest.get_mut(node) {
            *lowest = order.min(*lowest);
        }
    }
}

fn judge_component(
    graph: &Graph,
    nodes: &[usize],
    local: &mut [u32],
    values: &mut PositionValues,
) -> Option<()> {
    if let [node] = nodes
        && !graph.edges_of(*node).iter().any(|edge| edge.leads_to() == *node)
    {
        values.minimax(graph, *node);
        return Some(());
    }
    values.returning += nodes.len();
    for (nth, node) in nodes.iter().enumerate() {
        if let Some(local) = local.get_mut(*node) {
            *local = nth as u32;
        }
    }
    let component = Component::new(graph, nodes, local);
    let endless = component.endless()?;
    component.spread(values, endless, true);
    component.spread(values, endless, false);
    component.fill(values, endless);
    Some(())
}

/// Positions that can be reached from each other, numbered from 0 among themselves.
struct Component<'a> {
    graph: &'a Graph,
    nodes: &'a [usize],
    local: &'a [u32],
    /// Where the choices that lead to a position begin in `sources`; one more at the end.
    starts: Vec<usize>,
    /// The position and the number of each choice that stays in the component, by where it leads.
    sources: Vec<(u32, u32)>,
}

impl<'a> Component<'a> {
    fn new(graph: &'a Graph, nodes: &'a [usize], local: &'a [u32]) -> Component<'a> {
        let mut component = Component {
            graph,
            nodes,
            local,
            starts: vec![0; nodes.len() + 1],
            sources: Vec::new(),
        };
        // A counting sort of the choices by where they lead.
        let mut starts = vec![0_usize; nodes.len() + 1];
        component.each_inner(&mut |_, _, _, to| {
            if let Some(start) = starts.get_mut(to + 1) {
                *start += 1;
            }
        });
        for nth in 1..starts.len() {
            starts[nth] += starts[nth - 1];
        }
        let mut sources = vec![(0, 0); starts.last().copied().unwrap_or(0)];
        let mut next = starts.clone();
        component.each_inner(&mut |from, nth, _, to| {
            if let Some(at) = next.get_mut(to) {
                if let Some(source) = sources.get_mut(*at) {
                    *source = (from as u32, nth as u32);
                }
                *at += 1;
            }
        });
        (component.starts, component.sources) = (starts, sources);
        component
    }

    /// The number in the component of the position that a choice leads to.
    fn inner(&self, edge: PositionEdge) -> Option<usize> {
        let to = edge.leads_to();
        let nth = *self.local.get(to)? as usize;
        (self.nodes.get(nth) == Some(&to)).then_some(nth)
    }

    /// All choices that stay in the component: from where, the number of the choice, the choice, to where.
    fn each_inner(&self, take: &mut dyn FnMut(usize, usize, PositionEdge, usize)) {
        for (from, node) in self.nodes.iter().enumerate() {
            for (nth, edge) in self.graph.edges_of(*node).iter().enumerate() {
                if let Some(to) = self.inner(*edge) {
                    take(from, nth, *edge, to);
                }
            }
        }
    }

    /// The value of endless play; `None`: it has several, or none.
    fn endless(&self) -> Option<u32> {
        let mut found = NONE;
        self.each_inner(&mut |_, _, edge, _| {
            if edge.endless != NONE && edge.endless != found {
                found = if found == NONE { edge.endless } else { SEVERAL };
            }
        });
        (found != NONE && found != SEVERAL).then_some(found)
    }

    /// Judges the positions that are better than endless play for a player.
    fn spread(&self, values: &mut PositionValues, endless: u32, first: bool) {
        // The heap gives the greatest key first.
        let key = |value: u32| if first { value } else { u32::MAX - value };
        let is_better = |value: u32| key(value) > key(endless);
        let mut waiting: Vec<u32> =
            self.nodes.iter().map(|node| self.graph.edges_of(*node).len() as u32).collect();
        let mut heap = BinaryHeap::new();
        for (from, node) in self.nodes.iter().enumerate() {
            for (nth, edge) in self.graph.edges_of(*node).iter().enumerate() {
                let value =
                    if self.inner(*edge).is_none() { values.of_edge(edge) } else { endless };
                if is_better(value) {
                    heap.push((key(value), from as u32, nth as u32, value));
                }
            }
        }
        while let Some((_, from, nth, value)) = heap.pop() {
            let (Some(&node), Some(waiting)) =
                (self.nodes.get(from as usize), waiting.get_mut(from as usize))
            else {
                continue;
            };
            *waiting = waiting.saturating_sub(1);
            let is_judged = values.of_nodes.get(node) != Some(&UNKNOWN);
            if is_judged || (self.graph.is_for_first(node) != first && *waiting > 0) {
                continue;
            }
            values.set(node, value, nth as usize);
            let from = from as usize;
            let sources = match (self.starts.get(from), self.starts.get(from + 1)) {
                (Some(start), Some(end)) => self.sources.get(*start..*end).unwrap_or_default(),
                (_, _) => &[],
            };
            heap.extend(sources.iter().map(|(from, nth)| (key(value), *from, *nth, value)));
        }
    }

    /// Gives the rest the value of endless play. A choice that leads to an end of the same value comes first.
    fn fill(&self, values: &mut PositionValues, endless: u32) {
        let rest: Vec<usize> = self
            .nodes
            .iter()
            .copied()
            .filter(|node| values.of_nodes.get(*node) == Some(&UNKNOWN))
            .collect();
        for node in &rest {
            values.set(*node, endless, 0);
        }
        for node in rest {
            let edges = || self.graph.edges_of(node).iter().enumerate();
            let same =
                |values: &PositionValues, edge: &PositionEdge| values.of_edge(edge) == endless;
            let leaves =
                edges().find(|(_, edge)| self.inner(**edge).is_none() && same(values, edge));
            let best = leaves.or_else(|| edges().find(|(_, edge)| same(values, edge)));
            values.set(node, endless, best.map_or(0, |(nth, _)| nth));
        }
    }
}
