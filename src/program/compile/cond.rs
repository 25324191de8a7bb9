//! Conditions.

use super::{Compiler, Ctx, DIRECTION, Made, TURN, Telling, Time};
use crate::model::{
    Action, Amount, Case, Cond, Deed, Dir, Fact as Told, PlaceId, PlacePhrase, Places, Rules, Seat,
    Subject, Unit, Units,
};
use crate::program::{During, Fact, Lane, Meaning, Number, Program, Range, Test, Where};

impl<'m> Compiler<'m> {
    /// A condition.
    pub(super) fn cond(&self, cond: &'m Cond, ctx: Ctx<'m>) -> Made<Test> {
        self.tests.or_read(cond, ctx, || self.read_cond(cond, ctx))
    }

    fn read_cond(&self, cond: &'m Cond, ctx: Ctx<'m>) -> Made<Test> {
        Ok(match cond {
            Cond::Fixed(value) => Test::fixed(*value),
            Cond::And(all) => {
                let mut tests = Vec::new();
                for cond in all {
                    match self.cond(cond, ctx)? {
                        Test::Never => return Ok(Test::Never),
                        test => tests.push(test),
                    }
                }
                Test::all(tests)
            }
            Cond::Or(any) => {
                let mut tests = Vec::new();
                for cond in any {
                    match self.cond(cond, ctx)? {
                        Test::Always => return Ok(Test::Always),
                        test => tests.push(test),
                    }
                }
                Test::any(tests)
            }
            Cond::Not(inner) => Test::not(self.cond(inner, ctx)?),
            Cond::FallsIn(phrase) => match ctx.it() {
                Some(it) => self.is_one(phrase, it, ctx.but(|k| k.time = Time::BeforeFall))?,
                None => Test::Never,
            },
            Cond::Makes(phrase) => match ctx.it() {
                Some(it) => self.is_one(phrase, it, ctx.but(|k| k.time = Time::AfterFall))?,
                None => Test::Never,
            },
            Cond::MakesAmount(amount) => match ctx.it() {
                Some(_) => self.passes(Number::Fallen(false), amount, ctx)?,
                None => Test::Never,
            },
            Cond::SeedBefore(phrase) => {
                self.asks_earlier.set(true);
                let mut any = Vec::new();
                for place in self.all_places() {
                    let there =
                        self.is_one(phrase, place, ctx.but(|k| k.time = Time::SeedBefore(place)))?;
                    any.push(Test::all([Test::FellBefore(Program::lane(place).into()), there]));
                }
                Test::any(any)
            }
            Cond::Is(phrase, test) => self.all_are(self.places(phrase, ctx)?, test, ctx)?,
            Cond::ThereAre(amount, phrase) => {
                let places = super::meant::lanes(self.places(phrase, ctx)?);
                self.how_many(places, amount, ctx)?
            }
            Cond::PlayerSeeds(subject, amount, places) => self
                .of(*subject, ctx, |seat| self.player_seeds(seat, amount, places.as_ref(), ctx))?,
            Cond::PlayerPlaces(subject, amount, phrase) => self.of(*subject, ctx, |seat| {
                let of = ctx.but(|k| k.actor = seat);
                let places = super::meant::lanes(self.places(phrase, of)?);
                self.how_many(places, amount, of)
            })?,
            Cond::SeedsLeft(amount) => self.passes(self.seeds_left(ctx), amount, ctx)?,
            Cond::Falls(kind) => Test::Fell(*kind),
            Cond::PlayerKind(subject, kind, amount, places) => self.of(*subject, ctx, |seat| {
                let of = ctx.but(|k| k.actor = seat);
                let places = match places {
                    Some(places) => self.union(places, of)?,
                    None => Where::All(self.held(seat)),
                };
                self.passes(Number::SumOf(places, *kind), amount, of)
            })?,
            Cond::KindLeft(kind, amount) => {
                self.passes(self.kind_left(*kind, ctx)?, amount, ctx)?
            }
            // A program makes no offers.
            Cond::Concedes(_) | Cond::Agreed => Test::Never,
            Cond::NoMove(subject) => self.of(*subject, ctx, |seat| Ok(Test::NoMove(seat)))?,
            Cond::HasMoved(subject) => self.of(*subject, ctx, |seat| {
                Ok(Test::Holds(self.lane(Meaning::Moved(seat)), Range::SOME))
            })?,
            Cond::PositionReturns(times) => Test::Returns(*times),
            Cond::Drawn => Test::fixed(self.fixed.last_winner.is_none()),
            Cond::PlayerMarked(subject, mark) => self.of(*subject, ctx, |seat| {
                Ok(Test::Holds(self.lane(Meaning::PlayerMark(*mark, seat)), Range::SOME))
            })?,
            Cond::PlayerIs(subject, who) => {
                let meant = self.who(*who, ctx)?;
                self.of(*subject, ctx, |seat| Ok(Test::fixed(meant == Some(seat))))?
            }
            Cond::NoteIs(note, who, values) => {
                let seat = match who {
                    Some(who) => self.who(*who, ctx)?,
                    None => Some(ctx.actor()),
                };
                let Some(seat) = seat else { return Ok(Test::Never) };
                let lane = self.note_lane(*note, seat)?;
                let numbers = values.iter().map(|v| i64::from(v.number()));
                Test::any(numbers.map(|n| Test::Holds(lane, Range::only(n))))
            }
            Cond::CountIs(count, amount) => {
                self.passes(self.number(count, ctx, false)?, amount, ctx)?
            }
            Cond::FirstUnit(unit) => match unit {
                Unit::Lap => Test::Fact(Fact::FirstLap),
                Unit::Move if self.several_moves => {
                    Test::Holds(self.lane(Meaning::MovesMade), Range::NONE)
                }
                Unit::Turn => Test::Holds(self.lane(Meaning::Played(ctx.actor())), Range::NONE),
                Unit::Game => Test::fixed(self.fixed.game == 1),
                Unit::Move | Unit::Match => Test::Always,
            },
            Cond::Fact(units, fact) => self.fact(*units, fact, ctx)?,
            Cond::Laps { of, .. } => {
                self.asks_first_move(Units::This(*of));
                return Err("what is so of every lap, some lap or none");
            }
        })
    }

