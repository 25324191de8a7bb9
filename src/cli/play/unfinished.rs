//! Offers interrupted games, which were not saved, when the game is played again.

use super::input::{Input, InputEvent};
use super::journal::LeftoverJournal;
use super::output::PlayOutput;
use super::resume;
use super::session::file_stem;
use mnc::resolve::Description;
use mnc::session::ResumedGame;
use std::io;

/// The result of the offer.
pub enum ResumeOffer {
    /// There is no such game, or the person does not want one.
    None,
    /// The person resumes this game.
    Resume(ResumedGame, LeftoverJournal),
    /// The person wants to leave.
    Quit,
}

/// Offers the interrupted games of this folder, one after the other. Without `asks` it only prints that
/// there is one.
pub fn offer_unfinished(
    description: &Description,
    called: &str,
    asks: bool,
    input: &Input,
    output: &mut PlayOutput<'_>,
) -> io::Result<ResumeOffer> {
    for left in LeftoverJournal::all(&file_stem(description)) {
        let file = left.path.display().to_string();
        let Ok(resumed) = resume::load_game(description, &left.path) else { continue };
        let choices = resumed.record.choices();
        let many = if choices == 1 { "1 choice".into() } else { format!("{choices} choices") };
        let on = super::files::resume_command(called, &file);
        if !asks {
            output.print(&format!("an interrupted game of {many} is in {file}; to go on: {on}"))?;
            continue;
        }
        output.print(&format!(
            "An interrupted game of {many} is in {file}.\n\
             Go on with it? yes or no (an empty line means yes; no keeps it as a saved game)"
        ))?;
        match ask_yes_no(input, output)? {
            Some(true) => return Ok(ResumeOffer::Resume(resumed, left)),
            Some(false) => match left.save_as_record(&file_stem(description)) {
                Ok(path) => {
                    let on = super::files::resume_command(called, &path.display().to_string());
                    output.print(&format!(
                        "it is kept in {}; to go on later: {on}",
                        path.display()
                    ))?;
                }
                Err(error) => output.print(&format!("it stays in {file} ({error})"))?,
            },
            None => return Ok(ResumeOffer::Quit),
        }
    }
    Ok(ResumeOffer::None)
}

/// Asks yes or no; `None`: the person wants to leave.
fn ask_yes_no(input: &Input, output: &mut PlayOutput<'_>) -> io::Result<Option<bool>> {
    loop {
        let line = match input.line("go on", output.out())? {
            InputEvent::Line(line) => line.trim().to_lowercase(),
            InputEvent::Unreadable(why) => why,
            InputEvent::End | InputEvent::Interrupt | InputEvent::Failed(_) => return Ok(None),
        };
        match line.as_str() {
            "" | "y" | "yes" => return Ok(Some(true)),
            "n" | "no" => return Ok(Some(false)),
            "q" | "quit" | "exit" => return Ok(None),
            _ => output.print("type yes or no; quit leaves")?,
        }
    }
}
