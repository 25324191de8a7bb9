//! The statements of the language for conditions and actions that belong together.

use crate::order::SmallSort;
use crate::syntax::ast::SectionKind;
use std::rc::Rc;

/// The cost of a doubt: too much to be sure.
const DOUBT: u32 = 150;
/// The cost of a player, or of what is done, that is likely another one.
const OTHER_PLAYER: u32 = 12;

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
fn is_score(cond: &str) -> bool {
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
    let is_alone = groups.len() == 1;
    let mut writer = StatementWriter { section, said, all: Vec::new(), cost: 0 };
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
    (!all.is_empty()).then_some((all, cost))
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
        self.cost +=
            DOUBTS.iter().map(|(cost, is_doubtful)| cost * is_doubtful(&case)).sum::<u32>();
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
            return match plain.iter().all(|p| p.contains(" -> ")) {
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
        let time = if group.any_time { ", at any time" } else { "" };
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

/// A case in the making, for what makes it doubtful.
struct CaseText<'a> {
    section: SectionKind,
    said: SaidWords,
    conds: &'a [(bool, Rc<str>)],
    acts: &'a [Rc<str>],
}

impl CaseText<'_> {
    /// Whether a condition has these words.
    fn says(&self, words: &str) -> bool {
        self.conds.iter().any(|(_, cond)| cond.contains(words))
    }

    /// Whether a condition begins with these words.
    fn begins(&self, words: &str) -> bool {
        self.conds.iter().any(|(_, cond)| cond.starts_with(words))
    }

    /// Whether an action begins with these words.
    fn does(&self, words: &str) -> bool {
        self.acts.iter().any(|act| act.starts_with(words))
    }
}

