//! The canonical form of places, numbers and conditions.

use super::{CanonicalWriter, unit};
use crate::model::{
    Amount, Base, Cond, Count, Det, Dir, Fact, Filter, LapQuantifier, NoteValue, Pick, PlacePhrase,
    Places, PlayerRef, Side, StateTest, Subject, Unit, UnitRef,
};

impl<'m> CanonicalWriter<'m> {
    pub(super) fn places(&mut self, places: &'m Places) {
        match places.parts.as_slice() {
            [one] => self.phrase(one),
            parts => self.node("and", |f| f.each(parts, CanonicalWriter::phrase)),
        }
    }

    pub(super) fn phrase(&mut self, phrase: &'m PlacePhrase) {
        let PlacePhrase { det, base, filters, pick, span: _ } = phrase;
        self.node("places", |f| {
            match det {
                Det::Any(n) => f.node("any", |f| f.count(n)),
                Det::Every => f.word("every"),
                Det::One => f.word("one"),
            }
            f.base(base);
            f.each(filters, CanonicalWriter::filter);
            if let Some(pick) = pick {
                f.node("pick", |f| f.pick(pick));
            }
        });
    }

    fn base(&mut self, base: &'m Base) {
        match base {
            Base::It => self.word("it"),
            Base::Candidate => self.word("candidate"),
            Base::Origin(units) => self.node("origin", |f| f.units(*units)),
            Base::FirstPlace(units) => self.node("first-place", |f| f.units(*units)),
            Base::Left => self.word("left"),
            Base::Captured => self.word("captured"),
            Base::SowingHand => self.word("sowing-hand"),
            Base::Holes => self.word("holes"),
            Base::WayPlaces => self.word("way-places"),
            Base::Fixed(set) => self.set(set),
            Base::Store(whose) => self.node("store", |f| f.optional(*whose, CanonicalWriter::who)),
            Base::Hand(whose) => self.node("hand", |f| f.optional(*whose, CanonicalWriter::who)),
            Base::Along { from, nth, backward: back, holes_only } => self.node("along", |f| {
                f.phrase(from);
                f.count(nth);
                f.flag(*back, "back");
                f.flag(*holes_only, "holes");
            }),
            Base::Run { from, backward: back, forward: on } => self.node("run", |f| {
                f.phrase(from);
                f.flag(*back, "back");
                f.flag(*on, "on");
            }),
            Base::Note(note, whose) => self.node("hole-of", |f| {
                f.note(*note);
                f.optional(*whose, CanonicalWriter::who);
            }),
            Base::Union(places) => self.node("union", |f| f.places(places)),
        }
    }

    fn filter(&mut self, filter: &'m Filter) {
        match filter {
            Filter::Owner(who) => self.node("owner", |f| f.who(*who)),
            Filter::Open => self.word("open"),
            Filter::Closed => self.word("closed"),
            Filter::Occupied => self.word("occupied"),
            Filter::Empty => self.word("empty"),
            Filter::Holding(amount) => self.node("holding", |f| f.amount(amount)),
            Filter::HoldingKind(kind, amount) => self.node("holding-kind", |f| {
                f.seed_kind(*kind);
                f.amount(amount);
            }),
            Filter::FixedFor(who, sets) => self.node("fixed-for", |f| {
                f.who(*who);
                f.each(sets, CanonicalWriter::set);
            }),
            Filter::Marked(mark, whose) => self.node("marked", |f| {
                f.mark(*mark);
                f.optional(*whose, CanonicalWriter::who);
            }),
            Filter::Opposite(phrase) => self.node("opposite", |f| f.phrase(phrase)),
            Filter::Half(side, who) => self.node("half", |f| {
                f.side(*side);
                f.who(*who);
            }),
            Filter::NumberedLike(phrase) => self.node("numbered-like", |f| f.phrase(phrase)),
            Filter::Beside(phrase) => self.node("beside", |f| f.phrase(phrase)),
            Filter::Whose(phrase, test) => self.node("whose", |f| {
                f.phrase(phrase);
                f.test(test);
            }),
            Filter::Except(places) => self.node("except", |f| f.places(places)),
            Filter::Among(places) => self.node("among", |f| f.places(places)),
            Filter::SownIn(u) => self.node("sown-in", |f| f.word(unit(*u))),
            Filter::Not(filter) => self.node("not", |f| f.filter(filter)),
        }
    }

    fn test(&mut self, test: &'m StateTest) {
        let StateTest { not, filters } = test;
        self.node(if *not { "is-not" } else { "is" }, |f| f.each(filters, CanonicalWriter::filter));
    }

