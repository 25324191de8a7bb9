//! Lowers conditions.

use super::{Compiler, ContentTime, DIRECTION, LowerCtx, Lowered, ReadPhase, TURN};
use crate::model::{
    Action, Amount, Case, Cond, Deed, Dir, Fact, LapRef, PlaceId, PlacePhrase, Places, Rules, Seat,
    Subject, Unit, UnitRef,
};
use crate::program::{
    Lane, LaneRole, MoveFact, MovePart, NumberExpr, NumberRange, PlaceExpr, Program, Test,
};

impl<'m> Compiler<'m> {
    /// Lowers a condition.
    pub(super) fn cond(&self, cond: &'m Cond, ctx: LowerCtx<'m>) -> Lowered<Test> {
        self.test_memo.memoize(cond, ctx, || self.lower_cond(cond, ctx))
    }

    fn lower_cond(&self, cond: &'m Cond, ctx: LowerCtx<'m>) -> Lowered<Test> {
        Ok(match cond {
            Cond::Fixed(value) => Test::constant(*value),
            Cond::And(all) => {
                let mut tests = Vec::new();
                for cond in all {
                    let test = self.cond(cond, ctx)?;
                    if test == Test::Never {
                        return Ok(Test::Never);
                    }
                    tests.push(test);
                }
                Test::all(tests)
            }
            Cond::Or(any) => {
                let mut tests = Vec::new();
                for cond in any {
                    let test = self.cond(cond, ctx)?;
                    if test == Test::Always {
                        return Ok(Test::Always);
                    }
                    tests.push(test);
                }
                Test::any(tests)
            }
            Cond::Not(inner) => Test::not(self.cond(inner, ctx)?),
            Cond::FallsIn(phrase) => match ctx.hole() {
                Some(hole) => {
                    self.is_member(phrase, hole, ctx.with(|k| k.time = ContentTime::BeforeFall))?
                }
                None => Test::Never,
            },
            Cond::Makes(phrase) => match ctx.hole() {
                Some(hole) => {
                    self.is_member(phrase, hole, ctx.with(|k| k.time = ContentTime::AfterFall))?
                }
                None => Test::Never,
            },
            Cond::MakesAmount(amount) => match ctx.hole() {
                Some(_) => self.passes(NumberExpr::Fallen(false), amount, ctx)?,
                None => Test::Never,
            },
            Cond::SeedBefore(phrase) => {
                self.asks_earlier.set(true);
                let mut any = Vec::new();
                for place in self.all_places() {
                    let there = self.is_member(
                        phrase,
                        place,
                        ctx.with(|k| k.time = ContentTime::SeedBefore(place)),
                    )?;
                    any.push(Test::all([Test::FellBefore(Program::lane(place).into()), there]));
                }
                Test::any(any)
            }
            Cond::Is(phrase, test) => self.all_are(self.places(phrase, ctx)?, test, ctx)?,
            Cond::ThereAre(amount, phrase) => {
                let places = super::place_cases::place_expr(self.places(phrase, ctx)?);
                self.how_many(places, amount, ctx)?
            }
            Cond::PlayerSeeds(subject, amount, places) => {
                self.for_subject(*subject, ctx, |seat| {
                    self.player_seeds(seat, amount, places.as_ref(), ctx)
                })?
            }
            Cond::PlayerPlaces(subject, amount, phrase) => {
                self.for_subject(*subject, ctx, |seat| {
                    let of = ctx.with(|k| k.actor = seat);
                    let places = super::place_cases::place_expr(self.places(phrase, of)?);
                    self.how_many(places, amount, of)
                })?
            }
            Cond::SeedsLeft(amount) => self.passes(self.seeds_left(ctx), amount, ctx)?,
            Cond::Falls(kind) => Test::Fell(*kind),
            Cond::PlayerKind(subject, kind, amount, places) => {
                self.for_subject(*subject, ctx, |seat| {
                    let of = ctx.with(|k| k.actor = seat);
                    let places = match places {
                        Some(places) => self.union(places, of)?,
                        None => PlaceExpr::All(self.score_lanes(seat)),
                    };
                    self.passes(NumberExpr::SumOf(places, *kind), amount, of)
                })?
            }
            Cond::KindLeft(kind, amount) => {
                self.passes(self.kind_left(*kind, ctx)?, amount, ctx)?
            }
            // Programs have no offers between players.
            Cond::Concedes(_) | Cond::Agreed => Test::Never,
            Cond::NoMove(subject) => {
                self.for_subject(*subject, ctx, |seat| Ok(Test::NoMove(seat)))?
            }
            Cond::HasMoved(subject) => self.for_subject(*subject, ctx, |seat| {
                Ok(Test::Holds(self.lane(LaneRole::Moved(seat)), NumberRange::SOME))
            })?,
            Cond::PositionReturns(times) => Test::Returns(*times),
            Cond::Drawn => Test::constant(self.fixed.last_winner.is_none()),
            Cond::PlayerMarked(subject, mark) => self.for_subject(*subject, ctx, |seat| {
                Ok(Test::Holds(self.lane(LaneRole::PlayerMark(*mark, seat)), NumberRange::SOME))
            })?,
            Cond::PlayerIs(subject, who) => {
                let known_seat = self.who(*who, ctx)?;
                self.for_subject(*subject, ctx, |seat| {
                    Ok(Test::constant(known_seat == Some(seat)))
                })?
            }
            Cond::NoteIs(note, who, values) => {
                let seat = match who {
                    Some(who) => self.who(*who, ctx)?,
                    None => Some(ctx.actor()),
                };
                let Some(seat) = seat else { return Ok(Test::Never) };
                let lane = self.note_lane(*note, seat)?;
                let numbers = values.iter().map(|v| i64::from(v.number()));
                Test::any(numbers.map(|n| Test::Holds(lane, NumberRange::exactly(n))))
            }
            Cond::CountIs(count, amount) => {
                self.passes(self.number(count, ctx, false)?, amount, ctx)?
            }
            Cond::FirstUnit(unit) => match unit {
                Unit::Lap => Test::Fact(MoveFact::FirstLap),
                Unit::Move if self.several_moves => {
                    Test::Holds(self.lane(LaneRole::MovesMade), NumberRange::NONE)
                }
                Unit::Turn => {
                    Test::Holds(self.lane(LaneRole::Played(ctx.actor())), NumberRange::NONE)
                }
                Unit::Game => Test::constant(self.fixed.game == 1),
                Unit::Move | Unit::Match => Test::Always,
            },
            Cond::Fact(units, fact) => self.fact(*units, fact, ctx)?,
            Cond::Laps { of, .. } => {
                self.reads_first_move(UnitRef::This(*of));
                return Err("what is so of every lap, some lap or none");
            }
        })
    }

