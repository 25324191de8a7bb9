//! Work that is done beside the thread that asks for it.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Room for such a thread, as much as the first thread of a program mostly has.
const STACK: usize = 8 << 20;

/// Begins some work on a thread of its own; `None`: there are no threads.
pub(crate) fn begin<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> Option<ScopedJoinHandle<'s, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
}

/// What has come of it; `None`: nothing has, and it has to be done here.
pub(crate) fn end<T>(begun: Option<ScopedJoinHandle<'_, T>>) -> Option<T> {
    begun.and_then(|begun| begun.join().ok())
}
