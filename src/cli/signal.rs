//! Signals that ask the program to end: Ctrl-C, SIGTERM, SIGHUP.
//!
//! Work that looks at its [`StopFlag`] ends in good order. Work that does not, because it hangs in a
//! single step, is cut off: the program ends within a second in any case.

use super::Exit;
use mnc::stop::StopFlag;
use std::thread;
use std::time::Duration;

/// How long the program may take to end in good order.
pub const GRACE: Duration = Duration::from_millis(600);

/// Hears the signals from now on. `heard` is called at each of them. If the program is still there some
/// time later, `last` is called and the program is ended.
pub fn on_signal(
    stop: StopFlag,
    mut heard: impl FnMut() + Send + 'static,
    mut last: impl FnMut() + Send + 'static,
) {
    // Where signals cannot be heard, they end the program as they always do.
    let _ = ctrlc::set_handler(move || {
        stop.set();
        heard();
        thread::sleep(GRACE);
        last();
        std::process::exit(i32::from(Exit::Stopped.code()));
    });
}
