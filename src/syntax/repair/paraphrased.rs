//! Statements in other words than those of the language: what the language says instead.

use super::{Repairer, display_text};
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;
use crate::syntax::ast::SectionKind;
use crate::syntax::foreign::{ForeignWord, foreign_word};
use crate::syntax::paraphrase::{
    Original, ROW_NAMES, Saying, Translation, amounts_of, is_known_word, length_of_if_none,
    may_be_misspelt, nearest_sayings, plain_noun, translation,
};
use crate::syntax::statement::EntryProduction;
use crate::syntax::token::{Token, TokenKind};
use crate::syntax::{english, vocabulary};
use std::ops::Range;

/// Up to this part of a statement, in tenths, only the words that differ are shown; beyond, the whole statement.
const LARGEST_CHANGE: usize = 6;

/// How what is no statement, but more of the captures of others, begins.
const OF_CAPTURES: [&str; 2] = ["unless ", "sow the captured seeds"];

/// How many parses a translation counts as.
const TRIES_OF_TRANSLATION: usize = 8;
/// How many amounts in other words are tried.
const MOST_AMOUNTS: usize = 8;

impl Repairer<'_, '_> {
    /// The finding for a statement whose meaning is known, but which is not in the words of the language.
    pub(super) fn paraphrased(&self, misspelt: bool) -> Option<Diagnostic> {
        if let Some(finding) = self.with_plain_nouns().or_else(|| self.next_class_of_moves()) {
            return Some(finding);
        }
        let (translation, length) = self.sure_translation(misspelt)?;
        match translation.statements.as_slice() {
            [(None, more)] if is_of_captures(more) => self.more_of_captures(more, length),
            [(section, statement)] if self.is_there(*section, statement, length) => {
                Some(self.said_already(statement, length))
            }
            [(section, statement)] if section.is_none_or(|s| Some(s) == self.kind.section) => {
                self.in_other_words(statement, length)
            }
            _ => self.of_other_sections(&translation, length),
        }
    }

    /// Whether another line says the same, where a game has only one such statement.
    fn is_there(&self, section: Option<SectionKind>, statement: &str, length: usize) -> bool {
        if section.or(self.kind.section) != Some(SectionKind::Winner) {
            return false;
        }
        let own = self.span(0, length).range();
        let mut lines = self.rules_of(SectionKind::Winner).into_iter();
        lines.any(|(at, rule)| !own.contains(&at.start) && rule == statement)
    }

    /// The lines of a section of the game, each with what it says and where.
    fn rules_of(&self, section: SectionKind) -> Vec<(Range<usize>, &str)> {
        let (mut inside, mut offset, mut found) = (false, 0, Vec::new());
        for line in self.reader.text.split_inclusive('\n') {
            let said = line.split(['[', '#']).next().unwrap_or_default();
            let said = said.split(" assumed ").next().unwrap_or_default();
            let mut rule = said.trim();
            if said.starts_with(char::is_alphabetic) {
                if ["variation", "stage", "test"].iter().any(|word| rule.starts_with(word)) {
                    break;
                }
                let (heading, rest) = rule.split_once(':').unwrap_or((rule, ""));
                inside = heading == section.words();
                rule = rest.trim();
            }
            if inside && !rule.is_empty() {
                let from = offset + (line.len() - line.trim_start().len());
                let from = line.find(rule).map_or(from, |at| offset + at);
                found.push((from..from + rule.len(), rule));
            }
            offset += line.len();
        }
        found
    }

    /// The finding for what another line says already.
    fn said_already(&self, statement: &str, length: usize) -> Diagnostic {
        let span = self.span(0, length);
        let message = "another line says the same in the words of the language";
        Diagnostic::error("unreadable-statement", span, message)
            .found("the same in other words")
            .fix(
                Fix::guess(self.whole_line(span), "")
                    .titled(format!("leave it out: {} says it", quoted(statement))),
            )
    }

