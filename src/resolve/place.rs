//! Place phrases: determiner, adjectives, noun, and what follows.

use super::builder::{Builder, Here};
use super::cond::a_place;
use super::names::{Sense, Wanted};
use super::occasion::Topic;
use super::state::{LAP, side, unit};
use crate::model::{
    Base, Count, Det, Filter, NoteKind, Pick, PlacePhrase, Places, Side, Unit, Who,
};
use crate::span::Span;
use crate::syntax::ast::{self, AdjKind, Noun, PostKind};

/// What has been read of a phrase.
#[derive(Default)]
struct Parts {
    base: Option<Base>,
    filters: Vec<Filter>,
    /// Of those that follow the noun; they are made before those that stand before it.
    inner: Option<Pick>,
    outer: Option<Pick>,
    /// Who is named: `own`, `opponent's`, `of the winner`.
    owner: Option<(Who, Span)>,
    /// Who sees left, right and the rows: the player whose holes the phrase names.
    viewer: Option<Who>,
    /// A mark with owners is in the phrase: `own` is said of the mark.
    owner_of_mark: bool,
    /// Along the way, from there.
    walk: Option<Walk>,
    /// `second`, `third`.
    nth: Option<u32>,
    /// `from the left`.
    from: Option<Side>,
    /// A number of places was said: `the leftmost 2`.
    counted: bool,
}

/// Along the way (or a run), from a reference.
struct Walk {
    from: PlacePhrase,
    back: bool,
    on: bool,
}

/// Whether a phrase says what is done something to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It does: law 1 holds.
    Acted,
    /// It only describes.
    Described,
}

impl<'a> Builder<'a> {
    /// A phrase that something is done to.
    pub fn acted(&mut self, place: &'a ast::Place, here: &mut Here) -> Option<PlacePhrase> {
        self.place(place, here, Use::Acted, false)
    }

    /// A phrase that only describes: in a condition, behind `after`, in a kind.
    pub fn described(&mut self, place: &'a ast::Place, here: &mut Here) -> Option<PlacePhrase> {
        self.place(place, here, Use::Described, false)
    }

    /// A phrase of places that a player has: his own, whether it says so or not.
    pub fn owned(&mut self, place: &'a ast::Place, here: &mut Here) -> Option<PlacePhrase> {
        self.place(place, here, Use::Described, true)
    }

    /// Places that something is done to.
    pub fn acted_places(&mut self, places: &'a ast::Places, here: &mut Here) -> Option<Places> {
        let parts: Vec<_> = places.parts.iter().map(|part| self.acted(part, here)).collect();
        Some(Places { parts: parts.into_iter().collect::<Option<_>>()? })
    }

    /// Places that only describe.
    pub fn described_places(&mut self, places: &'a ast::Places, here: &mut Here) -> Option<Places> {
        let parts: Vec<_> = places.parts.iter().map(|part| self.described(part, here)).collect();
        Some(Places { parts: parts.into_iter().collect::<Option<_>>()? })
    }

    fn place(
        &mut self,
        place: &'a ast::Place,
        here: &mut Here,
        used: Use,
        owned: bool,
    ) -> Option<PlacePhrase> {
        // A phrase within this one is not seen by the player who sees the whole.
        let viewer = here.viewer.take();
        let phrase = self.seen_by(viewer, place, here, used, owned);
        here.viewer = viewer;
        phrase
    }

    /// A phrase that names nobody's holes is seen by `viewer`.
    fn seen_by(
        &mut self,
        viewer: Option<Who>,
        place: &'a ast::Place,
        here: &mut Here,
        used: Use,
        owned: bool,
    ) -> Option<PlacePhrase> {
        let mut parts = Parts::default();
        let mut whole = self.owner(place, &mut parts, here, owned).is_some();
        let named = parts.owner.map(|(who, _)| who);
        parts.viewer = named.or_else(|| self.named_owner(place)).or(viewer);
        whole &= self.noun(place, &mut parts, here).is_some();
        for adj in &place.adjs {
            whole &= self.adjective(adj, place, &mut parts, here).is_some();
        }
        for post in &place.posts {
            whole &= self.post(post, place, &mut parts, here).is_some();
        }
        let det = self.det_count(place, here);
        if !whole {
            return None;
        }
        let (phrase, counted) = self.put_together(place, parts)?;
        self.determined(place, phrase, det?, counted, used)
    }

