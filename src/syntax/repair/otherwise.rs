//! What people often write and the language says in another way, or need not say: numbers with commas between them, all
//! seeds but some, a hand for each player, holes that nobody owns, who wins a tie.

use super::{Repairer, display_text};
use crate::diagnostic::{Diagnostic, Fix};
use crate::span::Span;
use crate::syntax::ast::SectionKind;
use crate::syntax::vocabulary;

/// What follows a statement: citations, and why it is assumed.
const AFTER_STATEMENT: [&str; 2] = ["[", "assumed"];
/// The words of a statement that says no more than that players have a hand.
const OF_HANDS: [&str; 22] = [
    "1", "2", "two", "a", "all", "also", "and", "board", "both", "each", "every", "for", "hand",
    "hands", "has", "have", "one", "own", "player", "players", "the", "with",
];
/// Why players need not be given a hand.
const HANDS: &str =
    "every player has a hand; to put seeds in it, write `every hand holds 12` in *start*";
/// What people write of holes that nobody owns.
const OWNED_BY_NOBODY: [&str; 18] = [
    "nobody owns ",
    "no one owns ",
    "no-one owns ",
    "no player owns ",
    "neither player owns ",
    " belongs to nobody",
    " belong to nobody",
    " belongs to no one",
    " belong to no one",
    " belongs to no player",
    " belong to no player",
    " belongs to neither player",
    " belong to neither player",
    " is nobody's",
    " has no owner",
    " have no owner",
    " is owned by nobody",
    " are owned by nobody",
];
/// The words by which holes are named there.
const OF_HOLES: [&str; 20] = [
    "all", "central", "centre", "each", "every", "far", "hole", "holes", "in", "inner", "middle",
    "near", "of", "other", "others", "outer", "rest", "row", "rows", "the",
];
/// Why nobody need be given holes.
const NOBODYS: &str = "what no player is given, nobody owns";

impl Repairer<'_, '_> {
    /// `makes 2, 3 or 5`: commas between the numbers of an amount.
    pub(super) fn numbers_with_commas(&self) -> Option<Diagnostic> {
        let words = self.words();
        let number = |at: usize| vocabulary::digits_of_number(words.get(at)?);
        let is = |at: usize, sign: &str| words.get(at) == Some(&sign);
        let (mut corrected, mut lists, mut at) = (Vec::new(), Vec::new(), 0);
        while at < words.len() {
            let Some(first) = number(at) else {
                corrected.push(words.get(at).copied().unwrap_or_default());
                at += 1;
                continue;
            };
            let (mut numbers, mut end, mut commas, mut ors) = (vec![first], at + 1, 0, 0);
            loop {
                let comma = usize::from(is(end, ","));
                let or = usize::from(is(end + comma, "or"));
                let Some(next) = number(end + comma + or).filter(|_| comma + or > 0) else { break };
                numbers.push(next);
                commas += comma;
                ors += or;
                end += comma + or + 1;
            }
            for (nth, number) in numbers.iter().enumerate() {
                corrected.extend((nth > 0).then_some("or"));
                corrected.push(number);
            }
            if commas > 0 {
                lists.push((self.span(at, end), numbers.join(" or "), ors > 0));
            }
            at = end;
        }
        let (span, text, sure) = lists.first()?;
        if !self.parses(self.kind.rule, &corrected) {
            return None;
        }
        // Without an `or` it could be a list of something else.
        let fix = Fix::safe_if(*sure, *span, text.clone()).titled(format!("write `{text}`"));
        let others = lists.iter().skip(1);
        let fix = others.fold(fix, |fix, (span, text, _)| fix.and(*span, text.clone()));
        let message =
            format!("the numbers of an amount are joined by `or` in {}", self.kind.description());
        let finding = Diagnostic::error("unreadable-statement", *span, message);
        Some(finding.found("a comma joins actions").fix(fix))
    }

