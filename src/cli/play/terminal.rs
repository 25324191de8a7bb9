//! Restores the terminal. A line editor changes its mode while a line is typed, and cannot restore it
//! if a signal ends the session at that time.

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
#[cfg(unix)]
use std::io::{self, Write};

/// The state of the terminal before the first line.
#[derive(Debug)]
pub struct Terminal {
    #[cfg(unix)]
    before: Option<Termios>,
}

impl Terminal {
    /// Remembers the terminal of standard input, if lines are `edited`.
    #[cfg_attr(
        not(unix),
        expect(unused_variables, reason = "on other systems only the editor restores it")
    )]
    pub fn lent(edited: bool) -> Terminal {
        Terminal {
            #[cfg(unix)]
            before: edited.then(|| tcgetattr(io::stdin()).ok()).flatten(),
        }
    }
}

impl Terminal {
    /// Restores the terminal.
    pub fn give_back(&self) {
        #[cfg(unix)]
        self.restore();
    }

    #[cfg(unix)]
    fn restore(&self) {
        let Some(before) = &self.before else { return };
        // Fails only if the terminal is gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        // Turns off bracketed paste, which the editor had turned on.
        let _ = io::stdout().write_all(b"\x1b[?2004l");
        let _ = io::stdout().flush();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.give_back();
    }
}
