//! The description for a set of answers, laid out like the shipped ones.

use super::answers::{Capture, Ending, ExtraTurn, GrandSlam, Laps, SowingDirection, Stores, WinBy};
use super::example_test;
use super::layout::section;
use super::questions::GameAnswers;

/// The description of a game with a name.
pub fn description_text(name: &str, answers: &GameAnswers) -> String {
    let mut text = format!("mnc 1\ngame \"{name}\"\n");
    let sections: [(&str, Vec<String>); 11] = [
        ("board", board(answers)),
        ("words", words(answers)),
        ("start", vec![format!("every hole holds {}", answers.seeds)]),
        ("way", way(answers)),
        ("move", vec!["sow any own hole".into()]),
        ("allowed", allowed(answers)),
        ("each seed", each_seed(answers)),
        ("last seed", last_seed(answers)),
        ("after move", after_move(answers)),
        ("end", end(answers)),
        ("winner", winner(answers)),
    ];
    for (heading, statements) in sections {
        text += &section(heading, &statements);
    }
    text += &example_test::of(&text);
    text
}

fn board(answers: &GameAnswers) -> Vec<String> {
    let holes = format!("{} rows of {} holes", answers.rows, answers.holes);
    if answers.rows == 4 {
        let rows = "rows from each player: outer, inner".into();
        return vec![holes, rows, "each player owns the nearest 2 rows and a store".into()];
    }
    vec![holes, "each player owns the nearest row and a store".into()]
}

fn words(answers: &GameAnswers) -> Vec<String> {
    match answers.capture {
        Capture::TwoOrThree => vec!["prize = a hole holding 2 or 3".into()],
        Capture::Four
        | Capture::Even
        | Capture::Opposite
        | Capture::Gap
        | Capture::Inner
        | Capture::Both
        | Capture::Nothing => Vec::new(),
    }
}

fn way(answers: &GameAnswers) -> Vec<String> {
    let holes = if answers.rows == 4 { "every own hole" } else { "every hole" };
    let through = match answers.stores {
        Stores::Kept => "",
        Stores::Sown => ", then through the own store",
    };
    let round = format!("round {holes}{through}");
    match answers.direction {
        SowingDirection::Anticlockwise => vec![format!("anticlockwise {round}")],
        SowingDirection::Clockwise => vec![format!("clockwise {round}")],
        SowingDirection::Chosen => {
            vec![round, "the player chooses a direction at each move".into()]
        }
    }
}

fn allowed(answers: &GameAnswers) -> Vec<String> {
    let mut laws = Vec::new();
    if answers.must_feed {
        laws.push(
            "a move must leave the opponent seeds, if any can when the opponent has no seeds in own holes"
                .into(),
        );
    }
    if answers.grand_slam == GrandSlam::Forbidden {
        laws.push("a move may not leave the opponent no seeds in own holes".into());
    }
    laws
}

fn each_seed(answers: &GameAnswers) -> Vec<String> {
    match answers.capture {
        Capture::Four => vec!["makes 4 -> capture it".into()],
        Capture::TwoOrThree
        | Capture::Even
        | Capture::Opposite
        | Capture::Gap
        | Capture::Inner
        | Capture::Both
        | Capture::Nothing => Vec::new(),
    }
}

/// The special cases come first, then the relay.
fn last_seed(answers: &GameAnswers) -> Vec<String> {
    let mut cases: Vec<String> = Vec::new();
    if answers.extra_turn == ExtraTurn::OwnStore {
        cases.push("falls in the own store -> play again".into());
    }
    let unless = match answers.grand_slam {
        GrandSlam::TakesNothing => ", unless the opponent has no seeds in own holes",
        GrandSlam::Allowed | GrandSlam::Forbidden => "",
    };
    match answers.capture {
        Capture::TwoOrThree => cases.push(format!(
            "makes an opponent's prize -> capture it and the run of opponent's prize holes before it{unless}"
        )),
        Capture::Even => cases.push(format!(
            "makes an even number and it is an opponent's hole -> capture it{unless}"
        )),
        // The seeds were captured as they fell.
        Capture::Four if answers.laps != Laps::One => cases.push("makes 4 -> end move".into()),
        Capture::Opposite => {
            cases.push(
                "falls in an own empty hole and the opposite hole is occupied -> capture it and the opposite hole"
                    .into(),
            );
            if answers.empty_capture {
                cases.push("falls in an own empty hole -> capture it".into());
            }
        }
        Capture::Gap => cases.push(
            "the next hole is empty and the hole after the next hole is occupied -> capture the hole after the next hole"
                .into(),
        ),
        Capture::Inner => cases.push(
            "falls in an own occupied inner hole whose opposite inner hole is occupied -> capture the opposite inner hole"
                .into(),
        ),
        Capture::Both => cases.push(
            "falls in an own occupied inner hole whose opposite inner hole is occupied -> capture every opposite hole"
                .into(),
        ),
        Capture::Four | Capture::Nothing => {}
    }
    match answers.laps {
        Laps::One => {}
        Laps::LastHole => cases.push("falls in an occupied hole -> sow it".into()),
        Laps::NextHole => cases.push("the next hole is occupied -> sow the next hole".into()),
    }
    cases
}

fn after_move(answers: &GameAnswers) -> Vec<String> {
    match answers.extra_turn {
        ExtraTurn::AfterCapture => vec!["this move has captured -> play again".into()],
        ExtraTurn::Never | ExtraTurn::OwnStore => Vec::new(),
    }
}

fn end(answers: &GameAnswers) -> Vec<String> {
    let sweep = "each player captures every own hole, end game";
    let mut cases = Vec::new();
    if answers.majority {
        let all = u32::from(answers.rows) * u32::from(answers.holes) * u32::from(answers.seeds);
        cases.push(format!("a player holds {} or more seeds -> that player wins", all / 2 + 1));
    }
    cases.push(match answers.ending {
        Ending::NoMove => format!("the next player has no move -> {sweep}"),
        Ending::EmptySide => format!("a player has no seeds in own holes -> {sweep}"),
        Ending::Loses => "the next player has no move -> that player loses".into(),
    });
    // In one lap round the board in a fixed direction, seeds move on until they reach a store.
    let moves_on = answers.stores == Stores::Sown
        && answers.laps == Laps::One
        && answers.direction != SowingDirection::Chosen;
    match answers.ending {
        Ending::Loses => cases.push("the position returns -> draw".into()),
        Ending::NoMove | Ending::EmptySide if !moves_on => {
            cases.push(format!("the position returns -> {sweep}"));
        }
        Ending::NoMove | Ending::EmptySide => {}
    }
    cases
}

fn winner(answers: &GameAnswers) -> Vec<String> {
    match (answers.ending, answers.winner) {
        (Ending::Loses, _) => Vec::new(),
        (_, WinBy::Most) => vec!["most seeds".into()],
        (_, WinBy::Fewest) => vec!["fewest seeds".into()],
    }
}
