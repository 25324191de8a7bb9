//! Results with best play, compared with slow methods that are easy to trust: every play to its end, and backward
//! induction over more choices than there are positions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/program.rs"]
mod program;

use mnc::diagnostic::Severity;
use mnc::engine::{Decider, Engine, FinalResult, Position, PositionSetup};
use mnc::library::Library;
use mnc::model::{PlaceId, Seat};
use mnc::resolve::{Setting, load};
use mnc::search::{EndlessPlay, SolvedResult, Unsolved, solve};
use mnc::stop::StopFlag;
use program::run;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

/// A board of two columns on which twos and threes are captured; `{end}` is a line of *end*.
const SMALL_OWARE: &str = "mnc 1
game \"Oware on a small board\"
board
  2 rows of columns holes
  each player owns the nearest row and a store
options
  columns = 2, from 1 to 3
start: every hole holds 2
way: anticlockwise round every hole, passing over the origin
move: sow any own hole
last seed
  makes an opponent's hole holding 2 or 3 -> capture it
end
  the next player has no move -> each player captures every own hole, end game
  {end}
winner: most seeds
";

/// Nothing is captured; a player without seeds has lost.
const NO_CAPTURES: &str = "mnc 1
game \"A game without captures\"
board
  2 rows of 2 holes
  each player owns the nearest row
start: every hole holds 1
way: anticlockwise round every hole, passing over the origin
move: sow any own hole
end
  the next player has no seeds in own holes -> that player loses
  {end}
";

/// A puzzle for one player, who can go round for ever.
const PUZZLE: &str = "mnc 1
game \"A puzzle\"
board
  1 row of 3 holes
  players Solver
  Solver owns the holes
start: every hole holds 1
way: anticlockwise round every hole
move: sow any own hole
end
  no hole holds 2 or more -> the player loses
  {end}
";

fn engine(text: &str, end: &str, options: &[(&str, &str)]) -> Engine {
    let text = text
        .replace("  {end}\n", &if end.is_empty() { String::new() } else { format!("  {end}\n") });
    let (description, found) = load("solved", &text, Library::shipped());
    assert!(found.iter().all(|one| one.severity != Severity::Error), "{found:?}");
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let setting = Setting { variations: Vec::new(), options: options.collect() };
    let (model, found) = description.build(&setting);
    Engine::new(Arc::new(model.unwrap_or_else(|| panic!("{found:?}"))))
}

fn shipped(stem: &str) -> Engine {
    let game = Library::shipped().games().iter().find(|game| game.stem() == stem).unwrap();
    engine(&game.text, "", &[])
}

/// All ways to lay seeds in the holes, with each player to move, in which somebody can choose.
fn positions(engine: &Engine, seeds: u16) -> Vec<Position> {
    fn layouts(seeds: u16, holes: usize) -> Vec<Vec<u16>> {
        match holes {
            0 => vec![Vec::new(); usize::from(seeds == 0)],
            _ => (0..=seeds)
                .flat_map(|n| {
                    layouts(seeds - n, holes - 1)
                        .into_iter()
                        .map(move |rest| [vec![n], rest].concat())
                })
                .collect(),
        }
    }
    let mut found = Vec::new();
    for layout in layouts(seeds, engine.model().board.holes) {
        for mover in 0..engine.model().seats() as u8 {
            let seeds = (0..).map(PlaceId).zip(layout.iter().copied()).collect();
            let setup = PositionSetup { mover: Seat(mover), seeds, ..PositionSetup::default() };
            found.push(engine.set_up(&setup).unwrap().0);
        }
    }
    found.retain(|position| !position.is_over());
    found
}

fn result(position: &Position) -> SolvedResult {
    let result = position.result().unwrap();
    let seeds = |seat: usize| result.scores.get(seat).map_or(0, |n| i64::from(*n));
    SolvedResult { verdict: result.verdict, margin: seeds(0) - seeds(1) }
}

fn decider(position: &Position) -> Seat {
    let Some(Decider::Player(seat)) = position.decider() else { panic!("nobody decides") };
    seat
}

/// The best result when every play is played to its end by the rules. `good_enough`: who decides looks no further.
fn by_playing(
    engine: &Engine,
    position: &Position,
    below: Option<SolvedResult>,
    above: Option<SolvedResult>,
) -> SolvedResult {
    if position.is_over() {
        return result(position);
    }
    let seat = decider(position);
    let (mut bound, enough) = if seat.0 == 0 { (below, above) } else { (above, below) };
    let mut best: Option<SolvedResult> = None;
    for choice in engine.choices(position) {
        let next = engine.advance(position, choice);
        let (below, above) = if seat.0 == 0 { (bound, enough) } else { (enough, bound) };
        let value = by_playing(engine, &next, below, above);
        let better = |than: SolvedResult| value.compare(than, seat) == Ordering::Greater;
        if best.is_none_or(better) {
            best = Some(value);
        }
        if bound.is_none_or(better) {
            bound = Some(value);
        }
        if enough.is_some_and(|enough| value.compare(enough, seat) != Ordering::Less) {
            break;
        }
    }
    best.unwrap()
}

