//! Conditions; constant folding of what depends on options only.

use super::builder::{Builder, PhraseContext};
use super::count::passes;
use super::geometry::Geometry;
use super::options::OptionValue;
use super::state::unit;
use super::symbols::{ExpectedKind, SymbolKind};
use super::topics::{Availability, Topic};
use crate::model::{
    Amount, Base, Cond, Count, Det, Fact, Filter, LapQuantifier, NoteKind, NoteValue, PlacePhrase,
    PlayerRef, StateTest, Subject, Unit,
};
use crate::span::Span;
use crate::syntax::ast::{self, CondTestKind, Name, SectionKind};

impl<'a> Builder<'a> {
    /// A condition.
    pub fn cond(&mut self, cond: &'a ast::AstCond, here: &mut PhraseContext) -> Option<Cond> {
        match cond {
            ast::AstCond::Or(parts) => self.all_conds(parts, here).map(or),
            ast::AstCond::And(parts) => self.all_conds(parts, here).map(and),
            ast::AstCond::Not(part) => self.cond(part, here).map(not),
            ast::AstCond::Test(test) => self.test(&test.test, test.span, here),
        }
    }

    /// Resolves every part even if one is invalid, so that all mistakes are found.
    fn all_conds(
        &mut self,
        parts: &'a [ast::AstCond],
        here: &mut PhraseContext,
    ) -> Option<Vec<Cond>> {
        let parts: Vec<Option<Cond>> = parts.iter().map(|part| self.cond(part, here)).collect();
        parts.into_iter().collect()
    }

    fn test(
        &mut self,
        test: &'a CondTestKind,
        span: Span,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        match test {
            CondTestKind::FallsIn(place, kind) => {
                self.require_fall(span, here)?;
                let kind = self.optional_kind(kind.as_ref());
                let falls = self.descriptor(place, here).map(Cond::FallsIn)?;
                Some(match kind? {
                    Some(kind) => and(vec![Cond::Falls(kind), falls]),
                    None => falls,
                })
            }
            CondTestKind::SeedBeforeFellIn(place) => {
                self.require_fall(span, here)?;
                self.descriptor(place, here).map(Cond::SeedBefore)
            }
            CondTestKind::Makes(place) => self.makes(place, span, here),
            CondTestKind::MakesAmount(amount) => {
                self.require_fall(span, here)?;
                self.amount(amount, here).map(Cond::MakesAmount)
            }
            CondTestKind::Place(place, state) => self.place_test(place, state, here),
            CondTestKind::ThereIs { how_many, place } => {
                let phrase = self.descriptor(place, here);
                let how_many = self.how_many(how_many.as_ref(), place, here);
                Some(Cond::ThereAre(how_many?, every_place(phrase?)))
            }
            CondTestKind::PlayerSeeds { who, amount, kind, places } => {
                let subject = self.subject(who, here);
                let amount = self.amount(amount, here);
                let kind = self.optional_kind(kind.as_ref());
                let mut inner = PhraseContext { actor_is_mover: false, ..*here };
                let places = match places {
                    Some(places) => self.descriptors(places, &mut inner).map(Some),
                    None => Some(None),
                };
                here.needs_binding |= inner.needs_binding;
                Some(match kind? {
                    Some(kind) => Cond::PlayerKind(subject?, kind, amount?, places?),
                    None => Cond::PlayerSeeds(subject?, amount?, places?),
                })
            }
            CondTestKind::PlayerPlaces { who, how_many, place } => {
                let subject = self.subject(who, here);
                if let Some(kind) = self.as_seed_kind(place) {
                    return self.player_kind(subject?, kind, how_many.as_ref(), here);
                }
                let mut inner = PhraseContext { actor_is_mover: false, ..*here };
                let phrase = self.owned_descriptor(place, &mut inner);
                here.needs_binding |= inner.needs_binding;
                let how_many = self.how_many(how_many.as_ref(), place, here);
                Some(Cond::PlayerPlaces(subject?, how_many?, every_place(phrase?)))
            }
            CondTestKind::SeedsLeft(amount, kind) => {
                let (amount, kind) = (self.amount(amount, here), self.optional_kind(kind.as_ref()));
                let amount = amount?;
                Some(match kind? {
                    Some(kind) => Cond::KindLeft(kind, amount),
                    None => Cond::SeedsLeft(amount),
                })
            }
            CondTestKind::Concedes(who) => {
                let subject = self.subject(who, here);
                self.require_offers(span, here)?;
                subject.map(Cond::Concedes)
            }
            CondTestKind::Agreed => self.require_offers(span, here).map(|()| Cond::Agreed),
            CondTestKind::NoMove(who) => {
                let subject = self.subject(who, here);
                self.require_move_availability(span, here)?;
                subject.map(Cond::NoMove)
            }
            CondTestKind::HasMoved { who, not } => {
                let subject = self.subject(who, here)?;
                Some(negate_if(*not, Cond::HasMoved(subject)))
            }
            CondTestKind::PositionReturns { times } => {
                self.require_position_comparison(span, here).map(|()| Cond::PositionReturns(*times))
            }
            CondTestKind::NeverEnds => {
                self.require_never_ends(span, here).map(|()| Cond::Fixed(true))
            }
            CondTestKind::Drawn => self.require_game_result(span, here).map(|()| Cond::Drawn),
            CondTestKind::PlayerIs { who, not, name } => self.player_is(who, *not, name, here),
            CondTestKind::NameIs { name, not, test: is } => self.name_is(name, *not, is, here),
            CondTestKind::CountIs { count, not, amount } => {
                let (count, amount) = (self.count(count, here), self.amount(amount, here));
                Some(negate_if(*not, count_is(count?, amount?)))
            }
            CondTestKind::Name(name) => self.named_cond(name, here),
            CondTestKind::ThisIsFirst(of) => Some(Cond::FirstUnit(unit(*of))),
            CondTestKind::Fact { of, fact } => {
                let fact = self.fact(fact, here);
                if let Some((many, of)) = lap_quantifier(*of) {
                    let (not, fact) = fact?;
                    self.uses_lap_quantifiers = true;
                    return self.lap_condition(many, of, not, fact, span);
                }
                let of = self.units(*of, span);
                let (not, fact) = fact?;
                Some(negate_if(not, Cond::Fact(of?, fact)))
            }
        }
    }