/// How often a case is doubtful in some way.
type Doubts = fn(&CaseText<'_>) -> u32;

/// What makes a case doubtful, with what that costs.
const DOUBTS: [(u32, Doubts); 14] = [
    (DOUBT, wins_while_few_are_left),
    (DOUBT, joins_by_and_and_or),
    (DOUBT, sows_on_what_may_not_be_captured),
    (OTHER_PLAYER, names_the_opponent_after_a_player),
    (OTHER_PLAYER, names_the_player_after_a_player),
    (OTHER_PLAYER, names_another_after_the_opponent),
    (DOUBT, names_a_player_who_cannot_feed),
    (DOUBT, begins_by_what_is_on_the_board),
    (DOUBT, leaves_open_what_else_is_sown),
    (DOUBT, decides_the_match_by_the_board),
    (DOUBT, plays_again_in_a_house),
    (DOUBT, sows_what_it_does_not_capture),
    (DOUBT, sows_for_ever),
    (DOUBT, asks_more_of_an_empty_board),
];

/// Who captures some while few are left does not hold them all.
fn wins_while_few_are_left(case: &CaseText<'_>) -> u32 {
    let scores = case.conds.iter().any(|(_, cond)| is_score(cond));
    u32::from(case.says("seeds are left") && scores)
}

/// `and` joins closer than `or`: who writes both may mean other brackets.
fn joins_by_and_and_or(case: &CaseText<'_>) -> u32 {
    let has_or = case.conds.iter().any(|(or, _)| *or);
    let has_and = case.conds.iter().skip(1).any(|(or, _)| !or);
    u32::from(case.conds.len() > 2 && has_or && has_and)
}

/// Who sows on what they captured has captured something, and sows it from the next hole.
fn sows_on_what_may_not_be_captured(case: &CaseText<'_>) -> u32 {
    const ON: &str = ", sow the captured seeds, beginning in ";
    let is_sure = |(capture, from): &(&str, &str)| {
        let captured = capture.trim_start_matches("capture ");
        *from == "the next hole"
            && case.conds.iter().any(|(_, cond)| {
                // Of two opposite holes, one is enough.
                let of_two = captured == "every opposite hole" && cond.starts_with("the opposite ");
                cond.starts_with(captured) || of_two && cond.ends_with(" is occupied")
            })
    };
    let onward = case.acts.iter().filter_map(|act| act.split_once(ON));
    onward.filter(|on| !is_sure(on)).count() as u32
}

/// The opponent is that of who moves; after `a player` people mean the other one.
fn names_the_opponent_after_a_player(case: &CaseText<'_>) -> u32 {
    let of_any = case.begins("a player") || case.begins("the next");
    u32::from(of_any && case.does("the opponent "))
}

/// After `a player`, `the player` is that one.
fn names_the_player_after_a_player(case: &CaseText<'_>) -> u32 {
    let ends = |act: &Rc<str>| matches!(&**act, "the player wins" | "the player loses");
    u32::from(case.begins("a player has ") && case.acts.iter().any(ends))
}

/// After a test of the opponent, the other player could be either.
fn names_another_after_the_opponent(case: &CaseText<'_>) -> u32 {
    let of_opponent = case.says("the opponent ") && !case.says("player");
    u32::from(of_opponent && case.does("the other player "))
}

/// Who cannot feed an opponent is the next player; people think of the one who moves now.
fn names_a_player_who_cannot_feed(case: &CaseText<'_>) -> u32 {
    let cannot_feed =
        case.says("opponent has no seeds") && case.says("the next player has no move");
    u32::from(cannot_feed && case.does("the player "))
}

/// How a game begins depends on what is agreed, not on what lies on the board.
fn begins_by_what_is_on_the_board(case: &CaseText<'_>) -> u32 {
    let of_board = ["hole", " hold", "store"].iter().any(|words| case.says(words));
    u32::from(case.section == SectionKind::Start && of_board)
}

/// What may be sown if there is none of something else leaves open what is sown if there is one.
fn leaves_open_what_else_is_sown(case: &CaseText<'_>) -> u32 {
    let in_move = case.section == SectionKind::Move;
    u32::from(in_move && case.says("not there is") && case.does("sow "))
}

/// At the end of a game there are seeds or not; that decides no match.
fn decides_the_match_by_the_board(case: &CaseText<'_>) -> u32 {
    let of_board = case.says("no seeds are left") || case.says("no seeds in own holes");
    u32::from(case.section == SectionKind::Match && of_board)
}

/// A house where a fall gives a further move is the store rather than any hole.
fn plays_again_in_a_house(case: &CaseText<'_>) -> u32 {
    let any = matches!(case.conds, [(_, cond)] if cond.starts_with("falls in an "));
    u32::from(case.said.house && any && case.does("play again"))
}

/// What is captured is said by another case: this one has no capture of its own to go on from.
fn sows_what_it_does_not_capture(case: &CaseText<'_>) -> u32 {
    let sows = case.does("sow the captured seeds") && !case.does("capture ");
    u32::from(sows && !case.conds.is_empty())
}

/// Where no seeds are left, nothing more need be asked.
fn asks_more_of_an_empty_board(case: &CaseText<'_>) -> u32 {
    u32::from(case.conds.len() > 1 && case.begins("no seeds are left"))
}

/// Without a condition each lap would be followed by another one.
fn sows_for_ever(case: &CaseText<'_>) -> u32 {
    let always = case.conds.is_empty() && case.section == SectionKind::LastSeed;
    u32::from(always && case.does("sow it"))
}

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

/// Whether a condition is about another hole than that of the last seed.
fn is_of_other_hole(cond: &str) -> bool {
    RELATIVE.iter().any(|place| cond.starts_with(place))
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

/// Whether a condition is about how many seeds are sown.
fn of_origin(cond: &str) -> bool {
    cond.starts_with("the origin holds")
}

/// A condition in its usual form: what is sown is not empty, so it holds 1 or more.
fn plain_condition(text: &Rc<str>) -> Rc<str> {
    // The opposite hole of an own one is the opponent's.
    if text.starts_with("the opposite ") && text.contains(" of the opponent is ") {
        return plain_condition(&text.replace(" of the opponent is ", " is ").into());
    }
    match text.strip_suffix(" is not empty") {
        Some(place) => format!("{place} is occupied").into(),
        None if matches!(&**text, "not the origin holds 1" | "the origin holds more than 1") => {
            "the origin holds 2 or more".into()
        }
        None => Rc::clone(text),
    }
}

/// Whether a place would be empty and occupied.
fn contradicts(conds: &[(bool, Rc<str>)]) -> bool {
    let has = |text: &str| conds.iter().any(|(or, cond)| !or && **cond == *text);
    let empty = conds.iter().filter_map(|(_, cond)| cond.strip_suffix(" is empty"));
    empty.into_iter().any(|place| has(&format!("{place} is occupied")))
}

/// Conditions about the hole of the last seed in one, and the hole that `that hole` is.
fn described(conds: &[(bool, Rc<str>)], acts: &[Rc<str>]) -> Option<Vec<(bool, Rc<str>)>> {
    let mut all: Vec<(bool, Rc<str>)> = Vec::new();
    for (either, text) in conds {
        let mut text = plain_condition(text);
        let before_and_after = |a: &str, b: &str| {
            a.starts_with("falls in") && a.contains("holding") && b.starts_with("makes")
        };
        if !either
            && all.iter().any(|(_, c)| before_and_after(c, &text) || before_and_after(&text, c))
        {
            return None;
        }
        if of_origin(&text) && all.iter().any(|(_, c)| of_origin(c)) && !either {
            return None;
        }
        if text.starts_with("makes") && all.iter().any(|(_, c)| c.starts_with("makes")) && !either {
            return None;
        }
        if let Some(state) = text.strip_prefix("#this ").map(String::from)
            && !either
            && let Some((_, last)) = all.last_mut()
            && let Some(with_state) = with_state(last, &state)
        {
            *last = with_state.into();
            continue;
        }
        if let Some(state) = text.strip_prefix("#this ").map(String::from) {
            let known = all.iter().any(|(_, c)| {
                c.starts_with("falls in")
                    && (c.contains(" empty ") || c.contains(" occupied ") || c.contains("store"))
            });
            let relative =
                acts.iter().find_map(|act| RELATIVE.into_iter().find(|r| act.contains(r)));
            text = match relative {
                Some(place) if known => format!("{place} is {state}").into(),
                _ if known => return None,
                _ => format!("falls in an {state} hole").into(),
            };
        }
        if !either
            && let Some((_, last)) = all
                .iter_mut()
                .find(|(e, c)| !e && (c.starts_with("falls in") || c.starts_with("it is a")))
        {
            let both = format!("{last} & {text}");
            let whose =
                ["an own hole", "an opponent's hole"].into_iter().find(|w| both.contains(w));
            let state =
                ["an empty hole", "an occupied hole"].into_iter().find(|w| both.contains(w));
            if let (Some(whose), Some(state)) = (whose, state)
                && both.len()
                    == whose.len()
                        + state.len()
                        + both.matches("falls in ").count() * 9
                        + both.matches("it is ").count() * 6
                        + 3
            {
                let owner = whose.trim_end_matches(" hole");
                *last = format!("falls in {owner} {}", state.trim_start_matches("an ")).into();
                continue;
            }
            if text.starts_with("falls in") && last.starts_with("falls in") {
                return None;
            }
        }
        all.push((*either, text));
    }
    // What the seed makes comes first, then whose hole it is.
    if let [(false, falls), (false, makes)] = all.as_slice()
        && matches!(&**falls, "falls in an own hole" | "falls in an opponent's hole")
        && makes.starts_with("makes ")
        && !makes.contains(" and ")
    {
        let whose: Rc<str> = falls.replace("falls in", "it is").into();
        all = vec![(false, Rc::clone(makes)), (false, whose)];
    }
    // What the seed makes comes before whose hole it is.
    if let [(false, whose), (false, makes), ..] = all.as_slice()
        && whose.starts_with("it is an ")
        && makes.starts_with("makes ")
    {
        all.swap(0, 1);
    }
    (!contradicts(&all)).then_some(all)
}

/// `falls in the own casa` with the state of the hole before the fall: `falls in the own occupied casa`.
fn with_state(cond: &str, state: &str) -> Option<String> {
    let place = cond.strip_prefix("falls in ")?;
    let words: Vec<&str> = place.split(' ').collect();
    let known = |word: &&str| {
        matches!(
            *word,
            "empty" | "occupied" | "store" | "holding" | "and" | "or" | "leftmost" | "rightmost"
        )
    };
    if words.iter().any(known) || matches!(words.as_slice(), [_, "hole"]) {
        return None;
    }
    let at = words.iter().position(|word| matches!(*word, "own" | "opponent's")).unwrap_or(0) + 1;
    let (before, after) = words.split_at_checked(at)?;
    // `a casa`, `an occupied casa`
    let before = match before {
        ["a" | "an"] => vec!["an"],
        _ => before.to_vec(),
    };
    let all: Vec<&str> = before.into_iter().chain([state]).chain(after.iter().copied()).collect();
    Some(format!("falls in {}", all.join(" ")))
}

const RELATIVE: [&str; 6] = [
    "the opposite inner hole",
    "the opposite hole",
    "every opposite hole",
    "the hole after the next hole",
    "the next hole",
    "the previous hole",
];

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

/// An action on `such holes`: those whose owner and number the condition gives. Of holes whose number is said,
/// only the opponent's are surely those of one row.
fn with_same_holes(act: &str, conds: &[(bool, Rc<str>)]) -> Option<String> {
    let is_of = |owner: &str| conds.iter().any(|(_, cond)| cond.contains(owner));
    let amount = conds.iter().find_map(|(_, cond)| cond.strip_prefix("makes "))?;
    let counts = !["a ", "an own", "an opp"].iter().any(|noun| amount.starts_with(noun));
    let owner = ["opponent's ", "own "].into_iter().find(|owner| is_of(owner)).unwrap_or_default();
    if act.contains("#whose") {
        return (owner != "own ").then(|| act.replace("#whose ", owner));
    }
    counts.then(|| act.replace("#such", &format!("{owner}holes holding {amount}")))
}

/// The actions with what their pronouns refer to, and how doubtful that is.
fn referred(
    conds: &[(bool, Rc<str>)],
    acts: &[Rc<str>],
    says_it: bool,
) -> Option<(Vec<Rc<str>>, u32)> {
    let of_cond = conds
        .iter()
        .find_map(|(_, text)| RELATIVE.into_iter().find(|r| text.starts_with(&format!("{r} "))));
    let only = conds.len() == 1;
    let mut cost = 0;
    let mut all = Vec::new();
    let doubtful = acts.windows(2).any(|pair| {
        matches!(pair, [first, second] if first.starts_with("capture ")
        && second.starts_with("sow the")
        && !(&**first == "capture it" && &**second == "sow the next hole")
        // `capture both and sow them together with this hole`
        || (first.starts_with("capture every ") || &**first == "capture 1 of it")
            && &**second == "sow it")
    });
    if doubtful {
        cost += 150;
    }
    // Who goes on sowing begins in the next hole, and two holes are captured at once.
    let is_odd = |pair: &[Rc<str>]| match pair {
        [first, second] => match &**second {
            "sow the next hole" => &**first == "capture it",
            "capture it" => first.starts_with("capture "),
            _ => false,
        },
        _ => false,
    };
    // What is picked up in an occupied hole is sown rather than captured.
    let is_relay = conds.iter().any(|(_, cond)| cond.contains(" occupied "));
    let odd = if is_relay { DOUBT } else { OTHER_PLAYER };
    cost += odd * u32::from(acts.windows(2).any(is_odd));
    for act in acts {
        let mut text = act.to_string();
        if text == "#nothing" {
            return None;
        }
        // The seeds of another hole, and the last one.
        if matches!(&*text, "capture #lastone and it" | "capture it and 1 of it") {
            text = "capture both-holes".into();
        }
        // The seeds of the inner hole of a column, and of the outer one.
        if text == "capture it and the opposite outer hole"
            && of_cond == Some("the opposite inner hole")
        {
            text = "capture every opposite hole".into();
        }
        // What lies beyond `that empty hole`.
        if text.contains("#beyond") {
            let next_is_empty = conds.iter().any(|(_, cond)| &**cond == "the next hole is empty");
            let fell_in_it = conds.iter().any(|(_, cond)| cond.contains(" empty "));
            let hole = match (next_is_empty, fell_in_it) {
                (true, false) => "the hole after the next hole",
                (false, true) => "the next hole",
                _ => return None,
            };
            text = text.replace("#beyond", hole);
            all.push(text.into());
            continue;
        }
        // The hole behind that of the condition is the outer one of the same column.
        if text.contains("#behind") {
            text = match of_cond? {
                "the opposite inner hole" | "the opposite hole" => {
                    "capture every opposite hole".into()
                }
                _ => return None,
            };
        }
        // The last seed is all that is in its hole, if that was empty.
        if text.contains("#lastone") {
            cost += if conds.iter().any(|(_, cond)| cond.contains(" empty ")) { 0 } else { DOUBT };
            text = text.replace("#lastone", "it");
        }
        if text.contains("#such") || text.contains("#whose") {
            text = with_same_holes(&text, conds)?;
        }
        if ["#me", "#other", "#he"].iter().any(|player| text.contains(player)) {
            let about = conds.iter().map(|(_, c)| &**c).collect::<Vec<_>>().join(" ");
            let me = if about.contains("a player") || about.contains("the next player") {
                "that player"
            } else if about.contains("the player ") || about.contains("opponent") {
                "the player"
            } else {
                cost += 150;
                "that player"
            };
            let other = if about.contains("a player")
                || about.contains("the next player")
                || about.contains("the player ")
            {
                "the other player"
            } else if about.contains("opponent") {
                "the opponent"
            } else {
                cost += 150;
                "the other player"
            };
            if text.contains("#he ") && !about.contains("player") {
                cost += 150;
            }
            let he = if about.contains("the player ") { "the player" } else { "that player" };
            text = text.replace("#he", he).replace("#me", me).replace("#other", other);
        }
        let has_it = text.split([' ', ',']).any(|w| w == "it");
        if text.contains("both-holes") {
            let other = of_cond.unwrap_or("the opposite hole");
            if of_cond.is_none() {
                cost += 150;
            }
            let both = match other.starts_with("every ") {
                true => other.to_string(),
                false => format!("it and {other}"),
            };
            text = text.replace("both-holes", &both);
        } else if let Some(place) = of_cond.filter(|place| {
            has_it
                && !text.contains(" and ")
                && !conds.iter().any(|(_, c)| **c == format!("{place} is empty"))
        }) {
            if only {
                // In the language, `it` is the hole of the last seed.
                cost += if says_it { 150 } else { 0 };
                text = text
                    .split(' ')
                    .map(|w| match w {
                        "it" => place.to_string(),
                        "it," => format!("{place},"),
                        w => w.to_string(),
                    })
                    .collect::<Vec<_>>()
                    .join(" ");
            } else {
                cost += 150;
            }
        }
        // `takes the 3 seeds` of a hole that has 3.
        if let Some(count) = text.split(" of it").next().and_then(|head| head.rsplit(' ').next())
            && text.contains(" of it")
            && count != "1"
            && count.chars().all(|c| c.is_ascii_digit())
        {
            // `falls in a hole holding 3`: then there are 4.
            let before = count.parse::<u32>().ok().and_then(|count| count.checked_sub(1));
            let had = format!(" holding {}", before.unwrap_or_default());
            if conds.iter().any(|(_, c)| {
                c.starts_with("makes") && c.split(' ').any(|w| w == count)
                    || c.starts_with("falls in") && c.ends_with(&had)
            }) {
                text = text.replace(&format!("{count} of it"), "it");
            } else {
                cost += 150;
            }
        }
        if text.contains("1 of it") && conds.iter().any(|(_, c)| c.contains("empty hole")) {
            text = text.replace("1 of it", "it");
        }
        let next_is_empty = conds.iter().any(|(_, c)| &**c == "the next hole is empty");
        if next_is_empty && text.ends_with(" the next hole") {
            text = text.replace(" the next hole", " the hole after the next hole");
        }
        // Two holes are next to it.
        let neighbours = text.strip_suffix(" it").is_some_and(|text| text.ends_with(" beside"));
        if text.contains("opposite") && neighbours {
            cost += DOUBT;
        }
        // The hole of the last seed comes first.
        let swapped = text.strip_prefix("capture ").and_then(|all| all.strip_suffix(" and it"));
        if let Some(other) =
            swapped.filter(|other| !other.contains(',') && !other.contains(" and "))
        {
            text = format!("capture it and {other}");
        }
        all.push(text.into());
    }
    Some((all, cost))
}
