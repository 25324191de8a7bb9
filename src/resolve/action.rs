//! Resolves actions.

use super::builder::{Builder, PhraseContext};
use super::cond::single_place;
use super::state::side;
use super::symbols::{ExpectedKind, SymbolKind};
use super::topics::{Availability, Topic};
use crate::model::{
    Action, Base, Deed, Det, FillOrder, MarkTarget, NoteKind, NoteValue, Part, PlacePhrase,
    PlayerRef, Postcondition, Side, Source, Sow, SowClass,
};
use crate::span::Span;
use crate::syntax::ast::{
    self, AstDeed, AstManner, AstMannerKind, AstValue, EndOf, Name, PlayerRefKind, SectionKind,
    SetTo,
};

impl<'a> Builder<'a> {
    /// Actions, one after the other.
    pub fn actions(
        &mut self,
        list: &'a [ast::AstAction],
        here: &mut PhraseContext,
    ) -> Option<Vec<Action>> {
        for (nth, action) in list.iter().enumerate() {
            let Some(span) = self.sowing_span(action) else { continue };
            if here.topics.get(Topic::Sows) == Availability::No {
                let text = self.text(span);
                let help = if here.never_ends {
                    "only a sowing that ends can be sown on; here seeds can be put, captured or taken"
                } else {
                    "sow in *move* or *last seed*; here seeds can be put, captured or taken"
                };
                self.report_not_here(here, span, &format!("`{text}` would begin a sowing"), help);
            } else if nth + 1 < list.len() {
                let help = match action.deed.alternatives() {
                    [] => "put the sowing last, and what follows it in *last seed*",
                    [..] => {
                        "an alternative is one action: give several a name in *words*, for example \
                         `other-way = ...`, and write `or do other-way`"
                    }
                };
                self.error(
                    "sow-must-be-last",
                    span,
                    "actions after a sowing would never be done".into(),
                    help,
                );
            }
        }
        let actions: Vec<Option<Action>> =
            list.iter().map(|action| self.action(action, here)).collect();
        actions.into_iter().collect()
    }

    fn action(&mut self, action: &'a ast::AstAction, here: &mut PhraseContext) -> Option<Action> {
        let who = self.actor(action.who.as_ref(), here);
        let mover = matches!(
            &action.who,
            None | Some(ast::AstPlayerRef { kind: PlayerRefKind::Player, .. })
        );
        let mut inner = PhraseContext { actor_is_mover: here.actor_is_mover && mover, ..*here };
        let deed = match self.deed(&action.deed, action.span, &mut inner) {
            Some(Deed::PlayAgain { .. }) => Some(Deed::PlayAgain { named: action.who.is_some() }),
            deed => deed,
        };
        let postcondition = match &action.postcondition {
            Some(postcondition) => self.postcondition(postcondition, &mut inner).map(Some),
            None => Some(None),
        };
        here.last_chosen = inner.last_chosen;
        here.needs_binding |= inner.needs_binding;
        if action.by_lot && !action.may && deed.as_ref().is_some_and(|deed| !deed.offers_choice()) {
            let text = self.text(action.span);
            self.error(
                "nothing-by-lot",
                action.span,
                format!("`{text}` leaves nothing to a lot"),
                "say between what the lot decides: `by lot, either A, or B`, or `any` before the places",
            );
            return None;
        }
        Some(Action {
            by_lot: action.by_lot,
            who: who?,
            may: action.may,
            deed: deed?,
            postcondition: postcondition?,
        })
    }

    fn postcondition(
        &mut self,
        postcondition: &'a ast::AstPostcondition,
        here: &mut PhraseContext,
    ) -> Option<Postcondition> {
        // A postcondition may test who has a move anywhere: it is one level.
        let mut inner = here.with(Topic::MoveAvailability, Availability::Yes);
        let cond = self.cond(&postcondition.cond, &mut inner)?;
        here.needs_binding |= inner.needs_binding;
        Some(Postcondition { unless: postcondition.unless, cond })
    }