    /// Whether a predicate holds for the subject.
    fn for_subject(
        &self,
        subject: Subject,
        ctx: LowerCtx<'m>,
        pred: impl Fn(Seat) -> Lowered<Test>,
    ) -> Lowered<Test> {
        match subject {
            Subject::One(who) => self.who(who, ctx)?.map_or(Ok(Test::Never), pred),
            Subject::Each => {
                Ok(Test::all(self.around(ctx).map(pred).collect::<Lowered<Vec<_>>>()?))
            }
            Subject::Some if ctx.only_player().is_some() => {
                ctx.only_player().map_or(Ok(Test::Never), pred)
            }
            Subject::Some => {
                Ok(Test::any(self.around(ctx).map(pred).collect::<Lowered<Vec<_>>>()?))
            }
        }
    }

    fn how_many(&self, places: PlaceExpr, amount: &'m Amount, ctx: LowerCtx<'m>) -> Lowered<Test> {
        let number = if let PlaceExpr::All(lanes) = places {
            NumberExpr::Fixed(lanes.len() as i64)
        } else {
            NumberExpr::Count(places)
        };
        self.passes(number, amount, ctx)
    }

    fn player_seeds(
        &self,
        seat: Seat,
        amount: &'m Amount,
        places: Option<&'m Places>,
        ctx: LowerCtx<'m>,
    ) -> Lowered<Test> {
        let of = ctx.with(|k| k.actor = seat);
        let seeds = match places {
            Some(places) => self.sum(places, of)?,
            None => NumberExpr::Sum(PlaceExpr::All(self.score_lanes(seat))),
        };
        self.passes(seeds, amount, of)
    }

