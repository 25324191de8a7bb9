//! Lines at the left edge, or above every heading, that are misplaced or misspelt, and suggestions for them.

use super::changes::{change_in_other_words, section_without_change};
use super::*;
use crate::suggest;
use crate::syntax::foreign::foreign_heading;
use crate::syntax::repair::{self, display_text};

/// What people call headings with a title.
const TITLES: [(&str, &str); 3] = [
    ("variation", "variant variants version mode edition ruleset"),
    ("test", "example check case scenario"),
    ("stage", "phase part period step"),
];

/// What people write for `like` in the first lines.
const LIKE: [&str; 14] = [
    "like",
    "based",
    "from",
    "extends",
    "inherits",
    "of",
    "as",
    "on",
    "is",
    "a",
    "variant",
    "variation",
    "the",
    "same",
];

impl FileParser<'_> {
    /// A statement without a section.
    pub(super) fn statement_outside(&mut self, raw: &RawStatement) {
        if std::mem::replace(&mut self.outside_reported, true) {
            return;
        }
        let finding = Diagnostic::error(
            "statement-outside",
            raw.span(self.file.file),
            "this statement is in no section",
        )
        .found("there is no section heading above it")
        .help("put a heading such as `move` above it, at the left edge");
        self.report(finding);
    }

    /// A heading with a text whose first word is misspelt, and the corrected heading.
    fn misspelt_heading(&self, raw: &RawStatement) -> Option<(Diagnostic, RawStatement)> {
        let (first, second) = (raw.tokens.first()?, raw.tokens.get(1)?);
        if !second.text.starts_with('"') {
            return None;
        }
        let other = |(_, words): &&(&str, &str)| words.split(' ').any(|word| word == first.text);
        let other = TITLES.iter().find(other).map(|(title, _)| *title);
        let suggestion = other.or_else(|| suggest::nearest(&first.text, NAMED))?;
        let mut corrected = raw.clone();
        corrected.tokens.first_mut()?.text = suggestion.into();
        let (head, _) = split_heading(&corrected);
        Phrase::new(head).parse(Rule::heading_line)?;
        let written = display_text(self.reader.text.get(first.span.range()).unwrap_or(""));
        let finding = Diagnostic::error(
            "unknown-section",
            first.span,
            format!("`{written}` is not a heading"),
        )
        .found("a line at the left edge is a heading")
        .help(format!("did you mean `{suggestion}`?"))
        .fix(Fix::guess(first.span, suggestion));
        Some((finding, corrected))
    }

    /// `game: "NAME"`: the finding, and the heading without the colon.
    fn colon_after_heading(&self, raw: &RawStatement) -> Option<(Diagnostic, RawStatement)> {
        let [word, colon, after, ..] = raw.tokens.as_slice() else { return None };
        if !NAMED.contains(&word.text.as_str()) || colon.text != ":" {
            return None;
        }
        let mut corrected = raw.clone();
        corrected.tokens.remove(1);
        let gap = Span { start: word.span.end, ..colon.span };
        let blank = if colon.span.end == after.span.start { " " } else { "" };
        let message = format!("there is no colon after `{}`", word.text);
        let finding = Diagnostic::error("unreadable-statement", colon.span, message)
            .found("this does not fit here")
            .fix(Fix::safe(gap, blank).titled("leave out `:`"));
        Some((finding, corrected))
    }

    /// `like "OTHER"` on a line of its own: it is read as part of the `game` line.
    fn stray_like(&mut self, head: &[Token]) -> Option<Diagnostic> {
        let (word, other) = (head.first()?, head.get(1)?);
        let game = self.file.game.as_ref().filter(|game| game.like.is_none())?;
        let name = Token { kind: TokenKind::Text, text: "\"x\"".into(), ..word.clone() };
        let game_word = Token { text: "game".into(), ..word.clone() };
        let phrase = [game_word, name, word.clone(), other.clone()];
        let phrase = Phrase::new(&phrase);
        let pair = phrase.parse(Rule::heading_line)?;
        let Some(HeadingLine::Game(line)) =
            AstBuilder::new(&phrase, NestedLines::Nothing).heading(pair)
        else {
            return None;
        };
        let span = word.span.to(head.last()?.span);
        let finding =
            Diagnostic::error("unknown-section", span, "`like` belongs after the name of the game")
                .found("a line at the left edge is a heading")
                .help("put it after the name, on the same line; leave `except` out");
        let between = game.span.end as usize..span.start as usize;
        let adjoining = self.reader.text.get(between).is_some_and(|text| text.trim().is_empty());
        let other = self.reader.text.get(other.span.range()).unwrap_or("");
        let whole = Span { start: game.span.end, ..span };
        let title = format!("write `like {other}` after the name");
        let joined = Fix::safe_if(head.len() == 2, whole, format!(" like {other}")).titled(title);
        let finding = if adjoining { finding.fix(joined) } else { finding };
        if let Some(game) = &mut self.file.game {
            game.like = line.like;
        }
        Some(finding)
    }

    /// `game "NAME" based on "OTHER"`.
    fn like_in_other_words(&self, head: &[Token]) -> Option<Diagnostic> {
        let [game, name, between @ .., _] = head else { return None };
        let texts = head.iter().filter(|token| token.kind == TokenKind::Text).count();
        let ends = name.kind == TokenKind::Text && head.last()?.kind == TokenKind::Text;
        if game.text != "game"
            || !ends
            || texts != 2
            || !between.iter().all(|token| LIKE.contains(&token.text.as_str()))
        {
            return None;
        }
        let span = between.first()?.span.to(between.last()?.span);
        let written = display_text(self.reader.text.get(span.range()).unwrap_or(""));
        Some(
            Diagnostic::error(
                "unreadable-statement",
                span,
                format!("`{written}` is not used in a heading"),
            )
            .fix(Fix::safe(span, "like")),
        )
    }

    pub(super) fn unreadable_heading(
        &mut self,
        raw: &RawStatement,
        head: &[Token],
        inline: Option<RawStatement>,
        trouble: &crate::syntax::phrase::ParseFailure,
    ) {
        let first = head.first().map_or("", |t| t.text.as_str());
        let kind = EntryProduction { rule: Rule::heading_line, section: None };
        if let Some((finding, corrected)) = self.colon_after_heading(raw) {
            self.report(finding);
            return self.top_level(&corrected);
        }
        if NAMED.contains(&first) {
            let finding = match self.like_in_other_words(head) {
                Some(finding) => finding,
                None => repair::explain(&mut self.reader, kind, head, trouble),
            };
            self.report(finding);
            if let Some(game) = game_line(head).filter(|_| self.file.game.is_none()) {
                let tokens =
                    [game.as_slice(), raw.tokens.get(head.len()..).unwrap_or_default()].concat();
                self.top_level(&RawStatement { tokens, ..raw.clone() });
            }
            return;
        }
        if first == "like"
            && let Some(finding) = self.stray_like(head)
        {
            return self.report(finding);
        }
        if let Some((finding, corrected)) = self.misspelt_heading(raw) {
            self.report(finding);
            return self.top_level(&corrected);
        }
        let span =
            RawStatement { indent: 0, tokens: head.to_vec(), nested: Vec::new(), broken: false }
                .span(self.file.file);
        let written = display_text(self.reader.text.get(span.range()).unwrap_or(""));
        let unknown =
            Diagnostic::error("unknown-section", span, format!("`{written}` is not a section"))
                .found("a line at the left edge is a heading");
        if let Some((change, section, many)) = heading_without_colon(raw)
            && let Some(last) = many.checked_sub(1).and_then(|last| raw.tokens.get(last))
        {
            let heading = change.heading(section);
            let end = Span { start: last.span.end, ..last.span };
            let fix = Fix::safe(end, ":").titled(format!("write `{heading}:`"));
            let finding = Diagnostic::error(
                "unknown-section",
                last.span,
                format!("a colon is missing after `{heading}`"),
            )
            .found("a statement on the line of its heading comes after a colon");
            self.report(finding.fix(fix));
            let (head, tokens) = raw.tokens.split_at(many);
            let head = RawStatement { tokens: head.to_vec(), ..raw.clone() };
            let inline = RawStatement { tokens: tokens.to_vec(), ..raw.clone() };
            return self.section(change, section, head.span(self.file.file), raw, Some(inline));
        }
        let heading = written.trim_end_matches(':').trim();
        let near = nearest_heading(head);
        // Only capitals, blanks and hyphens differ.
        let same = near.as_ref().is_some_and(|(distance, ..)| *distance == 0);
        if !same && let Some(section) = section_without_change(heading) {
            let (new, also) = (AstChange::New.heading(section), AstChange::AlsoIn.heading(section));
            let help = format!("write `{new}` to replace what it says, or `{also}` to add to it");
            self.report(unknown.help(help));
            return self.section(AstChange::AlsoIn, section, span, raw, inline);
        }
        if !same && let Some((change, section, meant)) = change_in_other_words(heading) {
            self.report(unknown.help(format!("write `{meant}`")).fix(Fix::guess(span, meant)));
            return self.section(change, section, span, raw, inline);
        }
        if let Some((_, change, section, suggestion)) = near {
            let help = format!("did you mean `{suggestion}`?");
            self.report(unknown.help(help).fix(Fix::safe_if(same, span, suggestion)));
            return self.section(change, section, span, raw, inline);
        }
        if let Some((word, section)) = foreign_heading(heading) {
            let help = match word.of {
                "English" => format!("write `{}`", word.means),
                language => format!("`{heading}` is {language}; write `{}`", word.means),
            };
            let fix = Fix::guess(span, word.means).titled(help);
            self.report(unknown.fix(fix));
            return self.section(AstChange::Plain, section, span, raw, inline);
        }
        let fits = SectionKind::ALL.into_iter().find(|section| {
            Phrase::new(&raw.tokens).parse(EntryProduction::of(*section).rule).is_some()
        });
        let arrow = raw.tokens.iter().any(|t| t.text == "->");
        if fits.is_none() && !arrow {
            let all = SectionKind::ALL.map(SectionKind::words).join(", ");
            return self.report(unknown.help(format!("the sections are: {all}")));
        }
        let at = raw.span(self.file.file);
        let parses = |(section, _): &(SectionKind, AstChange)| {
            Phrase::new(&raw.tokens).parse(EntryProduction::of(*section).rule).is_some()
        };
        let fits_above = self.section.is_some_and(|above| parses(&above));
        self.report(
            Diagnostic::error("statement-outside", at, "this statement is not indented")
                .found("only headings begin at the left edge")
                .fix(indented(raw, at, fits_above)),
        );
        if let Some((section, change)) = self.section {
            let kind = EntryProduction::of(section);
            if kind.rule != Rule::case_line && !fits_above {
                return;
            }
            let raws = [raw.clone()];
            let statements = self.reader.statements(EntryProduction::of(section), &raws, change);
            if let Some(last) = self.sections().last_mut() {
                last.statements.extend(statements);
            }
        }
    }
}

