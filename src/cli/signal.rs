//! Signals that ask the program to end: Ctrl-C, SIGTERM, SIGHUP.
//!
//! Work that polls its [`StopFlag`] ends in good order. Other work, in a single long step, is cut off: the
//! program ends within a second in any case.

use super::Exit;
use mnc::stop::StopFlag;
use std::thread;
use std::time::Duration;

/// The time that the program has to end in good order.
pub const GRACE: Duration = Duration::from_millis(600);

/// Installs the signal handler: each signal sets `stop` and calls `heard`. If the program still runs after
/// [`GRACE`], `last` is called and the program exits.
pub fn on_signal(
    stop: StopFlag,
    mut heard: impl FnMut() + Send + 'static,
    mut last: impl FnMut() + Send + 'static,
) {
    // If no handler can be installed, signals end the program at once, as usual.
    let _ = ctrlc::set_handler(move || {
        stop.set();
        heard();
        thread::sleep(GRACE);
        last();
        std::process::exit(i32::from(Exit::Stopped.code()));
    });
}
