//! Rebuilds rules with other lanes and players.

use super::{
    Act, AnswerSpec, Block, BlockCase, EndRule, Lane, LaneSet, LapDirection, LapSpec, MoveFact,
    NumberExpr, PlaceExpr, QuestionSpec, Reply, TakeAmount, Test,
};
use crate::model::Seat;
use std::sync::Arc;

/// A visitor that rebuilds a program, mapping lanes and players. Lanes are visited in the order in which a
/// rule names them.
pub trait Fold {
    /// Maps a lane.
    fn lane(&mut self, lane: Lane) -> Lane;

    /// Maps a set of lanes.
    fn set(&mut self, lanes: &LaneSet) -> LaneSet {
        lanes.iter().map(|lane| self.lane(lane)).collect()
    }

    /// Maps a run of lanes.
    fn run(&mut self, run: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        self.each(run)
    }

    /// Maps a player.
    fn seat(&mut self, seat: Seat) -> Seat {
        seat
    }

    /// Maps the test whether a player has no move.
    fn no_move(&mut self, seat: Seat) -> Test {
        Test::NoMove(self.seat(seat))
    }

    /// Maps a fact.
    fn fact(&mut self, fact: MoveFact) -> MoveFact {
        fact
    }

    /// Maps whether a capture is the mover's.
    fn own(&mut self, own: bool) -> bool {
        own
    }

    /// Rebuilds a block.
    fn block(&mut self, block: &Block) -> Block {
        let mut case = |case: &BlockCase| BlockCase {
            clause: case.clause,
            test: self.test(&case.test),
            acts: case.acts.iter().map(|act| self.act(act)).collect(),
        };
        block.iter().map(|list| list.iter().map(&mut case).collect()).collect()
    }

    /// Rebuilds a list of lanes with tests.
    fn each(&mut self, each: &[(Lane, Test)]) -> Vec<(Lane, Test)> {
        each.iter().map(|(lane, test)| (self.lane(*lane), self.test(test))).collect()
    }

    /// Rebuilds a place expression.
    fn place(&mut self, place: &PlaceExpr) -> PlaceExpr {
        match place {
            PlaceExpr::All(set) => PlaceExpr::All(self.set(set)),
            PlaceExpr::Holding(set, range) => PlaceExpr::Holding(self.set(set), *range),
            PlaceExpr::Each(each) => PlaceExpr::Each(self.each(each)),
            PlaceExpr::Run(run) => PlaceExpr::Run(self.run(run)),
            PlaceExpr::Union(parts) => {
                PlaceExpr::Union(parts.iter().map(|p| self.place(p)).collect())
            }
            PlaceExpr::Cases(cases) => {
                let case = |(test, place): &(Test, PlaceExpr)| (self.test(test), self.place(place));
                PlaceExpr::Cases(cases.iter().map(case).collect())
            }
        }
    }

    /// Rebuilds a test; by default all its parts.
    fn test(&mut self, test: &Test) -> Test {
        fold_test(self, test)
    }

    /// Rebuilds a number.
    fn number(&mut self, number: &NumberExpr) -> NumberExpr {
        let mut boxed = |n: &NumberExpr| Box::new(self.number(n));
        match number {
            NumberExpr::Fixed(n) => NumberExpr::Fixed(*n),
            NumberExpr::Sum(lanes) => NumberExpr::Sum(self.place(lanes)),
            NumberExpr::Count(lanes) => NumberExpr::Count(self.place(lanes)),
            NumberExpr::SumOf(lanes, kind) => NumberExpr::SumOf(self.place(lanes), *kind),
            NumberExpr::Hand
            | NumberExpr::OtherHand
            | NumberExpr::Fallen(_)
            | NumberExpr::FallenOf(..)
            | NumberExpr::FallenEarlier
            | NumberExpr::Held { .. } => number.clone(),
            NumberExpr::Cases(cases) => {
                let case = |(test, n): &(Test, NumberExpr)| (self.test(test), self.number(n));
                NumberExpr::Cases(cases.iter().map(case).collect())
            }
            NumberExpr::Lane(lane) => NumberExpr::Lane(self.lane(*lane)),
            NumberExpr::LaneBeforeFall(lane) => NumberExpr::LaneBeforeFall(self.lane(*lane)),
            NumberExpr::Fraction(over, under, up, of) => {
                NumberExpr::Fraction(*over, *under, *up, boxed(of))
            }
            NumberExpr::Add(a, b) => NumberExpr::Add(boxed(a), boxed(b)),
            NumberExpr::Sub(a, b) => NumberExpr::Sub(boxed(a), boxed(b)),
            NumberExpr::Mul(a, b) => NumberExpr::Mul(boxed(a), boxed(b)),
        }
    }

