//! Kinds of seeds, by their names.

use super::builder::{Builder, PhraseContext};
use super::limits::MOST_KINDS;
use super::symbols::{ExpectedKind, SymbolKind};
use crate::model::{Amount, Cond, Count, Filter, KindDecl, KindId, Subject};
use crate::span::Span;
use crate::syntax::ast::{self, Adj, AstPlace, Name, Noun};

impl<'a> Builder<'a> {
    /// Adds a kind of seeds; its worth is resolved with the other words.
    pub fn add_kind(&mut self, name: &str, at: Span) -> KindId {
        let id = KindId(self.next_index(self.kinds.len(), MOST_KINDS, "kinds of seeds", at));
        self.kinds.push(KindDecl { name: name.to_string(), worth: 1 });
        id
    }

    /// Resolves the worth of a kind of seeds.
    pub fn worth_of_kind(&mut self, name: &Name, worth: &'a ast::AstCount) -> Option<()> {
        let worth_count = self.count(worth, &mut PhraseContext::in_word())?;
        let id = self.seed_kind(name)?;
        let fixed = match worth_count {
            Count::Fixed(n) => u32::try_from(n).ok().filter(|n| *n <= MOST_WORTH),
            _ => None,
        };
        let Some(fixed) = fixed else {
            self.error(
                "worth-of-seed",
                name.span,
                format!("the worth of a `{}` is not a number from 0 to {MOST_WORTH}", name.text),
                "write a number or an option: `stone = a seed worth 10`",
            );
            return None;
        };
        if let Some(kind) = self.kinds.get_mut(id.index()) {
            kind.worth = fixed;
        }
        Some(())
    }

    /// The kind of seeds that a name denotes.
    pub fn seed_kind(&mut self, name: &Name) -> Option<KindId> {
        match self.look_up(name, ExpectedKind::Seeds)? {
            SymbolKind::Seeds(id) => Some(id),
            _ => {
                self.report_wrong_kind(name, ExpectedKind::Seeds);
                None
            }
        }
    }

    /// The kind of seeds, where naming one is optional.
    #[allow(clippy::option_option)] // none named, or an invalid name
    pub fn optional_kind(&mut self, name: Option<&Name>) -> Option<Option<KindId>> {
        match name {
            Some(name) => self.seed_kind(name).map(Some),
            None => Some(None),
        }
    }

    /// `holding 4`, `holding 1 or more stones`.
    pub fn holding(
        &mut self,
        amount: &'a ast::AstAmount,
        kind: Option<&Name>,
        here: &mut PhraseContext,
    ) -> Option<Filter> {
        let (amount, kind) = (self.amount(amount, here), self.optional_kind(kind));
        let amount = amount?;
        Some(match kind? {
            Some(kind) => Filter::HoldingKind(kind, amount),
            None => Filter::Holding(amount),
        })
    }

    /// The kind of seeds that a place phrase names, if it is only such a name: `has 2 stones` reads
    /// like `has 2 heaps`.
    pub fn as_seed_kind(&self, place: &AstPlace) -> Option<KindId> {
        let AstPlace { adjs, noun: Noun::Name(name), posts, .. } = place else { return None };
        let bare = <[Adj]>::is_empty(adjs) && posts.is_empty();
        match self.symbol(&name.text).filter(|_| bare)?.kind {
            SymbolKind::Seeds(id) => Some(id),
            _ => None,
        }
    }

    /// `the player has 2 stones`: in their store and hand.
    pub fn player_kind(
        &mut self,
        subject: Subject,
        kind: KindId,
        how_many: Option<&'a ast::AstAmount>,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        let amount = match how_many {
            Some(amount) => self.amount(amount, here)?,
            None => Amount::AtLeast(Count::Fixed(1)),
        };
        Some(Cond::PlayerKind(subject, kind, amount, None))
    }

    /// `in any order` of a way has no effect where all seeds are alike.
    pub fn require_seed_kinds(&mut self, span: Span) -> Option<()> {
        if !self.kinds.is_empty() {
            return Some(());
        }
        self.error(
            "seeds-all-alike",
            span,
            "all seeds are alike, so there is no order to choose".into(),
            "leave it out, or define kinds of seeds in *words*: `stone = a seed worth 10`",
        );
        None
    }
}

/// The greatest worth of a seed.
const MOST_WORTH: u32 = 10_000;
