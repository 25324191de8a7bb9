//! `mnc replay`: replay a saved game and check it against the rules.

use super::out::print_error;
use super::picture::{self, PictureArgs};
use super::record::{self, RecordFileError};
use super::{Exit, Output, game};
use mnc::diagnostic::visible::escape;
use mnc::engine::{Choice, Decider, Engine, Position};
use mnc::model::Model;
use mnc::notation::{
    BoardDrawing, GameRecord, Record, ReplayError, Trail, TrailStep, counted_noun, describe_event,
    describe_with_clause, game_result, is_news, match_result,
};
use mnc::picture::Picture;
use mnc::session::{RulesMatch, recorded_setting};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Replay a saved game and check that each of its moves is legal
///
/// Prints the moves with what happened, and at the end draws the board. Stops at a move that is not
/// legal, with its line and the legal choices. The game is the one that the record names: one that
/// comes with mnc, or a description in the folder of the record. If its rules have changed since then,
/// nothing is replayed unless you give --force.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc replay hoyito.mncr\n  mnc replay hoyito.mncr --why\n  mnc replay hoyito.mncr --svg 3 > third.svg\n  mnc replay old.mncr --game my-hoyito.mnc --force"
)]
pub struct ReplayArgs {
    /// The record: a file that `save` of mnc play has made, or one written by hand
    #[arg(value_name = "RECORD")]
    record: PathBuf,
    /// Print after each event the statement that caused it
    #[arg(long)]
    why: bool,
    /// Replay by the present rules, even if the record was played by other rules
    #[arg(long)]
    force: bool,
    /// Use the rules of this game, not of the one that the record names
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Draw a turn as a picture, before and after, and print it as SVG: the number of the turn, or in a match
    /// GAME:TURN
    #[arg(long, value_name = "TURN", conflicts_with = "why")]
    svg: Option<TurnNumber>,
    /// With --svg: draw each step of the turn
    #[arg(long, requires = "svg")]
    steps: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

/// A turn of a record: the number of its game, and its number, both from 1.
#[derive(Clone, Copy, Debug)]
struct TurnNumber {
    game: usize,
    turn: usize,
}

impl FromStr for TurnNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<TurnNumber, String> {
        let number = |text: &str| text.parse().ok().filter(|n| *n > 0);
        let (game, turn) = text.split_once(':').unwrap_or(("1", text));
        match (number(game), number(turn)) {
            (Some(game), Some(turn)) => Ok(TurnNumber { game, turn }),
            _ => {
                Err("write the number of a turn, such as 12; in a match GAME:TURN, such as 2:12"
                    .into())
            }
        }
    }
}

/// Runs the command.
pub fn run(args: &ReplayArgs, out: &mut Output) -> io::Result<Exit> {
    let file = args.record.display().to_string();
    let record = match record::read(&args.record) {
        Ok(record) => record,
        Err(RecordFileError::Unreadable(findings)) => {
            game::print_findings(&findings);
            return Ok(Exit::CouldNotRun);
        }
        Err(RecordFileError::Invalid(wrong)) => {
            print_error(&format!("{file}: {wrong}"));
            return Ok(Exit::Findings);
        }
    };
    let engine = match open(args, &record) {
        Ok(engine) => engine,
        Err(exit) => return Ok(exit),
    };
    if let Some(doubt) = rules_mismatch(&record, engine.model()) {
        print_error(&format!("{file}: {}", doubt.message));
        if !args.force {
            print_error(&doubt.help);
            return Ok(Exit::Findings);
        }
    }
    let (trail, misfit) = match record.replay(engine) {
        Ok(trail) => (trail, None),
        Err(misfit) => {
            let ReplayError { line, message, help, trail } = misfit;
            (*trail, Some(format!("{file}: line {line}: {message}\n  {help}")))
        }
    };
    if let (Some(number), None) = (args.svg, &misfit) {
        return draw(args, number, &record, &trail, out);
    }
    ReplayPrinter { trail: &trail, why: args.why, out }.print_all(&record, misfit.is_none())?;
    out.flush()?;
    Ok(match misfit {
        Some(message) => {
            print_error(&message);
            Exit::Findings
        }
        None => Exit::Clean,
    })
}

/// Draws a turn.
fn draw(
    args: &ReplayArgs,
    number: TurnNumber,
    record: &Record,
    trail: &Trail,
    out: &mut Output,
) -> io::Result<Exit> {
    let Some((before, choices)) = turn(record, trail, number) else {
        let counted = |many: usize, noun| counted_noun(many as u64, noun);
        print_error(&match record.games.get(number.game - 1) {
            Some(game) => {
                let turns = counted(game.turns.len(), "turn");
                format!("game {} of this record has {turns}", number.game)
            }
            None => format!("this record has {}", counted(record.games.len(), "game")),
        });
        return Ok(Exit::CouldNotRun);
    };
    let engine = trail.engine();
    let drawn = match args.steps {
        true => Picture::strip_of_move(engine, before, &choices),
        false => Picture::of_move(engine, before, &choices),
    };
    match drawn {
        Ok(drawn) => picture::write(&drawn, &args.picture, out),
        // Its choices have just been replayed.
        Err(_) => Ok(Exit::CouldNotRun),
    }
}