    /// Rebuilds the amount that is taken.
    fn share(&mut self, share: &TakeAmount) -> TakeAmount {
        match share {
            TakeAmount::Number(n) => TakeAmount::Number(self.number(n)),
            TakeAmount::Chosen(seat, from, to) => {
                TakeAmount::Chosen(self.seat(*seat), self.number(from), self.number(to))
            }
            TakeAmount::WholePlaces(seat) => TakeAmount::WholePlaces(self.seat(*seat)),
            TakeAmount::ChosenPlaces(seat, many) => {
                TakeAmount::ChosenPlaces(self.seat(*seat), self.number(many))
            }
            TakeAmount::All | TakeAmount::Half => share.clone(),
        }
    }

    /// Rebuilds a direction.
    fn heading(&mut self, heading: LapDirection) -> LapDirection {
        match heading {
            LapDirection::Noted(lane) => LapDirection::Noted(self.lane(lane)),
            LapDirection::NotedOrChosen(lane) => LapDirection::NotedOrChosen(self.lane(lane)),
            LapDirection::Fixed(_)
            | LapDirection::AsFirst
            | LapDirection::Reversed
            | LapDirection::Chosen => heading,
        }
    }

    /// Rebuilds an answer.
    fn answer(&mut self, answer: &AnswerSpec) -> AnswerSpec {
        AnswerSpec {
            reply: match answer.reply {
                Reply::Place(lane) => Reply::Place(self.lane(lane)),
                Reply::InOrder(lane, class) => Reply::InOrder(self.lane(lane), class),
                reply @ (Reply::Which(_)
                | Reply::Direction(_)
                | Reply::Stop
                | Reply::GoOn
                | Reply::Yes
                | Reply::No
                | Reply::Number(_)
                | Reply::Seed(_)) => reply,
            },
            test: self.test(&answer.test),
            goes_on: answer.goes_on,
            acts: answer.acts.iter().map(|act| self.act(act)).collect(),
        }
    }

    /// Rebuilds an act.
    fn act(&mut self, act: &Act) -> Act {
        match act {
            Act::Move { from, hand, share, kind, to, capture, after } => Act::Move {
                from: self.place(from),
                hand: *hand,
                share: self.share(share),
                kind: *kind,
                to: match to.only() {
                    Some(lane) => PlaceExpr::lane(self.lane(lane)),
                    None => self.place(to),
                },
                capture: capture.map(|own| self.own(own)),
                after: self.block(after),
            },
            Act::Sow(lap) => Act::Sow(LapSpec {
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
            Act::Try { acts, test, judges } => Act::Try {
                acts: acts.iter().map(|act| self.act(act)).collect(),
                test: self.test(test),
                judges: *judges,
            },
            Act::Ask(ask) => Act::ask(QuestionSpec {
                seat: self.seat(ask.seat),
                answers: ask.answers.iter().map(|answer| self.answer(answer)).collect(),
                otherwise: ask.otherwise.iter().map(|act| self.act(act)).collect(),
                is_either: ask.is_either,
            }),
            Act::EndGame(ending) => Act::EndGame(match *ending {
                EndRule::Wins(seat) => EndRule::Wins(self.seat(seat)),
                EndRule::Loses(seat) => EndRule::Loses(self.seat(seat)),
                EndRule::Judged | EndRule::Drawn => *ending,
            }),
            Act::PlayAgain
            | Act::Pass
            | Act::EndMove
            | Act::EndTurn
            | Act::EndStage
            | Act::Unsupported(_) => act.clone(),
        }
    }
}

/// Rebuilds a test from its parts.
pub fn fold_test<R: Fold + ?Sized>(by: &mut R, test: &Test) -> Test {
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
