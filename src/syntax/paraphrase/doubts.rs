//! What makes a case doubtful: such a case is hardly what somebody meant, so it is named, but not offered as a fix.
//!
//! A new doubt is a function and a line of [`DOUBTS`].

use super::is_at_a_seed;
use super::statements::{SaidWords, is_score};
use crate::syntax::ast::SectionKind;
use std::rc::Rc;

/// The cost of a doubt: too much to be sure.
pub const DOUBT: u32 = 150;
/// The cost of a player, or of what is done, that is likely another one.
pub const OTHER_PLAYER: u32 = 12;

/// A case in the making, for what makes it doubtful.
pub struct CaseText<'a> {
    pub section: SectionKind,
    pub said: SaidWords,
    pub conds: &'a [(bool, Rc<str>)],
    pub acts: &'a [Rc<str>],
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

    /// Whether an action, or one that may be done, begins with these words.
    fn may_do(&self, words: &str) -> bool {
        self.acts.iter().any(|act| act.strip_prefix("may ").unwrap_or(act).starts_with(words))
    }

    /// Whether an action begins with these words.
    fn does(&self, words: &str) -> bool {
        self.acts.iter().any(|act| act.starts_with(words))
    }
}

/// How often a case is doubtful in some way.
type Doubts = fn(&CaseText<'_>) -> u32;

/// What makes a case doubtful, with what that costs.
const DOUBTS: [(u32, Doubts); 27] = [
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
    (DOUBT, falls_on_both_sides),
    (DOUBT, does_what_it_may_do),
    (DOUBT, captures_each_seed),
    (DOUBT, sows_the_store),
    (DOUBT, wins_and_loses),
    (DOUBT, joins_not_and_or),
    (DOUBT, captures_any_own_hole),
    (DOUBT, asks_of_it_before_another_hole),
    (DOUBT, puts_what_it_captures),
    (DOUBT, sows_what_is_taken),
    (DOUBT, excludes_a_number),
    (DOUBT, names_that_player_of_no_condition),
    (DOUBT, excludes_its_condition),
];

/// The cost of all that makes a case doubtful.
pub fn doubts(case: &CaseText<'_>) -> u32 {
    DOUBTS.iter().map(|(cost, is_doubtful)| cost * is_doubtful(case)).sum()
}

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

/// `does not fall in an own hole or an empty hole`: `not` may be meant of both.
fn joins_not_and_or(case: &CaseText<'_>) -> u32 {
    let has_or = case.conds.iter().any(|(or, _)| *or);
    u32::from(has_or && case.begins("not "))
}

/// Who sows on what they captured has captured something, and sows it from the next hole.
fn sows_on_what_may_not_be_captured(case: &CaseText<'_>) -> u32 {
    const ON: &str = ", sow the captured seeds, beginning in ";
    let is_sure = |(capture, from): &(&str, &str)| {
        let captured = capture.trim_start_matches("capture ");
        *from == "the next hole"
            && captured != "the next hole"
            && case.conds.iter().any(|(_, cond)| {
                // Of two opposite holes, one is enough.
                let of_two = captured == "every opposite hole" && cond.starts_with("the opposite ");
                // What a seed makes is in its hole.
                let of_it = captured == "it" && cond.starts_with("makes ");
                cond.starts_with(captured) || of_it || of_two && cond.ends_with(" is occupied")
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

/// At the end of a game there are seeds or not, and moves or not; that decides no match.
fn decides_the_match_by_the_board(case: &CaseText<'_>) -> u32 {
    let of_board = ["no seeds are left", "no seeds in own holes", "has no move"];
    let of_board = of_board.iter().any(|words| case.says(words));
    u32::from(case.section == SectionKind::Match && of_board)
}

/// A house where a fall gives a further move is the store rather than any hole.
fn plays_again_in_a_house(case: &CaseText<'_>) -> u32 {
    let any = matches!(case.conds, [(_, cond)] if cond.starts_with("falls in an "));
    let again = case.does("play again") || case.does("the player plays again");
    u32::from(case.said.house && any && again)
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

/// A hole is not both an own one and the opponent's.
fn falls_on_both_sides(case: &CaseText<'_>) -> u32 {
    let is_own = case.begins("falls in an own ") || case.begins("it is an own hole");
    let is_others =
        case.begins("falls in an opponent's ") || case.begins("it is an opponent's hole");
    u32::from(is_own && is_others && case.conds.iter().all(|(or, _)| !or))
}

/// What is done need not be allowed as well.
fn does_what_it_may_do(case: &CaseText<'_>) -> u32 {
    let allowed = case.acts.iter().filter_map(|act| act.strip_prefix("may "));
    let mut both = allowed.filter(|may| case.acts.iter().any(|act| **act == **may));
    u32::from(both.next().is_some())
}

/// If each seed captured, none would be left where it falls.
fn captures_each_seed(case: &CaseText<'_>) -> u32 {
    let always = case.conds.is_empty() && case.section == SectionKind::EachSeed;
    u32::from(always && case.does("capture "))
}

/// Seeds in a store have been captured.
fn sows_the_store(case: &CaseText<'_>) -> u32 {
    u32::from(case.begins("falls in the own store") && case.does("sow it"))
}

/// Who says that one player wins and another one loses says one thing twice, and it is hard to tell who is who.
fn wins_and_loses(case: &CaseText<'_>) -> u32 {
    let does = |end: &str| case.acts.iter().any(|act| act.ends_with(end));
    u32::from(does(" wins") && does(" loses"))
}

/// A capture is of a hole that is known, not of one that the player chooses.
fn captures_any_own_hole(case: &CaseText<'_>) -> u32 {
    u32::from(is_at_a_seed(case.section) && case.may_do("capture any own "))
}

/// `the hole after it is captured if it holds 2`: the hole after it.
fn asks_of_it_before_another_hole(case: &CaseText<'_>) -> u32 {
    let of_another = case.acts.iter().any(|act| act.contains(" hole"));
    let of_it = case.acts.iter().any(|act| act.split([' ', ',']).any(|word| word == "it"));
    u32::from(case.begins("it holds ") && of_another && !of_it)
}

/// Who takes the seeds of the hole rather captures them, if nothing is said of sowing.
fn sows_what_is_taken(case: &CaseText<'_>) -> u32 {
    u32::from(is_at_a_seed(case.section) && case.may_do("sow it") && !case.said.sowing)
}

/// Any number but one is not said of what a seed makes.
fn excludes_a_number(case: &CaseText<'_>) -> u32 {
    u32::from(case.begins("not makes "))
}

/// `that player` is one of a condition.
fn names_that_player_of_no_condition(case: &CaseText<'_>) -> u32 {
    u32::from(case.conds.is_empty() && case.does("that player "))
}

/// `if X, do this unless X` does nothing.
fn excludes_its_condition(case: &CaseText<'_>) -> u32 {
    let excluded = case.acts.iter().filter_map(|act| act.split_once(", unless "));
    let mut excluded = excluded.map(|(_, cond)| cond);
    u32::from(excluded.any(|cond| case.conds.iter().any(|(_, said)| **said == *cond)))
}

/// `take one seed and put it in the store`: that seed, not the hole of the last one.
fn puts_what_it_captures(case: &CaseText<'_>) -> u32 {
    let puts = |act: &str| act.starts_with("put it ");
    let then_puts = |pair: &[Rc<str>]| pair[0].starts_with("capture ") && puts(&pair[1]);
    u32::from(case.acts.windows(2).any(then_puts))
}
