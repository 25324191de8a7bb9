//! The statements of the language for conditions and actions that belong together.

use super::doubts::{CaseText, DOUBT, doubts};
use super::references::{described, is_of_other_hole, of_origin, referred};
use crate::order::SmallSort;
use crate::syntax::ast::SectionKind;
use std::rc::Rc;

/// An action that adds nothing if another one has these words: `and keeps the rest in the store` after `fills`.
pub const IDLE: &str = "#nothing if ";

/// Conditions and actions that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The conditions, each with whether `or` is before it.
    pub conds: Vec<(bool, Rc<str>)>,
    /// The actions, or statements.
    pub acts: Vec<Rc<str>>,
    /// `otherwise`.
    pub otherwise: bool,
    /// The player chooses among the actions.
    pub either: bool,
    /// The player may do them.
    pub choice: bool,
    /// A condition was said with `only if`.
    pub only: bool,
    /// `if any can`.
    pub if_any: bool,
    /// `at any time`.
    pub any_time: bool,
}

/// Whether statements of a section are cases: conditions and actions.
pub fn has_cases(section: SectionKind) -> bool {
    matches!(
        section,
        SectionKind::Move
            | SectionKind::LastSeed
            | SectionKind::EachSeed
            | SectionKind::AfterCapture
            | SectionKind::AfterMove
            | SectionKind::End
            | SectionKind::BeforeEachLap
            | SectionKind::Opening
            | SectionKind::Match
    )
}

/// Whether a condition is about how many seeds a player has won.
pub fn is_score(cond: &str) -> bool {
    cond.contains(" has ") && cond.contains("or more seeds")
}

/// Whether a section is read for a seed that falls.
pub fn is_of_a_fall(section: SectionKind) -> bool {
    matches!(section, SectionKind::EachSeed | SectionKind::LastSeed | SectionKind::AfterCapture)
}

/// A statement of the language, with its section; `None`: the section of the original.
pub type WrittenStatement = (Option<SectionKind>, String);

/// Words of the original that can stand for several things.
#[derive(Clone, Copy)]
pub struct SaidWords {
    /// `it`.
    pub it: bool,
    /// `house`: a hole, or the store.
    pub house: bool,
    /// A word that surely is about sowing: `take` may be about a capture.
    pub sowing: bool,
}

/// The statements of the language. `said`: words of the original.
pub fn statements(
    groups: &[Group],
    section: SectionKind,
    said: SaidWords,
) -> Option<(Vec<WrittenStatement>, u32)> {
    let chosen = either_or_otherwise(groups);
    let groups = chosen.as_deref().unwrap_or(groups);
    let ordered = in_order(groups, section).or_else(|| larger_first(groups, section));
    let groups = ordered.as_deref().unwrap_or(groups);
    // What is always done leaves nothing for `otherwise`.
    let always =
        |group: &Group| group.conds.is_empty() && !group.acts.is_empty() && !group.otherwise;
    let is_idle = |pair: &[Group]| matches!(pair, [a, b] if always(a) && b.otherwise);
    if has_cases(section) && groups.windows(2).any(is_idle) {
        return None;
    }
    let (groups, idle) = without_idle(groups);
    let groups = with_exceptions(groups);
    let says = |what: &str| {
        let texts = |group: &Group| {
            let conds = group.conds.iter().map(|(_, cond)| Rc::clone(cond));
            conds.chain(group.acts.iter().map(Rc::clone)).collect::<Vec<_>>()
        };
        groups.iter().flat_map(texts).any(|text| text.contains(what))
    };
    if !idle.iter().all(|any| any.split('|').any(says)) {
        return None;
    }
    let groups = with_more_conditions(groups)?;
    let (groups, doubt) = with_place_of_before(groups);
    let is_alone = groups.len() == 1;
    let mut writer = StatementWriter { section, said, all: Vec::new(), cost: doubt };
    for group in &groups {
        writer.add(group, is_alone)?;
    }
    let StatementWriter { mut all, cost, .. } = writer;
    if section == SectionKind::Start {
        // A later line counts.
        all.small_sort_by_key(|(_, text)| !text.starts_with("every hole holds"));
    }
    if section == SectionKind::Way {
        // Where the seeds go comes first, then how.
        all.small_sort_by_key(|(_, text)| !text.contains("round every"));
        if let [(None, circuit), (None, through)] = all.as_slice()
            && through.starts_with("then through ")
            && !circuit.contains(" when ")
        {
            all = vec![(None, format!("{circuit}, {through}"))];
        }
    }
    for (_, text) in &mut all {
        *text = with_amount_once(text);
    }
    // `only the seeds in your row count: most seeds win` says once what counts.
    if section == SectionKind::Winner {
        for bare in ["most seeds", "fewest seeds"] {
            let longer = format!("{bare} in ");
            if all.iter().any(|(_, text)| text.starts_with(&longer)) {
                all.retain(|(of, text)| of.is_some() || text != bare);
            }
        }
    }
    (!all.is_empty()).then_some((all, cost))
}

