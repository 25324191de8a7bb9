//! Resolves place phrases: determiner, adjectives, noun, and the modifiers after it.

use super::builder::{Builder, PhraseContext};
use super::cond::single_place;
use super::state::{THIS_LAP, side, unit};
use super::symbols::{ExpectedKind, SymbolKind};
use super::topics::Topic;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Base, Count, Det, Filter, NoteKind, Pick, PlacePhrase, Places, PlayerRef, Side, Unit,
};
use crate::span::Span;
use crate::syntax::ast::{self, AdjKind, Noun, PostModifierKind};

/// The resolved parts of a phrase.
#[derive(Default)]
struct PhraseParts {
    base: Option<Base>,
    filters: Vec<Filter>,
    /// The selection by a modifier after the noun; applied before `outer_pick`.
    inner_pick: Option<Pick>,
    outer_pick: Option<Pick>,
    /// The owner, if one is named: `own`, `opponent's`, `of the winner`.
    owner: Option<(PlayerRef, Span)>,
    /// The viewer: the player whose left, right and rows count, if the phrase names the owner of the holes.
    viewer: Option<PlayerRef>,
    /// The phrase has a mark with owners: `own` refers to the mark.
    owner_of_mark: bool,
    /// The phrase has a word for own holes, and the player it names is the one that `own` stands for there.
    owner_of_word: bool,
    /// A relation along the way.
    relation: Option<WayRelation>,
    /// `second`, `third`.
    nth: Option<u32>,
    /// `from the left`.
    from: Option<Side>,
    /// A number of places is given: `the leftmost 2`.
    counted: bool,
}

/// A relation along the way (or of a run) to a reference.
struct WayRelation {
    from: PlacePhrase,
    backward: bool,
    forward: bool,
}

/// Whether a phrase is the operand of an action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PhraseUse {
    /// It is: law 1 applies.
    Operand,
    /// It describes places: in a condition, after `after`, in a kind.
    Descriptor,
}

impl<'a> Builder<'a> {
    /// A phrase that is the operand of an action.
    pub fn operand(
        &mut self,
        place: &'a ast::AstPlace,
        here: &mut PhraseContext,
    ) -> Option<PlacePhrase> {
        self.place(place, here, PhraseUse::Operand, false)
    }

    /// A phrase that only describes: in a condition, after `after`, in a kind.
    pub fn descriptor(
        &mut self,
        place: &'a ast::AstPlace,
        here: &mut PhraseContext,
    ) -> Option<PlacePhrase> {
        self.place(place, here, PhraseUse::Descriptor, false)
    }

    /// A phrase of places that a player has: their own, even if it does not say `own`.
    pub fn owned_descriptor(
        &mut self,
        place: &'a ast::AstPlace,
        here: &mut PhraseContext,
    ) -> Option<PlacePhrase> {
        self.place(place, here, PhraseUse::Descriptor, true)
    }

    /// Places that are the operand of an action.
    pub fn operands(
        &mut self,
        places: &'a ast::AstPlaces,
        here: &mut PhraseContext,
    ) -> Option<Places> {
        let parts: Vec<_> = places.parts.iter().map(|part| self.operand(part, here)).collect();
        Some(Places { parts: parts.into_iter().collect::<Option<_>>()? })
    }

    /// Places that are described only.
    pub fn descriptors(
        &mut self,
        places: &'a ast::AstPlaces,
        here: &mut PhraseContext,
    ) -> Option<Places> {
        let parts: Vec<_> = places.parts.iter().map(|part| self.descriptor(part, here)).collect();
        Some(Places { parts: parts.into_iter().collect::<Option<_>>()? })
    }

    fn place(
        &mut self,
        place: &'a ast::AstPlace,
        here: &mut PhraseContext,
        used: PhraseUse,
        owned: bool,
    ) -> Option<PlacePhrase> {
        // The viewer is for this phrase only, not for phrases in it.
        let viewer = here.viewer.take();
        let phrase = self.place_for_viewer(viewer, place, here, used, owned);
        here.viewer = viewer;
        phrase
    }

