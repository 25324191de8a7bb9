//! What is done.

use super::builder::{Builder, Here};
use super::cond::a_place;
use super::names::{Sense, Wanted};
use super::occasion::{Has, Topic};
use super::state::side;
use crate::model::{
    Action, Base, Deed, Det, FillOrder, Judged, Marked, NoteKind, NoteValue, Part, PlacePhrase,
    Side, Source, Sow, SowClass, Who,
};
use crate::span::Span;
use crate::syntax::ast::{self, Act, EndOf, How, Manner, Name, SectionKind, SetTo, Value, Which};

impl<'a> Builder<'a> {
    /// Actions, one after the other.
    pub fn actions(&mut self, list: &'a [ast::Action], here: &mut Here) -> Option<Vec<Action>> {
        for (nth, action) in list.iter().enumerate() {
            let Some(span) = self.sows(action) else { continue };
            if here.topics.get(Topic::Sows) == Has::No {
                let text = self.text(span);
                self.not_here(
                    here,
                    span,
                    &format!("`{text}` would begin a sowing"),
                    "sow in *move* or *last seed*; here seeds can be put, captured or taken",
                );
            } else if nth + 1 < list.len() {
                self.error(
                    "sow-must-be-last",
                    span,
                    "what stands behind a sowing would never be done".into(),
                    "put the sowing last, and what follows it in *last seed*",
                );
            }
        }
        let actions: Vec<Option<Action>> =
            list.iter().map(|action| self.action(action, here)).collect();
        actions.into_iter().collect()
    }

    fn action(&mut self, action: &'a ast::Action, here: &mut Here) -> Option<Action> {
        let who = self.actor(action.who.as_ref(), here);
        let mover = matches!(&action.who, None | Some(ast::Who { which: Which::Player, .. }));
        let mut inner = Here { mover: here.mover && mover, ..*here };
        let deed = match self.deed(&action.deed, action.span, &mut inner) {
            Some(Deed::PlayAgain { .. }) => Some(Deed::PlayAgain { named: action.who.is_some() }),
            deed => deed,
        };
        let judged = match &action.judged {
            Some(judged) => self.judged(judged, &mut inner).map(Some),
            None => Some(None),
        };
        here.chosen = inner.chosen;
        here.bind |= inner.bind;
        Some(Action { who: who?, may: action.may, deed: deed?, judged: judged? })
    }

    fn judged(&mut self, judged: &'a ast::Judged, here: &mut Here) -> Option<Judged> {
        // A judgement may ask who has a move wherever it stands: it is one level.
        let mut inner = here.with(Topic::Judges, Has::Yes);
        let cond = self.cond(&judged.cond, &mut inner)?;
        here.bind |= inner.bind;
        Some(Judged { unless: judged.unless, cond })
    }