/// A statement whose hole has its number once: `any own hole holding 2 or more holding 2 or more`, if that was said twice.
fn with_amount_once(text: &str) -> String {
    let mut parts: Vec<&str> = text.split(" holding ").collect();
    let said_again = |pair: &[&str]| {
        let rest = pair[1].strip_prefix(pair[0]);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', '\n']))
    };
    while let Some(at) = parts.windows(2).position(said_again) {
        parts.remove(at);
    }
    parts.join(" holding ")
}

/// Writes the statements of a section one after the other.
struct StatementWriter {
    section: SectionKind,
    said: SaidWords,
    all: Vec<WrittenStatement>,
    cost: u32,
}

impl StatementWriter {
    /// Adds what conditions and actions that belong together say; `None`: nothing has that meaning.
    fn add(&mut self, group: &Group, is_alone: bool) -> Option<()> {
        if group.acts.is_empty() {
            return None;
        }
        let group = self.prepared(group, is_alone);
        let conds = described(&group.conds, &group.acts)?;
        let case =
            CaseText { section: self.section, said: self.said, conds: &conds, acts: &group.acts };
        self.cost += doubts(&case);
        let (acts, more) = referred(&conds, &group.acts, self.said.it)?;
        if !group.either && is_nonsense(&acts) {
            return None;
        }
        self.cost += more;
        let mut cond = String::new();
        for (either, text) in conds.iter().filter(|(_, text)| &**text != "#always") {
            if !cond.is_empty() {
                cond += if *either { " or " } else { " and " };
            }
            cond += text;
        }
        let pieces: Vec<&str> = acts.iter().flat_map(|act| act.split(" && ")).collect();
        let (elsewhere, plain): (Vec<&str>, Vec<&str>) =
            pieces.into_iter().partition(|piece| piece.starts_with('@'));
        for piece in elsewhere {
            self.add_elsewhere(piece, &cond, &group, plain.is_empty())?;
        }
        if plain.is_empty() {
            return Some(());
        }
        let plain = self.ended(plain, &cond)?;
        match plain.as_slice() {
            [] => Some(()),
            _ if has_cases(self.section) => self.add_case(&group, cond, &plain),
            _ => self.add_declarations(&group, cond, &plain),
        }
    }

    /// The conditions and actions in the order and the form in which the language has them.
    fn prepared(&mut self, group: &Group, is_alone: bool) -> Group {
        let mut group = group.clone();
        // Who cannot move is the player to move; if no more is said, it may be either.
        for (_, cond) in group.conds.iter_mut().filter(|(_, cond)| cond.contains("#next")) {
            let only_ends = group.acts.iter().all(|act| &**act == "end game");
            self.cost += if only_ends { DOUBT } else { 0 };
            *cond = cond.replace("#next", "the next player").into();
        }
        // What ends is said first, but done last.
        if let [first, _, ..] = group.acts.as_slice()
            && first.starts_with("end ")
            && !group.either
        {
            group.acts.rotate_left(1);
        }
        let instead = if self.section == SectionKind::LastSeed && !group.conds.is_empty() {
            // `nothing is captured`, and nothing else is done.
            "end move"
        } else if self.section == SectionKind::Winner {
            // Equal numbers are a draw if the most seeds win.
            "most seeds"
        } else {
            NOTHING
        };
        match group.acts.as_mut_slice() {
            [only] if &**only == NOTHING => {
                // When another hole is empty, the captures of other lines are not made.
                let is_exception = group.conds.iter().all(|(_, cond)| is_of_other_hole(cond));
                self.cost += DOUBT * u32::from(instead == "end move" && is_exception);
                *only = instead.into();
            }
            [_] => {}
            _ => group.acts.retain(|act| &**act != NOTHING),
        }
        // Alone, not before a case that begins with `otherwise`.
        if self.section == SectionKind::Move && is_alone {
            with_next_hole(&mut group);
        }
        group
    }