    /// The finding for what belongs to the captures of the other lines: when they are not made, or what is done with
    /// the seeds.
    fn more_of_captures(&self, more: &str, length: usize) -> Option<Diagnostic> {
        let own = self.span(0, length);
        let rules = self.rules_of(self.kind.section?).into_iter();
        let others: Vec<_> = rules
            .filter(|(at, rule)| !own.range().contains(&at.start) && rule.contains("capture"))
            .collect();
        // A capture is the last thing that its line does, and on no condition of its own.
        let is_plain = |(_, rule): &(Range<usize>, &str)| {
            rule.split_once("-> ")
                .is_some_and(|(_, acts)| acts.starts_with("capture ") && !acts.contains(','))
        };
        let title = format!("write `, {more}` after each capture, and leave this line out");
        let finding = Diagnostic::error(
            "unreadable-statement",
            own,
            "this belongs to the captures of the other lines",
        )
        .found("the language says it with each of them");
        if others.is_empty() || !others.iter().all(is_plain) {
            return Some(finding.help(title));
        }
        let fix = Fix::guess(self.whole_line(own), "").titled(title);
        let fix = others.into_iter().fold(fix, |fix, (at, _)| {
            fix.and(Span::new(self.reader.file, at.end, at.end), format!(", {more}"))
        });
        Some(finding.fix(fix))
    }

    /// The finding for a statement that needs no more than other nouns: `sow any pit`. It says what it says, even if
    /// people mean more.
    fn with_plain_nouns(&self) -> Option<Diagnostic> {
        let words = self.words();
        let plain = |word: &&str| match vocabulary::is_name(self.reader.names, word) {
            true => None,
            false => plain_noun(&word.to_lowercase()),
        };
        let length = words.iter().position(|w| matches!(*w, "[" | "assumed"));
        let length = length.unwrap_or(words.len());
        let head = words.get(..length)?;
        if !head.iter().any(|word| plain(word).is_some()) {
            return None;
        }
        let nouns: Vec<&str> = head.iter().map(|word| plain(word).unwrap_or(word)).collect();
        let known =
            |(token, noun): (&Token, &&str)| token.text != **noun || !self.is_unknown(token);
        let are_known = self.tokens.iter().zip(&nouns).all(known);
        let parses = are_known && self.parses(self.kind.rule, &nouns);
        parses.then(|| {
            self.in_other_words(&nouns.join(" ").replace(" ,", ",").replace(" :", ":"), length)
        })?
    }

    /// The finding for what can be sown if there is nothing of what the line above says: both are classes of one
    /// statement, `sow, in this order:`.
    fn next_class_of_moves(&self) -> Option<Diagnostic> {
        let (words, length) = self.paraphrased_words()?;
        if self.kind.section != Some(SectionKind::Move) {
            return None;
        }
        let head = length_of_if_none(&words)?;
        let next = self.class_of_moves(words.get(head..)?)?;
        let (above, first) = self.class_above()?;
        let text = self.reader.text;
        let span = self.span(0, length);
        let line = text.get(..span.start as usize)?.rsplit('\n').next()?;
        if !line.trim().is_empty() {
            return None;
        }
        let title = format!(
            "write `sow, in this order:` in the line above, and below it `{first}`, and below that `{next}`"
        );
        let fix = Fix::guess(span, format!("  {first}\n{line}  {next}")).titled(title);
        let finding = Diagnostic::error(
            "unreadable-statement",
            span,
            "this goes on from the line above, in other words than the language",
        )
        .found("what can be sown if there is nothing of that");
        Some(finding.fix(fix.and(above, "sow, in this order:")))
    }

    /// What words say that can be sown, as a class of moves: `any own hole holding 1`.
    fn class_of_moves(&self, words: &[&str]) -> Option<String> {
        self.tries.set(self.tries.get().checked_sub(TRIES_OF_TRANSLATION)?);
        let original = Original {
            words,
            names: self.reader.names,
            section: self.kind.section,
            rule: self.kind.rule,
            misspelt: false,
            half_of_seeds: None,
            seeds_to_fill: None,
            two_rows: false,
            own_store_only: false,
            passes_by_choice: false,
        };
        let found = translation(original, |statements| self.are_readable(statements))?;
        let [(None, statement)] = found.statements.as_slice() else { return None };
        let class = statement.strip_prefix("sow ").filter(|class| class.starts_with("any "))?;
        (found.sure && !class.contains([',', '>', '\n'])).then(|| class.to_string())
    }