    fn deed(&mut self, act: &'a AstDeed, span: Span, here: &mut PhraseContext) -> Option<Deed> {
        Some(match act {
            AstDeed::Sow { source, manners } => {
                Deed::Sow(Box::new(self.sow(source, manners, here)?))
            }
            AstDeed::SowInOrder(items) => {
                let classes: Vec<_> = items.iter().map(|item| self.sow_class(item, here)).collect();
                Deed::SowInOrder(classes.into_iter().collect::<Option<_>>()?)
            }
            AstDeed::Capture(source) => Deed::Capture(self.source(source, here)?),
            AstDeed::Take(source) => {
                let hand = single_place(Base::Hand(Some(PlayerRef::Actor)), span);
                Deed::Put(self.source(source, here)?, hand)
            }
            AstDeed::Put { source, to } => {
                let (source, to) = (self.source(source, here), self.operand(to, here));
                Deed::Put(source?, to?)
            }
            AstDeed::Fill { places, as_many_as, with, manners } => {
                return self.fill(places, as_many_as.as_ref(), with, manners, here);
            }
            AstDeed::Close(places) => Deed::Close(self.operands(places, here)?),
            AstDeed::Open(places) => Deed::Open(self.operands(places, here)?),
            AstDeed::Mark { what, name, owner } => {
                let what = self.mark_target(what, here);
                let mark = self.mark_id(name);
                let owner = match owner {
                    Some(owner) => self.player_ref(owner, here),
                    None => Some(PlayerRef::Actor),
                };
                Deed::Mark(what?, mark?, owner?)
            }
            AstDeed::Unmark { what, name } => {
                let what = self.mark_target(what, here);
                let mark = match name {
                    Some(name) => self.mark_id(name).map(Some),
                    None => Some(None),
                };
                Deed::Unmark(what?, mark?)
            }
            AstDeed::Choose { place, name } => {
                let phrase = self.operand(place, here);
                match self.look_up(name, ExpectedKind::Note)? {
                    SymbolKind::Note(id, NoteKind::Place, _) => {
                        here.last_chosen = Some(id);
                        Deed::Choose(phrase?, id)
                    }
                    _ => {
                        self.report_wrong_kind(name, ExpectedKind::Note);
                        return None;
                    }
                }
            }
            AstDeed::Set { name, to } => return self.set(name, to, here),
            AstDeed::Own(places) => Deed::Own(self.operands(places, here)?),
            AstDeed::SwapSides => {
                let sowing = matches!(
                    here.section,
                    SectionKind::BeforeEachLap
                        | SectionKind::EachSeed
                        | SectionKind::LastSeed
                        | SectionKind::AfterCapture
                );
                if sowing {
                    self.report_not_here(
                        here,
                        span,
                        "seeds are being sown",
                        "swap sides in *opening*, *move*, *after move* or *match*",
                    );
                    return None;
                }
                if self.board.board.turned().is_none() {
                    let text = self.text(span);
                    self.error(
                        "sides-differ",
                        span,
                        format!("`{text}` needs two players whose sides are alike"),
                        "move the seeds with `take` and `put`, or `repeat from PLACE:` for one hole after another",
                    );
                    return None;
                }
                Deed::SwapSides
            }
            AstDeed::MovesFirst => {
                if !self.is_available(here, Topic::NextGame) {
                    let first = self.board.board.seats.first().map_or("", |seat| &seat.name);
                    let help = format!(
                        "write it in *match*, which is about the next game; \
                         who begins the first game is stated in *start*: `{first} moves first`"
                    );
                    self.report_not_here(here, span, "no next game is being made", &help);
                    return None;
                }
                Deed::MovesFirst
            }
            AstDeed::NextGame { count, option, .. } => {
                self.count(count, here);
                self.look_up(option, ExpectedKind::Count);
                self.report_not_yet(span, "a next game on another board");
                return None;
            }
            AstDeed::Do(name) => Deed::Do(self.do_word(name, here)?),
            AstDeed::Either(actions) => {
                let mut inner = *here;
                let named: Vec<_> =
                    actions.iter().map(|action| (action.label.as_ref(), action.span)).collect();
                let actions: Vec<_> =
                    actions.iter().map(|action| self.action(action, &mut inner)).collect();
                here.needs_binding |= inner.needs_binding;
                let first = self.alternatives(span, &named);
                Deed::Either(first, actions.into_iter().collect::<Option<_>>()?)
            }
            AstDeed::Repeat { from, by, cases } => {
                let from = self.operand(from, here);
                let by = match by {
                    Some(by) => self.count(by, here),
                    None => Some(crate::model::Count::Fixed(1)),
                };
                let inner = here.with(Topic::It, Availability::Yes);
                let cases = self.cases(cases.iter(), &inner);
                Deed::Repeat { from: from?, by: by?, cases: cases? }
            }
            AstDeed::Pass => {
                // In a step of *opening* or *match* it is one of the choices.
                if here.section == SectionKind::End {
                    self.require_move(span, here)?;
                }
                Deed::Pass
            }
            AstDeed::PlayAgain => {
                self.require_move(span, here)?;
                // The subject comes before the deed; the caller fills this in.
                Deed::PlayAgain { named: false }
            }
            AstDeed::End(EndOf::Move) => {
                self.require_move(span, here)?;
                Deed::EndMove
            }
            AstDeed::End(EndOf::Turn) => {
                self.require_move(span, here)?;
                Deed::EndTurn
            }
            AstDeed::End(EndOf::Stage) => {
                if !self.has_stages {
                    self.report_not_here(
                        here,
                        span,
                        "there is no stage to end",
                        "write `end game`, or define the stages with `stage \"NAME\"`",
                    );
                    return None;
                }
                Deed::EndStage
            }
            AstDeed::End(EndOf::Game) => {
                self.require_undecided_game(span, here)?;
                Deed::EndGame
            }
            AstDeed::Wins { whole_match: true } | AstDeed::Loses { whole_match: true }
                if !matches!(here.section, SectionKind::Match | SectionKind::Words) =>
            {
                self.report_not_here(
                    here,
                    span,
                    "a match is not decided",
                    "end the game (`that player wins`), and state in *match* who wins the match",
                );
                return None;
            }
            AstDeed::Wins { whole_match: false }
            | AstDeed::Loses { whole_match: false }
            | AstDeed::Draw
                if self.require_undecided_game(span, here).is_none() =>
            {
                return None;
            }
            AstDeed::Wins { whole_match } => Deed::Wins(*whole_match),
            AstDeed::Loses { whole_match } => Deed::Loses(*whole_match),
            AstDeed::Draw => Deed::Draw,
        })
    }

