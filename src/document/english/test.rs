//! Tests of places in English: what a place is, and what it is not.

use super::English;
use super::place::{EnglishNounParts, side_word, this_unit};
use super::region::EnglishRegion;
use crate::document::plan::{
    Voice, holes_with, is_many, owner_of, says_seeds, simplified, simplified_tests,
};
use crate::model::{Base, Det, Filter, MarkId, NoteId, PlacePhrase, PlayerRef, StateTest};

impl English<'_> {
    /// Adds the words for a test; `fixed`: to a place that is named already.
    pub(super) fn filter(
        &self,
        filter: &Filter,
        voice: Voice,
        many: bool,
        fixed: bool,
        noun: &mut EnglishNounParts,
    ) {
        let holds = hold(voice.past, many, false);
        let is = be(voice.past, many);
        match filter {
            Filter::Owner(who) if noun.whose.is_none() => {
                noun.whose = Some(self.whose(*who, voice));
            }
            Filter::Owner(who) => {
                noun.after.push(format!("that {is} also {}", self.belongs(*who, voice)));
            }
            // Where no hole is ever closed, every hole is open.
            Filter::Open => {
                if self.facts.closes() {
                    noun.before.push("open".into());
                }
            }
            Filter::Closed => noun.before.push("closed".into()),
            Filter::Occupied if voice.past => noun.after.push("that already held seeds".into()),
            Filter::Occupied => noun.after.push(format!("that {holds} seeds")),
            Filter::Empty if voice.past => noun.after.push("that was empty".into()),
            Filter::Empty => noun.before.push("empty".into()),
            Filter::Holding(amount) => {
                noun.after.push(format!("that {holds} {}", self.amount(amount, "seed", voice)));
            }
            Filter::HoldingKind(kind, amount) => {
                let seed = self.model.seed(Some(*kind));
                noun.after.push(format!("that {holds} {}", self.amount(amount, seed, voice)));
            }
            Filter::FixedFor(who, sets) => match self.fixed_for(*who, sets, voice) {
                Some(EnglishRegion::Before(name)) if fixed => {
                    noun.after.push(format!("that {is} in the {name} row"));
                }
                Some(EnglishRegion::Before(name)) => noun.before.push(name),
                Some(EnglishRegion::After(text)) => noun.located.push(text),
                None => {}
            },
            Filter::Marked(mark, whose) => {
                noun.after
                    .push(format!("that {}", self.is_marked(*mark, *whose, voice, many, false)));
            }
            Filter::Opposite(to) => {
                let to = match to.det {
                    Det::Every => self.all(to, voice.now()),
                    Det::One | Det::Any(_) => self.the(to, voice.now()),
                };
                noun.located.push(format!("opposite {to}"));
            }
            Filter::Half(side, who) => {
                let seen_by = match self.player(*who, voice).as_str() {
                    "you" | "they" => "its owner".to_owned(),
                    other => other.to_owned(),
                };
                noun.located.push(format!(
                    "in the {} half of the board as {seen_by} sees it",
                    side_word(*side),
                ));
            }
            Filter::NumberedLike(other) => {
                let one = self.model.board.rows <= 2 || !noun.before.is_empty();
                noun.definite |= !many && one && noun.whose.is_some();
                let like = self.the(other, voice.now());
                noun.located.push(if self.same_owner(other, noun, voice) {
                    format!("in the same column as {like}")
                } else {
                    format!(
                        "with the same number as {like} (each player counts their holes from their own left)"
                    )
                });
            }
            Filter::Beside(other) => {
                noun.located.push(format!("next to {} on the path", self.the(other, voice.now())));
            }
            Filter::Whose(phrase, test) => {
                let subject = self.place(phrase, voice);
                let test = self.state_test(test, voice, is_many(phrase));
                noun.after.push(format!("for which {subject} {test}"));
            }
            Filter::Except(places) => {
                noun.except.push(format!("other than {}", self.places_or(places, voice)));
            }
            Filter::Among(places) => {
                let places = self.places_or(places, voice);
                noun.after.push(format!("that {is} {places}"));
            }
            Filter::SownIn(unit) => {
                noun.after.push(format!("in which a seed fell in {}", this_unit(*unit)));
            }
            Filter::Not(filter) => noun.after.push(self.not_filter(filter, voice, many)),
        }
    }

    /// Whether a hole surely belongs to the player whose hole is described: their numbers are columns then.
    fn same_owner(&self, other: &PlacePhrase, noun: &EnglishNounParts, voice: Voice) -> bool {
        let own = noun.whose.as_deref() == Some(self.whose(PlayerRef::Actor, voice).as_str());
        match owner_of(other) {
            Some(owner) => noun.whose.as_deref() == Some(self.whose(owner, voice).as_str()),
            None => own && other.base == Base::It && self.facts.own_ways,
        }
    }

    fn not_filter(&self, filter: &Filter, voice: Voice, many: bool) -> String {
        let is = be(voice.past, many);
        match filter {
            Filter::Owner(who) => format!("that {is} not {}", self.belongs(*who, voice)),
            Filter::Open => format!("that {is} closed"),
            Filter::Closed => format!("that {is} open"),
            Filter::Occupied => format!("that {is} empty"),
            Filter::Empty => format!("that {is} not empty"),
            Filter::Marked(mark, whose) => {
                format!("that {}", self.is_marked(*mark, *whose, voice, many, true))
            }
            Filter::Holding(_)
            | Filter::HoldingKind(..)
            | Filter::FixedFor(..)
            | Filter::Opposite(_)
            | Filter::Half(..)
            | Filter::NumberedLike(_)
            | Filter::Beside(_)
            | Filter::Whose(..)
            | Filter::Except(_)
            | Filter::Among(_)
            | Filter::SownIn(_)
            | Filter::Not(_) => {
                let mut noun = EnglishNounParts::default();
                self.filter(filter, voice, many, true, &mut noun);
                let tests = noun.located.into_iter().chain(noun.after).chain(noun.except);
                let tests: Vec<String> = tests.collect();
                let test = tests.join(" and ");
                format!("(but not one {test})")
            }
        }
    }

    /// `counts as “house”`.
    pub(super) fn is_marked(
        &self,
        mark: MarkId,
        whose: Option<PlayerRef>,
        voice: Voice,
        many: bool,
        not: bool,
    ) -> String {
        let name = self.mark_name(mark);
        let owner = whose.map_or(String::new(), |who| match self.whose(who, voice).as_str() {
            "your" => " for you".into(),
            "their own" => " for them".into(),
            whose => format!(" for {}", whose.trim_end_matches("'s")),
        });
        let verb = match (voice.past, many, not) {
            (true, _, false) => "counted",
            (true, _, true) => "did not count",
            (false, true, false) => "count",
            (false, true, true) => "do not count",
            (false, false, false) => "counts",
            (false, false, true) => "does not count",
        };
        format!("{verb} as {name}{owner}")
    }

    pub(super) fn mark_name(&self, mark: MarkId) -> String {
        format!("\u{201c}{}\u{201d}", self.model.marks.get(mark.index()).map_or("", |m| &m.name))
    }

    pub(super) fn note_name(&self, note: NoteId, who: Option<PlayerRef>, voice: Voice) -> String {
        let Some(decl) = self.model.notes.get(note.index()) else { return String::new() };
        let whose = who.filter(|_| decl.of_each_player);
        let whose = whose.map_or(String::new(), |who| format!("{} ", self.whose(who, voice)));
        format!("{whose}\u{201c}{}\u{201d}", decl.name)
    }

    /// A test of places that are already named: `is empty`, `hold 2 or 3 seeds`.
    pub(super) fn state_test(&self, test: &StateTest, voice: Voice, many: bool) -> String {
        let is = be(voice.past, many);
        let not = if test.not { " not" } else { "" };
        let filters = simplified_tests(&test.filters, self.facts.closes());
        if let [one] = filters.as_slice() {
            match one {
                Filter::Empty => return format!("{is}{not} empty"),
                Filter::Occupied if test.not => return format!("{is} empty"),
                Filter::Occupied => return hold(voice.past, many, false).to_owned() + " seeds",
                Filter::Open => return format!("{is}{not} open"),
                Filter::Closed => return format!("{is}{not} closed"),
                Filter::Owner(who) => return format!("{is}{not} {}", self.belongs(*who, voice)),
                Filter::Holding(amount) => {
                    let verb = hold(voice.past, many, test.not);
                    return format!("{verb} {}", self.amount(amount, "seed", voice));
                }
                Filter::HoldingKind(kind, amount) => {
                    let verb = hold(voice.past, many, test.not);
                    let seed = self.model.seed(Some(*kind));
                    return format!("{verb} {}", self.amount(amount, seed, voice));
                }
                Filter::Marked(mark, whose) => {
                    return self.is_marked(*mark, *whose, voice, many, test.not);
                }
                Filter::Among(places) if !many => {
                    return format!("{is}{not} {}", self.places_or(places, voice));
                }
                Filter::SownIn(unit) => {
                    let got = if test.not { "got no seed" } else { "got a seed" };
                    return format!("{got} in {}", this_unit(*unit));
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
            let text = self.all(&phrase, voice);
            format!("{is}{not} {}", super::place::without_all(&text))
        } else {
            format!("{is}{not} {}", self.a_place(&phrase, voice))
        }
    }

    /// What a hole is just after a seed has fallen in it, as it follows `then`: `holds 4 seeds`.
    pub(super) fn made_test(&self, phrase: &PlacePhrase, not: bool, voice: Voice) -> String {
        let phrase = simplified(phrase, self.facts.closes());
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
                |filters: Vec<Filter>| self.state_test(&StateTest { not, filters }, voice, false);
            // One test, or what it is and what it holds, if both are to be so.
            match (holds.as_slice(), is.as_slice()) {
                ([one], []) | ([], [one]) => return test(vec![one.clone()]),
                ([one], [_, ..]) if !not => {
                    return format!("{} and {}", test(is.clone()), test(vec![one.clone()]));
                }
                (_, _) => {}
            }
        }
        let is = be(voice.past, false);
        let no = if not { " not" } else { "" };
        format!("{is}{no} {}", self.a_place(&phrase, voice))
    }
}

pub(super) fn be(past: bool, many: bool) -> &'static str {
    match (past, many) {
        (true, true) => "were",
        (true, false) => "was",
        (false, true) => "are",
        (false, false) => "is",
    }
}

fn hold(past: bool, many: bool, not: bool) -> &'static str {
    match (past, many, not) {
        (true, _, false) => "held",
        (true, _, true) => "did not hold",
        (false, true, false) => "hold",
        (false, true, true) => "do not hold",
        (false, false, false) => "holds",
        (false, false, true) => "does not hold",
    }
}
