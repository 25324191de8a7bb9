//! The terminal, given back as it was. A line editor changes it while a line is typed, and is not
//! asked when a signal ends the session meanwhile.

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
#[cfg(unix)]
use std::io::{self, Write};

/// What the terminal was like before anything was typed.
#[derive(Debug)]
pub struct Terminal {
    #[cfg(unix)]
    before: Option<Termios>,
}

impl Terminal {
    /// Remembers the terminal of standard input, if lines are `edited`.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "there the editor is all there is"))]
    pub fn lent(edited: bool) -> Terminal {
        Terminal {
            #[cfg(unix)]
            before: edited.then(|| tcgetattr(io::stdin()).ok()).flatten(),
        }
    }
}

impl Terminal {
    /// Gives the terminal back as it was.
    pub fn give_back(&self) {
        #[cfg(unix)]
        self.restore();
    }

    #[cfg(unix)]
    fn restore(&self) {
        let Some(before) = &self.before else { return };
        // A terminal that is gone needs nothing.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        // What is pasted comes as if it were typed again: the editor had asked for marks around it.
        let _ = io::stdout().write_all(b"\x1b[?2004l");
        let _ = io::stdout().flush();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.give_back();
    }
}