    /// Adds a statement of another section: `@way: passing over the origin`.
    fn add_elsewhere(&mut self, piece: &str, cond: &str, group: &Group, alone: bool) -> Option<()> {
        let (name, statement) = piece.strip_prefix('@')?.split_once(": ")?;
        let other = SectionKind::of_words(name)?;
        // Two sections say what happens at a seed: each whole, and nothing else with them.
        let whole = other == SectionKind::EachSeed || other == SectionKind::AfterCapture;
        if group.either || whole && !(cond.is_empty() && alone) {
            return None;
        }
        let text = match (cond, has_cases(other)) {
            ("", _) => statement.to_string(),
            // A name is defined once for all.
            _ if other == SectionKind::Words => statement.to_string(),
            (cond, true) => match statement.split_once(" -> ") {
                Some((first, acts)) => format!("{first} and {cond} -> {acts}"),
                None => format!("{cond} -> {statement}"),
            },
            (cond, false) => format!("{statement} when {cond}"),
        };
        self.all.push(((other != self.section).then_some(other), text));
        Some(())
    }

    /// The actions with what follows from them: a game that is won is over. None are left if they are said in
    /// another section.
    fn ended<'a>(&mut self, mut plain: Vec<&'a str>, cond: &str) -> Option<Vec<&'a str>> {
        let ends = |p: &&str| p.ends_with(" wins") || p.ends_with(" loses") || *p == "draw";
        if plain.iter().any(ends) {
            plain.retain(|p| *p != "end game");
        }
        // Who loses leaves the game to the other one.
        if let [one, other] = plain.as_slice()
            && (one.ends_with(" loses") && *other == "the other player wins"
                || one.ends_with(" wins") && *other == "the other player loses")
        {
            plain.truncate(1);
        }
        if cond == "a player concedes" && plain == ["the other player wins"] {
            plain = vec!["that player loses"];
        }
        if self.section == SectionKind::Opening {
            let of_one = |p: &&str| p.starts_with("the starter") || p.starts_with("the player");
            self.cost += DOUBT * u32::from(plain.iter().any(of_one));
        }
        if self.section != SectionKind::End {
            return Some(plain);
        }
        // At the end of the game the seeds on the board count too.
        if cond.is_empty() && plain == ["each player captures every own hole"] {
            let both = "most seeds in every own hole and the own store";
            self.all.push((Some(SectionKind::Winner), both.to_string()));
            return Some(Vec::new());
        }
        // Without a condition the game would end after the first move.
        let is_case = plain.iter().any(|p| p.contains(" -> "));
        self.cost += DOUBT * u32::from(cond.is_empty() && !is_case);
        // The rest is shared out because the game is over.
        let over = ["end game", "win", "lose", "draw"];
        if !is_case && !plain.iter().any(|p| over.iter().any(|word| p.contains(word))) {
            plain.push("end game");
        }
        Some(plain)
    }

    /// Adds a case, or steps.
    fn add_case(&mut self, group: &Group, cond: String, plain: &[&str]) -> Option<()> {
        // All do it, as each of them likes.
        let choice = group.choice && !plain.iter().any(|p| p.starts_with("each player "));
        let acts = if group.either {
            if plain.len() < 2 {
                return None;
            }
            let bare = plain
                .iter()
                .map(|p| p.trim_start_matches("the player ").trim_start_matches("may "));
            format!("either {}", bare.collect::<Vec<_>>().join(", or "))
        } else {
            let says_may =
                self.section == SectionKind::Move || plain.iter().any(|p| p.starts_with("may "));
            let may = if choice && !says_may { "may " } else { "" };
            format!("{may}{}", plain.join(", "))
        };
        let mut add_each = |pieces: &[&str]| {
            self.all.extend(pieces.iter().map(|p| (None, (*p).to_string())));
            Some(())
        };
        if plain.iter().any(|p| p.contains(" -> ")) {
            if !cond.is_empty() || choice || group.either {
                return None;
            }
            let steps = matches!(self.section, SectionKind::Match | SectionKind::Opening);
            return match steps || plain.iter().all(|p| p.contains(" -> ")) {
                true => add_each(plain),
                false => add_each(&[&acts]),
            };
        }
        let steps = matches!(self.section, SectionKind::Match | SectionKind::Opening);
        if steps && !group.either && !choice && cond.is_empty() && plain.len() > 1 {
            return add_each(plain);
        }
        if group.if_any {
            return None;
        }
        // Players concede and agree between moves.
        let is_offer = matches!(cond.as_str(), "a player concedes" | "the players agree");
        let time = if group.any_time && !is_offer { ", at any time" } else { "" };
        let text = match (group.otherwise && !steps, cond.as_str()) {
            (true, "") => format!("otherwise -> {acts}"),
            (true, _) => return None,
            (false, "") if group.any_time => return None,
            (false, "") => acts,
            (false, cond) => format!("{cond}{time} -> {acts}"),
        };
        add_each(&[&text])
    }

    /// Adds statements that hold, each with the condition.
    fn add_declarations(&mut self, group: &Group, mut cond: String, plain: &[&str]) -> Option<()> {
        let mut otherwise = group.otherwise;
        if otherwise
            && cond.is_empty()
            && let Some((_, before)) =
                self.all.last().and_then(|(_, text)| text.split_once(" when "))
        {
            let other = match before {
                "the origin holds an even number" => "the origin holds an odd number",
                "the origin holds an odd number" => "the origin holds an even number",
                "this is the first turn" => "not this is the first turn",
                _ => return None,
            };
            cond = other.into();
            otherwise = false;
        }
        if group.either || otherwise || group.choice || group.any_time {
            return None;
        }
        // Seeds go one way on a condition, not two.
        let ways = plain.iter().filter(|act| act.contains(" round every")).count();
        if ways > 1 && !cond.is_empty() {
            return None;
        }
        for act in plain {
            let any =
                if group.if_any && !act.contains(", if any can") { ", if any can" } else { "" };
            let when = if cond.is_empty() { String::new() } else { format!(" when {cond}") };
            let text = match act.split_once(" when ") {
                Some((head, old)) if cond.is_empty() => format!("{head}{any} when {old}"),
                // A number is not even and odd.
                Some((_, old)) if of_origin(old) && of_origin(&cond) => return None,
                Some((head, old)) => format!("{head}{any} when {old} and {cond}"),
                None => format!("{act}{any}{when}"),
            };
            self.all.push((None, text));
        }
        Some(())
    }
}

