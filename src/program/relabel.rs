//! The same rules, said of other lanes.

use super::{
    Act, Answer, Ask, Block, Case, Ending, Fact, Heading, Lane, LaneSet, Lap, Number, Reply, Share,
    Test, Where,
};
use crate::model::Seat;
use std::sync::Arc;

/// What is said instead of each lane and player. Lanes are asked for in the order in which a rule
/// speaks of them.
pub trait Relabel {
    /// Instead of a lane.
    fn lane(&mut self, lane: Lane) -> Lane;

    /// Instead of some lanes.
    fn set(&mut self, lanes: &LaneSet) -> LaneSet {
        lanes.iter().map(|lane| self.lane(lane)).collect()
    }

    /// Instead of lanes one after the other, each as long as something holds of it.
    fn run(&mut self, run: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        self.each(run)
    }

    /// Instead of a player.
    fn seat(&mut self, seat: Seat) -> Seat {
        seat
    }

    /// Instead of whether a player could move.
    fn no_move(&mut self, seat: Seat) -> Test {
        Test::NoMove(self.seat(seat))
    }

    /// Instead of something that has happened.
    fn fact(&mut self, fact: Fact) -> Fact {
        fact
    }

    /// Instead of whether a capture is that of the player whose move it is.
    fn own(&mut self, own: bool) -> bool {
        own
    }

    /// Instead of a block.
    fn block(&mut self, block: &Block) -> Block {
        let mut case = |case: &Case| Case {
            clause: case.clause,
            test: self.test(&case.test),
            acts: case.acts.iter().map(|act| self.act(act)).collect(),
        };
        block.iter().map(|list| list.iter().map(&mut case).collect()).collect()
    }

    /// Instead of lanes with a condition each.
    fn each(&mut self, each: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        each.iter().map(|(lane, test)| (self.lane(*lane), self.test(test))).collect()
    }

    /// Instead of the lanes that are meant.
    fn place(&mut self, place: &Where) -> Where {
        match place {
            Where::All(set) => Where::All(self.set(set)),
            Where::Holding(set, range) => Where::Holding(self.set(set), *range),
            Where::Each(each) => Where::Each(self.each(each)),
            Where::Run(run) => Where::Run(self.run(run)),
            Where::Union(parts) => Where::Union(parts.iter().map(|p| self.place(p)).collect()),
            Where::Cases(cases) => {
                let case = |(test, place): &(Test, Where)| (self.test(test), self.place(place));
                Where::Cases(cases.iter().map(case).collect())
            }
        }
    }

    /// Instead of a condition.
    fn test(&mut self, test: &Test) -> Test {
        said_of_others(self, test)
    }

    /// Instead of a number.
    fn number(&mut self, number: &Number) -> Number {
        let mut boxed = |n: &Number| Box::new(self.number(n));
        match number {
            Number::Fixed(n) => Number::Fixed(*n),
            Number::Sum(lanes) => Number::Sum(self.place(lanes)),
            Number::Count(lanes) => Number::Count(self.place(lanes)),
            Number::SumOf(lanes, kind) => Number::SumOf(self.place(lanes), *kind),
            Number::Hand
            | Number::OtherHand
            | Number::Fallen(_)
            | Number::FallenOf(..)
            | Number::FallenEarlier => number.clone(),
            Number::Cases(cases) => {
                let case = |(test, n): &(Test, Number)| (self.test(test), self.number(n));
                Number::Cases(cases.iter().map(case).collect())
            }
            Number::Lane(lane) => Number::Lane(self.lane(*lane)),
            Number::Fraction(over, under, up, of) => {
                Number::Fraction(*over, *under, *up, boxed(of))
            }
            Number::Add(a, b) => Number::Add(boxed(a), boxed(b)),
            Number::Sub(a, b) => Number::Sub(boxed(a), boxed(b)),
            Number::Mul(a, b) => Number::Mul(boxed(a), boxed(b)),
        }
    }

    /// Instead of how much is taken.
    fn share(&mut self, share: &Share) -> Share {
        match share {
            Share::Number(n) => Share::Number(self.number(n)),
            Share::Chosen(from, to) => Share::Chosen(self.number(from), self.number(to)),
            share => share.clone(),
        }
    }

    /// Instead of which way round seeds go.
    fn heading(&mut self, heading: Heading) -> Heading {
        match heading {
            Heading::Noted(lane) => Heading::Noted(self.lane(lane)),
            Heading::Kept(lane) => Heading::Kept(self.lane(lane)),
            Heading::Fixed(_) | Heading::AsFirst | Heading::Against | Heading::Chosen => heading,
        }
    }