    /// Whether it is so of the subject.
    fn of(&self, subject: Subject, ctx: Ctx<'m>, is_so: impl Fn(Seat) -> Made<Test>) -> Made<Test> {
        match subject {
            Subject::One(who) => self.who(who, ctx)?.map_or(Ok(Test::Never), is_so),
            Subject::Each => Ok(Test::all(self.around(ctx).map(is_so).collect::<Made<Vec<_>>>()?)),
            Subject::Some if ctx.some_is().is_some() => {
                ctx.some_is().map_or(Ok(Test::Never), is_so)
            }
            Subject::Some => Ok(Test::any(self.around(ctx).map(is_so).collect::<Made<Vec<_>>>()?)),
        }
    }

    fn how_many(&self, places: Where, amount: &'m Amount, ctx: Ctx<'m>) -> Made<Test> {
        let number = match places {
            Where::All(lanes) => Number::Fixed(lanes.len() as i64),
            places => Number::Count(places),
        };
        self.passes(number, amount, ctx)
    }

    fn player_seeds(
        &self,
        seat: Seat,
        amount: &'m Amount,
        places: Option<&'m Places>,
        ctx: Ctx<'m>,
    ) -> Made<Test> {
        let of = ctx.but(|k| k.actor = seat);
        let seeds = match places {
            Some(places) => self.sum(places, of)?,
            None => Number::Sum(Where::All(self.held(seat))),
        };
        self.passes(seeds, amount, of)
    }

    fn fact(&self, units: Units, fact: &'m Told, ctx: Ctx<'m>) -> Made<Test> {
        Ok(match fact {
            Told::Captured => match units {
                Units::This(Unit::Lap) => Test::Fact(Fact::LapCaptured),
                Units::First(Unit::Lap) => Test::Fact(Fact::FirstLapCaptured),
                Units::Last(Unit::Lap) => Test::Fact(Fact::LastLapCaptured),
                units => self.in_turn(units, Test::Fact(Fact::MoveCaptured), Meaning::TurnCaptured),
            },
            Told::SownIn(phrase) => self.any_so(phrase, |place| self.sown_in(units, place), ctx)?,
            Told::BeganFrom(_) if self.asks_first_move(units) => return Err(TURN),
            Told::BeganFrom(phrase) => {
                let first = match units {
                    Units::This(Unit::Lap) => false,
                    Units::Last(_) => return Err("the lap before"),
                    _ => true,
                };
                let mut any = Vec::new();
                self.asks_origin.set(true);
                for place in self.taken_up() {
                    let of = ctx.but(|k| k.held = Some((place, first)));
                    let there = self.is_one(phrase, place, of)?;
                    let began = Test::Origin { first, places: Program::lane(place).into() };
                    any.push(Test::all([began, there]));
                }
                Test::any(any)
            }
            Told::Goes(dir) => match units {
                Units::This(Unit::Lap) if let Some(forward) = self.goes(ctx) => {
                    Test::fixed(self.fixed_dir(dir, ctx)? == Some(forward))
                }
                units => match (self.fixed_dir(dir, ctx)?, units) {
                    (None, _) => Test::Never,
                    (Some(forward), Units::This(Unit::Lap)) => Test::Fact(Fact::LapWent(!forward)),
                    (Some(forward), Units::Last(_)) => Test::Fact(Fact::LastLapWent(!forward)),
                    (Some(forward), _) => Test::Fact(Fact::FirstLapWent(!forward)),
                },
            },
        })
    }

