//! Resolves player phrases.

use super::builder::{Antecedent, Builder, PhraseContext};
use super::symbols::SymbolKind;
use crate::diagnostic::{Diagnostic, Fix};
use crate::model::{PlayerRef, Seat, Subject};
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{self, AdjKind, Noun, PlayerRefKind, PostModifierKind};

/// The depth to which words in words are followed; recursive words are reported elsewhere.
const MAX_WORD_DEPTH: usize = 16;

impl Builder<'_> {
    /// One player.
    pub fn player_ref(
        &mut self,
        who: &ast::AstPlayerRef,
        here: &mut PhraseContext,
    ) -> Option<PlayerRef> {
        match &who.kind {
            PlayerRefKind::Player => Some(here.own),
            PlayerRefKind::Opponent => self.opponent_of(here.own, who.span, here),
            PlayerRefKind::That => self.antecedent(who.span, here, false),
            PlayerRefKind::Other => {
                self.require_two_players(who.span)?;
                self.antecedent(who.span, here, true)
            }
            PlayerRefKind::Winner => Some(PlayerRef::Winner),
            PlayerRefKind::Loser => Some(PlayerRef::Loser),
            PlayerRefKind::Starter => Some(PlayerRef::Starter),
            PlayerRefKind::Second => Some(PlayerRef::Second),
            PlayerRefKind::Next => Some(PlayerRef::Next),
            PlayerRefKind::Owner => {
                self.require_owned(who.span, here)?;
                Some(PlayerRef::Owner)
            }
            PlayerRefKind::Named(name) => self.player_by_name(name).map(PlayerRef::Seat),
            PlayerRefKind::Each | PlayerRefKind::A => {
                let text = self.text(who.span);
                self.report_not_here(
                    here,
                    who.span,
                    &format!("`{text}` is not one player, and one is needed"),
                    "name one: `the player`, `the opponent`, `that player` ...",
                );
                None
            }
        }
    }

    /// `the opponent`, where `own` stands for that player.
    pub fn opponent_of(
        &mut self,
        own: PlayerRef,
        span: Span,
        here: &PhraseContext,
    ) -> Option<PlayerRef> {
        self.require_two_players(span)?;
        let other = other_of_two(own);
        if other.is_none() {
            let text = self.text(span);
            let what = format!("it is not clear who `{text}` is, seen from another player");
            self.report_not_here(here, span, &what, "name the player: `South`, `North` ...");
        }
        other
    }

    /// The subject of an action.
    pub fn actor(
        &mut self,
        who: Option<&ast::AstPlayerRef>,
        here: &mut PhraseContext,
    ) -> Option<Subject> {
        let Some(who) = who else { return Some(Subject::One(PlayerRef::Actor)) };
        if who.kind == PlayerRefKind::Each {
            return Some(Subject::Each);
        }
        let direct = match (&who.kind, here.antecedent) {
            (PlayerRefKind::That, Antecedent::Known(known)) => Some(known),
            (PlayerRefKind::Other, Antecedent::Known(known)) => other_of_two(known),
            _ => None,
        };
        match direct {
            Some(direct)
                if who.kind == PlayerRefKind::That
                    || self.require_two_players(who.span).is_some() =>
            {
                Some(Subject::One(direct))
            }
            _ => self.player_ref(who, here).map(Subject::One),
        }
    }

    /// The subject of a condition.
    pub fn subject(
        &mut self,
        who: &ast::AstPlayerRef,
        here: &mut PhraseContext,
    ) -> Option<Subject> {
        match who.kind {
            PlayerRefKind::Each => Some(Subject::Each),
            PlayerRefKind::A => Some(Subject::Some),
            _ => self.player_ref(who, here).map(Subject::One),
        }
    }

    fn antecedent(
        &mut self,
        span: Span,
        here: &mut PhraseContext,
        other: bool,
    ) -> Option<PlayerRef> {
        let who = if other { PlayerRef::Other } else { PlayerRef::That };
        match here.antecedent {
            Antecedent::Dynamic => Some(who),
            Antecedent::Known(known) if !other && here.actor_is_mover => Some(known),
            Antecedent::Known(_) => {
                here.needs_binding = true;
                Some(who)
            }
            Antecedent::Nobody => {
                let text = self.text(span);
                let help = if other {
                    "write `the opponent`, or begin with a condition on `a player`"
                } else {
                    "write `the player`, or begin with a condition on `a player`"
                };
                self.report_not_here(here, span, &format!("it is not clear who `{text}` is"), help);
                None
            }
        }
    }

    /// The player whose holes a phrase names, directly or through the words that it uses, where `own` stands for
    /// that player.
    pub fn named_owner(&self, place: &ast::AstPlace, own: PlayerRef) -> Option<PlayerRef> {
        match self.owner_in_words(place, MAX_WORD_DEPTH)? {
            PlayerRef::Actor => Some(own),
            PlayerRef::Opponent => other_of_two(own),
            who @ (PlayerRef::That
            | PlayerRef::Other
            | PlayerRef::Winner
            | PlayerRef::Loser
            | PlayerRef::Starter
            | PlayerRef::Second
            | PlayerRef::Next
            | PlayerRef::Owner
            | PlayerRef::Seat(_)) => Some(who),
        }
    }

    /// Whether a name is a word for own holes, so that another player before it can only be the one that `own` stands
    /// for. A player before a word for own marks can be the owner of the holes.
    pub fn is_for_own_holes(&self, name: &ast::Name) -> bool {
        self.owner_in_word(name, MAX_WORD_DEPTH) == Some(PlayerRef::Actor)
            && !self.names_owned_mark(name, MAX_WORD_DEPTH)
    }

    fn names_owned_mark(&self, name: &ast::Name, deep: usize) -> bool {
        let Some(deep) = deep.checked_sub(1) else { return false };
        let in_phrase =
            |place| names_in(place).into_iter().any(|name| self.names_owned_mark(name, deep));
        match self.symbol(&name.text).map(|entry| &entry.kind) {
            Some(SymbolKind::Mark(_, owned)) => *owned,
            Some(SymbolKind::Kind(place)) => in_phrase(place),
            Some(SymbolKind::Places(places)) => places.parts.iter().any(in_phrase),
            _ => false,
        }
    }

    /// The player whose holes several phrases name, if it is the same for all.
    pub fn named_owner_of_all(&self, places: &ast::AstPlaces) -> Option<PlayerRef> {
        self.same_owner(places, MAX_WORD_DEPTH)
    }

    fn owner_in_words(&self, place: &ast::AstPlace, deep: usize) -> Option<PlayerRef> {
        let of = place.posts.iter().find_map(|post| match &post.kind {
            PostModifierKind::Of(who) => self.context_free_player(who),
            _ => None,
        });
        let own = adjectives(place).find_map(|adj| match adj {
            AdjKind::Own => Some(PlayerRef::Actor),
            AdjKind::Opponents => Some(PlayerRef::Opponent),
            AdjKind::Winners => Some(PlayerRef::Winner),
            AdjKind::Losers => Some(PlayerRef::Loser),
            _ => None,
        });
        of.or(own)
            .or_else(|| names_in(place).into_iter().find_map(|name| self.owner_in_word(name, deep)))
    }

    /// The player whose holes a word names.
    fn owner_in_word(&self, name: &ast::Name, deep: usize) -> Option<PlayerRef> {
        match &self.symbol(&name.text)?.kind {
            SymbolKind::Kind(place) => self.owner_in_words(place, deep.checked_sub(1)?),
            SymbolKind::Places(places) => self.same_owner(places, deep.checked_sub(1)?),
            _ => None,
        }
    }

    fn same_owner(&self, places: &ast::AstPlaces, deep: usize) -> Option<PlayerRef> {
        let mut owners = places.parts.iter().map(|part| self.owner_in_words(part, deep));
        let first = owners.next()??;
        owners.all(|owner| owner == Some(first)).then_some(first)
    }

    /// The player of a phrase whose meaning does not depend on its context.
    fn context_free_player(&self, who: &ast::AstPlayerRef) -> Option<PlayerRef> {
        match &who.kind {
            PlayerRefKind::Player => Some(PlayerRef::Actor),
            PlayerRefKind::Opponent => Some(PlayerRef::Opponent),
            PlayerRefKind::Winner => Some(PlayerRef::Winner),
            PlayerRefKind::Loser => Some(PlayerRef::Loser),
            PlayerRefKind::Starter => Some(PlayerRef::Starter),
            PlayerRefKind::Second => Some(PlayerRef::Second),
            PlayerRefKind::Next => Some(PlayerRef::Next),
            PlayerRefKind::Owner => Some(PlayerRef::Owner),
            PlayerRefKind::That => Some(PlayerRef::That),
            PlayerRefKind::Other => Some(PlayerRef::Other),
            PlayerRefKind::Named(name) => {
                let seats = self.board.seats().zip(&self.board.board.seats);
                let mut named = seats.filter(|(_, info)| info.name == name.text);
                named.next().map(|(seat, _)| PlayerRef::Seat(seat))
            }
            PlayerRefKind::Each | PlayerRefKind::A => None,
        }
    }

    /// Reports `the opponent` where there are not two players.
    pub fn require_two_players(&mut self, span: Span) -> Option<()> {
        let players = self.board.board.seats.len();
        if players == 2 || players == 0 {
            return Some(());
        }
        let text = self.text(span);
        self.error(
            "opponent-of-many",
            span,
            format!("it is not clear who `{text}` is where {players} play"),
            "write `each player`, `the next player`, or the player's name",
        );
        None
    }

    /// A player by name.
    pub fn player_by_name(&mut self, name: &ast::Name) -> Option<Seat> {
        let seats = &self.board.board.seats;
        if seats.is_empty() {
            return None;
        }
        let seat = self.board.seats().zip(seats).find(|(_, info)| info.name == name.text);
        if let Some((seat, _)) = seat {
            return Some(seat);
        }
        let finding = Diagnostic::error(
            "unknown-player",
            name.span,
            format!("no player is called `{}`", name.text),
        );
        let names: Vec<&str> = seats.iter().map(|info| info.name.as_str()).collect();
        let finding = match nearest(&name.text, names.iter().copied()) {
            Some(near) => finding.fix(Fix::guess(name.span, near)),
            None => finding.help(format!(
                "the players are {}; *board* can give them other names: `players West, East`",
                names.join(" and ")
            )),
        };
        self.report.add(finding);
        None
    }
}