    fn pick(&mut self, pick: &'m Pick) {
        match pick {
            Pick::Outermost(side, n, who) => self.node("outermost", |f| {
                f.side(*side);
                f.count(n);
                f.who(*who);
            }),
            Pick::NthFrom(side, n, who) => self.node("nth-from", |f| {
                f.side(*side);
                f.count(n);
                f.who(*who);
            }),
            Pick::Central => self.word("central"),
            Pick::First(n) => self.node("first", |f| f.count(n)),
            Pick::Last(n) => self.node("last", |f| f.count(n)),
            Pick::NearestTo(phrase) => self.node("nearest-to", |f| f.phrase(phrase)),
            Pick::OtherThan(phrase) => self.node("other-than", |f| f.phrase(phrase)),
            Pick::Offset(n, side, phrase, who) => self.node("offset", |f| {
                f.count(n);
                f.side(*side);
                f.phrase(phrase);
                f.viewer(*who);
            }),
        }
    }

    /// The viewer of left and right: written only if it is not the actor.
    pub(super) fn viewer(&mut self, who: PlayerRef) {
        if who != PlayerRef::Actor {
            self.who(who);
        }
    }

    pub(super) fn side(&mut self, side: Side) {
        self.word(match side {
            Side::Left => "left",
            Side::Right => "right",
        });
    }

    pub(super) fn who(&mut self, who: PlayerRef) {
        match who {
            PlayerRef::Actor => self.word("actor"),
            PlayerRef::Opponent => self.word("opponent"),
            PlayerRef::That => self.word("that"),
            PlayerRef::Other => self.word("other"),
            PlayerRef::Winner => self.word("winner"),
            PlayerRef::Loser => self.word("loser"),
            PlayerRef::Starter => self.word("starter"),
            PlayerRef::Second => self.word("second"),
            PlayerRef::Next => self.word("next"),
            PlayerRef::Owner => self.word("owner"),
            PlayerRef::Seat(seat) => self.seat(seat),
        }
    }

    pub(super) fn subject(&mut self, subject: Subject) {
        match subject {
            Subject::One(who) => self.who(who),
            Subject::Each => self.word("each"),
            Subject::Some => self.word("some"),
        }
    }

    fn units(&mut self, units: UnitRef) {
        let (which, of): (_, Unit) = match units {
            UnitRef::This(of) => ("this", of),
            UnitRef::First(of) => ("first", of),
            UnitRef::Last(of) => ("last", of),
        };
        self.word(which);
        self.word(unit(of));
    }

    pub(super) fn count(&mut self, count: &'m Count) {
        let mut two = |word: &str, a, b| {
            self.node(word, |f| {
                f.count(a);
                f.count(b);
            });
        };
        match count {
            Count::Add(a, b) => two("+", a, b),
            Count::Sub(a, b) => two("-", a, b),
            Count::Mul(a, b) => two("*", a, b),
            Count::Fixed(n) => self.number(*n),
            Count::Note(note, whose) => self.node("number-of", |f| {
                f.note(*note);
                f.optional(*whose, CanonicalWriter::who);
            }),
            Count::SeedsIn(places) => self.node("seeds-in", |f| f.places(places)),
            Count::WorthIn(places) => self.node("worth-in", |f| f.places(places)),
            Count::Fraction(up, down, of) => self.node("fraction", |f| {
                f.number(*up);
                f.number(*down);
                f.count(of);
            }),
            Count::Cases(cases) => self.node("cases", |f| {
                f.each(cases, |f, (when, n)| {
                    f.optional(when.as_ref(), CanonicalWriter::cond);
                    f.count(n);
                });
            }),
        }
    }

    fn amount(&mut self, amount: &'m Amount) {
        let mut one = |word: &str, n| self.node(word, |f| f.count(n));
        match amount {
            Amount::AtLeast(n) => one("at-least", n),
            Amount::AtMost(n) => one("at-most", n),
            Amount::Fewer(n) => one("fewer", n),
            Amount::More(n) => one("more", n),
            Amount::OneOf(numbers) => {
                self.node("one-of", |f| f.each(numbers, CanonicalWriter::count))
            }
            Amount::Even(within) => {
                self.node("even", |f| f.optional(within.as_ref(), CanonicalWriter::bounds))
            }
            Amount::Odd(within) => {
                self.node("odd", |f| f.optional(within.as_ref(), CanonicalWriter::bounds))
            }
            Amount::Between(from, to) => self.node("between", |f| {
                f.count(from);
                f.count(to);
            }),
        }
    }

    fn bounds(&mut self, (from, to): &'m (Count, Count)) {
        self.count(from);
        self.count(to);
    }

