//! The execution log: one record for every call, in daily files of JSON lines.
//!
//! The executor writes to it through the trait `CallLog` of `core`, and `toolwright logs` reads it
//! with `LogReader`. It is the complete account of all calls. The spans of `telemetry` are not:
//! they are sent to a collector, and dropped when that is slow or gone.
//!
//! # Files
//! - `executions-2026-11-15.jsonl` is the file of a day, in UTC. A second process that logs into
//!   the same folder finds it locked and writes `executions-2026-11-15.2.jsonl`. Each file
//!   therefore has one writer, which may cut off what it could not write completely. A file that
//!   has a sixteenth of the allowed bytes is followed by the next number, too.
//! - An incomplete last line is left by a process that was killed while it wrote. The next process
//!   that opens the file moves the line to `executions-2026-11-15.jsonl.torn`.
//! - Files older than the retention period are deleted at the start and at each change of file,
//!   and the oldest ones if all together have more bytes than allowed. A clock that jumps by more
//!   than a day deletes nothing.
//! - A file of the log that is a symbolic link is not opened.
//!
//! # Writing
//! [`ExecutionLog::append`] returns when the kernel has the record. However the process ends, it
//! loses at most the records of calls that were not answered yet.
//!
//! The caller writes its record itself, in one system call, if nobody else is writing. Callers that
//! arrive meanwhile leave their records in a queue, which the writing caller writes as one batch.
//! Records are not handed to a writer thread, because then every call would wait for two changes of
//! thread; this was measured to be slower. The log's own thread takes over only when a caller would
//! write for others too long, or when the disk refuses a record.
//!
//! When the disk is full, records stay in memory and their callers wait until there is space again
//! or until their timeout. What may wait is bounded in bytes; beyond that, callers wait for room,
//! and the records of cancelled calls are dropped. Short records are written first, so that one
//! that is too large for the space left holds up no other.
//!
//! [`ExecutionLog::is_failing`] tells whether the disk refuses records at present. The executor
//! then refuses calls before their tools start.

mod batch;
mod error;
mod folder;
mod log;
mod options;
mod reader;
mod retention;
mod rolling_file;
#[cfg(test)]
mod tests;
mod write_queue;

pub use self::{
    error::LogError,
    log::ExecutionLog,
    options::LogOptions,
    reader::{Follower, LogEntry, LogFilter, LogReader, LogTail, Records, Since, Skipped},
};