/// An action that says that nothing is done.
const NOTHING: &str = "#nothing";

/// Conditions and actions without the actions that only explain another one, and what each of these explains.
fn without_idle(groups: &[Group]) -> (Vec<Group>, Vec<Rc<str>>) {
    let (mut kept, mut idle) = (Vec::new(), Vec::new());
    for group in groups {
        let mut group = group.clone();
        let before = group.acts.len();
        group.acts.retain(|act| {
            let explains = act.strip_prefix(IDLE);
            idle.extend(explains.map(Rc::from));
            explains.is_none()
        });
        if !(group.acts.is_empty() && before > 0 && group.conds.is_empty()) {
            kept.push(group);
        }
    }
    (kept, idle)
}

/// A capture, and when nothing is captured: `capture both; if the opposite hole is empty, nothing is taken`.
fn with_exceptions(groups: Vec<Group>) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    for group in groups {
        let exception = match (group.conds.as_slice(), group.acts.as_slice()) {
            ([(_, cond)], [act]) if &**act == NOTHING && is_of_other_hole(cond) => {
                cond.strip_suffix(" is empty").map(|hole| format!("{hole} is occupied"))
            }
            _ => None,
        };
        let captures = |group: &&mut Group| {
            !group.conds.is_empty() && group.acts.iter().any(|act| act.starts_with("capture "))
        };
        match (exception, all.last_mut().filter(captures)) {
            (Some(cond), Some(before)) => before.conds.push((false, cond.into())),
            _ => all.push(group),
        }
    }
    all
}