    /// Left, right and rows of a phrase without an owner are those of `viewer`.
    fn place_for_viewer(
        &mut self,
        viewer: Option<PlayerRef>,
        place: &'a ast::AstPlace,
        here: &mut PhraseContext,
        used: PhraseUse,
        owned: bool,
    ) -> Option<PlacePhrase> {
        let mut parts = PhraseParts::default();
        let mut whole = self.owner(place, &mut parts, here, owned).is_some();
        let named = parts.owner.map(|(who, _)| who);
        parts.viewer = named.or_else(|| self.named_owner(place, here.own)).or(viewer);
        whole &= self.noun(place, &mut parts, here).is_some();
        for adj in &place.adjs {
            whole &= self.adjective(adj, place, &mut parts, here).is_some();
        }
        for post in &place.posts {
            whole &= self.post(post, place, &mut parts, here).is_some();
        }
        let det = self.determiner_count(place, here);
        if !whole {
            return None;
        }
        let (phrase, counted) = self.assemble(place, parts, here.own)?;
        self.apply_determiner(place, phrase, det?, counted, used, here.section)
    }

    /// Resolves the owner of a phrase, and whether a place or a mark is owned.
    fn owner(
        &mut self,
        place: &'a ast::AstPlace,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
        owned: bool,
    ) -> Option<()> {
        let run: &[ast::Adj] = match &place.noun {
            Noun::RunOf(adjs) => adjs,
            _ => &[],
        };
        for adj in place.adjs.iter().chain(run) {
            let who = match &adj.kind {
                AdjKind::Own => here.own,
                AdjKind::Opponents => self.opponent_of(here.own, adj.span, here)?,
                AdjKind::Winners => PlayerRef::Winner,
                AdjKind::Losers => PlayerRef::Loser,
                AdjKind::Name(name) => {
                    parts.owner_of_mark |= self.is_owned_mark(name);
                    parts.owner_of_word |= self.is_for_own_holes(name);
                    continue;
                }
                _ => continue,
            };
            parts.owner = Some((who, adj.span));
        }
        if let Noun::Name(name) = &place.noun {
            parts.owner_of_mark |= self.is_owned_mark(name);
            parts.owner_of_word |= self.is_for_own_holes(name);
        }
        for post in &place.posts {
            if let PostModifierKind::Of(who) = &post.kind {
                parts.owner = Some((self.player_ref(who, here)?, post.span));
            }
        }
        if parts.owner.is_none() && owned {
            parts.owner = Some((here.own, place.span));
        }
        // `own` before such a word only repeats it. Before a mark, a player names whose mark it is.
        let names_another = parts.owner.is_some_and(|(who, _)| who != here.own);
        parts.owner_of_word &= names_another && !parts.owner_of_mark;
        Some(())
    }

    fn is_owned_mark(&self, name: &ast::Name) -> bool {
        matches!(self.symbol(&name.text).map(|entry| &entry.kind), Some(SymbolKind::Mark(_, true)))
    }