    /// The line above this statement, if it only says what can be sown: where that is, and what.
    fn class_above(&self) -> Option<(Span, String)> {
        let before = self.reader.text.get(..self.tokens.first()?.span.start as usize)?;
        let end = before.trim_end().len();
        let start = before.get(..end)?.rfind('\n')? + 1;
        let line = before.get(start..end)?;
        let said = line.split(['[', '#']).next()?.split(" assumed").next()?;
        let class = said.trim().strip_prefix("sow ").filter(|class| class.starts_with("any "))?;
        let is_plain = said.starts_with(' ') && !class.contains([',', '>', ':']);
        let from = start + (said.len() - said.trim_start().len());
        let span = Span::new(self.reader.file, from, from + said.trim().len());
        is_plain.then(|| (span, class.to_string()))
    }

    /// The same with misspelt words, if correcting the spelling alone does not help.
    pub(super) fn misspelt_paraphrased(&self) -> Option<Diagnostic> {
        let finding = self.paraphrased(true)?;
        self.misspelt_word().is_none().then_some(finding)
    }

    /// The same, if what the author surely means belongs in this section. A statement of another section could
    /// have the same words: `four seeds in each hole` in *start*.
    pub(super) fn paraphrased_in_section(&self) -> Option<Diagnostic> {
        let (translation, length) = self.sure_translation(false)?;
        match translation.statements.as_slice() {
            [(None, statement)] => self.in_other_words(statement, length),
            _ => None,
        }
    }

    /// The finding for a statement with words of another natural language.
    pub(super) fn in_another_language(&self) -> Option<Diagnostic> {
        let foreign: Vec<(&Token, ForeignWord)> = self
            .tokens
            .iter()
            .filter(|token| !vocabulary::is_name(self.reader.names, &token.text))
            .filter(|token| !vocabulary::is_keyword(&token.text))
            .filter(|token| !is_known_word(&token.text))
            .filter_map(|token| Some((token, foreign_word(&token.text)?)))
            .collect();
        let ((first, word), others) = foreign.split_first()?;
        let written = |token: &Token| {
            display_text(self.reader.text.get(token.span.range()).unwrap_or_default())
        };
        let titles: Vec<String> = foreign
            .iter()
            .map(|(token, word)| format!("`{}` instead of `{}`", word.means, written(token)))
            .collect();
        let message = format!("`{}` is {}", written(first), word.of);
        let finding = Diagnostic::error("unreadable-statement", first.span, message)
            .found(format!("the language has `{}` for it", word.means));
        let finding = others.iter().fold(finding, |finding, (token, word)| {
            finding.label(token.span, format!("`{}`", word.means))
        });
        let title = format!("write {}", titles.join(" and "));
        let own_word = |token: &Token| {
            let other = foreign.iter().find(|(other, _)| other.span == token.span);
            other.map_or_else(|| token.text.clone(), |(_, word)| word.means.to_string())
        };
        let corrected: Vec<String> = self.tokens.iter().map(own_word).collect();
        let corrected: Vec<&str> = corrected.iter().map(String::as_str).collect();
        if !self.parses(self.kind.rule, &corrected) {
            return Some(finding.help(title));
        }
        let fix = Fix::guess(first.span, word.means);
        let fix = others.iter().fold(fix, |fix, (token, word)| fix.and(token.span, word.means));
        Some(finding.fix(fix.titled(title)))
    }

    /// The finding for an amount in other words, in a statement that parses otherwise: `at least 25`.
    pub(super) fn amount_in_other_words(&self) -> Option<Diagnostic> {
        let words = self.words();
        let (from, to, text) = amounts_of(&words, self.reader.names)
            .into_iter()
            .take(MOST_AMOUNTS)
            .find(|(from, to, text)| {
                let head = words.get(..*from).unwrap_or_default();
                let tail = words.get(*to..).unwrap_or_default();
                let new: Vec<&str> = head
                    .iter()
                    .copied()
                    .chain(text.split(' '))
                    .chain(tail.iter().copied())
                    .collect();
                self.parses(self.kind.rule, &new)
            })?;
        let span = self.span(from, to);
        let written = self.reader.text.get(span.range()).unwrap_or_default();
        let message =
            format!("`{}` is not used in {}", display_text(written), self.kind.description());
        let fix = Fix::guess(span, text.clone()).titled(write_instead(&text));
        let found = "the language has another phrase for this";
        Some(Diagnostic::error("unreadable-statement", span, message).found(found).fix(fix))
    }

