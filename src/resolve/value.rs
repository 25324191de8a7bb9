//! Tests on a name: an option, a note, a number.

use super::builder::{Builder, Here};
use super::cond::{a_place, count_is, or, turned};
use super::names::{Sense, Wanted};
use super::options::Chosen;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Amount, Base, Cond, Count, Dir, Filter, NoteKind, NoteValue, PlacePhrase, StateTest, Who,
};
use crate::suggest::nearest;
use crate::syntax::ast::{self, Name, NameTest, Value};

impl<'a> Builder<'a> {
    /// `custom is whole-board` reads like a place; `None` if it is one.
    pub fn name_in_place_of_a_place(
        &mut self,
        place: &'a ast::Place,
        test: &'a ast::StateTest,
        here: &mut Here,
    ) -> Option<Option<Cond>> {
        let ast::Noun::Name(name) = &place.noun else { return None };
        if !place.adjs.is_empty() || !place.posts.is_empty() {
            return None;
        }
        let sense = self.entry(&name.text)?.sense.clone();
        let tested = matches!(
            sense,
            Sense::Option(..)
                | Sense::Count(_)
                | Sense::CountCases(_)
                | Sense::Note(_, NoteKind::Number | NoteKind::Direction | NoteKind::Yes, _)
        );
        if !tested {
            return None;
        }
        if let ast::StateTest::Is { not, state: ast::State::Place(value) } = test
            && let ast::Noun::Name(value) = &value.noun
        {
            let is = self.is_value(name, &sense, value, here);
            return Some(is.map(|is| turned(*not, is)));
        }
        self.wrong_kind(name, Wanted::Noun);
        Some(None)
    }

    pub fn name_is(
        &mut self,
        name: &'a Name,
        not: bool,
        is: &'a NameTest,
        here: &mut Here,
    ) -> Option<Cond> {
        let sense = self.look_up(name, Wanted::Tested)?;
        let is = match is {
            NameTest::Amount(amount) => {
                let (count, amount) = (self.named_count(name, here), self.amount(amount, here));
                count_is(count?, amount?)
            }
            NameTest::Dir(dir) => self.note_goes(name, &sense, dir, here)?,
            NameTest::Values(values) => {
                let each: Vec<Option<Cond>> = values
                    .iter()
                    .map(|value| match value {
                        Value::Number(number, _) => {
                            let count = self.named_count(name, here)?;
                            let number = Count::Fixed(i64::try_from(*number).unwrap_or(i64::MAX));
                            Some(count_is(count, Amount::OneOf(vec![number])))
                        }
                        Value::Word(word) => self.is_value(name, &sense, word, here),
                    })
                    .collect();
                or(each.into_iter().collect::<Option<Vec<Cond>>>()?)
            }
        };
        Some(turned(not, is))
    }

    /// `NAME is WORD`.
    fn is_value(
        &mut self,
        name: &'a Name,
        sense: &Sense<'a>,
        word: &'a Name,
        here: &mut Here,
    ) -> Option<Cond> {
        match sense {
            Sense::Option(chosen, values) if values.contains(&word.text) => {
                Some(Cond::Fixed(*chosen == Chosen::Word(word.text.clone())))
            }
            Sense::Option(Chosen::Number(number), values) if values.is_empty() => {
                let other = self.named_count(word, here)?;
                Some(count_is(Count::Fixed(*number), Amount::OneOf(vec![other])))
            }
            Sense::Option(_, values) => {
                let finding = Diagnostic::error(
                    "option-not-a-value",
                    word.span,
                    format!("`{}` is not a value of `{}`", word.text, name.text),
                );
                let finding = match self.entry(&name.text) {
                    Some(entry) => finding.label(entry.span, "its values are declared here"),
                    None => finding,
                };
                self.report.add(match nearest(&word.text, values.iter().map(String::as_str)) {
                    Some(near) => finding.help(format!("say `{near}`")).fix(word.span, near),
                    None => {
                        let values: Vec<String> =
                            values.iter().map(|value| format!("`{value}`")).collect();
                        finding.help(format!("say {}", values.join(" or ")))
                    }
                });
                None
            }
            Sense::Note(id, NoteKind::Yes, each) if word.text == "yes" || word.text == "no" => {
                let value = NoteValue::Yes(word.text == "yes");
                Some(Cond::NoteIs(*id, each.then_some(Who::Actor), vec![value]))
            }
            Sense::Note(_, NoteKind::Number, _) | Sense::Count(_) | Sense::CountCases(_) => {
                let (count, other) = (self.named_count(name, here), self.named_count(word, here));
                Some(count_is(count?, Amount::OneOf(vec![other?])))
            }
            Sense::Note(id, NoteKind::Direction, each) => {
                let value = match word.text.as_str() {
                    "anticlockwise" => NoteValue::Anticlockwise,
                    "clockwise" => NoteValue::Clockwise,
                    _ => {
                        self.unknown(word, Wanted::Direction);
                        return None;
                    }
                };
                Some(Cond::NoteIs(*id, each.then_some(Who::Actor), vec![value]))
            }
            Sense::Note(id, NoteKind::Place, each) => {
                let whose = each.then_some(Who::Actor);
                let phrase = a_place(Base::Note(*id, whose), name.span);
                self.place_is_word(phrase, word, here)
            }
            Sense::Shared(id) => {
                let phrase = PlacePhrase::fixed(*id, name.span);
                self.place_is_word(phrase, word, here)
            }
            Sense::Mark(..)
            | Sense::Row(_)
            | Sense::Player(_)
            | Sense::Kind(_)
            | Sense::Places(_)
            | Sense::Cond(_)
            | Sense::Actions(_)
            | Sense::Seeds(_)
            | Sense::Note(..) => {
                self.wrong_kind(name, Wanted::Tested);
                None
            }
        }
    }

    /// `host is empty`, `host is a casa` without its article.
    fn place_is_word(&mut self, phrase: PlacePhrase, word: &'a Name, here: &Here) -> Option<Cond> {
        let filters = match word.text.as_str() {
            "empty" => vec![Filter::Empty],
            "occupied" => vec![Filter::Occupied],
            "open" => vec![Filter::Open],
            "closed" => vec![Filter::Closed],
            _ => match self.look_up(word, Wanted::Adjective)? {
                Sense::Mark(id, _) => vec![Filter::Marked(id, None)],
                Sense::Kind(place) => self.kind(word, place, None, here)?,
                _ => {
                    self.wrong_kind(word, Wanted::Adjective);
                    return None;
                }
            },
        };
        Some(Cond::Is(phrase, StateTest { not: false, filters }))
    }

    fn note_goes(
        &mut self,
        name: &'a Name,
        sense: &Sense<'a>,
        dir: &'a ast::Dir,
        here: &mut Here,
    ) -> Option<Cond> {
        if let Sense::Option(Chosen::Word(value), values) = sense
            && let Some(word) = super::way::dir_word(dir)
            && values.iter().any(|value| value == word)
        {
            return Some(Cond::Fixed(value == word));
        }
        let Sense::Note(id, NoteKind::Direction, each) = sense else {
            self.wrong_kind(name, Wanted::Direction);
            return None;
        };
        let (id, whose) = (*id, each.then_some(Who::Actor));
        let value = match self.dir(dir, here)? {
            Dir::Anticlockwise => NoteValue::Anticlockwise,
            Dir::Clockwise => NoteValue::Clockwise,
            _ => {
                self.not_yet(super::way::dir_span(dir), "asking a note for this direction");
                return None;
            }
        };
        Some(Cond::NoteIs(id, whose, vec![value]))
    }
}