    fn noun(
        &mut self,
        place: &'a ast::AstPlace,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
    ) -> Option<()> {
        let owner = parts.owner.map(|(who, _)| who);
        let base = match &place.noun {
            Noun::It => {
                self.require_it(place.span, here)?;
                Base::It
            }
            Noun::Origin(of) => {
                self.require_origin(place.span, here)?;
                Base::Origin(match of {
                    Some(of) => self.units(*of, place.span)?,
                    None => THIS_LAP,
                })
            }
            Noun::FirstPlace(of) => {
                self.require_origin(place.span, here)?;
                Base::FirstPlace(self.units(*of, place.span)?)
            }
            Noun::Left => Base::Left,
            Noun::Captured => {
                self.uses_captured_seeds = true;
                Base::Captured
            }
            Noun::SowingHand => {
                self.uses_sowing_hand = true;
                Base::SowingHand
            }
            Noun::Store => {
                parts.owner = None;
                Base::Store(owner)
            }
            Noun::Hand => {
                parts.owner = None;
                let any = matches!(
                    place.det,
                    Some(
                        ast::AstDet::Every(_)
                            | ast::AstDet::Any(..)
                            | ast::AstDet::A(_)
                            | ast::AstDet::No(_)
                    )
                );
                Base::Hand(if any { owner } else { Some(owner.unwrap_or(here.own)) })
            }
            Noun::Hole | Noun::Row => Base::Holes,
            Noun::Place => Base::WayPlaces,
            Noun::RunOf(adjs) => {
                let mut whole = true;
                for adj in adjs {
                    whole &= self.adjective(adj, place, parts, here).is_some();
                }
                whole.then_some(Base::Holes)?
            }
            Noun::Name(name) => self.name(name, ExpectedKind::Noun, parts, here)?,
        };
        if let Some((who, span)) = parts.owner
            && !parts.owner_of_mark
            && !parts.owner_of_word
        {
            self.require_owned_holes(span)?;
            parts.filters.push(Filter::Owner(who));
        }
        parts.base = Some(base);
        Some(())
    }

    /// A name as a noun or an adjective: adds its filters, or sets the base.
    fn name(
        &mut self,
        name: &'a ast::Name,
        wanted: ExpectedKind,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
    ) -> Option<Base> {
        let owner = parts.owner.map(|(who, _)| who);
        let named = owner.filter(|_| parts.owner_of_word && self.is_for_own_holes(name));
        let word = PhraseContext { viewer: parts.viewer, own: named.unwrap_or(here.own), ..*here };
        match self.look_up(name, wanted)? {
            SymbolKind::Mark(id, each) => {
                parts.filters.push(Filter::Marked(id, owner.filter(|_| each)));
                Some(Base::Holes)
            }
            SymbolKind::Kind(place) => {
                let tests = self.kind(name, place, &word)?;
                parts.filters.extend(tests);
                Some(match place.noun {
                    Noun::Place => Base::WayPlaces,
                    Noun::Store => Base::Store(None),
                    Noun::Hand => Base::Hand(None),
                    _ => Base::Holes,
                })
            }
            SymbolKind::Places(places) => {
                let places = self.named_places(name, places, &word)?;
                Some(Base::Union(Box::new(places)))
            }
            SymbolKind::Row(row) => {
                // If all players use the same names for the rows, the viewer does not matter.
                let across = self.board.board.row_names.len() == usize::from(self.board.board.rows);
                let viewer = if across { parts.viewer } else { owner };
                let filter = self.row(row, viewer.unwrap_or(here.own));
                parts.filters.push(filter);
                Some(Base::Holes)
            }
            SymbolKind::Note(id, NoteKind::Place, each) => {
                let whose = each.then(|| owner.unwrap_or(here.own));
                parts.owner = None;
                Some(Base::Note(id, whose))
            }
            SymbolKind::Shared(id) => {
                parts.owner = None;
                Some(Base::Fixed([id].into_iter().collect()))
            }
            _ => {
                self.report_wrong_kind(name, wanted);
                None
            }
        }
    }

    fn require_owned_holes(&mut self, span: Span) -> Option<()> {
        if self.has_owned_holes
            || self.names_in_broken_text.is_some()
            || self.board.board.places.is_empty()
        {
            return Some(());
        }
        let text = self.text(span);
        if let Some(board) = self.board_span.filter(|board| board.file < span.file) {
            // All rules of the base say whose the holes are: one finding, at what can be mended.
            if !std::mem::replace(&mut self.owners_reported, true) {
                self.report.add(
                    Diagnostic::error("nobody-owns", board, "this *board* does not say who owns the holes")
                        .label(span, "a rule of the base needs it")
                        .help("add the statements of the base, such as `each player owns the nearest row and a store`"),
                );
            }
            return None;
        }
        self.error(
            "nobody-owns",
            span,
            format!("nobody owns the holes, so `{text}` has no effect"),
            "leave it out, or define in *board* who owns which holes",
        );
        None
    }