    /// The meaning of the statement, and how many words of it that replaces: all but citations, `assumed` and
    /// the sign that ends a sentence. `misspelt`: words that are not known may be misspelt.
    pub(super) fn translation(&self, misspelt: bool) -> Option<(Translation, usize)> {
        let (words, length) = self.paraphrased_words()?;
        let misspelt = misspelt && may_be_misspelt(&words);
        let found = self.translations[usize::from(misspelt)].get_or_init(|| {
            // It is as much work as some parses.
            self.tries.set(self.tries.get().checked_sub(TRIES_OF_TRANSLATION)?);
            let original = Original {
                words: &words,
                names: self.reader.names,
                section: self.kind.section,
                rule: self.kind.rule,
                misspelt,
                half_of_seeds: half_of_seeds(self.reader.text),
                seeds_to_fill: seeds_to_fill(self.reader.text),
                two_rows: has_rows(self.reader.text, "2"),
                own_store_only: goes_through_own_store(self.reader.text),
                passes_by_choice: passes_by_choice(self.reader.text),
            };
            let found = translation(original, |statements| self.are_readable(statements));
            found
                .map(|found| self.with_row_names(found))
                .map(|found| self.with_shared_places(found))
        });
        Some((found.clone()?, length))
    }

    /// With the names of the rows, if it uses them on a board of four rows that does not give them.
    fn with_row_names(&self, mut translation: Translation) -> Translation {
        const ALL: &str = "rows from each player: outer, inner";
        let names_row = |text: &str| text.split([' ', '\n']).any(|word| ROW_NAMES.contains(&word));
        let used = translation.statements.iter().any(|(_, text)| names_row(text));
        let known = ROW_NAMES.iter().any(|name| self.reader.names.contains(*name));
        let four = has_rows(self.reader.text, "4");
        let is_new = translation.statements.iter().all(|(_, text)| text != ALL);
        if used && !known && four && is_new {
            translation.statements.push((Some(SectionKind::Board), ALL.to_string()));
        }
        translation
    }

    /// With what the places that nobody owns ask for: they are no holes, and are there once.
    fn with_shared_places(&self, mut translation: Translation) -> Translation {
        let shared = shared_places(self.reader.text);
        let is_there = |(section, text): &(Option<SectionKind>, String)| {
            let place = text.strip_prefix("the board has a ");
            *section == Some(SectionKind::Board) && place.is_some_and(|name| shared.contains(&name))
        };
        translation.statements.retain(|statement| !is_there(statement));
        for (_, text) in &mut translation.statements {
            for name in &shared {
                for which in ["next", "previous"] {
                    let [hole, place] =
                        ["hole", "place"].map(|noun| format!("the {which} {noun} is a {name}"));
                    *text = text.replace(&hole, &place);
                }
            }
        }
        translation
    }

    /// The words of the statement that have a meaning, and the number of its words with the sign that ends it.
    fn paraphrased_words(&self) -> Option<(Vec<&str>, usize)> {
        let head = self.tokens.iter().position(|t| matches!(t.text.as_str(), "[" | "assumed"));
        let head = self.tokens.get(..head.unwrap_or(self.tokens.len()))?;
        let ends = |text: &str| matches!(text, "." | "!" | ";" | "," | "?");
        let last = head.iter().rposition(|token| !ends(&token.text))?;
        let words = head.get(..=last)?.iter().map(|t| t.text.as_str()).collect();
        Some((words, head.len()))
    }

    /// The same, if it is sure.
    fn sure_translation(&self, misspelt: bool) -> Option<(Translation, usize)> {
        self.translation(misspelt).filter(|(translation, _)| translation.sure)
    }

