//! Kinds of seeds, by their names.

use super::builder::{Builder, PhraseContext};
use super::limits::MOST_KINDS;
use super::symbols::{ExpectedKind, SymbolKind};
use crate::model::{Amount, Cond, Count, Filter, KindDecl, KindId, Subject};
use crate::span::Span;
use crate::syntax::ast::{self, Adj, AstPlace, Name, Noun};

impl<'a> Builder<'a> {
    /// Adds a kind of seeds; what it is worth is read with the other words.
    pub fn add_kind(&mut self, name: &str, at: Span) -> KindId {
        let id = KindId(self.next_index(self.kinds.len(), MOST_KINDS, "kinds of seeds", at));
        self.kinds.push(KindDecl { name: name.to_string(), worth: 1 });
        id
    }

    /// Reads what a kind of seeds is worth.
    pub fn worth_of_kind(&mut self, name: &Name, worth: &'a ast::AstCount) -> Option<()> {
        let told = self.count(worth, &mut PhraseContext::in_word())?;
        let id = self.seed_kind(name)?;
        let fixed = match told {
            Count::Fixed(n) => u32::try_from(n).ok().filter(|n| *n <= MOST_WORTH),
            _ => None,
        };
        let Some(fixed) = fixed else {
            self.error(
                "worth-of-seed",
                name.span,
                format!("what a `{}` is worth is not a number from 0 to {MOST_WORTH}", name.text),
                "say a number, or an option: `stone = a seed worth 10`",
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

    /// The same, where none may be named.
    #[allow(clippy::option_option)] // none named, or a name that stands for none
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
            "all seeds are alike, so they fall in no order".into(),
            "leave it out, or say in *words* which kinds of seeds there are: `stone = a seed worth 10`",
        );
        None
    }
}

/// So much a single seed can be worth.
const MOST_WORTH: u32 = 10_000;
