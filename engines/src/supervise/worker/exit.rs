//! [`WorkerExit`]: the exit of a worker.

use std::{fmt, os::unix::process::ExitStatusExt as _, process::ExitStatus};

use rustix::process::Signal;

/// The signal that ends a process whose time is over. The kernel uses the same.
pub(crate) const OUT_OF_TIME: Signal = Signal::XCPU;

/// The exit of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WorkerExit {
    /// It exited because there were no more requests.
    Done,
    /// It exited because it could not do its work.
    Failed(ExitStatus),
    /// It used up its processor time.
    OutOfTime,
    /// It ran out of memory, either for values or for the stack.
    OutOfMemory,
    /// It was ended by a signal that it did not cause.
    Killed(i32),
}

impl From<ExitStatus> for WorkerExit {
    fn from(status: ExitStatus) -> Self {
        let Some(number) = status.signal() else {
            return if status.success() {
                Self::Done
            } else {
                Self::Failed(status)
            };
        };
        match Signal::from_named_raw(number) {
            Some(OUT_OF_TIME) => Self::OutOfTime,
            // Rust aborts if an allocation fails or the stack overflows; C libraries and other
            // systems raise other signals.
            Some(Signal::ABORT | Signal::SEGV | Signal::BUS | Signal::ILL | Signal::TRAP) => {
                Self::OutOfMemory
            }
            _ => Self::Killed(number),
        }
    }
}

impl fmt::Display for WorkerExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("ended"),
            Self::Failed(status) => write!(f, "ended with {status}"),
            Self::OutOfTime => f.write_str("ran out of time"),
            Self::OutOfMemory => f.write_str("ran out of memory or of stack"),
            Self::Killed(signal) => write!(f, "was ended by signal {signal}"),
        }
    }
}