    /// Whether a seed has fallen in a place.
    pub(super) fn sown_in(&self, units: Units, place: Lane) -> Test {
        self.asks_sown.set(true);
        let during = match units {
            Units::This(Unit::Lap) => During::Lap,
            Units::First(Unit::Lap) => During::FirstLap,
            Units::Last(Unit::Lap) => During::LastLap,
            _ => During::Move,
        };
        let sown = Test::Sown { during, places: place.into() };
        match during {
            During::Move => self.in_turn(units, sown, Meaning::TurnSown(PlaceId(place.0))),
            _ => sown,
        }
    }

    /// Something that has happened in this move, or in an earlier one of the turn if that is asked.
    fn in_turn(&self, units: Units, in_move: Test, before: Meaning) -> Test {
        if !self.remembers || units == Units::This(Unit::Move) {
            return in_move;
        }
        Test::any([in_move, Test::Holds(self.lane(before), Range::SOME)])
    }

    /// Whether it is asked what the first move of the turn began from, of which no lane tells.
    pub(super) fn asks_first_move(&self, units: Units) -> bool {
        matches!(units, Units::This(Unit::Turn) | Units::First(Unit::Move)) && self.needs_turn()
    }

    /// Something of the turn is asked of which no lane tells; whether that may be of an earlier move.
    pub(super) fn needs_turn(&self) -> bool {
        self.asks_turn.set(self.asks_turn.get() || self.several_moves);
        self.several_moves
    }

    /// Whether the shorter way from what is taken up to a place leads along the ring.
    fn towards(&self, phrase: &'m PlacePhrase, ctx: Ctx<'m>) -> Made<Option<bool>> {
        let origin = ctx.origin().ok_or(DIRECTION)?;
        let Some(target) = self.one(phrase, ctx)? else { return Ok(None) };
        Ok(self.ring(ctx)?.shorter_is_forward(origin, target))
    }

    /// Whether the lap goes along the ring, if one is being sown of which that is known.
    fn goes(&self, ctx: Ctx<'m>) -> Option<bool> {
        let begun = matches!(ctx.telling(), Telling::Sowing { begun: true, .. });
        ctx.forward().filter(|_| begun)
    }

    /// Whether a direction leads along the ring, if it is known beforehand.
    pub(super) fn fixed_dir(&self, dir: &'m Dir, ctx: Ctx<'m>) -> Made<Option<bool>> {
        Ok(match dir {
            Dir::Anticlockwise => Some(true),
            Dir::Clockwise => Some(false),
            Dir::Rightwards => Some(self.ring(ctx).map_or(true, |r| r.right_is_forward)),
            Dir::Leftwards => Some(!self.ring(ctx).map_or(true, |r| r.right_is_forward)),
            Dir::OtherWay if matches!(ctx.telling(), Telling::Sowing { begun: true, .. }) => {
                Some(!self.forward(ctx)?)
            }
            // Before a first lap nothing goes any way yet; before a later one, what went last does.
            Dir::OtherWay if matches!(ctx.telling(), Telling::Sowing { .. }) => {
                // It may be what went in the move before.
                self.needs_turn();
                return Err("the other way, before a lap");
            }
            // That of the last lap of the move that is over.
            Dir::OtherWay if ctx.telling() == Telling::After && always_sows(ctx.rules().0) => {
                Some(!self.forward(ctx)?)
            }
            Dir::Towards(phrase) => self.towards(phrase, ctx)?,
            // No lap of the turn has been sown.
            Dir::OtherWay if !self.several_moves && !matches!(ctx.telling(), Telling::After) => {
                None
            }
            Dir::OtherWay => {
                // It is that of the move before in the turn.
                self.needs_turn();
                return Err("the direction of the move before");
            }
            Dir::Ask | Dir::Note(_) => return Err(DIRECTION),
        })
    }
}

/// Whether every move sows: nothing ends it before its first lap is begun.
fn always_sows(rules: &Rules) -> bool {
    let sows = |action: &Action| {
        let sows = matches!(action.deed, Deed::Sow(_) | Deed::SowInOrder(_));
        sows && !action.may && action.judged.is_none()
    };
    // A word may do anything.
    let ends =
        |deed: &Deed| matches!(deed, Deed::EndMove | Deed::EndTurn | Deed::Pass | Deed::Do(_));
    let begins = |case: &Case| case.actions.first().is_some_and(sows);
    let mut moves = rules.moves.lists.iter().flatten();
    // What is done first may capture.
    let at_once = rules.before_each_lap.lists.is_empty() && moves.clone().all(begins);
    let goes_on = at_once || rules.after_capture.clause_of(&ends).is_none();
    goes_on
        && rules.before_each_lap.clause_of(&ends).is_none()
        && moves.all(|case| case.actions.iter().any(sows))
}