/// Cases after one that is about another hole only: `if the next hole is empty, ...; if it has seeds, ...`. Such a state
/// of the hole is that of the other one, or it is in doubt.
fn with_place_of_before(mut groups: Vec<Group>) -> (Vec<Group>, u32) {
    let mut doubt = 0;
    for at in 1..groups.len() {
        let (before, after) = groups.split_at_mut(at);
        let (Some(Group { conds: first, .. }), Some(second)) = (before.last(), after.first_mut())
        else {
            continue;
        };
        let mut said = first.iter().filter(|(_, cond)| &**cond != "#always");
        let (Some((_, first)), None) = (said.next(), said.next()) else { continue };
        let [(_, second)] = second.conds.as_mut_slice() else { continue };
        let Some(state) = second.strip_prefix("#this ").filter(|_| is_of_other_hole(first)) else {
            continue;
        };
        let other = match state {
            "occupied" => first.strip_suffix(" is empty"),
            "empty" => first.strip_suffix(" is occupied"),
            _ => None,
        };
        match other {
            Some(place) => *second = format!("{place} is {state}").into(),
            None => doubt += DOUBT,
        }
    }
    (groups, doubt)
}

/// How a condition begins that is said after its case, in a frame: `only one for each player`.
pub const ALSO: &str = "#also ";

/// The cases with the conditions that are said after them; they are those of the marking.
fn with_more_conditions(mut groups: Vec<Group>) -> Option<Vec<Group>> {
    let mut more: Vec<String> = Vec::new();
    for group in &mut groups {
        group.acts.retain(|act| {
            let cond = act.strip_prefix(ALSO);
            more.extend(cond.map(String::from));
            cond.is_none()
        });
    }
    if more.is_empty() {
        return Some(groups);
    }
    groups.retain(|group| !group.acts.is_empty() || !group.conds.is_empty());
    let mark = |group: &Group| {
        let marks = group.acts.iter().filter_map(|act| act.split_once("mark it as "));
        marks.map(|(_, name)| name.to_string()).next()
    };
    let (at, name) = groups.iter().enumerate().find_map(|(at, g)| Some((at, mark(g)?)))?;
    let conds = more.iter().map(|cond| (false, Rc::from(cond.replace("#mark", &name))));
    groups.get_mut(at)?.conds.extend(conds);
    Some(groups)
}

/// In *move*, the next hole is that of the hole to be sown: `sow any own hole whose next hole is empty`.
fn with_next_hole(group: &mut Group) {
    let [act] = group.acts.as_mut_slice() else { return };
    // `single seeds only if the next hole is empty`: the others may be sown too.
    let other = act.contains(',') || group.only && act.ends_with(" holding 1");
    if !act.starts_with("sow any ") || other || group.conds.iter().any(|(or, _)| *or) {
        return;
    }
    group.conds.retain(|(_, cond)| {
        let more = match (cond.strip_prefix("the next hole is "), cond.strip_prefix("#it ")) {
            (Some(state), _) if !act.contains("whose") => format!("whose next hole is {state}"),
            // Who can sow has such a hole.
            _ if &**cond == "there is an own occupied hole" => return false,
            // `sow any own hole, as long as it has 2 or more`
            (_, Some(amount)) if !act.contains("whose") && !act.contains(" holding ") => {
                amount.to_string()
            }
            _ => return true,
        };
        *act = format!("{act} {more}").into();
        false
    });
}

