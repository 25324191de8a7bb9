//! Two positions that are played together, and how they can part.

use super::pairing::Pairing;
use crate::engine::{Choice, Decider, Engine, Position};

/// One of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameSide {
    /// The first game.
    First,
    /// The second game.
    Second,
}

impl GameSide {
    /// The other one.
    #[must_use]
    pub fn other(self) -> GameSide {
        match self {
            GameSide::First => GameSide::Second,
            GameSide::Second => GameSide::First,
        }
    }
}

/// A step of a play in lockstep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairStep {
    /// A player chose, or a lot was drawn: the choice in the first game and the one in the second. One of them is
    /// missing if it is legal in one game only; this is the last step then.
    Chose(Decider, Option<Choice>, Option<Choice>),
    /// The next game of the match was made.
    NextGame,
}

/// How two games part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartingKind {
    /// The boards have other places, or the games other numbers of players or kinds of seeds.
    Board,
    /// The last choice is legal in this game only.
    LegalIn(GameSide),
    /// Places hold other seeds, or have other owners, or other holes are closed.
    Seeds,
    /// The game is over in this game only.
    OverIn(GameSide),
    /// Another player is to choose.
    Player,
    /// The same player is to choose, but something else is asked.
    Question,
    /// The game ends with another result.
    Result,
    /// The match is over in this game only, or has another result.
    Match,
}

/// A play in which two games part.
#[derive(Clone, Debug)]
pub struct Parting {
    /// How.
    pub kind: PartingKind,
    /// The steps from the start; empty if the games begin with other positions.
    pub steps: Vec<PairStep>,
    /// The two positions before the last step; `None` if there are no steps.
    pub before: Option<[Position; 2]>,
    /// The two positions after the last step. If that is legal in one game only, the other position is the one
    /// before it.
    pub after: [Position; 2],
}

/// Two games that can be played together.
#[derive(Clone, Debug)]
pub(super) struct GamePair<'e> {
    pub(super) engines: [&'e Engine; 2],
    pub(super) pairing: Pairing,
}

/// Two positions that look the same.
#[derive(Clone, Debug)]
pub(super) struct PairPosition(pub(super) [Position; 2]);

/// A way to go on from a pair of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NextStep {
    /// Legal in both games.
    Both(PairStep),
    /// Legal in one game only, or the question differs.
    Parts(PartingKind, PairStep),
}