    /// `capture all but 1 of it`: the number is a difference.
    pub(super) fn all_but_some(&self) -> Option<Diagnostic> {
        let words = self.words_of_statement();
        let but = words.iter().position(|word| ["but", "except", "save"].contains(word))?;
        let number = vocabulary::digits_of_number(words.get(but + 1)?)?;
        let mut after = but + 2;
        after += usize::from(matches!(words.get(after), Some(&("seed" | "seeds"))));
        let verb = words.get(..but)?.iter().rposition(|word| {
            ["capture", "captures", "take", "takes", "put", "puts", "sow", "sows"].contains(word)
        })?;
        // The place is named after the number (`all but 1 of it`), or before it (`all of it but 1`).
        let of = ["of", "in", "from"];
        let is_after = words.get(after).is_some_and(|word| of.contains(word))
            && !words.get(after..)?.starts_with(&["in", "the", "own"]);
        let ends = if is_after { (after + 2..=words.len()).rev().collect() } else { vec![after] };
        ends.into_iter().find_map(|end| {
            let named =
                if is_after { words.get(after + 1..end)? } else { words.get(verb + 1..but)? };
            let skipped = ["all", "of", "in", "the", "seeds", "its"];
            let place = match named.iter().position(|word| !skipped.contains(word)) {
                None => "it".to_owned(),
                Some(0) if named == ["that", "hole"] || named == ["this", "hole"] => "it".into(),
                Some(_) if named.ends_with(&["the", "hole"]) => "it".into(),
                Some(first) => {
                    let article = first.checked_sub(1).filter(|at| named.get(*at) == Some(&"the"));
                    named.get(article.unwrap_or(first)..)?.join(" ")
                }
            };
            let does = words.get(verb)?;
            let is_chosen = place.split(' ').any(|word| word == "any");
            let said = match (is_chosen, *does, number) {
                (true, "sow", "1") => format!("sow {place}, beginning in the origin"),
                (true, ..) => {
                    format!("choose {place} as host, {does} seeds in host - {number} of host")
                }
                (false, ..) => format!("{does} seeds in {place} - {number} of {place}"),
            };
            let spaced = said.replace(',', " ,");
            let head = words.get(..verb)?.iter().copied();
            let all: Vec<&str> =
                head.chain(spaced.split(' ')).chain(words.get(end..)?.iter().copied()).collect();
            let span = self.span(verb, end);
            let written = self.reader.text.get(span.range()).unwrap_or_default();
            self.parses(self.kind.rule, &all).then(|| {
                let message = format!(
                    "`{}` is not used in {}",
                    display_text(written),
                    self.kind.description()
                );
                Diagnostic::error("unreadable-statement", span, message)
                    .found("the language says this with a number")
                    .fix(Fix::guess(span, said.clone()).titled(format!("write `{said}`")))
            })
        })
    }

    /// `each player has a hand`: everybody has one.
    pub(super) fn hand_for_each(&self) -> Option<Diagnostic> {
        let words = self.statement_of(SectionKind::Board)?;
        let at = words.iter().position(|word| ["hand", "hands"].contains(word))?;
        if words.iter().all(|word| OF_HANDS.contains(word)) {
            return Some(self.need_not_be_written(HANDS));
        }
        // `each player owns the nearest row and a hand`
        let from = at.checked_sub(2)?;
        let joined = [words.get(from)?, words.get(from + 1)?];
        let is_last = at + 1 == words.len() && ["and", ","].contains(joined[0]);
        let is_one = ["a", "one"].contains(joined[1]);
        (is_last && is_one && self.parses(self.kind.rule, words.get(..from)?))
            .then(|| self.without_last_part(from, words.len(), HANDS))?
    }