    fn fact(&self, units: UnitRef, fact: &'m Fact, ctx: LowerCtx<'m>) -> Lowered<Test> {
        Ok(match fact {
            Fact::Captured => match units.as_lap() {
                Some(LapRef::This) => Test::Fact(MoveFact::LapCaptured),
                Some(LapRef::First) => Test::Fact(MoveFact::FirstLapCaptured),
                Some(LapRef::Last) => Test::Fact(MoveFact::LastLapCaptured),
                None => self.in_move_or_turn(
                    units,
                    Test::Fact(MoveFact::MoveCaptured),
                    LaneRole::TurnCaptured,
                ),
            },
            Fact::SownIn(phrase) => self.any_so(phrase, |place| self.sown_in(units, place), ctx)?,
            Fact::BeganFrom(_) if self.reads_first_move(units) => return Err(TURN),
            Fact::BeganFrom(phrase) => {
                let first = match units.first_lap() {
                    LapRef::This => false,
                    LapRef::Last => return Err("the lap before"),
                    LapRef::First => true,
                };
                let mut any = Vec::new();
                self.asks_origin.set(true);
                for place in self.origin_places() {
                    let of = ctx.with(|k| k.held = Some((place, first)));
                    let there = self.is_member(phrase, place, of)?;
                    let began = Test::Origin { first, places: Program::lane(place).into() };
                    any.push(Test::all([began, there]));
                }
                Test::any(any)
            }
            Fact::Goes(dir) => {
                let lap = units.first_lap();
                let goes = self.fixed_dir(dir, ctx)?;
                if lap == LapRef::This
                    && let Some(forward) = self.lap_direction(ctx)
                {
                    return Ok(Test::constant(goes == Some(forward)));
                }
                let Some(forward) = goes else { return Ok(Test::Never) };
                Test::Fact(match lap {
                    LapRef::This => MoveFact::LapForward(!forward),
                    LapRef::First => MoveFact::FirstLapWent(!forward),
                    LapRef::Last => MoveFact::LastLapWent(!forward),
                })
            }
        })
    }

    /// Whether a seed has fallen in a place.
    pub(super) fn sown_in(&self, units: UnitRef, place: Lane) -> Test {
        self.asks_sown.set(true);
        let sown = |during| Test::Sown { during, places: place.into() };
        match units.as_lap() {
            Some(LapRef::This) => sown(MovePart::Lap),
            Some(LapRef::First) => sown(MovePart::FirstLap),
            Some(LapRef::Last) => sown(MovePart::LastLap),
            None => {
                let role = LaneRole::TurnSown(PlaceId(place.0));
                self.in_move_or_turn(units, sown(MovePart::Move), role)
            }
        }
    }

    /// A fact of this move or, if `units` asks for the turn, also of an earlier move (lane `before`).
    fn in_move_or_turn(&self, units: UnitRef, in_move: Test, before: LaneRole) -> Test {
        if !self.tracks_turn || units == UnitRef::This(Unit::Move) {
            return in_move;
        }
        Test::any([in_move, Test::Holds(self.lane(before), NumberRange::SOME)])
    }

