//! What the person types, and the wish to stop.
//!
//! Lines are read on a thread of its own, one whenever one is asked for. So a signal (Ctrl-C while
//! the computer thinks, or while lines come over a pipe) is heard like a line, and the game can be
//! saved in peace.

use super::journal::LastWords;
use super::terminal::Terminal;
use crate::cli::out::is_dumb;
use crate::cli::{Out, out, signal};
use mnc::diagnostic::visible::escape;
use mnc::protocol::Lines;
use mnc::stop::StopFlag;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread;

/// What was heard.
#[derive(Debug)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that cannot be read, and why.
    Garbled(String),
    /// There are no more lines.
    End,
    /// Somebody wants the program to stop.
    Stop,
    /// Lines cannot be read any more, and why.
    Broken(String),
}

/// Where the lines come from.
#[derive(Debug)]
pub struct Input {
    ask: Sender<String>,
    heard: Receiver<Heard>,
    stop: StopFlag,
    manner: Manner,
    /// Given back at the end, even if a line is being edited then.
    _terminal: Arc<Terminal>,
}

/// How lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// With a line editor, which writes what stands before the line itself.
    Edited,
    /// Typed, but what is printed goes elsewhere.
    Typed,
    /// Over a pipe: the lines are written into the answer, so that it can be read afterwards.
    Piped,
}

impl Input {
    /// Standard input.
    pub fn open(out: &Out, last_words: &LastWords) -> Input {
        let manner = match (io::stdin().is_terminal(), out.is_terminal()) {
            (true, true) if !is_dumb() => Manner::Edited,
            (true, _) => Manner::Typed,
            (false, _) => Manner::Piped,
        };
        let terminal = Arc::new(Terminal::lent(manner == Manner::Edited));
        let (ask, asked) = channel();
        let (tell, heard) = channel();
        let stop = StopFlag::default();
        let stopping = tell.clone();
        // If the session is over nobody listens.
        let hear = move || drop(stopping.send(Heard::Stop));
        let (lent, words) = (Arc::clone(&terminal), Arc::clone(last_words));
        signal::hear(stop.clone(), hear, move || {
            lent.give_back();
            let words = words.lock().unwrap_or_else(PoisonError::into_inner);
            if !words.is_empty() {
                out::complain(&words);
            }
        });
        thread::spawn(move || read(manner, &asked, &tell));
        Input { ask, heard, stop, manner, _terminal: terminal }
    }

    /// The next line. `prompt` stands before it.
    pub fn line(&self, prompt: &str, out: &mut Out) -> io::Result<Heard> {
        let prompt = format!("{}> ", escape(prompt));
        if self.manner != Manner::Edited {
            write!(out, "{prompt}")?;
        }
        out.flush()?;
        if out.is_closed() {
            return Ok(Heard::Stop);
        }
        let heard = match self.ask.send(prompt) {
            Ok(()) => self.heard.recv().unwrap_or(Heard::End),
            Err(_) => Heard::End,
        };
        match (&heard, self.manner) {
            (Heard::Line(line), Manner::Piped) => writeln!(out, "{}", escape(line))?,
            (Heard::Line(_), _) | (Heard::End, Manner::Edited) => {}
            _ => writeln!(out)?,
        }
        Ok(heard)
    }

    /// Becomes true when somebody wants the program to stop.
    pub fn stop(&self) -> StopFlag {
        self.stop.clone()
    }
}

/// Reads a line for each question, until nobody asks or there are no more.
fn read(manner: Manner, asked: &Receiver<String>, tell: &Sender<Heard>) {
    if manner == Manner::Edited
        && let Ok(mut editor) = DefaultEditor::new()
    {
        answer(asked, tell, |prompt| edited(&mut editor, prompt));
        return;
    }
    let mut lines = Lines::new(io::stdin().lock());
    answer(asked, tell, |_| plain(&mut lines));
}

fn answer(asked: &Receiver<String>, tell: &Sender<Heard>, mut line: impl FnMut(&str) -> Heard) {
    while let Ok(prompt) = asked.recv() {
        if tell.send(line(&prompt)).is_err() {
            return;
        }
    }
}

fn edited(editor: &mut DefaultEditor, prompt: &str) -> Heard {
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that cannot be called back is no loss.
            let _ = editor.add_history_entry(&line);
            Heard::Line(line)
        }
        Err(ReadlineError::Eof) => Heard::End,
        Err(ReadlineError::Interrupted) => Heard::Stop,
        Err(error) => Heard::Broken(error.to_string()),
    }
}

fn plain(lines: &mut Lines<impl BufRead>) -> Heard {
    match lines.next_line() {
        Ok(Some(Ok(line))) => Heard::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
        Ok(Some(Err(refusal))) => Heard::Garbled(refusal.message),
        Ok(None) => Heard::End,
        Err(error) => Heard::Broken(error.to_string()),
    }
}
