//! `mnc solve`: the result of a game with best play.

use super::game::GameArgs;
use super::{Exit, Output, out};
use mnc::diagnostic::visible;
use mnc::engine::{Engine, FinalResult, Position, PositionSetup, SetupError};
use mnc::model::{Model, Place, PlaceId, PlaceKind, Seat};
use mnc::notation::choice_id;
use mnc::search::{EndlessPlay, Solution, SolvedResult, Unsolved, solve};
use mnc::stop::StopFlag;
use serde::Serialize;
use std::io::{self, Write};

/// Find the result of a game with best play
///
/// Looks at every position that can be reached from the start, or from the position that you give. This works for small
/// boards and for endgames. Players prefer a win to a draw, and then more seeds.
///
/// Positions may occur again. A play that goes on for ever is worth what the rules say about a position that returns
/// (`the position returns -> draw`). If they say nothing, and with `--endless as-it-stands`, it is worth as much as a game
/// that ends there: seeds that are left in the holes count for nobody, as in databases of awari. A game is not solved if
/// the result of a position that returns depends on which one it is.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc solve my-game.mnc\n  mnc solve my-game.mnc --set columns=3 --most 20000000\n  mnc solve oware --given a1=2,f1=1,a2=3 --to-move North --endless as-it-stands"
)]
pub struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Solve this position instead of the start: seeds of holes and stores, by their names in `mnc show`; all others are
    /// empty
    #[arg(long, value_name = "PLACE=SEEDS", value_delimiter = ',', value_parser = given_seeds)]
    given: Vec<(String, u16)>,
    /// The player to move in the given position; by default the one who begins the game
    #[arg(long, value_name = "PLAYER", requires = "given")]
    to_move: Option<String>,
    /// What a play is worth that goes on for ever
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    endless: EndlessArg,
    /// Give up if more positions than this can be reached; each takes about 150 bytes of memory
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

/// What endless play is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum EndlessArg {
    /// What the rules say about a position that returns; if they say nothing, `as-it-stands`
    #[default]
    Rules,
    /// As if the game ended there: seeds left in holes count for nobody
    AsItStands,
}

impl EndlessArg {
    fn endless(self) -> EndlessPlay {
        match self {
            EndlessArg::Rules => EndlessPlay::Rules,
            EndlessArg::AsItStands => EndlessPlay::AsItStands,
        }
    }
}

/// Seeds of a place, as typed.
fn given_seeds(typed: &str) -> Result<(String, u16), String> {
    let wrong = || "write the place, `=` and the number of seeds: `--given a1=2,b1=3`".to_owned();
    let (place, seeds) = typed.split_once('=').ok_or_else(wrong)?;
    let seeds = seeds.trim().parse().map_err(|_| wrong())?;
    Ok((place.trim().to_owned(), seeds))
}

#[derive(Serialize)]
struct SolutionJson<'a> {
    game: &'a str,
    #[serde(flatten)]
    result: ResultJson,
    choices: Vec<ChoiceJson>,
    line: Vec<String>,
    /// How many choices of the line come before the part that is repeated for ever; `null`: the game ends.
    repeats_from: Option<usize>,
    positions: usize,
    /// How many positions can occur again.
    returning: usize,
    /// What endless play was worth; `null` if no position can occur again.
    endless: Option<&'static str>,
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
    let start = match position(&engine, &args.given, args.to_move.as_deref()) {
        Ok(position) => position,
        Err(complaint) => {
            out::print_error(&complaint);
            return Ok(Exit::CouldNotRun);
        }
    };
    let most = args.most as usize;
    let solved = solve(&engine, &start, args.endless.endless(), most, &StopFlag::default());
    let solution = match solved {
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
                repeats_from: solution.repeats_from,
                positions: solution.positions,
                returning: solution.returning,
                endless: (solution.returning > 0).then_some(endless_name(solution.endless)),
            };
            out.json(&serde_json::to_string(&answer)?)?;
        }
        SolveFormat::Plain => print(model, &solution, out)?,
    }
    out.flush()?;
    Ok(Exit::Clean)
}