    fn deed(&mut self, act: &'a Act, span: Span, here: &mut Here) -> Option<Deed> {
        Some(match act {
            Act::Sow { source, manners } => Deed::Sow(Box::new(self.sow(source, manners, here)?)),
            Act::SowInOrder(items) => {
                let classes: Vec<_> = items.iter().map(|item| self.sow_class(item, here)).collect();
                Deed::SowInOrder(classes.into_iter().collect::<Option<_>>()?)
            }
            Act::Capture(source) => Deed::Capture(self.source(source, here)?),
            Act::Take(source) => {
                let hand = a_place(Base::Hand(Some(Who::Actor)), span);
                Deed::Put(self.source(source, here)?, hand)
            }
            Act::Put { source, to } => {
                let (source, to) = (self.source(source, here), self.acted(to, here));
                Deed::Put(source?, to?)
            }
            Act::Fill { places, as_many_as, with, manners } => {
                return self.fill(places, as_many_as.as_ref(), with, manners, here);
            }
            Act::Close(places) => Deed::Close(self.acted_places(places, here)?),
            Act::Open(places) => Deed::Open(self.acted_places(places, here)?),
            Act::Mark { what, name, owner } => {
                let what = self.marked(what, here);
                let mark = self.mark(name);
                let owner = match owner {
                    Some(owner) => self.who(owner, here),
                    None => Some(Who::Actor),
                };
                Deed::Mark(what?, mark?, owner?)
            }
            Act::Unmark { what, name } => {
                let what = self.marked(what, here);
                let mark = match name {
                    Some(name) => self.mark(name).map(Some),
                    None => Some(None),
                };
                Deed::Unmark(what?, mark?)
            }
            Act::Choose { place, name } => {
                let phrase = self.acted(place, here);
                match self.look_up(name, Wanted::Note)? {
                    Sense::Note(id, NoteKind::Place, _) => {
                        here.chosen = Some(id);
                        Deed::Choose(phrase?, id)
                    }
                    _ => {
                        self.wrong_kind(name, Wanted::Note);
                        return None;
                    }
                }
            }
            Act::Set { name, to } => return self.set(name, to, here),
            Act::Own(places) => Deed::Own(self.acted_places(places, here)?),
            Act::MovesFirst => Deed::MovesFirst,
            Act::NextGame { count, option, .. } => {
                self.count(count, here);
                self.look_up(option, Wanted::Count);
                self.not_yet(span, "a next game on another board");
                return None;
            }
            Act::Do(name) => Deed::Do(self.do_word(name, here)?),
            Act::Either(actions) => {
                let mut inner = *here;
                let spans: Vec<Span> = actions.iter().map(|action| action.span).collect();
                let actions: Vec<_> =
                    actions.iter().map(|action| self.action(action, &mut inner)).collect();
                here.bind |= inner.bind;
                let first = self.alternatives(span, spans.into_iter());
                Deed::Either(first, actions.into_iter().collect::<Option<_>>()?)
            }
            Act::Repeat { from, by, cases } => {
                let from = self.acted(from, here);
                let by = match by {
                    Some(by) => self.count(by, here),
                    None => Some(crate::model::Count::Fixed(1)),
                };
                let inner = here.with(Topic::It, Has::Yes);
                let cases = self.cases(cases.iter(), &inner);
                Deed::Repeat { from: from?, by: by?, cases: cases? }
            }
            Act::Pass => {
                // In a step of *opening* or *match* it is one of the things that can be chosen.
                if here.section == SectionKind::End {
                    self.in_a_move(span, here)?;
                }
                Deed::Pass
            }
            Act::PlayAgain => {
                self.in_a_move(span, here)?;
                // Whether somebody is named stands before the deed.
                Deed::PlayAgain { named: false }
            }
            Act::End(EndOf::Move) => {
                self.in_a_move(span, here)?;
                Deed::EndMove
            }
            Act::End(EndOf::Turn) => {
                self.in_a_move(span, here)?;
                Deed::EndTurn
            }
            Act::End(EndOf::Stage) => {
                if !self.staged {
                    self.not_here(
                        here,
                        span,
                        "there is no stage to end",
                        "say `end game`, or tell the stages with `stage \"NAME\"`",
                    );
                    return None;
                }
                Deed::EndStage
            }
            Act::End(EndOf::Game) => {
                self.undecided(span, here)?;
                Deed::EndGame
            }
            Act::Wins { whole_match: true } | Act::Loses { whole_match: true }
                if !matches!(here.section, SectionKind::Match | SectionKind::Words) =>
            {
                self.not_here(
                    here,
                    span,
                    "a match is not decided",
                    "end the game (`that player wins`), and say in *match* who wins the match",
                );
                return None;
            }
            Act::Wins { whole_match: false } | Act::Loses { whole_match: false } | Act::Draw
                if self.undecided(span, here).is_none() =>
            {
                return None;
            }
            Act::Wins { whole_match } => Deed::Wins(*whole_match),
            Act::Loses { whole_match } => Deed::Loses(*whole_match),
            Act::Draw => Deed::Draw,
        })
    }

