//! Threads, with a fallback where there are none.

use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism};

/// Stack size of a thread; the usual size of a program's main thread.
const STACK: usize = 8 << 20;

/// Runs `work` on a thread of its own; `None`: no thread could be started.
pub(crate) fn spawn<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> Option<ScopedJoinHandle<'s, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
}

/// The result of a thread; `None`: it was not started or panicked, and the caller has to do the
/// work.
pub(crate) fn join<T>(handle: Option<ScopedJoinHandle<'_, T>>) -> Option<T> {
    handle.and_then(|handle| handle.join().ok())
}

/// The number of threads that this machine runs in parallel.
pub fn available() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Runs `work` on `threads` threads (0: as many as the machine runs in parallel), this one
/// included; the calls of `work` divide the tasks among themselves. Returns the result of each, and
/// the number of threads that could not be started.
pub fn run_shared<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> (Vec<T>, usize) {
    let threads = if threads == 0 { available() } else { threads };
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        for _ in 1..threads {
            match spawn(scope, &work) {
                Some(handle) => others.push(handle),
                // If one cannot be started, more cannot either.
                None => break,
            }
        }
        let missing = threads - 1 - others.len();
        let mut done = vec![work()];
        for other in others {
            match other.join() {
                Ok(result) => done.push(result),
                Err(fault) => std::panic::resume_unwind(fault),
            }
        }
        (done, missing)
    })
}

#[cfg(test)]
mod tests {
    use super::run_shared;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn everything_is_done_once() {
        let left = AtomicU32::new(100);
        let take = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        let (done, missing) = run_shared(3, || std::iter::from_fn(|| take().ok()).count());
        assert_eq!(done.len() + missing, 3);
        assert_eq!(done.iter().sum::<usize>(), 100);
    }
}