    /// Whether every statement parses.
    pub(super) fn are_readable(&self, statements: &[(Option<SectionKind>, String)]) -> bool {
        statements.iter().all(|(section, statement)| {
            let rule = section.map_or(self.kind.rule, |s| EntryProduction::of(s).rule);
            let capture = format!("capture it, {statement}");
            let statement = match is_of_captures(statement) {
                true => &capture,
                false => statement,
            };
            let lines = crate::syntax::layout::split_statements(0, statement).0;
            lines.iter().take(1).all(|line| {
                let words: Vec<&str> = line.tokens.iter().map(|t| t.text.as_str()).collect();
                self.parses(rule, &words)
            })
        })
    }

    /// The statement stays where it is, in other words.
    pub(super) fn in_other_words(&self, statement: &str, length: usize) -> Option<Diagnostic> {
        // Signs close up to the word before them in the statement, but are words of their own here.
        let spaced = statement.replace(',', " ,").replace(':', " :");
        let spaced: Vec<&str> = spaced.split([' ', '\n']).filter(|w| !w.is_empty()).collect();
        let same = |(token, word): (&Token, &&str)| token.text == *word;
        let head = self.tokens.get(..length)?;
        let unchanged = head.len() == spaced.len() && head.iter().zip(&spaced).all(same);
        // Where only `->` is missing, nothing is in other words.
        let mut but_arrow = spaced.iter().filter(|word| **word != "->");
        let lacks_arrow = head.iter().all(|token| but_arrow.next() == Some(&token.text.as_str()))
            && but_arrow.next().is_none();
        if unchanged || lacks_arrow || head.is_empty() {
            return None;
        }
        let before = head.iter().zip(&spaced).take_while(|(t, w)| same((*t, *w))).count();
        let after = head.iter().rev().zip(spaced.iter().rev()).take_while(|(t, w)| same((*t, *w)));
        // Where words are only inserted, the next word is shown with them.
        let replaced = before + 1;
        let after = after.count().min(length.saturating_sub(replaced)).min(spaced.len() - before);
        let change = spaced.get(before..spaced.len() - after)?;
        let is_small =
            change.len() * 10 <= spaced.len() * LARGEST_CHANGE && !statement.contains('\n');
        let (span, text, found) = if is_small && !change.is_empty() && before < length - after {
            let text = change.join(" ").replace(" ,", ",").replace(" :", ":");
            let span = self.span(before, length - after);
            // A sign closes up to the word before it; a word in its place does not.
            let closes_up = self
                .reader
                .text
                .get(..span.start as usize)
                .is_some_and(|text| text.ends_with(|c: char| !c.is_whitespace()));
            let gap = if closes_up && text.starts_with(char::is_alphanumeric) { " " } else { "" };
            // A sign in the place of a word closes up.
            let start = match before.checked_sub(1).filter(|_| text.starts_with([',', ':'])) {
                Some(last) => self.span(last, before).end,
                None => span.start,
            };
            let span = Span { start, ..span };
            (span, format!("{gap}{text}"), "the language has another phrase for this")
        } else {
            let found = "the language has other words for this";
            // The lines below it stand deeper.
            (self.span(0, length), statement.replace('\n', "\n  "), found)
        };
        // Of two lines, too: how they are laid out says nothing.
        let written = self.reader.text.get(span.range()).unwrap_or_default();
        let written = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let message =
            format!("`{}` is not used in {}", display_text(&written), self.kind.description());
        let title = write_instead(text.trim_start());
        let fix = Fix::safe_if(self.is_same(head, &spaced), span, text).titled(title);
        Some(Diagnostic::error("unreadable-statement", span, message).found(found).fix(fix))
    }

    /// Whether a statement differs only in words that surely mean the same.
    fn is_same(&self, head: &[Token], spaced: &[&str]) -> bool {
        let same = |(token, word): (&Token, &&str)| {
            token.text == *word
                || vocabulary::number_from_word(&token.text) == Some(*word)
                || vocabulary::synonyms_of(&token.text).any(|(means, sure)| sure && means == *word)
        };
        head.len() == spaced.len() && head.iter().zip(spaced).all(same)
    }

