//! `mnc solve`: the result of a game with best play.

use super::game::GameArgs;
use super::{Exit, Output, out};
use mnc::engine::FinalResult;
use mnc::model::Model;
use mnc::notation::choice_id;
use mnc::search::{Solution, SolvedResult, Unsolved, solve};
use mnc::stop::StopFlag;
use serde::Serialize;
use std::io::{self, Write};

/// Find the result of a game with best play
///
/// Looks at every position that can be reached from the start. This works for small boards, and for games whose
/// positions cannot occur again. Players prefer a win to a draw, and then more seeds.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc solve my-game.mnc\n  mnc solve my-game.mnc --set columns=3 --most 20000000"
)]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Give up if more positions than this can be reached; each takes about a hundred bytes of memory
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200_000_000))]
    most: u32,
    /// How to show the result
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: SolveFormat,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum SolveFormat {
    /// In words
    #[default]
    Plain,
    /// One JSON object, for other programs
    Json,
}

#[derive(Serialize)]
struct SolutionJson<'a> {
    game: &'a str,
    #[serde(flatten)]
    result: ResultJson,
    choices: Vec<ChoiceJson>,
    line: Vec<String>,
    positions: usize,
}

/// A result with best play: the seats of who wins or loses, and the seeds of seat 0 less those of seat 1.
#[derive(Serialize)]
struct ResultJson {
    winner: Option<usize>,
    loser: Option<usize>,
    margin: i64,
}

#[derive(Serialize)]
struct ChoiceJson {
    choice: String,
    #[serde(flatten)]
    result: ResultJson,
}

impl ResultJson {
    fn of(result: SolvedResult) -> ResultJson {
        ResultJson {
            winner: result.verdict.winner().map(mnc::model::Seat::index),
            loser: result.verdict.loser().map(mnc::model::Seat::index),
            margin: result.margin,
        }
    }
}

/// Runs the command.
pub fn run(args: &SolveArgs, out: &mut Output) -> io::Result<Exit> {
    let (_, engine) = match args.game.open() {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let model = engine.model();
    let (start, _) = engine.start(None);
    let solution = match solve(&engine, &start, args.most as usize, &StopFlag::default()) {
        Ok(solution) => solution,
        Err(why) => {
            out::print_error(&refusal(why, args.most));
            return Ok(Exit::CouldNotRun);
        }
    };
    match args.format {
        SolveFormat::Json => {
            let named = |(choice, result): &(_, SolvedResult)| ChoiceJson {
                choice: choice_id(model, *choice),
                result: ResultJson::of(*result),
            };
            let answer = SolutionJson {
                game: &model.name,
                result: ResultJson::of(solution.result),
                choices: solution.choices.iter().map(named).collect(),
                line: solution.line.iter().map(|choice| choice_id(model, *choice)).collect(),
                positions: solution.positions,
            };
            out.json(&serde_json::to_string(&answer)?)?;
        }
        SolveFormat::Plain => print(model, &solution, out)?,
    }
    out.flush()?;
    Ok(Exit::Clean)
}

fn print(model: &Model, solution: &Solution, out: &mut Output) -> io::Result<()> {
    writeln!(out, "With best play, {}.", in_words(model, solution.result))?;
    let choices: Vec<String> =
        solution.choices.iter().map(|(choice, _)| choice_id(model, *choice)).collect();
    let width = choices.iter().map(String::len).max().unwrap_or(0);
    writeln!(out, "\nFirst choices:")?;
    for (choice, (_, result)) in choices.iter().zip(&solution.choices) {
        writeln!(out, "  {choice:width$}  {}", in_words(model, *result))?;
    }
    let line: Vec<String> = solution.line.iter().map(|choice| choice_id(model, *choice)).collect();
    writeln!(out, "\nA line of best play: {}", line.join(" "))?;
    writeln!(out, "{} positions", solution.positions)
}

fn in_words(model: &Model, result: SolvedResult) -> String {
    let name = |seat: mnc::model::Seat| {
        model.board.seats.get(seat.index()).map_or("nobody", |seat| seat.name.as_str())
    };
    let seeds = |margin: i64| match margin.unsigned_abs() {
        0 => String::new(),
        1 => " by 1 seed".to_owned(),
        many => format!(" by {many} seeds"),
    };
    match result.verdict {
        FinalResult::Won(seat) if model.board.seats.len() == 1 => format!("{} wins", name(seat)),
        // A player may win with fewer seeds.
        FinalResult::Won(seat) if (seat.0 == 0) == (result.margin > 0) => {
            format!("{} wins{}", name(seat), seeds(result.margin))
        }
        FinalResult::Won(seat) => format!("{} wins", name(seat)),
        FinalResult::Lost(seat) => format!("{} loses", name(seat)),
        FinalResult::Drawn if model.board.seats.len() == 1 => "the game ends undecided".to_owned(),
        FinalResult::Drawn => "nobody wins".to_owned(),
    }
}

fn refusal(why: Unsolved, most: u32) -> String {
    match why {
        Unsolved::TooManyPlayers => "only games for one or two players can be solved".to_owned(),
        Unsolved::TooManyPositions => format!(
            "more than {most} positions can be reached: solve a smaller board, or allow more with `--most`"
        ),
        Unsolved::Lots => "a lot is drawn in this game: it has no best play".to_owned(),
        Unsolved::PositionsReturn => {
            "positions of this game can occur again: `mnc solve` does not solve such games"
                .to_owned()
        }
        Unsolved::Stopped => "stopped".to_owned(),
    }
}