    /// Reports `it` where it has no meaning.
    fn require_it(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::It) {
            return Some(());
        }
        self.report_not_here(
            here,
            span,
            "`it` is the hole in question, and there is none",
            "name the hole: `any own hole`, `the origin` ...",
        );
        None
    }

    /// For `its owner`.
    pub(super) fn require_owned(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::It) {
            return Some(());
        }
        self.report_not_here(
            here,
            span,
            "`its owner` owns the hole in question, and there is none",
            "name the player: `the player`, `the opponent`, `the next player` ...",
        );
        None
    }

    fn require_origin(&mut self, span: Span, here: &PhraseContext) -> Option<()> {
        if self.is_available(here, Topic::Origin) {
            return Some(());
        }
        let text = self.text(span);
        self.report_not_here(
            here,
            span,
            &format!("`{text}` needs a sowing, and there is none"),
            "name the hole: `every own hole`, `the leftmost own hole` ...",
        );
        None
    }

    /// What `next`, `previous` and `opposite` refer to by default.
    fn implied_reference(&mut self, span: Span, here: &PhraseContext) -> Option<PlacePhrase> {
        if here.in_whose {
            return Some(single_place(Base::Candidate, span));
        }
        if here.may_use_it() {
            self.require_it(span, here)?;
            return Some(single_place(Base::It, span));
        }
        let word = self.text(span);
        self.report_not_here(
            here,
            span,
            &format!("`{word}` refers to `it`, and there is no `it`"),
            "name the reference: `the hole after the origin`, `the hole opposite the origin`",
        );
        None
    }

    fn adjective(
        &mut self,
        adj: &'a ast::Adj,
        place: &ast::AstPlace,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
    ) -> Option<()> {
        let who = parts.viewer.unwrap_or(here.own);
        match &adj.kind {
            AdjKind::Own | AdjKind::Opponents | AdjKind::Winners | AdjKind::Losers => {}
            AdjKind::Open => parts.filters.push(Filter::Open),
            AdjKind::Closed => parts.filters.push(Filter::Closed),
            AdjKind::Occupied => parts.filters.push(Filter::Occupied),
            AdjKind::Empty => parts.filters.push(Filter::Empty),
            AdjKind::Opposite => {
                let from = self.implied_reference(adj.span, here)?;
                parts.filters.push(Filter::Opposite(Box::new(from)));
            }
            AdjKind::Leftmost(count) => self.outermost(Side::Left, count, who, parts, here)?,
            AdjKind::Rightmost(count) => self.outermost(Side::Right, count, who, parts, here)?,
            AdjKind::First(count) => {
                let many = self.how_many_of(count.as_ref(), parts, here)?;
                parts.nth = Some(1).filter(|_| count.is_none());
                parts.outer_pick = Some(Pick::First(many));
            }
            AdjKind::Last(count) => {
                let many = self.how_many_of(count.as_ref(), parts, here)?;
                parts.outer_pick = Some(Pick::Last(many));
            }
            AdjKind::Nth(nth) => parts.nth = Some((*nth).max(1)),
            AdjKind::Central => parts.outer_pick = Some(Pick::Central),
            AdjKind::Next | AdjKind::Previous => {
                let back = adj.kind == AdjKind::Previous;
                let given = place.posts.iter().any(|post| {
                    matches!(post.kind, PostModifierKind::After(_) | PostModifierKind::Before(_))
                });
                if !given {
                    let from = self.implied_reference(adj.span, here)?;
                    parts.relation = Some(WayRelation { from, backward: back, forward: !back });
                }
            }
            AdjKind::Other => {
                let from = match here.last_chosen {
                    Some(note) => single_place(Base::Note(note, None), adj.span),
                    None => {
                        self.require_origin(adj.span, here)?;
                        single_place(Base::Origin(THIS_LAP), adj.span)
                    }
                };
                parts.outer_pick = Some(Pick::OtherThan(Box::new(from)));
            }
            AdjKind::Name(name) => match self.name(name, ExpectedKind::Adjective, parts, here)? {
                Base::Holes | Base::WayPlaces => {}
                base => {
                    let named = PlacePhrase { det: Det::Every, ..single_place(base, adj.span) };
                    parts.filters.push(Filter::Among(Box::new(Places { parts: vec![named] })));
                }
            },
        }
        Some(())
    }

    fn how_many_of(
        &mut self,
        count: Option<&'a ast::AstCount>,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
    ) -> Option<Count> {
        let Some(count) = count else { return Some(Count::Fixed(1)) };
        parts.counted = true;
        self.count(count, here)
    }

    fn outermost(
        &mut self,
        side: Side,
        count: &'a Option<ast::AstCount>,
        who: PlayerRef,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
    ) -> Option<()> {
        let many = self.how_many_of(count.as_ref(), parts, here)?;
        parts.outer_pick = Some(Pick::Outermost(side, many, who));
        Some(())
    }

    fn post(
        &mut self,
        post: &'a ast::PostModifier,
        place: &'a ast::AstPlace,
        parts: &mut PhraseParts,
        here: &mut PhraseContext,
    ) -> Option<()> {
        let who = parts.viewer.unwrap_or(here.own);
        let run = matches!(place.noun, Noun::RunOf(_));
        match &post.kind {
            PostModifierKind::Holding(amount, kind) => {
                let holding = self.holding(amount, kind.as_ref(), here)?;
                parts.filters.push(holding);
            }
            PostModifierKind::After(from) => {
                let from = self.descriptor(from, here)?;
                parts.relation = Some(WayRelation { from, backward: false, forward: true });
            }
            PostModifierKind::Before(from) => {
                let from = self.descriptor(from, here)?;
                parts.relation = Some(WayRelation { from, backward: true, forward: false });
            }
            PostModifierKind::Beside(from) if run => {
                let from = self.descriptor(from, here)?;
                parts.relation = Some(WayRelation { from, backward: true, forward: true });
            }
            PostModifierKind::Beside(from) => {
                let from = self.descriptor(from, here)?;
                parts.filters.push(Filter::Beside(Box::new(from)));
            }
            PostModifierKind::Opposite(from) => {
                let from = self.descriptor(from, here)?;
                parts.filters.push(Filter::Opposite(Box::new(from)));
            }
            PostModifierKind::Except(places) => {
                let places = self.descriptors(places, here)?;
                parts.filters.push(Filter::Except(places));
            }
            PostModifierKind::Whose(test) => {
                let mut inner = PhraseContext { in_whose: true, ..*here };
                let seen = self.descriptor(&test.place, &mut inner)?;
                let test = self.state_test(&test.test, &seen, &mut inner)?;
                parts.filters.push(Filter::Whose(Box::new(seen), test));
            }
            PostModifierKind::NumberedLike(other) => {
                let other = self.descriptor(other, here)?;
                parts.filters.push(Filter::NumberedLike(Box::new(other)));
            }
            PostModifierKind::Offset(count, to, Some(from)) => {
                let who = parts.viewer.or_else(|| self.named_owner(from, here.own)).unwrap_or(who);
                let count = self.count(count, here);
                let from = self.descriptor(from, here);
                parts.inner_pick = Some(Pick::Offset(count?, side(*to), Box::new(from?), who));
            }
            PostModifierKind::Offset(count, to, None) => {
                let Count::Fixed(count) = self.count(count, here)? else {
                    self.report_not_yet(
                        post.span,
                        "a distance from the centre that changes in play",
                    );
                    return None;
                };
                let filter = self.off_centre(count, side(*to), who);
                parts.filters.push(filter);
            }
            PostModifierKind::Half(half) => {
                let half = side(*half);
                parts.filters.push(if self.owners_change {
                    Filter::Half(half, who)
                } else {
                    let seen = |seat| self.board.half(half, seat);
                    Filter::FixedFor(who, self.board.seats().map(seen).collect())
                });
            }
            PostModifierKind::SownIn(of) => {
                let of = unit(*of);
                self.uses_turn_facts |= !matches!(of, Unit::Lap | Unit::Move);
                parts.filters.push(Filter::SownIn(of));
            }
            PostModifierKind::NearestTo(other) => {
                let other = self.descriptor(other, here)?;
                parts.inner_pick = Some(Pick::NearestTo(Box::new(other)));
            }
            PostModifierKind::From(from) => parts.from = Some(side(*from)),
            PostModifierKind::Of(_) => {}
        }
        Some(())
    }

    /// Assembles the phrase from its parts; also returns whether a number of places is given.
    fn assemble(
        &mut self,
        place: &'a ast::AstPlace,
        mut parts: PhraseParts,
        own: PlayerRef,
    ) -> Option<(PlacePhrase, bool)> {
        let who = parts.viewer.unwrap_or(own);
        let mut base = parts.base.take()?;
        let run = matches!(place.noun, Noun::RunOf(_));
        if let (Some(from), Some(nth)) = (parts.from, parts.nth) {
            parts.outer_pick = Some(Pick::NthFrom(from, Count::Fixed(nth.into()), who));
        } else if let (Some(from), Some(Pick::Last(_))) = (parts.from, &parts.outer_pick) {
            let other = if from == Side::Left { Side::Right } else { Side::Left };
            parts.outer_pick = Some(Pick::NthFrom(other, Count::Fixed(1), who));
        }
        match parts.relation.take() {
            Some(WayRelation { from, backward: back, forward: on }) if run => {
                base = Base::Run { from: Box::new(from), backward: back, forward: on };
            }
            Some(WayRelation { from, backward: back, .. }) => {
                if matches!(parts.outer_pick, Some(Pick::First(_))) {
                    parts.outer_pick = None;
                }
                if let Base::Union(places) = base {
                    parts.filters.insert(0, Filter::Among(places));
                }
                base = Base::Along {
                    from: Box::new(from),
                    nth: Count::Fixed(parts.nth.unwrap_or(1).into()),
                    backward: back,
                    holes_only: place.noun != Noun::Place,
                };
            }
            None if run => {
                self.error(
                    "run-of-nothing",
                    place.span,
                    "the place of this run is missing".into(),
                    "add `before it`, `after it` or `beside it`",
                );
                return None;
            }
            None => {
                if let (Some(nth), None) = (parts.nth, parts.from)
                    && parts.outer_pick.is_none()
                {
                    parts.outer_pick =
                        Some(Pick::NthFrom(Side::Left, Count::Fixed(nth.into()), who));
                }
            }
        }
        let mut phrase = PlacePhrase {
            det: Det::Every,
            base,
            filters: parts.filters,
            pick: parts.inner_pick.take(),
            span: place.span,
        };
        if let Some(outer) = parts.outer_pick {
            let walks = matches!(phrase.base, Base::Along { .. } | Base::Run { .. });
            if phrase.pick.is_some() || walks {
                let inner = Places { parts: vec![phrase] };
                phrase = PlacePhrase {
                    det: Det::Every,
                    ..single_place(Base::Union(Box::new(inner)), place.span)
                };
            }
            phrase.pick = Some(outer);
        }
        self.require_centre(place, &phrase)?;
        Some((phrase, parts.counted))
    }
}