    /// Whether `units` means the first move of a turn that can have several; no lane holds where that began.
    pub(super) fn reads_first_move(&self, units: UnitRef) -> bool {
        matches!(units, UnitRef::This(Unit::Turn) | UnitRef::First(Unit::Move)) && self.needs_turn()
    }

    /// Records that a fact of the turn is read that no lane holds; returns whether it may be about an earlier
    /// move.
    pub(super) fn needs_turn(&self) -> bool {
        self.asks_turn.set(self.asks_turn.get() || self.several_moves);
        self.several_moves
    }

    /// Whether the shorter way from the origin to a place goes forward along the ring.
    fn towards(&self, phrase: &'m PlacePhrase, ctx: LowerCtx<'m>) -> Lowered<Option<bool>> {
        let origin = ctx.origin().ok_or(DIRECTION)?;
        let Some(target) = self.single_place(phrase, ctx)? else { return Ok(None) };
        Ok(self.ring(ctx)?.shorter_is_forward(origin, target))
    }

    /// Whether the lap being sown goes forward, if that is known.
    fn lap_direction(&self, ctx: LowerCtx<'m>) -> Option<bool> {
        let begun = matches!(ctx.phase(), ReadPhase::Sowing { begun: true, .. });
        ctx.forward().filter(|_| begun)
    }

    /// Whether a direction is forward along the ring, if it is known at compile time.
    pub(super) fn fixed_dir(&self, dir: &'m Dir, ctx: LowerCtx<'m>) -> Lowered<Option<bool>> {
        Ok(match dir {
            Dir::Anticlockwise => Some(true),
            Dir::Clockwise => Some(false),
            Dir::Rightwards => Some(self.ring(ctx).map_or(true, |r| r.right_is_forward)),
            Dir::Leftwards => Some(!self.ring(ctx).map_or(true, |r| r.right_is_forward)),
            Dir::OtherWay if matches!(ctx.phase(), ReadPhase::Sowing { begun: true, .. }) => {
                Some(!self.forward(ctx)?)
            }
            // Before a first lap there is no direction yet; before a later one, it is that of the last lap.
            Dir::OtherWay if matches!(ctx.phase(), ReadPhase::Sowing { .. }) => {
                // It may be the direction of the previous move.
                self.needs_turn();
                return Err("the other way, before a lap");
            }
            // The direction of the last lap of the move that has ended.
            Dir::OtherWay if ctx.phase() == ReadPhase::After && always_sows(ctx.rules().0) => {
                Some(!self.forward(ctx)?)
            }
            Dir::Towards(phrase) => self.towards(phrase, ctx)?,
            // No lap of the turn has been sown.
            Dir::OtherWay if !self.several_moves && !matches!(ctx.phase(), ReadPhase::After) => {
                None
            }
            Dir::OtherWay => {
                // It is the direction of the previous move of the turn.
                self.needs_turn();
                return Err("the direction of the move before");
            }
            Dir::Ask | Dir::Note(_) => return Err(DIRECTION),
        })
    }
}

/// Whether every move sows: nothing ends it before its first lap begins.
fn always_sows(rules: &Rules) -> bool {
    let sows = |action: &Action| {
        let sows = matches!(action.deed, Deed::Sow(_) | Deed::SowInOrder(_));
        sows && !action.may && action.postcondition.is_none()
    };
    // A word may do anything.
    let ends =
        |deed: &Deed| matches!(deed, Deed::EndMove | Deed::EndTurn | Deed::Pass | Deed::Do(_));
    let begins = |case: &Case| case.actions.first().is_some_and(sows);
    let mut moves = rules.moves.lists.iter().flatten();
    // A statement before the sowing may capture.
    let at_once = rules.before_each_lap.lists.is_empty() && moves.clone().all(begins);
    let goes_on = at_once || rules.after_capture.clause_of(&ends).is_none();
    goes_on
        && rules.before_each_lap.clause_of(&ends).is_none()
        && moves.all(|case| case.actions.iter().any(sows))
}
