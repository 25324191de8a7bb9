//! Conditions; what options decide is decided here.

use super::builder::{Builder, Here};
use super::count::passes;
use super::geometry::Geometry;
use super::names::{Sense, Wanted};
use super::occasion::{Has, Topic};
use super::options::Chosen;
use super::state::unit;
use crate::model::{
    Amount, Base, Cond, Count, Det, Fact, Filter, Laps, NoteKind, NoteValue, PlacePhrase,
    StateTest, Subject, Unit, Who,
};
use crate::span::Span;
use crate::syntax::ast::{self, Name, TestKind};

impl<'a> Builder<'a> {
    /// A condition.
    pub fn cond(&mut self, cond: &'a ast::Cond, here: &mut Here) -> Option<Cond> {
        match cond {
            ast::Cond::Or(parts) => self.all_conds(parts, here).map(or),
            ast::Cond::And(parts) => self.all_conds(parts, here).map(and),
            ast::Cond::Not(part) => self.cond(part, here).map(not),
            ast::Cond::Test(test) => self.test(&test.test, test.span, here),
        }
    }

    /// Every part, so that all mistakes are found.
    fn all_conds(&mut self, parts: &'a [ast::Cond], here: &mut Here) -> Option<Vec<Cond>> {
        let parts: Vec<Option<Cond>> = parts.iter().map(|part| self.cond(part, here)).collect();
        parts.into_iter().collect()
    }

    fn test(&mut self, test: &'a TestKind, span: Span, here: &mut Here) -> Option<Cond> {
        match test {
            TestKind::FallsIn(place, kind) => {
                self.fall(span, here)?;
                let kind = self.perhaps_kind(kind.as_ref());
                let falls = self.described(place, here).map(Cond::FallsIn)?;
                Some(match kind? {
                    Some(kind) => and(vec![Cond::Falls(kind), falls]),
                    None => falls,
                })
            }
            TestKind::SeedBeforeFellIn(place) => {
                self.fall(span, here)?;
                self.described(place, here).map(Cond::SeedBefore)
            }
            TestKind::Makes(place) => self.makes(place, span, here),
            TestKind::MakesAmount(amount) => {
                self.fall(span, here)?;
                self.amount(amount, here).map(Cond::MakesAmount)
            }
            TestKind::Place(place, state) => self.place_is(place, state, here),
            TestKind::ThereIs { how_many, place } => {
                let phrase = self.described(place, here);
                let how_many = self.how_many(how_many.as_ref(), place, here);
                Some(Cond::ThereAre(how_many?, every(phrase?)))
            }
            TestKind::PlayerSeeds { who, amount, kind, places } => {
                let subject = self.subject(who, here);
                let amount = self.amount(amount, here);
                let kind = self.perhaps_kind(kind.as_ref());
                let mut inner = Here { mover: false, ..*here };
                let places = match places {
                    Some(places) => self.described_places(places, &mut inner).map(Some),
                    None => Some(None),
                };
                here.bind |= inner.bind;
                Some(match kind? {
                    Some(kind) => Cond::PlayerKind(subject?, kind, amount?, places?),
                    None => Cond::PlayerSeeds(subject?, amount?, places?),
                })
            }
            TestKind::PlayerPlaces { who, how_many, place } => {
                let subject = self.subject(who, here);
                if let Some(kind) = self.only_a_kind(place) {
                    return self.player_kind(subject?, kind, how_many.as_ref(), here);
                }
                let mut inner = Here { mover: false, ..*here };
                let phrase = self.owned(place, &mut inner);
                here.bind |= inner.bind;
                let how_many = self.how_many(how_many.as_ref(), place, here);
                Some(Cond::PlayerPlaces(subject?, how_many?, every(phrase?)))
            }
            TestKind::SeedsLeft(amount, kind) => {
                let (amount, kind) = (self.amount(amount, here), self.perhaps_kind(kind.as_ref()));
                let amount = amount?;
                Some(match kind? {
                    Some(kind) => Cond::KindLeft(kind, amount),
                    None => Cond::SeedsLeft(amount),
                })
            }
            TestKind::Concedes(who) => {
                let subject = self.subject(who, here);
                self.offered(span, here)?;
                subject.map(Cond::Concedes)
            }
            TestKind::Agreed => self.offered(span, here).map(|()| Cond::Agreed),
            TestKind::NoMove(who) => {
                let subject = self.subject(who, here);
                self.judges(span, here)?;
                subject.map(Cond::NoMove)
            }
            TestKind::HasMoved { who, not } => {
                let subject = self.subject(who, here)?;
                Some(turned(*not, Cond::HasMoved(subject)))
            }
            TestKind::PositionReturns { times } => {
                self.returns(span, here).map(|()| Cond::PositionReturns(*times))
            }
            TestKind::Drawn => self.drawn(span, here).map(|()| Cond::Drawn),
            TestKind::PlayerIs { who, not, name } => self.player_is(who, *not, name, here),
            TestKind::NameIs { name, not, is } => self.name_is(name, *not, is, here),
            TestKind::CountIs { count, not, amount } => {
                let (count, amount) = (self.count(count, here), self.amount(amount, here));
                Some(turned(*not, count_is(count?, amount?)))
            }
            TestKind::Name(name) => self.named_cond(name, here),
            TestKind::ThisIsFirst(of) => Some(Cond::FirstUnit(unit(*of))),
            TestKind::Fact { of, fact } => {
                let fact = self.fact(fact, here);
                if let Some((many, of)) = laps(*of) {
                    let (not, fact) = fact?;
                    self.asks_of_laps = true;
                    return self.of_laps(many, of, not, fact, span);
                }
                let of = self.units(*of, span);
                let (not, fact) = fact?;
                Some(turned(not, Cond::Fact(of?, fact)))
            }
        }
    }