    /// Reports an action that continues or ends a move where no move is being made.
    fn require_move(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::Move) {
            return Some(());
        }
        let (why, help) = match here.section {
            SectionKind::End => (
                "the move is over, and the next player is known",
                "write it in *last seed* or *after move*, which are read before",
            ),
            _ => (
                "no move is being made",
                "leave it out; to give somebody a move, state who `moves first`",
            ),
        };
        self.report_not_here(here, span, why, help);
        None
    }

    /// Reports an action that decides a game where the game is over.
    fn require_undecided_game(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::Undecided) {
            return Some(());
        }
        let help = "state who `wins the match` or `loses the match`, or leave it out";
        self.report_not_here(here, span, "the game is over, and its result is known", help);
        None
    }

    /// The places that seeds are taken from, and how many.
    fn source(&mut self, source: &'a ast::AstSource, here: &mut PhraseContext) -> Option<Source> {
        let places = self.operands(&source.places, here);
        let part = match &source.part {
            ast::AstPart::All => Some(Part::All),
            ast::AstPart::Number(count) => self.count(count, here).map(Part::Number),
            ast::AstPart::Half => Some(Part::Half),
            ast::AstPart::AnyNumber(from, to) => {
                self.check_written_range(from, to)?;
                let (from, to) = (self.count(from, here), self.count(to, here));
                from.zip(to).map(|(from, to)| Part::AnyNumber(from, to))
            }
            ast::AstPart::EachSeed => Some(Part::EachSeed),
            ast::AstPart::Nearest => self.require_run(source).map(|()| Part::Nearest),
        };
        let kind = self.optional_kind(source.kind.as_ref());
        Some(Source { part: part?, kind: kind?, places: places? })
    }

    /// `from the nearest` is valid for runs only: only a run has a nearest hole.
    fn require_run(&mut self, source: &ast::AstSource) -> Option<()> {
        match source.places.parts.as_slice() {
            [ast::AstPlace { noun: ast::Noun::RunOf(_), .. }] => Some(()),
            _ => {
                let text = self.text(source.span);
                self.error(
                    "run-of-nothing",
                    source.span,
                    format!("`{text}` is not a run, so it has no nearest hole"),
                    "write `any number of the run of X before it, from the nearest`",
                );
                None
            }
        }
    }

    fn sow(
        &mut self,
        source: &'a ast::AstSource,
        manners: &'a [AstManner],
        here: &mut PhraseContext,
    ) -> Option<Sow> {
        let source = self.source(source, here);
        let mut whole = true;
        let (mut dir, mut begin) = (None, None);
        for manner in manners {
            if manner.when.is_some() {
                self.report_not_yet(manner.span, "a manner of a single sowing with `when`");
                whole = false;
                continue;
            }
            match &manner.how {
                AstMannerKind::Dir(written) => match self.dir(written, here) {
                    Some(resolved) => dir = Some(resolved),
                    None => whole = false,
                },
                AstMannerKind::BeginningIn(place) => match self.operand(place, here) {
                    Some(place) if matches!(place.det, Det::Every) => {
                        let text = self.text(manner.span);
                        self.error(
                            "several-places",
                            manner.span,
                            format!("`{text}` would begin in several places"),
                            "write `any`: the player chooses one",
                        );
                        whole = false;
                    }
                    Some(place) => begin = Some(place),
                    None => whole = false,
                },
                AstMannerKind::PassingOver(_)
                | AstMannerKind::ThenThrough(_)
                | AstMannerKind::InEach(_) => {
                    let text = self.text(manner.span);
                    self.report_not_here(
                        here,
                        manner.span,
                        &format!("`{text}` does not fit a single sowing"),
                        "write it in *way*, with `when` if it does not always hold",
                    );
                    whole = false;
                }
                AstMannerKind::From(_)
                | AstMannerKind::AnyOrder
                | AstMannerKind::AlongTheWay(_) => {
                    let text = self.text(manner.span);
                    self.report_not_here(
                        here,
                        manner.span,
                        &format!("`{text}` does not fit a sowing"),
                        "give a direction, for example `clockwise`, or `beginning in PLACE`",
                    );
                    whole = false;
                }
            }
        }
        let source = source?;
        whole.then_some(Sow { source, dir, begin })
    }

    fn sow_class(&mut self, item: &'a ast::SowItem, here: &mut PhraseContext) -> Option<SowClass> {
        let sow = self.sow(&item.source, &item.manners, here);
        let postcondition = match &item.postcondition {
            Some(postcondition) => self.postcondition(postcondition, here).map(Some),
            None => Some(None),
        };
        let section = super::builder::section_name(here.section);
        let clause = self.clause_at(item.span, section);
        let (sow, postcondition) = (sow?, postcondition?);
        let held = |phrase: &PlacePhrase| matches!(phrase.base, Base::Captured | Base::SowingHand);
        if sow.source.places.parts.iter().any(held) {
            self.report_not_yet(item.span, "seeds without a place, in an order of preference,");
            return None;
        }
        Some(SowClass { clause, sow, postcondition })
    }

    fn fill(
        &mut self,
        places: &'a ast::AstPlaces,
        as_many_as: Option<&'a ast::AstPlayerRef>,
        with: &'a ast::AstCount,
        manners: &'a [AstManner],
        here: &mut PhraseContext,
    ) -> Option<Deed> {
        let seen_by = self.named_owner_of_all(places).unwrap_or(PlayerRef::Actor);
        let places = match as_many_as {
            // `as many own holes as the loser`: the phrase gives the candidates, not the number.
            Some(_) => self.descriptors(places, here),
            None => self.operands(places, here),
        };
        let as_many_as = match as_many_as {
            Some(who) => self.player_ref(who, here).map(Some),
            None => Some(None),
        };
        let with = self.count(with, here);
        let mut order = Some(FillOrder::From(Side::Left, seen_by));
        for manner in manners {
            let resolved = match &manner.how {
                AstMannerKind::From(from) => Some(FillOrder::From(side(*from), seen_by)),
                AstMannerKind::AnyOrder => Some(FillOrder::Any),
                AstMannerKind::AlongTheWay(place) => {
                    let place = self.operand(place, here);
                    place.map(|place| FillOrder::Along(Box::new(place)))
                }
                AstMannerKind::PassingOver(_)
                | AstMannerKind::BeginningIn(_)
                | AstMannerKind::ThenThrough(_)
                | AstMannerKind::InEach(_)
                | AstMannerKind::Dir(_) => {
                    let text = self.text(manner.span);
                    self.report_not_here(
                        here,
                        manner.span,
                        &format!("`{text}` does not fit `fill`"),
                        "write `from the left`, `from the right`, `in any order` or `along the way from PLACE`",
                    );
                    None
                }
            };
            order = order.and(resolved);
        }
        let mut places = places?;
        for part in &mut places.parts {
            if matches!(part.det, Det::One) && as_many_as.as_ref().is_some_and(Option::is_some) {
                part.det = Det::Every;
            }
        }
        Some(Deed::Fill { places, as_many_as: as_many_as?, with: with?, order: order? })
    }

    fn mark_target(
        &mut self,
        what: &'a ast::AstMarkTarget,
        here: &mut PhraseContext,
    ) -> Option<MarkTarget> {
        match what {
            ast::AstMarkTarget::Places(places) => {
                self.operands(places, here).map(MarkTarget::Places)
            }
            ast::AstMarkTarget::Player(who) => self.player_ref(who, here).map(MarkTarget::Player),
        }
    }

    fn mark_id(&mut self, name: &Name) -> Option<crate::model::MarkId> {
        match self.look_up(name, ExpectedKind::Mark)? {
            SymbolKind::Mark(id, _) => Some(id),
            _ => {
                self.report_wrong_kind(name, ExpectedKind::Mark);
                None
            }
        }
    }

    fn set(&mut self, name: &'a Name, to: &'a SetTo, here: &mut PhraseContext) -> Option<Deed> {
        let SymbolKind::Note(id, kind, _) = self.look_up(name, ExpectedKind::Note)? else {
            self.report_wrong_kind(name, ExpectedKind::Note);
            return None;
        };
        let yes = match to {
            SetTo::Value(AstValue::Word(word)) | SetTo::Count(ast::AstCount::Name(word)) => {
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
            (NoteKind::Number, SetTo::Value(AstValue::Number(number, _))) => {
                let number = i64::try_from(*number).unwrap_or(super::count::LARGEST);
                Some(Deed::SetNumber(id, crate::model::Count::Fixed(number)))
            }
            (NoteKind::Number, SetTo::Value(AstValue::Word(word))) => {
                Some(Deed::SetNumber(id, self.named_count(word, here)?))
            }
            (NoteKind::Direction, SetTo::Dir(dir)) => Some(Deed::SetDir(id, self.dir(dir, here)?)),
            (
                NoteKind::Direction,
                SetTo::Value(AstValue::Word(word)) | SetTo::Count(ast::AstCount::Name(word)),
            ) => Some(Deed::SetDir(id, self.named_dir(word)?)),
            (NoteKind::Number | NoteKind::Direction | NoteKind::Yes | NoteKind::Place, _) => {
                let (is, say) = match kind {
                    NoteKind::Number => ("a number", "write `set NAME to 3`"),
                    NoteKind::Direction => ("a direction", "write `set NAME to clockwise`"),
                    NoteKind::Yes => ("yes or no", "write `set NAME to yes`"),
                    NoteKind::Place => ("a place", "write `choose PLACE as NAME`"),
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
