//! Work that is done beside the thread that asks for it.

use std::thread::{Builder, Scope, ScopedJoinHandle, available_parallelism};

/// Room for such a thread, as much as the first thread of a program mostly has.
const STACK: usize = 8 << 20;

/// Begins some work on a thread of its own; `None`: there are no threads.
pub(crate) fn spawn<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> T + Send + 's,
) -> Option<ScopedJoinHandle<'s, T>> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
}

/// What has come of it; `None`: nothing has, and it has to be done here.
pub(crate) fn join<T>(begun: Option<ScopedJoinHandle<'_, T>>) -> Option<T> {
    begun.and_then(|begun| begun.join().ok())
}

/// How many threads this machine runs at a time.
pub(crate) fn available() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Does the same work on so many threads (0: as many as the machine runs at a time), this one among
/// them; each takes a share of what there is to do. What has come of each, and how many threads could
/// not be had: the others did their shares.
pub(crate) fn run_shared<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> (Vec<T>, usize) {
    let threads = if threads == 0 { available() } else { threads };
    std::thread::scope(|scope| {
        let mut others = Vec::new();
        for _ in 1..threads {
            match spawn(scope, &work) {
                Some(begun) => others.push(begun),
                // Where one cannot be had there is no room for more.
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
