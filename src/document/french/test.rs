//! Tests of places in French: what a place is, and what it is not.

use super::French;
use super::grammar::{Agreement, Gender, and, quoted};
use super::person::Whose;
use super::place::{FrenchNounParts, be, side_word, this_unit};
use super::region::FrenchRegion;
use crate::document::plan::{
    Voice, holes_with, is_many, owner_of, says_seeds, simplified, simplified_tests,
};
use crate::model::{
    Amount, Base, Det, Filter, KindId, MarkId, NoteId, PlacePhrase, PlayerRef, StateTest,
};

impl French<'_> {
    /// Adds the words for a test.
    pub(super) fn filter(
        &self,
        filter: &Filter,
        voice: Voice,
        agrees: Agreement,
        noun: &mut FrenchNounParts,
    ) {
        let many = agrees.many;
        let is = be(voice.past, many);
        match filter {
            Filter::Owner(who) if noun.whose.is_none() => {
                noun.whose = Some(self.whose(*who, voice));
            }
            Filter::Owner(who) => {
                let whose = self.whose(*who, voice).belongs();
                noun.after.push(format!("qui {is} aussi {whose}"));
            }
            // Where no hole is ever closed, every hole is open.
            Filter::Open => {
                if self.facts.closes() {
                    noun.adjectives.push(agrees.adjective("ouvert"));
                }
            }
            Filter::Closed => noun.adjectives.push(agrees.adjective("ferm\u{e9}")),
            Filter::Occupied if voice.past => {
                noun.after.push(format!("qui {} d\u{e9}j\u{e0} des graines", hold(true, many)));
            }
            Filter::Occupied => noun.after.push(format!("qui {} des graines", hold(false, many))),
            Filter::Empty if voice.past => {
                noun.after.push(format!("qui {is} {}", agrees.adjective("vide")));
            }
            Filter::Empty => noun.adjectives.push(agrees.adjective("vide")),
            Filter::Holding(amount) => {
                let holds = self.holds(amount, None, voice, many, false);
                noun.after.push(format!("qui {holds}"));
            }
            Filter::HoldingKind(kind, amount) => {
                let holds = self.holds(amount, Some(*kind), voice, many, false);
                noun.after.push(format!("qui {holds}"));
            }
            Filter::FixedFor(who, sets) => match self.fixed_for(*who, sets, voice, agrees) {
                Some(FrenchRegion::Adjective(name)) => noun.adjectives.push(name),
                Some(FrenchRegion::After(text)) => noun.located.push(text),
                None => {}
            },
            Filter::Marked(mark, whose) => {
                let marked = self.is_marked(*mark, *whose, voice, many, false);
                noun.after.push(format!("qui {marked}"));
            }
            Filter::Opposite(to) => {
                let to = match to.det {
                    Det::Every => self.all(to, voice.now()),
                    Det::One | Det::Any(_) => self.the(to, voice.now()),
                };
                noun.located.push(format!("{} \u{e0} {to}", agrees.adjective("oppos\u{e9}")));
            }
            Filter::Half(side, who) => {
                let seen_by = match self.whose(*who, voice) {
                    Whose::Yours | Whose::Theirs => self.word("player-owner"),
                    Whose::Of(who) => who,
                };
                let side = side_word(*side);
                noun.located.push(self.message("test-half", &[("side", side), ("who", &seen_by)]));
            }
            Filter::NumberedLike(other) => {
                let one = self.model.board.rows <= 2 || !noun.adjectives.is_empty();
                noun.definite |= !many && one && noun.whose.is_some();
                let like = self.the(other, voice.now());
                let id = if self.same_owner(other, noun, voice) {
                    "test-same-column"
                } else {
                    "test-same-number"
                };
                noun.located.push(self.message(id, &[("like", &like)]));
            }
            Filter::Beside(other) => {
                let other = self.the(other, voice.now());
                noun.located.push(self.message("test-beside", &[("other", &other)]));
            }
            Filter::Whose(phrase, test) => {
                let subject = self.place(phrase, voice);
                let test = self.state_test(test, voice, self.agreement(phrase));
                // `dont le trou opposé est vide`, where that can be said.
                let of_it = subject
                    .replace(" oppos\u{e9} \u{e0} celui-ci", " oppos\u{e9}")
                    .replace(" qui suit celui-ci", " suivant");
                noun.after.push(if of_it != subject && !of_it.contains("celui-ci") {
                    format!("dont {of_it} {test}")
                } else {
                    format!("{} {subject} {test}", agrees.of("pour lequel", "pour lesquels"))
                });
            }
            Filter::Except(places) => {
                let places = self.places_or(places, voice);
                noun.except.push(format!("autre que {places}"));
            }
            Filter::Among(places) => {
                let places = self.places_or(places, voice);
                noun.after.push(format!("qui {is} {places}"));
            }
            Filter::SownIn(unit) => {
                let unit = self.word(this_unit(*unit));
                noun.after.push(self.message("test-sown", &[("unit", &unit)]));
            }
            Filter::Not(filter) => noun.after.push(self.not_filter(filter, voice, agrees)),
        }
    }

    /// Whether a hole surely belongs to the player whose hole is described: their numbers are columns then.
    fn same_owner(&self, other: &PlacePhrase, noun: &FrenchNounParts, voice: Voice) -> bool {
        let is = |who: PlayerRef| noun.whose == Some(self.whose(who, voice));
        match owner_of(other) {
            Some(owner) => is(owner),
            None => is(PlayerRef::Actor) && other.base == Base::It && self.facts.own_ways,
        }
    }

    fn not_filter(&self, filter: &Filter, voice: Voice, agrees: Agreement) -> String {
        let many = agrees.many;
        let is = be(voice.past, many);
        let is_not = |what: &str| format!("qui ne {is} pas {what}");
        match filter {
            Filter::Owner(who) => is_not(&self.whose(*who, voice).belongs()),
            Filter::Open => format!("qui {is} {}", agrees.adjective("ferm\u{e9}")),
            Filter::Closed => format!("qui {is} {}", agrees.adjective("ouvert")),
            Filter::Occupied => format!("qui {is} {}", agrees.adjective("vide")),
            Filter::Empty => is_not(&agrees.adjective("vide")),
            Filter::Marked(mark, whose) => {
                format!("qui {}", self.is_marked(*mark, *whose, voice, many, true))
            }
            Filter::Holding(amount) => {
                format!("qui {}", self.holds(amount, None, voice, many, true))
            }
            Filter::HoldingKind(kind, amount) => {
                format!("qui {}", self.holds(amount, Some(*kind), voice, many, true))
            }
            Filter::Among(places) => is_not(&self.places_or(places, voice)),
            Filter::FixedFor(..)
            | Filter::Opposite(_)
            | Filter::Half(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::SownIn(_)
            | Filter::Not(_) => {
                let mut noun = FrenchNounParts::default();
                self.filter(filter, voice, agrees, &mut noun);
                let tests = noun.adjectives.into_iter().chain(noun.located);
                let tests: Vec<String> = tests.chain(noun.after).chain(noun.except).collect();
                format!("(mais pas un {})", tests.join(" et "))
            }
        }
    }

    /// `contient 4 graines`, `ne contient aucune graine`.
    pub(super) fn holds(
        &self,
        amount: &Amount,
        kind: Option<KindId>,
        voice: Voice,
        many: bool,
        not: bool,
    ) -> String {
        let verb = hold(voice.past, many);
        let amount_text = self.amount(amount, kind, voice);
        match (amount.is_none(), not) {
            (true, false) => format!("ne {verb} {amount_text}"),
            (true, true) => format!("{verb} des {}", self.seeds_word(kind, true)),
            (false, true) => format!("ne {verb} pas {amount_text}"),
            (false, false) => format!("{verb} {amount_text}"),
        }
    }

    /// `compte comme « maison »`.
    pub(super) fn is_marked(
        &self,
        mark: MarkId,
        whose: Option<PlayerRef>,
        voice: Voice,
        many: bool,
        not: bool,
    ) -> String {
        let name = self.mark_name(mark);
        let owner =
            whose.map_or(String::new(), |who| format!(" pour {}", self.whose(who, voice).object()));
        let verb = match (voice.past, many) {
            (true, true) => "comptaient",
            (true, false) => "comptait",
            (false, true) => "comptent",
            (false, false) => "compte",
        };
        if not {
            format!("ne {verb} pas comme {name}{owner}")
        } else {
            format!("{verb} comme {name}{owner}")
        }
    }

    pub(super) fn mark_name(&self, mark: MarkId) -> String {
        quoted(self.model.marks.get(mark.index()).map_or("", |m| &m.name))
    }

    pub(super) fn note_name(&self, note: NoteId, who: Option<PlayerRef>, voice: Voice) -> String {
        let Some(decl) = self.model.notes.get(note.index()) else { return String::new() };
        let name = quoted(&decl.name);
        match who.filter(|_| decl.of_each_player).map(|who| self.whose(who, voice)) {
            None => name,
            Some(Whose::Yours) => format!("votre {name}"),
            Some(Whose::Theirs) => format!("son {name}"),
            Some(Whose::Of(who)) => format!("le {name} de {who}"),
        }
    }

    /// The gender and the number of a phrase.
    pub(super) fn agreement(&self, phrase: &PlacePhrase) -> Agreement {
        let gender = match &phrase.base {
            Base::FirstPlace(_)
            | Base::Left
            | Base::Captured
            | Base::SowingHand
            | Base::WayPlaces
            | Base::Hand(_)
            | Base::Along { holes_only: false, .. } => Gender::Feminine,
            Base::It
            | Base::Candidate
            | Base::Origin(_)
            | Base::Holes
            | Base::Fixed(_)
            | Base::Store(_)
            | Base::Along { holes_only: true, .. }
            | Base::Run { .. }
            | Base::Note(..)
            | Base::Union(_) => Gender::Masculine,
        };
        Agreement { gender, many: is_many(phrase) }
    }

    /// A test of places that are already named: `est vide`, `contiennent 2 ou 3 graines`.
    pub(super) fn state_test(&self, test: &StateTest, voice: Voice, agrees: Agreement) -> String {
        let many = agrees.many;
        let is = be(voice.past, many);
        let is = |what: &str| {
            if test.not { format!("ne {is} pas {what}") } else { format!("{is} {what}") }
        };
        let filters = simplified_tests(&test.filters, self.facts.closes());
        if let [one] = filters.as_slice() {
            match one {
                Filter::Empty => return is(&agrees.adjective("vide")),
                Filter::Occupied if test.not => {
                    return format!("{} {}", be(voice.past, many), agrees.adjective("vide"));
                }
                Filter::Occupied => return format!("{} des graines", hold(voice.past, many)),
                Filter::Open => return is(&agrees.adjective("ouvert")),
                Filter::Closed => return is(&agrees.adjective("ferm\u{e9}")),
                Filter::Owner(who) => return is(&self.whose(*who, voice).belongs()),
                Filter::Holding(amount) => {
                    return self.holds(amount, None, voice, many, test.not);
                }
                Filter::HoldingKind(kind, amount) => {
                    return self.holds(amount, Some(*kind), voice, many, test.not);
                }
                Filter::Marked(mark, whose) => {
                    return self.is_marked(*mark, *whose, voice, many, test.not);
                }
                Filter::Among(places) if !many => return is(&self.places_or(places, voice)),
                Filter::SownIn(unit) => {
                    let unit = self.word(this_unit(*unit));
                    let id = if test.not { "test-got-none" } else { "test-got" };
                    return self.message(id, &[("unit", &unit)]);
                }
                Filter::FixedFor(..)
                | Filter::Opposite(_)
                | Filter::Half(..)
                | Filter::NumberedLike(_)
                | Filter::Beside(_)
                | Filter::Whose(..)
                | Filter::Except(_)
                | Filter::Among(_)
                | Filter::Not(_) => {}
            }
        }
        let phrase =
            PlacePhrase { det: if many { Det::Every } else { Det::One }, ..holes_with(&filters) };
        if many {
            let all = self.all(&phrase, voice);
            is(&all.replacen("tous les ", "des ", 1).replacen("tous vos ", "de vos ", 1))
        } else {
            is(&self.a_place(&phrase, voice))
        }
    }

    /// What a hole is just after a seed has fallen in it: `contient alors 4 graines`.
    pub(super) fn made_test(&self, phrase: &PlacePhrase, not: bool, voice: Voice) -> String {
        let phrase = simplified(phrase, self.facts.closes());
        let hole = Agreement::default();
        let plain = phrase.base == Base::Holes && phrase.pick.is_none();
        if plain && !phrase.filters.is_empty() && (says_seeds(&phrase) || phrase.filters.len() == 1)
        {
            let (holds, is): (Vec<Filter>, Vec<Filter>) =
                phrase.filters.iter().cloned().partition(|filter| {
                    matches!(
                        filter,
                        Filter::Occupied | Filter::Holding(_) | Filter::HoldingKind(..)
                    )
                });
            let test =
                |filters: Vec<Filter>| self.state_test(&StateTest { not, filters }, voice, hole);
            match (holds.as_slice(), is.as_slice()) {
                ([one], []) | ([], [one]) => return test(vec![one.clone()]),
                ([one], [_, ..]) if !not => {
                    return and(&[test(is.clone()), test(vec![one.clone()])]);
                }
                (_, _) => {}
            }
        }
        let is = be(voice.past, false);
        let place = self.a_place(&phrase, voice);
        if not { format!("ne {is} pas {place}") } else { format!("{is} {place}") }
    }
}

pub(super) fn hold(past: bool, many: bool) -> &'static str {
    match (past, many) {
        (true, true) => "contenaient",
        (true, false) => "contenait",
        (false, true) => "contiennent",
        (false, false) => "contient",
    }
}
