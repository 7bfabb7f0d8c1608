//! Threads whose stack is large enough for parsers that recurse.

use std::{cell::Cell, thread};

use crate::{
    jsonc::{Invalid, Problems},
    texts,
};

/// The bytes of stack: the parsers of JSON and of Python recurse, and need most of it unoptimised.
const STACK: usize = 32 * 1024 * 1024;

thread_local! {
    static IS_LARGE: Cell<bool> = const { Cell::new(false) };
}

/// Returns a thread with a large stack, and the work for it.
pub(super) fn large_thread<T>(
    work: impl FnOnce() -> T + Send,
) -> (thread::Builder, impl FnOnce() -> T + Send) {
    let thread = thread::Builder::new()
        .name("registry".into())
        .stack_size(STACK);
    let work = || {
        IS_LARGE.set(true);
        work()
    };
    (thread, work)
}

/// Reads the text `file` on this thread if its stack is large, else on one of its own.
///
/// # Errors
/// The problems of the text, or that no thread can be started.
pub(super) fn on_large_stack<T: Send>(
    file: &str,
    read: impl FnOnce() -> Result<T, Invalid> + Send,
) -> Result<T, Invalid> {
    if IS_LARGE.get() {
        return read();
    }
    let (thread, read) = large_thread(read);
    let result = thread::scope(|scope| {
        let started = thread.spawn_scoped(scope, read);
        started.map(|thread| thread.join())
    });
    match result {
        Ok(Ok(read)) => read,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            let problems = Problems::of("");
            problems.add(0, String::new(), texts::not_read_now(error.to_string()));
            problems.into_result(file, None)
        }
    }
}