/// What a broken line `game` surely says: the name, and the game that it is like.
fn game_line(head: &[Token]) -> Option<Vec<Token>> {
    let (game, rest) = head.split_first().filter(|(game, _)| game.text == "game")?;
    let like = rest.iter().position(|token| token.text == "like");
    let text = |tokens: &[Token]| {
        let first = tokens.iter().find(|token| token.kind == TokenKind::Text);
        let words = || {
            tokens.iter().map(|token| token.text.trim_matches('"')).collect::<Vec<_>>().join(" ")
        };
        let span = tokens.first()?.span.to(tokens.last()?.span);
        Some(first.cloned().unwrap_or_else(|| Token {
            kind: TokenKind::Text,
            span,
            text: format!("\"{}\"", words()),
            ..game.clone()
        }))
    };
    let texts: Vec<&Token> = rest.iter().filter(|token| token.kind == TokenKind::Text).collect();
    let (name, base) = match (like, texts.as_slice()) {
        (Some(at), _) => (text(rest.get(..at)?)?, text(rest.get(at + 1..)?)?),
        (None, [name, base]) => ((*name).clone(), (*base).clone()),
        (None, _) => return None,
    };
    let like = Token { kind: TokenKind::Word, text: "like".into(), ..game.clone() };
    let line = vec![game.clone(), name, like, base];
    Phrase::new(&line).parse(Rule::heading_line).is_some().then_some(line)
}