    /// Instead of an answer.
    fn answer(&mut self, answer: &Answer) -> Answer {
        Answer {
            reply: match answer.reply {
                Reply::Place(lane) => Reply::Place(self.lane(lane)),
                Reply::InOrder(lane, class) => Reply::InOrder(self.lane(lane), class),
                reply => reply,
            },
            test: self.test(&answer.test),
            goes_on: answer.goes_on,
            acts: answer.acts.iter().map(|act| self.act(act)).collect(),
        }
    }

    /// Instead of what is done.
    fn act(&mut self, act: &Act) -> Act {
        match act {
            Act::Move { from, hand, share, kind, to, capture, after } => Act::Move {
                from: self.place(from),
                hand: *hand,
                share: self.share(share),
                kind: *kind,
                to: match to.only() {
                    Some(lane) => Where::lane(self.lane(lane)),
                    None => self.place(to),
                },
                capture: capture.map(|own| self.own(own)),
                after: self.block(after),
            },
            Act::Sow(lap) => Act::Sow(Lap {
                from: self.each(&lap.from),
                all: lap.all,
                share: self.share(&lap.share),
                kind: lap.kind,
                heading: lap.heading.map(|heading| self.heading(heading)),
                first: lap.first.as_ref().map(|first| self.place(first)),
            }),
            Act::Set(lane, number) => Act::Set(self.lane(*lane), self.number(number)),
            Act::SetEach(lanes, value) => Act::SetEach(self.place(lanes), *value),
            Act::Add(lane, number) => Act::Add(self.lane(*lane), self.number(number)),
            Act::Cases(block) => Act::Cases(self.block(block).into()),
            Act::Chain(blocks) => Act::Chain(blocks.iter().map(|b| self.block(b)).collect()),
            Act::Tried { acts, test, judges } => Act::Tried {
                acts: acts.iter().map(|act| self.act(act)).collect(),
                test: self.test(test),
                judges: *judges,
            },
            Act::Ask(ask) => Act::ask(Ask {
                answers: ask.answers.iter().map(|answer| self.answer(answer)).collect(),
                otherwise: ask.otherwise.iter().map(|act| self.act(act)).collect(),
                which: ask.which,
            }),
            Act::EndGame(ending) => Act::EndGame(match *ending {
                Ending::Wins(seat) => Ending::Wins(self.seat(seat)),
                Ending::Loses(seat) => Ending::Loses(self.seat(seat)),
                ending => ending,
            }),
            Act::PlayAgain
            | Act::Pass
            | Act::EndMove
            | Act::EndTurn
            | Act::EndStage
            | Act::Handed(_) => act.clone(),
        }
    }
}

/// A condition, with others instead of all that it is made of.
pub(super) fn said_of_others<R: Relabel + ?Sized>(by: &mut R, test: &Test) -> Test {
    match test {
        Test::Holds(lane, range) => Test::Holds(by.lane(*lane), *range),
        Test::Empty(lanes) => Test::Empty(by.set(lanes)),
        Test::Occupied(lanes) => Test::Occupied(by.set(lanes)),
        Test::Many { lanes, range, least, most } => {
            Test::Many { lanes: by.set(lanes), range: *range, least: *least, most: *most }
        }
        Test::Number(n, range) => Test::Number(Box::new(by.number(n)), *range),
        Test::AtMost(a, b) => Test::AtMost(Box::new(by.number(a)), Box::new(by.number(b))),
        Test::Origin { first, places } => Test::Origin { first: *first, places: by.set(places) },
        Test::Sown { during, places } => Test::Sown { during: *during, places: by.set(places) },
        Test::Last(places) => Test::Last(by.set(places)),
        Test::FellBefore(places) => Test::FellBefore(by.set(places)),
        Test::FirstFell { first, places } => {
            Test::FirstFell { first: *first, places: by.set(places) }
        }
        Test::Not(inner) => Test::Not(Arc::new(by.test(inner))),
        Test::All(all) => Test::All(all.iter().map(|t| by.test(t)).collect()),
        Test::Any(any) => Test::Any(any.iter().map(|t| by.test(t)).collect()),
        Test::Cases(cases) => {
            Test::Cases(cases.iter().map(|(when, test)| (by.test(when), by.test(test))).collect())
        }
        Test::Fact(fact) => Test::Fact(by.fact(*fact)),
        Test::NoMove(seat) => by.no_move(*seat),
        Test::Never
        | Test::Always
        | Test::Before(_)
        | Test::After(_)
        | Test::Held(_)
        | Test::LapHeld(_)
        | Test::Fell(_)
        | Test::Returns(_) => test.clone(),
    }
}