    /// Refuses to speak of an offer where none can be made.
    fn offered(&mut self, span: Span, here: &Here) -> Option<()> {
        if here.topics.get(Topic::Offers) == Has::Yes {
            return Some(());
        }
        self.not_here(
            here,
            span,
            "nobody concedes and nothing is agreed on",
            "say it in *end*; it is offered to the player about to move",
        );
        None
    }

    /// Refuses to ask whether a position returns before a move is over.
    fn returns(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Returns) {
            return Some(());
        }
        self.not_here(
            here,
            span,
            "positions are not compared",
            "say it in *end*, which is read when a move is over",
        );
        None
    }

    /// Refuses to ask for the result of a game where none is over.
    fn drawn(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Drawn) {
            return Some(());
        }
        self.not_here(here, span, "no game is over", "say it in *match*");
        None
    }

    /// Refuses to ask who has a move where the answer would depend on what is asked.
    fn judges(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Judges) {
            return Some(());
        }
        let text = self.text(span);
        self.not_here(
            here,
            span,
            &format!("`{text}` would depend on its own answer"),
            "ask it in *allowed*, *after move* or *end*; what a player with no move does is said in *turn*",
        );
        None
    }

    /// A fact of several laps; `not` is said of each of them.
    fn of_laps(
        &mut self,
        many: Laps,
        of: ast::Unit,
        not: bool,
        fact: Fact,
        span: Span,
    ) -> Option<Cond> {
        let of = match of {
            ast::Unit::Move => Unit::Move,
            ast::Unit::Turn => Unit::Turn,
            ast::Unit::Lap | ast::Unit::Game | ast::Unit::Match => {
                self.not_yet(span, "asking about the laps of anything but a move or a turn");
                return None;
            }
        };
        self.asks_of_turns |= of == Unit::Turn;
        Some(Cond::Laps { many, of, not, fact })
    }

    /// Refuses to speak of a falling seed where none falls.
    fn fall(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Fall) {
            return Some(());
        }
        let text = self.text(span);
        self.not_here(
            here,
            span,
            &format!("`{text}` speaks of a falling seed, and none falls"),
            "say what holds now, with `is`, `holds` or `has`",
        );
        None
    }

    /// `makes PLACE`; `makes NAME` may also speak of a number.
    fn makes(&mut self, place: &'a ast::Place, span: Span, here: &mut Here) -> Option<Cond> {
        self.fall(span, here)?;
        if let (ast::Noun::Name(name), None, []) = (&place.noun, &place.det, place.adjs.as_slice())
        {
            let sense = self.entry(&name.text).map(|entry| entry.sense.clone());
            let number = matches!(
                sense,
                Some(
                    Sense::Option(Chosen::Number(_), _)
                        | Sense::Note(_, NoteKind::Number, _)
                        | Sense::Count(_)
                        | Sense::CountCases(_)
                )
            );
            if number {
                let count = self.named_count(name, here)?;
                return Some(Cond::MakesAmount(Amount::OneOf(vec![count])));
            }
        }
        self.described(place, here).map(Cond::Makes)
    }

    /// How many of some places are meant: what is said, else none after `no`, else one or more.
    fn how_many(
        &mut self,
        amount: Option<&'a ast::Amount>,
        place: &ast::Place,
        here: &mut Here,
    ) -> Option<Amount> {
        match (amount, &place.det) {
            (Some(amount), _) => self.amount(amount, here),
            (None, Some(ast::Det::No(_))) => Some(Amount::OneOf(vec![Count::Fixed(0)])),
            (None, _) => Some(Amount::AtLeast(Count::Fixed(1))),
        }
    }

    fn place_is(
        &mut self,
        place: &'a ast::Place,
        test: &'a ast::StateTest,
        here: &mut Here,
    ) -> Option<Cond> {
        if let Some(cond) = self.name_in_place_of_a_place(place, test, here) {
            return cond;
        }
        let phrase = self.described(place, here)?;
        let test = self.state_test(test, &phrase, here)?;
        let how_many = match &place.det {
            Some(ast::Det::No(_)) => Amount::OneOf(vec![Count::Fixed(0)]),
            Some(ast::Det::A(_) | ast::Det::Any(..)) => Amount::AtLeast(Count::Fixed(1)),
            Some(ast::Det::Every(_) | ast::Det::The(_)) | None => {
                return Some(Cond::Is(phrase, test));
            }
        };
        Some(Cond::ThereAre(how_many, passing(phrase, test)))
    }

    fn player_is(
        &mut self,
        who: &'a ast::Who,
        not: bool,
        name: &'a Name,
        here: &mut Here,
    ) -> Option<Cond> {
        let subject = self.subject(who, here);
        let role = match name.text.as_str() {
            "winner" => Some(Who::Winner),
            "loser" => Some(Who::Loser),
            "starter" => Some(Who::Starter),
            "second" | "second player" => Some(Who::Second),
            "next" | "next player" => Some(Who::Next),
            "opponent" => {
                self.two_players(name.span)?;
                Some(Who::Opponent)
            }
            _ => None,
        };
        if let Some(role) = role {
            return Some(turned(not, Cond::PlayerIs(subject?, role)));
        }
        let is = match self.look_up(name, Wanted::Role)? {
            Sense::Mark(id, _) => Cond::PlayerMarked(subject?, id),
            Sense::Player(seat) => Cond::PlayerIs(subject?, Who::Seat(seat)),
            _ => {
                self.wrong_kind(name, Wanted::Role);
                return None;
            }
        };
        Some(turned(not, is))
    }

    fn named_cond(&mut self, name: &'a Name, here: &mut Here) -> Option<Cond> {
        match self.look_up(name, Wanted::Cond)? {
            Sense::Cond(cond) => {
                self.enter(name)?;
                let cond = self.cond(cond, here);
                self.leave();
                cond
            }
            Sense::Note(id, NoteKind::Yes, each) => {
                let whose = each.then_some(Who::Actor);
                Some(Cond::NoteIs(id, whose, vec![NoteValue::Yes(true)]))
            }
            Sense::Option(Chosen::Word(value), _) if value == "yes" || value == "no" => {
                Some(Cond::Fixed(value == "yes"))
            }
            _ => {
                self.wrong_kind(name, Wanted::Cond);
                None
            }
        }
    }

    fn fact(&mut self, fact: &'a ast::Fact, here: &mut Here) -> Option<(bool, Fact)> {
        Some(match fact {
            ast::Fact::Captured { not } => (*not, Fact::Captured),
            ast::Fact::SownIn { not, place } => (*not, Fact::SownIn(self.described(place, here)?)),
            ast::Fact::BeganFrom { not, place } => {
                (*not, Fact::BeganFrom(self.described(place, here)?))
            }
            ast::Fact::Is { not, dir } => (*not, Fact::Goes(self.dir(dir, here)?)),
        })
    }
}