    /// Reports a test on an offer where none can be made.
    fn require_offers(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if here.topics.get(Topic::Offers) == Availability::Yes {
            return Some(());
        }
        self.report_not_here(
            here,
            span,
            "nobody can concede or agree",
            "write it in *end*; it is offered to the player to move",
        );
        None
    }

    /// Reports a test for a repeated position in a section where no move is over.
    fn require_position_comparison(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::PositionComparison) {
            return Some(());
        }
        self.report_not_here(
            here,
            span,
            "positions are not compared",
            "write it in *end*, which is read when a move is over",
        );
        None
    }

    /// Reports a test for an endless sowing outside the cases that are about one.
    fn require_never_ends(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if here.never_ends {
            return Some(());
        }
        let (what, help) = if here.section == SectionKind::LastSeed {
            (
                "`the sowing never ends` cannot be combined like this",
                "write it before the arrow of a case that is not below another line, alone or \
                 joined to other conditions by `and`; all other cases are about sowings that end",
            )
        } else {
            (
                "it is not known whether the sowing ends",
                "write it in *last seed*, before the arrow of a case",
            )
        };
        self.report_not_here(here, span, what, help);
        None
    }

    /// Reports a test on the result of a game in a section where none is over.
    fn require_game_result(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::GameResult) {
            return Some(());
        }
        self.report_not_here(here, span, "no game is over", "write it in *match*");
        None
    }

    /// Reports a test on who has a move in a section where the answer would depend on itself.
    fn require_move_availability(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::MoveAvailability) {
            return Some(());
        }
        let text = self.text(span);
        self.report_not_here(
            here,
            span,
            &format!("`{text}` would depend on its own answer"),
            "write it in *allowed*, *after move* or *end*; *turn* defines what a player with no move does",
        );
        None
    }

    /// A fact of several laps; `not` applies to each of them.
    fn lap_condition(
        &mut self,
        many: LapQuantifier,
        of: ast::AstUnit,
        not: bool,
        fact: Fact,
        span: Span,
    ) -> Option<Cond> {
        let of = match of {
            ast::AstUnit::Move => Unit::Move,
            ast::AstUnit::Turn => Unit::Turn,
            ast::AstUnit::Lap | ast::AstUnit::Game | ast::AstUnit::Match => {
                self.report_not_yet(
                    span,
                    "a test on the laps of a unit other than a move or a turn",
                );
                return None;
            }
        };
        self.uses_turn_facts |= of == Unit::Turn;
        Some(Cond::Laps { quantifier: many, of, not, fact })
    }

    /// Reports a test on a falling seed where none falls.
    fn require_fall(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::Fall) {
            return Some(());
        }
        let text = self.text(span);
        self.report_not_here(
            here,
            span,
            &format!("`{text}` needs a falling seed, and there is none"),
            "test the present position, with `is`, `holds` or `has`",
        );
        None
    }

    /// `makes PLACE`; `makes NAME` may also test a number.
    fn makes(
        &mut self,
        place: &'a ast::AstPlace,
        span: Span,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        self.require_fall(span, here)?;
        if let (ast::Noun::Name(name), None, []) = (&place.noun, &place.det, place.adjs.as_slice())
        {
            let symbol = self.symbol(&name.text).map(|entry| entry.kind.clone());
            let number = matches!(
                symbol,
                Some(
                    SymbolKind::Option(OptionValue::Number(_), _)
                        | SymbolKind::Note(_, NoteKind::Number, _)
                        | SymbolKind::Count(_)
                        | SymbolKind::CountCases(_)
                )
            );
            if number {
                let count = self.named_count(name, here)?;
                return Some(Cond::MakesAmount(Amount::OneOf(vec![count])));
            }
        }
        self.descriptor(place, here).map(Cond::Makes)
    }

    /// The amount of a place phrase: as given; else none after `no`; else one or more.
    fn how_many(
        &mut self,
        amount: Option<&'a ast::AstAmount>,
        place: &ast::AstPlace,
        here: &mut PhraseContext,
    ) -> Option<Amount> {
        match (amount, &place.det) {
            (Some(amount), _) => self.amount(amount, here),
            (None, Some(ast::AstDet::No(_))) => Some(Amount::OneOf(vec![Count::Fixed(0)])),
            (None, _) => Some(Amount::AtLeast(Count::Fixed(1))),
        }
    }

    fn place_test(
        &mut self,
        place: &'a ast::AstPlace,
        test: &'a ast::AstStateTest,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        if let Some(cond) = self.named_value_test(place, test, here) {
            return cond;
        }
        let phrase = self.descriptor(place, here)?;
        let test = self.state_test(test, &phrase, here)?;
        let how_many = match &place.det {
            Some(ast::AstDet::No(_)) => Amount::OneOf(vec![Count::Fixed(0)]),
            Some(ast::AstDet::A(_) | ast::AstDet::Any(..)) => Amount::AtLeast(Count::Fixed(1)),
            Some(ast::AstDet::Every(_) | ast::AstDet::The(_)) | None => {
                return Some(Cond::Is(phrase, test));
            }
        };
        Some(Cond::ThereAre(how_many, filtered_by(phrase, test)))
    }

    fn player_is(
        &mut self,
        who: &'a ast::AstPlayerRef,
        not: bool,
        name: &'a Name,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        let subject = self.subject(who, here);
        let role = match name.text.as_str() {
            "winner" => Some(PlayerRef::Winner),
            "loser" => Some(PlayerRef::Loser),
            "starter" => Some(PlayerRef::Starter),
            "second" | "second player" => Some(PlayerRef::Second),
            "next" | "next player" => Some(PlayerRef::Next),
            "opponent" => {
                self.require_two_players(name.span)?;
                Some(PlayerRef::Opponent)
            }
            _ => None,
        };
        if let Some(role) = role {
            return Some(negate_if(not, Cond::PlayerIs(subject?, role)));
        }
        let is = match self.look_up(name, ExpectedKind::Role)? {
            SymbolKind::Mark(id, _) => Cond::PlayerMarked(subject?, id),
            SymbolKind::Player(seat) => Cond::PlayerIs(subject?, PlayerRef::Seat(seat)),
            _ => {
                self.report_wrong_kind(name, ExpectedKind::Role);
                return None;
            }
        };
        Some(negate_if(not, is))
    }

    fn named_cond(&mut self, name: &'a Name, here: &mut PhraseContext) -> Option<Cond> {
        match self.look_up(name, ExpectedKind::Cond)? {
            SymbolKind::Cond(cond) => {
                self.begin_word(name)?;
                let cond = self.cond(cond, here);
                self.end_word();
                cond
            }
            SymbolKind::Note(id, NoteKind::Yes, each) => {
                let whose = each.then_some(PlayerRef::Actor);
                Some(Cond::NoteIs(id, whose, vec![NoteValue::Yes(true)]))
            }
            SymbolKind::Option(OptionValue::Word(value), _) if value == "yes" || value == "no" => {
                Some(Cond::Fixed(value == "yes"))
            }
            _ => {
                self.report_wrong_kind(name, ExpectedKind::Cond);
                None
            }
        }
    }

    fn fact(&mut self, fact: &'a ast::AstFact, here: &mut PhraseContext) -> Option<(bool, Fact)> {
        Some(match fact {
            ast::AstFact::Captured { not } => (*not, Fact::Captured),
            ast::AstFact::SownIn { not, place } => {
                (*not, Fact::SownIn(self.descriptor(place, here)?))
            }
            ast::AstFact::BeganFrom { not, place } => {
                (*not, Fact::BeganFrom(self.descriptor(place, here)?))
            }
            ast::AstFact::Is { not, dir } => (*not, Fact::Goes(self.dir(dir, here)?)),
        })
    }
}

