//! The reference engine, doing the work of the hand-written programs with the shipped descriptions.

use super::random::Random;
use super::{Board, Leaves, Played};
use mnc::engine::{Choice, Engine, Position};
use mnc::model::{DefaultClause, PlaceId};
use mnc::resolve::{Setting, load};
use std::path::Path;
use std::sync::Arc;

/// The engine of one of the three games.
pub struct Reference {
    /// The engine.
    pub engine: Engine,
    /// The start position.
    pub start: Position,
}

impl Reference {
    /// The engine of a shipped description, by the name of its file.
    pub fn of(game: &str) -> Reference {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        let text = std::fs::read_to_string(games.join(game).with_extension("mnc"));
        let (description, _) = load(game, &text.expect("a description"), &mnc::library::Shipped);
        let model = description.build(&Setting::default()).0.expect("a model");
        let engine = Engine::new(Arc::new(model));
        let start = engine.start(None).0;
        Reference { engine, start }
    }

    fn stores(&self, position: &Position) -> [u8; 2] {
        let seats = &self.engine.model().board.seats;
        [0, 1].map(|seat: usize| position.seeds(seats[seat].store) as u8)
    }

    /// A position in the common format.
    pub fn board(&self, position: &Position) -> Board {
        Board {
            holes: std::array::from_fn(|hole| position.seeds(PlaceId(hole as u8)) as u8),
            stores: self.stores(position),
            north: position.mover().0 == 1,
            over: position.is_over(),
        }
    }

    /// The holes that may be sown.
    pub fn choices(&self, position: &Position) -> Vec<usize> {
        self.engine.choices(position).into_iter().map(hole).collect()
    }

    /// The position after sowing a hole.
    pub fn play(&self, position: &Position, hole: usize) -> Position {
        self.engine.advance(position, Choice::Place(PlaceId(hole as u8)))
    }

    /// Computes all positions at a depth.
    pub fn perft(&self, position: &Position, depth: u32) -> Leaves {
        if depth == 0 {
            return Leaves::one(self.stores(position)[0]);
        }
        let mut leaves = Leaves::default();
        for choice in self.engine.choices(position) {
            leaves += self.perft(&self.engine.advance(position, choice), depth - 1);
        }
        leaves
    }

    /// Plays the games numbered from 0.
    pub fn random_games(&self, games: u32) -> Played {
        let mut played = Played::default();
        for number in 0..games {
            let mut random = Random::of_game(number);
            let mut position = self.start.clone();
            let mut moves = 0;
            while !position.is_over() {
                position = self.play(&position, self.draw(&position, &mut random));
                moves += 1;
            }
            played.add(moves, self.stores(&position)[0]);
        }
        played
    }

    /// Draws a choice as the programs do: endless choices are drawn too, and then another one is drawn.
    fn draw(&self, position: &Position, random: &mut Random) -> usize {
        let choices = self.choices(position);
        let mut drawn = choices.clone();
        let Board { holes, north, .. } = self.board(position);
        let row = if north { &holes[6..] } else { &holes[..6] };
        if row.iter().filter(|n| **n > 0).count() > choices.len() {
            let illegal = self.engine.illegal_choices(position).into_iter();
            let endless = illegal.filter(|(_, why)| *why == DefaultClause::Endless.clause());
            drawn.extend(endless.map(|(choice, _)| hole(choice)));
            drawn.sort_unstable();
        }
        let mut nth = random.below(drawn.len() as u32);
        loop {
            let hole = drawn.remove(nth as usize);
            if choices.contains(&hole) {
                return hole;
            }
            nth = random.again_below(drawn.len() as u32);
        }
    }
}

fn hole(choice: Choice) -> usize {
    let Choice::Place(PlaceId(hole)) = choice else { unreachable!("a hole is chosen") };
    usize::from(hole)
}
