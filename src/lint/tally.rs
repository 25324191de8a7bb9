//! How random games went, counted: who won, how long they were, who moved.

use crate::engine::FinalResult;
use crate::model::{ClauseId, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer games that are over show nothing.
const MIN_GAMES: u64 = 30;

/// A game of so few moves is over at once.
const FEW_MOVES: usize = 2;

/// So few choices in a game decide little.
const FEW_CHOICES: u64 = 4;

/// Counts over the random games of all settings.
#[derive(Clone, Debug, Default)]
pub struct PlayTally {
    /// Games that are over.
    games: u64,
    /// Of these, the games that each player won.
    won: BTreeMap<Seat, u64>,
    /// Of these, the games that nobody won or lost.
    drawn: u64,
    /// Of these, the games that were over within [`FEW_MOVES`] moves.
    short: u64,
    /// The first setting of a game that is over, and the statement that ended it.
    pub ended_by: Option<(usize, ClauseId)>,
    /// Choices made.
    choices: u64,
    /// Of these, those with more than one answer.
    real_choices: u64,
    /// The players who have moved seeds.
    active: BTreeSet<Seat>,
}

impl PlayTally {
    /// Adds a game that is over.
    pub fn add_game(&mut self, verdict: FinalResult, moves: usize, ended_by: (usize, ClauseId)) {
        self.games += 1;
        match verdict {
            FinalResult::Won(seat) => *self.won.entry(seat).or_default() += 1,
            FinalResult::Lost(_) => {}
            FinalResult::Drawn => self.drawn += 1,
        }
        self.short += u64::from(moves <= FEW_MOVES);
        self.ended_by.get_or_insert(ended_by);
    }

    /// Adds a choice, by the number of answers.
    pub fn offered(&mut self, answers: usize) {
        self.choices += 1;
        self.real_choices += u64::from(answers > 1);
    }

    /// Adds a player who has moved seeds.
    pub fn acted(&mut self, seat: Seat) {
        self.active.insert(seat);
    }

    /// Whether all games so far have something unusual in common.
    pub fn is_uniform(&self) -> bool {
        let often = self.won.values().max().copied().unwrap_or_default().max(self.drawn);
        self.games < MIN_GAMES && (often == self.games || self.short == self.games)
            || self.favourite().is_some()
    }

    /// A player who has won more than 95 % of the games, with the games won.
    fn favourite(&self) -> Option<(Seat, u64)> {
        let most = self.won.iter().find(|(_, won)| **won * 20 > self.games * 19);
        most.map(|(seat, won)| (*seat, *won))
    }

    /// The number of games, if they are enough and all were drawn.
    pub fn always_drawn(&self) -> Option<u64> {
        (self.games >= MIN_GAMES && self.drawn == self.games).then_some(self.games)
    }

    /// The number of games, if they are enough and all were over within two moves.
    pub fn over_at_once(&self) -> Option<u64> {
        (self.games >= MIN_GAMES && self.short == self.games).then_some(self.games)
    }

    /// A player who won more than 95 % of the games, with the games won and the games played.
    pub fn always_won_by(&self) -> Option<(Seat, u64, u64)> {
        // Games in which players choose hardly anything are all the same game.
        let differ = self.real_choices >= self.games * FEW_CHOICES;
        let (seat, won) = self.favourite().filter(|_| differ && self.games >= MIN_GAMES)?;
        Some((seat, won, self.games))
    }

    /// Whether a player moved no seeds, though many choices were made.
    pub fn is_idle(&self, seat: Seat) -> bool {
        self.choices >= MIN_GAMES && !self.active.contains(&seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(games: &[(FinalResult, usize)]) -> PlayTally {
        let mut tally = PlayTally::default();
        for &(verdict, moves) in games {
            (0..moves).for_each(|_| tally.offered(2));
            tally.add_game(verdict, moves, (0, ClauseId(0)));
        }
        tally
    }

    #[test]
    fn a_few_games_show_nothing() {
        let few = tally(&[(FinalResult::Drawn, 1); 29]);
        assert_eq!((few.always_drawn(), few.over_at_once()), (None, None));
        assert!(few.is_uniform());
        let enough = tally(&[(FinalResult::Drawn, 1); 30]);
        assert_eq!((enough.always_drawn(), enough.over_at_once()), (Some(30), Some(30)));
    }

    #[test]
    fn nearly_always_is_more_than_95_of_100() {
        let (south, north) = (FinalResult::Won(Seat(0)), FinalResult::Won(Seat(1)));
        let games = |won: usize| [vec![(south, 20); won], vec![(north, 20); 100 - won]].concat();
        assert_eq!(tally(&games(96)).always_won_by(), Some((Seat(0), 96, 100)));
        assert_eq!(tally(&games(95)).always_won_by(), None);
        assert!(!tally(&games(50)).is_uniform());
    }

    #[test]
    fn games_without_choices_are_one_game() {
        let mut forced = PlayTally::default();
        for _ in 0..40 {
            (0..20).for_each(|_| forced.offered(1));
            forced.add_game(FinalResult::Won(Seat(0)), 20, (0, ClauseId(0)));
        }
        assert_eq!(forced.always_won_by(), None);
    }

    #[test]
    fn a_player_who_never_moves() {
        let mut tally = tally(&[(FinalResult::Drawn, 40)]);
        tally.acted(Seat(0));
        assert!(!tally.is_idle(Seat(0)) && tally.is_idle(Seat(1)));
    }
}
