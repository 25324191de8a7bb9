//! Queries on an AST: its sections, statements, conditions, names.

use crate::source::Sources;
use crate::span::Span;
use crate::syntax::ast::{
    AstAction, AstBoard, AstCase, AstCaseBody, AstCaseGuard, AstChange, AstCond, AstDeed, AstLife,
    AstManner, AstMeaning, AstStage, AstTurn, AstWord, CondTest, File, Section, Statement,
    StatementKind,
};

/// Every stage of a file, including those that variations add or change.
pub fn stages(file: &File) -> impl Iterator<Item = &AstStage> {
    file.bodies().flat_map(|body| &body.stages)
}

/// The statements of a section, with nested ones, outermost first; without those that only quote
/// what is changed.
pub fn statements(section: &Section) -> Vec<&Statement> {
    let mut all = Vec::new();
    for (nth, statement) in section.statements.iter().enumerate() {
        let replaced = section.statements.get(nth + 1).is_some_and(|next| next.becomes);
        if !(section.change == AstChange::ChangeIn && replaced && !statement.becomes) {
            all.extend(nested(statement));
        }
    }
    all
}

/// All statements of a file.
pub fn all_statements(file: &File) -> Vec<&Statement> {
    file.sections().flat_map(statements).collect()
}

/// The statement at a span.
pub fn statement_at(file: Option<&File>, at: Span) -> Option<&Statement> {
    file.into_iter().flat_map(all_statements).find(|statement| statement.span == at)
}

/// The statements of *board*, each with its span.
pub fn board(file: Option<&File>) -> impl Iterator<Item = (&AstBoard, Span)> {
    file.into_iter().flat_map(all_statements).filter_map(|statement| {
        let StatementKind::Board(board) = &statement.kind else { return None };
        Some((board, statement.span))
    })
}

/// The words that a file declares.
pub fn words(file: Option<&File>) -> impl Iterator<Item = (&AstWord, &Statement)> {
    file.into_iter().flat_map(all_statements).filter_map(|statement| {
        let StatementKind::Word(word) = &statement.kind else { return None };
        Some((word, statement))
    })
}

/// The actions of a statement that is a case, or a word for actions; without those of deeper lines.
pub fn actions(statement: &Statement) -> &[AstAction] {
    if let StatementKind::Case(AstCase { does: AstCaseBody::Actions(actions), .. })
    | StatementKind::Word(AstWord { meaning: AstMeaning::Actions(actions), .. }) =
        &statement.kind
    {
        actions
    } else {
        &[]
    }
}

/// A statement and those nested in it.
pub fn nested(statement: &Statement) -> Vec<&Statement> {
    let mut all = vec![statement];
    for list in below(statement) {
        all.extend(list.iter().flat_map(nested));
    }
    all
}

/// The span of a statement, and the spans of the items of its preference order.
pub fn spans(statement: &Statement) -> Vec<Span> {
    let mut all = vec![statement.span];
    for action in actions(statement) {
        if let AstDeed::SowInOrder(items) = &action.deed {
            all.extend(items.iter().map(|item| item.span));
        }
    }
    all
}

/// The text of a statement with the statements and items on deeper lines, one piece for each; blanks folded,
/// without citations.
pub fn whole_text(statement: &Statement, sources: &Sources) -> Vec<String> {
    let spans = nested(statement).into_iter().flat_map(spans);
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    spans.map(|span| folded(sources.slice(span))).collect()
}

/// The lists of statements nested directly in a statement.
pub fn below(statement: &Statement) -> Vec<&[Statement]> {
    let mut lists: Vec<&[Statement]> = Vec::new();
    match &statement.kind {
        StatementKind::Case(case) => match &case.does {
            AstCaseBody::Also(inner) | AstCaseBody::Steps(inner) => lists.push(inner),
            AstCaseBody::For { steps, .. } | AstCaseBody::ForEach { steps, .. } => {
                lists.push(steps)
            }
            AstCaseBody::Actions(actions) => {
                actions.iter().for_each(|one| repeated(one, &mut lists))
            }
            AstCaseBody::Count(_) => {}
        },
        StatementKind::Word(word) => match &word.meaning {
            AstMeaning::Cases(cases) => lists.push(cases),
            AstMeaning::Actions(actions) => {
                actions.iter().for_each(|one| repeated(one, &mut lists))
            }
            AstMeaning::Mark { .. }
            | AstMeaning::Note { .. }
            | AstMeaning::Seed(_)
            | AstMeaning::Kind(_)
            | AstMeaning::Count(_)
            | AstMeaning::Places(_)
            | AstMeaning::Cond(_) => {}
        },
        StatementKind::About(_)
        | StatementKind::Point(_)
        | StatementKind::Option(_)
        | StatementKind::Board(_)
        | StatementKind::Start(_)
        | StatementKind::Way(_)
        | StatementKind::Turn(_)
        | StatementKind::Law(_)
        | StatementKind::Winner(_)
        | StatementKind::Broken => {}
    }
    lists
}

fn repeated<'a>(action: &'a AstAction, into: &mut Vec<&'a [Statement]>) {
    let cases = action.deed.cases();
    into.extend(Some(cases).filter(|cases| !cases.is_empty()));
    action.deed.alternatives().iter().for_each(|one| repeated(one, into));
}

/// The guard of a case.
pub fn fits(statement: &Statement) -> Option<&AstCaseGuard> {
    let StatementKind::Case(AstCase { fits, .. }) = &statement.kind else { return None };
    Some(fits)
}

