//! Players, as a statement names them.

use super::builder::{Builder, Found, Here};
use super::names::Sense;
use crate::diagnostic::Diagnostic;
use crate::model::{Seat, Subject, Who};
use crate::span::Span;
use crate::suggest::nearest;
use crate::syntax::ast::{self, AdjKind, Noun, PostKind, Which};

/// Words within words are followed so far: a word that names itself is refused elsewhere.
const MOST_WORDS_DEEP: usize = 16;

impl Builder<'_> {
    /// One player.
    pub fn who(&mut self, who: &ast::Who, here: &mut Here) -> Option<Who> {
        match &who.which {
            Which::Player => Some(Who::Actor),
            Which::Opponent => {
                self.two_players(who.span)?;
                Some(Who::Opponent)
            }
            Which::That => self.found(who.span, here, false),
            Which::Other => {
                self.two_players(who.span)?;
                self.found(who.span, here, true)
            }
            Which::Winner => Some(Who::Winner),
            Which::Loser => Some(Who::Loser),
            Which::Starter => Some(Who::Starter),
            Which::Second => Some(Who::Second),
            Which::Next => Some(Who::Next),
            Which::Named(name) => self.named(name).map(Who::Seat),
            Which::Each | Which::A => {
                let text = self.text(who.span);
                self.not_here(
                    here,
                    who.span,
                    &format!("`{text}` is not one player, and one is wanted"),
                    "say which: `the player`, `the opponent`, `that player` ...",
                );
                None
            }
        }
    }

    /// The subject of an action.
    pub fn actor(&mut self, who: Option<&ast::Who>, here: &mut Here) -> Option<Subject> {
        let Some(who) = who else { return Some(Subject::One(Who::Actor)) };
        if who.which == Which::Each {
            return Some(Subject::Each);
        }
        let direct = match (&who.which, here.found) {
            (Which::That, Found::Told(told)) => Some(told),
            (Which::Other, Found::Told(told)) => complement(told),
            _ => None,
        };
        match direct {
            Some(direct) if who.which == Which::That || self.two_players(who.span).is_some() => {
                Some(Subject::One(direct))
            }
            _ => self.who(who, here).map(Subject::One),
        }
    }

    /// The subject of a condition.
    pub fn subject(&mut self, who: &ast::Who, here: &mut Here) -> Option<Subject> {
        match who.which {
            Which::Each => Some(Subject::Each),
            Which::A => Some(Subject::Some),
            _ => self.who(who, here).map(Subject::One),
        }
    }

    fn found(&mut self, span: Span, here: &mut Here, other: bool) -> Option<Who> {
        let who = if other { Who::Other } else { Who::That };
        match here.found {
            Found::Some => Some(who),
            Found::Told(told) if !other && here.mover => Some(told),
            Found::Told(_) => {
                here.bind = true;
                Some(who)
            }
            Found::Nobody => {
                let text = self.text(span);
                let help = if other {
                    "say `the opponent`, or begin with a condition on `a player`"
                } else {
                    "say `the player`, or begin with a condition on `a player`"
                };
                self.not_here(here, span, &format!("nobody has been found for `{text}`"), help);
                None
            }
        }
    }

    /// The player whose holes a phrase names, in its own words or in the words that it uses.
    pub fn named_owner(&self, place: &ast::Place) -> Option<Who> {
        self.owner_in_words(place, MOST_WORDS_DEEP)
    }

    /// The player whose holes several phrases name, if it is the same for all.
    pub fn named_owner_of_all(&self, places: &ast::Places) -> Option<Who> {
        self.same_owner(places, MOST_WORDS_DEEP)
    }

    fn owner_in_words(&self, place: &ast::Place, deep: usize) -> Option<Who> {
        let of = place.posts.iter().find_map(|post| match &post.which {
            PostKind::Of(who) => self.plainly(who),
            _ => None,
        });
        let run: &[ast::Adj] = match &place.noun {
            Noun::RunOf(adjs) => adjs,
            _ => &[],
        };
        let adjs = || place.adjs.iter().chain(run).map(|adj| &adj.which);
        let own = adjs().find_map(|adj| match adj {
            AdjKind::Own => Some(Who::Actor),
            AdjKind::Opponents => Some(Who::Opponent),
            AdjKind::Winners => Some(Who::Winner),
            AdjKind::Losers => Some(Who::Loser),
            _ => None,
        });
        let names = adjs().filter_map(|adj| match adj {
            AdjKind::Name(name) => Some(name),
            _ => None,
        });
        let noun = match &place.noun {
            Noun::Name(name) => Some(name),
            _ => None,
        };
        let in_word = |name: &ast::Name| match &self.entry(&name.text)?.sense {
            Sense::Kind(place) => self.owner_in_words(place, deep.checked_sub(1)?),
            Sense::Places(places) => self.same_owner(places, deep.checked_sub(1)?),
            _ => None,
        };
        of.or(own).or_else(|| names.chain(noun).find_map(in_word))
    }

    fn same_owner(&self, places: &ast::Places, deep: usize) -> Option<Who> {
        let mut owners = places.parts.iter().map(|part| self.owner_in_words(part, deep));
        let first = owners.next()??;
        owners.all(|owner| owner == Some(first)).then_some(first)
    }

    /// The player of a phrase that means the same wherever it is used.
    fn plainly(&self, who: &ast::Who) -> Option<Who> {
        match &who.which {
            Which::Player => Some(Who::Actor),
            Which::Opponent => Some(Who::Opponent),
            Which::Winner => Some(Who::Winner),
            Which::Loser => Some(Who::Loser),
            Which::Starter => Some(Who::Starter),
            Which::Second => Some(Who::Second),
            Which::Next => Some(Who::Next),
            Which::That => Some(Who::That),
            Which::Other => Some(Who::Other),
            Which::Named(name) => {
                let seats = self.board.seats().zip(&self.board.board.seats);
                let mut named = seats.filter(|(_, info)| info.name == name.text);
                named.next().map(|(seat, _)| Who::Seat(seat))
            }
            Which::Each | Which::A => None,
        }
    }

    /// Refuses to speak of the opponent where there are not two players.
    pub fn two_players(&mut self, span: Span) -> Option<()> {
        let players = self.board.board.seats.len();
        if players == 2 || players == 0 {
            return Some(());
        }
        let text = self.text(span);
        self.error(
            "opponent-of-many",
            span,
            format!("`{text}` is nobody in particular where {players} play"),
            "say `each player`, `the next player`, or the player's name",
        );
        None
    }

    /// A player by name.
    pub fn named(&mut self, name: &ast::Name) -> Option<Seat> {
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
            Some(near) => finding.help(format!("say `{near}`")).fix(name.span, near),
            None => finding.help(format!(
                "the players are {}; *board* can give them other names: `players West, East`",
                names.join(" and ")
            )),
        };
        self.report.add(finding);
        None
    }
}