/// The heading that a line begins with, and its number of words, if a statement follows it without a colon. Words that
/// say what happens to the section are enough; otherwise the statement must be one of the section.
fn heading_without_colon(raw: &RawStatement) -> Option<(AstChange, SectionKind, usize)> {
    (1..raw.tokens.len()).rev().find_map(|many| {
        let (head, statement) = raw.tokens.split_at(many);
        let head = RawStatement { tokens: head.to_vec(), nested: Vec::new(), ..raw.clone() };
        let (change, section) =
            head.section_heading().filter(|_| statement.iter().all(|token| token.text != ":"))?;
        let rule = EntryProduction::of(section).rule;
        let is_certain = match change {
            AstChange::No | AstChange::ChangeIn => false,
            AstChange::Plain => Phrase::new(statement).parse(rule).is_some(),
            AstChange::New | AstChange::FirstIn | AstChange::AlsoIn => true,
        };
        is_certain.then_some((change, section, many))
    })
}

/// Indents a statement, which begins at `at`, and the deeper lines below it by two blanks.
fn indented(raw: &RawStatement, at: Span, certain: bool) -> Fix {
    let before = |span: Span| Span { end: span.start, ..span };
    let mut fix = Fix::safe_if(certain, before(at), "  ").titled("indent it by two blanks");
    let mut open: Vec<&RawStatement> = raw.nested.iter().collect();
    while let Some(raw) = open.pop() {
        fix = raw.tokens.first().into_iter().fold(fix, |fix, t| fix.and(before(t.span), "  "));
        open.extend(&raw.nested);
    }
    fix
}

/// The section heading nearest to these words by spelling, if one is near, and its distance in slips.
fn nearest_heading(head: &[Token]) -> Option<(usize, AstChange, SectionKind, String)> {
    let plain = |text: &str| text.replace([' ', '-'], "").to_lowercase();
    // `after the move`
    let is_article = |word: &&str| ["the", "a", "an"].contains(word);
    let words: Vec<&str> =
        head.iter().map(|t| t.text.as_str()).filter(|w| !is_article(w)).collect();
    if words.len() > 5 {
        return None;
    }
    let words = plain(&words.join(" "));
    AstChange::ALL
        .into_iter()
        .flat_map(|change| {
            SectionKind::ALL.map(|section| (change, section, change.heading(section)))
        })
        .map(|(change, section, suggestion)| {
            let distance = suggest::slips(&words, &plain(&suggestion));
            (distance, change, section, suggestion)
        })
        .filter(|(distance, _, _, suggestion)| *distance <= (suggestion.len() / 3).clamp(1, 2))
        .min_by_key(|(distance, ..)| *distance)
}