    /// Reports an action that says how a move goes on where no move is being made.
    fn in_a_move(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Move) {
            return Some(());
        }
        let (why, help) = match here.section {
            SectionKind::End => (
                "the move is over, and who moves next is settled",
                "say it in *last seed* or *after move*, which are read before",
            ),
            _ => (
                "no move is being made",
                "leave it out; to give somebody a move, say who `moves first`",
            ),
        };
        self.not_here(here, span, why, help);
        None
    }

    /// Reports an action that decides a game where the game is over.
    fn undecided(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Undecided) {
            return Some(());
        }
        let help = "say who `wins the match` or `loses the match`, or leave it out";
        self.not_here(here, span, "the game is over, and its result is known", help);
        None
    }

    /// What is taken up, and how much of it.
    fn source(&mut self, source: &'a ast::Source, here: &mut Here) -> Option<Source> {
        let places = self.acted_places(&source.places, here);
        let part = match &source.part {
            ast::Part::All => Some(Part::All),
            ast::Part::Number(count) => self.count(count, here).map(Part::Number),
            ast::Part::Half => Some(Part::Half),
            ast::Part::AnyNumber(from, to) => {
                let (from, to) = (self.count(from, here), self.count(to, here));
                from.zip(to).map(|(from, to)| Part::AnyNumber(from, to))
            }
            ast::Part::EachSeed => Some(Part::EachSeed),
            ast::Part::Nearest => self.a_run(source).map(|()| Part::Nearest),
        };
        let kind = self.perhaps_kind(source.kind.as_ref());
        Some(Source { part: part?, kind: kind?, places: places? })
    }

    /// `from the nearest` is said of runs, for only they are next to something.
    fn a_run(&mut self, source: &ast::Source) -> Option<()> {
        match source.places.parts.as_slice() {
            [ast::Place { noun: ast::Noun::RunOf(_), .. }] => Some(()),
            _ => {
                let text = self.text(source.span);
                self.error(
                    "run-of-nothing",
                    source.span,
                    format!("`{text}` is no run, so nothing is nearest"),
                    "say `any number of the run of X before it, from the nearest`",
                );
                None
            }
        }
    }

    fn sow(
        &mut self,
        source: &'a ast::Source,
        manners: &'a [Manner],
        here: &mut Here,
    ) -> Option<Sow> {
        let source = self.source(source, here);
        let mut whole = true;
        let (mut dir, mut begin) = (None, None);
        for manner in manners {
            if manner.when.is_some() {
                self.not_yet(manner.span, "a manner of a single sowing with `when`");
                whole = false;
                continue;
            }
            match &manner.how {
                How::Dir(said) => match self.dir(said, here) {
                    Some(said) => dir = Some(said),
                    None => whole = false,
                },
                How::BeginningIn(place) => match self.acted(place, here) {
                    Some(place) if matches!(place.det, Det::Every) => {
                        let text = self.text(manner.span);
                        self.error(
                            "several-places",
                            manner.span,
                            format!("`{text}` would begin in several places"),
                            "say `any`: the player chooses one",
                        );
                        whole = false;
                    }
                    Some(place) => begin = Some(place),
                    None => whole = false,
                },
                How::PassingOver(_) | How::ThenThrough(_) | How::InEach(_) => {
                    let text = self.text(manner.span);
                    self.not_here(
                        here,
                        manner.span,
                        &format!("`{text}` is said of a way"),
                        "say it in *way*, with `when` if it does not always hold",
                    );
                    whole = false;
                }
                How::From(_) | How::AnyOrder | How::AlongTheWay(_) => {
                    let text = self.text(manner.span);
                    self.not_here(
                        here,
                        manner.span,
                        &format!("`{text}` is said of a filling"),
                        "give a direction, for example `clockwise`, or `beginning in PLACE`",
                    );
                    whole = false;
                }
            }
        }
        let source = source?;
        whole.then_some(Sow { source, dir, begin })
    }

    fn sow_class(&mut self, item: &'a ast::SowItem, here: &mut Here) -> Option<SowClass> {
        let sow = self.sow(&item.source, &item.manners, here);
        let judged = match &item.judged {
            Some(judged) => self.judged(judged, here).map(Some),
            None => Some(None),
        };
        let section = super::builder::section_name(here.section);
        let clause = self.clause_at(item.span, section);
        let (sow, judged) = (sow?, judged?);
        let held = |phrase: &PlacePhrase| matches!(phrase.base, Base::Captured | Base::SowingHand);
        if sow.source.places.parts.iter().any(held) {
            self.not_yet(item.span, "seeds that lie nowhere, in an order of preference,");
            return None;
        }
        Some(SowClass { clause, sow, judged })
    }

    fn fill(
        &mut self,
        places: &'a ast::Places,
        as_many_as: Option<&'a ast::Who>,
        with: &'a ast::Count,
        manners: &'a [Manner],
        here: &mut Here,
    ) -> Option<Deed> {
        let seen_by = self.named_owner_of_all(places).unwrap_or(Who::Actor);
        let places = match as_many_as {
            // `as many own holes as the loser`: as many as it takes, of all of them.
            Some(_) => self.described_places(places, here),
            None => self.acted_places(places, here),
        };
        let as_many_as = match as_many_as {
            Some(who) => self.who(who, here).map(Some),
            None => Some(None),
        };
        let with = self.count(with, here);
        let mut order = Some(FillOrder::From(Side::Left, seen_by));
        for manner in manners {
            let said = match &manner.how {
                How::From(from) => Some(FillOrder::From(side(*from), seen_by)),
                How::AnyOrder => Some(FillOrder::Any),
                How::AlongTheWay(place) => {
                    let place = self.acted(place, here);
                    place.map(|place| FillOrder::Along(Box::new(place)))
                }
                How::PassingOver(_)
                | How::BeginningIn(_)
                | How::ThenThrough(_)
                | How::InEach(_)
                | How::Dir(_) => {
                    let text = self.text(manner.span);
                    self.not_here(
                        here,
                        manner.span,
                        &format!("`{text}` is said of a sowing"),
                        "say `from the left`, `from the right`, `in any order` or `along the way from PLACE`",
                    );
                    None
                }
            };
            order = order.and(said);
        }
        let mut places = places?;
        for part in &mut places.parts {
            if matches!(part.det, Det::One) && as_many_as.as_ref().is_some_and(Option::is_some) {
                part.det = Det::Every;
            }
        }
        Some(Deed::Fill { places, as_many_as: as_many_as?, with: with?, order: order? })
    }

    fn marked(&mut self, what: &'a ast::Marked, here: &mut Here) -> Option<Marked> {
        match what {
            ast::Marked::Places(places) => self.acted_places(places, here).map(Marked::Places),
            ast::Marked::Player(who) => self.who(who, here).map(Marked::Player),
        }
    }

    fn mark(&mut self, name: &Name) -> Option<crate::model::MarkId> {
        match self.look_up(name, Wanted::Mark)? {
            Sense::Mark(id, _) => Some(id),
            _ => {
                self.wrong_kind(name, Wanted::Mark);
                None
            }
        }
    }

    fn set(&mut self, name: &'a Name, to: &'a SetTo, here: &mut Here) -> Option<Deed> {
        let Sense::Note(id, kind, _) = self.look_up(name, Wanted::Note)? else {
            self.wrong_kind(name, Wanted::Note);
            return None;
        };
        let yes = match to {
            SetTo::Value(Value::Word(word)) | SetTo::Count(ast::Count::Name(word)) => {
                match word.text.as_str() {
                    "yes" => Some(true),
                    "no" => Some(false),
                    _ => None,
                }
            }
            _ => None,
        };
        match (kind, to) {
            (NoteKind::Yes, _) if yes.is_some() => {
                Some(Deed::Set(id, NoteValue::Yes(yes.unwrap_or_default())))
            }
            (NoteKind::Number, SetTo::Count(count)) => {
                Some(Deed::SetNumber(id, self.count(count, here)?))
            }
            (NoteKind::Number, SetTo::Value(Value::Number(number, _))) => {
                let number = i64::try_from(*number).unwrap_or(super::count::LARGEST);
                Some(Deed::SetNumber(id, crate::model::Count::Fixed(number)))
            }
            (NoteKind::Number, SetTo::Value(Value::Word(word))) => {
                Some(Deed::SetNumber(id, self.named_count(word, here)?))
            }
            (NoteKind::Direction, SetTo::Dir(dir)) => Some(Deed::SetDir(id, self.dir(dir, here)?)),
            (
                NoteKind::Direction,
                SetTo::Value(Value::Word(word)) | SetTo::Count(ast::Count::Name(word)),
            ) => Some(Deed::SetDir(id, self.named_dir(word)?)),
            (NoteKind::Number | NoteKind::Direction | NoteKind::Yes | NoteKind::Place, _) => {
                let (is, say) = match kind {
                    NoteKind::Number => ("a number", "say `set NAME to 3`"),
                    NoteKind::Direction => ("a direction", "say `set NAME to clockwise`"),
                    NoteKind::Yes => ("yes or no", "say `set NAME to yes`"),
                    NoteKind::Place => ("a place", "say `choose PLACE as NAME`"),
                };
                self.error(
                    "wrong-kind-of-word",
                    name.span,
                    format!("`{}` holds {is}, and cannot be set to this", name.text),
                    say,
                );
                None
            }
        }
    }
}