/// The adjectives of a phrase, and of the run that it may be.
fn adjectives(place: &ast::AstPlace) -> impl Iterator<Item = &AdjKind> {
    let run: &[ast::Adj] = match &place.noun {
        Noun::RunOf(adjs) => adjs,
        _ => &[],
    };
    place.adjs.iter().chain(run).map(|adj| &adj.kind)
}

/// The names among the words of a phrase before its modifiers.
fn names_in(place: &ast::AstPlace) -> Vec<&ast::Name> {
    let adjs = adjectives(place).filter_map(|adj| match adj {
        AdjKind::Name(name) => Some(name),
        _ => None,
    });
    let noun = match &place.noun {
        Noun::Name(name) => Some(name),
        _ => None,
    };
    adjs.chain(noun).collect()
}

/// The other of two players, where that is known statically.
fn other_of_two(who: PlayerRef) -> Option<PlayerRef> {
    match who {
        PlayerRef::Actor => Some(PlayerRef::Opponent),
        PlayerRef::Opponent => Some(PlayerRef::Actor),
        PlayerRef::That => Some(PlayerRef::Other),
        PlayerRef::Other => Some(PlayerRef::That),
        PlayerRef::Winner => Some(PlayerRef::Loser),
        PlayerRef::Loser => Some(PlayerRef::Winner),
        PlayerRef::Starter => Some(PlayerRef::Second),
        PlayerRef::Second => Some(PlayerRef::Starter),
        PlayerRef::Seat(seat) => Some(PlayerRef::Seat(Seat(1 - seat.0.min(1)))),
        PlayerRef::Next | PlayerRef::Owner => None,
    }
}

/// The antecedent of `that player` after a condition.
pub(super) fn antecedent_of(cond: &ast::AstCond) -> Option<&ast::AstPlayerRef> {
    let mut first = None;
    let mut open = vec![cond];
    while let Some(cond) = open.pop() {
        match cond {
            ast::AstCond::Or(parts) | ast::AstCond::And(parts) => open.extend(parts.iter().rev()),
            ast::AstCond::Not(part) => open.push(part),
            ast::AstCond::Test(test) => {
                let who = match &test.test {
                    ast::CondTestKind::PlayerSeeds { who, .. }
                    | ast::CondTestKind::PlayerPlaces { who, .. }
                    | ast::CondTestKind::NoMove(who)
                    | ast::CondTestKind::Concedes(who)
                    | ast::CondTestKind::HasMoved { who, .. }
                    | ast::CondTestKind::PlayerIs { who, .. } => who,
                    _ => continue,
                };
                if who.kind == PlayerRefKind::A {
                    return Some(who);
                }
                first = first.or(Some(who));
            }
        }
    }
    first
}
