//! [`Ending`]: how a worker ended.

use std::{fmt, os::unix::process::ExitStatusExt as _, process::ExitStatus};

use rustix::process::Signal;

/// What ends a process whose time is over: the signal that the kernel has for it.
pub(crate) const OUT_OF_TIME: Signal = Signal::XCPU;

/// How a worker ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, when nobody asked any more.
    Done,
    /// By itself, because it could not work.
    Failed(ExitStatus),
    /// It worked for too long.
    OutOfTime,
    /// It got no memory, be it for values or for the stack.
    OutOfMemory,
    /// Somebody else ended it.
    Killed(i32),
}

impl From<ExitStatus> for Ending {
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
            // Rust aborts when an allocation fails or the stack overflows; C libraries and other systems do it their way.
            Some(Signal::ABORT | Signal::SEGV | Signal::BUS | Signal::ILL | Signal::TRAP) => {
                Self::OutOfMemory
            }
            _ => Self::Killed(number),
        }
    }
}

impl fmt::Display for Ending {
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
