//! A player that looks ahead: a tree of the game, grown where it is most promising.

use super::player::{Player, any, chance};
use super::worth::{Values, Worth};
use crate::engine::{Choice, Engine, Position};
use crate::model::Seat;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use treant::tree_policy::UCTPolicy;
use treant::{CycleBehaviour, Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

/// A position in the tree.
#[derive(Clone)]
struct Node {
    engine: Arc<Engine>,
    position: Position,
}

impl GameState for Node {
    type Move = Choice;
    type Player = Seat;
    type MoveList = Vec<Choice>;

    fn current_player(&self) -> Seat {
        self.position.decider().unwrap_or_default()
    }

    fn available_moves(&self) -> Vec<Choice> {
        self.engine.choices(&self.position)
    }

    fn make_move(&mut self, choice: &Choice) {
        self.position = self.engine.advance(&self.position, *choice);
    }
}

/// Rewards are whole numbers: so many for a game won.
const WHOLE: f64 = 10_000.0;
/// How much the tree grows where little is known.
const CURIOSITY: f64 = 0.45;
/// Choices made by lot before a new leaf is looked at: what hangs in the air comes down.
const GLIDE: usize = 4;

/// What a leaf is worth.
struct Look {
    worth: Worth,
    seed: u64,
}

impl Look {
    fn reward(values: &Values, seat: Seat) -> i64 {
        (values.get(seat.index()).copied().unwrap_or(0.0) * WHOLE) as i64
    }
}

impl Evaluator<Growing> for Look {
    type StateEvaluation = Values;

    fn evaluate_new_state(
        &self,
        node: &Node,
        choices: &Vec<Choice>,
        _: Option<SearchHandle<'_, Growing>>,
    ) -> (Vec<()>, Values) {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed ^ node.position.hash());
        let mut position = node.position.clone();
        for _ in 0..GLIDE {
            let Some(choice) = any(&node.engine.choices(&position), &mut chance) else { break };
            position = node.engine.advance(&position, choice);
        }
        (vec![(); choices.len()], self.worth.of(&node.engine, &position))
    }

    fn evaluate_existing_state(
        &self,
        _: &Node,
        known: &Values,
        _: SearchHandle<'_, Growing>,
    ) -> Values {
        known.clone()
    }

    fn interpret_evaluation_for_player(&self, values: &Values, seat: &Seat) -> i64 {
        Look::reward(values, *seat)
    }
}

/// How the tree grows.
struct Growing {
    seed: u64,
}

impl MCTS for Growing {
    type State = Node;
    type Eval = Look;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ();

    fn rng_seed(&self) -> Option<u64> {
        Some(self.seed)
    }

    fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
        CycleBehaviour::Ignore
    }
}

/// The player.
pub(super) struct Tree {
    worth: Worth,
    seed: u64,
    leaves: u32,
}

impl Tree {
    /// A player of a strength from 1.
    pub fn new(engine: &Engine, strength: u8, seed: u64) -> Tree {
        let leaves = match strength {
            0 | 1 => 40,
            2 => 250,
            3 => 1500,
            _ => 8000,
        };
        Tree { worth: Worth::learned(engine), seed, leaves }
    }
}

impl Player for Tree {
    fn choose(
        &self,
        engine: &Arc<Engine>,
        position: &Position,
        moment: u64,
        enough: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        let choices = engine.choices(position);
        if choices.len() < 2 {
            return choices.first().copied();
        }
        let mut chance = chance(self.seed, position, moment);
        let seed = rand::Rng::next_u64(&mut chance);
        let root = Node { engine: Arc::clone(engine), position: position.clone() };
        let look = Look { worth: self.worth, seed };
        let policy = UCTPolicy::new(CURIOSITY * WHOLE);
        let mut tree = MCTSManager::new(root, Growing { seed }, look, policy, ());
        for _ in 0..self.leaves {
            if enough() {
                break;
            }
            tree.playout();
        }
        tree.best_move().or_else(|| any(&choices, &mut chance))
    }
}
