//! Where the answers go.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

/// Standard output. When its reader has gone away (`mnc check x | head -1`) the rest is dropped
/// without a complaint, and the exit code still tells the truth.
#[derive(Debug)]
pub struct Out {
    to: BufWriter<Stdout>,
    terminal: bool,
    closed: bool,
}

impl Out {
    /// The standard output of this program.
    pub fn stdout() -> Out {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Out { to: BufWriter::new(stdout), terminal, closed: false }
    }

    /// Whether a person looks at it.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether colour is welcome: on a terminal that has it, unless `NO_COLOR` is set.
    pub fn has_colour(&self) -> bool {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        self.terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|t| t != "dumb")
    }

    /// Whether nobody reads any more; a long calculation may stop.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Writes what is still held back.
    pub fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }

    fn forgive<T>(&mut self, done: io::Result<T>, instead: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(instead)
            }
            done => done,
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let done = self.to.write(bytes);
        self.forgive(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.to.flush();
        self.forgive(done, ())
    }
}

/// A line on standard error; dropped if nobody reads it.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "mnc: {text}");
}