/// `sow any own hole holding 2 or more, otherwise any own hole`: the first if there is one.
fn in_order(groups: &[Group], section: SectionKind) -> Option<Vec<Group>> {
    let [first, second] = groups else { return None };
    let ([one], [other]) = (first.acts.as_slice(), second.acts.as_slice()) else { return None };
    let class = |act: &str| {
        let place = act.strip_prefix("sow ").filter(|place| place.starts_with("any own "));
        place.filter(|place| !place.contains(',')).map(String::from)
    };
    let (one, other) = (class(one)?, class(other)?);
    // `if there is one with 2, sow it, otherwise ...`
    let is_test = |cond: &str| cond.strip_prefix("there is an ") == one.strip_prefix("any ");
    let fits = match first.conds.as_slice() {
        [] => true,
        [(_, cond)] => is_test(cond),
        _ => false,
    };
    let alone = fits && second.otherwise && second.conds.is_empty();
    let acts = vec![format!("sow, in this order: / {one} / {other}").into()];
    (section == SectionKind::Move && alone)
        .then(|| vec![Group { acts, conds: Vec::new(), ..first.clone() }])
}

/// `if there is an own hole holding 2 or more, sow such a hole` and `single seeds only if there is none`: these first.
fn larger_first(groups: &[Group], section: SectionKind) -> Option<Vec<Group>> {
    const LARGER: &str = "there is an own hole holding ";
    let [only] = groups else { return None };
    let ([act], [(_, cond)]) = (only.acts.as_slice(), only.conds.as_slice()) else { return None };
    let is_larger = |cond: &str| {
        cond.strip_prefix(LARGER)
            .is_some_and(|amount| ["2 or more", "more than 1"].contains(&amount))
    };
    let fits = match &**act {
        "sow any own hole holding 1" => cond.strip_prefix("not ").is_some_and(is_larger),
        "sow any own hole holding 2 or more" => is_larger(cond),
        _ => false,
    };
    let order = "sow, in this order: / any own hole holding 2 or more / any own hole";
    (section == SectionKind::Move && fits)
        .then(|| vec![Group { acts: vec![order.into()], conds: Vec::new(), ..only.clone() }])
}

/// `may end move, otherwise sow it` as one case: the player chooses.
fn either_or_otherwise(groups: &[Group]) -> Option<Vec<Group>> {
    let [first, second] = groups else { return None };
    let ([one], [other]) = (first.acts.as_slice(), second.acts.as_slice()) else { return None };
    let may = one.strip_prefix("may ").or_else(|| one.strip_prefix("the player may "));
    let one = if first.choice { Some(&**one) } else { may }?;
    let alone = second.otherwise && second.conds.is_empty() && !other.starts_with("may ");
    let acts = vec![one.into(), Rc::clone(other)];
    alone.then(|| vec![Group { acts, either: true, choice: false, ..first.clone() }])
}

/// Whether nothing can happen by what is last: what is captured cannot be sown, and a new lap comes first.
fn is_nonsense(acts: &[Rc<str>]) -> bool {
    acts.windows(2).any(|pair| match pair {
        [first, second] => {
            first.starts_with("sow ")
                || first.starts_with("end ")
                // What may be done is not done all the same.
                || first.strip_prefix("may ") == Some(&**second)
                // What undoes a capture comes after it.
                || first.starts_with("unless ")
                || first.ends_with(" captures it")
                    && ["sow it", "capture it"].contains(&&**second)
                || first.ends_with(&format!(" -> {second}"))
                || first.ends_with(" loses the match") && second.ends_with(" wins the match")
                || second.strip_prefix(&**first).is_some_and(|rest| rest.starts_with([',', ' ']))
                || first.strip_prefix("capture ").is_some_and(|place| {
                    second.strip_prefix("sow ").is_some_and(|s| s.split(", ").next() == Some(place))
                })
        }
        _ => false,
    })
}

/// Where a condition comes among several.
pub fn order(text: &str) -> u32 {
    match text {
        _ if text.starts_with("#this")
            || text.starts_with("falls in")
            || text.starts_with("makes") =>
        {
            0
        }
        _ if text.starts_with("it is") => 1,
        _ if text.starts_with("the opposite") || text.starts_with("the next") => 2,
        _ => 3,
    }
}