/// The best results if the game ends after `depth` choices, whatever the position. Positions are set up anew, so that
/// nothing is known of their past.
fn by_induction(engine: &Engine, position: &Position, depth: usize) -> SolvedResult {
    struct Node {
        decider: Seat,
        /// The positions after each choice, or results.
        next: Vec<Result<u64, SolvedResult>>,
    }
    let mut nodes: HashMap<u64, Node> = HashMap::new();
    let mut values: HashMap<u64, SolvedResult> = HashMap::new();
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        if nodes.contains_key(&position.hash()) {
            continue;
        }
        let mut next = Vec::new();
        for choice in engine.choices(&position) {
            let after = engine.advance(&position, choice);
            if after.is_over() {
                next.push(Err(result(&after)));
                continue;
            }
            let after = engine.set_up(&after.setup(engine)).unwrap().0;
            next.push(Ok(after.hash()));
            open.push(after);
        }
        let seats = &engine.model().board.seats;
        let seeds =
            |seat: usize| seats.get(seat).map_or(0, |seat| i64::from(position.seeds(seat.store)));
        let margin = seeds(0) - seeds(1);
        let verdict = match margin.cmp(&0) {
            Ordering::Greater if engine.model().stages[0].rules.winner.is_some() => {
                FinalResult::Won(Seat(0))
            }
            Ordering::Less if engine.model().stages[0].rules.winner.is_some() => {
                FinalResult::Won(Seat(1))
            }
            Ordering::Less | Ordering::Equal | Ordering::Greater => FinalResult::Drawn,
        };
        values.insert(position.hash(), SolvedResult { verdict, margin });
        nodes.insert(position.hash(), Node { decider: decider(&position), next });
    }
    for _ in 0..depth {
        let judge = |node: &Node| {
            let results =
                node.next.iter().map(|next| next.map_or_else(|over| over, |next| values[&next]));
            results.max_by(|a, b| a.compare(*b, node.decider)).unwrap()
        };
        values = nodes.iter().map(|(hash, node)| (*hash, judge(node))).collect();
    }
    values[&position.hash()]
}

fn solved(engine: &Engine, position: &Position, endless: EndlessPlay) -> SolvedResult {
    let solution = solve(engine, position, endless, 100_000, &StopFlag::default()).unwrap();
    // The line leads to the result, or goes round.
    let mut at = position.clone();
    for choice in &solution.line {
        assert!(engine.choices(&at).contains(choice));
        at = engine.advance(&at, *choice);
        if at.is_over() {
            break;
        }
    }
    assert!(solution.repeats_from.is_some() || result(&at) == solution.result);
    solution.result
}

