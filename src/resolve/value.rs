//! Tests on a name: an option, a note, a number.

use super::builder::{Builder, PhraseContext};
use super::cond::{count_is, negate_if, or, single_place};
use super::options::OptionValue;
use super::symbols::{ExpectedKind, SymbolKind};
use crate::diagnostic::{Diagnostic, Fix};
use crate::model::{
    Amount, Base, Cond, Count, Dir, Filter, NoteKind, NoteValue, PlacePhrase, PlayerRef, StateTest,
};
use crate::suggest::nearest;
use crate::syntax::ast::{self, AstValue, Name, NameTest};

impl<'a> Builder<'a> {
    /// `custom is whole-board` parses like a place; `None` if it is one.
    pub fn named_value_test(
        &mut self,
        place: &'a ast::AstPlace,
        test: &'a ast::AstStateTest,
        here: &mut PhraseContext,
    ) -> Option<Option<Cond>> {
        let ast::Noun::Name(name) = &place.noun else { return None };
        if !place.adjs.is_empty() || !place.posts.is_empty() {
            return None;
        }
        let symbol = self.symbol(&name.text)?.kind.clone();
        let tested = matches!(
            symbol,
            SymbolKind::Option(..)
                | SymbolKind::Count(_)
                | SymbolKind::CountCases(_)
                | SymbolKind::Note(_, NoteKind::Number | NoteKind::Direction | NoteKind::Yes, _)
        );
        if !tested {
            return None;
        }
        if let ast::AstStateTest::Is { not, state: ast::AstState::Place(value) } = test
            && let ast::Noun::Name(value) = &value.noun
        {
            let is = self.value_condition(name, &symbol, value, here);
            return Some(is.map(|is| negate_if(*not, is)));
        }
        self.report_wrong_kind(name, ExpectedKind::Noun);
        Some(None)
    }

    pub fn name_is(
        &mut self,
        name: &'a Name,
        not: bool,
        is: &'a NameTest,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        let symbol = self.look_up(name, ExpectedKind::Tested)?;
        let is = match is {
            NameTest::Amount(amount) => {
                let (count, amount) = (self.named_count(name, here), self.amount(amount, here));
                count_is(count?, amount?)
            }
            NameTest::Dir(dir) => self.note_direction_test(name, &symbol, dir, here)?,
            NameTest::Values(values) => {
                let each: Vec<Option<Cond>> = values
                    .iter()
                    .map(|value| match value {
                        AstValue::Number(number, _) => {
                            let count = self.named_count(name, here)?;
                            let number = Count::Fixed(i64::try_from(*number).unwrap_or(i64::MAX));
                            Some(count_is(count, Amount::OneOf(vec![number])))
                        }
                        AstValue::Word(word) => self.value_condition(name, &symbol, word, here),
                    })
                    .collect();
                or(each.into_iter().collect::<Option<Vec<Cond>>>()?)
            }
        };
        Some(negate_if(not, is))
    }

