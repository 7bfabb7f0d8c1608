//! The execution log: one record a call, in daily files of JSON lines.
//!
//! [`ExecutionLog::append`] returns when the record is with the kernel, so that the end of the process, however it comes, loses
//! at most what was not yet answered. [`LogReader`] reads the records back, also while they are written.
//!
//! How the files are kept:
//! - `executions-2026-11-15.jsonl` is the day's file, in UTC. A second process that logs into the same folder at the same time
//!   finds it locked and writes `executions-2026-11-15.2.jsonl`. So each file has one writer, which may cut off what it
//!   could not write whole.
//! - A last line that is not whole is what a process left that was killed while it wrote. Whoever opens
//!   the file next moves it to `executions-2026-11-15.jsonl.torn`.
//! - Files older than the days to keep are deleted, at the start and at each change of day.
//!
//! What a full disk does: the records stay in memory and their callers wait, until there is space again or their patience is over.

mod batch;
mod disk;
mod error;
mod file_name;
mod folder;
mod log;
mod options;
mod pending_write;
#[cfg(feature = "tools")]
mod reader;
mod repair;
mod retention;
mod rolling_file;
#[cfg(test)]
mod tests;
mod write_queue;

#[cfg(feature = "embedded-vectors")]
pub(in crate::data) use self::disk::{private_file, private_folder};
#[cfg(feature = "tools")]
pub(crate) use self::reader::{Entry, Filter, LogReader, Since, Skipped};
pub use self::{error::LogError, log::ExecutionLog, options::LogOptions};
