//! Helper threads.

use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism};

/// The stack size of helper threads: as usual for the main thread of a program.
const STACK: usize = 8 << 20;

/// Starts some work on a helper thread; `None`: no thread could be started.
pub(crate) fn spawn<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> Option<ScopedJoinHandle<'s, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
}

/// Its result; `None`: it failed, and has to be done here.
pub(crate) fn join<T>(begun: Option<ScopedJoinHandle<'_, T>>) -> Option<T> {
    begun.and_then(|begun| begun.join().ok())
}

/// The number of threads that this machine runs at a time.
pub(crate) fn available() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Runs `work` on `threads` threads including this one (0: as many as the machine runs at a time);
/// `work` has to take its share of a common queue. Returns the results, and how many threads could not
/// be started: the others did their shares.
pub(crate) fn run_shared<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> (Vec<T>, usize) {
    let threads = if threads == 0 { available() } else { threads };
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        for _ in 1..threads {
            match spawn(scope, &work) {
                Some(begun) => others.push(begun),
                // If one cannot be started, no more can.
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