    /// Who is named as the owner, and of what.
    fn owner(
        &mut self,
        place: &'a ast::Place,
        parts: &mut Parts,
        here: &mut Here,
        owned: bool,
    ) -> Option<()> {
        let run: &[ast::Adj] = match &place.noun {
            Noun::RunOf(adjs) => adjs,
            _ => &[],
        };
        for adj in place.adjs.iter().chain(run) {
            let who = match &adj.which {
                AdjKind::Own => Who::Actor,
                AdjKind::Opponents => {
                    self.two_players(adj.span)?;
                    Who::Opponent
                }
                AdjKind::Winners => Who::Winner,
                AdjKind::Losers => Who::Loser,
                AdjKind::Name(name) => {
                    parts.owner_of_mark |= self.is_owned_mark(name);
                    continue;
                }
                _ => continue,
            };
            parts.owner = Some((who, adj.span));
        }
        if let Noun::Name(name) = &place.noun {
            parts.owner_of_mark |= self.is_owned_mark(name);
        }
        for post in &place.posts {
            if let PostKind::Of(who) = &post.which {
                parts.owner = Some((self.who(who, here)?, post.span));
            }
        }
        if parts.owner.is_none() && owned {
            parts.owner = Some((Who::Actor, place.span));
        }
        Some(())
    }

    fn is_owned_mark(&self, name: &ast::Name) -> bool {
        matches!(self.entry(&name.text).map(|entry| &entry.sense), Some(Sense::Mark(_, true)))
    }

    fn noun(&mut self, place: &'a ast::Place, parts: &mut Parts, here: &mut Here) -> Option<()> {
        let owner = parts.owner.map(|(who, _)| who);
        let base = match &place.noun {
            Noun::It => {
                self.it(place.span, here)?;
                Base::It
            }
            Noun::Origin(of) => {
                self.origin(place.span, here)?;
                Base::Origin(match of {
                    Some(of) => self.units(*of, place.span)?,
                    None => LAP,
                })
            }
            Noun::FirstPlace(of) => {
                self.origin(place.span, here)?;
                Base::FirstPlace(self.units(*of, place.span)?)
            }
            Noun::Left => Base::Left,
            Noun::Captured => {
                self.names_captured = true;
                Base::Captured
            }
            Noun::SowingHand => {
                self.names_sowing_hand = true;
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
                    Some(ast::Det::Every(_) | ast::Det::Any(..) | ast::Det::A(_) | ast::Det::No(_))
                );
                Base::Hand(if any { owner } else { Some(owner.unwrap_or(Who::Actor)) })
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
            Noun::Name(name) => self.name(name, Wanted::Noun, parts, here)?,
        };
        if let Some((who, span)) = parts.owner
            && !parts.owner_of_mark
        {
            self.somebody_owns(span)?;
            parts.filters.push(Filter::Owner(who));
        }
        parts.base = Some(base);
        Some(())
    }