/// The position before a turn, and its choices.
fn turn<'t>(
    record: &Record,
    trail: &'t Trail,
    number: TurnNumber,
) -> Option<(&'t Position, Vec<Choice>)> {
    let game = record.games.get(number.game - 1)?;
    let turn = game.turns.get(number.turn - 1)?;
    // Each game begins with a step without a choice.
    let before_game: usize = record.games.iter().take(number.game - 1).map(steps_of).sum();
    let before_turn: usize =
        game.turns.iter().take(number.turn - 1).map(|turn| turn.choices.len()).sum();
    let first = before_game + 1 + before_turn;
    let steps = trail.steps();
    let played = steps.get(first..first + turn.choices.len())?;
    let choices = played.iter().filter_map(|step| step.chosen).map(|(_, choice)| choice);
    Some((&steps.get(first - 1)?.position, choices.collect()))
}

fn steps_of(game: &GameRecord) -> usize {
    1 + game.turns.iter().map(|turn| turn.choices.len()).sum::<usize>()
}

/// Why the rules of a game may differ from those of a record, and what to do.
struct RulesMismatch {
    message: String,
    help: String,
}

fn rules_mismatch(record: &Record, model: &Model) -> Option<RulesMismatch> {
    let game = &model.name;
    match RulesMatch::of(record, model) {
        RulesMatch::Same => None,
        RulesMatch::Changed { recorded, present } => Some(RulesMismatch {
            message: format!(
                "this game was played by other rules ({recorded}) than those of {game} now ({present})"
            ),
            help: "to replay it by the present rules use --force".into(),
        }),
        RulesMatch::Unknown { present } => Some(RulesMismatch {
            message: format!("the record does not name its rules; those of {game} are used"),
            help: format!(
                "add this line after the line `game`, or replay it as it is with --force:\nrules {present}"
            ),
        }),
    }
}

/// The game of a record with its variation and options.
fn open(args: &ReplayArgs, record: &Record) -> Result<Engine, Exit> {
    let game = match &args.game {
        Some(game) => game::GameArgs::named(game),
        None => record::game(record, Path::new(&args.record)).map_err(|why| {
            print_error(&format!("{}: {why}", args.record.display()));
            Exit::CouldNotRun
        })?,
    };
    let description = game.describe()?;
    let setting = recorded_setting(&description, record).map_err(|complaint| {
        print_error(&format!("{}: {complaint}", args.record.display()));
        Exit::Findings
    })?;
    game::build(&description, &setting)
}

/// Prints a trail.
pub struct ReplayPrinter<'t, 'o> {
    /// The moves.
    pub trail: &'t Trail,
    /// Whether to print after each event the statement that caused it.
    pub why: bool,
    /// Where it is printed.
    pub out: &'o mut Output,
}

impl ReplayPrinter<'_, '_> {
    /// Prints the games move by move, the board, and, if the whole record fits the rules, the result.
    pub fn print_all(&mut self, record: &Record, fits: bool) -> io::Result<()> {
        let model = self.trail.engine().model();
        self.line(0, &model.name)?;
        for variation in &model.variations {
            self.line(0, &format!("variation \"{variation}\""))?;
        }
        let mut steps = self.trail.steps().iter();
        // Without any move, the first game has still begun.
        let games = record.games.iter().map(Some).chain(record.games.is_empty().then_some(None));
        for (nth, game) in games.enumerate() {
            let Some(begun) = steps.next() else { break };
            if nth > 0 {
                self.line(0, &format!("\ngame {}", nth + 1))?;
            }
            self.step(model, begun)?;
            for (nth, turn) in game.iter().flat_map(|game| &game.turns).enumerate() {
                for (part, choice) in turn.choices.iter().enumerate() {
                    let Some(step) = steps.next() else { break };
                    let number = if part == 0 { format!("{}.", nth + 1) } else { String::new() };
                    self.line(0, &format!("{number:>4} {}  {choice}", turn.player))?;
                    self.step(model, step)?;
                }
            }
        }
        let position = self.trail.position();
        let board = BoardDrawing::of(model, position).draw();
        writeln!(self.out)?;
        board.lines().try_for_each(|line| self.line(0, line))?;
        writeln!(self.out)?;
        if fits {
            self.result(model)?;
        }
        Ok(())
    }

    fn result(&mut self, model: &Model) -> io::Result<()> {
        let position = self.trail.position();
        match (game_result(model, position), position.decider()) {
            (Some(result), _) => self.line(0, &format!("result: {result}"))?,
            (None, Some(Decider::Player(seat))) => {
                self.line(0, &format!("not over: {} is to choose", model.player(seat)))?;
            }
            (None, Some(Decider::Lot)) => {
                self.line(0, "not over: a lot is drawn next")?;
            }
            (None, None) => {}
        }
        if let Some(result) = match_result(model, position) {
            self.line(0, &format!("match: {result}"))?;
        }
        let choices = self.trail.choice_count();
        let fit = if choices == 1 { "fits" } else { "fit" };
        self.line(0, &format!("{} {fit} the rules", counted_noun(choices, "choice")))
    }

    /// Prints a step: the news, or all events with the statements that caused them.
    fn step(&mut self, model: &Model, step: &TrailStep) -> io::Result<()> {
        for event in &step.events {
            if self.why {
                self.line(5, &describe_with_clause(model, event))?;
            } else if is_news(model, event) {
                self.line(5, &describe_event(model, event))?;
            }
        }
        Ok(())
    }

    fn line(&mut self, margin: usize, text: &str) -> io::Result<()> {
        text.split('\n')
            .try_for_each(|line| writeln!(self.out, "{:margin$}{}", "", escape(line).trim_end()))
    }
}