    /// `NAME is WORD`.
    fn value_condition(
        &mut self,
        name: &'a Name,
        symbol: &SymbolKind<'a>,
        word: &'a Name,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        match symbol {
            SymbolKind::Option(chosen, values) if values.contains(&word.text) => {
                Some(Cond::Fixed(*chosen == OptionValue::Word(word.text.clone())))
            }
            SymbolKind::Option(OptionValue::Number(number), values) if values.is_empty() => {
                let other = self.named_count(word, here)?;
                Some(count_is(Count::Fixed(*number), Amount::OneOf(vec![other])))
            }
            SymbolKind::Option(_, values) => {
                let finding = Diagnostic::error(
                    "option-not-a-value",
                    word.span,
                    format!("`{}` is not a value of `{}`", word.text, name.text),
                );
                let finding = match self.symbol(&name.text) {
                    Some(entry) => finding.label(entry.span, "its values are declared here"),
                    None => finding,
                };
                self.report.add(match nearest(&word.text, values.iter().map(String::as_str)) {
                    Some(near) => finding.fix(Fix::guess(word.span, near)),
                    None => {
                        let values: Vec<String> =
                            values.iter().map(|value| format!("`{value}`")).collect();
                        finding.help(format!("write {}", values.join(" or ")))
                    }
                });
                None
            }
            SymbolKind::Note(id, NoteKind::Yes, each)
                if word.text == "yes" || word.text == "no" =>
            {
                let value = NoteValue::Yes(word.text == "yes");
                Some(Cond::NoteIs(*id, each.then_some(PlayerRef::Actor), vec![value]))
            }
            SymbolKind::Note(_, NoteKind::Number, _)
            | SymbolKind::Count(_)
            | SymbolKind::CountCases(_) => {
                let (count, other) = (self.named_count(name, here), self.named_count(word, here));
                Some(count_is(count?, Amount::OneOf(vec![other?])))
            }
            SymbolKind::Note(id, NoteKind::Direction, each) => {
                let value = match word.text.as_str() {
                    "anticlockwise" => NoteValue::Anticlockwise,
                    "clockwise" => NoteValue::Clockwise,
                    _ => {
                        self.report_unknown(word, ExpectedKind::Direction);
                        return None;
                    }
                };
                Some(Cond::NoteIs(*id, each.then_some(PlayerRef::Actor), vec![value]))
            }
            SymbolKind::Note(id, NoteKind::Place, each) => {
                let whose = each.then_some(PlayerRef::Actor);
                let phrase = single_place(Base::Note(*id, whose), name.span);
                self.place_state_test(phrase, word, here)
            }
            SymbolKind::Shared(id) => {
                let phrase = PlacePhrase::fixed(*id, name.span);
                self.place_state_test(phrase, word, here)
            }
            SymbolKind::Mark(..)
            | SymbolKind::Row(_)
            | SymbolKind::Player(_)
            | SymbolKind::Kind(_)
            | SymbolKind::Places(_)
            | SymbolKind::Cond(_)
            | SymbolKind::Actions(_)
            | SymbolKind::Seeds(_)
            | SymbolKind::Note(..) => {
                self.report_wrong_kind(name, ExpectedKind::Tested);
                None
            }
        }
    }

    /// `host is empty`, `host is a casa` without its article.
    fn place_state_test(
        &mut self,
        phrase: PlacePhrase,
        word: &'a Name,
        here: &PhraseContext,
    ) -> Option<Cond> {
        let filters = match word.text.as_str() {
            "empty" => vec![Filter::Empty],
            "occupied" => vec![Filter::Occupied],
            "open" => vec![Filter::Open],
            "closed" => vec![Filter::Closed],
            _ => match self.look_up(word, ExpectedKind::Adjective)? {
                SymbolKind::Mark(id, _) => vec![Filter::Marked(id, None)],
                SymbolKind::Kind(place) => {
                    self.kind(word, place, &PhraseContext { viewer: None, ..*here })?
                }
                _ => {
                    self.report_wrong_kind(word, ExpectedKind::Adjective);
                    return None;
                }
            },
        };
        Some(Cond::Is(phrase, StateTest { not: false, filters }))
    }

    fn note_direction_test(
        &mut self,
        name: &'a Name,
        symbol: &SymbolKind<'a>,
        dir: &'a ast::AstDir,
        here: &mut PhraseContext,
    ) -> Option<Cond> {
        if let SymbolKind::Option(OptionValue::Word(value), values) = symbol
            && let Some(word) = super::way::dir_word(dir)
            && values.iter().any(|value| value == word)
        {
            return Some(Cond::Fixed(value == word));
        }
        let SymbolKind::Note(id, NoteKind::Direction, each) = symbol else {
            self.report_wrong_kind(name, ExpectedKind::Direction);
            return None;
        };
        let (id, whose) = (*id, each.then_some(PlayerRef::Actor));
        let value = match self.dir(dir, here)? {
            Dir::Anticlockwise => NoteValue::Anticlockwise,
            Dir::Clockwise => NoteValue::Clockwise,
            _ => {
                self.report_not_yet(super::way::dir_span(dir), "asking a note for this direction");
                return None;
            }
        };
        Some(Cond::NoteIs(id, whose, vec![value]))
    }
}