/// The conditions of a statement itself, without those of nested statements.
pub fn conds(statement: &Statement) -> Vec<&AstCond> {
    let mut all = Vec::new();
    match &statement.kind {
        StatementKind::Case(case) => {
            if let AstCaseGuard::If(cond) = &case.fits {
                all.push(cond);
            }
            if let AstCaseBody::Actions(actions) = &case.does {
                actions.iter().for_each(|action| of_action(action, &mut all));
            }
        }
        StatementKind::Word(word) => match &word.meaning {
            AstMeaning::Cond(cond) => all.push(cond),
            AstMeaning::Actions(actions) => {
                actions.iter().for_each(|action| of_action(action, &mut all));
            }
            AstMeaning::Mark { life: Some(AstLife::Until(until)), .. }
            | AstMeaning::Note { life: Some(AstLife::Until(until)), .. } => all.push(until),
            AstMeaning::Mark { .. }
            | AstMeaning::Note { .. }
            | AstMeaning::Seed(_)
            | AstMeaning::Kind(_)
            | AstMeaning::Count(_)
            | AstMeaning::Places(_)
            | AstMeaning::Cases(_) => {}
        },
        StatementKind::Way(line) => {
            all.extend(&line.when);
            of_manners(&line.manners, &mut all);
        }
        StatementKind::Law(law) => all.extend(&law.when),
        StatementKind::Turn(AstTurn::Moves { again, .. }) => all.extend(again),
        StatementKind::Turn(AstTurn::NoMove { .. } | AstTurn::AtOnce | AstTurn::FirstToEnd)
        | StatementKind::About(_)
        | StatementKind::Point(_)
        | StatementKind::Option(_)
        | StatementKind::Board(_)
        | StatementKind::Start(_)
        | StatementKind::Winner(_)
        | StatementKind::Broken => {}
    }
    all
}

fn of_action<'a>(action: &'a AstAction, into: &mut Vec<&'a AstCond>) {
    into.extend(action.postcondition.as_ref().map(|judged| &judged.cond));
    action.deed.alternatives().iter().for_each(|one| of_action(one, into));
    if let AstDeed::SowInOrder(items) = &action.deed {
        into.extend(items.iter().filter_map(|item| item.postcondition.as_ref()).map(|j| &j.cond));
    }
}

fn of_manners<'a>(manners: &'a [AstManner], into: &mut Vec<&'a AstCond>) {
    into.extend(manners.iter().filter_map(|manner| manner.when.as_ref()));
}

/// The points that a statement cites; for a preference order, also those that its items cite.
pub fn cites(statement: &Statement, sources: &Sources) -> Vec<u32> {
    let mut all: Vec<u32> = statement.cites.iter().map(|(number, _)| *number).collect();
    if let StatementKind::Case(AstCase { does: AstCaseBody::Actions(actions), .. }) =
        &statement.kind
    {
        let orders = actions.iter().filter_map(|action| {
            let AstDeed::SowInOrder(items) = &action.deed else { return None };
            Some(items)
        });
        for item in orders.flatten() {
            let line = sources.get(item.span.file).map_or("", |source| source.text.as_str());
            let rest_of_line =
                line.get(item.span.end as usize..).and_then(|rest| rest.lines().next());
            let cited = rest_of_line.and_then(|rest| rest.split_once('[')?.1.split_once(']'));
            let numbers = cited.map_or("", |(numbers, _)| numbers).split(',');
            all.extend(numbers.filter_map(|number| number.trim().parse::<u32>().ok()));
        }
    }
    all
}

/// The single tests of a condition, in order.
pub fn tests(cond: &AstCond) -> Vec<&CondTest> {
    let mut all = Vec::new();
    let mut open = vec![cond];
    while let Some(cond) = open.pop() {
        match cond {
            AstCond::Or(parts) | AstCond::And(parts) => open.extend(parts.iter().rev()),
            AstCond::Not(part) => open.push(part),
            AstCond::Test(test) => all.push(&**test),
        }
    }
    all
}

/// The names and words in a text, without quoted text and comments.
pub fn names(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for line in text.lines() {
        let mut quoted = false;
        for part in line.split_inclusive(['"', '“', '”', '#']) {
            let (body, sign) = match part.char_indices().last() {
                Some((at, sign @ ('"' | '“' | '”' | '#'))) => (&part[..at], Some(sign)),
                _ => (part, None),
            };
            if !quoted {
                let apart = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '\''));
                all.extend(body.split(apart).filter(|name| !name.is_empty()));
            }
            match sign {
                Some('#') if !quoted => break,
                Some('#') | None => {}
                Some(_) => quoted = !quoted,
            }
        }
    }
    all
}

/// Whether a word in a text is a name, or its plural.
pub fn is_name(word: &str, name: &str) -> bool {
    let Some(rest) = word.strip_prefix(name) else {
        let stem = name.strip_suffix('y').and_then(|stem| word.strip_prefix(stem));
        return stem == Some("ies");
    };
    matches!(rest, "" | "s" | "es")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_outside_quotes_and_comments() {
        let text = "casa = a hole, holding seeds-each \"the casa\" heap  # a house\n  -> do raid";
        let found = ["casa", "a", "hole", "holding", "seeds-each", "heap", "-", "do", "raid"];
        assert_eq!(names(text), found);
    }

    #[test]
    fn plurals() {
        assert!(is_name("casas", "casa") && is_name("singles", "single") && is_name("way", "way"));
        assert!(is_name("bodies", "body") && is_name("boxes", "box"));
        assert!(!is_name("cas", "casa") && !is_name("casual", "casa"));
    }
}
