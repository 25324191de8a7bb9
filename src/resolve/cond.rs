//! Conditions; what options decide is decided here.

use super::builder::{Builder, Has, Here};
use super::count::passes;
use super::geometry::Geometry;
use super::names::{Sense, Wanted};
use super::options::Chosen;
use super::report::nearest;
use super::state::unit;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Amount, Base, Cond, Count, Det, Dir, Fact, Filter, NoteKind, NoteValue, PlacePhrase, StateTest,
    Subject, Who,
};
use crate::span::Span;
use crate::syntax::ast::{self, Name, NameTest, TestKind, Value};

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
            TestKind::FallsIn(place) => {
                self.fall(span, here)?;
                self.described(place, here).map(Cond::FallsIn)
            }
            TestKind::SeedBeforeFellIn(place) => {
                self.described(place, here);
                self.not_yet(span, "asking where the seed before fell");
                None
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
            TestKind::PlayerSeeds { who, amount, places } => {
                let subject = self.subject(who, here);
                let amount = self.amount(amount, here);
                let mut inner = Here { mover: false, ..*here };
                let places = match places {
                    Some(places) => self.described_places(places, &mut inner).map(Some),
                    None => Some(None),
                };
                here.bind |= inner.bind;
                Some(Cond::PlayerSeeds(subject?, amount?, places?))
            }
            TestKind::PlayerPlaces { who, how_many, place } => {
                let subject = self.subject(who, here);
                let mut inner = Here { mover: false, ..*here };
                let phrase = self.owned(place, &mut inner);
                here.bind |= inner.bind;
                let how_many = self.how_many(how_many.as_ref(), place, here);
                Some(Cond::PlayerPlaces(subject?, how_many?, every(phrase?)))
            }
            TestKind::SeedsLeft(amount) => self.amount(amount, here).map(Cond::SeedsLeft),
            TestKind::NoMove(who) => self.subject(who, here).map(Cond::NoMove),
            TestKind::HasMoved { who, not } => {
                let subject = self.subject(who, here)?;
                Some(turned(*not, Cond::HasMoved(subject)))
            }
            TestKind::PositionReturns { times } => Some(Cond::PositionReturns(*times)),
            TestKind::Drawn => Some(Cond::Drawn),
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
                let of = self.units(*of, span);
                let (not, fact) = fact?;
                Some(turned(not, Cond::Fact(of?, fact)))
            }
        }
    }

    /// Refuses to speak of a falling seed where none falls.
    fn fall(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here.fall, |needs| needs.fall = true) {
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

    /// `custom is whole-board` reads like a place; `None` if it is one.
    fn name_in_place_of_a_place(
        &mut self,
        place: &'a ast::Place,
        test: &'a ast::StateTest,
        here: &mut Here,
    ) -> Option<Option<Cond>> {
        let ast::Noun::Name(name) = &place.noun else { return None };
        if !place.adjs.is_empty() || !place.posts.is_empty() {
            return None;
        }
        let sense = self.entry(&name.text)?.sense.clone();
        let tested = matches!(
            sense,
            Sense::Option(..)
                | Sense::Count(_)
                | Sense::CountCases(_)
                | Sense::Note(_, NoteKind::Number | NoteKind::Direction | NoteKind::Yes, _)
        );
        if !tested {
            return None;
        }
        if let ast::StateTest::Is { not, state: ast::State::Place(value) } = test
            && let ast::Noun::Name(value) = &value.noun
        {
            let is = self.is_value(name, &sense, value, here);
            return Some(is.map(|is| turned(*not, is)));
        }
        self.wrong_kind(name, Wanted::Noun);
        Some(None)
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
        let is = match self.look_up(name, Wanted::Mark)? {
            Sense::Mark(id, _) => Cond::PlayerMarked(subject?, id),
            Sense::Player(seat) => Cond::PlayerIs(subject?, Who::Seat(seat)),
            _ => {
                self.wrong_kind(name, Wanted::Mark);
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

    fn name_is(
        &mut self,
        name: &'a Name,
        not: bool,
        is: &'a NameTest,
        here: &mut Here,
    ) -> Option<Cond> {
        let sense = self.look_up(name, Wanted::Tested)?;
        let is = match is {
            NameTest::Amount(amount) => {
                let (count, amount) = (self.named_count(name, here), self.amount(amount, here));
                count_is(count?, amount?)
            }
            NameTest::Dir(dir) => self.note_goes(name, &sense, dir, here)?,
            NameTest::Values(values) => {
                let each: Vec<Option<Cond>> = values
                    .iter()
                    .map(|value| match value {
                        Value::Number(number, _) => {
                            let count = self.named_count(name, here)?;
                            let number = Count::Fixed(i64::try_from(*number).unwrap_or(i64::MAX));
                            Some(count_is(count, Amount::OneOf(vec![number])))
                        }
                        Value::Word(word) => self.is_value(name, &sense, word, here),
                    })
                    .collect();
                or(each.into_iter().collect::<Option<Vec<Cond>>>()?)
            }
        };
        Some(turned(not, is))
    }

    /// `NAME is WORD`.
    fn is_value(
        &mut self,
        name: &'a Name,
        sense: &Sense<'a>,
        word: &'a Name,
        here: &mut Here,
    ) -> Option<Cond> {
        match sense {
            Sense::Option(chosen, values) if values.contains(&word.text) => {
                Some(Cond::Fixed(*chosen == Chosen::Word(word.text.clone())))
            }
            Sense::Option(Chosen::Number(number), values) if values.is_empty() => {
                let other = self.named_count(word, here)?;
                Some(count_is(Count::Fixed(*number), Amount::OneOf(vec![other])))
            }
            Sense::Option(_, values) => {
                let finding = Diagnostic::error(
                    "option-not-a-value",
                    word.span,
                    format!("`{}` is not a value of `{}`", word.text, name.text),
                );
                let finding = match self.entry(&name.text) {
                    Some(entry) => finding.label(entry.span, "its values are declared here"),
                    None => finding,
                };
                self.report.add(match nearest(&word.text, values.iter().map(String::as_str)) {
                    Some(near) => finding.help(format!("say `{near}`")).fix(word.span, near),
                    None => {
                        let values: Vec<String> =
                            values.iter().map(|value| format!("`{value}`")).collect();
                        finding.help(format!("say {}", values.join(" or ")))
                    }
                });
                None
            }
            Sense::Note(id, NoteKind::Yes, each) if word.text == "yes" || word.text == "no" => {
                let value = NoteValue::Yes(word.text == "yes");
                Some(Cond::NoteIs(*id, each.then_some(Who::Actor), vec![value]))
            }
            Sense::Note(_, NoteKind::Number, _) | Sense::Count(_) | Sense::CountCases(_) => {
                let (count, other) = (self.named_count(name, here), self.named_count(word, here));
                Some(count_is(count?, Amount::OneOf(vec![other?])))
            }
            Sense::Note(id, NoteKind::Direction, each) => {
                let value = match word.text.as_str() {
                    "anticlockwise" => NoteValue::Anticlockwise,
                    "clockwise" => NoteValue::Clockwise,
                    _ => {
                        self.unknown(word, Wanted::Direction);
                        return None;
                    }
                };
                Some(Cond::NoteIs(*id, each.then_some(Who::Actor), vec![value]))
            }
            Sense::Note(id, NoteKind::Place, each) => {
                let whose = each.then_some(Who::Actor);
                let phrase = a_place(Base::Note(*id, whose), name.span);
                self.place_is_word(phrase, word, here)
            }
            Sense::Shared(id) => {
                let phrase = PlacePhrase::fixed(*id, name.span);
                self.place_is_word(phrase, word, here)
            }
            Sense::Mark(..)
            | Sense::Row(_)
            | Sense::Player(_)
            | Sense::Kind(_)
            | Sense::Places(_)
            | Sense::Cond(_)
            | Sense::Actions(_)
            | Sense::Note(..) => {
                self.wrong_kind(name, Wanted::Tested);
                None
            }
        }
    }

    /// `host is empty`, `host is a casa` without its article.
    fn place_is_word(&mut self, phrase: PlacePhrase, word: &'a Name, here: &Here) -> Option<Cond> {
        let filters = match word.text.as_str() {
            "empty" => vec![Filter::Empty],
            "occupied" => vec![Filter::Occupied],
            "open" => vec![Filter::Open],
            "closed" => vec![Filter::Closed],
            _ => match self.look_up(word, Wanted::Adjective)? {
                Sense::Mark(id, _) => vec![Filter::Marked(id, None)],
                Sense::Kind(place) => self.kind(word, place, here)?,
                _ => {
                    self.wrong_kind(word, Wanted::Adjective);
                    return None;
                }
            },
        };
        Some(Cond::Is(phrase, StateTest { not: false, filters }))
    }

    fn note_goes(
        &mut self,
        name: &'a Name,
        sense: &Sense<'a>,
        dir: &'a ast::Dir,
        here: &mut Here,
    ) -> Option<Cond> {
        if let Sense::Option(Chosen::Word(value), values) = sense
            && let Some(word) = super::way::dir_word(dir)
            && values.iter().any(|value| value == word)
        {
            return Some(Cond::Fixed(value == word));
        }
        let Sense::Note(id, NoteKind::Direction, each) = sense else {
            self.wrong_kind(name, Wanted::Direction);
            return None;
        };
        let (id, whose) = (*id, each.then_some(Who::Actor));
        let value = match self.dir(dir, here)? {
            Dir::Anticlockwise => NoteValue::Anticlockwise,
            Dir::Clockwise => NoteValue::Clockwise,
            _ => {
                self.not_yet(super::way::dir_span(dir), "asking a note for this direction");
                return None;
            }
        };
        Some(Cond::NoteIs(id, whose, vec![value]))
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
fn count_is(count: Count, amount: Amount) -> Cond {
    if let Count::Fixed(number) = count
        && let Some(passes) = passes(number, &amount)
    {
        return Cond::Fixed(passes);
    }
    Cond::CountIs(count, amount)
}

fn turned(not_it: bool, cond: Cond) -> Cond {
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

fn or(parts: Vec<Cond>) -> Cond {
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
        self.it != Has::No
    }
}

impl Geometry {
    /// Whether somebody owns a hole.
    pub fn is_owned(&self) -> bool {
        self.holes().any(|(_, _, owner)| owner.is_some())
    }
}
