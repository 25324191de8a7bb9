//! Laps for which there is no form: the plan sows them, game by game.

use super::rings::Rings;
use super::{Build, Made, at};
use crate::model::ClauseId;
use crate::program::{
    Act, Block, Code, Fact, Heading, Lane, LaneSet, Program, Relabel, Test, any_act,
};
use crate::runner::batch::aside::told;
use crate::runner::batch::code::{End, Laps};
use mnc_lockstep::{At, Cell, Fixed, Op, Ring};

/// What rules speak of.
#[derive(Default)]
struct Spoken {
    lanes: LaneSet,
    /// Whether the move has captured.
    captures: bool,
}

impl Relabel for Spoken {
    fn lane(&mut self, lane: Lane) -> Lane {
        self.lanes.insert(lane);
        lane
    }

    fn fact(&mut self, fact: Fact) -> Fact {
        self.captures |= fact == Fact::MoveCaptured;
        fact
    }
}

impl<T: Cell> Build<'_, T> {
    /// The rings, and how laps are sown in all games at once.
    pub(super) fn laps_of_all(&mut self) -> Made<(Vec<Ring>, Laps<T>)> {
        if let Some(why) = self.sides.iter().find_map(|side| formless(self.program, side.code)) {
            return Err(why);
        }
        let rings = Rings::of(self.sides.iter().map(|side| side.code))?;
        let on: Vec<At> = rings.rings.iter().map(|_| self.cell()).collect();
        let laps = self.laps(&rings, &on)?;
        Ok((rings.rings, laps))
    }

    /// Laps that the plan sows; `why`: what of them has no form. What follows them must not ask for what
    /// it does not tell.
    pub(super) fn laps_aside(&mut self, why: &'static str) -> Made<Laps<T>> {
        let program = self.program;
        let asks = self.sides.iter().any(|side| asks(side.code));
        if asks && (self.has_laws() || self.sides.iter().any(|side| asks_of_captures(side.code))) {
            return Err("what is judged of a move in which somebody is asked");
        }
        for side in self.sides {
            let code = side.code;
            if code.of_laps().any(|block| any_act(block, is_open)) {
                return Err(why);
            }
            let lives_on = !code.any_time.is_empty() || !code.lifts.is_empty();
            let moves = |act: &Act| matches!(act, Act::Move { .. });
            if lives_on && later(code).any(|block| any_act(block, moves)) {
                return Err("what may happen at any time happens behind a move");
            }
            let [of_lap, of_move, of_turn] = program.lifted;
            let fleeting = [program.caught, program.hand].into_iter().flatten().collect();
            let asked = asked_later(code, fleeting)
                || asked_at_end(code, of_lap.union(of_move))
                || asked_at_end(code, of_turn);
            if asked {
                return Err("what is lifted is asked for later");
            }
        }
        // Ends that a lap can come to have numbers as all others.
        for side in self.sides {
            side.code.of_laps().for_each(|block| self.number_ends(block));
        }
        self.aside = Some(why);
        let lanes = (0..program.lanes.len()).map(|lane| at(Lane(lane as u8)));
        let told = told().map(|cell| self.fixed(cell));
        let of = lanes.chain(told).chain([self.fixed(Fixed::Mover)]).collect();
        Ok(Laps { lap: vec![Op::Aside { of }], aside: Some(why), asks, ..Laps::default() })
    }
}

impl<T: Cell> Build<'_, T> {
    /// The ends that a block can come to have numbers.
    fn number_ends(&mut self, block: &Block) {
        block.iter().flatten().for_each(|case| self.number_ends_of(&case.acts, case.clause));
    }

    fn number_ends_of(&mut self, acts: &[Act], why: ClauseId) {
        for act in acts {
            match act {
                Act::EndGame(how) => _ = self.number_of(End { how: *how, why }),
                Act::Move { after, .. } => self.number_ends(after),
                Act::Cases(block) => self.number_ends(block),
                Act::Chain(blocks) => blocks.iter().for_each(|block| self.number_ends(block)),
                Act::Tried { acts, .. } => self.number_ends_of(acts, why),
                _ => {}
            }
        }
    }
}

/// What of the laps has no form from the beginning.
fn formless(program: &Program, code: &Code) -> Option<&'static str> {
    let mut ways = code.ways.iter().flatten();
    let all = [
        (
            ways.any(|(test, _)| test.any_of(&asks_held)),
            "what was taken up is asked for before it is",
        ),
        (!code.headings.is_empty(), "seeds that may go one way round or the other"),
        (!code.lifts.is_empty(), "marks or notes that live until something is so"),
        (!code.any_time.is_empty(), "an end that may stop a lap"),
        (program.caught.is_some() || program.hand.is_some(), "seeds that are nowhere on the board"),
        (program.lifted.iter().any(|lanes| !lanes.is_empty()), "marks or notes that are lifted"),
    ];
    all.into_iter().find_map(|(is, why)| is.then_some(why))
}

/// Whether a test asks how much what is taken up held.
fn asks_held(test: &Test) -> bool {
    matches!(test, Test::Held(_) | Test::LapHeld(_))
}

/// Whether somebody may be asked in a lap.
fn asks(code: &Code) -> bool {
    let mut headings = code.headings.iter().flatten().map(|(_, heading)| heading);
    headings.any(|heading| matches!(heading, Heading::Chosen | Heading::Kept(_)))
        || code.of_laps().any(|block| any_act(block, Act::asks))
}

/// Whether behind the laps it is asked whether the move has captured.
fn asks_of_captures(code: &Code) -> bool {
    let mut spoken = Spoken::default();
    later(code).for_each(|block| _ = spoken.block(block));
    let again = code.turn.iter().filter_map(|turn| turn.again.as_ref());
    again.for_each(|test| _ = spoken.test(test));
    spoken.captures
}

/// What cannot be told by the plan, and what is judged when the move is over.
fn is_open(act: &Act) -> bool {
    let judged = |acts: &[Act]| acts.iter().any(|act| act.any(|act| matches!(act, Act::Sow(_))));
    match act {
        Act::Handed(_) | Act::Pass => true,
        Act::Tried { acts, .. } => judged(acts),
        _ => false,
    }
}

/// What is done behind the laps.
fn later(code: &Code) -> impl Iterator<Item = &Block> {
    code.end.iter().chain([&code.after_move])
}

/// Whether behind the laps somebody asks for one of these.
fn asked_later(code: &Code, lanes: LaneSet) -> bool {
    let mut spoken = Spoken::default();
    later(code).for_each(|block| _ = spoken.block(block));
    let tests = code.laws.iter().flat_map(|law| [&law.when, &law.test]);
    tests.for_each(|test| _ = spoken.test(test));
    !spoken.lanes.both(lanes).is_empty()
}

/// Whether somebody asks for one of these when it is looked whether the game is over.
fn asked_at_end(code: &Code, lanes: LaneSet) -> bool {
    let mut spoken = Spoken::default();
    code.end.iter().for_each(|block| _ = spoken.block(block));
    code.winner.iter().flat_map(|(_, of)| of).for_each(|number| _ = spoken.number(number));
    !spoken.lanes.both(lanes).is_empty()
}
