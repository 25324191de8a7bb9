//! Input of a session: lines and signals.
//!
//! Lines are read on a helper thread, one for each request. So a signal (Ctrl-C while the computer
//! thinks, or while lines come over a pipe) arrives like a line, and the game can be saved in good
//! order.

use super::journal::ExitMessage;
use super::terminal::Terminal;
use crate::cli::out::is_dumb;
use crate::cli::{Output, out, signal};
use mnc::diagnostic::visible::escape;
use mnc::protocol::Lines;
use mnc::stop::StopFlag;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError};
use std::thread;

/// An input event.
#[derive(Debug)]
pub enum InputEvent {
    /// A line, without its end.
    Line(String),
    /// A line that cannot be read, and why.
    Unreadable(String),
    /// There are no more lines.
    End,
    /// A signal asks the program to stop.
    Interrupt,
    /// Lines cannot be read any more, and why.
    Failed(String),
}

/// The input of a session.
#[derive(Debug)]
pub struct Input {
    prompts: Sender<String>,
    events: Receiver<InputEvent>,
    stop: StopFlag,
    mode: InputMode,
    /// The terminal, restored at the end even if a line is being edited then.
    _terminal: Arc<Terminal>,
}

/// How lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InputMode {
    /// With a line editor, which prints the prompt itself.
    Edited,
    /// Typed, but the output is not a terminal.
    Typed,
    /// Over a pipe: each line is echoed to the output, so that the output is a complete transcript.
    Piped,
}

impl Input {
    /// Standard input.
    pub fn open(out: &Output, last_words: &ExitMessage) -> Input {
        let manner = match (io::stdin().is_terminal(), out.is_terminal()) {
            (true, true) if !is_dumb() => InputMode::Edited,
            (true, _) => InputMode::Typed,
            (false, _) => InputMode::Piped,
        };
        let terminal = Arc::new(Terminal::lent(manner == InputMode::Edited));
        let (ask, asked) = channel();
        let (events, heard) = channel();
        let stop = StopFlag::default();
        let stopping = events.clone();
        // Fails only if the session is over.
        let on_signal = move || drop(stopping.send(InputEvent::Interrupt));
        let (lent, words) = (Arc::clone(&terminal), Arc::clone(last_words));
        signal::on_signal(stop.clone(), on_signal, move || {
            lent.give_back();
            let words = words.lock().unwrap_or_else(PoisonError::into_inner);
            if !words.is_empty() {
                out::print_error(&words);
            }
        });
        thread::spawn(move || run_reader(manner, &asked, &events));
        Input { prompts: ask, events: heard, stop, mode: manner, _terminal: terminal }
    }

    /// Waits for the next event. `prompt` is printed first.
    pub fn line(&self, prompt: &str, out: &mut Output) -> io::Result<InputEvent> {
        let prompt = format!("{}> ", escape(prompt));
        if self.mode != InputMode::Edited {
            write!(out, "{prompt}")?;
        }
        out.flush()?;
        if out.is_closed() {
            return Ok(InputEvent::Interrupt);
        }
        let heard = match self.prompts.send(prompt) {
            Ok(()) => self.events.recv().unwrap_or(InputEvent::End),
            Err(_) => InputEvent::End,
        };
        match (&heard, self.mode) {
            (InputEvent::Line(line), InputMode::Piped) => writeln!(out, "{}", escape(line))?,
            (InputEvent::Line(_), _) | (InputEvent::End, InputMode::Edited) => {}
            _ => writeln!(out)?,
        }
        Ok(heard)
    }

    /// The flag that a signal sets.
    pub fn stop(&self) -> StopFlag {
        self.stop.clone()
    }
}

/// Reads a line for each prompt in `asked`, until the channel is closed or there are no more lines.
fn run_reader(manner: InputMode, asked: &Receiver<String>, events: &Sender<InputEvent>) {
    if manner == InputMode::Edited
        && let Ok(mut editor) = DefaultEditor::new()
    {
        serve_prompts(asked, events, |prompt| read_edited_line(&mut editor, prompt));
        return;
    }
    let mut lines = Lines::new(io::stdin().lock());
    serve_prompts(asked, events, |_| read_plain_line(&mut lines));
}

fn serve_prompts(
    asked: &Receiver<String>,
    events: &Sender<InputEvent>,
    mut line: impl FnMut(&str) -> InputEvent,
) {
    while let Ok(prompt) = asked.recv() {
        if events.send(line(&prompt)).is_err() {
            return;
        }
    }
}

fn read_edited_line(editor: &mut DefaultEditor, prompt: &str) -> InputEvent {
    match editor.readline(prompt) {
        Ok(line) => {
            // Without this line in the history everything else still works.
            let _ = editor.add_history_entry(&line);
            InputEvent::Line(line)
        }
        Err(ReadlineError::Eof) => InputEvent::End,
        Err(ReadlineError::Interrupted) => InputEvent::Interrupt,
        Err(error) => InputEvent::Failed(error.to_string()),
    }
}

fn read_plain_line(lines: &mut Lines<impl BufRead>) -> InputEvent {
    match lines.next_line() {
        Ok(Some(Ok(line))) => InputEvent::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
        Ok(Some(Err(refusal))) => InputEvent::Unreadable(refusal.message),
        Ok(None) => InputEvent::End,
        Err(error) => InputEvent::Failed(error.to_string()),
    }
}