#[test]
fn results_are_those_of_every_play_to_its_end() {
    let mut compared = 0;
    for end in ["the position returns -> draw", "the position returns for the third time -> draw"] {
        for (text, columns, most) in
            [(NO_CAPTURES, "2", 3), (SMALL_OWARE, "1", 6), (SMALL_OWARE, "2", 3)]
        {
            let third = end.contains("third");
            let options = [("columns", columns)];
            let options = if text == SMALL_OWARE { &options[..] } else { &[] };
            let engine = engine(text, end, options);
            for seeds in 1..=if third { most.min(3) } else { most } {
                for position in positions(&engine, seeds) {
                    let right = by_playing(&engine, &position, None, None);
                    assert_eq!(
                        solved(&engine, &position, EndlessPlay::Rules),
                        right,
                        "{end}: {position:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn a_third_time_gives_what_a_second_time_gives() {
    let [second, third] =
        ["the position returns -> draw", "the position returns for the third time -> draw"]
            .map(|end| engine(SMALL_OWARE, end, &[]));
    for seeds in 1..=6 {
        for (a, b) in positions(&second, seeds).iter().zip(positions(&third, seeds)) {
            assert_eq!(
                solved(&second, a, EndlessPlay::Rules),
                solved(&third, &b, EndlessPlay::Rules)
            );
        }
    }
}

#[test]
fn endless_play_as_it_stands_is_backward_induction_without_an_end() {
    let (mut ended, mut endless) = (0, 0);
    for (text, most) in [(NO_CAPTURES, 8), (SMALL_OWARE, 7), (PUZZLE, 4)] {
        let engine = engine(text, "", &[]);
        for seeds in 1..=most {
            for position in positions(&engine, seeds) {
                let all =
                    solve(&engine, &position, EndlessPlay::Rules, 100_000, &StopFlag::default())
                        .unwrap();
                assert_eq!(all.endless, EndlessPlay::AsItStands);
                let right = by_induction(&engine, &position, 2 * all.positions + 2);
                assert_eq!(all.result, right, "{position:?}");
                if all.repeats_from.is_some() { endless += 1 } else { ended += 1 }
            }
        }
    }
    assert!(ended > 100 && endless > 100, "{ended} {endless}");
}

#[test]
fn what_the_rules_say_can_be_left_out() {
    let silent = engine(SMALL_OWARE, "", &[]);
    let speaks = engine(
        SMALL_OWARE,
        "the position returns -> each player captures every own hole, end game",
        &[],
    );
    for (a, b) in positions(&silent, 5).iter().zip(positions(&speaks, 5)) {
        assert_eq!(solved(&silent, a, EndlessPlay::Rules), {
            solve(&speaks, &b, EndlessPlay::AsItStands, 100_000, &StopFlag::default())
                .unwrap()
                .result
        });
    }
}

#[test]
fn games_without_a_definite_result_are_refused() {
    let start = |engine: &Engine| engine.start(None).0;
    let refused = |engine: &Engine, endless| {
        solve(engine, &start(engine), endless, 10_000, &StopFlag::default()).unwrap_err()
    };
    // Whose row the seeds are in depends on the position that returns.
    let keeps = engine(
        SMALL_OWARE,
        "the position returns -> each player captures every own hole, end game",
        &[],
    );
    assert_eq!(refused(&keeps, EndlessPlay::Rules), Unsolved::ResultOfReturnVaries);
    // The rules do not end the game.
    let goes_on =
        engine(SMALL_OWARE, "the position returns -> the player captures every own hole", &[]);
    assert_eq!(refused(&goes_on, EndlessPlay::Rules), Unsolved::ResultOfReturnVaries);
    // Seeds in holes win.
    let in_holes = SMALL_OWARE.replace("winner: most seeds", "winner: most seeds in own holes");
    let in_holes = engine(&in_holes, "", &[]);
    assert_eq!(refused(&in_holes, EndlessPlay::AsItStands), Unsolved::EndlessPlayVaries);
    let most = solve(&keeps, &start(&keeps), EndlessPlay::AsItStands, 3, &StopFlag::default());
    assert_eq!(most.unwrap_err(), Unsolved::TooManyPositions);
    let stop = StopFlag::default();
    stop.set();
    let stopped = solve(&keeps, &start(&keeps), EndlessPlay::AsItStands, 10_000, &stop);
    assert_eq!(stopped.unwrap_err(), Unsolved::Stopped);
}

#[test]
fn both_at_once_and_lots_have_no_best_play() {
    let mut refusals = Vec::new();
    for stem in ["abalala-e", "random-kalah"] {
        let engine = shipped(stem);
        let start = engine.start(None).0;
        refusals.push(
            solve(&engine, &start, EndlessPlay::Rules, 1000, &StopFlag::default()).unwrap_err(),
        );
    }
    assert_eq!(refusals, [Unsolved::AtOnce, Unsolved::Lots]);
}

#[test]
fn a_position_can_be_given() {
    let folder = tempfile::tempdir().unwrap();
    let text = SMALL_OWARE.replace("  {end}\n", "");
    fs::write(folder.path().join("small.mnc"), text).unwrap();
    let solve = |more: &[&str]| run(folder.path(), &[&["solve", "small.mnc"], more].concat());
    let (code, out, _) = solve(&["--given", "a1=1,b2=1", "--format", "json"]);
    assert_eq!(code, 0);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["endless"], "as-it-stands");
    assert!(json["returning"].as_u64().unwrap() <= json["positions"].as_u64().unwrap());
    let (_, north, _) = solve(&["--given", "a1=1, b2=1", "--to-move", "north"]);
    assert!(north.contains("First choices:\n  b2"), "{north}");
    for (more, complaint) in [
        (&["--given", "z9=1"][..], "no place is called `z9`: the places are a1, b1"),
        (
            &["--given", "a1=1", "--to-move", "West"],
            "no player is called `West`: the players are South, North",
        ),
        (&["--given", "a1"], "write the place, `=` and the number of seeds"),
        (&["--given", "S=3"], "the game is over in this position"),
        (&["--given", "South store=3"], "the game is over in this position"),
        (&["--to-move", "North"], "--given"),
    ] {
        let (code, out, error) = solve(more);
        assert!(code != 0 && out.is_empty() && error.contains(complaint), "{more:?}: {error}");
    }
}

#[test]
fn endless_play_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = run(folder.path(), &["solve", "minimancala"]);
    assert_eq!(code, 0);
    assert!(out.contains("With best play, nobody wins."), "{out}");
    assert!(out.contains(" and for ever "), "{out}");
    assert!(out.contains("what the rules say about a position that returns"), "{out}");
    let (code, _, error) = run(folder.path(), &["solve", "oware", "--given", "a1=1,f2=1"]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains("--endless as-it-stands"), "{error}");
    let (code, out, _) = run(
        folder.path(),
        &["solve", "oware", "--given", "a1=1,f2=1", "--endless", "as-it-stands"],
    );
    assert_eq!(code, 0);
    assert!(out.contains("seeds left in holes count for nobody"), "{out}");
}