    /// `the middle row belongs to nobody`: what no player is given, nobody owns.
    pub(super) fn owned_by_nobody(&self) -> Option<Diagnostic> {
        let words = self.statement_of(SectionKind::Board)?;
        if self.reader.names.contains("nobody") {
            return None;
        }
        if self.gives_to_nobody(&words) {
            return Some(self.need_not_be_written(NOBODYS));
        }
        let joined = words.iter().rposition(|word| ["and", ","].contains(word))?;
        let last = words.get(joined + 1..)?;
        // `, and`
        let comma = joined.checked_sub(1).filter(|at| words.get(*at) == Some(&","));
        let from = comma.unwrap_or(joined);
        let first = words.get(..from)?;
        (self.gives_to_nobody(last) && self.parses(self.kind.rule, first))
            .then(|| self.without_last_part(from, words.len(), NOBODYS))?
    }

    /// Whether words say of holes that nobody owns them, and nothing else.
    fn gives_to_nobody(&self, words: &[&str]) -> bool {
        let text = words.join(" ").to_lowercase();
        let Some(rest) = OWNED_BY_NOBODY.iter().find_map(|part| {
            let (before, after) = text.split_once(part)?;
            // It is said at the beginning or at the end.
            (before.is_empty() != after.is_empty()).then(|| format!("{before} {after}"))
        }) else {
            return false;
        };
        let is_of_holes = |word: &str| {
            let number = word.bytes().all(|b| b.is_ascii_digit());
            number || OF_HOLES.contains(&word) || vocabulary::is_name(self.reader.names, word)
        };
        let mut words = rest.split_whitespace().peekable();
        words.peek().is_some() && words.all(is_of_holes)
    }

    /// `if equal, South wins`: who wins a tie is a case of *end*.
    pub(super) fn winner_of_tie(&self) -> Option<Diagnostic> {
        let words = self.statement_of(SectionKind::Winner)?;
        let says =
            |any: &[&str]| words.iter().any(|word| any.contains(&word.to_lowercase().as_str()));
        let ties = [
            "tie", "ties", "tied", "equal", "equally", "equality", "same", "draw", "draws", "drawn",
        ];
        if !says(&ties) || !says(&["win", "wins", "winner", "won"]) {
            return None;
        }
        let who = if says(&["south"]) {
            "South"
        } else if says(&["north"]) {
            "North"
        } else if says(&["second"]) {
            "the second player"
        } else if says(&["first", "starter", "began", "begins", "started"]) {
            "the starter"
        } else {
            return None;
        };
        let help = format!(
            "say it in *end*, above the case that ends the game: `no seeds are left and seeds in the store of South is \
             seeds in the store of North -> {who} wins`"
        );
        let message = "*winner* does not say who wins a tie";
        let finding = Diagnostic::error("unreadable-statement", self.span(0, words.len()), message);
        Some(finding.found("with equal numbers, nobody wins").help(help))
    }

    /// The words of the statement, without its citations and why it is assumed.
    fn words_of_statement(&self) -> Vec<&str> {
        let mut words = self.words();
        if let Some(end) = words.iter().position(|word| AFTER_STATEMENT.contains(word)) {
            words.truncate(end);
        }
        words
    }

    /// The same, if it is a statement of that section.
    fn statement_of(&self, section: SectionKind) -> Option<Vec<&str>> {
        (self.kind.section == Some(section)).then(|| self.words_of_statement())
    }

    /// The finding for a statement that need not be written.
    fn need_not_be_written(&self, why: &str) -> Diagnostic {
        let span = self.span(0, self.tokens.len());
        let fix = Fix::guess(self.whole_line(span), "").titled(format!("leave it out: {why}"));
        Diagnostic::error("unreadable-statement", span, "this need not be written")
            .found("the game is the same without it")
            .fix(fix)
    }

    /// The finding for the end of a statement that need not be written.
    fn without_last_part(&self, from: usize, to: usize, why: &str) -> Option<Diagnostic> {
        let part = self.span(from, to);
        // The blank before it goes too.
        let start = self.tokens.get(from.checked_sub(1)?)?.span.end;
        let fix = Fix::guess(Span { start, ..part }, "").titled(format!("leave it out: {why}"));
        let finding = Diagnostic::error("unreadable-statement", part, "this need not be written");
        Some(finding.found("the game is the same without it").fix(fix))
    }
}