/// Of how many laps a fact is told, and of what they are laps.
fn laps(units: ast::Units) -> Option<(Laps, ast::Unit)> {
    match units {
        ast::Units::EveryLapOf(of) => Some((Laps::Every, of)),
        ast::Units::SomeLapOf(of) => Some((Laps::Some, of)),
        ast::Units::NoLapOf(of) => Some((Laps::No, of)),
        ast::Units::This(_) | ast::Units::First(_) | ast::Units::Last(_) => None,
    }
}

/// A phrase for one place.
pub(super) fn a_place(base: Base, span: Span) -> PlacePhrase {
    PlacePhrase { det: Det::One, base, filters: Vec::new(), pick: None, span }
}

fn every(phrase: PlacePhrase) -> PlacePhrase {
    PlacePhrase { det: Det::Every, ..phrase }
}

/// Those of a phrase's places that pass a test.
fn passing(phrase: PlacePhrase, test: StateTest) -> PlacePhrase {
    let mut phrase = every(phrase);
    if phrase.pick.is_some() || matches!(phrase.base, Base::Along { .. } | Base::Run { .. }) {
        let span = phrase.span;
        let places = crate::model::Places { parts: vec![phrase] };
        phrase = every(a_place(Base::Union(Box::new(places)), span));
    }
    if test.not {
        let candidate = a_place(Base::Candidate, phrase.span);
        phrase.filters.push(Filter::Whose(Box::new(candidate), test));
    } else {
        phrase.filters.extend(test.filters);
    }
    phrase
}