/// The other of two players, where that can be said without knowing more.
fn complement(who: Who) -> Option<Who> {
    match who {
        Who::Actor => Some(Who::Opponent),
        Who::Opponent => Some(Who::Actor),
        Who::That => Some(Who::Other),
        Who::Other => Some(Who::That),
        Who::Winner => Some(Who::Loser),
        Who::Loser => Some(Who::Winner),
        Who::Starter => Some(Who::Second),
        Who::Second => Some(Who::Starter),
        Who::Seat(seat) => Some(Who::Seat(Seat(1 - seat.0.min(1)))),
        Who::Next => None,
    }
}

/// Whom `that player` means behind a condition.
pub(super) fn found_by(cond: &ast::Cond) -> Option<&ast::Who> {
    let mut first = None;
    let mut open = vec![cond];
    while let Some(cond) = open.pop() {
        match cond {
            ast::Cond::Or(parts) | ast::Cond::And(parts) => open.extend(parts.iter().rev()),
            ast::Cond::Not(part) => open.push(part),
            ast::Cond::Test(test) => {
                let who = match &test.test {
                    ast::TestKind::PlayerSeeds { who, .. }
                    | ast::TestKind::PlayerPlaces { who, .. }
                    | ast::TestKind::NoMove(who)
                    | ast::TestKind::Concedes(who)
                    | ast::TestKind::HasMoved { who, .. }
                    | ast::TestKind::PlayerIs { who, .. } => who,
                    _ => continue,
                };
                if who.which == Which::A {
                    return Some(who);
                }
                first = first.or(Some(who));
            }
        }
    }
    first
}