/// The quantifier over laps, and the unit that they are laps of.
fn lap_quantifier(units: ast::AstUnitRef) -> Option<(LapQuantifier, ast::AstUnit)> {
    match units {
        ast::AstUnitRef::EveryLapOf(of) => Some((LapQuantifier::Every, of)),
        ast::AstUnitRef::SomeLapOf(of) => Some((LapQuantifier::Some, of)),
        ast::AstUnitRef::NoLapOf(of) => Some((LapQuantifier::No, of)),
        ast::AstUnitRef::This(_) | ast::AstUnitRef::First(_) | ast::AstUnitRef::Last(_) => None,
    }
}

/// A phrase for one place.
pub(super) fn single_place(base: Base, span: Span) -> PlacePhrase {
    PlacePhrase { det: Det::One, base, filters: Vec::new(), pick: None, span }
}

fn every_place(phrase: PlacePhrase) -> PlacePhrase {
    PlacePhrase { det: Det::Every, ..phrase }
}

/// The places of a phrase that pass a test.
fn filtered_by(phrase: PlacePhrase, test: StateTest) -> PlacePhrase {
    let mut phrase = every_place(phrase);
    if phrase.pick.is_some() || matches!(phrase.base, Base::Along { .. } | Base::Run { .. }) {
        let span = phrase.span;
        let places = crate::model::Places { parts: vec![phrase] };
        phrase = every_place(single_place(Base::Union(Box::new(places)), span));
    }
    if test.not {
        let candidate = single_place(Base::Candidate, phrase.span);
        phrase.filters.push(Filter::Whose(Box::new(candidate), test));
    } else {
        phrase.filters.extend(test.filters);
    }
    phrase
}