    /// A name as a noun or an adjective: its tests, and where it looks.
    fn name(
        &mut self,
        name: &'a ast::Name,
        wanted: Wanted,
        parts: &mut Parts,
        here: &mut Here,
    ) -> Option<Base> {
        let owner = parts.owner.map(|(who, _)| who);
        match self.look_up(name, wanted)? {
            Sense::Mark(id, each) => {
                parts.filters.push(Filter::Marked(id, owner.filter(|_| each)));
                Some(Base::Holes)
            }
            Sense::Kind(place) => {
                let tests = self.kind(name, place, parts.viewer, here)?;
                parts.filters.extend(tests);
                Some(match place.noun {
                    Noun::Place => Base::WayPlaces,
                    Noun::Store => Base::Store(None),
                    Noun::Hand => Base::Hand(None),
                    _ => Base::Holes,
                })
            }
            Sense::Places(places) => {
                let places = self.named_places(name, places, parts.viewer, here)?;
                Some(Base::Union(Box::new(places)))
            }
            Sense::Row(row) => {
                // Where everybody sees the same row, nobody else has to look at it.
                let across = self.board.board.row_names.len() == usize::from(self.board.board.rows);
                let viewer = if across { parts.viewer } else { owner };
                let filter = self.row(row, viewer.unwrap_or(Who::Actor));
                parts.filters.push(filter);
                Some(Base::Holes)
            }
            Sense::Note(id, NoteKind::Place, each) => {
                let whose = each.then(|| owner.unwrap_or(Who::Actor));
                parts.owner = None;
                Some(Base::Note(id, whose))
            }
            Sense::Shared(id) => {
                parts.owner = None;
                Some(Base::Fixed([id].into_iter().collect()))
            }
            _ => {
                self.wrong_kind(name, wanted);
                None
            }
        }
    }

    fn somebody_owns(&mut self, span: Span) -> Option<()> {
        if self.owned || self.unread.is_some() || self.board.board.places.is_empty() {
            return Some(());
        }
        let text = self.text(span);
        self.error(
            "nobody-owns",
            span,
            format!("nobody owns the holes, so `{text}` says nothing"),
            "leave it out, or say in *board* who owns which holes",
        );
        None
    }