/// The position to solve.
///
/// # Errors
/// A name that the game does not have, or a position that cannot be set up, in words.
fn position(
    engine: &Engine,
    given: &[(String, u16)],
    to_move: Option<&str>,
) -> Result<Position, String> {
    let (start, _) = engine.start(None);
    if given.is_empty() {
        return Ok(start);
    }
    let model = engine.model();
    let mut setup = PositionSetup { mover: model.first, ..PositionSetup::default() };
    if let Some(name) = to_move {
        let names: Vec<&str> = model.board.seats.iter().map(|seat| seat.name.as_str()).collect();
        setup.mover = Seat(nth_named("player", name, &names)? as u8);
    }
    let places: Vec<&str> = model.board.places.iter().map(|place| place.id.as_str()).collect();
    // As tests write them: `South store`.
    let in_words: Vec<String> = model.board.places.iter().map(|p| in_tests(model, p)).collect();
    for (name, seeds) in given {
        let of_words = in_words.iter().position(|known| known.eq_ignore_ascii_case(name));
        let place = of_words.map_or_else(|| nth_named("place", name, &places), Ok)?;
        setup.seeds.push((PlaceId(place as u8), *seeds));
    }
    let position = engine.set_up(&setup).map_err(|error: SetupError| error.to_string())?.0;
    if position.is_over() {
        return Err("the game is over in this position".to_owned());
    }
    Ok(position)
}

/// The name of a place in tests: `South store`.
fn in_tests(model: &Model, place: &Place) -> String {
    let of_player = |what: &str| match place.owner {
        Some(seat) => format!("{} {what}", model.player(seat)),
        None => place.id.clone(),
    };
    match place.kind {
        PlaceKind::Store => of_player("store"),
        PlaceKind::Hand => of_player("hand"),
        PlaceKind::Hole | PlaceKind::Shared | PlaceKind::Captured => place.id.clone(),
    }
}

/// Which one is called that, in any case.
///
/// # Errors
/// None is: which ones there are.
fn nth_named(what: &str, name: &str, names: &[&str]) -> Result<usize, String> {
    names.iter().position(|known| known.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let name = visible::escape(name);
        format!("no {what} is called `{name}`: the {what}s are {}", names.join(", "))
    })
}

fn endless_name(endless: EndlessPlay) -> &'static str {
    match endless {
        EndlessPlay::Rules => "rules",
        EndlessPlay::AsItStands => "as-it-stands",
    }
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
    match solution.repeats_from {
        None => writeln!(out, "\nA line of best play: {}", line.join(" "))?,
        Some(from) => {
            let (before, again) = line.split_at(from.min(line.len()));
            let before = if before.is_empty() { String::new() } else { before.join(" ") + " " };
            writeln!(out, "\nA line of best play: {before}and for ever {}", again.join(" "))?;
        }
    }
    writeln!(out, "{} positions", solution.positions)?;
    if solution.returning > 0 {
        let worth = match solution.endless {
            EndlessPlay::Rules => "what the rules say about a position that returns",
            EndlessPlay::AsItStands => {
                "as much as a game that ends there; seeds left in holes count for nobody"
            }
        };
        writeln!(
            out,
            "{} of them can occur again; a play that goes on for ever is worth {worth}",
            solution.returning
        )?;
    }
    Ok(())
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
        Unsolved::AtOnce => {
            "both players move at once in this game: it has no best play".to_owned()
        }
        Unsolved::ResultOfReturnVaries => {
            "positions of this game can occur again, and its rules give a result that depends on which of them returns: \
             such a game is solved only with `--endless as-it-stands`, which leaves these rules out"
                .to_owned()
        }
        Unsolved::EndlessPlayVaries => {
            "a play of this game can go on for ever while what the players have changes: \
             such a play is not worth anything definite"
                .to_owned()
        }
        Unsolved::Stopped => "stopped".to_owned(),
    }
}