/// The condition that a number passes a test, folded if both are constant.
pub(super) fn count_is(count: Count, amount: Amount) -> Cond {
    if let Count::Fixed(number) = count
        && let Some(passes) = passes(number, &amount)
    {
        return Cond::Fixed(passes);
    }
    Cond::CountIs(count, amount)
}

pub(super) fn negate_if(negated: bool, cond: Cond) -> Cond {
    if negated { not(cond) } else { cond }
}

fn not(cond: Cond) -> Cond {
    match cond {
        Cond::Fixed(decided) => Cond::Fixed(!decided),
        cond => Cond::Not(Box::new(cond)),
    }
}

/// The conjunction; constant parts are folded.
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

/// A condition with `that player` bound to a fixed player.
pub(super) fn with_bound_player(who: PlayerRef, cond: Option<Cond>) -> Option<Cond> {
    let found = Cond::PlayerIs(Subject::Some, who);
    Some(and(std::iter::once(found).chain(cond).collect()))
}

impl PhraseContext {
    /// Whether `it` is available here; in a word it may be.
    pub fn may_use_it(&self) -> bool {
        self.topics.get(Topic::It) != Availability::No
    }
}

impl Geometry {
    /// Whether somebody owns a hole.
    pub fn is_owned(&self) -> bool {
        self.holes().any(|(_, _, owner)| owner.is_some())
    }
}