    /// `it`, where it has a meaning.
    fn it(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::It) {
            return Some(());
        }
        self.not_here(
            here,
            span,
            "`it` is the hole of an occasion, and there is none",
            "say which hole: `any own hole`, `the origin` ...",
        );
        None
    }

    fn origin(&mut self, span: Span, here: &Here) -> Option<()> {
        if self.has(here, Topic::Origin) {
            return Some(());
        }
        let text = self.text(span);
        self.not_here(
            here,
            span,
            &format!("`{text}` speaks of a sowing, and there is none"),
            "say which hole: `every own hole`, `the leftmost own hole` ...",
        );
        None
    }

    /// What `next`, `previous` and `opposite` are seen from when nothing is said.
    fn implied(&mut self, span: Span, here: &Here) -> Option<PlacePhrase> {
        if here.candidate {
            return Some(a_place(Base::Candidate, span));
        }
        if here.may_have_it() {
            self.it(span, here)?;
            return Some(a_place(Base::It, span));
        }
        let word = self.text(span);
        self.not_here(
            here,
            span,
            &format!("`{word}` is seen from `it`, and there is no `it`"),
            "say from where: `the hole after the origin`, `the hole opposite the origin`",
        );
        None
    }

    fn adjective(
        &mut self,
        adj: &'a ast::Adj,
        place: &ast::Place,
        parts: &mut Parts,
        here: &mut Here,
    ) -> Option<()> {
        let who = parts.viewer.unwrap_or(Who::Actor);
        match &adj.which {
            AdjKind::Own | AdjKind::Opponents | AdjKind::Winners | AdjKind::Losers => {}
            AdjKind::Open => parts.filters.push(Filter::Open),
            AdjKind::Closed => parts.filters.push(Filter::Closed),
            AdjKind::Occupied => parts.filters.push(Filter::Occupied),
            AdjKind::Empty => parts.filters.push(Filter::Empty),
            AdjKind::Opposite => {
                let from = self.implied(adj.span, here)?;
                parts.filters.push(Filter::Opposite(Box::new(from)));
            }
            AdjKind::Leftmost(count) => self.outermost(Side::Left, count, who, parts, here)?,
            AdjKind::Rightmost(count) => self.outermost(Side::Right, count, who, parts, here)?,
            AdjKind::First(count) => {
                let many = self.how_many_of(count.as_ref(), parts, here)?;
                parts.nth = Some(1).filter(|_| count.is_none());
                parts.outer = Some(Pick::First(many));
            }
            AdjKind::Last(count) => {
                let many = self.how_many_of(count.as_ref(), parts, here)?;
                parts.outer = Some(Pick::Last(many));
            }
            AdjKind::Nth(nth) => parts.nth = Some((*nth).max(1)),
            AdjKind::Central => parts.outer = Some(Pick::Central),
            AdjKind::Next | AdjKind::Previous => {
                let back = adj.which == AdjKind::Previous;
                let said = place
                    .posts
                    .iter()
                    .any(|post| matches!(post.which, PostKind::After(_) | PostKind::Before(_)));
                if !said {
                    let from = self.implied(adj.span, here)?;
                    parts.walk = Some(Walk { from, back, on: !back });
                }
            }
            AdjKind::Other => {
                let from = match here.chosen {
                    Some(note) => a_place(Base::Note(note, None), adj.span),
                    None => {
                        self.origin(adj.span, here)?;
                        a_place(Base::Origin(LAP), adj.span)
                    }
                };
                parts.outer = Some(Pick::OtherThan(Box::new(from)));
            }
            AdjKind::Name(name) => match self.name(name, Wanted::Adjective, parts, here)? {
                Base::Holes | Base::WayPlaces => {}
                base => {
                    let named = PlacePhrase { det: Det::Every, ..a_place(base, adj.span) };
                    parts.filters.push(Filter::Among(Box::new(Places { parts: vec![named] })));
                }
            },
        }
        Some(())
    }

    fn how_many_of(
        &mut self,
        count: Option<&'a ast::Count>,
        parts: &mut Parts,
        here: &mut Here,
    ) -> Option<Count> {
        let Some(count) = count else { return Some(Count::Fixed(1)) };
        parts.counted = true;
        self.count(count, here)
    }

    fn outermost(
        &mut self,
        side: Side,
        count: &'a Option<ast::Count>,
        who: Who,
        parts: &mut Parts,
        here: &mut Here,
    ) -> Option<()> {
        let many = self.how_many_of(count.as_ref(), parts, here)?;
        parts.outer = Some(Pick::Outermost(side, many, who));
        Some(())
    }

    fn post(
        &mut self,
        post: &'a ast::Post,
        place: &'a ast::Place,
        parts: &mut Parts,
        here: &mut Here,
    ) -> Option<()> {
        let who = parts.viewer.unwrap_or(Who::Actor);
        let run = matches!(place.noun, Noun::RunOf(_));
        match &post.which {
            PostKind::Holding(amount, kind) => {
                let holding = self.holding(amount, kind.as_ref(), here)?;
                parts.filters.push(holding);
            }
            PostKind::After(from) => {
                let from = self.described(from, here)?;
                parts.walk = Some(Walk { from, back: false, on: true });
            }
            PostKind::Before(from) => {
                let from = self.described(from, here)?;
                parts.walk = Some(Walk { from, back: true, on: false });
            }
            PostKind::Beside(from) if run => {
                let from = self.described(from, here)?;
                parts.walk = Some(Walk { from, back: true, on: true });
            }
            PostKind::Beside(from) => {
                let from = self.described(from, here)?;
                parts.filters.push(Filter::Beside(Box::new(from)));
            }
            PostKind::Opposite(from) => {
                let from = self.described(from, here)?;
                parts.filters.push(Filter::Opposite(Box::new(from)));
            }
            PostKind::Except(places) => {
                let places = self.described_places(places, here)?;
                parts.filters.push(Filter::Except(places));
            }
            PostKind::Whose(test) => {
                let mut inner = Here { candidate: true, ..*here };
                let seen = self.described(&test.place, &mut inner)?;
                let test = self.state_test(&test.is, &seen, &mut inner)?;
                parts.filters.push(Filter::Whose(Box::new(seen), test));
            }
            PostKind::NumberedLike(other) => {
                let other = self.described(other, here)?;
                parts.filters.push(Filter::NumberedLike(Box::new(other)));
            }
            PostKind::Offset(count, to, Some(from)) => {
                let who = parts.viewer.or_else(|| self.named_owner(from)).unwrap_or(who);
                let count = self.count(count, here);
                let from = self.described(from, here);
                parts.inner = Some(Pick::Offset(count?, side(*to), Box::new(from?), who));
            }
            PostKind::Offset(count, to, None) => {
                let Count::Fixed(count) = self.count(count, here)? else {
                    self.not_yet(post.span, "a distance from the centre that changes in play");
                    return None;
                };
                let filter = self.off_centre(count, side(*to), who);
                parts.filters.push(filter);
            }
            PostKind::Half(half) => {
                let half = side(*half);
                parts.filters.push(if self.owners_change {
                    Filter::Half(half, who)
                } else {
                    let seen = |seat| self.board.half(half, seat);
                    Filter::FixedFor(who, self.board.seats().map(seen).collect())
                });
            }
            PostKind::SownIn(of) => {
                let of = unit(*of);
                self.asks_of_turns |= !matches!(of, Unit::Lap | Unit::Move);
                parts.filters.push(Filter::SownIn(of));
            }
            PostKind::NearestTo(other) => {
                let other = self.described(other, here)?;
                parts.inner = Some(Pick::NearestTo(Box::new(other)));
            }
            PostKind::From(from) => parts.from = Some(side(*from)),
            PostKind::Of(_) => {}
        }
        Some(())
    }

    /// The phrase of what has been read, and whether a number of places was said.
    fn put_together(
        &mut self,
        place: &'a ast::Place,
        mut parts: Parts,
    ) -> Option<(PlacePhrase, bool)> {
        let who = parts.viewer.unwrap_or(Who::Actor);
        let mut base = parts.base.take()?;
        let run = matches!(place.noun, Noun::RunOf(_));
        if let (Some(from), Some(nth)) = (parts.from, parts.nth) {
            parts.outer = Some(Pick::NthFrom(from, Count::Fixed(nth.into()), who));
        } else if let (Some(from), Some(Pick::Last(_))) = (parts.from, &parts.outer) {
            let other = if from == Side::Left { Side::Right } else { Side::Left };
            parts.outer = Some(Pick::NthFrom(other, Count::Fixed(1), who));
        }
        match parts.walk.take() {
            Some(Walk { from, back, on }) if run => {
                base = Base::Run { from: Box::new(from), back, on };
            }
            Some(Walk { from, back, .. }) => {
                if matches!(parts.outer, Some(Pick::First(_))) {
                    parts.outer = None;
                }
                if let Base::Union(places) = base {
                    parts.filters.insert(0, Filter::Among(places));
                }
                base = Base::Along {
                    from: Box::new(from),
                    nth: Count::Fixed(parts.nth.unwrap_or(1).into()),
                    back,
                    holes_only: place.noun != Noun::Place,
                };
            }
            None if run => {
                self.error(
                    "run-of-nothing",
                    place.span,
                    "nothing says where this run lies".into(),
                    "say `before it`, `after it` or `beside it`",
                );
                return None;
            }
            None => {
                if let (Some(nth), None) = (parts.nth, parts.from)
                    && parts.outer.is_none()
                {
                    parts.outer = Some(Pick::NthFrom(Side::Left, Count::Fixed(nth.into()), who));
                }
            }
        }
        let mut phrase = PlacePhrase {
            det: Det::Every,
            base,
            filters: parts.filters,
            pick: parts.inner.take(),
            span: place.span,
        };
        if let Some(outer) = parts.outer {
            let walks = matches!(phrase.base, Base::Along { .. } | Base::Run { .. });
            if phrase.pick.is_some() || walks {
                let inner = Places { parts: vec![phrase] };
                phrase = PlacePhrase {
                    det: Det::Every,
                    ..a_place(Base::Union(Box::new(inner)), place.span)
                };
            }
            phrase.pick = Some(outer);
        }
        self.has_a_centre(place, &phrase)?;
        Some((phrase, parts.counted))
    }
}