    /// The statement is several statements of the language, or one of another section.
    fn of_other_sections(&self, translation: &Translation, length: usize) -> Option<Diagnostic> {
        let here = self.kind.section?;
        let span = self.span(0, length);
        let mut titles = Vec::new();
        let mut others: Vec<(SectionKind, String)> = Vec::new();
        let mut kept: Vec<&str> = Vec::new();
        for (section, statement) in &translation.statements {
            let section = section.unwrap_or(here);
            if section == here {
                kept.push(statement);
                titles.push(write_instead(statement));
            } else {
                titles.push(format!("{} in *{}*", write_instead(statement), section.words()));
                // They share a heading.
                match others.last_mut() {
                    Some((last, lines)) if *last == section => {
                        *lines += "\n";
                        *lines += statement;
                    }
                    _ => others.push((section, statement.clone())),
                }
            }
        }
        let mut edits: Vec<Option<(Span, String)>> = Vec::new();
        for (section, lines) in &others {
            match (self.insertion(*section, lines), edits.last_mut()) {
                // At one place, what is inserted is one edit.
                (Some((at, text)), Some(Some((last, before)))) if at == *last => *before += &text,
                (edit, _) => edits.push(edit),
            }
        }
        let kept: Vec<String> = kept.iter().map(|text| text.replace('\n', "\n  ")).collect();
        let kept = kept.join("\n  ");
        let title = titles.join(" and ");
        let elsewhere = translation.statements.iter().find_map(|(s, _)| s.filter(|s| *s != here));
        let finding = match elsewhere {
            Some(section) if kept.is_empty() => Diagnostic::error(
                "wrong-section",
                span,
                format!("this statement does not belong in *{}*", here.words()),
            )
            .found(format!("a statement of *{}*, in other words", section.words())),
            _ => Diagnostic::error(
                "unreadable-statement",
                span,
                format!(
                    "this says several things at once, in other words than {}",
                    self.kind.description()
                ),
            )
            .found("the language has a statement for each"),
        };
        // Without a place for the other statements, the instruction alone must do.
        let Some(edits) = edits.into_iter().collect::<Option<Vec<(Span, String)>>>() else {
            return Some(finding.help(title));
        };
        let (span, kept) =
            if kept.is_empty() { (self.whole_line(span), kept) } else { (span, kept) };
        // What is put where the statement was is one edit with it.
        let (inside, edits): (Vec<_>, Vec<_>) =
            edits.into_iter().partition(|(at, _)| (span.start..=span.end).contains(&at.start));
        let inside: String = inside.into_iter().map(|(_, text)| text).collect();
        let fix = Fix::guess(span, inside + &kept).titled(title);
        let fix = edits.into_iter().fold(fix, |fix, (span, text)| fix.and(span, text));
        Some(finding.fix(fix))
    }