    pub(super) fn cond(&mut self, cond: &'m Cond) {
        match cond {
            Cond::Fixed(yes) => self.word(if *yes { "yes" } else { "no" }),
            Cond::And(all) => self.node("all", |f| f.each(all, CanonicalWriter::cond)),
            Cond::Or(any) => self.node("or", |f| f.each(any, CanonicalWriter::cond)),
            Cond::Not(cond) => self.node("not", |f| f.cond(cond)),
            Cond::FallsIn(phrase) => self.node("falls-in", |f| f.phrase(phrase)),
            Cond::Falls(kind) => self.node("falls", |f| f.seed_kind(*kind)),
            Cond::Makes(phrase) => self.node("makes", |f| f.phrase(phrase)),
            Cond::MakesAmount(amount) => self.node("makes-amount", |f| f.amount(amount)),
            Cond::SeedBefore(phrase) => self.node("seed-before", |f| f.phrase(phrase)),
            Cond::Is(phrase, test) => self.node("is", |f| {
                f.phrase(phrase);
                f.test(test);
            }),
            Cond::ThereAre(amount, phrase) => self.node("there-are", |f| {
                f.amount(amount);
                f.phrase(phrase);
            }),
            Cond::PlayerSeeds(subject, amount, places) => self.node("has-seeds", |f| {
                f.subject(*subject);
                f.amount(amount);
                f.optional(places.as_ref(), CanonicalWriter::places);
            }),
            Cond::PlayerKind(subject, kind, amount, places) => self.node("has-kind", |f| {
                f.subject(*subject);
                f.seed_kind(*kind);
                f.amount(amount);
                f.optional(places.as_ref(), CanonicalWriter::places);
            }),
            Cond::PlayerPlaces(subject, amount, phrase) => self.node("has-places", |f| {
                f.subject(*subject);
                f.amount(amount);
                f.phrase(phrase);
            }),
            Cond::SeedsLeft(amount) => self.node("seeds-left", |f| f.amount(amount)),
            Cond::KindLeft(kind, amount) => self.node("kind-left", |f| {
                f.seed_kind(*kind);
                f.amount(amount);
            }),
            Cond::Concedes(subject) => self.node("concedes", |f| f.subject(*subject)),
            Cond::Agreed => self.word("agreed"),
            Cond::NoMove(subject) => self.node("no-move", |f| f.subject(*subject)),
            Cond::HasMoved(subject) => self.node("has-moved", |f| f.subject(*subject)),
            Cond::PositionReturns(times) => self.node("returns", |f| f.number(*times)),
            Cond::Drawn => self.word("drawn"),
            Cond::PlayerMarked(subject, mark) => self.node("player-marked", |f| {
                f.subject(*subject);
                f.mark(*mark);
            }),
            Cond::PlayerIs(subject, who) => self.node("player-is", |f| {
                f.subject(*subject);
                f.who(*who);
            }),
            Cond::NoteIs(note, whose, values) => self.node("note-is", |f| {
                f.note(*note);
                f.optional(*whose, CanonicalWriter::who);
                f.each(values, |f, value| f.value(*value));
            }),
            Cond::CountIs(count, amount) => self.node("count-is", |f| {
                f.count(count);
                f.amount(amount);
            }),
            Cond::FirstUnit(u) => self.node("first", |f| f.word(unit(*u))),
            Cond::Fact(units, fact) => self.node("fact", |f| {
                f.units(*units);
                f.fact(fact);
            }),
            Cond::Laps { quantifier: many, of, not, fact } => self.node("laps", |f| {
                f.word(match many {
                    LapQuantifier::Every => "every",
                    LapQuantifier::Some => "some",
                    LapQuantifier::No => "none",
                });
                f.word(unit(*of));
                if *not {
                    f.word("not");
                }
                f.fact(fact);
            }),
        }
    }

    fn fact(&mut self, fact: &'m Fact) {
        match fact {
            Fact::Captured => self.word("captured"),
            Fact::SownIn(phrase) => self.node("sown-in", |f| f.phrase(phrase)),
            Fact::BeganFrom(phrase) => self.node("began-from", |f| f.phrase(phrase)),
            Fact::Goes(dir) => self.node("goes", |f| f.dir(dir)),
        }
    }

    pub(super) fn value(&mut self, value: NoteValue) {
        match value {
            NoteValue::Anticlockwise => self.word("anticlockwise"),
            NoteValue::Clockwise => self.word("clockwise"),
            NoteValue::Yes(yes) => self.word(if yes { "yes" } else { "no" }),
            NoteValue::Place(place) => self.node("place", |f| f.number(place.0)),
        }
    }

    pub(super) fn dir(&mut self, dir: &'m Dir) {
        match dir {
            Dir::Anticlockwise => self.word("anticlockwise"),
            Dir::Clockwise => self.word("clockwise"),
            Dir::Rightwards => self.word("rightwards"),
            Dir::Leftwards => self.word("leftwards"),
            Dir::OtherWay => self.word("other-way"),
            Dir::Ask => self.word("ask"),
            Dir::Towards(phrase) => self.node("towards", |f| f.phrase(phrase)),
            Dir::Note(note) => self.node("direction-of", |f| f.note(*note)),
        }
    }
}
