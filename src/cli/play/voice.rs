//! Telling the person: lines of text, and the board. Everything that a description or a file name
//! brings along is made safe to show here.

use crate::cli::Out;
use mnc::diagnostic::visible::escape;
use mnc::notation::{Look, Part, Picture};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Where things are said.
pub struct Voice<'o> {
    out: &'o mut Out,
}

impl<'o> Voice<'o> {
    /// A voice that speaks there.
    pub fn new(out: &'o mut Out) -> Voice<'o> {
        Voice { out }
    }

    /// Where it speaks.
    pub fn out(&mut self) -> &mut Out {
        self.out
    }

    /// Says a text, however many lines it has.
    pub fn say(&mut self, text: &str) -> io::Result<()> {
        let room = self.out.width();
        for line in text.split('\n') {
            let line = escape(line);
            for part in folded(line.trim_end(), room) {
                writeln!(self.out, "{part}")?;
            }
        }
        Ok(())
    }

    /// Says lines, a little way in.
    pub fn list(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.say(&format!("  {line}")))
    }

    /// How many lines of the terminal a listed line takes.
    pub fn rows(&mut self, line: &str) -> usize {
        let room = self.out.width();
        line.split('\n').map(|line| folded(&format!("  {}", escape(line)), room).len()).sum()
    }

    /// Says something only to people who look at a terminal, so that they know what goes on.
    pub fn whisper(&mut self, text: &str) -> io::Result<()> {
        if self.out.is_terminal() {
            self.say(text)?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Draws a board, with blank lines round it.
    pub fn draw(&mut self, picture: &Picture<'_>) -> io::Result<()> {
        let colour = self.out.has_colour();
        let paint = |part: Part, text: &str| {
            let text = escape(text);
            match paint(part).filter(|_| colour) {
                Some(code) => format!("\x1b[{code}m{text}\x1b[0m"),
                None => text.into_owned(),
            }
        };
        let drawn = picture.draw_with(&Look { paint: &paint, width: self.out.width() });
        self.out.painted(&format!("\n{drawn}\n"))
    }
}

/// A line cut between words, so that no part is wider than there is room; further parts begin a
/// little deeper than the line. A word that is too long stays whole.
fn folded(line: &str, room: usize) -> Vec<String> {
    if line.width() <= room {
        return vec![line.to_owned()];
    }
    let margin = line.len() - line.trim_start_matches(' ').len();
    let mut parts = Vec::new();
    let mut part = " ".repeat(margin);
    let mut begun = false;
    for word in line.trim_start_matches(' ').split(' ') {
        if begun && part.width() + 1 + word.width() > room {
            parts.push(std::mem::replace(&mut part, " ".repeat(margin + 2)));
            begun = false;
        }
        if begun {
            part.push(' ');
        }
        part += word;
        begun = true;
    }
    parts.push(part);
    parts
}

/// The colour of a piece of the board, as terminals are told it.
fn paint(part: Part) -> Option<&'static str> {
    match part {
        Part::Frame | Part::Empty | Part::Closed | Part::Legend => Some("2"),
        Part::Seeds => Some("1"),
        Part::Mark => Some("33"),
        Part::Kept => Some("36"),
        Part::Name => None,
        Part::Turn => Some("1;32"),
    }
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn lines_are_cut_between_words() {
        let cut = folded("  South sows 4 seeds from a1 to e1", 16);
        assert_eq!(cut, ["  South sows 4", "    seeds from", "    a1 to e1"]);
        assert_eq!(folded("short", 16), ["short"]);
        assert_eq!(folded("anticlockwise-and-on", 8), ["anticlockwise-and-on"]);
    }
}
