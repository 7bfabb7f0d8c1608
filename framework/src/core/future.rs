//! [`BoxFuture`], and work on other threads as a future: [`blocking`] calls and long computations.

use std::{
    future::Future, panic::resume_unwind, pin::Pin, sync::LazyLock, thread::available_parallelism,
};

use tokio::{
    runtime::{self, Runtime},
    sync::Semaphore,
    task::JoinError,
};

use super::error::ToolError;

/// A boxed future that can be sent between threads.
///
/// The methods of [`Tool`](crate::Tool), [`Resource`](crate::Resource) and
/// [`Prompt`](crate::Prompt) return it, so that the traits are object-safe.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Runs a function that blocks, on the threads for such functions. Passes on its panic.
///
/// # Errors
/// Fails if the runtime shuts down before the function begins.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    finished(tokio::task::spawn_blocking(work).await)
}

/// Returns the result of a function on another thread. Passes on its panic.
pub(super) fn finished<T>(done: Result<T, JoinError>) -> Result<T, ToolError> {
    done.or_else(|stopped| match stopped.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(_) => Err(ToolError::failed("the server is shutting down")),
    })
}

/// The most computations at the same time, since each may take many times the memory of its request.
const MAX_THREADS: usize = 4;

/// The niceness of the threads that compute.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// The places of computations. There is one set for the whole process, as there is one of processors.
///
/// One processor stays free for the threads of the runtime: the kernel may let a thread that computes
/// run for milliseconds before another gets its turn, which is longer than most calls take.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors.saturating_sub(1).clamp(1, MAX_THREADS))
});

/// The threads that compute, as the threads for blocking functions of a runtime that does nothing
/// else. They are not those of the server's runtime, since a thread cannot raise its priority again.
static THREADS: LazyLock<Runtime> = LazyLock::new(|| {
    runtime::Builder::new_current_thread()
        .thread_name("computation")
        .on_thread_start(lower_priority)
        .build()
        .expect("a runtime without drivers needs nothing of the system")
});

/// Runs a function that computes for long, on a thread of a lower priority. Passes on its panic.
///
/// Few run at the same time. Further ones wait, first come first served. If the future is dropped, a
/// function that has begun still runs to its end. The function must not use the runtime.
///
/// # Errors
/// Fails if the server shuts down before the function begins.
pub async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ToolError> {
    // The semaphore is never closed, so this cannot fail.
    let place = PLACES.acquire().await.ok();
    let work = move || {
        let _place = place;
        work()
    };
    finished(THREADS.spawn_blocking(work).await)
}

/// Lowers the priority of this thread, where a thread has one of its own.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    // If it fails, computations have the priority of everything else.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        thread::sleep,
        time::Duration,
    };

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn a_processor_stays_free() {
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let computations = (0..20).map(|_| {
            let (running, most) = (Arc::clone(&running), Arc::clone(&most));
            compute(move || {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                sleep(Duration::from_millis(2));
                running.fetch_sub(1, Ordering::SeqCst);
            })
        });
        assert!(join_all(computations).await.iter().all(Result::is_ok));
        let processors = available_parallelism().map_or(1, usize::from);
        let most = most.load(Ordering::SeqCst);
        assert!(
            most < processors.max(2),
            "{most} on {processors} processors"
        );
    }

    #[tokio::test]
    async fn a_place_is_free_again_after_a_panic() {
        for _ in 0..2 * MAX_THREADS {
            let panicking = tokio::spawn(compute(|| panic!("as expected")));
            assert!(panicking.await.unwrap_err().is_panic());
        }
        assert_eq!(compute(|| 7).await.unwrap(), 7);
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn computations_have_a_lower_priority_than_the_runtime() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let before = priority();
        assert_eq!(compute(priority).await.unwrap(), NICENESS.max(before));
        assert_eq!(priority(), before);
    }
}
