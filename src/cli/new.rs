//! `mnc new`: write a new description.

mod dialog;
mod file;

use super::folder_library::FolderLibrary;
use super::game::GameArgs;
use super::play::{ExitMessage, Input, PlayOutput, shell_word};
use super::{Exit, Output, out};
use dialog::{Dialog, DialogEnd};
use mnc::check;
use mnc::diagnostic::{Diagnostic, Severity, visible};
use mnc::scaffold::{GameAnswers, QuestionId, description_text, like_text};
use std::io;
use std::path::{Path, PathBuf};

/// Write a new description
///
/// You are asked what the game is like, and get a file with its rules that you can play at once and change as
/// you like. An empty line takes the answer in brackets, `?` explains a question, `back` returns to the
/// question before, `quit` ends without writing anything.
///
/// With `--like` the new game begins as another one, and the file lists the statements that you can change.
///
/// A file that exists is not changed, unless you say `--force`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  mnc new\n  mnc new my-game\n  mnc new my-oware --like oware\n  mnc new my-kalah --yes --answer stores=sown --answer seeds=6"
)]
pub struct NewArgs {
    /// The name of the file, with or without .mnc; without it, the name of the game is asked for
    #[arg(value_name = "NAME")]
    name: Option<PathBuf>,
    /// Begin as this game: the name of a game that comes with mnc, or a description in the folder of the new
    /// file
    #[arg(long, value_name = "GAME", conflicts_with = "answer")]
    like: Option<String>,
    /// The name of the game; without it, it is made from the name of the file
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Answer a question beforehand; may be given several times
    #[arg(long, value_name = "QUESTION=ANSWER")]
    answer: Vec<String>,
    /// Ask nothing: take the defaults
    #[arg(long)]
    yes: bool,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// Why nothing is written.
enum NotWritten {
    /// A problem that was reported already.
    Reported,
    /// The person left the questions.
    Left,
    /// This is wrong.
    Wrong(String),
}

/// Runs the command.
pub fn run(args: &NewArgs, out: &mut Output) -> io::Result<Exit> {
    let given = match given_answers(&args.answer) {
        Ok(given) => given,
        Err(complaint) => return Ok(refused(&complaint)),
    };
    // Before any question: an answer is not asked for in vain.
    if let Some(name) = &args.name
        && let Err(complaint) = file::target(name, args.force)
    {
        return Ok(refused(&complaint));
    }
    let asks = !args.yes && (args.like.is_none() || args.name.is_none() && args.title.is_none());
    let input = asks.then(|| Input::open(out, &ExitMessage::default()));
    let mut output = PlayOutput::new(out);
    let mut dialog = input.as_ref().map(|input| Dialog::new(input, &mut output));
    let written = write(args, &given, dialog.as_mut());
    match written {
        Ok((path, text, title)) => {
            drop(input);
            report(&path, &text, &title, out)
        }
        Err(NotWritten::Left) => {
            out::print_error("nothing was written");
            Ok(Exit::CouldNotRun)
        }
        Err(NotWritten::Wrong(complaint)) => Ok(refused(&complaint)),
        Err(NotWritten::Reported) => Ok(Exit::CouldNotRun),
    }
}

fn refused(complaint: &str) -> Exit {
    out::print_error(complaint);
    Exit::CouldNotRun
}

/// `--answer QUESTION=ANSWER`, parsed as far as the question.
fn given_answers(list: &[String]) -> Result<Vec<(QuestionId, String)>, String> {
    let one = |given: &String| {
        let Some((question, answer)) = given.split_once('=') else {
            let shown = visible::escape(given);
            return Err(format!("`--answer {shown}` has no answer: write QUESTION=ANSWER"));
        };
        Ok((QuestionId::named(question)?, answer.trim().to_owned()))
    };
    list.iter().map(one).collect()
}

/// Asks what is to be asked, and writes the file; returns its path, its text and the name of the game.
fn write(
    args: &NewArgs,
    given: &[(QuestionId, String)],
    mut dialog: Option<&mut Dialog<'_, '_>>,
) -> Result<(PathBuf, String, String), NotWritten> {
    let wrong = NotWritten::Wrong;
    let base = match &args.like {
        Some(game) => Some(GameArgs::named(game).describe().map_err(|_| NotWritten::Reported)?),
        None => None,
    };
    let title = match (&args.title, &args.name, &mut dialog) {
        (Some(title), ..) => title.clone(),
        (None, Some(name), _) => file::title_of(name),
        (None, None, Some(dialog)) => dialog.title().map_err(left)?,
        (None, None, None) => "My game".into(),
    };
    file::check_title(&title).map_err(wrong)?;
    let name = args.name.clone().unwrap_or_else(|| file::name_for(&title));
    let path = file::target(&name, args.force).map_err(wrong)?;
    let text = match base {
        Some(base) => {
            let library = FolderLibrary::new(&path);
            let text = like_text(&title, &base, &path.display().to_string(), &library);
            check_text(&path, &text)?;
            text
        }
        None => {
            let answers = match dialog {
                Some(dialog) => dialog.answers(given).map_err(left)?,
                None => answers_without_asking(given).map_err(wrong)?,
            };
            let text = description_text(&title, &answers);
            check_text(&path, &text)?;
            text
        }
    };
    file::write(&path, &text, args.force).map_err(wrong)?;
    Ok((path, text, title))
}

fn left(end: DialogEnd) -> NotWritten {
    match end {
        DialogEnd::Left => NotWritten::Left,
        DialogEnd::Wrong(complaint) => NotWritten::Wrong(complaint),
    }
}

/// The defaults, and the answers of the command line.
fn answers_without_asking(given: &[(QuestionId, String)]) -> Result<GameAnswers, String> {
    let mut answers = GameAnswers::default();
    for id in QuestionId::ALL {
        for (_, answer) in given.iter().filter(|(asked, _)| *asked == id) {
            answers
                .answer(id, answer)
                .map_err(|complaint| format!("{}: {complaint}", id.name()))?;
        }
    }
    Ok(answers)
}

/// Whether a game can be made of the text.
fn check_text(path: &Path, text: &str) -> Result<(), NotWritten> {
    let found = findings(path, text);
    match found.iter().find(|finding| finding.severity == Severity::Error) {
        Some(error) => {
            Err(NotWritten::Wrong(format!("these rules make no game: {}", error.message)))
        }
        None => Ok(()),
    }
}

fn findings(path: &Path, text: &str) -> Vec<Diagnostic> {
    check::analyse(&path.display().to_string(), text, &FolderLibrary::new(path)).1
}

/// Says what was written and what can be done with it.
fn report(path: &Path, text: &str, title: &str, out: &mut Output) -> io::Result<Exit> {
    let file = path.display().to_string();
    let word = match file.starts_with('-') {
        true => shell_word(&format!("./{file}")),
        false => shell_word(&file),
    };
    let mut output = PlayOutput::new(out);
    output.print(&format!("\n\"{title}\" is written in {file}."))?;
    let warnings = findings(path, text);
    let warnings = warnings.iter().filter(|found| found.severity == Severity::Warning).count();
    if warnings > 0 {
        output.print(&format!(
            "Some of its rules may never be used with these numbers: `mnc check {word}` lists them."
        ))?;
    }
    output.print_list([
        format!("to play it:          mnc play {word}"),
        format!("to change it:        open {file} in any text editor"),
        format!("after each change:   mnc check {word}"),
        format!("to run its test:     mnc test {word}"),
    ])?;
    Ok(Exit::Clean)
}
