//! Evaluates conditions.

use super::budget;
use super::event::{Choice, Direction};
use super::execution::{EvalCtx, Execution, LapFacts, ReadTime};
use super::state::NO_MARK;
use crate::model::{
    Cond, Dir, Fact, LapQuantifier, LapRef, NoteValue, PlacePhrase, PlaceSetBits, Seat, Subject,
    Unit, UnitRef,
};

impl Execution<'_> {
    /// Whether a condition holds. `a player ...` sets `found_player`.
    pub(crate) fn holds(&self, cond: &Cond, ctx: EvalCtx) -> bool {
        budget::spend(budget::CASE);
        match cond {
            Cond::Fixed(value) => *value,
            Cond::And(all) => all.iter().all(|c| self.holds(c, ctx)),
            Cond::Or(any) => any.iter().any(|c| self.holds(c, ctx)),
            Cond::Not(inner) => !self.holds(inner, ctx),
            Cond::FallsIn(phrase) => ctx.it.is_some_and(|it| {
                self.is_one(phrase, it, EvalCtx { time: ReadTime::BeforeFall, ..ctx })
            }),
            Cond::Falls(kind) => self.kind_falls(*kind),
            Cond::Makes(phrase) => ctx.it.is_some_and(|it| {
                self.is_one(phrase, it, EvalCtx { time: ReadTime::AfterFall, ..ctx })
            }),
            Cond::MakesAmount(amount) => ctx.it.is_some_and(|it| {
                self.mark_seeds_read(it);
                self.passes(i64::from(self.fall.after), amount, ctx)
            }),
            Cond::SeedBefore(phrase) => {
                self.mark_impure();
                self.fall_before.is_some_and(|(at, _)| {
                    self.is_one(phrase, at, EvalCtx { time: ReadTime::SeedBefore, ..ctx })
                })
            }
            Cond::Is(phrase, test) => {
                let places = self.places(phrase, ctx);
                !places.is_empty() && places.iter().all(|&p| self.state_test(test, p, ctx))
            }
            Cond::ThereAre(amount, phrase) => {
                self.passes(self.places(phrase, ctx).len() as i64, amount, ctx)
            }
            Cond::PlayerSeeds(subject, amount, places) => self.some_seat(*subject, ctx, |seat| {
                let of = EvalCtx { actor: seat, ..ctx };
                if let (Some(places), true) = (places, amount.is_none())
                    && let Some(any) = self.any_seeds(places, of)
                {
                    return !any;
                }
                let seeds = match places {
                    Some(places) => self.sum(places, of),
                    None => i64::from(self.held(seat)),
                };
                self.passes(seeds, amount, of)
            }),
            Cond::PlayerKind(subject, kind, amount, places) => {
                self.some_seat(*subject, ctx, |seat| {
                    let of = EvalCtx { actor: seat, ..ctx };
                    let seeds = match places {
                        Some(places) => self.kind_in(places, *kind, of),
                        None => self.kind_held(seat, *kind),
                    };
                    self.passes(seeds, amount, of)
                })
            }
            Cond::PlayerPlaces(subject, amount, phrase) => self.some_seat(*subject, ctx, |seat| {
                let of = EvalCtx { actor: seat, ..ctx };
                self.passes(self.places(phrase, of).len() as i64, amount, of)
            }),
            Cond::SeedsLeft(amount) => self.passes(self.seeds_left(), amount, ctx),
            Cond::Concedes(subject) => {
                let offered = self.offer == Some(Choice::Concede);
                offered && self.some_seat(*subject, ctx, |seat| seat == self.player)
            }
            Cond::Agreed => self.offer == Some(Choice::Agree),
            Cond::KindLeft(kind, amount) => self.passes(self.kind_left(*kind), amount, ctx),
            // One level only: a trial does not run further trials.
            Cond::NoMove(_) if self.judging => false,
            Cond::NoMove(subject) => {
                self.mark_impure();
                self.some_seat(*subject, ctx, |seat| !self.engine.can_move(self.state, seat))
            }
            Cond::HasMoved(subject) => {
                self.some_seat(*subject, ctx, |seat| self.state.moved >> seat.0 & 1 == 1)
            }
            Cond::PositionReturns(times) => {
                self.mark_impure();
                self.engine.occurrences(self) >= *times
            }
            Cond::Drawn => self.state.last_winner.is_none(),
            Cond::PlayerMarked(subject, mark) => self.some_seat(*subject, ctx, |seat| {
                self.state.marks[self.engine.layout.player_mark(*mark, seat)] != NO_MARK
            }),
            Cond::PlayerIs(subject, who) => {
                let known_seat = self.who(*who, ctx);
                self.some_seat(*subject, ctx, |seat| known_seat == Some(seat))
            }
            Cond::NoteIs(note, who, values) => {
                let seat = who.map_or(Some(ctx.actor), |w| self.who(w, ctx));
                seat.is_some_and(|s| {
                    let value = self.state.notes[self.engine.layout.note(*note, s)];
                    values.iter().any(|v| i32::from(v.number()) == value)
                })
            }
            Cond::CountIs(count, amount) => self.passes(self.count(count, ctx), amount, ctx),
            Cond::FirstUnit(unit) => match unit {
                Unit::Lap => self.laps <= 1,
                Unit::Move => self.state.moves_made == 0,
                Unit::Turn => self.state.played >> ctx.actor.0 & 1 == 0,
                Unit::Game => self.state.game == 1,
                Unit::Match => true,
            },
            Cond::Fact(units, fact) => self.fact(*units, fact, ctx),
            Cond::Laps { quantifier, of, not, fact } => {
                self.of_laps(*quantifier, *of, *not, fact, ctx)
            }
        }
    }

    /// Whether a test holds for the subject. `each`: for all players; `a player`: for some player,
    /// who becomes `found_player`.
    fn some_seat(&self, subject: Subject, ctx: EvalCtx, test: impl Fn(Seat) -> bool) -> bool {
        match subject {
            Subject::One(who) => self.who(who, ctx).is_some_and(test),
            Subject::Each => self.around().all(test),
            Subject::Some => match self.around().find(|s| test(*s)) {
                Some(seat) => {
                    self.found_player.set(Some(seat));
                    true
                }
                None => false,
            },
        }
    }

    /// Seeds in a player's store and hand.
    pub(crate) fn held(&self, seat: Seat) -> u32 {
        let info = &self.model.board.seats[seat.index()];
        let seeds = |p: crate::model::PlaceId| u32::from(self.seeds_now(p));
        seeds(info.store) + seeds(info.hand)
    }

    fn fact(&self, units: UnitRef, fact: &Fact, ctx: EvalCtx) -> bool {
        // The same for all later laps that are simply sown.
        let pure = match fact {
            Fact::Goes(_) => true,
            Fact::Captured => units != UnitRef::Last(Unit::Lap),
            Fact::SownIn(_) | Fact::BeganFrom(_) => false,
        };
        if !pure {
            self.mark_impure();
        }
        match fact {
            Fact::Captured => match units.as_lap() {
                Some(LapRef::This) => self.lap.captured,
                Some(LapRef::First) => self.first_lap.captured,
                Some(LapRef::Last) => self.last_lap.captured,
                None if units == UnitRef::This(Unit::Move) => self.move_captured,
                None => self.move_captured || self.state.turn_captured,
            },
            Fact::SownIn(phrase) => {
                let sown = match units.as_lap() {
                    Some(LapRef::This) => self.lap.sown,
                    Some(LapRef::First) if self.laps > 1 => self.first_lap.sown,
                    Some(LapRef::First) => self.lap.sown,
                    Some(LapRef::Last) => self.last_lap.sown,
                    None if units == UnitRef::This(Unit::Move) => self.move_sown,
                    None => self.state.turn_sown.union(self.move_sown),
                };
                self.places(phrase, ctx).iter().any(|p| sown.contains(*p))
            }
            Fact::BeganFrom(phrase) => match units {
                UnitRef::This(Unit::Turn) | UnitRef::First(Unit::Move)
                    if self.state.moves_made > 0 =>
                {
                    self.began_from(self.state.turn_origin, self.state.turn_held, phrase, ctx)
                }
                UnitRef::This(_) | UnitRef::First(_) | UnitRef::Last(_) => {
                    self.lap_began_from(self.lap_facts(units.first_lap()), phrase, ctx)
                }
            },
            Fact::Goes(dir) => {
                let sense = self.lap_facts(units.first_lap()).sense;
                sense.is_some() && sense == self.fixed_direction(dir, ctx)
            }
        }
    }

    /// The facts of a lap of this move.
    pub(super) fn lap_facts(&self, lap: LapRef) -> &LapFacts {
        match lap {
            LapRef::This => &self.lap,
            LapRef::First => &self.first_lap,
            LapRef::Last => &self.last_lap,
        }
    }

    fn lap_began_from(&self, lap: &LapFacts, phrase: &PlacePhrase, ctx: EvalCtx) -> bool {
        self.began_from(lap.origin, lap.held, phrase, ctx)
    }

    /// Whether a lap or move began from a place of the phrase. The phrase is evaluated with the
    /// `held` seeds that the place had before the pickup.
    fn began_from(
        &self,
        origin: PlaceSetBits,
        held: u16,
        phrase: &PlacePhrase,
        ctx: EvalCtx,
    ) -> bool {
        let mut origins = origin.iter();
        let places = match (origins.next(), origins.next()) {
            // The captured seeds are no place of the board.
            (Some(only), None)
                if self.state.seeds.get(only.index()).is_some_and(|n| *n != held) =>
            {
                let mut then = self.state.clone();
                then.seeds[only.index()] = held;
                // Only its seeds were others: what has happened since has happened.
                self.with_state(&mut then).places(phrase, ctx)
            }
            _ => self.places(phrase, ctx),
        };
        places.iter().any(|place| origin.contains(*place))
    }

    /// Whether a fact holds for every lap, some lap, or no lap of a unit, the current lap included.
    fn of_laps(
        &self,
        quantifier: LapQuantifier,
        unit: Unit,
        not: bool,
        fact: &Fact,
        ctx: EvalCtx,
    ) -> bool {
        self.mark_impure();
        let earlier: &[LapFacts] = match &self.state.turn_laps {
            Some(laps) if unit == Unit::Turn => laps,
            _ => &[],
        };
        let now = (self.laps > 0).then_some(&self.lap);
        let mut laps = earlier.iter().chain(&self.laps_over).chain(now).peekable();
        let test = |lap: &LapFacts| match fact {
            Fact::Captured => lap.captured,
            Fact::SownIn(phrase) => self.places(phrase, ctx).iter().any(|p| lap.sown.contains(*p)),
            Fact::BeganFrom(phrase) => self.lap_began_from(lap, phrase, ctx),
            Fact::Goes(dir) => lap.sense.is_some() && lap.sense == self.fixed_direction(dir, ctx),
        };
        match quantifier {
            LapQuantifier::Every => laps.peek().is_some() && laps.all(|lap| test(lap) != not),
            LapQuantifier::Some => laps.any(|lap| test(lap) != not),
            LapQuantifier::No => !laps.any(|lap| test(lap) != not),
        }
    }

    /// A direction that needs no question.
    pub(crate) fn fixed_direction(&self, dir: &Dir, ctx: EvalCtx) -> Option<Direction> {
        let right = |right: bool| {
            let forward = self.ring(ctx.actor).is_none_or(|r| r.right_is_forward) == right;
            Some(if forward { Direction::Anticlockwise } else { Direction::Clockwise })
        };
        match dir {
            Dir::Anticlockwise => Some(Direction::Anticlockwise),
            Dir::Clockwise => Some(Direction::Clockwise),
            Dir::Rightwards => right(true),
            Dir::Leftwards => right(false),
            Dir::OtherWay => {
                self.mark_impure();
                self.lap.sense.or(self.state.turn_sense).map(Direction::opposite)
            }
            Dir::Ask => None,
            Dir::Towards(phrase) => self.direction_towards(phrase, ctx),
            Dir::Note(note) => {
                direction_of(self.state.notes[self.engine.layout.note(*note, ctx.actor)])
            }
        }
    }

    fn direction_towards(
        &self,
        phrase: &crate::model::PlacePhrase,
        ctx: EvalCtx,
    ) -> Option<Direction> {
        self.mark_impure();
        let target = *self.places(phrase, ctx).first()?;
        let origin = self.lap.origin.iter().next()?;
        let forward = self.ring(ctx.actor)?.shorter_is_forward(origin, target)?;
        Some(if forward { Direction::Anticlockwise } else { Direction::Clockwise })
    }
}

/// The number that stands for a direction in a note.
pub(crate) fn direction_number(sense: Direction) -> i32 {
    let value = match sense {
        Direction::Anticlockwise => NoteValue::Anticlockwise,
        Direction::Clockwise => NoteValue::Clockwise,
    };
    value.number().into()
}

/// The direction that a note holds.
pub(crate) fn direction_of(value: i32) -> Option<Direction> {
    [Direction::Anticlockwise, Direction::Clockwise]
        .into_iter()
        .find(|sense| direction_number(*sense) == value)
}