    /// The lines of a statement, if nothing else is in them.
    pub(super) fn whole_line(&self, span: Span) -> Span {
        let text = self.reader.text;
        let start =
            text.get(..span.start as usize).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1);
        let rest = text.get(span.end as usize..).unwrap_or_default();
        let end = rest.find('\n').map_or(text.len(), |at| span.end as usize + at + 1);
        let blank =
            |from: usize, to: usize| text.get(from..to).is_some_and(|t| t.trim().is_empty());
        let alone = blank(span.end as usize, end);
        if !alone {
            return span;
        }
        // A heading with nothing below it goes too.
        let is_heading = |line: &str| line.starts_with(char::is_alphabetic);
        let last = text.get(end..).and_then(|t| t.lines().next()).is_none_or(is_heading);
        let above = text.get(..start).unwrap_or_default();
        let heading = above.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let opens = above.get(heading..).is_some_and(|t| is_heading(t) && !t.contains(':'));
        let inside = text.get(start..span.start as usize).unwrap_or_default();
        let start = match inside.trim_end() {
            "" if last && opens => heading,
            "" => start,
            head if is_heading(head) && head.ends_with(':') => start,
            _ => return span,
        };
        Span { start: start as u32, end: end as u32, ..span }
    }

    /// Where a statement of another section is put: after the heading of the section, or under a new heading
    /// before the section of this statement. `None` in a variation, a stage or a test.
    fn insertion(&self, section: SectionKind, statement: &str) -> Option<(Span, String)> {
        let text = self.reader.text;
        let at = self.tokens.first()?.span.start as usize;
        let mut offset = 0;
        let mut heading_of_statement = None;
        let mut heading = None;
        for line in text.split_inclusive('\n') {
            let words = line.split('#').next().unwrap_or_default().trim_end();
            let is_heading = words.starts_with(char::is_alphabetic);
            let opens = |word: &str| words.split(' ').next() == Some(word);
            if is_heading && ["variation", "stage", "test"].iter().any(|word| opens(word)) {
                break;
            }
            if is_heading && offset < at {
                heading_of_statement = Some(offset);
            }
            if words == section.words() {
                heading = Some(offset + line.len());
            }
            offset += line.len();
        }
        if offset <= at {
            return None;
        }
        let lines = statement.replace('\n', "\n  ");
        let (at, text) = match heading {
            Some(after) => (after, format!("  {lines}\n")),
            None => (heading_of_statement?, format!("{}\n  {lines}\n", section.words())),
        };
        let at = u32::try_from(at).ok()?;
        Some((Span { file: self.reader.file, start: at, end: at }, text))
    }

    /// The help for a statement that is not understood: the nearest that the language has.
    pub(super) fn nearest_sayings(&self) -> Option<String> {
        let section = self.kind.section?;
        let words: Vec<&str> = self.tokens.iter().map(|t| t.text.as_str()).collect();
        let written = |(other, statement): &(SectionKind, String)| {
            let place = match *other == section {
                true => String::new(),
                false => format!(" in *{}*", other.words()),
            };
            format!("{}{place}", quoted(statement))
        };
        let described = |saying: &&Saying| {
            let statements: Vec<String> = saying.statements.iter().map(written).collect();
            format!("{} ({})", statements.join(" and "), saying.title)
        };
        // What it may mean, then what others say with such words.
        let mut is_part = false;
        let likely = self.translation(true).filter(|(found, _)| !drops_condition(found));
        let likely = likely.map(|(translation, _)| {
            is_part = !translation.left_out.is_empty();
            let statements = translation.statements.iter();
            let written: Vec<String> = statements
                .map(|(of, statement)| written(&(of.unwrap_or(section), statement.clone())))
                .collect();
            // What is left out is said: half of a rule is another rule.
            let left_out: Vec<String> =
                translation.left_out.iter().map(|part| quoted(&display_text(part))).collect();
            match left_out.is_empty() {
                true => written.join(" and "),
                false => {
                    format!("{}, which leaves out {}", written.join(" and "), left_out.join(", "))
                }
            }
        });
        let near = nearest_sayings(&words, Some(section));
        let near: Vec<String> = near.iter().map(described).collect();
        match (likely, near.as_slice()) {
            (Some(likely), []) => Some(format!("perhaps you mean {likely}")),
            // A part of the statement is no more likely than other statements with such words.
            (Some(likely), near) => {
                let near = near.get(..1 + usize::from(is_part)).unwrap_or(near);
                Some(format!("perhaps you mean {likely}; or something like {}", near.join("; or ")))
            }
            (None, []) => None,
            (None, _) => Some(format!("perhaps you mean something like {}", near.join("; or "))),
        }
    }

    /// How many words are neither of the language nor names of the file.
    pub(super) fn unknown_words(&self) -> usize {
        self.tokens.iter().filter(|token| self.is_unknown(token)).count()
    }

    /// Whether a word of these is neither of the language nor a name of the file.
    pub(super) fn has_unknown_word(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.is_unknown(token))
    }

    fn is_unknown(&self, token: &Token) -> bool {
        token.kind == TokenKind::Word
            && token.text.starts_with(char::is_lowercase)
            && !vocabulary::is_keyword(&token.text)
            && !vocabulary::is_name(self.reader.names, &token.text)
    }

    /// Whether a possessive is read as a name: `one of your holes`.
    pub(super) fn has_possessive_name(&self) -> bool {
        let possessive = |word: &str| {
            let entry = english::function_word(word).filter(|_| !vocabulary::is_keyword(word));
            let names = entry.is_some_and(|e| e.kind == "determiner" && !e.phrases.is_empty());
            names && !self.reader.names.contains(word)
        };
        self.tokens.windows(2).any(|pair| match pair {
            [of, word] => of.text == "of" && possessive(&word.text),
            _ => false,
        })
    }
}

