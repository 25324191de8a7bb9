//! Whom `he` and `his` mean: after the opponent was named rather the opponent than who moves.

use super::lexicon::Lexicon;
use super::{is_in_play, word_at};
use crate::syntax::ast::SectionKind;

/// Nouns that make `the other` a player.
const PLAYERS: [&str; 7] = ["player", "player's", "players", "person", "person's", "one's", "guy"];
/// Words for who moves.
const MOVERS: [&str; 15] = [
    "he", "she", "his", "her", "their", "they", "who", "whoever", "someone", "player", "player's",
    "players", "mover", "sower", "own",
];
/// Words by which who moves is spoken to, or speaks: then nobody else is `he` but the opponent.
const ADDRESSED: [&str; 9] = ["i", "my", "me", "mine", "you", "your", "yours", "we", "our"];
/// What people do and seeds do not.
const DEEDS: [&str; 8] = ["capture", "take", "get", "win", "play", "sow", "lose", "collect"];
/// Who acts in an action, if that is not who moves.
const ACTORS: [&str; 6] =
    ["the opponent", "its owner", "that player", "the other player", "each player", "nobody"];

/// Whether the actions are those of the player that the original means.
pub fn keeps_actors(
    words: &[String],
    here: Option<SectionKind>,
    statements: &[(Option<SectionKind>, String)],
) -> bool {
    let word = |at: usize| word_at(words, at);
    let is_any = |at: usize, any: &[&str]| any.contains(&word(at));
    let Some(opponent) = (0..words.len()).find(|at| names_opponent(words, *at)) else {
        return true;
    };
    let said_before = (0..opponent).any(|at| is_any(at, &MOVERS));
    if said_before || words.iter().any(|word| ADDRESSED.contains(&word.as_str())) {
        return true;
    }
    let acts = |at: usize| match word(at) {
        "he" | "she" | "him" | "he's" | "she's" => true,
        "they" => is_any(at + 1, &DEEDS),
        "his" | "hers" | "theirs" => matches!(word(at + 1), "" | "," | "." | "and" | "or"),
        "that" | "this" => word(at + 1) == "player",
        _ => false,
    };
    let owns = |at: usize| matches!(word(at), "his" | "her" | "their" | "hers" | "theirs");
    // `the opponent's hole, the player captures it, and he plays again`: the player.
    let is_mover = |at: usize| {
        is_any(at, &["player", "mover", "sower"]) && at > 0 && is_any(at - 1, &["the", "a"])
    };
    let last = (opponent + 1..words.len()).find(|at| is_mover(*at)).unwrap_or(words.len());
    let mut after = opponent + 1..last;
    let (acts, owns) = (after.clone().any(acts), after.any(owns));
    statements.iter().all(|(section, text)| {
        let Some((cond, actions)) = text.split_once(" -> ") else { return true };
        let section = section.or(here);
        let is_case = section.is_some_and(is_in_play) || section == Some(SectionKind::End);
        let says_who = |action: &str| ACTORS.iter().any(|actor| action.contains(actor));
        // `the opponent has no seeds in own holes`: those of the opponent.
        let says_whose =
            ["player", "the opponent", "opponent's "].iter().any(|who| cond.contains(who));
        let others_place = !owns || !cond.contains(" own ") || says_whose;
        !is_case || others_place && (!acts || says_who(actions))
    })
}

/// Whether a word names the opponent.
fn names_opponent(words: &[String], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let lexicon = Lexicon::get();
    let next = word_at(words, at + 1);
    match word.as_str() {
        "other" => PLAYERS.contains(&next) || matches!(next, "" | "," | "."),
        "other's" => true,
        _ => lexicon.means(word, "opp") || lexicon.means(word, "opp's"),
    }
}