/// A number passes a test.
pub(super) fn count_is(count: Count, amount: Amount) -> Cond {
    if let Count::Fixed(number) = count
        && let Some(passes) = passes(number, &amount)
    {
        return Cond::Fixed(passes);
    }
    Cond::CountIs(count, amount)
}

pub(super) fn turned(not_it: bool, cond: Cond) -> Cond {
    if not_it { not(cond) } else { cond }
}

fn not(cond: Cond) -> Cond {
    match cond {
        Cond::Fixed(decided) => Cond::Fixed(!decided),
        cond => Cond::Not(Box::new(cond)),
    }
}

/// All of them; decided parts are left out.
pub(super) fn and(parts: Vec<Cond>) -> Cond {
    join(parts, true, Cond::And)
}

pub(super) fn or(parts: Vec<Cond>) -> Cond {
    join(parts, false, Cond::Or)
}

fn join(parts: Vec<Cond>, neutral: bool, join: fn(Vec<Cond>) -> Cond) -> Cond {
    let mut kept = Vec::new();
    for part in parts {
        match part {
            Cond::Fixed(decided) if decided == neutral => {}
            Cond::Fixed(decided) => return Cond::Fixed(decided),
            part => kept.push(part),
        }
    }
    match kept.len() {
        0 => Cond::Fixed(neutral),
        1 => kept.pop().unwrap_or(Cond::Fixed(neutral)),
        _ => join(kept),
    }
}

/// A condition behind which `that player` is a certain player.
pub(super) fn bound(who: Who, cond: Option<Cond>) -> Option<Cond> {
    let found = Cond::PlayerIs(Subject::Some, who);
    Some(and(std::iter::once(found).chain(cond).collect()))
}

impl Here {
    /// `it` has a meaning, in a word perhaps.
    pub fn may_have_it(&self) -> bool {
        self.topics.get(Topic::It) != Has::No
    }
}

impl Geometry {
    /// Whether somebody owns a hole.
    pub fn is_owned(&self) -> bool {
        self.holes().any(|(_, _, owner)| owner.is_some())
    }
}