/// The places that nobody owns, and the words for them.
fn shared_places(text: &str) -> Vec<&str> {
    fn named(line: &str) -> Option<&str> {
        let line = line.trim();
        let line = line.strip_prefix("board: ").unwrap_or(line);
        let rest = line.strip_prefix("the board has a ").or(line.strip_prefix("the board has an "));
        rest?.split_whitespace().next()
    }
    let mut all: Vec<&str> = text.lines().filter_map(named).collect();
    let words = text.lines().filter_map(|line| line.trim().split_once(" = "));
    let is_of = |means: &str| means.split(' ').any(|word| all.contains(&word));
    let more: Vec<&str> = words.filter(|(_, means)| is_of(means)).map(|(name, _)| name).collect();
    all.extend(more);
    all
}

/// Whether a line of *board* gives this number of rows.
fn has_rows(text: &str, number: &str) -> bool {
    let rest = text.lines().filter_map(|line| line.trim_start().strip_prefix(number));
    rest.into_iter().any(|rest| rest.starts_with(" rows of "))
}

/// Whether seeds are sown in the own store, and in no other.
fn goes_through_own_store(text: &str) -> bool {
    let through = |store: &str| text.contains(&format!("then through {store}"));
    through("the own store") && !["every store", "the opponent's store"].into_iter().any(through)
}

/// Whether a case lets a player pass who can move: `either sow any own hole, or pass`.
fn passes_by_choice(text: &str) -> bool {
    let passes = |line: &str| line.ends_with(" pass") && !line.ends_with(" -> pass");
    text.lines().any(|line| passes(line.trim_end()))
}

/// Whether a translation leaves out a condition with its arrow: what is left would always be done.
fn drops_condition(found: &Translation) -> bool {
    found.left_out.iter().any(|part| part.contains("->") && !part.starts_with("->"))
}

/// Whether a statement is only more of the captures of others.
fn is_of_captures(statement: &str) -> bool {
    OF_CAPTURES.iter().any(|begin| statement.starts_with(begin)) && !statement.contains(" -> ")
}

/// How many seeds fill a hole: as *match* says, or as many as all have at the start.
fn seeds_to_fill(text: &str) -> Option<u32> {
    let number = |phrase: &str| {
        let rest = text.split(phrase).nth(1)?;
        rest.split([' ', ',', '\n']).next()?.parse().ok()
    };
    let phrases =
        ["fills every own hole with ", "fills every own empty hole with ", "every hole holds "];
    phrases.into_iter().find_map(number)
}

/// Half of the seeds of a game whose holes all hold the same number: `2 rows of 6 holes`, `every hole holds 4`.
fn half_of_seeds(text: &str) -> Option<u32> {
    let rule = |line: &str| line.split(['#', '[']).next().unwrap_or_default().trim().to_string();
    let mut lines = text.lines().map(rule);
    let size = lines.find(|line| line.ends_with(" holes") && line.contains(" of "))?;
    let (rows, columns) = size.strip_suffix(" holes")?.split_once(" of ")?;
    let rows = rows.strip_suffix(" rows").or_else(|| rows.strip_suffix(" row"))?;
    let holes = rows.parse::<u32>().ok()?.checked_mul(columns.parse().ok()?)?;
    // The only statement of *start*.
    let start = text.split("\nstart").nth(1)?;
    let mut start =
        start.lines().map(rule).map(|line| line.replace(':', "")).filter(|l| !l.is_empty());
    let each = start.next()?.trim().strip_prefix("every hole holds ")?.parse::<u32>().ok()?;
    let heading = start.next()?;
    let alone = SectionKind::ALL
        .iter()
        .any(|kind| heading.split(' ').next() == kind.words().split(' ').next());
    let all = holes.checked_mul(each)?;
    alone.then_some(all / 2)
}

/// An instruction to write a statement.
fn write_instead(statement: &str) -> String {
    format!("write {}", quoted(statement))
}

/// A statement as it is shown in a sentence; lines below it are named after it.
fn quoted(statement: &str) -> String {
    let mut lines = statement.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    lines.fold(format!("`{first}`"), |text, line| format!("{text}, and below it `{line}`"))
}