impl<'e> GamePair<'e> {
    /// # Errors
    /// The boards differ.
    pub(super) fn new(first: &'e Engine, second: &'e Engine) -> Result<GamePair<'e>, Parting> {
        match Pairing::of(first, second) {
            Some(pairing) => Ok(GamePair { engines: [first, second], pairing }),
            None => Err(Parting {
                kind: PartingKind::Board,
                steps: Vec::new(),
                before: None,
                after: [first.start(None).0, second.start(None).0],
            }),
        }
    }

    /// # Errors
    /// The games begin with other positions.
    pub(super) fn start(&self) -> Result<PairPosition, Parting> {
        let after = self.engines.map(|engine| engine.start(None).0);
        match self.difference(&after) {
            None => Ok(PairPosition(after)),
            Some(kind) => Err(Parting { kind, steps: Vec::new(), before: None, after }),
        }
    }

    /// All ways to go on, in the order of the first game's choices; then those of the second game only.
    pub(super) fn steps(&self, at: &PairPosition) -> Vec<NextStep> {
        let [first, second] = &at.0;
        let [one, other] = self.engines;
        if first.is_over() {
            let can = |engine: &Engine, position: &Position| {
                engine.model().next_game.is_some() && !position.match_status().over
            };
            // The status of the match is compared with the positions.
            let both = can(one, first) && can(other, second);
            return if both { vec![NextStep::Both(PairStep::NextGame)] } else { Vec::new() };
        }
        let decider = first.decider().unwrap_or(Decider::Player(first.mover()));
        let (choices, mut left) = (one.choices(first), other.choices(second));
        let mut steps = Vec::new();
        for choice in choices {
            let pair = self.pairing.choice((one, first), (other, second), choice);
            match pair.and_then(|pair| left.iter().position(|there| *there == pair)) {
                Some(nth) => {
                    let pair = left.remove(nth);
                    let step = PairStep::Chose(decider, Some(choice), Some(pair));
                    steps.push(NextStep::Both(step));
                }
                None => steps.push(NextStep::Parts(
                    PartingKind::LegalIn(GameSide::First),
                    PairStep::Chose(decider, Some(choice), None),
                )),
            }
        }
        steps.extend(left.into_iter().map(|choice| {
            let kind = PartingKind::LegalIn(GameSide::Second);
            NextStep::Parts(kind, PairStep::Chose(decider, None, Some(choice)))
        }));
        steps
    }

    /// Takes a step that is legal in both games.
    ///
    /// # Errors
    /// The positions after it differ: how, and the positions.
    pub(super) fn take(
        &self,
        at: &PairPosition,
        step: PairStep,
    ) -> Result<PairPosition, (PartingKind, [Position; 2])> {
        let [first, second] = &at.0;
        let after = [self.after(0, first, step), self.after(1, second, step)];
        match self.difference(&after) {
            None => Ok(PairPosition(after)),
            Some(kind) => Err((kind, after)),
        }
    }

    /// The position of one game after a step; the same position if the step is not one of this game.
    pub(super) fn after(&self, game: usize, position: &Position, step: PairStep) -> Position {
        let engine = self.engines[game.min(1)];
        match step {
            PairStep::Chose(_, first, second) => match [first, second][game.min(1)] {
                Some(choice) => engine.advance(position, choice),
                None => position.clone(),
            },
            PairStep::NextGame => {
                engine.next_game(position).map_or_else(|| position.clone(), |(next, _)| next)
            }
        }
    }

    /// The parting after a step that is legal in one game only.
    pub(super) fn parted(
        &self,
        at: &PairPosition,
        kind: PartingKind,
        steps: Vec<PairStep>,
    ) -> Parting {
        let [first, second] = &at.0;
        let after = match steps.last() {
            Some(step) => [self.after(0, first, *step), self.after(1, second, *step)],
            None => at.0.clone(),
        };
        Parting { kind, steps, before: Some(at.0.clone()), after }
    }

    /// How two positions differ; `None`: they look the same.
    fn difference(&self, positions: &[Position; 2]) -> Option<PartingKind> {
        let [first, second] = positions;
        if !self.same_board(first, second) {
            return Some(PartingKind::Seeds);
        }
        match (first.is_over(), second.is_over()) {
            (true, false) => return Some(PartingKind::OverIn(GameSide::First)),
            (false, true) => return Some(PartingKind::OverIn(GameSide::Second)),
            (true, true) => return self.different_end(first, second),
            (false, false) => {}
        }
        if first.decider() != second.decider() {
            return Some(PartingKind::Player);
        }
        (first.deciding() != second.deciding()).then_some(PartingKind::Question)
    }

    /// How two games that are over differ.
    fn different_end(&self, first: &Position, second: &Position) -> Option<PartingKind> {
        let verdict = |position: &Position| position.result().map(|result| result.verdict);
        if verdict(first) != verdict(second) {
            return Some(PartingKind::Result);
        }
        let status = |position: &Position, engine: &Engine| {
            let status = position.match_status();
            let plays_matches = engine.model().next_game.is_some();
            (plays_matches && !status.over, plays_matches.then_some(status.verdict))
        };
        let [one, other] = self.engines;
        (status(first, one) != status(second, other)).then_some(PartingKind::Match)
    }

    /// Whether two boards look the same: seeds, kinds of seeds, owners, closed holes.
    fn same_board(&self, first: &Position, second: &Position) -> bool {
        let [one, other] = self.engines;
        let kinds = |here, there| {
            self.pairing.kinds().all(|(kind, pair)| {
                first.of_kind(one.model(), here, kind) == second.of_kind(other.model(), there, pair)
            })
        };
        first.sowing() == second.sowing()
            && self.pairing.places().all(|(here, there)| {
                first.seeds(here) == second.seeds(there)
                    && first.is_closed(here) == second.is_closed(there)
                    && one.owner(first, here) == other.owner(second, there)
                    && kinds(here, there)
            })
    }
}
