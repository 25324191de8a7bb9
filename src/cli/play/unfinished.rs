//! Games that broke off without being saved: they are offered when the game is played again.

use super::input::{Input, InputEvent};
use super::journal::LeftoverJournal;
use super::output::PlayOutput;
use super::resume::{self, ResumedGame};
use super::session::file_stem;
use crate::resolve::Description;
use std::io;

/// The result of the offer.
pub enum ResumeOffer {
    /// There is none, or none is wanted.
    None,
    /// The person goes on with this one.
    Resume(ResumedGame, LeftoverJournal),
    /// The person would rather leave.
    Quit,
}

/// Offers the games of this folder that broke off, one after the other. Where nothing may be asked it is
/// only said that there is one.
pub fn offer_unfinished(
    description: &Description,
    called: &str,
    asks: bool,
    input: &Input,
    voice: &mut PlayOutput<'_>,
) -> io::Result<ResumeOffer> {
    for left in LeftoverJournal::all(&file_stem(description)) {
        let file = left.path.display().to_string();
        let Ok(resumed) = resume::load_game(description, &left.path) else { continue };
        let choices = resumed.record.choices();
        let many = if choices == 1 { "1 choice".into() } else { format!("{choices} choices") };
        let on = super::files::resume_command(called, &file);
        if !asks {
            voice.print(&format!(
                "a game that broke off after {many} is in {file}; to go on: {on}"
            ))?;
            continue;
        }
        voice.print(&format!(
            "A game broke off after {many}, and is in {file}.\n\
             Go on with it? yes or no (an empty line means yes; no keeps it as a saved game)"
        ))?;
        match ask_yes_no(input, voice)? {
            Some(true) => return Ok(ResumeOffer::Resume(resumed, left)),
            Some(false) => match left.save_as_record(&file_stem(description)) {
                Ok(path) => {
                    let on = super::files::resume_command(called, &path.display().to_string());
                    voice.print(&format!(
                        "it is kept in {}; to go on later: {on}",
                        path.display()
                    ))?;
                }
                Err(error) => voice.print(&format!("it stays in {file} ({error})"))?,
            },
            None => return Ok(ResumeOffer::Quit),
        }
    }
    Ok(ResumeOffer::None)
}

/// Yes or no; `None`: to leave.
fn ask_yes_no(input: &Input, voice: &mut PlayOutput<'_>) -> io::Result<Option<bool>> {
    loop {
        let line = match input.line("go on", voice.out())? {
            InputEvent::Line(line) => line.trim().to_lowercase(),
            InputEvent::Unreadable(why) => why,
            InputEvent::End | InputEvent::Interrupt | InputEvent::Failed(_) => return Ok(None),
        };
        match line.as_str() {
            "" | "y" | "yes" => return Ok(Some(true)),
            "n" | "no" => return Ok(Some(false)),
            "q" | "quit" | "exit" => return Ok(None),
            _ => voice.print("say yes or no; quit leaves")?,
        }
    }
}
