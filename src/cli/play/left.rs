//! Games that broke off without being saved: they are offered when the game is played again.

use super::input::{Heard, Input};
use super::journal::Left;
use super::resuming::{self, Resumed};
use super::session::stem;
use super::voice::Voice;
use mnc::resolve::Description;
use std::io;

/// What came of it.
pub enum Offer {
    /// There is none, or none is wanted.
    None,
    /// The person goes on with this one.
    Taken(Resumed, Left),
    /// The person would rather leave.
    Leave,
}

/// Offers the games of this folder that broke off, one after the other. Where nothing may be asked it is
/// only said that there is one.
pub fn offer(
    description: &Description,
    called: &str,
    asks: bool,
    input: &Input,
    voice: &mut Voice<'_>,
) -> io::Result<Offer> {
    for left in Left::all(&stem(description)) {
        let file = left.path.display().to_string();
        let Ok(resumed) = resuming::resume(description, &left.path) else { continue };
        let choices = resumed.record.choices();
        let many = if choices == 1 { "1 choice".into() } else { format!("{choices} choices") };
        let on = super::files::how_to_go_on(called, &file);
        if !asks {
            voice
                .say(&format!("a game that broke off after {many} is in {file}; to go on: {on}"))?;
            continue;
        }
        voice.say(&format!(
            "A game broke off after {many}, and is in {file}.\n\
             Go on with it? yes or no (an empty line means yes; no keeps it as a saved game)"
        ))?;
        match answer(input, voice)? {
            Some(true) => return Ok(Offer::Taken(resumed, left)),
            Some(false) => match left.keep(&stem(description)) {
                Ok(path) => {
                    let on = super::files::how_to_go_on(called, &path.display().to_string());
                    voice
                        .say(&format!("it is kept in {}; to go on later: {on}", path.display()))?;
                }
                Err(error) => voice.say(&format!("it stays in {file} ({error})"))?,
            },
            None => return Ok(Offer::Leave),
        }
    }
    Ok(Offer::None)
}

/// Yes or no; `None`: to leave.
fn answer(input: &Input, voice: &mut Voice<'_>) -> io::Result<Option<bool>> {
    loop {
        let line = match input.line("go on", voice.out())? {
            Heard::Line(line) => line.trim().to_lowercase(),
            Heard::Garbled(why) => why,
            Heard::End | Heard::Stop | Heard::Broken(_) => return Ok(None),
        };
        match line.as_str() {
            "" | "y" | "yes" => return Ok(Some(true)),
            "n" | "no" => return Ok(Some(false)),
            "q" | "quit" | "exit" => return Ok(None),
            _ => voice.say("say yes or no; quit leaves")?,
        }
    }
}
