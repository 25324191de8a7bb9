//! The output of commands.
//!
//! Everything that is printed goes through this module, which escapes hidden characters: a control
//! character in a description, a record, a file name or an argument never reaches the terminal.

use mnc::diagnostic::visible::{escape, is_hidden};
use std::fmt::Write as _;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

/// Standard output, or a text in memory. If the pipe is closed (`mnc check x | head -1`), the rest is dropped
/// without an error, and the exit code is still right.
#[derive(Debug)]
pub struct Output {
    to: Destination,
    /// The first bytes of a character whose other bytes have not been written yet.
    partial_character: Vec<u8>,
    terminal: bool,
    closed: bool,
}

/// Where the bytes go.
#[derive(Debug)]
enum Destination {
    Stdout(BufWriter<Stdout>),
    Memory(Vec<u8>),
}

impl Destination {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Destination::Stdout(to) => to,
            Destination::Memory(bytes) => bytes,
        }
    }
}

impl Output {
    /// The standard output of this program.
    pub fn stdout() -> Output {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Output { terminal, ..Output::to(Destination::Stdout(BufWriter::new(stdout))) }
    }

    fn to(to: Destination) -> Output {
        Output { to, partial_character: Vec::new(), terminal: false, closed: false }
    }

    /// What `print` prints, as a text. It is never a terminal.
    ///
    /// # Errors
    /// Those of `print`.
    pub fn text_of(print: impl FnOnce(&mut Output) -> io::Result<()>) -> io::Result<String> {
        let mut out = Output::to(Destination::Memory(Vec::new()));
        print(&mut out)?;
        match out.to {
            Destination::Memory(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Destination::Stdout(_) => Ok(String::new()),
        }
    }

    /// Whether it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// The columns of the terminal; unlimited elsewhere.
    pub fn width(&self) -> usize {
        self.size().map_or(usize::MAX, |(width, _)| usize::from(width.0).max(1))
    }

    /// The lines of the terminal; unlimited elsewhere.
    pub fn height(&self) -> usize {
        self.size().map_or(usize::MAX, |(_, height)| usize::from(height.0).max(1))
    }

    fn size(&self) -> Option<(terminal_size::Width, terminal_size::Height)> {
        if self.terminal { terminal_size::terminal_size() } else { None }
    }

    /// Whether to print colour: on a terminal that has it, unless `NO_COLOR` is set.
    pub fn has_colour(&self) -> bool {
        self.terminal && takes_escapes()
    }

    /// Whether the reader has closed the pipe; a long calculation may stop.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Writes buffered bytes.
    pub fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }

    /// Writes a text with the colours of this program; all text from outside must be escaped already.
    pub fn write_styled(&mut self, text: &str) -> io::Result<()> {
        self.write_raw(text.as_bytes())
    }

    /// Writes a text for another program, byte by byte. On a terminal its hidden characters are escaped.
    pub fn exact(&mut self, text: &str) -> io::Result<()> {
        if self.terminal { self.write_visible(text) } else { self.write_raw(text.as_bytes()) }
    }

    /// Writes a line of JSON. Hidden characters occur in strings only; they become JSON escapes.
    pub fn json(&mut self, text: &str) -> io::Result<()> {
        self.write_raw(json_visible(text).as_bytes())?;
        self.write_raw(b"\n")
    }

    fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.to.writer().write_all(bytes);
        self.ignore_broken_pipe(done, ())
    }

    /// Writes text with the hidden characters of its lines escaped.
    fn write_visible(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            self.write_raw(escape(line).as_bytes())?;
            self.write_raw(end.as_bytes())?;
        }
        Ok(())
    }

    fn ignore_broken_pipe<T>(&mut self, done: io::Result<T>, instead: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(instead)
            }
            done => done,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let plain = |b: &u8| matches!(b, b' '..=b'~' | b'\n');
        if self.partial_character.is_empty() && bytes.iter().all(plain) {
            self.write_raw(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.partial_character);
        all.extend_from_slice(bytes);
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.write_visible(chunk.valid())?;
            let unfinished = chunks.peek().is_none() && is_unfinished(chunk.invalid());
            if unfinished {
                self.partial_character = chunk.invalid().to_owned();
            } else if !chunk.invalid().is_empty() {
                self.write_visible("\u{fffd}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.to.writer().flush();
        self.ignore_broken_pipe(done, ())
    }
}

/// Whether the bytes can be the beginning of a character.
fn is_unfinished(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// Whether to send escape sequences to terminals: not if `NO_COLOR` is set or `TERM` is `dumb`.
pub fn takes_escapes() -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("NO_COLOR").is_none() && !is_dumb()
}

/// Whether the terminal understands no escape sequences (`TERM=dumb`).
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// JSON with hidden characters escaped as `\u009b`.
fn json_visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || !is_hidden(c) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// The lines of a text with hidden characters escaped.
pub fn visible_lines(text: &str) -> String {
    text.split('\n').map(escape).collect::<Vec<_>>().join("\n")
}

/// Prints a message on standard error, with hidden characters escaped; errors are ignored.
pub fn print_error(text: &str) {
    let _ = writeln!(io::stderr(), "mnc: {}", visible_lines(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_stays_json() {
        let text = "{\"a\":\"\u{9b}\u{202e}\u{e0001}é\"}\n";
        assert_eq!(json_visible(text), "{\"a\":\"\\u009b\\u202e\\udb40\\udc01é\"}\n");
    }

    #[test]
    fn characters_come_in_pieces() {
        assert!(is_unfinished(b"\xc3") && is_unfinished(b"\xe2\x80"));
        assert!(!is_unfinished(b"\xff") && !is_unfinished(b""));
    }
}
